//! Every claim of every record on one page: the published figure beside ours, and the truth where a claim
//! is false.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::markdown::{escape, rows};
use super::table::{Align, Cell, Table};
use super::tables;
use record::{Claim, ClaimVerdict, Record};

/// A record and the folder in which it lies, with `/` between its parts, as links name it.
#[derive(Debug, Clone)]
pub struct StoredRecord {
    /// The folder.
    pub folder: String,
    /// The record.
    pub record: Record,
}

impl StoredRecord {
    /// Names a claim of the record as inventories do, all its cases alike: `cube/technique#spread`.
    pub(super) fn name_of(&self, claim: &Claim) -> String {
        let id = claim.id.split('/').next().unwrap_or_default();
        format!("{}#{id}", self.folder)
    }
}

/// The numbers of claims, by how they came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimsCount {
    /// The number of all claims.
    pub all: usize,
    /// The number of claims with each verdict.
    pub verdicts: BTreeMap<String, usize>,
    /// The number of claims that did not come out as their spec expects.
    pub unexpected: usize,
}

impl ClaimsCount {
    /// Counts all claims in `stored`.
    pub fn of(stored: &[StoredRecord]) -> Self {
        let claims = || stored.iter().flat_map(|stored| &stored.record.claims);
        let mut verdicts = BTreeMap::new();
        for claim in claims() {
            *verdicts.entry(claim.verdict.spoken()).or_insert(0) += 1;
        }
        Self {
            all: claims().count(),
            verdicts,
            unexpected: claims().filter(|claim| !claim.as_expected()).count(),
        }
    }
}

impl fmt::Display for ClaimsCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdicts: Vec<String> = (self.verdicts.iter())
            .map(|(verdict, count)| format!("{count} {verdict}"))
            .collect();
        write!(f, "{} claims: {}", self.all, verdicts.join(", "))?;
        match self.unexpected {
            0 => f.write_str("; each as its spec expects"),
            1 => f.write_str("; one not as its spec expects"),
            several => write!(f, "; {several} not as their specs expect"),
        }
    }
}

/// The meaning of the verdicts on claims.
pub(super) const LEGEND: &str = "`reproduced`: the printed digits are ours, digit for digit, from simulated decks. `confirmed`: by an exact value, or by \
    confidence limits, at the error level of the run, that exclude the departure that the claim states; that something is \
    not ideal, also by a test that rejects. `not-refuted`: nothing speaks against it, and nothing excludes a stated departure: \
    a test that does not reject confirms nothing. `refuted`: by an exact value, by limits or by a test that rejects. \
    `undecided`: these decks show it neither way.";

/// The page, by sources: a claim's source begins with its document, up to the first colon. Claims that `elsewhere`
/// names, as `folder/name#id`, are left out.
#[allow(
    clippy::missing_panics_doc,
    reason = "writing to a string does not fail"
)]
pub fn claims(stored: &[StoredRecord], elsewhere: &[&str]) -> String {
    let rest = stored.iter().map(|stored| {
        let mut rest = stored.clone();
        let claims = &mut rest.record.claims;
        claims.retain(|claim| !elsewhere.contains(&stored.name_of(claim).as_str()));
        rest
    });
    let stored: Vec<StoredRecord> = rest.collect();
    let mut page = String::new();
    write_page(&mut page, &stored, !elsewhere.is_empty()).expect("writing to a string");
    page
}

/// A claim of a record: its place among the record's claims.
type Place<'a> = (&'a StoredRecord, usize);

fn write_page(page: &mut String, stored: &[StoredRecord], rest: bool) -> fmt::Result {
    let title = if rest {
        "Questions of our own"
    } else {
        "Claims"
    };
    writeln!(page, "# {title}\n\n**{}.**\n", ClaimsCount::of(stored))?;
    if rest {
        writeln!(
            page,
            "Shuffles that were shipped and are wrong, right ones that must pass, and what else the documents do not ask; what \
             they say stands in [claims.md](claims.md).\n"
        )?;
    }
    writeln!(page, "{LEGEND} `exact` needs no simulation.\n")?;
    let mut documents: BTreeMap<&str, Vec<Place<'_>>> = BTreeMap::new();
    for stored in stored {
        for (at, claim) in stored.record.claims.iter().enumerate() {
            documents
                .entry(document(claim))
                .or_default()
                .push((stored, at));
        }
    }
    for (document, places) in &documents {
        writeln!(page, "## {}\n", escape(document))?;
        rows(page, &table(places))?;
        writeln!(page)?;
        truths(page, places)?;
    }
    Ok(())
}

/// Gives the document that a claim's source begins with; "ours" for a claim without a source.
fn document(claim: &Claim) -> &str {
    let name = claim.source.split(':').next().unwrap_or_default().trim();
    if name.is_empty() { "ours" } else { name }
}

/// Gives the place of a claim in its document.
fn section(claim: &Claim) -> &str {
    claim
        .source
        .split_once(':')
        .map_or("", |(_, rest)| rest.trim())
}

fn table(places: &[Place<'_>]) -> Table {
    let mut table = Table::default();
    for (title, align) in [
        ("claimed", Align::Left),
        ("where", Align::Left),
        ("published", Align::Right),
        ("ours", Align::Right),
        ("exact", Align::Right),
        ("std. error", Align::Right),
        ("verdict", Align::Left),
        ("report", Align::Left),
    ] {
        table.column(title, align);
    }
    for (stored, at) in places {
        let claim = &stored.record.claims[*at];
        let [id, figures @ ..] = tables::claim(claim);
        // A claim with several figures says which case each figure belongs to.
        let of = (id.text.split_once('/')).map_or(String::new(), |(_, of)| format!(": {of}"));
        let mut row = vec![
            Cell::plain(format!("{}{of}", claim.text)),
            Cell::plain(section(claim)),
        ];
        row.extend(figures);
        row.push(Cell::link(
            &stored.record.experiment.name,
            format!("{}/report.md", stored.folder),
        ));
        table.rows.push(row);
    }
    table
}

/// Writes down the truth for each claim that is refuted.
fn truths(page: &mut String, places: &[Place<'_>]) -> fmt::Result {
    let refuted = places.iter().map(|(stored, at)| &stored.record.claims[*at]);
    let mut said: Vec<(&str, &str)> = Vec::new();
    for claim in refuted.filter(|claim| claim.verdict == ClaimVerdict::Refuted) {
        let truth = claim.truth.as_deref().unwrap_or(&claim.detail);
        if !said.contains(&(&claim.text, truth)) {
            said.push((&claim.text, truth));
        }
    }
    if said.is_empty() {
        return Ok(());
    }
    writeln!(page, "What is true instead:\n")?;
    for (text, truth) in said {
        writeln!(page, "- *{}* {}", escape(text), escape(truth))?;
    }
    writeln!(page)
}
