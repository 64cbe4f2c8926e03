//! Statistics of what is seen of decks: a hand, several hands, the first cards, with copies or without.
//!
//! On ideal decks all ways to deal are equally likely, whatever the order before the shuffle, and every law here is
//! exact ([`laws::views`]).

mod cells;
#[cfg(feature = "full")]
mod copies;
mod few;
mod in_cells;
mod number;
#[cfg(feature = "full")]
mod of_class;
#[cfg(feature = "full")]
mod once_neighbours;
mod order;
#[cfg(feature = "full")]
mod playing_cards;
mod repeated_deals;
mod riffles;
#[cfg(feature = "full")]
mod runs;
#[cfg(feature = "full")]
mod same_hand;
#[cfg(test)]
mod tests;

pub(super) use cells::KIND as VIEW_CELLS;
#[cfg(feature = "full")]
pub(super) use copies::KIND as COPIES;
#[cfg(test)]
pub(super) use in_cells::InCells;
#[cfg(feature = "full")]
pub(super) use of_class::KIND as CLASS_IN_HAND;
#[cfg(feature = "full")]
pub(super) use once_neighbours::KIND as ONCE_NEIGHBOURS;
pub(super) use order::{CALLED, INVERSIONS as VIEW_INVERSIONS};
#[cfg(feature = "full")]
pub(super) use playing_cards::{
    BEST_HAND, HIGH_CARDS, LONGEST_SUIT, SIDE_CONTROLS, SIDE_POINTS, SIDE_VOIDS, SUIT_PATTERN,
    TOTAL_TRUMPS,
};
pub(super) use repeated_deals::KIND as REPEATED_DEALS;
pub(super) use riffles::KIND as RIFFLES;
#[cfg(feature = "full")]
pub(super) use runs::KIND as RUNS;
#[cfg(feature = "full")]
pub(super) use same_hand::{FIRST_5, FIRST_7, QUARTER, SAME_HAND, SAME_SIDE};

use super::Design;
use deck::subject::{CARDS, CLASSES, Shape, Told, VIEW, View};
use text::params::{ParamError, Parameter, Params};

/// The keys of statistics of all that is seen.
const OF_VIEW: &[Parameter] = &[VIEW, CLASSES, CARDS];

/// The keys of statistics of one hand.
#[cfg(feature = "full")]
const OF_HAND: &[Parameter] = &[VIEW, CLASSES, CARDS, HAND];

/// The key of the hand that is looked at.
const HAND: Parameter = Parameter {
    name: "hand",
    about: "which of several hands to look at, counted from 1; the first if absent",
};

/// A playing card as people write it: `10♠`.
fn playing_card(code: usize) -> String {
    const RANKS: [&str; 13] = [
        "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
    ];
    const SUITS: [&str; 4] = ["♠", "♥", "♦", "♣"];
    format!("{}{}", RANKS[code % 13], SUITS[code / 13 % 4])
}

/// A view, as statistics are told of it.
#[derive(Debug, Clone)]
struct Seen {
    /// Cards in a deck.
    cards: usize,
    view: View,
}

impl Seen {
    /// Reads the view that the experiment describes.
    fn of(params: &Params, design: &Design) -> Result<Self, ParamError> {
        let view: &View = params.subject(VIEW.name)?;
        view.check(design.size)
            .map_err(|problem| Params::refuse(VIEW.name, problem))?;
        let view = view.clone();
        let cards = design.size;
        Ok(Self { cards, view })
    }

    /// Refuses the view: the statistic `kind` is for `accepted` only.
    fn refuse(&self, kind: &str, accepted: &str) -> ParamError {
        let copies = if self.view.is_distinct() {
            ""
        } else {
            " with copies"
        };
        ParamError::View {
            kind: kind.to_owned(),
            view: format!("{} of {} cards{copies}", self.view.shape, self.cards),
            accepted: accepted.to_owned(),
        }
    }

    fn copies(&self) -> Vec<usize> {
        self.view.copies(self.cards)
    }

    /// The hand that is asked for, from 0.
    fn hand(&self, params: &Params) -> Result<usize, ParamError> {
        let most = self.view.shape.hands() as u32;
        let hand = params.whole(HAND.name, 1..=most)?;
        Ok(hand.map_or(0, |hand| hand as usize - 1))
    }

    /// The name of a cell in sentences: of bridge hands, the seat.
    fn cell(&self, cell: usize) -> String {
        const SEATS: [&str; 4] = ["North", "East", "South", "West"];
        match (self.view.told, self.view.shape) {
            (Told::Playing, Shape::Hands { hands: 4, .. }) => SEATS[cell % 4].to_owned(),
            (_, shape) => shape.named(cell),
        }
    }

