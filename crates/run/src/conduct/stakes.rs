//! The stakes of each routine: how often their events came up, and what a bet would gain.

use super::group::Group;
use crate::spec::{self, Stop};
use record::{Departure, Outcome, Routine, Stake, Standing, Tolerance};
use statistic::stakes::Staked;
use text::judgement::Extent;

/// Gives the routine the stakes that were counted of `group`.
pub(super) fn give(experiment: &spec::Experiment<'_>, group: &Group<'_>, routine: &mut Routine) {
    let Some(staked) = experiment.statistics.iter().find_map(|probe| {
        let tally = group.counts.of(probe).filter(|_| probe.lag() == 0)?;
        let staked = probe.statistic().staked(tally);
        (!staked.is_empty()).then_some(staked)
    }) else {
        return;
    };
    let from_others = !experiment.makes_independent();
    let known = routine.departure.as_ref().filter(|_| from_others);
    let depends = known.is_some_and(Departure::is_between_decks);
    let may_depend = depends || known.is_some_and(|known| known.extent == Extent::NotFair);
    // Limits of independent subjects do not hold where each depends on those before it, or where the run stopped at will.
    let at_any_time = matches!(experiment.stop, Stop::Decided(_))
        || !experiment.policy.is_independent()
        || may_depend;
    routine.stakes = together(
        staked,
        experiment.alpha,
        (at_any_time, experiment.accept_stakes),
    );
    if depends {
        // The limits are of the mean chance given the subjects before, which may be near fair where the chance is not.
        for stake in &mut routine.stakes {
            if stake.standing == Some(Standing::Within) {
                stake.standing = Some(Standing::Undecided);
            }
        }
    }
}

/// The stakes of a watch, of which all limits hold at all times at once with a probability of at least 1 - `error`.
#[cfg(not(target_family = "wasm"))]
pub(super) fn watched(staked: Vec<Staked>, error: f64, accepted: Option<Tolerance>) -> Vec<Stake> {
    together(staked, error, (true, accepted))
}

/// The stakes with limits that hold for all together with a probability of at least 1 - `error`, beside the tolerance that was
/// named, if one was.
fn together(
    staked: Vec<Staked>,
    error: f64,
    (at_any_time, accepted): (bool, Option<Tolerance>),
) -> Vec<Stake> {
    let each = error / staked.len().max(1) as f64;
    let all = staked.into_iter().map(|staked| {
        let stake = Stake {
            confidence: 1.0 - error,
            ..limited(staked, each, at_any_time)
        };
        let standing = accepted.map(|tolerance| stake.under(tolerance));
        Stake { standing, ..stake }
    });
    all.collect()
}

/// A stake with limits that do not hold with a probability of `error` at the most.
fn limited(staked: Staked, error: f64, at_any_time: bool) -> Stake {
    let fair = &staked.fair;
    // Limits of a fair chance from ideal decks may be wrong, too.
    let own = (error - fair.error()).max(0.5 * error);
    let limits = if at_any_time {
        staked.counted.limits_at_any_time(own, fair.share)
    } else {
        staked.counted.limits(own, fair.share)
    };
    let stake = Stake {
        of: staked.text,
        words: staked.words,
        odds: staked.odds,
        fair: fair.share,
        by: fair.by.clone(),
        fair_within: fair.decks.map(|_| fair.limits),
        hits: staked.counted.hits(),
        hands: staked.counted.looked_at(),
        cases: staked.cases,
        limits: [*limits.start(), *limits.end()],
        confidence: 1.0 - error,
        edge: None,
        standing: None,
    };
    stake.with_edge()
}

/// The outcome, if it was said how far stakes may be off: one that is farther off is evidence, and evidence is accepted where
/// all stakes are shown to be near.
pub(super) fn accepted(
    experiment: &spec::Experiment<'_>,
    outcome: Outcome,
    routines: &[Routine],
) -> Outcome {
    if experiment.accept_stakes.is_none() {
        return outcome;
    }
    let ours = || routines.iter().filter(|routine| !routine.control);
    let of = |standing| {
        move |routine: &Routine| {
            let mut stakes = routine.stakes.iter();
            stakes.any(|stake| stake.standing == Some(standing))
        }
    };
    let all_within = ours().all(|routine| {
        !routine.stakes.is_empty()
            && !of(Standing::Beyond)(routine)
            && !of(Standing::Undecided)(routine)
    });
    // Sets hold rare events, too: what is named by itself has to be decided, or something of a set.
    let open = ours().any(|routine| {
        let undecided = |stake: &Stake| stake.standing == Some(Standing::Undecided);
        let mut named = routine.stakes.iter().take(experiment.named_stakes);
        named.any(undecided) || routine.stakes.iter().all(undecided)
    });
    match outcome {
        Outcome::NoEvidence | Outcome::Accepted | Outcome::TooLittle
            if ours().any(of(Standing::Beyond)) =>
        {
            Outcome::Evidence
        }
        Outcome::Evidence if all_within => Outcome::Accepted,
        Outcome::NoEvidence if open => Outcome::TooLittle,
        Outcome::TooLittle if all_within => Outcome::NoEvidence,
        outcome => outcome,
    }
}
