//! Null laws: how a statistic of one deck is distributed when all n! orders are equally likely.
//!
//! One file each, with the statistic itself, the exact numbers of orders, the probabilities and the
//! moments. All laws stand in [`LAWS`], which commands and tests iterate over. [`Law::exact`] gives
//! whole numbers and fractions, [`Law::floats`] doubles, for larger decks and for sums over decks.

mod big_numbers;
mod cycles;
mod derangements;
mod descents;
mod fixed_points;
mod footrule;
mod inversions;
mod longest_increasing_subsequence;
mod parity;
mod rising_sequences;
mod same_half;
mod successions;
mod successions_cyclic;
mod tables;
mod valleys;

#[cfg(test)]
mod tests;

use dashu_int::UBig;
use dashu_ratio::RBig;

use deck::{Card, MAX_CARDS};
use text::params::{self, KindError};

#[cfg(feature = "full")]
pub(super) use big_numbers::factorial;
pub use big_numbers::{fraction, to_f64};
pub use cycles::count_cycles;
#[cfg(feature = "full")]
pub(super) use derangements::binomials;
pub use tables::{Exact, Floats, SumOfDecks, Sums};

/// The law of a statistic on an ideal shuffle.
///
/// ```
/// use colddeck_laws::null;
/// let law = null::find("fixed-points").unwrap();
/// let exact = law.exact(4).unwrap();
/// assert_eq!(exact.counts().iter().map(|c| c.to_string()).collect::<Vec<_>>(), ["9", "8", "6", "0", "1"]);
/// assert_eq!(null::fraction(&exact.at_least(1)).unwrap(), "5/8");
/// assert_eq!(law.value(&[0, 2, 1, 3]), 2);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Law {
    /// Its name.
    pub name: &'static str,
    /// One line for lists: what is counted.
    pub about: &'static str,
    /// The person who found the law, or the book that has it.
    pub source: &'static str,
    /// The smallest value of the statistic.
    pub least: u64,
    /// Exact counts are given up to this many cards: within seconds and 100 MB.
    pub exact_up_to: usize,
    /// Probabilities are given up to this many cards.
    pub floats_up_to: usize,
    /// Mean and variance are given up to this many cards.
    pub moments_up_to: usize,
    /// The number of orders of n cards with each value from `least` on, n ≥ 1.
    counts: fn(usize) -> Vec<UBig>,
    /// The share of n! of each value, 0 if it is below 1e-300.
    probabilities: fn(usize) -> Vec<f64>,
    /// Mean and variance, n ≥ 1.
    moments: fn(usize) -> Moments,
    /// Makes tails of sums of a product, for n cards: where tables would be too large.
    sums: Option<fn(usize) -> tables::Product>,
    /// The statistic of one deck.
    value: fn(&[Card]) -> u64,
}

/// All null laws.
pub static LAWS: &[Law] = &[
    rising_sequences::LAW,
    descents::LAW,
    inversions::LAW,
    fixed_points::LAW,
    cycles::LAW,
    parity::LAW,
    longest_increasing_subsequence::LAW,
    successions::LAW,
    successions_cyclic::LAW,
    same_half::LAW,
    footrule::LAW,
    valleys::LAW,
];

/// The law called `name`; the error names all laws, and the nearest.
pub fn find(name: &str) -> Result<&'static Law, KindError> {
    params::pick("null law", name, LAWS, |law| law.name)
}

/// Probabilities below this are given as 0: doubles would lose their digits soon after.
pub(crate) const NEGLIGIBLE: f64 = 1e-300;

/// 2^660. Recurrences that average over many steps start from it instead of from 1, so that what
/// they drop on the way, below [`NEGLIGIBLE`] each time, is far below it in the end.
const HEADROOM: f64 = f64::from_bits((1023 + 660) << 52);

/// Mean and variance, exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moments {
    /// The mean.
    pub mean: RBig,
    /// The variance, the square of the standard deviation.
    pub variance: RBig,
}

