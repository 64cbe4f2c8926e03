//! The order of a deck relative to the deck that was shuffled: what the statistics look at.
//!
//! A deck before the shuffle has its cards at the places 0, 1, …, n − 1 from the top, and a card's
//! label is the place where it was. The tests look at the order of the labels after the shuffle.
//!
//! Copies of a card cannot be told apart, so nobody can say which of them was at which place. They
//! are labelled at random, for each deck anew: each way to share out the places of a card's copies
//! among them is equally likely. After an ideal shuffle all n!/∏ cᵢ! orders of the names are equally
//! likely (cᵢ copies of card i), and each comes with ∏ cᵢ! equally likely labellings, so that all n!
//! orders of the labels are: an ideal shuffle stays ideal, every statistic keeps its null law, and
//! what a statistic loses is what copies hide. Labels of different decks are drawn independently,
//! from the seed and the deck's index in the stream; so a deck of copies that comes again is not the
//! same order of labels again.

use std::mem;
use std::ops::Range;

use deck::Card;
use deck::rng::{Draws, PcgDraws};

/// Names the random streams of labels.
const LABEL: &str = "copies in recorded decks";

/// Turns decks as they are read into orders of labels.
#[derive(Debug)]
pub(super) struct RelativeOrder {
    labels: Option<Labels>,
    before: Before,
    /// The labels of the deck at hand.
    deck: Vec<Card>,
    /// The same in the order in which the deck before it leaves them.
    relative: Vec<Card>,
}

/// The deck that the next deck is shuffled from.
#[derive(Debug)]
enum Before {
    /// The start, always.
    Start,
    /// The deck before it: the place of each label there.
    Deck(Vec<Card>),
    /// A deck that is not known.
    Unknown,
}

/// The labels of each symbol.
#[derive(Debug)]
struct Labels {
    /// All labels, those of the first symbol first.
    pool: Vec<Card>,
    /// The range of the pool that holds the labels of each symbol.
    of: Vec<Range<usize>>,
    seed: Option<u128>,
    /// The number of the stream among several streams of decks.
    stream: u64,
    /// The pool as it was shared out for the deck at hand, and what comes next of each symbol.
    shared: Vec<Card>,
    next: Vec<usize>,
}

impl Labels {
    /// Labels are the places of `start`, which holds symbols from 0 on; `seed` is that of copies.
    fn new(start: &[Card], seed: u128, stream: u64) -> Self {
        let symbols = start.iter().max().map_or(0, |most| usize::from(*most) + 1);
        let mut places = vec![Vec::new(); symbols];
        for (place, symbol) in start.iter().enumerate() {
            places[usize::from(*symbol)].push(place as Card);
        }
        let mut pool = Vec::new();
        let mut of = Vec::new();
        for places in places {
            of.push(pool.len()..pool.len() + places.len());
            pool.extend(places);
        }
        let copies = of.iter().any(|labels| labels.len() > 1);
        Self {
            shared: pool.clone(),
            next: Vec::new(),
            pool,
            of,
            seed: copies.then_some(seed),
            stream,
        }
    }

    /// Puts a label in the place of each symbol.
    fn put(&mut self, symbols: &[Card], index: u64, deck: &mut Vec<Card>) {
        deck.clear();
        let Some(seed) = self.seed else {
            // Each symbol has one label, so that it is the symbol's place in the pool.
            deck.extend(symbols.iter().map(|symbol| self.pool[usize::from(*symbol)]));
            return;
        };
        let mut draws = PcgDraws::for_batch(seed, LABEL, self.stream, index);
        self.shared.clone_from(&self.pool);
        for labels in &self.of {
            if labels.len() > 1 {
                draws.shuffle(&mut self.shared[labels.clone()]);
            }
        }
        self.next.clear();
        self.next.extend(self.of.iter().map(|labels| labels.start));
        deck.extend(symbols.iter().map(|symbol| {
            let next = &mut self.next[usize::from(*symbol)];
            *next += 1;
            self.shared[*next - 1]
        }));
    }
}

impl RelativeOrder {
    /// Decks as they are, each shuffled from the sorted deck.
    pub(super) fn new() -> Self {
        Self {
            labels: None,
            before: Before::Start,
            deck: Vec::new(),
            relative: Vec::new(),
        }
    }

    /// Returns true if decks are handed on as they are.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.labels.is_none() && matches!(self.before, Before::Start)
    }

    /// Decks were shuffled from `start`, which holds symbols from 0 on; `seed` is that of copies, and
    /// streams of different numbers have independent labels.
    pub(super) fn set_start(&mut self, start: &[Card], seed: u128, stream: u64) {
        self.labels = Some(Labels::new(start, seed, stream));
    }

    /// Each deck of `cards` cards was shuffled from the one before it, the first from the start.
    pub(super) fn set_in_place(&mut self, cards: usize) {
        self.before = Before::Deck((0..cards).map(|place| place as Card).collect());
    }

    /// The deck that the next one was shuffled from is not known. It makes no difference if all
    /// decks were shuffled from the start.
    pub(super) fn forget(&mut self) {
        if let Before::Deck(_) = self.before {
            self.before = Before::Unknown;
        }
    }

    /// The order of the next deck, which has this index in the stream, relative to what it was
    /// shuffled from; none if that is not known.
    pub(super) fn of(&mut self, symbols: &[Card], index: u64) -> Option<&[Card]> {
        match &mut self.labels {
            Some(labels) => labels.put(symbols, index, &mut self.deck),
            None => symbols.clone_into(&mut self.deck),
        }
        let (known, mut places) = match mem::replace(&mut self.before, Before::Start) {
            Before::Start => return Some(&self.deck),
            Before::Deck(places) => (true, places),
            Before::Unknown => (false, vec![0; self.deck.len()]),
        };
        self.relative.clear();
        self.relative
            .extend(self.deck.iter().map(|label| places[usize::from(*label)]));
        for (place, label) in self.deck.iter().enumerate() {
            places[usize::from(*label)] = place as Card;
        }
        self.before = Before::Deck(places);
        known.then_some(&self.relative)
    }
}
