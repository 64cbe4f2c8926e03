//! Answers without simulating, on a screen: the answer in words, then its tables.

mod cube;
mod cycles;

use indicatif::HumanCount;
use serde_json::Value;

use super::page::Page;
use super::table::{Align, Cell, Tone};
use super::tables::{p_value, scientific, share, significant};
use crate::record::answer::{
    Answer, Distance, Duplicates, Found, Game, Hitting, Law, Null, Order, Pairs, Position, Proof,
    Support, Time,
};

/// Cards that a table shows at the most; of more, those that are worst off.
const SHOWN: usize = 60;

/// Rows of a law that are shown: the likeliest.
const LAW_ROWS: usize = 60;

/// The whole answer, on a screen.
pub fn answer(answer: &Answer) -> String {
    page(answer).drawn(&answer.letters)
}

/// What is shown of an answer.
pub(super) fn page(answer: &Answer) -> Page {
    let mut page = Page::default();
    let cards = answer.deck;
    let name = answer.routine.as_deref().unwrap_or_default();
    match &answer.found {
        Found::Distance(found) => distance(&mut page, found, name, cards),
        Found::Position(found) => position(&mut page, found, name, cards),
        Found::Pairs(found) => pairs(&mut page, found, name, cards),
        Found::Duplicates(found) => duplicates(&mut page, found, name, cards),
        Found::Hitting(found) => hitting(&mut page, found, name, cards),
        Found::Support(found) => support(&mut page, found, name, cards),
        Found::Law(found) => law(&mut page, found, name, cards),
        Found::Null(found) => null(&mut page, found, cards),
        Found::Game(found) => game(&mut page, found, cards),
        Found::Cycles(found) => cycles::cycles(&mut page, found, name, cards),
        Found::Cube(found) => cube::cube(&mut page, found, cards),
    }
    page
}

/// The `keep` of the numbers below `count` for which `of` is largest, the largest first and the
/// smaller number first of equals.
fn largest(count: usize, keep: usize, of: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| of(b).total_cmp(&of(a)).then(a.cmp(&b)));
    order.truncate(keep);
    order
}

fn cell(text: impl Into<String>) -> Cell {
    Cell::plain(text)
}

fn faint(text: impl Into<String>) -> Cell {
    Cell::toned(text, Tone::Faint)
}

