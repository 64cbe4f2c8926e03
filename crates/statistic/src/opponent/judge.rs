//! The tests of an opponent: right calls in an ideal deck are a sum of independent indicators with
//! probabilities 1/n, 1/(n − 1), …, 1, as the cycles of a random permutation are (Goncharov, 1944).

use std::sync::OnceLock;

use super::FEWEST_DECKS;
use crate::law::{
    LastSums, Nouns, fewest_to_fail, law_test, mean_test, name_farthest, named_mean, too_few,
};
use crate::{Outcome, Test};
use laws::null::{self, Sums, to_f64};

/// The name of the test of the mean.
pub(super) const MEAN: &str = "mean";

/// The name of the test of the full law.
pub(super) const LAW: &str = "law";

/// The name of the test of the mean where the last deck is remembered.
pub(crate) const FROM_LAST: &str = text::shown::FROM_LAST.1;

/// The name of the null law.
const CYCLES: &str = "cycles";

/// The unit of what is counted in a deck.
const UNIT: &str = "cards called right";

/// Judges right calls in decks of one size.
#[derive(Debug)]
pub(super) struct Judge {
    cards: usize,
    prepared: OnceLock<Prepared>,
    sums: LastSums,
    sums_from_last: LastSums,
}

#[derive(Debug)]
struct Prepared {
    /// The probability of each number of calls, from 0 on.
    law: Vec<f64>,
    sums: Sums,
    mean: f64,
    deviation: f64,
}

impl Judge {
    /// Makes the judge for decks of `cards` cards.
    pub fn new(cards: usize) -> Self {
        Self {
            cards,
            prepared: OnceLock::new(),
            sums: LastSums::default(),
            sums_from_last: LastSums::default(),
        }
    }

    /// The probability of each number of calls, from 0 on.
    pub fn law(&self) -> &[f64] {
        &self.prepared().law
    }

    fn prepared(&self) -> &Prepared {
        self.prepared.get_or_init(|| {
            let cycles = null::find(CYCLES).expect("cycles have a null law");
            let known = "the law of cycles is known for decks of any size";
            let floats = cycles.floats(self.cards).expect(known);
            let moments = cycles.moments(self.cards).expect(known);
            // The last card is always called right.
            let law = [&[0.0], floats.probabilities()].concat();
            Prepared {
                sums: Sums::of_law(law.clone()),
                law,
                mean: to_f64(&moments.mean),
                deviation: moments.standard_deviation(),
            }
        })
    }

    /// The tests of the scored decks by number of right calls, and of those of an opponent who remembers the last
    /// deck; `None` of too few. At `level` a single test fails.
    pub fn tests(&self, calls: Option<&[u64]>, from_last: Option<&[u64]>, level: f64) -> Vec<Test> {
        let after = ", knowing the last deck,";
        vec![
            self.mean((MEAN, "opponent (mean)", ""), calls, &self.sums, 1, level),
            self.law_of(calls, level),
            self.mean(
                (FROM_LAST, "opponent (mean, from the last deck)", after),
                from_last,
                &self.sums_from_last,
                2,
                level,
            ),
        ]
    }

    /// Decks of which half are scored and can fail, or more.
    fn fewest(&self, level: f64) -> u64 {
        // Nothing is rarer than that all cards are called.
        let rarest = self.law().iter().copied().filter(|p| *p > 0.0);
        let scored = fewest_to_fail(rarest.fold(1.0, f64::min), level);
        (2 * scored).max(FEWEST_DECKS as u64)
    }

    /// Each scored deck is one of `decks_each` times two decks.
    fn mean(
        &self,
        (name, title, who): (&'static str, &str, &str),
        calls: Option<&[u64]>,
        sums: &LastSums,
        decks_each: u64,
        level: f64,
    ) -> Test {
        let title = (name, title.to_owned());
        let fewest = self.fewest(level);
        let scored = calls.map_or(0, |calls| calls.iter().sum());
        let Some(calls) = calls.filter(|_| 2 * scored >= fewest) else {
            return too_few(title, decks_each * fewest);
        };
        let prepared = self.prepared();
        let total = (0..).zip(calls).map(|(value, decks)| value * decks).sum();
        let law = sums.of(&prepared.sums, scored);
        let mut test = mean_test(
            title,
            UNIT,
            (total, scored),
            &law,
            prepared.deviation,
            level,
        );
        test.words = format!(
            "the rules tried{who} call {:.2} cards right; in a fair deck {:.2}",
            total as f64 / scored as f64,
            prepared.mean
        );
        let range = ((0, self.cards as u64), 1);
        test.named = named_mean(&test, UNIT, (total, calls), range, prepared.mean);
        test
    }

    fn law_of(&self, calls: Option<&[u64]>, level: f64) -> Test {
        let title = (LAW, "opponent (law)".to_owned());
        let Some(calls) = calls else {
            return too_few(title, FEWEST_DECKS as u64);
        };
        // Nobody calls more cards than there are, and most never come near.
        let mut seen = vec![0; self.cards + 1];
        seen[..calls.len()].copy_from_slice(calls);
        let decks = seen.iter().sum();
        let (mut test, pooled) = law_test(title, UNIT, (&seen, self.law()), decks, level);
        if let Outcome::TooFew { needed } = &mut test.outcome {
            *needed *= 2;
        }
        let values = (0, self.cards + 1, 1);
        let nouns = Nouns::of_decks(UNIT);
        let cells = (seen.as_slice(), self.law());
        name_farthest(&mut test, (&pooled, decks), cells, nouns, values, |_| None);
        test
    }
}
