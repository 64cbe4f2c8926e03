//! `fill-up`: a bag that gets an item after each draw.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use laws::sequences::fill_up::FillUp as Filled;
use record::answers::fill_up::{FillUp, NAME};
use text::params::ParamError;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "A bag that gets one more item after each draw, while nothing is ever taken out: the law of each draw",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "start",
            "N,N,…",
            Read::Wholes(1..=1_000_000),
            "How many of each symbol there are at first, as in 1,1,1; they are added in turn, the first symbol first",
        )
        .required()
        .bare(),
        Parameter::new(
            "draws",
            "N",
            Read::Whole(1..=1_000),
            "Draws to show",
        )
        .default("9"),
    ],
    ask: |given| {
        let start: Vec<u64> = given.value("start");
        let draws: u64 = given.value("draws");
        let list: Vec<usize> = (0..start.len()).collect();
        let bag = Filled::new(&start, &list).map_err(|error| ParamError::Within {
            key: "start".to_owned(),
            problem: error.to_string(),
        })?;
        ask(move |_| {
            Ok(FillUp {
                laws: (1..=draws).map(|draw| bag.law(draw)).collect(),
                entropy: (1..=draws).map(|draw| bag.entropy(draw)).collect(),
            })
        })
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_draw_from_one_of_each_has_a_half_and_two_quarters() {
        let bag = Filled::new(&[1, 1, 1], &[0, 1, 2]).unwrap();
        assert_eq!(bag.law(2), [0.5, 0.25, 0.25]);
    }
}
