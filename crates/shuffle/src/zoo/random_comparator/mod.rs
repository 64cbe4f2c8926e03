//! Sorting with a random comparison: `cards.sort(() => Math.random() - 0.5)`.
//!
//! A sort is asked to compare by a coin, and what comes out depends on how it sorts. All here are real
//! library sorts, which end with any answers and stay within the deck: bounds, not comparisons, end
//! their loops. Each would sort any deck, so that all orders can come up. A coin says "greater" or "smaller" with probability ½ each; "equal" has a chance of
//! 2⁻⁵³ in the original, and none here.
//!
//! | `algorithm` | the sort that it stands for |
//! | --- | --- |
//! | [`"binary-insertion"`](binary_insertion) | V8 since 7.0 (Chrome 70, Node 11, 2018), decks below 64 cards |
//! | [`"insertion"`](insertion) | V8 before 7.0, decks of up to 10 cards |
//! | [`"quick"`](quick) | V8 before 7.0, larger decks |
//! | [`"merge"`](merge) | `SpiderMonkey` (Firefox) of 2013, js/src/ds/Sort.h |
//!
//! Seen: Weir (27 February 2010), "Doing the Microsoft Shuffle: Algorithm Fail in Browser Ballot",
//! robweir.com: the page by which Microsoft let Europeans choose a browser sorted the five names so,
//! and Internet Explorer came last half the time. It is in many web pages still.

mod binary_insertion;
mod insertion;
mod merge;
mod quick;

use super::super::prelude::*;

pub(in super::super) const KIND: Kind = Kind {
    name: "random-comparator",
    group: Group::Wrong,
    time: None,
    about: "a library's sort that is told to compare by a coin",
    source: "Weir (2010), Doing the Microsoft Shuffle: Algorithm Fail in Browser Ballot",
    parameters: &[Parameter {
        name: "algorithm",
        about: "\"binary-insertion\" (Chrome and Node since 2018), \"insertion\" and \"quick\" (until \
                then, up to 10 cards and above), \"merge\" (Firefox 2013); default \"binary-insertion\"",
    }],
    build: |params| {
        let algorithms = ["binary-insertion", "insertion", "merge", "quick"];
        Ok(match params.word("algorithm", &algorithms)? {
            Some("insertion") => Box::new(insertion::InsertionSort),
            Some("merge") => Box::new(merge::MergeSort),
            Some("quick") => Box::new(quick::QuickSort::SHIPPED),
            _ => Box::new(binary_insertion::BinaryInsertionSort),
        })
    },
};

/// The probability that so many coins all say the same given thing.
fn all_heads(coins: usize) -> f64 {
    // Beyond the exponents of doubles it is 0.
    libm::ldexp(1.0, -i32::try_from(coins).unwrap_or(i32::MAX))
}

/// Answers a comparison of two cards by a fair coin.
fn coin<D: Draws>(draws: &mut D) -> bool {
    draws.chance(0.5)
}
