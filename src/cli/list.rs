//! `colddeck list`: what specs can name.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::{Exit, stdio};
use ::run::questions::Catalogue;
use ::run::spec::claim_kinds::{COMMON, Filling, KINDS, Key};
use deck::rng;
use deck::subject::Kind as Subject;
use shuffle::Group;
use shuffle::draws;
use shuffle::policy::Memory;
use text::harmless;
use text::params::Parameter;

use ::run::spec;

/// Options of `colddeck list`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// What to list; everything but experiments if absent
    what: Option<What>,
    /// Where to look for experiments
    #[arg(long, default_value = "experiments")]
    folder: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Shuffles,
    Statistics,
    Generators,
    Draws,
    Sources,
    Claims,
    Experiments,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let all = [
        What::Shuffles,
        What::Statistics,
        What::Generators,
        What::Draws,
        What::Sources,
        What::Claims,
    ];
    let mut page = String::new();
    for what in options
        .what
        .as_ref()
        .map_or(all.as_slice(), std::slice::from_ref)
    {
        match what {
            What::Shuffles => shuffles(&mut page),
            What::Statistics => statistics(&mut page),
            What::Generators => generators(&mut page),
            What::Draws => drawn(&mut page),
            What::Sources => sources(&mut page),
            What::Claims => claims(&mut page),
            What::Experiments => experiments(&mut page, options)?,
        }
    }
    stdio::print(&page)?;
    Ok(Exit::NoEvidence)
}

fn line(page: &mut String, text: &str) {
    page.push_str(text);
    page.push('\n');
}

fn head(page: &mut String, title: &str) {
    let bold = anstyle::Style::new().bold();
    line(page, &format!("{bold}{title}{bold:#}"));
}

fn named(name: &str, about: &str) -> String {
    format!("  {name:<18} {about}")
}

fn entry(page: &mut String, name: &str, about: &str, source: &str, parameters: &[Parameter]) {
    line(page, &named(name, about));
    if !source.is_empty() {
        line(page, &named("", &format!("source: {source}")));
    }
    for parameter in parameters {
        let Parameter { name, about } = parameter;
        line(page, &named("", &format!("{name}: {about}")));
    }
}

fn shuffles(page: &mut String) {
    for group in Group::ALL {
        head(page, &format!("shuffles, {}", group.title()));
        for kind in shuffle::KINDS.iter().filter(|kind| kind.group == *group) {
            entry(page, kind.name, kind.about, kind.source, kind.parameters);
            if let Some(time) = kind.time {
                line(page, &named("", &format!("time: {}", time.in_words(60))));
            }
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
        line(
            page,
            &named(&letter.to_string(), &format!("{kind}{braces}")),
        );
    }
    let about = "the name of any shuffle above that can do without parameters: \"mash*7 cut\"";
    line(page, &named("a word", about));
}

fn statistics(page: &mut String) {
    for on in Subject::ALL {
        head(page, &format!("statistics of {}", on.plural()));
        for kind in statistic::KINDS.iter().filter(|kind| kind.on == *on) {
            entry(page, kind.name, kind.about, kind.source, kind.parameters);
        }
    }
    head(page, "suites");
    for about in statistic::SUITES {
        line(page, &named(about.name, about.about));
    }
    line(
        page,
        "colddeck explain NAME says more of each, in plain English",
    );
}

fn generators(page: &mut String) {
    head(page, "generators");
    for about in rng::GENERATORS {
        line(page, &named(about.name, about.about));
    }
}

fn drawn(page: &mut String) {
    head(
        page,
        "rules of drawing: draws = [...] in a spec about a sequence",
    );
    for kind in draws::KINDS {
        entry(page, kind.name, kind.about, kind.source, kind.parameters);
    }
}

/// Lists what a source can do wrong besides shuffling.
fn sources(page: &mut String) {
    head(
        page,
        "seeding: --seeding, or source = { seeding = ... } in a spec",
    );
    for (word, about) in rng::Seeding::WORDS {
        line(page, &named(word, about));
    }
    head(
        page,
        "memory: --memory, or source = { memory = ... } in a spec",
    );
    for (name, _, about) in Memory::NAMES {
        line(page, &named(name, about));
    }
}

/// Lists what a claim may state.
fn claims(page: &mut String) {
    let keys = |page: &mut String, keys: &mut dyn Iterator<Item = &'static Key>| {
        keys.for_each(|key| line(page, &named(key.name, &meaning(key))));
    };
    head(page, "claims: keys of each [[claims]] table in a spec");
    keys(page, &mut COMMON.iter());
    for kind in &KINDS {
        head(
            page,
            &format!("claims of kind {}: {}", kind.name, kind.about),
        );
        keys(page, &mut kind.keys.iter().copied());
        line(page, "  for example");
        for example in kind.example(&Filling::default()) {
            line(page, &format!("    {example}"));
        }
    }
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
        entry(&mut page, name, about, source, &[]);
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
        line(page, &named(&path, &harmless::words(&experiment.question)));
    }
    Ok(())
}
