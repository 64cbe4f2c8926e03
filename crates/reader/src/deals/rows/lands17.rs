//! The replay data of 17lands: a game of Magic: The Gathering Arena in each row.
//!
//! The columns `deck_<name>` hold how many copies of each card the deck has, `candidate_hand_1` the
//! cards of the first seven that were dealt, as numbers joined by `|`. A file of cards (`cards.csv`,
//! published beside them) tells names and types of these numbers.
//!
//! Only first hands count. `opening_hand` is the hand that the player kept after looking, and a player
//! keeps hands with few or many lands less often: among kept hands a fair shuffle looks unfair, also
//! among those kept without a mulligan. So a game without its first hand is passed over, and a file
//! without that column is refused.
//!
//! In best-of-one games Arena shuffles more than once for the first hand and leans towards a usual
//! number of lands; in best-of-three games (`TradDraft`, `TradSealed`) it does not. Games of best of
//! one are counted, so that one can say so; [`Rows::only`](super::Rows::only) leaves them out.

use std::collections::HashMap;
use std::io::Read;

use super::super::shown;
use super::Hand;
use super::number::{count, days, is_number};
use super::table::Table;
use crate::fault::Fault;

/// The column of the first hand.
const FIRST_HAND: &str = "candidate_hand_1";

/// The columns of times, the better one first: a draft is played over days.
const TIMES: [&str; 2] = ["game_time", "draft_time"];

/// The prefix of a card's name in the columns of the deck.
const DECK: &str = "deck_";

/// The cards of a type, by number and by name.
#[derive(Debug, Clone)]
pub struct Cards {
    /// The cards by number: true if the card is of the type, and its name as both files have it.
    by_id: HashMap<String, (bool, String)>,
    by_name: HashMap<String, Of>,
}

/// The kind of the cards of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Class,
    Others,
    /// Several cards have the name, some of the type and some not.
    Both,
}

impl Cards {
    /// Reads 17lands' file of cards and finds those of a type, such as `Land`: a whole word of the
    /// column `types`, in any case.
    ///
    /// # Errors
    /// If the columns `id`, `name` or `types` lack, a number stands for two kinds of cards, or no card
    /// has the type.
    pub fn read(input: impl Read, class: &str) -> Result<Self, Fault> {
        let mut table = Table::new(input, None)?;
        let [id, name, types] = ["id", "name", "types"].map(|name| table.column(name));
        let (id, name, types) = (id?, name?, types?);
        let (mut by_id, mut by_name) = (HashMap::new(), HashMap::new());
        while table.advance()? {
            let of_class = has_word(&table.text(types), class);
            let full = plain(&table.text(name));
            let known = by_id.insert(table.text(id).into_owned(), (of_class, full.clone()));
            if known.is_some_and(|(known, _)| known != of_class) {
                let problem = format!(
                    "found the card {} again with other types; accepted: each number once",
                    shown(table.raw(id))
                );
                return Err(table.wrong(id, problem));
            }
            let of = if of_class { Of::Class } else { Of::Others };
            let front = front(&full).to_owned();
            for name in [
                Some(full.clone()),
                Some(front).filter(|front| *front != full),
            ] {
                let Some(name) = name else { continue };
                let known = by_name.entry(name).or_insert(of);
                if *known != of {
                    *known = Of::Both;
                }
            }
        }
        if !by_id.values().any(|(of_class, _)| *of_class) {
            let found = shown(class);
            return Err(Fault::at(
                1,
                1,
                format!(
                    "found no card of the type {found}; accepted: a word of the column `types`, \
                     as in Land"
                ),
            ));
        }
        Ok(Self { by_id, by_name })
    }

    /// Looks up the kind of the cards of this name.
    fn named(&self, name: &str) -> Option<Of> {
        let name = plain(name);
        let known = self.by_name.get(&name);
        known.or_else(|| self.by_name.get(front(&name))).copied()
    }
}

/// Returns true if a line of types has this word. `Lander` is no `Land`.
fn has_word(types: &str, word: &str) -> bool {
    let mut words = types.split(|c: char| !c.is_alphanumeric());
    words.any(|found| !found.is_empty() && found.eq_ignore_ascii_case(word))
}

