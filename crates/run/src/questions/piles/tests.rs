//! Piles for a cube against the chain of one card and against all orders.

use super::colour::find_balance;
use super::*;
use crate::questions::build;
use laws::marked_cards::hand;
use laws::matrix::Matrix;
use shuffle::routine::{Letters, Plan, Routine};

fn ask(cards: usize, piles: Option<usize>) -> PilesQuestion {
    PilesQuestion {
        cards,
        piles,
        booster: 15.min(cards),
        hand: 100,
        colour: None,
    }
}

/// `text` of dealings onto so many piles: `P` shuffles each, `F` does not.
fn plan(text: &str, piles: usize) -> Plan {
    let mut letters = Letters::default();
    for (letter, kind, each) in [
        ('P', "piles", "each = { kind = \"fisher-yates\" }"),
        ('F', "pile", ""),
    ] {
        let parameters = format!("piles = {piles}\n{each}").parse().unwrap();
        let shuffle = shuffle::build(kind, parameters).unwrap();
        letters.define(letter, shuffle.into());
    }
    Routine::parse(text, &letters).unwrap().plan(&letters)
}

#[test]
fn figures_are_those_of_the_one_card_chain() {
    for (cards, piles) in [(540, 8), (540, 6), (53, 7), (30, 9), (12, 11)] {
        let chain: Matrix = plan("PPF", piles).one_card(cards).unwrap();
        let n = cards as f64;
        let least = chain.cells().iter().copied().fold(1.0, f64::min);
        let most = chain.cells().iter().copied().fold(0.0, f64::max);
        let far = (0..cards)
            .map(|card| chain.distance(card))
            .fold(0.0, f64::max);
        let choice = find_choice(cards, piles);
        assert!((choice.smallest - n * least).abs() < 1e-12);
        assert!((choice.largest - n * most).abs() < 1e-12);
        assert!((choice.distance - far).abs() < 1e-12);
    }
}

#[test]
fn a_cube_of_540_takes_six_piles() {
    let found = find(&ask(540, None));
    assert_eq!(found.best, Some(6));
    assert_eq!(
        found.even,
        Some(Even {
            cards: 540,
            piles: 6
        })
    );
    let piles: Vec<usize> = found.choices.iter().map(|choice| choice.piles).collect();
    assert!(piles.into_iter().eq(6..=23));
    let eight = found.choices[2];
    assert_eq!(
        (eight.largest_pile, eight.smallest_pile, eight.larger_piles),
        (68, 67, 4)
    );
    assert_eq!(
        (eight.last_card, eight.square_divides, eight.shuffled),
        (4, 0, 16)
    );
    assert_eq!(
        eight.riffles,
        eight.riffles_each.map(|each| 16 * each as usize)
    );
    let colour = found.colour.unwrap();
    let dealt = colour.dealt.unwrap();
    assert_eq!((dealt.fewest, dealt.most), (15, 15));
    assert!((colour.expected - 15.0).abs() < 1e-12);
    // With eight piles there are 8 or 9 in a pile, and not 540/64.
    let eight = find(&ask(540, Some(8))).colour.unwrap();
    let dealt = eight.dealt.unwrap();
    assert_eq!((eight.cards, dealt.fewest, dealt.most), (68, 8, 9));
}

/// Six piles of 90 are six packs each; 8 piles of 67 or 68 overlap with twelve.
#[test]
fn a_remembered_pile_leaves_few_packs_off_the_stack() {
    let six = find(&ask(540, Some(6))).remembered.unwrap();
    assert_eq!((six.piles, six.boosters), (6, 36));
    assert_eq!((six.second.dealt.fewest, six.second.dealt.most), (6, 6));
    assert!((six.second.dealt.times - 6.0).abs() < 1e-12);
    assert!((six.first.dealt.times - 1.0).abs() < 1e-12);
    assert!((six.second.made.times - 1.2).abs() < 1e-12);
    // Without any number that is sensible there is nothing to say, and no booster need be full.
    let none = PilesQuestion {
        hand: 1,
        ..ask(540, None)
    };
    assert_eq!(find(&none).remembered, None);
    let one = find(&ask(7, Some(2))).remembered.unwrap();
    assert_eq!((one.boosters, one.second.made.most), (1, 1));
    assert!((one.second.made.likeliest - 1.0).abs() < 1e-15);
}

