//! Each error with its place and its words; what is accepted; and reads cut in any way.

use std::io::{self, ErrorKind, Read};

use super::*;

mod columns;
mod damage;
mod lists;
mod names;
mod options;

/// The message with what caused it, as the program prints it.
fn whole(error: &SourceError) -> String {
    let cause =
        std::error::Error::source(error).map_or_else(String::new, |cause| format!(": {cause}"));
    format!("{error}{cause}")
}

impl<R> Recorded<R> {
    /// Read in another way than at first said.
    fn with(mut self, change: impl FnOnce(&mut Reading)) -> Self {
        change(&mut self.reading);
        self
    }

    /// Decks were shuffled from `start`; this is the seed of the labels.
    fn started_from(self, start: Start, labels: u128) -> Self {
        self.with(|reading| (reading.start, reading.labels) = (Some(start), labels))
    }
}

/// All decks of a stream, and the error that ended it, if one did.
fn read_all<R: Read>(mut source: Recorded<R>, cards: usize) -> (Vec<Vec<u16>>, Option<String>) {
    let mut block = Block::new(cards);
    let mut decks = Vec::new();
    loop {
        match source.fill(&mut block) {
            Ok(()) if block.is_empty() => return (decks, None),
            Ok(()) => {
                block.index_decks();
                decks.extend(block.decks().map(<[u16]>::to_vec));
            }
            Err(error) => {
                assert!(block.is_empty(), "a wrong deck's block was handed out");
                let message = whole(&error);
                assert_eq!(whole(&source.fill(&mut block).unwrap_err()), message);
                assert!(block.is_empty());
                return (decks, Some(message));
            }
        }
    }
}

fn recorded(bytes: &[u8], cards: usize, format: Format, base: Option<Base>) -> Recorded<&[u8]> {
    Recorded::new(
        bytes,
        "it".to_owned(),
        cards,
        &Reading {
            base,
            ..Reading::from(format)
        },
    )
}

fn text(bytes: impl AsRef<[u8]>, cards: usize) -> Vec<Vec<u16>> {
    let (decks, error) = read_all(recorded(bytes.as_ref(), cards, Format::Text, None), cards);
    assert_eq!(error, None);
    decks
}

fn error(bytes: impl AsRef<[u8]>, cards: usize, format: Format, base: Option<Base>) -> String {
    let source = recorded(bytes.as_ref(), cards, format, base);
    read_all(source, cards).1.expect("an error")
}

fn text_error(bytes: impl AsRef<[u8]>, cards: usize) -> String {
    error(bytes, cards, Format::Text, None)
}

fn numbers(cards: impl Iterator<Item = impl ToString>) -> String {
    let numbers: Vec<String> = cards.map(|card| card.to_string()).collect();
    numbers.join(" ")
}

const EITHER: &str = "a permutation of 0 to 3 or of 1 to 4";
const ONE: &str = "a permutation of 1 to 4 (the first deck is 1-based)";
const NUMBERS: &str = "accepted: numbers separated by blanks or";

#[test]
fn every_format_is_registered_once_and_found_by_its_name() {
    for about in FORMATS {
        assert_eq!(Format::named(about.name), Some(about.format));
        assert_eq!(about.format.name(), about.name);
        assert!(!about.about.is_empty());
    }
    assert_eq!(Format::named("u32"), None);
}

#[test]
fn separators_ends_of_lines_blank_lines_and_a_byte_order_mark_are_taken() {
    let expected = [[2, 0, 1], [0, 1, 2], [1, 0, 2]];
    for bytes in [
        "2 0 1\n0 1 2\n1 0 2\n",
        "2 0 1\n0 1 2\n1 0 2",
        "2,0,1\r\n0,1,2\r\n1,0,2\r\n",
        "\u{feff}3\t1  2\n 1 , 2\t,\t3 \n02,0001 3\t\r\n",
        "\n\r\n  \n3 1 2\n\n\t\n1 2,3\n\n2 1 3\r\n\n  ",
        "2 0 1\r\n0 1 2\n1 0 2\r",
        "2 0 00000000000000000000000000000000000000001\n0 1 2\n1 0 2",
    ] {
        assert_eq!(text(bytes, 3), expected, "{bytes:?}");
    }
}

