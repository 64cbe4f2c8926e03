//! Any number of types: how likely a word is after an a-shuffle of a deck that starts grouped.
//!
//! A word leaves open which of a type's cards is which. Over all orders that show it, the cards of each type lie on its
//! places in any order, all equally likely. An order is as likely as its number of rising sequences says ([`super::super::gsr`]), so
//! what is needed is the law of that number, given the word. It is one more than the number of cards that lie above the
//! card that was just above them at the start. Within a type these are descents of a random order; between a type and
//! the next, the last card of one and the first of the other decide. So the types are gone through from the top, and
//! what has to be known of those before is the number of descents so far and the place of the last card. How many orders
//! of k cards have a given first card, last card and number of descents is counted once ([`Orders`]).
//!
//! The law serves all numbers of packets. All terms are positive, so that nothing cancels.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::gsr::{Packets, densities};

/// The most operations for a word.
const MOST_EFFORT: usize = 20_000_000;

/// The most cards: the ratio of the likeliest order to an ideal deck is a double.
pub const MOST_CARDS: usize = 170;

/// Orders of `cards` cards by their first card, last card and descents, as probabilities at (first × cards + last) × cards + descents.
#[derive(Debug)]
struct Orders {
    cards: usize,
    law: Vec<f64>,
}

impl Orders {
    fn of(cards: usize) -> Self {
        let mut law = vec![1.0];
        for k in 1..cards {
            // A last card is added, which may be of any rank among the k + 1.
            let mut next = vec![0.0; (k + 1) * (k + 1) * (k + 1)];
            let chance = 1.0 / (k + 1) as f64;
            for first in 0..k {
                for last in 0..k {
                    let law = &law[(first * k + last) * k..][..k];
                    for added in 0..=k {
                        let (first, descent) = (
                            first + usize::from(added <= first),
                            usize::from(added <= last),
                        );
                        let at = (first * (k + 1) + added) * (k + 1) + descent;
                        for (to, p) in next[at..].iter_mut().zip(law) {
                            *to += chance * p;
                        }
                    }
                }
            }
            law = next;
        }
        Self { cards, law }
    }

    fn descents(&self, first: usize, last: usize) -> &[f64] {
        &self.law[(first * self.cards + last) * self.cards..][..self.cards]
    }
}

/// A deck that starts grouped by type.
///
/// ```
/// use colddeck_laws::grouped::words::{Grouped, ratios};
/// use colddeck_laws::gsr::Packets;
///
/// // Two cards of a type on one of another: a riffle leaves them so with five of its eight labellings.
/// let deck = Grouped::new(&[2, 1]).unwrap();
/// let ratio = ratios(3, Packets::riffles(1));
/// let rising = deck.rising(&[0, 0, 1]);
/// let probability: f64 = rising.iter().zip(&ratio).map(|(p, q)| p * q / 3.0).sum();
/// assert!((probability - 5.0 / 8.0).abs() < 1e-12);
/// ```
#[derive(Debug, Clone)]
pub struct Grouped {
    types: Vec<usize>,
    /// True if the deck is read from the bottom, which leaves all descents what they are and may take less.
    from_bottom: bool,
    orders: BTreeMap<usize, Arc<Orders>>,
}

impl Grouped {
    /// A deck with so many cards of each type, from the top; none where a type has no cards or a word would take too long.
    pub fn new(types: &[usize]) -> Option<Self> {
        let cards: usize = types.iter().sum();
        if cards == 0 || cards > MOST_CARDS || types.contains(&0) {
            return None;
        }
        let [from_top, from_bottom] = efforts(types);
        if from_top.min(from_bottom) > MOST_EFFORT {
            return None;
        }
        let sizes: BTreeSet<usize> = types.iter().copied().collect();
        let orders = sizes.into_iter().map(|k| (k, Arc::new(Orders::of(k))));
        Some(Self {
            types: types.to_vec(),
            from_bottom: from_bottom < from_top,
            orders: orders.collect(),
        })
    }

    /// How many cards of each type there are, from the top of the start.
    pub fn types(&self) -> &[usize] {
        &self.types
    }

    /// Multiplications that a word takes, about.
    pub fn effort(&self) -> usize {
        let [from_top, from_bottom] = efforts(&self.types);
        from_top.min(from_bottom)
    }

