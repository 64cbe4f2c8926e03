//! The record: all that a run found, versioned and complete. Every report is made from it alone.
//!
//! It holds no clock time, host name or thread count: the same spec gives the same bytes. Keys may
//! be added; none is renamed without a new `schema`.

#[doc(hidden)]
pub mod answers;
mod anytime;
mod baseline;
#[doc(hidden)]
pub mod calibration;
pub mod compare;
mod departure;
#[doc(hidden)]
pub mod explain;
mod few_decks;
#[doc(hidden)]
pub mod follow;
mod former;
#[doc(hidden)]
pub mod inventory;
mod json;
mod landmark;
mod light;
mod more;
mod named;
mod stake;
mod subject;
#[cfg(not(target_family = "wasm"))]
mod write;

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use answers::Answer;
pub use anytime::{Anytime, Declared, HardlyShuffled, Wagered};
pub use baseline::BASELINE_SCHEMA;
pub use departure::{Departure, Law};
pub use few_decks::{Beforehand, Missed, Shown, Unpromised};
#[doc(hidden)]
pub use former::renew;
pub use json::to_json;
pub use landmark::{Distant, Landmark};
pub use more::{More, Nearly};
pub use named::Named;
pub use stake::{NoTolerance, Stake, Standing, Tolerance};
pub use subject::{OneOrder, Subject, Words};
use text::figures::Declaration;
pub use text::figures::{Compares, Figures};
pub use text::judgement::{
    Agreement, Change, ClaimVerdict, Decision, Extent, Unaveraged, Uniformity, Verdict,
};
pub use text::names::ROUTINE;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub use write::{Machine, WriteError, clear, write, write_one};

/// The version of the layout.
pub const SCHEMA: &str = "colddeck.record/3";

/// The versions before, which are still read. The first says nothing of its statistics, and holds the cells of all
/// lags; up to the second, several keys say together what the subject is.
pub const FORMER_SCHEMAS: [&str; 2] = ["colddeck.record/1", "colddeck.record/2"];

/// The result of one experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of colddeck that made it.
    pub version: String,
    /// The experiment that was run.
    pub experiment: Experiment,
    /// The meanings of the letters that the routines use.
    pub letters: BTreeMap<String, String>,
    /// The figures that tables show, in order.
    pub columns: Vec<Column>,
    /// The statistics, described, in the order of the spec.
    #[serde(default)]
    pub statistics: Vec<Statistic>,
    /// The routines in the order of the spec; the control comes last.
    pub routines: Vec<Routine>,
    /// The features that no statistic of the run looks at, in words for a list, the likeliest place of a fault first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_looked_at: Vec<String>,
    /// Answers that needed no simulation, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, Answer>,
    /// The claims, decided.
    pub claims: Vec<Claim>,
    /// The first sentences of the report, in plain text; absent until a report was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// The answer to the question, in a sentence or two, as the spec has it: if its claims came out as it expects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// The figures that the finding names, in its order; of one without figures, those of the claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<Named>,
    /// If few decks were read: the bad shuffles that they would have shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub would_show: Vec<Shown>,
    /// The reason why no test states the smallest departure that it would have shown; absent if each test that can
    /// state it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unpromised: Option<Unpromised>,
    /// If a few hands, deals or draws of a usual kind were read: how many show each bad way of making them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beforehand: Vec<Beforehand>,
    /// Well-known shuffles of decks of the same size; none where nothing says how far the run's decks are from fair.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landmarks: Vec<Landmark>,
    /// Well-known shuffles by their exact total variation; none where the run has no total variation that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<Distant>,
    /// True if some exact figures were left out, as they take longer than counting the decks, or than some seconds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact_left_out: bool,
    /// The number of times that the routine must be done to be nearly fair, if that was asked and it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<More>,
    /// A shuffle of the routine that is a wrong program: it is to be mended, and not to be done again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong_program: Option<String>,
    /// The progress of a run that was stopped before its end: everything else tells of these decks alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interim: Option<Interim>,
    /// The control group that failed, where a second one was drawn in its place: that one is among the routines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_control: Option<FirstControl>,
    /// The outcome of the run as a whole.
    pub outcome: Outcome,
}

