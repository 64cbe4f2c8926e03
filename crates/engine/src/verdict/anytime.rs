//! Verdicts that may be looked for at any time: e-values of all statistics put together.
//!
//! Every statistic of every routine has a [wager](statistic::wager). A set of them is refuted, as
//! ideal, once the mean of their e-values reaches 1/α: that happens with a probability of at most α,
//! whatever the dependence between them and however often one looks. By closed testing a routine, or
//! a single statistic, is refuted once all sets that hold it are; of the sets of one size the one with
//! the smallest others decides (Vovk and Wang, 2021). So all refutations of a run together are false
//! with a probability of at most α.
//!
//! A routine **fails** when the set of all its statistics is refuted. It **passes** when every upper limit
//! that its statistics have is at most δ: if one of the departures that they bound is larger than
//! that, its own limit would have to be wrong, which has probability β, so that the error is not
//! shared out. It is **undecided** if neither has come by the last deck.
//!
//! Statistics from deck to deck (at a lag) may refute a routine and take no part in its passing. Relative to
//! the deck before it, an ideal deck is as good as new, whatever came before, so that bets against it
//! are fair. Other sources have orders that overlap: the next one depends on the last, and a limit
//! that is right for independent decks excludes the truth far more often than it says. Nothing can pass
//! if no statistic of the decks themselves has a limit.
//!
//! A law that departs by no more than δ may still hide one bad deck among many, since a share ε of bad decks moves
//! no law by more than ε. So a finding also says which share of hardly shuffled decks is excluded
//! ([`Wager::excluded`]), at the same error β for each.

use thiserror::Error;

use crate::count::{self, Counts, Seen, Watch};
use laws::counting::ln_sum;
use statistic::wager::{Excluded, fewest_decks};
use statistic::{Design, LogE, Probe, Tally, Wager};
use text::judgement::Decision;
use text::sorting;

/// The rules that are declared before the first deck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// The probability of any false failure.
    pub alpha: f64,
    /// The probability with which a shuffle passes that departs by more than `delta`.
    pub beta: f64,
    /// The departure that does not matter, in total variation.
    pub delta: f64,
}

/// A run that could not be decided however long.
#[derive(Debug, Error)]
#[error("none of the statistics can be decided early; accepted: at least one of {accepted}")]
pub struct NothingToWatch {
    accepted: String,
}

/// The finding of a referee on one job.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The decision on it.
    pub decision: Decision,
    /// Decks after which it was decided.
    pub decks: u64,
    /// The mean of its statistics' e-values.
    pub e: LogE,
    /// The same, adjusted for all routines of the run: it fails at 1/α.
    pub adjusted: LogE,
    /// Its statistics that have a wager.
    pub statistics: Vec<OfStatistic>,
    /// Some of the looks, the last of them included: decks, and the e-value.
    pub looks: Vec<(u64, LogE)>,
}

/// The result of a wager on one statistic.
#[derive(Debug, Clone, PartialEq)]
pub struct OfStatistic {
    /// The number of its probe.
    pub probe: usize,
    /// Its e-value.
    pub e: LogE,
    /// The same, adjusted for all statistics of all routines of the run: from 1/α on it is a culprit.
    pub adjusted: LogE,
    /// The law that it bounds, in words, and the upper limit of its total variation from the ideal one.
    /// `None` at a lag.
    pub limit: Option<(String, f64)>,
    /// The share of hardly shuffled decks that is excluded, at a lag of decks hardly shuffled since.
    pub excluded: Option<Excluded>,
}

/// Each look that is listed comes after so many times as many decks as the one listed before.
const LISTED_STEP: f64 = 1.25;

/// Watches all jobs of a run.
#[derive(Debug)]
pub struct Referee<'a> {
    rules: Rules,
    probes: &'a [Probe],
    panels: Vec<Panel>,
}

/// The wagers on one job, and how they stand.
#[derive(Debug)]
struct Panel {
    control: bool,
    seats: Vec<Seat>,
    decks: u64,
    decision: Option<Decision>,
    looks: Vec<(u64, LogE)>,
    last: (u64, LogE),
    /// The seat whose limit was too large at the last look: it is asked first.
    doubtful: usize,
    /// True if all limits were small at the last look. Nothing is asked of a control but not to
    /// fail.
    small: bool,
}

/// The wager on one statistic of one job.
#[derive(Debug)]
struct Seat {
    probe: usize,
    /// True if its limit counts: it looks at the decks themselves.
    passes: bool,
    wager: Box<dyn Wager>,
    e: LogE,
}

