//! The overhand shuffle: small packets slide off the top into the other hand, each on top of those
//! before it.
//!
//! Each of the n − 1 gaps between neighbouring cards is a cut with probability p, independently of
//! the others. The packets between the cuts are put down in reverse order, each with its cards in
//! order: with cuts after the second and the third card, `0 1 | 2 | 3 4` becomes `3 4 2 0 1`.
//!
//! Away from the two ends of the deck a packet holds 1/p cards on average; the first and the last
//! are cut short. With p = 0 nothing moves, with p = 1 the deck is reversed.
//!
//! Pemantle (1989), Randomization time for the overhand shuffle: between n² and n² log n shuffles
//! are needed; Jonasson (2006) proved that it is n² log n.

use super::marks;
use super::prelude::*;
use super::two_card::reversal::{self, Ending, Reversal};
use laws::entropy;

/// Packets of five cards on average, some eleven of them in a deck of 52. The papers leave p open;
/// this is a choice.
const DEFAULT_CHANCE: f64 = 0.2;

pub(super) const KIND: Kind = Kind {
    name: "overhand",
    group: Group::Cards,
    time: Some(Time::of_hands(2.0, 0.05)),
    about: "packets cut off at random gaps, put down in reverse order",
    source: "Pemantle (1989), Randomization time for the overhand shuffle",
    parameters: &[Parameter {
        name: "chance",
        about: "probability of a cut at each gap between two cards, from 0 to 1; default 0.2, \
                packets of five cards on average",
    }],
    build: |params| {
        let chance = params.fraction("chance")?.unwrap_or(DEFAULT_CHANCE);
        Ok(Box::new(Overhand { chance }))
    },
};

#[derive(Debug)]
struct Overhand {
    chance: f64,
}

impl Overhand {
    /// The card at i has a further cards above it in its packet and b below it, and goes to
    /// j = (n − 1 − i) + a − b. The two are independent, with geometric laws that stop at the ends
    /// of the deck: with q = 1 − p, a is k with probability p qᵏ for k < i, and i with probability
    /// qⁱ; b likewise, up to n − 1 − i. Summing the geometric series over all a and b that lead to
    /// j leaves
    ///
    /// P(i → j) = p (q^|i + j − (n − 1)| + q^(n − |i − j|)) / (1 + q), and qⁿ more if i = j.
    fn chain(&self, cards: usize) -> Matrix {
        let keep = 1.0 - self.chance;
        let powers: Vec<f64> = (0..=cards).map(|k| libm::pow(keep, k as f64)).collect();
        let scale = self.chance / (1.0 + keep);
        let mut matrix = Matrix::zero(cards);
        for from in 0..cards {
            for to in 0..cards {
                let off_mirror = (from + to).abs_diff(cards - 1);
                let off_place = from.abs_diff(to);
                let moved = powers[off_mirror] + powers[cards - off_place];
                matrix.add(from, to, scale * moved);
            }
            matrix.add(from, from, powers[cards]);
        }
        matrix
    }
}

