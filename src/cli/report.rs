//! `colddeck report`: reads results again, and shows them or makes their pages; nothing is measured again.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::output::{self, Json};
use super::screen::{self, screen};
use super::stdio::{note, print};
use super::stored::{self, RECORD};
use super::{Exit, calibrate, exports, stdio, ways};
use ::run::conduct::{self, Stored};
use ::run::explain;
use text::harmless;
use text::names;

use record::Record;

use report::{Entry, Found};

/// The help that goes beyond that of the options.
const HELP: &str = "\
A file is a record, the answer of `colddeck exact --json` or the comparison of `colddeck compare --json`. Several go into one \
export, one after the other.

A folder is one of results: beside each record.json in it the report.md, report.html and pictures.svg are written again, from \
that record alone; index.html leads to all of them, and each page of Markdown in the folder (claims.md) gets one of HTML, as \
does the README.md of each folder in it. What README.md says under \"What matters\" stands first in the index.";

/// Options of `colddeck report`.
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    /// Files of results, or one folder of them
    #[arg(required = true, value_name = "RECORD|FOLDER")]
    results: Vec<PathBuf>,
    /// Show these routines of a record alone, in this order; may be repeated
    #[arg(long, value_name = "NAME")]
    routine: Vec<String>,
    /// Draw this picture alone on the sheet of --export FILE.svg, such as calls; may be repeated
    #[arg(long, value_name = "NAME", requires = "export")]
    picture: Vec<String>,
    /// Print the record as JSON, and nothing else; or a summary of at most 4 KB
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "record", conflicts_with_all = ["quiet", "brief", "full"])]
    json: Option<Json>,
    /// Print nothing but errors
    #[arg(long, short, conflicts_with_all = ["brief", "full"])]
    quiet: bool,
    #[command(flatten)]
    depth: screen::Options,
    #[command(flatten)]
    files: exports::Files,
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    options.files.check()?;
    if let [folder] = options.results.as_slice()
        && folder.is_dir()
    {
        if options.files.any() {
            bail!(
                "{}: found a folder beside --export; accepted: files of results, such as {}",
                harmless::path(folder),
                harmless::path(&folder.join(RECORD))
            );
        }
        let asked = [
            ("--json", options.json.is_some()),
            ("--routine", !options.routine.is_empty()),
        ];
        if let Some((option, _)) = asked.iter().find(|(_, asked)| *asked) {
            bail!(
                "{option}: found a folder, {}, whose pages are written again; accepted: a record, such as {}",
                harmless::path(folder),
                harmless::path(&folder.join(RECORD))
            );
        }
        return pages(folder, options.quiet);
    }
    let read = options.results.iter().map(|path| conduct::read_any(path));
    let mut read: Vec<Stored> = read.collect::<Result<_, _>>()?;
    for (stored, path) in read.iter_mut().zip(&options.results) {
        if let Stored::Record(record) = stored {
            only(record, &options.routine).with_context(|| harmless::path(path))?;
        }
    }
    let mut found = Found::new(explain::dictionary());
    found.pictures = &options.picture;
    for stored in &read {
        match stored {
            Stored::Record(record) => found.records.push(record),
            Stored::Answer(answer) => found.answers.push(answer),
            Stored::Comparison(comparison) => found.comparisons.push(comparison),
            Stored::Watch(status) => found.watches.push(status),
            Stored::Calibration(_) if options.files.any() => {
                bail!(
                    "--export: a calibration has pages in its folder alone; accepted: that folder, such as results"
                )
            }
            Stored::Calibration(_) => {}
        }
    }
    options.files.write(&found)?;
    if let Some(kind) = options.json {
        let [Stored::Record(record)] = read.as_slice() else {
            bail!(
                "--json: found {} files, or no record; accepted: one record",
                read.len()
            );
        };
        stdio::print_json(&kind.of(record)?)?;
    } else if !options.quiet {
        let depth = options.depth.depth();
        let texts = read.iter().map(|stored| match stored {
            Stored::Record(record) => report::terminal(record, depth, screen()),
            Stored::Answer(answer) => report::answer(answer, screen()),
            Stored::Comparison(found) => report::comparison_terminal(found, depth, screen()),
            Stored::Watch(status) => report::follow::terminal(status, screen()),
            Stored::Calibration(found) => report::calibration_terminal(found, screen()),
        });
        print(&texts.collect::<Vec<_>>().join("\n"))?;
    }
    Ok(Exit::NoEvidence)
}

/// Leaves out all routines but those of these names, if there are names; the control stays, which nobody asks for.
fn only(record: &mut Record, names: &[String]) -> anyhow::Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let mut kept = Vec::new();
    for name in names {
        let found = record.routines.iter().find(|routine| routine.name == *name);
        let Some(found) = found else {
            let known = || record.routines.iter().map(|routine| routine.name.as_str());
            let hint = names::hint(name, known());
            bail!(
                "--routine: found `{}`; accepted: {}{hint}",
                harmless::line(name),
                names::list(known())
            );
        };
        kept.push(found.clone());
    }
    let control = record.routines.iter().find(|routine| routine.control);
    kept.extend(
        control
            .filter(|control| !names.contains(&control.name))
            .cloned(),
    );
    record.routines = kept;
    // It spoke of the others, too.
    if record.headline.is_some() {
        record.headline = Some(report::headline(record));
    }
    Ok(())
}

