//! Shuffles a block of 64 decks at once: from the words of a [`XoshiroDraws`] to rows.
//!
//! The words that each shuffle takes are laid down in [`deck::rng::xoshiro`]. Here it is
//! decided what is drawn; what is done with it is in [`deck::kernel`].

use super::{Mixing, Scratch, Shuffle};
use deck::kernel::{
    Bound, Cell, Cells, DECKS, DRAW_WORDS, Grid, Isa, RANKED_CARDS, Streaks, portable,
};
use deck::rng::{Draws, XoshiroDraws};
use deck::{Card, Rows};

/// A way to shuffle all decks of a block at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blockwise {
    /// Nothing moves.
    Nothing,
    /// Every deck in the same way.
    Fixed,
    /// A Gilbert-Shannon-Reeds riffle.
    Riffle,
    /// A riffle with streaks of at most so many cards from one packet.
    StreakLimited(usize),
    /// Packets of `low` to `high` cards, dropped one on the other.
    Packets {
        /// The smallest.
        low: usize,
        /// The largest.
        high: usize,
    },
    /// Two packets, interleaved as [`Law::mark`](super::Law::mark) says deck by deck: bit i is 1 if the card that lands at i
    /// comes from the lower one.
    Interleaved,
    /// Packets off the top, dropped one on the other, as [`Law::mark`](super::Law::mark) says deck by deck: bit i is 1 if one
    /// of them, but not the last, ends with the card at i.
    Dropped,
    /// A uniformly random cut.
    Cut,
    /// All orders equally likely.
    Ideal,
    /// Deck by deck.
    EachDeck,
}

impl From<Mixing> for Blockwise {
    fn from(mixing: Mixing) -> Self {
        match mixing {
            Mixing::Ideal => Self::Ideal,
            Mixing::Gsr => Self::Riffle,
            Mixing::UniformCut => Self::Cut,
            Mixing::Nothing => Self::Nothing,
            Mixing::Fixed => Self::Fixed,
            Mixing::Packets(_)
            | Mixing::UnequalPackets
            | Mixing::InverseRiffles(_)
            | Mixing::Shelves(_)
            | Mixing::EquallyLikely
            | Mixing::Moves(..)
            | Mixing::Other => Self::EachDeck,
        }
    }
}

impl Blockwise {
    /// This way, or `other` if it is but deck by deck.
    pub(super) fn or(self, other: Self) -> Self {
        match self {
            Self::EachDeck => other,
            known => known,
        }
    }
}

/// The most sizes of packets that are drawn for all decks at once: a draw must fit in a byte.
const MOST_SIZES: usize = 256;

/// Takes blocks of decks through a routine, from the last shuffle to the first.
#[derive(Debug)]
pub struct Backwards {
    bench: Either,
    isa: Isa,
    /// Decks that count in the block at hand.
    decks: usize,
}

#[derive(Debug)]
enum Either {
    Bytes(Bench<u8>),
    Words(Bench<u16>),
}

impl Backwards {
    /// Prepares to shuffle decks of `cards` cards.
    pub fn new(cards: usize, isa: Isa) -> Self {
        let bench = match Rows::new(cards) {
            Rows::Bytes(rows) => Either::Bytes(Bench::new(rows)),
            Rows::Words(rows) => Either::Words(Bench::new(rows)),
        };
        Self {
            bench,
            isa,
            decks: DECKS,
        }
    }

    /// Begins with a block of which the first `decks` decks count.
    pub fn begin(&mut self, decks: usize) {
        self.decks = decks;
        match &mut self.bench {
            Either::Bytes(bench) => bench.begin(),
            Either::Words(bench) => bench.begin(),
        }
    }

    /// Puts `shuffle` before all that `rows` already hold.
    ///
    /// # Panics
    /// If `rows` are for decks of another size.
    pub fn prepend(&mut self, shuffle: &dyn Shuffle, rows: &mut Rows, draws: &mut XoshiroDraws) {
        let (isa, decks) = (self.isa, self.decks);
        match (&mut self.bench, rows) {
            (Either::Bytes(bench), Rows::Bytes(rows)) => {
                bench.prepend(shuffle, (isa, isa.kernel()), rows, decks, draws);
            }
            (Either::Words(bench), Rows::Words(rows)) => {
                bench.prepend(shuffle, (isa, isa.kernel()), rows, decks, draws);
            }
            _ => unreachable!("rows and bench are for decks of one size"),
        }
    }

