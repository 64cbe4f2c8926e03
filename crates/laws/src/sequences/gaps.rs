//! The distance between two comings of a symbol, averaged over its comings: 1 if it comes twice in a row.
//!
//! Independent draws: P(gap = g) = p (1 − p)^(g−1). Rounds from a bag (k of n items drawn without replacement,
//! then the bag is full again; k = n is the plain bag): both comings in one round, or the first with a further
//! draws in its round, m rounds without the symbol, and the second after b others, g = a + 1 + b + m k. With c
//! items of the symbol, z = P(none in a round) and u(a) = P(the symbol at a place, others at the next a) of a
//! round,
//!
//!   P(gap = g) = n / (k c) · ((k − g) P(symbol, g − 1 others, symbol) + Σ over m of `z^m` Σ over a + b + 1 = g − m k of u(a) u(b)).
//!
//! A round has k c / n comings in the mean, hence the factor. From g = k on the law repeats itself with the
//! factor z every k draws, so that 2k − 1 numbers are all of it. The mean is n / c for every k (Kac 1947).

use super::{Refused, proper};

/// Items drawn in a round, up to which the law is given: a second or so.
pub(crate) const MOST_TAKEN: u64 = 20_000;

/// P(gap = `gap`) and P(gap ≥ `gap`) of a symbol in independent draws; the mean is 1/p.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Independent {
    /// p.
    probability: f64,
}

impl Independent {
    /// The gaps of a symbol of this probability (above 0, below 1).
    pub fn new(probability: f64) -> Result<Self, Refused> {
        proper(probability)?;
        Ok(Self { probability })
    }

    /// P(gap = `gap`).
    pub fn probability(self, gap: u64) -> f64 {
        match gap {
            0 => 0.0,
            _ => self.probability * self.at_least(gap),
        }
    }

    /// P(gap ≥ `gap`).
    pub fn at_least(self, gap: u64) -> f64 {
        libm::exp(gap.saturating_sub(1) as f64 * libm::log1p(-self.probability))
    }

    /// The mean gap.
    pub fn mean(self) -> f64 {
        1.0 / self.probability
    }
}

/// The law of the gaps of a symbol that comes from a bag.
#[derive(Debug, Clone, PartialEq)]
pub struct FromBag {
    /// P(gap = g) at g − 1, for g below 2k.
    first: Vec<f64>,
    /// k.
    take: u64,
    /// P(no such symbol in a round).
    none: f64,
    /// P(some such symbol in a round): 1 − none.
    some: f64,
    /// n / c.
    mean: f64,
}

impl FromBag {
    /// The gaps of a symbol with `copies` of the `size` items of a bag of which `take` are drawn before it is
    /// full again: `1 <= copies <= size` and `1 <= take <= size`, `take` at most [`MOST_TAKEN`].
    ///
    /// Relative error of each probability about 1e-13.
    ///
    /// ```
    /// use colddeck_laws::sequences::gaps::FromBag;
    ///
    /// // The item of 5% in a bag of 20: once in each 20 draws, so up to 39 draws apart.
    /// let gaps = FromBag::new(20, 1, 20).unwrap();
    /// assert_eq!(format!("{:.4} {:.4}", gaps.probability(39), gaps.at_least(40)), "0.0025 0.0000");
    /// ```
    pub fn new(size: u64, copies: u64, take: u64) -> Result<Self, Refused> {
        if copies == 0 || copies > size {
            let accepted = format!("1 to the {size} items of the bag");
            return Err(Refused::domain("a number of copies of", copies, accepted));
        }
        if take == 0 || take > size {
            let accepted = format!("1 to the {size} items of the bag");
            return Err(Refused::domain(
                "a bag that fills again after draw",
                take,
                accepted,
            ));
        }
        let what = "the law of gaps in rounds of this many draws";
        Refused::beyond(what, take as f64, MOST_TAKEN as f64)?;
        let (none, some) = without(size, copies, take);
        let (n, c, k) = (size as f64, copies as f64, take as usize);
        // Per coming, not per round.
        let each = n / (take as f64 * c);
        let ends = ends(size, copies, take);
        let mut across = vec![0.0; 2 * k - 1];
        for (a, &before) in ends.iter().enumerate() {
            for (b, &after) in ends.iter().enumerate() {
                across[a + b] += before * after;
            }
        }
        let mut first = across.clone();
        for (p, within) in first.iter_mut().zip(within(size, copies, take)) {
            *p += within;
        }
        // With one round between; gaps below 2k have room for no more.
        for (p, &shorter) in first[k..].iter_mut().zip(&across) {
            *p += none * shorter;
        }
        for p in &mut first {
            *p *= each;
        }
        Ok(Self {
            first,
            take,
            none,
            some,
            mean: n / c,
        })
    }

