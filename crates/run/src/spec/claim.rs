//! Claims: what somebody published, said so that a run can decide it.
//!
//! The kinds and their keys are in one list, which `colddeck list claims` shows.
//!
//! A claim that something *holds* is `confirmed` by an exact value, or by confidence limits that exclude a
//! departure that the claim states: `value`, `margin`, or `within`, in the unit of the figure. Limits have the error
//! level of the run (`alpha`). Shares of independent decks have exact binomial ones, means of 500
//! values or more those of the normal law; figures of orders relative to earlier decks, and of decks that
//! depend on each other, have none. Without such limits it is `not-refuted` at best: so is
//! every claim of kind `verdict` with `is = "pass"`, since a test that does not reject excludes nothing. With `is =
//! "fail"` it is `confirmed` by a test that rejects, and `undecided` otherwise. `total_variation.lower` and
//! `total_variation.upper` are limits themselves: the one can confirm `at-least` and the other `at-most`.
//!
//! Each has an `id`, a `text`, a `source`, and the verdict that the spec expects (`expect`); one that is
//! expected to be refuted may say what is true instead (`truth`).
//!
//! A figure is named by its path in the record, from the routine down: `duplicates` (mean, standard
//! error and exact value together), `position-lines.below`, `duplicates.cells.2`,
//! `total_variation.lower`; numbers count items from 0. `by = "exact"` or `"simulated"` says which
//! side decides; without it the exact one does where there is one, but `equals` looks at the
//! simulated one.
//!
//! In place of a routine, `answers.NAME` names an answer of the spec, and `answers.NAME.cuts.19` a place
//! in it; the figure's path leads on from there. Such figures are exact, and `length` counts a list.

use text::judgement::{ClaimVerdict, Verdict};

/// A claim and the verdict that its spec expects.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Unique within the spec: words and hyphens.
    pub id: String,
    /// The claim, in words.
    pub text: String,
    /// The publication that states it.
    pub source: String,
    /// The truth, in words, for a claim that is expected to be refuted.
    pub truth: Option<String>,
    /// Its place, for messages: file, line and key.
    pub place: String,
    /// The statement that is decided.
    pub states: Statement,
    /// The verdict with which the run passes.
    pub expect: ClaimVerdict,
}

impl Claim {
    /// The figures and tests that it speaks of: of an extreme the one that is it, and not all that it is the extreme of.
    pub(crate) fn speaks_of(&self) -> Vec<(&RoutineName, LookUp<'_>)> {
        match &self.states {
            Statement::Extreme {
                figure, routine, ..
            } => vec![(routine, LookUp::Figure(&figure.path))],
            _ => self.looks_up(),
        }
    }

    /// All that it looks up: figures and tests of routines.
    pub(crate) fn looks_up(&self) -> Vec<(&RoutineName, LookUp<'_>)> {
        let (routines, what): (Vec<&RoutineName>, LookUp<'_>) = match &self.states {
            Statement::Equals { figure, cases, .. } => (
                cases.iter().map(|(routine, _)| routine).collect(),
                LookUp::Figure(&figure.path),
            ),
            Statement::Extreme {
                figure,
                routine,
                among,
                ..
            } => (
                among.iter().chain([routine]).collect(),
                LookUp::Figure(&figure.path),
            ),
            Statement::Compare {
                figure,
                routine,
                than,
                ..
            } => (vec![routine, than], LookUp::Figure(&figure.path)),
            Statement::Bound {
                figure, routines, ..
            } => (routines.iter().collect(), LookUp::Figure(&figure.path)),
            Statement::Ideal {
                figure, routines, ..
            } => (routines.iter().collect(), LookUp::Ideal(&figure.path)),
            Statement::Verdict { test, routines, .. } => {
                (routines.iter().collect(), LookUp::Test(test))
            }
        };
        routines
            .into_iter()
            .map(|routine| (routine, what))
            .collect()
    }
}

