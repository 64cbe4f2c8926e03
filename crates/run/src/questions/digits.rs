//! `--digits`: exact numbers of riffled decks in as many digits as are asked for.

use dashu_int::UBig;

use super::parameter::{Parameter, Read};
use super::question::Given;
use super::unanswered::Unanswered;
use laws::digits::Fraction;
use laws::gsr::exact::{self, Distances, MOST_BITS, MOST_CARDS, packets};
use record::answers::digits::{Digits, Exact};
use shuffle::routine::Plan;
use shuffle::theory::{Whole, whole, whole_between_fixed};
use text::names::grouped;
use text::params::ParamError;

/// Digits after the point.
pub(super) const DIGITS: Parameter = Parameter::new(
    "digits",
    "N",
    Read::Whole(1..=1000),
    "Exact numbers with so many digits after the point, of riffles and cuts; digits that follow are cut off, not rounded",
);

/// The digits that were asked for.
pub(super) fn asked(given: &Given<'_>) -> Option<u32> {
    given.get(DIGITS.name)
}

/// The error of digits where types or a part of the deck are seen.
pub(super) fn of_orders_alone(found: u32) -> ParamError {
    ParamError::Wrong {
        key: DIGITS.name.to_owned(),
        found: found.to_string(),
        accepted: "it without types and view: it is answered for the distance over all orders"
            .to_owned(),
    }
}

/// A number as answers hold it.
pub(super) fn written(number: &Fraction, digits: u32) -> Exact {
    Exact {
        digits: number.decimal(digits as usize),
        fraction: number.short(),
    }
}

/// The exact law of a riffled deck, or one that is as far from ideal.
pub(super) struct Riffled {
    orders: exact::Exact,
    /// None where the deck is ideal.
    packets: Option<UBig>,
    /// True if the law itself is that of a riffle of so many packets, and not one that is as far from ideal alone.
    is_law: bool,
}

impl Riffled {
    /// A law that is as far from ideal as that of `plan`.
    pub(super) fn as_far_as(plan: &Plan, cards: usize) -> Result<Self, Unanswered> {
        let is_law = matches!(whole(plan), Some(Whole::Riffles(_) | Whole::Packets(_)));
        let packets_of = |riffles: u32, cards: usize| {
            check(cards, riffles)?;
            Ok(Self {
                orders: exact::Exact::new(cards),
                packets: Some(packets(riffles)),
                is_law,
            })
        };
        match whole_between_fixed(plan) {
            Some(Whole::Riffles(riffles) | Whole::InverseRiffles(riffles)) => {
                packets_of(riffles, cards)
            }
            // As a cut comes first, one card has nothing to tell.
            Some(Whole::CutThenRiffles(riffles)) => packets_of(riffles, cards - 1),
            Some(Whole::Cut) => packets_of(0, cards - 1),
            Some(Whole::Fixed) => packets_of(0, cards),
            // The largest number stands for all larger ones.
            Some(Whole::Packets(packets)) if packets < u64::MAX => Ok(Self {
                is_law,
                ..Self::of_packets(packets, cards)?
            }),
            Some(Whole::Ideal) => Ok(Self::ideal()),
            _ => Err(no_fraction()),
        }
    }

    fn ideal() -> Self {
        Self {
            orders: exact::Exact::new(1),
            packets: None,
            is_law: false,
        }
    }

    /// The law after a riffle of so many packets, at least one.
    pub fn of_packets(packets: u64, cards: usize) -> Result<Self, Unanswered> {
        check(cards, u64::BITS - packets.leading_zeros())?;
        Ok(Self {
            orders: exact::Exact::new(cards),
            packets: Some(packets.into()),
            is_law: true,
        })
    }

    /// Total variation after another number of riffles.
    pub fn after(&self, riffles: u32, digits: u32) -> Exact {
        let found = self.orders.distances(&packets(riffles));
        written(&found.total_variation, digits)
    }

    /// The law of the number of rising sequences, from 1 on, beside the ideal one; empty where it is not that of riffles alone.
    pub fn rising(&self, digits: u32) -> Vec<[Exact; 2]> {
        let Some(packets) = self.packets.as_ref().filter(|_| self.is_law) else {
            return Vec::new();
        };
        let both = self
            .orders
            .rising(packets)
            .into_iter()
            .zip(self.orders.ideal());
        both.map(|(ours, ideal)| [ours, ideal].map(|one| written(&one, digits)))
            .collect()
    }

    /// The distances from the ideal shuffle.
    pub fn digits(&self, after_point: u32) -> Digits {
        let found = match &self.packets {
            Some(packets) => self.orders.distances(packets),
            None => Distances::none(),
        };
        Digits {
            after_point,
            total_variation: written(&found.total_variation, after_point),
            separation: written(&found.separation, after_point),
            l_infinity: written(&found.l_infinity, after_point),
        }
    }
}

/// The distances of a deck of one card.
pub(super) fn of_one_card(after_point: u32) -> Digits {
    Riffled::ideal().digits(after_point)
}

/// Refuses decks whose fractions take long.
fn check(cards: usize, bits: u32) -> Result<(), Unanswered> {
    if exact::is_short(cards, bits as usize) {
        return Ok(());
    }
    Err(Unanswered::Unknown(if cards > MOST_CARDS {
        let most = grouped(MOST_CARDS as u64);
        format!("`--digits`: found {cards} cards; accepted: decks of up to {most} cards")
    } else {
        let most = MOST_BITS / cards;
        format!(
            "`--digits`: found {bits} riffles of {cards} cards; accepted: up to {most} riffles of so many cards"
        )
    }))
}

