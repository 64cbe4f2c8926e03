//! Whole fits against decks whose maker is known.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use rayon::prelude::*;

use super::model::Fitted;
use super::recipe::Built;
use super::simulated::Simulations;
use super::*;
use deck::Card;
use deck::rng::{Generator, Seed};
use deck::subject::Shape;

/// Cards of the decks here.
const CARDS: usize = 52;

/// Decks of a model of each model without a law: fewer than the command's, as many fits are made.
const FEW: usize = 5_000;

/// Decks of `mash packet = [1, 2]`, or of `strip > riffle`: once a strip, and then the riffles.
fn made(shuffle: &str, times: u32, count: usize, seed: u128) -> Orders {
    let built = |shuffle: &str| {
        let (kind, keys) = shuffle.split_once(' ').unwrap_or((shuffle, ""));
        shuffle::build(kind, keys.parse().unwrap()).unwrap()
    };
    // The shuffle that is done so often stands between those that are done once.
    let moves: Vec<&str> = shuffle.split(" > ").collect();
    let (before, main, after) = match moves.as_slice() {
        [main] => (None, main, None),
        [before, main] if *main != "cut" => (Some(before), main, None),
        [main, after] => (None, main, Some(after)),
        _ => panic!("{shuffle}"),
    };
    let built = Built {
        before: before.map(|one| built(one)),
        main: built(main),
        after: after.map(|one| built(one)),
    };
    let decks = built.decks((CARDS, times), count, (seed, "made"));
    Orders {
        cards: CARDS,
        times,
        seen: Seen::default(),
        decks: decks.chunks_exact(CARDS).map(<[Card]>::to_vec).collect(),
    }
}

/// The same decks, of which no more is seen.
fn seen(orders: &Orders, seen: Seen) -> Orders {
    let decks = orders.decks.iter().map(|deck| seen.standing(deck));
    Orders {
        decks: decks.collect(),
        seen,
        ..orders.like()
    }
}

/// A model of which many sets of decks are made: the shuffle, its parameters as they were drawn, the family that fits it.
struct Case {
    name: &'static str,
    /// The shuffle's text and the true values of the parameters, from two numbers from 0 to 1.
    of: fn(f64, f64) -> (String, Vec<f64>),
    fit: fn(&Orders) -> Vec<Fitted>,
    times: u32,
    decks: usize,
}

fn whole(low: usize, high: usize, u: f64) -> usize {
    low + ((high - low + 1) as f64 * u) as usize
}

const CASES: &[Case] = &[
    Case {
        name: "overhand",
        of: |u, _| {
            let chance = 0.05 + 0.4 * u;
            (format!("overhand chance = {chance}"), vec![chance])
        },
        fit: packets::overhand,
        times: 1,
        decks: 10,
    },
    Case {
        name: "riffle now and then",
        of: |u, _| {
            let share = 0.2 + 0.6 * u;
            let text = format!("now-and-then share = {share}\neach = {{ kind = \"riffle\" }}");
            (text, vec![share])
        },
        fit: programs::fit,
        times: 1,
        decks: 60,
    },
    Case {
        name: "hindu",
        of: |u, v| {
            let low = whole(1, 8, u);
            let high = low + whole(0, 9, v);
            (
                format!("hindu packet = [{low}, {high}]"),
                vec![low as f64, high as f64],
            )
        },
        fit: packets::hindu,
        times: 1,
        decks: 10,
    },
    Case {
        name: "strip",
        of: |u, v| {
            let fewest = whole(1, 8, u);
            let most = fewest + whole(0, 6, v);
            (
                format!("strip packets = [{fewest}, {most}]"),
                vec![fewest as f64, most as f64],
            )
        },
        fit: casino::strip,
        times: 1,
        decks: 20,
    },
    Case {
        name: "box",
        of: |u, v| {
            let (packets, error) = (whole(3, 6, u), whole(0, 4, v));
            let text = format!("box packets = {packets}\nerror = {error}");
            (text, vec![error as f64])
        },
        fit: casino::boxed,
        times: 1,
        decks: 10,
    },
    Case {
        name: "mash",
        of: |u, v| {
            let (low, error) = (whole(1, 2, u), whole(0, 5, v));
            let high = low + whole(0, 4, (7.0 * u + 3.0 * v).fract());
            let text = format!("mash packet = [{low}, {high}]\nerror = {error}");
            (text, vec![low as f64, high as f64, error as f64])
        },
        fit: mash::fit,
        times: 1,
        decks: 10,
    },
    Case {
        name: "riffle of packets",
        of: |u, _| {
            let packets = whole(3, 30, u);
            (format!("riffle packets = {packets}"), vec![packets as f64])
        },
        fit: riffle::fit,
        times: 1,
        decks: 10,
    },
    Case {
        name: "riffle of packets",
        of: |u, _| {
            let packets = whole(3, 5, u);
            (format!("riffle packets = {packets}"), vec![packets as f64])
        },
        fit: riffle::fit,
        times: 2,
        decks: 10,
    },
    Case {
        name: "sleeved riffle",
        of: |u, _| {
            let limit = whole(2, 6, u);
            (format!("riffle max-streak = {limit}"), vec![limit as f64])
        },
        fit: riffle::streak,
        times: 1,
        decks: 10,
    },
];

