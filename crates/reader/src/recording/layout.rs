//! The layouts of numbers in bytes.

use super::format::Format;
use super::inspector::deck_base;

/// The layout of numbers in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// One byte each.
    U8,
    /// Two bytes each, the low one first.
    U16,
    /// Two bytes each, the high one first: recognised for hints, never read.
    U16Swapped,
}

impl Layout {
    /// Bytes of a number.
    pub(super) fn width(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 | Self::U16Swapped => 2,
        }
    }

    /// Gives the format that has this layout.
    pub(super) fn format(self) -> Format {
        match self {
            Self::U8 => Format::U8,
            Self::U16 | Self::U16Swapped => Format::U16,
        }
    }

    /// Says what bytes of this layout are, and what to do with them.
    pub(super) fn about(self) -> &'static str {
        match self {
            Self::U8 => "a deck of one-byte numbers: use --format u8",
            Self::U16 => "a deck of two-byte numbers: use --format u16",
            Self::U16Swapped => {
                "a deck of two-byte numbers, high byte first: --format u16 takes the low byte first"
            }
        }
    }

    /// The numbers that `bytes` hold.
    pub(super) fn numbers(self, bytes: &[u8]) -> impl Iterator<Item = u32> {
        bytes
            .chunks_exact(self.width())
            .map(move |number| match (self, number) {
                (Self::U16, &[low, high]) | (Self::U16Swapped, &[high, low]) => {
                    u32::from(u16::from_le_bytes([low, high]))
                }
                _ => u32::from(number[0]),
            })
    }
}

/// The layout in which `bytes` start with a deck of `cards` cards, if there is one. For hints.
pub(super) fn layout(bytes: &[u8], cards: usize) -> Option<Layout> {
    [Layout::U8, Layout::U16, Layout::U16Swapped]
        .into_iter()
        .find(|layout| {
            bytes
                .get(..cards * layout.width())
                .is_some_and(|deck| deck_base(layout.numbers(deck), cards).is_some())
        })
}
