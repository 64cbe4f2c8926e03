//! Separated values, JSON lines and names of cards: what is taken, each error with its place, and
//! how the format is found out.

use super::*;

fn decks(bytes: impl AsRef<[u8]>, cards: usize, format: Format) -> Vec<Vec<u16>> {
    let (decks, error) = read_all(recorded(bytes.as_ref(), cards, format, None), cards);
    assert_eq!(error, None);
    decks
}

fn described(bytes: &str, cards: usize, format: Format) -> String {
    let mut source = recorded(bytes.as_bytes(), cards, format, None);
    let mut block = Block::new(cards);
    source.fill(&mut block).unwrap();
    source.described()
}

const NAMED: [Format; 3] = [Format::Csv, Format::Jsonl, Format::Cards];

#[test]
fn numbers_are_read_in_every_format_that_has_lines() {
    let expected = [[2, 0, 1], [0, 1, 2], [1, 0, 2]];
    for (bytes, format) in [
        ("2,0,1\n0,1,2\n1,0,2\n", Format::Csv),
        ("\u{feff}\"3\"; 1 ;2\r\n\r\n1;2;3\r\n2;1;03", Format::Csv),
        ("2\t0\t1\n0\t1\t2\n1\t0\t2\r", Format::Csv),
        ("first,second,third\n3,1,2\n1,2,3\n2,1,3\n", Format::Csv),
        ("[2,0,1]\n[0,1,2]\n[1,0,2]\n", Format::Jsonl),
        (
            "\u{feff}\n{\"deck\":[3,1,2]}\r\n [\"1\", \"2\", 3] \n{\"n\":1,\"deck\":[2,1,3]}",
            Format::Jsonl,
        ),
        ("3 1 2\n\n1, 2,3\n2 1, 3", Format::Cards),
    ] {
        assert_eq!(decks(bytes, 3, format), expected, "{bytes:?}");
        assert_eq!(decks(bytes, 3, Format::Auto), expected, "{bytes:?}");
    }
}

#[test]
fn names_are_numbered_by_suit_and_rank_or_by_their_letters() {
    for (bytes, format) in [
        ("KD AS T♠\nas, 10S dk\n", Format::Cards),
        ("KD,AS,T♠\nas,10S,dk\n", Format::Csv),
        ("one;two;three\nKD;AS;T♠\nas;10S;dk\n", Format::Csv),
        (
            "[\"KD\",\"AS\",\"T♠\"]\n[\"as\",\"10S\",\"dk\"]",
            Format::Jsonl,
        ),
    ] {
        for format in [format, Format::Auto] {
            assert_eq!(decks(bytes, 3, format), [[2, 0, 1], [0, 1, 2]], "{bytes:?}");
        }
    }
    for (bytes, format) in [
        ("Sun Moon Star\nMoon Star Sun\n", Format::Cards),
        (
            "The Sun, The Moon, The Star\nThe Moon,The Star, The Sun",
            Format::Cards,
        ),
        (
            "\"Sun\",\"Moon\",\"Star\"\n\"Moon\",\"Star\",\"Sun\"",
            Format::Csv,
        ),
        ("a,b,c\nSun,Moon,Star\nMoon,Star,Sun", Format::Csv),
        (
            "{\"deck\":[\"Sun\",\"Moon\",\"Star\"]}\n[\"Moon\",\"Star\",\"Sun\"]",
            Format::Jsonl,
        ),
    ] {
        for format in [format, Format::Auto] {
            // Moon, Star, Sun
            assert_eq!(decks(bytes, 3, format), [[2, 0, 1], [0, 1, 2]], "{bytes:?}");
        }
    }
}

#[test]
fn what_was_found_out_is_said() {
    for (bytes, said) in [
        ("1 2 3", "it, text, cards counted from 1"),
        (
            "0,1,2",
            "it, text, cards counted from 0, so that 0 is card 1",
        ),
        (
            "0;1;2",
            "it, csv separated by semicolons, cards counted from 0, so that 0 is card 1",
        ),
        (
            "a,b,c\n1,2,3",
            "it, csv separated by commas after a header row, cards counted from 1",
        ),
        ("\"AS\"\t\"KD\"\t\"QC\"", "it, csv separated by tabs"),
        ("[1,3,2]", "it, jsonl, cards counted from 1"),
        ("AS KD QC", "it, cards"),
    ] {
        assert_eq!(described(bytes, 3, Format::Auto), said, "{bytes:?}");
    }
    let mut source = recorded(b"AS KD", 2, Format::Cards, None);
    source.fill(&mut Block::new(2)).unwrap();
    assert!(source.has_unknown_start() && !source.has_copies());
    assert_eq!(source.base(), None);
}

