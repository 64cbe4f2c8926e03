//! `emit --like`: the numbers and the shuffles that another program gives from a seed.

use anyhow::{anyhow, bail};

use super::{What, of_programs, put};
use crate::cli::{Exit, stdio};
use deck::rng::{GENERATORS, Generator, ProgramDraws, Seed};
use text::names::{grouped, hint, list};
use text::whole;

/// The most values below which whole numbers are drawn: those of 32 bits.
const MOST_VALUES: u64 = 1 << 32;

/// The most items of a shuffle: cards have 16 bits.
const MOST_ITEMS: u64 = 1 << 16;

/// Text is written when it is this long, in bytes.
const FULL: usize = 1 << 15;

/// The seed of whoever names none.
const DEFAULT_SEED: &str = "1";

/// The kind of thing that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drawn {
    /// Doubles from 0 to 1
    Doubles,
    /// Whole numbers from 0 to this one
    Ints(u32),
    /// Lists of 0, 1, … so many, each shuffled
    Shuffles(usize),
}

impl Drawn {
    /// The words' notation.
    pub(super) const WORDS: [&str; 3] = ["doubles", "ints:BOUND", "shuffle:ITEMS"];

    /// Reads the words; `None` if it is none of them, else what is wrong with its number.
    pub(super) fn parse(text: &str) -> Option<Result<Self, String>> {
        if text == "doubles" {
            return Some(Ok(Self::Doubles));
        }
        let (word, number) = text.split_once(':').unwrap_or((text, ""));
        let within = |most: u64| {
            let power = number
                .strip_prefix("2^")
                .and_then(|power| power.parse().ok());
            let power = power.and_then(|power| 2_u64.checked_pow(power));
            let number = power.or_else(|| whole::parse(number));
            let number = number.filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| {
                let most = grouped(most);
                format!(
                    "found `{}`; accepted: {word}:N, N from 1 to {most}",
                    text.escape_debug()
                )
            })
        };
        match word {
            "ints" => Some(within(MOST_VALUES).map(|bound| Self::Ints((bound - 1) as u32))),
            "shuffle" => Some(within(MOST_ITEMS).map(|items| Self::Shuffles(items as usize))),
            _ => None,
        }
    }
}

/// Reads the name of a program.
pub(super) fn program(name: &str) -> Result<Generator, String> {
    Generator::like(name).ok_or_else(|| {
        let all = || GENERATORS.iter().filter_map(|about| about.like);
        format!("accepted: {}{}", list(all()), hint(name, all()))
    })
}

/// The name of the program that this generator is like.
pub(super) fn name(generator: Generator) -> Option<&'static str> {
    let about = GENERATORS.iter().find(|about| about.generator == generator);
    about.and_then(|about| about.like)
}

/// Writes `trials` lines of what is drawn to standard output, or as many as are read from the pipe.
pub(super) fn run(
    generator: Generator,
    what: What,
    seed: Option<&str>,
    trials: Option<u64>,
) -> anyhow::Result<Exit> {
    let What::Drawn(drawn) = what else {
        bail!(
            "--as: found {0} with --like; accepted with it: {1}; {0} are those of a routine, as in `colddeck emit S --generator {2} --deck 52 --as {0}`",
            what.word(),
            list(of_programs()),
            generator.name(),
        );
    };
    let seed = self::seed(generator, seed)?;
    let mut stream = generator
        .stream(&seed, "emit", 0, 0)
        .map_err(|error| anyhow!("--seed: {error}"))?;
    let Some(draws) = stream.program() else {
        bail!("--like: `{}` is like no other program", generator.name());
    };
    stdio::check()?;
    let mut lines = Lines::new(drawn);
    let mut left = trials.unwrap_or(u64::MAX);
    let mut out = std::io::stdout().lock();
    while left > 0 {
        let text = lines.next(draws, &mut left);
        if !put(&mut out, text.as_bytes())? {
            break;
        }
    }
    super::end(&mut out)
}

/// Reads the seed of this generator, which may be a list. Python's may have a sign, which Python ignores.
pub(super) fn seed(generator: Generator, text: Option<&str>) -> anyhow::Result<Seed> {
    let text = text.unwrap_or(DEFAULT_SEED);
    let unsigned = match generator {
        Generator::Python => text.strip_prefix('-').unwrap_or(text),
        _ => text,
    };
    Seed::parse_with_lists(unsigned).map_err(|error| anyhow!("--seed: {error}"))
}

