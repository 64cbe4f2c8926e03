//! The battery on decks that are known to be bad: what is wrong is seen by the statistic that is there
//! for it, from as few decks as it should take. And on good ones: nothing is seen.
//!
//! All seeds are fixed. A p-value of a bad shuffle must be below [`SHARE`], the share of a test in a
//! family of 60 at 0.001.

use std::collections::BTreeMap;

use deck::rng::{Draws, Generator, PcgDraws, Seed, Stream};
use deck::{BLOCK, Block};
use engine::simulate::{self, Job, Unwatched};
use laws::known::Known;
use shuffle::policy::Policy;
use shuffle::routine::{Letters, Routine};
use shuffle::theory::known;
use statistic::{
    self, Counting, Design, Evidence, Grain, Outcome, Probe, Series, Suite, Tally, Test, Wanted,
};

const SHARE: f64 = 0.001 / 60.0;

fn draws(name: &str) -> PcgDraws {
    let Stream::Pcg64(draws) = Generator::Pcg64
        .stream(&Seed::Integer(8), name, 0, 0)
        .unwrap()
    else {
        unreachable!("asked for pcg64")
    };
    draws
}

/// `count` decks that `shuffle` makes, each of sorted cards.
fn decks(
    cards: usize,
    count: usize,
    mut shuffle: impl FnMut(&mut [u16], &mut PcgDraws),
) -> Vec<Vec<u16>> {
    let mut draws = draws("decks");
    let mut deck = || {
        let mut deck: Vec<u16> = (0..cards as u16).collect();
        shuffle(&mut deck, &mut draws);
        deck
    };
    (0..count).map(|_| deck()).collect()
}

fn fair(deck: &mut [u16], draws: &mut PcgDraws) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, draws.below(last as u32 + 1) as usize);
    }
}

/// Every test of one statistic, on these decks.
fn tests(name: &str, decks: &[Vec<u16>]) -> BTreeMap<&'static str, Test> {
    with_lag(name, 0, decks)
}

fn with_lag(name: &str, lag: i64, decks: &[Vec<u16>]) -> BTreeMap<&'static str, Test> {
    let design = Design {
        size: decks[0].len(),
        trials: decks.len() as u64,
        replicates: 1,
    };
    let mut table = toml::Table::new();
    if lag > 0 {
        table.insert("lag".to_owned(), lag.into());
    }
    let probe = statistic::build(name, table, &design).unwrap();
    let found = assess(&probe, &design, decks);
    found.into_iter().map(|test| (test.name, test)).collect()
}

fn assess(probe: &Probe, design: &Design, decks: &[Vec<u16>]) -> Vec<Test> {
    let counter = probe.statistic().counter().decks().unwrap();
    let mut tally = vec![Tally::empty(counter, design.size)];
    let mut counting = Counting::new(&[probe.gauge()], design.size);
    let mut block = Block::new(design.size);
    for (decks, first) in decks.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
        block.clear(first);
        for deck in decks {
            block.push(deck);
        }
        counting.count(&mut block, &mut tally);
    }
    counting.settle(&mut tally);
    let mut series = Series::default();
    let statistic = probe.statistic();
    series
        .values
        .push(statistic.close(&tally[0], &mut series.pooled));
    let evidence = Evidence {
        lag: 0,
        design: *design,
        tally: &tally[0],
        series: Some(&series),
        known: &Known::default(),
        level: 0.001,
        wanted: Wanted::InFull,
        lines: None,
    };
    probe.assess(&evidence).tests
}

fn p(test: &Test) -> f64 {
    match test.outcome {
        Outcome::P(p) => p.get(),
        Outcome::TooFew { needed } => panic!("{} needs {needed} decks", test.title),
    }
}

/// Fails unless the test sees that these decks are bad.
#[track_caller]
fn sees(name: &str, test: &str, decks: &[Vec<u16>]) -> String {
    let found = &tests(name, decks)[test];
    assert!(
        p(found) <= SHARE,
        "{name}: {} has p = {}",
        found.title,
        p(found)
    );
    found.words.clone()
}

