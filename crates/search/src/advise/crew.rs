//! The workers of a search.

use std::sync::Mutex;

use serde::Serialize;
use serde::de::DeserializeOwned;

use text::pieces::{self, Left, Pieces};

/// Hands that work at once, and are told how far it is. Their results do not depend on how many they are.
pub trait Crew: Sync {
    /// Does `work` for each number below `count`, in any order.
    fn each(&self, count: usize, work: &(dyn Fn(usize) + Sync));

    /// Returns the store for results of work, if they are kept.
    fn pieces(&self) -> Option<&dyn Pieces> {
        None
    }

    /// Hears what a long search is about to do, and about how long that takes.
    fn announce(&self, _what: &str) {}

    /// A stage begins, of so many decks.
    fn begin(&self, _what: &str, _decks: u64) {}

    /// Notes that so many more decks are done.
    fn advance(&self, _decks: u64) {}

    /// The stage is over.
    fn end(&self) {}
}

/// The thread that asks, alone.
#[derive(Debug)]
pub struct Alone;

impl Crew for Alone {
    fn each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(work);
    }
}

/// Makes something of each number below `count`, in order.
///
/// # Errors
///
/// If the search is to stop in its midst.
pub fn made<T: Send + Serialize + DeserializeOwned>(
    crew: &dyn Crew,
    count: usize,
    make: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Left> {
    let pieces = crew.pieces();
    if let Some(pieces) = pieces {
        pieces.begin();
    }
    let places: Vec<Mutex<Option<Result<T, Left>>>> =
        (0..count).map(|_| Mutex::new(None)).collect();
    crew.each(count, &|at| {
        let made = pieces::once(pieces, at, || Ok(make(at)));
        if let Ok(mut place) = places[at].lock() {
            *place = Some(made);
        }
    });
    let all = places.into_iter();
    all.filter_map(|place| place.into_inner().ok().flatten())
        .collect()
}

impl Crew for engine::simulate::Crew<'_> {
    fn each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        self.do_each(count, work);
    }

    fn pieces(&self) -> Option<&dyn Pieces> {
        self.pieces()
    }

    fn announce(&self, what: &str) {
        self.progress().announce(what);
    }

    fn begin(&self, what: &str, decks: u64) {
        self.progress().begin(what, Some(decks));
    }

    fn advance(&self, decks: u64) {
        self.progress().advance(decks);
    }

    fn end(&self) {
        self.progress().end();
    }
}