/// Lines of text, some at a time.
struct Lines {
    drawn: Drawn,
    items: Vec<u16>,
    text: String,
}

impl Lines {
    fn new(drawn: Drawn) -> Self {
        Self {
            drawn,
            items: Vec::new(),
            text: String::new(),
        }
    }

    /// The next lines, `left` at the most, of which they are taken away.
    fn next(&mut self, draws: &mut dyn ProgramDraws, left: &mut u64) -> &str {
        self.text.clear();
        while *left > 0 && self.text.len() < FULL {
            *left -= 1;
            self.line(draws);
        }
        &self.text
    }

    fn line(&mut self, draws: &mut dyn ProgramDraws) {
        use std::fmt::Write;
        // Writing to a string cannot fail.
        let _ = match self.drawn {
            // The shortest digits that are this double and no other.
            Drawn::Doubles => writeln!(self.text, "{}", draws.double()),
            Drawn::Ints(most) => {
                let number = match most.checked_add(1) {
                    Some(bound) => draws.below(bound),
                    None => draws.any_u32(),
                };
                writeln!(self.text, "{number}")
            }
            Drawn::Shuffles(items) => {
                self.items.clear();
                self.items.extend((0..=u16::MAX).take(items));
                draws.shuffle(&mut self.items);
                for item in &self.items {
                    let _ = write!(self.text, "{item} ");
                }
                self.text.pop();
                writeln!(self.text)
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_read_and_other_words_refused() {
        for (text, drawn) in [
            ("doubles", Drawn::Doubles),
            ("ints:1", Drawn::Ints(0)),
            ("ints:6", Drawn::Ints(5)),
            ("ints:4294967296", Drawn::Ints(u32::MAX)),
            ("ints:2^32", Drawn::Ints(u32::MAX)),
            ("ints:2^0", Drawn::Ints(0)),
            ("ints:1,000", Drawn::Ints(999)),
            ("shuffle:65536", Drawn::Shuffles(65_536)),
        ] {
            assert_eq!(Drawn::parse(text), Some(Ok(drawn)), "{text}");
        }
        for text in [
            "ints",
            "ints:",
            "ints:0",
            "ints:2^33",
            "ints:2^64",
            "ints:2^",
            "ints:-1",
            "ints:4294967297",
            "shuffle",
            "shuffle:0",
            "shuffle:65537",
            "shuffle:x",
        ] {
            let refused = Drawn::parse(text).unwrap().unwrap_err();
            let start = format!("found `{text}`; accepted: ");
            assert!(refused.starts_with(&start), "{refused}");
        }
        for text in ["", "double", "doubles:3", "int:6", "decks"] {
            assert_eq!(Drawn::parse(text), None);
        }
    }

    #[test]
    fn every_program_draws_all_three() {
        for about in GENERATORS.iter().filter(|about| about.like.is_some()) {
            let mut stream = about.generator.stream(&Seed::Integer(1), "", 0, 0).unwrap();
            let draws = stream.program().unwrap();
            let mut all = |drawn, mut left| {
                let text = Lines::new(drawn).next(draws, &mut left).to_owned();
                assert_eq!(left, 0);
                text
            };
            for line in all(Drawn::Doubles, 100).lines() {
                assert!((0.0..1.0).contains(&line.parse::<f64>().unwrap()));
            }
            for most in [0, 1, 5, u32::MAX - 1, u32::MAX] {
                let numbers = all(Drawn::Ints(most), 200);
                let numbers: Vec<u32> = numbers.lines().map(|line| line.parse().unwrap()).collect();
                assert_eq!(numbers.len(), 200);
                assert!(numbers.iter().all(|number| *number <= most));
                assert!(numbers.iter().any(|number| *number >= most / 2));
            }
            for line in all(Drawn::Shuffles(60), 3).lines() {
                let mut items: Vec<u32> =
                    line.split(' ').map(|item| item.parse().unwrap()).collect();
                assert!(!items.is_sorted());
                items.sort_unstable();
                assert!(items.into_iter().eq(0..60));
            }
        }
    }
}
