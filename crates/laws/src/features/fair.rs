//! Quantities of an ideal deck whose law is known.

use std::collections::BTreeMap;

use super::{longest_run, next_to, numbers, tables};
use crate::views::poker::{best_hand, royal_flush};
use deck::quantity::{Measure, Quantity, ROYAL_FLUSH, Set};

/// Tables of counts that are gone through at the most.
const MOST_TABLES: usize = 300_000;

/// The exact law of a quantity in an ideal deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Fair {
    /// The probability of each value.
    pub probabilities: BTreeMap<i64, f64>,
    /// How it is known, in words.
    pub by: &'static str,
}

impl Fair {
    /// The probability of an event.
    pub fn chance(&self) -> f64 {
        self.probabilities.get(&1).copied().unwrap_or(0.0)
    }
}

/// The law of a quantity of one measure, from that of the measure by value.
fn through(of: &Quantity, measured: impl Iterator<Item = (i64, f64)>, by: &'static str) -> Fair {
    let mut probabilities = BTreeMap::new();
    for (value, p) in measured {
        *probabilities.entry(of.with(&[value])).or_insert(0.0) += p;
    }
    Fair { probabilities, by }
}

/// The law in an ideal deck, where it is known.
pub fn fair(of: &Quantity) -> Option<Fair> {
    let cards = of.cards();
    let measured = |law: Vec<f64>, by| through(of, (0..).zip(law), by);
    match of.measures() {
        [Measure::PlaceOf { .. }] => {
            let each = (1..=cards).map(|place| (i64::from(place as u32), 1.0 / cards as f64));
            Some(through(of, each, "each place is equally likely"))
        }
        [Measure::LongestRun { class, first }] => {
            let sizes = [class.len(), cards - class.len()];
            let law = longest_run(sizes, *first)?;
            Some(measured(
                law,
                "exact count of the orders without a longer run",
            ))
        }
        [Measure::NextTo { one, other, first }] => {
            let same = one.members() == other.members();
            let both = one.members().iter().zip(other.members());
            let shared = both.filter(|(one, other)| **one && **other).count();
            if shared > 0 && !same {
                return None;
            }
            let of_other = if same { 0 } else { other.len() };
            let sizes = [one.len(), of_other, cards - one.len() - of_other];
            let law = next_to(sizes, same, *first)?;
            Some(measured(law, "exact count of orders"))
        }
        [Measure::BestHand { places }] => {
            let mut law = best_hand(places.len())?;
            let royal = royal_flush(places.len());
            law[STRAIGHT_FLUSH] -= royal;
            // No five cards of a pack are of one rank.
            law[usize::try_from(ROYAL_FLUSH).ok()?] = royal;
            Some(measured(law, "count of all hands"))
        }
        [Measure::Sum { places }] => Some(measured(numbers::sum(cards, places.len())?, OF_NUMBERS)),
        [Measure::Consecutive { places }] => Some(measured(
            numbers::consecutive(cards, places.len())?,
            OF_NUMBERS,
        )),
        _ => counted(of),
    }
}

const OF_NUMBERS: &str = "count of all sets of numbers";

/// The place of a straight flush among the categories of poker.
const STRAIGHT_FLUSH: usize = 8;

