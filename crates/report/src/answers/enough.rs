//! `enough`: how often a routine must be done until it is near an ideal shuffle; the page.

use super::distance::start;
use super::enough_of_stake;
use super::parts::proof;
use crate::table::Page;
use record::answers::bound::Bound;
use record::answers::enough::{BY_CALLS, Enough, Times};
use text::names::{NEAR, counted, figure, grouped, percent, share, short_fraction};

/// "7 riffles bring 60 cards", "7 riffles and then a cut bring 60 cards", "RRC done 7 times brings 60 cards".
fn bring(answer: &Enough, times: u32, name: &str, subject: &str) -> String {
    if let Some(then) = &answer.then {
        let riffles = counted(u64::from(times), "riffle");
        return format!("{riffles} and then {then} bring {subject}");
    }
    match (answer.riffles, times) {
        (true, 1) => format!("1 riffle brings {subject}"),
        (true, times) => format!("{times} riffles bring {subject}"),
        (false, 1) => format!("{name} done once brings {subject}"),
        (false, times) => format!("{name} done {times} times brings {subject}"),
    }
}

/// "6 do not", "done once it does not".
fn do_not(answer: &Enough, times: u32) -> String {
    match (answer.riffles, times) {
        (true, 1) => "1 does not".to_owned(),
        (true, times) => format!("{times} do not"),
        (false, 1) => "done once it does not".to_owned(),
        (false, times) => format!("done {times} times it does not"),
    }
}

/// The answer for one threshold, to be read aloud.
fn sentence(answer: &Enough, found: &Times, name: &str, cards: usize) -> String {
    if found.at_most == Some(0) {
        return format!(
            "A deck of {} is fair as it is: no shuffle is needed.",
            counted(cards as u64, "card")
        );
    }
    let near = format!("within {} of fair", figure(found.below, 6));
    let subject = answer.subject(&cards.to_string());
    let bring = |times: u32| bring(answer, times, name, &subject);
    let value = |bound: &Option<Bound>, word: &str, times: u32| {
        let value = bound.as_ref().map(short).unwrap_or_default();
        if is_limit(answer, times) {
            format!("{word} {value}")
        } else {
            value
        }
    };
    let before = value(
        &found.too_few,
        "at least",
        found.at_least.map_or(0, |least| least - 1),
    );
    let after = value(&found.enough, "at most", found.at_most.unwrap_or(0));
    let Some(least) = found.at_least else {
        return format!("{name} never brings {subject} {near}, however often it is done.");
    };
    match (least, found.at_most) {
        (1, Some(1)) => format!("{} {near} (total variation {after}).", bring(1)),
        (least, Some(most)) if least == most => format!(
            "{} {near} (total variation {after}); {} ({before}).",
            bring(most),
            do_not(answer, most - 1)
        ),
        (1, Some(most)) => format!("{} {near}; fewer may be enough.", bring(most)),
        (least, Some(most)) => format!(
            "{} {near}; {}. Nothing is proved of the numbers between.",
            bring(most),
            do_not(answer, least - 1)
        ),
        (1, None) => {
            let times = match &answer.then {
                Some(then) => format!("riffles, and then {then}, it takes"),
                None => format!("times {name} must be done"),
            };
            format!("I know no proof of how many {times} until {subject} are {near}.")
        }
        (least, None) if found.stopped => {
            let done = grouped(u64::from(least - 1));
            format!(
                "Done {done} times, {name} leaves {subject} {before} or more from fair (total variation). No more times were looked \
                 at, as errors of rounding grow with them. I know no proof of how many are enough to be {near}."
            )
        }
        (least, None) => {
            let takes = match (&answer.then, answer.riffles) {
                (Some(then), _) => format!("It takes at least {least} riffles and then {then}"),
                (None, true) => format!("It takes at least {least} riffles"),
                (None, false) => format!("{name} must be done at least {least} times"),
            };
            let done = least - 1;
            format!(
                "{takes} until {subject} are {near} (total variation {before} or more after {done}). \
                 I know no proof of how many are enough."
            )
        }
    }
}

/// True if the distance as to types, after so many times, is known between limits that three decimals tell apart.
fn is_limit(answer: &Enough, times: u32) -> bool {
    let point = answer.curve.iter().find(|point| point.times == times);
    answer.types.is_some() && point.is_some_and(|point| point.upper - point.lower > 5e-4)
}