/// So many significant digits, without zeros at the end.
fn figure(value: f64, digits: usize) -> String {
    let text = significant(value, digits);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A number of the answer that may be text because no double holds it.
fn any(value: &Value) -> String {
    match (value.as_f64(), value.as_str()) {
        (Some(number), _) => figure(number, 6),
        (None, Some(text)) => text.to_owned(),
        _ => String::new(),
    }
}

/// Near 1, its distance from it.
fn near_one(value: f64, gap: &Value) -> String {
    match gap.as_str() {
        Some(text) => format!("1 - {text}"),
        None => closed(value, gap.as_f64().unwrap_or(0.0)),
    }
}

fn closed(value: f64, gap: f64) -> String {
    if gap > 0.0 && gap < 1e-3 {
        format!("1 - {}", scientific(gap))
    } else if value < 1e-3 && value > 0.0 {
        format!("{value:.6e}")
    } else {
        figure(value, 9)
    }
}

fn proof(proof: &Proof) -> String {
    closed(proof.value, proof.gap)
}

fn distance(page: &mut Page, found: &Distance, name: &str, cards: usize) {
    let subject = if name.is_empty() {
        format!("This riffle of {cards} cards")
    } else {
        format!("{name} on {cards} cards")
    };
    let answer = if let Some(exact) = &found.total_variation {
        format!(
            "{subject} is {} from an ideal shuffle in total variation (0 ideal, 1 farthest): {}.",
            proof(exact),
            exact.by
        )
    } else {
        let end = |bounds: &[Proof], nothing: &str| {
            bounds.first().map_or_else(|| nothing.to_owned(), proof)
        };
        format!(
            "{subject} is between {} and {} from an ideal shuffle in total variation (0 ideal, 1 farthest).",
            end(&found.at_least, "0"),
            end(&found.at_most, "1")
        )
    };
    page.line(answer);
    let bounds = [("at least", &found.at_least), ("at most", &found.at_most)];
    for (end, bounds) in bounds {
        for bound in bounds {
            page.line(format!("{end} {}: {}", proof(bound), bound.by));
        }
    }
    let figures = [
        (
            "separation",
            found.separation.map(|separation| {
                near_one(
                    separation,
                    found.separation_gap.as_ref().unwrap_or(&Value::Null),
                )
            }),
            "the largest 1 - n!·P(order)",
        ),
        (
            "L-infinity",
            found.l_infinity.as_ref().map(any),
            "the largest |n!·P(order) - 1|",
        ),
        (
            "information left",
            found.information_left_bits.map(|bits| figure(bits, 9)),
            "bits: log2 n! less the entropy of the order",
        ),
        (
            "rising sequences",
            found.rising_sequences.map(|mean| figure(mean, 12)),
            "expected number",
        ),
    ];
    let rows: Vec<Vec<Cell>> = figures
        .into_iter()
        .filter_map(|(title, value, about)| Some(vec![cell(title), cell(value?), faint(about)]))
        .collect();
    if !rows.is_empty() {
        let columns = [
            ("figure", Align::Left),
            ("exact", Align::Right),
            ("", Align::Left),
        ];
        page.table(&columns, rows);
    }
    if !found.after.is_empty() {
        let rows = found.after.iter().map(|after| {
            vec![
                cell(after.riffles.to_string()),
                cell(near_one(after.total_variation, &after.gap)),
                cell(closed(after.separation, 1.0 - after.separation)),
                cell(figure(after.information_left_bits, 6)),
                cell(format!("{:.6}", after.rising_sequences)),
            ]
        });
        let columns = [
            ("riffles", Align::Right),
            ("total variation", Align::Right),
            ("separation", Align::Right),
            ("bits left", Align::Right),
            ("rising sequences", Align::Right),
        ];
        page.table(&columns, rows);
    }
    if let Some(repeated) = &found.repeated {
        let types: Vec<String> = repeated.types.iter().map(ToString::to_string).collect();
        page.note(format!(
            "with only the types of the cards to be seen ({} from the top): separation {}; {}",
            types.join(", "),
            near_one(repeated.separation, &repeated.gap),
            repeated.assumption
        ));
    }
}

fn position(page: &mut Page, found: &Position, name: &str, cards: usize) {
    page.line(format!(
        "After {name}, {:.1}% of {cards} cards are still in their half of the deck (ideal: {:.1}%).",
        100.0 * found.same_half,
        100.0 * found.same_half_ideal
    ));
    page.line(format!(
        "The card that is worst off has a place {} from uniform; the likeliest cell has {}, the least likely {} (uniform: {}); \
         {} of {} cells are impossible.",
        share(found.largest_distance),
        significant(found.largest, 4),
        significant(found.smallest, 4),
        significant(1.0 / cards as f64, 4),
        HumanCount(found.impossible as u64),
        HumanCount((cards * cards) as u64)
    ));
    let test = &found.test;
    page.line(match test.decks_needed {
        Some(decks) => format!(
            "The test of the position matrix at error level {} fails with probability {} for {} decks.",
            test.alpha,
            test.power,
            HumanCount(decks)
        ),
        None => "No number of decks shows anything in the position matrix: all cells are equal."
            .to_owned(),
    });
    if let (Some(decks), Some(power)) = (test.decks, test.power_with_decks) {
        page.line(format!(
            "With {} decks it fails with probability {power:.4}.",
            HumanCount(decks)
        ));
    }
    let mut worst = largest(cards, SHOWN, |at| found.cards[at].distance);
    worst.sort_unstable();
    let rows = worst.iter().map(|&at| {
        let card = &found.cards[at];
        vec![
            cell(card.from.to_string()),
            cell(share(card.distance)),
            cell(card.likeliest.to_string()),
            cell(significant(card.largest, 4)),
            cell(significant(card.smallest, 4)),
            cell(format!("{}-{}", card.first, card.last)),
            cell(card.impossible.to_string()),
            cell(format!("{:.4}", card.same_half)),
        ]
    });
    let columns = [
        ("card from", Align::Right),
        ("distance", Align::Right),
        ("likeliest place", Align::Right),
        ("probability", Align::Right),
        ("least", Align::Right),
        ("reach", Align::Right),
        ("impossible", Align::Right),
        ("same half", Align::Right),
    ];
    page.table(&columns, rows);
    if cards > SHOWN {
        page.note(format!(
            "the {SHOWN} cards that are worst off; `--json` has all, and the matrix"
        ));
    }
    page.note("distance: total variation of the card's place from uniform");
}

fn pairs(page: &mut Page, found: &Pairs, name: &str, cards: usize) {
    page.line(format!(
        "After {name}, {} of {} neighbours in a deck of {cards} still follow each other (ideal: {}).",
        figure(found.order.successions, 6),
        cards - 1,
        figure(found.ideal.successions, 6)
    ));
    let row = |title: &str, of: fn(&Order) -> f64, about: &str| {
        vec![
            cell(title),
            cell(format!("{:.9}", of(&found.order))),
            cell(format!("{:.9}", of(&found.ideal))),
            faint(about),
        ]
    };
    let columns = [
        ("expected", Align::Left),
        ("exact", Align::Right),
        ("ideal", Align::Right),
        ("", Align::Left),
    ];
    let rows = [
        row("rising sequences", |order| order.rising_sequences, ""),
        row("descents", |order| order.descents, ""),
        row("inversions", |order| order.inversions, ""),
        row(
            "successions",
            |order| order.successions,
            "deck[i+1] = deck[i] + 1",
        ),
        row(
            "values around",
            |order| order.successions_of_values_around,
            "the first card follows the last",
        ),
        row(
            "around",
            |order| order.successions_around,
            "and the top of the deck follows its bottom",
        ),
    ];
    page.table(&columns, rows);
    // The pairs that start next to each other: the others are in the JSON.
    let worst = largest(cards - 1, 10, |at| found.next[at][at + 1]);
    let columns = [
        ("neighbours", Align::Right),
        ("still next to each other", Align::Right),
        ("ideal", Align::Right),
        ("in order", Align::Right),
        ("ideal", Align::Right),
    ];
    let rows = worst.iter().map(|&at| {
        vec![
            cell(format!("{}, {}", at + 1, at + 2)),
            cell(significant(found.next[at][at + 1], 4)),
            cell(significant(1.0 / cards as f64, 4)),
            cell(format!("{:.4}", found.above[at][at + 1])),
            cell("0.5000"),
        ]
    });
    page.table(&columns, rows);
    if let Some(farthest) = &found.farthest_neighbours {
        page.note(format!(
            "the places of cards {} and {} together are {} from uniform in total variation: the whole deck is no nearer to ideal",
            farthest.first,
            farthest.first + 1,
            share(farthest.distance)
        ));
    }
    page.note("the ten neighbours most likely to stay together; `--json` has all pairs");
}

fn duplicates(page: &mut Page, found: &Duplicates, name: &str, cards: usize) {
    page.line(format!(
        "{} decks of {cards} cards shuffled by {name} give {:.6} \"duplicates\" on average (ideal: {:.6}).",
        HumanCount(found.trials),
        found.expected,
        found.expected_ideal
    ));
    let rows = found.cells.iter().map(|held| {
        vec![
            cell(held.held.to_string()),
            cell(format!("{:.6}", held.expected)),
            cell(format!("{:.6}", held.expected_ideal)),
        ]
    });
    let columns = [
        ("decks in a cell", Align::Right),
        ("cells expected", Align::Right),
        ("ideal", Align::Right),
    ];
    page.table(&columns, rows);
    page.note("the refuted metric: a single cut has as many as an ideal shuffle");
}

fn hitting(page: &mut Page, found: &Hitting, name: &str, cards: usize) {
    let top = found.from.first().copied().flatten();
    page.line(match top {
        Some(time) => format!(
            "A card from the top of {cards} is first at position {} after {} times {name} on average.",
            found.to,
            figure(time.mean, 8)
        ),
        None => format!(
            "A card from the top of {cards} may never come to position {} by {name}.",
            found.to
        ),
    });
    page.line(match found.mean_return {
        Some(mean) => format!(
            "A card that starts there is there again after {} times on average.",
            figure(mean, 8)
        ),
        None => "A card that starts there may never come back.".to_owned(),
    });
    let step = cards.div_ceil(SHOWN);
    let shown = found.from.iter().enumerate().step_by(step);
    let rows = shown.map(|(at, time)| {
        let shown = |of: fn(&Time) -> f64| {
            let text = time.as_ref().map(|time| figure(of(time), 9));
            cell(text.unwrap_or_else(|| "may never come".to_owned()))
        };
        vec![
            cell((at + 1).to_string()),
            shown(|time| time.mean),
            shown(|time| time.standard_deviation),
        ]
    });
    let columns = [
        ("from", Align::Right),
        ("mean", Align::Right),
        ("std. deviation", Align::Right),
    ];
    page.table(&columns, rows);
    let means: Vec<f64> = (found.from.iter())
        .map_while(|time| time.map(|time| time.mean))
        .collect();
    if means.len() == cards && cards <= CURVE {
        page.picture(
            format!("Mean by starting position, 1 to {cards}:"),
            curve(&means),
        );
    }
    if step > 1 {
        page.note(format!("positions in steps of {step}; `--json` has all"));
    }
}

/// Positions of which a curve is drawn, at the most: a line of a terminal.
const CURVE: usize = 100;

/// One block for each value, from the lowest (a low block) to the highest (a full one).
fn curve(values: &[f64]) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let block = |value: &f64| {
        let share = if high > low {
            (value - low) / (high - low)
        } else {
            0.0
        };
        BLOCKS[(share * 7.0).round() as usize]
    };
    values.iter().map(block).collect()
}

