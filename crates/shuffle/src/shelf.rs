//! The shelf shuffler of casinos: a machine that deals a deck onto shelves and stacks them.
//!
//! Cards are taken from one end of the deck, one after the other. Each goes to one of m shelves, and there on top of
//! the cards or beneath them: 2m places, all equally likely. Then the shelves are stacked, the first on top. With cards
//! taken from the bottom, those that were put on top of a shelf lie there in their old order, and below them those
//! that were put beneath, in reverse order; with cards taken from the top it is the other way round.
//!
//! So the cards are told to 2m packets, independently and all alike, and the packets, every second one reversed, are
//! put on each other: the inverse of a riffle of 2m packets of which every second one is turned round. The law
//! over all orders is known ([`laws::shelves`]). It stays the same when the shuffled deck is reversed, as that
//! only renames shelves. Hence turning the deck between two passes, or taking cards from the other end in the second
//! pass, changes nothing, and m₁ shelves and then m₂ are as far from ideal as 2 m₁ m₂ at once.
//!
//! Diaconis, Fulman and Holmes (2013), Analysis of casino shelf shuffling machines, The Annals of Applied Probability
//! 23. Their machine had ten shelves; a first pass left so many orders out that a guesser called 9.5 of 52 cards right
//! (4.5 of an ideal deck); two passes, as good as 200 shelves, are within .0103 of ideal.

use super::prelude::*;
use laws::valleys;

/// The shelves of the machine that was analysed.
const DEFAULT_SHELVES: u32 = 10;

/// The most shelves: with so many, 52 cards are within 5e-6 of ideal.
const MOST_SHELVES: u32 = 10_000;

/// The chain is given where it takes no more multiplications than this, about half a second.
const CHAIN_EFFORT: f64 = 5e8;

/// The exact number of orders is counted where it takes no more steps than this, about a tenth of a second.
const COUNTING_EFFORT: usize = 4_000_000;

pub(super) const KIND: Kind = Kind {
    name: "shelf",
    group: Group::Cards,
    // An assumption, as for all kinds: about forty seconds for a deck of 52.
    time: Some(Time::of_a_machine(20.0, 0.4)),
    about: "a casino's machine: each card goes onto a random shelf, on top or beneath, and the shelves are stacked",
    source: "Diaconis, Fulman and Holmes (2013), Analysis of casino shelf shuffling machines",
    parameters: &[
        Parameter {
            name: "shelves",
            about: "shelves of the machine, from 1 to 10000; default 10",
        },
        Parameter {
            name: "from",
            about: "end of the deck from which cards are taken, \"bottom\" or \"top\"; default \"bottom\"",
        },
    ],
    build: |params| {
        let shelves = params.whole("shelves", 1..=MOST_SHELVES)?;
        let from = match params.word("from", &["bottom", "top"])? {
            Some("top") => From::Top,
            _ => From::Bottom,
        };
        Ok(Box::new(Shelf {
            shelves: shelves.unwrap_or(DEFAULT_SHELVES),
            from,
        }))
    },
};

/// The end of the deck from which cards are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Bottom,
    Top,
}

#[derive(Debug)]
struct Shelf {
    /// At least one.
    shelves: u32,
    from: From,
}

impl Shelf {
    /// Returns true if the cards of a packet keep their order: those that lie on top of a shelf are
    /// the packets 0, 2, 4, ….
    fn keeps(&self, packet: u32) -> bool {
        packet.is_multiple_of(2) == (self.from == From::Bottom)
    }
}

