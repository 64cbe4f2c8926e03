//! A learned distinguisher: who is shown a deck says whether the routine or an ideal shuffle made it.
//!
//! Single numbers of a deck see some of what is wrong with a shuffle; this looks at all cells of five
//! views of the deck at once, and learns from decks which of them matter, and how much. It finds a
//! lower bound of the total variation, an event that many decks of the routine have and few ideal ones; and a
//! test, whether the routine's decks have it as often as ideal ones.
//!
//! The decks are split in four, by their index. From two parts it learns how likely each view makes a
//! deck (`views.rs`). On the third part, and as many ideal decks or more, it learns how to weigh the views
//! (Fisher's linear discriminant, 1936), and above which score it says "the routine". The fourth part
//! is scored: these decks chose nothing. The rate at which ideal decks are called the routine's has
//! no closed form, so it is counted in fresh ideal decks. Their seed is a hash of the decks that it learned
//! from, so that each run has decks of its own, and the same run always the same. If the routine's decks are
//! ideal, the scored ones and the fresh ones are alike, whatever was learned: which of them are recognised is a
//! choice at random, so that the test of the two counts is exact (Fisher, 1935; both tails).
//!
//! It bets nothing in runs that stop once they are decided: each look would take thousands of ideal decks.
//!
//! At most 32,768 decks are looked at (fewer of large decks); of decks of more than 255 cards only the
//! views whose cells grow like n. On orders relative to earlier decks (a lag) the figures are the same,
//! but no bound is made of them: those of neighbouring decks depend on each other.

mod views;

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};

use super::event::{Event, IdealShare};
use super::first_decks::{FIRST_DECKS, Sample, learned};
use super::law::too_few;
use super::suite::Suite;
use super::{
    AnyCounter, Assessment, Column, Compares, Design, Detectable, Effort, Evidence, Kind,
    MAX_CARDS, MIN_CARDS, Outcome, POWER, Statistic, Tally, Test,
};
use deck::Card;
use deck::rng::{Draws, PcgDraws};
use laws::hypergeometric;
use laws::power::normal_shift;
use laws::tail::PValue;
use text::figures::{Declaration, Figures, json};
use text::sorting;
use views::{Learned, Scores, VIEWS};

pub(super) const KIND: Kind = Kind {
    name: "distinguisher",
    about: "can decks be told from ideal ones by all their positions and neighbours at once? learns from some decks and scores others (exact law)",
    plain: "positions and neighbours together",
    causes: "anything that is left of the old order",
    example: "It learns from some of the decks and judges others. A score of 0 means that it does no better than a coin, and 1 that it is always right. With 100,000 decks of 52 cards it scores 1.000 for three riffles, 0.32 for seven, and 0.00 for fair decks, give or take 0.006.",
    compares: &Compares::Nothing,
    source: "naive Bayes over the cells of five views; Fisher (1936), The use of multiple measurements in taxonomic problems; the test: Fisher (1935), The logic of inductive inference",
    parameters: &[],
    cards: MIN_CARDS..=MAX_CARDS,
    covers: &[],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, _| Ok(Box::new(Distinguisher)),
};

/// The name of the test.
const HITS: &str = "hits";

/// Below this there is nothing to learn from: 10 decks would choose what 10 are scored by.
const FEWEST_DECKS: usize = 40;

/// Ideal decks for each deck that is compared with them: their share is known better than the routine's.
const IDEAL_FOR_EACH: usize = 4;

/// Ideal decks at the least and at the most: fewer would make a wide limit even of a certain event, and
/// more cost time.
const FEWEST_IDEAL: usize = 1 << 14;
const MOST_IDEAL: usize = 1 << 15;

/// Ideal decks for each deck at the most: few decks have a wide limit themselves, to which these add a thirtieth.
const MOST_FOR_EACH: usize = 16;

/// Cards of ideal decks, at the most.
const MOST_IDEAL_CARDS: usize = 1 << 21;

/// Views that say the same are told apart only by noise: this share of their variance is taken to be.
const RIDGE: f64 = 1e-6;

#[derive(Debug)]
struct Distinguisher;

