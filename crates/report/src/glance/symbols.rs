//! The first screen of draws: the table of whoever set the rates, a line for each symbol, and the answer where a rate is
//! wrong.

use super::super::nouns;
use super::super::table::{Align, Cell, Table, Tone};
use record::{Experiment, Figures, Routine, Test, Verdict};
use text::names::{confidence_number, grouped, percent_even_if_rare, short};
use text::shown::{DEPENDENCE, OF_ORDER, SHARES};
use text::sorting;

/// Symbols with a line of their own.
const MOST_SYMBOLS: usize = 12;

/// A symbol in the draws.
struct Symbol {
    /// Its number, from 1.
    number: usize,
    /// The symbol in a sentence.
    words: String,
    /// The share that was set.
    set: f64,
    seen: u64,
    draws: u64,
    /// The limits of its share, if they hold.
    limits: Option<(f64, f64)>,
    /// Its longest absence, and the median of the longest one in so many fair draws.
    longest: (Option<u64>, Option<u64>),
}

impl Symbol {
    /// All symbols of the draws of a routine, if they are counted.
    fn all(experiment: &Experiment, routine: &Routine) -> Option<Vec<Self>> {
        let weights = experiment.subject.weights.as_ref()?;
        let total: f64 = weights.iter().map(|weight| f64::from(*weight)).sum();
        let shares = routine.statistics.get(SHARES)?;
        let counts = shares.counts("counts")?;
        let draws: u64 = counts.iter().sum();
        if counts.len() != weights.len() || draws == 0 {
            return None;
        }
        // Limits hold for a number of draws that was fixed before, and for draws that do not depend on each other.
        let fixed = experiment.until_decided.is_none() && dependence(routine).is_none();
        let limit = |key: &str, at: usize| shares.number(&format!("{key}.{at}"));
        let droughts = routine.statistics.get("longest-drought");
        let drought = |key: &str, at: usize| {
            droughts.and_then(|figures: &Figures| figures.whole(&format!("{key}.{at}")))
        };
        let symbols = weights.iter().zip(counts).enumerate();
        let symbols = symbols.map(|(at, (weight, seen))| Self {
            number: at + 1,
            words: experiment.subject.symbol(at),
            set: f64::from(*weight) / total,
            seen,
            draws,
            limits: limit("low", at).zip(limit("high", at)).filter(|_| fixed),
            longest: (drought("by_symbol", at), drought("fair_by_symbol", at)),
        });
        Some(symbols.collect())
    }

    fn share(&self) -> f64 {
        self.seen as f64 / self.draws as f64
    }

    /// The departure of its share, in standard deviations of a rare count.
    fn off(&self) -> f64 {
        (self.share() - self.set).abs() / self.set.sqrt()
    }

    /// Says how often it comes, by the limits of the table.
    fn in_words(&self) -> String {
        let name = &self.words;
        let set = percent_even_if_rare(self.set);
        match self.limits {
            _ if self.seen == 0 => {
                let draws = grouped(self.draws);
                format!("{name} never came in {draws} draws; {set} was set")
            }
            Some((low, high)) => {
                let (low, high) = (percent_even_if_rare(low), percent_even_if_rare(high));
                format!(
                    "{name} comes in {} to {high} of the draws; {set} was set",
                    low.trim_end_matches('%')
                )
            }
            None => {
                let seen = percent_even_if_rare(self.share());
                format!("{name} came in {seen} of the draws; {set} was set")
            }
        }
    }

    /// Says how its share is off, if its limits leave out the one that was set.
    fn wrong(&self) -> Option<&'static str> {
        match self.limits? {
            (low, _) if low > self.set => Some("too often"),
            (_, high) if high < self.set && self.seen == 0 => Some("never came"),
            (_, high) if high < self.set => Some("too seldom"),
            _ => None,
        }
    }
}

/// The test of the rates, in draws: of all of them or of one, whichever says more.
fn of_rates(routine: &Routine) -> Option<&Test> {
    let tests = routine.tests.iter();
    let tests = tests.filter(|test| test.statistic == SHARES && test.p.is_some());
    tests.min_by(|a, b| {
        let p = |test: &Test| test.p_adjusted.unwrap_or(1.0);
        p(a).total_cmp(&p(b))
    })
}

