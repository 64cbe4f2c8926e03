//! Classes × cells: how often cards of each class are in each hand, or in each of the first places.
//!
//! A deck has n cards, cᵢ of class i; a cell of rⱼ places is a hand, one of the first places, or the rest. With O the
//! counts over N ideal decks and E = rⱼ cᵢ N/n,
//!
//! ```text
//! T = (n−1)/n · Σ (O−E)²/E
//! ```
//!
//! follows chi-squared with (classes − 1)(cells − 1) degrees of freedom. If no card has a copy, each deck adds a
//! vector of the same length, so that for few decks the law of [`laws::squares`] holds, with E[h³] from the
//! overlap of two deals. If the decks are too few for it, the same sum is made of ideal decks ([`super::few`]), or, of two
//! classes in a hand and the rest, its law is that of one count: a sum of hypergeometric ones.
//!
//! A single cell is a sum of hypergeometric counts, binomial where a class has one card: its tail of both sides, times
//! the number of cells (Bonferroni).
//!
//! The classes of deals seen from the one before are the hands that the cards were in.

use std::borrow::Cow;
use std::collections::HashMap;

use super::in_cells::InCells;
use super::{OF_VIEW, Seen, few};
use crate::counter::AnyCounter;
use crate::grain::CELL;
use crate::law::fewest_to_fail;
use crate::named::DECKS;
use crate::suite::Suite;
use crate::table::{
    Departure, OMNIBUS, Squares, Uneven, WHOLE_UP_TO, departures, largest, listed, together,
};
use crate::wager::{self, Wager};
use crate::{
    Assessment, Column, Compares, Design, Detectable, Evidence, Kind, Limited, MAX_CARDS,
    MIN_CARDS, NamedCell, NamedMean, Naming, Outcome, Spread, Statistic, Test, Wanted,
};
use deck::subject::{self, Told};
use laws::fit::binomial_tails;
use laws::marked_cards;
use laws::null::{SumOfDecks, Sums};
use laws::tail::{PValue, Tails};
use laws::views::overlap;
use text::figures::{Declaration, Figures, Shape, json};

pub(crate) const KIND: Kind = Kind {
    name: "view-cells",
    about: "classes × cells: how often is each card, or each class of cards, in each hand or place that is seen? for deals, also from which hand of the deal before it came",
    plain: "which cards come into which hand",
    causes: "cards that stay where they were, as after too few riffles or a cut: the top of the deck is not mixed",
    example: "With 60 cards each should be in 11.7% of opening hands of seven (7 of 60). After three riffles the old top card is in 61% of them.",
    compares: &Compares::Rows {
        key: Cow::Borrowed("cards"),
        place: Cow::Borrowed(
            "card {row}, cell {column} (hands or places as they are seen, then the rest)",
        ),
        from: (1, 1),
        edges: None,
    },
    source: "chi-squared, scaled as for draws without replacement",
    parameters: OF_VIEW,
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[crate::Feature::InHand],
    suite: Some(Suite::Quick),
    on: subject::Kind::VIEW,
    lagged: true,
    build: |params, design| {
        let seen = Seen::of(params, design)?;
        Ok(Box::new(ViewCells::new(seen)))
    },
};

/// The table of a view.
#[derive(Debug, Clone)]
pub(super) struct ViewCells {
    seen: Seen,
    /// Cards of each class.
    copies: Vec<usize>,
    /// Places of each cell, the rest last if there is one.
    cells: Vec<usize>,
    counter: InCells,
    ideal: few::Ideal,
}

/// Decks in which each class is expected in each cell, at the least: with fewer, single cards decide.
const FEWEST_EXPECTED: f64 = 5.0;

/// E[h³] over the degrees of freedom and the number of decks: how skew the law still is.
const MOST_SKEW: f64 = 0.04;

/// The number of classes up to which the values are few.
const FEW_CLASSES: usize = 3;

impl ViewCells {
    fn new(seen: Seen) -> Self {
        let shape = seen.view.shape;
        let rest = seen.cards - shape.seen();
        let cells = std::iter::repeat_n(shape.cell(), shape.cells());
        let counter = InCells {
            classes: seen.copies().len(),
            cells: shape.cells(),
            places: shape.cell(),
        };
        Self {
            copies: seen.copies(),
            cells: cells.chain((rest > 0).then_some(rest)).collect(),
            counter,
            seen,
            ideal: few::Ideal::default(),
        }
    }

    #[cfg(test)]
    pub(super) fn seen(&self) -> &Seen {
        &self.seen
    }

    fn degrees(&self) -> f64 {
        ((self.copies.len() - 1) * (self.cells.len() - 1)) as f64
    }

    /// The share of a class's cards that are in a cell.
    fn share(&self, cell: usize) -> f64 {
        self.cells[cell] as f64 / self.seen.cards as f64
    }