impl<'a> Referee<'a> {
    /// Makes the referee of as many jobs as `controls` has entries; each entry says whether the job is a
    /// control group. Control groups are a family of their own, and run as long as any other job.
    pub fn new(
        rules: Rules,
        probes: &'a [Probe],
        design: &Design,
        controls: &[bool],
    ) -> Result<Self, NothingToWatch> {
        let panel = |control: &bool| {
            let seats = probes.iter().enumerate().filter_map(|(probe, of)| {
                let wager = of.statistic().wager(design)?;
                Some(Seat {
                    probe,
                    passes: of.lag() == 0,
                    wager,
                    e: LogE::ONE,
                })
            });
            Panel {
                control: *control,
                seats: seats.collect(),
                decks: 0,
                decision: None,
                looks: Vec::new(),
                last: (0, LogE::ONE),
                doubtful: 0,
                small: false,
            }
        };
        let panels: Vec<Panel> = controls.iter().map(panel).collect();
        if panels.iter().any(|panel| panel.seats.is_empty()) {
            let kinds = statistic::KINDS.iter();
            let suited = kinds.filter(|kind| kind.suite.is_some());
            let accepted = text::names::list(suited.map(|kind| kind.name));
            return Err(NothingToWatch { accepted });
        }
        Ok(Self {
            rules,
            probes,
            panels,
        })
    }

    /// Gives the findings, job by job, from `counted`, the counts at the last looks.
    pub fn findings(&self, counted: &[&Counts]) -> Vec<Finding> {
        let jobs = self.panels.iter().zip(counted).enumerate();
        jobs.map(|(at, (panel, counted))| {
            let all = self.family(panel.control);
            let of = |(seat_at, seat): (usize, &Seat)| {
                let tally = counted.of(&self.probes[seat.probe]);
                let limit = tally.and_then(|tally| seat.limit(tally, self.rules.beta));
                OfStatistic {
                    probe: seat.probe,
                    e: seat.e,
                    adjusted: adjusted(&all, |job, seat| (job, seat) == (at, seat_at)),
                    limit: limit.map(|limit| (seat.wager.bounds(), limit)),
                    excluded: tally.and_then(|tally| seat.wager.excluded(tally, self.rules.beta)),
                }
            };
            let mut looks = panel.looks.clone();
            if looks.last() != Some(&panel.last) {
                looks.push(panel.last);
            }
            Finding {
                decision: panel.decision.unwrap_or(Decision::Undecided),
                decks: panel.decks,
                e: panel.e(),
                adjusted: adjusted(&all, |job, _| job == at),
                statistics: panel.seats.iter().enumerate().map(of).collect(),
                looks,
            }
        })
        .collect()
    }

    /// Job, seat and e-value of all that is judged together.
    fn family(&self, control: bool) -> Vec<(usize, usize, LogE)> {
        let panels = self.panels.iter().enumerate();
        let family = panels.filter(|(_, panel)| panel.control == control);
        family
            .flat_map(|(job, panel)| {
                let seats = panel.seats.iter().enumerate();
                seats.map(move |(at, seat)| (job, at, seat.e))
            })
            .collect()
    }
}

impl Watch for Referee<'_> {
    fn see(&mut self, job: usize, seen: &Seen<'_>) {
        let (probes, Rules { beta, delta, .. }) = (self.probes, self.rules);
        let panel = &mut self.panels[job];
        panel.decks = seen.subjects();
        for seat in &mut panel.seats {
            seat.e = seat.wager.look(seen.of(&probes[seat.probe]));
        }
        panel.last = (panel.decks, panel.e());
        let listed = panel.looks.last().map_or(0, |(decks, _)| *decks);
        if panel.decks as f64 >= LISTED_STEP * listed as f64 {
            panel.looks.push(panel.last);
        }
        panel.small = !panel.control
            && panel.decks as f64 >= fewest_decks(delta, beta)
            && panel.all_small(|seat| {
                let limit = seat.limit(seen.of(&probes[seat.probe]), beta);
                limit.map(|limit| limit <= delta)
            });
    }

    fn go_on(&mut self) -> Vec<bool> {
        for control in [false, true] {
            let all = self.family(control);
            for (at, panel) in self.panels.iter_mut().enumerate() {
                if panel.control != control || panel.decision.is_some() {
                    continue;
                }
                // The mean of a routine's own e-values bounds the adjusted one.
                let fails = panel.e().reaches(self.rules.alpha)
                    && adjusted(&all, |job, _| job == at).reaches(self.rules.alpha);
                if fails {
                    panel.decision = Some(Decision::Fail);
                } else if panel.small {
                    panel.decision = Some(Decision::Pass);
                }
            }
        }
        let mut routines = self.panels.iter().filter(|panel| !panel.control).peekable();
        // A control alone runs to the end.
        let waits = routines.peek().is_none() || routines.any(|panel| panel.decision.is_none());
        let panels = self.panels.iter();
        panels
            .map(|panel| panel.decision.is_none() && (!panel.control || waits))
            .collect()
    }

    fn standing(&self) -> Vec<count::Panel> {
        let panels = self.panels.iter().map(|panel| count::Panel {
            subjects: panel.decks,
            decision: panel.decision,
            looks: panel.looks.clone(),
            last: panel.last,
            doubtful: panel.doubtful,
            small: panel.small,
            wagers: panel
                .seats
                .iter()
                .map(|seat| (seat.e, seat.wager.standing()))
                .collect(),
        });
        panels.collect()
    }

    fn go_on_from(&mut self, panels: Vec<count::Panel>, counted: &[Seen<'_>]) -> bool {
        let probes = self.probes;
        let alike = panels.len() == self.panels.len() && counted.len() == panels.len();
        let mut both = self.panels.iter_mut().zip(panels).zip(counted);
        alike && both.all(|((panel, stood), seen)| panel.go_on_from(stood, probes, seen))
    }
}

