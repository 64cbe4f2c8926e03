//! The routines that are looked at: short ones and repeated ones, or all that fit into the time ([`Breadth`]).
//!
//! Routines with the same law are one candidate, the quickest of them: a cut after a cut is a cut (CC = C), riffles
//! between cuts are riffles after a cut (CGC = CG), what is done before an ideal shuffle does not matter, and shuffles
//! in which nothing is random are the same where they lead to the same order.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::Move;
use shuffle::Mixing;
use shuffle::routine::Plan;
use shuffle::theory::{Whole, whole};

/// Moves of a routine by their numbers, in the order in which they are done.
pub type Word = Vec<u8>;

/// The most moves of a word that is repeated.
pub(super) const LONGEST_REPEATED: usize = 4;

/// The most moves of a routine that is looked at whatever its form.
const SHORT: usize = 3;

/// The most plain routines of each form: more moves than hands know.
const MOST: usize = 20_000;

/// Which routines are looked at. Those of less time and of fewer moves are among those of more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breadth {
    /// The short ones, one move again and again with at most one before and one behind, and two moves in turn.
    Plain,
    /// All that fit, if they are at most so many; else, beside the plain ones, a word of up to four moves done again and
    /// again, with at most one move before and one behind, up to that number.
    All(usize),
}

/// Routines to search.
#[derive(Debug)]
pub(crate) struct Candidates {
    /// One routine of each law, in alphabetical order, so that neighbours begin alike.
    pub words: Vec<Word>,
    /// Routines that fit into the time, laws that several share counted as often.
    pub routines: usize,
    /// True if these are all that fit into the time.
    pub all: bool,
}

/// The length of the shortest part of which a routine is made up; 0 of an empty one.
pub fn period(word: &[u8]) -> usize {
    let makes_up = |long: &usize| word.chunks(*long).all(|part| part == &word[..*long]);
    (1..=word.len()).find(makes_up).unwrap_or(0)
}

/// Seconds of a routine, in thousandths.
pub(crate) fn time_of(word: &[u8], moves: &[Move]) -> u64 {
    word.iter().map(|at| moves[usize::from(*at)].ms()).sum()
}

impl Candidates {
    /// The routines of `moves` that take at most `within` thousandths of a second. `also` are added where they fit.
    pub fn within(
        moves: &[Move],
        within: u64,
        breadth: Breadth,
        cards: usize,
        also: &[Word],
    ) -> Self {
        let plain = plain(moves, within);
        let most = match breadth {
            Breadth::Plain => plain.len(),
            Breadth::All(most) => most,
        };
        let every = every(moves, within, most);
        let every = every.filter(|every| breadth != Breadth::Plain || every.len() == plain.len());
        let all = every.is_some();
        let words = every.unwrap_or_else(|| {
            let longer = match breadth {
                Breadth::Plain => BTreeSet::new(),
                Breadth::All(most) => repeated(moves, within, (1..=LONGEST_REPEATED, true), most),
            };
            plain.union(&longer).cloned().collect()
        });
        let routines = words.len();
        let also = also.iter().filter(|word| time_of(word, moves) <= within);
        let laws = Laws::of(moves, cards);
        let mut of_law: BTreeMap<Law, (u64, Word)> = BTreeMap::new();
        for word in words.into_iter().chain(also.cloned()) {
            let (law, time) = (laws.law(&word), time_of(&word, moves));
            let better = |known: &(u64, Word)| {
                (time, word.len(), &word) < (known.0, known.1.len(), &known.1)
            };
            match of_law.get_mut(&law) {
                Some(known) if better(known) => *known = (time, word),
                Some(_) => {}
                None => {
                    of_law.insert(law, (time, word));
                }
            }
        }
        let mut words: Vec<Word> = of_law.into_values().map(|(_, word)| word).collect();
        words.sort_unstable();
        Self {
            words,
            routines,
            all,
        }
    }
}

/// The plain ones.
fn plain(moves: &[Move], within: u64) -> BTreeSet<Word> {
    let short = (1..=SHORT).flat_map(|length| combinations(moves.len(), length));
    let mut words: BTreeSet<Word> = short
        .filter(|word| time_of(word, moves) <= within)
        .collect();
    for form in [(1..=1, true), (2..=2, false)] {
        words.append(&mut repeated(moves, within, form, MOST));
    }
    words
}

/// All routines within the time; `None` if they are more than `most`.
fn every(moves: &[Move], within: u64, most: usize) -> Option<BTreeSet<Word>> {
    let mut words: Vec<Word> = vec![Vec::new()];
    let mut at = 0;
    while at < words.len() {
        let left = within - time_of(&words[at], moves);
        for (number, one) in moves.iter().enumerate() {
            if one.ms() <= left {
                let mut longer = words[at].clone();
                longer.push(number as u8);
                words.push(longer);
            }
        }
        if words.len() > most + 1 {
            return None;
        }
        at += 1;
    }
    words.remove(0);
    Some(words.into_iter().collect())
}

/// Words of these lengths done again and again, and `with_ends` at most one move before and one behind.
fn repeated(
    moves: &[Move],
    within: u64,
    (lengths, with_ends): (RangeInclusive<usize>, bool),
    most: usize,
) -> BTreeSet<Word> {
    let last = if with_ends { moves.len() as u8 } else { 0 };
    let ends = || std::iter::once(None).chain((0..last).map(Some));
    let mut words = BTreeSet::new();
    for length in lengths {
        let inner = combinations(moves.len(), length);
        // Shorter words first: where there is no room for all, those that are easier to remember stay.
        for word in inner {
            for (head, tail) in ends().flat_map(|head| ends().map(move |tail| (head, tail))) {
                for times in repetitions() {
                    let mut whole: Word = head.into_iter().collect();
                    whole.extend(word.iter().cycle().take(times * length));
                    whole.extend(tail);
                    if time_of(&whole, moves) > within {
                        break;
                    }
                    if words.len() == most {
                        return words;
                    }
                    words.insert(whole);
                }
            }
        }
    }
    words
}

