//! The first time that any symbol has come so many times in a row.
//!
//! Draws are independent, symbol i with probability `p_i`. Let S(t) be the probability that after t draws no
//! symbol i has had a run of `r_i`, `A_i(t)` that and draw t is i, and `B_i(t)` that and draw t is not i (with
//! `B_i(0)` = 1). The first such run ends at draw t with symbol i when draws t − `r_i` + 1 … t are all i and
//! nothing had happened before:
//!
//!   `g_i(t)` = `p_i^r_i` `B_i(t − r_i)`,
//!
//! and P(some run within n) is the sum of all g, a sum of positive terms: small tails keep their digits.
//! Two ways give the B.
//!
//! *Gentle.* S(t) = S(t−1) − Σ g and `B_i(t)` = (1 − `p_i`) S(t−1) − Σ over the others of g. Fast and exact to
//! the last digits while few runs end at each draw. Its rounding errors fade like `p_i^t` (the recursion has
//! roots `p_i` that the chain has not); the way is taken only where S itself fades more slowly than `√p_i^t`.
//!
//! *Steep.* `A_i(t)` = Σ over k < `r_i` of `p_i^k` `B_i(t − k)`, `B_i(t)` = Σ over the others of `A_j(t)`: no
//! subtraction at all, so S keeps its digits however fast it falls. Then P(some run) is not small once
//! n ≥ r, and is 1 − S.
//!
//! # Long sequences
//!
//! As soon as the shares `g_i(t) / S(t−1)` have not changed over more draws than the longest run
//! looks back, everything the next draw depends on is a geometric sequence, and so is all the rest:
//! it is summed in closed form. The number of draws until then does not depend on n.

use super::{Refused, Sum};

/// Symbols with one probability and one limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Class {
    /// The probability of each of the symbols, above 0.
    pub(super) probability: f64,
    /// The number of symbols.
    pub(super) members: f64,
    /// The run that ends it all; `None`: runs of these symbols do not matter.
    pub(super) run: Option<u64>,
}

/// The probability that some run came within the draws.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Passage {
    /// P(no such run).
    pub(super) none: f64,
    /// P(some such run).
    pub(super) some: f64,
}

impl Passage {
    /// No run can come.
    const NEVER: Self = Self {
        none: 1.0,
        some: 0.0,
    };
}

/// Steps (draws times classes) that one question may take: 6 nanoseconds each, so some seconds.
pub(super) const MOST_STEPS: f64 = 1e9;

/// The logarithm of the factor by which a law goes on beyond its largest probability: to 1e-20.
const BEYOND: f64 = 46.0;

/// Numbers that may be held at once: 240 MB.
const MOST_HELD: f64 = 3e7;

/// A class is left out if its runs are less likely than this among all.
const NEGLIGIBLE: f64 = 1e-20;

/// Shares that differ by less than this are the same: some units in the last place.
const SAME: f64 = 16.0 * f64::EPSILON;

/// S below this is 0.
const VANISHED: f64 = 1e-305;

/// P(no run) and P(some run) within so many draws. `budget` is how many steps may still be taken; it is
/// lowered by those that were.
pub(super) fn passage(classes: &[Class], draws: u64, budget: &mut f64) -> Result<Passage, Refused> {
    let possible = |class: &Class| Class {
        run: class.run.filter(|&run| run <= draws),
        ..*class
    };
    let classes: Vec<Class> = classes.iter().map(possible).collect();
    if classes.iter().all(|class| class.run.is_none()) {
        return Ok(Passage::NEVER);
    }
    if is_gentle(&classes) {
        gently(&classes, draws, budget)
    } else {
        steeply(&classes, draws, budget)
    }
}

/// Refuses a whole law, at every length, if it would take too long: before it has.
///
/// The law lives at lengths up to about the L where n p^L is 1e-20, for the largest p whose runs count, and
/// at each of them the shares settle within a few times L draws.
pub(super) fn affordable(classes: &[Class], draws: u64) -> Result<(), Refused> {
    let counted = classes.iter().filter(|class| class.run.is_some());
    let counted: Vec<Class> = counted.copied().collect();
    let (n, p) = (draws as f64, largest(&counted));
    let longest = ((libm::log(n.max(1.0)) + BEYOND) / libm::log(p).abs()).min(n);
    let needs = longest * (2.0 * longest).min(n) * counted.len() as f64;
    Refused::beyond("the law of a longest run", needs, MOST_STEPS)
}

