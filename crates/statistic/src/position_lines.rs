//! The 2n separate chi-squared tests of the published refutation, for reproduction only.
//!
//! Each row (position) and each column (card) of the position matrix is tested for uniformity with
//! n − 1 degrees of freedom, and the tests with p < 0.05 are counted. The tests depend on each
//! other: on ideal decks the mean is 0.05·2n, but the spread is far wider than binomial; and after a
//! random cut all 2n are one and the same test, counted 2n times, which `distinct` shows. So the
//! count has no p-value of its own. Source: Shiina (2020), "Unjustified results".

use super::positions::{POSITIONS, sum_of_squares, uniform_chi_squared};
use super::{AnyCounter, Assessment, Column, Compares, Design, Evidence, Kind, Statistic};
use laws::tail::chi_squared_upper;
use text::figures::Declaration;

pub(super) const KIND: Kind = Kind {
    name: "position-lines",
    about: "the published 2n chi-squared tests: how many are below 0.05 (no valid test; for reproduction)",
    plain: "the published 2n tests",
    causes: "nothing that can be told apart from chance: the tests depend on each other",
    example: "Test the places of each card, and the cards at each place, one by one. With 40 cards that makes 80 tests, and by chance 4 of them are below .05 on average. One published run of fair decks gave 6, and one of seven riffles gave 26.",
    compares: &Compares::Nothing,
    source: "Shiina (2020), refutation of an article on shuffling in TCG",
    parameters: &[],
    cards: super::MIN_CARDS..=super::MAX_CARDS,
    covers: &[crate::Feature::Places],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |_, _| Ok(Box::new(PositionLines)),
};

/// The published level of each of the tests.
const PUBLISHED_LEVEL: f64 = 0.05;

#[derive(Debug)]
struct PositionLines;

impl Statistic for PositionLines {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(POSITIONS)
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        [
            "below",
            "lines",
            "below_by_position",
            "below_by_card",
            "distinct",
        ]
        .map(|key| Declaration::whole(key, "lines"))
        .to_vec()
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column::new("lines < .05", "below", 0)]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let cards = evidence.design.size;
        let cells = evidence.tally.cells();
        let positions = cells
            .chunks_exact(cards)
            .map(|row| sum_of_squares(row.iter()));
        let by_card = (0..cards).map(|card| sum_of_squares(cells[card..].iter().step_by(cards)));
        let mut squares: Vec<u128> = positions.chain(by_card).collect();
        let decks = evidence.subjects();
        let below = |squares: &[u128]| {
            let p = |&sum: &u128| {
                chi_squared_upper(
                    uniform_chi_squared(sum, cards as u64, decks),
                    (cards - 1) as f64,
                )
            };
            squares
                .iter()
                .filter(|sum| p(sum) < PUBLISHED_LEVEL)
                .count()
        };
        let (below_by_position, below_by_card) =
            (below(&squares[..cards]), below(&squares[cards..]));
        squares.sort_unstable();
        squares.dedup();
        let mut assessment = Assessment::default();
        let mut figure = |name: &str, value: usize| assessment.figures.insert(name, value);
        figure("below", below_by_position + below_by_card);
        figure("lines", 2 * cards);
        figure("below_by_position", below_by_position);
        figure("below_by_card", below_by_card);
        figure("distinct", squares.len());
        assessment
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Design, Tally};
    use deck::Block;
    use laws::known::Known;

    #[test]
    fn after_cuts_all_lines_are_one_test() {
        let mut block = Block::new(5);
        block.fill_sorted(20, 0);
        for (i, deck) in block.decks_mut().chunks_mut(5).enumerate() {
            deck.rotate_right(i * i % 5);
        }
        block.index_rows();
        let mut tally = Tally::empty(POSITIONS, 5);
        tally.count(POSITIONS, &block);
        let evidence = Evidence {
            lag: 0,
            design: Design {
                size: 5,
                trials: 20,
                replicates: 1,
            },
            tally: &tally,
            series: None,
            known: &Known::default(),
            level: 0.001,
            wanted: crate::Wanted::InFull,
            lines: None,
        };
        let figures = PositionLines.assess(&evidence).figures;
        assert_eq!(figures.whole("distinct"), Some(1));
        assert!(figures.whole("below") == Some(0) || figures.whole("below") == Some(10));
    }
}
