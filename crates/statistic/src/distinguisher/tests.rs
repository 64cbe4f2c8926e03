#![allow(
    clippy::ptr_arg,
    reason = "some shuffles take cards out of the deck, and all have one type"
)]
use super::*;
use crate::Design;
use deck::Block;
use laws::beta::beta_lower;
use laws::known::Known;

/// Decks of `cards` cards, each made by `shuffle` of a sorted one.
fn decks(
    cards: usize,
    decks: u64,
    run: u64,
    shuffle: impl Fn(&mut [Card], &mut PcgDraws),
) -> Tally {
    let mut draws = PcgDraws::for_batch(3, "distinguisher", 0, run);
    let mut block = Block::new(cards);
    let mut tally = Tally::empty(FIRST_DECKS, cards);
    for first in (0..decks).step_by(64) {
        block.clear(first);
        for _ in first..decks.min(first + 64) {
            let mut deck: Vec<Card> = (0..cards as Card).collect();
            shuffle(&mut deck, &mut draws);
            block.push(&deck);
        }
        block.index(FIRST_DECKS.layout());
        tally.count(FIRST_DECKS, &block);
    }
    tally
}

fn ideal(deck: &mut [Card], draws: &mut PcgDraws) {
    draws.shuffle(deck);
}

/// Swaps each card in turn with any.
fn swap_with_any(deck: &mut [Card], draws: &mut PcgDraws) {
    let cards = deck.len();
    for place in 0..cards {
        deck.swap(place, draws.below(cards as u32) as usize);
    }
}

/// A merge sort whose comparisons are coins.
fn coin_merge(deck: &mut [Card], draws: &mut PcgDraws) {
    if deck.len() < 2 {
        return;
    }
    let (left, right) = deck.split_at_mut(deck.len() / 2);
    coin_merge(left, draws);
    coin_merge(right, draws);
    let (left, right) = (left.to_vec(), right.to_vec());
    let (mut a, mut b) = (left.into_iter().peekable(), right.into_iter().peekable());
    for place in deck {
        let from_left = match (a.peek(), b.peek()) {
            (Some(_), Some(_)) => draws.below(2) == 0,
            (left, _) => left.is_some(),
        };
        let next = if from_left { a.next() } else { b.next() };
        *place = next.expect("one of them has a card left");
    }
}

/// One cycle through all cards.
fn sattolo(deck: &mut [Card], draws: &mut PcgDraws) {
    for place in (1..deck.len()).rev() {
        deck.swap(place, draws.below(place as u32) as usize);
    }
}

fn figures_of(tally: &Tally, cards: usize) -> Figures {
    assessed(tally, cards).figures
}

fn assessed(tally: &Tally, cards: usize) -> Assessment {
    let evidence = Evidence {
        lag: 0,
        design: Design {
            size: cards,
            trials: tally.subjects(),
            replicates: 1,
        },
        tally,
        series: None,
        known: &Known::default(),
        level: 0.001,
        wanted: crate::Wanted::InFull,
        lines: None,
    };
    Distinguisher.assess(&evidence)
}

