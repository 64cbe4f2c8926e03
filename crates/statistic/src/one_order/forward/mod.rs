//! How far forward items came, which is how a shuffle buffer shows, and which simple loader would make such an order.
//!
//! Behind a shuffle buffer of B no item comes forward by B places or more; in a fair order some item comes forward by nearly all
//! of them. The law is exact: see [`laws::shuffle_buffer`].

mod loader;
mod shards;

use crate::counter::{AnyCounter, Counter};
use crate::{
    Assessment, Column, Compares, Design, Detectable, Evidence, Feature, Kind, Notes, Outcome,
    Statistic, Test,
};
use deck::batch::Batch;
use deck::subject::{Labels, MAX_ITEMS, Order, Orders};
use laws::shuffle_buffer::{fair_chance, largest_seen};
use laws::tail::PValue;
use loader::{Loader, Size};
use text::figures::{Declaration, Shape, json};
use text::names::grouped;

use super::blocks::FEWEST;
use super::{fixed, released};

pub(crate) const KIND: Kind = Kind {
    name: "shuffle-buffer",
    about: "does no item come far forward, as behind a shuffle buffer? exact; and which simple loader makes such orders",
    plain: "how far items came forward",
    causes: "a shuffle buffer that holds fewer items than there are",
    example: "Of 10,000 items behind a shuffle buffer of 1,000 none comes forward by more than 999 places. In a fair order some item comes \
              forward by more than 9,500, but for one order in ten thousand.",
    compares: &Compares::Nothing,
    source: "Each of n - B steps of a buffer of B has B outcomes, and the rest B!, so that B! B^(n-B) of n! orders can come",
    parameters: &[],
    cards: FEWEST..=MAX_ITEMS,
    covers: &[Feature::LocalOrder],
    suite: None,
    on: deck::subject::Kind::ORDER,
    lagged: false,
    build: |_, _| Ok(Box::new(Forward { files: None })),
};

/// The name of its test.
const BUFFER: &str = "forward";

/// The statistic.
#[derive(Debug)]
pub(super) struct Forward {
    /// The files of the items, if they are known.
    files: Option<Labels>,
}

impl Forward {
    pub fn new(order: &Order) -> Self {
        let files = order.labels.clone();
        Self {
            files: files.filter(|labels| labels.are_files),
        }
    }

    fn figures_of(found: Option<Loader>) -> text::figures::Figures {
        let size = |size: Size| [json!(size.about), json!(size.least), json!(size.most)];
        let none = || [json!(null), json!(null), json!(null)];
        let (name, shard, [buffer, least, most]) = match found {
            None => (None, None, none()),
            Some(Loader::InOrder) => (Some("in order"), None, none()),
            Some(Loader::Buffer(buffer)) => (Some("buffer"), None, size(buffer)),
            Some(Loader::Shards { shard, buffer }) => {
                (Some("shards"), Some(shard), buffer.map_or_else(none, size))
            }
        };
        json!({ "like": name, "shard": shard, "buffer": buffer, "least": least, "most": most })
            .into()
    }
}

/// How far forward some item of an order came, and one more: the least buffer that can have made it.
fn least_buffer(order: &[u32]) -> usize {
    let forward = (0_u32..)
        .zip(order)
        .map(|(place, item)| item.saturating_sub(place));
    forward.max().unwrap_or(0) as usize + 1
}

impl Counter<Orders> for Forward {
    fn name(&self) -> &'static str {
        KIND.name
    }

    /// The loader of the first order.
    fn cells(&self, _items: usize) -> usize {
        Loader::CELLS
    }

    fn most(&self, items: usize) -> u64 {
        fixed(2.0 * items as f64)
    }

    fn looks_at(&self) -> u64 {
        1
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], notes: &mut Notes) {
        for (index, order) in (orders.first()..).zip(orders.orders()) {
            let buffer = least_buffer(order);
            notes.see_each(&[buffer as u64]);
            if index == 0 {
                let found = loader::found(order, buffer, self.files.as_ref());
                cells.copy_from_slice(&Loader::cells(found).map(fixed));
            }
        }
    }
}

impl Statistic for Forward {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(self)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![BUFFER]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("forward", "places"),
            Declaration::new("like", Shape::Text, "the loader whose orders look so"),
            Declaration::number("shard", "items").known(),
            Declaration::number("buffer", "items").known(),
            Declaration::number("least", "items").known(),
            Declaration::number("most", "items").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column {
            seen: Some("places that an item came forward, at the most".to_owned()),
            fair: None,
            ..Column::new("farthest forward", "forward", 0)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (orders, items) = (evidence.tally.subjects(), evidence.design.size);
        let mut test = Test::new(BUFFER, "farthest forward (exact)".to_owned());
        let buffer = evidence.tally.greatest().first().copied().unwrap_or(0) as usize;
        if orders > 0 && buffer > 0 {
            let each = orders as f64;
            let p = fair_chance(items, buffer).powf(each);
            test.outcome = Outcome::P(PValue::new(p));
            test.words = evidence.in_full(|| {
                format!(
                    "no item came forward by more than {} of {} places; by chance some item comes forward by nearly all of them",
                    grouped(buffer as u64 - 1),
                    grouped(items as u64)
                )
            });
            let seen = largest_seen(items, evidence.level.powf(1.0 / each));
            test.detectable = Some(Detectable {
                value: seen as f64,
                unit: "items in a shuffle buffer".to_owned(),
            });
        }
        let cells = evidence.tally.cells();
        let found: Vec<f64> = cells.iter().map(|cell| released(*cell)).collect();
        let mut figures = Self::figures_of(Loader::of_cells(&found));
        figures.insert("forward", buffer.saturating_sub(1) as u64);
        Assessment {
            figures,
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
