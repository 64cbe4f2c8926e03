//! Two records side by side: the figures that moved between them.
//!
//! Counts of decks that depend on each other differ far beyond the errors of independent ones. If a record
//! shows that its decks do ([`memory`]), means are compared by sums of consecutive decks and all else is
//! refused, by name.

mod both;
mod memory;

use thiserror::Error;

use deck::rng::seeding::Seeding;
use engine::verdict::compare::{Compared, Dependence};
use engine::verdict::family::{Member, judge};
use record::compare::{COMPARISON_SCHEMA, Comparison, Movement, Pair, Side};
use record::{Record, Routine, SourcePolicy};
use shuffle::policy;
use statistic::Outcome;
use text::harmless;
use text::judgement::{Change, Verdict};

use both::Both;
use memory::memory;

/// The reason why two records cannot be compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// They are records of different things.
    #[error("key `{key}`: found {found}; accepted: {accepted}")]
    Unlike {
        /// The key of the records.
        key: &'static str,
        /// The values of both records at this key.
        found: String,
        /// The values that can be compared.
        accepted: &'static str,
    },
    /// Decks of one of them come from few draws, or are the same again and again.
    #[error(
        "key `experiment.policy`: found {found} in {name}; accepted: decks that are shuffled anew or on from the one \
         before, with draws of their own (otherwise nothing can be said about chance)"
    )]
    Dependent {
        /// The record.
        name: String,
        /// Its policy.
        found: String,
    },
    /// One of them holds orders, and no test says how much such orders differ among themselves.
    #[error(
        "found orders of items in {name}; accepted: decks, draws, hands or scrambles (an order is judged beside fair ones, \
         and nothing tells how much others of its kind would differ from it)"
    )]
    Orders {
        /// The record.
        name: String,
    },
}

/// Checks that records with decks of this size can be compared with `base`.
pub fn check_deck(
    base_name: &str,
    base: &Record,
    new_name: &str,
    deck: usize,
) -> Result<(), CompareError> {
    if base.experiment.subject.single {
        return Err(CompareError::Orders {
            name: base_name.to_owned(),
        });
    }
    if base.experiment.deck == deck {
        return Ok(());
    }
    Err(CompareError::Unlike {
        key: "experiment.deck",
        found: format!(
            "{} in {base_name}, and {deck} in {new_name}",
            base.experiment.deck
        ),
        accepted: "decks of the same size",
    })
}

/// Finds the figures that moved from `base` to `new`. Each record comes with its name in messages; `alpha`
/// is the error level of all tests together.
///
/// Routines are paired by name; where each record has but one, those are a pair whatever their names.
/// The control groups are not compared. Statistics that only one record has leave the comparison partial,
/// unless `only_common` says that they do not matter.
pub fn compare(
    (base_name, base): (&str, &Record),
    (new_name, new): (&str, &Record),
    alpha: f64,
    only_common: bool,
) -> Result<Comparison, CompareError> {
    let names = [base_name, new_name].map(harmless::line);
    let [base_name, new_name] = [&*names[0], &*names[1]];
    check_deck(base_name, base, new_name, new.experiment.deck)?;
    for (name, record) in [(base_name, base), (new_name, new)] {
        if let Some(policy) = &record.experiment.policy {
            check_policy(name, policy)?;
        }
    }
    let (pairs, unpaired) = paired(base, new);
    if pairs.is_empty() {
        let names = |record: &Record| {
            text::names::list(ours(record).iter().map(|routine| routine.name.as_str()))
        };
        return Err(CompareError::Unlike {
            key: "routines",
            found: format!(
                "{} in {base_name}, and {} in {new_name}",
                names(base),
                names(new)
            ),
            accepted: "a routine that both have, or one routine in each",
        });
    }
    let only_in_one = only_in_one((base_name, base), (new_name, new));
    let (mut routines, mut outcomes) = (Vec::new(), Vec::new());
    for (before, now) in pairs {
        let (pair, compared) = side_by_side((base, before), (new, now));
        routines.push(pair);
        outcomes.extend(compared.iter().map(|compared| compared.outcome));
    }
    let members: Vec<Member> = outcomes.iter().copied().map(Member::from).collect();
    let figures = routines.iter_mut().flat_map(|pair| &mut pair.figures);
    for (figure, judged) in figures.zip(judge(&members, alpha)) {
        figure.p_adjusted = judged.p_adjusted;
        figure.verdict = change(judged.verdict);
    }
    let any = |verdict: Change| {
        let mut figures = routines.iter().flat_map(|pair| &pair.figures);
        figures.any(|figure| figure.verdict == verdict)
    };
    let outcome = if any(Change::Moved) {
        Movement::Moved
    } else if !only_common && !only_in_one.is_empty() {
        Movement::Partial
    } else if any(Change::Same) || any(Change::Suspicious) {
        Movement::Same
    } else {
        Movement::TooLittle
    };
    let side = |name: &str, record: &Record| Side {
        name: name.to_owned(),
        experiment: record.experiment.name.clone(),
        source: record.experiment.source.clone(),
    };
    let valid = |outcome: &&Outcome| matches!(outcome, Outcome::P(_));
    Ok(Comparison {
        schema: COMPARISON_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        base: side(base_name, base),
        new: side(new_name, new),
        alpha,
        tests: outcomes.iter().filter(valid).count(),
        routines,
        unpaired,
        only_in_one,
        left_out: left_out(base, new),
        outcome,
    })
}

