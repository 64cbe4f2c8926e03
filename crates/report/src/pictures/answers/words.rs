//! Words of titles: numbers as one says them, routines by what they are.

use std::collections::BTreeMap;

use super::{Answer, Of};
pub(super) use crate::glance::capital;
pub(super) use crate::spoken::number as spoken;
use crate::spoken::{once, words};
use text::names::grouped;
pub(super) use text::names::{one_in, percent_said as percent, short};

/// Characters of a text that are told, and meanings of letters.
const BRIEF: usize = 110;
const MEANINGS: usize = 12;

/// Characters of a routine in words that a title holds.
pub(super) const MOST_WORDS: usize = 60;

/// "one riffle", "seven riffles".
pub(super) fn counted(number: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        spoken(number),
        if number == 1 { one } else { many }
    )
}

/// The text, cut off with a sign where it is long.
pub(super) fn brief(text: &str) -> String {
    let mut short: String = text.chars().take(BRIEF).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// "a, b and c".
pub(super) fn all_of(list: &[String]) -> String {
    match list {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// "one game in 591", "all but one game in 7,551".
pub(super) fn often(share: f64, what: &str) -> String {
    one_in(share).replacen("one in", &format!("one {what} in"), 1)
}

/// A total variation, which near 1 has too many nines to say.
pub(super) fn distance(value: f64) -> String {
    if value >= 0.9995 {
        "nearly 1".to_owned()
    } else {
        short(value, 3)
    }
}

/// A place in a deck of `cards`.
pub(super) fn place(at: usize, cards: usize) -> String {
    match at {
        1 => "the top".to_owned(),
        at if at == cards => "the bottom".to_owned(),
        at => format!("place {}", grouped(at as u64)),
    }
}

impl<T> Of<'_, T> {
    /// The routine by what it is ("seven riffles"), where that can be said in a few words, else by its letters.
    pub(super) fn done(&self) -> String {
        // A name in a record says more than letters.
        let words = in_words(self.answer);
        let is_short = words.is_some_and(|words| words.len() <= MOST_WORDS);
        if is_short || self.name.is_empty() {
            done(self.answer)
        } else {
            spaced(self.name)
        }
    }

    /// The same, with the cards of its deck where another of `all` does as much to another deck.
    pub(super) fn done_of(&self, all: &[Self]) -> String {
        let done = self.done();
        let twice = |other: &&Self| other.done() == done && other.cards() != self.cards();
        match all.iter().find(twice) {
            Some(_) => format!("{done} of {} cards", grouped(self.cards() as u64)),
            None => done,
        }
    }

    /// The same at the beginning of a sentence: letters of routines stay as they are.
    pub(super) fn begins(&self) -> String {
        let done = self.done();
        if in_words(self.answer).is_some() || !self.name.is_empty() {
            capital(&done)
        } else {
            done
        }
    }

    /// One of such times and several of them: "riffle", "riffles" or "time", "times GG".
    pub(super) fn times(&self) -> (String, String) {
        let routine = self.answer.routine.as_deref().unwrap_or_default();
        if let Some(once) = once(routine, &self.answer.letters) {
            return once;
        }
        let routine = brief(routine);
        (format!("time {routine}"), format!("times {routine}"))
    }
}

fn done(answer: &Answer) -> String {
    let letters = || brief(answer.routine.as_deref().unwrap_or_default());
    in_words(answer).unwrap_or_else(letters)
}

/// The name of an answer in a record as words: "three riffles each" of `three-riffles-each`.
pub(super) fn spaced(name: &str) -> String {
    brief(&name.replace('-', " "))
}

fn in_words(answer: &Answer) -> Option<String> {
    words(answer.routine.as_deref()?, &answer.letters)
}

/// The meanings of the letters in the routines of `answers`, as a sentence on a line of its own.
pub(super) fn letters<'a>(answers: impl IntoIterator<Item = &'a Answer>) -> String {
    let answers = answers.into_iter();
    let all: BTreeMap<&String, &String> = answers.flat_map(|answer| &answer.letters).collect();
    let meaning =
        |(letter, meaning): (&&String, &&String)| format!("{}: {}", brief(letter), brief(meaning));
    let told: Vec<String> = all.iter().take(MEANINGS).map(meaning).collect();
    let cut = if all.len() > MEANINGS { "; …" } else { "" };
    if told.is_empty() {
        String::new()
    } else {
        let told = format!("{}{cut}", told.join("; "));
        let end = if told.ends_with('…') { "" } else { "." };
        format!("\n{told}{end}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_as_one_says_them() {
        assert_eq!(counted(1, "riffle", "riffles"), "one riffle");
        assert_eq!(counted(7, "riffle", "riffles"), "seven riffles");
        assert_eq!(counted(1200, "riffle", "riffles"), "1,200 riffles");
        assert_eq!(distance(1.0 - 1e-9), "nearly 1");
        let list = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(all_of(&list), "a, b and c");
    }
}
