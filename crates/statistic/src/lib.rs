//! Statistics: one file each, with what it counts, its figures and its tests.
//!
//! A statistic reads a *tally*, a row of integer counts that any number of threads may fill in
//! parts; floats are made from it once, at the end. Statistics that read the same counts share one
//! tally. All kinds stand in [`KINDS`].

// A check of decks reads no figures; without `full` what they are made of is not used.
#![cfg_attr(not(feature = "full"), allow(unused, clippy::unused_self))]

mod agreement;
mod apart;
mod batches;
mod cell_counts;
mod cells;
mod counter;
mod cuts;
mod cycles;
mod descents;
mod digit_pairs;
mod digits;
mod distinguisher;
#[cfg(feature = "full")]
mod duplicates;
#[cfg(feature = "full")]
mod earlier_decks;
mod event;
mod features;
mod first_decks;
mod fixed_points;
mod footrule;
mod full_order;
#[cfg(feature = "full")]
mod games;
mod gaps;
mod grain;
mod group_ranks;
mod halves;
mod ideal;
mod increase;
mod inversions;
mod law;
mod longest_increasing_subsequence;
mod matrix_sums;
mod named;
#[cfg(feature = "full")]
mod one_order;
mod opponent;
#[cfg(feature = "full")]
mod orders;
mod ordinal_patterns;
mod pair_order;
mod parity;
mod position_buffer;
mod position_drift;
#[cfg(feature = "full")]
mod position_lines;
mod position_matrix;
mod positions;
mod repeated_decks;
mod rising_sequences;
#[cfg(feature = "full")]
mod rows;
mod same_half;
mod sample;
mod scalar;
#[cfg(feature = "full")]
mod sequences;
mod spearman;
#[cfg(feature = "full")]
pub mod stakes;
#[cfg(feature = "full")]
mod states;
mod successions;
mod successions_cyclic;
mod successor_matrix;
mod suite;
mod table;
#[cfg(test)]
mod table_tests;
mod tally;
#[cfg(feature = "full")]
mod types;
mod valleys;
mod views;
pub mod wager;
mod width;

use std::fmt;
use std::ops::RangeInclusive;

use deck::subject::{self, Subject, WholeDeck};
use laws::known::Known;
use laws::tail::{PValue, Tails};
use text::figures::{Compares, Declaration, Figures};
use text::names::grouped;
use text::params::{self, KindError, ParamError, Parameter, Params, Table};

pub use agreement::{FAULT_LEVEL, Verification};
pub use counter::{AnyCounter, Counted, Counter, Counting, Gauge, Keeps, Sink};
#[cfg(feature = "full")]
pub use duplicates::expected_cells;
pub use event::{Event, IdealShare};
pub use features::{Feature, not_looked_at};
#[cfg(feature = "full")]
pub use games::{POKER, Rules, games, poker_classes, rules};
pub use grain::Grain;
pub use halves::Halves;
pub use named::{Limited, NamedCell, NamedMean, Naming, Spread};
#[cfg(feature = "full")]
pub use one_order::of_order;
pub use opponent::Watcher;
pub use position_matrix::omnibus;
#[cfg(feature = "full")]
pub use sequences::{UNBROKEN, limits_of_shares};
pub(crate) use suite::MOST_LAG;
pub use suite::{Probe, SUITES, Suite};
pub use tally::{Extreme, Extremes, Notes, Tally};
#[cfg(feature = "full")]
pub use types::{Before, Named, of_types, settle as settle_types};
pub use wager::{LogE, Wager};
pub use width::most_subjects;

use wager::Categories;

use deck::{Lines, MAX_CARDS, MIN_CARDS};

/// The decks that a statistic will see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Design {
    /// Cards in a deck.
    pub size: usize,
    /// Subjects in a replicate.
    pub trials: u64,
    /// Replicates.
    pub replicates: u64,
}

impl Design {
    /// Subjects in all.
    pub fn subjects(&self) -> u64 {
        self.trials * self.replicates
    }
}

/// The values of a statistic that is evaluated replicate by replicate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Series {
    /// One value for each replicate, in order.
    pub values: Vec<u64>,
    /// Counts added up over all replicates; the statistic says of what.
    pub pooled: Vec<u64>,
}

