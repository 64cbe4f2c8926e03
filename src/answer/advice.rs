//! Which routine mixes best in the time that there is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::page::{Page, figure};
use super::question::{Given, Kind, Topic, ask};
use super::{Parameter, Read, Unanswered};
use crate::advise::{
    self, By, Finding, HAND, Measured, Move, Point, Settings, Table, WATCHED, Word, hand_of,
    measure, search,
};
use crate::names::{grouped, significant};
use crate::params::{KindError, Kinded, ParamError};
use crate::rng::Seed;
use crate::routine::{Letters, Routine};
use crate::shuffle::{KINDS, by_other_hands};
use crate::subject::Classes;

pub(super) const QUESTION: Kind = Kind {
    name: "advice",
    about: "Which routine mixes best within a time: every one that fits is looked at, and the best kept for each time",
    topic: Topic::Moves {
        about: "Cards in a deck, as in 60; or the cards of each type, as in \"24 land, 36 spell\"",
    },
    parameters: &[
        Parameter::new("within", "TIME", Read::Text, "The time that there is, as in 60s or 3m").required(),
        Parameter::new(
            "moves",
            "M,O,C",
            Read::Text,
            "The shuffles that a routine may be made of: letters and names of kinds, with commas between",
        )
        .default("M,O,C"),
        Parameter::new(
            "times",
            "M=3,O=5",
            Read::Text,
            "Seconds that a move takes, or those of quick, usual and slow hands, as in M=2:3:5; our assumptions if absent",
        ),
        Parameter::new(
            "by",
            "SCALE",
            Read::Word(scales),
            "What decides: calls of an opponent, opening-hands, clumps, neighbours or total-variation",
        )
        .default("calls"),
        Parameter::new(
            "types",
            "TYPES",
            Read::Text,
            "Cards of each type, as in \"24 land, 36 spell\", for opening hands and clumps; the two halves if absent",
        ),
        Parameter::new(
            "arrangement",
            "LIST",
            Read::Text,
            "How they lie before: sorted, alternating, played, random, or a list from the top",
        )
        .default("sorted"),
        Parameter::new(
            "tie",
            "E",
            Read::Number(1e-6..=1e4),
            "Differences that do not matter; .1 cards called, .01 of hands or of distance, .5 clumps or neighbours if absent",
        ),
        Parameter::new(
            "confidence",
            "P",
            Read::Number(0.5..=0.999_999),
            "The confidence of the whole answer",
        )
        .default("0.99"),
        Parameter::new(
            "routines",
            "N",
            Read::Whole(1..=1_000_000),
            "Routines to look at, at most; beyond that short words done again and again",
        )
        .default("100000"),
        Parameter::new(
            "decks",
            "N",
            Read::Whole(1..=1_000_000_000_000),
            "Decks to score, at most",
        )
        .default("60000000"),
        Parameter::new("seed", "S", Read::Whole(0..=super::parameter::MOST), "The seed of all decks").default("1"),
        Parameter::new(
            "no-variations",
            "",
            Read::Flag,
            "Leave out whether the advice depends on hands, times and the start",
        ),
    ],
    ask: |given| {
        let asked = Asked::read(given)?;
        ask(move |about| asked.answer(about.crew))
    },
};

/// Fresh decks from which the figures of a routine come, and as many that the opponent has watched.
const FRESH: usize = 8_192;

/// Routines of the frontier that are measured: the last ones.
const MEASURED: usize = 24;

/// The most moves that a routine may be made of.
const MOST_MOVES: usize = 12;

fn scales() -> Vec<&'static str> {
    By::ALL.iter().map(|by| by.name()).collect()
}

/// The question, read.
#[derive(Debug)]
struct Asked {
    table: Table,
    settings: Settings,
    /// What each move is.
    meanings: Vec<String>,
    types: Option<String>,
    arrangement: String,
    variations: bool,
}