    /// P(gap = `gap`), of any length: 0 beyond 2k − 1 where each round has the symbol.
    pub fn probability(&self, gap: u64) -> f64 {
        let Some(index) = gap.checked_sub(1) else {
            return 0.0;
        };
        if let Some(&p) = self.first.get(index as usize) {
            return p;
        }
        let rounds = gap / self.take - 1;
        self.first[(index - rounds * self.take) as usize] * libm::pow(self.none, rounds as f64)
    }

    /// P(gap ≥ `gap`), by sums of what is there: small tails keep their digits.
    pub fn at_least(&self, gap: u64) -> f64 {
        if gap <= 1 {
            return 1.0;
        }
        let k = self.take;
        // From this gap on each stretch of k draws has the same law but for a factor.
        let rounds = (gap / k).saturating_sub(1);
        let from = (gap - rounds * k) as usize;
        let rest: f64 = self.first[from - 1..].iter().sum();
        let period: f64 = self.first[k as usize - 1..].iter().sum();
        let later = period * self.none / self.some;
        (rest + later) * libm::pow(self.none, rounds as f64)
    }

    /// The mean gap, n / c.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The longest gap that is possible; `None` if a round can pass without the symbol, so that there is none.
    pub fn longest(&self) -> Option<u64> {
        if self.none > 0.0 {
            return None;
        }
        let last = self.first.iter().rposition(|&p| p > 0.0)?;
        Some(last as u64 + 1)
    }
}

/// P(no symbol in a round) and P(some symbol in a round), each with its digits.
fn without(size: u64, copies: u64, take: u64) -> (f64, f64) {
    if take > size - copies {
        return (0.0, 1.0);
    }
    // The places of the copies among the items, one after the other, are none of those drawn.
    let log: f64 = (0..copies)
        .map(|i| libm::log1p(-(take as f64 / (size - i) as f64)))
        .sum();
    (libm::exp(log), -libm::expm1(log))
}

/// Entry g − 1: the mean number of gaps of g < k within one round.
fn within(size: u64, copies: u64, take: u64) -> Vec<f64> {
    if copies < 2 {
        return Vec::new();
    }
    let (n, c) = (size as f64, copies as f64);
    // P(symbol, g − 1 others, symbol) at given places.
    let mut pattern = c * (c - 1.0) / (n * (n - 1.0));
    let others = size - copies;
    let mut law = Vec::new();
    for g in 1..take {
        law.push((take - g) as f64 * pattern);
        if g > others {
            break;
        }
        pattern *= (others + 1 - g) as f64 / (size - 1 - g) as f64;
    }
    law
}

