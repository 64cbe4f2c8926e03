//! The cards that anyone calls right, in the mean, who knows a routine: what is proved, whatever his rule is.

use super::bounds::{alike, packets_of};
use super::entropy::{MOST_CARDS, information_left};
use super::{Whole, closed_form, enumerated, enumerated_distance, most_calls, whole_between_fixed};
use crate::Mixing;
use crate::routine::Plan;
use laws::calls;
use laws::counting::harmonic;
use laws::gsr;
use laws::known::ProvedCalls;
use laws::matrix::Matrix;
use laws::shelves;

/// All that is proved of the calls of `plan` on `cards` cards; `chain` is its one-card chain, if it is known.
pub(super) fn prove(plan: &Plan, cards: usize, chain: Option<&Matrix>) -> ProvedCalls {
    let orders = entropy(plan, cards).min(plan.ln_support(cards));
    ProvedCalls {
        at_least: at_least(cards, orders),
        at_most: at_most(plan, cards).filter(|most| *most < cards as f64),
        unseen: chain.map(unseen),
    }
}

/// The cards that are called right on average by one who knows the order before, sees each card after its call, and calls the
/// likeliest each time: nobody does better.
#[derive(Debug, Clone, PartialEq)]
pub struct Looked {
    /// No fewer.
    pub at_least: f64,
    /// No more; the same where the number is exact.
    pub at_most: f64,
    /// The way it was obtained, in words.
    pub by: String,
}

/// The calls of `plan` on `cards` cards by one who sees each card after its call: exact for riffles alone, for up to
/// seven cards, and where it is plain; else proved limits. `chain` is its one-card chain. Takes up to some seconds.
pub fn looked(plan: &Plan, cards: usize, chain: &Matrix) -> Looked {
    if let Some((exact, by)) = looked_exactly(plan, cards) {
        return Looked {
            at_least: exact,
            at_most: exact,
            by,
        };
    }
    let proved = prove(plan, cards, Some(chain));
    let lower = [Some(harmonic(cards)), proved.at_least, proved.unseen];
    Looked {
        at_least: lower.into_iter().flatten().fold(0.0, f64::max),
        at_most: proved.at_most.unwrap_or(cards as f64),
        by: "proved limits".to_owned(),
    }
}

/// The exact number, and the law that it comes from.
fn looked_exactly(plan: &Plan, cards: usize) -> Option<(f64, String)> {
    let whole = closed_form::whole_after_fixed(plan);
    let packets = whole.and_then(|whole| match whole {
        Whole::Riffles(riffles) => Some(gsr::Packets::riffles(riffles)),
        Whole::Packets(packets) => gsr::Packets::new(packets),
        _ => None,
    });
    let riffled = packets.and_then(|packets| calls::riffled(cards, packets));
    if let (Some(exact), Some(whole)) = (riffled.or_else(|| most_calls(plan, cards)), whole) {
        return Some((exact, whole.law_in_words()));
    }
    let orders = enumerated(plan, cards)?;
    Some((orders.most_calls(), enumerated_distance(&orders).by))
}

/// The calls that are right at least, where the order of a deck has no more than so much entropy.
pub(super) fn at_least(cards: usize, ln_orders: f64) -> Option<f64> {
    let least = calls::at_least(cards, ln_orders);
    (least > harmonic(cards)).then_some(least)
}

/// The entropy of the order, at most, as a natural logarithm.
fn entropy(plan: &Plan, cards: usize) -> f64 {
    let most = libm::lgamma(cards as f64 + 1.0);
    information_left(plan, cards).map_or(most, |left| most - std::f64::consts::LN_2 * left)
}

/// The calls that no rule exceeds: of the whole, if its law has a closed form, or of a part that has one.
fn at_most(plan: &Plan, cards: usize) -> Option<f64> {
    if cards > MOST_CARDS {
        return None;
    }
    let whole = whole_between_fixed(plan);
    if whole == Some(Whole::Ideal) {
        return Some(harmonic(cards));
    }
    if let Some(classes) = whole.and_then(|whole| whole.distances(cards)) {
        return Some(calls::at_most(&classes, cards));
    }
    let moving: Vec<_> = (plan.steps().iter())
        .filter(|step| step.mixing() != Mixing::Nothing)
        .collect();
    let runs = moving.chunk_by(|a, b| alike(a.mixing(), b.mixing()));
    let (mut riffled, mut shelved): (Option<gsr::Packets>, u64) = (None, 0);
    for run in runs {
        let packets = packets_of(run.iter().map(|step| step.mixing()));
        riffled = match (riffled, packets) {
            (Some(most), Some(packets)) if packets > most => Some(packets),
            (most, packets) => most.or(packets),
        };
        let each = run.iter().filter_map(|step| match step.mixing() {
            Mixing::Shelves(shelves) => Some(shelves),
            _ => None,
        });
        let each: Vec<u32> = each.collect();
        if !each.is_empty() {
            shelved = shelved.max(closed_form::shelves_together(each));
        }
    }
    let by_riffles = riffled.map(|packets| {
        let law = gsr::Law::riffled(cards, packets);
        calls::at_most(law.classes(), cards)
    });
    let by_shelves = (shelved > 0)
        .then(|| calls::at_most(shelves::Law::shelved(cards, shelved).classes(), cards));
    by_riffles.into_iter().chain(by_shelves).reduce(f64::min)
}

