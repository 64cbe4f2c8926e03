//! A question: its parameters, how it is asked about decks or a routine, and how it is answered.

use std::fmt;
use std::ops::RangeInclusive;

use dashu_ratio::RBig;
use serde::de::DeserializeOwned;
use toml::Table;

use super::parameter::CARDS;
use super::parameter::{Parameter, Read};
use super::unanswered::Unanswered;
use laws::pairs::Effort;
use laws::puzzles::probability;
use record::answers::{Answer, Found, distance, enough, law, support};
use search::advise::Crew;
use shuffle::routine::{Letters, Plan, Routine};
use text::params::{self, KindError, ParamError, show};

/// A kind of question.
#[derive(Debug)]
pub struct Kind {
    /// Its name, in specs and on the command line.
    pub name: &'static str,
    /// The question in words.
    pub about: &'static str,
    /// The topic that it is asked about.
    pub topic: Topic,
    /// The keys that it takes beside `what`, `routine` and `deck`, each of which is also a flag.
    pub parameters: &'static [Parameter],
    /// Takes its parameters. Faults in them are said before anything is answered.
    pub(super) ask: fn(&Given<'_>) -> Result<Ask, KindError>,
}

impl Kind {
    /// Returns true if it is a command of its own, and not one of `colddeck exact`.
    pub fn is_own_command(&self) -> bool {
        matches!(self.topic, Topic::Moves { .. } | Topic::Loader)
    }

    /// Cards that the decks may have which it is asked about.
    pub fn cards(&self) -> RangeInclusive<u64> {
        if OF_ONE_CARD.contains(&self.name) {
            1..=*CARDS.end()
        } else {
            CARDS
        }
    }

    /// Returns true if it is asked about decks, with or without a routine.
    pub fn of_decks(&self) -> bool {
        !matches!(self.topic, Topic::Alone | Topic::Loader)
    }
}

/// Questions that are answered for a deck of one card, which has one order whatever is done to it.
const OF_ONE_CARD: &[&str] = &[distance::NAME, enough::NAME, law::NAME, support::NAME];

/// The topic of a question.
#[derive(Debug)]
pub enum Topic {
    /// Decks of so many cards.
    Deck {
        /// The flag with their number.
        flag: &'static str,
        /// Its meaning, as the help says it.
        about: &'static str,
    },
    /// Nothing but its own parameters: no deck, no routine.
    Alone,
    /// A loader of training data: asked by the command of [`Topic::Moves`].
    Loader,
    /// A routine.
    Routine {
        /// Its meaning, as the help says it.
        about: &'static str,
        /// A parameter that may stand in its place.
        instead: Option<&'static str>,
        /// The effort of an answer that is refused where it is too long, for those who ask all the same.
        large: Option<EffortOf>,
        /// True if it may be left out; on the command line it then stands last.
        optional: bool,
    },
    /// Decks of so many cards, and the shuffles that letters stand for: a command of its own.
    Moves {
        /// The meaning of the deck, as the help says it.
        about: &'static str,
    },
}

/// The effort of an answer about a routine, for decks of so many cards.
type EffortOf = fn(&Plan, usize) -> Result<Effort, Unanswered>;

impl Topic {
    /// Ideal decks, or a game with them.
    pub(super) const DECK: Self = Self::Deck {
        flag: "deck",
        about: "Cards in a deck",
    };

    /// A routine.
    pub(super) const fn routine(about: &'static str) -> Self {
        Self::Routine {
            about,
            instead: None,
            large: None,
            optional: false,
        }
    }
}

/// The parameters of a question: all are accepted, and those with a default are there.
pub(super) struct Given<'a> {
    pub table: Table,
    /// Cards in a deck, where the question is about decks.
    pub cards: usize,
    letters: &'a Letters,
}

impl Given<'_> {
    /// The value of a parameter, if it is there.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let value = self.table.get(name)?.clone();
        Some(value.try_into().expect("the value was accepted"))
    }

    /// The value of a parameter that is required, or has a default.
    pub fn value<T: DeserializeOwned>(&self, name: &str) -> T {
        self.get(name).expect("it is required or has a default")
    }

    /// A probability that is required, or has a default.
    pub fn probability(&self, name: &str) -> RBig {
        let text: String = self.value(name);
        probability(&text).expect("the value was accepted")
    }

    /// The shuffles that letters stand for.
    pub fn letters(&self) -> &Letters {
        self.letters
    }

    /// A routine among the parameters.
    pub fn routine(&self, name: &str) -> Result<Option<Routine>, ParamError> {
        let text = self.get::<String>(name);
        let parsed = text.map(|text| Routine::parse(&text, self.letters));
        parsed.transpose().map_err(|problem| ParamError::Within {
            key: name.to_owned(),
            problem: problem.to_string(),
        })
    }
}

