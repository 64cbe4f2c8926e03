//! Tables of counts with a chi-squared test of all their cells at once: what such statistics share.

use std::fmt::Debug;

use super::counter::{Buffer, Counter};
pub(super) use super::increase::{Count, Joint, increase, increase_joint};
use super::named::DECKS;
use super::tally::Notes;
use super::{Detectable, Limited, NamedCell, Naming, Outcome, POWER, Test};
use deck::kernel::Isa;
use deck::{BLOCK, Block, Lanes, Layout};
use laws::power::chi_squared_noncentrality;
use laws::squares::SquaredSum;
use laws::tail::{PValue, chi_squared_lower, chi_squared_upper, two_sided};
use text::figures::{Declaration, Figures, Shape, Value};
use text::names::percent_of;

/// Tables of larger decks are left out of the record; their largest departures stand there.
pub(super) const WHOLE_UP_TO: usize = 128;

/// Departures that a record holds.
const LARGEST: usize = 5;

/// Degrees of freedom from which decks that are too even fail too: with fewer, a perfectly even table
/// is a common event and no sign of anything.
const TWO_TAILS_FROM: f64 = 10.0;

/// A table's chi-squared statistic as found, and its law on ideal decks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Squares {
    /// The statistic.
    pub value: f64,
    /// Degrees of freedom: also its mean.
    pub degrees: f64,
    /// E[h³] of [`laws::squares`]; `None` where a deck's own |z|² varies: then the law is
    /// chi-squared.
    pub cube: Option<f64>,
    /// Fewest decks for which the law holds.
    pub fewest: u64,
}

impl Squares {
    fn two_tails(&self) -> bool {
        self.degrees >= TWO_TAILS_FROM
    }

    /// Gives the outcome of a test with this value, found over `decks` decks.
    pub fn outcome(&self, decks: u64) -> Outcome {
        if decks < self.fewest {
            return Outcome::TooFew {
                needed: self.fewest,
            };
        }
        let (value, degrees) = (self.value, self.degrees);
        let law = self.cube.map(|cube| SquaredSum::new(degrees, cube, decks));
        let upper = match law {
            Some(law) => law.upper(value),
            None => chi_squared_upper(value, degrees),
        };
        let lower = || match law {
            Some(law) => law.lower(value),
            None => chi_squared_lower(value, degrees),
        };
        Outcome::P(PValue::new(if self.two_tails() {
            two_sided(lower(), upper)
        } else {
            upper
        }))
    }

    /// The test of `decks` decks. Its words are those of `uneven()`, which may name a cell, or, where the table is too even,
    /// that `what` is. `detectable` is told the smallest noncentrality that would have been shown.
    pub fn test<U: Into<Uneven>>(
        &self,
        title: &str,
        (decks, level): (u64, f64),
        detectable: impl FnOnce(f64) -> Detectable,
        (what, uneven): (&str, impl FnOnce() -> U),
    ) -> Test {
        let two_tails = self.two_tails();
        let tail = if two_tails { 0.5 * level } else { level };
        let found = if two_tails && self.value < self.degrees {
            more_even(what).into()
        } else {
            uneven().into()
        };
        Test {
            name: OMNIBUS,
            title: title.to_owned(),
            value: Some(self.value),
            df: Some(self.degrees),
            outcome: self.outcome(decks),
            tails: None,
            detectable: Some(detectable(chi_squared_noncentrality(
                self.degrees,
                tail,
                POWER,
            ))),
            words: found.words,
            named: found.named.map(Limited::Cell),
        }
    }
}

/// Says that counts of `what` are too even.
pub(super) fn more_even(what: &str) -> String {
    format!("{what} come up more evenly than chance allows")
}

/// The finding of a test of all cells together: words, and the cell that they name.
#[derive(Debug, Default)]
pub(super) struct Uneven {
    pub words: String,
    pub named: Option<NamedCell>,
}

impl From<String> for Uneven {
    fn from(words: String) -> Self {
        Self { words, named: None }
    }
}

