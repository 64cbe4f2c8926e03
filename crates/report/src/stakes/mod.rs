//! Stakes: how often the events came up on which somebody bets, and what a bet would gain.

mod figures;

use super::glance::{ours, plain};
use super::nouns;
use super::table::{Align, Cell, Table, Tone};
use super::tables::findings;
pub(crate) use figures::signed;
use figures::{range, written};
use record::{Outcome, Record, Routine, Stake, Standing, Tolerance};
use text::judgement::Verdict;
use text::names::{confidence_number, figure, outward};

/// Rows of the first screen.
const MOST_ROWS: usize = 12;

/// Stakes that a sentence names.
const MOST_NAMED: usize = 3;

/// Says how far stakes are off, where they decide the answer.
pub(super) fn answer(record: &Record, routine: &Routine) -> Option<String> {
    if routine.stakes.is_empty() {
        return None;
    }
    let name = nouns::name(&record.experiment, routine);
    let beyond = beyond(routine);
    if let Some(worst) = beyond
        .first()
        .filter(|_| record.outcome == Outcome::Evidence && !depend(routine))
    {
        return Some(format!(
            "{name} is not fair: {}.",
            off(worst, record, routine)
        ));
    }
    let tolerance = record.experiment.tolerance()?;
    let (within, open): (Vec<&Stake>, Vec<&Stake>) = routine
        .stakes
        .iter()
        .partition(|stake| stake.standing == Some(Standing::Within));
    let of_stake = tolerance.in_words();
    match record.outcome {
        Outcome::Accepted => {
            let found = findings(routine);
            let seen = found
                .first()
                .map_or("tests", |(test, _)| plain(record, &test.statistic));
            Some(format!(
                "Evidence found in {seen}; accepted, since only {} asked: {} off by more than {of_stake}.",
                these(routine.stakes.len(), true),
                none(routine.stakes.len())
            ))
        }
        Outcome::NoEvidence if open.is_empty() => Some(format!(
            "{name} is fair for {}: {} off by more than {of_stake}.",
            these(within.len(), false),
            none(within.len())
        )),
        Outcome::NoEvidence | Outcome::TooLittle => {
            let named: Vec<&str> = open.iter().map(|stake| event(stake)).collect();
            let more = named.len().saturating_sub(MOST_NAMED);
            let mut list = named
                .into_iter()
                .take(MOST_NAMED)
                .collect::<Vec<_>>()
                .join("; ");
            if more > 0 {
                list = format!("{list}; and {more} more");
            }
            let units = nouns::unit(&record.experiment, 2);
            let near = match within.len() {
                0 => String::new(),
                1 => format!(" One stake is at most {of_stake} off."),
                several => format!(" {several} stakes are at most {of_stake} off."),
            };
            let enough = open
                .iter()
                .filter_map(|stake| decks_needed(stake, tolerance, routine.decks));
            let enough = match enough.max() {
                None => String::new(),
                Some(needed) if needed > MOST_NEEDED => {
                    format!(" It takes more than 10^12 {units} to tell.")
                }
                Some(needed) => format!(
                    " It mostly takes some {} {units} to tell.",
                    text::names::grouped(needed)
                ),
            };
            let these = if open.len() == 1 {
                "this is"
            } else {
                "these are"
            };
            Some(format!(
                "no evidence against {}.{near} These {units} do not tell how far off {these}: {list}.{enough}",
                nouns::this(&record.experiment, routine)
            ))
        }
        _ => None,
    }
}

/// Numbers of subjects that are larger are not said.
const MOST_NEEDED: u64 = 1_000_000_000_000;

/// Subjects by which the limits of a stake mostly lie within a tolerance, if it is fair: limits narrow with the root of their
/// number.
fn decks_needed(stake: &Stake, tolerance: Tolerance, decks: u64) -> Option<u64> {
    /// The share of the tolerance that half of the limits' distance may take: the rest is for what was seen by chance.
    const SHARE: f64 = 0.6;
    let (width, by) = match tolerance {
        Tolerance::Points(by) => (stake.limits[1] - stake.limits[0], by),
        Tolerance::Edge(by) => {
            let [low, high] = stake.edge?;
            (high - low, by)
        }
    };
    let seen = stake.seen().unwrap_or(stake.fair);
    let needed = if (seen <= 0.0 || seen >= 1.0) && (seen - stake.fair).abs() < f64::EPSILON {
        // All cases are alike, and go on to be: the limit is a power of the error, 1/n of it.
        let share = stake.limits[1] - stake.limits[0];
        decks as f64 * libm::log1p(-share) / libm::log1p(-(by * share / width).min(share))
    } else {
        let times = 0.5 * width / (SHARE * by);
        decks as f64 * (times * times).max(1.0)
    };
    // These decks do not tell.
    let needed = needed.max(decks as f64 + 1.0);
    let unit = second_digit(needed);
    Some(((needed / unit).ceil() * unit) as u64)
}