/// The statistics whose cells one of them would have, if it were no small baseline.
fn left_out(base: &Record, new: &Record) -> Vec<String> {
    if !base.is_small_baseline() && !new.is_small_baseline() {
        return Vec::new();
    }
    let of_matrices = new.statistics.iter();
    let of_matrices = of_matrices.filter(|statistic| statistic.compares.matrix().is_some());
    let of_both = of_matrices.filter(|statistic| base.statistic(&statistic.name).is_some());
    of_both.map(|statistic| statistic.name.clone()).collect()
}

fn change(verdict: Verdict) -> Change {
    match verdict {
        Verdict::Pass => Change::Same,
        Verdict::Suspicious => Change::Suspicious,
        Verdict::Fail => Change::Moved,
        Verdict::Invalid => Change::Invalid,
    }
}

/// Decks that are the same again and again have figures whose errors are not known.
fn check_policy(name: &str, policy: &SourcePolicy) -> Result<(), CompareError> {
    let seeding = &policy.seeding;
    let independent = *seeding == Seeding::default().describe()
        || (1..=u64::BITS).any(|bits| *seeding == Seeding::Bits(bits).describe());
    let own = [policy::Memory::None, policy::Memory::InPlace].map(policy::Memory::describe);
    if own.contains(&policy.memory.as_str()) && independent && policy.departing.is_none() {
        return Ok(());
    }
    Err(CompareError::Dependent {
        name: name.to_owned(),
        found: format!("`{}`", policy.in_words()),
    })
}

fn ours(record: &Record) -> Vec<&Routine> {
    let routines = record.routines.iter();
    routines.filter(|routine| !routine.control).collect()
}

type Pairs<'a> = Vec<(&'a Routine, &'a Routine)>;

/// The routines of both, and the names of those that only one has.
fn paired<'a>(base: &'a Record, new: &'a Record) -> (Pairs<'a>, Vec<String>) {
    let (before, now) = (ours(base), ours(new));
    if let ([base], [new]) = (before.as_slice(), now.as_slice()) {
        return (vec![(base, new)], Vec::new());
    }
    let find = |routines: &[&'a Routine], name: &str| {
        routines
            .iter()
            .find(|routine| routine.name == name)
            .copied()
    };
    let pairs = before.iter();
    let pairs = pairs.filter_map(|base| Some((*base, find(&now, &base.name)?)));
    let alone = |ours: &[&Routine], theirs: &[&Routine]| -> Vec<String> {
        let alone = ours.iter();
        let alone = alone.filter(|routine| theirs.iter().all(|other| other.name != routine.name));
        alone.map(|routine| routine.name.clone()).collect()
    };
    let unpaired = [alone(&before, &now), alone(&now, &before)].concat();
    (pairs.collect(), unpaired)
}

/// Compares all that two routines of these records have in common, before the family is judged. The new record
/// says how each statistic is compared.
fn side_by_side(
    (base_record, base): (&Record, &Routine),
    (new_record, new): (&Record, &Routine),
) -> (Pair, Vec<Compared>) {
    let mut pair = Pair {
        base: base.name.clone(),
        new: new.name.clone(),
        base_decks: base.decks,
        new_decks: new.decks,
        figures: Vec::new(),
        not_compared: Vec::new(),
        base_memory: memory(base_record, base),
        new_memory: memory(new_record, new),
        refused: Vec::new(),
    };
    let has_memory = pair.has_memory();
    let mut all = Vec::new();
    for (statistic, before) in &base.statistics {
        let Some(now) = new.statistics.get(statistic) else {
            continue;
        };
        let rule = new_record.statistic(statistic);
        let (found, refused) = rule.map_or_else(Default::default, |rule| {
            let both = Both {
                statistic,
                before,
                now,
                dependence: match rule.lag {
                    0 => Dependence::Independent,
                    _ => Dependence::Overlapping,
                },
            };
            if has_memory {
                both.with_memory(&rule.compares)
            } else {
                (both.compared(&rule.compares), Vec::new())
            }
        });
        if found.is_empty() && refused.is_empty() {
            pair.not_compared.push(statistic.clone());
        }
        pair.refused.extend(refused);
        for (figure, compared) in found {
            pair.figures.push(figure);
            all.push(compared);
        }
    }
    (pair, all)
}

/// The statistics that only one of the records has, each with what messages call that record.
fn only_in_one(base: (&str, &Record), new: (&str, &Record)) -> Vec<String> {
    let of = |(name, ours): (&str, &Record), theirs: &Record| -> Vec<String> {
        let alone = ours.statistics.iter();
        let alone = alone.filter(|statistic| theirs.statistic(&statistic.name).is_none());
        alone
            .map(|statistic| format!("{} ({name})", statistic.name))
            .collect()
    };
    [of(base, new.1), of(new, base.1)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_of_dependent_decks_are_known() {
        let check = |seeding: Seeding, memory: policy::Memory| {
            let policy = SourcePolicy {
                seeding: seeding.describe(),
                memory: memory.describe().to_owned(),
                departing: None,
            };
            check_policy("base.json", &policy).is_ok()
        };
        assert!(check(Seeding::default(), policy::Memory::None));
        assert!(check(Seeding::Bits(16), policy::Memory::None));
        assert!(check(Seeding::default(), policy::Memory::InPlace));
        assert!(!check(Seeding::One, policy::Memory::None));
        assert!(!check(Seeding::default(), policy::Memory::DealtAgain));
    }
}