#[test]
fn sattolo_is_seen_by_cycles_in_three_decks() {
    let sattolo = decks(52, 3, |deck, draws| {
        for last in (1..deck.len()).rev() {
            deck.swap(last, draws.below(last as u32) as usize);
        }
    });
    let words = sees("cycles", "mean", &sattolo);
    assert!(
        words.contains("1.00 cycles") && words.contains("4.54"),
        "{words}"
    );
}

#[test]
fn even_orders_alone_are_seen_by_parity_in_twenty_decks_and_by_no_other_mean() {
    let mut even = decks(52, 20, fair);
    for deck in &mut even {
        let odd = (0..deck.len())
            .flat_map(|at| deck[at + 1..].iter().map(move |below| (at, below)))
            .filter(|&(at, below)| *below < deck[at])
            .count()
            % 2;
        if odd == 1 {
            deck.swap(0, 1);
        }
    }
    let words = sees("parity", "mean", &even);
    assert!(words.starts_with("0.0% of the decks are an odd"), "{words}");
    for name in [
        "descents",
        "inversions",
        "fixed-points",
        "successions",
        "same-half",
        "longest-increasing-subsequence",
    ] {
        assert!(p(&tests(name, &even)["mean"]) > 0.001, "{name}");
    }
}

/// Ten shelves leave at most nine valleys, of 16.7 in a fair deck.
#[test]
fn a_shelf_shuffler_is_seen_by_valleys_in_two_decks_and_not_by_descents() {
    for top in [false, true] {
        let shelved = decks(52, 2, |deck, draws| {
            let mut shelves = vec![std::collections::VecDeque::new(); 10];
            for at in 0..52 {
                let card = if top { at } else { 51 - at };
                let shelf = &mut shelves[draws.below(10) as usize];
                if draws.below(2) == 0 {
                    shelf.push_front(card);
                } else {
                    shelf.push_back(card);
                }
            }
            let stacked = shelves.into_iter().flatten();
            deck.iter_mut()
                .zip(stacked)
                .for_each(|(place, card)| *place = card);
        });
        let words = sees("valleys", "mean", &shelved);
        assert!(words.ends_with("in a fair deck 16.67"), "{words}");
        assert!(p(&tests("descents", &shelved)["mean"]) > 0.001);
    }
    // Two passes are as one of two hundred shelves: two thousand decks and more would be needed.
    let fair = decks(52, 2, fair);
    assert!(p(&tests("valleys", &fair)["mean"]) > 0.001);
}

#[test]
fn a_single_cut_deck_is_seen_by_successions() {
    let cut = decks(52, 1, |deck, draws| {
        deck.rotate_left(1 + draws.below(51) as usize);
    });
    let words = sees("successions", "mean", &cut);
    assert_eq!(
        words,
        "50.00 pairs of old neighbours in a deck still lie together, in order; in a fair deck 0.98 do"
    );
    sees("successions-cyclic", "mean", &cut);
}

#[test]
fn a_single_riffle_is_seen_by_the_longest_increasing_subsequence() {
    let riffled = decks(52, 1, |deck, draws| {
        let cut = deck.len() / 2;
        let sorted = deck.to_vec();
        let (mut upper, mut lower) = (sorted[..cut].iter(), sorted[cut..].iter());
        for place in deck.iter_mut() {
            let left = (upper.len() + lower.len()) as u32;
            let from_upper = draws.below(left) < upper.len() as u32;
            let card = if from_upper {
                upper.next()
            } else {
                lower.next()
            };
            *place = *card.unwrap();
        }
    });
    sees("longest-increasing-subsequence", "mean", &riffled);
    sees("inversions", "mean", &riffled);
}

#[test]
fn swaps_with_any_card_are_seen_by_inversions() {
    let swapped = decks(52, 350, |deck, draws| {
        for at in 0..deck.len() {
            deck.swap(at, draws.below(deck.len() as u32) as usize);
        }
    });
    let words = sees("inversions", "mean", &swapped);
    assert!(words.contains("fair is 50%"), "{words}");
    // One range too small, and swaps with any card: the shuffle of a poker site, 1999.
    let poker = decks(52, 420, |deck, draws| {
        for at in 0..deck.len() {
            deck.swap(at, draws.below(51) as usize);
        }
    });
    sees("inversions", "mean", &poker);
}

