//! Subjects by the number of their hands in which an event came up, and limits of its chance.

use std::ops::RangeInclusive;

use laws::beta::{clopper_pearson_lower, clopper_pearson_upper};
use laws::bounded_mean::empirical_bernstein;

use super::wager;

/// The cases of which an event has a share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cases {
    /// Hands of each subject, so many: or each draw, of which there is one a subject.
    Hands(usize),
    /// Single draws, of which there may be as many as somebody liked.
    Draws,
    /// Independent rows, each with a chance of its own.
    Rows,
    /// Draws after some symbols: how many there are depends on the draws.
    Next,
    /// Waits: how many there are depends on how long they take, and one may not be decided yet.
    Waits,
    /// Neighbouring draws, two by two, which share a draw with those before and after; the second may not be drawn yet.
    Pairs,
}

impl Cases {
    /// Cells that count them: by hits from 0, then the waits or pairs that began, or draws of streams whose end is not known.
    pub fn cells(self) -> usize {
        match self {
            Self::Hands(hands) => hands + 1,
            Self::Rows | Self::Next => 2,
            Self::Draws | Self::Waits | Self::Pairs => 3,
        }
    }

    /// Hands of each case.
    pub fn hands(self) -> usize {
        match self {
            Self::Hands(hands) => hands,
            Self::Draws | Self::Rows | Self::Next | Self::Waits | Self::Pairs => 1,
        }
    }

    /// The share of a case that bets may count. Every other pair of neighbouring draws has no draw in common with the last: bets
    /// on these are fair, and so are bets on the others between. The root of the product of both capitals has a mean of 1 at
    /// most, as Cauchy and Schwarz say, and counts half of each pair.
    pub fn weight(self) -> f64 {
        if self == Self::Pairs { 0.5 } else { 1.0 }
    }

    /// True if the number of cases does not depend on what came up.
    fn are_set(self) -> bool {
        matches!(self, Self::Hands(_) | Self::Draws | Self::Rows)
    }
}

/// Subjects by the number of their hands in which an event came up, from 0; or cases among draws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    by_hits: Vec<u64>,
    /// Cases that began and are not decided.
    open: u64,
    cases: Cases,
}

impl Counted {
    /// The counts of several stakes, by the cases of each, from their cells one after the other.
    pub(super) fn each(mut cells: &[u64], cases: impl Iterator<Item = Cases>) -> Vec<Self> {
        let each = cases.map(|cases| {
            let (own, others) = cells.split_at(cases.cells());
            cells = others;
            let (by_hits, more) = own.split_at(cases.hands() + 1);
            let decided: u64 = by_hits.iter().sum();
            let more = more.first().copied().unwrap_or(0);
            // Whoever may stop as he likes chooses how many draws there are.
            let (cases, open) = match cases {
                Cases::Draws if more > 0 => (Cases::Next, 0),
                Cases::Draws => (cases, 0),
                _ => (cases, more.saturating_sub(decided)),
            };
            Self {
                by_hits: by_hits.to_vec(),
                open,
                cases,
            }
        });
        each.collect()
    }

    pub(super) fn new(by_hits: &[u64]) -> Self {
        Self {
            by_hits: by_hits.to_vec(),
            open: 0,
            cases: Cases::Hands(by_hits.len() - 1),
        }
    }

    /// So many independent cases, each with a chance of its own, and those in which the event came up.
    pub(super) fn mixed(hits: u64, cases: u64) -> Self {
        Self {
            cases: Cases::Rows,
            ..Self::new(&[cases - hits, hits])
        }
    }

    /// True if each case has a chance of its own.
    pub(super) fn is_mixed(&self) -> bool {
        self.cases == Cases::Rows
    }

    /// True if the number of cases does not depend on what came up.
    pub(super) fn is_set(&self) -> bool {
        self.cases.are_set()
    }

    /// The cases that were counted.
    pub(super) fn cases(&self) -> Cases {
        self.cases
    }

    /// Cases that began and are not decided.
    pub(super) fn open(&self) -> u64 {
        self.open
    }

