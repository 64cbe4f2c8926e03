//! The race: at every time the simplest of many routines that is within δ of the best, with one confidence for all of it.
//!
//! Each routine has an interval for its score that holds at all times ([`Intervals`]); all of them together hold with
//! the stated confidence (the level is shared out evenly). A routine is within δ of the best of those that take no longer
//! if its upper end is at most δ above the least lower end among them. The answer for a time is the simplest such one
//! ([`Runner::simplicity`]). Routines that may still be within δ and are simpler than the answer get four times as many
//! decks, and where nothing is shown to be within δ those that stand in the way; the others are out of the race for as long as
//! the answer stays. This is the rule of Kalyanakrishnan, Tewari, Auer and Stone (2012, PAC subset selection), LUCB, for
//! all times at once and in rounds.
//!
//! A routine's decks do not depend on who else runs, and all of them are scored by one opponent: what is printed is what
//! was raced.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Move;
use super::candidates::{Word, time_of};
use super::crew::{Crew, made};
use super::decks::{Decks, Use};
use super::interval::{Histogram, Intervals};
use super::kept;
use super::scale::{By, Scale};
use crate::advise::SearchError;
use deck::rng::Seed;
use text::sorting;

/// Decks of a routine's first round, and of each batch: they stay near the processor. After each further round it has four
/// times as many.
pub(crate) const BATCH: usize = 1_024;

/// Rounds of a routine at the most: 65,536 of its decks.
const ROUNDS: u32 = 4;

/// All decks of a routine: those of all its rounds.
pub(super) const ALL_DECKS: usize = BATCH << (2 * (ROUNDS - 1));

/// Routines that a thread does in one go: enough to share beginnings, few enough to share out.
const CHUNK: usize = 24;

/// Goes that few routines are shared out to.
const FEWEST: usize = 8;

/// Batches of them that are one go: in the last round few routines are left, and whoever watches learns again for each go.
const STRETCH: usize = 16;

/// A routine in the race.
#[derive(Debug)]
pub(crate) struct Runner {
    /// Its moves.
    pub word: Word,
    /// Its time in thousandths of a second.
    pub ms: u64,
    /// Numbers of its decks.
    pub counts: Histogram,
    /// Rounds done.
    rounds: u32,
    /// Its score lies from here…
    pub low: f64,
    /// …to here.
    pub high: f64,
}

impl Runner {
    /// A routine whose score is known to lie within these.
    pub fn known(word: Word, ms: u64, (low, high): (f64, f64)) -> Self {
        Self {
            word,
            ms,
            counts: Histogram::default(),
            rounds: ROUNDS,
            low,
            high,
        }
    }

    fn is_done(&self) -> bool {
        self.rounds >= ROUNDS
    }

    /// Its place among routines by how easy they are to remember and to do: fewest kinds of moves, fewest moves, least time.
    fn simplicity(&self) -> (usize, usize, u64, &Word) {
        let mut kinds = self.word.clone();
        kinds.sort_unstable();
        kinds.dedup();
        (kinds.len(), self.word.len(), self.ms, &self.word)
    }

    fn width(&self) -> f64 {
        self.high - self.low
    }
}

/// Rules by which a race is run.
#[derive(Debug)]
pub struct Rules<'a> {
    /// All moves.
    pub moves: &'a [Move],
    /// Cards in a deck.
    pub cards: usize,
    /// The scale.
    pub scale: &'a Scale,
    /// Routines whose scores differ by at most this are equal.
    pub tie: f64,
    /// The probability with which any interval misses.
    pub miss: f64,
    /// The seed of all decks.
    pub seed: &'a Seed,
    /// Decks that may be scored in all.
    pub most_decks: u64,
}

impl Rules<'_> {
    /// The counts of all decks of a routine, where they are kept.
    fn kept(&self, word: &Word, by: By) -> Option<&'static Histogram> {
        kept::counts((self.moves, word), self.cards, by, self.seed)
    }
}

/// The answer for some times.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Leader {
    /// From this time on, in thousandths of a second.
    pub ms: u64,
    /// Its place among the routines.
    pub at: usize,
    /// No routine that takes no longer than the next leader is better by more than this.
    pub within: f64,
    /// The others that are shown to be within δ too when the next leader comes, the simplest first.
    pub equals: Vec<usize>,
}

