//! Snap of two players where cards match by rank or by suit: orders in which no two neighbours share either.
//!
//! Any half of the cards can be dealt first. For a set U of cards and one card u of it let P(U, u) be the number of
//! orders of U without a snap that end with u. The card before u is one of U without u, of another rank and another
//! suit, so that
//!
//! ```text
//! P(U, u) = Σ P(U∖u, v) over all v − the same over v of the suit of u − the same over v of the rank of u,
//! ```
//!
//! card by card up to half of the deck. The rest of the deck, read from its end, is such an order too: products
//! P(U, u) P(V, v) over the two halves and all u and v that do not match are the orders of the deck. All of this depends
//! only on of how many ranks which suits are in U, up to a renaming of suits: its kind. Thirteen ranks of four suits
//! have 141,785 kinds of half a deck.

use std::collections::HashMap;

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::null::factorial;
use crate::order_law::OrderLaw;

/// The cards of a deck whose halves have fewer than 2¹²⁸ orders: 34!.
const MOST_CARDS: usize = 68;

/// Decks with more kinds of sets than this are not counted: that would take longer than some seconds.
const MOST_KINDS: f64 = 2e6;

/// The probability that no two neighbours of the deck are of one rank or of one suit: Snap of two players without a
/// snap. It is worked out when it is called; `None` for decks that are too large.
///
/// ```
/// # use colddeck_laws::{games::snap_by_rank_or_suit, null::fraction};
/// // Of three ranks and two suits, the six cards lie on a ring of those that do not match: six places to begin, two
/// // ways round, of 720 orders.
/// let boring = snap_by_rank_or_suit(3, 2).unwrap()();
/// assert_eq!(fraction(&boring).unwrap(), "1/60");
/// ```
pub fn snap_by_rank_or_suit(ranks: usize, suits: usize) -> Option<impl FnOnce() -> RBig + Send> {
    // The fewer suits, the fewer kinds; ranks and suits do the same.
    let kinds = Kinds::of(ranks.max(suits), ranks.min(suits))?;
    Some(move || RBig::from_parts(kinds.boring().into(), factorial(ranks * suits)))
}

/// The kind of a set of cards: of how many ranks it has which suits, a digit for each set of suits but the empty one. Of
/// all names of the suits those that make the key least.
type Key = u128;

/// A set of suits, a bit for each.
type Suits = usize;

/// The kinds of sets of cards of a deck.
struct Kinds {
    ranks: usize,
    suits: usize,
    /// The bits of a digit of a key.
    bits: usize,
    renamings: Vec<Renaming>,
    /// What one rank with some suits adds to a key, for each set of suits and by each of the renamings.
    digits: Vec<Vec<Key>>,
}

/// Other names of the suits.
struct Renaming {
    /// The name of each suit.
    suits: Vec<usize>,
    /// Each set of suits by these names.
    sets: Vec<Suits>,
}

/// All kinds of sets of as many cards.
struct Layer {
    keys: Vec<Key>,
    places: HashMap<Key, usize>,
    /// The sums of P(U, u) for each kind: over all u; over those of each suit; for each set of suits, over those of
    /// one rank that has these suits in U.
    sums: Vec<u128>,
}

impl Kinds {
    /// The kinds of sets of a deck; `None` if there are too many.
    fn of(ranks: usize, suits: usize) -> Option<Self> {
        // No digit exceeds the number of ranks.
        let bits = (usize::BITS - ranks.leading_zeros()) as usize;
        let sets = 1_usize.checked_shl(suits as u32)?;
        if ranks * suits > MOST_CARDS
            || (sets - 1) * bits > Key::BITS as usize
            || number(ranks, suits) > MOST_KINDS
        {
            return None;
        }
        let digit = |set: Suits| match set {
            0 => 0,
            _ => 1 << (bits * (set - 1)),
        };
        let mut renamings = Vec::new();
        OrderLaw::uniform(suits).ok()?.for_each(|names, _| {
            let names: Vec<usize> = names.iter().copied().map(usize::from).collect();
            let renamed = |set: Suits| {
                let held = (0..suits).filter(|suit| set >> suit & 1 == 1);
                held.map(|suit| 1 << names[suit]).sum()
            };
            renamings.push(Renaming {
                sets: (0..sets).map(renamed).collect(),
                suits: names,
            });
        });
        let of_set = |set: Suits| {
            renamings
                .iter()
                .map(|names| digit(names.sets[set]))
                .collect()
        };
        Some(Self {
            ranks,
            suits,
            bits,
            digits: (0..sets).map(of_set).collect(),
            renamings,
        })
    }

    /// Counts the orders of the deck without a snap.
    fn boring(&self) -> UBig {
        let cards = self.ranks * self.suits;
        let mut first = self.no_card();
        for _ in 0..cards / 2 {
            first = self.next(&first);
        }
        let longer = (!cards.is_multiple_of(2)).then(|| self.next(&first));
        let rest = longer.as_ref().unwrap_or(&first);
        let kinds = first.keys.iter().zip(first.sums.chunks(self.sums()));
        kinds.map(|(key, sums)| self.joined(*key, sums, rest)).sum()
    }

