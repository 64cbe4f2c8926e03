//! `colddeck list`: what specs can name.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::screen::screen;
use super::{Exit, explain, stdio};
use crate::options::accepted;
use ::run::explain::dictionary;
use ::run::questions::Catalogue;
use ::run::spec::claim_kinds::{COMMON, Filling, KINDS, Key};
use deck::rng;
use deck::subject::Kind as Subject;
use record::explain::Group as Explained;
use shuffle::Group;
use shuffle::draws;
use shuffle::loader::STEPS;
use shuffle::policy::Memory;
use statistic::stakes::SETS;
use text::harmless;

use ::run::spec;

/// Options of `colddeck list`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The list; without it, which lists there are
    what: Option<What>,
    /// Say all about this entry of the list
    name: Vec<String>,
    /// Where to look for experiments
    #[arg(long, value_name = "DIR", default_value = "experiments")]
    folder: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    #[value(alias = "routines")]
    Shuffles,
    Statistics,
    Stakes,
    Generators,
    Draws,
    Sources,
    Loaders,
    Claims,
    Experiments,
}

impl What {
    /// The group in which entries are explained; claims and experiments are not.
    fn group(self) -> Option<Explained> {
        Some(match self {
            Self::Shuffles => Explained::Shuffles,
            Self::Statistics => Explained::Statistics,
            Self::Generators => Explained::Generators,
            Self::Draws => Explained::Draws,
            Self::Sources => Explained::Sources,
            Self::Stakes | Self::Loaders | Self::Claims | Self::Experiments => return None,
        })
    }

    /// The name on the command line.
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let mut page = String::new();
    match (options.what, options.name.join(" ").as_str()) {
        (None, _) => kinds(&mut page, options)?,
        (Some(What::Claims), "") => claims(&mut page),
        (Some(What::Claims), kind) => claim(&mut page, kind)?,
        (Some(What::Experiments), "") => experiments(&mut page, options)?,
        (Some(What::Shuffles), "") => shuffles(&mut page),
        (Some(What::Statistics), "") => statistics(&mut page),
        (Some(What::Generators), "") => generators(&mut page),
        (Some(What::Stakes), "") => stakes(&mut page),
        (Some(What::Draws), "") => drawn(&mut page),
        (Some(What::Sources), "") => sources(&mut page),
        (Some(What::Loaders), "") => loaders(&mut page),
        (Some(what), name) => {
            let Some(group) = what.group() else {
                bail!(
                    "found `{}` after `{}`; accepted: nothing, or --folder DIR",
                    harmless::words(name),
                    what.name()
                );
            };
            page = of_group(group, name)?;
        }
    }
    stdio::print(&page)?;
    Ok(Exit::NoEvidence)
}

/// The lists that there are, with the number of their entries.
fn kinds(page: &mut String, options: &Options) -> anyhow::Result<()> {
    head(page, "lists: colddeck list NAME");
    let sources = rng::Seeding::WORDS.len() + Memory::NAMES.len();
    let counted = [
        (
            What::Shuffles,
            shuffle::KINDS.len(),
            "of which routines are made: right ones and wrong ones",
        ),
        (
            What::Statistics,
            statistic::KINDS.len(),
            "what is looked at in decks, draws, hands, orders, puzzles",
        ),
        (
            What::Stakes,
            SETS.len(),
            "events of games on which somebody bets",
        ),
        (
            What::Generators,
            rng::GENERATORS.len(),
            "random numbers, of other programs too",
        ),
        (
            What::Draws,
            draws::KINDS.len(),
            "how games draw items: bags, weights, dice",
        ),
        (
            What::Sources,
            sources,
            "what goes wrong beside a shuffle: seeds, memory",
        ),
        (
            What::Loaders,
            STEPS.len(),
            "what loaders of training data do to the order of items",
        ),
        (
            What::Claims,
            KINDS.len(),
            "what a spec can state, and how it is decided",
        ),
    ];
    let mut counted_entry = |what: What, count: usize, about: &str| {
        entry(page, &format!("{} ({count})", what.name()), about);
    };
    for (what, count, about) in counted {
        counted_entry(what, count, about);
    }
    let folder = &options.folder;
    if folder.is_dir() {
        let specs = spec::in_folder(folder)?.len();
        let about = format!(
            "questions, as specs in the folder {}",
            harmless::path(folder)
        );
        counted_entry(What::Experiments, specs, &about);
    } else {
        counted_entry(
            What::Experiments,
            0,
            "questions, as specs in a folder: --folder DIR",
        );
    }
    line(page, "");
    paragraph(
        page,
        "`colddeck list shuffles mash` says all about one entry. `colddeck explain` lists words of the screen.",
    );
    Ok(())
}

