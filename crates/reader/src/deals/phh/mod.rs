//! The Poker Hand History format (Kim, 2024, "Recording and describing poker hands"): TOML with one
//! hand (`.phh`) or a table for each hand (`.phhs`).
//!
//! Only what is dealt to everybody and always recorded may be pooled: the cards that each player is
//! dealt before anyone acts, if the file has them whatever the player did with them. A board is dealt
//! only if play goes on, and most histories have hole cards only of players who showed them; both hang
//! on the cards. [`pooled`] says what is left.

mod actions;
mod fields;

use toml::de::{DeTable, DeValue};

use super::shown;
use crate::fault::Fault;
use fields::Reader;

/// The parts of a history that are left out, and the reasons.
pub(crate) const CENSORED: &str = "Boards and cards dealt later are left out, since they come only if play \
    goes on. Hands that players chose to show are left out too, since players choose by their cards. If \
    somebody picked the hands for a book or a broadcast, that is such a choice as well, and no file shows it.";

/// The first cards of all players of one hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    /// The cards of each player, as many for each; none if a card of them is not known. The code of a
    /// card is 13 · suit + rank: spades, hearts, diamonds, clubs; ace to king.
    pub holes: Vec<Option<Vec<u8>>>,
    /// The players' names, or else their seats (`seat 3`) or places (`p1`).
    pub players: Vec<String>,
    /// True for each player who showed cards.
    pub shown: Vec<bool>,
    /// The line on which it starts, from 1.
    pub line: u64,
}

/// The first cards of one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hole {
    /// The player's place in the hand, from 0.
    pub player: usize,
    /// The codes of the cards, in the order in which they are written.
    pub cards: Vec<u8>,
}

/// The hands of a file that may be pooled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pooled {
    /// The first cards of all players of all hands.
    Everyone,
    /// The first cards of one player, who is dealt in in every hand.
    Player(String),
}

impl Pooled {
    /// The first cards that may be pooled of a hand of the file.
    pub(crate) fn holes(&self, hand: &Hand) -> Vec<Hole> {
        let all = hand.holes.iter().zip(&hand.players).enumerate();
        let pooled = all.filter(|(_, (_, name))| match self {
            Self::Everyone => true,
            Self::Player(player) => player == *name,
        });
        let hole = |(player, (cards, _)): (_, (&Option<Vec<u8>>, _))| {
            let cards = cards.clone()?;
            Some(Hole { player, cards })
        };
        pooled.filter_map(hole).collect()
    }
}

/// Finds out what play does not censor: the first cards of everybody if none is hidden, or else those
/// of the first player who is in every hand and whose cards are never hidden. Some of these cards must
/// be known without having been shown; otherwise the file may just hold the hands that reached a
/// showdown.
///
/// # Errors
/// Words for what play censors, if nothing is left, or if the hands are of several games.
pub(crate) fn pooled(hands: &[Hand]) -> Result<Pooled, String> {
    let Some(first) = hands.first() else {
        return Err("found no hand; accepted: one or more".to_owned());
    };
    one_game(hands)?;
    let hidden = hands.iter().find_map(|hand| {
        let player = hand.holes.iter().position(Option::is_none)?;
        Some((hand.line, &hand.players[player]))
    });
    let unshown = |hand: &Hand, player: usize| hand.holes[player].is_some() && !hand.shown[player];
    let Some((line, player)) = hidden else {
        let any = |hand: &Hand| (0..hand.holes.len()).any(|player| unshown(hand, player));
        if hands.iter().any(any) {
            return Ok(Pooled::Everyone);
        }
        return Err(
            "found only hands in which every player showed the cards; accepted: histories that also \
             hold the cards of players who folded, since only hands that last are shown"
                .to_owned(),
        );
    };
    let place = |hand: &Hand, name: &String| hand.players.iter().position(|player| player == name);
    let always = |name: &&String| {
        let places = || hands.iter().map(|hand| (hand, place(hand, name)));
        places().all(|(hand, at)| at.is_some_and(|at| hand.holes[at].is_some()))
            && places().any(|(hand, at)| at.is_some_and(|at| unshown(hand, at)))
    };
    match first.players.iter().find(always) {
        Some(player) => Ok(Pooled::Player(player.clone())),
        None => Err(format!(
            "found hidden hole cards (of {} in the hand on line {line}) and no player whose \
             cards are known in every hand, and not only by showing them; accepted: histories \
             with the hole cards of everybody, or of one player throughout. Play decides which \
             cards are shown",
            shown(player)
        )),
    }
}

/// Checks that all players of all hands are dealt as many cards.
fn one_game(hands: &[Hand]) -> Result<(), String> {
    let dealt = |hand: &Hand| hand.holes.iter().flatten().map(Vec::len).next();
    let mut sizes = hands
        .iter()
        .filter_map(|hand| Some((dealt(hand)?, hand.line)));
    let Some((size, _)) = sizes.next() else {
        return Ok(());
    };
    sizes.find(|(other, _)| *other != size).map_or(Ok(()), |(other, line)| {
        Err(format!(
            "found hands that start with {size} cards and, on line {line}, with {other}; accepted: \
             one game in a file"
        ))
    })
}

/// Reads the hands of a file.
///
/// # Errors
/// The place where the text is no TOML, a hand is none, or a card is dealt twice.
pub fn hands(text: &str) -> Result<Vec<Hand>, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = Reader::new(text);
    let root = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let message = error.message().trim().replace('\n', "; ");
        reader.wrong(
            at,
            format!("found no TOML: {message}; accepted: a PHH file"),
        )
    })?;
    let root = root.get_ref();
    if let Some((key, _)) = root
        .get_key_value("variant")
        .or(root.get_key_value("actions"))
    {
        return Ok(vec![reader.hand(root, key.span().start)?]);
    }
    let mut hands = Vec::new();
    for (key, value) in root {
        let (at, name) = (key.span().start, key.get_ref());
        match value.get_ref() {
            _ if name.starts_with('_') => {}
            DeValue::Table(hand) if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                hands.push(reader.hand(hand, at)?);
            }
            _ => {
                let words = format!(
                    "found {}; accepted: the fields of one hand, `variant` among them, or a table \
                     for each hand, as in [1]",
                    shown(name)
                );
                return Err(reader.wrong(at, words));
            }
        }
    }
    if hands.is_empty() {
        return Err(reader.wrong(0, "found no hand; accepted: one or more"));
    }
    Ok(hands)
}

#[cfg(test)]
mod tests;
