//! `JUnit` XML: a test case for each test of each routine, and for each claim.
//!
//! In a spec with claims the claims alone decide: a shuffle that fails a test there may be what the spec
//! is about, so that its tests say what was seen and fail nothing.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::compare::{moved, title};
use super::tables::adjusted;
use crate::record::compare::Comparison;
use crate::record::{Record, Routine};

/// What becomes of a test case.
enum Ending {
    Passed,
    Skipped(String),
    Failed(String),
    /// Of the harness, not of the shuffle.
    Broken(String),
}

struct Case {
    name: String,
    ending: Ending,
    /// What was seen, where that is more than its ending.
    seen: String,
}

struct Suite {
    name: String,
    cases: Vec<Case>,
}

/// A file for all `records`, and for the `comparisons` with baselines.
#[expect(
    clippy::missing_panics_doc,
    reason = "writing to memory does not fail, and what is written is text"
)]
pub fn junit<'a>(
    records: impl IntoIterator<Item = &'a Record>,
    comparisons: impl IntoIterator<Item = &'a Comparison>,
) -> String {
    let mut suites = Vec::new();
    for record in records {
        suites.extend(
            record
                .routines
                .iter()
                .map(|routine| of_routine(record, routine)),
        );
        if !record.claims.is_empty() {
            suites.push(of_claims(record));
        }
    }
    suites.extend(comparisons.into_iter().map(of_comparison));
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    write(&mut writer, &suites).expect("writing to memory");
    let mut text = String::from_utf8(writer.into_inner()).expect("text");
    text.push('\n');
    text
}

fn of_routine(record: &Record, routine: &Routine) -> Suite {
    let decided = !record.claims.is_empty();
    let mut cases: Vec<Case> = Vec::new();
    for test in &routine.tests {
        let words = if test.words.is_empty() {
            "not that of ideal decks"
        } else {
            &test.words
        };
        let p = adjusted(test);
        let found = format!("{words} (adjusted p: {p})");
        let failed = test.verdict == "fail";
        let ending = match test.verdict.as_str() {
            "invalid" => Ending::Skipped(format!(
                "too few decks: {} are needed",
                test.decks_needed.unwrap_or(0)
            )),
            "fail" if routine.control => {
                Ending::Broken(format!("the control group, ideal by construction: {found}"))
            }
            "fail" if !decided => Ending::Failed(found.clone()),
            _ => Ending::Passed,
        };
        let suspicious = test.verdict == "suspicious";
        let seen = if suspicious || (failed && decided) {
            format!("{}: {found}", test.verdict)
        } else {
            String::new()
        };
        cases.push(Case {
            name: format!("{} ({})", test.statistic, test.test),
            ending,
            seen,
        });
    }
    if !routine.checks.is_empty() {
        let departing = routine
            .checks
            .iter()
            .filter(|check| check.verdict == "departs");
        let departing: Vec<String> = departing
            .map(|check| format!("{} ({})", check.statistic, check.check))
            .collect();
        let ending = if departing.is_empty() {
            Ending::Passed
        } else {
            Ending::Broken(format!(
                "the simulation departs from what is exact: {}",
                departing.join(", ")
            ))
        };
        cases.push(Case {
            name: "simulated beside exact".to_owned(),
            ending,
            seen: String::new(),
        });
    }
    Suite {
        name: format!("{}: {}", record.experiment.name, routine.name),
        cases,
    }
}

fn of_claims(record: &Record) -> Suite {
    let cases = record.claims.iter().map(|claim| {
        let found = format!(
            "{} (expected: {}, found: {}): {}",
            claim.text, claim.expected, claim.verdict, claim.detail
        );
        Case {
            name: claim.id.clone(),
            ending: if claim.as_expected() {
                Ending::Passed
            } else {
                Ending::Failed(found)
            },
            seen: String::new(),
        }
    });
    Suite {
        name: format!("{}: claims", record.experiment.name),
        cases: cases.collect(),
    }
}

