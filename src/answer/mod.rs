//! Answers to questions: the findings of `colddeck exact` and `colddeck advise`, versioned like the record, and complete
//! enough to make its tables from.
//!
//! There is one file per question: its words, its parameters, its findings, and its page. Specs and the
//! command line are both made from the list of all questions, [`QUESTIONS`].
//!
//! Positions count from 1 here, as people read them; the first entry of a list is position 1.

mod adaptive_dice;
mod advice;
mod bag;
mod cycles;
mod distance;
mod duplicates;
mod enough;
mod fill_up;
pub mod fit;
mod footrule;
mod game;
mod hitting_times;
mod hot_hand;
mod law;
mod null;
pub mod page;
mod pairs;
mod parameter;
mod piles;
mod pocket_cube;
mod position;
mod question;
mod roll_and_keep;
mod socks;
mod streak;
mod support;
mod wait;

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, from_value, json};
use thiserror::Error;

pub use advice::Advised;
pub use parameter::{Catalogue, Parameter, Read};
pub use question::{Kind, Question, Topic, build};

use page::Page;

use crate::exact::pairs::Effort;
use crate::exact::wide::Wide;
use crate::pieces::Left;
use crate::routine::{CHAIN_BUDGET, Plan, Refused};

/// Makes the list of questions, and the type of their findings.
macro_rules! questions {
    ($($file:ident::$Found:ident,)*) => {
        $(pub use $file::$Found;)*

        /// All questions, in the order in which the help shows them.
        pub const QUESTIONS: &[&Kind] = &[$(&$file::QUESTION),*];

        /// The findings, by question.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        #[allow(
            clippy::large_enum_variant,
            reason = "there is one of them at a time, and few in a record"
        )]
        pub enum Found {
            $(#[doc = concat!("By the question of `", stringify!($file), "`.")] $Found($Found),)*
            /// By `colddeck fit`, which is asked about decks.
            Fit(fit::Fit),
        }

        $(impl From<$Found> for Found {
            fn from(found: $Found) -> Self {
                Self::$Found(found)
            }
        })*

        impl Found {
            /// The figures of an answer to the question `what`, as they are written.
            fn read(what: &str, figures: Map<String, Value>) -> Result<Self, serde_json::Error> {
                $(if what == $file::QUESTION.name {
                    return from_value(Value::Object(figures)).map(Self::$Found);
                })*
                if what == fit::NAME {
                    return from_value(Value::Object(figures)).map(Self::Fit);
                }
                let accepted = crate::names::list(QUESTIONS.iter().map(|kind| kind.name));
                Err(serde_json::Error::custom(format!(
                    "key `what`: found `{what}`; accepted: {accepted}"
                )))
            }

            fn page(&self, name: &str, cards: usize) -> Page {
                let mut page = Page::default();
                match self {
                    $(Self::$Found(found) => $file::page(&mut page, found, name, cards),)*
                    Self::Fit(found) => fit::page(&mut page, found, name, cards),
                }
                page
            }
        }
    };
}

questions! {
    distance::Distance,
    enough::Enough,
    position::Position,
    pairs::Pairs,
    duplicates::Duplicates,
    hitting_times::HittingTimes,
    support::Support,
    law::Law,
    game::Game,
    cycles::Cycles,
    piles::Piles,
    null::Null,
    footrule::Footrule,
    bag::Bag,
    fill_up::FillUp,
    adaptive_dice::AdaptiveDice,
    streak::Streak,
    hot_hand::HotHand,
    socks::Socks,
    roll_and_keep::RollAndKeep,
    wait::Wait,
    pocket_cube::PocketCube,
    advice::Advice,
}

/// Returns true if the question `what` is asked about decks; a name that is no question counts as one.
pub fn of_decks(what: &str) -> bool {
    let kind = QUESTIONS.iter().find(|kind| kind.name == what);
    kind.is_none_or(|kind| kind.of_decks())
}

/// The version of the layout.
pub const ANSWER_SCHEMA: &str = "colddeck.exact/1";

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// `colddeck.exact/1`.
    pub schema: String,
    /// Version of colddeck that made it.
    pub version: String,
    /// The name of the question: `tv`, `position`, …
    pub what: String,
    /// The routine, where the question is about one.
    pub routine: Option<String>,
    /// Cards in a deck, where the question is about decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<usize>,
    /// The meanings of the letters of the routine.
    pub letters: BTreeMap<String, String>,
    /// The findings.
    #[serde(flatten)]
    pub found: Found,
}

