//! Keys of cards: every level against what is looked at one by one.

use super::*;

#[test]
fn every_level_finds_the_largest_sum_that_counts() {
    let mut cases = Cases(12);
    for size in 0..100 {
        let mut keys = || -> Vec<i32> {
            (0..size)
                .map(|_| i32::try_from(1 + cases.below(1 << 20)).unwrap())
                .collect()
        };
        let (first, second) = (keys(), keys());
        for choices in 0..4 {
            let masks: Vec<i32> = (0..size)
                .map(|_| if cases.below(4) < choices { -1 } else { 0 })
                .collect();
            let chosen = (0..size).filter(|at| masks[*at] != 0);
            let largest = chosen.map(|at| first[at] + second[at]).max().unwrap_or(0);
            for isa in Isa::all() {
                let found = isa.kernel().largest(&first, &second, &masks);
                assert_eq!(found, largest, "{size} keys, {}", isa.level());
            }
        }
    }
}
