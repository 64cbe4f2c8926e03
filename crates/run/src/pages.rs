//! Pages that somebody wrote about the results of a folder, with figures of their claims in braces.
//!
//! The text lies beside the specs as `page.md`, and the page beside their results as `README.md`. A figure is written as in a
//! finding of a spec, with the folder of its result before it: `{three:calls/RRR|exact:1}` is the exact figure of the
//! claim `calls/RRR` of the result `three`, with one decimal. A line `<!-- needs three:calls-* -->` names further claims
//! that what follows rests on, here all that begin so; without the star that one alone, with all its cases. A page is written only if every claim that it names
//! came out as its spec expects.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::spec::finding::{Asked, Finding, Found, Source};
use record::{Claim, Record};
use text::harmless;
use text::names;

/// The name of a text beside the specs.
const TEMPLATE: &str = "page.md";

/// The lines that name claims.
const NEEDS: (&str, &str) = ("<!-- needs ", " -->");

/// A text with figures in braces.
#[derive(Debug)]
pub struct Written {
    /// The file, for messages.
    file: PathBuf,
    /// The folder of the results that it is about, with `/` between its parts.
    pub folder: String,
    text: String,
}

/// Reasons why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// A file or folder cannot be read.
    #[error("{}: cannot read it", harmless::path(file))]
    Read {
        /// The path.
        file: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// The text does not fit the results.
    #[error("{}: {}", harmless::path(file), harmless::lines(&problems.join("\n")))]
    Wrong {
        /// The file.
        file: PathBuf,
        /// Messages that say what was found and what is accepted.
        problems: Vec<String>,
    },
}

/// Reads the texts in `specs` and in the folders below it, in order of path.
pub fn read(specs: &Path) -> Result<Vec<Written>, PageError> {
    let mut found = Vec::new();
    collect(specs, "", &mut found)?;
    text::sorting::by(&mut found, |a: &Written, b: &Written| {
        a.folder.cmp(&b.folder)
    });
    Ok(found)
}

fn collect(path: &Path, folder: &str, found: &mut Vec<Written>) -> Result<(), PageError> {
    let unreadable = |file: &Path| {
        let file = file.to_owned();
        |source| PageError::Read { file, source }
    };
    for entry in std::fs::read_dir(path).map_err(unreadable(path))? {
        let entry = entry.map_err(unreadable(path))?;
        let (file, name) = (entry.path(), entry.file_name());
        if entry.file_type().map_err(unreadable(path))?.is_dir() {
            let slash = if folder.is_empty() { "" } else { "/" };
            collect(
                &file,
                &format!("{folder}{slash}{}", name.to_string_lossy()),
                found,
            )?;
        } else if name == TEMPLATE {
            let text = std::fs::read_to_string(&file).map_err(unreadable(&file))?;
            let folder = folder.to_owned();
            found.push(Written { file, folder, text });
        }
    }
    Ok(())
}

impl Written {
    /// The page, with the figures of these records, each with the folder that it lies in.
    pub fn filled<'a>(
        &self,
        records: impl Iterator<Item = (&'a str, &'a Record)>,
    ) -> Result<String, PageError> {
        self.with(&self.claims(records))
    }

    fn with(&self, claims: &BTreeMap<String, &Claim>) -> Result<String, PageError> {
        let wrong = |problems: Vec<String>| PageError::Wrong {
            file: self.file.clone(),
            problems,
        };
        let (text, mut problems) = needed(&self.text, claims);
        let source = |name: &str| {
            let named = name.contains(':').then(|| Source::Claim(name.to_owned()));
            named.ok_or_else(|| {
                format!(
                    "found `{{{name}}}`; accepted: {{RESULT:CLAIM}}, such as {{three:calls/RRR}}"
                )
            })
        };
        let page = Finding::of_lines(&text, String::new(), source)
            .map_err(|problem| wrong(vec![problem]))?;
        for asked in page.figures() {
            problems.extend(looked_up(asked, claims).err());
        }
        if !problems.is_empty() {
            return Err(wrong(problems));
        }
        page.told(|asked| looked_up(asked, claims))
            .map_err(|problem| wrong(vec![problem]))
    }

    /// The claims of all results in the folder, as `RESULT:CLAIM`.
    fn claims<'a>(
        &self,
        records: impl Iterator<Item = (&'a str, &'a Record)>,
    ) -> BTreeMap<String, &'a Claim> {
        let inside = records.filter_map(|(folder, record)| Some((self.within(folder)?, record)));
        let claims = inside.flat_map(|(name, record)| {
            record
                .claims
                .iter()
                .map(move |claim| (format!("{name}:{}", claim.id), claim))
        });
        claims.collect()
    }

    fn within<'a>(&self, folder: &'a str) -> Option<&'a str> {
        match self.folder.as_str() {
            "" => Some(folder),
            own => folder.strip_prefix(own)?.strip_prefix('/'),
        }
    }
}

