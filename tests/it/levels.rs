//! The default generator on every instruction set: the same records, and draws that are exact.

use std::fmt::Write as _;

use crate::common::{program, ran, write};
use deck::kernel::{Isa, Level};
use deck::rng::{Draws, Generator, PcgDraws, Seed};
use laws::matrix::Matrix;
use laws::tail::chi_squared_upper;
use shuffle::policy::Policy;
use shuffle::routine::Plan;

use engine::simulate::Counts;
use engine::simulate::{self, BATCH, Job, Machine, Unwatched};
use shuffle::Shuffle;

use colddeck::conduct;
use colddeck::record;
use colddeck::spec::{self, Experiment, Overrides};
use statistic::Design;

/// Random specs.
const SPECS: usize = 220;

/// Records of larger decks cost too much to make nine times over: their counts are compared, and
/// nothing else of a simulation goes into a record.
const RECORD_CARDS: usize = 32;

/// The levels that this processor has; the others are reported as skipped.
fn levels() -> Vec<Isa> {
    for level in Level::ALL {
        if let Err(lacking) = Isa::at(*level) {
            println!("skipped: {lacking}");
        }
    }
    Isa::all().collect()
}

/// A shuffle of any kind with any parameters, in TOML.
fn random_shuffle(draws: &mut PcgDraws, cards: usize) -> String {
    let mut pick = |bound: usize| draws.below(bound as u32) as usize;
    let widest = if pick(4) == 0 { cards + 3 } else { 12 };
    let low = 1 + pick(widest);
    let high = low + [0, 1, 5, 40, 300][pick(5)];
    match pick(14) {
        0 => "\"fisher-yates\"".to_owned(),
        1 => "\"riffle\"".to_owned(),
        2 | 3 => format!("{{ kind = \"riffle\", max-streak = {} }}", 1 + pick(6)),
        4 | 5 => format!("{{ kind = \"hindu\", packet = [{low}, {high}] }}"),
        6 => format!("{{ kind = \"overhand\", chance = 0.{} }}", pick(10)),
        7 => format!(
            "{{ kind = \"mash\", packet = [{low}, {high}], error = {} }}",
            pick(5)
        ),
        8 => format!("{{ kind = \"pile\", piles = {} }}", 2 + pick(9)),
        9 => format!(
            "{{ kind = \"faro\", type = \"{}\" }}",
            ["in", "out"][pick(2)]
        ),
        10 => ["\"cut\"", "\"identity\""][pick(2)].to_owned(),
        11 => format!("{{ kind = \"modulo-rand\", rand-max = {} }}", 1 + pick(400)),
        _ => [
            "\"inside-out\"",
            "\"batched\"",
            "\"sort-by-keys\"",
            "\"swap-with-any\"",
            "\"sattolo\"",
            "\"asf-poker\"",
            "\"even-only\"",
            "\"random-comparator\"",
            "{ kind = \"random-comparator\", algorithm = \"merge\" }",
            "{ kind = \"random-comparator\", algorithm = \"quick\" }",
        ][pick(10)]
        .to_owned(),
    }
}

/// A spec with three shuffles and three routines of them.
fn random_spec(draws: &mut PcgDraws, number: usize) -> String {
    let mut pick = |bound: usize| draws.below(bound as u32) as usize;
    let cards = match pick(8) {
        0 => [2, 63, 64, 65, 128, 129, 255, 256][pick(8)],
        1 | 2 => 2 + pick(299),
        _ => 2 + pick(60),
    };
    let (trials, replicates) = match pick(12) {
        0 if cards < 70 => (BATCH as usize + 1 + pick(200), 1),
        1 | 2 => (1 + pick(40), 1 + pick(4)),
        _ => (1 + pick(330), 1),
    };
    let generator = [
        "xoshiro256pp-x8",
        "xoshiro256pp-x8",
        "xoshiro256pp-x8",
        "pcg64",
    ][pick(4)];
    let seed = pick(1_000_000);
    let mut routine = || -> String { (0..=pick(5)).map(|_| ["A", "B", "D"][pick(3)]).collect() };
    let routines = [routine(), routine() + "A", routine() + "DD"];
    let mut text = format!(
        "name = \"random-{number}\"\ndeck = {cards}\ntrials = {trials}\nreplicates = {replicates}\n\
         seed = {seed}\ngenerator = \"{generator}\"\nroutines = ["
    );
    let mut written: Vec<&String> = Vec::new();
    for routine in &routines {
        if !written.contains(&routine) {
            write!(text, "\"{routine}\", ").unwrap();
            written.push(routine);
        }
    }
    text += "]\nstatistics = [\"position-lines\", \"position-matrix\", \"rising-sequences\"";
    text += if number.is_multiple_of(2) {
        ", \"duplicates\""
    } else {
        ""
    };
    text += "]\n[shuffles]\n";
    for letter in ["A", "B", "D"] {
        writeln!(text, "{letter} = {}", random_shuffle(draws, cards)).unwrap();
    }
    text
}

