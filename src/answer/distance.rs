//! `tv`: how far a routine is from ideal over all orders.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::page::{Page, any, closed, figure, near_one, proof};
use super::parameter::MOST;
use super::question::{Kind, Topic, ask};
use super::{Parameter, Read, Unanswered, number};
use crate::deck::MAX_CARDS;
use crate::exact::classes::Classes;
use crate::exact::gsr::{self, MOST_RIFFLES, Packets};
use crate::exact::order_law::ORDINARY_CARDS;
use crate::exact::separation;
use crate::params::ParamError;
use crate::routine::Plan;
use crate::theory::bounds::{Bound, Proved};
use crate::theory::{enumerated_distance, known, whole_between_fixed};

pub(super) const QUESTION: Kind = Kind {
    name: "tv",
    about: "Total variation from an ideal shuffle over all orders, separation, information left",
    topic: Topic::Routine {
        about: "A routine, such as \"G*7\"",
        instead: Some("packets"),
        large: None,
    },
    parameters: &[
        Parameter::new(
            "packets",
            "A",
            Read::Whole(1..=MOST),
            "Instead of a routine: one riffle of so many packets (an a-shuffle)",
        ),
        Parameter::new(
            "types",
            "N,N",
            Read::Wholes(1..=MAX_CARDS as u64),
            "Cards of each type from the top, as in 26,26: the types are all that can be seen",
        ),
    ],
    ask: |given| {
        let packets = given.get("packets").and_then(Packets::new);
        let types: Option<Vec<usize>> = given.get("types");
        if let Some(sum) = types.as_ref().map(|types| types.iter().sum::<usize>())
            && sum != given.cards
        {
            let problem = ParamError::Wrong {
                key: "types".to_owned(),
                found: format!("{sum} cards in all"),
                accepted: format!(
                    "numbers of cards from 1 that add up to the deck's {}",
                    given.cards
                ),
            };
            return Err(problem.into());
        }
        ask(move |about| {
            let (found, packets) = if let Some(packets) = packets {
                let found = Distance::of_packets(packets, about.cards);
                (found, Some(packets))
            } else {
                let plan = about.plan()?;
                let riffles = plan.riffles_alone().map(Packets::riffles);
                (Distance::of_routine(plan, about.cards), riffles)
            };
            match (&types, packets) {
                (None, _) => Ok(found),
                (Some(types), Some(packets)) => Ok(found.with_types(types, packets)),
                (Some(_), None) => Err(Unanswered::Unknown(
                    "the law of types is known for riffles (Gilbert-Shannon-Reeds) alone; accepted: a routine such as \
                     \"G*7\", or a riffle of so many packets"
                        .to_owned(),
                )),
            }
        })
    },
};

/// Riffles of which each is shown, at the most.
const SHOWN: u32 = 20;

/// The riffles that are shown go on until they are this near to ideal.
const NEAR: f64 = 0.01;

/// The distance from the ideal shuffle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Distance {
    /// Total variation itself, where it is known.
    pub total_variation: Option<Bound>,
    /// It is at least each of these, the best first.
    pub at_least: Vec<Bound>,
    /// It is at most each of these, the best first.
    pub at_most: Vec<Bound>,
    /// The largest 1 − n!·P(order), where it is known.
    pub separation: Option<f64>,
    /// 1 − separation; text where it is too small for a double.
    pub separation_gap: Option<Value>,
    /// The largest |n!·P(order) − 1|; text where it is too large for a double.
    pub l_infinity: Option<Value>,
    /// The information that is left about the order, in bits: log₂ n! less the entropy.
    pub information_left_bits: Option<f64>,
    /// The expected number of rising sequences.
    pub rising_sequences: Option<f64>,
    /// The deck after each riffle, for routines of riffles alone, and on until it is near ideal.
    pub after: Vec<Riffles>,
    /// The distances of a deck with repeated cards, if it has such cards.
    pub repeated: Option<Repeated>,
}

