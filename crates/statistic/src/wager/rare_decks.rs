//! A wager on decks that were hardly shuffled, wherever among fair ones they come.
//!
//! A learner sees what happens to many decks; one sorted deck among 100,000 fair ones moves no law, and
//! whoever waits for it deck by deck has lost his capital by then. So each pair of a share ε and a law q, that
//! of a deck that was hardly shuffled, has a capital of its own,
//!
//!   Π over decks of (1 − ε + ε q(R)/p(R)),
//!
//! where R is the number of rising sequences and p its law on ideal decks: each factor has the mean 1
//! there. The capitals are averaged, ε being 2⁻ʲ for j = 1, …, 64 with weights in proportion to 1/j²; two factors of one
//! deck are never multiplied. After 10⁸ fair decks a thirtieth of the capital is still there, and one sorted deck
//! of 52 cards multiplies it by 10⁵⁰ and more. A coarser grid would have lost it (j up to 23 with equal weights: all
//! but 10⁻⁶ of it).
//!
//! The laws q are those after no, one, two, three and four riffles of Gilbert, Shannon and Reeds, and the same of
//! a deck that was turned over before. A cut leaves two rising sequences, as one riffle does. Orders with the
//! same R are equally likely under both laws, so that q/p needs no law of R: it is Π (1 + j/a), see
//! [`gsr`](laws::gsr), in logarithms, however small p is. The capital depends on the numbers of decks
//! with each R alone. In the orders of decks relative to those before them it sees decks that were hardly shuffled since.
//!
//! The other side: if no deck of N was hardly shuffled, the mean share of such decks, each given all decks
//! before it, is at most ln(1/β)/N, at all N at once but with probability β. For with these shares sₜ, Π 1/(1 − sₜ)
//! until the first of them comes is a martingale, at least exp(Σ sₜ) (Ville, 1939). It holds whatever the
//! source remembers.

use super::{Categories, LogE, Wager};
use crate::{Halves, Tally};
use laws::counting::ln_sum;
use laws::gsr::{Packets, ln_densities};

/// Shares ε of bad decks: 2⁻¹ to 2 to minus this.
const SHARES: i32 = 64;

/// Riffles of the laws q, at the most: a deck of 52 cards is as likely after five as in one of 200 fair decks.
const MOST_RIFFLES: u32 = 4;

/// Decks with at most so many rising sequences are called hardly shuffled: those that were left alone,
/// cut, or riffled at most twice have no more.
pub const HARDLY: u64 = 4;

/// The part of the capital of rising sequences that is on rare decks: all that a shuffle's other departures
/// pay for it is a tenth of the evidence.
const SHARE_RARE: f64 = 0.1;

/// Bets that a small share of decks was hardly shuffled.
#[derive(Debug)]
pub(super) struct RareDecks {
    shares: Vec<Share>,
    laws: Vec<Law>,
}

/// A share ε of bad decks.
#[derive(Debug)]
struct Share {
    epsilon: f64,
    /// The logarithm of its weight.
    ln_weight: f64,
    /// ln (1 − ε).
    ln_others: f64,
}

/// The cells that a law q reaches, and for each share ln((1 − ε + ε q/p)/(1 − ε)).
#[derive(Debug)]
struct Law(Vec<(usize, Vec<f64>)>);

impl RareDecks {
    /// Makes the bets for decks of `cards` cards whose rising sequences are counted in cells of
    /// `width` numbers, from 1 on.
    fn of_rising_sequences(cards: usize, width: usize) -> Self {
        let laws = (0..=MOST_RIFFLES).flat_map(|riffles| {
            let densities = ln_densities(cards, Packets::riffles(riffles));
            let turned: Vec<f64> = densities.iter().rev().copied().collect();
            [densities, turned]
        });
        // The least of a cell keeps the mean below 1.
        let celled = |law: Vec<f64>| -> Vec<f64> {
            let cells = law.chunks(width);
            let least = |cell: &[f64]| cell.iter().copied().fold(f64::INFINITY, f64::min);
            cells.map(least).collect()
        };
        Self::new(laws.map(celled))
    }