impl Asked {
    fn read(given: &Given<'_>) -> Result<Self, KindError> {
        let text = |name: &str| given.get::<String>(name);
        let letters = given.letters();
        let times = text("times").unwrap_or_default();
        let moves = moves(
            &given.value::<String>("moves"),
            &times,
            letters,
            given.cards,
        )?;
        let by: String = given.value("by");
        let by = By::named(&by).unwrap_or(By::Calls);
        let (types, arrangement) = (text("types"), given.value::<String>("arrangement"));
        let classes = classes(types.as_deref(), &arrangement, given.cards)?;
        if by == By::OpeningHands && hand_of(given.cards) < HAND {
            return Err(wrong(
                "by",
                by.name(),
                &format!("another scale for decks of less than {} cards", 2 * HAND),
            ));
        }
        let within = given.value::<String>("within");
        let within = seconds(&within).ok_or_else(|| {
            wrong(
                "within",
                &within,
                "a time, as in 60s, 90, 3m or 1m30s, up to a day",
            )
        })?;
        Ok(Self {
            meanings: moves.iter().map(|one| one.shuffle.describe()).collect(),
            table: Table {
                moves,
                classes,
                within,
            },
            settings: Settings {
                by,
                tie: given.get("tie").unwrap_or(by.tie()),
                confidence: given.value("confidence"),
                seed: Seed::Integer(u128::from(given.value::<u64>("seed"))),
                routines: given.value::<u64>("routines") as usize,
                decks: given.value("decks"),
            },
            types,
            arrangement,
            variations: !given.get("no-variations").unwrap_or(false),
        })
    }

    fn answer(&self, crew: &dyn advise::Crew) -> Result<Advice, Unanswered> {
        let Self {
            table, settings, ..
        } = self;
        let refused = |error: crate::rng::SeedError| Unanswered::Unknown(error.to_string());
        let mut advice = self.empty();
        if advice.fair_before {
            return Ok(advice);
        }
        let found = search(table, settings, &[], crew).map_err(refused)?;
        (advice.routines, advice.laws) = (found.routines, found.laws);
        (advice.all, advice.decks) = (found.all, found.decks);
        let Some(best) = found.frontier.last() else {
            let least = table
                .moves
                .iter()
                .map(|one| one.seconds[1])
                .fold(f64::INFINITY, f64::min);
            return Err(Unanswered::Unknown(format!(
                "no move fits into {} s: the quickest takes {} s; accepted: more time, or quicker moves",
                figure(table.within, 6),
                figure(least, 6)
            )));
        };
        let shown = &found.frontier[found.frontier.len().saturating_sub(MEASURED)..];
        let nearby = nearby(&best.word);
        let words: Vec<Word> = shown.iter().map(|point| point.word.clone()).collect();
        let words = [words, nearby.iter().map(|(_, word)| word.clone()).collect()].concat();
        let measured = measure(table, &words, (settings, FRESH), crew).map_err(refused)?;
        let (of_points, of_nearby) = measured.split_at(shown.len());
        let points = shown.iter().zip(of_points);
        advice.frontier = points
            .map(|(point, found)| advised(table, point, found))
            .collect();
        advice.best = advice.frontier.last().cloned();
        let near = nearby.iter().zip(of_nearby);
        advice.nearby = near
            .map(|((change, word), found)| Nearby {
                change: (*change).to_owned(),
                routine: table.written(word),
                seconds: table.seconds(word),
                figures: figures(found),
            })
            .collect();
        if self.variations && settings.by != By::TotalVariation {
            let starts = self.starts();
            let found = advise::sensitivity(table, &best.word, &starts, settings, crew);
            let depends = found.map_err(refused)?.into_iter();
            advice.depends = depends
                .map(|finding| Depends::of(finding, settings.tie))
                .collect();
        }
        Ok(advice)
    }

    /// The advice before anything was searched.
    fn empty(&self) -> Advice {
        let Self {
            table, settings, ..
        } = self;
        let moves = table.moves.iter().zip(&self.meanings);
        let moves = moves.map(|(one, meaning)| {
            let [quick, usual, slow] = one.seconds;
            MoveTime {
                name: one.name.clone(),
                meaning: meaning.clone(),
                quick,
                usual,
                slow,
            }
        });
        Advice {
            by: settings.by.name().to_owned(),
            tie: settings.tie,
            confidence: settings.confidence,
            within: table.within,
            types: self.types.clone(),
            arrangement: self.arrangement.clone(),
            fair_before: self.arrangement == RANDOM,
            moves: moves.collect(),
            watched: if settings.by == By::Calls { WATCHED } else { 0 },
            routines: 0,
            laws: 0,
            all: false,
            decks: 0,
            best: None,
            frontier: Vec::new(),
            nearby: Vec::new(),
            depends: Vec::new(),
        }
    }

