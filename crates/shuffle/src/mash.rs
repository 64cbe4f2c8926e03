//! The mash shuffle, by which players shuffle sleeved cards: the deck is split near the middle and
//! the two halves are pushed into each other edgewise, so that small packets alternate.
//!
//! The upper half holds ⌊n/2⌋ + e cards, the error e uniform on `-error..=error`; where that would
//! leave a half empty, it keeps one card. (With n odd and no error the lower half is the larger.)
//! A fair coin says which half comes first, that is, gives the top card. Then packets alternate
//! from the two halves, their sizes independent and uniform on `low..=high`, until one half is
//! exhausted (its last packet is what is left of it); the rest of the other follows.
//!
//! With packets of one card always and no error this is a faro of either type (n even);
//! with packets no smaller than the halves it is a cut, or nothing.
//!
//! No paper is known to us that models the mash shuffle. This is our model of the practice as a
//! player describes it (idiomdrottning.org, How to mash shuffle honestly and straight-forwardly):
//! halves pushed together at a small offset, one or two cards at a time where it is done well.

use std::collections::VecDeque;

use super::marks;
use super::prelude::*;
use super::two_card::cards_of;
use super::two_card::interleaving::{self, Interleaving, LOWER, UPPER};
use laws::pairs::add_scaled;

/// One card or two where it is done well, and now and then three that stick.
const DEFAULT_PACKET: (u32, u32) = (1, 3);

/// Halves look equal to the eye within some four cards of each other.
const DEFAULT_ERROR: u32 = 2;

pub(super) const KIND: Kind = Kind {
    name: "mash",
    group: Group::Cards,
    time: Some(Time::of_hands(1.5, 0.025)),
    about: "two halves pushed into each other, in packets of random sizes, either half first (sleeved cards)",
    source: "our model of the practice described at idiomdrottning.org/mash-shuffle",
    parameters: &[
        Parameter {
            name: "packet",
            about: "[smallest, largest] number of cards from one half at a time; default [1, 3]",
        },
        Parameter {
            name: "error",
            about: "largest number of cards by which the split misses the middle, \
                    from 0 to 5000; each part keeps a card; default 2",
        },
    ],
    build: |params| {
        let (low, high) = params
            .span("packet", 1..=MAX_CARDS as u32)?
            .unwrap_or(DEFAULT_PACKET);
        let error = params
            .whole("error", 0..=MAX_CARDS as u32 / 2)?
            .unwrap_or(DEFAULT_ERROR);
        Ok(Box::new(Mash { low, high, error }))
    },
};

#[derive(Debug)]
struct Mash {
    low: u32,
    high: u32,
    error: u32,
}

/// One way to split the deck, and a half to begin with.
struct Halves {
    /// The place in the old deck where the half that comes first starts.
    first_start: usize,
    /// Cards in it.
    first: usize,
    /// The place where the other half starts.
    second_start: usize,
    /// Cards in the other half.
    second: usize,
    /// Probability of this split and this half.
    weight: f64,
}

impl Mash {
    /// Cards in the upper half when the draw of the split's error, from 0, is `drawn`.
    fn upper(&self, cards: usize, drawn: u32) -> usize {
        (cards / 2 + drawn as usize)
            .saturating_sub(self.error as usize)
            .clamp(1, cards - 1)
    }

    /// Lists every split, as the number of cards in the upper half, with its probability.
    fn splits(&self, cards: usize) -> Vec<(usize, f64)> {
        let outcomes = 2 * self.error + 1;
        // Errors that would leave a half empty all give the same split.
        let uppers: Vec<usize> = (0..outcomes)
            .map(|drawn| self.upper(cards, drawn))
            .collect();
        uppers
            .chunk_by(|a, b| a == b)
            .map(|same| (same[0], same.len() as f64 / f64::from(outcomes)))
            .collect()
    }

