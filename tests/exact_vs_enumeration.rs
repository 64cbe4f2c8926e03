//! Exact results against enumeration: every outcome of every draw, on decks of up to six cards.

use colddeck::deck::Card;
use colddeck::exact::{eulerian, gsr};
use colddeck::routine::{Letters, Routine};
use colddeck::shuffle::enumerate::{Orders, then};
use colddeck::shuffle::{self, Mixing};
use colddeck::verdict::known::known;
use colddeck::verdict::total_variation::enclose;

/// Routines of all the default shuffles, alone and combined.
const ROUTINES: &[&str] = &[
    "S", "G", "R", "H", "C", "I", "GG", "GGG", "CC", "RRH", "HCR", "GCG", "GIG", "CG", "SR",
];

fn letters() -> Letters {
    let mut letters = Letters::default();
    let mut define = |letter, kind, parameters: &str| {
        let shuffle = shuffle::build(kind, parameters.parse().unwrap()).unwrap();
        letters.define(letter, shuffle.into());
    };
    // Limits and packets that bind on small decks.
    define('R', "riffle", "max-streak = 1");
    define('H', "hindu", "packet = [1, 3]");
    define('I', "identity", "");
    letters
}

/// The law over all orders of a routine.
fn law(routine: &Routine, letters: &Letters, cards: usize) -> Orders {
    let laws = routine
        .letters()
        .iter()
        .map(|letter| letters.get(*letter).unwrap().orders(cards));
    laws.reduce(|first, second| then(&first, &second)).unwrap()
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

fn rising_sequences(deck: &[Card]) -> usize {
    let place = |card: usize| {
        deck.iter()
            .position(|&other| usize::from(other) == card)
            .unwrap()
    };
    1 + (1..deck.len())
        .filter(|&card| place(card) < place(card - 1))
        .count()
}

fn distance(orders: &Orders, cards: usize) -> f64 {
    let ideal = 1.0 / factorial(cards);
    let reached: f64 = orders.values().map(|p| (p - ideal).abs()).sum();
    0.5 * (reached + (factorial(cards) - orders.len() as f64) * ideal)
}

/// Calls `check` with every routine on every small deck.
fn for_all(check: impl Fn(&str, usize, &Routine, &Letters, &Orders)) {
    let letters = letters();
    for text in ROUTINES {
        let routine = Routine::parse(text, &letters).unwrap();
        for cards in 2..=6 {
            let orders = law(&routine, &letters, cards);
            let total: f64 = orders.values().sum();
            assert!((total - 1.0).abs() < 1e-12, "{text}, {cards} cards");
            check(text, cards, &routine, &letters, &orders);
        }
    }
}

#[test]
fn one_card_chains() {
    for_all(|text, cards, routine, letters, orders| {
        let chain = routine.plan(letters).one_card(cards).unwrap();
        for from in 0..cards {
            for to in 0..cards {
                let seen: f64 = orders
                    .iter()
                    .filter(|(deck, _)| usize::from(deck[to]) == from)
                    .map(|(_, p)| p)
                    .sum();
                assert!(
                    (chain.get(from, to) - seen).abs() < 1e-12,
                    "{text}, {cards} cards, {from} to {to}"
                );
            }
        }
    });
}

#[test]
fn supports_and_total_variation() {
    for_all(|text, cards, routine, letters, orders| {
        let plan = routine.plan(letters);
        let (distance, reached) = (distance(orders, cards), (orders.len() as f64).ln());
        assert!(
            plan.ln_support(cards) >= reached - 1e-9,
            "{text}, {cards} cards: {reached}"
        );
        let enclosed = enclose(Some(&plan), cards, None, 0.001);
        assert!(
            enclosed.lower.value <= distance + 1e-12,
            "{text}, {cards} cards: {enclosed:?}, is {distance}"
        );
        assert!(
            enclosed.upper.value >= distance - 1e-12,
            "{text}, {cards} cards: {enclosed:?}, is {distance}"
        );
        if let Some(exact) = enclosed.exact {
            assert!(
                (exact - distance).abs() < 1e-12,
                "{text}, {cards} cards: {exact}, is {distance}"
            );
        }
    });
}

#[test]
fn rising_sequences_where_their_mean_is_known() {
    for_all(|text, cards, routine, letters, orders| {
        let mean: f64 = orders
            .iter()
            .map(|(deck, p)| rising_sequences(deck) as f64 * p)
            .sum();
        if let Some(exact) = known(&routine.plan(letters), cards).rising_mean {
            assert!(
                (exact - mean).abs() < 1e-12,
                "{text}, {cards} cards: {exact}, is {mean}"
            );
        }
    });
}

#[test]
fn riffles_over_all_orders() {
    let riffle = shuffle::build("riffle", toml::Table::new()).unwrap();
    assert_eq!(riffle.mixing(), Mixing::Gsr);
    for cards in 2..=6 {
        let mut orders = riffle.orders(cards);
        for riffles in 1..=4 {
            let by_orders = distance(&orders, cards);
            let exact = gsr::Law::riffled(cards, gsr::Packets::riffles(riffles));
            assert!(
                (exact.total_variation() - by_orders).abs() < 1e-12,
                "{cards} {riffles}"
            );
            let mut law = vec![0.0; cards];
            for (deck, p) in &orders {
                law[rising_sequences(deck) - 1] += p;
            }
            for (ours, theirs) in exact.rising().iter().zip(&law) {
                assert!((ours - theirs).abs() < 1e-12, "{cards} {riffles}");
            }
            orders = then(&orders, &riffle.orders(cards));
        }
    }
}

#[test]
fn the_eulerian_law() {
    for cards in 2..=6 {
        let mut law = vec![0.0; cards];
        let orders = Letters::default().get('S').unwrap().orders(cards);
        assert!((orders.len() as f64 - factorial(cards)).abs() < 0.5);
        for (deck, p) in &orders {
            law[rising_sequences(deck) - 1] += p;
        }
        for (ours, theirs) in eulerian::law(cards).iter().zip(&law) {
            assert!((ours - theirs).abs() < 1e-12);
        }
    }
}
