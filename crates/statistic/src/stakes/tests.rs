//! Stakes of ideal decks and of bad ones.

use std::ops::RangeInclusive;

use super::*;
use crate::{Probe, build, build_on};
use deck::BLOCK;
use deck::kernel::Isa;
use deck::rng::{Draws, PcgDraws, shuffle_items};
use deck::subject::Told;
use laws::known::Known;
use laws::testing::binomial_upper;

fn design(size: usize, trials: u64) -> Design {
    Design {
        size,
        trials,
        replicates: 1,
    }
}

fn probe(of: &[&str], others: &str, cards: usize) -> Probe {
    let table = format!("of = {of:?}\n{others}").parse().unwrap();
    build(KIND.name, table, &design(cards, 1_000)).unwrap()
}

/// The tally of these decks.
fn tally(probe: &Probe, cards: usize, decks: impl Iterator<Item = Vec<u16>>) -> Tally {
    let counter = probe.statistic().counter().decks().unwrap();
    let mut tally = Tally::empty(counter, cards);
    let mut block = Block::new(cards);
    block.clear(0);
    for deck in decks {
        block.push(&deck);
        if block.len() == BLOCK {
            tally.count(counter, &block);
            block.clear(0);
        }
    }
    tally.count(counter, &block);
    tally
}

pub(super) fn assessed(probe: &Probe, size: usize, tally: &Tally) -> Test {
    let evidence = Evidence {
        lag: 0,
        design: design(size, tally.subjects()),
        tally,
        series: None,
        known: &Known::default(),
        level: 0.001,
        wanted: crate::Wanted::InFull,
        lines: None,
    };
    probe.statistic().assess(&evidence).tests.remove(0)
}

fn p(test: &Test) -> f64 {
    let Outcome::P(p) = test.outcome else {
        panic!("{test:?}");
    };
    p.get()
}

/// Fair decks of 52 cards.
fn fair(number: u64) -> impl Iterator<Item = Vec<u16>> {
    let mut draws = PcgDraws::for_batch(48, "stakes: fair decks", number, 0);
    let mut deck: Vec<u16> = (0..52).collect();
    std::iter::from_fn(move || {
        shuffle_items(&mut draws, &mut deck);
        Some(deck.clone())
    })
}

#[test]
fn fair_decks_fail_as_often_as_they_should() {
    const RUNS: u64 = 500;
    let probe = probe(
        &[
            "first:5 pair",
            "hands:4x13 points >= 13",
            "top is ace pays 12",
        ],
        "",
        52,
    );
    let p_values: Vec<f64> = (0..RUNS)
        .map(|run| {
            p(&assessed(
                &probe,
                52,
                &tally(&probe, 52, fair(run).take(300)),
            ))
        })
        .collect();
    for level in [0.1, 0.01] {
        let fails = p_values.iter().filter(|p| **p <= level).count() as u64;
        assert!(
            binomial_upper(fails, RUNS, level) > 0.001,
            "{fails} at {level}"
        );
    }
}

/// One hand of 25 is made a flush: 13,000 decks are enough, and the words say so.
#[test]
fn flushes_that_are_made_are_seen_and_told() {
    let probe = probe(
        &["first:5 flush pays 500", "first:5 pair", "top is AS"],
        "",
        52,
    );
    let mut draws = PcgDraws::for_batch(48, "stakes: flushes that are made", 0, 0);
    let decks = fair(1_000).take(13_000).map(|mut deck| {
        if draws.below(25) == 0 {
            // Hearts come to the top.
            deck.sort_by_key(|card| card / 13 != 1);
            shuffle_items(&mut draws, &mut deck[..5]);
        }
        deck
    });
    let tally = tally(&probe, 52, decks);
    let test = assessed(&probe, 52, &tally);
    assert!(p(&test) < 1e-100, "{test:?}");
    let words = &test.words;
    assert!(
        words.starts_with("a flush among the first 5 cards in 3.8"),
        "{words}"
    );
    assert!(words.ends_with("of decks; fair is 0.1965%"), "{words}");
    let staked = probe.statistic().staked(&tally);
    let limits = staked[0].counted.limits(0.001, 0.5);
    assert!(limits.contains(&(0.04 + 0.96 * 0.001_965)), "{limits:?}");
    let mut wager = probe.statistic().wager(&design(52, 13_000)).unwrap();
    assert!(wager.look(&tally).reaches(1e-100));
}

