//! The routine that mixes best in the time that there is, or the check of one; the page.

use std::collections::BTreeMap;

use crate::glance::listed;
use crate::table::Page;
use record::answers::advice::{
    Advice, Advised, Bet, By, Check, CheckedRow, CheckedScale, Depends, EnoughOf, Figure, Limits,
    Survival, Verdict,
};
use text::names::{figure, grouped, percent, significant};

/// In a cell.
fn survival_words(survival: Survival) -> &'static str {
    match survival {
        Survival::Holds => "as good as any",
        Survival::Close => "as good, or nearly",
        Survival::Flips => "another is better",
    }
}

fn scale(advice: &Advice) -> By {
    By::named(&advice.by).unwrap_or(By::Calls)
}

/// A score with its unit.
fn with_unit(advice: &Advice, score: f64) -> String {
    let unit = match scale(advice) {
        By::OpeningHands => return format!("{}% of hands", significant(100.0 * score, 2)),
        By::Stake => return of_stake(score),
        By::Calls => "cards",
        By::Clumps => "pairs",
        By::Neighbours => "neighbours",
        By::TotalVariation => "in total variation",
    };
    format!("{} {unit}", figure(score, 2))
}

/// A share of what is staked.
fn of_stake(edge: f64) -> String {
    format!("{}% of the stake", figure(100.0 * edge, 2))
}

/// A total variation that is far from fair.
const FAR: f64 = 0.8;

/// Returns true if another routine may be better by nearly all that there is: to advise one would be no advice.
fn is_unknown(advice: &Advice, best: &Advised) -> bool {
    scale(advice) == By::TotalVariation && best.within >= FAR
}

/// Returns true if no routine that fits is anywhere near an ideal shuffle in total variation: the simplest of them would be
/// no advice.
fn is_hopeless(advice: &Advice, best: &Advised) -> bool {
    scale(advice) == By::TotalVariation && best.score_at_least - best.within >= FAR
}

/// Tells what an advised routine does, to be read aloud.
fn effect(advice: &Advice, one: &Advised, cards: usize) -> String {
    let found = one.figures.get(&advice.by);
    let cards = grouped(cards as u64);
    let Some(found) = found else {
        return match (one.score_at_least, one.score_at_most) {
            (low, high) if high - low < 1e-9 => {
                format!(
                    "its total variation from an ideal shuffle is {}",
                    figure(high, 4)
                )
            }
            (low, high) => format!(
                "its total variation from an ideal shuffle is between {} and {}",
                figure(low, 4),
                figure(high, 4)
            ),
        };
    };
    let (mean, fair) = (significant(found.mean, 3), significant(found.fair, 3));
    if let Some(bet) = &advice.stake {
        return of_bet(bet, one, found);
    }
    match scale(advice) {
        By::OpeningHands => format!(
            "{}% of opening hands of seven have fewer than two or more than five cards of the type {}; in fair decks {}%",
            significant(100.0 * found.mean, 3),
            advice.first_type,
            significant(100.0 * found.fair, 3)
        ),
        By::Clumps => {
            format!(
                "{mean} of {cards} cards lie on one of their own type; in a fair deck {fair} do"
            )
        }
        By::Neighbours => {
            format!(
                "{mean} pairs of old neighbours still lie together, in either order; in a fair deck {fair} do"
            )
        }
        _ => format!(
            "by the rules tried, an opponent who watched it {} times calls {mean} of {cards} cards right; in a fair deck {fair}",
            grouped(advice.watched as u64)
        ),
    }
}

/// Tells how often the event of a stake comes up, and by how much a bet on it is off.
fn of_bet(bet: &Bet, one: &Advised, found: &Figure) -> String {
    let odds = bet.odds.map_or_else(
        || "fair odds".to_owned(),
        |odds| format!("{} to 1", figure(odds, 6)),
    );
    format!(
        "{} in {} of decks; fair is {}. A bet on it at {odds} is off by {} of the stake",
        bet.words,
        percent(found.mean),
        percent(bet.fair),
        edges(one.score_at_least, one.score_at_most)
    )
}

