//! The deck before the shuffle, decks shuffled in place, copies, broken decks skipped.

use std::collections::BTreeMap;

use super::*;
use deck::rng::{Draws, PcgDraws};

fn start(text: &str, cards: usize) -> Start {
    Start::read(text.as_bytes(), "start".to_owned(), cards).unwrap()
}

fn start_error(bytes: impl AsRef<[u8]>, cards: usize) -> String {
    let error = Start::read(bytes.as_ref(), "start".to_owned(), cards).unwrap_err();
    whole(&error)
}

/// The cards of a starting deck as names, by the symbols it has.
fn listed(text: &str, cards: usize) -> Vec<u16> {
    start(text, cards).symbols().to_vec()
}

fn from_start(bytes: &str, cards: usize, format: Format, text: &str) -> Vec<Vec<u16>> {
    let source = recorded(bytes.as_bytes(), cards, format, None);
    let (decks, error) = read_all(source.started_from(start(text, cards), 1), cards);
    assert_eq!(error, None);
    decks
}

#[test]
fn a_starting_deck_is_read_in_every_notation() {
    for text in [
        "1 3 2 4",
        "1,3,2,4\n",
        "0 2 1 3",
        "0 2\n1 3\n",
        "[0, 2, 1, 3]",
        "{\"deck\":\n [0, 2,\n 1, 3]}\n",
        "\u{feff}0;2;1;3\r\n",
        "\"0\"\t\"2\"\t\"1\"\t\"3\"",
        "1\n3\n2\n4\n",
    ] {
        assert_eq!(listed(text, 4), [0, 2, 1, 3], "{text:?}");
        assert!(start(text, 4).base().is_some());
    }
    for (text, expected) in [
        ("AS KD sa T♠", &[0, 1, 0, 2][..]),
        ("AS, KD, AS, T♠", &[0, 1, 0, 2]),
        ("AS KD\nAS 10S\n", &[0, 1, 0, 2]),
        ("[\"AS\", \"KD\", \"AS\", \"TS\"]", &[0, 1, 0, 2]),
        ("1 2 1 3", &[0, 1, 0, 2]),
        ("2 Forest\n\nLightning Bolt\n1x Island\n", &[0, 0, 1, 2]),
        ("Forest\n2X Lightning Bolt\nForest", &[0, 1, 1, 0]),
        ("2 AS\n2 KD", &[0, 0, 1, 1]),
        ("2x 1\n2x 7", &[0, 0, 1, 1]),
        ("Forest, Lightning Bolt, Forest, Island", &[0, 1, 0, 2]),
        (
            "\"Forest\";\"Lightning Bolt\";\"Forest\";\"Island\"",
            &[0, 1, 0, 2],
        ),
        ("Forest, Lightning Bolt\nForest, Island", &[0, 1, 0, 2]),
        ("as AS x y", &[0, 1, 2, 3]),
    ] {
        assert_eq!(listed(text, 4), expected, "{text:?}");
        assert!(start(text, 4).base().is_none());
    }
}

#[test]
fn a_wrong_starting_deck_is_refused_at_its_place() {
    for (text, message) in [
        (
            "1 2 3",
            "start, line 1, byte 0: found 3 cards in all; accepted: 4, as --deck says",
        ),
        (
            "",
            "start, line 1, byte 0: found no card; accepted: the deck before the shuffle",
        ),
        (
            "\n \n",
            "start, line 1, byte 0: found no card; accepted: the deck before the shuffle",
        ),
        (
            "1,,2,3",
            "start, line 1, byte 2: found no card where card 2",
        ),
        (
            "\n\"a\";;\"b\";\"c\"",
            "start, line 2, byte 5: found nothing where card 2 should stand",
        ),
        (
            "a\n0 b\nc",
            "start, line 2, byte 2: found 0 copies of `b`, card 2",
        ),
        (
            "a\n10000 b",
            "start, line 2, byte 2: found 10000 copies of `b`",
        ),
        (
            "a\n99999999999 b",
            "start, line 2, byte 2: found 1048576 copies of `b`",
        ),
        (
            "[1, 2",
            "start, line 1, byte 5: found the end of the line where `]` should close what is open",
        ),
        (
            "a\0b",
            "start, line 1, byte 1: found bytes that are no text",
        ),
    ] {
        let found = start_error(text, 4);
        assert!(found.starts_with(message), "{found}\n{message}");
    }
    let found = start_error(b"a b\nc \xff\n", 4);
    assert!(
        found.starts_with("start, line 2, byte 6: found bytes that are no text"),
        "{found}"
    );
    let endless = Endless {
        pattern: b"a ",
        given: 0,
    };
    let error = Start::read(endless, "start".to_owned(), 4).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("found more than 66560 bytes; accepted: "),
        "{error}"
    );
    let error = Start::read(crumbs(b"1 2", 1, true), "start".to_owned(), 4).unwrap_err();
    assert_eq!(whole(&error), "start: cannot read it: the cable is out");
}