    /// Makes the bets on laws, each given by ln(q/p) of each cell.
    fn new(laws: impl Iterator<Item = Vec<f64>>) -> Self {
        let shares: Vec<i32> = (1..=SHARES).collect();
        let all: f64 = shares.iter().map(|j| 1.0 / f64::from(j * j)).sum();
        let share = |j: i32| {
            let epsilon = libm::ldexp(1.0, -j);
            Share {
                epsilon,
                ln_weight: -libm::log(f64::from(j * j) * all),
                ln_others: libm::log1p(-epsilon),
            }
        };
        let shares: Vec<Share> = shares.into_iter().map(share).collect();
        let law = |ln_ratios: Vec<f64>| {
            let cells = ln_ratios.into_iter().enumerate();
            let reached = cells.filter(|(_, ln_ratio)| *ln_ratio > f64::NEG_INFINITY);
            Law(reached
                .map(|(cell, ln_ratio)| {
                    let gains = shares.iter().map(|share| share.gain(ln_ratio));
                    (cell, gains.collect())
                })
                .collect())
        };
        let laws = laws.map(law).collect();
        Self { shares, laws }
    }

    /// The e-value of decks with these counts of the cells.
    fn of_counts(&self, counts: &[u64]) -> LogE {
        let decks = counts.iter().sum::<u64>() as f64;
        let shares = self.shares.iter();
        let idle = shares.map(|share| share.ln_weight + decks * share.ln_others);
        let idle: Vec<f64> = idle.collect();
        let without = ln_sum(idle.iter().copied());
        let capitals = self.laws.iter().map(|law| {
            let reached = law.0.iter().filter(|(cell, _)| counts[*cell] > 0);
            let mut of_shares = Vec::new();
            for (cell, gains) in reached {
                if of_shares.is_empty() {
                    of_shares.clone_from(&idle);
                }
                let times = counts[*cell] as f64;
                for (capital, gain) in of_shares.iter_mut().zip(gains) {
                    *capital += times * gain;
                }
            }
            if of_shares.is_empty() {
                without
            } else {
                ln_sum(of_shares.into_iter())
            }
        });
        LogE::mean(capitals.map(LogE::new))
    }
}

impl Share {
    /// ln((1 − ε + ε q/p)/(1 − ε)), from ln(q/p).
    fn gain(&self, ln_ratio: f64) -> f64 {
        /// From here on ε q/p may be more than a double holds.
        const LARGE: f64 = 600.0;
        if ln_ratio < LARGE {
            let mean = libm::log1p(self.epsilon * libm::expm1(ln_ratio));
            return mean - self.ln_others;
        }
        // 1 − ε is invisible beside a term of 10²⁴⁰ and more.
        libm::log(self.epsilon) + ln_ratio - self.ln_others
    }
}

/// The share of hardly shuffled decks that decks exclude.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Excluded {
    /// Decks that were looked at, none of them hardly shuffled.
    pub decks: u64,
    /// The upper limit of the share.
    pub share: f64,
}

/// The wager on the number of rising sequences: what [`Categories`] bet on, and rare decks.
#[derive(Debug)]
pub(crate) struct RisingSequences {
    usual: Categories,
    rare: RareDecks,
    /// Cells that may hold decks with at most [`HARDLY`] rising sequences.
    hardly: usize,
}

impl RisingSequences {
    /// Makes the wager for decks of `cards` cards, counted in cells of `width` numbers; `law` has
    /// their probabilities.
    pub fn new(law: &[f64], cards: usize, width: usize) -> Option<Self> {
        Some(Self {
            usual: Categories::new(law)?,
            rare: RareDecks::of_rising_sequences(cards, width),
            hardly: (HARDLY as usize).div_ceil(width).min(law.len()),
        })
    }

    fn of_counts(&self, counts: &[u64]) -> LogE {
        let parts = [
            libm::log1p(-SHARE_RARE) + self.usual.of_counts(counts).ln(),
            libm::log(SHARE_RARE) + self.rare.of_counts(counts).ln(),
        ];
        LogE::new(ln_sum(parts.into_iter()))
    }

    fn excluded_by(&self, counts: &[u64], error: f64) -> Option<Excluded> {
        let decks = counts.iter().sum::<u64>();
        let none = counts[..self.hardly].iter().all(|decks| *decks == 0);
        (none && decks > 0).then(|| Excluded {
            decks,
            share: (-libm::log(error) / decks as f64).min(1.0),
        })
    }
}

impl Wager for RisingSequences {
    fn look(&mut self, total: &Tally) -> LogE {
        self.of_counts(&Halves::of(total).whole())
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        self.usual.limit(total, error)
    }

