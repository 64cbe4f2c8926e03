//! Riffled decks in which cards are repeated, and which start grouped: all cards of one type on top, then all of the next,
//! and so on; small decks may start in any way. What is seen of such a deck is its word, the type of the card at each place, or
//! a part of it: the first cards, or hands.
//!
//! Sources: Conger and Viswanath (2006), Riffle shuffles of decks with repeated cards; Assaf, Diaconis and Soundararajan
//! (2011), A rule of thumb for riffle shuffling.

pub mod blocks;
pub mod separation;
pub mod starts;
pub mod two_types;
pub mod words;

#[cfg(test)]
mod testing {
    //! Words by going through all labels of their places.

    use std::collections::BTreeMap;

    /// All words of a deck, as ideal decks show them: each once.
    pub(super) fn words(types: &[usize]) -> Vec<Vec<usize>> {
        fn longer(left: &mut [usize], word: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
            if left.iter().all(|count| *count == 0) {
                all.push(word.clone());
            }
            for kind in 0..left.len() {
                if left[kind] > 0 {
                    left[kind] -= 1;
                    word.push(kind);
                    longer(left, word, all);
                    word.pop();
                    left[kind] += 1;
                }
            }
        }
        let mut all = Vec::new();
        longer(&mut types.to_vec(), &mut Vec::new(), &mut all);
        all
    }

    /// How many of the labellings of all places, each with one of `packets` labels, lead to each word.
    pub(super) fn counts(types: &[usize], packets: u64) -> BTreeMap<Vec<usize>, u64> {
        let kinds = types.iter().enumerate();
        let deck: Vec<usize> = kinds.flat_map(|(kind, count)| vec![kind; *count]).collect();
        counts_from(&deck, packets)
    }

    /// The same of a deck that has these types from the top.
    pub(super) fn counts_from(deck: &[usize], packets: u64) -> BTreeMap<Vec<usize>, u64> {
        let mut seen = BTreeMap::new();
        for labelling in 0..packets.pow(deck.len() as u32) {
            let mut rest = labelling;
            let mut labels: Vec<(u64, usize)> = (0..deck.len())
                .map(|place| {
                    let label = rest % packets;
                    rest /= packets;
                    (label, place)
                })
                .collect();
            labels.sort_unstable();
            let mut word = vec![0; deck.len()];
            for ((_, place), kind) in labels.into_iter().zip(deck) {
                word[place] = *kind;
            }
            *seen.entry(word).or_default() += 1;
        }
        seen
    }
}
