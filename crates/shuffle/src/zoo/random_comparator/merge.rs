//! Merge sort by coins.
//!
//! The deck is taken three cards at a time, and each three are sorted by insertion. Then runs of 3, 6,
//! 12, … cards are merged in pairs, from the top: a first coin compares the last card of the upper run
//! with the first of the lower, and if they are in order, both stay as they are. Otherwise a coin says
//! for each place which run gives the next card, until one is exhausted and the rest of the other
//! follows.
//!
//! This is the merge sort of `SpiderMonkey` (Firefox), js/src/ds/Sort.h as of 2013.

use super::super::super::prelude::*;
use super::super::super::two_card::insertions;
use super::super::super::two_card::interleaving::{self, Interleaving};
use super::{coin, insertion};
use laws::pairs::add_scaled;

/// Cards that are sorted by insertion (`INS_SORT_LIMIT`).
const RUN: usize = 3;

#[derive(Debug)]
pub(super) struct MergeSort;

/// Two neighbouring runs that are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Merge {
    /// The first card of the upper run.
    top: usize,
    /// Cards in the upper run.
    upper: usize,
    /// Cards in the lower run.
    lower: usize,
}

/// The threes to be sorted first, as (first, behind the last).
fn threes(cards: usize) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    let first = (0..cards.div_ceil(RUN)).map(|three| three * RUN);
    first.map(move |top| (top, cards.min(top + RUN)))
}

/// All merges, in order. A run without a partner waits for the next round.
fn merges(cards: usize) -> Vec<Merge> {
    let mut merges = Vec::new();
    let mut run = RUN;
    while run < cards {
        for top in (0..cards - run).step_by(2 * run) {
            merges.push(Merge {
                top,
                upper: run,
                lower: run.min(cards - top - run),
            });
        }
        run *= 2;
    }
    merges
}

impl Merge {
    /// Cards in both runs.
    fn cards(&self) -> usize {
        self.upper + self.lower
    }

    /// The chain of one card of the two runs.
    ///
    /// Before one run is exhausted, i cards of the upper run and j of the lower are down at some time
    /// with probability C(i + j, i) / 2ⁱ⁺ʲ. A card whose run's partner is exhausted before it is
    /// reached comes after all of it.
    fn one_card(&self) -> Matrix {
        let mut chain = Matrix::zero(self.cards());
        // down[j], with i cards of the upper run down: the chance of i and j.
        let mut down = vec![0.0; self.lower];
        let mut upper_exhausted = vec![0.0; self.lower];
        let mut lower_exhausted = 0.0;
        for i in 0..self.upper {
            let mut before = f64::from(u8::from(i == 0));
            for (j, chance) in down.iter_mut().enumerate() {
                *chance = if i == 0 {
                    before
                } else {
                    0.5 * *chance + if j == 0 { 0.0 } else { before }
                };
                let half = 0.5 * *chance;
                // The next card comes from the upper run, or from the lower.
                chain.add(i, i + j, 0.5 * half);
                chain.add(self.upper + j, i + j, 0.5 * half);
                if i + 1 == self.upper {
                    upper_exhausted[j] = half;
                }
                before = half;
            }
            lower_exhausted += before;
            chain.add(i, i + self.lower, 0.5 * lower_exhausted);
        }
        let mut exhausted = 0.0;
        for (j, last) in upper_exhausted.into_iter().enumerate() {
            exhausted += last;
            chain.add(self.upper + j, self.upper + j, 0.5 * exhausted);
        }
        // And if the first coin finds the runs in order.
        for card in 0..self.cards() {
            chain.add(card, card, 0.5);
        }
        chain
    }

    /// Takes a table over all pairs of the deck through the merge.
    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        let (cards, top, inside) = (pairs.cards(), self.top, self.cards());
        let chain = self.one_card();
        let mut next = pairs.clone();
        // If one card of a pair is in the runs, it alone moves by the chain.
        for a in 0..inside {
            let mut row = vec![0.0; cards];
            let mut column = vec![0.0; cards];
            for b in 0..inside {
                let probability = match direction {
                    Direction::Backward => chain.get(a, b),
                    Direction::Forward => chain.get(b, a),
                };
                if probability != 0.0 {
                    add_scaled(&mut row, pairs.row(top + b), probability);
                    for (at, cell) in column.iter_mut().enumerate() {
                        *cell += probability * pairs.get(at, top + b);
                    }
                }
            }
            for at in (0..cards).filter(|at| !(top..top + inside).contains(at)) {
                next.row_mut(top + a)[at] = row[at];
                next.row_mut(at)[top + a] = column[at];
            }
        }
        let window = Pairs::from_fn(inside, |i, j| pairs.get(top + i, top + j));
        let interleaving = Interleaving {
            after: vec![[0, 0]],
            exchanged: vec![0],
            start: 0,
            cuts: vec![(self.upper, 1.0)],
            chances: |_, _| [0.5, 0.5],
        };
        let merged = &interleaving.two_card(&[&window], direction)[0];
        for i in 0..inside {
            for j in (0..inside).filter(|&j| j != i) {
                next.row_mut(top + i)[top + j] = 0.5 * (window.get(i, j) + merged.get(i, j));
            }
        }
        next
    }
}

