//! Loaders of training data: the least buffer, or the largest shards, with which a batch is as varied as wanted.
//!
//! Epochs are simulated. A first search with few of them finds about which number it is; the numbers that are told about have
//! epochs of their own, and limits by Student's t of the share of alike pairs in each epoch, which are independent of each other.

use std::collections::BTreeMap;

use crate::advise::{Crew, made};
use deck::rng::PcgDraws;
use laws::matched::effective_size;
use laws::student::student_quantile_upper;
use record::answers::loader::Row;
use shuffle::loader::Open;
use text::pieces::Left;

/// The confidence of the limits of each row.
pub const CONFIDENCE: f64 = 0.999;

/// Items that the epochs of a row have together, about.
const ROW_ITEMS: u32 = 20_000_000;

/// Epochs of a row, at the least and at the most. With fewer of them Student's t is wide.
const ROW_EPOCHS: (u32, u32) = (4, 200);

/// The same of a number that the search passes by.
const PASSED_ITEMS: u32 = 4_000_000;
const PASSED_EPOCHS: (u32, u32) = (1, 20);

/// Within this factor the next number is looked for on a line.
const LINE: f64 = 16.0;

/// Steps from the number that was found towards one that is shown to be enough, or too few.
const STEPS: [usize; 5] = [1, 2, 4, 8, 16];

/// Numbers around the answer, as multiples of it: the first two where epochs are long.
const AROUND: [f64; 4] = [0.5, 2.0, 0.25, 4.0];

/// An epoch of so many items is long.
const LONG: u32 = 5_000_000;

/// The least that a loader is to do, and the items that it has.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The loader, of which a number is asked for.
    pub open: Open,
    /// Items of an epoch, from 4.
    pub items: u32,
    /// Files or labels, from 2, of equal size: their items lie together in the old order, and are alike.
    pub groups: u32,
    /// Items in a batch, from 2, fewer than there are.
    pub batch: u32,
    /// Fair draws that a batch is to be worth.
    pub variety: f64,
    /// The seed of all epochs.
    pub seed: u64,
}

/// The numbers that were looked at.
#[derive(Debug)]
pub struct Searched {
    /// The number nearest to what mixes worst that is shown to be enough; `None` if that is a fair order alone.
    pub enough: Option<u32>,
    /// The number nearest to it that is shown to fall short, if one is.
    pub short: Option<u32>,
    /// Each number that limits are told of, in ascending order.
    pub rows: Vec<Row>,
}

impl Wanted {
    /// The group in which an item lies.
    fn group(&self, item: u32) -> usize {
        (u64::from(item) * u64::from(self.groups) / u64::from(self.items)) as usize
    }

    /// The chance that two items are alike.
    pub fn fair(&self) -> f64 {
        let (items, groups) = (u64::from(self.items), u64::from(self.groups));
        let first = |group: u64| (group * items).div_ceil(groups);
        let pairs = (0..groups).map(|group| {
            let size = (first(group + 1) - first(group)) as f64;
            size * (size - 1.0)
        });
        let items = items as f64;
        pairs.sum::<f64>() / (items * (items - 1.0))
    }

    /// The share of pairs in a batch that are alike, in one epoch with this number.
    fn epoch(&self, number: u32, stage: u64, epoch: u64) -> f64 {
        let Ok(loader) = self.open.with(number) else {
            return 1.0;
        };
        let label = format!("advice {loader}");
        let mut draws = PcgDraws::for_batch(u128::from(self.seed), &label, stage, epoch);
        let order = loader.order(self.items, &mut draws);
        let mut seen = vec![0_u32; self.groups as usize];
        let mut groups = Vec::with_capacity(self.batch as usize);
        let (mut alike, mut all) = (0_u64, 0_u64);
        for batch in order.chunks(self.batch as usize) {
            groups.clear();
            groups.extend(batch.iter().map(|item| self.group(*item)));
            for group in &groups {
                alike += u64::from(seen[*group]);
                seen[*group] += 1;
            }
            for group in &groups {
                seen[*group] = 0;
            }
            let batch = batch.len() as u64;
            all += batch * (batch - 1) / 2;
        }
        alike as f64 / all as f64
    }

