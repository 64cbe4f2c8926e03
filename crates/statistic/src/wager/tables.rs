//! Bets on tables whose cells depend on each other: by the variance of a score, which the two
//! scales of their chi-squared tests give exactly, and its greatest value (Bennett).

use super::cumulant::Bounded;
use super::limit::{ZONES, distance, sizes, zone};
use super::linear::Scores;

/// Cards right below others: `cells[above * (n+1) + below]`, 0 a dummy card at both ends.
#[derive(Debug)]
pub(crate) struct Successors {
    cards: usize,
}

impl Successors {
    /// Makes the scores for decks of `cards` cards.
    pub fn new(cards: usize) -> Self {
        Self { cards }
    }
}

impl Scores for Successors {
    type Known = Known;

    fn counts(&self, cells: &[u64]) -> Vec<u64> {
        cells.to_vec()
    }

    /// Every cell off the diagonal expects N/n.
    fn lean(&self, counts: &[u64], decks: u64) -> Vec<f64> {
        let (cards, decks) = (self.cards as f64, decks as f64);
        let lean = counts.iter().enumerate().map(|(at, count)| {
            if at % (self.cards + 2) == 0 {
                0.0
            } else {
                *count as f64 * cards - decks
            }
        });
        lean.collect()
    }

    /// The symmetric part of a score has variance |a|²/n, the antisymmetric one |a|²(n+1)/n(n-1).
    fn known(&self, lean: &[f64]) -> Option<Known> {
        let (cards, symbols) = (self.cards as f64, self.cards + 1);
        let (mut sums, mut differences, mut squares) = (0.0, 0.0, 0.0);
        let mut rows = vec![f64::NEG_INFINITY; symbols];
        let mut columns = rows.clone();
        for above in 0..symbols {
            for below in (0..symbols).filter(|below| *below != above) {
                let value = lean[above * symbols + below];
                rows[above] = rows[above].max(value);
                columns[below] = columns[below].max(value);
                squares += value * value;
                if above < below {
                    let other = lean[below * symbols + above];
                    sums += 0.5 * (value + other) * (value + other);
                    differences += 0.5 * (value - other) * (value - other);
                }
            }
        }
        let greatest = rows.iter().sum::<f64>().min(columns.iter().sum());
        let odd = (cards + 1.0) / (cards * (cards - 1.0));
        Known::new(
            sums / cards + differences * odd,
            greatest,
            squares / cards,
            0.0,
        )
    }

    fn promise(&self, known: &Known) -> f64 {
        known.promise
    }

    fn cumulant(&self, known: &Known, scale: f64) -> f64 {
        known.score.cumulant(scale)
    }

    fn distance(&self, cells: &[u64], _decks: u64) -> Option<f64> {
        let symbols = self.cards + 1;
        let zones = symbols.min(ZONES);
        let sizes = sizes(symbols, zones);
        let of = |(above, row): (usize, &[u64])| {
            let mut counts = vec![0; zones];
            for (below, count) in row.iter().enumerate() {
                counts[zone(below, symbols, zones)] += count;
            }
            let own = zone(above, symbols, zones);
            let law = sizes.iter().enumerate().map(|(at, size)| {
                let others = if at == own { size - 1.0 } else { *size };
                others / self.cards as f64
            });
            distance(counts.into_iter(), &law.collect::<Vec<_>>())
        };
        let rows = cells.chunks_exact(symbols).enumerate();
        Some(rows.map(of).fold(0.0, f64::max))
    }

    fn bounds(&self) -> String {
        format!("what lies below the worst card, in {ZONES} zones")
    }
}

/// Distances of cards that started next to each other: `cells[gap]`, gaps from 1 to n - 1.
#[derive(Debug)]
pub struct Gaps {
    cards: usize,
}

impl Gaps {
    /// Makes the scores for decks of `cards` cards.
    pub fn new(cards: usize) -> Self {
        Self { cards }
    }
}

impl Scores for Gaps {
    type Known = Known;

    fn counts(&self, cells: &[u64]) -> Vec<u64> {
        cells[1..].to_vec()
    }

    /// Every gap expects N.
    fn lean(&self, counts: &[u64], decks: u64) -> Vec<f64> {
        let lean = counts.iter().map(|count| *count as f64 - decks as f64);
        lean.collect()
    }