impl Law for MergeSort {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        for three in deck.chunks_mut(RUN) {
            insertion::sort(three, draws);
        }
        for merge in merges(cards) {
            // In order already.
            if !coin(draws) {
                continue;
            }
            let deck = &mut deck[merge.top..][..merge.cards()];
            scratch.deck.clear();
            scratch.deck.extend_from_slice(deck);
            let (upper, lower) = scratch.deck.split_at(merge.upper);
            let (mut i, mut j) = (0, 0);
            while i < upper.len() && j < lower.len() {
                if coin(draws) {
                    deck[i + j] = lower[j];
                    j += 1;
                } else {
                    deck[i + j] = upper[i];
                    i += 1;
                }
            }
            // If the lower run is exhausted; the rest of it is in its place already.
            deck[i + j..][..upper.len() - i].copy_from_slice(&upper[i..]);
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let mut chain = Matrix::identity(cards);
        for (top, end) in threes(cards) {
            for step in insertion::insertions(top, end) {
                chain = step.one_card(&chain);
            }
        }
        for merge in merges(cards) {
            let inside = merge.one_card();
            let mut next = Matrix::zero(cards);
            for card in 0..cards {
                for (at, &here) in chain.row(card).iter().enumerate() {
                    let within = at.checked_sub(merge.top);
                    match within.filter(|from| *from < inside.size()) {
                        Some(_) if here == 0.0 => {}
                        Some(from) => {
                            for (to, probability) in inside.row(from).iter().enumerate() {
                                next.add(card, merge.top + to, here * probability);
                            }
                        }
                        None => next.add(card, at, here),
                    }
                }
            }
            chain = next;
        }
        Some(chain)
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        let cards = pairs.cards();
        let steps = threes(cards).flat_map(|(top, end)| insertion::insertions(top, end));
        let sort = |pairs: Pairs, step: insertions::Insertion| step.two_card(&pairs, direction);
        let merges = merges(cards).into_iter();
        let merge = |pairs: Pairs, merge: Merge| merge.two_card(&pairs, direction);
        Some(match direction {
            Direction::Forward => merges.fold(steps.fold(pairs.clone(), sort), merge),
            Direction::Backward => {
                let steps = steps.rev();
                steps.fold(merges.rev().fold(pairs.clone(), merge), sort)
            }
        })
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        let threes = insertions::effort(cards, cards);
        Some(merges(cards).iter().fold(threes, |effort, merge| {
            let inside = merge.cards();
            let mut next = interleaving::effort(inside, 1);
            let outside = Effort::of_tables(cards, 3);
            next.multiplications += 2.0 * (inside * inside * cards) as f64;
            next.bytes += outside.bytes;
            effort.then(&next)
        }))
    }

    fn describe(&self) -> String {
        "sorted with a random comparison, by merging (wrong)".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_runs_are_those_of_the_original() {
        let merge = |top, upper, lower| Merge { top, upper, lower };
        assert_eq!(merges(3), []);
        assert_eq!(merges(4), [merge(0, 3, 1)]);
        assert_eq!(merges(7), [merge(0, 3, 3), merge(0, 6, 1)]);
        assert_eq!(
            merges(13),
            [
                merge(0, 3, 3),
                merge(6, 3, 3),
                merge(0, 6, 6),
                merge(0, 12, 1)
            ]
        );
        assert_eq!(threes(7).collect::<Vec<_>>(), [(0, 3), (3, 6), (6, 7)]);
        for cards in 2..200_usize {
            let most = cards.next_multiple_of(RUN);
            assert!(
                merges(cards)
                    .iter()
                    .all(|merge| merge.top + merge.cards() <= most.min(cards))
            );
            let last = merges(cards).last().map_or(cards.min(RUN), Merge::cards);
            assert_eq!(last, cards, "all cards are in the last merge");
        }
    }

    #[test]
    fn the_chains_are_those_of_enumeration() {
        for cards in 2..=8_usize {
            let orders = testing::enumeration_agrees(&MergeSort, cards);
            assert_eq!(orders, (1..=cards).product::<usize>());
            testing::two_cards_agree(&MergeSort, cards);
        }
        for cards in [13, 52] {
            testing::two_cards_are_consistent(&MergeSort, cards);
            testing::is_doubly_stochastic(&MergeSort.one_card(cards).unwrap());
        }
        testing::simulation_follows_the_chain(&MergeSort, 52, 20_000);
    }
}
