//! One bad deck among many fair ones, in runs that are watched: it fails wherever it comes, and fair decks do
//! not.
//!
//! All seeds are fixed. The error level is .001 for each run, so that one of the runs of fair decks here would fail by
//! chance with a probability of .004 at the most; a bad deck that is looked for is missed by no seed (10⁻¹² and less).

use deck::kernel::Isa;
use deck::rng::{Draws, PcgDraws};
use deck::{BLOCK, Block};
use engine::simulate::{self, Unwatched};
use engine::verdict::anytime::{Finding, Referee, Rules};
use source::{Source, SourceError};
use statistic::{Design, Probe, Suite};
use text::judgement::Decision;

const CARDS: usize = 52;

/// A deck that was hardly shuffled.
#[derive(Debug, Clone, Copy)]
enum Bad {
    Sorted,
    Reversed,
    Cut,
    Riffled(u32),
    /// The deck before it, cut.
    LastCut,
    /// The deck before it, riffled once.
    LastRiffled,
}

/// Fair decks, and bad ones at some places.
struct Planted {
    draws: PcgDraws,
    deck: Vec<u16>,
    next: u64,
    decks: u64,
    bad: Option<Bad>,
    at: Vec<u64>,
}

impl Planted {
    fn shuffle(&mut self) {
        let sorted = || (0..CARDS as u16).collect();
        let Some(bad) = self.bad.filter(|_| self.at.contains(&self.next)) else {
            self.draws.shuffle(&mut self.deck);
            return;
        };
        match bad {
            Bad::LastCut | Bad::LastRiffled => {}
            _ => self.deck = sorted(),
        }
        match bad {
            Bad::Sorted => {}
            Bad::Reversed => self.deck.reverse(),
            Bad::Cut | Bad::LastCut => {
                let by = 1 + self.draws.below(CARDS as u32 - 1) as usize;
                self.deck.rotate_left(by);
            }
            Bad::Riffled(times) => (0..times).for_each(|_| self.riffle()),
            Bad::LastRiffled => self.riffle(),
        }
    }

    /// Riffles as Gilbert, Shannon and Reeds do: each place is dealt a packet.
    fn riffle(&mut self) {
        let packets: Vec<bool> = (0..CARDS).map(|_| self.draws.below(2) == 1).collect();
        let top = packets.iter().filter(|packet| !**packet).count();
        let (mut first, mut second) = (self.deck[..top].iter(), self.deck[top..].iter());
        let from = |packet: &bool| if *packet { second.next() } else { first.next() };
        self.deck = packets.iter().filter_map(from).copied().collect();
    }
}

impl Source for Planted {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        block.clear(self.next);
        for _ in self.next..self.decks.min(self.next + BLOCK as u64) {
            self.shuffle();
            block.push(&self.deck);
            self.next += 1;
        }
        Ok(())
    }
}

fn watched(bad: Option<Bad>, at: &[u64], decks: u64, seed: u128) -> (Finding, Vec<Probe>) {
    let design = Design {
        size: CARDS,
        trials: decks,
        replicates: 1,
    };
    let probes = Suite::Standard.probes(&design).unwrap();
    let probes: Vec<Probe> = probes
        .into_iter()
        .filter(|probe| probe.statistic().wager(&design).is_some())
        .collect();
    // The bound is so small that nothing passes: the stream is read to its end.
    let rules = Rules {
        alpha: 0.001,
        beta: 0.001,
        delta: 1e-4,
    };
    let mut referee = Referee::new(rules, &probes, &design, &[false]).unwrap();
    let mut source = Planted {
        draws: PcgDraws::for_batch(seed, "rare decks", 0, 0),
        deck: (0..CARDS as u16).collect(),
        next: 0,
        decks,
        bad,
        at: at.to_vec(),
    };
    let isa = Isa::best();
    let counts = simulate::count(
        &mut source,
        (CARDS, decks),
        &probes,
        isa,
        &Unwatched,
        &mut referee,
    );
    let finding = referee.findings(&[&counts.unwrap()]).remove(0);
    (finding, probes)
}

/// Fails unless the bad decks fail the run soon after the last of them, and names the statistic that says so.
#[track_caller]
fn fails(bad: Bad, at: &[u64], decks: u64, by: &str) {
    let (found, probes) = watched(Some(bad), at, decks, 1);
    assert_eq!(found.decision, Decision::Fail, "{bad:?} at {at:?}");
    let last = at.last().unwrap();
    // Looks come after every batch of 4,096 decks up to 64 batches.
    assert!(
        (last + 1..=last + 4_096).contains(&found.decks),
        "{bad:?}: {}",
        found.decks
    );
    let strongest = found.statistics.iter().max_by_key(|of| of.e).unwrap();
    assert_eq!(probes[strongest.probe].name(), by, "{bad:?} at {at:?}");
    assert_eq!(strongest.excluded, None);
}

#[test]
fn one_hardly_shuffled_deck_fails_wherever_it_comes() {
    for bad in [
        Bad::Sorted,
        Bad::Reversed,
        Bad::Cut,
        Bad::Riffled(1),
        Bad::Riffled(2),
    ] {
        for at in [777, 12_000] {
            let (found, _) = watched(Some(bad), &[at], 13_000, 2);
            assert_eq!(found.decision, Decision::Fail, "{bad:?} at {at}");
        }
    }
    fails(Bad::Sorted, &[97_531], 100_000, "rising-sequences");
    fails(Bad::Cut, &[97_531], 100_000, "rising-sequences");
    fails(Bad::Riffled(1), &[97_531], 100_000, "rising-sequences");
    fails(Bad::Riffled(2), &[97_531], 100_000, "rising-sequences");
}

#[test]
fn a_deck_that_was_hardly_shuffled_since_the_one_before_fails_wherever_it_comes() {
    for bad in [Bad::LastCut, Bad::LastRiffled] {
        for at in [777, 12_000] {
            fails(bad, &[at], 13_000, "lag-1/rising-sequences");
        }
        fails(bad, &[64_321], 80_000, "lag-1/rising-sequences");
    }
}

#[test]
fn fair_decks_are_read_to_their_end_and_exclude_a_share() {
    for seed in 0..4 {
        let (found, probes) = watched(None, &[], 100_000, seed);
        assert_eq!(
            (found.decision, found.decks),
            (Decision::Undecided, 100_000)
        );
        for of in &found.statistics {
            let probe = &probes[of.probe];
            let rising = probe.statistic().name() == "rising-sequences";
            assert_eq!(of.excluded.is_some(), rising, "{}", probe.name());
            assert!(probe.lag() == 0 || of.limit.is_none(), "{}", probe.name());
            if let Some(excluded) = of.excluded.filter(|_| probe.lag() == 0) {
                assert!((1.0 / excluded.share - 14_476.48).abs() < 0.01);
            }
        }
    }
}
