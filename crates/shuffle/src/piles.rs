//! Piles: the deck is dealt card by card onto a row of piles, each pile may be shuffled by itself, and the
//! piles are gathered up.
//!
//! The top card goes to pile 1, the next to pile 2, and so on to pile p; then pile 1 gets its
//! second card, until the deck is dealt. The first n mod p piles have one card more than the others.
//! Dealt face down each card covers those dealt to its pile before, so a pile is reversed; dealt
//! face up and turned over as a whole, it keeps its order. The piles are then gathered: in the order
//! in which they were started, pile 1 on top and pile p at the bottom; or the other way round; or in
//! random order.
//!
//! Seven cards on three piles, face down and in order: from the top down the piles hold `6 3 0`, `4 1`
//! and `5 2`, and the deck becomes `6 3 0 4 1 5 2`. If n is a multiple of p, cards that lay side by side
//! are n/p apart; cards that lay p apart are side by side, in reverse.
//!
//! With as many piles as cards, or more, each card is a pile of its own (the other piles stay
//! empty), and the deck comes out as it went in, if the piles are gathered in order.
//!
//! The two kinds are `pile`, which leaves each pile as it was dealt (nothing is random but for piles
//! in random order), and `piles`, which shuffles each.
//!
//! Both documents that speak of piles deal them so, and one calls the name pile shuffle a misnomer, as
//! nothing random happens: Weizenbaum (2021), How to Randomize a Cube, who shuffles each pile, and
//! Toponce, The Ouroboros Card Shuffle, who picks the piles up in order. Neither says which pile ends on
//! top, nor what becomes of piles face up: that is our choice.

use super::Shuffle;
use super::inner_shuffles::{EACH, Inner};
use super::prelude::*;
use laws::marked_cards::hand;
use text::params::{ParamError, Params};

pub(super) const PILE: Kind = Kind {
    name: "pile",
    group: Group::Cards,
    time: Some(Time::of_hands(3.0, 0.45)),
    about: "dealt card by card onto piles, which are gathered; nothing is random",
    source: "Toponce, The Ouroboros Card Shuffle; Weizenbaum (2021), How to Randomize a Cube",
    parameters: &[PILES_OF, FACE, COLLECT],
    build: |params| build(params, None),
};

pub(super) const PILES: Kind = Kind {
    name: "piles",
    group: Group::Cards,
    time: Some(Time::of_hands(5.0, 0.8)),
    about: "dealt card by card onto piles, each pile is shuffled, and they are gathered",
    source: "Weizenbaum (2021), How to Randomize a Cube",
    parameters: &[PILES_OF, EACH_PILE, FACE, COLLECT],
    build: |params| build(params, Some(Inner::read(params)?)),
};

/// Number of piles.
pub(super) const PILES_OF: Parameter = Parameter {
    name: "piles",
    about: "number of piles, from 2 to 10000; required",
};

/// The shuffle of each pile.
pub(super) const EACH_PILE: Parameter = Parameter {
    name: EACH,
    about: "how each pile is shuffled: a routine of letters, as in \"S\" or \"G*7\", or a shuffle, as in \
            { kind = \"riffle\" }; required",
};

const FACE: Parameter = Parameter {
    name: "face",
    about: "\"down\" reverses each pile as it is dealt, \"up\" keeps its order; default \"down\"",
};

const COLLECT: Parameter = Parameter {
    name: "collect",
    about: "how the piles are gathered: \"in-order\" with the first on top, \"reversed\" with the last on top, or \
            \"random\"; default \"in-order\"",
};

fn build(params: &Params, each: Option<Inner>) -> Result<Box<dyn Shuffle>, ParamError> {
    Ok(Box::new(Piles {
        number: params.required_whole("piles", 2..=MAX_CARDS as u32)? as usize,
        face_up: params.word("face", &["down", "up"])? == Some("up"),
        collect: match params.word("collect", &["in-order", "reversed", "random"])? {
            Some("reversed") => Collect::Reversed,
            Some("random") => Collect::Random,
            _ => Collect::InOrder,
        },
        each,
    }))
}