#[test]
fn the_base_is_found_out_from_the_first_deck_or_given() {
    for (bytes, given, base) in [
        ("1 0\n", None, Base::Zero),
        ("1 2\n", None, Base::One),
        ("1 2\n", Some(Base::One), Base::One),
        ("1 0\n", Some(Base::Zero), Base::Zero),
    ] {
        let mut source = recorded(bytes.as_bytes(), 2, Format::Text, given);
        assert_eq!(source.base(), given);
        source.fill(&mut Block::new(2)).unwrap();
        assert_eq!(source.base(), Some(base));
        assert_eq!(source.decks(), 1);
    }
}

#[test]
fn a_deck_of_the_other_base_is_refused() {
    assert_eq!(
        text_error("1 2 3 4\n4 3 2 1\n0 1 2 3\n", 4),
        format!(
            "it, line 3, byte 16: found `0` as card 1 of the deck, out of range; accepted: {ONE}; this deck \
             is 0-based"
        )
    );
    assert_eq!(
        text_error("3 2 1 0\n4 3 2 1\n", 4),
        "it, line 2, byte 8: found `4` as card 1 of the deck, out of range; accepted: a permutation of 0 to \
         3 (the first deck is 0-based); this deck is 1-based"
    );
    assert_eq!(
        error("1 2 3 4", 4, Format::Text, Some(Base::Zero)),
        "it, line 1, byte 6: found `4` as card 4 of the deck, out of range; accepted: a permutation of 0 to \
         3 (as asked for, 0-based); this deck is 1-based"
    );
    assert_eq!(
        error([1, 2, 0, 0, 1, 2], 3, Format::U8, Some(Base::One)),
        "it, byte 2: found `0` as card 3 of the deck, out of range; accepted: a permutation of 1 to \
         3 (as asked for, 1-based); this deck is 0-based"
    );
}

#[test]
fn a_first_deck_of_no_base_is_refused() {
    assert_eq!(
        text_error("\n1 2 3 2\n", 4),
        format!(
            "it, line 2, byte 7: found `2` twice, as cards 2 and 4 of the deck (neither 0 nor 4 is there); \
             accepted: {EITHER}"
        )
    );
    assert_eq!(
        text_error("4 2 3 0\n", 4),
        format!("it, line 1, byte 6: found both 0 and 4 in one deck; accepted: {EITHER}")
    );
    assert_eq!(
        error([0, 4, 2, 3], 4, Format::U8, None),
        format!(
            "it, byte 1: found both 0 and 4 in one deck; accepted: {EITHER}; are --deck and \
             --format right?"
        )
    );
}

#[test]
fn repeated_missing_and_out_of_range_cards_are_named() {
    for (line, byte, problem) in [
        (
            "1 2 4 2",
            14,
            "found `2` twice, as cards 2 and 4 of the deck (3 is missing)",
        ),
        (
            "2 2 2 2",
            10,
            "found `2` twice, as cards 1 and 2 of the deck (1 and 2 more are missing)",
        ),
        (
            "1 2 3 05",
            14,
            "found `05` as card 4 of the deck, out of range",
        ),
        (
            "1 2 3 99999999999999999999999999",
            14,
            "found a number of 26 digits as card 4 of the deck, out of range",
        ),
        (
            "1 4294967297 3 4",
            10,
            "found `4294967297` as card 2 of the deck, out of range",
        ),
    ] {
        assert_eq!(
            text_error(format!("4 3 2 1\n{line}\n1 2 3 4\n"), 4),
            format!("it, line 2, byte {byte}: {problem}; accepted: {ONE}")
        );
    }
}

#[test]
fn a_wrong_number_of_cards_is_counted() {
    for (line, found) in [
        ("1 2 3 4 5", "5 cards"),
        ("4", "1 card"),
        ("9,9,9", "3 cards"),
    ] {
        assert_eq!(
            text_error(format!("4 3 2 1\n{line}\n1 2 3 4\n"), 4),
            format!(
                "it, line 2, byte 8: found {found} on the line; accepted: 4 on each line, {ONE}; is --deck \
                 right?"
            )
        );
    }
    assert_eq!(
        text_error("4 3 2 1\n1 2 3", 4),
        format!(
            "it, line 2, byte 8: found 3 cards on the line; accepted: 4 on each line, {ONE}; is the last \
             line cut short, or is --deck wrong?"
        )
    );
}

