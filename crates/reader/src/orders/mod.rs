//! Orders of up to a thousand million items: one after the other, as text, as an array of numpy, as raw numbers, or in a column of
//! a table; several of the same items, as epochs or as the ranks of one.

mod accounts;
mod archive;
mod numbers;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::recording::one_order;
use super::{Input, SourceError};
use accounts::Accounts;
use deck::subject::{Labels, Order};
use text::harmless;
use text::names::{counted, grouped};

/// The way in which the numbers of items are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Written {
    /// An array of numpy if it begins as one, else text.
    #[default]
    Auto,
    /// Numbers of 32 bits, the lowest byte first.
    U32,
    /// Numbers of 64 bits, the lowest byte first.
    U64,
}

/// The files of a data set: which item lies in which.
#[derive(Debug, Clone)]
pub enum Files {
    /// So many files of as many items each, one after the other.
    Equal(u32),
    /// The file of each item, listed.
    Listed(Input),
}

/// The way to read orders.
#[derive(Debug, Clone, Default)]
pub struct OrderPlan {
    /// The way in which numbers are written.
    pub written: Written,
    /// The column of a table that holds the items, by its name, or by its number from 1; of an archive, the name of its array.
    pub column: Option<String>,
    /// Items in all, if some may be missing.
    pub items: Option<u32>,
    /// Items of an epoch, if a file holds several.
    pub epoch: Option<u32>,
    /// True if each file is what one rank of an epoch got.
    pub ranks: bool,
    /// The label of each item, listed.
    pub labels: Option<Input>,
    /// The files of the items.
    pub files: Option<Files>,
    /// Items in a batch.
    pub batch: Option<u32>,
    /// True if all items must have come, each once.
    pub whole: bool,
}

/// An error in what a stream holds.
fn wrong(input: &Input, place: impl Into<String>, problem: impl Into<String>) -> SourceError {
    SourceError::Deck {
        name: input.name(),
        place: place.into(),
        problem: problem.into(),
    }
}

/// Reads the orders that `inputs` hold.
///
/// # Errors
/// If one cannot be read, holds what is no number, or items that other epochs do not have.
pub fn read(inputs: &[Input], plan: &OrderPlan) -> Result<Order, SourceError> {
    let mut epochs = Vec::new();
    for input in inputs {
        let found = numbers::read(input, plan.written, plan.column.as_deref())?;
        epochs.extend(parted(input, found, plan)?);
    }
    let names: Vec<String> = inputs.iter().map(Input::name).collect();
    let name = match names.as_slice() {
        [one] => one.clone(),
        [one, more @ ..] => format!("{one} and {}", counted(more.len() as u64, "more file")),
        [] => String::new(),
    };
    of(epochs, &name, plan)
}

/// The orders of these epochs, which come from what is called `name`.
///
/// # Errors
/// If there are too few items, or if labels do not fit.
pub fn of(epochs: Vec<Vec<u32>>, name: &str, plan: &OrderPlan) -> Result<Order, SourceError> {
    let wrong = |problem: String| SourceError::Deck {
        name: name.to_owned(),
        place: "items".to_owned(),
        problem,
    };
    let accounts = Accounts::of(&epochs, plan).map_err(wrong)?;
    if let Some(problem) = accounts.several(&epochs, plan) {
        return Err(wrong(problem));
    }
    if let Some(found) = accounts.incomplete().filter(|_| plan.whole) {
        return Err(wrong(format!(
            "found {found}; accepted: all items of one order, each once; or `colddeck order FILE`, which takes some of them"
        )));
    }
    if let Some(batch) = plan
        .batch
        .filter(|batch| *batch as usize >= accounts.items())
    {
        return Err(SourceError::Deck {
            name: "--batch".to_owned(),
            place: "number".to_owned(),
            problem: format!(
                "found {} of {}; accepted: fewer than there are",
                grouped(u64::from(batch)),
                counted(accounts.items() as u64, "item")
            ),
        });
    }
    let labels = labels(&accounts, plan)?;
    if let Some(labels) = labels.as_ref().filter(|_| plan.batch.is_some()) {
        check_alike(labels, accounts.items())?;
    }
    let batch = plan
        .batch
        .filter(|batch| accounts.keeps_batches(&epochs, plan.ranks, *batch as usize));
    let (orders, mut said) = accounts.orders(epochs, plan.ranks);
    if batch != plan.batch {
        said.push_str(", so that batches are not looked at");
    }
    if orders.len() > 1 {
        said.push_str(&repeated(&orders));
    }
    let first = orders.first().map_or(0, |items| items.len());
    if first < one_order::FEWEST_ITEMS {
        let found = counted(first as u64, "item");
        let fewest = one_order::FEWEST_ITEMS;
        return Err(wrong(if orders.len() > 1 {
            format!(
                "found {found} that came in every epoch; accepted: epochs of the same items, {fewest} or more; --ranks if each file \
                 is what one rank got; `array.ravel()` if each row of an array is a batch"
            )
        } else {
            format!("found {found}; accepted: {fewest} items or more")
        }));
    }
    Ok(Order {
        epochs: orders,
        place: "line".to_owned(),
        groups: None,
        labels,
        batch,
        keyed: false,
        source: harmless::words(&format!("{name}{said}")).into_owned(),
    })
}

