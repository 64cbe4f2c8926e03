//! Shuffles: one file each, with its law, its source, how to apply it and what is known exactly.
//!
//! A shuffle implements [`Law`]; the blanket [`Shuffle`] then applies it to whole blocks, with one
//! dispatch on the generator for each block. All kinds stand in [`KINDS`], which the command line,
//! the messages and the tests iterate over.

pub mod draws;
pub mod policy;
pub mod routine;
pub mod theory;

mod arrangement;
mod batched;
mod blockwise;
mod casino_box;
mod cut;
pub mod enumeration;
mod faro;
pub mod fisher_yates;
mod hands;
mod hindu;
mod identity;
pub mod inner_shuffles;
mod inside_out;
pub mod loader;
mod marks;
mod mash;
mod mexican_spiral;
mod mongean;
mod ouroboros;
mod overhand;
mod pairwise_piles;
pub mod piles;
mod prelude;
pub mod random_list;
mod riffle;
mod shelf;
mod sort_by_keys;
mod strip;
mod table_riffle;
mod time;
mod two_card;
mod walks;
mod wash;
mod zoo;

use std::fmt;

pub use blockwise::{Backwards, Blockwise};
pub use hands::by_other_hands;
pub use time::Time;

use deck::Card;
use deck::rng::{AnyDraws, Draws, PcgDraws, Stream};
use laws::counting::ln_factorial;
use laws::matrix::Matrix;
use laws::pairs::{Direction, Effort, Pairs};
use laws::walks::Walk;
use text::params::{self, KindError, ParamError, Parameter, Params};

/// The effect of a shuffle on the whole deck, as far as it is known. Total-variation bounds are made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mixing {
    /// All orders equally likely.
    Ideal,
    /// A Gilbert-Shannon-Reeds riffle.
    Gsr,
    /// A riffle of so many packets, at least three, all as large on average and interleaved at once: an a-shuffle.
    Packets(u32),
    /// A riffle of other packets whose cards come from one or the other independently of each other: see
    /// [`Law::same_packet`].
    UnequalPackets,
    /// The inverse of so many Gilbert-Shannon-Reeds riffles.
    InverseRiffles(u32),
    /// A shelf shuffler with so many shelves, at least one.
    Shelves(u32),
    /// All orders that can be reached are equally likely, and [`Law::ln_support`] is exact.
    EquallyLikely,
    /// A uniformly random cut.
    UniformCut,
    /// Nothing moves.
    Nothing,
    /// Always the same rearrangement.
    Fixed,
    /// So many moves of a walk whose law is followed, at least one.
    Moves(Walk, u32),
    /// None of these.
    Other,
}

impl Mixing {
    /// Returns true if nothing is random: the same order always comes out.
    pub fn has_one_outcome(self) -> bool {
        matches!(self, Self::Fixed | Self::Nothing)
    }
}

/// The second eigenvalue of the chain of a shuffle over all orders: the largest modulus of those beside 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eigenvalue {
    /// Its modulus, from 0 to 1: what is left of a distance at last, each time.
    pub modulus: f64,
    /// Author and year.
    pub source: &'static str,
}

impl Eigenvalue {
    /// That of the shuffle done so many times.
    #[must_use]
    fn repeated(self, times: u32) -> Self {
        Self {
            modulus: libm::pow(self.modulus, f64::from(times)),
            ..self
        }
    }
}

