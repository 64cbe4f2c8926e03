//! Two packets that are interleaved card by card, by a rule with a small memory.

use std::ops::Range;

use super::cards_of;
use super::side_by_side::SideBySide;
use deck::kernel::{Isa, Kernel};
use laws::entropy;
use laws::lattice::sum::Sum;
use laws::pairs::{Direction, Effort, Pairs, add_scaled};

/// The two packets, as indices.
pub(crate) const UPPER: usize = 0;
/// See [`UPPER`].
pub(crate) const LOWER: usize = 1;

/// A shuffle that cuts the deck in two packets and then lets one or the other give the next card
/// of the new deck, from the top down, until one is empty and the rest of the other follows.
///
/// The chance of either packet may depend on the cards left in both and on a state. Everything
/// must be the same with the packets exchanged, but for the cut.
///
/// # How two cards go through it
///
/// Let x cards be left in the upper packet and y in the lower one, so that n − x − y cards are
/// down. The rest depends on the cut only through x, y and the state, so one backward
/// programme serves all cuts: for each place i where the first of two cards lands, the expected
/// value of the second one's place, by x, y, state and how deep the second one lies in its packet.
/// A forward programme over (cut, x, y, state) gives the chance that the first card lands at i,
/// and the cut which tells what the cards of the upper packet are called.
/// With m states that takes some m n⁴ / 3 multiplications, and m n² doubles six times.
#[derive(Debug)]
pub(crate) struct Interleaving<O> {
    /// The state after a card from the upper packet and after one from the lower, by state.
    /// States that can be entered come first.
    pub after: Vec<[usize; 2]>,
    /// The same state with the packets exchanged, by state.
    pub exchanged: Vec<usize>,
    /// The state before the first card.
    pub start: usize,
    /// Number of cards in the upper packet, and its probability.
    pub cuts: Vec<(usize, f64)>,
    /// The chances of the upper and the lower packet to give the next card, by the state and the
    /// cards left in both; asked only while both have some.
    pub chances: O,
}

/// Gives each packet a chance in proportion to the cards that it has left.
pub(crate) fn in_proportion(left: [usize; 2]) -> [f64; 2] {
    left.map(|own| own as f64 / (left[UPPER] + left[LOWER]) as f64)
}

/// Gives the effort of an interleaving of `states` states.
pub fn effort(cards: usize, states: usize) -> Effort {
    let (n, m) = (cards as f64, states as f64);
    let tables = Effort::of_tables(cards, 6);
    Effort {
        multiplications: tables.multiplications + m * n * n * n * n / 3.0,
        bytes: tables.bytes + 6.0 * m * (n + 1.0) * (n + 1.0) * size_of::<f64>() as f64,
    }
}

/// The most that an entropy may take, some tenths of a second: cards² times states.
const ENTROPY: f64 = 4e7;

/// Returns true if the entropy of an interleaving of `states` states does not take too long.
pub(crate) fn has_entropy(cards: usize, states: usize) -> bool {
    let (n, m) = (cards as f64, states as f64);
    n * n * m <= ENTROPY
}

impl<O: Fn(usize, [usize; 2]) -> [f64; 2]> Interleaving<O> {
    /// The entropy of the order, in bits: that of the cut and of the packet of each card, choice by choice. All orders tell
    /// them but the sorted one, which comes from every cut of which the upper packet is used up first.
    pub fn entropy(&self, cards: usize) -> f64 {
        let states = self.after.len();
        let at = |own: usize, state: usize| own * states + state;
        let mut bits = Sum::default();
        bits.add(entropy::bits(self.cuts.iter().map(|(_, p)| *p)));
        // By the cards left in the upper packet and the state, for one number of cards left in all.
        let mut here = vec![0.0; (cards + 1) * states];
        for &(upper, p) in &self.cuts {
            here[at(upper, self.start)] += p;
        }
        for left in (2..=cards).rev() {
            let mut next = vec![0.0; (cards + 1) * states];
            for own in 1..left {
                for (state, after) in self.after.iter().enumerate() {
                    let p = here[at(own, state)];
                    if p <= 0.0 {
                        continue;
                    }
                    let chances = (self.chances)(state, [own, left - own]);
                    bits.add(p * entropy::bits(chances));
                    next[at(own - 1, after[UPPER])] += p * chances[UPPER];
                    next[at(own, after[LOWER])] += p * chances[LOWER];
                }
            }
            here = next;
        }
        let sorted = self.cuts.iter().map(|&(upper, p)| {
            if upper == cards {
                return p;
            }
            let (mut p, mut state) = (p, self.start);
            for own in (1..=upper).rev() {
                p *= (self.chances)(state, [own, cards - upper])[UPPER];
                state = self.after[state][UPPER];
            }
            p
        });
        bits.add(-entropy::lost(&sorted.collect::<Vec<_>>()));
        bits.value()
    }

