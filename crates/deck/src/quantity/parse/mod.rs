//! The reader of quantities.

mod classes;
mod draws;
mod holding;
mod rows;
mod tokens;

use super::names::{self, Faces, Seen};
use super::stake::Odds;
use super::{Comparison, Measure, Node, Quantity, Set};
use crate::subject::Shape;
pub(super) use draws::on_draws;
pub(super) use rows::on_rows;
use text::harmless;
pub use tokens::Wrong;
use tokens::{SIGNS, Token, said};

/// Quantities within others, at the most.
const DEEPEST: usize = 50;

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    faces: Faces<'a>,
    cards: usize,
    seen: Seen,
    /// The hand that is looked at, of those that are named together.
    hand: usize,
    /// The hands that are named together, if any are.
    hands: Option<Shape>,
    measures: Vec<Measure>,
}

/// A stake as it is read for one of its hands.
pub(super) struct Read {
    /// The event in that hand.
    pub event: Quantity,
    pub odds: Option<Odds>,
    /// The number of its hands.
    pub hands: usize,
}

pub(super) fn read(
    text: &str,
    faces: Faces<'_>,
    cards: usize,
) -> Result<(Quantity, Option<Odds>), Wrong> {
    let mut parser = Parser::new(text, (faces, cards, Seen::Deck), 0)?;
    let node = parser.either()?;
    if parser.hands.is_some() {
        return Err(Wrong {
            found: "several hands together".to_owned(),
            ..parser.wrong_at(0, "one hand, such as `hand:5`")
        });
    }
    let odds = if node.is_event() {
        parser.odds()?
    } else {
        None
    };
    parser.end("the end, `and`, `or`, or a comparison such as `>= 3`")?;
    let of = Quantity {
        cards,
        measures: parser.measures,
        node,
    };
    Ok((of, odds))
}

