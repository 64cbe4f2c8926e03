//! Whole numbers as people write them: `1000`, `1,000`, `1_000` or `1e3` on the command line, and `1e3` in
//! TOML, where it is a float.

use std::ops::RangeInclusive;

use crate::names::grouped;

/// Floats hold every whole number below this one: 2⁵³.
const FLOATS_END: f64 = 9_007_199_254_740_992.0;

/// Reads a whole number from 0: digits, in groups of three with commas or underscores between if wanted, or
/// digits with an exponent.
pub fn parse(text: &str) -> Option<u64> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((number, exponent)) = text.split_once(['e', 'E']) {
        if !digits(number) || !digits(exponent) {
            return None;
        }
        let (number, exponent): (u64, u32) = (number.parse().ok()?, exponent.parse().ok()?);
        return number.checked_mul(10_u64.checked_pow(exponent)?);
    }
    for separator in [',', '_'] {
        if let Some((first, rest)) = text.split_once(separator) {
            let mut groups = rest.split(separator);
            let grouped = digits(first)
                && first.len() <= 3
                && groups.all(|group| digits(group) && group.len() == 3);
            return grouped
                .then(|| text.replace(separator, ""))
                .and_then(|text| text.parse().ok());
        }
    }
    digits(text).then(|| text.parse().ok()).flatten()
}

/// Reads a whole number of any sign.
pub fn parse_signed(text: &str) -> Result<i64, String> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let number = parse(rest).and_then(|number| i64::try_from(number).ok());
    number
        .map(|number| sign * number)
        .ok_or_else(|| format!("{}accepted: a whole number, {WRITTEN}", guess(meant(text))))
}

/// Makes the reader of a whole number within `range`.
pub fn within<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = parse(text).filter(|number| range.contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| {
                let (low, high) = (grouped(*range.start()), grouped(*range.end()));
                let guess = guess(meant(text).filter(|meant| range.contains(meant)));
                format!("{guess}accepted: a whole number from {low} to {high}, {WRITTEN}")
            })
    }
}

/// The words with which a message begins if a number is likely meant.
fn guess(meant: Option<u64>) -> String {
    meant.map_or_else(String::new, |meant| {
        format!("did you mean {}? ", grouped(meant))
    })
}

/// The number that is likely meant by `100k`, `1M`, `100.000`, `1 000` or `1'000`.
fn meant(text: &str) -> Option<u64> {
    let text = text.trim();
    if let Some(number) = text.strip_suffix(['k', 'K']) {
        return parse(number)?.checked_mul(1000);
    }
    if let Some(number) = text.strip_suffix(['m', 'M']) {
        return parse(number)?.checked_mul(1_000_000);
    }
    let signs = ['.', ' ', '\'', '\u{a0}', '\u{202f}'];
    let sign = text.chars().find(|c| signs.contains(c))?;
    parse(&text.replace(sign, ","))
}

/// The ways of writing, for messages.
const WRITTEN: &str = "as in 1000, 1,000, 1_000 or 1e3";

/// The whole number that a float is, if it is one that floats hold exactly.
pub fn of_float(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < FLOATS_END).then_some(number as i64)
}

/// The whole number that is written as an integer, or as a float: `1e6` is a float for TOML.
pub(crate) fn of_either(integer: Option<i64>, float: Option<f64>) -> Option<i64> {
    integer.or_else(|| float.and_then(of_float))
}

/// The whole number that a TOML value is; `1e6` is one, though a float for TOML.
#[cfg(feature = "full")]
pub fn of_toml(value: &toml::Value) -> Option<i64> {
    of_either(value.as_integer(), value.as_float())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("0", 0),
            ("1000", 1000),
            ("1e6", 1_000_000),
            ("25E3", 25_000),
            ("1,000", 1000),
            ("1_000", 1000),
            ("12,345,678", 12_345_678),
            ("1e0", 1),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse(text), Some(number), "{text}");
        }
    }

    #[test]
    fn what_is_no_whole_number_or_ambiguous_is_refused() {
        for text in [
            "",
            "-1",
            "+1",
            "1e-3",
            "1.5e0",
            "1.5e6",
            "1e+3",
            "1e30",
            "1e99999999999",
            "e3",
            "1e",
            "1,00",
            "1,0000",
            "1000,000",
            ",100",
            "1,",
            "1,000_000",
            "1,000e3",
            "1__000",
            "100k",
            "0x10",
            " 1",
            "18446744073709551616",
            "1.0",
            "٣",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_message_says_what_is_accepted() {
        let read = within::<u16>(2..=10_000);
        assert_eq!(read("1,000"), Ok(1000));
        for wrong in ["1", "10,001", "1e30", "ten"] {
            assert_eq!(
                read(wrong).unwrap_err(),
                "accepted: a whole number from 2 to 10,000, as in 1000, 1,000, 1_000 or 1e3"
            );
        }
        assert_eq!(parse_signed("-1e3"), Ok(-1000));
        assert!(parse_signed("--1").is_err());
    }

    #[test]
    fn floats_are_whole_numbers_where_they_are_exact() {
        assert_eq!(of_float(1e6), Some(1_000_000));
        assert_eq!(of_float(-2.0), Some(-2));
        for wrong in [1.5, 1e30, FLOATS_END, f64::NAN, f64::INFINITY] {
            assert_eq!(of_float(wrong), None, "{wrong}");
        }
    }
}