#[test]
fn a_header_row_is_told_from_a_deck() {
    for (bytes, cards, count, header) in [
        ("c1,c2,c3,c4\n1,2,3,4\n4,3,2,1", 4, 2, true),
        ("p1,p2,c3,p4\nAS,2C,KD,QH\n2C,AS,KD,QH", 4, 2, true),
        ("c1,c2,c3,c4\n\n\na,b,c,d\nb,a,c,d", 4, 2, true),
        ("a,b,c,d\nd,c,b,a", 4, 2, false),
        ("AS,KS\nKS,AS", 2, 2, false),
        ("1,0\n0,1", 2, 2, false),
    ] {
        assert_eq!(decks(bytes, cards, Format::Csv).len(), count, "{bytes}");
        let said = described(bytes, cards, Format::Csv);
        assert_eq!(said.contains("header"), header, "{bytes}: {said}");
    }
    for bytes in ["a,b,c", "a,b,c\na,x,y\nx,y,a", "a,b,c\n1,2", "a,b,c\n1,2,x"] {
        let message = error(bytes, 3, Format::Csv, None);
        assert!(
            message.starts_with(
                "it, line 1, byte 0: found a first row of names that may be a header row or a deck; \
                 accepted: with names, --header yes or --header no"
            ),
            "{message}"
        );
    }
    for (header, bytes, count) in [
        (Header::Yes, "1,2\n1,2\n2,1", 2),
        (Header::Yes, "the decks\n1,2\n2,1", 2),
        (Header::No, "a,b\nb,a", 2),
        (Header::No, "a,b", 1),
    ] {
        let source = recorded(bytes.as_bytes(), 2, Format::Csv, None)
            .with(|reading| reading.header = header);
        let (found, error) = read_all(source, 2);
        assert_eq!((found.len(), error), (count, None), "{bytes}");
    }
    let source =
        recorded(b"a,b\n1,2", 2, Format::Csv, None).with(|reading| reading.header = Header::No);
    let message = read_all(source, 2).1.unwrap();
    assert!(
        message.starts_with("it, line 2, byte 4: found `1` as card 1"),
        "{message}"
    );
}

#[test]
fn wrong_decks_are_found_at_their_place() {
    const CARDS: &str = "accepted: the cards of the first deck, each once";
    for (bytes, format, message) in [
        (
            "AS KD QC\nAS KD AS\n",
            Format::Cards,
            format!(
                "it, line 2, byte 15: found `AS` twice, as cards 1 and 3 of the deck (`QC` is \
                 missing); {CARDS}"
            ),
        ),
        (
            "AS KD QC\nAS KD 1S\n",
            Format::Cards,
            format!(
                "it, line 2, byte 15: found `1S` as card 3 of the deck, which is not in the first \
                 deck; {CARDS}"
            ),
        ),
        (
            "Sun Moon Star\nSun Mon Star",
            Format::Cards,
            format!(
                "it, line 2, byte 18: found `Mon` as card 2 of the deck, which is not in the first \
                 deck; {CARDS}; did you mean `Moon`?"
            ),
        ),
        (
            "AS,KD,QC\n\nAS,KD\n",
            Format::Csv,
            "it, line 3, byte 10: found 2 cards on the line; accepted: 3 on each line, the cards of \
             the first deck, each once; is --deck right?"
                .to_owned(),
        ),
        (
            "0,1,2\n7,0,1,2\n",
            Format::Csv,
            "it, line 2, byte 6: found 4 cards on the line; accepted: 3 on each line, a permutation \
             of 0 to 2 (the first deck is 0-based); is --deck right, or is the first column the \
             number of the row (--columns)?"
                .to_owned(),
        ),
        (
            "0,1,2\n1,2,x\n",
            Format::Csv,
            "it, line 2, byte 10: found `x` as card 3 of the deck, no whole number; accepted: a \
             permutation of 0 to 2 (the first deck is 0-based)"
                .to_owned(),
        ),
        (
            "[0,1,2]\n[1,2,1]\n",
            Format::Jsonl,
            "it, line 2, byte 13: found `1` twice, as cards 1 and 3 of the deck (0 is missing); \
             accepted: a permutation of 0 to 2 (the first deck is 0-based)"
                .to_owned(),
        ),
        (
            "[0,1,2]\n[1,2,3]\n",
            Format::Jsonl,
            "it, line 2, byte 13: found `3` as card 3 of the deck, out of range; accepted: a \
             permutation of 0 to 2 (the first deck is 0-based); this deck is 1-based"
                .to_owned(),
        ),
    ] {
        assert_eq!(error(bytes, 3, format, None), message);
    }
}

