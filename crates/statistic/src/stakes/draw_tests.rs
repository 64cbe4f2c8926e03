//! Stakes on draws that are fair, and on draws that are not.

use super::*;
use crate::{Probe, build_on};
use deck::batch::Batch as _;
use deck::kernel::Isa;
use deck::rng::{Draws as _, PcgDraws};
use deck::subject::{Draws, Past, Weights};
use laws::testing::binomial_upper;

fn probe(of: &[&str], weights: &[u32]) -> Probe {
    let weights = Weights::new(weights.to_vec()).unwrap();
    let design = Design {
        size: weights.get().len(),
        trials: 1_000,
        replicates: 1,
    };
    let table = format!("of = {of:?}").parse().unwrap();
    build_on(&weights, OF_DRAWS, table, &design).unwrap()
}

/// Adds a stream of draws, cut into batches of these lengths in turn; its end is known beforehand, or not.
fn add(probe: &Probe, tally: &mut Tally, stream: &[u16], cuts: &[usize], ends: bool) {
    let AnyCounter::Sequences(counter) = probe.statistic().counter() else {
        panic!("a statistic of draws");
    };
    let symbols = stream.iter().max().map_or(2, |most| usize::from(*most) + 1);
    let symbols = symbols.max(3);
    let (mut past, mut at, mut cuts) = (Past::of(symbols), 0, cuts.iter().cycle());
    while at < stream.len() {
        let end = stream.len().min(at + cuts.next().unwrap());
        let mut batch = Draws::new(symbols, Isa::best());
        batch.clear(tally.subjects());
        if at == 0 {
            batch.begin();
        }
        batch.follow(&past);
        for symbol in &stream[at..end] {
            batch.push(*symbol);
            past.see(*symbol);
        }
        if ends {
            batch.go_on_for((stream.len() - end) as u64);
        }
        tally.count(counter, &batch);
        at = end;
    }
}

fn empty(probe: &Probe) -> Tally {
    let AnyCounter::Sequences(counter) = probe.statistic().counter() else {
        panic!("a statistic of draws");
    };
    Tally::empty(counter, 3)
}

fn counted(probe: &Probe, tally: &Tally) -> Vec<Counted> {
    let staked = probe.statistic().staked(tally).into_iter();
    staked.map(|one| one.counted).collect()
}

/// Weights of the small laws, with all sequences of so many draws and their probabilities.
const SMALL: [u32; 3] = [3, 2, 1];

fn sequences(draws: u32) -> impl Iterator<Item = (Vec<u16>, f64)> {
    (0..3_u32.pow(draws)).map(move |mut code| {
        let mut p = 1.0;
        let stream = (0..draws).map(|_| {
            let symbol = (code % 3) as u16;
            code /= 3;
            p *= f64::from(SMALL[usize::from(symbol)]) / 6.0;
            symbol
        });
        let stream: Vec<u16> = stream.collect();
        (stream, p)
    })
}

const STAKES: [&str; 7] = [
    "draw is 2",
    "next after 1 is 1",
    "next after 2+3 is 1",
    "drought of 3 > 2",
    "drought of 1 >= 2",
    "drought of 1+3 < 3",
    "drought of rarest <= 1",
];

/// Over all sequences of eight draws, events come up in exactly their fair share of the mean number of cases, and no wait is
/// open at a known end.
#[test]
fn fair_chances_are_those_of_all_sequences() {
    let probe = probe(&STAKES, &SMALL);
    let fair: Vec<f64> = (probe.statistic().staked(&empty(&probe)).iter())
        .map(|one| one.fair.share)
        .collect();
    let exact = [
        1.0 / 3.0,
        0.5,
        0.5,
        125.0 / 216.0,
        0.25,
        26.0 / 27.0,
        11.0 / 36.0,
    ];
    for (fair, exact) in fair.iter().zip(exact) {
        assert!((fair - exact).abs() < 1e-14, "{fair}, {exact}");
    }
    let mut means = vec![[0.0; 2]; STAKES.len()];
    for (stream, p) in sequences(8) {
        let mut tally = empty(&probe);
        add(&probe, &mut tally, &stream, &[8], true);
        for (counted, mean) in counted(&probe, &tally).iter().zip(&mut means) {
            assert_eq!(counted, &counted.closed(true), "{stream:?}");
            mean[0] += p * counted.hits() as f64;
            mean[1] += p * counted.looked_at() as f64;
        }
    }
    for ((stake, fair), [hits, cases]) in STAKES.iter().zip(fair).zip(means) {
        assert!(
            cases > 1.0 && (hits - fair * cases).abs() < 1e-12,
            "{stake}: {hits} of {cases}"
        );
    }
}