/// The text without the lines that name claims, and those of them that are missing or came out otherwise.
fn needed(text: &str, claims: &BTreeMap<String, &Claim>) -> (String, Vec<String>) {
    let mut problems = Vec::new();
    let mut left = String::new();
    for line in text.split_inclusive('\n') {
        let named = line
            .trim_end()
            .strip_prefix(NEEDS.0)
            .and_then(|line| line.strip_suffix(NEEDS.1));
        let Some(named) = named else {
            left.push_str(line);
            continue;
        };
        for name in named.split_whitespace() {
            let part = name.strip_suffix('*');
            let below = part.map_or_else(|| format!("{name}/"), str::to_owned);
            let mut found = claims
                .iter()
                .filter(|(id, _)| *id == name || id.starts_with(&below))
                .peekable();
            if found.peek().is_none() {
                problems.push(unknown(name, claims));
            }
            problems.extend(found.filter_map(|(id, claim)| unexpected(id, claim)));
        }
    }
    (left, problems)
}

fn unknown(name: &str, claims: &BTreeMap<String, &Claim>) -> String {
    let known = || claims.keys().map(String::as_str);
    match names::hint(name, known()) {
        hint if hint.is_empty() => format!(
            "found `{name}`, which no result has; {} claims are there",
            claims.len()
        ),
        hint => format!("found `{name}`, which no result has{hint}"),
    }
}

fn unexpected(id: &str, claim: &Claim) -> Option<String> {
    (!claim.as_expected()).then(|| format!("`{id}` did not come out as its spec expects"))
}

fn looked_up(asked: &Asked, claims: &BTreeMap<String, &Claim>) -> Result<Found, String> {
    let Source::Claim(id) = &asked.of else {
        return Err("found a figure of a routine; accepted: {RESULT:CLAIM}".to_owned());
    };
    let claim = claims.get(id).ok_or_else(|| unknown(id, claims))?;
    match unexpected(id, claim) {
        Some(problem) => Err(problem),
        None => asked.of_row(claim),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::ClaimVerdict;
    use serde_json::json;

    fn claim(id: &str, exact: f64, expected: ClaimVerdict) -> Claim {
        Claim {
            id: id.to_owned(),
            text: String::new(),
            source: String::new(),
            truth: None,
            published: Some("760.86".to_owned()),
            measured: Some(json!(1234.5)),
            exact: Some(json!(exact)),
            standard_error: None,
            unit: None,
            test: None,
            verdict: ClaimVerdict::Confirmed,
            expected,
            detail: String::new(),
        }
    }

    fn filled(text: &str) -> Result<String, String> {
        let written = Written {
            file: "page.md".into(),
            folder: "refutation".to_owned(),
            text: text.to_owned(),
        };
        let right = claim("calls/RRR", 6.4321, ClaimVerdict::Confirmed);
        let wrong = claim("calls/HHH", 31.0, ClaimVerdict::Refuted);
        let claims = BTreeMap::from([
            ("three:calls/RRR".to_owned(), &right),
            ("three:other/HHH".to_owned(), &wrong),
        ]);
        written.with(&claims).map_err(|error| error.to_string())
    }

    #[test]
    fn figures_of_claims_stand_in_the_text() {
        let page = "# A\n\n<!-- needs three:calls three:calls/R* -->\n{three:calls/RRR|exact:1}, {three:calls/RRR|published};\n{three:calls/RRR|measured:1}\n";
        assert_eq!(filled(page).unwrap(), "# A\n\n6.4, 760.86;\n1,234.5\n");
    }

    #[test]
    fn a_page_rests_on_claims_that_came_out() {
        for (text, part) in [
            ("{three:calls/RRRR}", "did you mean `three:calls/RRR`"),
            ("{calls}", "accepted: {RESULT:CLAIM}"),
            ("{three:other/HHH}", "did not come out"),
            ("<!-- needs three:other -->\n", "did not come out"),
            ("<!-- needs nothing -->\n", "no result has"),
            ("{three:calls/RRR", "no brace closes"),
        ] {
            let error = filled(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn results_are_named_from_the_page_on() {
        let written = Written {
            file: "page.md".into(),
            folder: "refutation".to_owned(),
            text: String::new(),
        };
        assert_eq!(written.within("refutation/three"), Some("three"));
        assert_eq!(written.within("refutations/three"), None);
    }
}
