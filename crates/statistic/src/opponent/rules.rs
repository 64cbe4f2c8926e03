//! The calls of an opponent: three rules, learned from decks.
//!
//! Each rule gives every card a weight at every place and calls the card of the largest weight among
//! those that are left, the smallest of equals. With m the number of decks that had the card at this
//! place, and s the number that had it directly after the card just seen, the weights are
//! log(2m + 1), log(2s + 1), and their sum: naive Bayes, which takes place and predecessor of a card as
//! independent given the card, with half a deck added to every count. Logarithms are held in whole
//! numbers, so that every machine calls the same cards.

use std::cmp::Reverse;
use std::fmt;

use deck::Card;
use deck::kernel::{BYTE_CARDS, CALLED, Isa, Kernel};

use super::few_cards::FewCards;

/// The rules, in the order of all arrays here: their names in records.
pub(super) const RULES: [&str; 3] = ["by_position", "by_successor", "by_both"];

/// Somebody who calls cards, each of them one that is still there.
pub(super) trait Player: fmt::Debug + Send {
    /// Counts the cards of `deck` that each rule calls right.
    fn calls(&mut self, deck: &[Card]) -> [usize; RULES.len()];

    /// Number of decks called so far whose card at each place, top first, each rule had right.
    fn right(&self) -> Vec<[usize; RULES.len()]>;
}

/// Numbers of hits of each rule side by side in one number, so that they are added in one step.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hits(u64);

/// Bits of each number: more than decks are ever kept, or a deck has cards.
const HIT_BITS: usize = u64::BITS as usize / RULES.len();

impl Hits {
    /// Adds a call of each rule, right or wrong.
    pub fn add(&mut self, right: Self) {
        self.0 += right.0;
    }

    /// The calls of one card.
    pub fn of(right: [bool; RULES.len()]) -> Self {
        let hits = right.into_iter().enumerate();
        Self(hits.fold(0, |all, (rule, hit)| {
            all | u64::from(hit) << (rule * HIT_BITS)
        }))
    }

    pub fn numbers(self) -> [usize; RULES.len()] {
        std::array::from_fn(|rule| (self.0 >> (rule * HIT_BITS)) as usize & ((1 << HIT_BITS) - 1))
    }
}

/// Decks of few cards that may be learned from in weights of 16 bits: all that anybody does.
const MOST_FOR_FEW_CARDS: usize = 1 << 20;

/// A player who has seen `decks`, decks of `cards` cards.
pub(super) fn learn(decks: &[&[Card]], cards: usize) -> Box<dyn Player> {
    if cards <= CALLED && decks.len() < MOST_FOR_FEW_CARDS {
        Box::new(FewCards::learn(decks, cards))
    } else if cards <= BYTE_CARDS {
        Box::new(Tables::learn(decks, cards))
    } else {
        Box::new(Favourites::learn(decks, cards))
    }
}

/// The weight of a card that no deck had there.
const UNSEEN: i32 = 1;

/// A step of weights: 2⁻¹⁰ of a factor of 2.
const STEPS: f64 = 1024.0;

/// The weight of `count` decks, at least 1.
pub(super) fn weight(count: u32) -> i32 {
    1 + libm::round(STEPS * libm::log2(f64::from(2 * count + 1))) as i32
}

/// Weights of all cards at all places, and after all cards: n² each.
#[derive(Debug)]
struct Tables {
    cards: usize,
    /// Cells from one row to the next.
    stride: usize,
    /// `[place][card]`, with [`tie`] in the low bits.
    place: Vec<i32>,
    /// `[predecessor][card]`, likewise; the last row has no predecessor, and is the first place's.
    successor: Vec<i32>,
    /// The cards of each row of `place`, the likeliest first, and of `successor`.
    ranked: [Vec<u8>; 2],
    /// The mask of each card that is left. Keys of cards are positive.
    left: Vec<i32>,
    /// The calls that were right, as [`Player::right`] says.
    right: Vec<Hits>,
    kernel: &'static dyn Kernel,
}

/// Bits below a weight: twice the number of a card fits in.
const TIE_BITS: u32 = 9;

/// Prefers the smaller one of cards with equal weights.
fn tie(card: usize) -> i32 {
    i32::try_from(BYTE_CARDS - card).unwrap_or(i32::MAX)
}

