//! `position`: where each card goes.

use super::parameter::MOST_DECKS;
use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::chain;
use laws::counting::harmonic;
use laws::matrix::Matrix;
use laws::position::{Positions, same_half_ideal};
use record::answers::position::{Card, Looked, NAME, Position, Power, PowerWithDecks};
use shuffle::routine::Plan;
use shuffle::theory;
use statistic::rounded;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "Where each card goes: the one-card matrix, and what a test of positions would see",
    topic: Topic::routine("A routine, such as \"RRH\""),
    parameters: &[
        Parameter::new(
            "alpha",
            "P",
            Read::Number(1e-9..=0.05),
            "Error level of the test",
        )
        .default("0.001"),
        Parameter::new(
            "power",
            "P",
            Read::Number(0.01..=0.9999),
            "The power for which to count the decks needed",
        )
        .default("0.9"),
        Parameter::new(
            "decks",
            "N",
            Read::Whole(1..=MOST_DECKS),
            "State the power for this many decks",
        )
        .alias("trials"),
        Parameter::new(
            "look",
            "",
            Read::Flag,
            "Also the cards that one calls right who sees each after its call: up to some seconds",
        ),
    ],
    ask: |given| {
        let (alpha, power, decks) = (
            given.value("alpha"),
            given.value("power"),
            given.get("decks"),
        );
        let look = given.get("look").unwrap_or(false);
        ask(move |about| {
            let (plan, cards) = (about.plan()?, about.cards);
            let chain = chain(plan, cards)?;
            let looked = look.then(|| looked(plan, cards, &chain));
            let found = find(&chain, alpha, power, decks);
            Ok(Position { looked, ..found })
        })
    },
};

/// The calls of one who sees each card after its call.
fn looked(plan: &Plan, cards: usize, chain: &Matrix) -> Looked {
    let theory::Looked {
        at_least,
        at_most,
        by,
    } = theory::looked(plan, cards, chain);
    Looked {
        at_least,
        at_most,
        fair: harmonic(cards),
        by,
    }
}

/// Intervals between numbers of decks for which the power is stated; half of them lie below the number needed.
const INTERVALS: u32 = 40;

/// The largest of these numbers is so many times the number needed, and that so many times the smallest.
const FARTHEST: f64 = 20.0;

/// The numbers of decks for which the power is stated, around those `needed`, ascending.
fn around(needed: u64) -> Vec<u64> {
    let half = INTERVALS / 2;
    let step = libm::log(FARTHEST) / f64::from(half);
    let times = (0..=INTERVALS).map(|at| libm::exp(step * (f64::from(at) - f64::from(half))));
    let mut decks: Vec<u64> = times
        .map(|times| ((needed as f64 * times).round() as u64).max(1))
        .collect();
    decks.dedup();
    decks
}