/// A deck after so many riffles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Riffles {
    /// Riffles so far.
    pub riffles: u32,
    /// True if the routine has just so many.
    #[serde(default)]
    pub asked: bool,
    /// Total variation.
    pub total_variation: f64,
    /// The difference by which it is below 1; text if that is too small for a double.
    pub gap: Value,
    /// Separation.
    pub separation: f64,
    /// The information that is left about the order, in bits.
    pub information_left_bits: f64,
    /// The expected number of rising sequences.
    pub rising_sequences: f64,
}

/// A deck of cards that cannot all be told apart, sorted by type at the start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Repeated {
    /// Cards of each type, from the top.
    pub types: Vec<usize>,
    /// The separation distance between arrangements.
    pub separation: f64,
    /// The difference by which it is below 1; text if that is too small for a double.
    pub gap: Value,
    /// The assumption that the figures rest on.
    pub assumption: String,
}

/// The assumption of [`Repeated`].
const ASSUMPTION: &str = "the deck starts sorted by type, from the top as given; the arrangement with the types in \
     reverse order is then the least likely one (Assaf, Diaconis and Soundararajan, 2011)";

impl Distance {
    /// Finds the distances of a routine.
    pub fn of_routine(plan: &Plan, cards: usize) -> Self {
        let known = known(plan, cards);
        let proved = known.distance.unwrap_or_else(Proved::nothing);
        let whole = whole_between_fixed(plan);
        // Riffles alone have figures after each of them, which are made of the same law.
        let riffles = plan.riffles_alone().filter(|riffles| *riffles > 0);
        let riffled = riffles.and_then(|_| whole?.riffled(cards));
        let law = match &riffled {
            Some(law) => Some(law.classes().clone()),
            None => whole.and_then(|whole| whole.distances(cards)),
        };
        let orders = match &law {
            Some(_) => None,
            None => plan.orders(cards, ORDINARY_CARDS).ok(),
        };
        let enumerated = orders.as_ref().map(enumerated_distance);
        let exact = proved.exact.or(enumerated);
        let after = match (&riffled, riffles) {
            (Some(law), Some(riffles)) => after_each(law, riffles),
            _ => Vec::new(),
        };
        let mut distance = Self {
            total_variation: exact,
            at_least: proved.lower,
            at_most: proved.upper,
            rising_sequences: known.rising_mean,
            after,
            ..Self::nothing()
        };
        distance.describe(law.as_ref());
        if let Some(orders) = orders {
            distance.separation = Some(orders.separation());
            distance.separation_gap = Some((1.0 - orders.separation()).into());
            distance.l_infinity = Some(orders.infinity().into());
            distance.information_left_bits = Some(orders.information_left());
        }
        distance
    }

    /// Finds the distances of a riffle of so many packets.
    pub fn of_packets(packets: Packets, cards: usize) -> Self {
        let law = gsr::Law::riffled(cards, packets);
        let by = format!("law of a riffle of {packets} packets (Bayer and Diaconis, 1992)");
        let mut distance = Self {
            total_variation: Some(Bound {
                value: law.total_variation(),
                gap: law.gap().value(),
                by,
            }),
            rising_sequences: Some(law.rising_mean()),
            ..Self::nothing()
        };
        distance.describe(Some(law.classes()));
        distance
    }

    /// Adds the facts that are known of a deck that starts sorted by type.
    #[must_use]
    pub fn with_types(mut self, types: &[usize], packets: Packets) -> Self {
        let found = separation::separation(types, packets);
        self.repeated = Some(Repeated {
            types: types.to_vec(),
            separation: found.distance,
            gap: number(found.gap),
            assumption: ASSUMPTION.to_owned(),
        });
        self
    }

    fn nothing() -> Self {
        Self {
            total_variation: None,
            at_least: Vec::new(),
            at_most: Vec::new(),
            separation: None,
            separation_gap: None,
            l_infinity: None,
            information_left_bits: None,
            rising_sequences: None,
            after: Vec::new(),
            repeated: None,
        }
    }

