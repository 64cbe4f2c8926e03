//! How far from ideal over all n! orders: total variation, enclosed.
//!
//! Orders cannot be counted (52! of them), so the distance is not estimated. It is enclosed: from
//! below by an event that is more likely under the routine than under the ideal shuffle, or by what
//! is proved of the routine; from above by what is proved of it ([`crate::theory::bounds`]).

use std::fmt::Write as _;

use crate::exact::beta::clopper_pearson_lower;
use crate::exact::eulerian;
use crate::statistic::Halves;
use crate::theory::bounds::{Bound, Proved};

/// Total variation distance of a routine's law from the uniform law over all orders.
#[derive(Debug, Clone, PartialEq)]
pub struct TotalVariation {
    /// It is at least this, with probability `confidence`.
    pub lower: Bound,
    /// Probability with which a lower bound found so holds; 1 where it needs no decks.
    pub confidence: f64,
    /// It is at most this.
    pub upper: Bound,
    /// Its value, where a closed form is known.
    pub exact: Option<Bound>,
}

/// Encloses the distance. `proved` is what is known of the routine, if it is known; `halves` are
/// the counted rising sequences, if they were counted; `error` is the probability with which the
/// lower bound may be wrong.
pub fn enclose(proved: Option<&Proved>, halves: Option<Halves<'_>>, error: f64) -> TotalVariation {
    let counted = halves.map(|halves| by_rising_sequences(halves, error));
    let best = proved.and_then(|proved| proved.lower.first().cloned());
    let (lower, confidence) = match (counted, best) {
        (Some(counted), Some(best)) if best.value >= counted.value => (best, 1.0),
        (Some(counted), _) => (counted, 1.0 - error),
        (None, Some(best)) => (best, 1.0),
        (None, None) => (
            Bound::new(
                0.0,
                "no evidence: nothing is proved, and no event was counted",
            ),
            1.0,
        ),
    };
    let upper = match proved {
        Some(proved) => proved.upper.first().cloned().unwrap_or_else(|| {
            Bound::new(
                1.0,
                "no proof of less: no riffle (Gilbert-Shannon-Reeds) and no ideal shuffle in it",
            )
        }),
        None => Bound::new(
            1.0,
            "no proof of less: nothing is known of how these decks were shuffled",
        ),
    };
    TotalVariation {
        lower,
        confidence,
        upper,
        exact: proved.and_then(|proved| proved.exact.clone()),
    }
}

/// An event in the number of rising sequences, chosen on one half of the decks, counted on the
/// other: its Clopper-Pearson lower limit there, less its exact probability on ideal decks.
fn by_rising_sequences(halves: Halves<'_>, error: f64) -> Bound {
    let law = eulerian::law(halves.even.len());
    let chosen_from: u64 = halves.even.iter().sum();
    let tested_on: u64 = halves.odd.iter().sum();
    let chosen: Vec<bool> = halves
        .even
        .iter()
        .zip(&law)
        .map(|(&decks, &p)| decks as f64 > p * chosen_from as f64)
        .collect();
    let hits: u64 = halves
        .odd
        .iter()
        .zip(&chosen)
        .filter(|(_, chosen)| **chosen)
        .map(|(decks, _)| decks)
        .sum();
    let ideal: f64 = law
        .iter()
        .zip(&chosen)
        .filter(|(_, chosen)| **chosen)
        .map(|(p, _)| p)
        .sum();
    if tested_on == 0 || hits == 0 {
        return Bound::new(0.0, "rising sequences: too few decks to show anything");
    }
    let value = (clopper_pearson_lower(hits, tested_on, error) - ideal).max(0.0);
    let by = if value > 0.0 {
        format!(
            "rising sequences: R {} in {hits} of the {tested_on} decks that did not choose this event; ideal: {ideal:.3e} of decks",
            ranges(&chosen)
        )
    } else {
        "rising sequences: these decks show no difference from ideal ones".to_owned()
    };
    Bound::new(value, by)
}

/// The chosen values of R, from 1, as "1-14, 17".
fn ranges(chosen: &[bool]) -> String {
    let mut text = String::new();
    let mut start = None;
    for (at, inside) in chosen.iter().copied().chain([false]).enumerate() {
        match (start, inside) {
            (None, true) => start = Some(at + 1),
            (Some(first), false) => {
                let separator = if text.is_empty() { "" } else { ", " };
                let range = if first == at {
                    format!("{first}")
                } else {
                    format!("{first}-{at}")
                };
                write!(text, "{separator}{range}").expect("writing to a string");
                start = None;
            }
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed_in_ranges() {
        assert_eq!(
            ranges(&[true, true, false, true, false, false, true]),
            "1-2, 4, 7"
        );
    }
}
