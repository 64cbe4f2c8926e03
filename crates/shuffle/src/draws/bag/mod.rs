//! A shuffle bag: items are drawn without putting any back, until the bag is empty and is filled again.
//!
//! With mᵢ items of symbol i and n of them in all, each pass of n draws has every symbol exactly mᵢ times, in
//! an order that is one of n!/(m₁!…mₛ!) equally likely ones, and passes are independent. The weight of a
//! symbol is how often it is still inside. So 10, 5, 4 and 1 items make a bag that is more regular than 50,
//! 25, 20 and 5, in the same proportions.
//!
//! Three programs draw from it: `backward`, the page's own, an array whose cursor moves down, with the last draw of a
//! pass neither picked nor swapped; `forward`, a reader's in Scheme, whose cursor moves up; `refill`, the page's
//! simple one, a list that is filled, shuffled and then emptied from its end. They have one law.
//!
//! With `take`, what is left after as many draws is discarded and the bag is full again: k of a bag of 2n,
//! from k = 1, independent draws, to k = 2n, no item left aside. With `add`, items go into the bag in
//! mid-sequence and the cursor moves to the last index: everything is inside again, the items drawn already
//! too, which skews the pass that is broken off.
//!
//! The bag of seven pieces is the bag with one item of each of seven symbols: `items = [1, 1, 1, 1, 1, 1, 1]`.

mod program;
mod shuffle_bag;

pub use shuffle_bag::ShuffleBag;

use serde::{Deserialize, Serialize};

use program::Program;
use toml::Table;

use super::items::{self, ITEMS, MOST_ITEMS};
use super::{Kind, Rule};
use deck::rng::Draws;
use text::names::grouped;
use text::params::{ParamError, Parameter, Params};
use text::sorting;

const TAKE: &str = "take";
const CURSOR: &str = "cursor";
const ADD: &str = "add";
const AFTER: &str = "after";
const SYMBOL: &str = "symbol";
const QUANTITY: &str = "quantity";

pub(super) const KIND: Kind = Kind {
    name: "bag",
    about: "a bag of items, drawn until it is empty and then full again; with one item of each of seven, the seven pieces",
    source: "Never-ending Shuffled Sequences: SimpleShuffle, ShuffleBag and its figures; readers' comments",
    parameters: &[
        Parameter {
            name: ITEMS,
            about: "how many of each symbol there are in a full bag, as in [3, 3, 3]; default the stated weights",
        },
        Parameter {
            name: TAKE,
            about: "draws after which the rest is discarded and the bag is full again; default all items",
        },
        Parameter {
            name: CURSOR,
            about: "the program: \"backward\" (the page's bag), \"forward\" (the reader's in Scheme) or \"refill\" (a \
                list, filled and shuffled); all have the same law; default backward",
        },
        Parameter {
            name: ADD,
            about: "items added in mid-sequence, as in { after = 30, symbol = 2, quantity = 5 }, symbols counted from 1, or a list of such tables; not with refill; default none",
        },
    ],
    build: |params, fair| {
        let symbols = fair.get().len();
        let full = items::read(params, symbols, || fair.get().to_vec())?;
        let size = items::total(&full) as u32;
        let word = params.word(CURSOR, program::WORDS)?;
        let additions = additions(params, symbols, size)?;
        if word == Some("refill") && !additions.is_empty() {
            let problem = "found it with cursor = \"refill\", whose list has no cursor to set back; accepted: with `backward` or `forward`";
            return Err(Params::refuse(ADD, problem.to_owned()));
        }
        Ok(Box::new(Bag {
            take: params.whole(TAKE, 1..=size)?,
            program: Program::new(word.unwrap_or_default(), &full),
            stale: false,
            inside: full.clone(),
            left: size,
            full,
            size,
            drawn: 0,
            additions,
            added: 0,
        }))
    },
};

/// Items that go into the bag in mid-sequence.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Addition {
    /// Draws before it, in all.
    after: u64,
    symbol: u16,
    quantity: u32,
}

