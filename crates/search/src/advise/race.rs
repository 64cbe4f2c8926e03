//! The race: which of many routines is within ε of the best, at every time, with one confidence for all of it.
//!
//! Each routine has an interval for its score that holds at all times ([`Intervals`]); all of them together hold with
//! the stated confidence (the level is shared out evenly). The answer for a time t is the routine of at most that time
//! whose score is surely the lowest, the one with the least upper end. It is within ε of the best if no routine of at
//! most that time has a lower end that is more than ε below; it stays the answer for longer times as long as that holds.
//! Routines whose lower ends stand in the way, and the answers themselves as long as their intervals are wide, get twice
//! as many decks; the others are out of the race for as long as the answer stays as good. This is the rule of Kalyanakrishnan, Tewari, Auer and Stone (2012, PAC
//! subset selection), LUCB, for all times at once and in rounds.

use std::collections::BTreeMap;

use super::Move;
use super::candidates::{Word, time_of};
use super::crew::{Crew, made};
use super::decks::{Decks, Use};
use super::interval::{Histogram, Intervals};
use super::scale::Scale;
use crate::advise::SearchError;
use deck::rng::Seed;
use text::sorting;

/// Decks of a routine's first round; each further round doubles their number.
pub(crate) const FIRST: usize = 256;

/// Rounds after the first at the most: a quarter of a million decks of a routine.
const ROUNDS: u32 = 10;

/// Routines that a thread does in one go: enough to share beginnings, few enough to share out.
const CHUNK: usize = 128;

/// Decks that are shuffled at once: they stay near the processor.
const AT_ONCE: usize = 1_024;

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
    /// Scores that differ by less are ties.
    pub tie: f64,
    /// The probability with which any interval misses.
    pub miss: f64,
    /// The seed of all decks.
    pub seed: &'a Seed,
    /// Decks that may be scored in all.
    pub most_decks: u64,
}

/// The best routine of at most some time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Leader {
    /// From this time on, in thousandths of a second.
    pub ms: u64,
    /// Its place among the routines.
    pub at: usize,
    /// No routine of at most that time is better by more than this.
    pub within: f64,
}

/// The answers for all times, and what stands in their way.
#[derive(Debug)]
struct Walk {
    leaders: Vec<Leader>,
    in_the_way: Vec<Way>,
}

