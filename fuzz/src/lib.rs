//! Asks of every parser of recorded decks that it ends, whatever it reads, without a panic, with decks or with an error
//! that names the place; that what it hands out are decks; and that the number of pieces in which the stream comes
//! makes no difference.

mod files;

use std::io::Read;

use deck::Block;
use reader::{Base, Format, Header, Reading, Recorded, Start};
use source::{Outside, Source, SourceError};

pub use files::{counts, record, spec};

/// Reads the first bytes as options, the others as a stream of decks in `format`.
///
/// # Panics
///
/// If the parser is wrong.
pub fn decks(format: Format, bytes: &[u8]) {
    let Some((&[cards, how, which], stream)) = bytes.split_first_chunk() else {
        return;
    };
    let cards = [2, 3, 5, 12, 52, 54, 256, 300][usize::from(cards % 8)];
    let whole = outcome(format, cards, how, which, stream);
    let pieces = outcome(format, cards, how, which, Pieces(stream));
    assert_eq!(whole, pieces);
}

/// Reads the first byte as the number of cards, the others as a starting deck.
///
/// # Panics
///
/// If the parser is wrong.
pub fn start(bytes: &[u8]) {
    let Some((&cards, bytes)) = bytes.split_first() else {
        return;
    };
    let cards = [2, 3, 5, 12, 52, 60][usize::from(cards % 6)];
    match Start::read(bytes, "start".to_owned(), cards) {
        Ok(start) => {
            // One deck after it: what comes out is a deck or an error.
            let reading = Reading {
                start: Some(start),
                labels: 1,
                ..Reading::from(Format::Auto)
            };
            let source = Recorded::new(bytes, "it".to_owned(), cards, &reading);
            read(source, cards);
        }
        Err(error) => check(&error),
    }
}

/// Starting decks that decks of some sizes may be relative to.
const STARTS: [(&str, usize); 4] = [
    ("3 1 2", 3),
    ("2 AS\nKD\n2x QH\n", 5),
    ("4 Forest\n4 Island\n3 Lightning Bolt\nx\n", 12),
    ("[0, 4, 2, 3, 1]", 5),
];

type Outcome = (Vec<u16>, Option<String>, u64, String);

fn outcome(format: Format, cards: usize, how: u8, which: u8, stream: impl Read) -> Outcome {
    let base = [None, None, Some(Base::Zero), Some(Base::One)][usize::from(how % 4)];
    let header = [Header::Auto, Header::Auto, Header::Yes, Header::No][usize::from(how / 4 % 4)];
    let mut reading = Reading {
        base,
        header,
        skip_invalid: [0, 0, 2, 1000][usize::from(how / 16 % 4)],
        in_place: how >= 192,
        labels: 1,
        ..Reading::from(format)
    };
    if (192..224).contains(&which) && matches!(format, Format::Auto | Format::Csv) {
        let columns = format!("2-{}", cards + 1);
        reading.columns = Some(columns.parse().expect("columns"));
    }
    if let Some((text, of)) = STARTS.get(usize::from(which))
        && *of == cards
    {
        let start = Start::read(text.as_bytes(), "start".to_owned(), cards);
        reading.start = Some(start.expect("a good start"));
    }
    let source = Recorded::new(stream, "it".to_owned(), cards, &reading);
    read(source, cards)
}

fn read<R: Read>(mut source: Recorded<R>, cards: usize) -> Outcome {
    let mut block = Block::new(cards);
    let mut all = Vec::new();
    loop {
        let filled = source.fill(&mut block);
        if let Err(error) = &filled {
            assert!(block.is_empty());
            check(error);
        }
        block.index_decks();
        for deck in block.decks() {
            let mut sorted = deck.to_vec();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..cards as u16));
            all.extend_from_slice(deck);
        }
        if block.is_empty() {
            let error = filled.err().map(|error| error.to_string());
            assert!(error.is_some() || !all.is_empty(), "no deck and no error");
            return (all, error, source.facts().skipped, source.described());
        }
    }
}

/// Every refusal says where, what was found and what is accepted.
fn check(error: &SourceError) {
    let text = error.to_string();
    assert!(text.contains("byte "), "{text}");
    assert!(text.contains(": found "), "{text}");
    assert!(text.contains("; accepted"), "{text}");
}

/// A stream that comes in small pieces.
struct Pieces<'a>(&'a [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(self.0.len()).min(1 + self.0.len() % 13);
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}
