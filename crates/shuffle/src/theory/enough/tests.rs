//! Numbers of times against published ones, enumeration and each other.

use super::*;
use crate::routine::{Letters, Routine};
use laws::order_law::next_order;

fn plan(text: &str) -> Plan {
    let letters = Letters::default();
    Routine::parse(text, &letters).unwrap().plan(&letters)
}

fn one(text: &str, cards: usize, below: f64) -> Times {
    times(&plan(text), cards, &[below]).remove(0)
}

/// For 52 cards Bayer and Diaconis (1992) print .334, .167, .085, .043 after 7, 8, 9, 10 riffles.
#[test]
fn riffles_are_those_of_the_law() {
    for (below, riffles) in [(0.5, 7), (0.25, 8), (0.1, 9), (0.05, 10)] {
        let found = one("G", 52, below);
        assert_eq!(found.exact, Some(riffles), "{found:?}");
        assert_eq!(found.at_least, found.at_most);
    }
    for cards in [40, 52, 60, 99] {
        for below in [0.25, 0.1, 0.01] {
            let found = one("G", cards, below);
            let riffles = found.exact.unwrap();
            let distance =
                |riffles| gsr::Law::riffled(cards, Packets::riffles(riffles)).total_variation();
            assert!(distance(riffles - 1) >= below && distance(riffles) < below);
            // Three riffles at a time, and riffles after a cut.
            assert_eq!(one("GGG", cards, below).exact, Some(riffles.div_ceil(3)));
            assert_eq!(one("CG", cards + 1, below).exact, Some(riffles));
            let more = more_riffles(&plan("G*5"), cards, &[below]).unwrap();
            assert_eq!(more, [riffles - 5]);
        }
    }
    let more = |text, cards| more_riffles(&plan(text), cards, &[0.25, 0.1]);
    assert_eq!(more("G*30", 52), Some(vec![0, 0]));
    assert_eq!(more("C G", 53), Some(vec![7, 8]));
    assert_eq!(more("R", 52), None);
}

/// An a-shuffle done k times is one of aᵏ packets (Bayer and Diaconis, 1992). Unequal packets have an upper bound.
#[test]
fn riffles_of_other_packets_are_those_of_their_law_or_bounded() {
    let mut letters = Letters::default();
    for (letter, parameters) in [
        ('A', "packets = 3"),
        ('B', "packets = 4"),
        ('U', "upper = 0.3"),
    ] {
        let shuffle = crate::build("riffle", parameters.parse().unwrap()).unwrap();
        letters.define(letter, shuffle.into());
    }
    let plan = |text| Routine::parse(text, &letters).unwrap().plan(&letters);
    let enough = |text, below| times(&plan(text), 52, &[below]).remove(0);
    assert_eq!(enough("A", 0.25).exact, Some(5));
    // Four packets are two riffles.
    for below in [0.25, 0.1, 0.01] {
        let riffles = one("G", 52, below).exact.unwrap();
        assert_eq!(enough("B", below).exact, Some(riffles.div_ceil(2)));
        assert_eq!(enough("GG", below).exact, enough("B", below).exact);
    }
    // C(52, 2) (.3² + .7²)ᵏ is below .25 from 16 on.
    let unequal = enough("U", 0.25);
    assert_eq!(unequal.at_most, Some(16), "{unequal:?}");
    assert!(unequal.at_least > Some(8));
}

/// Diaconis, Fulman and Holmes (2013): ten shelves are far from enough for 52 cards, and twice is near ideal.
#[test]
fn shelf_shuffles_are_those_of_the_law() {
    let mut letters = Letters::default();
    for (letter, parameters) in [('F', ""), ('B', "shelves = 1"), ('T', "from = \"top\"")] {
        let shuffle = crate::build("shelf", parameters.parse().unwrap()).unwrap();
        letters.define(letter, shuffle.into());
    }
    let plan = |text| Routine::parse(text, &letters).unwrap().plan(&letters);
    for text in ["F", "T"] {
        for (below, enough) in [(0.99, 2), (0.02, 2), (0.01, 3)] {
            let found = times(&plan(text), 52, &[below]).remove(0);
            assert_eq!(found.exact, Some(enough), "{text}, {below}: {found:?}");
        }
    }
    // 1, 2, 4, … shelves: .0409 with 100, so below with 128.
    let found = times(&plan("B"), 52, &[0.04, 1e-6]);
    assert_eq!(found[0].exact, Some(8));
    assert!(found[1].exact.is_some_and(|times| times < 30), "{found:?}");
    // As powers of the law over all orders say.
    for text in ["B", "TB"] {
        let once = plan(text).orders(5, 5);
        let Ok(once) = once else { continue };
        let found = times(&plan(text), 5, &[0.1]).remove(0);
        let mut law = once.clone();
        let mut done = 1;
        while law.total_variation() >= 0.1 {
            law = law.then(&once);
            done += 1;
        }
        assert_eq!(found.exact, Some(done), "{text}");
    }
}

