//! Each word of a screen is explained: headings of tables and labels of their rows, on all golden pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use ::run::explain::dictionary;

use crate::common::files;

/// Headings and labels that everybody knows, or that say themselves what stands below them.
const EVERYDAY: &[&str] = &[
    "answer",
    "before",
    "below",
    "by",
    "cards",
    "cards in each",
    "category",
    "change places",
    "classes",
    "cycles of",
    "decks each",
    "do",
    "expected",
    "figure",
    "from",
    "card from",
    "here",
    "in a deck",
    "in a hand",
    "in this order",
    "in a pile",
    "in order",
    "last card on",
    "least",
    "likeliest",
    "likeliest orders",
    "most",
    "now",
    "piles to shuffle",
    "boosters possible",
    "probability",
    "shuffle",
    "stay",
    "still next to each other",
    "times",
    "value",
    "variance in a booster",
    "verdict",
    "accepted",
];

/// Tables whose rows are named by figures and statistics; those of others are routines, claims, places or numbers.
const NAMED_ROWS: &[&str] = &["in a deck", "in a hand", "figure"];

/// A line that is drawn under headings.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.chars().count() >= 10 && line.chars().all(|c| c == '─')
}

/// The cells of a line, with at least two blanks between them.
fn cells(line: &str) -> Vec<&str> {
    let cells = line.trim().split("  ").map(str::trim);
    cells.filter(|cell| !cell.is_empty()).collect()
}

/// The headings and labels of a page, and the routines that are headings where they name a column.
fn words(page: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = page.lines().collect();
    let mut found = BTreeSet::new();
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| is_rule(line)) {
        let Some(heads) = at.checked_sub(1).map(|above| cells(lines[above])) else {
            continue;
        };
        found.extend(heads.iter().map(ToString::to_string));
        if !heads
            .first()
            .is_some_and(|first| NAMED_ROWS.contains(first))
        {
            continue;
        }
        let rows = lines[at + 1..].iter();
        // A table is indented, and ends where nothing is.
        let rows = rows.take_while(|line| line.starts_with("  "));
        let labels = rows.filter_map(|line| cells(line).first().map(ToString::to_string));
        found.extend(labels);
    }
    found
}

/// Returns true for a routine, a part of a table that was cut off, a number, or a name that a reader chose.
fn is_no_word(text: &str) -> bool {
    let letters = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "*() .%-".contains(c);
    let is_routine = text.chars().all(letters) || text.contains('*');
    let is_level = text.strip_prefix("at 0.").is_some();
    let is_of_piles = text.ends_with(" piles") && text.contains(", ");
    is_routine || is_level || is_of_piles || text.contains('…')
}

#[test]
fn each_word_of_a_golden_screen_is_explained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let mut unknown: BTreeMap<String, String> = BTreeMap::new();
    let mut known = BTreeSet::new();
    for folder in ["golden/expected", "snapshots"] {
        for file in files(&root.join(folder)) {
            let page = fs::read_to_string(root.join(folder).join(&file)).expect("a page");
            for word in words(&page) {
                if is_no_word(&word) || EVERYDAY.contains(&word.as_str()) {
                    continue;
                }
                if dictionary().find(&word).is_ok() {
                    known.insert(word);
                } else {
                    unknown.entry(word).or_insert(file.clone());
                }
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(known.len() > 60, "{known:?}");
}

#[test]
fn a_word_that_is_everyday_is_on_no_page_of_its_own() {
    let explained: Vec<&&str> = (EVERYDAY.iter())
        .filter(|word| {
            let pages = dictionary().pages().iter();
            pages
                .flat_map(record::explain::Page::names)
                .any(|name| name == **word)
        })
        .collect();
    assert!(explained.is_empty(), "{explained:?}");
}
