//! The question as it was asked, and how it is answered.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::question::Given;
use super::super::unanswered::Unanswered;
use super::beside::Beside;
use super::check::Checking;
use deck::quantity::{Faces, Seen, Stake};
use deck::rng::Seed;
use deck::subject::Classes;
use record::answers::advice::{Advice, Advised, Depends, Figure, MoveTime, NAME, Nearby, Survival};
use search::advise;
use search::advise::SearchError;
use search::advise::{
    Breadth, By, Finding, HAND, Measured, Move, Point, Settings, Staked, Table, Word, decks_of,
    hand_of, measure, search,
};
use shuffle::by_other_hands;
use shuffle::routine::{Letters, Routine};
use text::duration;
use text::names::figure;
use text::params::{KindError, Kinded, ParamError};

/// Points of the frontier that are shown: the last ones.
const SHOWN: usize = 24;

/// The most routines that a careful search looks at.
const MOST_ROUTINES: usize = 100_000;

/// Bounds this far apart are none.
const NOTHING: f64 = 1e-9;

/// The most moves that a routine may be made of.
const MOST_MOVES: usize = 12;

/// The question, read.
#[derive(Debug)]
pub(super) struct Asked {
    table: Table,
    settings: Settings,
    /// The meaning of each move.
    meanings: Vec<String>,
    types: Option<String>,
    arrangement: String,
    /// True if all routines are looked at, and variations.
    careful: bool,
    /// The routine that is to be checked, where none is searched.
    check: Option<Checking>,
}

impl Asked {
    pub fn read(given: &Given<'_>) -> Result<Self, KindError> {
        let text = |name: &str| given.get::<String>(name);
        let letters = given.letters();
        let times = text("times").unwrap_or_default();
        let check = given.routine("check")?;
        let check = check.map(|routine| Checking::of(&routine));
        let names = check.as_ref().map(Checking::moves);
        let names = names.unwrap_or_else(|| given.value("moves"));
        let moves = moves(&names, (&times, check.is_none()), letters, given.cards)?;
        let (types, arrangement) = (text("types"), given.value::<String>("arrangement"));
        let classes = classes(types.as_deref(), &arrangement, given.cards)?;
        let named = types.as_ref().map(|_| &classes);
        let (by, staked) = scale(&given.value::<String>("by"), named, given.cards)?;
        if by == By::OpeningHands && hand_of(given.cards) < HAND {
            return Err(wrong(
                "by",
                by.name(),
                &format!("another scale for decks of fewer than {} cards", 2 * HAND),
            ));
        }
        let time = "a time, as in 60s, 90, 3m or 1m30s, up to a day";
        let within = match (text("within"), &check) {
            (Some(within), None) => {
                seconds(&within).ok_or_else(|| wrong("within", &within, time))?
            }
            (None, Some(_)) => 0.0,
            (Some(within), Some(_)) => {
                return Err(wrong(
                    "within",
                    &within,
                    "no time beside a routine that is to be checked (check)",
                ));
            }
            (None, None) => {
                return Err(ParamError::Missing {
                    kind: NAME.to_owned(),
                    key: "within".to_owned(),
                    accepted: format!("{time}; or a routine to be checked (check)"),
                }
                .into());
            }
        };
        let careful = given.get("careful").unwrap_or(false);
        Ok(Self {
            meanings: moves.iter().map(|one| one.shuffle.describe()).collect(),
            table: Table {
                moves,
                classes,
                within,
                staked: staked.map(Arc::new),
            },
            settings: Settings {
                by,
                tie: given.get("tie").unwrap_or(by.tie(given.cards)),
                confidence: given.value("confidence"),
                seed: Seed::Integer(u128::from(given.value::<u64>("seed"))),
                breadth: if careful {
                    Breadth::All(MOST_ROUTINES)
                } else {
                    Breadth::Plain
                },
                decks: given.value("decks"),
            },
            types,
            arrangement,
            careful,
            check,
        })
    }

