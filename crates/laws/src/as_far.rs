//! Exact tails by ideal samples: the rank of what was found among as many ideal ones (Besag and Clifford, 1991,
//! Sequential Monte Carlo p-values).

/// Ideal samples as far off as that which was found, after which no more are looked at.
pub const AS_FAR: u64 = 40;

/// Ideal samples at the most: a p-value of 10⁻⁵ can be reached.
pub const MOST: u64 = 99_999;

/// The p-value where `as_far` of the `made` samples are as far off as what was found: exact however many were to be made.
pub fn tail(as_far: u64, made: u64) -> f64 {
    if as_far == AS_FAR {
        as_far as f64 / made as f64
    } else {
        (as_far + 1) as f64 / (made + 1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_counts_among_the_samples_unless_enough_are_as_far() {
        assert!((tail(0, MOST) - 1e-5).abs() < 1e-18);
        assert!((tail(AS_FAR, 80) - 0.5).abs() < 1e-15);
        assert!((tail(3, 9) - 0.4).abs() < 1e-15);
    }
}