    /// Other orders before the shuffle, where these matter.
    fn starts(&self) -> Vec<(String, Classes)> {
        if !matches!(self.settings.by, By::OpeningHands | By::Clumps) {
            return Vec::new();
        }
        let Some(types) = &self.types else {
            return Vec::new();
        };
        let names = ["sorted", "alternating", "played"];
        let others = names.iter().filter(|name| **name != self.arrangement);
        let others = others.filter_map(|name| {
            let classes = Classes::read(types, Some(name), self.table.cards()).ok()?;
            Some(((*name).to_owned(), classes))
        });
        others.collect()
    }
}

/// An arrangement: somebody shuffled the deck ideally, and nobody has seen it since.
const RANDOM: &str = "random";

fn wrong(key: &str, found: &str, accepted: &str) -> KindError {
    ParamError::Wrong {
        key: key.to_owned(),
        found: format!("`{}`", found.escape_debug()),
        accepted: accepted.to_owned(),
    }
    .into()
}

/// The moves of `text`, with their times.
fn moves(text: &str, times: &str, letters: &Letters, cards: usize) -> Result<Vec<Move>, KindError> {
    let refuse = |problem: String| {
        let key = "moves".to_owned();
        KindError::from(ParamError::Within { key, problem })
    };
    let mut moves: Vec<Move> = Vec::new();
    for part in text.split(',').map(str::trim) {
        let routine = Routine::parse(part, letters).map_err(|error| refuse(error.to_string()))?;
        let [step] = routine.letters() else {
            let accepted = "single shuffles with commas between, as in M,O,C";
            return Err(wrong("moves", part, accepted));
        };
        let name = step.to_string();
        if moves.iter().any(|known| known.name == name) {
            return Err(wrong("moves", text, "each move once"));
        }
        if moves.len() == MOST_MOVES {
            return Err(wrong("moves", text, &format!("up to {MOST_MOVES} moves")));
        }
        let made = letters
            .table(*step)
            .and_then(|table| Kinded::split(table).ok());
        let kind = made
            .as_ref()
            .and_then(|made| KINDS.iter().find(|kind| kind.name == made.kind));
        let others = made.as_ref().map(by_other_hands).unwrap_or_default();
        let Some(shuffle) = letters.get(*step).cloned() else {
            return Err(wrong("moves", part, "a letter or the name of a kind"));
        };
        moves.push(Move {
            name,
            shuffle,
            seconds: kind
                .and_then(|kind| kind.time)
                .map_or([f64::NAN; 3], |time| time.seconds(cards)),
            by_other_hands: others.map(|one| one.map(Into::into)),
        });
    }
    for part in times
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let accepted =
            "MOVE=SECONDS with commas between, as in M=3 or M=2:3:5, for moves that are searched";
        let (name, found) = part
            .split_once('=')
            .ok_or_else(|| wrong("times", part, accepted))?;
        let known = moves.iter_mut().find(|one| one.name == name.trim());
        let seconds = of_hands(found).ok_or_else(|| wrong("times", part, accepted))?;
        known.ok_or_else(|| wrong("times", part, accepted))?.seconds = seconds;
    }
    if let Some(one) = moves.iter().find(|one| one.seconds[1].is_nan()) {
        return Err(refuse(format!(
            "nobody knows how long hands take for `{0}`; accepted: its seconds in times, as in {0}=3",
            one.name
        )));
    }
    Ok(moves)
}

/// Seconds of quick, usual and slow hands.
fn of_hands(text: &str) -> Option<[f64; 3]> {
    let each: Vec<f64> = text
        .split(':')
        .map(|part| seconds(part.trim()))
        .collect::<Option<_>>()?;
    match each[..] {
        [usual] => Some([usual; 3]),
        [quick, usual, slow] if quick <= usual && usual <= slow => Some([quick, usual, slow]),
        _ => None,
    }
}

/// `60`, `60s`, `3m`, `1m30s`: from a hundredth of a second to a day.
fn seconds(text: &str) -> Option<f64> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| *number >= 0.0);
    let (minutes, rest) = match text.split_once('m') {
        Some((minutes, rest)) => (number(minutes)?, rest.trim_start_matches("in").trim()),
        None => (0.0, text),
    };
    let rest = rest.strip_suffix('s').unwrap_or(rest).trim();
    let rest = if rest.is_empty() && text.contains('m') {
        0.0
    } else {
        number(rest)?
    };
    let all = 60.0 * minutes + rest;
    (0.01..=86_400.0).contains(&all).then_some(all)
}

