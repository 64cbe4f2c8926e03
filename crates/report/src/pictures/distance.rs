//! Pictures of how far each routine is from fair: the interval in which its total variation lies.

use super::super::chart::{Axis, Picture, Piece, Rows};
use super::super::glance::{from_fair, ours};
use super::super::tables::failed;
use super::Judged;
use record::{Record, Routine, TotalVariation};
use text::sorting;

const WIDE: f64 = 620.0;

/// Below this an interval is drawn as a point.
const NARROW: f64 = 0.004;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let routines = ours(record).into_iter();
    let mut known: Vec<(&Routine, &TotalVariation)> = routines
        .filter_map(|routine| Some((routine, routine.total_variation.as_ref()?)))
        .collect();
    // Nothing is known over all orders of sequences and hands.
    if known.len() < 2 || known.iter().all(|(_, distance)| is_unknown(distance)) {
        return Vec::new();
    }
    sorting::by(&mut known, |(_, a), (_, b)| {
        (a.most() + a.least()).total_cmp(&(b.most() + b.least()))
    });
    let (best, nearest) = known[0];
    let (worst, farthest) = known[known.len() - 1];
    // A routine that is fair by itself may be used so that its decks are not.
    let is_fair = |routine: &Routine, distance: &TotalVariation| {
        let refuted = (routine.anytime.as_ref()).is_some_and(|found| !found.culprits.is_empty());
        distance.most() <= 0.0 && failed(routine) == 0 && !refuted
    };
    let title = if is_fair(best, nearest) {
        match known
            .iter()
            .find(|(routine, distance)| !is_fair(routine, distance))
        {
            Some((next, distance)) => format!(
                "{} is fair; the next, {}, is {} from it.",
                best.name,
                next.name,
                from_fair(distance)
            ),
            None => "All of them are fair.".to_owned(),
        }
    } else if is_unknown(nearest) {
        format!(
            "{} is {} from fair; of {} no distance is shown.",
            worst.name,
            from_fair(farthest),
            best.name
        )
    } else {
        format!(
            "{} is {} from fair, {} {}.",
            best.name,
            from_fair(nearest),
            worst.name,
            from_fair(farthest)
        )
    };
    let names: Vec<String> = known
        .iter()
        .map(|(routine, _)| routine.name.clone())
        .collect();
    let ends: Vec<String> = known
        .iter()
        .map(|(_, distance)| {
            if is_unknown(distance) {
                "not known".to_owned()
            } else {
                from_fair(distance)
            }
        })
        .collect();
    let axis = Axis::new("total variation from a fair shuffle", 0.0, 1.0);
    let mut rows = Rows::new(WIDE, axis, &names).ends(&ends);
    for (row, ((routine, distance), end)) in known.iter().zip(&ends).enumerate() {
        let says = format!("{}: {end}", routine.name);
        let (from, to) = (distance.least(), distance.most());
        if to - from < NARROW {
            rows.dot("s0", row, to, &says);
        } else {
            rows.pieces(
                row,
                &[Piece {
                    from,
                    to,
                    class: "seen",
                    says,
                }],
            );
        }
    }
    let picture = Picture {
        name: "distance",
        title,
        about: "Total variation over all orders: 0 is fair, 1 is as far from it as can be. A bar reaches from what was shown to \
                what is proved; a point is known."
            .to_owned(),
        legend: Vec::new(),
        panels: vec![rows.panel("", &format!("Total variation of {} routines.", known.len()))],
    };
    vec![Judged {
        picture,
        shows: None,
    }]
}

/// Returns true if nothing is shown or proved of it.
fn is_unknown(distance: &TotalVariation) -> bool {
    distance.most() - distance.least() >= 1.0
}
