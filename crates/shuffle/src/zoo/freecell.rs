//! The deals of Microsoft's `FreeCell`: the shuffle that most people have met.
//!
//! While cards are left, the one at `rand() % left` is dealt, and the last of those that are left takes its
//! place. Cards are dealt from the top of the shuffled deck down. So it is the Fisher-Yates shuffle by
//! remainders, `RAND_MAX` 32767, from the bottom up, turned over: given a perfect `rand`, it is within
//! .0073 of ideal for 52 cards, and some 6·10⁷ decks would show it.
//!
//! The deals are these: generator `msvc`, each deck from its number (`seeding = "numbers"`), and a deck that
//! lies AC AD AH AS 2C … KS, numbers 0 to 51. Then the deck of seed 1 is deal 1, JD 2D 9H JC 5D 7H 7C 5H …,
//! dealt to the eight columns in turn. Their fault is the generator, whose successive numbers and
//! successive seeds are on a lattice.
//!
//! Seen: `FreeCell` for Windows by Jim Horne, from 1991 on, 32,000 deals and later a million; he disclosed the
//! algorithm (mshuffle.txt at solitairelaboratory.com).

use super::super::prelude::*;
use super::super::two_card::swaps::{self, Swap};

/// `RAND_MAX` of Microsoft's C library.
const RAND_MAX: u32 = 32_767;

pub(in super::super) const KIND: Kind = Kind {
    name: "freecell",
    group: Group::Wrong,
    time: None,
    about: "deals the card at rand() % left, whose place the last one takes; with generator msvc and \
            seeding numbers, the deals of FreeCell",
    source: "Jim Horne's FreeCell for Windows; his note on its deals (mshuffle.txt)",
    parameters: &[],
    build: |_| Ok(Box::new(FreeCell)),
};

#[derive(Debug)]
struct FreeCell;

/// Swaps from the bottom up; the card that is dealt goes to the place that is no longer among those
/// left.
fn swaps(cards: usize) -> impl DoubleEndedIterator<Item = Swap> {
    (1..cards).rev().map(|at| Swap {
        at,
        numbers: u64::from(RAND_MAX) + 1,
        bound: at as u64 + 1,
    })
}

impl Law for FreeCell {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        for last in (0..deck.len()).rev() {
            let dealt = draws.remainder(RAND_MAX, last as u32 + 1) as usize;
            deck.swap(last, dealt);
        }
        deck.reverse();
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let before = swaps::one_card(cards, swaps(cards));
        let mut dealt = Matrix::zero(cards);
        for from in 0..cards {
            for to in 0..cards {
                dealt.add(from, cards - 1 - to, before.get(from, to));
            }
        }
        Some(dealt)
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let cards = pairs.cards();
        let turned =
            |pairs: &Pairs| Pairs::from_fn(cards, |i, j| pairs.get(cards - 1 - i, cards - 1 - j));
        Some(match direction {
            Direction::Forward => turned(&swaps::two_card(pairs, direction, swaps(cards))),
            Direction::Backward => swaps::two_card(&turned(pairs), direction, swaps(cards)),
        })
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(swaps::effort(cards, cards))
    }

    /// Exactly: each outcome of the draws is another order, and a draw has no more outcomes than
    /// `rand` has numbers.
    fn ln_support(&self, cards: usize) -> f64 {
        let outcomes = swaps(cards).map(|swap| swap.bound.min(swap.numbers));
        outcomes.map(|outcomes| libm::log(outcomes as f64)).sum()
    }

    /// The draws differ from those of an ideal shuffle no more than in the sum of their distances.
    fn distance_at_most(&self, cards: usize) -> Option<f64> {
        Some(swaps::distance_at_most(swaps(cards)))
    }

    fn describe(&self) -> String {
        "FreeCell's deal: the card at rand() % left, and the last takes its place (wrong)"
            .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shuffle, testing};
    use deck::rng::{Seeds, Stream, msvc::Msvc};

    /// The deal of that number, as it is printed.
    fn deal(number: u32) -> String {
        let mut deck: Vec<Card> = (0..52).collect();
        let mut stream = Stream::Msvc(Msvc::from_seed(number));
        FreeCell.apply(&mut deck, 52, &mut Scratch::default(), &mut stream);
        let name = |&card: &Card| {
            let (rank, suit) = (usize::from(card / 4), usize::from(card % 4));
            format!("{}{}", &"A23456789TJQK"[rank..=rank], &"CDHS"[suit..=suit])
        };
        deck.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    /// Rosetta Code prints both so ("Deal cards for `FreeCell`"), row by row.
    #[test]
    fn the_deals_are_those_of_the_game() {
        assert_eq!(
            deal(1),
            "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C TS QH 4H AC \
             4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"
        );
        assert_eq!(
            deal(617),
            "7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH TH QC 3H 9D 6S 8D 3D TC KD 5H 9S 3C 8S 7H \
             4D JS 4C QS 9C 9H 7C 6H 2C 2S 4S TS 2H 5D JC 6C JH QH JD KS KC 4H"
        );
    }

    #[test]
    fn the_chains_the_support_and_the_bound_are_those_of_enumeration() {
        for cards in 2..=7 {
            testing::enumeration_agrees(&FreeCell, cards);
            testing::two_cards_agree(&FreeCell, cards);
        }
        for cards in [2, 7, 52] {
            testing::two_cards_are_consistent(&FreeCell, cards);
            testing::simulation_follows_the_chain(&FreeCell, cards, 20_000);
        }
        let bound = Law::distance_at_most(&FreeCell, 52).unwrap();
        assert!((bound - 0.0073).abs() < 5e-5, "{bound}");
    }

    #[test]
    fn a_deck_with_a_seed_of_its_own_is_the_deal_of_that_number() {
        let mut seeds = Seeds::Numbers(600);
        let mut stream = Stream::Msvc(Msvc::from_seed(0)).of_deck(seeds.next_seed(17));
        let mut deck: Vec<Card> = (0..52).collect();
        FreeCell.apply(&mut deck, 52, &mut Scratch::default(), &mut stream);
        assert_eq!(deck[..4], [6 * 4 + 1, 1, 4 * 4, 2 * 4 + 3]);
    }
}
