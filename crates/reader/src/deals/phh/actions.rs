//! The actions of a hand: `d dh p1 AsKh` deals to a player, `d db AhKhQh` to the board, `p1 sm AsKh`
//! shows; the rest is play. Text behind `#` is a comment.

use toml::de::DeTable;

use super::super::hands::counted;
use super::super::shown;
use super::Hand;
use super::fields::{Game, Quoted, Reader};
use crate::fault::Fault;

/// Cards of a deck.
const DECK: usize = 52;

/// The ranks in the order of the codes.
const RANKS: &str = "A23456789TJQK";

/// The suits in the order of the codes.
const SUITS: &str = "shdc";

/// A hand, action by action.
pub(super) struct Deal<'a> {
    reader: &'a Reader<'a>,
    game: &'static Game,
    players: Vec<String>,
    /// The first cards of each player; none for a card that is hidden.
    holes: Vec<Vec<Option<u8>>>,
    /// The offset in the text of each player's last card of these.
    dealt_at: Vec<usize>,
    /// True for each player who has a hidden card, dealt at any time.
    hidden: Vec<bool>,
    shown: Vec<bool>,
    /// The holder of each card.
    holders: [Option<Holder>; DECK],
    /// True if nobody has acted yet.
    first: bool,
}

/// The holder of a card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Board,
    Player(usize),
}

/// A word of an action, and its offset there.
type Word<'a> = (usize, &'a str);

impl<'a> Deal<'a> {
    /// Nothing is dealt yet.
    pub(super) fn new(reader: &'a Reader<'a>, game: &'static Game, players: Vec<String>) -> Self {
        let count = players.len();
        Self {
            reader,
            game,
            players,
            holes: vec![Vec::new(); count],
            dealt_at: vec![0; count],
            hidden: vec![false; count],
            shown: vec![false; count],
            holders: [None; DECK],
            first: true,
        }
    }

    /// Takes the next action.
    ///
    /// # Errors
    /// If it is none, or deals or shows a card that somebody else has.
    pub(super) fn act(&mut self, action: &Quoted<'_>) -> Result<(), Fault> {
        let words = words(action.text);
        match words[..] {
            [] => Ok(()),
            [(_, "d"), (_, "dh"), player, cards] => self.hole(action, player, cards),
            [(_, "d"), (_, "db"), cards] => {
                self.end_of_first_cards()?;
                self.board(action, cards)
            }
            [(at, "d"), ..] => {
                let found = shown(action.text.trim());
                let problem = format!(
                    "found {found}; accepted: a deal as in `d dh p1 AsKh` or `d db AhKhQh`"
                );
                Err(self.reader.wrong_in(action, at, problem))
            }
            [player, ref rest @ ..] => {
                self.end_of_first_cards()?;
                let player = self.player(action, player)?;
                self.play(action, player, rest)
            }
        }
    }

    /// The hand, once there is no action any more.
    ///
    /// # Errors
    /// If a player was dealt too few or too many first cards.
    pub(super) fn hand(mut self, line: u64) -> Result<Hand, Fault> {
        self.end_of_first_cards()?;
        let known = |cards: Vec<Option<u8>>| {
            let cards: Option<Vec<u8>> = cards.into_iter().collect();
            cards.filter(|cards| !cards.is_empty())
        };
        Ok(Hand {
            holes: self.holes.into_iter().map(known).collect(),
            players: self.players,
            shown: self.shown,
            line,
        })
    }

    /// Checks how many cards each player was dealt before anyone acts.
    fn end_of_first_cards(&mut self) -> Result<(), Fault> {
        if !std::mem::take(&mut self.first) {
            return Ok(());
        }
        let accepted = self.game.cards;
        for (player, cards) in self.holes.iter().enumerate() {
            if !cards.is_empty() && cards.len() != accepted {
                let problem = format!(
                    "found {} dealt to p{} before anyone acts; accepted: {accepted} in {}",
                    counted(cards.len(), "card"),
                    player + 1,
                    self.game.code
                );
                return Err(self.reader.wrong(self.dealt_at[player], problem));
            }
        }
        Ok(())
    }

