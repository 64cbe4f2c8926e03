//! Classes of five-card poker hands: hands of one class tie.
//!
//! Suits never decide between hands, so that a class is a category and the ranks that decide within it. With 13
//! ranks in four suits there are 7,462 of them. Other decks have the same categories in the same order, and
//! five of a kind, on top, from five suits on. Straights are five ranks in a row; the ace, which is the
//! highest rank, also goes below the lowest.

use crate::counting::choose;
pub use deck::playing_cards::hand::CATEGORIES;

/// Cards of a hand.
pub const HAND: usize = 5;

/// Ranks for which classes are given.
pub const MOST_RANKS: usize = 26;

/// A hand of a category in words: `a flush`, `two pairs`.
pub fn called(category: usize) -> Option<String> {
    let name = CATEGORIES.get(category)?;
    let several = ["two", "three", "four", "five"];
    let article = if several.iter().any(|word| name.starts_with(word)) {
        ""
    } else {
        "a "
    };
    Some(format!("{article}{name}"))
}

/// Bits of a rank in a [`Key`].
const BITS: u32 = 5;

/// A category, and the ranks in the order in which they are compared: a higher hand has a larger key.
type Key = u32;

/// A class of hands that tie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    key: Key,
    /// Index in [`CATEGORIES`].
    pub category: usize,
    /// Ranks in the order in which they are compared, the lowest rank 0; the ace of the lowest straight
    /// comes last.
    pub ranks: [u8; HAND],
    /// The number of hands in this class.
    pub hands: u64,
}

/// The classes of a deck of `ranks` ranks, each in `suits` suits, the lowest first.
///
/// ```
/// use colddeck_laws::games::poker::Classes;
/// let classes = Classes::of(13, 4);
/// assert_eq!((classes.all().len(), classes.hands()), (7462, 2_598_960));
/// ```
#[derive(Debug, Clone)]
pub struct Classes {
    ranks: usize,
    all: Vec<Class>,
    hands: u64,
    /// The class of each hand by the [`number`] of its ranks: of several suits, and of one.
    places: [Vec<u32>; 2],
}

impl Classes {
    /// Counts the hands of a deck of at least five cards and up to [`MOST_RANKS`] ranks.
    pub fn of(ranks: usize, suits: usize) -> Self {
        let mut all = Vec::new();
        let mut hand = [0; HAND];
        descending(ranks as u8, suits, &mut hand, 0, &mut |hand| {
            let mut runs = hand.chunk_by(|a, b| a == b);
            let each: u64 = runs.by_ref().map(|run| choose(suits, run.len())).product();
            let flushes = if hand.windows(2).all(|pair| pair[0] != pair[1]) {
                suits as u64
            } else {
                0
            };
            for (flush, hands) in [(true, flushes), (false, each - flushes)] {
                if hands > 0 {
                    let (category, order) = judged(*hand, flush, ranks as u8);
                    all.push(Class {
                        key: key(category, order),
                        category,
                        ranks: order,
                        hands,
                    });
                }
            }
        });
        all.sort_unstable_by_key(|class| class.key);
        let hands = all.iter().map(|class| class.hands).sum();
        let numbers = number([ranks as u8 - 1; HAND]) + 1;
        let mut places = [vec![0; numbers], vec![0; numbers]];
        for (place, class) in (0..).zip(&all) {
            let mut held = class.ranks;
            held.sort_unstable();
            let flush = usize::from(FLUSHES.contains(&class.category));
            places[flush][number(held)] = place;
        }
        Self {
            ranks,
            all,
            hands,
            places,
        }
    }

    /// All classes, the lowest first.
    pub fn all(&self) -> &[Class] {
        &self.all
    }

    /// The number of all hands.
    pub fn hands(&self) -> u64 {
        self.hands
    }

    /// The place of a hand's class among all: `ranks` from 0, the lowest, and whether all its cards are of
    /// one suit. The hand must be one that the deck has.
    pub fn class(&self, mut ranks: [u8; HAND], flush: bool) -> usize {
        ranks.sort_unstable();
        self.class_of_sorted(ranks, flush)
    }

    /// The same of ranks that are sorted, the lowest first.
    #[inline]
    pub fn class_of_sorted(&self, ranks: [u8; HAND], flush: bool) -> usize {
        self.places[usize::from(flush)][number(ranks)] as usize
    }

    /// The median: the place of the class, not the lowest, that beats most nearly half of all hands; and how
    /// many it beats.
    pub fn median(&self) -> (usize, u64) {
        let all = self.hands();
        let mut below = 0;
        let beaten = self.all.iter().enumerate().map(|(place, class)| {
            let beaten = below;
            below += class.hands;
            (place, beaten)
        });
        let off = |&(_, beaten): &(usize, u64)| (2 * beaten).abs_diff(all);
        beaten.skip(1).min_by_key(off).unwrap_or((0, 0))
    }

    /// The class in words: `high card A K Q J 7`. Ranks are named as those of playing cards, if they are 13.
    pub fn name(&self, place: usize) -> String {
        let class = &self.all[place];
        let ranks: Vec<String> = class.ranks.iter().map(|&rank| self.rank(rank)).collect();
        format!("{} {}", CATEGORIES[class.category], ranks.join(" "))
    }

    fn rank(&self, rank: u8) -> String {
        let top = self.ranks as u8 - 1;
        match top - rank {
            0 => "A".to_owned(),
            below @ 1..=3 if top == 12 => ["K", "Q", "J"][usize::from(below) - 1].to_owned(),
            _ => (rank + 2).to_string(),
        }
    }
}

/// The categories of hands of one suit.
const FLUSHES: [usize; 2] = [5, 8];

