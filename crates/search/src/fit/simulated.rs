//! Models without a law of whole orders: a simulated likelihood of named statistics.
//!
//! Many decks are simulated of the model, and of the exact model that fits best. The statistics of
//! [`Summary`](super::summary::Summary) are taken of each deck, and their law is taken to be normal, with the means and the covariances
//! of the simulation (Wood, 2010, Statistical inference for noisy nonlinear ecological dynamic systems, Nature 466,
//! 1102-1104), and parity to be apart from them. The model is the exact one, tilted by the ratio of the two laws:
//! given its statistics, an order is as likely as the exact model says. So log-likelihoods that are exact and those
//! that are simulated stand on one scale. The wrong one of two models loses on average even where the statistics are not
//! normal, because the mean of the logarithm depends on means and covariances alone.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use toml::Table;

use super::Orders;
use super::model::{Fitted, Shape, number, span, table, whole, written};
use super::summary::{Summary, Synthetic};
use deck::Card;
use deck::rng::{Generator, Seed};
use laws::matrix::Matrix;
use record::answers::fit::{Known, Parameter};
use text::sorting;

use shuffle::{Scratch, Shuffle};

/// Decks that are simulated of each model on a grid of parameters.
const SEARCHED: usize = 2_000;

/// Points of a grid that are simulated again with more decks: those that look best.
const REFINED: usize = 5;

/// The first so many programs have a score of their own among the statistics.
const SCORED: usize = 2;

/// Cards times decks at the most, so that large decks take no longer.
const CARDS: usize = 2_000_000;

/// Decks, one after the other, that started sorted and were shuffled so often.
pub(super) fn shuffled(
    shuffle: &dyn Shuffle,
    (cards, times): (usize, u32),
    count: usize,
    (seed, label): (u128, &str),
) -> Vec<Card> {
    let mut decks: Vec<Card> = (0..count).flat_map(|_| 0..cards as Card).collect();
    let mut scratch = Scratch::default();
    // This generator takes any whole number.
    if let Ok(mut stream) = Generator::Pcg64.stream(&Seed::Integer(seed), label, 0, 0) {
        for _ in 0..times {
            shuffle.apply(&mut decks, cards, &mut scratch, &mut stream);
        }
    }
    decks
}

/// Limits the number of decks to what can be afforded for a deck of this size.
pub(super) fn affordable(count: usize, cards: usize) -> usize {
    count.min(CARDS / cards).max(200)
}

/// A model to be simulated.
struct Candidate {
    name: &'static str,
    kind: &'static str,
    keys: Table,
    /// Its parameters: name, value, and how the likelihood falls off.
    parameters: Vec<(&'static str, f64, Shape)>,
}

impl Candidate {
    fn of(name: &'static str, kind: &'static str, keys: Table) -> Self {
        Self {
            name,
            kind,
            keys,
            parameters: Vec::new(),
        }
    }
}

/// The wrong programs that have no exact law, once or more often; once only what has none then.
fn programs(times: u32) -> Vec<Candidate> {
    let sort = |name, algorithm: &str| {
        Candidate::of(
            name,
            "random-comparator",
            table([("algorithm", algorithm.into())]),
        )
    };
    let mut found = vec![
        Candidate::of("swap-with-any", "swap-with-any", Table::new()),
        Candidate::of("asf-poker", "asf-poker", Table::new()),
        sort("random-comparator", "binary-insertion"),
        sort("random insertion sort", "insertion"),
        sort("random merge sort", "merge"),
        sort("random quicksort", "quick"),
    ];
    if times > 1 {
        found.push(Candidate::of("sattolo", "sattolo", Table::new()));
    }
    found
}

/// The chances of a cut that are tried.
const CHANCES: [f64; 14] = [
    0.03, 0.05, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.8,
];

/// The sizes of packets that are tried, drawn off one by one.
const DRAWN: &[(usize, usize)] = &[
    (1, 5),
    (1, 10),
    (2, 6),
    (3, 7),
    (3, 12),
    (4, 10),
    (5, 8),
    (5, 12),
    (5, 20),
    (7, 12),
    (7, 16),
    (8, 20),
    (10, 15),
    (10, 25),
];

/// The numbers of packets that are tried, cut anywhere.
const STRIPPED: &[(usize, usize)] = &[
    (2, 3),
    (3, 4),
    (3, 5),
    (4, 5),
    (4, 6),
    (5, 7),
    (6, 8),
    (8, 12),
];

/// The sizes of packets that are tried, pushed into each other.
const PUSHED: &[(usize, usize)] = &[
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 5),
    (1, 6),
    (1, 8),
    (2, 3),
    (2, 5),
];