    /// Ends a block: from now on `rows` hold it.
    ///
    /// # Panics
    /// If `rows` are for decks of another size.
    pub fn end(&mut self, rows: &mut Rows) {
        let isa = self.isa;
        match (&mut self.bench, rows) {
            (Either::Bytes(bench), Rows::Bytes(rows)) => bench.end(isa.kernel(), rows),
            (Either::Words(bench), Rows::Words(rows)) => bench.end(isa.kernel(), rows),
            _ => unreachable!("rows and bench are for decks of one size"),
        }
    }
}

/// The state and the buffers that are used beside the rows.
#[derive(Debug)]
struct Bench<T> {
    /// True if nothing was done yet: the rows are still those of `start`, whatever they hold.
    sorted: bool,
    /// Cuts that the rows still lack, each fewer than all cards: cuts in a row are one.
    cuts: Option<[T; DECKS]>,
    /// Rows of sorted decks.
    start: Grid<T>,
    /// Rows to make the next ones in.
    spare: Grid<T>,
    /// The bounds n, n − 1, …, 2.
    descending: Vec<Bound>,
    words: Vec<u64>,
    masks: Vec<u64>,
    /// The masks of one deck.
    marks: Vec<u64>,
    draws: Vec<[T; DECKS]>,
    deck: Vec<Card>,
    row: Vec<T>,
    scratch: Scratch,
}

/// A kernel for cells `T`, and the instruction set that it is for.
type For<'a, T> = (Isa, &'a dyn Cells<T>);

