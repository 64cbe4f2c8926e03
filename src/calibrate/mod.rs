//! The harness judged by itself: are ideal shuffles failed as seldom as declared, and known-bad ones caught
//! as soon as promised?
//!
//! P-values of valid tests are uniform on ideal decks. Where a test statistic has few values they cannot
//! be; then P(T > t) + U·P(T = t), U uniform, is looked at instead, while the reported ones must be
//! small no more often than they say. Runs that stop once they are decided have e-values instead, whose
//! largest over all looks is what counts.

mod anytime;
mod few;
mod ideal;
mod power;
mod tails;

pub use anytime::{stopped, watched, watched_bad};
pub use few::{FEW_DECKS, Few, would_show};
pub use ideal::{ALPHAS, ideal, judge_uniformity};
pub use power::{Subject, known_bad, power};
pub use tails::tails;

use std::sync::Arc;

use crate::policy::Policy;
use crate::rng::{Draws, Generator, PcgDraws, Seed};
use crate::routine::Plan;
use crate::shuffle::fisher_yates::FisherYates;
use crate::simulate::{Counts, Job, Machine, Progress};
use crate::statistic::{Design, Evidence, Outcome, Probe, Suite, Test};
use crate::theory::Known;

/// The statistics of `suite` that make tests.
fn tested(suite: Suite, design: &Design) -> Vec<Probe> {
    let mut probes = suite.probes(design).expect("suites need no parameters");
    probes.retain(|probe| probe.statistic().tests() > 0);
    probes
}

/// What each test of `probes` has of the level of a whole run.
fn share(alpha: f64, probes: &[Probe]) -> f64 {
    let tests: usize = probes.iter().map(|probe| probe.statistic().tests()).sum();
    alpha / tests.max(1) as f64
}

/// What all parts of a calibration share.
#[derive(Clone, Copy)]
pub struct Bench<'a> {
    /// Everything derives from it.
    pub seed: u64,
    /// What it runs on.
    pub machine: Machine,
    /// Who watches.
    pub progress: &'a dyn Progress,
}

/// An ideal shuffle whose stream `label` names.
fn ideal_job(label: String, seed: u64) -> Job {
    Job {
        plan: Plan::new(vec![Arc::new(FisherYates)]),
        label,
        generator: Generator::DEFAULT,
        seed: Seed::Integer(u128::from(seed)),
        policy: Policy::default(),
    }
}

/// All tests of all `probes` on what was counted, by name.
fn tests(probes: &[Probe], design: &Design, counts: &Counts, level: f64) -> Vec<(String, Test)> {
    let known = Known::default();
    let found = probes.iter().flat_map(|probe| {
        let tally = counts.of(probe).expect("every probe was counted");
        let evidence = Evidence {
            design: *design,
            tally,
            series: None,
            known: &known,
            level,
        };
        let tests = probe.assess(&evidence).tests.into_iter();
        tests.map(move |test| (format!("{}: {}", probe.name(), test.name), test))
    });
    found.collect()
}

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