/// All that is said of an entry of a group.
fn of_group(group: Explained, name: &str) -> anyhow::Result<String> {
    let mut pages = dictionary().find(name)?;
    pages.retain(|page| page.group == group);
    if pages.is_empty() {
        bail!(
            "found `{}`, which is not among the {}; accepted: `colddeck explain {}`",
            harmless::words(name),
            group.title(),
            harmless::words(name)
        );
    }
    let pages: Vec<String> = pages.iter().map(explain::page).collect();
    Ok(pages.join("\n"))
}

fn line(page: &mut String, text: &str) {
    page.push_str(text);
    page.push('\n');
}

fn head(page: &mut String, title: &str) {
    let bold = anstyle::Style::new().bold();
    line(page, &format!("{bold}{title}{bold:#}"));
}

/// A name and what it means, wrapped under its beginning.
fn entry(page: &mut String, name: &str, about: &str) {
    let name = format!("  {name:<18} ");
    line(page, &screen().listed(&name, about));
}

fn paragraph(page: &mut String, text: &str) {
    line(page, &screen().wrapped(text));
}

/// The end of a list: the way to more.
fn more(page: &mut String, list: &str, example: &str, what: &str) {
    line(page, "");
    paragraph(
        page,
        &format!("`colddeck list {list} {example}` says more of one: {what}."),
    );
}

fn shuffles(page: &mut String) {
    for group in Group::ALL {
        head(page, &format!("shuffles, {}", group.title()));
        for kind in shuffle::KINDS.iter().filter(|kind| kind.group == *group) {
            entry(page, kind.name, kind.about);
        }
    }
    head(
        page,
        "in routines: letters (without a [shuffles] table), and words",
    );
    for (letter, kind, parameters) in shuffle::DEFAULT_LETTERS {
        let braces = if parameters.is_empty() {
            String::new()
        } else {
            format!(" {{ {parameters} }}")
        };
        entry(page, &letter.to_string(), &format!("{kind}{braces}"));
    }
    let about = "the name of any shuffle above that can do without parameters: \"mash*7 cut\"";
    entry(page, "a word", about);
    more(
        page,
        "shuffles",
        "mash",
        "its parameters, how long it takes, and who described it",
    );
}

fn statistics(page: &mut String) {
    for on in Subject::ALL {
        head(page, &format!("statistics of {}", on.plural()));
        for kind in statistic::KINDS.iter().filter(|kind| kind.on == *on) {
            entry(page, kind.name, kind.about);
        }
    }
    head(page, "suites");
    for about in statistic::SUITES {
        entry(page, about.name, about.about);
    }
    more(
        page,
        "statistics",
        "rising-sequences",
        "what it counts, its parameters, and who described it",
    );
}

/// Lists the stakes of each game.
fn stakes(page: &mut String) {
    for set in SETS {
        head(page, &format!("--stakes {}: {}", set.name, set.about));
        for stake in set.stakes {
            line(page, &format!("  {stake}"));
        }
    }
    line(page, "");
    line(
        page,
        "`colddeck explain stakes` says how to write others, for --stake.",
    );
}

fn generators(page: &mut String) {
    head(page, "generators");
    for about in rng::GENERATORS {
        entry(page, about.name, about.about);
    }
}