#[test]
fn halves_shuffled_apart_are_seen_in_a_single_deck() {
    let apart = decks(52, 1, |deck, draws| {
        let (top, bottom) = deck.split_at_mut(26);
        fair(top, draws);
        fair(bottom, draws);
    });
    let words = sees("same-half", "mean", &apart);
    assert!(
        words.contains("26.00 are still there; in a fair deck 13.00"),
        "{words}"
    );
}

#[test]
fn cards_that_stay_near_or_all_go_far_are_seen_by_the_footrule_in_a_single_deck() {
    let near = decks(52, 1, |deck, draws| {
        for quarter in deck.chunks_mut(13) {
            fair(quarter, draws);
        }
    });
    let words = sees("footrule", "mean", &near);
    assert!(words.ends_with("in a fair deck 901.0"), "{words}");
    let far = decks(52, 1, |deck, _| deck.rotate_left(26));
    let words = sees("footrule", "mean", &far);
    assert!(
        words.starts_with("all cards of a deck together have moved 1352.0 places"),
        "{words}"
    );
}

#[test]
fn cards_that_stay_where_they_were_are_seen_by_fixed_points() {
    // Four cards of each deck are not touched.
    let held = decks(60, 20, |deck, draws| fair(&mut deck[4..], draws));
    sees("fixed-points", "mean", &held);
    // The order of a deck relative to the last one, whatever that was, tells it as well.
    let mut last: Vec<u16> = decks(60, 1, fair).remove(0);
    let mut draws = draws("again");
    let again: Vec<Vec<u16>> = (0..21)
        .map(|_| {
            fair(&mut last[..56], &mut draws);
            last.clone()
        })
        .collect();
    let found = with_lag("fixed-points", 1, &again);
    assert!(p(&found["mean"]) <= SHARE);
    let words = &found["mean"].words;
    assert!(
        words.starts_with("seen from the deck before it, "),
        "{words}"
    );
}

#[test]
fn one_fixed_point_in_every_deck_has_the_right_mean_and_the_wrong_law() {
    let one = decks(52, 200, |deck, draws| {
        // A derangement of all cards but one, by trial.
        let start = deck.to_vec();
        loop {
            fair(deck, draws);
            if deck.iter().zip(&start).filter(|(a, b)| a == b).count() == 1 {
                break;
            }
        }
    });
    let found = tests("fixed-points", &one);
    assert!(p(&found["mean"]) > 0.99);
    assert!(p(&found["law"]) <= SHARE);
    assert_eq!(
        found["law"].words,
        "100.00% of the decks have 1 fixed point; 36.79% of fair ones do"
    );
}

#[test]
fn sorted_neighbours_are_seen_by_descents_and_ordinal_patterns() {
    let sorted = decks(52, 10, |deck, draws| {
        fair(deck, draws);
        for pair in deck.chunks_mut(2) {
            pair.sort_unstable();
        }
    });
    sees("descents", "mean", &sorted);
    let more = decks(52, 24, |deck, draws| {
        fair(deck, draws);
        for pair in deck.chunks_mut(2) {
            pair.sort_unstable();
        }
    });
    sees("ordinal-patterns", "patterns", &more);
}

#[test]
fn all_orders_of_small_decks_are_looked_at_from_both_sides() {
    let swapped = decks(4, 2_000, |deck, draws| {
        for at in 0..deck.len() {
            deck.swap(at, draws.below(4) as usize);
        }
    });
    sees("full-order", "orders", &swapped);
    // All orders in turn, ten times: too even.
    let mut all = Vec::new();
    for number in 0..10 * 24_usize {
        let mut left: Vec<u16> = (0..4).collect();
        let digits = [number / 6 % 4, number / 2 % 3, number % 2, 0];
        all.push(digits.map(|digit| left.remove(digit)).to_vec());
    }
    sees("full-order", "orders", &all);
    let few = &tests("full-order", &all[..239])["orders"];
    assert_eq!(few.outcome, Outcome::TooFew { needed: 240 });
}

