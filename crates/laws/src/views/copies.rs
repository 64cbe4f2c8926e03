//! Copies of one card in a hand.

use super::{normalised, share, successes};

/// The number of pairs of equal cards in a hand of `drawn` cards: the sum of C(x, 2) over the classes, of
/// which the hand has x cards each. Three equal cards are three pairs. A hand of more than all cards is
/// the whole deck.
///
/// Counts hands by their size and their pairs, class by class, as the product of the generating
/// polynomials of the classes.
pub fn pairs(copies: &[usize], drawn: usize) -> Vec<f64> {
    let cards = copies.iter().sum();
    let drawn = drawn.min(cards);
    // Small classes first: the table of pairs grows late.
    let mut copies = copies.to_vec();
    copies.sort_unstable();
    let mut hands = vec![vec![0.0]; drawn + 1];
    hands[0][0] = 1.0;
    for class in copies {
        hands = with_class(&hands, &successes(class, share(drawn, cards)));
    }
    normalised(hands.pop().unwrap_or_default())
}

/// The weights of hands, by size and pairs, after one more class: `taken` is the weight of each number of
/// its cards.
fn with_class(hands: &[Vec<f64>], taken: &[f64]) -> Vec<Vec<f64>> {
    let mut next = vec![vec![0.0]; hands.len()];
    for (size, by_pairs) in hands.iter().enumerate() {
        if by_pairs.iter().all(|weight| *weight == 0.0) {
            continue;
        }
        for (more, taken) in taken.iter().enumerate().take(hands.len() - size) {
            let new_pairs = more * more.saturating_sub(1) / 2;
            let cells = &mut next[size + more];
            if *taken > 0.0 && cells.len() < by_pairs.len() + new_pairs {
                cells.resize(by_pairs.len() + new_pairs, 0.0);
            }
            for (cell, weight) in cells.iter_mut().skip(new_pairs).zip(by_pairs) {
                *cell += weight * taken;
            }
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::super::testing::{agrees, close, decks, mean, orders};
    use super::*;

    #[test]
    fn pairs_agree_with_all_orders_of_up_to_seven_cards() {
        for cards in 1..=7 {
            for copies in decks(cards) {
                let orders = orders(&copies);
                for drawn in 0..=cards {
                    agrees(&pairs(&copies, drawn), &orders, |word| {
                        let hand = &word[..drawn];
                        let equal = |(at, card): (usize, &u16)| {
                            hand[..at].iter().filter(|other| *other == card).count()
                        };
                        hand.iter().enumerate().map(equal).sum()
                    });
                }
            }
        }
    }

    #[test]
    fn two_of_a_kind_in_a_poker_hand() {
        // Weisstein, "Poker": hands with no pair, one, two, trips, full house, quads; C(52, 5) in all.
        let law = pairs(&[4; 13], 5);
        let hands = [1_317_888, 1_098_240, 123_552, 54_912, 3_744, 0, 624];
        for (value, count) in hands.into_iter().enumerate() {
            // A full house has four pairs, four of a kind six.
            let count = f64::from(count);
            close(
                law.get(value).copied().unwrap_or(0.0),
                count / 2_598_960.0,
                1e-13,
            );
        }
    }

    #[test]
    fn large_decks_have_the_known_mean() {
        for (copies, drawn) in [
            ([vec![20], vec![4; 10]].concat(), 7),
            (vec![24, 36], 60),
            ([vec![1; 53], vec![7]].concat(), 30),
            (vec![40; 25], 50),
        ] {
            let cards: usize = copies.iter().sum();
            let law = pairs(&copies, drawn);
            let equal: usize = copies.iter().map(|c| c * (c - 1)).sum();
            let of = (drawn * (drawn - 1)) as f64 / (cards * (cards - 1)) as f64;
            close(mean(&law), equal as f64 * of / 2.0, 1e-12);
            close(law.iter().sum(), 1.0, 1e-14);
        }
    }

    #[test]
    fn a_hand_of_more_than_all_cards_is_the_deck() {
        assert_eq!(pairs(&[3, 2], 9), [0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(pairs(&[], 3), [1.0]);
    }
}
