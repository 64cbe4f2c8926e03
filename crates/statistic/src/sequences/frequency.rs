//! Frequency: how often each symbol of a sequence comes. For independent draws with the weights that the experiment
//! states, the counts are multinomial; they are tested by the likelihood ratio, neighbouring rare symbols
//! pooled.

use std::borrow::Cow;

use serde_json::json;

use super::{WEIGHTS, weights};
use crate::Halves;
use crate::counter::{AnyCounter, Counter};
use crate::law::{farthest, law_test};
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, NamedCell, Naming, Notes, Statistic,
    rounded,
};
use deck::batch::Batch;
use deck::subject::{self, Draws, MOST_SYMBOLS};
use text::figures::Declaration;

pub(crate) const KIND: Kind = Kind {
    name: "frequency",
    about: "how often does each symbol come?",
    plain: "how often each symbol comes",
    causes: "weights that are not those of the program, ranges that leave out their end, the remainder of a division",
    example: "A symbol with the weight 5 of 100 should come 50 times in 1,000 draws, give or take 7. If it comes 90 times, or 10 times, chance does not explain it.",
    compares: &Compares::Law {
        key: Cow::Borrowed("counts"),
        place: Cow::Borrowed("symbol {cell}"),
    },
    source: "multinomial law",
    parameters: &[WEIGHTS],
    cards: 2..=MOST_SYMBOLS,
    suite: Some(Suite::Quick),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| {
        let weights = weights(params)?;
        Ok(Box::new(Frequency { law: weights.law() }))
    },
};

#[derive(Debug)]
struct Frequency {
    law: Vec<f64>,
}

/// Counts draws by symbol, those with an even index apart from the others, as numbers of each deck are: two
/// halves, each with the sum of all symbols last.
#[derive(Debug)]
struct Symbols;

impl Counter<Draws> for Symbols {
    fn name(&self) -> &'static str {
        "symbols"
    }

    fn cells(&self, symbols: usize) -> usize {
        2 * (symbols + 1)
    }

    /// The last symbol, by its number.
    fn most(&self, symbols: usize) -> u64 {
        symbols as u64
    }

    fn layout(&self) {}

    fn count(&self, draws: &Draws, cells: &mut [u64], _: &mut Notes) {
        let half = draws.size() + 1;
        for (&symbol, index) in draws.drawn().iter().zip(draws.first()..) {
            let first = if index % 2 == 0 { 0 } else { half };
            cells[first + usize::from(symbol)] += 1;
            cells[first + half - 1] += u64::from(symbol);
        }
    }
}

impl Statistic for Frequency {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(&Symbols)
    }

    fn law(&self) -> Option<Vec<f64>> {
        Some(self.law.clone())
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["law"]
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        vec![
            Declaration::counts("counts", "draws", design.size),
            Declaration::new(
                "ideal",
                text::figures::Shape::Number.listed(design.size),
                "share of draws",
            )
            .known(),
            Declaration::whole("farthest", "symbol"),
            Declaration::number("farthest_share", "share of draws"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("symbol that is farthest off", "farthest", 0),
            Column::new("its share", "farthest_share", 4),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let counts = Halves::of(evidence.tally).whole();
        let draws = evidence.subjects();
        let title = ("law", "frequency".to_owned());
        let (mut test, pooled) = law_test(
            title,
            "symbols",
            (&counts, &self.law),
            draws,
            evidence.level,
        );
        let mut off = None;
        if let Some(worst) = farthest(&pooled, draws) {
            let share = worst.seen as f64 / draws as f64;
            let symbols = match (worst.cells.start, worst.cells.end - 1) {
                (first, last) if first == last => format!("symbol {} comes", first + 1),
                (first, last) => format!("symbols {} to {} come", first + 1, last + 1),
            };
            test.words = format!(
                "{symbols} in {:.3}% of the draws; fair is {:.3}%",
                100.0 * share,
                100.0 * worst.probability
            );
            test.named = Some(NamedCell {
                what: symbols,
                count: worst.seen,
                of: draws,
                fair: worst.probability,
                among: pooled.len() as u64,
                unit: "the draws",
                by: Naming::Together(
                    "symbols do not come as often as they should, though none is far off by itself"
                        .to_owned(),
                ),
            });
            // Pooled symbols are never the farthest.
            off = (worst.cells.len() == 1).then_some((worst.cells.start + 1, share));
        }
        let figures = json!({
            "counts": counts,
            "ideal": self.law.iter().copied().map(rounded).collect::<Vec<_>>(),
            "farthest": off.map(|(symbol, _)| symbol),
            "farthest_share": off.map(|(_, share)| share),
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Tally};
    use deck::kernel::Isa;
    use deck::rng::{Generator, Seed};
    use deck::subject::Weights;
    use laws::testing::binomial_upper;
    use shuffle::draws;
    use shuffle::theory::Known;
    use source::{Drawn, Source as _};

    /// The p-value of so many draws with these weights, where `fair` ones are expected.
    fn p(weights: &[u32], fair: &[u32], draws: u64, run: u64) -> f64 {
        let of = |weights: &[u32]| Weights::new(weights.to_vec()).unwrap();
        let seed = Seed::Integer(5);
        let stream = Generator::DEFAULT
            .stream(&seed, "frequency", 0, run)
            .unwrap();
        let mut source = Drawn::new(&*draws::independent(&of(weights)), stream);
        source.go_on(draws);
        let mut batch = Draws::new(weights.len(), Isa::best());
        let mut tally = Tally::empty(&Symbols, weights.len());
        while {
            source.fill(&mut batch).unwrap();
            !batch.is_empty()
        } {
            tally.count(&Symbols, &batch);
        }
        let evidence = Evidence {
            lag: 0,
            design: Design {
                size: weights.len(),
                trials: draws,
                replicates: 1,
            },
            tally: &tally,
            series: None,
            known: &Known::default(),
            level: 0.001,
            in_full: true,
            lines: None,
        };
        let statistic = Frequency {
            law: of(fair).law(),
        };
        let found = statistic.assess(&evidence);
        assert_eq!(
            found.figures.counts("counts").unwrap().iter().sum::<u64>(),
            draws
        );
        match found.tests[0].outcome {
            Outcome::P(p) => p.get(),
            Outcome::TooFew { needed } => panic!("{needed} draws are needed"),
        }
    }

    /// Counts failures in 2,000 runs: no more at 0.05 and at 0.01 than chance lets happen once in a
    /// thousand (binomial).
    #[test]
    fn draws_with_the_weights_fail_as_often_as_they_should() {
        const RUNS: u64 = 2_000;
        for (weights, draws) in [
            (&[50, 25, 20, 5][..], 200),
            (&[1; 6], 100),
            (&[1, 1], 50),
            (&[997, 1, 1, 1], 5_000),
        ] {
            let all: Vec<f64> = (0..RUNS)
                .map(|run| p(weights, weights, draws, run))
                .collect();
            for level in [0.05, 0.01] {
                let fails = all.iter().filter(|p| **p <= level).count() as u64;
                let chance = binomial_upper(fails, RUNS, level);
                assert!(chance > 0.001, "{weights:?}: {fails} of {RUNS} at {level}");
            }
        }
    }

    #[test]
    fn a_symbol_that_comes_too_often_is_seen() {
        assert!(p(&[50, 25, 20, 6], &[50, 25, 20, 5], 20_000, 0) < 1e-6);
        // The remainder of a division by six: two bits too few.
        assert!(p(&[11, 11, 11, 11, 10, 10], &[1; 6], 20_000, 0) < 1e-6);
    }
}
