//! Keys of cards, of which the largest is looked for.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

/// See [`Kernel::largest`](super::Kernel::largest).
#[inline(always)]
pub(super) fn largest(first: &[i32], second: &[i32], masks: &[i32]) -> i32 {
    let keys = first.iter().zip(second).zip(masks);
    let sums = keys.map(|((first, second), mask)| (first + second) & mask);
    sums.fold(0, i32::max)
}