#[test]
fn decks_are_relative_to_the_start() {
    // The start's top card is 0, whatever it is called.
    for (bytes, format) in [
        ("3 1 2\n1 2 3\n", Format::Text),
        ("3,1,2\n1,2,3\n", Format::Csv),
        ("[3,1,2]\n[1,2,3]\n", Format::Jsonl),
        ("3 1 2\n1 2 3\n", Format::Cards),
        ("3 1 2\n1 2 3\n", Format::Auto),
        ("\u{3}\u{1}\u{2}\u{1}\u{2}\u{3}", Format::U8),
    ] {
        let decks = from_start(bytes, 3, format, "3 1 2");
        assert_eq!(decks, [[0, 1, 2], [1, 2, 0]], "{format:?}");
    }
    let decks = from_start(
        "KD AS x\nx KD AS\n",
        3,
        Format::Auto,
        "[\"KD\",\"AS\",\"x\"]",
    );
    assert_eq!(decks, [[0, 1, 2], [2, 0, 1]]);
    // With names known, a header row is one that has few of them.
    let csv = "c1,c2,c3\nAS,KD,2C\nKD,AS,2C\n";
    let decks = from_start(csv, 3, Format::Csv, "KD AS 2C");
    assert_eq!(decks, [[1, 0, 2], [0, 1, 2]]);
}

#[test]
fn a_start_that_does_not_fit_is_refused() {
    for (text, format, base, message) in [
        (
            "a b c",
            Format::Text,
            None,
            "it, line 1, byte 0: found start with cards that are no permutation of 0 to 2 or of 1 \
             to 3; accepted with --format text: only such, each number once; use --format cards",
        ),
        (
            "1 2 2",
            Format::U8,
            None,
            "it, byte 0: found start with cards that are no permutation of 0 to 2 or of 1 to 3",
        ),
        (
            "1 2 3",
            Format::Text,
            Some(Base::Zero),
            "it, line 1, byte 0: found start with cards counted from 1; accepted: from 0",
        ),
    ] {
        let source = recorded(b"1 2 3", 3, format, base).started_from(start(text, 3), 1);
        let found = read_all(source, 3).1.unwrap();
        assert!(found.starts_with(message), "{found}");
    }
    let source = recorded(b"0 1 2", 3, Format::Text, None).started_from(start("3 1 2", 3), 1);
    assert_eq!(
        read_all(source, 3).1.unwrap(),
        "it, line 1, byte 0: found `0` as card 1 of the deck, out of range; accepted: a permutation \
         of 1 to 3 (as the deck before the shuffle, 1-based); this deck is 0-based"
    );
    let source = recorded(b"AS AS KD", 3, Format::Auto, None).started_from(start("AS KD KD", 3), 1);
    assert_eq!(
        read_all(source, 3).1.unwrap(),
        "it, line 1, byte 3: found `AS` twice, as cards 1 and 2 of the deck (`KD` is missing); \
         accepted: the cards of start, as often as they are there"
    );
}

#[test]
fn decks_in_place_are_relative_to_the_one_before() {
    let in_place = |bytes: &str, format, text: Option<&str>| {
        let mut source =
            recorded(bytes.as_bytes(), 3, format, None).with(|reading| reading.in_place = true);
        if let Some(text) = text {
            source = source.started_from(start(text, 3), 1);
        }
        read_all(source, 3)
    };
    // From 0 1 2; then the top card, 2, goes to the bottom; then nothing happens.
    let bytes = "2 0 1\n0 1 2\n0 1 2\n";
    let expected = vec![vec![2, 0, 1], vec![1, 2, 0], vec![0, 1, 2]];
    assert_eq!(in_place(bytes, Format::Text, None), (expected, None));
    // From 2 0 1.
    let expected = vec![vec![0, 1, 2], vec![1, 2, 0], vec![0, 1, 2]];
    assert_eq!(
        in_place(bytes, Format::Text, Some("2 0 1")),
        (expected, None)
    );
    // Names without a start: the first deck is the start.
    let names = "c a b\na b c\na b c\n";
    let expected = vec![vec![1, 2, 0], vec![0, 1, 2]];
    assert_eq!(
        in_place(names, Format::Cards, None),
        (expected.clone(), None)
    );
    let (found, _) = in_place(names, Format::Cards, Some("c a b"));
    assert_eq!(found[1..], expected);
    assert_eq!(found[0], [0, 1, 2]);
    let message = in_place("c a b\n", Format::Cards, None).1.unwrap();
    assert!(
        message.contains("found no deck whose predecessor is known; accepted: with --in-place"),
        "{message}"
    );
}

