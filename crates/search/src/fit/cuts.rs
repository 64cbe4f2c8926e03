//! Shuffles with one cut before or after them all, at a uniformly random place.
//!
//! The probability of an order is the mean, over all cuts, of that of the order with the cut undone. Parameters are fitted
//! to decks whose likeliest cut is undone, again and again until cuts and parameters stay (the classification EM of Celeux
//! and Govaert, 1992, A classification EM algorithm for clustering, Computational Statistics & Data Analysis 14, 315-332).

use std::rc::Rc;

use super::model::{Fitted, Law};
use super::orders::{packets, rising};
use super::recipe::Move;
use super::{Orders, casino, mash, packets as packed, riffle};
use deck::Card;
use laws::counting::ln_sum;

/// The side of the shuffle on which the deck is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

impl Side {
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

    /// The cut for which `score` is largest, if one is above minus infinity.
    fn likeliest(self, deck: &[Card], score: impl Fn(&[Card]) -> f64) -> Option<Vec<Card>> {
        let mut best: Option<(f64, Vec<Card>)> = None;
        let mut undone = Vec::with_capacity(deck.len());
        for cut in 0..deck.len() {
            self.undone(deck, cut, &mut undone);
            let found = score(&undone);
            if found > best.as_ref().map_or(f64::NEG_INFINITY, |best| best.0) {
                best = Some((found, undone.clone()));
            }
        }
        best.map(|(_, deck)| deck)
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
        let each: Vec<f64> = each.filter(|ln| ln.is_finite()).collect();
        if each.is_empty() {
            return f64::NEG_INFINITY;
        }
        ln_sum(each.into_iter()) - libm::log(deck.len() as f64)
    }
}

/// A family of models that is fitted to whole orders.
type Family = fn(&Orders) -> Vec<Fitted>;

/// A model with cuts: its name without them, before and after, and its family.
struct Cuttable {
    name: &'static str,
    before: &'static str,
    after: &'static str,
    family: Family,
    /// True of packets that are put down one on the other, and false of two that are pushed into each other.
    in_packets: bool,
    /// True if the law is known however often it is done.
    repeated: bool,
}

impl Cuttable {
    /// How near an order is to one of this family, before anything is fitted: fewer rising sequences are likelier, and orders
    /// of packets are of packets or not.
    fn nearness(&self, deck: &[Card]) -> f64 {
        if !self.in_packets {
            return -(rising(deck) as f64);
        }
        packets(deck).map_or(f64::NEG_INFINITY, |_| 0.0)
    }
}

const CUTTABLE: &[Cuttable] = &[
    Cuttable {
        name: "riffle",
        before: "cut, then riffle",
        after: "riffle, then cut",
        family: riffle::fit,
        in_packets: false,
        repeated: true,
    },
    Cuttable {
        name: "sleeved riffle",
        before: "cut, then sleeved riffle",
        after: "sleeved riffle, then cut",
        family: riffle::streak,
        in_packets: false,
        repeated: false,
    },
    Cuttable {
        name: "mash",
        before: "cut, then mash",
        after: "mash, then cut",
        family: mash::fit,
        in_packets: false,
        repeated: false,
    },
    Cuttable {
        name: "overhand",
        before: "cut, then overhand",
        after: "overhand, then cut",
        family: packed::overhand,
        in_packets: true,
        repeated: false,
    },
    Cuttable {
        name: "hindu",
        before: "cut, then hindu",
        after: "hindu, then cut",
        family: packed::hindu,
        in_packets: true,
        repeated: false,
    },
    Cuttable {
        name: "strip",
        before: "cut, then strip",
        after: "strip, then cut",
        family: casino::strip,
        in_packets: true,
        repeated: false,
    },
    Cuttable {
        name: "box",
        before: "cut, then box",
        after: "box, then cut",
        family: casino::boxed,
        in_packets: true,
        repeated: false,
    },
];

/// Cuts and parameters are fitted in turn at most so often.
const ROUNDS: usize = 4;

/// The model of one family with a cut on one side; `None` where these decks cannot come from it.
fn of(orders: &Orders, cuttable: &Cuttable, side: Side) -> Option<Fitted> {
    let fitted = |decks: Vec<Vec<Card>>| {
        let orders = Orders {
            decks,
            ..orders.like()
        };
        let all = (cuttable.family)(&orders).into_iter();
        all.filter(Fitted::is_possible)
            .find(|one| one.name == cuttable.name)
    };
    let undone = |score: &dyn Fn(&[Card]) -> f64| -> Option<Vec<Vec<Card>>> {
        orders
            .decks
            .iter()
            .map(|deck| side.likeliest(deck, score))
            .collect()
    };
    let mut decks = undone(&|deck| cuttable.nearness(deck))?;
    let mut found = fitted(decks.clone())?;
    for _ in 1..ROUNDS {
        let law = found.law.clone()?;
        let again = undone(&|deck| law.ln(deck))?;
        if again == decks {
            break;
        }
        decks = again;
        match fitted(decks.clone()) {
            Some(better) => found = better,
            None => break,
        }
    }
    let law = WithCut {
        law: found.law.clone()?,
        side,
    };
    let each = orders.decks.iter().map(|deck| law.ln(deck)).collect();
    let cut = || {
        Some(Move {
            kind: "cut",
            table: toml::Table::new(),
        })
    };
    let mut recipe = found.recipe.clone();
    let name = match side {
        Side::Before => {
            recipe.before = cut();
            cuttable.before
        }
        Side::After => {
            recipe.after = cut();
            cuttable.after
        }
    };
    Some(Fitted {
        name: name.to_owned(),
        recipe,
        each,
        law: Some(Rc::new(law)),
        // Packets as large as the deck are a cut alone, and streaks as long a riffle.
        holds: match (cuttable.in_packets, cuttable.name, side) {
            (true, ..) => &["identity", "cut"],
            // So is a half that is pushed into the other in one piece.
            (_, "mash", _) => &["cut"],
            (_, "sleeved riffle", Side::Before) => &["cut, then riffle"],
            (_, "sleeved riffle", Side::After) => &["riffle, then cut"],
            _ => &[],
        },
        ..found
    })
}

/// All of them that can have made these decks.
pub(super) fn fit(orders: &Orders) -> Vec<Fitted> {
    let known = CUTTABLE
        .iter()
        .filter(|one| one.repeated || orders.times == 1);
    let both = known.flat_map(|one| [(one, Side::Before), (one, Side::After)]);
    both.filter_map(|(one, side)| of(orders, one, side))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::{all, enumerated};
    use super::super::riffle::Packets;
    use super::super::{casino::Strip, mash::Mash};
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
