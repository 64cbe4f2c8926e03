//! Drift: do symbols come as often later on as in the beginning?
//!
//! The draws are cut in two after 64, 128, 256, … of them. If their shares are the same on both sides, whatever they are,
//! a symbol's count on one side has an exact law, given that on both ([`hypergeometric`]), however rare it is. Draws that
//! depend on each other have counts that vary more than that; so a difference must be too large for the spread between
//! batches too ([`batches::chance_of`]), which makes the test approximate for such draws. The rarest of all symbols
//! and cuts counts, times their number.

use super::{WEIGHTS, symbol};
use crate::batches::{self, Batches, Part};
use crate::counter::{AnyCounter, Counter};
use crate::grain::CHANGE;
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Outcome, Statistic, Test, rounded,
};
use deck::batch::Batch as _;
use deck::subject::{self, Draws, MOST_SYMBOLS};
use laws::hypergeometric;
use laws::tail::{PValue, normal_quantile_upper};
use laws::two_samples::contrast;
use text::figures::{Declaration, json};
use text::names::grouped;

pub(crate) const KIND: Kind = Kind {
    name: "symbol-drift",
    about: "do symbols come as often later on as in the beginning?",
    plain: "whether the shares of symbols change over time",
    causes: "weights that change while the program runs, a bag to which items are added, a generator that was seeded badly and warms up",
    example: "A symbol that makes up 25% of the first 1,000 draws should make up about as much later on. If it makes up 35% of the next 1,000, that is a step of 5 standard deviations, which chance does not explain.",
    compares: &Compares::Nothing,
    source: "Fisher (1935) of each symbol, over dyadic change points; Law and Carson (1979) for draws that depend on each other",
    parameters: &[WEIGHTS],
    cards: 2..=MOST_SYMBOLS,
    covers: &[crate::Feature::Change],
    suite: Some(Suite::Quick),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |_, _| Ok(Box::new(Drift)),
};

/// Draws that are in one part of a run, and on each side of a cut, at the least.
const PART: u64 = 64;

#[derive(Debug)]
struct Drift;

/// Counts symbols by parts of the run, and by batches.
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
        let (mut rest, mut first) = (draws.drawn(), draws.first());
        while !rest.is_empty() {
            let (cells, next) = notes.batches.row(first, draws.size());
            let count = ((next - first) as usize).min(rest.len());
            for symbol in &rest[..count] {
                cells[usize::from(*symbol)] += 1;
            }
            (rest, first) = (&rest[count..], first + count as u64);
        }
    }
}

/// A cut, and the symbol whose share differs most between its sides.
struct Cut {
    after: u64,
    symbol: usize,
    shares: [f64; 2],
    /// The probability of so large a difference, either way.
    p: f64,
}

impl Cut {
    /// The cut before the draw of index `at`, with the counts of all symbols on both sides; `None` if one has few draws.
    fn of(at: u64, [before, later]: [&[u64]; 2], batches: &Batches) -> Option<Self> {
        let draws = [before, later].map(|counts| counts.iter().sum::<u64>());
        if draws.iter().any(|draws| *draws < PART) {
            return None;
        }
        let counts = |symbol: usize| [before[symbol], later[symbol]];
        let apart = |symbol: usize| {
            let others = [0, 1].map(|side| draws[side] - counts(symbol)[side]);
            contrast(counts(symbol), draws) + contrast(others, draws)
        };
        let symbols = 0..before.len();
        let farthest = symbols.map(|symbol| (apart(symbol), symbol));
        let (_, symbol) = farthest.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        let counts = counts(symbol);
        let sides = [0, 1].map(|side| Part {
            subjects: draws[side],
            sum: counts[side],
        });
        let of_batch = |(side, row): (usize, &[u64])| {
            let part = Part {
                subjects: row.iter().sum(),
                sum: row[symbol],
            };
            (side, part)
        };
        let by_batches = batches::chance_of(sides, batches.on_sides(at).map(of_batch));
        let alone = hypergeometric::tails(counts, draws).two_sided();
        Some(Self {
            after: draws[0],
            symbol,
            shares: [0, 1].map(|side| counts[side] as f64 / draws[side] as f64),
            p: alone.max(by_batches),
        })
    }
}

/// The cut with the rarest difference, and the number of cuts.
fn rarest(evidence: &Evidence<'_>) -> Option<(Cut, usize)> {
    let symbols = evidence.design.size;
    let mut later = vec![0; symbols];
    for (_, part) in evidence.tally.by_part() {
        later
            .iter_mut()
            .zip(part)
            .for_each(|(all, more)| *all += more);
    }
    let mut before = vec![0; symbols];
    let cuts = evidence.tally.by_part().filter_map(|(at, part)| {
        for (symbol, count) in part.iter().enumerate() {
            before[symbol] += count;
            later[symbol] -= count;
        }
        Cut::of(at, [&before, &later], evidence.tally.batches())
    });
    let cuts: Vec<Cut> = cuts.collect();
    let number = cuts.len();
    let rarest = cuts.into_iter().min_by(|a, b| a.p.total_cmp(&b.p))?;
    Some((rarest, number))
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
        test.outcome = Outcome::TooFew { needed: 2 * PART };
        let found = rarest(evidence);
        if let Some((cut, cuts)) = &found {
            // Of two symbols, the one tells what the other tells.
            let symbols = match evidence.design.size {
                2 => 1,
                symbols => symbols,
            };
            let tried = (cuts * symbols) as f64;
            test.value = Some(normal_quantile_upper(0.5 * cut.p));
            test.outcome = Outcome::P(PValue::new((tried * cut.p).min(1.0)));
            test.words = format!(
                "{} makes up {:.2}% of the first {} draws and {:.2}% of the later ones",
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
