//! The longest drought: how long some symbol is away, at the most, the beginning and the end of the draws included.
//!
//! Rare symbols are away longer. Droughts are measured in the mean gaps of their symbols, and the longest of all of them
//! is looked at. For one symbol the law of its longest drought is exact ([`laws::sequences`]). The longest of all is
//! at least so long with at most the sum of all symbols' probabilities. A symbol that surely comes after so many draws
//! without it is never away for long, although others may be: the longest drought of each symbol is looked at as well. Some
//! symbol's is as short for it as the shortest with at most that probability times the number of symbols. The test errs on
//! the side of passing.
//!
//! The longest drought of each symbol stands beside the median of so many fair draws.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::few;
use super::{LISTED, WEIGHTS, symbol, weights};
use crate::counter::{AnyCounter, Counter};
use crate::grain::LONGEST;
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Outcome, Statistic, Test, rounded,
};
use deck::batch::Batch as _;
use deck::subject::{self, Draws, MOST_SYMBOLS, Weights};
use laws::sequences::droughts;
use laws::tail::{PValue, Tails};
use text::figures::{Declaration, Figures, Shape, Value, json};
use text::names::grouped;

pub(crate) const KIND: Kind = Kind {
    name: "longest-drought",
    about: "how long is any symbol away, at most? too long, or too short for it? by the exact law of each symbol",
    plain: "the longest time that a symbol is away",
    causes: "draws from a bag, which bring each symbol back soon; a symbol that surely comes after so many draws; one that \
             cannot come for a while",
    example: "In 1,000 draws of seven pieces some piece is away for 45 draws or so. From bags of seven none is away for more than 12.",
    compares: &Compares::Nothing,
    source: "Feller (1968), An Introduction to Probability Theory and Its Applications 1, XIII.7 (runs)",
    parameters: &[WEIGHTS],
    cards: 2..=MOST_SYMBOLS,
    covers: &[crate::Feature::LastDraws],
    suite: Some(Suite::Quick),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| {
        Ok(Box::new(Drought {
            away: Away {
                weights: weights(params)?,
            },
            medians: Mutex::default(),
        }))
    },
};

/// A mean gap has so many units: droughts of symbols that come once in a thousand draws are exact.
const UNITS: u64 = 1 << 10;

/// Bits below those of a drought, for its symbol.
const SYMBOL_BITS: u32 = 14;

/// The longest drought that is told apart, in units: longer ones are impossible for all purposes (e⁻²⁵⁶).
const MOST_UNITS: u64 = (1 << (u32::BITS - SYMBOL_BITS)) - 1;

#[derive(Debug)]
struct Drought {
    away: Away,
    /// The median of each symbol's longest drought, in the number of draws that was looked at last.
    medians: Mutex<Option<(u64, Vec<Option<u64>>)>>,
}

/// Symbols whose medians are computed, at the most: each takes a few steps of an exact law.
const MOST_MEDIANS: usize = 60;

/// Notes the longest drought with its symbol.
#[derive(Debug)]
struct Away {
    weights: Weights,
}

impl Away {
    /// A drought of so many draws, in units.
    fn units(&self, symbol: usize, draws: u64) -> u64 {
        let weight = u128::from(self.weights.get()[symbol]);
        let units =
            u128::from(draws) * weight * u128::from(UNITS) / u128::from(self.weights.total());
        u64::try_from(units).unwrap_or(u64::MAX).min(MOST_UNITS)
    }

    /// The fewest draws that have so many units.
    fn draws(&self, symbol: usize, units: u64) -> u64 {
        let weight = u128::from(self.weights.get()[symbol]) * u128::from(UNITS);
        let draws = (u128::from(units) * u128::from(self.weights.total())).div_ceil(weight);
        u64::try_from(draws).unwrap_or(u64::MAX)
    }

    /// A drought and its symbol in one number, larger for a longer drought.
    fn noted(&self, symbol: usize, draws: u64) -> u32 {
        (self.units(symbol, draws) << SYMBOL_BITS | symbol as u64) as u32
    }

