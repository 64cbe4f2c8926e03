//! Tells whether a routine is enough, and finds the least number of times that is: few decks find it, and all show it.

use super::race::{ALL_DECKS, BATCH};
use super::{
    By, Crew, HAND, Measured, SearchError, Settings, Table, Word, decks_of, hand_of, measure,
};
use record::answers::advice::{CheckedScale, Verdict};

/// A routine that few decks rule out has a share of what the opponent has watched: one of so many.
const FEW: usize = 4;

/// One that is shown to be enough has as many as a race gives it, and fewer where decks are large: whoever calls their cards
/// weighs all that are left at each place, so many for all decks together.
const MOST_WEIGHED: usize = 1_200_000_000;

/// The decks that a routine is judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decks {
    /// As few as rule out what is far from fair.
    Few,
    /// As many as show what is enough.
    All,
}

impl Decks {
    /// Their number, where decks have so many cards.
    pub fn number(self, cards: usize) -> usize {
        match self {
            Self::Few => decks_of(cards) / FEW,
            Self::All => ALL_DECKS.min(MOST_WEIGHED / (cards * cards)).max(BATCH),
        }
    }
}

/// The time of a processor for each pair of cards of each deck that is simulated: 80 s of a check of 540 cards, 34 s of 200.
const SECONDS: f64 = 3.3e-9;

/// Routines that a check simulates, about: rows, and numbers of times that are tried.
const CHECKED: f64 = 10.0;

/// Says how long a check of decks of so many cards takes; `None` of those that have kept curves, which take seconds.
pub fn announced(cards: usize) -> Option<String> {
    let kept = super::CARDS.into_iter().max().unwrap_or_default();
    let decks = Decks::All.number(cards) + decks_of(cards);
    let seconds = CHECKED * SECONDS * (decks * cards * cards) as f64;
    (cards > kept).then(|| {
        format!(
            "note: I check some ten routines of {cards} cards, which takes about {} of one processor, shared by all threads",
            super::lasting(seconds)
        )
    })
}

/// Too few larger decks can be simulated to know hands and clumps well.
const WELL_KNOWN: usize = 200;

/// The scales on which a routine of decks of so many cards must be near fair.
pub fn scales(cards: usize) -> Vec<By> {
    let all = By::MEASURED.into_iter();
    all.filter(|by| match by {
        By::Calls | By::Neighbours | By::TotalVariation => true,
        By::Clumps => cards <= WELL_KNOWN,
        By::OpeningHands => cards <= WELL_KNOWN && hand_of(cards) == HAND,
        By::Stake => false,
    })
    .collect()
}

/// The judgement of a routine on each scale, where departures of up to `ties` do not matter.
pub fn rated(found: Vec<Measured>, ties: &dyn Fn(By) -> f64) -> Vec<CheckedScale> {
    let each = found.into_iter().map(|one| CheckedScale {
        by: one.by.name().to_owned(),
        figure: one.figure(),
        score_at_least: one.score.0,
        score_at_most: one.score.1,
        tie: ties(one.by),
    });
    each.collect()
}

/// Judges each of `routines`, for decks of so many `cards`.
///
/// # Errors
/// If the seed is none for the generator, or the search is to stop in its midst.
pub fn verdicts(
    routines: &[(&Table, Word)],
    (cards, scales, decks): (usize, &[By], Decks),
    (settings, ties): (&Settings, &dyn Fn(By) -> f64),
    crew: &dyn Crew,
) -> Result<Vec<Option<Verdict>>, SearchError> {
    let found = measure(routines, scales, (settings, decks.number(cards)), crew)?;
    let each = found.into_iter();
    Ok(each.map(|found| Verdict::of(&rated(found, ties))).collect())
}

/// Numbers of times beyond this many are not looked at one by one.
const ONE_BY_ONE: usize = 32;

