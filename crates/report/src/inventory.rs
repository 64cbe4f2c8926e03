//! The page of the documents: each thing that can be checked in them, in their own order, beside what answers it.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::claims::{LEGEND, StoredRecord};
use super::markdown::{self, anchor, code, escape, link, rows};
use super::table::{Align, Cell, Table};
use super::tables;
use record::inventory::{Document, Item, Kind};
use record::{Claim, ClaimVerdict};
use text::names::grouped;
use text::sorting;

/// The claims of all records, by spec and id, as `cube/technique#spread`; each with all of its cases.
#[derive(Debug, Default)]
pub struct Answers<'a>(BTreeMap<String, Vec<(&'a StoredRecord, &'a Claim)>>);

impl<'a> Answers<'a> {
    /// Gathers the claims of `stored`.
    pub fn of(stored: &'a [StoredRecord]) -> Self {
        let mut all: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for stored in stored {
            for claim in &stored.record.claims {
                let name = stored.name_of(claim);
                all.entry(name).or_default().push((stored, claim));
            }
        }
        Self(all)
    }

    /// The names of all claims.
    pub fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    fn all(&self, names: &[String]) -> Vec<(&'a StoredRecord, &'a Claim)> {
        let known = names.iter().filter_map(|name| self.0.get(name));
        known.flatten().copied().collect()
    }
}

/// The page of `documents`, as `answers` answer them. Links lead from the folder of results.
#[allow(
    clippy::missing_panics_doc,
    reason = "writing to a string does not fail"
)]
pub fn documents(documents: &[Document], answers: &Answers<'_>) -> String {
    let mut page = String::new();
    write_page(&mut page, documents, answers).expect("writing to a string");
    page
}

fn write_page(page: &mut String, documents: &[Document], answers: &Answers<'_>) -> fmt::Result {
    writeln!(page, "# What the documents say, and what is true\n")?;
    let [conclusion, counts] = counts(documents, answers);
    writeln!(page, "**{conclusion}**\n")?;
    writeln!(page, "{counts}\n")?;
    writeln!(
        page,
        "Every claim, system, procedure, figure, table, picture, program and question of the documents that can be checked, \
         numbered in their order, comments of readers included. Words in “…” are the document's, all others are ours; so is \
         what stands under *ours, prompted by*. `published` is what the document prints. Questions of our own, and shuffles that \
         were shipped and are wrong: [own-claims.md](own-claims.md).\n"
    )?;
    writeln!(
        page,
        "{LEGEND} `answered`: by what the command prints. `exact` needs no simulation; with the unit \"a lower bound\" it is one.\n"
    )?;
    findings(page, documents)?;
    writeln!(page, "## Contents\n")?;
    for document in documents {
        writeln!(
            page,
            "- [{}](#{}): {} items",
            escape(&document.title),
            anchor(&document.title),
            document.items.len()
        )?;
    }
    writeln!(page)?;
    documents
        .iter()
        .try_for_each(|document| section(page, document, answers))
}

/// How many claims hold, and the items by how they are answered.
fn counts(documents: &[Document], answers: &Answers<'_>) -> [String; 2] {
    let items = || documents.iter().flat_map(|document| &document.items);
    let number = |wanted: &dyn Fn(&Item) -> bool| items().filter(|item| wanted(item)).count();
    let claims: Vec<_> = items().flat_map(|item| answers.all(&item.claims)).collect();
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, claim) in &claims {
        *verdicts.entry(claim.verdict.spoken()).or_default() += 1;
    }
    let verdicts = verdicts
        .iter()
        .map(|(verdict, number)| format!("{number} {verdict}"));
    let to_come = match number(&|item| item.to_come.is_some()) {
        0 => String::new(),
        some => format!("; {some} are to come (some of them in part)"),
    };
    let of = |wanted: &[ClaimVerdict]| {
        let mut all = claims.iter().map(|(_, claim)| claim.verdict);
        let wanted = all.by_ref().filter(|verdict| wanted.contains(verdict));
        grouped(wanted.count() as u64)
    };
    let hold = of(&[ClaimVerdict::Confirmed, ClaimVerdict::Reproduced]);
    let refuted = of(&[ClaimVerdict::Refuted]);
    let open = of(&[ClaimVerdict::NotRefuted, ClaimVerdict::Undecided]);
    let conclusion = format!(
        "colddeck checks what {} documents say of shuffling. Of {} of their claims that experiments test, {hold} hold, {refuted} \
         are refuted and {open} are shown neither way.",
        documents.len(),
        grouped(claims.len() as u64)
    );
    let counts = format!(
        "{} items: {} are answered by these claims of committed experiments ({}), {} by a command alone, {} cannot be checked{to_come}.",
        grouped(items().count() as u64),
        number(&|item| !item.claims.is_empty()),
        verdicts.collect::<Vec<_>>().join(", "),
        number(&|item| item.claims.is_empty() && !item.commands.is_empty()),
        number(&|item| item.not_checkable.is_some()),
    );
    [conclusion, counts]
}