#[test]
fn a_hundred_piles_serve_10_000_cards_and_no_number_more_or_primes() {
    let most = find(&ask(10_000, None));
    assert_eq!(most.best, Some(100));
    assert_eq!(
        (
            most.choices[0].square_divides,
            most.choices[0].more_than_piles
        ),
        (1, 0)
    );
    let small = PilesQuestion {
        hand: 50,
        ..ask(10_000, None)
    };
    assert_eq!(find(&small).best, None);
    let prime = find(&ask(541, None));
    assert_eq!(
        prime.even,
        Some(Even {
            cards: 540,
            piles: 6
        })
    );
    assert!(prime.choices.iter().all(|choice| choice.distance > 0.0));
}

/// Eight cards are dealt on two piles, and the first pile holds all cards of a colour, or all but one.
/// The law of each booster of three is that over all orders of the technique.
#[test]
fn colours_in_boosters_are_those_of_all_orders() {
    let orders = plan("PPF", 2).orders(8, 8).unwrap();
    let undealt = plan("PP", 2).orders(8, 8).unwrap();
    let sorted = plan("P", 2).orders(8, 8).unwrap();
    for colour in [4, 3, 1] {
        // Cards 0, 2, 4, 6 are dealt onto the first pile.
        let law =
            |law: &laws::order_law::OrderLaw, places: [usize; 3], marked: &dyn Fn(u16) -> bool| {
                let values = law.statistic(|deck| {
                    let cards = places.iter().map(|place| deck[*place]);
                    cards.filter(|card| marked(*card)).count() as u64
                });
                let mut law = vec![0.0; 4];
                for value in values {
                    law[value.value as usize] += value.probability;
                }
                law
            };
        let even = move |card: u16| card.is_multiple_of(2) && usize::from(card / 2) < colour;
        let top = move |card: u16| usize::from(card) < colour;
        // Three cards off the stack; or the first three of four that are dealt onto each of two piles.
        let off = [[0, 1, 2], [3, 4, 5]];
        let every_second = [[0, 2, 4], [1, 3, 5]];
        let laws = off.map(|places| law(&orders, places, &even));
        let stacked = off.map(|places| law(&undealt, places, &even));
        let made = every_second.map(|places| law(&undealt, places, &even));
        let tops = off.map(|places| law(&sorted, places, &top));
        let fair = hand(8, colour, 3);
        let found = find_colour(&Dealing::new(8, 2), 8, colour, 3);
        for (ours, laws) in [
            (found.dealt.unwrap(), laws),
            (found.undealt.unwrap(), stacked),
            (found.made.unwrap(), made),
            (found.sorted, tops),
        ] {
            let counted = find_balance((None, None), laws.into_iter(), &fair);
            for (a, b) in [
                (ours.mean, counted.mean),
                (ours.variance, counted.variance),
                (ours.variance_of_means, counted.variance_of_means),
                (ours.distance, counted.distance),
                (ours.largest_distance, counted.largest_distance),
            ] {
                assert!((a - b).abs() < 1e-12, "{colour}: {a}, {b}");
            }
        }
    }
}

#[test]
fn where_nothing_can_vary_nothing_does() {
    for question in [
        PilesQuestion {
            booster: 7,
            ..ask(7, Some(2))
        },
        PilesQuestion {
            booster: 3,
            colour: Some(7),
            ..ask(7, Some(2))
        },
    ] {
        let colour = find(&question).colour.unwrap();
        assert!((colour.sorted.share - 1.0).abs() < 1e-15 && colour.fair_variance < 1e-15);
    }
}

#[test]
fn questions_without_sense_are_refused() {
    for (text, part) in [
        ("piles = 11", "a whole number from 2 to 10"),
        ("booster = 0", "a whole number from 1 to 10"),
        ("colour = 99", "a whole number from 1 to 10"),
    ] {
        let error = build("piles", text.parse().unwrap(), 10, &Letters::none());
        let error = error.unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
