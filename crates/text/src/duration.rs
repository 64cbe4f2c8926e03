//! Lengths of time as people write them: `60`, `60s`, `3m`, `1m30s`, `2h`, `1h30m`, `2d`.

use std::time::Duration;

/// The units, the longest first, by their letters, with their seconds.
const UNITS: [(char, f64); 4] = [('d', 86_400.0), ('h', 3_600.0), ('m', 60.0), ('s', 1.0)];

/// Examples of durations that are read, for messages.
pub(crate) const WRITTEN: &str = "as in 90s, 5m, 1h30m or 2d";

/// Reads a length of time in seconds; a number without a unit is one of seconds.
pub fn seconds(text: &str) -> Option<f64> {
    let number = |text: &str| {
        let plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        plain.then(|| text.parse::<f64>().ok()).flatten()
    };
    let mut rest = text.trim();
    let (mut all, mut found) = (0.0, false);
    for (letter, length) in UNITS {
        // "90 min" is as good as "90m".
        if let Some((before, after)) = rest.split_once(letter) {
            all += length * number(before.trim())?;
            found = true;
            rest = if letter == 'm' {
                after.strip_prefix("in").unwrap_or(after)
            } else {
                after
            };
            rest = rest.trim();
        }
    }
    if !rest.is_empty() {
        all += number(rest)?;
    }
    (found || !rest.is_empty()).then_some(all)
}

/// Reads a length of time from an option.
///
/// # Errors
/// Says what is accepted.
pub fn duration(text: &str) -> Result<Duration, String> {
    let found = seconds(text).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    found.ok_or_else(|| format!("accepted: a length of time, {WRITTEN}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, wanted) in [
            ("60", 60.0),
            ("0", 0.0),
            ("0.5", 0.5),
            ("60s", 60.0),
            ("3m", 180.0),
            ("3 min", 180.0),
            ("1m30s", 90.0),
            ("1m30", 90.0),
            ("1h30m", 5_400.0),
            ("2d", 172_800.0),
            ("1d 2h", 93_600.0),
        ] {
            assert_eq!(seconds(text), Some(wanted), "{text}");
        }
        for text in [
            "", "s", "1s2m", "-1", "1e3", "inf", "five", "1m30x", "1.2.3s",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert!(duration("soon").is_err_and(|said| said.starts_with("accepted")));
    }
}