#[test]
fn broken_decks_are_skipped_up_to_as_many_as_allowed() {
    for (bytes, format, broken) in [
        ("0 1 2\n0 1\nx\n\n2 1 0\n", Format::Text, 2),
        ("0,1,2\n0,1\n\"\n2,1,0\n", Format::Csv, 2),
        ("[0,1,2]\n[0,1]\nx\n[2,1,0]\n", Format::Jsonl, 2),
        ("0 1 2\n0 1\n\0\n2 1 0\n0 1", Format::Cards, 3),
        ("\0\u{1}\u{2}\0\0\0\u{2}\u{1}\0\u{1}", Format::U8, 2),
        ("x\n0 1 2\n3 2 1\n2 1 0", Format::Text, 2),
    ] {
        let read = |most| {
            let mut source = recorded(bytes.as_bytes(), 3, format, None)
                .with(|reading| reading.skip_invalid = most);
            let mut block = Block::new(3);
            let filled = source.fill(&mut block);
            (source, block, filled)
        };
        for most in [broken, 1000] {
            let (source, block, filled) = read(most);
            filled.unwrap();
            assert_eq!(block.decks().collect::<Vec<_>>(), [[0, 1, 2], [2, 1, 0]]);
            assert_eq!((source.facts().skipped, source.unused()), (broken, 0));
            assert!(source.facts().first_skipped.contains(": found "));
            let said = format!(", {broken} broken decks skipped");
            assert!(
                source.described().ends_with(&said),
                "{}",
                source.described()
            );
        }
        let (_, _, filled) = read(broken - 1);
        let message = whole(&filled.unwrap_err());
        let before = match broken {
            2 => "; 1 broken deck before it was skipped".to_owned(),
            more => format!("; {} broken decks before it were skipped", more - 1),
        };
        assert!(message.ends_with(&before), "{message}");
    }
    let source =
        recorded(b"x\ny\n", 3, Format::Text, None).with(|reading| reading.skip_invalid = 5);
    assert_eq!(
        read_all(source, 3).1.unwrap(),
        "it, line 2, byte 4: found no deck but 2 broken ones; accepted: a permutation of 0 to 2 or \
         of 1 to 3"
    );
}

#[test]
fn a_deck_after_a_broken_one_is_only_what_the_next_is_shuffled_from() {
    let bytes = "1 0 2\n0 1\n0 1 2\n0 2 1\n2 0 1\nx\n0 1 2\n";
    let mut source = recorded(bytes.as_bytes(), 3, Format::Text, None)
        .with(|reading| reading.in_place = true)
        .with(|reading| reading.skip_invalid = 2);
    let mut block = Block::new(3);
    source.fill(&mut block).unwrap();
    let decks: Vec<&[u16]> = block.decks().collect();
    assert_eq!(decks, [[1, 0, 2], [0, 2, 1], [1, 0, 2]]);
    assert_eq!((source.facts().skipped, source.unused()), (2, 2));
}

#[test]
fn names_are_not_learnt_from_a_first_deck_where_broken_ones_are_skipped() {
    for bytes in ["a b c\nx y z\nz y x\n", "AS KD QC\n"] {
        let source = recorded(bytes.as_bytes(), 3, Format::Cards, None)
            .with(|reading| reading.skip_invalid = 5);
        let message = read_all(source, 3).1.unwrap();
        assert!(
            message.contains("or with --start FILE, which says"),
            "{message}"
        );
        let source = recorded(bytes.as_bytes(), 3, Format::Cards, None)
            .with(|reading| reading.skip_invalid = 5)
            .started_from(
                start(
                    if bytes.starts_with('a') {
                        "x y z"
                    } else {
                        "AS KD QC"
                    },
                    3,
                ),
                1,
            );
        assert_eq!(read_all(source, 3).1, None);
    }
    let line = |suits: &[&str]| {
        let cards = suits.iter().flat_map(|suit| {
            let ranks = "A 2 3 4 5 6 7 8 9 10 J Q K".split(' ');
            ranks.map(move |rank| format!("{rank}{suit}"))
        });
        cards.collect::<Vec<_>>().join(" ")
    };
    let bytes = format!(
        "{}\nx\n{}",
        line(&["S", "H", "D", "C"]),
        line(&["c", "♠", "d", "h"])
    );
    let source =
        recorded(bytes.as_bytes(), 52, Format::Auto, None).with(|reading| reading.skip_invalid = 1);
    let (decks, error) = read_all(source, 52);
    assert_eq!((decks.len(), error), (2, None));
    assert!(decks[0].iter().copied().eq(0..52));
}

