//! Rows: how often each number of cards of the class came, beside the sum of all laws.
//!
//! With indicators 1{xₜ = v} the counts of the values have the means Σ pₜ(v) and the covariance
//! Σ (diag pₜ − pₜ pₜᵀ). Neighbouring rare values are pooled. A combination of the counts has no variance only if it
//! is the same for all values that any one row can have: so values hang together that a row can both have, each such
//! group has one redundant count, and without it the covariance can be inverted (by Cholesky; the quadratic form is that
//! of the pseudo-inverse).

use super::few::{tail, tails};
use super::{
    HAS_COVARIATE, Keeping, Sheet, Sum, cards, detectable, enough, errors, only_first, settled,
};
use crate::counter::AnyCounter;
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Effort, Evidence, Kind, Outcome, Statistic, Test,
};
use deck::subject::{self, Rows};
use laws::tail::chi_squared_upper;
use text::figures::{Declaration, json};
use text::names::grouped;

pub(crate) const KIND: Kind = Kind {
    name: "rows-found",
    about: "do hands from decks that differ hold as many cards of a class as they should? tests law, mean and spread over all rows",
    plain: "how many cards of the class come into the hands",
    causes: "cards that lay together before the shuffle and stayed so, hands that a program chooses or smooths, or hands that players chose to keep",
    example: "From 40 cards with 17 lands a fair hand of seven has 2.98 lands on average; 78 of 100 hands have 2 to 4. If lands lie in clumps, the mean is the same, but hands with none, one, six and seven come more often. If a program smooths hands, they hardly ever come.",
    compares: &Compares::Nothing,
    source: "sums of hypergeometric laws; Besag and Clifford (1991), Sequential Monte Carlo p-values",
    parameters: &[HAS_COVARIATE],
    cards: Rows::SIZE..=Rows::SIZE,
    covers: &[crate::Feature::Found],
    suite: Some(Suite::Quick),
    on: subject::Kind::ROWS,
    lagged: false,
    build: |_, _| Ok(Box::new(RowsFound)),
};

/// The expected count, and the variance of a count, from which on chi-squared holds.
const ENOUGH: f64 = 5.0;

#[derive(Debug)]
struct RowsFound;

impl Statistic for RowsFound {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Rows(&Keeping)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["law", "mean", "spread"]
    }

    fn effort(&self) -> Effort {
        Effort::Simulates
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("mean", "cards of the class in a hand")
                .with_error("standard_error")
                .with_ideal("ideal"),
            Declaration::number("ideal", "cards of the class in a hand").known(),
            Declaration::number("spread", "of the variance of fair hands"),
            Declaration::whole("rows", "rows"),
            Declaration::whole("certain", "rows"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column {
                fair: Some("ideal"),
                seen: Some("cards of the class in a hand".to_owned()),
                ..Column::new("cards found", "mean", 3)
            },
            Column::new("their spread", "spread", 3),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let sheet = Sheet::of(evidence.tally.kept());
        let sample = sheet.found();
        let (mean, spread) = (of_means(&sheet, &sample), of_spreads(&sheet, &sample));
        let hands = sheet.hands.len() as f64;
        let ideal = sheet.sum(|law| law.mean) / hands;
        let number = |number: f64| number.is_finite().then_some(number);
        let figures = json!({
            "mean": number(ideal + mean.total / hands),
            "standard_error": number(mean.variance.sqrt() / hands),
            "ideal": number(ideal),
            "spread": number(1.0 + spread.total / mean.variance),
            "rows": sheet.hands.len() as u64 + sheet.certain,
            "certain": sheet.certain,
        });
        Assessment {
            figures: figures.into(),
            tests: vec![
                of_law(&sheet, evidence),
                test_of_mean(&sheet, mean, evidence),
                test_of_spread(&sheet, (mean, spread), evidence),
            ],
            checks: Vec::new(),
        }
    }
}

/// Σ (x − μ).
fn of_means(sheet: &Sheet, sample: &[u32]) -> Sum {
    Sum {
        total: sheet.total(sample, Sheet::departure),
        variance: sheet.sum(|law| law.variance),
        third: sheet.sum(|law| law.third),
    }
}

/// Σ ((x − μ)² − σ²).
fn of_spreads(sheet: &Sheet, sample: &[u32]) -> Sum {
    Sum {
        total: sheet.total(sample, Sheet::spread),
        variance: sheet.sum(|law| law.spread),
        third: sheet.sum(|law| law.spread_third),
    }
}

