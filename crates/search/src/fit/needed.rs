//! The number of decks it takes to tell one model from another.
//!
//! The log-likelihood ratio of two models is a sum over decks, with a mean r and a standard deviation s for each, of which
//! r is the Kullback-Leibler divergence. After N decks it is beyond [`LEAD`] with a probability of .95 where
//! N r − (1.645 s + 2 e) √N = LEAD, and e is the standard error that simulations add for each deck. If some decks, a share f, cannot come from the other model at all, one of them is enough,
//! and one is among N with that probability where (1 − f)ᴺ = .05.

use super::model::Fitted;

/// A model is named if its log-likelihood is so far above the next: a hundred times as likely (ln 100). Of decks of the next
/// no more than one record in a hundred looks so (Markov's inequality).
pub(super) const LEAD: f64 = 4.605_170_185_988_092;

/// The normal quantile that is exceeded with a probability of .05.
const QUANTILE: f64 = 1.644_853_626_951_472_2;

/// Standard errors of the simulation by which a log-likelihood must be above the next beside [`LEAD`].
const ERRORS: f64 = 2.0;

/// Returns [`ERRORS`] standard errors, for one deck, of the difference of two log-likelihoods that come from simulations. Of
/// two simulated models that of the exact one beside them cancels.
pub(super) fn error(one: &Fitted, other: &Fitted) -> f64 {
    ERRORS * one.noise.max(other.noise).sqrt()
}

/// The difference by which one log-likelihood of so many decks is clearly above the other.
pub(super) fn lead(one: &Fitted, other: &Fitted, decks: f64) -> f64 {
    LEAD + error(one, other) * decks.sqrt()
}

/// Decks that it takes to tell `best` from `other`, where `best` is right; `None` where it seems that no number does.
pub(super) fn decks(best: &Fitted, other: &Fitted) -> Option<u64> {
    let pairs = || best.each.iter().zip(&other.each);
    let all = best.each.len() as f64;
    let impossible = pairs().filter(|(_, other)| !other.is_finite()).count() as f64;
    let by_ratio = || {
        let ratios = pairs().filter(|(_, other)| other.is_finite());
        let ratios: Vec<f64> = ratios.map(|(best, other)| best - other).collect();
        let count = ratios.len() as f64;
        let mean = ratios.iter().sum::<f64>() / count;
        let squares = ratios.iter().map(|ratio| (ratio - mean) * (ratio - mean));
        let spread = (squares.sum::<f64>() / count).sqrt();
        if mean.is_nan() || mean <= 0.0 {
            return None;
        }
        let wide = QUANTILE * spread + error(best, other);
        let root = (wide + (wide * wide + 4.0 * mean * LEAD).sqrt()) / (2.0 * mean);
        Some(root * root)
    };
    let by_impossible = || match impossible / all {
        share if share >= 1.0 => Some(1.0),
        share if share > 0.0 => Some(libm::log(0.05) / libm::log1p(-share)),
        _ => None,
    };
    let decks = [by_ratio(), by_impossible()].into_iter().flatten();
    let fewest = decks.reduce(f64::min)?;
    Some(fewest.ceil().max(1.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::recipe::Recipe;

    fn of(each: Vec<f64>) -> Fitted {
        Fitted {
            name: String::new(),
            recipe: Recipe::alone("cut", toml::Table::new()),
            parameters: Vec::new(),
            each,
            law: None,
            noise: 0.0,
            penalty: 0.0,
            holds: &[],
            near: Vec::new(),
        }
    }

    #[test]
    fn decks_that_it_takes() {
        let never = f64::NEG_INFINITY;
        assert_eq!(decks(&of(vec![-1.0; 4]), &of(vec![-2.0; 4])), Some(5));
        assert_eq!(decks(&of(vec![-1.0; 4]), &of(vec![-1.0; 4])), None);
        assert_eq!(decks(&of(vec![-1.0; 4]), &of(vec![never; 4])), Some(1));
        // One deck in ten shows it: .9²⁹ is the first power below .05.
        let mut other = vec![-1.0; 10];
        other[3] = never;
        assert_eq!(decks(&of(vec![-1.0; 10]), &of(other)), Some(29));
        // Mean 1, standard deviation 3.
        let (best, other) = (vec![4.0, -2.0], vec![0.0, 0.0]);
        assert_eq!(decks(&of(best), &of(other)), Some(33));
    }
}
