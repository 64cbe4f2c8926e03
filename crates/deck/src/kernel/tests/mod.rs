//! The definitions against what they say, and every level against the definitions.

mod calls;
mod counts;
mod hashes;
mod keys;
mod packets;
mod pairs;
mod permutation;
mod sums;

use super::*;

/// A small generator of cases (Steele, Lea and Flood, 2014, SplitMix64): the same ones every time.
struct Cases(u64);

impl Cases {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    fn words(&mut self, count: usize) -> Vec<u64> {
        (0..count).map(|_| self.word()).collect()
    }

    /// Rows of random orders, and anything between them.
    fn grid<T: Cell>(&mut self, cards: usize) -> Grid<T> {
        let mut grid = Grid::new(cards);
        for cell in grid.cells_mut() {
            *cell = T::of(self.below(1 << T::BITS));
        }
        for deck in 0..DECKS {
            let row = grid.row_mut(deck);
            for card in 0..cards {
                row[card] = T::of(card);
                row.swap(card, self.below(card + 1));
            }
        }
        grid
    }

    fn draws<T: Cell>(&mut self, bounds: impl Iterator<Item = usize>) -> Vec<[T; DECKS]> {
        let mut draw = |bound| std::array::from_fn(|_| T::of(self.below(bound)));
        bounds.map(&mut draw).collect()
    }
}

/// The sizes that are tried.
fn sizes() -> impl Iterator<Item = usize> {
    let sizes: Vec<usize> = if cfg!(miri) {
        vec![3, 40, 64, 70, 257]
    } else {
        (2..=300).collect()
    };
    sizes.into_iter()
}

/// The smallest cells go with decks that fit in them.
fn fits<T: Cell>(cards: usize) -> bool {
    (T::BITS == 8) == (cards <= BYTE_CARDS)
}

fn rows<T: Cell>(grid: &Grid<T>) -> Vec<&[T]> {
    (0..DECKS).map(|deck| grid.row(deck)).collect()
}