/// The findings that matter most.
fn findings(page: &mut String, documents: &[Document]) -> fmt::Result {
    let ranked = documents.iter().flat_map(|document| {
        let items = document.items.iter();
        items.filter_map(move |item| Some((item.finding?, document, item)))
    });
    let mut ranked: Vec<_> = ranked.collect();
    if ranked.is_empty() {
        return Ok(());
    }
    sorting::by_key(&mut ranked, |(rank, ..)| *rank);
    writeln!(page, "## What matters most\n")?;
    for (rank, document, item) in ranked {
        writeln!(
            page,
            "{rank}. {}: {} ([{}, {}](#{}))",
            said(item),
            escape(item.truth.as_deref().unwrap_or_default()),
            escape(&document.title),
            item.number,
            anchor(&document.title)
        )?;
    }
    writeln!(page)
}

/// The item as the document has it: its words between quotation marks, formulas as they were typed, or ours.
fn said(item: &Item) -> String {
    match (&item.quote, &item.says) {
        (Some(quote), _) if quote.contains(['\\', '{']) => code(quote),
        (Some(quote), _) => format!("“{}”", escape(quote)),
        (None, says) => escape(says.as_deref().unwrap_or_default()),
    }
}

fn section(page: &mut String, document: &Document, answers: &Answers<'_>) -> fmt::Result {
    writeln!(page, "## {}\n", escape(&document.title))?;
    writeln!(
        page,
        "{}, {}.\n",
        escape(&document.author),
        escape(&document.year)
    )?;
    let heads = [
        ("no.", "---:"),
        ("what it says", "---"),
        ("where", "---"),
        ("published", "---:"),
        ("ours", "---:"),
        ("exact", "---:"),
        ("unit", "---"),
        ("verdict", "---"),
        ("what is true", "---"),
        ("by", "---"),
    ];
    markdown::row(page, heads.iter().map(|head| head.0.to_owned()))?;
    markdown::row(page, heads.iter().map(|head| head.1.to_owned()))?;
    for item in &document.items {
        markdown::row(page, cells(item, answers).into_iter())?;
    }
    writeln!(page)?;
    prompted(page, document, answers)
}

/// The cells of an item.
fn cells(item: &Item, answers: &Answers<'_>) -> [String; 10] {
    let found = answers.all(&item.claims);
    let marks = item
        .marks
        .iter()
        .map(|mark| format!(" *({})*", mark.name()));
    let kind = match item.kind {
        Kind::Claim => String::new(),
        kind => format!("*{}:* ", kind_name(kind)),
    };
    let (ours, exact, unit) = match found.as_slice() {
        [(_, claim)] => {
            let [_, _, ours, exact, ..] = tables::claim(claim);
            let unit = claim.unit.clone().unwrap_or_default();
            (ours.text, exact.text, unit)
        }
        _ => Default::default(),
    };
    let reason = item.not_checkable.as_ref().map(|reason| parts(reason).1);
    let aside = reason.or(item.to_come.as_deref());
    let truth = item.truth.as_deref().or(aside).unwrap_or_default();
    let mut by: Vec<String> = Vec::new();
    for (stored, _) in &found {
        let name = &stored.record.experiment.name;
        let target = link(&format!("{}/report.md", stored.folder));
        let link = format!("[{}]({target})", escape(name));
        if !by.contains(&link) {
            by.push(link);
        }
    }
    by.extend(item.commands.iter().map(|command| code(command)));
    [
        item.number.to_string(),
        format!("{kind}{}{}", said(item), marks.collect::<String>()),
        escape(&item.place),
        escape(&listed(&item.published)),
        escape(&ours),
        escape(&exact),
        escape(&unit),
        verdict(item, &found),
        escape(truth),
        by.join(", "),
    ]
}

