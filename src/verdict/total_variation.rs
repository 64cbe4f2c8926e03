//! How far from ideal over all n! orders: total variation, enclosed.
//!
//! Orders cannot be counted (52! of them), so the distance is not estimated. It is enclosed: from
//! below by an event that is more likely under the routine than under the ideal shuffle, or by the
//! number of orders that the routine can reach at all; from above by the parts of the routine whose
//! distance is known exactly.

use std::fmt::Write as _;

use crate::exact::beta::clopper_pearson_lower;
use crate::exact::{eulerian, gsr};
use crate::routine::Plan;
use crate::shuffle::Mixing;
use crate::statistic::Halves;
use crate::verdict::known::{Whole, whole};

/// One end of the interval and how it was obtained.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    /// The bound.
    pub value: f64,
    /// How far it is below 1, exact where `value` rounds to 1.
    pub gap: f64,
    /// How it was obtained, in words.
    pub by: String,
}

impl Bound {
    fn new(value: f64, by: impl Into<String>) -> Self {
        Self {
            value,
            gap: 1.0 - value,
            by: by.into(),
        }
    }
}

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
    pub exact: Option<f64>,
}

/// Encloses the distance. `plan` is the routine, if it is known; `halves` are the counted rising
/// sequences, if they were counted; `error` is the probability with which the lower bound may be
/// wrong.
pub fn enclose(
    plan: Option<&Plan>,
    cards: usize,
    halves: Option<Halves<'_>>,
    error: f64,
) -> TotalVariation {
    let support = plan.map(|plan| by_support(plan, cards));
    let counted = halves.map(|halves| by_rising_sequences(halves, error));
    let (lower, confidence) = match (counted, support) {
        (Some(counted), Some(support)) if support.value > 0.0 && support.value >= counted.value => {
            (support, 1.0)
        }
        (Some(counted), _) => (counted, 1.0 - error),
        (None, Some(support)) => (support, 1.0),
        (None, None) => (Bound::new(0.0, "no evidence: no event was counted"), 1.0),
    };
    let unknown = || {
        Bound::new(
            1.0,
            "no proof of less: nothing is known of how these decks were shuffled",
        )
    };
    TotalVariation {
        lower,
        confidence,
        upper: plan.map_or_else(unknown, |plan| upper(plan, cards)),
        exact: plan.and_then(|plan| exact(plan, cards)),
    }
}

/// Logarithms of factorials carry a rounding error: a share of the orders this near to 1 proves
/// nothing.
const TOO_NEAR: f64 = -1e-6;

/// At most K of the n! orders are reachable: the distance is at least 1 − K/n!.
fn by_support(plan: &Plan, cards: usize) -> Bound {
    let ln_share = plan.ln_support(cards) - libm::lgamma(cards as f64 + 1.0);
    if ln_share > TOO_NEAR {
        return Bound::new(
            0.0,
            "no evidence: every order may be reachable, and no event was counted",
        );
    }
    let gap = libm::exp(ln_share);
    let orders = exponent(plan.ln_support(cards));
    Bound {
        value: 1.0 - gap,
        gap,
        by: format!("reachable orders: at most {orders} of {cards}!"),
    }
}

