//! Dependence of order k: does the draw k back matter, beyond those after it?
//!
//! For each context of the k − 1 draws before, the draw k back and the next one make a table of counts; if the next draw
//! does not depend on it, G = 2 Σ x ln(x/e), over all tables, is chi-squared with sᵏ⁻¹(s − 1)² degrees of freedom (Hoel,
//! 1954; Anderson and Goodman, 1957). The weights have no part in it. Its figure is the entropy: how many bits the next
//! draw holds for someone who knows the k draws before it.

use std::ops::Range;

use super::contexts::Contexts;
use super::few::{self, FEW_DRAWS};
use super::serial::{MOST_CELLS, Tuples};
use super::{WEIGHTS, weights};
use crate::counter::AnyCounter;
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Outcome, Statistic, Tally, Test, Wager,
    rounded,
};
use deck::subject::{self, REMEMBERED, Weights};
use laws::fit;
use laws::tail::{PValue, chi_squared_upper};
use text::figures::{Declaration, Shape, json};

pub(crate) const KIND: Kind = Kind {
    name: "dependence",
    about: "does a draw depend on the one, two or three before it? makes G-tests for any weights, and finds the entropy of the next draw",
    plain: "whether a draw depends on those before it",
    causes: "draws from a bag, or a rule that looks back",
    example: "A fair draw of one of seven pieces holds 2.81 bits, whatever came before. From a bag of seven it holds 2.68 bits if you know the draw before it, and 1.76 if you know all earlier draws.",
    compares: &Compares::Nothing,
    source: "Hoel (1954), A test for Markoff chains; Anderson and Goodman (1957)",
    parameters: &[WEIGHTS],
    cards: 2..=256,
    covers: &[crate::Feature::LastDraws],
    suite: Some(Suite::Standard),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| Ok(Box::new(Dependence::new(weights(params)?))),
};

/// The names of the tests, by order.
const ORDERS: [&str; REMEMBERED] = ["order-1", "order-2", "order-3"];

/// Draws that each cell of a table expects, at the least: below, the law of G is not near.
const FOR_EACH_CELL: f64 = 10.0;

#[derive(Debug)]
struct Dependence {
    weights: Weights,
    counter: Tuples,
    contexts: Contexts,
    /// For the p-values of few draws, by order.
    ideal: [few::Ideal; REMEMBERED],
}

impl Dependence {
    fn new(weights: Weights) -> Self {
        let (symbols, law) = (weights.get().len(), weights.law());
        let cells = |order: usize| symbols.checked_pow(order as u32 + 1);
        let fits = |order: &usize| cells(*order).is_some_and(|cells| cells <= MOST_CELLS);
        let order = (1..=REMEMBERED).take_while(fits).last().unwrap_or(1);
        let contexts = symbols.pow(order as u32);
        // Shares are not needed: these contexts are bet on alone.
        let shares = std::iter::repeat_n(1.0 / contexts as f64, contexts);
        Self {
            contexts: Contexts::alike(shares, law),
            counter: Tuples { length: order + 1 },
            weights,
            ideal: Default::default(),
        }
    }

    fn orders(&self) -> usize {
        self.counter.length - 1
    }

    /// The counts of the last `length` symbols of each tuple.
    fn shorter(&self, counts: &[u64], length: usize) -> Vec<u64> {
        let cells = self.weights.get().len().pow(length as u32);
        let mut shorter = vec![0; cells];
        for (at, count) in counts.iter().enumerate() {
            shorter[at % cells] += count;
        }
        shorter
    }

    /// G and its degrees of freedom: in each context neighbouring rare symbols go together, so that every cell expects
    /// enough, or `expected` is 0 and none do.
    fn g(&self, counts: &[u64], order: usize, expected: f64) -> (f64, f64) {
        let symbols = self.weights.get().len();
        let counts = self.shorter(counts, order + 1);
        let contexts = symbols.pow(order as u32 - 1);
        let (mut g, mut df) = (0.0, 0.0);
        for context in 0..contexts {
            // The draw k back is the first symbol of a tuple.
            let row = |first: usize| {
                let at = (first * contexts + context) * symbols;
                &counts[at..at + symbols]
            };
            let total: u64 = (0..symbols).flat_map(row).sum();
            let bins = self.bins(total as f64, expected);
            let cell = |rows: &Range<usize>, columns: &Range<usize>| {
                let rows = rows.clone().map(|first| &row(first)[columns.clone()]);
                rows.flatten().sum::<u64>() as f64
            };
            let table = Table::of(&bins, cell);
            g += table.g();
            df += table.df();
        }
        (g, df)
    }

    /// Neighbouring symbols together, so that each pair of bins expects so many of `total` counts.
    fn bins(&self, total: f64, expected: f64) -> Vec<Range<usize>> {
        let law = self.weights.law();
        if expected <= 0.0 {
            return (0..law.len()).map(|symbol| symbol..symbol + 1).collect();
        }
        let least = (expected / total).sqrt();
        fit::pool(&law, (fit::FEWEST_EXPECTED / least) as u64)
    }

    /// Draws by which each cell of the tables of an order expects enough.
    fn enough(&self, order: usize) -> u64 {
        let cells = (self.weights.get().len() as u64).pow(order as u32 + 1);
        FOR_EACH_CELL as u64 * cells
    }