/// Limits of an edge, rounded away from each other.
fn edges(low: f64, high: f64) -> String {
    let least = to_two_digits(100.0 * low, f64::floor);
    let most = figure(to_two_digits(100.0 * high, f64::ceil), 2);
    if low > 0.0 {
        format!("{}% to {most}%", figure(least, 2))
    } else {
        format!("at most {most}%")
    }
}

/// The figure of a routine on one scale, with its standard error.
fn shown(figures: &BTreeMap<String, Figure>, by: By) -> String {
    let found = figures.get(by.name());
    found.map_or_else(String::new, |found| with_error(found, by))
}

fn with_error(found: &Figure, by: By) -> String {
    let digits = match by {
        // The chance of a rare event has zeros first.
        By::Stake if found.standard_error > 0.0 => {
            (1 - libm::log10(found.standard_error).floor() as isize).clamp(4, 9)
        }
        By::OpeningHands | By::Stake => 4,
        _ => 2,
    };
    let digits = digits.unsigned_abs();
    format!(
        "{:.digits$} ± {:.digits$}",
        found.mean, found.standard_error
    )
}

/// The head of a column of figures.
fn head(by: By) -> &'static str {
    match by {
        By::Calls => "calls",
        By::OpeningHands => "hands to send back",
        By::Clumps => "clumps",
        By::Neighbours => "neighbours",
        By::TotalVariation => "total variation",
        By::Stake => "chance",
    }
}

/// The answer on a page.
pub fn page(page: &mut Page, found: &Advice, _name: &str, cards: usize) {
    if let Some(check) = &found.check {
        checked(page, found, check, cards);
        return;
    }
    let Some(best) = &found.best else {
        page.line(format!(
            "An ideally shuffled deck of {} cards that nobody has seen since stays fair, whatever you do with it.",
            grouped(cards as u64)
        ));
        return;
    };
    if is_unknown(found, best) {
        page.line(
            "Too little is proved of these moves to choose among them by total variation; --by calls tells routines apart.",
        );
        frontier(page, found);
        notes(page, found, best);
        return;
    }
    if is_hopeless(found, best) {
        page.line(format!(
            "Nothing that fits within {} s comes near an ideal shuffle in total variation; --by calls tells these routines apart.",
            figure(found.within, 6)
        ));
        frontier(page, found);
        notes(page, found, best);
        return;
    }
    page.line(format!(
        "Within {} s, do {} ({} s): {}.",
        figure(found.within, 6),
        best.routine,
        figure(best.seconds, 4),
        effect(found, best, cards)
    ));
    if let Some(line) = elsewhere(best, scale(found), cards) {
        page.line(line);
    }
    page.line(sure(found, best));
    if let Some(line) = as_good(found, best) {
        page.line(line);
    }
    if let Some(line) = on_what_it_depends(found) {
        page.line(line);
    }
    frontier(page, found);
    beside(page, found, best);
    variations(page, found);
    notes(page, found, best);
}

/// The check of a routine.
fn checked(page: &mut Page, found: &Advice, check: &Check, cards: usize) {
    let Some(own) = check.rows.first() else {
        return;
    };
    let answer = match Verdict::of(&own.scales).unwrap_or(Verdict::Nearly) {
        Verdict::Yes => "Yes",
        Verdict::No => "No",
        Verdict::Nearly => "Nearly",
    };
    page.line(format!(
        "Is {} enough for a deck of {} cards, by {}? {answer}.",
        check.routine,
        grouped(cards as u64),
        scales(own)
    ));
    for one in &own.scales {
        page.line(on_scale(one));
    }
    if let Some(limits) = &own.total_variation {
        page.line(apart(limits, found.confidence));
    }
    for one in &check.enough {
        page.line(enough(one, &scales(own)));
    }
    let mut table = page
        .table(&check.rows)
        .left("", |row| row.change.clone())
        .left("routine", |row| row.routine.clone());
    if check.rows.iter().all(|row| row.seconds.is_some()) {
        table = table.right("seconds", |row| {
            row.seconds
                .map_or_else(String::new, |seconds| figure(seconds, 4))
        });
    }
    for by in By::MEASURED.into_iter().chain([By::Stake]) {
        let of = move |row: &CheckedRow| row.scales.iter().find(|one| one.by == by.name()).cloned();
        if of(own).is_some() {
            table = table.right(head(by), move |row| {
                of(row).map_or_else(String::new, |one| with_error(&one.figure, by))
            });
        }
    }
    if check.rows.iter().all(|row| row.total_variation.is_some()) {
        table = table.right(head(By::TotalVariation), |row| {
            row.total_variation
                .as_ref()
                .map_or_else(String::new, between)
        });
    }
    table.left("enough", |row| {
        let verdict = Verdict::of(&row.scales);
        verdict.map_or("", Verdict::name).to_owned()
    });
    halves(page, found);
    for hands in &check.hands {
        page.note(format!("{} hands: {}", hands.how, hands.moves.join("; ")));
    }
    page.note(format!(
        "each row: {} decks, ± one standard error; answers with {}% confidence; cards called: an opponent has watched {} \
         decks and names the likeliest card at each place by the rules tried; other rules may call more",
        grouped(check.decks as u64),
        figure(100.0 * found.confidence, 6),
        grouped(found.watched as u64)
    ));
}