    /// The counts of each class in each cell, the rest too.
    fn rows(&self, counts: &[u64], decks: u64) -> Vec<Vec<u64>> {
        let rows = counts.chunks(self.counter.cells).zip(&self.copies);
        rows.map(|(row, copies)| {
            let rest = *copies as u64 * decks - row.iter().sum::<u64>();
            let rest = (self.cells.len() > row.len()).then_some(rest);
            row.iter().copied().chain(rest).collect()
        })
        .collect()
    }

    /// T of these counts.
    pub(super) fn value(&self, counts: &[u64], decks: u64) -> f64 {
        let n = self.seen.cards as f64;
        // Thousands of ideal tables are measured: no row is copied.
        let mut sum = 0.0;
        for (row, copies) in counts.chunks(self.counter.cells).zip(&self.copies) {
            let mut add = |cell: usize, count: u64| {
                let expected = *copies as f64 * self.share(cell) * decks as f64;
                sum += (count as f64 - expected).powi(2) / expected;
            };
            for (cell, count) in row.iter().enumerate() {
                add(cell, *count);
            }
            if self.cells.len() > row.len() {
                add(row.len(), *copies as u64 * decks - row.iter().sum::<u64>());
            }
        }
        sum * (n - 1.0) / n
    }

    /// Fewest decks for which the law holds. By simulation of ideal decks (hands of 1 of 3 to 52 cards, of 2 and 5 of
    /// 20, of 3 of 10, of 7 of 52; 30,000 to 400,000 runs each) the false-alarm rate is then 0.87 to 1.07 times what
    /// it should be at 0.01 and 0.82 to 1.33 times at 0.001; with 5 decks expected for each card and hands of one card
    /// it would be up to 1.5 times at 0.001.
    fn fewest_decks(&self) -> u64 {
        let cards = self.seen.cards as f64;
        let places = self.cells.iter().copied().min().unwrap_or(1);
        let copies = self.copies.iter().copied().min().unwrap_or(1);
        let expected = (FEWEST_EXPECTED * cards / (places * copies) as f64).ceil() as u64;
        let few = if self.copies.len() <= FEW_CLASSES {
            100
        } else {
            20
        };
        let skew = match self.cube() {
            Some(cube) => (cube / (self.degrees() * MOST_SKEW)).ceil() as u64,
            // Nothing corrects the law for few decks: it must be near by its counts alone.
            None => (EXPECTED_WITH_COPIES * cards / (places * copies) as f64).ceil() as u64,
        };
        expected.max(skew).max(few)
    }

    fn squares(&self, counts: &[u64], decks: u64) -> Squares {
        Squares {
            value: self.value(counts, decks),
            degrees: self.degrees(),
            cube: self.cube(),
            fewest: self.fewest_decks(),
        }
    }

    /// E[h³] for h = (n−1)(Σⱼ Iⱼ/rⱼ − 1), Iⱼ the cards that two ideal deals both have in cell j; `None` with copies,
    /// where the length of a deck's own vector varies.
    fn cube(&self) -> Option<f64> {
        self.seen.view.is_distinct().then(|| {
            let n = self.seen.cards as f64;
            let sums = overlap::moments(&self.cells, n);
            // The mean of Σ Iⱼ/rⱼ is 1.
            let central = sums[2] - 3.0 * sums[1] + 2.0;
            ((n - 1.0).powi(3) * central).max(0.0)
        })
    }
}

/// A difference between counts, of which means are fractions, that is none.
const NEARLY: f64 = 1e-6;

/// Cards of each class that are expected in each cell, with copies, at the least.
const EXPECTED_WITH_COPIES: f64 = 100.0;