/// A number from 0 to 1 without a pattern.
fn scattered(run: usize, salt: f64) -> f64 {
    (run as f64 * 0.754_877_666 + salt * 0.569_840_29).fract()
}

/// The share of so many runs in which each parameter's interval covers its true value.
fn coverage(case: &Case, runs: usize) -> Vec<(String, bool, f64)> {
    let mut covered: BTreeMap<usize, (String, bool, usize)> = BTreeMap::new();
    for run in 0..runs {
        let (text, truth) = (case.of)(scattered(run, 1.0), scattered(7 * run + 3, 2.0));
        let orders = made(&text, case.times, case.decks, run as u128);
        let fitted = (case.fit)(&orders);
        let fitted = fitted
            .iter()
            .find(|fitted| fitted.name == case.name)
            .unwrap();
        for (at, (parameter, truth)) in fitted.parameters.iter().zip(&truth).enumerate() {
            let inside =
                parameter.low <= *truth && parameter.high.is_none_or(|high| *truth <= high);
            let entry = covered
                .entry(at)
                .or_insert((parameter.name.clone(), parameter.whole, 0));
            entry.2 += usize::from(inside);
        }
    }
    let share = |(name, whole, count)| (name, whole, f64::from(count as u32) / runs as f64);
    covered.into_values().map(share).collect()
}

fn check_coverage(runs: usize, least: f64, most: f64, least_whole: f64) {
    for case in CASES {
        for (name, whole, share) in coverage(case, runs) {
            println!("{} {} times, {name}: {share}", case.name, case.times);
            let range = if whole {
                least_whole..=1.0
            } else {
                least..=most
            };
            assert!(
                range.contains(&share),
                "{} {} times, {name}: {share}",
                case.name,
                case.times
            );
        }
    }
}

/// The uniform numbers of a run.
fn numbers(run: usize) -> impl FnMut(u32) -> f64 {
    let seed = Seed::Integer(run as u128);
    let mut stream = Generator::Pcg64.stream(&seed, "numbers", 0, 0).unwrap();
    move |_| f64::from(stream.draws().below(1 << 30)) / f64::from(1 << 30)
}

/// Makes a deck from uniform numbers.
type Maker<'a> = dyn Fn(&mut dyn FnMut(u32) -> f64) -> Vec<Card> + 'a;

/// Riffles by labels that cling, and decks from shelves, which the shuffles of this version need not have: made here.
fn made_here(run: usize, decks: usize, deck: &Maker<'_>) -> Orders {
    let mut number = numbers(run);
    Orders {
        cards: CARDS,
        times: 1,
        seen: Seen::default(),
        decks: (0..decks).map(|_| deck(&mut number)).collect(),
    }
}

fn clumped(upper: f64, clump: f64, number: &mut dyn FnMut(u32) -> f64) -> Vec<Card> {
    let mut labels: Vec<bool> = Vec::new();
    for _ in 0..CARDS {
        let same = number(0) < clump;
        let fresh = number(1) >= upper;
        labels.push(labels.last().copied().filter(|_| same).unwrap_or(fresh));
    }
    let cut = labels.iter().filter(|lower| !**lower).count();
    let mut next = [0, cut as Card];
    let card = |lower: &bool| {
        let next = &mut next[usize::from(*lower)];
        *next += 1;
        *next - 1
    };
    labels.iter().map(card).collect()
}

