//! The rule of composition, the numbers and the tags, against a cube whose stickers are moved.

use std::collections::BTreeSet;

use super::rank::{ARRANGEMENTS, ORIENTATIONS, of_arrangement, to_arrangement};
use super::state::Misfit;
use super::stickers::Stickers;
use super::tags::CONVENTIONS;
use super::*;

/// A few turns that mix all cubies, from a little generator: no two tests need the same.
fn scramble(seed: u64, moves: usize) -> Vec<Turn> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize
    };
    (0..moves).map(|_| Turn::ALL[next() % 9]).collect()
}

fn stickers_after(turns: &[Turn]) -> Stickers {
    let mut stickers = Stickers::solved();
    for turn in turns {
        stickers.turn(*turn);
    }
    stickers
}

/// The cubies that change places by a turn of the solved cube, from cubicle to cubicle.
fn goes(turn: &str, cubie: u8) -> usize {
    let turn = Turn::parse(turn).unwrap();
    let at = turn.state().at();
    at.iter().position(|&there| there == cubie).unwrap()
}

#[test]
fn a_move_x_goes_1_3_7_5_and_the_others_likewise() {
    for [turn, cycle] in [["x", "1375"], ["y", "2673"], ["z", "4576"]] {
        let cycle: Vec<u8> = cycle.bytes().map(|digit| digit - b'0').collect();
        for (at, &cubie) in cycle.iter().enumerate() {
            assert_eq!(goes(turn, cubie), usize::from(cycle[(at + 1) % 4]));
        }
        for still in (0..8).filter(|cubie| !cycle.contains(cubie)) {
            assert_eq!(goes(turn, still), usize::from(still));
        }
    }
}

#[test]
fn turns_about_y_and_z_turn_their_cubies_by_1_2_1_2_and_turns_about_x_by_nothing() {
    let turned = |turn: &str| *Turn::parse(turn).unwrap().state().turned();
    assert_eq!(turned("x"), [0; 8]);
    assert_eq!(turned("y"), [0, 0, 2, 1, 0, 0, 1, 2]);
    for turn in Metric::Quarter.turns() {
        let sum: u8 = turn.state().turned().iter().sum();
        assert_eq!(sum, if turn.axis() == Axis::X { 0 } else { 6 });
    }
}

#[test]
fn composition_is_what_stickers_do_with_each_of_the_6561_conventions() {
    let solved = stickers_after(&[]);
    for (number, tags) in (0..).zip(Tags::all()) {
        assert_eq!(solved.orientations(tags), [0; 8]);
        let turns = scramble(number, 12);
        let (stickers, state) = (stickers_after(&turns), State::SOLVED.after_all(&turns));
        assert_eq!(stickers.cubies(), *state.at());
        let seen = stickers.orientations(tags);
        assert_eq!(seen, tags.orientations(&state), "{number}");
        assert_eq!(seen.iter().sum::<u8>() % 3, 0);
        // The rule itself, in the words of this convention: π'q + q'.
        for turn in Turn::ALL {
            let mut then = stickers.clone();
            then.turn(turn);
            let moved = stickers_after(&[turn]);
            let (from, more) = (moved.cubies(), moved.orientations(tags));
            let rule: [u8; 8] =
                std::array::from_fn(|at| (seen[usize::from(from[at])] + more[at]) % 3);
            assert_eq!(then.orientations(tags), rule, "{number} {turn}");
            assert_eq!(more.iter().sum::<u8>() % 3, 0);
            let cubies: [u8; 8] =
                std::array::from_fn(|at| stickers.cubies()[usize::from(from[at])]);
            assert_eq!(then.cubies(), cubies);
        }
    }
    assert_eq!(Tags::all().count(), CONVENTIONS as usize);
    let different: BTreeSet<_> = Tags::all().map(|tags| *tags.faces()).collect();
    assert_eq!(different.len(), 6561);
    assert_eq!(Tags::of_number(0), Some(Tags::default()));
    assert_eq!(Tags::of_number(CONVENTIONS), None);
}

#[test]
fn a_forced_twist_is_seen_by_every_convention() {
    for tags in Tags::all() {
        let mut stickers = stickers_after(&scramble(5, 9));
        let before = stickers.orientations(tags);
        stickers.twist(6);
        let mut after = stickers.orientations(tags);
        after[6] = (after[6] + 1) % 3;
        assert_eq!(after, before);
    }
}

#[test]
fn turns_reach_all_states_and_their_colours_all_differ() {
    let mut seen = vec![false; STATES as usize];
    let mut edge = vec![State::SOLVED];
    seen[0] = true;
    let mut count = 1;
    while let Some(state) = edge.pop() {
        for turn in Metric::Quarter.turns() {
            let next = state.after(*turn);
            // The last number is not forced here: it comes out of the rule alone.
            assert_eq!(next.turned().iter().sum::<u8>() % 3, 0);
            let there = &mut seen[next.rank() as usize];
            if !*there {
                *there = true;
                count += 1;
                edge.push(next);
            }
        }
    }
    assert_eq!(count, STATES);
    assert_eq!(count, ARRANGEMENTS * ORIENTATIONS);
    let colours: BTreeSet<_> = (0..5000)
        .map(|seed| stickers_after(&scramble(seed, 20)))
        .map(|stickers| {
            (
                stickers.colours(),
                stickers.cubies(),
                stickers.orientations(Tags::default()),
            )
        })
        .collect();
    let seen: BTreeSet<_> = colours.iter().map(|(colours, ..)| *colours).collect();
    assert_eq!(seen.len(), colours.len());
}

