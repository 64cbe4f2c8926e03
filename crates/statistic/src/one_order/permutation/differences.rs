//! Differentials: does the same difference of two indices lead to the same difference of their images again and again?
//!
//! Differences are those of bits (xor) and those of numbers modulo n. Of images all differences have a cell each if there are not
//! too many, and the high and the low half of their bits; of large numbers, small differences, and ranges of others. The test takes
//! the cell that is least like chance, once more for each cell (Bonferroni). Means and variances are exact.

use super::{FEWEST, MOST_INDICES, bits};
use crate::counter::{AnyCounter, Counter};
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Outcome, Statistic, Test,
};
use deck::subject::{MAX_ITEMS, Orders};
use laws::keyed::{apart_on_a_ring, by_xor, classes, matching, steps};
use laws::matched::{Graph, Moments, common_edges};
use laws::tail::PValue;
use text::figures::{Declaration, json};
use text::names::{figure, grouped};

pub(crate) const KIND: Kind = Kind {
    name: "differentials",
    about: "do equal differences of indices lead to equal differences of images? by xor and modulo n, the commonest or rarest of all",
    plain: "equal differences of images",
    causes: "a generator of permutations with too few rounds, or one that is linear: i times a plus b modulo n",
    example: "Of a times i plus b modulo n, all neighbours have images that are a apart. In a fair permutation of 10,000 numbers any such \
              distance comes twice in each order, on average.",
    compares: &Compares::Nothing,
    source: "Biham and Shamir (1991), Differential cryptanalysis of DES-like cryptosystems; Daniels (1944) for mean and variance",
    parameters: &[],
    cards: FEWEST..=MAX_ITEMS,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::ORDER,
    lagged: false,
    build: |_, design| Ok(Box::new(Differences::new(design.size))),
};

/// The names of the tests.
const XOR: &str = "xor";
const MODULO: &str = "modulo";

/// Bits of numbers up to which each xor has a cell.
const MOST_WHOLE: u32 = 16;

/// Bits of a half that are looked at, at the most.
const MOST_HALF: u32 = 12;

/// Distances on the ring that have a cell each, and ranges of others.
const DISTANCES: u64 = 4_096;

/// A way to put differences of images into cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Bits of the xor, from one on, so many.
    Xor { shift: u32, bits: u32 },
    /// Distances on a ring of so many: of each of the near ones, and of ranges of others, each so wide.
    Ring { items: u64, width: u64 },
}

impl Look {
    fn of_bits(items: usize) -> Vec<Self> {
        let all = bits(items);
        let low = all.div_ceil(2);
        let lower = low.min(MOST_HALF);
        let upper = (all - low).min(MOST_HALF);
        let mut looks = vec![
            Self::Xor {
                shift: 0,
                bits: lower,
            },
            Self::Xor {
                shift: all - upper,
                bits: upper,
            },
        ];
        if all <= MOST_WHOLE {
            looks.push(Self::Xor {
                shift: 0,
                bits: all,
            });
        }
        looks
    }

    fn of_ring(items: usize) -> Self {
        let items = items as u64;
        let far = (items / 2).saturating_sub(DISTANCES);
        Self::Ring {
            items,
            width: far.div_ceil(DISTANCES).max(1),
        }
    }

    /// The pairs of images in each cell.
    fn cells(self, items: usize) -> Vec<Graph> {
        match self {
            Self::Xor { shift, bits } => by_xor(&classes(items as u64, shift, bits)),
            Self::Ring { items, width } => {
                let half = items / 2;
                let near = (1..=half.min(DISTANCES)).map(|apart| (apart, apart));
                let far = (DISTANCES + 1..=half).step_by(width as usize);
                let far = far.map(|from| (from, half.min(from + width - 1)));
                let all = near.chain(far);
                all.map(|(from, to)| apart_on_a_ring(items, from, to))
                    .collect()
            }
        }
    }

    /// The cell of two images.
    fn cell(self, one: u32, other: u32) -> usize {
        match self {
            Self::Xor { shift, bits } => ((one ^ other) >> shift) as usize & ((1 << bits) - 1),
            Self::Ring { items, width } => {
                let apart = u64::from(one.abs_diff(other));
                let apart = apart.min(items - apart);
                let cell = if apart <= DISTANCES {
                    apart - 1
                } else {
                    DISTANCES + (apart - DISTANCES - 1) / width
                };
                cell as usize
            }
        }
    }

