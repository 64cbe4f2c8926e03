//! Bad ways of making a few hands, deals or draws: those that these would have shown, and those that they would not, as it
//! was simulated beforehand.

use super::glance::List;
use super::nouns;
use record::{Beforehand, Record};
use text::names::grouped;
use text::sorting;

/// Ways that the first screen names: of those that are caught the hardest, of the others the easiest.
const MOST_NAMED: usize = 3;

/// The number that was read of what the record says something of.
fn read(record: &Record) -> Option<u64> {
    let ours = record.routines.iter().find(|routine| !routine.control)?;
    (!record.beforehand.is_empty()).then_some(ours.decks)
}

/// `With these 26 deals I would have caught, nine times in ten:` some ways, and `I would often have missed:` others.
pub(super) fn with_these(record: &Record) -> Vec<List> {
    let Some(number) = read(record) else {
        return Vec::new();
    };
    let (caught, missed) = told(&record.beforehand, number);
    let these = match number {
        1 => format!("this {}", nouns::unit(&record.experiment, 1)),
        _ => format!("these {}", nouns::counted(&record.experiment, number)),
    };
    let shown = List {
        head: format!("With {these} I would have caught, nine times in ten"),
        items: caught,
    };
    let hidden = List {
        head: format!("With {these} I would often have missed"),
        items: missed,
    };
    let lists = [shown, hidden].into_iter();
    lists.filter(|list| !list.items.is_empty()).collect()
}

/// The same, how it was found, and how many each way takes; nothing where nothing is known beforehand.
pub(super) fn paragraphs(record: &Record) -> Vec<String> {
    let lists = with_these(record);
    if lists.is_empty() {
        return Vec::new();
    }
    let needed = record.beforehand.iter().map(|known| {
        let way = way(known, &known.times.map_or_else(String::new, times));
        format!("{way}: {}", takes(known))
    });
    let method = format!(
        "With the same statistics and error level, each takes this many {} (simulated beforehand, 100 runs of each, all \
             else fair): {}. `In order` is by suits from ace to king, or as the cards are numbered.",
        nouns::unit(&record.experiment, 2),
        needed.collect::<Vec<_>>().join("; ")
    );
    let sentences = lists.iter().map(List::sentence);
    sentences.chain([method]).collect()
}

/// The subjects that show it.
fn takes(known: &Beforehand) -> String {
    match known.needed {
        Some(needed) => grouped(needed),
        None => format!("more than {}", grouped(known.tried_up_to)),
    }
}

/// The ways that so many show, and those that they do not, with what these take. Of a way that is done more and more
/// often, no more than the largest number of times that is shown with all before it, and the next.
fn told(known: &[Beforehand], number: u64) -> (Vec<String>, Vec<String>) {
    let (mut caught, mut missed) = (Vec::new(), Vec::new());
    for several in known.chunk_by(|one, next| one.way == next.way) {
        let shown = several.iter();
        let shown = shown.take_while(|known| known.needed.is_some_and(|needed| needed <= number));
        let shown = shown.count();
        caught.extend(several[..shown].last());
        missed.extend(several.get(shown));
    }
    let key = |known: &&Beforehand| known.needed.unwrap_or(u64::MAX);
    sorting::by_key(&mut caught, |known| std::cmp::Reverse(key(known)));
    sorting::by_key(&mut missed, key);
    let caught = caught.into_iter().map(|known| match known.times {
        Some(more) if more > 1 => way(known, &format!("up to {}", times(more))),
        _ => way(known, "once"),
    });
    let missed = missed.into_iter().map(|known| {
        let way = way(known, &known.times.map_or_else(String::new, times));
        format!("{way} (takes {})", takes(known))
    });
    (
        caught.take(MOST_NAMED).collect(),
        missed.take(MOST_NAMED).collect(),
    )
}

fn way(known: &Beforehand, times: &str) -> String {
    known.way.replace("{times}", times)
}

fn times(times: u64) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(way: &str, times: Option<u64>, needed: Option<u64>) -> Beforehand {
        Beforehand {
            way: way.to_owned(),
            times,
            needed,
            tried_up_to: 5_000,
        }
    }

    #[test]
    fn no_more_is_told_than_was_shown() {
        let riffled = "a deck riffled {times}";
        let all = [
            known(riffled, Some(1), Some(2)),
            known(riffled, Some(2), Some(20)),
            known(riffled, Some(3), None),
            known("a stacked ace", None, Some(21)),
        ];
        let texts = |texts: &[&str]| -> Vec<String> {
            texts.iter().map(|text| (*text).to_owned()).collect()
        };
        let says = |number, caught: &[&str], missed: &[&str]| {
            assert_eq!(told(&all, number), (texts(caught), texts(missed)));
        };
        let (ace, thrice) = (
            "a stacked ace (takes 21)",
            "a deck riffled 3 times (takes more than 5,000)",
        );
        says(1, &[], &["a deck riffled once (takes 2)", ace]);
        says(
            2,
            &["a deck riffled once"],
            &["a deck riffled twice (takes 20)", ace],
        );
        says(
            21,
            &["a stacked ace", "a deck riffled up to twice"],
            &[thrice],
        );
    }
}
