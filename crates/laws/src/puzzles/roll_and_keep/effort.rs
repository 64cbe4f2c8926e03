//! The number of steps that the ways of the article take, in place of times, which depend on the
//! machine.

use crate::counting::ln_factorial;
use crate::puzzles::binomial;
use dashu_int::UBig;

use super::Dice;
use super::above::STEPS;

/// Steps that take long numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Multinomial coefficients of the nested sum as it is printed: one for each a, b and c.
    pub multinomials: u64,
    /// Calls of `binomial` that the article's last program makes for one score.
    pub binomial_calls: u64,
    /// Multiplications and divisions of a long number by a short one that one score takes here.
    pub steps: u64,
}

/// The steps for one score.
pub fn effort(dice: &Dice, score: usize) -> Effort {
    let Dice {
        dice: n,
        sides,
        keep,
    } = *dice;
    let mut effort = Effort {
        multinomials: (sides * keep * (n - keep + 1)) as u64,
        binomial_calls: 0,
        steps: dice.coefficients(score) * STEPS,
    };
    for smallest in 1..=sides {
        let Some(above) = score.checked_sub(smallest * keep) else {
            continue;
        };
        let k = sides - smallest;
        for b in 0..keep {
            // The program returns at once for no dice with score 0, and for dice without sides.
            if k > 0 && (above > 0 || b > 0) && above >= b {
                effort.binomial_calls += ((above - b) / k + 1) as u64;
            }
        }
    }
    effort
}

/// Digits of the largest multinomial coefficient of the nested sum: n!/(b! c! (n − b − c)!) for b below the number of
/// dice kept and c up to the number of others.
pub fn digits(dice: &Dice) -> u64 {
    let Dice { dice: n, keep, .. } = *dice;
    // For each b the best c is as near to half of the rest as it may be.
    let parts = (0..keep).map(|b| (b, ((n - b) / 2).min(n - keep)));
    let below =
        |(b, c): (usize, usize)| ln_factorial(b) + ln_factorial(c) + ln_factorial(n - b - c);
    let largest = parts.min_by(|a, b| below(*a).total_cmp(&below(*b)));
    largest.map_or(1, |(b, c)| {
        let coefficient = binomial(n, b) * binomial(n - b, c);
        coefficient.to_string().len() as u64
    })
}

/// One binomial coefficient, both ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coefficient {
    /// Multiplications and divisions of the loop over 1, 2, …, k.
    pub steps: u64,
    /// Primes up to n, with a power of each: Legendre's formula.
    pub primes: u64,
    /// True if both give the same number.
    pub equal: bool,
}

/// C(n, k) by the loop, and as a product of powers of primes.
pub fn coefficient(n: usize, k: usize) -> Coefficient {
    let primes = primes(n);
    let power = |number: usize, prime: usize| -> usize {
        let quotients = std::iter::successors(Some(number / prime), |left| Some(left / prime));
        quotients.take_while(|left| *left > 0).sum()
    };
    let product = primes.iter().fold(UBig::ONE, |all, &prime| {
        let exponent = power(n, prime) - power(k, prime) - power(n - k, prime);
        all * UBig::from(prime).pow(exponent)
    });
    Coefficient {
        steps: 2 * k as u64,
        primes: primes.len() as u64,
        equal: product == binomial(n, k),
    }
}

/// The primes up to and with `last` (Eratosthenes).
fn primes(last: usize) -> Vec<usize> {
    let mut composite = vec![false; last + 1];
    let mut primes = Vec::new();
    for number in 2..=last {
        if !composite[number] {
            primes.push(number);
            for multiple in (number * number..=last).step_by(number) {
                composite[multiple] = true;
            }
        }
    }
    primes
}
