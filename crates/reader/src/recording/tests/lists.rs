//! Decks as programs print lists: every layout and quoting that is taken, and each error with its place.

use super::*;

/// All decks, the error that ended them, and what is said of them after the first block.
fn all(bytes: &str, cards: usize, format: Format) -> (Vec<Vec<u16>>, Option<String>, String) {
    let source = || recorded(bytes.as_bytes(), cards, format, None);
    let mut first = source();
    let _ = first.fill(&mut Block::new(cards));
    let (decks, error) = read_all(source(), cards);
    (decks, error, first.described())
}

#[test]
fn lists_are_read_in_every_layout() {
    for (bytes, format) in [
        ("[3, 1, 2]\n[1, 2, 3]\n[2, 1, 3]\n", "jsonl"),
        ("[3, 1, 2],\n[1, 2, 3],\n[2, 1, 3],\n", "jsonl"),
        (
            "('3', '1', '2')\n('1', '2', '3')\r\n\n('2', '1', '3')",
            "jsonl",
        ),
        ("[3 1 2]\n[1 2 3]\n[2 1 3]\n", "jsonl"),
        ("[[3,1,2],[1,2,3],[2,1,3]]", "json"),
        ("\u{feff}\n[[3,1,2],[1,2,3],[2,1,3],]\n", "json"),
        ("[[3 1 2]\n [1 2 3]\n [2 1 3]]\n", "json"),
        (
            "[\n  [\n    3,\n    1,\n    2\n  ],\n  [1, 2,\n 3,],\r\n  [2, 1, 3]\n]\n",
            "json",
        ),
        ("[\n  3, 1,\n  2\n]\n[ 1, 2, 3 ]\n[ 2, 1, 3 ]\n", "json"),
        ("[(3, 1, 2), (1, 2, 3), (2, 1, 3)]\n", "json"),
        ("[[3,1,2],[1,2,3]]\n[[2,1,3]]\n", "json"),
        (
            "{\"deck\": [3,1,2]}\n{'n': [], 'deck': (1,2,3)}\n{deck: [2,1,3]}\n",
            "jsonl",
        ),
        (
            "[{\"deck\": [3,1,2]},{\"deck\": [1,2,3], \"x\": [[1]]},{\"deck\": [2,1,3]}]",
            "json",
        ),
        (
            "{\"seed\": 7, \"decks\": [[3,1,2],[1,2,3],[2,1,3]], \"by\": {\"deck\": 1}}",
            "json",
        ),
        (
            "{\"decks\":\n [{\"deck\": [3,1,2]},\n {\"deck\": [1,2,3]},\n {\"deck\": [2,1,3]}]}",
            "json",
        ),
        (
            "{\n  \"deck\": [3, 1, 2]\n}\n{\n  \"deck\": [1, 2, 3]\n}\n{\"deck\": [2,1,3]}\n",
            "json",
        ),
    ] {
        for asked in [Format::Auto, Format::Json] {
            let (decks, error, said) = all(bytes, 3, asked);
            assert_eq!(error, None, "{bytes}");
            assert_eq!(decks, [[2, 0, 1], [0, 1, 2], [1, 0, 2]], "{bytes}");
            let format = if asked == Format::Json {
                "json"
            } else {
                format
            };
            assert_eq!(
                said,
                format!("it, {format}, cards counted from 1"),
                "{bytes}"
            );
        }
    }
}

#[test]
fn names_are_read_in_every_quoting() {
    for bytes in [
        "['KD', 'AS', '10S']\n['AS', 'TS', 'KD']\n",
        "[\"KD\", 'AS', \"T♠\"]\n[\"AS\", '10s', \"DK\"]\n",
        "[KD, AS, T♠]\n[AS, 10S, KD]\n",
        "['KD' 'AS' '10S']\n['AS' 'TS' 'KD']\n",
        "'KD', 'AS', '10S'\n'AS', 'TS', 'KD'\n",
        "'KD' 'AS' '10S'\n'AS' 'TS' 'KD'\n",
        "'KD';'AS';'10S'\n'AS';'TS';'KD'\n",
        "[['KD', 'AS', '10S'], [AS, TS, KD]]\n",
        "[\n [\n  \"KD\",\n  \"AS\",\n  \"\\u2660T\"\n ],\n [\"AS\", \"TS\", \"KD\"]\n]",
        "[('KD', 'AS', '10S'), ('AS', 'TS', 'KD')]",
        "{\"decks\": [[\"KD\", \"AS\", \"TS\"], [\"AS\", \"TS\", \"KD\"]]}",
    ] {
        let (decks, error, _) = all(bytes, 3, Format::Auto);
        assert_eq!(
            (decks, error),
            (vec![vec![2, 0, 1], vec![0, 1, 2]], None),
            "{bytes}"
        );
    }
}

