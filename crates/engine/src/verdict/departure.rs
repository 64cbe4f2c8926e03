//! The size of a departure from the ideal shuffle, and how much it matters, in a run of any kind.
//!
//! Evidence says that a shuffle departs; it does not say by how much, and with enough decks any departure is seen. So
//! its size is judged by itself, in the same way for a fixed number of decks and for a run that stops once it is
//! decided: by what is proved of the shuffle, and by the [limits](statistic::Wager::limit) of the laws over
//! all decks that its statistics bound. Each limit is too small with a probability of at most β, however often one
//! looks. Where *all* of them are at most δ, each of these laws is within δ; β is not shared out, since one law farther
//! off than δ would need its own limit to be wrong. That bounds these laws and nothing else: only what is proved of all
//! orders makes a shuffle fair for practical purposes.
//!
//! A departure may hide from laws over all decks: one bad deck among many moves none of them, and one card that
//! prefers a place moves none by much. Such evidence, and that of a test whose law nothing bounds, is never made small
//! by them. Bad decks and decks that come again are not fair at all, as their harm does not lie in a mean; nor are decks
//! that depend on those before them in a law that is farther off than δ.

use statistic::wager::radius;
use statistic::{Design, Probe, Tally};
use text::judgement::{Extent, Unaveraged};

/// A law over all decks that a statistic bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Law {
    /// The law, in words.
    pub bounds: String,
    /// The upper limit of its total variation from the ideal one.
    pub limit: f64,
    /// The total variation of the counts, which is above 0 by chance alone too; `None` where there are so few that the
    /// limit is 1, and tells nothing of them.
    pub counted: Option<f64>,
}

impl Law {
    /// The law that `probe` bounds, on `tally`, if it bounds one; its limit is too small with a probability of at
    /// most `error`.
    pub fn of(probe: &Probe, design: &Design, tally: &Tally, error: f64) -> Option<Self> {
        let wager = probe.statistic().wager(design)?;
        let limit = wager.limit(tally, error)?;
        Some(Self {
            bounds: wager.bounds(),
            limit,
            counted: (limit < 1.0)
                .then(|| (limit - radius(tally.subjects() as f64, error)).max(0.0)),
        })
    }
}

/// All that is known of the size of a routine's departure.
#[derive(Debug, Clone, PartialEq)]
pub struct Known<'a> {
    /// The laws of the decks themselves that are bounded.
    pub laws: &'a [Law],
    /// The total variation over all orders is at least this: by what is proved, or by an event that was counted.
    pub at_least: f64,
    /// It is proved to be at most this, for independent decks that are all shuffled alike; 1 for others.
    pub at_most: f64,
    /// The evidence that no law over all decks shows the size of.
    pub seen: &'a [Unaveraged],
    /// True if a test fails whose own law is not among `laws`.
    pub unbounded: bool,
    /// The total variation that was counted of a law from deck to deck, less the radius of its limit.
    pub from_deck_to_deck: f64,
}

/// The largest limit of `laws`; `None` if there are none.
pub(crate) fn largest(laws: &[Law]) -> Option<f64> {
    laws.iter().map(|law| law.limit).reduce(f64::max)
}

impl Known<'_> {
    /// The extent of the departure, where departures of up to `delta` do not matter.
    pub fn extent(&self, delta: f64) -> Extent {
        let seen = |what| self.seen.contains(&what);
        let depends = seen(Unaveraged::Memory) && self.from_deck_to_deck > delta;
        if self.at_least > delta {
            Extent::NotFair
        } else if self.at_most <= delta {
            Extent::Practical
        } else if seen(Unaveraged::RareDecks)
            || seen(Unaveraged::Seeds)
            || seen(Unaveraged::Alike)
            || depends
        {
            Extent::NotFair
        } else if self.seen.is_empty()
            && !self.unbounded
            && largest(self.laws).is_some_and(|limit| limit <= delta)
        {
            Extent::Bounded
        } else {
            Extent::Unknown
        }
    }
}

