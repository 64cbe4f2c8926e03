//! Questions: all that `colddeck exact` and `colddeck advise` can be asked, and how each is answered.
//!
//! There is one file per question: its words, its parameters, its answer. The findings are in the file of the same name
//! of the record, and the page in that of the reports. Specs and the command line are both made from the list of all
//! questions, [`QUESTIONS`].

mod adaptive_dice;
mod advice;
mod bag;
mod by_type;
mod cycles;
mod digits;
mod distance;
mod duplicates;
mod enough;
mod fill_up;
mod footrule;
mod game;
mod hitting_times;
mod hot_hand;
mod law;
mod loader;
mod luck;
mod null;
mod pairs;
mod parameter;
mod piles;
mod pocket_cube;
mod position;
mod proof;
mod quantity;
mod question;
mod roll_and_keep;
mod socks;
mod streak;
mod support;
mod unanswered;
mod wait;
mod written;

use std::ops::RangeInclusive;

use toml::Table;

pub use parameter::{CARDS, Catalogue, Parameter, Read};
pub(crate) use question::OfRoutine;
pub use question::{Kind, Question, Topic};
pub use unanswered::Unanswered;

use shuffle::routine::Letters;
use text::params::{KindError, pick};

/// All questions, in the order in which the help shows them.
pub static QUESTIONS: &[&Kind] = &[
    &distance::QUESTION,
    &enough::QUESTION,
    &position::QUESTION,
    &quantity::QUESTION,
    &luck::QUESTION,
    &pairs::QUESTION,
    &duplicates::QUESTION,
    &hitting_times::QUESTION,
    &support::QUESTION,
    &law::QUESTION,
    &game::QUESTION,
    &cycles::QUESTION,
    &piles::QUESTION,
    &null::QUESTION,
    &footrule::QUESTION,
    &bag::QUESTION,
    &fill_up::QUESTION,
    &adaptive_dice::QUESTION,
    &streak::QUESTION,
    &hot_hand::QUESTION,
    &socks::QUESTION,
    &roll_and_keep::QUESTION,
    &wait::QUESTION,
    &pocket_cube::QUESTION,
    &advice::QUESTION,
    &loader::QUESTION,
];

/// Returns true if the question `what` is asked about decks; a name that is no question counts as one.
pub(crate) fn of_decks(what: &str) -> bool {
    let kind = QUESTIONS.iter().find(|kind| kind.name == what);
    kind.is_none_or(|kind| kind.of_decks())
}

/// Cards that the decks may have which the question `what` is asked about.
pub(crate) fn cards(what: &str) -> RangeInclusive<u64> {
    let kind = QUESTIONS.iter().find(|kind| kind.name == what);
    kind.map_or(CARDS, |kind| kind.cards())
}

/// Makes the question `what` with its parameters, about decks of `cards` cards.
pub fn build(
    what: &str,
    table: Table,
    cards: usize,
    letters: &Letters,
) -> Result<Question, KindError> {
    let kind = *pick("question", what, QUESTIONS, |kind| kind.name)?;
    question::build(kind, table, cards, letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::answers::Answer;
    use shuffle::routine::Routine;

    #[test]
    fn names_are_unique_and_every_question_has_an_answer() {
        let mut letters = Letters::default();
        let faro = shuffle::build("faro", Table::new()).unwrap();
        letters.define('F', faro.into());
        let routine = |text: &str| Routine::parse(text, &letters).unwrap();
        for (at, kind) in QUESTIONS.iter().enumerate() {
            assert!(QUESTIONS[..at].iter().all(|other| other.name != kind.name));
            let required = match kind.name {
                "hit" => "to = 1",
                "quantity" => "of = \"position of card 2\"",
                "luck" => "draw = \"0 of 16 land in first:20 of 60\"\nof = 50\nplayers = 1000",
                "duplicates" => "trials = 100",
                "null" => "law = \"rising-sequences\"",
                "game" => "game = \"derangement\"",
                "footrule" => "order = [2, 1, 3, 4, 5, 7, 6]",
                "bag" => "items = [3, 3, 3]\npicks = [1]",
                "fill-up" => "start = [1, 1, 1]",
                "adaptive-dice" => "rolls = [1, 2, 2]",
                "streak" => "run = 10",
                "position" => "look = true",
                "hot-hand" => "flips = 12\nstreak = 2",
                "socks" => "pairs = 4",
                "roll-and-keep" => "roll = \"5d6k3\"",
                "advice" => "within = \"6s\"\ndecks = 20000\ntie = 1.0",
                "loader" => "items = 4000\nfiles = 10\nbatch = 20\nwant = \"variety=10\"",
                "wait" => "win = \"3/36\"\nlose = \"6/36\"",
                _ => "",
            };
            let question = build(kind.name, required.parse().unwrap(), 7, &letters).unwrap();
            let routine = routine(if kind.name == "cycles" { "FF" } else { "GG" });
            let routine = (question.routine() != OfRoutine::None).then_some(&routine);
            // A finding that was written can be read again.
            let answer = question
                .answer(routine, &letters, false, &search::advise::Alone)
                .unwrap();
            let text = serde_json::to_string(&answer).unwrap();
            let again: Answer = serde_json::from_str(&text).unwrap();
            assert_eq!(
                serde_json::to_string(&again).unwrap(),
                text,
                "{}",
                kind.name
            );
        }
        let unknown = build("hitt", Table::new(), 7, &letters).unwrap_err();
        let unknown = unknown.to_string();
        assert!(unknown.contains("did you mean `hit`"), "{unknown}");
    }
}