/// The answers for all times, and what stands in their way.
#[derive(Debug)]
struct Walk {
    leaders: Vec<Leader>,
    in_the_way: Vec<Way>,
}

/// Routines that need more decks for the answer of some time.
#[derive(Debug)]
struct Way {
    /// The routine that is surest to be low, the one that may be lowest, and the one that looks lowest.
    keys: [usize; 3],
    /// Those that may be a simpler answer; where there is no answer, those that may be better by more than δ.
    routines: Vec<usize>,
}

/// A race that was run.
#[derive(Debug)]
pub(crate) struct Race {
    /// All routines, by time.
    pub runners: Vec<Runner>,
    /// Decks that were scored.
    pub decks: u64,
}

impl Race {
    /// One of which all is known.
    pub fn known(runners: Vec<Runner>) -> Self {
        let mut race = Self { runners, decks: 0 };
        race.sort();
        race
    }

    fn sort(&mut self) {
        let key = |runner: &Runner| (runner.ms, runner.word.len(), runner.word.clone());
        self.runners.sort_by_cached_key(key);
    }

    /// Runs it among `words`, beside `known` ones.
    ///
    /// # Errors
    /// If the seed is none for the generator, or the search is to stop in its midst.
    pub fn run(
        words: Vec<Word>,
        known: Vec<Runner>,
        rules: &Rules<'_>,
        crew: &dyn Crew,
    ) -> Result<Self, SearchError> {
        // Each side of each routine.
        let share = rules.miss / (2.0 * words.len().max(1) as f64);
        let intervals = Intervals::new(rules.scale.most(), rules.scale.spread, share);
        let of = |word: Word| {
            let ms = time_of(&word, rules.moves);
            let Some(counts) = rules.kept(&word, rules.scale.by) else {
                return Runner {
                    ms,
                    word,
                    counts: Histogram::default(),
                    rounds: 0,
                    low: 0.0,
                    high: f64::INFINITY,
                };
            };
            let ends = rules.scale.scores(intervals.of(counts));
            Runner {
                counts: counts.clone(),
                ..Runner::known(word, ms, ends)
            }
        };
        let mut race = Self {
            runners: words.into_iter().map(of).collect(),
            decks: 0,
        };
        let open = |at: &usize| !race.runners[*at].is_done();
        let everyone: Vec<usize> = (0..race.runners.len()).filter(open).collect();
        race.runners.extend(known);
        if !everyone.is_empty() {
            race.round(&everyone, (rules, &intervals), crew)?;
        }
        while let Some(next) = race.next(rules) {
            race.round(&next, (rules, &intervals), crew)?;
        }
        race.sort();
        Ok(race)
    }

    /// Routines that need more decks; none once the answers stand, or too many decks would be needed.
    fn next(&self, rules: &Rules<'_>) -> Option<Vec<usize>> {
        let in_the_way = self.walk(rules.tie).in_the_way;
        let wide = |at: &usize| {
            let runner = &self.runners[*at];
            runner.width() > 0.5 * rules.tie && !runner.is_done()
        };
        // Keys first: the narrower theirs are, the fewer others stand in the way.
        let keys = in_the_way.iter().flat_map(|way| way.keys);
        let mut next: Vec<usize> = keys.filter(wide).collect();
        if next.is_empty() {
            let all = in_the_way.iter().flat_map(|way| &way.routines);
            next = all.copied().collect();
        }
        next.sort_unstable();
        next.dedup();
        let more = self.decks_of_a_round(&next);
        (!next.is_empty() && self.decks + more <= rules.most_decks).then_some(next)
    }

    /// Decks of one more round of the routines at `places`.
    fn decks_of_a_round(&self, places: &[usize]) -> u64 {
        let each = places
            .iter()
            .map(|at| more(self.runners[*at].rounds) as u64);
        each.sum()
    }

    /// The routines by time, and of each time those that come to it.
    fn by_time(&self) -> BTreeMap<u64, Vec<usize>> {
        let mut times: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (at, runner) in self.runners.iter().enumerate() {
            times.entry(runner.ms).or_default().push(at);
        }
        times
    }