fn support(page: &mut Page, found: &Support, name: &str, cards: usize) {
    let power = |log10: f64| format!("10^{log10:.4}");
    page.line(match found.reachable {
        Some(orders) => format!(
            "{name} reaches {} orders of {cards} cards, of {} (all were enumerated).",
            HumanCount(orders as u64),
            HumanCount((1..=cards as u64).product())
        ),
        None => format!(
            "{name} reaches at most {} orders of {cards} cards, of {}.",
            power(found.at_most_log10),
            power(found.orders_log10)
        ),
    });
    page.note(format!("at most {}: {}", found.at_most, found.by));
}

fn law(page: &mut Page, found: &Law, name: &str, cards: usize) {
    page.line(format!(
        "{name} on {cards} cards is {} from an ideal shuffle in total variation.",
        closed(found.total_variation, 1.0 - found.total_variation)
    ));
    let entropy = found.entropy_bits.map_or_else(String::new, |bits| {
        format!("; the entropy of the order is {} bits", figure(bits, 9))
    });
    let reachable = found.reachable.map_or_else(String::new, |orders| {
        format!("{} orders can come up; ", HumanCount(orders as u64))
    });
    page.line(format!(
        "{reachable}separation {}{entropy}; {} bits of information are left.",
        closed(found.separation, 1.0 - found.separation),
        figure(found.information_left_bits, 9)
    ));
    if !found.likeliest.is_empty() {
        let rows = found.likeliest.iter().map(|likely| {
            let order: Vec<String> = likely.order.iter().map(ToString::to_string).collect();
            vec![
                cell(order.join(" ")),
                cell(significant(likely.probability, 6)),
                cell(significant(likely.times, 4)),
            ]
        });
        let columns = [
            ("likeliest orders", Align::Left),
            ("probability", Align::Right),
            ("times ideal", Align::Right),
        ];
        page.table(&columns, rows);
    }
    let mut rows = largest(found.rising_sequences.len(), LAW_ROWS, |at| {
        let rising = &found.rising_sequences[at];
        rising.probability.max(rising.ideal)
    });
    rows.sort_unstable();
    let rows = rows.iter().map(|&at| {
        let rising = &found.rising_sequences[at];
        vec![
            cell(rising.rising_sequences.to_string()),
            cell(significant(rising.probability, 6)),
            cell(significant(rising.ideal, 6)),
        ]
    });
    let columns = [
        ("rising sequences", Align::Right),
        ("probability", Align::Right),
        ("ideal", Align::Right),
    ];
    page.table(&columns, rows);
    if found.rising_sequences.len() > LAW_ROWS {
        page.note(format!("the {LAW_ROWS} likeliest values; `--json` has all"));
    }
}

