//! Runs that are stopped again and again, and runs that are shared out: the same record as in one go, byte for byte.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::*;
use crate::spec::{Overrides, parse};
use record::to_json;
use text::pieces::{Left, Pieces};

/// Stops after so many rounds or pieces, and keeps what was counted as a file would.
struct Stopping {
    rounds: AtomicUsize,
    saved: Mutex<Option<Saved>>,
    kept: Mutex<Option<Vec<u8>>>,
    whole: AtomicBool,
    shard: Shard,
}

impl Stopping {
    fn after(rounds: usize, saved: Option<Saved>, shard: Shard) -> Self {
        Self {
            rounds: AtomicUsize::new(rounds),
            saved: Mutex::new(saved),
            kept: Mutex::new(None),
            whole: AtomicBool::new(false),
            shard,
        }
    }

    fn kept(self) -> Option<Saved> {
        let kept = self.kept.into_inner().unwrap();
        kept.map(|bytes| postcard::from_bytes(&bytes).unwrap())
    }
}

impl Ledger for Stopping {
    fn shard(&self) -> Shard {
        self.shard
    }

    fn saved(&self) -> Option<Saved> {
        self.saved.lock().unwrap().take()
    }

    fn wish(&self) -> Wish {
        let left = self.rounds.load(Ordering::Relaxed);
        self.rounds.store(left.saturating_sub(1), Ordering::Relaxed);
        if left <= 1 { Wish::Stop } else { Wish::Save }
    }

    fn keeps(&self) -> bool {
        true
    }

    fn keep(&self, saved: &Saved, ended: bool) -> Result<(), LedgerError> {
        *self.kept.lock().unwrap() = Some(postcard::to_stdvec(saved).unwrap());
        self.whole.store(ended, Ordering::Relaxed);
        Ok(())
    }
}

/// Specs that go through each way of counting, each with whether its jobs can be shared out.
const SPECS: &[(&str, bool)] = &[
    // A stream for each batch.
    (
        r#"deck = 12
        routines = ["RRR", "H", "C"]
        suite = "standard""#,
        true,
    ),
    // Serial streams of other programs, with caches and without; jobs that are not cut.
    (
        r#"deck = 10
        routines = ["RRR", "H", "S"]
        generator = "numpy-legacy"
        suite = "standard""#,
        true,
    ),
    (
        r#"deck = 10
        routines = ["RRR", "S"]
        generator = "python"
        suite = "quick""#,
        true,
    ),
    (
        r#"deck = 10
        routines = ["S"]
        generator = "msvc"
        suite = "quick""#,
        true,
    ),
    (
        r#"deck = 10
        routines = ["RR", "S"]
        generator = "cpp-mt19937"
        suite = "quick""#,
        true,
    ),
    (
        r#"deck = 10
        routines = ["S"]
        generator = "cpp-minstd-rand0"
        suite = "quick""#,
        true,
    ),
    (
        r#"deck = 10
        routines = ["S"]
        generator = "matlab"
        suite = "quick""#,
        true,
    ),
    // A deck that is kept from one to the next, within a batch.
    (
        r#"deck = 10
        routines = ["RR"]
        source = { memory = "in-place" }
        suite = "standard""#,
        true,
    ),
    (
        r#"deck = 10
        routines = ["RR"]
        generator = "pcg64"
        suite = "quick""#,
        true,
    ),
    // Views of decks.
    (
        r#"deck = 20
        view = "hand:7"
        routines = ["RRR"]"#,
        true,
    ),
    // Draws by rules with a memory.
    (
        r#"subject = "sequence"
        weights = [3, 3, 3]
        draws = ["independent", { kind = "bag", items = [3, 3, 3] }, { kind = "bag", items = [3, 3, 3], cursor = "refill" },
            { kind = "adaptive-dice", unrandomness = 0.25 }, { kind = "never-empty", items = [3, 3, 3], hold = 2 }, { kind = "fill-up" }]
        statistics = ["frequency", "symbol-gaps", "serial-pairs"]"#,
        true,
    ),
    // Runs that are watched.
    (
        r#"deck = 12
        routines = ["G*6", "S"]
        suite = "standard"
        [until-decided]
        delta = 0.02
        max-trials = 40_000"#,
        false,
    ),
    (
        r#"deck = 12
        routines = ["S"]
        generator = "numpy-legacy"
        suite = "quick"
        [until-decided]
        delta = 0.02
        max-trials = 40_000"#,
        false,
    ),
];

/// The number of decks is no multiple of a batch.
const TRIALS: &str = "trials = 45_001";

