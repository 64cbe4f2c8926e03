//! Several files, read one after the other as one stream.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::PathBuf;

use text::files::{self, Stream};

/// The files that are still to be read, the first of which may be open.
pub(super) struct InTurn {
    rest: VecDeque<PathBuf>,
    open: Option<Stream>,
    /// True if a file without an end of its last line gets one, so that this line stays one of its own.
    lines: bool,
    last: u8,
}

impl InTurn {
    /// The files in this order; of text if `lines` says so.
    pub fn new(files: impl IntoIterator<Item = PathBuf>, lines: bool) -> Self {
        Self {
            rest: files.into_iter().collect(),
            open: None,
            lines,
            last: b'\n',
        }
    }
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
        let missing = folder.path().join("none");
        let error = InTurn::new([missing], true).read(&mut [0]).unwrap_err();
        assert!(error.to_string().contains("none"), "{error}");
    }
}
