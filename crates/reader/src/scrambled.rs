//! States that something else scrambled, read from text: on each line the turns of a scramble, or the number of a
//! state.

use std::io::Read;

use super::input_lines::InputLines;
use super::{Facts, Outside, Source, SourceError};
use deck::batch::Batch;
use deck::cube::{STATES, State, Turn, UnknownTurn};
use deck::subject::States;
use text::found::token;
use text::names::grouped;

/// A stream of scrambles.
pub struct Scrambled<R> {
    lines: InputLines<R>,
    read: u64,
    facts: Facts,
    /// Lines with turns, and lines with a number.
    written: [u64; 2],
}

impl<R: Read> Scrambled<R> {
    /// Reads scrambles from `input`; `name` is for messages.
    pub fn new(input: R, name: String) -> Self {
        Self {
            lines: InputLines::new(input, name),
            read: 0,
            facts: Facts::default(),
            written: [0; 2],
        }
    }

    /// The state of the line at hand.
    fn state(&mut self) -> Result<State, SourceError> {
        let words = words(self.lines.text());
        let text = |(at, word): &(usize, &[u8])| (*at, String::from_utf8_lossy(word).into_owned());
        let words: Vec<(usize, String)> = words.iter().map(text).collect();
        if let [(at, word)] = words.as_slice()
            && word.bytes().all(|byte| byte.is_ascii_digit())
        {
            self.written[1] += 1;
            let state = word.parse().ok().and_then(State::of_rank);
            return state.ok_or_else(|| {
                self.lines.wrong(
                    *at,
                    format!("found {}; {}", token(word.as_bytes()), accepted()),
                )
            });
        }
        self.written[0] += 1;
        let mut state = State::SOLVED;
        for (at, word) in &words {
            let turn = Turn::parse(word).map_err(|_| self.lines.wrong(*at, unknown(word)))?;
            state = state.after(turn);
        }
        Ok(state)
    }
}

/// The words of a line, separated by blanks and commas, each with its first byte.
fn words(line: &[u8]) -> Vec<(usize, &[u8])> {
    let separates = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let (mut found, mut at) = (Vec::new(), 0);
    for word in line.split(separates) {
        if !word.is_empty() {
            found.push((at, word));
        }
        at += word.len() + 1;
    }
    found
}

/// Explains what is wrong with a word that is no turn.
fn unknown(word: &str) -> String {
    let problem = UnknownTurn(token(word.as_bytes()));
    format!(
        "{problem}; or the number of a state alone on its line, {}",
        numbers()
    )
}

/// Tells what a line may be.
fn accepted() -> String {
    format!(
        "accepted: on each line a scramble from the solved cube, as in R U2 F', or the number of a state, {}",
        numbers()
    )
}

/// The numbers of states.
fn numbers() -> String {
    format!("from 0 (solved) to {}", grouped(u64::from(STATES) - 1))
}

impl<R: Read> Source<States> for Scrambled<R> {
    fn fill(&mut self, states: &mut States) -> Result<(), SourceError> {
        states.clear(self.read);
        while states.len() < States::MOST {
            if !self.lines.advance(accepted)? {
                if self.read == 0 && states.is_empty() {
                    return Err(self
                        .lines
                        .wrong(0, format!("found nothing; {}", accepted())));
                }
                break;
            }
            let index = self.read + states.len() as u64;
            states.push(self.state()?);
            self.facts.lines.note(index, self.lines.number());
        }
        self.read += states.len() as u64;
        Ok(())
    }
}

impl<R: Read> Outside<States> for Scrambled<R> {
    fn name(&self) -> &str {
        self.lines.name()
    }

    fn described(&self) -> String {
        let written = match self.written {
            [_, 0] => "turns from the solved cube",
            [0, _] => "numbers of states",
            _ => "turns from the solved cube, and numbers of states",
        };
        format!("{}, text, {written}", self.lines.name())
    }

    fn facts(&self) -> Facts {
        self.facts.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input_lines::LONGEST_LINE;
    use deck::kernel::Isa;

    fn read(text: &str) -> Result<(Vec<u32>, String), String> {
        let mut source = Scrambled::new(text.as_bytes(), "x.txt".to_owned());
        let mut states = States::new(STATES as usize, Isa::best());
        let mut found = Vec::new();
        loop {
            let filled = source.fill(&mut states);
            filled.map_err(|error| error.to_string())?;
            if states.is_empty() {
                return Ok((found, source.described()));
            }
            found.extend(states.states().iter().map(|state| state.rank));
        }
    }

    #[test]
    fn a_line_is_a_scramble_or_the_number_of_a_state() {
        let turns = Turn::parse_all("R U2 F'").unwrap();
        let rank = State::SOLVED.after_all(&turns).rank();
        // The common notation, the document's letters, typographic apostrophes, commas, and the state by its number.
        let text = format!("R U2 F'\n\nX y2 z\r\nR U2 F’\nR, U2, F'\n{rank}\n0\nR R'");
        let (found, described) = read(&text).unwrap();
        assert_eq!(found, [rank, rank, rank, rank, rank, 0, 0]);
        assert_eq!(
            described,
            "x.txt, text, turns from the solved cube, and numbers of states"
        );
        assert_eq!(read("5").unwrap().1, "x.txt, text, numbers of states");
        assert!(read("R").unwrap().1.ends_with("turns from the solved cube"));
        assert_eq!(read(&"U R\n".repeat(200)).unwrap().0.len(), 200);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_byte() {
        for (text, says) in [
            (
                "",
                "line 1, byte 0: found nothing; accepted: on each line a scramble",
            ),
            ("\n \n", "line 2, byte 3: found nothing"),
            (
                "R U\nR L2",
                "line 2, byte 6: found `L2` for a turn; accepted: `x`",
            ),
            ("R U3", "line 1, byte 2: found `U3` for a turn"),
            ("RU", "line 1, byte 0: found `RU` for a turn"),
            ("1) R U", "line 1, byte 0: found `1…` for a turn"),
            ("5 6", "line 1, byte 0: found `5` for a turn"),
            ("3674160", "line 1, byte 0: found `3674160`; accepted"),
            (
                "R\n99999999999999999999",
                "line 2, byte 2: found a number of 20 digits; ",
            ),
            (
                "R \u{1b}[2J",
                "line 1, byte 2: found bytes that are no text for a turn",
            ),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(says), "{text:?}: {error}");
        }
        assert!(
            read("7x")
                .unwrap_err()
                .contains("from 0 (solved) to 3,674,159")
        );
        let long = "R ".repeat(LONGEST_LINE as usize);
        assert!(read(&long).unwrap_err().contains("no end of the line"));
    }

    #[test]
    fn lines_of_states_are_known() {
        let mut source = Scrambled::new("R\n\nU\n".as_bytes(), "x.txt".to_owned());
        let mut states = States::new(STATES as usize, Isa::best());
        source.fill(&mut states).unwrap();
        let lines = source.facts().lines;
        assert_eq!([lines.of(0), lines.of(1)], [Some(1), Some(3)]);
    }
}
