//! All orders of a deck of three or four cards as a tree: the top card, the next one, and so on.

use super::super::super::chart::{Key, Picture, Swatch, Way, tree};
use super::words::{counted, letters, short, spoken};
use super::{ALONE, Named, Of, of};
use record::answers::Law;
use text::names::{grouped, short_fraction};

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Law);
    all.retain(|of| !of.found.orders.is_empty());
    // A tree by itself is large enough: of several answers each has its own.
    let each = all.iter().map(|of| Picture {
        quiet: false,
        name: "orders",
        title: said(of),
        about: format!(
            "A branch for each card from the top on, as thick as it is likely. Exact, over all orders; in a fair deck each order \
             has probability 1/{}.{}",
            grouped(fair(of.cards())),
            letters([of.answer])
        ),
        legend: vec![Key {
            class: "seen",
            swatch: Swatch::Line,
            means: "shuffled so".to_owned(),
        }],
        panels: vec![tree(ALONE.0, &ways(of), ("top card", "probability"), &said(of))],
    });
    each.collect()
}

/// Orders of so few cards.
fn fair(cards: usize) -> u64 {
    (1..=cards.min(4) as u64).product()
}

fn ways(of: &Of<'_, Law>) -> Vec<Way> {
    let each = of.found.orders.iter().map(|order| Way {
        choices: order.order.iter().map(ToString::to_string).collect(),
        probability: order.probability,
        says: short_fraction(order.probability),
    });
    each.collect()
}

fn said(of: &Of<'_, Law>) -> String {
    let orders = of.found.orders.len() as u64;
    let kept = of.found.orders.iter().find(|one| one.order.is_sorted());
    let kept = kept.map_or(0.0, |one| one.probability);
    let all = fair(of.cards());
    let can = if orders == all {
        format!("all {}", counted(all, "order", "orders"))
    } else {
        format!("{} of {}", spoken(orders), counted(all, "order", "orders"))
    };
    format!(
        "After {}, {can} can come; the deck is as it was with probability {}.",
        of.done(),
        if kept > 0.0 {
            short_fraction(kept)
        } else {
            short(0.0, 1)
        }
    )
}
