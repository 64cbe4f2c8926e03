//! The words of the generator PCG XSL RR 128/64, one by one or several at a time.
//!
//! O'Neill (2014), "PCG: a family of simple fast space-efficient statistically good algorithms for
//! random number generation". The words are those of `Pcg64` in `rand_pcg`, to which a test holds them. A
//! state follows from the one before it by a product of 128 bits that takes several cycles; as it also
//! follows from the one four steps before, four can be worked out at once.

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

/// The multiplier of a step: that of `rand_pcg`.
const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

/// States that are worked out at once.
const TOGETHER: usize = 4;

/// The multiplier of as many steps, and what the increment is multiplied by in them.
const STRIDE: (u128, u128) = {
    let (mut power, mut sum, mut step): (u128, u128, usize) = (1, 0, 0);
    while step < TOGETHER {
        sum = sum.wrapping_mul(MULTIPLIER).wrapping_add(1);
        power = power.wrapping_mul(MULTIPLIER);
        step += 1;
    }
    (power, sum)
};

/// The generator between two words.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub(super) struct PcgWords {
    state: u128,
    increment: u128,
}

impl PcgWords {
    /// The generator that this seed stands for: 128 bits of state, then 128 of the stream, low bytes first.
    pub(super) fn from_seed(seed: [u8; 32]) -> Self {
        let half = |at: usize| {
            let bytes = seed[at..].first_chunk().expect("half of the seed");
            u128::from_le_bytes(*bytes)
        };
        let increment = half(16) | 1;
        let mut words = Self {
            state: half(0).wrapping_add(increment),
            increment,
        };
        words.step();
        words
    }

    #[inline]
    fn step(&mut self) {
        self.state = self
            .state
            .wrapping_mul(MULTIPLIER)
            .wrapping_add(self.increment);
    }

    /// The next word.
    #[inline]
    pub(super) fn next(&mut self) -> u64 {
        self.step();
        output(self.state)
    }

    /// Fills `out` with the next words.
    #[inline]
    pub(super) fn fill(&mut self, out: &mut [u64]) {
        let (power, sum) = STRIDE;
        let increment = self.increment.wrapping_mul(sum);
        let (fours, rest) = out.as_chunks_mut::<TOGETHER>();
        if !fours.is_empty() {
            let mut ahead = [(); TOGETHER].map(|()| {
                self.step();
                self.state
            });
            for four in fours {
                self.state = ahead[TOGETHER - 1];
                for (word, state) in four.iter_mut().zip(&mut ahead) {
                    *word = output(*state);
                    *state = state.wrapping_mul(power).wrapping_add(increment);
                }
            }
        }
        for word in rest {
            *word = self.next();
        }
    }
}

/// The word that a state gives.
#[inline]
fn output(state: u128) -> u64 {
    let folded = (state >> 64) as u64 ^ state as u64;
    folded.rotate_right((state >> 122) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    #[test]
    fn the_words_are_those_of_rand_pcg_however_many_are_taken_at_once() {
        let seed = std::array::from_fn(|i| (37 * i + 11) as u8);
        let (mut ours, mut theirs) = (PcgWords::from_seed(seed), rand_pcg::Pcg64::from_seed(seed));
        for count in [0, 1, 3, 4, 5, 8, 64, 67, 0, 2] {
            let mut words = vec![0; count];
            ours.fill(&mut words);
            for word in words {
                assert_eq!(word, theirs.next_u64());
            }
            assert_eq!(ours.next(), theirs.next_u64());
        }
    }
}
