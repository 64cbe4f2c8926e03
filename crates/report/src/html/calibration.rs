//! The page of a calibration: its answer, how soon bad shuffles are caught as a picture, and the tables, shut away.

use maud::html;

use super::super::calibration::{
    QUESTION, answer, findings, is_calibrated, made_by, parts, sentence,
};
use super::super::chart::shown;
use super::super::pictures::of_calibration;
use super::Document;
use super::parts::{marked, table};
use super::picture::figure;
use super::ways::Ways;
use record::calibration::Calibration;

/// The page of a calibration; `ways` lead from it, if it lies among others.
pub fn calibration(found: &Calibration, ways: Option<&Ways>) -> String {
    let tone = if is_calibrated(found) { "good" } else { "bad" };
    let main = html! {
        header { p class="kicker" { "colddeck calibrate" } h1 { (QUESTION) } }
        p class={ "answer " (tone) } { (answer(found)) }
        ul { @for finding in findings(found) { li { (shown(&sentence(&finding))) } } }
        p class="note" { (marked(&made_by(found))) }
        @let drawn = of_calibration(found);
        @if !drawn.is_empty() {
            section id="pictures" { h2 { "Pictures" } @for picture in &drawn { (figure(picture, 3)) } }
        }
        section id="tables" {
            h2 { "All tables" }
            @for part in parts(found) {
                @let rows = part.table.rows.len();
                details {
                    summary { (shown(&part.title)) ": " (rows) @if rows == 1 { " row" } @else { " rows" } }
                    p class="note" { (marked(part.note)) }
                    (table(&part.title, &part.table, |_, _| None))
                }
            }
        }
        p class="note" { "Made from " code { "record.json" } " (" (shown(&found.schema)) ")." }
    };
    let title = "Calibration".to_owned();
    Document {
        kind: "text",
        title,
        main: ways.map_or_else(|| main.clone(), |ways| ways.around(&main)),
    }
    .written()
}
