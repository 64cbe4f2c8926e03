//! Positions of cards after routines: published, by hand, and the decks that tell them.

use super::{Letters, Routine};
use laws::position::{Positions, same_half_ideal};
use laws::testing::assert_close;

fn positions(text: &str, cards: usize) -> Positions {
    let letters = Letters::default();
    let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
    Positions::of(&plan.one_card(cards).unwrap())
}

#[test]
fn published_shares_that_stay_in_their_half() {
    for (routine, share) in [("RRR", "0.534"), ("HRR", "0.439"), ("HHH", "0.186")] {
        assert_eq!(format!("{:.3}", positions(routine, 40).same_half()), share);
    }
    assert_close(same_half_ideal(40), 0.5, 0.0);
    assert_close(same_half_ideal(5), 13.0 / 25.0, 1e-15);
    for cards in [5, 40] {
        let ideal = positions("S", cards);
        assert_close(ideal.same_half(), same_half_ideal(cards), 1e-14);
        assert!(ideal.largest_distance() < 1e-15);
    }
}

/// One riffle of three cards: rows 4 2 2, 2 4 2 and 2 2 4 eighths but for the order of the
/// cells: P = [[1/2 + 1/8, 1/4, 1/8], [1/4, 1/2, 1/4], [1/8, 1/4, 5/8]].
#[test]
fn figures_of_a_riffle_of_three_by_hand() {
    let riffle = positions("G", 3);
    let top = riffle.cards[0];
    assert_close(top.distance, 5.0 / 8.0 - 1.0 / 3.0, 1e-14);
    assert_close(top.smallest, 1.0 / 8.0, 1e-14);
    assert_close(top.largest, 5.0 / 8.0, 1e-14);
    assert_eq!((top.impossible, top.first, top.last), (0, 0, 2));
    // The top card alone is the upper half.
    assert_close(top.same_half, 5.0 / 8.0, 1e-14);
    assert_close(riffle.cards[1].same_half, 0.75, 1e-14);
    assert_close(riffle.cards[1].distance, 1.0 / 6.0, 1e-14);
    assert_close(
        riffle.same_half(),
        (5.0 / 8.0 + 0.75 + 7.0 / 8.0) / 3.0,
        1e-14,
    );
    assert_close(riffle.largest_distance(), 7.0 / 24.0, 1e-14);
    assert_close(riffle.smallest(), 1.0 / 8.0, 1e-14);
    assert_close(riffle.largest(), 5.0 / 8.0, 1e-14);
    // ε: 7/8, −1/4, −5/8; −1/4, 1/2, −1/4; as the first.
    let squares = 2.0 * (49.0 + 4.0 + 25.0) / 64.0 + (1.0 + 4.0 + 1.0) / 16.0;
    assert_close(riffle.mean_square, squares / 9.0, 1e-14);
    assert_close(riffle.noncentrality(10), 20.0 * squares / 9.0, 1e-14);
    assert_close(riffle.omnibus_mean(10), 4.0 + 18.0 * squares / 9.0, 1e-14);
}

#[test]
fn places_that_cannot_be_reached_are_counted() {
    // Packets of 7 to 12 of 40 cards: the top card of the deck goes to the bottom packet.
    let hindu = positions("H", 40);
    let top = hindu.cards[0];
    assert_eq!((top.impossible, top.first, top.last), (34, 28, 33));
    assert_eq!(hindu.impossible(), 941);
    assert_eq!(hindu.smallest().to_bits(), 0);
    assert_eq!(positions("RRR", 40).impossible(), 0);
}

#[test]
fn decks_needed_at_52_cards_are_those_of_the_facts() {
    // To their digits: four, but for the last. They are those of the upper tail at 0.001,
    // and so of both tails at 0.002.
    for (riffles, decks, step) in [
        (5, 734, 1),
        (6, 2_951, 1),
        (7, 11_820, 10),
        (8, 47_300, 100),
        (10, 757_000, 1_000),
    ] {
        let needed = positions(&format!("G*{riffles}"), 52)
            .decks_needed(0.002, 0.9)
            .unwrap();
        assert!(
            needed.abs_diff(decks) <= step / 2 + 1,
            "{riffles}: {needed}"
        );
    }
}

#[test]
fn the_power_with_the_decks_needed_is_the_power_asked_for() {
    for (text, cards) in [("G*6", 52), ("G*3", 3), ("RRR", 40), ("G*8", 10)] {
        let positions = positions(text, cards);
        for (level, power) in [(0.001, 0.9), (0.01, 0.5), (0.1, 0.99)] {
            let decks = positions.decks_needed(level, power).unwrap();
            let reached = positions.power(decks, level);
            assert!(reached >= power - 1e-7, "{text}: {reached} of {power}");
            assert!(decks == 1 || positions.power(decks - 1, level) < power + 1e-3);
        }
        // Far more decks than needed, and none at all.
        assert_close(positions.power(u64::MAX, 0.001), 1.0, 1e-9);
        assert_close(positions.power(0, 0.001), 0.001, 1e-6);
    }
}

#[test]
fn equal_cells_are_never_told_from_equal_cells() {
    for text in ["S", "C", "RRSH", "CCC", "G*60"] {
        assert_eq!(positions(text, 52).decks_needed(0.001, 0.9), None, "{text}");
    }
    assert_close(positions("C", 52).power(1_000_000, 0.001), 0.001, 1e-6);
}
