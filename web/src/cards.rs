//! The cards that the page opens with: the question of each experiment, what was found, and an address that fills the fields
//! of the page with it. Where no address says it, the spec itself is put into the page, without its claims.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::json;
use toml::{Table, Value};

/// Routines that stand side by side on the page.
const MOST_ROUTINES: usize = 4;

/// Folders of experiments in the order in which people ask, with the words above their cards.
const TOPICS: &[(&str, &str)] = &[
    ("tournament", "At a tournament"),
    ("hands", "Opening hands"),
    ("pictures", "Pictures"),
    ("casino", "Casino machines"),
    ("cube", "A cube of 540 cards"),
    ("tracking", "Following a card"),
    ("games", "Card games"),
    ("zoo", "Wrong programs"),
    ("refutation", "A refuted article"),
    ("ouroboros", "Shuffles without chance"),
    ("sequences", "Sequences"),
    ("puzzles", "Puzzles"),
    ("pocket-cube", "Pocket cube"),
    ("lotteries", "Lotteries"),
];

/// Keys of a spec that say what it expects, or how its page is drawn; a question can be asked without them.
const NOT_ASKED: &[&str] = &["answers", "claims", "finding", "question"];

/// All cards, and the specs that some of them open.
pub struct Cards {
    /// The cards as HTML.
    pub html: String,
    /// Specs and the files beside them by name, as JSON.
    pub specs: String,
    pub count: usize,
}

/// Reads all experiments and what they found.
pub fn cards(root: &Path) -> Result<Cards> {
    let mut html = String::new();
    let mut specs = serde_json::Map::new();
    let mut count = 0;
    for (topic, title) in TOPICS {
        let mut paths: Vec<PathBuf> = fs::read_dir(root.join("experiments").join(topic))
            .with_context(|| format!("experiments/{topic}: cannot read it"))?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_>>()?;
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
        paths.sort();
        for path in paths {
            let card = card(root, topic, title, &path)
                .with_context(|| format!("{}: no card can be made of it", path.display()))?;
            html.push_str(&card.html);
            specs.extend(
                card.files
                    .into_iter()
                    .map(|(name, text)| (name, json!(text))),
            );
            count += 1;
        }
    }
    Ok(Cards {
        html,
        specs: serde_json::Value::Object(specs).to_string(),
        count,
    })
}

/// One card, and the files that it opens.
struct Card {
    html: String,
    files: Vec<(String, String)>,
}

fn card(root: &Path, topic: &str, title: &str, path: &Path) -> Result<Card> {
    let spec: Table = fs::read_to_string(path)?.parse()?;
    let name = text(&spec, "name").context("key `name`: it is missing")?;
    let record = root
        .join("results")
        .join(topic)
        .join(name)
        .join("record.json");
    let record: serde_json::Value = serde_json::from_str(
        &fs::read_to_string(&record).with_context(|| record.display().to_string())?,
    )?;
    let question = text(&spec, "question").context("key `question`: it is missing")?;
    let finding = record["finding"].as_str();
    let finding = finding.context("record.json, key `finding`: it is missing")?;
    let template = text(&spec, "finding").unwrap_or_default();
    let (address, files) = match asked(&spec, template) {
        Some(address) => (address, Vec::new()),
        None => {
            let key = format!("{topic}/{name}");
            (format!("spec={key}"), opened(&spec, &key, path)?)
        }
    };
    let mut html = String::new();
    write!(
        html,
        "<li class=\"w-card\" data-words=\"{}\"><p class=\"kicker\">{}</p><h3>{}</h3><p>{}</p>{}<a class=\"w-button\" href=\"#{}\" \
         aria-label=\"Change it: {}\">Change it</a></li>\n",
        escaped(&format!("{title} {topic} {name}").to_lowercase()),
        escaped(title),
        escaped(question),
        escaped(finding),
        picture(&record),
        escaped(&address),
        escaped(question),
    )?;
    Ok(Card { html, files })
}