/// The unit of the second digit of a number.
fn second_digit(number: f64) -> f64 {
    libm::pow(10.0, (libm::log10(number).floor() - 1.0).max(0.0))
}

/// The event of a stake as it was typed, without the odds.
fn event(stake: &Stake) -> &str {
    stake.of.split(" pays ").next().unwrap_or(&stake.of)
}

/// `it is not`, `none is`.
fn none(number: usize) -> &'static str {
    if number == 1 { "it is not" } else { "none is" }
}

/// `this stake`, `these 18 stakes`, perhaps with its verb.
fn these(number: usize, with_verb: bool) -> String {
    let (words, verb) = match number {
        1 => ("this stake".to_owned(), "was"),
        many => (format!("these {many} stakes"), "were"),
    };
    if with_verb {
        format!("{words} {verb}")
    } else {
        words
    }
}

/// The stakes that are shown to be off, the farthest first: by a test that fails, or by the tolerance that was named.
fn beyond(routine: &Routine) -> Vec<&Stake> {
    let fails = routine
        .tests
        .iter()
        .any(|test| is_of_stakes(&test.statistic) && test.verdict == Verdict::Fail);
    let culprit = routine
        .anytime
        .as_ref()
        .is_some_and(|found| found.culprits.iter().any(|name| is_of_stakes(name)));
    let mut all: Vec<&Stake> = routine
        .stakes
        .iter()
        .filter(|stake| match stake.standing {
            Some(Standing::Beyond) => true,
            _ => (fails || culprit) && is_off(stake),
        })
        .collect();
    text::sorting::by(&mut all, |a, b| looks_off(b).total_cmp(&looks_off(a)));
    all
}

/// By how many times its own uncertainty a stake looks off.
fn looks_off(stake: &Stake) -> f64 {
    let [low, high] = stake.limits;
    let seen = stake.seen().unwrap_or(stake.fair);
    (seen - stake.fair).abs() / (high - low).max(f64::MIN_POSITIVE)
}

fn is_of_stakes(statistic: &str) -> bool {
    statistic.starts_with("stakes")
}

/// True if the limits leave out all fair chances.
fn is_off(stake: &Stake) -> bool {
    let ([low, high], [least, most]) = (stake.limits, stake.fair_limits());
    low > most || high < least
}

/// How far the stake is off that is named first, if one is shown to be.
pub(super) fn plainest(record: &Record, routine: &Routine) -> Option<String> {
    beyond(routine)
        .first()
        .map(|stake| off(stake, record, routine))
}

/// The cases of which the event has a share.
fn unit<'a>(stake: &'a Stake, record: &'a Record, routine: &Routine) -> &'a str {
    match &stake.cases {
        Some(cases) => cases,
        None if stake.hands == routine.decks => nouns::unit(&record.experiment, 2),
        None => "hands",
    }
}

/// How far a stake is off, in words.
fn off(stake: &Stake, record: &Record, routine: &Routine) -> String {
    let unit = unit(stake, record, routine);
    format!(
        "{} in {}% of {unit}; fair is {}%",
        stake.words,
        range([100.0 * stake.limits[0], 100.0 * stake.limits[1]]),
        written(100.0 * stake.fair, 4)
    )
}

/// Says in money how far stakes are off, and how many are not shown to be.
pub(super) fn meaning(record: &Record, routine: &Routine) -> Vec<String> {
    let Some(first) = routine.stakes.first() else {
        return Vec::new();
    };
    let beyond = beyond(routine);
    let mut lines = Vec::new();
    if depend(routine) {
        let units = nouns::unit(&record.experiment, 2);
        lines.push(format!(
            "Since the {units} go together or change, limits of stakes are of mean chances, each given the {units} before."
        ));
        lines.extend(open(record, routine));
        return lines;
    }
    for stake in beyond.iter().take(2).copied().chain(
        // A few stakes are told one by one.
        (beyond.is_empty() && routine.stakes.len() <= MOST_NAMED).then_some(first),
    ) {
        let told =
            (beyond.is_empty() && stake.odds.is_none()).then(|| share(stake, record, routine));
        lines.extend(told.or_else(|| money(stake)));
    }
    lines.extend(open(record, routine));
    lines.extend(farthest(record, routine));
    let others = routine.stakes.len() - beyond.len();
    // Limits may leave out what is fair where all tests of the run together are not sure.
    let odd = routine.stakes.iter().filter(|stake| is_off(stake)).count();
    if others > 0 && routine.stakes.len() > 1 && odd <= beyond.len() {
        let all = match (beyond.is_empty(), others) {
            (true, _) => format!("None of the {others} stakes is"),
            (false, 1) => "The other stake is not".to_owned(),
            (false, _) => format!("None of the other {others} stakes is"),
        };
        lines.push(format!(
            "{all} shown to be off ({} confidence for all limits together).",
            percent(first.confidence)
        ));
    }
    lines
}