impl Tables {
    fn learn(decks: &[&[Card]], cards: usize) -> Self {
        // Whole vectors, without a remainder to look at card by card.
        let stride = cards.next_multiple_of(16);
        let mut place = vec![0_u32; cards * stride];
        let mut successor = vec![0_u32; (cards + 1) * stride];
        for deck in decks {
            let mut before = cards;
            for (row, &card) in place.chunks_exact_mut(stride).zip(*deck) {
                let card = usize::from(card);
                row[card] += 1;
                successor[before * stride + card] += 1;
                before = card;
            }
        }
        let weights: Vec<i32> = (0..=decks.len() as u32).map(weight).collect();
        let keyed = |counts: Vec<u32>| -> Vec<i32> {
            let rows = counts.chunks_exact(stride);
            let cells = rows.flat_map(|row| row.iter().enumerate());
            let key = |(card, &count): (usize, &u32)| {
                (weights[count as usize] << TIE_BITS) + if card < cards { tie(card) } else { 0 }
            };
            cells.map(key).collect()
        };
        let (place, successor) = (keyed(place), keyed(successor));
        let ranked = [&place, &successor].map(|keys| {
            let rows = keys.chunks_exact(stride);
            rows.flat_map(|row| ranked(&row[..cards])).collect()
        });
        Self {
            cards,
            stride,
            place,
            successor,
            ranked,
            left: vec![0; stride],
            kernel: Isa::best().kernel(),
            right: vec![Hits::default(); cards],
        }
    }
}

impl Player for Tables {
    fn calls(&mut self, deck: &[Card]) -> [usize; RULES.len()] {
        let stride = self.stride;
        self.left[..self.cards].fill(-1);
        let mut calls = Hits::default();
        let mut before = self.cards;
        let places = self.place.chunks_exact(stride).zip(&mut self.right);
        let [by_place, by_successor] = &self.ranked;
        let places = places.zip(by_place.chunks_exact(self.cards));
        for (((place, right), by_place), &card) in places.zip(deck) {
            let successor = &self.successor[before * stride..][..stride];
            let by_successor = &by_successor[before * self.cards..][..self.cards];
            let both = self.kernel.largest(place, successor, &self.left);
            let card = usize::from(card);
            let hits = Hits::of([
                first_left(by_place, &self.left) == card,
                first_left(by_successor, &self.left) == card,
                both & ((1 << TIE_BITS) - 1) == 2 * tie(card),
            ]);
            calls.add(hits);
            right.add(hits);
            self.left[card] = 0;
            before = card;
        }
        calls.numbers()
    }

    fn right(&self) -> Vec<[usize; RULES.len()]> {
        self.right.iter().map(|hits| hits.numbers()).collect()
    }
}

/// The cards with these keys, that with the largest first.
fn ranked(keys: &[i32]) -> Vec<u8> {
    let mut cards: Vec<u8> = (0..=u8::MAX).take(keys.len()).collect();
    cards.sort_unstable_by_key(|card| Reverse(keys[usize::from(*card)]));
    cards
}

/// The first of these cards that is left: soon found, but for the last few cards of a deck.
fn first_left(ranked: &[u8], left: &[i32]) -> usize {
    let cards = ranked.iter().map(|card| usize::from(*card));
    let mut those_left = cards.filter(|card| left[*card] != 0);
    those_left.next().unwrap_or(left.len())
}

/// The likeliest cards of each place and after each card: tables would be too large.
#[derive(Debug)]
struct Favourites {
    cards: usize,
    place: Vec<Favourite>,
    /// The favourites of a place are from here to the next one's.
    place_starts: Vec<usize>,
    successor: Vec<Favourite>,
    successor_starts: Vec<usize>,
    left: Vec<bool>,
    /// The weight of each card after the one that was just seen; before and after that, of a card that never was there.
    weights: Vec<i32>,
    /// The calls that were right, as [`Player::right`] says.
    right: Vec<Hits>,
}

/// A card and its weight.
type Favourite = (Card, i32);

/// Favourites of each place.
const MOST_FAVOURITES: usize = 16;

