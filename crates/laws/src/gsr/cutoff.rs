//! Riffles of large decks: where their distance from the ideal shuffle falls, and how.

use super::Packets;
use crate::tail::normal_upper;

/// The cutoff 3/2 log₂ n in riffles, for a riffle of a packets 3/2 log n / log a: large decks of n cards that were riffled less
/// often are far from ideal, and those that were riffled more often are near (Bayer and Diaconis 1992, theorem 2).
pub fn cutoff(cards: usize, packets: Packets) -> f64 {
    1.5 * libm::log2(cards as f64) / libm::log2(packets.value())
}

/// The total variation of large decks after as many riffles, counted from the cutoff: 1 − 2Φ(−2⁻ᶜ / (4√3)) after
/// 3/2 log₂ n + c riffles (Bayer and Diaconis 1992, theorem 2). In packets a the argument is n^(3/2) / (4√3 a).
pub fn limit(cards: usize, packets: Packets) -> f64 {
    let n = cards as f64;
    let spread = n * libm::sqrt(n) / packets.value();
    1.0 - 2.0 * normal_upper(spread / (4.0 * libm::sqrt(3.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsr::Law;

    #[test]
    fn the_cutoff_is_the_published_one() {
        assert!((cutoff(52, Packets::riffles(1)) - 8.550_659_6).abs() < 1e-6);
        assert!((cutoff(16, Packets::riffles(2)) - 3.0).abs() < 1e-12);
        // At the cutoff itself, c = 0: 1 − 2Φ(−1/(4√3)) = .1148 (n = 16 and six riffles).
        assert!((limit(16, Packets::riffles(6)) - 0.114_8).abs() < 5e-5);
    }

    /// For 52 cards the limit is already near: .328 after seven riffles, where .334 is the truth.
    #[test]
    fn larger_decks_come_nearer_to_the_limit() {
        let off = |cards: usize| {
            let law = Law::riffled(cards, Packets::riffles(1));
            let each = (1..=20).map(|riffles| {
                let packets = Packets::riffles(riffles);
                (law.with(packets).total_variation() - limit(cards, packets)).abs()
            });
            each.fold(0.0, f64::max)
        };
        let off = [16, 64, 256].map(off);
        assert!(off.is_sorted_by(|a, b| a > b) && off[2] < 0.01, "{off:?}");
        assert!((limit(52, Packets::riffles(7)) - 0.328).abs() < 5e-4);
    }
}