    /// Lists every split, begun with either half.
    fn halves(&self, cards: usize) -> Vec<Halves> {
        let mut halves = Vec::new();
        for (upper, probability) in self.splits(cards) {
            let (lower, weight) = (cards - upper, 0.5 * probability);
            halves.push(Halves {
                first_start: 0,
                first: upper,
                second_start: upper,
                second: lower,
                weight,
            });
            halves.push(Halves {
                first_start: upper,
                first: lower,
                second_start: 0,
                second: upper,
                weight,
            });
        }
        halves
    }

    fn sizes(&self) -> std::ops::RangeInclusive<usize> {
        self.low as usize..=self.high as usize
    }

    /// The probability that a packet has more than t cards, for each t where it is not 0.
    fn longer(&self) -> Vec<f64> {
        let (low, high) = (self.low as usize, self.high as usize);
        let sizes = (high - low + 1) as f64;
        (0..high)
            .map(|t| (high - t.max(low - 1)) as f64 / sizes)
            .collect()
    }

    /// Cards of the longest packet that matters in a deck of `cards`.
    fn longest(&self, cards: usize) -> usize {
        cards.min(self.high as usize)
    }

    /// Card by card: a packet that has k cards gets one more with probability P(size > k | size ≥
    /// k). A state is a half and the number of cards that its packet has so far.
    fn interleaving(&self, cards: usize) -> Interleaving<impl Fn(usize, [usize; 2]) -> [f64; 2]> {
        let longest = self.longest(cards);
        let start = 2 * longest;
        let state = |half: usize, length: usize| half * longest + length - 1;
        let mut after = Vec::with_capacity(start + 1);
        for half in [UPPER, LOWER] {
            for length in 1..=longest {
                let mut next = [state(UPPER, 1), state(LOWER, 1)];
                next[half] = state(half, longest.min(length + 1));
                after.push(next);
            }
        }
        after.push([state(UPPER, 1), state(LOWER, 1)]);
        let (low, high) = (self.low as usize, self.high as usize);
        let goes_on: Vec<f64> = (1..=longest)
            .map(|length| match length {
                length if length < low => 1.0,
                length => (high - length) as f64 / (high - length + 1) as f64,
            })
            .collect();
        Interleaving {
            after,
            exchanged: (0..start)
                .map(|state| (state + longest) % start)
                .chain([start])
                .collect(),
            start,
            cuts: self.splits(cards),
            chances: move |state, _| match state {
                state if state == start => [0.5, 0.5],
                state if state < longest => [goes_on[state], 1.0 - goes_on[state]],
                state => [1.0 - goes_on[state - longest], goes_on[state - longest]],
            },
        }
    }
}

