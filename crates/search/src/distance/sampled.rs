//! Limits of total variation from ideal decks, which show something that riffled ones show more or less often: the exact
//! likelihood of it, or two independent estimates.
//!
//! Let X be how many times as likely in a riffled deck something is as in an ideal one, and E a mean over ideal decks. Total
//! variation is E (1 - X)⁺. Where X is known, such decks give limits on both sides.
//!
//! Else the likelihoods of some orders that show the same have a mean Y of which X is the expectation. E (1 - Y)⁺ is at least as
//! large as total variation (Jensen), and lies in [0, 1]. With another such mean Z of other orders, "Z is at least 1" is an event
//! that depends on what is seen, and on chance that has nothing to do with it. So total variation is at least how much
//! likelier riffled decks show it, E (Y - 1) 1{Z ≥ 1}, and no less than that with Y cut off at [`MOST`].

use super::ERROR;
use crate::advise::{Crew, lasting, made};
use deck::rng::PcgDraws;
use laws::bounded_mean::{empirical_bernstein, hoeffding};
use serde::{Deserialize, Serialize};
use text::names::grouped;
use text::pieces::Left;

/// Decks that are looked at, at the most: so many bring limits within .001 of each other in any case.
const MOST_DECKS: usize = 20_000_000;

/// Estimates of a likelihood are cut off here, for lower limits.
const MOST: f64 = 1.5;

/// P(r rising sequences, given what is seen), at r - 1.
#[derive(Debug)]
pub enum Rising {
    /// Exact.
    Law(Vec<f64>),
    /// Shares of random orders, of two samples.
    Shares([Vec<f64>; 2]),
}

/// Ideal decks to look at.
#[derive(Clone, Copy)]
pub struct Decks {
    /// Their title in a bar of progress.
    pub title: &'static str,
    pub blocks: usize,
    /// Decks in each block.
    pub each: usize,
    /// Multiplications that the likelihood of a deck takes, about.
    pub effort: usize,
}

impl Decks {
    /// Ideal decks to look at where a likelihood takes so many multiplications, about.
    pub fn exact(title: &'static str, effort: usize) -> Self {
        /// Multiplications that all take, about.
        const ALL: u64 = 12_000_000_000;
        const EACH: usize = 250;
        let blocks = ALL / (effort.max(1) * EACH) as u64;
        Self {
            title,
            blocks: (blocks as usize).clamp(8, 160),
            each: EACH,
            effort,
        }
    }

    pub fn number(self) -> usize {
        self.blocks * self.each
    }
}

/// Sums of a row over decks.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Sums {
    /// What riffled decks lack, and the squares.
    lacking: [f64; 2],
    /// How much likelier they show an event, and the squares; 0 where likelihoods are exact.
    likelier: [f64; 2],
    /// How many times as likely each is, where likelihoods are exact.
    ratio: f64,
    /// Their bits, and the squares.
    bits: [f64; 2],
}

impl Sums {
    /// Adds those of other decks.
    fn add(&mut self, more: &Self) {
        let add = |to: &mut [f64; 2], more: [f64; 2]| {
            for (to, more) in to.iter_mut().zip(more) {
                *to += more;
            }
        };
        add(&mut self.lacking, more.lacking);
        add(&mut self.likelier, more.likelier);
        add(&mut self.bits, more.bits);
        self.ratio += more.ratio;
    }

    /// The same of so many times as many decks that vary as these do.
    pub fn times(self, more: f64) -> Self {
        let all = |of: [f64; 2]| of.map(|sum| sum * more);
        Self {
            lacking: all(self.lacking),
            likelier: all(self.likelier),
            ratio: self.ratio * more,
            bits: all(self.bits),
        }
    }

    /// The limits that so many decks give.
    pub fn limits(self, decks: usize) -> [f64; 2] {
        let [lower, upper] = limits_of_mean(self.lacking, decks as u64);
        // Exact likelihoods give both limits by the same numbers.
        let lower = if self.likelier[1] > 0.0 {
            MOST * limits_of_mean(self.likelier, decks as u64)[0] - 1.0
        } else {
            lower
        };
        [lower.max(0.0), upper]
    }

    /// How far the mean of the upper limit lies above that of the lower one: so far do both lie apart however many decks are
    /// looked at.
    pub fn apart(self, decks: usize) -> f64 {
        let mean = |of: [f64; 2]| of[0] / decks as f64;
        (mean(self.lacking) - (MOST * mean(self.likelier) - 1.0)).max(0.0)
    }

    /// An estimate of the bits, and its standard error, where these decks do not show that they lack what matters.
    fn bits(self, decks: usize) -> Option<[f64; 2]> {
        /// The mean of how many times as likely decks are is so near to 1, which it is in truth.
        const NEAR_ONE: f64 = 0.03;
        /// The standard error is so small a share.
        const SHARE: f64 = 0.1;
        let of = decks as f64;
        let [sum, squares] = self.bits;
        let mean = sum / of;
        let error = ((squares / of - mean * mean).max(0.0) / of).sqrt();
        let is_known = (self.ratio / of - 1.0).abs() < NEAR_ONE && error < SHARE * mean;
        is_known.then_some([mean, error])
    }
}

/// What is known of a row.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub total_variation: [f64; 2],
    /// An estimate of the information that is left, and its standard error.
    pub bits: Option<[f64; 2]>,
}

