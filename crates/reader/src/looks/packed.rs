//! Files that are told by their first bytes: packed ones, tables of spreadsheets, pages, and decks in bytes.

use super::Look;
use crate::recording::Format;

/// The first bytes of a kind of file, its name, and what to do.
struct Magic {
    bytes: &'static [u8],
    what: &'static str,
    advice: &'static str,
}

const UNPACK: &str = "unpack it first, and give the file that is in it";

const fn magic(bytes: &'static [u8], what: &'static str, advice: &'static str) -> Magic {
    Magic {
        bytes,
        what,
        advice,
    }
}

const SPREADSHEET: &str = "save the sheet as CSV, and give that file";

const MAGIC: [Magic; 18] = [
    magic(
        b"\x1f\x8b",
        "a gzip file",
        "unpack it first: `gunzip -c FILE | colddeck -`",
    ),
    magic(
        b"BZh",
        "a bzip2 file",
        "unpack it first: `bunzip2 -c FILE | colddeck -`",
    ),
    magic(
        b"\xfd7zXZ\0",
        "an xz file",
        "unpack it first: `xz -dc FILE | colddeck -`",
    ),
    magic(
        b"\x28\xb5\x2f\xfd",
        "a Zstandard file",
        "unpack it first: `zstd -dc FILE | colddeck -`",
    ),
    magic(b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    magic(b"Rar!", "a RAR archive", UNPACK),
    magic(
        b"\xd0\xcf\x11\xe0",
        "a document of an older Office, such as an .xls table",
        SPREADSHEET,
    ),
    magic(
        b"%PDF",
        "a PDF page",
        "export the data as CSV or text, and give that file",
    ),
    magic(
        b"{\\rtf",
        "a page of a word processor (RTF)",
        "save it as plain text",
    ),
    magic(
        b"\x89PNG",
        "a picture",
        "write down what it shows, a deck on each line",
    ),
    magic(
        b"\xff\xd8\xff",
        "a picture",
        "write down what it shows, a deck on each line",
    ),
    magic(
        b"GIF8",
        "a picture",
        "write down what it shows, a deck on each line",
    ),
    magic(
        b"SQLite format 3",
        "a SQLite database",
        "export the table: `sqlite3 -csv -header FILE 'SELECT …' | colddeck -`",
    ),
    magic(
        b"PAR1",
        "a Parquet file",
        "export it as CSV, as with `DataFrame.to_csv`",
    ),
    magic(
        b"\x93NUMPY",
        "an array of numpy",
        "of one order or several epochs: `colddeck order FILE`; decks are written as text: `numpy.savetxt('decks.txt', array, fmt='%d')`",
    ),
    magic(
        b"\x80\x04\x95",
        "a pickle of Python",
        "write it as JSON, a deck on each line",
    ),
    magic(
        b"\x80\x05\x95",
        "a pickle of Python",
        "write it as JSON, a deck on each line",
    ),
    magic(
        b"\x7fELF",
        "a program",
        "let it run: `colddeck exec --deck 52 -- ./FILE`",
    ),
];

/// The place of the mark of a tape archive, and the mark.
const TAPE: (usize, &[u8]) = (257, b"ustar");

/// Refuses files that are none of decks, by their first bytes.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let refused = |what: &str, advice: &str| Err(format!("this is {what}; {advice}"));
    if bytes.starts_with(b"PK\x03\x04") {
        let head = &bytes[..bytes.len().min(4096)];
        let has = |part: &[u8]| head.windows(part.len()).any(|window| window == part);
        return if has(b"xl/") || has(b"[Content_Types].xml") {
            refused("an Excel workbook (.xlsx)", SPREADSHEET)
        } else if has(b"opendocument") {
            refused("a LibreOffice document", SPREADSHEET)
        } else {
            refused("a ZIP archive", UNPACK)
        };
    }
    if let Some(known) = MAGIC.iter().find(|known| bytes.starts_with(known.bytes)) {
        return refused(known.what, known.advice);
    }
    let (at, mark) = TAPE;
    if bytes
        .get(at..)
        .is_some_and(|behind| behind.starts_with(mark))
    {
        return refused("a tar archive", UNPACK);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]);
    let head = head.trim_start_matches('\u{feff}').trim_start();
    let begins = |start: &str| {
        let begin = head.get(..start.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    };
    if begins("<!doctype html") || begins("<html") || begins("<head") {
        return refused(
            "a web page (HTML), perhaps saved instead of the file",
            "download the file that the page links to, and give that",
        );
    }
    if begins("<svg") {
        return refused("a picture (SVG)", "write down what it shows");
    }
    if begins("<session") || begins("<?xml") && head.contains("<session ") {
        return refused(
            "a history of iPoker (XML)",
            "convert it to PHH, or to PokerStars' text, and give that file",
        );
    }
    if begins("<?xml") || begins("<") && head.contains("</") {
        return refused("XML", "export the data as CSV or JSON, and give that file");
    }
    Ok(())
}

