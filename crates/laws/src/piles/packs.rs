//! The packs in which a card can be after the two rounds, for someone who remembers on which pile it was dealt.
//!
//! A card of pile k of the second dealing is at any of the `m_k` places of that pile, so it is in a pack with
//! the share of those places that the pack takes. A card of pile j of the first dealing comes onto pile k of the second
//! with probability `N_jk / m_j`, and from there on as before. All probabilities are quotients of whole
//! numbers.

use super::Dealing;

/// The number of places of each pile of the second dealing that each pack takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packs {
    dealing: Dealing,
    number: usize,
    /// For each pile the packs that take places of it, and how many each takes.
    taken: Vec<Vec<(usize, usize)>>,
}

/// Knowledge that a remembered pile gives of the pack that a card comes to be in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Known {
    /// Packs that are possible for a card of the pile that leaves the fewest.
    pub fewest: usize,
    /// Packs that are possible for a card of the pile that leaves the most.
    pub most: usize,
    /// The largest probability of a pack for a card, of the pile where it is largest.
    pub likeliest: f64,
    /// The same, of the pile where it is smallest.
    pub least_likeliest: f64,
}

/// The places of the stack from which packs of so many cards come that the last dealing itself makes: dealt onto
/// as many piles as there are full packs, and what is then left of the deck is in none. Pack after pack.
pub fn dealt_directly(cards: usize, size: usize) -> Vec<usize> {
    let packs = cards / size;
    (0..packs)
        .flat_map(|pack| (pack..cards).step_by(packs).take(size))
        .collect()
}

impl Packs {
    /// Packs of so many cards, which come from these places of the stack after the second round, pack after
    /// pack. Places that do not fill a pack are in none.
    ///
    /// # Panics
    /// With packs of no cards, or a place that is not in the deck.
    pub fn new(dealing: Dealing, places: &[usize], size: usize) -> Self {
        let mut pile_of = vec![0; dealing.cards];
        for pile in 0..dealing.piles() {
            pile_of[dealing.stacked(pile)].fill(pile);
        }
        let mut taken: Vec<Vec<(usize, usize)>> = vec![Vec::new(); dealing.piles()];
        for (pack, places) in places.chunks_exact(size).enumerate() {
            for place in places {
                let of_pile = &mut taken[pile_of[*place]];
                match of_pile.last_mut() {
                    Some((last, count)) if *last == pack => *count += 1,
                    _ => of_pile.push((pack, 1)),
                }
            }
        }
        Self {
            dealing,
            number: places.len() / size,
            taken,
        }
    }

    /// The knowledge about a card whose pile in the first dealing is remembered.
    pub fn of_first(&self) -> Known {
        let dealing = &self.dealing;
        // Piles have one of two sizes, so that all probabilities are over the product of both.
        let both = dealing.size(0) * dealing.size(dealing.piles() - 1);
        Known::of((0..dealing.piles()).map(|first| {
            let range = dealing.stacked(first);
            let mut ways = vec![0; self.number];
            // Onto each pile that any place of this one is dealt onto, and no other.
            for second in range.clone().take(dealing.piles) {
                let second = second % dealing.piles;
                let come = dealing.dealt(&range, second) * (both / dealing.size(second));
                for (pack, count) in &self.taken[second] {
                    ways[*pack] += come * count;
                }
            }
            (ways, dealing.size(first) * both)
        }))
    }

    /// The knowledge about a card whose pile in the second dealing is remembered.
    pub fn of_second(&self) -> Known {
        let piles = self.taken.iter().enumerate();
        Known::of(piles.map(|(pile, packs)| {
            let ways = packs.iter().map(|(_, count)| *count).collect();
            (ways, self.dealing.size(pile))
        }))
    }
}