fn null(page: &mut Page, found: &Null, cards: usize) {
    let over = if found.decks == 1 {
        format!("an ideal deck of {cards} cards")
    } else {
        format!(
            "{} ideal decks of {cards} cards together",
            HumanCount(found.decks)
        )
    };
    let fraction = |text: &Option<String>| {
        text.as_ref()
            .filter(|text| text.contains('/'))
            .map_or_else(String::new, |text| format!(" ({text})"))
    };
    page.line(format!(
        "{}, in {over}: mean {}{}, standard deviation {}.",
        found.about,
        figure(found.mean, 10),
        fraction(&found.mean_exact),
        figure(found.variance.sqrt(), 10)
    ));
    page.line(format!("Source: {}.", found.source));
    if let Some(at) = &found.at {
        let row = |title: &str, value: f64, exact: &Option<String>| {
            vec![
                cell(title),
                cell(p_value(value)),
                faint(exact.clone().unwrap_or_default()),
            ]
        };
        let mut rows = vec![
            row(
                &format!("at most {}", at.value),
                at.at_most,
                &at.at_most_exact,
            ),
            row(
                &format!("at least {}", at.value),
                at.at_least,
                &at.at_least_exact,
            ),
            row("two-sided", at.two_sided, &None),
        ];
        if let Some(probability) = at.probability {
            rows.insert(0, row(&format!("exactly {}", at.value), probability, &None));
        }
        let columns = [
            ("value", Align::Left),
            ("probability", Align::Right),
            ("", Align::Left),
        ];
        page.table(&columns, rows);
    } else if !found.values.is_empty() {
        let mut rows = largest(found.values.len(), LAW_ROWS, |at| {
            found.values[at].probability
        });
        rows.sort_unstable();
        let rows = rows.iter().map(|&at| {
            let value = &found.values[at];
            vec![
                cell(value.value.to_string()),
                cell(value.orders.clone().unwrap_or_default()),
                cell(significant(value.probability, 6)),
            ]
        });
        let columns = [
            ("value", Align::Right),
            ("orders", Align::Right),
            ("probability", Align::Right),
        ];
        page.table(&columns, rows);
        if found.values.len() > LAW_ROWS {
            page.note(format!("the {LAW_ROWS} likeliest values; `--json` has all"));
        }
    }
}

