//! `socks`: the most socks without a mate while a basket is emptied sock by sock; the findings.

use serde::{Deserialize, Serialize};

/// Every left sock is a mate of every right one.
pub const FEET: &str = "left-right";

/// The name of the question.
pub const NAME: &str = "socks";

/// The most socks that lie aside without a mate at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Socks {
    /// Pairs in the basket.
    pub pairs: usize,
    /// `distinct` or `left-right`.
    pub kind: String,
    /// The mean of the most socks aside.
    pub mean: f64,
    /// The same as a fraction, for few pairs.
    pub mean_exact: Option<String>,
    /// The standard deviation.
    pub standard_deviation: f64,
    /// The law, as far as it is likely.
    pub values: Vec<Most>,
    /// The number of arrangements that are equally likely, for few pairs: (2n−1)!! matchings of distinct socks, C(2n, n)
    /// orders of left and right ones.
    pub arrangements: Option<String>,
    /// Formulas for the mean, of left and right socks.
    pub formulas: Option<Formulas>,
    /// The conjecture for all numbers of pairs, if that was asked for.
    pub scan: Option<Scan>,
}

/// A value of the most socks aside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Most {
    /// The value.
    pub value: usize,
    /// The number of arrangements that have it, for few pairs.
    pub arrangements: Option<String>,
    /// Its probability.
    pub probability: f64,
    /// The probability of so many or more.
    pub at_least: f64,
}

/// The mean beside formulas.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Formulas {
    /// √(π n) ln 2 − ½.
    pub asymptote: f64,
    /// The mean less that.
    pub rest: f64,
    /// √π ln 2, its factor of √n.
    pub factor: f64,
    /// √(3n/2), a conjecture.
    pub conjecture: f64,
    /// The mean less that.
    pub error: f64,
    /// √(3/2), its factor of √n.
    pub conjectured_factor: f64,
}

/// The mean less √(3n/2), for all n from 1 on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scan {
    /// The n at which it is largest in size.
    pub largest_at: usize,
    /// Its size there.
    pub largest: f64,
    /// The n at which it has another sign than at n − 1.
    pub sign_changes: Vec<usize>,
    /// The first n at which it is ½ or more in size.
    pub half_at: Option<usize>,
    /// The n from which on it is so up to the last one.
    pub half_from: Option<usize>,
    /// The largest size of the mean less √(π n) ln 2 − ½, times √n.
    pub largest_rest_times_root: f64,
}
