//! Stakes on rows that are fair, and on rows that are not.

use super::*;
use crate::{Probe, build_on};
use deck::batch::Batch as _;
use deck::kernel::Isa;
use deck::rng::{PcgDraws, shuffle_items};
use deck::subject::{OwnDecks, Row, Rows};
use laws::testing::binomial_upper;

const OF: [&str; 4] = [
    "found <= 1 pays 6",
    "found >= 5",
    "found = drawn or found = copies",
    "drawn = 7 and found 2..4",
];

fn probe(of: &[&str]) -> Probe {
    let design = Design {
        size: Rows::SIZE,
        trials: 300,
        replicates: 1,
    };
    let table = format!("of = {of:?}").parse().unwrap();
    build_on(&OwnDecks { covariate: false }, OF_ROWS, table, &design).unwrap()
}

/// A row with so many found among the first cards of a fair deck, or of one in which `together` of them stay in one piece.
fn row([deck, copies, drawn]: [u32; 3], together: usize, draws: &mut PcgDraws) -> Row {
    let mut cards: Vec<Vec<bool>> = (0..deck).map(|card| vec![card < copies]).collect();
    if together > 1 {
        let piece = cards.drain(..together).flatten().collect();
        cards.push(piece);
    }
    shuffle_items(draws, &mut cards);
    let first = cards.iter().flatten().take(drawn as usize);
    Row {
        deck,
        copies,
        drawn,
        found: first.filter(|is| **is).count() as u32,
        ..Row::default()
    }
}

fn tally(probe: &Probe, rows: &[Row]) -> Tally {
    let AnyCounter::Rows(counter) = probe.statistic().counter() else {
        panic!("a statistic of rows");
    };
    let mut tally = Tally::empty(counter, Rows::SIZE);
    let mut batch = Rows::new(Rows::SIZE, Isa::best());
    for row in rows {
        batch.push(*row);
    }
    tally.count(counter, &batch);
    tally
}

/// Decks of several kinds, in some order.
fn decks(rows: u32) -> impl Iterator<Item = [u32; 3]> {
    (0..rows).map(|at| match at % 5 {
        0 => [40, 17, 7],
        1 => [41, 16, 7],
        2 => [60, 24, 7],
        3 => [12, 2, 3],
        _ => [60, 24, 6],
    })
}

/// The law of the number of events with these chances, from 0.
fn law(chances: &[f64]) -> Vec<f64> {
    let mut law = vec![1.0];
    for p in chances {
        let mut next = vec![0.0; law.len() + 1];
        for (at, mass) in law.iter().enumerate() {
            next[at] += mass * (1.0 - p);
            next[at + 1] += mass * p;
        }
        law = next;
    }
    law
}

/// Whatever the chances of six rows are, p-values are at most p with a probability of at most p, and limits hold as often as
/// they say.
#[test]
fn tails_hold_for_all_small_mixtures() {
    const CHANCES: [f64; 6] = [0.0, 0.004, 0.15, 0.5, 0.93, 1.0];
    let mut looked_at = 0;
    for code in 0..CHANCES.len().pow(6) {
        let mut rest = code;
        let chances = (0..6).map(|_| {
            let p = CHANCES[rest % CHANCES.len()];
            rest /= CHANCES.len();
            p
        });
        let chances: Vec<f64> = chances.collect();
        // Their order does not matter.
        if !chances.is_sorted() {
            continue;
        }
        let mean = chances.iter().sum::<f64>() / 6.0;
        if mean <= 0.0 || mean >= 1.0 {
            continue;
        }
        let law = law(&chances);
        let fair = Fair {
            limits: [mean; 2],
            share: mean,
            by: String::new(),
            decks: None,
        };
        let counted: Vec<Counted> = (0..=6).map(|hits| Counted::mixed(hits, 6)).collect();
        let p_values: Vec<f64> = counted.iter().map(|of| fair.p_value(of)).collect();
        for p in &p_values {
            let mass = p_values.iter().zip(&law).filter(|(other, _)| *other <= p);
            let mass: f64 = mass.map(|(_, mass)| mass).sum();
            assert!(mass <= p + 1e-12, "{chances:?}: {mass} at {p}");
        }
        for error in [0.4, 0.05, 1e-3] {
            let missed = counted.iter().zip(&law);
            let missed = missed.filter(|(of, _)| !of.limits(error, 0.5).contains(&mean));
            let missed: f64 = missed.map(|(_, mass)| mass).sum();
            assert!(
                missed <= error + 1e-12,
                "{chances:?}: {missed} at {error}, {law:?}"
            );
        }
        looked_at += 1;
    }
    assert!(looked_at > 400, "{looked_at}");
}