impl Favourites {
    fn learn(decks: &[&[Card]], cards: usize) -> Self {
        let weights: Vec<i32> = (0..=decks.len() as u32).map(weight).collect();
        let of = |pairs: &dyn Fn(&[Card], &mut Vec<u32>)| {
            let mut seen = Vec::with_capacity(decks.len() * cards);
            for deck in decks {
                pairs(deck, &mut seen);
            }
            favourites(seen, cards, &weights)
        };
        let pair = |first: u32, card: Card| first << 16 | u32::from(card);
        let (place, place_starts) = of(&|deck, seen| {
            seen.extend((0..).zip(deck).map(|(place, &card)| pair(place, card)));
        });
        let (successor, successor_starts) = of(&|deck, seen| {
            let pairs = deck.windows(2).map(|two| pair(u32::from(two[0]), two[1]));
            seen.extend(pairs);
        });
        Self {
            cards,
            place,
            place_starts,
            successor,
            successor_starts,
            left: Vec::new(),
            weights: vec![UNSEEN; cards],
            right: vec![Hits::default(); cards],
        }
    }
}

/// The commonest second numbers of each first one below `firsts`, by weight, then number; and where
/// those of each first one start. Weights are given by the number of decks.
fn favourites(mut pairs: Vec<u32>, firsts: usize, weights: &[i32]) -> (Vec<Favourite>, Vec<usize>) {
    pairs.sort_unstable();
    let mut all = Vec::new();
    let mut starts = Vec::with_capacity(firsts + 1);
    let mut rest = pairs.as_slice();
    for first in 0..firsts as u32 {
        starts.push(all.len());
        let (here, after) = rest.split_at(rest.partition_point(|pair| pair >> 16 <= first));
        rest = after;
        let same = here.chunk_by(|a, b| a == b);
        let mut found: Vec<Favourite> = same
            .map(|same| ((same[0] & 0xffff) as Card, weights[same.len()]))
            .collect();
        found.sort_unstable_by_key(|&(card, weight)| (-weight, card));
        all.extend(found.into_iter().take(MOST_FAVOURITES));
    }
    starts.push(all.len());
    (all, starts)
}

impl Player for Favourites {
    fn calls(&mut self, deck: &[Card]) -> [usize; RULES.len()] {
        self.left.clear();
        self.left.resize(self.cards, true);
        let mut calls = Hits::default();
        // The card that is called where no favourite is left.
        let mut smallest = 0;
        let mut before = None;
        for (place, &card) in deck.iter().enumerate() {
            while !self.left[smallest] {
                smallest += 1;
            }
            let (still, weights) = (&self.left, &mut self.weights);
            let left = |favourite: &&Favourite| still[usize::from(favourite.0)];
            let by_place = &self.place[self.place_starts[place]..self.place_starts[place + 1]];
            // The first card has no predecessor.
            let by_successor = before.map_or(by_place, |before: usize| {
                &self.successor[self.successor_starts[before]..self.successor_starts[before + 1]]
            });
            // A card that is among the favourites of the place has its sum there, which is larger than with a weight of
            // what was never seen: of the others, the first one that is left has the largest.
            for (card, weight) in by_successor {
                weights[usize::from(*card)] = *weight;
            }
            let sums = by_place.iter().filter(left);
            let sums =
                sums.map(|&(card, weight)| (weight + weights[usize::from(card)], Reverse(card)));
            let of_others = by_successor.iter().find(left);
            let of_others = of_others.map(|&(card, weight)| (weight + UNSEEN, Reverse(card)));
            let by_both = sums.chain(of_others).max();
            for (card, _) in by_successor {
                weights[usize::from(*card)] = UNSEEN;
            }
            let called = [
                by_place.iter().find(left).map(|(card, _)| *card),
                by_successor.iter().find(left).map(|(card, _)| *card),
                by_both.map(|(_, Reverse(card))| card),
            ];
            let hits = Hits::of(called.map(|called| called.unwrap_or(smallest as Card) == card));
            calls.add(hits);
            self.right[place].add(hits);
            self.left[usize::from(card)] = false;
            before = Some(usize::from(card));
        }
        calls.numbers()
    }