    /// Takes `tables`, of as many cards, through the shuffle.
    pub fn two_card(&self, tables: &[&Pairs], direction: Direction) -> Vec<Pairs> {
        let cards = cards_of(tables);
        let given = SideBySide::of(tables, cards);
        let fresh = SideBySide::zero(cards, tables.len());
        let (mut starts, mut ends) = match direction {
            Direction::Backward => (fresh, given),
            Direction::Forward => (given, fresh),
        };
        let steps = self.steps(cards);
        self.first_lands_above(&steps, &mut starts, &mut ends, direction);
        match direction {
            Direction::Backward => starts.tables(),
            Direction::Forward => ends.tables(),
        }
    }

    /// All chances while both packets have cards, by (cards left, cards left in the upper packet,
    /// state) in the order in which [`Self::expect`] goes through them: a table, as each is needed
    /// for every place of the first card.
    fn steps(&self, cards: usize) -> Vec<Vec<[f64; 2]>> {
        (0..cards)
            .map(|left| {
                let all = (1..left).flat_map(|own| (0..self.entered()).map(move |s| (own, s)));
                all.map(|(own, state)| (self.chances)(state, [own, left - own]))
                    .collect()
            })
            .collect()
    }

    /// The pairs (i, j) of `ends` with i < j, and what goes there.
    fn first_lands_above(
        &self,
        steps: &[Vec<[f64; 2]>],
        starts: &mut SideBySide,
        ends: &mut SideBySide,
        direction: Direction,
    ) {
        let (cards, rows) = (starts.cards(), Rows::new(direction));
        let mut front = Front::new(self, cards);
        let mut later = Later::new(self, (cards, starts.lanes()));
        // One card less left.
        let mut before = Later::new(self, (cards, starts.lanes()));
        for first in 0..cards - 1 {
            // Cards left once the first one is down.
            let left = cards - 1 - first;
            match direction {
                Direction::Backward => {
                    for (left, steps) in steps.iter().enumerate().take(left + 1).skip(1) {
                        std::mem::swap(&mut later, &mut before);
                        let places = ends.row_from(first, cards - left);
                        self.expect((steps, rows), left, (&mut later, &before), places);
                    }
                    front.put_down(self, first, starts, &mut later, rows);
                }
                Direction::Forward => {
                    later.clear(left);
                    front.put_down(self, first, starts, &mut later, rows);
                    for left in (1..=left).rev() {
                        before.clear(left - 1);
                        let places = ends.row_mut(first, cards - left, cards);
                        let numbers = (&mut later, &mut before);
                        self.spread((&steps[left], rows), left, numbers, places);
                        std::mem::swap(&mut later, &mut before);
                    }
                }
            }
        }
    }

    /// Number of states that can be entered: those in which a later card can be waited for.
    fn entered(&self) -> usize {
        self.after
            .iter()
            .flatten()
            .max()
            .map_or(0, |state| state + 1)
    }

    /// Backward: sets `here`, with `left` cards left, from `before`, with one less, and from the
    /// `places` where the second card may land.
    fn expect(
        &self,
        (steps, rows): (&[[f64; 2]], Rows),
        left: usize,
        (here, before): (&mut Later, &Later),
        places: &[f64],
    ) {
        let (after, lanes) = (&self.after[..self.entered()], here.lanes);
        let mut steps = steps.iter();
        for own in 1..left {
            for ((state, after), &weights) in after.iter().enumerate().zip(steps.by_ref()) {
                let (lands, waits) = here.cells(own, state).split_at_mut(lanes);
                let passed = before.at(own - 1, after[UPPER]);
                let (others, later_others) = before.at(own, after[LOWER]).split_at(lanes);
                rows.kernel.weighted(lands, [places, others], weights);
                rows.kernel.weighted(waits, [passed, later_others], weights);
            }
        }
        for state in 0..after.len() {
            here.cells(left, state).copy_from_slice(places);
        }
    }