    /// The number of sums of a kind.
    fn sums(&self) -> usize {
        self.of_rank(1 << self.suits)
    }

    /// The place of the sum over the last cards of one rank that has these suits.
    fn of_rank(&self, set: Suits) -> usize {
        1 + self.suits + set
    }

    /// No card at all, as if there were one way to deal it and any card could follow.
    fn no_card(&self) -> Layer {
        let mut sums = vec![0; self.sums()];
        sums[0] = 1;
        Layer {
            keys: vec![0],
            places: HashMap::from([(0, 0)]),
            sums,
        }
    }

    /// The kinds of sets with a card more.
    fn next(&self, layer: &Layer) -> Layer {
        let (mut keys, mut places) = (Vec::new(), HashMap::new());
        for key in &layer.keys {
            let ranks = self.ranks_by_suits(*key);
            let images = self.images(&ranks);
            // Each set comes from one without some card of its shortest rank, which then is the only shortest or gone.
            let shortest = shortest(&ranks);
            let cards = self.cards(&ranks, false);
            for (set, suit) in cards.filter(|(set, _)| *set == 0 || Some(*set) == shortest) {
                let key = self.kind(&images, set, set | 1 << suit);
                places.entry(key).or_insert_with(|| {
                    keys.push(key);
                    keys.len() - 1
                });
            }
        }
        let mut sums = Vec::with_capacity(keys.len() * self.sums());
        for key in &keys {
            let ranks = self.ranks_by_suits(*key);
            let images = self.images(&ranks);
            let without = self.cards(&ranks, true).map(|(set, suit)| {
                let others = set & !(1 << suit);
                let before = self.kind(&images, set, others);
                let names = self.names(before, &images, set, others);
                (set, suit, layer.places[&before], names)
            });
            // All places first, so that the processor need not wait for one after the other.
            let without: Vec<_> = without.collect();
            let start = sums.len();
            sums.resize(start + self.sums(), 0);
            let sums = &mut sums[start..];
            for (set, suit, before, names) in without {
                let before = &layer.sums[before * self.sums()..];
                let others = names.sets[set & !(1 << suit)];
                let orders =
                    before[0] - before[1 + names.suits[suit]] - before[self.of_rank(others)];
                let cards = ranks[set] as u128;
                sums[0] += cards * orders;
                sums[1 + suit] += cards * orders;
                sums[self.of_rank(set)] += orders;
            }
        }
        Layer { keys, places, sums }
    }

    /// Counts the orders of the deck without a snap whose first cards are a set of this kind.
    fn joined(&self, key: Key, sums: &[u128], layer: &Layer) -> UBig {
        let ranks = self.ranks_by_suits(key);
        let images = self.images(&ranks);
        let alike = images.iter().filter(|image| **image == key).count();
        let mut sets = factorial(self.ranks) * UBig::from(self.renamings.len() / alike);
        for of in ranks.iter().filter(|of| **of > 1) {
            sets /= factorial(*of);
        }
        // The others have of each rank the other suits.
        let all = ranks.len() - 1;
        let others: Vec<usize> = ranks.iter().rev().copied().collect();
        let images = self.images(&others);
        let rest = self.kind(&images, 0, 0);
        let names = self.names(rest, &images, 0, 0);
        let rest = layer.of(rest, self.sums());
        let product = |one: usize, other: usize| UBig::from(sums[one]) * UBig::from(rest[other]);
        let mut orders = product(0, 0);
        for suit in 0..self.suits {
            orders -= product(1 + suit, 1 + names.suits[suit]);
        }
        for (set, of) in ranks.iter().enumerate().filter(|(_, of)| **of > 0) {
            let other = self.of_rank(names.sets[all - set]);
            orders -= product(self.of_rank(set), other) * UBig::from(*of);
        }
        sets * orders
    }

    /// The number of ranks that have each set of suits.
    fn ranks_by_suits(&self, key: Key) -> Vec<usize> {
        let digits = (1..1 << self.suits).map(|set| {
            let digit = key >> (self.bits * (set - 1));
            digit as usize & ((1 << self.bits) - 1)
        });
        let mut ranks: Vec<usize> = std::iter::once(0).chain(digits).collect();
        ranks[0] = self.ranks - ranks.iter().sum::<usize>();
        ranks
    }

    /// The cards that are in a set, or that are not: the set of suits of each, and its own suit. Those of ranks with
    /// the same suits are one.
    fn cards(&self, ranks: &[usize], held: bool) -> impl Iterator<Item = (Suits, usize)> {
        let sets = (0..ranks.len()).filter(|set| ranks[*set] > 0);
        sets.flat_map(move |set| {
            let suits = (0..self.suits).filter(move |suit| (set >> suit & 1 == 1) == held);
            suits.map(move |suit| (set, suit))
        })
    }

    /// The key by each of the names of suits.
    fn images(&self, ranks: &[usize]) -> Vec<Key> {
        let mut images = vec![0; self.renamings.len()];
        for (digits, ranks) in self
            .digits
            .iter()
            .zip(ranks)
            .filter(|(_, ranks)| **ranks > 0)
        {
            for (image, digit) in images.iter_mut().zip(digits) {
                *image += digit * *ranks as Key;
            }
        }
        images
    }

