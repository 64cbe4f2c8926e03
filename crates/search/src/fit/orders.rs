//! The decks that are asked about, as orders relative to what was shuffled, and what laws read off them.

use super::Seen;
use deck::Card;

/// Decks of one size, each as its order relative to the deck before the shuffle, and how often each was shuffled.
#[derive(Debug, Clone)]
pub struct Orders {
    /// Cards in each deck, at least two.
    pub cards: usize,
    /// Each deck was shuffled so often, from 1.
    pub times: u32,
    /// The part of each that is seen.
    pub seen: Seen,
    /// The decks: card c at place p is the one that lay at place c before. Of what is not seen one order stands for all.
    pub decks: Vec<Vec<Card>>,
}

impl Orders {
    /// Orders of the same size that are seen alike, and no decks.
    pub(super) fn like(&self) -> Self {
        Self {
            seen: self.seen.clone(),
            decks: Vec::new(),
            ..*self
        }
    }

    /// The number of decks.
    pub fn count(&self) -> f64 {
        self.decks.len() as f64
    }
}

/// The inverse: `places[card]` is where the card lies.
pub fn places(deck: &[Card]) -> Vec<usize> {
    let mut places = vec![0; deck.len()];
    for (place, &card) in deck.iter().enumerate() {
        places[usize::from(card)] = place;
    }
    places
}

/// Rising sequences: one more than the cards whose successor lies above them.
pub fn rising(deck: &[Card]) -> usize {
    1 + breaks(deck).len()
}

/// The cards, each as the place that its successor had before, where a new rising sequence begins.
pub(crate) fn breaks(deck: &[Card]) -> Vec<usize> {
    let places = places(deck);
    let falls = |&card: &usize| places[card] < places[card - 1];
    (1..deck.len()).filter(falls).collect()
}

/// Places of card c + 1 directly below card c.
pub(crate) fn kept(deck: &[Card]) -> usize {
    deck.windows(2)
        .filter(|pair| pair[0] + 1 == pair[1])
        .count()
}

/// The packets of a deck that was put down packet by packet, each on those before, as their sizes in the order in which
/// they were drawn off; `None` if it was not.
pub fn packets(deck: &[Card]) -> Option<Vec<usize>> {
    let mut sizes = Vec::new();
    let mut end = deck.len();
    for packet in deck.chunk_by(|a, b| a + 1 == *b) {
        // The packet drawn last lies on top, and holds what was at the bottom.
        if usize::from(packet[packet.len() - 1]) + 1 != end {
            return None;
        }
        end = usize::from(packet[0]);
        sizes.push(packet.len());
    }
    sizes.reverse();
    Some(sizes)
}

/// The lengths of the stretches that come alternately from above and from below a split before the card `split`, from
/// the top, and whether the first of them is from above.
pub(crate) fn stretches(deck: &[Card], split: usize) -> (bool, Vec<usize>) {
    let above = |card: &Card| usize::from(*card) < split;
    let lengths = deck
        .chunk_by(|a, b| above(a) == above(b))
        .map(<[Card]>::len);
    (above(&deck[0]), lengths.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_laws_read_off_a_deck() {
        let deck = [3, 0, 1, 4, 2, 5];
        assert_eq!(places(&deck), [1, 2, 4, 0, 3, 5]);
        assert_eq!((rising(&deck), breaks(&deck)), (2, vec![3]));
        assert_eq!(stretches(&deck, 3), (false, vec![1, 2, 1, 1, 1]));
        assert_eq!(kept(&deck), 1);
        assert_eq!(packets(&deck), None);
        assert_eq!(packets(&[4, 5, 3, 0, 1, 2]), Some(vec![3, 1, 2]));
        assert_eq!(packets(&[0, 1, 2]), Some(vec![3]));
    }
}
