//! Statistics of each deck against the definitions that stand beside their null laws, and the tails of
//! their tests.

use super::*;
use crate::Outcome;
use crate::tally::Tally;
use crate::{Counting, Design, KINDS, Kind, Probe, build};
use deck::Card;
use deck::kernel::Isa;
use deck::rng::{Draws, Generator, PcgDraws, Seed, Stream};
use laws::beta::binomial_pmf;
use laws::fit;

fn draws(name: &str) -> PcgDraws {
    let stream = Generator::Pcg64.stream(&Seed::Integer(3), name, 0, 0);
    let Stream::Pcg64(draws) = stream.unwrap() else {
        unreachable!("asked for pcg64")
    };
    draws
}

fn random_decks(cards: usize, count: usize, draws: &mut PcgDraws) -> Vec<Vec<Card>> {
    let mut deck = || {
        let mut deck: Vec<Card> = (0..cards as Card).collect();
        // A good part of them nearly sorted: rare values too.
        let from = if draws.below(2) == 0 {
            1
        } else {
            cards * 3 / 4
        };
        for at in from.max(1)..cards {
            deck.swap(at, draws.below(at as u32 + 1) as usize);
        }
        deck
    };
    (0..count).map(|_| deck()).collect()
}

/// All kinds that are a number of each deck.
fn scalars() -> impl Iterator<Item = (&'static Kind, &'static null::Law)> {
    let law = |kind: &'static Kind| null::find(kind.name).ok().map(|law| (kind, law));
    KINDS.iter().filter_map(law)
}

fn probe(kind: &Kind, cards: usize) -> Probe {
    let design = Design {
        size: cards,
        trials: 1,
        replicates: 1,
    };
    build(kind.name, toml::Table::new(), &design).unwrap()
}

#[test]
fn every_null_law_has_its_statistic() {
    assert_eq!(scalars().count(), null::LAWS.len());
}

#[test]
fn values_are_those_of_the_null_laws_at_every_level_in_whole_and_partial_blocks() {
    let mut draws = draws("values");
    for cards in [2, 3, 5, 20, 52, 60, 64, 65, 130, 255, 256, 400, 1000] {
        for (kind, law) in scalars().filter(|(kind, _)| kind.cards.contains(&cards)) {
            let probe = probe(kind, cards);
            for (count, first) in [(BLOCK, 0), (37, 5)] {
                let decks = random_decks(cards, count, &mut draws);
                for isa in Isa::all() {
                    let mut block = Block::with_isa(cards, isa);
                    block.clear(first);
                    for deck in &decks {
                        block.push(deck);
                    }
                    let values = (first..).zip(decks.iter().map(|deck| law.value(deck)));
                    let values: Vec<(u64, u64)> = values.collect();
                    counts_are(&probe, &mut block, &values);
                }
            }
        }
    }
}

/// The counted halves are those of the values, each with the index of its deck.
fn counts_are(probe: &Probe, block: &mut Block, values: &[(u64, u64)]) {
    let counter = probe.statistic().counter().decks().unwrap();
    let cards = block.cards();
    let mut tally = vec![Tally::empty(counter, cards)];
    let mut counting = Counting::new(&[probe.gauge()], cards);
    counting.count(block, &mut tally);
    counting.settle(&mut tally);
    let law = null::find(probe.name()).unwrap();
    let cells = tally[0].cells();
    let bins = cells.len() / 2 - 1;
    // Only the largest of these decks have more values than bins.
    let size = cards as u64;
    let width = match probe.name() {
        "inversions" => (size * (size - 1) / 2 + 1).div_ceil(MOST_BINS),
        "footrule" => (size * size / 2 + 1).div_ceil(MOST_BINS),
        _ => 1,
    };
    for (half, parity) in cells.chunks(bins + 1).zip(0..) {
        let of_half = values.iter().filter(|(index, _)| index % 2 == parity);
        let mut expected = vec![0; bins + 1];
        for (_, value) in of_half {
            let above = value - law.least;
            expected[(above / width) as usize] += 1;
            expected[bins] += above;
        }
        assert_eq!(half, expected, "{}, {cards} cards", probe.name());
    }
}

