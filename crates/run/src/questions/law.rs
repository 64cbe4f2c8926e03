//! `law`: the whole law of a small deck, and the law of its rising sequences.

use super::digits::{self, DIGITS, Riffled};
use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use laws::order_law::{MOST_CARDS, ORDINARY_CARDS, OrderLaw};
use laws::{null, shelves, valleys};
use record::answers::law::{Law, Likely, NAME, Rising, Valleys};
use shuffle::routine::Plan;
use shuffle::theory::whole;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "The law over all orders of a small deck; of riffles, the law of rising sequences, of shelf shuffles that of valleys",
    topic: Topic::routine("A routine, such as \"RRH\""),
    parameters: &[
        Parameter::new(
            "nine",
            "",
            Read::Flag,
            "Enumerate nine cards as well: 362,880 orders, which takes seconds",
        ),
        DIGITS,
    ],
    ask: |given| {
        let digits = digits::asked(given);
        let nine = given.get("nine").unwrap_or(false);
        let most = if nine { MOST_CARDS } else { ORDINARY_CARDS };
        ask(move |about| {
            let plan = about.plan()?;
            if about.cards == 1 {
                return Ok(Law {
                    digits: digits.map(digits::of_one_card),
                    ..of_one_card()
                });
            }
            // What has no digits is refused before anything is enumerated.
            let exact = digits.map(|digits| Ok((Riffled::as_far_as(plan, about.cards)?, digits)));
            let exact: Option<(Riffled, u32)> = exact.transpose()?;
            let found = find(plan, about.cards, most)?;
            Ok(match exact {
                Some((exact, digits)) => with_digits(found, &exact, digits),
                None => found,
            })
        })
    },
};

/// Orders that are shown, and the largest deck of which all are.
const SHOWN: usize = 10;
const FEW_CARDS: usize = 4;

/// The law of a deck of one card.
fn of_one_card() -> Law {
    Law {
        reachable: Some(1),
        total_variation: 0.0,
        total_variation_gap: None,
        separation: 0.0,
        separation_gap: None,
        entropy_bits: Some(0.0),
        information_left_bits: 0.0,
        likeliest: vec![Likely {
            order: vec![1],
            probability: 1.0,
            times: 1.0,
        }],
        orders: Vec::new(),
        rising_sequences: vec![Rising {
            rising_sequences: 1,
            probability: 1.0,
            ideal: 1.0,
            digits: None,
        }],
        valleys: Vec::new(),
        digits: None,
    }
}

/// The same with exact numbers in digits: the distances, and of riffles alone the law of the rising sequences.
fn with_digits(found: Law, exact: &Riffled, digits: u32) -> Law {
    let laws = exact.rising(digits);
    let rising = found.rising_sequences.into_iter().map(|row| Rising {
        digits: laws.get(row.rising_sequences as usize - 1).cloned(),
        ..row
    });
    Law {
        rising_sequences: rising.collect(),
        digits: Some(exact.digits(digits)),
        ..found
    }
}

/// Finds the law of a routine; all orders are enumerated for decks of up to `most` cards.
fn find(plan: &Plan, cards: usize, most: usize) -> Result<Law, Unanswered> {
    if cards <= most {
        return match plan.orders(cards, most) {
            Ok(law) => Ok(enumerated(&law)),
            Err(error) => Err(Unanswered::Unknown(error.to_string())),
        };
    }
    if let Some(law) = whole(plan).and_then(|whole| whole.shelved(cards)) {
        return Ok(shelved(&law, cards));
    }
    let law = whole(plan).and_then(|whole| whole.riffled(cards));
    let law = law.ok_or_else(|| {
        Unanswered::Unknown(format!(
            "no law is known for {cards} cards; accepted: up to {most} cards (9 with `--nine`), or a routine of \
             riffles (Gilbert-Shannon-Reeds), perhaps with cuts after a first cut, or of shelf shuffles"
        ))
    })?;
    let ideal = laws::eulerian::law(cards);
    let rising = law.rising().into_iter().zip(ideal).zip(1..);
    Ok(Law {
        reachable: None,
        total_variation: law.total_variation(),
        total_variation_gap: Some(law.gap().value()),
        separation: law.separation(),
        separation_gap: Some(law.classes().separation_gap().value()),
        entropy_bits: None,
        information_left_bits: law.information_left(),
        likeliest: Vec::new(),
        orders: Vec::new(),
        rising_sequences: rising
            .map(|((probability, ideal), rising_sequences)| Rising {
                rising_sequences,
                probability,
                ideal,
                digits: None,
            })
            .collect(),
        valleys: Vec::new(),
        digits: None,
    })
}