/// A control group that failed. It is as large as the one that was drawn after it, from another random stream of the
/// same seed: the two are independent, and both fail by chance with the square of the error level at most.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstControl {
    /// The tests that it failed, as in `position-matrix: chi-squared`; the statistics, if the run stopped once it was
    /// decided.
    pub failed: Vec<String>,
}

/// The part of a run that was done when it was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interim {
    /// Decks of each routine.
    pub decks: u64,
    /// Decks that were planned, of each at the most.
    pub of: u64,
}

/// The spec as it was run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// Its name.
    pub name: String,
    /// Its question.
    pub question: String,
    /// The subject of the run.
    pub subject: Subject,
    /// Cards in a deck; of a sequence, its symbols; of a puzzle, its states; of a single order, its items.
    pub deck: usize,
    /// Decks in a replicate.
    pub trials: u64,
    /// The number of replicates.
    pub replicates: u64,
    /// The seed, as text: it can be longer than a JSON number.
    pub seed: String,
    /// The generator of the routines.
    pub generator: String,
    /// The source of the decks, if they were not simulated here.
    pub source: Option<String>,
    /// The command that says what made the decks that were read; absent where none can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fit: Option<String>,
    /// The way in which the decks of the routines came to their seeds, and the order they began with; absent if they
    /// are independent and sorted before each shuffle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<SourcePolicy>,
    /// The error level of the run as a whole.
    pub alpha: f64,
    /// Number of tests that share it.
    pub tests: usize,
    /// The departure up to which evidence is accepted, if it was asked to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accept_within: Option<f64>,
    /// How far stakes may be off, as in `1%` of what is staked or `1pt` of a chance; absent where that was not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accept_stakes: Option<String>,
    /// The power for which detectable departures are stated.
    pub power: f64,
    /// The error level of all comparisons of simulated with exact figures together.
    pub fault_level: f64,
    /// The rules that were declared, if the run stopped once it was decided. `trials` is then the largest
    /// number of decks that it could take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_decided: Option<Declared>,
}

/// The policy of the source beside its shuffle, in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourcePolicy {
    /// The way in which decks came to their seeds.
    pub seeding: String,
    /// The order that they began with.
    pub memory: String,
    /// The decks that were not shuffled as the routine says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub departing: Option<String>,
}

impl SourcePolicy {
    /// All of it, one after the other.
    pub fn in_words(&self) -> String {
        let all = [
            Some(&self.seeding),
            Some(&self.memory),
            self.departing.as_ref(),
        ];
        let all: Vec<&str> = all.into_iter().flatten().map(String::as_str).collect();
        all.join(", ")
    }
}

/// A statistic of the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statistic {
    /// Its name, by which routines and tests name it: `inversions`, `lag-1/inversions`.
    pub name: String,
    /// 0: of the decks themselves. l > 0: of the order of each deck relative to the one l before it.
    pub lag: usize,
    /// The feature that it looks at, in words for a sentence: "pairs that changed their order".
    pub plain: String,
    /// A line that says what it looks at and how.
    pub about: String,
    /// The usual causes of a failure.
    pub causes: String,
    /// The way in which two records of it are compared.
    pub compares: Compares,
    /// The probability of each bin of its figure `histogram` after an ideal shuffle, to twelve decimals, if the figure
    /// counts decks by a number whose law is known. Only of lag 0: seen from an earlier deck an ideal deck has the same
    /// law. Absent in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ideal_law: Option<Vec<f64>>,
}

/// A figure that tables show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// The statistic that has it.
    pub statistic: String,
    /// The head of the column.
    pub title: String,
    /// The figure's key.
    pub figure: String,
    /// The key of its standard error.
    pub error: Option<String>,
    /// Digits after the point.
    pub digits: usize,
    /// Its name for those who look at the deck and not at its statistics, if they would care.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// The key of the figure that a fair shuffle has instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<String>,
}

