//! Pictures of an order in groups: the mean place of each, as the months of a draft lottery.

use super::super::chart::{Axis, Key, Panel, Picture, Piece, Rows, Swatch};
use super::super::glance::ours;
use super::super::tables::significant;
use super::Judged;
use super::verdicts::Shows;
use record::{Figures, Record, Routine};
use text::names::grouped;

const STATISTIC: &str = "group-ranks";

/// The statistic of a trend from the first item to the last, which the groups show as well.
const TREND: &str = "spearman";

const WIDE: f64 = 440.0;

/// Groups that a picture shows.
const MOST: usize = 40;

/// Standard errors on each side of fair: one group in 22 lies outside by chance.
const ERRORS: f64 = 2.0;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let routines = ours(record);
    let found = routines.iter().find_map(|routine| {
        let groups = Groups::of(routine.statistics.get(STATISTIC)?)?;
        Some((*routine, groups))
    });
    let Some((routine, groups)) = found else {
        return Vec::new();
    };
    let trend = Shows::all_of(TREND);
    let shows = if trend.verdicts(record).worst().is_some() {
        trend
    } else {
        Shows::all_of(STATISTIC)
    };
    let verdicts = shows.verdicts(record);
    let title = match verdicts.worst() {
        Some(_) => groups.farthest(),
        None => verdicts.nothing(record, "that a group came too early or too late"),
    };
    let picture = Picture {
        quiet: false,
        name: "groups",
        title,
        about: format!(
            "The mean place of each group (points). A fair order gives each {} (line); by chance one group in 22 lies outside \
             its band of {ERRORS} standard errors.",
            significant(groups.ideal, 4)
        ),
        legend: vec![
            Key {
                class: "s0",
                swatch: Swatch::Dot,
                means: "mean place".to_owned(),
            },
            Key {
                class: "fair",
                swatch: Swatch::Line,
                means: "fair".to_owned(),
            },
            Key {
                class: "pale",
                swatch: Swatch::Area,
                means: format!("{ERRORS} standard errors"),
            },
        ],
        panels: vec![groups.panel(routine)],
    };
    vec![Judged::by(shows, picture)]
}

/// The groups of an order.
struct Groups {
    names: Vec<String>,
    sizes: Vec<u64>,
    means: Vec<f64>,
    ideal: f64,
}

impl Groups {
    fn of(figures: &Figures) -> Option<Self> {
        let names = figures.at("names")?.as_array()?;
        let names = names.iter().filter_map(|name| name.as_str());
        let means = figures.at("means")?.as_array()?;
        let means = means.iter().filter_map(serde_json::Value::as_f64);
        let found = Self {
            names: names.map(str::to_owned).collect(),
            sizes: figures.counts("sizes")?,
            means: means.collect(),
            ideal: figures.number("ideal")?,
        };
        let many = found.names.len();
        let alike = found.sizes.len() == many && found.means.len() == many;
        (alike && (2..=MOST).contains(&many)).then_some(found)
    }

    /// The groups with the latest and the earliest place: "On average March got place 226 and December 121; by chance each group
    /// gets 184."
    fn farthest(&self) -> String {
        let all = || self.names.iter().zip(&self.means);
        let latest = all().max_by(|(_, a), (_, b)| a.total_cmp(b));
        let earliest = all().min_by(|(_, a), (_, b)| a.total_cmp(b));
        let (Some(latest), Some(earliest)) = (latest, earliest) else {
            return String::new();
        };
        format!(
            "On average {} got place {} and {} place {}; by chance each group gets {}.",
            latest.0,
            significant(*latest.1, 4),
            earliest.0,
            significant(*earliest.1, 4),
            significant(self.ideal, 4)
        )
    }

    /// The standard error of the mean place of `size` items of all that are drawn without replacement.
    fn error(&self, size: u64) -> f64 {
        let all: u64 = self
            .sizes
            .iter()
            .fold(0, |sum, size| sum.saturating_add(*size));
        let (n, k) = (all as f64, size.max(1) as f64);
        ((n + 1.0) * (n - k).max(0.0) / (12.0 * k)).sqrt()
    }

    fn panel(&self, routine: &Routine) -> Panel {
        let band = |size: u64| ERRORS * self.error(size);
        let ends = self.sizes.iter().map(|size| band(*size));
        let widest = ends.fold(0.0, f64::max);
        let all = self.means.iter().copied();
        let low = all.clone().fold(self.ideal - widest, f64::min);
        let high = all.fold(self.ideal + widest, f64::max);
        let room = 0.03 * (high - low);
        let ends: Vec<String> = self
            .means
            .iter()
            .map(|mean| significant(*mean, 4))
            .collect();
        let axis = Axis::new("mean place", low - room, high + room);
        let mut rows = Rows::new(WIDE, axis, &self.names).ends(&ends);
        for (row, size) in self.sizes.iter().enumerate() {
            let says = format!("{}: {} items", self.names[row], grouped(*size));
            let (from, to) = (self.ideal - band(*size), self.ideal + band(*size));
            rows.pieces(
                row,
                &[Piece {
                    from,
                    to,
                    class: "pale",
                    says,
                }],
            );
        }
        rows.ticks("fair", &vec![Some(self.ideal); self.names.len()]);
        for (row, mean) in self.means.iter().enumerate() {
            let off = (mean - self.ideal) / self.error(self.sizes[row]).max(f64::MIN_POSITIVE);
            let says = format!(
                "{}: {}, {} standard errors {} fair",
                self.names[row],
                ends[row],
                significant(off.abs(), 2),
                if off < 0.0 { "before" } else { "after" }
            );
            rows.dot("s0", row, *mean, &says);
        }
        let far = self.means.iter().zip(&self.sizes);
        let far = far.filter(|(mean, size)| (*mean - self.ideal).abs() > band(**size));
        let words = format!(
            "{}: {} of {} groups lie beyond {ERRORS} standard errors.",
            routine.name,
            far.count(),
            self.names.len()
        );
        rows.panel("", &words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of all pairs of 1 to 4, each as likely: its variance is 5/12.
    #[test]
    fn the_error_of_a_mean_place_is_that_of_a_sample() {
        let groups = Groups {
            names: vec!["a".to_owned(), "b".to_owned()],
            sizes: vec![2, 2],
            means: vec![1.5, 3.5],
            ideal: 2.5,
        };
        let pairs = (1..=4).flat_map(|a| (a + 1..=4).map(move |b| 0.5 * f64::from(a + b)));
        let pairs: Vec<f64> = pairs.collect();
        let squares = pairs.iter().map(|mean| (mean - 2.5) * (mean - 2.5));
        let variance = squares.sum::<f64>() / pairs.len() as f64;
        assert!((groups.error(2) - variance.sqrt()).abs() < 1e-12);
        assert!(groups.error(4) < 1e-12, "all of them have one mean");
    }
}