/// The hands that have no exact law for several shuffles: each model on a grid of its parameters.
fn hands(orders: &Orders) -> Vec<Vec<Candidate>> {
    if orders.times == 1 {
        return Vec::new();
    }
    let overhand = CHANCES.iter().map(|&chance| Candidate {
        parameters: vec![("chance", chance, Shape::Regular)],
        ..Candidate::of("overhand", "overhand", table([("chance", number(chance))]))
    });
    let packets = |pairs: &'static [(usize, usize)]| {
        let fits = |(low, _): &&(usize, usize)| *low < orders.cards;
        pairs.iter().filter(fits)
    };
    let named = |low: usize, high: usize| {
        vec![
            ("smallest", low as f64, Shape::End),
            ("largest", high as f64, Shape::End),
        ]
    };
    let hindu = packets(DRAWN).map(|&(low, high)| Candidate {
        parameters: named(low, high),
        ..Candidate::of("hindu", "hindu", table([("packet", span(low, high))]))
    });
    let strip = packets(STRIPPED).map(|&(fewest, most)| Candidate {
        parameters: vec![
            ("fewest", fewest as f64, Shape::End),
            ("most", most as f64, Shape::End),
        ],
        ..Candidate::of("strip", "strip", table([("packets", span(fewest, most))]))
    });
    let boxed = (3..=6).flat_map(|packets| {
        [1, 3, 5].into_iter().map(move |error| {
            let keys = table([("packets", whole(packets)), ("error", whole(error))]);
            Candidate {
                parameters: vec![("error", error as f64, Shape::End)],
                ..Candidate::of("box", "box", keys)
            }
        })
    });
    let mash = packets(PUSHED).flat_map(|&(low, high)| {
        [0, 1, 2, 3, 5].into_iter().map(move |error| {
            let mut parameters = named(low, high);
            parameters.push(("error", error as f64, Shape::End));
            let keys = table([("packet", span(low, high)), ("error", whole(error))]);
            Candidate {
                parameters,
                ..Candidate::of("mash", "mash", keys)
            }
        })
    });
    let sleeved = (1..=8).map(|limit| Candidate {
        parameters: vec![("max-streak", limit as f64, Shape::End)],
        ..Candidate::of(
            "sleeved riffle",
            "riffle",
            table([("max-streak", whole(limit))]),
        )
    });
    vec![
        overhand.collect(),
        hindu.collect(),
        strip.collect(),
        boxed.collect(),
        mash.collect(),
        sleeved.collect(),
    ]
}

/// Simulated decks, which serve all decks of one size that were shuffled equally often.
pub(super) struct Simulations {
    cards: usize,
    times: u32,
    summary: Summary,
    /// Decks of each model that is compared.
    compared: usize,
    seed: u128,
    /// Simulations by the shuffle as it is written.
    made: RefCell<BTreeMap<String, Rc<Synthetic>>>,
    chains: Vec<Option<Matrix>>,
}

impl Simulations {
    pub fn new(cards: usize, times: u32, compared: usize, seed: u128) -> Self {
        let chains: Vec<Option<Matrix>> = programs(times)
            .iter()
            .map(|program| program.chain(cards, times))
            .collect();
        let scored: Vec<&Matrix> = chains.iter().take(SCORED).flatten().collect();
        let summary = Summary::new(cards, &scored);
        Self {
            cards,
            times,
            summary,
            compared,
            seed,
            made: RefCell::default(),
            chains,
        }
    }

    /// Simulates a model's statistics.
    fn of(&self, model: &Candidate, count: usize) -> Option<Rc<Synthetic>> {
        let label = format!("{count} {}", written(model.kind, &model.keys));
        if let Some(made) = self.made.borrow().get(&label) {
            return Some(made.clone());
        }
        let shuffle = shuffle::build(model.kind, model.keys.clone()).ok()?;
        let count = affordable(count, self.cards);
        let decks = shuffled(
            &*shuffle,
            (self.cards, self.times),
            count,
            (self.seed, &label),
        );
        let decks = decks.chunks_exact(self.cards);
        let made = Rc::new(Synthetic::of(decks.map(|deck| self.summary.of(deck))));
        self.made.borrow_mut().insert(label, made.clone());
        Some(made)
    }

