//! Finds which model made some decks: the likelihood of each, hands and wrong programs alike.
//!
//! Each model is a law over all orders of a deck. If that law is known, decks have an exact likelihood, and the
//! model's parameters are those for which it is largest, with likelihood intervals. The others have a simulated likelihood
//! of named statistics: see [`simulated`]. Models are compared by the log-likelihood less half the logarithm of the number
//! of decks for each parameter (Schwarz, 1978), so that of a model and its special case the simpler one is preferred unless
//! the decks speak against it. Of views, a few cards of each deck, the likelihood is that of one coarse statistic, for all
//! models but fair: see [`coarse`]. The best model is named if it is far enough above the next that is neither a case of it
//! nor the other way round, and if it passes a test of fit; else none is.

use shuffle::{Group, KINDS, Kind};

mod candidates;
mod casino;
mod coarse;
mod cuts;
mod effective;
mod fixed;
mod goodness;
mod likelihood;
mod mash;
mod model;
mod needed;
mod orders;
mod packets;
mod plan;
mod programs;
mod recipe;
mod riffle;
mod seen;
mod shelves;
mod simulated;
mod summary;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_views;

pub use orders::Orders;
pub use plan::plan;
pub use seen::Seen;

use likelihood::Statistics;
use model::Fitted;
use programs::FAIR;
use record::answers::fit::{Fit, Needed, OtherTimes, Row, TestOfFit, Verdict};
use simulated::Simulations;
use text::sorting;

/// Decks beyond this are not read: no model is told from another by more of them that was not told before.
pub const MOST_DECKS: usize = 10_000;

/// Times that a deck may have been shuffled, where nobody said it: more are tried by hand.
const OTHER_TIMES: u32 = 4;

/// The fewest decks that anything is said of.
const FEWEST_DECKS: usize = 3;

/// Decks that are simulated of each model without a law.
const COMPARED: usize = 20_000;

/// The same where a few cards of each are seen: they tell less, and are quickly counted.
const COMPARED_VIEWS: usize = 100_000;

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

/// Kinds of shuffles that are models only before others.
const BEFORE: &[&str] = &["wash"];

/// Kinds of shuffles, by hand or wrong, whose decks are not compared with any.
fn no_models() -> Vec<String> {
    let others = KINDS.iter().filter(|kind| kind.group != Group::Ideal);
    let others = others.filter(|kind| !BEFORE.contains(&kind.name));
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
    if !orders.seen.is_whole() {
        return vec![programs::fair(orders)];
    }
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
        cuts::fit,
    ];
    let fitted = families.iter().flat_map(|family| family(orders));
    fitted
        .filter(|fitted| fitted.recipe.built().is_some())
        .collect()
}

/// The most likely first; of equals, the one that was listed first.
fn ranked(mut all: Vec<Fitted>) -> Vec<Fitted> {
    all.retain(|fitted| !fitted.score().is_nan());
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
    const REMAINDERS: [&str; 4] = [
        "modulo-rand",
        "modulo-rand, GNU",
        "modulo-rand from the bottom",
        "freecell",
    ];
    fitted.name == FAIR
        || fitted.holds.contains(&FAIR)
        || REMAINDERS.contains(&fitted.name.as_str())
}

/// Returns true if `other` cannot be told from `best` by any deck: `best` is a case of it, or both are as good as fair where
/// fair decks are in question.
fn is_no_rival(best: &Fitted, other: &Fitted) -> bool {
    // By these decks their laws are the same: a box of two packets without error is a cut of so many.
    let same = best.law.is_some()
        && other.law.is_some()
        && best
            .each
            .iter()
            .zip(&other.each)
            .all(|(a, b)| (a - b).abs() < 1e-9);
    let fair = best.name == FAIR || other.name == FAIR;
    same || other.holds.contains(&best.name.as_str())
        || fair && is_nearly_fair(best) && is_nearly_fair(other)
}

/// The best model of a list that is ranked, and the next that could be told from it.
fn best_and_next<'a>(
    mut ranked: impl Iterator<Item = &'a Fitted> + Clone,
) -> Option<(&'a Fitted, Option<&'a Fitted>)> {
    let first = ranked.clone().next()?;
    let decks = first.each.len() as f64;
    // A model that is nearly fair must be clearly better than fair, and one that holds a simpler one better than by what
    // simulations err.
    let is_better = |other: &&Fitted| {
        let needed = if other.name == FAIR {
            needed::lead(first, other, decks)
        } else {
            needed::error(first, other) * decks.sqrt()
        };
        let simpler = is_nearly_fair(first) && other.name == FAIR
            || first.holds.contains(&other.name.as_str());
        simpler && other.is_possible() && first.score() - other.score() < needed
    };
    let best = ranked.clone().find(is_better).unwrap_or(first);
    let rival = |other: &&Fitted| {
        other.name != best.name && other.is_possible() && !is_no_rival(best, other)
    };
    Some((best, ranked.find(rival)))
}

