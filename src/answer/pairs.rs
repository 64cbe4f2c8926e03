//! `pairs`: where two cards go together, and what that means for the order of the deck.

use serde::{Deserialize, Serialize};

use super::Unanswered;
use super::page::{Page, figure, largest};
use super::question::{Kind, Topic, ask};
use crate::exact::pairs::order_means::OrderMeans;
use crate::exact::pairs::{self, Direction, Effort};
use crate::names::{share, significant};
use crate::routine::{Plan, Refused};

pub(super) const QUESTION: Kind = Kind {
    name: "pairs",
    about: "Where two cards go together: expected rising sequences, descents, successions, inversions",
    topic: Topic::Routine {
        about: "A routine, such as \"RRH\"",
        instead: None,
        large: Some(Pairs::effort),
    },
    parameters: &[],
    ask: |_| {
        ask(|about| {
            let (plan, cards) = (about.plan()?, about.cards);
            let limit = if about.large {
                Effort {
                    multiplications: f64::INFINITY,
                    bytes: Pairs::effort(plan, cards)?.bytes,
                }
            } else {
                Effort::SECONDS
            };
            Pairs::of(plan, cards, &limit)
        })
    },
};

/// The behaviour of pairs of cards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pairs {
    /// Expected values of order statistics.
    pub order: OrderMeans,
    /// The same of an ideal shuffle.
    pub ideal: OrderMeans,
    /// The two neighbouring cards whose places together are farthest from uniform, of some neighbours all
    /// over the deck; null where that takes too long.
    pub farthest_neighbours: Option<Neighbours>,
    /// `above[a][b]`: probability that the card from position a ends above the one from b.
    pub above: Vec<Vec<f64>>,
    /// `next[a][b]`: probability that the card from position b ends directly below the one from a.
    pub next: Vec<Vec<f64>>,
}

/// Two cards that start next to each other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Neighbours {
    /// The position at which the upper one starts, from 1.
    pub first: usize,
    /// Total variation of the law of their two positions from uniform on n(n − 1) pairs: a lower
    /// bound for that of the whole deck.
    pub distance: f64,
}

impl Pairs {
    /// Finds the pairs of a routine, if that takes no more effort than `limit`.
    pub fn of(plan: &Plan, cards: usize, limit: &Effort) -> Result<Self, Unanswered> {
        let refused = |refused: Refused| Unanswered::of_pairs(&refused, cards);
        let effort = Self::effort(plan, cards)?;
        if !effort.is_within(limit) {
            return Err(refused(Refused::Effort(effort)));
        }
        let expected = |value| {
            plan.two_card(&value, Direction::Backward, limit)
                .map_err(refused)
        };
        let above = expected(pairs::Pairs::above(cards))?;
        let next = expected(pairs::Pairs::next(cards))?;
        let next_around = expected(pairs::Pairs::next_around(cards))?;
        let neighbours = plan.farthest_pair(cards, &pairs::neighbours(cards), limit);
        let farthest = neighbours.ok().flatten().map(|pair| Neighbours {
            first: pair.first.min(pair.second) + 1,
            distance: pair.distance,
        });
        let rows = |table: &pairs::Pairs| (0..cards).map(|i| table.row(i).to_vec()).collect();
        Ok(Self {
            order: OrderMeans::of(&above, &next, &next_around),
            ideal: OrderMeans::ideal(cards),
            farthest_neighbours: farthest,
            above: rows(&above),
            next: rows(&next),
        })
    }

    /// Gives the effort that [`Pairs::of`] takes, without the farthest neighbours: these are left out where
    /// they would take too long.
    pub fn effort(plan: &Plan, cards: usize) -> Result<Effort, Unanswered> {
        plan.order_means_effort(cards)
            .map_err(|refused| Unanswered::of_pairs(&refused, cards))
    }
}

/// One of the expected values.
type Mean = fn(&OrderMeans) -> f64;

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Pairs, name: &str, cards: usize) {
    page.line(format!(
        "After {name}, {} of {} neighbours in a deck of {cards} still follow each other (ideal: {}).",
        figure(found.order.successions, 6),
        cards - 1,
        figure(found.ideal.successions, 6)
    ));
    let rows: [(&str, Mean, &str); 6] = [
        ("rising sequences", |order| order.rising_sequences, ""),
        ("descents", |order| order.descents, ""),
        ("inversions", |order| order.inversions, ""),
        (
            "successions",
            |order| order.successions,
            "deck[i+1] = deck[i] + 1",
        ),
        (
            "values around",
            |order| order.successions_of_values_around,
            "the first card follows the last",
        ),
        (
            "around",
            |order| order.successions_around,
            "and the top of the deck follows its bottom",
        ),
    ];
    page.table(rows)
        .left("expected", |(title, ..)| *title)
        .right("exact", |(_, of, _)| format!("{:.9}", of(&found.order)))
        .right("ideal", |(_, of, _)| format!("{:.9}", of(&found.ideal)))
        .faint("", |(.., about)| *about);
    // The pairs that start next to each other: the others are in the JSON.
    let worst = largest(cards - 1, 10, |at| found.next[at][at + 1]);
    page.table(worst)
        .right("neighbours", |at| format!("{}, {}", at + 1, at + 2))
        .right("still next to each other", |at| {
            significant(found.next[*at][at + 1], 4)
        })
        .right("ideal", |_| significant(1.0 / cards as f64, 4))
        .right("in order", |at| format!("{:.4}", found.above[*at][at + 1]))
        .right("ideal", |_| "0.5000");
    if let Some(farthest) = &found.farthest_neighbours {
        page.note(format!(
            "the places of cards {} and {} together are {} from uniform in total variation: the whole deck is no nearer to ideal",
            farthest.first,
            farthest.first + 1,
            share(farthest.distance)
        ));
    }
    page.note("the ten neighbours most likely to stay together; `--json` has all pairs");
}
