//! Recorded decks come back as they were written; and whatever is done to a file, the reader gives
//! what an independent, slow parser finds in it, or an error where that one finds a fault.

mod mutate;
mod slow;
mod slow_lists;
mod write;

use deck::rng::{Draws, PcgDraws};
use deck::{BLOCK, Block};
use reader::{Base, FORMATS, Format, Header, Reading, Recorded, Start};
use source::{Outside, Source};

use self::mutate::{mutate, mutate_text};
use self::write::{Kind, list, names_of, write, written};

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

/// The way in which a stream is read.
#[derive(Debug, Clone)]
pub struct Case {
    format: Format,
    cards: usize,
    base: Option<Base>,
    /// The deck before the shuffle: the file, and the names in it.
    start: Option<(String, Vec<String>)>,
    in_place: bool,
    skip: u64,
    header: Header,
}

impl Case {
    fn plain(format: Format, cards: usize, base: Option<Base>) -> Self {
        Self {
            format,
            cards,
            base,
            start: None,
            in_place: false,
            skip: 0,
            header: Header::Auto,
        }
    }

    fn source<'a>(&self, bytes: &'a [u8]) -> Recorded<&'a [u8]> {
        let start = self
            .start
            .as_ref()
            .map(|(text, _)| Start::read(text.as_bytes(), "start".to_owned(), self.cards).unwrap());
        let reading = Reading {
            base: self.base,
            header: self.header,
            start,
            labels: 3,
            in_place: self.in_place,
            skip_invalid: self.skip,
            ..Reading::from(self.format)
        };
        Recorded::new(bytes, "it".to_owned(), self.cards, &reading)
    }

    /// Reads all blocks: the decks handed out, and whether the end was reached without an error.
    fn read(&self, bytes: &[u8]) -> (Vec<Deck>, bool, u64) {
        let mut source = self.source(bytes);
        let mut block = Block::new(self.cards);
        let mut decks: Vec<Deck> = Vec::new();
        let mut last = BLOCK;
        loop {
            let filled = source.fill(&mut block);
            assert_eq!(block.first(), decks.len() as u64);
            if let Err(error) = &filled {
                let message = error.to_string();
                assert!(
                    message.starts_with("it, ") && message.contains("; accepted"),
                    "{message}"
                );
                assert!(message.contains("byte "), "{message}");
                assert!(block.is_empty());
                assert!(source.fill(&mut block).is_err() && block.is_empty());
            }
            assert!(source.facts().skipped <= self.skip);
            if block.is_empty() {
                return (decks, filled.is_ok(), source.facts().skipped);
            }
            assert_eq!(last, BLOCK, "only the last block may be partial");
            last = block.len();
            block.index_decks();
            decks.extend(block.decks().map(<[u16]>::to_vec));
            assert_eq!(source.decks(), decks.len() as u64);
        }
    }
}

fn read(bytes: &[u8], cards: usize, format: Format, base: Option<Base>) -> (Vec<Deck>, bool) {
    let (decks, whole, _) = Case::plain(format, cards, base).read(bytes);
    (decks, whole)
}

