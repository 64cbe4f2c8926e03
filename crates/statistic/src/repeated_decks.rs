//! Repeated decks: how many pairs of decks are the same deck.
//!
//! Among N ideal decks of n cards N(N−1)/2 pairs are compared, each the same with probability 1/n!.
//! So the number of colliding pairs is Poisson of mean λ = N(N−1)/2 / n! while N ≪ n!, and for the
//! decks of any real game it is 0. A source that can give only K different decks, because its seed
//! has few bits or is the time of day, gives N²/2K pairs, however good its shuffle is: no other
//! test sees that.
//!
//! Decks are compared by 128-bit hashes (SipHash-1-3), 16 bytes each; among the first 2¹⁹ decks, all of which
//! are kept, two different ones have the same hash with a probability of 4·10⁻²⁸. Of later decks those 2¹⁶ are kept
//! whose hashes are the least: a deck that comes again has the same hash, so that a stream that begins anew after
//! millions of decks has pairs among the kept ones. This is done where the orders are at least those of 21 cards:
//! a sample by hashes is a sample of the orders, too, and these must stay many more than the decks.
//!
//! The mean and, since pairs are independent two by two, the variance λ(1 − 1/n!) are those of the
//! Poisson law for every N. Its third cumulant is too small by 2λN/n!, for three equal decks are three
//! pairs. Summed over all ways in which decks can be equal, from ten cards on and at the worst N, the
//! test rejects at most 1.00 times as often as its level says at 10⁻³, 1.07 times at 2.5·10⁻⁵ and 1.60
//! times at 10⁻⁶; for many decks 1 + (z³/3)√(2/n!) times, z the quantile of the level. For the 2,598,960 hands of
//! five of 52 cards, the fewest deals that are compared, it is 1.62 times at 10⁻⁶. With eight cards it would be twice at 2.5·10⁻⁵. Smaller decks repeat all the time, and all their orders can be counted.
//!
//! Once a pair is due, too few of them are looked for as well, as where decks come from a list in which none comes
//! twice. As the third cumulant of the pairs is larger than that of the Poisson law, that tail is the safer one.
//! Reference: the birthday problem; Aldous and others call it the collision test (Knuth, TAOCP 2, 3.3.2 I).

use std::collections::BTreeMap;

use text::figures::{Declaration, json};
use text::names::grouped;

use super::apart;
use super::counter::{AnyCounter, Counter, Keeps};
use super::suite::Suite;
use super::tally::{Kept, Notes};
use super::wager::{self, Wager};
use super::{
    Assessment, Column, Compares, Design, Detectable, Evidence, Kind, MAX_CARDS, Outcome, POWER,
    Statistic, Tails, Test,
};
use deck::subject::Hands;
use deck::{BLOCK, Block, Layout, Rows};
use laws::counting::power_of_ten;
use laws::tail::{PValue, chi_squared_lower, chi_squared_quantile_upper, chi_squared_upper};

pub(super) const KIND: Kind = Kind {
    name: "repeated-decks",
    about: "does the same deck come up again? counts equal pairs among the first 524,288 decks (Poisson), and so finds seeds of few bits",
    plain: "decks that come up again",
    causes: "few seeds: 16 or 32 bits, or the clock; a generator seeded anew for each deck",
    example: "A deck of 52 has 8 × 10^67 orders: nobody ever sees two equal fair decks. There are only 65,536 seeds of 16 bits: 1,000 decks dealt from them have 7.6 pairs of equal decks on average.",
    compares: &Compares::Nothing,
    source: "Knuth (1997), The Art of Computer Programming 2, 3.3.2 I (collision test)",
    parameters: &[],
    cards: FEWEST_CARDS..=MAX_CARDS,
    covers: &[],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |_, design| Ok(Box::new(Repeated::decks(design.size))),
};

/// The smallest deck for which the Poisson law holds for every number of decks.
const FEWEST_CARDS: usize = 10;

/// The fewest equally likely deals for which it does, a little less than C(52, 5).
pub(super) const FEWEST_DEALS: f64 = 2_598_959.0;

