//! `loader`: the least buffer with which a loader of training data makes batches varied enough; the page.

use crate::table::Page;
use record::answers::loader::{Loader, Row};
use text::names::{figure, grouped, significant};

fn number(number: u32) -> String {
    grouped(u64::from(number))
}

/// A buffer of 400 items, with its article.
fn with_number(found: &Loader, of: u32) -> String {
    let items = if of == 1 { "item" } else { "items" };
    let what = match found.step.as_str() {
        "buffer" => "A buffer",
        "blocks" => "Shuffled blocks",
        _ => "Shards",
    };
    format!("{what} of {} {items}", number(of))
}

fn gives(found: &Loader) -> &'static str {
    if found.step == "buffer" {
        "gives"
    } else {
        "give"
    }
}

/// Limits of a variety, rounded away from each other.
fn limits(row: &Row) -> String {
    // One digit more than the limits differ by.
    let span = (row.at_most - row.at_least).max(1e-3);
    let unit = libm::pow(10.0, libm::floor(libm::log10(span)) - 1.0);
    let rounded = |limit: f64, round: fn(f64) -> f64| figure(round(limit / unit) * unit, 6);
    let (least, most) = (
        rounded(row.at_least, f64::floor),
        rounded(row.at_most, f64::ceil),
    );
    if least == most {
        return least;
    }
    format!("{least} to {most}")
}

/// A variety with its limits, or alone where it is known.
fn variety(row: &Row, unit: &str) -> String {
    let mean = significant(row.variety, 4);
    if row.epochs == 0 {
        return format!("{mean}{unit}");
    }
    format!("{mean}{unit} ({})", limits(row))
}

fn verdict(found: &Loader, row: &Row) -> &'static str {
    if row.at_least >= found.want {
        "yes"
    } else if row.at_most < found.want {
        "no"
    } else {
        "not decided"
    }
}

/// The answer on a page.
pub fn page(page: &mut Page, found: &Loader, _name: &str, _cards: usize) {
    page.line(first(found));
    if let Some(row) = found.short.and_then(|short| found.row(short)) {
        page.line(format!(
            "{} {} {}.",
            with_number(found, row.number),
            gives(found),
            variety(row, "")
        ));
    }
    let sure = figure(100.0 * found.confidence, 6);
    // How pieces lie over the files decides, which rises and falls.
    let others = if found.step == "buffer" {
        "it is taken that larger buffers never mix worse"
    } else {
        "others may do better or worse, as they cut the files"
    };
    page.line(format!(
        "Limits of each are at {sure}%, by simulated epochs. Numbers of two digits were looked at; {others}."
    ));
    let unit = match found.step.as_str() {
        "buffer" => "items in the buffer",
        "blocks" => "items in a block",
        _ => "items in a shard",
    };
    page.table(&found.rows)
        .right(unit, |row| number(row.number))
        .right("fair draws", |row| significant(row.variety, 4))
        .right("limits of fair draws", |row| match row.epochs {
            0 => "a fair order".to_owned(),
            _ => limits(row),
        })
        .right("epochs simulated", |row| match row.epochs {
            0 => String::new(),
            epochs => number(epochs),
        })
        .left("enough", |row| verdict(found, row));
    page.note(format!(
        "{} items, {} {}s of equal size one after the other; loader `{}`; seed {}",
        number(found.items),
        number(found.groups),
        found.group,
        found.loader,
        found.seed
    ));
}

fn first(found: &Loader) -> String {
    let (batch, want) = (number(found.batch), figure(found.want, 6));
    let Some(row) = found.enough.and_then(|enough| found.row(enough)) else {
        return match found.step.as_str() {
            "shards" => format!(
                "No shards of two items or more are shown to give a batch of {batch} the variety of {want} fair draws: only a fair \
                 order is."
            ),
            step => format!(
                "No {} of fewer than all {} items {} shown to give a batch of {batch} the variety of {want} fair draws: only a fair \
                 order is.",
                if step == "buffer" { "buffer" } else { "blocks" },
                number(found.items),
                if step == "buffer" { "is" } else { "are" },
            ),
        };
    };
    let share = 100.0 * f64::from(row.number) / f64::from(found.items);
    let memory = if found.step == "buffer" {
        format!(" It keeps {}% of all items in memory.", figure(share, 2))
    } else {
        String::new()
    };
    format!(
        "{} {} a batch of {batch} the variety of {}, {want} or more.{memory}",
        with_number(found, row.number),
        gives(found),
        variety(row, " fair draws")
    )
}
