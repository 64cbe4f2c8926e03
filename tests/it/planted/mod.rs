//! Faults that single decks, hands and draws do not show, planted in streams: each is found within a
//! stated number of subjects, by the statistic that looks for it.
//!
//! All seeds are fixed: three for each fault here, and 200 in a longer test.

mod streams;

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;

use crate::common::{run, write};
use streams::{
    Random, Scramble, avoiding, bags_in_bags, copies, deal, exclusive_or, hand, is_flush,
    is_straight, lands, low_bits, mixed_copies, register, rounds, scrambles, tables, trumps,
    turning, undone,
};

/// A fault: its name, the statistic that finds it, the stream with a seed, and the words of the command besides.
struct Planted {
    name: &'static str,
    found_by: &'static str,
    stream: Box<dyn Fn(&mut Random) -> String>,
    options: &'static [&'static str],
}

const OF_DECKS: &[&str] = &["--deck", "52", "--base", "0"];
const OF_HANDS: &[&str] = &["--deck", "52", "--base", "0", "--view", "hand:5"];
const OF_STATES: &[&str] = &["--subject", "state"];
const OF_ROWS: &[&str] = &[
    "--subject",
    "rows",
    "--deck",
    "40",
    "--copies",
    "17",
    "--drawn",
    "7",
    "--found",
    "found",
];
const OF_DEALS: &[&str] = &["--format", "pbn"];
const OF_COINS: &[&str] = &["--subject", "sequence", "--weights", "1,1"];
const OF_DICE: &[&str] = &["--subject", "sequence", "--weights", "1,1,1,1,1,1"];
const OF_OCTALS: &[&str] = &["--subject", "sequence", "--weights", "1,1,1,1,1,1,1,1"];

fn numbers(list: &[usize], first: usize) -> String {
    let words: Vec<String> = list
        .iter()
        .map(|number| (number + first).to_string())
        .collect();
    words.join(" ") + "\n"
}

fn decks(name: &'static str, stream: impl Fn(&mut Random) -> Vec<Vec<usize>> + 'static) -> Planted {
    let stream = move |random: &mut Random| {
        let decks = stream(random);
        decks.iter().map(|deck| numbers(deck, 0)).collect()
    };
    Planted {
        name,
        found_by: "earlier-decks",
        stream: Box::new(stream),
        options: OF_DECKS,
    }
}

/// Deals in portable bridge notation.
fn deals(
    (name, found_by): (&'static str, &'static str),
    number: usize,
    next: impl Fn(&mut Random) -> Vec<usize> + 'static,
) -> Planted {
    const RANKS: &str = "A23456789TJQK";
    let suit = |held: &[usize], suit: usize| -> String {
        let held = held.iter().filter(|card| **card / 13 == suit);
        held.map(|card| &RANKS[card % 13..=card % 13]).collect()
    };
    let stream = move |random: &mut Random| {
        let mut text = String::new();
        for board in 1..=number {
            let deal = next(random);
            let hands: Vec<String> = deal
                .chunks(13)
                .map(|held| [0, 1, 2, 3].map(|at| suit(held, at)).join("."))
                .collect();
            let _ = write!(
                text,
                "[Board \"{board}\"]\n[Deal \"N:{}\"]\n\n",
                hands.join(" ")
            );
        }
        text
    };
    Planted {
        name,
        found_by,
        stream: Box::new(stream),
        options: OF_DEALS,
    }
}

fn draws(
    (name, found_by): (&'static str, &'static str),
    options: &'static [&'static str],
    stream: impl Fn(&mut Random) -> Vec<usize> + 'static,
) -> Planted {
    Planted {
        name,
        found_by,
        stream: Box::new(move |random: &mut Random| numbers(&stream(random), 1)),
        options,
    }
}

/// A pool of decks, one of which is riffled and dealt again each time.
fn pool(random: &mut Random, (size, riffles): (usize, usize), number: usize) -> Vec<Vec<usize>> {
    tables(random, (size, riffles, false), number)
}