/// The cards and their types before the shuffle.
fn classes(types: Option<&str>, arrangement: &str, cards: usize) -> Result<Classes, KindError> {
    match (types, arrangement) {
        (Some(types), RANDOM) => Ok(Classes::read(types, None, cards)?),
        (Some(types), arrangement) => Ok(Classes::read(types, Some(arrangement), cards)?),
        (None, "sorted" | RANDOM) => Ok(Classes::halves(cards)),
        (None, other) => Err(wrong(
            "arrangement",
            other,
            "\"sorted\" or \"random\", or another one of cards whose types are said (types)",
        )),
    }
}

/// The routine with one move less, and with one more of the move that it has most of.
fn nearby(word: &[u8]) -> Vec<(&'static str, Word)> {
    let count = |one: u8| word.iter().filter(|at| **at == one).count();
    let Some(most) = word
        .iter()
        .copied()
        .max_by_key(|at| (count(*at), std::cmp::Reverse(*at)))
    else {
        return Vec::new();
    };
    let last = word.iter().rposition(|at| *at == most).unwrap_or_default();
    let (mut less, mut more) = (word.to_vec(), word.to_vec());
    less.remove(last);
    more.insert(last, most);
    let less = (!less.is_empty()).then_some(("one less", less));
    less.into_iter().chain([("one more", more)]).collect()
}

fn advised(table: &Table, point: &Point, found: &[Measured]) -> Advised {
    Advised {
        routine: table.written(&point.word),
        seconds: point.seconds,
        score_at_least: point.score.0,
        score_at_most: point.score.1,
        within: point.within,
        ties: point.ties,
        tied: point.tied.iter().map(|word| table.written(word)).collect(),
        figures: figures(found),
    }
}

/// The best routines within a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The scale that decides.
    pub by: String,
    /// Scores that differ by less are ties.
    pub tie: f64,
    /// The confidence of the frontier as a whole.
    pub confidence: f64,
    /// Seconds that there are.
    pub within: f64,
    /// The cards of each type, where they were said.
    pub types: Option<String>,
    /// How they lie before the shuffle.
    pub arrangement: String,
    /// Whether the deck was ideally shuffled before, so that any routine leaves it fair.
    pub fair_before: bool,
    /// The moves, and the assumptions about their times.
    pub moves: Vec<MoveTime>,
    /// Decks that the opponent has watched in the search; 0 where none calls.
    pub watched: usize,
    /// Routines that were looked at.
    pub routines: usize,
    /// Their laws: routines that are known to have the same are one.
    pub laws: usize,
    /// Whether these are all routines of these moves within the time.
    pub all: bool,
    /// Decks that were scored in the search.
    pub decks: u64,
    /// The advice: the last of the frontier.
    pub best: Option<Advised>,
    /// The best for each time, the quickest first.
    pub frontier: Vec<Advised>,
    /// What one move less and one more would do.
    pub nearby: Vec<Nearby>,
    /// What other hands, times and starts would do to the advice.
    pub depends: Vec<Depends>,
}

/// A move and its time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveTime {
    /// The letter or word.
    pub name: String,
    /// What it is.
    pub meaning: String,
    /// Seconds of quick hands.
    pub quick: f64,
    /// Seconds of usual ones.
    pub usual: f64,
    /// Seconds of slow ones.
    pub slow: f64,
}

/// A routine of the frontier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advised {
    /// The routine.
    pub routine: String,
    /// Its seconds.
    pub seconds: f64,
    /// Its score is at least this, as the search knows it…
    pub score_at_least: f64,
    /// …and at most this.
    pub score_at_most: f64,
    /// No other of those looked at, that takes no longer than the next one here, has a score lower by more.
    pub within: f64,
    /// Others that take no longer and may be as good.
    pub ties: usize,
    /// The first few of them.
    pub tied: Vec<String>,
    /// Its figures on each scale, by the scale's name, from fresh decks.
    pub figures: BTreeMap<String, Figure>,
}

/// A figure of a routine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The mean of fair decks.
    pub fair: f64,
}

/// Figures by the names of their scales.
fn figures(found: &[Measured]) -> BTreeMap<String, Figure> {
    let each = found
        .iter()
        .map(|one| (one.by.name().to_owned(), Figure::of(one)));
    each.collect()
}

