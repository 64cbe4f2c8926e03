//! Tells in plain words how a stream stands that is watched for ever.

use record::follow::{Status, Stretch, Watching};
use text::names::{counted, grouped};

/// Figures that moved which a line names.
const MOST_NAMED: usize = 3;

/// A line of the log.
pub fn line(status: &Status) -> String {
    let mut parts = vec![format!(
        "{}: e-value 10^{:.1} (10^{:.1} is enough)",
        status.words, status.log10_e, status.log10_enough
    )];
    let full = status.windows.iter().rev();
    let full = full.filter_map(|window| window.last.as_ref());
    if let Some(last) = full.max_by(|a, b| a.log10_e.total_cmp(&b.log10_e)) {
        parts.push(format!("of full windows {}", of_stretch(last)));
    }
    if !status.drift.is_empty() {
        let named = status.drift.iter().take(MOST_NAMED).map(|drift| {
            let since = grouped(drift.since + 1);
            format!("{} since about deck {since}", drift.statistic)
        });
        let named: Vec<String> = named.collect();
        parts.push(format!("moved: {}", named.join(", ")));
    }
    if status.skipped > 0 {
        parts.push(format!("broken decks skipped: {}", grouped(status.skipped)));
    }
    parts.join("; ")
}

/// Says at the end what was found, on lines of its own.
pub fn ending(status: &Status) -> String {
    let text = format!("{}\n", line_of_end(status));
    let mut shares = status.hardly_shuffled.iter();
    match shares.find(|excluded| excluded.statistic == RISING) {
        Some(all) if status.state != Watching::Failed => format!(
            "{text}None of {} was hardly shuffled ({} rising sequences or fewer): such decks are at most one in {} (error level {})\n",
            counted(all.decks, "deck"),
            all.rising_at_most,
            grouped((1.0 / all.share) as u64),
            status.alpha
        ),
        _ => text,
    }
}

/// The statistic of the decks themselves that looks for rare ones.
const RISING: &str = "rising-sequences";

fn line_of_end(status: &Status) -> String {
    format!(
        "{} (e-value 10^{:.1}, and 10^{:.1} is enough; a fair shuffler is ever called unfair with probability {} at most)",
        status.words, status.log10_e, status.log10_enough, status.alpha
    )
}

fn of_stretch(stretch: &Stretch) -> String {
    let first = grouped(stretch.from + 1);
    let last = grouped(stretch.from + stretch.decks);
    format!(
        "that of decks {first} to {last} tells most, 10^{:.1}",
        stretch.log10_e
    )
}
