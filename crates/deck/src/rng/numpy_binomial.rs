//! The binomial draw of numpy's legacy `RandomState`: inversion where min(np, n(1−p)) ≤ 30, else
//! the algorithm BTPE.
//!
//! BTPE is from V. Kachitvichyanukul and B. W. Schmeiser, "Binomial random variate generation",
//! Communications of the ACM 31(2), 1988; the names of the quantities and the numbers of the steps
//! below are theirs. The last step of the legacy stream has two slips in it; the stream is frozen,
//! so they are kept here: see `Btpe::stirling`.
//!
//! Logarithms and exponentials come from the crate `libm`, which gives the same bits on every
//! machine. They may differ from those that numpy used in the last bit. The difference shows in a draw
//! only where a comparison is decided by that bit, which has a probability near 10⁻¹⁵ for each.

use super::mt19937::Mt19937;

/// The largest mean for which the legacy stream inverts; above it BTPE takes over. The choice is
/// numpy's; Kachitvichyanukul and Schmeiser (1988) suggest 10.
const INVERSION_MAX_MEAN: f64 = 30.0;

/// Inversion gives up and starts again this many standard deviations above the mean: a guard of
/// numpy's against a uniform number so near to 1 that rounded probabilities never add up to it.
const INVERSION_SPAN: f64 = 10.0;

/// Draws after which inversion looks outcomes up instead of walking: about as many walks as making
/// the table takes.
const TABLE_AFTER: u32 = 4_096;

/// BTPE multiplies out the ratio of two probabilities up to this distance from the mode, and bounds
/// it beyond (Kachitvichyanukul and Schmeiser 1988, step 5.0).
const PRODUCT_MAX_DISTANCE: f64 = 20.0;

/// A sampler set up for one pair (n, p). Setting up draws nothing, so one that is kept gives the
/// values of a new one.
#[derive(Clone, Debug)]
pub(super) struct Binomial {
    trials: u32,
    probability: f64,
    method: Method,
}

#[derive(Clone, Debug)]
enum Method {
    Inversion(Inversion),
    Btpe(Btpe),
}

impl Binomial {
    /// Sets up for `trials` (n) trials that succeed with `probability` (p).
    ///
    /// # Panics
    ///
    /// If `probability` is not in [0, 1].
    pub(super) fn new(trials: u32, probability: f64) -> Self {
        assert!(
            (0.0..=1.0).contains(&probability),
            "a probability lies between 0 and 1, not at {probability}"
        );
        // Both methods want the rarer of success and failure; `draw` turns the count round again.
        let rarer = if probability > 0.5 {
            1.0 - probability
        } else {
            probability
        };
        let method = if rarer * f64::from(trials) <= INVERSION_MAX_MEAN {
            Method::Inversion(Inversion::new(trials, rarer))
        } else {
            Method::Btpe(Btpe::new(trials, rarer))
        };
        Self {
            trials,
            probability,
            method,
        }
    }

    /// Returns true if this is the sampler of that pair.
    #[expect(
        clippy::float_cmp,
        reason = "a sampler serves the very probability that it was set up for"
    )]
    pub(super) fn is_for(&self, trials: u32, probability: f64) -> bool {
        self.trials == trials && self.probability == probability
    }

    /// The next number of successes.
    pub(super) fn draw(&mut self, words: &mut Mt19937) -> u32 {
        let count = match &mut self.method {
            Method::Inversion(inversion) => inversion.draw(words),
            Method::Btpe(btpe) => btpe.draw(words),
        };
        if self.probability > 0.5 {
            self.trials - count
        } else {
            count
        }
    }
}

/// Inversion: walk up from 0 and take each outcome's probability off a uniform number until it is
/// used up.
#[derive(Clone, Debug)]
struct Inversion {
    /// n
    trials: f64,
    /// p ≤ ½
    success: f64,
    /// q = 1 − p
    failure: f64,
    /// The largest outcome that is considered.
    bound: u32,
    /// P(X = 0), P(X = 1), …, each from the one before it, as far as a walk has needed them yet:
    /// the same numbers that the legacy code computes anew in each walk. At most 86 (a mean of 30
    /// and ten times a standard deviation).
    probabilities: Vec<f64>,
    /// Draws made yet, up to [`TABLE_AFTER`].
    draws: u32,
    /// For each outcome the largest uniform number that leads to it or to a smaller one; empty
    /// until so many draws were made.
    largest: Vec<f64>,
}

