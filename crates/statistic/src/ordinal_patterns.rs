//! Ordinal patterns: the deck is cut into windows of t cards; in each, the order of its cards by size is
//! one of t! patterns.
//!
//! Windows do not overlap, so that on ideal decks the patterns of all windows of all decks are
//! independent and uniform: ⌊n/t⌋ draws for each deck (what is left at the bottom is not looked at). One
//! chi-squared test, df t! − 1, both tails. Overlapping windows would need a covariance.

use super::cell_counts::on_lanes;
use super::counter::{AnyCounter, Counter};
use super::positions::{sum_of_squares, uniform_chi_squared};
use super::tally::Notes;
use super::wager::{self, Wager};
use super::{
    Assessment, Column, Compares, Design, Detectable, Evidence, Kind, Outcome, POWER, Statistic,
    Suite, Test,
};
use deck::kernel::Cell;
use deck::{BLOCK, Block, Layout, MAX_CARDS, MIN_CARDS};
use laws::fit;
use laws::power::chi_squared_noncentrality;
use laws::tail::PValue;
use text::figures::{Declaration, json};
use text::params::{ParamError, Parameter};

pub(super) const KIND: Kind = Kind {
    name: "ordinal-patterns",
    about: "do neighbouring cards, in windows of 4, lie in each order equally often? tests chi-squared on both tails",
    plain: "the order of neighbouring cards",
    causes: "pieces of the old order that are still there; sorting with a random comparison",
    example: "Four cards that lie one below the other can be in 24 orders, each in 4.2% of fair decks. After one riffle of 52 cards 31% of such groups of four lie in their old order, after three 8%.",
    compares: &Compares::Nothing,
    source: "Bandt and Pompe (2002), Permutation entropy; windows that do not overlap",
    parameters: &[Parameter {
        name: "window",
        about: "cards in a window, 3 to 5; default 4",
    }],
    cards: MIN_CARDS + 1..=MAX_CARDS,
    covers: &[crate::Feature::OldOrder],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |params, design| {
        // The default for decks that have room for it.
        let most = design.size.min(5) as u32;
        let window = params.whole("window", 3..=5)?;
        if let Some(window) = window.filter(|window| *window > most) {
            return Err(ParamError::Deck {
                kind: format!("{} of {window} cards", KIND.name),
                cards: design.size,
                least: window as usize,
                most: MAX_CARDS,
            });
        }
        let patterns = match window.unwrap_or(most.min(4)) {
            3 => &THREE,
            4 => &FOUR,
            _ => &FIVE,
        };
        Ok(Box::new(OrdinalPatterns { patterns }))
    },
};

/// Counts how often each pattern of `window` cards is seen.
#[derive(Debug)]
struct Patterns {
    name: &'static str,
    window: usize,
}

static THREE: Patterns = Patterns {
    name: "ordinal-patterns-3",
    window: 3,
};

static FOUR: Patterns = Patterns {
    name: "ordinal-patterns-4",
    window: 4,
};

static FIVE: Patterns = Patterns {
    name: "ordinal-patterns-5",
    window: 5,
};

impl Patterns {
    fn number(&self) -> usize {
        (1..=self.window).product()
    }
}

impl Counter for Patterns {
    fn name(&self) -> &'static str {
        self.name
    }

    fn cells(&self, _cards: usize) -> usize {
        self.number()
    }

    /// All windows.
    fn most(&self, cards: usize) -> u64 {
        (cards / self.window) as u64
    }

    fn layout(&self) -> Layout {
        Layout::PlaceLanes
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        on_lanes!(block, Layout::PlaceLanes, |lanes| {
            match self.window {
                3 => count_windows::<_, 3>(lanes, block.len(), cells),
                4 => count_windows::<_, 4>(lanes, block.len(), cells),
                _ => count_windows::<_, 5>(lanes, block.len(), cells),
            }
        });
    }
}

