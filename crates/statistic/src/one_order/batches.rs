//! Items with the same label in one batch: how often they meet, and how many fair draws a batch is worth.

use crate::counter::{AnyCounter, Counter};
use crate::{
    Assessment, Column, Compares, Design, Evidence, Feature, Kind, Notes, Outcome, Statistic, Test,
};
use deck::subject::{Labels, MAX_ITEMS, Order, Orders};
use laws::matched::{Graph, Moments, common_edges};
use laws::tail::{PValue, normal_quantile_upper};
use text::figures::{Declaration, Shape, Value, json};
use text::names::{figure, grouped};
use text::params::Params;

pub(crate) const KIND: Kind = Kind {
    name: "batch-mates",
    about: "do items of one file or label meet in a batch more often than by chance, or less? with exact mean and variance",
    plain: "how often items of one label meet in a batch",
    causes: "items that are read file after file, with a shuffle buffer that is too small to mix the files",
    example: "Of 100 files with 1,000 items each, two items of a batch are from one file in 1% of pairs in a fair order. If each batch is \
              read from four files, it is 25%, and a batch of 256 holds the variety of 4 fair draws.",
    compares: &Compares::Nothing,
    source: "Kish (1965), Survey sampling, section 5.4 (the effective size); Daniels (1944) for mean and variance",
    parameters: &[],
    cards: 4..=MAX_ITEMS,
    covers: &[Feature::LocalOrder],
    suite: None,
    on: deck::subject::Kind::ORDER,
    lagged: false,
    build: |params, design| {
        let order = params.subject::<Order>("batch").ok();
        let mates = order.and_then(Mates::of);
        let mates = mates.or_else(|| Mates::halves(design.size));
        mates
            .map(|mates| Box::new(mates) as Box<dyn Statistic>)
            .ok_or_else(|| {
                Params::refuse(
                    "batch",
                    "found no batches; accepted: two or more".to_owned(),
                )
            })
    },
};

/// Windows along an order, at the most.
const WINDOWS: usize = 40;

/// The share of fair windows that lie in the band.
const LIMITS: f64 = 0.999;

/// The name of its test.
const MEET: &str = "meet";

/// The statistic.
#[derive(Debug)]
pub(super) struct Mates {
    labels: Labels,
    batch: usize,
    /// Items of each label.
    sizes: Vec<u64>,
}

impl Mates {
    /// The one of an order with labels and batches.
    pub fn of(order: &Order) -> Option<Self> {
        let labels = order.labels.clone()?;
        let batch = order.batch? as usize;
        Self::new(labels, batch)
    }

    /// One of two labels and two batches, which stands for all where there is no order.
    fn halves(items: usize) -> Option<Self> {
        let labels = Labels {
            alike: "items of a label".to_owned(),
            number: 2,
            of: (0..items)
                .map(|item| u32::from(2 * item >= items))
                .collect(),
            are_files: false,
        };
        Self::new(labels, items.div_ceil(2))
    }

    fn new(labels: Labels, batch: usize) -> Option<Self> {
        let mut sizes = vec![0; labels.number];
        for label in labels.of.iter() {
            sizes[*label as usize] += 1;
        }
        let pairs = sizes.iter().any(|size| *size > 1);
        let items = labels.of.len();
        (batch > 1 && batch < items && items >= 4 && labels.number > 1 && pairs).then_some(Self {
            labels,
            batch,
            sizes,
        })
    }

    fn items(&self) -> usize {
        self.labels.of.len()
    }

    /// Batches, the last of which may be smaller.
    fn batches(&self) -> impl Iterator<Item = u64> {
        let (whole, rest) = (self.items() / self.batch, self.items() % self.batch);
        let whole = std::iter::repeat_n(self.batch as u64, whole);
        whole.chain((rest > 0).then_some(rest as u64))
    }

    /// Pairs of one label that meet in batches of a fair order.
    fn fair(&self) -> Moments {
        let labels = Graph::cliques(self.sizes.iter().copied());
        common_edges(self.items(), labels, Graph::cliques(self.batches()))
    }

    /// The windows along an order: consecutive batches, as many in each but the last.
    fn windows(&self) -> Vec<Vec<u64>> {
        let batches: Vec<u64> = self.batches().collect();
        let windows = batches.chunks(self.of_a_window());
        windows.map(<[u64]>::to_vec).collect()
    }

    /// Batches of a window.
    fn of_a_window(&self) -> usize {
        self.items().div_ceil(self.batch).div_ceil(WINDOWS)
    }

    /// The share of pairs that are alike in each window, with limits that hold [`LIMITS`] of fair ones.
    fn along(&self, cells: &[u64], orders: u64) -> Vec<Value> {
        let z = normal_quantile_upper(0.5 * (1.0 - LIMITS));
        let labels = Graph::cliques(self.sizes.iter().copied());
        let windows = self.windows().into_iter().zip(cells);
        let each = windows.map(|(batches, pairs)| {
            let window = Graph::cliques(batches.iter().copied());
            let all = window.edges * orders as f64;
            let fair = common_edges(self.items(), labels, window).times(orders);
            let half = z * fair.variance.max(0.0).sqrt();
            json!({
                "batches": batches.len(),
                "seen": crate::rounded(*pairs as f64 / all),
                "least": crate::rounded((fair.mean - half).max(0.0) / all),
                "most": crate::rounded((fair.mean + half) / all),
            })
        });
        each.collect()
    }

