//! Permutations and their codes: the definitions against what they say, and every level against the definitions.

use super::*;

/// 64 orders, and what is made of them, one by one.
struct Orders {
    rows: Vec<Vec<usize>>,
}

impl Orders {
    fn of<T: Cell>(grid: &Grid<T>) -> Self {
        let row = |deck| grid.row(deck).iter().map(|cell| cell.index()).collect();
        Self {
            rows: (0..DECKS).map(row).collect(),
        }
    }

    fn lanes<T: Cell>(&self) -> Vec<[T; DECKS]> {
        let cards = self.rows[0].len();
        let lane = |at| std::array::from_fn(|deck| T::of(self.rows[deck][at]));
        (0..cards).map(lane).collect()
    }
}

fn smaller_below(order: &[usize], at: usize) -> usize {
    let below = &order[at + 1..];
    below.iter().filter(|card| **card < order[at]).count()
}

/// The quadratic recursion over the longest increasing subsequence that ends at each place.
fn longest_increasing(order: &[usize]) -> u32 {
    let mut ending: Vec<u32> = Vec::new();
    for (at, card) in order.iter().enumerate() {
        let before = order[..at].iter().zip(&ending);
        let longest = before.filter(|(other, _)| *other < card).map(|(_, l)| *l);
        ending.push(1 + longest.max().unwrap_or(0));
    }
    ending.into_iter().max().unwrap_or(0)
}

/// Makes the swaps of a Fisher-Yates shuffle of sorted cards.
fn swapped(swaps: &[usize], from_top: bool) -> Vec<usize> {
    let mut deck: Vec<usize> = (0..swaps.len()).collect();
    for step in 0..swaps.len() {
        let at = if from_top {
            step
        } else {
            swaps.len() - 1 - step
        };
        assert!((swaps[at] >= at) == from_top || swaps[at] == at);
        deck.swap(at, swaps[at]);
    }
    deck
}

#[test]
fn every_level_does_what_is_said_of_orders_and_lanes() {
    let mut cases = Cases(5);
    // Large decks go other ways, that no level has for itself.
    for cards in sizes()
        .filter(|cards| !cfg!(miri) || *cards < 100)
        .chain([1000])
    {
        if cards <= BYTE_CARDS {
            follow_the_definitions::<u8>(&mut cases, cards);
        } else {
            follow_the_definitions::<u16>(&mut cases, cards);
        }
    }
}

fn follow_the_definitions<T: Cell>(cases: &mut Cases, cards: usize)
where
    dyn Kernel: AsCells<T>,
{
    let (grid, second) = (cases.grid::<T>(cards), cases.grid::<T>(cards));
    let (orders, others) = (Orders::of(&grid), Orders::of(&second));
    let places = orders.lanes::<T>();
    let digits: Vec<[T; DECKS]> = Orders {
        rows: orders
            .rows
            .iter()
            .map(|order| (0..cards).map(|at| smaller_below(order, at)).collect())
            .collect(),
    }
    .lanes();
    let lengths: [u32; DECKS] = std::array::from_fn(|deck| longest_increasing(&orders.rows[deck]));
    let (decks, lag) = (1 + cases.below(DECKS), cases.below(33));
    for (level, kernel) in kernels::<T>() {
        let what = format!("{cards} cards, {level}");
        let mut to = cases.grid::<T>(cards);
        kernel.invert(&grid, decks, &mut to);
        for (deck, order) in orders.rows[..decks].iter().enumerate() {
            let there = order.iter().map(|&at| to.row(deck)[at].index());
            assert!(there.eq(0..cards), "invert, {what}");
        }

        let pairs = decks.min(DECKS - lag);
        kernel.compose(&grid, &second, lag, pairs, &mut to);
        for deck in 0..pairs {
            let expected = orders.rows[deck]
                .iter()
                .map(|&at| others.rows[deck + lag][at]);
            let found = to.row(deck).iter().map(|cell| cell.index());
            assert!(found.eq(expected), "compose, {what}");
        }

        let mut lanes = vec![[T::of(3); DECKS]; cards];
        kernel.transpose(&grid, &mut lanes);
        assert_eq!(lanes, places, "transpose, {what}");

        kernel.lehmer(&places, &mut lanes);
        assert_eq!(lanes, digits, "lehmer, {what}");

        let mut numbers = [7; DECKS];
        kernel.inversions(&places, &mut numbers);
        for (deck, number) in numbers.iter().enumerate() {
            let sum: usize = digits.iter().map(|digits| digits[deck].index()).sum();
            assert_eq!(*number as usize, sum, "inversions, {what}");
        }

        kernel.increasing(&places, &mut numbers);
        assert_eq!(numbers, lengths, "increasing, {what}");

        for from_top in [true, false] {
            kernel.swaps(&places, from_top, &mut lanes);
            for (deck, order) in orders.rows.iter().enumerate() {
                let swaps: Vec<usize> = lanes.iter().map(|lane| lane[deck].index()).collect();
                assert_eq!(swapped(&swaps, from_top), *order, "swaps, {what}");
            }
        }
    }
}

/// Lanes past the last deck may hold anything: they must not stop the work on the others.
#[test]
fn lanes_of_no_decks_do_no_harm() {
    for cards in [2, 52, 64, 65, 200, 255, 256, 300, 700] {
        if cards <= BYTE_CARDS {
            survive_anything::<u8>(cards);
        } else {
            survive_anything::<u16>(cards);
        }
    }
}

fn survive_anything<T: Cell>(cards: usize)
where
    dyn Kernel: AsCells<T>,
{
    let mut cases = Cases(6);
    let good = Orders::of(&cases.grid::<T>(cards)).lanes::<T>();
    let mut bad = good.clone();
    for lane in &mut bad {
        for cell in &mut lane[40..] {
            *cell = T::of(cases.below(1 << T::BITS));
        }
    }
    for (level, kernel) in kernels::<T>() {
        let what = format!("{cards} cards, {level}");
        let compare = |ours: &[[T; DECKS]], theirs: &[[T; DECKS]]| {
            for (ours, theirs) in ours.iter().zip(theirs) {
                assert_eq!(ours[..40], theirs[..40], "{what}");
            }
        };
        let zeros = || [(); 2].map(|()| vec![[T::default(); DECKS]; cards]);
        let [mut ours, mut theirs] = zeros();
        kernel.lehmer(&good, &mut ours);
        kernel.lehmer(&bad, &mut theirs);
        compare(&ours, &theirs);
        for from_top in [true, false] {
            kernel.swaps(&good, from_top, &mut ours);
            kernel.swaps(&bad, from_top, &mut theirs);
            compare(&ours, &theirs);
        }
        let [mut ours, mut theirs] = [[0; DECKS]; 2];
        kernel.inversions(&good, &mut ours);
        kernel.inversions(&bad, &mut theirs);
        assert_eq!(ours[..40], theirs[..40], "{what}");
        kernel.increasing(&good, &mut ours);
        kernel.increasing(&bad, &mut theirs);
        assert_eq!(ours[..40], theirs[..40], "{what}");
    }
}
