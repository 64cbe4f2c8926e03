//! Single bad decks, single cells, changes on the way and decks that are too even: what the tests of everything
//! together are blind to, in streams that are made here and given to the program.
//!
//! All seeds are fixed. Each stream must fail at .001; each has at least 199 of 200 seeds that do (the test of all is
//! long, and ignored). Fair streams fail with probability .001 each: of those here one fails by chance with a
//! probability of .01.

use std::path::Path;

use crate::common::{TEST_BYTES_OF_52, program, ran};
use deck::rng::{Draws, PcgDraws};
use laws::eulerian;

const CARDS: usize = 52;

/// Decks that are not fair, and what the report must name.
#[derive(Debug, Clone, Copy)]
enum Flaw {
    None,
    RiffledOnce,
    RiffledTwice,
    Sorted,
    Reversed,
    Cut,
    CutOfLast,
    OneCutOf500,
    OneSortedOf200,
    /// Card 42 directly follows card 17 too often, or the other way round.
    Neighbours,
    /// The first card is too seldom on top.
    SeldomOnTop,
    /// The first card is in the top half 55% of the time, and later 45%.
    Drift,
    /// The numbers of rising sequences come in their quotas.
    Quotas,
}

impl Flaw {
    const ALL: [Self; 12] = [
        Self::OneSortedOf200,
        Self::OneCutOf500,
        Self::Drift,
        Self::Quotas,
        Self::Neighbours,
        Self::SeldomOnTop,
        Self::RiffledOnce,
        Self::RiffledTwice,
        Self::Sorted,
        Self::Reversed,
        Self::Cut,
        Self::CutOfLast,
    ];

    fn decks(self) -> u64 {
        match self {
            Self::OneCutOf500 => 500,
            Self::OneSortedOf200 => 200,
            Self::Drift | Self::Quotas => 20_000,
            _ => 100_000,
        }
    }

    /// The number of decks that are bad.
    fn bad(self) -> u32 {
        match self {
            Self::RiffledOnce => 10,
            Self::RiffledTwice => 20,
            Self::Cut => 3,
            Self::CutOfLast => 9,
            Self::Sorted | Self::Reversed | Self::OneCutOf500 | Self::OneSortedOf200 => 1,
            _ => 0,
        }
    }

    /// A part of the words that the report has on it.
    fn words(self) -> &'static str {
        match self {
            Self::Neighbours => "directly follows card",
            Self::SeldomOnTop => "the card that started at position 1 ends at position 1",
            Self::Drift => "the card that started at position 1 ends elsewhere",
            Self::Quotas => "nearer to their fair shares than chance allows",
            _ => "a fair shuffle hardly ever gives that",
        }
    }
}

/// A stream of decks, a byte for each card.
struct Stream {
    flaw: Flaw,
    draws: PcgDraws,
    bad: Vec<u64>,
    /// The distribution function of the number of rising sequences.
    rising: Vec<f64>,
}

impl Stream {
    fn new(flaw: Flaw, seed: u64) -> Self {
        let mut draws = PcgDraws::for_batch(u128::from(seed), &format!("{flaw:?}"), 0, 0);
        let bad = (0..flaw.bad()).map(|_| u64::from(draws.below(flaw.decks() as u32)));
        let law = eulerian::law(CARDS);
        Self {
            flaw,
            bad: bad.collect(),
            draws,
            rising: law
                .iter()
                .scan(0.0, |sum, p| {
                    *sum += p;
                    Some(*sum)
                })
                .collect(),
        }
    }

    fn bytes(mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut deck: Vec<u16> = (0..CARDS as u16).collect();
        for at in 0..self.flaw.decks() {
            deck = self.next(at, deck);
            bytes.extend(deck.iter().map(|card| *card as u8));
        }
        bytes
    }

