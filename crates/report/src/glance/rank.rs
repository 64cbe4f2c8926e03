//! Several routines, and which of them is shown to be better than which, on a scale that is said.
//!
//! One is better than another on a scale where its interval lies wholly below. The level of each interval is that of its
//! own routine, whatever else is run. There are two scales: the total variation from an ideal shuffle, and, where that
//! does not separate two, the cards that the rules tried call. Intervals that overlap say nothing: there are no ties,
//! and routines have a range of places (Goldstein and Spiegelhalter, 1996), from the number of those that are better to
//! the number of those that are not worse.

use super::answer::listed;
use super::calls::Calls;
use super::meaning::told;
use super::{SAME, ours};
use record::{Record, Routine};
use text::sorting;

/// A routine and the places that it may have.
pub(super) struct Ranked<'a> {
    pub routine: &'a Routine,
    /// The best place that it may have, from 1, and the last.
    pub places: (usize, usize),
}

impl Ranked<'_> {
    /// `1`, `2 to 4`
    pub fn place(&self) -> String {
        match self.places {
            (best, last) if best == last => best.to_string(),
            (best, last) => format!("{best} to {last}"),
        }
    }
}

/// The routines in their order, those that fewest are better than first, as they were given where nothing tells.
pub(super) fn ranked(record: &Record) -> Vec<Ranked<'_>> {
    let ours = ours(record);
    let scales = Scales::of(record, &ours);
    let places = places(ours.len(), |a, b| scales.better(a, b));
    let mut all: Vec<Ranked<'_>> = (ours.into_iter().zip(places))
        .map(|(routine, places)| Ranked { routine, places })
        .collect();
    sorting::by_key(&mut all, |one| one.places);
    all
}

/// Lower is better; the ends of an interval.
type Interval = (f64, f64);

/// The intervals of all routines on both scales.
struct Scales {
    distance: Vec<Interval>,
    calls: Vec<Interval>,
}

impl Scales {
    fn of(record: &Record, routines: &[&Routine]) -> Self {
        let distance = |routine: &&Routine| {
            let distance = routine.total_variation.as_ref();
            distance.map_or((0.0, 1.0), |distance| (distance.least(), distance.most()))
        };
        // The intervals of calls are for a number of decks that was fixed.
        let fixed = record.experiment.until_decided.is_none();
        let calls = |routine: &&Routine| {
            let calls = Calls::of(routine).filter(|_| fixed);
            calls.map_or((0.0, f64::INFINITY), |calls| (calls.low, calls.high))
        };
        let mut scales = Self {
            distance: routines.iter().map(distance).collect(),
            calls: routines.iter().map(calls).collect(),
        };
        if scales.contradict() {
            scales.calls.fill((0.0, f64::INFINITY));
        }
        scales
    }

    fn nearer(&self, a: usize, b: usize) -> bool {
        self.distance[a].1 < self.distance[b].0 - SAME
    }

    /// Calls decide where distances do not.
    fn fewer(&self, a: usize, b: usize) -> bool {
        let told = self.nearer(a, b) || self.nearer(b, a);
        !told && self.calls[a].1 < self.calls[b].0
    }

    fn better(&self, a: usize, b: usize) -> bool {
        self.nearer(a, b) || self.fewer(a, b)
    }

    /// Returns true if some are better than each other in a circle, which one scale alone never says.
    fn contradict(&self) -> bool {
        let mut left: Vec<usize> = (0..self.distance.len()).collect();
        while !left.is_empty() {
            let best = |a: &usize| left.iter().all(|b| !self.better(*b, *a));
            let Some(at) = left.iter().position(best) else {
                return true;
            };
            left.swap_remove(at);
        }
        false
    }
}

/// The best and the last place that each of so many may have.
fn places(number: usize, better: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let count = |is: &dyn Fn(usize) -> bool| (0..number).filter(|other| is(*other)).count();
    let place = |one| {
        let (above, below) = (
            count(&|other| better(other, one)),
            count(&|other| better(one, other)),
        );
        (1 + above, number - below)
    };
    (0..number).map(place).collect()
}

/// Routines that a sentence names.
pub(super) const MOST_NAMED: usize = 8;

/// Says what is shown of all of them by a scale, in names; `None` if it separates none.
fn order(names: &[&str], better: impl Fn(usize, usize) -> bool) -> Option<String> {
    let all = 0..names.len();
    let worse: Vec<Vec<usize>> = all
        .clone()
        .map(|a| all.clone().filter(|b| better(a, *b)).collect())
        .collect();
    if worse.iter().all(Vec::is_empty) {
        return None;
    }
    let mut line: Vec<usize> = all.clone().collect();
    sorting::by_key(&mut line, |a| std::cmp::Reverse(worse[*a].len()));
    let of = |which: &[usize]| which.iter().map(|at| names[*at]).collect::<Vec<_>>();
    if line.windows(2).all(|pair| better(pair[0], pair[1])) {
        return Some(format!("from best to worst {}", of(&line).join(", then ")));
    }
    if names.len() > MOST_NAMED {
        let bettered = |one: usize| worse.iter().any(|worse| worse.contains(&one));
        let best: Vec<usize> = line.iter().copied().filter(|one| !bettered(*one)).collect();
        let last: Vec<usize> = line
            .iter()
            .copied()
            .filter(|one| worse[*one].is_empty())
            .collect();
        let end = |which: &[usize], better: &str, at_end: &str| match which {
            few if few.len() <= 3 => {
                format!("nothing is shown to be {better} than {}", listed(&of(few)))
            }
            many => format!("{} of {} may be {at_end}", many.len(), names.len()),
        };
        return Some(format!(
            "{}; {}",
            end(&best, "better", "best"),
            end(&last, "worse", "worst")
        ));
    }
    // Only the nearest are named: those after them follow.
    let mut parts: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for a in line {
        let follows = |b: usize| worse[a].iter().any(|between| worse[*between].contains(&b));
        let next: Vec<usize> = worse[a].iter().copied().filter(|b| !follows(*b)).collect();
        if next.is_empty() {
            continue;
        }
        match parts.iter_mut().find(|(_, than)| *than == next) {
            Some((which, _)) => which.push(a),
            None => parts.push((vec![a], next)),
        }
    }
    let part = |(which, than): &(Vec<usize>, Vec<usize>)| {
        let be = if which.len() == 1 { "is" } else { "are" };
        format!(
            "{} {be} better than {}",
            listed(&of(which)),
            listed(&of(than))
        )
    };
    Some(parts.iter().map(part).collect::<Vec<_>>().join("; "))
}

