//! A loader with one number left open, which is asked for.

use std::fmt;
use std::str::FromStr;

use super::{Loader, STEPS};
use text::names;

/// The sign in place of a number.
const OPEN: &str = "?";

/// Steps whose number may be asked for: the more or the fewer of it, the better the items are mixed.
const ASKED: &[(&str, bool)] = &[("buffer", true), ("blocks", true), ("shards", false)];

/// A loader of which one number is asked for: `shards 1000, buffer ?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    before: String,
    step: &'static str,
    after: String,
    larger_is_better: bool,
}

impl Open {
    /// The step whose number is asked for.
    pub fn step(&self) -> &'static str {
        self.step
    }

    /// True if items are mixed better the larger the number is, as in a buffer; false of shards.
    pub fn larger_is_better(&self) -> bool {
        self.larger_is_better
    }

    /// The loader with this number, of 1 or more.
    ///
    /// # Errors
    ///
    /// If the step does not take the number; the error says what it accepts.
    pub fn with(&self, number: u32) -> Result<Loader, String> {
        self.written(&number.to_string()).parse()
    }

    fn written(&self, number: &str) -> String {
        let Self {
            before,
            step,
            after,
            ..
        } = self;
        format!("{before}{step} {number}{after}")
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(OPEN))
    }
}

impl FromStr for Open {
    type Err = String;

    /// Reads steps with commas between them, one of them with `?` for its number; the error says what is accepted.
    fn from_str(text: &str) -> Result<Self, String> {
        let signs = text.matches(OPEN).count();
        let Some((before, after)) = text.split_once(OPEN).filter(|_| signs == 1) else {
            // A misspelled step is said before a missing sign.
            text.replace(OPEN, "1").parse::<Loader>()?;
            return Err(format!(
                "found {}; accepted: `?` for the number that is asked for, once, as in `shards 1000, buffer ?`",
                match signs {
                    0 => format!("`{}`, which leaves no number open", text.escape_debug()),
                    _ => format!("`?` {signs} times"),
                }
            ));
        };
        let (before, name) = match before.rsplit_once(',') {
            Some((before, name)) => (Some(before), name.trim()),
            None => (None, before.trim()),
        };
        let is_step = STEPS.iter().any(|step| step.name == name);
        let asked = ASKED.iter().find(|(step, _)| *step == name);
        let (step, larger_is_better) = match asked {
            Some(asked) => *asked,
            None if is_step => {
                return Err(format!(
                    "found `{name} ?`; accepted: the number of {}",
                    names::list(ASKED.iter().map(|(step, _)| *step))
                ));
            }
            None if name.is_empty() => {
                return Err("found `?` without a step; accepted: as in `buffer ?`".to_owned());
            }
            // The error of a step that there is not.
            None => {
                let all = text.replace(OPEN, "1");
                return match all.parse::<Loader>() {
                    Err(problem) => Err(problem),
                    Ok(_) => Err("found a stray `?`; accepted: as in `buffer ?`".to_owned()),
                };
            }
        };
        let tidied = |steps: &str| Ok::<_, String>(steps.parse::<Loader>()?.to_string());
        let before = match before {
            Some(steps) => format!("{}, ", tidied(steps)?),
            None => String::new(),
        };
        let after = match after.trim() {
            "" => String::new(),
            rest => match rest.strip_prefix(',') {
                Some(steps) => format!(", {}", tidied(steps)?),
                None => {
                    return Err(format!(
                        "found `{}` after `{name} ?`; accepted: a comma between two steps",
                        rest.escape_debug()
                    ));
                }
            },
        };
        Ok(Self {
            before,
            step,
            after,
            larger_is_better,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_is_left_open() {
        for (text, number, loader) in [
            ("buffer ?", 7, "buffer 7"),
            ("shards 1000,buffer ?", 5, "shards 1000, buffer 5"),
            ("shards ?, buffer 9", 3, "shards 3, buffer 9"),
            (
                "blocks ? , interleave 2, once",
                4,
                "blocks 4, interleave 2, once",
            ),
        ] {
            let open: Open = text.parse().unwrap();
            assert_eq!(open.with(number).unwrap().to_string(), loader);
            assert_eq!(open.to_string().parse(), Ok(open), "{text}");
        }
        let shards: Open = "shards ?".parse().unwrap();
        assert!(!shards.larger_is_better());
        assert!(shards.with(0).unwrap_err().contains("found `0`"));
    }

    #[test]
    fn what_leaves_no_number_or_several_open_is_refused() {
        for (text, says) in [
            (
                "buffer 10",
                "found `buffer 10`, which leaves no number open",
            ),
            ("shards ?, buffer ?", "found `?` 2 times"),
            ("keys ?", "found `keys ?`; accepted: the number of `buffer`"),
            ("bufer ?", "did you mean `buffer`?"),
            ("?", "found `?` without a step"),
            ("buffer ? 3", "found `3` after `buffer ?`"),
            ("shard 3, buffer ?", "did you mean `shards`?"),
            ("buffer ?, keys", "found nothing after `keys`"),
        ] {
            let error = text.parse::<Open>().unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
