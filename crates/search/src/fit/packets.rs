//! Shuffles that put packets down one on the other: overhand, with a cut at each gap, and Hindu, with packets of uniform
//! sizes. One such shuffle shows all its packets in the order that it leaves, so that its law is a product over them.

use super::Orders;
use super::model::{
    Fitted, Law, Point, Shape, interval, number, on_grid, pairs_of_ends, span, table,
};
use super::orders::packets;
use deck::Card;
use record::answers::fit::Parameter;

/// One overhand shuffle: each of the n − 1 gaps is cut with this probability.
#[derive(Debug)]
pub(super) struct Overhand {
    pub chance: f64,
}

/// count · ln p, which is 0 where there is nothing to count.
fn times_ln(count: f64, p: f64) -> f64 {
    if count > 0.0 {
        count * libm::log(p)
    } else {
        0.0
    }
}

impl Overhand {
    fn of_cuts(&self, cuts: f64, gaps: f64) -> f64 {
        times_ln(cuts, self.chance) + times_ln(gaps - cuts, 1.0 - self.chance)
    }
}

impl Law for Overhand {
    fn ln(&self, deck: &[Card]) -> f64 {
        packets(deck).map_or(f64::NEG_INFINITY, |sizes| {
            self.of_cuts((sizes.len() - 1) as f64, (deck.len() - 1) as f64)
        })
    }
}

/// The sizes of the packets of all decks; `None` if a deck was not made of packets, or not by one shuffle.
pub(super) fn all_packets(orders: &Orders) -> Option<Vec<Vec<usize>>> {
    if orders.times > 1 {
        return None;
    }
    orders.decks.iter().map(|deck| packets(deck)).collect()
}

/// The overhand shuffle with the chance that fits best.
pub(super) fn overhand(orders: &Orders) -> Vec<Fitted> {
    let Some(all) = all_packets(orders) else {
        return Vec::new();
    };
    let cuts = all.iter().map(|sizes| sizes.len() - 1).sum::<usize>() as f64;
    let gaps = (orders.cards - 1) as f64 * orders.count();
    let ln = |chance: f64| Overhand { chance }.of_cuts(cuts, gaps);
    let chance = cuts / gaps;
    let (low, high) = interval((0.0, 1.0), chance, ln);
    let parameter = Parameter {
        name: "chance".to_owned(),
        value: chance,
        low,
        high: Some(high),
        whole: false,
    };
    let named = ("overhand", "overhand", table([("chance", number(chance))]));
    vec![Fitted::exact(orders, named, Overhand { chance }, vec![parameter]).holding(&["identity"])]
}

/// One Hindu shuffle: packets of `low` to `high` cards, each size equally likely; the last is what is left.
#[derive(Debug)]
pub(super) struct Hindu {
    pub low: usize,
    pub high: usize,
}

/// Numbers of packets by size: whole ones, and last ones, which may have been cut short.
#[derive(Debug, Clone)]
pub(super) struct Sizes {
    pub whole: Vec<f64>,
    pub cut_short: Vec<f64>,
}

impl Sizes {
    pub fn none(cards: usize) -> Self {
        Self {
            whole: vec![0.0; cards + 1],
            cut_short: vec![0.0; cards + 1],
        }
    }

    /// The smallest and the largest whole packet; `None` if there is none.
    fn ends(&self) -> Option<(usize, usize)> {
        let seen = |size: &usize| self.whole[*size] > 0.0;
        let mut sizes = (1..self.whole.len()).filter(seen);
        let low = sizes.next()?;
        Some((low, sizes.next_back().unwrap_or(low)))
    }

    /// The log-likelihood of sizes that are uniform on `low..=high`.
    pub fn ln(&self, low: usize, high: usize) -> f64 {
        if self
            .ends()
            .is_some_and(|(least, most)| least < low || most > high)
        {
            return f64::NEG_INFINITY;
        }
        let whole: f64 = self.whole.iter().sum();
        let short = self.cut_short.iter().enumerate();
        let short = short.map(|(size, count)| times_ln(*count, at_least(size, low, high)));
        -whole * libm::log((high - low + 1) as f64) + short.sum::<f64>()
    }

    /// Lists every pair of ends that is not hopelessly unlikely.
    pub fn grid(&self, most: usize) -> Vec<Point<2>> {
        let longest = (1..=most).rev().find(|&size| self.cut_short[size] > 0.0);
        let (least, largest) = self.ends().unwrap_or((most, 1));
        let high = largest.max(longest.unwrap_or(1));
        pairs_of_ends((least, high), most, |low, high| self.ln(low, high))
    }
}

/// The chance that a size on `low..=high` is at least `size`.
pub(super) fn at_least(size: usize, low: usize, high: usize) -> f64 {
    if size > high {
        return 0.0;
    }
    (high - size.max(low) + 1) as f64 / (high - low + 1) as f64
}

impl Law for Hindu {
    fn ln(&self, deck: &[Card]) -> f64 {
        packets(deck).map_or(f64::NEG_INFINITY, |sizes| {
            let mut counted = Sizes::none(deck.len());
            counted.add(&sizes);
            counted.ln(self.low, self.high)
        })
    }
}

impl Sizes {
    /// Adds the packets of a deck, of which the last may have been cut short.
    fn add(&mut self, sizes: &[usize]) {
        if let Some((last, whole)) = sizes.split_last() {
            for &size in whole {
                self.whole[size] += 1.0;
            }
            self.cut_short[*last] += 1.0;
        }
    }
}

/// The Hindu shuffle with the packets that fit best.
pub(super) fn hindu(orders: &Orders) -> Vec<Fitted> {
    let Some(all) = all_packets(orders) else {
        return Vec::new();
    };
    let most = orders.cards;
    let mut sizes = Sizes::none(most);
    for deck in &all {
        sizes.add(deck);
    }
    let names = [
        ("smallest", Shape::End, most + 1),
        ("largest", Shape::End, most),
    ];
    let fitted = on_grid(&sizes.grid(most), names);
    let fitted = fitted.map(|([low, high], parameters)| {
        let named = ("hindu", "hindu", table([("packet", span(low, high))]));
        Fitted::exact(orders, named, Hindu { low, high }, parameters).with_ends(2)
    });
    fitted.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::agrees;
    use super::*;

    #[test]
    fn laws_are_those_of_enumeration() {
        for cards in 2..=6 {
            for chance in [0.0, 0.05, 0.2, 0.5, 0.93, 1.0] {
                agrees(
                    &Overhand { chance },
                    &format!("overhand chance = {chance:?}"),
                    cards,
                    1,
                );
            }
            for (low, high) in [(1, 1), (1, 2), (2, 2), (2, 3), (1, 9), (3, 12), (9, 12)] {
                agrees(
                    &Hindu { low, high },
                    &format!("hindu packet = [{low}, {high}]"),
                    cards,
                    1,
                );
            }
        }
    }
}
