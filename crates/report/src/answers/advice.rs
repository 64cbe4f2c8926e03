//! The routine that mixes best in the time that there is; the page.

use std::collections::BTreeMap;

use crate::table::Page;
use record::answers::advice::{Advice, Advised, By, Depends, FRESH, Figure, Survival};
use text::names::{figure, grouped, significant};

/// In a cell.
fn survival_words(survival: Survival) -> &'static str {
    match survival {
        Survival::Holds => "holds",
        Survival::Close => "as good, or nearly",
        Survival::Flips => "flips",
    }
}

fn scale(advice: &Advice) -> By {
    By::named(&advice.by).unwrap_or(By::Calls)
}

/// A score with its unit.
fn with_unit(advice: &Advice, score: f64) -> String {
    let unit = match scale(advice) {
        By::Calls => " cards",
        By::OpeningHands => " of hands",
        By::Clumps => " pairs",
        By::Neighbours => " neighbours",
        By::TotalVariation => " in total variation",
    };
    format!("{}{unit}", figure(score, 2))
}

/// Tells what an advised routine does, to be read aloud.
fn effect(advice: &Advice, one: &Advised, cards: usize) -> String {
    let found = one.figures.get(&advice.by);
    let cards = grouped(cards as u64);
    let Some(found) = found else {
        return match (one.score_at_least, one.score_at_most) {
            (low, high) if high - low < 1e-9 => {
                format!(
                    "it is {} from an ideal shuffle in total variation",
                    figure(high, 4)
                )
            }
            (low, high) => format!(
                "it is between {} and {} from an ideal shuffle in total variation",
                figure(low, 4),
                figure(high, 4)
            ),
        };
    };
    let (mean, fair) = (significant(found.mean, 3), significant(found.fair, 3));
    match scale(advice) {
        By::OpeningHands => format!(
            "{}% of opening hands of seven have fewer than two or more than five cards of the type {}; of fair ones {}%",
            significant(100.0 * found.mean, 3),
            advice.first_type,
            significant(100.0 * found.fair, 3)
        ),
        By::Clumps => {
            format!("{mean} of {cards} cards lie on one of their own type; in a fair deck {fair}")
        }
        By::Neighbours => {
            format!("{mean} pairs of neighbours are still together; in a fair deck {fair}")
        }
        _ => format!(
            "by the rules tried, an opponent who has watched it {} times calls {mean} of {cards} cards right; of a fair deck {fair}",
            grouped(FRESH as u64)
        ),
    }
}

/// The figure of a routine on one scale, with its standard error.
fn shown(figures: &BTreeMap<String, Figure>, by: By) -> String {
    let found = figures.get(by.name());
    found.map_or_else(String::new, |found| {
        let digits = if by == By::OpeningHands { 4 } else { 2 };
        format!(
            "{:.digits$} ± {:.digits$}",
            found.mean, found.standard_error
        )
    })
}

/// The head of a column of figures.
fn head(by: By) -> &'static str {
    match by {
        By::Calls => "calls",
        By::OpeningHands => "hands to send back",
        By::Clumps => "clumps",
        By::Neighbours => "neighbours",
        By::TotalVariation => "total variation",
    }
}

/// The answer on a page.
pub fn page(page: &mut Page, found: &Advice, _name: &str, cards: usize) {
    let Some(best) = &found.best else {
        page.line(format!(
            "A deck of {} cards that was ideally shuffled, and that nobody has seen since, stays fair whatever is done with it, or nothing.",
            grouped(cards as u64)
        ));
        return;
    };
    page.line(format!(
        "Within {} s, do {} ({} s): {}.",
        figure(found.within, 6),
        best.routine,
        figure(best.seconds, 4),
        effect(found, best, cards)
    ));
    page.line(sure(found, best));
    if let Some(line) = on_what_it_depends(found) {
        page.line(line);
    }
    frontier(page, found);
    beside(page, found, best);
    variations(page, found);
    notes(page, found, best);
}

/// Tells how sure it is that nothing is better.
fn sure(found: &Advice, best: &Advised) -> String {
    let searched = if found.all {
        format!(
            "all {} routines of these moves that fit",
            grouped(found.routines as u64)
        )
    } else {
        format!(
            "the {} routines searched, which are not all that fit",
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
            "The advice stays as good as any{nearly}, in each of the {} variations of hands and times below.",
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
        .right("seconds", |one| figure(one.seconds, 4))
        .left("best within them", |one| one.routine.clone());
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
    table
        .right("none better by", |one| figure(one.within, 2))
        .faint("ties", |one| match (one.tied.first(), one.ties) {
            (None, _) => String::new(),
            (Some(first), 1) => first.clone(),
            (Some(first), ties) => format!("{first} and {} more", grouped(ties as u64 - 1)),
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
    for by in By::MEASURED {
        table = table.right(head(by), |row| shown(row.3, by));
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

fn notes(page: &mut Page, found: &Advice, best: &Advised) {
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
    if scale(found) == By::Calls {
        page.note(format!(
            "cards called: an opponent has watched {} decks in the search, {} for the figures, names the likeliest card at each \
             place, and sees it; where cards lay before does not matter to him, as he knows it",
            grouped(found.watched as u64),
            grouped(FRESH as u64)
        ));
    }
}