/// Waits are those of the definition, however a stream is cut, and whether its end is known or not.
#[test]
fn waits_are_counted_as_they_are_defined() {
    const LONG: usize = 4;
    let probe = probe(&["drought of 3 >= 4"], &SMALL);
    let mut draws = PcgDraws::for_batch(48, "stakes: waits", 0, 0);
    for length in 1..60 {
        let stream: Vec<u16> = (0..length).map(|_| (draws.below(6) / 2) as u16).collect();
        let begins = (0..length).filter(|at| *at == 0 || stream[at - 1] == 2);
        let begins: Vec<usize> = begins.collect();
        let drought = |begin: &&usize| {
            let next = stream.get(**begin..**begin + LONG);
            next.is_some_and(|next| !next.contains(&2))
        };
        let droughts = begins.iter().filter(drought).count() as u64;
        let in_time = begins
            .iter()
            .filter(|begin| **begin + LONG <= length)
            .count() as u64;
        for cuts in [&[100][..], &[1], &[3, 7]] {
            let mut tally = empty(&probe);
            add(&probe, &mut tally, &stream, cuts, true);
            let known = &counted(&probe, &tally)[0];
            assert_eq!(
                (known.hits(), known.looked_at()),
                (droughts, in_time),
                "{stream:?}"
            );
            let mut tally = empty(&probe);
            add(&probe, &mut tally, &stream, cuts, false);
            let open = &counted(&probe, &tally)[0];
            assert_eq!(
                (open.hits(), open.closed(true).looked_at()),
                (droughts, begins.len() as u64)
            );
            assert!(open.closed(true).hits() - droughts <= 1, "{stream:?}");
        }
    }
}

/// The capital of the bets has a mean of at most 1 over all sequences, whether the end is known or not.
#[test]
fn bets_on_draws_are_fair() {
    for stake in STAKES {
        let probe = probe(&[stake], &SMALL);
        let mut wager = probe
            .statistic()
            .wager(&Design {
                size: 3,
                trials: 6,
                replicates: 1,
            })
            .unwrap();
        for ends in [true, false] {
            let mut mean = 0.0;
            for (stream, p) in sequences(6) {
                let mut tally = empty(&probe);
                add(&probe, &mut tally, &stream, &[6], ends);
                mean += p * libm::exp(wager.look(&tally).ln());
            }
            assert!(mean < 1.0 + 1e-12, "{stake}: {mean}");
        }
    }
}

/// Draws of three symbols: the last comes with a chance in 1,000, and surely after so many without it; the first comes
/// again with another.
#[derive(Debug)]
struct Made {
    rare: u32,
    surely: u64,
    again: u32,
}

impl Made {
    /// A stream, and the sum and the number of the chances that the first symbol comes again, each given all before it.
    fn with_chances(&self, length: usize, draws: &mut PcgDraws) -> (Vec<u16>, [f64; 2]) {
        let (mut away, mut last, mut chances) = (0, 1, [0.0; 2]);
        let comes = f64::from(1_000 - self.rare) * f64::from(self.again) / 1e6;
        let all = (0..length).map(|_| {
            let surely = away >= self.surely;
            if last == 0 {
                chances[0] += if surely { 0.0 } else { comes };
                chances[1] += 1.0;
            }
            let symbol = if draws.below(1_000) < self.rare || surely {
                2
            } else {
                let again = if last == 0 { self.again } else { 500 };
                u16::from(draws.below(1_000) >= again)
            };
            away = if symbol == 2 { 0 } else { away + 1 };
            last = symbol;
            symbol
        });
        (all.collect(), chances)
    }

    fn stream(&self, length: usize, draws: &mut PcgDraws) -> Vec<u16> {
        self.with_chances(length, draws).0
    }

    /// The chance of a drought of ten draws.
    fn drought(&self) -> f64 {
        libm::pow(1.0 - f64::from(self.rare) / 1_000.0, 10.0)
    }
}

/// Limits miss the truth no more often than they say, in fair draws and with planted edges, of so many draws and watched,
/// in one stream and in those of several players. Of draws that remember, the truth is the mean of the chances that there were.
#[test]
fn limits_among_draws_hold_the_truth() {
    const RUNS: u64 = 200;
    const ERROR: f64 = 0.05;
    let probe = probe(&["drought of 3 >= 10", "next after 1 is 1"], &[45, 45, 10]);
    let mut draws = PcgDraws::for_batch(48, "stakes: draws", 0, 0);
    let made = |rare, surely, again| Made {
        rare,
        surely,
        again,
    };
    for (made, length) in [
        (made(100, u64::MAX, 500), 400),
        (made(100, u64::MAX, 500), 40),
        (made(98, u64::MAX, 510), 400),
        (made(80, u64::MAX, 600), 400),
        (made(40, 15, 900), 400),
        (made(40, 15, 100), 40),
    ] {
        let mut missed = [[0; 2]; 2];
        for _ in 0..RUNS {
            let (mut tally, mut before, mut all) = (empty(&probe), [false; 2], [0.0; 2]);
            for _ in 0..1_600 / length {
                let (stream, chances) = made.with_chances(length, &mut draws);
                add(&probe, &mut tally, &stream, &[64], length < 400);
                all = [all[0] + chances[0], all[1] + chances[1]];
                let truths = [made.drought(), all[0] / all[1]];
                let each = counted(&probe, &tally).into_iter().zip(truths);
                for ((counted, truth), before) in each.zip(&mut before) {
                    *before |= wager::excludes(&counted, (truth, 0.5), ERROR);
                }
            }
            let truths = [made.drought(), all[0] / all[1]];
            for (at, (counted, truth)) in counted(&probe, &tally).iter().zip(truths).enumerate() {
                missed[0][at] += u64::from(!counted.limits(ERROR).contains(&truth));
                missed[1][at] += u64::from(before[at]);
            }
        }
        for missed in missed.into_iter().flatten() {
            assert!(
                binomial_upper(missed, RUNS, ERROR) > 0.001,
                "{missed} of {RUNS}, {made:?}"
            );
        }
    }
}

