use rand::RngExt;
use rand::seq::SliceRandom;

use super::*;

fn fair(deck: &mut [u16], rng: &mut Random) {
    deck.shuffle(rng);
}

/// One run at a level of 10⁻⁹ and a fixed seed, so that it cannot fail by chance twice.
#[test]
fn the_result_depends_on_the_seed_alone() {
    let run = |threads, seed| {
        let check = check(20, fair).decks(9_000).seed(seed).threads(threads);
        check.run().unwrap()
    };
    let one = run(1, 5);
    assert!(one.is_passed(), "{one}");
    assert_eq!(one, run(3, 5));
    assert_ne!(one, run(1, 6));
}

#[test]
fn shared_tallies_of_large_decks_give_the_same_on_any_number_of_threads() {
    let run = |threads| {
        let check = check(150, fair).decks(9_000).suite(Suite::Quick);
        check.threads(threads).run().unwrap()
    };
    let one = run(1);
    assert!(one.is_passed(), "{one}");
    assert_eq!(one, run(4));
}

#[test]
fn a_wrong_shuffle_fails_and_is_explained() {
    let wrong = |deck: &mut [u16], rng: &mut Random| {
        for card in 0..deck.len() {
            deck.swap(card, rng.random_range(0..20));
        }
    };
    let checked = check(20, wrong).decks(5_000).run().unwrap();
    assert_eq!(checked.outcome(), Outcome::Evidence);
    assert!(!checked.is_passed());
    let text = checked.to_string();
    for part in ["is not fair", "(p ", "5,000 decks", "1e-9"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn too_few_decks_do_not_pass() {
    let checked = check(52, fair).decks(1).suite(Suite::Quick).run().unwrap();
    if checked.outcome() == Outcome::TooLittle {
        assert!(!checked.is_passed());
        assert!(
            checked.to_string().starts_with("Too few decks"),
            "{checked}"
        );
    } else {
        // One deck is enough for the tests that are valid from the first on.
        assert!(
            checked.record().routines[0]
                .tests
                .iter()
                .any(|test| test.p.is_some())
        );
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let error = |check: Check<_>| check.run().unwrap_err().to_string();
    let good = || check(52, fair);
    assert_eq!(
        error(check(1, fair)),
        "cards: found 1; accepted: 2 to 10000"
    );
    assert_eq!(
        error(good().decks(0)),
        "decks: found 0; accepted: 1 to 1000000000000"
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
        error(good().threads(0)),
        "threads: found 0; accepted: 1 to 1024"
    );
}

#[test]
fn what_is_no_permutation_is_named_with_its_deck() {
    // The first card is copied over the last in one deck of about 5,000; the same one is named however
    // many threads look for it.
    let rare = |deck: &mut [u16], rng: &mut Random| {
        deck.shuffle(rng);
        if rng.random_range(0..5_000) == 0 {
            deck[9] = deck[0];
        }
    };
    let error = |threads| {
        let check = check(10, rare).decks(40_000).threads(threads);
        check.run().unwrap_err().to_string()
    };
    let one = error(1);
    assert!(
        one.starts_with("the shuffle that is checked, deck ")
            && one.ends_with("at positions 0 and 9; accepted: each of 0 to 9 once"),
        "{one}"
    );
    assert_eq!(one, error(4));
    let beyond = |deck: &mut [u16], _: &mut Random| deck[3] = 52;
    assert_eq!(
        check(52, beyond).run().unwrap_err().to_string(),
        "the shuffle that is checked, deck 0 (from 0): found 52 at position 3; accepted: each of 0 to 51 once"
    );
}

#[test]
#[should_panic(expected = "the closure's own words")]
fn a_panic_of_the_closure_is_passed_on() {
    let panics = |_: &mut [u16], rng: &mut Random| {
        assert!(rng.random_range(0..20_000) > 0, "the closure's own words");
    };
    // Sorted decks are decks; what is tested is only how it ends.
    drop(check(5, panics).decks(400_000).threads(2).run());
}