impl Inversion {
    fn new(trials: u32, success: f64) -> Self {
        let trials = f64::from(trials);
        let failure = 1.0 - success;
        let mean = trials * success;
        let bound = trials.min(mean + INVERSION_SPAN * (mean * failure + 1.0).sqrt()) as u32;
        let mut probabilities = Vec::with_capacity(bound as usize + 1);
        probabilities.push(libm::exp(trials * libm::log(failure)));
        Self {
            trials,
            success,
            failure,
            bound,
            probabilities,
            draws: 0,
            largest: Vec::new(),
        }
    }

    /// The next outcome, at most n; even n = 0 draws one double.
    fn draw(&mut self, words: &mut Mt19937) -> u32 {
        if self.draws < TABLE_AFTER {
            self.draws += 1;
            if self.draws == TABLE_AFTER {
                self.tabulate();
            }
        }
        loop {
            let uniform = words.next_double();
            let outcome = if self.largest.is_empty() {
                self.invert(uniform)
            } else {
                self.look_up(uniform)
            };
            if let Some(outcome) = outcome {
                return outcome;
            }
        }
    }

    /// [`Self::invert`], from the table. Without a branch on the outcome, which none could foresee.
    fn look_up(&self, uniform: f64) -> Option<u32> {
        let passed: u32 = self
            .largest
            .iter()
            .map(|&largest| u32::from(uniform > largest))
            .sum();
        (passed <= self.bound).then_some(passed)
    }

    /// Finds where the outcome of a walk steps up, by bisection over all 2⁵³ uniform numbers. There
    /// is one place for each outcome, since rounded subtraction is monotone: from a larger number a
    /// walk has never less left, so it ends no sooner.
    #[cold]
    fn tabulate(&mut self) {
        const STEP: f64 = f64::EPSILON / 2.0;
        let mut largest = Vec::with_capacity(self.bound as usize + 1);
        let mut low = 0_u64;
        for outcome in 0..=self.bound {
            // A walk from low · 2⁻⁵³ ends at the outcome or below it, one from high · 2⁻⁵³ above.
            let mut high = 1 << 53;
            while high - low > 1 {
                let middle = low.midpoint(high);
                let walked = self.invert(middle as f64 * STEP);
                if walked.is_some_and(|walked| walked <= outcome) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            largest.push(low as f64 * STEP);
        }
        self.largest = largest;
    }

    /// The outcome that belongs to `uniform`, or none if the walk passes the bound.
    fn invert(&mut self, uniform: f64) -> Option<u32> {
        let mut left = uniform;
        for outcome in 0..=self.bound {
            let probability = self.probability_of(outcome);
            if left <= probability {
                return Some(outcome);
            }
            left -= probability;
        }
        None
    }

    /// P(X = outcome), where those of all smaller outcomes are known.
    #[inline]
    fn probability_of(&mut self, outcome: u32) -> f64 {
        match self.probabilities.get(outcome as usize) {
            Some(&probability) => probability,
            None => self.add_probability(outcome),
        }
    }

    /// P(X = x) = P(X = x−1) · (n−x+1)p / (xq), for the first x that is not known yet. The order of
    /// the operations is part of the stream.
    #[cold]
    fn add_probability(&mut self, outcome: u32) -> f64 {
        let before = self.probabilities[outcome as usize - 1];
        let outcome = f64::from(outcome);
        let probability =
            ((self.trials - outcome + 1.0) * self.success * before) / (outcome * self.failure);
        self.probabilities.push(probability);
        probability
    }
}

/// BTPE: rejection from a majorising function of four parts, a triangle with a parallelogram on top
/// around the mode and an exponential tail on either side. Needs p ≤ ½ and a mean above
/// [`INVERSION_MAX_MEAN`].
#[derive(Clone, Debug)]
struct Btpe {
    /// n
    trials: f64,
    /// r = min(p, 1−p)
    success: f64,
    /// q = 1 − r
    failure: f64,
    /// nrq
    variance: f64,
    /// M, the most probable outcome.
    mode: f64,
    /// `x_M`: the middle of the triangle, M + ½.
    middle: f64,
    /// `x_L` and `x_R`: where the tails begin.
    left_edge: f64,
    right_edge: f64,
    /// c: height of the parallelogram over the triangle.
    overhang: f64,
    /// `λ_L` and `λ_R`: how fast the tails fall.
    left_rate: f64,
    right_rate: f64,
    /// p1 to p4: areas of the four parts, each with all before it; p1 is also the triangle's half
    /// width.
    triangle: f64,
    to_parallelogram: f64,
    to_left_tail: f64,
    total: f64,
}

/// The part of the majorising function below which a point was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Triangle,
    Parallelogram,
    LeftTail,
    RightTail,
}

