//! Reads what something else shuffled or drew: files, standard input, programs, logs that grow. Each is a [`Source`].

mod command;
mod deals;
mod dealt;
mod fault;
#[cfg(not(target_family = "wasm"))]
mod following;
mod in_turn;
mod input;
mod input_lines;
mod logged;
mod looks;
mod moments;
mod numbers;
mod one_order;
pub mod orders;
mod origin;
mod permuter;
mod reading;
mod recording;
mod rowed;
mod scrambled;
#[cfg(test)]
mod secrecy;

pub use command::{Commanded, DEFAULT_PATIENCE, MOST_JOBS, Program, Wanted, guardian, patience};
pub use dealt::{CARDS as RECORDED_CARDS, Dealt, shape as recorded_shape};
#[cfg(not(target_family = "wasm"))]
use following::open_growing;
#[cfg(not(target_family = "wasm"))]
pub use following::{Came, Following};
pub use input::Input;
pub use logged::{DrawPlan, Log, Logged};
pub use looks::{Field, Look, Unclear};
pub use numbers::{Numbers, Takes};
pub use one_order::OneOrder;
pub use origin::Origin;
pub use permuter::{AskedOfKeys, Permuter};
pub use reading::{Reading, quoted};
pub(crate) use recording::sized;
pub use recording::{
    Base, Columns, Copies, FORMATS, Format, Header, Key, LABELS_OF_SIMULATED, Labelled, Recorded,
    Separator, Start, StartError,
};
pub use rowed::{AskedRows, RowPlan, Rowed};
pub use scrambled::Scrambled;

use source::{Facts, Outside, Source, SourceError};
