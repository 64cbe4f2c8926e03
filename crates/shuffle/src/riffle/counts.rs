//! The number of the next places that belong to one packet, where labels cling to each other.
//!
//! The labels of the places form a chain: with probability `clump` a place repeats the label of the place
//! before it, and otherwise its label is drawn afresh. Seen from a group of packets that holds a share s of
//! the deck, a place is within the group after one that is within it with probability
//! clump + (1 − clump) s, and after one outside with probability (1 − clump) s, whatever the packets of the
//! group are. The chain is the same read from the bottom up.

/// The probability to be within a group of packets after a place outside.
pub(super) fn enters(share: f64, clump: f64) -> f64 {
    (1.0 - clump) * share
}

/// The probability to be within a group of packets after a place within: exactly 1 where the group is all.
pub(super) fn stays(share: f64, clump: f64) -> f64 {
    1.0 - (1.0 - clump) * (1.0 - share)
}

/// The laws of the number of places within the group, among the next places: [`Self::more`] takes them from
/// m places to m + 1.
#[derive(Debug)]
pub(super) struct Counts {
    /// See [`enters`].
    enters: f64,
    /// See [`stays`].
    stays: f64,
    /// By the number of places within the group: after a place within it.
    pub(super) after_within: Vec<f64>,
    /// The same after a place outside.
    pub(super) after_outside: Vec<f64>,
}

impl Counts {
    /// The counts of no places.
    pub(super) fn none(share: f64, clump: f64) -> Self {
        Self {
            enters: enters(share, clump),
            stays: stays(share, clump),
            after_within: vec![1.0],
            after_outside: vec![1.0],
        }
    }

    /// Puts one more place before the others.
    pub(super) fn more(&mut self) {
        let next = |within: f64| -> Vec<f64> {
            let outside = 1.0 - within;
            (0..=self.after_within.len())
                .map(|k| {
                    let one = k.checked_sub(1).map_or(0.0, |k| self.after_within[k]);
                    let none = self.after_outside.get(k).copied().unwrap_or(0.0);
                    within * one + outside * none
                })
                .collect()
        };
        (self.after_within, self.after_outside) = (next(self.stays), next(self.enters));
    }

    /// The laws for 0 places, 1 and so on, before `places` of them: after a place within, and outside.
    pub(super) fn table(share: f64, clump: f64, places: usize) -> [Vec<Vec<f64>>; 2] {
        let mut counts = Self::none(share, clump);
        let mut table = [Vec::new(), Vec::new()];
        for _ in 0..places {
            table[0].push(counts.after_within.clone());
            table[1].push(counts.after_outside.clone());
            counts.more();
        }
        table
    }
}
