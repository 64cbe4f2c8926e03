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

/// A share in per cent with three significant digits: `12.3%`.
pub fn percent(share: f64) -> String {
    format!("{}%", significant(100.0 * share, 3))
}

/// A number with its noun, of which several end in `s`: `1 deck`, `1,200 decks`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// The share of `part` in `whole` in per cent with one decimal: `5.1%`.
pub fn percent_of(part: f64, whole: f64) -> String {
    format!("{:.1}%", 100.0 * part / whole)
}

/// A share in per cent, `12.3%`; a small one as it is.
pub fn percent_or_share(value: f64) -> String {
    match value {
        value if value >= 0.0005 => percent(value),
        value => share(value),
    }
}

/// A share in per cent with two decimals, and with an exponent where it is rare.
pub fn percent_even_if_rare(share: f64) -> String {
    if share == 0.0 || share >= 1e-4 {
        format!("{:.2}%", 100.0 * share)
    } else {
        format!("{:.1e}%", 100.0 * share)
    }
}

/// A share in per cent without a sign, to four decimals at the most: `99.9`.
fn percent_number(share: f64) -> String {
    let percent = (1e6 * share).round_ties_even() / 1e4;
    format!("{percent}")
}

/// A confidence below 1 in per cent, with as many digits as keep it below 100: `99.9`, `99.9999999`.
pub fn confidence_number(confidence: f64) -> String {
    let text = percent_number(confidence);
    if text != "100" || confidence >= 1.0 {
        return text;
    }
    let text = format!("{:.10}", 100.0 * confidence);
    if text.starts_with("100") {
        return "99.9999999999".to_owned();
    }
    text.trim_end_matches('0').to_owned()
}

/// A share in per cent as one says it: `50%`, `almost 100%`, `one in 925,000`.
pub fn percent_said(share: f64) -> String {
    let nearly = (1.0 - share).abs() < 5e-4 && share < 1.0;
    match share {
        _ if nearly => "almost 100%".to_owned(),
        share if share > 0.0 && share < 1e-6 => one_in(share),
        share => format!("{}%", short(100.0 * share, 3)),
    }
}

/// "one in 4", "one in 64,974"; of larger numbers, the first three digits.
pub fn one_in(share: f64) -> String {
    if share <= 0.0 {
        return "never".to_owned();
    }
    let times = 1.0 / share;
    if times >= 1e15 {
        return format!("one in {times:.1e}");
    }
    let unit = libm::pow(10.0, (libm::floor(libm::log10(times)) - 2.0).max(0.0));
    // Numbers of a few digits are told in full.
    let unit = if times < 1e5 { 1.0 } else { unit };
    format!("one in {}", grouped(((times / unit).round() * unit) as u64))
}

/// Rounds to so many significant digits, without zeros at the end; in groups from 1,000 on.
pub fn short(value: f64, digits: usize) -> String {
    if value.abs() >= 1000.0 && value.abs() < 1e15 {
        let sign = if value < 0.0 { "−" } else { "" };
        return format!("{sign}{}", grouped(value.abs().round() as u64));
    }
    let text = significant(value, digits);
    let text = if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    };
    text.replace('-', "−")
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

/// Writes a ratio in three digits, or in six where these would say that it is 1.
pub fn ratio(value: f64) -> String {
    let short = figure(value, 3);
    if short == "1" {
        return figure(value, 6);
    }
    short
}

