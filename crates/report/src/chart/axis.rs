//! Axes: from values to places, with ticks at round numbers.

use text::names::grouped;

/// The way from a value to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    Linear,
    /// By logarithms, and the same with the largest value first.
    Log,
    LogFalling,
}

/// An axis: its values, whether they are drawn by their logarithms, and its title with the unit.
#[derive(Debug, Clone)]
pub(crate) struct Axis {
    /// The quantity along it, with its unit.
    pub title: String,
    from: f64,
    to: f64,
    scale: Scale,
    percent: bool,
    whole: bool,
}

impl Axis {
    /// Values from `from` to `to`.
    pub fn new(title: impl Into<String>, from: f64, to: f64) -> Self {
        // An axis of a single value has room on both sides of it.
        let wide = if to > from && (to - from).is_finite() {
            to
        } else {
            from + 1.0
        };
        Self {
            title: title.into(),
            from,
            to: wide,
            scale: Scale::Linear,
            percent: false,
            whole: false,
        }
    }

    /// The same with ticks at whole numbers alone, for what is counted.
    pub fn whole(self) -> Self {
        Self {
            whole: true,
            ..self
        }
    }

    /// Shares, from 0 to `to` or a little more, named in per cent.
    pub fn shares(title: impl Into<String>, to: f64) -> Self {
        let top = if to > 0.0 {
            (1.06 * to).min(to.max(1.0))
        } else {
            1.0
        };
        Self {
            percent: true,
            ..Self::new(title, 0.0, top)
        }
    }

    /// Values from `from` to `to`, named in per cent.
    pub(crate) fn percent(title: impl Into<String>, from: f64, to: f64) -> Self {
        Self {
            percent: true,
            ..Self::new(title, from, to)
        }
    }

    /// Positive values from `from` to `to` by their logarithms.
    pub(crate) fn log(title: impl Into<String>, from: f64, to: f64) -> Self {
        let from = from.max(f64::MIN_POSITIVE);
        let to = if to > from && to.is_finite() {
            to
        } else {
            10.0 * from
        };
        Self {
            scale: Scale::Log,
            ..Self::new(title, from, to)
        }
    }

    /// The same by logarithms, with its largest value first.
    pub(crate) fn falling(self) -> Self {
        Self {
            scale: Scale::LogFalling,
            ..self
        }
    }

    /// The share of the way along the axis; values outside stand at its ends.
    pub fn share(&self, value: f64) -> f64 {
        let share = if self.scale == Scale::Linear {
            (value - self.from) / (self.to - self.from)
        } else {
            let value = value.max(f64::MIN_POSITIVE);
            libm::log(value / self.from) / libm::log(self.to / self.from)
        };
        let share = if share.is_nan() {
            0.0
        } else {
            share.clamp(0.0, 1.0)
        };
        if self.scale == Scale::LogFalling {
            1.0 - share
        } else {
            share
        }
    }

    /// Returns true if a value lies on the axis.
    pub fn holds(&self, value: f64) -> bool {
        (self.from..=self.to).contains(&value)
    }

    /// Some `many` ticks or fewer at round values, with their names.
    pub(crate) fn ticks(&self, many: usize) -> Vec<(f64, String)> {
        if self.scale != Scale::Linear {
            return self.decades(many);
        }
        let rough = (self.to - self.from) / many.max(1) as f64;
        let rough = if self.whole { rough.max(1.0) } else { rough };
        let unit = libm::pow(10.0, libm::floor(libm::log10(rough)));
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * unit);
        let step = step
            .clone()
            .find(|step| *step >= rough)
            .unwrap_or(10.0 * unit);
        let first = (self.from / step - 1e-9).ceil();
        let count = ((self.to / step + 1e-9).floor() - first).max(0.0) as usize;
        let ticks = (0..=count.min(2 * many)).map(|at| (first + at as f64) * step);
        ticks
            .map(|value| (value, self.named(value, step)))
            .collect()
    }

    /// Powers of ten, and twice and five times these where there are few.
    fn decades(&self, many: usize) -> Vec<(f64, String)> {
        let (low, high) = (libm::log10(self.from), libm::log10(self.to));
        let times: &[f64] = if high - low < 2.0 {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0]
        };
        let powers = low.floor() as i32..=high.ceil() as i32;
        let values = powers.flat_map(|power| {
            times
                .iter()
                .map(move |times| times * libm::pow(10.0, f64::from(power)))
        });
        let within =
            |value: &f64| *value >= self.from * (1.0 - 1e-9) && *value <= self.to * (1.0 + 1e-9);
        let counted = |value: &f64| !self.whole || *value >= 1.0;
        let values: Vec<f64> = values.filter(within).filter(counted).collect();
        let every = values.len().div_ceil(many.max(1)).max(1);
        values
            .into_iter()
            .step_by(every)
            .map(|value| (value, self.named(value, value)))
            .collect()
    }

    /// A value as a tick names it, with the decimals that `step` needs.
    fn named(&self, value: f64, step: f64) -> String {
        let (value, step) = if self.percent {
            (100.0 * value, 100.0 * step)
        } else {
            (value, step)
        };
        let unit = if self.percent { "%" } else { "" };
        if step >= 1.0 && value.abs() < 1e15 {
            let sign = if value < 0.0 { "−" } else { "" };
            return format!("{sign}{}{unit}", grouped(value.abs().round() as u64));
        }
        let decimals = (-libm::floor(libm::log10(step) + 1e-9)).clamp(0.0, 12.0) as usize;
        if decimals > 5 {
            return format!("{value:e}{unit}");
        }
        format!("{value:.decimals$}{unit}").replace('-', "−")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: &Axis) -> Vec<String> {
        axis.ticks(5).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn ticks_stand_at_round_values_inside() {
        assert_eq!(names(&Axis::new("", 0.0, 52.0)), ["0", "20", "40"]);
        assert_eq!(
            names(&Axis::new("", 0.0, 0.35)),
            ["0.0", "0.1", "0.2", "0.3"]
        );
        assert_eq!(names(&Axis::new("", -3.0, 3.0)), ["−2", "0", "2"]);
        assert_eq!(
            names(&Axis::new("", 0.5, 2.5).whole()),
            ["1", "2"],
            "there are no halves of what is counted"
        );
        assert_eq!(names(&Axis::shares("", 0.14)), ["0%", "5%", "10%"]);
        assert_eq!(
            names(&Axis::log("", 30.0, 200_000.0)),
            ["100", "1,000", "10,000", "100,000"]
        );
        assert_eq!(
            names(&Axis::log("", 1.0, 20.0)),
            ["1", "2", "5", "10", "20"]
        );
    }

    #[test]
    fn values_of_any_kind_have_a_place() {
        for axis in [
            Axis::new("", 0.0, 0.0),
            Axis::log("", 0.0, 0.0),
            Axis::new("", 1.0, f64::INFINITY),
        ] {
            for value in [0.0, -1.0, 1e308, f64::NAN, f64::INFINITY] {
                let share = axis.share(value);
                assert!((0.0..=1.0).contains(&share), "{axis:?} {value}: {share}");
            }
            assert!(axis.ticks(5).len() <= 11, "{axis:?}");
        }
        let log = Axis::log("", 1.0, 100.0);
        assert!((log.share(10.0) - 0.5).abs() < 1e-12);
        let log = log.falling();
        assert!(log.share(100.0) < 1e-12 && log.share(1.0) > 1.0 - 1e-12);
    }
}
