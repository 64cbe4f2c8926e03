//! The check of a routine: whether it is enough on each scale, and with other hands.

use record::answers::advice::{Check, CheckedRow, CheckedScale, EnoughOf, Verdict};
use search::advise::{
    self, By, HAND, Measured, SearchError, Settings, Table, Word, decks_of, hand_of,
};
use shuffle::routine::Routine;

use super::asked::scale_figure;
use super::beside::{Beside, Main};

/// A routine that is checked has so many times the decks that its opponent has watched.
const CHECKED: usize = 4;

/// A routine that few decks rule out has a share of what the opponent has watched: one of so many.
const TRIED: usize = 4;

/// The main move is tried up to so many times as often as the routine has it, and at least [`AT_LEAST`] times.
const TIMES: usize = 4;

/// See [`TIMES`].
const AT_LEAST: usize = 16;

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
        has_types: bool,
        ties: &dyn Fn(By) -> f64,
        settings: &Settings,
        crew: &dyn advise::Crew,
    ) -> Result<Check, SearchError> {
        let scales: Vec<By> = By::MEASURED
            .into_iter()
            .filter(|by| match by {
                By::Calls | By::Neighbours | By::TotalVariation => true,
                By::Clumps => has_types,
                By::OpeningHands => has_types && hand_of(table.cards()) == HAND,
            })
            .collect();
        let scored = |routines: &[(&Table, Word)], decks: usize| {
            advise::measure(routines, &scales, (settings, decks), crew)
        };
        let rated = |found: Vec<Measured>| -> Vec<CheckedScale> {
            let each = found.into_iter().map(|one| CheckedScale {
                by: one.by.name().to_owned(),
                figure: scale_figure(&one),
                score_at_least: one.score.0,
                score_at_most: one.score.1,
                tie: ties(one.by),
            });
            each.collect()
        };
        let decks = decks_of(table.cards());
        let checked = CHECKED * decks;
        let others = table.other_hands();
        let beside = Beside::of(table, &others, &self.word);
        let routines: Vec<_> = beside.iter().map(Beside::routine).collect();
        let rows = beside.iter().zip(scored(&routines, checked)?);
        let rows = rows.map(|(one, found)| CheckedRow {
            change: one.change.clone(),
            routine: table.written(&one.word),
            scales: rated(found),
        });
        let rows = rows.collect();
        let hands = others.iter().map(|(how, other)| (*how, other));
        let hands: Vec<(&str, &Table)> = std::iter::once(("these", table)).chain(hands).collect();
        let verdicts = |routines: &[(&Table, Word)], decks: usize| {
            let found = scored(routines, decks)?.into_iter();
            Ok(found.map(|found| Verdict::of(&rated(found))).collect())
        };
        let enough = self.enough(&hands, decks, verdicts)?;
        Ok(Check {
            routine: table.written(&self.word),
            decks: checked,
            rows,
            enough,
        })
    }

    /// The least number of the main move with which it is enough, by these hands. More of a move mixes better: the least that
    /// few decks do not rule out is found by bisection, and then each number from there on has more decks.
    fn enough(
        &self,
        hands: &[(&str, &Table)],
        decks: usize,
        verdicts: impl Fn(&[(&Table, Word)], usize) -> Result<Vec<Option<Verdict>>, SearchError>,
    ) -> Result<Vec<EnoughOf>, SearchError> {
        let Some(main) = Main::of(&self.word) else {
            return Ok(Vec::new());
        };
        let (before, behind) = self.word.split_at(main.last + 1);
        let with = |times: usize| -> Word {
            let others = before.iter().copied().filter(|at| *at != main.number);
            let mains = std::iter::repeat_n(main.number, times);
            others.chain(mains).chain(behind.iter().copied()).collect()
        };
        let tried = (TIMES * main.times).max(AT_LEAST);
        // For each pair of hands a number that is too few, and the least that may be enough.
        let mut ends = vec![(0, tried + 1); hands.len()];
        loop {
            let open = (0..hands.len()).filter(|at| ends[*at].1 - ends[*at].0 > 1);
            let middles = open.map(|at| (at, usize::midpoint(ends[at].0, ends[at].1)));
            let middles: Vec<(usize, usize)> = middles.collect();
            if middles.is_empty() {
                break;
            }
            let routines = middles
                .iter()
                .map(|(at, times)| (hands[*at].1, with(*times)));
            let routines: Vec<(&Table, Word)> = routines.collect();
            let found = verdicts(&routines, decks / TRIED)?;
            for ((at, middle), verdict) in middles.into_iter().zip(found) {
                match verdict {
                    Some(Verdict::No) => ends[at].0 = middle,
                    _ => ends[at].1 = middle,
                }
            }
        }
        let mut times: Vec<usize> = ends.into_iter().map(|(_, least)| least).collect();
        let mut open: Vec<usize> = (0..hands.len()).collect();
        loop {
            open.retain(|at| times[*at] <= tried);
            if open.is_empty() {
                break;
            }
            let routines = open.iter().map(|at| (hands[*at].1, with(times[*at])));
            let routines: Vec<(&Table, Word)> = routines.collect();
            let found = verdicts(&routines, CHECKED * decks)?;
            let mut found = found.into_iter();
            open.retain(|at| {
                let enough = found.next().flatten() == Some(Verdict::Yes);
                times[*at] += usize::from(!enough);
                !enough
            });
        }
        let each = hands.iter().zip(times);
        let each = each.map(|((hands, table), times)| EnoughOf {
            hands: (*hands).to_owned(),
            routine: (times <= tried).then(|| table.written(&with(times))),
            longest: table.written(&with(tried)),
        });
        Ok(each.collect())
    }
}