impl Figure {
    fn of(found: &Measured) -> Self {
        Self {
            mean: found.mean,
            standard_error: found.error,
            fair: found.fair,
        }
    }
}

/// A routine next to the advised one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Nearby {
    /// How it differs.
    pub change: String,
    /// The routine.
    pub routine: String,
    /// Its seconds.
    pub seconds: f64,
    /// Its figures on each scale, by the scale's name, from fresh decks.
    pub figures: BTreeMap<String, Figure>,
}

/// What something else would do to the advice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Depends {
    /// What is otherwise.
    pub if_so: String,
    /// The advised routine, as it then fits; empty if it does not.
    pub advised: String,
    /// The best that was found then.
    pub best: String,
    /// The advised one's score is higher by this…
    pub worse_by: f64,
    /// …with this standard error.
    pub error: f64,
    /// Whether it is still a tie with the best.
    pub holds: bool,
}

impl Depends {
    fn of(found: Finding, tie: f64) -> Self {
        Self {
            holds: !found.advised.is_empty() && found.worse_by <= tie,
            if_so: found.if_so,
            advised: found.advised,
            best: found.best,
            worse_by: found.worse_by,
            error: found.error,
        }
    }
}

impl Advice {
    fn scale(&self) -> By {
        By::named(&self.by).unwrap_or(By::Calls)
    }

    /// A score with its unit.
    fn with_unit(&self, score: f64) -> String {
        let unit = match self.scale() {
            By::Calls => " cards",
            By::OpeningHands => " of hands",
            By::Clumps => " pairs",
            By::Neighbours => " neighbours",
            By::TotalVariation => " in total variation",
        };
        format!("{}{unit}", figure(score, 2))
    }

    /// What an advised routine does, to be read aloud.
    fn effect(&self, one: &Advised, cards: usize) -> String {
        let found = one.figures.get(&self.by);
        let cards = grouped(cards as u64);
        let Some(found) = found else {
            return match (one.score_at_least, one.score_at_most) {
                (low, high) if high - low < 1e-9 => {
                    format!(
                        "it is {} from an ideal shuffle in total variation",
                        figure(high, 4)
                    )
                }
                (low, high) => format!(
                    "it is between {} and {} from an ideal shuffle in total variation",
                    figure(low, 4),
                    figure(high, 4)
                ),
            };
        };
        let (mean, fair) = (significant(found.mean, 3), significant(found.fair, 3));
        match self.scale() {
            By::OpeningHands => format!(
                "{}% of opening hands of seven have fewer than two or more than five cards of the first type; of fair ones {}%",
                significant(100.0 * found.mean, 3),
                significant(100.0 * found.fair, 3)
            ),
            By::Clumps => format!(
                "{mean} of {cards} cards lie on one of their own type; in a fair deck {fair}"
            ),
            By::Neighbours => {
                format!("{mean} pairs of neighbours are still together; in a fair deck {fair}")
            }
            _ => format!(
                "an opponent who has watched it {} times calls {mean} of {cards} cards right; of a fair deck {fair}",
                grouped(FRESH as u64)
            ),
        }
    }
}

/// The figure of a routine on one scale, with its standard error.
fn shown(figures: &BTreeMap<String, Figure>, by: By) -> String {
    let found = figures.get(by.name());
    found.map_or_else(String::new, |found| {
        let digits = if by == By::OpeningHands { 4 } else { 2 };
        format!(
            "{:.digits$} ± {:.digits$}",
            found.mean, found.standard_error
        )
    })
}

/// The head of a column of figures.
fn head(by: By) -> &'static str {
    match by {
        By::Calls => "calls",
        By::OpeningHands => "hands to send back",
        By::Clumps => "clumps",
        By::Neighbours => "neighbours",
        By::TotalVariation => "total variation",
    }
}

