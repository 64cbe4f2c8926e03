//! Shelf shufflers: the number of shelves that fits best. The chance of an order is in [`shelves`]: it depends on the
//! order's peaks where cards are taken from the top of the deck, and on its valleys where they come from its bottom.

use super::Orders;
use super::model::{Fitted, Law, Point, Shape, on_grid, table, whole};
use deck::Card;
use laws::shelves;

/// The most shelves that are tried: nobody tells more from fair.
const MOST: usize = 1_000;

/// A shelf shuffler of so many shelves, all passes taken together.
#[derive(Debug)]
pub(super) struct Shelves {
    pub shelves: usize,
    /// True if the cards are taken from the bottom of the deck.
    pub from_bottom: bool,
}

impl Shelves {
    fn turns(&self, deck: &[Card]) -> usize {
        let turn = |at: &[Card]| {
            if self.from_bottom {
                at[1] < at[0] && at[1] < at[2]
            } else {
                at[1] > at[0] && at[1] > at[2]
            }
        };
        deck.windows(3).filter(|at| turn(at)).count()
    }
}

impl Law for Shelves {
    fn ln(&self, deck: &[Card]) -> f64 {
        shelves::ln_order(deck.len(), self.shelves, self.turns(deck))
    }
}

/// The shelf shufflers with as many shelves as fit best, from either end of the deck. Passes from the same end are one pass
/// from that end.
pub(super) fn fit(orders: &Orders) -> Vec<Fitted> {
    let ends = [false, true].into_iter();
    ends.filter_map(|from_bottom| of_end(orders, from_bottom))
        .collect()
}

fn of_end(orders: &Orders, from_bottom: bool) -> Option<Fitted> {
    /// Shelves, all passes together, beyond which no sum is made: the law is the ideal one to the last digit that matters.
    const MOST_TOGETHER: usize = 1_000_000;
    let law = |shelves| {
        let shelves = shelves::together(shelves, orders.times).filter(|all| *all <= MOST_TOGETHER);
        shelves.map(|shelves| Shelves {
            shelves,
            from_bottom,
        })
    };
    let any = law(1)?;
    let mut counts = vec![0.0; orders.cards / 2 + 1];
    for deck in &orders.decks {
        counts[any.turns(deck)] += 1.0;
    }
    let tried = std::iter::successors(Some(1), |shelves| Some(shelves + (shelves / 50).max(1)));
    let tried = tried.take_while(|shelves| *shelves < MOST).chain([MOST]);
    let points: Vec<Point<1>> = tried
        .filter_map(|shelves| {
            let law = law(shelves)?;
            let seen = counts.iter().enumerate().filter(|(_, count)| **count > 0.0);
            let ln = seen
                .map(|(turns, count)| count * shelves::ln_order(orders.cards, law.shelves, turns));
            Some(Point {
                at: [shelves],
                ln: ln.sum(),
            })
        })
        .collect();
    let most = points.last().map_or(MOST, |last| last.at[0]);
    let ([shelves], parameters) = on_grid(&points, [("shelves", Shape::Regular, most)])?;
    let law = law(shelves)?;
    let keys = ("shelves", whole(shelves));
    // From the bottom, as machines take them, is the usual end.
    let named = if from_bottom {
        ("shelf", "shelf", table([keys]))
    } else {
        let end = ("from", "top".into());
        ("shelf from the top", "shelf", table([keys, end]))
    };
    Some(Fitted::exact(orders, named, law, parameters).holding(&["fair"]))
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::all;
    use super::*;
    use std::collections::BTreeMap;

    /// Walks through every way to put the cards of a sorted deck on shelves, `m` of them, one card
    /// after the other.
    fn walked(cards: usize, m: usize, from_bottom: bool) -> BTreeMap<Vec<Card>, f64> {
        let outcomes = (2 * m).pow(cards as u32);
        let mut law = BTreeMap::new();
        for outcome in 0..outcomes {
            let mut shelves = vec![Vec::new(); m];
            let mut rest = outcome;
            for taken in 0..cards {
                let card = if from_bottom {
                    cards - 1 - taken
                } else {
                    taken
                } as Card;
                let place = rest % (2 * m);
                rest /= 2 * m;
                if place.is_multiple_of(2) {
                    shelves[place / 2].insert(0, card);
                } else {
                    shelves[place / 2].push(card);
                }
            }
            *law.entry(shelves.concat()).or_insert(0.0) += 1.0 / outcomes as f64;
        }
        law
    }

    #[test]
    fn the_law_is_that_of_all_ways_to_fill_the_shelves() {
        for from_bottom in [false, true] {
            for (cards, shelves) in [(2, 1), (3, 1), (4, 2), (5, 1), (5, 2), (5, 3), (6, 2)] {
                let law = Shelves {
                    shelves,
                    from_bottom,
                };
                let walked = walked(cards, shelves, from_bottom);
                for deck in all(cards) {
                    let p = walked.get(&deck).copied().unwrap_or(0.0);
                    let ours = libm::exp(law.ln(&deck));
                    assert!(
                        (ours - p).abs() < 1e-12,
                        "{shelves} {from_bottom} {deck:?}: {ours} {p}"
                    );
                }
            }
        }
    }

    #[test]
    fn two_passes_are_one_of_more_shelves() {
        assert_eq!(shelves::together(10, 2), Some(200));
        let (cards, once) = (4, walked(4, 1, false));
        let mut twice: BTreeMap<Vec<Card>, f64> = BTreeMap::new();
        for (before, p) in &once {
            for (moved, q) in &once {
                let deck = moved.iter().map(|&card| before[usize::from(card)]);
                *twice.entry(deck.collect()).or_insert(0.0) += p * q;
            }
        }
        let law = Shelves {
            shelves: 2,
            from_bottom: false,
        };
        for deck in all(cards) {
            let p = twice.get(&deck).copied().unwrap_or(0.0);
            assert!((libm::exp(law.ln(&deck)) - p).abs() < 1e-12, "{deck:?}");
        }
    }
}
