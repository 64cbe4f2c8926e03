//! Reports: each a view of a record, made from it alone.

mod answer;
mod anytime;
mod calibration;
mod claims;
mod compare;
mod few;
mod github;
mod headline;
mod junit;
mod markdown;
mod page;
mod picture;
mod table;
mod tables;
mod terminal;
mod words;

pub use answer::answer;
pub use calibration::{
    calibration_headline, calibration_markdown, calibration_terminal, is_calibrated,
};
pub use claims::{ClaimsCount, Kept, claims};
pub use compare::{comparison_headline, comparison_terminal};
pub use github::{annotations, comparison_annotations};
pub use headline::headline;
pub use junit::junit;
pub use markdown::markdown;
pub use terminal::terminal;
pub use words::words;

use indicatif::HumanCount;

/// `1,200 decks`, `1 deck`
fn decks(number: u64) -> String {
    match number {
        1 => "1 deck".to_owned(),
        number => format!("{} decks", HumanCount(number)),
    }
}
