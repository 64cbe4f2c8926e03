//! Linear wagers on a matrix of counts: earlier decks say how it leans, later ones are bet on.
//!
//! After N decks let D be the lean: for each cell N times its relative departure from what ideal decks
//! have. A believer in it who is not to be fooled by noise takes the departure for D/(N + τ), τ the decks
//! that his doubt is worth. He bets s·⟨D, cells of a deck⟩ on the decks up to the next look: his
//! capital grows by exp(s·⟨D, increment⟩ - decks·ψ(s)), ψ a bound of the cumulant of the score of
//! one ideal deck, so that it is a supermartingale on ideal decks. From s = 1/(N + τ) and its halves he
//! takes about the one that would pay best if he were right. The capital is shared out in equal parts over
//! doubts of all sizes, so that small departures are seen in time and large ones at once; which share
//! pays is up to the decks.

use std::fmt;

use super::limit;
use super::{LogE, Standing, Wager};
use crate::Tally;

/// The way to bet on a matrix of counts.
pub(crate) trait Scores: fmt::Debug + Send {
    /// The facts that are known about the score of a lean.
    type Known;

    /// The counts that it looks at, made of a tally's cells.
    fn counts(&self, cells: &[u64]) -> Vec<u64>;

    /// Computes D, the lean of the counts of `decks` decks.
    fn lean(&self, counts: &[u64], decks: u64) -> Vec<f64>;

    /// Gives the facts that are known about the score of a lean, ⟨D, cells of one deck⟩ less its mean on
    /// ideal decks; `None` if the score is 0 for all decks.
    fn known(&self, lean: &[f64]) -> Option<Self::Known>;

    /// Gives the number that is subtracted from ⟨D, cells of one deck⟩ to make the score.
    fn mean(&self, _known: &Self::Known) -> f64 {
        0.0
    }

    /// The mean of the score of a deck whose cells depart by D, relatively, from ideal ones.
    fn promise(&self, known: &Self::Known) -> f64;

    /// Gives a bound: at least ln E exp(scale · score) for ideal decks, scale ≥ 0.
    fn cumulant(&self, known: &Self::Known, scale: f64) -> f64;

    /// The total variation from ideal of a law that a tally's cells show, or the largest of several. The law is of an
    /// event of each deck, or of shares of a deck in several.
    fn distance(&self, _cells: &[u64], _decks: u64) -> Option<f64> {
        None
    }

    /// Says in a few words what [`Scores::distance`] is the distance of.
    fn bounds(&self) -> String {
        String::new()
    }
}

/// Doubts, in decks: powers of this, from 1.
const DOUBT_STEP: f64 = 8.0;

/// The number of doubts: the last is that of 10¹² decks.
const DOUBTS: usize = 15;

/// Halvings of a bet that are tried at the most.
const MOST_HALVINGS: usize = 24;

/// Growth between two looks, in natural logarithms, that is not worth a bet.
const NEGLIGIBLE: f64 = 1e-9;

/// A linear wager on one matrix.
#[derive(Debug)]
pub(crate) struct Linear<S> {
    scores: S,
    /// The counts at the last look.
    counts: Vec<u64>,
    decks: u64,
    /// Logarithm of the capital of each doubt, 1 at the start.
    capital: [f64; DOUBTS],
}

impl<S: Scores> Linear<S> {
    /// A wager that has seen nothing.
    pub fn new(scores: S) -> Self {
        Self {
            scores,
            counts: Vec::new(),
            decks: 0,
            capital: [0.0; DOUBTS],
        }
    }

    /// Looks at the cells of all `decks` decks so far.
    pub fn look(&mut self, cells: &[u64], decks: u64) -> LogE {
        if decks > self.decks {
            let counts = self.scores.counts(cells);
            if self.decks > 0 {
                self.settle(&counts, decks - self.decks);
            }
            (self.counts, self.decks) = (counts, decks);
        }
        LogE::mean(self.capital.iter().map(|ln| LogE::new(*ln)))
    }

    /// Settles the bets on the decks since the last look: adds what they win or lose to the capital.
    fn settle(&mut self, counts: &[u64], decks: u64) {
        let lean = self.scores.lean(&self.counts, self.decks);
        let Some(known) = self.scores.known(&lean) else {
            return;
        };
        let pairs = lean.iter().zip(counts.iter().zip(&self.counts));
        let score = pairs
            .map(|(lean, (now, before))| lean * (now - before) as f64)
            .sum::<f64>()
            - self.scores.mean(&known) * decks as f64;
        let promise = self.scores.promise(&known);
        let (mut doubt, mut most) = (1.0, f64::INFINITY);
        for capital in &mut self.capital {
            let belief = 1.0 / (self.decks as f64 + doubt);
            // Learners that doubt more expect less still.
            if belief * belief * promise * (decks as f64) < NEGLIGIBLE {
                break;
            }
            // They also bet no more than those who doubt less.
            let start = belief.min(most);
            if let Some((scale, price)) = bet(&self.scores, &known, promise * belief, start) {
                *capital += scale * score - price * decks as f64;
                most = scale;
            }
            doubt *= DOUBT_STEP;
        }
    }
}

impl<S: Scores> Wager for Linear<S> {
    fn look(&mut self, total: &Tally) -> LogE {
        Self::look(self, total.cells(), total.subjects())
    }

    fn standing(&self) -> Vec<Standing> {
        vec![Standing {
            subjects: self.decks,
            counts: self.counts.clone(),
            capital: self.capital.to_vec(),
        }]
    }

    fn go_on_from(&mut self, total: &Tally, standing: &[Standing]) -> bool {
        let [standing] = standing else {
            return false;
        };
        let Ok(capital) = <[f64; DOUBTS]>::try_from(standing.capital.as_slice()) else {
            return false;
        };
        let now = self.scores.counts(total.cells());
        let grows = |(before, now): (&u64, &u64)| before <= now;
        let fits = if standing.subjects == 0 {
            standing.counts.is_empty()
        } else {
            standing.counts.len() == now.len() && standing.counts.iter().zip(&now).all(grows)
        };
        let fits = fits && capital.iter().all(|ln| !ln.is_nan());
        (self.decks, self.capital) = (standing.subjects, capital);
        self.counts.clone_from(&standing.counts);
        fits
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        let distance = self.scores.distance(total.cells(), total.subjects())?;
        Some(limit::upper(distance, total.subjects(), error))
    }

    fn bounds(&self) -> String {
        self.scores.bounds()
    }
}

/// The bet on each deck and its price, of `most` and its halves the one that pays best if the mean of the
/// score is `promise`; `None` if none pays.
fn bet<S: Scores>(scores: &S, known: &S::Known, promise: f64, most: f64) -> Option<(f64, f64)> {
    let mut best: Option<(f64, f64, f64)> = None;
    let mut scale = most;
    for _ in 0..=MOST_HALVINGS {
        let price = scores.cumulant(known, scale);
        let growth = scale * promise - price;
        match best {
            Some((largest, ..)) if growth <= largest => break,
            _ if growth > 0.0 => best = Some((growth, scale, price)),
            _ => {}
        }
        scale *= 0.5;
    }
    best.map(|(_, scale, price)| (scale, price))
}
