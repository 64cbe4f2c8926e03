//! Shuffles without chance, done again and again: the cycles of their cards, and how often until the deck is back.

use serde_json::Value;

use super::super::super::chart::{Axis, Key, Picture, Piece, Rows, Swatch};
use super::words::{all_of, capital, letters, percent, spoken};
use super::{MARKS, Named, Of, of, some_of};
use record::answers::Cycles;
use text::names::grouped;

/// Rows at the most.
const ROWS: usize = 24;

/// The width of the panel of rows.
const WIDE: f64 = 440.0;

/// The classes of a deck's cycles in turn, of its fixed cards, and of a cycle of all cards.
const TURN: [&str; 2] = ["s0", "seen"];
const FIXED: &str = "s5";
const WHOLE: &str = "s2";

type Found<'a> = Of<'a, Cycles>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    lengths(&of!(answers, Cycles)).into_iter().collect()
}

/// Rounds until the deck is back: as a number, and in words.
pub(super) fn order(value: &Value) -> Option<(f64, String)> {
    if let Some(number) = value.as_u64() {
        return Some((number as f64, grouped(number)));
    }
    let text = value.as_str()?;
    let number: f64 = text.parse().ok()?;
    let digits = text.chars().filter(char::is_ascii_digit).count();
    // Too long to be said in full.
    let said = if digits > 15 {
        format!("a {digits}-digit number of")
    } else {
        text.to_owned()
    };
    (number >= 1.0).then_some((number.min(f64::MAX), said))
}

/// Each deck as a bar, cut into its cycles.
fn lengths(all: &[Found<'_>]) -> Option<Picture> {
    let found: Vec<&Found<'_>> = all
        .iter()
        .filter(|of| of.cards() > 0 && !of.found.lengths.is_empty())
        .collect();
    let shown = &found[..found.len().min(ROWS)];
    let first = shown.first()?;
    let names: Vec<String> = shown.iter().map(|of| of.label()).collect();
    let ends: Vec<String> = shown
        .iter()
        .map(|of| {
            let back = order(&of.found.order).map_or_else(String::new, |(rounds, said)| {
                let unit = if rounds > 1.0 { "rounds" } else { "round" };
                format!(", back after {said} {unit}")
            });
            format!("{}{back}", percent(of.found.occupied))
        })
        .collect();
    let mut rows = Rows::new(WIDE, Axis::shares("share of the deck", 1.0), &names).ends(&ends);
    for (row, of) in shown.iter().enumerate() {
        rows.pieces(row, &pieces(of));
    }
    let words: Vec<String> = shown.iter().map(|of| said(of)).collect();
    let title = if shown.len() == 1 {
        said(first)
    } else {
        of_several(shown)
    };
    let key = |class, means: &str| Key {
        class,
        swatch: Swatch::Area,
        means: means.to_owned(),
    };
    let whole = shown.iter().any(|of| of.found.uniform == 1);
    let turn = shown
        .iter()
        .any(|of| of.found.cycles > 1 && of.found.longest > 1);
    let fixed = shown.iter().any(|of| of.found.fixed_cards > 0);
    let legend = [
        (whole, key(WHOLE, "one cycle of all cards")),
        (turn, key(TURN[0], "a cycle, in two shades by turns")),
        (fixed, key(FIXED, "cards that stay")),
    ];
    let legend = legend.into_iter().filter(|(some, _)| *some);
    let legend = legend.map(|(_, key)| key).collect();
    Some(Picture {
        quiet: false,
        name: "cycles",
        title,
        about: format!(
            "Each bar is a deck, and each piece of it a cycle: cards that take each other's places in turn. A card comes to all places of \
             its own cycle and to no others. On the right: the share of pairs of card and place that come up at all, and after how \
             many rounds the deck is as it was.{}{}",
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), found.len())
        ),
        legend,
        panels: vec![rows.panel("", &words.join(" "))],
    })
}

