//! Checks that the numbers read are a deck: each card once, all decks counting from the same base.

use super::format::Base;
use deck::Card;

/// Checks deck after deck, without clearing anything in between.
#[derive(Debug)]
pub(super) struct Inspector {
    cards: usize,
    base: Option<Base>,
    /// The one who says from which number cards count.
    by: By,
    /// The lowest number accepted.
    low: u32,
    /// The number of numbers that are accepted: one more than cards until the base is known.
    span: u32,
    /// The generation in which a number was last seen.
    marks: Vec<u16>,
    generation: u16,
    deck: Vec<Card>,
    len: usize,
}

/// The one who says from which number cards count.
#[derive(Debug, Clone, Copy)]
pub(super) enum By {
    /// The first deck.
    FirstDeck,
    /// The caller who asked for the decks.
    Asked,
    /// The deck before the shuffle.
    Start,
}

/// A flaw in a list of as many numbers as a deck has.
enum Flaw {
    /// The number at this index is out of range.
    OutOfRange(usize),
    /// The numbers at these two indices are the same.
    Repeated(usize, usize),
    /// Both the lowest card of base 0 and the highest of base 1; the index is of the later one.
    BothBases(usize),
}

/// A flaw in words.
pub(super) struct Problem {
    /// The index in the deck of the number that is wrong.
    pub(super) at: usize,
    /// The words on what was found; [`Inspector::accepted`] adds what is accepted.
    pub(super) found: String,
    /// A hint at the possible cause: starts with `; `, or is empty.
    pub(super) hint: String,
}

impl Inspector {
    /// Checks decks of `cards` cards. A base that is not given is found out from the first deck.
    pub(super) fn new(cards: usize, base: Option<Base>) -> Self {
        let mut check = Self {
            cards,
            base: None,
            by: By::FirstDeck,
            low: 0,
            span: cards as u32 + 1,
            marks: vec![0; cards + 1],
            generation: 0,
            deck: vec![0; cards],
            len: 0,
        };
        if let Some(base) = base {
            check.expect(base, By::Asked);
        }
        check
    }

    /// Cards count from `base`, as `by` says.
    pub(super) fn expect(&mut self, base: Base, by: By) {
        self.by = by;
        self.settle(base);
    }

    fn settle(&mut self, base: Base) {
        self.base = Some(base);
        self.low = base.number();
        self.span = self.cards as u32;
    }

    /// Cards in a deck.
    pub(super) fn cards(&self) -> usize {
        self.cards
    }

    /// The base, as far as it is known.
    pub(super) fn base(&self) -> Option<Base> {
        self.base
    }

