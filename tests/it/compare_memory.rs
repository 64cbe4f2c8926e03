//! `compare` of records of programs that shuffle on: the deck before is where each shuffle begins.

use std::sync::Mutex;

use colddeck::check::Random;
use colddeck::conduct::{self, Unwatched, compare};
use colddeck::record::Record;
use colddeck::record::compare::{Comparison, Memory, Movement, Why};
use colddeck::spec::{Closure, Lags, Origin, Seed, Stakes, Suite, Testing};

/// A program that deals decks of 52 cards.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Program {
    /// Shuffles each deck anew, ideally.
    Ideal,
    /// Swaps two random cards so often, and deals on from the deck as it is then.
    Swaps(u32),
    /// Riffles so often, and deals on from the deck as it is then.
    Riffles(u32),
    /// Sorts each deck, and riffles it so often.
    Fresh(u32),
}

use Program::{Fresh, Ideal, Riffles, Swaps};

fn below(random: &mut Random, end: usize) -> usize {
    // 52 divides so nearly into 2⁶⁴ that nothing shows.
    (random.next_u64() % end as u64) as usize
}

fn swaps(deck: &mut [u16], count: u32, random: &mut Random) {
    for _ in 0..count {
        let (first, second) = (below(random, deck.len()), below(random, deck.len()));
        deck.swap(first, second);
    }
}

/// Gilbert, Shannon and Reeds: each place takes the next card of the packet that its bit names.
fn riffle(deck: &mut [u16], random: &mut Random) {
    let bits = random.next_u64();
    let from_top = |place: &usize| bits >> place & 1 == 0;
    let top = (0..deck.len()).filter(from_top).count();
    let (mut first, mut second) = (0, top);
    let before = deck.to_vec();
    for (place, card) in deck.iter_mut().enumerate() {
        let next = if from_top(&place) {
            &mut first
        } else {
            &mut second
        };
        *card = before[*next];
        *next += 1;
    }
}

impl Program {
    /// The record of so many decks.
    fn record(self, decks: u64, seed: u64) -> Record {
        // The deck as it was left: one thread deals all of them in order.
        let left: Mutex<Vec<u16>> = Mutex::new((0..52).collect());
        let shuffle = |deck: &mut [u16], random: &mut Random| {
            let mut left = left.lock().unwrap();
            match self {
                Ideal => {
                    for last in (1..deck.len()).rev() {
                        deck.swap(last, below(random, last + 1));
                    }
                    return;
                }
                Fresh(times) => return (0..times).for_each(|_| riffle(deck, random)),
                Swaps(count) => swaps(&mut left, count, random),
                Riffles(times) => (0..times).for_each(|_| riffle(&mut left, random)),
            }
            deck.copy_from_slice(&left);
        };
        record(&shuffle, (decks, seed), 1)
    }
}

/// The record of so many decks that the closure shuffles on so many threads.
fn record(shuffle: Closure<'_>, (decks, seed): (u64, u64), threads: usize) -> Record {
    let testing = Testing {
        name: "check",
        subject: deck::subject::WholeDeck.into(),
        size: 52,
        decks: Some(decks),
        seed: Seed::Integer(seed.into()),
        alpha: 0.001,
        suite: Suite::Standard,
        types: None,
        arrangement: None,
        until: None,
        accept_within: None,
        stakes: Stakes::default(),
        control: false,
        lags: Lags::Brief,
    };
    let experiment = testing.of(Origin::closure(shuffle)).unwrap();
    conduct::run(&experiment, threads.into(), &Unwatched).unwrap()
}

fn compared(base: &Record, new: &Record, alpha: f64) -> Comparison {
    compare(("base", base), ("new", new), alpha, false).unwrap()
}

/// The most of `pairs` that move by chance with probability `alpha` each, but once in a thousand times.
fn most(pairs: u32, alpha: f64) -> u32 {
    let (mut term, mut sum) = ((1.0 - alpha).powf(f64::from(pairs)), 0.0);
    for count in 0..pairs {
        sum += term;
        if sum >= 0.999 {
            return count;
        }
        term *= f64::from(pairs - count) / f64::from(count + 1) * alpha / (1.0 - alpha);
    }
    pairs
}

