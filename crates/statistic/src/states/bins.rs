//! Frequencies of states: all states by their numbers, in bins of as many states each, all equally
//! likely.
//!
//! The states of one arrangement have numbers that follow each other, so that the 5,040 bins that are usual are the
//! arrangements of the cubies. All 3,674,160 states apart take some 18 million states or more to be tested as finely.

use std::borrow::Cow;

use super::even::even_test;
use super::{InBins, SIZE, event_of_states};
use crate::Halves;
use crate::counter::AnyCounter;
use crate::event::Event;
use crate::suite::Suite;
use crate::{Assessment, Column, Compares, Design, Evidence, Kind, Statistic, Tally, event};
use deck::cube::STATES;
use deck::cube::rank::ARRANGEMENTS;
use text::figures::{Declaration, Figures, json};
use text::names::grouped;
use text::params::{Parameter, Params};

pub(crate) const KIND: Kind = Kind {
    name: "state-bins",
    about: "does every state come equally often? sorts the states into bins of equal size, as finely as their number allows",
    plain: "how often each state comes",
    causes: "too few random moves; a list of scrambles that is used again; a fixed number of quarter turns, which reaches half of the states",
    example: "Among 100,000 random states each of the 5,040 arrangements of the corners comes 20 times, give or take 4.5. The sum of all departures (chi-squared) is 5,039, give or take 100. After eleven random moves it is about 45,000.",
    compares: &Compares::Law {
        key: Cow::Borrowed("counts"),
        place: Cow::Borrowed("range {cell} of the numbers of states"),
    },
    source: "Pearson (1900); Myrvold and Ruskey (2001) for the numbers",
    parameters: &[BINS],
    cards: SIZE,
    covers: &[crate::Feature::Pieces, crate::Feature::TwoPieces],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::STATE,
    lagged: false,
    build: |params, _| {
        let bins = params.whole(BINS.name, 3..=STATES)?.unwrap_or(ARRANGEMENTS);
        if !STATES.is_multiple_of(bins) {
            let problem = format!(
                "found `{bins}`; accepted: a number that divides {}, such as 5040 or 3674160",
                grouped(u64::from(STATES))
            );
            return Err(Params::refuse(BINS.name, problem));
        }
        Ok(Box::new(StateBins {
            counter: InBins {
                name: format!("{} {bins}", KIND.name),
                bins: bins as usize,
                of: |numbered, bins| numbered.rank as usize / (STATES as usize / bins),
            },
        }))
    },
};

/// The key of the number of bins.
const BINS: Parameter = Parameter {
    name: "bins",
    about: "number of bins, which divides 3,674,160; default 5040, the arrangements",
};

/// Counts that a record holds: neighbouring bins together.
const MOST_COUNTS: usize = 126;

#[derive(Debug)]
struct StateBins {
    counter: InBins,
}

impl StateBins {
    /// Bins that stand together in the record.
    fn width(&self) -> usize {
        let bins = self.counter.bins;
        let mut widths = bins.div_ceil(MOST_COUNTS)..=bins;
        widths
            .find(|width| bins.is_multiple_of(*width))
            .unwrap_or(bins)
    }
}

impl Statistic for StateBins {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::States(&self.counter)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["law"]
    }

    fn law(&self) -> Option<Vec<f64>> {
        let bins = self.counter.bins;
        Some(vec![1.0 / bins as f64; bins])
    }

    fn event(&self, tally: &Tally, figures: &Figures) -> Option<Event> {
        // The bins of the record are coarser than those of the event.
        let mut figures = figures.clone();
        figures.remove("bin");
        let event = event::of_number(KIND.name, &self.law()?, Halves::of(tally), &figures);
        event.map(event_of_states)
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("reached", "bins"),
            Declaration::whole("bins", "bins").known(),
            Declaration::whole("bin", "bins").known(),
            Declaration::counts("counts", "states", self.counter.bins / self.width()),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("bins that came", "reached", 0),
            Column::new("of", "bins", 0),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let counts = Halves::of(evidence.tally).whole();
        let each = STATES as usize / self.counter.bins;
        let states = |bins: std::ops::Range<usize>| {
            let (first, last) = (bins.start * each, bins.end * each - 1);
            format!(
                "states {} to {}",
                grouped(first as u64),
                grouped(last as u64)
            )
        };
        let test = even_test(
            ("law", KIND.name.replace('-', " ")),
            "ranges of states",
            &counts,
            (evidence.subjects(), evidence.level),
            states,
        );
        let coarse = counts.chunks(self.width());
        let coarse: Vec<u64> = coarse.map(|bins| bins.iter().sum()).collect();
        let figures = json!({
            "reached": counts.iter().filter(|count| **count > 0).count(),
            "bins": self.counter.bins,
            "bin": self.width(),
            "counts": coarse,
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
    use crate::build_on;
    use deck::subject::Puzzle;

    const DESIGN: Design = Design {
        size: STATES as usize,
        trials: 1,
        replicates: 1,
    };

    #[test]
    fn bins_divide_the_states_evenly() {
        let of = |bins: i64| {
            let mut table = toml::Table::new();
            table.insert(BINS.name.to_owned(), bins.into());
            let built = build_on(&Puzzle::PocketCube, KIND.name, table, &DESIGN);
            built.map(|_| ()).map_err(|error| error.to_string())
        };
        for bins in [3, 5040, 3_674_160] {
            assert_eq!(of(bins), Ok(()));
        }
        for bins in [0, 2, 11, 3_674_161] {
            let error = of(bins).unwrap_err();
            assert!(error.contains("key `bins`: found"), "{error}");
        }
    }

    #[test]
    fn a_record_holds_few_counts() {
        for (bins, width) in [(3, 1), (126, 1), (5040, 40), (3_674_160, 29_160)] {
            let counter = InBins {
                name: String::new(),
                bins,
                of: |_, _| 0,
            };
            assert_eq!(StateBins { counter }.width(), width, "{bins}");
        }
    }
}
