//! The chain of if and else: independent draws by one number, compared with one threshold after the other.
//!
//! A number from 0 to 1 is the first symbol below the first threshold, the second one below the second, and
//! so on; the last symbol has the rest. Symbol i so has probability tᵢ − tᵢ₋₁: one law with
//! [`super::weighted`], if the thresholds are the sums of the weights over their total. To change one weight,
//! all thresholds after it must be changed, and nothing tells whoever forgets one.

use std::sync::Arc;

use super::{Kind, Rule, double};
use deck::rng::Draws;
use text::params::{ParamError, Parameter, Params};

const AT: &str = "at";

pub(super) const KIND: Kind = Kind {
    name: "thresholds",
    about: "independent draws by a chain of if and else; the same law as a weight array",
    source: "Never-ending Shuffled Sequences: Bad Solution #1, the if/else if/else massacre",
    parameters: &[Parameter {
        name: AT,
        about: "rising numbers above 0 and below 1, one for each symbol but the last, as in [0.5, 0.75, 0.95]; required",
    }],
    build: |params, fair| {
        Ok(Box::new(Thresholds {
            at: read(params, fair.get().len())?.into(),
        }))
    },
};

/// The thresholds for so many symbols.
fn read(params: &Params, symbols: usize) -> Result<Vec<f64>, ParamError> {
    let at = params.numbers(AT, 0.0..=1.0)?.unwrap_or_default();
    let inside = |at: &[f64]| at.iter().all(|&at| at > 0.0 && at < 1.0);
    let found = if at.len() + 1 != symbols {
        format!("found {} of them", at.len())
    } else if !inside(&at) {
        "found 0 or 1, and a symbol that never comes".to_owned()
    } else if let Some([low, next]) = at.array_windows().find(|[low, next]| low >= next) {
        format!("found {next} after {low}")
    } else {
        return Ok(at);
    };
    Err(Params::refuse(
        AT,
        format!(
            "{found}; accepted: {} rising numbers above 0 and below 1, one for each symbol but the last, as in {{ kind = \"thresholds\", at = [0.5, 0.75, 0.95] }}",
            symbols - 1
        ),
    ))
}

/// Independent draws. They have no state: copies share the thresholds.
#[derive(Debug, Clone)]
struct Thresholds {
    at: Arc<[f64]>,
}

impl Rule for Thresholds {
    fn weights(&self, into: &mut Vec<f64>) {
        let before = std::iter::once(0.0).chain(self.at.iter().copied());
        let ends = self.at.iter().copied().chain([1.0]);
        into.clear();
        into.extend(ends.zip(before).map(|(end, before)| end - before));
    }

    fn draw(&mut self, draws: &mut dyn Draws) -> u16 {
        let number = double(draws);
        self.at.partition_point(|&at| number >= at) as u16
    }

    fn see(&mut self, symbol: u16) -> bool {
        usize::from(symbol) <= self.at.len()
    }

    fn boxed(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, made, refusal};

    const DOCUMENT: &str = "at = [0.5, 0.75, 0.95]";

    #[test]
    fn over_all_numbers_each_symbol_has_its_share() {
        for text in [DOCUMENT, "at = [0.1, 0.3, 0.30000000000000004]"] {
            let rule = made("thresholds", text, &[50, 25, 20, 5]);
            testing::numbers_follow_the_weights(&*rule, 2);
        }
    }

    #[test]
    fn the_chain_and_the_array_have_one_law() {
        let mut chain = made("thresholds", DOCUMENT, &[50, 25, 20, 5]);
        let array = made("weighted", "weights = [50, 25, 20, 5]", &[1, 1, 1, 1]);
        for (ours, theirs) in testing::law(&*chain).iter().zip(testing::law(&*array)) {
            assert!((ours - theirs).abs() < 1e-15, "{ours} {theirs}");
        }
        assert!(chain.see(3) && !chain.see(4));
    }

    /// "< 0.5" is the first symbol, and 0.5 itself is the second.
    #[test]
    fn a_number_on_the_threshold_is_the_next_symbol() {
        let mut rule = made("thresholds", DOCUMENT, &[1, 1, 1, 1]);
        for (word, symbol) in [
            (0, 0),
            ((1 << 63) - 1, 0),
            (1 << 63, 1),
            (3 << 62, 2),
            (u64::MAX, 3),
        ] {
            assert_eq!(rule.draw(&mut testing::Words(word)), symbol, "{word:x}");
        }
    }

    #[test]
    fn what_is_no_chain_is_refused() {
        for (text, found) in [
            ("", "key `at`: found 0 of them; accepted: 3 rising numbers"),
            (
                "at = [0.5]",
                "key `at`: found 1 of them; accepted: 3 rising numbers",
            ),
            (
                "at = [0.5, 0.4, 0.9]",
                "key `at`: found 0.4 after 0.5; accepted: 3 rising",
            ),
            (
                "at = [0.5, 0.5, 0.9]",
                "key `at`: found 0.5 after 0.5; accepted: 3 rising",
            ),
            ("at = [0, 0.5, 0.9]", "key `at`: found 0 or 1, and a symbol"),
            ("at = [0.5, 0.9, 1]", "key `at`: found 0 or 1, and a symbol"),
            (
                "at = [0.5, 0.9, 1.5]",
                "key `at`: found `[0.5, 0.9, 1.5]`; accepted: a list of numbers from 0 to 1",
            ),
            (
                "at = [0.5, 0.9, nan]",
                "key `at`: found `[0.5, 0.9, nan]`; accepted: a list of numbers",
            ),
            (
                "at = \"0.5\"",
                "key `at`: found `\"0.5\"`; accepted: a list of numbers from 0 to 1",
            ),
        ] {
            let error = refusal("thresholds", text, &[1, 1, 1, 1]);
            assert!(error.starts_with(found), "{error}");
        }
    }
}
