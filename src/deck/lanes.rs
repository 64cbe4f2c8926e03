//! The decks of a block side by side: what is done to one is done to all 64 at once.

use super::{BLOCK, Block, Card, Rows, View};
use crate::kernel::{BYTE_CARDS, Cell, Grid, lanes as kernel};

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
pub(super) const LANE_VIEWS: usize = 5;

/// Where a block holds the lanes of a view.
pub(super) fn place(view: View) -> Option<usize> {
    match view {
        View::CardLanes => Some(0),
        View::PlaceLanes => Some(1),
        View::Lehmer => Some(2),
        View::SwapsFromTop => Some(3),
        View::SwapsFromBottom => Some(4),
        View::Decks | View::Positions | View::Rows => None,
    }
}

/// Lanes of either width.
macro_rules! both {
    ($from:expr, $to:expr, $what:ident, |$a:ident, $b:ident| $do:expr) => {
        match ($from, $to) {
            ($what::Bytes($a), Lanes::Bytes($b)) => $do,
            ($what::Words($a), Lanes::Words($b)) => $do,
            _ => unreachable!("all views of a block have cells of one width"),
        }
    };
}

impl Block {
    /// The lanes of `view`. `None` unless [`Block::index`] was called with it.
    pub fn lanes(&self, view: View) -> Option<&Lanes> {
        let place = place(view)?;
        self.lanes[place]
            .as_ref()
            .filter(|_| self.lanes_hold[place])
    }

    pub(super) fn index_lanes(&mut self, view: View) {
        let Some(place) = place(view) else {
            return;
        };
        if self.lanes_hold[place] {
            return;
        }
        match view {
            View::Lehmer => self.index_lanes(View::PlaceLanes),
            _ => self.index_rows(),
        }
        let mut lanes = self.lanes[place]
            .take()
            .unwrap_or_else(|| Lanes::new(self.cards));
        let isa = self.isa.kernel();
        if let View::Lehmer = view {
            if let Some(places) = self.lanes(View::PlaceLanes) {
                both!(places, &mut lanes, Lanes, |a, b| isa.lehmer(a, b));
            }
        } else if let Some(rows) = &self.rows {
            both!(rows, &mut lanes, Rows, |a, b| of_rows(isa, view, a, b));
        }
        self.lanes[place] = Some(lanes);
        self.lanes_hold[place] = true;
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
        self.index_decks();
        self.index_rows();
        to.isa = self.isa;
        let rows = to.fill_rows(len, first);
        match (self.rows(), rows) {
            (Some(Rows::Bytes(from)), Rows::Bytes(to)) => compose(&self.decks, from, lag, len, to),
            (Some(Rows::Words(from)), Rows::Words(to)) => compose(&self.decks, from, lag, len, to),
            _ => unreachable!("all blocks of decks of one size have cells of one width"),
        }
    }
}

fn of_rows<T: Cell>(
    isa: &(impl crate::kernel::Cells<T> + ?Sized),
    view: View,
    rows: &Grid<T>,
    lanes: &mut [[T; BLOCK]],
) {
    match view {
        View::CardLanes => isa.transpose(rows, lanes),
        View::PlaceLanes => kernel::invert(rows, lanes),
        View::SwapsFromTop => kernel::swaps_from_top(rows, lanes),
        View::SwapsFromBottom => kernel::swaps_from_bottom(rows, lanes),
        View::Lehmer | View::Decks | View::Positions | View::Rows => {
            unreachable!("not made of rows")
        }
    }
}

/// The inverse of a relative order sends the card at i in the earlier deck to its place in the later one.
fn compose<T: Cell>(decks: &[Card], from: &Grid<T>, lag: usize, len: usize, to: &mut Grid<T>) {
    let cards = from.cards();
    for (at, earlier) in decks.chunks_exact(cards).take(len).enumerate() {
        let later = from.row(at + lag);
        for (cell, &card) in to.row_mut(at).iter_mut().zip(earlier) {
            *cell = later[usize::from(card)];
        }
    }
}
