//! Repeated deals: does the same deal come up again, also with its seats turned or its suits exchanged?
//!
//! A deal is a set of cards for each hand. Deals are compared in the least of the forms that they have with seats
//! turned (the hands in another order round the table) and, of 52 playing cards, with suits exchanged: a program that
//! hides few deals so is seen as one that does not. If M deals have g such forms, two ideal ones are alike with a
//! probability of at most g/M, so that the test of [`super::super::repeated_decks`] errs on the side of passing.

use siphasher::sip128::SipHasher13;

use super::{OF_VIEW, Seen};
use crate::counter::{Counter, Keeps};
use crate::repeated_decks::{FEWEST_DEALS, Repeated, hashes_kept, ln_orders};
use crate::suite::Suite;
use crate::tally::Kept;
use crate::{Compares, Kind, Notes};
use deck::subject::{Hands, Shape};

pub(crate) const KIND: Kind = Kind {
    name: "repeated-deals",
    about: "does the same deal come up again, also with seats turned or suits exchanged? counts equal pairs among the first 524,288",
    plain: "deals that come up again",
    causes: "few seeds, or a stock of deals that is used again, in games of several hands perhaps with the seats turned or the suits exchanged",
    example: "There are 5.4 × 10^28 bridge deals: nobody ever sees two fair ones that are alike. If 1,000 deals come from a stock of 10,000, they have 50 pairs that are alike, on average.",
    compares: &Compares::Nothing,
    source: "Knuth (1997), The Art of Computer Programming 2, 3.3.2 I (collision test)",
    parameters: OF_VIEW,
    cards: super::super::MIN_CARDS..=super::super::MAX_CARDS,
    covers: &[],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: |params, design| {
        let seen = Seen::of(params, design)?;
        let shape = seen.view.shape;
        let ln_all = ln_deals(seen.cards, shape);
        let ln_alike = |forms: Forms| ln_all - libm::log(forms.number() as f64);
        let exchanged = Forms {
            shape,
            suits: seen.cards == SUITED && !matches!(shape, Shape::First(_)),
        };
        // Hands of five are compared as they are: with suits exchanged there are too few of them.
        let suits = exchanged.suits && ln_alike(exchanged) >= ln_fewest();
        let forms = Forms { shape, suits };
        let ln_deals = ln_alike(forms);
        if !seen.view.is_distinct() || ln_deals < ln_fewest() {
            let accepted = "views of distinct cards of which there are 2.5 million or more";
            return Err(seen.refuse(KIND.name, accepted));
        }
        Ok(Box::new(Repeated::deals(
            KIND.name,
            forms.words(),
            ln_deals,
            Box::new(forms),
        )))
    },
};

/// ln of the fewest deals for which the Poisson law was found to hold: hands of five of 52 cards.
fn ln_fewest() -> f64 {
    libm::log(FEWEST_DEALS)
}

/// Cards of a deck with four suits of thirteen.
const SUITED: usize = 52;

/// Cards of a suit.
const RANKS: u16 = 13;

/// ln of the number of deals.
fn ln_deals(cards: usize, shape: Shape) -> f64 {
    let rest = ln_orders(cards - shape.seen());
    ln_orders(cards) - shape.cells() as f64 * ln_orders(shape.cell()) - rest
}

/// The forms in which deals are alike.
#[derive(Debug, Clone, Copy)]
struct Forms {
    shape: Shape,
    /// True if suits can be exchanged.
    suits: bool,
}

impl Forms {
    fn number(self) -> usize {
        let suits = if self.suits { ORDERS.len() } else { 1 };
        suits * self.shape.hands()
    }

    /// Names what is dealt, and says what counts as the same besides equal ones.
    fn words(self) -> (&'static str, &'static str) {
        match (self.shape, self.suits) {
            (Shape::Hands { .. }, true) => (
                "deal",
                " (with seats turned or suits exchanged it counts as the same)",
            ),
            (Shape::Hands { .. }, false) => ("deal", " (with seats turned it counts as the same)"),
            (_, true) => ("hand", " (with suits exchanged it counts as the same)"),
            (_, false) => ("hand", ""),
        }
    }

