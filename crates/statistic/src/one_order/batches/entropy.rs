//! The entropy of the labels in a batch (Shannon, 1948), in bits: a batch with all labels alike has none.

use super::{fixed, released};
use laws::hypergeometric;

/// Larger batches take too long, and are as varied as all items are.
const MOST: usize = 1 << 16;

/// Terms of the sum for fair batches, at the most: a tenth of a second.
const TERMS: usize = 1 << 20;

/// Mean entropy of the whole batches of an order: its plain estimate, from the shares of labels in each.
#[derive(Debug)]
pub(super) struct Entropy {
    batch: usize,
    /// k · log₂ k, in parts, for so many items of one label.
    weights: Vec<u64>,
    /// The mean in fair orders, exactly: items of a label are hypergeometric.
    pub(super) fair: f64,
}

impl Entropy {
    /// The entropy of batches of so many items, if so many labels have each of these sizes; `None` if it would take long.
    pub(super) fn new(by_size: &[(u64, u64)], batch: usize) -> Option<Self> {
        let items: u64 = by_size.iter().map(|(size, labels)| size * labels).sum();
        if batch > MOST || by_size.len().saturating_mul(batch) > TERMS {
            return None;
        }
        let weight = |items: u64| items as f64 * libm::log2(items.max(1) as f64);
        let of_size = |size: u64| -> f64 {
            let (batch, rest) = (batch as u64, items - batch as u64);
            let all = (size.saturating_sub(rest).max(1))..=size.min(batch);
            let each = all
                .map(|here| weight(here) * hypergeometric::pmf([here, size - here], [batch, rest]));
            each.sum()
        };
        let each = by_size.iter();
        let weighted: f64 = each
            .map(|(size, labels)| *labels as f64 * of_size(*size))
            .sum();
        Some(Self {
            batch,
            weights: (0..=batch as u64)
                .map(|items| fixed(weight(items)))
                .collect(),
            fair: bits(weighted, batch),
        })
    }

    /// The sum of k · log₂ k over labels with so many items each, which is missing from the entropy of one batch, in parts.
    pub(super) fn weighted(&self, counts: impl Iterator<Item = u32>) -> u64 {
        counts.map(|count| self.weights[count as usize]).sum()
    }

    /// The mean over so many batches.
    pub(super) fn mean(&self, weighted: u64, batches: u64) -> f64 {
        bits(released(weighted) / batches as f64, self.batch)
    }

    /// The most that one order of so many items adds up to.
    pub(super) fn most(&self, items: usize) -> u64 {
        (items / self.batch) as u64 * self.weights[self.batch]
    }
}

/// The entropy of a batch whose labels have this sum of k · log₂ k.
fn bits(weighted: f64, batch: usize) -> f64 {
    (libm::log2(batch as f64) - weighted / batch as f64).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Batches of two of three items, two of which are alike: one pair in three is alike, the others have one bit.
    #[test]
    fn of_three_items_two_thirds_of_a_bit_are_left() {
        let entropy = Entropy::new(&[(1, 1), (2, 1)], 2).unwrap();
        assert!((entropy.fair - 2.0 / 3.0).abs() < 1e-12);
        let alike = entropy.weighted([2, 0].into_iter());
        let other = entropy.weighted([1, 1].into_iter());
        assert!((entropy.mean(alike + 2 * other, 3) - 2.0 / 3.0).abs() < 1e-6);
    }

    /// All batches of three of six items, of labels with three, two and one, counted.
    #[test]
    fn fair_batches_are_those_of_all_choices() {
        let labels = [0_usize, 0, 0, 1, 1, 2];
        let (mut sum, mut choices) = (0.0, 0.0);
        for set in 0_u32..64 {
            if set.count_ones() != 3 {
                continue;
            }
            let mut counts = [0.0_f64; 3];
            for (item, label) in labels.iter().enumerate() {
                counts[*label] += f64::from(set >> item & 1);
            }
            let shares = counts.iter().map(|count| count / 3.0);
            sum -= shares
                .filter(|share| *share > 0.0)
                .map(|share| share * share.log2())
                .sum::<f64>();
            choices += 1.0;
        }
        let fair = Entropy::new(&[(1, 1), (2, 1), (3, 1)], 3).unwrap().fair;
        assert!((fair - sum / choices).abs() < 1e-12, "{fair}");
    }

    #[test]
    fn what_would_take_long_is_left_out() {
        assert!(Entropy::new(&[(1 << 20, 2)], MOST + 1).is_none());
        let sizes: Vec<(u64, u64)> = (1..=2_000).map(|size| (size, 1)).collect();
        assert!(Entropy::new(&sizes, 1_000).is_none());
    }
}
