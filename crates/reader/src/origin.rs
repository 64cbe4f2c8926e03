//! The origins of the subjects of an experiment. The list of origins is matched here and nowhere else: whoever
//! has one asks it.

use std::fmt;

use super::{Input, Program, Reading};
use deck::rng::Generator;
use shuffle::draws::Described;
use shuffle::routine::Routine;
use source::{Closure, Scramble};

/// The place that the subjects of an experiment come from.
pub struct Origin<'a>(Place<'a>);

/// All places that there are.
enum Place<'a> {
    /// Draws by rules, simulated here.
    Draws(Vec<Described>),
    /// Scrambles of a puzzle, simulated here: of each, its name and how it is made.
    Scrambles(Vec<(String, Scramble)>),
    /// Routines, which are simulated, in order.
    Routines(Vec<Routine>),
    /// A stream of decks that something else shuffled.
    Stream { input: Input, reading: Reading },
    /// A program that writes decks while it runs.
    Program { program: Program, reading: Reading },
    /// A closure that shuffles a deck.
    Closure(Closure<'a>),
}

impl<'a> Origin<'a> {
    /// Draws by rules, simulated here.
    pub fn draws(draws: Vec<Described>) -> Self {
        Self(Place::Draws(draws))
    }

    /// Scrambles of a puzzle, simulated here: of each, its name and how it is made.
    pub fn scrambles(scrambles: Vec<(String, Scramble)>) -> Self {
        Self(Place::Scrambles(scrambles))
    }

    /// Routines, which are simulated, in order; no two are the same. None at all if the spec only asks questions.
    pub fn routines(routines: Vec<Routine>) -> Self {
        Self(Place::Routines(routines))
    }

    /// A stream of decks that something else shuffled, and how it is read.
    pub fn stream(input: Input, reading: Reading) -> Self {
        Self(Place::Stream { input, reading })
    }

    /// A program that writes decks while it runs, and how its decks are read.
    pub fn program(program: Program, reading: Reading) -> Self {
        Self(Place::Program { program, reading })
    }

    /// A closure that shuffles a deck.
    pub fn closure(shuffle: Closure<'a>) -> Self {
        Self(Place::Closure(shuffle))
    }

    /// The draws; none if there are none here.
    pub fn as_draws(&self) -> &[Described] {
        match &self.0 {
            Place::Draws(draws) => draws,
            _ => &[],
        }
    }

    /// The scrambles; none if there are none here.
    pub fn as_scrambles(&self) -> &[(String, Scramble)] {
        match &self.0 {
            Place::Scrambles(scrambles) => scrambles,
            _ => &[],
        }
    }

    /// The routines; none if the decks come from elsewhere.
    pub fn as_routines(&self) -> &[Routine] {
        match &self.0 {
            Place::Routines(routines) => routines,
            _ => &[],
        }
    }

    /// The stream, if it is one, and how it is read.
    pub fn as_stream(&self) -> Option<(&Input, &Reading)> {
        match &self.0 {
            Place::Stream { input, reading } => Some((input, reading)),
            _ => None,
        }
    }

    /// The program, if it is one, and how its decks are read.
    pub fn as_program(&self) -> Option<(&Program, &Reading)> {
        match &self.0 {
            Place::Program { program, reading } => Some((program, reading)),
            _ => None,
        }
    }

    /// The closure, if it is one.
    pub fn as_closure(&self) -> Option<Closure<'a>> {
        match &self.0 {
            Place::Closure(shuffle) => Some(*shuffle),
            _ => None,
        }
    }

    /// The rules by which a stream or the decks of a program are read.
    pub fn reading(&self) -> Option<&Reading> {
        match &self.0 {
            Place::Stream { reading, .. } | Place::Program { reading, .. } => Some(reading),
            _ => None,
        }
    }

    /// The names of what is simulated here, but for the control.
    pub fn names(&self) -> Vec<&str> {
        match &self.0 {
            Place::Draws(draws) => draws.iter().map(|drawn| drawn.name.as_str()).collect(),
            Place::Scrambles(all) => all.iter().map(|(name, _)| name.as_str()).collect(),
            Place::Routines(routines) => routines.iter().map(Routine::name).collect(),
            Place::Stream { .. } | Place::Program { .. } | Place::Closure(_) => Vec::new(),
        }
    }

    /// The place of what a claim names so; what is read from a stream has the name `read_as`, if any.
    pub fn place_of(&self, name: &str, read_as: Option<&str>) -> Option<usize> {
        match &self.0 {
            Place::Draws(draws) => draws.iter().position(|drawn| drawn.name == name),
            Place::Scrambles(all) => all.iter().position(|(known, _)| known == name),
            Place::Stream { .. } => (read_as == Some(name)).then_some(0),
            Place::Routines(routines) => routines
                .iter()
                .position(|routine| routine.canonical() == name),
            Place::Program { .. } | Place::Closure(_) => None,
        }
    }

    /// Tells whether all that is looked at is simulated here.
    pub fn is_simulated(&self) -> bool {
        match &self.0 {
            Place::Draws(_) | Place::Scrambles(_) | Place::Routines(_) => true,
            Place::Stream { .. } | Place::Program { .. } | Place::Closure(_) => false,
        }
    }

    /// Tells whether each subject is made alone: it cannot depend on those before it, as a draw by a rule can.
    pub fn makes_each_alone(&self) -> bool {
        matches!(self.0, Place::Routines(_) | Place::Scrambles(_))
    }

    /// The generator of its own random numbers, or of what is simulated where nobody names one.
    pub fn generator(&self) -> Generator {
        match self.0 {
            Place::Closure(_) => Generator::Pcg64,
            _ => Generator::DEFAULT,
        }
    }
}

impl fmt::Debug for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Draws(draws) => f.debug_tuple("Draws").field(draws).finish(),
            Place::Scrambles(all) => f.debug_tuple("Scrambles").field(all).finish(),
            Place::Routines(routines) => f.debug_tuple("Routines").field(routines).finish(),
            Place::Stream { input, .. } => f.debug_tuple("Stream").field(input).finish(),
            Place::Program { program, .. } => f.debug_tuple("Program").field(program).finish(),
            Place::Closure(_) => f.write_str("Closure"),
        }
    }
}