    /// The least of the forms of a deal.
    fn least(self, deal: &[u16]) -> Vec<u16> {
        let orders = if self.suits {
            &ORDERS[..]
        } else {
            &ORDERS[..1]
        };
        let forms = orders.iter().flat_map(|order| {
            let exchanged = deal.iter().map(move |card| {
                if self.suits {
                    order[usize::from(card / RANKS)] * RANKS + card % RANKS
                } else {
                    *card
                }
            });
            let mut exchanged: Vec<u16> = exchanged.collect();
            for cell in exchanged.chunks_mut(self.shape.cell()) {
                cell.sort_unstable();
            }
            let hands = self.shape.hands();
            (0..hands).map(move |turned| {
                let mut form = exchanged.clone();
                form.rotate_left(turned * self.shape.hand());
                form
            })
        });
        forms.min().unwrap_or_default()
    }
}

/// All orders of four suits, that of the deck first.
const ORDERS: [[u16; 4]; 24] = {
    let mut orders = [[0; 4]; 24];
    let (mut found, mut code) = (0, 0);
    while code < 256 {
        let order = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        let seen = 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3];
        if seen == 15 {
            orders[found] = order;
            found += 1;
        }
        code += 1;
    }
    orders
};

impl Counter<Hands> for Forms {
    fn name(&self) -> &'static str {
        "deals"
    }

    fn cells(&self, _cards: usize) -> usize {
        0
    }

    fn layout(&self) {}

    fn count(&self, _hands: &Hands, _cells: &mut [u64], _: &mut Notes) {}

    fn keeps(&self, cards: usize) -> Keeps {
        hashes_kept(ln_deals(cards, self.shape) - libm::log(self.number() as f64))
    }

    fn keep(&self, hands: &Hands, kept: &mut Kept) {
        let (hasher, first) = (SipHasher13::new(), deck::batch::Batch::first(hands));
        let deals = hands.decks().take(deck::batch::Batch::len(hands));
        for (deal, index) in deals.zip(first..) {
            let least = self.least(deal);
            let bytes: Vec<u8> = least.iter().flat_map(|card| card.to_le_bytes()).collect();
            kept.push_hash(index, hasher.hash(&bytes).as_u128());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_seats_and_exchanged_suits_are_the_same_deal() {
        let forms = Forms {
            shape: Shape::in_turn(4, 13),
            suits: true,
        };
        assert_eq!(forms.number(), 96);
        let deal: Vec<u16> = (0..52).map(|card| card * 7 % 52).collect();
        let mut turned = deal.clone();
        turned.rotate_left(26);
        // Spades for hearts, hearts for clubs, clubs for spades; and cards of a hand in another order.
        let suit = |card: u16| [1, 3, 2, 0][usize::from(card / 13)] * 13 + card % 13;
        let mut exchanged: Vec<u16> = turned.iter().map(|card| suit(*card)).collect();
        exchanged[..13].reverse();
        assert_eq!(forms.least(&deal), forms.least(&exchanged));
        // Two hands that change places are another deal, as is one with two cards exchanged.
        let mut other = deal.clone();
        other[..26].rotate_left(13);
        assert_ne!(forms.least(&deal), forms.least(&other));
        let mut other = deal.clone();
        other.swap(0, 51);
        assert_ne!(forms.least(&deal), forms.least(&other));
    }

    #[test]
    fn there_are_as_many_bridge_deals_as_the_books_say() {
        let deals = ln_deals(52, Shape::in_turn(4, 13));
        assert!((libm::exp(deals) / 5.364_473_776_548_88e28 - 1.0).abs() < 1e-9);
        assert!((libm::exp(ln_deals(52, Shape::Hand(5))) / 2_598_960.0 - 1.0).abs() < 1e-9);
        assert!((libm::exp(ln_deals(52, Shape::First(2))) / 2_652.0 - 1.0).abs() < 1e-9);
    }
}
