//! `JUnit` XML: a test case for each test of each routine, and for each claim.
//!
//! In a spec with claims the claims alone decide: the spec may be about a shuffle that fails a test, so
//! the tests there say what was seen and do not fail.

use std::borrow::Cow;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::compare::{moved, title};
use super::tables::adjusted;
use crate::harmless;
use crate::record::compare::Comparison;
use crate::record::{Agreement, Change, Record, Routine, Test, Verdict};

/// A file for all `records`, and for the `comparisons` with baselines.
#[allow(
    clippy::missing_panics_doc,
    reason = "writing to memory does not fail, and what is written is text"
)]
pub fn junit<'a>(
    records: impl IntoIterator<Item = &'a Record>,
    comparisons: impl IntoIterator<Item = &'a Comparison>,
) -> String {
    let mut report = Report::new("colddeck");
    for record in records {
        let routines = record.routines.iter();
        report.add_test_suites(routines.map(|routine| of_routine(record, routine)));
        if !record.claims.is_empty() {
            report.add_test_suite(of_claims(record));
        }
    }
    report.add_test_suites(comparisons.into_iter().map(of_comparison));
    report.to_string().expect("writing to memory")
}

fn of_routine(record: &Record, routine: &Routine) -> TestSuite {
    let decided = !record.claims.is_empty();
    let tests = routine.tests.iter();
    let mut cases: Vec<TestCase> = tests
        .map(|test| of_test(test, routine.control, decided))
        .collect();
    if !routine.checks.is_empty() {
        let checks = routine.checks.iter();
        let departing: Vec<String> = checks
            .filter(|check| check.verdict == Agreement::Departs)
            .map(|check| format!("{} ({})", check.statistic, check.check))
            .collect();
        let ending = if departing.is_empty() {
            TestCaseStatus::success()
        } else {
            let departing = departing.join(", ");
            broken(&format!(
                "the simulation departs from what is exact: {departing}"
            ))
        };
        cases.push(case("simulated beside exact", ending, ""));
    }
    suite(
        &format!("{}: {}", record.experiment.name, routine.name),
        cases,
    )
}

fn of_test(test: &Test, control: bool, decided: bool) -> TestCase {
    let words = match test.words.as_str() {
        "" => "not that of ideal decks",
        words => words,
    };
    let found = format!("{words} (adjusted p: {})", adjusted(test));
    let ending = match test.verdict {
        Verdict::Invalid => skipped(test.decks_needed),
        Verdict::Fail if control => broken(&format!(
            "the control group, ideal by construction: {found}"
        )),
        Verdict::Fail if !decided => failed(&found),
        _ => TestCaseStatus::success(),
    };
    let seen = match test.verdict {
        verdict @ Verdict::Suspicious => format!("{verdict}: {found}"),
        verdict @ Verdict::Fail if decided => format!("{verdict}: {found}"),
        _ => String::new(),
    };
    case(
        &format!("{} ({})", test.statistic, test.test),
        ending,
        &seen,
    )
}

fn of_claims(record: &Record) -> TestSuite {
    let cases = record.claims.iter().map(|claim| {
        let ending = if claim.as_expected() {
            TestCaseStatus::success()
        } else {
            failed(&format!(
                "{} (expected: {}, found: {}): {}",
                claim.text, claim.expected, claim.verdict, claim.detail
            ))
        };
        case(&claim.id, ending, "")
    });
    suite(&format!("{}: claims", record.experiment.name), cases)
}

fn of_comparison(comparison: &Comparison) -> TestSuite {
    let figures = comparison.routines.iter().flat_map(|pair| {
        let figures = pair.figures.iter();
        figures.map(move |figure| (pair, figure))
    });
    let cases = figures.map(|(pair, figure)| {
        let (ending, seen) = match figure.verdict {
            Change::Moved => (failed(&format!("moved: {}", moved(figure))), String::new()),
            Change::Invalid => (skipped(figure.needed), String::new()),
            verdict @ Change::Suspicious => {
                let seen = format!("{verdict}: {}", moved(figure));
                (TestCaseStatus::success(), seen)
            }
            Change::Same => (TestCaseStatus::success(), String::new()),
        };
        case(&format!("{}: {}", pair.new, title(figure)), ending, &seen)
    });
    let (new, base) = (&comparison.new.experiment, &comparison.base.name);
    suite(&format!("{new}: compared with {base}"), cases)
}

fn suite(name: &str, cases: impl IntoIterator<Item = TestCase>) -> TestSuite {
    let mut suite = TestSuite::new(legal(name));
    for mut case in cases {
        case.set_classname(legal(name));
        suite.add_test_case(case);
    }
    suite
}

/// A test case with its ending, and what was seen where that is more than the ending.
fn case(name: &str, ending: TestCaseStatus, seen: &str) -> TestCase {
    let mut case = TestCase::new(legal(name), ending);
    if !seen.is_empty() {
        case.set_system_out(legal(seen));
    }
    case
}

fn skipped(needed: Option<u64>) -> TestCaseStatus {
    let mut ending = TestCaseStatus::skipped();
    let needed = needed.unwrap_or(0);
    ending.set_message(format!("too few decks: {needed} are needed"));
    ending
}

fn failed(why: &str) -> TestCaseStatus {
    bad(NonSuccessKind::Failure, "failure", why)
}

/// Gives the ending for an error of the harness, not of the shuffle.
fn broken(why: &str) -> TestCaseStatus {
    bad(NonSuccessKind::Error, "error", why)
}

fn bad(kind: NonSuccessKind, name: &str, why: &str) -> TestCaseStatus {
    let mut ending = TestCaseStatus::non_success(kind);
    ending.set_message(legal(why));
    ending.set_type(name);
    ending.set_description(legal(why));
    ending
}

/// Shows what XML 1.0 cannot hold, and all control characters but line ends: `quick-junit` would drop these, and all
/// that looks like terminal colours, so that different names could become the same.
fn legal(text: &str) -> Cow<'_, str> {
    harmless::lines(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_shown() {
        let name = "a\u{0}\u{1b}[1m\tb\u{ffff}\n😀\u{9b}1m";
        let shown = "a\\u{0}\\u{1b}[1m\\tb\\u{ffff}\n😀\\u{9b}1m";
        assert_eq!(legal(name), shown);
        let cases = [
            case("]]>", failed("<b> & \"c\""), ""),
            case(name, TestCaseStatus::success(), name),
        ];
        let mut report = Report::new("colddeck");
        report.add_test_suite(suite("<\"&'>\u{1}", cases));
        let text = report.to_string().unwrap();
        assert!(
            !text.contains("<b>") && text.contains("&lt;b&gt; &amp;"),
            "{text}"
        );
        // Reading it again shows that nothing was dropped.
        let read = Report::deserialize_from_str(&text).unwrap();
        let suite = &read.test_suites[0];
        assert_eq!(suite.name.as_str(), "<\"&'>\\u{1}");
        assert_eq!(suite.test_cases[1].name.as_str(), shown);
        assert_eq!(suite.test_cases[1].system_out.as_deref(), Some(shown));
    }
}