    fn right(&self) -> Vec<[usize; RULES.len()]> {
        self.right.iter().map(|hits| hits.numbers()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sorted deck, cut.
    fn cut(cards: usize, by: usize) -> Vec<Card> {
        let mut deck: Vec<Card> = (0..cards).map(|card| card as Card).collect();
        deck.rotate_left(by);
        deck
    }

    #[test]
    fn what_was_always_so_is_called() {
        for cards in [2, 16, 52, 255, 256, 700] {
            let sorted = cut(cards, 0);
            let mut player = learn(&[&sorted, &sorted], cards);
            assert_eq!(player.calls(&sorted), [cards; 3], "{cards} cards");
            // Seen at one cut and called at another: places are of no use, successors are, but for
            // the first card and the one after the old bottom card.
            let mut player = learn(&[&cut(cards, 1), &cut(cards, 1)], cards);
            let calls = player.calls(&cut(cards, 0));
            if cards > 2 {
                assert!(calls[0] <= 1, "{cards} cards: {calls:?}");
                assert_eq!(calls[1], cards - 1, "{cards} cards");
            }
        }
    }

    #[test]
    fn hits_side_by_side_do_not_touch() {
        let mut hits = Hits::default();
        for deck in 0..1 << 20 {
            hits.add(Hits::of([true, deck % 2 == 0, deck == 7]));
        }
        assert_eq!(hits.numbers(), [1 << 20, 1 << 19, 1]);
    }

    #[test]
    fn right_calls_are_counted_by_place() {
        for cards in [5, 300] {
            let sorted = cut(cards, 0);
            let mut player = learn(&[&sorted], cards);
            player.calls(&sorted);
            player.calls(&cut(cards, 1));
            // After a cut the rule by successor knows all but the first card and the old top card,
            // which is the last one.
            let right: Vec<usize> = player.right().iter().map(|right| right[1]).collect();
            let mut wanted = vec![2; cards];
            wanted[0] = 1;
            assert_eq!(right, wanted, "{cards} cards");
        }
    }

    #[test]
    fn the_smallest_of_equals_is_called() {
        for cards in [3, 300] {
            // Nothing was seen, so the rules always call the smallest card that is left.
            let mut player = learn(&[], cards);
            assert_eq!(player.calls(&cut(cards, 0)), [cards; 3]);
            assert_eq!(player.calls(&cut(cards, 1)), [1; 3]);
        }
    }

    #[test]
    fn both_rules_together_outweigh_either() {
        // Place 1 had card 1 in three of five decks, and card 2 in two; but after card 0 always came
        // card 2.
        let seen: [&[Card]; 5] = [
            &[3, 1, 0, 2],
            &[3, 1, 0, 2],
            &[3, 1, 0, 2],
            &[0, 2, 3, 1],
            &[0, 2, 3, 1],
        ];
        let mut player = Tables::learn(&seen, 4);
        let place = &player.place[player.stride..][..4];
        assert!(place[1] > place[2]);
        let calls = player.calls(&[0, 2, 1, 3]);
        assert!(calls[2] > calls[0] && calls[2] >= calls[1], "{calls:?}");
    }

    #[test]
    fn decks_of_few_cards_are_called_as_others_are() {
        for cards in [2, 7, 40, 52, 64] {
            // A few cuts and swaps, so that many counts are equal.
            let deck = |at: usize| {
                let mut deck = cut(cards, at * at % cards);
                deck.swap(at % cards, at * 7 % cards);
                deck
            };
            let decks: Vec<Vec<Card>> = (0..60).map(deck).collect();
            let seen: Vec<&[Card]> = decks.iter().map(Vec::as_slice).collect();
            let (mut tables, mut few) = (
                Tables::learn(&seen[..25], cards),
                FewCards::learn(&seen[..25], cards),
            );
            for deck in seen {
                assert_eq!(tables.calls(deck), few.calls(deck), "{cards} cards");
            }
            assert_eq!(tables.right(), few.right(), "{cards} cards");
        }
    }

    #[test]
    fn both_kinds_of_players_call_alike() {
        assert_eq!(UNSEEN, weight(0));
        // Few decks, so that no place has more favourites than are kept; the tables know what was never
        // seen as well, but the smallest card of those is what the favourites fall back to.
        let cards = 40;
        let decks: Vec<Vec<Card>> = (0..12).map(|by| cut(cards, by * by % cards)).collect();
        let seen: Vec<&[Card]> = decks.iter().map(Vec::as_slice).collect();
        let (mut tables, mut favourites) =
            (Tables::learn(&seen, cards), Favourites::learn(&seen, cards));
        for by in 0..cards {
            let deck = cut(cards, by);
            assert_eq!(tables.calls(&deck), favourites.calls(&deck), "cut by {by}");
        }
        assert_eq!(tables.right(), favourites.right());
    }
}