/// e^ln as a power of ten, "3.1e12".
fn exponent(ln: f64) -> String {
    let log10 = ln / std::f64::consts::LN_10;
    let whole = libm::floor(log10);
    format!(
        "{:.1}e{whole}",
        libm::exp((log10 - whole) * std::f64::consts::LN_10)
    )
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

/// An ideal shuffle gives 0; each run of k consecutive riffles gives the exact distance of k
/// riffles, since a further independent shuffle, before or after, never increases it; and separate
/// runs multiply: the distance of ab is at most twice the product of those of a and b (Aldous and
/// Diaconis, 1986).
fn upper(plan: &Plan, cards: usize) -> Bound {
    let mut runs: Vec<u32> = Vec::new();
    let mut in_run = false;
    for step in plan.steps() {
        match step.mixing() {
            Mixing::Ideal => return Bound::new(0.0, "one of the shuffles is ideal"),
            Mixing::Gsr if in_run => *runs.last_mut().expect("a run has begun") += 1,
            Mixing::Gsr => runs.push(1),
            Mixing::Nothing => continue,
            _ => {}
        }
        in_run = step.mixing() == Mixing::Gsr;
    }
    let mut distances: Vec<f64> = runs
        .iter()
        .map(|&run| gsr::Law::riffled(cards, gsr::Packets::riffles(run)).total_variation())
        .collect();
    distances.sort_by(f64::total_cmp);
    let (Some(&best), Some(longest)) = (distances.first(), runs.iter().max()) else {
        return Bound::new(
            1.0,
            "no proof of less: no riffle (Gilbert-Shannon-Reeds) and no ideal shuffle in it",
        );
    };
    // Every further run with a distance below ½ helps.
    let helpful = distances[1..]
        .iter()
        .take_while(|distance| **distance < 0.5);
    let product = helpful
        .clone()
        .fold(best, |bound, distance| 2.0 * bound * distance);
    let by = match helpful.count() {
        0 => format!("exact distance of {longest} consecutive riffles (Bayer and Diaconis, 1992)"),
        more => format!(
            "exact distances of {} runs of riffles, twice their product",
            more + 1
        ),
    };
    Bound::new(product, by)
}

fn exact(plan: &Plan, cards: usize) -> Option<f64> {
    let orders =
        |reached: f64| 1.0 - libm::exp(libm::log(reached) - libm::lgamma(cards as f64 + 1.0));
    whole(plan).map(|whole| match whole {
        Whole::Ideal => 0.0,
        Whole::Riffles(riffles) => {
            gsr::Law::riffled(cards, gsr::Packets::riffles(riffles)).total_variation()
        }
        Whole::Cut => orders(cards as f64).max(0.0),
        Whole::Fixed => orders(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::{Letters, Routine};

    fn plan(text: &str) -> Plan {
        let letters = Letters::default();
        Routine::parse(text, &letters).unwrap().plan(&letters)
    }

    #[test]
    fn published_upper_bounds_for_52_cards() {
        for (riffles, published) in [(5, 0.924), (6, 0.614), (7, 0.334), (8, 0.167), (10, 0.043)] {
            let bound = upper(&plan(&format!("R G*{riffles} C")), 52);
            assert!(
                (bound.value - published).abs() < 5e-4,
                "{riffles}: {bound:?}"
            );
        }
        assert_eq!(upper(&plan("RSR"), 52).value.to_bits(), 0f64.to_bits());
        assert_eq!(upper(&plan("RRR"), 52).value.to_bits(), 1f64.to_bits());
        // Two runs of eight with a cut between: twice .167².
        let two = upper(&plan("G*8 C G*8"), 52).value;
        assert!((two - 2.0 * 0.167 * 0.167).abs() < 2e-3, "{two}");
        // A run of one riffle has distance 1 and does not hurt.
        assert!((upper(&plan("G*8 C G"), 52).value - 0.167).abs() < 5e-4);
    }

    #[test]
    fn support_bounds_are_those_of_the_facts() {
        // Each of the eight routines of the article: at least 1 − 1.7e-12; HHH: 1 − 2e-39.
        for text in ["RRR", "RRH", "RHR", "HRR", "RHH", "HRH", "HHR", "HHH"] {
            assert!(by_support(&plan(text), 40).gap < 1.7e-12, "{text}");
        }
        assert!(by_support(&plan("HHH"), 40).gap < 2e-39);
        assert!(by_support(&plan("S"), 40).value.to_bits() == 0);
    }

    #[test]
    fn exact_distances_of_closed_forms() {
        // A cut of three cards reaches 3 of 6 orders, each with 1/3: ½ (3·|1/3 − 1/6| + 3/6) = ½.
        assert!((exact(&plan("CC"), 3).unwrap() - 0.5).abs() < 1e-12);
        assert!(exact(&plan("C"), 2).unwrap().abs() < 1e-12);
        assert!(exact(&plan("RC"), 3).is_none());
    }

    #[test]
    fn values_are_listed_in_ranges() {
        assert_eq!(
            ranges(&[true, true, false, true, false, false, true]),
            "1-2, 4, 7"
        );
    }
}
