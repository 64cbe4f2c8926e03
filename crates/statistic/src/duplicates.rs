//! The "number of duplicates": the metric that the published refutation refutes.
//!
//! After N decks (a replicate), the cells of the position matrix that hold one of a few counts near
//! N/n are counted; more was held to be better. Its exact expectation needs no simulation: with P
//! the one-card chain, it is the sum over all cells of P(Binomial(N, `p_ij`) ∈ counts). It cannot
//! tell a single cut from an ideal shuffle, since both have `p_ij` = 1/n. Its spread must be measured,
//! since cells depend on each other. Source: Shiina (2020), restating Hyakko (2020).

use super::positions::POSITIONS;
use super::{
    AnyCounter, Assessment, Column, Compares, Design, Evidence, Kind, Series, Statistic, Tally,
    Verification, rounded,
};
use laws::beta::binomial_pmf;
use laws::matrix::Matrix;
use text::figures::{Declaration, Shape, Value, json};
use text::params::Parameter;

pub(super) const KIND: Kind = Kind {
    name: "duplicates",
    about: "the refuted metric: counts matrix cells that hold about trials/deck decks, replicate by replicate (no test)",
    plain: "the number of duplicates",
    causes: "nothing: it has no test, and one cut gives as many as a fair shuffle",
    example: "With 40 cards there are 1,600 pairs of a card and a place. Count the pairs that come 2 or 3 times in 100 decks; the average is 2.5. A fair shuffle is expected to have 760.9 of them. So is a single cut, though its first card gives away all the others. The number cannot see that, nor the order: it looks at one card at a time.",
    compares: &Compares::Replicates,
    source: "Hyakko (2020), as restated by Shiina (2020)",
    parameters: &[Parameter {
        name: "counts",
        about: "the numbers of decks for which a cell is counted; default: trials/deck rounded down, and one more",
    }],
    cards: super::MIN_CARDS..=super::MAX_CARDS,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| {
        let per_cell = u32::try_from(design.trials / design.size as u64).unwrap_or(u32::MAX - 1);
        let counts = params.whole_list("counts", 0..=1_000_000)?;
        Ok(Box::new(Duplicates {
            counts: counts.unwrap_or_else(|| vec![per_cell, per_cell + 1]),
        }))
    },
};

/// The longest histogram of how many decks the cells hold.
const LONGEST_HISTOGRAM: usize = 256;

#[derive(Debug)]
struct Duplicates {
    counts: Vec<u32>,
}

impl Duplicates {
    /// Cells that hold this many decks or more share the last entry of the histogram: several times
    /// what they should hold. Fixed by the spec, so that every run has the same entries.
    fn end(&self) -> usize {
        let largest = self.counts.iter().max().map_or(0, |&count| count as usize);
        (4 * (largest + 1)).min(LONGEST_HISTOGRAM)
    }
}

impl Statistic for Duplicates {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(POSITIONS)
    }

    fn per_replicate(&self) -> bool {
        true
    }

    fn close(&self, tally: &Tally, pooled: &mut Vec<u64>) -> u64 {
        // Cells are looked at once, without a branch on what they hold; which of them count is seen
        // from the histogram, but for those that it lumps together.
        let end = self.end();
        pooled.resize(end + 1, 0);
        let mut histogram = [0; LONGEST_HISTOGRAM + 1];
        for &held in tally.cells() {
            histogram[held.min(end as u64) as usize] += 1;
        }
        for (pooled, cells) in pooled.iter_mut().zip(histogram) {
            *pooled += cells;
        }
        let counts = |held: u64| self.counts.iter().any(|&count| u64::from(count) == held);
        let small = (0..end).filter(|&held| counts(held as u64));
        let mut value = small.map(|held| histogram[held]).sum();
        if histogram[end] > 0 {
            let large = tally.cells().iter().filter(|&&held| held >= end as u64);
            value += large.filter(|&&held| counts(held)).count() as u64;
        }
        value
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let share = |key| Declaration::number(key, "share of cells");
        let entry = vec![
            Declaration::whole("held", "decks").known(),
            Declaration::whole("held_at_least", "decks").known(),
            Declaration::whole("cells", "cells"),
            share("mean").with_exact("exact"),
        ];
        let entries = Shape::Group(entry).listed(self.end() + 1);
        vec![
            Declaration::counts("counts", "decks", self.counts.len()).known(),
            Declaration::number("mean", "duplicates")
                .with_error("standard_error")
                .with_exact("exact"),
            Declaration::number("standard_deviation", "duplicates"),
            Declaration::number("difference", "standard errors"),
            Declaration::new("cells", entries, ""),
            Declaration::counts("values", "duplicates", design.replicates as usize),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("duplicates", "mean", 3),
            Column::new("exact", "exact", 3),
            Column::new("off", "difference", 1),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let empty = Series::default();
        let series = evidence.series.unwrap_or(&empty);
        let chain = evidence.known.chain.as_ref();
        let trials = evidence.design.trials;
        let moments = Moments::of(&series.values);
        let exact: Option<f64> = chain.map(|chain| {
            let expected = |&count: &u32| expected_cells(chain, trials, u64::from(count));
            self.counts.iter().map(expected).sum()
        });
        let check = exact.map(|exact| {
            let (values, varying) = (series.values.len() as u64, varying(&series.values));
            let error = moments.standard_error;
            Verification::of_mean("mean", moments.mean, exact, error, values, varying)
        });
        let figures = json!({
            "counts": self.counts,
            "mean": moments.mean,
            "standard_error": moments.standard_error,
            "standard_deviation": moments.standard_deviation,
            "exact": exact.map(rounded),
            "difference": check.as_ref().and_then(Verification::difference),
            "cells": cells(series, chain, &evidence.design),
            "values": series.values,
        });
        Assessment {
            figures: figures.into(),
            tests: Vec::new(),
            checks: check.into_iter().collect(),
        }
    }
}

