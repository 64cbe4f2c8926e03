//! Exact facts that the two-card chain of a whole routine tells.
//!
//! Each of these says first what it takes, and refuses beyond the limit that it is given.

use thiserror::Error;

use super::Plan;
#[cfg(test)]
use laws::pairs::order_means::OrderMeans;
use laws::pairs::{Direction, Effort, Pairs};

/// Two cards, by where they start, and how far the law of where they end is from uniform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairDistance {
    /// Start of the first card, from 0.
    pub first: usize,
    /// Start of the second card, from 0.
    pub second: usize,
    /// Total variation between the joint law of the two positions and the uniform one on
    /// n(n − 1) ordered pairs, in `[0, 1]`: a lower bound of the routine's over all n! orders.
    pub distance: f64,
}

/// Reasons why a table was not taken through the two-card chain of a routine.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Refused {
    /// It is the chain of a shuffle that has none.
    #[error(
        "no exact two-card chain is known for a shuffle in this routine ({shuffle}); accepted: shuffles \
         that have one (`colddeck run` simulates any)"
    )]
    Unknown {
        /// A description of the shuffle.
        shuffle: String,
    },
    /// It takes this, which is beyond the limit.
    #[error("it takes about {:.1e} multiplications and {:.2} GB", .0.multiplications, .0.bytes / 1e9)]
    Effort(Effort),
}

impl Plan {
    /// Gives the effort of [`Self::two_card`] for `cards` cards.
    ///
    /// # Errors
    /// If no two-card chain is known for one of the shuffles.
    pub(crate) fn two_card_effort(&self, cards: usize) -> Result<Effort, Refused> {
        let tables = Effort::of_tables(cards, 2);
        self.steps.iter().try_fold(tables, |effort, step| {
            let next = step
                .two_card_effort(cards)
                .ok_or_else(|| Refused::Unknown {
                    shuffle: step.describe(),
                })?;
            Ok(effort.then(&next))
        })
    }

    /// Takes a table over ordered pairs of positions through the routine, see
    /// [`laws::pairs`]: backward, values of where two cards end become their expected
    /// values by where the cards start; forward, the law of where two cards start becomes that of
    /// where they end.
    ///
    /// # Errors
    /// If the effort, which the error states, is beyond `limit` ([`Effort::SECONDS`] is one such limit), or
    /// if no two-card chain is known for one of the shuffles.
    pub fn two_card(
        &self,
        pairs: &Pairs,
        direction: Direction,
        limit: &Effort,
    ) -> Result<Pairs, Refused> {
        allow(self.two_card_effort(pairs.cards())?, limit)?;
        self.through(pairs.clone(), direction)
    }

    /// Gives the effort of the exact means of the order statistics for `cards` cards.
    ///
    /// # Errors
    /// If no two-card chain is known for one of the shuffles.
    pub fn order_means_effort(&self, cards: usize) -> Result<Effort, Refused> {
        let mut effort = self.two_card_effort(cards)?.times(3);
        effort.bytes += Effort::of_tables(cards, 3).bytes;
        Ok(effort)
    }

    /// Gives the effort of [`Self::farthest_pair`] for so many pairs of `cards` cards.
    ///
    /// # Errors
    /// If no two-card chain is known for one of the shuffles.
    fn farthest_pair_effort(&self, cards: usize, pairs: usize) -> Result<Effort, Refused> {
        Ok(self.two_card_effort(cards)?.times(pairs))
    }

    /// Finds the one of `pairs` of cards, different ones by where they start in a deck of `cards`,
    /// whose joint law in the end is farthest from uniform, the first one of several; `None`
    /// without a pair. [`laws::pairs::neighbours`] lists some; (a, b) and (b, a) are
    /// equally far.
    ///
    /// # Errors
    /// As those of [`Self::two_card`].
    pub fn farthest_pair(
        &self,
        cards: usize,
        pairs: &[(usize, usize)],
        limit: &Effort,
    ) -> Result<Option<PairDistance>, Refused> {
        allow(self.farthest_pair_effort(cards, pairs.len())?, limit)?;
        let mut farthest: Option<PairDistance> = None;
        for &(first, second) in pairs {
            let start = Pairs::at(cards, first, second);
            let ends = self.through(start, Direction::Forward)?;
            let distance = ends.distance_from_uniform();
            if farthest.is_none_or(|farthest| distance > farthest.distance) {
                farthest = Some(PairDistance {
                    first,
                    second,
                    distance,
                });
            }
        }
        Ok(farthest)
    }

