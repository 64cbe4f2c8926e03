//! Drift of where cards end up: are the first 2ᵏ decks like the rest, and decks 1, 3, 5, … like 2, 4, 6, …?
//!
//! A source may favour a place first and avoid it later: over all decks its position matrix is right. What is asked is
//! if the decks are alike, not if they are ideal, so they are compared with each other alone. The places of one card are
//! a multinomial on each side of a cut, whatever its law, and so are the cards in one place: [`two_samples::shares`]. A
//! single cell is compared by the exact law of its count on one side, given that on both ([`hypergeometric`]). Each
//! test is that of the cut and the line, or the cell, that show most, times their number (Bonferroni).
//!
//! The squares of all cells together have no such law: how they vary depends on how the places of different cards hang
//! together, which for decks that are only cut is altogether. So no test looks at them.
//!
//! Decks that depend on each other make both tests approximate: their counts may vary more than those of as many
//! independent ones.

use super::cells::{FEWEST_EXPECTED, SHORTEST_LINE};
use super::counter::{AnyCounter, Buffer, Counter};
use super::cuts::{Cut, Side};
use super::grain::{CELL, LINE};
use super::positions;
use super::suite::Suite;
use super::tally::{Notes, Tally};
use super::{Assessment, Column, Compares, Design, Evidence, Kind, Outcome, Statistic, Test};
use deck::kernel::{BYTE_CARDS, Cell, Grid, MOST_PENDING, NarrowCounts};
use deck::{BLOCK, Block, Layout, Rows};
use laws::fit::Fit;
use laws::hypergeometric;
use laws::tail::PValue;
use laws::two_samples::{self, contrast};
use text::figures::{Declaration, Figures};

pub(super) const KIND: Kind = Kind {
    name: "position-drift",
    about: "do cards end up elsewhere later on? compares the first 1, 2, 4, … blocks of decks with the rest, and every other deck with the decks between",
    plain: "changes in where cards end up",
    causes: "a source that changes over time: hands that tire, a new machine, two shuffles in turn",
    example: "A dealer riffles seven times at first and three times when tired. The top card stays on top in 2.3% of the first decks and in 12.5% of the later ones. Over all decks such changes can even out, so the first decks are compared with the rest.",
    compares: &Compares::Nothing,
    source: "likelihood ratio of two samples (Wilks 1938, Williams 1976); Fisher (1935) for single cells",
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

    fn buffer(&self, cards: usize) -> Option<Box<dyn Buffer>> {
        (cards <= BYTE_CARDS).then(|| Box::new(Pending::default()) as Box<dyn Buffer>)
    }

    /// All parts together are the position matrix.
    fn holds_sums_of(&self, cards: usize) -> Option<&'static str> {
        (cards <= BYTE_CARDS).then_some(positions::NAME)
    }

    fn buffer_bytes(&self, cards: usize) -> u128 {
        (2 * cards * cards * MOST_PARTS * size_of::<u64>()) as u128
    }
}

/// Counts of small decks in the kernels' narrow cells.
#[derive(Debug, Default)]
struct Pending {
    /// For each part of the run, the index of one of its blocks, and the decks with an even index and the others.
    parts: Vec<(u64, [NarrowCounts; 2])>,
    decks: u64,
    /// The counts of all parts that went to the notes, card by card.
    sums: Vec<u64>,
}

impl Buffer for Pending {
    fn has_room(&self) -> bool {
        self.decks + BLOCK as u64 <= MOST_PENDING
    }

    fn hold(&mut self, block: &Block) {
        let Some(Rows::Bytes(rows)) = block.rows() else {
            return;
        };
        let first = block.first();
        let same = |(other, _): &(u64, _)| Notes::part_of(*other) == Notes::part_of(first);
        let known = self.parts.iter().position(same);
        let at = known.unwrap_or_else(|| {
            let counts = [(); 2].map(|()| NarrowCounts::new(block.cards()));
            self.parts.push((first, counts));
            self.parts.len() - 1
        });
        let kernel = block.isa().kernel();
        self.decks += block.len() as u64;
        for (parity, counts) in (first..).zip(&mut self.parts[at].1) {
            kernel.tally(rows, block.len(), ((parity % 2) as usize, 2), counts);
        }
    }

    fn add_to(&mut self, _first: usize, _cells: &mut [u64]) {}

    fn add_to_notes(&mut self, notes: &mut Notes) {
        for (first, counts) in &mut self.parts {
            let whole = counts[0].cards() * counts[0].cards();
            self.sums.resize(whole, 0);
            let cells = notes.part(*first, 2 * whole).chunks_exact_mut(whole);
            for (cells, counts) in cells.zip(counts) {
                let mut own = vec![0; whole];
                counts.add_to_rows(&mut own);
                for ((cell, sum), count) in cells.iter_mut().zip(&mut self.sums).zip(own) {
                    *cell += count;
                    *sum += count;
                }
            }
        }
    }