fn machine(threads: usize, isa: Isa) -> Machine {
    Machine {
        isa,
        ..Machine::from(threads)
    }
}

fn counts(experiment: &Experiment<'_>, jobs: &[Job], machine: Machine) -> Vec<Counts> {
    let (design, statistics) = (&experiment.design, &experiment.statistics);
    simulate::run(
        jobs,
        design,
        statistics,
        machine,
        &Unwatched,
        &mut simulate::Never,
    )
    .unwrap()
}

#[test]
#[ignore = "some 30 s of processor: .ci/run ignored"]
fn records_are_the_same_on_every_level_and_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let mut draws = PcgDraws::for_batch(5, "random specs", 0, 0);
    let levels = levels();
    for number in 0..SPECS {
        let text = random_spec(&mut draws, number);
        let file = write(folder.path(), &format!("{number}.toml"), &text);
        let experiment = spec::read(&file, &Overrides::default())
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let jobs = ::run::conduct::jobs(&experiment);
        let compared = experiment.design.size <= RECORD_CARDS;
        let bytes = |machine| {
            compared.then(|| {
                let record = conduct::run(&experiment, machine, &Unwatched).unwrap();
                record::to_json(&record).unwrap()
            })
        };
        let mut first: Option<(Vec<Counts>, Option<String>)> = None;
        for &isa in &levels {
            for threads in [1, 2, 5] {
                let machine = machine(threads, isa);
                let counts = counts(&experiment, &jobs, machine);
                let Some((expected, record)) = &first else {
                    let record = bytes(machine);
                    first = Some((counts, record));
                    continue;
                };
                let how = format!("{} on {threads} threads\n{text}", isa.level());
                assert!(*expected == counts, "{how}");
                assert_eq!(*record, bytes(machine), "{how}");
            }
        }
    }
}

/// Threads share the tallies of large decks, unless a statistic is evaluated by replicate.
#[test]
fn shared_tallies_are_those_that_each_thread_counts_for_itself() {
    let design = Design {
        size: 270,
        trials: 2 * BATCH + 77,
        replicates: 1,
    };
    let statistics = |names: &[&str]| -> Vec<_> {
        let build = |name: &&str| statistic::build(name, toml::Table::new(), &design).unwrap();
        names.iter().map(build).collect()
    };
    let job = |label: &str| Job {
        plan: Plan::new(vec![
            shuffle::build("riffle", toml::Table::new()).unwrap().into(),
        ]),
        label: label.to_owned(),
        generator: Generator::DEFAULT,
        seed: Seed::Integer(3),
        policy: Policy::default(),
    };
    let jobs = [job("one"), job("two")];
    let count = |names: &[&str], threads| {
        simulate::run(
            &jobs,
            &design,
            &statistics(names),
            threads,
            &Unwatched,
            &mut simulate::Never,
        )
        .unwrap()
    };
    let own = count(&["position-matrix", "rising-sequences", "duplicates"], 1);
    for threads in [1, 2, 5] {
        let shared = count(&["position-matrix", "rising-sequences"], threads);
        for (own, shared) in own.iter().zip(&shared) {
            for counter in ["positions", "rising-sequences"] {
                assert!(own.tally(0, counter).is_some());
                assert_eq!(
                    own.tally(0, counter),
                    shared.tally(0, counter),
                    "{threads} threads"
                );
            }
        }
    }
    let cells = own[0].tally(0, "positions").unwrap().cells();
    assert_eq!(cells.iter().sum::<u64>(), 270 * design.trials);
}

/// Every way in which blocks are shuffled. Shuffles that draw deck by deck, as the last ones here, have
/// no way of their own on any level, and need not all be here.
fn shuffles() -> Vec<Box<dyn Shuffle>> {
    [
        ("fisher-yates", ""),
        ("riffle", ""),
        ("riffle", "max-streak = 1"),
        ("riffle", "max-streak = 4"),
        ("hindu", "packet = [7, 12]"),
        ("hindu", "packet = [1, 3]"),
        ("cut", ""),
        ("identity", ""),
        ("overhand", ""),
        ("mash", ""),
        ("pile", "piles = 3"),
        ("pile", "piles = 3\nface = \"up\"\ncollect = \"random\""),
        ("piles", "piles = 2\neach = { kind = \"fisher-yates\" }"),
        (
            "piles",
            "piles = 3\neach = { kind = \"riffle\" }\ncollect = \"reversed\"",
        ),
        ("random-list", "piles = 3\neach = { kind = \"riffle\" }"),
        (
            "pairwise-piles",
            "pile = 12\nrounds = 2\neach = { kind = \"riffle\" }",
        ),
        ("now-and-then", "share = 0.25\neach = { kind = \"riffle\" }"),
        ("favoured-place", "card = 2\nplace = 3\ntimes = 0.6"),
        ("shelf", ""),
        ("shelf", "shelves = 2\nfrom = \"top\""),
        ("faro", ""),
        ("mongean", ""),
        ("mongean", "first = \"bottom\""),
        ("ouroboros", "cut = 1"),
        ("mexican-spiral", ""),
        ("cut", "cards = 2"),
        ("batched", ""),
        ("sattolo", ""),
    ]
    .into_iter()
    .map(|(kind, parameters)| shuffle::build(kind, parameters.parse().unwrap()).unwrap())
    .collect()
}

