//! The orders in which loaders of training data hand out items: models of what they do, step after step.

mod open;
mod shuffle;

use std::fmt;
use std::str::FromStr;

pub use open::Open;
pub(super) use shuffle::KIND;

use deck::rng::{Draws, shuffle_items};
use text::names;

/// A loader: steps, one after the other, each on what the step before hands out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loader {
    steps: Vec<Step>,
    once: bool,
}

/// A step of a loader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Every order is equally likely: the ideal.
    Fair,
    /// A shuffle buffer of so many items.
    Buffer(u32),
    /// Shards of so many items in random order, each in its old order.
    Shards(u32),
    /// Blocks of so many items, each in random order, one after the other as they were.
    Blocks(u32),
    /// So many readers, each of an equal part, take turns.
    Interleave(u32),
    /// Sorted by random keys of so many bits; items with equal keys keep their order.
    Keys(u32),
    /// A Feistel network of so many rounds, on the numbers of the items, walked until they are below the number of items
    /// (Black and Rogaway, 2002).
    Feistel(u32),
    /// Swap or not, so many rounds (Hoang, Morris and Rogaway, 2012).
    SwapOrNot(u32),
}

/// A step in words: its name, whether it takes a number, and what it does.
#[derive(Debug)]
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// The least number that it takes and the most; `None` if it takes none.
    pub number: Option<(u32, u32)>,
    /// The effect, in words.
    pub about: &'static str,
}

impl About {
    /// The step as it is written, with N for its number.
    pub fn written(&self) -> String {
        match self.number {
            Some(_) => format!("{} N", self.name),
            None => self.name.to_owned(),
        }
    }
}

const ITEMS: Option<(u32, u32)> = Some((1, 1_000_000_000));

/// All steps.
pub const STEPS: &[About] = &[
    About {
        name: "fair",
        number: None,
        about: "every order is equally likely",
    },
    About {
        name: "buffer",
        number: ITEMS,
        about: "a shuffle buffer of so many items",
    },
    About {
        name: "shards",
        number: ITEMS,
        about: "shards of so many items in random order, each in its old order",
    },
    About {
        name: "blocks",
        number: ITEMS,
        about: "blocks of so many items, each shuffled by itself, in their old order",
    },
    About {
        name: "interleave",
        number: ITEMS,
        about: "so many readers, each of an equal part, take turns",
    },
    About {
        name: "keys",
        number: Some((1, 32)),
        about: "sorted by random keys of so many bits; equal keys keep their order",
    },
    About {
        name: "feistel",
        number: Some((1, 100)),
        about: "a Feistel network of so many rounds on the items' numbers",
    },
    About {
        name: "swap-or-not",
        number: Some((1, 1_000)),
        about: "swap or not of the items' numbers, so many rounds",
    },
    About {
        name: "once",
        number: None,
        about: "the same order in every epoch",
    },
];

impl Loader {
    /// The ideal: every order is equally likely.
    pub fn fair() -> Self {
        Self {
            steps: vec![Step::Fair],
            once: false,
        }
    }

    /// True if every epoch has the same order.
    pub fn is_once(&self) -> bool {
        self.once
    }

    /// The order of an epoch: the item at each place.
    pub fn order(&self, items: u32, draws: &mut (impl Draws + ?Sized)) -> Vec<u32> {
        let mut order = (0..items).collect();
        for step in &self.steps {
            order = step.apply(order, draws);
        }
        order
    }
}

impl Step {
    fn apply(self, mut items: Vec<u32>, draws: &mut (impl Draws + ?Sized)) -> Vec<u32> {
        match self {
            Self::Fair => shuffle_items(draws, &mut items),
            Self::Buffer(size) => return buffered(items, size as usize, draws),
            Self::Shards(size) => {
                let mut shards: Vec<&[u32]> = items.chunks(size as usize).collect();
                shuffle_items(draws, &mut shards);
                return shards.concat();
            }
            Self::Blocks(size) => {
                for block in items.chunks_mut(size as usize) {
                    shuffle_items(draws, block);
                }
            }
            Self::Interleave(readers) => return interleaved(&items, readers as usize),
            Self::Keys(bits) => {
                let mut keyed: Vec<(u64, u32)> = items
                    .into_iter()
                    .map(|item| (draws.word() >> (64 - bits), item))
                    .collect();
                keyed.sort_by_key(|(key, _)| *key);
                return keyed.into_iter().map(|(_, item)| item).collect();
            }
            Self::Feistel(rounds) => return permuted(&items, &Feistel::new(&items, rounds, draws)),
            Self::SwapOrNot(rounds) => {
                return permuted(&items, &SwapOrNot::new(&items, rounds, draws));
            }
        }
        items
    }

