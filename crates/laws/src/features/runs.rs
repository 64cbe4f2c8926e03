//! The longest run of cards of a class in an ideal deck.

use super::of_first;

/// Multiplications at the most.
const MOST: usize = 100_000_000;

/// The largest deck: the number of ways to choose half of it is still a double.
const MOST_CARDS: usize = 1_000;

/// The law of the longest run of cards of a class among the `first` places of an ideal deck, from 0: the deck has so many
/// cards of the class, and others. `None` where it takes too long.
pub fn longest_run(sizes: [usize; 2], first: usize) -> Option<Vec<f64>> {
    let [of_class, others] = sizes;
    let product =
        of_class * of_class * of_class.max(1) * if first < of_class + others { first } else { 1 };
    if of_class + others > MOST_CARDS || product > MOST {
        return None;
    }
    of_first(&sizes, first, |sizes| Some(whole(sizes[0], sizes[1])))
}

/// The law of a whole deck: the cards of the class fall into the gaps beside the others, and no run is longer than the
/// largest of these.
fn whole(of_class: usize, others: usize) -> Vec<f64> {
    let mut ways = Vec::with_capacity(of_class + 1);
    for longest in 0..=of_class {
        let gap: Vec<f64> = (0..=of_class)
            .map(|cards| f64::from(u8::from(cards <= longest)))
            .collect();
        ways.push(power(&gap, others + 1)[of_class]);
    }
    let all = ways[of_class];
    let below = [0.0].into_iter().chain(ways.iter().copied());
    let law = ways.iter().zip(below);
    law.map(|(ways, below)| (ways - below) / all).collect()
}

/// A polynomial to a power, up to its own degree.
fn power(of: &[f64], exponent: usize) -> Vec<f64> {
    let product = |a: &[f64], b: &[f64]| -> Vec<f64> {
        (0..of.len())
            .map(|degree| (0..=degree).map(|at| a[at] * b[degree - at]).sum())
            .collect()
    };
    let mut found = vec![0.0; of.len()];
    found[0] = 1.0;
    let (mut square, mut left) = (of.to_vec(), exponent);
    while left > 0 {
        if left % 2 == 1 {
            found = product(&found, &square);
        }
        left /= 2;
        if left > 0 {
            square = product(&square, &square);
        }
    }
    found
}
