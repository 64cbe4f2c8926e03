//! Pages of Markdown that we write, as HTML: the claims, the notes on results.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

use super::super::markdown::anchor;
use super::Document;
use super::cards;

/// A page of Markdown that lies `deep` folders below the index of all results; its first heading is its title. `svg` gives
/// the text of a picture by its link; a picture that it does not know is left out.
pub fn text(markdown: &str, deep: usize, svg: &dyn Fn(&str) -> Option<String>) -> String {
    let title = markdown.lines().find_map(|line| line.strip_prefix("# "));
    let title = title.unwrap_or("Results").replace('`', "");
    let index = format!("{}index.html", UP.repeat(deep));
    let main = html! {
        nav aria-label="All results" { a href=(index) { "All results" } }
        (with_pictures(markdown, deep, svg))
    };
    Document {
        kind: "text",
        title,
        main,
    }
    .written()
}

/// The step from a folder to the one that holds it, in links.
const UP: &str = "../";

/// Markdown as it is drawn without its pictures: the picture of a report is drawn in its own page.
pub(super) fn drawn(markdown: &str) -> Markup {
    with_pictures(markdown, 0, &|_| None)
}

/// Markdown as it is drawn: tables scroll in a box of their own, HTML in it is text, links lead to pages, and pictures stand
/// in the page itself.
fn with_pictures(markdown: &str, deep: usize, svg: &dyn Fn(&str) -> Option<String>) -> Markup {
    let mut used: Vec<String> = Vec::new();
    let mut tables = 0;
    let mut left_out = false;
    let parsed: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    // The words of the heading that begins at an event.
    let heading = |from: usize| -> String {
        let of_heading = parsed[from..]
            .iter()
            .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let words = of_heading.filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
            _ => None,
        });
        words.collect()
    };
    let events = parsed.iter().enumerate().flat_map(|(at, event)| {
        match event.clone() {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let name = anchor(&heading(at));
                let again = used.iter().filter(|known| **known == name).count();
                used.push(name.clone());
                let id = if again == 0 { name } else { format!("{name}-{again}") };
                vec![Event::Start(Tag::Heading { level, id: Some(id.into()), classes, attrs })]
            }
            Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let dest_url = CowStr::from(target(&dest_url, deep));
                vec![Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                })]
            }
            Event::Start(Tag::Image { dest_url, link_type, title, id }) => {
                let svg = svg(&dest_url);
                left_out = svg.is_none();
                let data = svg.map(|svg| format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg)));
                let start = |data: String| Event::Start(Tag::Image { link_type, dest_url: data.into(), title, id });
                data.map(start).into_iter().collect()
            }
            Event::End(TagEnd::Image) if left_out => {
                left_out = false;
                Vec::new()
            }
            start @ Event::Start(Tag::Table(_)) => {
                tables += 1;
                let region = format!("<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table {tables}\">");
                vec![Event::Html(region.into()), start]
            }
            // A reader of the screen says something of every heading.
            Event::Start(Tag::TableCell) if matches!(parsed.get(at + 1), Some(Event::End(TagEnd::TableCell))) => {
                vec![
                    Event::Start(Tag::TableCell),
                    Event::Html("<span class=\"unseen\">nothing</span>".into()),
                ]
            }
            end @ Event::End(TagEnd::Table) => vec![end, Event::Html("</div>".into())],
            // Long lines are scrolled, with keys too.
            Event::Start(Tag::CodeBlock(_)) => vec![Event::Html("<pre tabindex=\"0\"><code>".into())],
            Event::End(TagEnd::CodeBlock) => vec![Event::Html("</code></pre>\n".into())],
            other => vec![other],
        }
    });
    let events = cards::laid(events.collect());
    let mut page = String::new();
    push_html(&mut page, events.into_iter());
    PreEscaped(page)
}

/// A link to a page of results leads to its HTML, from a page `deep` folders below the index of all; what could be more than
/// a link leads nowhere.
fn target(link: &str, deep: usize) -> String {
    let scheme = link
        .split(['/', '#', '?'])
        .next()
        .unwrap_or("")
        .contains(':');
    if scheme
        && !["https:", "http:"]
            .iter()
            .any(|known| link.starts_with(known))
    {
        return "#".to_owned();
    }
    let (path, place) = link.split_once('#').unwrap_or((link, ""));
    let inside = !scheme && !path.starts_with(&UP.repeat(deep + 1));
    match path.strip_suffix(".md").filter(|_| inside) {
        Some(stem) => {
            let stem = stem
                .strip_suffix("README")
                .map_or(stem.to_owned(), |folder| format!("{folder}index"));
            let hash = if place.is_empty() { "" } else { "#" };
            format!("{stem}.html{hash}{place}")
        }
        None => link.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_cannot_do_more_than_say() {
        let page = text(
            "# A `b`\n\n    c <u>\n\nSee <script>alert(1)</script> <i>x</i> [y](javascript:alert(1)) [z](a/report.md#c)\n\n| a |\n| --- |\n| <b> |\n",
            0,
            &|_| None,
        );
        let (_, body) = page.split_once("<main").unwrap();
        let (body, _) = body.split_once("</main").unwrap();
        assert!(
            !body.contains("<script>") && !body.contains("<i>") && !body.contains("<b>"),
            "{body}"
        );
        assert!(
            body.contains("&lt;script&gt;") && !body.contains("javascript:"),
            "{body}"
        );
        assert!(
            body.contains("href=\"a/report.html#c\"") && body.contains("role=\"group\""),
            "{body}"
        );
        assert!(
            body.contains("<pre tabindex=\"0\"><code>c &lt;u&gt;"),
            "{body}"
        );
        assert!(
            page.contains("<title>A b") && body.contains("<h1 id=\"a-b\">"),
            "{page}"
        );
    }

    #[test]
    fn links_lead_to_pages() {
        assert_eq!(target("claims.md", 0), "claims.html");
        assert_eq!(target("README.md#what", 0), "index.html#what");
        assert_eq!(
            target("../experiments/README.md", 0),
            "../experiments/README.md"
        );
        assert_eq!(target("https://a.b/c.md", 0), "https://a.b/c.md");
        assert_eq!(target("data:text/html,x", 0), "#");
        // From a folder of results: one step up is among them, two are not.
        assert_eq!(target("../claims.md#a", 1), "../claims.html#a");
        assert_eq!(target("three/report.md", 1), "three/report.html");
        assert_eq!(target("../../src/main.md", 1), "../../src/main.md");
    }

    #[test]
    fn pictures_that_are_known_stand_in_the_page() {
        let known = |link: &str| (link == "a.svg").then(|| "<svg/>".to_owned());
        let page = text("# T\n\n![One](a.svg) ![Two](b.svg)\n", 1, &known);
        assert!(
            page.contains("<img src=\"data:image/svg+xml;base64,PHN2Zy8+\" alt=\"One\""),
            "{page}"
        );
        assert!(page.contains("Two") && !page.contains("b.svg"), "{page}");
        assert!(page.contains("href=\"../index.html\""), "{page}");
    }
}
