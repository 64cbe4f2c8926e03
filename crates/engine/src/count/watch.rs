//! Looks at what was counted on the way, until whoever watches has seen enough.
//!
//! Looks come at fixed numbers of subjects ([`next_look`]), and see the merged tallies of all subjects up to
//! there, whatever was simulated in the meantime: batches beyond the deciding one are thrown away. So
//! the result depends on the spec alone.

#[cfg(feature = "full")]
use serde::{Deserialize, Serialize};

use super::{BATCH, Keys};
use deck::BLOCK;
use statistic::wager::Standing;
use statistic::{LogE, Probe, Tally};
use text::judgement::Decision;

/// Looks come after every batch up to this many batches, and then whenever so many parts of what was
/// seen have come anew: a run of 10¹² decks has some thousand looks, and no run is longer than need be
/// by more than a 64th.
const LOOKS_OF_EVERY_BATCH: u64 = 64;

/// Watches subjects come.
pub trait Watch {
    /// Returns true if it ever looks. A watcher that never does never stops a run.
    fn looks(&self) -> bool {
        true
    }

    /// A job, by its number, has these counts now.
    fn see(&mut self, job: usize, seen: &Seen<'_>);

    /// Says for each job, by its number, if it goes on, after all jobs that still run were seen.
    fn go_on(&mut self) -> Vec<bool>;

    /// Returns its state for each job, by the job's number; nothing if it remembers nothing.
    fn standing(&self) -> Vec<Panel> {
        Vec::new()
    }

    /// Goes on from where a watcher alike stood, with what was counted of each job since; false if it never stood so.
    fn go_on_from(&mut self, panels: Vec<Panel>, _counted: &[Seen<'_>]) -> bool {
        panels.is_empty()
    }
}

/// The state of a watcher for one job, between two looks.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "full", derive(Serialize, Deserialize))]
pub struct Panel {
    /// Subjects at the last look.
    pub subjects: u64,
    /// The decision, once there is one.
    pub decision: Option<Decision>,
    /// Some of the looks: subjects, and the e-value.
    pub looks: Vec<(u64, LogE)>,
    /// The last look.
    pub last: (u64, LogE),
    /// The wager whose limit was too large at the last look.
    pub doubtful: usize,
    /// True if all limits were small at the last look.
    pub small: bool,
    /// The e-value of each wager at the last look, and where it stands.
    pub wagers: Vec<(LogE, Vec<Standing>)>,
}

/// Looks at nothing: all subjects are counted.
#[derive(Debug, Clone, Copy)]
pub struct Never;

impl Watch for Never {
    fn looks(&self) -> bool {
        false
    }

    fn see(&mut self, _job: usize, _seen: &Seen<'_>) {}

    fn go_on(&mut self) -> Vec<bool> {
        Vec::new()
    }
}

/// The counts of a job up to a look.
#[derive(Debug)]
pub struct Seen<'a> {
    pub(crate) keys: &'a Keys,
    pub(crate) tallies: &'a [Tally],
    pub(crate) subjects: u64,
}

impl Seen<'_> {
    /// Subjects counted.
    pub fn subjects(&self) -> u64 {
        self.subjects
    }

    /// Gives the counts for `probe`, which must be one of those that are watched.
    pub fn of(&self, probe: &Probe) -> &Tally {
        &self.tallies[self.keys.place(probe)]
    }
}

/// The times of looks.
pub(crate) struct Looks<'a> {
    pub watch: &'a mut dyn Watch,
    /// Subjects at the next look.
    pub next: u64,
    /// Subjects at the last one.
    pub last: u64,
    /// Subjects that there are at the most: the last look comes there.
    most: u64,
    /// True if counts are large, so that looks cost much.
    large: bool,
}

impl<'a> Looks<'a> {
    pub fn new(watch: &'a mut dyn Watch, most: u64, large: bool) -> Self {
        let next = if watch.looks() {
            next_look(0, large)
        } else {
            u64::MAX
        };
        Self {
            watch,
            next,
            last: 0,
            most,
            large,
        }
    }

    /// Goes on after the look at so many subjects.
    pub(crate) fn go_on_after(&mut self, subjects: u64) {
        if self.watch.looks() {
            (self.last, self.next) = (subjects, next_look(subjects, self.large));
        }
    }

    /// Returns true if it is time to look; `ended` if no more subjects come.
    pub(crate) fn due(&self, subjects: u64, ended: bool) -> bool {
        let reached = subjects >= self.next.min(self.most);
        self.watch.looks() && subjects > self.last && (reached || ended)
    }

    /// Looks at the counts of jobs after so many subjects of each, and says which jobs go on.
    pub fn look<'t>(
        &mut self,
        keys: &Keys,
        subjects: u64,
        seen: impl Iterator<Item = (usize, &'t [Tally])>,
    ) -> Vec<bool> {
        for (job, tallies) in seen {
            let seen = Seen {
                keys,
                tallies,
                subjects,
            };
            self.watch.see(job, &seen);
        }
        self.go_on_after(subjects);
        self.watch.go_on()
    }
}

/// The number of subjects at the first look after the one at `subjects`: after every one up to 64, then
/// after every 64 up to a batch; where counts are large, after 64 and each doubling; then after batches.
fn next_look(subjects: u64, large: bool) -> u64 {
    let block = BLOCK as u64;
    if subjects >= BATCH {
        let batches = subjects / BATCH;
        return (batches + (batches / LOOKS_OF_EVERY_BATCH).max(1)) * BATCH;
    }
    match (large, subjects < block) {
        (false, true) => subjects + 1,
        (false, false) => (subjects / block + 1) * block,
        (true, true) => block,
        (true, false) => (2 * subjects).min(BATCH),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_frequent_first_and_then_a_share_of_what_was_seen() {
        let looks = |large, most| {
            let mut looks = vec![0];
            while looks[looks.len() - 1] < most {
                looks.push(next_look(looks[looks.len() - 1], large));
            }
            looks
        };
        let small = looks(false, 100 * BATCH);
        assert_eq!(small[..3], [0, 1, 2]);
        assert_eq!(small[63..67], [63, 64, 128, 192]);
        assert!(small.contains(&BATCH) && small.contains(&(64 * BATCH)));
        assert_eq!(looks(true, BATCH), [0, 64, 128, 256, 512, 1024, 2048, 4096]);
        let many = looks(false, 1_000_000_000_000);
        assert!(many.len() < 1300, "{}", many.len());
        assert!(many.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