fn of_comparison(comparison: &Comparison) -> Suite {
    let figures = comparison.routines.iter().flat_map(|pair| {
        let figures = pair.figures.iter();
        figures.map(move |figure| (pair, figure))
    });
    let cases = figures.map(|(pair, figure)| Case {
        name: format!("{}: {}", pair.new, title(figure)),
        ending: match figure.verdict.as_str() {
            "moved" => Ending::Failed(format!("moved: {}", moved(figure))),
            "invalid" => Ending::Skipped(format!(
                "too few decks: {} are needed",
                figure.needed.unwrap_or(0)
            )),
            _ => Ending::Passed,
        },
        seen: if figure.verdict == "suspicious" {
            format!("suspicious: {}", moved(figure))
        } else {
            String::new()
        },
    });
    Suite {
        name: format!(
            "{}: compared with {}",
            comparison.new.experiment, comparison.base.name
        ),
        cases: cases.collect(),
    }
}

fn count(suites: &[Suite], of: impl Fn(&Ending) -> bool) -> String {
    let cases = suites.iter().flat_map(|suite| &suite.cases);
    cases.filter(|case| of(&case.ending)).count().to_string()
}

fn counts(suites: &[Suite]) -> [(&'static str, String); 4] {
    [
        ("tests", count(suites, |_| true)),
        (
            "failures",
            count(suites, |ending| matches!(ending, Ending::Failed(_))),
        ),
        (
            "errors",
            count(suites, |ending| matches!(ending, Ending::Broken(_))),
        ),
        (
            "skipped",
            count(suites, |ending| matches!(ending, Ending::Skipped(_))),
        ),
    ]
}

type Xml = Writer<Vec<u8>>;

fn write(writer: &mut Xml, suites: &[Suite]) -> io::Result<()> {
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut all = writer
        .create_element("testsuites")
        .with_attribute(("name", "colddeck"));
    for (key, value) in &counts(suites) {
        all = all.with_attribute((*key, value.as_str()));
    }
    all.write_inner_content(|writer| {
        suites
            .iter()
            .try_for_each(|suite| write_suite(writer, suite))
    })?;
    Ok(())
}

fn write_suite(writer: &mut Xml, suite: &Suite) -> io::Result<()> {
    let name = legal(&suite.name);
    let mut element = writer
        .create_element("testsuite")
        .with_attribute(("name", name.as_str()));
    for (key, value) in &counts(std::slice::from_ref(suite)) {
        element = element.with_attribute((*key, value.as_str()));
    }
    let cases = &suite.cases;
    element.write_inner_content(|writer| {
        cases
            .iter()
            .try_for_each(|case| write_case(writer, &name, case))
    })?;
    Ok(())
}

fn write_case(writer: &mut Xml, suite: &str, case: &Case) -> io::Result<()> {
    let name = legal(&case.name);
    let element = writer
        .create_element("testcase")
        .with_attribute(("name", name.as_str()))
        .with_attribute(("classname", suite));
    let ending = match &case.ending {
        Ending::Passed => None,
        Ending::Skipped(why) => Some(("skipped", why)),
        Ending::Failed(why) => Some(("failure", why)),
        Ending::Broken(why) => Some(("error", why)),
    };
    if ending.is_none() && case.seen.is_empty() {
        element.write_empty()?;
        return Ok(());
    }
    element.write_inner_content(|writer| {
        if let Some((tag, why)) = ending {
            let why = legal(why);
            let element = writer
                .create_element(tag)
                .with_attribute(("message", why.as_str()));
            if tag == "skipped" {
                element.write_empty()?;
            } else {
                element
                    .with_attribute(("type", tag))
                    .write_text_content(BytesText::new(&why))?;
            }
        }
        if !case.seen.is_empty() {
            let seen = legal(&case.seen);
            writer
                .create_element("system-out")
                .write_text_content(BytesText::new(&seen))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Without the characters that XML 1.0 has no way to write.
fn legal(text: &str) -> String {
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    let shown = |c: char| if allowed(c) { c } else { '\u{fffd}' };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(
            legal("a\u{0}\u{1b}[1m\tb\u{ffff}\n😀"),
            "a\u{fffd}\u{fffd}[1m\tb\u{fffd}\n😀"
        );
        let suite = Suite {
            name: "<\"&'>\u{1}".to_owned(),
            cases: vec![Case {
                name: "]]>".to_owned(),
                ending: Ending::Failed("<b> & \"c\"".to_owned()),
                seen: String::new(),
            }],
        };
        let mut writer = Writer::new(Vec::new());
        write(&mut writer, &[suite]).unwrap();
        let text = String::from_utf8(writer.into_inner()).unwrap();
        assert!(
            !text.contains("<b>") && text.contains("&lt;b&gt; &amp;"),
            "{text}"
        );
    }
}