/// Finds the positions after a routine; `decks` is a number of decks to state the power for.
fn find(chain: &Matrix, alpha: f64, power: f64, decks: Option<u64>) -> Position {
    let positions = Positions::of(chain);
    let likeliest = |row: &[f64]| {
        let highest = row.iter().copied().fold(0.0, f64::max);
        row.iter().position(|&p| p >= highest).unwrap_or(0) + 1
    };
    let needed = positions.decks_needed(alpha, power);
    let with = positions.powers(alpha);
    let powers = needed.into_iter().flat_map(around).map(|decks| {
        let power = with(decks);
        PowerWithDecks { decks, power }
    });
    let each = positions.cards.iter().zip(chain.rows()).zip(1..);
    Position {
        largest_distance: positions.largest_distance(),
        smallest: positions.smallest(),
        largest: positions.largest(),
        impossible: positions.impossible(),
        same_half: positions.same_half(),
        same_half_ideal: same_half_ideal(chain.size()),
        test: Power {
            alpha,
            noncentrality_per_deck: positions.noncentrality(1),
            power,
            decks_needed: needed,
            decks,
            power_with_decks: decks.map(&with),
        },
        power: powers.collect(),
        called: Some(positions.called),
        looked: None,
        cards: each
            .map(|((card, row), from)| Card {
                from,
                distance: card.distance,
                likeliest: likeliest(row),
                largest: card.largest,
                smallest: card.smallest,
                impossible: card.impossible,
                first: card.first + 1,
                last: card.last + 1,
                same_half: card.same_half,
            })
            .collect(),
        matrix: (chain.rows())
            .map(|row| row.iter().copied().map(rounded).collect())
            .collect(),
        bin: None,
        matrix_digest: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle::routine::{Letters, Routine};

    fn position(text: &str, cards: usize, decks: Option<u64>) -> Position {
        let letters = Letters::default();
        let plan = Routine::parse(text, &letters).unwrap().plan(&letters);
        find(&chain(&plan, cards).unwrap(), 0.001, 0.9, decks)
    }

    /// A record keeps the sums of the whole matrix, and says which one it was; what is small stays whole.
    /// Figures of a program in C that drew no deck: the law of one card after a riffle of 2^k packets.
    #[test]
    fn calls_without_a_look_are_those_of_another_program() {
        let figures = [
            7.214, 4.178, 2.685, 1.856, 1.422, 1.208, 1.104, 1.052, 1.026, 1.013,
        ];
        for (riffles, figure) in (1..).zip(figures) {
            let found = position(&format!("G*{riffles}"), 52, None).called.unwrap();
            assert!((found - figure).abs() < 5.1e-4, "{riffles}: {found}");
        }
        // The first cut leaves card c at one of n places: all calls are right once, however they are made.
        let found = position("C", 7, None).called.unwrap();
        assert!((found - 1.0).abs() < 1e-12, "{found}");
    }

    #[test]
    fn calls_with_a_look_come_where_they_are_asked_for() {
        let letters = Letters::default();
        let plan = Routine::parse("GG", &letters).unwrap().plan(&letters);
        let mut found = position("GG", 7, None);
        assert!(!serde_json::to_string(&found).unwrap().contains("looked"));
        let looked = looked(&plan, 7, &chain(&plan, 7).unwrap());
        let best = plan.orders(7, 7).unwrap().most_calls();
        assert!((looked.at_least - best).abs() < 1e-12 && looked.fair < best);
        assert!(looked.at_most.total_cmp(&looked.at_least).is_eq());
        found.looked = Some(looked);
        let again = serde_json::from_str(&serde_json::to_string(&found).unwrap()).unwrap();
        assert_eq!(found, again);
    }

    #[test]
    fn a_large_matrix_is_kept_in_bins() {
        let mut small = position("G", 128, None);
        assert!(!small.lighten() && small.bin.is_none() && small.matrix.len() == 128);
        let whole = position("G", 130, None);
        let mut kept = whole.clone();
        assert!(kept.lighten() && !kept.lighten());
        assert_eq!(
            (kept.bin, kept.matrix.len(), kept.size()),
            (Some(2), 65, 130)
        );
        let sum: f64 = (0..4).map(|at| whole.matrix[6 + at / 2][40 + at % 2]).sum();
        // Six digits: half a unit of the last one, of a number that may begin with 1.
        assert!((kept.matrix[3][20] - sum).abs() <= 5e-6 * sum);
        let mut other = whole.clone();
        other.matrix[7][9] += 1e-12;
        assert!(other.lighten() && other.matrix_digest != kept.matrix_digest);
        assert_eq!(kept.matrix_digest.unwrap().len(), 32);
        assert_eq!(kept.cards, whole.cards);
    }

    #[test]
    fn the_power_grows_with_the_decks_and_is_reached_with_those_needed() {
        for (text, cards) in [("G*6", 52), ("RRR", 40), ("G*3", 3), ("G*8", 10), ("H", 52)] {
            let found = position(text, cards, Some(500));
            let needed = found.test.decks_needed.unwrap();
            let powers = &found.power;
            assert!(powers.is_sorted_by(|a, b| a.decks < b.decks), "{text}");
            assert!(
                powers.is_sorted_by(|a, b| a.power <= b.power + 1e-9),
                "{text}"
            );
            let there = powers.iter().find(|with| with.decks == needed).unwrap();
            assert!(there.power >= 0.9 - 1e-7, "{text}: {there:?}");
            let below = powers.iter().take_while(|with| with.decks < needed);
            assert!(below.clone().all(|with| with.power < 0.9 + 1e-3), "{text}");
            let (first, last) = (powers[0], powers[powers.len() - 1]);
            assert!(first.decks == needed.div_ceil(20) || first.decks.abs_diff(needed / 20) <= 1);
            assert_eq!(last.decks, 20 * needed, "{text}");
            assert!(last.power > 0.999, "{text}: {last:?}");
            assert_eq!(powers.len(), if needed > 100 { 41 } else { powers.len() });
            // One law for this list and for a number that was asked about.
            let asked = position(text, cards, Some(last.decks))
                .test
                .power_with_decks;
            assert_eq!(asked, Some(last.power), "{text}");
        }
        // One deck is enough to see that nothing was done: the numbers are whole, and each comes once.
        assert_eq!(
            around(1),
            (1..=20)
                .filter(|n| around(1).contains(n))
                .collect::<Vec<u64>>()
        );
        assert!(around(1).len() > 10 && around(1)[0] == 1);
    }

    #[test]
    fn where_no_number_of_decks_is_enough_there_is_no_power() {
        let found = position("C", 52, None);
        assert_eq!((found.test.decks_needed, found.power.len()), (None, 0));
        let text = serde_json::to_value(&found).unwrap();
        assert!(text.get("power").is_none());
        // Older answers do not have it.
        let mut older = serde_json::to_value(position("G*6", 52, None)).unwrap();
        older.as_object_mut().unwrap().remove("power").unwrap();
        let read: Position = serde_json::from_value(older).unwrap();
        assert!(read.power.is_empty());
    }
}
