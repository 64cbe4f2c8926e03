//! The findings of a check, and the words for them.

use std::fmt;

use engine::count::Counts;
use engine::verdict::anytime::Finding;
use engine::verdict::battery::{assessed, level, members};
use engine::verdict::family::judge;
use laws::known::Known;
use statistic::{Design, Detectable, Outcome as OfTest, Probe, Test, Wanted};
use text::judgement::{Decision, Verdict};
use text::names;

/// The outcome of all tests together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No test failed.
    NoEvidence,
    /// A test failed.
    Evidence,
    /// There are too few decks for any test, or to decide.
    TooFew,
}

/// A test, and what it found.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Tested {
    /// The statistic, by the name that `colddeck list statistics` explains.
    pub statistic: &'static str,
    /// 0, or how many decks back the order of each deck is taken from.
    pub lag: usize,
    /// The test of it.
    pub test: &'static str,
    /// Its p-value; `None` if there are too few decks for it, or if it was not a test but a bet.
    pub p: Option<f64>,
    /// The same, adjusted for all tests together (Holm, 1979); of a bet 1/e, adjusted likewise.
    pub p_adjusted: Option<f64>,
    /// Its verdict.
    pub verdict: Verdict,
    /// What was seen beside what a fair shuffle has; empty where there is nothing to say.
    pub words: String,
    /// The smallest departure that it would have shown with a probability of .9, and of what; `None` where nobody knows.
    pub detectable: Option<(f64, String)>,
}

/// The findings of a check. Displayed, they are the explanation in plain words.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Checked {
    /// The outcome of all tests together.
    pub outcome: Outcome,
    /// Cards in a deck.
    pub cards: usize,
    /// Cards that were drawn of each, if not all.
    pub drawn: Option<usize>,
    /// Decks that were looked at.
    pub decks: u64,
    /// The error level of all tests together.
    pub level: f64,
    /// All tests.
    pub tests: Vec<Tested>,
    /// The largest distance from fair that the law of a statistic may have, in total variation, at the same level for each;
    /// `None` where the decks were not watched.
    pub within: Option<f64>,
    /// The first decks, whose maker may be sought.
    #[cfg(feature = "cause")]
    pub(crate) first: crate::cause::First,
}

/// Lines of evidence at the most.
const MOST_LINES: usize = 8;

/// The verdict of tests on all decks.
pub(crate) fn by_tests(probes: &[Probe], design: &Design, counts: &Counts, alpha: f64) -> Checked {
    let (_, each) = level(alpha, probes, 1);
    let named = found(probes, design, counts, each);
    let judged = judge(&members(probes, named.iter().map(|(_, test)| test)), alpha);
    let tests = named
        .into_iter()
        .zip(judged)
        .map(|((probe, mut test), judged)| {
            if judged.verdict == Verdict::Fail && probe.lag() == 0 {
                let error = judged.share.unwrap_or(1.0) * alpha;
                test.words = together(&test, error).unwrap_or(test.words);
            }
            Tested {
                p: match test.outcome {
                    OfTest::P(p) => Some(p.get()),
                    OfTest::TooFew { .. } => None,
                },
                p_adjusted: judged.p_adjusted,
                verdict: judged.verdict,
                ..tested(probe, test)
            }
        });
    let tests: Vec<Tested> = tests.collect();
    let any = |verdict| tests.iter().any(|test| test.verdict == verdict);
    let outcome = if any(Verdict::Fail) {
        Outcome::Evidence
    } else if tests.iter().any(|test| test.p.is_some()) {
        Outcome::NoEvidence
    } else {
        Outcome::TooFew
    };
    Checked {
        tests,
        ..of(outcome, design, alpha)
    }
}

/// The verdict of bets on decks that were watched.
pub(crate) fn by_bets(
    probes: &[Probe],
    design: &Design,
    counts: &Counts,
    (alpha, finding): (f64, &Finding),
) -> Checked {
    let named = found(probes, design, counts, alpha);
    let bets = finding.statistics.iter().map(|of| {
        let probe = &probes[of.probe];
        let mut tests = named
            .iter()
            .filter(|(known, _)| known.name() == probe.name());
        let spoken = tests.clone().find(|(_, test)| !test.words.is_empty());
        let (_, test) = spoken
            .or_else(|| tests.next())
            .expect("what is bet on is tested");
        Tested {
            p_adjusted: Some(libm::exp10((-of.adjusted.log10()).min(0.0))),
            verdict: if of.adjusted.reaches(alpha) {
                Verdict::Fail
            } else {
                Verdict::Pass
            },
            ..tested(probe, test.clone())
        }
    });
    let outcome = match finding.decision {
        Decision::Fail => Outcome::Evidence,
        Decision::Pass => Outcome::NoEvidence,
        Decision::Undecided => Outcome::TooFew,
    };
    let limits = finding.statistics.iter();
    let limits = limits.filter_map(|of| of.limit.as_ref().map(|(_, limit)| *limit));
    Checked {
        tests: bets.collect(),
        within: limits.reduce(f64::max),
        ..of(outcome, design, alpha)
    }
}

/// The findings on what `design` has, before tests and limits are known.
fn of(outcome: Outcome, design: &Design, level: f64) -> Checked {
    Checked {
        outcome,
        cards: design.size,
        drawn: None,
        decks: design.trials,
        level,
        tests: Vec::new(),
        within: None,
        #[cfg(feature = "cause")]
        first: crate::cause::First::default(),
    }
}