#[derive(Debug)]
struct Piles {
    number: usize,
    face_up: bool,
    collect: Collect,
    each: Option<Inner>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Collect {
    InOrder,
    Reversed,
    Random,
}

/// Sizes of the piles that `cards` cards are dealt onto, none of them empty: the first ones have one
/// card more than the others.
pub fn sizes(cards: usize, piles: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
    let more = cards % piles;
    let size = cards / piles;
    (0..piles.min(cards)).map(move |pile| size + usize::from(pile < more))
}

/// The one-card chain of a pile of each size that piles of a deck can have.
pub(super) struct Chains(Vec<Matrix>);

impl Chains {
    /// Makes the chains of piles of these sizes, all shuffled by `each`.
    pub fn of(sizes: impl Iterator<Item = usize>, each: Option<&Inner>) -> Option<Self> {
        let mut chains: Vec<Matrix> = Vec::new();
        for size in sizes {
            if chains.iter().all(|chain| chain.size() != size) {
                chains.push(match each {
                    Some(each) => each.one_card(size)?,
                    None => Matrix::identity(size),
                });
            }
        }
        Some(Self(chains))
    }

    /// The chain of a pile of so many cards, one of the sizes given.
    pub(crate) fn of_size(&self, size: usize) -> &Matrix {
        let mut chains = self.0.iter();
        chains
            .find(|chain| chain.size() == size)
            .expect("there is a chain for each size")
    }
}

impl Piles {
    /// The positions that the cards of a pile of `size` cards had in the deck, from the top of the pile
    /// down.
    fn dealt(&self, pile: usize, size: usize) -> impl Iterator<Item = usize> + Clone {
        let (piles, face_up) = (self.number, self.face_up);
        // Face down, the last card to be dealt lies on top.
        (0..size).map(move |at| pile + piles * if face_up { at } else { size - 1 - at })
    }

    /// Says where the top card of each pile comes to lie, piles gathered in the order of their numbers or the
    /// other way round.
    fn tops(&self, cards: usize) -> Vec<usize> {
        let sizes: Vec<usize> = sizes(cards, self.number).collect();
        let above = |pile: usize| match self.collect {
            Collect::Reversed => &sizes[pile + 1..],
            _ => &sizes[..pile],
        };
        (0..sizes.len())
            .map(|pile| above(pile).iter().sum())
            .collect()
    }

    /// Says where the top card of pile `pile` of all `sizes` can come to lie, with probabilities.
    fn random_tops(pile: usize, sizes: &[usize]) -> Vec<(usize, f64)> {
        let small = sizes[sizes.len() - 1];
        let others = sizes.len() - 1;
        let large_piles = sizes.iter().filter(|size| **size > small).count();
        let large_others = large_piles - usize::from(sizes[pile] > small);
        let mut tops: Vec<(usize, f64)> = Vec::new();
        for above in 0..=others {
            // Chance decides which of the others are above: so many of the large ones.
            for (large, p) in hand(others, large_others, above).into_iter().enumerate() {
                if p > 0.0 {
                    tops.push((above * small + large, p / sizes.len() as f64));
                }
            }
        }
        tops
    }

    /// Takes the pairs of cards of two piles through the chains of each.
    fn two_piles(
        pairs: &Pairs,
        direction: Direction,
        [first, second]: [&Pile<'_>; 2],
        taken: &mut Pairs,
    ) {
        let rows = first.dealt.len();
        let columns = second.dealt.len();
        let at = |pile: &Pile<'_>, at: usize| match direction {
            Direction::Backward => pile.top + at,
            Direction::Forward => pile.dealt[at],
        };
        let to = |pile: &Pile<'_>, at: usize| match direction {
            Direction::Backward => pile.dealt[at],
            Direction::Forward => pile.top + at,
        };
        let weight = |chain: &Matrix, from: usize, to: usize| match direction {
            Direction::Backward => chain.get(to, from),
            Direction::Forward => chain.get(from, to),
        };
        // First along the rows of the second pile's cards, then along those of the first's.
        let mut between = vec![0.0; rows * columns];
        for (i, row) in between.chunks_exact_mut(columns).enumerate() {
            for l in 0..columns {
                let value = pairs.get(at(first, i), at(second, l));
                if value == 0.0 {
                    continue;
                }
                for (y, cell) in row.iter_mut().enumerate() {
                    *cell += value * weight(second.chain, l, y);
                }
            }
        }
        for x in 0..rows {
            let mut sums = vec![0.0; columns];
            for (i, row) in between.chunks_exact(columns).enumerate() {
                let weight = weight(first.chain, i, x);
                if weight != 0.0 {
                    for (sum, value) in sums.iter_mut().zip(row) {
                        *sum += weight * value;
                    }
                }
            }
            let row = taken.row_mut(to(first, x));
            for (y, sum) in sums.into_iter().enumerate() {
                row[to(second, y)] = sum;
            }
        }
    }
}

