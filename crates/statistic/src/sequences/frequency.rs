//! Frequency: how often each symbol of a sequence comes. For independent draws with the weights that the experiment
//! states, the counts are multinomial; they are tested by the likelihood ratio, neighbouring rare symbols
//! pooled. The symbol that is farthest off has a test of its own, since one that never comes is lost among the others.
//!
//! The share of each symbol has [limits] (Clopper and Pearson, 1934) that hold together, for draws that do not depend on
//! each other: each end has an equal part of the error (Bonferroni), so that a symbol may be named after looking.

use std::borrow::Cow;

use super::{LISTED, WEIGHTS, weights};
use crate::Halves;
use crate::cells::{Cell, cell_test};
use crate::counter::{AnyCounter, Counter};
use crate::grain::CELL;
use crate::law::{Pooled, farthest, law_test};
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Limited, NamedCell, Naming, Notes,
    Statistic, Test, rounded,
};
use deck::batch::Batch;
use deck::subject::{self, Draws, MOST_SYMBOLS};
use laws::beta::{clopper_pearson_lower, clopper_pearson_upper};
use text::figures::{Declaration, Figures, Shape, json};
use text::names::{grouped, short};

pub(crate) const KIND: Kind = Kind {
    name: "frequency",
    about: "how often does each symbol come?",
    plain: "how often each symbol comes",
    causes: "weights other than the program's own, ranges that leave out their end, the remainder of a division",
    example: "A symbol with the weight 5 of 100 should come 50 times in 1,000 draws, give or take 7. If it comes 90 times, or 10 times, chance does not explain it.",
    compares: &Compares::Law {
        key: Cow::Borrowed("counts"),
        place: Cow::Borrowed("symbol {cell}"),
    },
    source: "multinomial law",
    parameters: &[WEIGHTS],
    cards: 2..=MOST_SYMBOLS,
    covers: &[crate::Feature::Shares],
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

/// The limits of the shares of symbols that came so often: with a probability of at least 1 - `error` all of them hold.
/// `None` for more symbols than are listed.
pub fn limits(counts: &[u64], error: f64) -> Option<Vec<(f64, f64)>> {
    if counts.len() > LISTED {
        return None;
    }
    let draws = counts.iter().sum();
    let error = error / (2.0 * counts.len() as f64);
    let limits = counts.iter().map(|count| {
        let low = clopper_pearson_lower(*count, draws, error);
        (low, clopper_pearson_upper(*count, draws, error))
    });
    Some(limits.collect())
}

/// Two different shares in per cent, with as many digits as it takes to tell them apart.
fn apart(seen: f64, fair: f64) -> (String, String) {
    let at = |digits| {
        let said = |share: f64| format!("{}%", short(100.0 * share, digits));
        (said(seen), said(fair))
    };
    let told = |digits: &usize| at(*digits).0 != at(*digits).1;
    at((3..8).find(told).unwrap_or(8))
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

impl Frequency {
    /// `symbol 4 comes in 7.15% of draws; 5% was set`
    fn words(&self, worst: &Pooled, draws: u64) -> String {
        let (first, last) = (worst.cells.start, worst.cells.end - 1);
        let (symbols, come) = if first == last {
            (format!("symbol {}", first + 1), "comes")
        } else {
            (format!("symbols {} to {}", first + 1, last + 1), "come")
        };
        let (seen, expected) = apart(worst.seen as f64 / draws as f64, worst.probability);
        // Nobody sets shares that are all equal.
        let expected = if self
            .law
            .iter()
            .all(|share| share.to_bits() == self.law[0].to_bits())
        {
            format!("{expected} is fair")
        } else {
            format!("{expected} was set")
        };
        if worst.seen == 0 {
            return format!(
                "{symbols} never {come} in {} draws; {expected}",
                grouped(draws)
            );
        }
        format!("{symbols} {come} in {seen} of draws; {expected}")
    }
}

impl Frequency {
    /// The test of the symbol that is farthest off.
    fn one_symbol(&self, counts: &[u64], draws: u64, level: f64) -> Test {
        let symbols = counts.iter().zip(&self.law).enumerate();
        let symbols = symbols.map(|(at, (count, share))| Cell {
            at,
            count: *count,
            share: *share,
        });
        let mut farthest = 0;
        let mut test = cell_test("symbols", (draws, level), symbols, |at| {
            farthest = at;
            format!("{} comes", super::symbol(at))
        });
        if let Some(Limited::Cell(named)) = &mut test.named {
            let symbol = Pooled {
                cells: farthest..farthest + 1,
                seen: named.count,
                probability: named.fair,
            };
            test.words = self.words(&symbol, draws);
            named.unit = "the draws";
            named.by = Naming::Together(test.words.clone());
        }
        test
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
        vec!["law", CELL]
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let shares =
            |key| Declaration::new(key, Shape::Number.listed(design.size), "share of draws");
        let mut figures = vec![
            Declaration::counts("counts", "draws", design.size),
            shares("ideal").known(),
            Declaration::whole("farthest", "symbol"),
            Declaration::number("farthest_share", "share of draws"),
        ];
        // A run gives them again, where their confidence is what the test of one symbol has of its level.
        if design.size <= LISTED {
            figures.extend([shares("low"), shares("high")]);
            figures.push(Declaration::number("confidence", "probability").known());
        }
        figures
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
            test.words = self.words(worst, draws);
            test.named = Some(Limited::Cell(NamedCell {
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
            }));
            // Pooled symbols are never the farthest.
            off = (worst.cells.len() == 1).then_some((worst.cells.start + 1, share));
        }
        let mut figures = Figures::from(json!({
            "counts": counts,
            "ideal": self.law.iter().copied().map(rounded).collect::<Vec<_>>(),
            "farthest": off.map(|(symbol, _)| symbol),
            "farthest_share": off.map(|(_, share)| share),
        }));
        if let Some(limits) = limits(&counts, evidence.level) {
            let (low, high): (Vec<f64>, Vec<f64>) = limits.into_iter().unzip();
            figures.insert("low", low);
            figures.insert("high", high);
            figures.insert("confidence", 1.0 - evidence.level);
        }
        Assessment {
            figures,
            tests: vec![test, self.one_symbol(&counts, draws, evidence.level)],
            checks: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Tally};
    use deck::kernel::Isa;
    use deck::rng::{Generator, PcgDraws, Seed};
    use deck::subject::Weights;
    use laws::known::Known;
    use laws::testing::binomial_upper;
    use shuffle::draws;
    use source::{Drawn, Source as _};

    /// The p-values of so many draws with these weights, where `fair` ones are expected: of all symbols together, and of the
    /// farthest.
    fn p(weights: &[u32], fair: &[u32], draws: u64, run: u64) -> [f64; 2] {
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
            wanted: crate::Wanted::InFull,
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
        [0, 1].map(|test| match found.tests[test].outcome {
            Outcome::P(p) => p.get(),
            Outcome::TooFew { .. } => 1.0,
        })
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
            let all: Vec<[f64; 2]> = (0..RUNS)
                .map(|run| p(weights, weights, draws, run))
                .collect();
            for (test, level) in [(0, 0.05), (0, 0.01), (1, 0.05), (1, 0.01)] {
                let fails = all.iter().filter(|p| p[test] <= level).count() as u64;
                let chance = binomial_upper(fails, RUNS, level);
                assert!(
                    chance > 0.001,
                    "{weights:?}, test {test}: {fails} of {RUNS} at {level}"
                );
            }
        }
    }

    /// Counts runs of 2,000 in which some limit misses its share: no more than chance lets happen once in a thousand
    /// (binomial).
    #[test]
    fn limits_of_all_symbols_hold_together() {
        const RUNS: u64 = 2_000;
        const ERROR: f64 = 0.001;
        for (weights, draws) in [
            (&[50, 25, 20, 5][..], 400),
            (&[1; 40], 1_000),
            (&[997, 1, 1, 1], 2_000),
        ] {
            let of = Weights::new(weights.to_vec()).unwrap();
            let law = of.law();
            let misses = (0..RUNS).filter(|run| {
                let mut stream = PcgDraws::for_batch(0, "limits of shares", draws, *run);
                let mut rule = draws::independent(&of);
                let mut counts = vec![0; law.len()];
                for _ in 0..draws {
                    counts[usize::from(rule.draw(&mut stream))] += 1;
                }
                let limits = limits(&counts, ERROR).unwrap();
                let mut each = limits.iter().zip(&law);
                each.any(|((low, high), share)| !(low..=high).contains(&share))
            });
            let misses = misses.count() as u64;
            let chance = binomial_upper(misses, RUNS, ERROR);
            assert!(chance > 0.001, "{weights:?}: {misses} of {RUNS}");
        }
    }

    #[test]
    fn a_wrong_rate_is_named_with_digits_that_tell_it_from_the_one_that_was_set() {
        let words = |law: &[f64], symbol: usize, seen, draws| {
            let worst = Pooled {
                cells: symbol..symbol + 1,
                seen,
                probability: law[symbol],
            };
            Frequency { law: law.to_vec() }.words(&worst, draws)
        };
        let set = [0.5, 0.25, 0.2, 0.05];
        let of = |symbol, seen| words(&set, symbol, seen, 20_000);
        assert_eq!(of(3, 1_430), "symbol 4 comes in 7.15% of draws; 5% was set");
        assert_eq!(
            of(0, 10_003),
            "symbol 1 comes in 50.02% of draws; 50% was set"
        );
        assert_eq!(of(3, 0), "symbol 4 never comes in 20,000 draws; 5% was set");
        let die = words(&[1.0 / 6.0; 6], 5, 210, 1_000);
        assert_eq!(die, "symbol 6 comes in 21% of draws; 16.7% is fair");
    }

    #[test]
    fn a_symbol_that_comes_too_often_is_seen() {
        let found = p(&[50, 25, 20, 6], &[50, 25, 20, 5], 20_000, 0);
        assert!(found.iter().all(|p| *p < 1e-6), "{found:?}");
        // The remainder of a division by six: two bits too few.
        assert!(p(&[11, 11, 11, 11, 10, 10], &[1; 6], 20_000, 0)[0] < 1e-6);
    }

    /// 0.95^200 is 3.5e-5: of four symbols and both sides 2.8e-4. All symbols together show less.
    #[test]
    fn a_symbol_that_never_comes_is_seen_by_itself() {
        let shares = Frequency {
            law: vec![0.5, 0.25, 0.2, 0.05],
        };
        let test = shares.one_symbol(&[105, 53, 42, 0], 200, 0.001);
        let Outcome::P(p) = test.outcome else {
            panic!("{test:?}");
        };
        assert!((p.get() - 8.0 * 0.95_f64.powi(200)).abs() < 1e-9, "{p:?}");
        assert_eq!(test.words, "symbol 4 never comes in 200 draws; 5% was set");
    }
}