fn of_tables() -> Vec<Planted> {
    let of_tables = |name, how: (usize, usize, bool), number| {
        decks(name, move |random| tables(random, how, number))
    };
    let of_pool =
        |name, how: (usize, usize), number| decks(name, move |random| pool(random, how, number));
    vec![
        of_tables(
            "3 tables in turn, 5 riffles, 1,000 decks",
            (3, 5, true),
            1000,
        ),
        of_tables("5 tables in turn, 3 riffles, 300 decks", (5, 3, true), 300),
        of_tables(
            "6 tables in turn, 5 riffles, 1,000 decks",
            (6, 5, true),
            1000,
        ),
        of_tables(
            "8 tables in turn, 4 riffles, 1,000 decks",
            (8, 4, true),
            1000,
        ),
        of_tables(
            "13 tables in turn, 5 riffles, 1,000 decks",
            (13, 5, true),
            1000,
        ),
        of_tables(
            "40 tables in turn, 5 riffles, 2,000 decks",
            (40, 5, true),
            2000,
        ),
        of_tables(
            "6 tables at random, 5 riffles, 2,000 decks",
            (6, 5, false),
            2000,
        ),
        of_tables(
            "13 tables at random, 4 riffles, 2,000 decks",
            (13, 4, false),
            2000,
        ),
        of_tables(
            "40 tables at random, 3 riffles, 2,000 decks",
            (40, 3, false),
            2000,
        ),
        of_pool("a pool of 100, 1 riffle, 1,000 decks", (100, 1), 1000),
        of_pool("a pool of 1,000, 3 riffles, 4,000 decks", (1000, 3), 4000),
        of_pool(
            "a pool of 10,000, 2 riffles, 6,000 decks",
            (10_000, 2),
            6000,
        ),
    ]
}

/// Whole decks in which two cards come into one block more often than chance lets them.
fn of_blocks() -> Vec<Planted> {
    let block = |deck: &[usize], card, each: usize| {
        deck.iter().position(|other| *other == card).unwrap() / each
    };
    let attracted = move |random: &mut Random, (each, blocks, odds): (usize, usize, f64)| {
        deal(random, |random, deck| {
            let (one, other) = (block(deck, 3, each), block(deck, 40, each));
            one == other && one < blocks || random.chance(1.0 / odds)
        })
    };
    let of_blocks = |name, found_by, how: (usize, usize, f64), number: usize| Planted {
        found_by,
        ..decks(name, move |random| {
            (0..number).map(|_| attracted(random, how)).collect()
        })
    };
    vec![
        of_blocks(
            "two cards among the first five, odds of 5, 10,000 decks",
            "pairs-in-first-5",
            (5, 1, 5.0),
            10_000,
        ),
        of_blocks(
            "two cards among the first seven, odds of 4, 8,000 decks",
            "pairs-in-first-7",
            (7, 1, 4.0),
            8_000,
        ),
        of_blocks(
            "two cards in one quarter, odds of 3, 1,000 decks",
            "pairs-in-quarter",
            (13, 4, 3.0),
            1_000,
        ),
    ]
}

fn of_deals() -> Vec<Planted> {
    let ace_and_queen = |deal: &[usize]| {
        let side = |card| hand(deal, card) % 2;
        (0..4).all(|suit| side(13 * suit) == side(13 * suit + 11))
    };
    let attracted = |odds: f64, random: &mut Random, deal: &[usize]| {
        let together = hand(deal, 0) == hand(deal, 12);
        together || random.chance(1.0 / odds)
    };
    vec![
        deals(
            ("ace and queen with one side, 200 deals", "same-side"),
            200,
            move |random| deal(random, |_, deal| ace_and_queen(deal)),
        ),
        deals(
            ("ace and king attract, odds of 3, 1,000 deals", "same-hand"),
            1000,
            move |random| deal(random, |random, deal| attracted(3.0, random, deal)),
        ),
        deals(
            ("ace and king attract, odds of 5, 400 deals", "same-hand"),
            400,
            move |random| deal(random, |random, deal| attracted(5.0, random, deal)),
        ),
        deals(
            (
                "two aces with one side, odds of 1.5, 3,000 deals",
                "same-side",
            ),
            3000,
            |random| {
                deal(random, |random, deal| {
                    let together = hand(deal, 0) % 2 == hand(deal, 13) % 2;
                    together || random.chance(1.0 / 1.5)
                })
            },
        ),
        deals(
            ("fits, the better of two deals, 400 deals", "total-trumps"),
            400,
            |random| {
                let (one, other) = (random.deck(), random.deck());
                if trumps(&one) >= trumps(&other) {
                    one
                } else {
                    other
                }
            },
        ),
    ]
}

