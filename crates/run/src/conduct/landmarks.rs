//! Shuffles that everybody knows, of decks of the same size: the cards that an opponent calls of them, from the kept
//! curves.

use crate::spec::Experiment;
use record::{Landmark, Routine};
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

/// The mean number of calls, from a kept curve.
fn calls(kind: &str, times: usize, cards: usize) -> Option<f64> {
    let shuffle = shuffle::build(kind, Table::new()).ok()?;
    search::advise::mean_calls(&*shuffle, cards, times)
}

#[cfg(test)]
mod tests {
    use super::*;

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
