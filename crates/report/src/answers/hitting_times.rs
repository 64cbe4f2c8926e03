//! `hit`: how many shuffles until a card is first at a position; the page.

use super::parts::SHOWN;
use crate::table::Page;
use record::answers::hitting_times::{HittingTimes, Time};
use text::names::figure;

/// How often something is done on average, in words.
fn often(mean: f64) -> String {
    match figure(mean, 8).as_str() {
        "1" => "once".to_owned(),
        many => format!("{many} times"),
    }
}

/// The answer on a page.
pub fn page(page: &mut Page, found: &HittingTimes, name: &str, cards: usize) {
    let top = found.from.first().copied().flatten();
    page.line(match top {
        Some(time) => format!(
            "On average {name} is done {} until the top card of {cards} first comes to position {}.",
            often(time.mean),
            found.to
        ),
        None => format!(
            "The top card of {cards} may never come to position {} by {name}.",
            found.to
        ),
    });
    page.line(match found.mean_return {
        Some(mean) => format!(
            "A card that starts there comes back when it is done {}, on average.",
            often(mean)
        ),
        None => "A card that starts there may never come back.".to_owned(),
    });
    let step = cards.div_ceil(SHOWN);
    let shown = found.from.iter().enumerate().step_by(step);
    let text = |time: &Option<Time>, of: fn(&Time) -> f64| {
        let text = time.as_ref().map(|time| figure(of(time), 9));
        text.unwrap_or_else(|| "may never come".to_owned())
    };
    page.table(shown)
        .right("from", |(at, _)| at + 1)
        .right("mean", |(_, time)| text(time, |time| time.mean))
        .right("std. deviation", |(_, time)| {
            text(time, |time| time.standard_deviation)
        });
    let means: Vec<f64> = (found.from.iter())
        .map_while(|time| time.map(|time| time.mean))
        .collect();
    if means.len() == cards && cards <= CURVE {
        page.picture(
            format!(
                "Mean by starting position, 1 to {cards}, without {} itself:",
                found.to
            ),
            curve(&means, found.to),
        );
    }
    if step > 1 {
        page.note(format!("positions in steps of {step}; `--json` has all"));
    }
}

/// Positions of which a curve is drawn, at the most: a line of a terminal.
const CURVE: usize = 100;

/// Draws a block for each value, from the lowest (a low block) to the highest (a full one); a gap at the target, where a card
/// is at once.
fn curve(values: &[f64], target: usize) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let others = || (1..).zip(values).filter(|(place, _)| *place != target);
    let low = others().fold(f64::INFINITY, |low, (_, value)| low.min(*value));
    let high = others().fold(f64::NEG_INFINITY, |high, (_, value)| high.max(*value));
    let block = |(place, value): (usize, &f64)| {
        if place == target {
            return ' ';
        }
        let share = if high > low {
            (value - low) / (high - low)
        } else {
            0.0
        };
        BLOCKS[(share * 7.0).round() as usize]
    };
    (1..).zip(values).map(block).collect()
}
