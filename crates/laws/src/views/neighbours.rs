//! Cards that lay side by side before the shuffle, and are dealt into one hand.

use super::runs::equal_neighbours;

/// The number of places of the old order, from the first to the last but one, such that the card there and
/// the next one come into the same hand: `hands` hands of `hand` cards each from a deck of `cards`. Cards
/// that nobody gets are in no hand. The mean is hands · hand (hand − 1)/cards. Hands that do not fit are
/// left out.
///
/// The hands are labels along the old order, in uniform order; labels of cards that nobody gets are all
/// different.
pub fn together(cards: usize, hand: usize, hands: usize) -> Vec<f64> {
    let hands = hands.min(cards.checked_div(hand).unwrap_or(0));
    let mut labels = vec![hand; hands];
    labels.resize(hands + cards - hands * hand, 1);
    let mut law = equal_neighbours(&labels, cards);
    // Each hand begins with a card that has no neighbour of it before.
    law.truncate(hands * hand.saturating_sub(1) + 1);
    law
}

#[cfg(test)]
mod tests {
    use super::super::testing::{agrees, close, mean, orders};
    use super::*;

    #[test]
    fn neighbours_agree_with_all_deals_of_up_to_eight_cards() {
        for (cards, hand, hands) in [
            (1, 1, 1),
            (4, 2, 2),
            (5, 2, 2),
            (6, 3, 2),
            (6, 2, 2),
            (7, 3, 2),
            (7, 4, 1),
            (8, 2, 4),
            (8, 3, 2),
        ] {
            // The last class is the rest.
            let mut labels = vec![hand; hands];
            labels.push(cards - hand * hands);
            let law = together(cards, hand, hands);
            agrees(&law, &orders(&labels), |word| {
                let same = |pair: &&[u16]| pair[0] == pair[1] && usize::from(pair[0]) < hands;
                word.windows(2).filter(same).count()
            });
        }
    }

    #[test]
    fn deals_of_real_size_have_the_known_mean() {
        for (cards, hand, hands) in [
            (52, 13, 4),
            (60, 7, 1),
            (60, 7, 2),
            (52, 2, 9),
            (100, 10, 5),
        ] {
            let law = together(cards, hand, hands);
            let known = (hands * hand * (hand - 1)) as f64 / cards as f64;
            close(mean(&law), known, 1e-13);
            close(law.iter().sum(), 1.0, 1e-14);
        }
    }

    #[test]
    fn one_hand_has_as_many_runs_as_marked_cards() {
        // 4 of 10 cards in a hand: k stretches of it in C(3, k - 1) C(7, k) of C(10, 4) sets of
        // places.
        for (side_by_side, sets) in [35.0, 105.0, 63.0, 7.0].into_iter().enumerate() {
            close(together(10, 4, 1)[side_by_side], sets / 210.0, 1e-14);
        }
    }

    #[test]
    fn hands_that_do_not_fit_are_left_out() {
        assert_eq!(together(5, 3, 2), together(5, 3, 1));
        assert_eq!(together(5, 0, 2), [1.0]);
        assert_eq!(together(0, 3, 1), [1.0]);
    }
}
