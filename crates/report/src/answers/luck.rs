//! `luck`: how rare a draw is, for one game, for many, and for the unluckiest of many players; the page.

use crate::glance::capital;
use crate::table::Page;
use record::answers::luck::{Games, Luck, Origin, Players, Side};
use record::answers::proof::Proof;
use text::names::{figure, grouped, one_in, percent_said};

/// The answer on a page.
pub fn page(page: &mut Page, found: &Luck, _name: &str, _cards: usize) {
    let (of, unit) = match &found.from {
        Origin::Deck { cards, .. } => (format!(" (of {})", grouped(*cards as u64)), GAMES),
        Origin::Draws { .. } => (String::new(), SERIES),
    };
    page.line(format!(
        "{}{of}: {}, where all is fair.",
        capital(&found.words),
        rare(found.exactly, unit)
    ));
    if let Some(tail) = found.tail {
        page.line(format!("{}: {}.", side(tail.side), rare(tail.chance, unit)));
    }
    if let Some(games) = found.games {
        page.line(of_games(games, unit));
    }
    if let (Some(games), Some(players)) = (found.games, found.players) {
        of_players(page, (games, players), unit);
    }
    page.line(
        "An event that is chosen after it came proves nothing: some rare one comes up in every long log.",
    );
    if !found.proofs.is_empty() {
        page.line("What proves something: choose the event now, then log all that come next.");
    }
    for proof in &found.proofs {
        page.line(shown(*proof, unit));
    }
    page.line(format!("The log: {}.", found.log.rows));
    page.line(found.log.command.clone());
    page.line(
        "This looks at all that the log holds, and needs more of it to find this one event too often.",
    );
    page.note(format!(
        "exact: {}, and the binomial law of {} that know nothing of each other",
        found.by, unit.1
    ));
}

/// What the draw comes in, one of them and several; and those who play.
type Unit = (&'static str, &'static str);
const GAMES: Unit = ("game", "games");
const SERIES: Unit = ("series", "series");
const PLAYERS: Unit = ("player", "players");

/// So many of them.
fn of_unit(number: u64, (one, many): Unit) -> String {
    format!(
        "{} {}",
        grouped(number),
        if number == 1 { one } else { many }
    )
}

/// A share: "one game in 2,381 (0.042%)", or in per cent alone where it is no rare one.
fn rare(chance: f64, (one, many): Unit) -> String {
    if chance <= 0.0 {
        return format!("fewer than one {one} in 10^300");
    }
    if chance >= OFTEN {
        return format!("{} of {many}", percent_said(chance));
    }
    let one = one_in(chance).replacen("one in", &format!("one {one} in"), 1);
    if chance < RARE {
        one
    } else {
        format!("{one} ({}%)", figure(100.0 * chance, 3))
    }
}

/// Shares from here on are said in per cent, and those below the second one by their number of games alone.
const OFTEN: f64 = 0.1;
const RARE: f64 = 1e-6;

fn side(side: Side) -> &'static str {
    match side {
        Side::Fewer => "So few or fewer",
        Side::More => "So many or more",
    }
}

/// Such draws among several games.
fn of_games(games: Games, unit: Unit) -> String {
    let times = match games.times {
        1 => "once".to_owned(),
        times => format!("{} times", grouped(times)),
    };
    format!(
        "That comes at least {times} in {} for {}.",
        of_unit(games.of, unit),
        rare(games.chance, PLAYERS)
    )
}

/// Many players.
fn of_players(page: &mut Page, (games, players): (Games, Players), unit: Unit) {
    page.line(format!(
        "Of {} with {} each, {} are expected to see that. With a chance of {}, one or more do.",
        of_unit(players.players, PLAYERS),
        of_unit(games.of, unit),
        number(players.expected),
        chance(players.some)
    ));
    page.line(match players.unluckiest {
        0 => "More likely than not, none of them ever sees such a draw.".to_owned(),
        times => format!(
            "The unluckiest of them sees it {} or more, with a chance of {}.",
            match times {
                1 => "once".to_owned(),
                times => format!("{} times", grouped(times)),
            },
            chance(players.unluckiest_chance)
        ),
    });
}

/// A chance in per cent: what is neither certain nor impossible is not said to be.
fn chance(chance: f64) -> String {
    match percent_said(chance).as_str() {
        "100%" => "almost 100%".to_owned(),
        "0%" => "almost 0%".to_owned(),
        said => said.to_owned(),
    }
}

/// An expected number.
fn number(expected: f64) -> String {
    if expected >= 1e3 {
        grouped(expected.round() as u64)
    } else {
        figure(expected, 3)
    }
}

/// Games that would show it.
fn shown(proof: Proof, unit: Unit) -> String {
    let often = if proof.ratio.total_cmp(&2.0).is_eq() {
        "Twice".to_owned()
    } else {
        format!("{} times", figure(proof.ratio, 3))
    };
    match (proof.games, proof.at_least) {
        (Some(games), Some(times)) => format!(
            "{often} as often: {} or more of {} show it (level {}, power {}%).",
            grouped(times),
            of_unit(games, unit),
            figure(proof.level, 3),
            figure(100.0 * proof.power, 3)
        ),
        _ => format!(
            "{often} as often: more than 10^12 {} are needed to show it.",
            unit.1
        ),
    }
}
