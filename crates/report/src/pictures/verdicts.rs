//! The verdicts on what a picture shows. Its title follows them, and not the cell or the bar that looks farthest off.

use super::super::glance::ours;
use super::super::nouns;
use super::named;
use record::{Record, Routine, Test, Verdict};
use text::names::grouped;
use text::sorting;

/// The tests that a picture stands for: those of a statistic of the subjects themselves, or one of these alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shows {
    /// The statistic.
    pub statistic: String,
    /// The name of the test, if it is one alone.
    pub test: Option<&'static str>,
}

impl Shows {
    /// All tests of a statistic.
    pub(super) fn all_of(statistic: &str) -> Self {
        Self {
            statistic: statistic.to_owned(),
            test: None,
        }
    }

    /// Its tests of a routine.
    fn tests<'a>(&'a self, routine: &'a Routine) -> impl Iterator<Item = &'a Test> {
        let tests = routine.tests.iter();
        tests.filter(|test| {
            test.lag == 0
                && test.statistic == self.statistic
                && self.test.is_none_or(|name| name == test.test)
        })
    }

    /// The verdicts on the routines that were asked about.
    pub(super) fn verdicts<'a>(&'a self, record: &'a Record) -> Verdicts<'a> {
        let named = named::routines(record, &self.statistic).into_iter();
        let mut found = Verdicts {
            named: named.map(|routine| routine.name.as_str()).collect(),
            ..Verdicts::default()
        };
        for routine in ours(record) {
            let of = |verdict: Verdict| {
                let tests = self.tests(routine);
                tests.filter(move |test| test.verdict == verdict)
            };
            let mut failed: Vec<&Test> = of(Verdict::Fail).collect();
            // Of the same strength, the mean is plainer than a value of the law, and a large departure than a small one.
            sorting::by(&mut failed, |a, b| {
                let p = |test: &Test| test.p.unwrap_or(1.0);
                let mean = |test: &Test| test.test != "mean";
                let off = |test: &Test| test.value.unwrap_or(0.0).abs();
                p(a).total_cmp(&p(b))
                    .then(mean(a).cmp(&mean(b)))
                    .then(off(b).total_cmp(&off(a)))
            });
            found.suspicious |= of(Verdict::Suspicious).next().is_some();
            found.judged |= self.tests(routine).any(|test| test.p.is_some());
            let needed = self.tests(routine).filter_map(|test| test.decks_needed);
            found.needed = needed.chain(found.needed).min();
            let mut refuted = false;
            // A run that stops once it is decided has wagers instead, on a statistic as a whole.
            if let (Some(watched), None) = (&routine.anytime, self.test) {
                let mut bets = watched.statistics.iter();
                found.judged |= bets.any(|of| of.statistic == self.statistic);
                refuted = watched.culprits.contains(&self.statistic);
            }
            if refuted || !failed.is_empty() {
                found.failing.push((routine, failed));
            }
        }
        found
    }
}

/// The verdicts on all routines that a picture shows.
#[derive(Debug, Default)]
pub(super) struct Verdicts<'a> {
    /// Routines that fail, each with its failing tests, the strongest first; none of a wager that was lost.
    pub failing: Vec<(&'a Routine, Vec<&'a Test>)>,
    /// True if a test is suspicious.
    suspicious: bool,
    /// True if anything could be judged.
    judged: bool,
    /// The routines that the answer names.
    named: Vec<&'a str>,
    /// The fewest decks that a test of it needs, if none had as many.
    needed: Option<u64>,
}

impl<'a> Verdicts<'a> {
    /// The routine with the strongest evidence, of those that the answer names if any of them fails, and the test that
    /// has it, if tests were made.
    pub(super) fn worst(&self) -> Option<(&'a Routine, Option<&'a Test>)> {
        let is_named = |name: &str| self.named.contains(&name);
        let any = self.failing.iter().any(|(of, _)| is_named(&of.name));
        let all = self.failing.iter();
        let all = all.filter(|(of, _)| !any || is_named(&of.name));
        let p = |tests: &[&Test]| tests.first().and_then(|test| test.p).unwrap_or(0.0);
        let worst = all.min_by(|(_, a), (_, b)| p(a).total_cmp(&p(b)));
        worst.map(|(routine, tests)| (*routine, tests.first().copied()))
    }

    /// Returns true if nothing fails and nothing is suspicious, also since there was too little to judge.
    pub(super) fn is_quiet(&self) -> bool {
        self.failing.is_empty() && !self.suspicious
    }

    /// The title of a picture: the words of the strongest evidence, or `wrong` where it has none; where nothing fails,
    /// that there is no evidence `of` what was looked for.
    pub(super) fn title(&self, record: &Record, wrong: &str, of: &str) -> String {
        match self.worst() {
            Some((routine, Some(test))) if !test.words.is_empty() => {
                after(record, routine, &test.words)
            }
            Some((routine, _)) => after(record, routine, wrong),
            None => self.nothing(record, of),
        }
    }

    /// Says that nothing fails; `of` is what there is no evidence of: "that a card prefers a place".
    pub(super) fn nothing(&self, record: &Record, of: &str) -> String {
        let units = nouns::unit(&record.experiment, 2);
        if !self.judged {
            match self.needed {
                Some(needed) => format!(
                    "Too few {units} for this picture: evidence {of} takes {} of them.",
                    grouped(needed)
                ),
                None => format!("Too few {units} for evidence {of}."),
            }
        } else if self.suspicious {
            format!("No evidence yet {of}: a test is suspicious.")
        } else {
            format!("No evidence {of}.")
        }
    }
}

/// Returns true if the test fails since counts are too even: chi-squared below its mean.
pub(super) fn is_too_even(test: &Test) -> bool {
    test.test == "omnibus"
        && test
            .value
            .zip(test.df)
            .is_some_and(|(value, df)| value < df)
}

/// `After three riffles: which card follows which …`
pub(super) fn after(record: &Record, routine: &Routine, words: &str) -> String {
    format!(
        "After {}: {}.",
        nouns::done(record, routine),
        without_limits(words)
    )
}

/// The words of a test without the limits of its figure, which tables have.
fn without_limits(words: &str) -> &str {
    const LIMITS: [&str; 2] = [" (mean between ", " (here: "];
    let at = LIMITS.iter().filter_map(|limits| words.rfind(limits)).max();
    match at.filter(|_| words.ends_with(')')) {
        Some(at) => &words[..at],
        None => words,
    }
}
