//! The part of a report about a run that stopped once it was decided.

use super::nouns;
use super::table::{Align, Cell, Table, Tone};
use super::tables::{interval, name, significant};
use record::{Anytime, Decision, Declared, Record, Routine, Unpromised, Wagered};
use text::names::grouped;
use text::sorting;

/// Culprits that are spoken of for each routine.
const MOST_CULPRITS: usize = 6;

/// Says why a run is undecided at its last deck; `None` of one that was decided, and of a fixed number of decks.
pub(super) fn undecided(record: &Record, routine: &Routine) -> Option<String> {
    let found = routine.anytime.as_ref()?;
    let declared = record.experiment.until_decided.as_ref()?;
    if found.verdict != Decision::Undecided {
        return None;
    }
    let decks = nouns::counted(&record.experiment, found.decks);
    Some(if largest_limit(found).is_none() {
        format!(
            "It is undecided after the last of {decks}. It cannot pass, because none of its statistics bounds a law of the \
             decks themselves."
        )
    } else {
        format!(
            "It is undecided after the last of {decks}: not every law that is measured is shown to be within {} of fair.",
            declared.delta
        )
    })
}

/// Says of which decks the limits of a watched run do not hold, if of some.
pub(super) fn unpromised(record: &Record) -> Option<&'static str> {
    record.experiment.until_decided.as_ref()?;
    Some(match record.unpromised? {
        Unpromised::Copies => {
            "That holds for copies labelled at random, which hide order: a shuffle of distinct cards may be farther off."
        }
        Unpromised::UnknownOrder => {
            "That holds for the order in which the cards are numbered here. The order before the shuffle is not known, so \
             a shuffle may be farther off."
        }
    })
}

/// The plainest sign against a routine that failed.
pub(super) fn culprit(routine: &Routine) -> Option<String> {
    let found = routine.anytime.as_ref()?;
    let mut words = strongest_first(found).into_iter().map(|of| &of.words);
    let words = words.find(|words| !words.is_empty())?;
    Some(format!("Plainest sign: {words}."))
}

/// Its culprits, or without any the statistic that gained most.
fn strongest_first(found: &Anytime) -> Vec<&Wagered> {
    let guilty = |of: &&Wagered| found.culprits.contains(&of.statistic);
    let mut culprits: Vec<&Wagered> = found.statistics.iter().filter(guilty).collect();
    sorting::by(&mut culprits, |a, b| b.log10_e.total_cmp(&a.log10_e));
    if culprits.is_empty() {
        culprits.extend(strongest(found));
    }
    culprits
}

/// Cards, generator, seed, error levels.
pub(super) fn setup(record: &Record, declared: &Declared) -> String {
    let experiment = &record.experiment;
    let unjudged = match declared.unjudged.join(", ") {
        names if names.is_empty() => names,
        names => format!("; left out, because they cannot be judged at any time: {names}"),
    };
    let policy = (experiment.policy.as_ref())
        .map_or_else(String::new, |policy| format!(", {}", policy.in_words()));
    format!(
        "{}, looked at as they come, at most {} each, {}, seed {}{policy}; fail at error level {} for all together, pass once all \
         laws that are bounded are within {} of ideal, at error level {}{unjudged}",
        nouns::size(experiment),
        nouns::counted(experiment, declared.max_trials),
        experiment.generator,
        experiment.seed,
        experiment.alpha,
        declared.delta,
        declared.beta
    )
}

/// The meaning of the words and signs in the table.
pub(super) const LEGEND: &str = "e-value: mean gain of all wagers against the ideal shuffle, adjusted for all routines, \
    valid at any time; limit: the largest total variation of a law over all decks that its statistics do not exclude, laws \
    from deck to deck aside; ±: one standard error; total variation: 0 ideal, 1 farthest, as proved";