/// The law of one shuffle of one deck. Chains that a shuffle does not give are those of its
/// [`Mixing`]: known where all orders are equally likely.
pub trait Law: fmt::Debug + Send + Sync {
    /// Shuffles `deck`, top first, once. `scratch` holds buffers to be reused.
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D)
    where
        Self: Sized;

    /// The exact one-card chain of a deck of `cards` cards; `None` where none is known.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        (self.mixing() == Mixing::Ideal).then(|| Matrix::uniform(cards))
    }

    /// Takes a table over ordered pairs of positions, of a deck of as many cards, through the exact
    /// two-card chain: see [`laws::pairs`]. `None` where no such chain is known.
    fn two_card(&self, pairs: &Pairs, _direction: Direction) -> Option<Pairs> {
        (self.mixing() == Mixing::Ideal).then(|| pairs.levelled())
    }

    /// The same of several tables of as many cards each, which may share work.
    fn two_card_each(&self, tables: &[&Pairs], direction: Direction) -> Option<Vec<Pairs>> {
        let each = tables.iter();
        each.map(|table| self.two_card(table, direction)).collect()
    }

    /// Gives the effort of [`Self::two_card`] for `cards` cards; `None` where no two-card chain is known.
    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        (self.mixing() == Mixing::Ideal).then(|| two_card::effort_of_moving(cards))
    }

    /// Natural logarithm of an upper bound for the number of orders that one shuffle can reach: of
    /// all orders, if nothing less is known.
    fn ln_support(&self, cards: usize) -> f64 {
        ln_factorial(cards)
    }

    /// True if each order that one shuffle can give a sorted deck takes an odd number of swaps, false if each takes an even
    /// number; `None` where both kinds can come, or nobody knows. One that is known stays so however often it is done: no
    /// more than half of all orders can come then, after any number of times.
    fn is_odd(&self, _cards: usize) -> Option<bool> {
        None
    }

    /// The Shannon entropy of the order that one shuffle leaves, in bits; `None` where no formula is known. By default that
    /// which follows from [`Self::mixing`] and [`Self::ln_support`], where all orders that can be reached are equally likely.
    fn entropy(&self, cards: usize) -> Option<f64> {
        match self.mixing() {
            Mixing::Fixed | Mixing::Nothing => Some(0.0),
            Mixing::Ideal | Mixing::EquallyLikely | Mixing::UniformCut => {
                Some(self.ln_support(cards) / std::f64::consts::LN_2)
            }
            _ => None,
        }
    }

    /// Says what is known of the shuffle as a whole.
    fn mixing(&self) -> Mixing {
        Mixing::Other
    }

    /// The shuffle's total variation distance from the ideal one is at most this, if there is a proof
    /// that does not come from [`Self::mixing`].
    fn distance_at_most(&self, _cards: usize) -> Option<f64> {
        None
    }

    /// The moves, one after the other, of which the shuffle's chains are made: the errors of rounding add up over them.
    fn moves(&self) -> u32 {
        1
    }

    /// The second eigenvalue of its chain over all orders of two cards or more; `None` where it is not known, or follows from
    /// [`Self::mixing`].
    fn second_eigenvalue(&self, _cards: usize) -> Option<Eigenvalue> {
        None
    }

    /// The probability that two cards come from the same packet, where each card's packet is drawn independently of all
    /// others: of riffles that do not cling.
    fn same_packet(&self) -> Option<f64> {
        match self.mixing() {
            Mixing::Gsr => Some(0.5),
            Mixing::Packets(packets) => Some(1.0 / f64::from(packets)),
            _ => None,
        }
    }

    /// Draws the bits that describe the shuffle of one deck of `cards` cards into `marks`, a word for each 64, all 0
    /// before: see [`Blockwise::Interleaved`] and [`Blockwise::Dropped`], which alone have any. Bits past the last
    /// card stay 0.
    fn mark<D: Draws>(&self, _cards: usize, _marks: &mut [u64], _draws: &mut D)
    where
        Self: Sized,
    {
        unreachable!("no bits describe this shuffle");
    }

    /// Says how all decks of a block are shuffled at once.
    fn blockwise(&self) -> Blockwise {
        self.mixing().into()
    }

    /// One line for legends, parameters included: `riffle, at most 4 cards in a row from a packet`.
    fn describe(&self) -> String;
}

/// Buffers that shuffles reuse from deck to deck.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Room for one deck.
    pub deck: Vec<Card>,
    /// Room for coins.
    pub coins: Vec<u64>,
    /// Room for cards with keys to sort them by.
    pub keys: Vec<(u64, Card)>,
    /// Room for places of cards on a table, from 0 to 1 in both directions.
    pub places: Vec<[f64; 2]>,
    /// The buffers of the shuffles within the shuffle.
    inner: Option<Box<Self>>,
}