/// Gives the outcome of the mean test on some random decks.
fn mean_of(kind: &Kind, cards: usize, decks: usize, level: f64) -> Outcome {
    let mut block = Block::new(cards);
    block.clear(0);
    for deck in random_decks(cards, decks, &mut draws("few")) {
        block.push(&deck);
    }
    let probe = probe(kind, cards);
    let mut tally = vec![Tally::empty(probe.gauge::<Block>().counter, cards)];
    let mut counting = Counting::new(&[probe.gauge()], cards);
    counting.count(&mut block, &mut tally);
    counting.settle(&mut tally);
    let evidence = Evidence {
        lag: 0,
        design: Design {
            size: cards,
            trials: decks as u64,
            replicates: 1,
        },
        tally: &tally[0],
        series: None,
        known: &Known::default(),
        level,
        wanted: crate::Wanted::InFull,
        lines: None,
    };
    probe.assess(&evidence).tests[0].outcome
}

/// A test that no deck could fail says nothing when it passes.
#[test]
fn the_mean_test_is_valid_as_soon_as_some_sum_could_fail() {
    for (kind, law) in scalars() {
        for cards in [3, 6, 20, 52] {
            if !kind.cards.contains(&cards) {
                continue;
            }
            let sums = law.sums(cards).unwrap();
            let range = law.floats(cards).unwrap().probabilities().len() as u64;
            let ends = [law.least, law.least + range - 1];
            let smallest = |decks: u64| {
                let p = ends.map(|value| {
                    let tails = sums.tails(decks, value * decks);
                    tails.two_sided()
                });
                // An end that cannot be, such as all cards but one in their places, has p = 0.
                let possible = p.into_iter().filter(|p| *p > 0.0);
                possible.reduce(f64::min).unwrap()
            };
            for level in [0.05, 0.001, 2e-5] {
                let fewest = (1..200).find(|&decks| smallest(decks) <= level).unwrap();
                let what = format!("{}, {cards} cards, {level}", kind.name);
                let of_one = mean_of(kind, cards, 1, level);
                if fewest > 1 {
                    assert_eq!(of_one, Outcome::TooFew { needed: fewest }, "{what}");
                }
                let of_enough = mean_of(kind, cards, fewest as usize, level);
                assert!(matches!(of_enough, Outcome::P(_)), "{what}");
            }
        }
    }
    // A number that does not vary.
    assert_eq!(fewest_to_fail(1.0, 0.001), 1);
}

/// The false-alarm rate of the mean test is at most its level: exactly, from the tails at the outermost
/// sums that are not rejected.
#[test]
fn the_mean_test_is_never_too_eager() {
    for (kind, law) in scalars() {
        for (cards, decks) in [(6, 1), (20, 1), (52, 1), (60, 1), (6, 30), (52, 1000)] {
            let sums = law.sums(cards).unwrap();
            let values = law.floats(cards).unwrap().probabilities().len() as u64;
            let mean = null::to_f64(&law.moments(cards).unwrap().mean);
            let (least, most) = (law.least * decks, (law.least + values - 1) * decks);
            let centre = ((mean * decks as f64) as u64).clamp(least, most);
            for level in [0.05, 0.01, 0.001, 2e-5] {
                let passes = |sum| {
                    let tails = sums.tails(decks, sum);
                    tails.two_sided() > level
                };
                let low = first(least, centre, passes);
                let high = first(centre, most + 1, |sum| !passes(sum));
                let below = low.checked_sub(1).filter(|sum| *sum >= least);
                let rate = below.map_or(0.0, |sum| sums.tails(decks, sum).lower)
                    + sums.tails(decks, high).upper;
                assert!(
                    passes(centre) && rate <= level,
                    "{}, {cards} cards, {decks} decks: {rate} at {level}",
                    kind.name
                );
            }
        }
    }
}

/// The first of a range for which `holds`, where it holds from there on; else its end.
fn first(start: u64, end: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut start, mut end) = (start, end);
    while start < end {
        let middle = u64::midpoint(start, end);
        if holds(middle) {
            end = middle;
        } else {
            start = middle + 1;
        }
    }
    start
}

/// Levels, and how far above them the false-alarm rates of law tests may be.
const LEVELS: [(f64, f64); 3] = [(0.01, 1.2), (0.001, 1.3), (2e-5, 2.0)];

fn pooled(law: &[f64], decks: u64) -> Vec<f64> {
    let bins = fit::pool(law, decks).into_iter();
    bins.map(|bin| law[bin].iter().sum()).collect()
}

