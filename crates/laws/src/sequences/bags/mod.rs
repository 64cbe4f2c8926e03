//! Draws from a shuffle bag: some copies of each symbol, drawn without replacement, until so many are drawn;
//! then the bag is full again.
//!
//! With everything drawn it is the plain bag of the document (and the seven-piece bag of falling blocks). With k
//! of n it is what a reader proposed: twice the items, of which half are taken and the rest discarded; one
//! drawn each time is independent draws.

mod adding;
pub mod calls;
pub mod longest;
mod network;
pub mod runs;
pub mod windows;

use super::Refused;

use text::sorting;

/// Items of a bag up to which it is taken: their laws are sums over them.
pub(crate) const MOST_ITEMS: u64 = 10_000_000;

/// A bag: copies of each symbol, and how many draws there are until it is full again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bag {
    copies: Vec<u32>,
    size: u32,
    take: u32,
}

impl Bag {
    /// A bag with `copies[i]` (at least 1) of symbol i, of which `take` items are drawn: 1 to all of them.
    pub fn new(copies: &[u32], take: u32) -> Result<Self, Refused> {
        if copies.is_empty() || copies.contains(&0) {
            let found = format!("{copies:?}");
            let accepted = "one symbol or more, and at least 1 copy of each";
            return Err(Refused::domain("copies of the symbols", found, accepted));
        }
        let size = copies.iter().map(|&c| u64::from(c)).sum::<u64>();
        Refused::beyond("a bag of this size", size as f64, MOST_ITEMS as f64)?;
        let size = size as u32;
        if take == 0 || take > size {
            let accepted = format!("1 to the {size} items of the bag");
            return Err(Refused::domain(
                "a bag that fills again after draw",
                take,
                accepted,
            ));
        }
        Ok(Self {
            copies: copies.to_vec(),
            size,
            take,
        })
    }

    /// A bag of which everything is drawn.
    pub fn plain(copies: &[u32]) -> Result<Self, Refused> {
        let all = copies.iter().fold(0_u32, |sum, &c| sum.saturating_add(c));
        Self::new(copies, all.max(1))
    }

    /// Copies of each symbol.
    pub fn copies(&self) -> &[u32] {
        &self.copies
    }

    /// All items of the full bag.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Draws until the bag is full again.
    pub fn take(&self) -> u32 {
        self.take
    }

    /// The copies of a symbol; refused if there is no such symbol.
    fn copies_of(&self, symbol: usize) -> Result<u32, Refused> {
        self.copies.get(symbol).copied().ok_or_else(|| {
            let accepted = format!("0 to {}", self.copies.len() - 1);
            Refused::domain("a symbol", symbol, accepted)
        })
    }

    /// The entropy of a draw in bits, averaged over a round, for one who remembers what came: the entropy of a
    /// round's sequence over its length.
    ///
    /// A sequence with `m_i` of symbol i has the probability Π `c_i!/(c_i − m_i)!` (n − k)!/n!, so its entropy is
    /// log n!/(n − k)! − Σ over i of E log `c_i!/(c_i − M_i)!`, and each `M_i` alone is hypergeometric: no sum over
    /// what comes together.
    ///
    /// ```
    /// use colddeck_laws::sequences::bags::Bag;
    ///
    /// let bits = |copies: &[u32], take| Bag::new(copies, take).unwrap().entropy();
    /// // 50/25/20/5, and half of six of each of three.
    /// assert_eq!(format!("{:.3} {:.3}", bits(&[50, 25, 20, 5], 100), bits(&[6, 6, 6], 9)), "1.589 1.555");
    /// ```
    pub fn entropy(&self) -> f64 {
        let (n, k) = (self.size, self.take);
        let all: f64 = (n - k + 1..=n)
            .map(|items| libm::log2(f64::from(items)))
            .sum();
        let mut rest = all;
        let mut known: Option<(u32, f64)> = None;
        let mut copies = self.copies.clone();
        copies.sort_unstable();
        for c in copies {
            let mean = match known {
                Some((same, mean)) if same == c => mean,
                _ => mean_log_falling(n, c, k),
            };
            known = Some((c, mean));
            rest -= mean;
        }
        (rest / f64::from(k)).max(0.0)
    }

    /// The entropy of independent draws with the same frequencies, in bits.
    pub fn entropy_if_independent(&self) -> f64 {
        let n = f64::from(self.size);
        let bits = |&c: &u32| f64::from(c) / n * libm::log2(n / f64::from(c));
        self.copies.iter().map(bits).sum()
    }
}

/// E log2 c!/(c − M)!, M the number among k of n of c copies.
fn mean_log_falling(n: u32, c: u32, k: u32) -> f64 {
    let law = hypergeometric(n, c, k);
    let (mut log, mut mean) = (0.0, 0.0);
    for (p, drawn) in law.iter().zip(0..) {
        mean += p * log;
        log += libm::log2(f64::from((c - drawn).max(1)));
    }
    mean
}