/// Decks that are compared, at the most: 8 MiB of hashes. Seeds of 32 bits are seen with 250,000.
const MOST_DECKS: u64 = 1 << 19;

/// Pairs that are due from which on too few of them are a surprise, too: decks of a list in which none comes twice.
const FEW_DUE: f64 = 1.0;

/// Hashes of later decks that are kept, the least of all.
const SAMPLED: usize = 1 << 16;

/// The fewest cards of which later decks are sampled.
const SAMPLED_FROM: usize = 21;

/// Says what to keep of decks, or deals, of which there are exp(`ln_orders`).
pub(super) fn hashes_kept(ln_orders: f64) -> Keeps {
    let is_sampled = ln_orders >= self::ln_orders(SAMPLED_FROM);
    Keeps {
        decks: MOST_DECKS,
        width: size_of::<u128>(),
        sampled: 0,
        later: if is_sampled { SAMPLED } else { 0 },
    }
}

#[derive(Debug)]
struct Hashes;

impl Counter for Hashes {
    fn name(&self) -> &'static str {
        "hashes"
    }

    fn cells(&self, _cards: usize) -> usize {
        0
    }

    fn layout(&self) -> Layout {
        // Two decks are the same if their inverses are.
        Layout::Rows
    }

    fn count(&self, _block: &Block, _cells: &mut [u64], _: &mut Notes) {}

    fn keeps(&self, cards: usize) -> Keeps {
        hashes_kept(ln_orders(cards))
    }

    fn keep(&self, block: &Block, kept: &mut Kept) {
        let (kernel, decks) = (block.isa().kernel(), block.len());
        let mut hashes = [0; BLOCK];
        match block.rows() {
            Some(Rows::Bytes(rows)) => kernel.hashes(rows, decks, &mut hashes),
            Some(Rows::Words(rows)) => kernel.hashes(rows, decks, &mut hashes),
            None => return,
        }
        for (hash, index) in hashes[..decks].iter().zip(block.first()..) {
            kept.push_hash(index, *hash);
        }
    }
}

/// Repeats of decks, or of what is seen of them.
#[derive(Debug)]
pub(super) struct Repeated {
    /// The kind of statistic.
    name: &'static str,
    /// `deck`, `deal` or `hand`.
    noun: &'static str,
    /// Says what counts as the same besides equal ones; empty if nothing does.
    alike: &'static str,
    /// ln of the number of equally likely ones that are told apart; no more at least.
    ln_orders: f64,
    counter: Held,
}

/// A counter that keeps a hash of each.
#[derive(Debug)]
enum Held {
    Decks(Hashes),
    Views(Box<dyn Counter<Hands>>),
}

impl Repeated {
    fn decks(cards: usize) -> Self {
        Self {
            name: KIND.name,
            noun: "deck",
            alike: "",
            ln_orders: ln_orders(cards),
            counter: Held::Decks(Hashes),
        }
    }

    /// Makes the statistic for deals, of which there are exp(`ln_deals`): a `noun` each, the same if they are `alike`.
    /// `counter` keeps their hashes, 16 bytes each.
    pub(super) fn deals(
        name: &'static str,
        (noun, alike): (&'static str, &'static str),
        ln_deals: f64,
        counter: Box<dyn Counter<Hands>>,
    ) -> Self {
        Self {
            name,
            noun,
            alike,
            ln_orders: ln_deals,
            counter: Held::Views(counter),
        }
    }
}

/// Counts of decks that are the same.
#[derive(Debug, Default, PartialEq, Eq)]
struct Repeats {
    /// The first decks, all of which are compared.
    decks: u64,
    /// Pairs of them that are the same.
    pairs: u64,
    /// Those that are the same as an earlier one.
    again: u64,
    /// The number of times that the commonest of them came.
    most: u64,
    /// How far most of those lie after the one before that is the same, and how many do.
    apart: Option<(u64, u64)>,
    later: Later,
}