    /// Starts a deck.
    pub(super) fn start(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.marks.fill(0);
            self.generation = 1;
        }
    }

    /// Takes the next number of the deck; false if it cannot stand there.
    #[inline]
    pub(super) fn take(&mut self, number: u32) -> bool {
        let card = number.wrapping_sub(self.low);
        if card >= self.span || self.len == self.cards {
            return false;
        }
        let mark = &mut self.marks[card as usize];
        if *mark == self.generation {
            return false;
        }
        *mark = self.generation;
        self.deck[self.len] = card as Card;
        self.len += 1;
        true
    }

    /// Takes all numbers that `next` gives; false if one of them cannot stand there. What is asked of each is held beside
    /// the loop, not in memory.
    #[inline]
    pub(super) fn take_all(&mut self, mut next: impl FnMut() -> Option<u32>) -> bool {
        let (low, span, generation) = (self.low, self.span, self.generation);
        let mut len = self.len;
        while let Some(number) = next() {
            let card = number.wrapping_sub(low);
            let mark = self.marks.get_mut(card as usize);
            let (Some(mark), Some(place)) = (mark, self.deck.get_mut(len)) else {
                return false;
            };
            if card >= span || *mark == generation {
                return false;
            }
            *mark = generation;
            *place = card as Card;
            len += 1;
        }
        self.len = len;
        true
    }

    /// Ends a deck whose numbers were all taken; false if they are no deck.
    pub(super) fn finish(&mut self) -> bool {
        if self.len < self.cards {
            return false;
        }
        if self.base.is_none() {
            // The numbers are all different, as many of 0..=n as there are cards: exactly one is absent.
            let absent = |number: usize| self.marks[number] != self.generation;
            if absent(self.cards) {
                self.settle(Base::Zero);
            } else if absent(0) {
                self.settle(Base::One);
                self.deck.iter_mut().for_each(|card| *card -= 1);
            } else {
                return false;
            }
        }
        true
    }

    /// The deck that was just finished, from base 0.
    pub(super) fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// Says what a deck may be.
    pub(super) fn accepted(&self) -> String {
        let span = |base: Base| {
            let low = base.number() as usize;
            format!("{low} to {}", low + self.cards - 1)
        };
        match self.base {
            None => format!(
                "a permutation of {} or of {}",
                span(Base::Zero),
                span(Base::One)
            ),
            Some(base) => format!(
                "a permutation of {} ({} {}-based)",
                span(base),
                match self.by {
                    By::FirstDeck => "the first deck is",
                    By::Asked => "as asked for,",
                    By::Start => "as the deck before the shuffle,",
                },
                base.number()
            ),
        }
    }

    /// Says what is wrong with a deck's `numbers`, of the right count, that were refused. `show`
    /// quotes the number at an index as it was found.
    pub(super) fn problem(&self, numbers: &[u32], show: impl Fn(usize) -> String) -> Problem {
        let ordinal = |at: usize| at + 1;
        match self.flaw(numbers) {
            Flaw::OutOfRange(at) => Problem {
                at,
                found: format!(
                    "found {} as card {} of the deck, out of range",
                    show(at),
                    ordinal(at)
                ),
                hint: self.other_base(numbers),
            },
            Flaw::Repeated(first, again) => Problem {
                at: again,
                found: format!(
                    "found {} twice, as cards {} and {} of the deck{}",
                    show(again),
                    ordinal(first),
                    ordinal(again),
                    self.missing(numbers)
                ),
                hint: String::new(),
            },
            Flaw::BothBases(at) => Problem {
                at,
                found: format!("found both 0 and {} in one deck", self.cards),
                hint: String::new(),
            },
        }
    }

    fn flaw(&self, numbers: &[u32]) -> Flaw {
        let card = |number: u32| number.wrapping_sub(self.low);
        if let Some(at) = numbers.iter().position(|&n| card(n) >= self.span) {
            return Flaw::OutOfRange(at);
        }
        let mut place = vec![None; self.span as usize];
        for (at, &number) in numbers.iter().enumerate() {
            if let Some(first) = place[card(number) as usize].replace(at) {
                return Flaw::Repeated(first, at);
            }
        }
        Flaw::BothBases(place[0].max(place[self.cards]).unwrap_or(0))
    }

    /// Says in words what a deck with a repeated card lacks.
    fn missing(&self, numbers: &[u32]) -> String {
        let mut there = vec![false; self.cards + 2];
        for &number in numbers {
            there[number as usize] = true;
        }
        if self.base.is_none() {
            return match (there[0], there[self.cards]) {
                (false, false) => format!(" (neither 0 nor {} is there)", self.cards),
                _ => String::new(),
            };
        }
        let low = self.low as usize;
        let mut missing = (low..low + self.cards).filter(|&number| !there[number]);
        let first = missing.next().unwrap_or(low);
        match missing.count() {
            0 => format!(" ({first} is missing)"),
            more => format!(" ({first} and {more} more are missing)"),
        }
    }

    /// A hint where a deck is right but for its base.
    fn other_base(&self, numbers: &[u32]) -> String {
        let other = match self.base {
            Some(Base::Zero) => Base::One,
            Some(Base::One) => Base::Zero,
            None => return String::new(),
        };
        if deck_base(numbers.iter().copied(), self.cards) == Some(other) {
            format!("; this deck is {}-based", other.number())
        } else {
            String::new()
        }
    }
}

/// The base from which these numbers are a deck of `cards` cards, if they are one. For hints: slow.
pub(super) fn deck_base(numbers: impl Iterator<Item = u32>, cards: usize) -> Option<Base> {
    let mut sorted: Vec<u32> = numbers.take(cards + 1).collect();
    sorted.sort_unstable();
    [Base::Zero, Base::One].into_iter().find(|base| {
        let low = base.number();
        sorted.iter().copied().eq(low..low + cards as u32)
    })
}
