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
mod wash;
mod zoo;

use std::fmt;

pub use blockwise::{Backwards, Blockwise};
pub use hands::by_other_hands;
pub use time::Time;

use deck::rng::{AnyDraws, Draws, Stream, XoshiroDraws};
use deck::{Card, Rows};
use laws::counting::ln_factorial;
use laws::matrix::Matrix;
use laws::pairs::{Direction, Effort, Pairs};
use text::params::{self, KindError, ParamError, Parameter, Params};

/// The effect of a shuffle on the whole deck, as far as it is known. Total-variation bounds are made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mixing {
    /// All orders equally likely.
    Ideal,
    /// A Gilbert-Shannon-Reeds riffle.
    Gsr,
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
    /// None of these.
    Other,
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

    /// Gives the effort of [`Self::two_card`] for `cards` cards; `None` where no two-card chain is known.
    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        (self.mixing() == Mixing::Ideal).then(|| two_card::effort_of_moving(cards))
    }

    /// Natural logarithm of an upper bound for the number of orders that one shuffle can reach: of
    /// all orders, if nothing less is known.
    fn ln_support(&self, cards: usize) -> f64 {
        ln_factorial(cards)
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

    /// Puts this shuffle before all that `rows` already hold, for a whole block.
    fn prepend(&self, rows: &mut Rows, backwards: &mut Backwards, draws: &mut XoshiroDraws);

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

    fn prepend(&self, rows: &mut Rows, backwards: &mut Backwards, draws: &mut XoshiroDraws) {
        backwards.prepend(self, rows, draws);
    }
}

/// The purpose of a kind of shuffle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Programs that shuffle as they should, exactly or for all that anybody can see.
    Ideal,
    /// Shuffles that people do by hand, with cards.
    Cards,
    /// Programs that were shipped, and are wrong.
    Wrong,
}

impl Group {
    /// All groups, in the order of lists.
    pub const ALL: &[Self] = &[Self::Ideal, Self::Cards, Self::Wrong];

    /// The title for lists.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ideal => "right: what a program should do",
            Self::Cards => "by hand: what is done with cards",
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

#[doc(hidden)]
#[allow(
    clippy::missing_panics_doc,
    reason = "tests call it, and panic where a check fails"
)]
pub mod testing {
    //! Checks that every shuffle must pass.

    use super::{Card, Direction, Matrix, Pairs, Scratch, Shuffle};
    use deck::rng::{Generator, Seed};
    use laws::multinomial;

    /// The rate at which [`simulation_follows_the_chain`] fails for a right simulation, another
    /// seed each time. The seed is fixed: a test that passes once passes always.
    const FALSE_ALARM_RATE: f64 = 0.001;

    /// All decks that `count` shuffles of `cards` sorted cards give.
    pub fn sample(shuffle: &dyn Shuffle, cards: usize, count: usize) -> Vec<Vec<Card>> {
        let mut decks: Vec<Card> = (0..count).flat_map(|_| 0..cards as Card).collect();
        let mut stream = Generator::Pcg64
            .stream(&Seed::Integer(7), "test", 0, 0)
            .unwrap();
        shuffle.apply(&mut decks, cards, &mut Scratch::default(), &mut stream);
        decks.chunks_exact(cards).map(<[Card]>::to_vec).collect()
    }

    /// Shuffles `decks` sorted decks and compares where their cards went with the exact chain.
    ///
    /// Cells that the chain forbids must be empty. Each card's positions are tested as a
    /// multinomial by a chi-squared test, all cards together at [`FALSE_ALARM_RATE`] (Bonferroni).
    pub fn simulation_follows_the_chain(shuffle: &dyn Shuffle, cards: usize, decks: usize) {
        let mut counts = vec![0_u64; cards * cards];
        for deck in sample(shuffle, cards, decks) {
            for (position, &card) in deck.iter().enumerate() {
                counts[usize::from(card) * cards + position] += 1;
            }
        }
        let chain = shuffle.one_card(cards).expect("a chain to follow");
        for (card, (row, counts)) in chain.rows().zip(counts.chunks_exact(cards)).enumerate() {
            let p = multinomial::departure(counts.iter().copied(), row).unwrap_or(1.0);
            assert!(
                p >= FALSE_ALARM_RATE / cards as f64,
                "{}, {cards} cards: card {card} has p = {p:e}",
                shuffle.describe()
            );
        }
    }

    /// Compares the one-card chain, to 1e-12, and the bound for the support with an enumeration of
    /// every outcome; without a chain only the bound. Returns the number of orders that can be
    /// reached.
    pub fn enumeration_agrees(shuffle: &dyn Shuffle, cards: usize) -> usize {
        let mut orders = shuffle.orders(cards);
        orders.retain(|_, probability| *probability > 0.0);
        let mut walked = Matrix::zero(cards);
        for (deck, &probability) in &orders {
            for (position, &card) in deck.iter().enumerate() {
                walked.add(usize::from(card), position, probability);
            }
        }
        let chain = shuffle.one_card(cards).unwrap_or_else(|| walked.clone());
        for (i, (a, b)) in chain.cells().iter().zip(walked.cells()).enumerate() {
            let (from, to) = (i / cards, i % cards);
            assert!(
                (a - b).abs() < 1e-12 && (*a == 0.0) == (*b == 0.0),
                "{shuffle:?}, {cards} cards: {from} to {to} has {a}, enumerated {b}"
            );
        }
        let (bound, reached) = (shuffle.ln_support(cards), libm::log(orders.len() as f64));
        assert!(
            bound >= reached - 1e-12,
            "{shuffle:?}, {cards} cards: {bound} is below {reached}"
        );
        orders.len()
    }