/// The word why something cannot be checked, and the rest of the reason.
fn parts(reason: &str) -> (&str, &str) {
    reason.split_once(": ").unwrap_or(("", reason))
}

/// Figures in a cell: a few as they are, many as their number.
fn listed(published: &[String]) -> String {
    const A_FEW: usize = 4;
    match published.len() {
        0..=A_FEW => published.join(", "),
        many => format!("{many} figures"),
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Claim => "claim",
        Kind::System => "system",
        Kind::Procedure => "procedure",
        Kind::Figure => "figure",
        Kind::Table => "table",
        Kind::Picture => "picture",
        Kind::Program => "program",
        Kind::Question => "question",
    }
}

/// The verdict on an item: that of its claim, with the test that it rests on; of several how many came out how.
fn verdict(item: &Item, found: &[(&StoredRecord, &Claim)]) -> String {
    let of_one = |claim: &Claim| {
        let test = claim.test.as_ref();
        let test = test.map_or_else(String::new, |test| format!(" (test {})", code(test)));
        let unexpected = if claim.as_expected() {
            String::new()
        } else {
            format!(" **(expected: {})**", claim.expected)
        };
        format!("{}{test}{unexpected}", claim.verdict)
    };
    let mut words: Vec<String> = match found {
        [] => Vec::new(),
        [(_, claim)] => vec![of_one(claim)],
        many => {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for (_, claim) in many {
                *counts.entry(of_one(claim)).or_default() += 1;
            }
            let all = many.len();
            let counts = counts.iter();
            counts
                .map(|(verdict, number)| format!("{verdict}: {number} of {all}"))
                .collect()
        }
    };
    if let Some(reason) = &item.not_checkable {
        let (why, _) = parts(reason);
        words.push(format!("not checkable: {why}"));
    }
    if item.to_come.is_some() {
        words.push("to come".to_owned());
    }
    if words.is_empty() {
        words.push("answered".to_owned());
    }
    words.join("; ")
}

/// Claims of ours that items of the document prompted.
fn prompted(page: &mut String, document: &Document, answers: &Answers<'_>) -> fmt::Result {
    let mut table = Table::default();
    for (title, align) in [
        ("prompted by", Align::Right),
        ("ours", Align::Left),
        ("ours, simulated", Align::Right),
        ("exact", Align::Right),
        ("unit", Align::Left),
        ("verdict", Align::Left),
        ("report", Align::Left),
    ] {
        table.column(title, align);
    }
    for item in &document.items {
        for (stored, claim) in answers.all(&item.prompted) {
            let [_, _, ours, exact, ..] = tables::claim(claim);
            let test = claim.test.as_ref();
            let test = test.map_or_else(String::new, |test| format!(" (test {test})"));
            let truth = claim
                .truth
                .as_deref()
                .filter(|_| claim.verdict == ClaimVerdict::Refuted);
            let truth = truth.map_or_else(String::new, |truth| format!(" ({truth})"));
            table.rows.push(vec![
                Cell::plain(item.number.to_string()),
                Cell::plain(format!("{}{truth}", claim.text)),
                ours,
                exact,
                Cell::plain(claim.unit.clone().unwrap_or_default()),
                Cell::plain(format!("{}{test}", claim.verdict)),
                Cell::link(
                    &stored.record.experiment.name,
                    format!("{}/report.md", stored.folder),
                ),
            ]);
        }
    }
    if table.rows.is_empty() {
        return Ok(());
    }
    writeln!(page, "### Ours, prompted by {}\n", escape(&document.title))?;
    rows(page, &table)?;
    writeln!(page)
}