/// The file in a folder of results that says what they are, and its part that an index begins with.
const README: &str = "README.md";
const MATTERS: &str = "## What matters\n";

/// The page that leads to all others.
const INDEX: &str = "index.html";

/// Makes the pages of all results in `folder`.
fn pages(folder: &Path, quiet: bool) -> anyhow::Result<Exit> {
    let stored = stored::all(folder)?;
    if stored.is_empty() {
        bail!(
            "{}: found no record in it; accepted: a folder in which `colddeck run` has left its results",
            harmless::path(folder)
        );
    }
    let ways = ways::all(folder, &stored);
    for ((within, stored), ways) in stored.iter().zip(&ways) {
        match stored {
            Stored::Record(record) => {
                record::write(&folder.join(within), &output::views(record, Some(ways)))?;
            }
            Stored::Calibration(found) => {
                record::write(&folder.join(within), &calibrate::views(found, Some(ways)))?;
            }
            Stored::Answer(_) | Stored::Comparison(_) | Stored::Watch(_) => {}
        }
    }
    let mut files = Vec::new();
    let mut texts = Vec::new();
    let mut findings = String::new();
    for (name, markdown) in markdown(folder)? {
        if name == README {
            matters(&markdown).clone_into(&mut findings);
            continue;
        }
        let page = format!("{}.html", name.trim_end_matches(".md"));
        let title = markdown.lines().find_map(|line| line.strip_prefix("# "));
        texts.push((page.clone(), title.unwrap_or(&name).replace('`', "")));
        files.push((page, report::text(&markdown, 0, &|_| None)));
    }
    for (within, markdown) in readmes(folder)? {
        let title = markdown.lines().find_map(|line| line.strip_prefix("# "));
        let page = format!("{within}/{INDEX}");
        texts.push((page, title.unwrap_or(&within).replace('`', "")));
        let here = folder.join(&within);
        let text = report::text(&markdown, within.split('/').count(), &|link| {
            svg(&here, link)
        });
        record::write(&here, &[(INDEX, text)])?;
    }
    let entries = stored.iter().filter_map(|(folder, stored)| match stored {
        Stored::Record(record) => Some(Entry { folder, record }),
        _ => None,
    });
    let entries: Vec<Entry<'_>> = entries.collect();
    let calibrations = stored.iter().filter_map(|(folder, stored)| match stored {
        Stored::Calibration(found) => Some((folder.as_str(), &**found)),
        _ => None,
    });
    let calibrations: Vec<_> = calibrations.collect();
    let index = report::index(&findings, &texts, &entries, &calibrations);
    files.push((INDEX.to_owned(), index));
    record::write(folder, &files)?;
    if !quiet {
        let index = harmless::path(&folder.join(INDEX));
        note(&format!(
            "written: {index}, and the pages of {}",
            names::counted(stored.len() as u64, "result")
        ));
    }
    Ok(Exit::NoEvidence)
}

/// The pages of Markdown that lie in `folder` itself, by their names.
fn markdown(folder: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let unreadable = |path: &Path| format!("{}: cannot read it", harmless::path(path));
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| unreadable(folder))? {
        let path = entry.with_context(|| unreadable(folder))?.path();
        let is_markdown = path.extension().is_some_and(|ending| ending == "md");
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(name) = name.filter(|_| is_markdown) {
            let text = fs::read_to_string(&path).with_context(|| unreadable(&path))?;
            pages.push((name.to_owned(), text));
        }
    }
    pages.sort();
    Ok(pages)
}

/// The pages called README.md in the folders below `folder`, by those folders.
fn readmes(folder: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let unreadable = |path: &Path| format!("{}: cannot read it", harmless::path(path));
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| unreadable(folder))? {
        let path = entry.with_context(|| unreadable(folder))?.path();
        let (readme, name) = (
            path.join(README),
            path.file_name().and_then(|name| name.to_str()),
        );
        if let Some(name) = name.filter(|_| readme.is_file()) {
            let text = fs::read_to_string(&readme).with_context(|| unreadable(&readme))?;
            pages.push((name.to_owned(), text));
        }
    }
    pages.sort();
    Ok(pages)
}

/// The picture that a page in `folder` links to, if it is one that lies there.
fn svg(folder: &Path, link: &str) -> Option<String> {
    let own = Path::new(link).file_name().is_some_and(|name| name == link);
    let drawn = Path::new(link)
        .extension()
        .is_some_and(|ending| ending == "svg");
    fs::read_to_string(folder.join(link))
        .ok()
        .filter(|_| own && drawn)
}

/// The text under the heading of what matters, up to the next one; its own heading stays.
fn matters(markdown: &str) -> &str {
    let Some(from) = markdown.find(MATTERS) else {
        return "";
    };
    let below = from + MATTERS.len();
    let end = markdown[below..]
        .find("\n## ")
        .map_or(markdown.len(), |end| below + end);
    &markdown[from..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_begins_with_what_matters() {
        let text = "# Results\n\nWords.\n\n## What matters\n\n1. One.\n\n## How to read\n\nMore.\n";
        assert_eq!(matters(text), "## What matters\n\n1. One.\n");
        assert_eq!(matters("# Results\n"), "");
    }
}