#[test]
fn what_is_no_number_is_quoted() {
    for (line, column, shown, kind) in [
        ("x 1 2 3", 0, "`x` as card 1", "no whole number"),
        ("1 2 3.0 4", 4, "`3.0` as card 3", "no whole number"),
        ("1 2 +3 4", 4, "`+3` as card 3", "no whole number"),
        ("1 -2 3 4", 2, "`-2` as card 2", "a negative number"),
        ("1 - 3 4", 2, "`-` as card 2", "no whole number"),
        ("1;2;3;4", 0, "`1…` as card 1", "no whole number"),
        (
            "1 abcdefghijklmnopqrstuvwxyz",
            2,
            "a word of 26 characters as card 2",
            "no whole number",
        ),
        ("1 2ö", 2, "`2ö` as card 2", "no whole number"),
        (
            "\u{feff}1 2",
            0,
            "bytes that are no text as card 1",
            "no whole number",
        ),
        ("1 \"2\u{202e}'", 2, "`\"` as card 2", "no whole number"),
    ] {
        let message = text_error(format!("4 3 2 1\n{line}\n"), 4);
        let byte = 8 + column;
        let start = format!(
            "it, line 2, byte {byte}: found {shown} of the deck, {kind}; {NUMBERS} commas, {ONE}"
        );
        assert!(message.starts_with(&start), "{message}\n{start}");
    }
    assert_eq!(
        text_error(b"1 2 3 4\n1 2 \x1b[31m\xff\n", 4),
        format!(
            "it, line 2, byte 12: found bytes that are no text as card 3 of the deck, no whole number; \
             {NUMBERS} commas, {ONE}; the bytes look binary: use --format u8 or --format u16 if \
             they are"
        )
    );
}

#[test]
fn an_empty_field_is_refused() {
    for (line, card, column) in [
        (",1 2 3 4", 1, 0),
        ("1,,2,3,4", 2, 2),
        ("1 2 3, ,4", 4, 7),
        ("1,2,3,4,", 5, 8),
        ("1,2,3,4 , \r", 5, 11),
        (",", 1, 0),
    ] {
        assert_eq!(
            text_error(format!("4 3 2 1\n\n{line}\n"), 4),
            format!(
                "it, line 3, byte {}: found no number where card {card} of the deck should stand, beside a \
                 comma; {NUMBERS} single commas, {ONE}",
                9 + column
            ),
            "{line:?}"
        );
    }
}

#[test]
fn likely_mistakes_are_guessed() {
    let deck: Vec<u8> = (0..52).rev().collect();
    let wide: Vec<u8> = deck.iter().flat_map(|&card| [card, 0]).collect();
    let swapped: Vec<u8> = deck.iter().flat_map(|&card| [0, card]).collect();
    let line = numbers(deck.iter().copied());
    let utf_16: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain("1 2 3\n".bytes().flat_map(|byte| [byte, 0]))
        .collect();
    for (bytes, format, hint) in [
        (
            &deck[..],
            Format::Text,
            "; the bytes are a deck of one-byte numbers: use --format u8",
        ),
        (
            &wide,
            Format::Text,
            "; the bytes are a deck of two-byte numbers: use --format u16",
        ),
        (
            &wide,
            Format::U8,
            "; the bytes are a deck of two-byte numbers: use --format u16",
        ),
        (
            &swapped,
            Format::U16,
            "; the bytes are a deck of two-byte numbers, high byte first: --format u16 takes the \
             low byte first",
        ),
        (
            &[&deck[..], &deck].concat(),
            Format::U16,
            ": use --format u8",
        ),
        (
            line.as_bytes(),
            Format::U8,
            "; the bytes look like text: use --format text if they are",
        ),
        (
            line.as_bytes(),
            Format::U16,
            "; the bytes look like text: use --format text if they are",
        ),
        (
            b"1 2 3\n",
            Format::U8,
            "; the bytes look like text: use --format text if they are",
        ),
        (
            &utf_16,
            Format::Text,
            "; the text looks like UTF-16: save it as UTF-8",
        ),
        (
            b"[1, 2, 3]",
            Format::Text,
            "; the bytes look like JSON: use --format jsonl if they are",
        ),
        (b"# decks", Format::Text, "; comments are not read"),
        (
            b"1 2\r3 4\r",
            Format::Text,
            "; lines end in LF or CR LF, not in CR alone",
        ),
    ] {
        let message = error(bytes, 52, format, None);
        assert!(message.ends_with(hint), "{message}");
    }
}