fn experiment(spec: &str) -> Experiment<'static> {
    let trials = if spec.contains("until-decided") {
        ""
    } else {
        TRIALS
    };
    let text = format!("name = \"kept\"\nquestion = \"?\"\nseed = 5\n{trials}\n{spec}");
    parse("kept.toml".as_ref(), &text, &Overrides::default()).unwrap()
}

fn uninterrupted(experiment: &Experiment<'_>) -> String {
    to_json(&run(experiment, Machine::from(1), &Unwatched).unwrap()).unwrap()
}

/// Runs it again and again, for a round each time, until it is done: its record, and how often it was stopped.
fn stopped_again_and_again(experiment: &Experiment<'_>) -> (String, usize) {
    let mut saved = None;
    for stops in 0..1_000 {
        let ledger = Stopping::after(1, saved, Shard::WHOLE);
        let conducted = run_kept(experiment, Machine::from(2), (&Unwatched, Some(&ledger)));
        match conducted.unwrap() {
            Conducted::Record(record) if record.interim.is_none() => {
                return (to_json(&*record).unwrap(), stops);
            }
            Conducted::Record(record) => {
                let interim = record.interim.unwrap();
                assert!(interim.decks < interim.of, "{interim:?}");
            }
            Conducted::Unjudged => {}
            Conducted::Part => panic!("it was not shared out"),
        }
        saved = ledger.kept();
        assert!(saved.is_some());
    }
    panic!("it came to no end");
}

/// Counts each of `of` parts, stopped after its first round, and puts them together.
fn shared_out(experiment: &Experiment<'_>, of: u32) -> String {
    let mut merged = Saved::default();
    // The parts come in another order than that of their decks.
    for number in (1..=of).rev() {
        let shard = Shard { number, of };
        let mut saved = None;
        loop {
            let ledger = Stopping::after(1, saved, shard);
            let machine = Machine::from(1);
            run_kept(experiment, machine, (&Unwatched, Some(&ledger))).unwrap();
            let whole = ledger.whole.load(Ordering::Relaxed);
            saved = ledger.kept();
            if whole {
                break;
            }
        }
        merged.merge(saved.unwrap()).unwrap();
    }
    let ledger = Stopping::after(0, Some(merged), Shard::WHOLE);
    let told: Told<'_> = (&Unwatched, Some(&ledger));
    match run_kept(experiment, Machine::from(1), told).unwrap() {
        Conducted::Record(record) => {
            assert_eq!(record.interim, None);
            to_json(&*record).unwrap()
        }
        _ => panic!("all of it was counted"),
    }
}

#[test]
fn a_run_that_is_stopped_again_and_again_gives_the_same_bytes() {
    for (spec, _) in SPECS {
        let experiment = experiment(spec);
        let (record, stops) = stopped_again_and_again(&experiment);
        assert_eq!(record, uninterrupted(&experiment), "{spec}");
        // One that is decided soon is not stopped.
        assert!(stops > 0 || spec.contains("until-decided"), "{spec}");
    }
}

#[test]
fn parts_give_the_bytes_of_one_run() {
    for (spec, divided) in SPECS {
        let experiment = experiment(spec);
        assert_eq!(undivided(&experiment).is_none(), *divided, "{spec}");
        if *divided {
            let whole = uninterrupted(&experiment);
            for of in [2, 5, 20] {
                assert_eq!(shared_out(&experiment, of), whole, "{of} parts of {spec}");
            }
        }
    }
}

/// A statistic that is evaluated by replicate: replicates are cut by rounds and by parts.
#[test]
fn replicates_may_be_cut_anywhere() {
    for (trials, replicates) in [(100, 300), (10_000, 7)] {
        let text = format!(
            "name = \"kept\"\nquestion = \"?\"\nseed = 5\ndeck = 40\ntrials = {trials}\nreplicates = {replicates}\n\
             routines = [\"RRR\", \"S\"]\nstatistics = [\"duplicates\", \"position-matrix\"]"
        );
        let experiment = parse("kept.toml".as_ref(), &text, &Overrides::default()).unwrap();
        let whole = uninterrupted(&experiment);
        let (record, stops) = stopped_again_and_again(&experiment);
        assert_eq!(record, whole);
        assert!(stops > 0);
        for of in [3, 16] {
            assert_eq!(shared_out(&experiment, of), whole, "{of} parts");
        }
    }
}

