//! Decks, and the blocks of decks that sources hand to statistics.
//!
//! A deck of *n* cards is a permutation of `0..n`, held top first: `deck[position] = card`. It
//! starts as `0, 1, …, n − 1`. The inverse view, `pos[card] = position`, is computed once for a
//! whole block, and only when a statistic reads it.

/// A card, or a position: both are numbers in `0..n`, and n is at most [`MAX_CARDS`].
pub type Card = u16;

/// The smallest deck that can be shuffled.
pub const MIN_CARDS: usize = 2;

/// The largest deck. A position matrix of this size takes 800 MB; a card must fit in [`Card`].
pub const MAX_CARDS: usize = 10_000;

/// Decks in a full block. One dispatch serves a whole block, so its cost vanishes.
pub const BLOCK: usize = 64;

/// Up to [`BLOCK`] decks of one size.
///
/// ```
/// use colddeck::deck::Block;
/// let mut block = Block::new(4);
/// block.fill_sorted(2, 0);
/// block.decks_mut()[..4].copy_from_slice(&[3, 1, 0, 2]);
/// block.index_positions();
/// assert_eq!(block.decks().next().unwrap(), [3, 1, 0, 2]);
/// assert_eq!(block.positions().next().unwrap(), [2, 1, 3, 0]);
/// ```
#[derive(Debug, Clone)]
pub struct Block {
    cards: usize,
    first: u64,
    decks: Vec<Card>,
    positions: Vec<Card>,
}

impl Block {
    /// An empty block for decks of `cards` cards.
    pub fn new(cards: usize) -> Self {
        Self {
            cards,
            first: 0,
            decks: Vec::with_capacity(cards * BLOCK),
            positions: Vec::new(),
        }
    }

    /// Cards in each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Number of decks held.
    pub fn len(&self) -> usize {
        self.decks.len() / self.cards
    }

    /// Whether no deck is held.
    pub fn is_empty(&self) -> bool {
        self.decks.is_empty()
    }

    /// Index of the first deck within its replicate or stream.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Forgets all decks; the next one has index `first`.
    pub fn clear(&mut self, first: u64) {
        self.first = first;
        self.decks.clear();
        self.positions.clear();
    }

    /// Holds `len` decks in starting order, the first of which has index `first`.
    pub fn fill_sorted(&mut self, len: usize, first: u64) {
        self.clear(first);
        for _ in 0..len {
            self.decks.extend((0..self.cards).map(|card| card as Card));
        }
    }

    /// Appends one deck, a permutation of `0..cards`.
    pub fn push(&mut self, deck: &[Card]) {
        debug_assert_eq!(deck.len(), self.cards);
        self.decks.extend_from_slice(deck);
    }

    /// All decks, one after the other, top card first.
    pub fn decks_mut(&mut self) -> &mut [Card] {
        &mut self.decks
    }

    /// The decks: `deck[position] = card`.
    pub fn decks(&self) -> std::slice::ChunksExact<'_, Card> {
        self.decks.chunks_exact(self.cards)
    }

    /// Computes the inverse view, [`Block::positions`], of the decks now held.
    pub fn index_positions(&mut self) {
        self.positions.resize(self.decks.len(), 0);
        let inverses = self.positions.chunks_exact_mut(self.cards);
        for (deck, inverse) in self.decks.chunks_exact(self.cards).zip(inverses) {
            for (position, &card) in deck.iter().enumerate() {
                inverse[usize::from(card)] = position as Card;
            }
        }
    }

    /// The inverse decks: `pos[card] = position`. Empty unless [`Block::index_positions`] was called.
    pub fn positions(&self) -> std::slice::ChunksExact<'_, Card> {
        self.positions.chunks_exact(self.cards)
    }
}
