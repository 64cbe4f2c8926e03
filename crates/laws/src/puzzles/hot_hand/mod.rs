//! The hot hand: what comes after a streak, among finitely many flips of a coin.
//!
//! Among n flips with probability p of heads, those are noted that come directly after s heads or
//! more in a row (or, of either side, after s or more alike). A noted flip goes on with the streak,
//! or ends it. More that go on than end it win, fewer lose, as many push. Although each flip is as
//! likely as ever, the wager loses more than it should: heads come many at a time in few sequences,
//! tails one by one in many; and the mean share of noted flips that go on, sequence by sequence, is
//! below p (Miller and Sanjurjo, 2018, Surprised by the Hot Hand Fallacy?).
//!
//! A sequence is told by the side of its last run, whether that run is a streak yet, and one tally. The runs that are
//! not are kept as one sum: a run that began s − 1 flips before becomes a streak now, with the weight of its flips. So
//! one flip takes a few additions for each value of the tally, however long streaks are.
//!
//! The share that goes on needs no second tally: with N noted flips of which S go on, its mean is Σ E(S; N = k)/k, and
//! E(S; N = k) is carried along as the slope of the weights when each flip that goes on weighs 1 + ε.

mod effort;
mod weight;

use std::collections::VecDeque;

use dashu_int::UBig;
use dashu_ratio::RBig;

pub use effort::effort;
use weight::{Dual, Weight};

use crate::null::to_f64;

/// Flips up to which sequences are counted in whole numbers: a second.
pub const MOST_EXACT: usize = 300;

/// Flips up to which there is an answer: some seconds.
pub const MOST_FLIPS: usize = 10_000;

/// The longest streak that can be asked about: each of its flips is remembered.
pub const LONGEST_STREAK: usize = 100;

/// A wager on the flips after streaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wager {
    /// Flips in a sequence.
    pub flips: usize,
    /// Alike flips in a row from which on the next one is noted, at least 1.
    pub streak: usize,
    /// The probability of heads.
    pub heads: RBig,
    /// True if streaks of tails count too.
    pub either: bool,
}

/// The outcome of a wager. The fractions are exact; the doubles beside them are right to about
/// 1e-12 where there are no fractions, and correctly rounded where there are.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// P(more noted flips go on than end a streak).
    pub win: f64,
    /// P(fewer go on).
    pub lose: f64,
    /// P(as many; none noted counts here).
    pub push: f64,
    /// `win − lose`.
    pub expected: f64,
    /// P(some flip is noted).
    pub any: f64,
    /// The mean share of noted flips that go on, among sequences with any; none if there are no such sequences.
    pub share: Option<f64>,
    /// The mean number of noted flips.
    pub noted: f64,
    /// The mean number of those that go on.
    pub going_on: f64,
    /// `win`, `lose`, `expected` and `share` as fractions, up to [`MOST_EXACT`] flips.
    pub exact: Option<Exact>,
}

/// The same in fractions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exact {
    /// P(win).
    pub win: RBig,
    /// P(lose).
    pub lose: RBig,
    /// `win − lose`.
    pub expected: RBig,
    /// The mean share that goes on.
    pub share: Option<RBig>,
}

impl Wager {
    /// Computes the outcome: exactly, or in doubles if there are too many flips for that.
    pub fn outcome(&self) -> Outcome {
        if self.flips <= MOST_EXACT {
            self.exactly()
        } else {
            self.nearly()
        }
    }

    /// Computes the outcome by counting sequences in whole numbers: with heads of probability a/b
    /// each head counts a times, each tail b − a times.
    fn exactly(&self) -> Outcome {
        let (above, below) = self.heads.clone().into_parts();
        let heads = UBig::try_from(above).unwrap_or(UBig::ZERO);
        let tails = &below - &heads;
        let all = below.pow(self.flips);
        let of = |ways: UBig| RBig::from_parts(ways.into(), all.clone());
        let ways = self.tally(&[heads.clone(), tails.clone()], &UBig::ONE, -1);
        let sum = |range: &mut dyn Iterator<Item = &UBig>| range.sum::<UBig>();
        let lose = of(sum(&mut ways.below().iter()));
        let win = of(sum(&mut ways.above().iter()));
        let expected = &win - &lose;
        let noted = self.tally(&[heads, tails].map(Dual::constant), &Dual::rising(), 1);
        let any = of(sum(&mut noted.above().iter().map(|ways| &ways.value)));
        let mut totals = [RBig::ZERO, RBig::ZERO, RBig::ZERO];
        for (k, ways) in (1usize..).zip(noted.above()) {
            let going_on = of(ways.slope.clone());
            totals[0] += &going_on / RBig::from(k);
            totals[1] += of(ways.value.clone()) * RBig::from(k);
            totals[2] += going_on;
        }
        let [share, noted, going_on] = totals;
        let share = (any > RBig::ZERO).then(|| share / &any);
        Outcome {
            win: to_f64(&win),
            lose: to_f64(&lose),
            push: to_f64(&(RBig::ONE - &win - &lose)),
            expected: to_f64(&expected),
            any: to_f64(&any),
            share: share.as_ref().map(to_f64),
            noted: to_f64(&noted),
            going_on: to_f64(&going_on),
            exact: Some(Exact {
                win,
                lose,
                expected,
                share,
            }),
        }
    }