/// The findings on one routine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Routine {
    /// The name, as the spec writes it; `control` for the control group.
    pub name: String,
    /// True if it is the control group.
    pub control: bool,
    /// Decks simulated or read.
    pub decks: u64,
    /// The figures of each statistic.
    pub statistics: IndexMap<String, Figures>,
    /// The tests.
    pub tests: Vec<Test>,
    /// Simulated figures beside the exact ones.
    pub checks: Vec<Verification>,
    /// The distance from the ideal shuffle over all orders.
    pub total_variation: Option<TotalVariation>,
    /// Says how much its departure matters; absent for the control, and in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub departure: Option<Departure>,
    /// The events on which somebody bets, with what a bet gains; absent where none was named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stakes: Vec<Stake>,
    /// The findings, if the run stopped once it was decided. There are then no tests and checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anytime: Option<Anytime>,
    /// The command that finds by simulating how often the routine must be done to be nearly fair, where that was asked and no
    /// law tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advise: Option<String>,
}

impl Experiment {
    /// How far stakes may be off, if that was said.
    pub fn tolerance(&self) -> Option<Tolerance> {
        self.accept_stakes.as_ref()?.parse().ok()
    }
}

/// One test of one routine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// The statistic.
    pub statistic: String,
    /// The test's name within it.
    pub test: String,
    /// 0: of the decks themselves. l > 0: of the order of each deck relative to the one l before it.
    pub lag: usize,
    /// A short title.
    pub title: String,
    /// The test statistic.
    pub value: Option<f64>,
    /// Degrees of freedom.
    pub df: Option<f64>,
    /// The p-value; 1e-300 stands for anything below it.
    pub p: Option<f64>,
    /// The p-value adjusted for all tests of the run (Holm, with weights).
    pub p_adjusted: Option<f64>,
    /// The share of the run's level that it has before any other test has failed; records of older versions do
    /// not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// True if it looks for one deck, one cell or one moment of change, and not at everything together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fine: bool,
    /// The verdict, which its family decides.
    pub verdict: Verdict,
    /// The number of decks that an invalid test needs.
    pub decks_needed: Option<u64>,
    /// The smallest departure that this many decks would have shown.
    pub detectable: Option<Detectable>,
    /// The observation beside that of an ideal shuffle, in plain words.
    pub words: String,
    /// The size of the departure, of a test that fails and names a cell whose departure is shown by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
}

/// Limits of the share of a cell, or of a mean, that a failing test names, simultaneous over all that it could have named: so
/// that they hold although the one that is farthest off was chosen (Clopper and Pearson, 1934; Maurer and Pontil, 2009;
/// Bonferroni).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// The share of the decks, or other subjects, that was seen; or the average of a number.
    pub seen: f64,
    /// The lower limit of its probability or mean.
    pub low: f64,
    /// The upper limit.
    pub high: f64,
    /// The probability or mean after an ideal shuffle.
    pub fair: f64,
    /// The unit: "decks" of shares, "inversions per deck" of means.
    pub unit: String,
    /// Probability with which the limits of all cells hold. The gap to 1 is the test's share of the run's level: the sizes
    /// of all tests of a run hold together with 1 - alpha.
    pub confidence: f64,
    /// Cells for which they hold at once.
    pub cells: u64,
}

/// A simulated figure beside its exact value: the simulation itself is judged here, not the shuffle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verification {
    /// The statistic.
    pub statistic: String,
    /// The name of the comparison within it.
    pub check: String,
    /// The simulated figure, where it is a single one.
    pub simulated: Option<f64>,
    /// The exact one.
    pub exact: Option<f64>,
    /// Standard error of the simulated figure.
    pub standard_error: Option<f64>,
    /// The difference of the simulated figure from the exact one, in standard errors; positive if it is above.
    pub difference: Option<f64>,
    /// The p-value, if the simulation is right.
    pub p: Option<f64>,
    /// The p-value adjusted for all checks of the run, the control's among them (Holm).
    pub p_adjusted: Option<f64>,
    /// The verdict, which its family decides.
    pub verdict: Agreement,
}

/// The smallest departure from the ideal shuffle that a test of so many decks would have shown with the
/// power that the record states.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Detectable {
    /// Its size.
    pub value: f64,
    /// The unit of the size, in words.
    pub unit: String,
}

