//! Card types: a deck of 24 lands and 36 spells, and where the lands end up.
//!
//! Players seldom ask where a single card is: they ask whether lands come in clumps, and how many are in
//! the opening hand. One type is marked; on ideal decks all sets of places are equally likely for
//! it, whatever the arrangement before the shuffle, and every law here is exact
//! ([`laws::marked_cards`]). The arrangement decides what a bad shuffle leaves of it.

mod arrangement;
mod before;
mod fullest_booster;
mod longest_run;
mod opening_hand;
mod type_runs;

pub use before::{Before, Named, settle};
pub(super) use fullest_booster::KIND as FULLEST_BOOSTER;
pub(super) use longest_run::KIND as LONGEST_RUN;
pub(super) use opening_hand::KIND as OPENING_HAND;
pub(super) use type_runs::KIND as TYPE_RUNS;

use std::sync::OnceLock;

use super::scalar::{Number, OfDecks};
use super::{Design, Probe, build};
use deck::{BLOCK, Block, Layout};
use laws::marked_cards::MOST_CARDS;
use text::params::{KindError, ParamError, Parameter, Params};

/// Statistics of card types, in the order of tables.
const KINDS_OF_TYPES: [&str; 4] = [
    "opening-hand",
    "type-runs",
    "longest-run",
    "fullest-booster",
];

/// All statistics of card types, for decks of these `types` (`24 land, 36 spell`) in this `arrangement`, which
/// the deck `before` the shuffle gives if it is known.
pub fn of_types(
    types: &str,
    arrangement: Option<&str>,
    before: Option<&Before<'_>>,
    design: &Design,
) -> Result<Vec<Probe>, KindError> {
    let mut table = toml::Table::new();
    table.insert(TYPES.name.to_owned(), types.into());
    if let Some(arrangement) = arrangement {
        table.insert(ARRANGEMENT.name.to_owned(), arrangement.into());
    }
    if let Some(before) = before {
        settle(&mut table, before, design.size)?;
    }
    let kinds = KINDS_OF_TYPES.iter();
    kinds
        .map(|name| build(name, table.clone(), design))
        .collect()
}

/// Decks for which they are made.
const CARDS: std::ops::RangeInclusive<usize> = 2..=MOST_CARDS;

pub(crate) const TYPES: Parameter = Parameter {
    name: "types",
    about: "how many cards there are of each type, as in \"24 land, 36 spell\"; the statistic looks at the first type",
};

pub(crate) const ARRANGEMENT: Parameter = Parameter {
    name: "arrangement",
    about: "how they lie before the shuffle: \"sorted\" (as listed; the default), \"alternating\" (as evenly as \
            can be), \"played\" (as left after a game: a third of the deck in piles by type, then the rest evenly), or \
            a list from the top, as in \"4 land, 6 spell, 20 land, 30 spell\"",
};

/// A statistic of where the marked cards are.
#[derive(Debug)]
struct OfMarked {
    about: &'static About,
    /// The name of the type whose cards are marked.
    name: String,
    /// True for each marked card.
    marked: Vec<bool>,
    /// The hand's or booster's size, where there is one.
    size: usize,
    /// Its law, once it was asked for: of a long deck it takes a while.
    law: OnceLock<Vec<f64>>,
}

/// One such statistic.
#[derive(Debug)]
struct About {
    name: &'static str,
    title: &'static str,
    /// The value for marks that are read from the top down.
    value: fn(&mut dyn Iterator<Item = bool>, size: usize) -> u32,
    /// Its law, from the number of cards, the number of marked ones and the size.
    law: fn(usize, usize, usize) -> Vec<f64>,
    /// The name of what is counted, for this type and size.
    unit: fn(&str, usize) -> String,
    /// A sentence from the mean, the ideal mean, the type and the size.
    words: fn(f64, f64, &str, usize) -> String,
}

impl OfMarked {
    fn build(
        about: &'static About,
        params: &Params,
        design: &Design,
        size: usize,
    ) -> Result<OfDecks, ParamError> {
        let types = arrangement::read(params, design.size)?;
        let of = Self {
            about,
            name: types.first,
            marked: types.marked,
            size,
            law: OnceLock::new(),
        };
        Ok(OfDecks::of(Box::new(of), design.size))
    }

