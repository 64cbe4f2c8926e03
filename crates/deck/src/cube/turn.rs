//! Turns of one face, how people write them, and what counts as one move.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{CUBIES, State};

/// An axis, and with it the face that turns about it: the one on which cubie 0 does not lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// To the right: R in the common notation. Cubies 1, 3, 5 and 7.
    X,
    /// Upwards: U in the common notation. Cubies 2, 3, 6 and 7.
    Y,
    /// To the front: F in the common notation. Cubies 4, 5, 6 and 7.
    Z,
}

impl Axis {
    /// All axes.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// 0, 1 or 2: the binary digit of a cubie's number that says on which side of this axis it lies.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of a counterclockwise turn in the document's notation.
    const fn letter(self) -> char {
        ['x', 'y', 'z'][self.index()]
    }

    /// The letter of the face in the common notation.
    pub(crate) const fn face(self) -> char {
        ['R', 'U', 'F'][self.index()]
    }
}

/// A turn of one face by one, two or three quarters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    axis: Axis,
    quarters: u8,
}

/// A text that names no turn.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "found {0} for a turn; accepted: `x`, `y`, `z` (counterclockwise), `X`, `Y`, `Z` (clockwise), `x2`, `y2`, `z2` (half), \
     or in the common notation `R`, `U`, `F` (clockwise), with `'` (counterclockwise) or `2` (half)"
)]
pub struct UnknownTurn(pub String);

impl Turn {
    /// All nine turns: by axis, then by quarters.
    pub const ALL: [Self; 9] = {
        let mut all = [Self {
            axis: Axis::X,
            quarters: 1,
        }; 9];
        let mut at = 0;
        while at < 9 {
            all[at] = Self {
                axis: Axis::ALL[at / 3],
                quarters: at as u8 % 3 + 1,
            };
            at += 1;
        }
        all
    };

    /// A turn by so many quarters counterclockwise, as seen from outside; none for a multiple of four, which moves
    /// nothing.
    pub const fn new(axis: Axis, quarters: u8) -> Option<Self> {
        match quarters % 4 {
            0 => None,
            quarters => Some(Self { axis, quarters }),
        }
    }

    /// The axis about which it turns.
    pub const fn axis(self) -> Axis {
        self.axis
    }

    /// Quarters counterclockwise: 1, 2 or 3.
    pub const fn quarters(self) -> u8 {
        self.quarters
    }

    /// Its place in [`Turn::ALL`].
    pub const fn index(self) -> usize {
        self.axis.index() * 3 + self.quarters as usize - 1
    }

    /// The turn that undoes it.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self {
            axis: self.axis,
            quarters: 4 - self.quarters,
        }
    }

    /// The state that it makes of the solved cube.
    pub const fn state(self) -> &'static State {
        &MADE[self.index()]
    }

    /// Reads a turn: lower case counterclockwise and upper case clockwise (`x`, `X`, `x2`), or the common notation
    /// (`R`, `R'`, `R2`), where a letter alone is clockwise. A typographic apostrophe is one too.
    pub fn parse(text: &str) -> Result<Self, UnknownTurn> {
        Self::read(text).ok_or_else(|| UnknownTurn(format!("`{text}`")))
    }

    fn read(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let letter = letters.next()?;
        let lower = letter.to_ascii_lowercase();
        let ours = Axis::ALL.into_iter().find(|axis| axis.letter() == lower);
        let common = Axis::ALL.into_iter().find(|axis| axis.face() == letter);
        let alone = if letter == lower { 1 } else { 3 };
        let quarters = match letters.as_str() {
            "" => alone,
            "2" => 2,
            "'" | "’" if common.is_some() => 1,
            _ => return None,
        };
        Self::new(common.or(ours)?, quarters)
    }

    /// Reads turns that follow each other, separated by blanks.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, UnknownTurn> {
        text.split_whitespace().map(Self::parse).collect()
    }
}

impl FromStr for Turn {
    type Err = UnknownTurn;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for Turn {
    /// Writes the turn as the document does: x, X, x2.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.axis.letter();
        match self.quarters {
            1 => write!(f, "{letter}"),
            2 => write!(f, "{letter}2"),
            _ => write!(f, "{}", letter.to_ascii_uppercase()),
        }
    }
}

/// Ways to count moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Quarter turns alone: six moves. A half turn takes two of them.
    Quarter,
    /// Quarter and half turns: nine moves.
    Half,
}

impl Metric {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Quarter, Self::Half];

    /// Its name in specs and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quarter => "quarter",
            Self::Half => "half",
        }
    }

    /// The metric of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// The moves.
    pub const fn turns(self) -> &'static [Turn] {
        match self {
            Self::Quarter => &QUARTERS,
            Self::Half => &Turn::ALL,
        }
    }
}

/// The quarter turns in the order of [`Turn::ALL`].
const QUARTERS: [Turn; 6] = {
    let all = Turn::ALL;
    [all[0], all[2], all[3], all[5], all[6], all[8]]
};

impl State {
    /// This state after one turn.
    #[must_use]
    pub const fn after(&self, turn: Turn) -> Self {
        self.then(turn.state())
    }

    /// This state after turns, the first one first.
    #[must_use]
    pub fn after_all(&self, turns: &[Turn]) -> Self {
        turns.iter().fold(*self, |state, &turn| state.after(turn))
    }
}

/// The state that each turn makes of the solved cube.
static MADE: [State; 9] = {
    let mut made = [State::SOLVED; 9];
    let mut at = 0;
    while at < 9 {
        let Turn { axis, quarters } = Turn::ALL[at];
        let quarter = quarter(axis);
        let mut times = 0;
        while times < quarters {
            made[at] = made[at].then(&quarter);
            times += 1;
        }
        at += 1;
    }
    made
};

/// A quarter turn counterclockwise of the solved cube. Such a turn about one axis takes what lies on the second to the
/// third and what lies on the third to the other side of the second: (b, c) becomes (−c, b).
const fn quarter(axis: Axis) -> State {
    let (a, b, c) = (axis.index(), (axis.index() + 1) % 3, (axis.index() + 2) % 3);
    let mut at = State::SOLVED.at;
    let mut turned = [0; CUBIES];
    let mut cubie = 0;
    while cubie < CUBIES {
        if cubie >> a & 1 == 1 {
            let (on_b, on_c) = (cubie >> b & 1, cubie >> c & 1);
            let to = 1 << a | (1 - on_c) << b | on_b << c;
            at[to] = cubie as u8;
            // The sticker that looked along x now looks along the other axis of the two, unless the turn is about x.
            let looks = match a {
                0 => 0,
                _ => 3 - a,
            };
            turned[to] = around(to, looks);
        }
        cubie += 1;
    }
    State { at, turned }
}

/// The number of 120° turns counterclockwise, as seen from outside, that lead at a cubicle from its
/// x face to that of an axis. At the corner of three positive sides the axes follow each other
/// counterclockwise; each side that is changed for the opposite one reverses them, as a mirror
/// does.
pub(super) const fn around(cubicle: usize, axis: usize) -> u8 {
    let mirrored = cubicle.count_ones().is_multiple_of(2);
    (if mirrored { (3 - axis) % 3 } else { axis }) as u8
}
