//! Advice: which routine mixes best in the time that there is, with the hands that there are.
//!
//! [`search`] looks at the routines of some moves that fit into a time ([`candidates`]), orders them on one scale
//! ([`scale`]), and finds for every time the simplest routine that is within δ of the best, with one confidence for all
//! of it ([`race`]). Values that are known exactly are not simulated: an ideal shuffle, and total variation where it is that
//! of a law or enclosed by bounds. [`sensitivity`] tells what comes of other hands, other times and another start.

mod apart;
mod candidates;
mod crew;
mod decks;
pub mod enough;
mod interval;
mod kept;
mod race;
mod scale;
mod sensitivity;

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

pub use apart::by_rising_sequences;
pub use candidates::{Breadth, Word, period};
pub use crew::{Alone, Crew, made};
pub use kept::{CARDS, curve, distances, mean_calls};
pub use scale::{By, HAND, Scale, Staked, decks_of, hand_of};
pub use sensitivity::{Finding, sensitivity};

use candidates::{Candidates, time_of};
use decks::Decks;
use interval::{Histogram, Intervals};
use race::{Leader, Race, Rules, Runner};

use deck::rng::{Seed, SeedError};
use deck::subject::Classes;
use record::answers::advice::Figure;
use shuffle::routine::Plan;
use shuffle::theory::{self, A_SECOND};
use shuffle::{Mixing, Shuffle};
use text::names::grouped;
use text::pieces::Left;

/// One shuffle that a routine may use.
#[derive(Debug, Clone)]
pub struct Move {
    /// The letter or word that stands for it.
    pub name: String,
    /// The shuffle that is done.
    pub shuffle: Arc<dyn Shuffle>,
    /// Seconds of quick, of usual and of slow hands.
    pub seconds: [f64; 3],
    /// The same by cleaner and by clumsier hands, where that is more than time.
    pub by_other_hands: [Option<Arc<dyn Shuffle>>; 2],
}

impl Move {
    /// The usual time in thousandths of a second, at least one.
    fn ms(&self) -> u64 {
        (libm::round(1000.0 * self.seconds[1]) as u64).max(1)
    }
}

/// The task of a search: the cards, the moves, and the time.
#[derive(Debug, Clone)]
pub struct Table {
    /// The moves.
    pub moves: Vec<Move>,
    /// The cards and their types, from the top, before the shuffle.
    pub classes: Classes,
    /// Seconds that there are.
    pub within: f64,
    /// The stake, where the scale is one.
    pub staked: Option<Arc<Staked>>,
}

impl Table {
    /// Cards in a deck.
    pub fn cards(&self) -> usize {
        self.classes.of().len()
    }

    /// The scale for these cards.
    pub fn scale(&self, by: By) -> Scale {
        match (&self.staked, by) {
            (Some(staked), By::Stake) => Scale::of_stake(&self.classes, staked.clone()),
            _ => Scale::new(by, &self.classes),
        }
    }

    fn ms(&self) -> u64 {
        libm::floor(1000.0 * self.within) as u64
    }

    /// A routine as it is written: `M*7 C`.
    pub fn written(&self, word: &[u8]) -> String {
        match period(word) {
            long if long > 1 && long < word.len() => {
                format!("({})*{}", self.runs(&word[..long]), word.len() / long)
            }
            _ => self.runs(word),
        }
    }

    /// Moves in a row, those that are done again and again by their number: `M*3 C`.
    fn runs(&self, word: &[u8]) -> String {
        let runs = word.chunk_by(|a, b| a == b).map(|run| {
            let name = &self.moves[usize::from(run[0])].name;
            match run.len() {
                1 => name.clone(),
                times => format!("{name}*{times}"),
            }
        });
        runs.collect::<Vec<_>>().join(" ")
    }

    /// Seconds of a routine.
    pub fn seconds(&self, word: &[u8]) -> f64 {
        time_of(word, &self.moves) as f64 / 1000.0
    }

    /// The same with cleaner and with clumsier hands, where these shuffle otherwise.
    pub fn other_hands(&self) -> Vec<(&'static str, Self)> {
        let others = ["cleaner", "clumsier"].into_iter().enumerate();
        let others = others.filter(|(hands, _)| {
            let mut moves = self.moves.iter();
            moves.any(|one| one.by_other_hands[*hands].is_some())
        });
        let others = others.map(|(hands, how)| {
            let mut table = self.clone();
            for one in &mut table.moves {
                if let Some(shuffle) = &one.by_other_hands[hands] {
                    one.shuffle = shuffle.clone();
                }
            }
            (how, table)
        });
        others.collect()
    }

    /// The limits between which the total variation of a routine from fair is proved to lie; 0 and 1 where nothing is.
    pub fn proved(&self, word: &[u8]) -> (f64, f64) {
        let (plan, cards) = (self.plan(word), self.cards());
        if cards <= ENUMERATED
            && let Ok(law) = plan.orders(cards, ENUMERATED)
        {
            let distance = law.total_variation();
            return (distance, distance);
        }
        let proved = theory::bounds::prove(&plan, cards, plan.one_card(cards).as_ref(), &A_SECOND);
        if let Some(exact) = &proved.exact {
            return (exact.value, exact.value);
        }
        let low = proved.lower.first().map_or(0.0, |bound| bound.value);
        let high = proved.upper.first().map_or(1.0, |bound| bound.value);
        (low, high.max(low))
    }

