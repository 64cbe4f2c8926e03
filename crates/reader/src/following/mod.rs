//! Decks that come for ever, read by a thread of their own: whoever counts them is told of single decks where they come
//! slowly, never waits longer than it wants to, and has as many as fill a block where they come fast.
//!
//! Blocks hold the same decks however fast these come; a block that is not full can be looked at, and is handed on
//! once it is. Only so much is read ahead.

mod growing;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::{Commanded, Program, Reading, Recorded, Source, SourceError, Wanted};
use deck::kernel::Isa;
use deck::{BLOCK, Block};
use text::files::Stream;

pub(crate) use growing::open as open_growing;

/// Decks that are watched at the most: 35 years of a million in a second. Beyond that, sums lose their last digits.
pub(crate) const MOST_FOLLOWED: u64 = 1 << 50;

/// Blocks that are read ahead.
const AHEAD: usize = 64;

/// The time for which a block that has begun may wait for the rest of its decks before it is looked at: long for a fast
/// source, and nothing for a person.
const PAUSE: Duration = Duration::from_millis(2);

/// Decks on their way from the thread that reads them.
pub struct Following {
    shared: Arc<Shared>,
    /// Ends a program.
    stop: Option<(Arc<AtomicBool>, JoinHandle<()>)>,
}

/// The next of what came.
#[derive(Debug)]
pub enum Came {
    /// A block, which is full unless it is the last.
    Block(Block),
    /// The decks of a block that is not full yet, all of them again that were there before.
    Begun(Block),
    /// Nothing new has come.
    Nothing,
    /// The end of the stream.
    End,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    full: VecDeque<Block>,
    begun: Block,
    /// Wrong decks that were passed over.
    skipped: u64,
    /// True if copies of cards hide the order before the shuffle, or nobody says which it was.
    hides_order: bool,
    /// The end, once it is there, and why.
    ended: Option<Result<(), SourceError>>,
    /// True if whoever counts waits.
    awaited: bool,
    /// Nobody counts any more.
    closed: bool,
}

impl Shared {
    fn new(cards: usize, isa: Isa) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                full: VecDeque::new(),
                begun: Block::with_isa(cards, isa),
                skipped: 0,
                hides_order: false,
                ended: None,
                awaited: false,
                closed: false,
            }),
            changed: Condvar::new(),
        })
    }

    /// The lock; no thread panics while it holds it.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state as `change` says, once there is room, and wakes whoever waits; false if nobody counts any more.
    fn put(&self, change: impl FnOnce(&mut State)) -> bool {
        let mut state = self.lock();
        while state.full.len() >= AHEAD && !state.closed {
            state = self.wait(state);
        }
        change(&mut state);
        if state.awaited {
            self.changed.notify_all();
        }
        !state.closed
    }

    /// Takes a full block, and tells the thread that reads that there is room.
    fn pop(&self, state: &mut State) -> Option<Block> {
        let block = state.full.pop_front()?;
        if state.full.len() + 1 == AHEAD {
            self.changed.notify_all();
        }
        Some(block)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, how: Result<(), SourceError>) {
        let mut state = self.lock();
        state.ended = Some(how);
        self.changed.notify_all();
    }
}

impl State {
    /// Appends a deck to the block that has begun.
    fn push(&mut self, deck: &[u16]) {
        self.begun.push(deck);
        if self.begun.len() == BLOCK {
            let next = self.begun.first() + BLOCK as u64;
            let mut fresh = Block::with_isa(self.begun.cards(), self.begun.isa());
            fresh.clear(next);
            self.full
                .push_back(std::mem::replace(&mut self.begun, fresh));
        }
    }
}

impl Following {
    /// Reads the decks of a stream.
    pub fn stream(mut decks: Recorded<Stream>, cards: usize, isa: Isa) -> Self {
        let shared = Shared::new(cards, isa);
        let own = Arc::clone(&shared);
        thread::spawn(move || {
            let ended = recorded(&mut decks, &own, Block::with_isa(cards, isa));
            own.end(ended);
        });
        Self { shared, stop: None }
    }