fn percent(confidence: f64) -> String {
    format!("{}%", confidence_number(confidence))
}

/// Says how often the event of a stake comes up, and what a bet at fair odds gains.
fn share(stake: &Stake, record: &Record, routine: &Routine) -> String {
    let bet = stake.edge.map_or_else(String::new, |edge| {
        let [low, high] = outward(edge.map(|edge| 100.0 * edge), 3);
        format!(
            "; a bet at fair odds wins between {} and {}",
            signed(low, 3),
            signed(high, 3)
        )
    });
    format!(
        "`{}` comes up in {}% of {}, and in {}% of fair ones{bet}.",
        event(stake),
        range(stake.limits.map(|limit| 100.0 * limit)),
        unit(stake, record, routine),
        written(100.0 * stake.fair, 4)
    )
}

/// Returns true if subjects were shown to go together or to change: nothing was shown of one chance then.
fn depend(routine: &Routine) -> bool {
    let known = routine.departure.as_ref();
    known.is_some_and(|known| known.unaveraged.iter().any(|what| what.is_between_decks()))
}

/// Says where there is evidence that it is not decided whether stakes are off by more than the tolerance.
fn open(record: &Record, routine: &Routine) -> Option<String> {
    let tolerance = record.experiment.tolerance()?;
    let is = |standing| move |stake: &&Stake| stake.standing == Some(standing);
    let named: Vec<&Stake> = routine
        .stakes
        .iter()
        .filter(is(Standing::Undecided))
        .collect();
    if record.outcome != Outcome::Evidence
        || named.is_empty()
        || routine
            .stakes
            .iter()
            .any(|stake| is(Standing::Beyond)(&stake))
    {
        return None;
    }
    let units = nouns::unit(&record.experiment, 2);
    let what = match named[..] {
        [stake] => format!("`{}` is", event(stake)),
        _ => format!("{} of these stakes are", named.len()),
    };
    Some(format!(
        "These {units} do not tell whether {what} off by more than {}.",
        tolerance.in_words()
    ))
}

/// Of many stakes that are near enough, the one whose limits are the farthest away.
fn farthest(record: &Record, routine: &Routine) -> Option<String> {
    let tolerance = record.experiment.tolerance()?;
    let is_within = |stake: &Stake| stake.standing == Some(Standing::Within);
    if routine.stakes.len() <= MOST_NAMED || !routine.stakes.iter().all(is_within) {
        return None;
    }
    let off = |stake: &Stake| match tolerance {
        Tolerance::Points(_) => Some(stake.limits.map(|limit| limit - stake.fair)),
        Tolerance::Edge(_) => stake.edge,
    };
    let far = |stake: &&Stake| off(stake).map_or(0.0, |[low, high]| (-low).max(high));
    let stake = routine
        .stakes
        .iter()
        .max_by(|a, b| far(a).total_cmp(&far(b)))?;
    let [low, high] = outward(off(stake)?.map(|off| 100.0 * off), 3);
    let end = |off: f64| match tolerance {
        Tolerance::Edge(_) => signed(off, 3),
        Tolerance::Points(_) => signed(off, 3).replace('%', " points"),
    };
    Some(format!(
        "The farthest off may be `{}`: between {} and {}.",
        event(stake),
        end(low),
        end(high)
    ))
}

/// Says how much more a bet on a stake gains than it should.
fn money(stake: &Stake) -> Option<String> {
    let [low, high] = outward(stake.edge?.map(|edge| 100.0 * edge), 3);
    let (low, high) = (signed(low, 3), signed(high, 3));
    Some(match stake.odds {
        Some(odds) => format!(
            "A bet on `{}` at {} to 1 wins between {low} and {high} of the stake more than it should.",
            event(stake),
            figure(odds, 6)
        ),
        None => format!(
            "A bet on `{}` at fair odds wins between {low} and {high} of the stake.",
            event(stake)
        ),
    })
}

