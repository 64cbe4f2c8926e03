//! Moves from a state to the solved one, with the exact law over all states: scrambles that are too
//! short leave the cube too near.

use super::SIZE;
use super::number::OfStates;
use crate::scalar::Number;
use crate::suite::Suite;
use crate::wager::Wager;
use crate::{Compares, Kind};
use deck::BLOCK;
use deck::batch::Batch;
use deck::cube::{Metric, STATES};
use deck::subject::States;
use laws::cube::distance::Distances;
use laws::known::Known;
use shuffle::theory::scrambles;
use text::params::Parameter;

pub(crate) const KIND: Kind = Kind {
    name: "distance",
    about: "how many moves is each state from the solved one? (exact law over all states; half turns are one move, or two)",
    plain: "how far the states are from the solved one",
    causes: "too few random moves, or moves that undo each other",
    example: "A random state is 8.76 moves from solved on average, where half turns are one move. After eleven random moves it is 6.13, since some undo others; after nineteen it is 8.06. If no face turns twice in a row, eleven moves reach 8.40.",
    compares: &Compares::Number,
    source: "all states, by going out from the solved one; the mean through the exact law of the sum",
    parameters: &[TURNS],
    cards: SIZE,
    covers: &[crate::Feature::Pieces],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::STATE,
    lagged: false,
    build: |params, design| {
        let turns = params.word(TURNS.name, &Metric::ALL.map(Metric::name))?;
        let turns = turns.and_then(Metric::named).unwrap_or(Metric::Half);
        Ok(Box::new(OfStates::new(
            Box::new(Distance { turns }),
            design.size,
        )))
    },
};

/// The key of what counts as a move.
const TURNS: Parameter = Parameter {
    name: "turns",
    about: "what counts as one move: \"half\" (quarter and half turns, the default) or \"quarter\" (these alone)",
};

#[derive(Debug)]
struct Distance {
    turns: Metric,
}

impl Number<States> for Distance {
    fn label(&self) -> &'static str {
        KIND.name
    }

    fn counted(&self) -> &str {
        scrambles::distance(self.turns)
    }

    fn title(&self) -> String {
        KIND.name.to_owned()
    }

    fn unit(&self) -> String {
        match self.turns {
            Metric::Half => "moves from solved".to_owned(),
            Metric::Quarter => "quarter turns from solved".to_owned(),
        }
    }

    fn range(&self, _size: usize) -> (u64, u64) {
        (0, Distances::get(self.turns).farthest() as u64)
    }

    fn layout_read(&self) {}

    fn values(&self, states: &States, values: &mut [u32; BLOCK]) {
        let distances = Distances::get(self.turns).all();
        for (numbered, value) in states.states().iter().take(states.len()).zip(values) {
            *value = u32::from(distances[numbered.rank as usize]);
        }
    }

    fn known_mean(&self, known: &Known) -> Option<f64> {
        known.mean(scrambles::distance(self.turns))
    }

    fn own_law(&self) -> Option<Vec<f64>> {
        let counts = Distances::get(self.turns).counts().iter();
        let law = counts.map(|&states| f64::from(states) / f64::from(STATES));
        Some(law.collect())
    }

    fn own_wager(&self, _law: &[f64], _size: usize, _width: usize) -> Option<Box<dyn Wager>> {
        None
    }

    fn words(&self, mean: f64, ideal: f64) -> String {
        let unit = match self.turns {
            Metric::Half => "moves",
            Metric::Quarter => "quarter turns",
        };
        format!("the states are {mean:.2} {unit} from solved on average; fair ones are {ideal:.2}")
    }
}
