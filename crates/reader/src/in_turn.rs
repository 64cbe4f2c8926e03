//! Several files, read one after the other as one stream.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;

use super::looks::decoded;
use super::recording::playing_card;
use text::files::{self, Stream};

/// Bytes of a line of names of columns, at the most.
const LONGEST_HEADER: usize = 1 << 16;

/// The files that are still to be read, the first of which may be open.
pub(super) struct InTurn {
    rest: VecDeque<PathBuf>,
    open: Option<Stream>,
    /// True if a file without an end of its last line gets one, so that this line stays one of its own.
    lines: bool,
    last: u8,
    /// The first line of the first file, if it names columns: later ones that repeat it begin behind it.
    header: Option<Vec<u8>>,
    begun: bool,
}

impl InTurn {
    /// The files in this order; of text if `lines` says so.
    pub fn new(files: impl IntoIterator<Item = PathBuf>, lines: bool) -> Self {
        Self {
            rest: files.into_iter().collect(),
            open: None,
            lines,
            last: b'\n',
            header: None,
            begun: false,
        }
    }
}

impl InTurn {
    /// The stream behind its header, if that was there before.
    fn headed(&mut self, mut stream: Stream) -> io::Result<Stream> {
        let mut line = Vec::new();
        let mut byte = [0];
        // The stream is read in pieces underneath.
        while line.len() < LONGEST_HEADER && line.last() != Some(&b'\n') {
            if stream.read(&mut byte)? == 0 {
                break;
            }
            line.push(byte[0]);
        }
        if !std::mem::replace(&mut self.begun, true) {
            self.header = is_header(&line).then(|| line.clone());
        } else if self.header.as_ref() == Some(&line) {
            return Ok(stream);
        }
        Ok(Box::new(Cursor::new(line).chain(stream)))
    }
}

/// Returns true for a row of names of columns: no cards and no numbers.
fn is_header(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else {
        return false;
    };
    let mut names = line.trim().split([',', ';', '\t']);
    line.contains([',', ';', '\t'])
        && names.all(|name| {
            let name = name.trim().trim_matches('"');
            name.starts_with(char::is_alphabetic) && playing_card(name).is_none()
        })
}

impl Read for InTurn {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if room.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(open) = &mut self.open {
                let read = open.read(room)?;
                if read > 0 {
                    self.last = room[read - 1];
                    return Ok(read);
                }
                self.open = None;
                if self.lines && self.last != b'\n' {
                    self.last = b'\n';
                    room[0] = b'\n';
                    return Ok(1);
                }
            }
            let Some(next) = self.rest.pop_front() else {
                return Ok(0);
            };
            let open = files::open_file(&next);
            let open = match open {
                Ok(stream) if self.lines => decoded(stream).and_then(|stream| self.headed(stream)),
                open => open,
            };
            self.open = Some(open.map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", next.display()))
            })?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_file_stay_apart_from_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let texts = ["0 1", "1 0\n", "", "0 1\n1 0"];
        let files: Vec<PathBuf> = (0..texts.len())
            .map(|at| folder.path().join(at.to_string()))
            .collect();
        for (file, text) in files.iter().zip(texts) {
            std::fs::write(file, text).unwrap();
        }
        let read = |lines| {
            let mut text = String::new();
            InTurn::new(files.clone(), lines)
                .read_to_string(&mut text)
                .unwrap();
            text
        };
        assert_eq!(read(true), "0 1\n1 0\n0 1\n1 0\n");
        assert_eq!(read(false), "0 11 0\n0 1\n1 0");
        let named: Vec<PathBuf> = ["a,b\n1,2\n", "a,b\n2,1\n", "b,a\n2,1\n"]
            .iter()
            .zip(0..)
            .map(|(text, at)| {
                let file = folder.path().join(format!("named-{at}"));
                std::fs::write(&file, text).unwrap();
                file
            })
            .collect();
        let mut text = String::new();
        InTurn::new(named, true).read_to_string(&mut text).unwrap();
        assert_eq!(text, "a,b\n1,2\n2,1\nb,a\n2,1\n");
        let missing = folder.path().join("none");
        let error = InTurn::new([missing], true).read(&mut [0]).unwrap_err();
        assert!(error.to_string().contains("none"), "{error}");
    }
}
