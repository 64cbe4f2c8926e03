//! Annotations of GitHub Actions: lines that it takes for more than text.

use super::compare::comparison_headline;
use super::nouns;
use super::{glance, tables};
use record::compare::{Comparison, Movement};
use record::{Outcome, Record, Verdict};
use text::harmless;

/// Findings in an annotation.
const MOST_WORDS: usize = 3;

/// Annotations for GitHub Actions: lines that it shows beside a run. One for each routine with evidence
/// against it, for each claim that did not come out as expected, and for what is doubtful.
pub fn annotations(record: &Record) -> Vec<String> {
    let name = &record.experiment.name;
    let mut lines = Vec::new();
    match record.outcome {
        Outcome::FaultyControl | Outcome::FaultySimulation => {
            return vec![annotation(
                "error",
                &format!("colddeck: {name}"),
                &glance::headline(record),
            )];
        }
        Outcome::NotAsExpected => {
            let claims = record.claims.iter().filter(|claim| !claim.as_expected());
            return claims
                .map(|claim| {
                    let text = format!(
                        "{} (expected: {}, found: {}): {}",
                        claim.text, claim.expected, claim.verdict, claim.detail
                    );
                    annotation("error", &format!("colddeck: {name}, {}", claim.id), &text)
                })
                .collect();
        }
        // The failures there are the subject of the spec: each claim came out as it expects.
        Outcome::AsExpected => return lines,
        Outcome::TooLittle => lines.push(annotation(
            "warning",
            &format!("colddeck: {name}"),
            &glance::headline(record),
        )),
        Outcome::Evidence | Outcome::Accepted | Outcome::NoEvidence => {}
    }
    for routine in record.routines.iter().filter(|routine| !routine.control) {
        let found = tables::findings(routine);
        let failed = found.iter().any(|(test, _)| test.verdict == Verdict::Fail);
        let words: Vec<String> = found
            .iter()
            .take(MOST_WORDS)
            .map(|(_, text)| text.clone())
            .collect();
        let title = format!("colddeck: {name}, {}", routine.name);
        if failed {
            let text = format!(
                "not {}\n{}",
                nouns::fair(&record.experiment),
                words.join("\n")
            );
            lines.push(annotation("error", &title, &text));
        } else if !words.is_empty() {
            let text = format!("suspicious, but no evidence yet\n{}", words.join("\n"));
            lines.push(annotation("warning", &title, &text));
        }
    }
    lines
}

/// The annotation of a comparison, if anything moved or nothing could be compared.
pub fn comparison_annotations(comparison: &Comparison) -> Vec<String> {
    let level = match comparison.outcome {
        Movement::Moved => "error",
        Movement::TooLittle | Movement::Partial => "warning",
        Movement::Same => return Vec::new(),
    };
    let title = format!("colddeck: {} compared", comparison.new.experiment);
    vec![annotation(level, &title, &comparison_headline(comparison))]
}

/// `::error title=…::…`: in the text and in values `%` and ends of lines are escaped, in values `:` and `,`
/// as well.
fn annotation(level: &str, title: &str, text: &str) -> String {
    let escaped = |text: &str| {
        let shown = harmless::lines(text);
        shown.replace('%', "%25").replace('\n', "%0A")
    };
    let value = escaped(title).replace(':', "%3A").replace(',', "%2C");
    format!("::{level} title={value}::{}", escaped(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_cannot_be_broken_out_of() {
        assert_eq!(
            annotation("error", "a: b, 100%", "c::d\n::error::e\r50%"),
            "::error title=a%3A b%2C 100%25::c::d%0A::error::e\\r50%25"
        );
    }
}
