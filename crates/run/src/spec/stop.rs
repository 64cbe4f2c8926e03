//! The rule by which a run stops, and what it then counts.

use statistic::{Design, Probe};

/// The rule by which a run stops.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// The run stops after the decks of the design, or at the end of a stream.
    Fixed,
    /// The run stops once it is decided.
    Decided(UntilDecided),
}

/// The rule that stops a run once every routine has failed, or is shown to depart by no more than `delta`.
#[derive(Debug, Clone, PartialEq)]
pub struct UntilDecided {
    /// The departure that does not matter, in total variation.
    pub delta: f64,
    /// The most decks of each routine.
    pub max_trials: u64,
    /// Statistics that were asked for and cannot be judged so: nothing is counted for them.
    pub unjudged: Vec<String>,
}

impl Stop {
    /// The rule that stops the run once it is decided, if that was asked for, and the statistics that are then counted.
    pub(super) fn of(
        until: Option<UntilDecided>,
        statistics: Vec<Probe>,
        design: &Design,
    ) -> (Self, Vec<Probe>) {
        let Some(mut until) = until else {
            return (Self::Fixed, statistics);
        };
        let judged = until.judged(statistics, design);
        (Self::Decided(until), judged)
    }
}

impl UntilDecided {
    /// Picks those of `statistics` that can be judged at any time.
    fn judged(&mut self, statistics: Vec<Probe>, design: &Design) -> Vec<Probe> {
        let (judged, unjudged): (Vec<Probe>, Vec<Probe>) = statistics
            .into_iter()
            .partition(|probe| probe.statistic().wager(design).is_some());
        let names = unjudged.iter().map(|probe| probe.name().to_owned());
        self.unjudged.extend(names);
        judged
    }
}
