//! `loader`: the least buffer, or the largest shards, with which a loader of training data makes batches varied enough.

use super::parameter::{Parameter, Read};
use super::question::{Ask, Given, Kind, Topic, ask};
use super::unanswered::Unanswered;
use record::answers::loader::{Loader, NAME};
use search::advise::Crew;
use search::loader::{CONFIDENCE, Wanted};
use shuffle::loader::Open;
use text::names::grouped;
use text::params::{KindError, ParamError};

/// Items of an epoch, at the most: each is four bytes in some copies, for each thread.
const MOST_ITEMS: u64 = 100_000_000;

/// Items beyond which it is said how long the answer takes.
const ANNOUNCED: u32 = 20_000_000;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "The least buffer, or the largest shards, with which the batches of a data loader are varied enough",
    topic: Topic::Loader,
    parameters: &[
        Parameter::new(
            "loader",
            "STEPS",
            Read::Text,
            "The least number that is enough, with ? in its place: \"shards 1000, buffer ?\"; alone: files as shards",
        ),
        Parameter::new(
            "items",
            "N",
            Read::Whole(4..=MOST_ITEMS),
            "Items in an epoch",
        )
        .required(),
        Parameter::new(
            "files",
            "N",
            Read::Whole(2..=MOST_ITEMS),
            "Files of equal size in which they lie: items of one file are alike",
        ),
        Parameter::new(
            "classes",
            "N",
            Read::Whole(2..=MOST_ITEMS),
            "Labels by which they are sorted, as many items of each: items of one label are alike, not those of a file",
        ),
        Parameter::new(
            "batch",
            "N",
            Read::Whole(2..=MOST_ITEMS),
            "Items in a batch",
        )
        .required(),
        Parameter::new(
            "want",
            "variety=M",
            Read::Text,
            "Fair draws whose variety a batch is to hold, as in variety=200",
        )
        .required(),
        Parameter::new(
            "seed",
            "S",
            Read::Whole(0..=super::parameter::MOST),
            "The seed of all epochs",
        )
        .default("1"),
    ],
    ask: asked,
};

/// A number that does not fit.
fn wrong(key: &str, found: String, accepted: impl Into<String>) -> KindError {
    let (key, accepted) = (key.to_owned(), accepted.into());
    ParamError::Wrong {
        key,
        found,
        accepted,
    }
    .into()
}

fn missing(key: &str, accepted: &str) -> KindError {
    ParamError::Missing {
        kind: NAME.to_owned(),
        key: key.to_owned(),
        accepted: accepted.to_owned(),
    }
    .into()
}

fn asked(given: &Given<'_>) -> Result<Ask, KindError> {
    let (items, batch): (u32, u32) = (given.value("items"), given.value("batch"));
    let (files, classes): (Option<u32>, Option<u32>) = (given.get("files"), given.get("classes"));
    for (key, groups) in [("files", files), ("classes", classes)] {
        if let Some(groups) = groups.filter(|groups| *groups >= items) {
            let accepted = format!(
                "fewer than there are items, from 2 to {}",
                grouped(u64::from(items - 1))
            );
            return Err(wrong(key, grouped(u64::from(groups)), accepted));
        }
    }
    if files.is_some() && classes.is_some() && given.get::<String>("loader").is_some() {
        let accepted =
            "classes with the steps of a loader, or with files, which are the shards then";
        return Err(wrong(
            "files",
            "it beside classes and loader".to_owned(),
            accepted,
        ));
    }
    let (group, groups) = match (classes, files) {
        (Some(classes), _) => ("label", classes),
        (None, Some(files)) => ("file", files),
        (None, None) => {
            return Err(missing(
                "files",
                "the number of files, or of labels that the items are sorted by (classes)",
            ));
        }
    };
    if batch >= items {
        let accepted = format!(
            "fewer than there are items, from 2 to {}",
            grouped(u64::from(items - 1))
        );
        return Err(wrong("batch", grouped(u64::from(batch)), accepted));
    }
    let wanted = Wanted {
        open: open(given, items, files)?,
        items,
        groups,
        batch,
        variety: variety(given, batch)?,
        seed: given.value("seed"),
    };
    ask(move |about| answer(&wanted, group, about.crew))
}

