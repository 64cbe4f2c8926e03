//! A program that permutes the numbers below n without a table: it is run for each key, and writes the image of each number.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::orders::{self, OrderPlan};
use super::{Input, Program, SourceError};
use deck::subject::Order;
use text::harmless;
use text::names::counted;

/// A command line with the places of the numbers that the program is asked with: `{items}`, `{key}` and `{rounds}`; or `{keys}` if
/// it writes the permutations of all keys, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Permuter {
    words: Vec<String>,
}

/// The numbers that a generator is asked with.
#[derive(Debug, Clone, Copy)]
pub struct AskedOfKeys {
    /// Numbers to permute.
    pub items: u32,
    /// Keys, from 0 on.
    pub keys: u32,
    /// Rounds, if it takes a number of them.
    pub rounds: Option<u32>,
}

/// Bytes of a number in text, and what stands between two, at the most.
const WIDEST: u64 = 32;

const KEY: &str = "{key}";
const KEYS: &str = "{keys}";
const ROUNDS: &str = "{rounds}";

impl Permuter {
    /// Returns true if it takes a number of rounds.
    pub fn has_rounds(&self) -> bool {
        self.has(ROUNDS)
    }

    fn has(&self, place: &str) -> bool {
        self.words.iter().any(|word| word.contains(place))
    }

    /// The permutations of all keys. Setting `interrupted` stops the program.
    ///
    /// # Errors
    /// If the program cannot be started, fails, or does not write each number once for each key.
    pub fn orders(
        &self,
        asked: AskedOfKeys,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Order, SourceError> {
        let AskedOfKeys { items, keys, .. } = asked;
        let at_once = self.has(KEYS);
        let runs = if at_once { 1 } else { keys };
        let each = u64::from(items) * u64::from(keys / runs);
        let plan = OrderPlan {
            items: Some(items),
            epoch: (keys > runs).then_some(items),
            whole: true,
            ..OrderPlan::default()
        };
        let mut all: Option<Order> = None;
        for key in 0..runs {
            let program = self.program(asked, key);
            let bytes = program.written(WIDEST * each + 4_096, interrupted)?;
            let input = Input::of_bytes(program.shown(), bytes);
            let order = orders::read(&[input], &plan);
            let order = order.map_err(|error| explained(error, asked, keys / runs))?;
            let found = order.epochs.len();
            if found as u32 != keys / runs {
                return Err(SourceError::Unlike {
                    name: program.shown(),
                    problem: format!(
                        "found the permutations of {}; accepted: those of {keys}, one after the other",
                        counted(found as u64, "key")
                    ),
                });
            }
            match &mut all {
                Some(all) => all.epochs.extend(order.epochs),
                None => all = Some(order),
            }
        }
        let shown = harmless::words(&self.to_string()).into_owned();
        let rounds = asked
            .rounds
            .map(|rounds| counted(u64::from(rounds), "round"));
        let rounds = rounds.filter(|_| self.has_rounds());
        let rounds = rounds.map_or_else(String::new, |rounds| format!(", {rounds}"));
        let keys = counted(u64::from(keys), "key");
        let order = all.ok_or_else(|| SourceError::Unlike {
            name: shown.clone(),
            problem: "found no key; accepted: one or more".to_owned(),
        })?;
        Ok(Order {
            source: format!("{shown}{rounds}, {keys}"),
            ..order
        })
    }

    /// The program that is run for a key.
    fn program(&self, asked: AskedOfKeys, key: u32) -> Program {
        let words = self.words.iter().map(|word| {
            let rounds = asked
                .rounds
                .map_or_else(String::new, |rounds| rounds.to_string());
            word.replace("{items}", &asked.items.to_string())
                .replace(KEYS, &asked.keys.to_string())
                .replace(KEY, &key.to_string())
                .replace(ROUNDS, &rounds)
        });
        Program::new(words.collect(), None).expect("it has a word")
    }
}

/// Says what a permutation should have been, where numbers are missing or come again.
fn explained(error: SourceError, asked: AskedOfKeys, keys: u32) -> SourceError {
    match error {
        SourceError::Deck {
            name,
            place,
            problem,
        } if place == "items" => {
            let found = problem.split("; accepted").next().unwrap_or_default();
            let times = if keys > 1 {
                format!("{keys} times, once for each key")
            } else {
                "each once".to_owned()
            };
            SourceError::Deck {
                problem: format!(
                    "{found}; accepted: the images of 0, 1, 2 and so on, which are the numbers from 0 to {}, {times}",
                    asked.items.saturating_sub(1)
                ),
                name,
                place,
            }
        }
        error => error,
    }
}

impl fmt::Display for Permuter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))
    }
}

