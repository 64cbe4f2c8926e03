//! An upper limit of the distance of the truth from a law, after any number of looks.
//!
//! For any event of a deck, of probability p, with X = 1 in the decks that have it and 0 in the others, exp(λ Σ(p - X) - Nλ²/8)
//! is a supermartingale (Hoeffding, 1963), and so is a mean of such over λ = 2⁻ʲ with weights
//! 1/(j+1)(j+2). It reaches 1/β with a probability of at most β (Ville, 1939), so that at all N at once
//!
//! p < p̂ + min over j of (ln(1/β) + ln (j+1)(j+2)) / (λN) + λ/8,
//!
//! which is p̂ + √((ln(1/β) + a little) / 2N). The same holds where X is any mean of such indicators, as
//! the share of a deck's gaps that have some size. Total variation of a law from the ideal one is the
//! departure of the event that departs most: if it is above δ, then so is the limit of that event, but for
//! the probability β; and the limit of every event is at most the total variation that was counted and
//! the radius above. So whoever asks that *this* be below δ, and likewise for many laws at once, is wrong
//! with a probability of at most β, however many events and laws there are.

/// Values of j: the last is for some 10¹² decks.
const SCALES: i32 = 21;

/// An upper limit of the total variation of a law, whose shares in `decks` decks are `distance` from it in
/// total variation; wrong at any look with a probability of at most `error`. 1 without decks.
pub(super) fn upper(distance: f64, decks: u64, error: f64) -> f64 {
    if decks == 0 {
        return 1.0;
    }
    (distance + radius(decks as f64, error)).min(1.0)
}

/// The distance of the limit above what was counted in so many decks.
pub fn radius(decks: f64, error: f64) -> f64 {
    let evidence = -libm::log(error);
    let of = |j: i32| {
        let scale = libm::ldexp(1.0, -j);
        let share = libm::log(f64::from((j + 1) * (j + 2)));
        (evidence + share) / (scale * decks) + scale / 8.0
    };
    (0..SCALES).map(of).fold(1.0, f64::min)
}

/// A number of decks below which no limit is `delta` or less.
pub fn fewest_decks(delta: f64, error: f64) -> f64 {
    -libm::log(error) / (2.0 * delta * delta)
}

/// Total variation of the shares of counts from a law.
pub(super) fn distance(counts: impl Iterator<Item = u64> + Clone, law: &[f64]) -> f64 {
    let total = counts.clone().sum::<u64>().max(1) as f64;
    let gaps = counts.zip(law);
    0.5 * gaps
        .map(|(count, p)| (count as f64 / total - p).abs())
        .sum::<f64>()
}

/// Zones of a row of places or cards, or of the values of a digit.
pub(super) const ZONES: usize = 10;

/// The zone of place `at` of `places`, cut up into `zones` zones of nearly equal size.
pub(super) fn zone(at: usize, places: usize, zones: usize) -> usize {
    at * zones / places
}

/// Places in each zone.
pub(super) fn sizes(places: usize, zones: usize) -> Vec<f64> {
    let mut sizes = vec![0.0; zones];
    for at in 0..places {
        sizes[zone(at, places, zones)] += 1.0;
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::{Draws, PcgDraws};

    #[test]
    fn a_limit_is_little_wider_than_that_of_a_fixed_number_of_decks() {
        for decks in [1e2, 1e4, 1e6, 1e9, 1e12] {
            let fixed = (-libm::log(0.001) / (2.0 * decks)).sqrt();
            let ratio = radius(decks, 0.001) / fixed;
            assert!((1.0..1.45).contains(&ratio), "{decks}: {ratio}");
        }
        assert!(upper(0.0, 0, 0.001) >= 1.0 && upper(0.9, 3, 0.001) >= 1.0);
        let least = fewest_decks(0.05, 0.001);
        assert!(radius(least, 0.001) > 0.05);
    }

    /// Coins of probability ½, whose share plus radius is below ½ at any of 2,000 looks: 500 coins at an error
    /// of 0.05, so that more than 42 would come by chance with a probability of 0.001.
    #[test]
    fn a_limit_fails_at_any_look_as_seldom_as_declared() {
        let failures = (0..500).filter(|coin| {
            let mut draws = PcgDraws::for_batch(3, "limits", 0, *coin);
            let mut heads = 0;
            (1..=2_000).any(|tosses| {
                heads += draws.below(2);
                f64::from(heads) / f64::from(tosses) + radius(f64::from(tosses), 0.05) < 0.5
            })
        });
        let failures = failures.count();
        assert!(failures <= 42, "{failures}");
    }
}