    fn hole(&mut self, action: &Quoted<'_>, to: Word<'_>, word: Word<'_>) -> Result<(), Fault> {
        let player = self.player(action, to)?;
        for (at, card) in self.cards(action, word)? {
            // Once players exchange cards, a card that was given up may be dealt again.
            let once = self.first || !self.game.draws;
            match card {
                Some(card) if once => self.deal(action, at, card, Holder::Player(player))?,
                Some(_) => {}
                None => self.hidden[player] = true,
            }
            if self.first {
                self.holes[player].push(card);
                self.dealt_at[player] = action.at(word.0);
            }
        }
        Ok(())
    }

    fn board(&mut self, action: &Quoted<'_>, word: Word<'_>) -> Result<(), Fault> {
        for (at, card) in self.cards(action, word)? {
            if let Some(card) = card {
                self.deal(action, at, card, Holder::Board)?;
            }
        }
        Ok(())
    }

    /// Gives a card to somebody.
    fn deal(&mut self, action: &Quoted<'_>, at: usize, card: u8, to: Holder) -> Result<(), Fault> {
        match self.holders[usize::from(card)].replace(to) {
            None => Ok(()),
            Some(holder) => Err(self.taken(action, at, card, holder)),
        }
    }

    /// The error of a card that somebody has already.
    fn taken(&self, action: &Quoted<'_>, at: usize, card: u8, holder: Holder) -> Fault {
        let holder = match holder {
            Holder::Board => "the board".to_owned(),
            Holder::Player(player) => format!("p{}", player + 1),
        };
        let problem = format!(
            "found `{}` again, but {holder} has it already; accepted: each card once",
            written(card)
        );
        self.reader.wrong_in(action, at, problem)
    }

    /// Reads what a player does.
    fn play(&mut self, action: &Quoted<'_>, player: usize, rest: &[Word<'_>]) -> Result<(), Fault> {
        match *rest {
            [(_, "pb" | "cc" | "f" | "sd" | "sm")] => Ok(()),
            [(_, "cbr"), (_, amount)] if is_amount(amount) => Ok(()),
            [(_, "sm"), (_, "-")] => {
                self.shown[player] = true;
                Ok(())
            }
            [(_, "sd"), cards] => self.cards(action, cards).map(drop),
            [(_, "sm"), cards] => self.show(action, player, cards),
            _ => {
                let at = rest.first().map_or(action.text.len(), |(at, _)| *at);
                let found = shown(action.text.get(at..).unwrap_or_default().trim());
                let problem = format!(
                    "found {found} after the player; accepted: `f`, `cc`, `cbr` with an amount, \
                     `pb`, `sd` or `sm`, the last two with or without cards"
                );
                Err(self.reader.wrong_in(action, at, problem))
            }
        }
    }

    fn show(&mut self, action: &Quoted<'_>, player: usize, word: Word<'_>) -> Result<(), Fault> {
        for (at, card) in self.cards(action, word)? {
            let Some(card) = card else { continue };
            self.shown[player] = true;
            if self.game.draws {
                continue;
            }
            let known = !self.holes[player].is_empty() && !self.hidden[player];
            match self.holders[usize::from(card)] {
                Some(Holder::Player(holder)) if holder == player => {}
                Some(holder) => return Err(self.taken(action, at, card, holder)),
                None if known => {
                    let problem = format!(
                        "found `{}` shown by p{}, who was not dealt it; accepted: cards dealt to \
                         the player",
                        written(card),
                        player + 1
                    );
                    return Err(self.reader.wrong_in(action, at, problem));
                }
                None => self.holders[usize::from(card)] = Some(Holder::Player(player)),
            }
        }
        Ok(())
    }

    /// The place of the player whom `p1` means, from 0.
    fn player(&self, action: &Quoted<'_>, (at, word): Word<'_>) -> Result<usize, Fault> {
        let digits = word.strip_prefix('p').unwrap_or_default();
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let place = digits.parse().ok().filter(|_| plain);
        let place = place.filter(|place| (1..=self.players.len()).contains(place));
        place.map(|place| place - 1).ok_or_else(|| {
            let (found, count) = (shown(word), self.players.len());
            let problem =
                format!("found {found}; accepted: `p1` to `p{count}`, or `d` for the dealer");
            self.reader.wrong_in(action, at, problem)
        })
    }

    /// The cards of a word with their offsets, none for one that is hidden.
    fn cards(
        &self,
        action: &Quoted<'_>,
        (start, word): Word<'_>,
    ) -> Result<Vec<(usize, Option<u8>)>, Fault> {
        let mut cards: Vec<(usize, Option<u8>)> = Vec::new();
        let mut left = word.char_indices().map(|(at, c)| (start + at, c));
        while let Some((at, rank)) = left.next() {
            let suit = left.next().map(|(_, suit)| suit);
            let known = suit.and_then(|suit| code(rank, suit));
            if known.is_none() && (rank, suit) != ('?', Some('?')) {
                let found: String = std::iter::once(rank).chain(suit).collect();
                let problem = format!(
                    "found {}; accepted: a rank of `23456789TJQKA` and a suit of `cdhs`, or `??`",
                    shown(&found)
                );
                return Err(self.reader.wrong_in(action, at, problem));
            }
            if let Some(card) = known
                && cards.iter().any(|(_, other)| *other == known)
            {
                let problem = format!("found `{}` twice; accepted: once", written(card));
                return Err(self.reader.wrong_in(action, at, problem));
            }
            cards.push((at, known));
        }
        Ok(cards)
    }
}

