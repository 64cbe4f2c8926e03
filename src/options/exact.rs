//! Questions that are answered without simulating. Each is a command of its own, made from its parameters; what is typed
//! becomes the table of keys that a spec would have.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};

use ::run::questions::{Catalogue, Kind, Parameter, QUESTIONS, Question, Read, Topic, build};
use ::run::spec::{self, Dealt, Overrides};
use deck::MIN_CARDS;
use deck::subject::View;
use shuffle::routine::{Letters, Routine};
use text::harmless;
use text::params::{KindError, ParamError};
use text::whole;

/// A question, and what was typed after its name.
#[derive(Debug)]
pub struct Options {
    pub kind: &'static Kind,
    pub typed: ArgMatches,
}

impl Options {
    /// The commands of all questions, each as `with` makes it of its own.
    pub fn commands(command: Command, with: impl Fn(Command) -> Command) -> Command {
        let all = QUESTIONS.iter().filter(|kind| !kind.is_own_command());
        // The words of options that are added would stand in place of the question's.
        let all = all.map(|kind| with(command_of(kind)).about(kind.about));
        command
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommands(all)
    }
}

impl Args for Options {
    fn augment_args(command: Command) -> Command {
        Self::commands(command, |of_question| of_question)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let found = matches.subcommand().and_then(|(name, typed)| {
            let kind = *QUESTIONS.iter().find(|kind| kind.name == name)?;
            let typed = typed.clone();
            Some(Self { kind, typed })
        });
        found.ok_or_else(|| clap::Error::new(clap::error::ErrorKind::MissingSubcommand))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The name of the argument that is the routine.
const ROUTINE: &str = "routine";

/// The command of a question.
pub fn command_of(kind: &'static Kind) -> Command {
    let command = Command::new(kind.name).about(kind.about);
    let also = ALSO.iter().filter(|(name, _)| *name == kind.name);
    with_arguments(command.visible_aliases(also.map(|(_, also)| *also)), kind)
}

/// Other names of questions.
const ALSO: [(&str, &str); 1] = [("quantity", "stake")];

/// A command with the arguments of a question; the help shows them in this order.
pub(super) fn with_arguments(command: Command, kind: &'static Kind) -> Command {
    let of_question = kind.parameters.iter().map(argument);
    let command = match &kind.topic {
        Topic::Deck { flag, about } => {
            let cards = cards(flag, about);
            let cards = match catalogue(kind) {
                Some(_) => cards.required_unless_present("list"),
                None => cards.required(true),
            };
            command.arg(cards).args(of_question)
        }
        Topic::Alone | Topic::Loader => command.args(of_question),
        Topic::Moves { about } => {
            let deck = value("deck", "N|TYPES|FILE", about).alias("cards");
            let deck = deck.required(true).value_parser(super::dealt);
            command.arg(deck).args(of_question).arg(shuffles())
        }
        Topic::Routine {
            about,
            instead,
            large,
            optional,
        } => {
            let routine = Arg::new(ROUTINE).value_name("ROUTINE").help(*about);
            let routine = match instead {
                Some(other) => routine
                    .required_unless_present(*other)
                    .conflicts_with(*other),
                None => routine.required(!optional),
            };
            let large =
                large.map(|_| flag("large", "Take as long, and as much memory, as it takes"));
            let deck = if is_dealt(kind) {
                let about = "A number of cards, cards of types (\"26 red, 26 black\", the first on top), or a decklist";
                let deck = value(CARDS, "N|TYPES|FILE", about).alias("cards");
                deck.value_parser(super::dealt)
            } else {
                let deck = cards("deck", "Cards in a deck; a spec has its own");
                deck.value_parser(whole::within::<usize>(kind.cards()))
            };
            let command = if *optional {
                command.args(of_question).arg(routine)
            } else {
                command.arg(routine).args(of_question)
            };
            command
                .args(large)
                .arg(deck.required_unless_present("spec"))
                .arg(
                    value(
                        "spec",
                        "FILE",
                        "Take the letters, and the deck, from a spec",
                    )
                    .value_parser(value_parser!(PathBuf)),
                )
                .arg(shuffles())
        }
    };
    let list = catalogue(kind).map(|catalogue| flag("list", catalogue.about));
    command.args(list)
}

/// The option that says what letters stand for.
fn shuffles() -> Arg {
    let about = "Define a letter, as in M=mash or 'M=riffle max-streak=3'; may be repeated";
    value("shuffle", "LETTER=SHUFFLE", about).action(ArgAction::Append)
}

pub fn flag(name: &'static str, about: &'static str) -> Arg {
    let arg = Arg::new(name).long(name).help(about);
    arg.action(ArgAction::SetTrue)
}

fn value(name: &'static str, value: &'static str, about: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(about)
}

/// The number of cards; the flag has two names.
fn cards(flag: &'static str, about: &'static str) -> Arg {
    let other = if flag == "deck" { "cards" } else { "deck" };
    let arg = Arg::new(CARDS).long(flag).alias(other);
    arg.value_name("N")
        .help(about)
        .value_parser(super::cards::<usize>())
}

/// The name of the argument that is the number of cards.
pub(super) const CARDS: &str = "deck";

/// The parameter of a question that has the cards of each type.
const TYPES: &str = "types";

/// The parameter that has the part which is seen.
const VIEW: &str = "view";

/// True if `--deck` may say the types of the cards, which the question then takes.
fn is_dealt(kind: &Kind) -> bool {
    let is_alone = matches!(kind.topic, Topic::Alone);
    let has_types = kind.parameters.iter().any(|key| key.name == TYPES) && !is_alone;
    matches!(kind.topic, Topic::Moves { .. }) || has_types
}

/// The deck of a question that has no other: of a decklist its types, else what was typed.
fn own_deck(text: &str) -> anyhow::Result<String> {
    let dealt = super::dealt(text);
    let dealt = dealt.map_err(|problem| anyhow!("--{TYPES}: {problem}"))?;
    Ok(dealt.types.unwrap_or_else(|| dealt.cards.to_string()))
}

/// A parameter of the question. Its values stay as they are typed: the question reads them.
pub(super) fn argument(parameter: &'static Parameter) -> Arg {
    let Parameter { name, about, .. } = parameter;
    if let Read::Flag = parameter.read {
        return flag(name, about);
    }
    let arg = Arg::new(name).value_name(parameter.value).help(about);
    let arg = if parameter.bare { arg } else { arg.long(name) };
    let arg = match parameter.read {
        Read::Wholes(_) | Read::Different(_) | Read::Numbers(_) | Read::Near(_) => {
            arg.value_delimiter(',').action(ArgAction::Append)
        }
        _ => arg,
    };
    arg.required(parameter.required && parameter.catalogue.is_none())
        .default_value(parameter.default)
        .aliases(parameter.alias)
}

fn catalogue(kind: &Kind) -> Option<&'static Catalogue> {
    kind.parameters.iter().find_map(|key| key.catalogue)
}

/// A question that can be answered.
pub struct Asked {
    pub question: Question,
    /// The routine that it is about, if it is about one.
    pub routine: Option<Routine>,
    pub letters: Letters,
    /// The number of cards: a terminal says what a large answer takes.
    #[cfg(feature = "cli")]
    pub cards: usize,
}

impl Options {
    /// The names that there are, where they were asked for, or none was given where one must be.
    pub fn listed(&self) -> Option<&'static Catalogue> {
        let Self { kind, typed } = self;
        let listed = |key: &&Parameter| {
            key.catalogue.is_some() && (typed.get_flag("list") || !typed.contains_id(key.name))
        };
        kind.parameters.iter().find(listed)?.catalogue
    }