fn shelved(law: &shelves::Law, cards: usize) -> Law {
    let both = law.valleys().into_iter().zip(valleys::law(cards)).zip(0..);
    let valleys = both.map(|((probability, ideal), valleys)| Valleys {
        valleys,
        probability,
        ideal,
    });
    let classes = law.classes();
    Law {
        reachable: None,
        total_variation: classes.total_variation(),
        total_variation_gap: Some(classes.gap().value()),
        separation: classes.separation(),
        separation_gap: Some(classes.separation_gap().value()),
        entropy_bits: None,
        information_left_bits: classes.information_left(),
        likeliest: Vec::new(),
        orders: Vec::new(),
        rising_sequences: Vec::new(),
        valleys: valleys.collect(),
        digits: None,
    }
}

/// A deck whose cards count from 1.
fn from_one(deck: &[u16]) -> Vec<usize> {
    deck.iter().map(|&card| usize::from(card) + 1).collect()
}

fn enumerated(law: &OrderLaw) -> Law {
    let rising = null::find("rising-sequences").expect("it is a null law");
    let mut orders: Vec<(Vec<usize>, f64)> = Vec::new();
    law.for_each(|deck, probability| {
        // Kept short: the least of those kept goes when a likelier one comes.
        let place = orders.partition_point(|(_, known)| *known >= probability);
        if probability > 0.0 && place < SHOWN {
            orders.insert(place, (from_one(deck), probability));
            orders.truncate(SHOWN);
        }
    });
    let all = law.probabilities().len() as f64;
    let likely = |(order, probability): (Vec<usize>, f64)| Likely {
        order,
        probability,
        times: probability * all,
    };
    let mut every: Vec<(Vec<usize>, f64)> = Vec::new();
    if law.cards() <= FEW_CARDS {
        law.for_each(|deck, probability| {
            if probability > 0.0 {
                every.push((from_one(deck), probability));
            }
        });
    }
    Law {
        reachable: Some(law.support()),
        total_variation: law.total_variation(),
        total_variation_gap: None,
        separation: law.separation(),
        separation_gap: None,
        entropy_bits: Some(law.entropy()),
        information_left_bits: law.information_left(),
        likeliest: orders.into_iter().map(likely).collect(),
        orders: every.into_iter().map(likely).collect(),
        rising_sequences: law
            .statistic(|deck| rising.value(deck))
            .into_iter()
            .map(|value| Rising {
                rising_sequences: value.value,
                probability: value.probability,
                ideal: value.ideal,
                digits: None,
            })
            .collect(),
        valleys: Vec::new(),
        digits: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle::routine::{Letters, Routine};

    #[test]
    fn large_decks_after_shelf_shuffles_have_the_law_of_their_valleys() {
        let mut letters = Letters::default();
        let shuffle = shuffle::build("shelf", toml::Table::new()).unwrap();
        letters.define('F', shuffle.into());
        let plan = Routine::parse("F", &letters).unwrap().plan(&letters);
        let law = find(&plan, 52, ORDINARY_CARDS).unwrap();
        assert_eq!((law.valleys.len(), law.rising_sequences.len()), (26, 0));
        let total: f64 = law.valleys.iter().map(|at| at.probability).sum();
        let ideal: f64 = law.valleys.iter().map(|at| at.ideal).sum();
        assert!((total - 1.0).abs() < 1e-12 && (ideal - 1.0).abs() < 1e-12);
        // Ten shelves, no more than nine valleys.
        let possible = law.valleys.iter().filter(|at| at.probability > 0.0);
        assert_eq!(possible.map(|at| at.valleys).max(), Some(9));
    }
}
