//! `law`: the whole law of a small deck, and the law of its rising sequences.

use serde::{Deserialize, Serialize};

use super::page::{LAW_ROWS, Page, closed, figure, largest_in_order};
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered};
use crate::exact::null;
use crate::exact::order_law::{MOST_CARDS, ORDINARY_CARDS, OrderLaw};
use crate::exact::{shelves, valleys};
use crate::names::{grouped, significant};
use crate::routine::Plan;
use crate::theory::whole;

pub(super) const QUESTION: Kind = Kind {
    name: "law",
    about: "The law over all orders of a small deck; of riffles, the law of rising sequences, of shelf shuffles that of valleys",
    topic: Topic::routine("A routine, such as \"RRH\""),
    parameters: &[Parameter::new(
        "nine",
        "",
        Read::Flag,
        "Enumerate nine cards as well: seconds, for 362,880 orders",
    )],
    ask: |given| {
        let nine = given.get("nine").unwrap_or(false);
        let most = if nine { MOST_CARDS } else { ORDINARY_CARDS };
        ask(move |about| Law::of(about.plan()?, about.cards, most))
    },
};

/// Orders that are shown.
const SHOWN: usize = 10;

/// The law of a deck over all its orders; of a larger deck, where it is known, that of its rising
/// sequences alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Law {
    /// Orders that can come up.
    pub reachable: Option<usize>,
    /// Total variation from the ideal shuffle.
    pub total_variation: f64,
    /// The largest 1 − n!·P(order).
    pub separation: f64,
    /// The entropy, in bits.
    pub entropy_bits: Option<f64>,
    /// log₂ n! less the entropy.
    pub information_left_bits: f64,
    /// The likeliest orders, the likeliest first.
    pub likeliest: Vec<Likely>,
    /// The law of the number of rising sequences; empty for shelf shuffles of large decks.
    pub rising_sequences: Vec<Rising>,
    /// The law of the number of valleys, of shelf shuffles of large decks; of peaks, if the first of them takes cards
    /// from the top.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub valleys: Vec<Valleys>,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Likely {
    /// The deck, top first; cards count from 1.
    pub order: Vec<usize>,
    /// Its probability.
    pub probability: f64,
    /// Its probability as a multiple of that in an ideal deck.
    pub times: f64,
}

/// A number of rising sequences.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rising {
    /// The number.
    pub rising_sequences: u64,
    /// Its probability.
    pub probability: f64,
    /// The same on ideal decks.
    pub ideal: f64,
}

/// A number of cards between two higher ones.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Valleys {
    /// The number.
    pub valleys: u64,
    /// Its probability.
    pub probability: f64,
    /// The same on ideal decks.
    pub ideal: f64,
}

impl Law {
    /// Finds the law of a routine; all orders are enumerated for decks of up to `most` cards.
    pub fn of(plan: &Plan, cards: usize, most: usize) -> Result<Self, Unanswered> {
        if cards <= most {
            return match plan.orders(cards, most) {
                Ok(law) => Ok(Self::enumerated(&law)),
                Err(error) => Err(Unanswered::Unknown(error.to_string())),
            };
        }
        if let Some(law) = whole(plan).and_then(|whole| whole.shelved(cards)) {
            return Ok(Self::shelved(&law, cards));
        }
        let law = whole(plan).and_then(|whole| whole.riffled(cards));
        let law = law.ok_or_else(|| {
            Unanswered::Unknown(format!(
                "no law is known for {cards} cards; accepted: up to {most} cards (9 with `--nine`), or a routine of \
                 riffles (Gilbert-Shannon-Reeds), perhaps with cuts after a first cut, or of shelf shuffles"
            ))
        })?;
        let ideal = crate::exact::eulerian::law(cards);
        let rising = law.rising().into_iter().zip(ideal).zip(1..);
        Ok(Self {
            reachable: None,
            total_variation: law.total_variation(),
            separation: law.separation(),
            entropy_bits: None,
            information_left_bits: law.information_left(),
            likeliest: Vec::new(),
            rising_sequences: rising
                .map(|((probability, ideal), rising_sequences)| Rising {
                    rising_sequences,
                    probability,
                    ideal,
                })
                .collect(),
            valleys: Vec::new(),
        })
    }

    fn shelved(law: &shelves::Law, cards: usize) -> Self {
        let both = law.valleys().into_iter().zip(valleys::law(cards)).zip(0..);
        let valleys = both.map(|((probability, ideal), valleys)| Valleys {
            valleys,
            probability,
            ideal,
        });
        let classes = law.classes();
        Self {
            reachable: None,
            total_variation: classes.total_variation(),
            separation: classes.separation(),
            entropy_bits: None,
            information_left_bits: classes.information_left(),
            likeliest: Vec::new(),
            rising_sequences: Vec::new(),
            valleys: valleys.collect(),
        }
    }

