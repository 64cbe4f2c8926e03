//! Laws and tails that are known without simulating.

pub mod as_far;
pub mod berk_jones;
pub mod beta;
pub mod bounded_mean;
#[cfg(feature = "full")]
pub mod calls;
pub mod classes;
pub mod counting;
#[cfg(feature = "full")]
pub mod cube;
#[cfg(feature = "full")]
pub mod digits;
pub mod dirichlet;
mod double;
pub mod entropy;
pub mod eulerian;
#[cfg(feature = "full")]
pub mod features;
pub mod fit;
#[cfg(feature = "full")]
pub mod games;
#[cfg(feature = "full")]
pub mod group;
#[cfg(feature = "full")]
pub mod grouped;
pub mod gsr;
#[cfg(feature = "full")]
pub mod hitting_times;
pub mod hypergeometric;
pub mod independence;
#[cfg(feature = "full")]
pub mod keyed;
pub mod known;
#[cfg(feature = "full")]
pub mod kolmogorov;
pub mod kruskal_wallis;
#[cfg(feature = "full")]
pub mod lags;
pub mod lattice;
pub mod longest_increasing;
#[cfg(feature = "full")]
pub mod luck;
pub mod marked_cards;
#[cfg(feature = "full")]
pub mod matched;
pub mod matrix;
pub mod multinomial;
pub mod null;
#[cfg(feature = "full")]
pub mod old_blocks;
#[cfg(feature = "full")]
pub mod order_law;
#[cfg(feature = "full")]
pub mod pairs;
#[cfg(feature = "full")]
mod partitions;
#[cfg(feature = "full")]
pub mod permutation;
#[cfg(feature = "full")]
pub mod piles;
pub mod position;
pub mod power;
#[cfg(feature = "full")]
pub mod puzzles;
mod residues;
#[cfg(feature = "full")]
pub mod sequences;
#[cfg(feature = "full")]
pub mod shelves;
#[cfg(feature = "full")]
pub mod shuffle_buffer;
pub mod spearman;
pub mod squares;
pub mod student;
pub mod tail;
pub mod two_samples;
pub mod valleys;
pub mod views;
#[cfg(feature = "full")]
pub mod walks;
pub mod wide;

#[doc(hidden)]
pub mod testing {
    //! Helpers that the tests of laws and statistics share.

    /// P(X ≥ seen), X binomial.
    pub fn binomial_upper(seen: u64, of: u64, p: f64) -> f64 {
        match seen {
            0 => 1.0,
            _ => super::beta::beta_lower(seen as f64, (of - seen + 1) as f64, p),
        }
    }

    /// Fails unless `ours` is within `relative` of `reference`.
    pub fn assert_close(ours: f64, reference: f64, relative: f64) {
        assert!(
            (ours - reference).abs() <= relative * reference.abs(),
            "{ours:e} is not {reference:e} within {relative:e}"
        );
    }
}
