//! The entropy of the order that a routine leaves, where it is known.

use std::f64::consts::LN_2;

use super::whole_between_fixed;
use crate::routine::Plan;
use laws::counting::ln_factorial;

/// Laws of larger decks take too long for every run: their time grows as the square of the cards.
pub(super) const MOST_CARDS: usize = 1_000;

/// The bits of information that are left, where the law depends on the class of an order alone.
pub(super) fn information_left(plan: &Plan, cards: usize) -> Option<f64> {
    if cards > MOST_CARDS {
        return None;
    }
    let classes = whole_between_fixed(plan)?.distances(cards)?;
    Some(classes.information_left())
}

/// The Shannon entropy of the order of the deck after `plan`, in bits: by a closed form of its law, or as that of its only
/// shuffle in which something is random. A fixed rearrangement before or after only renames orders.
pub fn entropy(plan: &Plan, cards: usize) -> Option<f64> {
    if let Some(left) = information_left(plan, cards) {
        return Some(ln_factorial(cards) / LN_2 - left);
    }
    let random = plan.steps().iter();
    let mut random = random.filter(|step| !step.mixing().has_one_outcome());
    match (random.next(), random.next()) {
        (None, _) => Some(0.0),
        (Some(step), None) => step.entropy(cards),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::Lettered;

    const LETTERS: &[Lettered] = &[
        ('F', "shelf", "shelves = 10"),
        ('E', "shelf", "shelves = 2"),
        ('D', "hindu", "packet = [1, 3]"),
        ('L', "riffle", "max-streak = 2"),
        ('T', "table-riffle", ""),
        ('N', "strip", ""),
        ('B', "box", ""),
        ('Q', "pile", "piles = 7\ncollect = \"random\""),
        ('U', "ouroboros", ""),
        ('X', "riffle", "packets = 3"),
        ('K', "sort-by-keys", "bits = 2"),
    ];

    fn bits(routine: &str, cards: usize) -> Option<f64> {
        entropy(&Plan::written(routine, LETTERS), cards)
    }

    /// One move of 40, 52 and 60 cards, as found by a second program.
    #[test]
    fn moves_of_usual_decks() {
        for (routine, found) in [
            ("M", [31.168, 40.4256, 46.607]),
            ("O", [28.155, 36.8184, 42.594]),
            ("G", [40.0, 52.0, 60.0]),
            ("R", [37.651, 48.816, 56.263]),
            ("T", [32.639, 42.375, 48.865]),
            ("N", [17.792, 19.399, 20.265]),
            ("C", [5.322, 5.7004, 5.907]),
            ("H", [9.763, 12.996, 15.170]),
            ("B", [8.422, 8.4221, 8.422]),
            ("Q", [12.299, 12.2992, 12.299]),
            ("F", [150.269, 204.128, 239.444]),
            ("S", [159.159, 225.581, 272.133]),
            ("P", [0.0; 3]),
        ] {
            for (cards, found) in [40, 52, 60].into_iter().zip(found) {
                let ours = bits(routine, cards).unwrap();
                assert!(
                    (ours - found).abs() < 6e-4,
                    "{routine}, {cards} cards: {ours}"
                );
            }
        }
    }

    /// Whole routines whose law has a closed form, and those of one random shuffle.
    #[test]
    fn small_decks_have_the_entropy_of_their_law_over_all_orders() {
        for routine in [
            "S", "G", "R", "L", "H", "D", "C", "M", "O", "P", "E", "T", "N", "B", "Q", "U", "X",
            "K", "UG", "PTU", "GG", "CG", "EE", "U*2",
        ] {
            for cards in 2..=6 {
                let law = Plan::written(routine, LETTERS).orders(cards, 6).unwrap();
                let ours = bits(routine, cards).unwrap();
                assert!(
                    (ours - law.entropy()).abs() < 1e-9,
                    "{routine}, {cards} cards: {ours} {}",
                    law.entropy()
                );
            }
        }
        for unknown in ["W", "RR", "HC"] {
            assert_eq!(bits(unknown, 6), None, "{unknown}");
        }
    }

    /// Seven cards, by all orders, with a second program.
    #[test]
    fn seven_cards() {
        for (routine, found) in [
            ("G", 6.8125),
            ("R", 6.781_25),
            ("T", 4.873_665_41),
            ("O", 4.331_568_57),
            ("N", 5.189_556_23),
            ("B", 3.656_333_34),
            ("C", 2.807_354_92),
            ("D", 4.938_201_79),
            ("L", 6.228_963_02),
        ] {
            let ours = bits(routine, 7).unwrap();
            assert!((ours - found).abs() < 1e-8, "{routine}: {ours}");
        }
    }
}