/// Decks that must be alike before bytes are taken for decks.
const ALIKE: usize = 3;

/// Cards of a deck in bytes, at the least: shorter ones may come by chance.
const FEWEST: usize = 8;

/// Decks in bytes: the first of them are permutations of one length, and there is nothing else.
pub(super) fn decks(bytes: &[u8]) -> Option<Look> {
    let is_text = |byte: &u8| *byte >= b' ' || b"\t\r\n".contains(byte);
    if bytes.iter().take(4096).all(is_text) {
        return None;
    }
    let wide: Vec<u64> = bytes
        .chunks_exact(2)
        .map(|pair| u64::from(u16::from_le_bytes([pair[0], pair[1]])))
        .collect();
    let narrow: Vec<u64> = bytes.iter().map(|byte| u64::from(*byte)).collect();
    let found = size(&narrow, 256).map(|cards| Look::Bytes(Format::U8, cards));
    found.or_else(|| size(&wide, deck::MAX_CARDS).map(|cards| Look::Bytes(Format::U16, cards)))
}

/// The length of decks one after the other.
fn size(numbers: &[u64], most: usize) -> Option<usize> {
    let first = numbers.first()?;
    // The first deck ends before its first card comes again.
    let next = numbers[1..].iter().position(|number| number == first)?;
    (FEWEST..=most.min(next + 1)).find(|cards| {
        let mut decks = numbers.chunks_exact(*cards).take(ALIKE);
        decks.len() == ALIKE && decks.all(|deck| super::permuted(deck).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_hold_no_decks_are_named() {
        for (bytes, what) in [
            (&b"\x1f\x8b\x08\0"[..], "gzip"),
            (b"PK\x03\x04....[Content_Types].xml", "Excel"),
            (b"PK\x03\x04....decks.txt", "ZIP"),
            (b"<!DOCTYPE html><html>", "web page"),
            (b"\xef\xbb\xbf<html lang=en>", "web page"),
            (b"<?xml version='1.0'?><x/>", "XML"),
            (b"\x93NUMPY", "numpy"),
        ] {
            let problem = check(bytes).unwrap_err();
            assert!(problem.contains(what), "{problem}");
        }
        assert_eq!(check(b"1 2 3\n"), Ok(()));
        assert_eq!(check(b"<3 2 1"), Ok(()));
    }

    #[test]
    fn decks_in_bytes_are_found() {
        let deck: Vec<u8> = (0..52).rev().collect();
        let bytes = deck.repeat(4);
        assert_eq!(decks(&bytes), Some(Look::Bytes(Format::U8, 52)));
        let wide: Vec<u8> = bytes.iter().flat_map(|card| [*card, 0]).collect();
        assert_eq!(decks(&wide), Some(Look::Bytes(Format::U16, 52)));
        assert_eq!(decks(b"1 2 3\n"), None);
        assert_eq!(decks(&[0, 1, 2, 2, 0, 9]), None);
    }
}
