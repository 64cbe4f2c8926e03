//! Shards in random order, each in its old order, with or without a shuffle buffer behind them.

use super::least_buffer;
use super::loader::{BEYOND, FIT, Loader, Size, buffer_of, misfit};
use deck::subject::{Labels, places};
use laws::tail::chi_squared_quantile_upper;

/// Shards from which on a size is told.
const FEWEST_SHARDS: usize = 8;

/// First items of shards, and the end.
type Shards = Vec<usize>;

/// The shards whose orders look like `order`: the files of the items, if they are known and fit, or equal ones.
pub(super) fn found(order: &[u32], files: Option<&Labels>) -> Option<Loader> {
    let places = places(order);
    let by_files = files.and_then(of_files).and_then(|shards| {
        let size = order.len() as f64 / (shards.len() - 1) as f64;
        of_shards(order, &places, (&shards, size))
    });
    by_files.or_else(|| {
        let size = shard_size(&places)?;
        of_shards(order, &places, (&of_equal(order.len(), size), size as f64))
    })
}

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
    // The number of seams, from the first on, and the sum over them.
    let seams = |first: usize, step: usize| {
        let seams = apart.iter().skip(first).step_by(step).take(SEAMS);
        seams.fold((0.0, 0.0), |(count, sum), apart| {
            (count + 1.0, sum + f64::from(*apart))
        })
    };
    let sizes = 2..=places.len() / FEWEST_SHARDS;
    let each = sizes.map(|size| {
        let (count, sum) = seams(size - 1, size);
        // A seam at every second item makes half of all: its own part of the mean is left out.
        let others = (mean * n - sum) / (n - count);
        let z = (sum / count - others) / deviation * f64::sqrt(count * (n - count) / n);
        (z, size)
    });
    let (z, size) = each.max_by(|a, b| a.0.total_cmp(&b.0))?;
    // If shards are twice as large, every second seam is none.
    let above = |first: usize, step: usize| {
        let (count, sum) = seams(first, step);
        sum / f64::max(count, 1.0) - mean
    };
    let odd = above(size - 1, 2 * size);
    (z > STANDS_OUT && odd > 0.5 * above(2 * size - 1, 2 * size)).then_some(size)
}

/// The shards by the middle of their places.
fn ranked(places: &[u32], shards: &Shards) -> Vec<usize> {
    let middle = |shard: usize| {
        let places = &places[shards[shard]..shards[shard + 1]];
        let sum: u64 = places.iter().map(|place| u64::from(*place)).sum();
        sum as f64 / places.len() as f64
    };
    let mut all: Vec<(f64, usize)> = (0..shards.len() - 1)
        .map(|shard| (middle(shard), shard))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    all.into_iter().map(|(_, shard)| shard).collect()
}

/// True unless the order of shards is plainly not a random one: as they were, turned round, rotated, or by steps. Then one
/// difference of neighbours comes again and again; in a random order each comes once or less, on average.
fn are_shuffled(ranked: &[usize]) -> bool {
    /// Chance has ten alike in one order of a million.
    const MOST: usize = 10;
    let mut steps: Vec<isize> = ranked
        .windows(2)
        .map(|two| two[1].cast_signed() - two[0].cast_signed())
        .collect();
    steps.sort_unstable();
    let alike = steps.chunk_by(|a, b| a == b).map(<[isize]>::len).max();
    // Few shards have few differences: most of them.
    alike.unwrap_or(0) < MOST.min(3 + ranked.len() / 4)
}

/// The order as it would be if the shards had the numbers in which they came.
fn renumbered(order: &[u32], shards: &Shards, ranked: &[usize]) -> Vec<u32> {
    let mut numbers = vec![0_u32; order.len()];
    let mut next = 0;
    for shard in ranked {
        for number in &mut numbers[shards[*shard]..shards[*shard + 1]] {
            *number = next;
            next += 1;
        }
    }
    order.iter().map(|item| numbers[*item as usize]).collect()
}

