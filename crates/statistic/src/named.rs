//! The cell or the mean that the words of a failing test name, and how large its departure is.
//!
//! The cell that is named is the one that is farthest off, so that its count is farther off than the truth (the winner's
//! curse). Limits that hold for all cells at once hold for whichever is named: each of m cells has those of Clopper and
//! Pearson (1934) with the m-th part of the error, half of it at either end. They are exact where subjects are
//! independent, and too wide, if anything, where their laws differ (Hoeffding, 1956).

use std::ops::RangeInclusive;

use laws::beta::{clopper_pearson_lower, clopper_pearson_upper};
use laws::bounded_mean::{azuma, empirical_bernstein, hoeffding};

/// The unit of what is counted once in each subject, whatever its subjects are.
pub const DECKS: &str = "decks";

/// A cell or a mean that the words of a test name.
#[derive(Debug, Clone, PartialEq)]
pub enum Limited {
    /// A cell that is counted at most once in each subject.
    Cell(NamedCell),
    /// The mean of a number of each subject.
    Mean(NamedMean),
}

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
    /// The subjects, in words: [`DECKS`], or others that have a name of their own.
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
    fn unit<'a>(&self, decks: &'a str) -> &'a str {
        if self.unit == DECKS { decks } else { self.unit }
    }

    /// Limits of its probability. With probability 1 - `error` those of all cells that could have been named
    /// hold.
    pub(super) fn limits(&self, error: f64) -> RangeInclusive<f64> {
        let each = 0.5 * error / self.among.max(1) as f64;
        let low = clopper_pearson_lower(self.count, self.of, each);
        let high = clopper_pearson_upper(self.count, self.of, each);
        low..=high
    }

    /// Says in words what the limits show; nothing where they show no more than the words of the test. A cell that comes
    /// too often is also told as the share of subjects in which it would have to be arranged, if the others were fair:
    /// (p - fair)/(1 - fair).
    fn in_words(&self, limits: &RangeInclusive<f64>, decks: &str) -> Option<String> {
        if limits.contains(&self.fair) {
            return match &self.by {
                Naming::Together(words) => Some(words.clone()),
                Naming::Cell | Naming::Line | Naming::Next => None,
            };
        }
        let (seen, unit) = (percents(limits, self.fair), self.unit(decks));
        let fair = significant_percent(self.fair);
        Some(match &self.by {
            Naming::Line => {
                format!(
                    "{}; the farthest has {seen} of {unit}; fair is {fair}",
                    self.what
                )
            }
            Naming::Cell if *limits.start() > self.fair => {
                let arranged = |p: f64| (p - self.fair) / (1.0 - self.fair);
                let arranged = arranged(*limits.start())..=arranged(*limits.end());
                format!(
                    "{} in {seen} of {unit}; fair is {fair}, as if {} of them were arranged this way",
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

/// The mean of a number that each subject has, from the least to the greatest that there can be.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedMean {
    /// Says what it is, beside the fair one.
    pub what: String,
    /// The number, in words: "inversions per deck".
    pub unit: String,
    /// The average.
    pub mean: f64,
    /// Subjects.
    pub of: u64,
    /// The mean of ideal ones.
    pub fair: f64,
    /// The least and the greatest number that a subject can have.
    pub range: (f64, f64),
    /// Means that could have been named instead, this one included.
    pub among: u64,
    /// The source of its limits.
    pub by: Spread,
}

/// The knowledge of how much a number varies, by which limits of its mean are found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spread {
    /// The sample variance of independent subjects.
    Sample(f64),
    /// None but that subjects are independent.
    Unknown,
    /// None: the mean is that of the probabilities of events, each given all before it.
    Dependent,
}

impl NamedMean {
    fn limits(&self, error: f64) -> RangeInclusive<f64> {
        let (least, greatest) = self.range;
        let (wide, each) = (greatest - least, error / self.among.max(1) as f64);
        let mean = (self.mean - least) / wide;
        let limits = match self.by {
            Spread::Sample(variance) => {
                empirical_bernstein((mean, variance / (wide * wide)), self.of, each)
            }
            Spread::Unknown => hoeffding(mean, self.of, each),
            Spread::Dependent => azuma(mean, self.of, each),
        };
        least + wide * limits.start()..=least + wide * limits.end()
    }

    fn in_words(&self, limits: &RangeInclusive<f64>) -> Option<String> {
        let words = || {
            let (low, high) = outwards(limits, self.fair);
            // Words that say a share leave open what is counted.
            let unit = if self.what.contains('%') {
                format!(" {}", self.unit)
            } else {
                String::new()
            };
            format!("{} (mean between {low} and {high}{unit})", self.what)
        };
        (!limits.contains(&self.fair)).then(words)
    }
}

impl Limited {
    /// Limits of the probability or of the mean. With probability 1 - `error` those of all that could have been named hold.
    pub fn limits(&self, error: f64) -> RangeInclusive<f64> {
        match self {
            Self::Cell(cell) => cell.limits(error),
            Self::Mean(mean) => mean.limits(error),
        }
    }

    /// Says in words what the limits show; nothing where they show no more than the words of the test. Whole subjects are
    /// called `decks`, unless the test has another name for what it counts.
    pub fn in_words(&self, limits: &RangeInclusive<f64>, decks: &str) -> Option<String> {
        match self {
            Self::Cell(cell) => cell.in_words(limits, decks),
            Self::Mean(mean) => mean.in_words(limits),
        }
    }

    /// The share or the mean that was seen, and that of ideal subjects.
    pub fn seen_and_fair(&self) -> (f64, f64) {
        match self {
            Self::Cell(cell) => (cell.count as f64 / cell.of as f64, cell.fair),
            Self::Mean(mean) => (mean.mean, mean.fair),
        }
    }

    /// The subjects that a share is one of, or the unit of a mean.
    pub fn unit<'a>(&'a self, decks: &'a str) -> &'a str {
        match self {
            Self::Cell(cell) => cell.unit(decks),
            Self::Mean(mean) => &mean.unit,
        }
    }

    /// All that could have been named, this included.
    pub fn among(&self) -> u64 {
        match self {
            Self::Cell(cell) => cell.among,
            Self::Mean(mean) => mean.among,
        }
    }

    /// Returns true if its limits hold for subjects that depend on those before them too.
    pub fn may_depend(&self) -> bool {
        match self {
            Self::Cell(cell) => cell.by == Naming::Next,
            Self::Mean(mean) => mean.by == Spread::Dependent,
        }
    }
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

/// `2.9 to 4.1%`
fn percents(limits: &RangeInclusive<f64>, without: f64) -> String {
    let limits = 100.0 * limits.start()..=100.0 * limits.end();
    let (low, high) = outwards(&limits, 100.0 * without);
    format!("{low} to {high}%")
}

/// Both limits with two digits of their distance, rounded outwards, and more where `without`, which they leave out, would
/// seem to lie between them.
fn outwards(limits: &RangeInclusive<f64>, without: f64) -> (String, String) {
    const MOST_DECIMALS: usize = 6;
    let wide = (limits.end() - limits.start()).max(1e-9);
    let mut decimals =
        (1.0 - libm::floor(libm::log10(wide))).clamp(0.0, MOST_DECIMALS as f64) as usize;
    loop {
        let unit = libm::pow(10.0, decimals as f64);
        let low = libm::floor(limits.start() * unit) / unit;
        let high = libm::ceil(limits.end() * unit) / unit;
        if decimals >= MOST_DECIMALS || !(low..=high).contains(&without) {
            return (format!("{low:.decimals$}"), format!("{high:.decimals$}"));
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
            unit: DECKS,
            by,
        }
    }

    #[test]
    fn a_size_is_said_in_shares_of_decks() {
        // 2% nailed, the others fair: 1/52 + 0.02·51/52 of a million decks.
        let nailed = cell(38_846, 1_000_000, 1.0 / 52.0, Naming::Cell);
        let limits = nailed.limits(1e-5);
        assert_eq!(
            nailed.in_words(&limits, DECKS).unwrap(),
            "card 5 is on top in 3.77 to 4.00% of decks; fair is 1.92%, as if 1.88 to 2.12% of them were arranged this way"
        );
        // Limits that leave out what is fair do not seem to hold it.
        let text = percents(&(0.01934..=0.0418), 1.0 / 52.0);
        assert_eq!(text, "1.93 to 4.18%");
        let rare = cell(0, 100_000, 0.01, Naming::Cell);
        let words = rare.in_words(&rare.limits(1e-3), DECKS).unwrap();
        assert_eq!(
            words,
            "card 5 is on top in 0.000 to 0.016% of decks; fair is 1%"
        );
    }

    #[test]
    fn a_cell_that_may_be_fair_is_not_named() {
        let near = |by| cell(2_000, 100_000, 1.0 / 52.0, by);
        let of = |named: NamedCell| named.in_words(&named.limits(1e-3), DECKS);
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
                    let limits = named.limits(error);
                    *missed += u64::from(!limits.contains(&truth(place)));
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

    /// A mean has limits beside it, and the fair one lies outside of what is printed.
    #[test]
    fn the_size_of_a_mean_is_said_beside_it() {
        let mean = |mean: f64, by| {
            Limited::Mean(NamedMean {
                what: format!("the hand has {mean} points; fair is 10"),
                unit: "points per hand".to_owned(),
                mean,
                of: 10_000,
                fair: 10.0,
                range: (0.0, 37.0),
                among: 1,
                by,
            })
        };
        let of = |named: Limited| named.in_words(&named.limits(1e-3), DECKS);
        let near = of(mean(10.1, Spread::Sample(17.0)));
        assert_eq!(near, None);
        let far = of(mean(10.6, Spread::Sample(17.0))).unwrap();
        assert_eq!(
            far,
            "the hand has 10.6 points; fair is 10 (mean between 10.36 and 10.84)"
        );
        assert_eq!(of(mean(10.6, Spread::Unknown)), None);
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
