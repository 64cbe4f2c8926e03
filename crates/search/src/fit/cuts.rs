//! Shuffles with one cut before or after them all, at a uniformly random place.
//!
//! The probability of an order is the mean, over all cuts, of that of the order with the cut undone. Few cuts can be
//! undone so that an order remains which the shuffle gives; of packets that are put down one on the other it is one.

use std::rc::Rc;

use toml::Table;

use super::mash::Mash;
use super::model::{Fitted, Law, Point, Shape, on_grid, span, table, whole};
use super::orders::{packets, rising};
use super::recipe::Move;
use super::riffle::Packets;
use super::{Orders, casino, packets as packed, riffle};
use deck::Card;
use laws::counting::ln_sum;

/// The side of the shuffle on which the deck is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

impl Side {
    /// The one of the two that belongs to this side.
    fn either<T>(self, before: T, after: T) -> T {
        match self {
            Self::Before => before,
            Self::After => after,
        }
    }

    /// The order that the shuffle itself gave, if so many cards were taken from the top to the bottom.
    fn undone(self, deck: &[Card], cut: usize, to: &mut Vec<Card>) {
        to.clear();
        match self {
            Self::After => {
                let (bottom, top) = deck.split_at(deck.len() - cut);
                to.extend(top.iter().chain(bottom));
            }
            Self::Before => {
                let cards = deck.len();
                let back = |card: &Card| ((usize::from(*card) + cards - cut) % cards) as Card;
                to.extend(deck.iter().map(back));
            }
        }
    }
}

/// A law with a cut before or after it.
#[derive(Debug)]
struct WithCut {
    law: Rc<dyn Law>,
    side: Side,
}

impl Law for WithCut {
    fn ln(&self, deck: &[Card]) -> f64 {
        let mut undone = Vec::with_capacity(deck.len());
        let each = (0..deck.len()).map(|cut| {
            self.side.undone(deck, cut, &mut undone);
            self.law.ln(&undone)
        });
        let each: Vec<f64> = each.collect();
        ln_sum(each.into_iter()) - libm::log(deck.len() as f64)
    }
}

/// Decks with all cuts undone that leave an order which the shuffle may give.
struct Undone<'a> {
    orders: &'a Orders,
    side: Side,
    /// Decks that differ, each with the number of its like.
    each: Vec<(f64, Vec<Vec<Card>>)>,
}

impl<'a> Undone<'a> {
    /// `None` if no cut of some deck can be undone so.
    fn of(orders: &'a Orders, side: Side, may_be: &dyn Fn(&[Card]) -> bool) -> Option<Self> {
        let mut undone = Vec::with_capacity(orders.cards);
        let mut counts = std::collections::BTreeMap::new();
        for deck in &orders.decks {
            *counts.entry(deck).or_insert(0.0) += 1.0;
        }
        let mut each = Vec::with_capacity(counts.len());
        for (deck, count) in counts {
            let mut found = Vec::new();
            for cut in 0..orders.cards {
                side.undone(deck, cut, &mut undone);
                if may_be(&undone) {
                    found.push(undone.clone());
                }
            }
            if found.is_empty() {
                return None;
            }
            each.push((count, found));
        }
        Some(Self { orders, side, each })
    }

    /// The log-likelihood of all decks.
    fn ln(&self, law: &dyn Law) -> f64 {
        let each = self.each.iter().map(|(count, undone)| {
            let each: Vec<f64> = undone.iter().map(|deck| law.ln(deck)).collect();
            count * ln_sum(each.into_iter())
        });
        each.sum::<f64>() - self.orders.count() * libm::log(self.orders.cards as f64)
    }

    /// The decks, where one cut alone can be undone.
    fn alone(&self) -> Option<Orders> {
        let mut decks = Vec::with_capacity(self.orders.decks.len());
        for (count, undone) in &self.each {
            let [deck] = undone.as_slice() else {
                return None;
            };
            decks.extend(std::iter::repeat_n(deck.clone(), *count as usize));
        }
        Some(Orders {
            decks,
            ..self.orders.like()
        })
    }

    /// The model without its cut, as it was fitted, with one.
    fn with_cut(
        &self,
        found: Fitted,
        name: &str,
        holds: &'static [&'static str],
    ) -> Option<Fitted> {
        let law = WithCut {
            law: found.law.clone()?,
            side: self.side,
        };
        let mut recipe = found.recipe.clone();
        let cut = Some(Move {
            kind: "cut",
            table: Table::new(),
        });
        *self.side.either(&mut recipe.before, &mut recipe.after) = cut;
        Some(Fitted {
            name: name.to_owned(),
            recipe,
            each: self.orders.decks.iter().map(|deck| law.ln(deck)).collect(),
            law: Some(Rc::new(law)),
            holds,
            ..found
        })
    }
}

/// Riffles, however often.
fn riffles(orders: &Orders, side: Side) -> Option<Fitted> {
    let all = libm::exp2(f64::from(orders.times));
    let undone = Undone::of(orders, side, &|deck| rising(deck) as f64 <= all)?;
    let named = ("riffle", "riffle", Table::new());
    let found = Fitted::exact(orders, named, Packets { packets: all }, Vec::new());
    let name = side.either("cut, then riffle", "riffle, then cut");
    undone.with_cut(found, name, &[])
}

