//! Riffles of two packets that need not be halves, and whose cards cling to each other.
//!
//! The deck is that of the riffle after Gilbert, Shannon and Reeds, but for the labels that say, place by
//! place from the top, from which packet the card comes. They form a stationary chain: the first is `upper`
//! with that probability, and each further one repeats the label before it with probability `clump` and is
//! drawn afresh otherwise. The upper packet has as many cards as there are labels for it.
//!
//! - With clump = 0 the labels are independent, the cut is binomial(n, upper), and all interleavings of a cut
//!   are equally likely: the p-riffle of Lalley (1996, Cycle structure of riffle shuffles; 2000, On the rate of
//!   mixing for p-shuffles). With upper = ½ as well it is the riffle of Gilbert, Shannon and Reeds.
//! - Where the cards cling, the stretches of cards from the upper packet hold 1 / ((1 − clump)(1 − upper))
//!   cards on average, and the cut, with mean n · upper, has a standard deviation that is larger by about
//!   √((1 + clump) / (1 − clump)): clumps and a bad cut come together. This is a model of ours, chosen as
//!   the smallest one with clumps whose chains are exact; no measurement stands behind it.

use super::super::marks;
use super::super::prelude::*;
use super::super::two_card::cards_of;
use super::super::two_card::interleaving::{self, Interleaving, LOWER, UPPER, in_proportion};
use super::counts::{self, Counts};
use super::{NEGLIGIBLE, independent, ln_riffle_orders};

/// A riffle by labels that cling to each other.
#[derive(Debug)]
pub(in super::super) struct Clumped {
    /// Its name in legends.
    pub name: &'static str,
    /// The mean share of the upper packet.
    pub upper: f64,
    /// The probability that a label repeats the one before it whatever is drawn.
    pub clump: f64,
}

/// States of the interleaving of cards that cling.
const STATES: usize = 6;

impl Clumped {
    /// The probability of a label for the upper packet after one for it, and after one for the lower.
    fn chances(&self) -> [f64; 2] {
        let (share, clump) = (self.upper, self.clump);
        [counts::stays(share, clump), counts::enters(share, clump)]
    }

    /// Returns true if the sorted deck is all that can come out: a packet is always empty.
    fn moves_nothing(&self) -> bool {
        self.clump >= 1.0 || self.upper <= 0.0 || self.upper >= 1.0
    }

    /// The numbers of cards in the upper packet, with their probabilities.
    fn cuts(&self, cards: usize) -> Vec<(usize, f64)> {
        let mut counts = Counts::none(self.upper, self.clump);
        (1..cards).for_each(|_| counts.more());
        let of = |upper: usize| {
            let first_upper = upper.checked_sub(1).map_or(0.0, |k| counts.after_within[k]);
            let first_lower = counts.after_outside.get(upper).copied().unwrap_or(0.0);
            self.upper * first_upper + (1.0 - self.upper) * first_lower
        };
        let all = (0..=cards).map(|upper| (upper, of(upper)));
        all.filter(|&(_, probability)| probability >= NEGLIGIBLE)
            .collect()
    }

    /// Card by card. Once the cut is known, a label comes with the probability that the chain gives it,
    /// times that of using up what is then left of both packets. The packets are not alike, so that each
    /// state says, besides the packet of the last card, which of the two is the one that plays the upper
    /// part: with them exchanged, it is the other one.
    fn interleaving(&self, cards: usize) -> Interleaving<impl Fn(usize, [usize; 2]) -> [f64; 2]> {
        const PACKETS: [usize; 2] = [UPPER, LOWER];
        let state = |last: usize, part: usize| 2 * part + last;
        let mut after: Vec<[usize; 2]> = Vec::new();
        let mut exchanged = Vec::new();
        for part in PACKETS {
            for last in PACKETS {
                after.push(PACKETS.map(|taken| state(taken, part)));
                exchanged.push(state(1 - last, 1 - part));
            }
        }
        let start = after.len();
        for part in PACKETS {
            after.push(PACKETS.map(|taken| state(taken, part)));
            exchanged.push(start + 1 - part);
        }
        // using_up[last][m][k]: k of the m labels after one like `last` are for the upper part.
        let using_up = Counts::table(self.upper, self.clump, cards);
        let [after_upper, after_lower] = self.chances();
        let upper = self.upper;
        Interleaving {
            after,
            exchanged,
            start,
            cuts: self.cuts(cards),
            chances: move |state: usize, left: [usize; 2]| {
                let (part, chance) = match state.checked_sub(start) {
                    Some(part) => (part, upper),
                    None if state % 2 == state / 2 => (state / 2, after_upper),
                    None => (state / 2, after_lower),
                };
                let (own, all) = (left[part], left[UPPER] + left[LOWER]);
                let ways = [
                    chance * using_up[0][all - 1][own - 1],
                    (1.0 - chance) * using_up[1][all - 1][own],
                ];
                let sum = ways[0] + ways[1];
                // No labels lead here, or none that a number can hold: it is never entered.
                if sum <= f64::MIN_POSITIVE {
                    return in_proportion(left);
                }
                let own = ways[0] / sum;
                let mut chances = [1.0 - own; 2];
                chances[part] = own;
                chances
            },
        }
    }
}

