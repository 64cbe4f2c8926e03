//! The verdict on decks that never end.
//!
//! All of it is one capital, which is 1 before the first deck and cannot grow in the mean as long as all decks are
//! ideal. So the probability that it ever reaches 1/α is at most α, in a lifetime and however often one looks (Ville,
//! 1939): that is when the source fails. It is shared out:
//!
//! - A quarter is on rare decks: that some were hardly shuffled, or repeat the one before them. These bets lose next to
//!   nothing while none comes (the wager on rising sequences), and one such deck is enough
//!   after 10⁹ fair ones. They are looked at with the very deck.
//! - A quarter is on all decks from the first one on, as in a run that stops once it is decided
//!   ([`anytime`](super::anytime)).
//! - Half is on windows of [seven lengths](crate::simulate::WINDOWS), from 512 decks to 134 million. A fault that begins late
//!   is no more diluted there than its window is longer than it. Windows of one length begin anew for ever; the j-th has
//!   the [share](Shares) 6/π²j².
//!
//! So a fault that begins after t decks needs evidence of π²/6 · j² · 14/α in a window of number j, which lies at
//! t: its delay grows with log t.
//!
//! Parts are looked at after different numbers of decks, and the sum of what they were at their last looks is no
//! capital that anybody ever had. So where that sum is enough, all parts are looked at together, and only what they have
//! at that deck counts.
//!
//! All statistics of orders are [sums of counts](statistic::Tally) of 64 bits, and all decks together are bet on up
//! to 2⁴⁰ of them: beyond that the logarithms lose the digits that matter. After these the capital of all decks is
//! put aside; the windows go on.

mod panel;
mod shares;
mod sighting;

use crate::simulate::{Glance, Ladder, Rare, Seen, Stretch, WINDOWS, window_decks};
use laws::counting::ln_sum;
use panel::Panel;
pub(crate) use shares::Shares;
pub use sighting::Sighting;
use sighting::Tails;
use statistic::wager::Excluded;
use statistic::{Design, LogE, Probe, Tally, Wager};

/// The parts of the capital.
const SHARE_RARE: f64 = 0.25;
const SHARE_ALL: f64 = 0.25;
const SHARE_WINDOWS: f64 = 0.5;

/// Decks that are bet on together at the most.
const MOST_TOGETHER: u64 = 1 << 40;

/// The name of the statistic by which rare decks are found.
pub const RARE: &str = "rising-sequences";

/// Watches decks for ever.
#[derive(Debug)]
pub struct Lifelong<'a> {
    alpha: f64,
    probes: &'a [Probe],
    design: Design,
    rare: Vec<RareDecks>,
    all: Panel,
    lengths: Vec<Length>,
}

/// The bets on rare decks by one number of each deck.
#[derive(Debug)]
struct RareDecks {
    probe: usize,
    wager: Box<dyn Wager>,
    tails: Tails,
    e: LogE,
    /// The rarest deck of the block in which some came last.
    sighting: Option<Sighting>,
}

/// The windows of one length.
#[derive(Debug)]
struct Length {
    panel: Panel,
    shares: Shares,
    last: Option<Past>,
}

/// A full window.
#[derive(Debug, Clone, PartialEq)]
pub struct Past {
    /// Decks before it.
    pub from: u64,
    /// Decks before what it shows began, most likely.
    pub began: u64,
    /// The mean of the e-values of its statistics.
    pub e: LogE,
    /// Its statistics with their e-values, from the largest.
    pub loudest: Vec<(usize, LogE)>,
}

/// The state of the windows of one length.
#[derive(Debug, Clone, PartialEq)]
pub struct OfLength {
    /// Decks of a full one.
    pub length: u64,
    /// The last full one.
    pub last: Option<Past>,
    /// The one that runs, at its last look.
    pub running: Past,
    /// Decks of the one that runs at its last look.
    pub decks: u64,
}