    /// Computes the outcome in doubles.
    fn nearly(&self) -> Outcome {
        let sides = [to_f64(&self.heads), to_f64(&(RBig::ONE - &self.heads))];
        let ways = self.tally(&sides, &1.0, -1);
        let (lose, win): (f64, f64) = (ways.below().iter().sum(), ways.above().iter().sum());
        let noted = self.tally(&sides.map(Dual::constant), &Dual::rising(), 1);
        let any: f64 = noted.above().iter().map(|ways| ways.value).sum();
        let mut totals = [0.0; 3];
        for (k, ways) in (1usize..).zip(noted.above()) {
            totals[0] += ways.slope / k as f64;
            totals[1] += ways.value * k as f64;
            totals[2] += ways.slope;
        }
        Outcome {
            win,
            lose,
            push: 1.0 - win - lose,
            expected: win - lose,
            any,
            share: (any > 0.0).then(|| totals[0] / any),
            noted: totals[1],
            going_on: totals[2],
            exact: None,
        }
    }

    /// The weights of all sequences by their tally: noted flips that go on count 1 and weigh `going_on` times as much,
    /// those that end a streak count `ending`.
    fn tally<W: Weight>(&self, sides: &[W; 2], going_on: &W, ending: isize) -> Tally<W> {
        let room = Room {
            streak: self.streak,
            either: self.either,
            down: if ending < 0 {
                most_ends(self, self.flips)
            } else {
                0
            },
        };
        let width = room.down + self.flips.saturating_sub(self.streak) + 1;
        let mut runs = [0, 1].map(|side| {
            let noted = side == 0 || self.either;
            Side::new(sides[side].clone(), noted.then_some(self.streak), width)
        });
        // No flips yet: both sides begin from here.
        let mut start = vec![W::zero(); width];
        start[room.down] = W::one();
        for flip in 1..=self.flips {
            let range = room.range(flip);
            let firsts = [0, 1].map(|side| {
                let mut first = vec![W::zero(); width];
                let (flipped, before) = (&runs[side].flip, &runs[1 - side]);
                for at in range.clone() {
                    let cell = &mut first[at];
                    cell.add_product(flipped, &before.short[at]);
                    if let Some(from) = at.checked_add_signed(-ending).filter(|from| *from < width)
                    {
                        cell.add_product(flipped, &before.long[from]);
                    }
                    if flip == 1 {
                        cell.add_product(flipped, &start[at]);
                    }
                }
                first
            });
            for (side, first) in runs.iter_mut().zip(firsts) {
                side.step(first, range.clone(), going_on);
            }
        }
        let mut all = if self.flips == 0 {
            start
        } else {
            vec![W::zero(); width]
        };
        for side in &runs {
            for (cell, (short, long)) in all.iter_mut().zip(side.short.iter().zip(&side.long)) {
                cell.add_product(&W::one(), short);
                cell.add_product(&W::one(), long);
            }
        }
        Tally {
            weights: all,
            zero: room.down,
        }
    }
}

/// The most streaks that can have ended within so many flips.
fn most_ends(wager: &Wager, flips: usize) -> usize {
    if wager.either {
        // The flip that ends a streak is the first of the next one.
        flips.saturating_sub(1) / wager.streak
    } else {
        flips / (wager.streak + 1)
    }
}

/// The values that a tally can have.
struct Room {
    streak: usize,
    either: bool,
    /// Values below 0.
    down: usize,
}

impl Room {
    /// The places of the values that are there after so many flips, and perhaps some more.
    fn range(&self, flips: usize) -> std::ops::Range<usize> {
        let ends = if self.either {
            flips / self.streak
        } else {
            flips / (self.streak + 1)
        };
        self.down.saturating_sub(ends)..self.down + flips.saturating_sub(self.streak) + 1
    }
}

/// Weights by tally.
struct Tally<W> {
    weights: Vec<W>,
    /// The place of tally 0.
    zero: usize,
}

impl<W> Tally<W> {
    /// The weights of the tallies below 0.
    fn below(&self) -> &[W] {
        &self.weights[..self.zero]
    }

    /// The weights of the tallies 1, 2, …
    fn above(&self) -> &[W] {
        &self.weights[self.zero + 1..]
    }
}

/// The sequences whose last flip shows one side, by their tally.
struct Side<W> {
    /// The weight of one such flip.
    flip: W,
    /// Flips of a streak; none if streaks of this side do not count.
    streak: Option<usize>,
    /// Last run no streak yet.
    short: Vec<W>,
    /// Last run a streak.
    long: Vec<W>,
    /// Runs that began, the latest at the end: those of the last s − 1 flips.
    begun: VecDeque<Vec<W>>,
    /// The weight of s − 1 flips.
    grown: W,
}

impl<W: Weight> Side<W> {
    fn new(flip: W, streak: Option<usize>, width: usize) -> Self {
        let mut grown = W::one();
        for _ in 1..streak.unwrap_or(1) {
            grown = grown.times(&flip);
        }
        Self {
            flip,
            streak,
            short: vec![W::zero(); width],
            long: vec![W::zero(); width],
            begun: VecDeque::new(),
            grown,
        }
    }

    /// One flip more, with the runs that it begins.
    fn step(&mut self, first: Vec<W>, range: std::ops::Range<usize>, going_on: &W) {
        let Some(streak) = self.streak else {
            for at in range {
                self.short[at] = self.flip.times(&self.short[at]);
                self.short[at].add_product(&W::one(), &first[at]);
            }
            return;
        };
        let noted = self.flip.times(going_on);
        for at in range.clone() {
            self.short[at] = self.flip.times(&self.short[at]);
            self.short[at].add_product(&W::one(), &first[at]);
        }
        for at in range.clone().rev() {
            self.long[at] = match at.checked_sub(1) {
                Some(before) => noted.times(&self.long[before]),
                None => W::zero(),
            };
        }
        self.begun.push_back(first);
        if self.begun.len() < streak {
            return;
        }
        let ripe = self.begun.pop_front().unwrap_or_default();
        for at in range {
            self.long[at].add_product(&self.grown, &ripe[at]);
            self.short[at].sub_product(&self.grown, &ripe[at]);
        }
    }
}

#[cfg(test)]
mod tests;
