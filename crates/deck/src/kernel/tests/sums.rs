//! Sums of rows: every level has the very bits of the definition.

use super::*;

#[test]
fn every_level_rounds_alike() {
    let mut cases = Cases(13);
    let mut number = || cases.below(1 << 30) as f64 / 7e8 - 0.5;
    for size in 0..70 {
        let rows: Vec<Vec<f64>> = (0..3)
            .map(|_| (0..size).map(|_| number()).collect())
            .collect();
        let weights = [number(), number()];
        let added = |at: usize| rows[0][at] + weights[0] * rows[1][at];
        let mixed = |at: usize| weights[0] * rows[1][at] + weights[1] * rows[2][at];
        let bits = |row: &[f64]| -> Vec<u64> { row.iter().map(|cell| cell.to_bits()).collect() };
        for isa in Isa::all() {
            let mut sum = rows[0].clone();
            isa.kernel().add_scaled(&mut sum, &rows[1], weights[0]);
            let expected: Vec<f64> = (0..size).map(added).collect();
            assert_eq!(bits(&sum), bits(&expected), "{size}, {}", isa.level());
            isa.kernel()
                .weighted(&mut sum, [&rows[1], &rows[2]], weights);
            let expected: Vec<f64> = (0..size).map(mixed).collect();
            assert_eq!(bits(&sum), bits(&expected), "{size}, {}", isa.level());
        }
    }
}
