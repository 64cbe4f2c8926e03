//! Hoeffding's D (1948, A non-parametric test of independence): whether the new places of items tell anything at all
//! about their old ones.
//!
//! D is 0 on average for a random order. If old and new places follow any other law with a joint density, D tends to a
//! positive number as n grows (Hoeffding 1948).

mod counts;
mod law;

pub use counts::{Counts, counts};

/// Most items of an order: the products of two places are whole numbers of 64 bits.
pub const MOST: u64 = 1 << 31;

/// Fewest items for which [`upper`] was measured.
pub const LEAST: u64 = 20;

/// P(D ≥ d) for Hoeffding's D of a random order of `items` items, at least [`LEAST`] (see [`Counts::hoeffding_d`]).
///
/// The limit of Blum, Kiefer and Rosenblatt (1961), itself right to 1e-10, with D scaled to its exact variance for so
/// many items. In ten to sixty million random orders each of 20, 25, 50, 100 and 200 items it was, at 5% and below, from
/// the true tail to 1.4 times as much with 20 items, 1.2 with 25, 1.05 with 200; below 1e-4 these orders are too few to
/// tell a tenth. Above 20% it is too small by at most 4%.
pub fn upper(items: u64, d: f64) -> f64 {
    let n = items.max(LEAST) as f64;
    law::upper(law::MEAN + d * LIMIT / deviation(n))
}

/// The standard deviation of n D for large n: E (Σ (Z²−1)/(π⁴ i² j²))² = 2/90².
const LIMIT: f64 = std::f64::consts::SQRT_2 / 90.0;

/// The standard deviation of D for a random order of n items (Hoeffding 1948).
fn deviation(n: f64) -> f64 {
    let variance = 2.0 * (n * n + 5.0 * n - 32.0) / (9.0 * n * (n - 1.0) * (n - 3.0) * (n - 4.0));
    variance.sqrt() / 30.0
}

#[cfg(test)]
mod tests;
