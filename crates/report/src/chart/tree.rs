//! A panel with a tree: from the left to the right, a branch for each choice, as thick as it is likely.

use std::fmt::Write;

use maud::{Markup, html};

use super::text::{cut, shown, size as text_size, width};
use super::{Panel, at};

/// The height of a leaf, and the room above the first and below the last.
const LEAF: f64 = 20.0;
const EDGE: f64 = 16.0;

/// The room on the left of the root, around a node, and before the words of a leaf.
const LEFT: f64 = 8.0;
const AROUND: f64 = 13.0;

/// The thickness of a branch that is certain, and of one that hardly ever comes.
const THICK: f64 = 9.0;
const THIN: f64 = 0.8;

/// A way from the root to a leaf: its choices in words, how likely it is, and the words at its end.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    /// The choices, one for each level.
    pub choices: Vec<String>,
    /// Its probability.
    pub probability: f64,
    /// The words at its end.
    pub says: String,
}

/// Draws the tree of `ways`, whose first choices stand together; all have as many choices as the first.
pub(crate) fn tree(wide: f64, ways: &[Way], titles: (&str, &str), words: &str) -> Panel {
    let text = text_size(wide);
    let depth = ways.first().map_or(0, |way| way.choices.len()).max(1);
    let ends = ways.iter().map(|way| width(&way.says, text));
    let ends = ends.chain([width(titles.1, text)]).fold(0.0, f64::max);
    let step = (wide - LEFT - AROUND - ends.min(0.5 * wide)).max(40.0) / depth as f64;
    let pitch = LEAF.max(1.3 * text);
    let above = EDGE + 1.4 * text;
    let tall = above + pitch * ways.len() as f64 + EDGE;
    let x = |level: usize| LEFT + step * level as f64;
    let y = |first: usize, last: usize| above + pitch * (0.5 * (first + last) as f64 + 0.5);
    let mut drawn: Vec<Markup> = Vec::new();
    let mut nodes: Vec<Markup> = Vec::new();
    // Nodes from the root on: the ways through each of them.
    let mut left = vec![(0, 0..ways.len())];
    while let Some((level, through)) = left.pop() {
        if level == depth || through.is_empty() {
            continue;
        }
        let from = (x(level), y(through.start, through.end - 1));
        let mut start = through.start;
        while start < through.end {
            let choice = ways[start].choices.get(level);
            let same = ways[start..through.end].iter();
            let same = same
                .take_while(|way| way.choices.get(level) == choice)
                .count();
            let part = start..start + same;
            let probability: f64 = ways[part.clone()].iter().map(|way| way.probability).sum();
            let to = (x(level + 1), y(part.start, part.end - 1));
            drawn.push(branch(from, to, probability));
            let choice = cut(&shown(choice.map_or("", String::as_str)), text, step);
            nodes.push(html! {
                text class="halo" x=(at(to.0)) y=(at(to.1 + 0.35 * text)) text-anchor="middle" { (choice) }
            });
            left.push((level + 1, part.clone()));
            start = part.end;
        }
    }
    let end = x(depth) + AROUND;
    let body = html! {
        g { @for branch in &drawn { (branch) } }
        g class="names" {
            text x=(at(x(1))) y=(at(EDGE)) text-anchor="middle" { (titles.0) }
            text x=(at(end)) y=(at(EDGE)) { (titles.1) }
            @for node in &nodes { (node) }
            @for (row, way) in ways.iter().enumerate() {
                text x=(at(end)) y=(at(y(row, row) + 0.35 * text)) { (shown(&way.says)) }
            }
        }
    };
    Panel {
        label: String::new(),
        size: (wide, tall),
        words: words.to_owned(),
        matrix: None,
        body,
    }
}

/// A branch from one node to another, level at both ends.
fn branch(from: (f64, f64), to: (f64, f64), probability: f64) -> Markup {
    let middle = 0.5 * (from.0 + to.0);
    let mut path = format!("M{} {}", at(from.0), at(from.1));
    let _ = write!(
        path,
        "C{} {} {} {} {} {}",
        at(middle),
        at(from.1),
        at(middle),
        at(to.1),
        at(to.0),
        at(to.1)
    );
    let thick = THIN + (THICK - THIN) * probability.clamp(0.0, 1.0);
    html! { path class="line seen" style={ "stroke-width:" (at(thick)) } d=(path) {} }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_has_a_branch_for_each_choice_and_words_for_each_way() {
        let way = |choices: &[&str], probability| Way {
            choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
            probability,
            says: format!("end {probability}"),
        };
        let ways = [
            way(&["1", "2"], 0.5),
            way(&["1", "3"], 0.25),
            way(&["2", "1"], 0.25),
        ];
        let panel = tree(440.0, &ways, ("top card", "probability"), "words");
        let body = panel.body.into_string();
        assert_eq!(body.matches("<path").count(), 5, "{body}");
        assert_eq!(body.matches(">1<").count(), 2);
        assert!(body.contains("end 0.5") && body.contains("stroke-width:"));
        // Nothing to draw, and ways of different lengths, are no reason to fail.
        assert!(
            !tree(440.0, &[], ("a", "b"), "")
                .body
                .into_string()
                .contains("<path")
        );
        let uneven = [way(&["1", "2"], 0.5), way(&[], 0.5)];
        assert!(tree(440.0, &uneven, ("a", "b"), "").size.1 > 0.0);
    }
}
