//! Hands and sequences that something else dealt or drew, read from text: whole numbers, a hand on each line, or
//! draws one after the other.

use std::io::Read;
use std::marker::PhantomData;

use super::input_lines::InputLines;
use super::recording::playing_card;
use super::{Facts, Outside, Source, SourceError};
use deck::batch::Batch;
use deck::subject::{Draws, Hands, View};
use text::found::token;
use text::harmless;
use text::names;

/// Takes lines of numbers as subjects.
pub trait Takes: Batch {
    /// The content of a line, in words.
    const LINE: &'static str;

    /// The number of a word that is none, if it names one.
    fn named(_word: &str, _size: usize, _view: Option<&View>) -> Option<u16> {
        None
    }

    /// Tells in words what a word may be besides a number.
    fn names(_size: usize, _view: Option<&View>) -> String {
        String::new()
    }

    /// Adds the numbers of a line, each below the size; says what is wrong with them as a whole, and which of
    /// them is.
    fn take(&mut self, line: &[u16], view: Option<&View>) -> Result<(), (usize, String)>;
}

impl Takes for Hands {
    const LINE: &'static str = "a hand on each line";

    /// The class of that name, or the playing card.
    fn named(word: &str, size: usize, view: Option<&View>) -> Option<u16> {
        match view.and_then(|view| view.classes.as_ref()) {
            Some(classes) => {
                // The names were made harmless, too.
                let word = harmless::words(word);
                let mut names = classes.names().iter();
                let at = names.position(|name| name.eq_ignore_ascii_case(&word))?;
                // The first card of the class stands for all.
                let mut cards = classes.of().iter();
                cards
                    .position(|class| usize::from(*class) == at)
                    .map(|card| card as u16)
            }
            None if size == PLAYING => playing_card(word).map(u16::from),
            None => None,
        }
    }

    fn names(size: usize, view: Option<&View>) -> String {
        match view.and_then(|view| view.classes.as_ref()) {
            Some(classes) => {
                let names = classes.names().iter().map(String::as_str);
                format!(", or the names {}", names::list(names))
            }
            None if size == PLAYING => ", or playing cards such as AS, 10h, T♠".to_owned(),
            None => String::new(),
        }
    }

    fn take(&mut self, line: &[u16], view: Option<&View>) -> Result<(), (usize, String)> {
        let wanted = view.map_or(line.len(), |view| view.shape.seen());
        if line.len() != wanted {
            let found = format!("found {} cards on the line; accepted: {wanted}", line.len());
            return Err((0, found));
        }
        if let Some(classes) = view.and_then(|view| view.classes.as_ref()) {
            let mut left = classes.copies();
            for (at, card) in line.iter().enumerate() {
                let class = usize::from(classes.of()[usize::from(*card)]);
                if left[class] == 0 {
                    let (copies, name) = (classes.copies()[class], &classes.names()[class]);
                    let problem = format!(
                        "found more cards of `{name}` than the deck has; accepted: {copies} at most"
                    );
                    return Err((at, problem));
                }
                left[class] -= 1;
            }
        } else if let Some(at) = (0..line.len()).find(|at| line[..*at].contains(&line[*at])) {
            let problem = "found a card twice; accepted: each card of a hand once";
            return Err((at, problem.to_owned()));
        }
        match view {
            Some(view) => {
                self.seen_as(view.shape);
                self.push(line.iter().map(|card| view.class(*card)));
            }
            None => self.push(line.iter().copied()),
        }
        Ok(())
    }
}

impl Takes for Draws {
    const LINE: &'static str = "draws one after the other, on lines of any length";

    fn take(&mut self, line: &[u16], _: Option<&View>) -> Result<(), (usize, String)> {
        for &symbol in line {
            self.push(symbol);
        }
        Ok(())
    }
}

/// Cards of a deck of playing cards.
const PLAYING: usize = 52;

/// The content of a line.
#[derive(Debug, Clone, Copy)]
enum Written {
    /// A number, counted from the base.
    Number(u16),
    /// A card, or a class by its first card, from 0.
    Card(u16),
}

/// A stream of numbers.
pub struct Numbers<R, B> {
    lines: InputLines<R>,
    /// Numbers go from the base to the base + size − 1.
    size: usize,
    view: Option<View>,
    /// The base, asked for or found out: 0 if the first line has a 0, else 1.
    base: Option<u16>,
    /// True once a number was read: cards may have names alone.
    numbered: bool,
    read: u64,
    batch: PhantomData<B>,
}

impl<R: Read, B: Takes> Numbers<R, B> {
    /// Reads subjects of this size from `input`; `name` is for messages.
    pub fn new(input: R, name: String, size: usize, view: Option<View>, base: Option<u16>) -> Self {
        Self {
            lines: InputLines::new(input, name),
            size,
            view,
            base,
            numbered: false,
            read: 0,
            batch: PhantomData,
        }
    }

    fn accepted(&self) -> String {
        accepted::<B>(self.size, self.view.as_ref(), self.base)
    }

    /// Reads the next line that is not blank; `false` at the end.
    fn next_line(&mut self) -> Result<bool, SourceError> {
        let (size, view, base) = (self.size, self.view.as_ref(), self.base);
        self.lines.advance(|| accepted::<B>(size, view, base))
    }