/// A pile on the table: where its cards were, its chain, where it comes to lie.
struct Pile<'a> {
    dealt: Vec<usize>,
    chain: &'a Matrix,
    top: usize,
}

impl Law for Piles {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        let mut order: Vec<Card> = Vec::new();
        order.extend((0..self.number.min(cards)).map(|pile| pile as Card));
        match self.collect {
            Collect::InOrder => {}
            Collect::Reversed => order.reverse(),
            Collect::Random => draws.shuffle(&mut order),
        }
        let mut left = deck;
        for pile in order {
            let pile = usize::from(pile);
            let size = cards / self.number + usize::from(pile < cards % self.number);
            let (part, rest) = left.split_at_mut(size);
            for (slot, from) in part.iter_mut().zip(self.dealt(pile, size)) {
                *slot = scratch.deck[from];
            }
            if let Some(each) = &self.each {
                each.shuffle(part, scratch, draws);
            }
            left = rest;
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let sizes: Vec<usize> = sizes(cards, self.number).collect();
        let chains = Chains::of(sizes.iter().copied(), self.each.as_ref())?;
        let tops = self.tops(cards);
        let mut matrix = Matrix::zero(cards);
        for (pile, &size) in sizes.iter().enumerate() {
            let tops = match self.collect {
                Collect::Random => Self::random_tops(pile, &sizes),
                _ => vec![(tops[pile], 1.0)],
            };
            for (from, row) in self.dealt(pile, size).zip(chains.of_size(size).rows()) {
                for &(top, weight) in &tops {
                    for (at, &p) in row.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                        matrix.add(from, top + at, weight * p);
                    }
                }
            }
        }
        Some(matrix)
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        if self.collect == Collect::Random {
            return None;
        }
        let cards = pairs.cards();
        let sizes: Vec<usize> = sizes(cards, self.number).collect();
        let chains = Chains::of(sizes.iter().copied(), self.each.as_ref())?;
        let tops = self.tops(cards);
        let piles: Vec<Pile<'_>> = sizes
            .iter()
            .enumerate()
            .map(|(pile, &size)| Pile {
                dealt: self.dealt(pile, size).collect(),
                chain: chains.of_size(size),
                top: tops[pile],
            })
            .collect();
        let mut taken = Pairs::zero(cards);
        for (i, first) in piles.iter().enumerate() {
            for (j, second) in piles.iter().enumerate() {
                if i != j {
                    Self::two_piles(pairs, direction, [first, second], &mut taken);
                    continue;
                }
                let (dealt, top) = (&first.dealt, first.top);
                let (before, after) = match direction {
                    Direction::Forward => {
                        let own = |a: usize, b: usize| pairs.get(dealt[a], dealt[b]);
                        (Pairs::from_fn(dealt.len(), own), None)
                    }
                    Direction::Backward => {
                        let own = |a: usize, b: usize| pairs.get(top + a, top + b);
                        (Pairs::from_fn(dealt.len(), own), Some(dealt))
                    }
                };
                let own = match &self.each {
                    Some(each) => each.two_card(&before, direction)?,
                    None => before,
                };
                let to = |at: usize| after.map_or(top + at, |dealt| dealt[at]);
                for a in 0..dealt.len() {
                    for b in (0..dealt.len()).filter(|b| *b != a) {
                        taken.row_mut(to(a))[to(b)] = own.get(a, b);
                    }
                }
            }
        }
        Some(taken)
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        if self.collect == Collect::Random {
            return None;
        }
        let largest = cards.div_ceil(self.number);
        let piles = self.number.min(cards) as f64;
        let mut effort = Effort::of_tables(cards, 3);
        // Two products of matrices for each two piles.
        effort.multiplications += 2.0 * (cards * cards * largest) as f64;
        if let Some(each) = &self.each {
            let own = each.two_card_effort(largest)?;
            effort.multiplications += piles * own.multiplications;
            effort.bytes += own.bytes;
        }
        Some(effort)
    }

    fn ln_support(&self, cards: usize) -> f64 {
        let each = self.each.as_ref();
        let orders =
            sizes(cards, self.number).map(|size| each.map_or(0.0, |each| each.ln_support(size)));
        let orders: f64 = orders.sum();
        let gathered = match self.collect {
            Collect::Random => ln_factorial(self.number.min(cards)),
            _ => 0.0,
        };
        (orders + gathered).min(ln_factorial(cards))
    }

    /// Where nothing else is random, each order of the piles gives another one of the deck.
    fn entropy(&self, cards: usize) -> Option<f64> {
        let fixed = self.each.as_ref().is_none_or(Inner::is_fixed);
        fixed.then(|| self.ln_support(cards) / std::f64::consts::LN_2)
    }

    fn mixing(&self) -> Mixing {
        let fixed = self.each.as_ref().is_none_or(Inner::is_fixed);
        if fixed && self.collect != Collect::Random {
            Mixing::Fixed
        } else {
            Mixing::Other
        }
    }

    fn describe(&self) -> String {
        let face = if self.face_up { " face up" } else { "" };
        let each = match &self.each {
            Some(each) => format!(" each shuffled ({}),", each.describe()),
            None => String::new(),
        };
        let gathered = match self.collect {
            Collect::InOrder => "with the first on top",
            Collect::Reversed => "with the last on top",
            Collect::Random => "in random order",
        };
        format!(
            "dealt{face} onto {} piles,{each} gathered {gathered}",
            self.number
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{build, testing};

    fn made(text: &str) -> Box<dyn Shuffle> {
        let kind = if text.contains("each") {
            "piles"
        } else {
            "pile"
        };
        build(kind, text.parse().unwrap()).unwrap()
    }

    fn of(piles: usize) -> Box<dyn Shuffle> {
        made(&format!("piles = {piles}"))
    }

    /// Deals as hands do: onto stacks, which are then put one on the other.
    fn by_hand(piles: usize, cards: usize) -> Vec<Card> {
        let mut table = vec![Vec::new(); piles];
        for card in 0..cards {
            table[card % piles].insert(0, card as Card);
        }
        table.concat()
    }

    #[test]
    fn seven_cards_on_three_piles_come_out_as_documented() {
        let deck = testing::sample(of(3).as_ref(), 7, 1);
        assert_eq!(deck, [[6, 3, 0, 4, 1, 5, 2]]);
    }

    #[test]
    fn it_deals_as_hands_do() {
        for piles in [2, 3, 5, 8, 40, 41, 10_000] {
            for cards in [2, 3, 7, 8, 40] {
                let deck = testing::sample(of(piles).as_ref(), cards, 1).remove(0);
                assert_eq!(deck, by_hand(piles, cards), "{piles}, {cards}");
            }
        }
    }

    #[test]
    fn the_chain_is_the_permutation_and_the_support_a_single_order() {
        for (piles, cards) in [(2, 2), (2, 7), (3, 7), (4, 6), (9, 5)] {
            for more in ["", "face = \"up\"", "collect = \"reversed\""] {
                let pile = made(&format!("piles = {piles}\n{more}"));
                let pile = pile.as_ref();
                assert_eq!(pile.mixing(), Mixing::Fixed);
                assert_eq!(testing::enumeration_agrees(pile, cards), 1);
                testing::two_cards_agree(pile, cards);
                assert_eq!(pile.ln_support(cards).to_bits(), 0.0_f64.to_bits());
                testing::simulation_follows_the_chain(pile, cards, 20);
            }
        }
    }

    #[test]
    fn with_no_fewer_piles_than_cards_nothing_moves() {
        for piles in [5, 6, 10_000] {
            assert_eq!(of(piles).one_card(5), Some(Matrix::identity(5)));
        }
    }

    #[test]
    fn the_last_card_of_a_cube_of_540_on_eight_piles_is_on_the_fourth() {
        // The cube document's check that no card is missing. Piles 1 to 4 hold 68 cards, the last
        // of them on top.
        let deck = testing::sample(of(8).as_ref(), 540, 1).remove(0);
        assert_eq!(deck[3 * 68], 539);
    }

    #[test]
    fn a_missing_or_bad_number_of_piles_is_refused() {
        let error = |text: &str| {
            build("pile", text.parse().unwrap())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            error(""),
            "key `piles` is missing for `pile`; accepted: a whole number from 2 to 10000"
        );
        for found in ["1", "0", "-3", "10001", "2.5"] {
            assert_eq!(
                error(&format!("piles = {found}")),
                format!("key `piles`: found `{found}`; accepted: a whole number from 2 to 10000")
            );
        }
    }

    #[test]
    fn seven_cards_dealt_and_gathered_in_other_ways() {
        let deck = |more: &str| {
            testing::sample(made(&format!("piles = 3\n{more}")).as_ref(), 7, 1).remove(0)
        };
        assert_eq!(deck("face = \"up\""), [0, 3, 6, 1, 4, 2, 5]);
        assert_eq!(deck("collect = \"reversed\""), [5, 2, 4, 1, 6, 3, 0]);
        for _ in 0..3 {
            let shuffled = deck("collect = \"random\"");
            assert!(shuffled.windows(3).any(|window| window == [6, 3, 0]));
        }
    }

    #[test]
    fn shuffled_piles_agree_with_enumeration() {
        let each = [
            "{ kind = \"fisher-yates\" }",
            "{ kind = \"riffle\" }",
            "[{ kind = \"cut\" }, { kind = \"hindu\", packet = [1, 2] }]",
            "{ kind = \"piles\", piles = 2, each = { kind = \"cut\" } }",
        ];
        for each in each {
            for (piles, cards) in [(2, 2), (2, 5), (3, 6), (3, 7), (4, 6), (9, 4)] {
                for more in [
                    "",
                    "face = \"up\"",
                    "collect = \"reversed\"",
                    "collect = \"random\"",
                ] {
                    let shuffle = made(&format!("piles = {piles}\neach = {each}\n{more}"));
                    testing::enumeration_agrees(shuffle.as_ref(), cards);
                    if shuffle.two_card_effort(cards).is_some() {
                        testing::two_cards_agree(shuffle.as_ref(), cards);
                    }
                }
            }
        }
    }

    #[test]
    fn larger_decks_are_simulated_as_their_chains_say() {
        for (text, cards) in [
            ("piles = 6\neach = { kind = \"fisher-yates\" }", 40),
            (
                "piles = 7\neach = { kind = \"riffle\" }\nface = \"up\"\ncollect = \"random\"",
                40,
            ),
            ("piles = 5\ncollect = \"random\"", 52),
        ] {
            testing::simulation_follows_the_chain(made(text).as_ref(), cards, 10_000);
        }
        testing::two_cards_are_consistent(
            made("piles = 6\neach = { kind = \"riffle\" }").as_ref(),
            40,
        );
    }

    #[test]
    fn piles_of_fixed_shuffles_are_fixed_unless_gathered_at_random() {
        let fixed = made("piles = 3\neach = { kind = \"faro\" }");
        assert_eq!(fixed.mixing(), Mixing::Fixed);
        assert_eq!(testing::enumeration_agrees(fixed.as_ref(), 7), 1);
        let random = made("piles = 3\neach = { kind = \"faro\" }\ncollect = \"random\"");
        assert_eq!(random.mixing(), Mixing::Other);
        assert_eq!(testing::enumeration_agrees(random.as_ref(), 7), 6);
    }

    /// Each order of two ideal piles is another order of the deck: the bound is the number itself.
    #[test]
    fn orders_are_counted() {
        let shuffle = made("piles = 2\neach = { kind = \"fisher-yates\" }");
        assert_eq!(testing::enumeration_agrees(shuffle.as_ref(), 7), 24 * 6);
        assert!((shuffle.ln_support(7) - libm::log(144.0)).abs() < 1e-12);
    }

    #[test]
    fn words_say_what_is_done() {
        assert_eq!(
            made("piles = 8\neach = { kind = \"fisher-yates\" }\nface = \"up\"").describe(),
            "dealt face up onto 8 piles, each shuffled (ideal shuffle (Fisher-Yates)), gathered with the first on top"
        );
        assert_eq!(
            made("piles = 4\ncollect = \"random\"").describe(),
            "dealt onto 4 piles, gathered in random order"
        );
    }
}
