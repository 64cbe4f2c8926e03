//! The longest streak: how often in a row the same symbol comes, at the most.
//!
//! The law over all draws is exact ([`laws::sequences`]); both tails count, since draws from a bag have no long
//! streaks.

use super::few;
use super::{WEIGHTS, weights};
use crate::counter::{AnyCounter, Counter};
use crate::grain::LONGEST;
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Outcome, Statistic, Test,
};
use deck::subject::{self, Draws, MOST_SYMBOLS};
use laws::sequences::streaks;
use laws::tail::{PValue, Tails};
use text::figures::{Declaration, json};
use text::names::{counted, grouped};

pub(crate) const KIND: Kind = Kind {
    name: "longest-streak",
    about: "how often in a row does the same symbol come, at most? tests both tails of the exact law",
    plain: "the longest streak of one symbol",
    causes: "draws from a bag, where streaks are short; a symbol that sticks, where they are long",
    example: "In 1,000 draws of seven pieces the longest streak of one piece has 4 or 5 draws in 87 of 100 cases. From bags of seven it is never longer than 2.",
    compares: &Compares::Nothing,
    source: "Feller (1968), An Introduction to Probability Theory and Its Applications 1, XIII.7 (runs)",
    parameters: &[WEIGHTS],
    cards: 2..=MOST_SYMBOLS,
    covers: &[crate::Feature::LastDraws],
    suite: Some(Suite::Quick),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| {
        Ok(Box::new(Streak {
            law: weights(params)?.law(),
        }))
    },
};

#[derive(Debug)]
struct Streak {
    law: Vec<f64>,
}

/// Notes the longest streak, and the draw at which it was so long first.
#[derive(Debug)]
struct Streaks;

impl Counter<Draws> for Streaks {
    fn name(&self) -> &'static str {
        "streaks"
    }

    fn cells(&self, _symbols: usize) -> usize {
        0
    }

    fn layout(&self) {}

    fn count(&self, draws: &Draws, _: &mut [u64], notes: &mut Notes) {
        let past = draws.past();
        let (mut before, mut run) = (past.last()[0], past.run());
        let runs = draws.drawn().iter().map(|symbol| {
            run = if before == Some(*symbol) { run + 1 } else { 1 };
            before = Some(*symbol);
            u32::try_from(run).unwrap_or(u32::MAX)
        });
        let runs: Vec<u32> = runs.collect();
        notes.see(deck::batch::Batch::first(draws), &runs);
    }
}

impl Statistic for Streak {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(&Streaks)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![LONGEST]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("longest", "draws in a row"),
            Declaration::whole("from", "draw"),
            Declaration::number("ideal", "draws in a row").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column {
            seen: Some("draws of one symbol in a row, at the most".to_owned()),
            fair: Some("ideal"),
            ..Column::new("longest streak", "longest", 0)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let draws = evidence.subjects();
        let mut test = Test::new(LONGEST, "longest streak".to_owned());
        let Some(extremes) = evidence.tally.extremes() else {
            test.outcome = Outcome::TooFew { needed: 1 };
            return Assessment {
                figures: json!({ "longest": null, "from": null, "ideal": null }).into(),
                tests: vec![test],
                checks: Vec::new(),
            };
        };
        let longest = extremes.greatest;
        let tails = match streaks::longest(&self.law, draws, u64::from(longest.value)) {
            Ok(ends) => Tails {
                lower: ends.at_most,
                upper: ends.at_least,
            },
            // A law that takes too long says nothing against the draws.
            Err(_) => Tails {
                lower: 1.0,
                upper: 1.0,
            },
        };
        test.value = Some(f64::from(longest.value));
        test.outcome =
            few::enough(draws).unwrap_or_else(|| Outcome::P(PValue::new(tails.two_sided())));
        test.tails = Some(tails);
        let from = longest.deck + 2 - u64::from(longest.value);
        let ideal = evidence.in_full(|| streaks::longest_mean(&self.law, draws).ok());
        test.words = evidence.in_full(|| {
            let fair = ideal.map_or_else(String::new, |mean| {
                format!(
                    "; among {} fair draws the longest has {mean:.1} on average",
                    grouped(draws)
                )
            });
            format!(
                "the longest streak has {}, from draw {} on{fair}",
                counted(u64::from(longest.value), "draw"),
                grouped(from),
            )
        });
        let figures = json!({
            "longest": longest.value,
            "from": from,
            "ideal": ideal.map(crate::rounded),
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
