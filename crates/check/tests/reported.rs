//! Wrong shuffles that were reported of real programs, written anew from what the reports describe: each fails at 10⁻⁹. The
//! seed is fixed, so that nothing here fails by chance.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use colddeck_check::{Check, Outcome, Random, check};

/// Cards of each deck.
const CARDS: usize = 52;

/// The shuffle of `rand`.
fn right(deck: &mut [u16], random: &mut Random) {
    deck.shuffle(random);
}

/// Every card is swapped with any card: Absolucy/nanorand-rs #37, odin-lang/Odin #3437.
fn swap_with_any(deck: &mut [u16], random: &mut Random) {
    for card in 0..deck.len() {
        deck.swap(card, random.random_range(0..deck.len()));
    }
}

/// The same with any but the last, `random(51) + 1`: an online poker, found by Arkin and others (1999).
fn swap_with_any_but_the_last(deck: &mut [u16], random: &mut Random) {
    for card in 0..deck.len() {
        deck.swap(card, random.random_range(0..deck.len() - 1));
    }
}

/// No card is left where it is, since its own place is not among those that are drawn: dtao/lazy.js #142.
fn never_its_own_place(deck: &mut [u16], random: &mut Random) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, random.random_range(0..last));
    }
}

/// The index is lowered before it is used, so that the last card is never moved: Marak/faker.js #614.
fn last_never_moves(deck: &mut [u16], random: &mut Random) {
    for last in (1..deck.len() - 1).rev() {
        deck.swap(last, random.random_range(0..=last));
    }
}

/// The first one takes no part: locka99/deckofcards-rs #1, uzox/uzox #6.
fn first_never_moves(deck: &mut [u16], random: &mut Random) {
    deck[1..].shuffle(random);
}

/// Sorted by a comparison that is a coin, as browsers sort up to 22 items: pakastin/deck-of-cards #9, phuocng/1loc #284.
fn random_comparison(deck: &mut [u16], random: &mut Random) {
    for at in 1..deck.len() {
        let mut place = at;
        while place > 0 && random.random::<bool>() {
            deck.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// Of five places in a row one is skipped, and the others are swapped with any: bitshares/bitshares1-core #1348.
fn every_fifth_is_skipped(deck: &mut [u16], random: &mut Random) {
    for at in (0..deck.len()).filter(|at| at % 5 != 4) {
        deck.swap(at, random.random_range(0..deck.len()));
    }
}

/// The generator is never seeded, so that each start gives the same order: mpv-player/mpv #10389.
fn never_seeded(deck: &mut [u16], _: &mut Random) {
    deck.shuffle(&mut Pcg32::seed_from_u64(1));
}

/// A generator for each deck, seeded with 15 bits: julianxhokaxhiu/FFNx #392.
fn seeded_with_15_bits(deck: &mut [u16], random: &mut Random) {
    deck.shuffle(&mut Pcg32::seed_from_u64(random.random_range(0..1 << 15)));
}

/// A byte modulo the number of places: usnistgov/SP800-90B_EntropyAssessment #48, with a smaller `RAND_MAX`.
fn modulo_of_a_byte(deck: &mut [u16], random: &mut Random) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, usize::from(random.random::<u8>()) % (last + 1));
    }
}

/// The last element is no choice: zairza-cetb/literature #45.
fn last_is_never_drawn(deck: &mut [u16], random: &mut Random) {
    for at in 0..deck.len() - 1 {
        deck.swap(at, random.random_range(at..deck.len() - 1));
    }
}

/// Sorted by random numbers of two digits, so that equal ones stay in their order.
fn rounded_keys(deck: &mut [u16], random: &mut Random) {
    deck.sort_by_cached_key(|_| random.random_range(0..100_u8));
}

/// The order is shuffled once and for all: mpv-player/mpv #14337.
fn shuffled_once() -> impl FnMut(&mut [u16], &mut Random) {
    let mut kept: Option<Vec<u16>> = None;
    move |deck, random| {
        let order = kept.get_or_insert_with(|| {
            deck.shuffle(random);
            deck.to_vec()
        });
        deck.copy_from_slice(order);
    }
}

/// The check of each, and the end of the likeliest cause where one is named.
fn all() -> Vec<(Check<'static>, Option<&'static str>)> {
    let same = Some("all in the same order.");
    let short_seed = "with a short seed, does that.";
    vec![
        (check(CARDS, swap_with_any), Some("swap-with-any.")),
        (check(CARDS, swap_with_any_but_the_last), Some("asf-poker.")),
        (check(CARDS, never_its_own_place), Some("sattolo.")),
        (
            check(CARDS, last_never_moves),
            Some("favoured-place card=52 place=52 times=52.0."),
        ),
        (
            check(CARDS, first_never_moves),
            Some("favoured-place card=1 place=1 times=52.0."),
        ),
        (
            check(CARDS, random_comparison),
            Some("random-comparator algorithm=insertion."),
        ),
        (check(CARDS, every_fifth_is_skipped), None),
        (check(CARDS, never_seeded), same),
        (check(CARDS, seeded_with_15_bits), Some(short_seed)),
        (
            check(CARDS, modulo_of_a_byte),
            Some("modulo-rand rand-max=255 from=bottom."),
        ),
        (
            check(CARDS, last_is_never_drawn),
            Some("favoured-place card=52 place=52 times=52.0."),
        ),
        (check(CARDS, rounded_keys), Some("sort-by-keys values=97.")),
        (check(CARDS, shuffled_once()), same),
    ]
}

#[test]
fn thirteen_reported_shuffles_fail() {
    for (at, (check, _)) in all().into_iter().enumerate() {
        let found = check.decks(10_000).run().unwrap();
        assert_eq!(found.outcome, Outcome::Evidence, "{at}: {found}");
    }
}

#[cfg(feature = "cause")]
#[test]
#[cfg_attr(not(optimised), ignore = "models take minutes without optimisation")]
fn the_likeliest_cause_of_all_but_one_is_named() {
    for (at, (check, cause)) in all().into_iter().enumerate() {
        let found = check.decks(10_000).run().unwrap();
        match (found.likeliest_cause(), cause) {
            (Some(said), Some(cause)) => assert!(said.ends_with(cause), "{at}: {said}"),
            (said, cause) => assert_eq!(said.as_deref(), cause, "{at}"),
        }
    }
}

/// A thousand seeds, none of which may fail: at 10⁻⁹ that happens with a probability of 10⁻⁶.
#[test]
#[cfg_attr(
    not(optimised),
    ignore = "a million decks take minutes without optimisation"
)]
fn right_shuffles_pass_a_thousand_of_a_thousand_times() {
    for seed in 1..=1_000 {
        let check = check(CARDS, right);
        let found = check.decks(1_000).seed(seed).run().unwrap();
        assert_eq!(found.outcome, Outcome::NoEvidence, "{seed}: {found}");
    }
}