/// Entry a: P(the symbol at a place, others at the next a places), a < k.
fn ends(size: u64, copies: u64, take: u64) -> Vec<f64> {
    let mut here = copies as f64 / size as f64;
    let others = size - copies;
    let mut list = Vec::new();
    for a in 0..take {
        list.push(here);
        if a >= others {
            break;
        }
        here *= (others - a) as f64 / (size - 1 - a) as f64;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(ours: f64, reference: f64, relative: f64) {
        assert!(
            (ours - reference).abs() <= relative * reference.abs(),
            "{ours:e} is not {reference:e} within {relative:e}"
        );
    }

    /// Lists the places of a round that have the symbol, by all orders of the bag: the probability
    /// of each pattern.
    fn rounds(size: u64, copies: u64, take: u64) -> Vec<f64> {
        let mut law = vec![0.0; 1 << take];
        let mut all = 0.0;
        for order in 0..1_u64 << size {
            if u64::from(order.count_ones()) == copies {
                law[(order & ((1 << take) - 1)) as usize] += 1.0;
                all += 1.0;
            }
        }
        law.iter().map(|p| p / all).collect()
    }

    /// The law of the gaps up to `most` by all patterns of so many rounds in a row.
    fn enumerated(size: u64, copies: u64, take: u64, in_a_row: u32, most: usize) -> Vec<f64> {
        let one = rounds(size, copies, take);
        let mut law = vec![0.0; most];
        let patterns = one.len() as u64;
        for code in 0..patterns.pow(in_a_row) {
            let (mut rest, mut p, mut comings) = (code, 1.0, 0_u64);
            for round in 0..in_a_row {
                p *= one[(rest % patterns) as usize];
                comings |= (rest % patterns) << (u64::from(round) * take);
                rest /= patterns;
            }
            // From each coming in the first round to the next.
            for place in (0..take).filter(|place| comings >> place & 1 == 1) {
                let later = comings >> (place + 1);
                let gap = later.trailing_zeros() as usize;
                if gap < most {
                    law[gap] += p * size as f64 / (take * copies) as f64;
                }
            }
        }
        law
    }

    #[test]
    fn gaps_agree_with_all_rounds() {
        for (size, copies, take) in [
            (4, 1, 4),
            (4, 2, 4),
            (5, 3, 5),
            (6, 1, 6),
            (3, 3, 3),
            (6, 2, 3),
            (6, 4, 3),
            (5, 1, 2),
            (7, 2, 1),
            (6, 3, 4),
            (5, 2, 4),
        ] {
            let in_a_row = 12 / take as u32;
            let most = (take * u64::from(in_a_row - 1)) as usize;
            let law = enumerated(size, copies, take, in_a_row, most);
            let ours = FromBag::new(size, copies, take).unwrap();
            for (reference, g) in law.iter().zip(1..) {
                let ours = ours.probability(g);
                assert!(
                    (ours - reference).abs() < 1e-13,
                    "{size} {copies} {take}: {g}, {ours} {reference}"
                );
            }
        }
    }

    #[test]
    fn tails_are_sums_and_the_mean_is_that_of_the_law() {
        for (size, copies, take) in [
            (100, 5, 100),
            (18, 6, 9),
            (20, 1, 7),
            (9, 2, 1),
            (50, 49, 3),
        ] {
            let ours = FromBag::new(size, copies, take).unwrap();
            let law: Vec<f64> = (1..5000).map(|g| ours.probability(g)).collect();
            close(law.iter().sum(), 1.0, 1e-13);
            let mean: f64 = law.iter().zip(1..).map(|(p, g)| p * f64::from(g)).sum();
            close(mean, ours.mean(), 1e-12);
            for g in [1, 2, 3, 8, 9, 10, 17, 18, 19, 36, 60, 199, 200] {
                let tail: f64 = law[g - 1..].iter().rev().sum();
                close(ours.at_least(g as u64), tail, 1e-12);
            }
        }
    }

    #[test]
    fn a_plain_bag_has_a_longest_gap_and_one_draw_each_is_independent() {
        let plain = FromBag::new(20, 1, 20).unwrap();
        assert_eq!(plain.longest(), Some(39));
        close(plain.probability(39), 1.0 / 400.0, 1e-13);
        assert_eq!(FromBag::new(100, 5, 100).unwrap().longest(), Some(191));
        assert_eq!(FromBag::new(18, 6, 9).unwrap().longest(), None);
        let single = FromBag::new(10, 3, 1).unwrap();
        let free = Independent::new(0.3).unwrap();
        for g in [0, 1, 2, 5, 40, 1000] {
            close(single.probability(g), free.probability(g), 1e-12);
            close(single.at_least(g), free.at_least(g), 1e-12);
        }
        close(single.mean(), free.mean(), 1e-15);
    }

    #[test]
    fn large_bags_take_moments_and_nonsense_is_refused() {
        let large = FromBag::new(1_000_000, 100, 10_000).unwrap();
        close(large.at_least(1), 1.0, 0.0);
        let sum: f64 = (1..200_000).map(|g| large.probability(g)).sum();
        close(sum + large.at_least(200_000), 1.0, 1e-11);
        for (size, copies, take) in [(0, 0, 0), (5, 0, 5), (5, 6, 5), (5, 1, 0), (5, 1, 6)] {
            assert!(FromBag::new(size, copies, take).is_err());
        }
        let refused = FromBag::new(1_000_000, 1, 1_000_000).unwrap_err();
        assert!(refused.to_string().contains("at most 2.0e4"), "{refused}");
        assert!(Independent::new(0.0).is_err());
    }
}
