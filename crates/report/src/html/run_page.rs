//! The page of a record: question, answer, what it means, pictures, routines, claims, tests, how it was measured, and the
//! record itself.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, html};
use miniz_oxide::deflate::compress_to_vec;

use super::super::chart::{Picture, shown};
use super::super::glance::{self, Glance};
use super::super::page::legend;
use super::super::pictures::RULER;
use super::super::sections::{Body, Part, Section, sections};
use super::super::table::Table;
use super::Document;
use super::explained::Explained;
use super::parts::{Article, all_digits, heading, marked, short_figures, table};
use super::picture::{figure, figures};
use record::{Outcome, Record, to_json};

/// The page of one record.
pub(super) fn document(record: &Record, drawn: &[Picture], explained: &Explained) -> Document {
    let title = question(record);
    let main = html! {
        header {
            p class="kicker" { "colddeck" @if title != record.experiment.name { " · " (shown(&record.experiment.name)) } }
            h1 { (shown(&title)) }
        }
        (body(record, drawn, explained, 0))
    };
    Document {
        kind: "record",
        title,
        main,
    }
}

/// The record as a part of a page.
pub(super) fn article(record: &Record, drawn: &[Picture], explained: &Explained) -> Article {
    Article {
        id: format!("{}article", explained.prefix()),
        title: titled(record),
        body: body(record, drawn, explained, 1),
    }
}

/// The name and the question; routines that were typed have no name.
fn titled(record: &Record) -> String {
    let question = question(record);
    match record.experiment.name.as_str() {
        record::ROUTINE => question,
        name => format!("{name}: {question}"),
    }
}

/// The question, or what it was asked of.
pub(super) fn question(record: &Record) -> String {
    let asked = record.experiment.question.trim();
    if asked.is_empty() {
        glance::subject(record)
    } else {
        asked.to_owned()
    }
}

/// The tone of the answer. That all claims came out as expected says nothing of whether the answer is good news.
fn tone_of_answer(record: &Record) -> &'static str {
    match record.outcome {
        Outcome::AsExpected if record.finding.is_some() => "plain",
        outcome => tone(outcome),
    }
}

fn body(record: &Record, drawn: &[Picture], explained: &Explained, deeper: usize) -> Markup {
    let glance = glance::glance(record);
    let sections = sections(record);
    // The ruler belongs to the answer, unless that names something else.
    let first = drawn.first().is_some_and(|picture| picture.name == RULER);
    let (ruler, others): (Vec<&Picture>, Vec<&Picture>) = drawn
        .iter()
        .partition(|picture| picture.name == RULER && (first || record.named.is_empty()));
    let page = Page {
        record,
        prefix: explained.prefix(),
        deeper,
        explained,
    };
    html! {
        @let (first, rest) = in_two(&glance.answer);
        p class={ "answer " (tone_of_answer(record)) } { (shown(first)) }
        @if !rest.is_empty() { p class="besides" { (shown(rest)) } }
        @let about = (!record.experiment.question.trim().is_empty() && !record.routines.is_empty()).then(|| glance::subject(record));
        @let letters = (!record.letters.is_empty()).then(|| legend(&record.letters));
        @if about.is_some() || letters.is_some() {
            @if let Some(letters) = letters {
                // Answers and pictures say routines in words; who knows the letters finds them here.
                details class="letters" {
                    summary { "Letters" }
                    p class="asked" { @if let Some(about) = about { (shown(&about)) ". " } (shown(&letters)) "." }
                }
            } @else if let Some(about) = about {
                p class="asked" { (shown(&about)) "." }
            }
        }
        @if !ruler.is_empty() {
            (page.section("ruler", "How far from fair", &html! { @for picture in &ruler { (figure(picture, 3 + deeper)) } }))
        }
        (page.meaning(&glance))
        @if !others.is_empty() {
            (page.section("pictures", "Pictures", &figures(&others, 3 + deeper)))
        }
        (page.part("routines", "Routines side by side", Part::Routines, &sections))
        (page.part("claims", "Claims", Part::Claims, &sections))
        (page.part("answers", "Answers without simulating", Part::Answers, &sections))
        (page.part("tests", "All tests", Part::Tests, &sections))
        (page.how(&sections))
        (page.embedded())
        @if let Some(badge) = &glance.badge { p class={ "badge " (tone(record.outcome)) } { (shown(badge)) } }
        (explained.all())
    }
}

