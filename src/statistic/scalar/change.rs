//! The test of a change on the way: is the mean of the first 2ᵏ blocks that of the rest, and that of even decks
//! that of odd ones? A source that is wrong in one direction first and in the other one later has the right
//! mean over all.
//!
//! Both sides of a cut are sums of independent decks with an exact law, and [`contrast::score`] puts their tails
//! together. The largest of all cuts is the test, times their number (Bonferroni).

use super::{Halves, OfDecks};
use crate::exact::contrast;
use crate::exact::tail::{PValue, normal_upper};
use crate::names::grouped;
use crate::statistic::grain::CHANGE;
use crate::statistic::{Evidence, Outcome, Test};

/// Cuts whose plain standardised difference is below this are no surprise: exact laws are made for others only.
const LOOKED_AT: f64 = 3.0;

/// Decks on each side of a cut, from which on it is looked at.
const FEWEST: u64 = 64;

/// All decks in two parts, each with the sum of its values above the least one.
struct Cut {
    parts: [(u64, u64); 2],
    /// The decks of the parts, in words.
    names: [String; 2],
}

impl OfDecks {
    /// The test of the largest change.
    pub(super) fn change_test(&self, evidence: &Evidence<'_>) -> Test {
        let mut test = Test::new(CHANGE, format!("{} (change)", self.number().title()));
        let cuts = cuts(evidence);
        let scores = cuts.iter().map(|cut| (self.score(cut), cut));
        let Some((score, cut)) = scores.max_by(|(a, _), (b, _)| a.total_cmp(b)) else {
            test.outcome = Outcome::TooFew { needed: 2 * FEWEST };
            return test;
        };
        test.value = Some(score);
        let either_way = 2.0 * cuts.len() as f64;
        test.outcome = Outcome::P(PValue::new((either_way * normal_upper(score)).min(1.0)));
        let least = self.bins().least as f64;
        let mean = |(decks, sum): (u64, u64)| least + sum as f64 / decks as f64;
        test.words = format!(
            "{} hold {:.2} {} on average, {} {:.2}; fair is {:.2}",
            cut.names[0],
            mean(cut.parts[0]),
            self.number().unit(),
            cut.names[1],
            mean(cut.parts[1]),
            self.prepared().mean
        );
        test
    }

    /// How far the means of both parts are apart, in standard deviations, exactly where that is far.
    fn score(&self, cut: &Cut) -> f64 {
        let prepared = self.prepared();
        let [first, rest] = cut.parts;
        let decks = [first.0, rest.0].map(|decks| decks as f64);
        let means = [first, rest].map(|(decks, sum)| sum as f64 / decks as f64);
        let error = prepared.deviation * (1.0 / decks[0] + 1.0 / decks[1]).sqrt();
        let plain = (means[0] - means[1]) / error;
        if plain.abs() < LOOKED_AT || !plain.is_finite() {
            return if plain.is_finite() { plain.abs() } else { 0.0 };
        }
        let least = self.bins().least;
        let tails = [first, rest].map(|(decks, sum)| {
            let law = prepared.sums.of_decks(decks);
            law.tails(least * decks + sum)
        });
        contrast::score(tails, [first.0, rest.0], plain > 0.0)
    }
}

/// All cuts with enough decks on both sides.
fn cuts(evidence: &Evidence<'_>) -> Vec<Cut> {
    let halves = Halves::of(evidence.tally);
    let decks = |half: &[u64]| half.iter().sum::<u64>();
    let alternate = Cut {
        parts: [
            (decks(halves.even), halves.sums[0]),
            (decks(halves.odd), halves.sums[1]),
        ],
        names: ["decks 1, 3, 5, …".to_owned(), "decks 2, 4, 6, …".to_owned()],
    };
    let all = (decks(halves.even) + decks(halves.odd), halves.sum());
    let parts = evidence.tally.by_part();
    let steps = parts.scan((0, 0), move |first, part| {
        *first = (first.0 + part[0], first.1 + part[1]);
        Some(Cut {
            parts: [*first, (all.0 - first.0, all.1 - first.1)],
            names: [
                format!("the first {} decks", grouped(first.0)),
                "the rest".to_owned(),
            ],
        })
    });
    let all = steps.chain([alternate]);
    all.filter(|cut| cut.parts.iter().all(|(decks, _)| *decks >= FEWEST))
        .collect()
}