/// Later decks, of which a sample is compared with each other and with the first ones.
#[derive(Debug, Default, PartialEq, Eq)]
struct Later {
    /// All of them.
    decks: u64,
    /// Those of the sample.
    sampled: u64,
    /// Pairs that are the same.
    pairs: u64,
    /// Two that are the same, the first of the sample: their indices.
    example: Option<(u64, u64)>,
    /// True if the two of each such pair lie as far apart as those of the example.
    at_one_distance: bool,
}

impl Repeats {
    /// The repeats among `subjects` decks, of which this was kept.
    fn of(kept: &Kept, subjects: u64) -> Self {
        let hash = |row: &[u8]| u128::from_le_bytes(row.try_into().expect("16 bytes are kept"));
        let hashes: Vec<u128> = kept.rows().map(hash).collect();
        let hashes = sorted(&hashes);
        let mut repeats = Self {
            decks: hashes.len() as u64,
            later: Later::of(kept, &hashes, subjects),
            ..Self::default()
        };
        for same in hashes.chunk_by(|a, b| a == b) {
            let times = same.len() as u64;
            repeats.pairs += times * (times - 1) / 2;
            repeats.again += times - 1;
            repeats.most = repeats.most.max(times);
        }
        if repeats.again > 0 {
            let decks = kept.in_order().into_iter();
            repeats.apart = apart::commonest(decks.map(|(index, row)| (index, row, row)));
        }
        repeats
    }

    /// Pairs that are compared, or would be if all orders were in the sample: so many pairs of decks have a
    /// repeat, if it is one of any two.
    fn compared(&self) -> f64 {
        let later = self.later.sampled as f64;
        all_pairs(self.decks) + later * (self.decks as f64 + 0.5 * self.later.decks as f64)
    }

    /// Pairs that are the same.
    fn equal_pairs(&self) -> u64 {
        self.pairs + self.later.pairs
    }
}

/// The hashes in order. They are put into buckets by their first digits before each bucket is sorted, so that few are
/// compared with each other.
fn sorted(hashes: &[u128]) -> Vec<u128> {
    /// Binary digits of buckets, at the most, and of hashes in each, about.
    const MOST_DIGITS: u32 = 16;
    const IN_BUCKET: u32 = 3;
    let digits = hashes.len().max(1).ilog2().saturating_sub(IN_BUCKET);
    let digits = digits.clamp(1, MOST_DIGITS);
    let bucket = |hash: u128| (hash >> (u128::BITS - digits)) as usize;
    let mut ends = vec![0; 1 << digits];
    for hash in hashes {
        ends[bucket(*hash)] += 1;
    }
    let mut before = 0;
    for end in &mut ends {
        (*end, before) = (before, before + *end);
    }
    let mut sorted = vec![0; hashes.len()];
    for hash in hashes {
        let end: &mut usize = &mut ends[bucket(*hash)];
        sorted[*end] = *hash;
        *end += 1;
    }
    let mut start = 0;
    for end in ends {
        sorted[start..end].sort_unstable();
        start = end;
    }
    sorted
}

impl Later {
    /// The later decks of which a sample was kept, beside the first ones, with those hashes in order.
    fn of(kept: &Kept, first: &[u128], subjects: u64) -> Self {
        let sample = kept.later();
        let mut later = Self {
            decks: subjects - kept.len() as u64,
            sampled: sample.len() as u64,
            at_one_distance: true,
            ..Self::default()
        };
        // The first decks that are the same as one of the sample: none, as a rule, so that no index is looked up.
        let mut same: BTreeMap<u128, Vec<u64>> = BTreeMap::new();
        let mut rest = first;
        for (hash, _) in &sample {
            rest = &rest[rest.iter().take_while(|other| *other < hash).count()..];
            if rest.first() == Some(hash) {
                same.insert(*hash, Vec::new());
            }
        }
        if !same.is_empty() {
            for (index, row) in kept.in_order() {
                let hash = u128::from_le_bytes(row.try_into().expect("16 bytes are kept"));
                if let Some(decks) = same.get_mut(&hash) {
                    decks.push(index);
                }
            }
        }
        let pairs = |times: usize| (times * times.saturating_sub(1) / 2) as u64;
        for alike in sample.chunk_by(|(hash, _), (other, _)| hash == other) {
            let mut decks = same.remove(&alike[0].0).unwrap_or_default();
            let of_first = pairs(decks.len());
            decks.extend(alike.iter().map(|(_, index)| *index));
            later.pairs += pairs(decks.len()) - of_first;
            for two in decks.windows(2) {
                let example = *later.example.get_or_insert((two[0], two[1]));
                later.at_one_distance &= two[1] - two[0] == example.1 - example.0;
            }
        }
        later
    }