/// Pearson's statistic of counts against equal shares.
fn chi_squared(counts: &BTreeMap<Vec<u16>, u64>, cells: u64) -> f64 {
    let total: u64 = counts.values().sum();
    let expected = total as f64 / cells as f64;
    let seen: f64 = counts
        .values()
        .map(|&count| (count as f64 - expected).powi(2) / expected)
        .sum();
    seen + (cells - counts.len() as u64) as f64 * expected
}

/// Ideal shuffles of small multisets, written as names: every order of the labels is equally likely,
/// whether decks are shuffled from the start or in place, and so is every order of the labels of a
/// deck together with that of the next. Limits: chi-squared 0.999 quantiles, for fixed seeds.
#[test]
fn labelled_orders_of_ideally_shuffled_multisets_are_uniform() {
    for (text, orders, limit, pair_limit) in [
        // 3! - 1 and 3!² - 1 degrees of freedom.
        ("a a b", 6, 20.52, 66.62),
        ("a a a", 6, 20.52, 66.62),
        // 4! - 1 and 4!² - 1.
        ("a b a b", 24, 49.73, 686.0),
        ("a b b b", 24, 49.73, 686.0),
    ] {
        let names: Vec<&str> = text.split(' ').collect();
        let cards = names.len();
        let mut draws = PcgDraws::for_batch(3, text, 0, 0);
        let mut deck: Vec<u16> = (0..cards as u16).collect();
        let mut file = String::new();
        for _ in 0..120_000 {
            draws.shuffle(&mut deck);
            let line: Vec<&str> = deck.iter().map(|&card| names[usize::from(card)]).collect();
            file += &line.join(" ");
            file.push('\n');
        }
        for in_place in [false, true] {
            let mut source = recorded(file.as_bytes(), cards, Format::Cards, None)
                .started_from(start(text, cards), 9);
            assert!(source.has_copies());
            if in_place {
                source = source.with(|reading| reading.in_place = true);
            }
            let (decks, error) = read_all(source, cards);
            assert_eq!((decks.len(), error), (120_000, None));
            let mut counts = BTreeMap::new();
            let mut pairs = BTreeMap::new();
            for pair in decks.chunks(2) {
                for deck in pair {
                    *counts.entry(deck.clone()).or_insert(0) += 1;
                }
                *pairs.entry(pair.concat()).or_insert(0) += 1;
            }
            let found = chi_squared(&counts, orders);
            assert!(found < limit, "{text} {in_place}: {found}");
            let found = chi_squared(&pairs, orders * orders);
            assert!(found < pair_limit, "{text} {in_place}, pairs: {found}");
        }
    }
}

#[test]
fn labels_depend_on_the_seed_and_the_decks_index_alone() {
    let line = "a a a a b b b b\n";
    let read = |decks: usize, seed| {
        let bytes = line.repeat(decks);
        let source = recorded(bytes.as_bytes(), 8, Format::Auto, None);
        read_all(source.started_from(start("4 a\n4 b", 8), seed), 8).0
    };
    let many = read(200, 7);
    assert_eq!(many[..100], read(100, 7));
    assert_ne!(many[..100], read(100, 8));
    assert!(many.windows(2).any(|pair| pair[0] != pair[1]));
    // Copies keep to their own places.
    assert!(
        many.iter()
            .all(|deck| deck[..4].iter().all(|&label| label < 4))
    );
}

#[test]
fn a_first_deck_that_no_shuffle_moved_is_noticed() {
    for (bytes, cards, noticed) in [
        ("0 1 2 3 4 5 6 7\n1 0 2 3 4 5 6 7\n", 8, true),
        ("1 0 2 3 4 5 6 7\n0 1 2 3 4 5 6 7\n", 8, false),
        ("0 1 2\n", 3, false),
    ] {
        let mut source = recorded(bytes.as_bytes(), cards, Format::Auto, None);
        source.fill(&mut Block::new(cards)).unwrap();
        assert_eq!(source.has_unmoved_first(), noticed, "{bytes}");
    }
}
