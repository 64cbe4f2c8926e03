//! `socks`: the most socks without a mate while a basket is emptied sock by sock.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use laws::null::fraction;
use laws::puzzles::socks::{Share, distinct, feet};
use record::answers::socks::{FEET, Formulas, Most, NAME, Scan, Socks};
use text::params::ParamError;

/// Every sock has one mate.
const DISTINCT: &str = "distinct";

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "The most socks without a mate while a basket is emptied",
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
            "Socks with one mate each (distinct), or of which any left one fits any right one (left-right)",
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
            return ask(move |_| Ok(of_feet(pairs, scan)));
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
        ask(move |_| Ok(of_distinct(pairs)))
    },
};

/// Numbers of orders are shown up to this many pairs: beyond, they fill lines.
const COUNTED_UP_TO: usize = 20;

fn of_distinct(pairs: usize) -> Socks {
    let shares = distinct::shares(pairs);
    let mut found = find(pairs, DISTINCT, &shares);
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

fn of_feet(pairs: usize, scan: bool) -> Socks {
    let mut found = find(pairs, FEET, &feet::shares(pairs));
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

fn find(pairs: usize, kind: &str, shares: &[Share]) -> Socks {
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
    Socks {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::build;
    use record::answers::Found;
    use shuffle::routine::Letters;

    fn socks(text: &str) -> Result<Socks, String> {
        let letters = Letters::none();
        let question = build("socks", text.parse().unwrap(), 2, &letters);
        let question = question.map_err(|problem| problem.to_string())?;
        match question
            .answer(None, &letters, false, &search::advise::Alone)
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