/// Adds up the probability of the likeliest card of each place: Σ over places j of max over cards i of `P[i][j]`.
fn unseen(chain: &Matrix) -> f64 {
    let mut likeliest = vec![0.0_f64; chain.size()];
    for row in chain.rows() {
        for (most, cell) in likeliest.iter_mut().zip(row) {
            *most = most.max(*cell);
        }
    }
    likeliest.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::{Letters, Routine};

    fn plan(text: &str) -> Plan {
        let mut letters = Letters::default();
        for (letter, kind, parameters) in [
            ('F', "shelf", "shelves = 2"),
            ('I', "identity", ""),
            ('P', "pile", "piles = 3"),
            ('A', "riffle", "packets = 3"),
        ] {
            let shuffle = crate::build(kind, parameters.parse().unwrap()).unwrap();
            letters.define(letter, shuffle.into());
        }
        Routine::parse(text, &letters).unwrap().plan(&letters)
    }

    fn proved(text: &str, cards: usize) -> ProvedCalls {
        let plan = plan(text);
        prove(&plan, cards, plan.one_card(cards).as_ref())
    }

    /// Proved limits, against the best rule over all orders and the best list without looking.
    #[test]
    fn limits_enclose_the_best_rule_of_small_decks() {
        for text in [
            "S", "C", "G", "GG", "CG", "GCG", "GGC", "GGCG", "RG", "HGG", "RRR", "F", "FG", "I",
        ] {
            for cards in 2..=6 {
                let orders = plan(text).orders(cards, 6).unwrap();
                let best = orders.most_calls();
                let found = proved(text, cards);
                let least = found.at_least.unwrap_or(0.0);
                let most = found.at_most.unwrap_or(cards as f64);
                assert!(
                    least - 1e-9 <= best && best <= most + 1e-9,
                    "{text}, {cards} cards: {best} in {found:?}"
                );
                let list = unseen(&orders.one_card());
                let known = found.unseen.unwrap();
                assert!(
                    (known - list).abs() < 1e-9,
                    "{text}, {cards} cards: {known} {list}"
                );
                assert!(
                    known >= 1.0 - 1e-9 && known <= best + 1e-9,
                    "{text}: {known} {best}"
                );
            }
        }
    }

    #[test]
    fn calls_with_a_look_are_those_of_all_orders_or_enclose_them() {
        let of = |text, cards| {
            let plan = plan(text);
            let best = plan.orders(cards, 8).unwrap().most_calls();
            (best, looked(&plan, cards, &plan.one_card(cards).unwrap()))
        };
        for text in [
            "S", "C", "G", "GG", "P", "PGG", "A", "GAG", "CG", "GP", "GC", "RG", "F", "I",
        ] {
            for cards in 1..=6 {
                let (best, found) = of(text, cards);
                assert!(
                    (found.at_least - best).abs() < 1e-9,
                    "{text}, {cards}: {found:?}"
                );
                assert!(
                    found.at_most.total_cmp(&found.at_least).is_eq(),
                    "{text}: {found:?}"
                );
                assert_ne!(found.by, "proved limits", "{text}");
            }
        }
        let (best, riffled) = of("PGG", 8);
        assert!((riffled.at_least - best).abs() < 1e-9, "{best} {riffled:?}");
        // Turned about after the riffles, they are seen in another order.
        let (best, turned) = of("GGP", 8);
        assert!(
            (turned.at_least..turned.at_most).contains(&best),
            "{best} {turned:?}"
        );
        assert_eq!(turned.by, "proved limits");
    }

    /// Seven riffles of 52 cards leave half a call more than chance.
    #[test]
    fn a_bridge_deck_is_called_exactly() {
        let of = |text| {
            let plan = plan(text);
            looked(&plan, 52, &plan.one_card(52).unwrap())
        };
        let seven = of("G*7");
        assert_eq!(seven.by, "law of 7 riffles (Bayer and Diaconis, 1992)");
        assert_eq!(
            format!("{:.3} {:.3}", seven.at_least, seven.at_most),
            "5.005 5.005"
        );
        assert!(seven.at_most < proved("G*7", 52).at_most.unwrap());
        let stripped = of("H");
        assert!(
            stripped.at_least > 44.0 && stripped.at_most > 51.9,
            "{stripped:?}"
        );
    }

    #[test]
    fn a_part_limits_the_whole_and_few_orders_are_called() {
        let most = |text| proved(text, 52).at_most;
        assert_eq!(format!("{:.2}", most("G*7").unwrap()), "6.03");
        // A Hindu shuffle after seven riffles helps nobody, nor does one before.
        assert_eq!(most("HG*7"), most("G*7"));
        assert_eq!(most("G*7 C R"), most("G*7"));
        assert_eq!(most("RRR"), None);
        // 1,122 orders of 40 cards: at least 40 − ½ log₂ 1,122.
        let least = proved("H", 40).at_least.unwrap();
        assert!((34.9..35.0).contains(&least), "{least}");
        assert_eq!(proved("S", 52).at_least, None);
    }
}
