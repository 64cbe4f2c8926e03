//! Bounds on the distance of a routine from ideal over all n! orders, as far as they can be proved:
//! total variation from below by the number of orders that the routine can reach at all, from above
//! by the parts of it whose distance is known exactly.

use std::sync::Arc;

use crate::routine::Plan;
use crate::{Mixing, Shuffle};
use laws::classes::Classes;
use laws::counting::power_of_ten;
use laws::gsr::{self, Packets};
use laws::known::{Bound, Proved};
use laws::matrix::Matrix;
use laws::pairs::{self, Effort};
use laws::shelves;
use laws::walks::Walk;
use text::sorting;

use super::closed_form::{self, counted, followed, moves_together, shelves_together};
use super::{Whole, whole_between_fixed};

/// All that is proved of the total variation distance of `plan` on decks of `cards` cards; `chain`
/// is its one-card chain, if it is known. A two-card chain beyond `limit` proves nothing.
pub fn prove(plan: &Plan, cards: usize, chain: Option<&Matrix>, limit: &Effort) -> Proved {
    let proofs = [
        by_support(plan, cards),
        chain.and_then(|chain| by_one_card(chain, plan.moves())),
    ];
    let mut lower: Vec<Bound> = proofs.into_iter().flatten().collect();
    let exact = exact(plan, cards);
    // The places of two cards take the longest, and never show that nearly all orders are missing.
    let nearly_all = |bound: &Bound| bound.gap <= NEARLY_NOTHING;
    if exact.is_none() && !lower.iter().any(nearly_all) {
        lower.extend(by_two_cards(plan, cards, limit));
    }
    // By what is left to 1: it tells bounds apart that round to 1.
    sorting::by(&mut lower, |a, b| a.gap.total_cmp(&b.gap));
    Proved {
        lower,
        upper: by_parts(plan, cards).into_iter().collect(),
        exact,
    }
}

/// Logarithms of factorials carry a rounding error: a share of the orders this near to 1 proves
/// nothing.
const TOO_NEAR: f64 = -1e-6;

/// A bound by the number K of orders that can be reached out of n!: the distance is at least 1 −
/// K/n!.
fn by_support(plan: &Plan, cards: usize) -> Option<Bound> {
    by_reached(plan.ln_support(cards), cards)
}

/// The same of a number of orders, given by its logarithm.
pub(super) fn by_reached(ln_orders: f64, cards: usize) -> Option<Bound> {
    orders_are_missing(ln_orders, cards).then(|| {
        let orders = power_of_ten(ln_orders);
        Bound {
            by: format!("reachable orders: at most {orders} of {cards}!"),
            ..equally_likely(ln_orders, cards)
        }
    })
}

/// Returns true if so few orders prove anything.
pub(super) fn orders_are_missing(ln_orders: f64, cards: usize) -> bool {
    ln_orders - libm::lgamma(cards as f64 + 1.0) <= TOO_NEAR
}

/// A distance that is this near to 1 is not looked at any closer.
const NEARLY_NOTHING: f64 = 0.01;

/// Rounded probabilities of one shuffle prove nothing below this.
const ROUNDING: f64 = 1e-12;

/// The distance below which the law of so many moves in a row proves nothing: each adds its rounding to that of those
/// before it, and a distance only falls.
fn rounding(moves: u64) -> f64 {
    ROUNDING * moves.max(1) as f64
}

/// A law of the whole deck is at least as far from uniform as the law of one card's position, after so many moves.
pub(super) fn by_one_card(chain: &Matrix, moves: u64) -> Option<Bound> {
    let farthest = (0..chain.size())
        .map(|card| (chain.distance(card), card))
        .max_by(|a, b| a.0.total_cmp(&b.0))?;
    let (distance, card) = farthest;
    (distance > rounding(moves)).then(|| {
        Bound::new(
            distance,
            format!(
                "exact law of one card's place: the card from position {}",
                card + 1
            ),
        )
    })
}

/// The same of the places of two cards that start next to each other, of some such pairs: no number
/// of cuts leaves them free of each other. Nothing where the chain is beyond `limit`.
pub(super) fn by_two_cards(plan: &Plan, cards: usize, limit: &Effort) -> Option<Bound> {
    let neighbours = pairs::neighbours(cards);
    let pair = plan.farthest_pair(cards, &neighbours, limit).ok()??;
    let (first, second) = (pair.first + 1, pair.second + 1);
    (pair.distance > rounding(plan.moves())).then(|| {
        Bound::new(
            pair.distance,
            format!("exact law of two cards' places: those from positions {first} and {second}"),
        )
    })
}