impl<T: Cell> Bench<T> {
    fn new(rows: Grid<T>) -> Self {
        let (mut start, spare) = (rows.clone(), rows);
        start.sort();
        let cards = start.cards();
        Self {
            sorted: true,
            cuts: None,
            start,
            spare,
            descending: (2..=cards).rev().map(Bound::new).collect(),
            words: Vec::new(),
            masks: vec![0; DECKS * cards.div_ceil(64)],
            marks: Vec::new(),
            draws: Vec::new(),
            deck: Vec::new(),
            row: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    fn prepend(
        &mut self,
        shuffle: &dyn Shuffle,
        kernel: For<'_, T>,
        rows: &mut Grid<T>,
        decks: usize,
        draws: &mut XoshiroDraws,
    ) {
        let cards = rows.cards();
        let blockwise = shuffle.blockwise();
        if blockwise != Blockwise::Cut {
            self.make_cuts(kernel.1, rows);
        }
        match blockwise {
            Blockwise::Nothing => {}
            Blockwise::Fixed => self.fixed(shuffle, rows, draws),
            Blockwise::Riffle => {
                draws.words(kernel.0, &mut self.masks);
                self.unriffle(kernel, rows);
            }
            Blockwise::StreakLimited(limit) => self.streak_limited(limit, kernel, rows, draws),
            Blockwise::Packets { low, .. } if low >= cards => {}
            Blockwise::Packets { low, high } if high - low < MOST_SIZES => {
                self.packets((low, high), kernel, rows, draws);
            }
            Blockwise::Interleaved => {
                self.mark(shuffle, cards, decks, draws);
                self.unriffle(kernel, rows);
            }
            Blockwise::Dropped => {
                self.mark(shuffle, cards, decks, draws);
                self.step(rows, |bench, from, to| {
                    kernel.1.drop_marked(bench.masks, from, to);
                });
            }
            Blockwise::Cut => {
                self.draw(kernel, &[Bound::new(cards)], draws);
                let cut = self.draws[0];
                self.cuts = Some(match self.cuts {
                    Some(before) => sums(&before, &cut, cards),
                    None => cut,
                });
            }
            Blockwise::Ideal if cards <= RANKED_CARDS => self.ideal(kernel, rows, draws),
            Blockwise::Packets { .. } | Blockwise::Ideal | Blockwise::EachDeck => {
                self.each_deck(shuffle, rows, decks, draws);
            }
        }
    }

    fn begin(&mut self) {
        self.sorted = true;
        self.cuts = None;
    }

    fn make_cuts(&mut self, kernel: &dyn Cells<T>, rows: &mut Grid<T>) {
        if let Some(cuts) = self.cuts.take() {
            // The last cards go to the top.
            self.step(rows, |_, from, to| kernel.rotate(&cuts, from, to));
        }
    }

    fn end(&mut self, kernel: &dyn Cells<T>, rows: &mut Grid<T>) {
        self.make_cuts(kernel, rows);
        self.all_hold(rows);
    }

    /// Rows that nothing was done to become those of sorted decks.
    fn all_hold(&mut self, rows: &mut Grid<T>) {
        if self.sorted {
            rows.clone_from(&self.start);
            self.sorted = false;
        }
    }

    /// Makes new rows from those at hand.
    fn step(
        &mut self,
        rows: &mut Grid<T>,
        make: impl FnOnce(&Parts<'_, T>, &Grid<T>, &mut Grid<T>),
    ) {
        let parts = Parts {
            masks: &self.masks,
            draws: &self.draws,
        };
        if self.sorted {
            make(&parts, &self.start, rows);
            self.sorted = false;
        } else {
            make(&parts, rows, &mut self.spare);
            std::mem::swap(rows, &mut self.spare);
        }
    }

    fn unriffle(&mut self, kernel: For<'_, T>, rows: &mut Grid<T>) {
        self.step(rows, |bench, from, to| {
            kernel.1.unriffle(bench.masks, from, to);
        });
    }

    /// Draws the bits of the first `decks` decks; those of the others are 0.
    fn mark(
        &mut self,
        shuffle: &dyn Shuffle,
        cards: usize,
        decks: usize,
        draws: &mut XoshiroDraws,
    ) {
        self.marks.resize(cards.div_ceil(64), 0);
        for deck in 0..DECKS {
            self.marks.fill(0);
            if deck < decks {
                shuffle.mark_one(cards, &mut self.marks, draws.scalar());
            }
            for (masks, &mark) in self.masks.chunks_exact_mut(DECKS).zip(&self.marks) {
                masks[deck] = mark;
            }
        }
    }

    /// Draws a number below each of `bounds` for every deck into `self.draws`.
    fn draw(&mut self, kernel: For<'_, T>, bounds: &[Bound], draws: &mut XoshiroDraws) {
        self.draws.resize(bounds.len(), [T::default(); DECKS]);
        draw(kernel, bounds, &mut self.words, &mut self.draws, draws);
    }

    fn streak_limited(
        &mut self,
        limit: usize,
        kernel: For<'_, T>,
        rows: &mut Grid<T>,
        draws: &mut XoshiroDraws,
    ) {
        let cards = rows.cards();
        draws.words(kernel.0, &mut self.masks);
        let cuts = std::array::from_fn(|deck| T::of(portable::ones(&self.masks, deck, cards)));
        let mut streaks = Streaks::new(cuts, cards, limit);
        for (part, masks) in self.masks.as_chunks_mut::<DECKS>().0.iter_mut().enumerate() {
            let bounds = &self.descending[part * 64..];
            let bounds = &bounds[..bounds.len().min(64)];
            // The last card needs no draw: it is a draw below 1.
            self.draws.clear();
            self.draws
                .resize((cards - part * 64).min(64), [T::default(); DECKS]);
            draw(kernel, bounds, &mut self.words, &mut self.draws, draws);
            kernel.1.streaks(&mut streaks, &self.draws, masks);
        }
        self.unriffle(kernel, rows);
    }

    fn packets(
        &mut self,
        (low, high): (usize, usize),
        kernel: For<'_, T>,
        rows: &mut Grid<T>,
        draws: &mut XoshiroDraws,
    ) {
        let steps = rows.cards().div_ceil(low);
        if low == high {
            self.draws.clear();
            self.draws.resize(steps, [T::default(); DECKS]);
        } else {
            let bounds = vec![Bound::new(high - low + 1); steps];
            self.draw(kernel, &bounds, draws);
        }
        self.step(rows, |bench, from, to| {
            kernel.1.packets((low, high), bench.draws, from, to);
        });
    }

    fn ideal(&mut self, kernel: For<'_, T>, rows: &mut Grid<T>, draws: &mut XoshiroDraws) {
        let bounds = std::mem::take(&mut self.descending);
        self.draw(kernel, &bounds, draws);
        self.descending = bounds;
        // The first card's place among itself.
        self.draws.push([T::default(); DECKS]);
        if self.sorted {
            kernel.1.rank(&self.draws, rows);
            self.sorted = false;
            return;
        }
        kernel.1.rank(&self.draws, &mut self.spare);
        for deck in 0..DECKS {
            self.row.clear();
            self.row.extend_from_slice(rows.row(deck));
            for (cell, to) in rows.row_mut(deck).iter_mut().zip(self.spare.row(deck)) {
                *cell = self.row[to.index()];
            }
        }
    }

    /// One deck shows where every deck's cards go.
    fn fixed(&mut self, shuffle: &dyn Shuffle, rows: &mut Grid<T>, draws: &mut XoshiroDraws) {
        self.shuffle_one(shuffle, rows.cards(), draws);
        let deck = std::mem::take(&mut self.deck);
        self.step(rows, |_, from, to| {
            for at in 0..DECKS {
                gather(&deck, from.row(at), to.row_mut(at));
            }
        });
        self.deck = deck;
    }

    fn each_deck(
        &mut self,
        shuffle: &dyn Shuffle,
        rows: &mut Grid<T>,
        decks: usize,
        draws: &mut XoshiroDraws,
    ) {
        self.all_hold(rows);
        for at in 0..decks {
            self.shuffle_one(shuffle, rows.cards(), draws);
            gather(&self.deck, rows.row(at), self.spare.row_mut(at));
        }
        std::mem::swap(rows, &mut self.spare);
    }

    /// Shuffles one sorted deck with the scalar stream.
    fn shuffle_one(&mut self, shuffle: &dyn Shuffle, cards: usize, draws: &mut XoshiroDraws) {
        self.deck.clear();
        self.deck.extend((0..cards).map(|card| card as Card));
        shuffle.shuffle_one(&mut self.deck, &mut self.scratch, draws.scalar());
    }
}

/// Joins two cuts of every deck into the one that does the same.
fn sums<T: Cell>(first: &[T; DECKS], second: &[T; DECKS], cards: usize) -> [T; DECKS] {
    std::array::from_fn(|deck| {
        let sum = first[deck].index() + second[deck].index();
        T::of(if sum < cards { sum } else { sum - cards })
    })
}

/// The buffers that a step may read.
struct Parts<'a, T> {
    masks: &'a [u64],
    draws: &'a [[T; DECKS]],
}

/// A sorted deck was shuffled to `deck`: the card that it has at i, a row of what follows has next.
fn gather<T: Cell>(deck: &[Card], from: &[T], to: &mut [T]) {
    for (&card, &cell) in deck.iter().zip(from) {
        to[usize::from(card)] = cell;
    }
}

/// Draws a number below each of `bounds` for every deck: exactly uniform.
fn draw<T: Cell>(
    (isa, kernel): For<'_, T>,
    bounds: &[Bound],
    words: &mut Vec<u64>,
    out: &mut [[T; DECKS]],
    draws: &mut XoshiroDraws,
) {
    words.resize(bounds.len() * DRAW_WORDS, 0);
    draws.words(isa, words);
    let mut done = 0;
    while done < bounds.len() {
        done += kernel.below(
            &words[done * DRAW_WORDS..],
            &bounds[done..],
            &mut out[done..],
        );
        if let Some(&bound) = bounds.get(done) {
            let words = words[done * DRAW_WORDS..]
                .first_chunk()
                .expect("a draw's words");
            redraw(words, bound, &mut out[done], draws);
            done += 1;
        }
    }
}

/// Draws anew what was refused.
#[cold]
fn redraw<T: Cell>(
    words: &[u64; DRAW_WORDS],
    bound: Bound,
    out: &mut [T; DECKS],
    draws: &mut XoshiroDraws,
) {
    for deck in portable::refused(words, bound) {
        out[deck] = T::of(draws.scalar().below(u32::from(bound.bound)) as usize);
    }
}
