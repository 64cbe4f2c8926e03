//! The traces of a colour that two rounds leave in piles and boosters.

use laws::marked_cards::hand;
use laws::piles::{Dealing, dealt_directly, distance, moments, thinned};
use record::answers::piles::{Balance, Colour};

/// The traces of a colour of so many cards in boosters of a size.
pub(super) fn find_colour(
    dealing: &Dealing,
    cards: usize,
    colour: usize,
    booster: usize,
) -> Colour {
    let fair = hand(cards, colour, booster);
    // The places in the stack after the second round from which the cards of each booster come.
    let dealt: Vec<usize> = dealing.dealt_again().collect();
    let sorted: Vec<usize> = (0..cards).collect();
    let first = dealing.size(0);
    let marks = |count: usize| -> Vec<usize> {
        let piles = 0..dealing.piles();
        piles.map(|pile| dealing.dealt(&(0..count), pile)).collect()
    };
    let of_first = marks(first);
    let of_sorted = marks(colour);
    let worst = |places: &[usize]| {
        let laws = places.chunks_exact(booster).map(|places| {
            let of_pile = dealing.among(&of_first, places);
            thinned(&of_pile, first, colour)
        });
        // So many of the others cannot be of the colour.
        let others = first - colour;
        let fewest = of_first.iter().map(|held| held.saturating_sub(others));
        let most = of_first.iter().map(|held| (*held).min(colour));
        find_balance((fewest.min(), most.max()), laws, &fair)
    };
    let laws = sorted
        .chunks_exact(booster)
        .map(|places| dealing.among(&of_sorted, places));
    let range = (
        of_sorted.iter().copied().min(),
        of_sorted.iter().copied().max(),
    );
    Colour {
        piles: dealing.piles(),
        cards: colour,
        expected: cards as f64 / (dealing.piles() * dealing.piles()) as f64,
        boosters: cards / booster,
        fair_variance: moments(&fair).1,
        dealt: (colour <= first).then(|| worst(&dealt)),
        undealt: (colour <= first).then(|| worst(&sorted)),
        made: (colour <= first).then(|| worst(&dealt_directly(cards, booster))),
        sorted: find_balance(range, laws, &fair),
    }
}

/// Sums up the laws of the number in each booster, beside the fair law, and the fewest and most in a pile.
pub(super) fn find_balance(
    (fewest, most): (Option<usize>, Option<usize>),
    laws: impl Iterator<Item = Vec<f64>>,
    fair: &[f64],
) -> Balance {
    let (fair_mean, fair_variance) = moments(fair);
    let mut sums = [0.0; 4];
    let (mut boosters, mut largest_distance) = (0.0, 0.0_f64);
    for law in laws {
        let (mean, variance) = moments(&law);
        let off = distance(&law, fair);
        let square = (mean - fair_mean) * (mean - fair_mean);
        for (sum, term) in sums.iter_mut().zip([mean, variance, square, off]) {
            *sum += term;
        }
        boosters += 1.0;
        largest_distance = largest_distance.max(off);
    }
    let [mean, variance, variance_of_means, distance] = sums.map(|sum| sum / boosters);
    Balance {
        fewest: fewest.unwrap_or(0),
        most: most.unwrap_or(0),
        mean,
        variance,
        variance_of_means,
        share: if fair_variance > 0.0 {
            (variance + variance_of_means) / fair_variance
        } else {
            1.0
        },
        distance,
        largest_distance,
    }
}