/// The false-alarm rates of the law test with two or three bins, by enumeration of all counts.
fn exact_rates(probabilities: &[f64], decks: u64) -> [f64; 3] {
    let mut rates = [0.0; 3];
    let (first, second) = (
        probabilities[0],
        probabilities[1] / (1.0 - probabilities[0]),
    );
    for i in 0..=decks {
        let weight = binomial_pmf(i, decks, first);
        let rest = decks - i;
        if weight < 1e-12 {
            continue;
        }
        for j in 0..=rest {
            let mut cells = vec![(i, first), (j, probabilities[1])];
            let mut weight = weight;
            match probabilities.get(2) {
                Some(&third) => {
                    weight *= binomial_pmf(j, rest, second.min(1.0));
                    cells.push((rest - j, third));
                }
                None if j < rest => continue,
                None => {}
            }
            let p = fit::likelihood_ratio(&cells).p;
            for (rate, (level, _)) in rates.iter_mut().zip(LEVELS) {
                *rate += if p <= level { weight } else { 0.0 };
            }
        }
    }
    rates
}

/// Checks this exactly, at the smallest numbers of decks at which the tests are valid.
#[test]
fn law_tests_of_few_bins_reject_ideal_decks_as_often_as_they_say() {
    for (kind, _) in scalars().filter(|(kind, _)| kind.name != "parity") {
        for cards in [6, 20, 52, 60] {
            let law = probe(kind, cards).statistic().law().unwrap();
            let two = fit::fewest_to_pool(&law, 2);
            let three = (two..=5 * two).find(|&decks| pooled(&law, decks).len() == 3);
            let sizes = (two..two + 4).chain(three.into_iter().flat_map(|three| three..three + 8));
            for decks in sizes {
                let probabilities = pooled(&law, decks);
                if probabilities.len() > 3 {
                    continue;
                }
                let rates = exact_rates(&probabilities, decks);
                for (rate, (level, most)) in rates.iter().zip(LEVELS) {
                    assert!(
                        *rate <= most * level,
                        "{}, {cards} cards, {decks} decks: {rate} at {level}",
                        kind.name
                    );
                }
            }
        }
    }
}

/// Simulates how often the law test rejects decks that follow the law.
fn simulated_rates(law: &[f64], decks: u64, replicates: u64, draws: &mut PcgDraws) -> [u64; 3] {
    const SCALE: u32 = 1 << 31;
    let probabilities = pooled(law, decks);
    let ends: Vec<u32> = probabilities
        .iter()
        .scan(0.0, |end, probability| {
            *end += probability * f64::from(SCALE);
            Some(*end as u32)
        })
        .collect();
    let mut rejected = [0; 3];
    for _ in 0..replicates {
        let mut cells: Vec<(u64, f64)> = probabilities.iter().map(|&p| (0, p)).collect();
        for _ in 0..decks {
            let draw = draws.below(SCALE);
            let bin = ends.iter().filter(|end| **end <= draw).count();
            cells[bin.min(probabilities.len() - 1)].0 += 1;
        }
        let p = fit::likelihood_ratio(&cells).p;
        for (count, (level, _)) in rejected.iter_mut().zip(LEVELS) {
            *count += u64::from(p <= level);
        }
    }
    rejected
}

/// Checks the tests with more bins as far as chance allows: 4.5 standard deviations, one in 300,000 for
/// each.
fn law_tests_are_calibrated(replicates: u64) {
    let mut draws = draws("calibration");
    for (kind, _) in scalars().filter(|(kind, _)| kind.name != "parity") {
        for cards in [6, 20, 52, 60] {
            let law = probe(kind, cards).statistic().law().unwrap();
            let two = fit::fewest_to_pool(&law, 2);
            let four = (two..=20 * two).find(|&decks| pooled(&law, decks).len() > 3);
            for decks in four.into_iter().flat_map(|four| [four, 2 * four]) {
                let rejected = simulated_rates(&law, decks, replicates, &mut draws);
                for (rejected, (level, most)) in rejected.into_iter().zip(LEVELS) {
                    let expected = level * most * replicates as f64;
                    let limit = (expected + 4.5 * expected.sqrt()).max(4.0);
                    assert!(
                        rejected as f64 <= limit,
                        "{}, {cards} cards, {decks} decks: {rejected} of {replicates} at {level}",
                        kind.name
                    );
                }
            }
        }
    }
}

#[test]
fn law_tests_reject_ideal_decks_as_often_as_they_say() {
    law_tests_are_calibrated(2_000);
}

#[test]
#[ignore = "minutes, a hundred thousand replicates of each test: .ci/full laws"]
fn law_tests_reject_ideal_decks_as_often_as_they_say_far_out() {
    law_tests_are_calibrated(100_000);
}
