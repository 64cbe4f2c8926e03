//! Orders of items, few or many: each statistic looks at whole orders, and its law is that of one fair order.
//!
//! A single order has no law over many, no change on the way and no deck beside it, so that nothing but the order itself is
//! tested: by exact laws, or by approximations that the titles name. Few tests share the error level, so that each keeps much of
//! it: up to six that see a trend, three that look at blocks of the old order on several scales, one that asks how far items came
//! forward, one that sees any departure of the whole, and one of batches. Permutations under keys have
//! six more.

mod batches;
mod blocks;
mod forward;
mod permutation;
mod shape;
mod sums;
#[cfg(test)]
mod tests;
mod told;

use crate::group_ranks::GroupRanks;
use crate::{Design, ParamError, Probe, Statistic};
use deck::subject::Order;

pub(crate) use batches::KIND as BATCH_MATES;
pub(crate) use blocks::{NEAR, RANKS, TABLE};
pub(crate) use forward::KIND as FORWARD;
pub(crate) use permutation::{
    DIFFERENCES as DIFFERENTIALS, INDEX as INDEX_AVALANCHE, KEY as KEY_AVALANCHE,
};
pub(crate) use shape::KIND as HOEFFDING;

/// Blocks along each side of the finest table: more would not fit in the memory near a processor.
const MOST_BLOCKS: usize = 2_560;

/// Each epoch is looked at beside those up to so many before it: orders that come back after more are rare.
const EPOCHS_BACK: usize = 8;

/// Parts of one in which numbers that are not whole are counted.
const PARTS: f64 = (1 << 20) as f64;

/// A number that is not negative, as a count of parts, so that it adds up exactly.
fn fixed(number: f64) -> u64 {
    (number * PARTS).round_ties_even() as u64
}

/// A number that was counted in parts.
fn released(parts: u64) -> f64 {
    parts as f64 / PARTS
}

/// The statistics of `order`.
///
/// # Errors
/// None that its parameters could have: it has none of its own.
pub fn of_order(order: &Order, design: &Design) -> Result<Vec<Probe>, ParamError> {
    let items = design.size;
    let mut all = told::all(design)?;
    all.extend(sums::all(items));
    all.extend(
        blocks::OldBlocks::all(items)
            .into_iter()
            .map(|one| Box::new(one) as Box<dyn Statistic>),
    );
    let sorted = items <= sums::MOST_SORTED;
    if items > told::MOST_FOR_LONGEST && sorted {
        all.push(Box::new(shape::Longest { items }));
    }
    if items >= blocks::FEWEST && sorted {
        all.push(Box::new(shape::Whole { items }));
    }
    if items >= blocks::FEWEST {
        all.push(Box::new(forward::Forward::new(order)));
    }
    if let Some(mates) = batches::Mates::of(order) {
        all.push(Box::new(mates));
    }
    if order.keyed {
        all.extend(permutation::all(order));
    }
    if let Some(groups) = &order.groups {
        let names = groups.names.iter();
        let names = names.map(|name| named(&groups.column, name)).collect();
        all.push(Box::new(GroupRanks::of_orders(groups.of.clone(), names)));
    }
    let mut probes: Vec<Probe> = all.into_iter().map(|one| Probe::new(0, one)).collect();
    if order.epochs.len() > 1 {
        let relative = blocks::OldBlocks::all(items).into_iter();
        probes.extend(relative.map(|one| Probe::new(1, Box::new(one))));
        let farther = 2..order.epochs.len().min(EPOCHS_BACK + 1);
        let near = farther.filter_map(|lag| {
            let one = blocks::OldBlocks::near_neighbours(items);
            one.map(|one| Probe::new(lag, Box::new(one)))
        });
        probes.extend(near);
    }
    Ok(probes)
}

/// The name of a group: that of the month where months are numbered, else the column and what stands in it.
fn named(column: &str, group: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let at = group.parse::<usize>().ok().filter(|_| column == "month");
    match at.and_then(|at| MONTHS.get(at.checked_sub(1)?)) {
        Some(month) => (*month).to_owned(),
        None => format!("{column} {group}"),
    }
}
