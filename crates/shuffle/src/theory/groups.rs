//! The groups that a routine's orders make, which say what can come of it however often it is done.
//!
//! Let G be the group that all orders that a routine can give generate, and N the smallest normal subgroup of it that holds
//! g⁻¹h for any two of them. After k times all orders lie in one coset of N, so no more than |N| of the n! can come; and in the
//! end these are equally likely (Kawada and Itô, 1940).

use crate::routine::Plan;
use laws::group::{self, MOST_POINTS, Order};
use laws::permutation::Permutation;

/// Orders of one shuffle that are listed, and numbers in all of these lists together.
const LISTED: usize = 10_000;
const NUMBERS: usize = 3_000_000;

/// The groups of a routine.
#[derive(Debug, Clone, PartialEq)]
pub struct Groups {
    /// The group that its orders generate.
    pub generated: Order,
    /// Its smallest normal subgroup that holds what takes one of these orders to another: so many orders can come after any
    /// one number of times.
    pub together: Order,
    /// Natural logarithm of the number of orders that can come after any one number of times, over n!.
    pub ln_share: f64,
}

/// Finds the groups of `plan`; nothing where the orders of one of its shuffles are too many to be listed, or the deck is too
/// large.
pub fn groups(plan: &Plan, cards: usize) -> Option<Groups> {
    if cards > MOST_POINTS {
        return None;
    }
    let most = LISTED.min(NUMBERS / cards);
    let (listed, steps) = plan
        .each_once(|step| {
            let orders = step.orders_within(cards, most as u64).ok_or(())?;
            let moves = orders.keys().map(|deck| Permutation::of_deck(deck));
            Ok::<Vec<Permutation>, ()>(moves.collect())
        })
        .ok()?;
    let differing: usize = steps.iter().map(|&at| listed[at].len() - 1).sum();
    if differing > most {
        return None;
    }
    // The first order of each shuffle, and all else that one of them can do in its place. What a change of one shuffle makes
    // of the whole generates what all changes make.
    let mut after = Permutation::identity(cards);
    let mut changes = Vec::with_capacity(differing);
    for &at in steps.iter().rev() {
        let (first, others) = listed[at].split_first()?;
        let (undone, undone_after) = (first.inverse(), after.inverse());
        let others = others.iter().map(|other| undone.then(other));
        changes.extend(others.map(|change| undone_after.then(&change).then(&after)));
        after = first.then(&after);
    }
    let together = group::order(cards, &changes, Some(&after))?;
    changes.push(after);
    let generated = group::order(cards, &changes, None)?;
    Some(Groups {
        ln_share: together.ln_share(cards),
        generated,
        together,
    })
}

impl Groups {
    /// The total variation distance that is never undercut, and to which it falls in the end; and how far it is from 1.
    pub fn in_the_end(&self) -> (f64, f64) {
        (0.0 - libm::expm1(self.ln_share), libm::exp(self.ln_share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::{Letters, Routine};

    fn of(text: &str, cards: usize) -> Option<Groups> {
        let letters = Letters::default();
        groups(
            &Routine::parse(text, &letters).unwrap().plan(&letters),
            cards,
        )
    }

    /// Powers of the law over all orders come as near as the groups say, and no nearer.
    #[test]
    fn small_decks_come_as_near_as_their_groups_say() {
        let letters = Letters::default();
        let mut proper = 0;
        for text in [
            "C P",
            "faro C",
            "mongean C",
            "sattolo",
            "even-only",
            "C faro C mongean",
            "G",
            "M",
            "swap-with-any",
            "faro",
            "C (P P) C",
            "ouroboros C",
            "faro sattolo",
        ] {
            for cards in 2..=6 {
                let Some(found) = of(text, cards) else {
                    continue;
                };
                let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
                let once = plan.orders(cards, 6).unwrap();
                let mut law = once.clone();
                // Many times, by repeated squaring.
                for _ in 0..12 {
                    law = law.then(&law.clone());
                }
                let (end, gap) = found.in_the_end();
                let truth = law.total_variation();
                assert!(
                    (truth - end).abs() < 1e-9,
                    "{text}, {cards}: {truth}, {end}, {found:?}"
                );
                assert!((1.0 - end - gap).abs() < 1e-12);
                proper += usize::from(end > 0.0);
            }
        }
        assert!(proper > 20, "{proper}");
    }

    #[test]
    fn large_decks_have_groups_where_their_orders_can_be_listed() {
        let in_the_end = |text, cards| of(text, cards).map(|groups| groups.in_the_end().0);
        assert_eq!(in_the_end("C", 52).map(|end| end > 0.999), Some(true));
        // 312 cards: the cuts alone, and with a faro all, or all even, orders.
        assert!(in_the_end("C", 312).unwrap() > 0.999);
        assert!(in_the_end("C faro", 312).unwrap() < 0.51);
        for text in ["G", "R", "O"] {
            assert_eq!(of(text, 52), None, "{text}");
        }
        assert_eq!(of("C", 2_000), None);
    }
}
