//! Questions as a spec asks them: `what = "hit"`, the routine, and the keys of the question.

use std::fmt;

use toml::Table;

use super::{Found, Unanswered};
use crate::params::{KindError, ParamError, Parameter, Params, pick};
use crate::routine::Plan;

/// What a question is asked about.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// The routine, where the question needs one.
    pub plan: Option<&'a Plan>,
    /// Cards in a deck.
    pub cards: usize,
}

impl<'a> About<'a> {
    /// The routine of a question that needs one.
    pub(super) fn plan(&self) -> Result<&'a Plan, Unanswered> {
        self.plan
            .ok_or_else(|| Unanswered::Unknown("this question needs a routine".to_owned()))
    }
}

/// How a question with its parameters is answered.
pub(super) type Ask = Box<dyn Fn(About<'_>) -> Result<Found, Unanswered> + Send + Sync>;

/// A kind of question.
#[derive(Debug)]
pub struct Kind {
    /// Its name, in specs and on the command line.
    pub name: &'static str,
    /// What it asks.
    pub about: &'static str,
    /// The keys that it takes beside `what`, `routine` and `deck`.
    pub parameters: &'static [Parameter],
    /// Whether it is asked about a routine.
    pub of_routine: bool,
    /// Reads its parameters, for decks of so many cards.
    pub(super) ask: fn(&Params, usize) -> Result<Ask, ParamError>,
}

/// All questions.
pub const QUESTIONS: &[&Kind] = &[
    &super::distance::QUESTION,
    &super::position::QUESTION,
    &super::pairs::QUESTION,
    &super::duplicates::QUESTION,
    &super::hitting::QUESTION,
    &super::support::QUESTION,
    &super::law::QUESTION,
    &super::null::QUESTION,
    &super::game::QUESTION,
    &super::cycles::QUESTION,
    &super::cube::QUESTION,
];

/// A question that can be answered.
pub struct Question {
    kind: &'static Kind,
    ask: Ask,
}

impl Question {
    /// Its kind.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The answer, about a routine if the kind needs one, and decks of `cards` cards.
    pub fn answer(&self, plan: Option<&Plan>, cards: usize) -> Result<Found, Unanswered> {
        (self.ask)(About { plan, cards })
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Question").field(&self.kind.name).finish()
    }
}

/// The question `what` with its parameters, about decks of `cards` cards.
pub fn build(what: &str, parameters: Table, cards: usize) -> Result<Question, KindError> {
    let kind = *pick("question", what, QUESTIONS, |kind| kind.name)?;
    let params = Params::new(what, parameters, kind.parameters)?;
    Ok(Question {
        kind,
        ask: (kind.ask)(&params, cards)?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::answer::Answer;
    use crate::routine::{Letters, Routine};

    #[test]
    fn names_are_unique_and_every_question_has_an_answer() {
        let mut letters = Letters::default();
        let faro = crate::shuffle::build("faro", Table::new()).unwrap();
        letters.define('F', faro.into());
        let plan_of = |text: &str| Routine::parse(text, &letters).unwrap().plan(&letters);
        for (at, kind) in QUESTIONS.iter().enumerate() {
            assert!(QUESTIONS[..at].iter().all(|other| other.name != kind.name));
            assert!(
                !kind.about.is_empty() && kind.parameters.iter().all(|key| !key.about.is_empty())
            );
            let required = match kind.name {
                "hit" => "to = 1",
                "duplicates" => "trials = 100",
                "null" => "law = \"rising-sequences\"",
                "game" => "game = \"derangement\"",
                _ => "",
            };
            let question = build(kind.name, required.parse().unwrap(), 7).unwrap();
            let plan = plan_of(if kind.name == "cycles" { "FF" } else { "GG" });
            let found = question.answer(kind.of_routine.then_some(&plan), 7);
            // What is found can be read again.
            let answer = Answer::new(kind.name, None, 7, BTreeMap::new(), found.unwrap());
            let text = serde_json::to_string(&answer).unwrap();
            let again: Answer = serde_json::from_str(&text).unwrap();
            assert_eq!(
                serde_json::to_string(&again).unwrap(),
                text,
                "{}",
                kind.name
            );
        }
        let unknown = build("hitt", Table::new(), 7).unwrap_err().to_string();
        assert!(unknown.contains("did you mean `hit`"), "{unknown}");
    }
}