    /// Bits in the next draw for someone who knows the `order` draws before it: those of the shares that were seen, which
    /// are too few, plus half a degree of freedom for each (Miller and Madow, 1954). None for too few draws: contexts that
    /// came once would seem to leave nothing to chance.
    fn entropy(&self, counts: &[u64], order: usize) -> Option<f64> {
        let symbols = self.weights.get().len();
        let counts = self.shorter(counts, order + 1);
        let total = counts.iter().sum::<u64>() as f64;
        let (mut bits, mut free) = (0.0, 0.0);
        for row in counts.chunks(symbols) {
            let of_row = row.iter().sum::<u64>() as f64;
            for count in row.iter().filter(|count| **count > 0) {
                bits += *count as f64 * libm::log2(of_row / *count as f64);
                free += 1.0;
            }
            free -= f64::from(u8::from(of_row > 0.0));
        }
        let most = libm::log2(symbols as f64);
        let entropy = bits / total + free / (2.0 * total * std::f64::consts::LN_2);
        (total >= self.enough(order) as f64).then(|| entropy.min(most))
    }

    fn test(&self, order: usize, evidence: &Evidence<'_>) -> Test {
        let (counts, draws) = (evidence.tally.cells(), evidence.subjects());
        let mut test = Test::new(ORDERS[order - 1], format!("dependence of order {order}"));
        let needed = self.enough(order).max(FEW_DRAWS + 1);
        // Values that did not come would count as certain: of few draws all cells count.
        let fine = if draws <= FEW_DRAWS {
            0.0
        } else {
            FOR_EACH_CELL
        };
        let (g, df) = self.g(counts, order, fine);
        test.value = Some(g);
        if draws <= FEW_DRAWS {
            let measure = |tally: &Tally| {
                let (g, df) = self.g(tally.cells(), order, fine);
                if df > 0.0 {
                    (g - df) / (2.0 * df).sqrt()
                } else {
                    0.0
                }
            };
            test.outcome = few::enough(draws).unwrap_or_else(|| {
                let found = measure(evidence.tally);
                let ideal = &self.ideal[order - 1];
                ideal.tail(&self.weights, &self.counter, draws, found, measure)
            });
        } else if df > 0.0 {
            test.df = Some(df);
            test.outcome = Outcome::P(PValue::new(chi_squared_upper(g, df)));
        } else {
            test.outcome = Outcome::TooFew { needed };
        }
        let known = self.entropy(counts, order);
        if let (Some(known), Some(before)) = (known, self.entropy(counts, order - 1)) {
            let (what, before_it) = match order {
                1 => ("the draw before".to_owned(), "not".to_owned()),
                2 => (
                    "the two draws before".to_owned(),
                    "the last alone".to_owned(),
                ),
                _ => (
                    format!("the {order} draws before"),
                    format!("the last {} alone", order - 1),
                ),
            };
            test.words = format!(
                "the next draw holds {known:.3} bits for someone who knows {what}, and {before:.3} for someone who knows {before_it}"
            );
        }
        test
    }
}

/// A table of counts.
struct Table {
    rows: Vec<f64>,
    columns: Vec<f64>,
    /// Row by row.
    cells: Vec<f64>,
}

impl Table {
    fn of(bins: &[Range<usize>], cell: impl Fn(&Range<usize>, &Range<usize>) -> f64) -> Self {
        let cells = bins.iter().flat_map(|row| {
            bins.iter()
                .map(|column| cell(row, column))
                .collect::<Vec<f64>>()
        });
        let cells: Vec<f64> = cells.collect();
        let size = bins.len();
        let rows = cells.chunks(size.max(1)).map(|row| row.iter().sum());
        let column = |at: usize| cells.iter().skip(at).step_by(size).sum();
        Self {
            rows: rows.collect(),
            columns: (0..size).map(column).collect(),
            cells,
        }
    }

    fn g(&self) -> f64 {
        let total: f64 = self.rows.iter().sum();
        let places = self.cells.iter().enumerate();
        let terms = places
            .filter(|(_, count)| **count > 0.0)
            .map(|(at, count)| {
                let size = self.columns.len();
                let expected = self.rows[at / size] * self.columns[at % size] / total;
                count * libm::log(count / expected)
            });
        2.0 * terms.sum::<f64>()
    }

    fn df(&self) -> f64 {
        let filled = |sums: &[f64]| sums.iter().filter(|sum| **sum > 0.0).count() as f64;
        (filled(&self.rows) - 1.0).max(0.0) * (filled(&self.columns) - 1.0).max(0.0)
    }
}

impl Statistic for Dependence {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(&self.counter)
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(self.contexts.wager()))
    }

    fn tests(&self) -> Vec<&'static str> {
        ORDERS[..self.orders()].to_vec()
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::new(
                "entropy",
                Shape::Number.listed(self.orders() + 1),
                "bits in a draw, by the number of draws before it that are known",
            ),
            Declaration::number("ideal", "bits in a draw").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column {
            seen: Some("bits in the next draw for someone who saw the one before it".to_owned()),
            fair: Some("ideal"),
            ..Column::new("entropy of the next draw", "entropy.1", 3)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let counts = evidence.tally.cells();
        let entropy = (0..=self.orders()).map(|order| self.entropy(counts, order).map(rounded));
        let terms = self.weights.law().into_iter().map(|p| -p * libm::log2(p));
        let figures = json!({
            "entropy": entropy.collect::<Vec<Option<f64>>>(),
            "ideal": rounded(terms.sum::<f64>()),
        });
        let tests = (1..=self.orders()).map(|order| self.test(order, evidence));
        Assessment {
            figures: figures.into(),
            tests: tests.collect(),
            checks: Vec::new(),
        }
    }
}