/// The part of the capital that won most.
#[derive(Debug, Clone, PartialEq)]
pub enum Winner {
    /// The bets on rare decks.
    Rare {
        /// The place of the probe that found it.
        probe: usize,
        /// The deck.
        sighting: Sighting,
    },
    /// The bets on a stretch of decks.
    Stretch {
        /// Decks before it.
        from: u64,
        /// Its decks.
        decks: u64,
        /// Decks before what it shows began, most likely.
        began: u64,
        /// Its statistics with their e-values, from the largest.
        loudest: Vec<(usize, LogE)>,
    },
}

impl<'a> Lifelong<'a> {
    /// Watches at level `alpha`, by those of `probes` that have a wager, but for the one at `silent`. Gives the watches for
    /// rare decks, too, in their order.
    pub fn new(
        alpha: f64,
        probes: &'a [Probe],
        design: &Design,
        silent: Option<usize>,
    ) -> (Self, Vec<Rare>) {
        let rare = probes.iter().enumerate();
        let rare = rare.filter(|(_, of)| of.statistic().name() == RARE);
        let rare = rare.filter_map(|(probe, of)| {
            let tails = Tails::new(&of.statistic().law()?, design.size, of.lag());
            Some(RareDecks {
                probe,
                wager: of.statistic().wager(design)?,
                tails,
                e: LogE::ONE,
                sighting: None,
            })
        });
        let rare: Vec<RareDecks> = rare.collect();
        let watches = rare.iter().map(|rare| Rare {
            probe: rare.probe,
            bins: rare.tails.bins(),
        });
        let watches = watches.collect();
        let lengths = (0..WINDOWS).map(|window| Length {
            panel: Panel::new(probes, design, |probe| {
                silent != Some(probe) && Ladder::is_in(&probes[probe], design.size, window)
            }),
            shares: Shares::default(),
            last: None,
        });
        let lifelong = Self {
            alpha,
            probes,
            design: *design,
            all: Panel::new(probes, design, |probe| silent != Some(probe)),
            lengths: lengths.collect(),
            rare,
        };
        (lifelong, watches)
    }

    /// Returns true if no statistic has a wager.
    pub fn is_blind(&self) -> bool {
        self.all.is_empty()
    }

    /// The level.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The capital, of which each part is as it was at its last look.
    pub fn capital(&self) -> LogE {
        let parts = self.parts();
        LogE::new(ln_sum(parts.iter().copied()))
    }

    /// Logarithms of the parts: rare decks, all decks, windows by length.
    fn parts(&self) -> Vec<f64> {
        let rare = LogE::mean(self.rare.iter().map(|rare| rare.e));
        let share = libm::log(SHARE_WINDOWS / self.lengths.len() as f64);
        let lengths = self.lengths.iter();
        let windows = lengths.map(|of| share + of.shares.capital(of.panel.e()).ln());
        let first = [
            libm::log(SHARE_RARE) + rare.ln(),
            libm::log(SHARE_ALL) + self.all.e().ln(),
        ];
        first.into_iter().chain(windows).collect()
    }

    /// The state of the windows, from the shortest.
    pub fn windows(&self) -> impl Iterator<Item = OfLength> {
        self.lengths.iter().enumerate().map(|(window, of)| {
            let length = window_decks(window);
            OfLength {
                length,
                last: of.last.clone(),
                running: of.now(length),
                decks: of.panel.decks(),
            }
        })
    }

    /// The mean of the e-values of all decks from the first one on.
    pub fn of_all(&self) -> LogE {
        self.all.e()
    }

    /// The mean of the e-values of the bets on rare decks.
    pub fn of_rare(&self) -> LogE {
        LogE::mean(self.rare.iter().map(|rare| rare.e))
    }

    /// The share of hardly shuffled decks that is excluded, by the counts of the watch of that number.
    pub fn excluded(&self, watch: usize, all: &Tally) -> Option<Excluded> {
        self.rare[watch].wager.excluded(all, self.alpha)
    }