/// The loader, which reads the files as shards where nothing else is said.
fn open(given: &Given<'_>, items: u32, files: Option<u32>) -> Result<Open, KindError> {
    let text = given.get::<String>("loader").unwrap_or_default();
    let steps = match (text.trim(), files) {
        ("", Some(files)) => format!("shards {}, buffer ?", items.div_ceil(files)),
        ("", None) => {
            return Err(missing(
                "files",
                "the number of files, which are the shards, or steps of the loader, as in \"buffer ?\"",
            ));
        }
        (steps, _) => steps.to_owned(),
    };
    steps.parse().map_err(|problem: String| {
        let (found, accepted) = problem
            .split_once("; accepted: ")
            .unwrap_or((&problem, "steps"));
        let found = found.strip_prefix("found ").unwrap_or(found);
        wrong("loader", found.to_owned(), accepted)
    })
}

/// The variety that is wanted, of `variety=200`.
fn variety(given: &Given<'_>, batch: u32) -> Result<f64, KindError> {
    let text: String = given.value("want");
    let number = text.trim().strip_prefix("variety").map(str::trim_start);
    let number = number.and_then(|rest| rest.strip_prefix('='));
    let number = number.and_then(|number| number.trim().parse::<f64>().ok());
    let number = number.filter(|number| *number > 1.0 && *number <= f64::from(batch));
    number.ok_or_else(|| {
        let batch = grouped(u64::from(batch));
        let accepted = format!(
            "variety=M, with M above 1 and up to {batch}: a batch of {batch} holds the variety of {batch} fair draws at the most"
        );
        wrong("want", format!("`{}`", text.escape_debug()), accepted)
    })
}

fn answer(wanted: &Wanted, group: &str, crew: &dyn Crew) -> Result<Loader, Unanswered> {
    if wanted.items > ANNOUNCED {
        crew.announce(&format!(
            "simulates epochs of {} items, about 60 of them",
            grouped(u64::from(wanted.items))
        ));
    }
    let found = wanted.search(crew).map_err(Unanswered::Left)?;
    Ok(Loader {
        loader: wanted.open.to_string(),
        step: wanted.open.step().to_owned(),
        least: wanted.open.larger_is_better(),
        items: wanted.items,
        groups: wanted.groups,
        group: group.to_owned(),
        batch: wanted.batch,
        want: wanted.variety,
        confidence: CONFIDENCE,
        seed: wanted.seed,
        enough: found.enough,
        short: found.short,
        rows: found.rows,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::build;
    use record::answers::Found;
    use shuffle::routine::Letters;

    fn loader(text: &str) -> Result<Loader, String> {
        let letters = Letters::none();
        let question = build(NAME, text.parse().unwrap(), 2, &letters);
        let question = question.map_err(|problem| problem.to_string())?;
        let answer = question.answer(None, &letters, false, &search::advise::Alone);
        match answer.unwrap().found {
            Found::Loader(loader) => Ok(loader),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn files_are_the_shards_where_no_steps_are_given() {
        let found = loader("items = 8000\nfiles = 20\nbatch = 32\nwant = \"variety=16\"").unwrap();
        assert_eq!(found.loader, "shards 400, buffer ?");
        assert_eq!((found.group.as_str(), found.groups), ("file", 20));
        let enough = found.row(found.enough.unwrap()).unwrap();
        assert!(enough.at_least >= 16.0, "{found:?}");
        let short = found.row(found.short.unwrap()).unwrap();
        assert!(short.at_most < 16.0 && short.number < enough.number);
    }

    #[test]
    fn faults_are_said() {
        for (text, says) in [
            ("batch = 10\nwant = \"variety=5\"", "key `items` is missing"),
            (
                "items = 100\nbatch = 10\nwant = \"variety=5\"",
                "key `files` is missing",
            ),
            (
                "items = 100\nclasses = 5\nbatch = 10\nwant = \"variety=5\"",
                "which are the shards",
            ),
            (
                "items = 100\nfiles = 100\nbatch = 10\nwant = \"variety=5\"",
                "from 2 to 99",
            ),
            (
                "items = 100\nfiles = 10\nbatch = 100\nwant = \"variety=5\"",
                "found 100; accepted: fewer",
            ),
            (
                "items = 100\nfiles = 10\nbatch = 10\nwant = \"variety=11\"",
                "up to 10",
            ),
            (
                "items = 100\nfiles = 10\nbatch = 10\nwant = \"5\"",
                "found `5`; accepted: variety=M",
            ),
            (
                "loader = \"buffer 10\"\nitems = 100\nfiles = 10\nbatch = 10\nwant = \"variety=5\"",
                "leaves no number open",
            ),
        ] {
            let error = loader(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
