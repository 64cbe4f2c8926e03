//! Models without a law of whole orders: a simulated likelihood of named statistics.
//!
//! Many decks are simulated of the model, and of the exact model that fits best. The statistics of
//! [`Summary`](super::summary::Summary) are taken of each deck, and their law is taken to be normal, with the means and the covariances
//! of the simulation (Wood, 2010, Statistical inference for noisy nonlinear ecological dynamic systems, Nature 466,
//! 1102-1104), and parity to be apart from them. The model is the exact one, tilted by the ratio of the two laws:
//! given its statistics, an order is as likely as the exact model says. So log-likelihoods that are exact and those
//! that are simulated stand on one scale. The wrong one of two models loses on average even where the statistics are not
//! normal, because the mean of the logarithm depends on means and covariances alone.
//!
//! Means and covariances of M simulated decks are k numbers that are not known exactly: the log-likelihood of N decks has
//! a standard error of √(N k / M) from them. Models race: those that are far below the best, by that error, are not
//! simulated again.
//!
//! Views of decks, of which a few cards are seen, have one coarse statistic instead, whose law is a table: see
//! [`Coarse`](super::coarse::Coarse). All else is the same.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use toml::Table;

use super::coarse::Coarse;
use super::likelihood::{Found, Likelihood, Statistics};
use super::model::{Fitted, Shape, number, span, table, whole};
use super::needed::LEAD;
use super::programs::FAIR;
use super::recipe::{Move, Recipe};
use super::summary::Summary;
use super::{Orders, Seen};
use deck::Card;
use laws::matrix::Matrix;
use record::answers::fit::Parameter;
use text::sorting;

/// The rounds of the race: decks that are simulated of each model that is still in it, and models of one name that may be.
/// In the last round as many decks are simulated as models are compared by.
const ROUNDS: [(usize, usize); 2] = [(2_000, 12), (8_000, 5)];

/// A model leaves the race if its log-likelihood is below the best by more than what is needed to be named and so many
/// standard errors of the simulation.
const ERRORS: f64 = 4.0;

/// The first so many programs have a score of their own among the statistics: what differs from one that has hardly at
/// all would count by the few decks that show it, whose law is not normal.
const SCORED: usize = 1;

/// Cards times decks at the most, so that large decks take no longer.
const CARDS: usize = 2_000_000;

/// The same of views, whose one statistic takes hardly any time.
const CARDS_OF_VIEWED: usize = 6_000_000;

/// Limits the number of decks to what can be afforded for a deck of this size.
pub(super) fn affordable(count: usize, cards: usize) -> usize {
    count.min(CARDS / cards).max(200)
}

/// A model to be simulated.
#[derive(Clone)]
struct Candidate {
    name: &'static str,
    recipe: Recipe,
    /// Its parameters: name, value, and how the likelihood falls off.
    parameters: Vec<(&'static str, f64, Shape)>,
    /// The models that are cases of it.
    holds: &'static [&'static str],
}

impl Candidate {
    fn of(name: &'static str, kind: &'static str, keys: Table) -> Self {
        Self {
            name,
            recipe: Recipe::alone(kind, keys),
            parameters: Vec::new(),
            holds: &[],
        }
    }

    /// The same with another shuffle once before all.
    fn after(mut self, name: &'static str, kind: &'static str) -> Self {
        self.name = name;
        self.recipe.before = Some(Move {
            kind,
            table: Table::new(),
        });
        self
    }