/// The p-value of the test; `None` of too few decks.
fn p_of(tally: &Tally, cards: usize) -> Option<f64> {
    let tests = assessed(tally, cards).tests;
    match tests.as_slice() {
        [test] if test.name == HITS => match test.outcome {
            Outcome::P(p) => Some(p.get()),
            Outcome::TooFew { .. } => None,
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn ideal_decks_fail_as_seldom_as_the_level_says_and_bad_ones_always() {
    // In 100 runs 13 below .05 would be exceeded by chance with a probability of .0005.
    for (cards, many) in [(2, 200), (6, 400), (52, 100), (52, 400), (300, 60)] {
        let runs = 0..100;
        let alarms = runs
            .filter(|run| p_of(&decks(cards, many, 500 + run, ideal), cards).unwrap() <= 0.05)
            .count();
        println!("{cards} cards, {many} decks: {alarms}");
        assert!(alarms <= 13, "{cards} cards, {many} decks: {alarms}");
    }
    for (shuffle, many) in [
        (coin_merge as fn(&mut [Card], &mut PcgDraws), 1_000),
        (sattolo, 2_000),
        (swap_with_any, 8_000),
    ] {
        let p = p_of(&decks(52, many, 1, shuffle), 52).unwrap();
        assert!(p < 1e-9, "{many} decks: {p}");
    }
    assert_eq!(p_of(&decks(52, 39, 1, sattolo), 52), None);
}

fn number(figures: &Figures, key: &str) -> f64 {
    figures.number(key).unwrap()
}

#[test]
fn ideal_decks_are_not_told_apart() {
    // The scored decks are recognised as often as ideal ones: binomial, with the share of the ideal
    // decks, which is known to a few thousandths. In 100 runs at most 6 tails at or below 0.01 happen
    // by chance once in a thousand, if that makes them 0.013.
    for (cards, many) in [(2, 200), (6, 400), (20, 40), (52, 400), (300, 40)] {
        let mut tails = [0; 2];
        for run in 0..100 {
            let figures = figures_of(&decks(cards, many, run, ideal), cards);
            let whole = |key: &str| figures.whole(key).unwrap();
            let (hits, of) = (whole("hits"), whole("scored_on"));
            let share = (whole("ideal_hits") as f64 + 0.5) / (whole("ideal_decks") as f64 + 1.0);
            let at_least = |hits: u64| match hits {
                0 => 1.0,
                _ => beta_lower(hits as f64, (of - hits + 1) as f64, share),
            };
            tails[0] += u64::from(at_least(hits) <= 0.01);
            tails[1] += u64::from(hits < of && 1.0 - at_least(hits + 1) <= 0.01);
        }
        let most = 6;
        assert!(
            tails.iter().all(|tail| *tail <= most),
            "{cards} cards, {many} decks: {tails:?}"
        );
    }
}

#[test]
fn shuffles_with_nearly_fair_margins_are_told_apart() {
    // 52 cards, 8,000 decks: by prototypes in numpy about .25, .7, and .63 (no card stays).
    for (name, shuffle, least) in [
        (
            "swap with any",
            swap_with_any as fn(&mut [Card], &mut PcgDraws),
            0.2,
        ),
        ("merge sort with coins", coin_merge, 0.6),
        ("sattolo", sattolo, 0.55),
    ] {
        let figures = figures_of(&decks(52, 8_000, 1, shuffle), 52);
        let found = number(&figures, "difference");
        assert!(found > least, "{name}: {figures:?}");
    }
}

#[test]
fn an_event_is_made_of_its_figures_and_too_few_decks_have_none() {
    let tally = decks(20, 400, 2, sattolo);
    let figures = figures_of(&tally, 20);
    let event = Distinguisher.event(&tally, &figures).unwrap();
    assert_eq!((event.of, figures.whole("scored_on")), (100, Some(100)));
    let IdealShare::Counted { hits, of } = event.ideal else {
        panic!("{event:?}")
    };
    assert_eq!((hits, of), (figures.whole("ideal_hits").unwrap(), 1_600));
    let few = decks(20, 39, 2, sattolo);
    assert!(Distinguisher.event(&few, &figures_of(&few, 20)).is_none());
}

#[test]
fn a_discriminant_of_two_views_is_the_textbook_one() {
    // Means (1, 0) and (0, 0), covariance [[1, c], [c, 1]]: weights in proportion to (1, −c).
    let points = |shift: i64| -> Vec<Scores> {
        [(3, 1), (-3, -1), (1, 3), (-1, -3)]
            .map(|(a, b)| [a + shift, b, 0, 0, 0])
            .to_vec()
    };
    let weights = Weights::between(&points(1), &points(0));
    let ratio = weights.of_scores[1] / weights.of_scores[0];
    // Σab/Σaa = (3 + 3 + 3 + 3)/(9 + 9 + 1 + 1).
    assert!((ratio + 0.6).abs() < 1e-4, "{weights:?}");
    assert_eq!(weights.of_scores[2..], [0.0; 3]);
}

#[test]
fn a_threshold_lies_where_the_shares_differ_most() {
    let threshold = threshold(vec![1.0, 2.0, 5.0, 6.0], vec![0.0, 1.5, 1.6, 5.5]);
    assert!((threshold - 2.0).abs() < 1e-12);
}
