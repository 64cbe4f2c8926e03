//! How far apart pairs lie: whether most of what comes again does so after one number of subjects.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Pairs that must lie equally far apart before this is said.
const FEWEST: u64 = 3;

/// The commonest distance from a subject to the last one before it that it belongs to, and how often it is that: if it is
/// that of most. The subjects come in order, each with its index, its own key and the key of those that it belongs to.
pub(crate) fn commonest<K: Hash + Eq>(
    subjects: impl Iterator<Item = (u64, K, K)>,
) -> Option<(u64, u64)> {
    let mut last: HashMap<K, u64> = HashMap::new();
    let mut distances: BTreeMap<u64, u64> = BTreeMap::new();
    for (index, own, wanted) in subjects {
        if let Some(before) = last.get(&wanted) {
            *distances.entry(index - before).or_default() += 1;
        }
        last.insert(own, index);
    }
    let all: u64 = distances.values().sum();
    // The shortest of equally common ones.
    let commonest = distances.into_iter().rev().max_by_key(|(_, times)| *times);
    commonest.filter(|(_, times)| *times >= FEWEST && 2 * times > all)
}

#[cfg(test)]
mod tests {
    use super::commonest;

    #[test]
    fn a_distance_is_said_if_it_is_that_of_most() {
        let of = |keys: &[u32]| {
            let subjects = (0..).zip(keys).map(|(index, key)| (index, *key, *key));
            commonest(subjects)
        };
        // 1 comes again after two, 2 after one and 3 after five.
        assert_eq!(of(&[3, 1, 5, 1, 6, 3, 1]), None);
        assert_eq!(of(&[1, 7, 1, 8, 1, 2, 1, 2]), Some((2, 4)));
        assert_eq!(of(&[1, 1, 1]), None);
        assert_eq!(of(&[1, 1, 1, 1]), Some((1, 3)));
        assert_eq!(of(&[]), None);
    }
}