    /// Says which two of them are the same.
    fn words(&self, noun: &str) -> String {
        let (one, other) = self.example.unwrap_or_default();
        let [first, second, distance] = [one + 1, other + 1, other - one].map(grouped);
        let (sampled, pairs) = (grouped(self.sampled), grouped(self.pairs));
        let more = if self.pairs == 1 {
            String::new()
        } else if self.at_one_distance {
            format!(
                "; all repeats in a sample of {sampled} later {noun}s come {distance} {noun}s after"
            )
        } else {
            format!("; a sample of {sampled} later {noun}s has {pairs} pairs that are the same")
        };
        format!("{noun} {second} is the same as {noun} {first}{more}")
    }
}

impl Statistic for Repeated {
    fn name(&self) -> &'static str {
        self.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        match &self.counter {
            Held::Decks(hashes) => AnyCounter::Decks(hashes),
            Held::Views(hashes) => AnyCounter::Views(&**hashes),
        }
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["pairs"]
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(wager::Repeats::new(self.ln_orders)))
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("repeats", "decks"),
            Declaration::whole("pairs", "pairs of decks"),
            Declaration::number("pairs_expected", "pairs of decks").known(),
            Declaration::whole("most", "decks"),
            Declaration::whole("compared", "decks"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column::new("repeats", "repeats", 0)]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let repeats = Repeats::of(evidence.tally.kept(), evidence.tally.subjects());
        let figures = json!({
            "repeats": repeats.again,
            "pairs": repeats.equal_pairs(),
            "pairs_expected": expected_pairs(repeats.compared(), self.ln_orders),
            "most": repeats.most,
            "compared": repeats.decks + repeats.later.sampled,
        });
        Assessment {
            figures: figures.into(),
            tests: vec![self.test(&repeats, evidence.level)],
            checks: Vec::new(),
        }
    }
}

/// ln n!
pub(super) fn ln_orders(cards: usize) -> f64 {
    libm::lgamma(cards as f64 + 1.0)
}

/// Counts the pairs among `decks` decks.
fn all_pairs(decks: u64) -> f64 {
    (decks * decks.saturating_sub(1) / 2) as f64
}

/// λ of so many pairs: 0 where it is below the smallest doubles.
fn expected_pairs(pairs: f64, ln_orders: f64) -> f64 {
    if pairs < 1.0 {
        return 0.0;
    }
    libm::exp(libm::log(pairs) - ln_orders)
}

/// Decks that repeat an earlier one, in the mean: n - N(1 - (1 - 1/N)ⁿ) of n equally likely decks of N.
fn repeats_expected(decks: u64, ln_orders: f64) -> f64 {
    let (n, orders) = (decks as f64, libm::exp(ln_orders));
    if n * n < orders * 1e-6 {
        return 0.0;
    }
    n + orders * libm::expm1(n * libm::log1p(-1.0 / orders))
}

/// P(X ≥ count) for X Poisson of mean `mean`: the time of the `count`-th event is half a chi-squared.
fn poisson_upper(count: u64, mean: f64) -> f64 {
    if count == 0 {
        1.0
    } else {
        chi_squared_lower(2.0 * mean, 2.0 * count as f64)
    }
}

/// P(X ≤ count) and P(X ≥ count) for X Poisson of mean `mean`.
pub(super) fn poisson_tails(count: u64, mean: f64) -> Tails {
    Tails {
        lower: chi_squared_upper(2.0 * mean, 2.0 * (count + 1) as f64),
        upper: poisson_upper(count, mean),
    }
}

