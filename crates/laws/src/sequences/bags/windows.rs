//! Counts of a symbol in a window of draws from a bag, wherever the window begins.
//!
//! The window begins at a place of a round that is uniformly random. It covers the end of that round, some whole
//! rounds and the beginning of another; what comes in these is independent, and hypergeometric in each.

use super::{Bag, hypergeometric};
use crate::sequences::Refused;

/// Steps that a law may take: some seconds.
pub(crate) const MOST_STEPS: f64 = 2e9;

/// The law of the number of times that `symbol` comes in `draws` consecutive draws: entry x is P(X = x); the
/// list ends with the most that are possible. The mean is draws · copies / size.
///
/// ```
/// use colddeck_laws::sequences::bags::{Bag, windows::counts};
///
/// // The item of 5% comes up to ten times in 100 draws, and need not come at all.
/// let law = counts(&Bag::plain(&[50, 25, 20, 5]).unwrap(), 3, 100).unwrap();
/// assert_eq!(law.len(), 11);
/// assert!(law[0] > 0.0 && law[5] > 0.3);
/// ```
pub fn counts(bag: &Bag, symbol: usize, draws: u64) -> Result<Vec<f64>, Refused> {
    let copies = bag.copies_of(symbol)?;
    let round = u64::from(bag.take);
    let fewest = (draws / round).saturating_sub(1);
    let plain = bag.take == bag.size;
    affordable(bag, f64::from(copies.min(bag.take)), fewest as f64)?;

    let parts: Vec<Vec<f64>> = (0..=bag.take)
        .map(|drawn| trimmed(hypergeometric(bag.size, copies, drawn)))
        .collect();
    let part = |draws: u64| &parts[draws as usize];
    // As many whole rounds as any window has, or one more.
    let mut rounds = vec![1.0];
    if plain {
        rounds = vec![0.0; (fewest * u64::from(copies)) as usize + 1];
        rounds[(fewest * u64::from(copies)) as usize] = 1.0;
    } else {
        for _ in 0..fewest {
            rounds = both(&rounds, part(round));
        }
    }
    let longer = both(&rounds, part(round));
    let mut sum: Vec<f64> = Vec::new();
    // So many draws until the bag is full again.
    for first in 1..=round {
        let end = first.min(draws);
        let (whole, begun) = ((draws - end) / round, (draws - end) % round);
        let middle = if whole > fewest { &longer } else { &rounds };
        let law = both(middle, &both(part(end), part(begun)));
        sum.resize(sum.len().max(law.len()), 0.0);
        for (sum, p) in sum.iter_mut().zip(law) {
            *sum += p;
        }
    }
    for p in &mut sum {
        *p /= round as f64;
    }
    Ok(trimmed(sum))
}

/// The fewest and the most times that `symbol` can come in `draws` consecutive draws, however unlikely.
///
/// ```
/// use colddeck_laws::sequences::bags::{Bag, windows::range};
///
/// // Nine of 900 at a time: all may be of one symbol, which no sum of probabilities would show.
/// assert_eq!(range(&Bag::new(&[300, 300, 300], 9).unwrap(), 0, 900).unwrap(), (0, 900));
/// ```
pub fn range(bag: &Bag, symbol: usize, draws: u64) -> Result<(u64, u64), Refused> {
    let copies = u64::from(bag.copies_of(symbol)?);
    let (round, others) = (u64::from(bag.take), u64::from(bag.size) - copies);
    let of_part = |part: u64| [part.saturating_sub(others), part.min(copies)];
    let whole_round = of_part(round);
    let (mut fewest, mut most) = (u64::MAX, 0);
    // So many draws until the bag is full again.
    for first in 1..=round {
        let end = first.min(draws);
        let (whole, begun) = ((draws - end) / round, (draws - end) % round);
        let (end, begun) = (of_part(end), of_part(begun));
        let [least, top] = [0, 1].map(|at| end[at] + whole * whole_round[at] + begun[at]);
        (fewest, most) = (fewest.min(least), most.max(top));
    }
    Ok((fewest, most))
}

/// Refuses what would take too long: `most` of the symbol in a round, `whole` rounds in a window.
fn affordable(bag: &Bag, most: f64, whole: f64) -> Result<(), Refused> {
    let width = (whole + 3.0) * most + 1.0;
    // Whole rounds of a plain bag are known; others make a law.
    let (making, using) = if bag.take == bag.size {
        (width, width + 2.0 * most * most)
    } else {
        (whole * width * most, 2.0 * most * width)
    };
    let needs = making + f64::from(bag.take) * (using + most * most + 1.0);
    Refused::beyond(
        "the law of counts in a window of this bag",
        needs,
        MOST_STEPS,
    )
}

/// Drops what is impossible at the upper end.
fn trimmed(mut law: Vec<f64>) -> Vec<f64> {
    while law.len() > 1 && law.last() == Some(&0.0) {
        law.pop();
    }
    law
}

