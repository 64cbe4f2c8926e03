//! Facts that are known of a routine whose source seeds it badly, or keeps decks.
//!
//! The chains of a routine are those of independent decks from endless randomness. They say nothing of
//! decks that come from a few seeds, each of which has its one order, nor of decks that depend on each
//! other: then nothing is compared with them. Only the number of orders that a deck can have at all remains.

use std::collections::BTreeMap;

use super::bounds::{equally_likely, orders_are_missing};
use super::calls;
use crate::policy::{Memory, Policy};
use crate::routine::Plan;
use deck::rng::Seeding;
use laws::counting::power_of_ten;
use laws::known::{Bound, Known, Proved, ProvedCalls};

/// Says what is known of decks of `cards` cards that `plan` shuffles under `policy`, which is not the
/// default one.
pub fn known_under(policy: &Policy, plan: &Plan, cards: usize) -> Known {
    Known {
        means: BTreeMap::new(),
        chain: None,
        rising_mean: None,
        most_calls: None,
        calls: ProvedCalls {
            at_least: ln_orders(policy, plan, cards)
                .and_then(|orders| calls::at_least(cards, orders)),
            ..ProvedCalls::default()
        },
        too_long: false,
        // Decks that another routine shuffles have no law in common with the rest.
        distance: (policy.departing().is_none()).then(|| prove_under(policy, plan, cards)),
    }
}

/// The orders that a deck can have, at the most, as a natural logarithm; `None` if it begins where the one before ended,
/// or if it may be shuffled otherwise.
fn ln_orders(policy: &Policy, plan: &Plan, cards: usize) -> Option<f64> {
    let one = policy.memory != Memory::InPlace && policy.departing().is_none();
    let reached = plan.ln_support(cards);
    one.then(|| {
        policy
            .seeding
            .ln_seeds()
            .map_or(reached, |seeds| seeds.min(reached))
    })
}

