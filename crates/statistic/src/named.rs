//! The cell that the words of a failing test name, and how large its departure is.
//!
//! The cell that is named is the one that is farthest off, so that its count is farther off than the truth (the winner's
//! curse). Limits that hold for all cells at once hold for whichever is named: each of m cells has those of Clopper and
//! Pearson (1934) with the m-th part of the error, half of it at either end. They are exact where subjects are
//! independent, and too wide, if anything, where their laws differ (Hoeffding, 1956).

use std::ops::RangeInclusive;

use super::Test;
use laws::beta::{clopper_pearson_lower, clopper_pearson_upper};

/// A cell that is counted at most once in each subject, chosen among several.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedCell {
    /// Says what it is: "card 5 is on top".
    pub what: String,
    /// Subjects that have it.
    pub count: u64,
    /// Subjects.
    pub of: u64,
    /// Its probability after an ideal shuffle.
    pub fair: f64,
    /// Cells that could have been named instead, this one included.
    pub among: u64,
    /// The subjects, in words: "decks".
    pub unit: &'static str,
    /// The test that names it.
    pub by: Naming,
}

/// The ways in which a test comes to name a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Naming {
    /// The test is one of single cells.
    Cell,
    /// The test is one of single lines, and `what` is the line: the cell is the farthest of it.
    Line,
    /// The test is one of all cells together, which may fail while no single one is far off: words for that.
    Together(String),
    /// The cell is what comes next where something came just before: its limits hold for draws that depend on that, as its
    /// count is among the draws after it alone.
    Next,
}

impl NamedCell {
    /// Limits of its probability. With probability 1 - `error` those of all cells that could have been named hold.
    pub fn limits(&self, error: f64) -> RangeInclusive<f64> {
        let each = 0.5 * error / self.among.max(1) as f64;
        let low = clopper_pearson_lower(self.count, self.of, each);
        let high = clopper_pearson_upper(self.count, self.of, each);
        low..=high
    }

    /// Says in words what the limits show; nothing where they show no more than the words of the test. A cell that comes
    /// too often is also told as the share of subjects in which it would have to be arranged, if the others were fair:
    /// (p - fair)/(1 - fair).
    pub fn in_words(&self, limits: &RangeInclusive<f64>) -> Option<String> {
        if limits.contains(&self.fair) {
            return match &self.by {
                Naming::Together(words) => Some(words.clone()),
                Naming::Cell | Naming::Line | Naming::Next => None,
            };
        }
        let (seen, unit) = (percents(limits, self.fair), self.unit);
        let fair = significant_percent(self.fair);
        Some(match &self.by {
            Naming::Line => {
                format!(
                    "{}; the farthest has {seen} of {unit}, fair is {fair}",
                    self.what
                )
            }
            Naming::Cell if *limits.start() > self.fair => {
                let arranged = |p: f64| (p - self.fair) / (1.0 - self.fair);
                let arranged = arranged(*limits.start())..=arranged(*limits.end());
                format!(
                    "{} in {seen} of {unit}; fair is {fair}, as if {} were arranged so",
                    self.what,
                    percents(&arranged, 0.0)
                )
            }
            Naming::Cell | Naming::Together(_) | Naming::Next => {
                format!("{} in {seen} of {unit}; fair is {fair}", self.what)
            }
        })
    }
}

/// The test, with other subjects than decks.
pub(super) fn counted_in(mut test: Test, unit: &'static str) -> Test {
    if let Some(named) = &mut test.named {
        named.unit = unit;
    }
    test
}

/// The place and the count of the cell that is farthest from an equal share of `all`; of several, the first.
pub(super) fn farthest(
    counts: impl Iterator<Item = u64> + Clone,
    all: u64,
) -> Option<(usize, u64)> {
    let cells = counts.clone().count() as u128;
    let off = |count: u64| (cells * u128::from(count)).abs_diff(u128::from(all));
    let each = counts.enumerate();
    each.reduce(|worst, next| {
        if off(next.1) > off(worst.1) {
            next
        } else {
            worst
        }
    })
}

/// `2.9 to 4.1%`: two digits of their distance, rounded outwards, and more where `without`, which they leave out, would seem
/// to lie between them.
fn percents(limits: &RangeInclusive<f64>, without: f64) -> String {
    const MOST_DECIMALS: usize = 6;
    let (low, high) = (100.0 * limits.start(), 100.0 * limits.end());
    let wide = (high - low).max(1e-9);
    let mut decimals =
        (1.0 - libm::floor(libm::log10(wide))).clamp(0.0, MOST_DECIMALS as f64) as usize;
    loop {
        let unit = libm::pow(10.0, decimals as f64);
        let low = libm::floor(low * unit) / unit;
        let high = libm::ceil(high * unit) / unit;
        if decimals >= MOST_DECIMALS || !(low..=high).contains(&(100.0 * without)) {
            return format!("{low:.decimals$} to {high:.decimals$}%");
        }
        decimals += 1;
    }
}

