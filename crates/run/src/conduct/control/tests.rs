//! A chance alarm of the control ends no run, and a fault that was planted is still reported.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::few_decks::testing;
use super::super::{Conducted, conducted, run};
use super::*;
use crate::spec::{CONTROL, Experiment, Overrides, Testing, parse};
use deck::subject::{Classes, Kind, Subject, Told, View, WholeDeck};
use engine::simulate::{Job, Machine, Progress, Unwatched, available_threads};
use laws::known::Known;
use reader::{Input, Origin, Reading};
use record::to_json;
use shuffle::routine::{Letters, Plan, Routine};
use source::SourceError;
use statistic::{Probe, Suite};
use subjects::{About, Planned, Refused, Stream};
use text::params::ParamError;

/// Decks of a program whose ideal shuffle is faulty on the random streams of these names: it riffles once.
#[derive(Debug)]
struct Planted(&'static [&'static str]);

impl Subject for Planted {
    fn kind(&self) -> Kind {
        WholeDeck.kind()
    }

    fn value(&self) -> Arc<dyn Any + Send + Sync> {
        WholeDeck.value()
    }
}

impl About for Planted {
    fn described(&self, size: usize) -> record::Subject {
        WholeDeck.described(size)
    }

    fn group(&self) -> &'static str {
        WholeDeck.group()
    }

    fn check_reading(&self, reading: &Reading) -> Result<(), Refused> {
        WholeDeck.check_reading(reading)
    }

    fn probes(&self, suite: Suite, design: &Design) -> Result<Vec<Probe>, ParamError> {
        WholeDeck.probes(suite, design)
    }
}

impl Runs for Planted {
    type Supply = Job;

    fn named(&self, planned: &Planned<'_>) -> Vec<Job> {
        WholeDeck.named(planned)
    }

    fn ideal(&self, planned: &Planned<'_>, label: &str) -> Option<Job> {
        let mut job = WholeDeck.ideal(planned, label)?;
        if self.0.contains(&label) {
            job.plan = Plan::written("G", &[]);
        }
        Some(job)
    }

    /// Nothing is known of what is faulty: figures beside exact ones would show it before any test.
    fn known(&self, _jobs: &[Job], _size: usize, _subjects: u64) -> Vec<Known> {
        Vec::new()
    }

    fn open(
        &self,
        size: usize,
        input: &Input,
        reading: &Reading,
    ) -> Result<Stream<Self>, SourceError> {
        WholeDeck.open(size, input, reading)
    }
}

fn experiment(spec: &str) -> Experiment<'static> {
    let text = format!("name = \"control\"\nquestion = \"?\"\n{spec}");
    parse("control.toml".as_ref(), &text, &Overrides::default()).unwrap()
}

/// The record of a run of a program whose control is faulty on some streams.
fn planted(streams: &'static [&'static str], spec: &str) -> Record {
    let experiment = experiment(spec);
    let told = (&Unwatched as &dyn Progress, None);
    match conducted(&Planted(streams), &experiment, Machine::from(2), told).unwrap() {
        Conducted::Record(record) => *record,
        _ => panic!("nobody stopped it"),
    }
}

const FIXED: &str = "deck = 20\nroutines = [\"S\"]\ntrials = 500\nsuite = \"quick\"";
const WATCHED: &str = "deck = 20\nroutines = [\"S\"]\nsuite = \"quick\"\n[until-decided]\ndelta = 0.2\nmax-trials = 20_000";

#[test]
fn a_fault_that_was_planted_is_reported() {
    for spec in [FIXED, WATCHED] {
        let record = planted(&[CONTROL, CONTROL_AGAIN], spec);
        assert_eq!(record.outcome, Outcome::FaultyControl);
        assert!(!record.first_control.unwrap().failed.is_empty());
    }
}