#[test]
fn a_stream_without_decks_is_an_error() {
    for (bytes, format, place) in [
        ("", Format::Text, "line 1, byte 0"),
        ("\u{feff}", Format::Text, "line 1, byte 3"),
        ("\n \r\n\t", Format::Text, "line 3, byte 5"),
        ("", Format::U8, "byte 0"),
        ("", Format::U16, "byte 0"),
    ] {
        assert_eq!(
            error(bytes, 4, format, None),
            format!("it, {place}: found no deck; accepted: {EITHER}")
        );
    }
}

#[test]
fn a_wrong_value_is_found_at_its_byte() {
    let zero = "a permutation of 0 to 2 (the first deck is 0-based)";
    assert_eq!(
        error([2, 1, 0, 0, 3, 1], 3, Format::U8, None),
        format!("it, byte 4: found `3` as card 2 of the deck, out of range; accepted: {zero}")
    );
    assert_eq!(
        error([2, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0], 3, Format::U16, None),
        format!(
            "it, byte 10: found `1` twice, as cards 1 and 3 of the deck (2 is missing); accepted: \
             {zero}"
        )
    );
    assert_eq!(
        error([2, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0], 3, Format::U16, None),
        format!("it, byte 8: found `256` as card 2 of the deck, out of range; accepted: {zero}")
    );
}

#[test]
fn a_last_deck_cut_short_is_found_at_its_start() {
    for (bytes, format, start, rest, length) in [
        (&[2, 1, 0, 0, 1][..], Format::U8, 3, 2, 3),
        (&[2, 0, 1, 0, 0, 0, 1], Format::U16, 6, 1, 6),
    ] {
        assert_eq!(
            error(bytes, 3, format, None),
            format!(
                "it, byte {start}: found the end of the stream {rest} bytes into a deck; accepted: \
                 {length} bytes for each deck, a permutation of 0 to 2 (the first deck is 0-based); \
                 is the file cut short, or is --deck or --format wrong?"
            )
        );
    }
}

#[test]
fn a_byte_cannot_hold_a_large_deck() {
    for (cards, base) in [(257, None), (256, Some(Base::One)), (300, Some(Base::Zero))] {
        assert_eq!(
            error([0; 600], cards, Format::U8, base),
            format!(
                "it, byte 0: found --format u8 with decks of {cards} cards; accepted with it: up to \
                 256 cards (255 if they count from 1); use --format u16"
            )
        );
    }
}

/// Text or bytes without end.
struct Endless {
    pattern: &'static [u8],
    given: u64,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.pattern[self.given as usize % self.pattern.len()];
            self.given += 1;
        }
        // More than a reader of bounded memory would ever take.
        assert!(self.given < 10_000_000);
        Ok(buffer.len())
    }
}

#[test]
fn a_line_without_end_is_refused_soon() {
    for (pattern, found) in [
        (&b" "[..], "found no end of the line within 4096 bytes"),
        (b"0", "found no end of the line within 4096 bytes"),
        (
            b"1 2 ",
            "found 2049 cards and no end of the line within 4096 bytes",
        ),
        (
            b"1,",
            "found 2049 cards and no end of the line within 4096 bytes",
        ),
        (
            b"x",
            "found a word of 4097 characters as card 1 of the deck, no whole number",
        ),
    ] {
        let input = Endless { pattern, given: 0 };
        let source = Recorded::new(input, "it".to_owned(), 4, &Reading::from(Format::Text));
        let message = read_all(source, 4).1.unwrap();
        assert!(
            message.starts_with(&format!("it, line 1, byte 0: {found}; accepted: ")),
            "{message}"
        );
        assert_eq!(
            message.ends_with("; is --deck right?"),
            found.contains("cards")
        );
    }
}

