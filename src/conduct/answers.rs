//! The answers to a spec's questions.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::answer::{Answer, Unanswered};
use crate::routine::Routine;
use crate::spec::{Asked, Experiment};

/// A question that cannot be answered.
#[derive(Debug, Error)]
#[error("{place}: {problem}")]
pub struct AnswerError {
    /// File, line and key.
    place: String,
    /// Why there is no answer.
    problem: Unanswered,
}

/// The answers to all questions of `experiment`, by their names.
pub fn answers(experiment: &Experiment<'_>) -> Result<BTreeMap<String, Answer>, AnswerError> {
    let answer = |asked: &Asked| {
        let plan = (asked.routine.as_ref()).map(|routine| routine.plan(&experiment.letters));
        let found = asked
            .question
            .answer(plan.as_ref(), asked.cards)
            .map_err(|problem| AnswerError {
                place: asked.place.clone(),
                problem,
            })?;
        let letters = (asked.routine.iter())
            .flat_map(Routine::letters)
            .filter_map(|letter| {
                let shuffle = experiment.letters.get(*letter)?;
                Some((letter.to_string(), shuffle.describe()))
            });
        let answer = Answer::new(
            asked.question.kind().name,
            (asked.routine.as_ref()).map(|routine| routine.name().to_owned()),
            asked.cards,
            letters.collect(),
            found,
        );
        Ok((asked.name.clone(), answer))
    };
    experiment.answers.iter().map(answer).collect()
}
