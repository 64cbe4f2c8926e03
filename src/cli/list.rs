//! `colddeck list`: what specs can name.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Exit, output};
use crate::answer::Catalogue;
use crate::params::Parameter;
use crate::policy::Memory;
use crate::shuffle::Group;
use crate::subject::Kind as Subject;
use crate::{rng, shuffle, spec, statistic};

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
    Sources,
    Experiments,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    let all = [
        What::Shuffles,
        What::Statistics,
        What::Generators,
        What::Sources,
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
            What::Sources => sources(&mut page),
            What::Experiments => experiments(&mut page, options)?,
        }
    }
    output::print(&page)?;
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
}

fn generators(page: &mut String) {
    head(page, "generators");
    for about in rng::GENERATORS {
        line(page, &named(about.name, about.about));
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

/// The names that a parameter of a question accepts.
pub(super) fn catalogue(catalogue: &Catalogue) -> anyhow::Result<Exit> {
    let mut page = String::new();
    head(&mut page, catalogue.title);
    for [name, about, source] in (catalogue.entries)() {
        entry(&mut page, name, about, source, &[]);
    }
    output::print(&page)?;
    Ok(Exit::NoEvidence)
}

/// The specs in the folder and in its folders.
fn experiments(page: &mut String, options: &Options) -> anyhow::Result<()> {
    let unreadable = |source| spec::SpecError::Read {
        file: options.folder.clone(),
        source,
    };
    let mut folders = vec![options.folder.clone()];
    for entry in std::fs::read_dir(&options.folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    head(page, "experiments");
    for folder in folders {
        match spec::in_folder(&folder) {
            Ok(specs) => {
                for path in specs {
                    let experiment = spec::read(&path, &spec::Overrides::default())?;
                    let path = path.display().to_string();
                    line(page, &named(&path, &experiment.question));
                }
            }
            // A folder may hold nothing but folders.
            Err(spec::SpecError::EmptyFolder { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