/// An outcome, still to be accepted if the ratio of its probability to the mode's is at least
/// `height`.
#[derive(Clone, Copy, Debug)]
struct Proposal {
    outcome: f64,
    height: f64,
}

/// The decision about a proposal by the bounds on a ratio of probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Squeeze {
    Accept,
    Reject,
    TooCloseToTell,
}

impl Btpe {
    /// Step 0 of the paper.
    fn new(trials: u32, success: f64) -> Self {
        let trials = f64::from(trials);
        let failure = 1.0 - success;
        let variance = trials * success * failure;
        let peak = trials * success + success;
        let mode = peak.floor();
        let triangle = (2.195 * variance.sqrt() - 4.6 * failure).floor() + 0.5;
        let middle = mode + 0.5;
        let left_edge = middle - triangle;
        let right_edge = middle + triangle;
        let overhang = 0.134 + 20.5 / (15.3 + mode);
        let left_slope = (peak - left_edge) / (peak - left_edge * success);
        let left_rate = left_slope * (1.0 + left_slope / 2.0);
        let right_slope = (right_edge - peak) / (right_edge * failure);
        let right_rate = right_slope * (1.0 + right_slope / 2.0);
        let to_parallelogram = triangle * (1.0 + 2.0 * overhang);
        let to_left_tail = to_parallelogram + overhang / left_rate;
        let total = to_left_tail + overhang / right_rate;
        Self {
            trials,
            success,
            failure,
            variance,
            mode,
            middle,
            left_edge,
            right_edge,
            overhang,
            left_rate,
            right_rate,
            triangle,
            to_parallelogram,
            to_left_tail,
            total,
        }
    }

    /// The next outcome, at most n.
    fn draw(&self, words: &mut Mt19937) -> u32 {
        loop {
            let across = words.next_double() * self.total;
            let uniform = words.next_double();
            let part = self.part(across);
            if let Some(proposal) = self.propose(part, across, uniform)
                && (part == Part::Triangle || self.accepts(proposal))
            {
                return proposal.outcome as u32;
            }
        }
    }

    /// The part that `across`, uniform on the total area, falls in.
    fn part(&self, across: f64) -> Part {
        if across <= self.triangle {
            Part::Triangle
        } else if across <= self.to_parallelogram {
            Part::Parallelogram
        } else if across <= self.to_left_tail {
            Part::LeftTail
        } else {
            Part::RightTail
        }
    }

    /// Steps 1 to 4: the outcome and the height of the point drawn below that part; none where the
    /// point lies outside the parallelogram or the outcome outside 0..=n.
    fn propose(&self, part: Part, across: f64, uniform: f64) -> Option<Proposal> {
        match part {
            // All of the triangle lies below the probabilities, so the height plays no role.
            Part::Triangle => Some(Proposal {
                outcome: (self.middle - self.triangle * uniform + across).floor(),
                height: 0.0,
            }),
            Part::Parallelogram => {
                let x = self.left_edge + (across - self.triangle) / self.overhang;
                let height =
                    uniform * self.overhang + 1.0 - (self.mode - x + 0.5).abs() / self.triangle;
                (height <= 1.0).then(|| Proposal {
                    outcome: x.floor(),
                    height,
                })
            }
            Part::LeftTail => {
                let outcome = (self.left_edge + libm::log(uniform) / self.left_rate).floor();
                (outcome >= 0.0).then_some(Proposal {
                    outcome,
                    height: uniform * (across - self.to_parallelogram) * self.left_rate,
                })
            }
            Part::RightTail => {
                let outcome = (self.right_edge - libm::log(uniform) / self.right_rate).floor();
                (outcome <= self.trials).then_some(Proposal {
                    outcome,
                    height: uniform * (across - self.to_left_tail) * self.right_rate,
                })
            }
        }
    }

    /// Step 5: whether a proposal lies below the probabilities.
    fn accepts(&self, proposal: Proposal) -> bool {
        if !self.can_squeeze(proposal) {
            return proposal.height <= self.product(proposal.outcome);
        }
        let log_height = libm::log(proposal.height);
        match self.squeeze(proposal.outcome, log_height) {
            Squeeze::Accept => true,
            Squeeze::Reject => false,
            Squeeze::TooCloseToTell => log_height <= self.stirling(proposal.outcome),
        }
    }

    /// Step 5.0: whether the outcome is so far from the mode that bounds are cheaper than the
    /// product, yet not so far that they do not hold. Never so for nrq ≤ 44.
    fn can_squeeze(&self, proposal: Proposal) -> bool {
        let distance = (proposal.outcome - self.mode).abs();
        distance > PRODUCT_MAX_DISTANCE && distance < self.variance / 2.0 - 1.0
    }