impl Seat {
    /// The limit that counts for passing, if it has one.
    fn limit(&self, counted: &Tally, beta: f64) -> Option<f64> {
        (self.passes.then(|| self.wager.limit(counted, beta))).flatten()
    }
}

impl Panel {
    /// Goes on from where it stood; false if it never stood so.
    fn go_on_from(&mut self, stood: count::Panel, probes: &[Probe], seen: &Seen<'_>) -> bool {
        let alike = stood.wagers.len() == self.seats.len() && stood.doubtful < self.seats.len();
        if !alike {
            return false;
        }
        (self.decks, self.decision) = (stood.subjects, stood.decision);
        (self.looks, self.last) = (stood.looks, stood.last);
        (self.doubtful, self.small) = (stood.doubtful, stood.small);
        let mut seats = self.seats.iter_mut().zip(stood.wagers);
        seats.all(|(seat, (e, standing))| {
            seat.e = e;
            seat.wager
                .go_on_from(seen.of(&probes[seat.probe]), &standing)
        })
    }

    fn e(&self) -> LogE {
        LogE::mean(self.seats.iter().map(|seat| seat.e))
    }

    /// Returns true if there are limits and all of them are small. Stops at the first that is not.
    fn all_small(&mut self, small: impl Fn(&Seat) -> Option<bool>) -> bool {
        let mut bounded = false;
        let order = [self.doubtful].into_iter().chain(0..self.seats.len());
        for at in order {
            match small(&self.seats[at]) {
                Some(false) => {
                    self.doubtful = at;
                    return false;
                }
                Some(true) => bounded = true,
                None => {}
            }
        }
        bounded
    }
}

/// The smallest mean of all sets that hold what is `held`: with the j smallest of the others, for any
/// j.
fn adjusted(all: &[(usize, usize, LogE)], held: impl Fn(usize, usize) -> bool) -> LogE {
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (job, seat, e) in all {
        if held(*job, *seat) {
            own.push(e.ln());
        } else {
            others.push(e.ln());
        }
    }
    sorting::floats(&mut others);
    let mut sum = ln_sum(own.iter().copied());
    let mut number = own.len();
    let mut least = sum - libm::log(number as f64);
    for other in others {
        sum = ln_sum([sum, other].into_iter());
        number += 1;
        least = least.min(sum - libm::log(number as f64));
    }
    LogE::new(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(values: &[(usize, f64)]) -> Vec<(usize, usize, LogE)> {
        let numbered = values.iter().enumerate();
        numbered
            .map(|(at, (job, e))| (*job, at, LogE::new(e.ln())))
            .collect()
    }

    /// Computes the same by the definition, over all sets.
    fn slowly(all: &[(usize, usize, LogE)], held: impl Fn(usize, usize) -> bool) -> f64 {
        let number = all.len();
        let held: Vec<bool> = all.iter().map(|(job, seat, _)| held(*job, *seat)).collect();
        let sets = (1..1usize << number)
            .filter(|set| (0..number).all(|at| !held[at] || set >> at & 1 == 1));
        sets.map(|set| {
            let members = (0..number).filter(|at| set >> at & 1 == 1);
            let sum: f64 = members.map(|at| all[at].2.ln().exp()).sum();
            sum / f64::from(set.count_ones())
        })
        .fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn the_smallest_mean_of_all_sets_is_found_without_going_through_them() {
        let all = family(&[
            (0, 5.0),
            (0, 0.01),
            (0, 800.0),
            (1, 0.5),
            (1, 3.0),
            (2, 1e-6),
            (2, 40.0),
        ]);
        for at in 0..all.len() {
            let one = |_: usize, seat: usize| seat == at;
            assert!((adjusted(&all, one).ln().exp() / slowly(&all, one) - 1.0).abs() < 1e-12);
        }
        for of in 0..3 {
            let job = |job: usize, _: usize| job == of;
            assert!((adjusted(&all, job).ln().exp() / slowly(&all, job) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn evidence_against_one_routine_is_shared_out_over_all() {
        let all = family(&[(0, 1e4), (1, 0.0), (2, 0.0), (3, 0.0)]);
        assert!((adjusted(&all, |job, _| job == 0).ln().exp() / 2500.0 - 1.0).abs() < 1e-12);
        let all = family(&[(0, 1e4), (1, 1e9)]);
        assert!((adjusted(&all, |job, _| job == 0).ln().exp() / 1e4 - 1.0).abs() < 1e-12);
    }
}
