//! `JUnit` XML: a test case for each test of each routine, and for each claim.
//!
//! In a spec with claims the claims alone decide: the spec may be about a shuffle that fails a test, so
//! the tests there say what was seen and do not fail. The same holds where the evidence is accepted; stakes with a tolerance
//! are test cases themselves.

use std::borrow::Cow;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::compare::{moved, title};
use super::tables::adjusted;
use record::compare::Comparison;
use record::{Agreement, Change, Outcome, Record, Routine, Stake, Standing, Test, Verdict};
use text::harmless;
use text::names::{figure, outward};

/// A file for all `records`, and for the `comparisons` with baselines.
#[allow(
    clippy::missing_panics_doc,
    reason = "writing to memory does not fail, and what is written is text"
)]
pub fn junit<'a>(
    records: impl IntoIterator<Item = &'a Record>,
    comparisons: impl IntoIterator<Item = &'a Comparison>,
) -> String {
    let mut suites = Vec::new();
    for record in records {
        let routines = record.routines.iter();
        suites.extend(routines.map(|routine| of_routine(record, routine)));
        if !record.claims.is_empty() {
            suites.push(of_claims(record));
        }
    }
    suites.extend(comparisons.into_iter().map(of_comparison));
    document(&suites)
}

/// A test suite.
struct Suite {
    name: String,
    cases: Vec<Case>,
}

/// A test case; `seen` is what was seen, where that is more than the ending.
struct Case {
    name: String,
    ending: Ending,
    seen: String,
}

/// The ending of a test case, with the reason where it did not succeed.
#[derive(Clone)]
enum Ending {
    Success,
    Skipped(String),
    Failed(String),
    /// An error of the harness, not of the shuffle.
    Broken(String),
}

/// The XML of all suites. The counts come first, as readers of the format want them.
fn document(suites: &[Suite]) -> String {
    let mut xml = Xml(Writer::new_with_indent(Vec::new(), b' ', 4));
    xml.suites(suites).expect("writing to memory");
    String::from_utf8(xml.0.into_inner()).expect("text")
}

