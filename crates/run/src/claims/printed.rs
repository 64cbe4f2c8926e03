//! Numbers as they were printed, and in the words that say why.

use super::Number;
use super::limits::Side;

/// Our number with as many decimals as the published one.
pub(super) fn as_printed(number: Number, published: &str) -> String {
    match number {
        Number::Range(first, last) => format!("{first}-{last}"),
        Number::One(value) => {
            let decimals = published
                .split_once('.')
                .map_or(0, |(_, decimals)| decimals.len());
            let text = format!("{value:.decimals$}");
            // A tiny negative number is no different from zero in these decimals.
            if text.trim_start_matches(['-', '0', '.']).is_empty() {
                text.trim_start_matches('-').to_owned()
            } else {
                text
            }
        }
    }
}

/// `.204` and `0.204` are the same figure.
pub(super) fn normal_form(published: &str) -> String {
    match published.strip_prefix('.') {
        Some(decimals) => format!("0.{decimals}"),
        None => published.replacen("-.", "-0.", 1),
    }
}

pub(super) fn basis(side: &Side) -> &'static str {
    if side.exact { "exact" } else { "simulated" }
}

/// Says that a simulated figure tells nothing of other decks, where it does not.
pub(super) fn without_limits(side: &Side) -> &'static str {
    if side.has_limits() {
        ""
    } else {
        "; it has no limits here, and says nothing about other decks"
    }
}

/// Numbers below this are shown by their power of ten.
const SMALL: f64 = 1e-4;

pub(super) fn shown(value: f64) -> String {
    if value == 0.0 || value.abs() >= SMALL {
        let text = format!("{value:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{value:.3e}")
    }
}
