//! The default generator: eight interleaved generators xoshiro256++, from whose words the kernels
//! shuffle 64 decks at once, and one PCG stream for draws that are made one by one.
//!
//! # From a seed to words
//!
//! Each batch of decks has a [`Pcg64`](rand_pcg::Pcg64) stream of its own, derived as that of the
//! generator `pcg64` is, with another domain. Its first 32 words are the states of the eight generators
//! (the four words of the first, then those of the second, …). It goes on as the *scalar stream*. They
//! give 64-bit words in turn: word 8·k + l is the k-th output of number l, from 0 (Blackman and Vigna, 2021,
//! "Scrambled linear pseudorandom number generators", ACM Transactions on Mathematical Software
//! 47(4), with the constants 17, 45 and 23). A state of four zeros would stay at zero; its chance is
//! 2⁻²⁵⁶.
//!
//! # From words to shuffles
//!
//! Decks are shuffled in blocks of 64; the last block of a batch draws for 64 decks as well,
//! however few it has. A block goes through its routine from the last shuffle to the first (see
//! [`kernel`](crate::kernel)), and each takes words as follows.
//!
//! - `riffle`: a coin for each card and deck. Word 64·w + d of the shuffle has the coins of deck d
//!   for the positions 64·w and up, lowest bit first; 1 is the lower packet.
//! - `riffle` with `max-streak`: as many words as a riffle takes; the number of bits set among the
//!   first n of a deck's is its cut. Then a draw below n, one below n − 1, …, one below 2.
//! - `fisher-yates` for up to 128 cards: a draw below n, one below n − 1, …, one below 2, the Lehmer
//!   digits of the cards n − 1, n − 2, …, 1 ([`Cells::rank`](crate::kernel::Cells::rank)).
//! - `cut`: one draw below n, the number of cards that go to the top.
//! - `hindu`: ⌈n/low⌉ draws below high − low + 1, if those are at most 256 numbers.
//! - Everything else is drawn deck by deck from the scalar stream, as `pcg64` draws.
//!
//! *A draw* below t takes 16 words, 16 bits for each deck, and gives ⌊r·t/2¹⁶⌋. Numbers that would
//! be too likely are refused ([`Cells::below`](crate::kernel::Cells::below)) and drawn again
//! from the scalar stream, step by step and deck by deck: every draw is exactly uniform.

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::{Draws, PcgDraws};
use crate::kernel::{GeneratorStates, INTERLEAVED, Isa};

/// Marks what is hashed into a batch's seed, so that another use of the hash gives other streams.
const DOMAIN: &[u8] = b"colddeck xoshiro256pp-x8 batch v1";

/// The stream of one batch. Frozen: every shuffle's use of words is fixed.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct XoshiroDraws {
    states: GeneratorStates,
    scalar: PcgDraws,
}

impl XoshiroDraws {
    /// The stream of batch `batch` of replicate `replicate` of what `label` names.
    pub(crate) fn for_batch(seed: u128, label: &str, replicate: u64, batch: u64) -> Self {
        let mut scalar = PcgDraws::of_domain(DOMAIN, seed, label, replicate, batch);
        let mut states = GeneratorStates::default();
        for generator in 0..INTERLEAVED {
            for words in &mut states {
                words[generator] = scalar.word();
            }
        }
        Self { states, scalar }
    }

    /// Fills `out`, whose length is a multiple of eight, with the next words of the generators.
    pub fn words(&mut self, isa: Isa, out: &mut [u64]) {
        isa.kernel().words(&mut self.states, out);
    }

    /// The scalar stream.
    pub fn scalar(&mut self) -> &mut PcgDraws {
        &mut self.scalar
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the frozen stream: a change here is value-breaking and needs a new name.
    #[test]
    fn the_stream_is_frozen_at_every_level() {
        for isa in Isa::all() {
            let mut draws = XoshiroDraws::for_batch(1, "test", 0, 0);
            let mut words = [0; 16];
            draws.words(isa, &mut words);
            let values = [words[0], words[1], words[8], draws.scalar().word()];
            assert_eq!(
                values,
                [
                    6_214_256_799_254_200_600,
                    7_150_900_023_621_044_836,
                    879_231_279_045_731_618,
                    11_119_021_260_847_833_401,
                ],
                "{}",
                isa.level()
            );
        }
    }

    #[test]
    fn batches_have_streams_of_their_own() {
        let first = |seed, label, replicate, batch| {
            let mut words = [0; 8];
            XoshiroDraws::for_batch(seed, label, replicate, batch).words(Isa::best(), &mut words);
            words
        };
        let base = first(1, "R", 0, 0);
        assert_eq!(base, first(1, "R", 0, 0));
        for other in [
            first(2, "R", 0, 0),
            first(1, "RR", 0, 0),
            first(1, "R", 1, 0),
            first(1, "R", 0, 1),
        ] {
            assert!(base.iter().zip(other).all(|(a, b)| *a != b));
        }
    }
}
