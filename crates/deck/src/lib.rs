//! Decks, and the blocks of decks that sources hand to statistics.
//!
//! A deck of *n* cards is a permutation of `0..n`, held top first: `deck[position] = card`. It
//! starts as `0, 1, …, n − 1`. The inverse, `pos[card] = position`, is computed once for a
//! whole block, and only when a statistic reads it.

pub mod batch;
pub mod cube;
pub mod kernel;
pub mod playing_cards;
#[cfg(feature = "full")]
pub mod quantity;
pub mod rng;
pub mod subject;

mod bits;
mod lanes;
mod lines;

use crate::batch::Batch;
use crate::kernel::{Cell, Grid, Isa};

pub use bits::Bits;
use lanes::LANE_LAYOUTS;
pub use lanes::Lanes;
pub use lines::Lines;

/// A card, or a position: both are numbers in `0..n`, and n is at most [`MAX_CARDS`].
pub type Card = u16;

/// The smallest deck that can be shuffled.
pub const MIN_CARDS: usize = 2;

/// The largest deck. A position matrix of this size takes 800 MB; a card must fit in [`Card`].
pub const MAX_CARDS: usize = 10_000;

/// Decks in a full block. One dispatch serves a whole block, so its cost vanishes.
pub const BLOCK: usize = kernel::DECKS;

/// A row for each deck of a block, in cells as small as the deck's size allows: of the inverse decks,
/// cell `card` of row `deck`.
#[derive(Debug, Clone)]
pub enum Rows {
    /// For decks of up to [`kernel::BYTE_CARDS`] cards.
    Bytes(Grid<u8>),
    /// For larger decks.
    Words(Grid<u16>),
}

impl Rows {
    /// Rows for decks of `cards` cards.
    pub fn new(cards: usize) -> Self {
        if cards <= kernel::BYTE_CARDS {
            Self::Bytes(Grid::new(cards))
        } else {
            Self::Words(Grid::new(cards))
        }
    }
}

/// A way to look at the decks of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// `deck[position] = card`.
    Decks,
    /// `pos[card] = position`.
    Positions,
    /// The same in cells as small as the deck's size allows.
    Rows,
    /// The decks themselves in such cells.
    DeckRows,
    /// All decks side by side: `lanes[card][deck] = position`.
    CardLanes,
    /// All decks side by side: `lanes[position][deck] = card`.
    PlaceLanes,
    /// Lehmer digits: `lanes[position][deck]` is the number of smaller cards further down, a number
    /// below n − position. On ideal decks they are independent and uniform.
    Lehmer,
    /// The draws of a Fisher-Yates shuffle from the top down that gives this deck: at step i the card at
    /// position i is swapped with the one at i + `lanes[i][deck]`, a number below n − i. On ideal
    /// decks they are independent and uniform.
    SwapsFromTop,
    /// Likewise from the bottom up: at the step of position i the card there is swapped with the one
    /// at `lanes[i][deck]`, a number up to i.
    SwapsFromBottom,
}

/// Up to [`BLOCK`] decks of one size.
///
/// A caller fills it in one of two ways: with decks, or with the rows of their inverses. The other
/// ways to look at them are made of that, each when it is asked for.
///
/// ```
/// use colddeck_deck::Block;
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
    isa: Isa,
    first: u64,
    len: usize,
    decks: Vec<Card>,
    positions: Vec<Card>,
    rows: Option<Rows>,
    rows_hold: bool,
    deck_rows: Option<Rows>,
    deck_rows_hold: bool,
    /// Lanes by [`lanes::place`]; those that do not hold are room to be reused.
    lanes: [Option<Lanes>; LANE_LAYOUTS],
    lanes_hold: [bool; LANE_LAYOUTS],
}

impl Block {
    /// An empty block for decks of `cards` cards.
    pub fn new(cards: usize) -> Self {
        Self::with_isa(cards, Isa::best())
    }

    /// An empty block for decks of `cards` cards that is worked on with `isa`.
    pub fn with_isa(cards: usize, isa: Isa) -> Self {
        Self {
            cards,
            isa,
            first: 0,
            len: 0,
            decks: Vec::new(),
            positions: Vec::new(),
            rows: None,
            rows_hold: false,
            deck_rows: None,
            deck_rows_hold: false,
            lanes: Default::default(),
            lanes_hold: [false; LANE_LAYOUTS],
        }
    }