/// These shards, of about so many items, in random order, and the buffer behind them, if they fit.
///
/// If the buffer is small beside the shards, their order is plain, and what is left is a buffer behind items in a known order.
/// Else an item waits in the buffer for a number of steps that is geometric with mean B − 1. Within a shard all waits count from
/// one unknown start; those beyond the shortest one do not depend on it, as a geometric wait has no memory. The first B steps and
/// the last B are left out: whoever is still there waits at least as long.
fn of_shards(order: &[u32], places: &[u32], (shards, shard): (&Shards, f64)) -> Option<Loader> {
    let ranked = ranked(places, shards);
    let shuffled = are_shuffled(&ranked);
    let renumbered = renumbered(order, shards, &ranked);
    let least = least_buffer(&renumbered);
    if least == 1 {
        return shuffled.then_some(Loader::Shards {
            shard,
            buffer: None,
        });
    }
    let known = buffer_of(&renumbered, least);
    let size = known.or_else(|| by_waits(places, shards))?;
    let turned = ranked.windows(2).filter(|two| two[1] < two[0]).count();
    if known.is_none() && 20 * turned < ranked.len() {
        return Some(Loader::Buffer(size));
    }
    shuffled.then_some(Loader::Shards {
        shard,
        buffer: Some(size),
    })
}

/// Rounds after which an estimate stands still.
const ROUNDS: usize = 40;

/// Buffers of a larger part of all items leave too few steps between the first and the last.
const MOST_PART: f64 = 0.25;

/// Waits of the items of a shard, less what they went in after its first.
type Waits = Vec<f64>;

/// The buffer by the waits of the items, if it fits.
fn by_waits(places: &[u32], shards: &Shards) -> Option<Size> {
    let items = places.len() as f64;
    let waits: Vec<Waits> = shards
        .windows(2)
        .map(|shard| {
            let places = places[shard[0]..shard[1]].iter().zip(0_u32..);
            places
                .map(|(place, at)| f64::from(*place) - f64::from(at))
                .collect()
        })
        .collect();
    let mut buffer = 1.0;
    let mut seen = (0.0, 0.0);
    for _ in 0..ROUNDS {
        seen = exposure(&waits, (buffer, items - buffer));
        let (steps, left) = seen;
        if left < 1.0 || steps <= 0.0 {
            return None;
        }
        buffer = (1.0 + steps / left).min(0.5 * items);
    }
    if buffer >= MOST_PART * items || !waits_fit(&waits, buffer, items) {
        return None;
    }
    let (steps, left) = seen;
    Some(Size {
        about: buffer,
        least: 1.0 + 2.0 * steps / chi_squared_quantile_upper(BEYOND, 2.0 * left),
        most: 1.0 + 2.0 * steps / chi_squared_quantile_upper(1.0 - BEYOND, 2.0 * left),
    })
}

/// The shortest wait of a shard, and the item that has it, if it lies between the bounds.
fn shortest(waits: &Waits, (from, to): (f64, f64)) -> Option<(f64, usize)> {
    let all = waits.iter().enumerate();
    let (at, shortest) = all.min_by(|a, b| a.1.total_cmp(b.1))?;
    (*shortest >= from && shortest + (waits.len() as f64) < to).then_some((*shortest, at))
}

/// The steps of an item beyond the shortest wait of its shard. Items before the one that has it waited longer by one at the least.
fn beyond(wait: f64, at: usize, (shortest, first): (f64, usize)) -> f64 {
    wait - shortest - f64::from(u8::from(at < first))
}

/// Steps that items waited beyond the shortest wait of their shard, between the two bounds, and items that left meanwhile.
fn exposure(waits: &[Waits], (from, to): (f64, f64)) -> (f64, f64) {
    let mut all = (0.0, 0.0);
    for waits in waits {
        let Some(start) = shortest(waits, (from, to)) else {
            continue;
        };
        for (at, wait) in waits.iter().enumerate().filter(|(at, _)| *at != start.1) {
            let end = to - at as f64;
            all.0 += beyond(wait.min(end), at, start).max(0.0);
            all.1 += f64::from(u8::from(*wait < end));
        }
    }
    all
}

/// True unless it is shown that waits beyond the shortest are not geometric, or unless there are too few to show it.
fn waits_fit(waits: &[Waits], buffer: f64, items: f64) -> bool {
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
    let stays = |first: f64| libm::pow(stay, first);
    let shares: Vec<f64> = (0..firsts.len())
        .map(|bin| stays(firsts[bin]) - firsts.get(bin + 1).map_or(0.0, |next| stays(*next)))
        .collect();
    let mut counts = vec![0_u64; firsts.len()];
    for waits in waits {
        let bounds = (buffer, items - (1.0 + LONG) * buffer);
        let Some(start) = shortest(waits, bounds) else {
            continue;
        };
        for (at, wait) in waits.iter().enumerate().filter(|(at, _)| *at != start.1) {
            let steps = beyond(*wait, at, start);
            let bin = firsts.partition_point(|first| *first <= steps);
            counts[bin.saturating_sub(1)] += 1;
        }
    }
    counts.iter().sum::<u64>() >= FEWEST && misfit(&counts, &shares, 1) >= FIT
}
