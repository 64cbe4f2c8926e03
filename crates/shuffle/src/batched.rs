//! Fisher-Yates with several picks from each random word.
//!
//! From the bottom card up, as many swaps at a time as the paper advises share one word of 64 bits:
//! six while 512 cards or fewer are left, five up to 2,048, four up to 16,384. The picks of a word
//! are uniform and independent, since words that would favour some of them are drawn again: see
//! [`deck::rng::picks`], where every word of smaller sizes is tried. So the shuffle is
//! Fisher-Yates, and ideal.
//!
//! Brackett-Rozinsky and Lemire (2025), "Batched ranged random integer generation", Software:
//! Practice and Experience, doi:10.1002/spe.3369.

use super::prelude::*;

pub(super) const KIND: Kind = Kind {
    name: "batched",
    group: Group::Ideal,
    time: None,
    about: "Fisher-Yates with up to six picks from each random word, without bias",
    source: "Brackett-Rozinsky and Lemire (2025), Batched ranged random integer generation",
    parameters: &[],
    build: |_| Ok(Box::new(Batched)),
};

#[derive(Debug)]
struct Batched;

/// Swaps that share a word while so many cards are left: the product of their bounds stays so far
/// below 2⁶⁴ that few words are refused (the paper's table for shuffles).
fn batch(left: usize) -> usize {
    let most = match left {
        0..=512 => 6,
        513..=2_048 => 5,
        _ => 4,
    };
    most.min(left - 1)
}

impl Law for Batched {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        let mut left = deck.len();
        while left > 1 {
            let size = batch(left);
            let bounds: [u32; 6] = std::array::from_fn(|swap| left.saturating_sub(swap) as u32);
            let mut picks = [0; 6];
            draws.below_each(&bounds[..size], &mut picks[..size]);
            for &pick in &picks[..size] {
                left -= 1;
                deck.swap(left, pick as usize);
            }
        }
    }

    fn mixing(&self) -> Mixing {
        Mixing::Ideal
    }

    /// Shuffles in its own way, and not the kernel's: that is what is looked at.
    fn blockwise(&self) -> Blockwise {
        Blockwise::EachDeck
    }

    fn describe(&self) -> String {
        "ideal shuffle (Fisher-Yates, several picks from a word)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use deck::MAX_CARDS;

    #[test]
    fn every_order_comes_up_once_over_all_draws() {
        for cards in 2..=7 {
            testing::is_ideal_by_enumeration(&Batched, cards);
        }
    }

    #[test]
    fn the_bounds_of_a_word_multiply_to_less_than_it_holds() {
        for left in 2..=MAX_CARDS {
            let bounds = (0..batch(left)).map(|swap| (left - swap) as u128);
            assert!(bounds.product::<u128>() < 1 << 56, "{left}");
        }
    }

    /// The words themselves, over all orders of six cards: 720,000 decks, a chi-squared with 719
    /// degrees of freedom between its 0.001 and 0.999 quantiles (one fixed seed).
    #[test]
    fn all_orders_of_six_cards_are_equally_likely() {
        let mut counts = std::collections::HashMap::new();
        for deck in testing::sample(&Batched, 6, 720_000) {
            *counts.entry(deck).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 720);
        let departures = counts.values().map(|&count| f64::from(count) - 1000.0);
        let x2: f64 = departures.map(|off| off * off / 1000.0).sum();
        assert!((605.0..844.0).contains(&x2), "{x2}");
    }
}