    fn written(self) -> (&'static str, Option<u32>) {
        match self {
            Self::Fair => ("fair", None),
            Self::Buffer(items) => ("buffer", Some(items)),
            Self::Shards(items) => ("shards", Some(items)),
            Self::Blocks(items) => ("blocks", Some(items)),
            Self::Interleave(readers) => ("interleave", Some(readers)),
            Self::Keys(bits) => ("keys", Some(bits)),
            Self::Feistel(rounds) => ("feistel", Some(rounds)),
            Self::SwapOrNot(rounds) => ("swap-or-not", Some(rounds)),
        }
    }
}

fn buffered(items: Vec<u32>, size: usize, draws: &mut (impl Draws + ?Sized)) -> Vec<u32> {
    let mut out = items;
    let size = size.min(out.len());
    let mut buffer = out[..size].to_vec();
    for at in size..out.len() {
        let slot = draws.below(size as u32) as usize;
        out[at - size] = std::mem::replace(&mut buffer[slot], out[at]);
    }
    shuffle_items(draws, &mut buffer);
    let rest = out.len() - size;
    out[rest..].copy_from_slice(&buffer);
    out
}

fn interleaved(items: &[u32], readers: usize) -> Vec<u32> {
    let part = items.len().div_ceil(readers);
    let parts: Vec<&[u32]> = items.chunks(part.max(1)).collect();
    let turns = 0..part;
    turns
        .flat_map(|at| parts.iter().filter_map(move |part| part.get(at).copied()))
        .collect()
}

/// A permutation of the numbers below a bound.
trait Numbers {
    fn of(&self, number: u32) -> u32;
}

/// The items in the order in which the permutation names their places.
fn permuted(items: &[u32], numbers: &impl Numbers) -> Vec<u32> {
    (0..items.len() as u32)
        .map(|place| items[numbers.of(place) as usize])
        .collect()
}

/// A word that depends on all bits of `number` and `key` (Steele, Lea and Flood, 2014).
fn mixed(number: u64, key: u64) -> u64 {
    let mixed = (number ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

struct Feistel {
    items: u32,
    /// Bits of each half.
    half: u32,
    keys: Vec<u64>,
}

impl Feistel {
    fn new(items: &[u32], rounds: u32, draws: &mut (impl Draws + ?Sized)) -> Self {
        let items = items.len() as u32;
        let bits = u32::BITS - items.saturating_sub(1).leading_zeros();
        Self {
            items,
            half: bits.div_ceil(2).max(1),
            keys: (0..rounds).map(|_| draws.word()).collect(),
        }
    }
}

impl Numbers for Feistel {
    fn of(&self, number: u32) -> u32 {
        let mask = (1_u64 << self.half) - 1;
        let mut number = u64::from(number);
        loop {
            let (mut left, mut right) = (number >> self.half, number & mask);
            for key in &self.keys {
                (left, right) = (right, left ^ (mixed(right, *key) & mask));
            }
            number = left << self.half | right;
            if number < u64::from(self.items) {
                return number as u32;
            }
        }
    }
}

struct SwapOrNot {
    items: u32,
    /// The sum of partners of each round, and what decides who swaps.
    rounds: Vec<(u32, u64)>,
}

impl SwapOrNot {
    fn new(items: &[u32], rounds: u32, draws: &mut (impl Draws + ?Sized)) -> Self {
        let items = items.len() as u32;
        Self {
            items,
            rounds: (0..rounds)
                .map(|_| (draws.below(items.max(1)), draws.word()))
                .collect(),
        }
    }
}

impl Numbers for SwapOrNot {
    fn of(&self, number: u32) -> u32 {
        let items = u64::from(self.items);
        self.rounds.iter().fold(number, |number, (sum, key)| {
            let partner = (u64::from(*sum) + items - u64::from(number)) % items;
            let larger = partner.max(u64::from(number));
            if mixed(larger, *key) & 1 == 1 {
                partner as u32
            } else {
                number
            }
        })
    }
}

impl fmt::Display for Loader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps: Vec<String> = self
            .steps
            .iter()
            .map(|step| match step.written() {
                (name, Some(number)) => format!("{name} {number}"),
                (name, None) => name.to_owned(),
            })
            .collect();
        if self.once {
            steps.push("once".to_owned());
        }
        f.write_str(&steps.join(", "))
    }
}

impl FromStr for Loader {
    type Err = String;

