//! The probability of a hand after a riffle of a packets: the first cards, whose order is not
//! known.
//!
//! As in [`words`](super::words) the deck lay in classes before, all copies of a class side by side. Along
//! the old order cards are in the hand or not, and which copies are is not known. A step from a card outside
//! to one in the hand is a descent, one out of the hand is not, and neighbours on the same side are in random
//! order. So the programme remembers the side and how many cards have been on it since the last step
//! across.

use super::rising::{self, MOST_CARDS, Weights, add_product, descents};
#[cfg(test)]
use super::rising::{log_falling, log_ratio};

/// The law of the rising sequences, from 0 to the number of cards, given the number of cards of each class
/// in a hand of the first cards; `copies` holds the numbers of cards of the classes from the top of the old
/// deck. Nothing if the deck has no such hand, or more than [`MOST_CARDS`].
///
/// ```
/// use colddeck_laws::views::hands::rising_sequences;
/// // Three distinct cards, and the last two are the hand: 2 3 1 or 3 2 1 are the new orders.
/// assert_eq!(rising_sequences(&[0, 1, 1], &[1, 1, 1]), Some(vec![0.0, 0.0, 0.5, 0.5]));
/// ```
pub fn rising_sequences(hand: &[usize], copies: &[usize]) -> Option<Vec<f64>> {
    let cards: usize = copies.iter().sum();
    if !held(hand, copies) || cards > MOST_CARDS {
        return None;
    }
    let laws = descents(cards);
    let mut state = State::start();
    for (seen, copies) in hand.iter().zip(copies) {
        state = state.after_class(*seen, *copies, &laws);
    }
    Some(rising::law(state.end(&laws), cards))
}

/// ln P(the hand of the first cards is this) after an a-shuffle; −∞ where that cannot be, and for decks for
/// which [`rising_sequences`] gives nothing.
#[cfg(test)]
pub fn log_likelihood(hand: &[usize], copies: &[usize], packets: u64) -> f64 {
    match rising_sequences(hand, copies) {
        Some(law) => log_fair(hand, copies) + log_ratio(&law, packets),
        None => f64::NEG_INFINITY,
    }
}

/// ln P(the hand of the first cards is this) in an ideal deck; −∞ where that cannot be.
#[cfg(test)]
pub fn log_fair(hand: &[usize], copies: &[usize]) -> f64 {
    if !held(hand, copies) {
        return f64::NEG_INFINITY;
    }
    let choose = |n: usize, k: usize| log_falling(n, k) - log_falling(k, k);
    let each = copies.iter().zip(hand);
    let ways: f64 = each.map(|(copies, seen)| choose(*copies, *seen)).sum();
    ways - choose(copies.iter().sum(), hand.iter().sum())
}

/// Returns true if the deck has such a hand.
fn held(hand: &[usize], copies: &[usize]) -> bool {
    hand.len() == copies.len() && hand.iter().zip(copies).all(|(seen, copies)| seen <= copies)
}

/// Knowledge after some cards: weights of the descents so far, by the number of cards at the end
/// that are on one side. The descents among these are not counted yet.
#[derive(Clone, Default)]
struct State {
    /// Weights with the last cards in the hand; 0 is before the first card.
    within: Vec<Weights>,
    outside: Vec<Weights>,
}

impl State {
    fn start() -> Self {
        Self {
            within: vec![vec![1.0]],
            outside: Vec::new(),
        }
    }

    /// The state after a class of `copies` cards, `seen` of which are in the hand: each set of so
    /// many is equally likely.
    fn after_class(self, seen: usize, copies: usize, laws: &[Weights]) -> Self {
        // By the number of cards of the class that are in the hand so far.
        let mut states = vec![Self::default(); seen + 1];
        states[0] = self;
        for left in (1..=copies).rev() {
            let mut next = vec![Self::default(); seen + 1];
            for (taken, state) in states.iter().enumerate() {
                let chance = (seen - taken) as f64 / left as f64;
                if chance > 0.0 {
                    next[taken + 1].add_within(state, chance, laws);
                }
                // More may be missing than are left: such states have no weights.
                if chance < 1.0 {
                    next[taken].add_outside(state, 1.0 - chance, laws);
                }
            }
            states = next;
        }
        states.pop().unwrap_or_default()
    }

