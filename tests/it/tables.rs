//! Tables of neighbours, distances, orders of pairs and draws: each catches a shuffle that is known to be
//! bad in its way, says in words what it saw, and takes decks of every size that it says it takes.

#![allow(
    clippy::ptr_arg,
    reason = "some shuffles take cards out of the deck, and all have one type"
)]

use deck::rng::{Draws, PcgDraws};
use deck::{Block, Card};

use laws::known::Known;
use statistic::{Counting, Design, Evidence, Outcome, Tally, Test, Wanted};

/// Puts a sorted deck in some order.
type Shuffle = fn(&mut PcgDraws, &mut Vec<Card>);

/// Riffles so many times (Gilbert, Shannon and Reeds).
fn riffles<const TIMES: usize>(draws: &mut PcgDraws, deck: &mut Vec<Card>) {
    for _ in 0..TIMES {
        let cut = draws.binomial_half(deck.len() as u32) as usize;
        let (mut upper, mut lower) = (deck[..cut].iter(), deck[cut..].iter());
        let mut riffled = Vec::with_capacity(deck.len());
        while riffled.len() < deck.len() {
            let from_lower = draws.second_of(upper.len() as u32, lower.len() as u32);
            riffled.extend(if from_lower {
                lower.next()
            } else {
                upper.next()
            });
        }
        *deck = riffled;
    }
}

/// Every card in turn is swapped with any card, rather than with one of those not yet done.
fn swap_with_any(draws: &mut PcgDraws, deck: &mut Vec<Card>) {
    let cards = deck.len();
    for at in 0..cards {
        deck.swap(at, draws.below(cards as u32) as usize);
    }
}

/// An insertion sort whose comparisons are thrown coins.
fn sort_by_coins(draws: &mut PcgDraws, deck: &mut Vec<Card>) {
    for at in 1..deck.len() {
        let mut here = at;
        while here > 0 && draws.chance(0.5) {
            deck.swap(here, here - 1);
            here -= 1;
        }
    }
}

/// The generator of a home computer of 1981: x ← 75(x + 1) − 1 mod 65537, draws by its high end. Each
/// draw is uniform, and says much of the next one.
struct Congruential(u32);

impl Congruential {
    fn seeded(draws: &mut PcgDraws) -> Self {
        Self(draws.below(65_536))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 = (75 * (self.0 + 1)) % 65_537 - 1;
        (self.0 as usize * bound) >> 16
    }
}

/// Fisher-Yates from the top down on such draws.
fn congruential_from_top(draws: &mut PcgDraws, deck: &mut Vec<Card>) {
    let mut numbers = Congruential::seeded(draws);
    for at in 0..deck.len() {
        let other = at + numbers.below(deck.len() - at);
        deck.swap(at, other);
    }
}

/// The same from the bottom up.
fn congruential_from_bottom(draws: &mut PcgDraws, deck: &mut Vec<Card>) {
    let mut numbers = Congruential::seeded(draws);
    for at in (1..deck.len()).rev() {
        deck.swap(at, numbers.below(at + 1));
    }
}

/// One of the cards that are left after the other.
fn congruential_picks(draws: &mut PcgDraws, deck: &mut Vec<Card>) {
    let mut numbers = Congruential::seeded(draws);
    let mut picked = Vec::with_capacity(deck.len());
    while !deck.is_empty() {
        picked.push(deck.remove(numbers.below(deck.len())));
    }
    *deck = picked;
}

fn design(cards: usize, decks: u64) -> Design {
    Design {
        size: cards,
        trials: decks,
        replicates: 1,
    }
}

/// The test of the statistic `name`, and its figures, over decks of a shuffle.
fn found(name: &str, cards: usize, decks: u64, shuffle: Shuffle, seed: u128) -> (Test, String) {
    let design = design(cards, decks);
    let probe = statistic::build(name, toml::Table::new(), &design).unwrap();
    let mut draws = PcgDraws::for_batch(seed, name, 0, 0);
    let mut counting = Counting::new(&[probe.gauge()], cards);
    let mut tally = vec![Tally::empty(probe.gauge::<Block>().counter, cards)];
    let mut block = Block::new(cards);
    for deck in 0..decks {
        let mut cards: Vec<Card> = (0..cards).map(|card| card as Card).collect();
        shuffle(&mut draws, &mut cards);
        block.push(&cards);
        if block.len() == 64 || deck + 1 == decks {
            counting.count(&mut block, &mut tally);
            block.clear(deck + 1);
        }
    }
    counting.settle(&mut tally);
    let mut assessment = probe.assess(&Evidence {
        lag: 0,
        design,
        tally: &tally[0],
        series: None,
        known: &Known::default(),
        level: 0.001,
        wanted: Wanted::InFull,
        lines: None,
    });
    assert_eq!(assessment.tests[0].name, "omnibus");
    let figures = serde_json::to_string(&assessment.figures).unwrap();
    (assessment.tests.remove(0), figures)
}

fn p(test: &Test) -> f64 {
    match test.outcome {
        Outcome::P(p) => p.get(),
        Outcome::TooFew { needed } => panic!("needs {needed} decks"),
    }
}

/// Each of ten seeds must fail at 0.00002, the share of one of fifty tests at 0.001. With the power that
/// was measured all ten do but for one choice of seeds in a hundred.
#[test]
fn each_table_catches_a_shuffle_that_is_bad_in_its_way() {
    let cases: &[(&str, Shuffle, u64)] = &[
        ("successor-matrix", riffles::<5>, 2_000),
        ("successor-matrix", sort_by_coins, 1_000),
        ("gaps", riffles::<6>, 500),
        ("pair-order", sort_by_coins, 1_000),
        ("pair-order", riffles::<5>, 4_000),
        ("lehmer-digits", swap_with_any, 8_000),
        ("swap-digits-top", swap_with_any, 8_000),
        ("swap-digits-bottom", swap_with_any, 8_000),
        ("digit-pairs", congruential_picks, 4_000),
        ("swap-pairs-top", congruential_from_top, 4_000),
        ("swap-pairs-bottom", congruential_from_bottom, 4_000),
    ];
    for &(name, shuffle, decks) in cases {
        let values: Vec<f64> = (0..10)
            .map(|seed| p(&found(name, 52, decks, shuffle, seed).0))
            .collect();
        let caught = values.iter().all(|p| *p < 0.000_02);
        assert!(caught, "{name}, {decks} decks: {values:?}");
    }
}
