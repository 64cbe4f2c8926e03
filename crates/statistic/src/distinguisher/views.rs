//! The views of a distinguisher: five ways to look at a deck, and how likely each makes it.
//!
//! Each view splits a deck into cells and counts how often the decks that it learns from had each. A
//! deck's score in a view is the sum over its cells of the logarithm of that count over its expectation on
//! ideal decks, half a deck added to both: the log-likelihood ratio if the cells of a deck were independent
//! (naive Bayes). They are not, which costs power and no validity. Logarithms are held in whole
//! numbers, so that every machine has the same scores.

use deck::Card;
use deck::kernel::BYTE_CARDS;

/// The views, in the order of all arrays here: their names in records.
pub(super) const VIEWS: [&str; 5] = ["displacement", "gap", "step", "position", "successor"];

/// The scores of a deck, one for each view.
pub(super) type Scores = [i64; VIEWS.len()];

/// The weights that were learned from decks, by view.
#[derive(Debug)]
pub(super) struct Learned {
    cards: usize,
    /// One entry for each place of a card less the place where it started, from −(n − 1) on.
    displacement: Vec<i32>,
    /// One entry for each place of the next card less that of a card, likewise: rising sequences,
    /// successions.
    gap: Vec<i32>,
    /// One entry for each card below less the card above it, likewise.
    step: Vec<i32>,
    /// `[place][card]`, with what `displacement` says of it. Nothing for decks of more than [`BYTE_CARDS`] cards.
    position: Vec<Two>,
    /// `[card above][card below]`, with what `step` says of it, likewise.
    successor: Vec<Two>,
    /// pos[card] of the deck at hand.
    places: Vec<Card>,
}

/// Two entries in one number, which are added up in one step: the first 32 digits further up. Sums of either over the cards
/// of a deck of bytes are far below 2³¹.
#[derive(Debug, Clone, Copy, Default)]
struct Two(i64);

impl Two {
    fn of(first: i32, second: i32) -> Self {
        Self((i64::from(first) << 32) + i64::from(second))
    }

    fn add(&mut self, more: Self) {
        self.0 += more.0;
    }

    /// The sums of both.
    fn sums(self) -> [i64; 2] {
        let second = i64::from(self.0 as i32);
        [(self.0 - second) >> 32, second]
    }
}

/// A step of scores: 2⁻¹² of a factor of e.
const STEPS: f64 = 4096.0;

impl Learned {
    /// Learns from `decks`, decks of `cards` cards.
    pub fn from(decks: &[&[Card]], cards: usize) -> Self {
        let n = cards;
        let whole = if n <= BYTE_CARDS { n * n } else { 0 };
        let [mut displacement, mut gap, mut step] = [(); 3].map(|()| vec![0_u32; 2 * n - 1]);
        let [mut position, mut successor] = [(); 2].map(|()| vec![0_u32; whole]);
        let mut places = vec![0; n];
        for deck in decks {
            note_places(deck, &mut places);
            for (card, &place) in places.iter().enumerate() {
                displacement[usize::from(place) + n - 1 - card] += 1;
            }
            for two in places.windows(2) {
                gap[difference(two, n)] += 1;
            }
            for two in deck.windows(2) {
                step[difference(two, n)] += 1;
            }
            if whole > 0 {
                for (place, &card) in deck.iter().enumerate() {
                    position[place * n + usize::from(card)] += 1;
                }
                for two in deck.windows(2) {
                    successor[usize::from(two[0]) * n + usize::from(two[1])] += 1;
                }
            }
        }
        let seen = decks.len() as f64;
        // n − |d| of the n² pairs of a card and a place are d apart; likewise for the n(n − 1)
        // pairs of places, n − 1 of which are looked at. Two cards are neighbours, in that order,
        // in one of n decks.
        let apart = |at: usize| (n - at.abs_diff(n - 1)) as f64 / n as f64;
        let uniform = 1.0 / n as f64;
        let ratios = |counts: Vec<u32>, share: &dyn Fn(usize) -> f64| -> Vec<i32> {
            let cells = counts.into_iter().enumerate();
            cells
                .map(|(at, count)| log_ratio(f64::from(count), share(at) * seen))
                .collect()
        };
        let [displacement, gap, step] =
            [displacement, gap, step].map(|counts| ratios(counts, &apart));
        let [position, successor] =
            [position, successor].map(|counts| ratios(counts, &|_| uniform));
        // The cell of a place and a card, or of two cards, has both numbers.
        let two = |by_difference: &[i32], by_cell: &[i32], minus: [usize; 2]| -> Vec<Two> {
            let cells = by_cell.iter().enumerate();
            cells
                .map(|(at, ratio)| {
                    let numbers = [at / n, at % n];
                    let apart = numbers[minus[0]] + n - 1 - numbers[minus[1]];
                    Two::of(by_difference[apart], *ratio)
                })
                .collect()
        };
        Self {
            cards,
            position: two(&displacement, &position, [0, 1]),
            successor: two(&step, &successor, [1, 0]),
            displacement,
            gap,
            step,
            places,
        }
    }