    /// Pairs that meet in batches, whatever their labels.
    fn pairs(&self) -> f64 {
        Graph::cliques(self.batches()).edges
    }

    /// The p-value of so many pairs over all orders: that of a count with this mean and variance, or of a number between the least
    /// and the most that can come, whichever is larger: the truth lies between where labels are few and where they are many.
    fn p(&self, seen: u64, orders: u64) -> f64 {
        let fair = self.fair().times(orders);
        let count = fair.of_count(seen).two_sided();
        let (least, most) = self.bounds();
        let (least, most) = (least * orders as f64, most * orders as f64);
        if fair.mean - least <= 0.0 || most <= fair.mean {
            return count;
        }
        let above = Moments {
            mean: fair.mean - least,
            ..fair
        };
        let bounded = above.of_bounded((seen as f64 - least).max(0.0), most - least);
        count.max(bounded.two_sided())
    }

    /// The least pairs that can come, where labels are spread evenly over all batches, and the most: all pairs of batches or of
    /// labels.
    fn bounds(&self) -> (f64, f64) {
        let (items, batch) = (self.items() as f64, self.batch as f64);
        let even = self.sizes.iter().map(|size| {
            let each = *size as f64 * batch / items;
            0.5 * each * (each - 1.0).max(0.0)
        });
        let least = even.sum::<f64>() * (items / batch).floor();
        let labels = Graph::cliques(self.sizes.iter().copied());
        (least, self.pairs().min(labels.edges))
    }

    /// The fair draws that a batch is worth, where two of its items are alike with chance `seen` and `fair` in a fair order.
    fn variety(&self, seen: f64, fair: f64) -> f64 {
        let batch = self.batch as f64;
        let alike = ((seen - fair) / (1.0 - fair)).max(0.0);
        batch / (1.0 + (batch - 1.0) * alike)
    }
}

impl Counter<Orders> for Mates {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _items: usize) -> usize {
        self.windows().len()
    }

    fn most(&self, items: usize) -> u64 {
        items as u64 * self.batch as u64
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], _: &mut Notes) {
        let mut seen = vec![0_u32; self.labels.number];
        let each = self.of_a_window();
        for order in orders.orders() {
            for (at, batch) in order.chunks(self.batch).enumerate() {
                let mut pairs = 0;
                for item in batch {
                    let seen = &mut seen[self.labels.of[*item as usize] as usize];
                    pairs += u64::from(*seen);
                    *seen += 1;
                }
                for item in batch {
                    seen[self.labels.of[*item as usize] as usize] = 0;
                }
                cells[at / each] += pairs;
            }
        }
    }
}

impl Statistic for Mates {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Orders(self)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![MEET]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("seen", "share of pairs in a batch").with_ideal("fair"),
            Declaration::number("fair", "share of pairs in a batch").known(),
            Declaration::number("variety", "fair draws in a batch").known(),
            Declaration::whole("batch", "items"),
            Declaration::new("alike", Shape::Text, "items that are alike"),
            Declaration::new(
                "along",
                Shape::Group(vec![
                    Declaration::whole("batches", "batches"),
                    Declaration::number("seen", "share of pairs in a batch"),
                    Declaration::number("least", "share of pairs in a batch").known(),
                    Declaration::number("most", "share of pairs in a batch").known(),
                ])
                .listed(WINDOWS),
                "consecutive batches",
            ),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column {
            seen: Some(format!("{} in a batch, of pairs", self.labels.alike)),
            fair: Some("fair"),
            ..Column::new(KIND.plain, "seen", 4)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let orders = evidence.tally.subjects();
        let mut test = Test::new(MEET, format!("{} in a batch", self.labels.alike));
        let pairs: u64 = evidence.tally.cells().iter().sum();
        let all = self.pairs() * orders as f64;
        let (seen, fair) = (pairs as f64 / all, self.fair().mean / self.pairs());
        let variety = self.variety(seen, fair);
        if orders > 0 {
            let p = self.p(pairs, orders);
            test.outcome = Outcome::P(PValue::new(p.min(1.0)));
            test.words = evidence.in_full(|| {
                format!(
                    "{} meet in a batch {} times as often as by chance; a batch of {} holds the variety of {} fair draws",
                    self.labels.alike,
                    figure(seen / fair, 3),
                    grouped(self.batch as u64),
                    figure(variety, 2)
                )
            });
        }
        Assessment {
            figures: json!({
                "seen": crate::rounded(seen),
                "fair": crate::rounded(fair),
                "variety": crate::rounded(variety),
                "batch": self.batch,
                "alike": self.labels.alike,
                "along": self.along(evidence.tally.cells(), orders.max(1)),
            })
            .into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
