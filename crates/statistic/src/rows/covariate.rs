//! Rows: do cards of the class come more often where something beside them is larger? Their place in the decklist before
//! the shuffle, for instance, which a shuffle should make forget.
//!
//! Σ (c − c̄)(x − μ) has the mean 0 and the variance Σ (c − c̄)² σ², given the covariates c.

use super::few::tail;
use super::{HAS_COVARIATE, Hand, Keeping, Law, Sheet, Sum, detectable, enough, errors};
use crate::counter::AnyCounter;
use crate::suite::Suite;
use crate::{Assessment, Column, Compares, Design, Effort, Evidence, Kind, Statistic, Test};
use deck::subject::{self, OwnDecks, Rows};
use text::figures::{Declaration, json};
use text::params::ParamError;

use super::settled;

pub(crate) const KIND: Kind = Kind {
    name: "rows-covariate",
    about: "do cards of a class come more often where a number beside the row is larger, such as their place in the decklist?",
    plain: "whether a number beside the rows goes with what is found",
    causes: "a shuffle that remembers where the cards were, or hands that somebody chose by the number beside them",
    example: "Lands at the end of the decklist (place 1) should come no more often than lands at its beginning (place 0): a fair slope is 0. If a weak shuffle leaves the last cards on top, hands may have half a land more for each unit.",
    compares: &Compares::Nothing,
    source: "regression on known laws; Besag and Clifford (1991), Sequential Monte Carlo p-values",
    parameters: &[HAS_COVARIATE],
    cards: Rows::SIZE..=Rows::SIZE,
    covers: &[crate::Feature::Found],
    suite: Some(Suite::Quick),
    on: subject::Kind::ROWS,
    lagged: false,
    build: |params, _| {
        let rows: &OwnDecks = params.subject(HAS_COVARIATE.name)?;
        if !rows.covariate {
            return Err(ParamError::View {
                kind: KIND.name.to_owned(),
                view: "rows without a covariate".to_owned(),
                accepted: "rows with one (covariate = \"place\")".to_owned(),
            });
        }
        Ok(Box::new(RowsCovariate))
    },
};

#[derive(Debug)]
struct RowsCovariate;

/// Sums of the numbers against the covariate.
struct Slope {
    /// c − c̄ of each hand.
    centred: Vec<f64>,
    /// Σ (c − c̄)².
    squares: f64,
    sum: Sum,
}

impl Slope {
    fn of(sheet: &Sheet) -> Self {
        let covariate = |hand: &Hand| hand.row.covariate.unwrap_or(0.0);
        let hands = sheet.hands.len().max(1) as f64;
        let mean = sheet.hands.iter().map(covariate).sum::<f64>() / hands;
        let centred: Vec<f64> = (sheet.hands.iter())
            .map(|hand| covariate(hand) - mean)
            .collect();
        let weighted = |power: i32, of: fn(&Law) -> f64| -> f64 {
            let hands = centred.iter().zip(&sheet.hands);
            hands
                .map(|(c, hand)| c.powi(power) * of(sheet.law(hand)))
                .sum()
        };
        let sum = Sum {
            total: total(sheet, &centred, &sheet.found()),
            variance: weighted(2, |law| law.variance),
            third: weighted(3, |law| law.third),
        };
        Self {
            squares: centred.iter().map(|c| c * c).sum(),
            centred,
            sum,
        }
    }
}

/// Σ (c − c̄)(x − μ).
fn total(sheet: &Sheet, centred: &[f64], sample: &[u32]) -> f64 {
    let hands = sheet.hands.iter().zip(sample).zip(centred);
    hands
        .map(|((hand, x), c)| c * sheet.departure(hand, *x))
        .sum()
}

impl Statistic for RowsCovariate {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Rows(&Keeping)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["slope"]
    }

    fn effort(&self) -> Effort {
        Effort::Simulates
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("slope", "cards of the class for each unit beside the row")
                .with_error("standard_error"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column::new("slope beside the rows", "slope", 4)]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let sheet = Sheet::of(evidence.tally.kept());
        let slope = Slope::of(&sheet);
        let Slope { squares, sum, .. } = slope;
        let found = (squares > 0.0).then(|| sum.total / squares);
        let figures = json!({
            "slope": found,
            "standard_error": found.map(|_| sum.variance.sqrt() / squares),
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test(&sheet, &slope, evidence.level)],
            checks: Vec::new(),
        }
    }
}

fn test(sheet: &Sheet, slope: &Slope, level: f64) -> Test {
    let mut test = Test::new("slope", "cards found beside the covariate".to_owned());
    test.value = Some(slope.sum.z());
    // In the unit of the covariate a variance says nothing: in that of its standard deviation it does.
    let unit = slope.squares / sheet.hands.len().max(1) as f64;
    let variance = if unit > 0.0 {
        slope.sum.variance / unit
    } else {
        0.0
    };
    if let Err(outcome) = enough(sheet, variance) {
        return Test { outcome, ..test };
    }
    let found = slope.sum.total / slope.squares;
    let what = if found > 0.0 { "more" } else { "fewer" };
    test.words = format!(
        "a hand has {:.3} cards of the class {what} for each unit beside the row; after a fair shuffle there is no difference ({})",
        found.abs(),
        errors(slope.sum.z())
    );
    let unit = "cards of the class in a hand for each unit beside the row";
    test.detectable = Some(detectable(slope.sum, slope.squares, level, unit));
    let of = |sample: &[u32]| total(sheet, &slope.centred, sample);
    settled(test, tail(sheet, "rows: slope", slope.sum, of))
}
