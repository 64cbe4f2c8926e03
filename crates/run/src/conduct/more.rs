//! Finds out how often a routine must be done until its decks are nearly fair: the next step for whoever shuffles so.
//!
//! The law over all orders is known for any number of riffles. Other shuffles are simulated, twice as often and again
//! twice as often, until an opponent calls hardly more than in fair decks and opening hands fall nearly as they should;
//! then the least number of times is looked for between the last two.

use super::bench::{Bench, assessed};
use crate::spec::Experiment;
use deck::rng::Generator;
use engine::simulate::{self, Job, Never, SimulateError};
use record::{More, Nearly, Record};
use shuffle::policy::Policy;
use shuffle::routine::{Plan, Routine};
use text::judgement::Extent;

use engine::verdict::departure::Law;
use shuffle::theory::{self, Known, Whole, enough};
use statistic::{Design, Probe};

/// Nearly fair at a table: within this share of what a fair deck has.
const NEARLY: f64 = 0.1;

/// Decks for each number of times: a tenth of what an opponent calls is ten standard errors.
const DECKS: u64 = 4_096;

/// Cards that are moved for a number of times, at the most, over all decks: some seconds.
const MOST_MOVES: f64 = 4e9;

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
    let Some(departure) = departure.filter(|of| plain && of.extent != Extent::Practical) else {
        return Ok(None);
    };
    let again = Again::of(routine, &routine.plan(&experiment.letters));
    let cards = experiment.design.size;
    if let Some(known) = again.known(cards, departure.delta) {
        return Ok(Some(known));
    }
    again.simulated(bench, experiment).map(Some)
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

    fn plan(&self, times: u64) -> Plan {
        self.once.repeated(times as usize)
    }

    /// The answer that is known without simulating, if one is.
    fn known(&self, cards: usize, delta: f64) -> Option<More> {
        // Other routines have bounds, which take long and say less than simulating does.
        theory::whole(&self.once).filter(|whole| *whole != Whole::EquallyLikely)?;
        let [times] = &enough::times(&self.once, cards, &[delta])[..] else {
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
        let moves = (cards as u64 * DECKS * self.once.steps().len() as u64) as f64;
        let most = self.most_times().min((MOST_MOVES / moves) as u64);
        let most = most.max(self.done + 1);
        let trials = Trials::new(bench, experiment);
        // It may be nearly fair already, at a table.
        let (mut low, mut high) = (self.done.saturating_sub(1), self.done);
        let mut found = trials.of(&self.plan(high), high)?;
        while !found.is_enough && high < most {
            low = high;
            high = (self.done + (2 * (high - self.done)).max(1)).min(most);
            found = trials.of(&self.plan(high), high)?;
        }
        let tried_up_to = high;
        let enough = found.is_enough;
        while enough && high > self.done && high - low > 1 {
            let middle = low.midpoint(high);
            let tried = trials.of(&self.plan(middle), middle)?;
            if tried.is_enough {
                (high, found) = (middle, tried);
            } else {
                low = middle;
            }
        }
        let nearly = Nearly::AtTheTable {
            within: NEARLY,
            decks: DECKS,
            calls: enough.then_some(found.calls),
            calls_fair: theory::harmonic(cards),
            hands: trials.probes.len() > 1,
        };
        Ok(self.found(enough.then_some(high), tried_up_to, nearly))
    }
}

/// Runs of different numbers of times.
struct Trials<'a> {
    bench: &'a Bench<'a>,
    experiment: &'a Experiment<'a>,
    design: Design,
    /// The opponent, and the opening hands that were asked for.
    probes: Vec<Probe>,
}

/// The finding on a number of times.
struct Tried {
    calls: f64,
    is_enough: bool,
}

impl<'a> Trials<'a> {
    fn new(bench: &'a Bench<'a>, experiment: &'a Experiment<'a>) -> Self {
        let design = Design {
            trials: DECKS,
            replicates: 1,
            ..experiment.design
        };
        let opponent = statistic::build(statistic::OPPONENT, toml::Table::new(), &design);
        let hands = (experiment.statistics.iter())
            .filter(|probe| probe.statistic().name() == statistic::OPENING_HAND);
        let probes = opponent.into_iter().chain(hands.cloned());
        Self {
            bench,
            experiment,
            design,
            probes: probes.collect(),
        }
    }

    fn of(&self, plan: &Plan, times: u64) -> Result<Tried, SimulateError> {
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
        let unknown = Known::default();
        let found = assessed(&self.probes, design, &counts, &unknown, (1.0, true, None));
        let fair = theory::harmonic(design.size);
        let mut calls = fair;
        let mut nearly = found.map(|(probe, tally, assessment)| {
            if let Some(mean) = assessment.figures.number("calls") {
                calls = mean;
                return mean <= (1.0 + NEARLY) * fair;
            }
            Law::of(probe, design, tally, 0.5)
                .is_none_or(|law| law.counted.is_some_and(|counted| counted <= NEARLY))
        });
        // The opponent comes first.
        let is_enough = nearly.all(|one| one);
        Ok(Tried { calls, is_enough })
    }
}
