//! Streams of decks, watched: false alarms of ideal ones, and how late faults are seen.

use super::*;
use crate::simulate::{Machine, shared_out};
use deck::Block;
use deck::kernel::Isa;
use deck::rng::{Draws, PcgDraws};
use statistic::Suite;

fn design(size: usize) -> Design {
    Design {
        size,
        trials: u64::MAX,
        replicates: 1,
    }
}

/// The number of decks after which a stream failed, if it did within so many; `deck` makes each from its index and the one
/// before.
fn fails_after(
    (probes, size, most): (&[Probe], usize, u64),
    mut deck: impl FnMut(u64, &mut [u16]),
) -> Option<(u64, Winner)> {
    let (mut lifelong, rare) = Lifelong::new(0.001, probes, &design(size), None);
    let mut ladder = Ladder::new(probes, rare, size, Isa::best());
    let mut block = Block::new(size);
    while ladder.decks() < most {
        let first = ladder.decks();
        block.fill_sorted(64, first);
        for (index, cards) in (first..).zip(block.decks_mut().chunks_exact_mut(size)) {
            deck(index, cards);
        }
        if ladder.take(&mut block, &mut lifelong) {
            return Some((ladder.decks(), lifelong.winner(ladder.decks())));
        }
    }
    None
}

/// Undoes a riffle of Gilbert, Shannon and Reeds: each card goes to one of two packets at random.
fn unriffle(deck: &mut [u16], draws: &mut PcgDraws) {
    let (mut top, mut rest) = (Vec::new(), Vec::new());
    for card in deck.iter() {
        if draws.below(2) == 0 {
            top.push(*card);
        } else {
            rest.push(*card);
        }
    }
    top.extend(rest);
    deck.copy_from_slice(&top);
}

/// Riffles a deck in its starting order so many times.
fn riffled(times: u32, deck: &mut [u16], draws: &mut PcgDraws) {
    for _ in 0..times {
        unriffle(deck, draws);
    }
    let mut riffled = vec![0; deck.len()];
    for (place, card) in (0..).zip(deck.iter()) {
        riffled[usize::from(*card)] = place;
    }
    deck.copy_from_slice(&riffled);
}

/// 40 ideal streams of 20,000 decks: one fails by chance with a probability of at most .04.
#[test]
fn ideal_streams_do_not_fail() {
    for (suite, size) in [(Suite::Quick, 8), (Suite::Standard, 12)] {
        let probes = suite.probes(&design(size)).unwrap();
        let failed = (0..20).filter(|stream| {
            let mut draws = PcgDraws::for_batch(1, "ideal streams", size as u64, *stream);
            fails_after((&probes, size, 20_000), |_, deck| draws.shuffle(deck)).is_some()
        });
        assert_eq!(failed.count(), 0);
    }
}

/// 1,000 ideal streams of a million decks: at the level of .001 each, more than 5 fail with a probability of .0006.
#[test]
#[ignore = "some ten minutes: .ci/full watches"]
fn a_thousand_ideal_streams_fail_as_seldom_as_declared() {
    let (suite, size, streams) = (Suite::Quick, 10, 1_000);
    let probes = suite.probes(&design(size)).unwrap();
    let threads = Machine::from(crate::simulate::available_threads());
    let failed = shared_out(
        streams,
        threads,
        || (),
        |(), stream| {
            let mut draws = PcgDraws::for_batch(2, "ideal streams", size as u64, stream as u64);
            let shuffle = |_, deck: &mut [u16]| draws.shuffle(deck);
            fails_after((&probes, size, 1_000_000), shuffle)
        },
    );
    let failed: Vec<_> = failed.unwrap().into_iter().flatten().collect();
    println!(
        "{suite:?}, {size} cards: {} of {streams} fail: {failed:?}",
        failed.len()
    );
    assert!(failed.len() <= 5, "{failed:?}");
}

/// Decks until a fault is seen that begins after `begins` fair ones: each deck is riffled so many times.
fn delay(probes: &[Probe], begins: u64, times: u32, run: u64) -> u64 {
    seen_late(probes, begins, times, run).0
}