    fn plan(&self, word: &[u8]) -> Plan {
        let steps = word
            .iter()
            .map(|at| self.moves[usize::from(*at)].shuffle.clone());
        Plan::new(steps.collect())
    }
}

/// Settings of a search.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The scale that decides.
    pub by: By,
    /// δ: routines whose scores differ by at most this are equal.
    pub tie: f64,
    /// The confidence of the whole answer.
    pub confidence: f64,
    /// The seed of all decks.
    pub seed: Seed,
    /// The routines that are looked at.
    pub breadth: Breadth,
    /// Decks to score, at most.
    pub decks: u64,
}

/// Routines of which bounds are computed, at most, where all are looked at: each takes milliseconds.
const BOUNDED: usize = 2_000;

/// Decks of at most this many cards are enumerated.
const ENUMERATED: usize = 7;

/// Findings of a search.
#[derive(Debug)]
pub struct Searched {
    /// Routines that fit into the time, as far as they were looked at.
    pub routines: usize,
    /// Laws among these: routines that are known to have the same are one.
    pub laws: usize,
    /// True if these are all routines of these moves within the time.
    pub all: bool,
    /// Decks that were scored.
    pub decks: u64,
    /// The answer for each time.
    pub frontier: Vec<Point>,
    /// The figure of each routine on the deciding scale, where it was not known without decks.
    pub raced: BTreeMap<Word, Measured>,
}

/// The answer from some time on: the simplest routine within δ of the best.
#[derive(Debug, Clone)]
pub struct Point {
    /// It is the answer from these seconds on.
    pub from: f64,
    /// Its moves.
    pub word: Word,
    /// Its seconds.
    pub seconds: f64,
    /// Its score lies between these.
    pub score: (f64, f64),
    /// No routine of those searched that takes no longer than the next point's time has a score lower by more.
    pub within: f64,
    /// Others that take no longer than the next point's time and are shown to be within δ too.
    pub equals: usize,
    /// The simplest of them.
    pub named: Vec<Word>,
}

/// Equal routines that are named.
const NAMED: usize = 3;

/// A search that found nothing.
#[derive(Debug, Error)]
pub enum SearchError {
    /// The seed is none for the generator.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// The search is to stop in its midst.
    #[error(transparent)]
    Left(#[from] Left),
}

/// Finds the answer for every time up to that of `table`. `also` are looked at where they fit, whatever their form.
///
/// # Errors
/// If the seed is none for the generator, or the search is to stop in its midst.
pub fn search(
    table: &Table,
    settings: &Settings,
    also: &[Word],
    crew: &dyn Crew,
) -> Result<Searched, SearchError> {
    let breadth = match (settings.by, settings.breadth) {
        (By::TotalVariation, Breadth::All(most)) => Breadth::All(most.min(BOUNDED)),
        (_, breadth) => breadth,
    };
    let cards = table.cards();
    let found = Candidates::within(&table.moves, table.ms(), breadth, cards, also);
    let (routines, laws, all) = (found.routines, found.words.len(), found.all);
    let scale = table.scale(settings.by);
    let rules = rules(table, settings, &scale);
    if let (Breadth::All(_), false) = (settings.breadth, settings.by == By::TotalVariation) {
        crew.announce(&announced(laws, &scale, cards));
    }
    let race = if settings.by == By::TotalVariation {
        bounded(table, found.words, crew)?
    } else {
        let ideal = |word: &Word| has_ideal(table, word);
        let (known, words): (Vec<Word>, Vec<Word>) = found.words.into_iter().partition(ideal);
        let known = known.into_iter().map(|word| {
            let ms = time_of(&word, &table.moves);
            Runner::known(word, ms, (0.0, 0.0))
        });
        Race::run(words, known.collect(), &rules, crew)?
    };
    let leaders = race.leaders(settings.tie);
    let raced = race.runners.iter().filter(|one| one.counts.decks() > 0);
    let raced = raced.map(|one| {
        let score = (one.low, one.high);
        (one.word.clone(), measured(&scale, &one.counts, score))
    });
    Ok(Searched {
        routines,
        laws,
        all,
        decks: race.decks,
        raced: raced.collect(),
        frontier: leaders
            .iter()
            .map(|leader| point(table, &race, leader))
            .collect(),
    })
}

/// The time of a processor for each card of each deck of the first round of a careful search, with all that follows: 1 s for
/// 100 million, as measured for 60 cards.
const SECONDS: f64 = 1e-8;

/// A time to be expected, rounded up.
pub(crate) fn lasting(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("{} s", libm::ceil(seconds))
    } else {
        format!("{} minutes", libm::ceil(seconds / 60.0))
    }
}

