//! The first draws as they are: for what compares draws far apart.

use crate::Tally;
use crate::counter::{Counter, Keeps};
use crate::tally::{Kept, Notes};
use deck::batch::Batch as _;
use deck::subject::Draws;

/// Keeps the first draws, a byte for each.
pub(super) const FIRST_DRAWS: &dyn Counter<Draws> = &FirstDraws;

/// Draws that are kept, at the most.
pub(super) const MOST_DRAWS: usize = 1 << 17;

/// Symbols that a byte tells apart.
pub(super) const MOST_SYMBOLS: usize = 256;

/// The draws that [`FIRST_DRAWS`] kept, in order.
pub(super) fn first_draws(tally: &Tally) -> Vec<u8> {
    let kept = tally.kept().in_order();
    kept.iter().flat_map(|(_, byte)| *byte).copied().collect()
}

#[derive(Debug)]
struct FirstDraws;

impl Counter<Draws> for FirstDraws {
    fn name(&self) -> &'static str {
        "first-draws"
    }

    fn cells(&self, _symbols: usize) -> usize {
        0
    }

    fn layout(&self) {}

    fn count(&self, _draws: &Draws, _cells: &mut [u64], _: &mut Notes) {}

    fn keeps(&self, _symbols: usize) -> Keeps {
        Keeps {
            decks: MOST_DRAWS as u64,
            width: 1,
            ..Keeps::default()
        }
    }

    fn keep(&self, draws: &Draws, kept: &mut Kept) {
        for (index, symbol) in (draws.first()..).zip(draws.drawn()) {
            kept.push(index, [*symbol as u8]);
        }
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::{Design, Evidence, Outcome, build_on};
    use deck::kernel::Isa;
    use deck::rng::PcgDraws;
    use deck::subject::Weights;
    use laws::known::Known;
    use text::params::Table;

    /// The p-value and the words of the only test of a statistic, of draws that `next` makes from those before: so many,
    /// with a seed.
    pub fn tested(
        name: &str,
        weights: &[u32],
        (draws, seed): (usize, u64),
        mut next: impl FnMut(&[u16], &mut PcgDraws) -> u16,
    ) -> (f64, String) {
        let weights = Weights::new(weights.to_vec()).unwrap();
        let symbols = weights.get().len();
        let design = Design {
            size: symbols,
            trials: draws as u64,
            replicates: 1,
        };
        let mut random = PcgDraws::for_batch(u128::from(seed), name, 0, 0);
        let mut drawn: Vec<u16> = Vec::new();
        for _ in 0..draws {
            let symbol = next(&drawn, &mut random);
            drawn.push(symbol);
        }
        let mut tally = Tally::empty(FIRST_DRAWS, symbols);
        for (at, part) in drawn.chunks(4096).enumerate() {
            let mut batch = Draws::new(symbols, Isa::best());
            batch.clear(4096 * at as u64);
            for symbol in part {
                batch.push(*symbol);
            }
            tally.count(FIRST_DRAWS, &batch);
        }
        let probe = build_on(&weights, name, Table::new(), &design).unwrap();
        let evidence = Evidence {
            lag: 0,
            design,
            tally: &tally,
            series: None,
            known: &Known::default(),
            level: 1e-6,
            wanted: crate::Wanted::InFull,
            lines: None,
        };
        let test = probe.assess(&evidence).tests.remove(0);
        match test.outcome {
            Outcome::P(p) => (p.get(), test.words),
            Outcome::TooFew { .. } => (1.0, test.words),
        }
    }
}
