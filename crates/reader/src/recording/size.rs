//! The number of cards in the decks of a stream, if nobody says: as many as the first of them has. The stream is opened
//! once, and what was read of it is kept for those who read the decks.

use std::io::{self, Chain, Cursor, Read};

use super::columns::{Columns, Found};
use super::format::Format;
use super::header::Header;
use super::json::Documents;
use super::reader::{Reader, first_line};
use super::row::Row;
use super::rows::longest;
use super::rules::Rules;
use super::separator::Separator;
use super::slips::text_of;
use super::sniff::{BYTE_ORDER_MARK, instead};
use super::window::Window;
use super::{cards, csv, jsonl};
use crate::fault::{Fault, Place, Slip};
use crate::looks::likely;
use crate::{Reading, SourceError};
use ::text::names::{counted, grouped};
use deck::{MAX_CARDS, MIN_CARDS};

/// Bytes that are read at a time: more than most first decks have.
const STEP: usize = 1 << 16;

/// Bytes that may be looked at: two of the longest lines.
const WIDEST: usize = 2 * (longest(MAX_CARDS) + 1);

/// A stream of which the beginning was read, from its start.
pub type Begun<R> = Chain<Cursor<Vec<u8>>, R>;

/// Keeps what is read.
struct Keeper<R> {
    input: R,
    kept: Vec<u8>,
}

impl<R: Read> Read for Keeper<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let room = match room.len() {
            0..=STEP => room,
            _ => &mut room[..STEP],
        };
        let read = self.input.read(room)?;
        self.kept.extend_from_slice(&room[..read]);
        Ok(read)
    }
}

/// Counts the cards of the first deck of `input`, which messages call `name` and which is read as
/// `reading` says; gives the stream back as it was.
pub(crate) fn sized<R: Read>(
    input: R,
    name: &str,
    reading: &Reading,
) -> Result<(usize, Begun<R>), SourceError> {
    let keeper = Keeper {
        input,
        kept: Vec::new(),
    };
    let mut window = Window::new(keeper, WIDEST);
    let found = count(&mut window, reading);
    let Keeper { input, kept } = window.into_input();
    let cards = found.map_err(|fault| {
        let said = reading.format != Format::Auto;
        let guess = (!said).then(|| likely(&kept[..kept.len().min(STEP)]));
        fault.guessed(guess.flatten()).named(name)
    })?;
    Ok((cards, Cursor::new(kept).chain(input)))
}

/// The words with which a message ends where the number of cards cannot be found out.
const SAY: &str = "; --deck N says how many cards a deck has";

fn count<R: Read>(window: &mut Window<R>, reading: &Reading) -> Result<usize, Fault> {
    let key = reading.key.as_ref();
    let format = match (reading.format, reading.has_values()) {
        (Format::Auto, true) => Format::Csv,
        (Format::Auto, false) => Reader::choose(window, MAX_CARDS, false, key),
        (format, _) => format,
    };
    let at_start = |problem: String| Fault::Deck {
        place: Place::Byte {
            line: None,
            byte: 0,
        },
        problem,
        behind: None,
    };
    if let Format::U8 | Format::U16 = format {
        return Err(at_start(format!(
            "found --format {}, whose bytes do not say where a deck ends; accepted: with --deck N, the \
             number of cards",
            format.name()
        )));
    }
    let (cards, place) = if format == Format::Json {
        let mut documents = Documents::new(MAX_CARDS);
        documents.set_rules(&Rules::of(reading));
        let count = documents.count(window)?;
        (count, documents.place(window))
    } else {
        let (start, end) = first_line(window, WIDEST);
        let next = if format == Format::Csv && start < end {
            let behind = (end + 1).min(window.bytes(end + 1).len());
            line_behind(window, behind)
        } else {
            Vec::new()
        };
        let bytes = window.bytes(end);
        let marked = start == 0 && bytes.starts_with(BYTE_ORDER_MARK);
        let start = start + if marked { BYTE_ORDER_MARK.len() } else { 0 };
        let place = |at: usize| Place::Byte {
            line: Some(1 + bytes[..start].iter().filter(|byte| **byte == b'\n').count() as u64),
            byte: (start + at) as u64,
        };
        let line = &bytes[start..];
        let count = on_line(line, &next, format, reading).map_err(|slip| Fault::Deck {
            place: place(slip.at),
            problem: slip.problem + &instead(line, MAX_CARDS, format) + SAY,
            behind: None,
        })?;
        ((count > 0).then_some(count), place(0))
    };
    if let (None, Some(error)) = (cards, window.take_broken()) {
        return Err(Fault::Broken(error));
    }
    let problem = match cards {
        None => "found no deck; accepted: a deck or more".to_owned(),
        Some(cards) if (MIN_CARDS..=MAX_CARDS).contains(&cards) => return Ok(cards),
        Some(cards) if cards < MIN_CARDS => {
            let found = counted(cards as u64, "card");
            format!("found a first deck of {found}; accepted: {MIN_CARDS} to {MAX_CARDS}{SAY}")
        }
        // A line is looked at up to some length: more may stand there than was counted.
        Some(_) => {
            let most = grouped(MAX_CARDS as u64);
            format!(
                "found more than {most} cards on the first line; accepted: a deck of {MIN_CARDS} to {most} on each; draws, one \
                 after the other, are read with --weights"
            )
        }
    };
    Err(Fault::Deck {
        place,
        problem,
        behind: None,
    })
}

