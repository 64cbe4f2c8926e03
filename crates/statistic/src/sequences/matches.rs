//! Matches far back: is a draw the same as the one L before it too often, for any L up to half of all draws?
//!
//! If all symbols are equally likely, the matches of all pairs at one lag are independent, also where a draw is in two pairs,
//! and so binomial. Otherwise they are not, and only pairs that share no draw are counted: L draws with the L after
//! them, and so on. p is multiplied by the number of lags (Bonferroni).
//!
//! Symbols whose shares are not the stated ones match at all lags, and shares that change slowly at all near ones. So a lag
//! counts only where it also departs from the 32 lags around it (Fisher's exact test, 1935): the larger of both p-values.

use std::ops::Range;

use super::first_draws::{FIRST_DRAWS, MOST_SYMBOLS, first_draws};
use super::{WEIGHTS, weights};
use crate::counter::AnyCounter;
use crate::grain::LAG;
use crate::law::too_few;
use crate::suite::Suite;
use crate::{
    Assessment, Column, Compares, Design, Detectable, Effort, Evidence, Feature, Kind, Outcome,
    POWER, Statistic, Test,
};
use deck::subject::{self, Weights};
use laws::fit::binomial_tails;
use laws::hypergeometric;
use laws::power::normal_shift;
use laws::tail::PValue;
use text::figures::{Declaration, json};
use text::names::grouped;

pub(crate) const KIND: Kind = Kind {
    name: "far-matches",
    about: "is a draw the same as the one L before it too often or too seldom, for any L up to half of all draws, at most 65,536?",
    plain: "draws that repeat ones far back",
    causes: "a generator with a short period or a bad low bit; a list that is played again; a rule that looks far back",
    example: "Two fair coins match in half of all cases, however many throws lie between. Of 10,000 throws that repeat the one twelve before in a tenth of all cases, 55% match it.",
    compares: &Compares::Nothing,
    source: "Knuth (1997), The Art of Computer Programming 2, 3.3.2 K (serial correlation test), with matches in the place of products",
    parameters: &[WEIGHTS],
    cards: 2..=MOST_SYMBOLS,
    covers: &[Feature::FarMatches],
    suite: Some(Suite::Standard),
    on: subject::Kind::SEQUENCE,
    lagged: false,
    build: |params, _| Ok(Box::new(FarMatches::new(&weights(params)?))),
};

/// Lags on either side with which one is compared.
const AROUND: usize = 16;

/// The lags that stand out most are looked at exactly: so many from what is fair, and so many from those around.
const CANDIDATES: usize = 8;

/// Fewer draws tell nothing of any lag.
const FEWEST_DRAWS: usize = 100;

#[derive(Debug)]
struct FarMatches {
    /// The probability that two draws match.
    fair: f64,
    equal: bool,
}

/// The matches at one lag: of how many pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Matches {
    lag: usize,
    hits: u64,
    of: u64,
}

impl Matches {
    /// Those of all pairs at that lag.
    fn of(draws: &[u8], lag: usize) -> Self {
        Self {
            lag,
            hits: equal(draws, &draws[lag..]),
            of: (draws.len() - lag) as u64,
        }
    }

    /// Those of pairs that share no draw.
    fn apart(draws: &[u8], lag: usize) -> Self {
        let mut found = Self {
            lag,
            hits: 0,
            of: 0,
        };
        for part in draws.chunks(2 * lag) {
            if let Some((first, second)) = part.split_at_checked(lag) {
                found.hits += equal(first, second);
                found.of += second.len() as u64;
            }
        }
        found
    }

    fn share(self) -> f64 {
        self.hits as f64 / self.of.max(1) as f64
    }

    /// How far the share is from `from`, in standard deviations of pairs that match with probability `fair`.
    fn off(self, from: f64, fair: f64) -> f64 {
        (self.share() - from).abs() * (self.of as f64 / (fair * (1.0 - fair))).sqrt()
    }
}

/// The number of places at which both have the same.
fn equal(one: &[u8], other: &[u8]) -> u64 {
    // A byte holds the count of a part.
    const PART: usize = 255;
    let parts = one.chunks(PART).zip(other.chunks(PART));
    let counts = parts.map(|(one, other)| {
        let same = one.iter().zip(other).map(|(a, b)| u8::from(a == b));
        same.fold(0_u8, u8::wrapping_add)
    });
    counts.map(u64::from).sum()
}

