//! Few orders: a generator that is seeded anew for each deck, with a short seed, gives as many orders as there are seeds.

use std::collections::{HashMap, HashSet};

use deck::Card;
use laws::kolmogorov;
use text::names::{counted, grouped};

/// Decks that are kept at the most: enough to see some twenty repeats of ten million orders.
const MOST: usize = 20_000;

/// Repeats below this number do not tell how many orders there are.
const FEWEST: usize = 20;

/// A guess that the decks do not bear out is made as seldom as this, for each way in which they could not.
const LEVEL: f64 = 0.01;

/// The decks so far, by hash: equal decks have equal ones, and of 20,000 decks two others meet in one by chance once in 10¹¹ times.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen(Vec<u64>);

impl Seen {
    /// Takes the next deck.
    pub fn push(&mut self, deck: &[Card]) {
        use std::hash::{DefaultHasher, Hash, Hasher};
        if self.0.len() < MOST {
            let mut hasher = DefaultHasher::new();
            deck.hash(&mut hasher);
            self.0.push(hasher.finish());
        }
    }

    /// Says how many orders there are, if decks are repeated as by independent draws among so many, all equally likely.
    ///
    /// Of m such decks each of the m (m − 1)/2 pairs is alike with probability 1/N. Decks that are bad in another way, which
    /// repeat the one before or stay sorted now and then, have repeats nearby, or many of one deck: of these nothing is said.
    pub fn words(&self) -> Option<String> {
        // Where most decks are repeats, fewer decks tell as much.
        let halves = std::iter::successors(Some(self.0.len()), |decks| Some(decks / 2));
        let decks = halves.take_while(|decks| *decks > 0).find(|decks| {
            let distinct: HashSet<u64> = self.0[..*decks].iter().copied().collect();
            distinct.len() * 4 > decks * 3
        })?;
        Repeats::among(&self.0[..decks]).words()
    }
}

/// What is repeated among some decks.
struct Repeats {
    decks: f64,
    /// The distance of each pair of equal decks.
    lags: Vec<f64>,
    /// Sets of three equal decks.
    triples: f64,
}

impl Repeats {
    fn among(hashes: &[u64]) -> Self {
        let mut at: HashMap<u64, Vec<usize>> = HashMap::new();
        for (index, hash) in hashes.iter().enumerate() {
            at.entry(*hash).or_default().push(index);
        }
        let (mut lags, mut triples) = (Vec::new(), 0.0);
        for places in at.values() {
            let same = places.len() as f64;
            triples += same * (same - 1.0) * (same - 2.0) / 6.0;
            for (i, first) in places.iter().enumerate() {
                lags.extend(places[i + 1..].iter().map(|second| (second - first) as f64));
            }
        }
        Self {
            decks: hashes.len() as f64,
            lags,
            triples,
        }
    }

    fn words(&self) -> Option<String> {
        let Self {
            decks,
            lags,
            triples,
        } = self;
        let (decks, triples, repeats) = (*decks, *triples, lags.len());
        if repeats < FEWEST {
            return None;
        }
        let pairs = decks * (decks - 1.0) / 2.0;
        let orders = pairs / repeats as f64;
        // A third deck that is like two: independent draws have so many, give or take its root.
        let expected = pairs * (decks - 2.0) / 3.0 / (orders * orders);
        // The place of a lag among those of all pairs: uniform. Pairs that share a deck are few, or the triples tell.
        let mut places: Vec<f64> = lags
            .iter()
            .map(|lag| 1.0 - (1.0 - lag / decks) * (1.0 - lag / decks))
            .collect();
        let spread = kolmogorov::upper(kolmogorov::gap(&mut places), repeats);
        if spread < LEVEL || triples > expected + 3.0 * expected.sqrt() + 3.0 {
            return None;
        }
        let error = 1.96 / (repeats as f64).sqrt();
        let rounded = |orders: f64| {
            let digits = libm::pow(10.0, libm::floor(libm::log10(orders)) - 2.0).max(1.0);
            grouped((libm::round(orders / digits) * digits) as u64)
        };
        let (least, most) = (orders / (1.0 + error), orders / (1.0 - error));
        let bits = libm::round(libm::log2(orders));
        let seed = if (least..=most).contains(&libm::exp2(bits)) {
            format!(", as many as there are seeds of {bits} bits")
        } else {
            String::new()
        };
        Some(format!(
            "Of the first {} {} pairs are alike, as if only some {} orders could come ({} to {}){seed}.",
            counted(decks as u64, "deck"),
            grouped(repeats as u64),
            rounded(orders),
            rounded(least),
            rounded(most),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// What is said of so many decks, each of which is named by a number.
    fn said(decks: u64, mut next: impl FnMut(u64, &mut Pcg64) -> u64) -> Option<String> {
        let mut random = Pcg64::seed_from_u64(decks);
        let mut seen = Seen::default();
        for deck in 0..decks {
            let number = next(deck, &mut random);
            seen.push(&[0, 16, 32, 48].map(|shift| (number >> shift) as u16));
        }
        seen.words()
    }

    /// Independent draws among N orders: the interval misses N 5 times in 100, and in 2 more nothing is said. Of 200
    /// streams more than 30 fail once in 10⁵ times; the seeds are fixed.
    #[test]
    fn the_number_of_orders_is_told() {
        for orders in [500_u64, 1 << 15, 1_000_000] {
            let mut failed = 0;
            for stream in 0..200 {
                let found = said(10_000 + stream, |_, random| random.random_range(0..orders));
                let holds = found.is_some_and(|words| {
                    let (_, ends) = words.split_once('(').unwrap();
                    let (ends, _) = ends.split_once(')').unwrap();
                    let (least, most) = ends.split_once(" to ").unwrap();
                    let number = |text: &str| text.replace(',', "").parse::<f64>().unwrap();
                    // Ends are rounded to three digits.
                    (number(least) * 0.995..=number(most) * 1.005).contains(&(orders as f64))
                });
                failed += usize::from(!holds);
            }
            assert!(failed <= 30, "{orders}: {failed}");
        }
    }

    #[test]
    fn repeats_of_another_kind_are_not_few_orders() {
        // No repeats; the deck before, now and then; one deck, now and then; a cycle.
        assert_eq!(said(20_000, |_, random| random.random()), None);
        let mut last = 0;
        let stuck = |_, random: &mut Pcg64| {
            if random.random_range(0..20) > 0 {
                last = random.random();
            }
            last
        };
        assert_eq!(said(20_000, stuck), None);
        let sorted = |_, random: &mut Pcg64| match random.random_range(0..100) {
            0 => 7,
            _ => random.random(),
        };
        assert_eq!(said(20_000, sorted), None);
        assert_eq!(said(20_000, |deck, _| deck % 12_000), None);
    }
}