    /// The same with another shuffle once after all.
    fn then(mut self, name: &'static str, kind: &'static str) -> Self {
        self.name = name;
        self.recipe.after = Some(Move {
            kind,
            table: Table::new(),
        });
        self
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
        // Once it has an exact law.
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

/// The models that have an exact law where whole orders are seen.
fn seen_in_part(orders: &Orders) -> Vec<Vec<Candidate>> {
    if orders.seen.is_whole() {
        return Vec::new();
    }
    let plain = |name: &'static str| vec![Candidate::of(name, name, Table::new())];
    let packets = [3, 4, 5, 6, 8, 10, 20].map(|packets| Candidate {
        parameters: vec![("packets", packets as f64, Shape::Regular)],
        holds: &["riffle", FAIR],
        ..Candidate::of(
            "riffle of packets",
            "riffle",
            table([("packets", whole(packets))]),
        )
    });
    let clumps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map(|clump| Candidate {
        parameters: vec![("clump", clump, Shape::Regular)],
        holds: &["riffle"],
        ..Candidate::of(
            "clumped riffle",
            "riffle",
            table([("clump", number(clump))]),
        )
    });
    let shelves = [4, 6, 8, 10, 15, 20, 40].map(|shelves| Candidate {
        parameters: vec![("shelves", shelves as f64, Shape::Regular)],
        holds: &[FAIR],
        ..Candidate::of("shelf", "shelf", table([("shelves", whole(shelves))]))
    });
    let riffle = || Candidate::of("riffle", "riffle", Table::new());
    // Twice and more it is among the programs.
    let once = (orders.times == 1).then(|| plain("sattolo"));
    let all = vec![
        plain("riffle"),
        packets.into(),
        clumps.into(),
        shelves.into(),
        plain("cut"),
        vec![riffle().then("riffle, then cut", "cut")],
        vec![riffle().after("cut, then riffle", "cut")],
    ];
    all.into_iter().chain(once).collect()
}

/// The hands that have no exact law for several shuffles: each model on a grid of its parameters.
fn hands(orders: &Orders) -> Vec<Vec<Candidate>> {
    if orders.times == 1 && orders.seen.is_whole() {
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
        // With a limit that no streak reaches it is a riffle.
        holds: &["riffle"],
        ..Candidate::of(
            "sleeved riffle",
            "riffle",
            table([("max-streak", whole(limit))]),
        )
    });
    let overhand: Vec<Candidate> = overhand.collect();
    let mash: Vec<Candidate> = mash.collect();
    let cut_overhand = || overhand.iter().cloned();
    // Halves that are even but for a card or so.
    let cut_mash = || {
        let errors = |mash: &&Candidate| (1.0..=3.0).contains(&mash.parameters[2].1);
        mash.iter().filter(errors).cloned()
    };
    let cuts = [
        (cut_overhand().map(|one| one.then("overhand, then cut", "cut"))).collect(),
        (cut_overhand().map(|one| one.after("cut, then overhand", "cut"))).collect(),
        (cut_mash().map(|one| one.then("mash, then cut", "cut"))).collect(),
        (cut_mash().map(|one| one.after("cut, then mash", "cut"))).collect(),
    ];
    let alone = vec![
        overhand,
        hindu.collect(),
        strip.collect(),
        boxed.collect(),
        mash,
        sleeved.collect(),
    ];
    alone.into_iter().chain(cuts).collect()
}

/// Riffles and mashes with what casinos and players do before or after them; a cut beside riffles has an exact law.
fn pairs() -> Vec<Vec<Candidate>> {
    let riffle = || Candidate::of("riffle", "riffle", Table::new());
    let mash = || Candidate::of("mash", "mash", Table::new());
    let pairs: [Candidate; 9] = [
        riffle().after("strip, then riffle", "strip"),
        riffle().after("box, then riffle", "box"),
        riffle().after("overhand, then riffle", "overhand"),
        // A wash leaves decks that are hardly told from fair ones.
        Candidate {
            holds: &[FAIR],
            ..riffle().after("wash, then riffle", "wash")
        },
        riffle().then("riffle, then strip", "strip"),
        riffle().then("riffle, then box", "box"),
        riffle().then("riffle, then overhand", "overhand"),
        mash().after("overhand, then mash", "overhand"),
        mash().then("mash, then overhand", "overhand"),
    ];
    pairs.map(|pair| vec![pair]).into_iter().collect()
}

/// All models that have to be simulated, those of one name together.
fn families(orders: &Orders) -> Vec<Vec<Candidate>> {
    let parts = [seen_in_part(orders), pairs(), hands(orders)];
    parts.into_iter().flatten().collect()
}

/// Simulated decks, which serve all decks of one size that were shuffled equally often.
pub(super) struct Simulations {
    cards: usize,
    times: u32,
    seen: Seen,
    pub statistics: Statistics,
    /// Decks of each model that is compared.
    compared: usize,
    seed: u128,
    /// Simulations by the shuffle as it is written.
    made: RefCell<BTreeMap<String, Rc<Likelihood>>>,
    chains: Vec<Option<Matrix>>,
}

impl Simulations {
    pub fn new((cards, times): (usize, u32), seen: Seen, compared: usize, seed: u128) -> Self {
        let chains: Vec<Option<Matrix>> = programs(times)
            .iter()
            .map(|program| program.chain(cards, times).filter(|_| seen.is_whole()))
            .collect();
        let statistics = if let Some(shape) = seen.shape() {
            let orders = Orders {
                cards,
                times,
                seen: seen.clone(),
                decks: Vec::new(),
            };
            Statistics::Coarse(Coarse::grown(cards, shape, &grown(&orders, seed)))
        } else {
            let scored: Vec<&Matrix> = chains.iter().take(SCORED).flatten().collect();
            Statistics::Named(Summary::new(cards, &scored))
        };
        Self {
            cards,
            times,
            seen,
            statistics,
            compared,
            seed,
            made: RefCell::default(),
            chains,
        }
    }