    fn epochs(&self, items: u32, (least, most): (u32, u32)) -> u32 {
        items.div_ceil(self.items).clamp(least, most)
    }

    /// The numbers that are looked at, of two digits, from the one that mixes worst to the one that makes a fair order.
    fn ladder(&self) -> Vec<u32> {
        let decades = (0..8).map(|decade| 10_u32.pow(decade));
        let two = decades.flat_map(|unit| (10..100).map(move |digits| digits * unit));
        let numbers = (1..10).chain(two).take_while(|number| *number < self.items);
        let mut numbers: Vec<u32> = numbers.chain([self.items]).collect();
        if !self.open.larger_is_better() {
            numbers.reverse();
        }
        numbers
    }

    /// About the first rung of the ladder with which a batch is as varied as wanted: each that is passed has few epochs.
    fn passed(&self, ladder: &[u32], crew: &dyn Crew) -> Result<usize, Left> {
        let epochs = self.epochs(PASSED_ITEMS, PASSED_EPOCHS) as usize;
        let (batch, fair) = (f64::from(self.batch), self.fair());
        // How far a batch is from a fair one, in logarithms: nearly a line in that of the number.
        let far = |variety: f64| libm::log(batch / variety - 1.0);
        let ln = |rung: usize| libm::log(f64::from(ladder[rung]));
        // The last rung is a fair order, which needs no epochs.
        let (mut low, mut high) = (0, ladder.len() - 1);
        let (mut short, mut enough): (Option<f64>, Option<f64>) = (None, None);
        while low < high {
            let on_a_line = short.zip(enough).and_then(|(short, enough)| {
                let (from, to) = (ln(low - 1), ln(high));
                let share = (short - far(self.variety)) / (short - enough);
                let number = libm::exp(from + share * (to - from));
                let near = libm::fabs(to - from) < libm::log(LINE);
                let rung = |rung: &u32| (f64::from(*rung) < number) == self.open.larger_is_better();
                (near && number.is_finite() && enough.is_finite())
                    .then(|| ladder.partition_point(rung).clamp(low, high - 1))
            });
            let third = (high - low) / 3;
            let mut at = match on_a_line {
                Some(rung) => vec![rung.max(low + 1) - 1, (rung + 1).min(high - 1)],
                None => vec![low + third, high - 1 - third],
            };
            at.dedup();
            let shares = made(crew, at.len() * epochs, |job| {
                self.epoch(ladder[at[job / epochs]], 0, (job % epochs) as u64)
            })?;
            for (rung, shares) in at.iter().zip(shares.chunks(epochs)) {
                let mean = shares.iter().sum::<f64>() / epochs as f64;
                let found = effective_size(f64::from(self.batch), mean, fair);
                if found < self.variety {
                    (low, short) = (rung + 1, Some(far(found)));
                } else {
                    (high, enough) = (*rung, Some(far(found)));
                    break;
                }
            }
        }
        Ok(high)
    }

    /// The row of a number, with limits.
    fn row(&self, number: u32, is_fair: bool, crew: &dyn Crew) -> Result<Row, Left> {
        let batch = f64::from(self.batch);
        if is_fair {
            return Ok(Row {
                number,
                epochs: 0,
                variety: batch,
                at_least: batch,
                at_most: batch,
            });
        }
        let epochs = self.epochs(ROW_ITEMS, ROW_EPOCHS);
        let shares = made(crew, epochs as usize, |epoch| {
            self.epoch(number, 1, epoch as u64)
        })?;
        let count = f64::from(epochs);
        let mean = shares.iter().sum::<f64>() / count;
        let squares = shares.iter().map(|share| (share - mean) * (share - mean));
        let error = libm::sqrt(squares.sum::<f64>() / (count * (count - 1.0)));
        let half = error * student_quantile_upper(0.5 * (1.0 - CONFIDENCE), count - 1.0);
        let of = |share: f64| effective_size(f64::from(self.batch), share.min(1.0), self.fair());
        Ok(Row {
            number,
            epochs,
            variety: of(mean),
            at_least: of(mean + half),
            at_most: of(mean - half),
        })
    }

