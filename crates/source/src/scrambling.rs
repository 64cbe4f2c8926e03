//! Scrambles that are made here: states drawn at random, and random moves from the solved puzzle.

use std::ops::{Range, RangeInclusive};

use super::{Source, SourceError, SourceState};
use deck::batch::Batch;
use deck::cube::{Metric, STATES, State, Turn};
use deck::rng::{Draws, Stream};
use deck::subject::States;

/// Moves of a scramble.
pub const MOVES: RangeInclusive<u32> = 1..=1000;

/// A way to scramble a pocket cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scramble {
    /// Every state is equally likely: the ideal.
    RandomState,
    /// Random moves, one after the other, from the solved cube.
    RandomMoves(RandomMoves),
}

/// Random moves, all that are allowed equally likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomMoves {
    /// Their number.
    pub moves: u32,
    /// The metric: it says what counts as a move.
    pub turns: Metric,
    /// True if no face is turned twice in a row.
    pub no_repeat: bool,
}

impl Scramble {
    /// The name of the kind in specs of states drawn at random.
    pub const RANDOM_STATE: &'static str = "random-state";

    /// The name of the kind in specs of random moves.
    pub const RANDOM_MOVES: &'static str = "random-moves";

    /// Its name in records and claims.
    pub fn name(self) -> String {
        match self {
            Self::RandomState => Self::RANDOM_STATE.to_owned(),
            Self::RandomMoves(RandomMoves {
                moves,
                turns,
                no_repeat,
            }) => {
                let name = format!("{} {moves} {}", Self::RANDOM_MOVES, turns.name());
                if no_repeat {
                    format!("{name} no-repeat")
                } else {
                    name
                }
            }
        }
    }
}

/// Scrambles, one after the other.
#[derive(Debug)]
pub struct Scrambling {
    scramble: Scramble,
    stream: Stream,
    indices: Range<u64>,
}

impl Scrambling {
    /// The scrambles with these indices.
    pub fn new(scramble: Scramble, stream: Stream, indices: Range<u64>) -> Self {
        Self {
            scramble,
            stream,
            indices,
        }
    }
}

impl Source<States> for Scrambling {
    fn fill(&mut self, states: &mut States) -> Result<(), SourceError> {
        states.clear(self.indices.start);
        let left = self.indices.end - self.indices.start;
        let count = left.min(States::MOST as u64);
        let draws = self.stream.draws();
        for _ in 0..count {
            states.push(scrambled(self.scramble, draws));
        }
        self.indices.start += count;
        Ok(())
    }

    fn go_on(&mut self, scrambles: u64) {
        self.indices.end += scrambles;
    }

    fn state(&self) -> Option<SourceState> {
        let indices = (self.indices.start, self.indices.end);
        Some(SourceState::of(vec![self.stream.clone()], indices))
    }

    fn restore(&mut self, mut state: SourceState) -> bool {
        self.indices = state.indices.0..state.indices.1;
        let stream = state.streams.pop();
        stream.is_some_and(|stream| self.stream.go_on_as(stream))
    }
}

/// One scramble.
fn scrambled(scramble: Scramble, draws: &mut dyn Draws) -> State {
    match scramble {
        Scramble::RandomState => State::of_rank(draws.below(STATES)).unwrap_or(State::SOLVED),
        Scramble::RandomMoves(moves) => moved(moves, draws),
    }
}

fn moved(moves: RandomMoves, draws: &mut dyn Draws) -> State {
    let all = moves.turns.turns();
    let (mut state, mut last) = (State::SOLVED, None::<Turn>);
    for _ in 0..moves.moves {
        let turn = match last {
            // The moves of a face stand together, as many for each: those of the last face are stepped over.
            Some(last) if moves.no_repeat => {
                let each = all.len() / FACES;
                let at = draws.below((all.len() - each) as u32) as usize;
                let barred = last.axis().index() * each;
                all[if at < barred { at } else { at + each }]
            }
            _ => all[draws.below(all.len() as u32) as usize],
        };
        state = state.after(turn);
        last = Some(turn);
    }
    state
}

/// Faces that turn.
const FACES: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use deck::kernel::Isa;
    use deck::rng::{Generator, Seed};

    fn source(scramble: Scramble, number: u64) -> Scrambling {
        let stream = Generator::DEFAULT.stream(&Seed::Integer(3), "scrambles", 0, 0);
        Scrambling::new(scramble, stream.unwrap(), 0..number)
    }

    /// The numbers of so many states.
    fn many(scramble: Scramble, number: u64) -> Vec<u32> {
        let mut source = source(scramble, number);
        let mut states = States::new(STATES as usize, Isa::best());
        let mut ranks = Vec::new();
        while {
            source.fill(&mut states).unwrap();
            !states.is_empty()
        } {
            ranks.extend(states.states().iter().map(|state| state.rank));
        }
        ranks
    }

    fn moves(moves: u32, turns: Metric, no_repeat: bool) -> Scramble {
        Scramble::RandomMoves(RandomMoves {
            moves,
            turns,
            no_repeat,
        })
    }

    #[test]
    fn scrambles_are_handed_out_in_batches_until_they_end() {
        let mut source = source(Scramble::RandomState, 100);
        let mut states = States::new(STATES as usize, Isa::best());
        let mut found = Vec::new();
        for (first, len) in [(0, 64), (64, 36), (100, 0)] {
            source.fill(&mut states).unwrap();
            assert_eq!((states.first(), states.len()), (first, len));
            found.extend(states.states().iter().map(|state| state.rank));
        }
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 100);
        source.go_on(1);
        source.fill(&mut states).unwrap();
        assert_eq!((states.first(), states.len()), (100, 1));
    }

    /// One move leads to each of its states and to no other; two to all that they can lead to.
    #[test]
    fn each_allowed_move_comes_and_no_other() {
        for (turns, no_repeat, distinct) in [
            // The states at distance 0, 1 and 2: of two moves without a repeat, those at 2 alone.
            (Metric::Quarter, false, [6, 1 + 27]),
            (Metric::Quarter, true, [6, 24]),
            (Metric::Half, false, [9, 1 + 9 + 54]),
            (Metric::Half, true, [9, 54]),
        ] {
            for (number, distinct) in (1..).zip(distinct) {
                let mut ranks = many(moves(number, turns, no_repeat), 4000);
                ranks.sort_unstable();
                ranks.dedup();
                assert_eq!(ranks.len(), distinct, "{turns:?} {no_repeat} {number}");
            }
        }
    }

    #[test]
    fn scrambles_have_names_that_tell_them_apart() {
        let names = [
            (Scramble::RandomState, "random-state"),
            (moves(11, Metric::Half, false), "random-moves 11 half"),
            (
                moves(12, Metric::Quarter, true),
                "random-moves 12 quarter no-repeat",
            ),
        ];
        for (scramble, name) in names {
            assert_eq!(scramble.name(), name);
        }
    }

    #[test]
    fn the_stream_is_frozen() {
        assert_eq!(
            many(Scramble::RandomState, 3),
            [341_420, 2_551_086, 2_023_501]
        );
        assert_eq!(
            many(moves(11, Metric::Half, false), 3),
            [2_469_228, 2_296_937, 706_875]
        );
        assert_eq!(
            many(moves(12, Metric::Quarter, true), 3),
            [3_351_398, 754_463, 889_743]
        );
    }
}