/// A run whose control fails by chance draws another once all is counted: in one go, gone on from, and at the merge.
#[test]
fn a_control_that_is_drawn_again_is_the_same_in_one_go_and_in_parts() {
    let text = "name = \"kept\"\nquestion = \"?\"\nseed = 14\ndeck = 20\nview = \"hand:7\"\nalpha = 0.05\ntrials = 45_001\n\
                routines = [\"RRR\"]\nsuite = \"quick\"";
    let experiment = parse("kept.toml".as_ref(), text, &Overrides::default()).unwrap();
    let whole = uninterrupted(&experiment);
    assert!(whole.contains("\"first_control\""), "{whole}");
    let (record, stops) = stopped_again_and_again(&experiment);
    assert_eq!(record, whole);
    assert!(stops > 0);
    for of in [2, 5] {
        assert_eq!(shared_out(&experiment, of), whole, "{of} parts");
    }
}

#[test]
fn counts_of_another_run_are_refused() {
    let of = |spec: &str| {
        let ledger = Stopping::after(1, None, Shard::WHOLE);
        let experiment = experiment(spec);
        run_kept(&experiment, Machine::from(1), (&Unwatched, Some(&ledger))).unwrap();
        ledger.kept().unwrap()
    };
    let spec = "deck = 12\nroutines = [\"RRR\"]\nsuite = \"quick\"";
    for other in [
        "deck = 12\nroutines = [\"RRRR\"]\nsuite = \"quick\"",
        "deck = 12\nroutines = [\"RRR\", \"C\"]\nsuite = \"quick\"",
        "deck = 12\nroutines = [\"RRR\"]\nsuite = \"standard\"",
        "deck = 13\nroutines = [\"RRR\"]\nsuite = \"quick\"",
        "deck = 12\nroutines = [\"RRR\"]\nsuite = \"quick\"\ngenerator = \"pcg64\"",
    ] {
        let ledger = Stopping::after(1, Some(of(other)), Shard::WHOLE);
        let experiment = experiment(spec);
        let refused = run_kept(&experiment, Machine::from(1), (&Unwatched, Some(&ledger)));
        let said = refused.err().map(|error| error.to_string());
        let said = said.unwrap_or_else(|| panic!("the counts of {other} were taken"));
        assert!(said.contains("do not belong to this run"), "{said}");
    }
}

/// Keeps the results of pieces, and forgets those from some number on, as a process that died would.
#[derive(Default)]
struct Book {
    stage: AtomicUsize,
    results: Mutex<BTreeMap<(usize, usize), Vec<u8>>>,
    known: AtomicUsize,
}

impl Pieces for Book {
    fn begin(&self) {
        self.stage.fetch_add(1, Ordering::Relaxed);
    }

    fn done(&self, number: usize) -> Result<Option<Vec<u8>>, Left> {
        let place = (self.stage.load(Ordering::Relaxed), number);
        let found = self.results.lock().unwrap().get(&place).cloned();
        self.known
            .fetch_add(usize::from(found.is_some()), Ordering::Relaxed);
        Ok(found)
    }

    fn keep(&self, number: usize, result: Vec<u8>) -> Result<(), Left> {
        let place = (self.stage.load(Ordering::Relaxed), number);
        self.results.lock().unwrap().insert(place, result);
        Ok(())
    }
}

struct Searching(Book);

impl Ledger for Searching {
    fn wish(&self) -> Wish {
        Wish::GoOn
    }

    fn keeps(&self) -> bool {
        false
    }

    fn keep(&self, _: &Saved, _: bool) -> Result<(), LedgerError> {
        Ok(())
    }

    fn pieces(&self) -> Option<&dyn Pieces> {
        Some(&self.0)
    }
}

#[test]
#[ignore = "some 5 s of processor: .ci/run ignored"]
fn a_search_goes_on_from_any_of_its_pieces() {
    let text = "name = \"kept\"\nquestion = \"?\"\ndeck = 10\n[answers.best]\nwhat = \"advice\"\nmoves = \"G,O,C\"\n\
                within = \"20s\"\ndecks = 400_000";
    let experiment = parse("kept.toml".as_ref(), text, &Overrides::default()).unwrap();
    let whole = uninterrupted(&experiment);
    let ledger = Searching(Book::default());
    let told: Told<'_> = (&Unwatched, Some(&ledger));
    run_kept(&experiment, Machine::from(2), told).unwrap();
    let all = ledger.0.results.into_inner().unwrap();
    assert!(all.len() > 3, "{}", all.len());
    for cut in [0, 1, all.len() / 2, all.len() - 1, all.len()] {
        let book = Book {
            results: Mutex::new(all.clone().into_iter().take(cut).collect()),
            ..Book::default()
        };
        let ledger = Searching(book);
        let told: Told<'_> = (&Unwatched, Some(&ledger));
        let Conducted::Record(record) = run_kept(&experiment, Machine::from(2), told).unwrap()
        else {
            panic!("nobody stopped it");
        };
        assert_eq!(to_json(&*record).unwrap(), whole);
        assert_eq!(ledger.0.known.into_inner(), cut);
    }
}
