//! Right shuffles of each form pass, wrong ones fail and are named; all at 10⁻⁹ with a fixed seed unless a test says otherwise.

#![expect(
    clippy::redundant_closure,
    clippy::redundant_closure_for_method_calls,
    reason = "checks as their users write them"
)]

use rand::seq::{SliceRandom, index};
use rand::{Rng, RngExt, SeedableRng};

use super::*;

fn fair<T, R: Rng + ?Sized>(deck: &mut [T], rng: &mut R) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, rng.random_range(0..=last));
    }
}

fn swap_with_any<T, R: Rng + ?Sized>(deck: &mut [T], rng: &mut R) {
    for card in 0..deck.len() {
        let other = rng.random_range(0..deck.len());
        deck.swap(card, other);
    }
}

fn sattolo<T, R: Rng + ?Sized>(deck: &mut [T], rng: &mut R) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, rng.random_range(0..last));
    }
}

#[test]
fn every_form_of_a_right_shuffle_passes() {
    let own = |deck: &mut [u16], rng: &mut Random| {
        let mut own = rand_pcg::Pcg32::seed_from_u64(rng.next_u64());
        fair(deck, &mut own);
    };
    let cards: Vec<String> = (0..20).map(|card| format!("card {card}")).collect();
    let all: Vec<Check<'_>> = vec![
        check(52, |deck, rng| fair(deck, rng)),
        check(40, |deck, rng| deck.shuffle(rng)),
        check(30, own),
        check_items(&cards, |deck: &mut [String], rng| fair(deck, rng)),
        check_orders(52, |rng| index::sample(rng, 52, 52)),
        check_sample(52, 5, |rng| index::sample(rng, 52, 5)),
        check_sample(52, 5, |rng| {
            let mut deck: Vec<u16> = (0..52).collect();
            deck.partial_shuffle(rng, 5).0.to_vec()
        }),
    ];
    for check in all {
        check.decks(10_000).assert_fair();
    }
}

#[test]
fn a_function_may_keep_a_state_and_draw_from_nothing() {
    let mut own = rand_pcg::Pcg64::seed_from_u64(7);
    check(52, |deck, _| fair(deck, &mut own))
        .decks(10_000)
        .assert_fair();
}

#[test]
fn decks_that_were_made_before_are_all_looked_at() {
    let mut rng = rand_pcg::Pcg64::seed_from_u64(3);
    let decks: Vec<Vec<u16>> = (0..3_000)
        .map(|_| {
            let mut deck: Vec<u16> = (0..52).collect();
            fair(&mut deck, &mut rng);
            deck
        })
        .collect();
    let found = check_decks(52, decks.iter().map(|deck| deck.iter().copied()))
        .run()
        .unwrap();
    assert_eq!((found.decks, found.outcome), (3_000, Outcome::NoEvidence));
    // The same decks, shuffled by a function, give the same tests.
    let mut rng = rand_pcg::Pcg64::seed_from_u64(3);
    let again = check(52, |deck, _| fair(deck, &mut rng))
        .decks(3_000)
        .run()
        .unwrap();
    assert_eq!(found.tests, again.tests);
    let few = check_decks(52, decks[..100].iter().cloned()).run().unwrap();
    assert_eq!(few.outcome, Outcome::TooFew, "{few}");
    assert!(!few.is_passed());
}

/// At .05 no more of 300 fail than the .999 quantile of their binomial, 28.
#[test]
fn fair_shuffles_fail_as_seldom_as_the_level_says() {
    let failed = (1..=300).filter(|seed| {
        let check = check(10, |deck, rng| fair(deck, rng))
            .decks(300)
            .seed(*seed);
        let found = check.suite(Suite::Quick).level(0.05).run().unwrap();
        found.outcome == Outcome::Evidence
    });
    let failed = failed.count();
    assert!((1..=28).contains(&failed), "{failed}");
}

#[test]
fn wrong_shuffles_fail_and_say_what_was_seen() {
    let found = check(52, |deck, rng| swap_with_any(deck, rng))
        .decks(10_000)
        .run()
        .unwrap();
    assert_eq!(found.outcome, Outcome::Evidence);
    let text = found.to_string();
    for part in [
        "This shuffle is not fair",
        "10,000 decks",
        "(p ",
        "at most once in 1,000,000,000 runs",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!found.failures().is_empty());
    let sampled = check_sample(52, 5, |rng| {
        let mut deck: Vec<u16> = (0..52).collect();
        swap_with_any(&mut deck, rng);
        deck.truncate(5);
        deck
    });
    assert_eq!(
        sampled.decks(20_000).run().unwrap().outcome,
        Outcome::Evidence
    );
}

