//! The list of subjects: one line each. A new one is a file here and in `deck::subject`, a line in both lists, and what its
//! statistics, sources and specs need.

use std::ops::Deref;

use super::{About, Runs};
use deck::subject::{Order, OwnDecks, Puzzle, View, Weights, WholeDeck};

/// Something that is done with a subject of its own type.
pub trait Visitor {
    /// The result.
    type Out;

    /// Does it with `subject`.
    fn visit<S: Runs>(self, subject: &S) -> Self::Out;
}

macro_rules! subjects {
    ($($name:ident,)*) => {
        /// One of the subjects in the list.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct AnySubject(Listed);

        #[derive(Debug, Clone, PartialEq, Eq)]
        enum Listed {
            $($name($name),)*
        }

        impl AnySubject {
            /// Does what has to be done with the subject of its own type.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Out {
                match &self.0 {
                    $(Listed::$name(subject) => visitor.visit(subject),)*
                }
            }
        }

        impl Deref for AnySubject {
            type Target = dyn About;

            fn deref(&self) -> &Self::Target {
                match &self.0 {
                    $(Listed::$name(subject) => subject,)*
                }
            }
        }

        $(impl From<$name> for AnySubject {
            fn from(subject: $name) -> Self {
                Self(Listed::$name(subject))
            }
        })*
    };
}

subjects! {
    WholeDeck,
    View,
    Weights,
    OwnDecks,
    Puzzle,
    Order,
}
