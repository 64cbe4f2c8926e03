//! The reader of stakes on rows.

use super::super::Node;
use super::super::names::{Faces, Seen};
use super::super::rows::{NUMBERS, OnRows};
use super::{Parser, Wrong};

/// Reads a stake on rows that each have a deck of their own.
pub(in super::super) fn on_rows(text: &str) -> Result<OnRows, Wrong> {
    let mut parser = Parser::new(text, (Faces::Rows, 0, Seen::Deck), 0)?;
    let node = parser.either()?;
    parser.event(&node, 0)?;
    let odds = parser.odds()?;
    parser.end("the end, `pays 6`, `and`, `or`, or a comparison such as `<= 2`")?;
    Ok(OnRows::new(node, odds))
}

impl Parser<'_> {
    /// A number of the row.
    pub(super) fn of_row(&mut self) -> Result<Node, Wrong> {
        let at = NUMBERS.iter().position(|number| self.takes(number));
        at.map(Node::Measure)
            .ok_or_else(|| self.wrong(&self.faces.accepted()))
    }
}