fn shelved(shelves: usize, number: &mut dyn FnMut(u32) -> f64) -> Vec<Card> {
    let mut stacks = vec![std::collections::VecDeque::new(); shelves];
    for card in 0..CARDS as Card {
        let place = (number(0) * 2.0 * shelves as f64) as usize;
        let stack = &mut stacks[place / 2];
        if place.is_multiple_of(2) {
            stack.push_front(card);
        } else {
            stack.push_back(card);
        }
    }
    stacks.into_iter().flatten().collect()
}

/// The share of runs in which the intervals of riffles of clumps, and of shelves, cover: upper,
/// clump, shelves.
fn coverage_made_here(runs: usize) -> [f64; 3] {
    let mut covered = [0.0; 3];
    let inside = |fitted: &[Fitted], truth: &[f64]| -> Vec<bool> {
        let pairs = fitted[0].parameters.iter().zip(truth);
        let inside = pairs.map(|(found, truth)| {
            found.low <= *truth && found.high.is_none_or(|high| *truth <= high)
        });
        inside.collect()
    };
    for run in 0..runs {
        let (u, v) = (scattered(run, 1.0), scattered(7 * run + 3, 2.0));
        let (upper, clump) = (0.35 + 0.3 * u, 0.1 + 0.6 * v);
        let orders = made_here(run, 10, &|number| clumped(upper, clump, number));
        let found = inside(&riffle::clumped(&orders), &[upper, clump]);
        let shelves = whole(2, 20, u);
        let orders = made_here(run, 10, &|number| shelved(shelves, number));
        let of_shelves = inside(&shelves::fit(&orders), &[shelves as f64]);
        for (covered, inside) in covered.iter_mut().zip(found.into_iter().chain(of_shelves)) {
            *covered += f64::from(u8::from(inside)) / runs as f64;
        }
    }
    println!("clumped riffle, shelves: {covered:?}");
    covered
}

fn check_coverage_made_here(runs: usize, least: f64, most: f64) {
    let [upper, clump, shelves] = coverage_made_here(runs);
    assert!(
        (least..=most).contains(&upper) && (least..=most).contains(&clump),
        "{upper} {clump}"
    );
    assert!(shelves >= least, "{shelves}");
}

/// An interval that covers in 95% covers in 85 of 100 runs or fewer with a chance of .0002: of 13 parameters one fails by
/// chance for one choice of seeds in 400. The seeds are fixed.
#[test]
fn intervals_cover_as_often_as_they_say_in_a_hundred_runs() {
    check_coverage(100, 0.855, 1.0, 0.855);
    check_coverage_made_here(100, 0.855, 1.0);
}

/// Checks the promise: 93 to 97% of 1,000 runs (an interval of 95% leaves that range with a chance
/// of .004), and of whole numbers at least 93%.
#[test]
#[ignore = "some minutes: .ci/full fit"]
fn intervals_cover_as_often_as_they_say_in_a_thousand_runs() {
    check_coverage(1_000, 0.93, 0.97, 0.93);
    check_coverage_made_here(1_000, 0.93, 0.97);
}

/// Riffles that move the order as far as riffles do are one.
#[test]
fn a_riffle_moves_the_order_as_one_riffle_does() {
    let (mut covered, runs) = (0, 1_000);
    for run in 0..runs {
        let found = effective::fit(&made("riffle", 1, 20, run)).unwrap();
        covered += u32::from(found.low.unwrap() <= 1.0 && found.high.unwrap() >= 1.0);
    }
    assert!((930..=970).contains(&covered), "{covered}");
    let mash = effective::fit(&made("mash packet = [1, 6]", 1, 40, 1)).unwrap();
    assert!(
        mash.high.unwrap() < 0.7 && mash.low.unwrap() > 0.3,
        "{mash:?}"
    );
}

/// The shuffles of which 100 decks are made, and the models that they are to be told to be.
const TOLD: &[(&str, &str)] = &[
    ("fisher-yates", FAIR),
    ("riffle", "riffle"),
    ("riffle max-streak = 4", "sleeved riffle"),
    ("riffle packets = 4", "riffle of packets"),
    ("mash", "mash"),
    ("overhand", "overhand"),
    ("hindu", "hindu"),
    ("strip", "strip"),
    ("box", "box"),
    ("cut", "cut"),
    ("sattolo", "sattolo"),
    ("even-only", "even-only"),
    ("swap-with-any", "swap-with-any"),
    ("asf-poker", "asf-poker"),
    ("random-comparator", "random-comparator"),
    (
        "random-comparator algorithm = \"insertion\"",
        "random insertion sort",
    ),
    (
        "random-comparator algorithm = \"merge\"",
        "random merge sort",
    ),
    (
        "random-comparator algorithm = \"quick\"",
        "random quicksort",
    ),
];

