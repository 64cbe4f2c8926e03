//! Claims as cards: a table of claims is too wide for its sentences, so each row becomes a card that gives them the width.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Tag, TagEnd, TextMergeStream, html::push_html};

use super::super::markdown::anchor;
use super::tex;

/// The words before the truths of a table of claims.
const TRUTHS: &str = "What is true instead:";

/// A page with its tables of claims as cards, if it has any: a place for the filter after its first paragraph, each part
/// below a heading of the second level as a section. Events are those of a page that is otherwise finished.
pub(super) fn laid(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    if !events
        .iter()
        .enumerate()
        .any(|(at, _)| columns(&events[at..]).is_some())
    {
        return events;
    }
    let second = |event: &Event<'_>| {
        matches!(
            event,
            Event::Start(Tag::Heading {
                level: HeadingLevel::H2,
                ..
            })
        )
    };
    let starts = (0..events.len()).filter(|at| second(&events[*at]));
    let starts: Vec<usize> = starts.chain([events.len()]).collect();
    let mut laid = before(&events[..starts[0]]);
    for range in starts.windows(2) {
        let part = &events[range[0]..range[1]];
        let claims = (0..part.len()).any(|at| columns(&part[at..]).is_some());
        let class = if claims { "claims-of" } else { "around" };
        laid.push(raw(format!("<section class=\"{class}\">")));
        laid.extend(if claims { folded(part) } else { aside(part) });
        laid.push(raw("</section>".to_owned()));
    }
    laid
}

fn raw<'a>(text: String) -> Event<'a> {
    Event::Html(text.into())
}

/// What stands before the first part: its first paragraph is the answer, the others explain words.
fn before<'a>(events: &[Event<'a>]) -> Vec<Event<'a>> {
    let ends = events
        .iter()
        .position(|event| matches!(event, Event::End(TagEnd::Paragraph)));
    let (answer, words) = events.split_at(ends.map_or(events.len(), |at| at + 1));
    let mut laid = answer.to_vec();
    laid.push(raw(
        "<div class=\"filter\" role=\"search\" aria-label=\"Claims\" hidden></div>".to_owned(),
    ));
    if !words.is_empty() {
        laid.push(raw(
            "<details class=\"around\"><summary>What the words mean</summary>".to_owned(),
        ));
        laid.extend_from_slice(words);
        laid.push(raw("</details>".to_owned()));
    }
    laid
}

/// A part without a table of claims: quotations are set, and "(Document, 28)" leads to the card.
fn aside<'a>(events: &[Event<'a>]) -> Vec<Event<'a>> {
    let events: Vec<Event<'a>> = TextMergeStream::new(events.iter().cloned()).collect();
    let mut laid = Vec::new();
    for (at, event) in events.iter().enumerate() {
        laid.push(match event {
            Event::Code(text) if tex::is_tex(text) => Event::InlineHtml(quoted(text).into()),
            Event::Text(text) => Event::InlineHtml(tex::set(text).into_string().into()),
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let number = match events.get(at + 1) {
                    Some(Event::Text(text)) => text.rsplit_once(", ").map(|(_, number)| number),
                    _ => None,
                };
                let number = number.filter(|number| number.parse::<u32>().is_ok());
                let dest_url = match number {
                    Some(number) if dest_url.starts_with('#') => {
                        CowStr::from(format!("{dest_url}-{number}"))
                    }
                    _ => dest_url.clone(),
                };
                Event::Start(Tag::Link {
                    link_type: *link_type,
                    dest_url,
                    title: title.clone(),
                    id: id.clone(),
                })
            }
            other => other.clone(),
        });
    }
    laid
}

/// Words of a document with formulas in them.
fn quoted(text: &str) -> String {
    html! { "“" (tex::set(text)) "”" }.into_string()
}

