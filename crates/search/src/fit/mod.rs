//! Finds which model made some decks: the likelihood of each, hands and wrong programs alike.
//!
//! Each model is a law over all orders of a deck. If that law is known, decks have an exact likelihood, and the
//! model's parameters are those for which it is largest, with likelihood intervals. The others have a simulated likelihood
//! of named statistics: see [`simulated`]. Models are compared by the log-likelihood less half the logarithm of the number
//! of decks for each parameter (Schwarz, 1978), so that of a model and its special case the simpler one is preferred unless
//! the decks speak against it. The best model is named if it is far enough above the next that is neither a case of it
//! nor the other way round, and if it passes a test of fit; else none is.

use laws::counting::ln_factorial;
use shuffle::{Group, KINDS, Kind};

mod casino;
mod effective;
mod fixed;
mod goodness;
mod mash;
mod model;
mod needed;
mod orders;
mod packets;
mod plan;
mod programs;
mod riffle;
mod shelves;
mod simulated;
mod summary;
#[cfg(test)]
mod tests;

pub use orders::Orders;
pub use plan::plan;

use model::Fitted;
use needed::LEAD;
use programs::FAIR;
use record::answers::fit::{Fit, Needed, Row, TestOfFit, Verdict};
use simulated::Simulations;
use text::sorting;

/// Decks beyond this are not read: no model is told from another by more of them that was not told before.
pub const MOST_DECKS: usize = 10_000;

/// The fewest decks that anything is said of.
const FEWEST_DECKS: usize = 3;

/// Decks that are simulated of each model without a law.
const COMPARED: usize = 20_000;

/// Kinds of shuffles that are models, beside the right ones, which are all fair, and those without chance.
const MODELS: &[&str] = &[
    "asf-poker",
    "box",
    "cut",
    "even-only",
    "favoured-place",
    "freecell",
    "hindu",
    "mash",
    "modulo-rand",
    "now-and-then",
    "overhand",
    "pile",
    "random-comparator",
    "riffle",
    "sattolo",
    "shelf",
    "strip",
    "swap-with-any",
];

/// Kinds of shuffles, by hand or wrong, whose decks are not compared with any.
fn no_models() -> Vec<String> {
    let others = KINDS.iter().filter(|kind| kind.group != Group::Ideal);
    let others = others.filter(|kind| !MODELS.contains(&kind.name));
    let always = |kind: &&Kind| {
        let built = shuffle::build(kind.name, toml::Table::new());
        built.is_ok_and(|one| one.mixing().has_one_outcome())
    };
    let others = others.filter(|kind| !always(kind));
    others.map(|kind| kind.name.to_owned()).collect()
}

/// All models that have a law, fitted. A model whose shuffle does not exist is left out.
fn exact(orders: &Orders) -> Vec<Fitted> {
    let families = [
        programs::fit,
        riffle::fit,
        riffle::streak,
        riffle::clumped,
        mash::fit,
        packets::overhand,
        packets::hindu,
        casino::strip,
        casino::boxed,
        shelves::fit,
        fixed::fit,
    ];
    let fitted = families.iter().flat_map(|family| family(orders));
    fitted.filter(Fitted::can_be_built).collect()
}

/// The most likely first; of equals, the one that was listed first.
fn ranked(mut all: Vec<Fitted>) -> Vec<Fitted> {
    sorting::by(&mut all, |a, b| b.score().total_cmp(&a.score()));
    all
}

/// All models, the best first; there is always one that is possible, since fair decks may be any.
fn all(orders: &Orders, simulations: &Simulations) -> Vec<Fitted> {
    let exact = ranked(exact(orders));
    let simulated = match exact.first() {
        Some(best) => simulations.fit(orders, best),
        None => Vec::new(),
    };
    ranked(exact.into_iter().chain(simulated).collect())
}

/// Returns true if decks of it can be told from fair ones, if at all, only because of its
/// parameters, or only by millions.
fn is_nearly_fair(fitted: &Fitted) -> bool {
    /// Within .0073 of fair, for 52 cards.
    const REMAINDERS: [&str; 3] = ["modulo-rand", "modulo-rand, GNU", "freecell"];
    fitted.name == FAIR
        || fitted.holds.contains(&FAIR)
        || REMAINDERS.contains(&fitted.name.as_str())
}