/// Numbers of decks beyond this are not promised anything.
const MOST_DECKS: f64 = 1e12;

/// Chance departures vary from run to run: so much more may be counted of them, in most runs.
const MORE_BY_CHANCE: f64 = 1.5;

/// The same for real ones, in roots of the decks that were counted: a total variation that is counted has a standard
/// deviation of at most one half of it, by bounded differences (`McDiarmid`, 1989).
const MORE_OF_REAL: f64 = 0.4;

/// Decks by which the limits of all `laws` would, in most runs, be at most `delta`, each with a probability of `error` of
/// being too small, if what was counted in `decks` decks is `real`, or else nothing but chance. `None` if they are already,
/// if no number would do, as where more than `delta` was counted of what is real, or if there is nothing to go by.
pub fn decks_needed(
    laws: &[Law],
    (decks, delta, error): (u64, f64, f64),
    real: bool,
) -> Option<u64> {
    let limit = largest(laws)?;
    if limit <= delta || decks == 0 {
        return None;
    }
    let mut counted = 0.0_f64;
    for law in laws {
        counted = counted.max(law.counted?);
    }
    // Chance departures shrink with the root of the decks, and real ones stay.
    let at = |more: f64| {
        let counted = if real {
            counted + MORE_OF_REAL / (decks as f64).sqrt()
        } else {
            MORE_BY_CHANCE * counted * (decks as f64 / more).sqrt()
        };
        counted + radius(more, error)
    };
    let mut enough = decks as f64;
    while at(enough) > delta {
        enough *= 1.25;
        if enough > MOST_DECKS {
            return None;
        }
    }
    Some(round_up(enough))
}