/// The counts of endings, as attributes.
fn counts<'a>(cases: impl Iterator<Item = &'a Case>) -> [(&'static str, usize); 4] {
    let mut counts = [("tests", 0), ("skipped", 0), ("errors", 0), ("failures", 0)];
    for case in cases {
        counts[0].1 += 1;
        match case.ending {
            Ending::Success => {}
            Ending::Skipped(_) => counts[1].1 += 1,
            Ending::Broken(_) => counts[2].1 += 1,
            Ending::Failed(_) => counts[3].1 += 1,
        }
    }
    counts
}

/// Writes elements.
struct Xml(Writer<Vec<u8>>);

impl Xml {
    fn suites(&mut self, suites: &[Suite]) -> io::Result<()> {
        let declaration = BytesDecl::new("1.0", Some("UTF-8"), None);
        self.0.write_event(Event::Decl(declaration))?;
        let mut start = BytesStart::new("testsuites");
        start.push_attribute(("name", "colddeck"));
        let mut counted = counts(suites.iter().flat_map(|suite| &suite.cases));
        counted.swap(2, 3);
        for (name, count) in counted {
            start.push_attribute((name, count.to_string().as_str()));
        }
        self.0.write_event(Event::Start(start))?;
        for suite in suites {
            self.suite(suite)?;
        }
        self.end("testsuites")?;
        self.0.write_indent()
    }

    fn suite(&mut self, suite: &Suite) -> io::Result<()> {
        let mut start = BytesStart::new("testsuite");
        start.push_attribute(("name", suite.name.as_str()));
        for (name, count) in counts(suite.cases.iter()) {
            start.push_attribute((name, count.to_string().as_str()));
        }
        if suite.cases.is_empty() {
            return self.0.write_event(Event::Empty(start));
        }
        self.0.write_event(Event::Start(start))?;
        for case in &suite.cases {
            self.case(&suite.name, case)?;
        }
        self.end("testsuite")
    }

    fn case(&mut self, suite: &str, case: &Case) -> io::Result<()> {
        let mut start = BytesStart::new("testcase");
        start.push_attribute(("name", case.name.as_str()));
        start.push_attribute(("classname", suite));
        if matches!(case.ending, Ending::Success) && case.seen.is_empty() {
            return self.0.write_event(Event::Empty(start));
        }
        self.0.write_event(Event::Start(start))?;
        match &case.ending {
            Ending::Success => {}
            Ending::Skipped(why) => {
                let mut skipped = BytesStart::new("skipped");
                skipped.push_attribute(("message", why.as_str()));
                self.0.write_event(Event::Empty(skipped))?;
            }
            Ending::Failed(why) => self.bad("failure", why)?,
            Ending::Broken(why) => self.bad("error", why)?,
        }
        if !case.seen.is_empty() {
            self.text(&BytesStart::new("system-out"), &case.seen)?;
        }
        self.end("testcase")
    }

    fn bad(&mut self, name: &str, why: &str) -> io::Result<()> {
        let mut start = BytesStart::new(name);
        start.push_attribute(("message", why));
        start.push_attribute(("type", name));
        self.text(&start, why)
    }

    fn text(&mut self, start: &BytesStart<'_>, text: &str) -> io::Result<()> {
        let end = start.to_end().into_owned();
        self.0.write_event(Event::Start(start.borrow()))?;
        self.0.write_event(Event::Text(BytesText::new(text)))?;
        self.0.write_event(Event::End(end))
    }

    fn end(&mut self, name: &str) -> io::Result<()> {
        self.0.write_event(Event::End(BytesEnd::new(name)))
    }
}

fn of_routine(record: &Record, routine: &Routine) -> Suite {
    let decided = !record.claims.is_empty() || record.outcome == Outcome::Accepted;
    let tests = routine.tests.iter();
    let mut cases: Vec<Case> = tests
        .map(|test| of_test(test, routine.control, decided))
        .collect();
    if !routine.checks.is_empty() {
        let checks = routine.checks.iter();
        let departing: Vec<String> = checks
            .filter(|check| check.verdict == Agreement::Departs)
            .map(|check| format!("{} ({})", check.statistic, check.check))
            .collect();
        let ending = if departing.is_empty() {
            Ending::Success
        } else {
            let departing = departing.join(", ");
            broken(&format!(
                "the simulation departs from what is exact: {departing}"
            ))
        };
        cases.push(case("simulated beside exact", ending, ""));
    }
    cases.extend(routine.stakes.iter().filter_map(of_stake));
    suite(
        &format!("{}: {}", record.experiment.name, routine.name),
        cases,
    )
}

/// A stake beside the tolerance that was named; nothing where none was.
fn of_stake(stake: &Stake) -> Option<Case> {
    let percent = |chance: f64| format!("{}%", figure(100.0 * chance, 4));
    let [low, high] = outward(stake.limits, 4);
    let found = format!(
        "{}: {} to {}; fair is {}",
        stake.words,
        percent(low),
        percent(high),
        percent(stake.fair)
    );
    let (ending, seen) = match stake.standing? {
        Standing::Within => (Ending::Success, found),
        Standing::Beyond => (
            failed(&format!("farther off than allowed: {found}")),
            String::new(),
        ),
        Standing::Undecided => {
            let why =
                format!("the decks do not tell whether it is farther off than allowed: {found}");
            (Ending::Skipped(legal(&why).into_owned()), String::new())
        }
    };
    Some(case(&format!("stake {}", stake.of), ending, &seen))
}

fn of_test(test: &Test, control: bool, decided: bool) -> Case {
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
        _ => Ending::Success,
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

fn of_claims(record: &Record) -> Suite {
    let cases = record.claims.iter().map(|claim| {
        let ending = if claim.as_expected() {
            Ending::Success
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

fn of_comparison(comparison: &Comparison) -> Suite {
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
                (Ending::Success, seen)
            }
            Change::Same => (Ending::Success, String::new()),
        };
        case(&format!("{}: {}", pair.new, title(figure)), ending, &seen)
    });
    let (new, base) = (&comparison.new.experiment, &comparison.base.name);
    suite(&format!("{new}: compared with {base}"), cases)
}

fn suite(name: &str, cases: impl IntoIterator<Item = Case>) -> Suite {
    Suite {
        name: legal(name).into_owned(),
        cases: cases.into_iter().collect(),
    }
}

fn case(name: &str, ending: Ending, seen: &str) -> Case {
    Case {
        name: legal(name).into_owned(),
        ending,
        seen: legal(seen).into_owned(),
    }
}

fn skipped(needed: Option<u64>) -> Ending {
    let needed = needed.unwrap_or(0);
    Ending::Skipped(format!("too few decks: {needed} are needed"))
}

fn failed(why: &str) -> Ending {
    Ending::Failed(legal(why).into_owned())
}

fn broken(why: &str) -> Ending {
    Ending::Broken(legal(why).into_owned())
}

/// Shows what XML 1.0 cannot hold, and all control characters but line ends.
fn legal(text: &str) -> Cow<'_, str> {
    harmless::lines(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    #[test]
    fn what_xml_cannot_hold_is_shown() {
        let name = "a\u{0}\u{1b}[1m\tb\u{ffff}\n😀\u{9b}1m";
        let shown = "a\\u{0}\\u{1b}[1m\\tb\\u{ffff}\n😀\\u{9b}1m";
        assert_eq!(legal(name), shown);
        let cases = [
            case("]]>", failed("<b> & \"c\""), ""),
            case(name, Ending::Success, name),
        ];
        let text = document(&[suite("<\"&'>\u{1}", cases)]);
        assert!(
            !text.contains("<b>") && text.contains("&lt;b&gt; &amp;"),
            "{text}"
        );
        // Reading it again shows that nothing was dropped.
        let read = read_again(&text);
        assert_eq!(read.names[1], "<\"&'>\\u{1}");
        assert_eq!(read.names[3], shown);
        assert_eq!(read.texts, ["<b> & \"c\"", shown]);
    }

    struct Read {
        names: Vec<String>,
        texts: Vec<String>,
    }

    /// The names of all elements that have one, and the texts, by a reader of XML.
    fn read_again(text: &str) -> Read {
        let mut reader = quick_xml::Reader::from_str(text);
        let mut read = Read {
            names: Vec::new(),
            texts: Vec::new(),
        };
        let mut inside = String::new();
        loop {
            match reader.read_event().unwrap() {
                Event::Start(start) | Event::Empty(start) => {
                    inside.clear();
                    if let Some(name) = start.try_get_attribute("name").unwrap() {
                        let name = quick_xml::escape::unescape(&name.value).unwrap();
                        read.names.push(name.into_owned());
                    }
                }
                Event::Text(text) => inside.push_str(&text),
                Event::GeneralRef(name) => {
                    let _ = write!(inside, "&{};", &*name);
                }
                Event::End(_) if !inside.trim().is_empty() => {
                    let text = quick_xml::escape::unescape(&inside).unwrap();
                    read.texts.push(text.into_owned());
                    inside.clear();
                }
                Event::Eof => return read,
                _ => {}
            }
        }
    }
}
