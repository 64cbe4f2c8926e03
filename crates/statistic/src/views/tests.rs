//! Tests that all statistics of views share: their laws are those of all views of a small deck, and ideal deals fail
//! as often as they should.

use super::testing::{self, Ideal};
use super::*;
use crate::{KINDS, Outcome, Statistic};
use deck::subject::{self, Subject as _};
use laws::testing::binomial_upper;
use text::params::ParamError;

/// Lists every statistic of this view, of one of its hands.
fn statistics(seen: &Seen, decks: u64) -> Vec<Box<dyn Statistic>> {
    let design = Design {
        size: seen.cards,
        trials: decks,
        replicates: 1,
    };
    let kinds = KINDS.iter().filter(|kind| kind.on == subject::Kind::VIEW);
    let kinds = kinds.filter(|kind| kind.cards.contains(&seen.cards));
    let built = kinds.filter_map(|kind| {
        let params = Params::new(kind.name, toml::Table::new(), kind.parameters).unwrap();
        let params = params.about(seen.view.value());
        match (kind.build)(&params, &design) {
            Ok(statistic) => Some(statistic),
            Err(ParamError::View { .. }) => None,
            Err(error) => panic!("{error}"),
        }
    });
    built.collect()
}

/// The views that are looked at: their cards, shape and types.
const VIEWS: &[(usize, &str, Option<&str>)] = &[
    (60, "hand:7", None),
    (60, "first:7", None),
    (52, "hands:4x13", None),
    (60, "hand:7", Some("24 land, 36 spell")),
    (40, "first:12", Some("17 land, 23 spell")),
    (
        60,
        "hand:7",
        Some("20 land, 4 a, 4 b, 4 c, 4 d, 4 e, 4 f, 4 g, 4 h, 4 i, 4 j"),
    ),
    (52, "hand:5", None),
];

/// Each number has the law of its values over all views of six cards.
#[test]
fn laws_are_those_of_all_views_of_six_cards() {
    let mut looked_at = 0;
    for (shape, types) in [
        ("hand:2", None),
        ("hand:4", None),
        ("first:3", None),
        ("first:6", None),
        ("hands:3x2", None),
        ("hands:2x2", None),
        ("hand:3", Some("2 a, 4 b")),
        ("hand:3", Some("1 a, 2 b, 3 c")),
        ("first:4", Some("1 a, 2 b, 3 c")),
        ("first:6", Some("3 a, 3 b")),
        ("hands:2x3", Some("2 a, 2 b, 2 c")),
    ] {
        let seen = testing::seen(6, shape, types);
        let deals = testing::deals(&seen);
        for statistic in statistics(&seen, 1) {
            let Some(law) = statistic.law() else { continue };
            let tally = testing::tally(&*statistic, &seen, &deals);
            let counts = crate::Halves::of(&tally).whole();
            let what = format!("{} of {shape} {types:?}", statistic.name());
            assert_eq!(counts.len(), law.len(), "{what}");
            for (count, p) in counts.iter().zip(law) {
                let share = *count as f64 / deals.len() as f64;
                assert!((share - p).abs() < 1e-12, "{what}: {share} {p}");
            }
            looked_at += 1;
        }
    }
    assert!(looked_at >= 16, "{looked_at}");
}

/// Counts failures in 2,000 runs of ideal deals, of a few deals and of many: no more fail a test at
/// 0.05 and at 0.01 than chance lets happen once in a million (binomial), as some 100 tests are
/// looked at. Tests of sums that can take any value fail no fewer.
#[test]
fn ideal_deals_fail_as_often_as_they_should() {
    const RUNS: u64 = 2_000;
    const LEVELS: [f64; 2] = [0.05, 0.01];
    for &(cards, shape, types) in VIEWS {
        let seen = testing::seen(cards, shape, types);
        for decks in [12, 200] {
            for statistic in statistics(&seen, decks) {
                // The table has calibration tests of its own, and the likelihood is no p-value that is met.
                let slow = [cells::KIND.name, RIFFLES.name, REPEATED_DEALS.name];
                if slow.contains(&statistic.name()) {
                    continue;
                }
                let names = statistic.tests();
                let mut fails = vec![[0_u64; 2]; names.len()];
                let mut ideal = Ideal::new(&seen, decks);
                for _ in 0..RUNS {
                    let tests = testing::tests_of(&*statistic, &seen, &ideal.deals(decks));
                    for (fails, test) in fails.iter_mut().zip(tests) {
                        let Outcome::P(p) = test.outcome else {
                            continue;
                        };
                        for (fails, level) in fails.iter_mut().zip(LEVELS) {
                            *fails += u64::from(p.get() <= level);
                        }
                    }
                }
                for (name, fails) in names.iter().zip(&fails) {
                    let what = format!(
                        "{} {name} of {shape} {types:?}, {decks} deals",
                        statistic.name()
                    );
                    for (fails, level) in fails.iter().zip(LEVELS) {
                        let chance = binomial_upper(*fails, RUNS, level);
                        assert!(chance > 1e-6, "{what}: {fails} of {RUNS} at {level}");
                    }
                }
                let mean = names.iter().position(|name| *name == "mean");
                if let (Some(mean), 200) = (mean, decks) {
                    assert!(fails[mean][0] > 30, "{}: {fails:?}", statistic.name());
                }
            }
        }
    }
}