#[test]
fn some_routines_are_enough_at_once_and_some_never() {
    for text in ["S", "RS", "S G"] {
        assert_eq!(one(text, 60, 0.01).exact, Some(1), "{text}");
    }
    for text in ["C", "CC", "P", "faro mongean", "identity"] {
        let found = one(text, 60, 0.25);
        assert!(found.never && found.at_least.is_none() && found.at_most.is_none());
        assert!(found.too_few.unwrap().value > 0.99, "{text}");
    }
    // One cut of two cards is all that can be done with them.
    assert_eq!(one("C", 2, 0.25).exact, Some(1));
    assert!(one("C", 3, 0.25).never);
}

/// Each of these gives orders of one parity: at odd and even numbers of times others, never all.
#[test]
fn routines_that_give_half_of_all_orders_are_never_enough() {
    for (text, cards) in [
        ("sattolo", 52),
        ("even-only", 52),
        ("sattolo C", 51),
        ("faro sattolo", 52),
    ] {
        let all = times(&plan(text), cards, &[0.6, 0.5, 0.25]);
        assert!(
            !all[0].never && all[1].never && all[2].never,
            "{text}: {all:?}"
        );
        assert_eq!(
            all[2].too_few.as_ref().unwrap().value.to_bits(),
            0.5_f64.to_bits()
        );
    }
    for (text, cards) in [("sattolo C", 52), ("G", 52), ("swap-with-any", 52)] {
        assert!(!one(text, cards, 0.25).never, "{text}");
    }
    // Powers of the law over all orders come no nearer.
    for text in ["sattolo", "even-only"] {
        let once = plan(text).orders(5, 5).unwrap();
        let mut law = once.clone();
        for _ in 0..40 {
            law = law.then(&once);
            assert!(law.total_variation() > 0.5 - 1e-12, "{text}");
        }
    }
    let found = times(&plan("sattolo"), 5, &[0.51, 0.5]);
    assert!(found[0].exact.is_some() && found[1].never, "{found:?}");
}

/// Powers of the law over all orders, and the same bounds as if there were none.
#[test]
fn small_decks_agree_with_powers_of_their_law() {
    for text in ["G", "R", "GC", "M", "HG", "O", "P G"] {
        let plan = plan(text);
        let once = plan.orders(6, 6).unwrap();
        let mut distances = vec![f64::NAN];
        let mut law = once.clone();
        for _ in 0..60 {
            distances.push(law.total_variation());
            law = law.then(&once);
        }
        for below in [0.25, 0.1, 0.01] {
            let truth = distances.iter().position(|distance| *distance < below);
            let found = times(&plan, 6, &[below]).remove(0);
            if let Some(truth) = truth {
                assert_eq!(found.exact, Some(truth as u32), "{text}, {below}");
            }
            let mut search = Search::of(&[below], 0);
            by_bounds(&plan, 6, &mut search);
            let bounded = &search.all[0];
            let truth = truth.map_or(u32::MAX, |truth| truth as u32);
            assert!(
                bounded.at_least.unwrap() <= truth,
                "{text}: {bounded:?}, {truth}"
            );
            assert!(
                bounded.at_most.is_none_or(|most| most >= truth),
                "{text}: {bounded:?}"
            );
        }
    }
}

#[test]
fn bounds_of_larger_decks_are_proved_on_both_sides() {
    let found = one("R", 60, 0.25);
    assert!(
        found.at_least.unwrap() >= 5 && found.at_most.is_none(),
        "{found:?}"
    );
    assert!(found.too_few.unwrap().value >= 0.25);
    // An overhand shuffle leaves a card near its place for long.
    let found = one("O", 60, 0.25);
    assert!(found.at_least.unwrap() > 20, "{found:?}");
    // Riffles with a cut after them: at most as many as without.
    let found = one("G C", 52, 0.25);
    assert_eq!(found.at_most, None);
    let found = one("G*8 C", 52, 0.1);
    assert_eq!(
        (found.at_most, found.at_least),
        (Some(2), Some(1)),
        "{found:?}"
    );
}

#[test]
fn a_nearer_threshold_takes_no_fewer_times() {
    for text in ["R", "M", "H", "O", "RRC"] {
        let all = times(&plan(text), 40, &[0.9, 0.25, 0.1, 0.01]);
        assert!(all.is_sorted_by_key(|one| one.at_least), "{text}: {all:?}");
    }
}

