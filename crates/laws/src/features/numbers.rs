//! Numbers that are drawn without replacement, as in a lottery: their sum, and how many of them follow each other.
//!
//! The numbers are gone through from 1 on. Where so many of them are still to be drawn, each is drawn with the share of
//! these among all that are left: the sequential form of a simple random sample (Fan, Muller and Rezucha, 1962, method 1).

/// Steps that are gone at the most.
const MOST_STEPS: usize = 20_000_000;

/// The law of a number of `drawn` of the numbers from 1 to `all`; `grows` says by how much a number that is drawn adds to it,
/// which is at most `most` in the end, from that number and whether the one before was drawn.
fn law(
    all: usize,
    drawn: usize,
    most: usize,
    grows: impl Fn(usize, bool) -> usize,
) -> Option<Vec<f64>> {
    let width = most + 1;
    if drawn > all || (drawn + 1).checked_mul(2 * width)?.checked_mul(all)? > MOST_STEPS {
        return None;
    }
    // By how many were drawn, whether the last one was, and the value so far.
    let at =
        |drawn: usize, last: bool, value: usize| (2 * drawn + usize::from(last)) * width + value;
    let mut now = vec![0.0; (drawn + 1) * 2 * width];
    now[at(0, false, 0)] = 1.0;
    for number in 1..=all {
        let mut next = vec![0.0; now.len()];
        let left = (all - number + 1) as f64;
        for had in 0..=drawn.min(number - 1) {
            let comes = (drawn - had) as f64 / left;
            for last in [false, true] {
                for value in 0..width {
                    let p = now[at(had, last, value)];
                    if p <= 0.0 {
                        continue;
                    }
                    if comes < 1.0 {
                        next[at(had, false, value)] += p * (1.0 - comes);
                    }
                    if had < drawn {
                        let value = (value + grows(number, last)).min(most);
                        next[at(had + 1, true, value)] += p * comes;
                    }
                }
            }
        }
        now = next;
    }
    let ends = (0..width).map(|value| now[at(drawn, false, value)] + now[at(drawn, true, value)]);
    Some(ends.collect())
}

/// The law of the sum of `drawn` of the numbers from 1 to `all`, from 0 on; `None` where it takes too long.
pub(super) fn sum(all: usize, drawn: usize) -> Option<Vec<f64>> {
    law(all, drawn, all.checked_mul(drawn)?, |number, _| number)
}

/// The law of the pairs among `drawn` of the numbers from 1 to `all` that follow each other; `None` where it takes too long.
pub(super) fn consecutive(all: usize, drawn: usize) -> Option<Vec<f64>> {
    law(all, drawn, drawn.saturating_sub(1), |_, last| {
        usize::from(last)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_of_numbers_are_those_of_all_sets() {
        for (all, drawn) in [(9, 4), (10, 1), (7, 7), (12, 5), (5, 0)] {
            let mut sums = vec![0_u32; all * drawn + 1];
            let mut pairs = vec![0_u32; drawn.max(1)];
            let sets = (0_u32..1 << all).filter(|set| set.count_ones() as usize == drawn);
            let mut count = 0;
            for set in sets {
                let numbers = (1..=all).filter(|number| set >> (number - 1) & 1 == 1);
                sums[numbers.sum::<usize>()] += 1;
                pairs[(set & set >> 1).count_ones() as usize] += 1;
                count += 1;
            }
            let agree = |law: Vec<f64>, counts: &[u32]| {
                assert_eq!(law.len(), counts.len());
                for (p, seen) in law.iter().zip(counts) {
                    let exact = f64::from(*seen) / f64::from(count);
                    assert!((p - exact).abs() < 1e-14, "{all}, {drawn}: {p}, {exact}");
                }
            };
            agree(sum(all, drawn).unwrap(), &sums);
            agree(consecutive(all, drawn).unwrap(), &pairs);
        }
    }

    /// Two at least of six of 49 follow each other in 49.5% of cases: 1 - C(44, 6)/C(49, 6).
    #[test]
    fn half_of_all_lotteries_have_neighbours() {
        let none = consecutive(49, 6).unwrap()[0];
        assert!((none - 7_059_052.0 / 13_983_816.0).abs() < 1e-13, "{none}");
        let law = sum(49, 6).unwrap();
        assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((law[21] - 1.0 / 13_983_816.0).abs() < 1e-20);
        assert!(sum(10_000, 5_000).is_none());
    }
}