    /// Reads steps with commas between them; the error says what is accepted.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut loader = Self {
            steps: Vec::new(),
            once: false,
        };
        for part in text.split(',') {
            let mut words = part.split_whitespace();
            let name = words.next().unwrap_or_default();
            let all = || STEPS.iter().map(|step| step.name);
            let Some(about) = STEPS.iter().find(|step| step.name == name) else {
                return Err(format!(
                    "found `{}`; accepted: {}{}",
                    name.escape_debug(),
                    names::list(all()),
                    names::hint(name, all())
                ));
            };
            let number = number(about, words.next())?;
            if let Some(more) = words.next() {
                return Err(format!(
                    "found `{}` after `{name}`; accepted: a comma between two steps",
                    more.escape_debug()
                ));
            }
            match name {
                "once" => loader.once = true,
                "fair" => loader.steps.push(Step::Fair),
                "buffer" => loader.steps.push(Step::Buffer(number)),
                "shards" => loader.steps.push(Step::Shards(number)),
                "blocks" => loader.steps.push(Step::Blocks(number)),
                "interleave" => loader.steps.push(Step::Interleave(number)),
                "keys" => loader.steps.push(Step::Keys(number)),
                "feistel" => loader.steps.push(Step::Feistel(number)),
                _ => loader.steps.push(Step::SwapOrNot(number)),
            }
        }
        Ok(loader)
    }
}

/// The number of a step, if it takes one; else 0.
fn number(about: &About, found: Option<&str>) -> Result<u32, String> {
    let name = about.name;
    match (about.number, found) {
        (None, None) => Ok(0),
        (None, Some(found)) => Err(format!(
            "found `{}` after `{name}`; accepted: `{name}` alone",
            found.escape_debug()
        )),
        (Some((least, most)), found) => {
            let number = found.and_then(|found| found.parse().ok());
            let number = number.filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                format!(
                    "found {} after `{name}`; accepted: a number from {least} to {most}, as in `{name} {least}`",
                    found.map_or_else(|| "nothing".to_owned(), |found| format!("`{}`", found.escape_debug()))
                )
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::PcgDraws;
    use laws::shuffle_buffer;

    fn order(loader: &str, items: u32, seed: u128) -> Vec<u32> {
        let mut draws = PcgDraws::for_batch(seed, "loaders", 0, 0);
        loader.parse::<Loader>().unwrap().order(items, &mut draws)
    }

    #[test]
    fn every_step_hands_out_every_item_once() {
        for loader in [
            "fair",
            "buffer 7",
            "buffer 1000",
            "shards 13",
            "blocks 9",
            "interleave 4",
            "keys 3",
            "feistel 2",
            "swap-or-not 5",
            "shards 10, buffer 20, once",
        ] {
            for items in [1, 2, 3, 100, 129] {
                let mut found = order(loader, items, 1);
                found.sort_unstable();
                let all: Vec<u32> = (0..items).collect();
                assert_eq!(found, all, "{loader}");
            }
            assert_eq!(loader.parse::<Loader>().unwrap().to_string(), loader);
        }
    }

    #[test]
    fn steps_do_what_they_say() {
        assert_eq!(order("buffer 1", 9, 1), (0..9).collect::<Vec<_>>());
        assert_eq!(order("interleave 2", 5, 1), [0, 3, 1, 4, 2]);
        let shards = order("shards 10", 35, 1);
        let breaks = shards.windows(2).filter(|two| two[0] + 1 != two[1]);
        assert!(breaks.count() <= 3);
        let blocks = order("blocks 10", 30, 1);
        assert!((0..30).all(|at: u32| blocks[at as usize] / 10 == at / 10));
        let forward = (0..).zip(order("buffer 40", 2_000, 3));
        let forward = forward
            .map(|(place, item): (u32, u32)| item.saturating_sub(place))
            .max();
        assert_eq!(forward.map(|most| most + 1), Some(40));
        assert!(shuffle_buffer::fair_chance(2_000, 40) < 1e-9);
    }

    /// All orders of a buffer are equally likely: 3 · 3 · 3! of five items and three places, tested at one in a million.
    #[test]
    fn a_buffer_makes_all_its_orders_alike() {
        let mut draws = PcgDraws::for_batch(2, "loaders", 0, 0);
        let loader: Loader = "buffer 3".parse().unwrap();
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..54_000 {
            *seen.entry(loader.order(5, &mut draws)).or_insert(0_u64) += 1;
        }
        let counts: Vec<u64> = seen.into_values().collect();
        assert_eq!(counts.len(), 54);
        let squares = counts
            .iter()
            .map(|count| (*count as f64 - 1_000.0).powi(2) / 1_000.0);
        let p = laws::tail::chi_squared_upper(squares.sum(), 53.0);
        assert!(p > 1e-6, "{p}");
    }

    #[test]
    fn wrong_steps_are_refused() {
        for (text, says) in [
            ("bufer 10", "did you mean `buffer`?"),
            (
                "buffer",
                "found nothing after `buffer`; accepted: a number from 1",
            ),
            ("buffer 0", "found `0` after `buffer`"),
            ("fair 3", "found `3` after `fair`; accepted: `fair` alone"),
            ("buffer 3 4", "accepted: a comma between two steps"),
            ("", "found ``; accepted: `fair`"),
        ] {
            let error = text.parse::<Loader>().unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }
}