impl Repeated {
    fn test(&self, repeats: &Repeats, level: f64) -> Test {
        let expected = expected_pairs(repeats.compared(), self.ln_orders);
        let pairs = repeats.equal_pairs();
        let mut test = Test {
            name: "pairs",
            title: format!("repeated {}s", self.noun),
            value: Some(pairs as f64),
            df: None,
            outcome: Outcome::TooFew { needed: 2 },
            tails: None,
            detectable: None,
            words: self.words(repeats),
            named: None,
        };
        if repeats.decks < 2 {
            return test;
        }
        let tails = poisson_tails(pairs, expected);
        test.outcome = Outcome::P(PValue::new(if expected < FEW_DUE {
            tails.upper
        } else {
            tails.two_sided()
        }));
        test.tails = Some(tails);
        test.detectable = Some(Detectable {
            value: detectable_bits(repeats.compared(), self.ln_orders, level),
            unit: format!(
                "bits, if this many or fewer choose between equally likely {}s",
                self.noun
            ),
        });
        test
    }

    fn words(&self, repeats: &Repeats) -> String {
        let noun = self.noun;
        let (decks, alike) = (grouped(repeats.decks), self.alike);
        let fair = repeats_expected(repeats.decks, self.ln_orders);
        // One pair in the mean.
        let needed = power_of_ten(0.5 * (std::f64::consts::LN_2 + self.ln_orders));
        let seen = match repeats.again {
            0 => format!("no {noun} came up twice in {decks} {noun}s"),
            1 => format!("the same {noun} came up again once in {decks} {noun}s{alike}"),
            again => {
                let apart = repeats.apart.map_or_else(String::new, |(distance, times)| {
                    let s = if distance == 1 { "" } else { "s" };
                    let (distance, times) = (grouped(distance), grouped(times));
                    format!(", {times} of them {distance} {noun}{s} after the one before")
                });
                format!(
                    "the same {noun} came up again {} times in {decks} {noun}s{alike}{apart}",
                    grouped(again)
                )
            }
        };
        let seen = match (&repeats.later, repeats.again) {
            (later, 0) if later.example.is_some() => return later.words(noun),
            (Later { sampled: 0, .. }, _) | (_, 1..) => seen,
            (later, _) => {
                let sampled = grouped(later.sampled);
                format!("{seen}, nor did one of {sampled} that were taken of the later ones")
            }
        };
        if fair >= 0.5 {
            let fair = fair.round() as u64;
            let s = if fair == 1 { "" } else { "s" };
            let fair = grouped(fair);
            return format!("{seen}; a fair shuffle gives about {fair} such repeat{s}");
        }
        format!("{seen}; a fair shuffle needs about {needed} {noun}s for one repeat")
    }
}

