//! Runs of equal cards.

use super::{binomials, normalised, share, successes};

/// The number of runs among the first `drawn` cards: stretches of equal cards, as long as they go. For two
/// classes and the whole deck this is the law of Wald and Wolfowitz (1940). More cards than the deck has
/// are all of them.
///
/// The deck may have up to 1,000 cards. Many classes are quick if they have few copies; for three classes
/// of c cards or more the time grows as c³ times the square of the cards.
pub fn runs(copies: &[usize], drawn: usize) -> Vec<f64> {
    let drawn = drawn.min(copies.iter().sum());
    let mut law = equal_neighbours(copies, drawn);
    // Each card begins a run, but for those that are equal to the card before.
    law.resize(drawn + 1, 0.0);
    law.reverse();
    law
}

/// The number of cards among the first `drawn`, at most the whole deck, that are equal to the card before
/// them.
///
/// Classes come into the sequence one after the other, the largest first. The x cards of a class form
/// groups, which go into different gaps of what is there; a group between equal cards parts them.
pub(super) fn equal_neighbours(copies: &[usize], drawn: usize) -> Vec<f64> {
    let cards = copies.iter().sum();
    let mut copies = copies.to_vec();
    copies.sort_unstable_by(|a, b| b.cmp(a));
    let choose = binomials(drawn + 1);
    let mut words = vec![vec![0.0]; drawn + 1];
    words[0][0] = 1.0;
    let mut left = cards;
    for class in copies {
        left -= class;
        let taken = successes(class, share(drawn, cards));
        // Shorter words will not be long enough, whatever comes.
        words = with_class(&words, &taken, &choose, drawn.saturating_sub(left));
    }
    normalised(words.pop().unwrap_or_default())
}

/// The weights of words, by length and equal neighbours, after one more class: `taken` is the weight of
/// each number of its cards. Only words of at least `least` cards are made.
fn with_class(
    words: &[Vec<f64>],
    taken: &[f64],
    choose: &[Vec<f64>],
    least: usize,
) -> Vec<Vec<f64>> {
    let mut next = vec![vec![0.0]; words.len()];
    for (length, by_equal) in words.iter().enumerate() {
        for (more, taken) in taken.iter().enumerate().take(words.len() - length) {
            if *taken == 0.0 || length + more < least {
                continue;
            }
            let cells = &mut next[length + more];
            if cells.len() < by_equal.len() + more {
                cells.resize(by_equal.len() + more, 0.0);
            }
            let each = taken / choose[length + more][more];
            for (equal, weight) in by_equal.iter().enumerate() {
                if *weight > 0.0 {
                    insert(cells, weight * each, [length, equal, more], choose);
                }
            }
        }
    }
    next
}

/// Adds the words that come of one with `length` cards and `equal` equal neighbours when `more` cards of a
/// new class are put in.
fn insert(cells: &mut [f64], weight: f64, sizes: [usize; 3], choose: &[Vec<f64>]) {
    let [length, equal, more] = sizes;
    if more == 0 {
        cells[equal] += weight;
        return;
    }
    let others = length + 1 - equal;
    for groups in 1..=more.min(length + 1) {
        let divided = weight * choose[more - 1][groups - 1];
        for parting in groups.saturating_sub(others)..=groups.min(equal) {
            let places = choose[equal][parting] * choose[others][groups - parting];
            cells[equal - parting + more - groups] += divided * places;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{agrees, close, decks, mean, orders};
    use super::*;
    use crate::marked_cards;

    #[test]
    fn runs_agree_with_all_orders_of_up_to_seven_cards() {
        for cards in 1..=7 {
            for copies in decks(cards) {
                let orders = orders(&copies);
                for drawn in 0..=cards {
                    agrees(&runs(&copies, drawn), &orders, |word| {
                        word[..drawn].chunk_by(|a, b| a == b).count()
                    });
                }
            }
        }
    }

    #[test]
    fn two_classes_have_the_law_of_wald_and_wolfowitz() {
        for (cards, marked) in [(60, 24), (52, 26), (100, 3), (100, 50)] {
            let ours = runs(&[marked, cards - marked], cards);
            for (ours, known) in ours.iter().zip(marked_cards::runs(cards, marked)) {
                close(*ours, known, 1e-12);
            }
        }
    }

    #[test]
    fn decks_of_many_classes_have_the_known_mean() {
        for copies in [
            [vec![20], vec![4; 10]].concat(),
            [vec![1; 53], vec![7]].concat(),
            vec![4; 25],
            vec![20; 5],
            (0..24).map(|class| class % 4 + 1).collect(),
        ] {
            let cards: usize = copies.iter().sum();
            for drawn in [1, 7, cards / 2, cards] {
                let law = runs(&copies, drawn);
                let equal: usize = copies.iter().map(|c| c * (c - 1)).sum();
                let joined = equal as f64 / (cards * (cards - 1)) as f64;
                close(
                    mean(&law),
                    drawn as f64 - (drawn - 1) as f64 * joined,
                    1e-13,
                );
                close(law.iter().sum(), 1.0, 1e-14);
            }
        }
    }

    /// Computes them by inclusion and exclusion in fractions: with p = Σ (−1)^(4−g) C(3, g−1)
    /// x^g/g!, g from 1 to 4, the orders without two equal neighbours are p¹³ with k! for x^k,
    /// times 4!¹³.
    #[test]
    fn no_two_neighbours_have_one_rank_in_4_5_percent_of_decks() {
        close(runs(&[4; 13], 52)[52], 0.045_476_282_331_094_305, 1e-13);
    }
}
