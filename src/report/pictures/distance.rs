//! How far each routine is from fair: the interval in which its total variation lies.

use maud::html;

use super::super::chart::{Panel, Picture, at, cut, shown as fit};
use super::super::glance::ours;
use super::super::tables::{interval, share};
use crate::record::{Record, Routine, TotalVariation};

/// The room of a row, and of the names on the left.
const ROW: f64 = 20.0;
const NAMES: f64 = 150.0;
const ACROSS: f64 = 330.0;
const VALUES: f64 = 170.0;
const TEXT: f64 = 11.0;

/// Below this an interval is drawn as a point.
const NARROW: f64 = 0.004;

pub(super) fn pictures(record: &Record) -> Vec<Picture> {
    let routines = ours(record).into_iter();
    let mut known: Vec<(&Routine, &TotalVariation)> = routines
        .filter_map(|routine| Some((routine, routine.total_variation.as_ref()?)))
        .collect();
    if known.len() < 2 {
        return Vec::new();
    }
    known.sort_by(|(_, a), (_, b)| (a.most() + a.least()).total_cmp(&(b.most() + b.least())));
    let (best, nearest) = known[0];
    let (worst, farthest) = known[known.len() - 1];
    let title = if nearest.most() <= 0.0 {
        match known.iter().find(|(_, distance)| distance.most() > 0.0) {
            Some((next, distance)) => format!(
                "{} is fair; the next, {}, is {} from it.",
                best.name,
                next.name,
                said(distance)
            ),
            None => "All of them are fair.".to_owned(),
        }
    } else {
        format!(
            "{} is {} from fair, {} {}.",
            best.name,
            said(nearest),
            worst.name,
            said(farthest)
        )
    };
    let wide = NAMES + ACROSS + VALUES;
    let high = known.len() as f64 * ROW + 38.0;
    let x = |value: f64| NAMES + value.clamp(0.0, 1.0) * ACROSS;
    let bottom = high - 34.0;
    let body = html! {
        g class="grid" {
            @for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
                path d={ "M" (at(x(tick))) " 0V" (at(bottom)) } {}
            }
        }
        @for (row, (routine, distance)) in known.iter().enumerate() {
            @let middle = (row as f64 + 0.5) * ROW;
            @let (low, high) = (x(distance.least()), x(distance.most()));
            text x=(at(NAMES - 8.0)) y=(at(middle + 4.0)) text-anchor="end" { (cut(&fit(&routine.name), TEXT, NAMES - 12.0)) }
            @if distance.most() - distance.least() < NARROW {
                g class="dots s0" { circle cx=(at(high)) cy=(at(middle)) r="4" { title { (routine.name) ": " (interval(distance)) } } }
            } @else {
                g class="seen" {
                    rect x=(at(low)) y=(at(middle - 4.0)) width=(at(high - low)) height="8" {
                        title { (fit(&routine.name)) ": between " (interval(distance)) }
                    }
                }
            }
            text x=(at(NAMES + ACROSS + 8.0)) y=(at(middle + 4.0)) { (cut(&interval(distance), TEXT, VALUES - 8.0)) }
        }
        path class="axis" d={ "M" (at(NAMES)) " " (at(bottom)) "h" (at(ACROSS)) } {}
        g class="names" {
            @for (tick, name) in [(0.0, "0"), (0.25, ".25"), (0.5, ".5"), (0.75, ".75"), (1.0, "1")] {
                text x=(at(x(tick))) y=(at(bottom + 14.0)) text-anchor="middle" { (name) }
            }
            text x=(at(NAMES + 0.5 * ACROSS)) y=(at(high - 4.0)) text-anchor="middle" { "total variation from a fair shuffle" }
        }
    };
    vec![Picture {
        name: "distance",
        title,
        about: "Total variation over all orders: 0 is fair, 1 is as far from it as can be. A bar reaches from what was shown to \
                what is proved; a point is known."
            .to_owned(),
        legend: Vec::new(),
        panels: vec![Panel {
            label: String::new(),
            size: (wide, high),
            words: format!("Total variation of {} routines.", known.len()),
            matrix: None,
            body,
        }],
    }]
}

/// `.21 to .22`, `at least .999`
fn said(distance: &TotalVariation) -> String {
    match (distance.least(), distance.most()) {
        (least, most) if most - least < NARROW => share(most),
        (least, most) if most >= 1.0 => format!("at least {}", share(least)),
        _ => interval(distance),
    }
}