fn with_letters(text: &str) -> Plan {
    let mut letters = Letters::default();
    for (letter, kind, parameters) in [
        ('X', "pile", "piles = 2\ncollect = \"random\""),
        ('Y', "pile", "piles = 3\ncollect = \"random\""),
        ('B', "pile", "piles = 52"),
        ('F', "faro", ""),
    ] {
        let shuffle = crate::build(kind, parameters.parse().unwrap()).unwrap();
        letters.define(letter, shuffle.into());
    }
    Routine::parse(text, &letters).unwrap().plan(&letters)
}

/// Orders that groups keep away, for decks whose orders cannot be enumerated: "at least 131,084 times" said nothing.
#[test]
fn groups_prove_that_no_number_of_times_is_enough() {
    for (text, cards, members) in [
        // Two piles either way: pairs of places that are as far from the middle stay together.
        ("X", 52, None),
        ("X", 1_000, None),
        // Cuts before and after a deck that is turned round: as many as cards, in turn.
        ("C B C", 52, Some("52")),
        ("B", 52, Some("1")),
    ] {
        let found = found(&with_letters(text), cards, &[0.99, 0.25]);
        for one in &found.thresholds {
            assert!(one.never && one.at_least.is_none(), "{text}: {one:?}");
            assert!(one.too_few.as_ref().unwrap().gap < 1e-30, "{text}");
        }
        if let (Some(groups), Some(members)) = (&found.groups, members) {
            assert_eq!(groups.together.in_words(cards), members, "{text}");
        }
        assert!(found.curve.iter().all(|point| point.lower > 0.99));
    }
    // All orders are members, so some number of times is enough, and none is proved to be.
    let found = found(&with_letters("C F"), 52, &[0.25]);
    let one = &found.thresholds[0];
    assert!(!one.never && one.at_most.is_none() && one.at_least > Some(10));
    assert_eq!(
        found.groups.unwrap().in_the_end().0.to_bits(),
        0.0_f64.to_bits()
    );
}

/// A number at which the search stops says nothing of the routine: it is marked.
#[test]
fn where_the_search_stops_is_told() {
    let slow = Plan::written("A", &[('A', "adjacent-transpositions", "")]);
    let stopped = |cards: usize| {
        let mut search = Search::of(&[0.9, 0.1], 0);
        by_one_card(&slow, cards, &mut search);
        let all = search.all.into_iter();
        all.map(|one| (one.stopped, one.at_least.unwrap()))
            .collect::<Vec<_>>()
    };
    // One card of 100 is near fair after some hundred thousand swaps; one of 200 after more than are looked at.
    let [(false, first), (false, last)] = stopped(100)[..] else {
        panic!("100 cards");
    };
    assert!(first < last && last > 131_084);
    let [(false, _), (true, last)] = stopped(200)[..] else {
        panic!("200 cards");
    };
    assert!(last.is_power_of_two());
}

/// Small decks: never is said where powers of the law over all orders stay above a threshold, and there alone.
#[test]
fn never_is_said_where_powers_of_the_law_say_it() {
    let mut nevers = 0;
    for text in [
        "X",
        "Y",
        "C X",
        "X C",
        "Y P",
        "C F",
        "F X",
        "O",
        "sattolo C",
        "even-only G",
    ] {
        let plan = with_letters(text);
        for cards in 3..=6 {
            let mut law = plan.orders(cards, 6).unwrap();
            for _ in 0..11 {
                law = law.then(&law.clone());
            }
            let end = law.total_variation();
            for below in [0.3, 0.5, 0.6, 0.9] {
                let never = times(&plan, cards, &[below]).remove(0).never;
                assert_eq!(never, end > below - 1e-9, "{text}, {cards}, {below}: {end}");
                nevers += u32::from(never);
            }
        }
    }
    assert!(nevers > 10, "{nevers}");
}

/// A card that stays among some places, or is there in turn, is never anywhere.
#[test]
fn cards_that_stay_among_some_places_are_never_near() {
    let chain = |rows: &[[f64; 4]; 4]| Matrix::of_cells(4, rows.iter().flatten().copied());
    let proved = |rows| {
        let mut search = Search::of(&[0.3], 0);
        never::by_places(&chain(rows), &mut search);
        let one = search.all.remove(0);
        one.too_few.map(|bound| bound.value)
    };
    let half = 0.5;
    let apart = [
        [half, half, 0.0, 0.0],
        [half, half, 0.0, 0.0],
        [0.0, 0.0, half, half],
        [0.0, 0.0, half, half],
    ];
    assert_eq!(proved(&apart), Some(0.5));
    let in_turn = [
        [0.0, 0.0, half, half],
        [0.0, 0.0, half, half],
        [half, half, 0.0, 0.0],
        [half, half, 0.0, 0.0],
    ];
    assert_eq!(proved(&in_turn), Some(0.5));
    let fixed = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, half, half],
        [0.0, half, 0.0, half],
        [0.0, half, half, 0.0],
    ];
    assert_eq!(proved(&fixed), Some(0.75));
    let lazy = [
        [half, half, 0.0, 0.0],
        [0.0, half, half, 0.0],
        [0.0, 0.0, half, half],
        [half, 0.0, 0.0, half],
    ];
    assert_eq!(proved(&lazy), None);
}