#[cfg(feature = "cause")]
#[test]
#[cfg_attr(not(optimised), ignore = "models take minutes without optimisation")]
fn the_likeliest_cause_is_named() {
    let cause = |found: Checked| found.likeliest_cause().unwrap_or_default();
    let found = check(52, |deck, rng| swap_with_any(deck, rng))
        .decks(10_000)
        .run()
        .unwrap();
    assert!(cause(found).ends_with("swap-with-any."));
    let found = check(52, |deck, rng| sattolo(deck, rng))
        .decks(10_000)
        .run()
        .unwrap();
    assert!(cause(found).ends_with("sattolo."));
}

#[test]
fn a_watched_check_stops_once_it_is_decided() {
    let wrong = check(52, |deck, rng| sattolo(deck, rng))
        .within(0.05)
        .run()
        .unwrap();
    assert_eq!(wrong.outcome, Outcome::Evidence, "{wrong}");
    assert!(wrong.decks < 10_000, "{wrong}");
    let right = check(52, |deck, rng| fair(deck, rng))
        .within(0.05)
        .run()
        .unwrap();
    assert_eq!(right.outcome, Outcome::NoEvidence, "{right}");
    assert!(
        right.decks < DEFAULT_DECKS && right.within.unwrap() <= 0.05,
        "{right}"
    );
    let few = check(52, |deck, rng| fair(deck, rng))
        .within(0.05)
        .decks(500)
        .run()
        .unwrap();
    assert_eq!(few.outcome, Outcome::TooFew, "{few}");
}

#[test]
fn numbers_out_of_range_are_refused() {
    let error = |check: Check<'_>| check.run().unwrap_err().to_string();
    let good = || check(52, |deck, rng| fair(deck, rng));
    assert_eq!(
        error(check(1, |_, _| ())),
        "cards: found 1; accepted: 2 to 10000"
    );
    assert_eq!(
        error(good().decks(200)),
        "decks: found 200; accepted: 201 to 1,000,000,000,000"
    );
    assert_eq!(
        error(good().level(0.5)),
        "level: found 0.5; accepted: 1e-9 to 0.05"
    );
    assert_eq!(
        error(good().level(f64::NAN)),
        "level: found NaN; accepted: 1e-9 to 0.05"
    );
    assert_eq!(
        error(good().within(0.9)),
        "within: found 0.9; accepted: 0.001 to 0.5"
    );
    let sample = check_sample(52, 53, |rng| index::sample(rng, 52, 52));
    assert_eq!(error(sample), "drawn: found 53; accepted: 1 to 52");
}

#[test]
fn what_is_no_deck_is_named_with_its_place() {
    let error = |check: Check<'_>| check.run().unwrap_err().to_string();
    let at = "the shuffle that is checked, deck 0 (from 0): ";
    assert_eq!(
        error(check(52, |deck, _| deck[1] = 0)),
        format!("{at}found 0 twice, at positions 0 and 1; accepted: each of 0 to 51 once")
    );
    assert_eq!(
        error(check_items(&[1, 2, 3], |deck, _| deck[2] = 9)),
        format!("{at}found something else at position 2; accepted: the cards that it was given")
    );
    assert_eq!(
        error(check_items(&['a', 'b', 'a'], |_, _| ())),
        format!(
            "{at}found the same item at 0 and 2 of the cards; accepted: each once, such as (card, copy)"
        )
    );
    assert_eq!(
        error(check_orders(4, |_| [0, 1, 2])),
        format!("{at}found 3 cards; accepted: 4")
    );
    assert_eq!(
        error(check_orders(4, |_| [0, -1, 2, 3])),
        format!("{at}found something else at position 1; accepted: numbers from 0 to 3")
    );
    assert_eq!(
        error(check_sample(4, 2, |_| [3, 3])),
        format!("{at}found 3 twice, at positions 0 and 1; accepted: each of 0 to 3 once")
    );
}

#[test]
#[should_panic(expected = "the closure's own words")]
fn a_panic_of_the_closure_is_passed_on() {
    let panics = |_: &mut [u16], rng: &mut Random| {
        assert!(rng.random_range(0..200) > 0, "the closure's own words");
    };
    drop(check(5, panics).run());
}
