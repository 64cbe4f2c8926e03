//! Random members of a group, by replacing products (Celler, Leedham-Green, Murray, Niemeyer and O'Brien, 1995). Nothing that
//! is proved rests on their law: a member is a member.

use deck::rng::{Draws, PcgDraws};

use super::{Move, conjugate, cycle_lengths, then};

/// Members that are kept at hand.
const KEPT: usize = 12;

/// Products before the first member is looked at, and members that are looked at: where all even rearrangements of a thousand
/// cards are members, one member in ten shows it.
const MIXED: usize = 300;
const LOOKED_AT: usize = 300;

/// Powers of the conjugator: 1, 2, 4, … times.
const POWERS: usize = 16;

/// Returns true if a member is found that has a cycle of a prime length p with n/2 < p < n − 2.
pub(super) fn meets_long_prime_cycle(
    cards: usize,
    members: &[Move],
    conjugator: Option<&Move>,
) -> bool {
    let long = |length: &usize| 2 * length > cards && length + 2 < cards && is_prime(*length);
    if members.is_empty() || !(1..cards).any(|length| long(&length)) {
        return false;
    }
    let mut draws = PcgDraws::for_batch(1995, "members of a group", 0, 0);
    let mut pick = |count: usize| draws.below(count as u32) as usize;
    let powers = conjugator.into_iter().flat_map(|conjugator| {
        std::iter::successors(Some(conjugator.clone()), |last| Some(then(last, last))).take(POWERS)
    });
    let powers: Vec<Move> = powers.collect();
    let mut kept: Vec<Move> = (0..KEPT)
        .map(|at| members[at % members.len()].clone())
        .collect();
    let mut last = members[0].clone();
    for round in 0..MIXED + LOOKED_AT {
        let (to, by) = (pick(KEPT), pick(KEPT));
        let with = &members[pick(members.len())];
        kept[to] = if pick(2) == 0 {
            then(&kept[to], &then(with, &kept[by]))
        } else {
            then(&then(&kept[by], with), &kept[to])
        };
        if !powers.is_empty() {
            kept[by] = conjugate(&kept[by], &powers[pick(POWERS)]);
        }
        last = then(&last, &kept[to]);
        if round >= MIXED && cycle_lengths(&last).iter().any(long) {
            return true;
        }
    }
    false
}

fn is_prime(number: usize) -> bool {
    let mut divisors = (2..).take_while(|divisor| divisor * divisor <= number);
    number > 1 && divisors.all(|divisor| !number.is_multiple_of(divisor))
}
