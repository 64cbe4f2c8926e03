//! Events that tell a shuffle's decks from ideal ones: chosen by some of its decks, counted in others.
//!
//! The probability of any event differs between two laws by at most their total variation, so that an
//! event which a routine's decks have more often than ideal ones bounds the routine's distance from
//! the ideal shuffle from below. It must not be chosen by the decks that it is counted in.

use std::fmt::Write as _;

use super::halves::Halves;
use text::figures::Figures;

/// Something that decks may have, and how many had it of the decks that had no part in choosing it.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The name of the statistic whose event it is: `rising sequences`.
    pub what: String,
    /// The event, and how often it was seen, in words.
    pub words: String,
    /// Decks that had it.
    pub hits: u64,
    /// All decks that were looked at.
    pub of: u64,
    /// The share of ideal decks that have it.
    pub ideal: IdealShare,
}

/// The share of ideal decks that have an event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum IdealShare {
    /// The exact probability.
    Exact(f64),
    /// The share was counted in fresh ideal decks.
    Counted {
        /// Decks that had it.
        hits: u64,
        /// All decks that were looked at.
        of: u64,
    },
}

/// The allowance for noise that is subtracted from the excess of a plain event, in units of 1/√N for N
/// choosing decks. Noise alone gives √(π/2) in the mean (Kuiper, 1960), but as much would let the noise of
/// the other promise decide: by simulation, with a quarter the better one of both is chosen nearly always.
const PLAIN_NOISE: f64 = 0.25;

/// An event in a number of each deck, chosen on the decks with an even index and counted in the
/// others: the values that more decks had than of ideal ones. `law` has the null probability of each
/// bin of `halves`; `figures` say what the first bin starts from (`least`) and how many values
/// share one (`bin`).
///
/// With many values and few decks, most of what stands out is noise. So a plain event, a range of
/// values or all but a range, is chosen instead where it promises more.
pub(super) fn of_number(
    name: &str,
    law: &[f64],
    halves: Halves<'_>,
    figures: &Figures,
) -> Option<Event> {
    if law.len() != halves.even.len() {
        return None;
    }
    let chosen = chosen_by(halves.even, law);
    let hits: u64 = of_event(halves.odd, &chosen).sum();
    let of: u64 = halves.odd.iter().sum();
    let ideal: f64 = of_event(law, &chosen).sum();
    let least = figures.whole("least").unwrap_or(0);
    let bin = figures.whole("bin").unwrap_or(1);
    let ranges = ranges(&chosen, least, bin);
    Some(Event {
        what: name.replace('-', " "),
        words: format!(
            "{ranges} in {hits} of the {of} decks that did not help to choose this event; in a share of {ideal:.3e} of ideal decks"
        ),
        hits,
        of,
        ideal: IdealShare::Exact(ideal),
    })
}

/// Picks, from one number for each bin, the numbers of the bins in the event.
fn of_event<T: Copy>(bins: &[T], event: &[bool]) -> impl Iterator<Item = T> {
    let bins = bins.iter().zip(event);
    bins.filter(|(_, inside)| **inside).map(|(bin, _)| *bin)
}

/// Says for each bin if it belongs to the event that `decks` decks in each suggest.
fn chosen_by(decks: &[u64], law: &[f64]) -> Vec<bool> {
    let total: u64 = decks.iter().sum();
    if total == 0 {
        return vec![false; law.len()];
    }
    let (free, free_promise) = free(decks, law, total);
    let (plain, plain_promise) = plain(decks, law, total);
    if plain_promise > free_promise {
        plain
    } else {
        free
    }
}

/// All bins that hold more decks than of ideal ones; and by how much more often than an ideal deck a deck
/// that had no part in the choice belongs to them, by leaving out each in turn.
fn free(decks: &[u64], law: &[f64], total: u64) -> (Vec<bool>, f64) {
    let (mut event, mut seen, mut ideal) = (Vec::new(), 0, 0.0);
    for (&decks, probability) in decks.iter().zip(law) {
        let inside = decks as f64 > probability * total as f64;
        event.push(inside);
        if inside {
            ideal += probability;
            // A deck of this bin belongs to the event that all the others choose.
            if (decks - 1) as f64 > probability * (total - 1) as f64 {
                seen += decks;
            }
        }
    }
    (event, seen as f64 / total as f64 - ideal)
}

