//! Reports: each a view of a record, made from it alone.

mod answer;
mod calibration;
mod claims;
mod headline;
mod markdown;
mod page;
mod table;
mod tables;
mod terminal;

pub use answer::answer;
pub use calibration::{
    calibration_headline, calibration_markdown, calibration_terminal, is_calibrated,
};
pub use claims::{ClaimsCount, Kept, claims};
pub use headline::headline;
pub use markdown::markdown;
pub use terminal::terminal;