impl Statistic for Distinguisher {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(FIRST_DECKS)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![HITS]
    }

    fn effort(&self) -> Effort {
        Effort::Simulates
    }

    fn event(&self, _tally: &Tally, figures: &Figures) -> Option<Event> {
        let whole = |key: &str| figures.whole(key);
        let (learned, hits, of) = (whole("learned_from")?, whole("hits")?, whole("scored_on")?);
        let (ideal_hits, ideal_of) = (whole("ideal_hits")?, whole("ideal_decks")?);
        Some(Event {
            what: KIND.name.to_owned(),
            words: format!(
                "after learning from {learned} decks it recognises {hits} of {of} others, and takes {ideal_hits} of {ideal_of} ideal ones for such decks"
            ),
            hits,
            of,
            ideal: IdealShare::Counted {
                hits: ideal_hits,
                of: ideal_of,
            },
        })
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        let decks = |key| Declaration::whole(key, "decks");
        let weights = VIEWS.map(|view| Declaration::number(view, "spreads of the view"));
        vec![
            Declaration::number("difference", "share of decks").with_error("difference_error"),
            decks("learned_from"),
            decks("chosen_from"),
            decks("hits"),
            decks("scored_on"),
            decks("ideal_hits"),
            decks("ideal_decks"),
            Declaration::group("weights", weights.to_vec()),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column::new("told apart", "difference", 3)]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let cards = evidence.design.size;
        let sample = Sample::of(evidence.tally.kept(), cards, learned(cards));
        let found = Found::of(&sample);
        let found = found.as_ref();
        let weights = found.map(|found| {
            let mut weights = Figures::default();
            for (view, weight) in VIEWS.into_iter().zip(found.weights) {
                weights.insert(view, weight);
            }
            weights
        });
        let figures = json!({
            "difference": found.map(Found::difference),
            "difference_error": found.map(Found::difference_error),
            "learned_from": found.map(|found| found.learned_from),
            "chosen_from": found.map(|found| found.chosen_from),
            "hits": found.map(|found| found.hits),
            "scored_on": found.map(|found| found.scored_on),
            "ideal_hits": found.map(|found| found.ideal_hits),
            "ideal_decks": found.map(|found| found.ideal_decks),
            "weights": weights,
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test(found, evidence.level)],
            ..Assessment::default()
        }
    }
}

/// Tests if the routine's decks are recognised as often as ideal ones, by the exact law of one
/// count given both together.
fn test(found: Option<&Found>, level: f64) -> Test {
    let title = (HITS, "told apart".to_owned());
    let fewest = fewest_decks(level);
    let Some(found) = found.filter(|found| 4 * found.scored_on as u64 >= fewest) else {
        return too_few(title, fewest);
    };
    let [(hits, of), (ideal_hits, ideal_of)] = found.shares();
    let counts = [found.hits, found.ideal_hits].map(|hits| hits as u64);
    let totals = [found.scored_on, found.ideal_decks].map(|decks| decks as u64);
    let tails = hypergeometric::tails(counts, totals);
    let share = (hits + ideal_hits) / (of + ideal_of);
    let error = (share * (1.0 - share) * (1.0 / of + 1.0 / ideal_of)).sqrt();
    Test {
        value: Some(found.difference()),
        outcome: Outcome::P(PValue::new(tails.two_sided())),
        tails: Some(tails),
        detectable: Some(Detectable {
            value: normal_shift(level, POWER) * error,
            unit: "of the share of decks that are recognised".to_owned(),
        }),
        words: format!(
            "a program that learned from some of the decks recognises {:.1}% of the others, and mistakes {:.1}% of ideal decks for them",
            100.0 * hits / of,
            100.0 * ideal_hits / ideal_of
        ),
        ..too_few(title, 0)
    }
}

/// A quarter of the decks is scored. Below this, that all of them are recognised by a rule that recognises
/// every second ideal deck is no evidence at `level`.
fn fewest_decks(level: f64) -> u64 {
    let scored = libm::ceil(-libm::log2(0.5 * level)) as u64;
    (4 * scored).max(FEWEST_DECKS as u64)
}