fn kernels<T: Cell>() -> impl Iterator<Item = (Level, &'static dyn Cells<T>)>
where
    dyn Kernel: AsCells<T>,
{
    Isa::all().map(|isa| (isa.level(), <dyn Kernel as AsCells<T>>::cells(isa.kernel())))
}

/// Chooses between a kernel's two sets of functions, by `T`.
trait AsCells<T: Cell> {
    fn cells(&'static self) -> &'static dyn Cells<T>;
}

impl AsCells<u8> for dyn Kernel {
    fn cells(&'static self) -> &'static dyn Cells<u8> {
        self
    }
}

impl AsCells<u16> for dyn Kernel {
    fn cells(&'static self) -> &'static dyn Cells<u16> {
        self
    }
}

/// The values are from the authors' program for the state 1, 2, 3, 4.
#[test]
fn every_generator_gives_the_reference_vector() {
    const REFERENCE: [u64; 10] = [
        41_943_041,
        58_720_359,
        3_588_806_011_781_223,
        3_591_011_842_654_386,
        9_228_616_714_210_784_205,
        9_973_669_472_204_895_162,
        14_011_001_112_246_962_877,
        12_406_186_145_184_390_807,
        15_849_039_046_786_891_736,
        10_450_023_813_501_588_000,
    ];
    for isa in Isa::all() {
        for reference in 0..INTERLEAVED {
            let mut state: GeneratorStates = Cases(7)
                .words(32)
                .as_chunks()
                .0
                .to_vec()
                .try_into()
                .unwrap();
            for (word, start) in state.iter_mut().zip(1..) {
                word[reference] = start;
            }
            let mut words = [0; 80];
            let (first, second) = words.split_at_mut(24);
            isa.kernel().words(&mut state, first);
            isa.kernel().words(&mut state, second);
            let own: Vec<u64> = words.iter().skip(reference).step_by(8).copied().collect();
            assert_eq!(own, REFERENCE, "generator {reference}, {}", isa.level());
        }
    }
}

/// All 65,536 numbers of 16 bits: those that are not refused give every number equally often.
#[test]
fn draws_are_exactly_uniform() {
    let bounds: Vec<usize> = if cfg!(miri) {
        vec![40, 300]
    } else {
        (1..=256).chain((257..=10_000).step_by(7)).collect()
    };
    for bound in bounds.into_iter().map(Bound::new) {
        let mut counts = vec![0_u32; usize::from(bound.bound)];
        for first in (0..=u16::MAX).step_by(DECKS) {
            let words: [u64; DRAW_WORDS] = std::array::from_fn(|word| {
                (0..4)
                    .map(|part| u64::from(first + 4 * word as u16 + part) << (16 * part))
                    .sum()
            });
            let mut out = [[0_u16; DECKS]];
            let done = portable::below(&words, &[bound], &mut out);
            let refused: Vec<usize> = portable::refused(&words, bound).collect();
            assert_eq!(done, usize::from(refused.is_empty()));
            for (deck, number) in out[0].iter().enumerate() {
                counts[usize::from(*number)] += u32::from(!refused.contains(&deck));
            }
        }
        let each = (1 << 16) / u32::from(bound.bound);
        assert!(counts.iter().all(|&count| count == each), "{bound:?}");
    }
}

/// Writes as plainly as can be what a riffle, a cut and a packet do to a row.
#[test]
fn the_definitions_do_what_they_say() {
    let mut cases = Cases(1);
    for cards in sizes() {
        if cards <= BYTE_CARDS {
            definitions::<u8>(&mut cases, cards);
        } else {
            definitions::<u16>(&mut cases, cards);
        }
    }
}

fn definitions<T: Cell>(cases: &mut Cases, cards: usize)
where
    portable::Portable: Cells<T>,
{
    let kernel: &dyn Cells<T> = &portable::Portable;
    let from: Grid<T> = cases.grid(cards);
    let mut to: Grid<T> = cases.grid(cards);
    let masks = cases.words(DECKS * cards.div_ceil(64));
    kernel.unriffle(&masks, &from, &mut to);
    for deck in 0..DECKS {
        let bit = |card: &usize| masks[card / 64 * DECKS + deck] >> (card % 64) & 1 == 1;
        let (lower, upper): (Vec<usize>, Vec<usize>) = (0..cards).partition(bit);
        let expected = upper.iter().chain(&lower).map(|&card| from.row(deck)[card]);
        assert!(to.row(deck).iter().copied().eq(expected), "riffle, {cards}");
    }
    let by = cases.draws::<T>([cards].into_iter())[0];
    kernel.rotate(&by, &from, &mut to);
    for (deck, by) in by.iter().enumerate() {
        let mut expected = from.row(deck).to_vec();
        expected.rotate_left(by.index());
        assert_eq!(to.row(deck), expected, "cut, {cards}");
    }
    let low = 1 + cases.below(cards);
    let high = low + cases.below(if cards.is_multiple_of(3) { 200 } else { 12 });
    let draws = cases.draws::<T>((0..cards.div_ceil(low)).map(|_| high - low + 1));
    kernel.packets((low, high), &draws, &from, &mut to);
    for deck in 0..DECKS {
        let (mut expected, mut end) = (Vec::new(), cards);
        for draws in &draws {
            let start = end.saturating_sub(low + draws[deck].index());
            expected.extend_from_slice(&from.row(deck)[start..end]);
            end = start;
        }
        assert_eq!(
            to.row(deck),
            expected,
            "packets of {low} to {high}, {cards}"
        );
    }
    let mut falls = [0; DECKS];
    kernel.falls(&from, &mut falls);
    for (deck, falls) in falls.iter().enumerate() {
        let pairs = from.row(deck).windows(2);
        let expected = pairs.filter(|pair| pair[1] < pair[0]).count();
        assert_eq!(usize::from(*falls), expected, "falls, {cards}");
    }
    if cards <= RANKED_CARDS {
        let digits = cases.draws::<T>((1..=cards).rev());
        kernel.rank(&digits, &mut to);
        for deck in 0..DECKS {
            let mut order: Vec<usize> = Vec::new();
            for (card, digits) in digits.iter().rev().enumerate() {
                order.insert(digits[deck].index(), card);
            }
            let place = |card| order.iter().position(|&other| other == card);
            let expected = (0..cards).map(|card| T::of(place(card).unwrap()));
            assert!(to.row(deck).iter().copied().eq(expected), "rank, {cards}");
        }
    }
}

/// The rule of the streak-limited riffle, card by card for one deck.
#[test]
fn streaks_follow_their_rule() {
    let mut cases = Cases(2);
    for cards in sizes() {
        let limit = [1, 2, 4, 7, cards + 5][cards % 5];
        if cards <= BYTE_CARDS {
            streaks::<u8>(&mut cases, cards, limit);
        } else {
            streaks::<u16>(&mut cases, cards, limit);
        }
    }
}

fn streaks<T: Cell>(cases: &mut Cases, cards: usize, limit: usize)
where
    portable::Portable: Cells<T>,
{
    let kernel: &dyn Cells<T> = &portable::Portable;
    let cuts = cases.draws::<T>([cards + 1].into_iter())[0];
    let draws = cases.draws::<T>((1..=cards).rev());
    let mut masks = vec![[0; DECKS]; cards.div_ceil(64)];
    let mut state = Streaks::new(cuts, cards, limit);
    for (draws, masks) in draws.chunks(64).zip(&mut masks) {
        kernel.streaks(&mut state, draws, masks);
    }
    for (deck, cut) in cuts.iter().enumerate() {
        let mut left = [cut.index(), cards - cut.index()];
        // Packets that gave a card, in order, up to the one that exhausts a packet.
        let mut taken: Vec<usize> = Vec::new();
        for (card, draws) in draws.iter().enumerate() {
            let mut packet = usize::from(draws[deck].index() >= left[0]);
            let both = left[0] > 0 && left[1] > 0;
            let run = taken
                .iter()
                .rev()
                .take_while(|other| **other == packet)
                .count();
            if both && run == limit && run < taken.len() {
                packet = 1 - packet;
            }
            assert_eq!(
                masks[card / 64][deck] >> (card % 64) & 1,
                packet as u64,
                "{cards} cards, at most {limit}, cut at {cut:?}: card {card}"
            );
            left[packet] -= 1;
            taken.push(packet);
        }
        assert_eq!(left, [0, 0]);
    }
}

#[test]
fn every_level_gives_what_the_definition_gives() {
    let mut cases = Cases(3);
    for cards in sizes() {
        levels::<u8>(&mut cases, cards);
        levels::<u16>(&mut cases, cards);
    }
}

fn levels<T: Cell>(cases: &mut Cases, cards: usize)
where
    portable::Portable: Cells<T>,
    dyn Kernel: AsCells<T>,
{
    if !fits::<T>(cards) {
        return;
    }
    let definition: &dyn Cells<T> = &portable::Portable;
    let from: Grid<T> = cases.grid(cards);
    let (mut ours, mut theirs) = (cases.grid::<T>(cards), cases.grid::<T>(cards));
    let parts = cards.div_ceil(64);
    let mut random_masks = cases.words(DECKS * parts);
    // Decks of one packet alone, too.
    random_masks[0] = 0;
    random_masks[1] = u64::MAX;
    let by = cases.draws::<T>([cards].into_iter())[0];
    let cuts = cases.draws::<T>([cards + 1].into_iter())[0];
    let limit = 1 + cases.below(cards + 2);
    let digits = cases.draws::<T>((1..=cards).rev());
    let low = 1 + cases.below(cards);
    let high = low + [0, 5, 30, 200][cards % 4];
    let sizes = cases.draws::<T>((0..cards.div_ceil(low)).map(|_| high - low + 1));
    let bounds: Vec<Bound> = (0..10)
        .map(|_| Bound::new(1 + cases.below(cards)))
        .collect();
    let words = cases.words(10 * DRAW_WORDS);
    for (level, kernel) in kernels::<T>() {
        definition.unriffle(&random_masks, &from, &mut ours);
        kernel.unriffle(&random_masks, &from, &mut theirs);
        assert_eq!(rows(&ours), rows(&theirs), "unriffle, {cards}, {level}");

        definition.rotate(&by, &from, &mut ours);
        kernel.rotate(&by, &from, &mut theirs);
        assert_eq!(rows(&ours), rows(&theirs), "rotate, {cards}, {level}");

        definition.packets((low, high), &sizes, &from, &mut ours);
        kernel.packets((low, high), &sizes, &from, &mut theirs);
        assert_eq!(rows(&ours), rows(&theirs), "packets, {cards}, {level}");

        let (mut our_falls, mut their_falls) = ([1; DECKS], [2; DECKS]);
        definition.falls(&from, &mut our_falls);
        kernel.falls(&from, &mut their_falls);
        assert_eq!(our_falls, their_falls, "falls, {cards}, {level}");

        let mut state = Streaks::new(cuts, cards, limit);
        let mut other = state.clone();
        for digits in digits.chunks(64) {
            let (mut our_masks, mut their_masks) = ([1; DECKS], [2; DECKS]);
            definition.streaks(&mut state, digits, &mut our_masks);
            kernel.streaks(&mut other, digits, &mut their_masks);
            assert_eq!(our_masks, their_masks, "streaks, {cards}, {level}");
        }

        if cards <= RANKED_CARDS {
            definition.rank(&digits, &mut ours);
            kernel.rank(&digits, &mut theirs);
            assert_eq!(rows(&ours), rows(&theirs), "rank, {cards}, {level}");
        }

        let mut done = 0;
        while done < bounds.len() {
            let mut out = [vec![[T::of(1); DECKS]; 10], vec![[T::of(2); DECKS]; 10]];
            let rest = (&words[done * DRAW_WORDS..], &bounds[done..]);
            let [first, second] = out.each_mut().map(|out| &mut out[done..]);
            let steps = definition.below(rest.0, rest.1, first);
            assert_eq!(steps, kernel.below(rest.0, rest.1, second), "{level}");
            assert_eq!(first[..steps], second[..steps], "{level}");
            if let Some(&bound) = rest.1.get(steps) {
                let words = rest.0[steps * DRAW_WORDS..].first_chunk().unwrap();
                let refused: Vec<usize> = portable::refused(words, bound).collect();
                assert!(!refused.is_empty());
                for deck in (0..DECKS).filter(|deck| !refused.contains(deck)) {
                    assert_eq!(first[steps][deck], second[steps][deck], "{level}");
                }
            }
            done += steps + 1;
        }
    }
}

/// Counts of many blocks, whole and in part, at every level.
#[test]
fn every_level_counts_every_card_of_every_deck() {
    let mut cases = Cases(4);
    for cards in sizes().filter(|&cards| cards <= BYTE_CARDS).step_by(3) {
        let blocks: Vec<(Grid<u8>, usize)> = [DECKS, DECKS, 1, DECKS, 37]
            .map(|decks| (cases.grid(cards), decks))
            .into();
        let mut expected = vec![0; cards * cards];
        for (rows, decks) in &blocks {
            for deck in 0..*decks {
                for (card, &position) in rows.row(deck).iter().enumerate() {
                    expected[usize::from(position) * cards + card] += 1;
                }
            }
        }
        for isa in Isa::all() {
            let (mut counts, mut cells) = (NarrowCounts::new(cards), vec![0; cards * cards]);
            for (at, (rows, decks)) in blocks.iter().enumerate() {
                // The whole at once, or in two halves.
                let parts: &[_] = if at % 2 == 0 {
                    &[(0, 2), (1, 2)]
                } else {
                    &[(0, 1)]
                };
                for every in parts {
                    isa.kernel().tally(rows, *decks, *every, &mut counts);
                }
                if at == 1 {
                    counts.add_to(&mut cells);
                }
            }
            counts.add_to(&mut cells);
            assert_eq!(cells, expected, "{cards} cards, {}", isa.level());
        }
    }
}

fn every_level_compares_cards<T: Cell>()
where
    dyn Kernel: AsCells<T>,
{
    let mut cases = Cases(8);
    for cards in sizes().filter(|&cards| fits::<T>(cards)).step_by(7) {
        let mut lane = || std::array::from_fn(|_| T::of(cases.below(cards)));
        let lanes: Vec<[T; pair_order::HELD]> = (0..cards).map(|_| lane()).collect();
        let pairs = (0..cards).flat_map(|a| (a + 1..cards).map(move |b| (a, b)));
        let expected: Vec<u32> = pairs
            .map(|(a, b)| {
                (0..pair_order::HELD)
                    .filter(|&at| lanes[a][at] <= lanes[b][at])
                    .count() as u32
                    + 7
            })
            .collect();
        for (level, kernel) in kernels::<T>() {
            let mut counts = vec![7; expected.len()];
            kernel.above(&lanes, &mut counts);
            assert_eq!(counts, expected, "{cards} cards, {level}");
        }
    }
}

#[test]
fn every_level_counts_how_often_each_card_lies_above_each_other() {
    every_level_compares_cards::<u8>();
    every_level_compares_cards::<u16>();
}

fn every_level_says_what_is_at_least<T: Cell>()
where
    dyn Kernel: AsCells<T>,
{
    let mut cases = Cases(9);
    for cards in sizes().filter(|&cards| fits::<T>(cards)).step_by(7) {
        let mut lane = || std::array::from_fn(|_| T::of(cases.below(cards)));
        let lanes: Vec<[T; DECKS]> = (0..cards).map(|_| lane()).collect();
        for bound in [0, 1, cards / 2, cards - 1, cards].map(T::of) {
            let expected = lanes.iter().map(|lane| {
                let bits = lane.iter().rev().map(|&cell| u64::from(cell >= bound));
                bits.fold(0, |all, bit| all << 1 | bit)
            });
            let expected: Vec<u64> = expected.collect();
            for (level, kernel) in kernels::<T>() {
                let mut masks = vec![7; cards];
                kernel.at_least(&lanes, bound, &mut masks);
                assert_eq!(masks, expected, "{cards} cards, {level}");
            }
        }
    }
}

#[test]
fn every_level_says_which_numbers_are_at_least_a_bound() {
    every_level_says_what_is_at_least::<u8>();
    every_level_says_what_is_at_least::<u16>();
}

#[test]
fn every_level_counts_pairs_that_are_alike() {
    let mut cases = Cases(10);
    let mut masks = |cards| -> Vec<u64> {
        let mut bit = || (0..DECKS).fold(0, |all, _| all << 1 | cases.below(2) as u64);
        (0..cards).map(|_| bit()).collect()
    };
    for (cards, digits) in [(2, 0), (5, 1), (52, 0), (52, 2), (60, 3), (61, 2)] {
        let within = masks(cards);
        let digits: Vec<Vec<u64>> = (0..digits).map(|_| masks(cards)).collect();
        let pairs = (0..cards).flat_map(|a| (a + 1..cards).map(move |b| (a, b)));
        let alike = |(a, b): (usize, usize)| {
            let same = |mask: &Vec<u64>, bit: usize| (mask[a] ^ mask[b]) >> bit & 1 == 0;
            let both = (0..DECKS).filter(|&bit| (within[a] & within[b]) >> bit & 1 == 1);
            both.filter(|&bit| digits.iter().all(|mask| same(mask, bit)))
                .count() as u64
                + 7
        };
        let expected: Vec<u64> = pairs.map(alike).collect();
        for isa in Isa::all() {
            let mut counts = vec![7; expected.len()];
            isa.kernel().alike(&within, &digits, &mut counts);
            assert_eq!(counts, expected, "{cards} cards, {}", isa.level());
        }
    }
}

/// Counts as many decks as may be pending, all the same: no count overflows.
#[test]
fn narrow_counts_hold_as_many_decks_as_they_say() {
    let mut rows = Grid::new(2);
    rows.sort();
    for isa in Isa::all() {
        let (mut counts, mut cells) = (NarrowCounts::new(2), [0; 4]);
        for _ in 0..MOST_PENDING / DECKS as u64 {
            isa.kernel().tally(&rows, DECKS, (0, 1), &mut counts);
        }
        let rest = MOST_PENDING % DECKS as u64;
        isa.kernel()
            .tally(&rows, rest as usize, (0, 1), &mut counts);
        counts.add_to(&mut cells);
        assert_eq!(cells, [MOST_PENDING, 0, 0, MOST_PENDING], "{}", isa.level());
    }
}

#[test]
fn levels_have_names_of_their_own() {
    for level in Level::ALL {
        assert_eq!(Level::named(level.name()), Some(*level));
    }
    assert_eq!(Level::named("mmx"), None);
    assert_eq!(Isa::at(Level::Portable).unwrap().level(), Level::Portable);
}
