//! Drift: do symbols come as often later on as in the beginning?
//!
//! The draws are cut in two after 64, 128, 256, … of them. With n₁ and n₂ draws on the two sides,
//! Σ (x₁/n₁ − x₂/n₂)² n₁n₂ / ((n₁ + n₂) p) over all symbols (rare ones pooled) is chi-squared if their shares are the same
//! on both sides, whatever they are all in all. The rarest of all cuts counts, times their number.

use serde_json::json;

use super::{WEIGHTS, symbol, weights};
use crate::counter::{AnyCounter, Counter};
use crate::grain::CHANGE;
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Outcome, Statistic, Test, rounded,
};
use deck::batch::Batch as _;
use deck::subject::{self, Draws, MOST_SYMBOLS};
use laws::fit;
use laws::tail::{PValue, chi_squared_upper};
use text::figures::Declaration;
use text::names::grouped;

pub(crate) const KIND: Kind = Kind {
    name: "symbol-drift",
    about: "do symbols come as often later on as in the beginning?",
    plain: "whether symbols change their shares on the way",
    causes: "weights that change while the program runs, a bag to which items are added, a generator that was seeded badly and warms up",
    example: "A symbol that has a share of 25% of the first 1,000 draws should have it later on too. If it has 35% of the next 1,000, chance does not explain the step of 5 standard deviations.",
    compares: &Compares::Nothing,
    source: "chi-squared of two samples, over dyadic change points",
    parameters: &[WEIGHTS],
    cards: 2..=MOST_SYMBOLS,
    covers: &[crate::Feature::Change],
    suite: Some(Suite::Quick),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| {
        Ok(Box::new(Drift {
            law: weights(params)?.law(),
        }))
    },
};

/// Draws that are in one part of a run, at the least.
const PART: u64 = 64;

#[derive(Debug)]
struct Drift {
    law: Vec<f64>,
}

/// Counts symbols by parts of the run.
#[derive(Debug)]
struct Parts;

impl Counter<Draws> for Parts {
    fn name(&self) -> &'static str {
        "parts"
    }

    fn cells(&self, _symbols: usize) -> usize {
        0
    }

    fn layout(&self) {}

    fn count(&self, draws: &Draws, _: &mut [u64], notes: &mut Notes) {
        let (mut rest, mut first) = (draws.drawn(), draws.first());
        while !rest.is_empty() {
            // Parts end where their number of draws is a power of two.
            let end = (first + 1).next_power_of_two().max(PART);
            let count = ((end - first) as usize).min(rest.len());
            let cells = notes.part(first, draws.size());
            for symbol in &rest[..count] {
                cells[usize::from(*symbol)] += 1;
            }
            (rest, first) = (&rest[count..], first + count as u64);
        }
    }
}

/// A cut, and how the symbols' shares differ between its sides.
struct Cut {
    after: u64,
    value: f64,
    df: f64,
    p: f64,
    /// The symbols whose share changed most, and the shares.
    symbol: usize,
    shares: [f64; 2],
}

impl Drift {
    fn cut(&self, before: &[u64], later: &[u64]) -> Option<Cut> {
        let draws = [before, later].map(|counts| counts.iter().sum::<u64>());
        let bins = fit::pool(&self.law, draws[0].min(draws[1]));
        if bins.len() < 2 {
            return None;
        }
        let sizes = draws.map(|draws| draws as f64);
        let scale = sizes[0] * sizes[1] / (sizes[0] + sizes[1]);
        let term = |cells: &std::ops::Range<usize>| {
            let share =
                |counts: &[u64], size: f64| counts[cells.clone()].iter().sum::<u64>() as f64 / size;
            let p: f64 = self.law[cells.clone()].iter().sum();
            let shares = [share(before, sizes[0]), share(later, sizes[1])];
            (scale * (shares[0] - shares[1]).powi(2) / p, shares)
        };
        let terms: Vec<(f64, [f64; 2])> = bins.iter().map(term).collect();
        let value = terms.iter().map(|(term, _)| term).sum();
        let df = (bins.len() - 1) as f64;
        let places = 0..terms.len();
        let worst = places.max_by(|a, b| terms[*a].0.total_cmp(&terms[*b].0))?;
        Some(Cut {
            after: draws[0],
            value,
            df,
            p: chi_squared_upper(value, df),
            symbol: bins[worst].start,
            shares: terms[worst].1,
        })
    }

    /// The cut with the rarest difference, and the number of cuts.
    fn rarest(&self, parts: &[&[u64]]) -> Option<(Cut, usize)> {
        let sum = |parts: &[&[u64]]| -> Vec<u64> {
            let symbols = 0..self.law.len();
            symbols
                .map(|symbol| parts.iter().map(|part| part[symbol]).sum())
                .collect()
        };
        let cuts = (1..parts.len()).filter_map(|at| {
            let (before, later) = parts.split_at(at);
            self.cut(&sum(before), &sum(later))
        });
        let cuts: Vec<Cut> = cuts.collect();
        let number = cuts.len();
        let rarest = cuts.into_iter().min_by(|a, b| a.p.total_cmp(&b.p))?;
        Some((rarest, number))
    }
}

impl Statistic for Drift {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(&Parts)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![CHANGE]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("after", "draws"),
            Declaration::whole("symbol", "symbol"),
            Declaration::number("share_before", "share of the draws"),
            Declaration::number("share_later", "share of the draws"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("shares change after draw", "after", 0),
            Column::new("share before that", "share_before", 4),
            Column::new("share after that", "share_later", 4),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let mut test = Test::new(CHANGE, "shares of symbols (change)".to_owned());
        // Each side of a cut needs two bins.
        let needed = fit::fewest_to_pool(&self.law, 2)
            .next_power_of_two()
            .max(PART);
        test.outcome = Outcome::TooFew { needed: 2 * needed };
        let parts: Vec<&[u64]> = evidence.tally.by_part().collect();
        let found = self.rarest(&parts);
        if let Some((cut, cuts)) = &found {
            test.value = Some(cut.value);
            test.df = Some(cut.df);
            test.outcome = Outcome::P(PValue::new((cut.p * *cuts as f64).min(1.0)));
            test.words = format!(
                "{} has {:.2}% of the first {} draws and {:.2}% of the later ones",
                symbol(cut.symbol),
                100.0 * cut.shares[0],
                grouped(cut.after),
                100.0 * cut.shares[1]
            );
        }
        let cut = found.map(|(cut, _)| cut);
        let cut = cut.as_ref();
        let figures = json!({
            "after": cut.map(|cut| cut.after),
            "symbol": cut.map(|cut| cut.symbol + 1),
            "share_before": cut.map(|cut| rounded(cut.shares[0])),
            "share_later": cut.map(|cut| rounded(cut.shares[1])),
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