/// The weights that were learned, and the score that they brought.
#[derive(Debug)]
struct Found {
    learned_from: usize,
    chosen_from: usize,
    scored_on: usize,
    hits: usize,
    ideal_decks: usize,
    ideal_hits: usize,
    /// The weight of each view, in units of its own spread.
    weights: [f64; VIEWS.len()],
}

impl Found {
    fn of(sample: &Sample) -> Option<Self> {
        if sample.len() < FEWEST_DECKS {
            return None;
        }
        let cards = sample.cards();
        let learning = sample.those(|index| index % 2 == 0);
        let (choosing, scored) = (
            sample.those(|index| index % 4 == 1),
            sample.those(|index| index % 4 == 3),
        );
        let mut learned = Learned::from(&learning, cards);
        let mut ideal = Ideal::fresh(&learning, cards);
        let ours: Vec<Scores> = choosing.iter().map(|deck| learned.scores(deck)).collect();
        let theirs = ideal.scores(&mut learned, ideal_decks(choosing.len(), cards));
        let weights = Weights::between(&ours, &theirs);
        let threshold = threshold(weights.of(&ours), weights.of(&theirs));
        let recognised = |scores: &Scores| weights.score(scores) >= threshold;
        let decks = ideal_decks(scored.len(), cards);
        let theirs = ideal.scores(&mut learned, decks);
        let hits = scored
            .iter()
            .filter(|deck| recognised(&learned.scores(deck)));
        Some(Self {
            learned_from: learning.len(),
            chosen_from: choosing.len(),
            scored_on: scored.len(),
            hits: hits.count(),
            ideal_decks: decks,
            ideal_hits: theirs.iter().filter(|scores| recognised(scores)).count(),
            weights: weights.standardised,
        })
    }

    fn shares(&self) -> [(f64, f64); 2] {
        [
            (self.hits as f64, self.scored_on as f64),
            (self.ideal_hits as f64, self.ideal_decks as f64),
        ]
    }

    /// The share of the routine's decks that is recognised, less that of ideal ones.
    fn difference(&self) -> f64 {
        let [ours, ideal] = self.shares().map(|(hits, of)| hits / of);
        ours - ideal
    }

    fn difference_error(&self) -> f64 {
        let variance = |(hits, of): (f64, f64)| hits / of * (1.0 - hits / of) / of;
        self.shares().map(variance).iter().sum::<f64>().sqrt()
    }
}

/// Ideal decks to compare `decks` decks with.
fn ideal_decks(decks: usize, cards: usize) -> usize {
    let wanted = (IDEAL_FOR_EACH * decks).clamp(FEWEST_IDEAL, MOST_IDEAL);
    wanted
        .min(MOST_FOR_EACH * decks)
        .min(MOST_IDEAL_CARDS / cards)
}

/// Fresh ideal decks.
#[derive(Debug)]
struct Ideal {
    draws: PcgDraws,
    deck: Vec<Card>,
}

impl Ideal {
    /// Makes the ideal decks that belong to a run which learned from `learning`.
    fn fresh(learning: &[&[Card]], cards: usize) -> Self {
        let mut hasher = SipHasher13::new();
        for deck in learning {
            let bytes = deck.iter().flat_map(|card| card.to_le_bytes());
            hasher.write(&bytes.collect::<Vec<u8>>());
        }
        let seed = hasher.finish128().as_u128();
        Self {
            draws: PcgDraws::for_batch(seed, "ideal decks of a distinguisher", 0, 0),
            deck: (0..cards).map(|card| card as Card).collect(),
        }
    }

    /// The scores of the next `decks` decks.
    fn scores(&mut self, learned: &mut Learned, decks: usize) -> Vec<Scores> {
        let scores = (0..decks).map(|_| {
            // Shuffled ideally, the last deck is as good to start from as a sorted one.
            self.draws.shuffle(&mut self.deck);
            learned.scores(&self.deck)
        });
        scores.collect()
    }
}

/// The weights of the views.
#[derive(Debug)]
struct Weights {
    of_scores: [f64; VIEWS.len()],
    standardised: [f64; VIEWS.len()],
}