/// A part with its cards shut away: its heading says how many there are, with which verdicts.
fn folded<'a>(events: &[Event<'a>]) -> Vec<Event<'a>> {
    let mut laid = vec![raw("<details><summary>".to_owned())];
    let mut cards = with_cards(events);
    let below = cards.split_off(end_of(events, 0));
    laid.extend(cards);
    let mut counts: Vec<(String, usize)> = Vec::new();
    let mut all = 0;
    for (at, _) in events.iter().enumerate() {
        let Some(heads) = columns(&events[at..]) else {
            continue;
        };
        let verdict = heads.iter().position(|head| head == "verdict");
        for row in rows(&events[at..end_of(events, at)]) {
            all += 1;
            let words = verdict.and_then(|at| row.get(at)).map(|cell| plain(cell));
            for word in verdicts(&words.unwrap_or_default()).split(',') {
                match counts.iter_mut().find(|(known, _)| known == word) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((word.to_owned(), 1)),
                }
            }
        }
    }
    text::sorting::by(&mut counts, |(_, a), (_, b)| b.cmp(a));
    let counts = counts.iter().filter(|(word, _)| !word.is_empty());
    let counts = counts.map(|(word, count)| format!("{count} {word}"));
    let words = html! {
        span class="counts" {
            (all) @if all == 1 { " item: " } @else { " items: " } (counts.collect::<Vec<_>>().join(", "))
        }
    };
    laid.push(raw(format!("{}</summary>", words.into_string())));
    laid.extend(below);
    laid.push(raw("</details>".to_owned()));
    laid
}

/// A part whose tables become cards, and whose truths go into them.
fn with_cards<'a>(events: &[Event<'a>]) -> Vec<Event<'a>> {
    let slug = anchor(&plain(&events[..end_of(events, 0)]));
    let mut truths = truths(events);
    let mut laid: Vec<Event<'a>> = Vec::new();
    let mut at = 0;
    while at < events.len() {
        if let Some(heads) = columns(&events[at..]) {
            // The box in which a table scrolls.
            laid.pop();
            let end = end_of(events, at);
            let rows = rows(&events[at..end]);
            let cards = rows.iter().map(|row| card(&heads, row, &slug, &mut truths));
            let cards = html! { ol class="cards" { @for card in cards { (card) } } };
            laid.push(raw(cards.into_string()));
            at = end + 1;
        } else if is_truths(events, at) {
            // The paragraph and the list after it.
            at = end_of(events, end_of(events, at));
        } else {
            laid.push(events[at].clone());
            at += 1;
        }
    }
    laid
}

/// The place after the end of what starts at `from`.
fn end_of(events: &[Event<'_>], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, event) in events.iter().enumerate().skip(from) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    events.len()
}

/// The text alone.
fn plain(events: &[Event<'_>]) -> String {
    let words = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        Event::SoftBreak => Some(" "),
        _ => None,
    });
    words.collect()
}

/// The heads of a table of claims that starts here.
fn columns(events: &[Event<'_>]) -> Option<Vec<String>> {
    if !matches!(events.first(), Some(Event::Start(Tag::Table(_)))) {
        return None;
    }
    let end = events
        .iter()
        .position(|event| matches!(event, Event::End(TagEnd::TableHead)))?;
    let heads: Vec<String> = cells(&events[..end])
        .iter()
        .map(|cell| plain(cell))
        .collect();
    let has = |name: &str| heads.iter().any(|head| head == name);
    let claims = has("verdict") && (has("what it says") || has("claimed") || has("prompted by"));
    claims.then_some(heads)
}

/// The cells in a row.
fn cells<'e, 'a>(events: &'e [Event<'a>]) -> Vec<&'e [Event<'a>]> {
    let mut cells = Vec::new();
    let mut from = 0;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::TableCell) => from = at + 1,
            Event::End(TagEnd::TableCell) => cells.push(&events[from..at]),
            _ => {}
        }
    }
    cells
}

fn rows<'e, 'a>(events: &'e [Event<'a>]) -> Vec<Vec<&'e [Event<'a>]>> {
    let mut rows = Vec::new();
    let mut from = 0;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::TableRow) => from = at,
            Event::End(TagEnd::TableRow) => rows.push(cells(&events[from..at])),
            _ => {}
        }
    }
    rows
}

