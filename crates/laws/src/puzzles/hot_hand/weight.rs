//! The numbers with which sequences are weighed: doubles, whole numbers, and both with a slope.

use dashu_int::UBig;

/// A weight of sequences. Only weights that were added before are subtracted.
pub(super) trait Weight: Clone {
    /// 0.
    fn zero() -> Self;
    /// 1.
    fn one() -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// Adds `factor · term`.
    fn add_product(&mut self, factor: &Self, term: &Self);
    /// Subtracts `factor · term`.
    fn sub_product(&mut self, factor: &Self, term: &Self);
}

impl Weight for f64 {
    fn zero() -> Self {
        0.0
    }

    fn one() -> Self {
        1.0
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn add_product(&mut self, factor: &Self, term: &Self) {
        *self += factor * term;
    }

    fn sub_product(&mut self, factor: &Self, term: &Self) {
        *self -= factor * term;
    }
}

impl Weight for UBig {
    fn zero() -> Self {
        Self::ZERO
    }

    fn one() -> Self {
        Self::ONE
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn add_product(&mut self, factor: &Self, term: &Self) {
        if !term.is_zero() {
            *self += factor * term;
        }
    }

    fn sub_product(&mut self, factor: &Self, term: &Self) {
        if !term.is_zero() {
            *self -= factor * term;
        }
    }
}

/// A weight at ε = 0, and how fast it rises with ε.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Dual<W> {
    pub value: W,
    pub slope: W,
}

impl<W: Weight> Dual<W> {
    /// One that does not rise.
    pub(crate) fn constant(value: W) -> Self {
        Self {
            value,
            slope: W::zero(),
        }
    }

    /// 1 + ε.
    pub fn rising() -> Self {
        Self {
            value: W::one(),
            slope: W::one(),
        }
    }
}

impl<W: Weight> Weight for Dual<W> {
    fn zero() -> Self {
        Self::constant(W::zero())
    }

    fn one() -> Self {
        Self::constant(W::one())
    }

    fn times(&self, other: &Self) -> Self {
        let mut slope = self.value.times(&other.slope);
        slope.add_product(&self.slope, &other.value);
        Self {
            value: self.value.times(&other.value),
            slope,
        }
    }

    fn add_product(&mut self, factor: &Self, term: &Self) {
        self.value.add_product(&factor.value, &term.value);
        self.slope.add_product(&factor.value, &term.slope);
        self.slope.add_product(&factor.slope, &term.value);
    }

    fn sub_product(&mut self, factor: &Self, term: &Self) {
        self.value.sub_product(&factor.value, &term.value);
        self.slope.sub_product(&factor.value, &term.slope);
        self.slope.sub_product(&factor.slope, &term.value);
    }
}
