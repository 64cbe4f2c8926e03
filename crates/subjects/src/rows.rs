//! Rows with decks of their own: hands from decks that differ.

use super::{About, Planned, Refused, Runs, Stream};
use deck::subject::{Kind, OwnDecks, Rows, Subject};
use engine::simulate::Nothing;
use reader::{Input, Reading};
use record::Words;
use source::SourceError;
use statistic::{Design, Probe, Suite};
use text::judgement::Unaveraged;
use text::params::ParamError;

impl About for OwnDecks {
    fn described(&self, _size: usize) -> record::Subject {
        let never = "The tests look only at the number of cards of the class: nothing else is known of these hands (colddeck \
                     list statistics)";
        let maker = "shuffle that made these hands";
        let ideal = "a fair shuffle of the same decks".to_owned();
        let words = Words::new(
            ["hand", "hands", "rows", maker],
            "different decks".to_owned(),
            ideal,
        );
        let never = Some(never.to_owned());
        record::Subject::new(self.kind().name(), Words { never, ..words })
    }

    fn group(&self) -> &'static str {
        "rows"
    }

    fn group_in_messages(&self) -> &'static str {
        Kind::ROWS.plural()
    }

    fn check_reading(&self, reading: &Reading) -> Result<(), Refused> {
        reading.check_rows().map_err(|key| {
            let problem = if key == "rows" {
                "it is missing; accepted: the places of the values, as in { deck = \"cards\", copies = \"lands\", drawn = 7, found = \"lands-in-hand\" }"
            } else {
                "found it with rows that have decks of their own; accepted: csv or 17lands, and the names of columns"
            };
            (key, problem.to_owned())
        })
    }

    fn size(&self) -> Option<usize> {
        Some(Rows::SIZE)
    }

    fn is_judged_alone(&self) -> bool {
        true
    }

    fn nothing_to_look_at(&self) -> Refused {
        let problem = "it is missing; accepted: a file of rows, as in { file = \"games.csv\", rows = { deck = \"cards\", copies = \"lands\", drawn = 7, found = \"lands-in-hand\" } }";
        ("source", problem.to_owned())
    }

    fn blind_to(&self) -> &'static [Unaveraged] {
        &[Unaveraged::Drift, Unaveraged::TooEven]
    }

    fn probes(&self, suite: Suite, design: &Design) -> Result<Vec<Probe>, ParamError> {
        suite.probes_on(self, design)
    }
}

impl Runs for OwnDecks {
    type Supply = Nothing<Rows>;

    fn named(&self, _planned: &Planned<'_>) -> Vec<Nothing<Rows>> {
        Vec::new()
    }

    fn ideal(&self, _planned: &Planned<'_>, _label: &str) -> Option<Nothing<Rows>> {
        None
    }

    fn open(
        &self,
        _size: usize,
        input: &Input,
        reading: &Reading,
    ) -> Result<Stream<Self>, SourceError> {
        Ok(Box::new(input.rows(reading)?))
    }
}