    /// The units and the symbol.
    fn read(noted: u32) -> (u64, usize) {
        let symbol = noted & ((1 << SYMBOL_BITS) - 1);
        (u64::from(noted >> SYMBOL_BITS), symbol as usize)
    }
}

impl Counter<Draws> for Away {
    fn name(&self) -> &'static str {
        "droughts"
    }

    fn cells(&self, _symbols: usize) -> usize {
        0
    }

    fn layout(&self) {}

    fn count(&self, draws: &Draws, _: &mut [u64], notes: &mut Notes) {
        let (past, first) = (draws.past(), draws.first());
        let symbols = 0..self.weights.get().len();
        // The draws since its last coming, at the first draw of the batch.
        let mut away: Vec<u64> = symbols.map(|symbol| past.gap(symbol as u16) - 1).collect();
        let mut since = vec![0; away.len()];
        let mut longest = vec![0; away.len()];
        for (symbol, at) in draws.drawn().iter().zip(0_u64..) {
            let symbol = usize::from(*symbol);
            let drought = away[symbol] + at - since[symbol];
            notes.see(first + at, &[self.noted(symbol, drought)]);
            longest[symbol] = drought.max(longest[symbol]);
            (away[symbol], since[symbol]) = (0, at + 1);
        }
        let end = draws.len() as u64;
        let Some(last) = end.checked_sub(1) else {
            return;
        };
        for (symbol, (away, since)) in away.into_iter().zip(since).enumerate() {
            let drought = away + end - since;
            notes.see(first + last, &[self.noted(symbol, drought)]);
            longest[symbol] = drought.max(longest[symbol]);
        }
        notes.see_each(&longest);
    }
}

impl Drought {
    /// P(longest ≤ so many units) and P(longest ≥ so many units), bounds of both.
    fn tails(&self, units: u64, draws: u64) -> Tails {
        let (mut lower, mut upper) = (1.0_f64, 0.0);
        // Symbols of one weight have one law.
        let mut known: Option<(u32, Tails)> = None;
        let mut sorted = self
            .away
            .weights
            .get()
            .iter()
            .enumerate()
            .collect::<Vec<_>>();
        sorted.sort_unstable_by_key(|(_, weight)| **weight);
        for (symbol, weight) in sorted {
            let tails = match known {
                Some((of, tails)) if of == *weight => tails,
                _ => {
                    let p = f64::from(*weight) / f64::from(self.away.weights.total());
                    let least = self.away.draws(symbol, units);
                    let most = self.away.draws(symbol, units + 1) - 1;
                    Tails {
                        // A law that takes too long says nothing against the draws.
                        lower: droughts::longest(p, draws, most).map_or(1.0, |ends| ends.at_most),
                        upper: droughts::longest(p, draws, least).map_or(1.0, |ends| ends.at_least),
                    }
                }
            };
            known = Some((*weight, tails));
            lower = lower.min(tails.lower);
            upper += tails.upper;
        }
        Tails {
            lower,
            upper: upper.min(1.0),
        }
    }
}

/// A symbol whose longest drought is short for it.
struct Short {
    symbol: usize,
    draws: u64,
    /// A bound of the probability that that of any symbol is as short for it.
    probability: f64,
}

impl Drought {
    /// The symbol whose longest drought, of those in `longest`, is the least likely to be as short; none of many symbols.
    fn shortest(&self, longest: &[u64], draws: u64) -> Option<Short> {
        let weights = self.away.weights.get();
        if weights.len() > MOST_MEDIANS {
            return None;
        }
        let total = f64::from(self.away.weights.total());
        let each = weights.iter().zip(longest).enumerate();
        let each = each.map(|(symbol, (weight, longest))| {
            let ends = droughts::longest(f64::from(*weight) / total, draws, *longest);
            // A law that takes too long says nothing against the draws.
            let at_most = ends.map_or(1.0, |ends| ends.at_most);
            Short {
                symbol,
                draws: *longest,
                probability: (at_most * weights.len() as f64).min(1.0),
            }
        });
        each.min_by(|a, b| a.probability.total_cmp(&b.probability))
    }

