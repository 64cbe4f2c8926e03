//! Pictures of how far each routine is from fair: what of its total variation is shown, and what is not known.

use super::super::chart::{Axis, Key, Picture, Piece, Rows, Swatch};
use super::super::glance::{from_fair, listed, ours};
use super::super::nouns;
use super::super::tables::failed;
use super::{Judged, labels, named};
use record::{Record, Routine, TotalVariation};
use text::names::short;
use text::sorting;

const WIDE: f64 = 440.0;

/// The name by which an answer names it.
const QUANTITY: &str = "total_variation";

/// Below this an interval is drawn as a point.
const NARROW: f64 = 0.004;

/// What is no farther from fair is fair to the eye.
const NEARLY_FAIR: f64 = 0.001;

/// Where all are farther from fair than this, the share that is left of 1 tells them apart.
const ALIKE: f64 = 0.999;

pub(super) fn pictures(record: &Record) -> Vec<Judged> {
    let routines = ours(record).into_iter();
    let mut known: Vec<(&Routine, &TotalVariation)> = routines
        .filter_map(|routine| Some((routine, routine.total_variation.as_ref()?)))
        .collect();
    // Nothing is known over all orders of sequences and of some hands.
    known.retain(|(_, distance)| !is_unknown(distance));
    if known.len() < 2 {
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
    let names = labels(record, known.iter().map(|(routine, _)| *routine));
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
    for (row, ((_, distance), end)) in known.iter().zip(&ends).enumerate() {
        draw(&mut rows, row, (&names[row], distance), (scale, top), end);
    }
    let unknown = "from there to what is proved: not known".to_owned();
    let picture = Picture {
        // Dots at 0 show that nothing is wrong; they need no room.
        quiet: known
            .iter()
            .all(|(_, distance)| distance.most() < NEARLY_FAIR),
        name: "distance",
        title: title(record, &known, scale),
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
    (name, distance): (&str, &TotalVariation),
    (scale, top): (Scale, f64),
    end: &str,
) {
    let says = format!("{name}: {end}");
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

fn title(record: &Record, known: &[(&Routine, &TotalVariation)], scale: Scale) -> String {
    // A routine that is fair by itself may be used so that its decks are not.
    let refuted = |routine: &Routine| {
        let watched = routine.anytime.as_ref();
        failed(routine) > 0 || watched.is_some_and(|found| !found.culprits.is_empty())
    };
    let is_fair =
        |routine: &Routine, distance: &TotalVariation| distance.most() <= 0.0 && !refuted(routine);
    let done = |routine: &Routine| nouns::done(record, routine);
    let far: Vec<(&Routine, &TotalVariation)> = known
        .iter()
        .filter(|(routine, distance)| !is_fair(routine, distance))
        .copied()
        .collect();
    let (Some(&(best, nearest)), Some(&(worst, farthest))) = (far.first(), far.last()) else {
        return "All of them are fair.".to_owned();
    };
    let mut told = named::among(record, QUANTITY, far.clone(), |(of, _)| &of.name);
    if told.is_empty() {
        told.push((best, nearest));
        told.extend((worst.name != best.name).then_some((worst, farthest)));
    }
    let alike = told
        .iter()
        .all(|(_, distance)| from_fair(distance) == from_fair(told[0].1));
    let each = |said: &dyn Fn(&TotalVariation) -> String| {
        let all = told.iter();
        let all = all.map(|(of, distance)| format!("{} after {}", said(distance), done(of)));
        all.collect::<Vec<_>>().join(", ")
    };
    if scale == Scale::Nines {
        return format!(
            "All are over {ALIKE} from fair: total variation has {}.",
            each(&|distance| scale.said(distance))
        );
    }
    if alike && told.len() > 1 {
        let all: Vec<String> = told.iter().map(|(of, _)| done(of)).collect();
        return format!(
            "The order is {} from fair after {}.",
            from_fair(told[0].1),
            listed(&all)
        );
    }
    let first = format!(
        "{} from fair after {}",
        from_fair(told[0].1),
        done(told[0].0)
    );
    let rest = told[1..].iter();
    let rest = rest.map(|(of, distance)| format!(", {} after {}", from_fair(distance), done(of)));
    format!("The order is {first}{}.", rest.collect::<String>())
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
    fn what_is_not_known_is_hatched() {
        let part = distance(0.4, 0.6, 1.0, None);
        let mut rows = Rows::new(400.0, Axis::new("", 0.0, 1.0), &["a".to_owned()]);
        draw(&mut rows, 0, ("S", &part), (Scale::Plain, 1.0), "");
        let both = rows.panel("", "").body.into_string();
        assert!(both.contains("hatch") && both.contains("seen"), "{both}");
    }
}