/// Limits of a total variation, in a cell.
fn between(limits: &Limits) -> String {
    let (low, high) = (limits.at_least, limits.at_most);
    let least = || figure(to_two_digits(low, f64::floor), 2);
    let most = || figure(to_two_digits(high, f64::ceil), 2);
    match (low > 0.0, high < 1.0) {
        _ if high < EXACT => "0".to_owned(),
        _ if high - low < EXACT => figure(high, 3),
        (true, true) => format!("{} to {}", least(), most()),
        (true, false) => format!("{} or more", least()),
        (false, true) => format!("{} or less", most()),
        (false, false) => "not known".to_owned(),
    }
}

/// Limits that are nearer are one value.
const EXACT: f64 = 1e-9;

/// Says what is known of the total variation.
fn apart(limits: &Limits, confidence: f64) -> String {
    let (low, high) = (limits.at_least, limits.at_most);
    if high - low < EXACT {
        return format!(
            "Not counted in this answer: its total variation from fair is {}.",
            figure(high, 3)
        );
    }
    let least = if low > 0.0 {
        format!(
            "is {} or more, with {}% confidence",
            figure(to_two_digits(low, f64::floor), 2),
            figure(100.0 * confidence, 6)
        )
    } else {
        "may be 0".to_owned()
    };
    let most = if high < 1.0 {
        format!(
            "it is proved to be at most {}",
            figure(to_two_digits(high, f64::ceil), 2)
        )
    } else {
        "no upper limit is proved".to_owned()
    };
    format!("Not counted in this answer: its total variation from fair {least}; {most}.")
}

/// Says what was seen on a scale, beside a fair deck.
fn seen(by: By, found: &Figure) -> String {
    let (mean, fair) = match by {
        By::OpeningHands | By::Stake => (percent(found.mean), percent(found.fair)),
        _ => (significant(found.mean, 3), significant(found.fair, 3)),
    };
    let what = match by {
        By::OpeningHands => "of opening hands would be sent back",
        By::Clumps => "cards lie on one of their type",
        By::Neighbours => "pairs of old neighbours still lie together, in either order",
        By::Stake => "of decks win the bet",
        _ => return format!("an opponent calls {mean} cards by the rules tried (fair: {fair})"),
    };
    format!("{mean} {what} (fair: {fair})")
}

/// Two digits of a limit, which is rounded away from the other one.
fn to_two_digits(limit: f64, round: fn(f64) -> f64) -> f64 {
    let digits = 1.0 - libm::floor(libm::log10(limit.max(1e-9)));
    let unit = libm::pow(10.0, digits);
    round(limit * unit) / unit
}

/// Says what a routine gives on a scale, and whether that is enough.
fn on_scale(one: &CheckedScale) -> String {
    let by = By::named(&one.by).unwrap_or(By::Calls);
    let seen = seen(by, &one.figure);
    let tie = match by {
        By::OpeningHands => percent(one.tie),
        By::Stake => of_stake(one.tie),
        _ => figure(one.tie, 3),
    };
    let (least, most) = (one.score_at_least, one.score_at_most);
    let end = |end: f64, round: fn(f64) -> f64| match by {
        By::OpeningHands => percent(to_two_digits(end, round)),
        By::Stake => of_stake(to_two_digits(end, round)),
        _ => figure(to_two_digits(end, round), 2),
    };
    let ends = [end(least, f64::floor), end(most, f64::ceil)];
    match one.verdict() {
        Verdict::Yes => format!(
            "Yes: {seen}. It is shown to be at most {} off; {tie} is allowed.",
            ends[1]
        ),
        Verdict::No => format!(
            "No: {seen}. It is shown to be at least {} off; {tie} is allowed.",
            ends[0]
        ),
        Verdict::Nearly => format!(
            "Nearly: {seen}. It is {} to {} off; {tie} is allowed.",
            ends[0], ends[1]
        ),
    }
}