impl Law for Mash {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        marks::shuffle(self, self.blockwise(), deck, scratch, draws);
    }

    /// The bits of the places where a packet begins make those of the packets from the lower half.
    fn mark<D: Draws>(&self, cards: usize, marks: &mut [u64], draws: &mut D) {
        let upper = self.upper(cards, draws.below(2 * self.error + 1));
        // Cards left in the half whose turn it is, and in the other one.
        let (mut own, mut other) = (upper, cards - upper);
        if draws.below(2) as usize == LOWER {
            std::mem::swap(&mut own, &mut other);
            marks::mark(marks, 0);
        }
        let mut filled = 0;
        loop {
            let size = (self.low + draws.below(self.high - self.low + 1)) as usize;
            // When a half is exhausted, the rest of the other one follows without draws.
            filled += size.min(own);
            marks::change(marks, filled);
            if size >= own {
                break;
            }
            (own, other) = (other, own - size);
        }
        marks::changes_to_packets(marks, cards);
    }

    /// Let the packets alternate without end. If b cards of the second half then lie above card a
    /// of the first, card a of a real first half goes to a + min(b, second): once the second half
    /// is exhausted, nothing comes between any more. The same holds the other way round. So one
    /// dynamic programme over (cards of the first half, cards of the second, whose turn) serves
    /// all splits.
    ///
    /// The events b ≥ second are those in which the last card of the second half lies above card
    /// a, so their probability is a sum as well, and no cell suffers from cancellation.
    fn one_card(&self, cards: usize) -> Option<Matrix> {
        let all_halves = self.halves(cards);
        let longest = all_halves.iter().map(|halves| halves.first).max();
        let longest = longest.expect("there is a split");
        let each = 1.0 / f64::from(self.high - self.low + 1);
        let longer = self.longer();
        let mut matrix = Matrix::zero(cards);

        // first_turns[t][b]: a - t cards of the first half and b of the second are down at some
        // time, and it is the first one's turn. Older rows than the longest packet are dropped.
        let mut first_turns: VecDeque<Vec<f64>> = VecDeque::new();
        // second_above[b]: card b of the second half has at most a cards of the first above it.
        let mut second_above = vec![0.0; longest];
        for a in 0..longest {
            let mut second_turns = vec![0.0; longest];
            for size in self.sizes().take_while(|&size| size <= a) {
                add_scaled(&mut second_turns, &first_turns[size - 1], each);
            }
            let mut first_turn = vec![0.0; longest];
            for size in self.sizes().take_while(|&size| size < longest) {
                add_scaled(&mut first_turn[size..], &second_turns, each);
            }
            if a == 0 {
                first_turn[0] += 1.0;
            }
            first_turns.push_front(first_turn);
            first_turns.truncate(longer.len());

            // first_after[b]: card a of the first half has exactly b cards of the second above it.
            let mut first_after = vec![0.0; longest];
            for (turns, &probability) in first_turns.iter().zip(&longer) {
                add_scaled(&mut first_after, turns, probability);
            }
            // second_after[b]: card b of the second half has exactly a cards of the first above it.
            let mut second_after = vec![0.0; longest];
            for (shift, &probability) in longer.iter().enumerate().take(longest) {
                add_scaled(&mut second_after[shift..], &second_turns, probability);
            }
            add_scaled(&mut second_above, &second_after, 1.0);

            for halves in all_halves.iter().filter(|halves| a < halves.first) {
                halves.add_row(&mut matrix, a, &first_after, &second_after, &second_above);
            }
        }
        Some(matrix)
    }

    fn two_card(&self, pairs: &Pairs, direction: Direction) -> Option<Pairs> {
        self.two_card_each(&[pairs], direction)?.pop()
    }

    fn two_card_each(&self, tables: &[&Pairs], direction: Direction) -> Option<Vec<Pairs>> {
        let cards = cards_of(tables);
        Some(self.interleaving(cards).two_card(tables, direction))
    }

    fn two_card_effort(&self, cards: usize) -> Option<Effort> {
        Some(interleaving::effort(cards, 2 * self.longest(cards) + 1))
    }

    /// An order shows the sizes of its runs from either half, and the half that comes first: no
    /// more than twice as many orders as sequences of runs. All runs but the last two are packets;
    /// the last but one may be cut short, and the last is any rest. The split's limits are left
    /// out of the count, so this is a bound. Sequences of two runs, the first from the upper half,
    /// are all the sorted deck, and count once. If packets of all sizes are possible, this is the
    /// 2ⁿ − n of a riffle.
    fn ln_support(&self, cards: usize) -> f64 {
        // Scaled: the counts themselves overflow beyond a thousand cards.
        const RESCALE: f64 = 1e200;
        let most = |run: usize| run.min(self.high as usize);
        // ways[x]: sequences of packets that sum to x.
        let mut ways = vec![0.0; cards - 1];
        ways[0] = 1.0;
        let mut runs = 0.0;
        let mut ln_scale = 0.0;
        for x in 0..cards - 1 {
            if x > 0 {
                let sizes = self.sizes().take_while(|&size| size <= x);
                ways[x] = sizes.map(|size| ways[x - size]).sum();
            }
            runs += ways[x] * most(cards - 1 - x) as f64;
            if runs > RESCALE {
                for way in &mut ways {
                    *way /= RESCALE;
                }
                runs /= RESCALE;
                ln_scale += libm::log(RESCALE);
            }
        }
        let ln_orders = ln_scale + libm::log(2.0 * runs);
        let sorted_again = (most(cards - 1) - 1) as f64;
        ln_orders + libm::log1p(-sorted_again * libm::exp(-ln_orders))
    }

    fn entropy(&self, cards: usize) -> Option<f64> {
        let states = 2 * self.longest(cards) + 1;
        interleaving::has_entropy(cards, states).then(|| self.interleaving(cards).entropy(cards))
    }

    fn blockwise(&self) -> Blockwise {
        Blockwise::Interleaved
    }

    fn describe(&self) -> String {
        format!(
            "mash shuffle, packets of {} to {} cards, split within {} of the middle",
            self.low, self.high, self.error
        )
    }
}

