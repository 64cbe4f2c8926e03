//! The family of tests that a run was judged by, for decks that were never there.

use std::collections::HashMap;

use engine::verdict::family::{Member, Part, judge, level_of_whole};
use laws::tail::PValue;
use record::Record;
use statistic::{Outcome, Test};
use text::judgement::Verdict;

/// All tests of a run. Tests that are not made again say nothing, as if their p-value were 1.
#[derive(Debug, Clone)]
pub(super) struct Family {
    /// The place of each test, by `statistic: test`, in the family.
    places: HashMap<String, usize>,
    silent: Vec<Member>,
    alpha: f64,
}

impl Family {
    /// The tests of the decks in `record`; those that were invalid there stay out.
    pub fn of(record: &Record) -> Self {
        let ours = record.routines.iter().filter(|routine| !routine.control);
        let tests = ours.flat_map(|routine| {
            let tests = routine.tests.iter();
            tests.map(|test| (&routine.name, test))
        });
        let (mut places, mut silent) = (HashMap::new(), Vec::new());
        for (at, (routine, test)) in tests.enumerate() {
            let name = format!("{}: {}", test.statistic, test.test);
            places.entry(name).or_insert(at);
            let own = test.statistic.rsplit('/').next().unwrap_or_default();
            silent.push(Member {
                outcome: match (test.p, test.decks_needed) {
                    (None, Some(needed)) => Outcome::TooFew { needed },
                    _ => nothing(),
                },
                part: Part::of(routine, own, &test.test),
            });
        }
        Self {
            places,
            silent,
            alpha: record.experiment.alpha,
        }
    }

    /// The same where all tests are valid.
    pub fn whole(&self) -> Self {
        Self {
            silent: (self.silent.iter())
                .map(|member| Member {
                    outcome: nothing(),
                    part: member.part.clone(),
                })
                .collect(),
            ..self.clone()
        }
    }

    /// Gives the p-value that a test of everything together must be able to reach to be valid: its share of the
    /// level.
    pub fn share(&self) -> f64 {
        let grains = self.silent.iter().map(|member| member.part.grain());
        level_of_whole(self.alpha, &grains.collect::<Vec<_>>())
    }

    /// Returns true if at least one of the tests `found` fails.
    pub(crate) fn fails(&self, found: &[(String, Test)]) -> bool {
        let mut members = self.silent.clone();
        for (name, test) in found {
            if let (Some(at), Outcome::P(_)) = (self.places.get(name), test.outcome) {
                members[*at].outcome = test.outcome;
            }
        }
        let judged = judge(&members, self.alpha);
        judged.iter().any(|judged| judged.verdict == Verdict::Fail)
    }
}

/// The outcome of a test that says nothing.
fn nothing() -> Outcome {
    Outcome::P(PValue::new(1.0))
}
