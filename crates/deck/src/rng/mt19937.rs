//! The Mersenne Twister MT19937, the engine below the streams of numpy's legacy generator, Python's
//! `random`, MATLAB and C++'s `std::mt19937`.
//!
//! The recurrence is that of M. Matsumoto and T. Nishimura, "Mersenne Twister: a 623-dimensionally
//! equidistributed uniform pseudo-random number generator", ACM Transactions on Modeling and
//! Computer Simulation 8(1), 1998; the two ways of seeding are those of the authors' revision of
//! 2002 (`init_genrand` and `init_by_array`).

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

/// Words of state: the degree n of the recurrence (Matsumoto and Nishimura 1998, as all that
/// follow).
const WORDS: usize = 624;
/// The distance at which the recurrence finds its second word: m.
const MIDDLE: usize = 397;
/// The bottom row of the twist matrix A: a.
const TWIST: u32 = 0x9908_b0df;
/// The bit that a step takes from the older of the two words that it joins; the lower r = 31 come
/// from the younger.
const UPPER_BIT: u32 = 0x8000_0000;
/// Multiplier of the linear congruential fill in `init_genrand` (2002), from Knuth, "The Art of
/// Computer Programming", volume 2, 3rd edition, page 106.
const FILL_MULTIPLIER: u32 = 1_812_433_253;
/// The seed from which `init_by_array` (2002) starts before it mixes in the list: the authors'
/// choice.
const LIST_BASE_SEED: u32 = 19_650_218;
/// The multiplier of the first pass of `init_by_array` (2002), which adds the list.
const LIST_FIRST_MULTIPLIER: u32 = 1_664_525;
/// The multiplier of the second pass of `init_by_array` (2002), which takes the index away.
const LIST_SECOND_MULTIPLIER: u32 = 1_566_083_941;

/// The 53 random bits whose double is exactly ½, as an integer.
const HALF: u64 = 1 << 52;

/// The spacing of the doubles that are drawn, 2⁻⁵³: with it all 53 bits of a significand are used.
const DOUBLE_STEP: f64 = f64::EPSILON / 2.0;

/// The generator MT19937 of Matsumoto and Nishimura (1998): 32-bit words, period 2¹⁹⁹³⁷ − 1.
///
/// It makes 624 words at a time, since a whole block is a plain loop over arrays, which compilers
/// turn into vector instructions; the order of the words is that of the paper.
///
/// ```
/// use colddeck_deck::rng::mt19937::Mt19937;
///
/// // The C++ standard asks for this value of a default-constructed std::mt19937 (seed 5489).
/// let mut engine = Mt19937::from_seed(5489);
/// let word = (0..10_000).map(|_| engine.next_u32()).last();
/// assert_eq!(word, Some(4_123_659_995));
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "full",
    derive(Serialize, Deserialize),
    serde(into = "saved::Words", try_from = "saved::Words")
)]
pub struct Mt19937 {
    /// The last 624 values of the recurrence.
    state: [u32; WORDS],
    /// The same 624 values tempered: the words to hand out.
    block: [u32; WORDS],
    /// The number of words of `block` that were handed out.
    used: usize,
}

impl Mt19937 {
    /// Seeds with one word (`init_genrand`, Matsumoto and Nishimura 2002).
    #[must_use]
    pub fn from_seed(seed: u32) -> Self {
        Self::from_state(filled_state(seed))
    }

    /// Seeds with a list of words (`init_by_array`, Matsumoto and Nishimura 2002).
    ///
    /// A list of one word gives another stream than that word alone.
    ///
    /// # Panics
    ///
    /// If the list is empty: the method is not defined for it.
    #[must_use]
    pub(crate) fn from_list(seed: &[u32]) -> Self {
        assert!(
            !seed.is_empty(),
            "a list of seed words needs at least one word"
        );
        let mut state = filled_state(LIST_BASE_SEED);
        let mut place = 1;

        // The longer of the state and the list is gone through once, the shorter as often as that
        // takes.
        let rounds = WORDS.max(seed.len());
        for (index, &word) in (0..).zip(seed).cycle().take(rounds) {
            state[place] = (state[place] ^ carried(state[place - 1], LIST_FIRST_MULTIPLIER))
                .wrapping_add(word)
                .wrapping_add(index);
            place = following(place, &mut state);
        }
        for _ in 1..WORDS {
            state[place] = (state[place] ^ carried(state[place - 1], LIST_SECOND_MULTIPLIER))
                .wrapping_sub(as_word(place));
            place = following(place, &mut state);
        }
        // Only this bit of the first word counts; set, it keeps the state from being all zeros.
        state[0] = UPPER_BIT;
        Self::from_state(state)
    }

