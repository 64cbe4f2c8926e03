//! Several routines from best to worst.
//!
//! They are ordered by total variation from an ideal shuffle: one is better than another where its interval lies wholly
//! below. Intervals that overlap, directly or through others between them, are a tie, which the cards decide that an
//! opponent calls, in the same way; what still overlaps stays a tie.

use super::meaning::{Calls, told};
use super::ours;
use record::{Record, Routine};
use text::sorting;

/// A routine and its place.
pub(super) struct Ranked<'a> {
    pub routine: &'a Routine,
    /// The rank, from 1; routines in a tie have the same.
    pub rank: usize,
    pub tied: bool,
}

/// The routines in their order, the best first.
pub(super) fn ranked(record: &Record) -> Vec<Ranked<'_>> {
    let ours = ours(record);
    let distance = |routine: &&Routine| {
        let distance = routine.total_variation.as_ref();
        distance.map_or((0.0, 1.0), |distance| (distance.least(), distance.most()))
    };
    let watched = record.experiment.until_decided.is_some();
    let calls = |routine: &&Routine| {
        let calls = Calls::of(routine).filter(|_| !watched);
        calls.map_or((0.0, f64::INFINITY), |calls| (calls.low, calls.high))
    };
    let mut all = Vec::new();
    for far in apart(ours, distance) {
        for tie in apart(far, calls) {
            let (rank, tied) = (all.len() + 1, tie.len() > 1);
            all.extend(tie.into_iter().map(|routine| Ranked {
                routine,
                rank,
                tied,
            }));
        }
    }
    all
}

/// Groups of `items` whose intervals overlap, in the order of the intervals; within a group in the order given.
fn apart<T>(items: Vec<T>, interval: impl Fn(&T) -> (f64, f64)) -> Vec<Vec<T>> {
    let mut by_start: Vec<(usize, (f64, f64))> = items.iter().map(&interval).enumerate().collect();
    sorting::by(&mut by_start, |(_, a), (_, b)| a.0.total_cmp(&b.0));
    let mut group_of = vec![0; items.len()];
    let (mut group, mut end) = (0, f64::INFINITY);
    for (at, (start, stop)) in by_start {
        if start > end {
            group += 1;
            end = stop;
        } else if end.is_infinite() && group == 0 && stop.is_finite() {
            end = stop;
        }
        end = end.max(stop);
        group_of[at] = group;
    }
    let mut groups: Vec<Vec<T>> = Vec::new();
    groups.resize_with(group + 1, Vec::new);
    for (item, group) in items.into_iter().zip(group_of) {
        groups[group].push(item);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Routines that a sentence names.
pub(super) const MOST_NAMED: usize = 8;

/// Says which is the best and which the worst, in a sentence.
pub(super) fn ranking(record: &Record) -> String {
    let all = ranked(record);
    let (Some(best), Some(worst)) = (all.first(), all.last()) else {
        return String::new();
    };
    if best.rank == worst.rank {
        return "These decks do not tell which of them is better.".to_owned();
    }
    let mut places: Vec<Vec<&str>> = Vec::new();
    let mut last = 0;
    for one in &all {
        if one.rank != last {
            places.push(Vec::new());
        }
        last = one.rank;
        if let Some(place) = places.last_mut() {
            place.push(&one.routine.name);
        }
    }
    let shown = |place: &Vec<&str>| match place.as_slice() {
        [one] => (*one).to_owned(),
        several => format!("{} (a tie)", several.join(" and ")),
    };
    let order = if all.len() <= MOST_NAMED {
        let places: Vec<String> = places.iter().map(shown).collect();
        format!("From best to worst: {}.", places.join(", then "))
    } else {
        let ends = (&places[0], &places[places.len() - 1]);
        format!("Best is {}, worst {}.", shown(ends.0), shown(ends.1))
    };
    let calls = |one: &Ranked<'_>| Calls::of(one.routine);
    let watched = record.experiment.until_decided.is_some();
    match (calls(best), calls(worst)) {
        (Some(least), Some(most)) if least.high < most.low && !watched => {
            let (few, fair) = told(least.mean, least.ideal, least.low > least.ideal);
            let (many, _) = told(most.mean, most.ideal, true);
            format!(
                "{order} An opponent who knows it calls {few} cards after {}, {many} after {} (fair: {fair}).",
                best.routine.name, worst.routine.name
            )
        }
        _ => order,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_that_overlap_are_a_tie_also_through_others() {
        let of = |intervals: &[(f64, f64)]| {
            let items: Vec<(usize, (f64, f64))> = intervals.iter().copied().enumerate().collect();
            let groups = apart(items, |(_, interval)| *interval);
            let numbers = |group: Vec<(usize, (f64, f64))>| {
                group.into_iter().map(|(at, _)| at).collect::<Vec<_>>()
            };
            groups.into_iter().map(numbers).collect::<Vec<_>>()
        };
        assert_eq!(of(&[(0.5, 0.6), (0.1, 0.2)]), [vec![1], vec![0]]);
        assert_eq!(
            of(&[(0.5, 1.0), (0.1, 0.2), (0.9, 1.0)]),
            [vec![1], vec![0, 2]]
        );
        assert_eq!(of(&[(0.0, 0.3), (0.2, 0.5), (0.4, 0.6)]), [vec![0, 1, 2]]);
        assert_eq!(of(&[(0.0, f64::INFINITY), (1.0, 2.0)]), [vec![0, 1]]);
        assert_eq!(
            of(&[(0.1, 0.1), (0.1, 0.1), (0.2, 0.2)]),
            [vec![0, 1], vec![2]]
        );
        assert!(of(&[]).is_empty());
    }
}