/// All that a statistic may judge by.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// Decks counted.
    pub design: Design,
    /// The statistic's tally over all replicates.
    pub tally: &'a Tally,
    /// 0, or how many decks back they are compared with.
    pub lag: usize,
    /// Its values by replicate, if it has such values.
    pub series: Option<&'a Series>,
    /// The facts that are known exactly about these decks.
    pub known: &'a Known,
    /// The level at which a single test of this run must reject: detectable departures are
    /// stated for it.
    pub level: f64,
    /// As much as is wanted.
    pub wanted: Wanted,
    /// The lines of the file that the decks stand on, if they come from one with lines.
    pub lines: Option<&'a Lines>,
}

/// As much of an assessment as is wanted: many small runs ask for less, and most of the work is in the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Figures, words and p-values.
    InFull,
    /// The p-values.
    PValues,
    /// The p-values at or below the level: others need only be above it.
    Rejections,
    /// The same, but for those that take simulated subjects, which are left out.
    QuickRejections,
}

impl Evidence<'_> {
    /// Subjects counted: fewer than the design has, where they are compared with earlier ones.
    pub fn subjects(&self) -> u64 {
        self.tally.subjects()
    }

    /// Names the deck of that index, counted from 1, for words: with its line, where that is known. A deck seen from an
    /// earlier one is counted under the number of the earlier one.
    pub fn deck(&self, index: u64) -> String {
        let deck = index + self.lag as u64;
        let line = self.lines.and_then(|lines| lines.of(deck));
        let line = line.map_or_else(String::new, |line| format!(" (line {})", grouped(line)));
        format!("deck {}{line}", grouped(deck + 1))
    }

    /// The p-value above which it need not be right.
    pub(crate) fn above(&self) -> f64 {
        match self.wanted {
            Wanted::InFull | Wanted::PValues => 1.0,
            Wanted::Rejections | Wanted::QuickRejections => self.level,
        }
    }

    /// Gives what `make` makes, figures or words, if they are wanted, else empty ones.
    pub(crate) fn in_full<T: Default>(&self, make: impl FnOnce() -> T) -> T {
        if self.wanted == Wanted::InFull {
            make()
        } else {
            T::default()
        }
    }
}

/// The findings of a statistic.
#[derive(Debug, Clone, Default)]
pub struct Assessment {
    /// Its figures, as [`Statistic::figures`] declares them; maybe none where none are wanted.
    pub figures: Figures,
    /// Its tests, always those that [`Statistic::tests`] names.
    pub tests: Vec<Test>,
    /// Its figures beside what is known exactly.
    pub checks: Vec<Verification>,
}

/// One test of the hypothesis that the decks are ideally shuffled.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// Its name within its statistic.
    pub name: &'static str,
    /// A short title for tables.
    pub title: String,
    /// The test statistic.
    pub value: Option<f64>,
    /// Degrees of freedom, for chi-squared tests.
    pub df: Option<f64>,
    /// Its result.
    pub outcome: Outcome,
    /// Both tails of the null law, for a test statistic with few values.
    pub tails: Option<Tails>,
    /// The smallest departure that it would have shown.
    pub detectable: Option<Detectable>,
    /// A sentence in plain words, without capital and full stop, that sets what was seen beside what an
    /// ideal shuffle has: the meaning of a failure.
    pub words: String,
    /// The cell or the mean that its words name, if it has limits.
    pub named: Option<Limited>,
}

impl Test {
    /// A test of that name and title that has no result yet.
    fn new(name: &'static str, title: String) -> Self {
        Self {
            name,
            title,
            value: None,
            df: None,
            outcome: Outcome::TooFew { needed: 0 },
            tails: None,
            detectable: None,
            words: String::new(),
            named: None,
        }
    }
}

/// The result of a single test, before the family is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// A p-value.
    P(PValue),
    /// Too few decks: the test means nothing below `needed` decks.
    TooFew {
        /// Decks needed.
        needed: u64,
    },
}

/// Power with which a [`Detectable`] departure would have been shown.
pub const POWER: f64 = 0.9;

/// The smallest departure from the ideal shuffle that a test of this many decks would have shown
/// with probability [`POWER`].
#[derive(Debug, Clone, PartialEq)]
pub struct Detectable {
    /// Its size.
    pub value: f64,
    /// The quantity that it is a size of, in words.
    pub unit: String,
}