/// The range of bins, or all but a range, that holds the most more decks than of ideal ones: the
/// statistic of Kuiper (1960). It promises that excess, less [`PLAIN_NOISE`].
fn plain(decks: &[u64], law: &[f64], total: u64) -> (Vec<bool>, f64) {
    // The distance by which decks and law have come apart before each bin: a range's excess is the
    // difference between its ends, and that of all but a range is its negative.
    let mut apart = vec![0.0];
    let (mut seen, mut expected) = (0, 0.0);
    for (&decks, probability) in decks.iter().zip(law) {
        seen += decks;
        expected += probability;
        apart.push(seen as f64 / total as f64 - expected);
    }
    let by_value = |a: &(usize, &f64), b: &(usize, &f64)| a.1.total_cmp(b.1);
    let lowest = apart.iter().enumerate().min_by(by_value);
    let highest = apart.iter().enumerate().max_by(by_value);
    let (Some((low, least)), Some((high, most))) = (lowest, highest) else {
        return (Vec::new(), 0.0);
    };
    let within = low.min(high)..low.max(high);
    let event = (0..law.len()).map(|bin| within.contains(&bin) == (low < high));
    let noise = PLAIN_NOISE / (total as f64).sqrt();
    (event.collect(), most - least - noise)
}

/// The values of the event, as "1-14, 17", where the first bin begins with `least` and each has `bin`.
fn ranges(event: &[bool], least: u64, bin: u64) -> String {
    let mut text = String::new();
    let mut start = None;
    for (at, inside) in (0..).zip(event.iter().copied().chain([false])) {
        match (start, inside) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                let separator = if text.is_empty() { "" } else { ", " };
                let (first, last) = (least + first * bin, least + at * bin - 1);
                let range = if first == last {
                    format!("{first}")
                } else {
                    format!("{first}-{last}")
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
    use laws::tail::normal_upper;

    #[test]
    fn values_are_listed_in_ranges() {
        let event = [true, true, false, true, false, false, true];
        assert_eq!(ranges(&event, 1, 1), "1-2, 4, 7");
        assert_eq!(ranges(&event, 0, 2), "0-3, 6-7, 12-13");
    }

    #[test]
    fn a_plain_event_is_the_range_or_all_but_the_range_that_stands_out() {
        let law = [0.2; 5];
        for (decks, event) in [
            ([10, 30, 30, 19, 11], [false, true, true, false, false]),
            ([40, 10, 10, 10, 30], [true, false, false, false, true]),
            ([50, 30, 20, 0, 0], [true, true, false, false, false]),
        ] {
            let (found, promise) = plain(&decks, &law, 100);
            assert_eq!(found, event);
            let excess: f64 = of_event(&decks, &event).sum::<u64>() as f64 / 100.0
                - of_event(&law, &event).sum::<f64>();
            assert!((promise - (excess - 0.025)).abs() < 1e-12);
        }
    }

    #[test]
    fn few_decks_choose_a_plain_event_and_what_is_no_range_is_found_by_many() {
        let mut state = 1_u64;
        let mut uniform = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut draw = |law: &[f64], decks: u64| {
            let mut counts = vec![0_u64; law.len()];
            for _ in 0..decks {
                let (mut left, mut at) = (uniform(), 0);
                while at + 1 < law.len() && left > law[at] {
                    left -= law[at];
                    at += 1;
                }
                counts[at] += 1;
            }
            counts
        };
        // A bell over 400 values, and decks from the same bell a quarter of its width to the right:
        // the best event is what lies above the point where they cross, .0995 more likely.
        let bell = |centre: f64| -> Vec<f64> {
            let beyond = |at: usize| normal_upper((at as f64 - centre) / 40.0);
            (0..400).map(|at| beyond(at) - beyond(at + 1)).collect()
        };
        let law = bell(200.0);
        let gain = |event: &[bool], shifted: &[f64]| {
            of_event(shifted, event).sum::<f64>() - of_event(&law, event).sum::<f64>()
        };
        let shifted = bell(210.0);
        let few = draw(&shifted, 1_000);
        assert!(gain(&chosen_by(&few, &law), &shifted) > 0.08);
        assert!(gain(&free(&few, &law, 1_000).0, &shifted) < 0.06);
        let many = draw(&shifted, 1_000_000);
        assert!(gain(&chosen_by(&many, &law), &shifted) > 0.098);
        // Every second value is half as likely as it should be, and the others more: no range says so.
        let uneven: Vec<f64> = (law.iter().zip(0..))
            .map(|(p, at)| p * if at % 2 == 0 { 0.5 } else { 1.5 })
            .collect();
        let many = draw(&uneven, 100_000);
        assert!(gain(&chosen_by(&many, &law), &uneven) > 0.24);
    }

    #[test]
    fn no_deck_chooses_nothing() {
        assert_eq!(chosen_by(&[0, 0, 0], &[0.25, 0.5, 0.25]), [false; 3]);
    }
}