    /// The even part of a score has variance |a|², the odd one |a|²(n+1)/(n-1).
    fn known(&self, lean: &[f64]) -> Option<Known> {
        let cards = self.cards as f64;
        let (mut even, mut odd, mut squares) = (0.0, 0.0, 0.0);
        for (value, other) in lean.iter().zip(lean.iter().rev()) {
            even += 0.25 * (value + other) * (value + other);
            odd += 0.25 * (value - other) * (value - other);
            squares += value * value;
        }
        let greatest = lean.iter().copied().fold(0.0, f64::max);
        Known::new(
            even + odd * (cards + 1.0) / (cards - 1.0),
            greatest * (cards - 1.0),
            squares,
            0.0,
        )
    }

    fn promise(&self, known: &Known) -> f64 {
        known.promise
    }

    fn cumulant(&self, known: &Known, scale: f64) -> f64 {
        known.score.cumulant(scale)
    }

    fn distance(&self, cells: &[u64], _decks: u64) -> Option<f64> {
        let gaps = self.cards - 1;
        let zones = gaps.min(ZONES);
        let law: Vec<f64> = sizes(gaps, zones)
            .iter()
            .map(|size| size / gaps as f64)
            .collect();
        let mut counts = vec![0; zones];
        for (at, count) in cells[1..].iter().enumerate() {
            counts[zone(at, gaps, zones)] += count;
        }
        Some(distance(counts.into_iter(), &law))
    }

    fn bounds(&self) -> String {
        format!("the mean law of the distances, in {ZONES} zones")
    }
}

/// Cards above others: a cell for each pair (0, 1), (0, 2), … of cards, the decks with the first above.
#[derive(Debug)]
pub(crate) struct PairOrder {
    cards: usize,
}

impl PairOrder {
    /// Makes the scores for decks of `cards` cards.
    pub fn new(cards: usize) -> Self {
        Self { cards }
    }
}

impl Scores for PairOrder {
    type Known = Known;

    fn counts(&self, cells: &[u64]) -> Vec<u64> {
        cells.to_vec()
    }

    /// Every pair expects N/2.
    fn lean(&self, counts: &[u64], decks: u64) -> Vec<f64> {
        let lean = counts
            .iter()
            .map(|count| 2.0 * *count as f64 - decks as f64);
        lean.collect()
    }

    /// With row sums ρ of the antisymmetric matrix a, Σρ²/n of Σa² over the pairs has variance (n+1)/12,
    /// the rest 1/12.
    fn known(&self, lean: &[f64]) -> Option<Known> {
        let cards = self.cards as f64;
        let mut rows = vec![0.0; self.cards];
        let (mut squares, mut sum, mut total) = (0.0, 0.0, 0.0);
        let pairs = (0..self.cards).flat_map(|a| (a + 1..self.cards).map(move |b| (a, b)));
        for ((a, b), value) in pairs.zip(lean) {
            rows[a] += value;
            rows[b] -= value;
            squares += value * value;
            sum += value;
            total += value.abs();
        }
        let heights = rows.iter().map(|row| row * row).sum::<f64>() / cards;
        // The rest is not negative but by rounding.
        let variance = (heights * (cards + 1.0) + (squares - heights).max(0.0)) / 12.0;
        Known::new(variance, 0.5 * total, 0.5 * squares, 0.5 * sum)
    }

    fn mean(&self, known: &Known) -> f64 {
        known.mean
    }

    fn promise(&self, known: &Known) -> f64 {
        known.promise
    }

    fn cumulant(&self, known: &Known, scale: f64) -> f64 {
        known.score.cumulant(scale)
    }

    fn distance(&self, cells: &[u64], decks: u64) -> Option<f64> {
        let of = |count: &u64| (*count as f64 / decks.max(1) as f64 - 0.5).abs();
        Some(cells.iter().map(of).fold(0.0, f64::max))
    }

    fn bounds(&self) -> String {
        "the order of the worst pair of cards".to_owned()
    }
}

/// Zones of each of two digits in a row that are bet on together.
const PAIR_ZONES: usize = 16;

/// Zones of each that a limit is for.
const LIMIT_ZONES: usize = 3;

/// Pairs of successive digits, uniform below k and k - 1: for each k a table of k(k-1) cells, by rows.
#[derive(Debug)]
pub(crate) struct DigitPairs {
    ranges: Vec<usize>,
}

impl DigitPairs {
    /// Makes the tables for these values of k, in their order, each but the first one larger than
    /// the one before it.
    pub fn new(ranges: Vec<usize>) -> Self {
        Self { ranges }
    }

