#![allow(clippy::cast_possible_wrap, reason = "the numbers are small")]
use std::collections::HashSet;

use super::super::probability;
use super::effort::Effort;
use super::*;
use crate::testing::assert_close;

fn wager(flips: usize, streak: usize, heads: &str, either: bool) -> Wager {
    Wager {
        flips,
        streak,
        heads: probability(heads).unwrap(),
        either,
    }
}

/// Noted flips of a sequence that go on, and that end a streak.
fn noted(sequence: &[bool], streak: usize, either: bool) -> (usize, usize) {
    let (mut on, mut ended) = (0, 0);
    for at in streak..sequence.len() {
        let before = &sequence[at - streak..at];
        let alike = before.iter().all(|side| *side == before[0]);
        if alike && (either || before[0]) {
            if sequence[at] == before[0] {
                on += 1;
            } else {
                ended += 1;
            }
        }
    }
    (on, ended)
}

#[test]
fn all_sequences_of_few_flips_give_the_same() {
    for (flips, heads, tails) in [
        (1, 1u64, 1u64),
        (2, 1, 1),
        (6, 1, 1),
        (9, 2, 3),
        (11, 1, 1),
        (10, 9, 1),
    ] {
        for streak in 1..=4 {
            for either in [false, true] {
                let all = RBig::from((heads + tails).pow(flips));
                let [mut win, mut lose, mut any, mut share] = [(); 4].map(|()| RBig::ZERO);
                for bits in 0..1u32 << flips {
                    let sequence: Vec<bool> = (0..flips).map(|at| bits >> at & 1 == 1).collect();
                    let weight = RBig::from(
                        heads.pow(bits.count_ones()) * tails.pow(flips - bits.count_ones()),
                    ) / &all;
                    let (on, ended) = noted(&sequence, streak, either);
                    match on.cmp(&ended) {
                        std::cmp::Ordering::Greater => win += &weight,
                        std::cmp::Ordering::Less => lose += &weight,
                        std::cmp::Ordering::Equal => {}
                    }
                    if on + ended > 0 {
                        any += &weight;
                        share += &weight * RBig::from_parts(on.into(), (on + ended).into());
                    }
                }
                let wager = wager(
                    flips as usize,
                    streak,
                    &format!("{heads}/{}", heads + tails),
                    either,
                );
                let found = wager.outcome();
                let exact = found.exact.unwrap();
                assert_eq!((&exact.win, &exact.lose), (&win, &lose), "{wager:?}");
                assert_eq!(
                    exact.share,
                    (any > RBig::ZERO).then(|| &share / &any),
                    "{wager:?}"
                );
                assert_close(found.any + 1.0, to_f64(&any) + 1.0, 1e-15);
                let near = wager.nearly();
                assert_close(near.expected + 2.0, found.expected + 2.0, 1e-14);
                assert_close(
                    near.share.unwrap_or(0.0) + 1.0,
                    found.share.unwrap_or(0.0) + 1.0,
                    1e-14,
                );
                assert_close(near.noted + 1.0, found.noted + 1.0, 1e-14);
            }
        }
    }
}

/// The recursion of the article, with the streak's own length where it misprints the run's.
#[test]
fn the_recursion_gives_the_same_as_whole_numbers() {
    fn value(flips: usize, streak: usize, p: f64) -> f64 {
        let width = 2 * flips + 3;
        let middle = flips as isize + 1;
        // values[r][w] with one flip more to go in each round.
        let start: Vec<f64> = (0..width as isize)
            .map(|w| (w - middle).signum() as f64)
            .collect();
        let mut values = vec![start; streak + 1];
        for _ in 0..flips {
            values = (0..=streak)
                .map(|run| {
                    let at =
                        |run: usize, w: isize| values[run].get(w as usize).copied().unwrap_or(0.0);
                    let next = |w: isize| {
                        if run == streak {
                            p * at(streak, w + 1) + (1.0 - p) * at(0, w - 1)
                        } else {
                            p * at(run + 1, w) + (1.0 - p) * at(0, w)
                        }
                    };
                    (0..width as isize).map(next).collect()
                })
                .collect();
        }
        values[0][middle as usize]
    }
    for (flips, streak, p, text) in [
        (100, 4, 0.5, "1/2"),
        (100, 4, 18.0 / 38.0, "18/38"),
        (60, 2, 0.7, "0.7"),
    ] {
        let ours = wager(flips, streak, text, false).outcome().expected;
        assert_close(ours, value(flips, streak, p), 1e-12);
    }
}

