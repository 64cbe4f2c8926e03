//! The decks of a block side by side: what is done to one is done to all 64 at once.

use super::{BLOCK, Block, Layout, Rows};
use crate::kernel::{BYTE_CARDS, Cell};

/// One number for each card or position and each deck, in cells as small as the deck's size allows:
/// `lanes[card or position][deck]`. The lanes of decks that a block does not hold are of no meaning.
#[derive(Debug, Clone)]
pub enum Lanes {
    /// For decks of up to [`BYTE_CARDS`] cards.
    Bytes(Vec<[u8; BLOCK]>),
    /// For larger decks.
    Words(Vec<[u16; BLOCK]>),
}

impl Lanes {
    fn new(cards: usize) -> Self {
        if cards <= BYTE_CARDS {
            Self::Bytes(vec![[0; BLOCK]; cards])
        } else {
            Self::Words(vec![[0; BLOCK]; cards])
        }
    }
}

/// Views that are lanes.
pub(super) const LANE_LAYOUTS: usize = 5;

/// Says where a block holds the lanes of a layout.
pub(super) fn place(layout: Layout) -> Option<usize> {
    match layout {
        Layout::CardLanes => Some(0),
        Layout::PlaceLanes => Some(1),
        Layout::Lehmer => Some(2),
        Layout::SwapsFromTop => Some(3),
        Layout::SwapsFromBottom => Some(4),
        Layout::Decks | Layout::Positions | Layout::Rows | Layout::DeckRows => None,
    }
}

/// The same with rows and lanes of bytes as of words.
macro_rules! in_cells {
    ([$($what:expr => $kind:ident($name:ident)),*] $do:expr) => {
        match ($($what,)*) {
            ($(Some($kind::Bytes($name)),)*) => $do,
            ($(Some($kind::Words($name)),)*) => $do,
            _ => unreachable!("all layouts of a block that were made have cells of one width"),
        }
    };
}

impl Block {
    /// The lanes of `layout`. `None` unless [`Block::index`] was called with it.
    pub fn lanes(&self, layout: Layout) -> Option<&Lanes> {
        let place = place(layout)?;
        self.lanes[place]
            .as_ref()
            .filter(|_| self.lanes_hold[place])
    }

    pub(super) fn index_lanes(&mut self, layout: Layout) {
        let Some(place) = place(layout) else {
            return;
        };
        if self.lanes_hold[place] {
            return;
        }
        let mut lanes = self.lanes[place]
            .take()
            .unwrap_or_else(|| Lanes::new(self.cards));
        self.make(layout, &mut lanes);
        self.lanes[place] = Some(lanes);
        self.lanes_hold[place] = true;
    }

    fn make(&mut self, layout: Layout, lanes: &mut Lanes) {
        let isa = self.isa.kernel();
        match layout {
            Layout::CardLanes => {
                self.index_rows();
                in_cells!([self.rows() => Rows(rows), Some(lanes) => Lanes(lanes)]
                    isa.transpose(rows, lanes));
            }
            Layout::PlaceLanes => {
                self.index_deck_rows();
                in_cells!([self.deck_rows() => Rows(rows), Some(lanes) => Lanes(lanes)]
                    isa.transpose(rows, lanes));
            }
            Layout::Lehmer | Layout::SwapsFromTop | Layout::SwapsFromBottom => {
                self.index_lanes(Layout::PlaceLanes);
                let places = self.lanes(Layout::PlaceLanes);
                in_cells!([places => Lanes(places), Some(lanes) => Lanes(lanes)] match layout {
                    Layout::Lehmer => isa.lehmer(places, lanes),
                    Layout::SwapsFromBottom => isa.swaps(places, false, lanes),
                    _ => {
                        isa.swaps(places, true, lanes);
                        less_their_place(lanes);
                    }
                });
            }
            Layout::Decks | Layout::Positions | Layout::Rows | Layout::DeckRows => {}
        }
    }

    /// Makes of `to` the order of each deck relative to the one `lag` before it, where both are in this
    /// block: with deck t the earlier and s the later one, `to` holds the permutation
    /// `i -> pos_t[deck_s[i]]`. If all decks are independent and ideal, so are these.
    pub fn relative(&mut self, lag: usize, to: &mut Self) {
        let len = self.len.saturating_sub(lag);
        let first = self.first;
        if len == 0 {
            to.clear(first);
            return;
        }
        self.index_deck_rows();
        self.index_rows();
        to.isa = self.isa;
        let rows = to.fill_rows(len, first);
        // The inverse of a relative order sends the card at i in the earlier deck to its place in the
        // later one.
        in_cells!([
            self.deck_rows() => Rows(decks),
            self.rows() => Rows(places),
            Some(rows) => Rows(to)
        ] self.isa.kernel().compose(decks, places, lag, len, to));
    }
}

/// Takes from each number its place.
fn less_their_place<T: Cell>(lanes: &mut [[T; BLOCK]]) {
    for (at, lane) in lanes.iter_mut().enumerate() {
        // Modulo 2 to the number of bits.
        let less = T::of(at.wrapping_neg());
        for cell in lane {
            *cell = cell.plus(less);
        }
    }
}

#[cfg(test)]
mod tests;