    fn bounds(&self) -> String {
        self.usual.bounds()
    }

    fn excluded(&self, total: &Tally, error: f64) -> Option<Excluded> {
        self.excluded_by(&Halves::of(total).whole(), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::{Draws, PcgDraws};
    use laws::eulerian;

    fn wager(cards: usize) -> RisingSequences {
        RisingSequences::new(&eulerian::law(cards), cards, 1).unwrap()
    }

    /// Numbers of decks with each number of rising sequences, from 1 on.
    fn counts(cards: usize, decks: &[(usize, u64)]) -> Vec<u64> {
        let mut counts = vec![0; cards];
        for (rising, decks) in decks {
            counts[rising - 1] += decks;
        }
        counts
    }

    #[test]
    fn each_law_is_one_and_the_mean_factor_is_1() {
        // Σ p(R) · q(R)/p(R) = 1, up to where p can be had as a double.
        for cards in [2, 3, 6, 20, 52, 100] {
            let ideal = eulerian::law(cards);
            for riffles in 0..=MOST_RIFFLES {
                let ratios = ln_densities(cards, Packets::riffles(riffles));
                let sum: f64 = (ideal.iter().zip(&ratios))
                    .map(|(p, ln_ratio)| libm::exp(libm::log(*p) + ln_ratio))
                    .sum();
                assert!((sum - 1.0).abs() < 1e-11, "{cards} cards, {riffles}: {sum}");
            }
        }
    }

    /// Each sequence of values of a number of decks has an e-value. The mean of these e-values is 1.
    #[test]
    fn the_e_value_has_mean_1_on_ideal_decks_after_any_number() {
        for (cards, most) in [(2, 5), (3, 5), (5, 4), (8, 3)] {
            let (law, wager) = (eulerian::law(cards), wager(cards));
            for decks in 0..=most {
                let (mut mean, mut rare) = (0.0, 0.0);
                for sequence in 0..cards.pow(decks) {
                    let mut counts = vec![0; cards];
                    let mut probability = 1.0;
                    let mut rest = sequence;
                    for _ in 0..decks {
                        counts[rest % cards] += 1;
                        probability *= law[rest % cards];
                        rest /= cards;
                    }
                    mean += probability * wager.of_counts(&counts).ln().exp();
                    rare += probability * wager.rare.of_counts(&counts).ln().exp();
                }
                assert!((mean - 1.0).abs() < 1e-12, "{cards}, {decks}: {mean}");
                assert!((rare - 1.0).abs() < 1e-12, "{cards}, {decks}: {rare}");
            }
        }
    }

    /// Several numbers in a cell: the mean of a factor is at most 1, and that of one deck is no accident.
    #[test]
    fn wide_cells_do_not_overpay() {
        for (cards, width) in [(20, 2), (20, 3), (52, 7)] {
            let law = eulerian::law(cards);
            let celled: Vec<f64> = law.chunks(width).map(|cell| cell.iter().sum()).collect();
            let rare = RareDecks::of_rising_sequences(cards, width);
            let of_one = |cell: usize| {
                let mut counts = vec![0; celled.len()];
                counts[cell] = 1;
                rare.of_counts(&counts).ln().exp()
            };
            let mean: f64 = (celled.iter().enumerate())
                .map(|(cell, p)| p * of_one(cell))
                .sum();
            assert!(
                mean > 0.5 && mean <= 1.0 + 1e-12,
                "{cards}, {width}: {mean}"
            );
        }
    }

    /// 2,000 runs of ideal decks at each size, looked at after each of 400 decks: more than 133 that ever reach 20,
    /// or 37 that reach 100, would come by chance with a probability of .001.
    #[test]
    #[ignore = "some 12 s of processor: .ci/run ignored"]
    fn ideal_decks_seldom_pay() {
        for cards in [6, 10, 20, 52] {
            let (law, wager) = (eulerian::law(cards), wager(cards));
            let mut alarms = [0; 2];
            for run in 0..2_000 {
                let mut draws = PcgDraws::for_batch(11, "rare decks", cards as u64, run);
                let mut counts = vec![0; cards];
                let mut most = LogE::ONE;
                for _ in 0..400 {
                    let mut left = f64::from(draws.below(1 << 30)) / f64::from(1 << 30);
                    let mut rising = 0;
                    while rising + 1 < cards && left > law[rising] {
                        left -= law[rising];
                        rising += 1;
                    }
                    counts[rising] += 1;
                    most = most.max(wager.rare.of_counts(&counts));
                }
                for (alarms, alpha) in alarms.iter_mut().zip([0.05, 0.01]) {
                    *alarms += u32::from(most.reaches(alpha));
                }
            }
            println!("{cards} cards: {alarms:?}");
            assert!(alarms[0] <= 133 && alarms[1] <= 37, "{cards}: {alarms:?}");
        }
    }

    #[test]
    fn one_hardly_shuffled_deck_is_enough_wherever_it_comes() {
        let wager = wager(52);
        for fair in [777, 100_000, 1_000_000_000] {
            let fair = (27, fair);
            // Sorted, cut, riffled once and twice, and each of them turned over.
            for rising in [1, 2, 4, 49, 51, 52] {
                let e = wager.of_counts(&counts(52, &[fair, (rising, 1)]));
                assert!(e.log10() > 15.0, "{rising}: {e:?}");
            }
            // The rest of the capital without such a deck.
            let rare = wager.rare.of_counts(&counts(52, &[fair]));
            assert!((-2.0..0.0).contains(&rare.log10()), "{rare:?}");
        }
        // Riffled four times, three of a thousand.
        let e = wager.of_counts(&counts(52, &[(27, 1_000), (15, 1), (14, 1), (16, 1)]));
        assert!(e.log10() > 5.0, "{e:?}");
    }

    /// Probabilities far below all doubles, and cells of ten numbers.
    #[test]
    fn large_decks_are_seen_as_well() {
        for (cards, width) in [(300_usize, 1_usize), (2_000, 2)] {
            let law = eulerian::law(cards);
            let celled: Vec<f64> = law.chunks(width).map(|cell| cell.iter().sum()).collect();
            let wager = RisingSequences::new(&celled, cards, width).unwrap();
            let mut counts = vec![0; celled.len()];
            counts[celled.len() / 2] = 50_000;
            for rising in [1, 2, 4, 16] {
                let mut counts = counts.clone();
                counts[(rising - 1) / width] += 1;
                assert!(wager.rare.of_counts(&counts).log10() > 100.0);
            }
            assert!(wager.excluded_by(&counts, 0.001).is_some());
            counts[(4 - 1) / width] += 1;
            assert_eq!(wager.excluded_by(&counts, 0.001), None);
        }
    }

    #[test]
    fn the_excluded_share_is_that_of_none_seen() {
        let wager = wager(52);
        let fair = wager.excluded_by(&counts(52, &[(27, 100_000)]), 0.001);
        let fair = fair.unwrap();
        assert_eq!(fair.decks, 100_000);
        assert!((1.0 / fair.share - 14_476.48).abs() < 0.01);
        for rising in 1..=4 {
            let seen = counts(52, &[(27, 100_000), (rising, 1)]);
            assert_eq!(wager.excluded_by(&seen, 0.001), None);
        }
        assert_eq!(wager.excluded_by(&counts(52, &[]), 0.001), None);
    }

    /// Sources of 2,000 decks that hardly shuffle one of 400, always or mostly every fiftieth: the true mean
    /// share is above the limit, at any deck before the first of them, as seldom as declared. 500 sources at an
    /// error of .05: more than 42 would come by chance with a probability of .001.
    #[test]
    fn the_share_is_above_its_limit_as_seldom_as_declared() {
        let error: f64 = 0.05;
        for periodic in [false, true] {
            let wrong = (0..500).filter(|source| {
                let mut draws = PcgDraws::for_batch(5, "shares", u64::from(periodic), *source);
                let mut shares = 0.0;
                for deck in 1..=2_000 {
                    let share: f64 = match periodic {
                        true if deck % 50 == 0 => 0.125,
                        true => 0.00125,
                        false => 0.0025,
                    };
                    if f64::from(draws.below(1 << 30)) < share * f64::from(1 << 30) {
                        return false;
                    }
                    shares += share;
                    let limit = -error.ln() / f64::from(deck);
                    if shares / f64::from(deck) > limit {
                        return true;
                    }
                }
                false
            });
            let wrong = wrong.count();
            println!("{periodic}: {wrong}");
            assert!((1..=42).contains(&wrong), "{periodic}: {wrong}");
        }
    }
}
