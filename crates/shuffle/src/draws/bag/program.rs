//! The programs that draw from a bag. All have one law; they ask the generator for other numbers.

use serde::{Deserialize, Serialize};

use super::super::items::{laid_out, total};
use super::ShuffleBag;
use deck::rng::Draws;

/// The words for them in a spec, the first one the default.
pub(super) const WORDS: &[&str] = &["backward", "forward", "refill"];

/// A program, and the array that it works on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Program {
    /// The page's bag, whose cursor runs from the last index to the first.
    Backward(ShuffleBag),
    /// A reader's bag in Scheme, whose cursor runs from the first index to the last.
    Forward {
        /// The items drawn in this pass, in order, and then those inside.
        data: Vec<u16>,
        /// The index of the first item inside.
        cursor: usize,
    },
    /// The page's list that is filled and shuffled when it is empty.
    Refill {
        /// The rest of the list; the next draw is its end.
        list: Vec<u16>,
    },
}

impl Program {
    /// The program of that word, with a full bag.
    pub(super) fn new(word: &str, items: &[u32]) -> Self {
        match word {
            "forward" => Self::Forward {
                data: laid_out(items).collect(),
                cursor: 0,
            },
            "refill" => Self::Refill { list: Vec::new() },
            _ => Self::Backward(ShuffleBag::new(items)),
        }
    }

    /// Draws from a bag that is full with such items.
    pub(super) fn next(&mut self, full: &[u32], draws: &mut dyn Draws) -> u16 {
        match self {
            Self::Backward(bag) => {
                // The last item of a pass is not picked.
                let grab = match bag.cursor() {
                    0 => 0,
                    cursor => draws.below(cursor as u32 + 1),
                };
                bag.next(grab as usize)
            }
            Self::Forward { data, cursor } => {
                let inside = data.len() - *cursor;
                let grab = *cursor + draws.below(inside as u32) as usize;
                data.swap(grab, *cursor);
                let item = data[*cursor];
                *cursor = (*cursor + 1) % data.len();
                item
            }
            Self::Refill { list } => {
                if list.is_empty() {
                    list.extend(laid_out(full));
                    shuffle(list, draws);
                }
                // Taken from the end, so that nothing has to move.
                list.pop().unwrap_or_default()
            }
        }
    }

    /// Puts everything back inside.
    pub(super) fn fill(&mut self) {
        match self {
            Self::Backward(bag) => bag.fill(),
            Self::Forward { cursor, .. } => *cursor = 0,
            Self::Refill { list } => list.clear(),
        }
    }

    /// Adds items to a bag, and puts everything back inside.
    pub(super) fn add(&mut self, symbol: u16, quantity: u32) {
        match self {
            Self::Backward(bag) => bag.add(symbol, quantity),
            Self::Forward { data, cursor } => {
                data.extend(std::iter::repeat_n(symbol, quantity as usize));
                *cursor = 0;
            }
            // Filled with all that belongs to it at the next draw.
            Self::Refill { list } => list.clear(),
        }
    }

    /// Makes the array that of a bag with such items inside and such ones drawn, in no order that matters: a
    /// cursor's picks are uniform whatever it is, and a list is shuffled.
    pub(super) fn lay_out(&mut self, inside: &[u32], drawn: &[u32], draws: &mut dyn Draws) {
        match self {
            Self::Backward(bag) => *bag = ShuffleBag::with(inside, drawn),
            Self::Forward { data, cursor } => {
                data.clear();
                data.extend(laid_out(drawn).chain(laid_out(inside)));
                *cursor = total(drawn) as usize;
            }
            Self::Refill { list } => {
                list.clear();
                // A full one is filled and shuffled by the draw itself.
                if total(drawn) > 0 {
                    list.extend(laid_out(inside));
                    shuffle(list, draws);
                }
            }
        }
    }
}

/// Fisher-Yates, from the last item to the second. A generator's own shuffle is made for decks, which are smaller.
fn shuffle(list: &mut [u16], draws: &mut dyn Draws) {
    for last in (1..list.len()).rev() {
        let pick = draws.below(last as u32 + 1) as usize;
        list.swap(last, pick);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::Below;
    use super::*;

    /// Shuffled with every pick at the cursor itself, the list stays as it was filled, and its end comes first.
    #[test]
    fn a_list_is_filled_when_it_is_empty_and_taken_from_its_end() {
        let mut program = Program::new("refill", &[2, 1]);
        let mut still = Below(u32::MAX);
        let drawn: Vec<u16> = (0..4).map(|_| program.next(&[2, 1], &mut still)).collect();
        assert_eq!(drawn, [1, 0, 0, 1]);
    }

    /// The first pick of each draw: the item at the cursor, which moves up and starts again after the last.
    #[test]
    fn a_cursor_that_runs_forward_swaps_the_pick_before_it() {
        let mut program = Program::new("forward", &[1, 1, 1, 1]);
        let steps = [
            (2, 2, [2, 1, 0, 3], 1),
            (0, 1, [2, 1, 0, 3], 2),
            (1, 3, [2, 1, 3, 0], 3),
            (0, 0, [2, 1, 3, 0], 0),
        ];
        for (pick, drawn, expected, at) in steps {
            assert_eq!(program.next(&[1; 4], &mut Below(pick)), drawn);
            let Program::Forward { data, cursor } = &program else {
                panic!("{program:?}");
            };
            assert_eq!((&data[..], *cursor), (&expected[..], at));
        }
    }
}