fn game(page: &mut Page, found: &Game, cards: usize) {
    if let Some(poker) = &found.poker {
        page.line(format!(
            "A deck of {cards} cards has {} hands of five, in {} classes that do not tie. The median hand is {}: it beats \
             {} of all.",
            HumanCount(poker.hands),
            HumanCount(poker.classes as u64),
            poker.median,
            figure(poker.beaten_by_median, 9)
        ));
        let columns = [
            ("category", Align::Left),
            ("hands", Align::Right),
            ("classes", Align::Right),
            ("probability", Align::Right),
        ];
        let rows = poker.categories.iter().map(|category| {
            vec![
                cell(category.name.clone()),
                cell(category.hands.to_string()),
                cell(category.classes.to_string()),
                cell(significant(category.probability, 6)),
            ]
        });
        page.table(&columns, rows);
        return;
    }
    let subject = format!("The game `{}`, an ideal deck of {cards} cards", found.game);
    if let Some(none) = found.none {
        let fraction = found.none_exact.as_ref();
        let fraction = fraction.map_or_else(String::new, |text| format!(" ({text})"));
        page.line(format!(
            "{subject}: {} with probability {}{fraction}; {} {} in the mean.",
            found.event,
            figure(none, 9),
            figure(found.mean.unwrap_or(0.0), 6),
            found.counted
        ));
        let mut rows = largest(found.values.len(), LAW_ROWS, |at| {
            found.values[at].probability
        });
        rows.sort_unstable();
        let rows = rows.iter().map(|&at| {
            let value = &found.values[at];
            vec![
                cell(value.value.to_string()),
                cell(significant(value.probability, 6)),
            ]
        });
        let columns = [("value", Align::Right), ("probability", Align::Right)];
        page.table(&columns, rows);
    }
    if let Some(estimate) = &found.estimate {
        page.line(format!(
            "{subject}, {}: {} with probability {} ± {}, from {} games that were dealt so (no law is known).",
            found.counted,
            found.event,
            significant(estimate.mean, 4),
            significant(estimate.standard_error, 2),
            HumanCount(estimate.games)
        ));
    }
}
