//! Pictures of orders of items: where the items of each old block lie in the new order, and how varied batches are along the way.

use super::super::chart::{Axis, Key, Mark, Matrix, Panel, Picture, Plot, Swatch};
use super::super::tables::significant;
use super::cells::{SIZE, place, square};
use super::heat_map::{Map, keys};
use super::verdicts::{Shows, Verdicts};
use super::{Judged, label, shown, size};
use record::{Figures, Record, Routine};
use text::names::grouped;

const TABLE: &str = "block-table";

const MATES: &str = "batch-mates";

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let drawn = shown(record).into_iter();
    drawn
        .flat_map(|(at, routine)| [density(record, at, routine), along(record, routine)])
        .flatten()
        .collect()
}

/// The picture of old places and new ones.
fn density(record: &Record, at: usize, routine: &Routine) -> Option<Judged> {
    let items = record.experiment.deck;
    let figures = routine.statistics.get(TABLE)?;
    let grid = figures.matrix("grid")?;
    let whole = grid.len() > 1 && grid.iter().all(|row| row.len() == grid.len());
    if !whole || routine.decks == 0 {
        return None;
    }
    let grid = Grid {
        items,
        orders: routine.decks as f64,
        counts: grid,
    };
    let shows = Shows::all_of(TABLE);
    let picture = Picture {
        quiet: false,
        name: "order-map",
        title: grid.title(record, &shows.verdicts(record)),
        about: format!(
            "Where items go. Across: the place of an item in the old order; down: its place in the new one. A cell stands for {} \
             places. Colours are standard errors from what a fair order gives.",
            grouped((items / grid.side()) as u64)
        ),
        legend: keys(),
        panels: vec![Panel {
            label: label(record, routine),
            size: SIZE,
            words: grid.said(),
            matrix: Some(Matrix {
                path: format!("routines/{at}/statistics/{TABLE}/grid"),
                place: place(grid.side()),
                cards: items,
                bin: items as f64 / grid.side() as f64,
                take: 1,
            }),
            body: square(&grid.classes(), items),
        }],
    };
    Some(Judged::by(shows, picture))
}

/// Items of each new block, by rows, from each old one.
struct Grid {
    items: usize,
    orders: f64,
    counts: Vec<Vec<u64>>,
}

impl Grid {
    fn side(&self) -> usize {
        self.counts.len()
    }

    /// The first place of a block, from 0.
    fn first(&self, block: usize) -> usize {
        (block * self.items).div_ceil(self.side())
    }

    fn held(&self, block: usize) -> f64 {
        (self.first(block + 1) - self.first(block)) as f64
    }

    fn fair(&self, new: usize, old: usize) -> f64 {
        self.orders * self.held(new) * self.held(old) / self.items as f64
    }

    /// Standard errors from fair: the number is hypergeometric in each order.
    fn off(&self, new: usize, old: usize) -> f64 {
        let n = self.items as f64;
        let (a, b) = (self.held(new), self.held(old));
        let fair = self.fair(new, old);
        let variance = fair * (1.0 - a / n) * (1.0 - b / n) * n / (n - 1.0);
        (self.counts[new][old] as f64 - fair) / variance.sqrt().max(f64::MIN_POSITIVE)
    }

    fn classes(&self) -> Vec<Vec<Option<&'static str>>> {
        let side = 0..self.side();
        let row = |new| {
            side.clone()
                .map(|old| Map::class(self.off(new, old)))
                .collect()
        };
        side.clone().map(row).collect()
    }

    /// The cell that is farthest from fair, by new block and old block.
    fn farthest(&self) -> (usize, usize) {
        let cells = (0..self.side()).flat_map(|new| (0..self.side()).map(move |old| (new, old)));
        let off = |cell: &(usize, usize)| self.off(cell.0, cell.1).abs();
        let farthest = cells.max_by(|a, b| off(a).total_cmp(&off(b)));
        farthest.unwrap_or_default()
    }

    fn places(&self, block: usize) -> String {
        let (first, last) = (self.first(block) + 1, self.first(block + 1));
        format!("{} to {}", grouped(first as u64), grouped(last as u64))
    }

    fn title(&self, record: &Record, verdicts: &Verdicts<'_>) -> String {
        if verdicts.failing.is_empty() {
            return verdicts.nothing(
                record,
                "that the new place of an item depends on its old one",
            );
        }
        let (new, old) = self.farthest();
        format!(
            "Of the items from places {} of the old order, {} came at places {}, where {} is fair.",
            self.places(old),
            grouped(self.counts[new][old]),
            self.places(new),
            grouped(self.fair(new, old).round() as u64)
        )
    }

    fn said(&self) -> String {
        let (new, old) = self.farthest();
        format!(
            "The cell farthest from fair is {:.1} standard errors off.",
            self.off(new, old).abs()
        )
    }
}