    /// Adds a state with one more card in the hand.
    fn add_within(&mut self, before: &Self, chance: f64, laws: &[Weights]) {
        extend(&mut self.within, &before.within, chance);
        cross(&mut self.within, &before.outside, chance, 1, laws);
    }

    /// Adds a state with one more card outside.
    fn add_outside(&mut self, before: &Self, chance: f64, laws: &[Weights]) {
        extend(&mut self.outside, &before.outside, chance);
        cross(&mut self.outside, &before.within, chance, 0, laws);
    }

    /// All weights, after the last card.
    fn end(&self, laws: &[Weights]) -> Weights {
        let mut sum = Vec::new();
        for side in [&self.within, &self.outside] {
            for (weights, law) in side.iter().zip(laws) {
                add_product(&mut sum, weights, law, 0);
            }
        }
        sum
    }
}

/// One more card on the same side.
fn extend(to: &mut Vec<Weights>, from: &[Weights], chance: f64) {
    to.resize(to.len().max(from.len() + 1), Vec::new());
    for (sum, weights) in to.iter_mut().skip(1).zip(from) {
        add_product(sum, weights, &[chance], 0);
    }
}

/// The first card on a side after cards on the other one, with `step` descents in between.
fn cross(to: &mut Vec<Weights>, from: &[Weights], chance: f64, step: usize, laws: &[Weights]) {
    let mut sum = Vec::new();
    for (weights, law) in from.iter().zip(laws) {
        add_product(&mut sum, weights, law, step);
    }
    to.resize(to.len().max(2), Vec::new());
    add_product(&mut to[1], &sum, &[chance], 0);
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, mean};
    use super::super::words;
    use super::*;
    use std::collections::BTreeMap;

    /// Words of the first `k` cards, by hands.
    fn all_words(copies: &[usize], k: usize) -> BTreeMap<Vec<usize>, Vec<Vec<u16>>> {
        let mut hands: BTreeMap<Vec<usize>, Vec<Vec<u16>>> = BTreeMap::new();
        for code in 0..copies.len().pow(k as u32) {
            let class = |at: usize| code / copies.len().pow(at as u32) % copies.len();
            let word: Vec<u16> = (0..k).map(|at| class(at) as u16).collect();
            let mut hand = vec![0; copies.len()];
            for class in &word {
                hand[usize::from(*class)] += 1;
            }
            hands.entry(hand).or_default().push(word);
        }
        hands
    }

    #[test]
    fn a_hand_is_as_likely_as_all_its_words() {
        let decks: [&[usize]; 7] = [
            &[1, 1, 1, 1, 1],
            &[2, 3],
            &[3, 1, 2],
            &[6],
            &[4, 3, 5],
            &[1, 20, 4],
            &[24, 36],
        ];
        for copies in decks {
            let cards: usize = copies.iter().sum();
            for k in 0..=cards.min(5) {
                for (hand, words) in all_words(copies, k) {
                    for packets in [1, 2, 3, 16] {
                        let of = |word: &Vec<u16>| {
                            words::log_likelihood_first(word, copies, packets).exp()
                        };
                        let all: f64 = words.iter().map(of).sum();
                        close(log_likelihood(&hand, copies, packets).exp(), all, 1e-12);
                    }
                    let of = |word: &Vec<u16>| words::log_fair_first(word, copies).exp();
                    let all: f64 = words.iter().map(of).sum();
                    close(log_fair(&hand, copies).exp(), all, 1e-12);
                }
            }
        }
    }

    #[test]
    fn large_hands_have_laws() {
        let copies = [vec![20], vec![4; 10]].concat();
        for hand in [
            vec![0; 11],
            vec![3, 1, 0, 0, 0, 1, 0, 0, 2, 0, 0],
            vec![2; 11],
        ] {
            let law = rising_sequences(&hand, &copies).unwrap();
            close(law.iter().sum(), 1.0, 1e-13);
        }
        let law = rising_sequences(&copies, &copies).unwrap();
        close(mean(&law), 30.5, 1e-13);
    }

    #[test]
    fn hands_of_another_deck_are_refused() {
        assert_eq!(rising_sequences(&[3, 0], &[2, 2]), None);
        assert_eq!(rising_sequences(&[1], &[2, 2]), None);
        let impossible = [
            log_likelihood(&[0, 3], &[2, 2], 2),
            log_fair(&[3, 0], &[2, 2]),
        ];
        assert!(impossible.iter().all(|log| log.is_infinite() && *log < 0.0));
    }
}