#[test]
fn decks_come_back_as_they_were_written() {
    for cards in [2, 40, 52, 256, 257, 10_000] {
        let decks = shuffled(cards, 2 * BLOCK + 3, &mut random("round trip"));
        for about in FORMATS.iter().filter(|about| about.format.has_decks()) {
            for base in [Base::Zero, Base::One] {
                let highest = cards - 1 + base.number() as usize;
                if about.format == Format::U8 && highest > 255 {
                    continue;
                }
                let bytes = written(&decks, about.format, base);
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
        let decks = shuffled(5, decks, &mut random("blocks"));
        for about in FORMATS.iter().filter(|about| about.format.has_decks()) {
            let bytes = written(&decks, about.format, Base::One);
            let mut source = Recorded::new(&bytes[..], "it".to_owned(), 5, &about.format.into());
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
    for about in FORMATS.iter().filter(|about| about.format.has_decks()) {
        let mut bytes = written(&decks, about.format, Base::Zero);
        // The last card, whatever closes the deck behind it.
        let closed = matches!(about.format, Format::Jsonl | Format::Json);
        let end = bytes.len() - if closed { 3 } else { 2 };
        bytes[end] = b'7';
        let (back, whole) = read(&bytes, 5, about.format, None);
        assert!(!whole, "{}", about.name);
        assert_eq!(back, decks[..BLOCK]);
    }
}

/// Fuzzing: decks in a file, and mutated files for each format.
const DECKS: usize = 80;
const FILES: usize = 10_000;

/// Draws what a file may be asked to be read as.
fn case(format: Format, file: usize, draws: &mut PcgDraws) -> (Case, Kind) {
    let cards = [2, 5, 12][file % 3];
    let kinds = match format {
        Format::Text | Format::U8 | Format::U16 => {
            &[Kind::From(Base::Zero), Kind::From(Base::One)][..]
        }
        _ => &[
            Kind::From(Base::Zero),
            Kind::From(Base::One),
            Kind::Playing,
            Kind::Other,
        ],
    };
    let kind = kinds[file / 3 % kinds.len()];
    let mut case = Case::plain(format, cards, None);
    let mut pick = |bound| draws.below(bound) as usize;
    if let Kind::From(base) = kind {
        case.base = (pick(4) == 0).then_some(base);
    }
    case.skip = [0, 0, 1, 3, 1000][pick(5)];
    case.in_place = pick(4) == 0;
    case.header = [
        Header::Auto,
        Header::Auto,
        Header::Auto,
        Header::Yes,
        Header::No,
    ][pick(5)];
    if pick(2) == 0 {
        let mut names = names_of(kind, cards);
        let copies = pick(3) == 0 && format != Format::Text && !matches!(kind, Kind::From(_));
        if copies {
            let first = names[0].clone();
            names[cards - 1] = first;
        }
        let mut order: Deck = (0..cards as u16).collect();
        draws.shuffle(&mut order);
        let names: Vec<String> = order
            .iter()
            .map(|&at| names[usize::from(at)].clone())
            .collect();
        case.start = Some((list(&names, draws), names));
    }
    (case, kind)
}

fn fuzz(format: Format) {
    let mut draws = random(format.name());
    let (mut good, mut bad, mut skipping) = (0, 0, 0);
    for file in 0..FILES {
        let (case, kind) = case(format, file, &mut draws);
        let decks = shuffled(case.cards, DECKS, &mut draws);
        let names = match &case.start {
            Some((_, names)) => names.clone(),
            None => names_of(kind, case.cards),
        };
        let mut bytes = write(&decks, &names, format, case.header, &mut draws);
        for _ in 0..=draws.below(2) {
            mutate(&mut bytes, case.cards, format, &mut draws);
        }
        let (mut slow, right, skipped) = slow::read(&case, &bytes);
        if !right {
            slow.truncate(slow.len() / BLOCK * BLOCK);
        }
        let (fast, whole, passed) = case.read(&bytes);
        let context = || {
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4000)]).into_owned();
            let error = case.source(&bytes).fill(&mut Block::new(case.cards)).err();
            format!("{} file {file}: {case:?}, {error:?}\n{text}", format.name())
        };
        assert_eq!((whole, passed), (right, skipped), "{}", context());
        assert!(
            fast.iter().all(|deck| is_permutation(deck)),
            "{}",
            context()
        );
        let seen: Vec<Deck> = fast
            .iter()
            .map(|deck| slow::unlabelled(&case, deck))
            .collect();
        assert!(seen == slow, "{}", context());
        *(if right { &mut good } else { &mut bad }) += 1;
        skipping += u64::from(right && skipped > 0);
    }
    assert!(good > FILES / 10 && bad > FILES / 10, "{good} {bad}");
    assert!(skipping as usize > FILES / 100, "{skipping}");
}

#[test]
fn whatever_is_done_to_a_file_of_text_the_slow_parser_agrees() {
    fuzz(Format::Text);
}

#[test]
#[ignore = "some 5 s of processor: .ci/run ignored"]
fn whatever_is_done_to_separated_values_the_slow_parser_agrees() {
    fuzz(Format::Csv);
}

#[test]
#[ignore = "some 10 s of processor: .ci/run ignored"]
fn whatever_is_done_to_json_lines_the_slow_parser_agrees() {
    fuzz(Format::Jsonl);
}

#[test]
#[ignore = "some 10 s of processor: .ci/run ignored"]
fn whatever_is_done_to_a_document_the_slow_parser_agrees() {
    fuzz(Format::Json);
}

#[test]
fn whatever_is_done_to_names_of_cards_the_slow_parser_agrees() {
    fuzz(Format::Cards);
}

#[test]
fn whatever_is_done_to_bytes_the_slow_parser_agrees() {
    fuzz(Format::U8);
}

#[test]
fn whatever_is_done_to_pairs_of_bytes_the_slow_parser_agrees() {
    fuzz(Format::U16);
}

/// The format that `auto` chooses gives what it gives when it is asked for.
#[test]
fn a_format_that_is_found_out_reads_as_if_it_were_asked_for() {
    let mut draws = random("auto");
    let mut chosen = [0; 5];
    for file in 0..FILES {
        let formats = [
            Format::Text,
            Format::Csv,
            Format::Jsonl,
            Format::Json,
            Format::Cards,
        ];
        let format = formats[file % 5];
        let (case, kind) = case(format, file / 5, &mut draws);
        let case = Case {
            start: None,
            ..case
        };
        let decks = shuffled(case.cards, 3, &mut draws);
        let names = names_of(kind, case.cards);
        let mut bytes = write(&decks, &names, format, case.header, &mut draws);
        for _ in 0..draws.below(3) {
            mutate(&mut bytes, case.cards, format, &mut draws);
        }
        let auto = Case {
            format: Format::Auto,
            ..case
        };
        let mut source = auto.source(&bytes);
        let _ = source.fill(&mut Block::new(auto.cards));
        let said = source.described();
        let found = formats.iter().position(|format| {
            let name = format.name();
            let rest = said.strip_prefix(&format!("it, {name}"));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ' ']))
        });
        let found = found.expect("a format of text");
        chosen[found] += 1;
        let asked = Case {
            format: formats[found],
            ..auto.clone()
        };
        assert_eq!(auto.read(&bytes), asked.read(&bytes), "{file}");
    }
    assert!(chosen.iter().all(|&count| count > FILES / 20), "{chosen:?}");
}

