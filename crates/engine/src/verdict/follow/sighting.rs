//! Decks that hardly ever come, by their number of rising sequences.

use statistic::{Extreme, Extremes};

/// A deck is rare if numbers as far out come with this probability at the most, at each end.
const RARE: f64 = 1e-4;

/// A rare deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Sighting {
    /// Its number, from 1.
    pub deck: u64,
    /// 0, or how many decks back it is compared with.
    pub lag: u64,
    /// Its rising sequences.
    pub rising: u32,
    /// The mean number of rising sequences of a fair deck.
    pub fair: f64,
    /// The decimal logarithm of the probability of a number as far out at that end.
    pub log10_p: f64,
}

/// The ends of the law of rising sequences.
#[derive(Debug)]
pub(super) struct Tails {
    /// The probability of each bin.
    law: Vec<f64>,
    cards: usize,
    /// Values in a bin.
    width: usize,
    lag: usize,
}

impl Tails {
    /// Makes the ends for decks of `cards` cards, from the law of the bins.
    pub fn new(law: &[f64], cards: usize, lag: usize) -> Self {
        Self {
            law: law.to_vec(),
            cards,
            width: cards.div_ceil(law.len().max(1)),
            lag,
        }
    }

    /// The bins of rare decks.
    pub fn bins(&self) -> Vec<usize> {
        let bins = 0..self.law.len();
        let rare = |bin: &usize| self.below(*bin).min(self.above(*bin)) <= RARE;
        bins.filter(rare).collect()
    }

    fn below(&self, bin: usize) -> f64 {
        self.law[..=bin].iter().sum()
    }

    fn above(&self, bin: usize) -> f64 {
        self.law[bin..].iter().rev().sum()
    }

    /// The rarer of two decks.
    pub fn rarest(&self, extremes: Extremes) -> Sighting {
        let least = self.sighting(extremes.least, true);
        let greatest = self.sighting(extremes.greatest, false);
        if greatest.log10_p < least.log10_p {
            greatest
        } else {
            least
        }
    }

    fn sighting(&self, extreme: Extreme, least: bool) -> Sighting {
        let rising = extreme.value;
        let bin = ((rising as usize).saturating_sub(1) / self.width).min(self.law.len() - 1);
        let p = if least {
            self.below(bin)
        } else {
            self.above(bin)
        };
        // One order alone has 1, and one as many as there are cards.
        let single = if least { 1 } else { self.cards };
        let log10_p = if rising as usize == single {
            -libm::lgamma(self.cards as f64 + 1.0) * std::f64::consts::LOG10_E
        } else {
            libm::log10(p.max(f64::MIN_POSITIVE))
        };
        Sighting {
            deck: extreme.deck + self.lag as u64 + 1,
            lag: self.lag as u64,
            rising,
            fair: 0.5 * (self.cards as f64 + 1.0),
            log10_p,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laws::eulerian;

    #[test]
    fn bins_of_rare_decks_are_at_both_ends_and_sightings_say_how_rare() {
        let tails = Tails::new(&eulerian::law(52), 52, 1);
        let bins = tails.bins();
        assert!(bins.contains(&0) && bins.contains(&17) && bins.contains(&51));
        assert!(!bins.contains(&20) && !bins.contains(&26) && !bins.contains(&31));
        let extreme = |value, deck| Extreme { value, deck };
        let seen = tails.rarest(Extremes {
            least: extreme(1, 99),
            greatest: extreme(30, 70),
        });
        assert_eq!((seen.deck, seen.rising, seen.lag), (101, 1, 1));
        assert!((seen.log10_p + 67.9066).abs() < 1e-3, "{}", seen.log10_p);
        let seen = tails.rarest(Extremes {
            least: extreme(24, 99),
            greatest: extreme(50, 70),
        });
        assert_eq!((seen.deck, seen.rising), (72, 50));
    }

    /// Any order of four cards is common.
    #[test]
    fn small_decks_have_no_rare_ones() {
        assert!(Tails::new(&eulerian::law(4), 4, 0).bins().is_empty());
    }
}