    /// Forward: adds what is in `here`, with `left` cards left, to `before`, with one less, and
    /// to the `places` where the second card may land.
    fn spread(
        &self,
        (steps, rows): (&[[f64; 2]], Rows),
        left: usize,
        (here, before): (&mut Later, &mut Later),
        places: &mut [f64],
    ) {
        let (after, lanes) = (&self.after[..self.entered()], here.lanes);
        let mut steps = steps.iter();
        for own in 1..left {
            for ((state, after), &[from_own, from_other]) in
                after.iter().enumerate().zip(steps.by_ref())
            {
                let cells = here.at(own, state);
                rows.add(places, &cells[..lanes], from_own);
                let passed = before.cells(own - 1, after[UPPER]);
                rows.add(passed, &cells[lanes..], from_own);
                rows.add(before.cells(own, after[LOWER]), cells, from_other);
            }
        }
        for state in 0..after.len() {
            rows.add(places, here.at(left, state), 1.0);
        }
    }
}

/// Sums of rows, with the best instructions that there are.
#[derive(Clone, Copy)]
struct Rows {
    kernel: &'static dyn Kernel,
    direction: Direction,
}

impl Rows {
    fn new(direction: Direction) -> Self {
        Self {
            kernel: Isa::best().kernel(),
            direction,
        }
    }

    /// Adds `factor` times `row` to `sum`.
    fn add(self, sum: &mut [f64], row: &[f64], factor: f64) {
        self.kernel.add_scaled(sum, row, factor);
    }

    /// A step that leads either way: `factor` is the weight by which cells on the side of the start and those on the side of
    /// the end belong together, one to one.
    fn link(self, starts: &mut [f64], ends: &mut [f64], factor: f64) {
        match self.direction {
            Direction::Backward => self.add(starts, ends, factor),
            Direction::Forward => self.add(ends, starts, factor),
        }
    }
}

/// Numbers by (cards left in the packet of the second card, state, cards of that packet that are
/// to come before it, lane), for one number of cards left in all. The packet counts as the upper one.
struct Later {
    cards: usize,
    lanes: usize,
    states: usize,
    numbers: Vec<f64>,
}

impl Later {
    fn new<O: Fn(usize, [usize; 2]) -> [f64; 2]>(
        shuffle: &Interleaving<O>,
        (cards, lanes): (usize, usize),
    ) -> Self {
        let states = shuffle.entered();
        Self {
            cards,
            lanes,
            states,
            numbers: vec![0.0; (cards + 1) * states * cards * lanes],
        }
    }

    /// The places in the numbers of where each of the `own` cards left in the packet is the second card.
    fn range(&self, own: usize, state: usize) -> Range<usize> {
        let start = (own * self.states + state) * self.cards;
        start * self.lanes..(start + own) * self.lanes
    }

    /// Says where each of the `own` cards left in the packet is the second card.
    fn at(&self, own: usize, state: usize) -> &[f64] {
        &self.numbers[self.range(own, state)]
    }

    /// [`Self::at`], to be changed.
    fn cells(&mut self, own: usize, state: usize) -> &mut [f64] {
        let range = self.range(own, state);
        &mut self.numbers[range]
    }

    /// Zeros up to `left` cards left.
    fn clear(&mut self, left: usize) {
        self.numbers[..(left + 1) * self.states * self.cards * self.lanes].fill(0.0);
    }
}

/// Probabilities of (cut, cards left in the upper packet, state) before a card is put down.
struct Front {
    cards: usize,
    states: usize,
    now: Vec<f64>,
    next: Vec<f64>,
}

impl Front {
    fn new<O: Fn(usize, [usize; 2]) -> [f64; 2]>(shuffle: &Interleaving<O>, cards: usize) -> Self {
        let states = shuffle.after.len();
        let size = shuffle.cuts.len() * (cards + 1) * states;
        let mut front = Self {
            cards,
            states,
            now: vec![0.0; size],
            next: vec![0.0; size],
        };
        for (at, &(upper, probability)) in shuffle.cuts.iter().enumerate() {
            let start = front.index(at, upper) + shuffle.start;
            front.now[start] = probability;
        }
        front
    }

    fn index(&self, cut: usize, upper_left: usize) -> usize {
        (cut * (self.cards + 1) + upper_left) * self.states
    }

    /// Numbers of cards that can be left in an upper packet of `upper` when `down` are down.
    fn upper_left(&self, upper: usize, down: usize) -> std::ops::RangeInclusive<usize> {
        upper.saturating_sub(down)..=upper.min(self.cards - down)
    }