/// The stakes of the one routine of a first screen: those that are off first.
pub(super) fn small(record: &Record, routine: &Routine) -> Option<Table> {
    if routine.stakes.is_empty() {
        return None;
    }
    let of_draws = routine.stakes.iter().any(|stake| stake.cases.is_some());
    let of_points = matches!(record.experiment.tolerance(), Some(Tolerance::Points(_)));
    let mut table = head(routine.stakes.len(), (of_draws, of_points));
    let off = beyond(routine);
    let first = off.iter().copied();
    let is_first = |stake: &Stake| off.iter().any(|other| std::ptr::eq(*other, stake));
    let others = routine.stakes.iter().filter(|stake| !is_first(stake));
    let mut others: Vec<&Stake> = others.collect();
    // If there are many, those that are not decided come first, and then those that look farthest off.
    if routine.stakes.len() > MOST_NAMED {
        let is_decided = |stake: &Stake| stake.standing != Some(Standing::Undecided);
        text::sorting::by(&mut others, |a, b| {
            let open = is_decided(a).cmp(&is_decided(b));
            open.then(looks_off(b).total_cmp(&looks_off(a)))
        });
    }
    let all: Vec<&Stake> = first.chain(others).collect();
    let shown = if all.len() > MOST_ROWS {
        MOST_ROWS - 1
    } else {
        MOST_ROWS
    };
    for stake in all.iter().take(shown) {
        let mut row = row(stake, is_first(stake), of_points);
        if of_draws {
            row.insert(1, Cell::plain(text::names::grouped(stake.hands)));
        }
        table.rows.push(row);
    }
    if all.len() > shown {
        table
            .rows
            .push(left_out(all.len() - shown, table.head.len()));
    }
    Some(table)
}

/// The row that stands for others.
fn left_out(rows: usize, columns: usize) -> Vec<Cell> {
    let mut row = vec![Cell::default(); columns];
    row[0] = Cell::toned(format!("… and {rows} more"), Tone::Faint);
    row
}

/// Leaves a row out of the small table of so many stakes, which says how many are left out.
pub(super) fn shorten(table: &mut Table, stakes: usize) {
    // The last row says so, or its place is needed to say so.
    table.rows.truncate(table.rows.len().saturating_sub(2));
    let others = stakes.saturating_sub(table.rows.len());
    table.rows.push(left_out(others, table.head.len()));
}

/// Titles; among draws, each stake has its own number of cases.
fn head(stakes: usize, (of_draws, of_points): (bool, bool)) -> Table {
    let mut table = Table::default();
    let title = if stakes > MOST_NAMED {
        format!("stake, of {stakes}")
    } else {
        "stake".to_owned()
    };
    table.column(title, Align::Left);
    if of_draws {
        table.column("cases", Align::Right);
    }
    table.column("seen, %", Align::Right);
    table.column("fair, %", Align::Right);
    let limits = if of_points {
        "limits, %"
    } else {
        "a bet gains more, %"
    };
    table.column(limits, Align::Right);
    table.column("off?", Align::Left);
    table
}

fn row(stake: &Stake, is_off: bool, of_points: bool) -> Vec<Cell> {
    let percent = |share: f64| written(100.0 * share, 4);
    let limits = if of_points {
        Some(stake.limits)
    } else {
        stake.edge
    };
    let limits = limits.map(|limits| range(limits.map(|limit| 100.0 * limit)));
    let verdict = match (stake.standing, is_off) {
        (Some(Standing::Within), true) => Cell::toned("yes, within", Tone::Doubtful),
        (Some(Standing::Undecided), true) => Cell::toned("yes, how far: open", Tone::Bad),
        (_, true) => Cell::toned("yes", Tone::Bad),
        (Some(Standing::Within), _) => Cell::toned("within", Tone::Good),
        _ if self::is_off(stake) => Cell::toned("odd", Tone::Doubtful),
        (Some(Standing::Undecided), _) => Cell::toned("open", Tone::Doubtful),
        _ => Cell::toned("no sign", Tone::Good),
    };
    vec![
        Cell::plain(&stake.of),
        Cell::plain(stake.seen().map_or_else(String::new, percent)),
        Cell::plain(percent(stake.fair)),
        Cell::plain(limits.unwrap_or_default()),
        verdict,
    ]
}

