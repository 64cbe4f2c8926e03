//! Independent draws with the weights that the experiment states: what a sequence is tested against.

use super::Kind;
use super::weighted::Weighted;

pub(super) const KIND: Kind = Kind {
    name: "independent",
    about: "each symbol with its stated weight, whatever came before: the ideal",
    source: "the null hypothesis of every test of a sequence",
    parameters: &[],
    build: |_, fair| Ok(Box::new(Weighted::new(fair))),
};

#[cfg(test)]
mod tests {
    use super::super::testing::{self, made};

    #[test]
    fn draws_have_the_stated_weights() {
        let rule = made("independent", "", &[3, 1, 2]);
        testing::draws_follow_the_weights(&*rule, 6);
        assert_eq!(testing::weights(&*rule), [3.0, 1.0, 2.0]);
    }
}