/// Counts how often each unrelated model is preferred to the right one, in so many runs of 100
/// decks each.
fn preferred(
    simulations: &Simulations,
    (shuffle, name): (&str, &str),
    runs: u128,
) -> BTreeMap<String, u32> {
    let mut wrong = BTreeMap::new();
    for run in 0..runs {
        let orders = made(shuffle, 1, 100, 1_000 + run);
        let ranked = all(&orders, simulations);
        let right = ranked.iter().find(|fitted| fitted.name == name).unwrap();
        for other in &ranked {
            let related = is_no_rival(right, other) || right.holds.contains(&other.name.as_str());
            if other.name != name && !related && other.score() > right.score() {
                *wrong.entry(other.name.clone()).or_insert(0) += 1;
            }
        }
    }
    wrong
}

/// Returns true if 100 decks cannot tell them apart so often, whatever is done. asf-poker is
/// swap-with-any but for the bottom card: one deck in 52 of the latter shows it, and 100 decks have
/// none with a chance of .14; by what else is known of single cards (a divergence of .016 a deck)
/// the best test that there is errs in some 6% either way.
fn are_too_alike(one: &str, other: &str) -> bool {
    let both = [one, other];
    both.contains(&"swap-with-any") && both.contains(&"asf-poker")
}

fn check_preferences(runs: u128, compared: usize, most: u32) {
    let simulations = Simulations::new((CARDS, 1), Seen::default(), compared, 5);
    for told in TOLD {
        let mut wrong = preferred(&simulations, *told, runs);
        println!("{}: {wrong:?}", told.1);
        wrong.retain(|other, _| !are_too_alike(told.1, other));
        assert!(
            wrong.values().all(|count| *count <= most),
            "{}: {wrong:?}",
            told.1
        );
    }
}

/// A model that is preferred in 95% of runs is preferred in fewer than 17 of 20 with a chance of .016.
#[test]
#[ignore = "some 12 s of processor: .ci/run ignored"]
fn a_hundred_decks_tell_the_right_one_of_two_models() {
    check_preferences(20, FEW, 3);
}

/// Checks the promise: 95% of 200 runs.
#[test]
#[ignore = "some minutes: .ci/full fit"]
fn a_hundred_decks_tell_the_right_one_of_two_models_in_two_hundred_runs() {
    check_preferences(200, 4 * FEW, 10);
}

fn verdict(shuffle: &str, count: usize, seed: u128) -> (Verdict, String) {
    let found = fit(&made(shuffle, 1, count, seed), 1);
    (found.verdict, found.models[0].model.clone())
}

#[test]
fn fair_decks_and_a_mash_are_said_to_be_so() {
    for seed in 0..2 {
        assert_eq!(
            verdict("fisher-yates", 150, seed),
            (Verdict::Fair, FAIR.to_owned())
        );
    }
    let found = fit(&made("mash packet = [1, 2]", 1, 20, 3), 1);
    assert_eq!(
        (found.verdict, &*found.models[0].model),
        (Verdict::Model, "mash")
    );
    assert!(
        found.models[0]
            .shuffle
            .starts_with("mash packet=1..2 error="),
        "{}",
        found.models[0].shuffle
    );
    assert_eq!(
        verdict("swap-with-any", 300, 1),
        (Verdict::Model, "swap-with-any".to_owned())
    );
}