/// The answer on a page.
pub(super) fn page(page: &mut Page, found: &Advice, _name: &str, cards: usize) {
    let within = format!("{} s", figure(found.within, 6));
    let Some(best) = &found.best else {
        page.line(format!(
            "A deck of {} cards that was ideally shuffled, and that nobody has seen since, stays fair whatever is done with it, or nothing.",
            grouped(cards as u64)
        ));
        return;
    };
    page.line(format!(
        "Within {within}, do {} ({} s): {}.",
        best.routine,
        figure(best.seconds, 4),
        found.effect(best, cards)
    ));
    let searched = if found.all {
        format!(
            "all {} routines of these moves that fit",
            grouped(found.routines as u64)
        )
    } else {
        format!(
            "the {} routines searched, which are not all that fit",
            grouped(found.routines as u64)
        )
    };
    let sure = if found.scale() == By::TotalVariation {
        "proved".to_owned()
    } else {
        format!("{}% confidence", figure(100.0 * found.confidence, 6))
    };
    page.line(format!(
        "Of {searched}, none is better by more than {} ({sure}, for every time below at once).",
        found.with_unit(best.within.max(0.0))
    ));
    let failing: Vec<&Depends> = found.depends.iter().filter(|one| !one.holds).collect();
    if failing.is_empty() && !found.depends.is_empty() {
        page.line(format!(
            "The advice stays as good as any in each of the {} variations of hands and times below.",
            found.depends.len()
        ));
    } else if !failing.is_empty() {
        let each = failing
            .iter()
            .map(|one| format!("if {}, {} is better", one.if_so, one.best));
        page.line(format!(
            "It depends: {}.",
            each.collect::<Vec<_>>().join("; ")
        ));
    }
    let deciding = found.scale();
    let table = page
        .table(&found.frontier)
        .right("seconds", |one| figure(one.seconds, 4))
        .left("best within them", |one| one.routine.clone());
    let table = if deciding == By::TotalVariation {
        table.right("total variation", |one| {
            if one.score_at_most - one.score_at_least < 1e-9 {
                figure(one.score_at_most, 4)
            } else {
                format!(
                    "{} to {}",
                    figure(one.score_at_least, 3),
                    figure(one.score_at_most, 3)
                )
            }
        })
    } else {
        table.right(head(deciding), |one| shown(&one.figures, deciding))
    };
    table
        .right("none better by", |one| figure(one.within, 2))
        .faint("ties", |one| match (one.tied.first(), one.ties) {
            (None, _) => String::new(),
            (Some(first), 1) => first.clone(),
            (Some(first), ties) => format!("{first} and {} more", grouped(ties as u64 - 1)),
        });
    let scales: Vec<By> = By::ALL
        .into_iter()
        .filter(|by| *by != By::TotalVariation)
        .collect();
    let advice = (
        "the advice",
        best.routine.as_str(),
        best.seconds,
        &best.figures,
    );
    let near = found.nearby.iter().map(|one| {
        (
            one.change.as_str(),
            one.routine.as_str(),
            one.seconds,
            &one.figures,
        )
    });
    let rows: Vec<_> = std::iter::once(advice).chain(near).collect();
    let mut table = page
        .table(rows)
        .left("", |row| row.0.to_owned())
        .left("routine", |row| row.1.to_owned())
        .right("seconds", |row| figure(row.2, 4));
    for by in scales {
        table = table.right(head(by), |row| shown(row.3, by));
    }
    drop(table);
    if let Some(figures) = Some(&best.figures).filter(|figures| !figures.is_empty()) {
        let fair = figures.iter().filter_map(|(name, one)| {
            let by = By::named(name)?;
            Some(format!("{} {}", head(by), figure(one.fair, 4)))
        });
        page.note(format!(
            "of fair decks: {}",
            fair.collect::<Vec<_>>().join(", ")
        ));
    }
    if !found.depends.is_empty() {
        page.table(&found.depends)
            .left("if", |one| one.if_so.clone())
            .left("advice then", |one| one.advised.clone())
            .left("best then", |one| one.best.clone())
            .right("worse by", |one| {
                format!("{:.2} ± {:.2}", one.worse_by.max(0.0), one.error)
            })
            .left("", |one| if one.holds { "holds" } else { "flips" });
    }
    let times = found.moves.iter().map(|one| {
        format!(
            "{} {} s ({} to {}): {}",
            one.name,
            figure(one.usual, 3),
            figure(one.quick, 3),
            figure(one.slow, 3),
            one.meaning
        )
    });
    page.note(format!(
        "times are assumptions (change them with times): {}",
        times.collect::<Vec<_>>().join("; ")
    ));
    if found.scale() == By::Calls {
        page.note(format!(
            "cards called: an opponent has watched {} decks in the search, {} for the figures, names the likeliest card at each \
             place, and sees it; where cards lay before does not matter to him, as he knows it",
            grouped(found.watched as u64),
            grouped(FRESH as u64)
        ));
    }
}
