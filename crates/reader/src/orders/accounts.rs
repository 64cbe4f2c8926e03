//! Accounts of the items of orders: which came, which are missing, and which came more than once.
//!
//! Tests look at the items that came in every epoch, each where it came first. If all orders are equally likely, so are those of
//! any part of the items.

use std::sync::Arc;

use super::{OrderPlan, Shared};
use deck::subject::MAX_ITEMS;
use text::names::{counted, figure, grouped};

/// A set of numbers of items.
#[derive(Debug, Clone)]
struct Items(Vec<u64>);

impl Items {
    fn new(items: usize) -> Self {
        Self(vec![0; items.div_ceil(64)])
    }

    /// Adds an item; false if it was there.
    fn add(&mut self, item: usize) -> bool {
        let (word, bit) = (&mut self.0[item / 64], 1 << (item % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn has(&self, item: usize) -> bool {
        self.0[item / 64] >> (item % 64) & 1 == 1
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The accounts of all epochs.
#[derive(Debug)]
pub(super) struct Accounts {
    /// The number of the first item: 0 or 1.
    base: u32,
    /// Items that there are.
    items: usize,
    /// Those that came in every epoch, or on any rank.
    in_all: Items,
    /// Items that came again, epoch by epoch or on other ranks.
    repeated: u64,
    /// The first of them, as it is written, and the ranks that it came on, or the epochs.
    example: Option<(u32, [usize; 2])>,
}

impl Accounts {
    /// Takes them; the error says what is wrong with the numbers.
    pub fn of(epochs: &[Vec<u32>], plan: &OrderPlan) -> Result<Self, String> {
        let all = || epochs.iter().flatten().copied();
        let (Some(least), Some(most)) = (all().min(), all().max()) else {
            return Err("found nothing; accepted: the numbers of the items, in the order in which they were handed out".to_owned());
        };
        let base = match plan.items {
            Some(items) => u32::from(most == items && least > 0),
            None => u32::from(least > 0),
        };
        let said = plan.items.map(|items| items as usize);
        let items = said.unwrap_or((most - base) as usize + 1);
        if (most - base) as usize >= items {
            return Err(format!(
                "found item {}, but --items {}; accepted: numbers below it, or from 1 to it",
                grouped(u64::from(most)),
                grouped(items as u64)
            ));
        }
        if items > MAX_ITEMS {
            return Err(format!(
                "found the number {}; accepted: up to {}, as items are numbered one after the other from 0 or from 1",
                grouped(u64::from(most)),
                grouped(MAX_ITEMS as u64)
            ));
        }
        let mut accounts = Self {
            base,
            items,
            in_all: Items::new(items),
            repeated: 0,
            example: None,
        };
        accounts.count(epochs, plan.ranks);
        Ok(accounts)
    }

    fn count(&mut self, epochs: &[Vec<u32>], ranks: bool) {
        let mut before: Option<Items> = None;
        for (at, epoch) in epochs.iter().enumerate() {
            let mut seen = match (&before, ranks) {
                (Some(before), true) => before.clone(),
                _ => Items::new(self.items),
            };
            for item in epoch {
                if !seen.add((item - self.base) as usize) {
                    self.repeated += 1;
                    if self.example.is_none() {
                        let mut before = epochs.iter().filter(|_| ranks);
                        let earlier = before.position(|rank| rank.contains(item));
                        self.example = Some((*item, [earlier.unwrap_or(at), at]));
                    }
                }
            }
            if let (Some(before), false) = (&before, ranks) {
                for (word, known) in seen.0.iter_mut().zip(&before.0) {
                    *word &= known;
                }
            }
            before = Some(seen);
        }
        self.in_all = before.unwrap_or_else(|| Items::new(self.items));
    }

    /// Refuses what holds every item many times: several epochs, or decks.
    pub fn several(&self, epochs: &[Vec<u32>], plan: &OrderPlan) -> Option<String> {
        let [all] = epochs else { return None };
        let whole = all.len() / self.items.max(1);
        let plain = plan.ranks || plan.epoch.is_some();
        if plain || whole < 2 || !all.len().is_multiple_of(self.items) {
            return None;
        }
        let mut seen = Items::new(self.items);
        let first = all.iter().take(self.items);
        let once = first.filter(|item| seen.add((**item - self.base) as usize));
        if once.count() < self.items {
            return None;
        }
        Some(format!(
            "found {} items {} times; accepted: --epoch-size {} if these are epochs; decks of cards are read by colddeck test",
            grouped(self.items as u64),
            grouped(whole as u64),
            self.items
        ))
    }

    /// Items that there are.
    pub fn items(&self) -> usize {
        self.items
    }

    /// Says what is missing or came again, if anything is.
    pub(crate) fn incomplete(&self) -> Option<String> {
        let missing = (self.items - self.in_all.count()) as u64;
        (missing + self.repeated > 0).then(|| {
            format!(
                "{} of {} missing, and {} again",
                grouped(missing),
                counted(self.items as u64, "item"),
                grouped(self.repeated)
            )
        })
    }

    /// Keeps of all items what is said of those that came.
    pub fn present(&self, of: Vec<u32>) -> Arc<[u32]> {
        let each = of.into_iter().enumerate();
        let present = each.filter(|(item, _)| self.in_all.has(*item));
        present.map(|(_, of)| of).collect()
    }

    /// The orders of the items that came, by their place among these, and what is said of the others.
    pub fn orders(&self, epochs: Vec<Vec<u32>>, ranks: bool) -> (Vec<Shared>, String) {
        let came = self.in_all.count();
        let several = epochs.len();
        let epochs = if ranks {
            vec![in_turn(&epochs)]
        } else {
            epochs
        };
        let whole = came == self.items && self.repeated == 0;
        let orders: Vec<Shared> = if whole {
            let base = self.base;
            let from_0 = |epoch: Vec<u32>| epoch.into_iter().map(|item| item - base).collect();
            epochs.into_iter().map(from_0).collect()
        } else {
            let places = self.places();
            epochs
                .iter()
                .map(|epoch| self.first(epoch, &places))
                .collect()
        };
        (orders, self.said(came, (several, ranks)))
    }

    /// True if nothing is left out of these epochs, or of what the ranks got in turn, that lies before the last batch of so many.
    pub(super) fn keeps_batches(&self, epochs: &[Vec<u32>], ranks: bool, batch: usize) -> bool {
        let keeps = |handed_out: &[u32]| {
            let last = handed_out.len().saturating_sub(1) / batch * batch;
            let mut seen = Items::new(self.items);
            let items = handed_out[..last].iter();
            let mut items = items.map(|item| (item - self.base) as usize);
            items.all(|item| self.in_all.has(item) && seen.add(item))
        };
        if self.repeated == 0 && self.in_all.count() == self.items {
            return true;
        }
        if ranks {
            return keeps(&in_turn(epochs));
        }
        epochs.iter().all(|epoch| keeps(epoch))
    }

    /// How many items that came lie before each 64.
    fn places(&self) -> Vec<u32> {
        let words = self.in_all.0.iter();
        let places = words.scan(0, |before, word| {
            let here = *before;
            *before += word.count_ones();
            Some(here)
        });
        places.collect()
    }

    /// The items that came in every epoch, each where it came first in this one.
    fn first(&self, epoch: &[u32], places: &[u32]) -> Shared {
        let mut seen = Items::new(self.items);
        let items = epoch.iter().map(|item| (item - self.base) as usize);
        let first = items.filter(|item| self.in_all.has(*item) && seen.add(*item));
        first
            .map(|item| {
                let before = self.in_all.0[item / 64] & ((1 << (item % 64)) - 1);
                places[item / 64] + before.count_ones()
            })
            .collect()
    }

    /// Tells of epochs, ranks, and items that are missing or came again.
    fn said(&self, came: usize, (several, ranks): (usize, bool)) -> String {
        let mut said = String::new();
        if several > 1 {
            let what = if ranks { "rank" } else { "epoch" };
            said = format!(", {}", counted(several as u64, what));
        }
        let missing = (self.items - came) as u64;
        if missing > 0 {
            let first = (0..self.items).find(|item| !self.in_all.has(*item));
            let first = first.unwrap_or_default() as u64 + u64::from(self.base);
            let all = grouped(self.items as u64);
            let percent = match figure(100.0 * missing as f64 / self.items as f64, 2) {
                all if all == "100" => "over 99.9".to_owned(),
                percent => percent,
            };
            let somewhere = if several > 1 && !ranks {
                " in some epoch"
            } else {
                ""
            };
            said = if missing == 1 {
                format!("{said}; 1 of {all} items is missing{somewhere} (item {first})")
            } else {
                format!(
                    "{said}; {percent}% of {all} items are missing{somewhere} (item {first} is the first)"
                )
            };
        }
        if self.repeated > 0 {
            said = format!("{said}; {} came again", counted(self.repeated, "item"));
            if let Some((item, [one, other])) = self.example {
                said = if !ranks {
                    format!("{said} (item {item} is the first)")
                } else if one == other {
                    format!("{said} (item {item} on rank {one}, twice)")
                } else {
                    format!("{said} (item {item} on ranks {one} and {other})")
                };
            }
        }
        said
    }
}

/// Puts together what the ranks got, in turn: the first item of each, then the second of each.
fn in_turn(ranks: &[Vec<u32>]) -> Vec<u32> {
    let most = ranks.iter().map(Vec::len).max().unwrap_or(0);
    let turns = 0..most;
    turns
        .flat_map(|at| ranks.iter().filter_map(move |rank| rank.get(at).copied()))
        .collect()
}
