//! Finds out if so few decks can say anything at all: would the worst that there is have failed?
//!
//! A run passes only if some decks would have failed it. The worst decks are those that are all the same, be
//! they sorted, turned over, cut, or in any one order: if the tests of the run, in the family that it was judged
//! in, would pass each of these, then they are valid in name alone, and the decks are too few.

use super::super::bench::Bench;
use super::family::Family;
use super::seen::Seen;
use super::trial::There;
use crate::spec::Experiment;
use deck::rng::{Draws, PcgDraws};
use deck::{BLOCK, Block, Card};
use engine::simulate::{SimulateError, Small};
use engine::verdict::battery::tests;
use record::Record;
use source::{Source, SourceError};
use statistic::{Counted, Design, Effort, Probe, Wanted};

/// Orders drawn at random that are tried: a test of games or of hands may be right for any one order.
const DRAWN: u64 = 8;

/// Returns true if at least one test of `record` would have failed decks that are all the same, `seen` as those were.
pub(in crate::conduct) fn is_enough<V: Seen>(
    bench: &Bench<'_>,
    experiment: &Experiment<'_>,
    record: &Record,
    seen: &V,
) -> Result<bool, SimulateError> {
    let design = Design {
        trials: record.experiment.trials,
        ..experiment.design
    };
    let family = Family::of(record);
    let tested = |probe: &&Probe| !probe.statistic().tests().is_empty();
    let mut stages: [Vec<Probe>; 4] = Default::default();
    for probe in experiment.statistics.iter().filter(tested) {
        stages[stage::<V>(probe, design.size)].push(probe.clone());
    }
    let fails = |probes: &[Probe], wanted: Wanted| -> Result<bool, SimulateError> {
        Ok(!probes.is_empty()
            && some_order_fails(bench, (&design, seen), (probes, wanted), &family)?)
    };
    for mut probes in stages {
        if fails(&probes, Wanted::QuickRejections)? {
            return Ok(true);
        }
        probes.retain(|probe| probe.statistic().simulates_few());
        if fails(&probes, Wanted::Rejections)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Cells from which on a tally takes long to go through: those of a position matrix of 256 cards.
const MANY_CELLS: usize = 1 << 16;

/// The stage in which `probe` is tried, so that what takes long is seldom needed: 0 if it is a number of each deck whose law is
/// known, 1 if it counts something else, for which few decks are looked at beside simulated ones, 2 if it counts in very many cells,
/// 3 if it learns or simulates for itself, which sees less of so few decks, too.
fn stage<V: Seen>(probe: &Probe, size: usize) -> usize {
    let statistic = probe.statistic();
    if statistic.effort() != Effort::Counts {
        return 3;
    }
    let counter = V::Batch::counter(statistic.counter());
    if counter.is_some_and(|counter| counter.cells(size) >= MANY_CELLS) {
        return 2;
    }
    usize::from(statistic.law().is_none())
}

/// Returns true if decks that are all in one of the orders fail one of the tests of `probes`.
fn some_order_fails<V: Seen>(
    bench: &Bench<'_>,
    (design, seen): (&Design, &V),
    (probes, wanted): (&[Probe], Wanted),
    family: &Family,
) -> Result<bool, SimulateError> {
    let size = (design.size, bench.machine.isa);
    let mut small: Small<'_, V::Batch> = Small::new(probes, size.0, size.1, bench.progress);
    for (run, order) in (0..).zip(orders(design.size)) {
        let same = Same {
            order,
            next: 0,
            end: design.trials,
        };
        let same = There::all(seen.of(same, size, run), size)?;
        let counts = small.count(&same, design.trials)?;
        if family.fails(&tests(probes, design, &counts, (family.share(), wanted))) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The orders that are tried.
fn orders(cards: usize) -> impl Iterator<Item = Vec<Card>> {
    let sorted: Vec<Card> = (0..cards).map(|card| card as Card).collect();
    let (mut reversed, mut cut) = (sorted.clone(), sorted.clone());
    reversed.reverse();
    cut.rotate_left(cards / 2);
    let drawn = {
        let sorted = sorted.clone();
        (0..DRAWN).map(move |number| {
            let mut order = sorted.clone();
            PcgDraws::for_batch(0, "the same order again and again", number, 0).shuffle(&mut order);
            order
        })
    };
    [sorted, reversed, cut].into_iter().chain(drawn)
}

/// Decks that are all in one order.
struct Same {
    order: Vec<Card>,
    next: u64,
    end: u64,
}

impl Source for Same {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        block.clear(self.next);
        while self.next < self.end && block.len() < BLOCK {
            block.push(&self.order);
            self.next += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{fair, testing};
    use crate::conduct;
    use crate::spec::Origin;
    use engine::simulate::Unwatched;
    use record::Outcome;
    use statistic::Suite;

    /// The outcome of some decks, each as good as an ideal one.
    fn outcome(cards: usize, decks: u64, suite: Suite) -> Outcome {
        let experiment = testing(cards, decks, suite).of(Origin::closure(&fair));
        conduct::run(&experiment.unwrap(), 1.into(), &Unwatched)
            .unwrap()
            .outcome
    }

    /// Two decks of two cards are one of four pairs of decks; no level below a quarter can be met.
    #[test]
    fn decks_that_no_test_could_fail_are_too_few() {
        for suite in [Suite::Standard, Suite::Deep] {
            assert_eq!(outcome(2, 2, suite), Outcome::TooLittle);
        }
        assert_eq!(outcome(2, 100, Suite::Standard), Outcome::NoEvidence);
    }

    #[test]
    fn one_deck_of_many_cards_is_enough() {
        for suite in [Suite::Quick, Suite::Standard] {
            assert_eq!(outcome(52, 1, suite), Outcome::NoEvidence);
        }
    }
}