/// Naturals come in 7.0% of decks, not 4.8%: 4,000 decks are enough.
#[test]
fn naturals_that_come_too_often_are_seen() {
    let probe = probe(&["first:2 natural pays 1.5"], "", 52);
    let mut draws = PcgDraws::for_batch(48, "stakes: naturals", 0, 0);
    let decks = fair(2_000).take(4_000).map(|mut deck| {
        // 2.27% more of those that have none.
        if draws.below(10_000) < 230 {
            for (place, rank) in [(0, 0), (1, 12)] {
                let at = deck.iter().position(|card| card % 13 == rank).unwrap();
                deck.swap(place, at);
            }
        }
        deck
    });
    let test = assessed(&probe, 52, &tally(&probe, 52, decks));
    assert!(p(&test) < 0.001, "{test:?}");
}

/// Counts of subjects of so many hands: each is dealt with a chance of its own, so that hands of one subject go together.
fn counted(hands: usize, subjects: u64, chance: f64, draws: &mut PcgDraws) -> Counted {
    let mut by_hits = vec![0; hands + 1];
    for _ in 0..subjects {
        let least = if draws.below(2) == 0 { 0.5 } else { 1.5 };
        let bound = (f64::from(u32::MAX) * chance * least) as u32;
        let hits = (0..hands).filter(|_| draws.below(u32::MAX) < bound).count();
        by_hits[hits] += 1;
    }
    Counted::new(&by_hits)
}

/// 2,000 streams each of planted edges of 0, .1, .5, 2 and 10%, with one hand a deck and with four.
#[test]
fn limits_hold_the_truth_as_often_as_they_say() {
    const RUNS: u64 = 2_000;
    const ERROR: f64 = 0.05;
    for hands in [1, 4] {
        for edge in [0.0, 0.001, 0.005, 0.02, 0.1] {
            let chance = 0.25 * (1.0 + edge);
            let mut draws = PcgDraws::for_batch(48, "stakes: limits", hands as u64, 0);
            let [mut fixed, mut watched] = [0; 2];
            for _ in 0..RUNS {
                let mut all = vec![0; hands + 1];
                let mut missed = false;
                for part in [20, 30, 50, 100] {
                    let more = counted(hands, part, chance, &mut draws);
                    for (all, more) in all.iter_mut().zip(more.by_hits()) {
                        *all += more;
                    }
                    missed |= wager::excludes(&Counted::new(&all), (chance, 0.25), ERROR);
                }
                watched += u64::from(missed);
                fixed += u64::from(!Counted::new(&all).limits(ERROR, 0.5).contains(&chance));
            }
            for missed in [fixed, watched] {
                assert!(
                    binomial_upper(missed, RUNS, ERROR) > 0.001,
                    "{hands} hands, {edge}: {missed} of {RUNS}"
                );
            }
        }
    }
}

