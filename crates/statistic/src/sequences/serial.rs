//! Serial pairs and triples: what comes after each symbol, and after each pair of symbols.
//!
//! All pairs of neighbours count, and all triples, overlapping ones too: given the symbols before, the next draw has the
//! stated law (Good, 1953, The serial test for sampling numbers and other tests for randomness; the terms of
//! Billingsley, 1961). Degrees of freedom: s(s − 1), s²(s − 1).

use super::contexts::Contexts;
use super::few;
use super::{WEIGHTS, symbol, weights};
use crate::counter::{AnyCounter, Counter};
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Statistic, Tally, Wager, rounded,
};
use deck::batch::Batch as _;
use deck::subject::{self, Draws, Weights};
use text::figures::{Declaration, json};
use text::names::grouped;

/// Cells, at the most.
pub(super) const MOST_CELLS: usize = 1 << 16;

pub(crate) const PAIRS: Kind = Kind {
    name: "serial-pairs",
    about: "what comes after each symbol? tests all pairs of neighbours",
    plain: "what comes after each symbol",
    causes: "draws from a bag, or weights that change with what came before: a symbol that just came is avoided, or comes again",
    example: "With seven pieces drawn independently, each follows each in one case of 7. From a bag of seven a piece follows itself only where two bags meet: in one case of 49.",
    compares: &Compares::Nothing,
    source: "Good (1953), The serial test for sampling numbers; Billingsley (1961)",
    parameters: &[WEIGHTS],
    cards: 2..=256,
    covers: &[crate::Feature::LastDraws],
    suite: Some(Suite::Quick),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| Ok(Box::new(Serial::new(weights(params)?, 2))),
};

pub(crate) const TRIPLES: Kind = Kind {
    name: "serial-triples",
    about: "what comes after each pair of symbols? tests all triples of neighbours",
    plain: "what comes after each pair of symbols",
    causes: "draws from a bag, or a rule that looks at the last two draws",
    example: "With seven pieces drawn independently, 1 follows the pair 1 2 in one case of 7. From a bag of seven it does so only where two bags meet between the three: in one case of 24.",
    compares: &Compares::Nothing,
    source: "Good (1953), The serial test for sampling numbers; Billingsley (1961)",
    parameters: &[WEIGHTS],
    cards: 2..=40,
    covers: &[crate::Feature::LastDraws],
    suite: Some(Suite::Standard),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| Ok(Box::new(Serial::new(weights(params)?, 3))),
};

#[derive(Debug)]
struct Serial {
    weights: Weights,
    counter: Tuples,
    contexts: Contexts,
    ideal: few::Ideal,
}

impl Serial {
    fn new(weights: Weights, length: usize) -> Self {
        let law = weights.law();
        let before = tuples(&law, length - 1);
        Self {
            contexts: Contexts::alike(before.into_iter(), law),
            counter: Tuples { length },
            weights,
            ideal: few::Ideal::default(),
        }
    }

    fn kind(&self) -> &'static Kind {
        if self.counter.length == 2 {
            &PAIRS
        } else {
            &TRIPLES
        }
    }

    /// The symbols of a context, the latest last.
    fn before(&self, context: usize) -> String {
        let symbols = self.weights.get().len();
        match self.counter.length {
            2 => symbol(context),
            _ => format!(
                "symbols {} {}",
                context / symbols + 1,
                context % symbols + 1
            ),
        }
    }
}

/// The probability of each tuple of so many symbols.
fn tuples(law: &[f64], length: usize) -> Vec<f64> {
    let mut all = vec![1.0];
    for _ in 0..length {
        let longer = all
            .iter()
            .flat_map(|before| law.iter().map(move |p| before * p));
        all = longer.collect();
    }
    all
}

/// Counts all tuples of neighbours, the first symbol first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tuples {
    /// Symbols of each: at most one more than [`subject::REMEMBERED`].
    pub length: usize,
}

impl Counter<Draws> for Tuples {
    fn name(&self) -> &'static str {
        match self.length {
            2 => "pairs",
            3 => "triples",
            _ => "fours",
        }
    }

    fn cells(&self, symbols: usize) -> usize {
        symbols.pow(self.length as u32)
    }

    fn layout(&self) {}

    fn count(&self, draws: &Draws, cells: &mut [u64], _: &mut Notes) {
        let symbols = draws.size();
        let contexts = cells.len() / symbols;
        let last = draws.past().last()[..self.length - 1].iter().rev();
        let (mut context, mut known) = (0, 0);
        for symbol in last.flatten() {
            context = context * symbols + usize::from(*symbol);
            known += 1;
        }
        for symbol in draws.drawn() {
            let tuple = context * symbols + usize::from(*symbol);
            if known + 1 >= self.length {
                cells[tuple] += 1;
            } else {
                known += 1;
            }
            context = tuple % contexts;
        }
    }
}

impl Statistic for Serial {
    fn name(&self) -> &'static str {
        self.kind().name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(&self.counter)
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(self.contexts.wager()))
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["next"]
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let pairs = (self.counter.length == 2).then(|| {
            let table = text::figures::Shape::Whole
                .listed(design.size)
                .listed(design.size);
            Declaration::new("pairs", table, "draws")
        });
        let farthest = [
            Declaration::counts("farthest", "symbols", self.counter.length),
            Declaration::number("farthest_share", "share of the draws after them")
                .with_ideal("ideal_share"),
            Declaration::number("ideal_share", "share of the draws after them").known(),
        ];
        farthest.into_iter().chain(pairs).collect()
    }

    fn columns(&self) -> Vec<Column> {
        let title = match self.counter.length {
            2 => "pair most off",
            _ => "triple most off",
        };
        vec![
            Column::new(format!("share of the {title}"), "farthest_share", 4),
            Column::new(format!("fair share of the {title}"), "ideal_share", 4),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (counts, draws) = (evidence.tally.cells(), evidence.subjects());
        let title = match self.counter.length {
            2 => "pairs of neighbours",
            _ => "triples of neighbours",
        };
        let measure = |tally: &Tally| self.contexts.measure(tally.cells());
        let (ideal, weights, counter) = (&self.ideal, &self.weights, &self.counter);
        let title = ("next", title.to_owned());
        let mut test = self
            .contexts
            .test(title, "what comes next", counts, evidence, |found| {
                ideal.tail(weights, counter, draws, found, measure)
            });
        let off = self.contexts.farthest(counts, None);
        if let Some(off) = off {
            let comes = format!(
                "after {}, {} comes",
                self.before(off.context),
                symbol(off.outcome)
            );
            test.named = Some(self.contexts.named(&off, off.outcome, comes));
            test.words = format!(
                "after {}, {} comes in {:.2}% of {} cases; fair is {:.2}%",
                self.before(off.context),
                symbol(off.outcome),
                100.0 * off.share(),
                grouped(off.draws),
                100.0 * off.probability
            );
        }
        let symbols = self.weights.get().len();
        let place = off.map(|off| {
            let mut place = Vec::new();
            let mut tuple = off.context * symbols + off.outcome;
            for _ in 0..self.counter.length {
                place.insert(0, tuple % symbols + 1);
                tuple /= symbols;
            }
            place
        });
        let mut figures = json!({
            "farthest": place,
            "farthest_share": off.map(|off| rounded(off.share())),
            "ideal_share": off.map(|off| rounded(off.probability)),
        });
        if let (2, Some(figures)) = (self.counter.length, figures.as_object_mut()) {
            let rows: Vec<&[u64]> = counts.chunks(symbols).collect();
            figures.insert("pairs".to_owned(), json!(rows));
        }
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