impl Known {
    /// Sums up all piles. Each gives the number of ways in which a card of it comes to be in each
    /// pack, and the number of all ways.
    fn of(piles: impl Iterator<Item = (Vec<usize>, usize)>) -> Self {
        let mut known = Self {
            fewest: usize::MAX,
            most: 0,
            likeliest: 0.0,
            least_likeliest: f64::INFINITY,
        };
        for (ways, all) in piles {
            let possible = ways.iter().filter(|ways| **ways > 0).count();
            let most = ways.iter().max().copied().unwrap_or(0);
            let likeliest = most as f64 / all as f64;
            known.fewest = known.fewest.min(possible);
            known.most = known.most.max(possible);
            known.likeliest = known.likeliest.max(likeliest);
            known.least_likeliest = known.least_likeliest.min(likeliest);
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marked_cards::hand;
    use crate::piles::{moments, thinned};
    use crate::testing::assert_close;

    /// All orders of so many items.
    fn orders(items: usize) -> Vec<Vec<usize>> {
        let mut all = vec![vec![]];
        for next in 0..items {
            all = (all.into_iter())
                .flat_map(|order: Vec<usize>| {
                    (0..=order.len()).map(move |at| {
                        let mut longer = order.clone();
                        longer.insert(at, next);
                        longer
                    })
                })
                .collect();
        }
        all
    }

    /// The stacks that a deck becomes by one round: dealt card by card, each pile in every order.
    fn round(deck: &[usize], piles: usize) -> Vec<Vec<usize>> {
        let mut stacks = vec![vec![]];
        for pile in 0..piles {
            let held: Vec<usize> = deck.iter().skip(pile).step_by(piles).copied().collect();
            let shuffled = orders(held.len());
            stacks = (stacks.into_iter())
                .flat_map(|stack: Vec<usize>| {
                    let held = &held;
                    let longer = shuffled.iter().map(move |order| {
                        let on_top = order.iter().map(|at| held[*at]);
                        stack.iter().copied().chain(on_top).collect()
                    });
                    longer.collect::<Vec<Vec<usize>>>()
                })
                .collect();
        }
        stacks
    }

    /// Three ways of making packs of a stack, each dealt with cards in hand.
    fn packs_of(stack: &[usize], piles: usize, size: usize) -> [Vec<Vec<usize>>; 3] {
        let dealt_onto = |piles: usize| {
            let mut heaps = vec![Vec::new(); piles];
            for (at, card) in stack.iter().enumerate() {
                heaps[at % piles].insert(0, *card);
            }
            heaps
        };
        let off = |deck: &[usize]| deck.chunks_exact(size).map(<[usize]>::to_vec).collect();
        // The packs are full when the cards that are left come to lie on top of them.
        let mut direct = dealt_onto(stack.len() / size);
        for heap in &mut direct {
            heap.drain(..heap.len() - size);
        }
        [off(&dealt_onto(piles).concat()), off(stack), direct]
    }

    fn places(dealing: Dealing, size: usize) -> [Vec<usize>; 3] {
        [
            dealing.dealt_again().collect(),
            (0..dealing.cards).collect(),
            dealt_directly(dealing.cards, size),
        ]
    }

    /// Counts, over all stacks by one round from a deck in order, how often a card of each pile is
    /// in each pack.
    #[test]
    fn a_remembered_second_dealing_leaves_the_packs_of_all_orders() {
        for (cards, piles, size) in [(12, 3, 2), (9, 3, 4), (8, 2, 2), (7, 3, 2), (5, 2, 1)] {
            let dealing = Dealing::new(cards, piles);
            let deck: Vec<usize> = (0..cards).collect();
            let stacks = round(&deck, piles);
            let mut seen = [(); 3].map(|()| vec![vec![0; cards / size]; cards]);
            for stack in &stacks {
                for (seen, packs) in seen.iter_mut().zip(packs_of(stack, piles, size)) {
                    for (pack, held) in packs.iter().enumerate() {
                        for card in held {
                            seen[*card][pack] += 1;
                        }
                    }
                }
            }
            for (seen, places) in seen.into_iter().zip(places(dealing, size)) {
                let counted = Known::of(seen.into_iter().map(|ways| (ways, stacks.len())));
                let found = Packs::new(dealing, &places, size).of_second();
                assert_eq!((found.fewest, found.most), (counted.fewest, counted.most));
                assert_close(found.likeliest, counted.likeliest, 1e-15);
                assert_close(found.least_likeliest, counted.least_likeliest, 1e-15);
            }
        }
    }

    #[test]
    fn a_remembered_first_dealing_leaves_the_packs_of_all_orders() {
        for (cards, piles, size) in [(6, 2, 2), (7, 3, 2), (7, 3, 3), (6, 3, 1), (6, 4, 4)] {
            let dealing = Dealing::new(cards, piles);
            let deck: Vec<usize> = (0..cards).collect();
            let mut seen = [(); 3].map(|()| vec![vec![0; cards / size]; cards]);
            let mut all = 0;
            for first in round(&deck, piles) {
                for stack in round(&first, piles) {
                    all += 1;
                    for (seen, packs) in seen.iter_mut().zip(packs_of(&stack, piles, size)) {
                        for (pack, held) in packs.iter().enumerate() {
                            for card in held {
                                seen[*card][pack] += 1;
                            }
                        }
                    }
                }
            }
            for (seen, places) in seen.into_iter().zip(places(dealing, size)) {
                let counted = Known::of(seen.into_iter().map(|ways| (ways, all)));
                let found = Packs::new(dealing, &places, size).of_first();
                assert_eq!((found.fewest, found.most), (counted.fewest, counted.most));
                assert_close(found.likeliest, counted.likeliest, 1e-15);
                assert_close(found.least_likeliest, counted.least_likeliest, 1e-15);
            }
        }
    }

    /// Twelve cards on three piles, those of a colour all on the first: any of its cards, in every order of each pile of
    /// the second dealing.
    #[test]
    fn a_colour_in_packs_of_the_last_dealing_is_that_of_all_orders() {
        let dealing = Dealing::new(12, 3);
        let deck: Vec<usize> = (0..12).collect();
        let stacks = round(&deck, 3);
        for (colour, size) in [(4, 2), (4, 3), (2, 4), (1, 5), (3, 6)] {
            let all_subsets = (0_u32..16).filter(|set| set.count_ones() as usize == colour);
            let subsets: Vec<u32> = all_subsets.collect();
            let places = dealt_directly(12, size);
            let marks: Vec<usize> = (0..3).map(|pile| dealing.dealt(&(0..4), pile)).collect();
            let mut counted = vec![vec![0_u32; size + 1]; 12 / size];
            for stack in &stacks {
                let [.., direct] = packs_of(stack, 3, size);
                for (counted, held) in counted.iter_mut().zip(&direct) {
                    let cards = held.iter().fold(0_u32, |cards, card| cards | 1 << card);
                    for set in &subsets {
                        counted[(cards & set).count_ones() as usize] += 1;
                    }
                }
            }
            let all = (subsets.len() * stacks.len()) as f64;
            for (places, counted) in places.chunks_exact(size).zip(counted) {
                let found = thinned(&dealing.among(&marks, places), 4, colour);
                for (value, times) in counted.into_iter().enumerate() {
                    let ours = found.get(value).copied().unwrap_or(0.0);
                    let p = f64::from(times) / all;
                    assert!((ours - p).abs() < 1e-12, "{colour}, {size}: {ours}, {p}");
                }
            }
        }
    }

    /// Fifteen cards a pack: by hand, each pack off the stack is every sixth card of a pile of 90, and 36 is
    /// no multiple of eight.
    #[test]
    fn a_cube_of_540_cards() {
        let known = |piles| {
            let dealing = Dealing::new(540, piles);
            places(dealing, 15).map(|places| Packs::new(dealing, &places, 15).of_second())
        };
        let [six, _, direct] = known(6);
        assert_eq!((six.fewest, six.most), (6, 6));
        assert_close(six.likeliest, 1.0 / 6.0, 1e-15);
        assert_close(six.least_likeliest, 1.0 / 6.0, 1e-15);
        assert_eq!((direct.fewest, direct.most), (36, 36));
        assert_close(direct.likeliest, 3.0 / 90.0, 1e-15);
        let [eight, ..] = known(8);
        assert_eq!((eight.fewest, eight.most), (12, 12));
        assert_close(eight.likeliest, 9.0 / 67.0, 1e-15);
        assert_close(eight.least_likeliest, 9.0 / 68.0, 1e-15);
        // The first dealing tells nothing where the square of the piles divides the cards.
        let dealing = Dealing::new(540, 6);
        for places in places(dealing, 15) {
            let first = Packs::new(dealing, &places, 15).of_first();
            assert_eq!((first.fewest, first.most), (36, 36));
            assert!(first.likeliest <= 1.0 / 36.0 && first.least_likeliest >= 1.0 / 36.0);
        }
    }

    /// The first of six piles, all blue: the variance in packs dealt directly, and of a fair deck.
    #[test]
    fn packs_of_the_last_dealing_are_all_but_fair() {
        let dealing = Dealing::new(540, 6);
        let marks: Vec<usize> = (0..6).map(|pile| dealing.dealt(&(0..90), pile)).collect();
        let places = dealt_directly(540, 15);
        let laws = (places.chunks_exact(15)).map(|places| moments(&dealing.among(&marks, places)));
        let (mean, fair) = moments(&hand(540, 90, 15));
        let all: Vec<(f64, f64)> = laws.collect();
        let spread = all
            .iter()
            .map(|(m, variance)| variance + (m - mean) * (m - mean));
        let variance = spread.sum::<f64>() / all.len() as f64;
        assert!((variance - 2.0459).abs() < 5e-5, "{variance}");
        assert!((fair - 2.0292).abs() < 5e-5, "{fair}");
    }
}
