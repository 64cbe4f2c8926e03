//! Card games: what players would notice.
//!
//! A game counts something in a deck of ranks and suits (snaps, wars, cards called right), and there is an
//! event that people ask about: that it counts none. On ideal decks the law is exact for every makeup of the
//! deck ([`laws::games`]) where cards match by rank or by suit, and that of War where they match by either. For
//! Frustration, for Snap of two players by either, and for Snap with more than two players the probability of none is
//! exact. Elsewhere no law is built in: there, figures come with their standard error, and no test.

use text::names::percent_even_if_rare;

mod derangement;
mod estimate;
mod frustration;
mod poker_class;
mod snap;
mod suits;
#[cfg(test)]
mod tests;
mod war;
mod war_sweep;

pub(super) use derangement::KIND as DERANGEMENT;
pub(super) use frustration::KIND as FRUSTRATION;
pub(super) use poker_class::KIND as POKER_CLASS;
pub use poker_class::poker_classes;
pub(super) use snap::KIND as SNAP;
pub(super) use war::KIND as WAR;
pub(super) use war_sweep::KIND as WAR_SWEEP;

use std::sync::LazyLock;

use dashu_ratio::RBig;

use super::halves::Halves;
use super::scalar::{Number, OfDecks};
use super::{
    AnyCounter, Assessment, Column, Design, Detectable, Evidence, Kind, Outcome, POWER, Statistic,
    Test, Verification, rounded,
};
use deck::{BLOCK, Block, Card, Layout};
use laws::games::MOST_CARDS;
use laws::known::Known;
use laws::lattice::sum::Sum;
use laws::null::{Exact, Sums, to_f64};
use laws::power::normal_shift;
use laws::tail::PValue;
use text::figures::{Declaration, Trials, Value, json};
use text::params::{self, KindError, ParamError, Params};

/// Decks for which games are made: two ranks and two suits at the least.
const CARDS: std::ops::RangeInclusive<usize> = 4..=MOST_CARDS;

/// The names of a game.
#[derive(Debug)]
struct About {
    name: &'static str,
    title: &'static str,
    /// The event that nothing is counted.
    event: EventName,
}

/// The names of an event.
#[derive(Debug, Clone, Copy)]
struct EventName {
    /// The key of its figure, and its test.
    key: &'static str,
    /// The key of its standard error: the same and `_error`.
    error: &'static str,
    /// Its name in words.
    words: &'static str,
}

/// Something that is counted in each deck.
trait Counted: std::fmt::Debug + Send + Sync {
    /// The number in a deck.
    fn count(&self, deck: &[Card]) -> u32;

    /// Returns true if a card, turned after those of `dealt`, is one more. Returns `None` if this
    /// depends on more than the cards before it.
    fn counts(&self, dealt: &[Card], card: Card) -> Option<bool>;

    /// The number that no deck exceeds.
    fn most(&self) -> u64;

    /// Says in words what is counted.
    fn unit(&self) -> String;

    /// The exact mean of a routine, where it is known.
    fn known_mean(&self, _known: &Known) -> Option<f64> {
        None
    }
}

/// A game with its deck: what is counted, and its law on ideal decks where it is known.
#[derive(Debug)]
pub struct Rules {
    about: &'static About,
    cards: usize,
    counted: Box<dyn Counted>,
    law: Option<Exact>,
    /// The probability that nothing is counted, where it is known without the law.
    none: Option<Later<RBig>>,
}

/// A value that takes seconds: worked out once, when somebody asks for it.
type Later<T> = LazyLock<T, Box<dyn FnOnce() -> T + Send>>;

/// Puts off some work.
fn later<T>(work: impl FnOnce() -> T + Send + 'static) -> Later<T> {
    LazyLock::new(Box::new(work))
}

/// The name of the statistic of poker hands.
pub const POKER: &str = POKER_CLASS.name;

/// Makes the rules of a game from its parameters.
type MakeRules = fn(&Params, &Design) -> Result<Rules, ParamError>;

/// The games that count something.
const GAMES: &[(&Kind, MakeRules)] = &[
    (&SNAP, snap::rules),
    (&WAR, war::rules),
    (&WAR_SWEEP, war_sweep::rules),
    (&FRUSTRATION, frustration::rules),
    (&DERANGEMENT, derangement::rules),
];

/// The names of the games that [`rules`] knows.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(kind, _)| kind.name)
}

/// The game `name` with the parameters in `table`, for decks of `cards` cards.
pub fn rules(name: &str, table: toml::Table, cards: usize) -> Result<Rules, KindError> {
    let (kind, make) = params::pick("game", name, GAMES, |(kind, _)| kind.name)?;
    if !kind.cards.contains(&cards) {
        return Err(ParamError::Deck {
            kind: name.to_owned(),
            cards,
            least: *kind.cards.start(),
            most: *kind.cards.end(),
        }
        .into());
    }
    let params = Params::new(name, table, kind.parameters)?;
    let design = Design {
        size: cards,
        trials: 1,
        replicates: 1,
    };
    Ok(make(&params, &design)?)
}

