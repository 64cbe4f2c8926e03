//! Packets from the top, put down one on the other: their order is reversed, that of the cards in
//! each is kept.

use super::both_orders;
use laws::matrix::Matrix;
use laws::pairs::{Direction, Effort, Pairs};

/// The packets that can end at one place and leave the same law for the cards below.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending<R> {
    /// The position behind the last card.
    pub end: usize,
    /// Anything but the number of the cards below that their law depends on: how many packets they
    /// make, say.
    pub rest: R,
    /// The position of the first card, and the probability that there is such a packet.
    pub packets: Vec<(usize, f64)>,
}

impl Ending<()> {
    /// Makes the endings of packets by their end, where the law of the cards below depends on
    /// nothing but their number.
    pub(crate) fn by_end(packets: Vec<Vec<(usize, f64)>>) -> Vec<Self> {
        let ending = |(end, packets)| Self {
            end,
            rest: (),
            packets,
        };
        packets
            .into_iter()
            .enumerate()
            .skip(1)
            .map(ending)
            .collect()
    }
}

/// A shuffle that takes packets off the top at random places and puts each on those before it.
/// Once a packet is off, the cards below it are a deck that is shuffled by itself.
#[derive(Debug)]
pub(crate) struct Reversal<R, M> {
    /// All packets.
    pub endings: Vec<Ending<R>>,
    /// The one-card chain of the cards below a packet, by their number.
    pub one_card: M,
}

/// The one-card chain: a packet that holds the positions s up to e carries the card at i to n − e + (i − s).
pub(crate) fn one_card<R>(cards: usize, endings: &[Ending<R>]) -> Matrix {
    // By end and start, as several laws of the rest may stand behind the same packet.
    let mut packets = vec![0.0; (cards + 1) * cards];
    for ending in endings {
        for &(start, probability) in &ending.packets {
            packets[ending.end * cards + start] += probability;
        }
    }
    let mut matrix = Matrix::zero(cards);
    for (end, by_start) in packets.chunks_exact(cards).enumerate() {
        for (start, &probability) in by_start.iter().enumerate().take(end) {
            if probability > 0.0 {
                for from in start..end {
                    matrix.add(from, cards - end + (from - start), probability);
                }
            }
        }
    }
    matrix
}

/// Gives the effort of a reversal whose packets have at most `largest` cards, and whose rests follow one of
/// `laws` laws: for each end and law two products of a matrix of that many rows.
pub fn effort(cards: usize, largest: usize, laws: usize) -> Effort {
    let (n, largest) = (cards as f64, largest.min(cards) as f64);
    let products = 2.0 * largest * n * n * n / 3.0;
    Effort::of_tables(cards, 9).and(laws as f64 * products)
}

impl<R: Copy, M: Fn(usize, R) -> Matrix> Reversal<R, M> {
    /// Takes `pairs` through the shuffle.
    pub fn two_card(&self, pairs: &Pairs, direction: Direction) -> Pairs {
        both_orders(pairs, direction, |starts, ends| {
            for ending in &self.endings {
                self.through(ending, starts, ends, direction);
            }
        })
    }

    /// The pairs of `starts` whose first card lies above the second, in one of these packets; the second
    /// one in the same packet or below it.
    fn through(
        &self,
        ending: &Ending<R>,
        starts: &mut [Pairs; 2],
        ends: &mut [Pairs; 2],
        direction: Direction,
    ) {
        let (end, packets) = (ending.end, &ending.packets);
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
        let chain = (self.one_card)(below, ending.rest);
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
