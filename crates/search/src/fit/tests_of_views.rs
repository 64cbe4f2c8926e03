//! Fits to views, the first cards of decks and hands, whose maker is known.

use deck::subject::Shape;

use super::recipe::Recipe;
use super::simulated::Simulations;
use super::*;

/// Simulated decks of each model: fewer than the command's.
const FEW: usize = 8_000;

/// A way to deal, and its simulations.
struct Table {
    cards: usize,
    shape: Shape,
    times: u32,
    simulations: Simulations,
}

impl Table {
    fn new(cards: usize, shape: &str, times: u32, (compared, seed): (usize, u128)) -> Self {
        let shape: Shape = shape.parse().unwrap();
        Self {
            cards,
            shape,
            times,
            simulations: Simulations::new((cards, times), Seen::Part(shape), compared, seed),
        }
    }

    fn views(&self, shuffle: &str, count: usize, seed: u128) -> Orders {
        let known = |kind: &str| KINDS.iter().find(|known| known.name == kind).unwrap().name;
        let (kind, keys) = shuffle.split_once(' ').unwrap_or((shuffle, ""));
        let recipe = Recipe::alone(known(kind), keys.parse().unwrap());
        let built = recipe.built().unwrap();
        let seen = Seen::Part(self.shape);
        let decks = built.decks((self.cards, self.times), count, (seed, "made"));
        let decks = decks.chunks_exact(self.cards);
        Orders {
            cards: self.cards,
            times: self.times,
            decks: decks.map(|deck| seen.standing(deck)).collect(),
            seen,
        }
    }

    /// The verdict on views of this shuffle, and the model that is named or near.
    fn verdict(&self, shuffle: &str, count: usize, seed: u128) -> (Verdict, String) {
        let fit = fit_by(&self.views(shuffle, count, seed), &self.simulations, seed);
        let next = fit.needed.as_ref().map(|needed| format!("{needed:?}"));
        println!(
            "{shuffle} {} of {} x{}, {count} views, seed {seed}: {:?} {} {next:?} {:?}",
            self.shape, self.cards, self.times, fit.verdict, fit.models[0].model, fit.test
        );
        (fit.verdict, fit.models[0].model.clone())
    }
}

/// The verdicts of ten seeds: named so, too few, named otherwise or refused.
fn verdicts(table: &Table, shuffle: &str, count: usize, seeds: u128, name: &str) -> [usize; 4] {
    let mut found = [0; 4];
    for seed in 0..seeds {
        let (verdict, model) = table.verdict(shuffle, count, 900 + seed);
        let at = match verdict {
            Verdict::Fair | Verdict::Model if model == name => 0,
            Verdict::TooFew | Verdict::Plan => 1,
            Verdict::Fair | Verdict::Model => 2,
            Verdict::None => 3,
        };
        found[at] += 1;
    }
    println!(
        "== {shuffle} {} of {} x{}, {count} views: {found:?}",
        table.shape, table.cards, table.times
    );
    found
}

/// Fair views are a hard case, as most models are near fair in a few cards.
#[test]
fn fair_views_are_named_nothing_else() {
    for (cards, shape) in [(60, "first:7"), (52, "hand:5")] {
        let table = Table::new(cards, shape, 1, (FEW, 1));
        for count in [200, 2_000] {
            let [_, _, wrong, refused] = verdicts(&table, "fisher-yates", count, 10, FAIR);
            assert!(wrong == 0 && refused <= 1, "{shape} {count}");
        }
    }
}

#[test]
fn hands_of_people_are_named_by_their_first_cards() {
    for (shuffle, times, name) in [
        ("riffle", 1, "riffle"),
        ("riffle", 2, "riffle"),
        ("mash", 2, "mash"),
    ] {
        let table = Table::new(60, "first:7", times, (FEW, 1));
        let [_, _, wrong, refused] = verdicts(&table, shuffle, 1_000, 5, name);
        assert!(wrong == 0 && refused <= 1, "{shuffle} {times}");
    }
}

#[test]
#[ignore = "some minutes: .ci/full fit"]
fn the_table_of_views() {
    for (shuffle, times, name) in [
        ("fisher-yates", 1, FAIR),
        ("riffle", 1, "riffle"),
        ("riffle", 2, "riffle"),
        ("riffle", 3, "riffle"),
        ("mash", 1, "mash"),
        ("mash", 2, "mash"),
        ("mash", 3, "mash"),
        ("overhand", 2, "overhand"),
        ("sattolo", 1, "sattolo"),
        ("cut", 1, "cut"),
        ("shelf shelves = 10", 1, "shelf"),
        ("swap-with-any", 1, "swap-with-any"),
        ("asf-poker", 1, "asf-poker"),
    ] {
        for (cards, shape) in [(60, "first:7"), (60, "hand:7"), (52, "hand:5")] {
            let table = Table::new(cards, shape, times, (COMPARED, 7));
            for count in [200, 1_000] {
                verdicts(&table, shuffle, count, 5, name);
            }
        }
    }
}