/// The picture of a card: each routine, and whether its tests saw that it is none that is fair.
fn picture(record: &serde_json::Value) -> String {
    let routines = record["routines"].as_array().into_iter().flatten();
    let routines = routines.filter(|routine| routine["control"] != true);
    let seen: Vec<(String, bool)> = routines
        .map(|routine| {
            let tests = routine["tests"].as_array().into_iter().flatten();
            let failed = tests.filter(|test| test["verdict"] == "fail").count() > 0;
            (
                routine["name"].as_str().unwrap_or_default().to_owned(),
                failed,
            )
        })
        .collect();
    if !(2..=8).contains(&seen.len()) || seen.iter().any(|(name, _)| name.len() > 16) {
        return String::new();
    }
    let chips = seen.iter().map(|(name, failed)| {
        let (tone, words) = if *failed {
            ("bad", "evidence")
        } else {
            ("good", "none found")
        };
        format!(
            "<li class=\"{tone}\"><code>{}</code> {words}</li>",
            escaped(name)
        )
    });
    let chips: String = chips.collect();
    format!("<ul class=\"w-chips\" aria-label=\"Evidence against each routine\">{chips}</ul>")
}

/// The address that asks what a spec asks, if one can.
fn asked(spec: &Table, finding: &str) -> Option<String> {
    let answered = answer_of(spec, finding);
    let shuffled = spec.contains_key("routines");
    match answered {
        Some(answer) if !shuffled || finding_is_of_answers(spec, finding) => question(spec, answer),
        _ => None,
    }
    .or_else(|| routines(spec))
}

/// What stands in braces in a finding, without what follows a name.
fn braces(finding: &str) -> impl Iterator<Item = &str> {
    let parts = finding.split('{').skip(1);
    parts.filter_map(|part| part.split(['}', '|', ':']).next())
}

/// The answer that a name in braces speaks of: `NAME.path`, or a claim about `answers.NAME`.
fn named<'a>(spec: &'a Table, name: &str) -> Option<&'a str> {
    let first = name.split('.').next()?;
    let answers = spec.get("answers")?.as_table()?;
    if let Some((key, _)) = answers.get_key_value(first) {
        return Some(key);
    }
    let claims = spec.get("claims")?.as_array()?;
    let claim = claims
        .iter()
        .find(|claim| claim.get("id").and_then(Value::as_str) == Some(name))?;
    let routine = claim.get("routine")?.as_str()?.strip_prefix("answers.")?;
    let answer = routine.split('.').next()?;
    answers.get_key_value(answer).map(|(key, _)| key.as_str())
}

/// The answer that a finding speaks of first, or else the first one of all, of those that are quick.
fn answer_of<'a>(spec: &'a Table, finding: &str) -> Option<&'a Table> {
    let answers = spec.get("answers")?.as_table()?;
    let of_finding = braces(finding).filter_map(|name| answers.get(named(spec, name)?));
    let all = of_finding.chain(answers.values());
    let mut all = all.filter_map(Value::as_table).peekable();
    let first = all.peek().copied();
    // Scans over all values up to a large one take minutes.
    all.find(|answer| !answer.contains_key("scan")).or(first)
}

/// Returns true if the first figure of the finding is one of an answer, rather than one of a routine.
fn finding_is_of_answers(spec: &Table, finding: &str) -> bool {
    braces(finding)
        .next()
        .is_some_and(|name| named(spec, name).is_some())
}

/// The address of a question.
fn question(spec: &Table, answer: &Table) -> Option<String> {
    let what = answer.get("what")?.as_str()?;
    let mut pairs = vec![("exact".to_owned(), what.to_owned())];
    let mut used = String::new();
    for (key, value) in answer {
        let value = match (key.as_str(), plain(value)) {
            ("what", _) => continue,
            (_, Some(value)) => value,
            (_, None) => return None,
        };
        used.push_str(&value);
        let value = if value == "true" {
            "yes".to_owned()
        } else {
            value
        };
        pairs.push((key.clone(), value));
    }
    if !answer.contains_key("deck")
        && let Some(deck) = spec.get("deck")
    {
        // A question takes a number of cards.
        let deck = deck.as_integer()?.to_string();
        pairs.push(("deck".to_owned(), deck));
    }
    pairs.extend(definitions(spec, &used)?);
    Some(address(&pairs))
}

