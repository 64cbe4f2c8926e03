//! Hands and sequences that something else dealt or drew, read from text: whole numbers, a hand on each line, or
//! draws one after the other.

use std::io::{BufRead, BufReader, Read};
use std::marker::PhantomData;

use super::{Facts, Outside, Source, SourceError};
use crate::batch::Batch;
use crate::subject::{Draws, Hands, View};

/// Bytes of a line, at the most.
const LONGEST_LINE: u64 = 1 << 20;

/// Takes lines of numbers as subjects.
pub trait Takes: Batch {
    /// What stands on a line, in words.
    const LINE: &'static str;

    /// Adds the numbers of a line, each below the size; says what is wrong with them as a whole, and which of
    /// them is.
    fn take(&mut self, line: &[u16], view: Option<View>) -> Result<(), (usize, String)>;
}

impl Takes for Hands {
    const LINE: &'static str = "a hand on each line";

    fn take(&mut self, line: &[u16], view: Option<View>) -> Result<(), (usize, String)> {
        let wanted = view.map_or(line.len(), View::cards);
        if line.len() != wanted {
            let found = format!("found {} cards on the line; accepted: {wanted}", line.len());
            return Err((0, found));
        }
        let mut cards = line.iter().enumerate();
        if let Some((at, _)) = cards.find(|(at, card)| line[..*at].contains(card)) {
            let problem = "found a card twice; accepted: each card of a hand once";
            return Err((at, problem.to_owned()));
        }
        self.push(line.iter().copied());
        Ok(())
    }
}

impl Takes for Draws {
    const LINE: &'static str = "draws one after the other, on lines of any length";

    fn take(&mut self, line: &[u16], _: Option<View>) -> Result<(), (usize, String)> {
        for &symbol in line {
            self.push(symbol);
        }
        Ok(())
    }
}

/// A stream of numbers.
pub struct Numbers<R, B> {
    name: String,
    input: BufReader<R>,
    /// Numbers go from the base to the base + size − 1.
    size: usize,
    view: Option<View>,
    /// Asked for, or found out: 0 if the first line has a 0, else 1.
    base: Option<u16>,
    line: u64,
    /// Bytes before the line at hand.
    byte: u64,
    read: u64,
    text: Vec<u8>,
    batch: PhantomData<B>,
}

impl<R: Read, B: Takes> Numbers<R, B> {
    /// Reads subjects of this size from `input`; `name` is for messages.
    pub fn new(input: R, name: String, size: usize, view: Option<View>, base: Option<u16>) -> Self {
        Self {
            name,
            input: BufReader::new(input),
            size,
            view,
            base,
            line: 0,
            byte: 0,
            read: 0,
            text: Vec::new(),
            batch: PhantomData,
        }
    }

    fn wrong(&self, at: usize, problem: impl Into<String>) -> SourceError {
        SourceError::Deck {
            name: self.name.clone(),
            place: format!("line {}, byte {}", self.line.max(1), self.byte + at as u64),
            problem: problem.into(),
        }
    }

    fn accepted(&self) -> String {
        let base = self.base.unwrap_or(1);
        format!(
            "accepted: whole numbers from {base} to {}, {}",
            usize::from(base) + self.size - 1,
            B::LINE
        )
    }

