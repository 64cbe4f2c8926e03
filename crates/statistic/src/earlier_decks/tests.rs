use super::*;
use crate::Tally;
use deck::rng::{Draws as _, PcgDraws};
use deck::{BLOCK, Block, Card};
use laws::known::Known;
use laws::testing::binomial_upper;

/// Decks one after the other: the deck with this index, from those before.
type Source<'a> = &'a mut dyn FnMut(usize, &mut PcgDraws) -> Vec<Card>;

/// The p-values of sum, lag and pair, with their words.
fn tested(cards: usize, decks: usize, seed: u64, source: Source<'_>) -> [(f64, String); 3] {
    let mut draws = PcgDraws::for_batch(u128::from(seed), "earlier decks", 0, 0);
    let mut tally = Tally::empty(FIRST_DECKS, cards);
    let mut block = Block::new(cards);
    let mut at = 0;
    while at < decks {
        block.clear(at as u64);
        for _ in 0..BLOCK.min(decks - at) {
            block.push(&source(at, &mut draws));
            at += 1;
        }
        block.index(FIRST_DECKS.layout());
        tally.count(FIRST_DECKS, &block);
    }
    let tests = assess(cards, &tally);
    let of = |test: &Test| match test.outcome {
        Outcome::P(p) => (p.get(), test.words.clone()),
        Outcome::TooFew { needed } => panic!("{needed} decks are needed"),
    };
    [of(&tests[0]), of(&tests[1]), of(&tests[2])]
}

/// Decks as they are looked at.
pub(super) fn decks_of(decks: &[Vec<Card>]) -> Decks {
    Decks::new(decks[0].len(), &decks.concat())
}

/// Ideal decks, but that every tenth is a cut of an earlier one.
pub(super) fn with_cuts(name: &str, cards: usize, number: usize) -> Vec<Vec<Card>> {
    let mut draws = PcgDraws::for_batch(4, name, 0, cards as u64);
    let mut all: Vec<Vec<Card>> = Vec::new();
    for at in 0..number {
        let mut deck = ideal(cards, &mut draws);
        if at % 10 == 9 {
            deck.clone_from(&all[at - 7]);
            deck.rotate_left(cards / 3);
        }
        all.push(deck);
    }
    all
}

fn assess(cards: usize, tally: &Tally) -> Vec<Test> {
    let evidence = Evidence {
        design: Design {
            size: cards,
            trials: tally.subjects(),
            replicates: 1,
        },
        tally,
        lag: 0,
        series: None,
        known: &Known::default(),
        level: 1e-6,
        wanted: crate::Wanted::InFull,
        lines: None,
    };
    EarlierDecks::new(cards).assess(&evidence).tests
}

fn in_order(cards: usize) -> Vec<Card> {
    (0..cards as Card).collect()
}

pub(super) fn ideal(cards: usize, draws: &mut PcgDraws) -> Vec<Card> {
    let mut deck = in_order(cards);
    draws.shuffle(&mut deck);
    deck
}

/// A riffle as Gilbert, Shannon and Reeds have it: a coin for each place says from which packet its card comes.
pub(super) fn riffled(deck: &[Card], times: usize, draws: &mut PcgDraws) -> Vec<Card> {
    let mut deck = deck.to_vec();
    for _ in 0..times {
        let coins: Vec<bool> = deck.iter().map(|_| draws.below(2) == 1).collect();
        let upper = coins.iter().filter(|coin| !**coin).count();
        let (mut above, mut below) = (deck[..upper].iter(), deck[upper..].iter());
        let cards = coins.iter().map(|coin| {
            let packet = if *coin { &mut below } else { &mut above };
            *packet.next().expect("as many cards as coins")
        });
        deck = cards.collect();
    }
    deck
}

#[test]
fn ideal_decks_fail_as_seldom_as_the_level_says() {
    const RUNS: u64 = 400;
    for (cards, decks) in [(52, 300), (8, 400), (200, 120)] {
        let mut below = [[0_u64; 2]; 3];
        for seed in 0..RUNS {
            let found = tested(cards, decks, seed, &mut |_, draws| ideal(cards, draws));
            for (below, (p, _)) in below.iter_mut().zip(found) {
                for (below, level) in below.iter_mut().zip([0.05, 0.01]) {
                    *below += u64::from(p <= level);
                }
            }
        }
        // The law of the sum is exact, not only an upper limit.
        let too_seldom = 1.0 - binomial_upper(below[0][0] + 1, RUNS, 0.05);
        assert!(
            too_seldom > 1e-3,
            "{cards} cards: {} of {RUNS}",
            below[0][0]
        );
        // Twenty-one comparisons at one in a thousand each.
        for below in below {
            for (below, level) in below.into_iter().zip([0.05, 0.01]) {
                let chance = binomial_upper(below, RUNS, level);
                assert!(
                    chance > 1e-3,
                    "{cards} cards: {below} of {RUNS} below {level}"
                );
            }
        }
    }
}