/// Each routine's verdict.
pub(super) fn verdicts(record: &Record) -> Table {
    let mut table = Table::default();
    for (title, align) in [
        ("routine", Align::Left),
        ("verdict", Align::Left),
        ("decks", Align::Right),
        ("e-value", Align::Right),
        ("strongest evidence", Align::Left),
        ("limit", Align::Right),
        ("total variation", Align::Left),
    ] {
        table.column(title, align);
    }
    for routine in &record.routines {
        let Some(found) = &routine.anytime else {
            continue;
        };
        let strongest = strongest(found).map_or_else(String::new, |of| {
            format!("{} ({})", of.statistic, power_of_ten(of.log10_e))
        });
        let distance = routine.total_variation.as_ref();
        table.rows.push(vec![
            name(routine),
            verdict(found, routine.control),
            Cell::plain(grouped(found.decks)),
            Cell::plain(power_of_ten(found.log10_e_adjusted)),
            Cell::plain(strongest),
            Cell::plain(largest_limit(found).map_or_else(String::new, limit)),
            Cell::plain(distance.map_or_else(String::new, interval)),
        ]);
    }
    table
}

/// Says in plain words what the culprits of each routine show.
pub(super) fn culprits(record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    for routine in record.routines.iter().filter(|routine| !routine.control) {
        let Some(found) = &routine.anytime else {
            continue;
        };
        let culprits = strongest_first(found).into_iter();
        let culprits = culprits.filter(|of| found.culprits.contains(&of.statistic));
        lines.extend(culprits.take(MOST_CULPRITS).map(|of| {
            let words = if of.words.is_empty() {
                "not that of ideal decks"
            } else {
                &of.words
            };
            format!(
                "{}, {}: {words} (e-value {})",
                routine.name,
                of.statistic,
                power_of_ten(of.log10_e_adjusted)
            )
        }));
    }
    lines
}

/// Every wager.
pub(super) fn wagers(record: &Record) -> Table {
    let mut table = Table::default();
    for (title, align) in [
        ("routine", Align::Left),
        ("statistic", Align::Left),
        ("e-value", Align::Right),
        ("adjusted", Align::Right),
        ("limit", Align::Right),
        ("of", Align::Left),
    ] {
        table.column(title, align);
    }
    for routine in &record.routines {
        let Some(found) = &routine.anytime else {
            continue;
        };
        for of in &found.statistics {
            let guilty = found.culprits.contains(&of.statistic);
            let tone = if guilty { Tone::Bad } else { Tone::Plain };
            table.rows.push(vec![
                name(routine),
                Cell::plain(&of.statistic),
                Cell::plain(power_of_ten(of.log10_e)),
                Cell::toned(power_of_ten(of.log10_e_adjusted), tone),
                Cell::plain(of.limit.map_or_else(String::new, limit)),
                Cell::plain(of.bounds.as_deref().unwrap_or_default()),
            ]);
        }
    }
    table
}

fn verdict(found: &Anytime, control: bool) -> Cell {
    let tone = match found.verdict {
        Decision::Pass => Tone::Good,
        Decision::Fail => Tone::Bad,
        // A control runs as long as the others; all that is asked is that it does not fail.
        Decision::Undecided if control => return Cell::toned("not refuted", Tone::Good),
        Decision::Undecided => Tone::Doubtful,
    };
    Cell::toned(found.verdict.name(), tone)
}

fn strongest(found: &Anytime) -> Option<&Wagered> {
    let of = found.statistics.iter();
    of.max_by(|a, b| a.log10_e.total_cmp(&b.log10_e))
}

fn largest_limit(found: &Anytime) -> Option<f64> {
    let limits = found.statistics.iter().filter_map(|of| of.limit);
    limits.reduce(f64::max)
}

fn limit(limit: f64) -> String {
    significant(limit, 2)
}

/// An e-value by its decimal logarithm: `0.31`, `1200`, `10^7.3`.
fn power_of_ten(log10: f64) -> String {
    const PLAIN: std::ops::Range<f64> = -3.0..4.0;
    if PLAIN.contains(&log10) {
        significant(libm::pow(10.0, log10), 2)
    } else {
        format!("10^{log10:.1}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e_values_are_short() {
        assert_eq!(power_of_ten(0.0), "1.0");
        assert_eq!(power_of_ten(-0.5), "0.32");
        assert_eq!(power_of_ten(3.08), "1202");
        assert_eq!(power_of_ten(57.26), "10^57.3");
        assert_eq!(power_of_ten(-8.0), "10^-8.0");
    }
}
