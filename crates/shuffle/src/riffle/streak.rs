//! The streak-limited riffle, for sleeved cards: no more than so many cards in a row from one packet.

use std::hint::select_unpredictable;

use super::super::prelude::*;
use super::super::two_card::cards_of;
use super::super::two_card::interleaving::{self, Interleaving, LOWER, UPPER, in_proportion};
use super::gsr::Gsr;
use super::{cuts, ln_riffle_orders};

#[derive(Debug)]
pub(super) struct StreakLimited {
    pub(super) limit: u32,
}

/// Stands for a packet before the first card.
const NEITHER: usize = 2;

/// The memory of the streak-limited riffle: the packet of the last card, and how many cards in a row
/// have come from it. The first streak does not count: its length stays 0. Kept as two small numbers,
/// since a branch on them would be mispredicted every other card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Streak {
    packet: usize,
    length: u32,
}

impl Streak {
    const START: Self = Self {
        packet: NEITHER,
        length: 0,
    };

    /// The packet that gives the next card when the draw says `drawn`. A limit is at least 1.
    #[inline]
    fn obey(self, drawn: usize, limit: u32) -> usize {
        // After a complete streak the draw plays no role: taken or refused, it is the other packet.
        select_unpredictable(self.length == limit, self.packet ^ 1, drawn)
    }

    /// The streak after a card from `taken`.
    #[inline]
    fn after(self, taken: usize) -> Self {
        let longer = self.length + u32::from(self.length > 0);
        let fresh = u32::from(self.packet != NEITHER);
        Self {
            packet: taken,
            length: select_unpredictable(taken == self.packet, longer, fresh),
        }
    }

    /// Dense numbering for tables.
    fn index(self, limit: u32) -> usize {
        self.packet * (limit as usize + 1) + self.length as usize
    }

    /// All states, in the order of their numbers.
    fn all(limit: u32) -> impl Iterator<Item = Self> {
        let of = move |packet| (0..=limit).map(move |length| Self { packet, length });
        of(UPPER).chain(of(LOWER)).chain([Self::START])
    }
}

impl StreakLimited {
    /// Returns true if no streak can be longer than the limit: before it comes a streak that does
    /// not count, of one card or more.
    fn never_binds(&self, cards: usize) -> bool {
        self.limit as usize + 1 >= cards
    }

    fn interleaving(&self, cards: usize) -> Interleaving<impl Fn(usize, [usize; 2]) -> [f64; 2]> {
        let limit = self.limit;
        let states: Vec<Streak> = Streak::all(limit).collect();
        let exchanged = |streak: &Streak| {
            let packet = match streak.packet {
                NEITHER => NEITHER,
                packet => 1 - packet,
            };
            Streak { packet, ..*streak }.index(limit)
        };
        // A streak never grows beyond the limit; the number after it only fills the table.
        let after = |streak: &Streak, packet| {
            let Streak { packet, length } = streak.after(packet);
            let length = length.min(limit);
            Streak { packet, length }.index(limit)
        };
        Interleaving {
            after: states
                .iter()
                .map(|streak| [UPPER, LOWER].map(|packet| after(streak, packet)))
                .collect(),
            exchanged: states.iter().map(exchanged).collect(),
            start: Streak::START.index(limit),
            cuts: cuts(cards),
            chances: move |state: usize, left| {
                let streak: Streak = states[state];
                match [UPPER, LOWER].map(|drawn| streak.obey(drawn, limit)) {
                    [UPPER, LOWER] => in_proportion(left),
                    [UPPER, _] => [1.0, 0.0],
                    _ => [0.0, 1.0],
                }
            },
        }
    }
}

