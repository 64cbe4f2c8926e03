//! A round of a bag as a network: what can be left and which symbol came last, draw by draw.

use std::collections::HashMap;
use std::ops::Range;

use crate::sequences::Sum;

/// Symbols with equal numbers of copies: alike.
#[derive(Debug, Clone)]
pub(super) struct Class {
    /// The symbols of this class.
    pub(super) symbols: Range<usize>,
    /// True if their runs count.
    pub(super) counts: bool,
}

/// The class of the last symbol, and what is left of each symbol: sorted within its class, but the last symbol is
/// the first of its class.
pub(super) type State = (Option<usize>, Vec<u32>);

/// A state that can be left, with its last symbol, after so many draws of a round, and the states
/// that the next draw leads to.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// True if runs of the last symbol count.
    counts: bool,
    /// The last symbol again: the place in the next layer, and the probability.
    same: Option<(usize, f64)>,
    /// The steps to another symbol.
    other: Vec<Edge>,
}

/// A step to another symbol than the last one.
#[derive(Debug, Clone)]
struct Edge {
    /// The place in the next layer.
    place: usize,
    /// The probability.
    p: f64,
    /// True if runs of the symbol count.
    counts: bool,
}

impl Node {
    /// One draw, from P(this is left and the run is so long) for each length of the run.
    pub(super) fn draw(&self, runs: &[f64], limit: u64, next: &mut [f64], reached: &mut Sum) {
        let all = sum(runs);
        if all <= 0.0 {
            return;
        }
        let width = runs.len();
        for edge in &self.other {
            if limit == 1 && edge.counts {
                reached.add(edge.p * all);
            } else {
                next[edge.place * width] += edge.p * all;
            }
        }
        let Some((place, p)) = self.same else {
            return;
        };
        if self.counts {
            for (sum, run) in next[place * width + 1..(place + 1) * width]
                .iter_mut()
                .zip(runs)
            {
                *sum += p * run;
            }
            reached.add(p * runs[width - 1]);
        } else {
            next[place * width] += p * all;
        }
    }
}

/// The sum of a list, in four parts that do not wait for each other.
fn sum(list: &[f64]) -> f64 {
    let mut parts = [0.0; 4];
    let fours = list.chunks_exact(parts.len());
    let rest: f64 = fours.remainder().iter().sum();
    for four in fours {
        for (part, p) in parts.iter_mut().zip(four) {
            *part += p;
        }
    }
    parts.iter().sum::<f64>() + rest
}

/// The nodes of these states, with so many items left, and the states after one more draw.
pub(super) fn layer(classes: &[Class], states: &[State], left: f64) -> (Vec<Node>, Vec<State>) {
    let mut next: Vec<State> = Vec::new();
    let mut index: HashMap<State, usize> = HashMap::new();
    let mut place = |state: State| {
        *index.entry(state).or_insert_with_key(|state| {
            next.push(state.clone());
            next.len() - 1
        })
    };
    let mut nodes = Vec::new();
    for state in states {
        let (last, counts) = state;
        let mut node = Node {
            counts: last.is_some_and(|last| classes[last].counts),
            same: None,
            other: Vec::new(),
        };
        for (number, class) in classes.iter().enumerate() {
            let mut at = class.symbols.start;
            if *last == Some(number) {
                if counts[at] > 0 {
                    let p = f64::from(counts[at]) / left;
                    node.same = Some((place(drawn(classes, state, number, at)), p));
                }
                at += 1;
            }
            for alike in counts[at..class.symbols.end].chunk_by(|a, b| a == b) {
                if alike[0] > 0 {
                    node.other.push(Edge {
                        place: place(drawn(classes, state, number, at)),
                        p: alike.len() as f64 * f64::from(alike[0]) / left,
                        counts: class.counts,
                    });
                }
                at += alike.len();
            }
        }
        nodes.push(node);
    }
    (nodes, next)
}

/// The state after the symbol at this place, of this class, was drawn.
fn drawn(classes: &[Class], (last, counts): &State, class: usize, at: usize) -> State {
    let mut counts = counts.clone();
    counts[at] -= 1;
    let Range { start, end } = classes[class].symbols;
    counts.swap(start, at);
    counts[start + 1..end].sort_unstable();
    if let Some(before) = last.filter(|&last| last != class) {
        counts[classes[before].symbols.clone()].sort_unstable();
    }
    (Some(class), counts)
}