/// Finds which model made these decks; the seed is that of the simulations.
pub fn fit(orders: &Orders, seed: u128) -> Fit {
    let size = (orders.cards, orders.times);
    let compared = orders.seen.shape().map_or(COMPARED, |_| COMPARED_VIEWS);
    let simulations = Simulations::new(size, orders.seen.clone(), compared, seed);
    fit_by(orders, &simulations, seed)
}

/// The fewest other times, up to [`OTHER_TIMES`], that each deck may have been shuffled so that a model is named.
pub fn other_times(orders: &Orders, seed: u128) -> Option<OtherTimes> {
    let others = (1..=OTHER_TIMES).filter(|times| *times != orders.times);
    let mut fits = others.map(|times| {
        let others = Orders {
            times,
            ..orders.clone()
        };
        fit(&others, seed)
    });
    let named = fits.find(|fit| fit.verdict == Verdict::Model)?;
    Some(OtherTimes {
        times: named.times,
        model: named.models.first()?.model.clone(),
    })
}

/// As [`fit`], by simulations that may serve others too.
fn fit_by(orders: &Orders, simulations: &Simulations, seed: u128) -> Fit {
    let mut ranked = all(orders, simulations);
    let (test, refused) = tested(orders, &mut ranked, &simulations.statistics, seed);
    // Models that were tested and refused are no rivals of one that fits.
    let open = ranked
        .iter()
        .filter(|fitted| !refused.contains(&fitted.name));
    let fits = test.as_ref().is_none_or(|test| test.fits);
    let named = best_and_next(open);
    let is_clear = named.is_some_and(|(best, next)| {
        next.is_none_or(|next| {
            best.score() - next.score() >= needed::lead(best, next, orders.count())
        })
    });
    let verdict = match named {
        Some(_) if orders.decks.len() < FEWEST_DECKS => Verdict::TooFew,
        Some(_) if !fits => Verdict::None,
        Some(_) if !is_clear => Verdict::TooFew,
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
    let fair = orders.seen.ln_share(orders.cards) * orders.count();
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
        other_times: None,
        riffles: orders
            .seen
            .is_whole()
            .then(|| effective::fit(orders))
            .flatten(),
        view: orders.seen.shape().map(|shape| shape.to_string()),
        statistics: simulations.statistics.names(),
        no_models: no_models(),
        plan: Vec::new(),
    }
}

/// Models that are tested at the most.
const TESTED: usize = 6;

/// Tests whether the decks look like those of the best model, and where they do not of the next that it is not clearly above:
/// none fits only if all of these do not. Gives the test of the first that fits, or of the best, and the names of those that
/// were refused before it, if one fits.
fn tested(
    orders: &Orders,
    ranked: &mut [Fitted],
    statistics: &Statistics,
    seed: u128,
) -> (Option<TestOfFit>, Vec<String>) {
    let Some((best, _)) = best_and_next(ranked.iter()) else {
        return (None, Vec::new());
    };
    let best = best.clone();
    let nearly = |other: &Fitted| {
        let lead = needed::lead(&best, other, orders.count());
        other.is_possible() && best.score() - other.score() < lead
    };
    let first = ranked.iter().position(|fitted| fitted.name == best.name);
    let others = (0..ranked.len()).filter(|at| Some(*at) != first && nearly(&ranked[*at]));
    let tried: Vec<usize> = first.into_iter().chain(others).take(TESTED).collect();
    let (mut of_best, mut refused) = (None, Vec::new());
    for at in tried {
        let Some(test) = tested_with_near(orders, &mut ranked[at], statistics, seed) else {
            return (of_best, Vec::new());
        };
        if test.fits {
            return (Some(test), refused);
        }
        refused.push(ranked[at].name.clone());
        of_best.get_or_insert(test);
    }
    (of_best, Vec::new())
}

/// The same of one model. It takes those parameters among the nearly as likely ones with which the decks look like its
/// own, if there are such.
fn tested_with_near(
    orders: &Orders,
    best: &mut Fitted,
    statistics: &Statistics,
    seed: u128,
) -> Option<TestOfFit> {
    let test = goodness::test(orders, best, statistics, seed)?;
    if !test.fits {
        let near = best.near.iter();
        let tests = near.map(|near| (near.clone(), goodness::test(orders, near, statistics, seed)));
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

fn row(fitted: &Fitted, orders: &Orders, fair: f64) -> Row {
    let ln = fitted.ln();
    let possible = ln.is_finite();
    Row {
        model: fitted.name.clone(),
        shuffle: fitted.recipe.main.text(),
        before: fitted.recipe.before.as_ref().map(recipe::Move::text),
        after: fitted.recipe.after.as_ref().map(recipe::Move::text),
        parameters: fitted.parameters.clone(),
        log_likelihood: possible.then_some(ln),
        score: possible.then_some(fitted.score()),
        per_deck: possible.then_some((ln - fair) / orders.count()),
        known: fitted.known(),
    }
}
