//! The law of the longest run, or the longest absence, in so many rounds of a bag.
//!
//! A round is followed draw by draw over (what is left, which symbol came last, for how many draws now); symbols
//! with equal numbers of copies are alike. The rest of a bag at the seam does not matter, so a round takes a law of
//! (last symbol, run) to the next one, less what reached the limit: P(reached) is a sum of positive terms. When
//! the law at the seam no longer changes, the rest is geometric, and any number of rounds costs no more than a
//! few.

use super::Bag;
use super::calls::states;
use super::network::{Class, Node, State, layer};
use crate::sequences::{Ends, Refused, Sum, law_of_tails, mean_of_tails};

/// The largest number of states, times symbols, up to which a bag is followed.
pub(crate) const MOST_STATES: f64 = 3e6;

/// Steps that one question may take: some seconds.
pub(crate) const MOST_STEPS: f64 = 6e9;

/// Laws at two seams that differ by less, entry by entry, are the same.
const SAME: f64 = 1e-13;

/// Below this a probability is none.
const VANISHED: f64 = 1e-250;

/// Ways on from a node, about, for what a round costs.
const EDGES: f64 = 4.0;

/// A bag as a network of what can be left, ready for laws of the longest run.
#[derive(Debug, Clone)]
pub struct Runs {
    /// The states that can be left after 0, 1, … k − 1 draws of a round.
    layers: Vec<Vec<Node>>,
    /// The place in the first layer for each place after the last draw.
    seam: Vec<usize>,
    /// k.
    take: u64,
}

impl Runs {
    /// The runs of all symbols of a bag. Refused beyond [`MOST_STATES`]; the bag of 50, 25, 20 and 5 is below.
    pub fn of_all(bag: &Bag) -> Result<Self, Refused> {
        let mut copies = bag.copies.clone();
        copies.sort_unstable();
        let mut classes = Vec::new();
        for alike in copies.chunk_by(|a, b| a == b) {
            let start = classes.last().map_or(0, |class: &Class| class.symbols.end);
            classes.push(Class {
                symbols: start..start + alike.len(),
                counts: true,
            });
        }
        Self::new(bag, &copies, &classes)
    }

    /// The absences of one symbol: runs of "something else", with the one before its first coming and the one
    /// after its last.
    pub fn without(bag: &Bag, symbol: usize) -> Result<Self, Refused> {
        let copies = bag.copies_of(symbol)?;
        let class = |symbol, counts| Class {
            symbols: symbol..symbol + 1,
            counts,
        };
        let copies = [bag.size - copies, copies];
        Self::new(bag, &copies, &[class(0, true), class(1, false)])
    }

    fn new(bag: &Bag, copies: &[u32], classes: &[Class]) -> Result<Self, Refused> {
        let needs: f64 = classes
            .iter()
            .map(|class| states(&copies[class.symbols.clone()]))
            .product();
        let needs = needs * classes.len() as f64 * copies.len() as f64;
        Refused::beyond("the law of runs of this bag", needs, MOST_STATES)?;
        // The very beginning first, then the seams after a symbol of each class.
        let lasts = (0..classes.len()).map(Some);
        let mut places: Vec<State> = std::iter::once(None)
            .chain(lasts)
            .map(|last| (last, copies.to_vec()))
            .collect();
        let mut layers = Vec::new();
        for drawn in 0..bag.take {
            let (layer, next) = layer(classes, &places, f64::from(bag.size - drawn));
            layers.push(layer);
            places = next;
        }
        let seam = places
            .iter()
            .map(|(last, _)| last.map_or(0, |class| class + 1));
        Ok(Self {
            layers,
            seam: seam.collect(),
            take: u64::from(bag.take),
        })
    }

    /// P(L ≤ run) and P(L ≥ run) for the longest run L in so many rounds, the first of which begins with a full
    /// bag. Relative error of both about 1e-11.
    pub fn longest(&self, rounds: u64, run: u64) -> Result<Ends, Refused> {
        let mut budget = MOST_STEPS;
        let at_least = match run {
            0 => 1.0,
            _ => self.tails(rounds, run, &mut budget)?.1,
        };
        let (at_most, _) = self.tails(rounds, run.saturating_add(1), &mut budget)?;
        Ok(Ends { at_most, at_least })
    }

    /// The law of the longest run in so many rounds: entry x is P(L = x). The list ends where P(L ≥ x) falls
    /// below 1e-20. For the bag of 50, 25, 20 and 5 some ten seconds; [`Self::longest`] takes less than one.
    pub fn law(&self, rounds: u64) -> Result<Vec<f64>, Refused> {
        let mut budget = MOST_STEPS;
        let draws = rounds.saturating_mul(self.take);
        law_of_tails(draws, |run| self.tails(rounds, run, &mut budget))
    }

    /// The mean of the longest run in so many rounds.
    pub fn mean(&self, rounds: u64) -> Result<f64, Refused> {
        let mut budget = MOST_STEPS;
        let draws = rounds.saturating_mul(self.take);
        mean_of_tails(draws, |run| self.tails(rounds, run, &mut budget))
    }

