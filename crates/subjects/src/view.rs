//! Views: a part of each deck.

use super::{About, Planned, Refused, Runs, Stream, whole_deck};
use deck::subject::{Shape, Subject, View};
use engine::simulate::{Job, Seeing};
use reader::{Format, Input, Reading, recorded_shape};
use record::Words;
use source::SourceError;
use statistic::{Design, Probe, Suite};
use text::params::ParamError;

impl About for View {
    fn described(&self, cards: usize) -> record::Subject {
        let (one, several) = match self.shape {
            Shape::Hands { .. } => ("deal", "deals"),
            _ => ("hand", "hands"),
        };
        let size = format!("{cards} cards ({})", self.shape);
        let ideal = format!("a fair shuffle of {size}");
        let maker = "shuffle that made these hands";
        record::Subject {
            of_decks: true,
            view: Some(self.shape.to_string()),
            ..record::Subject::new(
                self.kind().name(),
                Words::new([one, several, "hands", maker], size, ideal),
            )
        }
    }

    fn group(&self) -> &'static str {
        "hands"
    }

    fn check_reading(&self, reading: &Reading) -> Result<(), Refused> {
        match recorded_shape(reading.format) {
            Some(all) => {
                check_recorded(self, reading.format, all).map_err(|problem| ("view", problem))
            }
            None => check_numbers(self.group(), reading),
        }
    }

    fn check_cards(&self, cards: usize) -> Result<(), String> {
        self.check(cards)
    }

    fn may_be_few(&self) -> bool {
        true
    }

    fn probes(&self, suite: Suite, design: &Design) -> Result<Vec<Probe>, ParamError> {
        suite.probes_on(self, design)
    }

    fn view(&self) -> Option<&View> {
        Some(self)
    }
}

impl Runs for View {
    type Supply = Seeing;

    fn named(&self, planned: &Planned<'_>) -> Vec<Seeing> {
        let decks = whole_deck::named(planned).into_iter();
        decks.map(|decks| seeing(self, planned, decks)).collect()
    }

    fn ideal(&self, planned: &Planned<'_>, label: &str) -> Option<Seeing> {
        Some(seeing(self, planned, whole_deck::ideal(planned, label)))
    }

    fn open(
        &self,
        size: usize,
        input: &Input,
        reading: &Reading,
    ) -> Result<Stream<Self>, SourceError> {
        if recorded_shape(reading.format).is_some() {
            return Ok(Box::new(input.dealt(self, reading)?));
        }
        Ok(Box::new(input.numbers(
            size,
            Some(self.clone()),
            reading,
        )?))
    }
}

/// Views of the decks of a job.
fn seeing(view: &View, planned: &Planned<'_>, decks: Job) -> Seeing {
    Seeing {
        decks,
        view: view.clone(),
        cards: planned.size,
        isa: planned.isa,
    }
}

/// Refuses a stream that is not read as numbers; `what` is in it.
pub(super) fn check_numbers(what: &str, reading: &Reading) -> Result<(), Refused> {
    reading.check_numbers().map_err(|key| {
        let problem =
            format!("found it with {what}; accepted with these: text, whole numbers, and `base`; of a table keep the columns alone, as `cut` does");
        (key, problem)
    })
}

/// Refuses a view that a format, which records hands of the shape `all`, does not tell.
fn check_recorded(view: &View, format: Format, all: Shape) -> Result<(), String> {
    let told = match (all, view.shape) {
        (Shape::Hands { .. }, Shape::Hand(cards)) => cards == all.hand(),
        (Shape::Hands { .. }, shape @ Shape::Hands { hands, cards, .. }) => {
            // How they were dealt is not in such a record.
            let in_turn = Shape::in_turn(hands, cards);
            shape == in_turn && cards == all.hand() && hands <= all.hands()
        }
        (_, Shape::Hand(_)) => true,
        _ => false,
    };
    if told {
        return Ok(());
    }
    let accepted = match all {
        Shape::Hands { .. } => format!(
            "--view {all}, or --view hand:{} for the first seat, North",
            all.hand()
        ),
        _ => format!("--view {all}"),
    };
    Err(format!(
        "found `{}` with {}; accepted: {accepted}",
        view.shape,
        format.name()
    ))
}