impl<C: Copy> Departure<C> {
    /// Words for a table of `among` cells in `decks` decks whose farthest cell this is; `what` says what the cell is, and
    /// `all` what the cells are.
    pub fn words(&self, what: String, all: &str, (decks, among): (u64, u64)) -> Uneven {
        let words = format!(
            "{what} in {} of decks; fair is {}",
            percent_of(self.count as f64, decks as f64),
            percent_of(self.fair, decks as f64)
        );
        let named = NamedCell {
            what,
            count: self.count,
            of: decks,
            fair: self.fair / decks as f64,
            among,
            unit: DECKS,
            by: Naming::Together(together(all)),
        };
        Uneven {
            words,
            named: Some(named),
        }
    }
}

/// Says that no cell stands out where all together fail.
pub(super) fn together(all: &str) -> String {
    format!("{all} come up less evenly than chance allows, though none is far off by itself")
}

/// The name of the test of all cells together.
pub(super) const OMNIBUS: &str = "omnibus";

/// A cell that departs from its share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Departure<C> {
    /// The cell.
    pub cell: C,
    /// Its count.
    pub count: u64,
    /// The count that is fair.
    pub fair: f64,
    /// The distance of the count from the fair one, in standard deviations.
    pub off: f64,
}

/// The cells that are farthest off, the farthest first; of cells equally far, the first.
pub(super) fn largest<C: Copy>(cells: impl Iterator<Item = Departure<C>>) -> Vec<Departure<C>> {
    let mut largest: Vec<Departure<C>> = Vec::with_capacity(LARGEST + 1);
    // A cell must be farther off than this to enter the list.
    let mut least = -1.0;
    cells.for_each(|cell| {
        if cell.off.abs() > least {
            let at = largest.partition_point(|known| known.off.abs() >= cell.off.abs());
            largest.insert(at, cell);
            largest.truncate(LARGEST);
            if let Some(last) = largest.get(LARGEST - 1) {
                least = last.off.abs();
            }
        }
    });
    largest
}

/// The largest departures for the record; `name` says which cell each is.
pub(super) fn listed<C: Copy>(largest: &[Departure<C>], name: impl Fn(C) -> Value) -> Vec<Value> {
    let entry = |departure: &Departure<C>| {
        let mut entry = Figures::from(name(departure.cell));
        entry.insert("count", departure.count);
        entry.insert("fair", departure.fair);
        entry.insert("off", departure.off);
        entry.into()
    };
    largest.iter().map(entry).collect()
}

/// Declares the largest departures; `name` declares which cell each is, by keys whose values are numbers of
/// such things.
pub(super) fn departures(name: &[(&'static str, &'static str)]) -> Declaration {
    let name = name
        .iter()
        .map(|(key, unit)| Declaration::whole(*key, *unit));
    let entry = name.chain([
        Declaration::whole("count", "decks"),
        Declaration::number("fair", "decks").known(),
        Declaration::number("off", "standard deviations"),
    ]);
    let entry = Shape::Group(entry.collect());
    Declaration::new("largest", entry.listed(LARGEST), "")
}

/// Declares the counts of cells, by rows of `columns`, under `key`.
pub(super) fn cells(key: &'static str, rows: usize, columns: usize) -> Declaration {
    let row = Shape::Whole.listed(columns);
    Declaration::new(key, row.listed(rows), "decks")
}

/// A table that decks are counted into, at the same cost for cells of any width.
pub(super) trait Table: Copy + Debug + Send + Sync + 'static {
    /// The cells of many decks until they go to a tally.
    type NarrowCounts: Count;

    /// Its name as a counter.
    fn name(&self) -> &'static str;

    /// Number of cells for decks of `cards` cards.
    fn cells(&self, cards: usize) -> usize;

    /// Gives the most that one deck of `cards` cards may add to one cell.
    fn most(&self, _cards: usize) -> u64 {
        1
    }

    /// The side of a block that it reads.
    fn layout(&self) -> Layout;

    /// Adds all decks of `block`.
    fn add<C: Count>(&self, block: &Block, cells: &mut [C]);

    /// Blocks of lanes of bytes that wait until they are counted together by [`Table::add_blocks`]: more than one where
    /// the cells do not fit the fastest cache, but those of one step do.
    const TOGETHER: usize = 1;

    /// Adds so many decks of each of several blocks, of which these are the lanes.
    fn add_blocks<C: Count>(
        &self,
        _isa: Isa,
        _blocks: &[(&[[u8; BLOCK]], usize)],
        _cells: &mut [C],
    ) {
    }

    /// Names the counter whose counts are sums of those of this table: see [`Counter::holds_sums_of`].
    fn holds_sums_of(&self, _cards: usize) -> Option<&'static str> {
        None
    }

    /// Adds them, from the counts `held`, to the other counter's `cells` from cell `first` on.
    fn add_sums<C: Count>(&self, _held: &[C], _first: usize, _cells: &mut [u64]) {}
}