    fn enumerated(law: &OrderLaw) -> Self {
        let rising = null::find("rising-sequences").expect("it is a null law");
        let mut orders: Vec<(Vec<usize>, f64)> = Vec::new();
        law.for_each(|deck, probability| {
            // Kept short: the least of those kept goes when a likelier one comes.
            let place = orders.partition_point(|(_, known)| *known >= probability);
            if probability > 0.0 && place < SHOWN {
                let order = deck.iter().map(|&card| usize::from(card) + 1).collect();
                orders.insert(place, (order, probability));
                orders.truncate(SHOWN);
            }
        });
        let all = law.probabilities().len() as f64;
        Self {
            reachable: Some(law.support()),
            total_variation: law.total_variation(),
            separation: law.separation(),
            entropy_bits: Some(law.entropy()),
            information_left_bits: law.information_left(),
            likeliest: orders
                .into_iter()
                .map(|(order, probability)| Likely {
                    order,
                    probability,
                    times: probability * all,
                })
                .collect(),
            rising_sequences: law
                .statistic(|deck| rising.value(deck))
                .into_iter()
                .map(|value| Rising {
                    rising_sequences: value.value,
                    probability: value.probability,
                    ideal: value.ideal,
                })
                .collect(),
            valleys: Vec::new(),
        }
    }
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Law, name: &str, cards: usize) {
    page.line(format!(
        "{name} on {cards} cards is {} from an ideal shuffle in total variation.",
        closed(found.total_variation, 1.0 - found.total_variation)
    ));
    let entropy = found.entropy_bits.map_or_else(String::new, |bits| {
        format!("; the entropy of the order is {} bits", figure(bits, 9))
    });
    let reachable = found.reachable.map_or_else(String::new, |orders| {
        format!("{} orders can come up; ", grouped(orders as u64))
    });
    page.line(format!(
        "{reachable}separation {}{entropy}; {} bits of information are left.",
        closed(found.separation, 1.0 - found.separation),
        figure(found.information_left_bits, 9)
    ));
    if !found.likeliest.is_empty() {
        let order = |likely: &&Likely| {
            let order: Vec<String> = likely.order.iter().map(ToString::to_string).collect();
            order.join(" ")
        };
        page.table(&found.likeliest)
            .left("likeliest orders", order)
            .right("probability", |likely| significant(likely.probability, 6))
            .right("times ideal", |likely| significant(likely.times, 4));
    }
    let (rising, valleys) = (&found.rising_sequences, &found.valleys);
    if valleys.is_empty() {
        let shown = largest_in_order(rising, LAW_ROWS, |rising| {
            rising.probability.max(rising.ideal)
        });
        page.table(shown)
            .right("rising sequences", |rising| rising.rising_sequences)
            .right("probability", |rising| significant(rising.probability, 6))
            .right("ideal", |rising| significant(rising.ideal, 6));
    } else {
        page.line("Valleys are cards between two higher ones; if the first pass takes cards from the top, read peaks.");
        let shown = largest_in_order(valleys, LAW_ROWS, |valleys| {
            valleys.probability.max(valleys.ideal)
        });
        page.table(shown)
            .right("valleys", |valleys| valleys.valleys)
            .right("probability", |valleys| significant(valleys.probability, 6))
            .right("ideal", |valleys| significant(valleys.ideal, 6));
    }
    if rising.len().max(valleys.len()) > LAW_ROWS {
        page.note(format!("the {LAW_ROWS} likeliest values; `--json` has all"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::{Letters, Routine};

    #[test]
    fn large_decks_after_shelf_shuffles_have_the_law_of_their_valleys() {
        let mut letters = Letters::default();
        let shuffle = crate::shuffle::build("shelf", toml::Table::new()).unwrap();
        letters.define('F', shuffle.into());
        let plan = Routine::parse("F", &letters).unwrap().plan(&letters);
        let law = Law::of(&plan, 52, ORDINARY_CARDS).unwrap();
        assert_eq!((law.valleys.len(), law.rising_sequences.len()), (26, 0));
        let total: f64 = law.valleys.iter().map(|at| at.probability).sum();
        let ideal: f64 = law.valleys.iter().map(|at| at.ideal).sum();
        assert!((total - 1.0).abs() < 1e-12 && (ideal - 1.0).abs() < 1e-12);
        // Ten shelves, no more than nine valleys.
        let possible = law.valleys.iter().filter(|at| at.probability > 0.0);
        assert_eq!(possible.map(|at| at.valleys).max(), Some(9));
        let mut page = Page::default();
        super::page(&mut page, &law, "F", 52);
    }
}
