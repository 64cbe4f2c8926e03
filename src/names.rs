//! Names and numbers in messages: the list of what is accepted, the nearest name to what was typed, and
//! digits in groups or as
//! many as are needed.

/// The name of an experiment that the command line's routines make.
pub const ROUTINE: &str = "routine";

/// Farther than this, a suggestion would puzzle more than help.
const FARTHEST_TYPO: usize = 3;

/// The names in backquotes, separated by commas.
pub fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The name that was probably meant, if one is near enough.
pub fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    names
        .map(|name| {
            (
                strsim::damerau_levenshtein(&typed, &name.to_lowercase()),
                name,
            )
        })
        .filter(|(distance, name)| *distance <= FARTHEST_TYPO.min(name.chars().count().div_ceil(2)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The end of a message: `; did you mean `riffle`?`, or nothing where no name is near.
pub fn hint<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> String {
    nearest(typed, names).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// 1000000 as 1,000,000.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Distances nearer to 0 or 1 than this are written with an exponent.
pub const NEAR: f64 = 1e-3;

/// A p-value below this is only known to be below it.
pub const SMALLEST_P: f64 = 1e-300;

/// A p-value in few digits.
pub fn p_value(p: f64) -> String {
    match p {
        p if p <= SMALLEST_P => "< 1e-300".to_owned(),
        p if p < 1e-3 => scientific(p),
        p => significant(p, 3),
    }
}

/// 3.1e-12
pub fn scientific(value: f64) -> String {
    format!("{value:.1e}")
}

/// Writes a number with so many significant digits, without an exponent where that is short.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let exponent = exponent_in(&scientific);
    match exponent {
        -4..=5 => format!("{value:.*}", (digits - 1).saturating_add_signed(-exponent)),
        _ => scientific,
    }
}

/// The exponent of a number in scientific notation.
pub fn exponent_in(scientific: &str) -> isize {
    let exponent = scientific.split_once('e').map(|(_, exponent)| exponent);
    exponent
        .and_then(|exponent| exponent.parse().ok())
        .unwrap_or(0)
}

/// A distance from 0 to 1; near 1 its gap says more.
pub fn share(value: f64) -> String {
    match value {
        0.0 | 1.0 => format!("{value}"),
        value if value < NEAR => scientific(value),
        value if 1.0 - value < NEAR => format!("1 - {}", scientific(1.0 - value)),
        value => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_keep_their_digits() {
        assert_eq!(significant(0.894_271, 2), "0.89");
        assert_eq!(significant(12.345, 3), "12.3");
        assert_eq!(significant(0.000_012_3, 2), "1.2e-5");
        assert_eq!(p_value(1e-300), "< 1e-300");
        assert_eq!(p_value(0.0432), "0.0432");
        assert_eq!(p_value(3.14e-12), "3.1e-12");
        assert_eq!(share(1.0), "1");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(1_000_000), "1,000,000");
        assert_eq!(grouped(999), "999");
    }

    #[test]
    fn the_nearest_name_is_suggested_and_a_far_one_is_not() {
        let names = ["riffle", "hindu", "cut"];
        assert_eq!(nearest("rifle", names.into_iter()), Some("riffle"));
        assert_eq!(nearest("Hindi", names.into_iter()), Some("hindu"));
        assert_eq!(nearest("bicycle", names.into_iter()), None);
        assert_eq!(hint("xyz", names.into_iter()), "");
    }
}
