//! Drift of where cards end up: are the first 2ᵏ decks like the rest, and decks 1, 3, 5, … like 2, 4, 6, …?
//!
//! A source may favour a place first and avoid it later: over all decks its position matrix is right. With p̂₁ and p̂₂
//! the shares of N₁ and N₂ decks,
//!
//! ```text
//! (n−1) · N₁N₂/N · Σ (p̂₁ − p̂₂)²  ~  χ² with (n−1)² degrees of freedom,
//! ```
//!
//! and of one line, a card or a place, n · N₁N₂/N · Σ (p̂₁ − p̂₂)² ~ χ² with n−1. A single cell is compared by exact
//! binomial tails ([`contrast::score`]). Each test is that of the cut that shows most, times their number
//! (Bonferroni). Reference: the difference of two sums of independent uniform permutation matrices; see
//! [`super::position_matrix`] for its covariance.

use super::cells::{FEWEST_EXPECTED, SHORTEST_LINE};
use super::counter::{AnyCounter, Counter};
use super::cuts::{Cut, Side};
use super::grain::{CELL, CHANGE, LINE};
use super::suite::Suite;
use super::tally::{Notes, Tally};
use super::{Assessment, Column, Compares, Design, Evidence, Kind, Outcome, Statistic, Test};
use deck::kernel::{Cell, Grid};
use deck::{Block, Layout, Rows};
use laws::contrast;
use laws::fit::binomial_tails;
use laws::tail::{PValue, chi_squared_upper, normal_upper};
use text::figures::{Declaration, Figures};

pub(super) const KIND: Kind = Kind {
    name: "position-drift",
    about: "do cards end up elsewhere later on? the first 1, 2, 4, … blocks of decks against the rest, and every other deck",
    plain: "changes of where cards end up",
    causes: "a source that changes on the way: hands that tire, a new machine, two shuffles in turn",
    example: "A dealer who riffles seven times at first and three times when tired leaves the top card on top in 2.3% of the first decks and in 12.5% of the later ones. Over all decks such changes can even out, so the first decks are set beside the rest.",
    compares: &Compares::Nothing,
    source: "difference of two sums of uniform permutation matrices; Stouffer et al. (1949) for single cells",
    parameters: &[],
    cards: super::MIN_CARDS..=MOST_CARDS,
    covers: &[crate::Feature::Change],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |_, _| Ok(Box::new(PositionDrift)),
};

/// Two matrices for each doubling of the number of decks: some 10 MB for so many cards.
const MOST_CARDS: usize = 128;

/// Parts of a run of some 10¹² decks.
const MOST_PARTS: usize = 35;

#[derive(Debug)]
struct PositionDrift;

static COUNTER: ByPart = ByPart;

/// Counts in the notes, for each part of the run: the cells of decks with an even index, card by card, and then
/// those of decks with an odd index.
#[derive(Debug)]
struct ByPart;

impl Counter for ByPart {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _cards: usize) -> usize {
        0
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn count(&self, block: &Block, _cells: &mut [u64], notes: &mut Notes) {
        let cells = block.cards() * block.cards();
        let cells = notes.part(block.first(), 2 * cells).split_at_mut(cells);
        let odd = block.first() % 2 == 1;
        let cells = if odd {
            [cells.1, cells.0]
        } else {
            [cells.0, cells.1]
        };
        match block.rows() {
            Some(Rows::Bytes(rows)) => count_rows(rows, block.len(), cells),
            Some(Rows::Words(rows)) => count_rows(rows, block.len(), cells),
            None => {}
        }
    }

    fn buffer_bytes(&self, cards: usize) -> u128 {
        (2 * cards * cards * MOST_PARTS * size_of::<u64>()) as u128
    }
}

/// Adds decks in turn to the one and to the other.
fn count_rows<T: Cell>(rows: &Grid<T>, decks: usize, cells: [&mut [u64]; 2]) {
    let cards = rows.cards();
    for (parity, cells) in cells.into_iter().enumerate() {
        for deck in (parity..decks).step_by(2) {
            for (cells, position) in cells.chunks_exact_mut(cards).zip(rows.row(deck)) {
                if let Some(cell) = cells.get_mut(position.index()) {
                    *cell += 1;
                }
            }
        }
    }
}

/// All cuts with enough decks on each side; the counts of a side are how often each card, by rows, was in each place.
fn cuts(tally: &Tally, cards: usize) -> Vec<Cut> {
    let whole = cards * cards;
    let add = |to: &mut [u64], more: &[u64]| {
        for (cell, count) in to.iter_mut().zip(more) {
            *cell += count;
        }
    };
    let mut alternate = [vec![0; whole], vec![0; whole]];
    for part in tally.by_part() {
        add(&mut alternate[0], &part[..whole]);
        add(&mut alternate[1], &part[whole..]);
    }
    let parts = tally.by_part().map(|part| {
        let mut both = part[..whole].to_vec();
        add(&mut both, &part[whole..]);
        both
    });
    let decks = |cells: &[u64]| cells[..cards].iter().sum();
    super::cuts::cuts(parts, alternate, decks, FEWEST)
}

impl Cut {
    /// N₁N₂/N · (p̂₁ − p̂₂)² of the cell at that place.
    fn square(&self, at: usize) -> f64 {
        let [n, m] = self.decks();
        let [a, b] = self.sides.each_ref().map(|side| side.counts[at]);
        let difference = i128::from(a) * i128::from(m) - i128::from(b) * i128::from(n);
        let [n, m] = [n, m].map(|decks| decks as f64);
        let difference = difference as f64;
        difference * difference / (n * m) / (n + m)
    }

