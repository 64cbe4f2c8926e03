//! The wager on decks that came before, which hardly ever happens to ideal ones.

use std::collections::HashSet;

use super::{LogE, Standing, Wager};
use crate::Tally;

/// Beliefs in the share of decks that are repeats: ½, ¼, and so on, each with an equal part of the
/// capital. The smallest is that of a repeat in a million decks.
const BELIEFS: usize = 20;

/// Bits of a hash of a deck.
const BITS: f64 = 128.0;

/// A wager on a tally that keeps a hash of each of the first decks of a run, 16 bytes each.
///
/// Given all decks before it, an ideal deck of n cards is one of those k that were kept, or has the hash of
/// one, with a probability of at most p = k(1/n! + 2⁻¹²⁸). A gambler who expects that with probability q > p
/// gets q/p where it happens and (1-q)/(1-p) where it does not: his mean is at most 1.
#[derive(Debug)]
pub(crate) struct Repeats {
    /// ln (1/n! + 2⁻¹²⁸).
    ln_same: f64,
    seen: HashSet<u128>,
    /// Rows of the tally that were looked at.
    rows: usize,
    /// Logarithm of the capital of each belief.
    capital: [f64; BELIEFS],
}

impl Repeats {
    /// Makes the wager for decks of which there are exp(`ln_orders`) different ones.
    pub fn new(ln_orders: f64) -> Self {
        let ln_hashes = BITS * std::f64::consts::LN_2;
        let ln_same = -ln_orders + libm::log1p(libm::exp(ln_orders - ln_hashes));
        // The exponential overflows where there are many more orders than hashes; then hashes alone count.
        let ln_same = if ln_same.is_finite() {
            ln_same
        } else {
            -ln_hashes + libm::log1p(libm::exp(ln_hashes - ln_orders))
        };
        Self {
            ln_same,
            seen: HashSet::new(),
            rows: 0,
            capital: [0.0; BELIEFS],
        }
    }

    fn settle(&mut self, decks: usize, repeats: usize) {
        let ln_most = self.ln_same + libm::log(self.rows as f64);
        let mut belief = 0.5;
        for capital in &mut self.capital {
            let ln_belief = libm::log(belief);
            if ln_belief > ln_most {
                let others = libm::log1p(-belief) - libm::log1p(-libm::exp(ln_most));
                *capital +=
                    repeats as f64 * (ln_belief - ln_most) + (decks - repeats) as f64 * others;
            }
            belief *= 0.5;
        }
    }
}

impl Wager for Repeats {
    fn look(&mut self, total: &Tally) -> LogE {
        let rows = total.kept().rows().skip(self.rows);
        let hashes = rows.filter_map(|row| Some(u128::from_le_bytes(row.try_into().ok()?)));
        let (mut decks, mut repeats) = (0, 0);
        for hash in hashes {
            decks += 1;
            repeats += usize::from(!self.seen.insert(hash));
        }
        if decks > 0 {
            self.rows += decks;
            self.settle(decks, repeats);
        }
        LogE::mean(self.capital.iter().map(|ln| LogE::new(*ln)))
    }

    fn standing(&self) -> Vec<Standing> {
        vec![Standing {
            subjects: self.rows as u64,
            counts: Vec::new(),
            capital: self.capital.to_vec(),
        }]
    }

    /// Rows are kept in the order in which they were looked at.
    fn go_on_from(&mut self, total: &Tally, standing: &[Standing]) -> bool {
        let [standing] = standing else {
            return false;
        };
        let Ok(capital) = <[f64; BELIEFS]>::try_from(standing.capital.as_slice()) else {
            return false;
        };
        (self.rows, self.capital) = (standing.subjects as usize, capital);
        let rows = total.kept().rows().take(self.rows);
        let hashes = rows.filter_map(|row| Some(u128::from_le_bytes(row.try_into().ok()?)));
        self.seen = hashes.collect();
        total.kept().len() >= self.rows && capital.iter().all(|ln| !ln.is_nan())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn e_value(orders: f64, decks: impl Iterator<Item = usize>) -> f64 {
        let mut wager = Repeats::new(orders.ln());
        let mut seen = HashSet::new();
        let mut e = LogE::ONE;
        for deck in decks {
            wager.rows += 1;
            wager.settle(1, usize::from(!seen.insert(deck)));
            e = LogE::mean(wager.capital.iter().map(|ln| LogE::new(*ln)));
        }
        libm::exp(e.ln())
    }

    #[test]
    fn the_mean_over_all_sequences_is_at_most_1_and_not_far_below() {
        for orders in [6_usize, 12] {
            let sequences = orders.pow(4);
            let values = (0..sequences).map(|sequence| {
                let digits = (0..4).map(|at| sequence / orders.pow(at) % orders);
                e_value(orders as f64, digits)
            });
            let mean = values.sum::<f64>() / sequences as f64;
            assert!((0.9..=1.0 + 1e-12).contains(&mean), "{mean}");
        }
    }

    #[test]
    fn a_single_repeat_of_52_cards_is_beyond_doubt_and_none_costs_little() {
        let orders = libm::exp(libm::lgamma(53.0));
        assert!(e_value(orders, (0..1_000).chain([5])) > 1e20);
        let none = e_value(orders, 0..10_000);
        assert!((0.2..1.0).contains(&none), "{none}");
        // More orders than hashes.
        let large = Repeats::new(libm::lgamma(301.0));
        assert!((large.ln_same + 128.0 * std::f64::consts::LN_2).abs() < 1e-9);
        let small = Repeats::new(720_f64.ln());
        assert!((small.ln_same + 720_f64.ln()).abs() < 1e-12);
    }
}
