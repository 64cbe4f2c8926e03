//! Spearman's rank correlation: does a card that lay deep still lie deep?
//!
//! With d the places that a card has moved, ρ = 1 − 6 Σd²/(n³ − n): 1 for a deck in its old order, −1 for one turned
//! upside down, 0 on average for ideal decks, with the variance 1/(n−1). It weighs a card that moved far more than the
//! inversions do, whose sign it has. For up to 12 cards the law of the sum over all decks is exact; for more, one deck is
//! judged by Student's t, several by the normal law ([`laws::spearman`] says how near that is).
//!
//! Turn a deck of four over: the cards move 3, 1, 1 and 3 places, Σd² = 20, ρ = 1 − 120/60 = −1.
//!
//! Spearman (1904), The proof and measurement of association between two things.

use std::sync::OnceLock;

use super::counter::{AnyCounter, Counter};
use super::law::{fewest_to_fail, too_few};
use super::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Outcome, Statistic, Test,
};
use deck::{Block, Layout, MAX_CARDS, MIN_CARDS};
use laws::null::Sums;
use laws::spearman;
use laws::tail::{PValue, normal_upper};
use text::figures::{Declaration, json};

pub(super) const KIND: Kind = Kind {
    name: "spearman",
    about: "are the old and the new place of a card correlated? exact for up to 12 cards, else Student's t fitted to its moments, or normal",
    plain: "how far the old order shows in the new one",
    causes: "cards that lay at one end of the deck and still lie there: too little mixing",
    example: "For the draft lottery of 1970 the 366 days were put into the drum month after month. The numbers drawn have the rank correlation -.226 with the day of the year: late days came early. Chance gives 0, give or take .052.",
    compares: &Compares::Nothing,
    source: "Spearman (1904), The proof and measurement of association between two things",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[crate::Feature::OldOrder, crate::Feature::Trend],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, design| Ok(Box::new(Spearman::new(design.size))),
};

/// The name of its test.
pub(super) const CORRELATION: &str = "correlation";

#[derive(Debug)]
struct Spearman {
    cards: usize,
    /// The law of Σd²/2, where it is exact.
    sums: OnceLock<Option<Sums>>,
}

/// Adds up Σd²/2 of all decks.
#[derive(Debug)]
struct HalfSquares;

impl Counter for HalfSquares {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _cards: usize) -> usize {
        1
    }

    /// The value for a deck turned upside down: (n³ − n)/6.
    fn most(&self, cards: usize) -> u64 {
        let cards = cards as u64;
        (cards * cards * cards - cards) / 6
    }

    fn layout(&self) -> Layout {
        Layout::Positions
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        for places in block.positions() {
            let squares = (0_u64..).zip(places).map(|(card, &place)| {
                let moved = card.abs_diff(u64::from(place));
                moved * moved
            });
            cells[0] += squares.sum::<u64>() / 2;
        }
    }
}

impl Spearman {
    fn new(cards: usize) -> Self {
        Self {
            cards,
            sums: OnceLock::new(),
        }
    }

    /// The test of `decks` decks with this sum of Σd²/2, and their mean correlation.
    fn test(&self, half_squares: u64, decks: u64, level: f64) -> (Test, f64) {
        let mean = spearman::correlation(self.cards, half_squares as f64 / decks as f64);
        let law = self
            .sums
            .get_or_init(|| spearman::law(self.cards).map(Sums::of_law));
        let (how, p) = match (law, decks) {
            (Some(law), _) => ("exact", law.tails(decks, half_squares).two_sided()),
            (None, 1) => ("Student's t", spearman::two_sided(self.cards, mean)),
            (None, _) => {
                let z = mean.abs() * (decks as f64 * (self.cards as f64 - 1.0)).sqrt();
                ("normal", 2.0 * normal_upper(z))
            }
        };
        let title = (CORRELATION, format!("rank correlation (Spearman, {how})"));
        // The rarest sum is that of decks which are all in the old order.
        let rarest = libm::exp(-libm::lgamma(self.cards as f64 + 1.0));
        let needed = fewest_to_fail(rarest, level);
        let mut test = too_few(title, needed);
        if decks >= needed {
            test.value = Some(mean);
            test.outcome = Outcome::P(PValue::new(p));
            test.words = format!(
                "the old and the new place of a card have a rank correlation of {mean:.4}; in a fair deck it is 0, give or take {:.4}",
                1.0 / (self.cards as f64 - 1.0).sqrt()
            );
        }
        (test, mean)
    }
}