fn drawn(page: &mut String) {
    head(
        page,
        "rules of drawing: draws = [...] in a spec about a sequence",
    );
    for kind in draws::KINDS {
        entry(page, kind.name, kind.about);
    }
    more(page, "draws", "bag", "its parameters, and who described it");
}

/// Lists what a source can do wrong besides shuffling.
fn sources(page: &mut String) {
    head(
        page,
        "seeding: --seeding, or source = { seeding = ... } in a spec",
    );
    for (word, about) in rng::Seeding::WORDS {
        entry(page, word, about);
    }
    head(
        page,
        "memory: --memory, or source = { memory = ... } in a spec",
    );
    for (name, _, about) in Memory::NAMES {
        entry(page, name, about);
    }
}

/// Lists the steps of a loader.
fn loaders(page: &mut String) {
    head(
        page,
        "loaders: steps of order --loader, with commas between",
    );
    for step in STEPS {
        entry(page, &step.written(), step.about);
    }
    line(page, "");
    paragraph(
        page,
        "`colddeck advise --loader \"shards 1000, buffer ?\"` finds the number of one step.",
    );
}

/// Lists what a claim may state.
fn claims(page: &mut String) {
    head(page, "claims: kinds of [[claims]] tables in a spec");
    for kind in &KINDS {
        entry(page, kind.name, kind.about);
    }
    head(page, "keys of each of them");
    keys(page, COMMON.iter());
    more(
        page,
        "claims",
        KINDS[0].name,
        "its own keys, with an example",
    );
}

fn keys(page: &mut String, keys: impl Iterator<Item = &'static Key>) {
    keys.for_each(|key| entry(page, key.name, &meaning(key)));
}

/// Says all about one kind of claim.
fn claim(page: &mut String, name: &str) -> anyhow::Result<()> {
    let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
        let names = || KINDS.iter().map(|kind| kind.name);
        bail!(
            "found the kind `{}`; {}",
            harmless::words(name),
            accepted(name, names)
        );
    };
    head(
        page,
        &format!("claims of kind {}: {}", kind.name, kind.about),
    );
    keys(page, kind.keys.iter().copied());
    line(page, "for example");
    for example in kind.example(&Filling::default()) {
        line(page, &format!("  {example}"));
    }
    Ok(())
}

/// A key of a claim and its meaning on one line.
pub(super) fn key(key: &Key) -> String {
    format!("{}: {}", key.name, meaning(key))
}

fn meaning(key: &Key) -> String {
    let Key {
        about,
        optional,
        words,
        ..
    } = key;
    let words = words.map_or_else(String::new, |words| {
        format!("; accepted: {}", words().join(", "))
    });
    let optional = if *optional { "; may be left out" } else { "" };
    format!("{about}{words}{optional}")
}

/// The names that a parameter of a question accepts.
pub(super) fn catalogue(catalogue: &Catalogue) -> anyhow::Result<Exit> {
    let mut page = String::new();
    head(&mut page, catalogue.title);
    for [name, about, source] in (catalogue.entries)() {
        entry(&mut page, name, about);
        if !source.is_empty() {
            entry(&mut page, "", &format!("source: {source}"));
        }
    }
    stdio::print(&page)?;
    Ok(Exit::NoEvidence)
}

/// The specs in the folder and in its folders.
fn experiments(page: &mut String, options: &Options) -> anyhow::Result<()> {
    let folder = &options.folder;
    if !folder.is_dir() {
        bail!(
            "{}: found no such folder here; the experiments are in the repository of colddeck; accepted: --folder DIR with a \
             folder of specs; `colddeck new NAME` writes a spec",
            harmless::path(folder)
        );
    }
    head(page, "experiments");
    for path in spec::in_folder(folder)? {
        let experiment = spec::read(&path, &spec::Overrides::default())?;
        let path = harmless::path(&path);
        entry(page, &path, &harmless::words(&experiment.question));
    }
    Ok(())
}