    /// Starts a program and reads what it writes. It has ended when this is dropped.
    pub fn program(
        program: &Program,
        reading: &Reading,
        (cards, isa): (usize, Isa),
        seed: u128,
    ) -> Result<Self, SourceError> {
        let wanted = Wanted {
            cards,
            decks: MOST_FOLLOWED,
            at_most: true,
            seed,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let mut decks = Commanded::start(program, reading, wanted, &stop)?;
        let shared = Shared::new(cards, isa);
        let own = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            let ended = commanded(&mut decks, &own, Block::with_isa(cards, isa));
            drop(decks);
            own.end(ended);
        });
        Ok(Self {
            shared,
            stop: Some((stop, thread)),
        })
    }

    /// Gives what came next, and waits for it up to `wait`; of the block that has begun, `known` decks were looked at.
    pub fn next(&mut self, wait: Duration, known: usize) -> Result<Came, SourceError> {
        let shared = &*self.shared;
        let mut state = shared.lock();
        for (wait, begun_is_enough) in [(wait, true), (PAUSE, false)] {
            if let Some(block) = shared.pop(&mut state) {
                return Ok(Came::Block(block));
            }
            state.awaited = true;
            let nothing = |state: &mut State| {
                let begun = begun_is_enough && state.begun.len() > known;
                state.full.is_empty() && state.ended.is_none() && !begun
            };
            let waited = shared.changed.wait_timeout_while(state, wait, nothing);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            state.awaited = false;
            if state.begun.len() <= known {
                break;
            }
        }
        if let Some(block) = shared.pop(&mut state) {
            return Ok(Came::Block(block));
        }
        if state.ended.is_some() {
            // Decks that came before the end count, whatever it was.
            if !state.begun.is_empty() {
                let block = state.begun.clone();
                state.begun.clear(block.first() + block.len() as u64);
                return Ok(Came::Block(block));
            }
            let ended = state.ended.replace(Ok(()));
            return ended.unwrap_or(Ok(())).map(|()| Came::End);
        }
        Ok(match state.begun.len() {
            len if len > known => Came::Begun(state.begun.clone()),
            _ => Came::Nothing,
        })
    }

    /// Wrong decks that were passed over.
    pub fn skipped(&self) -> u64 {
        self.shared.lock().skipped
    }

    /// Returns true if copies of cards hide the order before the shuffle, or nobody says which it was.
    pub fn hides_order(&self) -> bool {
        self.shared.lock().hides_order
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
        if let Some((stop, thread)) = self.stop.take() {
            stop.store(true, Ordering::Relaxed);
            // It ends the program. A thread that reads a stream may wait for ever.
            let _ = thread.join();
        }
    }
}

/// Hands on the decks of a stream: whole blocks while they are there already, else one by one.
fn recorded(
    decks: &mut Recorded<Stream>,
    shared: &Shared,
    mut block: Block,
) -> Result<(), SourceError> {
    let mut index = 0_u64;
    loop {
        let at_once = index.is_multiple_of(BLOCK as u64) && decks.fill_fetched(&mut block);
        if !at_once {
            decks.fill_some(&mut block, index, 1)?;
        }
        if block.is_empty() {
            return Ok(());
        }
        index += block.len() as u64;
        let skipped = decks.skipped();
        let hides_order = decks.has_copies() || decks.has_unknown_start();
        let goes_on = shared.put(|state| {
            state.skipped = skipped;
            state.hides_order = hides_order;
            if at_once {
                let fresh = Block::with_isa(block.cards(), block.isa());
                let full = std::mem::replace(&mut block, fresh);
                state.full.push_back(full);
                state.begun.clear(index);
            } else {
                block.decks().for_each(|deck| state.push(deck));
            }
        });
        if !goes_on {
            return Ok(());
        }
    }
}

/// Hands on the decks of a program, block by block.
fn commanded(decks: &mut Commanded, shared: &Shared, mut block: Block) -> Result<(), SourceError> {
    loop {
        decks.fill(&mut block)?;
        if block.is_empty() {
            return Ok(());
        }
        block.index_decks();
        if !shared.put(|state| block.decks().for_each(|deck| state.push(deck))) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests;