impl Law for Shelf {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let last = deck.len() - 1;
        let Scratch {
            deck: old, keys, ..
        } = scratch;
        keys.clear();
        for at in 0..deck.len() {
            let packet = draws.below(2 * self.shelves);
            let place = match self.from {
                From::Bottom => last - at,
                From::Top => at,
            };
            // Within a packet cards lie as they were or the other way round.
            let key = if self.keeps(packet) {
                place
            } else {
                last - place
            };
            let key = u64::from(packet) << u32::BITS | key as u64;
            keys.push((key, place as Card));
        }
        keys.sort_unstable();
        old.clear();
        old.extend_from_slice(deck);
        for (slot, &(_, place)) in deck.iter_mut().zip(keys.iter()) {
            *slot = old[usize::from(place)];
        }
    }

    /// The card from i is in each of 2m packets with the same probability. In packet s, counted from 0, it lies below
    /// those of the other cards that are in smaller packets, each with probability s/2m, and those of its own packet
    /// that are before it: if the packet keeps its order, the cards that lay above it. So its place is a sum of two
    /// binomial numbers, of i cards with (s + 1)/2m and of n − 1 − i with s/2m. The reversed packets are those that
    /// keep their order, seen from the bottom of the shuffled deck.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let n = cards as f64;
        let packets = 2 * self.shelves;
        if f64::from(self.shelves) * n * n * n / 6.0 > CHAIN_EFFORT {
            return None;
        }
        let each = 1.0 / f64::from(packets);
        let mut matrix = Matrix::zero(cards);
        for packet in (0..packets).filter(|packet| self.keeps(*packet)) {
            let same = binomials(cards, f64::from(packet + 1) * each);
            let smaller = binomials(cards, f64::from(packet) * each);
            for from in 0..cards {
                let (above, below) = (&same[from], &smaller[cards - 1 - from]);
                for (i, p) in above.iter().enumerate() {
                    let p = p * each;
                    for (j, q) in below.iter().enumerate() {
                        matrix.add(from, i + j, p * q);
                        matrix.add(from, cards - 1 - i - j, p * q);
                    }
                }
            }
        }
        Some(matrix)
    }

    // There is no two-card chain: it is a sum over all pairs of packets of products of trinomial laws, too long for a
    // deck; and what statistics would use of it follows from the symmetry of the law.

    /// Each shelf has one peak, so that there are fewer valleys than shelves, and all such orders come up.
    fn ln_support(&self, cards: usize) -> f64 {
        let shelves = self.shelves as usize;
        if shelves >= valleys::classes(cards) {
            return ln_factorial(cards);
        }
        if shelves * cards > COUNTING_EFFORT {
            let strings = cards as f64 * libm::log(2.0 * shelves as f64);
            return strings.min(ln_factorial(cards));
        }
        valleys::ln_orders_with_fewer(cards, shelves)
    }

    fn mixing(&self) -> Mixing {
        Mixing::Shelves(self.shelves)
    }

    fn describe(&self) -> String {
        let shelves = match self.shelves {
            1 => "1 shelf".to_owned(),
            shelves => format!("{shelves} shelves"),
        };
        let from = match self.from {
            From::Bottom => "bottom",
            From::Top => "top",
        };
        format!("shelf shuffler with {shelves}, cards taken from the {from}")
    }
}