/// The likelihood of riffles is an e-value: over ideal deals its test fails no more often than its level, far less;
/// after three riffles thirty hands fail it nearly always.
#[test]
fn riffles_are_seen_and_ideal_deals_are_not_called_riffled() {
    use deck::rng::{Draws as _, PcgDraws};
    let seen = testing::seen(60, "first:7", None);
    let statistics = statistics(&seen, 30);
    let likelihood = statistics
        .iter()
        .find(|statistic| statistic.name() == RIFFLES.name)
        .unwrap();
    let p = |deals: &[Vec<u16>]| match testing::tests_of(&**likelihood, &seen, deals)[0].outcome {
        Outcome::P(p) => p.get(),
        Outcome::TooFew { .. } => panic!("one deal is enough"),
    };
    let mut ideal = Ideal::new(&seen, 30);
    let runs = 400;
    let fails = (0..runs).filter(|_| p(&ideal.deals(30)) <= 0.01).count();
    assert!(binomial_upper(fails as u64, runs, 0.01) > 1e-4, "{fails}");
    let mut draws = PcgDraws::for_batch(7, "riffles", 0, 0);
    let mut riffled = || {
        // Inverse riffles: each card gets one of eight digits, and cards are sorted by them.
        let digits: Vec<u32> = (0..60).map(|_| draws.below(8)).collect();
        let mut places: Vec<usize> = (0..60).collect();
        places.sort_by_key(|place| digits[*place]);
        let mut deck = [0; 60];
        for (card, place) in places.into_iter().enumerate() {
            deck[place] = card as u16;
        }
        deck[..7].to_vec()
    };
    let seen_in = (0..20).filter(|_| {
        let deals: Vec<Vec<u16>> = (0..30).map(|_| riffled()).collect();
        p(&deals) < 1e-6
    });
    assert!(seen_in.count() >= 18);
}

#[test]
fn deals_from_a_stock_come_up_again_with_their_seats_turned() {
    let seen = testing::seen(52, "hands:4x13", None);
    let statistics = statistics(&seen, 200);
    let repeats = statistics
        .iter()
        .find(|statistic| statistic.name() == REPEATED_DEALS.name)
        .unwrap();
    let mut ideal = Ideal::new(&seen, 1);
    let mut deals = ideal.deals(200);
    let fails = |deals: &[Vec<u16>]| match testing::tests_of(&**repeats, &seen, deals)[0].outcome {
        Outcome::P(p) => p.get() < 1e-6,
        Outcome::TooFew { .. } => false,
    };
    assert!(!fails(&deals));
    let mut again = deals[3].clone();
    again.rotate_right(13);
    deals.push(again);
    assert!(fails(&deals));
}

/// One of every two deals is chosen, by the sides alone: single hands stay nearly fair.
#[test]
fn fits_and_points_of_partners_are_seen() {
    type Larger<'a> = &'a dyn Fn(&[u16]) -> usize;
    let seen = testing::seen(52, "hands:4x13", None);
    let statistics = statistics(&seen, 400);
    let suits = |side: &[u16]| {
        let held = |suit: u16| side.iter().filter(|card| **card / 13 == suit).count();
        [0, 1, 2, 3].map(held)
    };
    let trumps = |deal: &[u16]| {
        let side = [&deal[..13], &deal[26..39]].concat();
        let held = suits(&side);
        held.into_iter().max().unwrap() + 13 - held.into_iter().min().unwrap()
    };
    let uneven = |deal: &[u16]| {
        let value = |card: &u16| [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3][usize::from(card % 13)];
        let side = deal[..13].iter().chain(&deal[26..39]);
        let points: i32 = side.map(value).sum();
        (points - 20).unsigned_abs() as usize
    };
    let controls = |deal: &[u16]| {
        let side = deal[..13].iter().chain(&deal[26..39]);
        let of = |rank: u16| side.clone().filter(|card| **card % 13 == rank).count();
        2 * of(0) + of(12)
    };
    let voids = |deal: &[u16]| {
        let hands = [suits(&deal[..13]), suits(&deal[26..39])];
        hands.concat().iter().filter(|held| **held == 0).count()
    };
    let chosen: [(&str, Larger); 4] = [
        ("total-trumps", &trumps),
        ("side-points", &uneven),
        ("side-controls", &controls),
        ("side-voids", &voids),
    ];
    for (name, larger) in chosen {
        let mut ideal = Ideal::new(&seen, 1);
        let pairs = ideal.deals(800);
        let deals = pairs.chunks(2).map(|two| {
            let first = larger(&two[0]) >= larger(&two[1]);
            two[usize::from(!first)].clone()
        });
        let deals: Vec<Vec<u16>> = deals.collect();
        let found = statistics
            .iter()
            .find(|found| found.name() == name)
            .unwrap();
        let least = |deals: &[Vec<u16>]| {
            let tests = testing::tests_of(&**found, &seen, deals);
            let p = tests.iter().filter_map(|test| match test.outcome {
                Outcome::P(p) => Some(p.get()),
                Outcome::TooFew { .. } => None,
            });
            p.fold(1.0, f64::min)
        };
        assert!(least(&deals) < 1e-6, "{name}: {}", least(&deals));
        assert!(least(&ideal.deals(400)) > 1e-3, "{name}");
    }
}
