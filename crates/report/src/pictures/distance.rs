//! Pictures of how far each routine is from fair: what of its total variation is shown, and what is not known.

use super::super::chart::{Axis, Key, Picture, Piece, Rows, Swatch};
use super::super::glance::{from_fair, ours};
use super::super::tables::failed;
use super::Judged;
use record::{Record, Routine, TotalVariation};
use text::names::short;
use text::sorting;

const WIDE: f64 = 440.0;

/// Below this an interval is drawn as a point.
const NARROW: f64 = 0.004;

/// Where all are farther from fair than this, the share that is left of 1 tells them apart.
const ALIKE: f64 = 0.999;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let routines = ours(record).into_iter();
    let mut known: Vec<(&Routine, &TotalVariation)> = routines
        .filter_map(|routine| Some((routine, routine.total_variation.as_ref()?)))
        .collect();
    // Nothing is known over all orders of sequences and hands.
    if known.len() < 2 || known.iter().all(|(_, distance)| is_unknown(distance)) {
        return Vec::new();
    }
    let alike = known
        .iter()
        .all(|(_, distance)| distance.most() <= 0.0 || distance.least() > ALIKE);
    let far = known.iter().filter(|(_, distance)| distance.most() > 0.0);
    let scale = if alike && far.count() > 1 {
        Scale::Nines
    } else {
        Scale::Plain
    };
    sorting::by(&mut known, |(_, a), (_, b)| {
        let ((a_least, a_most), (b_least, b_most)) = (scale.ends(a), scale.ends(b));
        a_least.total_cmp(&b_least).then(a_most.total_cmp(&b_most))
    });
    let names: Vec<String> = known
        .iter()
        .map(|(routine, _)| routine.name.clone())
        .collect();
    let ends: Vec<String> = known
        .iter()
        .map(|(_, distance)| scale.said(distance))
        .collect();
    let top = known.iter().map(|(_, distance)| scale.ends(distance).0);
    let top = match scale {
        Scale::Plain => 1.0,
        Scale::Nines => (1.15 * top.fold(0.0, f64::max)).ceil(),
    };
    let mut rows = Rows::new(WIDE, Axis::new(scale.axis(), 0.0, top), &names).ends(&ends);
    for (row, ((routine, distance), end)) in known.iter().zip(&ends).enumerate() {
        draw(&mut rows, row, (routine, distance), (scale, top), end);
    }
    let unknown = "from there to what is proved: not known".to_owned();
    let picture = Picture {
        quiet: false,
        name: "distance",
        title: title(&known, scale),
        about: scale.about().to_owned(),
        legend: vec![
            Key {
                class: "seen",
                swatch: Swatch::Area,
                means: "at least so far".to_owned(),
            },
            Key {
                class: "",
                swatch: Swatch::Hatched,
                means: unknown,
            },
            Key {
                class: "s0",
                swatch: Swatch::Dot,
                means: "known".to_owned(),
            },
        ],
        panels: vec![rows.panel("", &format!("Total variation of {} routines.", known.len()))],
    };
    vec![Judged {
        picture,
        shows: None,
    }]
}

/// A row: solid as far as is shown, hatched as far as is not known, with a point where the value is.
fn draw(
    rows: &mut Rows,
    row: usize,
    (routine, distance): (&Routine, &TotalVariation),
    (scale, top): (Scale, f64),
    end: &str,
) {
    if is_unknown(distance) {
        return;
    }
    let says = format!("{}: {end}", routine.name);
    let (from, to) = scale.ends(distance);
    let to = to.min(top);
    if from > 0.0 {
        let piece = Piece {
            from: 0.0,
            to: from,
            class: "seen",
            says: says.clone(),
        };
        rows.pieces(row, &[piece]);
    }
    if (to - from) / top < NARROW {
        rows.dot("s0", row, from, &says);
    } else {
        rows.hatched(row, (from, to), &says);
    }
}

/// The scales of a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// Total variation itself.
    Plain,
    /// −log10(1 − total variation): the number of nines with which it begins.
    Nines,
}

impl Scale {
    /// The least and the most that it can be on this scale.
    fn ends(self, distance: &TotalVariation) -> (f64, f64) {
        let nines = |gap: f64| {
            if gap > 0.0 {
                -libm::log10(gap)
            } else {
                f64::INFINITY
            }
        };
        match self {
            Self::Plain => (distance.least(), distance.most()),
            // A value that rounds to 1 has its gap at the lower end alone.
            Self::Nines => match distance.exact {
                Some(exact) if exact < 1.0 => (nines(1.0 - exact), nines(1.0 - exact)),
                _ => (nines(distance.lower_gap), nines(1.0 - distance.upper)),
            },
        }
    }