/// Returns true if one is a case of the other, or both are as good as fair where fair decks are in
/// question.
fn are_related(one: &Fitted, other: &Fitted) -> bool {
    let holds = |one: &Fitted, other: &Fitted| one.holds.contains(&other.name.as_str());
    let fair = one.name == FAIR || other.name == FAIR;
    holds(one, other) || holds(other, one) || fair && is_nearly_fair(one) && is_nearly_fair(other)
}

/// The best model of a list that is ranked, and the next that is unrelated to it.
fn best_and_next(ranked: &[Fitted]) -> Option<(&Fitted, Option<&Fitted>)> {
    let fair = ranked.iter().find(|fitted| fitted.name == FAIR)?;
    let first = ranked.first()?;
    // A model that is nearly fair must be clearly better to be named.
    let best = if is_nearly_fair(first) && first.score() - fair.score() < LEAD {
        fair
    } else {
        first
    };
    let rival = |other: &&Fitted| {
        other.name != best.name && other.is_possible() && !are_related(best, other)
    };
    Some((best, ranked.iter().find(rival)))
}

/// Finds which model made these decks; the seed is that of the simulations.
pub fn fit(orders: &Orders, seed: u128) -> Fit {
    let simulations = Simulations::new(orders.cards, orders.times, COMPARED, seed);
    let mut ranked = all(orders, &simulations);
    let best = best_and_next(&ranked).map(|(best, _)| best.name.clone());
    let best = best.and_then(|name| ranked.iter().position(|fitted| fitted.name == name));
    let test = best.and_then(|at| tested(orders, &mut ranked[at], seed));
    let named = best_and_next(&ranked);
    let fits = test.as_ref().is_none_or(|test| test.fits);
    let lead = named.and_then(|(best, next)| Some(best.score() - next?.score()));
    let verdict = match named {
        Some(_) if orders.decks.len() < FEWEST_DECKS => Verdict::TooFew,
        Some(_) if !fits => Verdict::None,
        Some(_) if lead.is_some_and(|lead| lead < LEAD) => Verdict::TooFew,
        Some((best, _)) if best.name == FAIR => Verdict::Fair,
        Some(_) => Verdict::Model,
        None => Verdict::TooFew,
    };
    let needed = named.and_then(|(best, next)| {
        let next = next?;
        Some(Needed {
            next: next.name.clone(),
            lead: best.score() - next.score(),
            decks: needed::decks(best, next),
        })
    });
    let fair = -ln_factorial(orders.cards) * orders.count();
    let best = named.map(|(best, _)| best.name.clone());
    let mut models: Vec<Row> = ranked
        .iter()
        .map(|fitted| row(fitted, orders, fair))
        .collect();
    // The one that is named stands first.
    if let Some(at) = models
        .iter()
        .position(|row| Some(&row.model) == best.as_ref())
    {
        models[..=at].rotate_right(1);
    }
    Fit {
        decks: orders.decks.len() as u64,
        times: orders.times,
        verdict,
        models,
        needed,
        test,
        riffles: effective::fit(orders),
        statistics: statistics(),
        no_models: no_models(),
        plan: Vec::new(),
    }
}

/// Tests whether the decks look like those of a model. Where they do not, it takes those parameters among the nearly as
/// likely ones with which they do: a model is refused only if all of these are.
fn tested(orders: &Orders, best: &mut Fitted, seed: u128) -> Option<TestOfFit> {
    let test = goodness::test(orders, best, seed)?;
    if !test.fits {
        let near = best.near.iter();
        let tests = near.map(|near| (near.clone(), goodness::test(orders, near, seed)));
        let fitting = tests
            .filter_map(|(near, test)| Some((near, test?)))
            .find(|(_, test)| test.fits);
        if let Some((near, test)) = fitting {
            *best = near;
            return Some(test);
        }
    }
    Some(test)
}

/// The names of the statistics of simulated likelihoods.
fn statistics() -> Vec<String> {
    let names = summary::STATISTICS.iter().chain([&summary::SCORES]);
    names.map(|name| (*name).to_owned()).collect()
}

fn row(fitted: &Fitted, orders: &Orders, fair: f64) -> Row {
    let ln = fitted.ln();
    let possible = ln.is_finite();
    Row {
        model: fitted.name.clone(),
        shuffle: fitted.text(),
        parameters: fitted.parameters.clone(),
        log_likelihood: possible.then_some(ln),
        per_deck: possible.then_some((ln - fair) / orders.count()),
        known: fitted.known,
    }
}