/// A starting deck is refused, or it is a deck: read again as one, it is in its own order.
#[test]
fn whatever_is_done_to_a_starting_deck_it_is_a_deck_or_refused() {
    let mut draws = random("start");
    let (mut good, mut bad) = (0, 0);
    for file in 0..FILES {
        let kinds = [
            Kind::From(Base::Zero),
            Kind::From(Base::One),
            Kind::Playing,
            Kind::Other,
        ];
        let (cards, kind) = ([2, 5, 12][file % 3], kinds[file / 3 % 4]);
        let names = names_of(kind, cards);
        let mut bytes = list(&names, &mut draws).into_bytes();
        for _ in 0..=draws.below(2) {
            mutate_text(&mut bytes, &mut draws);
        }
        let Ok(start) = Start::read(&bytes[..], "start".to_owned(), cards) else {
            bad += 1;
            continue;
        };
        good += 1;
        let text = String::from_utf8(bytes).expect("it was accepted");
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        if lines == 1 && !start.has_copies() && !text.contains(['"', ';', '\t', '[', '{']) {
            let case = Case {
                start: Some((text.to_owned(), Vec::new())),
                ..Case::plain(Format::Cards, cards, None)
            };
            let (decks, whole, _) = case.read(text.as_bytes());
            assert!(whole, "{text}");
            assert_eq!(decks, [(0..cards as u16).collect::<Deck>()], "{text}");
        }
    }
    assert!(good > FILES / 10 && bad > FILES / 10, "{good} {bad}");
}

fn is_permutation(deck: &[u16]) -> bool {
    let mut sorted = deck.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..deck.len() as u16)
}
