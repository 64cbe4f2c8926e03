//! The parts that pages are put together from: tables that sort, headings, sections.

use maud::{Markup, html};

use super::super::chart::shown;
use super::super::table::{Align, Cell, Table, Tone};

/// A part of a page that could be a page of its own.
pub(super) struct Article {
    pub id: String,
    pub title: String,
    pub body: Markup,
}

/// A heading of a section; an article below others is one deeper.
pub(super) fn heading(deeper: usize, level: usize, content: &Markup) -> Markup {
    match level + deeper {
        0..=2 => html! { h2 { (content) } },
        3 => html! { h3 { (content) } },
        4 => html! { h4 { (content) } },
        _ => html! { h5 { (content) } },
    }
}

/// A table in a box of its own that scrolls where it is wide; `cell` may draw the cell of a row and column in another way.
pub(super) fn table(
    name: &str,
    of: &Table,
    cell: impl Fn(usize, usize) -> Option<Markup>,
) -> Markup {
    html! {
        div class="table" tabindex="0" role="group" aria-label=(shown(name)) {
            table {
                thead {
                    tr {
                        @for (title, align) in &of.head {
                            th scope="col" class=[side(*align)] {
                                @if title.is_empty() { span class="unseen" { "rank" } } @else { (shown(title)) }
                            }
                        }
                    }
                }
                tbody {
                    @for (row, cells) in of.rows.iter().enumerate() {
                        tr {
                            @for (column, found) in cells.iter().enumerate() {
                                @let align = of.head.get(column).map_or(Align::Left, |(_, align)| *align);
                                td class=[classes(found, align)] {
                                    @match cell(row, column) { Some(other) => (other), None => (words(found)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn side(align: Align) -> Option<&'static str> {
    (align == Align::Right).then_some("right")
}

fn classes(cell: &Cell, align: Align) -> Option<String> {
    let tone = match cell.tone {
        Tone::Plain => "",
        Tone::Good => "good",
        Tone::Doubtful => "doubt",
        Tone::Bad => "bad",
        Tone::Faint => "faint",
    };
    let all = [tone, side(align).unwrap_or("")].join(" ");
    Some(all.trim().to_owned()).filter(|all| !all.is_empty())
}

fn words(cell: &Cell) -> Markup {
    let link = cell.link.as_deref().map(super::super::markdown::link);
    html! {
        @if let Some(link) = link { a href=(link) { (shown(&cell.text)) } } @else { (shown(&cell.text)) }
    }
}

/// Text in which names stand between backquotes.
pub(super) fn marked(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    // A backquote that nothing closes is one.
    let pairs = parts.len() - (parts.len() + 1) % 2;
    html! {
        @for (at, part) in parts.iter().enumerate() {
            @if at >= pairs { "`" (shown(part)) }
            @else if at % 2 == 1 { code { (shown(part)) } }
            @else { (shown(part)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_is_text() {
        let mut of = Table::default();
        of.column("<b>", Align::Left);
        of.rows.push(vec![Cell::plain(
            "</td><script>alert(1)</script>\u{202e}\0",
        )]);
        let page = table("\"x\"", &of, |_, _| None).into_string();
        assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
        assert!(
            page.contains("&lt;script&gt;") && page.contains("\\u{202e}\\u{0}"),
            "{page}"
        );
        assert!(page.contains("aria-label=\"&quot;x&quot;\""), "{page}");
        assert_eq!(
            marked("a `b<` c ` d").into_string(),
            "a <code>b&lt;</code> c ` d"
        );
    }
}
