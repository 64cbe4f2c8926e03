//! Fits to views, the first cards of decks and hands, whose maker is known.

use deck::subject::Shape;

use super::recipe::Recipe;
use super::simulated::Simulations;
use super::*;

/// Simulated decks of each model: fewer than the command's, as many fits are made.
const FEW: usize = 8_000;

/// A part of decks of one size that is seen, and the simulations that serve all fits to it.
struct Views {
    cards: usize,
    shape: Shape,
    times: u32,
    simulations: Simulations,
}

impl Views {
    fn new(cards: usize, shape: &str, times: u32) -> Self {
        let shape: Shape = shape.parse().unwrap();
        let simulations = Simulations::new((cards, times), Seen::Part(shape), FEW, 1);
        Self {
            cards,
            shape,
            times,
            simulations,
        }
    }

    /// The verdict on so many of this shuffle, and the model that is named or near.
    fn verdict(&self, shuffle: &'static str, count: usize, seed: u128) -> (Verdict, String) {
        let built = Recipe::alone(shuffle, toml::Table::new()).built().unwrap();
        let seen = Seen::Part(self.shape);
        let decks = built.decks((self.cards, self.times), count, (seed, "made"));
        let decks = decks.chunks_exact(self.cards);
        let orders = Orders {
            cards: self.cards,
            times: self.times,
            decks: decks.map(|deck| seen.standing(deck)).collect(),
            seen,
        };
        let fit = fit_by(&orders, &self.simulations, seed);
        (fit.verdict, fit.models[0].model.clone())
    }

    /// Counts the seeds for which a model of this name is named, and those for which another is or none fits.
    fn named(
        &self,
        shuffle: &'static str,
        count: usize,
        seeds: u128,
        name: &str,
    ) -> (usize, usize) {
        let (mut right, mut wrong) = (0, 0);
        for seed in 900..900 + seeds {
            match self.verdict(shuffle, count, seed) {
                (Verdict::TooFew, _) => {}
                (Verdict::Fair | Verdict::Model, model) if model == name => right += 1,
                _ => wrong += 1,
            }
        }
        (right, wrong)
    }
}

/// Most models are near fair in a few cards, and no normal law.
#[test]
fn fair_views_are_named_nothing_else() {
    for (cards, shape) in [(60, "first:7"), (52, "hand:5")] {
        let views = Views::new(cards, shape, 1);
        for count in [200, 2_000] {
            // The test of fit refuses one of a hundred.
            let (_, wrong) = views.named("fisher-yates", count, 10, FAIR);
            assert!(wrong <= 1, "{shape} {count}");
        }
    }
}

#[test]
fn hands_of_people_are_named_by_their_first_cards() {
    for (shuffle, times) in [("riffle", 1), ("riffle", 2), ("mash", 2)] {
        let found = Views::new(60, "first:7", times).named(shuffle, 1_000, 7, shuffle);
        assert!(found.0 >= 6 && found.1 <= 1, "{shuffle} {times}: {found:?}");
    }
}

#[test]
fn wrong_hands_are_named_or_too_few() {
    let views = Views::new(60, "hand:7", 1);
    for (shuffle, least) in [("cut", 4), ("sattolo", 0)] {
        let found = views.named(shuffle, 1_000, 5, shuffle);
        assert!(found.0 >= least && found.1 <= 1, "{shuffle}: {found:?}");
    }
}

/// Two views are too few, and no view is impossible.
#[test]
fn two_views_are_too_few() {
    let views = Views::new(20, "hand:3", 1);
    assert_eq!(views.verdict("riffle", 2, 1).0, Verdict::TooFew);
}
