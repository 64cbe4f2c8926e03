//! Sizes of groups: the number of rearrangements that a few permutations generate, by the chain of
//! those that leave one point after another where it is (Sims 1970, in the form of Knuth 1991).

/// A permutation: by point, where it goes.
type Permutation = Vec<u8>;

/// First one, then the other.
fn then(first: &[u8], second: &[u8]) -> Permutation {
    first.iter().map(|&to| second[usize::from(to)]).collect()
}

fn inverse(of: &[u8]) -> Permutation {
    let mut inverse = vec![0; of.len()];
    for (from, &to) in of.iter().enumerate() {
        inverse[usize::from(to)] = from as u8;
    }
    inverse
}

/// The permutations that leave all points before this one where they are.
#[derive(Debug, Clone, Default)]
struct Level {
    /// Some of these permutations, which generate them all.
    generators: Vec<Permutation>,
    /// For each point, one that takes this level's point there.
    to: Vec<Option<Permutation>>,
}

/// A group of permutations.
#[derive(Debug)]
pub struct Group(Vec<Level>);

impl Group {
    /// The group that these generate; each is a permutation of as many points, at most 256.
    pub fn new(generators: &[Permutation]) -> Self {
        let points = generators.first().map_or(0, Vec::len);
        let level = |at: usize| {
            let mut level = Level::default();
            level.to.resize(points, None);
            level.to[at] = Some((0..points).map(|point| point as u8).collect());
            level
        };
        let mut group = Self((0..points).map(level).collect());
        for generator in generators {
            group.add(0, generator);
        }
        group
    }

    /// The number of permutations in the group.
    pub fn order(&self) -> u128 {
        let orbit = |level: &Level| level.to.iter().flatten().count() as u128;
        self.0.iter().map(orbit).product()
    }

    /// Returns true if the group is known to contain a permutation that leaves all points before
    /// `level` in place.
    fn contains(&self, level: usize, mut permutation: Permutation) -> bool {
        for (at, level) in self.0.iter().enumerate().skip(level) {
            match &level.to[usize::from(permutation[at])] {
                Some(there) => permutation = then(&permutation, &inverse(there)),
                None => return false,
            }
        }
        true
    }

    /// Adds one that leaves all points before `level`.
    fn add(&mut self, level: usize, permutation: &Permutation) {
        if level == self.0.len() || self.contains(level, permutation.clone()) {
            return;
        }
        let reached: Vec<Permutation> = self.0[level].to.iter().flatten().cloned().collect();
        self.0[level].generators.push(permutation.clone());
        for one in reached {
            self.reach(level, &then(&one, permutation));
        }
    }

    /// Takes a product into account: it reaches a new point, or what it does beside reaching it belongs to the next level.
    fn reach(&mut self, level: usize, permutation: &Permutation) {
        let there = usize::from(permutation[level]);
        if let Some(known) = &self.0[level].to[there] {
            let rest = then(permutation, &inverse(known));
            return self.add(level + 1, &rest);
        }
        self.0[level].to[there] = Some(permutation.clone());
        for generator in self.0[level].generators.clone() {
            self.reach(level, &then(permutation, &generator));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use deck::cube::{STATES, stickers, three};

    /// All products, one by one.
    fn counted(generators: &[Permutation]) -> u128 {
        let start: Permutation = (0..generators[0].len() as u8).collect();
        let (mut seen, mut edge) = (BTreeSet::from([start.clone()]), vec![start]);
        while let Some(one) = edge.pop() {
            for generator in generators {
                let next = then(&one, generator);
                if seen.insert(next.clone()) {
                    edge.push(next);
                }
            }
        }
        seen.len() as u128
    }

    #[test]
    fn small_groups_have_the_order_that_counting_finds() {
        let groups: &[&[&[u8]]] = &[
            &[&[0, 1, 2]],
            &[&[1, 0, 2]],
            &[&[1, 2, 0, 3], &[0, 2, 3, 1]],
            &[&[1, 2, 3, 4, 5, 0], &[1, 0, 2, 3, 4, 5]],
            &[&[1, 2, 3, 4, 5, 0], &[5, 4, 3, 2, 1, 0]],
            &[&[1, 0, 3, 2, 4, 5, 6], &[0, 1, 2, 3, 5, 6, 4]],
            &[&[1, 2, 3, 4, 5, 6, 0], &[0, 2, 1, 4, 3, 5, 6]],
        ];
        for group in groups {
            let generators: Vec<Permutation> = group.iter().map(|one| one.to_vec()).collect();
            assert_eq!(
                Group::new(&generators).order(),
                counted(&generators),
                "{group:?}"
            );
        }
        assert_eq!(Group::new(&[]).order(), 1);
    }

    #[test]
    fn stickers_of_the_pocket_cube_can_lie_as_its_states_say() {
        assert_eq!(
            Group::new(&stickers::rearrangements()).order(),
            u128::from(STATES)
        );
    }

    /// Corners alone keep one constraint (the sum of their orientations), edges alone one, and together a third (both
    /// arrangements are odd, or both are even): 3 · 2 · 2 = 12.
    #[test]
    fn stickers_of_the_3x3x3_lie_in_one_of_twelve_ways() {
        let order = |kind| Group::new(&three::turns(kind)).order();
        let factorial = |n: u128| (1..=n).product::<u128>();
        let (corners, edges) = (factorial(8) * 3_u128.pow(8), factorial(12) * 2_u128.pow(12));
        assert_eq!(order(three::Kind::Corners), corners / 3);
        assert_eq!(order(three::Kind::Edges), edges / 2);
        assert_eq!(order(three::Kind::All), corners * edges / 12);
        assert_eq!(order(three::Kind::All), 43_252_003_274_489_856_000);
    }
}
