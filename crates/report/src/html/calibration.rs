//! The page of a calibration: how soon bad shuffles are caught, as a picture, above the report.

use maud::html;

use super::super::calibration::calibration_markdown;
use super::super::pictures::of_calibration;
use super::Document;
use super::picture::figure;
use super::text::drawn;
use record::calibration::Calibration;

/// The page of a calibration.
pub fn calibration(found: &Calibration) -> String {
    let main = html! {
        (drawn(&calibration_markdown(found)))
        @for picture in of_calibration(found) { (figure(&picture, 3)) }
    };
    let title = "Calibration".to_owned();
    Document {
        kind: "text",
        title,
        main,
    }
    .written()
}