impl Scratch {
    /// The buffers of a shuffle that is part of another one.
    pub fn inner(&mut self) -> &mut Self {
        self.inner.get_or_insert_default()
    }
}

/// A shuffle as the rest of the program uses it: a [`Law`] and the ways to apply it, implemented for all.
pub trait Shuffle: Law {
    /// Shuffles each of the decks of `cards` cards that stand one after the other in `decks`.
    fn apply(&self, decks: &mut [Card], cards: usize, scratch: &mut Scratch, stream: &mut Stream);

    /// Shuffles one deck, or a part of one, as a step of another shuffle.
    fn shuffle_within(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut dyn Draws);

    /// Shuffles one deck of a block, with the block's scalar stream.
    fn shuffle_one(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut PcgDraws);

    /// Draws the bits that describe the shuffle of one deck of a block, with the block's scalar stream: see
    /// [`Law::mark`].
    fn mark_one(&self, cards: usize, marks: &mut [u64], draws: &mut PcgDraws);

    /// Walks all draws to find every order that one shuffle gives a sorted deck, with its
    /// probability: for small decks. `None` where they have more than `most` outcomes.
    fn orders_within(&self, cards: usize, most: u64) -> Option<enumeration::Orders>;

    /// [`Shuffle::orders_within`], however long it takes.
    fn orders(&self, cards: usize) -> enumeration::Orders {
        self.orders_within(cards, u64::MAX)
            .expect("nothing has so many outcomes")
    }
}

impl<L: Law> Shuffle for L {
    fn apply(&self, decks: &mut [Card], cards: usize, scratch: &mut Scratch, stream: &mut Stream) {
        fn each<L: Law, D: Draws>(
            law: &L,
            decks: &mut [Card],
            cards: usize,
            scratch: &mut Scratch,
            draws: &mut D,
        ) {
            for deck in decks.chunks_exact_mut(cards) {
                law.shuffle(deck, scratch, draws);
            }
        }
        match stream {
            Stream::Xoshiro(draws) => each(self, decks, cards, scratch, draws.scalar()),
            Stream::Pcg64(draws) => each(self, decks, cards, scratch, draws),
            Stream::NumpyLegacy(draws) => each(self, decks, cards, scratch, draws),
            Stream::Python(draws) => each(self, decks, cards, scratch, draws),
            Stream::Msvc(draws) => each(self, decks, cards, scratch, draws),
            // The others by reference, as code of their own for every shuffle would save them little.
            Stream::CppMt19937(_) | Stream::CppMinstdRand0(_) | Stream::Matlab(_) => {
                each(self, decks, cards, scratch, &mut AnyDraws(stream.draws()));
            }
        }
    }

    fn shuffle_within(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut dyn Draws) {
        self.shuffle(deck, scratch, &mut AnyDraws(draws));
    }

    fn orders_within(&self, cards: usize, most: u64) -> Option<enumeration::Orders> {
        enumeration::orders(self, cards, most)
    }

    fn shuffle_one(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut PcgDraws) {
        self.shuffle(deck, scratch, draws);
    }

    fn mark_one(&self, cards: usize, marks: &mut [u64], draws: &mut PcgDraws) {
        self.mark(cards, marks, draws);
    }
}

/// The purpose of a kind of shuffle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Programs that shuffle as they should, exactly or for all that anybody can see.
    Ideal,
    /// Shuffles that people do by hand, with cards.
    Cards,
    /// Shuffles that papers study, most of them too slow for hands.
    Studied,
    /// Programs that were shipped, and are wrong.
    Wrong,
}

impl Group {
    /// All groups, in the order of lists.
    pub const ALL: &[Self] = &[Self::Ideal, Self::Cards, Self::Studied, Self::Wrong];