/// The number of times that it takes, in a cell.
fn number(found: &Times) -> String {
    match (found.at_least, found.at_most) {
        (None, _) => "never".to_owned(),
        (Some(least), Some(most)) if least == most => least.to_string(),
        (Some(least), Some(most)) => format!("{least} to {most}"),
        (Some(1), None) => "not known".to_owned(),
        (Some(least), None) if found.stopped => {
            format!("more than {}", grouped(u64::from(least - 1)))
        }
        (Some(least), None) => format!("at least {least}"),
    }
}

/// A distance in few digits.
fn short(bound: &Bound) -> String {
    if bound.gap < NEAR {
        proof(bound)
    } else {
        share(bound.value)
    }
}

/// The proof of it, in a cell.
fn known(answer: &Enough, found: &Times) -> String {
    let (before, enough) = (found.too_few.as_ref(), found.enough.as_ref());
    let value = |bound: &Bound, word: &str, times: u32| {
        if is_limit(answer, times) {
            format!("{word} {}", short(bound))
        } else {
            short(bound)
        }
    };
    match (found.at_least, before, found.at_most, enough) {
        (_, _, Some(0), Some(enough)) => {
            format!("{} without a shuffle: {}", short(enough), enough.by)
        }
        (None, Some(always), ..) => format!("always {} or more: {}", short(always), always.by),
        (Some(least), Some(before), Some(most), Some(enough)) if least == most => format!(
            "{} after {}{}, {} after {most}: {}",
            value(before, "at least", most - 1),
            most - 1,
            if answer.types.is_none() || before.by == enough.by {
                String::new()
            } else {
                format!(" ({})", before.by)
            },
            value(enough, "at most", most),
            enough.by
        ),
        (Some(1), None, Some(1), Some(enough)) => {
            format!("{} after 1: {}", value(enough, "at most", 1), enough.by)
        }
        (least, before, most, enough) => {
            let side = |word: &str, bound: Option<&Bound>, times: Option<u32>| {
                let (bound, times) = (bound?, times?);
                Some(format!(
                    "{word} {} after {times}: {}",
                    short(bound),
                    bound.by
                ))
            };
            let sides = [
                side("at least", before, least.map(|least| least - 1)),
                side("at most", enough, most),
            ];
            let sides: Vec<String> = sides.into_iter().flatten().collect();
            match sides.as_slice() {
                [] => "nothing is proved".to_owned(),
                sides => sides.join("; "),
            }
        }
    }
}

/// Says why no number of times is enough, or that some number is.
fn proved(page: &mut Page, found: &Enough, name: &str, cards: usize) {
    let Some(groups) = &found.groups else { return };
    let (generated, together) = (&groups.generated, &groups.together);
    let never = found.thresholds.iter().any(|times| times.never);
    if never && generated == together {
        page.line(format!(
            "Proof: all orders that {name} can give belong to a group of no more than {generated} of the {cards}! orders, and no \
             order outside of it ever comes."
        ));
    } else if never {
        page.line(format!(
            "Proof: what takes one order that {name} can give to another belongs to a group of {together}. So no more than \
             {together} of the {cards}! orders can come after any one number of times; over all numbers of times, {generated} \
             can."
        ));
    }
    let unknown = |times: &Times| !times.never && times.at_most.is_none();
    let end = groups
        .in_the_end
        .filter(|_| found.thresholds.iter().any(unknown));
    match end {
        Some(end) if end > 0.0 => page.line(format!(
            "In the end it comes to {} from fair and no nearer: {together} of the {cards}! orders can come after a number of \
             times, and are then equally likely (Kawada and Itô, 1940).",
            figure(end, 6)
        )),
        Some(_) => page.line(format!(
            "Some number of times is enough: what takes one order that {name} can give to another generates all {cards}! orders. \
             So in the end all are equally likely (Kawada and Itô, 1940)."
        )),
        None => {}
    }
    if never || end.is_some() {
        let sources = if groups.generated_by == groups.together_by {
            groups.together_by.clone()
        } else {
            format!("{}; {}", groups.together_by, groups.generated_by)
        };
        page.note(format!("group: {sources}"));
    }
}

/// A distance in few digits; 1 itself is never reached but by rounding.
fn near_one(distance: f64) -> String {
    if distance < 1.0 {
        share(distance)
    } else {
        "nearly 1".to_owned()
    }
}