#[test]
fn a_control_that_fails_alone_is_drawn_again() {
    for spec in [FIXED, WATCHED] {
        let record = planted(&[CONTROL], spec);
        assert_eq!(record.outcome, Outcome::NoEvidence);
        let failed = record.first_control.unwrap().failed;
        assert!(
            failed
                .iter()
                .any(|name| name.starts_with("rising-sequences")),
            "{failed:?}"
        );
        // The second one is in its place, with figures of its own: those of a control that never failed are others.
        let sound = planted(&[CONTROL_AGAIN], spec);
        assert_eq!(
            (sound.outcome, &sound.first_control),
            (Outcome::NoEvidence, &None)
        );
        let [ours, control] = &record.routines[..] else {
            panic!("{} groups", record.routines.len());
        };
        assert_eq!((ours, control.control), (&sound.routines[0], true));
        assert_ne!(control.statistics, sound.routines[1].statistics);
        if spec == WATCHED {
            // It is watched as long as the routine was, not as long as the first one stood.
            assert_eq!(control.decks, ours.decks);
        }
    }
}

/// The views that are played: hold'em, draw poker, an opening hand, bridge, the first seven cards.
fn views() -> [(usize, View); 5] {
    let view = |shape: &str, told, classes| View {
        shape: shape.parse().unwrap(),
        classes,
        told,
    };
    let types = Classes::read("24 land, 36 spell", None, 60).unwrap();
    [
        (52, view("hand:2", Told::Playing, None)),
        (52, view("hand:5", Told::Places, None)),
        (60, view("hand:7", Told::Places, Some(types))),
        (52, view("hands:4x13", Told::Playing, None)),
        (60, view("first:7", Told::Places, None)),
    ]
}

/// The record of so many ideal decks of which a view is seen, with the seed that `test` has where nobody names one.
fn seen((cards, view): &(usize, View), decks: u64, threads: usize) -> Record {
    let testing = Testing {
        subject: view.clone().into(),
        control: true,
        ..testing(*cards, decks, Suite::Standard)
    };
    let ideal = Routine::parse("S", &Letters::default()).unwrap();
    let mut experiment = testing.of(Origin::routines(vec![ideal])).unwrap();
    experiment.letters = Letters::default();
    run(&experiment, Machine::from(threads), &Unwatched).unwrap()
}

/// Sizes of hold'em histories that once ended with a fault of the program, whatever they held.
const ALARMED: [u64; 5] = [12, 20, 22, 156, 166];

#[test]
fn sizes_whose_control_fails_by_chance_are_judged() {
    let [hold_em, ..] = views();
    for hands in ALARMED {
        let record = seen(&hold_em, hands, 1);
        assert_ne!(record.outcome, Outcome::FaultyControl, "{hands}");
        let first = record.first_control.as_ref();
        assert!(
            first.is_some_and(|first| !first.failed.is_empty()),
            "{hands}"
        );
        assert_eq!(
            to_json(&record).unwrap(),
            to_json(&seen(&hold_em, hands, 2)).unwrap()
        );
    }
}

/// Tells how many of the controls of all views, of the sizes that are a multiple of `step` up to `most`, were drawn again;
/// none may fail twice.
fn drawn_again(most: u64, step: usize) -> (u64, u64) {
    let (again, all) = (AtomicU64::new(0), AtomicU64::new(0));
    let next = AtomicU64::new(step as u64);
    std::thread::scope(|scope| {
        for _ in 0..available_threads() {
            scope.spawn(|| {
                loop {
                    let decks = next.fetch_add(step as u64, Ordering::Relaxed);
                    if decks > most {
                        break;
                    }
                    for view in &views() {
                        let record = seen(view, decks, 1);
                        assert_ne!(
                            record.outcome,
                            Outcome::FaultyControl,
                            "{decks} of {view:?}"
                        );
                        again.fetch_add(record.first_control.is_some().into(), Ordering::Relaxed);
                        all.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    (again.into_inner(), all.into_inner())
}

#[test]
fn no_size_of_a_few_ends_with_a_fault() {
    let (_, all) = drawn_again(2_000, 250);
    assert_eq!(all, 40);
}

/// Two thousand sizes of five views; the first control of about one in a thousand fails.
#[test]
#[ignore = "some half an hour: .ci/full watches"]
fn no_size_ends_with_a_fault() {
    let (again, all) = drawn_again(2_000, 1);
    assert_eq!(all, 10_000);
    // At most the .999 quantile of Binomial(10,000, .001).
    assert!((1..=21).contains(&again), "{again} of {all}");
}
