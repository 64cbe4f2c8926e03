//! The simple loaders whose orders look like one that was read: none at all, a shuffle buffer, and shards in random order with or
//! without a buffer behind them. A loader is named only where its fit is not rejected.

use super::super::blocks::OldBlocks;
use super::shards;
use deck::subject::Labels;
use laws::old_blocks::Blocks;
use laws::shuffle_buffer::{fair_chance, upper_limit};
use laws::tail::{chi_squared_upper, normal_upper};

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
pub(super) const FIT: f64 = 1e-3;

/// The part of the level that lies beyond each limit of two.
pub(super) const BEYOND: f64 = 0.025;

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
    if buffer == 1 {
        return Some(Loader::InOrder);
    }
    if let Some(size) = buffer_of(order, buffer) {
        return Some(Loader::Buffer(size));
    }
    if !OldBlocks::are_near(order, SURE) {
        return None;
    }
    shards::found(order, files)
}

/// The buffer behind which items that went in by their numbers came in this order, if that fits; `buffer` is the least one that
/// can have made it.
pub(super) fn buffer_of(order: &[u32], buffer: usize) -> Option<Size> {
    let items = order.len();
    let fits = fair_chance(items, buffer) < SURE && buffer_fits(order, buffer);
    fits.then(|| Size {
        about: buffer as f64,
        least: buffer as f64,
        most: upper_limit(items, buffer, 2.0 * BEYOND) as f64,
    })
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

/// True if items of every second place, or every third and so on, follow each other far less often or far more often than they do
/// behind one buffer: readers that have every second item take turns.
fn take_turns(order: &[u32], buffer: usize) -> bool {
    /// Readers, at the most.
    const READERS: u32 = 16;
    /// Items that are looked at.
    const LOOKED_AT: usize = 100_000;
    /// Items of the buffer for each reader, so that it has as many of each.
    const EACH: usize = 20;
    let looked_at = &order[..order.len().min(LOOKED_AT)];
    let most = READERS.min((buffer / EACH) as u32);
    (2..=most).any(|readers| {
        let same = |two: &&[u32]| two[0] % readers == two[1] % readers;
        let pairs = looked_at.len() as f64 - 1.0;
        let often = looked_at.windows(2).filter(same).count() as f64 * f64::from(readers) / pairs;
        // A hundred pairs at least are fair: each limit is five standard deviations away.
        pairs >= 100.0 * f64::from(readers) && !(0.5..=1.5).contains(&often)
    })
}

/// True unless it is shown that the items did not leave a buffer of this size at random, or unless there are too few steps to
/// show it: each leaves from any of its places, counted in the order of the input, whichever those before it left from.
fn buffer_fits(order: &[u32], buffer: usize) -> bool {
    // Many bins: readers that take turns fill few of them alike.
    const BINS: usize = 997;
    /// Steps that show whether it fits, at the least.
    const FEWEST: usize = 50;
    let steps = order.len() - buffer;
    if steps < FEWEST {
        return false;
    }
    let ranks = order.iter().zip(smaller_before(order)).take(steps);
    let ranks = ranks.map(|(item, smaller)| *item as usize - smaller);
    let bins = BINS.min(buffer).min(steps / 10).max(1);
    let bins = Blocks::new(buffer, bins);
    let mut counts = vec![0_u64; bins.number()];
    // Standardised ranks go together neither with the next one nor with their step.
    let size = buffer as f64;
    let deviation = ((size * size - 1.0) / 12.0).sqrt();
    let many = steps as f64;
    let middle = 0.5 * (many - 1.0);
    if take_turns(&order[..steps], buffer) {
        return false;
    }
    let (mut last, mut next, mut trend) = (0.0, 0.0, 0.0);
    for (step, rank) in (0_u32..).zip(ranks) {
        counts[bins.of(rank as u32)] += 1;
        let centred = (rank as f64 - 0.5 * (size - 1.0)) / deviation;
        next += last * centred;
        trend += (f64::from(step) - middle) * centred;
        last = centred;
    }
    let share = |bin: usize| bins.size(bin) as f64 / buffer as f64;
    let fair: Vec<f64> = (0..bins.number()).map(share).collect();
    let spread = misfit(&counts, &fair, 0);
    let two_sided = |z: f64| 2.0 * normal_upper(z.abs());
    let next = two_sided(next / (many - 1.0).sqrt());
    let trend = two_sided(trend / (many * (many * many - 1.0) / 12.0).sqrt());
    spread.min(next).min(trend) >= FIT / 3.0
}

/// The p-value of Pearson's test of counts against shares of which so many numbers were fitted.
pub(super) fn misfit(counts: &[u64], shares: &[f64], fitted: usize) -> f64 {
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