/// The entry of a record that a claim looks up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LookUp<'a> {
    /// A figure, by its path.
    Figure(&'a str),
    /// A figure and its value on ideal decks.
    Ideal(&'a str),
    /// A test's verdict: `rising-sequences.mean`.
    Test(&'a str),
}

impl<'a> LookUp<'a> {
    /// The path of the figure, or the name of the test.
    pub(crate) fn path(self) -> &'a str {
        match self {
            Self::Figure(path) | Self::Ideal(path) | Self::Test(path) => path,
        }
    }
}

/// The content of a claim, by which it is decided.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// The figure has the published digits.
    Equals {
        /// The figure that is looked at.
        figure: Figure,
        /// Routine and published text; one row of the result each.
        cases: Vec<(RoutineName, String)>,
        /// The claim is confirmed, if it is not reproduced, by limits that exclude a larger difference.
        within: Option<f64>,
    },
    /// The routine's figure is the largest or smallest.
    Extreme {
        /// The figure that is looked at.
        figure: Figure,
        /// The routine.
        routine: RoutineName,
        /// The others, it may be among them.
        among: Vec<RoutineName>,
        /// The end at which it is.
        end: End,
    },
    /// The routine's figure is on one side of another's.
    Compare {
        /// The figure that is looked at.
        figure: Figure,
        /// The routine.
        routine: RoutineName,
        /// The other.
        than: RoutineName,
        /// The difference must be more than this.
        margin: f64,
        /// The side on which it is.
        end: End,
    },
    /// Every routine's figure is at a value or on one side of it.
    Bound {
        /// The figure that is looked at.
        figure: Figure,
        /// The routines.
        routines: Vec<RoutineName>,
        /// The bound.
        value: f64,
        /// The side on which they are: `Largest` means at least.
        end: End,
    },
    /// Every routine's figure is that of an ideal shuffle, but for this much at most.
    Ideal {
        /// The figure that is looked at.
        figure: Figure,
        /// The routines.
        routines: Vec<RoutineName>,
        /// The departure that is to be excluded, in the unit of the figure.
        within: f64,
    },
    /// Every routine's test ends with this verdict.
    Verdict {
        /// Statistic and test: `rising-sequences.mean`.
        test: String,
        /// The routines.
        routines: Vec<RoutineName>,
        /// The verdict.
        is: Verdict,
    },
}

impl Statement {
    /// The figure that it is about, and the first routine that has it.
    pub fn figure(&self) -> Option<(&Figure, &RoutineName)> {
        let (figure, routine) = match self {
            Self::Equals { figure, cases, .. } => (figure, cases.first().map(|(name, _)| name)),
            Self::Extreme {
                figure, routine, ..
            }
            | Self::Compare {
                figure, routine, ..
            } => (figure, Some(routine)),
            Self::Bound {
                figure, routines, ..
            }
            | Self::Ideal {
                figure, routines, ..
            } => (figure, routines.first()),
            Self::Verdict { .. } => return None,
        };
        routine.map(|routine| (figure, routine))
    }

    /// The test that it rests on, as in `rising-sequences.mean`.
    pub fn test(&self) -> Option<&str> {
        match self {
            Self::Verdict { test, .. } => Some(test),
            _ => None,
        }
    }
}

/// The figure that a claim is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its path in a routine's record.
    pub path: String,
    /// The basis that decides, if the claim names one.
    pub by: Option<Basis>,
}

/// The value of a figure that decides a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The exact value.
    Exact,
    /// The simulated value.
    Simulated,
}

impl Basis {
    /// Names in specs.
    pub(crate) const NAMES: &[(&'static str, Self)] =
        &[("exact", Self::Exact), ("simulated", Self::Simulated)];
}

/// A direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Larger.
    Largest,
    /// Smaller.
    Smallest,
}

/// The subject of a claim: a routine of the run, by its canonical text, the control, or an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoutineName {
    /// A routine.
    Routine(String),
    /// The control group.
    Control,
    /// A place in an answer that needed no simulation.
    Answer {
        /// The answer's name.
        name: String,
        /// The steps from there, with points between; empty for the answer itself.
        at: String,
    },
}