    /// The question that was asked.
    pub fn asked(&self) -> anyhow::Result<Asked> {
        let Self { kind, typed } = self;
        let given = |parameter: &&Parameter| typed.contains_id(parameter.name);
        let mut table = toml::Table::new();
        for parameter in kind.parameters.iter().filter(given) {
            let name = parameter.name.to_owned();
            if let Read::Flag = parameter.read {
                table.insert(name, typed.get_flag(parameter.name).into());
                continue;
            }
            let values = typed.get_many::<String>(parameter.name);
            let values = values.into_iter().flatten().map(String::as_str);
            let mut text = values.collect::<Vec<&str>>().join(",");
            if parameter.name == TYPES && !is_dealt(kind) {
                text = own_deck(&text)?;
            }
            table.insert(name, parameter.typed(&text));
        }
        let (routine, letters, cards, of_spec) = subject(kind, typed)?;
        if is_dealt(kind)
            && let Some(deck) = typed.get_one::<Dealt>(CARDS)
            && let Some(types) = &deck.types
            && table
                .insert(TYPES.to_owned(), types.clone().into())
                .is_some()
        {
            anyhow::bail!(super::TWICE_TYPES);
        }
        for (key, value) in of_spec {
            table.entry(key).or_insert(value);
        }
        let question = build(kind.name, table, cards, &letters);
        Ok(Asked {
            question: question.map_err(|problem| flagged(kind, problem))?,
            routine,
            letters,
            #[cfg(feature = "cli")]
            cards,
        })
    }
}

/// The routine that is asked about, if any; the letters, the number of cards, and what a spec says of what is seen.
type Subject = (Option<Routine>, Letters, usize, toml::Table);

