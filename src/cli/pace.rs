//! Estimates how long a stage will take, by the decks that are done.

use std::time::{Duration, Instant};

use text::names::grouped;

/// The time beyond which people want to know at once how long they will wait.
pub(super) const LONG: Duration = Duration::from_hours(1);

/// The time that decks are counted before their rate is believed.
const MEASURED: Duration = Duration::from_secs(5);

/// The speed at which the decks of a stage come.
#[derive(Debug)]
pub(super) struct Pace {
    decks: u64,
    begun: Instant,
    done: u64,
    /// The time at which the first decks were done, and their number.
    first: Option<(Instant, u64)>,
}

impl Pace {
    /// Starts a stage of so many decks.
    pub fn of(decks: u64, begun: Instant) -> Self {
        Self {
            decks,
            begun,
            done: 0,
            first: None,
        }
    }

    /// Notes that so many more decks are done, and gives the time that the whole stage will take; `None` as long as
    /// too few are done.
    pub fn advanced(&mut self, more: u64, now: Instant) -> Option<Duration> {
        self.done += more;
        let (at, first) = *self.first.get_or_insert((now, self.done));
        let since = now.saturating_duration_since(at);
        if since < MEASURED || self.done == first {
            return None;
        }
        // All threads are at work when the first hands in its decks, so that the rate up to then is too low; that from
        // then on is too high at first. A false alarm is worse than a late one.
        let spent = now.saturating_duration_since(self.begun);
        let rate = |decks: u64, time: Duration| decks as f64 / time.as_secs_f64();
        let rate = rate(self.done, spent).max(rate(self.done - first, since));
        let left = self.decks.saturating_sub(self.done) as f64 / rate;
        let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        Some(spent.saturating_add(left))
    }
}

/// A long time in words: `an hour`, `3 hours`, `5 days`.
pub(super) fn spoken(time: Duration) -> String {
    const HOUR: f64 = 3600.0;
    const DAY: f64 = 24.0 * HOUR;
    const YEAR: f64 = 365.25 * DAY;
    let (length, unit) = match time.as_secs_f64() {
        seconds if seconds < 2.0 * DAY => (seconds / HOUR, "hours"),
        seconds if seconds < 2.0 * YEAR => (seconds / DAY, "days"),
        seconds => (seconds / YEAR, "years"),
    };
    match length.round() as u64 {
        0 | 1 => "an hour".to_owned(),
        several => format!("{} {unit}", grouped(several)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// The last estimate of a stage of so many decks, of which `each` more are done every so many seconds by each of
    /// `threads`.
    fn estimate(decks: u64, each: u64, seconds: u32, threads: usize) -> Option<Duration> {
        let begun = Instant::now();
        let mut pace = Pace::of(decks, begun);
        let times = (1..=3).flat_map(|wave| vec![wave; threads]);
        let found = times.map(|wave| pace.advanced(each, begun + SECOND * seconds * wave));
        found.last().flatten()
    }

    #[test]
    fn a_stage_takes_as_long_as_its_rate_says() {
        // Ten decks in as many seconds.
        assert_eq!(estimate(36_000, 10, 10, 1), Some(SECOND * 36_000));
        // Eight threads that hand in at the same time do eight times as much.
        let eight = estimate(36_000, 10, 10, 8).unwrap();
        assert!(
            (SECOND * 3_000..SECOND * 4_600).contains(&eight),
            "{eight:?}"
        );
    }

    #[test]
    fn nothing_is_said_of_the_first_decks() {
        assert_eq!(estimate(u64::MAX, 1, 0, 4), None);
        assert_eq!(estimate(u64::MAX, 1, 1, 4), None);
        let begun = Instant::now();
        let mut pace = Pace::of(1_000_000, begun);
        assert_eq!(pace.advanced(1, begun + 100 * SECOND), None);
    }

    #[test]
    fn a_stage_that_ends_is_not_long() {
        assert_eq!(estimate(30, 10, 10, 1), Some(30 * SECOND));
        // More decks than were announced.
        assert_eq!(estimate(1, 10, 10, 1), Some(30 * SECOND));
    }

    #[test]
    fn long_times_are_said_in_words() {
        let hours = |hours: f64| spoken(Duration::from_secs_f64(3600.0 * hours));
        assert_eq!(hours(1.2), "an hour");
        assert_eq!(hours(2.6), "3 hours");
        assert_eq!(hours(47.0), "47 hours");
        assert_eq!(hours(50.0), "2 days");
        assert_eq!(hours(24.0 * 365.25 * 12_345.0), "12,345 years");
        assert!(spoken(Duration::MAX).ends_with(" years"));
    }
}