    /// Says which difference a cell is.
    fn words(self, cell: usize, items: usize) -> String {
        match self {
            Self::Xor { shift: 0, bits } if bits < super::bits(items) => {
                format!("that differ by xor {cell:#x} in their {bits} low bits")
            }
            Self::Xor { shift: 0, .. } => format!("that differ by xor {cell:#x}"),
            Self::Xor { bits, .. } => {
                format!("that differ by xor {cell:#x} in their {bits} high bits")
            }
            Self::Ring { width, .. } => {
                let cell = cell as u64;
                if cell < DISTANCES {
                    return format!("that are {} apart modulo n", grouped(cell + 1));
                }
                let from = DISTANCES + 1 + (cell - DISTANCES) * width;
                format!(
                    "that are {} to {} apart modulo n",
                    grouped(from),
                    grouped(from + width - 1)
                )
            }
        }
    }
}

/// A look with its cells.
#[derive(Debug)]
struct Table {
    look: Look,
    cells: Vec<Graph>,
}

/// The cell that is least like chance.
#[derive(Debug)]
struct Cell {
    p: f64,
    /// Pairs seen, and those of fair permutations.
    seen: u64,
    fair: f64,
    words: String,
}

/// The statistic.
#[derive(Debug)]
pub(super) struct Differences {
    items: usize,
    /// Tables of xors, and the one of distances.
    xor: Vec<Table>,
    ring: [Table; 1],
    /// Differences of indices by xor, and modulo n.
    flips: Vec<u64>,
    steps: Vec<u64>,
}

impl Differences {
    pub fn new(items: usize) -> Self {
        let table = |look: Look| Table {
            look,
            cells: look.cells(items),
        };
        let below = items.min(MOST_INDICES) as u64;
        let powers = (0..bits(below as usize)).map(|bit| 1_u64 << bit);
        let with = |small: &[u64]| -> Vec<u64> {
            let mut all: Vec<u64> = powers.clone().chain(small.iter().copied()).collect();
            all.retain(|difference| *difference < below);
            all
        };
        Self {
            items,
            xor: Look::of_bits(items).into_iter().map(table).collect(),
            ring: [table(Look::of_ring(items))],
            flips: with(&[3, 5, 6, 7]),
            steps: with(&[3, 5, 6, 7]),
        }
    }

    fn below(&self) -> usize {
        self.items.min(MOST_INDICES)
    }

    fn cells_of(tables: &[Table], differences: &[u64]) -> usize {
        let each: usize = tables.iter().map(|table| table.cells.len()).sum();
        each * differences.len()
    }

    /// The cell of these tables that is least like chance, of so many keys.
    fn extreme(
        &self,
        (tables, differences): (&[Table], &[u64]),
        pairs: impl Fn(u64) -> Graph,
        mut counts: &[u64],
        keys: u64,
    ) -> Option<Cell> {
        let mut oddest: Option<(f64, Found<'_>)> = None;
        let mut possible = 0_u32;
        for table in tables {
            for difference in differences {
                let indices = pairs(*difference);
                let (here, rest) = counts.split_at(table.cells.len());
                counts = rest;
                for (cell, (images, seen)) in table.cells.iter().zip(here).enumerate() {
                    if images.edges < 1.0 {
                        continue;
                    }
                    possible += 1;
                    let fair = common_edges(self.items, indices, *images).times(keys);
                    let odd = oddness(fair, *seen);
                    if oddest.as_ref().is_none_or(|(most, _)| odd > *most) {
                        let found = Found {
                            look: table.look,
                            difference,
                            cell,
                            fair,
                            seen: *seen,
                        };
                        oddest = Some((odd, found));
                    }
                }
            }
        }
        let (_, found) = oddest?;
        let p = found.fair.of_count(found.seen).two_sided() * f64::from(possible);
        Some(Cell {
            p: p.min(1.0),
            seen: found.seen,
            fair: found.fair.mean,
            words: found.words(self.items),
        })
    }
}

/// A cell as it was seen.
struct Found<'a> {
    look: Look,
    /// The difference of the indices.
    difference: &'a u64,
    cell: usize,
    fair: Moments,
    seen: u64,
}

