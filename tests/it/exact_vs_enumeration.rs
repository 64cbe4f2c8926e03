//! Exact results against enumeration: every outcome of every draw, on decks of three to seven cards.

use std::collections::BTreeMap;

use deck::Card;
use laws::matrix::Matrix;
use laws::order_law::{MOST_CARDS, ORDINARY_CARDS, OrderLaw, Value};
use laws::position::Positions;
use laws::{eulerian, gsr, shelves};
use shuffle::routine::{Letters, Routine};

use shuffle::theory::bounds::prove;
use shuffle::theory::{A_SECOND, known};
use shuffle::{KINDS, Mixing};

/// The error that exact results may have.
const TOLERANCE: f64 = 1e-12;

/// Each kind of shuffle, with parameters that bind on small decks.
const SHUFFLES: &[(&str, &str)] = &[
    ("fisher-yates", ""),
    ("riffle", ""),
    ("riffle", "max-streak = 1"),
    ("riffle", "max-streak = 2"),
    ("riffle", "upper = 0.3"),
    ("riffle", "clump = 0.4"),
    ("riffle", "packets = 3\nclump = 0.4"),
    ("table-riffle", ""),
    ("strip", ""),
    ("strip", "packets = [1, 3]"),
    ("box", ""),
    ("box", "packets = 3\nerror = 1"),
    ("loader", "steps = \"buffer 3\""),
    ("loader", "steps = \"shards 2, buffer 2\""),
    ("loader", "steps = \"blocks 3\""),
    ("loader", "steps = \"interleave 2\""),
    // The strokes of hands have too many outcomes to be walked.
    ("wash", "seconds = 0"),
    ("hindu", "packet = [1, 3]"),
    ("hindu", "packet = [2, 2]"),
    ("overhand", ""),
    ("overhand", "chance = 0.6"),
    ("mash", ""),
    ("mash", "packet = [1, 2]\nerror = 1"),
    ("pile", "piles = 2"),
    ("pile", "piles = 3"),
    ("pile", "piles = 3\nface = \"up\"\ncollect = \"random\""),
    ("piles", "piles = 2\neach = { kind = \"fisher-yates\" }"),
    (
        "piles",
        "piles = 3\neach = { kind = \"riffle\" }\ncollect = \"reversed\"",
    ),
    ("random-list", "piles = 2\neach = { kind = \"cut\" }"),
    (
        "pairwise-piles",
        "pile = 2\nrounds = 2\neach = { kind = \"riffle\" }",
    ),
    ("now-and-then", "share = 0.25\neach = { kind = \"riffle\" }"),
    ("favoured-place", "card = 2\nplace = 3\ntimes = 0.6"),
    ("shelf", "shelves = 1"),
    ("shelf", "shelves = 2\nfrom = \"top\""),
    ("faro", ""),
    ("mongean", ""),
    ("mongean", "first = \"bottom\""),
    ("ouroboros", "cut = 1"),
    ("mexican-spiral", ""),
    ("cut", "cards = 2"),
    ("cut", ""),
    ("identity", ""),
    ("random-transpositions", ""),
    ("random-transpositions", "moves = 2"),
    ("top-to-random", ""),
    ("random-to-top", ""),
    ("random-to-random", ""),
    ("adjacent-transpositions", ""),
    ("thorp", ""),
    ("rudvalis", ""),
    ("rudvalis", "moves = 4"),
    ("borel", ""),
    ("borel", "moves = 2"),
    ("inverse-riffle", ""),
    ("fisher-yates", "direction = \"down\""),
    ("inside-out", ""),
    ("batched", ""),
    ("sort-by-keys", "bits = 1"),
    ("sort-by-keys", "bits = 2"),
    ("swap-with-any", ""),
    ("sattolo", ""),
    ("asf-poker", ""),
    ("modulo-rand", ""),
    ("modulo-rand", "rand-max = 2"),
    ("modulo-rand", "rand-max = 9"),
    ("modulo-rand", "rand-max = 4294967295"),
    ("freecell", ""),
    ("random-comparator", ""),
    ("random-comparator", "algorithm = \"insertion\""),
    ("random-comparator", "algorithm = \"merge\""),
    ("random-comparator", "algorithm = \"quick\""),
    ("even-only", ""),
];

