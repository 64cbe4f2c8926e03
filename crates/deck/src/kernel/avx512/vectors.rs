//! Vectors in memory, and transposes.

use std::arch::x86_64::*;

/// A number of which every value is allowed: a vector of bits is so many of them.
pub trait Number: Copy {}

impl Number for u8 {}
impl Number for u16 {}
impl Number for u64 {}

/// Reads a vector.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(crate) fn load<T: Number, const N: usize>(from: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == size_of::<__m512i>()) };
    // SAFETY: the reference is to 64 bytes that may be read, and no alignment is asked for.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// Writes a vector.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(crate) fn store<T: Number, const N: usize>(to: &mut [T; N], vector: __m512i) {
    const { assert!(size_of::<[T; N]>() == size_of::<__m512i>()) };
    // SAFETY: the reference is to 64 bytes that may be written, a `Number` may have any bits, and no
    // alignment is asked for.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), vector) }
}

/// A one in each byte, which the compiler is not told: it would turn an addition of ones where a mask says so into two
/// steps, a subtraction of the mask that is made a vector first.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(crate) fn one() -> __m512i {
    _mm512_set1_epi8(std::hint::black_box(1))
}

/// 0, 1, …, 63.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(crate) fn iota() -> __m512i {
    const IOTA: [u8; 64] = {
        let mut iota = [0; 64];
        let mut i = 0;
        while i < 64 {
            iota[i] = i as u8;
            i += 1;
        }
        iota
    };
    load(&IOTA)
}

/// Byte 8·i + j of the result is byte 8·j + i.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn transpose_bytes(square: __m512i) -> __m512i {
    const SWAP: [u8; 64] = {
        let mut swap = [0; 64];
        let mut i = 0;
        while i < 64 {
            swap[i] = (i % 8 * 8 + i / 8) as u8;
            i += 1;
        }
        swap
    };
    _mm512_permutexvar_epi8(load(&SWAP), square)
}

/// Transposes the bits of each of eight words: bit 8·i + j of the result is bit 8·j + i.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn transpose_bits(squares: __m512i) -> __m512i {
    // Squares of 1, 2 and 4 bits change places across the diagonal (Warren, "Hacker's Delight", 2nd
    // edition, 7-3).
    macro_rules! swap {
        ($squares:expr, $by:literal, $mask:literal) => {{
            let squares = $squares;
            let shifted = _mm512_srli_epi64::<$by>(squares);
            // (squares ^ shifted) & mask
            let differ =
                _mm512_ternarylogic_epi64::<0x28>(squares, shifted, _mm512_set1_epi64($mask));
            let back = _mm512_slli_epi64::<$by>(differ);
            _mm512_ternarylogic_epi64::<PARITY>(squares, differ, back)
        }};
    }
    let squares = swap!(squares, 7, 0x00AA_00AA_00AA_00AA);
    let squares = swap!(squares, 14, 0x0000_CCCC_0000_CCCC);
    swap!(squares, 28, 0x0000_0000_F0F0_F0F0)
}

/// The truth table that says if an odd number of three bits are set.
pub const PARITY: i32 = 0x96;

/// The truth table that says if at least two of three bits are set.
pub(crate) const MAJORITY: i32 = 0xE8;

/// Word j of vector i of the result is word i of vector j.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(crate) fn transpose_words(rows: [__m512i; 8]) -> [__m512i; 8] {
    let [a, b, c, d, e, f, g, h] = rows;
    let even = [
        _mm512_unpacklo_epi64(a, b),
        _mm512_unpacklo_epi64(c, d),
        _mm512_unpacklo_epi64(e, f),
        _mm512_unpacklo_epi64(g, h),
    ];
    let odd = [
        _mm512_unpackhi_epi64(a, b),
        _mm512_unpackhi_epi64(c, d),
        _mm512_unpackhi_epi64(e, f),
        _mm512_unpackhi_epi64(g, h),
    ];
    let [r0, r2, r4, r6] = transpose_pairs(even);
    let [r1, r3, r5, r7] = transpose_pairs(odd);
    [r0, r1, r2, r3, r4, r5, r6, r7]
}

/// Quarter j of vector i of the result is quarter i of vector j.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
fn transpose_pairs([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let low = _mm512_shuffle_i64x2::<0b01_00_01_00>(a, b);
    let high = _mm512_shuffle_i64x2::<0b11_10_11_10>(a, b);
    let low_next = _mm512_shuffle_i64x2::<0b01_00_01_00>(c, d);
    let high_next = _mm512_shuffle_i64x2::<0b11_10_11_10>(c, d);
    [
        _mm512_shuffle_i64x2::<0b10_00_10_00>(low, low_next),
        _mm512_shuffle_i64x2::<0b11_01_11_01>(low, low_next),
        _mm512_shuffle_i64x2::<0b10_00_10_00>(high, high_next),
        _mm512_shuffle_i64x2::<0b11_01_11_01>(high, high_next),
    ]
}

/// Bit j of word i of `to` is bit i of word j. Words from number `used` on are 0, and are not read.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(crate) fn transpose_all_bits(words: &[u64; 64], used: usize, to: &mut [u64; 64]) {
    // Bits within squares of eight by eight, then squares within the whole.
    let mut squares = [_mm512_setzero_si512(); 8];
    for (squares, words) in squares[..used.div_ceil(8)]
        .iter_mut()
        .zip(words.as_chunks().0)
    {
        *squares = transpose_bits(transpose_bytes(load::<u64, 8>(words)));
    }
    let squares = transpose_words(squares);
    for (words, squares) in to.as_chunks_mut::<8>().0.iter_mut().zip(squares) {
        store(words, transpose_bytes(squares));
    }
}

/// Byte j of word i of the result, counted through the vectors in the order of [`deck_of`], is byte i
/// of vector j.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
pub(crate) fn gather_bytes([a, b, c, d, e, f, g, h]: [__m512i; 8]) -> [__m512i; 8] {
    macro_rules! interleave {
        ($low:ident, $high:ident, [$($x:expr, $y:expr);*]) => {
            [$($low($x, $y), $high($x, $y)),*]
        };
    }
    let [p0, p1, q0, q1, r0, r1, s0, s1] = interleave!(
        _mm512_unpacklo_epi8, _mm512_unpackhi_epi8, [a, b; c, d; e, f; g, h]
    );
    let [t0, t1, t2, t3, u0, u1, u2, u3] = interleave!(
        _mm512_unpacklo_epi16, _mm512_unpackhi_epi16, [p0, q0; p1, q1; r0, s0; r1, s1]
    );
    interleave!(
        _mm512_unpacklo_epi32, _mm512_unpackhi_epi32, [t0, u0; t1, u1; t2, u2; t3, u3]
    )
}

/// Says where word `word` of vector `vector` of [`gather_bytes`] comes from.
pub(crate) const fn deck_of(vector: usize, word: usize) -> usize {
    word / 2 * 16 + vector * 2 + word % 2
}
