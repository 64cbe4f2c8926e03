//! Both tails of the number of a single deck.

use super::Bins;
use laws::null::{SumOfDecks, Sums};
use laws::tail::Tails;

/// The tails, bin by bin where the law is known value by value: each covers the whole bin, so that it is a
/// little large where bins hold several values. If the law is not known so, they are those of a sum of one.
#[derive(Debug)]
pub(super) enum OfOne {
    Bins { bins: Bins, tails: Vec<Tails> },
    Sum(SumOfDecks),
}

impl OfOne {
    /// Makes the law from the probabilities of the bins, if they are known.
    pub fn new(sums: &Sums, law: Option<&[f64]>, bins: Bins) -> Self {
        let Some(law) = law else {
            return Self::Sum(sums.of_decks(1));
        };
        let cumulated = |law: &mut dyn Iterator<Item = &f64>| -> Vec<f64> {
            let sums = law.scan(0.0, |sum, p| {
                *sum += p;
                Some(f64::min(*sum, 1.0))
            });
            sums.collect()
        };
        let lower = cumulated(&mut law.iter());
        let upper = cumulated(&mut law.iter().rev());
        let tails = lower.into_iter().zip(upper.into_iter().rev());
        Self::Bins {
            bins,
            tails: tails.map(|(lower, upper)| Tails { lower, upper }).collect(),
        }
    }

    /// P(X ≤ value) and P(X ≥ value), or a little more.
    pub fn tails(&self, value: u64) -> Tails {
        match self {
            Self::Sum(law) => law.tails(value),
            Self::Bins { bins, tails } => {
                let bin = value.saturating_sub(bins.least) as usize / bins.width;
                tails[bin.min(tails.len() - 1)]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laws::null;

    #[test]
    fn tails_by_bins_are_those_of_one_deck_and_not_smaller() {
        for (name, cards) in [("rising-sequences", 52), ("inversions", 52)] {
            let law = null::find(name).unwrap();
            let (sums, floats) = (law.sums(cards).unwrap(), law.floats(cards).unwrap());
            let values = floats.probabilities().len();
            let bins = Bins {
                least: law.least,
                values,
                width: values.div_ceil(1024),
            };
            let binned: Vec<f64> = floats
                .probabilities()
                .chunks(bins.width)
                .map(|bin| bin.iter().sum())
                .collect();
            let (ours, exact) = (
                OfOne::new(&sums, Some(&binned), bins),
                OfOne::new(&sums, None, bins),
            );
            for value in (law.least..).take(values) {
                let (ours, exact) = (ours.tails(value), exact.tails(value));
                assert!(ours.lower >= exact.lower * (1.0 - 1e-9), "{name} {value}");
                assert!(ours.upper >= exact.upper * (1.0 - 1e-9), "{name} {value}");
                let same = (ours.lower / exact.lower - 1.0).abs() < 1e-9 || exact.lower < 1e-290;
                assert!(bins.width > 1 || same, "{name} {value}");
            }
        }
    }
}