impl Found<'_> {
    fn words(&self, items: usize) -> String {
        let Self {
            look,
            difference,
            cell,
            ..
        } = self;
        let images = look.words(*cell, items);
        let indices = match look {
            Look::Ring { .. } => format!("indices that are {} apart", grouped(**difference)),
            Look::Xor { .. } => format!("indices that differ by xor {difference:#x}"),
        };
        format!("{indices} have images {images}")
    }
}

/// A number that is the larger the less a count is like chance: the deviance of Poisson's law, beside the variance. It chooses the
/// cell whose p-value is taken; whichever is chosen, that value times the number of cells is none too small.
fn oddness(fair: Moments, seen: u64) -> f64 {
    let Moments { mean, variance } = fair;
    let seen = seen as f64;
    let log = if seen > 0.0 {
        seen * libm::log(seen / mean)
    } else {
        0.0
    };
    (log - (seen - mean)) * mean / variance.max(1e-9)
}

impl Counter<Orders> for Differences {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _items: usize) -> usize {
        Self::cells_of(&self.xor, &self.flips) + Self::cells_of(&self.ring, &self.steps)
    }

    fn most(&self, items: usize) -> u64 {
        items as u64
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], _: &mut Notes) {
        let below = self.below();
        for order in orders.orders() {
            let order = &order[..below];
            let mut rest = &mut *cells;
            for table in &self.xor {
                for flip in &self.flips {
                    let (here, more) = rest.split_at_mut(table.cells.len());
                    for (index, image) in order.iter().enumerate() {
                        let other = index ^ *flip as usize;
                        if index < other && other < below {
                            here[table.look.cell(*image, order[other])] += 1;
                        }
                    }
                    rest = more;
                }
            }
            for table in &self.ring {
                for step in &self.steps {
                    let (here, more) = rest.split_at_mut(table.cells.len());
                    for (one, other) in order.iter().zip(&order[*step as usize..]) {
                        here[table.look.cell(*one, *other)] += 1;
                    }
                    rest = more;
                }
            }
        }
    }
}

impl Statistic for Differences {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(self)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![XOR, MODULO]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("xor", "times as often as by chance").with_ideal("fair"),
            Declaration::number("modulo", "times as often as by chance").with_ideal("fair"),
            Declaration::number("fair", "times as often as by chance").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        let column = |title: &str, figure| Column {
            seen: Some(format!("{title}, the one most off, beside chance")),
            fair: Some("fair"),
            ..Column::new(title, figure, 2)
        };
        vec![
            column("differentials (xor)", "xor"),
            column("differentials (modulo n)", "modulo"),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let keys = evidence.tally.subjects();
        let below = self.below() as u64;
        let cells = evidence.tally.cells();
        let (xor, ring) = cells.split_at(Self::cells_of(&self.xor, &self.flips));
        let found = (keys > 0).then(|| {
            let flips = (self.xor.as_slice(), self.flips.as_slice());
            let steps_of = (self.ring.as_slice(), self.steps.as_slice());
            [
                self.extreme(flips, |flip| matching(below, flip), xor, keys),
                self.extreme(steps_of, |step| steps(below, step), ring, keys),
            ]
        });
        let [xor, ring] = found.unwrap_or([None, None]);
        let times = |cell: &Option<Cell>| {
            let cell = cell.as_ref();
            cell.map(|cell| crate::rounded(cell.seen as f64 / cell.fair))
        };
        let figures = json!({ "xor": times(&xor), "modulo": times(&ring), "fair": 1.0 });
        let both = [
            (XOR, "differentials (xor)", xor),
            (MODULO, "differentials (modulo n)", ring),
        ];
        let tests = both.map(|(name, title, found)| {
            let mut test = Test::new(name, title.to_owned());
            test.outcome = Outcome::TooFew { needed: 1 };
            if let Some(cell) = found {
                test.outcome = Outcome::P(PValue::new(cell.p));
                test.words = evidence.in_full(|| {
                    let times = figure(cell.seen as f64 / cell.fair, 3);
                    format!("{} {times} times as often as by chance", cell.words)
                });
            }
            test
        });
        Assessment {
            figures: figures.into(),
            tests: tests.into(),
            checks: Vec::new(),
        }
    }
}
