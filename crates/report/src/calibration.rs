//! Shows the findings of colddeck about itself, as a page and on a screen.

use super::glance::capital;
use super::markdown::{escape, section};
use super::screen::Screen;
use super::table::{Align, Cell, Table, Tone};
use super::tables::{p_value, significant};
use record::Uniformity;
use record::calibration::{Alarms, Calibration, Ideal, Power};
use text::names::grouped;

/// Answers [`QUESTION`] in a sentence.
pub(super) fn answer(found: &Calibration) -> String {
    let simulated = "in what was simulated here";
    if is_calibrated(found) {
        format!(
            "Yes, {simulated}: false alarms are no more frequent than accepted, and each known-bad shuffle of whole decks is caught."
        )
    } else {
        format!("Not everywhere, {simulated}; what is off stands below.")
    }
}

/// Says the result of a calibration in a sentence or two.
fn calibration_headline(found: &Calibration) -> String {
    sentence(&findings(found).join("; "))
}

/// A clause as a sentence.
pub(super) fn sentence(clause: &str) -> String {
    format!("{}.", capital(clause))
}

/// The findings, each in a clause.
#[expect(
    clippy::too_many_lines,
    reason = "one part of the calibration after the other"
)]
pub(super) fn findings(found: &Calibration) -> Vec<String> {
    let tests: Vec<_> = found.ideal.iter().flat_map(|ideal| &ideal.tests).collect();
    let depart = tests
        .iter()
        .filter(|test| test.verdict == Uniformity::Departs)
        .count();
    let families: Vec<_> = found
        .ideal
        .iter()
        .flat_map(|ideal| &ideal.families)
        .collect();
    let watched: Vec<_> = (found.anytime.ideal.iter())
        .flat_map(|watched| &watched.families)
        .collect();
    let reached = watched
        .iter()
        .filter(|family| family.alarms > family.at_most)
        .count();
    let unstopped = found.anytime.stopped.iter();
    let unstopped = unstopped.filter(|stopped| stopped.median.is_none()).count();
    let high = families
        .iter()
        .filter(|family| family.alarms > family.at_most)
        .count();
    let tails: Vec<&Alarms> = found.tails.iter().flat_map(|tail| &tail.alarms).collect();
    let heavy = tails.iter().filter(|alarms| !alarms.within).count();
    let of_decks: Vec<&Power> = of_decks(found).collect();
    let missed = of_decks
        .iter()
        .filter(|power| power.decks.is_none())
        .count();
    let of_views = found.power.len() - of_decks.len();
    let unseen = (found.power.iter())
        .filter(|power| power.decks.is_none())
        .count()
        - missed;
    let mut parts = Vec::new();
    let mut part = |all: usize, bad: usize, good_text: String, bad_text: String| {
        if all > 0 {
            parts.push(if bad == 0 { good_text } else { bad_text });
        }
    };
    part(
        tests.len(),
        depart,
        format!("none of {} tests has small p-values too often", tests.len()),
        format!(
            "the p-values of {depart} of {} tests are not uniform",
            tests.len()
        ),
    );
    part(
        families.len(),
        high,
        "no family has more false alarms than its level allows".to_owned(),
        format!(
            "of {} families, {high} {} too many false alarms",
            families.len(),
            if high == 1 { "has" } else { "have" }
        ),
    );
    part(
        tails.len(),
        heavy,
        "no tail is heavier than accepted".to_owned(),
        format!(
            "of {} tails, {heavy} {} heavier than accepted",
            tails.len(),
            if heavy == 1 { "is" } else { "are" }
        ),
    );
    part(
        of_decks.len(),
        missed,
        "every known-bad shuffle is caught".to_owned(),
        format!(
            "of {} known-bad shuffles, {missed} {} not caught",
            of_decks.len(),
            if missed == 1 { "is" } else { "are" }
        ),
    );
    part(
        of_views,
        unseen,
        "every known-bad shuffle is caught where not all of each deck is seen".to_owned(),
        format!(
            "where not all of each deck is seen, no more than {} of {of_views} known-bad shuffles are caught in as many \
             deals as were tried",
            of_views - unseen
        ),
    );
    part(
        watched.len(),
        reached,
        "ideal decks that are watched all along are refuted no more often than their level allows"
            .to_owned(),
        format!(
            "ideal decks that are watched all along are refuted too often at {reached} of {} levels",
            watched.len()
        ),
    );
    part(
        found.anytime.stopped.len(),
        unstopped,
        "known-bad shuffles fail early where runs may stop".to_owned(),
        format!(
            "of {} known-bad shuffles, {unstopped} {} not fail where runs may stop",
            found.anytime.stopped.len(),
            if unstopped == 1 { "does" } else { "do" }
        ),
    );
    parts
}

