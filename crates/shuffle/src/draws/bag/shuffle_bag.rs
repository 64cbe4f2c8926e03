//! The shuffle bag of the page: one array, and a cursor that divides what is inside the bag from what is out.

use serde::{Deserialize, Serialize};

use super::super::items::laid_out;

/// An array of items. Items up to the cursor are in the bag; those behind it have been drawn in this pass, the
/// latest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShuffleBag {
    /// The items, each the number of its symbol.
    data: Vec<u16>,
    /// The index of the last one inside.
    cursor: usize,
}

impl ShuffleBag {
    /// A full bag, with so many items of each symbol.
    pub fn new(items: &[u32]) -> Self {
        Self::with(items, &[])
    }

    /// A bag with such items inside, one at least, and such ones drawn.
    pub(super) fn with(inside: &[u32], drawn: &[u32]) -> Self {
        let mut data: Vec<u16> = laid_out(inside).collect();
        let cursor = data.len().saturating_sub(1);
        data.extend(laid_out(drawn));
        Self { data, cursor }
    }

    /// The items, in their order in the array.
    pub fn data(&self) -> &[u16] {
        &self.data
    }

    /// The index of the last item inside.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Draws the item at the index `grab`, which is picked uniformly from 0 to the cursor. The last item of a
    /// pass is the one at index 0, whatever is picked: nothing is swapped, and the bag is full again.
    pub fn next(&mut self, grab: usize) -> u16 {
        if self.cursor == 0 {
            self.fill();
            return self.data[0];
        }
        let item = self.data[grab];
        self.data.swap(grab, self.cursor);
        self.cursor -= 1;
        item
    }

    /// Puts everything back inside.
    pub(super) fn fill(&mut self) {
        self.cursor = self.data.len() - 1;
    }

    /// Adds items of one symbol. Everything is inside again: what is new is as likely as any other item, and
    /// so is what was drawn already.
    pub fn add(&mut self, symbol: u16, quantity: u32) {
        let more = std::iter::repeat_n(symbol, quantity as usize);
        self.data.extend(more);
        self.fill();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u16 = 0;
    const B: u16 = 1;
    const C: u16 = 2;
    const D: u16 = 3;

    /// Figures 2 to 5 of the page: the items, the cursor and what is returned, draw by draw.
    #[test]
    fn the_four_draws_of_the_figures() {
        let mut bag = ShuffleBag::new(&[1, 1, 1, 1]);
        assert_eq!((bag.data(), bag.cursor()), (&[A, B, C, D][..], 3));
        for (grab, drawn, data, cursor) in [
            (1, B, [A, D, C, B], 2),
            (2, C, [A, D, C, B], 1),
            (0, A, [D, A, C, B], 0),
            (0, D, [D, A, C, B], 3),
        ] {
            assert_eq!(bag.next(grab), drawn);
            assert_eq!((bag.data(), bag.cursor()), (&data[..], cursor));
        }
    }

    /// "The probability for that was 1 in 3 after all": the second draw picks one of three, one of them the
    /// item at the cursor.
    #[test]
    fn the_second_draw_picks_among_three_and_one_of_them_is_its_own_place() {
        let mut bag = ShuffleBag::new(&[1, 1, 1, 1]);
        bag.next(1);
        let stays = |grab: &usize| {
            let mut after = bag.clone();
            after.next(*grab);
            after.data() == bag.data()
        };
        assert_eq!((0..=bag.cursor()).filter(stays).collect::<Vec<_>>(), [2]);
    }

    /// Figure 6: whatever the cursor was, it stands at the very last index afterwards.
    #[test]
    fn adding_items_sets_the_cursor_to_the_last_index() {
        let mut bag = ShuffleBag::new(&[1, 1, 1, 1]);
        bag.next(1);
        bag.next(2);
        assert_eq!(bag.cursor(), 1);
        bag.add(4, 1);
        assert_eq!((bag.data(), bag.cursor()), (&[A, D, C, B, 4][..], 4));
        bag.add(5, 2);
        assert_eq!((bag.data(), bag.cursor()), (&[A, D, C, B, 4, 5, 5][..], 6));
        // Any of the seven may come next, the new ones like the old.
        let next: Vec<u16> = (0..7).map(|grab| bag.clone().next(grab)).collect();
        assert_eq!(next, [A, D, C, B, 4, 5, 5]);
    }

    #[test]
    fn a_bag_of_one_item_gives_it_for_ever() {
        let mut bag = ShuffleBag::new(&[0, 1]);
        for _ in 0..3 {
            assert_eq!((bag.next(0), bag.cursor()), (1, 0));
        }
    }
}