    /// The name of a class in sentences: of single cards, where they came from.
    fn class(&self, class: usize) -> String {
        match &self.view.classes {
            Some(classes) if self.view.told == Told::Before => classes.names()[class].clone(),
            Some(classes) => format!("`{}`", classes.names()[class]),
            None if self.view.told == Told::Playing => format!("the {}", playing_card(class)),
            None => format!("the card from position {}", class + 1),
        }
    }
}

#[cfg(test)]
mod testing {
    //! Helpers that the tests of these statistics share.

    use super::*;
    use crate::counter::AnyCounter;
    use crate::{Evidence, Statistic, Tally, Test};
    use deck::batch::Batch;
    use deck::kernel::Isa;
    use deck::rng::{Draws as _, PcgDraws};
    use deck::subject::Classes;
    use deck::subject::Hands;
    use laws::known::Known;

    /// The view of decks of so many cards.
    pub fn seen(cards: usize, shape: &str, types: Option<&str>) -> Seen {
        let classes = types.map(|types| Classes::read(types, None, cards).unwrap());
        let shape = shape.parse().unwrap();
        Seen {
            cards,
            view: View {
                told: Told::Places,
                shape,
                classes,
            },
        }
    }

    /// Lists every way to deal what is seen, each order of the deck once.
    pub fn deals(seen: &Seen) -> Vec<Vec<u16>> {
        fn orders(deck: &mut Vec<u16>, from: usize, all: &mut Vec<Vec<u16>>) {
            if from == deck.len() {
                all.push(deck.clone());
            }
            for at in from..deck.len() {
                deck.swap(from, at);
                orders(deck, from + 1, all);
                deck.swap(from, at);
            }
        }
        let mut all = Vec::new();
        let mut deck: Vec<u16> = (0..seen.cards as u16).collect();
        orders(&mut deck, 0, &mut all);
        for deal in &mut all {
            deal.truncate(seen.view.shape.seen());
            for card in deal {
                *card = seen.view.class(*card);
            }
        }
        all
    }

    /// Ideal deals.
    pub struct Ideal {
        draws: PcgDraws,
        deck: Vec<u16>,
        seen: usize,
    }

    impl Ideal {
        pub fn new(seen: &Seen, number: u64) -> Self {
            Self {
                draws: PcgDraws::for_batch(
                    7,
                    &seen.view.shape.to_string(),
                    seen.cards as u64,
                    number,
                ),
                deck: (0..seen.cards as u16)
                    .map(|card| seen.view.class(card))
                    .collect(),
                seen: seen.view.shape.seen(),
            }
        }

        pub fn deals(&mut self, number: u64) -> Vec<Vec<u16>> {
            let deal = |_| {
                for place in 0..self.seen {
                    let rest = (self.deck.len() - place) as u32;
                    let other = place + self.draws.below(rest) as usize;
                    self.deck.swap(place, other);
                }
                self.deck[..self.seen].to_vec()
            };
            (0..number).map(deal).collect()
        }
    }

    /// The tally of these deals.
    pub fn tally(statistic: &dyn Statistic, seen: &Seen, deals: &[impl AsRef<[u16]>]) -> Tally {
        let AnyCounter::Views(counter) = statistic.counter() else {
            panic!("a statistic of views");
        };
        let mut tally = Tally::empty(counter, seen.cards);
        for (number, deals) in (0..).zip(deals.chunks(Hands::MOST)) {
            let mut hands = Hands::new(seen.cards, Isa::best());
            hands.clear(number * Hands::MOST as u64);
            hands.seen_as(seen.view.shape);
            for deal in deals {
                hands.push(deal.as_ref().iter().copied());
            }
            tally.count(counter, &hands);
        }
        tally
    }

    /// The counts of a table.
    pub fn counted(table: &cells::ViewCells, deals: &[&Vec<u16>]) -> Vec<u64> {
        tally(table, table.seen(), deals).cells().to_vec()
    }

    /// The tests of a table on these deals.
    pub fn tests(table: &cells::ViewCells, deals: &[Vec<u16>]) -> Vec<Test> {
        tests_of(table, table.seen(), deals)
    }

    /// The tests of a statistic on these deals.
    pub fn tests_of(statistic: &dyn Statistic, seen: &Seen, deals: &[Vec<u16>]) -> Vec<Test> {
        let tally = tally(statistic, seen, deals);
        let evidence = Evidence {
            lag: 0,
            design: Design {
                size: seen.cards,
                trials: deals.len() as u64,
                replicates: 1,
            },
            tally: &tally,
            series: None,
            known: &Known::default(),
            level: 0.001,
            wanted: crate::Wanted::InFull,
            lines: None,
        };
        statistic.assess(&evidence).tests
    }
}
