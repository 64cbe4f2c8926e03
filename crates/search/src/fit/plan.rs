//! Plans the number of decks it will take: for each of some usual models, decks are simulated and
//! fitted.

use super::recipe::Recipe;
use super::simulated::Simulations;
use super::{Orders, Seen, all, best_and_next, effective, needed};
use deck::Card;
use record::answers::fit::{Fit, Planned, Verdict};

/// Decks that are simulated of each model: enough for rates that are right to a fifth or so.
const DECKS: usize = 400;

/// Decks of each model without a law.
const COMPARED: usize = 20_000;

/// The models that are asked about, as people meet them.
const MODELS: &[(&str, &str)] = &[
    ("fisher-yates", ""),
    ("riffle", ""),
    ("riffle", "max-streak = 4"),
    ("mash", ""),
    ("overhand", ""),
    ("hindu", ""),
    ("strip", ""),
    ("box", ""),
    ("cut", ""),
    ("shelf", "shelves = 10"),
    ("swap-with-any", ""),
    ("asf-poker", ""),
    ("sattolo", ""),
    ("even-only", ""),
    ("random-comparator", ""),
];

/// Finds for each usual model the decks that it takes to tell it from the next, before any deck is
/// read.
pub fn plan(cards: usize, times: u32, seed: u128) -> Fit {
    let simulations = Simulations::new((cards, times), Seen::default(), COMPARED, seed);
    let planned = MODELS.iter().filter_map(|(kind, keys)| {
        let keys: toml::Table = keys.parse().ok()?;
        let recipe = Recipe::alone(kind, keys);
        let text = recipe.main.text();
        let label = format!("plan {text}");
        let decks = recipe.built()?.decks((cards, times), DECKS, (seed, &label));
        let orders = Orders {
            cards,
            times,
            seen: Seen::default(),
            decks: decks.chunks_exact(cards).map(<[Card]>::to_vec).collect(),
        };
        let ranked = all(&orders, &simulations);
        let (best, next) = best_and_next(ranked.iter())?;
        let next = next?;
        Some(Planned {
            shuffle: text,
            looks_like: best.name.clone(),
            next: next.name.clone(),
            decks: needed::decks(best, next),
            for_riffles: for_riffles(&orders),
        })
    });
    Fit {
        decks: 0,
        times,
        verdict: Verdict::Plan,
        models: Vec::new(),
        needed: None,
        test: None,
        other_times: None,
        riffles: None,
        view: None,
        statistics: simulations.statistics.names(),
        no_models: Vec::new(),
        plan: planned.collect(),
    }
}

/// Decks after which the riffles that move the order as far are known to a tenth: errors shrink as 1/√N.
fn for_riffles(orders: &Orders) -> Option<u64> {
    const WITHIN: f64 = 0.1;
    let found = effective::fit(orders)?;
    let half = 0.5 * (found.high? - found.low?);
    let goal = WITHIN * found.value?;
    let shrunk = half / goal;
    Some((orders.count() * shrunk * shrunk).ceil().max(2.0) as u64)
}
