//! `pocket-cube`: how many random moves scramble a pocket cube (2×2×2), and how far its states are from solved; the page.

use crate::table::Page;
use record::answers::pocket_cube::{After, PocketCube, Rules, Threshold};
use text::names::{figure, grouped, share};

/// The answer on a page.
pub fn page(page: &mut Page, found: &PocketCube, _name: &str, _cards: usize) {
    for threshold in found.thresholds.iter().take(1) {
        page.line(sentence(found, threshold));
    }
    let farthest = found.distances.last().copied().unwrap_or(0);
    page.line(format!(
        "With one corner held, a pocket cube has {} states. Each can be solved in {} moves or fewer, {} on average; {} of \
         them need all {}.",
        grouped(found.states.into()),
        found.farthest,
        figure(found.mean_distance, 5),
        grouped(farthest.into()),
        found.farthest
    ));
    if let Some(rules) = &found.rules {
        tell(page, rules);
    }
    if found.thresholds.len() > 1 {
        thresholds(page, found);
    }
    distances(page, found);
    by_moves(page, found);
    page.note(match found.metric.as_str() {
        "quarter" => "a move is a quarter turn of one of three faces, all six equally likely; a half turn takes two",
        _ => "a move is a quarter or half turn of one of three faces, all nine equally likely",
    });
    if found.no_repeat {
        page.note("no move turns the face that was turned just before");
    }
    page.note(
        "total variation: the most by which any event is likelier or less likely than if all states were equally likely",
    );
}

/// "19 random moves", "22 random quarter turns, no face twice in a row,".
fn random(cube: &PocketCube, moves: u32) -> String {
    let what = match (cube.metric.as_str(), moves) {
        ("quarter", 1) => "quarter turn",
        ("quarter", _) => "quarter turns",
        (_, 1) => "move",
        _ => "moves",
    };
    let never = if cube.no_repeat && moves > 1 {
        ", no face twice in a row,"
    } else {
        ""
    };
    format!("{moves} random {what}{never}")
}

/// The answer for one threshold, to be read aloud.
fn sentence(cube: &PocketCube, threshold: &Threshold) -> String {
    let below = threshold.below;
    if threshold.never {
        let within = cube.of_reached_half.as_deref().unwrap_or_default();
        let then = threshold.of_reached_half.map_or_else(String::new, |moves| {
            format!(
                " Within the half that can be reached, it is below {below} after {moves} moves ({}). To reach the other half too, \
                 let a coin say whether to make one more move.",
                at(within, moves)
            )
        });
        return format!(
            "If their number is known, quarter turns alone never scramble a pocket cube to within {below} of fair. Each swaps \
             corners an odd number of times, so half of the states are out of reach after any number of moves. The total \
             variation stays at 0.5 or more.{then}"
        );
    }
    let tv = &cube.total_variation;
    match threshold.moves {
        Some(0) => format!("A solved pocket cube is within {below} of fair."),
        Some(moves) => format!(
            "{} {} a pocket cube to within {below} of fair (total variation {}); {} {} not ({}).",
            random(cube, moves),
            if moves == 1 { "scrambles" } else { "scramble" },
            at(tv, moves),
            moves - 1,
            if moves == 2 { "does" } else { "do" },
            at(tv, moves - 1)
        ),
        None => format!(
            "{} do not scramble a pocket cube to within {below} of fair (total variation {}); I followed no more.",
            random(cube, tv.len() as u32 - 1),
            at(tv, tv.len() as u32 - 1)
        ),
    }
}

/// The number in a list that belongs to so many moves.
fn at(list: &[f64], moves: u32) -> String {
    list.get(moves as usize)
        .copied()
        .map_or_else(String::new, share)
}

fn thresholds(page: &mut Page, found: &PocketCube) {
    let number = |moves: Option<u32>, never: bool| match (moves, never) {
        (Some(moves), _) => moves.to_string(),
        (None, true) => "never".to_owned(),
        (None, false) => format!("more than {}", found.total_variation.len() - 1),
    };
    let table = page
        .table(&found.thresholds)
        .right("below", |threshold| threshold.below)
        .right("moves", |threshold| {
            number(threshold.moves, threshold.never)
        });
    if found.of_reached_half.is_some() {
        table.right("of the reached half", |threshold| {
            number(threshold.of_reached_half, false)
        });
    }
}