/// An interval for the total variation distance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TotalVariation {
    /// It is at least this, with probability `confidence`.
    pub lower: f64,
    /// 1 − lower, where lower itself rounds to 1.
    pub lower_gap: f64,
    /// The way in which the lower end was obtained.
    pub lower_by: String,
    /// Probability with which the lower end holds.
    pub confidence: f64,
    /// It is at most this.
    pub upper: f64,
    /// The way in which the upper end was obtained.
    pub upper_by: String,
    /// The distance itself, where a closed form is known.
    pub exact: Option<f64>,
    /// The source of the exact value.
    pub exact_by: Option<String>,
    /// The lower end that the decks show by each statistic that offers one, by its name. They hold all
    /// together with the probability 1 − alpha: each has an equal share of alpha.
    #[serde(default)]
    pub tried: BTreeMap<String, f64>,
}

impl Test {
    /// Declares its numbers, as claims name them.
    pub fn figures() -> Vec<Declaration> {
        let number = |key: &'static str| Declaration::number(key, "");
        vec![
            number("value"),
            number("df"),
            number("p"),
            number("p_adjusted"),
            Declaration::whole("decks_needed", "decks"),
        ]
    }
}

impl TotalVariation {
    /// Its value where it is known, else its lower end.
    pub fn least(&self) -> f64 {
        self.exact.unwrap_or(self.lower)
    }

    /// Its value where it is known, else its upper end.
    pub fn most(&self) -> f64 {
        self.exact.unwrap_or(self.upper)
    }

    /// Declares its numbers, as claims name them.
    pub fn figures() -> Vec<Declaration> {
        let number = |key: &'static str| Declaration::number(key, "total variation");
        vec![
            Declaration::number("lower", "total variation, a lower bound"),
            number("lower_gap"),
            Declaration::number("confidence", "probability"),
            number("upper").known(),
            number("exact").known(),
        ]
    }
}

/// A decided claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// Its id, followed by the routine where it has several cases.
    pub id: String,
    /// The claim, in words.
    pub text: String,
    /// The publication that states it.
    pub source: String,
    /// The truth instead, where the spec states it for a claim that it expects to be refuted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truth: Option<String>,
    /// The printed figure; its digits matter.
    pub published: Option<String>,
    /// The figure that was simulated: a number, or a range of positions as text.
    pub measured: Option<Value>,
    /// The exact figure.
    pub exact: Option<Value>,
    /// Standard error of the simulated figure.
    pub standard_error: Option<f64>,
    /// The unit of the figures, in words, or, where that is not known, their name; "difference" before it where they are
    /// that of two routines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The test that the verdict rests on, where it rests on one: `rising-sequences.mean`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// The verdict.
    pub verdict: ClaimVerdict,
    /// The verdict that the spec expects.
    pub expected: ClaimVerdict,
    /// The reason for the verdict.
    pub detail: String,
}

impl Record {
    /// The statistic of that name.
    pub fn statistic(&self, name: &str) -> Option<&Statistic> {
        let mut all = self.statistics.iter();
        all.find(|statistic| statistic.name == name)
    }
}

impl Claim {
    /// Returns true if it came out as the spec expects.
    pub fn as_expected(&self) -> bool {
        self.verdict == self.expected
    }
}

/// The outcome of a run as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// No evidence against any routine.
    NoEvidence,
    /// Evidence against at least one.
    Evidence,
    /// Evidence against at least one, and each of these is proved to be near fair, or all laws that are bounded are, the
    /// laws of the tests that fail among them; that was asked to be accepted.
    Accepted,
    /// Nothing but invalid tests.
    TooLittle,
    /// There are claims, and each came out as expected.
    AsExpected,
    /// There are claims, and at least one did not.
    NotAsExpected,
    /// Two control groups, ideal by construction and independent of each other, each failed a test. In older records, or
    /// where [`Record::first_control`] is absent, there was one.
    FaultyControl,
    /// A simulated figure departs from its exact value: the program is wrong.
    FaultySimulation,
}
