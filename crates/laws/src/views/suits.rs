//! Suits and high cards in a hand from 52 cards, four suits of 13 ranks.
//!
//! Hands are counted in whole numbers, which are exact: there are less than 2⁴⁹ of any size.

use std::array::from_fn;

use crate::counting::choose;

/// Cards of a suit.
const RANKS: usize = 13;

/// Cards of the deck.
const CARDS: usize = 4 * RANKS;

/// Cards of a bridge hand.
const BRIDGE: usize = 13;

/// Points of the ace, king, queen and jack (known as Work's count).
const POINTS: [usize; 4] = [4, 3, 2, 1];

/// The cards of the longest suit in a hand of `drawn` cards: 0 to 13. More than 52 are 52.
pub fn longest_suit(drawn: usize) -> Vec<f64> {
    let longest = |suits: [usize; 4]| suits.into_iter().max().unwrap_or(0);
    law(RANKS, drawn, longest)
}

/// The longest suits of both sides of a bridge deal together: of 26 cards, and of the other 26. 0 to 26, and never below
/// 14, since four suits of 26 cards are not all shorter than 7 and not all longer than 6.
pub fn total_trumps() -> Vec<f64> {
    let side = 2 * BRIDGE;
    law(side, side, |suits| {
        let longest = suits.into_iter().max().unwrap_or(0);
        // The other side has the rest of each suit.
        let shortest = suits.into_iter().min().unwrap_or(0);
        longest + RANKS - shortest
    })
}

/// The number of suits of which a hand of `drawn` cards has none: 0 to 4. More than 52 cards are 52.
#[cfg(test)]
pub fn voids(drawn: usize) -> Vec<f64> {
    let none = |suits: [usize; 4]| suits.into_iter().filter(|cards| *cards == 0).count();
    law(4, drawn, none)
}

/// The voids of two partners of bridge: the suits that the one has none of, and those that the other has none of. 0 to 6.
pub fn side_voids() -> Vec<f64> {
    let mut counts = [0_u128; 7];
    let none = |suits: [usize; 4]| suits.into_iter().filter(|cards| *cards == 0).count();
    let mut lengths: Vec<([usize; 4], u64)> = Vec::new();
    for_each_hand(BRIDGE, |suits, hands| lengths.push((suits, hands)));
    // 0, where fewer cards of a suit are left than the other has.
    let chosen: [[u64; RANKS + 1]; RANKS + 1] =
        from_fn(|left| from_fn(|cards| choose(left, cards)));
    for (one, hands) in &lengths {
        for (other, _) in &lengths {
            let suits = one.iter().zip(other);
            let ways = suits.map(|(one, other)| u128::from(chosen[RANKS - one][*other]));
            counts[none(*one) + none(*other)] += u128::from(*hands) * ways.product::<u128>();
        }
    }
    let all = u128::from(choose(CARDS, BRIDGE)) * u128::from(choose(CARDS - BRIDGE, BRIDGE));
    counts.map(|deals| deals as f64 / all as f64).to_vec()
}

/// The controls of a hand of `drawn` cards, 0 to 12: 2 for an ace, 1 for a king. More than 52 cards are 52.
pub fn controls(drawn: usize) -> Vec<f64> {
    let drawn = drawn.min(CARDS);
    let mut hands = vec![0; 13];
    for aces in 0..=4.min(drawn) {
        for kings in 0..=4.min(drawn - aces) {
            hands[2 * aces + kings] +=
                choose(4, aces) * choose(4, kings) * choose(CARDS - 8, drawn - aces - kings);
        }
    }
    shares(&hands, drawn)
}

/// The suit patterns of a bridge hand of 13 cards, the longest suit first, and their probabilities: all
/// 39, the likeliest first, and the more even one of two that are equally likely.
pub fn patterns() -> Vec<([u8; 4], f64)> {
    let mut all: Vec<([u8; 4], u64)> = Vec::new();
    for_each_hand(BRIDGE, |mut suits, hands| {
        suits.sort_unstable_by(|a, b| b.cmp(a));
        let pattern = suits.map(|cards| cards as u8);
        match all.iter_mut().find(|known| known.0 == pattern) {
            Some(known) => known.1 += hands,
            None => all.push((pattern, hands)),
        }
    });
    all.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let of = choose(CARDS, BRIDGE) as f64;
    all.into_iter()
        .map(|(pattern, hands)| (pattern, hands as f64 / of))
        .collect()
}

/// The high-card points of a hand of `drawn` cards, 0 to 40: 4 for an ace, 3 for a king, 2 for a queen and 1
/// for a jack. More than 52 cards are 52.
pub fn high_card_points(drawn: usize) -> Vec<f64> {
    let drawn = drawn.min(CARDS);
    let mut hands = vec![0; 4 * POINTS.iter().sum::<usize>() + 1];
    for_each_four(4, |held| {
        let high: usize = held.iter().sum();
        if high <= drawn {
            let points: usize = held
                .iter()
                .zip(POINTS)
                .map(|(cards, each)| cards * each)
                .sum();
            let ways: u64 = held.iter().map(|cards| choose(4, *cards)).product();
            hands[points] += ways * choose(CARDS - 4 * POINTS.len(), drawn - high);
        }
    });
    shares(&hands, drawn)
}

/// The law of a value of the four suit lengths, from 0 to `most`.
fn law(most: usize, drawn: usize, value: impl Fn([usize; 4]) -> usize) -> Vec<f64> {
    let drawn = drawn.min(CARDS);
    let mut counts = vec![0; most + 1];
    for_each_hand(drawn, |suits, hands| counts[value(suits)] += hands);
    shares(&counts, drawn)
}

