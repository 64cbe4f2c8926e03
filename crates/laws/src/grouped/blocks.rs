//! Cards that all differ, dealt in blocks: how likely a deal is after an a-shuffle. Each hand takes its cards from the deck in
//! one piece, as do the first cards that are seen in order, each alone.
//!
//! A card that goes to an earlier block than the one that was just above it at the start lies above it: a descent. Two such
//! cards that go to one block lie in any order, and so do all cards of the block. So the descents within each stretch of cards
//! that go to one block have the Eulerian law, and those of different stretches are independent: over all orders that show the
//! deal, rising sequences have the law of a sum.
//!
//! Source of the law of orders: Bayer and Diaconis (1992). Conger and Howald (2010), A better way to deal the cards, look at
//! the same deals.

use crate::eulerian;

/// Cards that all differ, dealt in blocks from the top.
#[derive(Debug, Clone, PartialEq)]
pub struct Blocks {
    /// The law of descents of so many cards.
    descents: Vec<Vec<f64>>,
}

impl Blocks {
    /// A deck of which each cell of places lies in one piece, the first on top; none of others. `cells` has the cell of each
    /// place, from the top.
    ///
    /// ```
    /// use colddeck_laws::grouped::blocks::Blocks;
    ///
    /// assert!(Blocks::new(&[0, 1, 0, 1]).is_none());
    /// let deck = Blocks::new(&[0, 0, 1, 1]).unwrap();
    /// // The second and third card are dealt first, then the first and fourth: 2 3 | 1 4, 3 2 | 1 4, 2 3 | 4 1, 3 2 | 4 1.
    /// assert_eq!(deck.rising(&[1, 0, 0, 1]), [0.0, 0.5, 0.5, 0.0]);
    /// ```
    pub fn new(cells: &[usize]) -> Option<Self> {
        let pieces = cells.chunk_by(|a, b| a == b);
        let longest = pieces.map(<[usize]>::len).max()?;
        let descents = (0..=longest).map(eulerian::law).collect();
        cells.is_sorted().then_some(Self { descents })
    }

    /// P(r rising sequences, given the deal) in an ideal deck, at r - 1. The deal is the cell of each card, from that which was
    /// on top at the start.
    ///
    /// # Panics
    ///
    /// If a cell has more cards than it has places.
    pub fn rising(&self, deal: &[usize]) -> Vec<f64> {
        let mut law = vec![1.0];
        let mut before = None;
        for stretch in deal.chunk_by(|a, b| a == b) {
            let cell = stretch.first().copied();
            let falls = usize::from(cell < before);
            before = cell;
            let descents = &self.descents[stretch.len()];
            let mut longer = vec![0.0; law.len() + falls + descents.len() - 1];
            for (at, p) in law.iter().enumerate() {
                for (to, q) in longer[at + falls..].iter_mut().zip(descents) {
                    *to += p * q;
                }
            }
            law = longer;
        }
        law.resize(deal.len(), 0.0);
        law
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grouped::starts::AnyStart;
    use crate::testing::assert_close;

    #[test]
    fn deals_of_small_decks_have_the_law_of_all_their_orders() {
        for cells in [
            vec![0, 0, 0, 0, 1, 1, 1, 1],
            vec![0, 0, 1, 1, 2, 2, 3, 3],
            vec![0, 0, 0, 1, 1, 1, 1],
            vec![0, 1, 2, 3, 3, 3],
            vec![0, 0, 0, 0],
        ] {
            let cards = cells.len();
            let blocks = Blocks::new(&cells).unwrap();
            let start: Vec<usize> = (0..cards).collect();
            let all = AnyStart::new(&start, &cells).unwrap();
            // Both lists hold each deal once: they are compared as sorted lists.
            let mut wanted: Vec<Vec<f64>> = all.seen().map(|(_, law)| law.to_vec()).collect();
            let deals = crate::grouped::testing::words(&sizes(&cells));
            let mut found: Vec<Vec<f64>> = deals.iter().map(|deal| blocks.rising(deal)).collect();
            assert_eq!(found.len(), wanted.len());
            let rounded = |law: &[f64]| -> Vec<u64> {
                law.iter().map(|p| (p * 1e9).round() as u64).collect()
            };
            for laws in [&mut wanted, &mut found] {
                laws.sort_by_key(|law| rounded(law));
            }
            for (found, wanted) in found.iter().zip(&wanted) {
                for (p, q) in found.iter().zip(wanted) {
                    assert_close(*p, *q, 1e-12);
                }
            }
        }
    }

    fn sizes(cells: &[usize]) -> Vec<usize> {
        cells.chunk_by(|a, b| a == b).map(<[usize]>::len).collect()
    }

    #[test]
    fn other_deals_have_no_such_law() {
        assert_eq!(Blocks::new(&[0, 1, 1, 0]), None);
        assert_eq!(Blocks::new(&[]), None);
    }
}