/// The answer where no fraction is known.
fn no_fraction() -> Unanswered {
    Unanswered::Unknown(
        "`--digits` is answered where the distance is a known fraction; accepted: riffles (Gilbert-Shannon-Reeds) with equal \
         packets, perhaps with cuts after a first cut, their inverses, cuts, and fixed rearrangements before or after"
            .to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::build;
    use record::answers::Found;
    use record::answers::distance::Distance;
    use record::answers::law::Law;
    use search::advise::Alone;
    use shuffle::routine::{Letters, Routine};

    /// The answer of `what` about a routine; the message where there is none.
    fn ask(what: &str, text: &str, cards: usize, keys: &str) -> Result<Found, String> {
        let mut letters = Letters::default();
        for (letter, kind, parameters) in [
            ('A', "riffle", "packets = 3"),
            ('I', "inverse-riffle", ""),
            ('F', "shelf", ""),
            ('T', "top-to-random", ""),
        ] {
            let shuffle = shuffle::build(kind, parameters.parse().unwrap()).unwrap();
            letters.define(letter, shuffle.into());
        }
        let question = build(what, keys.parse().unwrap(), cards, &letters);
        let question = question.map_err(|error| error.to_string())?;
        let routine = Routine::parse(text, &letters).unwrap();
        let answer = question.answer(Some(&routine), &letters, false, &Alone);
        answer
            .map(|answer| answer.found)
            .map_err(|error| error.to_string())
    }

    fn distance(text: &str, cards: usize, keys: &str) -> Result<Distance, String> {
        match ask("tv", text, cards, keys)? {
            Found::Distance(found) => Ok(found),
            _ => unreachable!("it was asked how far"),
        }
    }

    fn law(text: &str, cards: usize) -> Law {
        match ask("law", text, cards, "digits = 12").unwrap() {
            Found::Law(found) => found,
            _ => unreachable!("it was asked for the law"),
        }
    }

    /// Made with Python's fractions: see `tests/data/riffles_digits.py`.
    #[test]
    fn distances_have_the_digits_that_were_asked_for() {
        let found = distance("G*7", 52, "digits = 30").unwrap();
        let digits = found.digits.unwrap();
        assert_eq!(digits.after_point, 30);
        assert_eq!(
            digits.total_variation.digits,
            "0.334060999468151565716999859333…"
        );
        assert_eq!(
            digits.separation.digits,
            "0.999994557275452917003625279944…"
        );
        assert_eq!(
            digits.l_infinity.digits,
            "9857.943417300500262522239459726517…"
        );
        assert_eq!(digits.total_variation.fraction, None);
        let after = found.after.iter().find(|after| after.riffles == 8).unwrap();
        let eight = after.digits.as_ref().unwrap();
        assert_eq!(eight.digits, "0.167158641926957414265274985532…");
        assert_eq!(distance("G*7", 52, "").unwrap().digits, None);
    }

    #[test]
    fn all_that_is_as_far_as_riffles_has_their_digits() {
        for (text, cards, number, fraction) in [
            ("G", 3, "0.333333…", Some("1/3")),
            ("I", 3, "0.333333…", Some("1/3")),
            ("C G", 4, "0.333333…", Some("1/3")),
            ("A", 5, "0.503395…", Some("1631/3240")),
            ("GG", 4, "0.28125", Some("9/32")),
            ("C", 4, "0.833333…", Some("5/6")),
            ("S", 52, "0", Some("0")),
            ("G", 1, "0", Some("0")),
        ] {
            let found = distance(text, cards, "digits = 6").unwrap();
            let found = found.digits.unwrap().total_variation;
            assert_eq!(
                (found.digits.as_str(), found.fraction.as_deref()),
                (number, fraction),
                "{text}"
            );
        }
        let found = distance("faro", 5, "digits = 4").unwrap().digits.unwrap();
        assert_eq!(found.total_variation.fraction.as_deref(), Some("119/120"));
        assert_eq!(found.l_infinity.digits, "119");
        let found = distance("G", 52, "packets = 243\ndigits = 9").unwrap();
        assert_eq!(found.digits.unwrap().total_variation.digits, "0.175545015…");
    }

    #[test]
    fn laws_have_digits_of_their_rising_sequences() {
        let found = law("GG", 52);
        let digits = found.rising_sequences[3].digits.as_ref().unwrap();
        let double = found.rising_sequences[3].probability;
        assert!(digits[0].digits.starts_with(&double.to_string()[..10]));
        let small = law("G", 3);
        let both = small.rising_sequences[1].digits.as_ref().unwrap();
        let fractions = both.each_ref().map(|one| one.fraction.as_deref());
        assert_eq!(fractions, [Some("1/2"), Some("2/3")]);
        // As far from ideal, but not the law of riffles.
        let inverse = law("I", 3);
        assert_eq!(inverse.digits, small.digits);
        assert_eq!(inverse.rising_sequences[1].digits, None);
    }

    #[test]
    fn what_has_no_digits_is_refused_in_words() {
        for (text, cards, keys, says) in [
            ("R", 52, "digits = 5", "a known fraction; accepted: riffles"),
            ("F", 52, "digits = 5", "a known fraction"),
            ("T*9", 52, "digits = 5", "a known fraction"),
            (
                "G",
                1_001,
                "digits = 5",
                "found 1001 cards; accepted: decks of up to 1,000 cards",
            ),
            ("G*300", 1_000, "digits = 5", "accepted: up to 40 riffles"),
            ("G", 52, "digits = 0", "from 1 to 1000"),
            (
                "G",
                52,
                "digits = 5\ntypes = \"26,26\"",
                "without types and view",
            ),
        ] {
            let error = distance(text, cards, keys).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
        let error = ask("law", "R", 5, "digits = 5").unwrap_err();
        assert!(error.contains("a known fraction"), "{error}");
    }
}