#[test]
fn the_longest_line_is_read_and_one_byte_more_refused() {
    for cards in [3, 200] {
        let longest = 4096.max(32 * cards);
        let deck = numbers(0..cards);
        for (length, good) in [(longest, true), (longest + 1, false)] {
            for end in ["\n", "", "\n\n", "\nx"] {
                let bytes = format!("{deck:length$}{end}");
                let source = recorded(bytes.as_bytes(), cards, Format::Text, None);
                let (_, error) = read_all(source, cards);
                let long = error.is_some_and(|error| error.contains("no end of the line"));
                assert_eq!(long, !good, "{cards} {length} {end:?}");
            }
        }
    }
}

/// Gives its bytes in the steps that it is told, with an interruption before each, and may break at
/// the end.
struct Crumbs<'a> {
    bytes: &'a [u8],
    step: usize,
    interrupted: bool,
    breaks: bool,
}

impl Read for Crumbs<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        if self.bytes.is_empty() && self.breaks {
            return Err(io::Error::other("the cable is out"));
        }
        let length = self.step.min(self.bytes.len()).min(buffer.len());
        buffer[..length].copy_from_slice(&self.bytes[..length]);
        self.bytes = &self.bytes[length..];
        Ok(length)
    }
}

fn crumbs(bytes: &[u8], step: usize, breaks: bool) -> Crumbs<'_> {
    Crumbs {
        bytes,
        step,
        interrupted: false,
        breaks,
    }
}

#[test]
fn reads_of_any_size_and_interruptions_change_nothing() {
    let lines = "3 1 2\r\n\r\n1 2,3\n2 1 3\r\n".repeat(100);
    let good = format!("\u{feff}{lines}");
    let wrong = format!("{good}1 2 2");
    for (bytes, format) in [
        (good.as_bytes(), Format::Text),
        (wrong.as_bytes(), Format::Text),
        (&[2, 1, 3].repeat(100), Format::U8),
        (&[2, 1, 3, 3, 2].repeat(100), Format::U8),
        (&[2, 0, 1, 0, 0, 0].repeat(101), Format::U16),
        (&[2, 0, 1, 0, 0, 0, 1].repeat(101), Format::U16),
    ] {
        let expected = read_all(recorded(bytes, 3, format, None), 3);
        for step in [1, 2, 7, 1000] {
            let input = crumbs(bytes, step, false);
            let source = Recorded::new(input, "it".to_owned(), 3, &Reading::from(format));
            assert_eq!(read_all(source, 3), expected, "{format:?} {step}");
        }
    }
}

/// Found by fuzzing: what a message says of the first line came from later ones, if they had been read.
#[test]
fn what_a_wrong_first_line_looks_like_does_not_depend_on_reads() {
    for bytes in [
        &b"\r\r\r\r\n1 2 \t \x003,1,25,2\r\n5,2\r\n1 2\t3\n"[..],
        b"\r\r\r\r\r\r\n\n1 2\t3333333333333\xed",
        b"\r\r\r\r\n\n   J  AAAA RR[RR",
        b"x\nAS KD QC\n",
        b"1 x 3\n[1, 2, 3]\n",
    ] {
        for cards in [3, 54] {
            let expected = read_all(recorded(bytes, cards, Format::Text, None), cards);
            assert!(expected.1.is_some());
            for step in [1, 2, 7, 1000] {
                let input = crumbs(bytes, step, false);
                let source =
                    Recorded::new(input, "it".to_owned(), cards, &Reading::from(Format::Text));
                assert_eq!(read_all(source, cards), expected, "{bytes:?} {step}");
            }
        }
    }
}

#[test]
fn a_stream_that_breaks_is_an_error_after_the_decks_before_it() {
    let good = "0 1\n".repeat(100);
    for (tail, message) in [
        ("", "it: cannot read it: the cable is out"),
        ("1 ", "it: cannot read it: the cable is out"),
        ("1 0", "it: cannot read it: the cable is out"),
        ("1 x", "it: cannot read it: the cable is out"),
        ("\r", "it: cannot read it: the cable is out"),
        ("1 1\n", "it, line 101, byte 402: found `1` twice"),
    ] {
        let bytes = format!("{good}{tail}");
        for step in [1, 1000] {
            let input = crumbs(bytes.as_bytes(), step, true);
            let source = Recorded::new(input, "it".to_owned(), 2, &Reading::from(Format::Text));
            let (decks, error) = read_all(source, 2);
            assert_eq!(decks.len(), BLOCK);
            assert!(error.unwrap().starts_with(message), "{tail:?}");
        }
    }
    for bytes in [&[0, 1, 1, 0][..], &[0, 1, 1], &[]] {
        let input = crumbs(bytes, 1, true);
        let source = Recorded::new(input, "it".to_owned(), 2, &Reading::from(Format::U8));
        let error = read_all(source, 2).1;
        assert_eq!(
            error.as_deref(),
            Some("it: cannot read it: the cable is out")
        );
    }
}