/// The subject of a question.
fn subject(kind: &Kind, typed: &ArgMatches) -> anyhow::Result<Subject> {
    let alone = |letters, cards| Ok((None, letters, cards, toml::Table::new()));
    if let Topic::Alone | Topic::Loader = kind.topic {
        return alone(Letters::none(), MIN_CARDS);
    }
    let dealt = is_dealt(kind)
        .then(|| typed.get_one::<Dealt>(CARDS))
        .flatten();
    // One card has one order: no shuffle is asked about it, so that its letters are those of the smallest deck.
    let single = match dealt {
        Some(dealt) => dealt.cards == 1 && dealt.types.is_none(),
        None => !is_dealt(kind) && typed.get_one(CARDS) == Some(&1_usize),
    } && kind.cards().contains(&1);
    let cards: Option<usize> = match &kind.topic {
        _ if single => Some(MIN_CARDS),
        _ if is_dealt(kind) => {
            // A deck with types has two cards or more.
            let accepted = |dealt: &Dealt| match dealt.types {
                None => kind.cards(),
                Some(_) => spec::CARDS,
            };
            let cards = dealt.map(|dealt| spec::cards(dealt.cards, accepted(dealt)));
            let cards = cards.transpose();
            cards.map_err(anyhow::Error::msg)?
        }
        _ => typed.get_one(CARDS).copied(),
    };
    if let Topic::Deck { .. } = kind.topic {
        return alone(Letters::none(), cards.unwrap_or(MIN_CARDS));
    }
    let shuffles = typed.get_many("shuffle").into_iter().flatten().cloned();
    if let Topic::Moves { .. } = kind.topic {
        let letters = spec::letters(&shuffles.collect::<Vec<_>>())?;
        return alone(letters, cards.unwrap_or(MIN_CARDS));
    }
    let text = typed.get_one::<String>(ROUTINE);
    let overrides = Overrides {
        deck: cards.map(|cards: usize| cards as u32).map(i64::from),
        shuffles: shuffles.collect(),
        ..Overrides::default()
    };
    let experiment = match (typed.get_one::<PathBuf>("spec"), text) {
        (Some(file), _) => spec::read(file, &overrides)?,
        (None, Some(text)) => spec::of_routines(std::slice::from_ref(text), &overrides)
            .map_err(|problem| swapped(kind, typed).unwrap_or_else(|| problem.into()))?,
        (None, None) => {
            let cards = if single {
                1
            } else {
                cards.unwrap_or(MIN_CARDS)
            };
            return alone(Letters::none(), cards);
        }
    };
    let seen = experiment.subject.value();
    let letters = experiment.letters;
    let routine = text
        .map(|text| Routine::parse(text, &letters))
        .transpose()?;
    let cards = if single { 1 } else { experiment.design.size };
    // The types that are seen are known after riffles alone; others are answered over all orders.
    let riffled =
        (routine.as_ref()).is_some_and(|one| one.plan(&letters).riffles_alone().is_some());
    let seen = seen.downcast_ref::<View>();
    let seen = seen.filter(|_| is_dealt(kind) && riffled);
    Ok((
        routine,
        letters,
        cards,
        seen.map_or_else(toml::Table::new, keys),
    ))
}

/// A view of a deck as keys of a question.
fn keys(view: &View) -> toml::Table {
    let types = view.classes.as_ref().map(ToString::to_string);
    let types = types.map(|types| (TYPES, types));
    let all = types.into_iter().chain([(VIEW, view.shape.to_string())]);
    all.map(|(key, value)| (key.to_owned(), value.into()))
        .collect()
}

/// The message where a routine stands before the argument that comes first.
fn swapped(kind: &Kind, typed: &ArgMatches) -> Option<anyhow::Error> {
    let parameter = kind.parameters.iter().find(|known| known.bare)?;
    let first = typed.get_one::<String>(parameter.name)?;
    Routine::parse(first, &Letters::default()).ok()?;
    Some(anyhow!(
        "the routine `{}` stands before the rest; accepted: {}, then the routine",
        harmless::line(first),
        parameter.value
    ))
}

/// The message of a wrong parameter, which names the flag and not the key.
fn flagged(kind: &Kind, problem: KindError) -> anyhow::Error {
    if let KindError::Parameters(ParamError::Wrong {
        key,
        found,
        accepted,
    }) = &problem
        && let Some(parameter) = kind.parameters.iter().find(|known| known.name == key)
    {
        // An argument without a flag goes by the word of the help.
        let name = if parameter.bare {
            parameter.value.to_owned()
        } else {
            format!("--{key}")
        };
        let quoted = found
            .strip_prefix('`')
            .and_then(|found| found.strip_suffix('`'));
        let found = quoted.unwrap_or(found);
        // `10M` is refused with the number that is likely meant.
        if let Read::Whole(range) = &parameter.read
            && let Err(said) = whole::within::<u64>(range.clone())(found.trim_matches('"'))
            && said.starts_with("did you mean")
        {
            return anyhow!("{name}: found {found}; {said}");
        }
        // A place in the deck is called by the word for its value: a position.
        let accepted = match (&parameter.read, parameter.value) {
            (Read::UpToCards(_), word) if word.len() > 1 => {
                accepted.replace("whole number", &word.to_lowercase())
            }
            _ => accepted.clone(),
        };
        return anyhow!("{name}: found {found}; accepted: {accepted}");
    }
    if let KindError::Parameters(ParamError::Missing { key, accepted, .. }) = &problem
        && kind
            .parameters
            .iter()
            .any(|known| known.name == *key && !known.bare)
    {
        // Keys of specs are options here.
        let accepted = accepted.replace("(check)", "(--check)");
        return anyhow!("--{key}: it is missing; accepted: {accepted}");
    }
    problem.into()
}