    /// The next word, uniform on all 2³² of them.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if let Some(&word) = self.block.get(self.used) {
            self.used += 1;
            return word;
        }
        self.next_block();
        self.used = 1;
        self.block[0]
    }

    /// The next 53 random bits, as an integer below 2⁵³: 27 from one word above 26 from the one
    /// after it (`genrand_res53`, by Isaku Wada, in Matsumoto and Nishimura 2002).
    #[inline]
    pub(crate) fn next_53_bits(&mut self) -> u64 {
        let (first, second) = match self.block.get(self.used..) {
            // One look at the block for both words; they only part where a block ends.
            Some(&[first, second, ..]) => {
                self.used += 2;
                (first, second)
            }
            _ => (self.next_u32(), self.next_u32()),
        };
        bits_53(first, second)
    }

    /// The next double, uniform on the multiples of 2⁻⁵³ in [0, 1): [`Self::next_53_bits`], scaled.
    /// Exact, so it is the same on every machine.
    #[inline]
    pub fn next_double(&mut self) -> f64 {
        self.next_53_bits() as f64 * DOUBLE_STEP
    }

    /// Says which of the next `count` doubles, 64 at the most, are above ½: one bit each, the first
    /// one lowest.
    #[inline]
    pub(crate) fn next_above_half(&mut self, count: usize) -> u64 {
        debug_assert!(count <= 64);
        let mut above = 0;
        let Some(words) = self.block.get(self.used..self.used + 2 * count) else {
            for place in 0..count {
                above |= u64::from(self.next_53_bits() > HALF) << place;
            }
            return above;
        };
        // From ½ on, a double has the highest bit of its first word set. One of them is ½ itself,
        // and looked for when the first word leaves the matter open, hardly ever.
        let mut doubtful = false;
        for (place, pair) in words.chunks_exact(2).enumerate() {
            above |= u64::from(pair[0] >> 31) << place;
            doubtful |= pair[0] & !0x1f == UPPER_BIT;
        }
        if doubtful {
            above = 0;
            for (place, pair) in words.chunks_exact(2).enumerate() {
                above |= u64::from(bits_53(pair[0], pair[1]) > HALF) << place;
            }
        }
        self.used += 2 * count;
        above
    }

    /// A generator whose first block is still to be made from `state`.
    #[expect(
        clippy::large_types_passed_by_value,
        reason = "the state moves into the generator"
    )]
    fn from_state(state: [u32; WORDS]) -> Self {
        Self {
            state,
            block: [0; WORDS],
            used: WORDS,
        }
    }

    /// Takes 624 steps of the recurrence (Matsumoto and Nishimura 1998, equation 2.1) and tempers
    /// them.
    ///
    /// Three loops, because the second word of a step is found ahead of it at first, then, once the
    /// index has wrapped, behind it among the new ones, and the last step joins the last word to
    /// the first one.
    #[cold]
    fn next_block(&mut self) {
        const WRAP: usize = WORDS - MIDDLE;
        let state = &mut self.state;
        for i in 0..WRAP {
            state[i] = state[i + MIDDLE] ^ twisted(state[i], state[i + 1]);
        }
        for i in WRAP..WORDS - 1 {
            state[i] = state[i - WRAP] ^ twisted(state[i], state[i + 1]);
        }
        state[WORDS - 1] = state[MIDDLE - 1] ^ twisted(state[WORDS - 1], state[0]);

        for (word, &value) in self.block.iter_mut().zip(&self.state) {
            *word = tempered(value);
        }
    }
}