/// Shows how many states need so many moves, beside how likely that is after random ones.
fn distances(page: &mut Page, found: &PocketCube) {
    let mut table = page
        .table(0..found.distances.len())
        .right("moves to solve", |distance| *distance)
        .right("states", |&distance| {
            grouped(found.distances[distance].into())
        })
        .right("share", |&distance| {
            few(f64::from(found.distances[distance]) / f64::from(found.states))
        });
    for after in found.after.iter().take(COLUMNS) {
        let title = match after.moves {
            1 => "after 1 random".to_owned(),
            moves => format!("after {moves} random"),
        };
        table = table.right(&title, |&distance| few(after.distances[distance]));
    }
    let mean = |after: &After| format!("{} after {}", figure(after.mean_distance, 5), after.moves);
    let means: Vec<String> = found.after.iter().map(mean).collect();
    if !means.is_empty() {
        page.note(format!(
            "moves to solve on average: {} over all states; after random moves: {}",
            figure(found.mean_distance, 5),
            means.join(", ")
        ));
    }
}

/// Numbers of moves whose laws stand beside each other, at the most; the answer itself has all.
const COLUMNS: usize = 4;

/// Rows of the table by moves, at the most: the last ones.
const ROWS: usize = 41;

fn by_moves(page: &mut Page, found: &PocketCube) {
    let all = found.total_variation.len();
    let first = all.saturating_sub(ROWS);
    let table = page
        .table(first..all)
        .right("random moves", |moves| *moves)
        .right("total variation", |&moves| {
            share(found.total_variation[moves])
        });
    if let Some(within) = &found.of_reached_half {
        table.right("from the reached half", |&moves| share(within[moves]));
    }
    if first > 0 {
        page.note(format!(
            "the first {first} numbers of moves are left out; `--json` has all"
        ));
    }
}

/// A probability in few digits; nothing for none.
fn few(share: f64) -> String {
    match share {
        0.0 => "0".to_owned(),
        share if share < 1e-4 => format!("{share:.1e}"),
        share => format!("{share:.4}"),
    }
}

/// Tells what was found about the rules.
fn tell(page: &mut Page, rules: &Rules) {
    let digits = |list: &[u8]| {
        let digits: Vec<String> = list.iter().map(u8::to_string).collect();
        digits.join(" ")
    };
    page.table(&rules.moves)
        .left("turn", |moved| moved.turn.clone())
        .left("cubies 0 to 7 go to", |moved| digits(&moved.goes_to))
        .left("codes in cubicles 0 to 7", |moved| digits(&moved.codes))
        .right("sum", |moved| moved.sum);
    page.line(format!(
        "Tags may be put on the cubicles in {} ways. In {} of them, the orientation codes follow the rule \"rearranged, plus \
         those of the move\" for each cubie and quarter turn. In {} of them, the codes of each move add up to a multiple of \
         three. Of all {} cases ({} for each of {} ways from cubicle to cubicle), {} keep the circular order of the codes.",
        grouped(rules.conventions.into()),
        grouped(rules.compose.into()),
        grouped(rules.sum_to_zero.into()),
        rules.cases * rules.sources,
        rules.cases,
        rules.sources,
        rules.cases_kept
    ));
    page.line(format!(
        "The pocket cube has {} arrangements with orientations; one in {} is a state, {} in all. The 3x3x3 has {}; one in {} is \
         a state, {} in all. Both numbers of states are counted from what turns do to stickers.",
        exact(rules.pocket.pairs),
        rules.pocket.one_in,
        exact(rules.pocket.states),
        exact(rules.three.pairs),
        rules.three.one_in,
        exact(rules.three.states)
    ));
}

/// A whole number that a double holds exactly, in groups of digits.
fn exact(number: f64) -> String {
    const GROUP: u128 = 1_000_000_000_000_000;
    let number = number as u128;
    match (number / GROUP) as u64 {
        0 => grouped(number as u64),
        high => {
            // A digit in front keeps the zeros at the left of the lower part.
            let low = grouped((number % GROUP + GROUP) as u64);
            format!("{}{}", grouped(high), &low[1..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_keep_all_digits() {
        assert_eq!(exact(3_674_160.0), "3,674,160");
        assert_eq!(
            exact(43_252_003_274_489_856_000.0),
            "43,252,003,274,489,856,000"
        );
        assert_eq!(
            exact(519_024_039_293_878_272_000.0),
            "519,024,039,293,878,272,000"
        );
        assert_eq!(exact(1e15), "1,000,000,000,000,000");
    }

    #[test]
    fn what_is_rare_has_an_exponent() {
        assert_eq!(
            [few(0.0), few(2.7e-7), few(0.25)],
            ["0", "2.7e-7", "0.2500"]
        );
    }
}