#[test]
fn a_key_leads_to_the_decks() {
    for (bytes, key) in [
        (
            "{\"cards\": [3,1,2], \"deck\": 7}\n{\"cards\": [1,2,3]}\n",
            "cards",
        ),
        (
            "[{\"cards\": [3,1,2]}, {\"deck\": 7, \"cards\": [1,2,3]}]",
            "cards",
        ),
        (
            "{\"game\": {\"n\": 1, \"deck\": [3,1,2]}}\n{\"game\": {\"deck\": [1,2,3]}}",
            "game.deck",
        ),
        (
            "{\"games\": [{\"cards\": [3,1,2]},\n{\"cards\": [1,2,3]}]}",
            "games.cards",
        ),
        ("{\"a b\": [[3,1,2],[1,2,3]]}", "a b"),
    ] {
        for format in [Format::Auto, Format::Json] {
            let source = recorded(bytes.as_bytes(), 3, format, None)
                .with(|reading| reading.key = Some(key.parse().unwrap()));
            let found = read_all(source, 3);
            assert_eq!(found, (vec![vec![2, 0, 1], vec![0, 1, 2]], None), "{bytes}");
        }
    }
    for (bytes, message) in [
        (
            "{\"deck\": [3,1,2]}",
            "it, line 1, byte 16: found an object without the key `cards`, but `deck`; accepted: objects \
             that have it; --key says which key holds the deck",
        ),
        (
            "1 2 3\n",
            "it, line 1, byte 0: found --key cards with --format text; accepted with it: jsonl or json",
        ),
    ] {
        let source = recorded(bytes.as_bytes(), 3, Format::Auto, None)
            .with(|reading| reading.key = Some("cards".parse().unwrap()));
        assert_eq!(read_all(source, 3).1.as_deref(), Some(message));
    }
}

#[test]
fn what_is_wrong_in_a_document_has_its_line_and_byte() {
    for (bytes, start) in [
        (
            "[\n [1,2,3],\n [3,2,1]",
            "line 3, byte 20: found the end of the stream where `]`",
        ),
        (
            "[\n [1,2,3],\n [3,2,2]\n]",
            "line 3, byte 18: found `2` twice, as cards 2 and 3",
        ),
        (
            "[\n [1,2,3],\n [3,2]\n]",
            "line 3, byte 13: found 2 cards in the list; accepted: 3 in each list",
        ),
        (
            "[\n [1,2,3],\n [3,\n  2,\n  x]\n]",
            "line 5, byte 24: found `x` as card 3",
        ),
        (
            "[\n [1,2,3],\n []\n]",
            "line 3, byte 13: found 0 cards in the list",
        ),
        (
            "[\n [1,2,3],\n 7\n]",
            "line 3, byte 13: found `7` where a deck should stand",
        ),
        (
            "[\n [1,2,3],\n null\n]",
            "line 3, byte 13: found `null` where a deck",
        ),
        (
            "[\n [1,2,3]]\n]",
            "line 3, byte 12: found `]` where no bracket is open",
        ),
        (
            "[\n [1,2,\n\u{7}3]]",
            "line 3, byte 9: found bytes that are no text",
        ),
        (
            "[[\"AS\",\"KD\",\"QC\"],\n[\"AS\",\"KD\n\",\"QC\"]]",
            "line 2, byte 25: found `\"` without a closing quote",
        ),
    ] {
        let (_, error, _) = all(bytes, 3, Format::Json);
        let error = error.expect("an error");
        assert!(error.starts_with(&format!("it, {start}")), "{error}");
        assert!(error.contains("; accepted"), "{error}");
    }
    let long = format!("[[1,2,3],[{}", " ".repeat(1 << 20));
    let (_, error, _) = all(&long, 3, Format::Json);
    assert!(
        error
            .unwrap()
            .contains("found no end of the deck within 66304 bytes")
    );
    let long = format!("{{\"x\": \"{}", "x".repeat(1 << 20));
    let (_, error, _) = all(&long, 3, Format::Json);
    assert!(
        error
            .unwrap()
            .contains("found no end of a text or a word within")
    );
}

