//! Lists that are damaged: whatever rule is broken, and wherever, it is found.

use super::*;
use deck::rng::{Draws, PcgDraws};

fn read(text: &str) -> (Vec<Vec<u16>>, Option<String>) {
    read_all(recorded(text.as_bytes(), 6, Format::Auto, None), 6)
}

/// Decks that are written as programs print them.
fn written(layout: &str, names: &[&str], decks: usize, draws: &mut PcgDraws) -> String {
    let mut order: Vec<u16> = (0..names.len() as u16).collect();
    let mut lists = (0..decks).map(|_| {
        draws.shuffle(&mut order);
        let cards = order.iter().map(|&card| names[usize::from(card)]);
        cards.collect::<Vec<_>>()
    });
    let mut each = |start: &str, separator: &str, quote: &str, end: &str| -> String {
        let list = |cards: Vec<&str>| {
            let cards = cards.iter().map(|name| format!("{quote}{name}{quote}"));
            let cards = cards.collect::<Vec<_>>().join(separator);
            format!("{start}{cards}{end}")
        };
        lists.by_ref().map(list).collect()
    };
    let document = |decks: String| decks.trim_end_matches([',', '\n']).to_owned();
    match layout {
        "python" => each("[", ", ", "'", "]\n"),
        "tuples" => each("(", ", ", "'", ")\n"),
        "java" => each("[", ", ", "", "]\n"),
        "quoted" => each("", ", ", "'", "\n"),
        "lines of objects" => each("{\"n\": 1, \"deck\": [", ",", "\"", "]}\n"),
        "one line" => format!("[{}]", document(each("[", ",", "\"", "],"))),
        "pretty" => format!(
            "[\n{}\n]\n",
            document(each("  [\n    ", ",\n    ", "\"", "\n  ],\n"))
        ),
        "objects" => format!(
            "[{}]",
            document(each(
                "{\"deck\":[",
                ",",
                "\"",
                "], \"by\": {\"n\": [1]}},\n"
            ))
        ),
        "under a key" => format!(
            "{{\"decks\": [{}]}}",
            document(each("[", ", ", "\"", "],\n"))
        ),
        other => panic!("{other}"),
    }
}

/// The places of these characters.
fn places(text: &str, of: &[char]) -> Vec<usize> {
    text.match_indices(of).map(|(at, _)| at).collect()
}

/// A file with one fault, of a rule that is stated here; none if the layout has nothing to break.
fn damaged(
    rule: &str,
    text: &str,
    names: &[&str],
    draws: &mut PcgDraws,
) -> Option<(usize, String)> {
    let mut pick = |from: &[usize]| {
        let at = (!from.is_empty()).then(|| draws.below(from.len() as u32) as usize);
        at.map(|at| from[at])
    };
    // A card as it stands in the file, with its quotes.
    let cards = |names: &[&str]| -> Vec<(usize, String)> {
        let quotes = ["\"", "'", ""];
        let quote = quotes
            .into_iter()
            .find(|quote| text.contains(&format!("{quote}{}{quote}", names[0])));
        let quote = quote.expect("names are there");
        let each = names.iter().flat_map(|name| {
            let card = format!("{quote}{name}{quote}");
            let all: Vec<_> = text
                .match_indices(&card)
                .map(|(at, _)| (at, card.clone()))
                .collect();
            all
        });
        each.collect()
    };
    let mut a_card = || {
        let all = cards(names);
        let at: Vec<usize> = (0..all.len()).collect();
        pick(&at).map(|at| all[at].clone())
    };
    let brackets = ['[', ']', '(', ')', '{', '}'];
    let (at, length, new) = match rule {
        "missing bracket" => (pick(&places(text, &brackets))?, 1, String::new()),
        "extra bracket" => {
            let at = pick(&places(text, &brackets))?;
            (at, 0, text[at..=at].to_owned())
        }
        "missing quote" => (pick(&places(text, &['"', '\'']))?, 1, String::new()),
        "card twice" => {
            let (at, card) = a_card()?;
            let other = if card.contains(names[0]) {
                names[1]
            } else {
                names[0]
            };
            let name = card.trim_matches(['"', '\'']);
            (at, card.len(), card.replace(name, other))
        }
        "card added" => {
            let (at, card) = a_card()?;
            (at, 0, format!("{card}, "))
        }
        "card missing" => {
            let (at, card) = a_card()?;
            let behind = &text[at + card.len()..];
            // With the comma behind it, or with that before it.
            if behind.starts_with(',') {
                (at, card.len() + 1, String::new())
            } else {
                let comma = text[..at].rfind(',')?;
                (comma, at - comma + card.len(), String::new())
            }
        }
        "number for a name" => {
            let (at, card) = a_card()?;
            (at, card.len(), "7".to_owned())
        }
        "unknown key" => {
            let keys: Vec<usize> = text.match_indices("deck").map(|(at, _)| at).collect();
            (pick(&keys)?, 4, "dekc".to_owned())
        }
        "cut off" => {
            let end = text.trim_end().len();
            let whole = |at: &usize| !text[..*at].ends_with('\n') && !text[*at..].starts_with('\n');
            let lines = !text.starts_with("[\n") && text.lines().count() > 3;
            let nested = text.ends_with(']') || text.ends_with("]}");
            let cuts: Vec<usize> = (1..end)
                .filter(|at| nested || !lines || whole(at))
                .collect();
            let at = pick(&cuts)?;
            (at, text.len() - at, String::new())
        }
        other => panic!("{other}"),
    };
    let mut file = text.to_owned();
    file.replace_range(at..at + length, &new);
    let line = text[..at].matches('\n').count() + 1;
    Some((line, file))
}

/// Breaks each rule, everywhere: the error names the place and what is accepted.
#[test]
fn five_hundred_damaged_files_of_each_layout_give_errors_and_no_decks_to_judge() {
    const NAMES: [&str; 6] = ["AS", "KD", "QC", "JH", "10S", "9C"];
    const RULES: [&str; 9] = [
        "missing bracket",
        "extra bracket",
        "missing quote",
        "card twice",
        "card added",
        "card missing",
        "number for a name",
        "unknown key",
        "cut off",
    ];
    let mut draws = PcgDraws::for_batch(5, "damage", 0, 0);
    for layout in [
        "python",
        "tuples",
        "java",
        "quoted",
        "lines of objects",
        "one line",
        "pretty",
        "objects",
        "under a key",
    ] {
        let on_lines = ["python", "tuples", "java", "quoted", "lines of objects"].contains(&layout);
        let mut files = 0;
        for file in 0.. {
            if files == 500 {
                break;
            }
            let text = written(layout, &NAMES, 70, &mut draws);
            let (decks, error) = read(&text);
            assert_eq!((decks.len(), error), (70, None), "{layout}\n{text}");
            let rule = RULES[file % RULES.len()];
            let Some((line, text)) = damaged(rule, &text, &NAMES, &mut draws) else {
                continue;
            };
            files += 1;
            let (_, error) = read(&text);
            let Some(error) = error else {
                panic!("{layout}, {rule}, line {line}: no error\n{text}");
            };
            assert!(error.starts_with("it, line "), "{layout}, {rule}: {error}");
            assert!(
                error.contains(", byte ") && error.contains("; accepted"),
                "{layout}, {rule}: {error}"
            );
            // A fault is found on its own if decks stand on lines; a first line whose bracket is missing may be the
            // start of a document.
            if on_lines && line > 1 && rule != "cut off" {
                let place = format!("it, line {line}, ");
                assert!(
                    error.starts_with(&place),
                    "{layout}, {rule}, line {line}: {error}\n{text}"
                );
            }
        }
    }
}
