//! Positions of large decks wait until there are many, and are then counted position by position:
//! the matrix is too large for the caches, but one of its rows is not.

use super::counter::Buffer;
use deck::kernel::Grid;
use deck::{BLOCK, Block, Card, Rows};

/// Decks that wait, at the most: as many as a batch has. The matrix is gone through once for them.
const MOST_WAITING: usize = 64 * BLOCK;

/// Positions that are kept together: what is written for a block is contiguous.
const TILE: usize = 8;

/// Decks that wait to be counted: `tiles[position / 8 * MOST_WAITING + deck][position % 8]` is a card.
#[derive(Debug)]
pub(super) struct PositionBuffer {
    cards: usize,
    decks: usize,
    tiles: Vec<[Card; TILE]>,
    /// The block at hand, deck by deck.
    block: Vec<Card>,
}

impl PositionBuffer {
    /// Makes it for decks of `cards` cards.
    pub fn new(cards: usize) -> Self {
        Self {
            cards,
            decks: 0,
            tiles: Vec::new(),
            block: Vec::new(),
        }
    }

    /// Bytes that one takes, at the most.
    pub fn bytes(cards: usize) -> u128 {
        ((MOST_WAITING + BLOCK) * cards.next_multiple_of(TILE) * size_of::<Card>()) as u128
    }

    fn hold_rows(&mut self, rows: &Grid<u16>, decks: usize) {
        let stride = self.cards.next_multiple_of(TILE);
        self.block.resize(BLOCK * stride, 0);
        for (at, deck) in self.block.chunks_exact_mut(stride).take(decks).enumerate() {
            for (card, &position) in rows.row(at).iter().enumerate() {
                deck[usize::from(position)] = card as Card;
            }
        }
        if self.tiles.is_empty() {
            self.tiles = vec![[0; TILE]; stride / TILE * MOST_WAITING];
        }
        let tiles = self.tiles.chunks_exact_mut(MOST_WAITING);
        for (at, tile) in tiles.enumerate() {
            let decks = self.block.chunks_exact(stride).take(decks);
            for (waiting, deck) in tile[self.decks..].iter_mut().zip(decks) {
                waiting.copy_from_slice(&deck[at * TILE..][..TILE]);
            }
        }
        self.decks += decks;
    }
}

impl Buffer for PositionBuffer {
    fn has_room(&self) -> bool {
        self.decks + BLOCK <= MOST_WAITING
    }

    fn hold(&mut self, block: &Block) {
        if let Some(Rows::Words(rows)) = block.rows() {
            self.hold_rows(rows, block.len());
        }
    }

    fn add_to(&mut self, first: usize, cells: &mut [u64]) {
        if self.decks == 0 {
            return;
        }
        let positions = first / self.cards..;
        for (position, row) in positions.zip(cells.chunks_exact_mut(self.cards)) {
            let tile = &self.tiles[position / TILE * MOST_WAITING..];
            for waiting in &tile[..self.decks] {
                row[usize::from(waiting[position % TILE])] += 1;
            }
        }
    }

    fn clear(&mut self) {
        self.decks = 0;
    }
}
