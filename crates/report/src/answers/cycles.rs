//! `cycles`: how a routine without chance moves a deck when it is done again and again; the page.

use crate::table::Page;
use record::answers::cycles::{Compared, Cycles, Relation};

/// Columns of a picture.
const WIDE: usize = 78;

/// Lines of the picture of time.
const HIGH: usize = 52;

/// Cuts and decks that tables show.
const SHOWN: usize = 60;

/// From nothing to all.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// Positions that a line names.
const NAMED: usize = 12;

/// The answer on a page.
pub fn page(page: &mut Page, found: &Cycles, name: &str, cards: usize) {
    let order = text(&found.order);
    let order = if order.len() > 24 {
        format!("{}… ({} digits)", &order[..20], found.order_digits)
    } else {
        order
    };
    page.line(if found.order_digits == 1 && order == "1" {
        format!("{name} leaves {cards} cards as they are.")
    } else {
        format!("{name} brings {cards} cards back to their order after {order} rounds.")
    });
    page.line(if found.uniform == 1 {
        "All cards are in one cycle: each card visits every position equally often.".to_owned()
    } else {
        format!(
            "The cards move in {} cycles, the longest of {} {}; {:.1}% of all cells (card, position) ever come up.",
            found.cycles,
            found.longest,
            if found.longest == 1 { "card" } else { "cards" },
            100.0 * found.occupied
        )
    });
    page.line(format!(
        "cards that stay: {}; pairs that change places: {}",
        numbers(&found.fixed),
        pairs(&found.swapped)
    ));
    if let Some(compared) = &found.compared {
        comparison(page, compared, name);
    }
    page.table(found.lengths.iter().take(SHOWN))
        .right("cycles of", |length| length.length)
        .right("number", |length| length.cycles);
    beyond(page, found);
    page.picture(
        "where each card gets to: a line for each card, from the top; a column for each position",
        joined(&occupancy(&found.cycle)),
    );
    if !found.rounds.is_empty() {
        page.picture(
            "round by round: each column is the deck after one round, from its top down; low cards are light",
            joined(&time(&found.rounds)),
        );
    }
}

fn comparison(page: &mut Page, compared: &Compared, name: &str) {
    let relations = compared.relations.iter().copied().map(related);
    let relations: Vec<String> = relations.collect();
    page.line(if relations.is_empty() {
        let lengths = if compared.same_lengths == 1 {
            "but it has as many cycles of each length"
        } else {
            "and it has other cycles"
        };
        format!(
            "However the deck is turned, {name} is neither {} nor its inverse, {lengths}.",
            compared.with
        )
    } else {
        format!("{name} is {}: {}.", compared.with, relations.join("; or "))
    });
}

/// Writes the cycles with cuts after the routine, and those of other decks.
fn beyond(page: &mut Page, found: &Cycles) {
    if let Some(cuts) = &found.cuts {
        page.line(format!(
            "With a cut after it, {} of {} cuts {} all cards in one cycle ({}); the largest order comes with cut {}.",
            cuts.uniform,
            cuts.each.len(),
            if cuts.uniform == 1 { "puts" } else { "put" },
            numbers(&cuts.uniform_cuts),
            cuts.longest_cut
        ));
        page.table(cuts.each.iter().take(SHOWN))
            .right("cut", |cut| cut.cut)
            .right("order", |cut| text(&cut.order))
            .right("cycles", |cut| cut.cycles)
            .right("stay", |cut| cut.fixed_cards);
        if cuts.each.len() > SHOWN {
            page.note(format!("the first {SHOWN} cuts; `--json` has all"));
        }
    }
    if let Some(decks) = &found.decks {
        page.line(format!(
            "In {} of the decks of 2 to {} cards, the order is above the number of cards. In {}, all cards are in one cycle.",
            decks.order_above_cards,
            decks.each.len() + 1,
            decks.uniform
        ));
        page.table(decks.each.iter().take(SHOWN))
            .right("deck", |deck| deck.cards)
            .right("order", |deck| text(&deck.order))
            .right("cycles", |deck| deck.cycles)
            .faint("stay", |deck| numbers(&deck.fixed))
            .faint("change places", |deck| pairs(&deck.swapped));
        if decks.each.len() > SHOWN {
            page.note(format!("the first {SHOWN} decks; `--json` has all"));
        }
    }
}