impl Moments {
    /// The mean for `cards` cards, and the variance of two cards or more; that of a single one is 0.
    fn closed(cards: usize, mean: RBig, variance: impl FnOnce() -> RBig) -> Self {
        let variance = if cards < 2 { RBig::ZERO } else { variance() };
        Self { mean, variance }
    }

    /// The standard deviation; relative error below 1e-15.
    pub fn standard_deviation(&self) -> f64 {
        to_f64(&self.variance).sqrt()
    }

    /// The moments of the sum over `decks` independent decks.
    #[must_use]
    pub fn of_sum(&self, decks: u64) -> Self {
        let decks = RBig::from(decks);
        Self {
            mean: &self.mean * &decks,
            variance: &self.variance * decks,
        }
    }
}

/// A deck for which a law is not given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} of `{law}` can be computed for 1 to {most} cards, not for {cards}")]
pub struct OutOfRange {
    /// The quantity asked for.
    pub what: &'static str,
    /// The name of the law.
    pub law: &'static str,
    /// The largest deck for which it is given.
    pub most: usize,
    /// The deck asked for.
    pub cards: usize,
}

impl Law {
    /// The exact numbers of orders of `cards` cards, 1 to [`Law::exact_up_to`].
    pub fn exact(&self, cards: usize) -> Result<Exact, OutOfRange> {
        self.within("the exact law", cards, self.exact_up_to)?;
        Ok(Exact::new(self.least, (self.counts)(cards), cards))
    }

    /// The probabilities for `cards` cards, 1 to [`Law::floats_up_to`]. Relative error below 1e-12
    /// above 1e-285; those below [`NEGLIGIBLE`] are given as 0.
    pub fn floats(&self, cards: usize) -> Result<Floats, OutOfRange> {
        self.within("probabilities", cards, self.floats_up_to)?;
        Ok(Floats::new(self.least, (self.probabilities)(cards)))
    }

    /// The law of sums over decks of `cards` cards, 1 to [`Law::sums_up_to`]. For one deck too.
    pub fn sums(&self, cards: usize) -> Result<Sums, OutOfRange> {
        self.within("the law of sums", cards, self.sums_up_to())?;
        match self.sums {
            Some(product) => Sums::by_product(product(cards), || self.floats(cards)),
            None => Ok(Sums::of(self.floats(cards)?)),
        }
    }

    /// Sums over decks are given up to this many cards.
    fn sums_up_to(&self) -> usize {
        match self.sums {
            Some(_) => MAX_CARDS,
            None => self.floats_up_to,
        }
    }

    /// Mean and variance for `cards` cards, 1 to [`Law::moments_up_to`].
    pub fn moments(&self, cards: usize) -> Result<Moments, OutOfRange> {
        self.within("mean and variance", cards, self.moments_up_to)?;
        Ok((self.moments)(cards))
    }

    /// The statistic itself, of one deck (`deck[position] = card`, a permutation of 0..n, n ≥ 1).
    pub fn value(&self, deck: &[Card]) -> u64 {
        (self.value)(deck)
    }

    fn within(&self, what: &'static str, cards: usize, most: usize) -> Result<(), OutOfRange> {
        if (1..=most).contains(&cards) {
            return Ok(());
        }
        Err(OutOfRange {
            what,
            law: self.name,
            most,
            cards,
        })
    }
}

/// `law` with what is below [`NEGLIGIBLE`] as 0.
fn without_negligible(mut law: Vec<f64>) -> Vec<f64> {
    for probability in &mut law {
        if *probability < NEGLIGIBLE {
            *probability = 0.0;
        }
    }
    law
}

/// The number of cards right below a card to which they stand as `stands` says: (upper, lower).
fn neighbours(deck: &[Card], stands: impl Fn(Card, Card) -> bool) -> u64 {
    let pairs = deck.windows(2);
    pairs.filter(|pair| stands(pair[0], pair[1])).count() as u64
}

/// pos[card] = position.
fn positions(deck: &[Card]) -> Vec<usize> {
    let mut positions = vec![0; deck.len()];
    for (position, &card) in deck.iter().enumerate() {
        positions[usize::from(card)] = position;
    }
    positions
}
