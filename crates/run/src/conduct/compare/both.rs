//! One statistic in two records: what of it is compared, and what is refused.

use engine::verdict::compare::{
    Batches, ByBatches, Compared, Dependence, FEWEST_DECKS, FEWEST_REPLICATES, Mean, counts, means,
    shares, welch, worst,
};
use record::compare::{Figure, Refused, Why};
use record::{Compares, Figures};
use statistic::Outcome;
use text::judgement::Change;

/// One statistic in both records.
pub(super) struct Both<'a> {
    pub statistic: &'a str,
    pub before: &'a Figures,
    pub now: &'a Figures,
    pub dependence: Dependence,
}

/// The comparisons of a statistic.
pub(super) type Found = Vec<(Figure, Compared)>;

impl Both<'_> {
    /// Compares the figures of the statistic that `rule` allows to compare, of decks that do not depend on each
    /// other.
    pub fn compared(&self, rule: &Compares) -> Found {
        match rule {
            Compares::Rows {
                key,
                place,
                from,
                edges,
            } => self.rows(key, |row, column| {
                let words = match (row, column, edges) {
                    (0, _, Some((first, _))) | (_, 0, Some((_, first))) => first,
                    _ => place,
                };
                words
                    .replace("{row}", &(row + from.0).to_string())
                    .replace("{column}", &(column + from.1).to_string())
            }),
            Compares::Pairs { key, place } => self.pairs(key, place),
            Compares::Law { key, place } => self.law(key, place),
            Compares::Number if self.whole("least").is_some() => self.number(),
            Compares::Replicates if self.before.counts("values").is_some() => self.replicates(),
            Compares::Number | Compares::Replicates | Compares::Nothing => Vec::new(),
        }
    }

    /// Compares what `rule` allows to compare of decks that depend on earlier ones: the mean of a number, by sums
    /// of consecutive decks. All else is refused.
    pub(crate) fn with_memory(&self, rule: &Compares) -> (Found, Vec<Refused>) {
        // A figure that is never compared is not refused.
        let usual = self.compared(rule);
        let number = *rule == Compares::Number;
        let (mut found, mut refused) = (Vec::new(), Vec::new());
        for (figure, _) in &usual {
            // The law of two values is their mean.
            let is_mean = figure.test == MEAN || usual.len() == 1;
            if !(number && is_mean) {
                refused.push(self.refused(&figure.test, Why::ErrorUnknown));
            }
        }
        if number && !usual.is_empty() {
            match self.batch_means() {
                Ok(mean) => found.push(mean),
                Err(why) => refused.push(self.refused(BATCH_MEANS, why)),
            }
        }
        (found, refused)
    }

    fn refused(&self, test: &str, why: Why) -> Refused {
        Refused {
            statistic: self.statistic.to_owned(),
            test: test.to_owned(),
            why,
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
        // The test of the law is a test of the mean, and exact, if there are only two values.
        if values.count() > 2 {
            let count = |counts: &[u64]| counts.iter().sum();
            found.extend(self.mean(count(&before), count(&now), FEWEST_DECKS));
        }
        let compared = counts(&before, &now, self.dependence);
        found.push((self.figure(LAW, &compared), compared));
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
            ..self.figure(MEAN, &compared)
        };
        Some((figure, compared))
    }

    /// The mean of a number of each deck, by sums of consecutive decks.
    fn batch_means(&self) -> Result<(Figure, Compared), Why> {
        let of = |side: &Figures| batches(side).map(|batches| batches.mean());
        let (Some(before), Some(now)) = (of(self.before), of(self.now)) else {
            return Err(Why::NoBatches);
        };
        let (before, now) = match (before, now) {
            (ByBatches::TooFew, _) | (_, ByBatches::TooFew) => {
                let compared = Compared::too_few(FEWEST_DECKS);
                return Ok((self.figure(BATCH_MEANS, &compared), compared));
            }
            (ByBatches::StillDependent, _) | (_, ByBatches::StillDependent) => {
                return Err(Why::StillDependent);
            }
            (ByBatches::Mean(before), ByBatches::Mean(now)) => (before, now),
        };
        // Both means are the same sums of whole numbers over as many decks if neither ever varies.
        let never = (before.mean - now.mean).abs() <= f64::EPSILON * before.mean.abs();
        let compared = match welch(before, now) {
            Some(compared) => compared,
            None if never => Compared::by_p(1.0),
            None => return Err(Why::NeverVaries),
        };
        let figure = Figure {
            base: Some(before.mean),
            new: Some(now.mean),
            ..self.figure(BATCH_MEANS, &compared)
        };
        Ok((figure, compared))
    }

    /// Cells of which each deck is in one.
    fn law(&self, key: &str, place: &str) -> Found {
        let (before, now) = match (self.before.counts(key), self.now.counts(key)) {
            (Some(before), Some(now)) if before.len() == now.len() => (before, now),
            _ => return Vec::new(),
        };
        let law = counts(&before, &now, self.dependence);
        let words = |_, cell: usize| place.replace("{cell}", &cell.to_string());
        vec![
            (self.figure(LAW, &law), law),
            self.cell(&[before], &[now], words),
        ]
    }

    /// A matrix in each row of which a deck has one cell: the row that moved most, with its farthest cell, and
    /// the single cell that moved most.
    fn rows(&self, key: &str, place: impl Fn(usize, usize) -> String) -> Found {
        let (Some(before), Some(now)) = (self.before.matrix(key), self.now.matrix(key)) else {
            return Vec::new();
        };
        // A deck has several cells in each row of a binned matrix.
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
        let mut figure = self.figure(CELLS, &compared);
        if let Some(row) = at {
            let (column, before, now) = farthest(&before[row], &now[row]);
            (figure.base, figure.new) = (Some(before), Some(now));
            figure.place = Some(place(row, column));
        }
        vec![(figure, compared), self.cell(&before, &now, place)]
    }

    /// The single cell that moved most of rows in each of which a deck has one, by the share of decks in it.
    /// Cells that neither record has seen are none.
    fn cell(
        &self,
        before: &[Vec<u64>],
        now: &[Vec<u64>],
        place: impl Fn(usize, usize) -> String,
    ) -> (Figure, Compared) {
        let (mut all, mut cells) = (Vec::new(), Vec::new());
        for (row, (before, now)) in before.iter().zip(now).enumerate() {
            let decks = [before, now].map(|counts| counts.iter().sum::<u64>());
            for (column, (&before, &now)) in before.iter().zip(now).enumerate() {
                if before + now > 0 {
                    all.push(share_of((before, now), decks, self.dependence));
                    let shares = (share(before, decks[0]), share(now, decks[1]));
                    cells.push((row, column, shares));
                }
            }
        }
        let (compared, at) = worst(&all);
        let mut figure = self.figure(CELL, &compared);
        if let Some((row, column, (before, now))) = at.map(|at| cells[at]) {
            (figure.base, figure.new) = (Some(before), Some(now));
            figure.place = Some(place(row, column));
        }
        (figure, compared)
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
        let mut figure = self.figure(CELL, &compared);
        if let Some((above, below, before, now)) = at.map(|at| cells[at]) {
            figure.base = Some(share(before, base_decks));
            figure.new = Some(share(now, new_decks));
            let place = place.replace("{above}", &(above + 1).to_string());
            figure.place = Some(place.replace("{below}", &(below + 1).to_string()));
        }
        vec![(figure, compared)]
    }
}

/// The names of what is compared.
const MEAN: &str = "mean";
const LAW: &str = "law";
const CELLS: &str = "cells";
const CELL: &str = "cell";
const BATCH_MEANS: &str = "batch means";

/// The sums of consecutive decks that a record keeps of a number.
pub(super) fn batches(figures: &Figures) -> Option<Batches> {
    let (decks, sums) = (
        figures.counts("batches.decks")?,
        figures.counts("batches.sums")?,
    );
    (decks.len() == sums.len()).then(|| Batches::new(&decks, &sums))
}

/// A cell's share of decks, or too few of them.
fn share_of((before, now): (u64, u64), decks: [u64; 2], dependence: Dependence) -> Compared {
    if decks.contains(&0) {
        return Compared::too_few(1);
    }
    shares(before, decks[0], now, decks[1], dependence)
}

fn share(count: u64, decks: u64) -> f64 {
    count as f64 / decks.max(1) as f64
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
    fn the_farthest_cell_is_found() {
        assert_eq!(farthest(&[50, 50, 0], &[50, 30, 20]), (2, 0.0, 0.2));
    }
}
