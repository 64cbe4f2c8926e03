//! Gaps: how long each symbol is away before it comes again.
//!
//! A symbol comes with probability p after 1, 2, 3, … draws, however long it was away. For each
//! symbol the draws are counted by how long it was away (ages together in which some tenth of all
//! gaps end, 1 by itself), and by whether it came then. These counts have the law of its gaps, geometric, and
//! include those that have not ended. Each symbol is as if it had come just before the first
//! draw.

use super::contexts::{Context, Contexts};
use super::few;
use super::{WEIGHTS, symbol, weights};
use crate::counter::{AnyCounter, Counter};
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Statistic, Tally, Wager, rounded,
};
use deck::batch::Batch as _;
use deck::subject::{self, Draws, Weights};
use text::figures::{Declaration, Shape, json};
use text::names::grouped;

pub(crate) const KIND: Kind = Kind {
    name: "symbol-gaps",
    about: "how long is each symbol away before it comes again? tests the law of its gaps",
    plain: "how long symbols are away",
    causes: "draws from a bag, or a rule that makes a symbol likelier the longer it is away",
    example: "With seven pieces drawn independently, a piece comes again at once in one case of 7. From a bag of seven it does so in one of 49, and after 12 others it must come.",
    compares: &Compares::Nothing,
    source: "Knuth (1997), The Art of Computer Programming 2, 3.3.2 D (gap test), with gaps that have not ended",
    parameters: &[WEIGHTS],
    cards: 2..=1_000,
    covers: &[crate::Feature::LastDraws],
    suite: Some(Suite::Quick),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| Ok(Box::new(Gaps::new(weights(params)?))),
};

/// Ages that are counted apart, at the most.
const AGES: usize = 10;

#[derive(Debug)]
struct Gaps {
    weights: Weights,
    counter: Ages,
    contexts: Contexts,
    ideal: few::Ideal,
}

impl Gaps {
    fn new(weights: Weights) -> Self {
        let law = weights.law();
        let starts: Vec<Vec<u64>> = law.iter().map(|p| starts(*p)).collect();
        let mut cell = 0;
        let groups = starts.iter().zip(&law).enumerate();
        let groups = groups.map(|(symbol, (starts, p))| {
            let ends = starts.iter().skip(1).map(Some).chain([None]);
            let contexts = starts.iter().zip(ends).map(|(start, end)| {
                let cells = cell..cell + 2;
                cell += 2;
                // The share of the draws at which the symbol was away so long.
                let away = |draws: u64| libm::pow(1.0 - p, draws as f64 - 1.0);
                Context {
                    cells,
                    law: symbol,
                    share: away(*start) - end.map_or(0.0, |end| away(*end)),
                }
            });
            contexts.collect()
        });
        Self {
            contexts: Contexts {
                groups: groups.collect(),
                laws: law.iter().map(|p| vec![*p, 1.0 - p]).collect(),
            },
            counter: Ages { starts },
            weights,
            ideal: few::Ideal::default(),
        }
    }

    /// `right after itself`, `3 to 5 draws after its last one`.
    fn when(&self, symbol: usize, age: usize) -> String {
        let starts = &self.counter.starts[symbol];
        match (starts[age], starts.get(age + 1)) {
            (1, Some(2)) => "right after itself".to_owned(),
            (start, Some(end)) if start + 1 == *end => format!("{start} draws after its last one"),
            (start, Some(end)) => format!("{start} to {} draws after its last one", end - 1),
            (start, None) => format!("{start} or more draws after its last one"),
        }
    }
}

/// The ages at which bins start: a gap of 1 by itself, and then some tenth of all gaps in each.
fn starts(p: f64) -> Vec<u64> {
    let mut starts = vec![1, 2];
    for bin in 1..AGES {
        let left = 1.0 - bin as f64 / AGES as f64;
        let last = (libm::log(left) / libm::log1p(-p)).ceil().max(1.0) as u64;
        if last >= starts[starts.len() - 1] {
            starts.push(last + 1);
        }
    }
    starts
}

/// Counts, for each symbol and age, the draws at which it came and at which it did not.
#[derive(Debug)]
struct Ages {
    /// The first age of each bin, by symbol.
    starts: Vec<Vec<u64>>,
}

