//! Laws and tails that are known without simulating.

pub mod beta;
pub mod dirichlet;
mod double;
pub mod eulerian;
pub mod fit;
pub mod games;
pub mod gsr;
pub mod hitting_times;
pub mod kolmogorov;
pub mod lattice;
pub mod marked_cards;
pub mod matrix;
pub mod multinomial;
pub mod null;
pub mod order_law;
pub mod pairs;
pub mod permutation;
pub mod piles;
pub mod position;
pub mod power;
pub mod separation;
pub mod squares;
pub mod student;
pub mod tail;
pub mod wide;

#[cfg(test)]
mod testing {
    //! Helpers that the tests of all laws share.

    /// Fails unless `ours` is within `relative` of `reference`.
    pub fn assert_close(ours: f64, reference: f64, relative: f64) {
        assert!(
            (ours - reference).abs() <= relative * reference.abs(),
            "{ours:e} is not {reference:e} within {relative:e}"
        );
    }
}