/// A model may fail its own test of fit in one of a hundred.
#[test]
fn decks_of_no_model_are_said_to_be_so() {
    let with = |orders: Orders, change: &dyn Fn(&mut Vec<Card>)| {
        let mut orders = orders;
        orders.decks.iter_mut().for_each(change);
        fit(&orders, 1).verdict
    };
    // The top card sticks; a mash and then three cuts of nineteen; every fourth card reversed in its place.
    let stuck = with(made("riffle", 1, 40, 1), &|deck| {
        let at = deck.iter().position(|&card| card == 0).unwrap();
        deck.remove(at);
        deck.insert(0, 0);
    });
    assert_eq!(stuck, Verdict::None);
    let cut = with(made("mash", 1, 40, 2), &|deck| deck.rotate_left(19));
    assert_eq!(cut, Verdict::None);
    let turned = with(made("riffle", 1, 40, 3), &|deck| {
        deck.chunks_mut(4).for_each(<[Card]>::reverse);
    });
    assert_eq!(turned, Verdict::None);
}

/// Counts how many of so many records of the right model its test of fit refuses.
fn refused(shuffle: &str, name: &str, runs: u128) -> usize {
    let simulations = Simulations::new((CARDS, 1), Seen::default(), 200, 1);
    let refuses = |run: &u128| {
        let orders = made(shuffle, 1, 20, 5_000 + run);
        let ranked = ranked(exact(&orders));
        let right = ranked.iter().find(|fitted| fitted.name == name).unwrap();
        !goodness::test(&orders, right, &simulations.statistics, *run)
            .unwrap()
            .fits
    };
    (0..runs).filter(refuses).count()
}

/// The level is .01: of 100 runs five or more are refused with a chance of .003.
#[test]
#[ignore = "some minutes: .ci/full fit"]
fn the_test_of_fit_refuses_right_models_as_seldom_as_it_says() {
    for (shuffle, name) in [
        ("fisher-yates", FAIR),
        ("mash", "mash"),
        ("riffle", "riffle"),
        ("overhand", "overhand"),
    ] {
        let refused = refused(shuffle, name, 100);
        println!("{name}: {refused}");
        assert!(refused <= 4, "{name}: {refused}");
    }
}

/// Checks the verdicts on 200 decks each of fair records, and on 20 decks each of mashes: two of 40
/// may be otherwise (the test of fit alone refuses one with a chance of .33).
#[test]
#[ignore = "some minutes: .ci/full fit"]
fn verdicts_are_right_almost_always() {
    for (shuffle, count, expected) in [
        ("fisher-yates", 200, Verdict::Fair),
        ("mash", 20, Verdict::Model),
        ("swap-with-any", 400, Verdict::Model),
    ] {
        let right = (0..40)
            .filter(|seed| verdict(shuffle, count, *seed).0 == expected)
            .count();
        println!("{shuffle}: {right} of 40");
        assert!(right >= 38, "{shuffle}: {right} of 40");
    }
}

/// Each model is of a kind that is listed as one, and each kind that is listed is a model once or twice.
#[test]
fn the_list_of_models_is_theirs() {
    let mut found = std::collections::BTreeSet::new();
    for (shuffle, times) in [
        ("riffle", 1),
        ("overhand", 1),
        ("mash", 1),
        ("riffle", 2),
        ("cut", 1),
        ("hindu", 1),
        ("strip", 1),
        ("box", 1),
        ("pile piles = 4", 1),
        ("now-and-then share = 0.5\neach = { kind = \"riffle\" }", 1),
    ] {
        let orders = made(shuffle, times, 2, 1);
        let simulations = Simulations::new((CARDS, times), Seen::default(), 200, 1);
        found.extend(
            all(&orders, &simulations)
                .into_iter()
                .map(|fitted| fitted.recipe.main.kind),
        );
    }
    let fair = |kind: &&str| {
        KINDS
            .iter()
            .any(|known| *known.name == **kind && known.group == Group::Ideal)
    };
    found.retain(|kind| !fair(kind));
    assert_eq!(found.into_iter().collect::<Vec<_>>(), MODELS);
    assert!(
        no_models().contains(&"table-riffle".to_owned()),
        "{:?}",
        no_models()
    );
}