    /// The places of the probes that watch for rare decks, in the order of the watches.
    pub fn watches(&self) -> impl Iterator<Item = usize> {
        self.rare.iter().map(|rare| rare.probe)
    }

    /// The part of the capital that won most, after so many decks; that on rare decks, where it is enough by itself and one
    /// deck shows why.
    pub fn winner(&self, decks: u64) -> Winner {
        let parts = self.parts();
        let most = (0..parts.len()).max_by(|a, b| parts[*a].total_cmp(&parts[*b]));
        // A deck that is enough by itself is named, however much others tell.
        let most = if LogE::new(parts[0]).reaches(self.alpha) {
            Some(0)
        } else {
            most
        };
        if most != Some(0) {
            return self.stretch(most.unwrap_or(1), decks);
        }
        let rare = self.rare.iter().max_by_key(|rare| rare.e);
        let told = rare.map_or((0, LogE::ONE), |rare| (rare.probe, rare.e));
        let sighting = rare.and_then(|rare| rare.sighting.clone());
        // As rare a deck among so many would be a surprise.
        let level = libm::log10(self.alpha);
        let surprise = |of: &Sighting| of.log10_p + libm::log10(of.deck as f64) <= level;
        if let Some(sighting) = sighting.filter(surprise) {
            return Winner::Rare {
                probe: told.0,
                sighting,
            };
        }
        // No single deck is beyond chance, but many are a little rare: where they lie, the other bets know.
        let others = (1..parts.len()).max_by(|a, b| parts[*a].total_cmp(&parts[*b]));
        let mut stretch = self.stretch(others.unwrap_or(1), decks);
        if let Winner::Stretch { loudest, .. } = &mut stretch {
            loudest.retain(|(probe, _)| *probe != told.0);
            loudest.insert(0, told);
        }
        stretch
    }

    /// The stretch of the part of that number: all decks, or windows of one length.
    fn stretch(&self, part: usize, decks: u64) -> Winner {
        let Some(window) = part.checked_sub(2) else {
            return Winner::Stretch {
                from: 0,
                decks,
                began: self.all.before(),
                loudest: self.all.loudest(),
            };
        };
        let length = window_decks(window);
        let of = &self.lengths[window];
        let running = of.now(length);
        let before = of.last.as_ref().filter(|last| last.e > running.e);
        let past = before.unwrap_or(&running);
        Winner::Stretch {
            from: past.from,
            decks: (decks - past.from).min(length),
            began: past.began,
            loudest: past.loudest.clone(),
        }
    }
}

impl Length {
    /// The window that runs, of windows of that length.
    fn now(&self, length: u64) -> Past {
        let from = (self.shares.number() - 1).saturating_mul(length);
        Past {
            from,
            began: from + self.panel.before(),
            e: self.panel.e(),
            loudest: self.panel.loudest(),
        }
    }
}

impl Glance for Lifelong<'_> {
    fn look(&mut self, stretch: Stretch, seen: &Seen<'_>) {
        match stretch {
            Stretch::All if seen.subjects() > MOST_TOGETHER => {}
            Stretch::All => self.all.look(self.probes, seen),
            Stretch::Window(window) => self.lengths[window].panel.look(self.probes, seen),
        }
    }

    fn rare(&mut self, watch: usize, all: &Tally, block: &Tally) {
        let rare = &mut self.rare[watch];
        rare.e = rare.wager.look(all);
        if let Some(extremes) = block.extremes() {
            rare.sighting = Some(rare.tails.rarest(extremes));
        }
    }

    fn turn(&mut self, window: usize) {
        let of = &mut self.lengths[window];
        of.last = Some(of.now(window_decks(window)));
        of.shares.put_aside(of.panel.e());
        of.panel.restart(self.probes, &self.design);
    }

    fn alarmed(&self) -> bool {
        self.capital().reaches(self.alpha)
    }
}

#[cfg(test)]
mod tests;