#[test]
fn a_hundred_flips_have_the_published_return_and_the_known_ones() {
    for (streak, heads, either, expected) in [
        (4, "1/2", false, "-0.150825"),
        (4, "18/38", false, "-0.242788"),
        (4, "1/2", true, "-0.102321"),
    ] {
        let found = wager(100, streak, heads, either).outcome();
        assert_eq!(format!("{:.6}", found.expected), expected);
        assert_close(found.win + found.lose + found.push, 1.0, 1e-15);
    }
}

#[test]
fn doubles_agree_with_whole_numbers_where_both_are_there() {
    for (flips, streak, heads, either) in [
        (300, 4, "1/2", false),
        (250, 3, "18/38", true),
        (200, 7, "0.9", false),
    ] {
        let wager = wager(flips, streak, heads, either);
        let (exact, near) = (wager.exactly(), wager.nearly());
        for (ours, theirs) in [
            (near.win, exact.win),
            (near.lose, exact.lose),
            (near.push, exact.push),
            (near.any, exact.any),
            (near.noted, exact.noted),
            (near.going_on, exact.going_on),
            (near.share.unwrap(), exact.share.unwrap()),
        ] {
            assert!(
                (ours - theirs).abs() < 1e-12 * theirs.max(1.0),
                "{ours} {theirs}"
            );
        }
    }
}

#[test]
fn many_flips_have_the_mean_counts_that_each_flip_gives() {
    // Each flip after the first s is noted with probability p^s, and goes on with p.
    let found = wager(3000, 4, "18/38", false).outcome();
    let p = 18.0 / 38.0;
    let noted = 2996.0 * p * p * p * p;
    assert_close(found.noted, noted, 1e-11);
    assert_close(found.going_on, noted * p, 1e-11);
    let either = wager(3000, 3, "1/2", true).outcome();
    assert_close(either.noted, 2997.0 / 4.0, 1e-11);
    assert_close(either.going_on, 2997.0 / 8.0, 1e-11);
    assert!(found.share.unwrap() < p && either.share.unwrap() < 0.5);
}

#[test]
fn states_are_counted_as_walking_through_them_does() {
    for streak in 1..=4 {
        for either in [false, true] {
            for flips in 0..=14 {
                assert_eq!(
                    effort(&wager(flips, streak, "1/2", either)),
                    walked(flips, streak, either),
                    "{flips} {streak} {either}"
                );
            }
        }
    }
}

fn walked(flips: usize, streak: usize, either: bool) -> Effort {
    // Run, its side (heads if only those count), flips that went on, streaks that ended.
    let mut states = HashSet::from([(0, true, 0i32, 0i32)]);
    let mut found = [0u64; 3];
    for _ in 0..flips {
        let distinct = |of: fn(i32, i32) -> (i32, i32)| {
            let keys = states
                .iter()
                .map(|&(run, side, on, ended)| (run, side, of(on, ended)));
            keys.collect::<HashSet<_>>().len() as u64
        };
        found[0] += distinct(|on, ended| (on - ended, 0));
        found[1] += distinct(|on, ended| (on, ended));
        found[2] += distinct(|on, ended| (on + ended, 0));
        let mut next = HashSet::new();
        for &(run, side, on, ended) in &states {
            for flip in [true, false] {
                let streaks = i32::from(run == streak);
                next.insert(if !either && !flip {
                    (0, true, on, ended + streaks)
                } else if run == 0 || flip == side {
                    ((run + 1).min(streak), flip, on + streaks, ended)
                } else {
                    (1, flip, on, ended + streaks)
                });
            }
        }
        states = next;
    }
    Effort {
        difference: found[0],
        both: found[1],
        sum: found[2],
    }
}
