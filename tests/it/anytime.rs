//! Verdicts that may be looked for at any time: however often one looks, ideal decks are refuted as
//! seldom as declared; bad ones soon; and what passes is as good as it is said to be.
//!
//! All seeds are fixed. A count of false alarms would be beyond its limit by chance with a probability of
//! 0.001 at the most (binomial), if its seed were changed.

use deck::kernel::Isa;
use deck::rng::{Generator, Seed};
use engine::simulate::{self, Counts, Job, Seen, Unwatched, Watch};
use shuffle::policy::Policy;
use shuffle::routine::{Letters, Plan, Routine};
use source::Simulated;
use text::judgement::Decision;

use engine::verdict::anytime::{Finding, Referee, Rules};
use statistic::{Design, LogE, Probe, Suite, Wager};

fn plan(text: &str) -> Plan {
    let letters = Letters::default();
    Routine::parse(text, &letters).unwrap().plan(&letters)
}

fn job(plan: &Plan, label: &str, seed: u128) -> Job {
    Job {
        plan: plan.clone(),
        label: label.to_owned(),
        generator: Generator::DEFAULT,
        seed: Seed::Integer(seed),
        policy: Policy::default(),
    }
}

fn design(cards: usize, trials: u64) -> Design {
    Design {
        size: cards,
        trials,
        replicates: 1,
    }
}

/// The largest e-value of each wager, and of their mean, over all looks.
struct Largest<'a> {
    probes: &'a [Probe],
    wagers: Vec<Box<dyn Wager>>,
    most: Vec<f64>,
}

impl<'a> Largest<'a> {
    fn new(probes: &'a [Probe], design: &Design) -> Self {
        let wagers = probes
            .iter()
            .map(|probe| probe.statistic().wager(design).unwrap());
        Self {
            probes,
            wagers: wagers.collect(),
            most: vec![f64::NEG_INFINITY; probes.len() + 1],
        }
    }
}

impl Watch for Largest<'_> {
    fn see(&mut self, _: usize, counted: &Seen<'_>) {
        let looked = self.wagers.iter_mut().zip(self.probes);
        let mut now: Vec<LogE> = looked
            .map(|(wager, probe)| wager.look(counted.of(probe)))
            .collect();
        now.push(LogE::mean(now.clone().into_iter()));
        for (most, now) in self.most.iter_mut().zip(now) {
            *most = most.max(now.ln());
        }
    }

    fn go_on(&mut self) -> Vec<bool> {
        vec![true]
    }
}

/// The findings of each replicate, decided by the rules.
fn decided(text: &str, design: Design, probes: &[Probe], rules: Rules, seeds: u64) -> Vec<Finding> {
    let plan = plan(text);
    let one = |seed| {
        let mut referee = Referee::new(rules, probes, &design, &[false]).unwrap();
        let jobs = [job(&plan, text, u128::from(seed))];
        let counted = simulate::run(&jobs, &design, probes, 1, &Unwatched, &mut referee).unwrap();
        referee
            .findings(&counted.iter().collect::<Vec<_>>())
            .remove(0)
    };
    (0..seeds).map(one).collect()
}

fn probe(name: &str, design: &Design) -> Vec<Probe> {
    vec![statistic::build(name, toml::Table::new(), design).unwrap()]
}

fn median(findings: &[Finding]) -> u64 {
    let mut decks: Vec<u64> = findings.iter().map(|finding| finding.decks).collect();
    decks.sort_unstable();
    decks[decks.len() / 2]
}

const USUAL: Rules = Rules {
    alpha: 0.001,
    beta: 0.001,
    delta: 0.05,
};

/// Counts of false alarms beyond this are as rare as 0.001: a normal limit, and one more.
fn most_alarms(replicates: usize, rate: f64) -> usize {
    let mean = replicates as f64 * rate;
    (mean + 3.3 * (mean * (1.0 - rate)).sqrt() + 1.0) as usize
}

#[test]
#[ignore = "some 75 s of processor: .ci/full watches"]
fn ideal_decks_are_refuted_as_seldom_as_declared_however_often_one_looks() {
    // Cards, decks that are looked at some hundred times, replicates.
    for (cards, trials, replicates) in [(6, 1024, 2_000), (20, 1024, 1_500), (52, 512, 1_000)] {
        let design = design(cards, trials);
        let mut probes = Suite::Quick.probes(&design).unwrap();
        probes.retain(|probe| probe.statistic().wager(&design).is_some());
        let lagged = toml::Table::from_iter([("lag".to_owned(), toml::Value::Integer(1))]);
        probes.extend(
            ["position-matrix", "rising-sequences"]
                .map(|name| statistic::build(name, lagged.clone(), &design).unwrap()),
        );
        let plan = plan("S");
        let mut alarms = vec![[0usize; 2]; probes.len() + 1];
        for seed in 0..replicates as u128 {
            let mut largest = Largest::new(&probes, &design);
            let jobs = [job(&plan, "ideal", 1_000 + seed)];
            simulate::run(&jobs, &design, &probes, 1, &Unwatched, &mut largest).unwrap();
            for (alarms, most) in alarms.iter_mut().zip(&largest.most) {
                for (alarms, alpha) in alarms.iter_mut().zip(ALPHAS) {
                    *alarms += usize::from(*most >= -alpha.ln());
                }
            }
        }
        let names = probes.iter().map(Probe::name).chain(["all together"]);
        for (name, alarms) in names.zip(&alarms) {
            println!("{cards} cards, {name}: {alarms:?} of {replicates}");
            for (alarms, alpha) in alarms.iter().zip(ALPHAS) {
                let most = most_alarms(replicates, alpha);
                assert!(*alarms <= most, "{cards} cards, {name}: {alarms} > {most}");
            }
        }
    }
}