    /// Cards in each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Gives the instruction set that works on this block.
    pub fn isa(&self) -> Isa {
        self.isa
    }

    /// Number of decks held.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if it holds no deck.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Index of the first deck within its replicate or stream.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Forgets all decks; the next one has index `first`.
    pub fn clear(&mut self, first: u64) {
        self.first = first;
        self.len = 0;
        self.decks.clear();
        self.positions.clear();
        self.rows_hold = false;
        self.deck_rows_hold = false;
        self.lanes_hold = [false; LANE_LAYOUTS];
    }

    /// Makes one way to look at the decks now held, if it is not there yet.
    pub fn index(&mut self, layout: Layout) {
        match layout {
            Layout::Decks => self.index_decks(),
            Layout::Positions => self.index_positions(),
            Layout::Rows => self.index_rows(),
            Layout::DeckRows => self.index_deck_rows(),
            lanes => self.index_lanes(lanes),
        }
    }

    /// Holds `len` decks in starting order, the first of which has index `first`.
    pub fn fill_sorted(&mut self, len: usize, first: u64) {
        self.clear(first);
        self.len = len;
        for _ in 0..len {
            self.decks.extend((0..self.cards).map(|card| card as Card));
        }
    }

    /// Holds `len` decks, the first of which has index `first`, whose inverses will be written to the
    /// rows that this returns. All rows may be written to; only `len` count.
    pub fn fill_rows(&mut self, len: usize, first: u64) -> &mut Rows {
        self.clear(first);
        self.len = len;
        self.rows_hold = true;
        self.rows.get_or_insert_with(|| Rows::new(self.cards))
    }

    /// Appends one deck, a permutation of `0..cards`.
    pub fn push(&mut self, deck: &[Card]) {
        debug_assert_eq!(deck.len(), self.cards);
        self.decks.extend_from_slice(deck);
        self.len += 1;
    }

    /// Keeps the first `len` decks, if there are more.
    pub fn truncate(&mut self, len: usize) {
        if len < self.len {
            self.index_decks();
            let decks = self.decks[..len * self.cards].to_vec();
            self.clear(self.first);
            decks
                .chunks_exact(self.cards)
                .for_each(|deck| self.push(deck));
        }
    }

    /// The first `len` of its decks, at most all, as a block of their own.
    #[must_use]
    pub fn head(&self, len: usize) -> Self {
        let mut head = self.clone();
        head.len = len.min(self.len);
        head.decks.truncate(head.len * self.cards);
        head.positions.truncate(head.len * self.cards);
        head.lanes_hold = [false; LANE_LAYOUTS];
        head
    }

    /// All decks, one after the other, top card first.
    pub fn decks_mut(&mut self) -> &mut [Card] {
        &mut self.decks
    }

