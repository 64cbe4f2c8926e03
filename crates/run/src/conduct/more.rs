//! Finds out how often a routine must be done until its decks are nearly fair: the next step for whoever shuffles so.
//!
//! The law over all orders is known for any number of riffles. Other shuffles are measured on the scales of advice, by the
//! same decks, so that this answer is that of a check of the routine. Opening hands that were asked for must fall nearly
//! as they should, too.

use super::bench::Bench;
use crate::spec::Experiment;
use deck::rng::Generator;
use deck::subject::Classes;
use engine::simulate::{self, Crew, Job, Never, SimulateError};
use record::{More, Nearly, Record};
use search::advise::enough::{self, Decks};
use search::advise::{
    Breadth, By, Move, SEED, SearchError, Settings, Table, Word, decks_of, measure,
};
use shuffle::policy::Policy;
use shuffle::routine::{Plan, Routine};
use text::judgement::Extent;

use engine::verdict::departure::Law;
use shuffle::theory::{self, Whole};
use shuffle::{Group, KINDS, Kind};
use statistic::{Design, Probe};

/// Opening hands are nearly fair: within this total variation.
const NEARLY: f64 = 0.1;

/// Decks whose opening hands are looked at, for each number of times.
const DECKS: u64 = 4_096;

/// The confidence of advice that nothing is said of.
const CONFIDENCE: f64 = 0.99;

/// Cards that are moved for a number of times, at the most, over all decks: some seconds.
const MOST_MOVES: f64 = 4e9;

/// Larger decks would take minutes.
const MOST_CARDS: usize = 200;

/// Shuffles in a routine, at the most.
const MOST_SHUFFLES: u64 = 10_000;

/// Says how often the one routine of `record` must be done; `None` if it is fair enough, if it is no routine of
/// independent decks, or one of several.
pub(super) fn more(
    bench: &Bench<'_>,
    experiment: &Experiment<'_>,
    record: &Record,
) -> Result<Option<More>, SimulateError> {
    let [routine] = experiment.routines() else {
        return Ok(None);
    };
    let ours = record.routines.iter().find(|routine| !routine.control);
    let departure = ours.and_then(|routine| routine.departure.as_ref());
    let plain = experiment.policy == Policy::default() && experiment.subject.is_whole_decks();
    let Some(departure) =
        departure.filter(|of| plain && !matches!(of.extent, Extent::Practical | Extent::Bounded))
    else {
        return Ok(None);
    };
    let again = Again::of(routine, &routine.plan(&experiment.letters));
    let cards = experiment.design.size;
    if let Some(known) = again.known(cards, departure.delta) {
        return Ok(Some(known));
    }
    if cards > MOST_CARDS {
        return Ok(None);
    }
    again.simulated(bench, experiment).map(Some)
}

/// The first shuffle of the one routine that is a wrong program, if one is.
pub(super) fn wrong_program(experiment: &Experiment<'_>) -> Option<String> {
    let [routine] = experiment.routines() else {
        return None;
    };
    let wrong = |kind: &&Kind| kind.group == Group::Wrong;
    let kinds = routine.letters().iter().filter_map(|step| {
        let made = experiment.letters.table(*step)?;
        let name = made.get("kind")?.as_str()?.to_owned();
        KINDS.iter().filter(wrong).find(|kind| kind.name == name)
    });
    kinds.map(|kind| kind.name.to_owned()).next()
}

/// A shuffle, or a routine, that is done again and again.
struct Again {
    name: String,
    once: Plan,
    done: u64,
}

impl Again {
    /// The one shuffle of the routine, or all of it.
    fn of(routine: &Routine, plan: &Plan) -> Self {
        let letters = routine.letters();
        let alike = letters.iter().all(|letter| *letter == letters[0]);
        if alike {
            return Self {
                name: letters[0].to_string(),
                once: Plan::new(plan.steps()[..1].to_vec()),
                done: letters.len() as u64,
            };
        }
        Self {
            name: routine.name().to_owned(),
            once: plan.clone(),
            done: 1,
        }
    }

    /// The answer that is known without simulating, if one is.
    fn known(&self, cards: usize, delta: f64) -> Option<More> {
        // Other routines have bounds, which take long and say less than simulating does.
        theory::whole(&self.once).filter(|whole| *whole != Whole::EquallyLikely)?;
        let [times] = &theory::enough::times(&self.once, cards, &[delta])[..] else {
            return None;
        };
        if times.never {
            let why = times.too_few.as_ref().map(|bound| bound.by.clone());
            return Some(More {
                never: Some(why.unwrap_or_default()),
                ..self.found(
                    None,
                    0,
                    Nearly::AllOrders {
                        within: delta,
                        at_most: None,
                    },
                )
            });
        }
        let enough = times.exact.or(times.at_most).map(u64::from)?;
        let at_most = times.enough.as_ref().map(|bound| bound.value);
        let nearly = Nearly::AllOrders {
            within: delta,
            at_most,
        };
        Some(self.found(Some(enough), enough, nearly))
    }

