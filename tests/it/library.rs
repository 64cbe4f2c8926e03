//! The library as a stranger's crate uses it, in its own tests.
//!
//! Every assertion on a fair shuffle is at the level of 10⁻⁹ with a fixed seed.

use colddeck::internals::statistic::Suite;
use colddeck::record::Outcome;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};

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
#[should_panic(expected = "is not a fair shuffle of 52 cards")]
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
    .threads(2)
    .run()
    .unwrap();
    assert_eq!(checked.outcome(), Outcome::Evidence);
    assert_eq!(checked.record().experiment.trials, 10_000);
    insta::assert_snapshot!(checked);
}