/// Hands of five cards, as hands and as the first five of whole decks.
fn of_hands() -> Vec<Planted> {
    let of_hands =
        |name, found_by, options, share: f64, number: usize, chosen: fn(&[usize]) -> bool| {
            Planted {
                name,
                found_by,
                stream: Box::new(move |random: &mut Random| {
                    let mut lines = String::new();
                    for _ in 0..number {
                        let is_chosen = random.chance(share);
                        let deck = deal(random, |_, deck| !is_chosen || chosen(&deck[..5]));
                        lines += &numbers(
                            if options == OF_HANDS {
                                &deck[..5]
                            } else {
                                &deck
                            },
                            0,
                        );
                    }
                    lines
                }),
                options,
            }
        };
    let dealt_again = |random: &mut Random| {
        let mut hands: Vec<Vec<usize>> = Vec::new();
        for at in 0..1_000 {
            hands.push(if at >= 10 && random.chance(0.02) {
                hands[at - 10].clone()
            } else {
                random.deck()[..5].to_vec()
            });
        }
        hands.iter().map(|hand| numbers(hand, 0)).collect()
    };
    vec![
        of_hands(
            "hands with 20 times as many flushes, 2,000 hands",
            "best-hand",
            OF_HANDS,
            0.04,
            2_000,
            is_flush,
        ),
        of_hands(
            "first fives with 20 times as many flushes, 2,000 decks",
            "poker-class",
            OF_DECKS,
            0.04,
            2_000,
            is_flush,
        ),
        of_hands(
            "first fives with six times as many straights, 3,000 decks",
            "poker-class",
            OF_DECKS,
            0.02,
            3_000,
            is_straight,
        ),
        of_hands(
            "three high cards or more in an eighth more of first fives, 3,000 decks",
            "poker-class",
            OF_DECKS,
            0.125,
            3_000,
            |hand| {
                hand.iter()
                    .filter(|card| matches!(**card % 13, 0 | 10..))
                    .count()
                    >= 3
            },
        ),
        Planted {
            name: "a fiftieth of the hands dealt again after ten, 1,000 hands",
            found_by: "repeated-deals",
            stream: Box::new(dealt_again),
            options: OF_HANDS,
        },
    ]
}

/// Scrambles of a pocket cube.
fn of_scrambles() -> Vec<Planted> {
    let of_scrambles = |name, again: fn(&[Scramble]) -> Option<Scramble>| Planted {
        name,
        found_by: "repeated-states",
        stream: Box::new(move |random: &mut Random| scrambles(random, 0.05, again, 500)),
        options: OF_STATES,
    };
    vec![
        of_scrambles("scrambles that undo the last, a twentieth, 500", |before| {
            before.last().map(undone)
        }),
        of_scrambles(
            "scrambles that repeat the last but three, a twentieth, 500",
            |before| before.iter().rev().nth(3).cloned(),
        ),
    ]
}

/// Hands of seven from 40 cards.
fn of_rows() -> Vec<Planted> {
    let of_rows = |name, next: fn(&mut Random, &[usize]) -> usize| Planted {
        name,
        found_by: "rows-memory",
        stream: Box::new(move |random: &mut Random| {
            let hands = lands(random, next, 2_000);
            let lines = hands.iter().map(|lands| format!("{lands}\n"));
            std::iter::once("found\n".to_owned()).chain(lines).collect()
        }),
        options: OF_ROWS,
    };
    vec![
        of_rows(
            "the lands of the hand three before, a quarter, 2,000",
            |random, before| match before.iter().rev().nth(2) {
                Some(lands) if random.chance(0.25) => *lands,
                _ => random.lands(),
            },
        ),
        of_rows(
            "few lands after many, a quarter, 2,000",
            |random, before| match before.last() {
                Some(lands) if random.chance(0.25) => 6_usize.saturating_sub(*lands),
                _ => random.lands(),
            },
        ),
    ]
}

fn of_draws() -> Vec<Planted> {
    let learned = |name, options, stream: fn(&mut Random) -> Vec<usize>| {
        draws((name, "predictor"), options, stream)
    };
    vec![
        learned(
            "coins that repeat the last but one, a fifth, 3,000",
            OF_COINS,
            |random| copies(random, (2, 0.2), 3000),
        ),
        learned(
            "copies at lags of 2, 30 and 700, half of all, 5,000",
            OF_OCTALS,
            |random| mixed_copies(random, (&[2, 30, 700], 0.5), 5000),
        ),
        learned(
            "a favourite for each place in a round of 25, a fifth, 3,000",
            OF_DICE,
            |random| rounds(random, (25, 0.2), 3000),
        ),
        learned("dice that avoid the last, 1,500", OF_DICE, |random| {
            avoiding(random, 1500)
        }),
        learned("bags in bags, 600", OF_OCTALS, |random| {
            bags_in_bags(random, 600)
        }),
        learned(
            "the exclusive or of the draws 3 and 7 before, 0.3, 2,000",
            OF_COINS,
            |random| exclusive_or(random, 0.3, 2000),
        ),
        learned(
            "coins that turn after three alike, 0.3, 8,000",
            OF_COINS,
            |random| turning(random, 0.3, 8000),
        ),
        draws(
            (
                "coins that repeat the 12th before, a fifth, 5,000",
                "far-matches",
            ),
            OF_COINS,
            |random| copies(random, (12, 0.2), 5000),
        ),
        draws(
            (
                "coins that repeat the 300th before, a fifth, 5,000",
                "far-matches",
            ),
            OF_COINS,
            |random| copies(random, (300, 0.2), 5000),
        ),
        draws(
            (
                "coins that repeat the 5,000th before, a fifth, 20,000",
                "far-matches",
            ),
            OF_COINS,
            |random| copies(random, (5000, 0.2), 20_000),
        ),
        draws(
            ("a register of 31 bits, 600 coins", "linear-complexity"),
            OF_COINS,
            |random| register(random, (31, 3), 600),
        ),
        draws(
            ("a register of 89 bits, 600 coins", "linear-complexity"),
            OF_COINS,
            |random| register(random, (89, 38), 600),
        ),
        draws(
            (
                "three low bits of a generator, 600 draws",
                "linear-complexity",
            ),
            OF_OCTALS,
            |random| low_bits(random, 3, 600),
        ),
    ]
}

