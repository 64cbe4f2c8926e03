//! Limits that a figure sets to the truth behind it, with which claims are decided.

use super::{Number, Value};
use crate::spec::claim::End;
use laws::beta::{clopper_pearson_lower, clopper_pearson_upper};
use laws::tail::normal_quantile_upper;
use text::judgement::ClaimVerdict;

/// Exact figures are sums of many floating-point products; closer than this, relatively, they are
/// equal.
const EXACT_TOLERANCE: f64 = 1e-9;

/// The fewest independent values whose mean has limits by its standard error.
pub(crate) const FEWEST_FOR_NORMAL: u64 = 500;

/// The share of the error that the normal law is given: means of skewed values leave their limits more often than
/// it says. With 500 values of a Poisson law of mean 1, which is that of the cards that keep their place, the limits
/// for .05, .01 and .001 miss the truth in .026, .0056 and .0007 (400,000 means simulated); with the whole of the
/// error it would be up to 1.4 times too often.
const NORMAL_SHARE: f64 = 0.5;

/// The relation of a figure to the truth behind it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Kind {
    /// It is a number of this run alone: what it says of other decks is not known.
    #[default]
    OfThisRun,
    /// It estimates the truth with its standard error, by the normal law.
    Mean,
    /// It is a share of independent trials: its limits are those of Clopper and Pearson (1934).
    Share {
        /// The trials that had it.
        hits: u64,
        /// All trials.
        of: u64,
    },
    /// The truth is at least this.
    LowerLimit,
    /// The truth is at most this.
    UpperLimit,
}

/// A figure's number on the side that decides, and the limits between which the truth is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Side {
    /// The number.
    pub value: f64,
    /// The truth is at least this; −∞ if nothing is known.
    pub low: f64,
    /// The truth is at most this; ∞ if nothing is known.
    pub high: f64,
    /// Differences up to this are rounding.
    pub tolerance: f64,
    /// True if the number needs no simulation.
    pub exact: bool,
}

impl Side {
    /// The exact side of a figure.
    pub(crate) fn of_exact(value: &Value) -> Option<Self> {
        let exact = value.exact.and_then(Number::one)?;
        let (mut low, mut high) = (exact, exact);
        match value.kind {
            Kind::LowerLimit => high = f64::INFINITY,
            Kind::UpperLimit => low = f64::NEG_INFINITY,
            Kind::OfThisRun | Kind::Mean | Kind::Share { .. } => {}
        }
        Some(Self {
            value: exact,
            low,
            high,
            tolerance: EXACT_TOLERANCE * exact.abs().max(1e-3),
            exact: true,
        })
    }

    /// The simulated side of a figure; the truth is outside its limits with probability `error` at most.
    pub(crate) fn of_measured(value: &Value, error: f64) -> Option<Self> {
        let measured = value.measured.and_then(Number::one)?;
        let (low, high) = match value.kind {
            Kind::OfThisRun => (f64::NEG_INFINITY, f64::INFINITY),
            Kind::Mean => match value.standard_error {
                // Values that are all alike say nothing of how far their mean is from the truth.
                Some(noise) if noise > 0.0 => {
                    let noise = normal_quantile_upper(0.5 * NORMAL_SHARE * error) * noise;
                    (measured - noise, measured + noise)
                }
                _ => (f64::NEG_INFINITY, f64::INFINITY),
            },
            Kind::Share { hits, of } => (
                clopper_pearson_lower(hits, of, 0.5 * error),
                clopper_pearson_upper(hits, of, 0.5 * error),
            ),
            Kind::LowerLimit => (measured, f64::INFINITY),
            Kind::UpperLimit => (f64::NEG_INFINITY, measured),
        };
        Some(Self {
            value: measured,
            low,
            high,
            tolerance: 0.0,
            exact: false,
        })
    }

    /// The same beside a bound. An exact value is compared with a bound other than 0 relatively: beside the floor that rounding
    /// has near 0, 2^-52 would be no less than 2^-64. A bound of 0 keeps that floor, as sums that should be 0 seldom are.
    pub(crate) fn beside(&self, bound: f64) -> Self {
        if !self.exact || bound == 0.0 {
            return *self;
        }
        Self {
            tolerance: EXACT_TOLERANCE * self.value.abs().max(bound.abs()),
            ..*self
        }
    }

    /// Returns true if anything is known of the truth.
    pub(crate) fn has_limits(&self) -> bool {
        self.low.is_finite() || self.high.is_finite()
    }

    /// The distance by which it is above another. The limits are joined by the squares of their
    /// distances (Zou and Donner 2008), as errors of independent figures are.
    pub fn above(&self, other: &Self) -> Self {
        let value = self.value - other.value;
        Self {
            value,
            low: value - libm::hypot(self.value - self.low, other.high - other.value),
            high: value + libm::hypot(self.high - self.value, other.value - other.low),
            tolerance: libm::hypot(self.tolerance, other.tolerance),
            exact: self.exact && other.exact,
        }
    }

    /// The distance by which it is above a number that is known.
    pub(crate) fn above_number(&self, number: f64) -> Self {
        Self {
            value: self.value - number,
            low: self.low - number,
            high: self.high - number,
            ..*self
        }
    }

    /// Seen from the given end: positive where it was, or the other way round.
    pub(crate) fn towards(&self, end: End) -> Self {
        match end {
            End::Largest => *self,
            End::Smallest => Self {
                value: -self.value,
                low: -self.high,
                high: -self.low,
                ..*self
            },
        }
    }

    /// Judges that the difference is at most `within`: certain, excluded, or neither; then it is not refuted if
    /// the difference can be zero.
    pub(crate) fn no_farther_than(&self, within: f64) -> ClaimVerdict {
        let within = within + self.tolerance;
        if -within <= self.low && self.high <= within {
            ClaimVerdict::Confirmed
        } else if self.high < -within || within < self.low {
            ClaimVerdict::Refuted
        } else if self.low <= 0.0
            && 0.0 <= self.high
            && (self.has_limits() || self.value.abs() <= within)
        {
            ClaimVerdict::NotRefuted
        } else {
            ClaimVerdict::Undecided
        }
    }
}
