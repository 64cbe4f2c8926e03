//! Hand histories as `PokerStars` writes them: text, a blank line or more between hands.
//!
//! ```text
//! PokerStars Hand #1: Hold'em No Limit ($0.50/$1.00 USD) - 2024/01/01 12:00:00 ET
//! Seat 1: Ann ($100 in chips)
//! Dealt to Ann [Ah Kd]                     the player whose history it is
//! Bob: shows [Kc Ks] (a pair of Kings)
//! ```
//!
//! The cards of the player are there in every hand that the player is dealt into, whatever becomes of them; a hand
//! without them was not dealt to the player, and is passed over. Cards of others are there if they are shown, which
//! hangs on the cards: [`pooled`](super::phh::pooled) leaves them out, as it does for every history.

use std::collections::HashSet;

use super::phh::Hand;
use super::shown;
use crate::fault::Fault;
use crate::recording::playing_card;
use text::harmless;

/// The beginning of a hand's first line.
const FIRST: &str = "PokerStars ";

/// The cards that each player is dealt in the game that the first line names, if it is one with a deck of 52 that is
/// read: studs deal some cards face up, and other decks are shorter.
pub(crate) fn cards(first: &str) -> Option<usize> {
    let other = ["6+", "Short", "Stud", "Razz", "Draw", "HORSE", "Badugi"];
    let game = first.split(" (").next().unwrap_or(first);
    if other.iter().any(|word| game.contains(word)) {
        None
    } else if game.contains("Hold'em") {
        Some(2)
    } else if game.contains("5 Card Omaha") {
        Some(5)
    } else if game.contains("6 Card Omaha") {
        Some(6)
    } else if game.contains("Omaha") {
        Some(4)
    } else {
        None
    }
}

/// The hands of a history.
#[derive(Debug, Default)]
pub(crate) struct Hands {
    pub hands: Vec<Hand>,
    /// Hands that stood in it before: the same number.
    pub again: u64,
}

/// Reads the hands of a history.
///
/// # Errors
/// If a card is none, or there is no hand that was dealt to somebody.
pub(crate) fn hands(text: &str) -> Result<Hands, Fault> {
    let mut found = Hands::default();
    let mut seen = HashSet::new();
    let mut open: Option<Open> = None;
    let end = |open: Option<Open>, found: &mut Hands, seen: &mut HashSet<String>| {
        if let Some(open) = open
            && open.dealt
        {
            if seen.insert(open.number) {
                found.hands.push(open.hand);
            } else {
                found.again += 1;
            }
        }
    };
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim_start_matches('\u{feff}').trim_end();
        if line.starts_with(FIRST) && line.contains('#') {
            end(open.take(), &mut found, &mut seen);
            open = Some(Open::new(line, number)?);
        } else if let Some(open) = &mut open {
            open.take(line, number)?;
        } else if !line.is_empty() {
            let problem = format!(
                "found {}; accepted: the first line of a hand, as in `PokerStars Hand #1: Hold'em …`",
                shown(line)
            );
            return Err(Fault::at(number, 1, problem));
        }
    }
    end(open, &mut found, &mut seen);
    if found.hands.is_empty() {
        return Err(Fault::at(
            1,
            1,
            "found no hand with the cards of a player; accepted: hands with a line such as `Dealt to Ann [Ah Kd]`",
        ));
    }
    Ok(found)
}

/// A hand that is being read.
struct Open {
    number: String,
    hand: Hand,
    /// True once somebody's cards were dealt face up to the owner of the history.
    dealt: bool,
    /// True from the summary on, where seats are told again.
    over: bool,
}

impl Open {
    fn new(line: &str, number: u64) -> Result<Self, Fault> {
        if cards(line).is_none() {
            let problem = format!(
                "found the hand {}; accepted: hands of Hold'em or Omaha",
                shown(line)
            );
            return Err(Fault::at(number, 1, problem));
        }
        let id = line.split('#').nth(1).unwrap_or_default();
        let id = id.split(':').next().unwrap_or_default().to_owned();
        Ok(Self {
            number: id,
            hand: Hand {
                holes: Vec::new(),
                players: Vec::new(),
                shown: Vec::new(),
                line: number,
            },
            dealt: false,
            over: false,
        })
    }