/// Refuses labels that say nothing of a batch: all alike, or no two.
fn check_alike(labels: &Labels, items: usize) -> Result<(), SourceError> {
    let found = match labels.number {
        0 | 1 => "all items alike",
        number if number >= items => "no two items that are alike",
        _ => return Ok(()),
    };
    let (name, what) = if labels.are_files {
        ("--files", "files")
    } else {
        ("--labels", "labels")
    };
    Err(SourceError::Deck {
        name: name.to_owned(),
        place: what.to_owned(),
        problem: format!(
            "found {found}; accepted beside --batch: several {what}, with more items than {what}"
        ),
    })
}

/// Says which epoch is the same as an earlier one, if one is.
fn repeated(orders: &[Shared]) -> String {
    let mut first: HashMap<&[u32], usize> = HashMap::new();
    let mut again = Vec::new();
    for (epoch, order) in (1..).zip(orders) {
        match first.entry(order) {
            Entry::Occupied(known) => again.push((epoch, *known.get())),
            Entry::Vacant(free) => {
                free.insert(epoch);
            }
        }
    }
    match again.as_slice() {
        [] => String::new(),
        [(epoch, earlier)] => format!("; epoch {epoch} is the same as epoch {earlier}"),
        [(epoch, earlier), ..] => format!(
            "; {} epochs are the same as earlier ones, as epoch {epoch} is as epoch {earlier}",
            grouped(again.len() as u64)
        ),
    }
}

/// The epochs of one file.
fn parted(
    input: &Input,
    found: Vec<Vec<u32>>,
    plan: &OrderPlan,
) -> Result<Vec<Vec<u32>>, SourceError> {
    let Some(size) = plan.epoch else {
        return Ok(found);
    };
    let all: Vec<u32> = found.into_iter().flatten().collect();
    let size = size as usize;
    if !all.len().is_multiple_of(size) {
        let problem = format!(
            "found {} items, which are no whole number of epochs of {}; accepted: --epoch-size with a number that divides them",
            grouped(all.len() as u64),
            grouped(size as u64)
        );
        return Err(wrong(input, "items", problem));
    }
    Ok(all.chunks(size).map(<[u32]>::to_vec).collect())
}

/// The labels of the items that were handed out, or their files.
fn labels(accounts: &Accounts, plan: &OrderPlan) -> Result<Option<Labels>, SourceError> {
    let items = accounts.items();
    let (of, number, alike, are_files) = match (&plan.labels, &plan.files) {
        (Some(input), _) => {
            let (of, number) = numbers::labels(input, items)?;
            (of, number, "items of one label", false)
        }
        (None, Some(Files::Listed(input))) => {
            let (of, number) = numbers::labels(input, items)?;
            (of, number, "items of one file", true)
        }
        (None, Some(Files::Equal(files))) => {
            let files = u64::from(*files);
            if !(1..=items as u64).contains(&files) {
                return Err(SourceError::Deck {
                    name: "--files".to_owned(),
                    place: "number".to_owned(),
                    problem: format!(
                        "found {files} files; accepted: 1 to {}, as many as there are items",
                        grouped(items as u64)
                    ),
                });
            }
            let file = |item: u64| (item * files / items as u64) as u32;
            let of = (0..items as u64).map(file).collect();
            (of, files as usize, "items of one file", true)
        }
        (None, None) => return Ok(None),
    };
    Ok(Some(Labels {
        alike: alike.to_owned(),
        number,
        of: accounts.present(of),
        are_files,
    }))
}

/// An order that is shared.
type Shared = Arc<[u32]>;

#[cfg(test)]
mod tests;