/// The binomial laws of 0, 1, … n − 1 cards, each counted with probability `p`.
fn binomials(n: usize, p: f64) -> Vec<Vec<f64>> {
    let mut all = vec![vec![1.0]];
    for cards in 1..n {
        let last = &all[cards - 1];
        let at = |k: usize| last.get(k).copied().unwrap_or(0.0);
        let law = (0..=cards).map(|k| {
            let counted = if k == 0 { 0.0 } else { at(k - 1) };
            (1.0 - p) * at(k) + p * counted
        });
        all.push(law.collect());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shuffle, build, testing};
    use laws::order_law::OrderLaw;
    use laws::{null, shelves};

    fn shelf(shelves: u32, from: From) -> Shelf {
        Shelf { shelves, from }
    }

    /// Valleys; peaks, if cards are taken from the top.
    fn class(deck: &[Card], from: From) -> usize {
        let law = null::find("valleys").unwrap();
        let turned: Vec<Card> = deck
            .iter()
            .map(|card| deck.len() as Card - 1 - card)
            .collect();
        law.value(if from == From::Bottom { deck } else { &turned }) as usize
    }

    #[test]
    fn enumeration_agrees_with_the_chain_and_the_support() {
        for from in [From::Bottom, From::Top] {
            for (cards, shelves) in [
                (2, 1),
                (2, 3),
                (3, 1),
                (3, 2),
                (4, 5),
                (5, 2),
                (6, 1),
                (6, 3),
                (7, 2),
            ] {
                let shuffle = shelf(shelves, from);
                let reached = testing::enumeration_agrees(&shuffle, cards);
                let bound = shuffle.ln_support(cards);
                assert!((libm::log(reached as f64) - bound).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn every_order_has_the_probability_of_its_valleys_or_peaks() {
        for from in [From::Bottom, From::Top] {
            for (cards, shelves) in [
                (1, 2),
                (2, 2),
                (3, 1),
                (3, 4),
                (4, 2),
                (5, 3),
                (6, 1),
                (6, 3),
                (7, 1),
                (7, 3),
            ] {
                let law = shelves::Law::shelved(cards, shelves.into()).valleys();
                let ideal = valleys::law(cards);
                let orders: f64 = (1..=cards).map(|i| i as f64).product();
                let walked = shelf(shelves, from).orders(cards);
                let total: f64 = walked.values().sum();
                assert!((total - 1.0).abs() < 1e-12);
                for (deck, probability) in walked {
                    let v = class(&deck, from);
                    let exact = law[v] / (ideal[v] * orders);
                    assert!((probability - exact).abs() < 1e-13, "{deck:?}, {shelves}");
                }
            }
        }
    }

    #[test]
    fn two_passes_are_one_with_twice_the_product_from_whichever_ends() {
        let ends = [From::Bottom, From::Top];
        for cards in 2..=6 {
            for (first, second) in [(1, 1), (1, 2), (2, 1), (3, 1)] {
                let exact = shelves::Law::shelved(cards, (2 * first * second).into());
                let exact = exact.classes();
                for (one, other) in ends.iter().flat_map(|one| ends.map(|other| (*one, other))) {
                    let law_of = |shelves, from| {
                        OrderLaw::new(cards, shelf(shelves, from).orders(cards)).unwrap()
                    };
                    let law = law_of(first, one).then(&law_of(second, other));
                    for (ours, theirs) in [
                        (exact.total_variation(), law.total_variation()),
                        (exact.separation(), law.separation()),
                        (exact.information_left(), law.information_left()),
                    ] {
                        assert!((ours - theirs).abs() < 1e-12, "{cards}: {one:?}, {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn simulation_follows_the_chain() {
        for from in [From::Bottom, From::Top] {
            for (shelves, cards) in [(1, 20), (10, 52)] {
                testing::simulation_follows_the_chain(&shelf(shelves, from), cards, 20_000);
            }
        }
    }

    #[test]
    fn one_shelf_gives_a_deck_that_rises_and_then_falls() {
        for deck in testing::sample(&shelf(1, From::Bottom), 30, 50) {
            let peak = deck.iter().position(|&card| card == 29).unwrap();
            assert!(deck[..peak].is_sorted() && deck[peak..].iter().rev().is_sorted());
        }
        for deck in testing::sample(&shelf(1, From::Top), 30, 50) {
            let valley = deck.iter().position(|&card| card == 0).unwrap();
            assert!(deck[valley..].is_sorted() && deck[..valley].iter().rev().is_sorted());
        }
    }

    #[test]
    fn chains_that_would_take_long_are_left_out() {
        assert!(Law::one_card(&shelf(10, From::Bottom), 416).is_some());
        assert!(Law::one_card(&shelf(MOST_SHELVES, From::Bottom), 1_000).is_none());
        let support = Law::ln_support(&shelf(4_000, From::Bottom), 10_000);
        assert!(support <= ln_factorial(10_000));
    }

    #[test]
    fn it_says_what_it_is_and_what_it_takes() {
        let made = |text: &str| build("shelf", text.parse().unwrap());
        assert_eq!(
            made("").unwrap().describe(),
            "shelf shuffler with 10 shelves, cards taken from the bottom"
        );
        assert_eq!(
            made("shelves = 1\nfrom = \"top\"").unwrap().describe(),
            "shelf shuffler with 1 shelf, cards taken from the top"
        );
        for (text, message) in [
            (
                "shelves = 0",
                "key `shelves`: found `0`; accepted: a whole number from 1 to 10000",
            ),
            (
                "from = \"middle\"",
                "key `from`: found `\"middle\"`; accepted: ",
            ),
        ] {
            let error = made(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
