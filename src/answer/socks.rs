//! `socks`: the most socks without a mate while a basket is emptied sock by sock.

use serde::{Deserialize, Serialize};

use super::page::{LAW_ROWS, Page, figure, largest_in_order};
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read};
use crate::exact::null::fraction;
use crate::exact::puzzles::socks::{Share, distinct, feet};
use crate::names::{grouped, significant};
use crate::params::ParamError;

/// Every sock has one mate.
const DISTINCT: &str = "distinct";

/// Every left sock is a mate of every right one.
const FEET: &str = "left-right";

pub(super) const QUESTION: Kind = Kind {
    name: "socks",
    about: "The most socks without a mate while a basket is emptied sock by sock",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "pairs",
            "N",
            Read::Whole(1..=feet::MOST_PAIRS as u64),
            "Pairs of socks in the basket",
        )
        .required(),
        Parameter::new(
            "kind",
            "KIND",
            Read::Word(|| vec![DISTINCT, FEET]),
            "Socks with one mate each (distinct), or of which each left one fits each right one (left-right)",
        )
        .default(DISTINCT),
        Parameter::new(
            "scan",
            "",
            Read::Flag,
            "Compare the mean with sqrt(3n/2) for all n up to this one (left-right)",
        ),
    ],
    ask: |given| {
        let (pairs, kind): (usize, String) = (given.value("pairs"), given.value("kind"));
        let scan = given.get("scan").unwrap_or(false);
        let within = |key: &str, problem: String| ParamError::Within {
            key: key.to_owned(),
            problem,
        };
        if kind == FEET {
            return ask(move |_| Ok(Socks::of_feet(pairs, scan)));
        }
        if pairs > distinct::MOST_PAIRS {
            let problem = format!(
                "found {pairs}; accepted for distinct pairs: a whole number from 1 to {} (up to {} with kind = \"{FEET}\")",
                distinct::MOST_PAIRS,
                feet::MOST_PAIRS
            );
            return Err(within("pairs", problem).into());
        }
        if scan {
            let problem = format!("found it with distinct pairs; accepted: with kind = \"{FEET}\"");
            return Err(within("scan", problem).into());
        }
        ask(move |_| Ok(Socks::of_distinct(pairs)))
    },
};

/// Numbers of orders are shown up to this many pairs: beyond, they fill lines.
const COUNTED_UP_TO: usize = 20;

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

impl Socks {
    fn of_distinct(pairs: usize) -> Self {
        let shares = distinct::shares(pairs);
        let mut found = Self::of(pairs, DISTINCT, &shares);
        if pairs <= COUNTED_UP_TO {
            let at_most = distinct::counts_at_most(pairs);
            found.arrangements = at_most.last().map(ToString::to_string);
            for most in &mut found.values {
                let below = most.value.checked_sub(2).map(|at| &at_most[at]);
                let ways = &at_most[most.value - 1];
                let ways = below.map_or_else(|| ways.clone(), |below| ways - below);
                most.arrangements = Some(ways.to_string());
            }
        }
        if pairs <= distinct::MOST_EXACT {
            let mean = distinct::mean_exactly(pairs);
            found.mean = mean.to_f64().value();
            found.mean_exact = fraction(&mean);
        }
        found
    }

    fn of_feet(pairs: usize, scan: bool) -> Self {
        let mut found = Self::of(pairs, FEET, &feet::shares(pairs));
        if pairs <= COUNTED_UP_TO {
            let at_least = feet::counts_at_least(pairs);
            found.arrangements = at_least.first().map(ToString::to_string);
            for most in &mut found.values {
                let ways = &at_least[most.value - 1];
                let more = at_least.get(most.value);
                let ways = more.map_or_else(|| ways.clone(), |more| ways - more);
                most.arrangements = Some(ways.to_string());
            }
        }
        found.mean = feet::mean(pairs).value();
        if pairs <= feet::MOST_EXACT {
            found.mean_exact = fraction(&feet::mean_exactly(pairs));
        }
        found.formulas = Some(Formulas {
            asymptote: feet::asymptote(pairs),
            rest: found.mean - feet::asymptote(pairs),
            factor: feet::factor(),
            conjecture: feet::conjecture(pairs),
            error: found.mean - feet::conjecture(pairs),
            conjectured_factor: feet::conjectured_factor(),
        });
        found.scan = scan.then(|| feet::scan(pairs)).map(|scan| Scan {
            largest_at: scan.largest_at,
            largest: scan.largest,
            sign_changes: scan.sign_changes,
            half_at: scan.half_at,
            half_from: scan.half_from,
            largest_rest_times_root: scan.largest_rest,
        });
        found
    }

