use std::collections::BTreeSet;

use deck::rng::PcgDraws;

use super::*;

fn of(to: &[u16]) -> Permutation {
    Permutation::of_deck(to)
}

/// All members, by products until nothing new comes.
fn enumerated(members: &[Permutation], conjugator: Option<&Permutation>) -> usize {
    let cards = members[0].cards();
    let mut generators = members.to_vec();
    if let Some(c) = conjugator {
        // The powers of a rearrangement of few cards come back within 60 times.
        for at in 0..60 * members.len() {
            let next = c.inverse().then(&generators[at]).then(c);
            generators.push(next);
        }
    }
    let start = Permutation::identity(cards);
    let mut seen = BTreeSet::from([start.to().to_vec()]);
    let mut left = vec![start];
    while let Some(one) = left.pop() {
        for next in &generators {
            let next = one.then(next);
            if seen.insert(next.to().to_vec()) {
                left.push(next);
            }
        }
    }
    seen.len()
}

#[test]
fn orders_are_those_of_enumeration() {
    let mut draws = PcgDraws::for_batch(47, "groups", 0, 0);
    let (mut proper, mut bounded) = (0, 0);
    for cards in 2..=7_usize {
        for turn in 0..12 {
            let mut random = || {
                let mut deck: Vec<u16> = (0..cards as u16).collect();
                deck::rng::shuffle_items(&mut draws, &mut deck);
                of(&deck)
            };
            let (one, other, conjugator) = (random(), random(), random());
            // Squares and commutators give smaller groups.
            let members = match turn % 3 {
                0 => vec![one, other],
                1 => vec![one.then(&one)],
                _ => vec![one.then(&other).then(&one.inverse()).then(&other.inverse())],
            };
            for by in [None, Some(&conjugator)] {
                let found = order(cards, &members, by).unwrap();
                let truth = enumerated(&members, by);
                assert_eq!(found.members, UBig::from(truth), "{members:?}, {by:?}");
                let generators: Vec<Move> = members.iter().chain(by).map(packed).collect();
                if let Some(bound) = orbits::at_most(cards, &generators) {
                    assert!(bound.members >= found.members, "{members:?}, {by:?}");
                    bounded += 1;
                }
                let all: usize = (1..=cards).product();
                proper += usize::from(truth < all);
            }
        }
    }
    assert!(proper > 30 && bounded > 30, "{proper}, {bounded}");
}

fn faro(cards: usize, out: bool) -> Permutation {
    let half = cards / 2;
    let deck = (0..cards).map(|at| {
        let second = (at % 2 == 1) == out;
        (at / 2 + if second { half } else { 0 }) as u16
    });
    of(&deck.collect::<Vec<u16>>())
}

/// Diaconis, Graham and Kantor (1983): k·2ᵏ members for 2ᵏ cards, 2¹¹ times those of the group M₁₂ for 24; for other 2n cards
/// all 2ⁿ n! that keep pairs together, or half of them.
#[test]
fn groups_of_faros_are_the_published_ones() {
    let group = |cards| {
        let both = [faro(cards, true), faro(cards, false)];
        order(cards, &both, None).unwrap()
    };
    for (cards, members) in [
        (8, 24_u64),
        (16, 64),
        (32, 160),
        (6, 24),
        (10, 1_920),
        (14, 645_120 / 2),
        (24, 194_641_920),
    ] {
        assert_eq!(group(cards).members, UBig::from(members), "{cards} cards");
    }
    let pairs: UBig = (1..=26_u8).map(|at| UBig::from(2 * at)).product();
    assert_eq!(group(52).members, pairs);
    // The centre of the deck stays the centre: places as far from it stay pairs. Larger decks are not counted.
    let both = |cards| [faro(cards, true), faro(cards, false)];
    let moves: Vec<Move> = both(52).iter().map(packed).collect();
    assert_eq!(orbits::at_most(52, &moves).unwrap().members, pairs);
    let large = order(1_000, &both(1_000), None).unwrap();
    assert_eq!(large.by, By::Blocks);
    let pairs: UBig = (1..=500_u16).map(|at| UBig::from(2 * at)).product();
    assert_eq!(large.members, pairs);
    assert_eq!(group(52).by, By::Chain);
}

#[test]
fn all_rearrangements_and_all_even_ones_are_recognised() {
    for cards in [8, 9, 20, 52, 104, 500] {
        let all = factorial(cards);
        let cut = Permutation::cut(cards, 1);
        let mut swapped: Vec<u16> = (0..cards as u16).collect();
        swapped.swap(0, 1);
        let swap = of(&swapped);
        let found = order(cards, &[cut.clone(), swap.clone()], None).unwrap();
        assert_eq!(
            (found.members, found.by),
            (all.clone(), By::Jordan),
            "{cards}"
        );
        // One swap and its conjugates are all; the square of a long cut with three cards is even.
        let found = order(cards, &[swap], Some(&cut)).unwrap();
        assert_eq!(found.members, all, "{cards}");
        swapped.swap(1, 2);
        let found = order(cards, &[of(&swapped)], Some(&cut)).unwrap();
        assert_eq!(found.members, all / UBig::from(2_u8), "{cards}");
    }
}

#[test]
fn cuts_are_as_many_as_cards() {
    for cards in [2, 7, 52, 312, 1_000] {
        let cuts: Vec<Permutation> = (0..cards).map(|of| Permutation::cut(cards, of)).collect();
        let found = order(cards, &cuts, None).unwrap();
        assert_eq!(found.members, UBig::from(cards));
        assert_eq!(
            order(cards, &[], Some(&cuts[1])).unwrap().members,
            UBig::ONE
        );
    }
    assert!(order(MOST_POINTS + 1, &[], None).is_none());
}
