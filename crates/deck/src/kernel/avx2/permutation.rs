//! Permutations row by row.

use std::arch::x86_64::*;

use super::super::{Grid, permutation};
use super::{load, load_short, store};

/// See [`Cells::compose`](crate::kernel::Cells::compose).
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn compose(
    first: &Grid<u8>,
    second: &Grid<u8>,
    lag: usize,
    decks: usize,
    to: &mut Grid<u8>,
) {
    if first.stride() != 64 {
        return permutation::compose(first, second, lag, decks, to);
    }
    for deck in 0..decks {
        let table = quarters(&second.cells()[64 * (deck + lag)..]);
        for half in [0, 32] {
            let places = load(&first.cells()[64 * deck + half..]);
            store(
                &mut to.cells_mut()[64 * deck + half..],
                chosen(table, places),
            );
        }
    }
}

/// A row of 64 cells, each quarter of it twice.
#[target_feature(enable = "avx2")]
pub(super) fn quarters(row: &[u8]) -> [__m256i; 4] {
    std::array::from_fn(|quarter| _mm256_broadcastsi128_si256(load_short(&row[16 * quarter..])))
}

/// The cells at `places` below 64. A look-up takes its low four bits from a quarter of the row; the next two bits choose one.
#[target_feature(enable = "avx2")]
pub(super) fn chosen(quarters: [__m256i; 4], places: __m256i) -> __m256i {
    let found = quarters.map(|quarter| _mm256_shuffle_epi8(quarter, places));
    // Choices go by the highest bit of a byte.
    let (odd, upper) = (
        _mm256_slli_epi16::<3>(places),
        _mm256_slli_epi16::<2>(places),
    );
    let low = _mm256_blendv_epi8(found[0], found[1], odd);
    let high = _mm256_blendv_epi8(found[2], found[3], odd);
    _mm256_blendv_epi8(low, high, upper)
}