/// Lists how many decks the cells held: the share of cells with each count, seen and exact; the
/// last entry is of all larger counts together.
fn cells(series: &Series, chain: Option<&Matrix>, design: &Design) -> Vec<Value> {
    let all = (design.size * design.size) as f64;
    let Some((last, each)) = series.pooled.split_last() else {
        return Vec::new();
    };
    let seen = |cells: u64| cells as f64 / (all * design.replicates as f64);
    let mut rest = chain.map(|_| 1.0);
    let mut entries = Vec::new();
    for (held, &cells) in each.iter().enumerate() {
        let exact = chain.map(|chain| expected_cells(chain, design.trials, held as u64) / all);
        rest = rest.zip(exact).map(|(rest, exact)| rest - exact);
        entries.push(json!({ "held": held, "cells": cells, "mean": seen(cells), "exact": exact.map(rounded) }));
    }
    let rest = rest.map(|rest| rounded(rest.max(0.0)));
    entries.push(
        json!({ "held_at_least": each.len(), "cells": last, "mean": seen(*last), "exact": rest }),
    );
    entries
}

/// The expected number of cells of the position matrix that hold exactly `held` of `trials` decks:
/// the sum over all cells of `chain` of P(Binomial(trials, p) = held).
pub fn expected_cells(chain: &Matrix, trials: u64, held: u64) -> f64 {
    // Many cells have the same probability; for an ideal shuffle all have.
    let mut last = (f64::NAN, 0.0);
    let probability = |&p: &f64| {
        if p.to_bits() != last.0.to_bits() {
            last = (p, binomial_pmf(held, trials, p.clamp(0.0, 1.0)));
        }
        last.1
    };
    chain.cells().iter().map(probability).sum()
}

/// Counts the values that differ from the commonest one.
fn varying(values: &[u64]) -> u64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let commonest = sorted.chunk_by(|a, b| a == b).map(<[u64]>::len).max();
    (values.len() - commonest.unwrap_or(0)) as u64
}

/// Mean and spread of integers.
struct Moments {
    mean: f64,
    standard_deviation: Option<f64>,
    standard_error: Option<f64>,
}

impl Moments {
    /// Computes them from exact sums; the spread needs two values or more.
    fn of(values: &[u64]) -> Self {
        let count = values.len() as u128;
        let sum: u128 = values.iter().map(|&value| u128::from(value)).sum();
        let squares = super::positions::sum_of_squares(values.iter());
        let variance = (count > 1)
            .then(|| (count * squares - sum * sum) as f64 / (count * (count - 1)) as f64);
        Self {
            mean: sum as f64 / count as f64,
            standard_deviation: variance.map(f64::sqrt),
            standard_error: variance.map(|variance| (variance / count as f64).sqrt()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ideal decks of two cards: each replicate's matrix is fixed by k, the number of sorted decks
    /// among N, and all cells hold k or N − k.
    #[test]
    fn the_expectation_is_that_of_enumeration_for_two_cards() {
        let (trials, count) = (7u64, 3u64);
        let by_hand: f64 = (0..=trials)
            .map(|k| {
                let cells = 2 * (u64::from(k == count) + u64::from(trials - k == count));
                binomial_pmf(k, trials, 0.5) * cells as f64
            })
            .sum();
        let ours = expected_cells(&Matrix::uniform(2), trials, count);
        assert!((ours - by_hand).abs() < 1e-12);
    }

    #[test]
    fn moments_of_a_known_sample() {
        let moments = Moments::of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(moments.mean.to_bits(), 5.0f64.to_bits());
        assert!((moments.standard_deviation.unwrap() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!(Moments::of(&[3]).standard_error.is_none());
    }
}