/// A name as both files have it: in names of columns a comma may be a space.
fn plain(name: &str) -> String {
    let words = name.split([',', ' ']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The name of a card's front.
fn front(name: &str) -> &str {
    name.split_once(" // ").map_or(name, |(front, _)| front)
}

/// The columns of the replay data that are read.
pub(super) struct Columns {
    cards: Cards,
    deck: Vec<(usize, Option<Of>)>,
    /// The column of each card in the deck, by its name as both files have it.
    by_name: HashMap<String, usize>,
    first_hand: usize,
    time: Option<usize>,
    event: Option<usize>,
}

impl Columns {
    /// Finds them in the header.
    ///
    /// # Errors
    /// If those of the deck or of the first hand lack.
    pub(super) fn find<R: Read>(table: &Table<R>, cards: Cards) -> Result<Self, Fault> {
        let names = table.header().iter().enumerate();
        let deck: Vec<_> = names
            .filter_map(|(at, name)| Some((at, cards.named(name.strip_prefix(DECK)?))))
            .collect();
        if deck.is_empty() {
            let problem = "found no column `deck_…` in the header; accepted: 17lands' replay data, \
                           with one such column for each card";
            return Err(table.wrong(0, problem));
        }
        let first_hand = table.column(FIRST_HAND).map_err(|fault| {
            fault.with("; the opening hands alone do not help, since players chose to keep them")
        })?;
        let find = |name: &str| table.header().iter().position(|found| found == name);
        let named = table.header().iter().enumerate();
        let by_name = named.filter_map(|(at, name)| Some((plain(name.strip_prefix(DECK)?), at)));
        Ok(Self {
            by_name: by_name.collect(),
            cards,
            deck,
            first_hand,
            time: TIMES.iter().find_map(|name| find(name)),
            event: find("event_type"),
        })
    }

    /// Returns true if the row is of a best-of-one game; `None` if it does not tell.
    pub(super) fn best_of_one<R: Read>(&self, table: &Table<R>) -> Option<bool> {
        self.event
            .map(|event| !table.raw(event).starts_with("Trad"))
    }

    /// The first hand of the row's game; none if the row lacks it.
    ///
    /// # Errors
    /// At the value that is wrong.
    pub(super) fn hand<R: Read>(&self, table: &Table<R>) -> Result<Option<Hand>, Fault> {
        if table.raw(self.first_hand).is_empty() {
            return Ok(None);
        }
        let (deck, copies) = self.deck(table)?;
        let (drawn, found) = self.cards_in_hand(table)?;
        let time = self.time.map(|at| {
            let days = days(&table.text(at));
            days.map_err(|problem| table.wrong(at, problem))
        });
        let first_card = self.deck.first().map_or(0, |(at, _)| *at);
        Ok(Some(Hand {
            deck: (deck, first_card),
            copies: (copies, first_card),
            drawn: (drawn, self.first_hand),
            found: (found, self.first_hand),
            covariate: None,
            time: time.transpose()?,
            dated: self.time.is_some_and(|at| !is_number(&table.text(at))),
        }))
    }

    /// The cards in the deck, and those of the class.
    fn deck<R: Read>(&self, table: &Table<R>) -> Result<(u32, u32), Fault> {
        let (mut deck, mut copies) = (0_u32, 0_u32);
        for (at, of) in &self.deck {
            if table.raw(*at) == "0" {
                continue;
            }
            let wrong = |problem| table.wrong(*at, problem);
            let number = count(&table.text(*at)).map_err(wrong)?;
            let of_class = match of {
                _ if number == 0 => false,
                Some(Of::Class) => true,
                Some(Of::Others) => false,
                Some(Of::Both) | None => {
                    let name = shown(table.header()[*at].strip_prefix(DECK).unwrap_or_default());
                    let kinds = if of.is_none() {
                        "no card"
                    } else {
                        "more than one kind"
                    };
                    let problem = format!(
                        "found {number} of {name}, but the file of cards has {kinds} of that name; \
                         accepted: cards that it has, with one kind of types"
                    );
                    return Err(wrong(problem));
                }
            };
            deck = deck.saturating_add(number);
            copies = copies.saturating_add(if of_class { number } else { 0 });
        }
        Ok((deck, copies))
    }

    /// The cards in the first hand, and those of the class.
    fn cards_in_hand<R: Read>(&self, table: &Table<R>) -> Result<(u32, u32), Fault> {
        let (mut drawn, mut found, mut offset) = (0, 0, 0);
        let mut held: Vec<(&str, u32)> = Vec::new();
        for id in table.raw(self.first_hand).split('|') {
            let Some((of_class, name)) = self.cards.by_id.get(id.trim()) else {
                let problem = format!(
                    "found the card {}; accepted: numbers of the file of cards, joined by `|`",
                    shown(id)
                );
                return Err(table.wrong_in(self.first_hand, offset, problem));
            };
            let copies = if let Some((_, copies)) = held.iter_mut().find(|(known, _)| known == name)
            {
                *copies += 1;
                *copies
            } else {
                held.push((name, 1));
                1
            };
            if let Some(most) = self.copies_of(table, name).filter(|most| copies > *most) {
                let times = if copies == 1 { "time" } else { "times" };
                let problem = format!(
                    "found {} {copies} {times} in the hand; accepted: {most} times at most, as many as the deck has",
                    shown(name)
                );
                return Err(table.wrong_in(self.first_hand, offset, problem));
            }
            drawn += 1;
            found += u32::from(*of_class);
            offset += id.len() + 1;
        }
        Ok((drawn, found))
    }

    /// The number of cards of a name in the deck, if a column says it.
    fn copies_of<R: Read>(&self, table: &Table<R>, name: &str) -> Option<u32> {
        let at = self
            .by_name
            .get(name)
            .or_else(|| self.by_name.get(front(name)))?;
        count(&table.text(*at)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Layout, Row, Rows};
    use super::*;

    const CARDS: &str = "id,expansion,name,rarity,color_identity,mana_value,types,is_booster\n\
        101,DSK,\"Altanak, the Thrice-Called\",uncommon,G,7,Legendary Creature - Insect Beast,True\n\
        102,DSK,Shock,common,R,1,Instant,True\n\
        103,DSK,Forest,common,G,0,Basic Land - Forest,True\n\
        104,DSK,Forest,common,G,0,Basic Land - Forest,True\n\
        105,EOE,Lander,common,,0,Token Artifact - Lander,False\n\
        106,DSK,Glassworks // Shattered Yard,common,R,3,Enchantment - Room,True\n\
        107,DSK,Twice,common,R,3,Sorcery,True\n\
        108,DSK,Twice,common,R,0,Land,True\n";

    /// The real layout, with a few of its 2,700 columns.
    const HEADER: &str = "expansion,event_type,draft_id,draft_time,build_index,match_number,\
        game_number,game_time,rank,opp_rank,main_colors,splash_colors,on_play,num_mulligans,\
        opp_num_mulligans,opp_colors,num_turns,won,candidate_hand_1,candidate_hand_2,\
        candidate_hand_3,candidate_hand_4,candidate_hand_5,candidate_hand_6,candidate_hand_7,\
        opening_hand,user_turn_1_cards_drawn,deck_Altanak  the Thrice-Called,\
        sideboard_Altanak  the Thrice-Called,deck_Shock,sideboard_Shock,deck_Forest,\
        sideboard_Forest,deck_Glassworks,sideboard_Glassworks,deck_Twice,deck_Unknown,\
        user_n_games_bucket,user_game_win_rate_bucket\n";

    fn cards() -> Cards {
        Cards::read(CARDS.as_bytes(), "Land").unwrap()
    }

    fn game(event: &str, hand: &str, deck: [&str; 6]) -> String {
        let [altanak, shock, forest, glassworks, twice, unknown] = deck;
        format!(
            "DSK,{event},0af,2024-09-24 23:59:01,0,1,1,2024-09-25 00:12:00,gold,None,RG,,True,1,0,\
             WU,8,True,{hand},101|101|102|103|103|104|104,,,,,,103|103|104,,{altanak},1,{shock},0,\
             {forest},2,{glassworks},0,{twice},{unknown},100,0.54\n"
        )
    }

    fn read(games: &str) -> Result<(Vec<Row>, Rows<std::io::Cursor<String>>), Fault> {
        let text = std::io::Cursor::new(format!("{HEADER}{games}"));
        let mut rows = Rows::new(text, Layout::Lands17 { cards: cards() }, None)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next_row()? {
            found.push(row);
        }
        Ok((found, rows))
    }

    const HAND: &str = "101|102|103|104|103|106|102";
    const DECK_OF_40: [&str; 6] = ["1", "20", "17.0", "2", "0", "0"];

    #[test]
    fn a_game_of_the_real_layout_is_read() {
        let games = game("PremierDraft", HAND, DECK_OF_40) + &game("TradDraft", HAND, DECK_OF_40);
        let (rows, after) = read(&games).unwrap();
        let expected = Row {
            deck: 40,
            copies: 17,
            drawn: 7,
            found: 3,
            covariate: None,
            time: Some(days("2024-09-25").unwrap()),
            dated: true,
            line: 2,
        };
        assert_eq!(
            rows,
            [
                expected.clone(),
                Row {
                    line: 3,
                    ..expected
                }
            ]
        );
        assert_eq!(after.best_of_one(), Some(1));
    }

    #[test]
    fn a_game_without_its_first_hand_is_passed_over_even_if_it_was_kept() {
        let games = game("TradDraft", "", DECK_OF_40) + &game("TradDraft", HAND, DECK_OF_40);
        let (rows, after) = read(&games).unwrap();
        assert_eq!((rows.len(), after.passed_over().without_first_hand), (1, 1));
        let text = HEADER.replace("candidate_hand_1", "first");
        let layout = Layout::Lands17 { cards: cards() };
        let refused = Rows::new(text.as_bytes(), layout, None)
            .err()
            .unwrap()
            .told();
        assert!(
            refused.problem.contains("players chose to keep them"),
            "{refused:?}"
        );
    }

    #[test]
    fn best_of_one_can_be_left_out() {
        let games = game("PremierDraft", HAND, DECK_OF_40) + &game("TradDraft", HAND, DECK_OF_40);
        let text = format!("{HEADER}{games}");
        let rows = Rows::new(text.as_bytes(), Layout::Lands17 { cards: cards() }, None).unwrap();
        let mut rows = rows.only("event_type", "TradDraft").unwrap();
        assert_eq!(rows.next_row().unwrap().map(|row| row.line), Some(3));
        assert_eq!(rows.next_row().unwrap(), None);
        assert_eq!((rows.passed_over().other, rows.best_of_one()), (1, Some(0)));
    }

    #[test]
    fn wrong_games_are_found_at_their_place() {
        // The number of the column, and the offset in its value.
        for (hand, deck, (field, offset), part) in [
            (
                "101|9|103",
                DECK_OF_40,
                (18, 4),
                "the card `9`; accepted: numbers",
            ),
            ("101||103", DECK_OF_40, (18, 4), "the card nothing"),
            (HAND, ["1", "x", "17", "2", "0", "0"], (29, 0), "found `x`"),
            (
                HAND,
                ["1", "", "17", "2", "0", "0"],
                (29, 0),
                "found nothing",
            ),
            (
                HAND,
                ["1", "20", "17", "2", "1", "0"],
                (35, 0),
                "`Twice`, but the file of cards has more than one kind of that name",
            ),
            (
                HAND,
                ["1", "20", "17", "2", "0", "1"],
                (36, 0),
                "`Unknown`, but the file of cards has no card of that name",
            ),
            (
                HAND,
                ["1", "20", "2", "2", "0", "0"],
                (18, 16),
                "found `forest` 3 times in the hand; accepted: 2 times at most",
            ),
            (
                "103|103",
                ["1", "0", "0", "0", "0", "0"],
                (18, 0),
                "found `forest` 1 time in the hand; accepted: 0 times at most",
            ),
        ] {
            let game = game("TradDraft", hand, deck);
            let wrong = read(&game).err().unwrap().told();
            let before = game.split(',').take(field).map(|value| value.len() + 1);
            let column = before.sum::<usize>() + offset + 1;
            assert_eq!((wrong.line, wrong.column), (2, column as u64), "{wrong:?}");
            assert!(wrong.problem.contains(part), "{wrong:?}");
        }
    }

    #[test]
    fn types_are_whole_words_and_names_have_several_spellings() {
        let cards = cards();
        assert!(cards.by_id["104"].0 && !cards.by_id["105"].0);
        assert_eq!(cards.named("Altanak, the Thrice-Called"), Some(Of::Others));
        assert_eq!(cards.named("Altanak  the Thrice-Called"), Some(Of::Others));
        assert_eq!(cards.named("Glassworks"), Some(Of::Others));
        assert_eq!(cards.named("Forest // Other"), Some(Of::Class));
        assert_eq!(cards.named("Twice"), Some(Of::Both));
        assert_eq!(cards.named("Plains"), None);
        let creatures = Cards::read(CARDS.as_bytes(), "creature").unwrap();
        assert!(creatures.by_id["101"].0 && !creatures.by_id["103"].0);
    }

    #[test]
    fn a_wrong_file_of_cards_is_refused() {
        let again = format!("{CARDS}103,DSK,Forest,common,G,0,Instant,True\n");
        for (text, class, part) in [
            ("", "Land", "an empty file"),
            ("id,name\n1,Forest\n", "Land", "no column `types`"),
            (CARDS, "Planeswalker", "no card of the type `Planeswalker`"),
            (CARDS, "", "no card of the type nothing"),
            (&again, "Land", "the card `103` again"),
        ] {
            let wrong = Cards::read(text.as_bytes(), class).err().unwrap().told();
            assert!(wrong.problem.contains(part), "{wrong:?}");
            assert!(wrong.problem.contains("accepted: "), "{wrong:?}");
        }
        let layout = Layout::Lands17 { cards: cards() };
        let wrong = Rows::new(&b"a,b\n"[..], layout, None).err().unwrap().told();
        assert!(wrong.problem.contains("no column `deck_…`"), "{wrong:?}");
    }
}
