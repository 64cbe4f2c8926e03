//! Numbers as they were printed.

use super::Number;

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