/// Routines that keep an answer from being within a tie of the best, as far as is known.
#[derive(Debug)]
struct Way {
    /// The answer, the one that is surest to be low, and the one that looks lowest.
    answers: [usize; 3],
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
        let of = |word: Word| Runner {
            ms: time_of(&word, rules.moves),
            word,
            counts: Histogram::default(),
            rounds: 0,
            low: 0.0,
            high: f64::INFINITY,
        };
        let mut race = Self {
            runners: words.into_iter().map(of).collect(),
            decks: 0,
        };
        // Each side of each routine.
        let share = rules.miss / (2.0 * race.runners.len().max(1) as f64);
        let intervals = Intervals::new(rules.scale.most(), rules.scale.spread, share);
        let everyone: Vec<usize> = (0..race.runners.len()).collect();
        race.runners.extend(known);
        race.round(&everyone, (rules, &intervals), crew)?;
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
            runner.high - runner.low > 0.5 * rules.tie && !runner.is_done()
        };
        // Answers first: the narrower theirs are, the fewer others stand in the way.
        let answers = in_the_way.iter().flat_map(|way| way.answers);
        let mut next: Vec<usize> = answers.filter(wide).collect();
        if next.is_empty() {
            let all = in_the_way.iter().flat_map(|way| &way.routines);
            next = all
                .copied()
                .filter(|at| !self.runners[*at].is_done())
                .collect();
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

    /// Goes through all times. The answer of a time stays as long as it is within `tie` of all routines that are as
    /// quick; it gives way to one that is surely better, or that looks better when more decks would hardly tell.
    fn walk(&self, tie: f64) -> Walk {
        let narrow = 0.25 * tie;
        let (mut leaders, mut in_the_way): (Vec<Leader>, Vec<Way>) = (Vec::new(), Vec::new());
        let (mut surest, mut lowest): (Option<usize>, Option<usize>) = (None, None);
        let (mut least, mut seen) = (f64::INFINITY, Vec::new());
        let runner = |at: usize| &self.runners[at];
        let width = |at: usize| runner(at).high - runner(at).low;
        let middle = |at: usize| 0.5 * (runner(at).low + runner(at).high);
        for (ms, places) in self.by_time() {
            for at in places {
                least = least.min(runner(at).low);
                if surest.is_none_or(|known| runner(at).high < runner(known).high) {
                    surest = Some(at);
                }
                if lowest.is_none_or(|known| middle(at) < middle(known)) {
                    lowest = Some(at);
                }
                seen.push(at);
            }
            let (Some(best), Some(lowest)) = (surest, lowest) else {
                continue;
            };
            let within = |at: usize| (runner(at).high - least).max(0.0);
            let blocking = |answer: usize| {
                let bar = runner(answer).high - tie;
                let low = |at: &usize| {
                    runner(*at).low < bar && width(*at) > narrow && !runner(*at).is_done()
                };
                seen.iter().copied().filter(low).collect::<Vec<usize>>()
            };
            if let Some(kept) = leaders.last_mut() {
                if within(kept.at) <= tie || kept.at == best && blocking(best).is_empty() {
                    kept.within = kept.within.max(within(kept.at));
                    continue;
                }
                let surely_worse = runner(kept.at).low > runner(best).high;
                let routines = blocking(kept.at);
                if !surely_worse && !routines.is_empty() {
                    in_the_way.push(Way {
                        answers: [kept.at, best, lowest],
                        routines,
                    });
                    kept.within = kept.within.max(within(kept.at));
                    continue;
                }
            }
            let routines = blocking(best);
            if within(best) > tie && !routines.is_empty() {
                in_the_way.push(Way {
                    answers: [best, best, lowest],
                    routines,
                });
            }
            leaders.push(Leader {
                ms,
                at: best,
                within: within(best),
            });
        }
        Walk {
            leaders,
            in_the_way,
        }
    }

    /// The best for each time, as few as may be: each is within `tie` of the best, or as near as is known, until the
    /// next takes its place.
    pub(crate) fn leaders(&self, tie: f64) -> Vec<Leader> {
        self.walk(tie).leaders
    }

    /// Scores more decks of the routines at `places`: twice as many as they have.
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
            .flat_map(|same| same.chunks(CHUNK))
            .collect();
        let decks = self.decks_of_a_round(&places);
        crew.begin(&format!("{} routines in the race", places.len()), decks);
        let counted = made(crew, chunks.len(), |at| {
            let runners: Vec<&Runner> = chunks[at].iter().map(|at| &self.runners[*at]).collect();
            let counts = counted(&runners, rules);
            crew.advance(self.decks_of_a_round(chunks[at]));
            let each = runners.iter().zip(counts).map(|(runner, more)| {
                let mut counts = runner.counts.clone();
                merge(&mut counts, &more);
                let ends = rules.scale.scores(intervals.of(&counts));
                (counts, ends)
            });
            each.collect::<Vec<_>>()
        })?;
        crew.end();
        let all: Vec<usize> = chunks.concat();
        for (at, (counts, (low, high))) in all.into_iter().zip(counted.into_iter().flatten()) {
            let runner = &mut self.runners[at];
            // Intervals hold at all times, and so does what they have in common.
            (runner.low, runner.high) = (runner.low.max(low), runner.high.min(high));
            runner.counts = counts;
            runner.rounds += 1;
        }
        self.decks += decks;
        Ok(())
    }
}

/// Decks of the round after so many.
fn more(rounds: u32) -> usize {
    FIRST << rounds.saturating_sub(1)
}

/// The numbers of the next round's decks of `runners`, which have done as many rounds.
fn counted(runners: &[&Runner], rules: &Rules<'_>) -> Vec<Histogram> {
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
    let rounds = runners.first().map_or(0, |runner| runner.rounds);
    let size = more(rounds).min(AT_ONCE);
    // Batches are numbered through all rounds.
    let first = if rounds == 0 { 0 } else { more(rounds) / FIRST };
    for batch in 0..more(rounds) / size {
        let number = (first + batch * size / FIRST) as u64;
        decks.each(&words, (Use::Scored(number), size), |at, decks| {
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

/// Numbers of `count` fresh decks of a routine on each of `scales`, an opponent having watched as many others.
pub fn fresh(word: &Word, count: usize, rules: &Rules<'_>, scales: &[Scale]) -> Vec<Histogram> {
    let decks = Decks::new(rules.moves, rules.cards, rules.seed);
    let mut decks = decks.expect("the seed was checked");
    let mut all = vec![Histogram::default(); scales.len()];
    decks.each(&[word], (Use::Fresh, 2 * count), |_, decks| {
        let decks: Vec<&[u16]> = decks.chunks_exact(rules.cards).collect();
        let (watched, scored) = decks.split_at(count);
        for (counts, scale) in all.iter_mut().zip(scales) {
            let mut judge = scale.judge(watched);
            for deck in scored {
                counts.add(judge.number(deck));
            }
        }
    });
    all
}
