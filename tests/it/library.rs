//! The library as a stranger's crate uses it, in its own tests.
//!
//! Every assertion on a fair shuffle is at the level of 10⁻⁹ with a fixed seed.

use colddeck::conduct::{self, Unwatched};
use colddeck::record::Outcome;
use colddeck::spec::{AskedUntil, Closure, Lags, Origin, Seed, Stakes, Suite, Testing};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};

use crate::common::snapshot;

/// Fisher and Yates, over any generator.
fn my_shuffle<R: Rng + ?Sized>(deck: &mut [u16], rng: &mut R) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, rng.random_range(0..=last));
    }
}

/// Every card is swapped with any card.
fn swap_with_any<R: Rng + ?Sized>(deck: &mut [u16], rng: &mut R) {
    for card in 0..deck.len() {
        let other = rng.random_range(0..deck.len());
        deck.swap(card, other);
    }
}

#[test]
fn a_right_shuffle_is_asserted_in_one_line() {
    colddeck::check(52, |deck: &mut [u16], rng| my_shuffle(deck, rng))
        .decks(20_000)
        .seed(1)
        .assert_fair();
}

#[test]
fn what_is_not_said_is_what_the_documentation_says() {
    let found = colddeck::check(6, |deck: &mut [u16], rng| my_shuffle(deck, rng)).run();
    let found = found.unwrap();
    assert_eq!(found.decks, check::DEFAULT_DECKS);
    assert_eq!(found.level.to_bits(), check::DEFAULT_LEVEL.to_bits());
}

#[test]
fn the_shuffle_of_rand_is_fair() {
    colddeck::check(40, |deck: &mut [u16], rng| deck.shuffle(rng))
        .decks(20_000)
        .assert_fair();
}

#[test]
fn a_generator_of_ones_own_is_seeded_from_the_one_that_is_given() {
    colddeck::check(30, |deck: &mut [u16], rng| {
        let mut own = rand_pcg::Pcg32::seed_from_u64(rng.next_u64());
        my_shuffle(deck, &mut own);
    })
    .decks(10_000)
    .suite(Suite::Quick)
    .assert_fair();
}

#[test]
#[should_panic(expected = "is not fair")]
fn a_wrong_shuffle_panics() {
    colddeck::check(52, |deck: &mut [u16], rng| swap_with_any(deck, rng))
        .decks(10_000)
        .assert_fair();
}

#[test]
#[should_panic(expected = "found 0 twice, at positions 0 and 1; accepted: each of 0 to 51 once")]
fn what_leaves_no_deck_panics() {
    colddeck::check(52, |deck: &mut [u16], _| deck[1] = 0).assert_fair();
}

#[test]
fn a_wrong_shuffle_is_explained_without_a_panic() {
    let offset = 0; // A closure may borrow what is around it.
    let checked = colddeck::check(52, |deck: &mut [u16], rng| {
        swap_with_any(&mut deck[offset..], rng);
    })
    .decks(10_000)
    .level(1e-6)
    .run()
    .unwrap();
    assert!(!checked.failures().is_empty());
    assert_eq!(checked.decks, 10_000);
    let cause = checked.likeliest_cause().expect("one model alone fits");
    assert!(cause.ends_with("swap-with-any."), "{cause}");
    snapshot(
        "library__a_wrong_shuffle_is_explained_without_a_panic",
        &checked,
    );
}

/// A closure is an origin of decks as any other: it can be watched. [`colddeck::check`] judges the same decks by the same
/// tests: in one batch, which has one stream, all p-values are equal.
#[test]
fn a_closure_is_conducted_like_any_other_origin() {
    /// A batch.
    const DECKS: u64 = 4_096;
    let testing = |until| Testing {
        name: "mine",
        subject: deck::subject::WholeDeck.into(),
        size: 20,
        decks: Some(DECKS),
        seed: Seed::Integer(5),
        alpha: 1e-9,
        suite: Suite::Quick,
        types: None,
        arrangement: None,
        until,
        accept_within: None,
        stakes: Stakes::default(),
        control: false,
        lags: Lags::Brief,
    };
    let run = |shuffle: Closure<'_>, until, threads: usize| {
        let experiment = testing(until).of(Origin::closure(shuffle)).unwrap();
        conduct::run(&experiment, threads.into(), &Unwatched).unwrap()
    };
    let right: Closure<'_> = &|deck, rng| my_shuffle(deck, rng);
    let fixed = run(right, None, 2);
    let checked = colddeck::check(20, |deck: &mut [u16], rng| my_shuffle(deck, rng));
    let checked = checked
        .decks(DECKS)
        .seed(5)
        .suite(Suite::Quick)
        .run()
        .unwrap();
    let theirs = fixed.routines[0].tests.iter();
    let theirs: Vec<_> = theirs
        .map(|test| (test.p, test.p_adjusted, test.words.clone()))
        .collect();
    let ours = checked.tests.into_iter();
    let ours: Vec<_> = ours
        .map(|test| (test.p, test.p_adjusted, test.words))
        .collect();
    assert!(theirs.iter().filter(|test| test.0.is_some()).count() > 5);
    assert_eq!(ours, theirs);

    let asked = AskedUntil {
        delta: Some(0.2),
        max_trials: Some(DECKS.cast_signed()),
    };
    let wrong: Closure<'_> = &|deck, rng| deck[rng.random_range(0..10)..].reverse();
    let watched = run(wrong, Some(asked), 2);
    assert_eq!(watched, run(wrong, Some(asked), 1));
    assert_eq!(watched.outcome, Outcome::Evidence);
    assert!(watched.routines[0].decks < DECKS, "{watched:?}");
    assert_eq!(run(right, Some(asked), 2).outcome, Outcome::NoEvidence);
}