impl FarMatches {
    fn new(weights: &Weights) -> Self {
        let each = weights.get();
        Self {
            fair: weights.law().iter().map(|p| p * p).sum(),
            equal: each.iter().all(|weight| *weight == each[0]),
        }
    }

    /// The matches at all lags.
    fn all(draws: &[u8]) -> Vec<Matches> {
        let lags = 1..=draws.len() / 2;
        lags.map(|lag| Matches::of(draws, lag)).collect()
    }

    /// The lags around one, by its place in the list.
    fn around(at: usize, lags: usize) -> Range<usize> {
        let most = (2 * AROUND + 1).min(lags);
        let first = at.saturating_sub(AROUND).min(lags - most);
        first..first + most
    }

    /// The places in `all` of the lags that stand out most.
    fn candidates(&self, all: &[Matches]) -> Vec<usize> {
        // The sum of the first ones, for each number of them.
        let sums = |of: fn(&Matches) -> u64| -> Vec<u64> {
            let each = all.iter().scan(0, |sum, found| {
                *sum += of(found);
                Some(*sum)
            });
            std::iter::once(0).chain(each).collect()
        };
        let (total, pairs) = (sums(|found| found.hits), sums(|found| found.of));
        let nearby = |at: usize| {
            let Range { start, end } = Self::around(at, all.len());
            let hits = total[end] - total[start] - all[at].hits;
            let of = pairs[end] - pairs[start] - all[at].of;
            hits as f64 / of.max(1) as f64
        };
        let mut chosen = Vec::new();
        let from_fair = |at: usize| all[at].off(self.fair, self.fair);
        let from_nearby = |at: usize| all[at].off(nearby(at), self.fair);
        for off in [&from_fair as &dyn Fn(usize) -> f64, &from_nearby] {
            let mut places: Vec<(f64, usize)> = (0..all.len()).map(|at| (off(at), at)).collect();
            places.sort_by(|a, b| b.0.total_cmp(&a.0));
            chosen.extend(places.into_iter().take(CANDIDATES).map(|(_, at)| at));
        }
        chosen
    }

    /// The larger of the two p-values of one lag, and its matches.
    fn p(&self, draws: &[u8], all: &[Matches], at: usize) -> (f64, Matches) {
        // Shares that are not the stated ones make pairs that share a draw depend on each other.
        let apart = Matches::apart(draws, all[at].lag);
        let found = if self.equal { all[at] } else { apart };
        let ideal = binomial_tails(found.hits, found.of - found.hits, self.fair).two_sided();
        // These compare nearly the same draws, since shares may change.
        let around = Self::around(at, all.len()).filter(|other| *other != at);
        let (mut hits, mut of) = (0, 0);
        for other in around {
            let other = Matches::apart(draws, all[other].lag);
            hits += other.hits;
            of += other.of;
        }
        let nearby = hypergeometric::tails([apart.hits, hits], [apart.of, of]).two_sided();
        (ideal.max(nearby), found)
    }
}