/// The law of the number of `copies` of a symbol among `take` items drawn from `size`: entry m is P(M = m),
/// for m from 0 to `copies`.
///
/// Ratios of neighbours from the most likely value on, then scaled to sum to 1: each has a relative error of
/// some units in the last place times its distance from the middle.
fn hypergeometric(size: u32, copies: u32, take: u32) -> Vec<f64> {
    let [n, c, k] = [size, copies, take].map(i64::from);
    let mut law = vec![0.0; c as usize + 1];
    let (least, most) = ((k - (n - c)).max(0), c.min(k));
    let middle = ((k + 1) * (c + 1) / (n + 2)).clamp(least, most);
    // P(m + 1) / P(m).
    let ratio =
        |m: i64| (c - m) as f64 * (k - m) as f64 / ((m + 1) as f64 * (n - c - k + m + 1) as f64);
    law[middle as usize] = 1.0;
    for m in middle..most {
        law[m as usize + 1] = law[m as usize] * ratio(m);
    }
    for m in (least..middle).rev() {
        law[m as usize] = law[m as usize + 1] / ratio(m);
    }
    let mut ascending = law.clone();
    sorting::floats(&mut ascending);
    let sum: f64 = ascending.iter().sum();
    for p in &mut law {
        *p /= sum;
    }
    law
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(copies: &[u32], take: u32) -> f64 {
        Bag::new(copies, take).unwrap().entropy()
    }

    /// The entropy per draw, by all sequences of a round.
    fn enumerated(left: &mut [u32], take: u32, p: f64) -> f64 {
        if take == 0 {
            return -p * libm::log2(p);
        }
        let all: u32 = left.iter().sum();
        let mut sum = 0.0;
        for symbol in 0..left.len() {
            let here = left[symbol];
            if here > 0 {
                left[symbol] -= 1;
                sum += enumerated(left, take - 1, p * f64::from(here) / f64::from(all));
                left[symbol] += 1;
            }
        }
        sum
    }

    #[test]
    fn entropies_agree_with_all_sequences_and_with_the_documents_bags() {
        for copies in [&[3, 3, 3][..], &[1, 1, 1, 1], &[4, 2, 1], &[5], &[2, 2, 3]] {
            let all = copies.iter().sum();
            for take in 1..=all {
                let reference = enumerated(&mut copies.to_vec(), take, 1.0) / f64::from(take);
                let ours = bits(copies, take);
                assert!((ours - reference).abs() < 1e-12, "{copies:?} {take}");
            }
        }
        for (copies, take, published) in [
            (&[50, 25, 20, 5][..], 100, 1.589),
            (&[10, 5, 4, 1], 20, 1.390),
            (&[3, 3, 3], 9, 1.190),
            (&[6, 6, 6], 9, 1.555),
            (&[1, 1, 1], 3, 0.862),
        ] {
            assert!(
                (bits(copies, take) - published).abs() < 0.0006,
                "{copies:?}"
            );
        }
        let independent = Bag::plain(&[50, 25, 20, 5])
            .unwrap()
            .entropy_if_independent();
        assert!((independent - 1.680).abs() < 0.001, "{independent}");
        assert!((bits(&[50, 25, 20, 5], 1) - independent).abs() < 1e-14);
    }

    #[test]
    fn the_hypergeometric_law_is_that_of_binomials() {
        let choose = |n: u32, k: u32| -> f64 {
            if k > n {
                return 0.0;
            }
            (0..k)
                .map(|i| f64::from(n - i) / f64::from(i + 1))
                .product()
        };
        for (n, c, k) in [
            (10, 3, 4),
            (10, 10, 10),
            (10, 9, 5),
            (20, 1, 20),
            (30, 12, 29),
            (5, 2, 1),
        ] {
            for (m, p) in hypergeometric(n, c, k).iter().enumerate() {
                let m = m as u32;
                let reference = match k.checked_sub(m) {
                    Some(rest) => choose(c, m) * choose(n - c, rest) / choose(n, k),
                    None => 0.0,
                };
                assert!(
                    (p - reference).abs() <= 1e-13 * reference,
                    "{n} {c} {k} {m}"
                );
            }
        }
        let large = hypergeometric(1_000_000, 500_000, 250_000);
        assert!((large.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_bag_is_refused() {
        for (copies, take) in [(&[][..], 1), (&[3, 0], 2), (&[3, 3], 0), (&[3, 3], 7)] {
            assert!(Bag::new(copies, take).is_err(), "{copies:?} {take}");
        }
        assert!(Bag::plain(&[u32::MAX, u32::MAX]).is_err());
        assert!(Bag::plain(&[]).is_err());
        let refused = Bag::plain(&[3]).unwrap().copies_of(1).unwrap_err();
        assert_eq!(refused.to_string(), "found a symbol `1`; accepted: 0 to 0");
    }
}
