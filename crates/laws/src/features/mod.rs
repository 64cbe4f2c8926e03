//! Cards of a class as they are seen, in an ideal deck and after riffles: how many lie in some places, the longest run,
//! neighbours of two classes.

mod counts;
mod fair;
pub mod first_cards;
mod neighbours;
mod numbers;
pub mod one_place;
mod runs;

pub use counts::tables;
pub use fair::{Fair, fair};
use neighbours::next_to;
pub use runs::longest_run;

/// The law of a number of the first places of an ideal deck with cards of `sizes`, from its law where the whole deck has
/// so many cards of each.
fn of_first(
    sizes: &[usize],
    first: usize,
    whole: impl Fn(&[usize]) -> Option<Vec<f64>>,
) -> Option<Vec<f64>> {
    let cards: usize = sizes.iter().sum();
    if first >= cards {
        return whole(sizes);
    }
    let mut law: Option<Vec<f64>> = Some(Vec::new());
    tables(sizes, &[first, cards - first], |table, p| {
        law = law
            .take()
            .zip(whole(&table[..sizes.len()]))
            .map(|(mut law, part)| {
                if law.len() < part.len() {
                    law.resize(part.len(), 0.0);
                }
                for (sum, share) in law.iter_mut().zip(part) {
                    *sum += p * share;
                }
                law
            });
        law.is_some()
    });
    law
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::testing::{agrees, mean, orders};

    #[test]
    fn runs_and_neighbours_of_small_decks_are_those_of_all_orders() {
        let longest = |order: &[u16]| {
            let runs = order.chunk_by(|a, b| (*a == 0) == (*b == 0));
            let runs = runs.filter(|run| run[0] == 0).map(<[u16]>::len);
            runs.max().unwrap_or(0)
        };
        let next = |order: &[u16], one: u16, other: u16| {
            let pairs = order.windows(2);
            pairs
                .filter(|two| [[one, other], [other, one]].contains(&[two[0], two[1]]))
                .count()
        };
        for copies in [[3, 2, 2], [1, 3, 3], [4, 1, 2], [5, 1, 1]] {
            let [a, b, c] = copies;
            let orders = orders(&copies);
            for first in 1..=7 {
                let law = longest_run([a, b + c], first).unwrap();
                agrees(&law, &orders, |order| longest(&order[..first]));
                let law = next_to([a, b, c], false, first).unwrap();
                agrees(&law, &orders, |order| next(&order[..first], 0, 1));
                let law = next_to([a, 0, b + c], true, first).unwrap();
                agrees(&law, &orders, |order| next(&order[..first], 0, 0));
            }
        }
    }

    #[test]
    fn tables_of_counts_have_the_probabilities_of_all_orders() {
        let copies = [3, 2, 2];
        let orders = orders(&copies);
        let (mut sum, mut number) = (0.0, 0);
        tables(&copies, &[2, 1, 4], |table, p| {
            let count = |places: std::ops::Range<usize>, order: &[u16]| -> Vec<usize> {
                let each = 0..3_u16;
                each.map(|kind| {
                    order[places.clone()]
                        .iter()
                        .filter(|card| **card == kind)
                        .count()
                })
                .collect()
            };
            let same = orders.iter().filter(|order| {
                let cells = [0..2, 2..3, 3..7].map(|places| count(places, order));
                cells.concat() == table
            });
            let share = same.count() as f64 / orders.len() as f64;
            assert!((p - share).abs() < 1e-12, "{table:?}: {p}, {share}");
            sum += p;
            number += 1;
            true
        });
        assert!(
            (sum - 1.0_f64).abs() < 1e-12 && number > 10,
            "{sum}, {number}"
        );
    }

    /// Figures of large decks: the sums are 1, and the means those that are known.
    #[test]
    fn laws_of_packs_have_their_known_means() {
        let aces = next_to([4, 4, 44], false, 52).unwrap();
        // Each of 51 pairs of neighbours is an ace and a king with probability 2 · 4 · 4 / (52 · 51).
        assert!((mean(&aces) - 32.0 / 52.0).abs() < 1e-12);
        let red = next_to([26, 0, 26], true, 52).unwrap();
        assert!((mean(&red) - 51.0 * 26.0 * 25.0 / (52.0 * 51.0)).abs() < 1e-10);
        for law in [aces, red, longest_run([26, 26], 52).unwrap()] {
            assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        assert!(longest_run([2_000, 2_000], 4_000).is_none());
    }
}
