//! Stakes on rows that each have a deck of their own: how many cards of a class were drawn.
//!
//! Each row has a chance of its own, known from its deck, its copies and the cards drawn. The sum of such events departs from
//! the sum of their chances no more easily than a binomial number with the mean chance (Hoeffding, 1956), so that binomial
//! tails bound its tests and its limits.

use std::collections::BTreeMap;

use super::{Counted, Fair, KIND as OF_DECKS, OF, Staked, assessed, each, figures};
use crate::counter::AnyCounter;
use crate::rows::Keeping;
use crate::{Assessment, Column, Design, Effort, Evidence, Kind, Statistic, Tally};
use deck::quantity::{Odds, OnRows};
use deck::subject::{self, Row, Rows};
use text::figures::Declaration;
use text::shown::STAKES as TEST;

/// The name of the statistic of stakes on rows.
pub const OF_ROWS: &str = "stakes-of-rows";

pub(crate) const KIND: Kind = Kind {
    name: OF_ROWS,
    about: "how often do numbers of cards of a class come up on which somebody bets? beside the mean of the fair chances of all rows",
    causes: "cards that stay together, hands that a program chooses or smooths, or hands that players chose to keep",
    example: "Of 60 cards with 24 lands, 14.3% of hands of seven have one land or none.",
    source: "hypergeometric laws; Hoeffding (1956), On the distribution of the number of successes in independent trials",
    parameters: &[subject::COVARIATE, OF],
    cards: Rows::SIZE..=Rows::SIZE,
    on: subject::Kind::ROWS,
    build: |params, _| {
        let of = each(params, "found >= 1", |text| {
            Ok((text.to_owned(), OnRows::read(text)?))
        })?;
        Ok(Box::new(OfRows { of }))
    },
    ..OF_DECKS
};

/// All stakes of a run, each with its text.
#[derive(Debug)]
struct OfRows {
    of: Vec<(String, OnRows)>,
}

impl Statistic for OfRows {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Rows(&Keeping)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![TEST]
    }

    fn effort(&self) -> Effort {
        Effort::Counts
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        figures(self.of.len())
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn staked(&self, tally: &Tally) -> Vec<Staked> {
        let rows = tally.kept().in_order().into_iter();
        let rows = rows.filter_map(|(_, bytes)| Row::of_bytes(bytes));
        let rows: Vec<Row> = rows.collect();
        let mut decks = BTreeMap::new();
        for row in &rows {
            *decks.entry([row.deck, row.copies, row.drawn]).or_default() += 1;
        }
        let each = self.of.iter().map(|(text, stake)| Staked {
            text: text.clone(),
            words: stake.to_string(),
            odds: stake.odds().map(Odds::to_one),
            fair: Fair::of_rows(stake, &decks),
            counted: Counted::mixed(
                rows.iter().filter(|row| stake.comes(row)).count() as u64,
                rows.len() as u64,
            ),
            cases: Some("rows".to_owned()),
        });
        each.collect()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        assessed(&self.staked(evidence.tally), "rows", evidence)
    }
}