#[test]
fn windows_are_as_long_as_asked_for_and_as_decks_allow() {
    let build = |cards, window: i64| {
        let design = Design {
            size: cards,
            trials: 1,
            replicates: 1,
        };
        let table = toml::Table::from_iter([("window".to_owned(), window.into())]);
        statistic::build("ordinal-patterns", table, &design).map(|probe| {
            let counter = probe.statistic().counter().decks().unwrap();
            counter.cells(cards)
        })
    };
    assert_eq!(build(52, 3).unwrap(), 6);
    assert_eq!(build(52, 4).unwrap(), 24);
    assert_eq!(build(5, 5).unwrap(), 120);
    let error = build(4, 5).unwrap_err().to_string();
    assert!(
        error.contains("not for decks of 4 cards; accepted: 5 to"),
        "{error}"
    );
    let error = build(52, 6).unwrap_err().to_string();
    assert!(error.contains("a whole number from 3 to 5"), "{error}");
}

#[test]
fn suites_are_within_their_budget_of_tests() {
    for cards in [2, 3, 7, 52, 60, 300] {
        let design = Design {
            size: cards,
            trials: 1000,
            replicates: 1,
        };
        // Tests of a fine grain share a part of the level of their own.
        let count = |suite: Suite| -> usize {
            let probes = suite.probes(&design).unwrap();
            let tests = probes.iter().flat_map(|probe| probe.statistic().tests());
            tests.filter(|test| Grain::of(test) == Grain::Whole).count()
        };
        assert!(count(Suite::Quick) >= 7);
        let most = if cards == 52 { 69 } else { 65 };
        let found = count(Suite::Standard);
        assert!(found <= most, "{cards} cards: {found}");
        assert!(count(Suite::Deep) > count(Suite::Standard));
    }
}

/// Ideal decks, and decks of routines whose means are known: no test of the first fails, and no figure
/// departs from the exact one. At 0.00001 each, some 300 comparisons: one false alarm in 300 seeds.
#[test]
fn good_decks_pass_and_simulations_agree_with_what_is_known() {
    let letters = Letters::default();
    for (text, cards, decks) in [
        ("S", 6, 3_000),
        ("S", 52, 3_000),
        ("S", 60, 1_000),
        ("S", 300, 200),
        ("GG", 7, 3_000),
        ("RRH", 40, 3_000),
        ("C", 52, 3_000),
    ] {
        let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
        let design = Design {
            size: cards,
            trials: decks,
            replicates: 1,
        };
        let probes = Suite::Deep.probes(&design).unwrap();
        let job = Job {
            plan: plan.clone(),
            label: text.to_owned(),
            generator: Generator::Pcg64,
            seed: Seed::Integer(9),
            policy: Policy::default(),
        };
        let counts = simulate::run(
            &[job],
            &design,
            &probes,
            2,
            &Unwatched,
            &mut simulate::Never,
        )
        .unwrap();
        let (known, unknown) = (known(&plan, cards), Known::default());
        for (at, probe) in probes.iter().enumerate() {
            let assessment = probe.assess(&Evidence {
                lag: 0,
                design,
                tally: counts[0].of(probe).unwrap(),
                series: counts[0].series(at),
                known: if probe.lag() == 0 { &known } else { &unknown },
                level: 0.001,
                wanted: Wanted::InFull,
                lines: None,
            });
            for check in assessment.checks {
                if let Outcome::P(p) = check.outcome {
                    assert!(
                        p.get() > 1e-5,
                        "{text}, {cards}: {} {check:?}",
                        probe.name()
                    );
                }
            }
            for test in assessment.tests {
                if let (Outcome::P(p), "S") = (test.outcome, text) {
                    assert!(p.get() > 1e-5, "{cards} cards: {test:?}");
                }
            }
        }
    }
}
