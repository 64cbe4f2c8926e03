//! The routine that mixes best in the time that there is, or the number that a data loader needs: the questions that are a
//! command of their own.

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::exact;
use ::run::questions::{Kind, QUESTIONS, Topic};

/// The question, and what was typed.
#[derive(Debug)]
pub struct Options(pub exact::Options);

/// The option that asks about a loader.
const LOADER: &str = "loader";

/// The question about a table, or the one about a loader.
fn kind(of_loader: bool) -> &'static Kind {
    let mut own = QUESTIONS.iter().filter(|kind| kind.is_own_command());
    own.find(|kind| matches!(kind.topic, Topic::Loader) == of_loader)
        .expect("two questions are a command of their own")
}

impl Args for Options {
    fn augment_args(command: Command) -> Command {
        let command = exact::with_arguments(command, kind(false));
        let shared = |known: &&clap::Arg| {
            let mut parameters = kind(true).parameters.iter();
            parameters.any(|parameter| known.get_id() == parameter.name)
        };
        let (shared, of_table): (Vec<_>, Vec<_>) = command.get_arguments().partition(shared);
        let ids = |known: Vec<&clap::Arg>| -> Vec<clap::Id> {
            known.iter().map(|known| known.get_id().clone()).collect()
        };
        let (shared, of_table) = (ids(shared), ids(of_table));
        let deck = |known: clap::Arg| known.required(false).required_unless_present(LOADER);
        let mut command = command.mut_arg(exact::CARDS, deck);
        let parameters = kind(true).parameters.iter();
        for parameter in parameters.filter(|own| shared.iter().all(|id| id != own.name)) {
            let asked = exact::argument(parameter).required(false);
            command = command.arg(if parameter.name == LOADER {
                asked
                    .num_args(0..=1)
                    .default_missing_value("")
                    .conflicts_with_all(&of_table)
            } else {
                asked.requires(LOADER)
            });
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let kind = kind(matches.contains_id(LOADER));
        let typed = matches.clone();
        Ok(Self(exact::Options { kind, typed }))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
