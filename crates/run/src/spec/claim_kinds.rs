//! The kinds of `[[claims]]` tables and their keys: the one list that specs are checked against and from which
//! messages, `colddeck list claims` and new specs are made.

use toml::Value;

use super::claim::{Basis, End};
use text::judgement::{ClaimVerdict, Verdict};

/// A key of a claim.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub about: &'static str,
    /// True if a claim may do without it.
    pub optional: bool,
    /// The words that it accepts, if it accepts only those.
    pub words: Option<fn() -> Vec<&'static str>>,
}

/// A kind of claim.
#[derive(Debug)]
pub struct Kind {
    /// Its name in specs.
    pub name: &'static str,
    /// The statement of such a claim, in words.
    pub about: &'static str,
    /// The keys that it takes beside those of every claim.
    pub keys: &'static [&'static Key],
    /// The form in which it is read.
    pub(super) form: Form,
    /// The lines of an example behind its kind; names in braces are filled in.
    lines: &'static [&'static str],
}

/// The form of a statement.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    Equals,
    Extreme(End),
    Compare(End),
    Bound(End),
    Ideal,
    Verdict,
}

/// The names that an example is filled in with.
#[derive(Debug, Clone)]
pub struct Filling {
    /// A routine of the spec.
    pub routine: String,
    /// The other routine, or the control.
    pub other: String,
    /// A figure of every routine.
    pub figure: String,
    /// One that has a value on ideal decks beside it.
    pub ideal: String,
    /// A test, as in `rising-sequences.mean`.
    pub test: String,
}

const fn key(name: &'static str, about: &'static str) -> Key {
    Key {
        name,
        about,
        optional: false,
        words: None,
    }
}

impl Key {
    const fn optional(self) -> Self {
        Self {
            optional: true,
            ..self
        }
    }

    const fn words(self, words: fn() -> Vec<&'static str>) -> Self {
        Self {
            words: Some(words),
            ..self
        }
    }
}

