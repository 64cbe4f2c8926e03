//! Numbers of items as they are written: text, arrays of numpy, raw numbers, a column of a table.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::{self, Read};

use super::{Written, archive, wrong};
use crate::recording::one_order;
use crate::{Input, SourceError};
use deck::subject::MAX_ITEMS;
use text::found::token;
use text::names::grouped;

/// The first bytes of an array of numpy.
const NUMPY: &[u8] = b"\x93NUMPY";

/// The first bytes of an archive of such arrays (`.npz`).
const ZIP: &[u8] = b"PK\x03\x04";

/// The mark of text in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes that are read at a time.
const STEP: usize = 1 << 20;

/// Reads the numbers of one stream: one order, or the rows of an array.
pub(super) fn read(
    input: &Input,
    written: Written,
    column: Option<&str>,
) -> Result<Vec<Vec<u32>>, SourceError> {
    let mut stream = Pieces::new(input)?;
    if stream.begins_with(ZIP)? && written == Written::Auto {
        return archive::arrays(input, &stream.whole()?, archive::Wanted::Items(column));
    }
    if let Some(column) = column {
        let found = one_order::column(&input.name(), &stream.whole()?, column)?;
        return Ok(vec![found]);
    }
    match written {
        Written::U32 => Ok(vec![raw(&mut stream, 4, false)?]),
        Written::U64 => Ok(vec![raw(&mut stream, 8, false)?]),
        Written::Auto if stream.begins_with(NUMPY)? => array(&mut stream),
        Written::Auto => {
            if stream.begins_with(MARK)? {
                stream.at += MARK.len();
            }
            Ok(vec![text(&mut stream)?])
        }
    }
}

/// The label of each of so many items, as a number from 0, and how many labels there are: whole numbers of an array, or a word on
/// each line.
pub(super) fn labels(input: &Input, items: usize) -> Result<(Vec<u32>, usize), SourceError> {
    let mut stream = Pieces::new(input)?;
    let labels = if stream.begins_with(ZIP)? {
        numbered(
            archive::arrays(input, &stream.whole()?, archive::Wanted::Labels)?
                .into_iter()
                .flatten(),
        )
    } else if stream.begins_with(NUMPY)? {
        numbered(array(&mut stream)?.into_iter().flatten())
    } else {
        while stream.more()? {}
        let lines = stream.rest().trim_ascii_end().split(|byte| *byte == b'\n');
        let lines: Vec<&[u8]> = lines.map(<[u8]>::trim_ascii).collect();
        if let Some(blank) = lines.iter().position(|line| line.is_empty()) {
            let problem = "found a blank line; accepted: a label on each line";
            let line = format!("line {}", grouped(blank as u64 + 1));
            return Err(wrong(input, line, problem));
        }
        numbered(lines.into_iter())
    };
    counted(input, labels, items)
}

/// Labels by their numbers, in the order in which they come first, and how many there are.
fn numbered<L: Hash + Eq>(labels: impl Iterator<Item = L>) -> (Vec<u32>, usize) {
    let mut known: HashMap<L, u32> = HashMap::new();
    let numbers = labels.map(|label| {
        let next = known.len() as u32;
        *known.entry(label).or_insert(next)
    });
    let numbers = numbers.collect();
    (numbers, known.len())
}

/// Refuses labels of more items or fewer.
fn counted(
    input: &Input,
    (labels, number): (Vec<u32>, usize),
    items: usize,
) -> Result<(Vec<u32>, usize), SourceError> {
    if labels.len() == items {
        return Ok((labels, number));
    }
    let problem = format!(
        "found labels of {} items; accepted: one for each of the {} items, in the order before (--items N says how many there are)",
        grouped(labels.len() as u64),
        grouped(items as u64)
    );
    Err(wrong(input, "labels", problem))
}

/// A stream, piece by piece.
pub(super) struct Pieces<'a> {
    input: &'a Input,
    stream: Box<dyn Read + 'a>,
    piece: Vec<u8>,
    at: usize,
}

impl<'a> Pieces<'a> {
    fn new(input: &'a Input) -> Result<Self, SourceError> {
        Ok(Self::of(input, Box::new(input.open()?)))
    }

    /// Those of a part of an input.
    pub(super) fn of(input: &'a Input, stream: Box<dyn Read + 'a>) -> Self {
        Self {
            input,
            stream,
            piece: Vec::new(),
            at: 0,
        }
    }

