//! The fields of a hand, with their places in the text.

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::super::hands::counted;
use super::super::shown;
use crate::fault::Fault;
use text::harmless;

/// A variant of poker.
pub(super) struct Game {
    pub(super) code: &'static str,
    /// Cards that a player is dealt before anyone acts.
    pub(super) cards: usize,
    /// True if players exchange cards, so that a card may be dealt twice.
    pub(super) draws: bool,
}

/// The variants with a deck of 52 cards.
const GAMES: [Game; 10] = {
    const fn game(code: &'static str, cards: usize, draws: bool) -> Game {
        Game { code, cards, draws }
    }
    [
        game("FT", 2, false),
        game("NT", 2, false),
        game("PO", 4, false),
        game("FO/8", 4, false),
        game("F7S", 3, false),
        game("F7S/8", 3, false),
        game("FR", 3, false),
        game("N2L1D", 5, true),
        game("F2L3D", 5, true),
        game("FB", 4, true),
    ]
};

/// The fields that have a value for each player.
const LISTS: [&str; 8] = [
    "antes",
    "blinds_or_straddles",
    "starting_stacks",
    "players",
    "seats",
    "finishing_stacks",
    "winnings",
    "time_banks",
];

/// A text whose places can be told.
pub(super) struct Reader<'a> {
    text: &'a str,
    /// The offsets at which its lines start.
    starts: Vec<usize>,
}

/// A text in the file, and where it stands.
pub(super) struct Quoted<'a> {
    pub(super) text: &'a str,
    /// The offset at which its quotes start.
    start: usize,
    /// True if it stands there letter by letter.
    verbatim: bool,
}

impl Quoted<'_> {
    /// The offset in the file of this offset in the text; the start of the text if it is written with escapes.
    pub(super) fn at(&self, offset: usize) -> usize {
        self.start + if self.verbatim { offset + 1 } else { 0 }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The line at this offset, from 1.
    pub(super) fn line(&self, at: usize) -> u64 {
        self.starts.partition_point(|start| *start <= at) as u64
    }

    pub(super) fn wrong(&self, at: usize, problem: impl Into<String>) -> Fault {
        let line = self.line(at);
        let start = self.starts[line as usize - 1];
        let before = self.text.get(start..at).unwrap_or_default();
        Fault::at(line, before.chars().count() as u64 + 1, problem)
    }

    /// An error at this offset in a quoted text.
    pub(super) fn wrong_in(
        &self,
        quoted: &Quoted<'_>,
        offset: usize,
        problem: impl Into<String>,
    ) -> Fault {
        self.wrong(quoted.at(offset), problem)
    }

    pub(super) fn game(&self, hand: &DeTable<'_>, at: usize) -> Result<&'static Game, Fault> {
        let Some(variant) = hand.get("variant") else {
            return Err(self.wrong(
                at,
                "found a hand without `variant`; accepted: one as in \"NT\"",
            ));
        };
        let code = self.quoted("`variant`", variant)?;
        let game = GAMES.iter().find(|game| game.code == code.text);
        game.ok_or_else(|| {
            let codes = GAMES.iter().map(|game| format!("`{}`", game.code));
            let problem = format!(
                "found the variant {}; accepted: those with a deck of 52 cards: {}",
                shown(code.text),
                codes.collect::<Vec<_>>().join(", ")
            );
            self.wrong(code.start, problem)
        })
    }

    /// Counts the players: there are as many as each of the lists has values.
    pub(super) fn count(&self, hand: &DeTable<'_>, at: usize) -> Result<usize, Fault> {
        let mut known: Option<(usize, &str)> = None;
        for name in LISTS {
            let Some(value) = hand.get(name) else {
                continue;
            };
            let found = self.list(name, value)?.len();
            let (count, of) = *known.get_or_insert((found, name));
            if found != count {
                let problem = format!(
                    "found {} in `{name}`; accepted: {count}, as in `{of}`, one for each player",
                    counted(found, "value")
                );
                return Err(self.wrong(value.span().start, problem));
            }
        }
        match known {
            Some((count, _)) if count >= 2 => Ok(count),
            Some((count, of)) => {
                let problem = format!(
                    "found {} in `{of}`; accepted: 2 or more players",
                    counted(count, "value")
                );
                Err(self.wrong(at, problem))
            }
            None => {
                let problem = "found no list with a value for each player; accepted: `antes`, \
                               `starting_stacks` or `players`";
                Err(self.wrong(at, problem))
            }
        }
    }

    /// Names that stay with a player from hand to hand, as far as there are any.
    pub(super) fn names(&self, hand: &DeTable<'_>, count: usize) -> Result<Vec<String>, Fault> {
        let places = (1..=count).map(|place| format!("p{place}"));
        let mut names: Vec<_> = places.collect();
        if let Some(DeValue::Array(seats)) = hand.get("seats").map(Spanned::get_ref) {
            for (name, seat) in names.iter_mut().zip(seats) {
                if let DeValue::Integer(seat) = seat.get_ref() {
                    *name = format!("seat {seat}");
                }
            }
        }
        let Some(players) = hand.get("players") else {
            return Ok(names);
        };
        for (at, player) in self.list("players", players)?.iter().enumerate() {
            let player = self.quoted("a player", player)?;
            if player.text.is_empty() {
                continue;
            }
            if names[..at].iter().any(|name| name == player.text) {
                let found = shown(player.text);
                let problem = format!("found the player {found} twice; accepted: each name once");
                return Err(self.wrong(player.start, problem));
            }
            names[at] = harmless::words(player.text).into_owned();
        }
        Ok(names)
    }

    pub(super) fn list<'v, 't>(
        &self,
        name: &str,
        value: &'v Spanned<DeValue<'t>>,
    ) -> Result<&'v DeArray<'t>, Fault> {
        if let DeValue::Array(list) = value.get_ref() {
            return Ok(list);
        }
        let problem = format!("found `{name}`, which is not a list; accepted: a list");
        Err(self.wrong(value.span().start, problem))
    }

    pub(super) fn quoted<'v>(
        &self,
        what: &str,
        value: &'v Spanned<DeValue<'_>>,
    ) -> Result<Quoted<'v>, Fault> {
        let span = value.span();
        let DeValue::String(text) = value.get_ref() else {
            let problem = format!("found {what}, which is not text; accepted: a text in quotes");
            return Err(self.wrong(span.start, problem));
        };
        let written = self.text.get(span.start + 1..span.end.saturating_sub(1));
        Ok(Quoted {
            text,
            start: span.start,
            verbatim: written == Some(text.as_ref()),
        })
    }
}