    /// Searches, measures what was found, and looks at variations.
    pub fn answer(&self, crew: &dyn advise::Crew) -> Result<Advice, Unanswered> {
        let Self {
            table, settings, ..
        } = self;
        let refused = |error: SearchError| match error {
            SearchError::Seed(seed) => Unanswered::Unknown(seed.to_string()),
            SearchError::Left(left) => Unanswered::Left(left),
        };
        let mut advice = self.empty();
        if advice.fair_before {
            return Ok(advice);
        }
        if let Some(checking) = &self.check {
            let ties = |by: By| {
                if by == settings.by {
                    settings.tie
                } else {
                    by.tie(table.cards())
                }
            };
            let found = checking.answer(table, &ties, settings, crew);
            advice.check = Some(found.map_err(refused)?);
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
        if settings.by == By::TotalVariation && best.score.1 - best.score.0 > 1.0 - NOTHING {
            return Err(Unanswered::Unknown(
                "nothing is known of the total variation of any routine of these moves but that it is at most 1; accepted: \
                 riffles (Gilbert-Shannon-Reeds), shelves or ideal shuffles among the moves, decks of up to 7 cards, or another \
                 scale (by)"
                    .to_owned(),
            ));
        }
        let shown = &found.frontier[found.frontier.len().saturating_sub(SHOWN)..];
        let hands = table.other_hands();
        let beside = Beside::of(table, &hands, &best.word);
        let routines: Vec<_> = beside.iter().map(Beside::routine).collect();
        let scored = decks_of(table.cards());
        let mut scales = By::MEASURED.to_vec();
        scales.extend(table.staked.as_ref().map(|_| By::Stake));
        let measured = measure(&routines, &scales, (settings, scored), crew).map_err(refused)?;
        // The figures of the race are printed where it had as many decks.
        let of = |word: &Word| {
            let mut own = beside.iter().zip(&measured);
            let measured = own.find(|(one, _)| !one.other_hands && one.word == *word);
            let mut figures = measured.map_or_else(BTreeMap::new, |(_, found)| figures(found));
            let raced = found.raced.get(word);
            let raced = raced.filter(|one| measured.is_none() || one.decks >= scored as u64);
            if let Some(raced) = raced {
                figures.insert(raced.by.name().to_owned(), raced.figure());
            }
            figures
        };
        let points = shown
            .iter()
            .map(|point| advised(table, point, of(&point.word)));
        advice.frontier = points.collect();
        advice.best = advice.frontier.last().cloned();
        let nearby = beside.iter().zip(&measured).skip(1);
        let nearby = nearby.map(|(one, found)| Nearby {
            change: one.change.clone(),
            routine: table.written(&one.word),
            seconds: table.seconds(&one.word),
            figures: if one.other_hands {
                figures(found)
            } else {
                of(&one.word)
            },
        });
        advice.nearby = nearby.collect();
        if self.careful && settings.by != By::TotalVariation {
            let starts = self.starts();
            let found = advise::sensitivity(table, &best.word, &starts, settings, crew);
            let depends = found.map_err(refused)?.into_iter();
            advice.depends = depends
                .map(|finding| dependence(finding, settings.tie))
                .collect();
        }
        Ok(advice)
    }

    /// The advice before anything was searched.
    fn empty(&self) -> Advice {
        let Self {
            table, settings, ..
        } = self;
        // A check asks for no time.
        let timed = if self.check.is_some() {
            &[]
        } else {
            table.moves.as_slice()
        };
        let moves = timed.iter().zip(&self.meanings);
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
            first_type: table.classes.names().first().cloned().unwrap_or_default(),
            arrangement: self.arrangement.clone(),
            fair_before: self.arrangement == RANDOM,
            moves: moves.collect(),
            watched: if self.check.is_some() {
                decks_of(table.cards())
            } else {
                table.scale(settings.by).watched()
            },
            routines: 0,
            laws: 0,
            all: false,
            decks: 0,
            best: None,
            frontier: Vec::new(),
            nearby: Vec::new(),
            depends: Vec::new(),
            stake: table.staked.as_ref().map(|staked| staked.bet.clone()),
            check: None,
        }
    }