/// Says how many routines a careful search looks at, and how long that takes.
fn announced(laws: usize, scale: &Scale, cards: usize) -> String {
    let decks = scale.watched() + race::BATCH;
    let seconds = SECONDS * (laws * decks * cards) as f64;
    let time = lasting(seconds);
    format!(
        "note: I look at {} routines, and at other hands, times and starts, which takes about {time} of one processor, \
         shared by all threads",
        grouped(laws as u64)
    )
}

fn rules<'a>(table: &'a Table, settings: &'a Settings, scale: &'a Scale) -> Rules<'a> {
    Rules {
        moves: &table.moves,
        cards: table.cards(),
        scale,
        tie: settings.tie,
        miss: 1.0 - settings.confidence - scale.error(),
        seed: &settings.seed,
        most_decks: settings.decks,
    }
}

fn has_ideal(table: &Table, word: &[u8]) -> bool {
    let mut moves = word.iter().map(|at| &table.moves[usize::from(*at)]);
    moves.any(|one| one.shuffle.mixing() == Mixing::Ideal)
}

/// Routines with what is proved of their total variation; those of which nothing is are somewhere from 0 to 1.
fn bounded(table: &Table, words: Vec<Word>, crew: &dyn Crew) -> Result<Race, SearchError> {
    crew.begin("bounds of routines", words.len() as u64);
    let ends = made(crew, words.len(), |at| {
        crew.advance(1);
        table.proved(&words[at])
    })?;
    crew.end();
    let runners = words.into_iter().zip(ends).map(|(word, ends)| {
        let ms = time_of(&word, &table.moves);
        Runner::known(word, ms, ends)
    });
    Ok(Race::known(runners.collect()))
}

fn point(table: &Table, race: &Race, leader: &Leader) -> Point {
    let best = &race.runners[leader.at];
    let named = leader.equals.iter().take(NAMED);
    Point {
        from: leader.ms as f64 / 1000.0,
        seconds: table.seconds(&best.word),
        word: best.word.clone(),
        score: (best.low, best.high),
        within: leader.within,
        equals: leader.equals.len(),
        named: named.map(|at| race.runners[*at].word.clone()).collect(),
    }
}

/// The figure of a routine on a scale, from its decks.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    /// The scale.
    pub by: By,
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The mean of fair decks.
    pub fair: f64,
    /// Decks that it comes from.
    pub decks: u64,
    /// Its score lies between these.
    pub score: (f64, f64),
    /// The total variation from fair that its decks show, by itself with half the error of the whole; 0 where none is shown, and
    /// on other scales than that of calls.
    pub apart: f64,
}

impl Measured {
    /// The figure as an answer holds it.
    pub fn figure(&self) -> Figure {
        Figure {
            mean: self.mean,
            standard_error: self.error,
            fair: self.fair,
        }
    }
}

fn measured(scale: &Scale, counts: &Histogram, score: (f64, f64)) -> Measured {
    Measured {
        by: scale.by,
        mean: counts.mean(),
        error: counts.standard_error(),
        fair: scale.fair,
        decks: counts.decks(),
        score,
        apart: 0.0,
    }
}

/// Measures each of `routines` at its table, on each of these scales, from the first `count` decks that a search would
/// score it by. The scores of one routine hold together with the confidence of `settings`.
///
/// # Errors
/// If the seed is none for the generator, or the search is to stop in its midst.
pub fn measure(
    routines: &[(&Table, Word)],
    by: &[By],
    (settings, count): (&Settings, usize),
    crew: &dyn Crew,
) -> Result<Vec<Vec<Measured>>, SearchError> {
    if let Some((table, _)) = routines.first() {
        Decks::new(&table.moves, table.cards(), &settings.seed)?;
    }
    let scales = |table: &Table| -> Vec<Scale> {
        let each = by.iter().map(|by| table.scale(*by));
        each.collect()
    };
    crew.begin("routines to measure", routines.len() as u64 * count as u64);
    let all = made(crew, routines.len(), |at| {
        let (table, word) = &routines[at];
        let scales = scales(table);
        let counts = scales.first().map_or_else(Vec::new, |any| {
            race::first_or_kept(word, count, &rules(table, settings, any), &scales)
        });
        crew.advance(count as u64);
        counts
    })?;
    crew.end();
    let miss = (1.0 - settings.confidence) / (2.0 * by.len() as f64);
    let of_routine = |((table, _), counts): (&(&Table, Word), Vec<Histogram>)| {
        let scales = scales(table);
        let each = scales.iter().zip(&counts).map(|(scale, counts)| {
            let miss = miss - 0.5 * scale.error();
            let ends = Intervals::new(scale.most(), scale.spread, miss).of(counts);
            let apart = match scale.by {
                By::Calls => apart::at_least(
                    counts,
                    &apart::fair_calls(table.cards()),
                    0.5 * (1.0 - settings.confidence),
                ),
                _ => 0.0,
            };
            Measured {
                apart,
                ..measured(scale, counts, scale.scores(ends))
            }
        });
        each.collect()
    };
    Ok(routines.iter().zip(all).map(of_routine).collect())
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
