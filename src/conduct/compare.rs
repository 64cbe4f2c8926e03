//! Two records side by side: the figures that moved between them.

use thiserror::Error;

use crate::judgement::{Change, Verdict};
use crate::policy::Memory;
use crate::record::compare::{COMPARISON_SCHEMA, Comparison, Figure, Movement, Pair, Side};
use crate::record::{Compares, Figures, Record, Routine, SourcePolicy, Statistic};
use crate::rng::seeding::Seeding;
use crate::statistic::Outcome;
use crate::verdict::compare::{
    Compared, Dependence, FEWEST_DECKS, FEWEST_REPLICATES, Mean, counts, means, shares, worst,
};
use crate::verdict::family::{Member, judge};

/// Why two records cannot be compared.
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
    /// Decks of one of them hang together.
    #[error(
        "key `experiment.policy`: found {found} in {name}; accepted: decks that do not depend on each other, \
         or nothing could be said of chance"
    )]
    Dependent {
        /// The record.
        name: String,
        /// Its policy.
        found: String,
    },
}

/// Whether records with decks of this size can be compared with `base`.
pub fn check_deck(
    base_name: &str,
    base: &Record,
    new_name: &str,
    deck: usize,
) -> Result<(), CompareError> {
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
    check_deck(base_name, base, new_name, new.experiment.deck)?;
    for (name, record) in [(base_name, base), (new_name, new)] {
        if let Some(policy) = &record.experiment.policy {
            check_policy(name, policy)?;
        }
    }
    let (pairs, unpaired) = paired(base, new);
    if pairs.is_empty() {
        let names = |record: &Record| {
            crate::names::list(ours(record).iter().map(|routine| routine.name.as_str()))
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
    let rules = &new.statistics;
    let (mut routines, mut outcomes) = (Vec::new(), Vec::new());
    for (base, new) in pairs {
        let (pair, compared) = side_by_side(base, new, rules);
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
        outcome,
    })
}

fn change(verdict: Verdict) -> Change {
    match verdict {
        Verdict::Pass => Change::Same,
        Verdict::Suspicious => Change::Suspicious,
        Verdict::Fail => Change::Moved,
        Verdict::Invalid => Change::Invalid,
    }
}

/// Decks that hang together have figures whose errors are not known.
fn check_policy(name: &str, policy: &SourcePolicy) -> Result<(), CompareError> {
    let seeding = &policy.seeding;
    let independent = *seeding == Seeding::default().describe()
        || (1..=u64::BITS).any(|bits| *seeding == Seeding::Bits(bits).describe());
    if policy.memory == Memory::None.describe() && independent {
        return Ok(());
    }
    Err(CompareError::Dependent {
        name: name.to_owned(),
        found: format!("`{seeding}; {}`", policy.memory),
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

/// Compares all that two routines have in common, before the family is judged; `rules` says how each
/// statistic is compared.
fn side_by_side(base: &Routine, new: &Routine, rules: &[Statistic]) -> (Pair, Vec<Compared>) {
    let mut pair = Pair {
        base: base.name.clone(),
        new: new.name.clone(),
        base_decks: base.decks,
        new_decks: new.decks,
        figures: Vec::new(),
        not_compared: Vec::new(),
    };
    let mut all = Vec::new();
    for (statistic, before) in &base.statistics {
        let Some(now) = new.statistics.get(statistic) else {
            continue;
        };
        let rule = rules.iter().find(|rule| rule.name == *statistic);
        let found = rule.map_or_else(Vec::new, |rule| {
            let both = Both {
                statistic,
                before,
                now,
                dependence: match rule.lag {
                    0 => Dependence::Independent,
                    _ => Dependence::Overlapping,
                },
            };
            both.compared(&rule.compares)
        });
        if found.is_empty() {
            pair.not_compared.push(statistic.clone());
        }
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

/// One statistic in both records.
struct Both<'a> {
    statistic: &'a str,
    before: &'a Figures,
    now: &'a Figures,
    dependence: Dependence,
}

type Found = Vec<(Figure, Compared)>;

impl Both<'_> {
    /// Compares the figures of the statistic that `rule` allows to compare.
    fn compared(&self, rule: &Compares) -> Found {
        match rule {
            Compares::Rows { key, place, from } => self.rows(key, |row, column| {
                place
                    .replace("{row}", &(row + from.0).to_string())
                    .replace("{column}", &(column + from.1).to_string())
            }),
            Compares::Pairs { key, place } => self.pairs(key, place),
            Compares::Law { key } => self.law(key),
            Compares::Number if self.whole("least").is_some() => self.number(),
            Compares::Replicates if self.before.counts("values").is_some() => self.replicates(),
            Compares::Number | Compares::Replicates | Compares::Nothing => Vec::new(),
        }
    }

    /// A key that both have, with the same whole number.
    fn whole(&self, key: &str) -> Option<u64> {
        let (before, now) = (self.before.whole(key)?, self.now.whole(key)?);
        (before == now).then_some(before)
    }

    fn figure(&self, test: &str, compared: &Compared) -> Figure {
        let (p, needed) = match compared.outcome {
            Outcome::P(p) => (Some(p.get()), None),
            Outcome::TooFew { needed } => (None, Some(needed)),
        };
        Figure {
            statistic: self.statistic.to_owned(),
            test: test.to_owned(),
            base: None,
            new: None,
            errors: compared.errors,
            p,
            p_adjusted: None,
            verdict: Change::Invalid,
            needed,
            place: None,
        }
    }

    /// A number of each deck: its mean and its law.
    fn number(&self) -> Found {
        let (before, now) = (
            self.before.counts("histogram"),
            self.now.counts("histogram"),
        );
        let (Some(before), Some(now)) = (before, now) else {
            return Vec::new();
        };
        if before.len() != now.len() || self.whole("bin").is_none() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let values = (before.iter().zip(&now)).filter(|(before, now)| **before + **now > 0);
        // Where there are only two values, the test of the law is a test of the mean, and exact.
        if values.count() > 2 {
            let count = |counts: &[u64]| counts.iter().sum();
            found.extend(self.mean(count(&before), count(&now), FEWEST_DECKS));
        }
        let compared = counts(&before, &now, self.dependence);
        found.push((self.figure("law", &compared), compared));
        found
    }

    /// A number of each replicate: its mean.
    fn replicates(&self) -> Found {
        let values = |side: &Figures| side.counts("values").map_or(0, |values| values.len()) as u64;
        let found = self.mean(values(self.before), values(self.now), FEWEST_REPLICATES);
        found.into_iter().collect()
    }

    fn mean(&self, before: u64, now: u64, fewest: u64) -> Option<(Figure, Compared)> {
        let mean = |side: &Figures, values: u64| {
            Some(Mean {
                mean: side.number("mean")?,
                error: side.number("standard_error")?,
                values,
            })
        };
        let (before, now) = (mean(self.before, before)?, mean(self.now, now)?);
        let compared = means(before, now, fewest, self.dependence)?;
        let figure = Figure {
            base: Some(before.mean),
            new: Some(now.mean),
            ..self.figure("mean", &compared)
        };
        Some((figure, compared))
    }

    /// Cells of which each deck is in one.
    fn law(&self, key: &str) -> Found {
        match (self.before.counts(key), self.now.counts(key)) {
            (Some(before), Some(now)) if before.len() == now.len() => {
                let compared = counts(&before, &now, self.dependence);
                vec![(self.figure("law", &compared), compared)]
            }
            _ => Vec::new(),
        }
    }

    /// A matrix in each row of which a deck has one cell: the row that moved most, and its cell.
    fn rows(&self, key: &str, place: impl Fn(usize, usize) -> String) -> Found {
        let (Some(before), Some(now)) = (self.before.matrix(key), self.now.matrix(key)) else {
            return Vec::new();
        };
        // In a binned matrix a deck has several cells in each row.
        let binned = |side: &Figures| side.whole("bin").is_some_and(|bin| bin > 1);
        let same = before.len() == now.len()
            && before
                .iter()
                .zip(&now)
                .all(|(before, now)| before.len() == now.len());
        if !same || binned(self.before) || binned(self.now) {
            return Vec::new();
        }
        let rows = before.iter().zip(&now);
        let all: Vec<Compared> = rows
            .map(|(before, now)| counts(before, now, self.dependence))
            .collect();
        let (compared, at) = worst(&all);
        let mut figure = self.figure("cells", &compared);
        if let Some(row) = at {
            let (column, before, now) = farthest(&before[row], &now[row]);
            (figure.base, figure.new) = (Some(before), Some(now));
            figure.place = Some(place(row, column));
        }
        vec![(figure, compared)]
    }

    /// Compares how often each card is above each other one.
    fn pairs(&self, key: &str, place: &str) -> Found {
        let (Some(before), Some(now)) = (self.before.matrix(key), self.now.matrix(key)) else {
            return Vec::new();
        };
        // On ideal decks a card is as often above another one as below it.
        let decks = |side: &Figures| side.number("fair").map(|fair| (2.0 * fair) as u64);
        let (Some(base_decks), Some(new_decks)) = (decks(self.before), decks(self.now)) else {
            return Vec::new();
        };
        let (mut all, mut cells) = (Vec::new(), Vec::new());
        for (row, (before, now)) in before.iter().zip(&now).enumerate() {
            for (at, (&before, &now)) in before.iter().zip(now).enumerate() {
                if before > base_decks || now > new_decks {
                    return Vec::new();
                }
                all.push(shares(before, base_decks, now, new_decks, self.dependence));
                cells.push((row, row + 1 + at, before, now));
            }
        }
        let (compared, at) = worst(&all);
        let mut figure = self.figure("cells", &compared);
        if let Some((above, below, before, now)) = at.map(|at| cells[at]) {
            figure.base = Some(before as f64 / base_decks as f64);
            figure.new = Some(now as f64 / new_decks as f64);
            let place = place.replace("{above}", &(above + 1).to_string());
            figure.place = Some(place.replace("{below}", &(below + 1).to_string()));
        }
        vec![(figure, compared)]
    }
}

/// The cell whose share moved most beyond chance, and the two shares.
fn farthest(before: &[u64], now: &[u64]) -> (usize, f64, f64) {
    let totals = [before, now].map(|counts| counts.iter().sum::<u64>().max(1) as f64);
    let mut most = (0, 0.0, 0.0);
    let mut least = -1.0;
    for (at, (&before, &now)) in before.iter().zip(now).enumerate() {
        let shares = (before as f64 / totals[0], now as f64 / totals[1]);
        let both = (before + now) as f64 / (totals[0] + totals[1]);
        let off = if both > 0.0 {
            (shares.1 - shares.0) * (shares.1 - shares.0) / both
        } else {
            0.0
        };
        if off > least {
            (most, least) = ((at, shares.0, shares.1), off);
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_of_dependent_decks_are_known() {
        let check = |seeding: Seeding, memory: Memory| {
            let policy = SourcePolicy {
                seeding: seeding.describe(),
                memory: memory.describe().to_owned(),
            };
            check_policy("base.json", &policy).is_ok()
        };
        assert!(check(Seeding::default(), Memory::None));
        assert!(check(Seeding::Bits(16), Memory::None));
        assert!(!check(Seeding::One, Memory::None));
        assert!(!check(Seeding::default(), Memory::InPlace));
    }

    #[test]
    fn the_farthest_cell_is_found() {
        assert_eq!(farthest(&[50, 50, 0], &[50, 30, 20]), (2, 0.0, 0.2));
    }
}
