//! Laws over all orders that depend on one number of an order alone, such as its rising sequences.
//!
//! The orders with the same number are a class, and all of a class are equally likely. So every distance is a sum
//! over the classes of their probabilities in an ideal deck times a function of how many times as likely their
//! orders are, arranged so that all terms have one sign.

use std::f64::consts::LN_2;
use std::sync::Arc;

use super::wide::Wide;

/// Nearer to 1 than 2 to this power, q - 1 is carried along; otherwise it is taken from q, which
/// costs at most as many of its 102 bits.
const NEAR_ONE: i64 = -20;

/// Below this |q - 1|, q ln q - (q - 1) is summed as a series.
const SERIES_BELOW: f64 = 0.0625;

/// Terms of that series: the next is below 2^-56 of the first.
const SERIES_TERMS: u32 = 14;

/// The likelihood of an order, compared with an ideal deck.
#[derive(Debug, Clone, Copy)]
pub(super) struct Density {
    /// q: its probability times the number of orders. From 0 up.
    pub ratio: Wide,
    /// q - 1, accurate also where q is 1 in all its digits. From -1 up.
    pub excess: Wide,
}

impl Density {
    /// The density of an ideal deck.
    pub(crate) const IDEAL: Self = Self {
        ratio: Wide::ONE,
        excess: Wide::ZERO,
    };

    /// The density 1 + `excess`.
    #[cfg(feature = "full")]
    pub(crate) fn of_excess(excess: Wide) -> Self {
        Self {
            ratio: Wide::ONE + excess,
            excess,
        }
    }

    /// The density `ratio`, where it is not so near 1 that the difference would be lost.
    #[cfg(feature = "full")]
    pub(crate) fn of_ratio(ratio: Wide) -> Self {
        Self {
            ratio,
            excess: ratio - Wide::ONE,
        }
    }

    /// The density times 1 + x.
    pub(crate) fn times_one_plus(self, x: Wide) -> Self {
        let ratio = self.ratio * (Wide::ONE + x);
        let direct = ratio - Wide::ONE;
        let excess = if direct.abs() < Wide::power_of_two(NEAR_ONE) {
            self.excess + self.ratio * x
        } else {
            direct
        };
        Self { ratio, excess }
    }

    /// q ln q - (q - 1), never negative.
    fn surprise(&self) -> Wide {
        let excess = self.excess.value();
        if excess.abs() < SERIES_BELOW {
            // (1+d) ln(1+d) - d = d²/2 - d³/6 + d⁴/12 - …, the j-th term having j(j-1) below.
            let series = (2..=SERIES_TERMS)
                .rev()
                .fold(0.0, |sum, j| 1.0 / f64::from(j * (j - 1)) - excess * sum);
            return self.excess * self.excess * Wide::from_double(series);
        }
        if self.ratio == Wide::ZERO {
            return Wide::ONE;
        }
        let logarithm = if excess.abs() < 0.5 {
            libm::log1p(excess)
        } else {
            self.ratio.ln()
        };
        self.ratio * Wide::from_double(logarithm) - self.excess
    }
}

/// A law of classes of orders, the likeliest class first.
///
/// ```
/// use colddeck_laws::gsr::{Law, Packets};
///
/// let seven = Law::riffled(52, Packets::riffles(7));
/// assert!((seven.classes().total_variation() - 0.334).abs() < 0.0005);
/// ```
#[derive(Debug, Clone)]
pub struct Classes {
    /// The probability of each class in an ideal deck.
    ideal: Arc<[Wide]>,
    /// The density of each order of a class. None is larger than the one before.
    densities: Vec<Density>,
}

impl Classes {
    /// The law of classes that have the probabilities `ideal` in an ideal deck, and orders of these `densities`,
    /// which fall from class to class.
    pub(super) fn new(ideal: Arc<[Wide]>, densities: Vec<Density>) -> Self {
        debug_assert_eq!(ideal.len(), densities.len());
        Self { ideal, densities }
    }

    /// The number of classes.
    pub(super) fn count(&self) -> usize {
        self.densities.len()
    }

    /// The probabilities of the classes in an ideal deck.
    pub(super) fn ideal(&self) -> &Arc<[Wide]> {
        &self.ideal
    }

    /// The probability of each class in an ideal deck, and how many times as likely its orders are; the likeliest first.
    #[cfg(feature = "full")]
    pub(super) fn likelihoods(&self) -> impl Iterator<Item = (Wide, Wide)> {
        let ratios = self.densities.iter().map(|density| density.ratio);
        self.ideal.iter().copied().zip(ratios)
    }

    /// The probability of each class.
    pub(super) fn probabilities(&self) -> Vec<Wide> {
        let terms = self.ideal.iter().zip(&self.densities);
        terms.map(|(&p, density)| p * density.ratio).collect()
    }

    /// The sum over all orders of their probability in an ideal deck times `f` of their density.
    fn mean_of(&self, f: impl Fn(&Density) -> Wide) -> Wide {
        let terms = self.ideal.iter().zip(&self.densities);
        terms.map(|(&ideal, density)| ideal * f(density)).sum()
    }

    /// The total variation distance from a perfect shuffle, ½ Σ |P(order) - 1/n!|, from 0 (one
    /// card) to 1. See [`Self::gap`] if it is so near 1 that a double cannot tell.
    pub fn total_variation(&self) -> f64 {
        let short = self.mean_of(|density| {
            if density.excess < Wide::ZERO {
                -density.excess
            } else {
                Wide::ZERO
            }
        });
        short.value()
    }

    /// 1 less the total variation distance: Σ min(P(order), 1/n!), the share of arrangements that a
    /// perfect shuffle and this one have in common.
    pub fn gap(&self) -> Wide {
        self.mean_of(|density| {
            if density.excess < Wide::ZERO {
                density.ratio
            } else {
                Wide::ONE
            }
        })
    }

    /// The separation distance, the largest 1 - n! P(order), from 0 (one card) to 1: that of the least likely
    /// class. 1 as long as an order is impossible.
    pub fn separation(&self) -> f64 {
        (-self.least().excess).value()
    }

    /// 1 less the separation distance: n! times the probability of the least likely order, 0 where
    /// one is impossible.
    pub fn separation_gap(&self) -> Wide {
        self.least().ratio
    }

    /// The L-infinity distance, the largest |n! P(order) - 1| (Assaf, Diaconis and Soundararajan
    /// 2011, equation 3). From 0 (one card) to n! - 1.
    pub fn l_infinity(&self) -> Wide {
        let (more, less) = (self.densities[0].excess, -self.least().excess);
        if more < less { less } else { more }
    }

    /// Gives the information that is left about the order, in bits: log₂ n! less the entropy of the law, or
    /// its Kullback-Leibler divergence from the uniform one (Trefethen and Trefethen 2000). From 0 (one
    /// card) to log₂ n!; values below 1e-300 may be 0.
    pub fn information_left(&self) -> f64 {
        // Σ U(q ln q), and as Σ U(q - 1) = 0 that may be taken off term by term: none is negative.
        self.mean_of(Density::surprise).value() / LN_2
    }

    /// The density of the last class, whose orders are the least likely.
    fn least(&self) -> &Density {
        &self.densities[self.densities.len() - 1]
    }
}
