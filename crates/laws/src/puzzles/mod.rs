//! Laws of puzzles with coins, dice and socks: no deck is shuffled in them.
//!
//! - [`hot_hand`]: a wager on what follows a streak of heads, and the share of heads after streaks.
//! - [`socks`]: the most socks without a mate while a basket is emptied sock by sock.
//! - [`roll_and_keep`]: the sum of the highest dice of a roll.
//! - [`waits`]: how long a game lasts that one of two rolls ends, given which.

pub mod hot_hand;
pub mod roll_and_keep;
pub mod socks;
pub mod waits;

use dashu_int::UBig;
use dashu_ratio::RBig;

/// C(n, k) of any size, k up to n.
fn binomial(n: usize, k: usize) -> UBig {
    (0..k.min(n - k)).fold(UBig::ONE, |all, at| {
        all * UBig::from(n - at) / UBig::from(at + 1)
    })
}

/// The longest number in a probability, in digits: no more are worth typing.
const MOST_DIGITS: usize = 18;

/// Reads a probability as people write it, exactly: `18/38`, `0.47`, `.5`, `1`; nothing if it is none.
///
/// ```
/// use colddeck_laws::puzzles::probability;
///
/// assert_eq!(probability("18/38").unwrap().to_string(), "9/19");
/// assert_eq!(probability("0.125").unwrap().to_string(), "1/8");
/// assert!(probability("19/18").is_none());
/// ```
pub fn probability(text: &str) -> Option<RBig> {
    let digits =
        |text: &str| text.len() <= MOST_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = |text: &str| -> Option<UBig> {
        let number: u64 = Some(text).filter(|text| digits(text))?.parse().ok()?;
        Some(number.into())
    };
    let text = text.trim();
    let (above, below) = if let Some((above, below)) = text.split_once('/') {
        (whole(above.trim())?, whole(below.trim())?)
    } else if let Some((before, after)) = text.split_once('.') {
        let after = Some(after).filter(|after| digits(after) && !after.is_empty())?;
        (
            whole(&format!("{before}{after}"))?,
            UBig::from(10u8).pow(after.len()),
        )
    } else {
        (whole(text)?, UBig::ONE)
    };
    let fits = !below.is_zero() && above <= below;
    fits.then(|| RBig::from_parts(above.into(), below))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::choose;

    #[test]
    fn ways_of_any_size_are_those_of_64_bits() {
        for n in 0..40 {
            for k in 0..=n {
                assert_eq!(binomial(n, k), UBig::from(choose(n, k)));
            }
        }
    }

    #[test]
    fn probabilities_are_read_as_people_write_them() {
        for (text, fraction) in [
            ("1/2", "1/2"),
            (" 18 / 38 ", "9/19"),
            ("0.47", "47/100"),
            (".5", "1/2"),
            ("1.0", "1"),
            ("0", "0"),
        ] {
            let read = probability(text).map(|read| read.to_string());
            assert_eq!(read.as_deref(), Some(fraction), "{text}");
        }
        for text in [
            "",
            ".",
            "1.",
            "/",
            "1/0",
            "3/2",
            "1.5",
            "-1/2",
            "+1/2",
            "1e-1",
            "a",
            "1/2/3",
            "١",
            "0.1234567890123456789",
        ] {
            assert!(probability(text).is_none(), "{text}");
        }
    }
}