impl FromStr for Permuter {
    type Err = String;

    /// Reads words as a shell does, quotes included; the error says what is accepted.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut words: Vec<String> = Vec::new();
        let mut open: Option<String> = None;
        let mut quote = None;
        for c in text.chars() {
            match (quote, c) {
                (Some(end), c) if c == end => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(c);
                    open.get_or_insert_default();
                }
                (None, c) if c.is_whitespace() => words.extend(open.take()),
                (_, c) => open.get_or_insert_default().push(c),
            }
        }
        if let Some(quote) = quote {
            return Err(format!("found {quote} without its end; accepted: both"));
        }
        words.extend(open);
        let generator = Self { words };
        if generator.words.is_empty() {
            return Err("found no program; accepted: a program and its arguments, as in './permute {items} {key}'".to_owned());
        }
        if generator.has(KEY) == generator.has(KEYS) {
            return Err(format!(
                "found `{}`; accepted: a program that is told its key, as in './permute {{items}} {{key}} {{rounds}}'; or \
                 {{keys}} if it writes the permutations of all keys from 0 on, one after the other",
                text.escape_debug()
            ));
        }
        Ok(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_a_shell_reads_them() {
        let read = |text: &str| text.parse::<Permuter>().map(|generator| generator.words);
        assert_eq!(
            read("python3 'my file.py' {items} --key={key} \"\"").unwrap(),
            ["python3", "my file.py", "{items}", "--key={key}", ""]
        );
        for (text, says) in [
            ("", "found no program"),
            ("./permute {items}", "a program that is told its key"),
            ("./permute {key} {keys}", "a program that is told its key"),
            ("./permute '{key}", "found ' without its end"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_run_for_each_key() {
        let asked = AskedOfKeys {
            items: 5,
            keys: 2,
            rounds: Some(3),
        };
        let run = |text: &str| {
            let generator: Permuter = text.parse().unwrap();
            generator.orders(asked, &Arc::default())
        };
        let found = run("sh -c 'echo 4 3 2 1 0 | tail -c +{key}' ignored").unwrap();
        assert_eq!(found.epochs.len(), 2);
        let found = run("sh -c 'echo 4 3 2 1 0 5 1 2 3 4' {keys}");
        assert!(found.is_err());
        let found = run("sh -c 'echo 4 3 2 1 0 3 1 2 0 4' {keys} {rounds}").unwrap();
        assert_eq!(*found.epochs[1], [3, 1, 2, 0, 4]);
        assert!(
            found.source.ends_with("3 rounds, 2 keys"),
            "{}",
            found.source
        );
        for (text, says) in [
            ("sh -c 'echo 0 1 2 3' {key}", "1 of 5 items missing"),
            (
                "sh -c 'echo 0 1 2 3 3' {key}",
                "1 of 5 items missing, and 1 again",
            ),
            ("sh -c 'echo 0 1 2 3 9' {key}", "found item 9"),
            (
                "sh -c 'echo 0 1 2 3 4 0 1 2 3 4' {key}",
                "found 5 items 2 times",
            ),
            ("sh -c 'echo 0 1 2 x 4' {key}", "found `x`"),
            ("sh -c 'true' {key}", "found nothing"),
            ("sh -c 'echo 0 1 2 3 4' {keys}", "those of 2"),
            (
                "sh -c 'echo no such key >&2; exit 3' {key}",
                "ended with exit code 3",
            ),
            (
                "sh -c 'echo no such key >&2; exit 3' {key}",
                "| no such key",
            ),
            ("sh -c 'yes 1' {key}", "wrote more than"),
            ("./no-such-program {key}", "cannot start"),
        ] {
            let error = run(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
