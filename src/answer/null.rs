//! `null`: how a statistic is distributed on ideal decks.

use serde::{Deserialize, Serialize};

use super::page::{LAW_ROWS, Page, figure, largest_in_order};
use super::parameter::MOST;
use super::question::{Kind, Topic, ask};
use super::{Catalogue, Parameter, Read, Unanswered};
use crate::exact::null::{self, Floats, Moments, OutOfRange};
use crate::names::{grouped, p_value, significant};

pub(super) const QUESTION: Kind = Kind {
    name: "null",
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
            "Sum over so many decks",
        )
        .default("1")
        .alias("trials"),
        Parameter::new("at", "X", Read::Whole(0..=MOST), "The tails at this value"),
    ],
    ask: |given| {
        let law = null::find(&given.value::<String>("law"))?;
        let (decks, at) = (given.value("decks"), given.get("at"));
        ask(move |about| Null::of(law, about.cards, decks, at))
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

/// The law of a statistic on ideal decks, or of its sum over several of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Null {
    /// The name of the law.
    pub law: String,
    /// The thing that is counted, in words.
    pub about: String,
    /// The source of the law: who found it.
    pub source: String,
    /// Decks that the statistic is summed over.
    pub decks: u64,
    /// The mean.
    pub mean: f64,
    /// The mean as a fraction, where it is short.
    pub mean_exact: Option<String>,
    /// The variance.
    pub variance: f64,
    /// The variance as a fraction, where it is short.
    pub variance_exact: Option<String>,
    /// The value that was asked about.
    pub at: Option<At>,
    /// For one deck: the values whose probability is not below 1e-300.
    pub values: Vec<Share>,
}

/// The tails at one value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct At {
    /// The value.
    pub value: u64,
    /// P(X = value), for one deck.
    pub probability: Option<f64>,
    /// P(X ≤ value).
    pub at_most: f64,
    /// The same as a fraction, where it is short.
    pub at_most_exact: Option<String>,
    /// P(X ≥ value).
    pub at_least: f64,
    /// The same as a fraction, where it is short.
    pub at_least_exact: Option<String>,
    /// Twice the smaller of the two, at most 1.
    pub two_sided: f64,
}

/// One value of the statistic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The value.
    pub value: u64,
    /// The number of the n! orders that have it, in full, for small decks.
    pub orders: Option<String>,
    /// Its probability.
    pub probability: f64,
}

/// Numbers of orders are shown up to this many cards: beyond, they fill lines.
const COUNTED_UP_TO: usize = 20;

impl Null {
    /// A law for decks of `cards` cards, summed over `decks` of them; `at` is a value of that sum to ask
    /// about.
    fn of(law: &null::Law, cards: usize, decks: u64, at: Option<u64>) -> Result<Self, Unanswered> {
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
        Ok(Self {
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
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Null, _: &str, cards: usize) {
    let over = if found.decks == 1 {
        format!("an ideal deck of {cards} cards")
    } else {
        format!(
            "{} ideal decks of {cards} cards together",
            grouped(found.decks)
        )
    };
    let fraction = |text: &Option<String>| {
        text.as_ref()
            .filter(|text| text.contains('/'))
            .map_or_else(String::new, |text| format!(" ({text})"))
    };
    page.line(format!(
        "{}, in {over}: mean {}{}, standard deviation {}.",
        found.about,
        figure(found.mean, 10),
        fraction(&found.mean_exact),
        figure(found.variance.sqrt(), 10)
    ));
    page.line(format!("Source: {}.", found.source));
    if let Some(at) = &found.at {
        let text = |text: &str| format!("{text} {}", at.value);
        let mut rows = vec![
            (text("at most"), at.at_most, &at.at_most_exact),
            (text("at least"), at.at_least, &at.at_least_exact),
            ("two-sided".to_owned(), at.two_sided, &None),
        ];
        if let Some(probability) = at.probability {
            rows.insert(0, (text("exactly"), probability, &None));
        }
        page.table(rows)
            .left("value", |(title, ..)| title.clone())
            .right("probability", |(_, value, _)| p_value(*value))
            .faint("", |(.., exact)| exact.as_deref().unwrap_or_default());
    } else if !found.values.is_empty() {
        let shown = largest_in_order(&found.values, LAW_ROWS, |value| value.probability);
        page.table(shown)
            .right("value", |value| value.value)
            .right("orders", |value| {
                value.orders.as_deref().unwrap_or_default()
            })
            .right("probability", |value| significant(value.probability, 6));
        if found.values.len() > LAW_ROWS {
            page.note(format!("the {LAW_ROWS} likeliest values; `--json` has all"));
        }
    }
}