/// The number with two digits that is next above.
fn round_up(decks: f64) -> u64 {
    let unit = libm::pow(10.0, (libm::log10(decks).floor() - 1.0).max(0.0));
    ((decks / unit).ceil() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::{Draws, PcgDraws};

    const NOTHING: Known<'_> = Known {
        laws: &[],
        at_least: 0.0,
        at_most: 1.0,
        seen: &[],
        unbounded: false,
        from_deck_to_deck: 0.0,
    };

    fn law(limit: f64, counted: f64) -> Law {
        Law {
            bounds: String::new(),
            limit,
            counted: Some(counted),
        }
    }

    #[test]
    fn all_limits_must_be_small_and_at_least_one_must_be_there() {
        assert_eq!(NOTHING.extent(0.05), Extent::Unknown);
        let (small, large) = (law(0.04, 0.01), law(0.06, 0.01));
        let laws = [small.clone(), large];
        let of = |laws| Known { laws, ..NOTHING };
        assert_eq!(of(&laws[..1]).extent(0.05), Extent::Bounded);
        assert_eq!(of(&laws).extent(0.05), Extent::Unknown);
        assert_eq!(of(&laws).extent(0.1), Extent::Bounded);
        let other = Known {
            unbounded: true,
            ..of(&laws)
        };
        assert_eq!(other.extent(0.1), Extent::Unknown);
    }

    #[test]
    fn a_departure_that_laws_do_not_show_is_never_small() {
        let laws = [law(0.01, 0.001)];
        let of = |seen| Known {
            laws: &laws,
            seen,
            from_deck_to_deck: 0.02,
            ..NOTHING
        };
        for (_, what) in Unaveraged::NAMES {
            let extent = of(std::slice::from_ref(what)).extent(0.05);
            let expected = match what {
                Unaveraged::RareDecks | Unaveraged::Seeds | Unaveraged::Alike => Extent::NotFair,
                _ => Extent::Unknown,
            };
            assert_eq!(extent, expected, "{what}");
        }
        let depends = of(&[Unaveraged::Memory]);
        assert_eq!(depends.extent(0.01), Extent::NotFair);
    }

    #[test]
    fn what_is_proved_decides_before_what_was_counted() {
        let proved = |at_least, at_most| Known {
            at_least,
            at_most,
            seen: &[Unaveraged::SingleCells],
            ..NOTHING
        };
        assert_eq!(proved(0.06, 0.06).extent(0.05), Extent::NotFair);
        assert_eq!(proved(0.04, 0.04).extent(0.05), Extent::Practical);
        assert_eq!(proved(0.04, 0.06).extent(0.05), Extent::Unknown);
    }

    #[test]
    fn decks_that_would_do_are_enough_and_no_number_is_where_the_departure_is_larger() {
        let error = 0.001;
        let counted = 0.02;
        let limit = |decks: f64| counted + radius(decks, error);
        let laws = [law(limit(2_000.0), counted)];
        let real = decks_needed(&laws, (2_000, 0.05, error), true).unwrap();
        let chance = decks_needed(&laws, (2_000, 0.05, error), false).unwrap();
        assert!(
            limit(real as f64) <= 0.05 && chance < real,
            "{chance} {real}"
        );
        let room = MORE_OF_REAL / 2_000.0_f64.sqrt();
        assert!(limit(real as f64 / 1.4) + room > 0.05);
        assert_eq!(decks_needed(&laws, (2_000, 0.02, error), true), None);
        let unknown = Law {
            counted: None,
            ..law(1.0, 0.0)
        };
        assert_eq!(decks_needed(&[unknown], (2, 0.05, error), false), None);
        assert_eq!(decks_needed(&laws, (2_000, 0.9, error), true), None);
        assert_eq!(decks_needed(&[], (2_000, 0.9, error), true), None);
    }

    /// Subjects in one of ten bins, of which `moved` per mille go from the last five to the first: the law that bounds them.
    fn bounded(subjects: u64, moved: u32, error: f64, draws: &mut PcgDraws) -> Law {
        let mut counts = [0_u64; 10];
        for _ in 0..subjects {
            let mut bin = draws.below(10) as usize;
            if bin >= 5 && draws.below(1_000) < 2 * moved {
                bin -= 5;
            }
            counts[bin] += 1;
        }
        let share = |count: u64| count as f64 / subjects as f64;
        let counted = 0.5
            * counts
                .iter()
                .map(|count| (share(*count) - 0.1).abs())
                .sum::<f64>();
        let limit = (counted + radius(subjects as f64, error)).min(1.0);
        Law {
            counted: (limit < 1.0).then_some(counted),
            ..law(limit, counted)
        }
    }

    /// 200 runs each of fair subjects and of subjects whose law is .02 off: with the number of them that is said to tell,
    /// most runs are decided. None is said of so few that the counts tell nothing, nor where the law is .1 off.
    #[test]
    fn the_number_that_is_said_to_tell_decides_most_runs() {
        const ERROR: f64 = 0.001;
        const DELTA: f64 = 0.05;
        for (at, (moved, first)) in [(0, 300), (0, 2_000), (20, 3_000)].into_iter().enumerate() {
            let mut draws = PcgDraws::for_batch(40, "decks that tell", at as u64, 0);
            let (mut said, mut decided) = (0, 0);
            for _ in 0..200 {
                let before = [bounded(first, moved, ERROR, &mut draws)];
                let needed = decks_needed(&before, (first, DELTA, ERROR), moved > 0);
                let Some(needed) = needed else { continue };
                let then = [bounded(needed, moved, ERROR, &mut draws)];
                said += 1;
                decided += u32::from(largest(&then).is_some_and(|limit| limit <= DELTA));
            }
            assert!(
                said > 100 && decided * 10 >= said * 8,
                "{moved}, {first}: {decided} of {said}"
            );
        }
        let mut draws = PcgDraws::for_batch(40, "none tells", 0, 0);
        let few = [bounded(2, 0, ERROR, &mut draws)];
        assert_eq!(decks_needed(&few, (2, DELTA, ERROR), false), None);
        let far = [bounded(4_000, 100, ERROR, &mut draws)];
        assert_eq!(decks_needed(&far, (4_000, DELTA, ERROR), true), None);
    }
}