impl Law for StreakLimited {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        let cards = deck.len();
        let cut = draws.binomial_half(cards as u32) as usize;
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        // The cards left in the packets, as two numbers: indexing an array by the packet would send each of
        // them through memory.
        let (mut above, mut under) = (cut, cards - cut);
        let mut streak = Streak::START;
        while above > 0 && under > 0 {
            let drawn = usize::from(draws.second_of(above as u32, under as u32));
            let packet = streak.obey(drawn, self.limit);
            streak = streak.after(packet);
            let from = select_unpredictable(packet == UPPER, cut - above, cards - under);
            deck[cards - above - under] = scratch.deck[from];
            above -= 1 - packet;
            under -= packet;
        }
        // One packet is empty, and the rest of the other is as long as what is still to be filled.
        let start = if above > 0 {
            cut - above
        } else {
            cards - under
        };
        let filled = cards - above - under;
        deck[filled..].copy_from_slice(&scratch.deck[start..start + above + under]);
    }

    /// Dynamic programme over (cut, cards taken from each packet, streak): the probability of
    /// being in each state, forward.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        // Limits beyond the deck's size never bind.
        let limit = (self.limit as usize).min(cards);
        let mut matrix = Matrix::zero(cards);
        for (cut, weight) in cuts(cards) {
            one_cut(&mut matrix, [cut, cards - cut], limit, weight);
        }
        Some(matrix)
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        self.two_card_each(&[pairs], direction)?.pop()
    }

    fn two_card_each(&self, tables: &[&Pairs], direction: Direction) -> Option<Vec<Pairs>> {
        let cards = cards_of(tables);
        if self.never_binds(cards) {
            return Gsr.two_card_each(tables, direction);
        }
        Some(self.interleaving(cards).two_card(tables, direction))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        if self.never_binds(cards) {
            return Gsr.two_card_effort(cards);
        }
        Some(interleaving::effort(cards, Streak::all(self.limit).count()))
    }

    /// Any order of a streak-limited riffle is one of a riffle: a bound, not the exact number.
    fn ln_support(&self, cards: usize) -> f64 {
        ln_riffle_orders(cards)
    }

    fn entropy(&self, cards: usize) -> Option<f64> {
        if self.never_binds(cards) {
            return Gsr.entropy(cards);
        }
        let states = Streak::all(self.limit).count();
        interleaving::has_entropy(cards, states).then(|| self.interleaving(cards).entropy(cards))
    }

    fn blockwise(&self) -> Blockwise {
        Blockwise::StreakLimited(self.limit as usize)
    }

    fn describe(&self) -> String {
        format!(
            "riffle, at most {} cards in a row from one packet",
            self.limit
        )
    }
}