/// Limits of the total variation of each row, which hold with a probability of 1 - [`ERROR`] for each row: where likelihoods are
/// exact, and as many decks as it takes until the limits are `within` of their middle, if that is given. Decks that are looked
/// at before say how many these are. Returns the number of decks as well.
pub fn limits_within(
    decks: Decks,
    within: Option<f64>,
    laws: &[Vec<f64>],
    crew: &dyn Crew,
    rising: impl Fn(&mut PcgDraws) -> Rising + Sync,
) -> Result<(Vec<Limits>, Decks), Left> {
    /// Multiplications in a second of one processor, about.
    const SPEED: f64 = 1.2e9;
    let first = sums((decks, 0), laws, crew, &rising)?;
    let blocks = |within| {
        let rows = first.iter();
        rows.map(|sums| enough(*sums, decks, within)).max()
    };
    let more = within.and_then(blocks).filter(|more| *more > decks.blocks);
    let Some(blocks) = more else {
        return Ok((
            first.iter().map(|sums| of_row(*sums, decks)).collect(),
            decks,
        ));
    };
    let more = Decks { blocks, ..decks };
    let seconds = (more.number() * decks.effort) as f64 / SPEED;
    crew.announce(&format!(
        "note: I look at {} decks, which takes about {} of one processor, shared by all threads",
        grouped(more.number() as u64),
        lasting(seconds)
    ));
    let sums = sums((more, 1), laws, crew, &rising)?;
    Ok((sums.iter().map(|sums| of_row(*sums, more)).collect(), more))
}

/// Blocks of decks that bring both limits about `within` of the middle, by what the first decks show.
fn enough(sums: Sums, decks: Decks, within: f64) -> usize {
    let found = blocks_for(decks, MOST_DECKS / decks.each, |blocks| {
        let more = blocks as f64 / decks.blocks as f64;
        let [lower, upper] = sums.times(more).limits(blocks * decks.each);
        upper - lower <= 2.0 * within
    });
    found.unwrap_or(MOST_DECKS / decks.each)
}

/// The first number of blocks, and fewer than `most`, of which that is true; a little more is tried each time, as other decks vary
/// in another way.
pub(super) fn blocks_for(
    decks: Decks,
    most: usize,
    mut is_enough: impl FnMut(usize) -> bool,
) -> Option<usize> {
    let each = std::iter::successors(Some(decks.blocks), |blocks| Some(blocks + blocks / 8 + 1));
    each.take_while(|blocks| *blocks < most)
        .find(|blocks| is_enough(*blocks))
}

/// The sums of each row, over decks of a stage.
pub(super) fn sums(
    (decks, stage): (Decks, u64),
    laws: &[Vec<f64>],
    crew: &dyn Crew,
    rising: &(impl Fn(&mut PcgDraws) -> Rising + Sync),
) -> Result<Vec<Sums>, Left> {
    crew.begin(decks.title, decks.number() as u64);
    let all = made(crew, decks.blocks, |block| {
        let mut draws = PcgDraws::for_batch(1, decks.title, stage, block as u64);
        let mut sums = vec![Sums::default(); laws.len()];
        for _ in 0..decks.each {
            let rising = rising(&mut draws);
            for (sums, law) in sums.iter_mut().zip(laws) {
                sums.add(&of_deck(&rising, law));
            }
        }
        crew.advance(decks.each as u64);
        sums
    });
    crew.end();
    let mut sums = vec![Sums::default(); laws.len()];
    for block in all? {
        for (sums, more) in sums.iter_mut().zip(&block) {
            sums.add(more);
        }
    }
    Ok(sums)
}

/// What is known of a row, by its sums over so many decks.
fn of_row(sums: Sums, decks: Decks) -> Limits {
    let number = decks.number();
    Limits {
        total_variation: sums.limits(number),
        bits: sums.bits(number),
    }
}

/// The terms of a deck: what riffled decks lack of it, and (1 + how much likelier they show the event) / [`MOST`], both of [0, 1].
fn of_deck(rising: &Rising, law: &[f64]) -> Sums {
    let mean = |rising: &[f64]| rising.iter().zip(law).map(|(p, q)| p * q).sum::<f64>();
    let both = |term: f64| [term, term * term];
    match rising {
        Rising::Law(rising) => {
            let ratio = mean(rising);
            let bits = if ratio > 0.0 {
                ratio * ratio.log2()
            } else {
                0.0
            };
            Sums {
                lacking: both((1.0 - ratio).max(0.0)),
                ratio,
                bits: both(bits - (ratio - 1.0) * std::f64::consts::LOG2_E),
                ..Sums::default()
            }
        }
        Rising::Shares([first, second]) => {
            let [first, second] = [mean(first), mean(second)];
            let likelier = |y: f64, z: f64| if z >= 1.0 { y.min(MOST) } else { 1.0 };
            let likelier = likelier(first, second) + likelier(second, first);
            Sums {
                lacking: both((1.0 - 0.5 * (first + second)).max(0.0)),
                likelier: both(0.5 * likelier / MOST),
                ..Sums::default()
            }
        }
    }
}

/// Limits of the mean of numbers of [0, 1] with this sum and this sum of squares; the narrower of two on either side.
fn limits_of_mean([sum, squares]: [f64; 2], of: u64) -> [f64; 2] {
    let mean = sum / of as f64;
    let variance = (squares - sum * mean).max(0.0) / (of as f64 - 1.0);
    let one = empirical_bernstein((mean, variance), of, 0.5 * ERROR);
    let other = hoeffding(mean, of, 0.5 * ERROR);
    [one.start().max(*other.start()), one.end().min(*other.end())]
}