    fn take(&mut self, line: &str, number: u64) -> Result<(), Fault> {
        if line.starts_with("*** SUMMARY") {
            self.over = true;
        } else if let Some(rest) = line.strip_prefix("Dealt to ") {
            if let Some((name, cards)) = rest.split_once(" [") {
                let cards = read(cards, line, number)?;
                let at = self.player(name);
                if self.hand.holes[at].is_none() {
                    self.hand.holes[at] = Some(cards);
                    self.dealt = true;
                }
            }
        } else if let Some((name, cards)) = line.split_once(": shows [") {
            let cards = read(cards, line, number)?;
            let at = self.player(name);
            let hole = &mut self.hand.holes[at];
            // Who shows one card of two leaves the other hidden.
            if hole.is_none() && Some(cards.len()) == self.dealt_each() {
                self.hand.holes[at] = Some(cards);
            }
            self.hand.shown[at] = true;
        } else if !self.over
            && let Some(rest) = line.strip_prefix("Seat ")
            && let Some((_, rest)) = rest.split_once(": ")
            && let Some((name, _)) = rest.rsplit_once(" (")
            && rest.contains("in chips")
        {
            self.player(name);
        }
        Ok(())
    }

    fn dealt_each(&self) -> Option<usize> {
        self.hand.holes.iter().flatten().map(Vec::len).next()
    }

    /// The place of a player, who is there from now on.
    fn player(&mut self, name: &str) -> usize {
        let name = harmless::words(name);
        let known = self.hand.players.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            self.hand.players.push(name.into_owned());
            self.hand.holes.push(None);
            self.hand.shown.push(false);
            self.hand.players.len() - 1
        })
    }
}

/// The cards up to the closing bracket.
fn read(cards: &str, line: &str, number: u64) -> Result<Vec<u8>, Fault> {
    let within = cards.split(']').next().unwrap_or_default();
    let cards: Option<Vec<u8>> = within.split_whitespace().map(playing_card).collect();
    let cards = cards.filter(|cards| {
        let each_once = (1..cards.len()).all(|at| !cards[..at].contains(&cards[at]));
        !cards.is_empty() && each_once
    });
    cards.ok_or_else(|| {
        let column = line.chars().position(|c| c == '[').unwrap_or(0) as u64 + 2;
        let problem = format!(
            "found the cards {}; accepted: cards such as Ah, each once",
            shown(within)
        );
        Fault::at(number, column, problem)
    })
}

#[cfg(test)]
mod tests {
    use super::super::phh::{Pooled, pooled};
    use super::*;

    fn hand(id: u32, dealt: &str, more: &str) -> String {
        format!(
            "PokerStars Hand #{id}: Hold'em No Limit ($1/$2 USD) - 2024/01/01 12:00:00 ET\n\
             Table 'A' 6-max Seat #1 is the button\nSeat 1: Ann (A) ($100 in chips)\n\
             Seat 2: Bob ($50 in chips) is sitting out\n{dealt}*** SUMMARY ***\n\
             Seat 1: Ann (A) (button) folded before Flop\n{more}\n\n\n"
        )
    }

    #[test]
    fn the_cards_of_the_owner_are_read_from_every_hand() {
        let dealt = "*** HOLE CARDS ***\nDealt to Ann (A) [Ah Kd]\nAnn (A): folds\n";
        let shows = "*** HOLE CARDS ***\nDealt to Ann (A) [2s 3c]\nBob: shows [Kc Ks] (a pair)\n";
        let text = [
            hand(1, dealt, ""),
            hand(2, shows, ""),
            hand(2, shows, ""),
            hand(3, "", ""),
        ]
        .concat();
        let text = format!("\u{feff}{text}");
        let found = hands(&text).unwrap();
        assert_eq!((found.hands.len(), found.again), (2, 1));
        assert_eq!(found.hands[0].players, ["Ann (A)", "Bob"]);
        assert_eq!(found.hands[0].holes[0], Some(vec![13, 38]));
        assert_eq!(found.hands[1].holes[1], Some(vec![51, 12]));
        assert_eq!(found.hands[1].shown, [false, true]);
        assert_eq!(
            pooled(&found.hands),
            Ok(Pooled::Player("Ann (A)".to_owned()))
        );
    }

    #[test]
    fn wrong_histories_are_refused_with_their_line() {
        let wrong = hand(1, "Dealt to Ann (A) [Ah Ah]\n", "");
        let told = hands(&wrong).unwrap_err().told();
        assert_eq!((told.line, told.column), (5, 19));
        assert!(hands("").is_err() && hands("hello\n").is_err());
        let razz = "PokerStars Hand #1: Razz Limit ($1/$2)\n";
        assert!(hands(razz).unwrap_err().told().problem.contains("Hold'em"));
    }
}
