//! Sequences: draws of symbols, one after the other.

use std::sync::Arc;

use super::view::check_numbers;
use super::{About, Planned, Refused, Runs, Stream};
use deck::rng::Generator;
use deck::subject::{Draws, Subject, Weights};
use engine::simulate::Drawing;
use reader::{Input, Log, Reading};
use record::Words;
use shuffle::draws::{self, Described};
use source::{Remembering, SourceError};
use statistic::{Design, Probe, Suite};
use text::judgement::Unaveraged;
use text::params::ParamError;

impl About for Weights {
    fn described(&self, symbols: usize) -> record::Subject {
        let size = format!("{symbols} symbols");
        let ideal = format!("a fair source of {size}");
        let words = ["draw", "draws", "draws", "source of these draws"];
        record::Subject {
            weights: Some(self.get().to_vec()),
            ..record::Subject::new(self.kind().name(), Words::new(words, size, ideal))
        }
    }

    fn read_as(&self) -> Option<&'static str> {
        Some(self.group())
    }

    fn group(&self) -> &'static str {
        "draws"
    }

    fn check_reading(&self, reading: &Reading) -> Result<(), Refused> {
        check_numbers(self.group(), reading)
    }

    fn size(&self) -> Option<usize> {
        Some(self.get().len())
    }

    fn has_cards(&self) -> bool {
        false
    }

    fn nothing_to_look_at(&self) -> Refused {
        let problem = "it is missing; accepted: draws to simulate, as in [\"independent\"], or a file of draws, as in source = { file = \"rolls.txt\" }";
        ("draws", problem.to_owned())
    }

    /// A draw has no cell but its symbol: its law is bounded.
    fn blind_to(&self) -> &'static [Unaveraged] {
        &[Unaveraged::Drift, Unaveraged::TooEven]
    }

    fn probes(&self, suite: Suite, design: &Design) -> Result<Vec<Probe>, ParamError> {
        suite.probes_on(self, design)
    }

    fn weights(&self) -> Option<&Weights> {
        Some(self)
    }
}

impl Runs for Weights {
    type Supply = Drawing;

    fn named(&self, planned: &Planned<'_>) -> Vec<Drawing> {
        let symbols = self.get().len();
        let draws = planned.origin.as_draws().iter();
        let jobs = draws.map(|Described { name, rule }| Drawing {
            rule: rule.boxed(),
            symbols,
            label: format!("draws {name}"),
            generator: planned.generator,
            seed: planned.seed.clone(),
        });
        jobs.collect()
    }

    fn ideal(&self, planned: &Planned<'_>, label: &str) -> Option<Drawing> {
        Some(Drawing {
            rule: draws::independent(self),
            symbols: self.get().len(),
            label: label.to_owned(),
            generator: Generator::DEFAULT,
            seed: planned.seed.fold(),
        })
    }

    fn open(
        &self,
        size: usize,
        input: &Input,
        reading: &Reading,
    ) -> Result<Stream<Self>, SourceError> {
        if let Some(logged) = &reading.logged {
            let draws = Log::new(Arc::clone(logged));
            return Ok(Box::new(Remembering::new(draws, size)));
        }
        let draws = input.numbers::<Draws>(size, None, reading)?;
        Ok(Box::new(Remembering::new(draws, size)))
    }
}
