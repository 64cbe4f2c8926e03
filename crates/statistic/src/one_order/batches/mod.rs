//! Items with the same label in one batch: how often they meet, whether more often somewhere along the epoch, and how many fair draws
//! a batch is worth.

mod entropy;

use super::{fixed, released};
use crate::counter::{AnyCounter, Counter};
use crate::{
    Assessment, Column, Compares, Design, Evidence, Feature, Kind, Notes, Outcome, Statistic, Test,
};
use deck::subject::{Labels, MAX_ITEMS, Order, Orders};
use entropy::Entropy;
use laws::matched::{Graph, Moments, common_edges, effective_size};
use laws::tail::{PValue, normal_quantile_upper};
use text::figures::{Declaration, Shape, Value, json};
use text::names::{figure, grouped, ratio};
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

/// Pairs that are alike in a fair window, on average, from which on its law is near enough to the one that is taken for it.
const FEWEST_PAIRS: f64 = 100.0;

/// The squared skewness and the kurtosis that labels of unequal sizes may give the pairs of a fair window for the same: a few items
/// of rare labels move many pairs at once.
const MOST_SKEW: f64 = 1e-3;
const MOST_KURTOSIS: f64 = 1e-2;

/// The share of fair windows that lie in the band.
const LIMITS: f64 = 0.999;

/// The names of its tests: of all batches, and of the windows along the order.
const MEET: &str = "meet";
const ALONG: &str = "along";