impl Statistic for ViewCells {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Views(&self.counter)
    }

    fn simulates_few(&self) -> bool {
        self.copies.len() > 2 || self.cells.len() > 2
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        let law: Vec<f64> = (0..self.cells.len()).map(|cell| self.share(cell)).collect();
        let distinct = self.seen.view.is_distinct();
        let wager = distinct.then(|| {
            wager::Hands::new(law, self.counter.cells, "which hand the worst card is in")
        })??;
        Some(Box::new(wager))
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![OMNIBUS, CELL]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        let (classes, cells) = (self.copies.len(), self.cells.len());
        let rows = (classes <= WHOLE_UP_TO).then(|| {
            let table = Shape::Whole.listed(cells).listed(classes);
            Declaration::new(self.rows_key(), table, "cards")
        });
        let table = departures(&[("class", "class"), ("cell", "cell")]);
        [table].into_iter().chain(rows).collect()
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("class most off", "largest.0.class", 0),
            Column::new("in cell", "largest.0.cell", 0),
            Column::new("by (deviations)", "largest.0.off", 1),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (counts, decks) = (evidence.tally.cells(), evidence.subjects());
        let rows = self.rows(counts, decks);
        let largest = self.largest(&rows, decks);
        let words = || {
            largest.first().map_or_else(Uneven::default, |departure| {
                let (class, cell) = departure.cell;
                let by = Naming::Together(together(CARDS_OF_HANDS));
                Uneven {
                    words: self.words(class, cell, departure.count, decks),
                    named: self.single(departure.cell, (departure.count, decks), by),
                }
            })
        };
        let mut test = {
            let squares = self.squares(counts, decks);
            // Shares that are off by ε each, as a weighted root mean square, give noncentrality N (n−1) ε².
            let scale = (self.seen.cards as f64 - 1.0) * decks as f64;
            let detectable = |noncentrality: f64| Detectable {
                value: (noncentrality / scale).sqrt(),
                unit: "relative departure of a cell's share (weighted root mean square)".to_owned(),
            };
            let words = (CARDS_OF_HANDS, words);
            squares.test(TITLE, (decks, evidence.level), detectable, words)
        };
        if matches!(test.outcome, Outcome::TooFew { .. })
            && decks > 0
            && let Some(p) = self.few(&test, (counts, decks), evidence)
        {
            test.outcome = Outcome::P(PValue::new(p));
        }
        let cell = self.cell_test(&rows, decks, evidence.level);
        let mut figures = Figures::from(json!({
            "largest": listed(&largest, |(class, cell)| json!({ "class": class + 1, "cell": cell + 1 })),
        }));
        if rows.len() <= WHOLE_UP_TO {
            figures.insert(self.rows_key(), json!(rows));
        }
        Assessment {
            figures,
            tests: vec![test, cell],
            checks: Vec::new(),
        }
    }
}

/// The title of its tests.
const TITLE: &str = "cards in hands";

/// The counts of all cells together, in words.
const CARDS_OF_HANDS: &str = "the cards of hands";

