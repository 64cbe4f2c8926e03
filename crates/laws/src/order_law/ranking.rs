//! Orders of a deck in lexicographic order, and their ranks.

use super::MOST_CARDS;
use deck::Card;

/// The starting order.
pub(super) fn sorted(cards: usize) -> Vec<Card> {
    (0..cards).map(|card| card as Card).collect()
}

/// Makes of `deck` the next order in lexicographic order, whose cards may be equal (Narayana; Knuth 2005,
/// 7.2.1.2, algorithm L); false after the last.
pub fn next_order<C: Ord>(deck: &mut [C]) -> bool {
    let Some(rise) = deck.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    // The card after the rise is larger, if no other is.
    let larger = deck.iter().rposition(|card| *card > deck[rise]);
    deck.swap(rise, larger.unwrap_or(rise + 1));
    deck[rise + 1..].reverse();
    true
}

/// The lexicographic rank of `deck` among all orders, from 0.
pub(super) fn rank(deck: &[Card], cards: usize) -> usize {
    let mut seen = vec![false; cards];
    for &card in deck {
        assert!(
            usize::from(card) < cards && !std::mem::replace(&mut seen[usize::from(card)], true),
            "not a permutation of 0..{cards}: {deck:?}"
        );
    }
    assert_eq!(deck.len(), cards, "a deck of another size");
    deck.iter().enumerate().fold(0, |rank, (at, card)| {
        let smaller = deck[at..].iter().filter(|later| *later < card).count();
        rank * (cards - at) + smaller
    })
}

/// The amount that each position adds to a [`Ranking`]'s index for each unit of its card.
pub(super) type Weights = [u32; MOST_CARDS];

/// Ranks by two look-ups: the Lehmer digits of the first cards depend on those cards alone, and
/// the digits of the others on their relative order alone.
pub(super) struct Ranking {
    /// For decks as they are; positions beyond the deck have weight 0.
    pub(super) weights: Weights,
    first: Vec<u32>,
    others: Vec<u32>,
}

impl Ranking {
    /// The index of the first cards is in the low bits, that of the others above; both are below
    /// 9⁵ < 2¹⁶.
    const BITS: u32 = 16;

    pub(super) fn new(cards: usize) -> Self {
        let half = cards / 2;
        let (base, rest) = (cards as u32, cards - half);
        let mut weights = [0; MOST_CARDS];
        for (position, weight) in weights[..cards].iter_mut().enumerate() {
            *weight = if position < half {
                base.pow((half - 1 - position) as u32)
            } else {
                base.pow((cards - 1 - position) as u32) << Self::BITS
            };
        }
        let factorial = |n: usize| (1..=n).product::<usize>();
        let first = |hand: &[usize]| {
            let term = |(at, card): (usize, &usize)| {
                let used = hand[..at].iter().filter(|&other| other < card).count();
                // Only a hand that holds a card twice has used more.
                card.saturating_sub(used) * factorial(cards - 1 - at)
            };
            hand.iter().enumerate().map(term).sum::<usize>() as u32
        };
        let others = |hand: &[usize]| {
            let term = |(at, card): (usize, &usize)| {
                let smaller = hand[at..].iter().filter(|&other| other < card).count();
                smaller * factorial(rest - 1 - at)
            };
            hand.iter().enumerate().map(term).sum::<usize>() as u32
        };
        Self {
            weights,
            first: hands(cards, half, first),
            others: hands(cards, rest, others),
        }
    }

    /// The rank of the deck of which `cards` are the cards, in the order that `weights` stand for.
    #[inline]
    pub(super) fn rank_of(&self, cards: &Weights, weights: &Weights) -> usize {
        let index: u32 = cards
            .iter()
            .zip(weights)
            .map(|(card, weight)| card * weight)
            .sum();
        let (first, others) = (index & ((1 << Self::BITS) - 1), index >> Self::BITS);
        (self.first[first as usize] + self.others[others as usize]) as usize
    }
}

/// Gives `value` of every hand of `size` cards, in the order of the hands as numbers to the base
/// `cards`. Hands that hold a card twice are among them, and are never looked up.
fn hands(cards: usize, size: usize, value: impl Fn(&[usize]) -> u32) -> Vec<u32> {
    let mut hand = vec![0; size];
    let of = |mut index: usize| {
        for card in hand.iter_mut().rev() {
            *card = index % cards;
            index /= cards;
        }
        value(&hand)
    };
    (0..cards.pow(size as u32)).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_orders_as_they_come() {
        for cards in 1..=MOST_CARDS {
            let ranking = Ranking::new(cards);
            let mut deck = sorted(cards);
            for expected in 0..(1..=cards).product() {
                let mut padded = [0; MOST_CARDS];
                (0..cards).for_each(|at| padded[at] = u32::from(deck[at]));
                assert_eq!(ranking.rank_of(&padded, &ranking.weights), expected);
                if cards < 8 {
                    assert_eq!(rank(&deck, cards), expected);
                }
                assert_eq!(next_order(&mut deck), expected + 1 < (1..=cards).product());
            }
        }
    }
}
