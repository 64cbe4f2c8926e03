//! Cards of a small deck that can be called right before they are turned.

use super::OrderLaw;
use crate::lattice::sum::Sum;

impl OrderLaw {
    /// The most calls, in the mean, that anyone can have right who knows this law and sees each card
    /// after calling it: at every place the likeliest of the cards that are left, given all that were
    /// turned. On ideal decks `H_n` = 1 + 1/2 + … + 1/n.
    pub fn most_calls(&self) -> f64 {
        let mut calls = Sum::default();
        // Decks that begin with the same cards stand together.
        let mut together = self.probabilities().len();
        for left in (1..=self.cards()).rev() {
            for begun in self.probabilities().chunks(together) {
                let by_next = begun.chunks(together / left);
                let likeliest = by_next.map(|decks| Sum::of(decks.iter().copied()).value());
                calls.add(likeliest.fold(0.0, f64::max));
            }
            together /= left;
        }
        calls.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::Card;

    #[test]
    fn ideal_decks_give_harmonic_numbers_and_a_known_deck_all() {
        for cards in 1..=7 {
            let harmonic: f64 = (1..=cards).map(|k| 1.0 / k as f64).sum();
            let ideal = OrderLaw::uniform(cards).unwrap().most_calls();
            assert!((ideal - harmonic).abs() < 1e-12, "{cards}");
            let sorted = OrderLaw::sorted(cards).unwrap().most_calls();
            assert!((sorted - cards as f64).abs() < 1e-12);
        }
    }

    #[test]
    fn after_a_cut_only_the_first_card_is_unknown() {
        let cuts = (0..5).map(|by| {
            let mut deck: Vec<Card> = (0..5).collect();
            deck.rotate_left(by);
            (deck, 0.2)
        });
        let law = OrderLaw::new(5, cuts).unwrap();
        assert!((law.most_calls() - 4.2).abs() < 1e-12);
    }
}