/// The table of the symbols of one routine's draws; `None` where they are not counted, or no draws.
pub(super) fn table(experiment: &Experiment, routine: &Routine) -> Option<Table> {
    let mut symbols = Symbol::all(experiment, routine)?;
    let all = symbols.len();
    let test = of_rates(routine);
    let fails = test.is_some_and(|test| test.verdict == Verdict::Fail);
    if all > MOST_SYMBOLS {
        sorting::by(&mut symbols, |a, b| b.off().total_cmp(&a.off()));
        symbols.truncate(MOST_SYMBOLS - 1);
    }
    // Where there is no room, the last rows are left out.
    sorting::by_key(&mut symbols, |symbol| {
        (symbol.wrong().is_none(), symbol.number)
    });
    let mut table = Table::default();
    let named = !experiment.subject.symbols.is_empty();
    let side = if named { Align::Left } else { Align::Right };
    table.column("symbol", side);
    table.column("set", Align::Right);
    table.column("seen", Align::Right);
    let limits = symbols.iter().all(|symbol| symbol.limits.is_some());
    if limits {
        let confidence = routine.statistics.get(SHARES);
        let confidence = confidence.and_then(|figures| figures.number("confidence"));
        let percent =
            confidence.map_or_else(String::new, |of| format!("{}% ", confidence_number(of)));
        table.column(format!("{percent}limits"), Align::Right);
        table.column("wrong?", Align::Left);
    }
    table.column("mean gap (set)", Align::Right);
    let droughts = symbols.iter().any(|symbol| symbol.longest.0.is_some());
    if droughts {
        table.column("longest gap (fair)", Align::Right);
    }
    for symbol in &symbols {
        let mut row = vec![
            Cell::plain(if named {
                symbol.words.clone()
            } else {
                symbol.number.to_string()
            }),
            Cell::plain(percent_even_if_rare(symbol.set)),
            Cell::plain(percent_even_if_rare(symbol.share())),
        ];
        if let Some((low, high)) = symbol.limits.filter(|_| limits) {
            let ends = [low, high].map(percent_even_if_rare);
            row.push(Cell::plain(ends.join(" to ")));
            row.push(match (test, symbol.wrong()) {
                (None, _) => {
                    let few = format!("too few {}", nouns::lacking(experiment));
                    Cell::toned(few, Tone::Doubtful)
                }
                (_, Some(wrong)) if fails => Cell::toned(wrong, Tone::Bad),
                _ => Cell::toned("not shown", Tone::Faint),
            });
        }
        let gap = (symbol.seen > 0).then(|| symbol.draws as f64 / symbol.seen as f64);
        let gap = gap.map_or_else(|| "none".to_owned(), |gap| short(gap, 3));
        row.push(Cell::plain(format!(
            "{gap} ({})",
            short(1.0 / symbol.set, 3)
        )));
        let (longest, fair) = symbol.longest;
        let longest = longest.map_or_else(String::new, grouped);
        let fair = fair.map_or_else(String::new, |fair| format!(" ({})", grouped(fair)));
        if droughts {
            row.push(Cell::plain(longest + &fair));
        }
        table.rows.push(row);
    }
    if symbols.len() < all {
        let mut row = vec![Cell::default(); table.head.len()];
        // None of them is farther off.
        row[0] = Cell::toned(format!("… {} more", all - symbols.len()), Tone::Faint);
        table.rows.push(row);
    }
    Some(table)
}

/// Says which rate is wrong, if the draws show that. Draws that depend on each other make all counts spread more: where
/// that is the stronger evidence, it says nothing.
pub(super) fn wrong_rate(experiment: &Experiment, routine: &Routine) -> Option<String> {
    experiment.subject.weights.as_ref()?;
    let test = of_rates(routine).filter(|test| test.verdict == Verdict::Fail)?;
    let stronger = dependence(routine).is_some_and(|other| other.p < test.p);
    let by_limits = || {
        let mut symbols = Symbol::all(experiment, routine)?;
        symbols.retain(|symbol| symbol.wrong().is_some());
        let worst = symbols.iter().max_by(|a, b| a.off().total_cmp(&b.off()));
        worst.map(Symbol::in_words)
    };
    let words = by_limits().unwrap_or_else(|| test.words.clone());
    (!stronger && !words.is_empty()).then_some(words)
}

/// The strongest failing test of whether draws depend on those before them, whatever their rates are.
fn dependence(routine: &Routine) -> Option<&Test> {
    let tests = routine.tests.iter();
    let failing =
        tests.filter(|test| test.statistic == DEPENDENCE && test.verdict == Verdict::Fail);
    failing.min_by(|a, b| a.p.unwrap_or(1.0).total_cmp(&b.p.unwrap_or(1.0)))
}