fn test_of_mean(sheet: &Sheet, mean: Sum, evidence: &Evidence<'_>) -> Test {
    let mut test = Test::new("mean", "cards found (mean)".to_owned());
    test.value = Some(mean.z());
    if let Err(outcome) = enough(sheet, mean.variance) {
        return Test { outcome, ..test };
    }
    let hands = sheet.hands.len() as f64;
    let ideal = sheet.sum(|law| law.mean) / hands;
    test.words = format!(
        "a hand has {} on average; a fair shuffle of these decks gives {ideal:.3} ({}){}",
        cards(ideal + mean.total / hands),
        errors(mean.z()),
        only_first(evidence),
    );
    let unit = "cards of the class in a hand, on average";
    test.detectable = Some(detectable(mean, hands, evidence.level, unit));
    let of = |sample: &[u32]| sheet.total(sample, Sheet::departure);
    settled(test, tail(sheet, "rows: mean", mean, of))
}

fn test_of_spread(sheet: &Sheet, (mean, spread): (Sum, Sum), evidence: &Evidence<'_>) -> Test {
    let mut test = Test::new("spread", "cards found (spread)".to_owned());
    test.value = Some(spread.z());
    if let Err(outcome) = enough(sheet, spread.variance.min(mean.variance)) {
        return Test { outcome, ..test };
    }
    let ratio = 1.0 + spread.total / mean.variance;
    let what = if ratio > 1.0 {
        "hands with few and with many cards of the class come too often"
    } else {
        "hands with few and with many cards of the class come too rarely"
    };
    test.words = format!(
        "{what}: their number varies {ratio:.3} times as much as in a fair shuffle of these decks ({})",
        errors(spread.z()),
    );
    let unit = "of the variance of fair hands";
    test.detectable = Some(detectable(spread, mean.variance, evidence.level, unit));
    let of = |sample: &[u32]| sheet.total(sample, Sheet::spread);
    settled(test, tail(sheet, "rows: spread", spread, of))
}

fn of_law(sheet: &Sheet, evidence: &Evidence<'_>) -> Test {
    let mut test = Test::new("law", "cards found (law)".to_owned());
    let table = Values::of(sheet);
    if table.df() == 0 {
        let rows = sheet.hands.len() as u64 + sheet.certain;
        let needed = (rows + 1).max(10);
        test.outcome = Outcome::TooFew { needed };
        return test;
    }
    let sample = sheet.found();
    let counts = table.counts(&sample);
    let value = table.measure(&counts);
    test.value = Some(value);
    test.df = Some(table.df() as f64);
    test.words = evidence.in_full(|| table.words(&counts));
    let p = if sheet.is_few() {
        let [p] = tails(sheet, "rows: law", |sample| {
            [table.measure(&table.counts(sample))]
        });
        p
    } else {
        chi_squared_upper(value, table.df() as f64)
    };
    settled(test, p)
}

/// The values, neighbouring rare ones pooled.
#[derive(Debug)]
pub(super) struct Values {
    /// The pool of each value.
    pool: Vec<usize>,
    /// Expected counts.
    expected: Vec<f64>,
    /// Variances of the counts.
    variance: Vec<f64>,
    /// The pools that are not redundant.
    free: Vec<usize>,
    /// The lower triangle of the Cholesky factor of their covariance, row by row.
    factor: Vec<Vec<f64>>,
}

impl Values {
    pub(super) fn of(sheet: &Sheet) -> Self {
        Self::with(sheet, ENOUGH)
    }

    /// Pools counts until they expect so much, and vary so much.
    pub(super) fn with(sheet: &Sheet, enough: f64) -> Self {
        let mut times = vec![0.0; sheet.laws.len()];
        for hand in &sheet.hands {
            times[hand.law] += 1.0;
        }
        let laws: Vec<(&[f64], f64)> = (sheet.laws.iter().zip(times))
            .filter(|(_, times)| *times > 0.0)
            .map(|(law, times)| (&*law.p, times))
            .collect();
        let pool = pooled(&laws, enough);
        let pools = pool.last().map_or(0, |last| last + 1);
        let laws: Vec<(Vec<f64>, f64)> = (laws.iter())
            .map(|(p, times)| (in_pools(p, &pool, pools), *times))
            .collect();
        let covariance = |a: usize, b: usize| -> f64 {
            let terms = laws.iter().map(|(p, times)| {
                let both = if a == b { p[a] } else { 0.0 };
                times * (both - p[a] * p[b])
            });
            terms.sum()
        };
        let free = free(&laws, pools);
        let factor = cholesky(&free, covariance);
        Self {
            expected: (0..pools)
                .map(|at| laws.iter().map(|(p, times)| times * p[at]).sum())
                .collect(),
            variance: (0..pools).map(|at| covariance(at, at)).collect(),
            pool,
            free,
            factor,
        }
    }

