//! Stakes: events that somebody bets on, each with what it would be worth to know how often it really comes up.
//!
//! For each stake the subjects are counted by the number of their hands in which its event came up. One hand a subject is a
//! binomial law: its test and its limits are exact. Several hands of one deck depend on each other, so that the subject is
//! the unit: limits of the mean over its hands hold whatever the law (Maurer and Pontil, 2009). One test looks at all
//! stakes: each has an equal part of its level (Bonferroni).
//!
//! Where each row has a deck of its own, the mean of their chances is bounded: [`rows`] says how.
//!
//! Among draws, how many cases there are may depend on the draws: [`draws`] says which, and why bets bound them.

#[cfg(test)]
mod draw_tests;
mod draws;
mod fair;
mod limits;
#[cfg(test)]
mod row_tests;
mod rows;
mod sets;
#[cfg(test)]
mod tests;
mod wager;

use std::fmt::Write as _;

use crate::counter::{AnyCounter, Counter};
use crate::named::{DECKS, Limited, NamedCell, NamedMean, Naming, Spread};
use crate::{
    Assessment, Column, Compares, Design, Effort, Evidence, Kind, Notes, Outcome, Statistic, Tally,
    Test, Wager, rounded,
};
use deck::quantity::{Faces, Odds, OnDraws, Seen, Stake, Wrong};
use deck::subject::{CARDS, CLASSES, Classes, Hands, Shape, VIEW, View};
use deck::{Block, Layout};
use laws::tail::PValue;
use text::figures::{Declaration, Shape as Figure, json};
use text::params::{ParamError, Parameter, Params};
use text::shown::STAKES as TEST;

pub(crate) use draws::KIND as OF_DRAWS_KIND;
pub use draws::OF_DRAWS;
pub use fair::Fair;
use limits::Cases;
pub use limits::Counted;
pub(crate) use rows::KIND as OF_ROWS_KIND;
pub use rows::OF_ROWS;
pub use sets::{SETS, Set};

/// The stakes that are looked at.
const OF: Parameter = Parameter {
    name: "of",
    about: "the stakes, each an event with or without odds, as in [\"first:5 flush pays 6\", \"top is AS\"]; if absent, a first card or class",
};

/// Cards of decks whose stakes are looked at.
const SIZES: std::ops::RangeInclusive<usize> = deck::MIN_CARDS..=deck::MAX_CARDS;

/// The most stakes of a run.
const MOST: usize = 100;

const CAUSES: &str = "cards that stay together or in their place, or a machine that favours a hand";

const EXAMPLE: &str = "Five cards of a fair deck are a flush in 0.197% of deals. If every 50th hand is made a flush, 2.2% are: a bet at fair odds, 508 to 1, then gains about 10 times what is staked.";

/// The name of the statistic of stakes on whole decks.
pub const OF_DECKS: &str = "stakes-of-decks";

/// The name of that of stakes on what is seen of decks.
pub const OF_VIEWS: &str = "stakes-of-hands";

pub(crate) const KIND: Kind = Kind {
    name: OF_DECKS,
    about: "how often do events come up on which somebody bets, and what would a bet gain? each beside its fair chance",
    plain: "the stakes that were named",
    causes: CAUSES,
    example: EXAMPLE,
    compares: &Compares::Nothing,
    source: "binomial law; Maurer and Pontil (2009), Empirical Bernstein bounds and sample variance penalization",
    parameters: &[OF, crate::types::TYPES, crate::types::ARRANGEMENT],
    cards: SIZES,
    covers: &[],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| {
        let classes = match params.text(crate::types::TYPES.name)? {
            Some(types) => {
                let arrangement = params.text(crate::types::ARRANGEMENT.name)?;
                Some(Classes::read(types, arrangement, design.size)?)
            }
            None => None,
        };
        let faces = Faces::of(classes.as_ref(), design.size);
        let of = read(params, (faces, design.size, Seen::Deck))?;
        Ok(Box::new(Stakes::new(KIND.name, of, None)))
    },
};