impl Rules {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.about.name
    }

    /// Says in words what is counted.
    pub fn unit(&self) -> String {
        self.counted.unit()
    }

    /// The event that nothing is counted, in words.
    pub fn event(&self) -> &'static str {
        self.about.event.words
    }

    /// The law of the number on ideal decks, where it is known.
    pub fn law(&self) -> Option<&Exact> {
        self.law.as_ref()
    }

    /// The probability on ideal decks that nothing is counted, where it is known.
    pub fn none(&self) -> Option<RBig> {
        let law = self.law.as_ref().map(|law| law.probability(0));
        law.or_else(|| self.none.as_deref().cloned())
    }

    /// The mean of what is counted on ideal decks, where the law is known.
    pub fn mean(&self) -> Option<f64> {
        self.law.as_ref().map(|law| mean(&floats(law)))
    }

    fn statistic(self) -> Box<dyn Statistic> {
        Box::new(Game::new(self))
    }
}

/// A number of each deck.
#[derive(Debug)]
struct OfGame {
    about: &'static About,
    counted: Box<dyn Counted>,
    law: Option<Vec<f64>>,
}

impl Number for OfGame {
    fn label(&self) -> &'static str {
        self.about.name
    }

    fn title(&self) -> String {
        self.about.title.to_owned()
    }

    fn unit(&self) -> String {
        self.counted.unit()
    }

    fn range(&self, _cards: usize) -> (u64, u64) {
        let most = self.law.as_ref().map(|law| law.len() as u64 - 1);
        (0, most.unwrap_or_else(|| self.counted.most()))
    }

    fn layout_read(&self) -> Layout {
        Layout::Decks
    }

    fn values(&self, block: &Block, values: &mut [u32; BLOCK]) {
        for (deck, value) in block.decks().zip(values) {
            *value = self.counted.count(deck);
        }
    }

    fn known_mean(&self, known: &Known) -> Option<f64> {
        let law = self.law.as_deref().filter(|_| is_ideal(known));
        law.map(mean).or_else(|| self.counted.known_mean(known))
    }

    fn own_law(&self) -> Option<Vec<f64>> {
        self.law.clone()
    }

    fn words(&self, mean: f64, ideal: f64) -> String {
        let unit = self.counted.unit();
        format!("{mean:.3} {unit} in a deck; in a fair one {ideal:.3}")
    }
}

/// A game as a statistic: the number, and how often it is 0.
#[derive(Debug)]
struct Game {
    about: &'static About,
    unit: String,
    number: OfDecks,
    law: Option<Vec<f64>>,
    /// The probability on ideal decks that nothing is counted, where it is known.
    none: Option<Later<f64>>,
}

impl Game {
    fn new(rules: Rules) -> Self {
        let Rules {
            about,
            cards,
            counted,
            law,
            none,
        } = rules;
        let law = law.as_ref().map(floats);
        let none = match &law {
            Some(law) => {
                let none = law[0];
                Some(later(move || none))
            }
            None => none.map(|none| later(move || to_f64(&none))),
        };
        let unit = counted.unit();
        let number = OfGame {
            about,
            counted,
            law: law.clone(),
        };
        Self {
            about,
            unit,
            number: OfDecks::of(Box::new(number), cards),
            law,
            none,
        }
    }
}

/// The figures without a law, beside those that belong to the mean.
const SEEN: [&str; 3] = ["mean", "difference", "histogram"];

/// Judges without a law: tells what was seen, and its error.
fn seen(evidence: &Evidence<'_>) -> Assessment {
    let decks = evidence.subjects();
    let histogram = Halves::of(evidence.tally).whole();
    let moment = |power: u32| -> u128 {
        let values = (0u128..).zip(&histogram);
        values
            .map(|(value, &decks)| value.pow(power) * u128::from(decks))
            .sum()
    };
    let (total, squares, count) = (moment(1), moment(2), u128::from(decks));
    let spread = (count * squares).saturating_sub(total * total) as f64;
    let variance = spread / (count * count.saturating_sub(1)) as f64;
    let figures = json!({
        "mean": total as f64 / decks as f64,
        "standard_error": (decks > 1).then(|| (variance / decks as f64).sqrt()),
        "exact": Value::Null,
        "difference": Value::Null,
        "histogram": histogram,
    });
    Assessment {
        figures: figures.into(),
        ..Assessment::default()
    }
}