impl Ages {
    /// The draws from age `from` to `to` of a symbol with these bins, at the last of which it came or not.
    fn add(starts: &[u64], cells: &mut [u64], (from, to): (u64, u64), came: bool) {
        let last = starts.partition_point(|start| *start <= to) - 1;
        let first = starts.partition_point(|start| *start <= from) - 1;
        for bin in first..=last {
            let end = starts.get(bin + 1).map_or(to, |end| to.min(end - 1));
            cells[2 * bin + 1] += end + 1 - from.max(starts[bin]);
        }
        if came {
            cells[2 * last] += 1;
            cells[2 * last + 1] -= 1;
        }
    }
}

impl Counter<Draws> for Ages {
    fn name(&self) -> &'static str {
        "ages"
    }

    fn cells(&self, _symbols: usize) -> usize {
        2 * self.starts.iter().map(Vec::len).sum::<usize>()
    }

    fn layout(&self) {}

    fn count(&self, draws: &Draws, cells: &mut [u64], _: &mut Notes) {
        let past = draws.past();
        // The age at the first draw of the batch that was not counted yet.
        let mut next: Vec<(u64, u64)> = (0..self.starts.len())
            .map(|symbol| (past.gap(symbol as u16), 0))
            .collect();
        let ends: Vec<usize> = (self.starts.iter())
            .scan(0, |end, starts| {
                *end += 2 * starts.len();
                Some(*end)
            })
            .collect();
        let of = |symbol: usize| ends[symbol] - 2 * self.starts[symbol].len()..ends[symbol];
        for (symbol, at) in draws.drawn().iter().zip(0_u64..) {
            let symbol = usize::from(*symbol);
            let (age, since) = next[symbol];
            let ages = (age, age + at - since);
            Self::add(&self.starts[symbol], &mut cells[of(symbol)], ages, true);
            next[symbol] = (1, at + 1);
        }
        let end = draws.len() as u64;
        for (symbol, (age, since)) in next.into_iter().enumerate() {
            if since < end {
                let ages = (age, age + end - since - 1);
                Self::add(&self.starts[symbol], &mut cells[of(symbol)], ages, false);
            }
        }
    }
}

impl Statistic for Gaps {
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
        vec!["law"]
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        vec![
            Declaration::new(
                "at_once",
                Shape::Number.listed(design.size),
                "share of the comings right after one",
            ),
            Declaration::whole("farthest", "symbol"),
            Declaration::number("farthest_share", "share of the draws at that gap")
                .with_ideal("ideal_share"),
            Declaration::number("ideal_share", "share of the draws").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("symbol whose gaps are most off", "farthest", 0),
            Column::new("share at that gap", "farthest_share", 4),
            Column::new("fair share at that gap", "ideal_share", 4),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (counts, draws) = (evidence.tally.cells(), evidence.subjects());
        let measure = |tally: &Tally| self.contexts.measure(tally.cells());
        let (ideal, weights, counter) = (&self.ideal, &self.weights, &self.counter);
        let title = ("law", "gaps of symbols".to_owned());
        let mut test = self
            .contexts
            .test(title, "gaps", counts, evidence, |found| {
                ideal.tail(weights, counter, draws, found, measure)
            });
        let group = self.contexts.fit(counts).map(|fitted| fitted.group);
        let off = self.contexts.farthest(counts, group);
        if let Some(off) = off {
            // Of each context, whether the symbol comes.
            let comes = format!(
                "{}, {} comes",
                self.when(off.group, off.context),
                symbol(off.group)
            );
            test.named = Some(self.contexts.named(&off, 0, comes));
            test.words = format!(
                "{}, {} comes in {:.2}% of {} draws; fair is {:.2}%",
                self.when(off.group, off.context),
                symbol(off.group),
                100.0
                    * (if off.outcome == 0 {
                        off.share()
                    } else {
                        1.0 - off.share()
                    }),
                grouped(off.draws),
                100.0 * self.contexts.laws[off.group][0]
            );
        }
        let at_once = self.contexts.groups.iter().map(|contexts| {
            let counts = &counts[contexts[0].cells.clone()];
            let draws = counts.iter().sum::<u64>();
            (draws > 0).then(|| rounded(counts[0] as f64 / draws as f64))
        });
        let share = |off: super::contexts::Off| {
            if off.outcome == 0 {
                off.share()
            } else {
                1.0 - off.share()
            }
        };
        let figures = json!({
            "at_once": at_once.collect::<Vec<Option<f64>>>(),
            "farthest": off.map(|off| off.group + 1),
            "farthest_share": off.map(|off| rounded(share(off))),
            "ideal_share": off.map(|off| rounded(self.contexts.laws[off.group][0])),
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