/// The mean of chances that depend on what came before lies within its limits at all times, with one hand a deck and with four.
#[test]
fn limits_hold_the_mean_of_chances_that_change() {
    const RUNS: u64 = 500;
    const ERROR: f64 = 0.05;
    // A deck's chance, given the share of hits so far and its number.
    let rules: [&dyn Fn(f64, u64) -> f64; 4] = [
        // Whoever was lucky goes on to be.
        &|share, _| 0.1 + 0.8 * share,
        // What came too often is held back.
        &|share, _| if share > 0.2 { 0.05 } else { 0.4 },
        // All noise at first, none afterwards.
        &|share, at| if at < 60 { 0.5 } else { f64::from(share < 0.5) },
        &|_, at| if at % 2 == 0 { 0.02 } else { 0.6 },
    ];
    for hands in [1, 4] {
        for (number, rule) in rules.iter().enumerate() {
            let mut draws = PcgDraws::for_batch(48, "stakes: memory", hands as u64, number as u64);
            let mut missed = 0;
            for _ in 0..RUNS {
                let (mut counts, mut chances, mut is_out) = (vec![0; hands + 1], 0.0, false);
                let (mut hits, mut share) = (0.0, 0.0);
                for at in 0..300_u64 {
                    let chance = rule(share, at);
                    let bound = (f64::from(u32::MAX) * chance) as u32;
                    let of = (0..hands).filter(|_| draws.below(u32::MAX) < bound).count();
                    counts[of] += 1;
                    chances += chance;
                    hits += of as f64 / hands as f64;
                    let subjects = at as f64 + 1.0;
                    share = hits / subjects;
                    if at % 10 == 9 {
                        let so_far = (chances / subjects, 0.3);
                        is_out |= wager::excludes(&Counted::new(&counts), so_far, ERROR);
                    }
                }
                missed += u64::from(is_out);
            }
            assert!(
                binomial_upper(missed, RUNS, ERROR) > 0.001,
                "{hands} hands, rule {number}: {missed}"
            );
        }
    }
}

/// Limits of a run that is watched are wider than those of a fixed number of decks, but not by much.
#[test]
fn limits_at_any_time_shrink() {
    let mut draws = PcgDraws::for_batch(48, "stakes: width", 0, 0);
    for hands in [1, 4] {
        let wide = |range: RangeInclusive<f64>| range.end() - range.start();
        let few = counted(hands, 1_000, 0.2, &mut draws);
        let many = counted(hands, 100_000, 0.2, &mut draws);
        let (fixed, watched) = (
            wide(many.limits(0.001, 0.5)),
            wide(many.limits_at_any_time(0.001, 0.2)),
        );
        assert!(
            watched < 2.0 * fixed && fixed < watched,
            "{hands}: {fixed}, {watched}"
        );
        assert!(watched < 0.2 * wide(few.limits_at_any_time(0.001, 0.2)));
    }
}

/// The capital on each stake has a mean of at most 1 over all counts, in one hand and in two.
#[test]
fn the_capital_of_bets_has_mean_1() {
    const SUBJECTS: u64 = 4;
    let chance = 0.3;
    let fair = Fair {
        limits: [chance; 2],
        share: chance,
        by: String::new(),
        decks: None,
    };
    for hands in [1, 2] {
        let bets = wager::Bets::new(std::iter::once((Cases::Hands(hands), fair.clone())));
        let law: Vec<f64> = match hands {
            1 => vec![0.7, 0.3],
            // The two hands have it together or not at all, or one alone.
            _ => vec![0.6, 0.2, 0.2],
        };
        let cells = hands as u64 + 1;
        let mut mean = 0.0;
        for sequence in 0..cells.pow(SUBJECTS as u32) {
            let mut by_hits = vec![0; hands + 1];
            let mut chance = 1.0;
            for at in 0..SUBJECTS as u32 {
                let hits = (sequence / cells.pow(at) % cells) as usize;
                by_hits[hits] += 1;
                chance *= law[hits];
            }
            mean += chance * libm::exp(bets.of_one(&Counted::new(&by_hits)).ln());
        }
        assert!((mean - 1.0).abs() < 1e-12, "{hands}: {mean}");
    }
}

/// Types are those of the experiment; stakes without a law have limits from ideal decks, that hold the truth.
#[test]
fn types_are_read_and_unknown_laws_are_simulated() {
    let probe = probe(
        &[
            "first:7 land 0..1",
            "first:7 land 0..1 and longest run of land >= 1",
        ],
        "types = \"24 land, 36 spell\"",
        60,
    );
    let staked = probe
        .statistic()
        .staked(&tally(&probe, 60, std::iter::empty()));
    let [exact, simulated] = &staked[..] else {
        panic!("{staked:?}");
    };
    assert_eq!(
        (exact.fair.decks, simulated.fair.decks.is_some()),
        (None, true)
    );
    let truth = exact.fair.share;
    assert!((truth - 0.142_7).abs() < 1e-3, "{truth}");
    let [least, most] = simulated.fair.limits;
    assert!(least < truth && truth < most && most - least < 0.02);
}