    /// Simulates a model's statistics.
    fn of(&self, recipe: &Recipe, count: usize) -> Option<Rc<Likelihood>> {
        let count = match self.statistics {
            Statistics::Named(_) => affordable(count, self.cards),
            Statistics::Coarse(_) => count.min(CARDS_OF_VIEWED / self.cards).max(200),
        };
        let label = format!("{count} {}", recipe.text());
        if let Some(made) = self.made.borrow().get(&label) {
            return Some(made.clone());
        }
        let built = recipe.built()?;
        let decks = built.decks((self.cards, self.times), count, (self.seed, &label));
        let decks = self.seen.all_standing(decks, self.cards);
        let decks = decks.chunks_exact(self.seen.standing_cards(self.cards));
        let made = Rc::new(self.statistics.law(decks));
        self.made.borrow_mut().insert(label, made.clone());
        Some(made)
    }

    /// All models that have to be simulated, beside `exact`, the exact one that fits best.
    pub fn fit(&self, orders: &Orders, exact: &Fitted) -> Vec<Fitted> {
        let Some(beside) = Beside::of(self, orders, exact) else {
            return Vec::new();
        };
        let programs = programs(self.times).into_iter().zip(&self.chains);
        let possible =
            programs.filter(|(_, chain)| chain.as_ref().is_none_or(|chain| allows(chain, orders)));
        let programs = possible.map(|(program, _)| vec![program]);
        let families: Vec<Vec<Candidate>> = programs.chain(families(orders)).collect();
        let mut race: Vec<Vec<Entry<'_>>> = families
            .iter()
            .map(|family| {
                family
                    .iter()
                    .filter_map(|one| beside.entry(one, ROUNDS[0].0))
                    .collect()
            })
            .collect();
        for (round, (_, most)) in ROUNDS.iter().enumerate() {
            let entries = race.iter().flatten().map(|entry| entry.score);
            let best = entries.fold(exact.score(), f64::max);
            let decks = ROUNDS.get(round + 1).map_or(self.compared, |next| next.0);
            for family in &mut race {
                sorting::by(family, |a, b| b.score.total_cmp(&a.score));
                for entry in family.iter_mut().take(*most) {
                    let errors = (orders.count() * entry.noise).sqrt();
                    if entry.score < best - LEAD - ERRORS * errors {
                        continue;
                    }
                    if let Some(again) = beside.entry(entry.candidate, decks) {
                        *entry = again;
                    }
                }
            }
        }
        race.into_iter()
            .filter_map(|family| beside.best(family))
            .collect()
    }
}

/// Views of all models, by family, by which their classes are found.
fn grown(orders: &Orders, seed: u128) -> Vec<Vec<Card>> {
    /// Views of each family, of all its models together.
    const VIEWS: usize = 4_000;
    let size = (orders.cards, orders.times);
    let views = |family: &Vec<Candidate>| -> Vec<Card> {
        let each = affordable(VIEWS, orders.cards).div_ceil(family.len().max(1));
        let views = family.iter().filter_map(|candidate| {
            let label = format!("classes {}", candidate.recipe.text());
            let decks = candidate.recipe.built()?.decks(size, each, (seed, &label));
            Some(orders.seen.all_standing(decks, orders.cards))
        });
        views.flatten().collect()
    };
    let fair = Candidate::of(FAIR, "fisher-yates", Table::new());
    let alone = programs(orders.times).into_iter().chain([fair]);
    let alone = alone.map(|candidate| vec![candidate]);
    let all = alone.chain(families(orders));
    all.map(|family| views(&family)).collect()
}

/// Returns true if no card of these decks lies where the chain never brings it.
fn allows(chain: &Matrix, orders: &Orders) -> bool {
    let never = |(place, card): (usize, &Card)| chain.get(usize::from(*card), place) <= 0.0;
    let impossible = |deck: &Vec<Card>| deck.iter().enumerate().any(never);
    !orders.decks.iter().any(impossible)
}

/// A model in the race.
struct Entry<'a> {
    candidate: &'a Candidate,
    /// The log-likelihood of each deck.
    each: Vec<f64>,
    score: f64,
    /// The variance of one deck's log-likelihood that comes from the simulation.
    noise: f64,
}

