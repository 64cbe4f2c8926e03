//! Bridge deals as clubs store them: PBN (Portable Bridge Notation 2.1, Veugen, 2017) and LIN, the
//! notation of Bridge Base Online, which has no published standard.
//!
//! Both readers hand out one deal after another and keep no file in memory: a line and the names of
//! the board and its event, which may have 1 MiB each, and 10 to 20 bytes for each deal with a board
//! number.
//!
//! # One deal, several tables
//!
//! A club plays each board at several tables, and a file may hold each of these games. The same
//! cards under the same board number of the same event and date are therefore one deal, wherever
//! they stand, and are handed out once; [`Bridge::again`] counts the others.
//! Everything else is a deal of its own:
//!
//! - the same number with other cards: every session starts again with board 1, and many files do
//!   not say where a session ends, so this is never an error;
//! - the same cards under another number, event or date: that is a repeated deal, which no fair
//!   shuffle gives, and just what a test must see;
//! - the same cards without a board number, for the same reason.
//!
//! A hand that one table tells and another does not makes two deals of them. LIN has no date.

mod boards;
mod hands;
mod lin;
mod lines;
mod pbn;
pub(crate) mod phh;
pub mod rows;
pub(crate) mod stars;
#[cfg(test)]
mod tests;
mod written;

pub use lin::Lin;
pub use pbn::Pbn;

use crate::fault::Fault;
use text::found::token;

/// The cards of a deal, by card code: spades, hearts, diamonds and clubs from 0, 13 cards each from
/// ace to king; None for a hand that is not known. The seats are North, East, South and West.
type Hands = [Option<[u8; 13]>; 4];

/// A deal as it is written: hands in the order North, East, South, West.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// The 13 cards of each seat, ascending codes (spades, hearts, diamonds, clubs from 0, each from
    /// ace, two, to king); None if the hand is not known. At least one hand is known, and never
    /// three: the fourth is what they leave.
    pub hands: [Option<[u8; 13]>; 4],
    /// The line where it stands, from 1.
    pub line: u64,
}

/// Reads the deals of a file of a bridge club, in either notation. After an error there is nothing more to read.
pub(crate) trait Bridge {
    /// Remembers how far the reading has come.
    fn course(&mut self) -> &mut Course;

    /// Goes on to the next deal, whether or not there was one before; None at the end of the file.
    fn find(&mut self) -> Result<Option<Deal>, Fault>;

    /// The error of a file that ends without a deal.
    fn no_deal(&self) -> Fault;

    /// Boards that stood in the file before: the same cards under the same number, at another table.
    fn again(&self) -> u64;

    /// The next deal; None at the end of the file.
    ///
    /// # Errors
    ///
    /// If the stream breaks or the file breaks a rule, such as to hold a deal.
    fn next(&mut self) -> Result<Option<Deal>, Fault> {
        if self.course().over {
            return Ok(None);
        }
        let next = self.find();
        let found = matches!(next, Ok(Some(_)));
        let course = self.course();
        course.over = !found;
        course.any |= found;
        if matches!(next, Ok(None)) && !course.any {
            return Err(self.no_deal());
        }
        next
    }
}

/// The course of reading a file of deals: nothing follows its end or an error, and it must hold a deal.
#[derive(Debug, Default)]
pub(crate) struct Course {
    any: bool,
    over: bool,
}

/// A word of a file as messages write it.
fn shown(text: &str) -> String {
    token(text.as_bytes())
}
