//! Stakes: limits of how often each event comes up, beside how often it should.

use super::super::chart::{Axis, Key, Picture, Rows, Swatch};
use super::super::stakes;
use super::verdicts::{Shows, after};
use super::{Judged, label, shown};
use record::{Record, Routine, Stake};
use text::names::figure;

/// The width of a panel: names of stakes are long.
const WIDE: f64 = 640.0;

/// Stakes that a panel shows.
const MOST: usize = 40;

/// The axis ends here: an event that comes up three times as often as it should, or more.
const LARGEST: f64 = 200.0;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let routines: Vec<&Routine> = shown(record)
        .into_iter()
        .map(|(_, routine)| routine)
        .filter(|routine| !routine.control && !routine.stakes.is_empty())
        .collect();
    let statistic = routines.iter().find_map(|routine| {
        let mut names = routine.statistics.keys();
        names.find(|name| name.starts_with("stakes"))
    });
    let Some(statistic) = statistic else {
        return Vec::new();
    };
    let shows = Shows::all_of(statistic);
    let verdicts = shows.verdicts(record);
    let worst = verdicts.worst().and_then(|(routine, _)| {
        let words = stakes::plainest(record, routine)?;
        Some(after(record, routine, &words))
    });
    // The limits in it are those of the bars, not those of a test by itself.
    let title = worst.unwrap_or_else(|| {
        verdicts.title(
            record,
            "an event on which somebody bets comes too often or too seldom",
            "that a stake comes too often or too seldom",
        )
    });
    let drawn: Vec<Vec<(&Stake, [f64; 3])>> = routines
        .iter()
        .map(|routine| routine.stakes.iter().filter_map(of).take(MOST).collect())
        .collect();
    let all = drawn.iter().flatten().flat_map(|(_, values)| values);
    let ends = all.fold((-1.0, 1.0), |(low, high), value| {
        (f64::min(low, *value), f64::max(high, *value))
    });
    let panels = routines
        .iter()
        .zip(&drawn)
        .filter(|(_, drawn)| !drawn.is_empty());
    let panels = panels.map(|(routine, drawn)| {
        let names: Vec<String> = drawn.iter().map(|(stake, _)| stake.of.clone()).collect();
        let axis = Axis::new("more often than fair, % of the fair chance", ends.0, ends.1);
        let ends: Vec<String> = drawn.iter().map(|(stake, _)| beside(stake)).collect();
        let mut rows = Rows::new(WIDE, axis, &names).ends(&ends);
        rows.ticks("fair", &vec![Some(0.0); drawn.len()]);
        for (row, (stake, [low, seen, high])) in drawn.iter().enumerate() {
            let says = says(stake);
            rows.hatched(row, (*low, *high), &says);
            rows.dot("s0", row, *seen, &says);
        }
        let name = if routines.len() > 1 {
            label(record, routine)
        } else {
            String::new()
        };
        rows.panel(&name, &format!("{} stakes with their limits.", drawn.len()))
    });
    let panels = panels.collect::<Vec<_>>();
    if panels.is_empty() {
        return Vec::new();
    }
    let fair = stakes::fair(record);
    let cut = if ends.1 < LARGEST {
        ""
    } else {
        " What comes more than three times as often as it should is drawn at the right end."
    };
    let picture = Picture {
        quiet: false,
        name: "stakes",
        title,
        about: format!(
            "How much more often than {fair} each event comes up: the share that was seen, and limits that hold for all stakes \
             together. Fair is 0.{cut}"
        ),
        legend: vec![
            Key {
                class: "s0",
                swatch: Swatch::Dot,
                means: "seen".to_owned(),
            },
            Key {
                class: "hatch",
                swatch: Swatch::Hatched,
                means: "between the limits".to_owned(),
            },
        ],
        panels,
    };
    vec![Judged::by(shows, picture)]
}

/// The limits and the share of a stake, in percent more than its fair chance.
fn of(stake: &Stake) -> Option<(&Stake, [f64; 3])> {
    let more = |share: f64| (100.0 * (share / stake.fair - 1.0)).min(LARGEST);
    let seen = stake.seen()?;
    let [low, high] = stake.limits;
    (stake.fair > 0.0).then(|| (stake, [more(low), more(seen), more(high)]))
}

/// The shares of a stake, beside its name.
fn beside(stake: &Stake) -> String {
    let percent = |share: f64| figure(100.0 * share, 4);
    let seen = percent(stake.seen().unwrap_or(stake.fair));
    format!("{seen}%, fair {}%", percent(stake.fair))
}

fn says(stake: &Stake) -> String {
    let percent = |share: f64| figure(100.0 * share, 4);
    format!(
        "{}: {}% ({} to {}%), fair {}%",
        stake.words,
        percent(stake.seen().unwrap_or(stake.fair)),
        percent(stake.limits[0]),
        percent(stake.limits[1]),
        percent(stake.fair)
    )
}