    /// The median of the longest drought of each symbol in so many fair draws: of few symbols, and where it does not
    /// take long.
    fn medians(&self, draws: u64) -> Vec<Option<u64>> {
        let weights = self.away.weights.get();
        if weights.len() > MOST_MEDIANS {
            return vec![None; weights.len()];
        }
        let mut last = self.medians.lock().expect("no thread panicked");
        if let Some((_, medians)) = last.as_ref().filter(|(of, _)| *of == draws) {
            return medians.clone();
        }
        let mut known: BTreeMap<u32, Option<u64>> = BTreeMap::new();
        let total = f64::from(self.away.weights.total());
        let medians: Vec<Option<u64>> = (weights.iter())
            .map(|weight| {
                let median = || droughts::longest_median(f64::from(*weight) / total, draws).ok();
                *known.entry(*weight).or_insert_with(median)
            })
            .collect();
        *last = Some((draws, medians.clone()));
        medians
    }
}

impl Statistic for Drought {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(&self.away)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![LONGEST]
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let mut figures = vec![
            Declaration::whole("longest", "draws"),
            Declaration::whole("symbol", "symbol"),
            Declaration::whole("until", "draw"),
            Declaration::number("gaps", "mean gaps of the symbol"),
        ];
        if design.size <= LISTED {
            let each = || Shape::Whole.listed(design.size);
            figures.push(Declaration::new("by_symbol", each(), "draws"));
            figures.push(Declaration::new("fair_by_symbol", each(), "draws").known());
        }
        figures
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column {
                seen: Some("draws in a row without a symbol, at the most".to_owned()),
                ..Column::new("longest drought", "longest", 0)
            },
            Column::new("symbol that was away", "symbol", 0),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let draws = evidence.subjects();
        let mut test = Test::new(LONGEST, "longest drought".to_owned());
        let Some(extremes) = evidence.tally.extremes() else {
            test.outcome = Outcome::TooFew { needed: 1 };
            let mut figures = Figures::from(
                json!({ "longest": null, "symbol": null, "until": null, "gaps": null }),
            );
            if evidence.design.size <= LISTED {
                figures.insert("by_symbol", Value::Null);
                figures.insert("fair_by_symbol", Value::Null);
            }
            return Assessment {
                figures,
                tests: vec![test],
                checks: Vec::new(),
            };
        };
        let (units, of) = Away::read(extremes.greatest.value);
        let until = extremes.greatest.deck + 1;
        let tails = self.tails(units, draws);
        let short = self.shortest(evidence.tally.greatest(), draws);
        let tails = Tails {
            lower: short
                .as_ref()
                .map_or(tails.lower, |short| short.probability),
            ..tails
        };
        let longest = self.away.draws(of, units);
        let gaps = units as f64 / UNITS as f64;
        test.value = Some(gaps);
        test.outcome =
            few::enough(draws).unwrap_or_else(|| Outcome::P(PValue::new(tails.two_sided())));
        test.tails = Some(tails);
        // Longer ones are not told apart.
        let or_more = if units >= MOST_UNITS { "at least " } else { "" };
        test.words = match short.filter(|_| tails.lower < tails.upper) {
            Some(short) => format!(
                "{} was never away for more than {} draws; among {} fair draws that is too short",
                symbol(short.symbol),
                grouped(short.draws),
                grouped(draws)
            ),
            None => format!(
                "{} was away for {or_more}{} draws up to draw {}, {gaps:.1} times its mean gap; as the longest among {} fair draws that is {}",
                symbol(of),
                grouped(longest),
                grouped(until),
                grouped(draws),
                if tails.upper <= tails.lower {
                    "too long"
                } else {
                    "too short"
                }
            ),
        };
        let mut figures = Figures::from(json!({
            "longest": longest,
            "symbol": of + 1,
            "until": until,
            "gaps": rounded(gaps),
        }));
        if evidence.design.size <= LISTED {
            figures.insert("by_symbol", evidence.tally.greatest());
            figures.insert("fair_by_symbol", self.medians(draws));
        }
        Assessment {
            figures,
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