pub(crate) const OF_HANDS: Kind = Kind {
    name: OF_VIEWS,
    parameters: &[VIEW, CLASSES, CARDS, OF],
    on: deck::subject::Kind::VIEW,
    build: |params, design| {
        let view: &View = params.subject(VIEW.name)?;
        view.check(design.size)
            .map_err(|problem| Params::refuse(VIEW.name, problem))?;
        let faces = Faces::of(view.classes.as_ref(), design.size);
        let of = read(params, (faces, design.size, Seen::View(view.shape)))?;
        // Only its class is seen of a card: any card of it will do.
        let card_of_class = view.classes.as_ref().map(|classes| {
            let first = |class: usize| classes.of().iter().position(|of| usize::from(*of) == class);
            let classes = 0..classes.names().len();
            classes
                .map(|class| first(class).unwrap_or(0) as u16)
                .collect()
        });
        Ok(Box::new(Stakes {
            shape: Some(view.shape),
            ..Stakes::new(OF_HANDS.name, of, card_of_class)
        }))
    },
    ..KIND
};

/// Reads the stakes, and finds the fair chance of each.
fn read(
    params: &Params,
    (faces, cards, seen): (Faces<'_>, usize, Seen),
) -> Result<Vec<One>, ParamError> {
    let first = match (faces, seen) {
        (_, Seen::Deck) => "top is card 1".to_owned(),
        (Faces::Types(classes), _) => format!("hand \"{}\" >= 1", classes.names()[0]),
        _ => "hand card 1 >= 1".to_owned(),
    };
    let of = each(params, &first, |text| {
        let stake = Stake::read(text, faces, cards, seen)?;
        Ok(One {
            text: text.to_owned(),
            fair: Fair::of(&stake),
            event: Event::Seen(stake),
        })
    })?;
    if params.has(OF.name) {
        return may_come(of);
    }
    Ok(of)
}

/// Refuses events that never come up, or always, on which nobody bets.
fn may_come(of: Vec<One>) -> Result<Vec<One>, ParamError> {
    let is_sure =
        |one: &&One| one.fair.decks.is_none() && (one.fair.share <= 0.0 || one.fair.share >= 1.0);
    let Some(one) = of.iter().find(is_sure) else {
        return Ok(of);
    };
    let how = if one.fair.share > 0.0 {
        "always"
    } else {
        "never"
    };
    Err(ParamError::Wrong {
        key: OF.name.to_owned(),
        found: format!("`{}`, which {how} comes up", one.text.escape_debug()),
        accepted: "an event that may come up or not".to_owned(),
    })
}

/// Reads the stakes, or `first` where none are named, each with `one`.
fn each<T>(
    params: &Params,
    first: &str,
    one: impl Fn(&str) -> Result<T, Wrong>,
) -> Result<Vec<T>, ParamError> {
    let mut texts = params.texts(OF.name)?;
    if !params.has(OF.name) {
        texts.push(first);
    }
    if texts.is_empty() || texts.len() > MOST {
        return Err(ParamError::Wrong {
            key: OF.name.to_owned(),
            found: format!("{} stakes", texts.len()),
            accepted: format!("1 to {MOST} stakes, such as \"first:5 flush pays 6\""),
        });
    }
    let read = texts.into_iter().map(|text| {
        one(text).map_err(|wrong| ParamError::Wrong {
            key: OF.name.to_owned(),
            found: format!("`{}`: {}", text.escape_debug(), wrong.found()),
            accepted: wrong.accepted().to_owned(),
        })
    });
    read.collect()
}

/// A stake, and its fair chance.
#[derive(Debug)]
struct One {
    text: String,
    event: Event,
    fair: Fair,
}

/// An event that is looked for.
#[derive(Debug)]
enum Event {
    /// An event that is seen of a deck, in hands.
    Seen(Stake),
    /// An event among draws.
    Drawn(OnDraws),
}

impl Event {
    fn cases(&self) -> Cases {
        match self {
            Self::Seen(stake) => Cases::Hands(stake.hands().len()),
            Self::Drawn(stake) => draws::cases(stake),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Seen(stake) => stake.to_string(),
            Self::Drawn(stake) => stake.to_string(),
        }
    }

    fn odds(&self) -> Option<f64> {
        let odds = match self {
            Self::Seen(stake) => stake.odds(),
            Self::Drawn(stake) => stake.odds(),
        };
        odds.map(Odds::to_one)
    }
}

/// All stakes of a run.
#[derive(Debug)]
struct Stakes {
    name: &'static str,
    /// Names what is counted.
    counted: String,
    of: Vec<One>,
    /// A card for each class, where classes are seen.
    card_of_class: Option<Vec<u16>>,
    shape: Option<Shape>,
}

/// The findings of a run on a stake.
#[derive(Debug, Clone, PartialEq)]
pub struct Staked {
    /// The stake as it was typed.
    pub text: String,
    /// The event in words.
    pub words: String,
    /// The gain of a bet of 1 that wins; `None` where no odds were named.
    pub odds: Option<f64>,
    /// The chance in an ideal deck.
    pub fair: Fair,
    /// Subjects by the number of their hands in which the event came up.
    pub counted: Counted,
    /// The cases among draws, in words: `waits`.
    pub cases: Option<String>,
}

impl Staked {
    /// The share that was seen of it beside the fair one, in words.
    fn said(&self, unit: &str) -> String {
        let percent = |share: f64| text::names::figure(100.0 * share, 4);
        let unit = match &self.cases {
            Some(cases) => cases,
            None if self.counted.hands() > 1 => "hands",
            None => unit,
        };
        let share = self.counted.share();
        format!(
            "{} in {}% of {unit}; fair is {}%",
            self.words,
            percent(share),
            percent(self.fair.nearest(share))
        )
    }

    /// The stake, one of so many, as the words of a failing test name it.
    fn named(&self, among: u64, unit: &'static str) -> Option<Limited> {
        let counted = &self.counted;
        // Limits of a share of cases whose number depends on them, or that differ, are with the stakes.
        if !counted.is_set() || counted.is_mixed() {
            return None;
        }
        let fair = self.fair.nearest(counted.share());
        Some(if counted.hands() == 1 {
            Limited::Cell(NamedCell {
                what: self.words.clone(),
                count: counted.hits(),
                of: counted.subjects(),
                fair,
                among,
                unit,
                by: Naming::Cell,
            })
        } else {
            Limited::Mean(NamedMean {
                what: self.said(unit),
                unit: "as a share of hands".to_owned(),
                mean: counted.share(),
                of: counted.subjects(),
                fair,
                range: (0.0, 1.0),
                among,
                by: Spread::Sample(counted.variance()),
            })
        })
    }
}

/// The figures of so many stakes.
fn figures(stakes: usize) -> Vec<Declaration> {
    let list = |key, shape: Figure, unit| Declaration::new(key, shape.listed(stakes), unit);
    vec![
        list("hits", Figure::Whole, "hands"),
        list("hands", Figure::Whole, "hands"),
        list("share", Figure::Number, "of hands"),
        list("fair", Figure::Number, "of hands").known(),
    ]
}

/// One test of all stakes, on `unit`s.
fn assessed(all: &[Staked], unit: &'static str, evidence: &Evidence<'_>) -> Assessment {
    let stakes = all.len() as f64;
    let mut test = Test::new(TEST, "stakes".to_owned());
    let p_values = all.iter().map(|one| one.fair.p_value(&one.counted));
    let smallest = p_values.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    let each = evidence.level / stakes;
    let needed = all
        .iter()
        .map(|one| one.fair.fewest_to_fail(one.counted.hands(), each));
    let needed = needed.min().unwrap_or(u64::MAX);
    match smallest {
        Some((at, p)) if evidence.subjects() >= needed => {
            test.outcome = Outcome::P(PValue::new((p * stakes).min(1.0)));
            test.words = evidence.in_full(|| all[at].said(unit));
            test.named = all[at].named(all.len() as u64, unit);
        }
        _ => test.outcome = Outcome::TooFew { needed },
    }
    Assessment {
        figures: evidence.in_full(|| {
            let share = all.iter().map(|one| one.counted.share());
            let share = share.map(|number| number.is_finite().then(|| rounded(number)));
            let whole = |of: fn(&Counted) -> u64| -> Vec<u64> {
                all.iter().map(|one| of(&one.counted)).collect()
            };
            let fair = all.iter().map(|one| rounded(one.fair.share));
            json!({
                "hits": whole(Counted::hits),
                "hands": whole(Counted::looked_at),
                "share": share.collect::<Vec<_>>(),
                "fair": fair.collect::<Vec<_>>(),
            })
            .into()
        }),
        tests: vec![test],
        checks: Vec::new(),
    }
}

impl Stakes {
    fn new(name: &'static str, of: Vec<One>, card_of_class: Option<Vec<u16>>) -> Self {
        let counted = of.iter().fold(name.to_owned(), |mut all, one| {
            let _ = write!(all, "|{}", one.text);
            all
        });
        Self {
            name,
            counted,
            of,
            card_of_class,
            shape: None,
        }
    }

    /// The counts of each stake.
    fn counts(&self, tally: &Tally) -> Vec<Counted> {
        let cases = self.of.iter().map(|one| one.event.cases());
        Counted::each(tally.cells(), cases)
    }

    fn add<'a>(&self, decks: impl Iterator<Item = &'a [u16]>, cells: &mut [u64]) {
        let mut shown = Vec::new();
        for deck in decks {
            let deck = match &self.card_of_class {
                None => deck,
                Some(cards) => {
                    shown.clear();
                    shown.extend(deck.iter().map(|class| cards[usize::from(*class)]));
                    &shown
                }
            };
            let mut first = 0;
            for one in &self.of {
                if let Event::Seen(stake) = &one.event {
                    cells[first + stake.of(deck) as usize] += 1;
                }
                first += one.event.cases().cells();
            }
        }
    }

    fn number_of_cells(&self) -> usize {
        self.of.iter().map(|one| one.event.cases().cells()).sum()
    }

    /// The subjects in words.
    fn unit(&self) -> &'static str {
        match self.shape {
            None => DECKS,
            Some(Shape::Hands { .. }) => "deals",
            Some(_) => "hands",
        }
    }
}

