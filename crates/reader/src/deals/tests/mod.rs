//! Whole files of deals.

mod lin;
mod pbn;
mod written;

use super::Deal;
use crate::fault::Fault;

/// All deals and how many stood again, or the place of the first error and its words.
fn gather(
    mut next: impl FnMut() -> Result<Option<Deal>, Fault>,
) -> Result<Vec<Deal>, (u64, usize, String)> {
    let mut deals = Vec::new();
    loop {
        match next() {
            Ok(Some(deal)) => deals.push(deal),
            Ok(None) => return Ok(deals),
            Err(fault) => {
                let told = fault.told();
                return Err((told.line, told.column as usize, told.problem));
            }
        }
    }
}

/// A deal of whole ascending hands without a common card, one, two or four of them.
fn is_sound(deal: &Deal) -> bool {
    let hands: Vec<_> = deal.hands.iter().flatten().collect();
    let mut held: Vec<u8> = hands.iter().copied().flatten().copied().collect();
    held.sort_unstable();
    held.dedup();
    held.len() == 13 * hands.len()
        && held.iter().all(|card| *card < 52)
        && matches!(hands.len(), 1 | 2 | 4)
        && hands.iter().all(|hand| hand.is_sorted())
}

/// Expects that reading a file without the character `^` in it fails at its place with these words.
fn refused(marked: &str, words: &str, read: impl Fn(&str) -> Result<(), (u64, usize, String)>) {
    let before = &marked[..marked.find('^').unwrap()];
    let line = before.matches('\n').count() as u64 + 1;
    let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
    let (at, to, problem) = read(&marked.replacen('^', "", 1)).expect_err(marked);
    assert_eq!((at, to), (line, column), "{marked}: {problem}");
    assert!(
        problem.contains(words) && problem.contains("; accepted: "),
        "{marked}: {problem}"
    );
}