/// All stakes of all routines, for reports.
pub(super) fn full(record: &Record) -> Table {
    let routines = ours(record);
    let several = routines.len() > 1;
    let mut table = Table::default();
    if several {
        table.column("routine", Align::Left);
    }
    let of_draws = routines
        .iter()
        .flat_map(|routine| &routine.stakes)
        .any(|stake| stake.cases.is_some());
    for (title, align) in [
        ("stake", Align::Left),
        (if of_draws { "cases" } else { "hands" }, Align::Right),
        ("seen, %", Align::Right),
        ("limits, %", Align::Right),
        ("fair, %", Align::Right),
        ("a bet gains more, %", Align::Right),
        ("fair by", Align::Left),
    ] {
        table.column(title, align);
    }
    for routine in routines {
        for stake in &routine.stakes {
            let percent = |share: f64| written(100.0 * share, 5);
            let hundred = |limits: [f64; 2]| range(limits.map(|limit| 100.0 * limit));
            let mut row = Vec::new();
            if several {
                row.push(Cell::plain(&routine.name));
            }
            row.extend([
                Cell::plain(&stake.of),
                Cell::plain(text::names::grouped(stake.hands)),
                Cell::plain(stake.seen().map_or_else(String::new, percent)),
                Cell::plain(hundred(stake.limits)),
                Cell::plain(percent(stake.fair)),
                Cell::plain(stake.edge.map_or_else(String::new, hundred)),
                Cell::plain(&stake.by),
            ]);
            table.rows.push(row);
        }
    }
    table
}

/// The stakes of a watch in a line of its log: each of a few, or how many are shown to be off.
pub(super) fn in_a_line(stakes: &[Stake]) -> Option<String> {
    if stakes.len() <= MOST_NAMED {
        let each: Vec<String> = stakes.iter().map(seen).collect();
        return (!each.is_empty()).then(|| each.join(", "));
    }
    let off = stakes.iter().filter(|stake| is_off(stake)).count();
    Some(format!("{off} of {} stakes shown to be off", stakes.len()))
}

/// How often the event of a stake comes up: `first:2 pair 5.1 to 6.6% (fair 5.882%)`.
pub(super) fn seen(stake: &Stake) -> String {
    format!(
        "{} {}% (fair {}%{})",
        event(stake),
        range(stake.limits.map(|limit| 100.0 * limit)),
        written(100.0 * stake.fair, 4),
        match stake.standing {
            Some(Standing::Within) => ": within",
            Some(Standing::Beyond) => ": off",
            Some(Standing::Undecided) => ": open",
            None if is_off(stake) => ": off",
            None => "",
        }
    )
}

/// Says what the limits of a watch are.
pub(super) fn of_watch(stakes: &[Stake], first: &Stake) -> String {
    let all = match stakes.len() {
        1 => "These limits hold".to_owned(),
        many => format!("All limits of these {many} stakes hold together,"),
    };
    format!(
        "{all} at all times at once, with {} confidence, for the mean chance of the decks so far",
        percent(first.confidence)
    )
}

/// The place where chances are fair, in words.
pub(super) fn fair(record: &Record) -> &'static str {
    let mut stakes = ours(record).into_iter().flat_map(|routine| &routine.stakes);
    if stakes.any(|stake| stake.cases.is_some()) {
        "among fair draws"
    } else {
        "in fair decks"
    }
}

/// The note above all stakes.
pub(super) fn note(record: &Record) -> String {
    let mut stakes = ours(record).into_iter().flat_map(|routine| &routine.stakes);
    let first = stakes.next();
    let confidence = first.map_or(1.0, |stake| stake.confidence);
    let fair = fair(record);
    format!(
        "How often each event comes up. All `limits` of a routine hold together with {} confidence. `a bet gains more`: with \
         odds, how much more of the stake a bet wins than {fair}; without, how much it wins at fair odds.",
        percent(confidence)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_how_many_rows_are_left_out() {
        let mut table = head(14, (false, false));
        table.rows = vec![left_out(0, 5); 12];
        let mut shown = Vec::new();
        for _ in 0..3 {
            shorten(&mut table, 14);
            let last = &table.rows[table.rows.len() - 1][0].text;
            shown.push((table.rows.len(), last.clone()));
        }
        let says = [
            (11, "… and 4 more"),
            (10, "… and 5 more"),
            (9, "… and 6 more"),
        ];
        assert_eq!(shown, says.map(|(rows, last)| (rows, last.to_owned())));
    }
}