impl Law for Overhand {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        marks::shuffle(self, Blockwise::Dropped, deck, scratch, draws);
    }

    fn mark<D: Draws>(&self, cards: usize, marks: &mut [u64], draws: &mut D) {
        // Below the last card there is no gap, and no draw. A label is 0 where there is a cut.
        let gaps = cards - 1;
        draws.labels(self.chance, [self.chance; 2], gaps, marks);
        for word in &mut *marks {
            *word = !*word;
        }
        marks::clear_from(marks, gaps);
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        Some(self.chain(cards))
    }

    /// A packet from s up to e is there if the gaps at both ends are cuts, where there are gaps,
    /// and none between is. Below it follows an overhand shuffle of the rest.
    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let cards = pairs.cards();
        let keep = 1.0 - self.chance;
        let inside: Vec<f64> = (0..cards).map(|k| libm::pow(keep, k as f64)).collect();
        let cut = |gap: usize| match gap {
            0 => 1.0,
            gap if gap == cards => 1.0,
            _ => self.chance,
        };
        let packets = (0..=cards)
            .map(|end| {
                let packet = |start| (start, cut(start) * inside[end - start - 1] * cut(end));
                let all = (0..end).map(packet);
                all.filter(|(_, probability)| *probability > 0.0).collect()
            })
            .collect();
        let endings = Ending::by_end(packets);
        let one_card = |cards, ()| self.chain(cards);
        Some(Reversal { endings, one_card }.two_card(pairs, direction))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(reversal::effort(cards, cards, 1))
    }

    /// Exactly 2ⁿ⁻¹ orders, for a gap is a cut just where its two cards are no longer neighbours
    /// in order; a single one where no gap, or every gap, is a cut.
    fn ln_support(&self, cards: usize) -> f64 {
        match self.mixing() {
            Mixing::Other => (cards - 1) as f64 * std::f64::consts::LN_2,
            _ => 0.0,
        }
    }

    /// The order shows which gaps are cuts.
    fn entropy(&self, cards: usize) -> Option<f64> {
        Some((cards - 1) as f64 * entropy::bits([self.chance, 1.0 - self.chance]))
    }

    fn mixing(&self) -> Mixing {
        if self.chance <= 0.0 {
            Mixing::Nothing
        } else if self.chance >= 1.0 {
            Mixing::Fixed
        } else {
            Mixing::Other
        }
    }

    fn blockwise(&self) -> Blockwise {
        Blockwise::from(self.mixing()).or(Blockwise::Dropped)
    }

    fn describe(&self) -> String {
        format!(
            "overhand shuffle, each gap cut with probability {:?}",
            self.chance
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{build, testing};

    #[test]
    fn packets_come_out_in_reverse_order_with_their_cards_in_order() {
        let mut packets = 0;
        let decks = testing::sample(&Overhand { chance: 0.2 }, 52, 500);
        for deck in &decks {
            let runs: Vec<_> = deck.chunk_by(|a, b| a + 1 == *b).collect();
            assert!(runs.is_sorted_by(|a, b| a[0] > b[0]));
            packets += runs.len();
        }
        // 1 + 51/5 packets, variance 51·(1/5)·(4/5) = 8.16: five standard errors are 0.64.
        let mean = packets as f64 / decks.len() as f64;
        assert!((mean - 11.2).abs() < 0.64, "{mean}");
    }

    #[test]
    fn the_chain_and_the_support_are_those_of_enumeration() {
        for cards in 2..=9 {
            for chance in [0.0, 0.05, 0.2, 0.5, 0.93, 1.0] {
                let overhand = Overhand { chance };
                let orders = testing::enumeration_agrees(&overhand, cards);
                testing::two_cards_agree(&overhand, cards.min(7));
                let ln_orders = libm::log(orders as f64);
                assert!(
                    (overhand.ln_support(cards) - ln_orders).abs() < 1e-12,
                    "{cards} cards, {chance}"
                );
            }
        }
    }

    #[test]
    fn the_simulation_follows_the_chain() {
        for (chance, cards) in [(0.2, 52), (0.5, 15), (0.01, 40), (0.97, 12)] {
            testing::simulation_follows_the_chain(&Overhand { chance }, cards, 20_000);
        }
    }

    #[test]
    fn no_cut_moves_nothing_and_every_cut_reverses() {
        let (never, always) = (Overhand { chance: 0.0 }, Overhand { chance: 1.0 });
        assert_eq!(never.chain(6), Matrix::identity(6));
        assert_eq!(never.mixing(), Mixing::Nothing);
        assert_eq!(testing::sample(&always, 5, 1), [[4, 3, 2, 1, 0]]);
        assert_eq!(always.mixing(), Mixing::Fixed);
        assert_eq!((never.ln_support(9), always.ln_support(9)), (0.0, 0.0));
    }

    #[test]
    fn chains_of_large_decks_and_rare_cuts_stay_doubly_stochastic() {
        for chance in [1e-300, 1e-17, 1e-9, 1e-4, 0.2, 1.0 - 1e-16] {
            testing::is_doubly_stochastic(&Overhand { chance }.chain(600));
        }
    }

    #[test]
    fn a_bad_chance_is_refused_and_shown() {
        for (text, found) in [
            ("chance = 1.5", "`1.5`"),
            ("chance = -0.1", "`-0.1`"),
            ("chance = nan", "`nan`"),
            ("chance = \"often\"", "`\"often\"`"),
        ] {
            let error = build("overhand", text.parse().unwrap()).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("key `chance`: found {found}; accepted: a number from 0 to 1")
            );
        }
        let default = build("overhand", toml::Table::new()).unwrap().describe();
        assert!(default.ends_with("probability 0.2"), "{default}");
    }
}