/// Writes a number with so many significant digits, without zeros at the end.
pub fn figure(value: f64, digits: usize) -> String {
    let text = significant(value, digits);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The ends of limits in so many significant digits, rounded away from what lies between them.
pub fn outward(limits: [f64; 2], digits: i32) -> [f64; 2] {
    let end = |limit: f64, up: bool| {
        let size = libm::floor(libm::log10(limit.abs()));
        if !size.is_finite() {
            return limit;
        }
        let unit = libm::pow(10.0, size + 1.0 - f64::from(digits));
        let steps = limit / unit;
        let near = steps.round_ties_even();
        // Decimals that doubles miss by a little are not rounded.
        let steps = if (steps - near).abs() < 1e-9 * near.abs() {
            near
        } else if up {
            steps.ceil()
        } else {
            steps.floor()
        };
        steps * unit
    };
    [end(limits[0], false), end(limits[1], true)]
}

/// Denominators of fractions that are short, and how near a number is to one that it is but for rounding.
const LARGEST_DENOMINATOR: f64 = 1024.0;
const ROUNDED: f64 = 1e-13;

/// Writes a number from 0 to 1 as a fraction where that is short: "3/8", "1", with denominators up to 1,024.
pub fn fraction(value: f64) -> Option<String> {
    if !(0.0..=1.0).contains(&value) {
        return None;
    }
    // Convergents of its continued fraction: the first one that is near enough has the smallest denominator.
    let (mut above, mut below) = ([0.0, 1.0], [1.0, 0.0]);
    let mut rest = value;
    loop {
        let whole = libm::floor(rest);
        above = [above[1], whole * above[1] + above[0]];
        below = [below[1], whole * below[1] + below[0]];
        if below[1] > LARGEST_DENOMINATOR {
            return None;
        }
        if (above[1] / below[1] - value).abs() <= ROUNDED * value {
            return Some(match below[1] {
                1.0 => format!("{}", above[1]),
                below => format!("{}/{below}", above[1]),
            });
        }
        rest = 1.0 / (rest - whole);
    }
}

/// Writes a number as a fraction where that is short, else in at most six digits.
pub fn short_fraction(value: f64) -> String {
    fraction(value).unwrap_or_else(|| figure(value, 6))
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
    fn a_confidence_below_1_is_never_100_percent() {
        assert_eq!(confidence_number(0.999), "99.9");
        assert_eq!(confidence_number(1.0 - 1e-9), "99.9999999");
        assert_eq!(confidence_number(1.0 - 1e-15), "99.9999999999");
    }

    #[test]
    fn fractions_are_written_where_they_are_short() {
        let each = [
            (0.125, "1/8"),
            (0.0, "0"),
            (1.0, "1"),
            (5.0 / 16.0, "5/16"),
            (1.0 / 3.0, "1/3"),
            (719.0 / 720.0, "719/720"),
            (1.0 / 1024.0, "1/1024"),
            (0.1 + 0.2, "3/10"),
        ];
        for (value, text) in each {
            assert_eq!(fraction(value).as_deref(), Some(text));
        }
        // A number of many digits is none, and neither are those outside.
        for value in [0.5_f64.sqrt(), 1e-9, 1.0 / 2048.0, -0.5, 1.5, f64::NAN] {
            assert_eq!(fraction(value), None, "{value}");
        }
        for below in 1..=1024_u32 {
            for above in [1, below / 3, below - 1] {
                let value = f64::from(above) / f64::from(below);
                let text = fraction(value).unwrap();
                let (p, q) = text.split_once('/').unwrap_or((&text, "1"));
                let again = p.parse::<f64>().unwrap() / q.parse::<f64>().unwrap();
                assert!((again - value).abs() < 1e-12, "{above}/{below}: {text}");
            }
        }
        assert_eq!(short_fraction(0.25), "1/4");
        assert_eq!(short_fraction(0.577_215_66), "0.577216");
    }

    #[test]
    fn numbers_are_short_and_keep_their_digits() {
        assert_eq!(significant(0.894_271, 2), "0.89");
        assert_eq!(significant(12.345, 3), "12.3");
        assert_eq!(significant(0.000_012_3, 2), "1.2e-5");
        assert_eq!(p_value(1e-300), "< 1e-300");
        assert_eq!(p_value(0.0432), "0.0432");
        assert_eq!(p_value(3.14e-12), "3.1e-12");
        assert_eq!(share(1.0), "1");
        let ratios = [1.0, 1.000_4, 9.6].map(ratio);
        assert_eq!(ratios, ["1", "1.0004", "9.6"]);
    }

    #[test]
    fn shares_are_said_in_per_cent() {
        assert_eq!(percent(0.12345), "12.3%");
        assert_eq!(percent_of(51.0, 1000.0), "5.1%");
        assert_eq!(percent_or_share(0.25), "25.0%");
        assert_eq!(percent_or_share(0.000_1), "1.0e-4");
        assert_eq!(percent_even_if_rare(0.25), "25.00%");
        assert_eq!(percent_even_if_rare(2e-6), "2.0e-4%");
        assert_eq!(percent_number(0.999), "99.9");
        assert_eq!(percent_said(0.5), "50%");
        assert_eq!(percent_said(1.0), "100%");
        assert_eq!(percent_said(0.9999), "almost 100%");
        assert_eq!(one_in(1.0 / 64_973.6), "one in 64,974");
        assert_eq!(one_in(1.0 / 925_437.0), "one in 925,000");
        assert_eq!(one_in(0.0), "never");
        assert_eq!(short(24_980.05, 3), "24,980");
        assert_eq!(short(-0.25, 3), "−0.25");
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