    fn through(&self, pairs: Pairs, direction: Direction) -> Result<Pairs, Refused> {
        let count = self.steps.len();
        (0..count).try_fold(pairs, |pairs, at| {
            let step = match direction {
                Direction::Backward => count - 1 - at,
                Direction::Forward => at,
            };
            let through = self.steps[step].two_card(&pairs, direction);
            through.ok_or_else(|| Refused::Unknown {
                shuffle: self.steps[step].describe(),
            })
        })
    }
}

/// Refuses what is beyond the limit.
fn allow(effort: Effort, limit: &Effort) -> Result<(), Refused> {
    if effort.is_within(limit) {
        Ok(())
    } else {
        Err(Refused::Effort(effort))
    }
}

#[cfg(test)]
impl Plan {
    /// The exact means of the order statistics of a deck of `cards` ≥ 2 cards.
    ///
    /// # Errors
    /// As those of [`Self::two_card`].
    pub(crate) fn order_means(&self, cards: usize, limit: &Effort) -> Result<OrderMeans, Refused> {
        allow(self.order_means_effort(cards)?, limit)?;
        let expected = |value| self.through(value, Direction::Backward);
        Ok(OrderMeans::of(
            &expected(Pairs::above(cards))?,
            &expected(Pairs::next(cards))?,
            &expected(Pairs::next_around(cards))?,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate as shuffle;
    use crate::routine::{Letters, Routine};
    use laws::order_law::{ORDINARY_CARDS, OrderLaw};
    use laws::{gsr, pairs};

    const TOLERANCE: f64 = 1e-12;

    fn plan(text: &str) -> Plan {
        plan_of(text, &Letters::default())
    }

    fn plan_of(text: &str, letters: &Letters) -> Plan {
        Routine::parse(text, letters).unwrap().plan(letters)
    }

    /// The five default letters, with limits and packets that bind on small decks.
    fn small() -> Letters {
        let mut letters = Letters::default();
        for (letter, kind, parameters) in [
            ('R', "riffle", "max-streak = 1"),
            ('H', "hindu", "packet = [1, 3]"),
        ] {
            let shuffle = shuffle::build(kind, parameters.parse().unwrap()).unwrap();
            letters.define(letter, shuffle.into());
        }
        letters
    }

    fn means(text: &str, cards: usize) -> OrderMeans {
        plan(text).order_means(cards, &Effort::SECONDS).unwrap()
    }

    fn assert_means(ours: &OrderMeans, expected: &OrderMeans, what: &str) {
        let list = |means: &OrderMeans| {
            [
                means.rising_sequences,
                means.descents,
                means.inversions,
                means.successions,
                means.successions_of_values_around,
                means.successions_around,
            ]
        };
        for (a, b) in list(ours).into_iter().zip(list(expected)) {
            assert!(
                (a - b).abs() <= TOLERANCE * b.max(1.0),
                "{what}: {ours:?} is not {expected:?}"
            );
        }
    }

    /// Counts card by card what a deck shows.
    fn counted(deck: &[u16]) -> [f64; 6] {
        let n = deck.len();
        let count = |holds: &dyn Fn(usize) -> bool, up_to: usize| {
            (0..up_to).filter(|&i| holds(i)).count() as f64
        };
        let card = |i: usize| usize::from(deck[i % n]);
        let place = |c: usize| {
            deck.iter()
                .position(|&other| usize::from(other) == c)
                .unwrap()
        };
        let around = |i: usize| card(i + 1) == (card(i) + 1) % n;
        let inversions = (0..n).map(|i| count(&|j| j > i && card(j) < card(i), n));
        [
            1.0 + count(&|c| place(c + 1) < place(c), n - 1),
            count(&|i| card(i + 1) < card(i), n - 1),
            inversions.sum(),
            count(&|i| card(i + 1) == card(i) + 1, n - 1),
            count(&around, n - 1),
            count(&around, n),
        ]
    }

    /// Compares everything here with the law over all orders.
    fn agrees_with(plan: &Plan, text: &str, cards: usize, orders: &OrderLaw) {
        let what = format!("{text}, {cards} cards");
        let mut expected = [0.0; 6];
        let mut above = vec![0.0; cards * cards];
        let mut next = above.clone();
        orders.for_each(|deck, probability| {
            for (sum, value) in expected.iter_mut().zip(counted(deck)) {
                *sum += probability * value;
            }
            for (i, &a) in deck.iter().enumerate() {
                for (j, &b) in deck.iter().enumerate().skip(i + 1) {
                    let cell = usize::from(a) * cards + usize::from(b);
                    above[cell] += probability;
                    next[cell] += if j == i + 1 { probability } else { 0.0 };
                }
            }
        });
        let expected = OrderMeans {
            rising_sequences: expected[0],
            descents: expected[1],
            inversions: expected[2],
            successions: expected[3],
            successions_of_values_around: expected[4],
            successions_around: expected[5],
        };
        let limit = Effort::SECONDS;
        assert_means(&plan.order_means(cards, &limit).unwrap(), &expected, &what);
        for (value, walked) in [(Pairs::above(cards), above), (Pairs::next(cards), next)] {
            let ours = plan.two_card(&value, Direction::Backward, &limit).unwrap();
            for (a, b) in ours.cells().iter().zip(walked) {
                assert!((a - b).abs() < TOLERANCE, "{what}: {a} is not {b}");
            }
        }
        let mut farthest: f64 = 0.0;
        for (a, b) in pairs::all(cards) {
            let ends = orders.two_cards(a, b);
            let law = Pairs::from_fn(cards, |i, j| ends.get(i, j));
            farthest = farthest.max(law.distance_from_uniform());
        }
        let ours = plan.farthest_pair(cards, &pairs::all(cards), &limit);
        let ours = ours.unwrap().unwrap().distance;
        assert!(
            (ours - farthest).abs() < TOLERANCE,
            "{what}: {ours} is not {farthest}"
        );
    }

    /// All routines of up to three letters out of `used`, against the convolution of their laws.
    fn all_short_routines_agree(used: &str, shuffles: &Letters, cards: usize) {
        let mut texts = vec![String::new()];
        for _ in 0..3 {
            let longer = |text: &String| {
                let text = text.clone();
                used.chars().map(move |letter| format!("{text}{letter}"))
            };
            texts = texts.iter().flat_map(longer).collect();
            for text in &texts {
                let plan = plan_of(text, shuffles);
                let orders = plan.orders(cards, ORDINARY_CARDS).unwrap();
                agrees_with(&plan, text, cards, &orders);
            }
        }
    }

    #[test]
    fn short_routines_agree_with_enumeration() {
        for cards in 3..=7 {
            all_short_routines_agree("SGRHC", &small(), cards);
            all_short_routines_agree("SGRHC", &Letters::default(), cards);
        }
    }

    #[test]
    fn riffles_have_the_mean_number_of_rising_sequences_of_their_closed_form() {
        for k in 1..=10 {
            let ours = means(&format!("G*{k}"), 52).rising_sequences;
            let exact = gsr::Law::riffled(52, gsr::Packets::riffles(k)).rising_mean();
            assert!(
                (ours - exact).abs() < TOLERANCE * exact,
                "{k}: {ours}, {exact}"
            );
        }
    }

    #[test]
    fn an_ideal_shuffle_anywhere_gives_the_ideal_means() {
        for text in ["S", "SRH", "RSH", "RHS"] {
            for cards in [2, 40, 60] {
                assert_means(&means(text, cards), &OrderMeans::ideal(cards), text);
            }
            let pair = plan(text).farthest_pair(40, &[(0, 1), (3, 39)], &Effort::SECONDS);
            assert!(pair.unwrap().unwrap().distance < TOLERANCE);
        }
    }

    #[test]
    fn a_cut_keeps_all_but_one_succession_and_sees_every_pair_at_one_distance() {
        let ours = means("C", 52);
        // Cut anywhere but at the top, one succession is lost, and as a circle none.
        assert!((ours.successions - (51.0 - 51.0 / 52.0)).abs() < TOLERANCE);
        assert!((ours.successions_around - 52.0).abs() < 52.0 * TOLERANCE);
        let pair = plan("C").farthest_pair(52, &[(7, 20)], &Effort::SECONDS);
        let exact = 1.0 - 1.0 / 51.0;
        assert!((pair.unwrap().unwrap().distance - exact).abs() < TOLERANCE);
    }

    #[test]
    fn what_is_too_much_is_refused_with_what_it_would_take() {
        let plan = plan("G*7");
        let limit = Effort::SECONDS;
        let refused = plan.two_card(&Pairs::above(2_000), Direction::Backward, &limit);
        let effort = plan.two_card_effort(2_000).unwrap();
        assert_eq!(refused, Err(Refused::Effort(effort)));
        assert!(effort.multiplications > limit.multiplications);
        let effort = plan.order_means_effort(2_000).unwrap();
        assert_eq!(
            plan.order_means(2_000, &limit),
            Err(Refused::Effort(effort))
        );
        assert!(plan.order_means(52, &limit).is_ok());
        let all = pairs::all(300);
        let effort = plan.farthest_pair_effort(300, all.len()).unwrap();
        let refused = Err(Refused::Effort(effort));
        assert_eq!(plan.farthest_pair(300, &all, &limit), refused);
        assert_eq!(plan.farthest_pair(300, &[], &limit), Ok(None));
    }
}
