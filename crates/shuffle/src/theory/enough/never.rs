//! Proofs that no number of times is enough.

use super::search::Search;
use crate::routine::Plan;
use crate::theory::groups;
use laws::counting::greatest_common_divisor;
use laws::known::Bound;
use laws::matrix::Matrix;
use laws::order_law::ORDINARY_CARDS;

/// Notes what is proved of all numbers of times.
pub(super) fn prove(plan: &Plan, cards: usize, search: &mut Search) {
    by_parity(plan, cards, search);
    by_groups(plan, cards, search);
    // The place of one card is looked at again for larger decks, beside its powers.
    if cards <= ORDINARY_CARDS
        && let Some(once) = plan.one_card(cards)
    {
        by_places(&once, search);
    }
}

/// However often a routine is done whose orders all take an even number of swaps, or all an odd one, it gives half of all
/// orders at the most.
fn by_parity(plan: &Plan, cards: usize, search: &mut Search) {
    let mut steps = plan.steps().iter();
    if cards > 1 && steps.all(|step| step.is_odd(cards).is_some()) {
        search.never_below(&half());
    }
}

fn half() -> Bound {
    Bound::new(
        0.5,
        "each time all orders take an even number of swaps, or all an odd one: half of all orders",
    )
}

/// Orders that come after the same number of times are as many as the group has members that takes one of them to another.
fn by_groups(plan: &Plan, cards: usize, search: &mut Search) {
    let Some(found) = groups(plan, cards) else {
        return;
    };
    let (value, gap) = found.in_the_end();
    // A share that is too small for a double is below the smallest one.
    let gap = gap.max(f64::MIN_POSITIVE);
    if gap < 0.5 - 1e-9 {
        let by = format!(
            "groups: {}{} of {cards}! orders can come after any one number of times",
            if found.together.is_exact() {
                ""
            } else {
                "at most "
            },
            found.together.in_words(cards)
        );
        search.never_below(&Bound { value, gap, by });
    } else if gap < 1.0 {
        search.never_below(&half());
    }
    search.groups = Some(found);
}

/// A card that can only be in some of all places after any one number of times: those that it can get to at all, or one part of
/// them after the other in turn.
pub(super) fn by_places(once: &Matrix, search: &mut Search) {
    let cards = once.size();
    let fewest = (0..cards)
        .map(|from| (places_in_turn(once, from), from))
        .min();
    let Some((places, from)) = fewest.filter(|(places, _)| *places < cards) else {
        return;
    };
    let gap = places as f64 / cards as f64;
    let by = format!(
        "the card from position {} can be in {places} of {cards} places after any one number of times",
        from + 1
    );
    search.never_below(&Bound {
        value: 1.0 - gap,
        gap,
        by,
    });
}

/// The places where a card from one place can be after any one large number of times: those that it gets to, by the greatest
/// common divisor of the numbers of times after which it may be back. As each place receives a whole card on average, all
/// parts that it takes in turn are of one size.
fn places_in_turn(once: &Matrix, from: usize) -> usize {
    let cards = once.size();
    let mut after: Vec<Option<u64>> = vec![None; cards];
    after[from] = Some(0);
    let mut reached = vec![from];
    let mut at = 0;
    let mut period = 0_u64;
    while at < reached.len() {
        let here = reached[at];
        let next = after[here].expect("it is reached") + 1_u64;
        for (to, probability) in once.row(here).iter().enumerate() {
            if *probability <= 0.0 {
                continue;
            }
            match after[to] {
                None => {
                    after[to] = Some(next);
                    reached.push(to);
                }
                Some(known) => {
                    period = greatest_common_divisor(period, next.abs_diff(known));
                }
            }
        }
        at += 1;
    }
    reached.len() / period.max(1) as usize
}
