//! The times beside logged draws: they say in which order the draws came.

/// The least number that is taken for a time: seconds since 1970, in 1973. Smaller ones may be turns or hours, which begin anew.
const LEAST: f64 = 1e8;

/// What became of the times beside draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timed {
    /// The draws stood in their order.
    Ordered,
    /// The draws were put in their order.
    Sorted,
    /// They are no dates, or not all of them.
    Unused,
}

/// A time as a number that rises: of seconds since 1970, or the digits of `2024-01-31T10:00:00.5Z`. `None` for anything that may
/// stand for several moments, as a time without its day does.
pub(crate) fn moment(text: &str) -> Option<f64> {
    let text = text.trim();
    if let Ok(number) = text.parse::<f64>() {
        return (number.is_finite() && number >= LEAST).then_some(number);
    }
    let text = text.strip_suffix('Z').unwrap_or(text);
    let (day, clock) = text.split_once(['T', ' ']).unwrap_or((text, ""));
    let number = |digits: &str, length: usize| -> Option<f64> {
        let plain = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    let mut parts = day.split('-');
    let mut all = number(parts.next()?, 4)?;
    for _ in 0..2 {
        all = 100.0 * all + number(parts.next()?, 2)?;
    }
    if parts.next().is_some() {
        return None;
    }
    let (clock, share) = clock.split_once('.').unwrap_or((clock, ""));
    let mut parts = clock.split(':').filter(|part| !part.is_empty());
    for _ in 0..3 {
        all *= 100.0;
        if let Some(part) = parts.next() {
            all += number(part, 2)?;
        }
    }
    let share = if share.is_empty() {
        0.0
    } else {
        number(share, share.len())?;
        format!("0.{share}").parse().ok()?
    };
    parts.next().is_none().then_some(all + share)
}

/// Puts the draws of one stream in the order of their times; a stream from the newest to the oldest is turned round if
/// `turns`, so that draws of the same second keep their order.
pub(crate) fn order(draws: &mut [u16], times: &[f64], turns: bool) -> Timed {
    if draws.len() != times.len() {
        return Timed::Unused;
    }
    if times.is_sorted() {
        return Timed::Ordered;
    }
    if turns && times.iter().rev().is_sorted() {
        draws.reverse();
        return Timed::Sorted;
    }
    let mut timed: Vec<(f64, u16)> = times.iter().copied().zip(draws.iter().copied()).collect();
    text::sorting::by(&mut timed, |one, other| one.0.total_cmp(&other.0));
    for (draw, (_, sorted)) in draws.iter_mut().zip(timed) {
        *draw = sorted;
    }
    Timed::Sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_rise() {
        let rising = [
            "2024-01-31",
            "2024-01-31 09:59",
            "2024-01-31T10:00:00Z",
            "2024-01-31T10:00:00.25",
            "2024-02-01 00:00:00",
        ];
        let times: Vec<f64> = rising.iter().map(|text| moment(text).unwrap()).collect();
        assert!(times.is_sorted_by(|one, other| one < other), "{times:?}");
        assert_eq!(moment("1700000000.5"), Some(1_700_000_000.5));
        for text in [
            "",
            "7",
            "10:00",
            "31.01.2024",
            "2024-1-31",
            "2024-01-31T10:00:00+02:00",
            "NaN",
            "Common",
        ] {
            assert_eq!(moment(text), None, "{text}");
        }
    }

    #[test]
    fn draws_are_put_in_order() {
        let mut draws = [1, 2, 3];
        assert_eq!(order(&mut draws, &[1.0, 1.0, 2.0], true), Timed::Ordered);
        assert_eq!(order(&mut draws, &[3.0, 3.0, 2.0], true), Timed::Sorted);
        assert_eq!(draws, [3, 2, 1]);
        assert_eq!(order(&mut draws, &[2.0, 3.0, 1.0], true), Timed::Sorted);
        assert_eq!(draws, [1, 3, 2]);
        assert_eq!(order(&mut draws, &[2.0], true), Timed::Unused);
    }
}
