//! The tests that calibrations make, and the family that they are judged in.

use deck::subject::WholeDeck;
use engine::verdict::battery::tested_on;
use statistic::{Design, Effort, Probe, Suite};

/// The statistics of `suite` that make tests of whole decks, and of which no assessment takes more than `most`.
pub(crate) fn tested(suite: Suite, design: &Design, most: Effort) -> Vec<Probe> {
    tested_on(suite, &WholeDeck, design, most)
}