    /// The score of one cell by exact tails, and whether the first side has more.
    fn cell(&self, at: usize, share: f64) -> f64 {
        let tails = self.sides.each_ref().map(|side| {
            let count = side.counts[at];
            binomial_tails(count, side.decks - count, share)
        });
        let [n, m] = self.decks();
        let [a, b] = self.sides.each_ref().map(|side| side.counts[at]);
        let above = i128::from(a) * i128::from(m) > i128::from(b) * i128::from(n);
        contrast::score(tails, [n, m], above)
    }
}

/// A line of the matrix, by its number from 0.
#[derive(Debug, Clone, Copy)]
enum OneOf {
    Card(usize),
    Place(usize),
}

/// Decks that each side of a cut must have.
const FEWEST: u64 = 100;

impl PositionDrift {
    fn change(cuts: &[Cut], cards: usize) -> Test {
        let mut test = Test::new(CHANGE, "positions (change)".to_owned());
        test.outcome = Outcome::TooFew { needed: 2 * FEWEST };
        let df = ((cards - 1) * (cards - 1)) as f64;
        let found = cuts.iter().map(|cut| {
            let sum: f64 = (0..cards * cards).map(|at| cut.square(at)).sum();
            ((cards - 1) as f64 * sum, cut)
        });
        let Some((value, cut)) = found.max_by(|(a, _), (b, _)| a.total_cmp(b)) else {
            return test;
        };
        test.value = Some(value);
        test.df = Some(df);
        test.outcome = Outcome::P(PValue::new(times(cuts.len(), chi_squared_upper(value, df))));
        test.words = format!(
            "cards end up elsewhere in {} than in {}",
            cut.sides[0].name, cut.sides[1].name
        );
        test
    }

    fn line(cuts: &[Cut], cards: usize) -> Test {
        let mut test = Test::new(LINE, "positions (change of one line)".to_owned());
        test.outcome = Outcome::TooFew {
            needed: 2 * FEWEST_EXPECTED * cards as u64,
        };
        if cards < SHORTEST_LINE {
            return test;
        }
        let n = cards as f64;
        let mut farthest: Option<(f64, OneOf, &Cut)> = None;
        let mut tried = 0;
        for cut in cuts {
            let enough = FEWEST_EXPECTED * cards as u64;
            if cut.decks().iter().any(|decks| *decks < enough) {
                continue;
            }
            tried += 2 * cards;
            let (mut of_cards, mut of_places) = (vec![0.0; cards], vec![0.0; cards]);
            for at in 0..cards * cards {
                let square = cut.square(at);
                of_cards[at / cards] += square;
                of_places[at % cards] += square;
            }
            let lines = of_cards
                .iter()
                .enumerate()
                .map(|(at, sum)| (sum, OneOf::Card(at)));
            let places = of_places.iter().enumerate();
            let lines = lines.chain(places.map(|(at, sum)| (sum, OneOf::Place(at))));
            for (sum, line) in lines {
                if farthest.is_none_or(|(known, ..)| n * sum > known) {
                    farthest = Some((n * sum, line, cut));
                }
            }
        }
        let Some((value, line, cut)) = farthest else {
            return test;
        };
        test.value = Some(value);
        test.df = Some(n - 1.0);
        let upper = chi_squared_upper(value, n - 1.0);
        test.outcome = Outcome::P(PValue::new(times(tried, upper)));
        let [first, rest] = cut.sides.each_ref().map(|side| &side.name);
        test.words = match line {
            OneOf::Card(card) => {
                let card = card + 1;
                format!(
                    "the card that started at position {card} ends elsewhere in {first} than in {rest}"
                )
            }
            OneOf::Place(place) => {
                let place = place + 1;
                format!("position {place} gets other cards in {first} than in {rest}")
            }
        };
        test
    }

    fn cell(cuts: &[Cut], cards: usize) -> Test {
        let mut test = Test::new(CELL, "positions (change of one cell)".to_owned());
        test.outcome = Outcome::TooFew { needed: 2 * FEWEST };
        let share = 1.0 / cards as f64;
        // In each cut, the cell whose plain difference is largest stands for all.
        let found = cuts.iter().filter_map(|cut| {
            let cells = (0..cards * cards).map(|at| (cut.square(at), at));
            let (_, at) = cells.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
            Some((cut.cell(at, share), at, cut))
        });
        let Some((score, at, cut)) = found.max_by(|(a, ..), (b, ..)| a.total_cmp(b)) else {
            return test;
        };
        let tried = 2 * cuts.len() * cards * cards;
        test.value = Some(score);
        test.outcome = Outcome::P(PValue::new(times(tried, normal_upper(score))));
        let percent = |side: &Side| 100.0 * side.counts[at] as f64 / side.decks as f64;
        test.words = format!(
            "the card that started at position {} ends at position {} in {:.2}% of {}, and in {:.2}% of {}; fair is {:.2}%",
            at / cards + 1,
            at % cards + 1,
            percent(&cut.sides[0]),
            cut.sides[0].name,
            percent(&cut.sides[1]),
            cut.sides[1].name,
            100.0 * share
        );
        test
    }
}

/// The p-value of the smallest of so many.
fn times(number: usize, p: f64) -> f64 {
    (number as f64 * p).min(1.0)
}

impl Statistic for PositionDrift {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(&COUNTER)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![CHANGE, LINE, CELL]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![Declaration::whole("cuts", "cuts")]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let cards = evidence.design.size;
        let cuts = cuts(evidence.tally, cards);
        let mut figures = Figures::default();
        figures.insert("cuts", cuts.len());
        Assessment {
            figures,
            tests: vec![
                Self::change(&cuts, cards),
                Self::line(&cuts, cards),
                Self::cell(&cuts, cards),
            ],
            checks: Vec::new(),
        }
    }
}