/// Pairs of records of each program, and of a changed one.
fn demonstrated(pairs: u32, decks: u64) {
    let cases = [
        (Swaps(20), Some(Swaps(15))),
        (Riffles(1), Some(Riffles(0))),
        (Riffles(3), Some(Riffles(2))),
        (Ideal, None),
        // Weak, but without memory: no more than a shuffle that is not ideal.
        (Fresh(3), Some(Fresh(2))),
    ];
    for (program, changed) in cases {
        let (mut moved, mut found, mut refused, mut with_memory) = ([0; 2], 0, 0, 0);
        for pair in 0..pairs {
            let seed = 3 * u64::from(pair);
            let base = program.record(decks, seed);
            let new = program.record(decks, seed + 1);
            for (moved, alpha) in moved.iter_mut().zip([0.05, 0.001]) {
                let comparison = compared(&base, &new, alpha);
                *moved += u32::from(comparison.outcome == Movement::Moved);
                refused += u32::from(comparison.outcome == Movement::TooLittle);
                with_memory += u32::from(comparison.routines[0].has_memory());
                let left_out = !comparison.routines[0].refused.is_empty();
                assert_eq!(left_out, comparison.routines[0].has_memory());
            }
            if let Some(changed) = changed {
                let new = changed.record(decks, seed + 2);
                let comparison = compared(&base, &new, 0.001);
                found += u32::from(comparison.outcome == Movement::Moved);
            }
        }
        println!(
            "{program:?}, {pairs} pairs of {decks} decks: {moved:?} moved at .05 and .001, {refused} refused \
             whole, memory seen in {with_memory} of {}; {changed:?} found in {found}",
            2 * pairs
        );
        for (moved, alpha) in moved.into_iter().zip([0.05, 0.001]) {
            assert!(
                moved <= most(pairs, alpha),
                "{program:?}: {moved} at {alpha}"
            );
        }
        assert_eq!(refused, 0, "{program:?}");
        // Records of weak shuffles have two signs of memory at their level of .001, each of which errs as often.
        let chance = 2 * most(pairs, 0.004);
        match program {
            Swaps(_) | Riffles(_) => assert_eq!(with_memory, 2 * pairs, "{program:?}"),
            Ideal => assert_eq!(with_memory, 0),
            Fresh(_) => assert!(with_memory <= chance, "{with_memory}"),
        }
        let planted = changed.map_or(0, |_| pairs);
        assert!(
            10 * found >= 9 * planted,
            "{program:?}: {found} of {planted}"
        );
    }
}

#[test]
#[ignore = "some 10 s of processor: .ci/run ignored"]
fn records_of_one_program_with_memory_do_not_move_and_changed_ones_do() {
    demonstrated(12, 2000);
}

#[test]
#[ignore = "some minutes, 2,800 records: .ci/full passes"]
fn two_hundred_pairs_of_each_program_do_not_move_and_changed_ones_do() {
    demonstrated(200, 5000);
}

/// A refusal names its figures, and says why.
#[test]
fn counts_of_decks_with_memory_are_refused_by_name() {
    let (base, new) = (Swaps(20).record(3000, 1), Swaps(20).record(3000, 2));
    let comparison = compared(&base, &new, 0.001);
    let pair = &comparison.routines[0];
    assert!(matches!(&pair.base_memory, Memory::Shown { by } if by.starts_with("lag-")));
    let refused = |statistic: &str, test: &str| {
        let mut all = pair.refused.iter();
        let found = all.find(|refused| refused.statistic == statistic && refused.test == test);
        found.map(|refused| refused.why)
    };
    for test in ["cells", "cell"] {
        assert_eq!(refused("position-matrix", test), Some(Why::ErrorUnknown));
    }
    assert_eq!(refused("rising-sequences", "law"), Some(Why::ErrorUnknown));
    assert!(
        pair.figures
            .iter()
            .all(|figure| figure.test == "batch means")
    );
    let lagged = pair
        .figures
        .iter()
        .filter(|figure| figure.statistic.starts_with("lag-1/"));
    assert!(lagged.count() >= 3, "{:?}", pair.figures);
    // The statistics of a pair are compared, refused or named, each.
    for name in base.routines[0].statistics.keys() {
        let named = pair.figures.iter().any(|figure| figure.statistic == *name)
            || pair
                .refused
                .iter()
                .any(|refused| refused.statistic == *name)
            || pair.not_compared.contains(name);
        assert!(named, "{name}");
    }
}

