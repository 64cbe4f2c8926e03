//! Answers to questions: the findings of `colddeck exact`, `colddeck advise` and `colddeck fit`, versioned like the
//! record, and complete enough to make their pages from.
//!
//! There is one file per question: its name and its findings. A file of the same name asks it, and another one shows the
//! answer.
//!
//! Positions count from 1 here, as people read them; the first entry of a list is position 1.

pub mod adaptive_dice;
pub mod advice;
pub mod bag;
pub mod bound;
pub mod cycles;
pub mod digits;
pub mod distance;
pub mod duplicates;
pub mod enough;
pub mod fill_up;
pub mod fit;
pub mod footrule;
pub mod game;
pub mod hitting_times;
pub mod hot_hand;
pub mod law;
pub mod loader;
pub mod luck;
pub mod null;
pub mod pairs;
pub mod piles;
pub mod pocket_cube;
pub mod position;
pub mod proof;
pub mod quantity;
pub mod roll_and_keep;
pub mod socks;
pub mod streak;
pub mod support;
pub mod wait;

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, from_value};

use text::names;

/// Makes the type of the findings from the list of all questions.
macro_rules! answers {
    ($($file:ident::$Found:ident,)*) => {
        $(pub use $file::$Found;)*

        /// The names of all questions, in the order in which the help shows them.
        pub const NAMES: &[&str] = &[$($file::NAME),*];

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
                $(if what == $file::NAME {
                    return from_value(Value::Object(figures)).map(Self::$Found);
                })*
                if what == fit::NAME {
                    return from_value(Value::Object(figures)).map(Self::Fit);
                }
                let accepted = names::list(NAMES.iter().copied());
                Err(serde_json::Error::custom(format!(
                    "key `what`: found `{what}`; accepted: {accepted}"
                )))
            }
        }
    };
}

answers! {
    distance::Distance,
    enough::Enough,
    position::Position,
    quantity::Quantity,
    luck::Luck,
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
    loader::Loader,
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
    pub fn new(
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