/// The law of the sum of two independent numbers; quick if the first is known.
fn both(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut law = vec![0.0; a.len() + b.len() - 1];
    for (i, p) in a.iter().enumerate().filter(|(_, p)| **p > 0.0) {
        for (sum, q) in law[i..].iter_mut().zip(b) {
            *sum += p * q;
        }
    }
    law
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law by all orders of so many rounds and all phases.
    fn enumerated(size: u32, copies: u32, take: u32, rounds: u32, draws: u32) -> Vec<f64> {
        let mut one = vec![0.0; 1 << take];
        let mut all = 0.0;
        for order in (0..1_u32 << size).filter(|order| order.count_ones() == copies) {
            one[(order & ((1 << take) - 1)) as usize] += 1.0;
            all += 1.0;
        }
        let mut law = vec![0.0; draws as usize + 1];
        let patterns = one.len() as u32;
        for code in 0..patterns.pow(rounds) {
            let (mut rest, mut p, mut comings) = (code, 1.0, 0_u32);
            for round in 0..rounds {
                p *= one[(rest % patterns) as usize] / all;
                comings |= (rest % patterns) << (round * take);
                rest /= patterns;
            }
            for phase in 0..take {
                let seen = comings >> phase & ((1 << draws) - 1);
                law[seen.count_ones() as usize] += p / f64::from(take);
            }
        }
        law
    }

    #[test]
    fn counts_agree_with_all_orders_and_phases() {
        for (copies, take) in [
            (&[2_u32, 2][..], 4),
            (&[1, 3], 4),
            (&[3, 3], 3),
            (&[2, 4], 4),
            (&[5, 1], 3),
            (&[2, 3], 1),
        ] {
            let bag = Bag::new(copies, take).unwrap();
            let rounds = 12 / take;
            for draws in 0..=12 - take {
                let reference = enumerated(bag.size, copies[0], take, rounds, draws);
                let ours = counts(&bag, 0, u64::from(draws)).unwrap();
                for (x, reference) in reference.iter().enumerate() {
                    let ours = ours.get(x).copied().unwrap_or(0.0);
                    assert!(
                        (ours - reference).abs() < 1e-13,
                        "{copies:?} {take} {draws} {x}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_range_is_where_the_law_begins_and_ends() {
        for (copies, take) in [
            (&[2_u32, 2][..], 4),
            (&[1, 3], 4),
            (&[3, 3], 3),
            (&[2, 4], 4),
            (&[5, 1], 3),
            (&[2, 3], 1),
            (&[7, 2], 5),
        ] {
            let bag = Bag::new(copies, take).unwrap();
            for symbol in 0..copies.len() {
                for draws in 0..20 {
                    let law = counts(&bag, symbol, draws).unwrap();
                    let first = law.iter().position(|p| *p > 0.0).unwrap() as u64;
                    let found = range(&bag, symbol, draws).unwrap();
                    assert_eq!(
                        found,
                        (first, law.len() as u64 - 1),
                        "{copies:?} {take} {draws}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_documents_rare_item_comes_up_to_ten_times_in_a_hundred_draws() {
        let bag = Bag::plain(&[50, 25, 20, 5]).unwrap();
        let law = counts(&bag, 3, 100).unwrap();
        assert_eq!(law.len(), 11);
        let mean: f64 = law.iter().zip(0..).map(|(p, x)| p * f64::from(x)).sum();
        assert!((mean - 5.0).abs() < 1e-12);
        // Ten need all five in the end of one round and in the beginning of the next.
        let rising: f64 = (5..=95)
            .map(|end| {
                let within = |draws: u32| hypergeometric(100, 5, draws)[5];
                within(end) * within(100 - end) / 100.0
            })
            .sum();
        assert!((law[10] / rising - 1.0).abs() < 1e-12);
        let small = counts(&Bag::plain(&[10, 5, 4, 1]).unwrap(), 3, 20).unwrap();
        assert_eq!(small.len(), 3);
    }

    #[test]
    fn long_windows_and_large_bags_take_moments_or_are_refused() {
        let bag = Bag::plain(&[10, 5, 4, 1]).unwrap();
        let law = counts(&bag, 0, 20_000_010).unwrap();
        let mean: f64 = law.iter().zip(0..).map(|(p, x)| p * f64::from(x)).sum();
        assert!((mean / 10_000_005.0 - 1.0).abs() < 1e-12);
        let large = Bag::plain(&[500, 500]).unwrap();
        let law = counts(&large, 0, 1500).unwrap();
        assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(counts(&Bag::plain(&[50_000, 50_000]).unwrap(), 0, 10).is_err());
        assert!(counts(&bag, 4, 10).is_err());
        assert_eq!(counts(&bag, 0, 0).unwrap(), [1.0]);
    }
}