/// The largest probability of a symbol.
fn largest(classes: &[Class]) -> f64 {
    let probabilities = classes.iter().map(|class| class.probability);
    probabilities.fold(0.0, f64::max)
}

/// Returns true if S(t) fades more slowly than √p^t for the largest p. S fades like λ^t where Σ
/// `f_i(1/λ)` = 1 with f(z) = (x + x² + … + x^(r−1)) / (1 + x + … + x^(r−1)), x = p z, which grows
/// with z (words without long runs are sequences of shorter runs of changing symbols).
fn is_gentle(classes: &[Class]) -> bool {
    let z = 1.0 / largest(classes).sqrt();
    let term = |class: &Class| {
        let x = class.probability * z;
        let share = match class.run {
            None => x,
            Some(run) if x < 1.0 => {
                let power = libm::pow(x, run as f64);
                (x - power) / (1.0 - power)
            }
            Some(run) => 1.0 - 1.0 / run as f64,
        };
        class.members * share
    };
    classes.iter().map(term).sum::<f64>() > 1.0
}

/// A class in the gentle way.
struct Gentle {
    members: f64,
    /// 1 − p.
    others: f64,
    /// p^r.
    power: f64,
    /// B of the last r draws, B(t) at t mod r.
    last: Vec<f64>,
    /// The place of the oldest.
    at: usize,
    /// g(t) of this draw.
    ends: f64,
    /// The share g(t) / S(t−1) with which the later ones are compared.
    share: f64,
}

impl Gentle {
    /// The classes whose runs matter.
    fn all(classes: &[Class]) -> Result<Vec<Self>, Refused> {
        let power = |class: &Class| {
            let run = class.run.unwrap_or(u64::MAX);
            libm::pow(class.probability, run as f64)
        };
        let sum: f64 = classes
            .iter()
            .map(|class| class.members * power(class))
            .sum();
        let least = NEGLIGIBLE * (1.0 - largest(classes)) * sum;
        let matters = |class: &&Class| class.run.is_some() && class.members * power(class) > least;
        let held = classes.iter().filter(matters).filter_map(|class| class.run);
        let held = held.map(|run| run as f64).sum();
        Refused::beyond("a run of this length over these symbols", held, MOST_HELD)?;
        let matters = classes.iter().filter(matters);
        Ok(matters
            .map(|class| {
                let mut last = vec![0.0; class.run.unwrap_or(1) as usize];
                last[0] = 1.0;
                Self {
                    members: class.members,
                    others: 1.0 - class.probability,
                    power: power(class),
                    at: 1 % last.len(),
                    last,
                    ends: 0.0,
                    share: 0.0,
                }
            })
            .collect())
    }

    /// Returns true if g(t) has the share that it had; if not, takes the new one.
    fn is_steady(&self, before: f64) -> bool {
        let share = self.ends / before;
        (share - self.share).abs() <= SAME * share
    }
}

/// The gentle way: by differences.
fn gently(classes: &[Class], draws: u64, budget: &mut f64) -> Result<Passage, Refused> {
    let mut classes = Gentle::all(classes)?;
    let back = classes.iter().map(|class| class.last.len()).max();
    let back = back.unwrap_or(0) as u64;
    let mut none = Sum::from(1.0);
    let mut some = Sum::default();
    let mut steady = 0;
    for t in 1..=draws {
        spend(budget, classes.len())?;
        let before = none.value();
        let mut ends = 0.0;
        for class in &mut classes {
            class.ends = class.power * class.last[class.at];
            ends += class.members * class.ends;
        }
        let mut same = t > back;
        for class in &mut classes {
            class.last[class.at] = (class.others * before - (ends - class.ends)).max(0.0);
            class.at += 1;
            if class.at == class.last.len() {
                class.at = 0;
            }
            same = same && class.is_steady(before);
        }
        none.add(-ends);
        some.add(ends);
        if none.value() < VANISHED {
            return Ok(Passage {
                none: 0.0,
                some: some.value().min(1.0),
            });
        }
        if same {
            steady += 1;
        } else {
            steady = 0;
            for class in &mut classes {
                class.share = class.ends / before;
            }
        }
        if steady > back {
            return Ok(continued(&none, some, ends / before, draws - t));
        }
    }
    Ok(Passage {
        none: none.value().max(0.0),
        some: some.value().min(1.0),
    })
}