/// A whole number of the record.
fn text(value: &serde_json::Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn numbers(found: &[usize]) -> String {
    list(found.iter().map(ToString::to_string))
}

fn pairs(found: &[[usize; 2]]) -> String {
    list(found.iter().map(|[a, b]| format!("{a} and {b}")))
}

fn list(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = items.len().saturating_sub(NAMED);
    let mut named: Vec<String> = items.take(NAMED).collect();
    if named.is_empty() {
        return "none".to_owned();
    }
    if more > 0 {
        named.push(format!("{more} more"));
    }
    named.join(", ")
}

fn related(related: Relation) -> String {
    let mut words = Vec::new();
    if related.reversed_before {
        words.push("with the deck turned end for end first");
    }
    if related.inverse {
        words.push("undone");
    }
    if related.reversed_after {
        words.push("with the deck turned end for end afterwards");
    }
    match words[..] {
        [] => "the same".to_owned(),
        ["undone"] => "its inverse".to_owned(),
        _ => words.join(", "),
    }
}

/// The lines of a picture, without the blanks at their ends.
fn joined(lines: &[String]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

/// The cells that ever come up: two cards in a line, by half blocks; of many cards, shades by the
/// share of cells.
fn occupancy(cycle: &[usize]) -> Vec<String> {
    let cards = cycle.len();
    let met = |card: usize, position: usize| card < cards && cycle[card] == cycle[position];
    if cards <= WIDE {
        let lines = (0..cards).step_by(2).map(|card| {
            let columns =
                (0..cards).map(
                    |position| match (met(card, position), met(card + 1, position)) {
                        (true, true) => '█',
                        (true, false) => '▀',
                        (false, true) => '▄',
                        (false, false) => ' ',
                    },
                );
            columns.collect()
        });
        return lines.collect();
    }
    let step = cards.div_ceil(WIDE);
    let lines = (0..cards).step_by(2 * step).map(|card| {
        let columns = (0..cards).step_by(step).map(|position| {
            let cards = card..(card + 2 * step).min(cards);
            let positions = position..(position + step).min(cycle.len());
            let cells = cards.len() * positions.len();
            let met =
                cards.flat_map(|card| positions.clone().map(move |position| met(card, position)));
            let share = met.filter(|met| *met).count() as f64 / cells as f64;
            shade(share)
        });
        columns.collect()
    });
    lines.collect()
}

/// The decks of the first rounds side by side.
fn time(rounds: &[Vec<usize>]) -> Vec<String> {
    let cards = rounds[0].len();
    let step = cards.div_ceil(HIGH);
    let lines = (0..cards).step_by(step).map(|position| {
        let columns = rounds.iter().take(WIDE);
        columns
            .map(|deck| shade((deck[position] - 1) as f64 / (cards - 1) as f64))
            .collect()
    });
    lines.collect()
}

/// 0 is blank, all that is more is not, and 1 is full.
fn shade(share: f64) -> char {
    let last = SHADES.len() - 1;
    let level = (share * last as f64).ceil() as usize;
    SHADES[level.min(last)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_half_blocks() {
        assert_eq!(occupancy(&[1, 1, 3]), ["██ ", "  ▀"]);
        assert_eq!(occupancy(&[1, 2, 1, 4]), ["▀▄▀ ", "▀ ▀▄"]);
    }

    #[test]
    fn many_cards_are_shares_of_cells() {
        let one = vec![1; 1000];
        let lines = occupancy(&one);
        assert!(lines.iter().all(|line| line.chars().all(|c| c == '█')));
        assert_eq!(lines[0].chars().count(), 77);
        let still: Vec<usize> = (1..=1000).collect();
        assert!(occupancy(&still)[0].starts_with("░░ "));
    }

    #[test]
    fn time_runs_to_the_right() {
        let rounds = [vec![1, 2, 3], vec![2, 3, 1], vec![3, 1, 2]];
        assert_eq!(time(&rounds), [" ▒█", "▒█ ", "█ ▒"]);
        assert_eq!(shade(0.01), '░');
    }
}
