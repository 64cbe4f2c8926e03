//! Names and numbers in messages: the list of what is accepted, the nearest name to what was typed, and
//! digits in groups.

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

#[cfg(test)]
mod tests {
    use super::*;

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