/// The additions, in the order of their time, to a bag of so many symbols and items.
fn additions(params: &Params, symbols: usize, size: u32) -> Result<Vec<Addition>, ParamError> {
    const ACCEPTED: &str =
        "{ after = 30, symbol = 2, quantity = 5 }, or a list of one or more such tables";
    if !params.has(ADD) {
        return Ok(Vec::new());
    }
    let tables = params.tables(ADD, ACCEPTED)?.into_iter();
    let additions = tables.map(|table| addition(table, symbols));
    let mut additions = additions
        .collect::<Result<Vec<Addition>, ParamError>>()
        .map_err(|error| Params::refuse(ADD, error.to_string()))?;
    sorting::by_key(&mut additions, |addition| addition.after);
    let added: u64 = additions
        .iter()
        .map(|addition| u64::from(addition.quantity))
        .sum();
    let total = u64::from(size) + added;
    if total > u64::from(MOST_ITEMS) {
        let (found, most) = (grouped(total), grouped(u64::from(MOST_ITEMS)));
        let problem = format!("found {found} items in the end; accepted: at most {most}");
        return Err(Params::refuse(ADD, problem));
    }
    Ok(additions)
}

fn addition(table: &Table, symbols: usize) -> Result<Addition, ParamError> {
    const KEYS: &[Parameter] = &[
        Parameter {
            name: AFTER,
            about: "draws before it, in all",
        },
        Parameter {
            name: SYMBOL,
            about: "the symbol that is added, counted from 1",
        },
        Parameter {
            name: QUANTITY,
            about: "how many items of it; default 1",
        },
    ];
    let params = Params::new(ADD, table.clone(), KEYS)?;
    Ok(Addition {
        after: u64::from(params.required_whole(AFTER, 1..=u32::MAX)?),
        symbol: params.required_whole(SYMBOL, 1..=symbols as u32)? as u16 - 1,
        quantity: params.whole(QUANTITY, 1..=MOST_ITEMS)?.unwrap_or(1),
    })
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Bag {
    /// Items of each symbol in a full bag, and all together.
    full: Vec<u32>,
    size: u32,
    /// Items of each symbol that are inside, and all together: one at least.
    inside: Vec<u32>,
    left: u32,
    /// Draws of a pass, if the bag is not emptied.
    take: Option<u32>,
    /// Draws so far, in all.
    drawn: u64,
    /// Additions in the order of their time; those made so far come first.
    additions: Vec<Addition>,
    added: usize,
    program: Program,
    /// Symbols were seen that the program did not draw: its array must be laid out anew.
    stale: bool,
}

impl Bag {
    /// Counts a draw of `symbol`, fills the bag where the pass is over, and adds what is due.
    fn count(&mut self, symbol: u16) {
        self.inside[usize::from(symbol)] -= 1;
        self.left -= 1;
        self.drawn += 1;
        let discard = self.take.is_some_and(|take| self.size - self.left >= take);
        if discard || self.left == 0 {
            self.fill();
        }
        while let Some(&addition) = self.additions.get(self.added)
            && addition.after <= self.drawn
        {
            self.added += 1;
            self.add(addition);
        }
    }

    fn fill(&mut self) {
        self.inside.copy_from_slice(&self.full);
        self.left = self.size;
        if !self.stale {
            self.program.fill();
        }
    }

    fn add(&mut self, addition: Addition) {
        let Addition {
            symbol, quantity, ..
        } = addition;
        self.full[usize::from(symbol)] += quantity;
        self.size += quantity;
        self.inside.copy_from_slice(&self.full);
        self.left = self.size;
        if !self.stale {
            self.program.add(symbol, quantity);
        }
    }
}

impl Rule for Bag {
    fn weights(&self, into: &mut Vec<f64>) {
        into.clear();
        into.extend(self.inside.iter().map(|&items| f64::from(items)));
    }

    fn draw(&mut self, draws: &mut dyn Draws) -> u16 {
        if self.stale {
            let both = self.full.iter().zip(&self.inside);
            let drawn: Vec<u32> = both.map(|(full, inside)| full - inside).collect();
            self.program.lay_out(&self.inside, &drawn, draws);
            self.stale = false;
        }
        let symbol = self.program.next(&self.full, draws);
        self.count(symbol);
        symbol
    }

    // The symbol is only counted: to find an item in the array would take as long as the bag is
    // large.
    fn see(&mut self, symbol: u16) -> bool {
        let possible = self
            .inside
            .get(usize::from(symbol))
            .is_some_and(|&items| items > 0);
        if possible {
            self.stale = true;
            self.count(symbol);
        }
        possible
    }

    fn boxed(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }

    fn state(&self) -> Vec<u8> {
        super::state_of(self)
    }

    fn restore(&mut self, state: &[u8]) -> bool {
        super::restored(self, state)
    }
}

#[cfg(test)]
mod tests;
