//! `pocket-cube`: how many random moves scramble a pocket cube (2×2×2), and how far its states are from solved.

mod page;

use serde::{Deserialize, Serialize};

pub(super) use page::page;

use super::question::{Kind, Topic, ask};
use super::{Parameter, Read};
use crate::cube::tags::CONVENTIONS;
use crate::cube::{Axis, CUBIES, Metric, STATES, Turn};
use crate::exact::cube::distance::Distances;
use crate::exact::cube::rules::{Constrained, cases, conventions};
use crate::exact::cube::walk::{Draw, Walk};

/// The most moves that are followed: some ten seconds.
const MOST_MOVES: u64 = 200;

pub(super) const QUESTION: Kind = Kind {
    name: "pocket-cube",
    about: "How many random moves scramble a pocket cube (2x2x2), and how far its states are from solved",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "metric",
            "WHAT",
            Read::Word(|| Metric::ALL.map(Metric::name).to_vec()),
            "What counts as one move: half (quarter and half turns) or quarter (quarter turns alone)",
        )
        .default("half"),
        Parameter::new(
            "no-repeat",
            "",
            Read::Flag,
            "Never turn the face that was turned just before",
        ),
        Parameter::new(
            "below",
            "D,D",
            Read::Numbers(1e-6..=0.99),
            "How near: the total variation that it must be below",
        )
        .default(".25"),
        Parameter::new(
            "moves",
            "K,K",
            Read::Different(0..=MOST_MOVES),
            "Tell how far the cube is from solved after so many random moves; default: as many as scramble it",
        ),
        Parameter::new(
            "rules",
            "",
            Read::Flag,
            "Run through the rules by which states are written, with all tags; count states, those of the 3x3x3 too",
        ),
    ],
    ask: |given| {
        let metric: String = given.value("metric");
        let asked = Asked {
            metric: Metric::named(&metric).unwrap_or(Metric::Half),
            draw: match given.get("no-repeat") {
                Some(true) => Draw::OtherFace,
                _ => Draw::Any,
            },
            below: given.value("below"),
            moves: given.get("moves").unwrap_or_default(),
            rules: given.get("rules") == Some(true),
        };
        ask(move |_| Ok(PocketCube::of(&asked)))
    },
};

/// The parameters of the question.
#[derive(Debug, Clone)]
struct Asked {
    metric: Metric,
    draw: Draw,
    below: Vec<f64>,
    moves: Vec<u32>,
    rules: bool,
}

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

impl From<Turn> for Moved {
    fn from(turn: Turn) -> Self {
        let (state, back) = (turn.state(), turn.inverse().state());
        Self {
            turn: turn.to_string(),
            goes_to: back.at().to_vec(),
            codes: state.turned().to_vec(),
            sum: state.turned().iter().map(|&code| u32::from(code)).sum(),
        }
    }
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

impl From<Constrained> for Pairs {
    fn from(found: Constrained) -> Self {
        Self {
            pairs: found.pairs as f64,
            states: found.states as f64,
            one_in: found.one_in() as u32,
        }
    }
}

impl PocketCube {
    /// Answers the question.
    fn of(asked: &Asked) -> Self {
        let distances = Distances::get(asked.metric);
        let walked = Walked::of(asked, distances);
        Self {
            metric: asked.metric.name().to_owned(),
            no_repeat: asked.draw == Draw::OtherFace,
            states: STATES,
            farthest: distances.farthest(),
            distances: distances.counts().to_vec(),
            mean_distance: distances.mean(),
            thresholds: (asked.below.iter())
                .map(|&below| walked.threshold(below))
                .collect(),
            total_variation: walked.total_variation,
            of_reached_half: walked.of_reached_half,
            after: walked.after,
            rules: asked.rules.then(Rules::run_through),
        }
    }
}

/// Quarter turns alone stay at a half or more of all states; below that only the half of them that they reach comes near.
fn near_half(below: f64, within: Option<f64>) -> bool {
    below <= 0.5 && within.is_some_and(|within| within < below)
}

/// The observations made while random moves were followed.
#[derive(Debug)]
struct Walked {
    total_variation: Vec<f64>,
    of_reached_half: Option<Vec<f64>>,
    after: Vec<After>,
}

impl Walked {
    /// Follows random moves until all thresholds are passed and all numbers of moves that were asked about are seen.
    fn of(asked: &Asked, distances: &Distances) -> Self {
        let most_asked = asked.moves.iter().max().copied().unwrap_or(0);
        let mut walk = Walk::new(asked.metric, asked.draw);
        let quarter = asked.metric == Metric::Quarter;
        let mut walked = Self {
            total_variation: Vec::new(),
            of_reached_half: quarter.then(Vec::new),
            after: Vec::new(),
        };
        let mut passed = vec![false; asked.below.len()];
        loop {
            let distance = walk.total_variation();
            let within = walk.of_reached_half();
            walked.total_variation.push(distance);
            if let (Some(all), Some(within)) = (&mut walked.of_reached_half, within) {
                all.push(within);
            }
            let before = passed.iter().filter(|passed| **passed).count();
            for (passed, &below) in passed.iter_mut().zip(&asked.below) {
                *passed |= distance < below || near_half(below, within);
            }
            let now = passed.iter().filter(|passed| **passed).count();
            let wanted = match asked.moves.as_slice() {
                [] => now > before,
                moves => moves.contains(&walk.moves()),
            };
            if wanted {
                walked.after.push(After::of(&walk, distance, distances));
            }
            let done = now == passed.len() && walk.moves() >= most_asked;
            if done || u64::from(walk.moves()) == MOST_MOVES {
                return walked;
            }
            walk.step();
        }
    }

