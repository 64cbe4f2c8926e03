//! The check of a routine: whether it is enough on each scale, and with other hands.

use record::answers::advice::{Check, CheckedRow, EnoughOf, Hands, Limits, Verdict};
use search::advise::enough::{self, Decks, least};
use search::advise::{self, By, Measured, SearchError, Settings, Table, Word};
use shuffle::routine::Routine;

use super::beside::{Beside, Repeated};

/// What is repeated is tried up to so many times as often as the routine has it, and at least [`AT_LEAST`] times.
const TIMES: usize = 4;

/// See [`TIMES`].
const AT_LEAST: usize = 16;

/// Proofs for larger decks take long.
const BOUNDED: usize = 100;

/// The limits of the total variation of each routine: the proved ones, and what its decks show.
fn limits(
    routines: &[(&Table, Word)],
    found: &[Vec<Measured>],
    settings: &Settings,
    crew: &dyn advise::Crew,
) -> Result<Vec<Limits>, SearchError> {
    let proved = routines.iter().map(|(table, word)| table.proved(word));
    let proved: Vec<(f64, f64)> = proved.collect();
    // A law that is known needs no decks.
    let open = proved.iter().zip(routines);
    let open = open.filter(|((low, high), _)| high > low);
    let open: Vec<(&Table, Word)> = open.map(|(_, routine)| routine.clone()).collect();
    // The other half is that of the calls.
    let miss = 0.5 * (1.0 - settings.confidence);
    let mut rising = advise::by_rising_sequences(&open, (settings, miss), crew)?.into_iter();
    let each = proved.iter().zip(found).map(|((low, high), found)| {
        if high <= low {
            return Limits {
                at_least: *low,
                at_most: *high,
            };
        }
        let calls = found.iter().map(|one| one.apart).fold(0.0, f64::max);
        let shown = calls.max(rising.next().unwrap_or_default());
        Limits {
            at_least: low.max(shown.min(*high)),
            at_most: *high,
        }
    });
    Ok(each.collect())
}

/// Says what other hands do.
fn by(how: &str, other: &Table, table: &Table) -> Hands {
    let pairs = other.moves.iter().zip(&table.moves);
    let pairs = pairs.map(|(other, own)| (other.shuffle.describe(), own.shuffle.describe()));
    let differ = pairs.filter(|(other, own)| other != own);
    Hands {
        how: how.to_owned(),
        moves: differ.map(|(other, _)| other).collect(),
    }
}

/// A routine that is to be checked.
#[derive(Debug)]
pub(super) struct Checking {
    /// The names of its moves, each once.
    names: Vec<String>,
    /// The routine by the numbers of its moves.
    word: Word,
}

impl Checking {
    pub fn of(routine: &Routine) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut word = Word::new();
        for step in routine.letters() {
            let name = step.to_string();
            let at = names.iter().position(|known| *known == name);
            let at = at.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            // Numbers of moves are small: a routine with more kinds than a byte holds is refused as too many moves.
            word.push(u8::try_from(at).unwrap_or(u8::MAX));
        }
        Self { names, word }
    }

    /// Its moves as a search takes them.
    pub fn moves(&self) -> String {
        self.names.join(",")
    }

    /// Checks it, one move less and more, and other hands.
    pub fn answer(
        &self,
        table: &Table,
        ties: &dyn Fn(By) -> f64,
        settings: &Settings,
        crew: &dyn advise::Crew,
    ) -> Result<Check, SearchError> {
        let cards = table.cards();
        let mut scales = enough::scales(cards);
        scales.extend(table.staked.as_ref().map(|_| By::Stake));
        if let Some(time) = enough::announced(cards) {
            crew.announce(&time);
        }
        let others = table.other_hands();
        let beside = Beside::of(table, &others, &self.word);
        let routines: Vec<_> = beside.iter().map(Beside::routine).collect();
        let decks = Decks::All.number(cards);
        let found = advise::measure(&routines, &scales, (settings, decks), crew)?;
        let timed = table.moves.iter().all(|one| one.seconds[1].is_finite());
        let bounded = cards <= BOUNDED;
        let mut limits = if bounded {
            limits(&routines, &found, settings, crew)?.into_iter()
        } else {
            Vec::new().into_iter()
        };
        let rows = beside.iter().zip(found).map(|(one, found)| CheckedRow {
            change: one.change.clone(),
            routine: table.written(&one.word),
            seconds: timed.then(|| table.seconds(&one.word)),
            total_variation: limits.next(),
            scales: enough::rated(found, ties),
        });
        let rows = rows.collect();
        let hands = others.iter().map(|(how, other)| (*how, other));
        let hands: Vec<(&str, &Table)> = std::iter::once(("these", table)).chain(hands).collect();
        let enough = self.enough(&hands, |routines, decks| {
            enough::verdicts(routines, (cards, &scales, decks), (settings, ties), crew)
        })?;
        Ok(Check {
            routine: table.written(&self.word),
            decks,
            rows,
            enough,
            hands: others
                .iter()
                .map(|(how, other)| by(how, other, table))
                .collect(),
        })
    }

    /// The least number of times that its repeated part is enough, by these hands.
    fn enough(
        &self,
        hands: &[(&str, &Table)],
        verdicts: impl Fn(&[(&Table, Word)], Decks) -> Result<Vec<Option<Verdict>>, SearchError>,
    ) -> Result<Vec<EnoughOf>, SearchError> {
        let Some(repeated) = Repeated::of(&self.word) else {
            return Ok(Vec::new());
        };
        let with = |times: usize| repeated.with(times);
        let tried = (TIMES * repeated.times).max(AT_LEAST);
        let times = least(hands.len(), (repeated.times, tried), |asked, of| {
            let routines = asked.iter().map(|(at, times)| (hands[*at].1, with(*times)));
            let routines: Vec<(&Table, Word)> = routines.collect();
            verdicts(&routines, of)
        })?;
        let each = hands.iter().zip(times);
        let each = each.map(|((hands, table), times)| EnoughOf {
            hands: (*hands).to_owned(),
            routine: times.ok().map(|times| table.written(&with(times))),
            longest: table.written(&with(times.unwrap_or_else(|tried| tried))),
        });
        Ok(each.collect())
    }
}