impl Counter<Block> for Stakes {
    fn name(&self) -> &str {
        &self.counted
    }

    fn cells(&self, _cards: usize) -> usize {
        self.number_of_cells()
    }

    fn layout(&self) -> Layout {
        Layout::Decks
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        self.add(block.decks(), cells);
    }
}

impl Counter<Hands> for Stakes {
    fn name(&self) -> &str {
        &self.counted
    }

    fn cells(&self, _cards: usize) -> usize {
        self.number_of_cells()
    }

    fn layout(&self) {}

    fn count(&self, hands: &Hands, cells: &mut [u64], _: &mut Notes) {
        use deck::batch::Batch as _;
        self.add(hands.decks().take(hands.len()), cells);
    }
}

impl Statistic for Stakes {
    fn name(&self) -> &'static str {
        self.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        match self.shape {
            _ if self.name == OF_DRAWS => AnyCounter::Sequences(self),
            None => AnyCounter::Decks(self),
            Some(_) => AnyCounter::Views(self),
        }
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![TEST]
    }

    fn effort(&self) -> Effort {
        Effort::Counts
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        figures(self.of.len())
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(wager::Bets::new(
            self.of
                .iter()
                .map(|one| (one.event.cases(), one.fair.clone())),
        )))
    }

    fn staked(&self, tally: &Tally) -> Vec<Staked> {
        let counts = self.counts(tally);
        let each = self.of.iter().zip(counts);
        each.map(|(one, counted)| Staked {
            text: one.text.clone(),
            words: one.event.words(),
            odds: one.event.odds(),
            cases: match &one.event {
                Event::Seen(_) => None,
                Event::Drawn(stake) => Some(stake.cases()),
            },
            fair: one.fair.clone(),
            counted,
        })
        .collect()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        assessed(&self.staked(evidence.tally), self.unit(), evidence)
    }
}
