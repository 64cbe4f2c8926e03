//! Draws by a rule, and what came before each batch of draws.

use super::{Facts, Outside, Source, SourceError, SourceState};
use deck::batch::Batch;
use deck::rng::Stream;
use deck::subject::{Draws, Past};
use shuffle::draws::Rule;

/// Draws one symbol after the other by a rule, which goes on from batch to batch.
#[derive(Debug)]
pub struct Drawn {
    rule: Box<dyn Rule>,
    stream: Stream,
    next: u64,
    end: u64,
}

impl Drawn {
    /// Makes the source with no draws yet: [`Source::go_on`] says how many.
    pub fn new(rule: &dyn Rule, stream: Stream) -> Self {
        Self {
            rule: rule.boxed(),
            stream,
            next: 0,
            end: 0,
        }
    }
}

impl Source<Draws> for Drawn {
    fn fill(&mut self, draws: &mut Draws) -> Result<(), SourceError> {
        draws.clear(self.next);
        let count = (self.end - self.next).min(Draws::MOST as u64);
        let stream = self.stream.draws();
        for _ in 0..count {
            draws.push(self.rule.draw(stream));
        }
        self.next += count;
        Ok(())
    }

    fn go_on(&mut self, draws: u64) {
        self.end += draws;
    }

    fn state(&self) -> Option<SourceState> {
        Some(SourceState {
            rule: self.rule.state(),
            ..SourceState::of(vec![self.stream.clone()], (self.next, self.end))
        })
    }

    fn restore(&mut self, state: SourceState) -> bool {
        let SourceState {
            mut streams,
            indices,
            rule,
            ..
        } = state;
        (self.next, self.end) = indices;
        let stream = streams.pop();
        stream.is_some_and(|stream| self.stream.go_on_as(stream)) && self.rule.restore(&rule)
    }
}

/// Tells each batch of draws what came before it: gaps and runs go on, however a sequence is cut.
#[derive(Debug)]
pub struct Remembering<S> {
    source: S,
    past: Past,
}

impl<S> Remembering<S> {
    /// Remembers from the first draw of `source` on, which has so many symbols.
    pub fn new(source: S, symbols: usize) -> Self {
        Self {
            source,
            past: Past::of(symbols),
        }
    }
}

impl<S: Source<Draws>> Source<Draws> for Remembering<S> {
    fn fill(&mut self, draws: &mut Draws) -> Result<(), SourceError> {
        self.source.fill(draws)?;
        if draws.begins() {
            self.past = Past::of(draws.size());
        }
        draws.follow(&self.past);
        for symbol in draws.drawn() {
            self.past.see(*symbol);
        }
        Ok(())
    }

    fn go_on(&mut self, draws: u64) {
        self.source.go_on(draws);
    }

    fn state(&self) -> Option<SourceState> {
        Some(SourceState {
            past: Some(self.past.clone()),
            ..self.source.state()?
        })
    }

    fn restore(&mut self, mut state: SourceState) -> bool {
        let Some(past) = state.past.take() else {
            return false;
        };
        self.past.go_on_from(past) && self.source.restore(state)
    }
}

impl<S: Outside<Draws>> Outside<Draws> for Remembering<S> {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn described(&self) -> String {
        self.source.described()
    }

    fn facts(&self) -> Facts {
        self.source.facts()
    }
}
