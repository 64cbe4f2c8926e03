//! `colddeck new`: a commented spec to start from.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use toml::{Table, Value};

use super::{Exit, list, stdio};
use ::run::conduct::{Claimable, claimable};
use ::run::spec::claim_kinds::{COMMON, KINDS, Key};
use ::run::spec::{self, Experiment, Overrides};
use text::harmless;

use text::whole;

/// Options of `colddeck new`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Name of the experiment: lower-case letters, digits and hyphens
    name: String,
    /// Make it about these routines, as `run` takes them: --from RRRC --deck 60
    #[arg(long, value_name = "ROUTINE", num_args = 1.., requires = "deck")]
    from: Vec<String>,
    /// Cards in a deck
    #[arg(long, alias = "cards", value_name = "N", allow_negative_numbers = true, requires = "from", value_parser = whole::parse_signed)]
    deck: Option<i64>,
    /// Define a letter, as in 'M={kind="riffle", max-streak=3}'; may be repeated
    #[arg(long = "shuffle", value_name = "LETTER=SHUFFLE", requires = "from")]
    shuffles: Vec<String>,
    /// Cards of each type, as in "24 land, 36 spell"
    #[arg(long, value_name = "TYPES", requires = "from")]
    types: Option<String>,
}

/// The spec, with names between `@` where something is filled in.
const TEMPLATE: &str = include_str!("new.toml");

/// The routines of a spec that is asked for without any.
const ROUTINES: [&str; 4] = ["RRRC", "G*7", "(R H)*3", "S"];
const DECK: i64 = 60;

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let name = &options.name;
    let path = PathBuf::from(format!("{name}.toml"));
    let text = text(options)?;
    // A name that makes no valid spec makes no file either.
    spec::parse(&path, &text, &Overrides::default()).map_err(|_| {
        anyhow::anyhow!(
            "found the name `{}`; accepted: lower-case letters, digits and hyphens, at most 64",
            name.escape_debug()
        )
    })?;
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .with_context(|| format!("{}: cannot make it", harmless::path(&path)))?;
    file.write_all(text.as_bytes())
        .with_context(|| format!("{}: cannot write it", harmless::path(&path)))?;
    stdio::print(&format!(
        "{0} is ready; try: colddeck run {0}\n",
        harmless::path(&path)
    ))?;
    Ok(Exit::NoEvidence)
}

/// The spec that the options ask for.
fn text(options: &Options) -> anyhow::Result<String> {
    let routines = if options.from.is_empty() {
        ROUTINES.map(str::to_owned).to_vec()
    } else {
        options.from.clone()
    };
    let overrides = Overrides {
        deck: options.deck.or(Some(DECK)),
        shuffles: options.shuffles.clone(),
        types: options.types.clone(),
        ..Overrides::default()
    };
    let experiment = spec::of_routines(&routines, &overrides)?;
    let names = claimable(&experiment);
    let mut text = String::new();
    for (at, part) in TEMPLATE.split('@').enumerate() {
        if at % 2 == 0 {
            text.push_str(part);
        } else {
            text.push_str(&filled(part, options, &routines, &experiment, &names));
        }
    }
    Ok(text)
}

/// Fills in a name of the template.
fn filled(
    name: &str,
    options: &Options,
    routines: &[String],
    experiment: &Experiment<'_>,
    names: &Claimable,
) -> String {
    match name {
        "NAME" => options.name.clone(),
        "DECK" => experiment.design.size.to_string(),
        "QUESTION" => {
            let cards = experiment.design.size;
            let question = match experiment.simulated().as_slice() {
                [one] => format!("Is {one} a fair shuffle of {cards} cards?"),
                all => format!("Are {} fair shuffles of {cards} cards?", all.join(", ")),
            };
            quoted(&question)
        }
        "ROUTINES" => {
            let routines = routines.iter().map(|routine| quoted(routine));
            format!("[{}]", routines.collect::<Vec<_>>().join(", "))
        }
        "TYPES" => types(options.types.as_deref(), experiment.design.size),
        "SHUFFLES" => letters(options, routines).join("\n"),
        "COMMON" => notes(COMMON.iter().map(list::key)),
        "OWN" => notes(own_keys().into_iter()),
        "FIGURES" => notes(grouped(&names.figures).into_iter()),
        "TESTS" => notes(grouped(&names.tests).into_iter()),
        _ => claims(names),
    }
}

/// The line of card types, or one that shows how they are written.
fn types(given: Option<&str>, cards: usize) -> String {
    if let Some(types) = given {
        return format!("types = {}", quoted(types));
    }
    let (lands, spells) = (cards * 2 / 5, cards - cards * 2 / 5);
    format!(
        "# types = \"{lands} land, {spells} spell\"  # opening hands, runs and boosters of the first"
    )
}