/// How often a word is done: each number up to 24, then numbers that grow by a sixteenth, as one more of many gains little.
fn repetitions() -> impl Iterator<Item = usize> {
    std::iter::successors(Some(1), |times| Some(times + (times / 16).max(1)))
}

/// All words of `length` of so many moves.
fn combinations(moves: usize, length: usize) -> Vec<Word> {
    (0..length).fold(vec![Vec::new()], |words, _| {
        let longer = words.iter().flat_map(|word: &Word| {
            (0..moves as u8).map(move |next| {
                let mut longer = word.clone();
                longer.push(next);
                longer
            })
        });
        longer.collect()
    })
}

/// A key that routines of the same law share. Different ones may still have one law.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Law {
    Known(String),
    Steps(Vec<Part>),
}

/// A part of a routine that has no closed form as a whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Random(u8),
    Cut,
    /// Shuffles in which nothing is random, one after the other.
    Fixed(Vec<usize>),
}

/// Finds the laws of routines of some moves.
struct Laws<'a> {
    moves: &'a [Move],
    /// For each move in which nothing is random, where it takes each card.
    fixed: Vec<Option<Vec<usize>>>,
}

impl<'a> Laws<'a> {
    fn of(moves: &'a [Move], cards: usize) -> Self {
        let fixed = |one: &Move| {
            let plan = Plan::new(vec![one.shuffle.clone()]);
            let to = plan.permutation(cards).ok()?;
            Some(to.to().to_vec())
        };
        Self {
            fixed: moves.iter().map(fixed).collect(),
            moves,
        }
    }

    fn law(&self, word: &[u8]) -> Law {
        let steps = word
            .iter()
            .map(|at| self.moves[usize::from(*at)].shuffle.clone());
        match whole(&Plan::new(steps.collect())) {
            // Another shuffle of that kind has other orders.
            Some(Whole::EquallyLikely | Whole::Fixed | Whole::Shelves(_)) | None => {
                Law::Steps(self.parts(word))
            }
            Some(known) => Law::Known(format!("{known:?}")),
        }
    }

    fn parts(&self, word: &[u8]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for at in word {
            let one = &self.moves[usize::from(*at)];
            let next = match (one.shuffle.mixing(), &self.fixed[usize::from(*at)]) {
                (Mixing::Nothing, _) => continue,
                (Mixing::UniformCut, _) => Part::Cut,
                (_, Some(to)) => Part::Fixed(to.clone()),
                (_, None) => Part::Random(*at),
            };
            match (parts.last_mut(), next) {
                (Some(Part::Cut), Part::Cut) => {}
                (Some(Part::Fixed(before)), Part::Fixed(then)) => {
                    for place in before.iter_mut() {
                        *place = then[*place];
                    }
                    if before.iter().enumerate().all(|(from, to)| from == *to) {
                        parts.pop();
                    }
                }
                (_, next) => parts.push(next),
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advise::testing::moves;

    fn searched(text: &str, seconds: u64, most: usize) -> (Vec<String>, bool, usize) {
        let moves = moves(text);
        let found = Candidates::within(&moves, seconds * 1000, Breadth::All(most), 8, &[]);
        let texts = found.words.iter().map(|word| {
            let letters = word.iter().map(|at| moves[usize::from(*at)].name.clone());
            letters.collect::<String>()
        });
        (texts.collect(), found.all, found.routines)
    }

    #[test]
    fn all_routines_within_the_time_and_one_of_each_law() {
        // Six words of up to two moves; of CC and C, and of CG, GC and CGC's like, one law each.
        let (words, all, routines) = searched("G=2 C=2", 4, 100);
        assert!(all);
        assert_eq!(routines, 6);
        assert_eq!(words, ["G", "GG", "GC", "C", "CG"]);
        let (words, ..) = searched("G=2 C=2", 6, 100);
        // CGC and CCG are CG; GCC is GC; GCG is no known law.
        assert!(!words.contains(&"CGC".to_owned()) && !words.contains(&"GCC".to_owned()));
        assert!(words.contains(&"GCG".to_owned()) && words.contains(&"CGG".to_owned()));
    }

    #[test]
    fn an_ideal_shuffle_forgets_what_was_before_it() {
        let (words, ..) = searched("S=1 M=1", 2, 100);
        assert_eq!(words, ["S", "M", "MM"]);
    }

    #[test]
    fn what_leads_back_is_left_out() {
        // Two perfect piles of the same number are no longer the first; twice two packets swapped are nothing.
        let (words, ..) = searched("P=1 M=1", 3, 1000);
        assert!(words.contains(&"MPM".to_owned()) && words.contains(&"MPP".to_owned()));
    }

    #[test]
    fn beyond_the_limit_words_are_repeated_with_a_head_and_a_tail() {
        let (words, all, routines) = searched("M=1 O=1 C=1", 12, 5_000);
        assert!(!all && routines <= 5_000);
        assert!(
            words.contains(&"MMMMMMMMMMMC".to_owned()),
            "{}",
            words.len()
        );
        assert!(words.iter().all(|word| word.len() <= 12));
    }
}