/// An ideal shuffle gives 0; each run of k consecutive riffles gives the exact distance of k
/// riffles, since a further independent shuffle, before or after, never increases it, and so do
/// inverses of riffles and shelf shuffles; other shuffles may have a bound of their own. And separate parts multiply:
/// the distance of ab is at most twice the product of those of a and b (Aldous and Diaconis, 1986).
fn by_parts(plan: &Plan, cards: usize) -> Option<Bound> {
    by_parts_or_more(plan, cards).filter(|bound| bound.value <= 1.0)
}

/// The same, which proves nothing yet where it is above 1, but may if all is done once more.
pub(super) fn by_parts_or_more(plan: &Plan, cards: usize) -> Option<Bound> {
    let moving = plan.steps().iter();
    let moving: Vec<_> = moving
        .filter(|step| step.mixing() != Mixing::Nothing)
        .collect();
    if moving.iter().any(|step| step.mixing() == Mixing::Ideal) {
        return Some(Bound::new(0.0, "one of the shuffles is ideal"));
    }
    let runs = moving.chunk_by(|a, b| alike(a.mixing(), b.mixing()));
    // The part of the law that takes time is the same for any number of riffles.
    let mut known: Option<gsr::Law> = None;
    let mut law_of = |packets| {
        let law = match &known {
            Some(law) => law.with(packets),
            None => gsr::Law::riffled(cards, packets),
        };
        known.insert(law).total_variation()
    };
    let mut parts: Vec<Bound> = runs
        .filter_map(|run| {
            let packets = packets_of(run.iter().map(|step| step.mixing()));
            match (packets, run[0].mixing()) {
                (None, Mixing::Gsr | Mixing::Packets(_) | Mixing::UnequalPackets) => {
                    never_apart(run, cards)
                }
                (None, Mixing::EquallyLikely) => Some(equally_likely(run[0].ln_support(cards), cards)),
                (None, Mixing::Moves(walk, _)) => {
                    let (_, moves) = moves_together(run.iter().map(|step| step.mixing()))?;
                    walked(walk, moves, cards)
                }
                (None, Mixing::Shelves(_)) => {
                    let each = run.iter().filter_map(|step| match step.mixing() {
                        Mixing::Shelves(shelves) => Some(shelves),
                        _ => None,
                    });
                    Some(shelved(shelves_together(each), cards))
                }
                (None, _) => {
                    let bound = run[0].distance_at_most(cards)?;
                    let by = format!("draws that are nearly uniform: {}", run[0].describe());
                    Some(Bound::new(bound, by))
                }
                (Some(packets), kind) => {
                    let riffles = riffles_of(run.iter().map(|step| step.mixing()));
                    let by = match (kind, riffles) {
                        (Mixing::InverseRiffles(_), Some(riffles)) => {
                            format!("exact distance of the inverse of {}", counted(riffles))
                        }
                        (_, Some(1)) => {
                            "exact distance of 1 riffle (Bayer and Diaconis, 1992)".to_owned()
                        }
                        (_, Some(riffles)) => format!(
                            "exact distance of {riffles} consecutive riffles (Bayer and Diaconis, 1992)"
                        ),
                        (_, None) => format!(
                            "exact distance of a riffle of {packets} packets (Bayer and Diaconis, 1992)"
                        ),
                    };
                    Some(Bound::new(law_of(packets), by))
                }
            }
        })
        .collect();
    sorting::by(&mut parts, |a, b| a.value.total_cmp(&b.value));
    let (best, others) = parts.split_first()?;
    // Every further part with a distance below ½ helps.
    let helpful = others.iter().take_while(|part| part.value < 0.5);
    let product = helpful
        .clone()
        .fold(best.value, |bound, part| 2.0 * bound * part.value);
    Some(match helpful.count() {
        0 => best.clone(),
        more => Bound::new(
            product,
            format!(
                "distances of {} parts of the routine, twice their product",
                more + 1
            ),
        ),
    })
}