impl Law for Clumped {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        marks::shuffle(self, Blockwise::Interleaved, deck, scratch, draws);
    }

    fn mark<D: Draws>(&self, cards: usize, marks: &mut [u64], draws: &mut D) {
        draws.labels(self.upper, self.chances(), cards, marks);
    }

    /// The card that lands after m others and comes from the upper packet was at k if k of these m labels
    /// are for it; from the lower packet the same holds seen from the bottom, with m − k.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let mut matrix = Matrix::zero(cards);
        let mut counts = Counts::none(self.upper, self.clump);
        for others in 0..cards {
            for k in 0..=others {
                let upper = self.upper * counts.after_within[k];
                matrix.add(k, others, upper);
                let to = cards - 1 - others;
                let lower = (1.0 - self.upper) * counts.after_outside[k];
                matrix.add(to + k, to, lower);
            }
            counts.more();
        }
        Some(matrix)
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        self.two_card_each(&[pairs], direction)?.pop()
    }

    fn two_card_each(&self, tables: &[&Pairs], direction: Direction) -> Option<Vec<Pairs>> {
        let cards = cards_of(tables);
        Some(if self.clump > 0.0 {
            self.interleaving(cards).two_card(tables, direction)
        } else {
            independent(self.cuts(cards)).two_card(tables, direction)
        })
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        let states = if self.clump > 0.0 { STATES } else { 1 };
        Some(interleaving::effort(cards, states))
    }

    /// Exactly the orders of a riffle, for every string of labels is possible.
    fn ln_support(&self, cards: usize) -> f64 {
        if self.moves_nothing() {
            return 0.0;
        }
        ln_riffle_orders(cards)
    }

    fn entropy(&self, cards: usize) -> Option<f64> {
        if self.moves_nothing() {
            return Some(0.0);
        }
        interleaving::has_entropy(cards, STATES).then(|| {
            if self.clump > 0.0 {
                self.interleaving(cards).entropy(cards)
            } else {
                independent(self.cuts(cards)).entropy(cards)
            }
        })
    }

    fn mixing(&self) -> Mixing {
        if self.moves_nothing() {
            Mixing::Nothing
        } else if self.clump > 0.0 {
            Mixing::Other
        } else {
            Mixing::UnequalPackets
        }
    }

    fn same_packet(&self) -> Option<f64> {
        let (upper, lower) = (self.upper, 1.0 - self.upper);
        (self.clump <= 0.0).then_some(upper * upper + lower * lower)
    }

    fn blockwise(&self) -> Blockwise {
        Blockwise::from(self.mixing()).or(Blockwise::Interleaved)
    }

    fn describe(&self) -> String {
        let clump = match self.clump {
            none if none <= 0.0 => String::new(),
            clump => format!(", cards cling with probability {clump:?}"),
        };
        format!(
            "{}, {:?} of the deck in the upper packet{clump}",
            self.name, self.upper
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::Gsr;
    use super::*;
    use crate::{build, testing};

    fn clumped(upper: f64, clump: f64) -> Clumped {
        Clumped {
            name: "riffle",
            upper,
            clump,
        }
    }

    #[test]
    fn halves_without_clumps_are_the_riffle() {
        let (ours, riffle) = (clumped(0.5, 0.0), Gsr);
        let (a, b) = (ours.one_card(40).unwrap(), riffle.one_card(40).unwrap());
        for (a, b) in a.cells().iter().zip(b.cells()) {
            assert!((a - b).abs() < 1e-14);
        }
        assert_eq!(ours.cuts(40).len(), super::super::cuts(40).len());
        assert_eq!(
            ours.ln_support(40).to_bits(),
            riffle.ln_support(40).to_bits()
        );
    }

    #[test]
    fn the_chains_are_those_of_enumeration() {
        for (upper, clump) in [
            (0.3, 0.0),
            (0.5, 0.25),
            (0.7, 0.5),
            (0.05, 0.9),
            (0.0, 0.5),
            (1.0, 0.0),
            (0.5, 1.0),
        ] {
            let law = clumped(upper, clump);
            for cards in 2..=8 {
                let orders = testing::enumeration_agrees(&law, cards);
                let exact = libm::log(orders as f64);
                assert!((law.ln_support(cards) - exact).abs() < 1e-12, "{law:?}");
                testing::two_cards_agree(&law, cards.min(7));
            }
            testing::two_cards_are_consistent(&law, 40);
        }
    }

    #[test]
    fn states_and_their_mirrors_agree() {
        for (upper, clump) in [(0.5, 0.5), (0.3, 0.2), (0.8, 0.7)] {
            interleaving::testing::is_sound(&clumped(upper, clump).interleaving(60));
        }
    }

    #[test]
    fn the_simulation_follows_the_chain() {
        for (upper, clump, cards) in [(0.5, 0.5, 52), (0.3, 0.0, 40), (0.62, 0.3, 65)] {
            testing::simulation_follows_the_chain(&clumped(upper, clump), cards, 20_000);
        }
    }

    #[test]
    fn the_chain_of_a_large_deck_stays_doubly_stochastic() {
        for (upper, clump) in [(0.5, 0.5), (0.01, 0.0), (0.9, 0.99)] {
            testing::is_doubly_stochastic(&clumped(upper, clump).one_card(540).unwrap());
        }
    }

    #[test]
    fn a_biased_cut_and_clumps_have_the_mean_and_the_spread_that_are_stated() {
        let law = clumped(0.4, 0.5);
        let cuts = law.cuts(2_000);
        let mean: f64 = cuts.iter().map(|(k, p)| *k as f64 * p).sum();
        let square = |k: usize| (k as f64 - mean) * (k as f64 - mean);
        let variance: f64 = cuts.iter().map(|(k, p)| square(*k) * p).sum();
        assert!((mean - 800.0).abs() < 1e-6, "{mean}");
        // n u (1 − u) (1 + c) / (1 − c), less a constant that does not grow with the deck.
        let stated = 2_000.0 * 0.4 * 0.6 * 3.0;
        assert!((variance / stated - 1.0).abs() < 0.002, "{variance}");
        // Stretches of the upper packet: 1 / (0.5 · 0.6) cards on average.
        let (mut stretches, mut uppers) = (0, 0);
        for deck in testing::sample(&law, 500, 200) {
            // The lower packet begins with the first card that stands above its predecessor.
            let mut pos = [0; 500];
            for (at, &card) in deck.iter().enumerate() {
                pos[usize::from(card)] = at;
            }
            let cut = (1..500).find(|&card| pos[card] < pos[card - 1]).unwrap();
            let from_upper = |card: &Card| usize::from(*card) < cut;
            uppers += cut;
            stretches += deck
                .chunk_by(|a, b| from_upper(a) == from_upper(b))
                .filter(|stretch| from_upper(&stretch[0]))
                .count();
        }
        // Some 12,000 stretches with a standard deviation of 2.8 cards: five standard errors are 0.13.
        let length = uppers as f64 / stretches as f64;
        assert!((length - 10.0 / 3.0).abs() < 0.13, "{length}");
    }

    #[test]
    fn what_cannot_be_combined_is_refused() {
        let refused = |text: &str| {
            let error = build("riffle", text.parse().unwrap()).unwrap_err();
            error.to_string()
        };
        assert_eq!(
            refused("max-streak = 3\nupper = 0.5"),
            "key `upper`: found `0.5`; accepted: no `upper` beside `max-streak`"
        );
        assert_eq!(
            refused("max-streak = 3\nclump = 0"),
            "key `clump`: found `0`; accepted: no `clump` beside `max-streak`"
        );
        assert_eq!(
            refused("packets = 3\nupper = 0.4"),
            "key `upper`: found `0.4`; accepted: no `upper` beside more than two `packets`"
        );
        assert_eq!(
            refused("upper = 1.5"),
            "key `upper`: found `1.5`; accepted: a number from 0 to 1"
        );
        let described = |text: &str| build("riffle", text.parse().unwrap()).unwrap().describe();
        assert_eq!(
            described("upper = 0.4"),
            "riffle, 0.4 of the deck in the upper packet"
        );
        for plain in ["upper = 0.5", "clump = 0", "packets = 2\nclump = 0.0"] {
            assert_eq!(described(plain), described(""));
        }
    }
}