/// log₂ of the number of equally likely decks whose repeats would have been noticed among so many pairs.
fn detectable_bits(pairs: f64, ln_orders: f64, level: f64) -> f64 {
    let expected = expected_pairs(pairs, ln_orders);
    // The fewest pairs that the test rejects.
    let (mut low, mut high) = (0, 1);
    while poisson_upper(high, expected) > level {
        (low, high) = (high, high * 2);
    }
    while high - low > 1 {
        let middle = u64::midpoint(low, high);
        if poisson_upper(middle, expected) > level {
            low = middle;
        } else {
            high = middle;
        }
    }
    let mean = 0.5 * chi_squared_quantile_upper(1.0 - POWER, 2.0 * high as f64);
    libm::log2(pairs / mean)
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::items_after_statements,
        reason = "the walk belongs to its test"
    )]

    use super::*;
    use crate::{Design, Tally};
    use deck::Card;
    use deck::rng::{Draws, PcgDraws};
    use laws::known::Known;

    fn draws(label: &str) -> PcgDraws {
        PcgDraws::for_batch(5, label, 0, 0)
    }

    fn p(test: &Test) -> f64 {
        match test.outcome {
            Outcome::P(p) => p.get(),
            Outcome::TooFew { .. } => f64::NAN,
        }
    }

    /// Gives the statistic's assessment of `decks` decks of 52 cards of which `pool` are different: deck k of
    /// the pool is that of seed k.
    fn of_pool(pool: u32, decks: u64) -> Assessment {
        let mut choice = draws("choice");
        of_seeds(decks, |_| choice.below(pool))
    }

    /// Gives its assessment of so many decks, each of the seed that its index has.
    fn of_seeds(decks: u64, mut seed: impl FnMut(u64) -> u32) -> Assessment {
        let mut tally = Tally::empty(&Hashes, 52);
        let mut block = Block::new(52);
        let mut deck: Vec<Card> = Vec::new();
        for first in (0..decks).step_by(64) {
            block.clear(first);
            for index in first..decks.min(first + 64) {
                // A cheap deck of its own for each number: what matters is how many there are.
                let mut number = seed(index);
                deck.clear();
                deck.extend(0..52);
                for place in (1..=12_usize).rev() {
                    deck.swap(place, number as usize % (place + 1));
                    number /= place as u32 + 1;
                }
                block.push(&deck);
            }
            block.index(Hashes.layout());
            tally.count(&Hashes, &block);
        }
        Repeated::decks(52).assess(&Evidence {
            lag: 0,
            design: Design {
                size: 52,
                trials: decks,
                replicates: 1,
            },
            tally: &tally,
            series: None,
            known: &Known::default(),
            level: 2.5e-5,
            wanted: crate::Wanted::InFull,
            lines: None,
        })
    }

    #[test]
    fn seeds_of_16_bits_are_caught_at_1000_decks_and_of_32_bits_at_250_000() {
        // 7.6 and 7.3 pairs are expected; none with probability 0.0005 and 0.0007.
        for (pool, decks) in [(1 << 16, 1_000), (u32::MAX, 250_000)] {
            let assessment = of_pool(pool, decks);
            let pairs = assessment.figures.whole("pairs").unwrap();
            assert!((1..=20).contains(&pairs), "{pairs}");
            assert!(p(&assessment.tests[0]) < 1e-50);
        }
    }

    #[test]
    fn a_stream_that_begins_anew_after_more_than_all_that_is_kept_is_seen() {
        let assessment = of_seeds(1_300_000, |index| (index % 1_200_000) as u32);
        // 65,536 of 775,712 later decks are compared; the last 100,000 are the first.
        let pairs = assessment.figures.whole("pairs").unwrap();
        assert!((8_000..9_000).contains(&pairs), "{pairs}");
        assert!(p(&assessment.tests[0]) < 1e-200);
        let words = &assessment.tests[0].words;
        let end = "; all repeats in a sample of 65,536 later decks come 1,200,000 decks after";
        assert!(words.ends_with(end), "{words}");
        // None of so many different ones comes again.
        let assessment = of_seeds(1_300_000, |index| index as u32);
        assert_eq!(assessment.figures.whole("pairs"), Some(0));
        assert!(p(&assessment.tests[0]).is_nan() || p(&assessment.tests[0]) > 0.9);
        let begin = "no deck came up twice in 524,288 decks, nor did one of 65,536 that were taken of the later ones;";
        assert!(
            assessment.tests[0].words.starts_with(begin),
            "{}",
            assessment.tests[0].words
        );
    }

    #[test]
    fn what_is_stated_as_detectable_is_detected_nine_times_in_ten() {
        let bits = detectable_bits(all_pairs(2_000), ln_orders(52), 2.5e-5);
        // One pair is enough: N²/2K = ln 10.
        let pool = libm::exp2(bits).round();
        assert!((all_pairs(2_000) / pool - libm::log(10.0)).abs() < 1e-4);
        let mut choice = draws("detectable");
        let caught = (0..1_000).filter(|_| {
            let mut decks: Vec<u32> = (0..2_000).map(|_| choice.below(pool as u32)).collect();
            decks.sort_unstable();
            decks.windows(2).any(|pair| pair[0] == pair[1])
        });
        // Binomial(1000, 0.9), 0.001 on either side.
        assert!((870..=928).contains(&caught.count()));
    }

    #[test]
    fn equal_decks_are_counted_in_pairs_and_in_words() {
        let mut kept = Kept::new(Hashes.keeps(52));
        for (index, deck) in [1, 2, 1, 3, 1, 2_u128].into_iter().enumerate() {
            kept.push(index as u64, deck.to_le_bytes());
        }
        let repeats = Repeats::of(&kept, 6);
        let expected = Repeats {
            decks: 6,
            pairs: 4,
            again: 3,
            most: 3,
            apart: None,
            later: Later {
                at_one_distance: true,
                ..Later::default()
            },
        };
        assert_eq!(repeats, expected);
        assert_eq!(
            Repeated::decks(52).words(&repeats),
            "the same deck came up again 3 times in 6 decks; a fair shuffle needs about 1.3e34 decks for one repeat"
        );
        assert!(p(&Repeated::decks(52).test(&repeats, 0.001)) < 1e-200);
        assert!(p(&Repeated::decks(52).test(&Repeats::default(), 0.001)).is_nan());
    }

    /// 20,000 decks of 10 cards repeat 55 times in the mean, 3 decks of 2 cards 1.25 times.
    #[test]
    fn repeats_of_small_decks_stand_beside_those_of_a_fair_shuffle() {
        let few = repeats_expected(3, 2.0_f64.ln());
        assert!((few - 1.25).abs() < 1e-12, "{few}");
        let ten = repeats_expected(20_000, 3_628_800.0_f64.ln());
        assert!((ten - 55.0).abs() < 0.2, "{ten}");
        assert!(repeats_expected(1_000_000, 156.0) < 1e-9);
        let repeats = Repeats {
            decks: 20_000,
            pairs: 72,
            again: 72,
            most: 2,
            ..Repeats::default()
        };
        assert_eq!(
            Repeated::decks(10).words(&repeats),
            "the same deck came up again 72 times in 20,000 decks; a fair shuffle gives about 55 such repeats"
        );
    }

    #[test]
    fn large_decks_are_hashed_as_a_whole() {
        let mut block = Block::new(300);
        block.fill_sorted(3, 0);
        block.decks_mut()[600..].swap(298, 299);
        block.index(Hashes.layout());
        let mut tally = Tally::empty(&Hashes, 300);
        tally.count(&Hashes, &block);
        assert_eq!(Repeats::of(tally.kept(), 3).pairs, 1);
    }

    fn ln_factorial(k: u64) -> f64 {
        libm::lgamma(k as f64 + 1.0)
    }

    /// All ways in which decks can be equal.
    struct Ways {
        decks: u64,
        ln_orders: f64,
        /// ln of orders · (orders − 1) ⋯ over a power of orders, by the number of factors.
        ln_different: Vec<f64>,
        /// The numbers of pairs that count.
        pairs: std::ops::Range<u64>,
    }

    impl Ways {
        /// P(the number of pairs counts), by the number of values drawn `size` times, and so on; `ln` is
        /// the logarithm of what the values drawn less often are divided by.
        fn sum(&self, size: u64, pairs: u64, used: u64, values: u64, ln: f64) -> f64 {
            if size == 7 {
                if !self.pairs.contains(&pairs) {
                    return 0.0;
                }
                let single = self.decks - used;
                let different = self.ln_different[(single + values) as usize];
                let left = (used - values) as f64 * self.ln_orders;
                return libm::exp(different - ln_factorial(single) - ln - left);
            }
            let each = size * (size - 1) / 2;
            let mut sum = 0.0;
            let mut times = 0;
            while pairs + times * each < self.pairs.end && used + times * size <= self.decks {
                let ln = ln + ln_factorial(times) + times as f64 * ln_factorial(size);
                let (pairs, used) = (pairs + times * each, used + times * size);
                sum += self.sum(size + 1, pairs, used, values + times, ln);
                times += 1;
            }
            sum
        }
    }

    /// P(at least `count` pairs are equal) among `decks` uniform draws of `orders` values, exactly but
    /// for values drawn seven times: summed over the numbers of values drawn 2, 3, … 6 times.
    fn exact_upper(count: u64, decks: u64, orders: f64, most: u64) -> f64 {
        let mut ln_different = vec![0.0];
        for k in 0..decks {
            let last = ln_different[k as usize];
            ln_different.push(last + libm::log1p(-(k as f64) / orders));
        }
        let ways = Ways {
            decks,
            ln_orders: libm::log(orders),
            ln_different,
            pairs: count..most,
        };
        ways.sum(2, 0, 0, 0, -ln_factorial(decks))
    }

    #[test]
    fn the_level_is_kept_by_every_number_of_decks_from_ten_cards_on() {
        // The birthday problem: two of 23 people have the same birthday (textbooks: .5073).
        assert!((exact_upper(1, 23, 365.0, 40) - 0.507_297).abs() < 1e-5);
        for (orders, at_the_least) in [
            (FEWEST_DEALS, 1.62),
            (libm::exp(ln_orders(10)), 1.6),
            (libm::exp(ln_orders(12)), 1.6),
        ] {
            for mean in [
                0.001, 0.003, 0.01, 0.018, 0.03, 0.05, 0.1, 0.16, 0.3, 1.0, 3.0,
            ] {
                let decks = (2.0 * mean * orders).sqrt().ceil() as u64;
                let expected = expected_pairs(all_pairs(decks), libm::log(orders));
                for (level, most) in [
                    (0.01, 1.0),
                    (0.001, 1.0),
                    (2.5e-5, 1.07),
                    (1e-6, at_the_least),
                ] {
                    let rejects = |&k: &u64| poisson_upper(k, expected) <= level;
                    let count = (1..1_000).find(rejects).unwrap();
                    let rejected = exact_upper(count, decks, orders, count + 12);
                    assert!(
                        rejected <= most * level,
                        "{orders} orders, {decks} decks: {rejected} at {level}"
                    );
                    // It is also hardly less than the law says, a little for two pairs among few decks:
                    // the test is not blunt.
                    assert!(rejected >= 0.9 * poisson_upper(count, expected));
                }
            }
        }
    }

    /// The sums of the law itself.
    #[test]
    fn both_tails_are_those_of_the_poisson_law() {
        let term = |k: i32| {
            let factorial: f64 = (1..=k).map(f64::from).product();
            libm::exp(-13.6) * libm::pow(13.6, f64::from(k)) / factorial
        };
        let tails = poisson_tails(5, 13.6);
        let below: f64 = (0..5).map(term).sum();
        assert!((tails.lower - below - term(5)).abs() < 1e-12);
        assert!((tails.upper - (1.0 - below)).abs() < 1e-12);
        assert!((poisson_tails(0, 0.5).upper - 1.0).abs() < 1e-15);
    }

    #[test]
    fn many_decks_are_calibrated_too() {
        // 2,000 times 13,000 decks of ten cards, 23 pairs expected: at most so many p-values at or
        // below each level as chance allows once in a thousand (binomial).
        let mut draws = draws("ten cards");
        let values: Vec<f64> = (0..2_000)
            .map(|_| {
                let mut ranks: Vec<u32> = (0..13_000).map(|_| draws.below(3_628_800)).collect();
                ranks.sort_unstable();
                let pairs = ranks.chunk_by(|a, b| a == b).map(|same| {
                    let times = same.len() as u64;
                    times * (times - 1) / 2
                });
                poisson_upper(
                    pairs.sum(),
                    expected_pairs(all_pairs(13_000), ln_orders(10)),
                )
            })
            .collect();
        for (level, most) in [(0.1, 243), (0.01, 36), (0.001, 8)] {
            let below = values.iter().filter(|p| **p <= level).count();
            assert!(below <= most, "{below} at {level}");
        }
        // There are not too few either: the test uses its level, but for the steps of a discrete law.
        assert!(values.iter().filter(|p| **p <= 0.1).count() >= 120);
    }
}