/// A stake on each hand that names one of them as well has the mean of its hands: North's own is likelier than that of North
/// and another hand.
#[test]
fn a_hand_beside_each_has_its_own_law() {
    let fair = |of: &[&str]| {
        let probe = probe(of, "", 52);
        let staked = probe
            .statistic()
            .staked(&tally(&probe, 52, std::iter::empty()));
        staked
            .into_iter()
            .map(|one| one.fair.share)
            .collect::<Vec<_>>()
    };
    let [mixed, alone, both] = fair(&[
        "hands:4x13 aces >= 1 and N aces >= 1",
        "N aces >= 1",
        "E aces >= 1 and N aces >= 1",
    ])[..] else {
        panic!("three stakes");
    };
    assert!(
        (mixed - 0.25 * (alone + 3.0 * both)).abs() < 1e-12,
        "{mixed}, {alone}, {both}"
    );
}

/// Stakes of loot are read off draws, those of a lottery off hands of numbers; all are exact.
#[test]
fn sets_of_loot_and_lotteries_are_read() {
    let weights = deck::subject::Weights::new(vec![90, 9, 1]).unwrap();
    let lottery = View {
        shape: Shape::Hand(6),
        classes: None,
        told: Told::Places,
    };
    let loot: &dyn deck::subject::Subject = &weights;
    for (set, subject, kind, size) in [
        ("loot", loot, OF_DRAWS, 3),
        ("lottery", &lottery, OF_HANDS.name, 49),
    ] {
        let set = Set::named(set).unwrap();
        assert!(set.stakes.len() >= 10);
        let table = format!("of = {:?}", set.stakes).parse().unwrap();
        let probe = build_on(subject, kind, table, &design(size, 100)).unwrap();
        let cells = probe.statistic().counter();
        let tally = match cells {
            AnyCounter::Views(counter) => Tally::empty(counter, size),
            AnyCounter::Sequences(counter) => Tally::empty(counter, size),
            _ => panic!("{cells:?}"),
        };
        for one in probe.statistic().staked(&tally) {
            let chance = one.fair.share;
            assert!(
                one.fair.decks.is_none() && chance > 0.0 && chance < 1.0,
                "{one:?}"
            );
        }
    }
}

/// Sets can be read off decks of their game, and off what is seen of them.
#[test]
fn sets_are_read() {
    let of_cards = SETS
        .iter()
        .filter(|set| !["loot", "lottery"].contains(&set.name));
    for set in of_cards {
        let (cards, types) = if set.name == "magic" {
            (60, "types = \"24 land, 36 spell\"")
        } else {
            (52, "")
        };
        let probe = probe(set.stakes, types, cards);
        assert!(
            probe
                .statistic()
                .staked(&tally(&probe, cards, std::iter::empty()))
                .len()
                >= 10
        );
        let unknown = set.stakes.len();
        let exact = probe
            .statistic()
            .staked(&tally(&probe, cards, std::iter::empty()));
        let exact = exact
            .iter()
            .filter(|staked| staked.fair.decks.is_none())
            .count();
        assert_eq!(exact, unknown, "{}", set.name);
    }
    let bridge = Set::named("bridge").unwrap();
    let view = View {
        shape: Shape::in_turn(4, 13),
        classes: None,
        told: Told::Playing,
    };
    let table = format!("of = {:?}", bridge.stakes).parse().unwrap();
    let of_view = build_on(&view, OF_HANDS.name, table, &design(52, 100)).unwrap();
    let AnyCounter::Views(counter) = of_view.statistic().counter() else {
        panic!("a statistic of deals");
    };
    let mut hands = <Hands as deck::batch::Batch>::new(52, Isa::best());
    hands.seen_as(view.shape);
    for deck in fair(3).take(50) {
        hands.push(view.shape.places().map(|place| deck[place]));
    }
    let mut of_deals = Tally::empty(counter, 52);
    of_deals.count(counter, &hands);
    let whole = probe(bridge.stakes, "", 52);
    let of_decks = tally(&whole, 52, fair(3).take(50));
    assert_eq!(of_deals.cells(), of_decks.cells());
}
