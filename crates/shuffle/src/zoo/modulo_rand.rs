//! Fisher-Yates with `rand() % n`: the right swaps, by numbers that are not quite even.
//!
//! For i from the second position to the last, or with `from = "bottom"` from the last to the second, the card at i is
//! swapped with the one at `rand() % (i + 1)`, `rand()` being uniform on 0 to `rand-max`. With M = `rand-max` + 1 numbers,
//! of which r = M mod b are left over for b = i + 1 targets, the first r targets have one number more than the
//! others, ⌈M/b⌉ instead of ⌊M/b⌋. If M is a multiple of all numbers up to n, the shuffle is ideal.
//!
//! A single draw is within r (b − r)/(b M) of uniform in total variation, and the shuffle within the
//! sum of these: 0.0073 for 52 cards and `RAND_MAX` 32,767, 1.0e-7 for 2,147,483,647. To see so
//! little in the positions of 52 cards takes some 6·10⁷ decks in the first case, and more than 10¹⁶
//! in the second.
//!
//! Seen: the GNU C++ library's `std::random_shuffle`, in just this loop, with a comment that says so
//! (`bits/stl_algo.h`; the function was removed from C++17). `RAND_MAX` is 32,767 in Microsoft's C
//! library and 2,147,483,647 in the GNU one; the C standard (ISO/IEC 9899, 7.22) asks for no more
//! than 32,767. Here `rand` itself is perfect, whatever else is wrong with a certain one.

use super::super::prelude::*;
use super::super::two_card::swaps::{self, Swap};

/// `RAND_MAX` of Microsoft's C library, and the smallest that the C standard allows.
const DEFAULT_RAND_MAX: u32 = 32_767;

pub(in super::super) const KIND: Kind = Kind {
    name: "modulo-rand",
    group: Group::Wrong,
    time: None,
    about: "Fisher-Yates with rand() % n, which favours the first targets",
    source: "std::random_shuffle of the GNU C++ library, until C++17",
    parameters: &[
        Parameter {
            name: "rand-max",
            about: "the largest number that rand() gives, from 1 to 4294967295; default 32767 \
                    (Microsoft's C library), 2147483647 is that of the GNU one, 255 that of a byte",
        },
        Parameter {
            name: "from",
            about: "where the swaps begin: `top` (the C++ library) or `bottom`; default `top`",
        },
    ],
    build: |params| {
        let rand_max = params.whole("rand-max", 1..=u32::MAX)?;
        let from = params.word("from", &[TOP, BOTTOM])?;
        Ok(Box::new(ModuloRand {
            rand_max: rand_max.unwrap_or(DEFAULT_RAND_MAX),
            from_bottom: from == Some(BOTTOM),
        }))
    },
};

const TOP: &str = "top";
const BOTTOM: &str = "bottom";

#[derive(Debug)]
struct ModuloRand {
    rand_max: u32,
    from_bottom: bool,
}

impl ModuloRand {
    /// The positions of a deck that are swapped, in that order.
    fn positions(&self, cards: usize) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let from_bottom = self.from_bottom;
        (1..cards).map(move |at| if from_bottom { cards - at } else { at })
    }

    fn swaps(&self, cards: usize) -> impl DoubleEndedIterator<Item = Swap> + use<> {
        let numbers = u64::from(self.rand_max) + 1;
        self.positions(cards).map(move |at| Swap {
            at,
            numbers,
            bound: at as u64 + 1,
        })
    }
}

impl Law for ModuloRand {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], _scratch: &mut Scratch, draws: &mut D) {
        for at in self.positions(deck.len()) {
            let other = draws.remainder(self.rand_max, at as u32 + 1) as usize;
            deck.swap(at, other);
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        Some(swaps::one_card(cards, self.swaps(cards)))
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let swaps = self.swaps(pairs.cards());
        Some(swaps::two_card(pairs, direction, swaps))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(swaps::effort(cards, cards))
    }

    /// Exactly: each outcome of the draws is another order, and a draw has no more outcomes than
    /// `rand` has numbers.
    fn ln_support(&self, cards: usize) -> f64 {
        let numbers = u64::from(self.rand_max) + 1;
        let outcomes = self.swaps(cards).map(|swap| swap.bound.min(numbers));
        outcomes.map(|outcomes| libm::log(outcomes as f64)).sum()
    }