    /// The keys after one rank has other suits.
    fn changed(&self, images: &[Key], from: Suits, to: Suits) -> impl Iterator<Item = Key> {
        let digits = self.digits[from].iter().zip(&self.digits[to]);
        let images = images.iter().zip(digits);
        images.map(|(image, (from, to))| image - from + to)
    }

    /// The kind of a set after one rank has other suits.
    fn kind(&self, images: &[Key], from: Suits, to: Suits) -> Key {
        self.changed(images, from, to).fold(Key::MAX, Key::min)
    }

    /// The names that a set goes by after one rank has other suits.
    fn names(&self, kind: Key, images: &[Key], from: Suits, to: Suits) -> &Renaming {
        let changed = self.changed(images, from, to);
        let at = changed.take_while(|key| *key != kind).count();
        &self.renamings[at]
    }
}

impl Layer {
    /// The sums of a kind, of which there are so many.
    fn of(&self, key: Key, sums: usize) -> &[u128] {
        &self.sums[self.places[&key] * sums..][..sums]
    }
}

/// The suits of the shortest rank of a set, if there is one that is shorter than all others.
fn shortest(ranks: &[usize]) -> Option<Suits> {
    let held = || (1..ranks.len()).filter(|set| ranks[*set] > 0);
    let shortest = held().min_by_key(|set| set.count_ones())?;
    let as_short = held().filter(|set| set.count_ones() == shortest.count_ones());
    (as_short.map(|set| ranks[set]).sum::<usize>() == 1).then_some(shortest)
}

/// About the number of kinds of sets: the ranks by their suits, divided among the names of the suits.
fn number(ranks: usize, suits: usize) -> f64 {
    let sets = libm::exp2(suits as f64);
    let mut kinds = 1.0;
    for k in 1..=ranks {
        kinds *= (sets - 1.0 + k as f64) / k as f64;
    }
    for k in 1..=suits {
        kinds /= k as f64;
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::null::to_f64;
    use deck::Card;

    fn orders(ranks: usize, suits: usize) -> UBig {
        Kinds::of(ranks, suits).unwrap().boring()
    }

    #[test]
    fn small_decks_are_those_of_all_orders() {
        for (ranks, suits) in [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)] {
            let mut boring = UBig::ZERO;
            let all = OrderLaw::uniform(ranks * suits).unwrap();
            all.for_each(|deck: &[Card], _| {
                let cell = |card: Card| (usize::from(card) % ranks, usize::from(card) / ranks);
                let snaps = deck.windows(2).any(|pair| {
                    let (one, other) = (cell(pair[0]), cell(pair[1]));
                    one.0 == other.0 || one.1 == other.1
                });
                boring += u32::from(!snaps);
            });
            assert_eq!(orders(ranks, suits), boring, "{ranks} {suits}");
            let exact = RBig::from_parts(boring.into(), factorial(ranks * suits));
            let ours = snap_by_rank_or_suit(ranks, suits).unwrap();
            assert_eq!(ours(), exact, "{ranks} {suits}");
        }
    }

    /// The numbers of tests/closed/snap.py: those of up to 16 cards go through all sets of cards that were dealt, the
    /// others deal whole decks card by card.
    #[test]
    fn larger_decks_have_the_numbers_of_other_methods() {
        for (ranks, suits, boring) in [
            (5, 2, "3840"),
            (6, 2, "138240"),
            (4, 3, "643392"),
            (3, 4, "643392"),
            (5, 3, "548511120"),
            (3, 5, "548511120"),
            (4, 4, "10206047232"),
            (7, 3, "1995549159663360"),
            (5, 4, "405835209838080"),
            (4, 5, "405835209838080"),
            (8, 4, "1550786017394958671677072343040"),
            (13, 2, "10463789706751180800"),
            (13, 3, "575743098031997557941845550954543974400"),
        ] {
            assert_eq!(orders(ranks, suits).to_string(), boring, "{ranks} {suits}");
        }
    }

    /// The number of another programme, modulo primes, which deals the whole deck: `python3 tests/closed/snap.py`.
    #[test]
    fn a_deck_of_52_is_boring_once_in_50_million() {
        let boring = snap_by_rank_or_suit(13, 4).unwrap()();
        let orders = &boring * RBig::from(factorial(52));
        assert_eq!(
            orders.to_string(),
            "1609436968954808435644946271743718475717055824496860279603200"
        );
        assert_eq!(
            to_f64(&boring).to_bits(),
            1.995_379_842_829_110_3e-8_f64.to_bits()
        );
        // To rename ranks and suits moves every such order.
        let renamed = boring * RBig::from(factorial(52)) / RBig::from(factorial(13) * factorial(4));
        assert!(renamed.is_int());
    }

    #[test]
    fn large_decks_are_refused() {
        for (ranks, suits) in [(14, 4), (13, 5), (13, 13), (40, 13), (35, 2), (6, 6)] {
            assert!(snap_by_rank_or_suit(ranks, suits).is_none());
        }
    }
}
