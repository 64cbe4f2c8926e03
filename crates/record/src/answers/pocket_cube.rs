//! `pocket-cube`: how many random moves scramble a pocket cube (2×2×2), and how far its states are from solved; the findings.

use serde::{Deserialize, Serialize};

/// The name of the question.
pub const NAME: &str = "pocket-cube";

/// The states of a pocket cube, and random moves of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PocketCube {
    /// The turns that count as one move: `half` or `quarter`.
    pub metric: String,
    /// True if no face is turned twice in a row.
    pub no_repeat: bool,
    /// States, one corner held.
    pub states: u32,
    /// Moves that solve the farthest states: God's number.
    pub farthest: usize,
    /// States by the fewest moves that solve them, from 0.
    pub distances: Vec<u32>,
    /// The mean of these moves over all states.
    pub mean_distance: f64,
    /// For each threshold, in the order in which they were asked.
    pub thresholds: Vec<Threshold>,
    /// By the number of random moves, from 0: the total variation from all states alike.
    pub total_variation: Vec<f64>,
    /// With quarter turns alone: the same from that half of the states that so many moves can reach.
    pub of_reached_half: Option<Vec<f64>>,
    /// After these numbers of random moves: how far the cube is from solved.
    pub after: Vec<After>,
    /// The findings about the rules by which states are written, if that was asked.
    pub rules: Option<Rules>,
}

/// The number of random moves that is enough.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Threshold {
    /// The total variation must be below this.
    pub below: f64,
    /// The first number of moves after which it is; null if it never is, or not within those that were followed.
    pub moves: Option<u32>,
    /// True if it is proved that it never is.
    pub never: bool,
    /// With quarter turns alone: the first number of moves after which it is, from the half of the states that they reach.
    pub of_reached_half: Option<u32>,
}

/// The cube after some random moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct After {
    /// The number of moves.
    pub moves: u32,
    /// The total variation from all states alike.
    pub total_variation: f64,
    /// The probability of each distance from the solved cube, from 0.
    pub distances: Vec<f64>,
    /// The mean distance.
    pub mean_distance: f64,
}

/// The rules by which states are written, run through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The six quarter turns.
    pub moves: Vec<Moved>,
    /// Ways to tag one face of each cubicle.
    pub conventions: u32,
    /// The conventions in which codes after each move are the codes before it, rearranged, plus those of the move, for
    /// each cubie turned in each way.
    pub compose: u32,
    /// The conventions in which the codes of each move add up to a multiple of three.
    pub sum_to_zero: u32,
    /// Pairs of a cubicle that a quarter turn empties and the one that it fills.
    pub sources: u32,
    /// Ways to tag both, for each of them.
    pub cases: u32,
    /// The number of all cases in which the three codes keep their circular order.
    pub cases_kept: u32,
    /// The pocket cube: arrangements and orientations, and states among them.
    pub pocket: Pairs,
    /// The same for the 3×3×3.
    pub three: Pairs,
}

/// The effect of a quarter turn on the solved cube.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// The turn: x, y, z counterclockwise, X, Y, Z clockwise.
    pub turn: String,
    /// By cubie, from 0: the cubicle to which it goes.
    pub goes_to: Vec<u8>,
    /// By cubicle, from 0: the orientation of the cubie there, with tags on the left and right faces.
    pub codes: Vec<u8>,
    /// The sum of these.
    pub sum: u32,
}

/// Arrangements with orientations, and how many of them are states. Each number is a double that holds it exactly.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pairs {
    /// Arrangements times orientations.
    pub pairs: f64,
    /// The pairs that turns reach, counted by what turns do to stickers.
    pub states: f64,
    /// One in so many pairs is a state.
    pub one_in: u32,
}
