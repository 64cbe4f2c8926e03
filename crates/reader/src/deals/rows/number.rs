//! Counts and days as tables hold them.

use super::super::shown;

/// A count from 0, as `17` or as `17.0`, which is how tables are often exported.
///
/// # Errors
/// Words for what was found and what is accepted.
pub(super) fn count(text: &str) -> Result<u32, String> {
    let whole = text.strip_suffix(".0").unwrap_or(text);
    let digits = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    let number = whole.parse().ok().filter(|_| digits);
    number.ok_or_else(|| {
        format!(
            "found {}; accepted: a whole number from 0 to 4294967295",
            shown(text)
        )
    })
}

/// A number with or without decimals.
///
/// # Errors
/// Words for what was found and what is accepted.
pub(super) fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("found {}; accepted: a number, as in -1.5", shown(text)))
}

/// Days since 1970-01-01 of an ISO date, perhaps with a time behind it, or a whole number as it is.
/// The time of day and its zone do not change the date that is written.
///
/// # Errors
/// Words for what was found and what is accepted.
pub(super) fn days(text: &str) -> Result<i64, String> {
    let days = text.parse().ok().or_else(|| {
        let (date, time) = text.split_at_checked("2024-04-01".len())?;
        is_time(time).then_some(())?;
        days_of_date(date)
    });
    days.ok_or_else(|| {
        format!(
            "found {}; accepted: a date as in 2024-04-01, with or without a time as in 2024-04-01 \
             18:30:00, or a whole number",
            shown(text)
        )
    })
}

/// Returns true if [`days`] takes this for a number as it is.
pub(super) fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

/// Days since 1970-01-01 of `2024-04-01` in the Gregorian calendar.
fn days_of_date(date: &str) -> Option<i64> {
    const MONTHS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    const FROM_YEAR_1_TO_1970: i64 = 719_162;
    let mut parts = date.split('-');
    let mut part = |length| digits(parts.next()?, length);
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    if year < 1 || !(1..=12).contains(&month) || parts.next().is_some() {
        return None;
    }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = |month: i64| MONTHS[month as usize - 1] + i64::from(leap && month == 2);
    if !(1..=length(month)).contains(&day) {
        return None;
    }
    let past = year - 1;
    let of_years = 365 * past + past / 4 - past / 100 + past / 400;
    let of_months: i64 = (1..month).map(length).sum();
    Some(of_years + of_months + day - 1 - FROM_YEAR_1_TO_1970)
}

/// Returns true if this may stand behind a date: nothing, or `T18:30`, with seconds, decimals and a zone.
fn is_time(text: &str) -> bool {
    if text.is_empty() {
        return true;
    }
    let Some(text) = text.strip_prefix(['T', ' ']) else {
        return false;
    };
    let (clock, zone) = match text.find(['Z', '+', '-']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let good_zone = match zone.split_at_checked(1) {
        None => true,
        Some(("Z", rest)) => rest.is_empty(),
        Some((_, offset)) => {
            let offset = offset.replace(':', "");
            matches!(offset.len(), 2 | 4) && digits(&offset, offset.len()).is_some()
        }
    };
    let clock = clock.split_once('.').map_or(clock, |(clock, decimals)| {
        let good = !decimals.is_empty() && decimals.bytes().all(|byte| byte.is_ascii_digit());
        if good { clock } else { "" }
    });
    let parts: Vec<_> = clock.split(':').map(|part| digits(part, 2)).collect();
    good_zone
        && matches!(parts.len(), 2 | 3)
        && parts
            .iter()
            .zip([23, 59, 60])
            .all(|(part, most)| part.is_some_and(|part| part <= most))
}

/// A number of exactly so many digits.
fn digits(text: &str, length: usize) -> Option<i64> {
    let good = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_whole_and_numbers_finite() {
        assert_eq!((count("0"), count("17.0")), (Ok(0), Ok(17)));
        for wrong in ["", "-1", "+1", "1.5", "x", ".0", "4294967296", "1e3", "１"] {
            assert!(count(wrong).unwrap_err().contains("accepted"), "{wrong}");
        }
        assert_eq!((number("-1.5"), number("2")), (Ok(-1.5), Ok(2.0)));
        for wrong in ["", "x", "inf", "NaN", "1,5"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn dates_are_days_since_1970() {
        for (text, expected) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2000-03-01", 11_017),
            ("2024-04-01", 19_814),
            ("2024-04-01 18:30:00", 19_814),
            ("2024-04-01T23:59:60.25Z", 19_814),
            ("2024-04-01T18:30+02:00", 19_814),
            ("0001-01-01", -719_162),
            ("9999-12-31", 2_932_896),
            ("-5", -5),
            ("20240401", 20_240_401),
        ] {
            assert_eq!(days(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for wrong in [
            "",
            "2023-02-29",
            "1900-02-29",
            "2024-13-01",
            "2024-00-01",
            "2024-04-31",
            "2024-04-00",
            "0000-01-01",
            "2024-4-1",
            "01.04.2024",
            "2024-04-01x",
            "2024-04-01 25:00",
            "2024-04-01 18",
            "2024-04-01 18:60",
            "2024-04-01 18:30:00.",
            "2024-04-01 18:30+2",
            "2024-04-01 18:30ZZ",
            "2024-04-01 18:30-",
            "2024-04-0é",
            "1.5",
        ] {
            let problem = days(wrong).unwrap_err();
            assert!(problem.contains("accepted: a date"), "{wrong}");
        }
    }

    #[test]
    fn every_day_of_four_centuries_follows_the_day_before() {
        let mut expected = days("1900-01-01").unwrap();
        let mut last = String::new();
        for year in 1900..2300 {
            for month in 1..=12 {
                for day in 1..=31 {
                    let date = format!("{year}-{month:02}-{day:02}");
                    if let Ok(found) = days(&date) {
                        assert_eq!(found, expected, "{date} behind {last}");
                        expected += 1;
                        last = date;
                    }
                }
            }
        }
        assert_eq!(expected - days("1900-01-01").unwrap(), 146_097);
    }
}
