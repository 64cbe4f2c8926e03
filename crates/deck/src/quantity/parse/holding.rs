//! Hands of playing cards: points and suits, poker hands, naturals.

use super::super::names::{self, Faces, Holding};
use super::super::words::at;
use super::super::{Comparison, Measure, Node, Set, Together};
use super::{Parser, Wrong};

/// The most cards of which the best five are looked for.
const MOST_DRAWN: usize = 9;

impl Parser<'_> {
    /// A number that a hand of playing cards has, in places that were named or are named behind it.
    pub(super) fn holding(&mut self, places: Option<&Set>) -> Result<Option<Node>, Wrong> {
        if let Faces::Numbers = self.faces {
            return self.numbers(places);
        }
        let Faces::Pack = self.faces else {
            return Ok(None);
        };
        let Some((holding, words)) = names::holding(&self.words()) else {
            return Ok(None);
        };
        self.at += words;
        let places = self.held_in(places)?;
        let how = match holding {
            Holding::Worth(..) => Together::Sum,
            Holding::LongestSuit => Together::Largest,
            Holding::ShortestSuit => Together::Smallest,
        };
        let parts = holding.classes().into_iter().map(|(class, times)| {
            let places = places.clone();
            (self.noted(Measure::Count { class, places }), times)
        });
        let parts = parts.collect();
        let name = format!("{} {}", holding.name(), at(&places));
        Ok(Some(Node::Together(how, parts, name)))
    }

    /// The places that were named, or that are named now.
    fn held_in(&mut self, places: Option<&Set>) -> Result<Set, Wrong> {
        if let Some(places) = places {
            return Ok(places.clone());
        }
        let _ = ["in", "with", "of"].iter().any(|word| self.takes(word));
        self.needs_places()
    }

    /// The sum of numbers, or how many of them follow each other.
    fn numbers(&mut self, places: Option<&Set>) -> Result<Option<Node>, Wrong> {
        let measure: fn(Set) -> Measure = match self.word() {
            Some("sum") => |places| Measure::Sum { places },
            Some("consecutive") => |places| Measure::Consecutive { places },
            _ => return Ok(None),
        };
        self.at += 1;
        let places = self.held_in(places)?;
        Ok(Some(self.measure(measure(places))))
    }

    /// One card of a class at least, in places that were named first.
    pub(super) fn has(&mut self, places: Set) -> Result<Node, Wrong> {
        let number = self.word().and_then(|word| word.parse().ok());
        let number = number.filter(|number| (1..=self.cards).contains(number));
        let class = match (self.faces, number) {
            (Faces::Numbers, Some(number)) => {
                self.at += 1;
                let card = names::card(number, self.cards);
                Set {
                    name: number.to_string(),
                    ..card
                }
            }
            _ => self.class()?,
        };
        let name = format!("{} {}", class.name, at(&places));
        let count = self.measure(Measure::Count { class, places });
        let one = Box::new(Node::Number(1));
        let has = Node::Compared(Box::new(count), Comparison::AtLeast, one);
        Ok(Node::Called(Box::new(has), name))
    }

    /// A poker hand, or one that blackjack calls natural, in places that were named first.
    pub(super) fn held(&mut self, places: &Set) -> Result<Option<Node>, Wrong> {
        let Faces::Pack = self.faces else {
            return Ok(None);
        };
        let begin = self.at;
        if self.takes("natural") {
            if places.len() != 2 {
                return Err(self.wrong_at(begin, "`natural` behind two places, such as `first:2`"));
            }
            return Ok(Some(self.natural(places)));
        }
        let Some((category, words)) = names::poker(&self.words()) else {
            return Ok(None);
        };
        if places.len() > MOST_DRAWN {
            let accepted = format!("poker hands of at most {MOST_DRAWN} cards, such as `first:7`");
            return Err(self.wrong_at(begin, &accepted));
        }
        self.at += words;
        let mut how = Comparison::Equal;
        if self.word() == Some("or") && self.follows("better") {
            self.at += 2;
            how = Comparison::AtLeast;
        }
        let places = places.clone();
        let hand = self.measure(Measure::BestHand { places });
        let category = Box::new(Node::Number(category));
        Ok(Some(Node::Compared(Box::new(hand), how, category)))
    }

    /// An ace, and a card that is worth ten.
    fn natural(&mut self, places: &Set) -> Node {
        let mut one_of = |names: &[&str]| {
            let classes = names
                .iter()
                .filter_map(|name| self.faces.class(name, self.cards));
            let class = classes.reduce(|all, next| names::union(&all, &next));
            let both = class.map(|class| {
                let places = places.clone();
                self.measure(Measure::Count { class, places })
            });
            let count = both.unwrap_or(Node::Number(0));
            let one = Box::new(Node::Number(1));
            Box::new(Node::Compared(Box::new(count), Comparison::Equal, one))
        };
        let ace = one_of(&["aces"]);
        let ten = one_of(&["tens", "jacks", "queens", "kings"]);
        let name = format!("a natural {}", at(places));
        Node::Called(Box::new(Node::And(ace, ten)), name)
    }
}