    /// All outcomes of all draws give every order the same probability.
    pub fn is_ideal_by_enumeration(shuffle: &dyn Shuffle, cards: usize) {
        let orders = shuffle.orders(cards);
        let all: usize = (1..=cards).product();
        assert_eq!(orders.len(), all, "{shuffle:?}, {cards} cards");
        for (deck, p) in orders {
            assert!(
                (p * all as f64 - 1.0).abs() < 1e-12,
                "{shuffle:?}: {deck:?}"
            );
        }
    }

    /// Numbers without a pattern, from 0 to 1, for pairs of positions.
    fn scattered(cards: usize, salt: f64) -> Pairs {
        Pairs::from_fn(cards, |i, j| {
            let x = (i as f64 * 0.618_033_988 + j as f64 * 0.414_213_562 + salt) * 37.0;
            x - x.floor()
        })
    }

    /// Compares the two-card chain, both ways, with an enumeration of every outcome, to 1e-12.
    pub fn two_cards_agree(shuffle: &dyn Shuffle, cards: usize) {
        let places: Vec<(Vec<usize>, f64)> = shuffle
            .orders(cards)
            .into_iter()
            .map(|(deck, probability)| {
                let mut to = vec![0; cards];
                for (position, &card) in deck.iter().enumerate() {
                    to[usize::from(card)] = position;
                }
                (to, probability)
            })
            .collect();
        let compare = |ours: &Pairs, walked: &Pairs, what: &str| {
            for (i, (a, b)) in ours.cells().iter().zip(walked.cells()).enumerate() {
                let (from, to) = (i / cards, i % cards);
                assert!(
                    (a - b).abs() < 1e-12,
                    "{shuffle:?}, {cards} cards, {what}: ({from}, {to}) has {a}, enumerated {b}"
                );
            }
        };
        let value = scattered(cards, 0.25);
        let expected = Pairs::from_fn(cards, |a, b| {
            let values = places.iter().map(|(to, p)| p * value.get(to[a], to[b]));
            values.sum()
        });
        compare(
            &shuffle.two_card(&value, Direction::Backward).unwrap(),
            &expected,
            "backward",
        );
        for (a, b) in (0..cards * cards).map(|pair| (pair / cards, pair % cards)) {
            if a == b {
                continue;
            }
            let mut reached = vec![0.0; cards * cards];
            for (to, probability) in &places {
                reached[to[a] * cards + to[b]] += probability;
            }
            let reached = Pairs::from_fn(cards, |i, j| reached[i * cards + j]);
            let at = Pairs::at(cards, a, b);
            let what = format!("from ({a}, {b})");
            let forward = shuffle.two_card(&at, Direction::Forward).unwrap();
            compare(&forward, &reached, &what);
        }
    }

    /// The two-card chain gives each card alone the one-card chain, laws stay laws, and its two
    /// directions are adjoint.
    pub fn two_cards_are_consistent(shuffle: &dyn Shuffle, cards: usize) {
        let chain = shuffle.one_card(cards).unwrap();
        for to in [0, 1, cards / 2, cards - 1] {
            let lands = Pairs::from_fn(cards, |i, _| f64::from(u8::from(i == to)));
            let back = shuffle.two_card(&lands, Direction::Backward).unwrap();
            for (a, b) in (0..cards * cards).map(|pair| (pair / cards, pair % cards)) {
                let (ours, alone) = (back.get(a, b), chain.get(a, to));
                assert!(
                    a == b || (ours - alone).abs() < 1e-12,
                    "{shuffle:?}, {cards} cards: {a} to {to} has {ours} beside {b}, alone {alone}"
                );
            }
        }
        let (value, law) = (scattered(cards, 0.5), scattered(cards, 0.75));
        let back = shuffle.two_card(&value, Direction::Backward).unwrap();
        let forth = shuffle.two_card(&law, Direction::Forward).unwrap();
        let product = |x: &Pairs, y: &Pairs| -> f64 {
            x.cells().iter().zip(y.cells()).map(|(a, b)| a * b).sum()
        };
        let (left, right) = (product(&back, &law), product(&value, &forth));
        assert!(
            (left - right).abs() < 1e-12 * left,
            "{shuffle:?}, {cards} cards: {left} is not {right}"
        );
        assert!(
            (forth.total() / law.total() - 1.0).abs() < 1e-12,
            "{shuffle:?}, {cards} cards"
        );
    }

    /// Rows and columns of the chain sum to one.
    pub fn is_doubly_stochastic(matrix: &Matrix) {
        for i in 0..matrix.size() {
            let row: f64 = matrix.row(i).iter().sum();
            let column: f64 = (0..matrix.size()).map(|from| matrix.get(from, i)).sum();
            assert!(
                (row - 1.0).abs() < 1e-12 && (column - 1.0).abs() < 1e-12,
                "{i}: {row} {column}"
            );
        }
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