/// The scales that a routine is looked at on.
fn scales(row: &CheckedRow) -> String {
    let known = row.scales.iter().filter_map(|one| By::named(&one.by));
    listed(&known.map(head).collect::<Vec<_>>())
}

/// Says how often the main move must be done by some hands.
fn enough(one: &EnoughOf, scales: &str) -> String {
    match &one.routine {
        Some(routine) => format!("With {} hands, {routine} is enough by {scales}.", one.hands),
        None => format!(
            "With {} hands, not even {} is shown to be enough.",
            one.hands, one.longest
        ),
    }
}

/// Standard errors beyond which a figure is surely off: missed once in some 16,000 times.
const SURELY: f64 = 4.0;

/// Tells on which other scales the advice is plainly unfair.
fn elsewhere(best: &Advised, deciding: By, cards: usize) -> Option<String> {
    let others = By::MEASURED.into_iter().filter(|by| *by != deciding);
    let off = others.filter_map(|by| {
        let one = best.figures.get(by.name())?;
        let off = match by {
            By::Calls => one.mean - one.fair,
            _ => libm::fabs(one.mean - one.fair),
        };
        let surely = off - SURELY * one.standard_error > by.tie(cards);
        let (mean, fair) = (significant(one.mean, 3), significant(one.fair, 3));
        surely.then(|| match by {
            By::Calls => format!("an opponent calls {mean} cards right (fair: {fair})"),
            _ => seen(by, one),
        })
    });
    let off: Vec<String> = off.collect();
    (!off.is_empty()).then(|| format!("But it is not fair in every way: {}.", off.join("; ")))
}

/// Names the routines that are as good.
fn as_good(found: &Advice, best: &Advised) -> Option<String> {
    let more = best.equals.saturating_sub(best.named.len());
    let mut named = best.named.clone();
    if more > 0 {
        named.push(format!("{} more", grouped(more as u64)));
    }
    let words = match named.split_last()? {
        (only, []) => only.clone(),
        (end, others) => format!("{} and {end}", others.join(", ")),
    };
    let are = if best.equals == 1 { "is" } else { "are" };
    Some(format!(
        "{words} {are} as good to within {}; {} is the simplest.",
        with_unit(found, found.tie),
        best.routine
    ))
}

/// Tells how sure it is that nothing is better.
fn sure(found: &Advice, best: &Advised) -> String {
    if found.all && found.routines == 1 {
        return "No other routine of these moves fits.".to_owned();
    }
    let searched = if found.all {
        format!(
            "all {} routines of these moves that fit",
            grouped(found.routines as u64)
        )
    } else {
        format!(
            "the {} routines looked at (short ones and repeated ones)",
            grouped(found.routines as u64)
        )
    };
    let sure = if scale(found) == By::TotalVariation {
        "proved".to_owned()
    } else {
        format!("{}% confidence", figure(100.0 * found.confidence, 6))
    };
    format!(
        "Of {searched}, none is better by more than {} ({sure}, for every time below at once).",
        with_unit(found, best.within)
    )
}

/// Tells if other hands, times and starts lead elsewhere.
fn on_what_it_depends(found: &Advice) -> Option<String> {
    let flips = |one: &&Depends| one.verdict == Survival::Flips;
    let failing: Vec<&Depends> = found.depends.iter().filter(flips).collect();
    if found.depends.is_empty() {
        return None;
    }
    if failing.is_empty() {
        let close = found
            .depends
            .iter()
            .any(|one| one.verdict == Survival::Close);
        let nearly = if close { ", or nearly" } else { "" };
        return Some(format!(
            "In each of the {} variations of hands and times below, the advice stays as good as any{nearly}.",
            found.depends.len()
        ));
    }
    let each = failing
        .iter()
        .map(|one| format!("if {}, {} is better", one.if_so, one.best));
    Some(format!(
        "It depends: {}.",
        each.collect::<Vec<_>>().join("; ")
    ))
}

