//! Checks that every shuffle must pass, against its simulation and against an enumeration of all its draws.

use crate::testing::sample;
use crate::{Direction, Matrix, Pairs, Shuffle};
use laws::permutation::Permutation;
use laws::{entropy, multinomial};

/// The rate at which [`simulation_follows_the_chain`] fails for a right simulation, another
/// seed each time. The seed is fixed: a test that passes once passes always.
const FALSE_ALARM_RATE: f64 = 0.001;

/// Shuffles `decks` sorted decks and compares where their cards went with the exact chain.
///
/// Cells that the chain forbids must be empty. Each card's positions are tested as a
/// multinomial by a chi-squared test, all cards together at [`FALSE_ALARM_RATE`] (Bonferroni).
pub(crate) fn simulation_follows_the_chain(shuffle: &dyn Shuffle, cards: usize, decks: usize) {
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

/// Compares the one-card chain, to 1e-12, the entropy and the bound for the support with an enumeration of
/// every outcome; the chain and the entropy where they are known. Returns the number of orders that can be
/// reached.
pub(crate) fn enumeration_agrees(shuffle: &dyn Shuffle, cards: usize) -> usize {
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
    if let Some(odd) = shuffle.is_odd(cards) {
        for deck in orders.keys() {
            let found = Permutation::of_deck(deck).is_odd();
            assert_eq!(found, odd, "{shuffle:?}, {cards} cards: {deck:?}");
        }
    }
    let reached = orders.len();
    let (bound, ln_reached) = (shuffle.ln_support(cards), libm::log(reached as f64));
    assert!(
        bound >= ln_reached - 1e-12,
        "{shuffle:?}, {cards} cards: {bound} is below {ln_reached}"
    );
    if let Some(bits) = shuffle.entropy(cards) {
        let walked = entropy::bits(orders.into_values());
        assert!(
            (bits - walked).abs() < 1e-9,
            "{shuffle:?}, {cards} cards: {bits} bits, enumerated {walked}"
        );
    }
    reached
}

/// All outcomes of all draws give every order the same probability.
pub(crate) fn is_ideal_by_enumeration(shuffle: &dyn Shuffle, cards: usize) {
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
pub(crate) fn two_cards_agree(shuffle: &dyn Shuffle, cards: usize) {
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
pub(crate) fn two_cards_are_consistent(shuffle: &dyn Shuffle, cards: usize) {
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
    let product =
        |x: &Pairs, y: &Pairs| -> f64 { x.cells().iter().zip(y.cells()).map(|(a, b)| a * b).sum() };
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
pub(crate) fn is_doubly_stochastic(matrix: &Matrix) {
    for i in 0..matrix.size() {
        let row: f64 = matrix.row(i).iter().sum();
        let column: f64 = (0..matrix.size()).map(|from| matrix.get(from, i)).sum();
        assert!(
            (row - 1.0).abs() < 1e-12 && (column - 1.0).abs() < 1e-12,
            "{i}: {row} {column}"
        );
    }
}