/// Decks beside the exact model that fits them best, whose law simulated models tilt.
struct Beside<'a> {
    simulations: &'a Simulations,
    orders: &'a Orders,
    /// The statistics of each deck.
    seen: Vec<Found>,
    /// The log-likelihood of each deck by the exact model, less that of its statistics.
    rest: Vec<f64>,
    noise: f64,
}

impl<'a> Beside<'a> {
    fn of(simulations: &'a Simulations, orders: &'a Orders, exact: &Fitted) -> Option<Self> {
        let decks = orders.decks.iter();
        let seen: Vec<Found> = decks.map(|deck| simulations.statistics.of(deck)).collect();
        let base = simulations.of(&exact.recipe, simulations.compared)?;
        let rest = seen.iter().zip(&exact.each);
        Some(Self {
            simulations,
            orders,
            rest: rest
                .map(|(seen, exact)| exact - base.ln_at_least(seen))
                .collect(),
            noise: base.noise(),
            seen,
        })
    }

    /// A candidate, by so many simulated decks.
    fn entry<'c>(&self, candidate: &'c Candidate, decks: usize) -> Option<Entry<'c>> {
        let synthetic = self.simulations.of(&candidate.recipe, decks)?;
        let each = self.seen.iter().zip(&self.rest);
        let each: Vec<f64> = each.map(|(seen, rest)| synthetic.ln(seen) + rest).collect();
        Some(Entry {
            candidate,
            score: each.iter().sum::<f64>() - candidate.penalty(self.orders),
            each,
            noise: synthetic.noise() + self.noise,
        })
    }

    /// The best of the models of one name, and those beside it that are nearly as good.
    fn best(&self, mut family: Vec<Entry<'_>>) -> Option<Fitted> {
        // Those that left the race early may look better than they are.
        let least = family
            .iter()
            .map(|entry| entry.noise)
            .fold(f64::INFINITY, f64::min);
        family.retain(|entry| entry.noise <= least);
        sorting::by(&mut family, |a, b| b.score.total_cmp(&a.score));
        let first = family.first()?;
        let errors = (self.orders.count() * first.noise).sqrt();
        let most = first.score;
        let fitted = |entry: &Entry<'_>| {
            let each = entry.candidate.parameters.iter().enumerate();
            let parameters = each.map(|(axis, (name, value, shape))| {
                let near = family
                    .iter()
                    .filter(|other| other.score >= most - shape.drop());
                let values: Vec<f64> = near
                    .map(|other| other.candidate.parameters[axis].1)
                    .collect();
                Parameter {
                    name: (*name).to_owned(),
                    value: *value,
                    low: values.iter().copied().fold(*value, f64::min),
                    high: Some(values.iter().copied().fold(*value, f64::max)),
                    whole: *shape == Shape::End,
                }
            });
            Fitted {
                name: entry.candidate.name.to_owned(),
                recipe: entry.candidate.recipe.clone(),
                penalty: entry.candidate.penalty(self.orders),
                parameters: parameters.collect(),
                each: entry.each.clone(),
                law: None,
                noise: entry.noise,
                holds: entry.candidate.holds,
                near: Vec::new(),
            }
        };
        // Each parameter may be off by its own drop, and the simulation by its errors.
        let near = |entry: &&Entry<'_>| {
            let drops = entry
                .candidate
                .parameters
                .iter()
                .map(|(.., shape)| shape.drop());
            entry.score >= most - drops.sum::<f64>() - 2.0 * errors
        };
        Some(Fitted {
            near: family.iter().skip(1).filter(near).map(fitted).collect(),
            ..fitted(first)
        })
    }
}

impl Candidate {
    /// As that of exact models: see [`Fitted::exact`] and [`Fitted::with_ends`].
    fn penalty(&self, orders: &Orders) -> f64 {
        let each = self.parameters.iter().map(|(.., shape)| match shape {
            Shape::Regular => 0.5,
            Shape::End => 1.0,
        });
        libm::log(orders.count()) * each.sum::<f64>()
    }

    /// The law of each single card's place, if it is known and the deck is not too large for it.
    fn chain(&self, cards: usize, times: u32) -> Option<Matrix> {
        /// A product of two matrices of this size takes a tenth of a second.
        const MOST: usize = 300;
        if cards > MOST {
            return None;
        }
        let once = self.recipe.built()?.main.one_card(cards)?;
        Some((1..times).fold(once.clone(), |chain, _| chain.then(&once)))
    }
}