/// Error level for the cards of one deck together, by Holm's procedure: its first step is to multiply
/// the smallest p by their number.
const ERROR: f64 = 0.001;

/// Cells that expect fewer decks are pooled with the next.
const FEWEST_EXPECTED: f64 = 50.0;

/// Tests each card's positions as a multinomial sample of its row of the chain.
fn follows(chain: &Matrix, cells: &[u64], decks: u64, what: &str) {
    let cards = chain.size();
    for card in 0..cards {
        let (mut value, mut bins) = (0.0, 0_u32);
        let (mut expected, mut seen) = (0.0, 0);
        for (position, &probability) in chain.row(card).iter().enumerate() {
            let count = cells[position * cards + card];
            if probability == 0.0 {
                assert_eq!(count, 0, "{what}: card {card} at {position}");
            }
            expected += probability * decks as f64;
            seen += count;
            if expected >= FEWEST_EXPECTED {
                value += (seen as f64 - expected) * (seen as f64 - expected) / expected;
                bins += 1;
                (expected, seen) = (0.0, 0);
            }
        }
        let p = if bins < 2 {
            1.0
        } else {
            chi_squared_upper(value, f64::from(bins - 1))
        };
        assert!(
            p * cards as f64 > ERROR,
            "{what}: card {card}, {value} for {bins} cells"
        );
    }
}

fn every_shuffle_follows_its_chain(cards: usize, decks: u64) {
    let design = Design {
        size: cards,
        trials: decks,
        replicates: 1,
    };
    let statistics = [statistic::build("position-matrix", toml::Table::new(), &design).unwrap()];
    for shuffle in shuffles() {
        let (name, chain) = (shuffle.describe(), shuffle.one_card(cards).unwrap());
        let job = [Job {
            plan: Plan::new(vec![shuffle.into()]),
            label: "exact draws".to_owned(),
            generator: Generator::DEFAULT,
            seed: Seed::Integer(2026),
            policy: Policy::default(),
        }];
        for isa in levels() {
            let machine = machine(2, isa);
            let counts = simulate::run(
                &job,
                &design,
                &statistics,
                machine,
                &Unwatched,
                &mut simulate::Never,
            )
            .unwrap();
            let cells = counts[0].tally(0, "positions").unwrap().cells();
            let what = format!("{name}, {cards} cards, {}", isa.level());
            follows(&chain, cells, decks, &what);
        }
    }
}

#[test]
#[ignore = "some 15 s of processor: .ci/run ignored"]
fn every_shuffle_follows_its_chain_over_a_million_decks() {
    every_shuffle_follows_its_chain(40, 1_000_000);
    every_shuffle_follows_its_chain(64, 200_000);
    every_shuffle_follows_its_chain(100, 100_000);
}

#[test]
#[ignore = "minutes, of use after a change to a kernel or to what is drawn: .ci/full laws"]
fn every_shuffle_follows_its_chain_over_twenty_million_decks() {
    every_shuffle_follows_its_chain(40, 20_000_000);
}

#[test]
fn a_level_is_forced_by_an_option_or_the_environment_and_a_wrong_one_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], variable: Option<&str>| {
        let mut command = program(folder.path());
        command.args(["run", "RRH", "--deck", "20", "--trials", "500"]);
        command.args(arguments);
        command.env_remove("COLDDECK_ISA");
        if let Some(level) = variable {
            command.env("COLDDECK_ISA", level);
        }
        ran(&mut command)
    };
    for level in levels() {
        let name = level.level().name();
        for ran in [run(&["--isa", name], None), run(&[], Some(name))] {
            assert!(ran.err.contains(&format!("threads, {name}")), "{ran:#?}");
        }
        let json = run(&["--isa", name, "--json"], None);
        assert_eq!(json.out, run(&["--json"], None).out, "{name}");
    }
    for ran in [run(&["--isa", "mmx"], None), run(&[], Some("mmx"))] {
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains("accepted: `portable`"), "{ran:#?}");
    }
}