/// The shuffles that whole decks must show. Views of decks need not show each.
fn of_decks(found: &Calibration) -> impl Iterator<Item = &Power> {
    found.power.iter().filter(|power| power.view.is_none())
}

fn of_views(found: &Calibration) -> impl Iterator<Item = &Power> {
    found.power.iter().filter(|power| power.view.is_some())
}

/// Returns true if all is as it should be.
pub fn is_calibrated(found: &Calibration) -> bool {
    let mut ideal = found.ideal.iter();
    ideal.all(|ideal| {
        ideal
            .tests
            .iter()
            .all(|test| test.verdict == Uniformity::Uniform)
            && ideal
                .families
                .iter()
                .all(|family| family.alarms <= family.at_most)
    }) && found
        .tails
        .iter()
        .all(|tail| tail.alarms.iter().all(|alarms| alarms.within))
        && of_decks(found).all(|power| power.decks.is_some())
        && found.anytime.ideal.iter().all(|watched| {
            watched
                .families
                .iter()
                .all(|family| family.alarms <= family.at_most)
        })
        && (found.anytime.stopped.iter()).all(|stopped| stopped.median.is_some())
}

/// The page, `report.md`.
pub fn calibration_markdown(found: &Calibration) -> String {
    let mut page = format!(
        "# Calibration\n\n*{QUESTION}*\n\n**{}**\n\n{}\n\n",
        calibration_headline(found),
        made_by(found),
    );
    for part in parts(found) {
        // Writing to a string does not fail.
        let _ = section(&mut page, &part.title, part.note, &part.table);
    }
    page.push_str("Made from `record.json` (");
    page.push_str(&escape(&found.schema));
    page.push_str(").\n");
    page
}

/// The question of every calibration.
pub(super) const QUESTION: &str =
    "Does colddeck fail ideal shuffles as seldom as it says, and bad ones as soon?";

/// The way in which all of it was found, with names between backquotes.
pub(super) fn made_by(found: &Calibration) -> String {
    format!(
        "Suite `{}`, seed {}. Everything here is simulated by `colddeck calibrate`.",
        found.suite, found.seed
    )
}

/// A table of a calibration with its title, and directions for reading it.
pub(super) struct Part {
    pub title: String,
    pub note: &'static str,
    pub table: Table,
}

/// The tables that have rows.
pub(super) fn parts(found: &Calibration) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut add = |title: &str, note: &'static str, table: Table| {
        if !table.rows.is_empty() {
            parts.push(Part {
                title: title.to_owned(),
                note,
                table,
            });
        }
    };
    add(
        "False alarms",
        "Runs of ideal decks in which any test failed, at the error level that the run declared. \
         `accepted`: a right level exceeds it once in a hundred times.",
        families(found),
    );
    add(
        "Power",
        "The fewest decks with which 199 of 200 runs fail the shuffle, at an error level of 0.001 for all tests together. \
         The numbers tried are 1 to 10, 11, 12, 14, 16, 18, 20, 22, 25, 28, 31, 35, 40, 45, 50, 56, 63, 71, 80, 90 and so \
         on.",
        power(of_decks(found)),
    );
    add(
        "Views",
        "The fewest deals, of the same numbers, with which 199 of 200 runs fail the shuffle. No more of each deck is seen \
         than the view at the head of the column. There first:7 is the first seven cards in order, hand:7 the same as a \
         set, and hands:4x13 four hands of thirteen, dealt in turn. Each deck was in order before its shuffle, unless it \
         is shuffled on from the last one. `>`: this many deals do not show it.",
        side_by_side(found),
    );
    add(
        "Views, by which test",
        "The same, view by view.",
        power(of_views(found)),
    );
    add(
        "Looked at all along",
        "Ideal decks were looked at after every deck up to 64, then after every 64. `alarms` are the runs in which the \
         mean of the e-values of all statistics ever reached 1/level. `accepted`: a right level exceeds it once in a \
         hundred times.",
        watched(found),
    );
    add(
        "Stopped",
        "Of runs that stop once they are decided, half have failed the shuffle after this many decks, at an error level of \
         0.001.",
        stopped(found),
    );
    add(
        "Far out",
        "Each test alone, on ideal decks, with the fewest decks for which it is valid. The number says how many times as \
         often as the level its p-value is that small. Accepted: 1.2 at 0.01, 1.3 at 0.001, 2 at 0.00002. The last is the \
         share of each of fifty tests in a level of 0.001.",
        tails(found),
    );
    for (at, ideal) in found.ideal.iter().enumerate() {
        add(
            &format!(
                "P-values of {}{}, {} runs of {} decks",
                seen(ideal),
                if ideal.view.is_none() { " cards" } else { "" },
                grouped(ideal.replicates),
                grouped(ideal.trials)
            ),
            "Twenty bins from 0 to 1; a full block is twice the share that each should have. `drawn`: the test statistic \
             has few values, so the p-value was drawn between its neighbours. That is for the picture and the test of \
             uniformity alone. Tests of one deck, one cell or one change err on the side of passing: only p-values that \
             are too small are a fault. For views and for fewer than 500 decks, laws in two or three bins move in steps. \
             There, only the numbers at or below 0.05, 0.01 and 0.001 are judged.",
            p_values(found, at),
        );
    }
    parts
}

