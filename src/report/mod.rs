//! Reports: each a view of a record, made from it alone.

mod answer;
mod calibration;
mod headline;
mod markdown;
mod picture;
mod table;
mod tables;
mod terminal;

pub use answer::answer;
pub use calibration::{
    calibration_headline, calibration_markdown, calibration_terminal, is_calibrated,
};
pub use headline::headline;
pub use markdown::markdown;
pub use terminal::terminal;
