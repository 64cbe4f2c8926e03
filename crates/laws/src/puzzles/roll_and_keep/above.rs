//! The sums of the kept dice above the smallest kept value, counted in whole numbers.
//!
//! With a the smallest kept value, k = d − a, P = z + … + z^k and M = n − m dice left out, the sums have the generating
//! function F = Σ_{b<m} C(n, b) T(n−b) P^b, where T(N) = Σ_{c ≤ M} C(N, c) (a−1)^c. Since T(N) = a T(N−1) − C(N−1, M) (a−1)^(M+1),
//! its coefficients hang together from each b to the next, which is a differential equation:
//!
//! (a + P) F′ = P′ (n F + G), with G = L ((a−1)^(M+1) (1+P)^(m−1) − a^(M+1) P^(m−1)) and L = n!/(M! (m−1)!).
//!
//! P is (z − z^(k+1))/(1 − z), so that all coefficients follow from the k + 2 before, by a dozen multiplications of a long
//! number with a short one: as many for each score, however many dice and sides there are.

use crate::puzzles::binomial;
use std::collections::VecDeque;

use dashu_int::{IBig, UBig};

use super::Dice;

/// Multiplications and divisions of a long number by a short one, for each coefficient.
pub(crate) const STEPS: u64 = 17;

/// The numbers of rolls with the smallest kept value a in which the score is a m, a m + 1, a m + 2, …
pub(super) struct Above {
    dice: i64,
    smallest: i64,
    k: usize,
    /// The coefficient that comes next.
    at: i64,
    /// The last ones of F and of G.
    sums: Past,
    given: Past,
    /// L (a−1)^(M+1) (1+P)^(m−1), and L a^(M+1) P^(m−1) but for a shift.
    one_more: Power,
    bare: Power,
    shift: i64,
}

impl Above {
    pub fn new(dice: &Dice, smallest: usize) -> Self {
        let Dice {
            dice: n,
            sides,
            keep,
        } = *dice;
        let (left_out, k) = (n - keep, sides - smallest);
        // n!/(M! (m−1)!) = C(n, m) m
        let factor = IBig::from(binomial(n, keep) * UBig::from(keep));
        let power = |base: usize| IBig::from(UBig::from(base).pow(left_out + 1));
        Self {
            dice: signed(n),
            smallest: signed(smallest),
            k,
            at: 0,
            sums: Past::new(k + 2),
            given: Past::new(k + 2),
            one_more: Power::new(k + 1, keep - 1, &factor * power(smallest - 1)),
            bare: Power::new(k, keep - 1, factor * power(smallest)),
            shift: signed(keep) - 1,
        }
    }

    /// The next coefficient of F, from those before.
    fn coefficient(&self) -> IBig {
        let (x, k, a) = (self.at, signed(self.k), self.smallest);
        let mut sum = IBig::ZERO;
        for (back, factor) in [
            (1, (2 * a - 1) * (x - 1) + self.dice),
            (2, (1 - a) * (x - 2)),
            (k + 1, x - k - 1 - self.dice * (k + 1)),
            (k + 2, self.dice * k + k + 2 - x),
        ] {
            self.sums.add_product(&mut sum, back, factor);
        }
        for (back, factor) in [(1, 1), (k + 1, -k - 1), (k + 2, k)] {
            self.given.add_product(&mut sum, back, factor);
        }
        sum / (a * x)
    }
}

impl Iterator for Above {
    type Item = UBig;

    fn next(&mut self) -> Option<UBig> {
        let sum = if self.at > 0 && self.k > 0 {
            self.coefficient()
        } else if self.at == 0 {
            IBig::from(none_above(
                self.dice as usize,
                self.smallest as usize,
                self.shift as usize,
            ))
        } else {
            IBig::ZERO
        };
        let mut given = self.one_more.next_coefficient();
        if self.at >= self.shift {
            given -= self.bare.next_coefficient();
        }
        self.given.push(given);
        self.at += 1;
        // A number of rolls is not negative.
        let ways = UBig::try_from(sum.clone()).unwrap_or(UBig::ZERO);
        self.sums.push(sum);
        Some(ways)
    }
}

/// A number of dice, sides or scores: far below the largest.
fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Counts the rolls in which at least `others` + 1 dice show `value` and no die shows more: Σ_{c ≤
/// M} C(n, c) (value−1)^c.
fn none_above(dice: usize, value: usize, others: usize) -> UBig {
    let (mut term, mut sum) = (UBig::ONE, UBig::ONE);
    for c in 0..dice - others - 1 {
        term = term * UBig::from((dice - c) * (value - 1)) / UBig::from(c + 1);
        sum += &term;
    }
    sum
}

/// Counts the rolls in which all kept dice show `value`.
pub(super) fn all_equal(dice: &Dice, value: usize) -> UBig {
    none_above(dice.dice, value, dice.keep - 1)
}

/// The coefficients of c ((1 − z^q)/(1 − z))^e.
struct Power {
    q: i64,
    e: i64,
    at: i64,
    past: Past,
    first: IBig,
}

impl Power {
    fn new(q: usize, e: usize, first: IBig) -> Self {
        Self {
            q: signed(q),
            e: signed(e),
            at: 0,
            past: Past::new(q + 1),
            first,
        }
    }

    fn next_coefficient(&mut self) -> IBig {
        let (x, q, e) = (self.at, self.q, self.e);
        let found = if x == 0 {
            std::mem::replace(&mut self.first, IBig::ZERO)
        } else {
            let mut sum = IBig::ZERO;
            for (back, factor) in [
                (1, x - 1 + e),
                (q, x - q - e * q),
                (q + 1, q + 1 - x - e + e * q),
            ] {
                self.past.add_product(&mut sum, back, factor);
            }
            sum / x
        };
        self.past.push(found.clone());
        self.at += 1;
        found
    }
}

/// The last numbers of a sequence; those before its first are 0.
struct Past {
    numbers: VecDeque<IBig>,
    most: usize,
}

impl Past {
    fn new(most: usize) -> Self {
        Self {
            numbers: VecDeque::new(),
            most,
        }
    }

    fn push(&mut self, number: IBig) {
        self.numbers.push_front(number);
        self.numbers.truncate(self.most);
    }

    /// Adds `factor` times the number `back` ago, which is at least 1.
    fn add_product(&self, sum: &mut IBig, back: i64, factor: i64) {
        let number = usize::try_from(back - 1)
            .ok()
            .and_then(|back| self.numbers.get(back));
        if let Some(number) = number.filter(|number| !number.is_zero()) {
            *sum += number * factor;
        }
    }
}