    fn add_sums_to(&mut self, first: usize, cells: &mut [u64]) {
        let cards = self.sums.len().isqrt();
        if cards == 0 {
            return;
        }
        for (at, cell) in (first..).zip(cells) {
            let (position, card) = (at / cards, at % cards);
            *cell += self.sums[card * cards + position];
        }
    }

    fn clear(&mut self) {
        self.decks = 0;
        self.sums.clear();
        // The next tally may have other parts.
        self.parts.clear();
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
    for (_, part) in tally.by_part() {
        add(&mut alternate[0], &part[..whole]);
        add(&mut alternate[1], &part[whole..]);
    }
    let parts = tally.by_part().map(|(next, part)| {
        let mut both = part[..whole].to_vec();
        add(&mut both, &part[whole..]);
        (next, both)
    });
    let decks = |cells: &[u64]| cells[..cards].iter().sum();
    super::cuts::cuts(parts, alternate, decks, FEWEST)
}

impl Cut {
    /// The counts of the cell at that place on both sides.
    fn counts(&self, at: usize) -> [u64; 2] {
        self.sides.each_ref().map(|side| side.counts[at])
    }

    /// The distance of the shares of the cell at that place: the likelihood ratio of two samples.
    fn apart(&self, at: usize) -> f64 {
        let (counts, decks) = (self.counts(at), self.decks());
        let others = [0, 1].map(|side| decks[side] - counts[side]);
        contrast(counts, decks) + contrast(others, decks)
    }

    /// The comparison of a line of so many cells; `place` finds each by its number.
    fn line(&self, cells: usize, place: impl Fn(usize) -> usize) -> Option<Fit> {
        let [first, rest] = self.sides.each_ref().map(|side| {
            let counts = (0..cells).map(|cell| side.counts[place(cell)]);
            counts.collect::<Vec<u64>>()
        });
        two_samples::shares(&first, &rest)
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
    fn line(cuts: &[Cut], cards: usize) -> Test {
        let mut test = Test::new(LINE, "positions (change of one line)".to_owned());
        test.outcome = Outcome::TooFew {
            needed: 2 * FEWEST_EXPECTED * cards as u64,
        };
        if cards < SHORTEST_LINE {
            return test;
        }
        let enough = FEWEST_EXPECTED * cards as u64;
        let long = cuts.iter();
        let long = long.filter(|cut| cut.decks().iter().all(|decks| *decks >= enough));
        let found = long.flat_map(|cut| {
            let of_cards = (0..cards).map(move |card| {
                let line = cut.line(cards, |place| card * cards + place);
                (line, OneOf::Card(card), cut)
            });
            let of_places = (0..cards).map(move |place| {
                let line = cut.line(cards, |card| card * cards + place);
                (line, OneOf::Place(place), cut)
            });
            of_cards.chain(of_places)
        });
        // Lines that nearly all decks have alike cannot be compared; they were tried all the same.
        let (mut tried, mut farthest) = (0, None::<(Fit, OneOf, &Cut)>);
        for (fit, line, cut) in found {
            tried += 1;
            let Some(fit) = fit else { continue };
            if farthest.as_ref().is_none_or(|(known, ..)| fit.p < known.p) {
                farthest = Some((fit, line, cut));
            }
        }
        let Some((fit, line, cut)) = farthest else {
            if tried > 0 {
                test.outcome = Outcome::P(PValue::new(1.0));
            }
            return test;
        };
        test.value = Some(fit.value);
        test.df = Some(fit.df);
        test.outcome = Outcome::P(PValue::new(times(tried, fit.p)));
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
        // In each cut, the cell whose shares are farthest apart stands for all.
        let found = cuts.iter().filter_map(|cut| {
            let cells = (0..cards * cards).map(|at| (cut.apart(at), at));
            let (apart, at) = cells.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
            let tails = hypergeometric::tails(cut.counts(at), cut.decks());
            Some((tails.two_sided(), apart, at, cut))
        });
        let Some((p, apart, at, cut)) = found.min_by(|(a, ..), (b, ..)| a.total_cmp(b)) else {
            return test;
        };
        let tried = cuts.len() * cards * cards;
        test.value = Some(apart.sqrt());
        test.outcome = Outcome::P(PValue::new(times(tried, p)));
        let percent = |side: &Side| 100.0 * side.counts[at] as f64 / side.decks as f64;
        test.words = format!(
            "the card that started at position {} ends at position {} in {:.2}% of {}, and in {:.2}% of {}; fair is {:.2}%",
            at / cards + 1,
            at % cards + 1,
            percent(&cut.sides[0]),
            cut.sides[0].name,
            percent(&cut.sides[1]),
            cut.sides[1].name,
            100.0 / cards as f64
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
        vec![LINE, CELL]
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
            tests: vec![Self::line(&cuts, cards), Self::cell(&cuts, cards)],
            checks: Vec::new(),
        }
    }
}
