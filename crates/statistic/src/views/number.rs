//! A whole number of each hand, with its exact law: what such statistics of views share.

use std::fmt;
use std::ops::Range;

use super::Seen;
use crate::Statistic;
use crate::scalar::{Number, OfDecks};
use crate::wager::Wager;
use deck::BLOCK;
use deck::batch::Batch;
use deck::subject::Hands;
use text::params::{ParamError, Params};

/// The value of a hand: of the classes of its cards.
pub(super) type Value = Box<dyn Fn(&[u16]) -> u32 + Send + Sync>;

/// A number of a hand.
pub(super) struct OfHand {
    /// The kind of statistic.
    pub name: &'static str,
    /// A word or two for titles.
    pub title: &'static str,
    /// The things counted: `pairs of the same card in the hand`.
    pub unit: String,
    /// True if players would care.
    pub seen: bool,
    /// The probability of each value, from 0.
    pub law: Vec<f64>,
    /// The value of a hand.
    pub value: Value,
    /// The name of what has a value, where there is one.
    pub called: fn(u64) -> Option<String>,
    /// A sentence from the mean and the ideal mean.
    pub words: Box<dyn Fn(f64, f64) -> String + Send + Sync>,
}

impl OfHand {
    /// The number of all cards that are seen.
    #[cfg(feature = "full")]
    pub fn whole(self, cards: usize) -> Box<dyn Number<Hands>> {
        Box::new(Placed {
            counted: self.name.to_owned(),
            hand: None,
            holder: None,
            subjects: "decks",
            cards: 0..cards,
            partner: None,
            of: self,
        })
    }

    /// Makes the statistic of the first and the third of four hands together.
    #[cfg(feature = "full")]
    pub(super) fn of_side(self, seen: &Seen) -> Box<dyn Statistic> {
        let held = |hand: usize| {
            let cards = seen.view.shape.hand();
            hand * cards..(hand + 1) * cards
        };
        let number = Placed {
            counted: self.name.to_owned(),
            hand: None,
            holder: Some(format!("{} and {}", seen.cell(0), seen.cell(2))),
            subjects: "deals",
            cards: held(0),
            partner: Some(held(2)),
            of: self,
        };
        Box::new(OfDecks::of(Box::new(number), seen.cards))
    }

    /// Makes the statistic of the hand that `params` name.
    pub fn build(self, seen: &Seen, params: &Params) -> Result<Box<dyn Statistic>, ParamError> {
        let (shape, hand) = (seen.view.shape, seen.hand(params)?);
        let number = Placed {
            counted: format!("{} of hand {}", self.name, hand + 1),
            hand: (shape.hands() > 1).then_some(hand),
            holder: (shape.hands() > 1).then(|| seen.cell(hand)),
            subjects: if shape.hands() > 1 { "deals" } else { "hands" },
            cards: hand * shape.hand()..(hand + 1) * shape.hand(),
            partner: None,
            of: self,
        };
        Ok(Box::new(OfDecks::of(Box::new(number), seen.cards)))
    }
}

/// A number of a hand of a deal, or of two.
struct Placed {
    of: OfHand,
    counted: String,
    /// The number of the hand among several, from 0.
    hand: Option<usize>,
    /// Its name, of several: `North`, `hand 2`.
    holder: Option<String>,
    /// The things that have this hand: `deals`.
    subjects: &'static str,
    /// The cards of the deal that are in the hand.
    cards: Range<usize>,
    /// The cards of the partner's hand, if it is looked at too.
    partner: Option<Range<usize>>,
}

impl fmt::Debug for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.counted)
    }
}

impl Number<Hands> for Placed {
    fn label(&self) -> &'static str {
        self.of.name
    }

    fn counted(&self) -> &str {
        &self.counted
    }

    fn hand(&self) -> Option<usize> {
        self.hand
    }

    fn holder(&self) -> Option<&str> {
        self.holder.as_deref()
    }

    fn subjects(&self) -> &'static str {
        self.subjects
    }

    fn title(&self) -> String {
        self.of.title.to_owned()
    }

    fn unit(&self) -> String {
        self.of.unit.clone()
    }

    fn seen(&self) -> Option<String> {
        let unit = self.of.seen.then(|| self.unit())?;
        Some(match &self.holder {
            Some(holder) => format!("{unit}, {holder}"),
            None => unit,
        })
    }

    fn range(&self, _cards: usize) -> (u64, u64) {
        (0, self.of.law.len() as u64 - 1)
    }

    fn called(&self, value: u64) -> Option<String> {
        (self.of.called)(value)
    }

    fn layout_read(&self) {}

    fn values(&self, hands: &Hands, values: &mut [u32; BLOCK]) {
        let mut together = Vec::new();
        for (deal, value) in hands.decks().take(hands.len()).zip(values) {
            let hand = &deal[self.cards.clone()];
            *value = match &self.partner {
                None => (self.of.value)(hand),
                Some(partner) => {
                    together.clear();
                    together.extend_from_slice(hand);
                    together.extend_from_slice(&deal[partner.clone()]);
                    (self.of.value)(&together)
                }
            };
        }
    }

    fn own_law(&self) -> Option<Vec<f64>> {
        Some(self.of.law.clone())
    }

    fn own_wager(&self, _law: &[f64], _cards: usize, _width: usize) -> Option<Box<dyn Wager>> {
        None
    }

    fn words(&self, mean: f64, ideal: f64) -> String {
        (self.of.words)(mean, ideal)
    }
}