    /// The tables, summed up in zones.
    fn zoned(&self, cells: &[u64], zones: usize) -> Vec<u64> {
        let mut counts = Vec::new();
        let mut rest = cells;
        for &range in &self.ranges {
            let (table, more) = rest.split_at(range * (range - 1));
            rest = more;
            let (rows, columns) = (zones.min(range), zones.min(range - 1));
            let first = counts.len();
            counts.resize(first + rows * columns, 0);
            for (a, row) in table.chunks_exact(range - 1).enumerate() {
                let at = first + zone(a, range, rows) * columns;
                for (b, count) in row.iter().enumerate() {
                    counts[at + zone(b, range - 1, columns)] += count;
                }
            }
        }
        counts
    }

    /// Gives, for each table, the sizes of its rows and columns, and its part of `values`.
    fn tables<'a, T>(
        &'a self,
        values: &'a [T],
        zones: usize,
    ) -> impl Iterator<Item = (Vec<f64>, Vec<f64>, &'a [T])> {
        let mut rest = values;
        self.ranges.iter().map(move |&range| {
            let rows = sizes(range, zones.min(range));
            let columns = sizes(range - 1, zones.min(range - 1));
            let (table, more) = rest.split_at(rows.len() * columns.len());
            rest = more;
            (rows, columns, table)
        })
    }
}

impl Scores for DigitPairs {
    type Known = PairBounds;

    fn counts(&self, cells: &[u64]) -> Vec<u64> {
        self.zoned(cells, PAIR_ZONES)
    }

    /// The interaction: what the margins leave. It sums to 0 over each digit, given the other.
    fn lean(&self, counts: &[u64], decks: u64) -> Vec<f64> {
        let mut lean = Vec::with_capacity(counts.len());
        for ((rows, columns, table), &range) in self.tables(counts, PAIR_ZONES).zip(&self.ranges) {
            let (wide, narrow) = (range as f64, range as f64 - 1.0);
            let mut below = vec![0; columns.len()];
            for row in table.chunks_exact(columns.len()) {
                below
                    .iter_mut()
                    .zip(row)
                    .for_each(|(sum, cell)| *sum += cell);
            }
            for (row, size) in table.chunks_exact(columns.len()).zip(&rows) {
                let own = row.iter().sum::<u64>() as f64 * wide / size;
                for ((cell, width), sum) in row.iter().zip(&columns).zip(&below) {
                    let all = *cell as f64 * wide * narrow / (size * width);
                    lean.push(all - own - *sum as f64 * narrow / width + decks as f64);
                }
            }
        }
        lean
    }

    /// From digit to digit, given the one before, the score of the next pair has mean 0: the largest
    /// variance and the greatest value over what is given bound it. Either way round.
    fn known(&self, lean: &[f64]) -> Option<PairBounds> {
        let mut known = PairBounds::default();
        for (rows, columns, table) in self.tables(lean, PAIR_ZONES) {
            let none = Bounded {
                variance: 0.0,
                greatest: 0.0,
            };
            let (mut by_row, mut by_column) = (none, vec![none; columns.len()]);
            let (wide, narrow) = (rows.iter().sum::<f64>(), columns.iter().sum::<f64>());
            for (row, size) in table.chunks_exact(columns.len()).zip(&rows) {
                let mut squares = 0.0;
                for ((value, width), column) in row.iter().zip(&columns).zip(&mut by_column) {
                    squares += width * value * value;
                    by_row.greatest = by_row.greatest.max(*value);
                    column.variance += size * value * value / wide;
                }
                by_row.variance = by_row.variance.max(squares / narrow);
                known.promise += squares * size / (wide * narrow);
            }
            let largest = by_column.iter().map(|column| column.variance);
            known.by_columns.push(Bounded {
                variance: largest.fold(0.0, f64::max),
                greatest: by_row.greatest,
            });
            known.by_rows.push(by_row);
        }
        (known.promise > 0.0).then_some(known)
    }

    fn promise(&self, known: &PairBounds) -> f64 {
        known.promise
    }

    fn cumulant(&self, known: &PairBounds, scale: f64) -> f64 {
        let sum =
            |bounds: &[Bounded]| -> f64 { bounds.iter().map(|table| table.cumulant(scale)).sum() };
        sum(&known.by_rows).min(sum(&known.by_columns))
    }