/// The counter of a table.
#[derive(Debug)]
pub(super) struct Counted<T>(pub T);

impl<T: Table> Counter for Counted<T> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn cells(&self, cards: usize) -> usize {
        self.0.cells(cards)
    }

    fn most(&self, cards: usize) -> u64 {
        self.0.most(cards)
    }

    fn layout(&self) -> Layout {
        self.0.layout()
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        self.0.add(block, cells);
    }

    fn buffer(&self, cards: usize) -> Option<Box<dyn Buffer>> {
        Some(Box::new(NarrowCounts::new(self.0, cards)))
    }

    fn holds_sums_of(&self, cards: usize) -> Option<&'static str> {
        self.0.holds_sums_of(cards)
    }

    fn buffer_bytes(&self, cards: usize) -> u128 {
        (self.0.cells(cards) * size_of::<T::NarrowCounts>()) as u128
    }
}

/// Narrow cells that are looked at together.
const AT_ONCE: usize = 64;

/// Counts in narrow cells, laid out as those of the tally.
#[derive(Debug)]
struct NarrowCounts<T: Table> {
    table: T,
    cells: Vec<T::NarrowCounts>,
    decks: u64,
    most: u64,
    /// Lanes of blocks that wait, one after the other, and the decks in each.
    waiting: (Vec<[u8; BLOCK]>, Vec<usize>),
    /// What worked on the last block.
    isa: Isa,
}

impl<T: Table> NarrowCounts<T> {
    fn new(table: T, cards: usize) -> Self {
        Self {
            table,
            cells: vec![T::NarrowCounts::default(); table.cells(cards)],
            decks: 0,
            most: T::NarrowCounts::MOST / table.most(cards),
            waiting: (Vec::new(), Vec::new()),
            isa: Isa::best(),
        }
    }

    /// Counts the blocks that wait.
    fn count_waiting(&mut self) {
        let (lanes, decks) = &mut self.waiting;
        if !decks.is_empty() {
            let blocks = lanes.chunks_exact(lanes.len() / decks.len());
            let blocks: Vec<_> = blocks.zip(decks.iter().copied()).collect();
            self.table.add_blocks(self.isa, &blocks, &mut self.cells);
            lanes.clear();
            decks.clear();
        }
    }
}

impl<T: Table> Buffer for NarrowCounts<T> {
    fn has_room(&self) -> bool {
        self.decks + BLOCK as u64 <= self.most
    }

    fn hold(&mut self, block: &Block) {
        self.decks += block.len() as u64;
        self.isa = block.isa();
        match block.lanes(self.table.layout()) {
            Some(Lanes::Bytes(lanes)) if T::TOGETHER > 1 => {
                self.waiting.0.extend_from_slice(lanes);
                self.waiting.1.push(block.len());
                if self.waiting.1.len() == T::TOGETHER {
                    self.count_waiting();
                }
            }
            _ => self.table.add(block, &mut self.cells),
        }
    }

    fn add_to(&mut self, first: usize, cells: &mut [u64]) {
        self.count_waiting();
        let all = cells
            .chunks_mut(AT_ONCE)
            .zip(self.cells[first..].chunks(AT_ONCE));
        for (cells, counts) in all {
            // Of a large table that few decks were added to, most memory was never touched, and need not be.
            if counts
                .iter()
                .all(|count| *count == T::NarrowCounts::default())
            {
                continue;
            }
            for (cell, count) in cells.iter_mut().zip(counts) {
                let count: u64 = (*count).into();
                *cell += count;
            }
        }
    }

    fn add_sums_to(&mut self, first: usize, cells: &mut [u64]) {
        self.count_waiting();
        self.table.add_sums(&self.cells, first, cells);
    }

    fn clear(&mut self) {
        self.decks = 0;
        self.cells.fill(T::NarrowCounts::default());
    }
}