/// Returns true for shuffles whose law is known together: consecutive riffles are one part, and so are consecutive
/// inverses, shelf shuffles and moves of one walk; every other shuffle is a part of its own.
pub(super) fn alike(a: Mixing, b: Mixing) -> bool {
    const fn is_riffle(kind: Mixing) -> bool {
        matches!(
            kind,
            Mixing::Gsr | Mixing::Packets(_) | Mixing::UnequalPackets
        )
    }
    is_riffle(a) && is_riffle(b)
        || matches!(
            (a, b),
            (Mixing::InverseRiffles(_), Mixing::InverseRiffles(_))
                | (Mixing::Shelves(_), Mixing::Shelves(_))
        )
        || moves_together([a, b]).is_some()
}

/// The number of riffles of two packets, or of inverses of them, that a part is; `None` if it is anything else.
fn riffles_of(part: impl Iterator<Item = Mixing>) -> Option<u32> {
    let each = part.map(|mixing| match mixing {
        Mixing::Gsr => Some(1),
        Mixing::InverseRiffles(riffles) => Some(riffles),
        _ => None,
    });
    each.sum()
}

/// The packets of the one riffle, or the inverse of one, that a part is; `None` of other shuffles.
pub(super) fn packets_of(part: impl Iterator<Item = Mixing>) -> Option<Packets> {
    let each = part.map(|mixing| match mixing {
        Mixing::InverseRiffles(riffles) => Some(Packets::riffles(riffles)),
        kind => Packets::new(closed_form::packets_of(kind)?.into()),
    });
    each.reduce(|all, next| Some(all?.then(next?)))?
}

/// Riffles that do not cling deal each card a packet by itself, and cards that were never dealt the same ones are in
/// uniformly random order. So the distance is at most the probability that some two were: of n(n − 1)/2 pairs, each with the
/// product of the probabilities of one packet (Lalley, 2000; a strong uniform time of Aldous and Diaconis, 1986). It may
/// be above 1, and then shrinks with more riffles.
fn never_apart(part: &[&Arc<dyn Shuffle>], cards: usize) -> Option<Bound> {
    let each = part.iter().map(|step| step.same_packet());
    let together = each.reduce(|all, next| Some(all? * next?))??;
    let pairs = 0.5 * cards as f64 * (cards - 1) as f64;
    Some(Bound::new(
        pairs * together,
        "two cards that always came from the same packet (Lalley, 2000)",
    ))
}

/// The exact distance of so many moves of a walk, or of the last of them that is followed: more are no farther.
pub(super) fn walked(walk: Walk, moves: u32, cards: usize) -> Option<Bound> {
    let Some(most) = walk.most_moves(cards) else {
        let by = "two cards that never moved (Aldous and Diaconis, 1986)";
        return Some(Bound::new(walk.at_most(cards, moves)?, by));
    };
    let moves = moves.min(most);
    let law = walk.after(cards, moves)?;
    Some(of_classes(&law, followed(walk, moves)))
}

/// The exact distance of a shelf shuffle.
fn shelved(shelves: u64, cards: usize) -> Bound {
    let law = shelves::Law::shelved(cards, shelves);
    of_classes(law.classes(), Whole::Shelves(shelves).law_in_words())
}

/// The exact distance of a law of classes.
pub(super) fn of_classes(law: &Classes, by: String) -> Bound {
    Bound {
        value: law.total_variation(),
        gap: law.gap().value(),
        by,
    }
}

/// Each of so many equally likely orders shares 1/n! with the ideal shuffle.
pub(super) fn equally_likely(ln_orders: f64, cards: usize) -> Bound {
    let gap = libm::exp(ln_orders - libm::lgamma(cards as f64 + 1.0)).min(1.0);
    Bound {
        value: 1.0 - gap,
        gap,
        by: "all orders that can be reached are equally likely".to_owned(),
    }
}