    /// Reads on, keeping what was not taken yet; false at the end.
    fn more(&mut self) -> Result<bool, SourceError> {
        self.piece.drain(..self.at);
        self.at = 0;
        let known = self.piece.len();
        self.piece.resize(known + STEP, 0);
        let read = loop {
            match self.stream.read(&mut self.piece[known..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let read = read.map_err(|source| SourceError::Read {
            name: self.input.name(),
            source,
        })?;
        self.piece.truncate(known + read);
        Ok(read > 0)
    }

    /// All bytes, from the first on.
    fn whole(mut self) -> Result<Vec<u8>, SourceError> {
        while self.more()? {}
        self.piece.drain(..self.at);
        Ok(self.piece)
    }

    fn rest(&self) -> &[u8] {
        &self.piece[self.at..]
    }

    /// Has at least so many bytes at hand, if there are any.
    fn wait_for(&mut self, bytes: usize) -> Result<(), SourceError> {
        while self.rest().len() < bytes {
            if !self.more()? {
                break;
            }
        }
        Ok(())
    }

    fn begins_with(&mut self, first: &[u8]) -> Result<bool, SourceError> {
        self.wait_for(first.len())?;
        Ok(self.rest().starts_with(first))
    }

    fn wrong(&self, place: impl Into<String>, problem: impl Into<String>) -> SourceError {
        wrong(self.input, place, problem)
    }

    /// Adds an item, unless its number is too large or there are too many.
    fn take(&self, items: &mut Vec<u32>, number: u64) -> Result<(), SourceError> {
        let place = || format!("item {}", grouped(items.len() as u64 + 1));
        if items.len() == MAX_ITEMS {
            let most = grouped(MAX_ITEMS as u64);
            let problem = format!("found more than {most} items; accepted: up to {most}");
            return Err(self.wrong(place(), problem));
        }
        let Ok(item) = u32::try_from(number) else {
            let found = if number == u64::MAX {
                "a number of 20 digits or more".to_owned()
            } else {
                format!("the number {number}")
            };
            let problem = format!(
                "found {found}; accepted: up to {}",
                grouped(u64::from(u32::MAX))
            );
            return Err(self.wrong(place(), problem));
        };
        items.push(item);
        Ok(())
    }
}

/// Whole numbers in text, with blanks, commas or brackets between them.
fn text(stream: &mut Pieces<'_>) -> Result<Vec<u32>, SourceError> {
    let mut items = Vec::new();
    let mut lines = 1_u64;
    loop {
        let more = stream.more()?;
        // A number that ends with the piece may go on.
        let end = if more {
            let last = stream.rest().iter().rposition(|byte| !is_part(*byte));
            last.map_or(0, |last| last + 1)
        } else {
            stream.rest().len()
        };
        let piece = &stream.rest()[..end];
        let mut at = 0;
        while let Some(byte) = piece.get(at) {
            if !is_part(*byte) {
                lines += u64::from(*byte == b'\n');
                at += 1;
                continue;
            }
            let first = at;
            let mut number = 0_u64;
            while let Some(digit) = piece.get(at).filter(|byte| byte.is_ascii_digit()) {
                number = number
                    .saturating_mul(10)
                    .saturating_add(u64::from(digit - b'0'));
                at += 1;
            }
            if at == first || piece.get(at).is_some_and(|byte| is_part(*byte)) {
                let rest = piece[first..].iter().position(|byte| !is_part(*byte));
                let word = &piece[first..rest.map_or(piece.len(), |rest| first + rest)];
                return Err(stream.wrong(format!("line {}", grouped(lines)), no_number(word)));
            }
            stream.take(&mut items, number)?;
        }
        stream.at = end;
        if !more {
            return Ok(items);
        }
        if stream.rest().len() > STEP {
            let problem = "found a word of more than a million letters; accepted: whole numbers";
            return Err(stream.wrong(format!("line {}", grouped(lines)), problem));
        }
    }
}

/// True for bytes of a number or of what stands in its place.
fn is_part(byte: u8) -> bool {
    !(byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'[' | b']' | b'(' | b')'))
}

fn no_number(word: &[u8]) -> String {
    let numbers = "accepted: the numbers of the items, from 0 or from 1, in the order in which they were handed out; a column of a \
                   table by --column NAME; raw numbers by --format u32 or u64";
    format!("found {}; {numbers}", token(word))
}

/// Numbers of so many bytes, the lowest first.
fn raw(stream: &mut Pieces<'_>, width: usize, signed: bool) -> Result<Vec<u32>, SourceError> {
    let mut items = Vec::new();
    loop {
        let more = stream.more()?;
        let whole = stream.rest().len() / width * width;
        let piece = &stream.rest()[..whole];
        for number in piece.chunks_exact(width) {
            let mut eight = [0; 8];
            eight[..width].copy_from_slice(number);
            if signed && number[width - 1] >= 0x80 {
                let place = format!("item {}", grouped(items.len() as u64 + 1));
                let problem =
                    "found a number below 0; accepted: numbers of items, from 0 or from 1";
                return Err(stream.wrong(place, problem));
            }
            stream.take(&mut items, u64::from_le_bytes(eight))?;
        }
        stream.at = whole;
        if !more {
            break;
        }
    }
    if stream.rest().is_empty() {
        return Ok(items);
    }
    let problem = format!(
        "found {} bytes after the last number; accepted: numbers of {width} bytes each",
        stream.rest().len()
    );
    Err(stream.wrong("the end", problem))
}

/// An array of numpy in the format `.npy`: one row of whole numbers, or a row for each epoch.
pub(super) fn array(stream: &mut Pieces<'_>) -> Result<Vec<Vec<u32>>, SourceError> {
    stream.wait_for(12)?;
    let start = stream.rest();
    let size = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0_usize, |size, byte| size << 8 | usize::from(*byte))
    };
    let (first, length) = match start {
        [_, _, _, _, _, _, 1, _, a, b, ..] => (10, size(&[*a, *b])),
        [_, _, _, _, _, _, 2 | 3, _, a, b, c, d, ..] => (12, size(&[*a, *b, *c, *d])),
        _ => return Err(stream.wrong("byte 7", "found another version of .npy; accepted: 1 to 3")),
    };
    if length > STEP {
        return Err(stream.wrong(
            "byte 9",
            "found a header of more than a million bytes; accepted: the header of .npy",
        ));
    }
    stream.wait_for(first + length)?;
    let header = stream.rest().get(first..first + length);
    let Some(header) = header.map(|header| String::from_utf8_lossy(header).into_owned()) else {
        return Err(stream.wrong(
            "byte 11",
            "found the end within the header; accepted: a whole file",
        ));
    };
    let (kind, shape) = (value(&header, "descr"), value(&header, "shape"));
    let kind = kind.trim_matches(['\'', '"']);
    let refuse = |problem: String| stream.wrong("the header", problem);
    let (width, signed) = match kind {
        "|u1" => (1, false),
        "|i1" => (1, true),
        "<u2" => (2, false),
        "<i2" => (2, true),
        "<u4" => (4, false),
        "<i4" => (4, true),
        "<u8" => (8, false),
        "<i8" => (8, true),
        other => {
            return Err(refuse(format!(
                "found an array of `{}`; accepted: whole numbers of up to 64 bits, lowest byte first, as \
                 `array.astype(\"<i8\")` makes",
                other.escape_debug()
            )));
        }
    };
    let sizes: Vec<usize> = shape
        .split(',')
        .filter_map(|size| size.trim().parse().ok())
        .collect();
    let columns = match sizes.as_slice() {
        [columns] => *columns,
        [_, columns] if !header.contains("'fortran_order': True") => *columns,
        _ => {
            return Err(refuse(
                "found an array of another shape; accepted: one row, or a row for each epoch, as `array.ravel()` makes".to_owned(),
            ));
        }
    };
    stream.at += first + length;
    let items = raw(stream, width, signed)?;
    let all: u128 = sizes.iter().map(|size| *size as u128).product();
    if items.len() as u128 != all {
        return Err(stream.wrong(
            "the end",
            format!(
                "found {} numbers, but the header says {}; accepted: a whole file",
                grouped(items.len() as u64),
                u64::try_from(all).map_or_else(|_| all.to_string(), grouped)
            ),
        ));
    }
    if sizes.len() == 1 {
        return Ok(vec![items]);
    }
    Ok(items.chunks(columns.max(1)).map(<[u32]>::to_vec).collect())
}

/// The value of a key of the header, without what is around it.
fn value(header: &str, key: &str) -> String {
    let rest = header
        .split_once(&format!("'{key}':"))
        .map_or("", |(_, rest)| rest);
    let rest = rest.trim_start();
    let found = match rest.strip_prefix('(') {
        Some(rest) => rest.split(')').next(),
        None => rest.split(',').next(),
    };
    found.unwrap_or_default().trim().to_owned()
}