    /// The least number (the largest, of shards) that is shown to be enough, and those around it.
    ///
    /// # Errors
    ///
    /// If the search is to stop in its midst.
    pub fn search(&self, crew: &dyn Crew) -> Result<Searched, Left> {
        let ladder = self.ladder();
        let last = ladder.len() - 1;
        let mut rows: BTreeMap<usize, Row> = BTreeMap::new();
        let mut row = |at: usize| -> Result<Row, Left> {
            if let Some(row) = rows.get(&at) {
                return Ok(row.clone());
            }
            let row = self.row(ladder[at], at == last, crew)?;
            rows.insert(at, row.clone());
            Ok(row)
        };
        let mut enough = self.passed(&ladder, crew)?;
        let mut ahead = STEPS.into_iter();
        while row(enough)?.at_least < self.variety {
            enough = ahead.next().map_or(last, |step| enough + step).min(last);
        }
        // A lower rung that is shown to be enough takes its place.
        let mut short = None;
        let mut below = enough;
        for step in [1].into_iter().chain(STEPS) {
            let Some(next) = below.checked_sub(step) else {
                break;
            };
            below = next;
            let found = row(below)?;
            if found.at_most < self.variety {
                short = Some(found.number);
                break;
            }
            if found.at_least >= self.variety {
                enough = below;
            }
        }
        let around = if self.items < LONG { 4 } else { 2 };
        for times in &AROUND[..around] {
            let number = (times * f64::from(ladder[enough])) as u32;
            let at = if self.open.larger_is_better() {
                ladder.partition_point(|rung| *rung < number)
            } else {
                ladder.partition_point(|rung| *rung > number)
            };
            if at < last {
                row(at)?;
            }
        }
        let mut rows: Vec<Row> = rows.into_values().collect();
        rows.sort_by_key(|row| row.number);
        Ok(Searched {
            enough: (enough < last).then(|| ladder[enough]),
            short,
            rows,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advise::Alone;

    fn wanted(loader: &str, [items, groups, batch]: [u32; 3], variety: f64) -> Wanted {
        Wanted {
            open: loader.parse().unwrap(),
            items,
            groups,
            batch,
            variety,
            seed: 1,
        }
    }

    fn row(wanted: &Wanted, number: u32) -> Row {
        wanted.row(number, false, &Alone).unwrap()
    }

    /// A buffer of one item leaves files as they are: all items of a batch are from one of them. One of all items is fair.
    #[test]
    fn ends_are_known() {
        let wanted = wanted("buffer ?", [4_000, 10, 20], 10.0);
        let sorted = row(&wanted, 1);
        assert!((sorted.variety - 1.0).abs() < 1e-9, "{sorted:?}");
        let fair = row(&wanted, 4_000);
        assert!(fair.at_most >= 20.0 - 1e-9, "{fair:?}");
        assert!(fair.at_least > 19.5, "{fair:?}");
        assert!((wanted.fair() - 399.0 / 3_999.0).abs() < 1e-12);
    }

    /// Shards of s items in random order, whole batches: each batch of b is from b/s of them, exactly.
    #[test]
    fn shards_without_a_buffer_are_exact() {
        let wanted = wanted("shards ?", [6_000, 60, 100], 2.0);
        let alone = row(&wanted, 100);
        assert!((alone.variety - 1.0).abs() < 1e-9, "{alone:?}");
        // Two halves of a batch are each from one file, and from the same one with a chance of 1/119.
        let half = row(&wanted, 50);
        let (within, other) = (2.0 * 1_225.0, 2_500.0);
        let seen = (within + other / 119.0) / 4_950.0;
        let exact = effective_size(100.0, seen, wanted.fair());
        assert!(
            half.at_least <= exact && exact <= half.at_most,
            "{half:?} {exact}"
        );
    }

    /// All orders of a buffer of 2 over 6 items are equally likely: they are enumerated.
    #[test]
    fn a_small_buffer_is_as_enumerated() {
        let wanted = wanted("buffer ?", [6, 2, 3], 2.0);
        let (mut alike, mut all) = (0_u32, 0_u32);
        for choices in 0..32_u32 {
            let (mut buffer, mut order) = (vec![0, 1], Vec::new());
            for at in 2..6 {
                let slot = (choices >> (at - 2) & 1) as usize;
                order.push(std::mem::replace(&mut buffer[slot], at));
            }
            if choices >> 4 == 1 {
                buffer.reverse();
            }
            order.extend(buffer);
            for batch in order.chunks(3) {
                for (first, second) in [(0, 1), (0, 2), (1, 2)] {
                    alike += u32::from(batch[first] / 3 == batch[second] / 3);
                    all += 1;
                }
            }
        }
        let exact = f64::from(alike) / f64::from(all);
        let epochs: f64 = (0..20_000).map(|epoch| wanted.epoch(2, 1, epoch)).sum();
        // A share has a standard deviation of at most ½: five standard errors.
        assert!(
            (epochs / 20_000.0 - exact).abs() < 0.018,
            "{epochs} {exact}"
        );
    }

    #[test]
    fn the_least_buffer_is_between_what_is_enough_and_what_falls_short() {
        let wanted = wanted("shards 100, buffer ?", [20_000, 200, 32], 24.0);
        let found = wanted.search(&Alone).unwrap();
        let (enough, short) = (found.enough.unwrap(), found.short.unwrap());
        assert!(short < enough, "{found:?}");
        let of = |number| found.rows.iter().find(|row| row.number == number).unwrap();
        assert!(of(enough).at_least >= 24.0 && of(short).at_most < 24.0);
        // Numbers in between are not decided.
        let between = found
            .rows
            .iter()
            .filter(|row| (short + 1..enough).contains(&row.number));
        assert!(
            between
                .into_iter()
                .all(|row| row.at_least < 24.0 && row.at_most >= 24.0)
        );
        let varied: Vec<f64> = found.rows.iter().map(|row| row.variety).collect();
        assert!(
            varied.is_sorted_by(|one, next| one <= &(next + 0.2)),
            "{varied:?}"
        );
        let again = wanted.search(&Alone).unwrap();
        assert_eq!(again.rows, found.rows);
    }

    #[test]
    fn of_shards_the_largest_is_found() {
        // A batch of 50 holds some 17 shards of three, 13 of four.
        let found = wanted("shards ?", [20_000, 20, 50], 15.0)
            .search(&Alone)
            .unwrap();
        assert_eq!((found.enough, found.short), (Some(3), Some(4)), "{found:?}");
    }

    #[test]
    fn only_a_fair_order_is_worth_a_whole_batch() {
        let found = wanted("buffer ?", [2_000, 10, 20], 20.0)
            .search(&Alone)
            .unwrap();
        assert_eq!(found.enough, None, "{found:?}");
        let most = found.rows.last().unwrap();
        assert_eq!((most.number, most.epochs), (2_000, 0));
    }

    #[test]
    fn a_buffer_that_is_not_needed_is_of_one_item() {
        let wanted = wanted("interleave 10, buffer ?", [5_000, 10, 10], 9.0);
        let found = wanted.search(&Alone).unwrap();
        assert_eq!((found.enough, found.short), (Some(1), None));
    }
}