/// The first sentence of an answer, which stands large, and what follows it.
pub(super) fn in_two(answer: &str) -> (&str, &str) {
    let ends = answer.match_indices(". ").map(|(at, _)| at + 1);
    let begins = |rest: &str| rest.trim_start().starts_with(|c: char| c.is_uppercase());
    let mut ends = ends.filter(|at| begins(&answer[*at..]));
    match ends.next() {
        Some(at) => (&answer[..at], answer[at..].trim_start()),
        None => (answer, ""),
    }
}

/// The class of what a run says as a whole.
pub fn tone(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::NoEvidence | Outcome::Accepted | Outcome::AsExpected => "good",
        Outcome::TooLittle => "doubt",
        Outcome::Evidence
        | Outcome::NotAsExpected
        | Outcome::FaultyControl
        | Outcome::FaultySimulation => "bad",
    }
}

/// The context that all parts of the page share.
struct Page<'a> {
    record: &'a Record,
    prefix: &'a str,
    deeper: usize,
    explained: &'a Explained,
}

impl Page<'_> {
    fn section(&self, id: &str, title: &str, body: &Markup) -> Markup {
        html! {
            section id={ (self.prefix) (id) } {
                (heading(self.deeper, 2, &html! { (title) }))
                (body)
            }
        }
    }

    /// Writes what the answer means, the small table, and what to do next.
    fn meaning(&self, glance: &Glance) -> Markup {
        // A finding says what the answers mean; they stand below in full.
        let answers: &[String] = match self.record.finding {
            Some(_) => &[],
            None => &glance.answers,
        };
        let nothing = glance.meaning.is_empty() && answers.is_empty() && glance.next.is_empty();
        if nothing && (!self.record.claims.is_empty() || self.record.finding.is_some()) {
            return html! {};
        }
        let body = html! {
            @for text in &glance.meaning { p { (marked(text)) } }
            @for list in &glance.lists {
                p { (shown(&format!("{}:", list.head))) }
                ul { @for item in &list.items { li { (shown(item)) } } }
            }
            // Claims have a part of their own.
            @if let Some(found) = glance.table.as_ref().filter(|_| self.record.claims.is_empty()) { (table("What is seen", found, |_, _| None)) }
            @for text in answers { p { (short_figures(text)) } }
            (all_digits(answers.iter().map(String::as_str)))
            @if !glance.next.is_empty() {
                p class="next" { strong { "Next: " } (shown(&glance.next.join(" "))) }
            }
        };
        self.section("meaning", "What it means", &body)
    }

    /// All sections of a part; its only one needs no title of its own.
    fn part(&self, id: &str, title: &str, part: Part, sections: &[Section<'_>]) -> Markup {
        let of: Vec<&Section<'_>> = sections
            .iter()
            .filter(|section| section.part == part)
            .collect();
        if of.is_empty() {
            return html! {};
        }
        let alone = of.len() == 1 && part != Part::Answers;
        // Several answers are a wall of text.
        let folded = part == Part::Answers && of.len() > 1;
        let body = html! {
            @for section in of {
                @if folded {
                    details {
                        summary { (shown(&section.title)) }
                        @if !section.note.is_empty() { p class="note" { (marked(&section.note)) } }
                        (self.contents(section))
                    }
                } @else {
                @if !alone { (heading(self.deeper, 3, &html! { (shown(&section.title)) })) }
                @if !section.note.is_empty() { p class="note" { (marked(&section.note)) } }
                (self.contents(section))
                }
            }
        };
        self.section(id, title, &body)
    }

    fn contents(&self, section: &Section<'_>) -> Markup {
        match &section.body {
            Body::Table(of) if section.part == Part::Tests => self.by_routine(&section.title, of),
            Body::Table(of) => table(&section.title, of, |_, _| None),
            Body::Lists(lists) => html! {
                @for (name, items) in lists {
                    @if !name.is_empty() { p class="of" { strong { (shown(name)) } } }
                    ul { @for item in items { li { (marked(item)) } } }
                }
            },
            Body::Paragraphs(texts) => html! { @for text in texts { p { (marked(text)) } } },
            Body::Answer(answer) => super::answer::body(answer, self.deeper + 1),
        }
    }

    /// The rows of each routine by themselves, shut away where there are many; the second column names a statistic, and
    /// says what it looks at when it is clicked.
    fn by_routine(&self, title: &str, of: &Table) -> Markup {
        let rows = of.rows.chunk_by(|a, b| a[0].text == b[0].text);
        let routines: Vec<&[_]> = rows.collect();
        let open = routines.len() == 1 && of.rows.len() <= 40;
        html! {
            @for rows in &routines {
                @let name = &rows[0][0].text;
                @let part = Table {
                    head: of.head[1..].to_vec(),
                    rows: rows.iter().map(|row| row[1..].to_vec()).collect(),
                };
                details open[open] {
                    summary { (shown(name)) ": " (rows.len()) @if rows.len() == 1 { " row" } @else { " rows" } }
                    (table(&format!("{title}, {name}"), &part, |row, column| {
                        let text = &part.rows[row][column].text;
                        let statistic = text.split(": ").next().unwrap_or(text);
                        (column == 0).then(|| self.explained.button(statistic, text))
                    }))
                }
            }
        }
    }

    fn how(&self, sections: &[Section<'_>]) -> Markup {
        let texts = sections.iter().filter(|section| section.part == Part::How);
        let record = self.record;
        let body = html! {
            @for section in texts { (self.contents(section)) }
            p { "Again, with the same version:" }
            pre tabindex="0" { code { (shown(&repeated(record))) } }
            p class="note" {
                "Made by colddeck " (shown(&record.version)) " from a record of layout " code { (shown(&record.schema)) }
                ". The same spec gives the same record, byte for byte, on any machine."
            }
        };
        self.section("how", "How it was measured", &body)
    }

    /// The record, compressed, and a button that saves it as it is.
    fn embedded(&self) -> Markup {
        let text = to_json(self.record).unwrap_or_default();
        let data = packed(&text);
        let body = html! {
            p { "All that was found stands in this page: " (text::names::grouped(text.len() as u64)) " bytes of JSON." }
            p {
                button type="button" class="save" id={ (self.prefix) "save-record" } data-record={ (self.prefix) "record-data" } {
                    "Save record.json"
                }
            }
            script type="application/octet-stream" id={ (self.prefix) "record-data" } { (data) }
        };
        self.section("record", "The record", &body)
    }
}

/// Level of compression: the next one takes half as long again for a fiftieth of the size.
const LEVEL: u8 = 5;

/// The text, compressed and in letters that a page can hold.
fn packed(text: &str) -> String {
    STANDARD.encode(compress_to_vec(text.as_bytes(), LEVEL))
}

/// The command that gives the record again.
fn repeated(record: &Record) -> String {
    let experiment = &record.experiment;
    if experiment.source.is_some() || experiment.name != record::ROUTINE {
        return match &experiment.source {
            Some(source) if experiment.name == "test" => {
                format!(
                    "colddeck test '{}' --deck {}",
                    source.replace('\'', "'\\''"),
                    experiment.deck
                )
            }
            _ => format!("colddeck run {}.toml", experiment.name),
        };
    }
    let routines = glance::ours(record);
    let names = routines
        .iter()
        .map(|routine| format!("\"{}\"", routine.name));
    format!(
        "colddeck run {} --deck {} --trials {} --seed {}",
        names.collect::<Vec<_>>().join(" "),
        experiment.deck,
        experiment.trials,
        experiment.seed
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_begins_with_its_first_sentence() {
        let whole = "Yes: 0.16 of 1. Ten leave 0.01.";
        assert_eq!(in_two(whole), ("Yes: 0.16 of 1.", "Ten leave 0.01."));
        assert_eq!(in_two("One, e.g. this."), ("One, e.g. this.", ""));
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let text = "{\"a\": [1, 2, 3], \"b\": \"</script>\"}\n".repeat(500);
        let data = packed(&text);
        assert!(data.len() < text.len() / 10, "{}", data.len());
        let bytes = STANDARD.decode(data).unwrap();
        let back = miniz_oxide::inflate::decompress_to_vec(&bytes).unwrap();
        assert_eq!(back, text.as_bytes());
    }
}