impl Halves {
    /// Adds the moves of card `a` of the first half, and those of the cards of the second half
    /// that come right after `a` cards of the first, or after all of them if `a` is its last card.
    fn add_row(
        &self,
        matrix: &mut Matrix,
        a: usize,
        first_after: &[f64],
        second_after: &[f64],
        second_above: &[f64],
    ) {
        let from = self.first_start + a;
        for b in 0..self.second {
            matrix.add(from, a + b, self.weight * first_after[b]);
            matrix.add(self.second_start + b, a + b, self.weight * second_after[b]);
        }
        let second_exhausted = second_above[self.second - 1];
        matrix.add(from, a + self.second, self.weight * second_exhausted);
        if a + 1 == self.first {
            let mut first_exhausted = 0.0;
            for (b, probability) in first_after.iter().take(self.second).enumerate() {
                first_exhausted += probability;
                let to = self.first + b;
                matrix.add(self.second_start + b, to, self.weight * first_exhausted);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{build, testing};

    const DEFAULT: Mash = Mash {
        low: DEFAULT_PACKET.0,
        high: DEFAULT_PACKET.1,
        error: DEFAULT_ERROR,
    };

    fn mash(low: u32, high: u32, error: u32) -> Mash {
        Mash { low, high, error }
    }

    #[test]
    fn the_split_misses_the_middle_by_at_most_the_error_and_empties_no_half() {
        let uppers = |mash: Mash, cards| -> Vec<usize> {
            (0..=2 * mash.error)
                .map(|drawn| mash.upper(cards, drawn))
                .collect()
        };
        assert_eq!(uppers(mash(1, 3, 2), 40), [18, 19, 20, 21, 22]);
        assert_eq!(uppers(mash(1, 3, 1), 41), [19, 20, 21]);
        assert_eq!(uppers(mash(1, 3, 3), 4), [1, 1, 1, 2, 3, 3, 3]);
        assert_eq!(uppers(mash(1, 3, 2), 2), [1; 5]);
        assert!(
            uppers(mash(1, 3, 5000), 3)
                .iter()
                .all(|u| [1, 2].contains(u))
        );
    }

    #[test]
    fn packets_alternate_within_their_sizes_until_a_half_is_exhausted() {
        // Without an error the cut is known.
        for deck in testing::sample(&mash(2, 3, 0), 41, 300) {
            let halves: Vec<bool> = deck.iter().map(|&card| card < 20).collect();
            let runs: Vec<usize> = halves.chunk_by(|a, b| a == b).map(<[bool]>::len).collect();
            let (packets, ends) = runs.split_at(runs.len() - 2);
            assert!(packets.iter().all(|run| (2..=3).contains(run)), "{runs:?}");
            assert!(ends[0] <= 3, "{runs:?}");
            let of = |upper: bool| deck.iter().filter(move |&&card| (card < 20) == upper);
            assert!(of(true).is_sorted() && of(false).is_sorted());
        }
    }

    #[test]
    fn single_cards_without_an_error_are_a_faro_of_either_type() {
        let decks = testing::sample(&mash(1, 1, 0), 6, 50);
        assert!(decks.contains(&vec![0, 3, 1, 4, 2, 5]) && decks.contains(&vec![3, 0, 4, 1, 5, 2]));
        assert_eq!(testing::enumeration_agrees(&mash(1, 1, 0), 6), 2);
    }

    #[test]
    fn packets_larger_than_the_halves_are_a_cut_or_nothing() {
        let mut decks = testing::sample(&mash(9, 12, 0), 5, 50);
        decks.sort_unstable();
        decks.dedup();
        assert_eq!(decks, [[0, 1, 2, 3, 4], [2, 3, 4, 0, 1]]);
    }

    #[test]
    fn the_chain_is_that_of_enumeration_and_the_support_a_bound() {
        for cards in 2..=8 {
            for (low, high, error) in [
                (1, 3, 2),
                (1, 1, 0),
                (1, 2, 1),
                (2, 2, 3),
                (2, 4, 0),
                (1, 9, 9),
                (7, 10, 1),
            ] {
                let mash = mash(low, high, error);
                testing::enumeration_agrees(&mash, cards);
                testing::two_cards_agree(&mash, cards.min(7));
                interleaving::testing::is_sound(&mash.interleaving(cards));
            }
        }
    }

    #[test]
    fn packets_of_any_size_after_any_split_reach_the_orders_of_a_riffle() {
        for (cards, orders) in [(2, 2), (3, 5), (6, 58), (8, 248)] {
            let free = mash(1, 8, 8);
            assert_eq!(testing::enumeration_agrees(&free, cards), orders);
            assert!((free.ln_support(cards) - libm::log(orders as f64)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_support_bound_counts_sequences_of_runs() {
        // Compositions by hand, packets of one or two cards, five cards: before the last two runs
        // the packets sum to 0, 1, 2 or 3 in 1, 1, 2 or 3 ways, with 2, 2, 2 or 1 sizes for the
        // last run but one: 11 sequences, 22 orders, the sorted deck counted twice.
        assert!((mash(1, 2, 2).ln_support(5) - libm::log(21.0)).abs() < 1e-12);
        // Beyond the range of doubles: each card more multiplies the count by 1.8393, the
        // tribonacci constant.
        let growth = DEFAULT.ln_support(10_000) - DEFAULT.ln_support(9_999);
        assert!((libm::exp(growth) - 1.839_286_755_214_161).abs() < 1e-9);
    }

    #[test]
    fn the_simulation_follows_the_chain() {
        for (mash, cards) in [
            (DEFAULT, 40),
            (DEFAULT, 13),
            (mash(2, 5, 0), 21),
            (mash(1, 30, 12), 20),
        ] {
            testing::simulation_follows_the_chain(&mash, cards, 20_000);
        }
    }

    #[test]
    fn the_chain_of_a_larger_deck_is_doubly_stochastic() {
        testing::is_doubly_stochastic(&DEFAULT.one_card(301).unwrap());
        testing::is_doubly_stochastic(&mash(1, 10_000, 5000).one_card(80).unwrap());
    }

    #[test]
    fn bad_parameters_are_refused_and_shown() {
        let error = |text: &str| {
            build("mash", text.parse().unwrap())
                .unwrap_err()
                .to_string()
        };
        for found in ["[3, 1]", "[0, 2]", "[1, 10001]", "[2]", "3"] {
            assert_eq!(
                error(&format!("packet = {found}")),
                format!(
                    "key `packet`: found `{found}`; accepted: [smallest, largest], \
                     whole numbers from 1 to 10000, the smaller first"
                )
            );
        }
        for found in ["-1", "5001", "0.5"] {
            assert_eq!(
                error(&format!("error = {found}")),
                format!("key `error`: found `{found}`; accepted: a whole number from 0 to 5000")
            );
        }
        let default = build("mash", toml::Table::new()).unwrap().describe();
        assert_eq!(default, DEFAULT.describe());
    }
}
