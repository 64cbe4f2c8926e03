//! Random words, and numbers made of them.

use std::arch::x86_64::*;

use super::super::{Bound, DECKS, DRAW_WORDS, GeneratorStates, INTERLEAVED};
use super::vectors::{PARITY, load, store};

/// See [`Kernel::words`](crate::kernel::Kernel::words).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub fn words(state: &mut GeneratorStates, out: &mut [u64]) {
    let (steps, rest) = out.as_chunks_mut::<INTERLEAVED>();
    assert!(rest.is_empty(), "every generator gives a word");
    let [mut a, mut b, mut c, mut d] = [
        load(&state[0]),
        load(&state[1]),
        load(&state[2]),
        load(&state[3]),
    ];
    for step in steps {
        let sum = _mm512_rol_epi64::<23>(_mm512_add_epi64(a, d));
        store(step, _mm512_add_epi64(sum, a));
        // The linear engine, each word from those of the step before.
        let shifted = _mm512_slli_epi64::<17>(b);
        let differ = _mm512_xor_si512(b, d);
        let next = [
            _mm512_xor_si512(a, differ),
            _mm512_ternarylogic_epi64::<PARITY>(a, b, c),
            _mm512_ternarylogic_epi64::<PARITY>(a, c, shifted),
            _mm512_rol_epi64::<45>(differ),
        ];
        [a, b, c, d] = next;
    }
    for (state, word) in state.iter_mut().zip([a, b, c, d]) {
        store(state, word);
    }
}

/// A draw: the numbers of the even decks and of the odd ones, and whether any was refused.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn draw(words: &[u64; DRAW_WORDS], bound: Bound) -> (__m512i, __m512i, bool) {
    let [even, odd] = [
        load(words[..8].first_chunk::<8>().expect("half")),
        load(words[8..].first_chunk::<8>().expect("half")),
    ];
    let times = _mm512_set1_epi16(bound.bound as i16);
    let low = _mm512_min_epu16(
        _mm512_mullo_epi16(even, times),
        _mm512_mullo_epi16(odd, times),
    );
    let refused = _mm512_cmplt_epu16_mask(low, _mm512_set1_epi16(bound.refused as i16));
    (
        _mm512_mulhi_epu16(even, times),
        _mm512_mulhi_epu16(odd, times),
        refused != 0,
    )
}

/// Steps through draws until a number is refused, and keeps each by `$keep`.
macro_rules! below {
    ($cell:ty, |$out:ident, $even:ident, $odd:ident| $keep:block) => {
        /// See [`Cells::below`](crate::kernel::Cells::below).
        #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
        pub fn below(words: &[u64], bounds: &[Bound], out: &mut [[$cell; DECKS]]) -> usize {
            let steps = words.as_chunks::<DRAW_WORDS>().0;
            for (at, (words, (&bound, $out))) in steps.iter().zip(bounds.iter().zip(out)).enumerate() {
                let ($even, $odd, refused) = draw(words, bound);
                $keep
                if refused {
                    return at;
                }
            }
            bounds.len()
        }
    };
}

pub mod bytes {
    //! As bytes.
    use super::*;

    below!(u8, |out, even, odd| {
        // The low bytes of the odd decks' numbers take the places of the high bytes of the others'.
        let up: [u8; 64] = std::array::from_fn(|i| i as u8 & !1);
        store(
            out,
            _mm512_mask_shuffle_epi8(even, 0xAAAA_AAAA_AAAA_AAAA, odd, load(&up)),
        );
    });
}

pub mod words {
    //! As words of 16 bits.
    use super::*;

    below!(u16, |out, even, odd| {
        // Numbers of the even and of the odd decks take turns.
        let turns: [u16; 32] = std::array::from_fn(|i| (i / 2 + i % 2 * 32) as u16);
        let (first, second) = out.split_at_mut(DECKS / 2);
        let turns = load(&turns);
        let later = _mm512_add_epi16(turns, _mm512_set1_epi16(16));
        store(
            first.first_chunk_mut::<32>().expect("half"),
            _mm512_permutex2var_epi16(even, turns, odd),
        );
        store(
            second.first_chunk_mut::<32>().expect("half"),
            _mm512_permutex2var_epi16(even, later, odd),
        );
    });
}