/// A record from before sums were kept has nothing to compare where it shows memory.
#[test]
fn without_batch_sums_nothing_is_left_of_records_with_memory() {
    let (base, new) = (Riffles(3).record(2000, 1), Riffles(3).record(2000, 2));
    let mut former = base;
    for figures in former.routines[0].statistics.values_mut() {
        figures.remove("batches");
    }
    let comparison = compared(&former, &new, 0.001);
    assert_eq!(comparison.outcome, Movement::TooLittle);
    let refused = &comparison.routines[0].refused;
    assert!(refused.iter().any(|refused| refused.why == Why::NoBatches));
    // An ideal one from before loses nothing.
    let (mut ideal, other) = (Ideal.record(2000, 1), Ideal.record(2000, 2));
    for figures in ideal.routines[0].statistics.values_mut() {
        figures.remove("batches");
    }
    let comparison = compared(&ideal, &other, 0.001);
    assert_eq!(comparison.outcome, Movement::Same);
    assert!(comparison.routines[0].refused.is_empty());
}

/// One swap a deck: 52 cards remember for hundreds of decks, and so do sums of a few.
#[test]
fn a_memory_that_is_long_beside_the_decks_is_refused() {
    let (base, new) = (Swaps(1).record(1000, 1), Swaps(1).record(1000, 2));
    let comparison = compared(&base, &new, 0.001);
    let refused = &comparison.routines[0].refused;
    assert!(
        refused
            .iter()
            .any(|refused| refused.why == Why::StillDependent),
        "{refused:?}"
    );
    // From one deck to the next it is always one swap: that can be compared.
    assert_eq!(comparison.outcome, Movement::Same);
}

/// One cell of a matrix: card 17 comes directly after card 42 thirty per cent too often, 2.5% of decks for 1.9%.
#[test]
fn one_changed_cell_is_named() {
    let of = |often: bool, seed: u64| {
        let shuffle = move |deck: &mut [u16], random: &mut Random| {
            for last in (1..deck.len()).rev() {
                deck.swap(last, below(random, last + 1));
            }
            let at = |deck: &[u16], card| deck.iter().position(|other| *other == card).unwrap();
            if often && below(random, 170) == 0 {
                let above = at(deck, 42);
                if above + 1 < deck.len() {
                    let old = at(deck, 17);
                    deck.swap(old, above + 1);
                }
            }
        };
        record(&shuffle, (100_000, seed), 2)
    };
    let base = of(false, 1);
    let comparison = compared(&base, &of(true, 2), 0.001);
    let mut figures = comparison.routines[0].figures.iter();
    let cell =
        figures.find(|figure| figure.statistic == "successor-matrix" && figure.test == "cell");
    let cell = cell.unwrap();
    // Cards count from 1.
    assert_eq!(
        cell.place.as_deref(),
        Some("card 18 directly after card 43")
    );
    assert_eq!(cell.verdict.name(), "moved", "{cell:?}");
    let shares = (cell.base.unwrap(), cell.new.unwrap());
    assert!(
        (shares.0 - 1.0 / 52.0).abs() < 0.002 && shares.1 > 0.023,
        "{shares:?}"
    );
    assert_eq!(comparison.outcome, Movement::Moved);
    assert_eq!(
        compared(&base, &of(false, 3), 0.001).outcome,
        Movement::Same
    );
}
