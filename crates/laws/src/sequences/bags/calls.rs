//! Draws of a round that an opponent calls right who knows the bag.
//!
//! Before each draw the opponent calls a symbol of which most is left. No other rule has a larger mean: a call
//! does not change what is drawn, and this one is right most often at each draw, whatever came before. Ties
//! between symbols of which as much is left may be broken in any way without changing the law.
//!
//! The law is followed draw by draw over what is left, sorted: symbols of equal number are alike.

use std::collections::HashMap;

use super::Bag;
use crate::sequences::{Refused, Sum};

/// Steps that a law may take: some seconds.
pub(crate) const MOST_STEPS: f64 = 5e8;

/// The law of the right calls of a round.
#[derive(Debug, Clone, PartialEq)]
pub struct RightCalls {
    /// P(so many right), from 0 to the draws of a round.
    pub law: Vec<f64>,
    /// The mean.
    pub mean: f64,
    /// The variance.
    pub variance: f64,
}

/// The law of the right calls in one round; rounds are independent.
///
/// ```
/// use colddeck_laws::sequences::bags::{Bag, calls::right_calls};
///
/// let mean = |copies| right_calls(&Bag::plain(copies).unwrap()).unwrap().mean;
/// // Three of each of three; the seven pieces.
/// assert_eq!(format!("{:.3} {:.3}", mean(&[3, 3, 3]), mean(&[1; 7])), "4.787 2.593");
/// ```
pub fn right_calls(bag: &Bag) -> Result<RightCalls, Refused> {
    let kinds = bag.copies.len() as f64;
    let needs = states(&bag.copies) * f64::from(bag.take) * kinds;
    Refused::beyond("the law of right calls from this bag", needs, MOST_STEPS)?;
    let mut full = bag.copies.clone();
    full.sort_unstable();
    let mut layer = vec![(full, vec![1.0])];
    for left in (bag.size - bag.take + 1..=bag.size).rev() {
        layer = after_a_draw(&layer, f64::from(left));
    }
    // Whatever is left of the bag.
    let mut law = vec![0.0; bag.take as usize + 1];
    for (_, part) in &layer {
        add(&mut law, part, 0, 1.0);
    }
    Ok(RightCalls::of(law))
}

impl RightCalls {
    /// Makes the figures of a law, with its moments.
    fn of(law: Vec<f64>) -> Self {
        let moment = |term: &dyn Fn(f64) -> f64| {
            let mut sum = Sum::default();
            for (p, right) in law.iter().zip(0..) {
                sum.add(p * term(f64::from(right)));
            }
            sum.value()
        };
        let mean = moment(&|right| right);
        let variance = moment(&|right| (right - mean) * (right - mean));
        Self {
            law,
            mean,
            variance,
        }
    }
}

/// An upper limit of the number of sorted remainders of a bag: for m symbols of c copies each C(c +
/// m, m), and the product of these over the different c.
pub(super) fn states(copies: &[u32]) -> f64 {
    let mut sorted = copies.to_vec();
    sorted.sort_unstable();
    let mut all = 1.0;
    for class in sorted.chunk_by(|a, b| a == b) {
        let c = f64::from(class[0]);
        for i in 1..=class.len() {
            all *= (c + i as f64) / i as f64;
        }
    }
    all
}

/// All that may be left, sorted, each with P(that is left and so many calls were right) for each
/// number.
type Layer = Vec<(Vec<u32>, Vec<f64>)>;

/// The layer after one more draw, from those with so many items left.
fn after_a_draw(layer: &Layer, left: f64) -> Layer {
    let mut next: Layer = Vec::new();
    let mut index: HashMap<Vec<u32>, usize> = HashMap::new();
    for (state, law) in layer {
        let most = state.last().copied().unwrap_or(0);
        let mut at = 0;
        for class in state.chunk_by(|a, b| a == b) {
            let (here, alike) = (class[0], class.len());
            if here > 0 {
                // The first of those that are alike: then the rest stays sorted.
                let mut after = state.clone();
                after[at] -= 1;
                let to = *index.entry(after).or_insert_with_key(|after| {
                    next.push((after.clone(), vec![0.0; law.len() + 1]));
                    next.len() - 1
                });
                let each = f64::from(here) / left;
                let right = if here == most { each } else { 0.0 };
                add(&mut next[to].1, law, 1, right);
                add(&mut next[to].1, law, 0, alike as f64 * each - right);
            }
            at += alike;
        }
    }
    next
}