    /// The counts if all cases that are open came up, or if none did.
    pub(super) fn closed(&self, came_up: bool) -> Self {
        self.closed_with(if came_up { self.open } else { 0 })
    }

    /// The counts if so many cases of those that are open came up.
    pub(super) fn closed_with(&self, came_up: u64) -> Self {
        let mut by_hits = self.by_hits.clone();
        by_hits[1.min(self.hands())] += came_up;
        by_hits[0] += self.open - came_up;
        Self {
            by_hits,
            open: 0,
            cases: self.cases,
        }
    }

    /// Subjects by their hits, from 0.
    pub(super) fn by_hits(&self) -> &[u64] {
        &self.by_hits
    }

    /// Hands of each subject.
    pub fn hands(&self) -> usize {
        self.by_hits.len() - 1
    }

    /// Subjects that were looked at.
    pub fn subjects(&self) -> u64 {
        self.by_hits.iter().sum()
    }

    /// Hands that were looked at.
    pub fn looked_at(&self) -> u64 {
        self.subjects() * self.hands() as u64
    }

    /// Hands in which the event came up.
    pub fn hits(&self) -> u64 {
        (0..)
            .zip(&self.by_hits)
            .map(|(hits, subjects)| hits * subjects)
            .sum()
    }

    /// The share of hands in which it came up; not a number where there are none.
    pub fn share(&self) -> f64 {
        self.hits() as f64 / self.looked_at() as f64
    }

    /// The share of a subject's hands, and the subjects that have it.
    pub(super) fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        let hands = self.hands() as f64;
        let shares = (0_u32..).zip(&self.by_hits);
        shares.map(move |(hits, subjects)| (f64::from(hits) / hands, *subjects as f64))
    }

    /// The sample variance of the share of a subject's hands.
    pub(super) fn variance(&self) -> f64 {
        let (mean, subjects) = (self.share(), self.subjects() as f64);
        let squares = self
            .shares()
            .map(|(share, of)| of * (share - mean) * (share - mean));
        squares.sum::<f64>() / (subjects - 1.0).max(1.0)
    }

    /// Limits of the chance, in independent subjects, of which both hold with a probability of at least 1 - `error`.
    ///
    /// The exact limits of a binomial law are of a number of cases that was fixed. Where that number depends on what came up,
    /// as that of waits in so many draws, they are those of all numbers at once. Where each case has a chance of its own, they
    /// are of the mean chance: the tails of its law are no heavier than the binomial ones (Hoeffding, 1956, theorem 4), except
    /// less than one case from the mean, where one case in which it came up, or did not, has a tail that Markov's inequality bounds.
    pub fn limits(&self, error: f64, centre: f64) -> RangeInclusive<f64> {
        let subjects = self.subjects();
        if subjects == 0 {
            return 0.0..=1.0;
        }
        if !self.is_set() {
            return self.limits_at_any_time(error, centre);
        }
        if self.hands() == 1 {
            let hits = self.hits();
            let mut low = clopper_pearson_lower(hits, subjects, 0.5 * error);
            let mut high = clopper_pearson_upper(hits, subjects, 0.5 * error);
            let of_one = 0.5 * error / subjects as f64;
            if self.is_mixed() && hits == 1 {
                low = low.min(of_one);
            }
            if self.is_mixed() && subjects - hits == 1 {
                high = high.max(1.0 - of_one);
            }
            return low..=high;
        }
        // Few subjects have the narrower limits of bets, many those of Maurer and Pontil; both hold.
        let bets = self.limits_at_any_time(0.5 * error, centre);
        let bernstein = empirical_bernstein((self.share(), self.variance()), subjects, 0.5 * error);
        bets.start().max(*bernstein.start())..=bets.end().min(*bernstein.end())
    }

    /// Limits of the mean chance of each subject's hands, given all subjects before it, that hold at all numbers of subjects
    /// at once with a probability of at least 1 - `error`, whatever that chance does. `centre` is the fair chance, or another that
    /// was named before any subject was seen.
    pub fn limits_at_any_time(&self, error: f64, centre: f64) -> RangeInclusive<f64> {
        wager::sequence(self, centre, error)
    }
}
