//! The faro, or perfect riffle: the deck is cut exactly in half and the halves are interleaved
//! card by card. No chance is in it.
//!
//! An out-shuffle keeps the top card on top: `0 1 2 3 4 5` becomes `0 3 1 4 2 5`. An in-shuffle
//! puts it second: `3 0 4 1 5 2`.
//!
//! With an odd number of cards one half has one card more. As the cards alternate, the half that
//! gives the first card gives the last one too, so it is the larger: the upper half in an
//! out-shuffle (`0 3 1 4 2`), the lower half in an in-shuffle (`2 0 3 1 4`). A deck of two stays as it
//! is in an out-shuffle.
//!
//! With positions from 0, n even, an out-shuffle takes i to 2i modulo n − 1 (the bottom card stays)
//! and an in-shuffle to 2i + 1 modulo n + 1; with n odd, to 2i and 2i + 1 modulo n. So the deck is
//! restored after as many shuffles as the multiplicative order of 2 modulo n − 1, n + 1 or n: 52
//! cards after 8 out-shuffles, or 52 in-shuffles.
//!
//! Diaconis, Graham and Kantor (1983), The mathematics of perfect shuffles. The key is `type`, as
//! `kind` names the shuffle.

use super::arrangement::{Arrangement, Fixed};
use super::prelude::*;

pub(super) const KIND: Kind = Kind {
    name: "faro",
    group: Group::Cards,
    time: Some(Time::of_hands(5.0, 0.15)),
    about: "the perfect riffle: cut in half, interleaved card by card; nothing is random",
    source: "Diaconis, Graham and Kantor (1983), The mathematics of perfect shuffles",
    parameters: &[Parameter {
        name: "type",
        about: "\"out\" keeps the top card on top, \"in\" puts it second; default \"out\"",
    }],
    build: |params| {
        Ok(Box::new(Fixed(
            match params.word("type", &["in", "out"])? {
                Some("in") => Faro::In,
                _ => Faro::Out,
            },
        )))
    },
};

#[derive(Debug, Clone, Copy)]
enum Faro {
    In,
    Out,
}

impl Faro {
    /// Says where the card at `from` goes.
    fn to(self, from: usize, cards: usize) -> usize {
        let (upper, first_of_upper, first_of_lower) = match self {
            Self::In => (cards / 2, 1, 0),
            Self::Out => (cards.div_ceil(2), 0, 1),
        };
        if from < upper {
            2 * from + first_of_upper
        } else {
            2 * (from - upper) + first_of_lower
        }
    }
}

impl Arrangement for Faro {
    fn gathered(&self, cards: usize) -> impl Iterator<Item = usize> {
        let mut from = vec![0; cards];
        for start in 0..cards {
            from[self.to(start, cards)] = start;
        }
        from.into_iter()
    }

    fn describe(&self) -> String {
        match self {
            Self::In => "perfect in-shuffle (faro)".to_owned(),
            Self::Out => "perfect out-shuffle (faro)".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrangement::testing::{is_a_single_order, once};
    use crate::build;
    use deck::Card;

    /// The number of shuffles that restore the deck.
    fn shuffles_to_restore(faro: Faro, cards: usize) -> usize {
        let once = once(faro, cards);
        let sorted: Vec<Card> = (0..cards as Card).collect();
        let mut deck = once.clone();
        let mut shuffles = 1;
        while deck != sorted {
            deck = once.iter().map(|&from| deck[usize::from(from)]).collect();
            shuffles += 1;
        }
        shuffles
    }

    /// The least k ≥ 1 for which 2ᵏ is 1 modulo `modulus`.
    fn order_of_two(modulus: usize) -> usize {
        let mut power = 2 % modulus;
        let mut order = 1;
        while power != 1 % modulus {
            power = 2 * power % modulus;
            order += 1;
        }
        order
    }

    #[test]
    fn small_decks_come_out_as_documented() {
        assert_eq!(once(Faro::Out, 6), [0, 3, 1, 4, 2, 5]);
        assert_eq!(once(Faro::In, 6), [3, 0, 4, 1, 5, 2]);
        assert_eq!(once(Faro::Out, 5), [0, 3, 1, 4, 2]);
        assert_eq!(once(Faro::In, 5), [2, 0, 3, 1, 4]);
        assert_eq!(once(Faro::Out, 2), [0, 1]);
        assert_eq!(once(Faro::In, 2), [1, 0]);
    }

    #[test]
    fn eight_out_shuffles_or_52_in_shuffles_restore_52_cards() {
        assert_eq!(shuffles_to_restore(Faro::Out, 52), 8);
        assert_eq!(shuffles_to_restore(Faro::In, 52), 52);
    }

    #[test]
    fn decks_are_restored_after_the_order_of_two() {
        for cards in 2..=150 {
            let (out, inward) = match cards % 2 {
                0 => (cards - 1, cards + 1),
                _ => (cards, cards),
            };
            assert_eq!(shuffles_to_restore(Faro::Out, cards), order_of_two(out));
            assert_eq!(shuffles_to_restore(Faro::In, cards), order_of_two(inward));
        }
    }

    #[test]
    fn the_chain_is_the_permutation_and_the_support_a_single_order() {
        is_a_single_order(Faro::In);
        is_a_single_order(Faro::Out);
    }

    #[test]
    fn a_bad_type_is_refused_and_the_default_is_out() {
        for found in ["\"outward\"", "1"] {
            let error = build("faro", format!("type = {found}").parse().unwrap()).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("key `type`: found `{found}`; accepted: `in`, `out`")
            );
        }
        let described = |text: &str| build("faro", text.parse().unwrap()).unwrap().describe();
        assert_eq!(described(""), "perfect out-shuffle (faro)");
        assert_eq!(described("type = \"out\""), "perfect out-shuffle (faro)");
        assert_eq!(described("type = \"in\""), "perfect in-shuffle (faro)");
    }
}