#[test]
fn a_wrong_deck_in_a_document_is_passed_over_but_no_missing_bracket() {
    let read = |bytes: &str| {
        let source = recorded(bytes.as_bytes(), 3, Format::Json, None)
            .with(|reading| reading.skip_invalid = 2);
        read_all(source, 3)
    };
    let good = vec![vec![0, 1, 2], vec![2, 1, 0]];
    assert_eq!(read("[[1,2,3],\n[1,\n2],\n[1,2,2],[3,2,1]]"), (good, None));
    let (_, error) = read("[[1,2,3],\n[1,\n2],[3,2,1],\n[1,2],[1],[3,2,1]]");
    let error = error.unwrap();
    assert!(
        error.starts_with("it, line 4, byte 32: found 1 card in the list"),
        "{error}"
    );
    let (_, error) = read("[[1,2,3],[1,2,[3,2,1]]");
    assert!(
        error
            .unwrap()
            .starts_with("it, line 1, byte 14: found `[` as card 3")
    );
}

#[test]
fn reads_of_any_size_change_nothing_in_a_document() {
    let deck = "[\"AS\", \"KD\",\n 'Q\\u2663'],";
    for bytes in [
        format!("\u{feff}[{}]", deck.repeat(70)),
        format!("{{\"n\": \"a\\\"b\", \"decks\": [{}]}}", deck.repeat(70)),
        format!("[{}", deck.repeat(70)),
        format!("[{}[\"AS\", ]]", deck.repeat(70)),
        format!(
            "[{}x yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy]]",
            deck.repeat(70)
        ),
        format!("[{}x]]\n 1 2 3", deck.repeat(70)),
        format!("1 2 3\n[{deck}]]"),
    ] {
        let expected = read_all(recorded(bytes.as_bytes(), 3, Format::Json, None), 3);
        for step in [1, 2, 7, 1000] {
            let source = |breaks| {
                let input = crumbs(bytes.as_bytes(), step, breaks);
                Recorded::new(input, "it".to_owned(), 3, &Reading::from(Format::Json))
            };
            assert_eq!(read_all(source(false), 3), expected, "{step}");
            let ended = |error: &String| error.contains("found the end of the stream");
            if expected.1.as_ref().is_none_or(ended) {
                let message = read_all(source(true), 3).1.unwrap();
                assert_eq!(message, "it: cannot read it: the cable is out");
            }
        }
    }
}

/// A document without end, on one line.
struct Document {
    decks: u64,
    left: Vec<u8>,
}

impl Read for Document {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.left.is_empty() && self.decks > 0 {
            self.decks -= 1;
            let last = self.decks == 0;
            self.left = (if last { b"[1,2,3]]" } else { b"[2,3,1]," }).to_vec();
        }
        let length = self.left.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.left[..length]);
        self.left.drain(..length);
        Ok(length)
    }
}

#[test]
fn a_document_on_one_line_is_read_deck_by_deck() {
    let input = Document {
        decks: 300_000,
        left: b"[".to_vec(),
    };
    let mut source = Recorded::new(input, "it".to_owned(), 3, &Reading::from(Format::Auto));
    let mut block = Block::new(3);
    let mut decks = 0;
    loop {
        source.fill(&mut block).unwrap();
        if block.is_empty() {
            break;
        }
        decks += block.len();
    }
    assert_eq!(decks, 300_000);
    assert_eq!(source.described(), "it, json, cards counted from 1");
}