    /// The probabilities that a card from the upper, or from the lower packet is put down next,
    /// into `taken`, by the state that it leads to.
    fn taken<O: Fn(usize, [usize; 2]) -> [f64; 2]>(
        &self,
        shuffle: &Interleaving<O>,
        cut: usize,
        left: [usize; 2],
        taken: &mut [Vec<f64>; 2],
    ) {
        for by_state in &mut *taken {
            by_state.fill(0.0);
        }
        let start = self.index(cut, left[UPPER]);
        for (state, &probability) in self.now[start..start + self.states].iter().enumerate() {
            if probability == 0.0 {
                continue;
            }
            let chances = match left {
                [0, _] => [0.0, 1.0],
                [_, 0] => [1.0, 0.0],
                left => (shuffle.chances)(state, left),
            };
            for packet in [UPPER, LOWER] {
                taken[packet][shuffle.after[state][packet]] += probability * chances[packet];
            }
        }
    }

    /// Puts the next card down, at `first`. Links the pairs in `starts` of which it is the first
    /// card to where the second one then waits.
    fn put_down<O: Fn(usize, [usize; 2]) -> [f64; 2]>(
        &mut self,
        shuffle: &Interleaving<O>,
        first: usize,
        starts: &mut SideBySide,
        later: &mut Later,
        rows: Rows,
    ) {
        let (cards, states) = (self.cards, later.states);
        self.next.fill(0.0);
        let mut taken = [UPPER, LOWER].map(|_| vec![0.0; self.states]);
        // Cards of the lower packet have the same names for all cuts.
        let mut from_lower = vec![0.0; (cards + 1) * self.states];
        for (cut, &(upper, _)) in shuffle.cuts.iter().enumerate() {
            for x in self.upper_left(upper, first) {
                let y = cards - first - x;
                self.taken(shuffle, cut, [x, y], &mut taken);
                // The next cards of both packets.
                let (a, b) = (upper - x, cards - y);
                let [by_upper, by_lower] = &taken;
                for (state, &probability) in by_upper.iter().enumerate().take(states) {
                    if probability != 0.0 {
                        let same = later.cells(x - 1, state);
                        rows.link(starts.row_mut(a, a + 1, upper), same, probability);
                        let other = later.cells(y, shuffle.exchanged[state]);
                        rows.link(starts.row_mut(a, b, cards), other, probability);
                    }
                }
                for (state, &probability) in by_lower.iter().enumerate().take(states) {
                    if probability != 0.0 {
                        let other = later.cells(x, state);
                        rows.link(starts.row_mut(b, a, upper), other, probability);
                    }
                }
                add_scaled(&mut from_lower[y * self.states..], &taken[LOWER], 1.0);
                for (packet, left) in [(UPPER, x), (LOWER, y)] {
                    if left > 0 {
                        let start = self.index(cut, x - usize::from(packet == UPPER));
                        add_scaled(&mut self.next[start..], &taken[packet], 1.0);
                    }
                }
            }
        }
        for y in 1..=cards {
            for state in 0..states {
                let probability = from_lower[y * self.states + state];
                if probability != 0.0 {
                    let same = later.cells(y - 1, shuffle.exchanged[state]);
                    let row = starts.row_mut(cards - y, cards - y + 1, cards);
                    rows.link(row, same, probability);
                }
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

#[cfg(test)]
pub mod testing {
    use super::*;

    /// The states that can be entered come first, and all is the same with the packets exchanged.
    pub fn is_sound<O: Fn(usize, [usize; 2]) -> [f64; 2]>(shuffle: &Interleaving<O>) {
        let states = shuffle.after.len();
        let total: f64 = shuffle
            .cuts
            .iter()
            .map(|(_, probability)| probability)
            .sum();
        assert!((total - 1.0).abs() < 1e-12, "{total}");
        assert_eq!(shuffle.exchanged.len(), states);
        for state in 0..states {
            let mirrored = shuffle.exchanged[state];
            assert_eq!(shuffle.exchanged[mirrored], state);
            for packet in [UPPER, LOWER] {
                let after = shuffle.after[state][packet];
                let other = shuffle.after[mirrored][1 - packet];
                assert_eq!(shuffle.exchanged[after], other, "{state}, {packet}");
            }
            for left in [[1, 1], [2, 5], [5, 2], [40, 3]] {
                let [own, other] = (shuffle.chances)(state, left);
                let [lower, upper] = (shuffle.chances)(mirrored, [left[1], left[0]]);
                assert!((own + other - 1.0).abs() < 1e-15);
                assert!((own - upper).abs() < 1e-15 && (other - lower).abs() < 1e-15);
            }
        }
    }
}
