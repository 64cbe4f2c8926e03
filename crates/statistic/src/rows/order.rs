//! The order in which rows came.

use super::Sheet;
use deck::rng::{PcgDraws, shuffle_items};
use text::sorting;

/// Rows in order of time.
pub(super) struct Order {
    /// Places in the file.
    pub order: Vec<usize>,
    /// After how many rows one may look.
    pub ends: Vec<usize>,
    /// True if the rows have times.
    pub timed: bool,
}

impl Order {
    pub fn of(sheet: &Sheet) -> Self {
        let mut order: Vec<usize> = (0..sheet.hands.len()).collect();
        let time = |at: &usize| sheet.hands[*at].row.time;
        let first = order.first().and_then(time);
        let timed =
            order.iter().all(|at| time(at).is_some()) && order.iter().any(|at| time(at) != first);
        if timed {
            sorting::by_key(&mut order, time);
        }
        let ends =
            (1..order.len()).filter(|end| !timed || time(&order[end - 1]) != time(&order[*end]));
        let ends = ends.collect();
        Self { order, ends, timed }
    }

    /// Places in the file, one hand after the other. Rows of one day keep the order of the file, unless that is sorted by
    /// what was found: then they are put in one by chance.
    pub(super) fn in_turn(mut self, sheet: &Sheet) -> Vec<usize> {
        let found = |at: &usize| sheet.hands[*at].row.found;
        let parts = self.ends.iter().copied().chain([self.order.len()]);
        let parts: Vec<usize> = parts.collect();
        let is_sorted = |is_before: fn(u32, u32) -> bool| {
            let mut parts = [0].iter().chain(&parts).zip(&parts);
            parts.all(|(start, end)| {
                self.order[*start..*end].is_sorted_by(|a, b| is_before(found(a), found(b)))
            })
        };
        if is_sorted(|a, b| a <= b) || is_sorted(|a, b| a >= b) {
            let mut draws = PcgDraws::for_batch(1, "rows of one time", self.order.len() as u64, 0);
            let mut start = 0;
            for end in parts {
                let together = &mut self.order[start..end];
                shuffle_items(&mut draws, together);
                start = end;
            }
        }
        self.order
    }
}