#[test]
fn growth_is_that_of_each_deck_and_follows_the_cutoff() {
    let sizes = [10, 16, 52, 104, 300];
    let thresholds = [0.25, 0.01];
    let all = growth(&plan("G"), &sizes, &thresholds).unwrap();
    for (size, cards) in all.iter().zip(sizes) {
        assert_eq!(size.cards, cards);
        let each = times(&plan("G"), cards, &thresholds);
        assert!(size.times.iter().eq(each.iter().map(|one| &one.exact)));
        let cutoff = size.cutoff.unwrap();
        assert!((cutoff - 1.5 * libm::log2(cards as f64)).abs() < 1e-12);
        // A quarter is left a riffle or less before it, or at it.
        let times = f64::from(size.times[0].unwrap());
        assert!((-1.2..1.0).contains(&(times - cutoff)), "{size:?}");
    }
    let twice = growth(&plan("GG"), &sizes, &thresholds).unwrap();
    for (one, two) in all.iter().zip(&twice) {
        assert_eq!(two.times[0], one.times[0].map(|times| times.div_ceil(2)));
        assert!((two.cutoff.unwrap() - 0.5 * one.cutoff.unwrap()).abs() < 1e-12);
    }
    assert!(growth(&plan("faro"), &[52], &[0.25]).unwrap()[0].times[0].is_none());
    assert_eq!(growth(&plan("R"), &[52], &[0.25]), None);
    // One half, a quarter, a half of a cut's rest: Bayer and Diaconis (1992).
    let second = |text| second_eigenvalue(&plan(text), 52).map(|known| known.modulus);
    assert_eq!(second("G"), Some(0.5));
    assert_eq!(second("GG"), Some(0.25));
    assert_eq!(second("R"), None);
}

/// The modulus of the second eigenvalue of the chain of `plan` over all orders, by powers of it without its mean.
fn by_powers(plan: &Plan, cards: usize) -> f64 {
    let mut moves: Vec<(Vec<u16>, f64)> = Vec::new();
    let law = plan.orders(cards, cards).unwrap();
    law.for_each(|deck, probability| moves.push((deck.to_vec(), probability)));
    let mut all: Vec<Vec<u16>> = vec![(0..cards as u16).collect()];
    let mut deck = all[0].clone();
    while next_order(&mut deck) {
        all.push(deck.clone());
    }
    // Where each order goes by each move.
    let next: Vec<(usize, usize, f64)> = (0..all.len())
        .flat_map(|from| {
            let all = &all;
            moves.iter().map(move |(places, probability)| {
                let after: Vec<u16> = places
                    .iter()
                    .map(|&place| all[from][usize::from(place)])
                    .collect();
                (from, all.binary_search(&after).unwrap(), *probability)
            })
        })
        .collect();
    let mut vector: Vec<f64> = (0..all.len())
        .map(|at| libm::sin(1.0 + (at * at) as f64))
        .collect();
    let (mut last, mut modulus) = (0.0, 0.0);
    for _ in 0..400 {
        let mean = vector.iter().sum::<f64>() / vector.len() as f64;
        let norm = vector
            .iter()
            .map(|one| (one - mean) * (one - mean))
            .sum::<f64>();
        // Two steps at once: the largest may have both signs.
        modulus = libm::sqrt(libm::sqrt(norm) * last);
        last = libm::sqrt(norm);
        let mut after = vec![0.0; vector.len()];
        for &(from, to, probability) in &next {
            after[to] += probability * (vector[from] - mean) / last;
        }
        vector = after;
    }
    modulus
}

#[test]
fn second_eigenvalues_are_those_of_the_chain_over_all_orders() {
    for text in [
        "G",
        "GG",
        "inverse-riffle",
        "random-transpositions",
        "top-to-random",
        "random-to-top",
        "random-to-random",
        "adjacent-transpositions",
        "adjacent-transpositions adjacent-transpositions",
    ] {
        for cards in 3..=5 {
            let known = second_eigenvalue(&plan(text), cards).unwrap();
            let walked = by_powers(&plan(text), cards);
            assert!(
                (known.modulus - walked).abs() < 1e-9,
                "{text}, {cards}: {known:?}, {walked}"
            );
        }
    }
    let twice = second_eigenvalue(&plan("random-to-random random-to-random"), 52).unwrap();
    let once: f64 = 1.0 - 54.0 / 2704.0;
    assert!((twice.modulus - once * once).abs() < 1e-15);
    // Nobody has those of these, or of a mixture.
    for text in ["thorp", "borel", "random-to-random random-to-top"] {
        assert_eq!(second_eigenvalue(&plan(text), 52), None);
    }
}