/// Adds a law, moved up by so much, times p.
fn add(sum: &mut [f64], law: &[f64], up: usize, p: f64) {
    for (sum, term) in sum[up..].iter_mut().zip(law) {
        *sum += p * term;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds P(so many right) by all orders of a round.
    fn enumerated(left: &mut [u32], take: u32, right: usize, p: f64, law: &mut [f64]) {
        if take == 0 {
            law[right] += p;
            return;
        }
        let all: u32 = left.iter().sum();
        let most = left.iter().max().copied().unwrap();
        let call = left.iter().position(|&here| here == most).unwrap();
        for symbol in 0..left.len() {
            let here = left[symbol];
            if here > 0 {
                left[symbol] -= 1;
                let right = right + usize::from(symbol == call);
                enumerated(
                    left,
                    take - 1,
                    right,
                    p * f64::from(here) / f64::from(all),
                    law,
                );
                left[symbol] += 1;
            }
        }
    }

    #[test]
    fn the_law_agrees_with_all_orders() {
        for copies in [
            &[3, 3, 3][..],
            &[1, 1, 1, 1, 1],
            &[4, 2, 1],
            &[5],
            &[2, 2, 3],
            &[1, 4, 4],
        ] {
            let all = copies.iter().sum();
            for take in 1..=all {
                let mut reference = vec![0.0; take as usize + 1];
                enumerated(&mut copies.to_vec(), take, 0, 1.0, &mut reference);
                let ours = right_calls(&Bag::new(copies, take).unwrap()).unwrap();
                for (ours, reference) in ours.law.iter().zip(&reference) {
                    assert!((ours - reference).abs() < 1e-13, "{copies:?} {take}");
                }
            }
        }
    }

    #[test]
    fn known_bags_have_known_means() {
        let calls = |copies: &[u32]| right_calls(&Bag::plain(copies).unwrap()).unwrap();
        assert!((calls(&[3, 3, 3]).mean - 4.787).abs() < 0.0005);
        // One of each: 1/7 + 1/6 + … + 1, right or wrong independently.
        let seven = calls(&[1; 7]);
        let harmonic: f64 = (1..=7).map(|i| 1.0 / f64::from(i)).sum();
        let squares: f64 = (1..=7).map(|i| 1.0 / f64::from(i * i)).sum();
        assert!((seven.mean - harmonic).abs() < 1e-14);
        assert!((seven.variance - (harmonic - squares)).abs() < 1e-14);
        // Red and black, 26 each: 26 + (4^26 / C(52, 26) − 1) / 2.
        let choose: f64 = (1..=26).map(|i| f64::from(26 + i) / f64::from(i)).product();
        let colours = calls(&[26, 26]);
        assert!(
            (colours.mean - (26.0 + (libm::pow(4.0, 26.0) / choose - 1.0) / 2.0)).abs() < 1e-12
        );
        // A single kind is called right always.
        assert_eq!(calls(&[5]).law, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        // A deck's ranks: four each of thirteen.
        let ranks = calls(&[4; 13]);
        assert!((ranks.law.iter().sum::<f64>() - 1.0).abs() < 1e-13);
    }

    #[test]
    fn the_documents_bag_takes_moments_and_large_ones_are_refused() {
        let large = right_calls(&Bag::plain(&[50, 25, 20, 5]).unwrap()).unwrap();
        assert!(large.mean > 50.0 && large.mean < 60.0, "{}", large.mean);
        assert!((large.law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let refused = right_calls(&Bag::plain(&[500, 250, 200, 50]).unwrap());
        assert!(matches!(refused, Err(Refused::TooMuch { .. })));
    }
}