#[test]
fn a_first_deck_that_is_no_deck_is_refused() {
    for (bytes, format, start) in [
        (
            "AS KD AS",
            Format::Cards,
            "byte 6: found `AS` twice, as cards 1 and 3 of the deck",
        ),
        (
            "♠A KD as",
            Format::Cards,
            "byte 8: found `as` twice, as cards 1 and 3 of the deck",
        ),
        (
            "AS KD 1S",
            Format::Cards,
            "byte 6: found `1S` as card 3 of the deck, no playing card",
        ),
        (
            "Sun Moon AS",
            Format::Cards,
            "byte 9: found `AS` as card 3 of the deck, unlike the",
        ),
        (
            "1 2 x",
            Format::Cards,
            "byte 4: found `x` as card 3 of the deck, no whole number",
        ),
        (
            "1 2 -3",
            Format::Cards,
            "byte 4: found `-3` as card 3 of the deck, no whole number",
        ),
        (
            "1.0,2.0,3.0",
            Format::Csv,
            "byte 0: found `1.0` as card 1 of the deck, no whole",
        ),
        (
            "AS,,KD",
            Format::Csv,
            "byte 3: found nothing as card 2 of the deck, no playing card",
        ),
        (
            "[1,2,2]",
            Format::Jsonl,
            "byte 5: found `2` twice, as cards 2 and 3 of the deck",
        ),
        (
            "[1,2,\"x\"]",
            Format::Jsonl,
            "byte 5: found `x` as card 3 of the deck, no whole",
        ),
        (
            "[1,2,[3]]",
            Format::Jsonl,
            "byte 5: found `[` as card 3 of the deck",
        ),
    ] {
        let message = error(bytes, 3, format, None);
        assert!(
            message.starts_with(&format!("it, line 1, {start}")),
            "{message}"
        );
        assert!(message.contains("; accepted: "), "{message}");
    }
}

#[test]
fn a_wrong_format_is_guessed() {
    let deck: Vec<u8> = (0..52).rev().collect();
    for (bytes, format, hint) in [
        (
            "1 2 3",
            Format::Jsonl,
            "text: use --format text if they are",
        ),
        (
            "AS KD QC",
            Format::Text,
            "names of cards: use --format cards if they are",
        ),
        (
            "AS KD QC",
            Format::U8,
            "names of cards: use --format cards if they are",
        ),
        (
            "[1, 2, 3]",
            Format::Csv,
            "JSON: use --format jsonl if they are",
        ),
        (
            "[1, 2, 3]",
            Format::U16,
            "JSON: use --format jsonl if they are",
        ),
        (
            "\"1\";\"2\"",
            Format::Jsonl,
            "separated values: use --format csv if they are",
        ),
    ] {
        let message = error(bytes, 52, format, None);
        assert!(
            message.ends_with(&format!("; the bytes look like {hint}")),
            "{message}"
        );
    }
    for format in [Format::Csv, Format::Jsonl, Format::Cards, Format::Auto] {
        let message = error(&deck, 52, format, None);
        assert!(
            message.ends_with("; the bytes are a deck of one-byte numbers: use --format u8"),
            "{message}"
        );
        let zeros = vec![0; 1 << 20];
        let message = error(&zeros, 52, format, None);
        assert!(
            message.contains("use --format u8 or --format u16"),
            "{message}"
        );
    }
}

#[test]
fn what_is_no_text_is_refused_at_its_place() {
    for format in NAMED {
        let good = match format {
            Format::Jsonl => "[1,2]\n",
            _ => "1,2\n",
        };
        for (tail, at) in [
            (&b"1,\xff2\n"[..], 2),
            (b"\x001,2", 0),
            (b"1,2\r3\n", 3),
            (b"1\xc3", 1),
        ] {
            let bytes = [good.as_bytes(), tail].concat();
            let byte = good.len() + at;
            let message = error(&bytes, 2, format, None);
            let start = format!("it, line 2, byte {byte}: found bytes that are ");
            assert!(message.starts_with(&start), "{message}");
            assert!(
                message.contains("bytes that are no text; accepted: text in UTF-8"),
                "{message}"
            );
        }
    }
    let message = error(b"\xFF\xFE1\0", 2, Format::Csv, None);
    assert!(
        message.contains("; the text looks like UTF-16: save it as UTF-8"),
        "{message}"
    );
}

