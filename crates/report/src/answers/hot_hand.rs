//! `hot-hand`: what comes after a streak, among finitely many flips of a coin; the page.

use crate::table::Page;
use record::answers::hot_hand::{HotHand, MOST_EXACT};
use text::names::{figure, grouped};

/// Shares that differ by less may be equal.
const ROUNDING: f64 = 1e-9;

/// The answer on a page.
pub fn page(page: &mut Page, found: &HotHand, _name: &str, _cards: usize) {
    let of = if found.either { "alike" } else { "heads" };
    let exact = |text: &Option<String>| match text {
        Some(text) if text.contains('/') => format!(" ({text})"),
        _ => String::new(),
    };
    page.line(format!(
        "You bet a dollar that more flips continue a streak than end it. You gain {}{} on average: you win with \
         probability {}, lose with {}, and get your dollar back with {}.",
        figure(found.expected_return, 7),
        exact(&found.expected_return_exact),
        figure(found.win, 6),
        figure(found.lose, 6),
        figure(found.push, 6),
    ));
    page.line(format!(
        "The coin is flipped {}, and falls heads with probability {}. A flip counts if it comes after {} {of} or more in a row.",
        match found.flips {
            1 => "once".to_owned(),
            flips => format!("{} times", grouped(flips as u64)),
        },
        found.p,
        found.streak,
    ));
    page.line(match (found.share, found.share_of_all) {
        (Some(share), Some(all)) => format!(
            "Where a sequence has such flips (probability {}), {}{} of them continue the streak on average. Of those of many \
             sequences together, {} do.",
            figure(found.any, 6),
            figure(share, 7),
            exact(&found.share_exact),
            figure(all, 7),
        ),
        _ => "No flip ever counts.".to_owned(),
    });
    if found
        .share
        .zip(found.share_of_all)
        .is_some_and(|(share, all)| share < all - ROUNDING)
    {
        page.line(
            "No flip knows of the streak before it. Flips that continue a streak come many at a time in few sequences; flips \
             that end one come singly in many.",
        );
    }
    let effort = &found.effort;
    page.table([
        (
            "return: those that go on less those that end",
            effort.expected_return,
        ),
        ("share: both counts", effort.share_by_both),
        ("share: their sum, with two numbers", effort.share),
    ])
    .left("recursion over the flips, and its tally", |(name, _)| *name)
    .right("states", |(_, effort)| grouped(effort.states))
    .right("numbers", |(_, effort)| grouped(effort.numbers));
    if found.flips > MOST_EXACT {
        page.note(format!(
            "in doubles, right to about 1e-12; up to {MOST_EXACT} flips all sequences are counted in whole numbers"
        ));
    }
}
