//! `pairs`: where two cards go together, and what that means for the order of the deck.

use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use laws::order_law::ORDINARY_CARDS;
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
        optional: false,
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
    let effort = match plan.order_means_effort(cards) {
        Ok(effort) => effort,
        Err(unknown) => return enumerated(plan, cards).ok_or_else(|| refused(unknown)),
    };
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
    Ok(answer([&above, &next, &next_around], farthest, None))
}

/// The answer by the expected values of [`pairs::Pairs::above`], [`pairs::Pairs::next`] and [`pairs::Pairs::next_around`].
fn answer(
    [above, next, next_around]: [&pairs::Pairs; 3],
    farthest_neighbours: Option<Neighbours>,
    by: Option<String>,
) -> Pairs {
    let cards = above.cards();
    let rows = |table: &pairs::Pairs| (0..cards).map(|i| table.row(i).to_vec()).collect();
    Pairs {
        order: means(order_means::OrderMeans::of(above, next, next_around)),
        ideal: means(order_means::OrderMeans::ideal(cards)),
        farthest_neighbours,
        by,
        above: rows(above),
        next: rows(next),
    }
}

/// Finds the pairs of a small deck by all its orders, where no two-card chain is known; nothing where these are too many.
fn enumerated(plan: &Plan, cards: usize) -> Option<Pairs> {
    let law = plan.orders(cards, ORDINARY_CARDS).ok()?;
    // Sums of probabilities that carry no rounding along: the decks are small.
    let mut both = vec![pairs::Pairs::zero(cards); cards * cards];
    law.for_each(|deck, probability| {
        for (i, &first) in deck.iter().enumerate() {
            for (j, &second) in deck.iter().enumerate().filter(|(j, _)| *j != i) {
                let start = usize::from(first) * cards + usize::from(second);
                both[start].row_mut(i)[j] += probability;
            }
        }
    });
    let expected = |value: pairs::Pairs| {
        pairs::Pairs::from_fn(cards, |a, b| {
            let law = both[a * cards + b].cells().iter();
            law.zip(value.cells()).map(|(p, value)| p * value).sum()
        })
    };
    let distance = |first: usize| both[first * cards + first + 1].distance_from_uniform();
    let farthest = (0..cards - 1).max_by(|a, b| distance(*a).total_cmp(&distance(*b)));
    let tables = [
        expected(pairs::Pairs::above(cards)),
        expected(pairs::Pairs::next(cards)),
        expected(pairs::Pairs::next_around(cards)),
    ];
    Some(answer(
        tables.each_ref(),
        farthest.map(|first| Neighbours {
            first: first + 1,
            distance: distance(first),
        }),
        Some(format!("law over all {cards}! orders, by enumeration")),
    ))
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

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle::routine::{Letters, Routine};

    /// The two-card chain, where there is one, and all orders say the same.
    #[test]
    fn pairs_by_enumeration_are_those_of_the_chain() {
        let letters = Letters::default();
        for text in ["G", "C G", "R", "O H", "S", "P"] {
            let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
            for cards in [2, 3, 5, 6] {
                let chain = find(&plan, cards, &Effort::SECONDS).unwrap();
                let orders = enumerated(&plan, cards).unwrap();
                let means = |found: &Pairs| {
                    let order = found.order;
                    [
                        order.rising_sequences,
                        order.descents,
                        order.inversions,
                        order.successions,
                        order.successions_around,
                    ]
                };
                for (a, b) in means(&chain).into_iter().zip(means(&orders)) {
                    assert!((a - b).abs() < 1e-12, "{text}, {cards}: {a}, {b}");
                }
                let cells = |found: &Pairs| [found.above.concat(), found.next.concat()].concat();
                for (a, b) in cells(&chain).into_iter().zip(cells(&orders)) {
                    assert!((a - b).abs() < 1e-12, "{text}, {cards}");
                }
                let far = |found: &Pairs| found.farthest_neighbours.map(|pair| pair.distance);
                let (a, b) = (far(&chain).unwrap(), far(&orders).unwrap());
                assert!((a - b).abs() < 1e-12, "{text}, {cards}: {a}, {b}");
                assert!(chain.by.is_none() && orders.by.is_some());
            }
        }
        let plan = Routine::parse("G", &letters).unwrap().plan(&letters);
        assert!(enumerated(&plan, 9).is_none());
    }
}