impl Weights {
    /// The linear discriminant between decks with the scores `ours` and those with `theirs`: the inverse
    /// of their mean covariance matrix times the difference of their means.
    fn between(ours: &[Scores], theirs: &[Scores]) -> Self {
        const K: usize = VIEWS.len();
        let (ours, theirs) = (Moments::of(ours), Moments::of(theirs));
        let covariance =
            |i: usize, j: usize| 0.5 * (ours.covariance[i][j] + theirs.covariance[i][j]);
        let spread: [f64; K] = std::array::from_fn(|i| covariance(i, i).sqrt());
        // A view that does not vary at all says nothing of these decks.
        let varies = |i: usize| spread[i] > 0.0;
        let mut system = [[0.0; K + 1]; K];
        for (i, row) in system.iter_mut().enumerate() {
            for (j, cell) in row[..K].iter_mut().enumerate() {
                if varies(i) && varies(j) {
                    *cell = covariance(i, j) / (spread[i] * spread[j]);
                }
            }
            row[i] = 1.0 + RIDGE;
            if varies(i) {
                row[K] = (ours.mean[i] - theirs.mean[i]) / spread[i];
            }
        }
        let standardised = solved(system);
        Self {
            of_scores: std::array::from_fn(|i| {
                if varies(i) {
                    standardised[i] / spread[i]
                } else {
                    0.0
                }
            }),
            standardised,
        }
    }

    fn score(&self, scores: &Scores) -> f64 {
        let terms = self.of_scores.iter().zip(scores);
        terms.map(|(weight, score)| weight * *score as f64).sum()
    }

    fn of(&self, all: &[Scores]) -> Vec<f64> {
        all.iter().map(|scores| self.score(scores)).collect()
    }
}

/// Means and covariances of the scores of some decks.
#[derive(Debug)]
struct Moments {
    mean: [f64; VIEWS.len()],
    covariance: [[f64; VIEWS.len()]; VIEWS.len()],
}

impl Moments {
    fn of(all: &[Scores]) -> Self {
        const K: usize = VIEWS.len();
        let decks = all.len() as f64;
        let mean =
            std::array::from_fn(|i| all.iter().map(|scores| scores[i]).sum::<i64>() as f64 / decks);
        let mut covariance = [[0.0; K]; K];
        for scores in all {
            let off: [f64; K] = std::array::from_fn(|i| scores[i] as f64 - mean[i]);
            for (i, row) in covariance.iter_mut().enumerate() {
                for (j, cell) in row.iter_mut().enumerate() {
                    *cell += off[i] * off[j] / decks;
                }
            }
        }
        Self { mean, covariance }
    }
}

/// The solution of a system with a positive definite matrix; its last column is the right-hand side.
fn solved<const K: usize, const WIDE: usize>(mut system: [[f64; WIDE]; K]) -> [f64; K] {
    for pivot in 0..K {
        let row = system[pivot];
        for below in &mut system[pivot + 1..] {
            let factor = below[pivot] / row[pivot];
            for (cell, above) in below.iter_mut().zip(row) {
                *cell -= factor * above;
            }
        }
    }
    let mut solution = [0.0; K];
    for at in (0..K).rev() {
        let known = (at + 1..K).map(|j| system[at][j] * solution[j]);
        solution[at] = (system[at][K] - known.sum::<f64>()) / system[at][at];
    }
    solution
}

/// The score from which on most more of `ours` than of `theirs` lie.
fn threshold(mut ours: Vec<f64>, mut theirs: Vec<f64>) -> f64 {
    sorting::floats(&mut ours);
    sorting::floats(&mut theirs);
    let share = |sorted: &[f64], from: f64| {
        let below = sorted.partition_point(|score| *score < from);
        (sorted.len() - below) as f64 / sorted.len() as f64
    };
    let differences = ours
        .iter()
        .map(|&from| (share(&ours, from) - share(&theirs, from), from));
    differences
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(f64::INFINITY, |(_, from)| from)
}

#[cfg(test)]
mod tests;