/// Lines that stay comments.
fn notes(lines: impl Iterator<Item = String>) -> String {
    let lines = lines.map(|line| format!("##   {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The keys that belong to certain kinds, each meaning once.
fn own_keys() -> Vec<String> {
    let mut all: Vec<(&Key, &str)> = Vec::new();
    for kind in &KINDS {
        for key in kind.keys {
            let same = |(known, _): &(&Key, _)| (known.name, known.about) == (key.name, key.about);
            if !all.iter().any(same) {
                all.push((key, kind.name));
            }
        }
    }
    let line = |(key, kind): &(&Key, &str)| {
        let meanings = all.iter().filter(|(other, _)| other.name == key.name);
        match meanings.count() {
            1 => list::key(key),
            _ => format!("{}; in claims of kind {kind}", list::key(key)),
        }
    };
    all.iter().map(line).collect()
}

/// Names that have the same things share a line.
fn grouped(all: &[(String, Vec<String>)]) -> Vec<String> {
    let mut groups: Vec<(Vec<&str>, &[String])> = Vec::new();
    for (name, things) in all.iter().filter(|(_, things)| !things.is_empty()) {
        match groups.iter_mut().find(|(_, known)| known == things) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], things)),
        }
    }
    let line = |(names, things): (Vec<&str>, &[String])| {
        format!("{}: {}", names.join(", "), things.join(", "))
    };
    groups.into_iter().map(line).collect()
}

/// A claim of each kind, as comments.
fn claims(names: &Claimable) -> String {
    let claims = KINDS.iter().map(|kind| {
        let keys: Vec<&str> = kind.keys.iter().map(|key| key.name).collect();
        let example = kind.example(&names.filling).into_iter();
        let example = example.map(|line| format!("# {line}"));
        format!(
            "## {}: {}; keys: {}\n{}\n",
            kind.name,
            kind.about,
            keys.join(", "),
            example.collect::<Vec<_>>().join("\n")
        )
    });
    claims.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The lines that say what the letters of these routines stand for, and the letters within their shuffles.
fn letters(options: &Options, routines: &[String]) -> Vec<String> {
    let mut known = Table::new();
    for (letter, kind, parameters) in shuffle::DEFAULT_LETTERS {
        let value = match parameters.parse::<Table>() {
            Ok(parameters) if !parameters.is_empty() => {
                let kind = ("kind".to_owned(), Value::from(*kind));
                Value::Table(std::iter::once(kind).chain(parameters).collect())
            }
            _ => Value::from(*kind),
        };
        known.insert(letter.to_string(), value);
    }
    for flag in &options.shuffles {
        known.extend(spec::lettered(flag));
    }
    let mut wanted: Vec<char> = routines
        .iter()
        .flat_map(|routine| routine.chars())
        .collect();
    let mut lines = Vec::new();
    let mut at = 0;
    while let Some(letter) = wanted.get(at).copied() {
        at += 1;
        let Some(value) = known.remove(&letter.to_string()) else {
            continue;
        };
        let within = value.get("each").and_then(Value::as_str);
        wanted.extend(within.into_iter().flat_map(str::chars));
        let kind = value
            .get("kind")
            .unwrap_or(&value)
            .as_str()
            .unwrap_or_default();
        let kind = shuffle::KINDS.iter().find(|known| known.name == kind);
        lines.push(format!(
            "{letter} = {value}  # {}",
            kind.map_or("", |kind| kind.about)
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::run::conduct;
    use engine::simulate::{Machine, Unwatched};

    fn options(from: &[&str], deck: Option<i64>) -> Options {
        Options {
            name: "mine".to_owned(),
            from: from.iter().map(ToString::to_string).collect(),
            deck,
            shuffles: vec![
                "M = { kind = \"mash\", packet = [1, 3], error = 2 }".to_owned(),
                "P = { kind = \"piles\", piles = 3, each = \"M\" }".to_owned(),
            ],
            types: None,
        }
    }

    /// The spec with the comment signs taken from its claims.
    fn claimed(text: &str) -> String {
        let (head, claims) = text.split_once("# [[claims]]").expect("claims");
        let claims = claims
            .lines()
            .map(|line| line.strip_prefix("# ").unwrap_or(line));
        format!(
            "{head}[[claims]]{}\n",
            claims.collect::<Vec<_>>().join("\n")
        )
    }

    #[test]
    fn every_claim_in_comments_is_one_that_can_be_decided() {
        for (from, deck) in [
            (&[][..], None),
            (&["RRRC"], Some(60)),
            (&["PM", "G*7"], Some(52)),
            (&["S"], Some(2)),
        ] {
            let text = text(&options(from, deck)).unwrap();
            let plain = spec::parse("mine.toml".as_ref(), &text, &Overrides::default()).unwrap();
            assert_eq!(plain.claims.len(), 0);
            let claimed = claimed(&text);
            let few = Overrides {
                trials: Some(100),
                ..Overrides::default()
            };
            let experiment = spec::parse("mine.toml".as_ref(), &claimed, &few);
            let experiment = experiment.unwrap_or_else(|error| panic!("{error}\n{claimed}"));
            assert_eq!(experiment.claims.len(), KINDS.len());
            let machine = Machine::from(1);
            let record = conduct::run(&experiment, machine, &Unwatched).unwrap();
            assert_eq!(record.claims.len(), KINDS.len());
        }
    }

    #[test]
    fn the_letters_of_the_routines_are_written_and_no_others() {
        let lines = letters(&options(&[], None), &["PC".to_owned()]);
        let starts: Vec<&str> = lines.iter().map(|line| &line[..1]).collect();
        assert_eq!(starts, ["P", "C", "M"]);
    }
}
