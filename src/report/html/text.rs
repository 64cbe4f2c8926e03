//! Pages of Markdown that we write, as HTML: the claims, the notes on results.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

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
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).flat_map(|event| {
        let boxed = |text: &'static str| Event::Html(CowStr::Borrowed(text));
        match event {
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
            start @ Event::Start(Tag::Table(_)) => vec![
                boxed("<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">"),
                start,
            ],
            end @ Event::End(TagEnd::Table) => vec![end, boxed("</div>")],
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
            "# A `b`\n\n<script>alert(1)</script> <i>x</i> [y](javascript:alert(1)) [z](a/report.md#c)\n\n| a |\n| --- |\n| <b> |\n",
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
            body.contains("href=\"a/report.html#c\"") && body.contains("role=\"region\""),
            "{body}"
        );
        assert!(page.contains("<title>A b"), "{page}");
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
