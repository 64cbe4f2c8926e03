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
        let Faces::Pack = self.faces else {
            return Ok(None);
        };
        let Some((holding, words)) = names::holding(&self.words()) else {
            return Ok(None);
        };
        self.at += words;
        let places = if let Some(places) = places {
            places.clone()
        } else {
            let _ = ["in", "with", "of"].iter().any(|word| self.takes(word));
            self.needs_places()?
        };
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
