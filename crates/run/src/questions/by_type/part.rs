//! A part of the deck: the first cards, or hands; and what no law is known of, between limits that drawn decks give.

use super::event;
use super::sampled::{self, Decks, Orders, Rising};
use super::{
    By, ERROR, How, NO_MORE, NOTHING, Row, Start, exact_of_some, known_by, laws, limits, of_all,
    of_few, with_limits,
};
use crate::questions::unanswered::Unanswered;
use deck::rng::shuffle_items;
use laws::features::first_cards::FirstCards;
use laws::features::tables;
use laws::grouped::blocks::Blocks;
use laws::grouped::words::MOST_CARDS;
use record::answers::distance::Seen;
use search::advise::{Crew, made};
use text::names::grouped;

/// A hand of two types, and the rest of the deck: the law of how many cards of a type it has, from any start.
pub(super) fn of_hand(start: &Start, rows: &[Row]) -> Option<Vec<(Seen, By)>> {
    let [first, second] = start.counts[..].try_into().ok()?;
    let [hand, rest] = start.sizes()[..].try_into().ok()?;
    if !start.cells.is_sorted() {
        return None;
    }
    let is_first: Vec<bool> = start.word.iter().map(|kind| *kind == 0).collect();
    let law = FirstCards::new(&is_first, hand)?;
    let mut ideal: Vec<(usize, f64)> = Vec::new();
    tables(&[first, second], &[hand, rest], |table, p| {
        ideal.push((table[0], p));
        true
    });
    let ratios = |row: &Row| {
        let law = law.law(row.packets);
        let each = ideal.iter().map(|(seen, p)| law[*seen] / p);
        each.collect::<Vec<f64>>()
    };
    let ratios: Vec<Vec<f64>> = rows.iter().map(ratios).collect();
    // Each number of cards has a ratio of its own.
    let one = |at: usize| {
        (0..ideal.len())
            .map(|of| f64::from(u8::from(of == at)))
            .collect()
    };
    let seen = ideal.iter().enumerate().map(|(at, (_, p))| (*p, one(at)));
    let by = "all ways to cut the deck into packets, and to take the hand from their tops (Bayer and Diaconis, 1992)";
    Some(known_by((of_all(seen, rows, &ratios), How::proved(by))))
}

/// The first cards, or hands: all orders of a few cards, the law of hands of two types, exact likelihoods of hands that are dealt
/// in blocks, else orders that show the same.
pub(super) fn of_part(
    start: &Start,
    rows: &[Row],
    crew: &dyn Crew,
) -> Result<Vec<(Seen, By)>, Unanswered> {
    if let Some(found) = of_few(start, rows) {
        return Ok(found);
    }
    if let Some(found) = of_hand(start, rows) {
        return Ok(found);
    }
    let cards = start.cards();
    let blocks = Blocks::new(&start.cells).filter(|_| start.all_differ() && cards <= MOST_CARDS);
    let Some(blocks) = blocks else {
        let mut known = by_orders(start, rows, crew)?;
        if start.word.is_sorted() && !start.all_differ() {
            // A part shows no more than all types do, of which more is known.
            let all = limits(&start.whole(), rows, crew)?;
            for ((seen, by), (of_all, by_all)) in known.iter_mut().zip(all) {
                let ([_, upper], [_, most]) = (&mut seen.total_variation, of_all.total_variation);
                if most < *upper {
                    *upper = most;
                    by[1] = How {
                        says: format!("no more than all types show: {}", by_all[1].says),
                        ..by_all[1]
                    };
                }
            }
        }
        return Ok(known);
    };
    let decks = Decks::exact("deals", cards * cards);
    let laws = laws(cards, rows);
    let (limits, decks) = sampled::limits_within(decks, start.within, &laws, crew, |draws| {
        let mut deal = start.cells.clone();
        shuffle_items(draws, &mut deal);
        Rising::Law(blocks.rising(&deal))
    })?;
    let by = exact_of_some(
        "each stretch of cards in one hand has Eulerian descents",
        decks,
    );
    Ok(known_by((with_limits(rows, limits), by)))
}

/// Limits that some orders which show the same give, and an event.
pub(super) fn by_orders(
    start: &Start,
    rows: &[Row],
    crew: &dyn Crew,
) -> Result<Vec<(Seen, By)>, Unanswered> {
    let (mut limits, by) = if start.cards() > MOST_CARDS {
        let nothing = [NOTHING, NO_MORE].map(How::proved);
        (vec![[0.0, 1.0]; rows.len()], nothing)
    } else {
        let orders = Orders::new(start);
        let decks = Orders::DECKS;
        let laws = laws(start.cards(), rows);
        let limits = sampled::limits(decks, &laws, crew, |draws| orders.rising(draws))?;
        let by = How::drawn(&format!(
            "likelihoods of {} random orders that look the same as an ideal deck, for each of {} such decks",
            grouped(orders.number() as u64),
            grouped(decks.number() as u64)
        ));
        (limits, [by.clone(), by])
    };
    let raised = raised_by_event(&mut limits, start, rows, crew)?;
    let known = with_limits(rows, limits).into_iter().zip(raised);
    let event = How::drawn(&event::how());
    Ok(known
        .map(|(seen, raised)| {
            let [at_least, at_most] = by.clone();
            let at_least = if raised { event.clone() } else { at_least };
            (seen, [at_least, at_most])
        })
        .collect())
}

/// Raises lower limits to those of an event, where it may have more to say; says which it raised.
fn raised_by_event(
    limits: &mut [[f64; 2]],
    start: &Start,
    rows: &[Row],
    crew: &dyn Crew,
) -> Result<Vec<bool>, Unanswered> {
    /// Events of which riffled and ideal decks have almost as many cannot be told from those of chance.
    const SMALL: f64 = 0.02;
    let seen = match (start.is_whole(), start.all_differ()) {
        (true, _) => event::Seen::Types(&start.word),
        (false, true) => event::Seen::Cells(&start.cells),
        (false, false) => event::Seen::Counts(&start.word, &start.cells),
    };
    crew.begin("numbers of riffles", rows.len() as u64);
    let found = made(crew, rows.len(), |at| {
        let [lower, upper] = limits[at];
        let packets = rows[at]
            .drawn
            .filter(|_| upper > SMALL && lower < 0.8 * upper);
        let found = packets.map_or(0.0, |packets| event::at_least(seen, packets, ERROR));
        crew.advance(1);
        found
    });
    crew.end();
    let found = found.map_err(Unanswered::Left)?;
    let limits = limits.iter_mut().zip(found);
    Ok(limits
        .map(|([lower, _], found)| {
            let raised = found > *lower;
            *lower = lower.max(found);
            raised
        })
        .collect())
}
