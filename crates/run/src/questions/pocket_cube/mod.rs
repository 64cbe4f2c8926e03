//! `pocket-cube`: how many random moves scramble a pocket cube (2×2×2), and how far its states are from solved.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use deck::cube::tags::CONVENTIONS;
use deck::cube::{Axis, CUBIES, Metric, STATES, Turn};
use laws::cube::distance::Distances;
use laws::cube::rules::{Constrained, cases, conventions};
use laws::cube::walk::{Draw, Walk};
use record::answers::pocket_cube::{After, Moved, NAME, Pairs, PocketCube, Rules, Threshold};

/// The most moves that are followed: some ten seconds.
const MOST_MOVES: u64 = 200;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
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
            "Tell how far the cube is from solved after this many random moves; default: as many as scramble it",
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
        ask(move |_| Ok(find(&asked)))
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

fn moved(turn: Turn) -> Moved {
    let (state, back) = (turn.state(), turn.inverse().state());
    Moved {
        turn: turn.to_string(),
        goes_to: back.at().to_vec(),
        codes: state.turned().to_vec(),
        sum: state.turned().iter().map(|&code| u32::from(code)).sum(),
    }
}

fn pairs(found: &Constrained) -> Pairs {
    Pairs {
        pairs: found.pairs as f64,
        states: found.states as f64,
        one_in: found.one_in() as u32,
    }
}

/// Answers the question.
fn find(asked: &Asked) -> PocketCube {
    let distances = Distances::get(asked.metric);
    let walked = Walked::of(asked, distances);
    PocketCube {
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
        rules: asked.rules.then(run_through),
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
                walked.after.push(find_after(&walk, distance, distances));
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

fn find_after(walk: &Walk, total_variation: f64, distances: &Distances) -> After {
    let law = walk.distances(distances);
    let mean = (0..).zip(&law).map(|(distance, p)| f64::from(distance) * p);
    After {
        moves: walk.moves(),
        total_variation,
        mean_distance: mean.sum(),
        distances: law,
    }
}

/// Runs through all conventions, all cases, all stickers.
fn run_through() -> Rules {
    let found = conventions();
    let turned = |turn: &Turn, from: usize| from >> turn.axis().index() & 1 == 1;
    let sources = Metric::Quarter.turns().iter().flat_map(|turn| {
        let of_turn = (0..CUBIES).filter(move |from| turned(turn, *from));
        of_turn.map(move |from| cases(*turn, from))
    });
    let each: Vec<(u32, u32)> = sources.collect();
    Rules {
        moves: Metric::Quarter
            .turns()
            .iter()
            .map(|&turn| moved(turn))
            .collect(),
        conventions: CONVENTIONS,
        compose: found.compose,
        sum_to_zero: found.sum_to_zero,
        sources: each.len() as u32,
        cases: (Axis::ALL.len() * Axis::ALL.len()) as u32,
        cases_kept: each.iter().map(|(_, kept)| kept).sum(),
        pocket: pairs(&Constrained::pocket()),
        three: pairs(&Constrained::three()),
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
        let found = find(&asked(Metric::Half));
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
        let found = find(&asked);
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
        let threshold = find(&asked).thresholds.pop().unwrap();
        assert_eq!((threshold.moves, threshold.never), (Some(12), false));
        assert_eq!(threshold.of_reached_half, Some(11));
    }

    #[test]
    fn the_rules_hold_for_all_tags_and_leave_one_in_three_and_one_in_twelve() {
        let rules = run_through();
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
