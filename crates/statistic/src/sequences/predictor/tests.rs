//! Bets are fair, equal to the closed form, and learn what was planted.

use super::super::first_draws::testing;
use super::*;
use deck::rng::{Draws as _, PcgDraws};
use laws::dirichlet::Learner;
use laws::testing::binomial_upper;

/// The next draw, from those before.
type Draw<'a> = &'a dyn Fn(&[u16], &mut PcgDraws) -> u16;

fn weights(list: &[u32]) -> Weights {
    Weights::new(list.to_vec()).unwrap()
}

fn p(
    weights: &[u32],
    draws: (usize, u64),
    next: impl FnMut(&[u16], &mut PcgDraws) -> u16,
) -> (f64, String) {
    testing::tested(KIND.name, weights, draws, next)
}

/// The mean gain over all sequences, by their probability, is 1.
#[test]
fn bets_on_fair_draws_gain_nothing_on_average() {
    for (list, draws) in [(&[1, 1][..], 12), (&[3, 2, 1], 7)] {
        let weights = weights(list);
        let fresh = Predictor::new(&weights);
        let (law, symbols) = (weights.law(), list.len());
        let mut mean = 0.0;
        for sequence in 0..symbols.pow(draws) {
            let mut predictor = fresh.clone();
            let mut probability = 1.0;
            for at in 0..draws {
                let symbol = sequence / symbols.pow(at) % symbols;
                probability *= law[symbol];
                predictor.see(symbol as u8);
            }
            mean += probability * libm::exp(predictor.gain);
        }
        assert!((mean - 1.0).abs() < 1e-9, "{list:?}: {mean}");
    }
}

/// The gain of a rule on all draws together is the closed form of its counts.
#[test]
fn a_rule_gains_what_polyas_urn_does() {
    let weights = weights(&[5, 3, 2]);
    let law = weights.law();
    let mut random = PcgDraws::for_batch(5, "urn", 0, 0);
    for (known, lag) in [(Known::Back(7), 7), (Known::Last(1), 1)] {
        let (mut past, mut rule) = (Past::new(3), Rule::new(known, 3));
        let (mut gained, mut counts) = ([0.0; 2], [[0; 3]; 3]);
        for at in 0..500_usize {
            let symbol = random.below(3) as usize;
            let gains = rule.gains(&past, &law, symbol);
            for (sum, gain) in gained.iter_mut().zip(gains) {
                *sum += libm::log(gain);
            }
            if let Some(before) = at.checked_sub(lag) {
                counts[usize::from(past.draws[before])][symbol] += 1;
            }
            past.see(symbol as u8);
            rule.follow(&past, symbol);
        }
        for (gained, each) in gained.iter().zip(STRENGTHS) {
            let learner = Learner::around(&law, 3.0 * each);
            let wanted = counts.iter().map(|row| learner.gain(row.iter().copied()));
            let wanted: f64 = wanted.sum();
            assert!((gained - wanted).abs() < 1e-9, "{known}: {gained} {wanted}");
        }
    }
}

#[test]
fn what_was_planted_is_learned() {
    let fresh = |random: &mut PcgDraws, below| random.below(below) as u16;
    let copy =
        |drawn: &[u16], lag: usize, other: u16, copied: bool| match drawn.len().checked_sub(lag) {
            Some(at) if copied => drawn[at],
            _ => other,
        };
    let (p_copies, words) = p(&[1; 8], (3000, 1), |drawn, random| {
        let copied = random.below(5) == 0;
        copy(drawn, 12, fresh(random, 8), copied)
    });
    assert!(
        p_copies < 1e-9 && words.contains("mostly by the draw 12 before"),
        "{words}"
    );
    // A die that is thrown again if it shows what it showed last.
    let (p_avoids, words) = p(&[1; 6], (600, 2), |drawn, random| {
        loop {
            let next = fresh(random, 6);
            if drawn.last() != Some(&next) {
                return next;
            }
        }
    });
    assert!(p_avoids < 1e-9 && words.contains("mostly by"), "{words}");
    // The exclusive or of two draws: neither tells anything alone.
    let (p_both, words) = p(&[1, 1], (1500, 3), |drawn, random| {
        let other = fresh(random, 2);
        match drawn.len().checked_sub(5) {
            Some(at) if random.below(3) == 0 => drawn[at] ^ drawn[at + 2],
            _ => other,
        }
    });
    assert!(
        p_both < 1e-9 && words.contains("mostly by the draws 3 and 5 before"),
        "{words}"
    );
    // A round of 25, of which each has its favourite.
    let (p_rounds, words) = p(&[4, 3, 2, 1], (3000, 4), |drawn, random| {
        if random.below(5) == 0 {
            (drawn.len() % 25 % 4) as u16
        } else {
            [0, 0, 0, 0, 1, 1, 1, 2, 2, 3][random.below(10) as usize]
        }
    });
    assert!(
        p_rounds < 1e-9 && words.contains("rounds of 25 draws"),
        "{words}"
    );
    let (p_fair, words) = p(&[1; 8], (3000, 5), |_, random| fresh(random, 8));
    assert!(
        p_fair > 1e-3 && !words.contains("mostly by"),
        "{p_fair} {words}"
    );
}

/// Each level, of fair draws, and of independent ones with other shares, which may change slowly.
#[test]
fn independent_draws_fail_no_more_often_than_the_level_says() {
    const RUNS: u64 = 60;
    let sources: [(&str, Draw<'_>); 3] = [
        ("fair", &|_, random| random.below(4) as u16),
        ("other shares", &|_, random| {
            [0, 0, 0, 1, 1, 2, 3][random.below(7) as usize]
        }),
        ("changing", &|drawn, random| {
            if random.below(4000) < drawn.len() as u32 {
                0
            } else {
                random.below(4) as u16
            }
        }),
    ];
    for (name, source) in sources {
        let found = (0..RUNS).map(|seed| p(&[1; 4], (1500, seed), source).0);
        let found: Vec<f64> = found.collect();
        for level in [0.05, 0.01] {
            let fails = found.iter().filter(|p| **p <= level).count() as u64;
            let chance = binomial_upper(fails, RUNS, level);
            assert!(chance > 1e-3, "{name}: {fails} of {RUNS} at {level}");
        }
    }
}