/// The rows of the matrix: a shuffle, how often it is done, and the model that it is.
const MATRIX: &[(&str, u32, &str)] = &[
    ("fisher-yates", 1, FAIR),
    ("riffle", 1, "riffle"),
    ("riffle", 2, "riffle"),
    ("riffle", 3, "riffle"),
    ("riffle max-streak = 4", 1, "sleeved riffle"),
    ("riffle max-streak = 4", 2, "sleeved riffle"),
    ("riffle packets = 3", 1, "riffle of packets"),
    ("riffle upper = 0.4\nclump = 0.4", 1, "clumped riffle"),
    ("mash", 1, "mash"),
    ("mash", 2, "mash"),
    ("mash", 3, "mash"),
    ("mash packet = [1, 5]\nerror = 5", 1, "mash"),
    ("mash packet = [1, 5]\nerror = 5", 2, "mash"),
    ("mash packet = [1, 7]\nerror = 4", 2, "mash"),
    ("overhand", 1, "overhand"),
    ("overhand", 2, "overhand"),
    ("overhand", 3, "overhand"),
    ("overhand chance = 0.1", 2, "overhand"),
    ("overhand chance = 0.117", 2, "overhand"),
    ("hindu", 1, "hindu"),
    ("hindu", 2, "hindu"),
    ("hindu packet = [3, 9]", 1, "hindu"),
    ("hindu packet = [12, 19]", 2, "hindu"),
    ("strip", 1, "strip"),
    ("strip", 2, "strip"),
    ("strip packets = [3, 4]", 1, "strip"),
    ("strip packets = [7, 11]", 2, "strip"),
    ("box", 1, "box"),
    ("box", 2, "box"),
    ("cut", 1, "cut"),
    ("shelf shelves = 10", 1, "shelf"),
    ("pile piles = 7", 1, "pile"),
    ("swap-with-any", 1, "swap-with-any"),
    ("asf-poker", 1, "asf-poker"),
    ("sattolo", 1, "sattolo"),
    ("even-only", 1, "even-only"),
    ("random-comparator", 1, "random-comparator"),
    (
        "random-comparator algorithm = \"merge\"",
        1,
        "random merge sort",
    ),
    ("riffle > cut", 1, "riffle, then cut"),
    ("riffle > cut", 3, "riffle, then cut"),
    ("cut > riffle", 1, "cut, then riffle"),
    ("mash > cut", 1, "mash, then cut"),
    ("mash > cut", 2, "mash, then cut"),
    ("cut > mash", 1, "cut, then mash"),
    ("overhand > cut", 1, "overhand, then cut"),
    ("overhand > cut", 3, "overhand, then cut"),
    ("hindu > cut", 1, "hindu, then cut"),
    ("strip > cut", 1, "strip, then cut"),
    ("strip > riffle", 1, "strip, then riffle"),
    ("strip > riffle", 2, "strip, then riffle"),
    ("strip packets = [7, 11] > riffle", 1, "strip, then riffle"),
    ("box > riffle", 1, "box, then riffle"),
    ("overhand > mash", 1, "overhand, then mash"),
    ("wash > riffle", 1, "wash, then riffle"),
];

/// Decks that are seen in part: the shuffle, how often it is done, and the model that it is.
const SEEN_IN_PART: &[(&str, u32, &str)] = &[
    ("fisher-yates", 1, FAIR),
    ("riffle", 1, "riffle"),
    ("riffle", 3, "riffle"),
    ("mash", 1, "mash"),
    ("mash", 3, "mash"),
    ("overhand", 2, "overhand"),
    ("hindu", 2, "hindu"),
    ("strip", 1, "strip"),
];

/// Decks of which a few cards are seen: the shuffle, how often it is done, and the model that it is.
const VIEWED: &[(&str, u32, &str)] = &[
    ("fisher-yates", 1, FAIR),
    ("riffle", 1, "riffle"),
    ("riffle", 2, "riffle"),
    ("riffle", 3, "riffle"),
    ("mash", 1, "mash"),
    ("mash", 2, "mash"),
    ("mash", 3, "mash"),
    ("mash packet = [1, 7]\nerror = 4", 1, "mash"),
    ("overhand", 2, "overhand"),
    ("hindu", 1, "hindu"),
    ("strip", 1, "strip"),
    ("cut", 1, "cut"),
    ("sattolo", 1, "sattolo"),
    ("shelf shelves = 10", 1, "shelf"),
    ("asf-poker", 1, "asf-poker"),
];

/// The verdicts on the records of one size in a row.
#[derive(Debug, Clone, Copy, Default)]
struct Outcomes {
    named: u64,
    too_few: u64,
    wrong: u64,
    refused: u64,
    /// The probability that so many decks tell the right model from each other one.
    power: f64,
}

impl Outcomes {
    fn records(&self) -> u64 {
        self.named + self.too_few + self.wrong + self.refused
    }
}

