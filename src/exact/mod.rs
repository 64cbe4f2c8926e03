//! Laws and tails that are known without simulating.

pub mod beta;
pub mod eulerian;
pub mod gsr;
pub mod lattice;
pub mod matrix;
pub mod null;
pub mod power;
pub mod tail;

#[cfg(test)]
mod testing {
    //! What the tests of all laws share.

    /// Fails unless `ours` is within `relative` of `reference`.
    pub fn assert_close(ours: f64, reference: f64, relative: f64) {
        assert!(
            (ours - reference).abs() <= relative * reference.abs(),
            "{ours:e} is not {reference:e} within {relative:e}"
        );
    }
}