#[test]
fn a_line_without_end_is_refused_soon_in_every_format() {
    for format in [Format::Csv, Format::Jsonl, Format::Cards, Format::Auto] {
        for pattern in [&b" "[..], b"1,", b"[", b"\"", b"AS ", b"\xff", b"\0"] {
            let input = Endless { pattern, given: 0 };
            let source = Recorded::new(input, "it".to_owned(), 4, &Reading::from(format))
                .with(|reading| reading.skip_invalid = 1000);
            let message = read_all(source, 4).1.unwrap();
            assert!(
                message.starts_with("it, line 1, byte 0: found "),
                "{message}"
            );
            let told = message.contains("no end of the line within");
            // A line that is no text is read as numbers, and refused at the first of them.
            assert!(told || format == Format::Auto, "{message}");
        }
        // Line after line, none of which is a deck.
        for pattern in [&b"x\n"[..], b"[\n", b"\0\n"] {
            let input = Endless { pattern, given: 0 };
            let source = Recorded::new(input, "it".to_owned(), 4, &Reading::from(format))
                .with(|reading| reading.skip_invalid = 1000);
            let message = read_all(source, 4).1.unwrap();
            if (pattern, format) == (b"[\n", Format::Auto) {
                // A document, in which brackets are open that nobody closes.
                assert!(message.contains("within 128 brackets"), "{message}");
                continue;
            }
            assert!(message.starts_with("it, line 1001, byte "), "{message}");
            assert!(
                message.contains("; 1000 broken decks before it were skipped"),
                "{message}"
            );
        }
    }
}

#[test]
fn the_longest_line_is_read_and_one_byte_more_refused_in_every_format() {
    let longest = (1 << 16) + 256 * 2;
    for (deck, format) in [
        ("1,2", Format::Csv),
        ("[1,2]", Format::Jsonl),
        ("1 2", Format::Cards),
    ] {
        for (length, good) in [(longest, true), (longest + 1, false)] {
            let line = deck.to_owned() + &" ".repeat(length - deck.len());
            for bytes in [
                format!("{line}\n{line}\n"),
                format!("{line}\n\n{deck}"),
                format!("{deck}\n{line}"),
            ] {
                let (found, error) = read_all(recorded(bytes.as_bytes(), 2, format, None), 2);
                assert_eq!(error.is_none(), good, "{format:?} {length}");
                assert_eq!(found.len(), if good { 2 } else { 0 });
            }
        }
    }
}

#[test]
fn reads_of_any_size_change_nothing_in_any_format() {
    let good = "AS KD QC\r\n\n".repeat(70);
    let header = format!("a,b,c\n\n{}", "AS,KD,QC\nKD,AS,QC\n".repeat(70));
    for (bytes, format) in [
        (good.clone(), Format::Cards),
        (good.clone() + "AS KD", Format::Auto),
        (header.clone(), Format::Csv),
        (header + "AS,KD,KD", Format::Auto),
        ("[1,2,3]\n".repeat(70) + "[1,2,3", Format::Jsonl),
        ("\n\u{feff}\n 1 2 3\n".to_owned(), Format::Auto),
        ("\u{feff}\n{\"deck\":[1,2,3]}\n".to_owned(), Format::Auto),
    ] {
        let bytes = bytes.as_bytes();
        let expected = read_all(recorded(bytes, 3, format, None), 3);
        for step in [1, 2, 7, 1000] {
            let source = Recorded::new(
                crumbs(bytes, step, false),
                "it".to_owned(),
                3,
                &Reading::from(format),
            );
            assert_eq!(read_all(source, 3), expected, "{format:?} {step}");
            let source = Recorded::new(
                crumbs(bytes, step, true),
                "it".to_owned(),
                3,
                &Reading::from(format),
            );
            let message = read_all(source, 3).1.unwrap();
            // Nobody can tell what is wrong with a line that breaks off.
            if expected.1.is_none() {
                assert_eq!(
                    message, "it: cannot read it: the cable is out",
                    "{format:?} {step}"
                );
            }
        }
    }
}
