//! Sums of rows of numbers, each times a factor.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

/// See [`Kernel::add_scaled`](super::Kernel::add_scaled).
#[inline(always)]
pub(super) fn add_scaled(sum: &mut [f64], row: &[f64], factor: f64) {
    for (cell, value) in sum.iter_mut().zip(row) {
        *cell += factor * value;
    }
}

/// See [`Kernel::weighted`](super::Kernel::weighted).
#[inline(always)]
pub(super) fn weighted(sum: &mut [f64], [first, second]: [&[f64]; 2], weights: [f64; 2]) {
    for ((cell, first), second) in sum.iter_mut().zip(first).zip(second) {
        *cell = weights[0] * first + weights[1] * second;
    }
}
