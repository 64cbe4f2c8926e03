//! Reports: each a view of a record, made from it alone.

mod answers;
mod anytime;
#[cfg(feature = "commands")]
mod blocks;
#[cfg(feature = "commands")]
mod calibration;
#[cfg(feature = "commands")]
mod chart;
#[cfg(feature = "commands")]
mod claims;
#[cfg(feature = "commands")]
mod compare;
#[cfg(feature = "commands")]
mod compare_memory;
#[cfg(feature = "commands")]
mod csv;
mod few_decks;
#[cfg(feature = "cli")]
pub mod follow;
#[cfg(feature = "commands")]
mod format;
#[cfg(feature = "commands")]
mod github;
mod glance;
#[cfg(feature = "commands")]
mod html;
#[cfg(feature = "commands")]
mod inventory;
#[cfg(feature = "commands")]
mod junit;
#[cfg(feature = "commands")]
mod markdown;
mod nouns;
mod one_order;
#[cfg(feature = "commands")]
mod page;
#[cfg(feature = "commands")]
mod pictures;
mod rare;
#[cfg(feature = "commands")]
mod screen;
#[cfg(feature = "commands")]
mod sections;
mod table;
mod tables;
#[cfg(feature = "commands")]
mod terminal;
mod words;

#[cfg(feature = "commands")]
pub use self::csv::csv;
#[cfg(feature = "commands")]
pub use answers::fit::glance as fit_at_a_glance;
#[cfg(feature = "commands")]
pub use answers::page as answer_page;
#[cfg(feature = "commands")]
pub use calibration::{calibration_markdown, calibration_terminal, is_calibrated};
#[cfg(feature = "commands")]
pub use claims::{ClaimsCount, StoredRecord, claims};
#[cfg(feature = "commands")]
pub use compare::comparison_terminal;
#[cfg(feature = "commands")]
pub use format::{FORMATS, Format, FormatError, Found, JUNIT, Views, format, views};
#[cfg(feature = "commands")]
pub use github::{annotations, comparison_annotations};
pub use glance::headline;
#[cfg(feature = "commands")]
pub use html::{Entry, articles, calibration as calibration_page, index, text, tone};
#[cfg(feature = "commands")]
pub use inventory::{Answers, documents};
#[cfg(feature = "commands")]
pub use junit::junit;
#[cfg(all(feature = "commands", feature = "internals"))]
pub use markdown::markdown;
#[cfg(feature = "commands")]
pub use nouns::unit;
#[cfg(feature = "commands")]
pub use page::answer;
#[cfg(feature = "commands")]
pub use screen::Screen;
#[cfg(feature = "commands")]
pub use terminal::{Depth, terminal};
pub use words::words;