/// One riffle of sleeved cards, with the limit that fits best.
fn streak(orders: &Orders, side: Side) -> Option<Fitted> {
    let undone = Undone::of(orders, side, &|deck| rising(deck) <= 2)?;
    let (limit, parameters) = riffle::limit(orders.cards, |law| undone.ln(law))?;
    let found = riffle::limited(orders, limit, parameters);
    // With a limit that no streak reaches it is a riffle.
    let holds: &'static [&'static str] = side.either(&["cut, then riffle"], &["riffle, then cut"]);
    let name = side.either("cut, then sleeved riffle", "sleeved riffle, then cut");
    undone.with_cut(found, name, holds)
}

/// One mash, with the packets and the error that fit best.
fn mash(orders: &Orders, side: Side) -> Option<Fitted> {
    /// Larger packets, and halves that are less even, are nobody's.
    const MOST: (usize, usize) = (10, 6);
    let undone = Undone::of(orders, side, &|deck| rising(deck) <= 2)?;
    let (most, errors) = (MOST.0.min(orders.cards), MOST.1.min(orders.cards / 2));
    let mut points: Vec<Point<3>> = Vec::new();
    for low in 1..=most.min(3) {
        for high in low..=most {
            for error in 0..=errors {
                points.push(Point {
                    at: [low, high, error],
                    ln: undone.ln(&Mash { low, high, error }),
                });
            }
        }
    }
    let names = [
        ("smallest", Shape::End, orders.cards + 1),
        ("largest", Shape::End, most),
        ("error", Shape::End, errors),
    ];
    let ([low, high, error], parameters) = on_grid(&points, names)?;
    let keys = table([("packet", span(low, high)), ("error", whole(error))]);
    let law = Mash { low, high, error };
    let found = Fitted::exact(orders, ("mash", "mash", keys), law, parameters).with_ends(3);
    // A half that is pushed into the other in one piece is a cut.
    let name = side.either("cut, then mash", "mash, then cut");
    undone.with_cut(found, name, &["cut"])
}

/// Packets that are put down one on the other: the names before and after a cut, and the fit.
type InPackets = (&'static str, &'static str, fn(&Orders) -> Vec<Fitted>);

const IN_PACKETS: [InPackets; 4] = [
    ("cut, then overhand", "overhand, then cut", packed::overhand),
    ("cut, then hindu", "hindu, then cut", packed::hindu),
    ("cut, then strip", "strip, then cut", casino::strip),
    ("cut, then box", "box, then cut", casino::boxed),
];

fn in_packets(orders: &Orders, side: Side) -> Vec<Fitted> {
    let undone = Undone::of(orders, side, &|deck| packets(deck).is_some());
    let alone = undone.and_then(|undone| Some((undone.alone()?, undone)));
    let Some((decks, undone)) = alone else {
        return Vec::new();
    };
    let all = IN_PACKETS.iter().filter_map(|(before, after, fit)| {
        let name = side.either(before, after);
        let found = fit(&decks).into_iter().find(Fitted::is_possible)?;
        // One packet, as large as the deck, is a cut alone.
        undone.with_cut(found, name, &["identity", "cut"])
    });
    all.collect()
}

/// All of them that can have made these decks.
pub(super) fn fit(orders: &Orders) -> Vec<Fitted> {
    let of_side = |side| {
        let mut found: Vec<Fitted> = riffles(orders, side).into_iter().collect();
        if orders.times == 1 {
            found.extend(streak(orders, side));
            found.extend(mash(orders, side));
            found.extend(in_packets(orders, side));
        }
        found
    };
    let found = [Side::Before, Side::After].map(of_side);
    found
        .into_iter()
        .flatten()
        .filter(Fitted::is_possible)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::casino::Strip;
    use super::super::model::testing::{all, enumerated};
    use super::*;

    /// Laws of a shuffle and a cut are those of enumeration.
    #[test]
    fn a_law_with_a_cut_is_the_mean_over_all_cuts() {
        let laws: [(Rc<dyn Law>, &str, u32); 4] = [
            (Rc::new(Packets { packets: 2.0 }), "riffle", 1),
            (Rc::new(Packets { packets: 4.0 }), "riffle", 2),
            (
                Rc::new(Mash {
                    low: 1,
                    high: 2,
                    error: 1,
                }),
                "mash packet = [1, 2]\nerror = 1",
                1,
            ),
            (
                Rc::new(Strip { fewest: 2, most: 3 }),
                "strip packets = [2, 3]",
                1,
            ),
        ];
        for cards in [3, 5] {
            for (law, shuffle, times) in &laws {
                let walked = enumerated(shuffle, cards, *times);
                for side in [Side::Before, Side::After] {
                    let with = WithCut {
                        law: law.clone(),
                        side,
                    };
                    for deck in all(cards) {
                        let of_cut = |cut: usize| {
                            // The shuffle of a deck that was cut, or the cut of one that was shuffled.
                            walked
                                .iter()
                                .filter(|(order, _)| {
                                    let turn = |at: usize| (at + cut) % cards;
                                    (0..cards).all(|place| match side {
                                        Side::Before => {
                                            usize::from(deck[place])
                                                == turn(usize::from(order[place]))
                                        }
                                        Side::After => deck[place] == order[turn(place)],
                                    })
                                })
                                .map(|(_, p)| p)
                                .sum::<f64>()
                        };
                        let expected = (0..cards).map(of_cut).sum::<f64>() / cards as f64;
                        let found = libm::exp(with.ln(&deck));
                        assert!(
                            (found - expected).abs() < 1e-12,
                            "{shuffle} {side:?} {deck:?}: {found} {expected}"
                        );
                    }
                }
            }
        }
    }
}