/// The same, with what was found.
fn seen_late(probes: &[Probe], begins: u64, times: u32, run: u64) -> (u64, Winner) {
    let mut draws = PcgDraws::for_batch(3, "late faults", begins, run);
    let bad = (probes, 52, begins + 300_000);
    let found = fails_after(bad, |at, deck| {
        if at < begins {
            draws.shuffle(deck);
        } else {
            riffled(times, deck, &mut draws);
        }
    });
    let (after, winner) = found.expect("seen within 300,000 decks");
    assert!(after >= begins, "{after} before {begins}");
    (after - begins, winner)
}

#[test]
fn a_late_fault_is_seen_and_said_since_when() {
    let probes = Suite::Quick.probes(&design(52)).unwrap();
    for begins in [0, 5_000, 10_000] {
        for run in 0..4 {
            let (delay, winner) = seen_late(&probes, begins, 6, run);
            assert!(delay < 2_000, "{begins}: {delay}");
            let Winner::Stretch {
                from, decks, began, ..
            } = winner
            else {
                panic!("{winner:?}");
            };
            println!("{begins}: seen after {delay} in {decks} from {from}, began {began}");
            let within = (from..from + decks).contains(&began);
            // Decks from the first one on are seen within their first block.
            assert!(within || begins == 0, "{from} {decks} {began}");
            // As near as the looks are to each other: those of all decks come ever more seldom.
            let off = began.abs_diff(begins);
            assert!(4 * off <= begins, "{begins}: {began}");
        }
    }
}

/// The delay grows with the logarithm of when the fault begins: 10⁴ times as late, it is at most five times as long.
#[test]
#[ignore = "some minutes: .ci/full watches"]
fn the_delay_of_a_late_fault_grows_like_a_logarithm() {
    let probes = Suite::Quick.probes(&design(52)).unwrap();
    for times in [5, 6, 7] {
        let medians = [(1_000, 9), (100_000, 9), (10_000_000, 3)].map(|(begins, runs)| {
            let machine = Machine::from(crate::simulate::available_threads());
            let delays = shared_out(
                runs,
                machine,
                || (),
                |(), run| delay(&probes, begins, times, run as u64),
            );
            let mut delays = delays.unwrap();
            delays.sort_unstable();
            println!("{times} riffles after {begins} fair decks: {delays:?}");
            delays[runs / 2]
        });
        assert!(medians[2] < 5 * medians[0].max(1_000), "{medians:?}");
    }
}

/// A deck that repeats the one before, or was left alone, or was riffled twice, after so many fair ones.
fn names_a_jam(probes: &[Probe], fair: u64) {
    for (jam, lag, rising) in [
        ("repeated", 1, 1..=1),
        ("sorted", 0, 1..=1),
        ("riffled twice", 0, 2..=4),
    ] {
        let mut draws = PcgDraws::for_batch(4, "jams", fair, 0);
        let mut before = vec![0; 52];
        let found = fails_after((probes, 52, fair + 64), |at, deck| {
            match jam {
                _ if at != fair => draws.shuffle(deck),
                "repeated" => deck.copy_from_slice(&before),
                "sorted" => {}
                _ => riffled(2, deck, &mut draws),
            }
            before.copy_from_slice(deck);
        });
        let (after, winner) = found.expect("a jam is seen");
        // The block that holds the deck.
        assert_eq!(after, fair / 64 * 64 + 64);
        let Winner::Rare { sighting: seen, .. } = &winner else {
            panic!("{winner:?}");
        };
        println!("{jam} after {fair}: {seen:?}");
        assert_eq!((seen.deck, seen.lag), (fair + 1, lag), "{seen:?}");
        // At most four rising sequences: about 4^52 of 52! orders, 10^-36.6.
        assert!(
            rising.contains(&seen.rising) && seen.log10_p < -36.5,
            "{seen:?}"
        );
    }
}

fn quick_and_from_deck_to_deck() -> Vec<Probe> {
    let mut probes = Suite::Quick.probes(&design(52)).unwrap();
    let lag = toml::Table::from_iter([("lag".to_owned(), 1.into())]);
    probes.push(statistic::build(RARE, lag, &design(52)).unwrap());
    probes
}

#[test]
fn a_jam_is_named_with_its_deck_at_any_place_of_a_block() {
    let probes = quick_and_from_deck_to_deck();
    for fair in [1_000, 1_024, 1_087] {
        names_a_jam(&probes, fair);
    }
}

#[test]
#[ignore = "half a minute: .ci/full watches"]
fn a_jam_after_ten_million_decks_is_named_with_its_deck() {
    names_a_jam(&quick_and_from_deck_to_deck(), 10_000_000);
}
