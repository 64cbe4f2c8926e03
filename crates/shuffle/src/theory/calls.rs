//! The cards that anyone calls right, in the mean, who knows a routine: what is proved, whatever his rule is.

use super::bounds::{alike, packets_of};
use super::entropy::{MOST_CARDS, information_left};
use super::{Whole, closed_form, whole_between_fixed};
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
        for (letter, kind, parameters) in [('F', "shelf", "shelves = 2"), ('I', "identity", "")] {
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
