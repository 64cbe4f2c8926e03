//! The answers to a spec's questions.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::questions::Unanswered;
use crate::spec::{Asked, Experiment};
use engine::simulate::Crew;
use record::Answer;

/// A question that cannot be answered.
#[derive(Debug, Error)]
#[error("{place}: {problem}")]
pub struct AnswerError {
    /// File, line and key.
    place: String,
    /// The reason why there is no answer.
    problem: Unanswered,
}

/// The answers to all questions of `experiment`, by their names; `crew` does what takes many decks.
pub fn answers(
    experiment: &Experiment<'_>,
    crew: &Crew<'_>,
) -> Result<BTreeMap<String, Answer>, AnswerError> {
    let answer = |asked: &Asked| {
        let routine = asked.routine.as_ref();
        let answer = (asked.question).answer(routine, &experiment.letters, false, crew);
        let answer = answer.map_err(|problem| AnswerError {
            place: asked.place.clone(),
            problem,
        })?;
        Ok((asked.name.clone(), answer))
    };
    experiment.answers.iter().map(answer).collect()
}