impl Statistic for Game {
    fn name(&self) -> &'static str {
        self.about.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        self.number.counter()
    }

    fn tests(&self) -> Vec<&'static str> {
        let number = self.law.as_ref().map(|_| self.number.tests());
        let event = self.none.as_ref().map(|_| self.about.event.key);
        number.into_iter().flatten().chain(event).collect()
    }

    fn law(&self) -> Option<Vec<f64>> {
        // If there are more values than bins, each bin has several.
        self.law.as_ref().and_then(|_| self.number.law())
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let mut figures = self.number.figures(design);
        if self.law.is_none() {
            figures.retain(|figure| SEEN.contains(&figure.key.as_ref()));
        }
        let mut event = self.about.event.figures();
        if self.law.is_none() {
            for figure in &mut figures {
                figure.ideal = None;
            }
        }
        if self.none.is_none() {
            for figure in &mut event {
                figure.ideal = None;
            }
        }
        figures.extend(event);
        figures
    }

    fn columns(&self) -> Vec<Column> {
        let mut columns = self.number.columns();
        columns[0].title.clone_from(&self.unit);
        columns.push(Column::new(self.about.event.words, self.about.event.key, 4));
        columns
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let mut assessment = match self.law {
            Some(_) => self.number.assess(evidence),
            None => seen(evidence),
        };
        let halves = Halves::of(evidence.tally);
        let none = Share {
            hits: halves.even[0] + halves.odd[0],
            decks: evidence.subjects(),
            ideal: self.none.as_deref().copied(),
        };
        none.judged(
            self.about.event,
            self.about.title,
            evidence,
            &mut assessment,
        );
        assessment
    }
}

impl EventName {
    /// Declares the figures of [`Share::judged`].
    fn figures(self) -> [Declaration; 3] {
        let share = |key| Declaration::number(key, "share of decks");
        [
            share(self.key.to_owned())
                .with_error(self.error)
                .with_exact(format!("{}_exact", self.key))
                .with_ideal(format!("{}_ideal", self.key))
                .with_hits(format!("{}_decks", self.key), Trials::Decks),
            share(format!("{}_ideal", self.key)).known(),
            Declaration::whole(format!("{}_decks", self.key), "decks"),
        ]
    }
}

/// The number of decks that had something, and the share that should.
struct Share {
    hits: u64,
    decks: u64,
    /// Its probability on ideal decks, where it is known.
    ideal: Option<f64>,
}

impl Share {
    /// Adds its figures, its test by the binomial law, and, of ideal shuffles, what is exact beside it.
    fn judged(
        &self,
        event: EventName,
        title: &str,
        evidence: &Evidence<'_>,
        assessment: &mut Assessment,
    ) {
        let (hits, decks) = (self.hits, self.decks);
        let EventName { key, error, words } = event;
        let share = hits as f64 / decks as f64;
        let spread = (u128::from(hits) * u128::from(decks - hits)) as f64;
        let noise = (decks > 1).then(|| (spread / (decks - 1) as f64).sqrt() / decks as f64);
        let exact = self.ideal.filter(|_| is_ideal(evidence.known));
        let check = exact.map(|exact| {
            Verification::of_mean(key, share, exact, noise, decks, hits.min(decks - hits))
        });
        let figures = &mut assessment.figures;
        figures.insert(key, share);
        figures.insert(error, noise);
        figures.insert(format!("{key}_exact"), exact.map(rounded));
        figures.insert(format!("{key}_ideal"), self.ideal.map(rounded));
        figures.insert(format!("{key}_decks"), hits);
        assessment.checks.extend(check);
        let test = self.ideal.map(|p| {
            let law = Sums::of_law(vec![1.0 - p, p]);
            let tails = law.of_decks(decks.max(1)).tails(hits);
            let outcome = match decks {
                0 => Outcome::TooFew { needed: 1 },
                _ => Outcome::P(PValue::new(tails.two_sided())),
            };
            Test {
                name: key,
                title: format!("{title} ({words})"),
                value: Some(share),
                df: None,
                outcome,
                tails: Some(tails),
                detectable: Some(Detectable {
                    value: normal_shift(evidence.level, POWER)
                        * (p * (1.0 - p) / decks as f64).sqrt(),
                    unit: format!("of the share of decks: {words}"),
                }),
                words: format!(
                    "{words} in {} of the decks; in {} of fair ones",
                    percent_even_if_rare(share),
                    percent_even_if_rare(p)
                ),
                named: None,
            }
        });
        assessment.tests.extend(test);
    }
}

/// Returns true if it is proved that the decks are ideal.
fn is_ideal(known: &Known) -> bool {
    let exact = known
        .distance
        .as_ref()
        .and_then(|proved| proved.exact.as_ref());
    exact.is_some_and(|bound| bound.value <= 0.0)
}

fn mean(law: &[f64]) -> f64 {
    let terms = (0u32..).zip(law);
    Sum::of(terms.map(|(value, p)| f64::from(value) * p)).value()
}

/// The probability of each value, each to the nearest double.
fn floats(law: &Exact) -> Vec<f64> {
    let values = 0..law.counts().len() as u64;
    values
        .map(|value| to_f64(&law.probability(value)))
        .collect()
}