/// 27 bits of one word above 26 of the next.
#[inline]
fn bits_53(first: u32, second: u32) -> u64 {
    (u64::from(first >> 5) << 26) | u64::from(second >> 6)
}

/// The state that `init_genrand` (2002) fills from one word: each word from the one before it and
/// its own index.
fn filled_state(seed: u32) -> [u32; WORDS] {
    let mut state = [seed; WORDS];
    for i in 1..WORDS {
        let before = state[i - 1];
        state[i] = carried(before, FILL_MULTIPLIER).wrapping_add(as_word(i));
    }
    state
}

/// Gives the contribution of a word to the one after it while seeding. Its top two bits are brought
/// down first, since a product modulo 2³² carries upwards alone.
fn carried(before: u32, multiplier: u32) -> u32 {
    (before ^ (before >> 30)).wrapping_mul(multiplier)
}

/// The place after `place` while mixing in a list: place 0 is only a copy of the last word.
fn following(place: usize, state: &mut [u32; WORDS]) -> usize {
    if place + 1 < WORDS {
        return place + 1;
    }
    state[0] = state[WORDS - 1];
    1
}

/// An index into the state as a word.
fn as_word(place: usize) -> u32 {
    place as u32
}

/// The upper bit of one word joined to the lower 31 of the next, times the twist matrix. Without a
/// branch: the lowest bit is random, so a branch on it would be mispredicted half the time.
#[inline]
fn twisted(older: u32, younger: u32) -> u32 {
    let joined = (older & UPPER_BIT) | (younger & !UPPER_BIT);
    let all_ones_if_odd = (joined & 1).wrapping_neg();
    (joined >> 1) ^ (all_ones_if_odd & TWIST)
}

/// The tempering of Matsumoto and Nishimura (1998), equations 2.2 to 2.5, with u, s, b, t, c and l
/// of MT19937.
#[inline]
fn tempered(mut word: u32) -> u32 {
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c_5680;
    word ^= (word << 15) & 0xefc6_0000;
    word ^ (word >> 18)
}

#[cfg(feature = "full")]
mod saved {
    //! The state as it is saved.

    use serde::{Deserialize, Serialize};

    use super::{Mt19937, WORDS, tempered};

    /// The state that is saved, from which the words to hand out follow.
    #[derive(Serialize, Deserialize)]
    pub struct Words {
        state: Vec<u32>,
        used: usize,
    }

    impl From<Mt19937> for Words {
        fn from(engine: Mt19937) -> Self {
            Self {
                state: engine.state.to_vec(),
                used: engine.used,
            }
        }
    }

    impl TryFrom<Words> for Mt19937 {
        type Error = &'static str;

        fn try_from(words: Words) -> Result<Self, Self::Error> {
            let state = <[u32; WORDS]>::try_from(words.state);
            let state = state.map_err(|_| "accepted: 624 words of MT19937")?;
            if words.used > WORDS {
                return Err("accepted: at most 624 used words of MT19937");
            }
            let block = state.map(tempered);
            Ok(Self {
                state,
                block,
                used: words.used,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_is_not_above_a_half() {
        let pairs = [
            (UPPER_BIT, 0),
            (UPPER_BIT | 0x1f, 0x3f),
            (UPPER_BIT, 0x40),
            (UPPER_BIT | 0x20, 0),
            (UPPER_BIT - 1, u32::MAX),
            (u32::MAX, 0),
            (0, u32::MAX),
        ];
        let mut engine = Mt19937::from_seed(0);
        for (words, (first, second)) in engine.block.chunks_exact_mut(2).zip(pairs) {
            words.copy_from_slice(&[first, second]);
        }
        engine.used = 0;
        assert_eq!(engine.next_above_half(pairs.len()), 0b010_1100);
        assert_eq!(engine.used, 2 * pairs.len());
        // No doubtful one among these.
        engine.used = 8;
        assert_eq!(engine.next_above_half(3), 0b010);
        engine.used = 0;
        for pair in [false, false, true, true, false, true, false] {
            assert_eq!(engine.next_53_bits() > HALF, pair);
        }
    }
}
