//! The exit codes of commands, which others' scripts rely on.

use std::process::ExitCode;

use record::Outcome;
use record::answers::fit::Verdict;
use record::compare::Movement;

/// The way in which a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// No evidence against the shuffle, or all claims as expected.
    NoEvidence,
    /// Evidence, or a claim not as expected.
    Evidence,
    /// A wrong input or a failure of the machine.
    Failure,
    /// Too little data to say.
    TooLittle,
    /// A signal of this number stopped it.
    Signal(u8),
}

impl Exit {
    /// The number that says so to other programs.
    pub fn code(self) -> u8 {
        match self {
            Self::NoEvidence => 0,
            Self::Evidence => 1,
            Self::Failure => 2,
            Self::TooLittle => 3,
            // As shells say it.
            Self::Signal(number) => 128_u8.saturating_add(number),
        }
    }

    /// The graver of two: a signal, failure, evidence, too little, none.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let gravity = |exit| match exit {
            Self::NoEvidence => 0,
            Self::TooLittle => 1,
            Self::Evidence => 2,
            Self::Failure => 3,
            Self::Signal(_) => 4,
        };
        if gravity(other) > gravity(self) {
            other
        } else {
            self
        }
    }
}

impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::NoEvidence | Outcome::Accepted | Outcome::AsExpected => Self::NoEvidence,
            Outcome::Evidence | Outcome::NotAsExpected => Self::Evidence,
            Outcome::TooLittle => Self::TooLittle,
            Outcome::FaultyControl | Outcome::FaultySimulation => Self::Failure,
        }
    }
}

impl From<Movement> for Exit {
    fn from(outcome: Movement) -> Self {
        match outcome {
            Movement::Same => Self::NoEvidence,
            Movement::Moved => Self::Evidence,
            Movement::TooLittle | Movement::Partial => Self::TooLittle,
        }
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Fair | Verdict::Model | Verdict::Plan => Self::NoEvidence,
            Verdict::None => Self::Evidence,
            Verdict::TooFew => Self::TooLittle,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graver_exit_wins() {
        use Exit::{Evidence, Failure, NoEvidence, TooLittle};
        assert_eq!(
            NoEvidence.and(TooLittle).and(Evidence).and(TooLittle),
            Evidence
        );
        assert_eq!(Evidence.and(Failure).and(NoEvidence), Failure);
    }
}
