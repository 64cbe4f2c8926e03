//! The number of states that a recursion over the flips visits, in place of a time, which depends
//! on the machine.
//!
//! A state is a number of flips done (fewer than all), the length of the last run up to that of a streak (and its side,
//! where either side counts), and the tally. The wager keeps the difference of flips that go on and that end a streak.
//! The share that goes on is known from both counts; or from their sum alone, with two numbers in each state.

use super::Wager;

/// The states that can come up with each tally.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The states of the wager: the difference is kept.
    pub difference: u64,
    /// The states of the share with two tallies: both counts are kept.
    pub both: u64,
    /// The states of the share with one tally: the sum is kept.
    pub sum: u64,
}

/// The states that recursions for the wager and for the share visit.
pub fn effort(wager: &Wager) -> Effort {
    let mut effort = Effort {
        difference: 0,
        both: 0,
        sum: 0,
    };
    let mut add = |states: Effort, times: u64| {
        effort.difference += states.difference * times;
        effort.both += states.both * times;
        effort.sum += states.sum * times;
    };
    let streak = wager.streak as u64;
    for flips in 0..wager.flips as u64 {
        if !wager.either {
            for run in 0..streak {
                add(short(flips, run, streak + 1), 1);
            }
            add(long(flips, streak, streak + 1), 1);
        } else if flips == 0 {
            add(ONE, 1);
        } else if streak == 1 {
            // Every flip but the first is noted.
            let states = Effort {
                difference: flips,
                both: flips,
                sum: 1,
            };
            add(states, 2);
        } else {
            for run in 1..streak {
                add(short(flips, run, streak), 2);
            }
            add(long(flips, streak, streak), 2);
        }
    }
    effort
}

const ONE: Effort = Effort {
    difference: 1,
    both: 1,
    sum: 1,
};

const NONE: Effort = Effort {
    difference: 0,
    both: 0,
    sum: 0,
};

/// The states in which the last run has `run` flips and is no streak: after f ≥ 1 streaks ended, each of which takes
/// `cycle` flips or more, any number of flips went on that there is time for.
fn short(flips: u64, run: u64, cycle: u64) -> Effort {
    if flips < run {
        return NONE;
    }
    let Some(spare) = (flips - run).checked_sub(cycle) else {
        return ONE;
    };
    let ended = spare / cycle + 1;
    Effort {
        // From −ended to spare − 1, and 0 where that is −1.
        difference: ended + spare.max(1),
        both: 1 + pairs(spare, cycle),
        // From 0 to spare + 1.
        sum: spare + 2,
    }
}

/// The states in which the last run is a streak: f ≥ 0 streaks ended before it.
fn long(flips: u64, streak: u64, cycle: u64) -> Effort {
    let Some(spare) = flips.checked_sub(streak) else {
        return NONE;
    };
    Effort {
        difference: spare / cycle + spare + 1,
        both: pairs(spare, cycle),
        sum: spare + 1,
    }
}

/// Σ (spare − f·cycle + 1) over f ≥ 0 while that is positive.
fn pairs(spare: u64, cycle: u64) -> u64 {
    let terms = spare / cycle + 1;
    terms * (spare + 1) - cycle * (terms * (terms - 1) / 2)
}