/// The statistic.
#[derive(Debug)]
pub(super) struct Mates {
    labels: Labels,
    batch: usize,
    /// Pairs of items that have the same label.
    alike: Graph,
    /// The sizes that labels have, in ascending order, and how many have each.
    by_size: Vec<(u64, u64)>,
    entropy: Option<Entropy>,
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
        let some = batch > 1 && batch < items && items >= 4 && labels.number > 1 && pairs;
        some.then(|| {
            let alike = Graph::cliques(sizes.iter().copied());
            sizes.sort_unstable();
            let by_size = sizes.chunk_by(|a, b| a == b);
            let by_size = by_size.map(|alike| (alike[0], alike.len() as u64));
            let by_size: Vec<(u64, u64)> = by_size.collect();
            Self {
                labels,
                batch,
                alike,
                entropy: Entropy::new(&by_size, batch),
                by_size,
            }
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

    /// Pairs of one label that meet in such batches of a fair order.
    fn fair(&self, batches: &[u64]) -> Moments {
        let batches = Graph::cliques(batches.iter().copied());
        common_edges(self.items(), self.alike, batches)
    }

    /// The windows along an order: consecutive batches, as many in each but the last.
    fn windows(&self) -> Vec<Vec<u64>> {
        let batches: Vec<u64> = self.batches().collect();
        let windows = batches.chunks(self.of_a_window());
        windows.map(<[u64]>::to_vec).collect()
    }

    /// Batches of a window: so many that there are few windows, and that a fair one has enough pairs that are alike.
    fn of_a_window(&self) -> usize {
        let batches = self.items().div_ceil(self.batch);
        let pairs = self.fair(&[self.batch as u64]).mean;
        let [skew, kurtosis] = self.uneven();
        // Each of the three falls with the number of batches.
        let fewest = (FEWEST_PAIRS / pairs)
            .max(skew / MOST_SKEW)
            .max(kurtosis / MOST_KURTOSIS);
        let enough = fewest.ceil().clamp(1.0, batches as f64) as usize;
        batches.div_ceil(WINDOWS).max(enough)
    }

    /// The squared skewness and the kurtosis of the pairs of one fair batch, as far as labels of unequal sizes make them: to the
    /// first order a batch of b has b independent items, each of which adds b − 1 times the share of its label.
    fn uneven(&self) -> [f64; 2] {
        let items = self.items() as f64;
        let mean_of = |of: &dyn Fn(f64) -> f64| {
            let sizes = self.by_size.iter();
            let each = sizes.map(|(size, labels)| {
                let size = *size as f64;
                *labels as f64 * size / items * of(size / items)
            });
            each.sum::<f64>()
        };
        let mean = mean_of(&|share| share);
        let central = |power: i32| mean_of(&|share| (share - mean).powi(power));
        let batch = self.batch as f64;
        let variance = self.fair(&[self.batch as u64]).variance;
        let third = batch * (batch - 1.0).powi(3) * central(3);
        let fourth = batch * (batch - 1.0).powi(4) * central(4);
        [third * third / variance.powi(3), fourth / variance.powi(2)]
    }

    /// True if there are windows to compare.
    fn has_windows(&self) -> bool {
        self.items().div_ceil(self.batch) > self.of_a_window()
    }

    /// The share of pairs that are alike in each window, with limits that hold [`LIMITS`] of fair ones.
    fn along(&self, cells: &[u64], orders: u64) -> Vec<Value> {
        let z = normal_quantile_upper(0.5 * (1.0 - LIMITS));
        let windows = self.windows().into_iter().zip(cells);
        let each = windows.map(|(batches, pairs)| {
            let all = pairs_of(&batches) * orders as f64;
            let fair = self.fair(&batches).times(orders);
            let half = z * fair.variance.max(0.0).sqrt();
            let seen = *pairs as f64 / all;
            json!({
                "batches": batches.len(),
                "seen": crate::rounded(seen),
                "least": crate::rounded((fair.mean - half).max(0.0) / all),
                "most": crate::rounded((fair.mean + half) / all),
                "variety": crate::rounded(effective_size(self.batch as f64, seen, fair.mean / all)),
            })
        });
        each.collect()
    }

    /// The p-value of so many pairs in such batches of all orders: that of a count with this mean and variance, or of a number
    /// between the least and the most that can come, whichever is larger: the truth lies between where labels are few and where
    /// they are many. The second looks half a step nearer to the mean.
    fn p(&self, seen: u64, orders: u64, batches: &[u64]) -> f64 {
        let fair = self.fair(batches).times(orders);
        let count = fair.of_count(seen).two_sided();
        let most = pairs_of(batches).min(self.alike.edges) * orders as f64;
        let least = self.least(batches) * orders as f64;
        if fair.mean - least <= 0.0 || most <= fair.mean || fair.variance <= 0.0 {
            return count;
        }
        let above = Moments {
            mean: fair.mean - least,
            ..fair
        };
        // If there are two labels, two items that trade places change two pairs.
        let half = if self.labels.number == 2 { 1.0 } else { 0.5 };
        let at =
            |seen: f64| above.of_bounded((seen - least).clamp(0.0, most - least), most - least);
        let upper = at(seen as f64 - half).upper;
        let lower = at(seen as f64 + half).lower;
        count.max((2.0 * upper.min(lower)).min(1.0))
    }

    /// The least pairs that can come in these batches: labels are spread as evenly as their numbers allow, over each other and
    /// over the batches.
    fn least(&self, batches: &[u64]) -> f64 {
        let mut left: u64 = batches.iter().sum();
        let mut labels: u64 = self.by_size.iter().map(|(_, labels)| labels).sum();
        let mut pairs = 0.0;
        for (size, alike) in &self.by_size {
            if size * labels > left {
                let (each, more) = (left / labels, left % labels);
                let level = (labels - more) as f64 * spread(each, batches);
                return pairs + level + more as f64 * spread(each + 1, batches);
            }
            pairs += *alike as f64 * spread(*size, batches);
            left -= size * alike;
            labels -= alike;
        }
        pairs
    }

    /// The test of all batches, with the share of pairs that are alike, the same in fair orders, and the variety of a batch.
    fn meeting(&self, evidence: &Evidence<'_>) -> (Test, [f64; 3]) {
        let orders = evidence.tally.subjects();
        let (windows, _) = parts(evidence.tally.cells());
        let pairs: u64 = windows.iter().sum();
        let batches: Vec<u64> = self.batches().collect();
        let (all, fair) = (pairs_of(&batches), self.fair(&batches));
        let (seen, fair) = (pairs as f64 / (all * orders as f64), fair.mean / all);
        let variety = effective_size(self.batch as f64, seen, fair);
        let mut test = Test::new(MEET, format!("{} in a batch", self.labels.alike));
        if orders > 0 {
            let p = self.p(pairs, orders, &batches);
            test.outcome = Outcome::P(PValue::new(p.min(1.0)));
            test.words = evidence.in_full(|| {
                format!(
                    "{} meet in a batch {} times as often as by chance; a batch of {} holds the variety of {}{} fair draws",
                    self.labels.alike,
                    ratio(seen / fair),
                    grouped(self.batch as u64),
                    if seen < fair { "more than " } else { "" },
                    figure(variety.min(self.batch as f64), 2)
                )
            });
        }
        (test, [seen, fair, variety])
    }

    /// The test of the windows: the smallest p-value times their number.
    fn somewhere(&self, evidence: &Evidence<'_>) -> Test {
        let orders = evidence.tally.subjects();
        let (cells, _) = parts(evidence.tally.cells());
        let windows = self.windows();
        let mut test = Test::new(
            ALONG,
            format!("{} in a batch, along the epoch", self.labels.alike),
        );
        let p_values = windows.iter().zip(cells).enumerate();
        let p_values = p_values.map(|(at, (batches, pairs))| {
            let p = self.p(*pairs, orders, batches);
            (p * windows.len() as f64, at)
        });
        let Some((p, at)) = p_values
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .filter(|_| orders > 0)
        else {
            return test;
        };
        test.outcome = Outcome::P(PValue::new(p.min(1.0)));
        test.words = evidence.in_full(|| {
            let first = at * self.of_a_window();
            let fair = self.fair(&windows[at]).mean * orders as f64;
            format!(
                "{}, {} meet {} times as often as by chance",
                match windows[at].len() {
                    1 => format!("in batch {}", grouped(first as u64 + 1)),
                    several => format!(
                        "in batches {} to {}",
                        grouped(first as u64 + 1),
                        grouped((first + several) as u64)
                    ),
                },
                self.labels.alike,
                ratio(cells[at] as f64 / fair),
            )
        });
        test
    }
}

/// Cells of windows, and the one of entropy.
fn parts(cells: &[u64]) -> (&[u64], u64) {
    let (windows, entropy) = cells.split_at(cells.len().saturating_sub(1));
    (windows, entropy.first().copied().unwrap_or_default())
}

/// The pairs of so many alike items that meet in these batches, the last of which may be smaller, if they are spread evenly.
fn spread(items: u64, batches: &[u64]) -> f64 {
    let even = |items: u64, batches: u64| {
        let (each, more) = (items / batches, items % batches);
        let (each, more, batches) = (each as f64, more as f64, batches as f64);
        batches * 0.5 * each * (each - 1.0) + more * each
    };
    let number = batches.len() as u64;
    let last = batches.last().copied().unwrap_or_default();
    if number < 2 || items.div_ceil(number) <= last {
        return even(items, number.max(1));
    }
    even(last, 1) + even(items - last, number - 1)
}

/// Pairs of items that share one of these batches.
fn pairs_of(batches: &[u64]) -> f64 {
    Graph::cliques(batches.iter().copied()).edges
}

impl Counter<Orders> for Mates {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _items: usize) -> usize {
        self.windows().len() + 1
    }

    fn most(&self, items: usize) -> u64 {
        let pairs = items as u64 * self.batch as u64;
        let entropy = self.entropy.as_ref();
        pairs.max(entropy.map_or(0, |entropy| entropy.most(items)))
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], _: &mut Notes) {
        let Some((bits, windows)) = cells.split_last_mut() else {
            return;
        };
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
                // Each label is taken once: its number is 0 after that, which weighs nothing.
                let counts = batch
                    .iter()
                    .map(|item| std::mem::take(&mut seen[self.labels.of[*item as usize] as usize]));
                match &self.entropy {
                    Some(entropy) if batch.len() == self.batch => *bits += entropy.weighted(counts),
                    _ => counts.for_each(drop),
                }
                windows[at / each] += pairs;
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
        let mut tests = vec![MEET];
        tests.extend(self.has_windows().then_some(ALONG));
        tests
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("seen", "share of pairs in a batch").with_ideal("fair"),
            Declaration::number("fair", "share of pairs in a batch").known(),
            Declaration::number("variety", "fair draws in a batch").known(),
            Declaration::number("entropy", "bits in a batch").with_ideal("fair_entropy"),
            Declaration::number("fair_entropy", "bits in a batch").known(),
            Declaration::whole("batch", "items"),
            Declaration::new("alike", Shape::Text, "items that are alike"),
            Declaration::new(
                "along",
                Shape::Group(vec![
                    Declaration::whole("batches", "batches"),
                    Declaration::number("seen", "share of pairs in a batch"),
                    Declaration::number("least", "share of pairs in a batch").known(),
                    Declaration::number("most", "share of pairs in a batch").known(),
                    Declaration::number("variety", "fair draws in a batch").known(),
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
        let (meeting, [seen, fair, variety]) = self.meeting(evidence);
        let (windows, bits) = parts(evidence.tally.cells());
        let whole = (self.items() / self.batch) as u64 * orders.max(1);
        let entropy = self.entropy.as_ref();
        Assessment {
            figures: json!({
                "seen": crate::rounded(seen),
                "fair": crate::rounded(fair),
                "variety": crate::rounded(variety),
                "entropy": entropy.map(|entropy| crate::rounded(entropy.mean(bits, whole))),
                "fair_entropy": entropy.map(|entropy| crate::rounded(entropy.fair)),
                "batch": self.batch,
                "alike": self.labels.alike,
                "along": self.along(windows, orders.max(1)),
            })
            .into(),
            tests: std::iter::once(meeting)
                .chain(self.has_windows().then(|| self.somewhere(evidence)))
                .collect(),
            checks: Vec::new(),
        }
    }
}
