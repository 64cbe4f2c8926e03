use std::collections::BTreeMap;

use super::*;
use crate::fit;
use deck::rng::{Draws, PcgDraws};

fn walked(metric: Metric, draw: Draw, moves: u32) -> Walk {
    let mut walk = Walk::new(metric, draw);
    (0..moves).for_each(|_| walk.step());
    walk
}

/// The law by running through all sequences of moves: the probability of each state.
fn enumerated(metric: Metric, draw: Draw, moves: u32) -> Vec<f64> {
    let mut law = BTreeMap::from([((State::SOLVED.rank(), None), 1.0)]);
    for _ in 0..moves {
        let mut next = BTreeMap::new();
        for ((rank, last), weight) in law {
            let state = State::of_rank(rank).unwrap();
            let accepted = |turn: &&Turn| draw == Draw::Any || Some(turn.axis()) != last;
            let turns: Vec<&Turn> = metric.turns().iter().filter(accepted).collect();
            for turn in &turns {
                let key = (state.after(**turn).rank(), Some(turn.axis()));
                *next.entry(key).or_insert(0.0) += weight / turns.len() as f64;
            }
        }
        law = next;
    }
    let mut states = vec![0.0; STATES as usize];
    for ((rank, _), weight) in law {
        states[rank as usize] += weight;
    }
    states
}

#[test]
fn after_a_few_moves_each_state_is_as_likely_as_the_sequences_that_lead_there() {
    for metric in Metric::ALL {
        for draw in [Draw::Any, Draw::OtherFace] {
            for moves in 0..=5 {
                let (walk, law) = (walked(metric, draw, moves), enumerated(metric, draw, moves));
                let mut total = 0.0;
                for rank in 0..STATES {
                    let found = walk.probability(rank);
                    let expected = law[rank as usize];
                    assert!(
                        (found - expected).abs() < 1e-14,
                        "{rank}: {found} {expected}"
                    );
                    total += found;
                }
                assert!((total - 1.0).abs() < 1e-12);
                let even = 1.0 / f64::from(STATES);
                let apart: f64 = law.iter().map(|p| (p - even).max(0.0)).sum();
                assert!((walk.total_variation() - apart).abs() < 1e-12);
            }
        }
    }
}

/// The law of distances adds up, and its mean with moves that never come back is the number of moves at first.
#[test]
fn distances_have_the_law_of_their_states() {
    let half = Distances::get(Metric::Half);
    let walk = walked(Metric::Half, Draw::OtherFace, 3);
    let law = walk.distances(half);
    assert_eq!(law.len(), 12);
    assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let enumerated = enumerated(Metric::Half, Draw::OtherFace, 3);
    for (distance, found) in law.iter().enumerate() {
        let states = half.all().iter().zip(&enumerated);
        let states = states.filter(|(there, _)| usize::from(**there) == distance);
        let expected: f64 = states.map(|(_, p)| p).sum();
        assert!((found - expected).abs() < 1e-14);
    }
}

#[test]
fn with_quarter_turns_alone_half_of_the_states_stay_out_of_reach() {
    let mut walk = Walk::new(Metric::Quarter, Draw::Any);
    let mut before = f64::INFINITY;
    for moves in 0..12 {
        assert_eq!(walk.moves(), moves);
        let odd = moves % 2 == 1;
        for rank in (0..STATES).step_by(37) {
            let is_odd = crate::cube::is_odd(State::of_rank(rank).unwrap().at());
            assert!(walk.probability(rank) == 0.0 || is_odd == odd);
        }
        let within = walk.of_reached_half().unwrap();
        assert!(walk.total_variation() >= 0.5 && within <= before + 1e-12);
        before = within;
        walk.step();
    }
    assert_eq!(walked(Metric::Half, Draw::Any, 2).of_reached_half(), None);
}

/// Scrambles move by move, by the rule of composition and none of the tables, beside the law of their distance. Each test
/// has a false alarm once in 10^6.
fn simulated(scrambles: u64, moves: &[u32], seed: u128) {
    for metric in Metric::ALL {
        let of = Distances::get(metric);
        for draw in [Draw::Any, Draw::OtherFace] {
            for &moves in moves {
                let mut draws = PcgDraws::for_batch(seed, "scrambles", 0, u64::from(moves));
                let mut counts = vec![0_u64; of.counts().len()];
                for _ in 0..scrambles {
                    counts[usize::from(of.of(&scrambled(metric, draw, moves, &mut draws)))] += 1;
                }
                let law = walked(metric, draw, moves).distances(of);
                let pooled = fit::pool(&law, scrambles);
                let bins: Vec<(u64, f64)> = (pooled.into_iter())
                    .map(|bin| (counts[bin.clone()].iter().sum(), law[bin].iter().sum()))
                    .collect();
                assert!(bins.len() > 1);
                let fit = fit::likelihood_ratio(&bins);
                assert!(
                    fit.p > 1e-6,
                    "{metric:?} {draw:?} {moves}: p = {:e}, {bins:?}",
                    fit.p
                );
                let impossible = law
                    .iter()
                    .zip(&counts)
                    .any(|(p, &seen)| *p == 0.0 && seen > 0);
                assert!(!impossible);
            }
        }
    }
}

fn scrambled(metric: Metric, draw: Draw, moves: u32, draws: &mut PcgDraws) -> State {
    let turns = metric.turns();
    let (mut state, mut last) = (State::SOLVED, None);
    for _ in 0..moves {
        let turn = loop {
            let turn = turns[draws.below(turns.len() as u32) as usize];
            if draw == Draw::Any || Some(turn.axis()) != last {
                break turn;
            }
        };
        last = Some(turn.axis());
        state = state.after(turn);
    }
    state
}

#[test]
#[ignore = "some 5 s of processor: .ci/run ignored"]
fn a_hundred_thousand_scrambles_are_as_far_from_solved_as_the_law_says() {
    simulated(100_000, &[7, 12], 1);
}

#[test]
#[ignore = "a minute, 10^7 scrambles of each kind: .ci/full laws"]
fn ten_million_scrambles_are_as_far_from_solved_as_the_law_says() {
    simulated(10_000_000, &[8, 11, 19], 2);
}

#[test]
#[ignore = "some seconds: .ci/run ignored"]
fn with_half_turns_nineteen_moves_come_below_a_quarter() {
    let mut walk = Walk::new(Metric::Half, Draw::Any);
    let mut distances = Vec::new();
    for _ in 0..=20 {
        distances.push(walk.total_variation());
        walk.step();
    }
    assert_eq!(distances.iter().position(|tv| *tv < 0.25), Some(19));
    let mut before = f64::INFINITY;
    for tv in distances {
        assert!(tv <= before + 1e-12);
        before = tv;
    }
}