    /// Step 5.1: the ratio of the outcome's probability to the mode's, factor by factor.
    fn product(&self, outcome: f64) -> f64 {
        let odds = self.success / self.failure;
        let numerator = odds * (self.trials + 1.0);
        let mut ratio = 1.0;
        let mut step = self.mode.min(outcome);
        let last = self.mode.max(outcome);
        while step < last {
            step += 1.0;
            let factor = numerator / step - odds;
            if self.mode < outcome {
                ratio *= factor;
            } else {
                ratio /= factor;
            }
        }
        ratio
    }

    /// Step 5.2: bounds around the normal curve that the logarithm of the ratio lies between.
    fn squeeze(&self, outcome: f64, log_height: f64) -> Squeeze {
        let distance = (outcome - self.mode).abs();
        let width = (distance / self.variance)
            * ((distance * (distance / 3.0 + 0.625) + 1.0 / 6.0) / self.variance + 0.5);
        let normal = -distance * distance / (2.0 * self.variance);
        if log_height < normal - width {
            Squeeze::Accept
        } else if log_height > normal + width {
            Squeeze::Reject
        } else {
            Squeeze::TooCloseToTell
        }
    }

    /// Step 5.3: the logarithm of the ratio by Stirling's formula, as the legacy stream has it.
    ///
    /// It is not quite the formula: [`STIRLING_LEADING`] has two digits exchanged, and all four
    /// corrections are added, though `x1` and `w` belong to the factorials of the outcome, which
    /// stand in the denominator and would have theirs subtracted. Either repair changes the stream.
    fn stirling(&self, outcome: f64) -> f64 {
        let x1 = outcome + 1.0;
        let f1 = self.mode + 1.0;
        let z = self.trials + 1.0 - self.mode;
        let w = self.trials - outcome + 1.0;
        self.middle * libm::log(f1 / x1)
            + (self.trials - self.mode + 0.5) * libm::log(z / w)
            + (outcome - self.mode) * libm::log(w * self.success / (x1 * self.failure))
            + stirling_correction(f1)
            + stirling_correction(z)
            + stirling_correction(x1)
            + stirling_correction(w)
    }
}

/// The leading coefficient of the legacy stream's Stirling correction. Stirling's series begins
/// with 1/12, which over [`STIRLING_DENOMINATOR`] would be 13860.
const STIRLING_LEADING: f64 = 13_680.0;
/// The common denominator of the coefficients of the Stirling correction.
const STIRLING_DENOMINATOR: f64 = 166_320.0;