impl Statistic for FarMatches {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Sequences(FIRST_DRAWS)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![LAG]
    }

    fn effort(&self) -> Effort {
        Effort::Learns
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("lag", "draws"),
            Declaration::number("matches", "share of draws"),
            Declaration::number("fair_matches", "share of draws").known(),
            Declaration::whole("lags", "lags"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let title = (LAG, "matches far back".to_owned());
        let draws = first_draws(evidence.tally);
        let all = if draws.len() < FEWEST_DRAWS {
            Vec::new()
        } else {
            Self::all(&draws)
        };
        let tried = self.candidates(&all).into_iter();
        let found = tried
            .map(|at| self.p(&draws, &all, at))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let figures = json!({
            "lag": found.map(|(_, matches)| matches.lag),
            "matches": found.map(|(_, matches)| matches.share()),
            "fair_matches": self.fair,
            "lags": all.len(),
        });
        let test = match found {
            None => too_few(title, FEWEST_DRAWS as u64),
            Some((p, matches)) => {
                let lags = all.len() as f64;
                let (seen, fair) = (100.0 * matches.share(), 100.0 * self.fair);
                let back = grouped(matches.lag as u64);
                // The largest lags have the fewest pairs.
                let fewest = draws.len() as f64 / if self.equal { 2.0 } else { 4.0 };
                let deviation = (self.fair * (1.0 - self.fair) / fewest).sqrt();
                Test {
                    value: Some(matches.share()),
                    outcome: Outcome::P(PValue::new((lags * p).min(1.0))),
                    detectable: Some(Detectable {
                        value: normal_shift(evidence.level / lags, POWER) * deviation,
                        unit: "of the share of draws that match one so far back".to_owned(),
                    }),
                    words: format!(
                        "{seen:.2}% of draws are the same as the one {back} before; {fair:.2}% is fair"
                    ),
                    ..too_few(title, 0)
                }
            }
        };
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::first_draws::testing;
    use super::*;
    use deck::rng::{Draws as _, PcgDraws};
    use laws::testing::binomial_upper;

    fn p(
        weights: &[u32],
        draws: usize,
        seed: u64,
        next: impl FnMut(&[u16], &mut PcgDraws) -> u16,
    ) -> (f64, String) {
        testing::tested(KIND.name, weights, (draws, seed), next)
    }

    fn of_weights(weights: &[u32]) -> impl Fn(&mut PcgDraws) -> u16 {
        let total = weights.iter().sum();
        move |random| {
            let mut left = random.below(total);
            let at = weights.iter().position(|weight| {
                let here = left < *weight;
                left = left.wrapping_sub(*weight);
                here
            });
            at.unwrap_or(0) as u16
        }
    }

    #[test]
    fn matches_are_those_of_a_plain_count() {
        let mut random = PcgDraws::for_batch(3, "far matches", 0, 0);
        let draws: Vec<u8> = (0..1000).map(|_| random.below(3) as u8).collect();
        for lag in [1, 7, 255, 499] {
            let hits = (lag..1000).filter(|at| draws[*at] == draws[at - lag]);
            let found = Matches::of(&draws, lag);
            assert_eq!(
                (found.hits, found.of),
                (hits.count() as u64, 1000 - lag as u64)
            );
            let first = |at: &usize| (at / lag).is_multiple_of(2) && at + lag < 1000;
            let hits = (0..1000).filter(|at| first(at) && draws[*at] == draws[at + lag]);
            let found = Matches::apart(&draws, lag);
            let of = (0..1000).filter(first).count();
            assert_eq!((found.hits, found.of), (hits.count() as u64, of as u64));
        }
    }

    #[test]
    fn fair_draws_fail_as_seldom_as_the_level_says() {
        const RUNS: u64 = 300;
        for (weights, draws) in [
            (&[1, 1][..], 400),
            (&[1; 7], 1500),
            (&[50, 25, 20, 5], 1500),
        ] {
            let next = of_weights(weights);
            let found = (0..RUNS).map(|seed| p(weights, draws, seed, |_, random| next(random)).0);
            let found: Vec<f64> = found.collect();
            for level in [0.05, 0.01] {
                let fails = found.iter().filter(|p| **p <= level).count() as u64;
                let chance = binomial_upper(fails, RUNS, level);
                assert!(chance > 1e-3, "{weights:?}: {fails} of {RUNS} at {level}");
            }
        }
    }

    #[test]
    fn copies_at_any_lag_are_found_with_it() {
        for (weights, lag) in [
            (&[1, 1][..], 12),
            (&[1, 1], 5000),
            (&[1; 6], 300),
            (&[50, 25, 20, 5], 40),
        ] {
            let next = of_weights(weights);
            let (p, words) = p(weights, 20_000, 5, |drawn, random| {
                let fresh = next(random);
                let copied = random.below(5) == 0;
                match drawn.len().checked_sub(lag) {
                    Some(at) if copied => drawn[at],
                    _ => fresh,
                }
            });
            assert!(p < 1e-9, "{weights:?}, {lag}: {p}");
            let named = format!("the one {} before", grouped(lag as u64));
            assert!(words.contains(&named), "{words}");
        }
    }

    #[test]
    fn other_shares_and_slow_changes_are_not_said_to_repeat() {
        const RUNS: u64 = 40;
        let others = of_weights(&[12, 2, 1, 1]);
        let fails = |source: &dyn Fn(&[u16], &mut PcgDraws) -> u16| {
            let found = (0..RUNS).map(|seed| p(&[1; 4], 8000, seed, source).0);
            found.filter(|p| *p <= 0.01).count() as u64
        };
        let shares = fails(&|_, random| others(random));
        let drifting = fails(&|drawn, random| {
            if random.below(8000) < drawn.len() as u32 {
                others(random)
            } else {
                random.below(4) as u16
            }
        });
        for fails in [shares, drifting] {
            assert!(
                binomial_upper(fails, RUNS, 0.01) > 1e-3,
                "{fails} of {RUNS}"
            );
        }
    }
}
