//! Text in other encodings than UTF-8: as spreadsheets and older programs write it.

use std::io::{self, Chain, Cursor, Read};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use encoding_rs_io::DecodeReaderBytesBuilder;

use text::files::Stream;

/// Bytes that tell the encoding.
const LOOKED_AT: usize = 1 << 12;

/// A stream whose first bytes were read.
type Begun = Chain<Cursor<Vec<u8>>, Stream>;

/// The same text in UTF-8, if it is text in an encoding that is known; or else as it is.
pub(crate) fn decoded(mut stream: Stream) -> io::Result<Stream> {
    let mut head = Vec::new();
    let mut room = [0; LOOKED_AT];
    // One read: whoever writes slowly is not waited for.
    while head.len() < 2 {
        let read = stream.read(&mut room)?;
        if read == 0 {
            break;
        }
        head.extend_from_slice(&room[..read]);
    }
    if let Some(rest) = without_separator(&head) {
        head = rest.to_vec();
    }
    let encoding = of(&head);
    let begun: Begun = Cursor::new(head).chain(stream);
    Ok(match encoding {
        None => Box::new(begun),
        Some(encoding) => Box::new(
            DecodeReaderBytesBuilder::new()
                .encoding(Some(encoding))
                .build(begun),
        ),
    })
}

/// The bytes behind the line by which Excel is told the separator, `sep=;`: a blank line stays, so that lines keep their
/// numbers.
fn without_separator(head: &[u8]) -> Option<&[u8]> {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let rest = text.strip_prefix(b"sep=")?;
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    (end <= 2).then_some(&rest[end..])
}

/// The encoding of text that begins so, if it is another than UTF-8.
fn of(head: &[u8]) -> Option<&'static Encoding> {
    // Files that are no text are told by their first bytes as they are.
    if super::packed::check(head).is_err() {
        return None;
    }
    match head {
        [0xff, 0xfe, ..] => return Some(UTF_16LE),
        [0xfe, 0xff, ..] => return Some(UTF_16BE),
        _ => {}
    }
    for encoding in [UTF_16LE, UTF_16BE] {
        let high = usize::from(encoding == UTF_16LE);
        let pairs = head.len() / 2;
        let plain = |pair: &[u8]| {
            pair[high] == 0 && (pair[1 - high] >= b' ' || b"\t\r\n".contains(&pair[1 - high]))
        };
        if pairs > 1 && head.chunks_exact(2).all(plain) {
            return Some(encoding);
        }
    }
    let control = |byte: &u8| *byte < b' ' && !b"\t\r\n\x0c".contains(byte);
    let is_utf_8 = match std::str::from_utf8(head) {
        Ok(_) => true,
        // The last character may go on behind what was read.
        Err(error) => error.error_len().is_none(),
    };
    // In older encodings of the West letters stand among ASCII; bytes of cards are anything.
    let letters = head.iter().filter(|byte| **byte >= 0x80).count();
    let is_text = !head.iter().any(control) && letters * 4 < head.len();
    (!is_utf_8 && is_text).then_some(WINDOWS_1252)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> String {
        let mut text = Vec::new();
        let stream: Stream = Box::new(Cursor::new(bytes.to_vec()));
        decoded(stream).unwrap().read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }

    #[test]
    fn text_is_read_in_each_encoding() {
        let text = "Name;Zoë\r\n1;2\r\n";
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        assert_eq!(read(&[b"\xff\xfe", &little[..]].concat()), text);
        assert_eq!(read(&[b"\xfe\xff", &big[..]].concat()), text);
        assert_eq!(read(&latin), text);
        assert_eq!(read(text.as_bytes()), text);
        let plain = "1,2,3\r\n3,2,1\r\n";
        let units = plain.encode_utf16().flat_map(u16::to_le_bytes);
        assert_eq!(read(&units.collect::<Vec<_>>()), plain);
        let units = plain.encode_utf16().flat_map(u16::to_be_bytes);
        assert_eq!(read(&units.collect::<Vec<_>>()), plain);
    }

    #[test]
    fn the_line_of_the_separator_is_blank() {
        assert_eq!(read(b"sep=;\r\n1;2\n"), "\n1;2\n");
        assert_eq!(read(b"\xef\xbb\xbfsep=,\n1,2\n"), "\n1,2\n");
        assert_eq!(read(b"september\n"), "september\n");
    }

    #[test]
    fn bytes_of_cards_stay_as_they_are() {
        for bytes in [
            &[0_u8, 1, 2, 3][..],
            &[51, 200, 3, 7],
            &[5, 0, 51, 0, 7, 0],
            b"",
            b"1",
        ] {
            assert_eq!(of(bytes), None, "{bytes:?}");
        }
        let cut = &"AS T♠".as_bytes()[..6];
        assert_eq!(of(cut), None);
    }
}