    /// The scores of `deck`.
    pub fn scores(&mut self, deck: &[Card]) -> Scores {
        let n = self.cards;
        note_places(deck, &mut self.places);
        let gaps = self.places.windows(2);
        let gap = gaps.map(|two| i64::from(self.gap[difference(two, n)]));
        let gap = gap.sum();
        let steps = deck.windows(2);
        if self.position.is_empty() {
            let places = self.places.iter().enumerate();
            let displaced = places.map(|(card, &place)| usize::from(place) + n - 1 - card);
            let displacement = displaced.map(|at| i64::from(self.displacement[at]));
            let step = steps.map(|two| i64::from(self.step[difference(two, n)]));
            return [displacement.sum(), gap, step.sum(), 0, 0];
        }
        let (mut of_places, mut of_steps) = (Two::default(), Two::default());
        for (row, &card) in self.position.chunks_exact(n).zip(deck) {
            of_places.add(row[usize::from(card)]);
        }
        for two in steps {
            of_steps.add(self.successor[usize::from(two[0]) * n + usize::from(two[1])]);
        }
        let ([displacement, position], [step, successor]) = (of_places.sums(), of_steps.sums());
        [displacement, gap, step, position, successor]
    }
}

fn note_places(deck: &[Card], places: &mut [Card]) {
    for (place, &card) in (0..).zip(deck) {
        places[usize::from(card)] = place;
    }
}

/// The second of two numbers less the first, from −(n − 1) on.
fn difference(two: &[Card], n: usize) -> usize {
    usize::from(two[1]) + n - 1 - usize::from(two[0])
}

fn log_ratio(count: f64, expected: f64) -> i32 {
    libm::round(STEPS * libm::log((count + 0.5) / (expected + 0.5))) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_those_of_all_orders() {
        // All 24 orders of four cards, learned from: every count is its expectation, every score 0.
        let mut orders: Vec<Vec<Card>> = Vec::new();
        for code in 0..256_usize {
            let deck: Vec<Card> = (0..4).map(|at| (code >> (2 * at) & 3) as Card).collect();
            if (0..4).all(|card| deck.contains(&card)) {
                orders.push(deck);
            }
        }
        let decks: Vec<&[Card]> = orders.iter().map(Vec::as_slice).collect();
        assert_eq!(decks.len(), 24);
        let mut learned = Learned::from(&decks, 4);
        assert!(decks.iter().all(|deck| learned.scores(deck) == [0; 5]));
    }

    #[test]
    fn decks_like_those_learned_from_score_high_in_every_view() {
        for cards in [5, 300] {
            let sorted: Vec<Card> = (0..cards as Card).collect();
            let mut other = sorted.clone();
            other.reverse();
            other.swap(0, 2);
            let mut learned = Learned::from(&[sorted.as_slice(); 20], cards);
            let (same, different) = (learned.scores(&sorted), learned.scores(&other));
            let views = if cards == 5 { 5 } else { 3 };
            for view in 0..views {
                assert!(same[view] > 0 && different[view] < same[view], "{view}");
            }
            assert_eq!(same[views..], [0, 0][..5 - views]);
        }
    }
}