    /// Other orders before the shuffle, where these matter.
    fn starts(&self) -> Vec<(String, Classes)> {
        if !matches!(self.settings.by, By::OpeningHands | By::Clumps | By::Stake) {
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

/// The scale that decides: one of those with a name, or a stake on decks with these `types`.
fn scale(
    text: &str,
    types: Option<&Classes>,
    cards: usize,
) -> Result<(By, Option<Staked>), KindError> {
    let mut scales = By::ALL.into_iter();
    if let Some(by) = scales.find(|by| by.name() == text) {
        return Ok((by, None));
    }
    let names = text::names::list(By::ALL.iter().map(|by| by.name()));
    let stake = Stake::read(text, Faces::of(types, cards), cards, Seen::Deck);
    let stake = stake.map_err(|problem| {
        // One word is no stake: it was to be a scale.
        if text.trim().contains(' ') {
            ParamError::Wrong {
                key: "by".to_owned(),
                found: problem.found(),
                accepted: problem.accepted().to_owned(),
            }
            .into()
        } else {
            let accepted = format!("{names}, or a stake such as \"hand:7 land 0..1\"");
            wrong("by", text, &accepted)
        }
    })?;
    if stake.hands().len() > 1 {
        return Err(wrong("by", text, "a stake on one hand, such as `hand:5`"));
    }
    let staked = Staked::new(text, stake);
    let staked = staked.ok_or_else(|| {
        let accepted = "a stake whose event comes up in fair decks, or one with odds (pays)";
        wrong("by", text, accepted)
    })?;
    Ok((By::Stake, Some(staked)))
}

/// An arrangement: somebody shuffled the deck ideally, and nobody has seen it since.
const RANDOM: &str = "random";

pub(super) fn wrong(key: &str, found: &str, accepted: &str) -> KindError {
    ParamError::Wrong {
        key: key.to_owned(),
        found: format!("`{}`", found.escape_debug()),
        accepted: accepted.to_owned(),
    }
    .into()
}

/// The moves of `text`, with their times; `timed` if each must have one.
fn moves(
    text: &str,
    (times, timed): (&str, bool),
    letters: &Letters,
    cards: usize,
) -> Result<Vec<Move>, KindError> {
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
        let others = made.as_ref().map(by_other_hands).unwrap_or_default();
        let Some(shuffle) = letters.get(*step).cloned() else {
            return Err(wrong("moves", part, "a letter or the name of a kind"));
        };
        moves.push(Move {
            name,
            shuffle,
            seconds: letters.seconds(*step, cards).unwrap_or([f64::NAN; 3]),
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
    if let Some(one) = moves.iter().find(|one| one.seconds[1].is_nan() && timed) {
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

/// A length of time, from a hundredth of a second to a day.
fn seconds(text: &str) -> Option<f64> {
    duration::seconds(text).filter(|seconds| (0.01..=86_400.0).contains(seconds))
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

fn advised(table: &Table, point: &Point, figures: BTreeMap<String, Figure>) -> Advised {
    Advised {
        from: point.from,
        routine: table.written(&point.word),
        seconds: point.seconds,
        score_at_least: point.score.0,
        score_at_most: point.score.1,
        within: point.within,
        equals: point.equals,
        named: point.named.iter().map(|word| table.written(word)).collect(),
        figures,
    }
}

/// Figures by the names of their scales.
fn figures(found: &[Measured]) -> BTreeMap<String, Figure> {
    let each = found
        .iter()
        .map(|one| (one.by.name().to_owned(), one.figure()));
    each.collect()
}

fn survival(found: &Finding, tie: f64) -> Survival {
    if found.advised.is_empty() || found.worse_by - 2.0 * found.error > tie {
        Survival::Flips
    } else if found.worse_by + 2.0 * found.error <= tie {
        Survival::Holds
    } else {
        Survival::Close
    }
}

fn dependence(found: Finding, tie: f64) -> Depends {
    Depends {
        verdict: survival(&found, tie),
        if_so: found.if_so,
        advised: found.advised,
        best: found.best,
        worse_by: found.worse_by,
        error: found.error,
    }
}