/// The short form for a screen.
pub fn calibration_terminal(found: &Calibration, screen: Screen) -> String {
    let mut page = format!("{}\n", screen.wrapped(&calibration_headline(found)));
    for table in [
        families(found),
        power(found.power.iter()),
        watched(found),
        stopped(found),
        tails(found),
    ] {
        if !table.rows.is_empty() {
            page.push('\n');
            page.push_str(&screen.fitted(&table));
            page.push('\n');
        }
    }
    page
}

fn table(columns: &[(&str, Align)]) -> Table {
    let mut table = Table::default();
    for (title, align) in columns {
        table.column(*title, *align);
    }
    table
}

fn good(text: impl Into<String>, good: bool) -> Cell {
    Cell::toned(text, if good { Tone::Good } else { Tone::Bad })
}

fn families(found: &Calibration) -> Table {
    use Align::Right;
    let mut table = table(&[
        ("cards", Right),
        ("runs", Right),
        ("decks each", Right),
        ("tests", Right),
        ("level", Right),
        ("expected", Right),
        ("alarms", Right),
        ("accepted", Right),
    ]);
    for ideal in &found.ideal {
        for family in &ideal.families {
            table.rows.push(vec![
                Cell::plain(seen(ideal)),
                Cell::plain(grouped(ideal.replicates)),
                Cell::plain(grouped(ideal.trials)),
                Cell::plain(ideal.tests.len().to_string()),
                Cell::plain(family.alpha.to_string()),
                Cell::plain(significant(family.alpha * ideal.replicates as f64, 3)),
                good(family.alarms.to_string(), family.alarms <= family.at_most),
                Cell::plain(family.at_most.to_string()),
            ]);
        }
    }
    table
}

/// The deals that each shuffle takes, a column for each view.
fn side_by_side(found: &Calibration) -> Table {
    let mut views: Vec<String> = of_views(found).map(dealt_of).collect();
    views.dedup();
    let mut shuffles: Vec<&str> = Vec::new();
    for power in of_views(found) {
        if !shuffles.contains(&power.shuffle.as_str()) {
            shuffles.push(&power.shuffle);
        }
    }
    let mut table = table(&[("shuffle", Align::Left)]);
    for view in &views {
        table.column(view.as_str(), Align::Right);
    }
    for shuffle in shuffles {
        let mut row = vec![Cell::plain(shuffle)];
        row.extend(views.iter().map(|view| {
            let mut seen = of_views(found);
            let seen = seen.find(|power| power.shuffle == shuffle && dealt_of(power) == *view);
            Cell::plain(seen.map_or_else(String::new, |power| match power.decks {
                Some(deals) => grouped(deals),
                None => format!("> {}", grouped(power.tried_up_to)),
            }))
        }));
        table.rows.push(row);
    }
    table
}

fn power<'a>(found: impl Iterator<Item = &'a Power>) -> Table {
    use Align::{Left, Right};
    let mut table = table(&[
        ("shuffle", Left),
        ("cards", Right),
        ("decks", Right),
        ("runs that fail it", Right),
        ("by", Left),
    ]);
    for power in found {
        let decks = match power.decks {
            Some(decks) => grouped(decks),
            None => format!("more than {}", grouped(power.tried_up_to)),
        };
        table.rows.push(vec![
            Cell::plain(&power.shuffle),
            Cell::plain(dealt_of(power)),
            good(decks, power.decks.is_some()),
            Cell::plain(format!("{} of {}", power.caught, power.runs)),
            Cell::plain(culprits(&power.by)),
        ]);
    }
    table
}

fn dealt_of(power: &Power) -> String {
    dealt(power.deck, power.view.as_deref(), power.classes.as_deref())
}

fn seen(ideal: &Ideal) -> String {
    dealt(ideal.deck, ideal.view.as_deref(), ideal.classes.as_deref())
}

/// The deck, and what is seen of it.
fn dealt(deck: usize, view: Option<&str>, classes: Option<&str>) -> String {
    let Some(view) = view else {
        return deck.to_string();
    };
    let of = match classes {
        None => deck.to_string(),
        Some(classes) if classes.len() <= LONGEST_CLASSES => classes.to_owned(),
        Some(classes) => {
            let lots = classes.split(',').count();
            format!("{deck} in {lots} lots")
        }
    };
    format!("{of}; {view}")
}

/// Letters of classes that are written out in tables.
const LONGEST_CLASSES: usize = 24;