    fn of(pairs: usize, kind: &str, shares: &[Share]) -> Self {
        let mean: f64 = (shares.iter())
            .map(|share| share.value as f64 * share.probability)
            .sum();
        let square = |share: &Share| {
            let off = share.value as f64 - mean;
            off * off * share.probability
        };
        let variance: f64 = shares.iter().map(square).sum();
        let most = |share: &Share| Most {
            value: share.value,
            arrangements: None,
            probability: share.probability,
            at_least: share.at_least,
        };
        Self {
            pairs,
            kind: kind.to_owned(),
            mean,
            mean_exact: None,
            standard_deviation: variance.sqrt(),
            values: shares.iter().map(most).collect(),
            arrangements: None,
            formulas: None,
            scan: None,
        }
    }
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Socks, _name: &str, _cards: usize) {
    let pairs = grouped(found.pairs as u64);
    let plural = if found.pairs == 1 { "" } else { "s" };
    let which = if found.kind == FEET {
        format!("pair{plural} of left and right socks, each left one a mate of each right one")
    } else {
        format!("distinct pair{plural} of socks")
    };
    let exact = match &found.mean_exact {
        Some(text) if text.contains('/') => format!(" ({text})"),
        _ => String::new(),
    };
    page.line(format!(
        "Emptying a basket of {pairs} {which}, one has at most {}{exact} socks aside at a time on average, give or take {} \
         (standard deviation).",
        figure(found.mean, 8),
        figure(found.standard_deviation, 4),
    ));
    if let Some(formulas) = &found.formulas {
        page.line(format!(
            "The formula sqrt(pi n) ln 2 - 1/2 gives {} and leaves {}; sqrt(3n/2) gives {} and leaves {}.",
            figure(formulas.asymptote, 8),
            figure(formulas.rest, 4),
            figure(formulas.conjecture, 8),
            figure(formulas.error, 4),
        ));
    }
    if let Some(scan) = &found.scan {
        page.line(of_scan(scan, &pairs));
    }
    let shown = largest_in_order(&found.values, LAW_ROWS, |most| most.probability);
    let counted = found.arrangements.is_some();
    let table = page.table(shown).right("most aside", |most| most.value);
    let table = if counted {
        table.right("arrangements", |most| {
            most.arrangements.clone().unwrap_or_default()
        })
    } else {
        table
    };
    table
        .right("probability", |most| significant(most.probability, 6))
        .right("so many or more", |most| significant(most.at_least, 6));
    if let Some(all) = &found.arrangements {
        let of = if found.kind == FEET {
            "orders of left and right socks"
        } else {
            "ways in which places in the order can be mates"
        };
        page.note(format!("{all} equally likely arrangements: {of}"));
    }
}

/// The conjecture for all numbers of pairs, in a sentence.
fn of_scan(scan: &Scan, pairs: &str) -> String {
    let at = |number: &usize| grouped(*number as u64);
    let changes: Vec<String> = scan.sign_changes.iter().map(at).collect();
    let sign = if changes.is_empty() {
        "keeps its sign".to_owned()
    } else {
        format!("changes its sign at {}", changes.join(", "))
    };
    let half = match (&scan.half_at, &scan.half_from) {
        (None, _) => "it never comes to 1/2".to_owned(),
        (Some(first), Some(from)) if first == from => {
            format!("it is 1/2 or more from {} on", at(from))
        }
        (Some(first), _) => format!("it first comes to 1/2 at {}", at(first)),
    };
    format!(
        "For all n up to {pairs}: what sqrt(3n/2) leaves {sign}; {half}; it is largest in size at {}, {}.",
        at(&scan.largest_at),
        figure(scan.largest, 4)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Found, build};
    use crate::routine::Letters;

    fn socks(text: &str) -> Result<Socks, String> {
        let letters = Letters::none();
        let question = build("socks", text.parse().unwrap(), 2, &letters);
        let question = question.map_err(|problem| problem.to_string())?;
        match question
            .answer(None, &letters, false, &crate::advise::Alone)
            .unwrap()
            .found
        {
            Found::Socks(socks) => Ok(socks),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn two_pairs_are_counted_by_hand() {
        // There are three ways to mate four places, and two have both pairs open at a time; of six orders of left and
        // right, two have.
        for (kind, two, all) in [(DISTINCT, "2", "3"), (FEET, "2", "6")] {
            let found = socks(&format!("pairs = 2\nkind = \"{kind}\"")).unwrap();
            assert_eq!(found.values[1].arrangements.as_deref(), Some(two));
            assert_eq!(found.arrangements.as_deref(), Some(all));
        }
        let feet = socks("pairs = 100\nkind = \"left-right\"").unwrap();
        assert!((feet.mean - 11.801_080_589).abs() < 1e-9);
        assert!((feet.formulas.unwrap().rest - 0.015_4).abs() < 5e-5);
    }

    #[test]
    fn a_scan_is_for_left_and_right_socks() {
        let scan = socks("pairs = 299\nkind = \"left-right\"\nscan = true");
        let scan = scan.unwrap().scan.unwrap();
        assert_eq!((scan.largest_at, scan.half_from), (40, None));
        for (text, part) in [
            ("pairs = 299\nscan = true", "with kind = \"left-right\""),
            (
                "pairs = 10_001",
                "accepted for distinct pairs: a whole number from 1 to 10000",
            ),
            ("pairs = 0", "a whole number from 1 to 200000"),
            (
                "pairs = 3\nkind = \"odd\"",
                "accepted: `distinct`, `left-right`",
            ),
        ] {
            let error = socks(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