/// The numbers by which a rank at each place of a sorted hand adds to the hand's: C(rank + place, place + 1). Any rank
/// of five bits is a place in a row.
static NUMBERS: [[u32; 1 << BITS]; HAND] = {
    let mut numbers = [[0; 1 << BITS]; HAND];
    let mut place = 0;
    while place < HAND {
        let mut rank = 1;
        while rank < 1 << BITS {
            // Pascal's triangle.
            let fewer = if place == 0 {
                1
            } else {
                numbers[place - 1][rank]
            };
            numbers[place][rank] = numbers[place][rank - 1] + fewer;
            rank += 1;
        }
        place += 1;
    }
    numbers
};

/// The number of a choice of five ranks, the lowest first, among all such choices: ranks may repeat.
#[inline]
fn number(ranks: [u8; HAND]) -> usize {
    let each = NUMBERS.iter().zip(ranks);
    let each = each.map(|(numbers, rank)| numbers[usize::from(rank) % numbers.len()]);
    each.sum::<u32>() as usize
}

/// Visits every choice of five ranks below `most`, each at most `suits` times, highest first.
fn descending(
    most: u8,
    suits: usize,
    hand: &mut [u8; HAND],
    at: usize,
    visit: &mut impl FnMut(&[u8; HAND]),
) {
    if at == HAND {
        return visit(hand);
    }
    for rank in 0..most {
        hand[at] = rank;
        if hand[..at].iter().filter(|held| **held == rank).count() < suits {
            descending(rank + 1, suits, hand, at + 1, visit);
        }
    }
}

/// The category of a hand, highest rank first, and its ranks in the order in which they are compared.
fn judged(hand: [u8; HAND], flush: bool, ranks: u8) -> (usize, [u8; HAND]) {
    let mut held = hand.map(|rank| {
        let same = hand.iter().filter(|other| **other == rank);
        (same.count(), rank)
    });
    let distinct = hand.windows(2).all(|pair| pair[0] != pair[1]);
    if !distinct {
        held.sort_unstable_by(|a, b| b.cmp(a));
    }
    let mut order = held.map(|(_, rank)| rank);
    let in_row = distinct && hand[0] - hand[4] == 4;
    let lowest = distinct && hand[0] == ranks - 1 && hand[1] == 3;
    if lowest && !in_row {
        // The ace goes below the lowest rank.
        order = [3, 2, 1, 0, ranks - 1];
    }
    let category = match (held[0].0, held[3].0) {
        _ if (in_row || lowest) && flush => 8,
        _ if in_row || lowest => 4,
        (1, _) if flush => 5,
        (1, _) => 0,
        // One pair or two: the third card is of the second pair, or alone.
        (2, _) => usize::from(held[2].0 == 2) + 1,
        (3, 2) => 6,
        (3, _) => 3,
        (4, _) => 7,
        _ => 9,
    };
    (category, order)
}

fn key(category: usize, order: [u8; HAND]) -> Key {
    order.iter().fold(category as Key, |key, &rank| {
        (key << BITS) | Key::from(rank)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_category(classes: &Classes) -> Vec<(u64, usize)> {
        (0..CATEGORIES.len())
            .map(|category| {
                let of = || {
                    classes
                        .all()
                        .iter()
                        .filter(|class| class.category == category)
                };
                (of().map(|class| class.hands).sum(), of().count())
            })
            .collect()
    }

    /// Numbers of hands and classes of each category: Weisstein, "Poker", and the known 7,462.
    #[test]
    fn a_deck_of_52_has_the_hands_and_classes_of_poker() {
        let classes = Classes::of(13, 4);
        assert_eq!(
            by_category(&classes),
            [
                (1_302_540, 1277),
                (1_098_240, 2860),
                (123_552, 858),
                (54_912, 858),
                (10_200, 10),
                (5_108, 1277),
                (3_744, 156),
                (624, 156),
                (40, 10),
                (0, 0),
            ]
        );
        let (median, below) = classes.median();
        assert_eq!(classes.name(median), "high card A K Q J 7");
        assert_eq!(2 * below, classes.hands());
        assert_eq!(classes.name(7461), "straight flush A K Q J 10");
        assert_eq!(classes.name(0), "high card 7 5 4 3 2");
        let wheel = classes.class([12, 0, 1, 2, 3], true);
        assert_eq!(classes.name(wheel), "straight flush 5 4 3 2 A");
    }

    /// Every hand of small decks, looked up, against the numbers of hands.
    #[test]
    fn all_hands_of_small_decks_are_found_in_their_class() {
        for (ranks, suits) in [(2, 4), (5, 2), (6, 3), (7, 1), (4, 5), (9, 2)] {
            let classes = Classes::of(ranks, suits);
            let cards: Vec<(u8, usize)> = (0..ranks * suits)
                .map(|card| ((card % ranks) as u8, card / ranks))
                .collect();
            let mut seen = vec![0; classes.all().len()];
            for set in 0u32..1 << cards.len() {
                if set.count_ones() != 5 {
                    continue;
                }
                let hand: Vec<(u8, usize)> = (0..cards.len())
                    .filter(|at| set >> at & 1 == 1)
                    .map(|at| cards[at])
                    .collect();
                let flush = hand.iter().all(|card| card.1 == hand[0].1);
                let held: [u8; HAND] = std::array::from_fn(|at| hand[at].0);
                seen[classes.class(held, flush)] += 1;
            }
            let hands: Vec<u64> = classes.all().iter().map(|class| class.hands).collect();
            assert_eq!(seen, hands, "{ranks} {suits}");
        }
    }
}