/// The picture of how varied batches are along the way.
fn along(record: &Record, routine: &Routine) -> Option<Judged> {
    let figures = routine.statistics.get(MATES)?;
    let along = Along::of(figures)?;
    let shows = Shows::all_of(MATES);
    let verdicts = shows.verdicts(record);
    let alike = "how often two items of a batch are alike";
    let title = match verdicts.worst().and_then(|(_, test)| test) {
        Some(test) => format!("{}.", super::super::glance::capital(&test.words)),
        None => verdicts.nothing(record, &format!("of a departure in {alike}")),
    };
    let picture = Picture {
        quiet: false,
        name: "batches",
        title,
        about: format!(
            "The share of pairs of a batch that are alike, in consecutive batches. The band holds {} of such shares in fair orders.",
            "99.9%"
        ),
        legend: vec![
            Key {
                class: "seen",
                swatch: Swatch::Dot,
                means: "pairs that are alike".to_owned(),
            },
            Key {
                class: "band seen",
                swatch: Swatch::Area,
                means: "99.9% of fair orders".to_owned(),
            },
        ],
        panels: vec![along.panel(record, routine)],
    };
    Some(Judged::by(shows, picture))
}

/// Shares of pairs that are alike, in consecutive batches.
struct Along {
    /// Batches in each window, and the share there.
    windows: Vec<(u64, f64)>,
    /// The band of fair orders.
    band: Vec<(f64, f64)>,
}

impl Along {
    /// Windows that show a way.
    const FEWEST: usize = 5;

    fn of(figures: &Figures) -> Option<Self> {
        let windows = figures.groups("along")?;
        let number = |window: &Figures, key: &str| window.number(key);
        let each: Option<Vec<(u64, f64)>> = windows
            .iter()
            .map(|window| Some((window.whole("batches")?, number(window, "seen")?)))
            .collect();
        let band: Option<Vec<(f64, f64)>> = windows
            .iter()
            .map(|window| Some((number(window, "least")?, number(window, "most")?)))
            .collect();
        let (windows, band) = each.zip(band)?;
        (windows.len() >= Self::FEWEST).then_some(Self { windows, band })
    }

    fn panel(&self, record: &Record, routine: &Routine) -> Panel {
        let seen = self.windows.iter().map(|(_, seen)| *seen);
        let most = self
            .band
            .iter()
            .map(|(_, most)| *most)
            .chain(seen)
            .fold(0.0, f64::max);
        let mut before = 0;
        let middles: Vec<(f64, f64, u64, u64)> = self
            .windows
            .iter()
            .map(|(batches, seen)| {
                let first = before;
                before += batches;
                (0.5 * (first + before) as f64, *seen, first + 1, before)
            })
            .collect();
        let x = Axis::new("batches so far", 0.0, before as f64);
        let mut plot = Plot::new(size(1), x, Axis::new("pairs that are alike", 0.0, most));
        let band: Vec<(f64, f64, f64)> = middles
            .iter()
            .zip(&self.band)
            .map(|(middle, band)| (middle.0, band.0, band.1))
            .collect();
        plot.band("seen", &band);
        let marks = middles.iter().map(|(middle, seen, first, last)| {
            let says = format!(
                "batches {} to {}: {}",
                grouped(*first),
                grouped(*last),
                significant(*seen, 3)
            );
            Mark::new(*middle, *seen, says)
        });
        plot.dots("seen", &marks.collect::<Vec<_>>());
        let words = format!(
            "{}: shares of {} windows.",
            routine.name,
            self.windows.len()
        );
        plot.panel(&label(record, routine), &words)
    }
}