/// Players who stop as their draws come up leave the draws fair, and the limits hold: whoever stops once it came, who goes on
/// until it came three times, who gives up after some draws without it, or both.
#[test]
fn players_who_stop_when_they_like_are_fair() {
    const RUNS: u64 = 200;
    const ERROR: f64 = 0.05;
    let probe = probe(&["drought of 3 > 20"], &[50, 45, 5]);
    let fair = libm::pow(0.95, 21.0);
    let mut draws = PcgDraws::for_batch(48, "stakes: players", 0, 0);
    for (came, without) in [(1, 1_000), (3, 1_000), (1_000, 15), (1, 40), (2, 30)] {
        let (mut missed, mut fails) = (0, 0);
        for _ in 0..RUNS {
            let mut tally = empty(&probe);
            for _ in 0..60 {
                let (mut stream, mut seen, mut away) = (Vec::new(), 0, 0);
                while seen < came && away < without && stream.len() < 400 {
                    let is = draws.below(20) == 0;
                    seen += u32::from(is);
                    away = if is { 0 } else { away + 1 };
                    stream.push(if is { 2 } else { 0 });
                }
                add(&probe, &mut tally, &stream, &[64], false);
            }
            let limits = counted(&probe, &tally)[0].limits(ERROR);
            missed += u64::from(!limits.contains(&fair));
            fails += u64::from(p(&probe, &tally).0 <= ERROR);
        }
        for bad in [missed, fails] {
            assert!(
                binomial_upper(bad, RUNS, ERROR) > 0.001,
                "{came}, {without}: {bad}"
            );
        }
    }
}

fn p(probe: &Probe, tally: &Tally) -> (f64, String) {
    let test = tests::assessed(probe, 3, tally);
    match test.outcome {
        Outcome::P(p) => (p.get(), test.words),
        Outcome::TooFew { .. } => panic!("{test:?}"),
    }
}

/// Fair draws fail as seldom as they should. Ones that always bring the rare symbol in time fail, and so do sticky ones.
#[test]
fn fair_draws_pass_and_others_fail() {
    const RUNS: u64 = 300;
    let of = [
        "drought of 3 > 30",
        "drought of 3 <= 2",
        "next after 1 is 1",
        "draw is 3",
    ];
    let probe = probe(&of, &[45, 45, 10]);
    let mut draws = PcgDraws::for_batch(48, "stakes: p-values", 0, 0);
    let mut tested = |made: &Made, length| {
        let mut tally = empty(&probe);
        add(
            &probe,
            &mut tally,
            &made.stream(length, &mut draws),
            &[4_096],
            true,
        );
        p(&probe, &tally)
    };
    let fair = Made {
        rare: 100,
        surely: u64::MAX,
        again: 500,
    };
    let p_values: Vec<f64> = (0..RUNS).map(|_| tested(&fair, 500).0).collect();
    for level in [0.2, 0.05] {
        let fails = p_values.iter().filter(|p| **p <= level).count() as u64;
        assert!(
            binomial_upper(fails, RUNS, level) > 0.001,
            "{fails} at {level}"
        );
    }
    // The share of the rare symbol is as it should be: 1/10 on average, and none is away for long.
    let (p, words) = tested(
        &Made {
            rare: 95,
            surely: 30,
            again: 500,
        },
        30_000,
    );
    assert!(p < 1e-6, "{p}");
    assert_eq!(
        words,
        "more than 30 draws without symbol 3 in 0% of waits; fair is 3.815%"
    );
    let (p, words) = tested(&Made { again: 600, ..fair }, 5_000);
    assert!(p < 1e-6, "{p}");
    assert!(
        words.starts_with("symbol 1 as the next draw in 5"),
        "{words}"
    );
    assert!(
        words.ends_with("% of draws after symbol 1; fair is 45%"),
        "{words}"
    );
}