/// `1.92%`, `50%`
fn significant_percent(share: f64) -> String {
    format!("{}%", text::names::figure(100.0 * share, 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{Cell, cell_test};
    use deck::rng::{Draws, PcgDraws};
    use laws::testing::binomial_upper;

    fn cell(count: u64, of: u64, fair: f64, by: Naming) -> NamedCell {
        NamedCell {
            what: "card 5 is on top".to_owned(),
            count,
            of,
            fair,
            among: 2_704,
            unit: "decks",
            by,
        }
    }

    #[test]
    fn a_size_is_said_in_shares_of_decks() {
        // 2% nailed, the others fair: 1/52 + 0.02·51/52 of a million decks.
        let nailed = cell(38_846, 1_000_000, 1.0 / 52.0, Naming::Cell);
        let limits = nailed.limits(1e-5);
        assert_eq!(
            nailed.in_words(&limits).unwrap(),
            "card 5 is on top in 3.77 to 4.00% of decks; fair is 1.92%, as if 1.88 to 2.12% were arranged so"
        );
        // Limits that leave out what is fair do not seem to hold it.
        let text = percents(&(0.01934..=0.0418), 1.0 / 52.0);
        assert_eq!(text, "1.93 to 4.18%");
        let rare = cell(0, 100_000, 0.01, Naming::Cell);
        let words = rare.in_words(&rare.limits(1e-3)).unwrap();
        assert_eq!(
            words,
            "card 5 is on top in 0.000 to 0.016% of decks; fair is 1%"
        );
    }

    #[test]
    fn a_cell_that_may_be_fair_is_not_named() {
        let near = |by| cell(2_000, 100_000, 1.0 / 52.0, by);
        let of = |named: NamedCell| named.in_words(&named.limits(1e-3));
        assert_eq!(of(near(Naming::Cell)), None);
        assert_eq!(of(near(Naming::Line)), None);
        let together = Naming::Together("all are a little off".to_owned());
        assert_eq!(of(near(together)).as_deref(), Some("all are a little off"));
    }

    /// 1,000 runs of 400 subjects in one of twelve cells, at a stated error of .05 and .01, with no cell planted, one, and
    /// one that is kept rare: the limits of the cell that is farthest off miss its probability at most as often as stated
    /// (the .999 quantile of the binomial).
    #[test]
    fn limits_of_the_named_cell_cover_its_probability() {
        const CELLS: usize = 12;
        const RUNS: u64 = 1_000;
        const OF: u64 = 400;
        // Per mille of subjects that go to the first cell by plan, and of those that would be there and go on.
        for (at, (planted, taken)) in [(0, 0), (20, 0), (300, 0), (0, 700)]
            .into_iter()
            .enumerate()
        {
            let mut draws = PcgDraws::for_batch(40, "named cells", at as u64, 0);
            let mut missed = [0_u64; 2];
            let (planted_share, taken_share) = (f64::from(planted) / 1e3, f64::from(taken) / 1e3);
            let even = (1.0 - planted_share) / CELLS as f64;
            let truth = |cell: usize| {
                let moved = even * taken_share;
                if cell == 0 {
                    planted_share + even - moved
                } else {
                    even + moved / (CELLS - 1) as f64
                }
            };
            for _ in 0..RUNS {
                let mut counts = [0_u64; CELLS];
                for _ in 0..OF {
                    let mut cell = draws.below(CELLS as u32) as usize;
                    if draws.below(1_000) < planted {
                        cell = 0;
                    } else if cell == 0 && draws.below(1_000) < taken {
                        cell = 1 + draws.below(CELLS as u32 - 1) as usize;
                    }
                    counts[cell] += 1;
                }
                let cells = counts.iter().enumerate().map(|(at, &count)| Cell {
                    at,
                    count,
                    share: 1.0 / CELLS as f64,
                });
                let mut place = 0;
                let test = cell_test("cells", (OF, 0.001), cells, |at| {
                    place = at;
                    String::new()
                });
                let named = test.named.unwrap();
                for (missed, error) in missed.iter_mut().zip([0.05, 0.01]) {
                    *missed += u64::from(!named.limits(error).contains(&truth(place)));
                }
            }
            for (missed, error) in missed.into_iter().zip([0.05, 0.01]) {
                assert!(
                    binomial_upper(missed, RUNS, error) > 0.001,
                    "{planted}, {taken}: {missed} of {RUNS} at {error}"
                );
            }
        }
    }

    fn cell_of(count: u64, of: u64) -> NamedCell {
        cell(count, of, 1.0 / 12.0, Naming::Cell)
    }

    /// Without the number of cells the limits of the farthest would miss far more often than stated: the winner's curse.
    #[test]
    fn limits_of_one_cell_alone_would_not_do() {
        let mut draws = PcgDraws::for_batch(40, "winner's curse", 0, 0);
        let missed = (0..1_000).filter(|_| {
            let mut counts = [0_u64; 12];
            (0..400).for_each(|_| counts[draws.below(12) as usize] += 1);
            let (_, count) = farthest(counts.iter().copied(), 400).unwrap();
            let alone = NamedCell {
                among: 1,
                ..cell_of(count, 400)
            };
            !alone.limits(0.05).contains(&alone.fair)
        });
        assert!(missed.count() > 200);
    }
}