    /// The decks: `deck[position] = card`. Empty for a block that was filled with rows, unless
    /// [`Block::index_decks`] was called.
    pub fn decks(&self) -> std::slice::ChunksExact<'_, Card> {
        self.decks.chunks_exact(self.cards)
    }

    /// Makes [`Block::decks`] of rows.
    pub fn index_decks(&mut self) {
        let Some(rows) = &self.rows else {
            return;
        };
        if self.rows_hold && self.decks.is_empty() {
            self.decks.resize(self.len * self.cards, 0);
            let decks = self.decks.chunks_exact_mut(self.cards);
            match rows {
                Rows::Bytes(rows) => invert_rows(rows, decks),
                Rows::Words(rows) => invert_rows(rows, decks),
            }
        }
    }

    /// Computes the inverse, [`Block::positions`], of the decks now held.
    pub fn index_positions(&mut self) {
        if !self.positions.is_empty() {
            return;
        }
        self.positions.resize(self.len * self.cards, 0);
        let inverses = self.positions.chunks_exact_mut(self.cards);
        match &self.rows {
            Some(Rows::Bytes(rows)) if self.rows_hold => {
                for (deck, inverse) in inverses.enumerate() {
                    let cells = inverse.iter_mut().zip(rows.row(deck));
                    cells.for_each(|(cell, &position)| *cell = Card::from(position));
                }
            }
            Some(Rows::Words(rows)) if self.rows_hold => {
                for (deck, inverse) in inverses.enumerate() {
                    inverse.copy_from_slice(rows.row(deck));
                }
            }
            _ => {
                for (deck, inverse) in self.decks.chunks_exact(self.cards).zip(inverses) {
                    for (position, &card) in deck.iter().enumerate() {
                        inverse[usize::from(card)] = position as Card;
                    }
                }
            }
        }
    }

    /// The inverse decks: `pos[card] = position`. Empty unless [`Block::index_positions`] was called.
    pub fn positions(&self) -> std::slice::ChunksExact<'_, Card> {
        self.positions.chunks_exact(self.cards)
    }

    /// Makes [`Block::rows`] of decks.
    pub fn index_rows(&mut self) {
        if self.rows_hold {
            return;
        }
        let rows = self.rows.get_or_insert_with(|| Rows::new(self.cards));
        let decks = self.decks.chunks_exact(self.cards);
        match rows {
            Rows::Bytes(rows) => invert_decks(decks, rows),
            Rows::Words(rows) => invert_decks(decks, rows),
        }
        self.rows_hold = true;
    }

    /// Makes [`Block::deck_rows`] of decks or of their inverses.
    pub(crate) fn index_deck_rows(&mut self) {
        if self.deck_rows_hold {
            return;
        }
        let to = self.deck_rows.get_or_insert_with(|| Rows::new(self.cards));
        let kernel = self.isa.kernel();
        match (self.rows.as_ref().filter(|_| self.rows_hold), to) {
            (Some(Rows::Bytes(from)), Rows::Bytes(to)) => kernel.invert(from, self.len, to),
            (Some(Rows::Words(from)), Rows::Words(to)) => kernel.invert(from, self.len, to),
            (_, Rows::Bytes(to)) => copy_decks(self.decks.chunks_exact(self.cards), to),
            (_, Rows::Words(to)) => copy_decks(self.decks.chunks_exact(self.cards), to),
        }
        self.deck_rows_hold = true;
    }

    /// The decks in small cells. `None` unless [`Block::index_deck_rows`] was called.
    pub(crate) fn deck_rows(&self) -> Option<&Rows> {
        self.deck_rows.as_ref().filter(|_| self.deck_rows_hold)
    }

    /// The inverse decks in small cells. `None` unless the block was filled with rows, or
    /// [`Block::index_rows`] was called.
    pub fn rows(&self) -> Option<&Rows> {
        self.rows.as_ref().filter(|_| self.rows_hold)
    }
}

impl Batch for Block {
    type Layout = Layout;

    const MOST: usize = BLOCK;

    fn new(size: usize, isa: Isa) -> Self {
        Self::with_isa(size, isa)
    }

    fn size(&self) -> usize {
        self.cards
    }

    fn len(&self) -> usize {
        self.len
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn clear(&mut self, first: u64) {
        self.clear(first);
    }

    fn head(&self, len: usize) -> Self {
        self.head(len)
    }

    fn lay_out(&mut self, layout: Layout) {
        self.index(layout);
    }

    fn relative(&mut self, lag: usize, to: &mut Self) {
        self.relative(lag, to);
    }

    /// Decks and their inverses in some ten layouts.
    fn bytes(cards: usize) -> u128 {
        10 * (BLOCK * size_of::<Card>()) as u128 * cards as u128
    }

    fn counts_are_large(cards: usize) -> bool {
        cards > kernel::BYTE_CARDS
    }
}

fn invert_rows<'a, T: Cell>(rows: &Grid<T>, decks: impl Iterator<Item = &'a mut [Card]>) {
    for (at, deck) in decks.enumerate() {
        for (card, position) in rows.row(at).iter().enumerate() {
            deck[position.index()] = card as Card;
        }
    }
}

fn invert_decks<'a, T: Cell>(decks: impl Iterator<Item = &'a [Card]>, rows: &mut Grid<T>) {
    for (at, deck) in decks.enumerate() {
        let row = rows.row_mut(at);
        for (position, &card) in deck.iter().enumerate() {
            row[usize::from(card)] = T::of(position);
        }
    }
}

fn copy_decks<'a, T: Cell>(decks: impl Iterator<Item = &'a [Card]>, rows: &mut Grid<T>) {
    for (at, deck) in decks.enumerate() {
        for (cell, &card) in rows.row_mut(at).iter_mut().zip(deck) {
            *cell = T::of(usize::from(card));
        }
    }
}