/// Says which is shown to be better than which, and on which scale.
pub(super) fn ranking(record: &Record) -> String {
    let ours = ours(record);
    let scales = Scales::of(record, &ours);
    let names: Vec<&str> = ours.iter().map(|routine| routine.name.as_str()).collect();
    let by_distance = order(&names, |a, b| scales.nearer(a, b));
    let by_calls = order(&names, |a, b| scales.fewer(a, b));
    let mut parts = Vec::new();
    match (by_distance, by_calls) {
        (None, None) => return "These decks do not tell which of them is better.".to_owned(),
        (Some(distance), None) => {
            parts.push(format!("By total variation over whole orders: {distance}."));
        }
        (None, Some(calls)) => {
            parts.push(format!("By the cards that the rules tried call: {calls}."));
        }
        (Some(distance), Some(calls)) => {
            parts.push(format!("By total variation over whole orders: {distance}."));
            parts.push(format!(
                "Where that does not tell, by the cards that the rules tried call: {calls}."
            ));
        }
    }
    parts.extend(ends(&ours, &scales));
    parts.join(" ")
}

/// The calls of the routines that are farthest apart by them.
fn ends(ours: &[&Routine], scales: &Scales) -> Option<String> {
    let calls = |at: &usize| Calls::of(ours[*at]);
    let known: Vec<usize> = (0..ours.len())
        .filter(|at| scales.calls[*at].1.is_finite())
        .collect();
    let by = |a: &&usize, b: &&usize| scales.calls[**a].0.total_cmp(&scales.calls[**b].0);
    let (few, many) = (known.iter().min_by(by)?, known.iter().max_by(by)?);
    if scales.calls[*few].1 >= scales.calls[*many].0 {
        return None;
    }
    let (least, most) = (calls(few)?, calls(many)?);
    let (fewest, fair) = told(least.mean, least.ideal, least.low > least.ideal);
    let (largest, _) = told(most.mean, most.ideal, true);
    Some(format!(
        "The rules tried call {fewest} cards after {}, {largest} after {} (fair: {fair}).",
        ours[*few].name, ours[*many].name
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scales(distance: &[Interval], calls: &[Interval]) -> Scales {
        Scales {
            distance: distance.to_vec(),
            calls: calls.to_vec(),
        }
    }

    fn of(scales: &Scales) -> Vec<(usize, usize)> {
        places(scales.distance.len(), |a, b| scales.better(a, b))
    }

    #[test]
    fn overlapping_intervals_are_no_rank_and_no_chain_ties_what_is_apart() {
        let nothing = [(0.0, f64::INFINITY); 3];
        // The second overlaps both others, which are apart.
        let chain = scales(&[(0.0, 0.04), (0.0, 1.0), (0.41, 1.0)], &nothing);
        assert_eq!(of(&chain), [(1, 2), (1, 3), (2, 3)]);
        let names = ["fair", "open", "far"];
        let said = order(&names, |a, b| chain.better(a, b)).unwrap();
        assert_eq!(said, "fair is better than far");
        let apart = scales(&[(0.5, 0.6), (0.1, 0.2), (0.7, 0.9)], &nothing);
        assert_eq!(of(&apart), [(2, 2), (1, 1), (3, 3)]);
        let said = order(&names, |a, b| apart.better(a, b)).unwrap();
        assert_eq!(said, "from best to worst open, then fair, then far");
        let same = scales(&[(0.1, 0.1); 3], &nothing);
        assert_eq!(of(&same), [(1, 3); 3]);
        assert_eq!(order(&names, |a, b| same.better(a, b)), None);
    }

    #[test]
    fn calls_decide_where_distances_do_not_and_never_against_them() {
        let distance = [(0.0, 0.04), (0.41, 1.0), (0.9, 1.0)];
        let both = scales(&distance, &[(4.6, 4.7), (4.4, 4.5), (8.0, 9.0)]);
        assert_eq!(of(&both), [(1, 1), (2, 2), (3, 3)]);
        assert!(!both.contradict());
        // The first is nearer than the second, which has fewer calls than the third, and that than the first.
        let circle = scales(
            &[(0.0, 0.2), (0.3, 1.0), (0.1, 0.9)],
            &[(9.0, 10.0), (4.0, 5.0), (6.0, 7.0)],
        );
        assert!(circle.contradict());
    }

    /// Two routines are compared alike, whoever else is there.
    #[test]
    fn others_change_nothing_between_two() {
        let all = scales(
            &[(0.3, 0.35), (0.9, 0.95), (0.34, 1.0), (0.0, 1.0)],
            &[(4.5, 4.6), (4.9, 5.0), (4.55, 4.95), (4.7, 4.8)],
        );
        let two = scales(&all.distance[..2], &all.calls[..2]);
        assert_eq!(two.better(0, 1), all.better(0, 1));
        assert_eq!(two.better(1, 0), all.better(1, 0));
    }
}