    /// The numbers of the line at hand, less the base, and where each stands.
    fn numbers(&mut self) -> Result<(Vec<u16>, Vec<usize>), SourceError> {
        // Names may have blanks, where something else stands between them.
        let line = self.lines.text();
        let listed = line.iter().any(|byte| b",;\"|".contains(byte));
        let separates =
            |byte: u8| b",;|[](){}\r\n".contains(&byte) || !listed && byte.is_ascii_whitespace();
        let (mut found, mut at) = (Vec::new(), 0);
        while at < line.len() {
            let byte = line[at];
            if separates(byte) || byte.is_ascii_whitespace() {
                at += 1;
                continue;
            }
            let quoted = b"\"'".contains(&byte);
            at += usize::from(quoted);
            let rest = &line[at..];
            let ends = |other: &u8| {
                if quoted {
                    *other == byte
                } else {
                    separates(*other)
                }
            };
            let end = rest.iter().position(ends);
            if quoted && end.is_none() {
                let problem = format!("found no end of the name in quotes; {}", self.accepted());
                return Err(self.lines.wrong(at - 1, problem));
            }
            let length = end.unwrap_or(rest.len());
            let word = String::from_utf8_lossy(&rest[..length]).trim().to_owned();
            let number = match word.parse::<u16>() {
                Ok(number) => Ok(number),
                Err(_) => Err(B::named(&word, self.size, self.view.as_ref())),
            };
            match number {
                _ if word.is_empty() => {}
                Ok(number) => found.push((Written::Number(number), at)),
                Err(Some(card)) => found.push((Written::Card(card), at)),
                Err(None) => {
                    let problem = format!("found {}; {}", token(word.as_bytes()), self.accepted());
                    return Err(self.lines.wrong(at, problem));
                }
            }
            at += length + usize::from(quoted);
        }
        let numbers = || {
            found.iter().filter_map(|(written, at)| match written {
                Written::Number(number) => Some((*number, *at)),
                Written::Card(_) => None,
            })
        };
        self.numbered |= numbers().next().is_some();
        let first = u16::from(numbers().all(|(number, _)| number > 0));
        let base = *self.base.get_or_insert(first);
        let most = usize::from(base) + self.size;
        for (number, at) in numbers() {
            if number < base || usize::from(number) >= most {
                let hint = match (number, base) {
                    (0, 1) => {
                        " (numbers count from 1 unless the first line has a 0, or --base 0 says so)"
                    }
                    _ => "",
                };
                let problem = format!("found {number}; {}{hint}", self.accepted());
                return Err(self.lines.wrong(at, problem));
            }
        }
        Ok(found
            .into_iter()
            .map(|(written, at)| match written {
                Written::Number(number) => (number - base, at),
                Written::Card(card) => (card, at),
            })
            .unzip())
    }
}

/// Tells what a line may be.
fn accepted<B: Takes>(size: usize, view: Option<&View>, base: Option<u16>) -> String {
    let base = base.unwrap_or(1);
    format!(
        "accepted: whole numbers from {base} to {}{}, {}",
        usize::from(base) + size - 1,
        B::names(size, view),
        B::LINE
    )
}

impl<R: Read, B: Takes> Source<B> for Numbers<R, B> {
    fn fill(&mut self, batch: &mut B) -> Result<(), SourceError> {
        batch.clear(self.read);
        while batch.len() < B::MOST {
            if !self.next_line()? {
                if self.read == 0 && batch.is_empty() {
                    let problem = format!("found nothing; {}", self.accepted());
                    return Err(self.lines.wrong(0, problem));
                }
                break;
            }
            let (numbers, places) = self.numbers()?;
            if let Err((at, problem)) = batch.take(&numbers, self.view.as_ref()) {
                // A line of signs has no number.
                let at = places.get(at).copied().unwrap_or(0);
                return Err(self.lines.wrong(at, problem));
            }
        }
        self.read += batch.len() as u64;
        Ok(())
    }
}

impl<R: Read, B: Takes> Outside<B> for Numbers<R, B> {
    fn name(&self) -> &str {
        self.lines.name()
    }

    fn described(&self) -> String {
        if !self.numbered && self.read > 0 {
            return format!("{}, text, names of cards", self.lines.name());
        }
        let base = self.base.unwrap_or(1);
        // Words count cards and symbols from 1.
        let first = match (base, &self.view) {
            (0, Some(_)) => ", so that 0 is card 1",
            (0, None) => ", so that 0 is symbol 1",
            _ => "",
        };
        format!(
            "{}, text, numbers counted from {base}{first}",
            self.lines.name()
        )
    }

    fn facts(&self) -> Facts {
        Facts::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input_lines::LONGEST_LINE;
    use deck::kernel::Isa;

    /// Hands of three.
    fn hand() -> View {
        View {
            shape: "hand:3".parse().unwrap(),
            classes: None,
            told: deck::subject::Told::Places,
        }
    }

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
        let hand = Some(hand());
        let hands: Hands = read("1 2 3\n\n5,4;3\r\n", 5, hand.clone()).unwrap();
        let seen: Vec<&[u16]> = hands.decks().collect();
        assert_eq!((hands.len(), seen), (2, vec![&[0, 1, 2][..], &[4, 3, 2]]));
        let hands: Hands = read("0 1 4", 5, hand).unwrap();
        assert_eq!(hands.decks().next(), Some(&[0, 1, 4][..]));
        let draws: Draws = read("1 2 2\n1", 2, None).unwrap();
        assert_eq!(draws.drawn(), [0, 1, 1, 0]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_byte() {
        let hand = Some(hand());
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
            let error = read::<Hands>(text, 5, hand.clone()).unwrap_err();
            assert!(error.contains(says), "{text:?}: {error}");
        }
        let error = read::<Hands>("1 2 3\n0 1 2", 5, hand).unwrap_err();
        assert!(error.contains("--base 0"), "{error}");
        let long = "1 ".repeat(LONGEST_LINE as usize);
        let error = read::<Draws>(&long, 5, None).unwrap_err();
        assert!(error.contains("no end of the line"), "{error}");
    }
}
