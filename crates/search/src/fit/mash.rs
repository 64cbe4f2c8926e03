//! The mash: two halves pushed into each other, whose packets alternate.
//!
//! Given where the deck was split, an order shows every packet: stretches from the upper and from the lower half
//! alternate, each is one packet, the last but one is the last of its half and may have been cut short, and the last one
//! is what was left of the other half. An order with two rising sequences shows the split as well; the sorted one comes from
//! every split with the upper half first. (`shuffle::mash` has the law.)

use super::Orders;
use super::model::{Fitted, Law, Point, Shape, on_grid, span, table, whole};
use super::orders::{breaks, stretches};
use super::packets::{Sizes, at_least};
use deck::Card;
use laws::counting::ln_sum;

/// One mash.
#[derive(Debug)]
pub(super) struct Mash {
    pub low: usize,
    pub high: usize,
    pub error: usize,
}

/// ln of the chance that the upper half has so many cards.
fn split(upper: usize, cards: usize, error: usize) -> f64 {
    if upper == 0 || upper >= cards {
        return f64::NEG_INFINITY;
    }
    let (half, width) = (cards / 2, 2 * error + 1);
    // Errors that would leave a half empty leave it one card.
    let reached = (half + error).min(cards - 1).max(1);
    let least = half.saturating_sub(error).clamp(1, cards - 1);
    if upper > reached || upper < least {
        return f64::NEG_INFINITY;
    }
    let clamped = |to: usize| {
        let below = if to == 1 {
            (error + 1).saturating_sub(half)
        } else {
            0
        };
        let above = if to == cards - 1 {
            (half + error).saturating_sub(cards - 1)
        } else {
            0
        };
        below + above
    };
    let inside = half.abs_diff(upper) <= error;
    let ways = clamped(upper) + usize::from(inside);
    libm::log(ways as f64 / width as f64)
}

impl Mash {
    /// The chance of the sorted order: the upper half in one packet, whatever the split is.
    fn sorted(&self, cards: usize) -> f64 {
        let of = |upper| {
            split(upper, cards, self.error) + libm::log(0.5 * at_least(upper, self.low, self.high))
        };
        ln_sum((1..cards).map(of))
    }
}

/// Adds the packets of a deck that was split before the card `upper`.
fn add(sizes: &mut Sizes, deck: &[Card], upper: usize) {
    let (_, lengths) = stretches(deck, upper);
    let last_but_one = lengths.len() - 2;
    lengths[..last_but_one]
        .iter()
        .for_each(|&size| sizes.whole[size] += 1.0);
    sizes.cut_short[lengths[last_but_one]] += 1.0;
}

impl Law for Mash {
    fn ln(&self, deck: &[Card]) -> f64 {
        let cards = deck.len();
        match breaks(deck).as_slice() {
            [] => self.sorted(cards),
            [upper] => {
                let mut sizes = Sizes::none(cards);
                add(&mut sizes, deck, *upper);
                split(*upper, cards, self.error) + libm::log(0.5) + sizes.ln(self.low, self.high)
            }
            _ => f64::NEG_INFINITY,
        }
    }
}

/// The mash with the packets and the error of the split that fit best; of one shuffle only.
pub(super) fn fit(orders: &Orders) -> Vec<Fitted> {
    if orders.times > 1 {
        return Vec::new();
    }
    let cards = orders.cards;
    let (mut sizes, mut uppers, mut sorted) = (Sizes::none(cards), vec![0.0; cards], 0.0);
    for deck in &orders.decks {
        match breaks(deck).as_slice() {
            [] => sorted += 1.0,
            [upper] => {
                add(&mut sizes, deck, *upper);
                uppers[*upper] += 1.0;
            }
            _ => return Vec::new(),
        }
    }
    let seen = || uppers.iter().enumerate().filter(|(_, count)| **count > 0.0);
    let of_error = |error: usize| {
        let ln = seen().map(|(upper, count)| count * split(upper, cards, error));
        (error, ln.sum::<f64>())
    };
    let errors: Vec<(usize, f64)> = (0..=cards / 2).map(of_error).collect();
    let best = errors
        .iter()
        .map(|(_, ln)| *ln)
        .fold(f64::NEG_INFINITY, f64::max);
    // A log-likelihood so far below the best is in no interval.
    let errors: Vec<_> = errors
        .into_iter()
        .filter(|(_, ln)| *ln > best - 20.0)
        .collect();
    let halves = libm::log(0.5) * (orders.count() - sorted);
    let mut points = Vec::new();
    for Point {
        at: [low, high],
        ln,
    } in sizes.grid(cards)
    {
        for &(error, of_splits) in &errors {
            let of_sorted = if sorted > 0.0 {
                sorted * Mash { low, high, error }.sorted(cards)
            } else {
                0.0
            };
            let ln = ln + of_splits + of_sorted + halves;
            points.push(Point {
                at: [low, high, error],
                ln,
            });
        }
    }
    let names = [
        ("smallest", Shape::End, cards + 1),
        ("largest", Shape::End, cards),
        ("error", Shape::End, cards / 2),
    ];
    let fitted = on_grid(&points, names);
    let fitted = fitted.map(|([low, high, error], parameters)| {
        let keys = table([("packet", span(low, high)), ("error", whole(error))]);
        Fitted::exact(
            orders,
            ("mash", "mash", keys),
            Mash { low, high, error },
            parameters,
        )
        .with_ends(3)
    });
    fitted.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::model::testing::agrees;
    use super::*;

    #[test]
    fn the_law_is_that_of_enumeration() {
        for cards in 2..=6 {
            for (low, high, error) in [
                (1, 3, 2),
                (1, 1, 0),
                (1, 2, 1),
                (2, 3, 0),
                (2, 9, 4),
                (7, 8, 1),
                (3, 3, 9),
            ] {
                let text = format!("mash packet = [{low}, {high}]\nerror = {error}");
                agrees(&Mash { low, high, error }, &text, cards, 1);
            }
        }
    }
}