/// The best of each time.
fn frontier(page: &mut Page, found: &Advice) {
    let deciding = scale(found);
    let table = page
        .table(&found.frontier)
        .right("within (s)", |one| figure(one.from, 4))
        .left("do", |one| one.routine.clone());
    let table = if deciding == By::TotalVariation {
        table.right(head(deciding), |one| {
            if one.score_at_most - one.score_at_least < 1e-9 {
                figure(one.score_at_most, 4)
            } else {
                format!(
                    "{} to {}",
                    figure(one.score_at_least, 3),
                    figure(one.score_at_most, 3)
                )
            }
        })
    } else {
        table.right(head(deciding), |one| shown(&one.figures, deciding))
    };
    let table = if deciding == By::Stake {
        table.right("bet off by", |one| {
            edges(one.score_at_least, one.score_at_most)
        })
    } else {
        table
    };
    table.right("none better by", |one| match deciding {
        By::Stake => format!("{}%", figure(100.0 * one.within, 2)),
        _ => figure(one.within, 2),
    });
}

/// The advice on each scale, and what is next to it.
fn beside(page: &mut Page, found: &Advice, best: &Advised) {
    let advice = (
        "the advice",
        best.routine.as_str(),
        best.seconds,
        &best.figures,
    );
    let near = found.nearby.iter().map(|one| {
        (
            one.change.as_str(),
            one.routine.as_str(),
            one.seconds,
            &one.figures,
        )
    });
    let rows: Vec<_> = std::iter::once(advice).chain(near).collect();
    let mut table = page
        .table(rows)
        .left("", |row| row.0.to_owned())
        .left("routine", |row| row.1.to_owned())
        .right("seconds", |row| figure(row.2, 4));
    let stake = found.stake.as_ref().map(|_| By::Stake);
    for by in stake.into_iter().chain(By::MEASURED) {
        table = table.right(head(by), move |row| shown(row.3, by));
    }
}

fn variations(page: &mut Page, found: &Advice) {
    if found.depends.is_empty() {
        return;
    }
    page.table(&found.depends)
        .left("if", |one| one.if_so.clone())
        .left("advice then", |one| one.advised.clone())
        .left("best then", |one| one.best.clone())
        .right("worse by", |one| {
            format!("{:.2} ± {:.2}", one.worse_by.max(0.0), one.error)
        })
        .left("", |one| survival_words(one.verdict));
}

/// Says what the types are, where nobody named them.
fn halves(page: &mut Page, found: &Advice) {
    if found.types.is_none() {
        page.note("hands and clumps: the upper and the lower half of the deck before count as two types; --types names others".to_owned());
    }
}

fn notes(page: &mut Page, found: &Advice, best: &Advised) {
    halves(page, found);
    let fair = best.figures.iter().filter_map(|(name, one)| {
        let by = By::named(name)?;
        Some(format!("{} {}", head(by), figure(one.fair, 4)))
    });
    page.note(format!(
        "of fair decks: {}",
        fair.collect::<Vec<_>>().join(", ")
    ));
    let times = found.moves.iter().map(|one| {
        format!(
            "{} {} s ({} to {}): {}",
            one.name,
            figure(one.usual, 3),
            figure(one.quick, 3),
            figure(one.slow, 3),
            one.meaning
        )
    });
    page.note(format!(
        "times are assumptions ({}changes them): {}",
        found
            .moves
            .first()
            .map_or_else(String::new, |one| format!("--times {}=… ", one.name)),
        times.collect::<Vec<_>>().join("; ")
    ));
    if let Some(bet) = &found.stake {
        page.note(format!("chance: of `{}`; fair by {}.", bet.of, bet.by));
    }
    if scale(found) == By::Calls {
        page.note(format!(
            "cards called: an opponent has watched {} decks, names the likeliest card at each place, and then sees it. He \
             knows where the cards lay before, so the start does not matter",
            grouped(found.watched as u64)
        ));
    }
}
