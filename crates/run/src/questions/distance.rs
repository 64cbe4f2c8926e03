//! `tv`: how far a routine is from ideal over all orders, and as to the types of cards.

use super::by_type::{self, NEAR, SHOWN};
use super::digits::{self, DIGITS, Riffled};
use super::enough::ONE_CARD;
use super::parameter::{MOST, Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use super::written::{bound, number};
use laws::classes::Classes;
use laws::gsr;
use laws::gsr::{MOST_RIFFLES, Packets};
use laws::known::Proved;
use laws::order_law::ORDINARY_CARDS;
use record::answers::bound::Bound;
use record::answers::distance::{Distance, NAME, Riffles};
use shuffle::routine::Plan;
use shuffle::theory::{enumerated_distance, known, whole_between_fixed};

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "Total variation from an ideal shuffle over all orders, separation, information left",
    topic: Topic::Routine {
        about: "A routine, such as \"G*7\"",
        instead: Some("packets"),
        large: None,
        optional: false,
    },
    parameters: &[
        Parameter::new(
            "packets",
            "A",
            Read::Whole(1..=MOST),
            "Instead of a routine: one riffle of this many packets (an a-shuffle)",
        ),
        by_type::TYPES,
        by_type::ARRANGEMENT,
        by_type::VIEW,
        by_type::WITHIN,
        DIGITS,
    ],
    ask: |given| {
        let count = given.get("packets");
        let digits = digits::asked(given);
        let packets = count.and_then(Packets::new);
        let start = by_type::start(given)?;
        if let (Some(found), Some(_)) = (digits, &start) {
            return Err(digits::of_orders_alone(found).into());
        }
        ask(move |about| {
            if about.cards == 1 {
                return Ok(Distance {
                    digits: digits.map(digits::of_one_card),
                    ..of_one_card()
                });
            }
            let exact = digits.map(|digits| {
                let exact = match count {
                    Some(packets) => Riffled::of_packets(packets, about.cards),
                    None => Riffled::as_far_as(about.plan()?, about.cards),
                };
                Ok::<_, Unanswered>((exact?, digits))
            });
            let exact = exact.transpose()?;
            let (found, repeated) = if let Some(packets) = packets {
                let seen = |start| by_type::repeated(start, (packets, count), None, about.crew);
                let repeated = start.as_ref().map(seen).transpose()?;
                (of_packets(packets, about.cards), repeated)
            } else {
                let plan = about.plan()?;
                let seen = |start| {
                    let (riffles, start) = by_type::riffled(plan, start)?;
                    let packets = (Packets::riffles(riffles), None);
                    by_type::repeated(&start, packets, Some(riffles), about.crew)
                };
                let repeated = start.as_ref().map(seen).transpose()?;
                (of_routine(plan, about.cards), repeated)
            };
            let found = Distance { repeated, ..found };
            Ok(match exact {
                Some((exact, digits)) => with_digits(found, &exact, digits),
                None => found,
            })
        })
    },
};

/// The same with exact distances in digits.
fn with_digits(found: Distance, exact: &Riffled, digits: u32) -> Distance {
    let after = found.after.into_iter().map(|after| Riffles {
        digits: Some(exact.after(after.riffles, digits)),
        ..after
    });
    Distance {
        after: after.collect(),
        digits: Some(exact.digits(digits)),
        ..found
    }
}

/// The distances of a deck of one card.
fn of_one_card() -> Distance {
    Distance {
        total_variation: Some(bound(laws::known::Bound::new(0.0, ONE_CARD))),
        separation: Some(0.0),
        separation_gap: Some(1.0.into()),
        l_infinity: Some(0.0.into()),
        information_left_bits: Some(0.0),
        rising_sequences: Some(1.0),
        ..nothing()
    }
}

/// Finds the distances of a routine.
fn of_routine(plan: &Plan, cards: usize) -> Distance {
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
    let mut distance = Distance {
        total_variation: exact.map(bound),
        at_least: proved.lower.into_iter().map(bound).collect(),
        at_most: proved.upper.into_iter().map(bound).collect(),
        rising_sequences: known.rising_mean,
        after,
        ..nothing()
    };
    describe(&mut distance, law.as_ref());
    if let Some(orders) = orders {
        distance.separation = Some(orders.separation());
        distance.separation_gap = Some((1.0 - orders.separation()).into());
        distance.l_infinity = Some(orders.infinity().into());
        distance.information_left_bits = Some(orders.information_left());
    }
    distance
}

/// Finds the distances of a riffle of so many packets.
fn of_packets(packets: Packets, cards: usize) -> Distance {
    let law = gsr::Law::riffled(cards, packets);
    let by = format!("law of a riffle of {packets} packets (Bayer and Diaconis, 1992)");
    let mut distance = Distance {
        total_variation: Some(Bound {
            value: law.total_variation(),
            gap: law.gap().value(),
            by,
        }),
        rising_sequences: Some(law.rising_mean()),
        ..nothing()
    };
    describe(&mut distance, Some(law.classes()));
    distance
}

fn nothing() -> Distance {
    Distance {
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
        digits: None,
    }
}

fn describe(distance: &mut Distance, law: Option<&Classes>) {
    let Some(law) = law else { return };
    distance.separation = Some(law.separation());
    distance.separation_gap = Some(number(law.separation_gap()));
    distance.l_infinity = Some(number(law.l_infinity()));
    distance.information_left_bits = Some(law.information_left());
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
                digits: None,
            }
        })
        .collect()
}
