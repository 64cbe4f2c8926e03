//! The part of the record that says what a bet on an event would gain.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use text::names::figure;

/// An event on which somebody bets: how often it came up, beside its fair chance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stake {
    /// The stake as it was typed.
    pub of: String,
    /// The event in words.
    pub words: String,
    /// The gain of a bet of 1 that wins; absent where no odds were named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// The chance after an ideal shuffle, or the share of ideal decks that had it.
    pub fair: f64,
    /// How that is known, in words.
    pub by: String,
    /// Limits of the fair chance; absent where it is known exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair_within: Option<[f64; 2]>,
    /// Hands, or cases among draws, in which the event came up.
    pub hits: u64,
    /// Hands, or cases among draws, that were looked at.
    pub hands: u64,
    /// The cases among draws, in words; absent of decks and hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cases: Option<String>,
    /// Limits of the chance.
    pub limits: [f64; 2],
    /// The probability with which the limits of all stakes of the routine hold together.
    pub confidence: f64,
    /// Limits of the edge: with odds, how much more a bet of 1 gains than it should; without, how much the chance exceeds
    /// the fair one, as a share of it. Absent where that is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<[f64; 2]>,
    /// Its place beside the tolerance that was named; absent where none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// Limits of the edge of a bet, where its chance and the fair one have these limits: with odds, how much more a bet of 1 gains
/// than it should; without, how much the chance exceeds the fair one, as a share of it. `None` where that is nothing.
pub(crate) fn edge(
    odds: Option<f64>,
    [low, high]: [f64; 2],
    [least, most]: [f64; 2],
) -> Option<[f64; 2]> {
    match odds {
        Some(odds) => Some([(odds + 1.0) * (low - most), (odds + 1.0) * (high - least)]),
        None if least > 0.0 => Some([low / most - 1.0, high / least - 1.0]),
        None => None,
    }
}

/// A stake beside a tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Its limits lie within the tolerance.
    Within,
    /// They lie beyond it.
    Beyond,
    /// They do not tell.
    Undecided,
}

impl Stake {
    /// The share of hands in which the event came up; `None` where none was looked at.
    pub fn seen(&self) -> Option<f64> {
        (self.hands > 0).then(|| self.hits as f64 / self.hands as f64)
    }

    /// The least and the greatest fair chance.
    pub fn fair_limits(&self) -> [f64; 2] {
        self.fair_within.unwrap_or([self.fair; 2])
    }

    /// The edge that the limits of the chance leave.
    #[must_use]
    pub fn with_edge(self) -> Self {
        let edge = edge(self.odds, self.limits, self.fair_limits());
        Self { edge, ..self }
    }

    /// Its place beside a tolerance.
    pub fn under(&self, tolerance: Tolerance) -> Standing {
        let ([low, high], [least, most]) = (self.limits, self.fair_limits());
        let (off, by) = match tolerance {
            Tolerance::Points(by) => (Some([low - most, high - least]), by),
            Tolerance::Edge(by) => (self.edge, by),
        };
        match off {
            Some([low, high]) if low >= -by && high <= by => Standing::Within,
            Some([low, high]) if low > by || high < -by => Standing::Beyond,
            // An event that cannot come up, and did; or never does.
            None if low > most => Standing::Beyond,
            None if high <= least => Standing::Within,
            _ => Standing::Undecided,
        }
    }
}

/// How far a stake may be off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tolerance {
    /// The edge of a bet, as a share of what is staked: `1%`.
    Edge(f64),
    /// The chance itself: `1pt` is a hundredth.
    Points(f64),
}

/// Says what is no tolerance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found `{0}`; accepted: an edge such as 1%, or points of a chance such as 1pt")]
pub struct NoTolerance(String);

impl Tolerance {
    /// `1% of what is staked`, `1 point`.
    pub fn in_words(self) -> String {
        match self {
            Self::Edge(_) => format!("{self} of what is staked"),
            Self::Points(by) => match figure(100.0 * by, 6).as_str() {
                "1" => "1 point".to_owned(),
                points => format!("{points} points"),
            },
        }
    }
}

impl FromStr for Tolerance {
    type Err = NoTolerance;

    fn from_str(text: &str) -> Result<Self, NoTolerance> {
        let number = |end: &str| {
            let number = text
                .trim()
                .strip_suffix(end)?
                .trim_end()
                .parse::<f64>()
                .ok()?;
            (number > 0.0 && number <= 100.0).then_some(number / 100.0)
        };
        let edge = number("%").map(Self::Edge);
        let points = || number("pt").or_else(|| number("pts")).map(Self::Points);
        edge.or_else(points)
            .ok_or_else(|| NoTolerance(text.escape_debug().to_string()))
    }
}

/// Writes `1%`, `0.5pt`.
impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edge(by) => write!(f, "{}%", figure(100.0 * by, 6)),
            Self::Points(by) => write!(f, "{}pt", figure(100.0 * by, 6)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stake(limits: [f64; 2], odds: Option<f64>) -> Stake {
        Stake {
            of: String::new(),
            words: String::new(),
            odds,
            fair: 0.2,
            by: String::new(),
            fair_within: None,
            hits: 20,
            hands: 100,
            cases: None,
            limits,
            confidence: 0.999,
            edge: None,
            standing: None,
        }
        .with_edge()
    }

    #[test]
    fn an_edge_is_in_units_of_the_stake() {
        let close = |edge: Option<[f64; 2]>, expected: [f64; 2]| {
            let both = edge.unwrap().into_iter().zip(expected);
            assert!(
                both.into_iter().all(|(a, b)| (a - b).abs() < 1e-12),
                "{edge:?}"
            );
        };
        close(stake([0.19, 0.22], Some(4.0)).edge, [-0.05, 0.1]);
        close(stake([0.19, 0.22], None).edge, [-0.05, 0.1]);
        let impossible = Stake {
            fair: 0.0,
            ..stake([0.01, 0.02], None)
        };
        let impossible = impossible.with_edge();
        assert_eq!(impossible.edge, None);
        assert_eq!(impossible.under(Tolerance::Edge(0.01)), Standing::Beyond);
        let never = Stake {
            limits: [0.0; 2],
            ..impossible
        };
        assert_eq!(never.under(Tolerance::Edge(0.01)), Standing::Within);
    }

    #[test]
    fn a_tolerance_decides_where_limits_do() {
        let edge: Tolerance = "10%".parse().unwrap();
        for (limits, expected) in [
            ([0.19, 0.21], Standing::Within),
            ([0.19, 0.23], Standing::Undecided),
            ([0.23, 0.25], Standing::Beyond),
            ([0.10, 0.15], Standing::Beyond),
        ] {
            assert_eq!(stake(limits, None).under(edge), expected, "{limits:?}");
        }
        let points: Tolerance = "1.5pt".parse().unwrap();
        assert_eq!(
            stake([0.19, 0.21], Some(6.0)).under(points),
            Standing::Within
        );
        for text in ["", "1", "0%", "-1%", "200%", "1 percent", "nan%"] {
            assert!(text.parse::<Tolerance>().is_err(), "{text}");
        }
        assert_eq!(
            (edge.to_string(), points.to_string()),
            ("10%".into(), "1.5pt".into())
        );
    }
}