    fn law(&self) -> &[f64] {
        self.law.get_or_init(|| {
            let marked = self.marked.iter().filter(|marked| **marked).count();
            (self.about.law)(self.marked.len(), marked, self.size)
        })
    }
}

impl Number for OfMarked {
    fn label(&self) -> &'static str {
        self.about.name
    }

    fn title(&self) -> String {
        self.about.title.to_owned()
    }

    fn unit(&self) -> String {
        (self.about.unit)(&self.name, self.size)
    }

    fn range(&self, _cards: usize) -> (u64, u64) {
        (0, self.law().len() as u64 - 1)
    }

    fn layout_read(&self) -> Layout {
        Layout::Decks
    }

    fn values(&self, block: &Block, values: &mut [u32; BLOCK]) {
        for (deck, value) in block.decks().zip(values) {
            let mut marks = deck.iter().map(|&card| self.marked[usize::from(card)]);
            *value = (self.about.value)(&mut marks, self.size);
        }
    }

    fn own_law(&self) -> Option<Vec<f64>> {
        Some(self.law().to_vec())
    }

    fn words(&self, mean: f64, ideal: f64) -> String {
        (self.about.words)(mean, ideal, &self.name, self.size)
    }
}

/// The sizes of the runs of marked cards and of others, from the top down, each with whether its cards are
/// marked.
fn stretches(marks: &mut dyn Iterator<Item = bool>) -> impl Iterator<Item = (bool, u32)> {
    let mut marks = marks.peekable();
    std::iter::from_fn(move || {
        let kind = marks.next()?;
        let mut length = 1;
        while marks.next_if_eq(&kind).is_some() {
            length += 1;
        }
        Some((kind, length))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evidence, Outcome, Tally};
    use laws::known::Known;

    /// The p-values of the tests of `kind` on `decks`, ten cards of which the first four are lands.
    fn p_values(kind: &str, parameters: &str, decks: &[[u16; 10]]) -> Vec<f64> {
        let design = Design {
            size: 10,
            trials: decks.len() as u64,
            replicates: 1,
        };
        let table = format!("types = \"4 land, 6 spell\"\n{parameters}");
        let probe = build(kind, table.parse().unwrap(), &design).unwrap();
        let statistic = probe.statistic();
        let mut tally = Tally::empty(statistic.counter().decks().unwrap(), 10);
        for decks in decks.chunks(BLOCK) {
            let mut block = Block::new(10);
            block.clear(0);
            for deck in decks {
                block.push(deck);
            }
            block.index(statistic.counter().decks().unwrap().layout());
            tally.count(statistic.counter().decks().unwrap(), &block);
        }
        let assessment = statistic.assess(&Evidence {
            lag: 0,
            design,
            tally: &tally,
            series: None,
            known: &Known::default(),
            level: 0.001,
            wanted: crate::Wanted::InFull,
            lines: None,
        });
        let p = assessment.tests.iter().map(|test| match test.outcome {
            Outcome::P(p) => p.get(),
            Outcome::TooFew { .. } => 1.0,
        });
        p.collect()
    }

    /// Lists every set of places of the four lands once, and each with another order of the lands.
    fn every_set() -> Vec<[u16; 10]> {
        let sets = (0u32..1 << 10).filter(|set| set.count_ones() == 4);
        sets.map(|set| {
            let (mut land, mut spell) = ((0..4u16).cycle().skip(set as usize % 4), 4..10);
            std::array::from_fn(|at| {
                let next = if set >> at & 1 == 1 {
                    land.next()
                } else {
                    spell.next()
                };
                next.unwrap()
            })
        })
        .collect()
    }

    #[test]
    fn every_set_of_places_once_is_exactly_ideal_and_a_sorted_deck_is_not() {
        let sets = every_set();
        assert_eq!(sets.len(), 210);
        let sorted = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]; 40];
        for (kind, parameters) in [
            ("opening-hand", "hand = 4"),
            ("type-runs", ""),
            ("longest-run", ""),
            ("fullest-booster", "booster = 5"),
        ] {
            assert!(p_values(kind, parameters, &sets)[0] > 0.9, "{kind}");
            assert!(p_values(kind, parameters, &sorted)[0] < 1e-6, "{kind}");
        }
    }
}
