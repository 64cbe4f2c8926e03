//! The rules by which the states of a cube are written down, run through one by one: the orientation codes of all
//! conventions of tags, and how many states the constraints leave.

use crate::group;
use crate::permutation::Permutation;
use deck::cube::stickers::{clockwise_turns, moved, rearrangements};
use deck::cube::tags::CONVENTIONS;
use deck::cube::{Axis, CUBIES, Metric, Tags, Turn, three};

/// Findings about conventions of tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tagged {
    /// Ways to put tags.
    pub conventions: u32,
    /// Conventions in which the code after each move is the code before it, rearranged, plus that
    /// of the move.
    pub compose: u32,
    /// Conventions in which the codes of each move add up to a multiple of three.
    pub sum_to_zero: u32,
}

/// The code of what is on a face of a cubicle: 120° turns clockwise from there to the cubicle's tag.
fn code(tags: Tags, cubicle: usize, face: Axis) -> u8 {
    clockwise_turns(cubicle, face, tags.faces()[cubicle])
}

/// Returns the amount that a move adds to the code of a cubie that it takes away from a cubicle;
/// none if that depends on how the cubie lies there.
///
/// A cubie's code is that of the face on which its own tag is; so what holds for the three faces of a cubicle holds for
/// each cubie, with its tag anywhere, turned in any way.
fn added(tags: Tags, turn: Turn, from: usize) -> Option<u8> {
    let added = Axis::ALL.map(|face| {
        let (to, there) = moved(turn, from, face);
        (code(tags, to, there) + 3 - code(tags, from, face)) % 3
    });
    (added[0] == added[1] && added[1] == added[2]).then_some(added[0])
}

/// Runs through all conventions: each with all quarter turns of all cubicles.
pub fn conventions() -> Tagged {
    let mut found = Tagged {
        conventions: CONVENTIONS,
        compose: 0,
        sum_to_zero: 0,
    };
    for tags in Tags::all() {
        let moves = Metric::Quarter.turns().iter().map(|turn| {
            let each = (0..CUBIES).map(|from| added(tags, *turn, from));
            each.collect::<Option<Vec<u8>>>()
        });
        let moves: Option<Vec<Vec<u8>>> = moves.collect();
        let sums = moves.as_ref().is_some_and(|moves| {
            let sum = |codes: &Vec<u8>| codes.iter().sum::<u8>();
            moves.iter().all(|codes| sum(codes).is_multiple_of(3))
        });
        found.compose += u32::from(moves.is_some());
        found.sum_to_zero += u32::from(sums);
    }
    found
}

/// Counts the ways to tag the cubicle that a cubie leaves and the one to which it comes: all of
/// them, and those in which its three codes keep their circular order.
pub fn cases(turn: Turn, from: usize) -> (u32, u32) {
    let both = Axis::ALL
        .into_iter()
        .flat_map(|one| Axis::ALL.map(|other| (one, other)));
    let (to, _) = moved(turn, from, Axis::X);
    let keeps = both.map(|(leaves, comes)| {
        let mut faces = [Axis::X; CUBIES];
        faces[from] = leaves;
        faces[to] = comes;
        added(Tags::new(faces), turn, from).is_some()
    });
    keeps.fold((0, 0), |(all, kept), keeps| {
        (all + 1, kept + u32::from(keeps))
    })
}

/// States that a cube can have, beside the pairs of an arrangement and orientations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constrained {
    /// Arrangements times orientations, each cubie on its own.
    pub pairs: u128,
    /// The number of states that turns can reach.
    pub states: u128,
}

impl Constrained {
    /// The pocket cube, one cubie held: 7! arrangements of the others, 3⁷ orientations.
    pub fn pocket() -> Self {
        Self {
            pairs: factorial(7) * 3_u128.pow(7),
            states: arrangements(&rearrangements()),
        }
    }

    /// The 3×3×3: eight corners with three orientations each, twelve edges with two.
    pub fn three() -> Self {
        Self {
            pairs: factorial(8) * 3_u128.pow(8) * factorial(12) * 2_u128.pow(12),
            states: arrangements(&three::turns(three::Kind::All)),
        }
    }

    /// One in so many pairs is a state.
    pub fn one_in(&self) -> u128 {
        self.pairs / self.states
    }
}

fn factorial(n: u128) -> u128 {
    (1..=n).product()
}

/// The number of ways in which stickers can lie after any of these turns, one after the other.
fn arrangements(turns: &[Vec<u8>]) -> u128 {
    let stickers = turns.first().map_or(0, Vec::len);
    let moves = turns.iter().map(|turn| {
        // A turn and the one that undoes it belong to the same group.
        let turn: Vec<u16> = turn.iter().map(|&to| to.into()).collect();
        Permutation::of_deck(&turn)
    });
    let moves: Vec<Permutation> = moves.collect();
    let order = group::order(stickers, &moves, None).expect("a cube has few stickers");
    u128::try_from(order.members).expect("a cube has fewer states")
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::cube::STATES;

    /// Corners alone keep one constraint (the sum of their orientations), edges alone one, and together a third (both
    /// arrangements are odd, or both are even): 3 · 2 · 2 = 12.
    #[test]
    fn stickers_lie_as_states_say_and_those_of_the_3x3x3_in_one_of_twelve_ways() {
        assert_eq!(arrangements(&rearrangements()), u128::from(STATES));
        let order = |kind| arrangements(&three::turns(kind));
        let (corners, edges) = (factorial(8) * 3_u128.pow(8), factorial(12) * 2_u128.pow(12));
        assert_eq!(order(three::Kind::Corners), corners / 3);
        assert_eq!(order(three::Kind::Edges), edges / 2);
        assert_eq!(order(three::Kind::All), corners * edges / 12);
        assert_eq!(order(three::Kind::All), 43_252_003_274_489_856_000);
    }

    #[test]
    fn all_conventions_hold() {
        let found = conventions();
        assert_eq!((found.compose, found.sum_to_zero), (6561, 6561));
    }

    #[test]
    fn what_a_move_adds_is_what_it_does_to_the_solved_cube() {
        for tags in Tags::all().step_by(7) {
            for turn in Turn::ALL {
                let made = tags.orientations(turn.state());
                for from in 0..CUBIES {
                    let (to, _) = moved(turn, from, Axis::Y);
                    assert_eq!(added(tags, turn, from), Some(made[to]));
                }
            }
        }
    }

    #[test]
    fn there_are_nine_cases_of_each_cubicle_and_all_hold() {
        for turn in Turn::ALL {
            let moves = (0..CUBIES).filter(|from| from >> turn.axis().index() & 1 == 1);
            for from in moves {
                assert_eq!(cases(turn, from), (9, 9));
            }
        }
    }

    #[test]
    fn constraints_leave_one_in_three_and_one_in_twelve() {
        let (pocket, three) = (Constrained::pocket(), Constrained::three());
        assert_eq!((pocket.pairs, pocket.one_in()), (11_022_480, 3));
        assert_eq!(pocket.states, u128::from(STATES));
        assert_eq!((three.pairs % three.states, three.one_in()), (0, 12));
    }
}