/// The distance of the law of a single deck from the ideal shuffle.
fn prove_under(policy: &Policy, plan: &Plan, cards: usize) -> Proved {
    let reached = plan.ln_support(cards);
    let seeds = policy.seeding.ln_seeds();
    let always_the_same = seeds.is_some_and(|seeds| seeds <= 0.0);
    let lower = match policy.memory {
        // Each deck begins where the one before ended: with every deck there are more orders.
        Memory::InPlace => None,
        Memory::None | Memory::DealtAgain => match seeds {
            Some(seeds) if seeds < reached => orders_are_missing(seeds, cards).then(|| Bound {
                by: format!(
                    "orders that seeds can give: at most {} of {cards}!",
                    if always_the_same {
                        "1".to_owned()
                    } else {
                        power_of_ten(seeds)
                    }
                ),
                ..equally_likely(seeds, cards)
            }),
            _ => orders_are_missing(reached, cards).then(|| Bound {
                by: format!(
                    "reachable orders: at most {} of {cards}!",
                    power_of_ten(reached)
                ),
                ..equally_likely(reached, cards)
            }),
        },
    };
    let exact = (always_the_same && policy.memory != Memory::InPlace).then(|| Bound {
        by: match policy.seeding {
            Seeding::Numbers => "the one order that its number gives".to_owned(),
            _ => "always the same order".to_owned(),
        },
        ..equally_likely(0.0, cards)
    });
    // Counts of single decks prove nothing either: see where they would be used.
    let dependent = !policy.is_independent();
    let nothing = dependent.then(|| {
        Bound::new(
            0.0,
            "no evidence: these decks depend on each other, and nothing is counted of single ones",
        )
    });
    let upper = match &exact {
        Some(exact) => exact.clone(),
        None => Bound::new(
            1.0,
            "no proof of less: these decks have few seeds, or memory",
        ),
    };
    Proved {
        lower: lower.or(nothing).into_iter().collect(),
        upper: vec![upper],
        exact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::{Letters, Routine};

    fn proved(text: &str, seeding: Seeding, memory: Memory, cards: usize) -> Proved {
        let letters = Letters::default();
        let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
        let known = known_under(
            &Policy {
                seeding,
                memory,
                ..Policy::default()
            },
            &plan,
            cards,
        );
        assert!(known.chain.is_none() && known.rising_mean.is_none());
        known.distance.unwrap()
    }

    #[test]
    fn few_seeds_are_called() {
        let plan = Routine::parse("S", &Letters::default()).unwrap();
        let plan = plan.plan(&Letters::default());
        let of = |memory| {
            let policy = Policy {
                seeding: Seeding::Bits(16),
                memory,
                ..Policy::default()
            };
            known_under(&policy, &plan, 52).calls.at_least
        };
        // 52 − ½ · 16 (Hellman and Raviv, 1970).
        assert!((of(Memory::None).unwrap() - 44.0).abs() < 1e-9);
        assert_eq!(of(Memory::InPlace), None);
    }

    #[test]
    fn few_seeds_give_few_orders() {
        // 2¹⁶/52! = 8.1e-64, 2³²/52! = 5.3e-59.
        for (bits, gap) in [(16, 8.125e-64), (32, 5.325e-59)] {
            let proved = proved("S", Seeding::Bits(bits), Memory::None, 52);
            let bound = &proved.lower[0];
            assert!((bound.gap / gap - 1.0).abs() < 1e-3, "{bound:?}");
            assert!(
                bound.by.starts_with("orders that seeds can give"),
                "{bound:?}"
            );
            assert_eq!(proved.exact, None);
        }
        // A Hindu shuffle of 40 cards has 1,122 orders: fewer than there are seeds.
        let hindu = proved("H", Seeding::Bits(16), Memory::None, 40);
        assert!(
            hindu.lower[0]
                .by
                .starts_with("reachable orders: at most 1.1e3")
        );
        // 5,040 orders, and 65,536 seeds.
        assert_eq!(proved("S", Seeding::Bits(16), Memory::None, 7).lower, []);
        let three_bits = proved("S", Seeding::Bits(3), Memory::None, 7).lower[0].gap;
        assert!((three_bits - 8.0 / 5040.0).abs() < 1e-12);
    }

    #[test]
    fn one_seed_gives_one_order() {
        for memory in [Memory::None, Memory::DealtAgain] {
            let proved = proved("S", Seeding::One, memory, 5);
            for bound in [
                &proved.lower[0],
                &proved.upper[0],
                proved.exact.as_ref().unwrap(),
            ] {
                assert!(
                    (bound.value - (1.0 - 1.0 / 120.0)).abs() < 1e-12,
                    "{bound:?}"
                );
            }
        }
        let in_place = proved("S", Seeding::One, Memory::InPlace, 5);
        assert!(in_place.exact.is_none() && in_place.lower[0].value <= 0.0);
    }

    #[test]
    fn a_deck_that_has_its_number_has_one_order() {
        let proved = proved("S", Seeding::Numbers, Memory::None, 5);
        let exact = proved.exact.unwrap();
        assert!((exact.value - (1.0 - 1.0 / 120.0)).abs() < 1e-12);
        assert!(exact.by.contains("number"), "{}", exact.by);
    }

    #[test]
    fn decks_with_memory_have_no_chain_and_no_distance() {
        for memory in [Memory::InPlace, Memory::DealtAgain] {
            let proved = proved("S", Seeding::Batches, memory, 52);
            let (lower, upper) = (&proved.lower[0], &proved.upper[0]);
            assert!(lower.value <= 0.0 && upper.value >= 1.0);
            assert!(lower.by.contains("depend on each other"), "{lower:?}");
        }
        // One cut, kept, is still one of 52 orders.
        let cut = proved("C", Seeding::Batches, Memory::DealtAgain, 52);
        assert!(cut.lower[0].value > 0.99);
    }
}
