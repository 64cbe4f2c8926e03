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

/// How far a deck of one model tells it from another.
struct Told {
    /// The mean log-likelihood ratio of decks that may come from both.
    mean: f64,
    /// Its standard deviation.
    spread: f64,
    /// The share of decks that cannot come from the other.
    impossible: f64,
}

impl Told {
    fn of(best: &Fitted, other: &Fitted) -> Self {
        let pairs = best.each.iter().zip(&other.each);
        let ratios = pairs.filter(|(_, other)| other.is_finite());
        let ratios: Vec<f64> = ratios.map(|(best, other)| best - other).collect();
        let (all, count) = (best.each.len() as f64, ratios.len() as f64);
        let mean = ratios.iter().sum::<f64>() / count;
        let squares = ratios.iter().map(|ratio| (ratio - mean) * (ratio - mean));
        Self {
            mean,
            spread: (squares.sum::<f64>() / count).sqrt(),
            impossible: 1.0 - count / all,
        }
    }
}

/// Decks that it takes to tell `best` from `other`, where `best` is right; `None` where these decks do not say it.
pub(super) fn decks(best: &Fitted, other: &Fitted) -> Option<u64> {
    let told = Told::of(best, other);
    let by_ratio = || {
        let mean = told.mean;
        if mean.is_nan() || mean <= 0.0 {
            return None;
        }
        let wide = QUANTILE * told.spread + error(best, other);
        let root = (wide + (wide * wide + 4.0 * mean * LEAD).sqrt()) / (2.0 * mean);
        Some(root * root)
    };
    let by_impossible = || match told.impossible {
        share if share >= 1.0 => Some(1.0),
        share if share > 0.0 => Some(libm::log(0.05) / libm::log1p(-share)),
        _ => None,
    };
    let decks = [by_ratio(), by_impossible()].into_iter().flatten();
    let fewest = decks.reduce(f64::min)?;
    Some(fewest.ceil().max(1.0) as u64)
}

/// The probability that so many other decks tell `best` from `other`, where `best` is right. Their parameters cost as much
/// more as there are more decks than those that both were fitted to.
#[cfg(test)]
pub(super) fn power(best: &Fitted, other: &Fitted, decks: usize) -> f64 {
    let told = Told::of(best, other);
    let count = decks as f64;
    let fitted = best.each.len() as f64;
    let cost = (best.penalty - other.penalty) * libm::log(count) / libm::log(fitted);
    let beyond = count * told.mean - lead(best, other, count) - cost;
    let by_ratio = if told.mean.is_nan() {
        0.0
    } else {
        laws::tail::normal_upper(-beyond / (told.spread * count.sqrt()).max(f64::MIN_POSITIVE))
    };
    1.0 - (1.0 - by_ratio) * libm::pow(1.0 - told.impossible, count)
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

    /// After as many decks as it takes the power is .95.
    #[test]
    fn the_power_of_so_many_decks() {
        let (best, other) = (of(vec![4.0, -2.0]), of(vec![0.0, 0.0]));
        let powers = [32, 33].map(|decks| power(&best, &other, decks));
        assert!(powers[0] < 0.95 && powers[1] >= 0.95, "{powers:?}");
        let never = f64::NEG_INFINITY;
        let half = power(&of(vec![0.0; 2]), &of(vec![0.0, never]), 3);
        assert!((half - 0.875).abs() < 1e-12, "{half}");
    }
}
