//! Learners of a law over categories, put together: what they gain over the ideal law.

use laws::counting::ln_sum;
use laws::dirichlet::{Learner, UniformLearner};

/// Weights of the priors around the law, in decks; each has 1/(j+1)(j+2) of its share.
const PRIOR_DECKS: [f64; 8] = [
    16.0,
    128.0,
    1024.0,
    8192.0,
    65_536.0,
    524_288.0,
    4_194_304.0,
    33_554_432.0,
];

/// Half of the capital is on the learner of Krichevsky and Trofimov, half on learners that begin at the
/// ideal law and leave it as slowly as the weight of their prior says.
#[derive(Debug)]
pub(crate) struct Learners<L> {
    even: L,
    around: Vec<(f64, L)>,
}

impl<L> Learners<L> {
    fn of(even: L, around: impl Fn(f64) -> L) -> Self {
        let prior = |(j, decks): (usize, &f64)| {
            let ln_share = -libm::log(((j + 1) * (j + 2)) as f64);
            (ln_share, around(*decks))
        };
        let mut around: Vec<(f64, L)> = PRIOR_DECKS.iter().enumerate().map(prior).collect();
        let all = ln_sum(around.iter().map(|(share, _)| *share));
        for (share, _) in &mut around {
            *share -= all;
        }
        Self { even, around }
    }

    /// The logarithm of the gain of all, by that of each.
    pub fn gain(&self, of: impl Fn(&L) -> f64) -> f64 {
        let around = self
            .around
            .iter()
            .map(|(ln_share, learner)| ln_share + of(learner));
        let around: Vec<f64> = around.collect();
        let parts = [of(&self.even), ln_sum(around.iter().copied())];
        ln_sum(parts.into_iter()) - std::f64::consts::LN_2
    }
}

impl Learners<Learner> {
    /// Makes the learners of a law without zeros.
    pub(crate) fn of_law(law: &[f64]) -> Self {
        Self::of(Learner::even(law), |decks| Learner::around(law, decks))
    }
}

impl Learners<UniformLearner> {
    /// Makes the learners of a law over `categories` categories that are all equally likely.
    pub(crate) fn of_uniform(categories: usize) -> Self {
        let even = UniformLearner::new(categories, 0.5 * categories as f64);
        Self::of(even, |decks| UniformLearner::new(categories, decks))
    }
}
