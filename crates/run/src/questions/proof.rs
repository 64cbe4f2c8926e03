//! Games that would show that an event comes more often than it should.

use laws::luck::fewest_games;
use record::answers::proof::Proof;

/// The level and the power of the games that would show something.
const LEVEL: f64 = 0.001;
const POWER: f64 = 0.9;

/// Games that would show that an event with this probability comes so many times as often, for each of the ratios that leave
/// a probability.
pub(super) fn proofs(chance: f64, ratios: &[f64]) -> Vec<Proof> {
    let ratios = ratios.iter().copied().filter(|ratio| ratio * chance < 1.0);
    let proofs = ratios.map(|ratio| {
        let found = fewest_games(chance, ratio * chance, LEVEL, POWER);
        Proof {
            ratio,
            games: found.map(|found| found.games),
            at_least: found.map(|found| found.at_least),
            level: LEVEL,
            power: POWER,
        }
    });
    proofs.collect()
}
