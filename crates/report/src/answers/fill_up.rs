//! `fill-up`: a bag that gets an item after each draw; the page.

use crate::table::Page;
use record::answers::fill_up::FillUp;
use text::names::figure;

/// The answer on a page.
pub fn page(page: &mut Page, found: &FillUp, _name: &str, _cards: usize) {
    page.line(
        "Nothing is ever taken out of this bag: its cursor is set back whenever an item is added. So draws are \
         independent, but they do not all have the same law.",
    );
    let rows = found.laws.iter().zip(&found.entropy).enumerate();
    let symbols = found.laws.first().map_or(0, Vec::len).min(10);
    let mut table = page.table(rows).right("draw", |(at, _)| at + 1);
    for symbol in 0..symbols {
        table = table.right(&format!("symbol {}", symbol + 1), move |(_, (law, _))| {
            figure(law[symbol], 4)
        });
    }
    let _ = table.right("bits", |(_, (_, bits))| figure(**bits, 4));
}
