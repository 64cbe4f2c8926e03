//! The counts of a job, of one thread, of a round, or of a machine.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Deserialize, Serialize};

use super::{Counts, Keys, gauges};
use statistic::{Counted, Gauge, Probe, Series, Tally};

/// The statistics of a run, and the tallies that they are counted in.
pub(super) struct Layout<'a, B: Counted> {
    pub statistics: &'a [Probe],
    /// All gauges, each once.
    pub gauges: Vec<Gauge<'a, B>>,
    pub keys: Keys,
    /// The size of a subject.
    pub size: usize,
}

impl<'a, B: Counted> Layout<'a, B> {
    /// Lays out the counts of `statistics` of subjects of this size.
    pub fn of(statistics: &'a [Probe], size: usize) -> Self {
        Self {
            statistics,
            gauges: gauges(statistics),
            keys: Keys::of(statistics),
            size,
        }
    }

    /// Tallies of nothing.
    pub fn empty(&self) -> Vec<Tally> {
        super::empty(&self.gauges, self.size)
    }

    /// Returns true if some statistic is evaluated by replicate, so that replicates must be told
    /// apart.
    pub(crate) fn by_replicate(&self) -> bool {
        let mut statistics = self.statistics.iter();
        statistics.any(|probe| probe.statistic().per_replicate())
    }
}

/// A job's counts, of all threads or of one.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Totals {
    /// The tallies of the gauges; empty until something was counted.
    pub tallies: Vec<Tally>,
    /// By statistic: replicates and their values.
    values: Vec<Vec<(u64, u64)>>,
    /// By statistic: counts added up over replicates.
    pooled: Vec<Vec<u64>>,
    /// Replicates of which some batches are still missing: batches seen, and tallies so far.
    pub(super) open: BTreeMap<u64, (u64, Vec<Tally>)>,
}

impl Totals {
    /// The totals with none complete, but with replicates that were begun.
    pub fn begun(open: BTreeMap<u64, (u64, Vec<Tally>)>) -> Self {
        Self {
            open,
            ..Self::default()
        }
    }

    /// The totals of tallies that are complete.
    pub fn of(tallies: Vec<Tally>) -> Self {
        Self {
            tallies,
            ..Self::default()
        }
    }

    /// Adds what another thread, round or machine has counted.
    pub fn merge(&mut self, mut part: Totals) {
        for (replicate, (seen, tallies)) in std::mem::take(&mut part.open) {
            match self.open.entry(replicate) {
                Entry::Vacant(vacant) => drop(vacant.insert((seen, tallies))),
                Entry::Occupied(mut open) => {
                    let (seen_here, here) = open.get_mut();
                    *seen_here += seen;
                    merge_all(here, &tallies);
                }
            }
        }
        if self.tallies.is_empty() {
            let open = std::mem::take(&mut self.open);
            *self = Self { open, ..part };
            return;
        }
        merge_all(&mut self.tallies, &part.tallies);
        for (values, more) in self.values.iter_mut().zip(part.values) {
            values.extend(more);
        }
        for (pooled, more) in self.pooled.iter_mut().zip(part.pooled) {
            pooled.resize(pooled.len().max(more.len()), 0);
            pooled
                .iter_mut()
                .zip(more)
                .for_each(|(cell, count)| *cell += count);
        }
    }

    /// Evaluates a replicate whose tallies are complete.
    pub fn close<B: Counted>(&mut self, layout: &Layout<'_, B>, replicate: u64, tallies: &[Tally]) {
        self.prepare(layout);
        for (at, probe) in layout.statistics.iter().enumerate() {
            let statistic = probe.statistic();
            if !statistic.per_replicate() {
                continue;
            }
            let tally = &tallies[layout.keys.place(probe)];
            let value = statistic.close(tally, &mut self.pooled[at]);
            self.values[at].push((replicate, value));
        }
        merge_all(&mut self.tallies, tallies);
    }

    /// Evaluates the replicates whose last batch came from another round or machine.
    pub(crate) fn close_whole<B: Counted>(&mut self, layout: &Layout<'_, B>, batches: u64) {
        let whole = |(seen, _): &(u64, Vec<Tally>)| *seen == batches;
        let open = std::mem::take(&mut self.open).into_iter();
        let (closed, open) = open.partition(|(_, open)| whole(open));
        self.open = open;
        let closed: BTreeMap<u64, (u64, Vec<Tally>)> = closed;
        for (replicate, (_, tallies)) in closed {
            self.close(layout, replicate, &tallies);
        }
    }

    pub(crate) fn prepare<B: Counted>(&mut self, layout: &Layout<'_, B>) {
        if self.tallies.is_empty() {
            self.tallies = layout.empty();
            self.values = vec![Vec::new(); layout.statistics.len()];
            self.pooled = vec![Vec::new(); layout.statistics.len()];
        }
    }

    /// Returns true if this can have come of `subjects` subjects counted by this layout.
    pub fn fits<B: Counted>(&self, layout: &Layout<'_, B>, subjects: u64) -> bool {
        let empty = layout.empty();
        let alike = |tallies: &[Tally]| {
            let both = tallies.iter().zip(&empty);
            tallies.len() == empty.len() && both.clone().all(|(tally, empty)| tally.fits(empty))
        };
        let open = self.open.values();
        // Pairs at a lag are fewer than subjects.
        let counted = |tally: &Tally| tally.subjects() <= subjects;
        let values = [self.values.len(), self.pooled.len()];
        (self.tallies.is_empty() || alike(&self.tallies))
            && open.clone().all(|(_, open)| alike(open))
            && self.tallies.iter().all(counted)
            && values
                .iter()
                .all(|len| *len == 0 || *len == layout.statistics.len())
    }

    /// The counts of `subjects` subjects. Statistics that are evaluated by replicate, and were not on the way,
    /// are evaluated now, as one replicate.
    pub fn counts(self, keys: &Keys, statistics: &[Probe], subjects: u64) -> Counts {
        let (mut values, mut pooled) = (self.values, self.pooled);
        Counts::new(self.tallies, keys, statistics, subjects, |at| {
            let values = values.get_mut(at)?;
            values.sort_unstable();
            Some(Series {
                values: values.iter().map(|(_, value)| *value).collect(),
                pooled: std::mem::take(&mut pooled[at]),
            })
        })
    }
}

/// Adds `parts` to `totals`, tally by tally.
pub(super) fn merge_all(totals: &mut [Tally], parts: &[Tally]) {
    for (total, part) in totals.iter_mut().zip(parts) {
        total.merge(part);
    }
}