    /// P(r rising sequences, given the word) in an ideal deck, at r - 1. The word is the type of the card at each place from
    /// the top.
    ///
    /// # Panics
    ///
    /// If the word has other cards.
    pub fn rising(&self, word: &[usize]) -> Vec<f64> {
        let mut places = vec![Vec::new(); self.types.len()];
        let mut put = |(place, kind): (usize, &usize)| {
            let turned = self.types.len() - 1 - kind;
            places[if self.from_bottom { turned } else { *kind }].push(place);
        };
        if self.from_bottom {
            word.iter().rev().enumerate().for_each(&mut put);
        } else {
            word.iter().enumerate().for_each(&mut put);
        }
        // At [last]: the law of the descents so far, with the last card of the types so far on that of its places.
        let mut so_far: Vec<Vec<f64>> = Vec::new();
        let (mut above, mut seen): (&[usize], usize) = (&[], 0);
        assert_eq!(
            word.len(),
            self.types.iter().sum::<usize>(),
            "cards of the word"
        );
        for here in &places {
            let k = here.len();
            let orders = &self.orders[&k];
            let mut next = vec![vec![0.0; seen + k]; k];
            for (first, place) in here.iter().enumerate() {
                let before = before(&so_far, above, *place, seen);
                for (last, next) in next.iter_mut().enumerate() {
                    for (d, p) in orders.descents(first, last).iter().enumerate() {
                        if *p > 0.0 {
                            for (to, q) in next[d..].iter_mut().zip(&before) {
                                *to += p * q;
                            }
                        }
                    }
                }
            }
            (so_far, above) = (next, here);
            seen += k;
        }
        let mut law = vec![0.0; seen];
        for of_last in &so_far {
            for (to, p) in law.iter_mut().zip(of_last) {
                *to += p;
            }
        }
        law
    }
}

/// How many times as likely as in an ideal deck an order of so many cards with r rising sequences is after a riffle of so many
/// packets, at r - 1. The mean over the law of a word ([`Grouped::rising`]) is the ratio of the word.
pub fn ratios(cards: usize, packets: Packets) -> Vec<f64> {
    let all = densities(cards, packets);
    all.iter().map(|density| density.ratio.value()).collect()
}

/// Multiplications that a word takes, about, from the top and from the bottom: for each type, its first and last cards,
/// its descents and those before them.
fn efforts(types: &[usize]) -> [usize; 2] {
    let effort = |types: &mut dyn Iterator<Item = &usize>| {
        let mut seen = 0;
        let efforts = types.map(|k| {
            seen += k;
            k * k * k * (seen - k + 1)
        });
        efforts.sum()
    };
    [effort(&mut types.iter()), effort(&mut types.iter().rev())]
}

/// The law of the descents up to the first card of a type, which lies at `place`: the last card of the type before it
/// may lie below it.
fn before(so_far: &[Vec<f64>], above: &[usize], place: usize, seen: usize) -> Vec<f64> {
    if so_far.is_empty() {
        return vec![1.0];
    }
    let mut law = vec![0.0; seen + 1];
    for (of_last, last) in so_far.iter().zip(above) {
        let descent = usize::from(place < *last);
        for (to, p) in law[descent..].iter_mut().zip(of_last) {
            *to += p;
        }
    }
    law
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grouped::testing::{counts, words};
    use crate::testing::assert_close;

    #[test]
    fn words_of_all_small_decks_are_as_likely_as_labels_say() {
        for types in [
            vec![1, 1],
            vec![2, 2],
            vec![3, 1, 2],
            vec![1, 1, 1, 2],
            vec![2, 3, 1],
            vec![4, 2],
            vec![1, 4, 1],
            vec![6],
        ] {
            let deck = Grouped::new(&types).unwrap();
            let words = words(&types);
            for packets in [1, 2, 3, 4, 8] {
                let seen = counts(&types, packets);
                let ratios = ratios(types.iter().sum(), Packets::new(packets).unwrap());
                for word in &words {
                    let law = deck.rising(word);
                    assert_close(law.iter().sum(), 1.0, 1e-12);
                    let ratio: f64 = law.iter().zip(&ratios).map(|(p, q)| p * q).sum();
                    let share = seen.get(word).copied().unwrap_or(0) as f64
                        / packets.pow(word.len() as u32) as f64;
                    assert!(
                        (ratio - share * words.len() as f64).abs() < 1e-12 * ratio.max(1.0),
                        "{word:?}, {packets} packets"
                    );
                }
            }
        }
    }

    #[test]
    fn decks_of_cards_that_all_differ_have_one_order_a_word() {
        let deck = Grouped::new(&[1; 9]).unwrap();
        let law = deck.rising(&[3, 0, 4, 1, 5, 2, 6, 8, 7]);
        // 2 above 3, 1 below ... : falls of the place from a card to the next are counted.
        let places = [1, 3, 5, 0, 2, 4, 6, 8, 7];
        let descents = places.windows(2).filter(|pair| pair[1] < pair[0]).count();
        assert_close(law[descents], 1.0, 1e-15);
    }

    #[test]
    fn what_would_take_too_long_has_no_law() {
        assert!(Grouped::new(&[30, 30]).is_some());
        assert!(Grouped::new(&[100, 70]).is_none());
        assert!(Grouped::new(&[1; 171]).is_none());
        assert!(Grouped::new(&[3, 0, 2]).is_none());
        assert!(Grouped::new(&[usize::MAX]).is_none());
    }
}
