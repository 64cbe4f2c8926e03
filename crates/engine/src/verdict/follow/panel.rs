//! The wagers of one stretch of decks.

use crate::simulate::Seen;
use statistic::{Design, LogE, Probe, Wager};
use text::sorting;

/// The wagers of one stretch of decks, with equal parts of its capital.
#[derive(Debug)]
pub(super) struct Panel {
    seats: Vec<Seat>,
    decks: u64,
}

/// The wager on one statistic.
#[derive(Debug)]
struct Seat {
    probe: usize,
    wager: Box<dyn Wager>,
    /// True if its e-value is a function of the counts alone: it has nothing to forget where decks
    /// begin anew. True for numbers of each deck whose law is known.
    closed: bool,
    e: LogE,
    /// The least e-value at any look, and the decks that there were.
    lowest: (LogE, u64),
}

impl Panel {
    /// Seats those of `probes` that have a wager and are `wanted`, by their places.
    pub fn new(probes: &[Probe], design: &Design, wanted: impl Fn(usize) -> bool) -> Self {
        let wanted = probes.iter().enumerate().filter(|(at, _)| wanted(*at));
        let seat = |(probe, of): (usize, &Probe)| {
            Some(Seat {
                probe,
                wager: of.statistic().wager(design)?,
                closed: of.statistic().law().is_some(),
                e: LogE::ONE,
                lowest: (LogE::ONE, 0),
            })
        };
        Self {
            seats: wanted.filter_map(seat).collect(),
            decks: 0,
        }
    }

    /// Looks at the counts.
    pub fn look(&mut self, probes: &[Probe], seen: &Seen<'_>) {
        self.decks = seen.subjects();
        for seat in &mut self.seats {
            seat.e = seat.wager.look(seen.of(&probes[seat.probe]));
            if seat.e < seat.lowest.0 {
                seat.lowest = (seat.e, self.decks);
            }
        }
    }

    /// Forgets all decks.
    pub(crate) fn restart(&mut self, probes: &[Probe], design: &Design) {
        self.decks = 0;
        for seat in &mut self.seats {
            seat.e = LogE::ONE;
            seat.lowest = (LogE::ONE, 0);
            if !seat.closed
                && let Some(wager) = probes[seat.probe].statistic().wager(design)
            {
                seat.wager = wager;
            }
        }
    }

    /// Returns true if nobody bets.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Decks at the last look.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// The mean of the e-values.
    pub fn e(&self) -> LogE {
        LogE::mean(self.seats.iter().map(|seat| seat.e))
    }

    /// Decks of the stretch before what the loudest wager sees began, most likely: a wager loses until then, and wins from
    /// then on (Page 1954). None, unless it lost more than chance takes in a few decks.
    pub fn before(&self) -> u64 {
        let loudest = self.seats.iter().max_by_key(|seat| seat.e);
        let lost = loudest.filter(|seat| seat.lowest.0.log10() <= -1.0);
        lost.map_or(0, |seat| seat.lowest.1)
    }

    /// The probes with their e-values, from the largest.
    pub fn loudest(&self) -> Vec<(usize, LogE)> {
        let seats = self.seats.iter();
        let mut all: Vec<(usize, LogE)> = seats.map(|seat| (seat.probe, seat.e)).collect();
        sorting::by_key(&mut all, |(_, e)| std::cmp::Reverse(*e));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Never;
    use crate::simulate::{Counts, Unwatched, count};
    use deck::Block;
    use deck::kernel::Isa;
    use deck::rng::{Draws, PcgDraws};
    use source::{Source, SourceError};
    use statistic::Suite;

    /// Fair decks from a seed, a few of them sorted.
    struct Decks(PcgDraws, u64);

    impl Source for Decks {
        fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
            block.fill_sorted(if self.1 < 640 { 64 } else { 0 }, self.1);
            let cards = block.cards();
            for (at, deck) in block.decks_mut().chunks_exact_mut(cards).enumerate() {
                if at % 7 > 0 {
                    self.0.shuffle(deck);
                }
            }
            self.1 += 64;
            Ok(())
        }
    }

    fn counted(probes: &[Probe], seed: u64) -> Counts {
        let mut decks = Decks(PcgDraws::for_batch(1, "panels", 0, seed), 0);
        let all = u64::MAX;
        count(
            &mut decks,
            (12, all),
            probes,
            Isa::best(),
            &Unwatched,
            &mut Never,
        )
        .unwrap()
    }

    /// Checks that a wager called closed says the same after other decks as one that never saw
    /// them.
    #[test]
    fn closed_wagers_have_nothing_to_forget() {
        let design = Design {
            size: 12,
            trials: 640,
            replicates: 1,
        };
        let probes = Suite::Deep.probes(&design).unwrap();
        let (one, two) = (counted(&probes, 1), counted(&probes, 2));
        let mut closed = 0;
        for probe in probes
            .iter()
            .filter(|probe| probe.statistic().law().is_some())
        {
            let Some(mut wager) = probe.statistic().wager(&design) else {
                continue;
            };
            let fresh = wager.look(two.of(probe).unwrap());
            wager.look(one.of(probe).unwrap());
            assert_eq!(
                wager.look(two.of(probe).unwrap()),
                fresh,
                "{}",
                probe.name()
            );
            closed += 1;
        }
        assert!(closed > 20, "{closed}");
    }
}
