//! The simple loaders whose orders look like one that was read: none at all, a shuffle buffer, and shards in random order with or
//! without a buffer behind them. A loader is named only where its fit is not rejected.

use super::super::blocks::OldBlocks;
use deck::subject::Labels;
use laws::shuffle_buffer::{fair_chance, upper_limit};
use laws::tail::{chi_squared_quantile_upper, chi_squared_upper};

/// A loader.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Loader {
    /// It hands out the items as they lay.
    InOrder,
    /// A shuffle buffer on items as they lay.
    Buffer(Size),
    /// Shards of about so many items in random order, and a shuffle buffer behind them; `None` if each is in its old order.
    Shards {
        /// Items of a shard, on average.
        shard: f64,
        /// The buffer.
        buffer: Option<Size>,
    },
}

/// The size of a buffer, with its limits at 95%.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Size {
    /// The estimate.
    pub about: f64,
    /// The lower limit.
    pub least: f64,
    /// The upper limit.
    pub most: f64,
}

/// A fair order looks like a loader's with less than this probability.
const SURE: f64 = 1e-6;

/// Fits that are as bad as this are rejected.
const FIT: f64 = 1e-3;

/// The part of the level that lies beyond each limit of two.
const BEYOND: f64 = 0.025;

/// Shards from which on a size is told.
const FEWEST_SHARDS: usize = 8;

impl Loader {
    /// Cells that hold one.
    pub(crate) const CELLS: usize = 5;

    /// One of them in cells: which, the shard, and the buffer with its limits.
    pub fn cells(found: Option<Self>) -> [f64; Self::CELLS] {
        let of = |which: f64, shard: f64, size: Option<Size>| {
            let size = size.map_or([0.0; 3], |size| [size.about, size.least, size.most]);
            [which, shard, size[0], size[1], size[2]]
        };
        match found {
            None => of(0.0, 0.0, None),
            Some(Self::InOrder) => of(1.0, 0.0, None),
            Some(Self::Buffer(size)) => of(2.0, 0.0, Some(size)),
            Some(Self::Shards { shard, buffer }) => of(3.0, shard, buffer),
        }
    }

    /// The one that cells hold.
    pub(crate) fn of_cells(cells: &[f64]) -> Option<Self> {
        let [which, shard, about, least, most] = *cells else {
            return None;
        };
        let size = Size { about, least, most };
        match which.round() as u8 {
            1 => Some(Self::InOrder),
            2 => Some(Self::Buffer(size)),
            3 => Some(Self::Shards {
                shard,
                buffer: (about > 0.0).then_some(size),
            }),
            _ => None,
        }
    }
}

/// The loader whose orders look like `order`, in which `buffer` is the least buffer that can have made it; `files` says which
/// item lies in which file, if that is known.
pub(super) fn found(order: &[u32], buffer: usize, files: Option<&Labels>) -> Option<Loader> {
    let items = order.len();
    if buffer == 1 {
        return Some(Loader::InOrder);
    }
    if fair_chance(items, buffer) < SURE && buffer_fits(order, buffer) {
        return Some(Loader::Buffer(Size {
            about: buffer as f64,
            least: buffer as f64,
            most: upper_limit(items, buffer, 2.0 * BEYOND) as f64,
        }));
    }
    if !OldBlocks::are_near(order, SURE) {
        return None;
    }
    let mut places = vec![0_u32; items];
    for (place, item) in (0..).zip(order) {
        places[*item as usize] = place;
    }
    let shards = match files {
        Some(files) => of_files(files)?,
        None => of_equal(items, shard_size(&places)?),
    };
    of_shards(&places, &shards)
}