#[test]
fn each_number_has_one_state_and_the_solved_cube_is_the_first() {
    assert_eq!(State::SOLVED.rank(), 0);
    for rank in (0..STATES).step_by(11).chain([STATES - 1]) {
        let state = State::of_rank(rank).unwrap();
        assert_eq!(state.rank(), rank);
        assert_eq!(State::new(*state.at(), *state.turned()), Ok(state));
        assert_eq!(state.then(&state.inverse()), State::SOLVED);
    }
    assert_eq!(State::of_rank(STATES), None);
}

#[test]
fn arrangements_of_one_to_eight_are_numbered_without_a_gap() {
    fn check<const N: usize>(factorial: u32) {
        let all: BTreeSet<[u8; N]> = (0..factorial).map(to_arrangement).collect();
        assert_eq!(all.len(), factorial as usize);
        for rank in 0..factorial {
            let arrangement: [u8; N] = to_arrangement(rank);
            assert_eq!(of_arrangement(arrangement), rank);
            let mut sorted = arrangement;
            sorted.sort_unstable();
            assert_eq!(sorted, std::array::from_fn(|at| at as u8));
        }
    }
    check::<1>(1);
    check::<2>(2);
    check::<3>(6);
    check::<4>(24);
    check::<7>(5040);
    check::<8>(40320);
    assert_eq!(to_arrangement::<12>(479_001_599).len(), 12);
    assert_eq!(
        of_arrangement(to_arrangement::<12>(479_001_599)),
        479_001_599
    );
}

/// The turn in the common notation: R, R', R2.
fn common(turn: Turn) -> String {
    let face = turn.axis().face();
    match turn.quarters() {
        1 => format!("{face}'"),
        2 => format!("{face}2"),
        _ => face.to_string(),
    }
}

#[test]
fn turns_are_read_in_both_notations_and_nothing_else_is() {
    for turn in Turn::ALL {
        assert_eq!(Turn::parse(&turn.to_string()), Ok(turn));
        assert_eq!(common(turn).parse(), Ok(turn));
        assert_eq!(
            State::SOLVED.after(turn).after(turn.inverse()),
            State::SOLVED
        );
        assert_eq!(Turn::ALL[turn.index()], turn);
        assert_eq!(Turn::new(turn.axis(), turn.quarters() + 4), Some(turn));
    }
    assert_eq!(Turn::new(Axis::X, 4), None);
    // R is clockwise, as X is; R' is x.
    assert_eq!(Turn::parse("R"), Turn::parse("X"));
    assert_eq!(Turn::parse("U'"), Turn::parse("y"));
    assert_eq!(Turn::parse("F’"), Turn::parse("z"));
    assert_eq!(Turn::parse("X2"), Turn::parse("R2"));
    for wrong in ["", "x'", "x3", "r", "L", "D2", "R2'", "RU", "x 2", "é", "²"] {
        let error = Turn::parse(wrong).unwrap_err().to_string();
        assert!(error.starts_with(&format!("found `{wrong}`")), "{error}");
    }
    let turns = Turn::parse_all(" R U R' U'\n").unwrap();
    let six: Vec<Turn> = turns.repeat(6);
    assert_eq!(State::SOLVED.after_all(&six), State::SOLVED);
    assert_ne!(State::SOLVED.after_all(&six[..20]), State::SOLVED);
    assert!(Turn::parse_all("R U Q").is_err());
}

#[test]
fn clockwise_and_half_turns_are_counterclockwise_ones_in_a_row() {
    for axis in Axis::ALL {
        let one = Turn::new(axis, 1).unwrap();
        for quarters in 1..4 {
            let turn = Turn::new(axis, quarters).unwrap();
            let ones = vec![one; usize::from(quarters)];
            assert_eq!(*turn.state(), State::SOLVED.after_all(&ones));
        }
    }
    assert_eq!(Metric::Quarter.turns().len(), 6);
    assert!(
        Metric::Quarter
            .turns()
            .iter()
            .all(|turn| turn.quarters() != 2)
    );
    assert_eq!(Metric::named("half"), Some(Metric::Half));
    assert_eq!(Metric::named("both"), None);
}

#[test]
fn what_no_turn_can_reach_is_refused() {
    let solved = State::SOLVED;
    let with = |at: [u8; 8], turned: [u8; 8]| State::new(at, turned).unwrap_err();
    let twice = with([0, 1, 1, 3, 4, 5, 6, 7], [0; 8]);
    assert_eq!(twice, Misfit::NotACube([0, 1, 1, 3, 4, 5, 6, 7]));
    assert!(matches!(
        with([1, 0, 2, 3, 4, 5, 6, 7], [0; 8]),
        Misfit::Held { at: 1, .. }
    ));
    assert!(matches!(
        with(solved.at, [1, 2, 0, 0, 0, 0, 0, 0]),
        Misfit::Held { turned: 1, .. }
    ));
    assert!(matches!(
        with(solved.at, [0, 3, 0, 0, 0, 0, 0, 0]),
        Misfit::NoOrientation(_)
    ));
    assert!(matches!(
        with(solved.at, [0, 255, 255, 0, 0, 0, 0, 0]),
        Misfit::NoOrientation(_)
    ));
    let twisted = with(solved.at, [0, 1, 0, 0, 0, 0, 0, 1]).to_string();
    assert!(twisted.contains("add up to 2"), "{twisted}");
}