/// Looks ahead: the first line behind so many bytes of the window that is not blank.
fn line_behind<R: Read>(window: &mut Window<R>, behind: usize) -> Vec<u8> {
    let widest = behind + longest(MAX_CARDS);
    let mut start = behind;
    loop {
        let end = window.line_end(start, widest);
        let bytes = window.bytes(end.unwrap_or(widest));
        let line = &bytes[start.min(bytes.len())..];
        match end {
            Some(end) if line.trim_ascii().is_empty() => start = end + 1,
            _ => return line.to_vec(),
        }
    }
}

/// Counts the cards on a line, in a format of lines; `next` is the one after it.
fn on_line(line: &[u8], next: &[u8], format: Format, reading: &Reading) -> Result<usize, Slip> {
    let text = text_of(line)?;
    let mut row = Row::default();
    match format {
        Format::Csv => {
            let separator = reading.separator.map(Separator::byte);
            let delimiter = separator.unwrap_or_else(|| csv::delimiter(text, 0));
            csv::header(text, delimiter, &mut row)?;
            match reading.columns.as_ref().map(|columns| columns.find(&row)) {
                None => {}
                Some(found) => {
                    let found = found?;
                    if let Found::Each(columns) = found {
                        return Ok(columns.len());
                    }
                    // The deck is in one column: of the row behind the header, if there is one.
                    let named = matches!(reading.columns, Some(Columns::Named(_)));
                    let behind = named || reading.header == Header::Yes;
                    let text = if behind { text_of(next)? } else { text };
                    csv::deck(text, delimiter, Some(&found), &mut row)?;
                }
            }
        }
        Format::Jsonl => jsonl::split(text, reading.key.as_ref(), &mut row)?,
        Format::Cards => cards::split(text, &mut row)?,
        _ => {
            let numbers = text.split([' ', '\t', ',']);
            return Ok(numbers.filter(|number| !number.is_empty()).count());
        }
    }
    Ok(row.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(bytes: &[u8], format: Format) -> Result<usize, String> {
        let (cards, mut begun) =
            sized(bytes, "it", &Reading::from(format)).map_err(|error| error.to_string())?;
        let mut whole = Vec::new();
        begun.read_to_end(&mut whole).unwrap();
        assert_eq!(whole, bytes, "the stream is given back");
        Ok(cards)
    }

    #[test]
    fn the_first_deck_says_how_many_cards_there_are() {
        for bytes in [
            "2 0 1\n0 1 2\n",
            "\u{feff}\n \r\n3,1,2",
            "3,1 2\r\n1 2\n",
            "AS KD QC",
            "'AS', 'KD', 'QC'",
            "The Sun, The Moon, The Star",
            "a;b;c\n1;2;3",
            "\"AS\",\"KD\",\"QC\"\n",
            "[1, 2, 3]\n[1]\n",
            "['AS', 'KD', 'QC']",
            "{\"n\": [1, 2], \"deck\": [1, 2, 3]}\n",
            "[[1, 2,\n 3], [1]]",
            "\u{feff}[\n  \"AS\",\n  \"KD\",\n  \"QC\"\n]\n",
            "{\"decks\": [{\"deck\": [1, 2, 3]}]}",
        ] {
            assert_eq!(size(bytes.as_bytes(), Format::Auto), Ok(3), "{bytes}");
        }
        let long: Vec<String> = (0..MAX_CARDS).map(|card| card.to_string()).collect();
        assert_eq!(size(long.join(" ").as_bytes(), Format::Auto), Ok(MAX_CARDS));
        assert_eq!(size(long.join(",\n").as_bytes(), Format::Csv), Ok(2));
        let lists = format!("[[{}],[1]]", long.join(",\n"));
        assert_eq!(size(lists.as_bytes(), Format::Auto), Ok(MAX_CARDS));
    }

    #[test]
    fn what_does_not_say_it_is_refused() {
        for (bytes, format, part) in [
            (&b""[..], Format::Auto, "line 1, byte 0: found no deck"),
            (b"\n \n", Format::Auto, "found no deck"),
            (b"[]", Format::Auto, "line 1, byte 0: found no deck"),
            (
                b"7\n",
                Format::Auto,
                "line 1, byte 0: found a first deck of 1 card; accepted: 2 to",
            ),
            (
                b"\n\n[[7]]",
                Format::Auto,
                "line 3, byte 2: found a first deck of 1 card;",
            ),
            (
                b"\x00\x01\x02",
                Format::Auto,
                "bytes that are no text; accepted",
            ),
            (
                b"\x00\x01\x02",
                Format::U8,
                "byte 0: found --format u8, whose bytes do not",
            ),
            (
                b"[1, 2",
                Format::Auto,
                "line 1, byte 5: found the end of the stream",
            ),
            (
                b"\n['AS', KD'",
                Format::Jsonl,
                "line 2, byte 11: found the end of the line",
            ),
            (
                b"AS,,KD",
                Format::Cards,
                "line 1, byte 3: found no card where card 2",
            ),
        ] {
            let message = size(bytes, format).unwrap_err();
            assert!(message.contains(part), "{message}");
            assert!(message.contains("; accepted"), "{message}");
        }
        let message = size(b"\x00\x01\x02", Format::Auto).unwrap_err();
        assert!(message.ends_with(SAY), "{message}");
    }
}