/// Quantities of which all measures are counts: cards of each class in each cell of places.
fn counted(of: &Quantity) -> Option<Fair> {
    let counts = of.measures().iter().map(|measure| match measure {
        Measure::Count { class, places } => Some((class, places)),
        _ => None,
    });
    let counts: Vec<(&Set, &Set)> = counts.collect::<Option<_>>()?;
    let classes = parts(
        of.cards(),
        &counts.iter().map(|one| one.0).collect::<Vec<_>>(),
    );
    let cells = parts(
        of.cards(),
        &counts.iter().map(|one| one.1).collect::<Vec<_>>(),
    );
    let (mut all, mut seen) = (BTreeMap::new(), 0);
    let sizes = |parts: &[Part]| parts.iter().map(|part| part.size).collect::<Vec<_>>();
    let (of_class, of_cell) = (sizes(&classes), sizes(&cells));
    tables(&of_class, &of_cell, |table, p| {
        let measured = (0..counts.len()).map(|measure| {
            let rows = table.chunks_exact(classes.len()).zip(&cells);
            let rows = rows.filter(|(_, cell)| cell.within[measure]);
            let of_row = |(row, _): (&[usize], &Part)| {
                let both = row.iter().zip(&classes);
                let both = both.filter(|(_, class)| class.within[measure]);
                both.map(|(count, _)| i64::from(*count as u32)).sum::<i64>()
            };
            rows.map(of_row).sum()
        });
        let value = of.with(&measured.collect::<Vec<i64>>());
        *all.entry(value).or_insert(0.0) += p;
        seen += 1;
        seen < MOST_TABLES
    });
    (seen < MOST_TABLES).then_some(Fair {
        probabilities: all,
        by: "hypergeometric law",
    })
}

/// Cards, or places, that lie in the same sets.
struct Part {
    /// The sets that they lie in.
    within: Vec<bool>,
    size: usize,
}