/// Returns true if the truths of claims stand from here on.
fn is_truths(events: &[Event<'_>], at: usize) -> bool {
    let Some([Event::Start(Tag::Paragraph), Event::Text(text)]) = events.get(at..at + 2) else {
        return false;
    };
    let list = events.get(end_of(events, at));
    text.as_ref() == TRUTHS && matches!(list, Some(Event::Start(Tag::List(_))))
}

/// The truths of a part: the claim, and what is true.
fn truths<'a>(events: &[Event<'a>]) -> Vec<(String, Vec<Event<'a>>)> {
    let Some(at) = (0..events.len()).find(|at| is_truths(events, *at)) else {
        return Vec::new();
    };
    let from = end_of(events, at);
    let list = &events[from..end_of(events, from)];
    let items = (0..list.len()).filter(|at| matches!(list[*at], Event::Start(Tag::Item)));
    let split = |at: usize| {
        let item = &list[at + 1..end_of(list, at) - 1];
        let claim = end_of(item, 0);
        (plain(&item[..claim]), item[claim..].to_vec())
    };
    items.map(split).collect()
}

/// The text of a cell, formulas set.
fn shown(events: &[Event<'_>]) -> Markup {
    let events = TextMergeStream::new(events.iter().cloned()).map(|event| match event {
        Event::Text(text) => Event::InlineHtml(tex::set(&text).into_string().into()),
        Event::Code(text) if tex::is_tex(&text) => Event::InlineHtml(quoted(&text).into()),
        other => other,
    });
    let mut text = String::new();
    push_html(&mut text, events);
    PreEscaped(text)
}

/// A row as a card: what is claimed, what is true, figures and verdict, and what shows it. A truth that is found is used up
/// by no card, as several cases of a claim have the same.
fn card(
    heads: &[String],
    row: &[&[Event<'_>]],
    slug: &str,
    truths: &mut [(String, Vec<Event<'_>>)],
) -> Markup {
    let cell = |name: &str| -> &[Event<'_>] {
        let at = heads.iter().position(|head| head == name);
        let cell = at.and_then(|at| row.get(at)).copied().unwrap_or_default();
        // Only for readers of the screen something stands in an empty cell.
        if plain(cell).trim().is_empty() {
            &[]
        } else {
            cell
        }
    };
    let prompted = heads.iter().any(|head| head == "prompted by");
    let claim = match cell("what it says") {
        [] if prompted => cell("ours"),
        [] => cell("claimed"),
        says => says,
    };
    let verdict = cell("verdict");
    let words = plain(verdict);
    let number = plain(cell("no."));
    let own = truths
        .iter()
        .find(|(of, _)| words.starts_with("refuted") && plain(claim).starts_with(of.as_str()));
    let truth = match cell("what is true") {
        [] => own.map_or(&[][..], |(_, truth)| truth),
        truth => truth,
    };
    let simulated = if prompted { "ours, simulated" } else { "ours" };
    let figures = [
        ("published", "published"),
        (simulated, "ours"),
        ("exact", "exact"),
        ("std. error", "± standard error"),
    ];
    let figures = figures.map(|(column, name)| (name, cell(column)));
    let figures = figures.iter().filter(|(_, cell)| !cell.is_empty());
    let figures: Vec<_> = figures.collect();
    let unit = cell("unit");
    let (place, prompt) = (cell("where"), cell("prompted by"));
    let (links, commands) = split(if cell("by").is_empty() {
        cell("report")
    } else {
        cell("by")
    });
    let id = (!number.is_empty()).then(|| format!("{slug}-{number}"));
    html! {
        li id=[id] data-verdict=(verdicts(&words)) {
            div class="says" {
                p { @if !number.is_empty() { span class="no" { (number) } " " } (shown(claim)) }
                @if !truth.is_empty() { p class="truth" { (shown(truth)) } }
                @if !place.is_empty() || !prompt.is_empty() || !links.is_empty() {
                    p class="by" {
                        @if !prompt.is_empty() { "Prompted by " (shown(prompt)) ". " }
                        @if !place.is_empty() { (shown(place)) ". " }
                        @if !links.is_empty() { "Shown by " (shown(&links)) "." }
                    }
                }
                @if !commands.is_empty() {
                    details {
                        summary { @if commands.len() == 1 { "A command that shows it" } @else { (commands.len()) " commands that show it" } }
                        @for command in &commands { pre tabindex="0" { code { (command) } } }
                    }
                }
            }
            div class="facts" {
                p class={ "verdict " (tone(&words)) } { (shown(verdict)) }
                @if !figures.is_empty() {
                    p {
                        @for (at, (name, figure)) in figures.iter().enumerate() {
                            @if at > 0 { ", " }
                            (name) " " strong { (shown(figure)) }
                        }
                        @if !unit.is_empty() { " " span class="unit" { "(" (shown(unit)) ")" } }
                    }
                }
            }
        }
    }
}

/// The links, with commas between them, and the commands.
fn split<'a>(by: &[Event<'a>]) -> (Vec<Event<'a>>, Vec<String>) {
    let (mut links, mut commands, mut at) = (Vec::new(), Vec::new(), 0);
    while at < by.len() {
        let end = end_of(by, at);
        match &by[at] {
            Event::Start(_) => {
                if !links.is_empty() {
                    links.push(Event::Text(", ".into()));
                }
                links.extend_from_slice(&by[at..end]);
            }
            Event::Code(command) => commands.push(command.to_string()),
            _ => {}
        }
        at = end;
    }
    (links, commands)
}

/// The verdicts in a cell, with commas between them: `confirmed: 1 of 2; refuted: 1 of 2` has two.
fn verdicts(words: &str) -> String {
    let all = words.split(';').map(|part| {
        let word = part.split([':', '(']).next().unwrap_or(part);
        word.trim().replace("not-refuted", "not refuted")
    });
    let mut all: Vec<String> = all.collect();
    all.dedup();
    all.join(",")
}

fn tone(words: &str) -> &'static str {
    let has = |word: &str| words.split(';').any(|part| part.trim().starts_with(word));
    if has("refuted") {
        "bad"
    } else if has("confirmed") || has("reproduced") {
        "good"
    } else if has("undecided") || has("not-refuted") {
        "doubt"
    } else {
        "faint"
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::text;
    use super::*;

    const PAGE: &str = "# Claims\n\n**3 items.**\n\nWords.\n\n## What matters\n\n1. `a $\\frac{1}{2}$`: so. ([A book, 2](#a-book))\n\n\
        ## A book\n\n| no. | what it says | where | published | ours | exact | unit | verdict | what is true | by |\n\
        | ---: | --- | --- | ---: | ---: | ---: | --- | --- | --- | --- |\n\
        | 1 | “<b> x^2” | p. 1 | 3 |  | 4 | cards | confirmed: 1 of 2; refuted: 1 of 2 | No. | [one](a/one/report.md), `colddeck exact x` |\n\
        | 2 | `m_{i}` |  |  |  |  |  | answered |  |  |\n\n\
        ## Own\n\n| claimed | verdict | report |\n| --- | --- | --- |\n| it is: twice | refuted | [b](b/report.md) |\n\n\
        What is true instead:\n\n- *it is* It is not.\n\n## After\n\nEnd.\n";

    #[test]
    fn rows_of_claims_become_cards() {
        let page = text(PAGE, 0, &|_| None);
        for part in [
            "<div class=\"filter\" role=\"search\"",
            "<li id=\"a-book-1\" data-verdict=\"confirmed,refuted\">",
            "<p class=\"truth\">No.</p>",
            "“&lt;b&gt; x<sup>2</sup>”",
            "“m<sub>i</sub>”",
            "“a 1/2”",
            "href=\"#a-book-2\"",
            "<a href=\"a/one/report.html\">one</a>",
            "<code>colddeck exact x</code>",
            "published <strong>3</strong>, exact <strong>4</strong>",
            "<p class=\"truth\"> It is not.</p>",
            "<details><summary>\n<h2 id=\"a-book\">A book</h2>",
            "<span class=\"counts\">2 items: 1 confirmed, 1 refuted, 1 answered</span></summary>",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
        assert!(!page.contains("<table") && !page.contains(TRUTHS), "{page}");
        assert_eq!(page.matches("<section").count(), 4);
    }

    #[test]
    fn other_pages_stay_as_they_are() {
        let page = text(
            "# T\n\n| a | verdict |\n| --- | --- |\n| b | c |\n",
            0,
            &|_| None,
        );
        assert!(
            page.contains("<table") && !page.contains("<section"),
            "{page}"
        );
    }
}