    fn describe(&mut self, law: Option<&Classes>) {
        let Some(law) = law else { return };
        self.separation = Some(law.separation());
        self.separation_gap = Some(number(law.separation_gap()));
        self.l_infinity = Some(number(law.l_infinity()));
        self.information_left_bits = Some(law.information_left());
    }
}

/// The riffles that were asked about, those before them, and those after them until the deck is
/// near ideal: [`SHOWN`] of them at the most.
fn after_each(law: &gsr::Law, asked: u32) -> Vec<Riffles> {
    let distance = |riffles| law.with(Packets::riffles(riffles)).total_variation();
    let near = (asked..asked + SHOWN).find(|riffles| distance(*riffles) < NEAR);
    let last = near.unwrap_or(asked + SHOWN).min(MOST_RIFFLES.max(asked));
    let first = (last + 1).saturating_sub(SHOWN).clamp(1, asked);
    (first..=last.min(first + SHOWN - 1))
        .map(|riffles| {
            let law = law.with(Packets::riffles(riffles));
            Riffles {
                riffles,
                asked: riffles == asked,
                total_variation: law.total_variation(),
                gap: number(law.gap()),
                separation: law.separation(),
                information_left_bits: law.information_left(),
                rising_sequences: law.rising_mean(),
            }
        })
        .collect()
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Distance, name: &str, cards: usize) {
    let subject = if name.is_empty() {
        format!("This riffle of {cards} cards")
    } else {
        format!("{name} on {cards} cards")
    };
    let answer = if let Some(exact) = &found.total_variation {
        format!(
            "{subject} is {} from an ideal shuffle in total variation (0 ideal, 1 farthest): {}.",
            proof(exact),
            exact.by
        )
    } else {
        let end = |bounds: &[Bound], nothing: &str| {
            bounds.first().map_or_else(|| nothing.to_owned(), proof)
        };
        format!(
            "{subject} is between {} and {} from an ideal shuffle in total variation (0 ideal, 1 farthest).",
            end(&found.at_least, "0"),
            end(&found.at_most, "1")
        )
    };
    page.line(answer);
    let bounds = [("at least", &found.at_least), ("at most", &found.at_most)];
    for (end, bounds) in bounds {
        for bound in bounds {
            page.line(format!("{end} {}: {}", proof(bound), bound.by));
        }
    }
    let gap = found.separation_gap.as_ref().unwrap_or(&Value::Null);
    let mut figures = vec![
        (
            "separation",
            found.separation.map(|value| near_one(value, gap)),
            "the largest 1 - n!·P(order)",
        ),
        (
            "L-infinity",
            found.l_infinity.as_ref().map(any),
            "the largest |n!·P(order) - 1|",
        ),
        (
            "information left",
            found.information_left_bits.map(|bits| figure(bits, 9)),
            "bits: log2 n! less the entropy of the order",
        ),
        (
            "rising sequences",
            found.rising_sequences.map(|mean| figure(mean, 12)),
            "expected number",
        ),
    ];
    figures.retain(|(_, value, _)| value.is_some());
    if !figures.is_empty() {
        page.table(figures)
            .left("figure", |(title, ..)| *title)
            .right("exact", |(_, value, _)| value.clone().unwrap_or_default())
            .faint("", |(.., about)| *about);
    }
    if !found.after.is_empty() {
        page.table(&found.after)
            .right("riffles", |after| after.riffles)
            .right("total variation", |after| {
                near_one(after.total_variation, &after.gap)
            })
            .right("separation", |after| {
                closed(after.separation, 1.0 - after.separation)
            })
            .right("bits left", |after| figure(after.information_left_bits, 6))
            .right("rising sequences", |after| {
                format!("{:.6}", after.rising_sequences)
            })
            .faint("", |after| if after.asked { "asked" } else { "" });
    }
    if let Some(repeated) = &found.repeated {
        let types: Vec<String> = repeated.types.iter().map(ToString::to_string).collect();
        page.note(format!(
            "with only the types of the cards to be seen ({} from the top): separation {}; {}",
            types.join(", "),
            near_one(repeated.separation, &repeated.gap),
            repeated.assumption
        ));
    }
}