impl ViewCells {
    /// The key of the counts: rows of single cards can be compared, as each deck is in one cell of each.
    fn rows_key(&self) -> &'static str {
        if self.seen.view.is_distinct() {
            "cards"
        } else {
            "classes"
        }
    }

    /// The probability that so few ideal decks give a sum as large as that of `test`; `None` where it is not asked for, or
    /// would take too long.
    fn few(
        &self,
        test: &Test,
        (counts, decks): (&[u64], u64),
        evidence: &Evidence<'_>,
    ) -> Option<f64> {
        if !self.simulates_few() {
            return Some(self.as_far((counts[0], decks)));
        }
        let found = (test.value.unwrap_or_default(), evidence.above());
        let measure = |counts: &[u64]| self.value(counts, decks);
        let ideal = || (self.ideal).tail(&self.seen, &self.counter, decks, found, measure);
        (evidence.wanted != Wanted::QuickRejections)
            .then(ideal)
            .flatten()
    }

    /// The probability that the first class is, in the first cell, as far as this from as often as it should be.
    fn as_far(&self, (count, decks): (u64, u64)) -> f64 {
        let (copies, places) = (self.copies[0], self.cells[0]);
        let fair = copies as f64 * self.share(0) * decks as f64;
        let off = (count as f64 - fair).abs();
        let law = Sums::of_law(marked_cards::hand(self.seen.cards, copies, places));
        let law = law.of_decks(decks);
        // What is as far on the other side may miss it in the last bit.
        let (low, high) = (
            (fair - off + NEARLY).floor(),
            (fair + off - NEARLY).ceil().max(0.0),
        );
        let below = (low >= 0.0).then(|| law.tails(low as u64).lower);
        (below.unwrap_or(0.0) + law.tails(high as u64).upper).min(1.0)
    }

    fn largest(&self, rows: &[Vec<u64>], decks: u64) -> Vec<Departure<(usize, usize)>> {
        let n = self.seen.cards as f64;
        let all = rows.iter().zip(&self.copies).enumerate();
        let all = all.flat_map(|(class, (row, copies))| {
            let copies = *copies as f64;
            let cells = row.iter().enumerate();
            cells.map(move |(cell, &count)| {
                let share = self.share(cell);
                let fair = copies * share * decks as f64;
                let variance = fair * (1.0 - share) * (n - copies) / (n - 1.0);
                Departure {
                    cell: (class, cell),
                    count,
                    fair,
                    off: (count as f64 - fair) / variance.sqrt(),
                }
            })
        });
        largest(all)
    }

    fn words(&self, class: usize, cell: usize, count: u64, decks: u64) -> String {
        let (copies, share) = (self.copies[class] as f64, self.share(cell));
        let place = self.seen.cell(cell);
        let before = self.seen.view.told == Told::Before;
        let class = self.seen.class(class);
        let found = count as f64 / decks as f64;
        if before {
            return format!(
                "{place} holds {found:.3} cards of {class} of that deal on average; fair is {:.3}",
                copies * share
            );
        }
        if copies < 1.5 {
            format!(
                "{class} is in {place} in {:.1}% of decks; fair is {:.1}%",
                100.0 * found,
                100.0 * share
            )
        } else {
            format!(
                "{place} holds {found:.2} cards of {class} on average; fair is {:.2}",
                copies * share
            )
        }
    }

    /// The cell of a single card, whose count is binomial. `None` with copies: their numbers in a cell are not.
    fn single(
        &self,
        (class, cell): (usize, usize),
        (count, decks): (u64, u64),
        by: Naming,
    ) -> Option<NamedCell> {
        (self.copies[class] == 1).then(|| NamedCell {
            what: self.is_in(class, cell),
            count,
            of: decks,
            fair: self.share(cell),
            among: self.among(),
            unit: DECKS,
            by,
        })
    }

    /// The mean number of cards of a class in a cell.
    fn of_copies(
        &self,
        (class, cell): (usize, usize),
        (count, decks): (u64, u64),
        words: &str,
    ) -> Limited {
        let copies = self.copies[class] as f64;
        let most = self.copies[class].min(self.cells[cell]);
        Limited::Mean(NamedMean {
            what: words.to_owned(),
            unit: "cards per deck".to_owned(),
            mean: count as f64 / decks as f64,
            of: decks,
            fair: copies * self.share(cell),
            range: (0.0, most as f64),
            among: self.among(),
            by: Spread::Unknown,
        })
    }

    /// The cells of the table.
    fn among(&self) -> u64 {
        (self.copies.len() * self.cells.len()) as u64
    }

    /// Says of a single card where it is.
    fn is_in(&self, class: usize, cell: usize) -> String {
        let (place, class) = (self.seen.cell(cell), self.seen.class(class));
        if self.seen.view.told == Told::Before {
            format!("{place} holds {class} of that deal")
        } else {
            format!("{class} is in {place}")
        }
    }

    /// The test of the cell that is farthest from its share.
    fn cell_test(&self, rows: &[Vec<u64>], decks: u64, level: f64) -> Test {
        let mut test = Test::new(CELL, format!("{TITLE} (one cell)"));
        // The second of two cells is what the first is not.
        let looked_at = if self.cells.len() == 2 {
            1
        } else {
            self.cells.len()
        };
        let number = (rows.len() * looked_at) as f64;
        let mut laws = Laws::default();
        let rarest = self.copies.iter().flat_map(|copies| {
            self.cells.iter().map(|places| {
                let law = marked_cards::hand(self.seen.cards, *copies, *places);
                let ends = [
                    law.iter().find(|p| **p > 0.0),
                    law.iter().rev().find(|p| **p > 0.0),
                ];
                ends.into_iter().flatten().copied().fold(1.0, f64::min)
            })
        });
        let needed = fewest_to_fail(rarest.fold(1.0, f64::min), level / number);
        if decks < needed {
            test.outcome = Outcome::TooFew { needed };
            return test;
        }
        let mut farthest = (f64::INFINITY, (0, 0));
        for (class, row) in rows.iter().enumerate() {
            for (cell, &count) in row.iter().enumerate().take(looked_at) {
                let sizes = (self.copies[class], self.cells[cell]);
                let tails = laws.tails(self.seen.cards, sizes, count, decks);
                let tail = tails.lower.min(tails.upper);
                if tail < farthest.0 {
                    farthest = (tail, (class, cell));
                }
            }
        }
        let (tail, (class, cell)) = farthest;
        let count = rows[class][cell];
        test.value = Some(count as f64);
        test.outcome = Outcome::P(PValue::new((2.0 * number * tail).min(1.0)));
        test.words = self.words(class, cell, count, decks);
        let single = self.single((class, cell), (count, decks), Naming::Cell);
        let cell = single.map_or_else(
            || self.of_copies((class, cell), (count, decks), &test.words),
            Limited::Cell,
        );
        test.named = Some(cell);
        test
    }
}

/// The laws of single cells, each made once.
#[derive(Default)]
struct Laws(HashMap<(usize, usize), SumOfDecks>);

impl Laws {
    /// Both tails of the number of cards of a class in a cell, over all decks.
    fn tails(
        &mut self,
        cards: usize,
        (copies, places): (usize, usize),
        count: u64,
        decks: u64,
    ) -> Tails {
        if copies == 1 {
            return binomial_tails(count, decks - count, places as f64 / cards as f64);
        }
        let law = || Sums::of_law(marked_cards::hand(cards, copies, places)).of_decks(decks);
        self.0
            .entry((copies, places))
            .or_insert_with(law)
            .tails(count)
    }
}

#[cfg(test)]
mod tests;