/// The address of routines side by side.
fn routines(spec: &Table) -> Option<String> {
    let source = spec.get("source").and_then(Value::as_table);
    let mut more = String::new();
    for (key, value) in source.into_iter().flatten() {
        let words = match (key.as_str(), value) {
            ("memory", value) => format!("--memory {}", value.as_str()?),
            ("seeding", Value::String(kind)) => format!("--seeding {kind}"),
            ("seeding", Value::Table(seeding)) if seeding.contains_key("bits") => {
                format!("--seeding {}-bit", seeding["bits"].as_integer()?)
            }
            _ => return None,
        };
        write!(more, "{words} ").ok()?;
    }
    for (key, option) in [
        ("suite", "--suite"),
        ("view", "--view"),
        ("generator", "--generator"),
    ] {
        if let Some(value) = text(spec, key) {
            write!(more, "{option} {value} ").ok()?;
        }
    }
    for statistic in spec
        .get("statistics")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        if let Some(name) = statistic.as_str() {
            write!(more, "--statistic {name} ").ok()?;
        }
    }
    let listed = spec.get("routines")?.as_array()?;
    let listed = listed.iter().filter_map(Value::as_str).take(MOST_ROUTINES);
    let mut pairs = vec![("deck".to_owned(), plain(spec.get("deck")?)?)];
    pairs.extend(
        listed
            .clone()
            .map(|routine| ("run".to_owned(), routine.to_owned())),
    );
    if !more.is_empty() {
        pairs.push(("more".to_owned(), more.trim().to_owned()));
    }
    pairs.extend(definitions(spec, &listed.collect::<String>())?);
    Some(address(&pairs))
}

/// Definitions of the letters that are used, and of those that these use, as `--shuffle` takes them.
fn definitions(spec: &Table, used: &str) -> Option<Vec<(String, String)>> {
    let Some(shuffles) = spec.get("shuffles").and_then(Value::as_table) else {
        return Some(Vec::new());
    };
    let mut wanted: BTreeSet<char> = used.chars().collect();
    loop {
        let before = wanted.len();
        for (letter, shuffle) in shuffles {
            let each = shuffle.get("each").and_then(Value::as_str);
            if letter.chars().any(|letter| wanted.contains(&letter)) {
                wanted.extend(each.into_iter().flat_map(str::chars));
            }
        }
        if wanted.len() == before {
            break;
        }
    }
    let named = shuffles
        .iter()
        .filter(|(letter, _)| letter.chars().all(|it| wanted.contains(&it)));
    let told = named.map(|(letter, shuffle)| {
        let words = match shuffle {
            Value::String(kind) => kind.clone(),
            Value::Table(keys) => {
                let mut words = keys.get("kind")?.as_str()?.to_owned();
                for (key, value) in keys.iter().filter(|(key, _)| *key != "kind") {
                    let value = match value {
                        Value::Array(ends) if ends.len() == 2 => {
                            format!("{}..{}", ends[0], ends[1])
                        }
                        value => plain(value)?,
                    };
                    write!(words, " {key}={value}").ok()?;
                }
                words
            }
            _ => return None,
        };
        Some(("shuffle".to_owned(), format!("{letter}={words}")))
    });
    told.collect()
}

/// The spec that a card opens, without what it expects, and the file that it reads.
fn opened(spec: &Table, key: &str, path: &Path) -> Result<Vec<(String, String)>> {
    let mut asked = spec.clone();
    asked.retain(|name, _| !NOT_ASKED.contains(&name));
    let mut files = vec![(key.to_owned(), asked.to_string())];
    let file = spec.get("source").and_then(|source| source.get("file"));
    if let Some(name) = file.and_then(Value::as_str) {
        let beside = path.with_file_name(name);
        let text = fs::read_to_string(&beside).with_context(|| beside.display().to_string())?;
        files.push((name.to_owned(), text));
    }
    Ok(files)
}

fn text<'a>(table: &'a Table, key: &str) -> Option<&'a str> {
    table.get(key).and_then(Value::as_str)
}

/// A value as an option takes it; a table is none.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(list) => {
            let list: Option<Vec<String>> = list.iter().map(plain).collect();
            Some(list?.join(","))
        }
        Value::Table(_) | Value::Datetime(_) => None,
        other => Some(other.to_string()),
    }
}

/// What stands behind the # of an address.
fn address(pairs: &[(String, String)]) -> String {
    let pairs = pairs.iter().map(|(key, value)| {
        let mut told = format!("{key}=");
        for byte in value.bytes() {
            match byte {
                b' ' => told.push('+'),
                b'a'..=b'z'
                | b'A'..=b'Z'
                | b'0'..=b'9'
                | b'-'
                | b'_'
                | b'.'
                | b'*'
                | b','
                | b'='
                | b':'
                | b'('
                | b')' => told.push(byte.into()),
                other => told.push_str(&format!("%{other:02X}")),
            }
        }
        told
    });
    pairs.collect::<Vec<_>>().join("&")
}

/// A text in HTML, or within the quotes of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