/// The names in a list of names and what they stand for.
fn first<T>(names: &[(&'static str, T)]) -> Vec<&'static str> {
    names.iter().map(|(name, _)| *name).collect()
}

/// The keys of every claim, whatever its kind.
pub static COMMON: &[Key] = &[
    key(
        "id",
        "its name: letters, digits, `-`, `.`, `/`, each name once",
    ),
    key("text", "the claim in words"),
    key("source", "where it was published").optional(),
    key("kind", "its kind, from the list of kinds")
        .words(|| first(&KINDS.each_ref().map(|kind| (kind.name, ())))),
    key("expect", "the verdict with which the run passes").words(|| first(ClaimVerdict::NAMES)),
    key(
        "truth",
        "what is true instead, of a claim that is expected to be refuted",
    )
    .optional(),
];

const FIGURE: Key = key(
    "figure",
    "the path of a figure in record.json, from the routine down: \"rising-sequences\", \"total_variation.upper\"",
);
const BY: Key = key(
    "by",
    "which side decides; the exact one if absent and there (equals: the simulated one)",
)
.words(|| first(Basis::NAMES))
.optional();
const ROUTINE: Key = key(
    "routine",
    "a routine of the spec, \"control\", or \"answers.NAME\"",
);
const ROUTINES: Key = key("routines", "a list of them in place of `routine`").optional();
const AMONG: Key = key("among", "the routines with which it is compared, as a list");
const THAN: Key = key("than", "the routine with which it is compared");
const MARGIN: Key = key(
    "margin",
    "the difference must be more than this; 0 if absent",
)
.optional();
const PUBLISHED: Key = key(
    "published",
    "the printed figure in quotes, \"761.6\" or \"29-34\"; without `routine`, a table of them: { RRH = \"601.118\" }",
);
const WITHIN_EQUALS: Key = key(
    "within",
    "limits that exclude a larger difference than this confirm it as well",
)
.optional();
const VALUE: Key = key("value", "the bound, in the unit of the figure");
const WITHIN_IDEAL: Key = key("within", "the departure that limits must exclude");
const TEST: Key = key(
    "test",
    "a statistic and its test: \"rising-sequences.mean\"",
);
const IS: Key = key(
    "is",
    "the verdict of the test (expect no more than not-refuted of a pass, which confirms nothing)",
)
.words(|| first(Verdict::NAMES));

/// The keys of a claim that compares one routine with several.
const OF_EXTREMES: &[&Key] = &[&FIGURE, &BY, &ROUTINE, &AMONG];

/// The keys of a claim that compares one routine with another.
const OF_TWO: &[&Key] = &[&FIGURE, &BY, &ROUTINE, &THAN, &MARGIN];

/// The keys of a claim about a bound.
const OF_BOUNDS: &[&Key] = &[&FIGURE, &BY, &ROUTINE, &ROUTINES, &VALUE];

/// The lines of the examples of extremes.
const AMONG_LINES: &[&str] = &[
    "figure = {figure}",
    "routine = {routine}",
    "among = [{routine}, {other}]",
    "expect = \"confirmed\"",
];

/// The lines of the examples of comparisons.
const THAN_LINES: &[&str] = &[
    "figure = {figure}",
    "routine = {routine}",
    "than = {other}",
    "expect = \"confirmed\"",
];

/// All kinds, in the order in which they are listed.
pub static KINDS: [Kind; 9] = [
    Kind {
        name: "equals",
        about: "the figure is what was printed",
        keys: &[&FIGURE, &BY, &ROUTINE, &PUBLISHED, &WITHIN_EQUALS],
        form: Form::Equals,
        lines: &[
            "figure = {figure}",
            "routine = {routine}",
            "published = \"30.5\"",
            "expect = \"reproduced\"",
        ],
    },
    Kind {
        name: "largest",
        about: "no other routine's figure is larger",
        keys: OF_EXTREMES,
        form: Form::Extreme(End::Largest),
        lines: AMONG_LINES,
    },
    Kind {
        name: "smallest",
        about: "no other routine's figure is smaller",
        keys: OF_EXTREMES,
        form: Form::Extreme(End::Smallest),
        lines: AMONG_LINES,
    },
    Kind {
        name: "greater",
        about: "the figure is larger than another routine's",
        keys: OF_TWO,
        form: Form::Compare(End::Largest),
        lines: THAN_LINES,
    },
    Kind {
        name: "less",
        about: "the figure is smaller than another routine's",
        keys: OF_TWO,
        form: Form::Compare(End::Smallest),
        lines: THAN_LINES,
    },
    Kind {
        name: "at-least",
        about: "the figure is this much or more",
        keys: OF_BOUNDS,
        form: Form::Bound(End::Largest),
        lines: &[
            "figure = \"total_variation.lower\"",
            "routine = {routine}",
            "value = 0.05",
            "expect = \"confirmed\"",
        ],
    },
    Kind {
        name: "at-most",
        about: "the figure is this much or less",
        keys: OF_BOUNDS,
        form: Form::Bound(End::Smallest),
        lines: &[
            "figure = \"total_variation.upper\"",
            "routine = {routine}",
            "value = 0.5",
            "expect = \"confirmed\"",
        ],
    },
    Kind {
        name: "ideal",
        about: "the figure is that of an ideal shuffle, but for this much at most",
        keys: &[&FIGURE, &BY, &ROUTINE, &ROUTINES, &WITHIN_IDEAL],
        form: Form::Ideal,
        lines: &[
            "figure = {ideal}",
            "routine = {routine}",
            "within = 0.5",
            "expect = \"confirmed\"",
        ],
    },
    Kind {
        name: "verdict",
        about: "the test comes out so",
        keys: &[&ROUTINE, &ROUTINES, &TEST, &IS],
        form: Form::Verdict,
        lines: &[
            "test = {test}",
            "routine = {routine}",
            "is = \"pass\"",
            "expect = \"not-refuted\"",
        ],
    },
];

impl Kind {
    /// A whole claim of this kind, as lines of a spec.
    pub fn example(&self, filling: &Filling) -> Vec<String> {
        let quoted = |text: &str| Value::from(text).to_string();
        let names = [
            ("{routine}", &filling.routine),
            ("{other}", &filling.other),
            ("{figure}", &filling.figure),
            ("{ideal}", &filling.ideal),
            ("{test}", &filling.test),
        ];
        let fill = |line: &&str| {
            let mut line = (*line).to_owned();
            for (name, value) in names {
                line = line.replace(name, &quoted(value));
            }
            line
        };
        let head = [
            "[[claims]]".to_owned(),
            format!("id = {}", quoted(&format!("my-{}", self.name))),
            format!("text = {}", quoted(self.about)),
            format!("kind = {}", quoted(self.name)),
        ];
        head.into_iter()
            .chain(self.lines.iter().map(fill))
            .collect()
    }
}

impl Default for Filling {
    /// The names of a spec about `G*7` with the standard suite.
    fn default() -> Self {
        Self {
            routine: "G*7".to_owned(),
            other: super::CONTROL.to_owned(),
            figure: "rising-sequences".to_owned(),
            ideal: "rising-sequences".to_owned(),
            test: "rising-sequences.mean".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Overrides, parse};

    const SPEC: &str = "name = \"t\"\ndeck = 52\ntrials = 100\nroutines = [\"G*7\"]\n";

    fn read(claim: &[String]) -> Result<usize, String> {
        let text = format!("{SPEC}{}\n", claim.join("\n"));
        parse("t.toml".as_ref(), &text, &Overrides::default())
            .map(|experiment| experiment.claims.len())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn every_example_is_a_claim_as_it_stands() {
        for kind in &KINDS {
            let example = kind.example(&Filling::default());
            assert_eq!(read(&example), Ok(1), "{example:#?}");
        }
    }

    /// Checks that the list says of a key what the checker does: a claim cannot do without a key that is not optional.
    #[test]
    fn keys_that_are_not_optional_are_needed() {
        for kind in &KINDS {
            let example = kind.example(&Filling::default());
            let own = kind.keys.iter().copied();
            for key in COMMON.iter().chain(own).filter(|key| !key.optional) {
                let starts = format!("{} = ", key.name);
                let rest: Vec<String> = (example.iter())
                    .filter(|line| !line.starts_with(&starts))
                    .cloned()
                    .collect();
                assert_eq!(rest.len(), example.len() - 1, "{} {}", kind.name, key.name);
                let error = read(&rest).unwrap_err();
                assert!(error.contains(key.name), "{error}");
            }
        }
    }

    #[test]
    fn every_key_that_is_listed_is_read() {
        for kind in &KINDS {
            for key in kind.keys {
                let mut claim = kind.example(&Filling::default());
                claim.retain(|line| !line.starts_with(&format!("{} = ", key.name)));
                claim.push(format!("{} = false", key.name));
                let error = read(&claim).unwrap_err();
                assert!(
                    error.contains("invalid type") || key.name == "published",
                    "{error}"
                );
            }
        }
    }
}
