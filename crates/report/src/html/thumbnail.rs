//! Small pictures for a list of results: the first picture of a record without its words.

use maud::{Markup, PreEscaped, html};

use super::super::chart::{Picture, at};

/// The most bytes of a small picture's drawing: an index has many.
const MOST_BYTES: usize = 12_000;

/// The first part of the first picture that is small enough; nothing if there is none.
pub(super) fn thumbnail(pictures: &[Picture]) -> Markup {
    let panels = pictures.iter().flat_map(|picture| &picture.panels);
    let mut drawn = panels.map(|panel| (panel.size, without_words(&panel.body.0)));
    let found = drawn.find(|(_, body)| body.len() <= MOST_BYTES);
    html! {
        @if let Some(((wide, high), body)) = found {
            svg class="thumbnail" aria-hidden="true" viewBox={ "0 0 " (at(wide)) " " (at(high)) } { (PreEscaped(body)) }
        }
    }
}

/// The drawing without texts, which nobody could read, and without what is said of marks.
fn without_words(body: &str) -> String {
    let mut kept = body.to_owned();
    for name in ["text", "title"] {
        let (open, close) = (format!("<{name}"), format!("</{name}>"));
        let mut rest = kept.as_str();
        let mut without = String::new();
        while let Some(from) = rest.find(&open) {
            without.push_str(&rest[..from]);
            let end = rest[from..].find(&close);
            rest = end.map_or("", |end| &rest[from + end + close.len()..]);
        }
        without.push_str(rest);
        kept = without;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_and_marks_stay() {
        let body = "<text x=\"1\">a</text><rect x=\"1\"><title>b</title></rect><text>c</text><path d=\"M0 0\"/>";
        assert_eq!(
            without_words(body),
            "<rect x=\"1\"></rect><path d=\"M0 0\"/>"
        );
        assert_eq!(without_words("<path/>"), "<path/>");
    }
}
