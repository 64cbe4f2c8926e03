//! Recorded decks come back as they were written; and whatever is done to a file, the reader gives
//! what an independent, slow parser finds in it, or an error where that one finds a fault.

use colddeck::deck::{BLOCK, Block};
use colddeck::rng::{Draws, PcgDraws};
use colddeck::source::{Base, FORMATS, Format, Recorded, Source};

type Deck = Vec<u16>;

fn random(label: &str) -> PcgDraws {
    PcgDraws::for_batch(7, label, 0, 0)
}

fn shuffled(cards: usize, decks: usize, draws: &mut PcgDraws) -> Vec<Deck> {
    let mut deck: Deck = (0..cards).map(|card| card as u16).collect();
    let mut next = || {
        draws.shuffle(&mut deck);
        deck.clone()
    };
    (0..decks).map(|_| next()).collect()
}

fn write(decks: &[Deck], format: Format, base: Base) -> Vec<u8> {
    let low = base.number() as u16;
    let number = |card: &u16| card + low;
    let line = |deck: &Deck| {
        let tokens: Vec<String> = deck.iter().map(|card| number(card).to_string()).collect();
        tokens.join(" ") + "\n"
    };
    match format {
        Format::Text => decks
            .iter()
            .flat_map(|deck| line(deck).into_bytes())
            .collect(),
        Format::U8 => decks
            .iter()
            .flatten()
            .map(|card| number(card) as u8)
            .collect(),
        Format::U16 => decks
            .iter()
            .flatten()
            .flat_map(|card| number(card).to_le_bytes())
            .collect(),
    }
}

/// Reads all blocks: the decks handed out, and whether the end was reached without an error.
fn read(bytes: &[u8], cards: usize, format: Format, base: Option<Base>) -> (Vec<Deck>, bool) {
    let mut source = Recorded::new(bytes, "it".to_owned(), cards, format, base);
    let mut block = Block::new(cards);
    let mut decks: Vec<Deck> = Vec::new();
    let mut last = BLOCK;
    loop {
        let filled = source.fill(&mut block);
        assert_eq!(block.first(), decks.len() as u64);
        if filled.is_err() {
            assert!(block.is_empty());
            assert!(source.fill(&mut block).is_err() && block.is_empty());
        }
        if block.is_empty() {
            return (decks, filled.is_ok());
        }
        assert_eq!(last, BLOCK, "only the last block may be partial");
        last = block.len();
        decks.extend(block.decks().map(<[u16]>::to_vec));
        assert_eq!(source.decks(), decks.len() as u64);
    }
}

#[test]
fn decks_come_back_as_they_were_written() {
    for cards in [2, 40, 52, 256, 257, 10_000] {
        let decks = shuffled(cards, 2 * BLOCK + 3, &mut random("round trip"));
        for about in FORMATS {
            for base in [Base::Zero, Base::One] {
                let highest = cards - 1 + base.number() as usize;
                if about.format == Format::U8 && highest > 255 {
                    continue;
                }
                let bytes = write(&decks, about.format, base);
                for given in [None, Some(base)] {
                    let (back, whole) = read(&bytes, cards, about.format, given);
                    assert!(whole && back == decks, "{} {cards} {base:?}", about.name);
                }
                let other = match base {
                    Base::Zero => Base::One,
                    Base::One => Base::Zero,
                };
                let (back, whole) = read(&bytes, cards, about.format, Some(other));
                assert!(back.is_empty() && !whole);
            }
        }
    }
}

#[test]
fn blocks_are_full_but_for_the_last() {
    for (decks, blocks) in [(1, &[1][..]), (64, &[64]), (130, &[64, 64, 2])] {
        let written = shuffled(5, decks, &mut random("blocks"));
        for about in FORMATS {
            let bytes = write(&written, about.format, Base::One);
            let mut source = Recorded::new(&bytes[..], "it".to_owned(), 5, about.format, None);
            let mut block = Block::new(5);
            let mut first = 0;
            for &len in blocks {
                source.fill(&mut block).unwrap();
                assert_eq!((block.first(), block.len()), (first, len));
                first += len as u64;
            }
            for _ in 0..2 {
                source.fill(&mut block).unwrap();
                assert!(block.is_empty());
            }
        }
    }
}

#[test]
fn a_wrong_deck_takes_its_block_with_it_but_not_those_before() {
    let decks = shuffled(5, 100, &mut random("blocks"));
    for about in FORMATS {
        let mut bytes = write(&decks, about.format, Base::Zero);
        let end = bytes.len() - 2;
        bytes[end] = b'7';
        let (back, whole) = read(&bytes, 5, about.format, None);
        assert!(!whole);
        assert_eq!(back, decks[..BLOCK]);
    }
}

/// Fuzzing: cards in a deck, decks in a file and mutated files for each format.
const CARDS: usize = 12;
const DECKS: usize = 100;
const FILES: usize = 1000;

#[test]
fn whatever_is_done_to_a_file_the_slow_parser_agrees() {
    for about in FORMATS {
        let mut draws = random(about.name);
        let (mut good, mut bad) = (0, 0);
        for file in 0..FILES {
            let cards = [2, CARDS][file % 2];
            let base = [Base::Zero, Base::One][file / 2 % 2];
            let decks = shuffled(cards, DECKS, &mut draws);
            let mut bytes = write(&decks, about.format, base);
            for _ in 0..=draws.below(2) {
                mutate(&mut bytes, cards, about.format, &mut draws);
            }
            let given = (draws.below(4) == 0).then_some(base);
            let (mut slow, right) = slowly(&bytes, cards, about.format, given);
            if !right {
                slow.truncate(slow.len() / BLOCK * BLOCK);
            }
            let (fast, whole) = read(&bytes, cards, about.format, given);
            assert!(fast == slow && whole == right, "{} file {file}", about.name);
            assert!(fast.iter().all(|deck| is_permutation(deck)));
            *(if right { &mut good } else { &mut bad }) += 1;
        }
        assert!(good > FILES / 10 && bad > FILES / 10, "{good} {bad}");
    }
}

