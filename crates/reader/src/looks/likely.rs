//! The likeliest meaning of bytes in which a reader of decks found none, and what to do.

use super::{Field, Look, Sample, histories};
use crate::recording::Format;

/// Says what `bytes`, the beginning of a stream, look like if not like decks; `None` if nothing is plain. Specs, programs and
/// streams that grow are asked this where their first deck is broken: they are told how decks are written.
pub(crate) fn likely(bytes: &[u8]) -> Option<String> {
    let sample = Sample {
        bytes: bytes.to_vec(),
        complete: false,
    };
    if let Err(problem) = sample.check() {
        return Some(problem);
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if let Err(problem) = histories::look(text) {
        return Some(problem);
    }
    if text.contains('\r') && !text.contains('\n') {
        return Some(
            "its lines end in CR alone, as those of old Macs; accepted: lines that end in LF, as `tr '\\r' '\\n' < FILE | colddeck -` makes them"
                .to_owned(),
        );
    }
    let drawn = |what: &str| {
        format!(
            "this looks like draws {what}, not like decks; accepted: `colddeck FILE --weights equal`, or with the weight of \
             each; of a program `PROGRAM | colddeck - --weights equal`"
        )
    };
    let elsewhere = |what: &str| {
        format!(
            "these are {what}, not whole decks; accepted: `colddeck FILE`, or of a program `PROGRAM | colddeck -`"
        )
    };
    Some(match sample.look().ok()? {
        Look::Hands(format, _) => elsewhere(about(format)),
        Look::Rows => elsewhere("games of 17lands"),
        Look::Scrambles => elsewhere("scrambles of a puzzle"),
        Look::Columns(columns, _) => format!(
            "the decks stand in some of the columns; accepted: with --columns {columns}, or in a spec columns = \"{columns}\""
        ),
        Look::Key(key) => format!(
            "the decks stand under another key; accepted: with --key {key}, or in a spec key = \"{key}\""
        ),
        Look::Draws(Field::Column(column)) => drawn(&format!("in the column {}", token(&column))),
        Look::Draws(Field::Key(Some(key))) => drawn(&format!("under the key {key}")),
        _ => return None,
    })
}

/// A name as messages write it.
fn token(name: &str) -> String {
    text::found::token(name.as_bytes())
}

/// The name of a format of hands, in words.
fn about(format: Format) -> &'static str {
    match format {
        Format::Pbn => "bridge deals (PBN)",
        Format::Lin => "bridge deals (LIN)",
        Format::Phh => "poker hands (PHH)",
        _ => "poker hands (PokerStars)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_deck_is_named() {
        let log = "time,player,rarity\n".to_owned() + &"1,a,Common\n2,b,Rare\n".repeat(9);
        for (text, says) in [
            (
                "[Event \"x\"]\n[Deal \"N:AK...\"]\n",
                "bridge deals (PBN), not whole decks; accepted: `colddeck FILE`",
            ),
            ("<!DOCTYPE html><html>", "a web page"),
            ("Winamax Poker\nSeat 1: Ann\n", "Winamax"),
            ("3 1 2\r1 2 3\r", "CR alone"),
            (&log, "draws in the column `rarity`"),
            ("a,b\n{\"x\"", ""),
            ("1 2 3\n", ""),
            ("", ""),
        ] {
            let found = likely(text.as_bytes()).unwrap_or_default();
            assert!(
                found.contains(says) && says.is_empty() == found.is_empty(),
                "{text}: {found}"
            );
        }
    }
}
