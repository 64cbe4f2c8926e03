//! The test of many cells that are all alike, as fine as so many states allow.

use crate::{Detectable, Outcome, POWER, Test};
use laws::fit::{self, Fit};
use laws::power::chi_squared_noncentrality;
use laws::tail::PValue;

/// Cells at the least: of two, few states make all counts common.
const FEWEST_CELLS: usize = 3;

/// Tests, as finely as `states` allow, whether all cells are alike: neighbours are counted together, the same number
/// everywhere, until [`fit::uniform`] holds. Both tails: counts that are too even are not random either. `what` says in
/// words what has the cells; `cell` says which states are in these cells.
pub(super) fn even_test(
    (name, title): (&'static str, String),
    what: &str,
    counts: &[u64],
    (states, level): (u64, f64),
    cell: impl FnOnce(std::ops::Range<usize>) -> String,
) -> Test {
    let mut test = Test::new(name, title);
    let all = counts.len();
    let sizes = (1..=all / FEWEST_CELLS).filter(|size| all.is_multiple_of(*size));
    let mut fewest = 0;
    for size in sizes {
        let groups: Vec<u64> = counts
            .chunks(size)
            .map(|cells| cells.iter().sum())
            .collect();
        fewest = groups.len() as u64 * fit::fewest_for_each(groups.len());
        if let Some(fit) = fit::uniform(&groups) {
            judged(&mut test, &fit, (states, level));
            test.words = words(what, &fit, &groups, size, cell);
            return test;
        }
    }
    test.outcome = Outcome::TooFew { needed: fewest };
    test
}

fn judged(test: &mut Test, fit: &Fit, (states, level): (u64, f64)) {
    let noncentrality = chi_squared_noncentrality(fit.df, 0.5 * level, POWER);
    test.value = Some(fit.value);
    test.df = Some(fit.df);
    test.outcome = Outcome::P(PValue::new(fit.p));
    test.tails = fit.tails;
    test.detectable = Some(Detectable {
        value: (noncentrality / states as f64).sqrt(),
        unit: "relative departure of a share (root mean square)".to_owned(),
    });
}

/// Says what is uneven, or that all is too even.
fn words(
    what: &str,
    fit: &Fit,
    groups: &[u64],
    size: usize,
    cell: impl FnOnce(std::ops::Range<usize>) -> String,
) -> String {
    if fit.value < fit.df {
        return format!("{what} come up more evenly than chance allows");
    }
    let fair = groups.iter().sum::<u64>() as f64 / groups.len() as f64;
    let off = |count: u64| (count as f64 - fair).abs();
    let farthest = groups.iter().enumerate();
    let farthest = farthest.max_by(|(_, a), (_, b)| off(**a).total_cmp(&off(**b)));
    farthest.map_or_else(String::new, |(at, count)| {
        format!(
            "{} came {count} time{}; fair is {fair:.1} times",
            cell(at * size..(at + 1) * size),
            if *count == 1 { "" } else { "s" }
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(counts: &[u64]) -> Test {
        let states = counts.iter().sum();
        let cell = |cells: std::ops::Range<usize>| format!("cells {cells:?}");
        even_test(
            ("law", String::new()),
            "cells",
            counts,
            (states, 0.001),
            cell,
        )
    }

    #[test]
    fn cells_are_as_fine_as_the_states_allow() {
        // Six cells want 20 each, three 60 together.
        let of = |counts: &[u64]| test(counts).df;
        assert_eq!(of(&[20; 6]), Some(5.0));
        assert_eq!(of(&[19, 20, 20, 20, 20, 20]), Some(2.0));
        assert_eq!(of(&[10; 6]), Some(2.0));
        let few = test(&[10, 10, 10, 10, 10, 9]);
        assert_eq!(few.outcome, Outcome::TooFew { needed: 60 });
    }

    #[test]
    fn words_name_the_cells_that_are_off_or_say_that_none_is() {
        assert_eq!(
            test(&[40, 20, 20, 20, 20, 20]).words,
            "cells 0..1 came 40 times; fair is 23.3 times"
        );
        assert_eq!(
            test(&[40; 6]).words,
            "cells come up more evenly than chance allows"
        );
    }
}
