//! A part of the deck: the first cards, or hands; and what no law is known of, between limits that drawn decks give.

use super::{
    ALL, By, How, NO_MORE, NOTHING, Row, Start, exact_of_some, known_by, laws, limits, of_few,
    of_ratios, with_limits,
};
use crate::questions::unanswered::Unanswered;
use deck::rng::shuffle_items;
use laws::features::first_cards::FirstCards;
use laws::features::{one_place, tables};
use laws::grouped::blocks::Blocks;
use laws::grouped::words::MOST_CARDS;
use record::answers::distance::Seen;
use search::advise::{Crew, made};
use search::distance::sampled::{self, Decks, Limits, Rising};
use search::distance::{ERROR, event, orders};
use text::names::grouped;

/// A hand of several types, and the rest of the deck: the law of how many cards of each type it has, from any start.
pub(super) fn of_hand(start: &Start, rows: &[Row]) -> Option<Vec<(Seen, By)>> {
    let sizes = start.sizes();
    let [first, last] = sizes[..].try_into().ok()?;
    if !start.cells.is_sorted() || start.turned || start.counts.len() < 2 {
        return None;
    }
    let (law, hand) = if first <= last {
        (FirstCards::of_kinds(&start.word, first)?, 0)
    } else {
        // A riffle that is turned upside down is a riffle.
        let turned: Vec<usize> = start.word.iter().rev().copied().collect();
        (FirstCards::of_kinds(&turned, last)?, 1)
    };
    let kinds = start.counts.len();
    let mut ideal: Vec<(usize, f64)> = Vec::new();
    tables(&start.counts, &sizes, |table, p| {
        ideal.push((law.place(&table[hand * kinds..][..kinds]), p));
        ideal.len() as u64 <= ALL
    });
    if ideal.len() as u64 > ALL {
        return None;
    }
    let ratios = |row: &Row| {
        let law = law.law(row.packets);
        let each = ideal.iter().map(|(seen, p)| law[*seen] / p);
        each.collect::<Vec<f64>>()
    };
    let ratios: Vec<Vec<f64>> = rows.iter().map(ratios).collect();
    let ideal: Vec<f64> = ideal.into_iter().map(|(_, p)| p).collect();
    let by = "all ways to cut the deck into packets, and to take the hand from their tops (Bayer and Diaconis, 1992)";
    let seen = of_ratios(&ideal, &ratios, rows);
    Some(known_by((seen, How::proved(by))))
}

/// One place that is seen, in a deck of any size: the law of the card there, or of its type, from any start.
pub(super) fn of_one_place(start: &Start, rows: &[Row]) -> Option<Vec<(Seen, By)>> {
    let (cards, sizes) = (start.cards(), start.sizes());
    if sizes.len() != 2 || start.turned {
        return None;
    }
    let place = start.cells.iter().position(|cell| sizes[*cell] == 1)?;
    let riffled: Vec<Vec<f64>> = {
        let last = rows.iter().filter_map(|row| row.riffles).max();
        let last = last.unwrap_or(0) as usize;
        one_place::riffled(cards, place).take(last).collect()
    };
    let ratios = |row: &Row| {
        let law = match (row.riffles, row.drawn) {
            (Some(riffles), _) => riffled.get((riffles as usize).checked_sub(1)?)?.clone(),
            (None, packets) => one_place::of_packets(cards, place, packets?)?,
        };
        let mut ratios = vec![0.0; start.counts.len()];
        for (p, kind) in law.iter().zip(&start.word) {
            ratios[*kind] += p * cards as f64 / start.counts[*kind] as f64;
        }
        Some(ratios)
    };
    let ratios: Vec<Vec<f64>> = rows.iter().map(ratios).collect::<Option<_>>()?;
    let shares = start
        .counts
        .iter()
        .map(|count| *count as f64 / cards as f64);
    let seen = of_ratios(&shares.collect::<Vec<f64>>(), &ratios, rows);
    let by = "law of one card, by the packets that it and the others come from (Bayer and Diaconis, 1992)";
    Some(known_by((seen, How::proved(by))))
}

/// The first cards, or hands: all orders of a few cards, the law of one card or of a hand of types, exact likelihoods of hands that
/// are dealt in blocks, else orders that show the same.
pub(super) fn of_part(
    start: &Start,
    rows: &[Row],
    crew: &dyn Crew,
) -> Result<Vec<(Seen, By)>, Unanswered> {
    if let Some(found) = of_few(start, rows) {
        return Ok(found);
    }
    let law = of_one_place(start, rows).or_else(|| of_hand(start, rows));
    if let Some(found) = law {
        return Ok(found);
    }
    let cards = start.cards();
    let in_blocks = !start.turned && start.all_differ() && cards <= MOST_CARDS;
    let blocks = Blocks::new(&start.cells).filter(|_| in_blocks);
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
    })
    .map_err(Unanswered::Left)?;
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
        let laws = laws(start.cards(), rows);
        let found = orders::limits(start.showing(), start.within, &laws, crew);
        let found = found.map_err(Unanswered::Left)?;
        let by = How::drawn(&format!(
            "likelihoods of {} random orders that look the same as an ideal deck, for each of {} such decks",
            grouped(found.orders as u64),
            grouped(found.decks as u64)
        ));
        (found.limits, [by.clone(), by])
    };
    let raised = raised_by_event(&mut limits, start, rows, crew)?;
    let limits = limits.into_iter().map(|total_variation| Limits {
        total_variation,
        bits: None,
    });
    let known = with_limits(rows, limits.collect()).into_iter().zip(raised);
    let event = How::drawn(&event::how(start.cards()));
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
    crew.begin("numbers of riffles", rows.len() as u64);
    let found = made(crew, rows.len(), |at| {
        let [lower, upper] = limits[at];
        let packets = rows[at]
            .drawn
            .filter(|_| upper > SMALL && lower < 0.8 * upper);
        let found = packets.map_or(0.0, |packets| {
            event::at_least(start.showing(), packets, ERROR)
        });
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
