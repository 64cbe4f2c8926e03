//! A whole number of each state, with its exact law: judged as numbers of decks are, and told in words for states.

use std::borrow::Cow;

use super::{event_of_states, of_states};
use crate::event::Event;
use crate::scalar::{Number, OfDecks};
use crate::wager::Wager;
use crate::{AnyCounter, Assessment, Column, Design, Detectable, Evidence, Statistic, Tally};
use deck::subject::States;
use text::figures::{Declaration, Figures};

/// A number of each state.
#[derive(Debug)]
pub(super) struct OfStates(OfDecks<States>);

impl OfStates {
    /// The statistic of `number`, for batches of this size.
    pub fn new(number: Box<dyn Number<States>>, size: usize) -> Self {
        Self(OfDecks::of(number, size))
    }
}

impl Statistic for OfStates {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn counter(&self) -> AnyCounter<'_> {
        self.0.counter()
    }

    fn tests(&self) -> Vec<&'static str> {
        self.0.tests()
    }

    fn law(&self) -> Option<Vec<f64>> {
        self.0.law()
    }

    fn wager(&self, design: &Design) -> Option<Box<dyn Wager>> {
        self.0.wager(design)
    }

    fn event(&self, tally: &Tally, figures: &Figures) -> Option<Event> {
        self.0.event(tally, figures).map(event_of_states)
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let mut figures = self.0.figures(design);
        for figure in &mut figures {
            figure.unit = Cow::Owned(of_states(&figure.unit));
        }
        figures
    }

    fn columns(&self) -> Vec<Column> {
        self.0.columns()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let mut assessment = self.0.assess(evidence);
        for test in &mut assessment.tests {
            test.title = of_states(&test.title);
            test.words = of_states(&test.words);
            test.detectable = test.detectable.take().map(|found| Detectable {
                unit: of_states(&found.unit),
                ..found
            });
        }
        assessment
    }
}