    fn distance(&self, cells: &[u64], _decks: u64) -> Option<f64> {
        let counts = self.zoned(cells, LIMIT_ZONES);
        let of = |(rows, columns, table): (Vec<f64>, Vec<f64>, &[u64])| {
            let whole = rows.iter().sum::<f64>() * columns.iter().sum::<f64>();
            let law = rows
                .iter()
                .flat_map(|row| columns.iter().map(move |column| row * column / whole));
            distance(table.iter().copied(), &law.collect::<Vec<_>>())
        };
        let tables = self.tables(&counts, LIMIT_ZONES);
        Some(tables.map(of).fold(0.0, f64::max))
    }

    fn bounds(&self) -> String {
        format!("the law of the worst two digits in a row, in {LIMIT_ZONES} zones each")
    }
}

/// The facts that are known about the scores of pairs of digits.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PairBounds {
    /// A bound of each table, given the wider digit.
    by_rows: Vec<Bounded>,
    /// Likewise, given the narrower one.
    by_columns: Vec<Bounded>,
    /// The sum of the tables' mean squares.
    promise: f64,
}

/// The facts that are known about the score of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Known {
    score: Bounded,
    promise: f64,
    mean: f64,
}

impl Known {
    fn new(variance: f64, greatest: f64, promise: f64, mean: f64) -> Option<Self> {
        (variance > 0.0).then_some(Self {
            score: Bounded { variance, greatest },
            promise,
            mean,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wager::Linear;
    use deck::rng::{Draws, PcgDraws};

    fn orders(cards: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for card in 0..cards {
            let longer = all.iter().flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(|at| {
                    let mut longer = order.clone();
                    longer.insert(at, card);
                    longer
                })
            });
            all = longer.collect();
        }
        all
    }

    fn successors(deck: &[usize]) -> Vec<u64> {
        let symbols = deck.len() + 1;
        let mut cells = vec![0; symbols * symbols];
        let mut above = 0;
        for card in deck {
            cells[above * symbols + card + 1] += 1;
            above = card + 1;
        }
        cells[above * symbols] += 1;
        cells
    }

    fn places(deck: &[usize]) -> Vec<usize> {
        let mut places = vec![0; deck.len()];
        deck.iter()
            .enumerate()
            .for_each(|(at, card)| places[*card] = at);
        places
    }

    fn gaps(deck: &[usize]) -> Vec<u64> {
        let mut cells = vec![0; deck.len()];
        for pair in places(deck).windows(2) {
            cells[(pair[1] + deck.len() - pair[0]) % deck.len()] += 1;
        }
        cells
    }

    fn above(deck: &[usize]) -> Vec<u64> {
        let places = places(deck);
        let pairs = (0..deck.len()).flat_map(|a| (a + 1..deck.len()).map(move |b| (a, b)));
        pairs
            .map(|(a, b)| u64::from(places[a] < places[b]))
            .collect()
    }

    fn digit_pairs(deck: &[usize]) -> Vec<u64> {
        let digit = |at: usize| {
            deck[at + 1..]
                .iter()
                .filter(|card| **card < deck[at])
                .count()
        };
        let mut cells = Vec::new();
        for range in 3..=deck.len() {
            let at = deck.len() - range;
            let mut table = vec![0; range * (range - 1)];
            table[digit(at) * (range - 1) + digit(at + 1)] = 1;
            cells.extend(table);
        }
        cells
    }

    /// All decks of `cards` cards, counted one by one; and for random leans made of some of them, the
    /// cumulant of the score, which the bound must not be below, and its variance.
    fn check<S: Scores>(cards: usize, scores: &S, count: impl Fn(&[usize]) -> Vec<u64>) {
        let decks: Vec<Vec<u64>> = orders(cards).iter().map(|deck| count(deck)).collect();
        let mut draws = PcgDraws::for_batch(11, "tables", cards as u64, 0);
        for sample in [1, 2, 5, 30, 400] {
            let mut counts = vec![0; decks[0].len()];
            for _ in 0..sample {
                let deck = &decks[draws.below(decks.len() as u32) as usize];
                counts
                    .iter_mut()
                    .zip(deck)
                    .for_each(|(sum, cell)| *sum += cell);
            }
            let lean = scores.lean(&scores.counts(&counts), sample);
            let Some(known) = scores.known(&lean) else {
                continue;
            };
            let values: Vec<f64> = decks
                .iter()
                .map(|deck| {
                    let cells = scores.counts(deck);
                    let pairs = lean.iter().zip(&cells);
                    pairs.map(|(lean, cell)| lean * *cell as f64).sum::<f64>() - scores.mean(&known)
                })
                .collect();
            let mean_of = |f: &dyn Fn(f64) -> f64| {
                values.iter().map(|value| f(*value)).sum::<f64>() / values.len() as f64
            };
            let variance = mean_of(&|x| x * x);
            assert!(mean_of(&|x| x).abs() < 1e-9 * (1.0 + variance));
            for power in -20..=8 {
                let scale = 2f64.powf(f64::from(power) / 2.0) / variance.sqrt();
                let exact = mean_of(&|x| (scale * x).exp()).ln();
                let bound = scores.cumulant(&known, scale);
                assert!(
                    exact <= bound * (1.0 + 1e-9) + 1e-12,
                    "{cards} {sample} {power}: {exact} {bound}"
                );
            }
            let small = 1e-4 / variance.sqrt();
            let ratio = scores.cumulant(&known, small) / (0.5 * variance * small * small);
            assert!(ratio < 4.0, "{cards} {sample}: {ratio}");
        }
    }

    #[test]
    fn the_bounds_hold_for_all_decks_of_up_to_six_cards() {
        for cards in 3..=6 {
            check(cards, &Successors::new(cards), successors);
            check(cards, &Gaps::new(cards), gaps);
            check(cards, &PairOrder::new(cards), above);
            check(cards, &DigitPairs::new((3..=cards).collect()), digit_pairs);
        }
    }

    #[test]
    fn variances_are_exact_but_for_pairs_of_digits() {
        for cards in 3..=6 {
            let decks = orders(cards);
            // Any lean of whole decks will do.
            let some = &decks[decks.len() / 3];
            let check =
                |known: Option<Known>, cells: &dyn Fn(&[usize]) -> Vec<u64>, lean: &[f64]| {
                    // `None` means that every deck has the score 0.
                    let (bound, mean) =
                        known.map_or((0.0, 0.0), |known| (known.score.variance, known.mean));
                    let squares = decks.iter().map(|deck| {
                        let cells = cells(deck);
                        let pairs = lean.iter().zip(&cells);
                        let score = pairs.map(|(lean, cell)| lean * *cell as f64).sum::<f64>();
                        (score - mean) * (score - mean)
                    });
                    let exact = squares.sum::<f64>() / decks.len() as f64;
                    assert!(
                        (bound - exact).abs() <= 1e-9 * exact,
                        "{cards}: {bound} {exact}"
                    );
                };
            let scores = Successors::new(cards);
            let lean = scores.lean(&successors(some), 1);
            check(scores.known(&lean), &successors, &lean);
            let scores = Gaps::new(cards);
            let lean = scores.lean(&scores.counts(&gaps(some)), 1);
            check(
                scores.known(&lean),
                &|deck| scores.counts(&gaps(deck)),
                &lean,
            );
            let scores = PairOrder::new(cards);
            let lean = scores.lean(&above(some), 1);
            check(scores.known(&lean), &above, &lean);
        }
    }

    #[test]
    fn the_mean_e_value_over_all_sequences_is_at_most_1_and_not_far_below() {
        fn mean<S: Scores>(scores: impl Fn() -> S, count: impl Fn(&[usize]) -> Vec<u64>) -> f64 {
            let decks: Vec<Vec<u64>> = orders(3).iter().map(|deck| count(deck)).collect();
            let mut sum = 0.0;
            for sequence in 0..1296_usize {
                let mut wager = Linear::new(scores());
                let mut cells = vec![0; decks[0].len()];
                let mut e = 0.0;
                for (at, power) in (1..).zip([1, 6, 36, 216]) {
                    let deck = &decks[sequence / power % 6];
                    cells
                        .iter_mut()
                        .zip(deck)
                        .for_each(|(sum, cell)| *sum += cell);
                    e = wager.look(&cells, at).ln();
                }
                sum += libm::exp(e);
            }
            sum / 1296.0
        }
        for mean in [
            mean(|| Successors::new(3), successors),
            mean(|| Gaps::new(3), gaps),
            mean(|| PairOrder::new(3), above),
            mean(|| DigitPairs::new(vec![3]), digit_pairs),
        ] {
            assert!((0.7..=1.0 + 1e-12).contains(&mean), "{mean}");
        }
    }
}