impl Answer {
    /// Makes the page that shows it.
    pub(crate) fn page(&self) -> Page {
        let name = self.routine.as_deref().unwrap_or_default();
        self.found.page(name, self.deck.unwrap_or_default())
    }

    /// Makes the answer about decks of so many cards that were fitted.
    pub fn of_fit(fit: fit::Fit, cards: usize) -> Self {
        Self::new(
            fit::NAME,
            None,
            Some(cards),
            BTreeMap::new(),
            Found::Fit(fit),
        )
    }

    /// Makes the answer about a routine, about decks of `deck` cards or about neither, from the findings.
    fn new(
        what: &str,
        routine: Option<String>,
        deck: Option<usize>,
        letters: BTreeMap<String, String>,
        found: Found,
    ) -> Self {
        Self {
            schema: ANSWER_SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            what: what.to_owned(),
            routine,
            deck,
            letters,
            found,
        }
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Written {
            schema: String,
            version: String,
            what: String,
            routine: Option<String>,
            deck: Option<usize>,
            letters: BTreeMap<String, String>,
            #[serde(flatten)]
            figures: Map<String, Value>,
        }
        let written = Written::deserialize(deserializer)?;
        let found = Found::read(&written.what, written.figures).map_err(D::Error::custom)?;
        Ok(Self {
            schema: written.schema,
            version: written.version,
            what: written.what,
            routine: written.routine,
            deck: written.deck,
            letters: written.letters,
            found,
        })
    }
}

/// The reason why there is no answer.
#[derive(Debug, Error)]
pub enum Unanswered {
    /// The routine's one-card chain would take too long.
    #[error(
        "the one-card chain of {steps} shuffles of {cards} cards takes about {products:.1e} multiplications; \
         accepted: up to {most:.0e} (fewer shuffles, or a smaller deck)"
    )]
    Chain {
        /// Shuffles in the routine.
        steps: usize,
        /// Cards in a deck.
        cards: usize,
        /// Multiplications that it would take.
        products: f64,
        /// Multiplications that are accepted.
        most: f64,
    },
    /// The routine's two-card chain would take too long, or too much memory.
    #[error(
        "the two-card chain of this routine for {cards} cards takes about {:.1e} multiplications and {:.2} GB; \
         accepted: up to {:.0e} and {:.2} GB, or any with `--large`",
        effort.multiplications, effort.bytes / 1e9, Effort::SECONDS.multiplications, Effort::SECONDS.bytes / 1e9
    )]
    Effort {
        /// The effort that it takes.
        effort: Effort,
        /// Cards in a deck.
        cards: usize,
    },
    /// The answer is not known; the text says why.
    #[error("{0}")]
    Unknown(String),
    /// The search for it is to stop in its midst.
    #[error(transparent)]
    Left(Left),
}

impl Unanswered {
    /// The reason why there is no answer about pairs of cards.
    fn of_pairs(refused: &Refused, cards: usize) -> Self {
        match refused {
            Refused::Effort(effort) => Self::Effort {
                effort: *effort,
                cards,
            },
            Refused::Unknown { .. } => Self::Unknown(refused.to_string()),
        }
    }
}

/// The routine's one-card chain.
fn chain(plan: &Plan, cards: usize) -> Result<crate::exact::matrix::Matrix, Unanswered> {
    let products = plan.chain_effort(cards);
    if products > CHAIN_BUDGET {
        return Err(Unanswered::Chain {
            steps: plan.steps().len(),
            cards,
            products,
            most: CHAIN_BUDGET,
        });
    }
    plan.one_card(cards).ok_or_else(|| {
        let shuffle = plan.without_chain(cards).map(|shuffle| shuffle.describe());
        Unanswered::Unknown(format!(
            "no exact one-card chain is known for a shuffle in this routine ({}); accepted: shuffles \
             that have one (`colddeck run` simulates any)",
            shuffle.unwrap_or_default()
        ))
    })
}

/// A number that may lie outside the range of doubles: then it is text.
fn number(value: Wide) -> Value {
    let double = value.value();
    if value == Wide::ZERO || (double.is_normal() && double.is_finite()) {
        json!(double)
    } else {
        json!(value.to_string())
    }
}