    fn next(&mut self, at: u64, last: Vec<u16>) -> Vec<u16> {
        let sorted: Vec<u16> = (0..CARDS as u16).collect();
        let cut = |mut deck: Vec<u16>, draws: &mut PcgDraws| {
            deck.rotate_left(1 + draws.below(CARDS as u32 - 1) as usize);
            deck
        };
        if self.bad.contains(&at) {
            return match self.flaw {
                Flaw::RiffledOnce => self.riffled(&sorted),
                Flaw::RiffledTwice => {
                    let once = self.riffled(&sorted);
                    self.riffled(&once)
                }
                Flaw::Reversed => sorted.into_iter().rev().collect(),
                Flaw::Cut | Flaw::OneCutOf500 => cut(sorted, &mut self.draws),
                Flaw::CutOfLast => cut(last, &mut self.draws),
                _ => sorted,
            };
        }
        let mut deck = last;
        self.draws.shuffle(&mut deck);
        let draws = &mut self.draws;
        let place = |deck: &[u16], card: u16| deck.iter().position(|other| *other == card).unwrap();
        match self.flaw {
            // Adjacent in either order 30% oftener than 2/52.
            Flaw::Neighbours if draws.chance(0.3 * 2.0 / 50.0) => {
                let lower = place(&deck, 41);
                let card = deck.remove(lower);
                let upper = place(&deck, 16);
                let side = draws.below(2) as usize;
                deck.insert(upper + side, card);
            }
            Flaw::SeldomOnTop if deck[0] == 0 && draws.chance(0.3) => {
                let other = 1 + draws.below(CARDS as u32 - 1) as usize;
                deck.swap(0, other);
            }
            Flaw::Drift => {
                let at_first = 2 * at < self.flaw.decks();
                let half = CARDS / 2;
                let card = place(&deck, 0);
                // One in ten of those in the wrong half moves to the other one: half of them becomes 55%.
                if (card >= half) == at_first && draws.chance(0.1) {
                    let to = draws.below(half as u32) as usize + if at_first { 0 } else { half };
                    deck.swap(card, to);
                }
            }
            Flaw::Quotas => {
                // The multiples of the golden ratio fill the interval as evenly as can be.
                let share = ((at as f64 + 0.5) * 0.618_033_988_749_894_9).fract();
                let wanted = 1 + self
                    .rising
                    .partition_point(|sum| *sum <= share)
                    .min(CARDS - 1);
                while rising(&deck) != wanted {
                    draws.shuffle(&mut deck);
                }
            }
            _ => {}
        }
        deck
    }

    fn riffled(&mut self, deck: &[u16]) -> Vec<u16> {
        let cut = self.draws.binomial_half(CARDS as u32) as usize;
        let (mut upper, mut lower) = (deck[..cut].iter(), deck[cut..].iter());
        let mut riffled = Vec::with_capacity(CARDS);
        while riffled.len() < CARDS {
            let left = (upper.len() + lower.len()) as u32;
            let next = if (self.draws.below(left) as usize) < upper.len() {
                upper.next()
            } else {
                lower.next()
            };
            riffled.extend(next);
        }
        riffled
    }
}

/// The number of rising sequences.
fn rising(deck: &[u16]) -> usize {
    let mut places = [0; CARDS];
    for (place, card) in deck.iter().enumerate() {
        places[usize::from(*card)] = place;
    }
    1 + places.windows(2).filter(|pair| pair[1] < pair[0]).count()
}

/// Returns true if the program fails the stream in a fixed run, and what it says.
fn fails(flaw: Flaw, seed: u64) -> (bool, String) {
    let bytes = Stream::new(flaw, seed).bytes();
    let ran = ran(program(Path::new("."))
        .args(TEST_BYTES_OF_52)
        .write_stdin(bytes));
    assert!(ran.code < 2, "{ran:#?}");
    (ran.code == 1, ran.out)
}

#[test]
fn each_flaw_fails_and_is_named() {
    for flaw in Flaw::ALL {
        let (failed, said) = fails(flaw, 1);
        assert!(failed, "{flaw:?}: {said}");
        let plain = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.contains(flaw.words()), "{flaw:?}: {said}");
    }
}

#[test]
fn fair_streams_pass() {
    for seed in 0..10 {
        let (failed, said) = fails(Flaw::None, seed);
        assert!(!failed, "{seed}: {said}");
    }
}

#[test]
#[ignore = "some six minutes, twelve flaws with 200 seeds each: .ci/full passes"]
fn each_flaw_fails_with_199_of_200_seeds() {
    for flaw in Flaw::ALL {
        let failed = (0..200).filter(|seed| fails(flaw, *seed).0).count();
        println!("{flaw:?}: {failed} of 200");
        assert!(failed >= 199, "{flaw:?}: {failed} of 200");
    }
}