impl Statistic for Spearman {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(&HalfSquares)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![CORRELATION]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        const UNIT: &str = "correlation of a card's places";
        vec![
            Declaration::number("mean", UNIT)
                .with_error("standard_error")
                .with_ideal("ideal"),
            Declaration::number("ideal", UNIT).known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column {
            seen: Some("rank correlation with the old order".to_owned()),
            fair: Some("ideal"),
            ..Column::new("rank correlation", "mean", 4)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let decks = evidence.subjects();
        let half_squares = evidence.tally.cells()[0];
        let (test, mean) = self.test(half_squares, decks.max(1), evidence.level);
        let test = if decks == 0 {
            too_few((CORRELATION, test.title), 1)
        } else {
            test
        };
        // The error of fair decks: that of the decks at hand is not counted.
        let error = 1.0 / ((self.cards as f64 - 1.0) * decks.max(1) as f64).sqrt();
        let figures = json!({
            "mean": (decks > 0).then_some(mean),
            "standard_error": (decks > 0).then_some(error),
            "ideal": 0.0,
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::{Draws, PcgDraws};
    use laws::testing::binomial_upper;

    /// Draws half the sum of squares of `decks` ideal decks.
    fn ideal(cards: usize, decks: u64, draws: &mut PcgDraws) -> u64 {
        let mut block = Block::new(cards);
        block.fill_sorted(decks as usize, 0);
        for deck in block.decks_mut().chunks_exact_mut(cards) {
            draws.shuffle(deck);
        }
        block.index_positions();
        let mut cells = [0];
        HalfSquares.count(&block, &mut cells, &mut Notes::default());
        cells[0]
    }

    fn p(statistic: &Spearman, half_squares: u64, decks: u64) -> f64 {
        match statistic.test(half_squares, decks, 0.05).0.outcome {
            Outcome::P(p) => p.get(),
            Outcome::TooFew { needed } => panic!("{needed} decks are needed"),
        }
    }

    /// Counts failures in 2,000 runs: no more at .05 and at .01 than chance lets happen once in a
    /// thousand (binomial), and no fewer for sizes with many values.
    #[test]
    fn ideal_decks_fail_as_often_as_they_should() {
        const RUNS: u64 = 2_000;
        let mut draws = PcgDraws::for_batch(11, "spearman", 0, 0);
        for (cards, decks) in [
            (6, 1),
            (6, 20),
            (12, 1),
            (13, 1),
            (20, 1),
            (20, 30),
            (366, 1),
        ] {
            let statistic = Spearman::new(cards);
            let all: Vec<f64> = (0..RUNS)
                .map(|_| p(&statistic, ideal(cards, decks, &mut draws), decks))
                .collect();
            for level in [0.05, 0.01] {
                let fails = all.iter().filter(|p| **p <= level).count() as u64;
                let chance = binomial_upper(fails, RUNS, level);
                assert!(chance > 0.001, "{cards} × {decks}: {fails} at {level}");
                let fewer = 1.0 - binomial_upper(fails + 1, RUNS, level);
                assert!(
                    cards < 12 || fewer > 0.001,
                    "{cards} × {decks}: {fails} at {level}"
                );
            }
        }
    }

    #[test]
    fn an_old_order_and_its_reverse_are_seen() {
        let statistic = Spearman::new(366);
        for half_squares in [0, spearman::most(366)] {
            assert!(p(&statistic, half_squares, 1) < 1e-100);
        }
        let (few, _) = Spearman::new(4).test(0, 1, 0.001);
        assert!(
            matches!(few.outcome, Outcome::TooFew { needed: 3 }),
            "{few:?}"
        );
    }
}