#[test]
fn tables_in_turn_and_at_random_are_found_with_their_lag() {
    for (tables, riffles) in [(3, 4), (6, 5), (13, 5), (40, 3)] {
        let mut at_table: Vec<Vec<Card>> = Vec::new();
        let found = tested(52, 4000, 7, &mut |at, draws| {
            if at < tables {
                at_table.push(ideal(52, draws));
            } else {
                at_table[at % tables] = riffled(&at_table[at % tables], riffles, draws);
            }
            at_table[at % tables].clone()
        });
        let [_, (p, words), _] = &found;
        assert!(*p < 1e-9, "{tables} tables: {p}");
        assert!(
            words.starts_with(&format!("from the one {tables} before it")),
            "{words}"
        );
    }
    for (tables, riffles) in [(3, 4), (6, 4), (13, 3)] {
        let mut at_table: Vec<Vec<Card>> = (0..tables).map(|_| in_order(52)).collect();
        for deck in &mut at_table {
            PcgDraws::for_batch(9, "tables", 0, deck.len() as u64).shuffle(deck);
        }
        let found = tested(52, 4000, 8, &mut |_, draws| {
            let table = draws.below(tables) as usize;
            at_table[table] = riffled(&at_table[table], riffles, draws);
            at_table[table].clone()
        });
        let p = found[0].0.min(found[1].0);
        assert!(p < 1e-9, "{tables} tables at random: {found:?}");
    }
}

#[test]
fn a_pool_that_is_dealt_again_gives_pairs_that_are_alike() {
    for (pool, riffles) in [(100, 3), (1000, 3), (1000, 2)] {
        let mut decks: Vec<Vec<Card>> = Vec::new();
        let [_, _, (p, words)] = tested(52, 8000, 3, &mut |_, draws| {
            if decks.len() < pool {
                decks.push(ideal(52, draws));
                return decks[decks.len() - 1].clone();
            }
            let at = draws.below(pool as u32) as usize;
            decks[at] = riffled(&decks[at], riffles, draws);
            decks[at].clone()
        });
        assert!(p < 1e-6, "{pool}, {riffles} riffles: {p}, {words}");
        assert!(
            words.contains("runs of cards in the order of deck"),
            "{words}"
        );
    }
}

/// One deck of 1,000 is dealt again, riffled twice: with so few decks all pairs are looked at.
#[test]
fn one_deck_that_is_dealt_again_is_found_among_a_thousand() {
    let mut first = Vec::new();
    let [_, _, (p, words)] = tested(52, 1_000, 8, &mut |at, draws| {
        let deck = match at {
            900 => riffled(&first, 2, draws),
            _ => ideal(52, draws),
        };
        if at == 200 {
            first.clone_from(&deck);
        }
        deck
    });
    assert!(p < 1e-4, "{p}: {words}");
    assert!(words.starts_with("deck 901 has"), "{words}");
}

/// Of 20,000 decks behind the first 8,192 a hundred are dealt again, long after, and riffled twice.
#[test]
fn decks_that_are_dealt_again_long_after_are_found() {
    const FIRST_AGAIN: usize = 28_192;
    let mut decks: Vec<Vec<Card>> = Vec::new();
    let [_, (lag, _), (p, words)] = tested(52, FIRST_AGAIN + 100, 5, &mut |at, draws| {
        let deck = match at.checked_sub(FIRST_AGAIN) {
            None => ideal(52, draws),
            Some(again) => riffled(&decks[8_192 + 171 * again], 2, draws),
        };
        decks.push(deck.clone());
        deck
    });
    assert!(p < 1e-6 && lag > 1e-3, "{p}, {lag}: {words}");
    assert!(words.contains("which 2 riffles can give"), "{words}");
}

/// Behind 150,000 ideal decks, five hundred are dealt again and again, with a riffle between: the sample of later decks shows it.
#[test]
fn decks_that_begin_to_be_dealt_again_late_are_found() {
    const FIRST_AGAIN: usize = 150_000;
    let mut pool: Vec<Vec<Card>> = Vec::new();
    let [_, (lag, _), (p, words)] = tested(52, 2 * FIRST_AGAIN, 6, &mut |at, draws| {
        if at < FIRST_AGAIN || pool.len() < 500 {
            let deck = ideal(52, draws);
            if at >= FIRST_AGAIN {
                pool.push(deck.clone());
            }
            return deck;
        }
        let at = draws.below(500) as usize;
        pool[at] = riffled(&pool[at], 1, draws);
        pool[at].clone()
    });
    assert!(p < 1e-6 && lag > 1e-3, "{p}, {lag}: {words}");
    assert!(words.contains("which 1 riffle can give"), "{words}");
}

#[test]
fn decks_that_are_bad_alike_or_change_slowly_are_not_said_to_remember() {
    type Bad = fn(usize, &mut PcgDraws) -> Vec<Card>;
    const RUNS: u64 = 40;
    let bad: [(&str, Bad); 3] = [
        ("four riffles of a new deck", |_, draws| {
            riffled(&in_order(52), 4, draws)
        }),
        ("one card on top in half of the decks", |_, draws| {
            let mut deck = ideal(52, draws);
            if draws.below(2) == 0 {
                let at = deck.iter().position(|card| *card == 0).unwrap_or(0);
                deck[..=at].rotate_right(1);
            }
            deck
        }),
        ("ever fewer riffles", |at, draws| {
            if draws.below(2000) < at as u32 {
                riffled(&in_order(52), 4, draws)
            } else {
                ideal(52, draws)
            }
        }),
    ];
    for (name, source) in bad {
        let mut below = [0; 2];
        for seed in 0..RUNS {
            let found = tested(52, 2000, seed, &mut |at, draws| source(at, draws));
            for (below, (p, _)) in below.iter_mut().zip(found) {
                *below += u64::from(p < 0.01);
            }
        }
        for below in below {
            let chance = binomial_upper(below, RUNS, 0.01);
            assert!(chance > 1e-3, "{name}: {below} of {RUNS}");
        }
    }
}

#[test]
fn few_decks_are_not_tested() {
    let tally = Tally::empty(FIRST_DECKS, 52);
    let tests = assess(52, &tally);
    let needed = Outcome::TooFew { needed: 20 };
    assert!(tests.iter().all(|test| test.outcome == needed));
}