    /// The title for lists.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ideal => "right: what a program should do",
            Self::Cards => "by hand: what is done with cards",
            Self::Studied => "studied: shuffles whose mixing papers work out",
            Self::Wrong => "wrong: what programs do, and were shipped with",
        }
    }
}

/// A kind of shuffle that specs can name.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name in a spec.
    pub name: &'static str,
    /// Its purpose.
    pub group: Group,
    /// The time that hands or a machine take for it; none for programs.
    pub time: Option<Time>,
    /// One line for lists.
    pub about: &'static str,
    /// The paper or page that describes it.
    pub source: &'static str,
    /// The keys that it takes.
    pub parameters: &'static [Parameter],
    /// Makes one from its parameters.
    pub build: fn(&Params) -> Result<Box<dyn Shuffle>, ParamError>,
}

/// All kinds of shuffles.
pub static KINDS: &[Kind] = &[
    fisher_yates::KIND,
    inside_out::KIND,
    batched::KIND,
    sort_by_keys::KIND,
    riffle::KIND,
    table_riffle::KIND,
    hindu::KIND,
    overhand::KIND,
    strip::KIND,
    casino_box::KIND,
    wash::KIND,
    mash::KIND,
    piles::PILE,
    piles::PILES,
    random_list::KIND,
    pairwise_piles::KIND,
    faro::KIND,
    shelf::KIND,
    mongean::KIND,
    ouroboros::KIND,
    mexican_spiral::KIND,
    cut::KIND,
    identity::KIND,
    walks::random_transpositions::KIND,
    walks::top_to_random::KIND,
    walks::random_to_top::KIND,
    walks::random_to_random::KIND,
    walks::adjacent_transpositions::KIND,
    walks::thorp::KIND,
    walks::rudvalis::KIND,
    walks::borel::KIND,
    walks::inverse_riffle::KIND,
    loader::KIND,
    zoo::swap_with_any::KIND,
    zoo::sattolo::KIND,
    zoo::asf_poker::KIND,
    zoo::modulo_rand::KIND,
    zoo::freecell::KIND,
    zoo::random_comparator::KIND,
    zoo::even_only::KIND,
    zoo::favoured_place::KIND,
    zoo::now_and_then::KIND,
];

/// The letters that every spec without a `[shuffles]` table has: letter, kind, parameters in TOML.
pub const DEFAULT_LETTERS: &[(char, &str, &str)] = &[
    ('S', "fisher-yates", ""),
    ('G', "riffle", ""),
    ('R', "riffle", "max-streak = 4"),
    ('H', "hindu", "packet = [7, 12]"),
    ('C', "cut", ""),
    ('M', "mash", ""),
    ('O', "overhand", ""),
    ('P', "pile", "piles = 7"),
    ('W', "wash", ""),
];

/// Makes the shuffle `name` with the parameters in `table`.
pub fn build(name: &str, table: toml::Table) -> Result<Box<dyn Shuffle>, KindError> {
    let kind = params::pick("shuffle", name, KINDS, |kind| kind.name)?;
    Ok((kind.build)(&Params::new(name, table, kind.parameters)?)?)
}

#[cfg(test)]
mod checks;
#[doc(hidden)]
#[allow(
    clippy::missing_panics_doc,
    reason = "tests call it, and panic where a check fails"
)]
pub mod testing {
    //! Checks that every shuffle must pass.

    use super::{Card, Scratch, Shuffle};
    #[cfg(test)]
    pub(crate) use crate::checks::{
        enumeration_agrees, is_doubly_stochastic, is_ideal_by_enumeration,
        simulation_follows_the_chain, two_cards_agree, two_cards_are_consistent,
    };
    use deck::rng::{Generator, Seed};

    /// All decks that `count` shuffles of `cards` sorted cards give.
    pub fn sample(shuffle: &dyn Shuffle, cards: usize, count: usize) -> Vec<Vec<Card>> {
        let mut decks: Vec<Card> = (0..count).flat_map(|_| 0..cards as Card).collect();
        let mut stream = Generator::Pcg64
            .stream(&Seed::Integer(7), "test", 0, 0)
            .unwrap();
        shuffle.apply(&mut decks, cards, &mut Scratch::default(), &mut stream);
        decks.chunks_exact(cards).map(<[Card]>::to_vec).collect()
    }
}

