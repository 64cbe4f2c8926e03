//! `pairs`: where two cards go together, and what that means for the order of the deck.

use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use laws::pairs;
use laws::pairs::order_means;
use laws::pairs::{Direction, Effort};
use record::answers::pairs::{NAME, Neighbours, OrderMeans, Pairs};
use shuffle::routine::{Plan, Refused};

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "Where two cards go together: expected rising sequences, descents, successions, inversions",
    topic: Topic::Routine {
        about: "A routine, such as \"RRH\"",
        instead: None,
        large: Some(effort),
    },
    parameters: &[],
    ask: |_| {
        ask(|about| {
            let (plan, cards) = (about.plan()?, about.cards);
            let limit = if about.large {
                Effort {
                    multiplications: f64::INFINITY,
                    bytes: effort(plan, cards)?.bytes,
                }
            } else {
                Effort::SECONDS
            };
            find(plan, cards, &limit)
        })
    },
};

/// Finds the pairs of a routine, if that takes no more effort than `limit`.
fn find(plan: &Plan, cards: usize, limit: &Effort) -> Result<Pairs, Unanswered> {
    let refused = |refused: Refused| Unanswered::of_pairs(&refused, cards);
    let effort = effort(plan, cards)?;
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
    Ok(Pairs {
        order: means(order_means::OrderMeans::of(&above, &next, &next_around)),
        ideal: means(order_means::OrderMeans::ideal(cards)),
        farthest_neighbours: farthest,
        above: rows(&above),
        next: rows(&next),
    })
}

/// Gives the effort that [`find`] takes, without the farthest neighbours: these are left out where
/// they would take too long.
fn effort(plan: &Plan, cards: usize) -> Result<Effort, Unanswered> {
    plan.order_means_effort(cards)
        .map_err(|refused| Unanswered::of_pairs(&refused, cards))
}

fn means(found: order_means::OrderMeans) -> OrderMeans {
    OrderMeans {
        rising_sequences: found.rising_sequences,
        descents: found.descents,
        inversions: found.inversions,
        successions: found.successions,
        successions_of_values_around: found.successions_of_values_around,
        successions_around: found.successions_around,
    }
}
