//! Partitions of a number into parts, and their numbers in a list of all.

/// How many partitions of m have no part above k, at `[m][k]`; 2³² − 1 stands for all larger numbers.
pub(super) fn partitions(most: usize) -> Vec<Vec<u32>> {
    let mut counts = vec![vec![0_u32; most + 1]; most + 1];
    counts[0] = vec![1; most + 1];
    for m in 1..=most {
        for k in 1..=most {
            let with = if k <= m { counts[m - k][k] } else { 0 };
            counts[m][k] = counts[m][k - 1].saturating_add(with);
        }
    }
    counts
}

/// The number of a partition, its parts falling: first come those with smaller largest parts.
pub(super) fn number(counts: &[Vec<u32>], cards: usize, parts: impl Iterator<Item = usize>) -> u32 {
    let mut rest = cards;
    let mut number = 0;
    for part in parts {
        number += counts[rest][part - 1];
        rest -= part;
    }
    number
}

/// The partition that comes next: false after the last one, a single part. They are in the order of their numbers.
pub(super) fn next_partition(parts: &mut Vec<usize>) -> bool {
    // The rightmost part that can grow by one card of those to the right of it.
    let Some(mut right) = parts.pop() else {
        return false;
    };
    while let Some(part) = parts.pop() {
        let bounded = parts.last().is_some_and(|before| *before == part);
        if bounded {
            right += part;
            continue;
        }
        parts.push(part + 1);
        parts.extend(std::iter::repeat_n(1, right - 1));
        return true;
    }
    false
}