    /// Reads the next line that is not blank; `false` at the end.
    fn next_line(&mut self) -> Result<bool, SourceError> {
        loop {
            self.byte += self.text.len() as u64;
            self.text.clear();
            let mut limited = (&mut self.input).take(LONGEST_LINE);
            let read = limited.read_until(b'\n', &mut self.text);
            read.map_err(|source| SourceError::Read {
                name: self.name.clone(),
                source,
            })?;
            if self.text.is_empty() {
                return Ok(false);
            }
            self.line += 1;
            if self.text.len() as u64 == LONGEST_LINE && self.text.last() != Some(&b'\n') {
                let accepted = self.accepted();
                let problem =
                    format!("found no end of the line within {LONGEST_LINE} bytes; {accepted}");
                return Err(self.wrong(0, problem));
            }
            if !self.text.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }

    /// The numbers of the line at hand, less the base, and where each stands.
    fn numbers(&mut self) -> Result<(Vec<u16>, Vec<usize>), SourceError> {
        let separates = |byte: u8| byte.is_ascii_whitespace() || b",;".contains(&byte);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < self.text.len() {
            if separates(self.text[at]) {
                at += 1;
                continue;
            }
            let rest = &self.text[at..];
            let length = rest
                .iter()
                .position(|&byte| separates(byte))
                .unwrap_or(rest.len());
            let word = String::from_utf8_lossy(&rest[..length]);
            let number = word.parse::<u16>().ok();
            let Some(number) = number else {
                let word: String = word.chars().take(40).collect();
                let problem = format!("found `{}`; {}", word.escape_debug(), self.accepted());
                return Err(self.wrong(at, problem));
            };
            found.push((number, at));
            at += length;
        }
        let first = u16::from(found.iter().all(|(number, _)| *number > 0));
        let base = *self.base.get_or_insert(first);
        let most = usize::from(base) + self.size;
        for &(number, at) in &found {
            if number < base || usize::from(number) >= most {
                let hint = match (number, base) {
                    (0, 1) => {
                        " (numbers count from 1 unless the first line has a 0, or --base 0 says so)"
                    }
                    _ => "",
                };
                let problem = format!("found {number}; {}{hint}", self.accepted());
                return Err(self.wrong(at, problem));
            }
        }
        Ok(found
            .into_iter()
            .map(|(number, at)| (number - base, at))
            .unzip())
    }
}

impl<R: Read, B: Takes> Source<B> for Numbers<R, B> {
    fn fill(&mut self, batch: &mut B) -> Result<(), SourceError> {
        batch.clear(self.read);
        while batch.len() < B::MOST {
            if !self.next_line()? {
                if self.read == 0 && batch.is_empty() {
                    let problem = format!("found nothing; {}", self.accepted());
                    return Err(self.wrong(0, problem));
                }
                break;
            }
            let (numbers, places) = self.numbers()?;
            if let Err((at, problem)) = batch.take(&numbers, self.view) {
                return Err(self.wrong(places[at], problem));
            }
        }
        self.read += batch.len() as u64;
        Ok(())
    }
}

impl<R: Read, B: Takes> Outside<B> for Numbers<R, B> {
    fn name(&self) -> &str {
        &self.name
    }

    fn described(&self) -> String {
        let base = self.base.unwrap_or(1);
        format!("{}, text, numbers counted from {base}", self.name)
    }

    fn facts(&self) -> Facts {
        Facts::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Isa;

    fn read<B: Takes>(text: &str, size: usize, view: Option<View>) -> Result<B, String> {
        let mut source =
            Numbers::<_, B>::new(text.as_bytes(), "x.txt".to_owned(), size, view, None);
        let mut batch = B::new(size, Isa::best());
        source
            .fill(&mut batch)
            .map(|()| batch)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn hands_and_draws_are_read_from_lines_of_numbers() {
        let hand = Some(View::Hand(3));
        let hands: Hands = read("1 2 3\n\n5,4;3\r\n", 5, hand).unwrap();
        assert_eq!((hands.len(), hands.cards()), (2, &[0, 1, 2, 4, 3, 2][..]));
        let hands: Hands = read("0 1 4", 5, hand).unwrap();
        assert_eq!(hands.cards(), [0, 1, 4]);
        let draws: Draws = read("1 2 2\n1", 2, None).unwrap();
        assert_eq!(draws.drawn(), [0, 1, 1, 0]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_byte() {
        let hand = Some(View::Hand(3));
        for (text, says) in [
            (
                "",
                "line 1, byte 0: found nothing; accepted: whole numbers from 1 to 5",
            ),
            ("1 2 3\n1 2 x", "line 2, byte 10: found `x`"),
            (
                "1 2 3\n1 2",
                "line 2, byte 6: found 2 cards on the line; accepted: 3",
            ),
            ("1 2 2", "line 1, byte 4: found a card twice"),
            (
                "1 2 6",
                "line 1, byte 4: found 6; accepted: whole numbers from 1 to 5",
            ),
            ("1 2 3\n0 1 2", "line 2, byte 6: found 0"),
        ] {
            let error = read::<Hands>(text, 5, hand).unwrap_err();
            assert!(error.contains(says), "{text:?}: {error}");
        }
        let error = read::<Hands>("1 2 3\n0 1 2", 5, hand).unwrap_err();
        assert!(error.contains("--base 0"), "{error}");
        let long = "1 ".repeat(LONGEST_LINE as usize);
        let error = read::<Draws>(&long, 5, None).unwrap_err();
        assert!(error.contains("no end of the line"), "{error}");
    }
}
