//! Comparisons of records whose decks depend on earlier ones, in words.

use super::compare::listed;
use record::compare::{Comparison, Memory, Movement, Pair, Refused, Why};

/// The memory of the decks as the records tell it, routine by routine, each with the name of the record.
fn memories(comparison: &Comparison) -> [(&str, Vec<&Memory>); 2] {
    let of = |memory: fn(&Pair) -> &Memory| comparison.routines.iter().map(memory).collect();
    [
        (comparison.base.name.as_str(), of(|pair| &pair.base_memory)),
        (comparison.new.name.as_str(), of(|pair| &pair.new_memory)),
    ]
}

/// The records whose decks depend on earlier ones, each with the first sign of it.
fn shown(comparison: &Comparison) -> Option<String> {
    let records = memories(comparison).into_iter();
    let shown = records.filter_map(|(record, memories)| {
        memories.into_iter().find_map(|memory| match memory {
            Memory::Shown { by } => Some(format!("{record}: {by}")),
            Memory::None | Memory::NotSeen | Memory::OfSingleDecks | Memory::NotLookedFor => None,
        })
    });
    let shown: Vec<String> = shown.collect();
    (!shown.is_empty()).then(|| shown.join("; "))
}

/// Says that decks depend on earlier ones and what follows from it, or that nobody looked; `None` where there
/// is nothing to say.
pub(super) fn remembered(comparison: &Comparison) -> Option<String> {
    if let Some(shown) = shown(comparison) {
        // The verdict says it already if nothing could be compared.
        return (comparison.outcome != Movement::TooLittle).then(|| {
            format!(
                "Decks depend on earlier ones ({shown}): means were compared by sums of consecutive decks, laws \
                 and cells not at all."
            )
        });
    }
    let records = memories(comparison).into_iter();
    let unknown = records.filter(|(_, memories)| memories.contains(&&Memory::NotLookedFor));
    let unknown: Vec<&str> = unknown.map(|(record, _)| record).collect();
    (!unknown.is_empty()).then(|| {
        format!(
            "I did not look for memory, as there is no test from deck to deck in {}. All errors are those of decks that do \
             not depend on earlier ones.",
            unknown.join(" and in ")
        )
    })
}

/// Says that nothing is left to compare as decks depend on earlier ones; `None` if that is not why.
pub(super) fn nothing_left(comparison: &Comparison) -> Option<String> {
    let shown = shown(comparison)?;
    let mut refused = comparison.routines.iter().flat_map(|pair| &pair.refused);
    let why = if refused.any(|refused| refused.why == Why::StillDependent) {
        "so do sums of consecutive decks: more decks are needed"
    } else {
        "there are too few of them, or no sums of consecutive decks to compare"
    };
    let base = &comparison.base.name;
    Some(format!(
        "Nothing could be compared with {base}: decks depend on earlier ones ({shown}), and {why}."
    ))
}

/// Names what was refused of a routine, a line for each reason.
pub(super) fn refusals(pair: &Pair) -> Vec<String> {
    let mut reasons: Vec<Why> = pair.refused.iter().map(|refused| refused.why).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let lines = reasons.into_iter().map(|why| {
        let ours = pair.refused.iter().filter(|refused| refused.why == why);
        let name = |refused: &Refused| format!("{} ({})", refused.statistic, refused.test);
        let names: Vec<String> = ours.map(name).collect();
        format!("refused, {}: {}", reason(why), listed(&names))
    });
    lines.collect()
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::ErrorUnknown => {
            "as decks depend on earlier ones, and nothing tells how large the errors are"
        }
        Why::NoBatches => {
            "as decks depend on earlier ones and a record has no sums of consecutive decks"
        }
        Why::StillDependent => {
            "as sums of consecutive decks depend on each other too (the memory is long beside so few decks)"
        }
        Why::NeverVaries => "as it never varies in either record, but differs between them",
    }
}