/// Visits each choice of suit lengths with the number of its hands.
fn for_each_hand(drawn: usize, mut visit: impl FnMut([usize; 4], u64)) {
    for_each_four(RANKS, |suits| {
        if suits.iter().sum::<usize>() == drawn {
            visit(
                suits,
                suits.iter().map(|cards| choose(RANKS, *cards)).product(),
            );
        }
    });
}

/// Visits all four numbers from 0 to `most`.
fn for_each_four(most: usize, mut visit: impl FnMut([usize; 4])) {
    let base = most + 1;
    for code in 0..base.pow(4) {
        visit([code, code / base, code / base.pow(2), code / base.pow(3)].map(|part| part % base));
    }
}

/// Numbers of hands as shares of all hands.
fn shares(hands: &[u64], drawn: usize) -> Vec<f64> {
    let all = choose(CARDS, drawn) as f64;
    hands.iter().map(|hands| *hands as f64 / all).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{close, mean};
    use super::*;

    /// C(52, 13).
    const HANDS: f64 = 635_013_559_600.0;

    #[test]
    fn suit_lengths_are_those_of_bridge() {
        close(longest_suit(13)[5], 281_562_853_572.0 / HANDS, 1e-15);
        close(1.0 - voids(13)[0], 32_427_298_180.0 / HANDS, 1e-13);
        close(longest_suit(13)[13], 4.0 / HANDS, 1e-15);
        close(voids(13)[3], 4.0 / HANDS, 1e-15);
    }

    #[test]
    fn there_are_39_patterns_and_4432_is_the_likeliest() {
        let all = patterns();
        assert_eq!(all.len(), 39);
        assert_eq!(all[0].0, [4, 4, 3, 2]);
        assert_eq!((all[1].0, all[2].0), ([5, 3, 3, 2], [5, 4, 3, 1]));
        assert_eq!(all[38].0, [13, 0, 0, 0]);
        // The official encyclopedia of bridge: 21.5512%, 15.5168%, 10.5361% for 4-4-3-2, 5-3-3-2, 4-3-3-3.
        let of = |pattern| {
            all.iter()
                .find(|known| known.0 == pattern)
                .map(|known| known.1)
        };
        for (pattern, known) in [
            ([4, 4, 3, 2], 0.215_512),
            ([5, 3, 3, 2], 0.155_168),
            ([4, 3, 3, 3], 0.105_361),
        ] {
            assert!(of(pattern).is_some_and(|ours| (ours - known).abs() < 5e-7));
        }
        close(all.iter().map(|known| known.1).sum(), 1.0, 1e-14);
    }

    #[test]
    fn total_trumps_are_those_of_all_divisions() {
        let law = total_trumps();
        assert_eq!(law.len(), 27);
        close(law.iter().sum(), 1.0, 1e-14);
        assert!(law[..14].iter().all(|p| *p == 0.0));
        // By a count in Python over all divisions of four suits.
        for (total, share) in [
            (14, 0.104_91),
            (16, 0.269_24),
            (18, 0.156_34),
            (22, 0.002_86),
        ] {
            assert!((law[total] - share).abs() < 5e-6, "{total}");
        }
        close(mean(&law), 16.702_391_921_876_03, 1e-13);
    }

    #[test]
    fn voids_of_a_side_are_those_of_two_hands() {
        let law = side_voids();
        close(law.iter().sum(), 1.0, 1e-14);
        // Each of two hands has the voids of one.
        close(mean(&law), 2.0 * mean(&voids(13)), 1e-14);
        // Six voids: the one has a suit, the other another.
        close(law[6], 12.0 / (HANDS * 8_122_425_444.0), 1e-30);
    }

    #[test]
    fn controls_of_a_side_average_six() {
        for drawn in [0, 1, 13, 26, 52] {
            let law = controls(drawn);
            close(law.iter().sum(), 1.0, 1e-14);
            close(mean(&law), 12.0 * drawn as f64 / 52.0, 1e-13);
        }
        // All aces and kings are with one hand of 13: C(44, 5).
        close(controls(13)[12], 1_086_008.0 / HANDS, 1e-18);
    }

    #[test]
    fn points_of_thirteen_cards_average_ten() {
        let law = high_card_points(13);
        assert_eq!(law.len(), 41);
        close(mean(&law), 10.0, 1e-14);
        // No points: C(36, 13); 37, the most: four aces, kings and queens, and a jack.
        close(law[0], 2_310_789_600.0 / HANDS, 1e-15);
        close(law[37], 4.0 / HANDS, 1e-15);
        assert!(law[38..].iter().all(|p| *p == 0.0));
        // The official encyclopedia of bridge: 11 points in 8.9447% of hands.
        assert!((law[11] - 0.089_447).abs() < 1e-6);
    }

    #[test]
    fn hands_of_any_size_sum_to_one() {
        for drawn in 0..=52 {
            let kept = 52 - drawn;
            for law in [longest_suit(drawn), voids(drawn), high_card_points(drawn)] {
                close(law.iter().sum(), 1.0, 1e-14);
            }
            // The points of the hand and of the rest are 40 together.
            let mut others = high_card_points(kept);
            others.reverse();
            for (ours, theirs) in high_card_points(drawn).iter().zip(others) {
                close(*ours, theirs, 1e-14);
            }
            assert!(
                longest_suit(drawn)[..drawn.div_ceil(4)]
                    .iter()
                    .all(|p| *p == 0.0)
            );
        }
        assert_eq!(longest_suit(60), longest_suit(52));
    }
}