/// A figure that tables show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The head of its column.
    pub title: String,
    /// The key of the figure.
    pub figure: &'static str,
    /// Digits after the point.
    pub digits: usize,
    /// Its name for those who look at the deck and not at its statistics, if they would care.
    pub seen: Option<String>,
    /// The key of the figure that a fair shuffle has instead.
    pub fair: Option<&'static str>,
}

impl Column {
    /// A column with the figure `figure`.
    pub fn new(title: impl Into<String>, figure: &'static str, digits: usize) -> Self {
        Self {
            title: title.into(),
            figure,
            digits,
            seen: None,
            fair: None,
        }
    }
}

/// The work that an assessment takes, beside that of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Sums over counts: nothing beside what they take to make.
    Counts,
    /// It learns from decks: as much as several other statistics together, of few decks too.
    Learns,
    /// It simulates thousands of ideal decks, however few decks came.
    Simulates,
}

/// A statistic with its parameters.
pub trait Statistic: fmt::Debug + Send + Sync {
    /// Its name in specs and records.
    fn name(&self) -> &'static str;

    /// The counter of the counts that it reads.
    fn counter(&self) -> AnyCounter<'_>;

    /// Returns true if it compares few subjects with simulated ones, for which [`Wanted::QuickRejections`] does not ask.
    fn simulates_few(&self) -> bool {
        false
    }

    /// The hand that it looks at, from 0, if it looks at one of several.
    fn hand(&self) -> Option<usize> {
        None
    }

    /// Returns true if it is evaluated replicate by replicate ([`Statistic::close`]).
    fn per_replicate(&self) -> bool {
        false
    }

    /// Evaluates one replicate's tally: its value; `pooled` takes counts to add up.
    fn close(&self, _tally: &Tally, _pooled: &mut Vec<u64>) -> u64 {
        0
    }

    /// Declares the figures that it finds; keys in `snake_case`.
    fn figures(&self, design: &Design) -> Vec<Declaration>;

