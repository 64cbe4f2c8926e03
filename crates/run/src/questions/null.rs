//! `null`: how a statistic is distributed on ideal decks.

use super::parameter::MOST;
use super::parameter::{Catalogue, Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use laws::null;
use laws::null::{Floats, Moments, OutOfRange};
use record::answers::null::{At, NAME, Null, Share};

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "How a statistic is distributed on ideal decks; without a name, the statistics",
    topic: Topic::DECK,
    parameters: &[
        Parameter::new(
            "law",
            "LAW",
            Read::Text,
            "The statistic, such as rising-sequences",
        )
        .required()
        .bare()
        .listed(&LAWS),
        Parameter::new(
            "decks",
            "N",
            Read::Whole(1..=1_000_000_000),
            "Sum over this many decks",
        )
        .default("1")
        .alias("trials"),
        Parameter::new("at", "X", Read::Whole(0..=MOST), "The tails at this value"),
    ],
    ask: |given| {
        let law = null::find(&given.value::<String>("law"))?;
        let (decks, at) = (given.value("decks"), given.get("at"));
        ask(move |about| find(law, about.cards, decks, at))
    },
};

const LAWS: Catalogue = Catalogue {
    about: "List the statistics",
    title: "null laws",
    entries: || {
        let laws = null::LAWS.iter();
        laws.map(|law| [law.name, law.about, law.source]).collect()
    },
};

/// Numbers of orders are shown up to this many cards: beyond, they fill lines.
const COUNTED_UP_TO: usize = 20;

/// A law for decks of `cards` cards, summed over `decks` of them; `at` is a value of that sum to ask
/// about.
fn find(law: &null::Law, cards: usize, decks: u64, at: Option<u64>) -> Result<Null, Unanswered> {
    let unknown = |error: OutOfRange| Unanswered::Unknown(error.to_string());
    let Moments { mean, variance } = law.moments(cards).map_err(unknown)?.of_sum(decks);
    // Larger decks have sums over decks, but too many values for a table.
    let single = (decks == 1 && cards <= law.floats_up_to)
        .then(|| law.floats(cards))
        .transpose()
        .map_err(unknown)?;
    let exact = (decks == 1 && cards <= law.exact_up_to.min(COUNTED_UP_TO))
        .then(|| law.exact(cards))
        .transpose()
        .map_err(unknown)?;
    let at = match at {
        Some(value) => {
            let tails = law.sums(cards).map_err(unknown)?.tails(decks, value);
            let exact = exact.as_ref();
            Some(At {
                value,
                probability: single.as_ref().map(|law| law.probability(value)),
                at_most: tails.lower,
                at_most_exact: exact.and_then(|exact| null::fraction(&exact.at_most(value))),
                at_least: tails.upper,
                at_least_exact: exact.and_then(|exact| null::fraction(&exact.at_least(value))),
                two_sided: tails.two_sided(),
            })
        }
        None => None,
    };
    let counts = |index: usize| {
        let exact = exact.as_ref()?;
        exact.counts().get(index).map(ToString::to_string)
    };
    let least = law.least;
    let probabilities = single.iter().flat_map(Floats::probabilities);
    let values = probabilities
        .enumerate()
        .filter(|(_, probability)| **probability > 0.0)
        .map(|(index, &probability)| Share {
            value: least + index as u64,
            orders: counts(index),
            probability,
        });
    Ok(Null {
        law: law.name.to_owned(),
        about: law.about.to_owned(),
        source: law.source.to_owned(),
        decks,
        mean: null::to_f64(&mean),
        mean_exact: null::fraction(&mean),
        variance: null::to_f64(&variance),
        variance_exact: null::fraction(&variance),
        at,
        values: values.collect(),
    })
}
