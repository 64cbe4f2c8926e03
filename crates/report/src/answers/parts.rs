//! Parts that the pages of several answers share: numbers as they are written, and the rows that are shown.

use serde_json::Value;

use crate::table::Page;
use record::answers::bound::Bound;
use record::answers::digits::Exact;
use text::names::{counted, figure, fraction, scientific, significant};
use text::sorting;

/// Cards that a table shows at the most; of more, those that are worst off.
pub(super) const SHOWN: usize = 60;

/// Rows of a law that are shown: the likeliest.
pub(super) const LAW_ROWS: usize = 60;

/// The way in which the probabilities of a table are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// As fractions: all of them are short.
    Fractions,
    /// In digits.
    Digits,
}

impl Written {
    /// The way for all of these.
    pub fn of(probabilities: impl IntoIterator<Item = f64>) -> Self {
        let mut all = probabilities.into_iter();
        if all.all(|one| fraction(one).is_some()) {
            Self::Fractions
        } else {
            Self::Digits
        }
    }

    /// Writes one of them; in so many significant digits where it is no fraction.
    pub fn write(self, probability: f64, digits: usize) -> String {
        let short = fraction(probability).filter(|_| self == Self::Fractions);
        short.unwrap_or_else(|| significant(probability, digits))
    }
}

/// The `keep` of the numbers below `count` for which `of` is largest, the largest first and the
/// smaller number first of equals.
pub(super) fn largest(count: usize, keep: usize, of: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    sorting::by(&mut order, |&a, &b| of(b).total_cmp(&of(a)).then(a.cmp(&b)));
    order.truncate(keep);
    order
}

/// The `keep` of `items` for which `of` is largest, in their own order.
pub(super) fn largest_in_order<T>(items: &[T], keep: usize, of: impl Fn(&T) -> f64) -> Vec<&T> {
    let mut order = largest(items.len(), keep, |at| of(&items[at]));
    order.sort_unstable();
    order.into_iter().map(|at| &items[at]).collect()
}

/// A number of the answer that may be text because no double holds it.
pub(super) fn any(value: &Value) -> String {
    match (value.as_f64(), value.as_str()) {
        (Some(number), _) => figure(number, 6),
        (None, Some(text)) => text.to_owned(),
        _ => String::new(),
    }
}

/// Near 1, its distance from it.
pub(super) fn near_one(value: f64, gap: &Value) -> String {
    match gap.as_str() {
        Some(text) => format!("1 - {text}"),
        None => closed(value, gap.as_f64().unwrap_or(0.0)),
    }
}

pub(super) fn closed(value: f64, gap: f64) -> String {
    if gap > 0.0 && gap < 1e-3 {
        format!("1 - {}", scientific(gap))
    } else if value < 1e-3 && value > 0.0 {
        format!("{value:.6e}")
    } else {
        figure(value, 9)
    }
}

/// An exact number, with its fraction before its digits.
pub(super) fn exact(number: &Exact) -> String {
    match &number.fraction {
        Some(fraction) if *fraction != number.digits => format!("{fraction} = {}", number.digits),
        _ => number.digits.clone(),
    }
}

/// Says what "…" stands for.
pub(super) fn cut_off(page: &mut Page, digits: u32) {
    let digits = counted(u64::from(digits), "digit");
    page.note(format!(
        "{digits} after the point: more follow where … stands, and are cut off, not rounded"
    ));
}

/// Numbers of more digits after the point stand on lines of their own.
pub(super) const LONG: u32 = 60;

pub(super) fn proof(proof: &Bound) -> String {
    closed(proof.value, proof.gap)
}
