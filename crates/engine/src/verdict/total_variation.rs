//! The distance of a routine from ideal over all n! orders: its total variation distance, enclosed.
//!
//! Orders cannot be counted (52! of them), so the distance is not estimated. It is enclosed: from
//! below by an event that is more likely under the routine than under the ideal shuffle, or by what
//! is proved of the routine; from above by what is proved of it ([`shuffle::theory::bounds`]).
//!
//! Every statistic offers the event that its decks suggest ([`Event`]). The error is shared out
//! equally among all that are tried, so that the best of the bounds holds with the stated confidence.
//! The decks are taken to be independent, as those of a source without memory are.

use laws::beta::{clopper_pearson_lower, clopper_pearson_upper};
use laws::known::{Bound, Proved};
use statistic::{Event, IdealShare};

/// Total variation distance of a routine's law from the uniform law over all orders.
#[derive(Debug, Clone, PartialEq)]
pub struct TotalVariation {
    /// It is at least this, with probability `confidence`.
    pub lower: Bound,
    /// Probability with which all lower bounds found so hold together; 1 where `lower` needs no decks.
    pub confidence: f64,
    /// It is at most this.
    pub upper: Bound,
    /// Its value, where a closed form is known.
    pub exact: Option<Bound>,
    /// The lower bound that each event gives, in their order: each at an equal share of the error.
    pub tried: Vec<f64>,
}

/// Encloses the distance. `proved` is what is known of the routine, if it is known; `events` are
/// what its decks had; `error` is the probability with which any of the lower bounds may be wrong.
pub fn enclose(proved: Option<&Proved>, events: &[Event], error: f64) -> TotalVariation {
    let share = error / events.len().max(1) as f64;
    let bounds: Vec<Bound> = events.iter().map(|event| by_event(event, share)).collect();
    let tried = bounds.iter().map(|bound| bound.value).collect();
    let counted = best_of(bounds);
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
                "nothing smaller is proved: it has no riffle (Gilbert-Shannon-Reeds) and no ideal shuffle",
            )
        }),
        None => Bound::new(
            1.0,
            "nothing smaller is proved: how these decks were shuffled is not known",
        ),
    };
    TotalVariation {
        lower,
        confidence,
        upper,
        exact: proved.and_then(|proved| proved.exact.clone()),
        tried,
    }
}

/// The probability of the event, at least, less its probability on ideal decks, at most: by the limits
/// of Clopper and Pearson (1934).
fn by_event(event: &Event, error: f64) -> Bound {
    let what = &event.what;
    if event.hits == 0 || event.of == 0 {
        return Bound::new(0.0, format!("{what}: too few decks to show anything"));
    }
    let value = match event.ideal {
        IdealShare::Exact(ideal) => clopper_pearson_lower(event.hits, event.of, error) - ideal,
        IdealShare::Counted { hits, of } => {
            clopper_pearson_lower(event.hits, event.of, 0.5 * error)
                - clopper_pearson_upper(hits, of, 0.5 * error)
        }
    };
    if value > 0.0 {
        Bound::new(value, format!("{what}: {}", event.words))
    } else {
        Bound::new(0.0, format!("{what}: {NO_DIFFERENCE}"))
    }
}

const NO_DIFFERENCE: &str = "these decks show no difference from ideal ones";

/// The largest, the first of equals; of several it says so.
fn best_of(bounds: Vec<Bound>) -> Option<Bound> {
    let tried = bounds.len();
    let best = bounds
        .into_iter()
        .rev()
        .max_by(|a, b| a.value.total_cmp(&b.value))?;
    let by = match (tried, best.value > 0.0) {
        (1, _) => best.by,
        (_, true) => format!("{}; best of {tried} such events", best.by),
        (_, false) => format!("{tried} statistics: {NO_DIFFERENCE}"),
    };
    Some(Bound { by, ..best })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(hits: u64, of: u64, ideal: IdealShare) -> Event {
        Event {
            what: "hits".to_owned(),
            words: format!("{hits} of {of}"),
            hits,
            of,
            ideal,
        }
    }

    #[test]
    fn each_event_has_its_share_of_the_error() {
        let exact = event(80, 100, IdealShare::Exact(0.5));
        let alone = enclose(None, std::slice::from_ref(&exact), 0.01);
        let expected = clopper_pearson_lower(80, 100, 0.01) - 0.5;
        assert!((alone.lower.value - expected).abs() < 1e-12);
        assert_eq!(alone.lower.by, "hits: 80 of 100");
        let counted = event(90, 100, IdealShare::Counted { hits: 50, of: 100 });
        let events = [exact, counted, event(0, 100, IdealShare::Exact(0.1))];
        let three = enclose(None, &events, 0.03);
        assert_eq!(three.tried.len(), 3);
        assert!((three.tried[0] - expected).abs() < 1e-12);
        let expected =
            clopper_pearson_lower(90, 100, 0.005) - clopper_pearson_upper(50, 100, 0.005);
        assert!((three.tried[1] - expected).abs() < 1e-12);
        assert!(three.tried[2].abs() < 1e-12);
        assert_eq!(three.lower.by, "hits: 80 of 100; best of 3 such events");
        assert!((three.confidence - 0.97).abs() < 1e-12);
    }

    #[test]
    fn what_is_proved_is_better_than_what_was_seen() {
        let proved = Proved {
            lower: vec![Bound::new(0.5, "proved")],
            ..Proved::nothing()
        };
        let found = enclose(
            Some(&proved),
            &[event(80, 100, IdealShare::Exact(0.5))],
            0.01,
        );
        assert_eq!(found.lower.by, "proved");
        assert!((found.confidence - 1.0).abs() < 1e-12);
        let none = enclose(None, &[], 0.01);
        assert!(none.lower.value.abs() < 1e-12 && none.tried.is_empty());
    }
}