/// The default letters whose outcomes can be walked, as they are; and with limits and packets that bind on small decks.
fn alphabets() -> [Letters; 2] {
    let mut binding = Letters::default();
    let mut define =
        |letter, kind, parameters| binding.define(letter, build(kind, parameters).into());
    define('R', "riffle", "max-streak = 1");
    define('H', "hindu", "packet = [1, 3]");
    [Letters::default(), binding]
}

fn build(kind: &str, parameters: &str) -> Box<dyn shuffle::Shuffle> {
    shuffle::build(kind, parameters.parse().unwrap()).unwrap()
}

/// All routines of up to three of the letters, but for those of which nothing is exact.
fn routines(letters: &Letters) -> Vec<Routine> {
    let alphabet: Vec<String> = letters
        .iter()
        .filter(|(_, shuffle)| shuffle.one_card(2).is_some())
        .map(|(letter, _)| letter.to_string())
        .collect();
    let mut texts = alphabet.clone();
    let mut last = alphabet.clone();
    for _ in 1..3 {
        let longer = |text: &String| {
            alphabet
                .iter()
                .map(move |letter| format!("{text}{letter}"))
                .collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        texts.extend_from_slice(&last);
    }
    texts
        .iter()
        .map(|text| Routine::parse(text, letters).unwrap())
        .collect()
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

fn rising_sequences(deck: &[Card]) -> u64 {
    let mut pos = vec![0; deck.len()];
    for (position, &card) in deck.iter().enumerate() {
        pos[usize::from(card)] = position;
    }
    1 + pos.windows(2).filter(|pair| pair[1] < pair[0]).count() as u64
}

fn close(ours: f64, theirs: f64) -> bool {
    (ours - theirs).abs() < TOLERANCE
}

#[track_caller]
fn same_cells(what: &str, ours: &Matrix, theirs: &Matrix) {
    for (at, (a, b)) in ours.cells().iter().zip(theirs.cells()).enumerate() {
        assert!(
            close(*a, *b) && (*a > 0.0) == (*b > 0.0),
            "{what}, cell {at}: {a}, enumerated {b}"
        );
    }
}

/// Every routine of up to three shuffles against its law over all orders.
fn every_routine(cards: usize) {
    for letters in alphabets() {
        for routine in routines(&letters) {
            let plan = routine.plan(&letters);
            let what = format!("{}, {cards} cards", routine.name());
            let law = plan.orders(cards, ORDINARY_CARDS).unwrap();
            let total: f64 = law.probabilities().iter().sum();
            assert!(close(total, 1.0), "{what}: {total}");

            let chain = plan.one_card(cards).unwrap();
            same_cells(&what, &chain, &law.one_card());

            let reached = libm::log(law.support() as f64);
            assert!(
                plan.ln_support(cards) >= reached - TOLERANCE,
                "{what}: {reached}"
            );

            let distance = law.total_variation();
            let proved = prove(&plan, cards, Some(&chain), &A_SECOND);
            for lower in &proved.lower {
                assert!(
                    lower.value <= distance + TOLERANCE,
                    "{what}: {lower:?}, is {distance}"
                );
            }
            for upper in &proved.upper {
                assert!(
                    upper.value >= distance - TOLERANCE,
                    "{what}: {upper:?}, is {distance}"
                );
            }
            if let Some(exact) = &proved.exact {
                assert!(
                    close(exact.value, distance),
                    "{what}: {exact:?}, is {distance}"
                );
            }

            let rising = law.statistic(rising_sequences);
            let mean: f64 = rising
                .iter()
                .map(|at| at.value as f64 * at.probability)
                .sum();
            if let Some(exact) = known(&plan, cards).rising_mean {
                assert!(close(exact, mean), "{what}: {exact}, is {mean}");
            }
            is_eulerian(&what, cards, &rising);

            // A view of a deck is never farther from ideal than the whole of it.
            let marginals = [
                Positions::of(&chain).largest_distance(),
                law.largest_pair_distance(),
                distance,
                law.separation(),
            ];
            assert!(
                marginals
                    .windows(2)
                    .all(|pair| pair[0] <= pair[1] + TOLERANCE),
                "{what}: {marginals:?}"
            );
            assert!(
                law.largest_event(rising_sequences).distance <= distance + TOLERANCE,
                "{what}"
            );
        }
    }
}

/// The null law of the rising sequences is the Eulerian one.
#[track_caller]
fn is_eulerian(what: &str, cards: usize, rising: &[Value]) {
    let ideal = eulerian::law(cards);
    assert_eq!(rising.len(), ideal.len(), "{what}");
    for (at, theirs) in rising.iter().zip(&ideal) {
        assert!(close(at.ideal, *theirs), "{what}: {at:?}, is {theirs}");
    }
}

#[test]
fn every_routine_of_up_to_three_letters_on_three_cards() {
    every_routine(3);
}

#[test]
fn every_routine_of_up_to_three_letters_on_four_cards() {
    every_routine(4);
}

#[test]
fn every_routine_of_up_to_three_letters_on_five_cards() {
    every_routine(5);
}

#[test]
fn every_routine_of_up_to_three_letters_on_six_cards() {
    every_routine(6);
}

#[test]
#[ignore = "some 10 s of processor: .ci/run ignored"]
fn every_routine_of_up_to_three_letters_on_seven_cards() {
    every_routine(7);
}

#[test]
fn every_kind_of_shuffle() {
    for kind in KINDS {
        assert!(
            SHUFFLES.iter().any(|(name, _)| *name == kind.name),
            "{} is missing",
            kind.name
        );
    }
    for (kind, parameters) in SHUFFLES {
        let shuffle = build(kind, parameters);
        for cards in 2..=7 {
            let what = format!("{kind} {parameters}, {cards} cards");
            // By its draws, also where the law is known to be uniform.
            let law = OrderLaw::new(cards, shuffle.orders(cards)).unwrap();
            if let Some(chain) = shuffle.one_card(cards) {
                same_cells(&what, &chain, &law.one_card());
            }
            let reached = libm::log(law.support() as f64);
            assert!(
                shuffle.ln_support(cards) >= reached - TOLERANCE,
                "{what}: {reached}"
            );
            if let Some(bound) = shuffle.distance_at_most(cards) {
                assert!(law.total_variation() <= bound + TOLERANCE, "{what}");
            }
            match shuffle.mixing() {
                Mixing::Ideal => assert!(law.infinity() < TOLERANCE * factorial(cards), "{what}"),
                Mixing::Gsr => assert!(
                    close(
                        law.total_variation(),
                        gsr::Law::riffled(cards, gsr::Packets::riffles(1)).total_variation()
                    ),
                    "{what}"
                ),
                Mixing::Packets(packets) => {
                    let packets = gsr::Packets::new(packets.into()).unwrap();
                    let exact = gsr::Law::riffled(cards, packets).total_variation();
                    assert!(close(law.total_variation(), exact), "{what}");
                }
                Mixing::UniformCut => {
                    let uniform =
                        |_: &[Card], p| assert!(close(p, 1.0 / cards as f64), "{what}: {p}");
                    law.for_each(uniform);
                    assert_eq!(law.support(), cards, "{what}");
                }
                Mixing::Nothing => assert_eq!(law, OrderLaw::sorted(cards).unwrap(), "{what}"),
                Mixing::Fixed => assert_eq!(law.support(), 1, "{what}"),
                Mixing::InverseRiffles(riffles) => assert!(
                    close(
                        law.total_variation(),
                        gsr::Law::riffled(cards, gsr::Packets::riffles(riffles)).total_variation()
                    ),
                    "{what}"
                ),
                Mixing::Shelves(shelves) => {
                    let exact = shelves::Law::shelved(cards, shelves.into());
                    let distance = exact.classes().total_variation();
                    assert!(close(law.total_variation(), distance), "{what}");
                    assert!(close(shuffle.ln_support(cards), reached), "{what}");
                }
                Mixing::EquallyLikely => {
                    let each = 1.0 / law.support() as f64;
                    law.for_each(|_, p| assert!(close(p, each), "{what}: {p}"));
                    assert!(close(shuffle.ln_support(cards), reached), "{what}");
                }
                Mixing::Moves(walk, moves) => {
                    let exact = walk.after(cards, moves).unwrap();
                    let (infinity, most) = (exact.l_infinity().value(), factorial(cards));
                    assert!(
                        close(law.total_variation(), exact.total_variation()),
                        "{what}"
                    );
                    assert!(close(law.separation(), exact.separation()), "{what}");
                    assert!(
                        (law.infinity() - infinity).abs() < TOLERANCE * most,
                        "{what}"
                    );
                    assert!(
                        close(law.information_left(), exact.information_left()),
                        "{what}"
                    );
                }
                Mixing::UnequalPackets => assert!(shuffle.same_packet().is_some(), "{what}"),
                Mixing::Other => {}
            }
        }
    }
}

#[test]
fn the_law_of_a_routine_is_that_of_drawing_for_all_its_shuffles() {
    for letters in alphabets() {
        for routine in routines(&letters) {
            let cards = 5;
            // Order by order, the first shuffle first.
            let mut decks =
                BTreeMap::from([((0..cards).map(|card| card as Card).collect::<Vec<_>>(), 1.0)]);
            for letter in routine.letters() {
                let moves = letters.get(*letter).unwrap().orders(cards);
                let mut moved = BTreeMap::new();
                for (deck, p) in &decks {
                    for (order, q) in &moves {
                        let next: Vec<Card> =
                            order.iter().map(|&from| deck[usize::from(from)]).collect();
                        *moved.entry(next).or_insert(0.0) += p * q;
                    }
                }
                decks = moved;
            }
            let law = routine
                .plan(&letters)
                .orders(cards, ORDINARY_CARDS)
                .unwrap();
            assert_eq!(law.support(), decks.len(), "{}", routine.name());
            law.for_each(|deck, p| assert!(close(p, decks[deck]), "{}: {deck:?}", routine.name()));
        }
    }
}

#[test]
fn riffles_over_all_orders() {
    let riffle = build("riffle", "");
    assert_eq!(riffle.mixing(), Mixing::Gsr);
    for cards in 2..=7 {
        let once = OrderLaw::new(cards, riffle.orders(cards)).unwrap();
        let mut law = once.clone();
        for riffles in 1..=4 {
            let exact = gsr::Law::riffled(cards, gsr::Packets::riffles(riffles));
            for (ours, theirs) in [
                (exact.total_variation(), law.total_variation()),
                (exact.separation(), law.separation()),
                (exact.information_left(), law.information_left()),
                // It is larger than 1, and as accurate.
                (exact.classes().l_infinity().value() / law.infinity(), 1.0),
            ] {
                assert!(close(ours, theirs), "{cards} {riffles}: {ours} {theirs}");
            }
            let rising = law.statistic(rising_sequences);
            for (ours, theirs) in exact.rising().iter().zip(&rising) {
                assert!(close(*ours, theirs.probability), "{cards} {riffles}");
            }
            // All orders with as many rising sequences are equally likely, so they tell all.
            let event = law.largest_event(rising_sequences);
            assert!(
                close(event.distance, law.total_variation()),
                "{cards} {riffles}"
            );
            // Aldous and Diaconis (1986): 1 − Π (1 − i/2ᵏ), i from 1 to n − 1.
            let packets = f64::from(1 << riffles);
            let product: f64 = (1..cards)
                .map(|i| (1.0 - i as f64 / packets).max(0.0))
                .product();
            assert!(close(law.separation(), 1.0 - product), "{cards} {riffles}");
            law = law.then(&once);
        }
    }
}

#[test]
#[ignore = "some ten seconds, decks that need to be asked for: .ci/run ignored"]
fn riffles_of_eight_and_nine_cards() {
    let letters = Letters::default();
    for cards in [8, 9] {
        for (text, riffles) in [("G", 1), ("GG", 2), ("GGG", 3)] {
            let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
            let law = plan.orders(cards, MOST_CARDS).unwrap();
            let exact = gsr::Law::riffled(cards, gsr::Packets::riffles(riffles));
            for (ours, theirs) in [
                (exact.total_variation(), law.total_variation()),
                (exact.separation(), law.separation()),
                (exact.information_left(), law.information_left()),
                // It is larger than 1, and as accurate.
                (exact.classes().l_infinity().value() / law.infinity(), 1.0),
            ] {
                assert!(close(ours, theirs), "{cards} {riffles}: {ours} {theirs}");
            }
            same_cells(text, &plan.one_card(cards).unwrap(), &law.one_card());
        }
    }
}
