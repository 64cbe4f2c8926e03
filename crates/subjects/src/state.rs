//! States of a puzzle: what scrambles leave.

use super::{About, Planned, Refused, Runs, Stream};
use deck::rng::Generator;
use deck::subject::{Puzzle, Subject};
use engine::simulate::Scrambles;
use laws::cube::walk::Draw;
use laws::known::Known;
use reader::{Format, Input, Reading};
use record::Words;
use shuffle::theory::scrambles::{self, Moves};
use source::{Scramble, SourceError};
use statistic::{Design, Probe, Suite};
use text::judgement::Unaveraged;
use text::names::grouped;
use text::params::ParamError;

impl About for Puzzle {
    fn described(&self, states: usize) -> record::Subject {
        let states = grouped(states as u64);
        let puzzle = Self::name(*self).replace('-', " ");
        let maker = "scrambler that made these states";
        let words = Words::new(
            ["state", "states", "states", maker],
            format!("{states} states of a {puzzle}"),
            format!("a fair scramble of a {puzzle}, with its {states} states"),
        );
        record::Subject {
            puzzle: Some(Self::name(*self).to_owned()),
            ..record::Subject::new(self.kind().name(), words)
        }
    }

    fn read_as(&self) -> Option<&'static str> {
        Some(self.group())
    }

    fn group(&self) -> &'static str {
        "states"
    }

    /// They are read as text, with nothing of what is particular to other subjects.
    fn check_reading(&self, reading: &Reading) -> Result<(), Refused> {
        let format = !matches!(reading.format, Format::Auto | Format::Text);
        let particular = [
            ("format", format),
            ("base", reading.base.is_some()),
            ("rows", reading.rows.is_some()),
        ];
        let ours = particular.into_iter().find(|(_, given)| *given);
        let other = || reading.check_numbers().err();
        let Some(key) = ours.map(|(key, _)| key).or_else(other) else {
            return Ok(());
        };
        let problem = "found it with states; accepted: text, on each line a scramble or the number of a state";
        Err((key, problem.to_owned()))
    }

    fn size(&self) -> Option<usize> {
        Some(self.states())
    }

    fn has_cards(&self) -> bool {
        false
    }

    fn nothing_to_look_at(&self) -> Refused {
        let problem = "it is missing; accepted: scrambles to simulate, as in [\"random-state\"], or a file of them, as in source = { file = \"scrambles.txt\" }";
        ("scrambles", problem.to_owned())
    }

    /// A state has no cell but itself: its law is bounded.
    fn blind_to(&self) -> &'static [Unaveraged] {
        &[Unaveraged::Drift, Unaveraged::TooEven]
    }

    fn probes(&self, suite: Suite, design: &Design) -> Result<Vec<Probe>, ParamError> {
        suite.probes_on(self, design)
    }

    fn puzzle(&self) -> Option<&'static str> {
        Some(Self::name(*self))
    }
}

impl Runs for Puzzle {
    type Supply = Scrambles;

    fn named(&self, planned: &Planned<'_>) -> Vec<Scrambles> {
        let named = planned.origin.as_scrambles().iter();
        let jobs = named.map(|(name, scramble)| Scrambles {
            scramble: *scramble,
            label: format!("scrambles {name}"),
            generator: planned.generator,
            seed: planned.seed.clone(),
        });
        jobs.collect()
    }

    fn ideal(&self, planned: &Planned<'_>, label: &str) -> Option<Scrambles> {
        Some(Scrambles {
            scramble: Scramble::RandomState,
            label: label.to_owned(),
            generator: Generator::DEFAULT,
            seed: planned.seed.fold(),
        })
    }

    fn known(&self, jobs: &[Scrambles], _size: usize, _subjects: u64) -> Vec<Known> {
        let moves = jobs.iter().map(|job| match job.scramble {
            Scramble::RandomState => None,
            Scramble::RandomMoves(moves) => Some(Moves {
                number: moves.moves,
                metric: moves.turns,
                draw: if moves.no_repeat {
                    Draw::OtherFace
                } else {
                    Draw::Any
                },
            }),
        });
        scrambles::known_of_scrambles(&moves.collect::<Vec<_>>())
    }

    fn open(
        &self,
        _size: usize,
        input: &Input,
        _reading: &Reading,
    ) -> Result<Stream<Self>, SourceError> {
        Ok(Box::new(input.states()?))
    }
}
