//! Packets from the top, put down one on the other: their order is reversed, that of the cards in
//! each is kept.

use super::both_orders;
use crate::exact::matrix::Matrix;
use crate::exact::pairs::{Direction, Effort, Pairs};

/// A shuffle that takes packets off the top at random places and puts each on those before it.
/// It must treat the cards below a packet as it treats a deck of that many cards.
#[derive(Debug)]
pub struct Reversal<M> {
    /// By the position e behind its last card: all packets that can end there, as (position of the
    /// first card, probability that there is such a packet).
    pub packets: Vec<Vec<(usize, f64)>>,
    /// The one-card chain of a smaller deck.
    pub one_card: M,
}

/// Gives the effort of a reversal whose packets have at most `largest` cards: for each of their ends two
/// products of a matrix of that many rows.
pub fn effort(cards: usize, largest: usize) -> Effort {
    let (n, largest) = (cards as f64, largest.min(cards) as f64);
    Effort::of_tables(cards, 9).and(2.0 * largest * n * n * n / 3.0)
}

impl<M: Fn(usize) -> Matrix> Reversal<M> {
    /// Takes `pairs` through the shuffle.
    pub fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        both_orders(pairs, direction, |starts, ends| {
            for end in 1..=pairs.cards() {
                self.packets_that_end_at(end, starts, ends, direction);
            }
        })
    }

    /// The pairs of `starts` whose first card lies above the second, in a packet that ends at
    /// `end`; the second one in the same packet or below it.
    fn packets_that_end_at(
        &self,
        end: usize,
        starts: &mut [Pairs; 2],
        ends: &mut [Pairs; 2],
        direction: Direction,
    ) {
        let packets = &self.packets[end];
        // The cards below the packet come to lie above it.
        let below = starts[0].cards() - end;
        for (starts, ends) in starts.iter_mut().zip(ends.iter_mut()) {
            for &(start, probability) in packets {
                for a in start..end {
                    let to = below + a - start;
                    direction.link(
                        &mut starts.row_mut(a)[a + 1..end],
                        &mut ends.row_mut(to)[to + 1..],
                        probability,
                    );
                }
            }
        }
        let Some(largest) = packets.iter().map(|(start, _)| end - start).max() else {
            return;
        };
        if below == 0 {
            return;
        }
        let chain = (self.one_card)(below);
        for (starts, ends) in starts.iter_mut().zip(ends) {
            // between[k][b]: the first card is the k-th of its packet, the second one the b-th
            // below it.
            let mut between = vec![0.0; largest * below];
            match direction {
                Direction::Backward => {
                    through_chain(&chain, &mut between, ends, direction);
                    leave(packets, end, &mut between, starts, direction);
                }
                Direction::Forward => {
                    leave(packets, end, &mut between, starts, direction);
                    through_chain(&chain, &mut between, ends, direction);
                }
            }
        }
    }
}

/// Links the first card's place in its packet to its position before.
fn leave(
    packets: &[(usize, f64)],
    end: usize,
    between: &mut [f64],
    starts: &mut Pairs,
    direction: Direction,
) {
    let below = starts.cards() - end;
    for &(start, probability) in packets {
        for (a, row) in (start..end).zip(between.chunks_exact_mut(below)) {
            direction.link(&mut starts.row_mut(a)[end..], row, probability);
        }
    }
}

/// Links the second card's place below the packet to its position afterwards, by the chain of the
/// cards there.
fn through_chain(chain: &Matrix, between: &mut [f64], ends: &mut Pairs, direction: Direction) {
    let below = chain.size();
    let flipped: Vec<f64> = match direction {
        Direction::Backward => (0..below * below)
            .map(|at| chain.get(at % below, at / below))
            .collect(),
        Direction::Forward => chain.cells().to_vec(),
    };
    for (k, row) in between.chunks_exact_mut(below).enumerate() {
        let places = &mut ends.row_mut(below + k)[..below];
        let (from, into) = match direction {
            Direction::Backward => (places, row),
            Direction::Forward => (row, places),
        };
        for (&weight, line) in from.iter().zip(flipped.chunks_exact(below)) {
            if weight != 0.0 {
                for (cell, probability) in into.iter_mut().zip(line) {
                    *cell += weight * probability;
                }
            }
        }
    }
}
