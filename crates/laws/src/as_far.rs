//! Exact tails by ideal samples: the rank of what was found among as many ideal ones (Besag and Clifford, 1991,
//! Sequential Monte Carlo p-values).

/// Ideal samples as far off as that which was found, after which no more are looked at.
pub const AS_FAR: u64 = 40;

/// Ideal samples at the most: a p-value of 10⁻⁵ can be reached.
pub const MOST: u64 = 99_999;

/// Samples as far off after which the p-value is above `above`, or no more are looked at.
pub fn enough(above: f64) -> u64 {
    // One more than it takes, so that no rounding decides.
    let more = (above * (MOST + 1) as f64).clamp(0.0, AS_FAR as f64) as u64 + 1;
    more.min(AS_FAR)
}

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

    /// However early it ends, a p-value that is above is not taken for one that is not.
    #[test]
    fn fewer_samples_do_where_the_p_value_is_above() {
        for above in [0.0, 1e-5, 2.5e-5, 1e-4, 3e-4, 3.9e-4] {
            let enough = enough(above);
            assert!(tail(enough, MOST) > above && tail(enough - 1, MOST) > 0.0);
            assert!(enough < AS_FAR || above > 3.8e-4);
        }
        assert_eq!([enough(0.05), enough(1.0)], [AS_FAR; 2]);
    }
}
