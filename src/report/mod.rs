//! Reports: each a view of a record, made from it alone.

use crate::record::answer::page as table;
mod anytime;
#[cfg(feature = "cli")]
mod blocks;
#[cfg(feature = "cli")]
mod calibration;
#[cfg(feature = "cli")]
mod chart;
#[cfg(feature = "cli")]
mod claims;
#[cfg(feature = "cli")]
mod compare;
#[cfg(feature = "cli")]
mod compare_memory;
#[cfg(feature = "cli")]
mod csv;
mod few_decks;
#[cfg(feature = "cli")]
mod format;
#[cfg(feature = "cli")]
mod github;
mod glance;
#[cfg(feature = "cli")]
mod html;
#[cfg(feature = "cli")]
mod inventory;
#[cfg(feature = "cli")]
mod junit;
#[cfg(feature = "cli")]
mod markdown;
mod nouns;
mod one_order;
#[cfg(feature = "cli")]
mod page;
#[cfg(feature = "cli")]
mod pictures;
mod rare;
#[cfg(feature = "cli")]
mod screen;
#[cfg(feature = "cli")]
mod sections;
mod tables;
#[cfg(feature = "cli")]
mod terminal;
mod words;

#[cfg(feature = "cli")]
pub use self::csv::csv;
#[cfg(feature = "cli")]
pub use calibration::{calibration_markdown, calibration_terminal, is_calibrated};
#[cfg(feature = "cli")]
pub use claims::{ClaimsCount, StoredRecord, claims};
#[cfg(feature = "cli")]
pub use compare::comparison_terminal;
#[cfg(feature = "cli")]
pub use format::{FORMATS, Format, FormatError, Found, JUNIT, Views, format, views};
#[cfg(feature = "cli")]
pub use github::{annotations, comparison_annotations};
pub use glance::headline;
#[cfg(feature = "cli")]
pub use html::{Entry, calibration as calibration_page, index, text};
#[cfg(feature = "cli")]
pub use inventory::{Answers, documents};
#[cfg(feature = "cli")]
pub use junit::junit;
#[cfg(all(feature = "cli", feature = "internals"))]
pub use markdown::markdown;
#[cfg(feature = "cli")]
pub use nouns::unit;
#[cfg(feature = "cli")]
pub use page::answer;
#[cfg(feature = "cli")]
pub use screen::Screen;
#[cfg(feature = "cli")]
pub use terminal::{Depth, terminal};
pub use words::words;