/// Finds for each of so many `hands` the least number of times that is enough, or, where none up to `most` is shown to be,
/// the largest that was tried. `verdicts`
/// judges the numbers of times of some hands at once.
///
/// More of a move mixes better: the least number that few decks do not rule out is found by doubling `first` and by bisection,
/// and each number from there on, or beyond 32 each that is a 32nd larger, is judged by all decks, up to about twice as many:
/// what is not shown then needs more decks than there are.
///
/// # Errors
/// Those of `verdicts`.
pub fn least<E>(
    hands: usize,
    (first, most): (usize, usize),
    verdicts: impl Fn(&[(usize, usize)], Decks) -> Result<Vec<Option<Verdict>>, E>,
) -> Result<Vec<Result<usize, usize>>, E> {
    let first = first.clamp(1, most.max(1));
    // For each pair of hands a number that is too few, and one that may be enough, once it was found.
    let mut low = vec![0; hands];
    let mut high: Vec<Option<usize>> = vec![None; hands];
    let mut never = vec![false; hands];
    loop {
        let next = |at: usize| match high[at] {
            _ if never[at] => None,
            Some(high) => (high - low[at] > 1).then(|| usize::midpoint(low[at], high)),
            None => Some((2 * low[at]).clamp(first, most)),
        };
        let asked = (0..hands).filter_map(|at| Some((at, next(at)?)));
        let asked: Vec<(usize, usize)> = asked.collect();
        if asked.is_empty() {
            break;
        }
        let found = verdicts(&asked, Decks::Few)?;
        for ((at, times), verdict) in asked.into_iter().zip(found) {
            if verdict == Some(Verdict::No) {
                low[at] = times;
                never[at] |= times >= most && high[at].is_none();
            } else {
                high[at] = Some(times);
            }
        }
    }
    let last = high
        .iter()
        .map(|found| found.map_or(0, |found| most.min(2 * found + 8)));
    let last: Vec<usize> = last.collect();
    let tried = high.iter().zip(&low);
    let mut times: Vec<Result<usize, usize>> = tried.map(|(high, low)| high.ok_or(*low)).collect();
    let mut open: Vec<usize> = (0..hands).collect();
    loop {
        open.retain(|at| times[*at].is_ok());
        let asked = open.iter().filter_map(|at| Some((*at, times[*at].ok()?)));
        let asked: Vec<(usize, usize)> = asked.collect();
        if asked.is_empty() {
            break;
        }
        let found = verdicts(&asked, Decks::All)?;
        for ((at, tried), verdict) in asked.into_iter().zip(found) {
            if verdict == Some(Verdict::Yes) {
                open.retain(|one| *one != at);
            } else {
                let next = tried + (tried / ONE_BY_ONE).max(1);
                times[at] = if next <= last[at] {
                    Ok(next)
                } else {
                    Err(tried)
                };
            }
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Judges numbers of which few decks rule out those below `few`, and all show those from `all` on.
    fn found(few: usize, all: usize, first: usize, most: usize) -> (Result<usize, usize>, usize) {
        let asked = Cell::new(0);
        let verdicts = |numbers: &[(usize, usize)], decks: Decks| {
            asked.set(asked.get() + numbers.len());
            let each = numbers.iter().map(|(_, times)| {
                Some(match decks {
                    Decks::Few if *times < few => Verdict::No,
                    Decks::All if *times >= all => Verdict::Yes,
                    _ => Verdict::Nearly,
                })
            });
            Ok::<_, ()>(each.collect())
        };
        let times = least(1, (first, most), verdicts).unwrap();
        (times[0], asked.get())
    }

    #[test]
    fn the_least_number_is_found_from_wherever_one_begins() {
        for first in [1, 3, 7, 9, 16] {
            assert_eq!(found(7, 9, first, 64).0, Ok(9));
            assert_eq!(found(1, 1, first, 64).0, Ok(1));
        }
        assert_eq!(found(7, 9, 1, 8).0, Err(8));
        assert_eq!(found(64, 64, 5, 64).0, Ok(64));
        assert_eq!(found(65, 65, 5, 64).0, Err(64));
    }

    #[test]
    fn large_numbers_are_found_with_few_questions() {
        let (times, asked) = found(1_000, 1_100, 3, 10_000);
        let times = times.unwrap();
        assert!(
            (1_100..1_140).contains(&times) && asked < 30,
            "{times}, {asked}"
        );
    }
}
