//! How far what is seen of riffled decks is from what ideal ones show, where no law tells: limits from decks that are drawn.
//!
//! [`sampled`] takes exact likelihoods of what ideal decks show, or estimates; [`orders`] makes such estimates from random orders
//! that show the same; [`event`] counts something that riffled decks show more often.

pub mod event;
pub mod orders;
pub mod sampled;

/// The chance that a limit from drawn decks does not hold.
pub const ERROR: f64 = 0.001;

/// A deck that is riffled, and what is seen of it then.
#[derive(Debug, Clone, Copy)]
pub struct Showing<'a> {
    /// The type of the card at each place before, from the top: 0, 1, and so on.
    pub types: &'a [usize],
    /// The cell of each place after: what is seen is the types in each.
    pub cells: &'a [usize],
    /// True if a cut at a random place follows the riffles.
    pub turned: bool,
}

impl Showing<'_> {
    /// True if the type of the card at each place is seen.
    #[must_use]
    pub fn sees_all(&self) -> bool {
        several(self.cells).is_empty()
    }

    /// True if each type has one card, so that cards are seen.
    #[must_use]
    pub fn all_differ(&self) -> bool {
        several(self.types).is_empty()
    }
}

/// The places of each number, where it has several.
fn several(of: &[usize]) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); of.iter().max().map_or(0, |last| last + 1)];
    for (place, number) in of.iter().enumerate() {
        lists[*number].push(place);
    }
    lists.retain(|list| list.len() > 1);
    lists
}