/// The growth of the number of times with the size of the deck.
fn growth(page: &mut Page, found: &Enough) {
    if found.growth.is_empty() {
        return;
    }
    let mut table = page
        .table(&found.growth)
        .right("cards", |size| grouped(size.cards as u64));
    for (at, times) in found.thresholds.iter().enumerate() {
        let title = format!("below {}", figure(times.below, 6));
        table = table.right(&title, |size| {
            let times = size.times.get(at).copied().flatten();
            times.map_or_else(|| "never".to_owned(), |times| times.to_string())
        });
    }
    if found.growth.iter().any(|size| size.cutoff.is_some()) {
        table.right("cutoff", |size| {
            size.cutoff
                .map_or_else(String::new, |at| format!("{at:.2}"))
        });
        page.note(
            "cutoff: 3/2 log2 n riffles for n cards; a riffle of a packets counts as log2 a. Large decks are far from fair a few riffles before it, and near a few after \
             it (Bayer and Diaconis, 1992)",
        );
    }
    let limits = found.curve.iter().filter(|point| point.limit.is_some());
    let limits: Vec<_> = limits.collect();
    if !limits.is_empty() {
        page.table(limits)
            .right(if found.riffles { "riffles" } else { "times" }, |point| {
                point.times
            })
            .right("total variation", |point| near_one(point.upper))
            .right("large decks", |point| {
                near_one(point.limit.unwrap_or_default())
            });
        page.note(
            "large decks: the total variation of decks of many cards, so many riffles before or after their cutoff, which is \
             1 - 2Φ(-2^-c / (4√3)) after 3/2 log2 n + c riffles (Bayer and Diaconis, 1992, theorem 2)",
        );
    }
}

/// The answer on a page.
pub fn page(page: &mut Page, found: &Enough, name: &str, cards: usize) {
    if let Some(stake) = &found.stake {
        enough_of_stake::page(page, stake, (name, found.confidence), cards);
        return;
    }
    if let Some(first) = found.thresholds.first() {
        page.line(sentence(found, first, name, cards));
    }
    page.table(&found.thresholds)
        .right("below", |times| figure(times.below, 6))
        .right(if found.riffles { "riffles" } else { "times" }, |times| {
            number(times)
        });
    for times in &found.thresholds {
        page.line(format!(
            "Below {}: {}.",
            figure(times.below, 6),
            known(found, times)
        ));
    }
    proved(page, found, name, cards);
    let open = |times: &Times| times.at_least.is_some() && times.at_most.is_none();
    if let Some(types) = &found.types {
        if types.is_empty() {
            page.line("Any order at the start gives the same.");
        } else {
            page.line(format!(
                "The start, from the top: {}.",
                start(found.start.as_deref(), types)
            ));
        }
    } else if found.thresholds.iter().any(open) {
        page.line(format!(
            "Simulated decks show more: colddeck advise --check \"{name}\" --deck {cards}"
        ));
    }
    let by = found.second_eigenvalue_by.as_deref();
    if let Some(left) = found.second_eigenvalue.filter(|left| *left > 0.0) {
        page.line(format!(
            "Second eigenvalue {}, spectral gap {}: in the end, each {} leaves {} of the distance ({}).",
            short_fraction(left),
            short_fraction(1.0 - left),
            if found.riffles { "riffle" } else { "time" },
            short_fraction(left),
            by.unwrap_or("Bayer and Diaconis, 1992")
        ));
    }
    growth(page, found);
    if let Some(then) = &found.then {
        page.line(format!(
            "All riffles come first, and {then} comes once, after the last one."
        ));
    }
    if let Some(more) = &found.more_riffles {
        let rows = found.thresholds.iter().zip(more);
        let each: Vec<String> = rows
            .map(|(times, more)| format!("{more} to be below {}", figure(times.below, 6)))
            .collect();
        page.line(format!(
            "After {name} done once, it takes more riffles (G): {}.",
            each.join(", ")
        ));
    }
    let by_calls = |times: &Times| times.too_few.as_ref().is_some_and(|one| one.by == BY_CALLS);
    let confidence = found.confidence.unwrap_or(1.0);
    if found.thresholds.iter().any(by_calls) {
        page.note(format!(
            "{BY_CALLS}: an opponent calls many cards right more often than a total variation below the limit allows; \
             all such limits hold together with {} confidence",
            percent(confidence)
        ));
    }
    if let Some(first) = found.thresholds.first() {
        let below = figure(first.below, 6);
        let event = match found.types {
            Some(_) if found.view.is_some() => "No event that can be seen so",
            Some(_) => "No event that types decide",
            None => "No event",
        };
        page.note(format!(
            "within {below} of fair: the total variation from an ideal shuffle is below {below}. {event} is likelier or \
             less likely than in a fair deck by more than that"
        ));
    }
}