/// Numbers of earlier items that are smaller, of each item (Fenwick, 1994).
fn smaller_before(order: &[u32]) -> impl Iterator<Item = usize> {
    let mut tree = vec![0_u32; order.len() + 1];
    order.iter().map(move |item| {
        let (mut at, mut smaller) = (*item as usize, 0);
        while at > 0 {
            smaller += tree[at] as usize;
            at &= at - 1;
        }
        let mut at = *item as usize + 1;
        while at < tree.len() {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
        smaller
    })
}

/// True unless it is shown that the items did not leave a buffer of this size at random: each leaves from any of its places,
/// counted in the order of the input, and two in a row from any two.
fn buffer_fits(order: &[u32], buffer: usize) -> bool {
    // Many bins: readers that take turns fill few of them alike.
    const BINS: usize = 997;
    const PAIRED: usize = 7;
    let steps = order.len() - buffer;
    let ranks = order.iter().zip(smaller_before(order)).take(steps);
    let ranks: Vec<usize> = ranks
        .map(|(item, smaller)| *item as usize - smaller)
        .collect();
    let share = |bins: usize, bin: usize| {
        let first = |bin: usize| (bin * buffer).div_ceil(bins);
        (first(bin + 1) - first(bin)) as f64 / buffer as f64
    };
    let bins = BINS.min(buffer).min(steps / 10).max(1);
    let mut counts = vec![0_u64; bins];
    for rank in &ranks {
        counts[rank * bins / buffer] += 1;
    }
    let fair: Vec<f64> = (0..bins).map(|bin| share(bins, bin)).collect();
    let paired = PAIRED.min(buffer);
    let mut pairs = vec![0_u64; paired * paired];
    for two in ranks.chunks_exact(2) {
        pairs[two[0] * paired / buffer * paired + two[1] * paired / buffer] += 1;
    }
    let both: Vec<f64> = (0..paired * paired)
        .map(|at| share(paired, at / paired) * share(paired, at % paired))
        .collect();
    let single = misfit(&counts, &fair, 0);
    let double = if steps >= 20 * pairs.len() {
        misfit(&pairs, &both, 0)
    } else {
        1.0
    };
    single.min(double) >= 0.5 * FIT
}

/// The p-value of Pearson's test of counts against shares of which so many numbers were fitted.
fn misfit(counts: &[u64], shares: &[f64], fitted: usize) -> f64 {
    let all = counts.iter().sum::<u64>() as f64;
    let df = counts.len().saturating_sub(1 + fitted);
    if df == 0 || all <= 0.0 {
        return 1.0;
    }
    let sum = counts.iter().zip(shares).map(|(seen, share)| {
        let fair = all * share;
        (*seen as f64 - fair) * (*seen as f64 - fair) / fair
    });
    chi_squared_upper(sum.sum(), df as f64)
}

/// First items of shards, and the end.
type Shards = Vec<usize>;

/// The files, if the items of each lie together.
fn of_files(files: &Labels) -> Option<Shards> {
    let changes = files
        .of
        .windows(2)
        .enumerate()
        .filter(|(_, two)| two[0] != two[1]);
    let mut shards = vec![0];
    shards.extend(changes.map(|(at, _)| at + 1));
    let together = shards.len() == files.number;
    shards.push(files.of.len());
    (together && files.number >= FEWEST_SHARDS).then_some(shards)
}

fn of_equal(items: usize, shard: usize) -> Shards {
    let mut shards: Shards = (0..items).step_by(shard).collect();
    shards.push(items);
    shards
}

/// The size of equal shards, if items that lay next to each other are farther apart where shards meet: the size whose seams stand
/// out most.
fn shard_size(places: &[u32]) -> Option<usize> {
    /// Seams that are looked at, of each size.
    const SEAMS: usize = 4_096;
    /// Seams of the right size stand out by far more.
    const STANDS_OUT: f64 = 8.0;
    let apart: Vec<f32> = places
        .windows(2)
        .map(|two| libm::logf(two[0].abs_diff(two[1]) as f32))
        .collect();
    let n = apart.len() as f64;
    let mean = apart.iter().map(|apart| f64::from(*apart)).sum::<f64>() / n;
    let squares = apart.iter().map(|apart| (f64::from(*apart) - mean).powi(2));
    let deviation = (squares.sum::<f64>() / n).sqrt();
    let sizes = 2..=places.len() / FEWEST_SHARDS;
    let each = sizes.map(|size| {
        let seams = apart.iter().skip(size - 1).step_by(size).take(SEAMS);
        let (count, sum) = seams.fold((0.0, 0.0), |(count, sum), apart| {
            (count + 1.0, sum + f64::from(*apart))
        });
        // A seam at every second item makes half of all: its own part of the mean is left out.
        let others = (mean * n - sum) / (n - count);
        let z = (sum / count - others) / deviation * f64::sqrt(count * (n - count) / n);
        (z, size)
    });
    let (z, size) = each.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (z > STANDS_OUT).then_some(size)
}

/// The buffer behind shards in random order, if one fits.
///
/// An item waits in the buffer for a number of steps that is geometric with mean B. Within a shard all waits count from one
/// unknown start; those beyond the shortest one do not depend on it, as a geometric wait has no memory. The first B steps and the
/// last B are left out: whoever is still there waits at least as long.
fn of_shards(places: &[u32], shards: &Shards) -> Option<Loader> {
    let items = places.len() as f64;
    let shard = items / (shards.len() - 1) as f64;
    let waits: Vec<Vec<f64>> = shards
        .windows(2)
        .map(|shard| {
            let places = places[shard[0]..shard[1]].iter().zip(0_u32..);
            places
                .map(|(place, at)| f64::from(*place) - f64::from(at))
                .collect()
        })
        .collect();
    if waits
        .iter()
        .all(|waits| waits.iter().all(|wait| (wait - waits[0]).abs() < 0.5))
    {
        return Some(Loader::Shards {
            shard,
            buffer: None,
        });
    }
    let mut buffer = 1.0;
    let mut seen = (0.0, 0.0);
    for _ in 0..ROUNDS {
        seen = exposure(&waits, (buffer, items - buffer));
        let (steps, left) = seen;
        if left < 1.0 || steps <= 0.0 {
            return None;
        }
        buffer = (steps / left).clamp(1.0, 0.5 * items);
    }
    if buffer >= MOST_PART * items || !waits_fit(&waits, buffer, items) {
        return None;
    }
    let (steps, left) = seen;
    let size = Size {
        about: buffer,
        least: 2.0 * steps / chi_squared_quantile_upper(BEYOND, 2.0 * left),
        most: 2.0 * steps / chi_squared_quantile_upper(1.0 - BEYOND, 2.0 * left),
    };
    if are_in_order(&waits, buffer / shard) {
        return Some(Loader::Buffer(size));
    }
    Some(Loader::Shards {
        shard,
        buffer: Some(size),
    })
}

/// True if the shards themselves came in their old order, but for neighbours that the buffer, so many shards, may exchange.
fn are_in_order(waits: &[Vec<f64>], buffer: f64) -> bool {
    /// Pairs of shards out of order: of a random order it is half of them.
    const FEW: f64 = 0.1;
    let starts: Vec<f64> = waits
        .iter()
        .map(|waits| waits.iter().copied().fold(f64::INFINITY, f64::min))
        .collect();
    let apart = buffer.ceil() as usize + 1;
    let pairs = starts.iter().zip(starts.iter().skip(apart));
    let turned = pairs.clone().filter(|(one, later)| one > later).count();
    (turned as f64) < FEW * pairs.count() as f64
}

/// Rounds after which an estimate stands still.
const ROUNDS: usize = 40;

/// Buffers of a larger part of all items leave too few steps between the first and the last.
const MOST_PART: f64 = 0.25;

/// Steps that items waited beyond the shortest wait of their shard, between the two bounds, and items that left meanwhile.
fn exposure(waits: &[Vec<f64>], (from, to): (f64, f64)) -> (f64, f64) {
    let mut all = (0.0, 0.0);
    for waits in waits {
        let Some((shortest, last)) = within(waits, (from, to)) else {
            continue;
        };
        let mut left = -1.0;
        for (wait, at) in waits.iter().zip(0_u32..) {
            let end = last - f64::from(at);
            all.0 += (wait.min(end) - shortest).max(0.0);
            if *wait < end {
                left += 1.0;
            }
        }
        all.1 += f64::max(left, 0.0);
    }
    all
}

/// The shortest wait of a shard and the last step that counts, if it lies between the bounds.
fn within(waits: &[f64], (from, to): (f64, f64)) -> Option<(f64, f64)> {
    let shortest = waits.iter().copied().min_by(f64::total_cmp)?;
    (shortest >= from && shortest + (waits.len() as f64) < to).then_some((shortest, to))
}

/// True unless it is shown that waits beyond the shortest are not geometric.
fn waits_fit(waits: &[Vec<f64>], buffer: f64, items: f64) -> bool {
    /// The last bin begins at the logarithm of 8, in buffers: up to there no wait may be cut off.
    const LONG: f64 = 2.2;
    const BINS: usize = 8;
    /// Waits that show whether they fit, at the least.
    const FEWEST: u64 = 200;
    let stay = 1.0 - 1.0 / buffer.max(1.0);
    // The first waits of each bin: as many as have this part of all.
    let mut firsts: Vec<f64> = (0..BINS)
        .map(|bin| {
            let rest = 1.0 - bin as f64 / BINS as f64;
            (libm::log(rest) / libm::log(stay)).round()
        })
        .collect();
    firsts.dedup();
    let beyond = |first: f64| libm::pow(stay, first);
    let shares: Vec<f64> = (0..firsts.len())
        .map(|bin| beyond(firsts[bin]) - firsts.get(bin + 1).map_or(0.0, |next| beyond(*next)))
        .collect();
    let mut counts = vec![0_u64; firsts.len()];
    for waits in waits {
        let bounds = (buffer, items - (1.0 + LONG) * buffer);
        let Some((shortest, _)) = within(waits, bounds) else {
            continue;
        };
        let shortest_at = waits.iter().position(|wait| *wait <= shortest);
        for (at, wait) in waits.iter().enumerate() {
            if Some(at) != shortest_at {
                let bin = firsts.partition_point(|first| *first <= wait - shortest);
                counts[bin.saturating_sub(1)] += 1;
            }
        }
    }
    counts.iter().sum::<u64>() >= FEWEST && misfit(&counts, &shares, 1) >= FIT
}