/// Where the power is at least this, the right model should be named.
const TELLING: f64 = 0.8;

/// The head of a column, the decks of a record and the records, and what is seen of a deck.
type Size<'a> = (&'a str, (usize, u64), Seen);

/// The least power, for each of `sizes` in which as much is seen, of the right model against any other that can be told from
/// it: from decks that are in no record.
fn powers((shuffle, times, name): (&str, u32, &str), sizes: &[Size<'_>]) -> Vec<f64> {
    let how = &sizes[0].2;
    let orders = made(shuffle, times, 1_000, 90_000);
    let orders = if how.is_whole() {
        orders
    } else {
        seen(&orders, how.clone())
    };
    let compared = how.shape().map_or(COMPARED, |_| COMPARED_VIEWS);
    let simulations = Simulations::new((CARDS, times), how.clone(), compared, 1);
    let ranked = all(&orders, &simulations);
    let Some(right) = ranked.iter().find(|fitted| fitted.name == name) else {
        return vec![0.0; sizes.len()];
    };
    let others = ranked
        .iter()
        .filter(|other| other.name != name && !is_no_rival(right, other));
    let each = sizes.iter().map(|(_, (decks, _), _)| {
        let powers = others
            .clone()
            .map(|other| needed::power(right, other, *decks));
        powers.fold(1.0, f64::min)
    });
    each.collect()
}

/// The verdicts on records of this row, and the names that were wrong.
fn outcomes(
    (shuffle, times, name): (&str, u32, &str),
    (decks, records): (usize, u64),
    how: &Seen,
    power: f64,
) -> Outcomes {
    let mut found = Outcomes {
        power,
        ..Outcomes::default()
    };
    for seed in 0..records {
        let orders = made(shuffle, times, decks, 70_000 + u128::from(seed));
        let orders = if how.is_whole() {
            orders
        } else {
            seen(&orders, how.clone())
        };
        let fit = fit(&orders, 1);
        let model = &fit.models[0].model;
        match fit.verdict {
            Verdict::Model | Verdict::Fair if model == name => found.named += 1,
            Verdict::Model | Verdict::Fair => {
                println!(
                    "wrong: {shuffle} {times} times, {decks} decks, seed {seed}, {how:?}: {model}"
                );
                found.wrong += 1;
            }
            Verdict::None => {
                let p = fit.test.map_or(1.0, |test| test.p);
                println!(
                    "refused: {shuffle} {times} times, {decks} decks, seed {seed}, {how:?}: {model}, p = {p}"
                );
                found.refused += 1;
            }
            Verdict::TooFew | Verdict::Plan => {
                let next = fit.needed.map_or_else(String::new, |needed| needed.next);
                println!(
                    "too few: {shuffle} {times} times, {decks} decks, seed {seed}, {how:?}: {model}, {next}"
                );
                found.too_few += 1;
            }
        }
    }
    found
}

/// A table of the page: its rows, by these sizes of records. Gives all cells.
fn matrix(page: &mut String, rows: &[(&str, u32, &str)], sizes: &[Size<'_>]) -> Vec<Outcomes> {
    let heads: Vec<&str> = sizes.iter().map(|(head, ..)| *head).collect();
    let _ = writeln!(
        page,
        "| shuffle | times | {} |\n| --- | ---: |{}",
        heads.join(" | "),
        " --- |".repeat(heads.len())
    );
    let found: Vec<Vec<Outcomes>> = rows
        .par_iter()
        .map(|row| {
            let same = sizes.chunk_by(|one, next| one.2 == next.2);
            let powers: Vec<f64> = same.flat_map(|same| powers(*row, same)).collect();
            let each = sizes.par_iter().zip(powers);
            each.map(|((_, records, how), power)| outcomes(*row, *records, how, power))
                .collect()
        })
        .collect();
    for ((shuffle, times, _), row) in rows.iter().zip(&found) {
        let cells = row.iter().map(|of| {
            format!(
                "{} / {} / {} / {}",
                of.named, of.too_few, of.wrong, of.refused
            )
        });
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(
            page,
            "| `{}` | {times} | {} |",
            shuffle.replace('\n', " ").replace(" > ", "`, then `"),
            cells.join(" | ")
        );
    }
    found.concat()
}

/// The page of the matrix. Of all records together at most 1 in 100 may be named wrongly, and 1 in 50 refused, and where the
/// power is at least .8 no more may be too few than chance makes so, by the .999 quantile of the binomial.
#[test]
#[ignore = "some ten minutes: .ci/full fit"]
fn the_matrix_of_fit_is_that_of_its_page() {
    let mut page = String::from(
        "# Does `fit` name what made the decks?\n\n\
         Decks of 52 cards were made by each shuffle, and `colddeck fit` was asked what made them. Each cell counts its answers: right / \
         too few decks to tell / wrong / refused. There are 5 files each of 20 and of 100 decks, and 2 of 1,000. In a row of two shuffles \
         one is done once, the other as often as the row says.\n\n",
    );
    let whole = Seen::default;
    let sizes = [
        ("20 decks", (20, 5), whole()),
        ("100 decks", (100, 5), whole()),
        ("1,000 decks", (1_000, 2), whole()),
    ];
    let first = matrix(&mut page, MATRIX, &sizes);
    page.push_str("\nThe same where cards of one rank look alike, 5 records each.\n\n");
    let ranks = (0..CARDS as u16).map(|card| card % 13).collect();
    let of_ranks = Seen::Classes(ranks);
    let sizes = [
        ("20 decks", (20, 5), of_ranks.clone()),
        ("100 decks", (100, 5), of_ranks),
    ];
    let second = matrix(&mut page, SEEN_IN_PART, &sizes);
    page.push_str("\nThe same where the first seven cards are seen, in order or as a hand, 5 records each.\n\n");
    let first_cards = || Seen::Part(Shape::First(7));
    let hand = || Seen::Part(Shape::Hand(7));
    let sizes = [
        ("first:7 of 200 decks", (200, 5), first_cards()),
        ("of 1,000", (1_000, 5), first_cards()),
        ("hand:7 of 200 decks", (200, 5), hand()),
        ("of 1,000", (1_000, 5), hand()),
    ];
    let third = matrix(&mut page, VIEWED, &sizes);
    let all = [first, second, third].concat();
    let sum = |cells: &[Outcomes], of: fn(&Outcomes) -> u64| cells.iter().map(of).sum::<u64>();
    let records = sum(&all, Outcomes::records);
    let wrong = sum(&all, |of| of.wrong);
    let refused = sum(&all, |of| of.refused);
    let (telling, others): (Vec<Outcomes>, Vec<Outcomes>) =
        all.iter().partition(|of| of.power >= TELLING);
    let enough = sum(&telling, Outcomes::records);
    let named = sum(&telling, |of| of.named);
    let too_few = sum(&telling, |of| of.too_few);
    // Records of these cells that are too few by chance.
    let by_chance: f64 = telling
        .iter()
        .map(|of| of.records() as f64 * (1.0 - of.power))
        .sum();
    let _ = writeln!(
        page,
        "\nOf {records} records {wrong} were named wrongly, and {refused} were refused.\n\n\
         Where so many decks tell the right model from each other one in 80 of 100 records or more, {named} of {enough} records \
         have its name, and {too_few} were said to be too few; {by_chance:.0} are so by chance. The other {} records are of cells where the power is less: {} \
         of them have the right name, and {} were said to be too few.",
        sum(&others, Outcomes::records),
        sum(&others, |of| of.named),
        sum(&others, |of| of.too_few)
    );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/fit.md");
    if std::env::var("COLDDECK_GOLDEN").is_ok_and(|what| what == "write") {
        std::fs::write(&file, &page).unwrap();
    }
    println!("{page}");
    let chance = |seen, share| laws::testing::binomial_upper(seen, records, share);
    assert!(
        wrong == 0 || chance(wrong, 0.01) > 0.001,
        "{wrong} of {records}"
    );
    assert!(
        refused == 0 || chance(refused, 0.02) > 0.001,
        "{refused} of {records}"
    );
    let share = by_chance / enough as f64;
    assert!(
        too_few == 0 || laws::testing::binomial_upper(too_few, enough, share) > 0.001,
        "{too_few} of {enough}, {by_chance} by chance"
    );
    assert!(
        std::fs::read_to_string(&file).unwrap_or_default() == page,
        "COLDDECK_GOLDEN=write makes results/fit.md anew"
    );
}

#[test]
fn two_decks_are_too_few() {
    assert_eq!(verdict("mash", 2, 1).0, Verdict::TooFew);
}
