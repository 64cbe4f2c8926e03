//! The routine that mixes best in the time that there is: the question that is a command of its own.

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::exact;
use ::run::questions::{Kind, QUESTIONS};

/// The question, and what was typed.
#[derive(Debug)]
pub struct Options(pub exact::Options);

fn kind() -> &'static Kind {
    let mut own = QUESTIONS.iter().filter(|kind| kind.is_own_command());
    own.next().expect("one question is a command of its own")
}

impl Args for Options {
    fn augment_args(command: Command) -> Command {
        exact::with_arguments(command, kind())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (kind, typed) = (kind(), matches.clone());
        Ok(Self(exact::Options { kind, typed }))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