/// Each chance is the mean of those of all hands of all rows.
#[test]
fn fair_chances_are_those_of_all_hands() {
    let probe = probe(&OF);
    let kinds = [[9, 4, 3], [9, 4, 3], [5, 2, 2], [6, 6, 3], [7, 0, 7]];
    let mut means = [0.0; OF.len()];
    for [deck, copies, drawn] in kinds {
        let hands = (0..1_u32 << deck).filter(|hand| hand.count_ones() == drawn);
        let (mut came, mut all) = ([0.0; OF.len()], 0.0);
        for hand in hands {
            let found = (hand & ((1 << copies) - 1)).count_ones();
            let comes = [
                found <= 1,
                found >= 5,
                found == drawn || found == copies,
                drawn == 7 && (2..=4).contains(&found),
            ];
            came.iter_mut()
                .zip(comes)
                .for_each(|(came, comes)| *came += f64::from(u8::from(comes)));
            all += 1.0;
        }
        means
            .iter_mut()
            .zip(came)
            .for_each(|(mean, came)| *mean += came / all / kinds.len() as f64);
    }
    let mut draws = PcgDraws::for_batch(1, "rows", 0, 0);
    let rows = kinds.map(|kind| row(kind, 0, &mut draws));
    let staked = probe.statistic().staked(&tally(&probe, &rows));
    for (one, mean) in staked.iter().zip(means) {
        assert!((one.fair.share - mean).abs() < 1e-14, "{one:?}, {mean}");
        assert_eq!(one.counted.looked_at(), 5);
    }
    let nothing = probe.statistic().staked(&tally(&probe, &[]));
    assert!(nothing.iter().all(|one| one.counted.looked_at() == 0));
}

/// A tested run of fair rows: whether the limits at .05 hold, and the p-value.
fn run(probe: &Probe, rows: &[Row], means: &[f64]) -> (bool, f64) {
    let tally = tally(probe, rows);
    let each = 0.05 / OF.len() as f64;
    let staked = probe.statistic().staked(&tally);
    let hold = staked.iter().zip(means).all(|(one, mean)| {
        let fixed = one.counted.limits(each, one.fair.share).contains(mean);
        let watched = one.counted.limits_at_any_time(each, one.fair.share);
        fixed && watched.contains(mean)
    });
    let p_values = staked.iter().map(|one| one.fair.p_value(&one.counted));
    let smallest = p_values.min_by(f64::total_cmp).unwrap_or(1.0);
    (hold, smallest * OF.len() as f64)
}

/// Among 2,000 runs of fair rows, false alarms and wrong limits are as rare as they are said to be.
#[test]
fn fair_rows_fail_as_seldom_as_stated() {
    let probe = probe(&OF);
    let mut draws = PcgDraws::for_batch(48, "fair rows", 0, 0);
    let (mut alarms, mut misses) = (0, 0);
    for _ in 0..2_000 {
        let rows: Vec<Row> = decks(100).map(|deck| row(deck, 0, &mut draws)).collect();
        let fair = probe.statistic().staked(&tally(&probe, &rows));
        let means: Vec<f64> = fair.iter().map(|one| one.fair.share).collect();
        let (hold, p) = run(&probe, &rows, &means);
        alarms += u64::from(p <= 0.05);
        misses += u64::from(!hold);
    }
    // Two kinds of limits, each of which may miss.
    assert!(binomial_upper(alarms, 2_000, 0.05) > 1e-3, "{alarms}");
    assert!(binomial_upper(misses, 2_000, 0.1) > 1e-3, "{misses}");
}

/// Limits hold for the mean chance of rows whose cards stay together, which is known from many more of them.
#[test]
fn limits_hold_for_clumped_rows_which_are_caught() {
    let probe = probe(&OF);
    let mut draws = PcgDraws::for_batch(48, "clumped rows", 0, 0);
    let mut clumped = |rows: u32| -> Vec<Row> {
        decks(rows)
            .map(|deck| row(deck, if deck[1] > 10 { 8 } else { 0 }, &mut draws))
            .collect()
    };
    let many = probe.statistic().staked(&tally(&probe, &clumped(100_000)));
    let means: Vec<f64> = many.iter().map(|one| one.counted.share()).collect();
    let (mut misses, mut caught) = (0, 0);
    for _ in 0..500 {
        let (hold, p) = run(&probe, &clumped(300), &means);
        misses += u64::from(!hold);
        caught += u64::from(p <= 0.05);
    }
    assert!(binomial_upper(misses, 500, 0.1) > 1e-3, "{misses}");
    assert!(caught > 490, "{caught}");
}

/// A failing stake is named with its share, its fair share, and its unit.
#[test]
fn a_failing_stake_is_named() {
    let probe = probe(&["found <= 1"]);
    let found = |found| Row {
        deck: 60,
        copies: 24,
        drawn: 7,
        found,
        ..Row::default()
    };
    let rows: Vec<Row> = (0..200)
        .map(|at| found(1 + u32::from(at % 2 == 0)))
        .collect();
    let test = tests::assessed(&probe, Rows::SIZE, &tally(&probe, &rows));
    let Outcome::P(p) = test.outcome else {
        panic!("{test:?}");
    };
    assert!(p.get() < 1e-20, "{test:?}");
    assert_eq!(test.words, "at most 1 found in 50% of rows; fair is 14.27%");
}