const ALPHAS: [f64; 2] = [0.05, 0.01];

#[test]
fn what_departs_by_more_than_the_limit_passes_as_seldom_as_declared() {
    // Total variation of the number of rising sequences in the bins of its wager, 52 cards; nothing fails,
    // so that all depends on the limit.
    for (text, delta) in [("G*8", 0.15), ("G*9", 0.08)] {
        let design = design(52, 16_384);
        let probes = probe("rising-sequences", &design);
        let rules = Rules {
            alpha: 1e-300,
            beta: 0.05,
            delta,
        };
        let found = decided(text, design, &probes, rules, 300);
        let passed = found
            .iter()
            .filter(|found| found.decision == Decision::Pass)
            .count();
        println!("{text} {delta}: {passed} of 300 pass");
        assert!(passed <= most_alarms(300, 0.05), "{text}: {passed}");
        // It is no accident: what departs by less than is declared to matter passes.
        let wide = Rules {
            delta: 0.3,
            ..rules
        };
        let found = decided(text, design, &probes, wide, 20);
        assert!(found.iter().all(|found| found.decision == Decision::Pass));
    }
}

#[test]
#[ignore = "some 10 s of processor: .ci/run ignored"]
fn known_bad_shuffles_fail_soon_and_ideal_ones_pass() {
    let usual = design(52, 200_000);
    let rising = probe("rising-sequences", &usual);
    let positions = probe("position-matrix", &usual);
    let standard = Suite::Standard.probes(&usual).unwrap();
    for (probes, text, seeds, most) in [
        (&rising, "G*4", 41, 1),
        (&rising, "G*5", 41, 3),
        (&rising, "G*6", 41, 8),
        (&rising, "G*7", 41, 30),
        (&rising, "G*8", 21, 192),
        (&positions, "C", 21, 15),
        (&positions, "G*5", 11, 1_500),
        (&standard, "C", 21, 1),
        (&standard, "G*7", 21, 50),
        (&standard, "G*8", 11, 256),
    ] {
        let rules = Rules {
            delta: 0.001,
            ..USUAL
        };
        let found = decided(text, usual, probes, rules, seeds);
        assert!(
            found.iter().all(|found| found.decision == Decision::Fail),
            "{text}"
        );
        assert!(median(&found) <= most, "{text}: {} decks", median(&found));
        let culprit = found[0].statistics.iter().max_by_key(|of| of.e).unwrap();
        assert!(probes.len() > 1 || culprit.adjusted.reaches(0.001));
    }
    // By a union over all cells of the laws it took some 2,900, 13,700 and 98,500 decks; no union is needed.
    for (probes, delta, seeds, least, most) in [
        (&rising, 0.1, 11, 1_000, 1_500),
        (&rising, 0.05, 11, 4_096, 8_192),
        (&standard, 0.1, 11, 1_700, 2_900),
        (&standard, 0.05, 5, 8_192, 13_700),
        (&standard, 0.02, 1, 40_000, 98_500),
    ] {
        let rules = Rules { delta, ..USUAL };
        let found = decided("S", usual, probes, rules, seeds);
        assert!(found.iter().all(|found| found.decision == Decision::Pass));
        assert!(
            (least..=most).contains(&median(&found)),
            "{delta}: {} decks",
            median(&found)
        );
    }
}

#[test]
fn several_routines_are_judged_together_and_each_stops_by_itself() {
    let design = design(52, 100_000);
    let probes = Suite::Quick.probes(&design).unwrap();
    let jobs: Vec<Job> = ["C", "S", "G*7"]
        .iter()
        .map(|text| job(&plan(text), text, 5))
        .collect();
    let found = |threads: usize| {
        let mut referee = Referee::new(USUAL, &probes, &design, &[false, false, true]).unwrap();
        let counted =
            simulate::run(&jobs, &design, &probes, threads, &Unwatched, &mut referee).unwrap();
        (
            referee.findings(&counted.iter().collect::<Vec<_>>()),
            counted.iter().map(Counts::subjects).collect::<Vec<_>>(),
        )
    };
    let (one, decks) = found(1);
    let decisions: Vec<Decision> = one.iter().map(|found| found.decision).collect();
    // The last one is called a control, which must not fail.
    assert_eq!(decisions, [Decision::Fail, Decision::Pass, Decision::Fail]);
    assert!(
        decks[0] < 10 && decks[1] > 1000 && decks[2] < 100,
        "{decks:?}"
    );
    assert_eq!(found(3), (one, decks));
}

/// Decks that are simulated are looked at as those that are read are.
#[test]
fn recorded_decks_are_looked_at_as_simulated_ones() {
    let design = design(52, 1_000);
    let probes = Suite::Standard.probes(&design).unwrap();
    for text in ["G*8", "S"] {
        let plan = plan(text);
        let jobs = [job(&plan, text, 9)];
        let rules = Rules {
            delta: 0.001,
            ..USUAL
        };
        let mut referee = Referee::new(rules, &probes, &design, &[false]).unwrap();
        let counted = simulate::run(&jobs, &design, &probes, 2, &Unwatched, &mut referee).unwrap();
        let simulated = referee.findings(&counted.iter().collect::<Vec<_>>());

        let stream = jobs[0].generator.stream(&jobs[0].seed, text, 0, 0).unwrap();
        let mut source = Simulated::new(&plan, stream, jobs[0].generator.streams(), 0, 4_096);
        let mut referee = Referee::new(rules, &probes, &design, &[false]).unwrap();
        let counted = simulate::count(
            &mut source,
            (52, design.trials),
            &probes,
            Isa::best(),
            &Unwatched,
            &mut referee,
        );
        assert_eq!(referee.findings(&[&counted.unwrap()]), simulated, "{text}");
    }
}
