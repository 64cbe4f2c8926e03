//! The number of orders that a routine can reach, where it is counted.

use dashu_int::UBig;

use super::{Whole, whole_between_fixed};
use crate::routine::Plan;
use laws::eulerian::orders_with_at_most;

/// Orders that can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reachable {
    /// Their number.
    pub orders: UBig,
    /// The way in which they are counted, in words.
    pub by: String,
}

/// Counts the orders that `plan` can give: after k riffles those with at most 2ᵏ rising sequences, as all orders of so many
/// have the probability C(2ᵏ + n − r, n) / 2ᵏⁿ (Bayer and Diaconis, 1992). Nothing where that is not known.
pub fn reachable(plan: &Plan, cards: usize) -> Option<Reachable> {
    let whole = whole_between_fixed(plan)?;
    let packets = |riffles: u32| 1_u64.checked_shl(riffles).unwrap_or(u64::MAX);
    let most = match whole {
        Whole::Riffles(riffles)
        | Whole::InverseRiffles(riffles)
        | Whole::CutThenRiffles(riffles) => packets(riffles),
        Whole::Packets(packets) => packets,
        _ => return None,
    };
    let sum = "a sum of Eulerian numbers (Bayer and Diaconis, 1992)";
    Some(if let Whole::CutThenRiffles(_) = whole {
        // The deck is turned to any of its cards, and what is below the first is riffled.
        Reachable {
            orders: UBig::from(cards) * orders_with_at_most(cards - 1, most)?,
            by: format!(
                "orders that go round with at most {most} rising sequences of all cards but one, {sum}"
            ),
        }
    } else {
        let inverse = if let Whole::InverseRiffles(_) = whole {
            "the inverses of "
        } else {
            ""
        };
        Reachable {
            orders: orders_with_at_most(cards, most)?,
            by: format!("{inverse}orders with at most {most} rising sequences, {sum}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routine::Lettered;

    const LETTERS: &[Lettered] = &[('A', "riffle", "packets = 3"), ('F', "faro", "")];

    /// All orders of small decks, one by one.
    #[test]
    fn orders_are_as_many_as_enumeration_finds() {
        for text in [
            "G", "G*2", "G*3", "A", "A G", "C G", "C G C G", "F G*2 F", "S",
        ] {
            let plan = Plan::written(text, LETTERS);
            for cards in 2..=6 {
                let truth = plan.orders(cards, 6).unwrap().support();
                match reachable(&plan, cards) {
                    Some(found) => assert_eq!(
                        found.orders,
                        UBig::from(truth),
                        "{text}, {cards}: {found:?}"
                    ),
                    None => assert_eq!(text, "S"),
                }
            }
        }
    }
}