/// Goes on for so many more draws, at each of which a run ends with the probability `share` if none
/// has.
fn continued(none: &Sum, mut some: Sum, share: f64, draws: u64) -> Passage {
    let fade = draws as f64 * libm::log1p(-share);
    some.add(none.value() * -libm::expm1(fade));
    Passage {
        none: none.value() * libm::exp(fade),
        some: some.value().min(1.0),
    }
}

/// A class in the steep way. Sums over a window that moves are made without subtraction: the sums up to the
/// end of one block of r − 1 draws are known beforehand, and those of the next grow.
struct Steep {
    class: Class,
    /// p^k for k = 0 … r − 1.
    powers: Vec<f64>,
    /// Entry d: the part of Σ `p^(b−u)` B(u) with u ≥ b − (r−1) + d, where b is the start of this block.
    before: Vec<f64>,
    /// B of the draws of this block.
    block: Vec<f64>,
    /// The part of A that comes from this block.
    grown: f64,
    /// A(t).
    here: f64,
}

impl Steep {
    fn new(class: Class) -> Self {
        let width = class.run.map_or(0, |run| run as usize - 1);
        let power = |k| libm::pow(class.probability, k as f64);
        Self {
            class,
            powers: (0..=width).map(power).collect(),
            before: vec![0.0; width],
            block: Vec::with_capacity(width),
            grown: 0.0,
            here: 0.0,
        }
    }

    /// Finds A(t) from the B before t, or from S(t−1) if these runs do not matter.
    fn advance(&mut self, survive: f64) {
        let d = self.block.len();
        self.here = match self.class.run {
            None => self.class.probability * survive,
            Some(1) => 0.0,
            Some(_) => self.powers[d] * self.before[d] + self.grown,
        };
    }

    /// Takes B(t).
    fn push(&mut self, other: f64) {
        let width = self.before.len();
        if width == 0 {
            return;
        }
        self.block.push(other);
        self.grown = self.class.probability * (self.grown + other);
        if self.block.len() == width {
            let mut sum = 0.0;
            for d in (0..width).rev() {
                sum += self.powers[width - d] * self.block[d];
                self.before[d] = sum;
            }
            self.block.clear();
            self.grown = 0.0;
        }
    }
}

/// The steep way: by sums of positive terms alone.
fn steeply(classes: &[Class], draws: u64, budget: &mut f64) -> Result<Passage, Refused> {
    let runs = || classes.iter().filter_map(|class| class.run);
    let held = runs().map(|run| 3.0 * run as f64).sum();
    Refused::beyond("a run of this length over these symbols", held, MOST_HELD)?;
    let mut classes: Vec<Steep> = classes.iter().map(|&class| Steep::new(class)).collect();
    let mut survive = 1.0;
    // A of the classes after this one, together.
    let mut after = vec![0.0; classes.len()];
    for class in &mut classes {
        class.push(1.0);
    }
    for _ in 1..=draws {
        spend(budget, classes.len())?;
        for class in &mut classes {
            class.advance(survive);
        }
        let mut sum = 0.0;
        for (after, class) in after.iter_mut().zip(&classes).rev() {
            *after = sum;
            sum += class.class.members * class.here;
        }
        let mut before = 0.0;
        for (after, class) in after.iter().zip(&mut classes) {
            let alike = (class.class.members - 1.0) * class.here;
            class.push(before + alike + after);
            before += class.class.members * class.here;
        }
        survive = sum;
        if survive < VANISHED {
            survive = 0.0;
            break;
        }
    }
    Ok(Passage {
        none: survive.min(1.0),
        some: (1.0 - survive).max(0.0),
    })
}

/// Takes so many steps from the budget.
fn spend(budget: &mut f64, steps: usize) -> Result<(), Refused> {
    *budget -= steps as f64;
    if *budget >= 0.0 {
        return Ok(());
    }
    // Nobody knows how many more steps it would have taken.
    Err(Refused::TooMuch {
        what: "a longest run of this length in this many draws",
        needs: 2.0 * MOST_STEPS,
        most: MOST_STEPS,
    })
}
