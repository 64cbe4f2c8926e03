//! Facts about scrambles of the pocket cube without making one: how far so many random moves are
//! from all states alike, exactly, and the exact means of some numbers of a state.

use deck::cube::Metric;
use laws::cube::distance::Distances;
use laws::cube::walk::{Draw, Walk};
use laws::known::{Bound, Known, Proved};

/// The moves after which the law of the state is no longer followed in every run: the time grows with each.
const MOST_MOVES: u32 = 60;

/// The name of whether the arrangement is odd, among the means.
pub const PARITY: &str = "permutation-parity";

/// The name of the distance from the solved cube, among the means.
pub const fn distance(turns: Metric) -> &'static str {
    match turns {
        Metric::Half => "distance in half turns",
        Metric::Quarter => "distance in quarter turns",
    }
}

/// Random moves from the solved cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moves {
    /// The number of moves.
    pub number: u32,
    /// The way to count moves.
    pub metric: Metric,
    /// The way to draw each move.
    pub draw: Draw,
}

/// The facts that are known of each of these scrambles, a random state where there are no moves.
/// The law of the same moves is followed once for all of their numbers.
pub fn known_of_scrambles(all: &[Option<Moves>]) -> Vec<Known> {
    let mut known: Vec<Known> = all.iter().map(|_| Known::default()).collect();
    for (at, of) in all.iter().enumerate() {
        match of {
            None => known[at] = of_random_state(),
            // The first of its kind walks for the others.
            Some(of) if !all[..at].iter().flatten().any(|other| is_like(*other, *of)) => {
                walk(*of, all, &mut known);
            }
            Some(_) => {}
        }
    }
    known
}

/// Returns true if one is the other, but for the number of moves.
fn is_like(one: Moves, other: Moves) -> bool {
    (one.metric, one.draw) == (other.metric, other.draw)
}

/// Fills in what is known of all that are like `first`.
fn walk(first: Moves, all: &[Option<Moves>], known: &mut [Known]) {
    let like = |(at, of): (usize, &Option<Moves>)| {
        let of = of.filter(|of| is_like(first, *of) && of.number <= MOST_MOVES)?;
        Some((of.number, at))
    };
    let mut wanted: Vec<(u32, usize)> = all.iter().enumerate().filter_map(like).collect();
    wanted.sort_unstable();
    let mut walk = Walk::new(first.metric, first.draw);
    for (number, at) in wanted {
        while walk.moves() < number {
            walk.step();
        }
        known[at] = after(&walk, first.metric);
    }
}

fn after(walk: &Walk, metric: Metric) -> Known {
    let mut known = Known::default();
    known.means.insert(PARITY, odd(walk.moves(), metric));
    for turns in Metric::ALL {
        let law = walk.distances(Distances::get(turns));
        let moves = (0_u32..).zip(law).map(|(moves, p)| f64::from(moves) * p);
        known.means.insert(distance(turns), moves.sum());
    }
    let by = format!("exact law of the state after {} moves", walk.moves());
    known.distance = Some(exactly(Bound::new(walk.total_variation(), by)));
    known
}

fn of_random_state() -> Known {
    let mut known = Known::default();
    known.means.insert(PARITY, 0.5);
    for turns in Metric::ALL {
        known
            .means
            .insert(distance(turns), Distances::get(turns).mean());
    }
    known.distance = Some(exactly(Bound::new(0.0, "every state is equally likely")));
    known
}

/// A distance that is known.
fn exactly(bound: Bound) -> Proved {
    Proved {
        lower: vec![bound.clone()],
        upper: vec![bound.clone()],
        exact: Some(bound),
    }
}

/// The probability that the arrangement is odd after so many moves, each of which changes the parity if it is a quarter
/// turn.
fn odd(moves: u32, metric: Metric) -> f64 {
    let turns = metric.turns();
    let quarters = turns.iter().filter(|turn| turn.quarters() != 2).count();
    let stays = 1.0 - 2.0 * quarters as f64 / turns.len() as f64;
    0.5 * (1.0 - libm::pow(stays, f64::from(moves)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use laws::testing::assert_close;

    #[allow(
        clippy::unnecessary_wraps,
        reason = "random states have no moves, and stand beside these"
    )]
    fn moves(number: u32, metric: Metric, draw: Draw) -> Option<Moves> {
        Some(Moves {
            number,
            metric,
            draw,
        })
    }

    /// Worked out by hand: after one move all states are one move away; after two without a repeat,
    /// two. The distance of 6, 9, 24 or 54 states alike from all alike is what is missing.
    #[test]
    fn few_moves_are_as_they_are_by_hand() {
        let all = [
            moves(2, Metric::Half, Draw::OtherFace),
            None,
            moves(1, Metric::Half, Draw::Any),
            moves(1, Metric::Half, Draw::OtherFace),
            moves(2, Metric::Half, Draw::Any),
            moves(MOST_MOVES + 1, Metric::Half, Draw::Any),
        ];
        let known = known_of_scrambles(&all);
        let total = f64::from(deck::cube::STATES);
        let of = |at: usize| {
            let proved = known[at].distance.as_ref()?;
            Some((
                proved.exact.as_ref()?.value,
                known[at].mean(distance(Metric::Half))?,
                known[at].mean(PARITY)?,
            ))
        };
        let close = |at: usize, expected: [f64; 3]| {
            let (distance, mean, odd) = of(at).unwrap();
            assert_close(distance, expected[0], 1e-12);
            assert_close(mean, expected[1], 1e-12);
            assert_close(odd, expected[2], 1e-12);
        };
        close(0, [1.0 - 54.0 / total, 2.0, 4.0 / 9.0]);
        close(2, [1.0 - 9.0 / total, 1.0, 2.0 / 3.0]);
        close(3, [1.0 - 9.0 / total, 1.0, 2.0 / 3.0]);
        // Among 81 pairs of moves 27 turn one face, 9 of them back.
        close(
            4,
            [1.0 - 64.0 / total, (18.0 + 2.0 * 54.0) / 81.0, 4.0 / 9.0],
        );
        assert_eq!(of(1).unwrap().0.to_bits(), 0.0_f64.to_bits());
        assert_eq!(of(5), None);
    }

    #[test]
    fn quarter_turns_alone_have_one_parity() {
        for (number, odd) in [(1, 1.0), (2, 0.0), (3, 1.0)] {
            let known = known_of_scrambles(&[moves(number, Metric::Quarter, Draw::Any)]);
            assert_eq!(known[0].mean(PARITY), Some(odd));
        }
    }
}
