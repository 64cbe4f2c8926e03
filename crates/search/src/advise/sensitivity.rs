//! Checks that advice survives other hands, other times, another start.
//!
//! For each variation the search is run anew among the plain routines, and the routine that was advised, done as often as
//! then fits into the time, is measured beside the best that is found there.

use super::candidates::{LONGEST_REPEATED, Word, time_of};
use super::{Breadth, Crew, Settings, Table, measure, search};
use crate::advise::SearchError;
use deck::subject::Classes;

/// A variation has one in so many of the decks of the search.
const DECKS: u64 = 20;

/// Decks that decide: enough to tell a tenth of a card called, or one hand in a hundred.
const DECIDING: usize = 32_768;

/// The effect of a variation on the advice.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The variation, in words.
    pub if_so: String,
    /// The advised routine as it then fits; empty where not even one move does.
    pub advised: String,
    /// The best that was found then.
    pub best: String,
    /// The advised one's score is higher by this.
    pub worse_by: f64,
    /// The standard error of that.
    pub error: f64,
}

/// Looks at all variations of `table`, at which `word` was advised. `starts` are other orders before the shuffle, with
/// their names.
///
/// # Errors
/// If the seed is none for the generator, or the search is to stop in its midst.
pub fn sensitivity(
    table: &Table,
    word: &[u8],
    starts: &[(String, Classes)],
    settings: &Settings,
    crew: &dyn Crew,
) -> Result<Vec<Finding>, SearchError> {
    let settings = Settings {
        breadth: Breadth::Plain,
        decks: settings.decks / DECKS,
        ..settings.clone()
    };
    let each = variations(table, word, starts).into_iter();
    each.map(|(if_so, table)| found(if_so, &table, word, &settings, crew))
        .collect()
}

fn found(
    if_so: String,
    table: &Table,
    word: &[u8],
    settings: &Settings,
    crew: &dyn Crew,
) -> Result<Finding, SearchError> {
    let advised = fitted(word, table);
    let searched = search(table, settings, std::slice::from_ref(&advised), crew)?;
    let best = searched.frontier.last().map(|point| point.word.clone());
    let best = best.unwrap_or_default();
    let routines = [advised, best].map(|word| (table, word));
    let [advised, best] = routines.each_ref().map(|(_, word)| table.written(word));
    let (mut worse_by, mut error) = (0.0, 0.0);
    if advised != best {
        let scale = table.scale(settings.by);
        let measured = measure(&routines, &[settings.by], (settings, DECIDING), crew)?;
        if let [advised, best] = measured.concat()[..] {
            worse_by = scale.score(advised.mean) - scale.score(best.mean);
            error = (advised.error * advised.error + best.error * best.error).sqrt();
        }
    }
    Ok(Finding {
        if_so,
        advised,
        best,
        worse_by,
        error,
    })
}

/// Other tables, each with what is otherwise there.
fn variations(table: &Table, word: &[u8], starts: &[(String, Classes)]) -> Vec<(String, Table)> {
    let mut all = Vec::new();
    for (at, one) in table.moves.iter().enumerate() {
        let [quick, usual, slow] = one.seconds;
        for (seconds, how) in [(quick, "quick"), (slow, "slow")] {
            // A move that was not advised matters where it is quicker, and one that was where it is slower.
            if word.contains(&(at as u8)) == (how == "quick") || libm::fabs(seconds - usual) < 1e-9
            {
                continue;
            }
            let mut other = table.clone();
            other.moves[at].seconds[1] = seconds;
            let times = [usual, seconds].map(|seconds| text::names::significant(seconds, 2));
            all.push((
                format!("{} takes {} s, not {}", one.name, times[1], times[0]),
                other,
            ));
        }
    }
    let hands = table.other_hands().into_iter();
    all.extend(hands.map(|(how, other)| (format!("hands are {how}"), other)));
    for (start, classes) in starts {
        let mut other = table.clone();
        other.classes = classes.clone();
        all.push((format!("the deck starts out {start}"), other));
    }
    all
}

/// The routine done as often as fits into the time: of a head, a repeated word and a tail the word is repeated more or
/// less often, any other routine as a whole; what does not fit even once loses its last moves.
fn fitted(word: &[u8], table: &Table) -> Word {
    let fits = |word: &[u8]| time_of(word, &table.moves) <= table.ms();
    let shortened = || {
        let mut word = word.to_vec();
        while !fits(&word) {
            word.pop();
        }
        word
    };
    if word.is_empty() {
        return Word::new();
    }
    let (head, repeated, tail) = pattern(word).unwrap_or((&[], word, &[]));
    let mut best = None;
    let mut done = head.to_vec();
    loop {
        done.extend(repeated);
        let mut whole = done.clone();
        whole.extend(tail);
        if !fits(&whole) {
            return best.unwrap_or_else(shortened);
        }
        best = Some(whole);
    }
}

/// A head, a word that is done at least twice, and a tail: the shortest such reading.
fn pattern(word: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let readings = (1..=LONGEST_REPEATED).flat_map(|length| {
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(move |(head, tail)| (head, length, tail))
    });
    let mut readings = readings.filter(|(head, length, tail)| {
        let inner = word.len().checked_sub(head + tail);
        inner.is_some_and(|inner| {
            let word = &word[*head..*head + inner];
            inner >= 2 * length
                && inner % length == 0
                && word
                    .iter()
                    .zip(word.iter().skip(*length))
                    .all(|(a, b)| a == b)
        })
    });
    let (head, length, tail) = readings.next()?;
    Some((
        &word[..head],
        &word[head..head + length],
        &word[word.len() - tail..],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advise::testing::table;

    #[test]
    fn a_routine_is_done_as_often_as_fits() {
        let table = |seconds| table("M=3 C=2 O=5", 20, seconds);
        // M*4 with one cut behind: as many mashes as leave time for it.
        assert_eq!(fitted(&[0, 0, 0, 0, 1], &table(9.0)), [0, 0, 1]);
        assert_eq!(fitted(&[0, 0, 0, 0, 1], &table(30.0)).len(), 10);
        assert_eq!(fitted(&[0, 0, 0, 0], &table(2.0)), [] as [u8; 0]);
        // Moves that are not repeated are done again as a whole.
        assert_eq!(fitted(&[0, 1, 0], &table(20.0)), [0, 1, 0, 0, 1, 0]);
        assert_eq!(pattern(&[0, 1, 0]), None);
        assert_eq!(
            pattern(&[0, 1, 0, 1, 0, 1]),
            Some((&[][..], &[0, 1][..], &[][..]))
        );
        assert_eq!(
            pattern(&[0, 1, 2, 1, 2]),
            Some((&[0][..], &[1, 2][..], &[][..]))
        );
    }
}