    /// The rank of the covariance.
    pub(super) fn df(&self) -> usize {
        self.free.len()
    }

    pub(super) fn counts(&self, sample: &[u32]) -> Vec<f64> {
        let mut counts = vec![0.0; self.expected.len()];
        for found in sample {
            if let Some(pool) = self.pool.get(*found as usize) {
                counts[*pool] += 1.0;
            }
        }
        counts
    }

    /// The quadratic form of the departures from the expected counts.
    pub(super) fn measure(&self, counts: &[f64]) -> f64 {
        let mut solved: Vec<f64> = Vec::with_capacity(self.free.len());
        for (pool, row) in self.free.iter().zip(&self.factor) {
            let known: f64 = row.iter().zip(&solved).map(|(a, b)| a * b).sum();
            let departure = counts[*pool] - self.expected[*pool];
            solved.push((departure - known) / row[solved.len()]);
        }
        solved.iter().map(|part| part * part).sum()
    }

    /// Says which number is farthest from its share.
    fn words(&self, counts: &[f64]) -> String {
        let off = |at: usize| {
            let variance = self.variance[at].max(f64::MIN_POSITIVE);
            (counts[at] - self.expected[at]).abs() / variance.sqrt()
        };
        let all = 0..counts.len();
        let Some(worst) = all.max_by(|a, b| off(*a).total_cmp(&off(*b))) else {
            return String::new();
        };
        let mut values = (0..self.pool.len()).filter(|value| self.pool[*value] == worst);
        let first = values.next().unwrap_or(0);
        let values = match values.next_back() {
            _ if worst + 1 == counts.len() && first > 0 => format!("{first} or more cards"),
            None if first == 1 => "1 card".to_owned(),
            None => format!("{first} cards"),
            Some(last) => format!("{first} to {last} cards"),
        };
        format!(
            "the number of hands with {values} of the class is {}; a fair shuffle of these decks gives {:.1} on average",
            grouped(counts[worst] as u64),
            self.expected[worst]
        )
    }
}

/// The pool of each value: the fewest neighbours whose count expects enough, and varies enough.
fn pooled(laws: &[(&[f64], f64)], enough: f64) -> Vec<usize> {
    let values = laws.iter().map(|(p, _)| p.len()).max().unwrap_or(0);
    let weight = |from: usize, to: usize| -> f64 {
        let terms = laws.iter().map(|(p, times)| {
            let share: f64 = p[from.min(p.len())..to.min(p.len())].iter().sum();
            times * share * (1.0 - share).max(0.0)
        });
        terms.sum()
    };
    // The variance of a count is below its mean: where it is enough, both are.
    let mut starts = vec![0];
    for value in 1..values {
        let start = starts[starts.len() - 1];
        if weight(start, value) >= enough && weight(value, values) >= enough {
            starts.push(value);
        }
    }
    (0..values)
        .map(|value| starts.partition_point(|start| *start <= value) - 1)
        .collect()
}

fn in_pools(p: &[f64], pool: &[usize], pools: usize) -> Vec<f64> {
    let mut law = vec![0.0; pools];
    for (p, pool) in p.iter().zip(pool) {
        law[*pool] += p;
    }
    law
}

/// All pools but one of each group that hangs together: of neighbours, since what a row can have has no gap.
fn free(laws: &[(Vec<f64>, f64)], pools: usize) -> Vec<usize> {
    let linked = |at: &usize| {
        let mut laws = laws.iter();
        laws.any(|(p, _)| p[at - 1] > 0.0 && p[*at] > 0.0)
    };
    (1..pools).filter(linked).collect()
}

/// The lower triangle L with L Lᵀ the covariance of these.
fn cholesky(of: &[usize], covariance: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let mut factor: Vec<Vec<f64>> = Vec::with_capacity(of.len());
    for (i, a) in of.iter().enumerate() {
        let mut row: Vec<f64> = Vec::with_capacity(i + 1);
        for (j, b) in of[..=i].iter().enumerate() {
            let before = factor.get(j).map_or(&row[..], |row| &row[..j]);
            let known: f64 = row.iter().zip(before).map(|(a, b)| a * b).sum();
            let rest = covariance(*a, *b) - known;
            row.push(if i == j {
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / factor[j][j]
            });
        }
        factor.push(row);
    }
    factor
}