    fn axis(self) -> &'static str {
        match self {
            Self::Plain => "total variation from a fair shuffle",
            Self::Nines => "nines of the total variation",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Plain => {
                "Total variation over all orders: 0 is fair, 1 is as far from it as can be."
            }
            Self::Nines => {
                "Total variation over all orders, by its nines: −log10(1 − total variation). 3 is 0.999, 0 is fair. By total \
                 variation itself all that are not fair look the same."
            }
        }
    }

    /// The words at the end of a row.
    fn said(self, distance: &TotalVariation) -> String {
        if is_unknown(distance) {
            return "not known".to_owned();
        }
        if self == Self::Plain || distance.most() <= 0.0 {
            return from_fair(distance);
        }
        let (least, most) = self.ends(distance);
        let nines = short(least, 2);
        if most - least < NARROW {
            format!("{nines} nines")
        } else {
            format!("at least {nines} nines")
        }
    }
}

fn title(known: &[(&Routine, &TotalVariation)], scale: Scale) -> String {
    // A routine that is fair by itself may be used so that its decks are not.
    let refuted = |routine: &Routine| {
        let watched = routine.anytime.as_ref();
        failed(routine) > 0 || watched.is_some_and(|found| !found.culprits.is_empty())
    };
    let is_fair =
        |routine: &Routine, distance: &TotalVariation| distance.most() <= 0.0 && !refuted(routine);
    let (best, nearest) = known[0];
    let (worst, farthest) = known[known.len() - 1];
    if is_fair(best, nearest) {
        let mut all = known.iter();
        return match all.find(|(routine, distance)| !is_fair(routine, distance)) {
            Some((next, distance)) if scale == Scale::Plain => format!(
                "{} is fair; the next, {}, is {} from it.",
                best.name,
                next.name,
                from_fair(distance)
            ),
            Some((next, _)) => format!(
                "{} is fair; all others, {} the least of them, are over {ALIKE} from it.",
                best.name, next.name
            ),
            None => "All of them are fair.".to_owned(),
        };
    }
    if is_unknown(nearest) {
        let about = "no distance is shown";
        return format!(
            "{} is {} from fair; of {}, {about}.",
            worst.name,
            from_fair(farthest),
            best.name
        );
    }
    if scale == Scale::Nines {
        return format!(
            "All are over {ALIKE} from fair: after {} total variation has {}, after {} {}.",
            best.name,
            scale.said(nearest),
            worst.name,
            scale.said(farthest)
        );
    }
    format!(
        "{} is {} from fair, {} {}.",
        best.name,
        from_fair(nearest),
        worst.name,
        from_fair(farthest)
    )
}

/// Returns true if nothing is shown or proved of it.
fn is_unknown(distance: &TotalVariation) -> bool {
    distance.most() - distance.least() >= 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn distance(lower: f64, lower_gap: f64, upper: f64, exact: Option<f64>) -> TotalVariation {
        TotalVariation {
            lower,
            lower_gap,
            lower_by: String::new(),
            confidence: 0.999,
            upper,
            upper_by: String::new(),
            exact,
            exact_by: None,
            tried: BTreeMap::new(),
        }
    }

    #[test]
    fn nines_tell_apart_what_rounds_to_one() {
        let ends = |of: &TotalVariation| Scale::Nines.ends(of);
        let proved = distance(1.0, 1e-21, 1.0, None);
        assert!((ends(&proved).0 - 21.0).abs() < 1e-9 && ends(&proved).1.is_infinite());
        let known = distance(0.999_9, 1e-4, 1.0, Some(0.999_99));
        assert!((ends(&known).0 - 5.0).abs() < 1e-6 && (ends(&known).1 - 5.0).abs() < 1e-6);
        // An exact value that rounds to 1 is no closer known than its lower end.
        let rounded = distance(1.0, 1e-47, 1.0, Some(1.0));
        assert!((ends(&rounded).0 - 47.0).abs() < 1e-9);
        assert_eq!(Scale::Nines.said(&rounded), "at least 47 nines");
        let fair = distance(0.0, 1.0, 0.0, Some(0.0));
        assert_eq!(ends(&fair), (0.0, 0.0));
        assert_eq!(Scale::Nines.said(&fair), "0");
    }

    #[test]
    fn what_is_not_known_has_no_bar() {
        let mut rows = Rows::new(400.0, Axis::new("", 0.0, 1.0), &["a".to_owned()]);
        let routine: Routine = serde_json::from_value(serde_json::json!({
            "name": "S", "control": false, "decks": 1, "statistics": {}, "tests": [], "checks": [], "total_variation": null,
        }))
        .unwrap();
        let nothing = distance(0.0, 1.0, 1.0, None);
        draw(&mut rows, 0, (&routine, &nothing), (Scale::Plain, 1.0), "");
        let part = distance(0.4, 0.6, 1.0, None);
        let empty = rows.panel("", "").body.into_string();
        assert!(
            !empty.contains("hatch") && !empty.contains("rect"),
            "{empty}"
        );
        let mut rows = Rows::new(400.0, Axis::new("", 0.0, 1.0), &["a".to_owned()]);
        draw(&mut rows, 0, (&routine, &part), (Scale::Plain, 1.0), "");
        let both = rows.panel("", "").body.into_string();
        assert!(both.contains("hatch") && both.contains("seen"), "{both}");
    }
}
