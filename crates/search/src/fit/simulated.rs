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
//! simulated again. A grid holds few of the parameters that a hand may have: from the best point of the best models the
//! race climbs on, step by step, while the likelihood grows.
//!
//! Views of decks, of which a few cards are seen, have one coarse statistic instead, whose law is a table: see
//! [`Coarse`](super::coarse::Coarse). All else is the same.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::candidates::{Candidate, fair, families, programs};
use super::coarse::Coarse;
use super::likelihood::{Found, Likelihood, Statistics};
use super::model::{Fitted, Shape};
use super::needed::LEAD;
use super::recipe::Recipe;
use super::summary::Summary;
use super::{Orders, Seen};
use deck::Card;
use laws::matrix::Matrix;
use record::answers::fit::Parameter;
use text::sorting;

/// The rounds of the race: decks that are simulated of each model that is still in it, and models of one name that may be.
/// In the last round as many decks are simulated as models are compared by.
const ROUNDS: [(usize, usize); 2] = [(2_000, 12), (8_000, 5)];

/// The models of so many names climb on from the best point of their grid, and so many steps at the most in each round.
const CLIMBERS: (usize, usize) = (3, 6);

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
        let mut race: Vec<Vec<Entry>> = families
            .into_iter()
            .map(|family| {
                let entries = family.into_iter();
                entries
                    .filter_map(|one| beside.entry(one, ROUNDS[0].0))
                    .collect()
            })
            .collect();
        for (round, (simulated, most)) in ROUNDS.iter().enumerate() {
            let (climbing, steps) = CLIMBERS;
            sorting::by(&mut race, |a, b| highest(b).total_cmp(&highest(a)));
            for family in race.iter_mut().take(climbing) {
                beside.climb(family, *simulated, steps);
            }
            let best = race.iter().map(|family| highest(family));
            let best = best.fold(exact.score(), f64::max);
            let decks = ROUNDS.get(round + 1).map_or(self.compared, |next| next.0);
            for family in &mut race {
                sorting::by(family, |a, b| b.score.total_cmp(&a.score));
                for entry in family.iter_mut().take(*most) {
                    let errors = (orders.count() * entry.noise).sqrt();
                    if entry.score < best - LEAD - ERRORS * errors {
                        continue;
                    }
                    if let Some(again) = beside.entry(entry.candidate.clone(), decks) {
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
    let alone = programs(orders.times).into_iter().chain([fair()]);
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
struct Entry {
    candidate: Candidate,
    /// The log-likelihood of each deck.
    each: Vec<f64>,
    score: f64,
    /// The variance of one deck's log-likelihood that comes from the simulation.
    noise: f64,
}

/// The score of the best of these models.
fn highest(family: &[Entry]) -> f64 {
    let scores = family.iter().map(|entry| entry.score);
    scores.fold(f64::NEG_INFINITY, f64::max)
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
    fn entry(&self, candidate: Candidate, decks: usize) -> Option<Entry> {
        let synthetic = self.simulations.of(&candidate.recipe, decks)?;
        let each = self.seen.iter().zip(&self.rest);
        let each: Vec<f64> = each.map(|(seen, rest)| synthetic.ln(seen) + rest).collect();
        Some(Entry {
            score: each.iter().sum::<f64>() - candidate.penalty(self.orders),
            candidate,
            each,
            noise: synthetic.noise() + self.noise,
        })
    }

    /// Adds the models one step from the best of one name, and goes on from the best of those while it is better.
    fn climb(&self, family: &mut Vec<Entry>, decks: usize, steps: usize) {
        for _ in 0..steps {
            let Some(best) = family.iter().max_by(|a, b| a.score.total_cmp(&b.score)) else {
                return;
            };
            let score = best.score;
            let known: Vec<String> = (family.iter())
                .map(|entry| entry.candidate.recipe.text())
                .collect();
            let neighbours = best.candidate.neighbours().into_iter();
            let new = neighbours.filter(|one| !known.contains(&one.recipe.text()));
            let found: Vec<Entry> = new.filter_map(|one| self.entry(one, decks)).collect();
            let better = highest(&found) > score;
            family.extend(found);
            if !better {
                return;
            }
        }
    }

    /// The best of the models of one name, and those beside it that are nearly as good.
    fn best(&self, mut family: Vec<Entry>) -> Option<Fitted> {
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
        let fitted = |entry: &Entry| {
            let each = entry.candidate.parameters.iter().enumerate();
            let parameters = each.map(|(place, axis)| {
                let near = family
                    .iter()
                    .filter(|other| other.score >= most - axis.shape.drop());
                let values: Vec<f64> = near
                    .filter_map(|other| other.candidate.parameters.get(place))
                    .map(|axis| axis.value)
                    .collect();
                Parameter {
                    name: axis.name.to_owned(),
                    value: axis.value,
                    low: values.iter().copied().fold(axis.value, f64::min),
                    high: Some(values.iter().copied().fold(axis.value, f64::max)),
                    whole: axis.shape == Shape::End,
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
        let near = |entry: &&Entry| {
            let parameters = entry.candidate.parameters.iter();
            let drops = parameters.map(|axis| axis.shape.drop());
            entry.score >= most - drops.sum::<f64>() - 2.0 * errors
        };
        Some(Fitted {
            near: family.iter().skip(1).filter(near).map(fitted).collect(),
            ..fitted(first)
        })
    }
}