/// The cycles of a deck beside each other, the longest first; of many of a length, those together.
fn pieces(of: &Found<'_>) -> Vec<Piece> {
    let cards: usize = of
        .found
        .lengths
        .iter()
        .map(|length| length.length.saturating_mul(length.cycles))
        .sum();
    let cards = cards.max(1) as f64;
    let mut pieces = Vec::new();
    let mut done = 0.0;
    for length in &of.found.lengths {
        if pieces.len() >= MARKS {
            pieces.push(Piece {
                from: done / cards,
                to: 1.0,
                class: TURN[1],
                says: format!(
                    "cycles of {} cards and fewer",
                    grouped(length.length as u64)
                ),
            });
            break;
        }
        let (long, cycles) = (length.length as f64, length.cycles);
        let apart = long / cards > 0.012 && cycles <= MARKS;
        let number = if apart { cycles } else { 1 };
        let wide = long * cycles as f64 / number.max(1) as f64;
        let says = match (length.length, cycles) {
            (1, 1) => "one card stays where it is".to_owned(),
            (1, cycles) => format!("{} cards stay where they are", spoken(cycles as u64)),
            (long, 1) => format!("one cycle of {} cards", grouped(long as u64)),
            (long, cycles) => format!(
                "{} cycles of {} cards",
                spoken(cycles as u64),
                grouped(long as u64)
            ),
        };
        for _ in 0..number.min(MARKS) {
            let class = match length.length {
                1 => FIXED,
                _ if of.found.cycles == 1 => WHOLE,
                _ => TURN[pieces.len() % TURN.len()],
            };
            pieces.push(Piece {
                from: done / cards,
                to: (done + wide) / cards,
                class,
                says: says.clone(),
            });
            done += wide;
        }
    }
    pieces
}

/// "One Ouroboros shuffle, again and again, leaves 52 cards as they were after 51 rounds; 1 of them never moves."
fn said(of: &Found<'_>) -> String {
    let (found, done) = (of.found, of.begins());
    let cards = grouped(of.cards() as u64);
    let back = order(&found.order);
    if back.as_ref().is_some_and(|(rounds, _)| *rounds <= 1.0) {
        return format!("{done} leaves all {cards} cards where they are.");
    }
    let after = back.map_or_else(String::new, |(_, said)| {
        format!(", and the deck is as it was after {said} rounds")
    });
    let share = percent(found.occupied);
    if found.uniform == 1 {
        return format!(
            "{done} again and again brings each of {cards} cards to every place{after}."
        );
    }
    let stay = match found.fixed_cards {
        0 => String::new(),
        1 => "; one card never moves".to_owned(),
        several => format!("; {} cards never move", spoken(several as u64)),
    };
    format!("{done} again and again brings {cards} cards to {share} of their places{after}{stay}.")
}

fn of_several(all: &[&Found<'_>]) -> String {
    let whole = all.iter().filter(|of| of.found.uniform == 1);
    let mut whole: Vec<String> = whole.map(|of| of.done()).collect();
    let number = whole.len();
    whole.dedup();
    let by = |a: &&&Found<'_>, b: &&&Found<'_>| a.found.occupied.total_cmp(&b.found.occupied);
    let (Some(low), Some(high)) = (all.iter().min_by(by), all.iter().max_by(by)) else {
        return String::new();
    };
    let comes = format!(
        "with {} cards come to {} of their places",
        low.done(),
        percent(low.found.occupied)
    );
    match number {
        0 if low.found.occupied >= high.found.occupied => {
            capital(&format!("{comes}, and with none of these to more."))
        }
        0 => format!(
            "With none of these does a card come to every place: {comes}, with {} to {}.",
            high.done(),
            percent(high.found.occupied)
        ),
        all_of_them if all_of_them == all.len() => {
            "With each of these every card comes to every place.".to_owned()
        }
        _ if whole.len() <= 4 => format!(
            "With {} alone every card comes to every place; {comes}.",
            all_of(&whole)
        ),
        several => format!(
            "With {} of {} shuffles every card comes to every place; {comes}.",
            spoken(several as u64),
            all.len()
        ),
    }
}
