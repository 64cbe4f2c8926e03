//! The weight array: independent draws with weights of their own.
//!
//! One whole number below the sum of all weights, and a walk through the array until the weights passed by
//! exceed it. A weight can be changed without touching the others, which is what the page has against
//! [`super::thresholds`]; the law is the same.

use std::sync::Arc;

use super::{Kind, Rule};
use deck::rng::Draws;
use deck::subject::Weights;
use text::params::{ParamError, Parameter, Params};

const WEIGHTS: &str = "weights";

pub(super) const KIND: Kind = Kind {
    name: "weighted",
    about: "independent draws with weights of their own, by a weight array",
    source: "Never-ending Shuffled Sequences: Bad Solution #2, a weight array",
    parameters: &[Parameter {
        name: WEIGHTS,
        about: "how often each symbol comes, in proportion, as in [50, 25, 20, 6]; required",
    }],
    build: |params, fair| Ok(Box::new(Weighted::new(&read(params, fair)?))),
};

/// The weights, as many as the experiment has symbols.
fn read(params: &Params, fair: &Weights) -> Result<Weights, ParamError> {
    let refuse = |problem| Params::refuse(WEIGHTS, problem);
    let whole = params.wholes(WEIGHTS, 1..=u32::MAX)?;
    let (found, symbols) = (whole.as_ref().map_or(0, Vec::len), fair.get().len());
    let Some(whole) = whole.filter(|whole| whole.len() == symbols) else {
        return Err(refuse(format!(
            "found {found} of them; accepted: {symbols}, one for each symbol, as in {{ kind = \"weighted\", weights = [50, 25, 20, 6] }}"
        )));
    };
    Weights::new(whole).map_err(refuse)
}

/// Independent draws. They have no state: copies share the sums.
#[derive(Debug, Clone)]
pub(super) struct Weighted {
    /// The sum of the weights up to each symbol and its own.
    sums: Arc<[u32]>,
}

impl Weighted {
    /// Draws with these weights.
    pub(super) fn new(weights: &Weights) -> Self {
        let sums = weights.get().iter().scan(0, |sum, &weight| {
            *sum += weight;
            Some(*sum)
        });
        Self {
            sums: sums.collect(),
        }
    }
}

impl Rule for Weighted {
    fn weights(&self, into: &mut Vec<f64>) {
        let before = std::iter::once(0).chain(self.sums.iter().copied());
        into.clear();
        into.extend(
            self.sums
                .iter()
                .zip(before)
                .map(|(sum, before)| f64::from(sum - before)),
        );
    }

    // The program's walk finds the same: it takes the first symbol whose sum exceeds the number.
    fn draw(&mut self, draws: &mut dyn Draws) -> u16 {
        let total = self.sums.last().copied().unwrap_or(1);
        let at = draws.below(total);
        self.sums.partition_point(|&sum| sum <= at) as u16
    }

    fn see(&mut self, symbol: u16) -> bool {
        usize::from(symbol) < self.sums.len()
    }

    fn boxed(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, made, refusal};

    #[test]
    fn draws_have_their_own_weights() {
        let mut rule = made("weighted", "weights = [1, 4, 2]", &[1, 1, 1]);
        testing::draws_follow_the_weights(&*rule, 6);
        assert_eq!(testing::weights(&*rule), [1.0, 4.0, 2.0]);
        assert!(rule.see(2) && !rule.see(3));
    }

    #[test]
    fn each_number_below_the_sum_is_the_symbol_that_it_falls_upon() {
        let rule = made("weighted", "weights = [1, 3, 2]", &[1, 1, 1]);
        let symbols = (0..6).map(|number| rule.boxed().draw(&mut testing::Below(number)));
        assert_eq!(symbols.collect::<Vec<_>>(), [0, 1, 1, 1, 2, 2]);
    }

    #[test]
    fn weights_that_are_none_are_refused() {
        for (text, found) in [
            (
                "",
                "key `weights`: found 0 of them; accepted: 3, one for each symbol, as in",
            ),
            (
                "weights = [1, 2]",
                "key `weights`: found 2 of them; accepted: 3, one for each",
            ),
            (
                "weights = [1, 2, 0]",
                "key `weights`: found `[1, 2, 0]`; accepted: a list of whole",
            ),
            (
                "weights = [4294967295, 2, 1]",
                "key `weights`: found weights of 4294967298 together; accepted: 2 to",
            ),
        ] {
            let error = refusal("weighted", text, &[1, 1, 1]);
            assert!(error.starts_with(found), "{error}");
        }
    }
}