fn is_permutation(deck: &[u16]) -> bool {
    let mut sorted = deck.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..deck.len() as u16)
}

/// Damages a file, or changes it in a way that may leave it whole.
fn mutate(bytes: &mut Vec<u8>, cards: usize, format: Format, draws: &mut PcgDraws) {
    let mut pick = |bound: usize| draws.below(bound.max(1) as u32) as usize;
    let at = pick(bytes.len());
    match pick(12) {
        0 => bytes.truncate(at),
        1 => {
            let bit = pick(8);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << bit;
            }
        }
        2 => bytes.extend_from_within(..),
        3 => {
            // A stretch of the file comes twice.
            let end = (at + pick(40)).min(bytes.len());
            let stretch = bytes[at..end].to_vec();
            bytes.splice(end..end, stretch);
        }
        4 => {
            for _ in 0..=pick(3) {
                let byte = pick(256) as u8;
                bytes.insert(at.min(bytes.len()), byte);
            }
        }
        5 => {
            // Bytes that mean something in text.
            let byte = b" \t,\n\r-+.0129"[pick(12)];
            bytes.insert(at.min(bytes.len()), byte);
        }
        6 => {
            let other = pick(bytes.len());
            if !bytes.is_empty() {
                bytes.swap(at, other);
            }
        }
        7 => {
            // Two lines, or decks, are swapped.
            let mut rows: Vec<&[u8]> = match format {
                Format::Text => bytes.split_inclusive(|&byte| byte == b'\n').collect(),
                Format::U8 => bytes.chunks(cards).collect(),
                Format::U16 => bytes.chunks(2 * cards).collect(),
            };
            let (one, other) = (pick(rows.len()), pick(rows.len()));
            if !rows.is_empty() {
                rows.swap(one, other);
            }
            *bytes = rows.concat();
        }
        8 if format == Format::Text => {
            let (old, new) = [(' ', ", "), (' ', "\t "), ('\n', "\r\n"), ('\n', "\n\n")][pick(4)];
            let text = String::from_utf8_lossy(bytes).replace(old, new);
            *bytes = text.into_bytes();
        }
        9 => {
            bytes.splice(..0, *b"\xEF\xBB\xBF");
        }
        10 => {
            let end = (at + pick(10)).min(bytes.len());
            bytes.drain(at..end);
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = pick(256) as u8;
            }
        }
    }
}

/// The decks of a file up to the first fault, and whether there is none. Written for the eye, not
/// for speed.
fn slowly(bytes: &[u8], cards: usize, format: Format, given: Option<Base>) -> (Vec<Deck>, bool) {
    let rows: Vec<Vec<u64>> = match format {
        Format::Text => {
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            let lines = bytes.split(|&byte| byte == b'\n');
            // A wrong line is a row without cards: no deck.
            lines
                .filter_map(|line| match std::str::from_utf8(line) {
                    Ok(line) => slow_line(line),
                    Err(_) => Some(Vec::new()),
                })
                .collect()
        }
        Format::U8 => {
            let values: Vec<u64> = bytes.iter().map(|&byte| u64::from(byte)).collect();
            values.chunks(cards).map(<[u64]>::to_vec).collect()
        }
        Format::U16 => {
            // Half a number at the end is one that no deck has.
            let high = |pair: &[u8]| pair.get(1).map_or(1 << 20, |&byte| u64::from(byte));
            let value = |pair: &[u8]| u64::from(pair[0]) + 256 * high(pair);
            let values: Vec<u64> = bytes.chunks(2).map(value).collect();
            values.chunks(cards).map(<[u64]>::to_vec).collect()
        }
    };
    let low = match (given, rows.first().and_then(|row| row.iter().min())) {
        (Some(base), _) => u64::from(base.number()),
        (None, Some(&low @ (0 | 1))) => low,
        _ => return (Vec::new(), false),
    };
    let decks: Vec<Deck> = rows
        .iter()
        .take_while(|row| {
            let mut sorted = Vec::clone(row);
            sorted.sort_unstable();
            sorted.into_iter().eq(low..low + cards as u64)
        })
        .map(|row| row.iter().map(|number| (number - low) as u16).collect())
        .collect();
    let right = !decks.is_empty() && decks.len() == rows.len();
    (decks, right)
}

/// A line's numbers: nothing for a blank line, and no numbers for a wrong one.
fn slow_line(line: &str) -> Option<Vec<u64>> {
    const BLANKS: [char; 2] = [' ', '\t'];
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.trim_matches(BLANKS).is_empty() {
        return None;
    }
    let mut row = Vec::new();
    for field in line.split(',') {
        let mut tokens = field
            .split(BLANKS)
            .filter(|token| !token.is_empty())
            .peekable();
        if tokens.peek().is_none() {
            return Some(Vec::new());
        }
        for token in tokens {
            let digits = token.bytes().all(|byte| byte.is_ascii_digit());
            match token.parse() {
                Ok(number) if digits => row.push(number),
                _ => return Some(Vec::new()),
            }
        }
    }
    Some(row)
}
