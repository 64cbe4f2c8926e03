//! Ideal draws to compare few draws with: see [`crate::ideal`].

use crate::counter::Counter;
use crate::ideal;
use crate::{Outcome, Tally};
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::rng::PcgDraws;
use deck::subject::{Draws, Weights};
use laws::tail::PValue;
use shuffle::draws::{self, Rule};

/// Draws up to which p-values come from ideal draws: a fraction of a second, and above, expected counts suffice.
pub(super) const FEW_DRAWS: u64 = 500;

/// Draws below which no test has a result: of a handful everything is ordinary.
const FEWEST_DRAWS: u64 = 10;

/// Returns the outcome for so many draws if they are too few.
pub(super) fn enough(draws: u64) -> Option<Outcome> {
    (draws < FEWEST_DRAWS).then_some(Outcome::TooFew {
        needed: FEWEST_DRAWS,
    })
}

/// Sequences of ideal draws, by their length; copies share them.
#[derive(Debug, Clone, Default)]
pub(super) struct Ideal(ideal::Ideal<Room>);

/// The state from which the next sequence is made.
#[derive(Debug)]
struct Room {
    rule: Box<dyn Rule>,
    draws: PcgDraws,
    batch: Draws,
    tally: Tally,
}

impl Ideal {
    /// The probability that so many ideal draws have a measure of at least `found`.
    pub fn tail(
        &self,
        weights: &Weights,
        counter: &dyn Counter<Draws>,
        draws: u64,
        found: f64,
        measure: impl Fn(&Tally) -> f64,
    ) -> Outcome {
        let symbols = weights.get().len();
        let room = || Room {
            rule: draws::independent(weights),
            draws: PcgDraws::for_batch(0, counter.name(), draws, u64::from(weights.total())),
            batch: Draws::new(symbols, Isa::best()),
            tally: Tally::empty(counter, symbols),
        };
        let next = |room: &mut Room| {
            room.batch.clear(0);
            for _ in 0..draws {
                room.batch.push(room.rule.draw(&mut room.draws));
            }
            room.tally.clear();
            room.tally.count(counter, &room.batch);
            measure(&room.tally)
        };
        Outcome::P(PValue::new(self.0.tail(draws, (found, 1.0), room, next)))
    }
}