/// The correction that Stirling's formula for the logarithm of a factorial gets at `x` (step 5.3):
/// a series in 1/x.
fn stirling_correction(x: f64) -> f64 {
    let square = x * x;
    (STIRLING_LEADING - (462.0 - (132.0 - (99.0 - 140.0 / square) / square) / square) / square)
        / x
        / STIRLING_DENOMINATOR
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// As many draws as the streams of `tests/data/numpy_legacy.json` have: what is reached here is
    /// compared with numpy there.
    const DRAWS: u32 = 100_000;
    /// The seed of those streams but one.
    const SEED: u32 = 0xC7;

    /// Counts how often each step of BTPE decides about a proposal in `DRAWS` draws.
    fn steps_reached(seed: u32, trials: u32, success: f64) -> BTreeMap<&'static str, u32> {
        let btpe = Btpe::new(trials, success);
        let mut words = Mt19937::from_seed(seed);
        let mut twin = words.clone();
        let mut reached = BTreeMap::new();
        for _ in 0..DRAWS {
            let outcome = loop {
                let across = words.next_double() * btpe.total;
                let uniform = words.next_double();
                let (step, accepted) = decide(&btpe, across, uniform);
                *reached.entry(step).or_default() += 1;
                if let Some(outcome) = accepted {
                    break outcome;
                }
            };
            let expected = f64::from(btpe.draw(&mut twin));
            assert!((outcome - expected).abs() < 0.5, "{outcome} {expected}");
        }
        reached
    }

    /// The step that decides about a point, and the outcome if it is accepted.
    fn decide(btpe: &Btpe, across: f64, uniform: f64) -> (&'static str, Option<f64>) {
        let part = btpe.part(across);
        let Some(proposal) = btpe.propose(part, across, uniform) else {
            let step = match part {
                Part::Triangle => unreachable!("the triangle always proposes"),
                Part::Parallelogram => "outside the parallelogram",
                Part::LeftTail => "left tail below 0",
                Part::RightTail => "right tail above n",
            };
            return (step, None);
        };
        let outcome = proposal.outcome;
        if part == Part::Triangle {
            return ("triangle", Some(outcome));
        }
        let accepted = btpe.accepts(proposal).then_some(outcome);
        let step = if btpe.can_squeeze(proposal) {
            match btpe.squeeze(outcome, libm::log(proposal.height)) {
                Squeeze::Accept => "squeeze accepts",
                Squeeze::Reject => "squeeze rejects",
                Squeeze::TooCloseToTell if accepted.is_some() => "Stirling accepts",
                Squeeze::TooCloseToTell => "Stirling rejects",
            }
        } else if outcome < btpe.mode {
            accepted.map_or("product rejects below", |_| "product accepts below")
        } else {
            accepted.map_or("product rejects above", |_| "product accepts above")
        };
        (step, accepted)
    }

    const NEAR_THE_MODE: [&str; 6] = [
        "triangle",
        "outside the parallelogram",
        "product accepts above",
        "product accepts below",
        "product rejects above",
        "product rejects below",
    ];
    const STIRLING: [&str; 2] = ["Stirling accepts", "Stirling rejects"];
    const SQUEEZE: [&str; 2] = ["squeeze accepts", "squeeze rejects"];
    const OUT_OF_RANGE: [&str; 2] = ["left tail below 0", "right tail above n"];

    /// Asserts that the stream reaches exactly `steps`.
    fn assert_reaches(seed: u32, trials: u32, success: f64, steps: &[&[&str]]) {
        let mut expected = steps.concat();
        expected.sort_unstable();
        let reached = steps_reached(seed, trials, success);
        let reached: Vec<_> = reached.into_keys().collect();
        assert_eq!(reached, expected, "n = {trials}, p = {success}");
    }

    #[test]
    fn streams_of_many_trials_reach_squeeze_and_stirling() {
        for (trials, success) in [(1_000, 0.5), (10_000, 0.5), (10_000, 0.01)] {
            assert_reaches(
                SEED,
                trials,
                success,
                &[&NEAR_THE_MODE, &STIRLING, &SQUEEZE],
            );
        }
        // Here the bounds are still too wide apart to reject.
        let accepts = &SQUEEZE[..1];
        assert_reaches(SEED, 200, 0.5, &[&NEAR_THE_MODE, &STIRLING, accepts]);
    }

    #[test]
    fn streams_of_few_trials_reach_products_alone() {
        assert_reaches(SEED, 100, 0.5, &[&NEAR_THE_MODE]);
    }

    #[test]
    fn streams_of_the_fewest_trials_reach_outcomes_out_of_range() {
        assert_reaches(5, 61, 0.5, &[&NEAR_THE_MODE, &OUT_OF_RANGE]);
    }

    #[test]
    fn inversion_starts_again_above_its_bound() {
        // The bound is 15, and 2^-53 is less than the probability above it.
        let mut rare = Inversion::new(1_000, 0.001);
        assert_eq!(rare.invert(1.0 - f64::EPSILON / 2.0), None);
        assert_eq!(rare.probabilities.len(), 16);
        assert_eq!(rare.invert(0.0), Some(0));
    }

    #[test]
    fn the_table_of_inversion_gives_what_walks_give() {
        const STEP: f64 = f64::EPSILON / 2.0;
        let mut words = Mt19937::from_seed(SEED);
        for (trials, success) in [
            (0, 0.5),
            (1, 0.5),
            (40, 0.5),
            (60, 0.5),
            (64, 0.3),
            (1_000, 0.001),
        ] {
            let mut inversion = Inversion::new(trials, success);
            inversion.tabulate();
            let edges = inversion.largest.clone();
            assert_eq!(edges.len(), inversion.bound as usize + 1);
            let near = edges
                .iter()
                .flat_map(|edge| [edge - STEP, *edge, edge + STEP])
                .filter(|uniform| (0.0..1.0).contains(uniform));
            let random: Vec<f64> = (0..20_000).map(|_| words.next_double()).collect();
            for uniform in near.chain(random) {
                let walked = inversion.invert(uniform);
                assert_eq!(
                    inversion.look_up(uniform),
                    walked,
                    "{trials} {success} {uniform}"
                );
            }
        }
    }

    #[test]
    fn inversion_of_one_fair_trial_compares_with_exactly_one_half() {
        let mut coin = Inversion::new(1, 0.5);
        assert_eq!(coin.invert(0.5), Some(0));
        assert_eq!(coin.invert(0.5 + f64::EPSILON / 2.0), Some(1));
        assert_eq!(coin.invert(1.0 - f64::EPSILON / 2.0), Some(1));
    }
}
