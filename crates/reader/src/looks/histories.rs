//! Files of deals: bridge clubs' and poker rooms'. Rooms whose histories are not read are named.

use super::Look;
use crate::dealt::shape;
use crate::recording::Format;
use deck::subject::Shape;

/// The beginning of a history of a room that is not read, and the room.
const ROOMS: [(&str, &str); 13] = [
    ("Poker Hand #", "GGPoker"),
    ("Full Tilt Poker", "Full Tilt"),
    ("FullTiltPoker", "Full Tilt"),
    ("Winamax Poker", "Winamax"),
    ("***** Hand History for Game", "PartyPoker"),
    ("#Game No", "888poker or PartyPoker"),
    ("***** 888poker", "888poker"),
    ("Ignition Hand #", "Ignition"),
    ("Bovada Hand #", "Bovada"),
    ("Bodog Hand #", "Bodog"),
    ("Game Hand #", "Americas Cardroom"),
    ("Stage #", "Absolute Poker"),
    ("Hand #", "another room"),
];

/// Finds deals of a format that records hands.
pub(super) fn look(text: &str) -> Result<Option<Look>, String> {
    let lines = || text.lines().map(str::trim_start);
    let starts = |start: &str| lines().any(|line| line.starts_with(start));
    let hands = |format: Format| Ok(shape(format).map(|shape| Look::Hands(format, shape)));
    if starts("[Deal \"") || text.starts_with("% PBN") {
        return hands(Format::Pbn);
    }
    if starts("[Event \"") && starts("[White \"") {
        return Err(
            "this is a file of chess games (PGN); accepted: bridge deals in PBN, whose tags hold a [Deal]"
                .to_owned(),
        );
    }
    if is_lin(text) {
        return hands(Format::Lin);
    }
    if starts("variant =") && starts("actions =") || starts("variant=") && starts("actions=") {
        return hands(Format::Phh);
    }
    if starts("routines = [") || starts("routines=[") {
        return Err(
            "this is a spec of an experiment; save it as a file, and `colddeck run FILE` runs it"
                .to_owned(),
        );
    }
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with("PokerStars") {
        return stars(first).map(Some);
    }
    let room = ROOMS.iter().find(|(start, _)| first.starts_with(start));
    if let Some((_, room)) = room
        && (text.contains("Seat ") || text.contains("Dealt to"))
    {
        return Err(format!(
            "this is a poker history of {room}, which is not read; convert it to PHH (Poker Hand History), or to \
             PokerStars' text, and give that file"
        ));
    }
    Ok(None)
}

/// Returns true if it is a file of Bridge Base Online: names, bars and values, one of them a deal.
fn is_lin(text: &str) -> bool {
    let mut deals = text.match_indices("md|").map(|(at, _)| &text[at + 3..]);
    let written = |deal: &str| deal.starts_with(|c: char| c.is_ascii_digit());
    deals.any(written) && text.split('|').count() > 2
}

/// The hands of `PokerStars`' text, by the game that its first line names.
fn stars(first: &str) -> Result<Look, String> {
    if !first.contains("Hand #") && !first.contains("Game #") {
        return Err(
            "this looks like a PokerStars history in another language than English; set the client's history \
             to English, or convert it to PHH"
                .to_owned(),
        );
    }
    let cards = crate::deals::stars::cards(first).ok_or_else(|| {
        let game = first.split_once(": ").map_or(first, |(_, game)| game);
        let game = game.split(" (").next().unwrap_or(game);
        format!(
            "this is a PokerStars history of {}, which is not read; accepted: Hold'em and Omaha, or PHH",
            text::found::token(game.as_bytes())
        )
    })?;
    Ok(Look::Hands(Format::Stars, Shape::Hand(cards)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_told_by_their_content() {
        let format = |text: &str| match look(text) {
            Ok(Some(Look::Hands(format, _))) => Some(format),
            _ => None,
        };
        for (text, found) in [
            ("% PBN 2.1\n", Format::Pbn),
            ("[Event \"x\"]\n[Deal \"N:AK.. ...\"]\n", Format::Pbn),
            ("qx|o1|md|3SAK,,|\n", Format::Lin),
            ("[1]\nvariant = \"NT\"\nactions = []\n", Format::Phh),
            (
                "PokerStars Hand #1:  Hold'em No Limit ($1/$2)",
                Format::Stars,
            ),
        ] {
            assert_eq!(format(text), Some(found), "{text}");
        }
        assert_eq!(look("1 2 3\n"), Ok(None));
        for (text, room) in [
            ("Poker Hand #RC1: Hold'em\nSeat 1: x", "GGPoker"),
            ("Winamax Poker - CashGame\nSeat 1: x", "Winamax"),
            ("PokerStars Hand #1: Razz Limit ($1/$2)", "`Razz…`"),
            ("[Event \"a\"]\n[White \"b\"]\n", "chess"),
        ] {
            let problem = look(text).unwrap_err();
            assert!(problem.contains(room), "{problem}");
        }
    }
}
