//! Pages of Markdown that we write, as HTML: the claims, the notes on results.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

use super::super::markdown::anchor;
use super::Document;

/// A page of Markdown; its first heading is its title.
pub fn text(markdown: &str) -> String {
    let title = markdown.lines().find_map(|line| line.strip_prefix("# "));
    let title = title.unwrap_or("Results").replace('`', "");
    let main = html! {
        nav aria-label="All results" { a href="index.html" { "All results" } }
        (drawn(markdown))
    };
    Document {
        kind: "text",
        title,
        main,
    }
    .written()
}

/// Markdown as it is drawn: tables scroll in a box of their own, HTML in it is text, and links lead to pages.
pub(super) fn drawn(markdown: &str) -> Markup {
    let mut used: Vec<String> = Vec::new();
    let mut tables = 0;
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
                let dest_url = CowStr::from(target(&dest_url));
                vec![Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                })]
            }
            // The picture of a report is drawn in its own page.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => Vec::new(),
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
    let mut page = String::new();
    push_html(&mut page, events);
    PreEscaped(page)
}

/// A link to a page of results leads to its HTML; what could be more than a link leads nowhere.
fn target(link: &str) -> String {
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
    let inside = !scheme && !path.starts_with("../");
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
        assert_eq!(target("claims.md"), "claims.html");
        assert_eq!(target("README.md#what"), "index.html#what");
        assert_eq!(
            target("../experiments/README.md"),
            "../experiments/README.md"
        );
        assert_eq!(target("https://a.b/c.md"), "https://a.b/c.md");
        assert_eq!(target("data:text/html,x"), "#");
    }
}