#[test]
fn an_error_of_the_system_keeps_its_number() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::from_raw_os_error(5))
        }
    }
    let mut source = Recorded::new(Broken, "it".to_owned(), 2, &Reading::from(Format::Text));
    for _ in 0..2 {
        match source.fill(&mut Block::new(2)) {
            Err(SourceError::Read { source, .. }) => assert_eq!(source.raw_os_error(), Some(5)),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn more_decks_than_generations_of_marks_are_checked() {
    // The marks' generation has 16 bits: it goes round once and a half.
    let decks = 100_000;
    let mut bytes = [1, 0].repeat(decks);
    assert_eq!(
        read_all(recorded(&bytes, 2, Format::U8, None), 2).0.len(),
        decks
    );
    bytes[2 * 65_535 + 1] = 1;
    let message = error(&bytes, 2, Format::U8, None);
    assert!(
        message.starts_with("it, byte 131071: found `1` twice"),
        "{message}"
    );
}

#[test]
#[should_panic(expected = "2 to 10000 cards")]
fn a_deck_of_one_card_is_a_fault_of_the_caller() {
    recorded(b"", 1, Format::Text, None);
}

/// Bytes are read a block at a time once the first block is there: with a right stream, and with any
/// fault at any place, as the same numbers are that are read one by one.
#[test]
fn blocks_of_bytes_are_read_as_their_decks_are_one_by_one() {
    let mut seed = 1_u64;
    let mut draw = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    for (cards, low) in [(2, 0), (10, 1), (52, 0), (52, 1), (255, 0), (255, 1)] {
        let decks = 64 * 5 + 17;
        let mut stream: Vec<u8> = Vec::new();
        for _ in 0..decks {
            let mut deck: Vec<u8> = (0..cards).map(|card| (card + low) as u8).collect();
            for last in (1..cards).rev() {
                deck.swap(last, draw(last + 1));
            }
            stream.extend(deck);
        }
        let wide = |bytes: &[u8]| -> Vec<u8> {
            bytes
                .iter()
                .flat_map(|&byte| u16::from(byte).to_le_bytes())
                .collect()
        };
        let of = |format, bytes: &[u8], skips| {
            let source = Recorded::new(bytes, "it".to_owned(), cards, &Reading::from(format));
            let mut source = source.with(|reading| reading.skip_invalid = skips);
            let mut block = Block::new(cards);
            let mut decks = Vec::new();
            let end = loop {
                match source.fill(&mut block) {
                    Ok(()) if block.is_empty() => break None,
                    Ok(()) => {
                        block.index_decks();
                        assert_eq!(block.first(), decks.len() as u64);
                        decks.extend(block.decks().map(<[u16]>::to_vec));
                    }
                    Err(error) => break Some(whole(&error)),
                }
            };
            (
                decks,
                end,
                source.facts().skipped,
                source.described().replace("u16", "u8"),
            )
        };
        let right = of(Format::U8, &stream, 0);
        assert_eq!(right.0.len(), decks);
        assert_eq!(right, of(Format::U16, &wide(&stream), 0));
        for _ in 0..40 {
            let mut wrong = stream.clone();
            for _ in 0..=draw(2) {
                let at = draw(wrong.len());
                wrong[at] = draw(256) as u8;
            }
            for skips in [0, 1] {
                let narrow = of(Format::U8, &wrong, skips);
                let wide = of(Format::U16, &wide(&wrong), skips);
                // Places are twice as far apart, and so are their hints' words.
                assert_eq!(narrow.1.is_some(), wide.1.is_some());
                assert_eq!((narrow.0, narrow.2, narrow.3), (wide.0, wide.2, wide.3));
            }
        }
    }
}