/// Adds to `matrix` the moves of all cards when `upper` cards are cut off, weighted.
fn one_cut(matrix: &mut Matrix, [upper, lower]: [usize; 2], limit: usize, weight: f64) {
    if upper == 0 || lower == 0 {
        // Nothing moves.
        return (0..upper + lower).for_each(|card| matrix.add(card, card, weight));
    }
    // By the cards taken from the lower packet: the probabilities of streaks of the upper packet, by their length, then of
    // the lower one. Those taken from the upper packet are the outer loop.
    let width = limit + 1;
    let mut streaks = vec![0.0; (lower + 1) * 2 * width];
    let [from_upper, from_lower] = in_proportion([upper, lower]).map(|share| weight * share);
    matrix.add(0, 0, from_upper);
    matrix.add(upper, 0, from_lower);
    streaks[3 * width] = from_lower;
    // The probability that a packet is empty once so many cards of the other one are taken.
    let mut emptied = [vec![0.0; lower], vec![0.0; upper]];
    for a in 0..=upper {
        for b in usize::from(a == 0)..=lower {
            let (here, after) = streaks[2 * b * width..].split_at_mut(2 * width);
            let (ours, theirs) = here.split_at_mut(width);
            if a == upper || b == lower {
                let (packet, taken) = if a == upper { (UPPER, b) } else { (LOWER, a) };
                // Nothing is left where both are empty.
                if let Some(now) = emptied[packet].get_mut(taken) {
                    *now = ours.iter().chain(&*theirs).sum();
                }
                // Nothing goes on from here, to a card more of either packet.
                ours.fill(0.0);
                if b < lower {
                    after[width..2 * width].fill(0.0);
                }
                continue;
            }
            let [from_upper, from_lower] = in_proportion([upper - a, lower - b]);
            // After a full streak comes the other packet.
            let full = [ours[limit], theirs[limit]];
            let free = [&*ours, &*theirs].map(|packet| packet[..limit].iter().sum::<f64>());
            let either = free[UPPER] + free[LOWER];
            matrix.add(a, a + b, either * from_upper + full[LOWER]);
            matrix.add(upper + b, a + b, either * from_lower + full[UPPER]);
            // A card more from the lower packet: nothing else leads there.
            let longer = &mut after[width..2 * width];
            longer[0] = theirs[0] * from_lower;
            longer[1] = free[UPPER] * from_lower + full[UPPER];
            for (longer, streak) in longer[2..].iter_mut().zip(&theirs[1..]) {
                *longer = streak * from_lower;
            }
            // And from the upper one, in the next round.
            for length in (2..width).rev() {
                ours[length] = ours[length - 1] * from_upper;
            }
            ours[0] *= from_upper;
            ours[1] = free[LOWER] * from_upper + full[LOWER];
        }
        if a == 0 {
            streaks[0] = from_upper;
        }
    }
    // The rest of the other packet then comes to the bottom.
    for (packet, first) in [(UPPER, upper), (LOWER, 0)] {
        let mut empty = 0.0;
        for (card, now) in (first..).zip(&emptied[packet]) {
            empty += now;
            let below = if packet == UPPER { 0 } else { lower };
            matrix.add(card, card + below, empty);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use laws::beta::binomial_pmf;

    /// The chain of `law`, by walking every sequence of cuts and draws.
    fn enumerate(cards: usize, limit: u32) -> Matrix {
        fn walk(
            matrix: &mut Matrix,
            deck: &mut Vec<usize>,
            next: [usize; 2],
            ends: [usize; 2],
            streak: Streak,
            limit: u32,
            probability: f64,
        ) {
            let left = [ends[0] - next[0], ends[1] - next[1]];
            if left[0] == 0 || left[1] == 0 {
                let whole = deck
                    .iter()
                    .copied()
                    .chain(next[0]..ends[0])
                    .chain(next[1]..ends[1]);
                for (to, from) in whole.enumerate() {
                    matrix.add(from, to, probability);
                }
                return;
            }
            for drawn in [UPPER, LOWER] {
                let limited = streak.length == limit && streak.packet == drawn;
                let packet = if limited { 1 - drawn } else { drawn };
                let mut moved = next;
                moved[packet] += 1;
                deck.push(next[packet]);
                let share = probability * left[drawn] as f64 / (left[0] + left[1]) as f64;
                walk(
                    matrix,
                    deck,
                    moved,
                    ends,
                    streak.after(packet),
                    limit,
                    share,
                );
                deck.pop();
            }
        }
        let mut matrix = Matrix::zero(cards);
        for cut in 0..=cards {
            let weight = binomial_pmf(cut as u64, cards as u64, 0.5);
            walk(
                &mut matrix,
                &mut Vec::new(),
                [0, cut],
                [cut, cards],
                Streak::START,
                limit,
                weight,
            );
        }
        matrix
    }

    #[test]
    fn the_streak_limited_chain_is_that_of_enumeration() {
        for (cards, limit) in [(2, 1), (5, 1), (8, 2), (9, 4), (10, 3)] {
            let (dp, walked) = (
                Law::one_card(&StreakLimited { limit }, cards).unwrap(),
                enumerate(cards, limit),
            );
            for (a, b) in dp.cells().iter().zip(walked.cells()) {
                assert!((a - b).abs() < 1e-13, "{cards} cards, limit {limit}");
            }
        }
    }

    #[test]
    fn the_two_card_chain_is_that_of_enumeration() {
        for limit in [1, 2, 3, 4, 9] {
            let shuffle = StreakLimited { limit };
            interleaving::testing::is_sound(&shuffle.interleaving(9));
            for cards in 2..=7 {
                testing::two_cards_agree(&shuffle, cards);
            }
        }
    }

    #[test]
    fn no_counted_streak_is_longer_than_the_limit() {
        for deck in testing::sample(&StreakLimited { limit: 4 }, 40, 300) {
            // The cut shows where the second rising sequence starts: the smallest card that stands
            // above its predecessor. Decks that are still sorted show none.
            let mut pos = [0; 40];
            deck.iter()
                .enumerate()
                .for_each(|(at, &card)| pos[usize::from(card)] = at);
            let Some(cut) = (1..40).find(|&card| pos[card] < pos[card - 1]) else {
                continue;
            };
            let lower: Vec<bool> = deck.iter().map(|&card| usize::from(card) >= cut).collect();
            let runs: Vec<usize> = lower.chunk_by(|a, b| a == b).map(<[bool]>::len).collect();
            // The last run may be the rest of a packet, and merge with a streak before it.
            assert!(
                runs[1..runs.len() - 1].iter().all(|&run| run <= 4),
                "{runs:?}"
            );
        }
    }
}
