//! Cards that are called by what speaks for each of them, of decks of up to 64.

#![expect(
    clippy::inline_always,
    reason = "a function must be compiled anew, with other instructions, in each kernel"
)]

/// The largest deck whose cards that are left are the bits of a word.
pub const CALLED: usize = 64;

/// A number for each card, in a row that fills whole vectors.
pub type Weights = [i16; CALLED];

/// See [`Kernel::called`](super::Kernel::called).
#[inline(always)]
pub(super) fn called(place: &[Weights], successor: &[Weights], deck: &[u16]) -> u64 {
    let (mut called, mut left) = (0, super::portable::low_bits(deck.len()));
    let mut before = deck.len();
    for (at, (place, card)) in place.iter().zip(deck).enumerate() {
        let card = usize::from(*card) % CALLED;
        let successor = &successor[before];
        let own = place[card].wrapping_add(successor[card]);
        let mut better = 0;
        for (other, (place, successor)) in place.iter().zip(successor).enumerate() {
            let sum = place.wrapping_add(*successor);
            better |= u64::from(sum > own || sum == own && other < card) << other;
        }
        called |= u64::from(better & left == 0) << at;
        left &= !(1 << card);
        before = card;
    }
    called
}