fn watched(found: &Calibration) -> Table {
    use Align::Right;
    let mut table = table(&[
        ("cards", Right),
        ("runs", Right),
        ("decks each", Right),
        ("looks", Right),
        ("statistics", Right),
        ("level", Right),
        ("at most", Right),
        ("alarms", Right),
        ("accepted", Right),
    ]);
    for watched in &found.anytime.ideal {
        for family in &watched.families {
            table.rows.push(vec![
                Cell::plain(watched.deck.to_string()),
                Cell::plain(grouped(watched.replicates)),
                Cell::plain(grouped(watched.trials)),
                Cell::plain(grouped(watched.looks)),
                Cell::plain(watched.statistics.to_string()),
                Cell::plain(family.alpha.to_string()),
                Cell::plain(significant(family.alpha * watched.replicates as f64, 3)),
                good(family.alarms.to_string(), family.alarms <= family.at_most),
                Cell::plain(family.at_most.to_string()),
            ]);
        }
    }
    table
}

fn stopped(found: &Calibration) -> Table {
    use Align::{Left, Right};
    let mut table = table(&[
        ("shuffle", Left),
        ("cards", Right),
        ("decks, median", Right),
        ("runs that fail it", Right),
        ("by", Left),
    ]);
    for stopped in &found.anytime.stopped {
        let decks = match stopped.median {
            Some(decks) => grouped(decks),
            None => format!("more than {}", grouped(stopped.tried_up_to)),
        };
        table.rows.push(vec![
            Cell::plain(&stopped.shuffle),
            Cell::plain(stopped.deck.to_string()),
            good(decks, stopped.median.is_some()),
            Cell::plain(format!("{} of {}", stopped.failed, stopped.runs)),
            Cell::plain(culprits(&stopped.by)),
        ]);
    }
    table
}

/// The statistics that most runs name, and how many do.
fn culprits(by: &[(String, u64)]) -> String {
    let by = by.iter().map(|(name, runs)| format!("{name} ({runs})"));
    let by: Vec<String> = by.take(MOST_CULPRITS).collect();
    by.join(", ")
}

/// Statistics that are named as those that catch a shuffle.
const MOST_CULPRITS: usize = 3;

fn tails(found: &Calibration) -> Table {
    use Align::{Left, Right};
    let mut columns = vec![
        ("cards", Right),
        ("test", Left),
        ("decks", Right),
        ("runs", Right),
    ];
    let levels: Vec<String> = found.tails.first().map_or_else(Vec::new, |tail| {
        let alarms = tail.alarms.iter();
        alarms
            .map(|alarms| format!("at {}", alarms.level))
            .collect()
    });
    columns.extend(levels.iter().map(|level| (level.as_str(), Right)));
    let mut table = table(&columns);
    for tail in &found.tails {
        let mut row = vec![
            Cell::plain(tail.deck.to_string()),
            Cell::plain(&tail.test),
            Cell::plain(grouped(tail.trials)),
            Cell::plain(grouped(tail.replicates)),
        ];
        row.extend(
            tail.alarms
                .iter()
                .map(|alarms| good(format!("{:.2}", alarms.ratio), alarms.within)),
        );
        table.rows.push(row);
    }
    table
}

fn p_values(found: &Calibration, at: usize) -> Table {
    use Align::{Left, Right};
    let ideal = &found.ideal[at];
    let mut table = table(&[
        ("test", Left),
        ("p from 0 to 1", Left),
        ("≤ .05", Right),
        ("≤ .01", Right),
        ("≤ .001", Right),
        ("gap", Right),
        ("adjusted p", Right),
        ("", Left),
    ]);
    for test in &ideal.tests {
        let mut row = vec![Cell::plain(&test.test), Cell::plain(picture(&test.bins))];
        row.extend(
            test.at_most
                .iter()
                .map(|runs| Cell::plain(runs.to_string())),
        );
        row.push(Cell::plain(significant(test.gap, 2)));
        row.push(good(
            p_value(test.p_adjusted),
            test.verdict == Uniformity::Uniform,
        ));
        row.push(Cell::plain(if test.randomised { "drawn" } else { "" }));
        table.rows.push(row);
    }
    table
}

/// A block for each bin, as high as its share: half a block is what it should have.
fn picture(bins: &[u64]) -> String {
    const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let total: u64 = bins.iter().sum();
    let block = |count: &u64| {
        let eighths = (4 * count * bins.len() as u64 + total / 2) / total.max(1);
        BLOCKS[(eighths as usize).min(BLOCKS.len() - 1)]
    };
    bins.iter().map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_bins_are_half_blocks_and_full_ones_stop() {
        assert_eq!(picture(&[10, 10]), "▄▄");
        assert_eq!(picture(&[0, 5, 25]), " ▂█");
        assert_eq!(picture(&[]), "");
    }
}