    /// All models that have to be simulated, beside `exact`, the exact one that fits best.
    pub fn fit(&self, orders: &Orders, exact: &Fitted) -> Vec<Fitted> {
        let seen: Vec<Vec<f64>> = orders
            .decks
            .iter()
            .map(|deck| self.summary.of(deck))
            .collect();
        let base = Candidate::of("", exact.kind, exact.table.clone());
        let Some(base) = self.of(&base, self.compared) else {
            return Vec::new();
        };
        let bases: Vec<f64> = seen.iter().map(|seen| base.ln_at_least(seen)).collect();
        let beside = |synthetic: &Synthetic| -> Vec<f64> {
            let decks = seen.iter().zip(&bases).zip(&exact.each);
            decks
                .map(|((seen, base), exact)| exact + synthetic.ln(seen) - base)
                .collect()
        };
        let mut found = Vec::new();
        for (program, chain) in programs(self.times).iter().zip(&self.chains) {
            let Some(synthetic) = self.of(program, self.compared) else {
                continue;
            };
            let mut each = beside(&synthetic);
            if let Some(chain) = chain {
                for (ln, deck) in each.iter_mut().zip(&orders.decks) {
                    let never =
                        |(place, card): (usize, &Card)| chain.get(usize::from(*card), place) <= 0.0;
                    if deck.iter().enumerate().any(never) {
                        *ln = f64::NEG_INFINITY;
                    }
                }
            }
            found.push(program.fitted(orders, each, Vec::new()));
        }
        for grid in hands(orders) {
            found.extend(self.search(orders, &grid, &beside));
        }
        found
    }

    /// The best point of a grid, chosen among those that look best by more decks, and the values beside it that are nearly as good.
    fn search(
        &self,
        orders: &Orders,
        grid: &[Candidate],
        beside: &impl Fn(&Synthetic) -> Vec<f64>,
    ) -> Option<Fitted> {
        let mut points: Vec<(&Candidate, f64)> = grid
            .iter()
            .filter_map(|candidate| {
                let synthetic = self.of(candidate, SEARCHED)?;
                Some((candidate, beside(&synthetic).iter().sum()))
            })
            .collect();
        // Few decks hardly tell points that are near each other: the first have more.
        sorting::by(&mut points, |a, b| b.1.total_cmp(&a.1));
        for (candidate, ln) in points.iter_mut().take(REFINED) {
            let synthetic = self.of(candidate, self.compared)?;
            *ln = beside(&synthetic).iter().sum();
        }
        let refined = REFINED.min(points.len());
        sorting::by(&mut points[..refined], |a, b| b.1.total_cmp(&a.1));
        let most = points.first()?.1;
        let fitted = |candidate: &Candidate| {
            let each = candidate.parameters.iter().enumerate();
            let parameters = each.map(|(axis, (name, value, shape))| {
                let near = points.iter().filter(|point| point.1 >= most - shape.drop());
                let values: Vec<f64> = near.map(|point| point.0.parameters[axis].1).collect();
                Parameter {
                    name: (*name).to_owned(),
                    value: *value,
                    low: values.iter().copied().fold(*value, f64::min),
                    high: Some(values.iter().copied().fold(*value, f64::max)),
                    whole: *shape == Shape::End,
                }
            });
            let parameters = parameters.collect();
            let synthetic = self.of(candidate, self.compared)?;
            Some(candidate.fitted(orders, beside(&synthetic), parameters))
        };
        let (best, others) = points[..refined].split_first()?;
        // Each parameter may be off by its own drop.
        let near = |(candidate, ln): &&(&Candidate, f64)| {
            let drops = candidate.parameters.iter().map(|(.., shape)| shape.drop());
            *ln >= most - drops.sum::<f64>()
        };
        let near = others.iter().filter(near);
        let near = near
            .filter_map(|(candidate, _)| fitted(candidate))
            .collect();
        Some(Fitted {
            near,
            ..fitted(best.0)?
        })
    }
}

impl Candidate {
    fn fitted(&self, orders: &Orders, each: Vec<f64>, parameters: Vec<Parameter>) -> Fitted {
        Fitted {
            name: self.name.to_owned(),
            kind: self.kind,
            table: self.keys.clone(),
            penalty: 0.5 * libm::log(orders.count()) * parameters.len() as f64,
            parameters,
            each,
            known: Known::Simulated,
            holds: &[],
            near: Vec::new(),
        }
    }

    /// The law of each single card's place, if it is known and the deck is not too large for it.
    fn chain(&self, cards: usize, times: u32) -> Option<Matrix> {
        /// A product of two matrices of this size takes a tenth of a second.
        const MOST: usize = 300;
        if cards > MOST {
            return None;
        }
        let once = shuffle::build(self.kind, self.keys.clone())
            .ok()?
            .one_card(cards)?;
        Some((1..times).fold(once.clone(), |chain, _| chain.then(&once)))
    }
}
