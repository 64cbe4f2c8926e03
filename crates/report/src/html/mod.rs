//! Pages of HTML: one file that needs nothing else, no network and no script to be read.
//!
//! Every text goes through `maud`, which escapes it, after [`shown`](super::chart::shown) has made it harmless. Should that
//! ever fail, the policy of the page still lets no script run but its own, whose hash it names, and nothing be loaded.

mod answer;
mod calibration;
mod cards;
mod comparison;
mod explained;
mod index;
mod parts;
mod picture;
mod run_page;
mod tex;
mod text;
mod thumbnail;
mod watch;
mod ways;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart::{Picture, STYLE as PICTURES, shown};
use super::format::Found;
use super::pictures::pictures;
use explained::Explained;
use record::Record;
use record::explain::Dictionary;

pub use calibration::calibration;
pub use index::{Entry, index};
pub use run_page::tone;
pub use text::text;
pub use ways::{Way, Ways};

/// The style sheet of pages, and what they do when they are pointed at.
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A page: what it is, its title, and its parts.
struct Document {
    /// Its kind, for whoever looks at many: `record`.
    kind: &'static str,
    title: String,
    main: Markup,
}

impl Document {
    fn written(&self) -> String {
        let hash = STANDARD.encode(Hash::hash(SCRIPT.as_bytes()));
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
        );
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="color-scheme" content="light dark";
                    title { (shown(&self.title)) " · colddeck" }
                    style { (PreEscaped(PICTURES)) (PreEscaped(STYLE)) }
                }
                body data-page=(self.kind) {
                    a class="skip" href="#main" { "To the text" }
                    main id="main" { (self.main) }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        format!("{}\n", page.into_string())
    }
}

/// Everything that a command found, as a page.
pub fn page(found: &Found<'_>) -> String {
    match (
        found.records.as_slice(),
        found.comparisons.as_slice(),
        found.answers.as_slice(),
        found.watches.as_slice(),
    ) {
        ([record], [], [], []) => record_page(record, &pictures(record), found.dictionary, None),
        ([], [comparison], [], []) => comparison::document(comparison).written(),
        ([], [], [answer], []) => answer::document(answer).written(),
        ([], [], [], [status]) => watch::document(status).written(),
        _ => several(found).written(),
    }
}

/// The page of a record with its pictures; `ways` lead from it, if it lies among others.
pub(super) fn record_page(
    record: &Record,
    drawn: &[Picture],
    dictionary: &Dictionary,
    ways: Option<&Ways>,
) -> String {
    let mut document = run_page::document(record, drawn, &Explained::of(record, "", dictionary));
    if let Some(ways) = ways {
        document.main = ways.around(&document.main);
    }
    document.written()
}

/// Everything that a command found, as parts of another page: each with a heading of the second level.
pub fn articles(found: &Found<'_>) -> String {
    below_each_other(&all(found)).into_string()
}

/// Parts of a page, each with its heading.
fn below_each_other(articles: &[parts::Article]) -> Markup {
    html! {
        @for article in articles {
            article id=(article.id) { h2 { (shown(&article.title)) } (article.body) }
        }
    }
}

/// Each result as a part of a page.
fn all(found: &Found<'_>) -> Vec<parts::Article> {
    let records = found.records.iter().enumerate();
    let records = records.map(|(at, record)| {
        let explained = Explained::of(record, &format!("r{}-", at + 1), found.dictionary);
        run_page::article(record, &pictures(record), &explained)
    });
    let comparisons = found.comparisons.iter().enumerate();
    let comparisons =
        comparisons.map(|(at, found)| comparison::article(found, &format!("c{}-", at + 1)));
    let answers = found.answers.iter().enumerate();
    let answers = answers.map(|(at, found)| answer::article(found, &format!("a{}-", at + 1)));
    let watches = found.watches.iter().enumerate();
    let watches = watches.map(|(at, found)| watch::article(found, &format!("w{}-", at + 1)));
    let all = records.chain(comparisons).chain(answers);
    all.chain(watches).collect()
}

/// One after the other, with a list of them before.
fn several(found: &Found<'_>) -> Document {
    let articles = all(found);
    let title = format!("{} results", articles.len());
    let main = html! {
        h1 { (title) }
        nav aria-label="Results" {
            ul { @for article in &articles { li { a href={ "#" (article.id) } { (shown(&article.title)) } } } }
        }
        (below_each_other(&articles))
    };
    Document {
        kind: "several",
        title,
        main,
    }
}