/// The words of an action with their offsets, without a comment.
fn words(text: &str) -> Vec<Word<'_>> {
    let text = text.split('#').next().unwrap_or_default();
    let mut at = 0;
    let mut words = Vec::new();
    for word in text.split(|c: char| c.is_ascii_whitespace()) {
        if !word.is_empty() {
            words.push((at, word));
        }
        at += word.len() + 1;
    }
    words
}

fn is_amount(text: &str) -> bool {
    text.parse().is_ok_and(|amount: f64| amount > 0.0)
}

/// The code of a card: 13 · suit + rank.
fn code(rank: char, suit: char) -> Option<u8> {
    let (rank, suit) = (RANKS.find(rank)?, SUITS.find(suit)?);
    Some((suit * RANKS.len() + rank) as u8)
}

/// A card as the format writes it.
fn written(card: u8) -> String {
    let (suit, rank) = (
        usize::from(card) / RANKS.len(),
        usize::from(card) % RANKS.len(),
    );
    let letter = |text: &str, at| text.chars().nth(at).unwrap_or('?');
    format!("{}{}", letter(RANKS, rank), letter(SUITS, suit))
}

impl Reader<'_> {
    /// Reads a hand that starts at this offset.
    ///
    /// # Errors
    /// The place of a field that is wrong.
    pub(super) fn hand(&self, hand: &DeTable<'_>, at: usize) -> Result<Hand, Fault> {
        let game = self.game(hand, at)?;
        let count = self.count(hand, at)?;
        let players = self.names(hand, count)?;
        let Some(actions) = hand.get("actions") else {
            let problem = "found a hand without `actions`; accepted: a list of them";
            return Err(self.wrong(at, problem));
        };
        let mut deal = Deal::new(self, game, players);
        for action in self.list("actions", actions)? {
            deal.act(&self.quoted("an action", action)?)?;
        }
        deal.hand(self.line(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_its_code() {
        let mut expected = 0;
        for suit in SUITS.chars() {
            for rank in RANKS.chars() {
                assert_eq!(code(rank, suit), Some(expected));
                assert_eq!(written(expected), format!("{rank}{suit}"));
                expected += 1;
            }
        }
        assert_eq!(usize::from(expected), DECK);
        for (rank, suit) in [('a', 's'), ('A', 'S'), ('1', 's'), ('s', 'A'), ('?', 's')] {
            assert_eq!(code(rank, suit), None);
        }
    }

    #[test]
    fn words_keep_their_offsets_and_lose_the_comment() {
        assert_eq!(words(" d  dh\tp1 # p2"), [(1, "d"), (4, "dh"), (7, "p1")]);
        assert!(words("# Burn card 6s is exposed").is_empty());
        assert!(words(" ").is_empty());
    }

    #[test]
    fn amounts_are_above_zero() {
        assert!(["100", "0.5", "inf"].into_iter().all(is_amount));
        assert!(!["0", "-1", "x", "", "nan"].into_iter().any(is_amount));
    }
}
