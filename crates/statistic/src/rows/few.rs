//! Tails of few rows, by ideal rows with the same decks: exact whatever the decks (Besag and Clifford, 1991).

use super::{Sheet, Sum};
use deck::rng::{Draws as _, PcgDraws};
use deck::subject::Row;
use laws::as_far::{self, AS_FAR, MOST};

/// Numbers are drawn by their tails in units of 2⁻³².
const UNITS: f64 = 4_294_967_296.0;

/// Ideal rows with the decks of a sheet.
pub(super) struct Ideal {
    /// For each hand its law's place, and for each law the smallest number and P(X ≤ x) from there on, but for the
    /// largest.
    laws: Vec<(u32, Vec<u32>)>,
    of: Vec<usize>,
    draws: PcgDraws,
}

impl Ideal {
    /// Starts ideal rows like those of the sheet, from the stream with this label.
    pub fn new(sheet: &Sheet, seed: u128, label: &str, stream: u64) -> Self {
        // FNV-1a: other decks have other samples, so that runs do not share their errors.
        let key = |key: u64, row: &Row| {
            [row.deck, row.copies, row.drawn]
                .iter()
                .fold(key, |key, part| {
                    (key ^ u64::from(*part)).wrapping_mul(0x0100_0000_01b3)
                })
        };
        let rows = sheet.hands.iter().map(|hand| &hand.row);
        let decks = rows.fold(0xcbf2_9ce4_8422_2325, key);
        let cumulated = |p: &[f64]| {
            let first = p.iter().take_while(|p| **p <= 0.0).count();
            let mut below = 0.0;
            let p = p.iter().skip(first);
            let sums = p.map(|p| {
                below += p;
                (below * UNITS).round().min(f64::from(u32::MAX)) as u32
            });
            let mut sums: Vec<u32> = sums.collect();
            sums.pop();
            (first as u32, sums)
        };
        Self {
            laws: sheet.laws.iter().map(|law| cumulated(&law.p)).collect(),
            of: sheet.hands.iter().map(|hand| hand.law).collect(),
            draws: PcgDraws::for_batch(seed, label, decks, stream),
        }
    }

    /// Draws a number for each hand.
    pub fn draw(&mut self, found: &mut Vec<u32>) {
        found.clear();
        for law in &self.of {
            let (first, sums) = &self.laws[*law];
            let at = self.draws.below(u32::MAX);
            let below = sums.iter().take_while(|sum| at >= **sum).count();
            found.push(first + below as u32);
        }
    }
}

/// Finds for each measure of a sample the probability that ideal rows have one at least as large as
/// was found.
pub(super) fn tails<const N: usize>(
    sheet: &Sheet,
    label: &str,
    measure: impl Fn(&[u32]) -> [f64; N],
) -> [f64; N] {
    let mut sample = sheet.found();
    // Sums of the same numbers may differ in their last bits.
    let found = measure(&sample).map(|found| found * (1.0 - 1e-12));
    let mut ideal = Ideal::new(sheet, 0, label, 0);
    let (mut as_far, mut made) = ([0_u64; N], [0_u64; N]);
    for _ in 0..MOST {
        if as_far.iter().all(|far| *far >= AS_FAR) {
            break;
        }
        ideal.draw(&mut sample);
        let measures = measure(&sample);
        let counts = as_far.iter_mut().zip(&mut made);
        for ((far, made), (measure, found)) in counts.zip(measures.into_iter().zip(found)) {
            if *far < AS_FAR {
                *made += 1;
                *far += u64::from(measure >= found);
            }
        }
    }
    std::array::from_fn(|at| as_far::tail(as_far[at], made[at]))
}

/// The two-sided tail of a sum: by ideal rows where they are few, else in the limit. `of` gives the sum's total.
pub(super) fn tail(sheet: &Sheet, label: &str, sum: Sum, of: impl Fn(&[u32]) -> f64) -> f64 {
    if sheet.is_few() {
        let [tail] = tails(sheet, label, |sample| [of(sample).abs()]);
        tail
    } else {
        sum.tail()
    }
}