    fn found(&self, enough: Option<u64>, tried_up_to: u64, by: Nearly) -> More {
        More {
            again: self.name.clone(),
            done: self.done,
            enough,
            never: None,
            tried_up_to,
            by,
        }
    }

    fn most_times(&self) -> u64 {
        (MOST_SHUFFLES / self.once.steps().len().max(1) as u64).max(self.done + 1)
    }

    /// The times that are enough at a table.
    fn simulated(
        &self,
        bench: &Bench<'_>,
        experiment: &Experiment<'_>,
    ) -> Result<More, SimulateError> {
        let cards = experiment.design.size;
        let decks = decks_of(cards) + Decks::All.number(cards);
        let moves = (cards * decks * self.once.steps().len()) as f64;
        let most = self.most_times().min((MOST_MOVES / moves) as u64);
        let most = most.max(self.done + 1) as usize;
        let crew = Crew::new(bench.machine, bench.progress, None)?;
        let table = self.table(cards);
        let word = |times: usize| self.word().repeat(times);
        let settings = Settings {
            by: By::Calls,
            tie: By::Calls.tie(cards),
            confidence: CONFIDENCE,
            seed: SEED,
            breadth: Breadth::Plain,
            decks: 0,
        };
        let scales = enough::scales(cards);
        let ties = |by: By| by.tie(cards);
        let found = enough::least(1, (self.done as usize, most), |asked, decks| {
            let routines: Vec<_> = asked
                .iter()
                .map(|(_, times)| (&table, word(*times)))
                .collect();
            let judged = (&settings, &ties as &dyn Fn(By) -> f64);
            enough::verdicts(&routines, (cards, &scales, decks), judged, &crew)
        });
        let stopped = |error| match error {
            SearchError::Seed(error) => SimulateError::Seed(error),
            SearchError::Left(left) => SimulateError::Left(left),
        };
        let found = found.map_err(stopped)?.remove(0);
        let hands = Hands::new(bench, experiment);
        let mut enough = None;
        let mut tried = found.unwrap_or_else(|tried| tried);
        for times in found.into_iter().flat_map(|found| found..=most) {
            tried = times;
            if hands.nearly_fair(&self.once.repeated(times), times)? {
                enough = Some(times);
                break;
            }
        }
        let calls = enough.map(|times| {
            let decks = Decks::All.number(cards);
            let routine = [(&table, word(times))];
            let found = measure(&routine, &[By::Calls], (&settings, decks), &crew);
            Ok::<_, SimulateError>(found.map_err(stopped)?[0][0].mean)
        });
        let nearly = Nearly::AtTheTable {
            within: By::Calls.tie(cards),
            decks: decks as u64,
            calls: calls.transpose()?,
            calls_fair: laws::counting::harmonic(cards),
            hands: !hands.probes.is_empty(),
        };
        Ok(self.found(enough.map(|times| times as u64), tried as u64, nearly))
    }

    /// Its shuffles as the moves of a search.
    fn table(&self, cards: usize) -> Table {
        let moves = self.once.steps().iter().map(|step| Move {
            name: step.describe(),
            shuffle: step.clone(),
            seconds: [1.0; 3],
            by_other_hands: [None, None],
        });
        Table {
            moves: moves.collect(),
            classes: Classes::halves(cards),
            within: 0.0,
            staked: None,
        }
    }

    /// Once, by the numbers of its moves.
    fn word(&self) -> Word {
        let steps = 0..self.once.steps().len();
        // A routine of more shuffles than a byte counts is not measured.
        steps
            .map(|at| u8::try_from(at).unwrap_or(u8::MAX))
            .collect()
    }
}

/// The opening hands that were asked for.
struct Hands<'a> {
    bench: &'a Bench<'a>,
    experiment: &'a Experiment<'a>,
    design: Design,
    probes: Vec<Probe>,
}

impl<'a> Hands<'a> {
    fn new(bench: &'a Bench<'a>, experiment: &'a Experiment<'a>) -> Self {
        let design = Design {
            trials: DECKS,
            replicates: 1,
            ..experiment.design
        };
        let probes = (experiment.statistics.iter())
            .filter(|probe| probe.statistic().name() == statistic::OPENING_HAND);
        Self {
            bench,
            experiment,
            design,
            probes: probes.cloned().collect(),
        }
    }

    /// Returns true if those after `plan` fall nearly as they should.
    fn nearly_fair(&self, plan: &Plan, times: usize) -> Result<bool, SimulateError> {
        if self.probes.is_empty() {
            return Ok(true);
        }
        let job = Job {
            plan: plan.clone(),
            label: format!("more {times}"),
            generator: Generator::DEFAULT,
            seed: self.experiment.seed.fold(),
            policy: Policy::default(),
        };
        let Bench {
            machine, progress, ..
        } = *self.bench;
        let design = &self.design;
        let counts =
            simulate::run(&[job], design, &self.probes, machine, progress, &mut Never)?.remove(0);
        let laws = self.probes.iter().filter_map(|probe| {
            let tally = counts.of(probe)?;
            Law::of(probe, design, tally, 0.5)
        });
        Ok(laws
            .into_iter()
            .all(|law| law.counted.is_some_and(|counted| counted <= NEARLY)))
    }
}