/// A question is answered about this.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    plan: Option<&'a Plan>,
    /// Cards in a deck.
    pub cards: usize,
    /// The routine, and the shuffles that letters stand for.
    routine: Option<&'a Routine>,
    letters: &'a Letters,
    /// True if it may take as long as it takes.
    pub large: bool,
    /// The crew that does what takes many decks.
    pub crew: &'a dyn Crew,
}

impl<'a> About<'a> {
    /// The routine of a question that needs one.
    pub fn plan(&self) -> Result<&'a Plan, Unanswered> {
        self.plan
            .ok_or_else(|| Unanswered::Unknown("this question needs a routine".to_owned()))
    }

    /// The seconds that practised hands are assumed to take for the routine, where all its shuffles have some.
    pub fn seconds(&self) -> Option<f64> {
        let each = self.routine?.letters().iter();
        let each = each.map(|step| Some(self.letters.seconds(*step, self.cards)?[1]));
        each.sum()
    }
}

/// The function that answers a question with its parameters.
type Answering = dyn Fn(About<'_>) -> Result<Found, Unanswered> + Send + Sync;

/// The same, to be kept.
pub(super) type Ask = Box<Answering>;

/// The question that `find` answers.
#[expect(
    clippy::unnecessary_wraps,
    reason = "it ends the function that takes parameters"
)]
pub(super) fn ask<F: Into<Found>>(
    find: impl Fn(About<'_>) -> Result<F, Unanswered> + Send + Sync + 'static,
) -> Result<Ask, KindError> {
    Ok(Box::new(move |about| find(about).map(Into::into)))
}

/// A question is asked about a routine, or may be, or is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfRoutine {
    /// About one, which must be given.
    Needed,
    /// About one if it is given.
    Optional,
    /// About none.
    None,
}

/// A question that can be answered.
pub struct Question {
    kind: &'static Kind,
    ask: Ask,
    cards: usize,
    routine: OfRoutine,
}

impl Question {
    /// Returns whether it is asked about a routine.
    pub(crate) fn routine(&self) -> OfRoutine {
        self.routine
    }

    /// The answer, about a routine if it is asked about one; `large` if it may take as long as it takes. `crew` does
    /// what takes many decks.
    pub fn answer(
        &self,
        routine: Option<&Routine>,
        letters: &Letters,
        large: bool,
        crew: &dyn Crew,
    ) -> Result<Answer, Unanswered> {
        let plan = routine.map(|routine| routine.plan(letters));
        let found = (self.ask)(About {
            plan: plan.as_ref(),
            cards: self.cards,
            routine,
            letters,
            large,
            crew,
        })?;
        let used = letters.legend(routine.map_or(&[][..], Routine::letters));
        let name = routine.map(|routine| routine.name().to_owned());
        let what = self.kind.name;
        let deck = self.kind.of_decks().then_some(self.cards);
        Ok(Answer::new(what, name, deck, used, found))
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Question").field(&self.kind.name).finish()
    }
}

/// Makes a question of a kind with its parameters, about decks of `cards` cards.
pub(super) fn build(
    kind: &'static Kind,
    mut table: Table,
    cards: usize,
    letters: &Letters,
) -> Result<Question, KindError> {
    let what = kind.name;
    params::known(what, &table, kind.parameters.iter().map(|key| key.name))?;
    for parameter in kind.parameters {
        let key = parameter.name.to_owned();
        if let Some(value) = table.get_mut(&key) {
            parameter.settle(value);
        }
        match (table.get(&key), parameter.default) {
            (Some(value), _) if parameter.accepts(value, cards) => {}
            (Some(value), _) => {
                let (found, accepted) = (show(value), parameter.accepted(cards));
                return Err(ParamError::Wrong {
                    key,
                    found,
                    accepted,
                }
                .into());
            }
            (None, Some(typed)) => {
                table.insert(key, parameter.typed(typed));
            }
            (None, None) if parameter.required => {
                // Any text is read, and few are accepted.
                let accepted = match parameter.read {
                    Read::Text => in_a_sentence(parameter.about),
                    _ => parameter.accepted(cards),
                };
                let kind = what.to_owned();
                return Err(ParamError::Missing {
                    kind,
                    key,
                    accepted,
                }
                .into());
            }
            (None, None) => {}
        }
    }
    let routine = match &kind.topic {
        Topic::Deck { .. } | Topic::Alone | Topic::Loader | Topic::Moves { .. } => OfRoutine::None,
        Topic::Routine { optional: true, .. } => OfRoutine::Optional,
        Topic::Routine { instead, .. } => match instead {
            Some(key) if table.contains_key(*key) => OfRoutine::None,
            _ => OfRoutine::Needed,
        },
    };
    let given = Given {
        table,
        cards,
        letters,
    };
    Ok(Question {
        kind,
        ask: (kind.ask)(&given)?,
        cards,
        routine,
    })
}

/// The words without the capital that they begin with.
fn in_a_sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters.clone()).collect()
}