/// The number of a pattern is that of its Lehmer digits: how many of the cards below are smaller.
fn count_windows<T: Cell, const WINDOW: usize>(
    lanes: &[[T; BLOCK]],
    decks: usize,
    cells: &mut [u64],
) {
    // Neighbouring decks often show the same pattern: they count in turn in cells of their own.
    let mut counts = [[0_u32; 256]; 4];
    for window in lanes.as_chunks::<WINDOW>().0 {
        let mut numbers = [0_u8; BLOCK];
        for (at, here) in window.iter().enumerate() {
            for number in &mut numbers {
                *number = number.wrapping_mul((WINDOW - at) as u8);
            }
            for below in &window[at + 1..] {
                for ((number, here), below) in numbers.iter_mut().zip(here).zip(below) {
                    *number = number.wrapping_add(u8::from(below < here));
                }
            }
        }
        for (deck, &number) in numbers[..decks].iter().enumerate() {
            counts[deck % 4][usize::from(number)] += 1;
        }
    }
    for (at, cell) in cells.iter_mut().enumerate() {
        *cell += counts
            .iter()
            .map(|counts| u64::from(counts[at]))
            .sum::<u64>();
    }
}

#[derive(Debug)]
struct OrdinalPatterns {
    patterns: &'static Patterns,
}

impl Statistic for OrdinalPatterns {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(self.patterns)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["patterns"]
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(wager::Uniform::new(self.patterns.number())))
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("window", "cards").known(),
            Declaration::whole("windows", "windows"),
            Declaration::counts("counts", "windows", self.patterns.number()),
            Declaration::counts("largest", "rank", self.patterns.window),
            Declaration::number("largest_share", "share of windows"),
            Declaration::number("ideal", "share of windows").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column::new("commonest pattern", "largest_share", 4)]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let counts = evidence.tally.cells();
        let total: u64 = counts.iter().sum();
        let largest = counts.iter().zip(0..).max_by_key(|(count, _)| **count);
        let (count, number) = largest.map_or((0, 0), |(count, number)| (*count, number));
        let ranks = of_rank(number, self.patterns.window);
        let share = count as f64 / total as f64;
        let figures = json!({
            "window": self.patterns.window,
            "windows": total,
            "counts": counts,
            "largest": ranks,
            "largest_share": share,
            "ideal": 1.0 / counts.len() as f64,
        });
        let mut test = uniform_test("patterns", "ordinal patterns", counts, evidence.level);
        let per_deck = (evidence.design.size / self.patterns.window) as u64;
        if let Outcome::TooFew { needed } = &mut test.outcome {
            *needed = needed.div_ceil(per_deck);
        }
        let ranks: Vec<String> = ranks.iter().map(ToString::to_string).collect();
        test.words = format!(
            "{} cards in a row lie in the order {} (1 is the lowest) {:.2}% of the time; fair is {:.2}%",
            self.patterns.window,
            ranks.join("-"),
            100.0 * share,
            100.0 / counts.len() as f64
        );
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}

/// The order of `cards` cards of that rank, in lexicographic order from 0: the cards, top first, from 1.
pub(super) fn of_rank(rank: usize, cards: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (1..=cards).collect();
    let (mut rest, mut weight) = (rank, (1..=cards).product::<usize>());
    let take = |at: usize| {
        weight /= cards - at;
        let digit = rest / weight;
        rest %= weight;
        left.remove(digit)
    };
    (0..cards).map(take).collect()
}

/// A test of counts that are all expected to be alike; if there are too few, with the number of counts
/// that are needed.
pub(super) fn uniform_test(name: &'static str, title: &str, counts: &[u64], level: f64) -> Test {
    let total: u64 = counts.iter().sum();
    let df = (counts.len() - 1) as f64;
    let found = fit::uniform(counts);
    let outcome = match &found {
        Some(fit) => Outcome::P(PValue::new(fit.p)),
        None => Outcome::TooFew {
            needed: counts.len() as u64 * fit::fewest_for_each(counts.len()),
        },
    };
    // Both tails, and most of the power in the upper one.
    let noncentrality = chi_squared_noncentrality(df, 0.5 * level, POWER);
    let value = uniform_chi_squared(sum_of_squares(counts.iter()), counts.len() as u64, total);
    Test {
        name,
        title: title.to_owned(),
        value: (total > 0).then_some(value),
        df: Some(df),
        outcome,
        tails: found.and_then(|fit| fit.tails),
        detectable: (total > 0).then(|| Detectable {
            value: (noncentrality / total as f64).sqrt(),
            unit: "relative departure of a share from the fair one (root mean square)".to_owned(),
        }),
        words: String::new(),
        named: None,
    }
}
