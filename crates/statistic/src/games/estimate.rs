//! The probability that nothing is counted, where no law is known: estimated from games that are
//! dealt so that nothing is.
//!
//! Each next card is one of those left that would not count, all alike, and the game gets as its weight the
//! product of their shares of the cards left. The mean of the weights is the probability itself, without bias:
//! Rosenbluth and Rosenbluth (1955), Monte Carlo calculation of the average extension of molecular chains. Games
//! that come to no end have weight 0. A probability of 1e-8 is had to a few per cent from some thousand games,
//! where plain simulation would need billions.

use super::Rules;
use deck::Card;
use deck::rng::{Draws, PcgDraws};
use laws::lattice::sum::Sum;

/// A probability, by sampling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean weight.
    pub probability: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Games that were dealt.
    pub games: u64,
}

impl Rules {
    /// Estimates the probability on ideal decks that nothing is counted, from `games` games (at least two) of
    /// the stream of `seed`. `None` for games in which no single card counts.
    pub fn estimate(&self, games: u64, seed: u128) -> Option<Estimate> {
        self.counted.counts(&[], 0)?;
        let mut draws = PcgDraws::for_batch(seed, self.name(), 0, 0);
        let weights: Vec<f64> = (0..games).map(|_| self.weight(&mut draws)).collect();
        let mean = Sum::of(weights.iter().copied()).value() / games as f64;
        let squares = weights
            .iter()
            .map(|weight| (weight - mean) * (weight - mean));
        let variance = Sum::of(squares).value() / (games as f64 - 1.0);
        Some(Estimate {
            probability: mean,
            standard_error: (variance / games as f64).sqrt(),
            games,
        })
    }

    /// The weight of one game.
    fn weight(&self, draws: &mut PcgDraws) -> f64 {
        let mut left: Vec<Card> = (0..self.cards as Card).collect();
        let (mut dealt, mut allowed) = (Vec::with_capacity(self.cards), Vec::new());
        let mut weight = 1.0;
        while !left.is_empty() {
            allowed.clear();
            let places = left.iter().enumerate();
            let good =
                places.filter(|(_, card)| self.counted.counts(&dealt, **card) == Some(false));
            allowed.extend(good.map(|(place, _)| place));
            if allowed.is_empty() {
                return 0.0;
            }
            weight *= allowed.len() as f64 / left.len() as f64;
            let place = allowed[draws.below(allowed.len() as u32) as usize];
            dealt.push(left.swap_remove(place));
        }
        weight
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules;
    use super::*;
    use laws::null::to_f64;
    use laws::order_law::OrderLaw;

    fn game(name: &str, parameters: &str, cards: usize) -> Rules {
        rules(name, parameters.parse().unwrap(), cards).unwrap()
    }

    /// Checks that an estimate is within five standard errors, which 1 of 1,700,000 misses, and
    /// that its error is not too large.
    fn near(estimate: Estimate, exact: f64, most_error: f64) {
        let off = (estimate.probability - exact).abs();
        assert!(
            off <= 5.0 * estimate.standard_error,
            "{estimate:?}: {exact}"
        );
        assert!(
            estimate.standard_error <= most_error * exact,
            "{estimate:?}"
        );
    }

    #[test]
    fn estimates_are_near_the_exact_laws() {
        for (name, parameters) in [
            ("snap", ""),
            ("snap", "match = \"suit\""),
            ("snap", "match = \"rank-or-suit\""),
            ("war", ""),
            ("frustration", ""),
            ("frustration", "match = \"rank-or-suit\""),
            ("derangement", ""),
        ] {
            let game = game(name, parameters, 52);
            let exact = to_f64(&game.none().unwrap());
            near(game.estimate(4_000, 1).unwrap(), exact, 0.15);
        }
        assert!(game("war-sweep", "", 52).estimate(10, 1).is_none());
    }

    /// Compares the estimates, where there is no law of all values by the matches of single groups, with all orders of
    /// 3 x 2 and of 4 x 2 cards, counted by the same rules in whole decks; and what is known exactly, too.
    #[test]
    fn estimates_are_near_what_all_orders_give() {
        for (name, parameters) in [
            ("snap", "players = 3"),
            ("snap", "match = \"rank-or-suit\""),
            ("snap", "match = \"rank-or-suit\"\nplayers = 3"),
            ("war", "match = \"rank-or-suit\""),
            ("frustration", "match = \"rank-or-suit\""),
        ] {
            for cards in [6, 8] {
                let game = game(name, &format!("suits = 2\n{parameters}"), cards);
                let (mut none, mut orders) = (0u32, 0u32);
                OrderLaw::uniform(cards).unwrap().for_each(|deck, _| {
                    let count = game.counted.count(deck);
                    let turned = (0..cards)
                        .filter(|&at| game.counted.counts(&deck[..at], deck[at]) == Some(true));
                    assert_eq!(turned.count(), count as usize);
                    none += u32::from(count == 0);
                    orders += 1;
                });
                let exact = f64::from(none) / f64::from(orders);
                if let Some(known) = game.none() {
                    assert!((to_f64(&known) - exact).abs() < 1e-15);
                }
                let estimate = game.estimate(4_000, 2).unwrap();
                if none == 0 {
                    assert!(estimate.probability <= 0.0);
                } else {
                    near(estimate, exact, 0.1);
                }
            }
        }
    }

    /// An independent program, `python3` with games dealt likewise from random.Random(1), gave for 4,000 games: snap
    /// by rank or suit 1.995e-8 ± 0.031e-8, of three players 1.697e-3 ± 0.017e-3, war by rank or suit
    /// 1.3056e-4 ± 0.0199e-4.
    #[test]
    fn rare_games_are_had_to_a_few_per_cent() {
        for (name, parameters, reference, error) in [
            ("snap", "match = \"rank-or-suit\"", 1.995e-8, 0.031e-8),
            ("snap", "players = 3", 1.697e-3, 0.017e-3),
            ("war", "match = \"rank-or-suit\"", 1.3056e-4, 0.0199e-4),
        ] {
            let ours = game(name, parameters, 52).estimate(10_000, 3).unwrap();
            let noise = (ours.standard_error * ours.standard_error + error * error).sqrt();
            assert!(
                (ours.probability - reference).abs() < 5.0 * noise,
                "{ours:?}"
            );
        }
    }
}