    /// Names the tests that it makes of a routine.
    fn tests(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Says what an assessment takes: small runs that are made by the thousand do without the dear ones.
    fn effort(&self) -> Effort {
        Effort::Counts
    }

    /// The null probability of each bin of its [`Halves`], if it is one number for each deck.
    fn law(&self) -> Option<Vec<f64>> {
        None
    }

    /// A wager against the ideal shuffle, for runs that stop once they are decided. A number of each deck
    /// whose law is known has one without saying so.
    fn wager(&self, _design: &Design) -> Option<Box<dyn Wager>> {
        let categories = Categories::new(&self.law()?)?;
        Some(Box::new(categories))
    }

    /// Gives an event that was counted in those of its decks that had no part in choosing it, for a lower
    /// bound of the total variation; `figures` are those of its assessment of the same `tally`. A number of
    /// each deck ([`Statistic::law`]) has one.
    fn event(&self, tally: &Tally, figures: &Figures) -> Option<Event> {
        event::of_number(self.name(), &self.law()?, Halves::of(tally), figures)
    }

    /// The stakes that it looks at, as `tally` shows them: none, unless it is one of stakes.
    #[cfg(feature = "full")]
    fn staked(&self, _tally: &Tally) -> Vec<stakes::Staked> {
        Vec::new()
    }

    /// The figures that tables show.
    fn columns(&self) -> Vec<Column>;

    /// Figures and tests.
    fn assess(&self, evidence: &Evidence<'_>) -> Assessment;
}

/// A kind of statistic that specs can name.
#[derive(Clone)]
pub struct Kind {
    /// Its name in a spec.
    pub name: &'static str,
    /// A line for lists on what it looks at.
    pub about: &'static str,
    /// Words for a sentence on what it looks at: "the test of where cards end up".
    pub plain: &'static str,
    /// The usual causes of a failure.
    pub causes: &'static str,
    /// An example of its counts, in plain words and with numbers: those of a fair deck, and those
    /// of a bad shuffle.
    pub example: &'static str,
    /// The way to compare two records of it.
    pub compares: &'static Compares,
    /// The paper or page that describes it.
    pub source: &'static str,
    /// The keys that it takes.
    pub parameters: &'static [Parameter],
    /// The sizes of deck, or numbers of symbols, that it is for.
    pub cards: RangeInclusive<usize>,
    /// The features that it looks at: a fault there would show, if it were large enough.
    pub covers: &'static [Feature],
    /// The smallest suite that has it; `None` if it must be asked for.
    pub suite: Option<Suite>,
    /// The subjects that it is defined on.
    pub on: subject::Kind,
    /// True if it says something of the order of decks relative to earlier ones.
    pub lagged: bool,
    /// Makes one from its parameters for a design.
    pub build: Build,
}

impl Kind {
    /// Returns true if it looks at one of several hands.
    fn is_of_a_hand(&self) -> bool {
        self.parameters
            .iter()
            .any(|parameter| parameter.name == HAND)
    }
}

/// The key of the hand that statistics of one hand look at.
const HAND: &str = "hand";

/// Makes a statistic from its parameters for a design.
pub type Build = fn(&Params, &Design) -> Result<Box<dyn Statistic>, ParamError>;

/// All kinds of statistics.
pub static KINDS: &[Kind] = &[
    position_matrix::KIND,
    position_drift::KIND,
    rising_sequences::KIND,
    inversions::KIND,
    fixed_points::KIND,
    descents::KIND,
    cycles::KIND,
    parity::KIND,
    longest_increasing_subsequence::KIND,
    successions::KIND,
    successions_cyclic::KIND,
    same_half::KIND,
    footrule::KIND,
    valleys::KIND,
    spearman::KIND,
    group_ranks::KIND,
    ordinal_patterns::KIND,
    full_order::KIND,
    successor_matrix::KIND,
    gaps::KIND,
    pair_order::KIND,
    digits::LEHMER,
    digits::FROM_TOP,
    digits::FROM_BOTTOM,
    digit_pairs::LEHMER,
    digit_pairs::FROM_TOP,
    digit_pairs::FROM_BOTTOM,
    #[cfg(feature = "full")]
    types::OPENING_HAND,
    #[cfg(feature = "full")]
    types::TYPE_RUNS,
    #[cfg(feature = "full")]
    types::LONGEST_RUN,
    #[cfg(feature = "full")]
    types::FULLEST_BOOSTER,
    #[cfg(feature = "full")]
    games::SNAP,
    #[cfg(feature = "full")]
    games::WAR,
    #[cfg(feature = "full")]
    games::WAR_SWEEP,
    #[cfg(feature = "full")]
    games::FRUSTRATION,
    #[cfg(feature = "full")]
    games::DERANGEMENT,
    #[cfg(feature = "full")]
    games::POKER_CLASS,
    #[cfg(feature = "full")]
    duplicates::KIND,
    #[cfg(feature = "full")]
    position_lines::KIND,
    repeated_decks::KIND,
    #[cfg(feature = "full")]
    earlier_decks::KIND,
    #[cfg(feature = "full")]
    views::FIRST_5,
    #[cfg(feature = "full")]
    views::FIRST_7,
    #[cfg(feature = "full")]
    views::QUARTER,
    opponent::KIND,
    distinguisher::KIND,
    views::VIEW_CELLS,
    #[cfg(feature = "full")]
    views::CLASS_IN_HAND,
    #[cfg(feature = "full")]
    views::COPIES,
    #[cfg(feature = "full")]
    views::RUNS,
    #[cfg(feature = "full")]
    views::ONCE_NEIGHBOURS,
    views::VIEW_INVERSIONS,
    views::CALLED,
    #[cfg(feature = "full")]
    views::SAME_HAND,
    #[cfg(feature = "full")]
    views::SAME_SIDE,
    #[cfg(feature = "full")]
    views::LONGEST_SUIT,
    #[cfg(feature = "full")]
    views::SUIT_PATTERN,
    #[cfg(feature = "full")]
    views::HIGH_CARDS,
    #[cfg(feature = "full")]
    views::SIDE_POINTS,
    #[cfg(feature = "full")]
    views::SIDE_CONTROLS,
    #[cfg(feature = "full")]
    views::SIDE_VOIDS,
    #[cfg(feature = "full")]
    views::TOTAL_TRUMPS,
    #[cfg(feature = "full")]
    views::BEST_HAND,
    views::REPEATED_DEALS,
    views::RIFFLES,
    #[cfg(feature = "full")]
    stakes::KIND,
    #[cfg(feature = "full")]
    stakes::OF_HANDS,
    #[cfg(feature = "full")]
    stakes::OF_DRAWS_KIND,
    #[cfg(feature = "full")]
    stakes::OF_ROWS_KIND,
    #[cfg(feature = "full")]
    sequences::FREQUENCY,
    #[cfg(feature = "full")]
    sequences::GAPS,
    #[cfg(feature = "full")]
    sequences::STREAK,
    #[cfg(feature = "full")]
    sequences::DROUGHT,
    #[cfg(feature = "full")]
    sequences::PAIRS,
    #[cfg(feature = "full")]
    sequences::TRIPLES,
    #[cfg(feature = "full")]
    sequences::DEPENDENCE,
    #[cfg(feature = "full")]
    sequences::CALLS,
    #[cfg(feature = "full")]
    sequences::FAR_MATCHES,
    #[cfg(feature = "full")]
    sequences::COMPLEXITY,
    #[cfg(feature = "full")]
    sequences::PREDICTOR,
    #[cfg(feature = "full")]
    sequences::DRIFT,
    #[cfg(feature = "full")]
    rows::FOUND,
    #[cfg(feature = "full")]
    rows::COVARIATE,
    #[cfg(feature = "full")]
    rows::DRIFT,
    #[cfg(feature = "full")]
    rows::MEMORY,
    #[cfg(feature = "full")]
    states::PLACES,
    #[cfg(feature = "full")]
    states::TURNS,
    #[cfg(feature = "full")]
    states::PARITY,
    #[cfg(feature = "full")]
    states::DISTANCE,
    #[cfg(feature = "full")]
    states::BINS,
    #[cfg(feature = "full")]
    states::REPEATS,
    #[cfg(feature = "full")]
    one_order::TABLE,
    #[cfg(feature = "full")]
    one_order::RANKS,
    #[cfg(feature = "full")]
    one_order::NEAR,
    #[cfg(feature = "full")]
    one_order::FORWARD,
    #[cfg(feature = "full")]
    one_order::HOEFFDING,
    #[cfg(feature = "full")]
    one_order::BATCH_MATES,
    #[cfg(feature = "full")]
    one_order::INDEX_AVALANCHE,
    #[cfg(feature = "full")]
    one_order::KEY_AVALANCHE,
    #[cfg(feature = "full")]
    one_order::DIFFERENTIALS,
];

/// The name of the opponent who calls cards.
pub const OPPONENT: &str = opponent::KIND.name;

/// The kind of that name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// Makes the statistic `name` with the parameters in `table`, one of which may be the `lag`, of whole decks.
#[cfg(feature = "full")]
pub fn build(name: &str, table: Table, design: &Design) -> Result<Probe, KindError> {
    build_on(&WholeDeck, name, table, design)
}

/// Makes the statistic `name` with the parameters in `table` of such subjects.
#[cfg(feature = "full")]
pub fn build_on(
    subject: &dyn Subject,
    name: &str,
    mut table: Table,
    design: &Design,
) -> Result<Probe, KindError> {
    let ours = |kind: &&Kind| kind.on == subject.kind();
    if let Some(other) = kind(name).filter(|kind| !ours(kind)) {
        return Err(KindError::Subject {
            what: "statistic",
            name: name.to_owned(),
            on: other.on.plural(),
            asked: subject.kind().plural(),
        });
    }
    let ours: Vec<&Kind> = KINDS.iter().filter(ours).collect();
    let kind = *params::pick("statistic", name, &ours, |kind| kind.name)?;
    let mut own = Table::new();
    if kind.lagged {
        own.extend(table.remove(LAG.name).map(|lag| (LAG.name.to_owned(), lag)));
    }
    let lag = Params::new(name, own, &[LAG])?.whole(LAG.name, 1..=MOST_LAG as u32)?;
    if !kind.cards.contains(&design.size) {
        return Err(ParamError::Deck {
            kind: name.to_owned(),
            cards: design.size,
            least: *kind.cards.start(),
            most: *kind.cards.end(),
        }
        .into());
    }
    for given in subject.parameters() {
        if table.contains_key(given.name) {
            let problem = "found it in a statistic; accepted: in the experiment".to_owned();
            return Err(Params::refuse(given.name, problem).into());
        }
    }
    let lag = lag.unwrap_or(0) as usize;
    let relative = if lag > 0 {
        subject.relative(design.size)
    } else {
        None
    };
    let seen = relative.as_deref().unwrap_or(subject);
    let params = Params::new(name, table, kind.parameters)?.about(seen.value());
    let statistic = (kind.build)(&params, design)?;
    Ok(Probe::new(lag, statistic))
}

/// A key of every statistic that says something of the order of decks relative to earlier ones.
const LAG: Parameter = Parameter {
    name: "lag",
    about: "look at the order of each deck relative to the deck this many places before it",
};

/// Rounds an exact probability for the record: twelve decimals hide the last bits of a sum, and no
/// reader needs more.
pub fn rounded(value: f64) -> f64 {
    const DECIMALS: f64 = 1e12;
    (value * DECIMALS).round_ties_even() / DECIMALS
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::Block;
    use deck::batch::Batch;
    use deck::kernel::Isa;
    use deck::subject::{
        Classes, Draws, Hands, Order, Orders, OwnDecks, Puzzle, Row, Rows, States, View, Weights,
    };
    use text::figures::{Shape, find};

    /// Subjects of so many cards, of which one is right for each statistic of a kind.
    fn some(kind: subject::Kind, cards: usize) -> Vec<Box<dyn Subject>> {
        match kind {
            subject::Kind::DECK => vec![Box::new(WholeDeck)],
            subject::Kind::VIEW => {
                let sides = format!("hands:4x{}", cards / 4);
                let shapes = [
                    "hand:1", "first:2", "hand:2", "hand:7", "hand:13", "first:9", &sides,
                ];
                let with = |classes: Option<Classes>| {
                    shapes.map(|shape| -> Box<dyn Subject> {
                        let shape = shape.parse().unwrap();
                        let classes = classes.clone();
                        Box::new(View {
                            shape,
                            classes,
                            told: subject::Told::Places,
                        })
                    })
                };
                let others = cards.saturating_sub(2);
                let two = Classes::halves(cards);
                let three = Classes::read(&format!("1 a, 1 b, {others} c"), None, cards);
                let all = [with(None), with(Some(two)), with(three.ok())];
                all.into_iter().flatten().collect()
            }
            subject::Kind::SEQUENCE => vec![Box::new(Weights::new(vec![1, 1]).unwrap())],
            subject::Kind::ROWS => vec![Box::new(OwnDecks { covariate: true })],
            subject::Kind::ORDER => vec![Box::new(Order {
                epochs: vec![(0..cards as u32).collect()],
                place: "line".to_owned(),
                groups: None,
                labels: None,
                batch: None,
                keyed: false,
                source: String::new(),
            })],
            _ => vec![Box::new(Puzzle::PocketCube)],
        }
    }

    /// The statistic of that kind of the first subject that it is for.
    fn first(kind: &Kind, design: &Design) -> (Box<dyn Subject>, Probe) {
        found(kind, design).unwrap_or_else(|| panic!("{} is for no subject", kind.name))
    }

    /// The same, if it is for any of this size.
    pub(super) fn found(kind: &Kind, design: &Design) -> Option<(Box<dyn Subject>, Probe)> {
        let mut subjects = some(kind.on, design.size).into_iter();
        subjects.find_map(|subject| {
            let probe = build_on(&*subject, kind.name, Table::new(), design);
            probe.ok().map(|probe| (subject, probe))
        })
    }

    /// The tally of `probe` of one such subject.
    pub(super) fn seen_once(subject: &dyn Subject, probe: &Probe, size: usize) -> Tally {
        fn of<B: Counted>(mut batch: B, probe: &Probe) -> Tally {
            let gauge = probe.gauge::<B>();
            let mut tally = vec![Tally::empty(gauge.counter, batch.size())];
            let mut counting = Counting::new(&[gauge], batch.size());
            counting.count(&mut batch, &mut tally);
            counting.settle(&mut tally);
            tally.remove(0)
        }
        match subject.kind() {
            subject::Kind::DECK => {
                let mut block = Block::new(size);
                block.fill_sorted(1, 0);
                of(block, probe)
            }
            subject::Kind::VIEW => {
                let value = subject.value();
                let view: &View = value.downcast_ref().unwrap();
                let mut hands = Hands::new(size, Isa::best());
                hands.seen_as(view.shape);
                // No order that would be a surprise.
                let cards = (0..view.shape.seen()).map(|place| (place * 11 % size) as u16);
                hands.push(cards.map(|card| view.class(card)));
                of(hands, probe)
            }
            subject::Kind::SEQUENCE => {
                let mut draws = Draws::new(size, Isa::best());
                draws.push(0);
                of(draws, probe)
            }
            subject::Kind::ORDER => {
                let mut orders = Orders::new(size, Isa::best());
                // No order that would be a surprise, where there are few items.
                let item = |place: usize| (place * 7 + 3) % size;
                orders.push((0..size).map(|place| item(place) as u32).collect());
                of(orders, probe)
            }
            subject::Kind::STATE => {
                let mut states = States::new(size, Isa::best());
                // No state that would be a surprise: solved ones are rare.
                states.push(deck::cube::State::of_rank(1_234_567).unwrap());
                of(states, probe)
            }
            _ => {
                let mut rows = Rows::new(size, Isa::best());
                rows.push(Row {
                    deck: 40,
                    copies: 17,
                    drawn: 7,
                    found: 3,
                    covariate: Some(0.5),
                    time: None,
                    dated: false,
                });
                of(rows, probe)
            }
        }
    }

    #[test]
    fn every_kind_has_a_name_of_its_own_builds_and_keeps_its_promises() {
        let design = Design {
            size: 2,
            trials: 1,
            replicates: 1,
        };
        for (i, kind) in KINDS.iter().enumerate() {
            assert!(KINDS[..i].iter().all(|other| other.name != kind.name));
            assert!(!kind.about.is_empty() && !kind.source.is_empty());
            // Statistics of views are for hands of several cards.
            let least = if kind.on == subject::Kind::VIEW {
                16
            } else {
                0
            };
            let design = Design {
                size: least.max(*kind.cards.start()),
                ..design
            };
            let (subject, probe) = first(kind, &design);
            let statistic = probe.statistic();
            assert_eq!(statistic.name(), kind.name);
            let tally = seen_once(&*subject, &probe, design.size);
            let mut series = Series::default();
            let value = statistic.close(&tally, &mut series.pooled);
            series.values.push(value);
            let evidence = Evidence {
                lag: 0,
                design,
                tally: &tally,
                series: Some(&series),
                known: &Known {
                    chain: (kind.on == subject::Kind::DECK)
                        .then(|| laws::matrix::Matrix::identity(design.size)),
                    rising_mean: Some(1.0),
                    most_calls: Some(design.size as f64),
                    ..Known::default()
                },
                level: 0.001,
                wanted: Wanted::InFull,
                lines: None,
            };
            let assessment = statistic.assess(&evidence);
            let tests = assessment.tests.iter().map(|test| test.name);
            assert_eq!(
                tests.collect::<Vec<_>>(),
                statistic.tests(),
                "{}",
                kind.name
            );
            let figures = statistic.figures(&design);
            let found = text::figures::Value::from(assessment.figures.clone());
            assert!(Shape::Group(figures.clone()).admits(&found), "{found}");
            for figure in figures {
                // A flag is there where it is set.
                let there = found.get(figure.key.as_ref()).is_some() || figure.shape == Shape::Flag;
                assert!(there, "{}: {}", kind.name, figure.key);
            }
            if let Some(mut wager) = statistic.wager(&design) {
                assert!(wager.look(&tally).ln() < 3.0);
                let limit = wager.limit(&tally, 0.01).unwrap_or(1.0);
                assert!((0.0..=1.0).contains(&limit) && !limit.is_nan());
            }
            let judged = ![None, Some(Suite::Deep)].contains(&kind.suite);
            assert!(!judged || !statistic.tests().is_empty(), "{}", kind.name);
            // A statistic that compares with counts in ideal decks has no law to bet against.
            let has_law = statistic.effort() < Effort::Simulates;
            // Watched runs do not look for all single cells and changes.
            let mut tests = statistic.tests().into_iter();
            let must_bet = has_law && tests.any(|test| Grain::of(test) == Grain::Whole);
            let large = Design {
                size: least.max(12).clamp(*kind.cards.start(), *kind.cards.end()),
                ..design
            };
            let (_, probe) = first(kind, &large);
            let has_wager = probe.statistic().wager(&large).is_some();
            assert!(has_wager || !must_bet || !judged, "{}", kind.name);
            assert!(has_law || !has_wager || !judged, "{}", kind.name);
            for column in statistic.columns() {
                let found = find(&statistic.figures(&design), column.figure);
                assert!(found.is_ok(), "{}: {}", kind.name, column.figure);
            }
        }
        for about in SUITES {
            let probes = about.suite.probes(&design).unwrap();
            assert!(!probes.is_empty());
            assert!(probes.iter().enumerate().all(|(i, probe)| {
                let others = &probes[..i];
                others.iter().all(|other| other.name() != probe.name())
            }));
        }
    }
}