    /// Goes through all times. The answer of each is the simplest routine that is shown to be within `tie` of the best,
    /// and where none is, the one whose upper end is least.
    fn walk(&self, tie: f64) -> Walk {
        let (mut leaders, mut in_the_way): (Vec<Leader>, Vec<Way>) = (Vec::new(), Vec::new());
        let runner = |at: usize| &self.runners[at];
        let middle = |at: usize| 0.5 * (runner(at).low + runner(at).high);
        let less =
            |of: &dyn Fn(usize) -> f64, a: usize, b: usize| if of(b) < of(a) { b } else { a };
        // The surest, the one that may be lowest, the one that looks lowest.
        let mut keys: Option<[usize; 3]> = None;
        let mut simplest: BTreeMap<(usize, usize, u64, &Word), usize> = BTreeMap::new();
        for (ms, places) in self.by_time() {
            for at in places {
                let [surest, least, lowest] = keys.unwrap_or([at; 3]);
                keys = Some([
                    less(&|at| runner(at).high, surest, at),
                    less(&|at| runner(at).low, least, at),
                    less(&middle, lowest, at),
                ]);
                simplest.insert(runner(at).simplicity(), at);
            }
            let Some([surest, least, lowest]) = keys else {
                continue;
            };
            let within = |at: usize| (runner(at).high - runner(least).low).max(0.0);
            let mut equals = simplest.values().copied().filter(|at| within(*at) <= tie);
            let answer = equals.next();
            let before = simplest
                .values()
                .copied()
                .take_while(|at| Some(*at) != answer);
            let bar = runner(surest).high + if answer.is_some() { tie } else { -tie };
            let open = before.filter(|at| runner(*at).low <= bar && !runner(*at).is_done());
            let routines: Vec<usize> = open.collect();
            if !routines.is_empty() {
                let keys = [surest, least, lowest];
                in_the_way.push(Way { keys, routines });
            }
            let at = answer.unwrap_or(surest);
            let equals: Vec<usize> = equals.collect();
            match leaders.last_mut() {
                Some(kept) if kept.at == at => {
                    kept.within = kept.within.max(within(at));
                    kept.equals = equals;
                }
                _ => leaders.push(Leader {
                    ms,
                    at,
                    within: within(at),
                    equals,
                }),
            }
        }
        Walk {
            leaders,
            in_the_way,
        }
    }

    /// The answers for all times: each until the next takes its place.
    pub(crate) fn leaders(&self, tie: f64) -> Vec<Leader> {
        self.walk(tie).leaders
    }

