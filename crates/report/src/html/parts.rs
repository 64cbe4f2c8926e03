//! The parts that pages are put together from: tables that sort, headings, sections.

use maud::{Markup, html};

use super::super::chart::shown;
use super::super::table::{Align, Cell, Table, Tone};
use super::Document;

/// A part of a page that could be a page of its own.
pub(super) struct Article {
    pub id: String,
    pub title: String,
    pub body: Markup,
}

/// A result whose answer is a sentence, with what shows it below: a page, or a part of one.
pub(super) struct Answered<'a> {
    pub title: String,
    /// The class of the answer: `good`, `bad`, `doubt`.
    pub tone: &'static str,
    pub answer: String,
    /// The rest, so many levels deeper.
    pub body: &'a dyn Fn(usize) -> Markup,
}

impl Answered<'_> {
    /// The page of its own, by the command that gives it.
    pub(super) fn document(self, kind: &'static str, command: &str) -> Document {
        let main = html! {
            header {
                p class="kicker" { (shown(command)) }
                h1 class={ "answer " (self.tone) } { (shown(&self.answer)) }
            }
            ((self.body)(0))
        };
        Document {
            kind,
            title: self.title,
            main,
        }
    }

    /// The part of a page.
    pub(super) fn article(self, prefix: &str) -> Article {
        Article {
            id: format!("{prefix}article"),
            title: self.title,
            body: html! {
                p class={ "answer " (self.tone) } { (shown(&self.answer)) }
                ((self.body)(1))
            },
        }
    }
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

/// Significant digits that a reader compares at a glance; a figure with more is rounded to one fewer.
const MOST_DIGITS: usize = 6;

/// Text whose long figures are rounded; all of their digits are there for whoever points at them, and below in a list.
pub(super) fn short_figures(text: &str) -> Markup {
    html! {
        @for (text, short) in &figures(text) {
            @match short {
                Some(short) => span class="rounded" title=(text) { (short) },
                None => (shown(text)),
            }
        }
    }
}

/// The figures of these texts that pages round, each once with all of its digits: for keys and fingers, which do not
/// point.
pub(super) fn all_digits<'a>(texts: impl Iterator<Item = &'a str>) -> Markup {
    let mut long: Vec<(String, &str)> = Vec::new();
    for (text, short) in texts.flat_map(figures) {
        if let Some(short) = short.filter(|_| !long.iter().any(|(_, known)| *known == text)) {
            long.push((short, text));
        }
    }
    html! {
        @if !long.is_empty() {
            details class="digits" {
                summary { "All digits of " (long.len()) @if long.len() == 1 { " figure" } @else { " figures" } }
                ul { @for (short, text) in &long { li { (short) ": " (text) } } }
            }
        }
    }
}

/// The parts of a text, in order: those that are long figures come with a rounded one.
fn figures(text: &str) -> Vec<(&str, Option<String>)> {
    let mut parts: Vec<(&str, Option<String>)> = Vec::new();
    let mut rest = text;
    while let Some(from) = rest.find(|c: char| c.is_ascii_digit()) {
        // `.334` is a figure, and the sign before it stays where it is.
        let from = from - usize::from(rest[..from].ends_with('.'));
        let end = from + length(&rest[from..]);
        let before = rest[..from].chars().next_back();
        let within_word =
            before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '^' | ','));
        parts.push((&rest[..from], None));
        let short = (!within_word).then(|| rounded(&rest[from..end])).flatten();
        parts.push((&rest[from..end], short));
        rest = &rest[end..];
    }
    parts.push((rest, None));
    parts
}

/// The length of the figure that a text begins with, its exponent included.
fn length(text: &str) -> usize {
    let number = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
        let number = &text[..end.unwrap_or(text.len())];
        // A point at the end is that of a sentence.
        number.trim_end_matches('.').len().max(1)
    };
    let mantissa = number(text);
    let rest = &text[mantissa..];
    let Some(exponent) = rest.strip_prefix('e') else {
        return mantissa;
    };
    let sign = usize::from(exponent.starts_with(['-', '+']));
    let digits = exponent[sign..]
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    if digits == 0 {
        mantissa
    } else {
        mantissa + 1 + sign + digits
    }
}

/// The figure with fewer digits, if it is a decimal fraction with many.
fn rounded(figure: &str) -> Option<String> {
    let (mantissa, _) = figure.split_once('e').unwrap_or((figure, ""));
    let (whole, fraction) = mantissa.split_once('.')?;
    let digits = mantissa.bytes().filter(u8::is_ascii_digit);
    let significant = digits.skip_while(|digit| *digit == b'0').count();
    let value: f64 = figure.parse().ok()?;
    let many = significant > MOST_DIGITS && !fraction.contains('.');
    let digits = (MOST_DIGITS - 1).max(whole.len());
    many.then(|| text::names::figure(value, digits))
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
    fn long_figures_are_rounded_and_kept() {
        let made = |text: &str| short_figures(text).into_string();
        let whole = |text: &str, short: &str| {
            format!("<span class=\"rounded\" title=\"{text}\">{short}</span>")
        };
        assert_eq!(made("0.0409315371"), whole("0.0409315371", "0.040932"));
        assert_eq!(made("26.500000000"), whole("26.500000000", "26.5"));
        assert_eq!(made("1.99537984e-8"), whole("1.99537984e-8", "1.9954e-8"));
        assert_eq!(
            made("At most .334060999: yes."),
            format!("At most {}: yes.", whole(".334060999", "0.33406"))
        );
        assert_eq!(made("123456.7891234"), whole("123456.7891234", "123457"));
        for text in [
            "709.917",
            "0.0454763",
            "1,234,567.25",
            "v1.2.3456789",
            "1234567890",
            "a0.12345678",
            "x<y",
            "2 e",
        ] {
            assert_eq!(made(text), shown(text).replace('<', "&lt;"));
        }
    }

    #[test]
    fn all_digits_stand_in_a_list() {
        let texts = ["0.0409315371 and 0.5", "again 0.0409315371, 26.500000000"];
        let made = all_digits(texts.into_iter()).into_string();
        assert!(made.contains("All digits of 2 figures"), "{made}");
        assert!(made.contains("<li>0.040932: 0.0409315371</li>"), "{made}");
        assert!(all_digits(["0.5"].into_iter()).into_string().is_empty());
    }

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
