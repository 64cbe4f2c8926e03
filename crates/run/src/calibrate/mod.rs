//! The harness judged by itself: are ideal shuffles failed as seldom as declared, and known-bad ones caught
//! as soon as promised?
//!
//! P-values of valid tests are uniform on ideal decks. If a test statistic has few values they cannot
//! be; then P(T > t) + U·P(T = t), U uniform, is looked at instead, while the reported ones must be
//! small no more often than they say. Runs that stop once they are decided have e-values instead, whose
//! largest over all looks is what counts.

mod anytime;
mod ideal_decks;
mod power;
mod tails;

pub use anytime::{stopped, watched, watched_bad};
pub use ideal_decks::{ideal, judge_uniformity};
pub use power::{Deals, MOST_DEALS, known_bad, power, tried_on_views};
pub use tails::tails;

use deck::rng::{Draws, PcgDraws};
use statistic::{Outcome, Test};

/// A p-value that is uniform on ideal decks: the reported one, or, for a test statistic with few values,
/// one drawn between its neighbours. The second says which.
fn uniform(test: &Test, draws: &mut PcgDraws) -> Option<(f64, bool)> {
    let Outcome::P(p) = test.outcome else {
        return None;
    };
    let Some(tails) = test.tails else {
        return Some((p.get(), false));
    };
    let unit = f64::from(draws.below(1 << 31)) / f64::from(1_u32 << 31);
    let here = (tails.lower + tails.upper - 1.0).max(0.0);
    let below = tails.lower - unit * here;
    let two_sided = 2.0 * tails.lower.min(tails.upper);
    let one_sided = (p.get() - tails.upper).abs() < (p.get() - two_sided.min(1.0)).abs();
    Some(if one_sided {
        (tails.upper - (1.0 - unit) * here, true)
    } else {
        (2.0 * below.min(1.0 - below), true)
    })
}