    /// P(L < limit) and P(L ≥ limit), the limit at least 1.
    fn tails(&self, rounds: u64, limit: u64, budget: &mut f64) -> Result<(f64, f64), Refused> {
        if limit > rounds.saturating_mul(self.take) {
            return Ok((1.0, 0.0));
        }
        let nodes: usize = self.layers.iter().map(Vec::len).sum();
        let pass = (nodes + self.seam.len()) as f64 * (limit as f64 + EDGES);
        let mut law: Option<Vec<f64>> = None;
        let (mut none, mut some) = (1.0, Sum::default());
        for round in 1..=rounds {
            *budget -= pass;
            let what = "the law of the longest run in rounds of this bag";
            Refused::beyond(what, MOST_STEPS - *budget, MOST_STEPS)?;
            let (mut next, reached) = self.round(law.as_deref(), limit);
            some.add(none * reached);
            let kept: f64 = next.iter().sum();
            none *= kept;
            if none < f64::MIN_POSITIVE {
                return Ok((0.0, some.value().min(1.0)));
            }
            for p in &mut next {
                *p /= kept;
            }
            let same = |(a, b): (&f64, &f64)| (a - b).abs() <= SAME * b + VANISHED;
            if law.is_some_and(|law| law.iter().zip(&next).all(same)) {
                let fade = (rounds - round) as f64 * libm::log1p(-reached);
                some.add(none * -libm::expm1(fade));
                none *= libm::exp(fade);
                break;
            }
            law = Some(next);
        }
        Ok((none.min(1.0), some.value().min(1.0)))
    }

    /// One round from a law at its beginning (for each place the runs of 1, 2, … limit − 1 draws; `None` at the
    /// very beginning): the law at its end, less what reached the limit, and the probability of that.
    fn round(&self, start: Option<&[f64]>, limit: u64) -> (Vec<f64>, f64) {
        let width = (limit as usize - 1).max(1);
        let starts = self.layers.first().map_or(0, Vec::len);
        let mut law = start.map_or_else(
            || {
                let mut law = vec![0.0; starts * width];
                law[0] = 1.0;
                law
            },
            <[f64]>::to_vec,
        );
        let mut reached = Sum::default();
        for (number, layer) in self.layers.iter().enumerate() {
            let places = self
                .layers
                .get(number + 1)
                .map_or(self.seam.len(), Vec::len);
            let mut next = vec![0.0; places * width];
            for (node, runs) in layer.iter().zip(law.chunks(width)) {
                node.draw(runs, limit, &mut next, &mut reached);
            }
            law = next;
        }
        let mut end = vec![0.0; starts * width];
        for (&place, runs) in self.seam.iter().zip(law.chunks(width)) {
            for (sum, p) in end[place * width..].iter_mut().zip(runs) {
                *sum += p;
            }
        }
        (end, reached.value())
    }
}

#[cfg(test)]
pub(super) mod testing {
    //! All orders of a few rounds of small bags.

    use super::Bag;

    /// P(the longest run is so long) by all orders of so many rounds; only runs of symbols from `from` on count.
    pub fn enumerated(bag: &Bag, rounds: u32, absent: Option<usize>) -> Vec<f64> {
        struct Walk<'a> {
            bag: &'a Bag,
            rounds: u32,
            absent: Option<usize>,
            law: Vec<f64>,
        }
        impl Walk<'_> {
            fn go(
                &mut self,
                left: &mut Vec<u32>,
                drawn: u32,
                run: (usize, usize),
                longest: usize,
                p: f64,
            ) {
                if drawn == self.rounds * self.bag.take {
                    self.law[longest] += p;
                    return;
                }
                if drawn.is_multiple_of(self.bag.take) && drawn > 0 && *left != self.bag.copies {
                    let mut full = self.bag.copies.clone();
                    return self.go(&mut full, drawn, run, longest, p);
                }
                let all: u32 = left.iter().sum();
                for symbol in 0..left.len() {
                    let here = left[symbol];
                    if here == 0 {
                        continue;
                    }
                    let kind = match self.absent {
                        Some(absent) if symbol == absent => usize::MAX - 1,
                        Some(_) => 0,
                        None => symbol,
                    };
                    let length = match kind {
                        k if k == usize::MAX - 1 => 0,
                        k if k == run.0 => run.1 + 1,
                        _ => 1,
                    };
                    left[symbol] -= 1;
                    let p = p * f64::from(here) / f64::from(all);
                    self.go(left, drawn + 1, (kind, length), longest.max(length), p);
                    left[symbol] += 1;
                }
            }
        }
        let mut walk = Walk {
            bag,
            rounds,
            absent,
            law: vec![0.0; (rounds * bag.take) as usize + 1],
        };
        walk.go(&mut bag.copies.clone(), 0, (usize::MAX, 0), 0, 1.0);
        walk.law
    }

    /// Copies of each symbol, and draws of a round.
    pub const BAGS: [(&[u32], u32); 8] = [
        (&[2, 2, 1], 5),
        (&[1, 1, 1], 3),
        (&[3, 1], 4),
        (&[3, 3], 3),
        (&[2, 2, 2], 3),
        (&[4, 1, 1], 2),
        (&[2, 3, 1], 1),
        (&[3], 2),
    ];
}