/// The statistics that fail.
fn failing(here: &Path, planted: &Planted, seed: u64) -> Vec<String> {
    write(here, "stream.txt", (planted.stream)(&mut Random::new(seed)));
    let words = ["test", "stream.txt", "--json"];
    let ran = run(here, words.iter().chain(planted.options));
    assert!(ran.code == 1, "{}: {} {}", planted.name, ran.code, ran.err);
    let found: Value = ran.json();
    let tests = found["routines"][0]["tests"].as_array().unwrap().iter();
    let failing = tests.filter(|test| test["verdict"] == "fail");
    failing
        .map(|test| test["statistic"].as_str().unwrap().to_owned())
        .collect()
}

/// Each of them, with these seeds, by the statistic that looks for it.
fn found(all: &[Planted], seeds: Range<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let mut missed = Vec::new();
    for planted in all {
        for seed in seeds.clone() {
            let failing = failing(folder.path(), planted, seed);
            if !failing.iter().any(|name| name == planted.found_by) {
                missed.push(format!("{}, seed {seed}: {failing:?}", planted.name));
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

const SEEDS: Range<u64> = 0..3;
const MANY_SEEDS: Range<u64> = 0..200;

#[test]
fn tables_and_pools_are_found() {
    found(&of_tables(), SEEDS);
}

#[test]
fn cards_that_come_into_one_block_are_found() {
    found(&of_blocks(), SEEDS);
}

#[test]
fn hands_and_sides_that_attract_are_found() {
    found(&of_deals(), SEEDS);
}

#[test]
fn hands_that_are_chosen_are_found() {
    found(&of_hands(), SEEDS);
}

#[test]
fn scrambles_that_come_again_or_undo_others_are_found() {
    found(&of_scrambles(), SEEDS);
}

#[test]
fn hands_that_go_together_with_earlier_ones_are_found() {
    found(&of_rows(), SEEDS);
}

#[test]
fn draws_that_remember_are_found() {
    found(&of_draws(), SEEDS);
}

// The same with as many seeds as say how seldom a fault is missed.

#[test]
#[ignore = "some 20 min of processor: .ci/full planted"]
fn tables_and_pools_are_found_with_two_hundred_seeds() {
    found(&of_tables(), MANY_SEEDS);
}

#[test]
#[ignore = "some 15 min of processor: .ci/full planted"]
fn cards_that_come_into_one_block_are_found_with_two_hundred_seeds() {
    found(&of_blocks(), MANY_SEEDS);
}

#[test]
#[ignore = "some 15 min of processor: .ci/full planted"]
fn hands_and_sides_that_attract_are_found_with_two_hundred_seeds() {
    found(&of_deals(), MANY_SEEDS);
}

#[test]
#[ignore = "some 15 min of processor: .ci/full planted"]
fn hands_that_are_chosen_are_found_with_two_hundred_seeds() {
    found(&of_hands(), MANY_SEEDS);
}

#[test]
#[ignore = "some 5 min of processor: .ci/full planted"]
fn scrambles_that_come_again_or_undo_others_are_found_with_two_hundred_seeds() {
    found(&of_scrambles(), MANY_SEEDS);
}

#[test]
#[ignore = "some 10 s of processor: .ci/full planted"]
fn hands_that_go_together_with_earlier_ones_are_found_with_two_hundred_seeds() {
    found(&of_rows(), MANY_SEEDS);
}

#[test]
#[ignore = "some 15 min of processor: .ci/full planted"]
fn draws_that_remember_are_found_with_two_hundred_seeds() {
    found(&of_draws(), MANY_SEEDS);
}
