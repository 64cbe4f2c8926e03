//! Two cards in one hand: how many pairs of cards two ideal deals both have in one hand.
//!
//! n cards are dealt to c hands of k each. A set of s cards is in one hand with probability c k!/(k−s)! · (n−s)!/n!,
//! and several sets at once in the same or in different ones. The pairs of one deal are the edges of c complete graphs on k
//! cards; sets of two and three edges, by the cards that they share, give the factorial moments of the number that
//! another deal has, too.

/// A deal of some cards to hands of the same size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    /// Cards in the deck.
    pub cards: usize,
    /// The number of hands.
    pub hands: usize,
    /// Cards in each hand.
    pub hand: usize,
}

impl Deal {
    /// The probability that two given cards are in one hand.
    pub fn together(&self) -> f64 {
        self.in_one_hand_each(&[2])
    }

    /// The variance of the count of a pair, of one deal, in the part that no single card explains: on ideal decks the counts
    /// of all pairs, less what the cards' own numbers of dealt pairs say, have this variance in each of n(n−3)/2 directions
    /// (the eigenspace of the Johnson scheme; Delsarte, 1973). From four cards on.
    pub fn variance(&self) -> f64 {
        let (n, p) = (self.cards as f64, self.together());
        let pairs = n * (n - 1.0) / 2.0;
        let of_cards = n * self.variance_of_card() / (n - 2.0);
        (pairs * p * (1.0 - p) - of_cards) / self.degrees()
    }

    /// The dimension of that part.
    pub fn degrees(&self) -> f64 {
        let n = self.cards as f64;
        n * (n - 3.0) / 2.0
    }

    /// The variance of the number of cards that a given one is in a hand with: it is in none where it is not dealt.
    fn variance_of_card(&self) -> f64 {
        let dealt = (self.hands * self.hand) as f64 / self.cards as f64;
        (self.hand as f64 - 1.0).powi(2) * dealt * (1.0 - dealt)
    }

    /// Returns true if no card is left over.
    pub fn uses_all(&self) -> bool {
        self.hands * self.hand == self.cards
    }

    /// The third central moment of the number of pairs that two ideal deals share.
    pub fn third_moment(&self) -> f64 {
        let (c, k) = (self.hands as f64, self.hand as f64);
        let choose = |n: f64, r: usize| {
            let terms = (0..r).map(|i| (n - i as f64).max(0.0) / (i + 1) as f64);
            terms.product::<f64>()
        };
        let edges = c * choose(k, 2);
        // Two edges with a common card; three on three cards; three on four, as a star or a path; the first two with one apart.
        let corners = c * k * choose(k - 1.0, 2);
        let triangles = c * choose(k, 3);
        let on_four = c * k * choose(k - 1.0, 3) + c * 12.0 * choose(k, 4);
        let apart = corners * (edges - (choose(k, 2) - choose(k - 3.0, 2)));
        let disjoint = choose(edges, 3) - triangles - on_four - apart;
        let p = |sets: &[usize]| self.in_one_hand_each(sets);
        let one = edges * p(&[2]);
        let two = 2.0 * (corners * p(&[3]) + (choose(edges, 2) - corners) * p(&[2, 2]));
        let three = 6.0
            * (triangles * p(&[3])
                + on_four * p(&[4])
                + apart * p(&[3, 2])
                + disjoint * p(&[2, 2, 2]));
        // From factorial moments to central ones.
        let (square, cube) = (two + one, three + 3.0 * two + one);
        cube - 3.0 * one * square + 2.0 * one.powi(3)
    }