    /// Counts how many moves a threshold takes.
    fn threshold(&self, below: f64) -> Threshold {
        let first = |list: &[f64]| list.iter().position(|&there| there < below);
        let moves = first(&self.total_variation).map(|moves| moves as u32);
        let within = self.of_reached_half.as_deref();
        Threshold {
            below,
            moves,
            never: moves.is_none() && within.is_some() && below <= 0.5,
            of_reached_half: within.and_then(first).map(|moves| moves as u32),
        }
    }
}

impl After {
    fn of(walk: &Walk, total_variation: f64, distances: &Distances) -> Self {
        let law = walk.distances(distances);
        let mean = (0..).zip(&law).map(|(distance, p)| f64::from(distance) * p);
        Self {
            moves: walk.moves(),
            total_variation,
            mean_distance: mean.sum(),
            distances: law,
        }
    }
}

impl Rules {
    /// Runs through all conventions, all cases, all stickers.
    fn run_through() -> Self {
        let found = conventions();
        let turned = |turn: &Turn, from: usize| from >> turn.axis().index() & 1 == 1;
        let sources = Metric::Quarter.turns().iter().flat_map(|turn| {
            let of_turn = (0..CUBIES).filter(move |from| turned(turn, *from));
            of_turn.map(move |from| cases(*turn, from))
        });
        let each: Vec<(u32, u32)> = sources.collect();
        Self {
            moves: Metric::Quarter
                .turns()
                .iter()
                .map(|&turn| turn.into())
                .collect(),
            conventions: CONVENTIONS,
            compose: found.compose,
            sum_to_zero: found.sum_to_zero,
            sources: each.len() as u32,
            cases: (Axis::ALL.len() * Axis::ALL.len()) as u32,
            cases_kept: each.iter().map(|(_, kept)| kept).sum(),
            pocket: Constrained::pocket().into(),
            three: Constrained::three().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(metric: Metric) -> Asked {
        Asked {
            metric,
            draw: Draw::OtherFace,
            below: vec![0.99, 0.6],
            moves: Vec::new(),
            rules: false,
        }
    }

    #[test]
    fn it_is_followed_until_the_last_threshold_is_passed() {
        let found = PocketCube::of(&asked(Metric::Half));
        let moves: Vec<Option<u32>> = found.thresholds.iter().map(|at| at.moves).collect();
        assert_eq!(moves, [Some(6), Some(9)]);
        assert_eq!(found.total_variation.len(), 10);
        assert!(found.total_variation[9] < 0.6 && found.total_variation[8] >= 0.6);
        let after: Vec<u32> = found.after.iter().map(|after| after.moves).collect();
        assert_eq!(after, [6, 9]);
        assert!(found.of_reached_half.is_none() && found.rules.is_none());
        for after in &found.after {
            assert!((after.distances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(after.mean_distance < found.mean_distance + 0.2);
        }
    }

    #[test]
    fn quarter_turns_come_below_a_half_of_their_own_half_alone() {
        let mut asked = asked(Metric::Quarter);
        asked.below = vec![0.5];
        asked.moves = vec![2, 0];
        let found = PocketCube::of(&asked);
        let threshold = &found.thresholds[0];
        assert_eq!((threshold.moves, threshold.never), (None, true));
        assert_eq!(threshold.of_reached_half, Some(11));
        let after: Vec<u32> = found.after.iter().map(|after| after.moves).collect();
        assert_eq!(after, [0, 2]);
        let mean = found.after[1].mean_distance;
        assert!((mean - 2.0).abs() < 1e-12, "{mean}");
    }

    /// Above a half they do come near, some moves later than their own half does.
    #[test]
    fn quarter_turns_come_below_more_than_a_half() {
        let mut asked = asked(Metric::Quarter);
        asked.below = vec![0.7, 0.6];
        let threshold = PocketCube::of(&asked).thresholds.pop().unwrap();
        assert_eq!((threshold.moves, threshold.never), (Some(12), false));
        assert_eq!(threshold.of_reached_half, Some(11));
    }

    #[test]
    fn the_rules_hold_for_all_tags_and_leave_one_in_three_and_one_in_twelve() {
        let rules = Rules::run_through();
        let x = &rules.moves[0];
        assert_eq!((x.turn.as_str(), x.sum), ("x", 0));
        assert_eq!(x.goes_to, [0, 3, 2, 7, 4, 1, 6, 5]);
        assert_eq!((rules.compose, rules.sum_to_zero), (6561, 6561));
        assert_eq!((rules.sources, rules.cases_kept), (24, 216));
        assert_eq!((rules.pocket.one_in, rules.three.one_in), (3, 12));
        // Doubles hold both numbers of states exactly.
        assert_eq!(rules.three.states as u128, 43_252_003_274_489_856_000);
        assert_eq!(rules.three.pairs as u128, 12 * 43_252_003_274_489_856_000);
    }
}
