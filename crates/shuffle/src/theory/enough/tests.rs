//! Numbers of times against published ones, enumeration and each other.

use super::*;
use crate::routine::{Letters, Routine};

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
