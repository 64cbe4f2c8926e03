//! Shuffles that everybody knows, of decks of the same size: the cards that an opponent calls of them, from the kept
//! curves, and their total variation, from their exact laws.

use crate::spec::Experiment;
use laws::gsr::{self, Packets};
use laws::shelves;
use record::answers::Found;
use record::{Answer, Distant, Landmark, Routine};
use std::collections::BTreeMap;
use toml::Table;

/// The shuffles by their names: the kind, and how often it is done.
const SHUFFLES: [(&str, &str, usize); 3] = [
    ("3 riffles", "riffle", 3),
    ("7 riffles", "riffle", 7),
    ("7 mashes", "mash", 7),
];

/// Places after the point of what stands in a record: more than anybody sees on a ruler.
const UNIT: f64 = 1e4;

/// The landmarks for the decks of a run; none where their calls were not counted, or of sizes without kept curves.
pub(super) fn landmarks(experiment: &Experiment<'_>, routines: &[Routine]) -> Vec<Landmark> {
    let counted = |routine: &Routine| {
        let calls = routine.statistics.get("opponent");
        calls.is_some_and(|figures| figures.text("rule").is_some())
    };
    let whole = experiment.subject.is_whole_decks() && experiment.subject.order().is_none();
    if !whole || !routines.iter().any(counted) {
        return Vec::new();
    }
    let each = SHUFFLES.into_iter().filter_map(|(name, kind, times)| {
        let calls = calls(kind, times, experiment.design.size)?;
        Some(Landmark {
            name: name.to_owned(),
            calls: (calls * UNIT).round() / UNIT,
        })
    });
    each.collect()
}

/// Well-known shuffles of decks of a run by their exact laws; none where no total variation of whole decks of that size is
/// known otherwise.
pub(super) fn distances(
    experiment: &Experiment<'_>,
    routines: &[Routine],
    answers: &BTreeMap<String, Answer>,
) -> Vec<Distant> {
    let cards = experiment.design.size;
    let of_routine = |routine: &Routine| {
        let distance = routine.total_variation.as_ref();
        !routine.control
            && distance.is_some_and(|known| known.exact.is_some_and(|exact| exact > 0.0))
    };
    let of_answer = |answer: &Answer| match &answer.found {
        Found::Distance(found) => answer.deck == Some(cards) && found.total_variation.is_some(),
        _ => false,
    };
    let whole = experiment.subject.is_whole_decks() && experiment.subject.order().is_none();
    let known = routines.iter().any(of_routine) || answers.values().any(of_answer);
    if !whole || !known || !(2..=MOST_CARDS).contains(&cards) {
        return Vec::new();
    }
    let riffled = gsr::Law::riffled(cards, Packets::riffles(RIFFLES[0]));
    let each = RIFFLES.map(|times| {
        let law = riffled.with(Packets::riffles(times));
        (format!("{times} riffles"), law.total_variation())
    });
    let shelved = shelves::Law::shelved(cards, SHELVES)
        .classes()
        .total_variation();
    let machine = (format!("{SHELVES} shelves"), shelved);
    let each = each.into_iter().chain([machine]);
    let each = each.map(|(name, total_variation)| Distant {
        name,
        total_variation: rounded(total_variation),
    });
    each.collect()
}

/// The riffles (Gilbert-Shannon-Reeds) and the shelves of the machine that everybody knows.
const RIFFLES: [u32; 2] = [3, 7];
const SHELVES: u64 = 10;

/// Cards of the largest decks whose laws take no time that anybody notices.
const MOST_CARDS: usize = 1000;

/// The value with as many digits as the last bits of its sum leave.
fn rounded(value: f64) -> f64 {
    const UNIT: f64 = 1e12;
    (value * UNIT).round() / UNIT
}

/// The mean number of calls, from a kept curve.
fn calls(kind: &str, times: usize, cards: usize) -> Option<f64> {
    let shuffle = shuffle::build(kind, Table::new()).ok()?;
    search::advise::mean_calls(&*shuffle, cards, times)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seven riffles of 52 cards are 0.334 from fair (Bayer and Diaconis, 1992); ten shelves miss nearly all orders.
    #[test]
    fn well_known_distances_are_those_of_the_laws() {
        let of = |times| gsr::Law::riffled(52, Packets::riffles(times)).total_variation();
        assert!((of(7) - 0.334).abs() < 0.0005 && of(3) > 0.999_999);
        let shelves = shelves::Law::shelved(52, SHELVES);
        let shelves = shelves.classes().total_variation();
        assert!(shelves > 0.999_999 && shelves < 1.0, "{shelves}");
    }

    #[test]
    fn each_landmark_is_kept_for_the_usual_decks() {
        for cards in search::advise::CARDS {
            let found = SHUFFLES.map(|(_, kind, times)| calls(kind, times, cards).unwrap());
            let [three, seven, mashes] = found;
            assert!(three > mashes && mashes > seven, "{cards}: {found:?}");
        }
        assert_eq!(calls("riffle", 7, 53), None);
    }
}