    /// The draws differ from those of an ideal shuffle no more than in the sum of their distances.
    fn distance_at_most(&self, cards: usize) -> Option<f64> {
        Some(swaps::distance_at_most(self.swaps(cards)))
    }

    fn describe(&self) -> String {
        let from = if self.from_bottom {
            ", from the bottom"
        } else {
            ""
        };
        format!(
            "Fisher-Yates with rand() % n, RAND_MAX {}{from} (wrong)",
            self.rand_max
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shuffle, build, testing};
    use laws::order_law::OrderLaw;
    use laws::position::Positions;

    fn from_top(rand_max: u32) -> ModuloRand {
        ModuloRand {
            rand_max,
            from_bottom: false,
        }
    }

    #[test]
    fn the_chains_the_support_and_the_bound_are_those_of_enumeration() {
        for rand_max in [1, 2, 4, 9, 32_767, u32::MAX] {
            for (cards, from_bottom) in
                (2..=7_usize).flat_map(|cards| [(cards, false), (cards, true)])
            {
                let shuffle = ModuloRand {
                    rand_max,
                    from_bottom,
                };
                let orders = testing::enumeration_agrees(&shuffle, cards);
                let ln_orders = libm::log(orders as f64);
                assert!((Law::ln_support(&shuffle, cards) - ln_orders).abs() < 1e-12);
                testing::two_cards_agree(&shuffle, cards);
                let law = OrderLaw::new(cards, shuffle.orders(cards)).unwrap();
                let bound = Law::distance_at_most(&shuffle, cards).unwrap();
                assert!(law.total_variation() <= bound + 1e-12, "{rand_max} {cards}");
            }
        }
    }

    /// 60 is a multiple of all numbers up to 6.
    #[test]
    fn it_is_ideal_where_the_numbers_can_be_shared_out() {
        let shuffle = from_top(59);
        let law = OrderLaw::new(6, shuffle.orders(6)).unwrap();
        assert!(law.total_variation() < 1e-12);
        assert!(Law::distance_at_most(&shuffle, 6).unwrap() <= 0.0);
        assert!(Law::distance_at_most(&shuffle, 7).unwrap() > 0.0);
    }

    #[test]
    fn the_draws_are_remainders() {
        for rand_max in [9, 16_383, 32_767, u32::MAX] {
            for from_bottom in [false, true] {
                let shuffle = ModuloRand {
                    rand_max,
                    from_bottom,
                };
                testing::simulation_follows_the_chain(&shuffle, 13, 20_000);
            }
        }
    }

    #[test]
    fn the_figures_of_the_documentation() {
        let bound = |rand_max| Law::distance_at_most(&from_top(rand_max), 52).unwrap();
        assert!((bound(32_767) - 0.0073).abs() < 5e-5, "{}", bound(32_767));
        assert!((bound(2_147_483_647) / 1.03e-7 - 1.0).abs() < 0.01);
        let decks = |rand_max| {
            let chain = Law::one_card(&from_top(rand_max), 52).unwrap();
            Positions::of(&chain).decks_needed(0.001, 0.9)
        };
        let few = decks(32_767).unwrap();
        assert!((57_000_000..59_000_000).contains(&few), "{few}");
        let many = decks(2_147_483_647);
        assert!(
            many.is_none_or(|many| many > 10_000_000_000_000_000),
            "{many:?}"
        );
    }

    #[test]
    fn rand_max_is_read_and_bad_ones_are_refused() {
        let error = |found: &str| {
            build(
                "modulo-rand",
                format!("rand-max = {found}").parse().unwrap(),
            )
            .unwrap_err()
            .to_string()
        };
        for found in ["0", "-1", "4294967296", "2.5"] {
            assert_eq!(
                error(found),
                format!(
                    "key `rand-max`: found `{found}`; accepted: a whole number from 1 to 4294967295"
                )
            );
        }
        let default = build("modulo-rand", toml::Table::new()).unwrap().describe();
        assert!(default.contains("RAND_MAX 32767"), "{default}");
    }
}