#[cfg(test)]
mod hitting_times_tests;
#[cfg(test)]
mod tests {
    use super::*;

    /// Makes each kind, with parameters where it cannot do without.
    fn all() -> Vec<(&'static str, Box<dyn Shuffle>)> {
        KINDS
            .iter()
            .map(|kind| (kind.name, build(kind.name, examples(kind.name)).unwrap()))
            .collect()
    }

    fn examples(name: &str) -> toml::Table {
        let text = match name {
            "hindu" => "packet = [7, 12]",
            "pile" => "piles = 4",
            "piles" | "random-list" => "piles = 3\neach = { kind = \"riffle\" }",
            "pairwise-piles" => "pile = 2\neach = { kind = \"riffle\" }",
            "now-and-then" => "share = 0.5\neach = { kind = \"riffle\" }",
            // So few keys and numbers that all outcomes can be walked.
            "sort-by-keys" => "bits = 2",
            "modulo-rand" => "rand-max = 9",
            // The strokes of hands have too many outcomes: without any, one.
            "wash" => "seconds = 0",
            "loader" => "steps = \"buffer 2\"",
            "shelf" => "shelves = 2",
            _ => "",
        };
        text.parse().unwrap()
    }

    #[test]
    fn every_kind_has_a_name_of_its_own_and_its_documentation() {
        for (i, kind) in KINDS.iter().enumerate() {
            assert!(KINDS[..i].iter().all(|other| other.name != kind.name));
            assert!(!kind.about.is_empty() && !kind.source.is_empty());
            assert!(Group::ALL.contains(&kind.group) && !kind.group.title().is_empty());
            assert!(
                kind.parameters
                    .iter()
                    .all(|parameter| !parameter.about.is_empty())
            );
        }
        for (_, name, parameters) in DEFAULT_LETTERS {
            build(name, parameters.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn every_kind_permutes_decks_from_the_smallest_on() {
        for (name, shuffle) in all() {
            for cards in [2, 3, 5, 40, 65] {
                for mut deck in testing::sample(shuffle.as_ref(), cards, 50) {
                    deck.sort_unstable();
                    assert!(
                        deck.iter().copied().eq(0..cards as Card),
                        "{name}, {cards} cards"
                    );
                }
            }
        }
    }

    #[test]
    fn every_chain_is_doubly_stochastic_and_every_support_is_at_most_all_orders() {
        for (name, shuffle) in all() {
            for cards in [2, 3, 7, 40, 53] {
                if let Some(chain) = shuffle.one_card(cards) {
                    testing::is_doubly_stochastic(&chain);
                }
                let ln_support = shuffle.ln_support(cards);
                assert!(
                    (0.0..=ln_factorial(cards) + 1e-9).contains(&ln_support),
                    "{name}, {cards} cards"
                );
            }
        }
    }

    #[test]
    fn every_chain_and_support_agrees_with_enumeration_and_every_simulation_with_its_chain() {
        for (_, shuffle) in all() {
            for cards in [2, 3, 6] {
                testing::enumeration_agrees(shuffle.as_ref(), cards);
            }
            if shuffle.two_card_effort(40).is_none() {
                continue;
            }
            for cards in 2..=7 {
                testing::two_cards_agree(shuffle.as_ref(), cards);
            }
            for cards in [2, 7, 40] {
                testing::two_cards_are_consistent(shuffle.as_ref(), cards);
                testing::simulation_follows_the_chain(shuffle.as_ref(), cards, 10_000);
            }
        }
    }

    #[test]
    fn an_unknown_kind_is_answered_with_the_nearest() {
        let error = build("rifle", toml::Table::new()).unwrap_err().to_string();
        assert!(error.ends_with("did you mean `riffle`?"), "{error}");
    }
}