/// Says how large a wrong rate may be, and that draws also depend on each other, if they do.
pub(super) fn meaning(experiment: &Experiment, routine: &Routine) -> Vec<String> {
    let Some(symbols) = Symbol::all(experiment, routine) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if let Some(other) = dependence(routine).filter(|_| wrong_rate(experiment, routine).is_some()) {
        let sized = routine.tests.iter().filter(|test| test.size.is_some());
        let sized = sized.filter(|test| OF_ORDER.contains(&test.statistic.as_str()));
        let words = sized.min_by(|a, b| a.p.unwrap_or(1.0).total_cmp(&b.p.unwrap_or(1.0)));
        lines.push(format!(
            "The order of the draws is not fair, either: {}.",
            words.unwrap_or(other).words
        ));
    }
    let confidence = routine.statistics.get(SHARES);
    let confidence = confidence.and_then(|figures| figures.number("confidence"));
    if let Some(confidence) = confidence.filter(|_| symbols.iter().all(|one| one.limits.is_some()))
    {
        lines.push(format!(
            "The limits of all symbols hold together with {}% confidence, for draws that do not depend on each other.",
            confidence_number(confidence)
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Draws of four symbols, tests by statistic with p-value and verdict.
    fn drawn(counts: [u64; 4], tests: &[(&str, f64, &str)]) -> (Experiment, Routine) {
        let experiment = json!({
            "name": "draws", "question": "", "deck": 4, "trials": 20_000, "replicates": 1, "seed": "1",
            "generator": "pcg64", "source": "draws.txt", "alpha": 0.001, "tests": 2, "power": 0.9, "fault_level": 1e-9,
            "subject": {
                "kind": "sequence", "single": false, "weights": [50, 25, 20, 5],
                "words": { "one": "draw", "several": "draws", "read": "draws", "maker": "source of these draws",
                           "size": "4 symbols", "ideal": "a fair source of 4 symbols" },
            },
        });
        let test = |(statistic, p, verdict): &(&str, f64, &str)| {
            json!({
                "statistic": statistic, "test": "law", "lag": 0, "title": "", "value": null, "df": null, "p": p,
                "p_adjusted": p, "verdict": verdict, "decks_needed": null, "detectable": null,
                "words": format!("what {statistic} saw"),
            })
        };
        let tests: Vec<Value> = tests.iter().map(test).collect();
        let share = |count: u64, off: f64| (count as f64 / 20_000.0 + off).max(0.0);
        let routine = json!({
            "name": "draws", "control": false, "decks": 20_000, "tests": tests, "checks": [], "total_variation": null,
            "statistics": {
                "frequency": {
                    "counts": counts, "low": counts.map(|count| share(count, -0.012)),
                    "high": counts.map(|count| share(count, 0.012)), "confidence": 0.999,
                },
                "longest-drought": { "by_symbol": [14, 27, 30, 116], "fair_by_symbol": [13, 30, 38, null] },
            },
        });
        let experiment = serde_json::from_value(experiment).unwrap();
        (experiment, serde_json::from_value(routine).unwrap())
    }

    fn rows_of(found: &(Experiment, Routine)) -> Vec<String> {
        let table = table(&found.0, &found.1).unwrap();
        let text = |row: &Vec<Cell>| {
            let cells = row.iter().map(|cell| cell.text.as_str());
            cells.collect::<Vec<_>>().join(" | ")
        };
        table.rows.iter().map(text).collect()
    }

    #[test]
    fn a_wrong_rate_stands_first_with_its_limits_and_is_the_answer() {
        let wrong = drawn(
            [9_702, 4_860, 4_050, 1_388],
            &[("frequency", 1e-30, "fail")],
        );
        let rows = rows_of(&wrong);
        assert_eq!(
            rows[0],
            "1 | 50.00% | 48.51% | 47.31% to 49.71% | too seldom | 2.06 (2) | 14 (13)"
        );
        assert_eq!(
            rows[1],
            "4 | 5.00% | 6.94% | 5.74% to 8.14% | too often | 14.4 (20) | 116"
        );
        assert!(rows[2].contains("not shown") && rows.len() == 4, "{rows:?}");
        let said = wrong_rate(&wrong.0, &wrong.1);
        assert_eq!(
            said.as_deref(),
            Some("symbol 4 comes in 5.74 to 8.14% of the draws; 5.00% was set")
        );
        let never = drawn([10_600, 5_200, 4_200, 0], &[("frequency", 1e-300, "fail")]);
        assert!(rows_of(&never)[1].contains("never came"));
        let said = wrong_rate(&never.0, &never.1);
        assert_eq!(
            said.as_deref(),
            Some("symbol 4 never came in 20,000 draws; 5.00% was set")
        );
    }

    #[test]
    fn nothing_is_called_off_that_no_test_shows_and_stronger_dependence_is_not_called_a_rate() {
        let passes = drawn([9_702, 4_860, 4_050, 1_388], &[("frequency", 0.2, "pass")]);
        assert!(rows_of(&passes).iter().all(|row| row.contains("not shown")));
        assert_eq!(wrong_rate(&passes.0, &passes.1), None);
        let tests = [("frequency", 1e-9, "fail"), ("dependence", 1e-80, "fail")];
        let sticky = drawn([10_400, 4_850, 3_800, 950], &tests);
        assert_eq!(wrong_rate(&sticky.0, &sticky.1), None);
        let tests = [("frequency", 1e-80, "fail"), ("dependence", 1e-9, "fail")];
        let both = drawn([10_400, 4_850, 3_800, 950], &tests);
        assert!(wrong_rate(&both.0, &both.1).is_some());
        assert!(meaning(&both.0, &both.1)[0].starts_with("The order of the draws"));
    }
}