    /// Scores more decks of the routines at `places`.
    fn round(
        &mut self,
        places: &[usize],
        (rules, intervals): (&Rules<'_>, &Intervals),
        crew: &dyn Crew,
    ) -> Result<(), SearchError> {
        Decks::new(rules.moves, rules.cards, rules.seed)?;
        let mut places = places.to_vec();
        sorting::by(&mut places, |a, b| {
            let of = |at: &usize| (self.runners[*at].rounds, &self.runners[*at].word);
            of(a).cmp(&of(b))
        });
        let same = |a: &usize, b: &usize| self.runners[*a].rounds == self.runners[*b].rounds;
        let chunks: Vec<&[usize]> = places
            .chunk_by(same)
            .flat_map(|same| same.chunks(same.len().div_ceil(FEWEST).min(CHUNK)))
            .collect();
        let stretches = chunks.iter().flat_map(|chunk| {
            let rounds = self.runners[chunk[0]].rounds;
            let all = batches(after(rounds)..after(rounds + 1));
            let each = all.clone().step_by(STRETCH);
            each.map(move |from| (*chunk, from..all.end.min(from + STRETCH as u64)))
        });
        let stretches: Vec<(&[usize], Range<u64>)> = stretches.collect();
        let decks = self.decks_of_a_round(&places);
        crew.begin(&format!("{} routines in the race", places.len()), decks);
        let counted = made(crew, stretches.len(), |at| {
            let (chunk, batches) = &stretches[at];
            let runners: Vec<&Runner> = chunk.iter().map(|at| &self.runners[*at]).collect();
            let counts = counted(&runners, batches.clone(), rules);
            crew.advance(runners.len() as u64 * (batches.end - batches.start) * BATCH as u64);
            counts
        })?;
        crew.end();
        for ((chunk, _), counts) in stretches.iter().zip(&counted) {
            for (at, more) in chunk.iter().zip(counts) {
                merge(&mut self.runners[*at].counts, more);
            }
        }
        for at in places {
            let runner = &mut self.runners[at];
            let (low, high) = rules.scale.scores(intervals.of(&runner.counts));
            // Intervals hold at all times, and so does what they have in common.
            (runner.low, runner.high) = (runner.low.max(low), runner.high.min(high));
            runner.rounds += 1;
        }
        self.decks += decks;
        Ok(())
    }
}

/// Decks of a routine after so many rounds.
fn after(rounds: u32) -> usize {
    match rounds.checked_sub(1) {
        Some(further) => BATCH << (2 * further),
        None => 0,
    }
}

/// Decks of the round after so many.
fn more(rounds: u32) -> usize {
    after(rounds + 1) - after(rounds)
}

/// The numbers of the decks of `runners` in these batches.
fn counted(runners: &[&Runner], batches: Range<u64>, rules: &Rules<'_>) -> Vec<Histogram> {
    let words: Vec<&Word> = runners.iter().map(|runner| &runner.word).collect();
    let Ok(mut decks) = Decks::new(rules.moves, rules.cards, rules.seed) else {
        return Vec::new();
    };
    let mut judges = Vec::with_capacity(words.len());
    let watched = rules.scale.watched();
    decks.each(&words, (Use::Watched, watched), |_, decks| {
        let decks: Vec<&[u16]> = decks.chunks_exact(rules.cards).collect();
        judges.push(rules.scale.judge(&decks));
    });
    let mut counts = vec![Histogram::default(); words.len()];
    for number in batches {
        decks.each(&words, (Use::Scored(number), BATCH), |at, decks| {
            for deck in decks.chunks_exact(rules.cards) {
                counts[at].add(judges[at].number(deck));
            }
        });
    }
    counts
}

fn merge(all: &mut Histogram, more: &Histogram) {
    if all.0.len() < more.0.len() {
        all.0.resize(more.0.len(), 0);
    }
    for (all, more) in all.0.iter_mut().zip(&more.0) {
        *all += more;
    }
}

/// The numbers of the first `count` decks that each of `words` would be scored by, on each of `scales`. Words that begin
/// alike stand one after the other: they share the work.
pub(super) fn first(
    words: &[&Word],
    count: usize,
    rules: &Rules<'_>,
    scales: &[&Scale],
) -> Vec<Vec<Histogram>> {
    let decks = Decks::new(rules.moves, rules.cards, rules.seed);
    let mut decks = decks.expect("the seed was checked");
    let watched = scales
        .iter()
        .map(|scale| scale.watched())
        .max()
        .unwrap_or_default();
    let mut judges = Vec::with_capacity(words.len());
    decks.each(words, (Use::Watched, watched), |_, decks| {
        let decks: Vec<&[u16]> = decks.chunks_exact(rules.cards).collect();
        let each = scales.iter().map(|scale| scale.judge(&decks));
        judges.push(each.collect::<Vec<_>>());
    });
    let mut all = vec![vec![Histogram::default(); scales.len()]; words.len()];
    for number in batches(0..count) {
        decks.each(words, (Use::Scored(number), BATCH), |at, decks| {
            for deck in decks.chunks_exact(rules.cards) {
                for (counts, judge) in all[at].iter_mut().zip(&mut judges[at]) {
                    counts.add(judge.number(deck));
                }
            }
        });
    }
    all
}

/// The same, of which nothing is simulated that is kept.
pub(crate) fn first_or_kept(
    word: &Word,
    count: usize,
    rules: &Rules<'_>,
    scales: &[Scale],
) -> Vec<Histogram> {
    let kept = |scale: &Scale| rules.kept(word, scale.by).filter(|_| count == ALL_DECKS);
    let known: Vec<Option<&Histogram>> = scales.iter().map(kept).collect();
    let open = scales.iter().zip(&known);
    let open = open.filter(|(_, known)| known.is_none());
    let open: Vec<&Scale> = open.map(|(scale, _)| scale).collect();
    let mut simulated = if open.is_empty() {
        Vec::new()
    } else {
        first(&[word], count, rules, &open).remove(0)
    }
    .into_iter();
    let all = known
        .into_iter()
        .map(|known| known.cloned().or_else(|| simulated.next()));
    all.flatten().collect()
}

/// The numbers of the batches in which decks come, from one of them to another.
fn batches(decks: Range<usize>) -> Range<u64> {
    (decks.start / BATCH) as u64..decks.end.div_ceil(BATCH) as u64
}
