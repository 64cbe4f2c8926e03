//! The growth of the number of times with the size of the deck, where a law of any number of cards is known.

use super::search::Search;
use super::{Whole, by_law, whole};
use crate::Eigenvalue;
use crate::routine::Plan;
use laws::gsr::{self, Packets};

/// The numbers of times for decks of one size.
#[derive(Debug, Clone, PartialEq)]
pub struct Size {
    /// Cards in a deck.
    pub cards: usize,
    /// For each threshold, how often the routine must be done; nothing if no number is enough.
    pub times: Vec<Option<u32>>,
    /// The cutoff: 3/2 log₂ n riffles for n cards (Bayer and Diaconis, 1992), in times; nothing where none is known.
    pub cutoff: Option<f64>,
}

/// Finds how often `plan` must be done on decks of each of `sizes` cards until its total variation is below each of
/// `thresholds`; nothing if no law of any number of cards is known.
pub fn growth(plan: &Plan, sizes: &[usize], thresholds: &[f64]) -> Option<Vec<Size>> {
    let each = sizes.iter().map(|&cards| {
        let mut search = Search::of(thresholds, 0);
        let known = by_law(plan, cards, &mut search);
        known.then(|| Size {
            cards,
            times: search.all.iter().map(|one| one.exact).collect(),
            cutoff: cutoff(plan, cards),
        })
    });
    each.collect()
}

/// The riffle that one time of a routine is, in its distances from ideal: its packets, and the cards that it riffles.
fn riffle(plan: &Plan, cards: usize) -> Option<(Packets, usize)> {
    Some(match whole(plan)? {
        Whole::Riffles(riffles) | Whole::InverseRiffles(riffles) => {
            (Packets::riffles(riffles), cards)
        }
        // As a cut comes first, one card has nothing to tell.
        Whole::CutThenRiffles(riffles) => (Packets::riffles(riffles), cards - 1),
        Whole::Packets(packets) => (Packets::new(packets)?, cards),
        _ => return None,
    })
}

fn cutoff(plan: &Plan, cards: usize) -> Option<f64> {
    let (packets, cards) = riffle(plan, cards)?;
    Some(gsr::cutoff(cards, packets))
}

/// The distance that large decks have when they were riffled as often, in proportion to their cutoff, as these after `times`
/// times.
pub(super) fn limit(plan: &Plan, cards: usize, times: u32) -> Option<f64> {
    let (once, cards) = riffle(plan, cards)?;
    let all = (1..times).fold(once, |all, _| all.then(once));
    Some(gsr::limit(cards, all))
}

/// The second eigenvalue of one time of `plan` on two cards or more: what is left of a distance at last, each time. 1/a for a
/// riffle of a packets, and for its inverse (Bayer and Diaconis, 1992), 0 for an ideal shuffle, and that of a move that is done
/// again and again; nothing where it is not known.
pub fn second_eigenvalue(plan: &Plan, cards: usize) -> Option<Eigenvalue> {
    if let Some((once, times)) = plan.one_move() {
        let known = once.second_eigenvalue(cards);
        if known.is_some() {
            return known.map(|known| known.repeated(times));
        }
    }
    let modulus = match whole(plan)? {
        Whole::Ideal => 0.0,
        // A cut before each of them is another chain.
        Whole::CutThenRiffles(_) => return None,
        _ => 1.0 / riffle(plan, cards)?.0.value(),
    };
    Some(Eigenvalue {
        modulus,
        source: "Bayer and Diaconis, 1992",
    })
}