    /// The probability that each of these sets of different cards is in one hand.
    fn in_one_hand_each(&self, sets: &[usize]) -> f64 {
        let total: usize = sets.iter().sum();
        if total > self.cards {
            return 0.0;
        }
        let falling =
            |n: usize, r: usize| -> f64 { (0..r).map(|i| n.saturating_sub(i) as f64).product() };
        // Which sets share a hand: the number of cards of each hand that holds some.
        let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
        for set in sets {
            ways = ways
                .into_iter()
                .flat_map(|held| {
                    let joined = (0..held.len()).map({
                        let held = held.clone();
                        move |at| {
                            let mut held = held.clone();
                            held[at] += set;
                            held
                        }
                    });
                    let own = held.iter().copied().chain([*set]).collect();
                    joined.chain([own]).collect::<Vec<_>>()
                })
                .collect();
        }
        let ways = ways.iter().map(|held| {
            let places: f64 = held
                .iter()
                .map(|cards| falling(self.hand, *cards))
                .product();
            falling(self.hands, held.len()) * places
        });
        ways.sum::<f64>() / falling(self.cards, total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each card the number of its hand, or none: of all deals.
    fn all(deal: Deal) -> Vec<Vec<Option<usize>>> {
        let mut found = vec![Vec::new()];
        for _ in 0..deal.cards {
            found = found
                .into_iter()
                .flat_map(|given: Vec<Option<usize>>| {
                    let hands = (0..deal.hands).map(Some).chain([None]);
                    hands.map(move |hand| [given.clone(), vec![hand]].concat())
                })
                .collect();
        }
        let full = |given: &Vec<Option<usize>>| {
            (0..deal.hands)
                .all(|hand| given.iter().filter(|of| **of == Some(hand)).count() == deal.hand)
        };
        found.into_iter().filter(full).collect()
    }

    fn pairs(given: &[Option<usize>]) -> Vec<f64> {
        let cards = given.len();
        let pairs = (0..cards).flat_map(|a| (a + 1..cards).map(move |b| (a, b)));
        pairs
            .map(|(a, b)| f64::from(u8::from(given[a].is_some() && given[a] == given[b])))
            .collect()
    }

    #[test]
    fn moments_are_those_of_enumeration() {
        for (cards, hands, hand) in [
            (4, 2, 2),
            (6, 2, 3),
            (6, 3, 2),
            (7, 2, 3),
            (6, 2, 2),
            (8, 2, 4),
            (8, 4, 2),
            (5, 1, 3),
        ] {
            let deal = Deal { cards, hands, hand };
            let deals = all(deal);
            let number = deals.len() as f64;
            let p = deal.together();
            let mean: f64 = deals.iter().map(|given| pairs(given)[0]).sum::<f64>() / number;
            assert!((mean - p).abs() < 1e-12, "{deal:?}: {mean} {p}");
            let first = pairs(&deals[0]);
            let shared = deals.iter().map(|given| {
                let both = pairs(given).into_iter().zip(&first).map(|(a, b)| a * b);
                both.sum::<f64>()
            });
            let shared: Vec<f64> = shared.collect();
            let mean = shared.iter().sum::<f64>() / number;
            let third = shared.iter().map(|x| (x - mean).powi(3)).sum::<f64>() / number;
            let ours = deal.third_moment();
            assert!((third - ours).abs() < 1e-9, "{deal:?}: {third} {ours}");
            // The squared length of the part that no single card explains, over its dimensions.
            let n = cards as f64;
            let rows: Vec<f64> = (0..cards)
                .map(|card| {
                    let given = &deals[0];
                    let mates = (0..cards).filter(|other| {
                        *other != card && given[card].is_some() && given[*other] == given[card]
                    });
                    mates.count() as f64 - (n - 1.0) * p
                })
                .collect();
            let whole: f64 = first.iter().map(|pair| (pair - p) * (pair - p)).sum();
            let of_cards: f64 = rows.iter().map(|row| row * row).sum::<f64>() / (n - 2.0);
            let length = (whole - of_cards) / deal.degrees();
            assert!(
                (length - deal.variance()).abs() < 1e-12,
                "{deal:?}: {length}"
            );
        }
    }

    /// If all are dealt, it is p (1 − p) (n − 1)/(n − 3).
    #[test]
    fn the_variance_of_bridge_is_the_closed_one() {
        let bridge = Deal {
            cards: 52,
            hands: 4,
            hand: 13,
        };
        let p = 12.0 / 51.0;
        assert!((bridge.together() - p).abs() < 1e-15 && bridge.uses_all());
        assert!((bridge.variance() - p * (1.0 - p) * 51.0 / 49.0).abs() < 1e-14);
    }
}