/// All tests of `probes` with their words.
fn found<'a>(
    probes: &'a [Probe],
    design: &Design,
    counts: &Counts,
    level: f64,
) -> Vec<(&'a Probe, Test)> {
    let mut found = Vec::new();
    let (known, how) = (Known::default(), (level, Wanted::InFull, None));
    let all = assessed(probes, design, counts, &known, how);
    for (probe, (.., assessment)) in probes.iter().zip(all) {
        found.extend(assessment.tests.into_iter().map(|test| (probe, test)));
    }
    found
}

/// The words of a test of all cells together whose farthest cell may well be fair, by limits that hold for all cells at once with
/// that `error`; nothing where the cell is off, or the test is none of all cells.
fn together(test: &Test, error: f64) -> Option<String> {
    let named = test.named.as_ref()?;
    let limits = named.limits(error);
    let (_, fair) = named.seen_and_fair();
    limits
        .contains(&fair)
        .then(|| named.in_words(&limits, "decks"))?
}

/// The test without its verdict.
fn tested(probe: &Probe, test: Test) -> Tested {
    let seen = |Detectable { value, unit, .. }: Detectable| (value, unit);
    Tested {
        statistic: probe.statistic().name(),
        lag: probe.lag(),
        test: test.name,
        p: None,
        p_adjusted: None,
        verdict: Verdict::Invalid,
        words: test.words,
        detectable: test.detectable.map(seen),
    }
}

impl Checked {
    /// Returns true if no test failed, in decks enough.
    pub fn is_passed(&self) -> bool {
        self.outcome == Outcome::NoEvidence
    }

    /// The tests that failed, one of each statistic: the strongest first, and those of a single deck before those from deck
    /// to deck.
    pub fn failures(&self) -> Vec<&Tested> {
        let failed = self
            .tests
            .iter()
            .filter(|test| test.verdict == Verdict::Fail);
        let mut failed: Vec<&Tested> = failed.collect();
        let strength = |test: &Tested| test.p.or(test.p_adjusted).unwrap_or(1.0);
        text::sorting::by(&mut failed, |a, b| {
            let lagged = (a.lag > 0).cmp(&(b.lag > 0));
            lagged.then(strength(a).total_cmp(&strength(b)))
        });
        let mut seen = Vec::new();
        failed.retain(|test| {
            let key = (test.lag > 0, test.statistic);
            let first = !seen.contains(&key);
            seen.push(key);
            first
        });
        failed
    }

    /// The likeliest cause of a failure: that only so many orders can come, or, of the models that `colddeck fit` knows, the one
    /// that alone fits the first decks. `None` if several fit or none does, of samples, of decks of more than 100 cards, and
    /// where this crate is not optimised, since models are simulated, for seconds.
    #[cfg(feature = "cause")]
    pub fn likeliest_cause(&self) -> Option<String> {
        let sought = self.outcome == Outcome::Evidence && self.drawn.is_none();
        sought.then(|| crate::cause::of(self.cards, &self.first))?
    }

    /// `100,000 decks of 52 cards`
    fn decks_of(&self) -> String {
        let decks = names::counted(self.decks, "deck");
        match self.drawn {
            None => format!("{decks} of {} cards", self.cards),
            Some(drawn) => format!("{decks} with {drawn} of {} cards drawn", self.cards),
        }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decks = self.decks_of();
        match (self.outcome, self.within) {
            (Outcome::Evidence, _) => write!(f, "This shuffle is not fair: {decks} show it.")?,
            (Outcome::NoEvidence, None) => {
                write!(f, "No evidence against this shuffle in {decks}.")?;
            }
            (Outcome::NoEvidence, Some(within)) => write!(
                f,
                "No law that was measured is more than {within:.3} from fair, by {decks}."
            )?,
            (Outcome::TooFew, None) => {
                write!(f, "No test failed, but {decks} are too few for a verdict.")?;
            }
            (Outcome::TooFew, Some(within)) => write!(
                f,
                "Too few decks: {decks} do not fail, and a law may be {within:.3} from fair."
            )?,
        }
        let failures = self.failures();
        for test in failures.iter().take(MOST_LINES) {
            let from = match test.lag {
                0 => String::new(),
                1 => ", from one deck to the next".to_owned(),
                lag => format!(", from one deck to the one {lag} later"),
            };
            let words = if test.words.is_empty() {
                "not that of fair decks"
            } else {
                &test.words
            };
            write!(
                f,
                "\n  - {}{from}: {words} ({})",
                test.statistic,
                p(test.p_adjusted)
            )?;
        }
        if failures.len() > MOST_LINES {
            write!(f, "\n  … and {} more", failures.len() - MOST_LINES)?;
        }
        write!(
            f,
            "\nA fair shuffle fails at most once in {} runs; p is adjusted for all {} tests.",
            names::grouped((1.0 / self.level).round() as u64),
            self.tests.len()
        )
    }
}

/// `p = 3.1e-12`
fn p(adjusted: Option<f64>) -> String {
    match adjusted {
        Some(p) if p < 1e-99 => "p < 1e-99".to_owned(),
        Some(p) => format!("p = {p:.1e}"),
        None => "no p".to_owned(),
    }
}