#[cfg(test)]
mod tests {
    use super::testing::{BAGS, enumerated};
    use super::*;
    use crate::sequences::bags::longest::longest_run;

    #[test]
    fn longest_runs_agree_with_all_orders() {
        for (copies, take) in BAGS {
            let bag = Bag::new(copies, take).unwrap();
            let runs = Runs::of_all(&bag).unwrap();
            for rounds in 0..=9 / take.max(2) {
                let reference = enumerated(&bag, rounds, None);
                check(&runs, rounds, &reference);
            }
        }
    }

    #[test]
    fn longest_absences_agree_with_all_orders() {
        for (copies, take) in BAGS {
            let bag = Bag::new(copies, take).unwrap();
            for symbol in 0..copies.len() {
                let runs = Runs::without(&bag, symbol).unwrap();
                for rounds in 0..=9 / take.max(2) {
                    let reference = enumerated(&bag, rounds, Some(symbol));
                    check(&runs, rounds, &reference);
                }
            }
        }
    }

    fn check(runs: &Runs, rounds: u32, reference: &[f64]) {
        for run in 0..reference.len() {
            let ours = runs.longest(u64::from(rounds), run as u64).unwrap();
            let at_least: f64 = reference[run..].iter().sum();
            let at_most: f64 = reference[..=run].iter().sum();
            assert!((ours.at_least - at_least).abs() < 1e-13, "{rounds} {run}");
            assert!((ours.at_most - at_most).abs() < 1e-13, "{rounds} {run}");
        }
        let law = runs.law(u64::from(rounds)).unwrap();
        for (ours, reference) in law.iter().zip(reference) {
            assert!((ours - reference).abs() < 1e-13, "{rounds}");
        }
    }

    #[test]
    fn the_longest_possible_run_has_the_probability_of_its_seam() {
        let small = Bag::plain(&[10, 5, 4, 1]).unwrap();
        // Twenty in a row, within two rounds: at the seam alone.
        let runs = Runs::of_all(&small).unwrap();
        let seam = libm::exp(longest_run(&small, 0).unwrap().unwrap().ln_probability);
        let ours = runs.longest(2, 20).unwrap().at_least;
        assert!((ours / seam - 1.0).abs() < 1e-12, "{ours:e} {seam:e}");
        // And within 1 + 10^12 rounds: where one seam has it the next can have it, too.
        let ours = runs.longest(1_000_000, 20).unwrap().at_least;
        assert!((ours / (999_999.0 * seam) - 1.0).abs() < 1e-4, "{ours:e}");
        assert!(runs.longest(1_000_000_000_000, 21).unwrap().at_least <= 0.0);
    }

    #[test]
    fn many_rounds_go_on_geometrically() {
        // The seven pieces: a run of 2 needs one seam, each with probability 1/7.
        let runs = Runs::of_all(&Bag::plain(&[1; 7]).unwrap()).unwrap();
        for rounds in [1_u64, 2, 10, 1000] {
            let ours = runs.longest(rounds, 1).unwrap().at_most;
            let reference = libm::exp((rounds - 1) as f64 * libm::log(6.0 / 7.0));
            assert!((ours / reference - 1.0).abs() < 1e-11, "{rounds}");
        }
        // One drawn of a bag each time: independent draws.
        let runs = Runs::of_all(&Bag::new(&[5, 3, 2], 1).unwrap()).unwrap();
        for (draws, run) in [(100, 4), (100_000, 20), (1_000_000_000, 40)] {
            let ours = runs.longest(draws, run).unwrap();
            let free = crate::sequences::streaks::longest(&[0.5, 0.3, 0.2], draws, run).unwrap();
            assert!((ours.at_least / free.at_least - 1.0).abs() < 1e-10, "{run}");
            assert!((ours.at_most - free.at_most).abs() < 1e-10, "{run}");
        }
    }

    #[test]
    fn the_documents_large_bag_is_followed_and_larger_ones_are_refused() {
        let runs = Runs::of_all(&Bag::plain(&[50, 25, 20, 5]).unwrap()).unwrap();
        let ends = runs.longest(10, 12).unwrap();
        assert!((ends.at_least + ends.at_most) > 1.0 && ends.at_least < 0.2);
        let refused = Runs::of_all(&Bag::plain(&[100; 10]).unwrap());
        assert!(matches!(refused, Err(Refused::TooMuch { .. })));
        let refused = runs.longest(1_000_000_000_000, 1_000_000_000_000);
        assert!(matches!(refused, Err(Refused::TooMuch { .. })));
    }
}
