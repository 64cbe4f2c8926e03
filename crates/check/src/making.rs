//! Decks as the functions that are checked make them.

use std::collections::HashMap;
use std::hash::Hash;

use deck::{BLOCK, Block, Card};
use source::{Random, SourceError, flaw};

#[cfg(feature = "cause")]
use crate::cause::First;

/// Puts a deck that lies sorted in a new order, or says what is no order; false if there are no more decks.
pub type Making<'a> = dyn FnMut(&mut [Card], &mut Random) -> Result<bool, String> + 'a;

/// The name of the function in errors.
const NAME: &str = "the shuffle that is checked";

/// Shuffles a deck of numbers in place.
pub fn in_place<'a>(mut shuffle: impl FnMut(&mut [Card], &mut Random) + 'a) -> Box<Making<'a>> {
    Box::new(move |deck, random| {
        shuffle(deck, random);
        Ok(true)
    })
}

/// Shuffles a copy of `cards` in place.
pub fn items<'a, T: Clone + Eq + Hash + 'a>(
    cards: &[T],
    mut shuffle: impl FnMut(&mut [T], &mut Random) + 'a,
) -> Box<Making<'a>> {
    let mut places: HashMap<T, Card> = HashMap::new();
    let twice = cards.iter().enumerate().find_map(|(place, card)| {
        let before = places.insert(card.clone(), place as Card)?;
        Some(format!(
            "found the same item at {before} and {place} of the cards; accepted: each once, such as (card, copy)"
        ))
    });
    let cards = cards.to_vec();
    let mut own = cards.clone();
    Box::new(move |deck, random| {
        if let Some(twice) = &twice {
            return Err(twice.clone());
        }
        own.clone_from_slice(&cards);
        shuffle(&mut own, random);
        for (at, card) in own.iter().enumerate() {
            let place = places.get(card).copied();
            deck[at] = place.ok_or_else(|| {
                format!(
                    "found something else at position {at}; accepted: the cards that it was given"
                )
            })?;
        }
        Ok(true)
    })
}

/// Takes the order that `order` gives.
pub fn orders<'a, I>(mut order: impl FnMut(&mut Random) -> I + 'a) -> Box<Making<'a>>
where
    I: IntoIterator<Item: TryInto<usize>>,
{
    Box::new(move |deck, random| {
        let cards = deck.len();
        taken(deck, cards, order(random))?;
        Ok(true)
    })
}

/// Takes the cards that `draw` draws as the first ones. The others, which nobody looks at, follow in their old order.
pub fn sample<'a, I>(drawn: usize, mut draw: impl FnMut(&mut Random) -> I + 'a) -> Box<Making<'a>>
where
    I: IntoIterator<Item: TryInto<usize>>,
{
    Box::new(move |deck, random| {
        taken(deck, drawn, draw(random))?;
        let mut left = vec![true; deck.len()];
        for card in &deck[..drawn] {
            left[usize::from(*card)] = false;
        }
        let mut rest = (0..deck.len()).filter(|card| left[*card]);
        for place in &mut deck[drawn..] {
            // Too few are left only where one was drawn twice, which is found next.
            *place = rest.next().unwrap_or(0) as Card;
        }
        Ok(true)
    })
}

/// Takes one deck after the other.
pub fn written<'a, D>(mut decks: impl Iterator<Item = D> + 'a) -> Box<Making<'a>>
where
    D: IntoIterator<Item: TryInto<usize>>,
{
    Box::new(move |deck, _| {
        let Some(next) = decks.next() else {
            return Ok(false);
        };
        let cards = deck.len();
        taken(deck, cards, next)?;
        Ok(true)
    })
}

/// Takes the numbers of `found` as the first `wanted` cards of `deck`.
fn taken<I>(deck: &mut [Card], wanted: usize, found: I) -> Result<(), String>
where
    I: IntoIterator<Item: TryInto<usize>>,
{
    let cards = deck.len();
    let mut count = 0;
    for number in found {
        let number = number.try_into().ok().filter(|number| *number < cards);
        let number = number.ok_or_else(|| {
            format!(
                "found something else at position {count}; accepted: numbers from 0 to {}",
                cards - 1
            )
        })?;
        if count < wanted {
            deck[count] = number as Card;
        }
        count += 1;
    }
    if count == wanted {
        return Ok(());
    }
    Err(format!("found {count} cards; accepted: {wanted}"))
}

/// Decks that a function makes, as a source.
pub struct Source<'a> {
    cards: usize,
    making: &'a mut Making<'a>,
    random: Random,
    /// Decks that were made, and that are left.
    made: u64,
    left: u64,
    /// The deck, counted from 1, in which each card was last seen.
    seen: Vec<u64>,
    #[cfg(feature = "cause")]
    first: First,
}

impl<'a> Source<'a> {
    /// At most so many decks of `cards` cards, from the stream of that seed.
    pub fn new(cards: usize, making: &'a mut Making<'a>, (seed, most): (u64, u64)) -> Self {
        Self {
            cards,
            making,
            random: Random::for_batch(seed.into(), 0),
            made: 0,
            left: most,
            seen: vec![0; cards],
            #[cfg(feature = "cause")]
            first: First::default(),
        }
    }

    /// The first decks that were made.
    #[cfg(feature = "cause")]
    pub fn first(self) -> First {
        self.first
    }

    fn wrong(&self, problem: String) -> SourceError {
        SourceError::Deck {
            name: NAME.to_owned(),
            place: format!("deck {} (from 0)", self.made),
            problem,
        }
    }
}

impl source::Source for Source<'_> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        block.clear(self.made);
        let mut deck: Vec<Card> = Vec::with_capacity(self.cards);
        for _ in 0..self.left.min(BLOCK as u64) {
            deck.clear();
            deck.extend(0..self.cards as Card);
            let made = (self.making)(&mut deck, &mut self.random);
            if !made.map_err(|problem| self.wrong(problem))? {
                self.left = 0;
                break;
            }
            if let Some(problem) = flaw(&deck, self.made + 1, &mut self.seen) {
                return Err(self.wrong(problem));
            }
            block.push(&deck);
            #[cfg(feature = "cause")]
            self.first.push(&deck);
            self.made += 1;
            self.left -= 1;
        }
        Ok(())
    }
}