fn parts(cards: usize, sets: &[&Set]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for at in 0..cards {
        let within: Vec<bool> = sets.iter().map(|set| set.members()[at]).collect();
        match parts.iter_mut().find(|part| part.within == within) {
            Some(part) => part.size += 1,
            None => parts.push(Part { within, size: 1 }),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::quantity::{Faces, Seen, Stake};
    use deck::subject::Classes;

    const FIVE: f64 = 2_598_960.0;
    const SEVEN: f64 = 133_784_560.0;

    /// A stake, its published chance, and half a unit of the last digit that was printed.
    type Published = (&'static str, f64, f64);

    /// Hands of five and the best five of seven: Alspach (1998), "Poker computations"; Weisstein, "Poker". Naturals and aces: Thorp
    /// (1966), Beat the dealer. First two cards of hold'em: `PokerStrategy`, "Probabilities in Texas Hold'em".
    const POKER: &[Published] = &[
        ("first:5 royal flush", 4.0 / FIVE, 1e-12),
        ("first:5 straight flush", 36.0 / FIVE, 1e-12),
        ("first:5 four of a kind", 624.0 / FIVE, 1e-12),
        ("first:5 full house", 3_744.0 / FIVE, 1e-12),
        ("first:5 flush", 5_108.0 / FIVE, 1e-12),
        ("first:5 straight", 10_200.0 / FIVE, 1e-12),
        ("first:5 three of a kind", 54_912.0 / FIVE, 1e-12),
        ("first:5 two pairs", 123_552.0 / FIVE, 1e-12),
        ("first:5 pair", 1_098_240.0 / FIVE, 1e-12),
        ("first:5 high card", 1_302_540.0 / FIVE, 1e-12),
        ("best-hand royal flush", 4_324.0 / SEVEN, 1e-12),
        ("best-hand straight flush", 37_260.0 / SEVEN, 1e-12),
        ("best-hand quads", 224_848.0 / SEVEN, 1e-12),
        ("best-hand full-house", 3_473_184.0 / SEVEN, 1e-12),
        ("best-hand flush", 4_047_644.0 / SEVEN, 1e-12),
        ("best-hand straight", 6_180_020.0 / SEVEN, 1e-12),
        ("best-hand trips", 6_461_620.0 / SEVEN, 1e-12),
        ("best-hand two pairs", 31_433_400.0 / SEVEN, 1e-12),
        ("best-hand pair", 58_627_800.0 / SEVEN, 1e-12),
        ("best-hand high card", 23_294_460.0 / SEVEN, 1e-12),
        ("first:2 pair", 78.0 / 1_326.0, 1e-12),
        ("first:2 natural", 64.0 / 1_326.0, 1e-12),
        ("first:2 aces = 2", 1.0 / 221.0, 1e-12),
        ("top is AS", 1.0 / 52.0, 1e-12),
        ("first:2 longest suit = 2", 0.235, 5e-4),
        ("first:2 aces >= 1", 0.149, 5e-4),
        ("first:2 kings = 2", 0.004_5, 5e-5),
    ];

    /// Points, suits, aces and fits: Goren (1961), Contract bridge complete; the Official encyclopedia of bridge.
    const BRIDGE: &[Published] = &[
        ("hands:4x13 points = 0", 0.003_64, 5e-6),
        ("N hcp = 10", 0.094_05, 5e-6),
        ("N hcp 15..17", 0.101_0, 5e-5),
        ("N hcp >= 13", 0.268, 5e-4),
        ("N+S hcp >= 26", 0.126, 5e-4),
        ("N+S hcp = 20", 0.082_2, 5e-5),
        ("N longest suit = 4", 0.350_8, 5e-5),
        ("N longest suit = 5", 0.443_4, 5e-5),
        ("N longest suit = 6", 0.165_5, 5e-5),
        ("N longest suit = 7", 0.035_27, 5e-6),
        ("N longest suit = 8", 0.004_67, 5e-6),
        ("N shortest suit = 0", 0.051, 5e-4),
        ("N aces = 0", 0.303_82, 5e-6),
        ("N aces = 1", 0.438_85, 5e-6),
        ("N aces = 2", 0.213_49, 5e-6),
        ("N aces = 3", 0.041_20, 5e-6),
        ("N aces = 4", 0.002_64, 5e-6),
        ("N+S longest suit >= 8", 0.842_6, 5e-4),
        ("N+S longest suit = 7", 0.157_4, 5e-4),
        ("N spades = 13", 1.0 / 635_013_559_600.0, 1e-20),
    ];

    /// Points of a hand, and cards of one suit: tables of `BridgeHands` (2011), "Probability HCP" and "Number of cards".
    const HANDS: &[Published] = &[
        ("N points = 0", 0.003_6, 5e-5),
        ("N points = 1", 0.007_9, 5e-5),
        ("N points = 2", 0.013_6, 5e-5),
        ("N points = 3", 0.024_6, 5e-5),
        ("N points = 4", 0.038_5, 5e-5),
        ("N points = 5", 0.051_9, 5e-5),
        ("N points = 6", 0.065_5, 5e-5),
        ("N points = 7", 0.080_3, 5e-5),
        ("N points = 8", 0.088_9, 5e-5),
        ("N points = 9", 0.093_6, 5e-5),
        ("N points = 11", 0.089_4, 5e-5),
        ("N points = 12", 0.080_3, 5e-5),
        ("N points = 13", 0.069_1, 5e-5),
        ("N points = 14", 0.056_9, 5e-5),
        ("N points = 15", 0.044_2, 5e-5),
        ("N points = 16", 0.033_1, 5e-5),
        ("N points = 17", 0.023_6, 5e-5),
        ("N points = 18", 0.016_1, 5e-5),
        ("N points = 19", 0.010_4, 5e-5),
        ("N points = 20", 0.006_4, 5e-5),
        ("N points = 21", 0.003_8, 5e-5),
        ("N points = 22", 0.002_1, 5e-5),
        ("N points = 23", 0.001_1, 5e-5),
        ("N hearts = 0", 0.012_79, 5e-6),
        ("N hearts = 1", 0.080_06, 5e-6),
        ("N hearts = 2", 0.205_87, 5e-6),
        ("N hearts = 3", 0.286_33, 5e-6),
        ("N hearts = 4", 0.238_61, 5e-6),
        ("N hearts = 5", 0.124_69, 5e-6),
        ("N hearts = 6", 0.041_56, 5e-6),
        ("N hearts = 7", 0.008_82, 5e-6),
        ("N hearts = 8", 0.001_17, 5e-6),
        ("N hearts = 9", 0.000_09, 5e-6),
    ];

    /// Seven cards of 40 with 17 or 16 lands: a table by teryror (github.com, gist 6840f3a8).
    const LIMITED: &[(&str, &str, f64, f64)] = &[
        ("17 land, 23 spell", "hand:7 land = 0", 0.013_15, 5e-6),
        ("17 land, 23 spell", "hand:7 land = 1", 0.092_05, 5e-6),
        ("17 land, 23 spell", "hand:7 land = 2", 0.245_46, 5e-6),
        ("17 land, 23 spell", "hand:7 land = 3", 0.322_97, 5e-6),
        ("17 land, 23 spell", "hand:7 land = 4", 0.226_08, 5e-6),
        ("17 land, 23 spell", "hand:7 land = 5", 0.083_97, 5e-6),
        ("17 land, 23 spell", "hand:7 land = 6", 0.015_27, 5e-6),
        ("17 land, 23 spell", "hand:7 land 2..3", 0.568, 5e-4),
        ("16 land, 24 spell", "hand:7 land = 0", 0.018_56, 5e-6),
        ("16 land, 24 spell", "hand:7 land = 1", 0.115_51, 5e-6),
        ("16 land, 24 spell", "hand:7 land = 6", 0.010_31, 5e-6),
    ];

    /// Cards of 60: Rossi (2019), steam-shovel 0.1.2, a helper for mulligans (crates.io). Four copies of a card: Meijer, "Against all
    /// odds" (The Mana Drain).
    const CONSTRUCTED: &[(&str, &str, f64, f64)] = &[
        ("24 land, 36 spell", "hand:7 land = 3", 0.308_70, 5e-6),
        ("24 land, 36 spell", "hand:7 land = 4", 0.196_45, 5e-6),
        ("24 land, 36 spell", "hand:7 land 3..4", 0.505_15, 5e-6),
        ("20 land, 40 spell", "first:6 land = 0", 0.076_67, 5e-6),
        ("20 land, 40 spell", "first:6 land = 1", 0.262_87, 5e-6),
        ("20 land, 40 spell", "first:6 land = 2", 0.346_84, 5e-6),
        ("20 land, 40 spell", "first:6 land = 3", 0.224_98, 5e-6),
        ("20 land, 40 spell", "first:6 land = 4", 0.075_49, 5e-6),
        ("20 land, 40 spell", "first:6 land = 5", 0.012_39, 5e-6),
        ("20 land, 40 spell", "first:6 land = 6", 0.000_77, 5e-6),
        (
            "4 Force of Will, 56 other",
            "hand:7 Force of Will = 1",
            0.336_28,
            5e-6,
        ),
        (
            "4 Force of Will, 56 other",
            "hand:7 Force of Will >= 1",
            0.399_5,
            5e-5,
        ),
    ];

    #[test]
    fn opening_hands_have_their_published_chances() {
        let limited = LIMITED.iter().map(|one| (40, one));
        let all = limited.chain(CONSTRUCTED.iter().map(|one| (60, one)));
        for (cards, (types, text, published, digits)) in all {
            let classes = Classes::read(types, None, cards).unwrap();
            let faces = Faces::Types(&classes);
            let stake = Stake::read(text, faces, cards, Seen::Deck).unwrap();
            let chance = fair(&stake.hands()[0]).unwrap().chance();
            assert!(
                (chance - published).abs() <= *digits,
                "{text} of {types}: {chance}, {published}"
            );
        }
    }

    #[test]
    fn stakes_on_a_pack_have_their_published_chances() {
        let all = [POKER, BRIDGE, HANDS].concat();
        assert!(all.len() >= 60);
        for (text, published, digits) in all {
            let stake = Stake::read(text, Faces::Pack, 52, Seen::Deck).unwrap();
            let chance = fair(&stake.hands()[0]).unwrap().chance();
            assert!(
                (chance - published).abs() <= digits,
                "{text}: {chance}, {published}"
            );
        }
    }
}