pub(super) fn exact(plan: &Plan, cards: usize) -> Option<Bound> {
    let whole = whole_between_fixed(plan)?;
    let by = whole.law_in_words();
    Some(match whole {
        Whole::Ideal => Bound::new(0.0, by),
        Whole::Riffles(_)
        | Whole::Packets(_)
        | Whole::CutThenRiffles(_)
        | Whole::InverseRiffles(_)
        | Whole::Moves(..)
        | Whole::Shelves(_) => of_classes(&whole.distances(cards)?, by),
        Whole::Cut | Whole::EquallyLikely | Whole::Fixed => {
            let ln_orders = match whole {
                Whole::Cut => libm::log(cards as f64),
                Whole::EquallyLikely => plan.ln_support(cards),
                _ => 0.0,
            };
            Bound {
                by,
                ..equally_likely(ln_orders, cards)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::A_SECOND;
    use super::*;
    use crate::routine::{Letters, Routine};

    fn plan(text: &str) -> Plan {
        let letters = Letters::default();
        Routine::parse(text, &letters).unwrap().plan(&letters)
    }

    fn upper(text: &str, cards: usize) -> f64 {
        by_parts(&plan(text), cards).unwrap().value
    }

    #[test]
    fn published_upper_bounds_for_52_cards() {
        for (riffles, published) in [(5, 0.924), (6, 0.614), (7, 0.334), (8, 0.167), (10, 0.043)] {
            let bound = upper(&format!("R G*{riffles} C"), 52);
            assert!((bound - published).abs() < 5e-4, "{riffles}: {bound:?}");
        }
        assert_eq!(upper("RSR", 52).to_bits(), 0f64.to_bits());
        assert_eq!(by_parts(&plan("RRR"), 52), None);
        // Two runs of eight with a cut between: twice .167².
        let two = upper("G*8 C G*8", 52);
        assert!((two - 2.0 * 0.167 * 0.167).abs() < 2e-3, "{two}");
        // A run of one riffle has distance 1 and does not hurt.
        assert!((upper("G*8 C G", 52) - 0.167).abs() < 5e-4);
    }

    #[test]
    fn support_bounds_are_those_of_the_facts() {
        // Each of the eight routines of the article: at least 1 − 1.7e-12; HHH: 1 − 2e-39.
        let gap = |text| by_support(&plan(text), 40).unwrap().gap;
        for text in ["RRR", "RRH", "RHR", "HRR", "RHH", "HRH", "HHR", "HHH"] {
            assert!(gap(text) < 1.7e-12, "{text}");
        }
        assert!(gap("HHH") < 2e-39);
        // Three cuts are one: 40 orders, and not 40³.
        assert_eq!(gap("CCC").to_bits(), gap("C").to_bits());
        assert_eq!(gap("CCHC").to_bits(), gap("CHC").to_bits());
        assert_eq!(by_support(&plan("S"), 40), None);
    }

    #[test]
    fn exact_distances_of_closed_forms() {
        let exact = |text, cards| exact(&plan(text), cards).map(|bound| bound.value);
        // A cut of three cards reaches 3 of 6 orders, each with 1/3: ½ (3·|1/3 − 1/6| + 3/6) = ½.
        assert!((exact("CC", 3).unwrap() - 0.5).abs() < 1e-12);
        assert!(exact("C", 2).unwrap().abs() < 1e-12);
        assert!(exact("RC", 3).is_none());
    }

    /// Moves of a walk beyond those that are followed are no farther than the last that are.
    #[test]
    fn more_moves_than_are_followed_are_bounded_by_those() {
        let mut letters = Letters::default();
        let moves = "moves = 1000000".parse().unwrap();
        letters.define('T', crate::build("top-to-random", moves).unwrap().into());
        let plan = Routine::parse("T", &letters).unwrap().plan(&letters);
        assert_eq!(exact(&plan, 400), None);
        let bound = by_parts(&plan, 400).unwrap();
        assert!(bound.value < 1e-100, "{bound:?}");
        assert!(bound.by.starts_with("law of 75000 moves"), "{bound:?}");
        // Two cards of 2,000 that never moved: 2 million pairs, each with exp(−1000).
        let large = by_parts(&plan, 2_000).unwrap();
        assert!((0.0..1e-300).contains(&large.value), "{large:?}");
        assert!(
            large.by.starts_with("two cards that never moved"),
            "{large:?}"
        );
    }

    /// Every kind of which something is proved, in routines of one to four of it, against the law over all orders.
    fn bounds_enclose_enumeration(sizes: std::ops::RangeInclusive<usize>) {
        let kinds = [
            ("riffle", ""),
            ("riffle", "packets = 3"),
            ("riffle", "packets = 5"),
            ("riffle", "upper = 0.3"),
            ("riffle", "upper = 0.3\nclump = 0.4"),
            ("riffle", "max-streak = 2"),
            ("table-riffle", "clump = 0.0\nupper = 0.6"),
            ("shelf", "shelves = 2"),
            ("shelf", "shelves = 1\nfrom = \"top\""),
            ("sort-by-keys", "bits = 3"),
            ("even-only", ""),
            ("sattolo", ""),
            ("cut", ""),
            ("overhand", ""),
            ("hindu", "packet = [1, 3]"),
            ("mash", ""),
            ("strip", "packets = [2, 3]"),
            ("random-transpositions", ""),
            ("top-to-random", ""),
            ("random-to-top", "moves = 2"),
            ("random-to-random", ""),
            ("adjacent-transpositions", ""),
            ("thorp", ""),
            ("inverse-riffle", ""),
        ];
        for cards in sizes {
            for (kind, parameters) in kinds {
                let Ok(shuffle) = crate::build(kind, parameters.parse().unwrap()) else {
                    panic!("{kind} {parameters}");
                };
                let once = Plan::new(vec![shuffle.into()]);
                let Ok(orders) = once.orders(cards, 8) else {
                    continue;
                };
                let mut law = orders.clone();
                for times in 1..=4 {
                    let plan = once.repeated(times);
                    let proved = prove(&plan, cards, plan.one_card(cards).as_ref(), &A_SECOND);
                    let truth = law.total_variation();
                    let what = format!("{kind} {parameters}, {times} times, {cards} cards");
                    for bound in &proved.lower {
                        assert!(bound.value <= truth + 1e-9, "{what}: {bound:?}, {truth}");
                    }
                    for bound in &proved.upper {
                        assert!(bound.value >= truth - 1e-9, "{what}: {bound:?}, {truth}");
                    }
                    if let Some(exact) = &proved.exact {
                        assert!(
                            (exact.value - truth).abs() < 1e-9,
                            "{what}: {exact:?}, {truth}"
                        );
                    }
                    law = law.then(&orders);
                }
            }
        }
    }

    #[test]
    fn bounds_enclose_enumeration_of_small_decks() {
        bounds_enclose_enumeration(2..=6);
    }

    #[test]
    #[ignore = "minutes, 40,320 orders: .ci/full laws"]
    fn bounds_enclose_enumeration_up_to_eight_cards() {
        bounds_enclose_enumeration(7..=8);
    }

    #[test]
    fn one_cards_place_bounds_the_distance_and_rounding_proves_nothing() {
        let chain = |text, cards| plan(text).one_card(cards).unwrap();
        // A Hindu shuffle never leaves the top card of 40 above position 29.
        let bound = by_one_card(&chain("H", 40), 1).unwrap();
        assert!((0.7..1.0).contains(&bound.value), "{bound:?}");
        for text in ["S", "CCC", "SRS", "RC"] {
            assert_eq!(by_one_card(&chain(text, 40), 1), None, "{text}");
        }
        let proved = prove(&plan("GGGC"), 12, Some(&chain("GGGC", 12)), &A_SECOND);
        assert_eq!(proved.lower.len(), 1);
        let proved = prove(&plan("GRGR"), 12, Some(&chain("GRGR", 12)), &A_SECOND);
        assert_eq!(proved.lower.len(), 2);
        assert!(proved.lower.is_sorted_by(|a, b| a.gap < b.gap));
    }

    /// A hundred passes through ten thousand shelves: at most 1.2e-36 from ideal, and rounding said "at least 2.98e-12".
    #[test]
    fn rounding_adds_up_over_shuffles_and_proves_nothing() {
        let mut letters = Letters::default();
        let shelves = "shelves = 10000".parse().unwrap();
        letters.define('X', crate::build("shelf", shelves).unwrap().into());
        let plan = Routine::parse("X*100", &letters).unwrap().plan(&letters);
        let chain = plan.one_card(52).unwrap();
        let proved = prove(&plan, 52, Some(&chain), &A_SECOND);
        assert!(proved.upper[0].value < 1e-30, "{proved:?}");
        let most = proved.upper[0].value;
        assert!(
            proved.lower.iter().all(|bound| bound.value <= most),
            "{proved:?}"
        );
    }

    #[test]
    fn two_cards_places_show_what_one_cards_do_not() {
        // After a cut each card is anywhere, and its neighbour still its neighbour: of n(n − 1)
        // pairs of places n are left.
        let bound = by_two_cards(&plan("CC"), 40, &A_SECOND).unwrap();
        assert!(
            (bound.value - (1.0 - 1.0 / 39.0)).abs() < 1e-12,
            "{bound:?}"
        );
        assert_eq!(by_two_cards(&plan("CSC"), 40, &A_SECOND), None);
    }
}
