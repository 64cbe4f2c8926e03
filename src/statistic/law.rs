//! The test of a whole law: how many subjects came in each cell, against the probabilities of the cells.

use std::ops::Range;

use super::{Detectable, Outcome, POWER, Test};
use crate::exact::fit;
use crate::exact::power::chi_squared_noncentrality;
use crate::exact::tail::PValue;

/// Neighbouring cells that are counted as one, since each alone is too rare.
pub(super) struct Pooled {
    /// The cells.
    pub cells: Range<usize>,
    /// Subjects in them.
    pub seen: u64,
    /// Their probability.
    pub probability: f64,
}

/// Tests by the likelihood ratio how often each cell was `seen` against its probability in `law`, the rare cells
/// pooled; `what` says in words what the law is of. Gives the pooled cells too: none if subjects are too few.
pub(super) fn law_test(
    (name, title): (&'static str, String),
    what: &str,
    (seen, law): (&[u64], &[f64]),
    subjects: u64,
    level: f64,
) -> (Test, Vec<Pooled>) {
    let mut test = Test::new(name, title);
    let pooled = fit::pool(law, subjects).into_iter().map(|cells| Pooled {
        seen: seen[cells.clone()].iter().sum(),
        probability: law[cells.clone()].iter().sum(),
        cells,
    });
    let pooled: Vec<Pooled> = pooled.collect();
    if pooled.len() < 2 {
        test.outcome = Outcome::TooFew {
            needed: fit::fewest_to_pool(law, 2),
        };
        return (test, Vec::new());
    }
    let bins = pooled
        .iter()
        .map(|pooled| (pooled.seen, pooled.probability));
    let fit = fit::likelihood_ratio(&bins.collect::<Vec<_>>());
    let noncentrality = chi_squared_noncentrality(fit.df, level, POWER);
    test.value = Some(fit.value);
    test.df = Some(fit.df);
    test.outcome = Outcome::P(PValue::new(fit.p));
    test.tails = fit.tails;
    test.detectable = Some(Detectable {
        value: (noncentrality / subjects as f64).sqrt(),
        unit: format!(
            "relative departure of the law of {what} (root mean square, weighted by the law)"
        ),
    });
    (test, pooled)
}

/// The cells whose count is farthest from its mean, in standard deviations of a rare count.
pub(super) fn farthest(pooled: &[Pooled], subjects: u64) -> Option<&Pooled> {
    let departure = |pooled: &&Pooled| {
        let expected = pooled.probability * subjects as f64;
        (pooled.seen as f64 - expected).abs() / expected.sqrt()
    };
    let cells = pooled.iter();
    cells.max_by(|a, b| departure(a).total_cmp(&departure(b)))
}