/// Reads a stake on a part of a deck, for the hand of that number, from 0.
pub(super) fn stake(
    text: &str,
    (faces, cards, seen): (Faces<'_>, usize, Seen),
    hand: usize,
) -> Result<Read, Wrong> {
    let mut parser = Parser::new(text, (faces, cards, seen), hand)?;
    let node = parser.either()?;
    parser.event(&node, 0)?;
    let odds = parser.odds()?;
    parser.end("the end, `pays 6`, `and`, `or`, or a comparison such as `>= 3`")?;
    Ok(Read {
        odds,
        hands: parser.hands.map_or(1, Shape::hands),
        event: Quantity {
            cards,
            measures: parser.measures,
            node,
        },
    })
}

impl<'a> Parser<'a> {
    fn new(
        text: &str,
        (faces, cards, seen): (Faces<'a>, usize, Seen),
        hand: usize,
    ) -> Result<Self, Wrong> {
        Ok(Self {
            tokens: said(text, faces, cards)?,
            at: 0,
            depth: 0,
            faces,
            cards,
            seen,
            hand,
            hands: None,
            measures: Vec::new(),
        })
    }

    /// Refuses what follows.
    fn end(&self, accepted: &str) -> Result<(), Wrong> {
        if self.at == self.tokens.len() {
            return Ok(());
        }
        Err(self.wrong(accepted))
    }

    /// The odds of a bet, if they are said.
    fn odds(&mut self) -> Result<Option<Odds>, Wrong> {
        if !self.takes("pays") {
            return Ok(None);
        }
        let accepted = "what a bet of 1 wins, such as `pays 6`, `pays 1.5` or `pays 3 to 2`";
        let begin = self.at;
        let wins = self.decimal(accepted)?;
        let to = if self.takes("to") {
            self.decimal(accepted)?
        } else {
            1.0
        };
        match Odds::new(wins / to) {
            Some(odds) => Ok(Some(odds)),
            None => Err(self.wrong_at(begin, accepted)),
        }
    }

    fn decimal(&mut self, accepted: &str) -> Result<f64, Wrong> {
        let found = self.word().and_then(|word| word.parse::<f64>().ok());
        let found = found.ok_or_else(|| self.wrong(accepted))?;
        self.at += 1;
        Ok(found)
    }

    /// The words that come next, up to a name in quotes: at most four.
    fn words(&self) -> Vec<&str> {
        let words = self.tokens[self.at..].iter();
        let words = words.take_while(|token| !token.quoted).take(4);
        words.map(|token| token.text.as_str()).collect()
    }

    /// The next word, unless it is a name in quotes.
    fn word(&self) -> Option<&str> {
        let next = self.tokens.get(self.at).filter(|token| !token.quoted);
        next.map(|token| token.text.as_str())
    }

    fn takes(&mut self, word: &str) -> bool {
        let is = self
            .word()
            .is_some_and(|next| next.eq_ignore_ascii_case(word));
        self.at += usize::from(is);
        is
    }

    fn needs(&mut self, word: &str) -> Result<(), Wrong> {
        if self.takes(word) {
            return Ok(());
        }
        Err(self.wrong(&format!("`{word}`")))
    }

    /// The next word is wrong.
    fn wrong(&self, accepted: &str) -> Wrong {
        self.wrong_at(self.at, accepted)
    }

    fn wrong_at(&self, at: usize, accepted: &str) -> Wrong {
        let found = self.tokens.get(at);
        let seats = found.filter(|token| !token.quoted);
        let seats = seats.and_then(|token| self.seen.together(&token.text, self.cards));
        let accepted = seats.map_or_else(
            || accepted.to_owned(),
            |seats| format!("{accepted}; several seats are `{seats}`"),
        );
        Wrong {
            column: found.map_or(0, |token| token.column),
            found: found.map_or_else(String::new, |found| {
                format!("`{}`", harmless::line(&found.text))
            }),
            accepted,
        }
    }

    fn either(&mut self) -> Result<Node, Wrong> {
        self.joined("or", Self::both, Node::Or)
    }

    fn both(&mut self) -> Result<Node, Wrong> {
        self.joined("and", Self::negated, Node::And)
    }

    /// Events with a word between, or what is there alone.
    fn joined(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Node, Wrong>,
        join: fn(Box<Node>, Box<Node>) -> Node,
    ) -> Result<Node, Wrong> {
        let begin = self.at;
        let mut found = part(self)?;
        while self
            .word()
            .is_some_and(|next| next.eq_ignore_ascii_case(word))
        {
            self.event(&found, begin)?;
            self.at += 1;
            let begin = self.at;
            let other = part(self)?;
            self.event(&other, begin)?;
            found = join(Box::new(found), Box::new(other));
        }
        Ok(found)
    }

    /// Refuses a number where an event must be.
    fn event(&self, node: &Node, begin: usize) -> Result<(), Wrong> {
        if node.is_event() {
            return Ok(());
        }
        let example = if let Faces::Rows = self.faces {
            "found <= 2"
        } else {
            "land in first:7 >= 2"
        };
        let accepted = format!("an event here, such as `{example}` (this is a number)");
        Err(self.wrong_at(begin, &accepted))
    }

    fn negated(&mut self) -> Result<Node, Wrong> {
        if !self.takes("not") {
            return self.compared();
        }
        let begin = self.at;
        let found = self.deeper(Self::negated)?;
        self.event(&found, begin)?;
        Ok(Node::Not(Box::new(found)))
    }

    fn deeper<T>(&mut self, part: fn(&mut Self) -> Result<T, Wrong>) -> Result<T, Wrong> {
        if self.depth == DEEPEST {
            return Err(self.wrong(&format!("at most {DEEPEST} events within others")));
        }
        self.depth += 1;
        let found = part(self);
        self.depth -= 1;
        found
    }

    /// An amount before what it is about, as in `at least 8 spades in N+S`, or `no`.
    fn amount(&mut self) -> Result<Option<(Comparison, i64)>, Wrong> {
        if self.names_class() {
            return Ok(None);
        }
        let both = self.tokens[self.at..].iter().take(2);
        let words: Vec<&str> = both.map(|token| token.text.as_str()).collect();
        let (how, words) = match words[..] {
            ["no", ..] => {
                self.at += 1;
                return Ok(Some((Comparison::Equal, 0)));
            }
            ["exactly", ..] => (Comparison::Equal, 1),
            ["at", "least"] => (Comparison::AtLeast, 2),
            ["at", "most"] => (Comparison::AtMost, 2),
            ["more", "than"] => (Comparison::More, 2),
            ["fewer" | "less", "than"] => (Comparison::Less, 2),
            _ => return Ok(None),
        };
        self.at += words;
        let Some(number) = self.word().and_then(names::number) else {
            return Err(self.wrong("a number, such as 2"));
        };
        self.at += 1;
        Ok(Some((how, number)))
    }

    /// The comparison that the next word is.
    fn comparison(&self) -> Option<Comparison> {
        Some(match self.word()? {
            "<" => Comparison::Less,
            "<=" | "≤" => Comparison::AtMost,
            "=" | "==" => Comparison::Equal,
            "!=" | "≠" => Comparison::Unlike,
            ">=" | "≥" => Comparison::AtLeast,
            ">" => Comparison::More,
            _ => return None,
        })
    }

    fn compared(&mut self) -> Result<Node, Wrong> {
        if let Some((how, number)) = self.amount()? {
            let begin = self.at;
            let one = self.number()?;
            let (Node::Measure(_) | Node::Together(..)) = one else {
                return Err(self.wrong_at(begin, "cards of a class in places"));
            };
            let number = Box::new(Node::Number(number));
            return Ok(Node::Compared(Box::new(one), how, number));
        }
        let begin = self.at;
        let one = self.number()?;
        if one.is_event() {
            return Ok(one);
        }
        if let Some(how) = self.comparison() {
            self.at += 1;
            let begin = self.at;
            let starts = self.word().and_then(|word| word.chars().next());
            let is_number = self
                .word()
                .is_some_and(|word| names::number(word).is_some());
            if starts.is_some_and(|c| c.is_ascii_digit() && !is_number || SIGNS[2..].contains(c)) {
                return Err(self.wrong("a whole number, as in `>= 3`"));
            }
            let other = self.number()?;
            if other.is_event() {
                return Err(self.wrong_at(begin, "a number to compare with"));
            }
            return Ok(Node::Compared(Box::new(one), how, Box::new(other)));
        }
        if let Some((least, most)) = self.word().and_then(|word| word.split_once("..")) {
            let range = least.parse().ok().zip(most.parse().ok());
            let Some((least, most)) = range.filter(|(least, most): &(i64, i64)| least <= most)
            else {
                return Err(self.wrong("two numbers as in `0..1`, the smaller one first"));
            };
            self.at += 1;
            return Ok(Node::Within(Box::new(one), least, most));
        }
        if let Node::Number(_) = one {
            return Err(self.wrong_at(begin, &self.accepted()));
        }
        Ok(one)
    }

    /// The forms that are accepted, in words.
    fn accepted(&self) -> String {
        if let Faces::Rows = self.faces {
            return self.faces.accepted();
        }
        if draws::WORDS.iter().any(|word| self.word() == Some(word)) {
            return "what is seen of a deck, such as `top is card 1`; droughts and what is drawn next are of draws with weights"
                .to_owned();
        }
        format!(
            "{}; or places before it, as in `hand:7 …`; or `position of …`, `longest run of …`, `… next to …`",
            self.faces.accepted()
        )
    }

    fn number(&mut self) -> Result<Node, Wrong> {
        if self.takes("(") {
            let found = self.deeper(Self::either)?;
            self.needs(")")?;
            return Ok(found);
        }
        // A type of the deck may be called by a number.
        let is_type =
            self.names_class() && ["in", "with", "next"].iter().any(|word| self.follows(word));
        if let Some(number) = self.word().and_then(names::number).filter(|_| !is_type) {
            self.at += 1;
            return Ok(Node::Number(number));
        }
        if let Faces::Rows = self.faces {
            return self.of_row();
        }
        if let Some(found) = self.holding(None)? {
            return Ok(found);
        }
        if self.word() == Some("position") && self.follows("of") && self.seen == Seen::Deck {
            self.at += 2;
            let begin = self.at;
            let card = self.class()?;
            if card.len() != 1 {
                let mut wrong = self.wrong_at(begin, "a card that the deck has once");
                let count = card.len();
                wrong.found = format!("{}, which are {count} cards,", wrong.found);
                return Err(wrong);
            }
            return Ok(self.measure(Measure::PlaceOf { card }));
        }
        if self.word() == Some("longest") && self.follows("run") {
            self.at += 2;
            self.needs("of")?;
            let class = self.class()?;
            let first = self.first()?;
            return Ok(self.measure(Measure::LongestRun { class, first }));
        }
        // A type of the deck may have the name of a seat.
        if !self.names_class()
            && let Some(places) = self.places()?
        {
            return self.in_places(places);
        }
        let begin = self.at;
        let class = self.class();
        let class = class.map_err(|wrong| Wrong {
            accepted: self.wrong_at(begin, &self.accepted()).accepted,
            ..wrong
        })?;
        if self.takes("next") {
            self.needs("to")?;
            let other = self.class()?;
            let first = self.first()?;
            return Ok(self.measure(Measure::NextTo {
                one: class,
                other,
                first,
            }));
        }
        if !self.takes("in") && !self.takes("with") {
            let at = if self.at < self.tokens.len() {
                self.at
            } else {
                begin
            };
            return Err(self.wrong_at(at, "`in` and places, or `next to` and a class"));
        }
        let places = self.needs_places()?;
        Ok(self.measure(Measure::Count { class, places }))
    }

    fn needs_places(&mut self) -> Result<Set, Wrong> {
        match self.places()? {
            Some(places) => Ok(places),
            None => Err(self.wrong(&self.seen.accepted(self.cards))),
        }
    }

    /// Cards of a class in places that were named first.
    fn in_places(&mut self, places: Set) -> Result<Node, Wrong> {
        let begin = self.at;
        if let Some(found) = self.holding(Some(&places))? {
            return Ok(found);
        }
        if let Some(found) = self.held(&places)? {
            return Ok(found);
        }
        if self.takes("has") {
            return self.has(places);
        }
        if !self.takes("is") {
            let class = self.class()?;
            return Ok(self.measure(Measure::Count { class, places }));
        }
        if places.len() != 1 {
            return Err(self.wrong_at(begin, "`is` behind one place alone, such as `top`"));
        }
        let class = self.class()?;
        let count = self.measure(Measure::Count { class, places });
        let one = Box::new(Node::Number(1));
        Ok(Node::Compared(Box::new(count), Comparison::AtLeast, one))
    }

    fn follows(&self, word: &str) -> bool {
        let next = self.tokens.get(self.at + 1);
        next.is_some_and(|token| !token.quoted && token.text == word)
    }

    fn measure(&mut self, measure: Measure) -> Node {
        Node::Measure(self.noted(measure))
    }

    /// Notes a measure, each once, and gives its number.
    fn noted(&mut self, measure: Measure) -> usize {
        let known = self.measures.iter().position(|known| *known == measure);
        known.unwrap_or_else(|| {
            self.measures.push(measure);
            self.measures.len() - 1
        })
    }

    /// The first places behind `in`, or all.
    fn first(&mut self) -> Result<usize, Wrong> {
        let most = self.seen.ordered(self.cards);
        if most == 0 {
            return Err(self.wrong("counts of cards: the order of a hand is not seen"));
        }
        if !self.takes("in") {
            return Ok(most);
        }
        let first = self
            .word()
            .and_then(|word| self.seen.first(word, self.cards));
        match first {
            Some(first) => {
                self.at += 1;
                Ok(first)
            }
            None => Err(self.wrong(&format!("`first:1` to `first:{most}`"))),
        }
    }

    /// A number from 1 to `most`; `named` are the words for it in messages.
    fn up_to(&mut self, most: usize, named: &str) -> Result<usize, Wrong> {
        let number = self.word().and_then(|word| word.parse().ok());
        let number = number.filter(|number| (1..=most).contains(number));
        let Some(number) = number else {
            return Err(self.wrong(&format!("{named} from 1 to {most}")));
        };
        self.at += 1;
        Ok(number)
    }

    /// The places that come next, if there are any.
    fn places(&mut self) -> Result<Option<Set>, Wrong> {
        let ordered = self.seen.ordered(self.cards);
        if ordered > 0 && self.takes("place") {
            let number = self.up_to(ordered, "a place")?;
            return Ok(Some(names::place(number, self.cards)));
        }
        let begin = self.at;
        self.at += usize::from(self.word() == Some("each") && self.follows("hand"));
        let hands = self
            .word()
            .and_then(|word| self.seen.hands(word, self.cards));
        if let Some(shape) = hands {
            if self.hands.is_some_and(|other| other != shape) {
                return Err(self.wrong("the same hands everywhere"));
            }
            self.at += 1;
            self.hands = Some(shape);
            return Ok(Some(self.seen.hand(shape, self.hand, self.cards)));
        }
        self.at = begin;
        let places = |word: &str| self.seen.places(word, self.cards);
        let Some(mut found) = self.word().and_then(places) else {
            return Ok(None);
        };
        self.at += 1;
        while self.takes("+") {
            let next = self
                .word()
                .and_then(|word| self.seen.places(word, self.cards));
            let Some(next) = next else {
                return Err(self.wrong("another seat, as in `N+S`"));
            };
            if found.holds(&next) {
                let mut wrong = self.wrong("another seat, each once, as in `N+S`");
                wrong.found = format!("{} a second time", wrong.found);
                return Err(wrong);
            }
            found = names::union(&found, &next);
            self.at += 1;
        }
        Ok(Some(found))
    }
}
