//! Decks that never end, counted once and kept in windows of several lengths, in constant memory.
//!
//! Every block is counted into the shortest window. A window that is full is added to the next longer one, and begins
//! anew; so each window holds the decks since its own beginning in itself and the shorter ones. Nothing is kept of a
//! deck but its counts.
//!
//! | window | decks | looks after |
//! | --- | ---: | --- |
//! | 0 | 512 | 64, 128, 256 and 512 decks |
//! | w | 512 · 8ʷ | 1, 2, 4 and 8 windows of the length before |
//!
//! All decks together are looked at as a run that stops once it is decided is ([`Watch`](super::Watch)): after every deck
//! up to 64, and ever more seldom. When looks come depends on the number of decks alone. But who waits for single decks that
//! hardly ever come is told of each at once: [`Rare`] names the counts that such a deck changes.

use super::{BATCH, Keys, Seen, empty, gauges};
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::{BLOCK, Block};
use statistic::{Counting, Gauge, Halves, Probe, Tally};

/// Decks of the shortest window.
const SHORTEST: u64 = 512;

/// Each window holds so many of the one before.
const STEP: u64 = 8;

/// Windows: the longest holds 134 million decks.
pub(crate) const WINDOWS: usize = 7;

/// The full windows of this number are added to the counts of all decks: before that, these are put together.
const HANDS_ON: usize = 1;

/// Decks of a window.
pub(crate) fn window_decks(window: usize) -> u64 {
    SHORTEST * STEP.pow(window as u32)
}

/// The decks that are looked at together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stretch {
    /// All, from the first one on.
    All,
    /// The decks of the window of this number that came so far.
    Window(usize),
}

/// Decks that hardly ever come, by a number of each deck.
#[derive(Debug, Clone)]
pub struct Rare {
    /// The place of the probe that counts the number.
    pub probe: usize,
    /// The bins of its [`Halves`] that such a deck falls into.
    pub bins: Vec<usize>,
}

/// Looks at what is counted.
pub trait Glance {
    /// A stretch has these counts now.
    fn look(&mut self, stretch: Stretch, seen: &Seen<'_>);

    /// Some rare decks came: the number of the watch for them, the counts of all decks, and those of the block that
    /// holds them.
    fn rare(&mut self, watch: usize, all: &Tally, block: &Tally);

    /// A window is full, and was looked at; the next one begins.
    fn turn(&mut self, window: usize);

    /// Returns true if the evidence at different numbers of decks would be enough, so that all must
    /// be looked at now.
    fn alarmed(&self) -> bool;
}

/// Counts decks in windows.
pub struct Ladder<'a> {
    keys: Keys,
    gauges: Vec<Gauge<'a, Block>>,
    /// True for each gauge that keeps decks: it keeps the first ones only, so that windows do
    /// without.
    keeps: Vec<bool>,
    counting: Counting<'a, Block>,
    windows: Vec<Vec<Tally>>,
    /// Without the decks that are in the windows up to [`HANDS_ON`].
    all: Vec<Tally>,
    rare: Vec<RareCounts>,
    /// Decks in all, and where all of them are looked at next.
    decks: u64,
    /// The last number of decks at which some of a block were looked at.
    looked_at: u64,
    next: u64,
    /// The last deck of the block before; empty before the first.
    last: Vec<u16>,
    /// Two decks from both sides of a seam between blocks.
    seam: [Block; 2],
    /// The counts of decks that are looked at before their block is full.
    head: Vec<Tally>,
    large: bool,
    size: usize,
}

/// The counts of one watch for rare decks.
struct RareCounts {
    rare: Rare,
    gauge: usize,
    /// Pairs of decks on both sides of a seam between blocks, at lag 1.
    seams: Option<Tally>,
    /// Rare decks in the shortest window and at seams when it was last asked.
    seen: u64,
}

impl RareCounts {
    fn in_bins(&self, tally: &Tally) -> u64 {
        let halves = Halves::of(tally);
        let bins = self.rare.bins.iter();
        bins.map(|bin| halves.even[*bin] + halves.odd[*bin]).sum()
    }

    fn in_seams(&self) -> u64 {
        self.seams.as_ref().map_or(0, |seams| self.in_bins(seams))
    }
}

impl<'a> Ladder<'a> {
    /// Counts `probes` of decks of `size` cards, worked on with `isa`, and watches for rare ones.
    pub fn new(probes: &'a [Probe], rare: Vec<Rare>, size: usize, isa: Isa) -> Self {
        let gauges: Vec<Gauge<'a, Block>> = gauges(probes);
        let keys = Keys::of(probes);
        let fresh = || empty(&gauges, size);
        let counts = |rare: Rare| {
            let probe = &probes[rare.probe];
            let gauge = keys.place(probe);
            RareCounts {
                seams: (probe.lag() == 1).then(|| Tally::empty(gauges[gauge].counter, size)),
                gauge,
                rare,
                seen: 0,
            }
        };
        let keeps = gauges.iter().map(|gauge| gauge.counter.keeps(size));
        let large = Block::counts_are_large(size);
        Self {
            keeps: keeps.map(|keeps| keeps.decks > 0).collect(),
            counting: Counting::new(&gauges, size),
            windows: (0..WINDOWS).map(|_| fresh()).collect(),
            all: fresh(),
            rare: rare.into_iter().map(counts).collect(),
            decks: 0,
            looked_at: 0,
            next: look_after(0, large),
            last: Vec::new(),
            seam: [0, 1].map(|_| Block::with_isa(size, isa)),
            head: fresh(),
            large,
            size,
            keys,
            gauges,
        }
    }

    /// Bytes that the counts of so many cells take, for all windows.
    pub fn bytes(probes: &[Probe], size: usize) -> u128 {
        let gauges: Vec<Gauge<'_, Block>> = gauges(probes);
        let bytes = gauges.iter().map(|gauge| {
            let cells = (gauge.counter.cells(size) * size_of::<u64>()) as u128;
            // Wagers remember about as much again.
            2 * (WINDOWS as u128 + 3) * cells + 2 * gauge.counter.keeps(size).bytes(u64::MAX)
        });
        bytes.sum()
    }

    /// Returns true if `probe` has a part in a window, of decks of `size` cards: tables that are
    /// far larger than the window are left to longer ones, and what keeps the first decks of all is
    /// looked at with all.
    pub(crate) fn is_in(probe: &Probe, size: usize, window: usize) -> bool {
        const CELLS_PER_DECK: u64 = 8;
        let counter = probe.gauge::<Block>().counter;
        let cells = counter.cells(size) as u64;
        counter.keeps(size).decks == 0 && cells <= CELLS_PER_DECK * window_decks(window)
    }

    /// The counts of all decks for the watch of that number for rare ones.
    pub fn total_of(&self, watch: usize) -> Tally {
        let rare = &self.rare[watch];
        self.total(rare.gauge, rare.seams.as_ref())
    }

    /// The counts of all decks, for a probe of those that are counted.
    pub fn total_of_probe(&self, probe: &Probe) -> Tally {
        self.total(self.keys.place(probe), None)
    }

    /// Decks counted.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// Decks looked at: those counted, and those of a block of which only the first were looked at, since they were enough.
    pub fn looked_at(&self) -> u64 {
        self.decks.max(self.looked_at)
    }

    /// Counts a block, whose first deck has the index [`Ladder::decks`]: a full one, or the last. True once `glance` has
    /// seen enough.
    pub fn take(&mut self, block: &mut Block, glance: &mut dyn Glance) -> bool {
        let len = block.len() as u64;
        while self.next < self.decks + len {
            let ahead = (self.next - self.decks) as usize;
            if self.peek(&mut block.head(ahead), glance) {
                return true;
            }
        }
        self.counting.count(block, &mut self.windows[0]);
        self.join(block);
        self.decks += len;
        if self.told_of_rare(block, glance) && self.survey(glance) {
            return true;
        }
        self.climb(glance) && self.survey(glance)
    }

    /// Looks at the first decks of a block that is not full yet, and does not count them. True once `glance` has seen
    /// enough.
    pub fn peek(&mut self, head: &mut Block, glance: &mut dyn Glance) -> bool {
        self.head.iter_mut().for_each(Tally::clear);
        self.counting.settle(&mut self.windows[0]);
        self.counting.count(head, &mut self.head);
        self.counting.settle(&mut self.head);
        let mut seam = self.seam_of(head).cloned();
        let mut with_seam = |rare: &RareCounts| {
            let mut block = self.head[rare.gauge].clone();
            if let (Some(_), Some(seam)) = (&rare.seams, &mut seam) {
                seam_counted(&self.gauges[rare.gauge], &mut block, seam);
            }
            block
        };
        let heads: Vec<Tally> = self.rare.iter().map(&mut with_seam).collect();
        for (at, (rare, block)) in self.rare.iter().zip(&heads).enumerate() {
            if rare.in_bins(block) > 0 {
                let mut all = self.total(rare.gauge, rare.seams.as_ref());
                all.merge(block);
                glance.rare(at, &all, block);
            }
        }
        let at = self.decks + head.len() as u64;
        self.looked_at = at;
        if at == self.next {
            self.next = look_after(at, self.large);
            let all = self.sums(Stretch::All, true);
            glance.look(Stretch::All, &seen(&self.keys, &all, at));
        }
        glance.alarmed() && self.survey_at(at, Some(&heads), glance)
    }

    /// Looks at all stretches as they are now; true if that is enough.
    fn survey(&mut self, glance: &mut dyn Glance) -> bool {
        self.survey_at(self.decks, None, glance)
    }

    /// The same as [`Ladder::survey`], with the decks in `head` or without: `heads` are what each watch for rare decks counts
    /// there, the seam before them included.
    fn survey_at(&mut self, at: u64, heads: Option<&[Tally]>, glance: &mut dyn Glance) -> bool {
        self.counting.settle(&mut self.windows[0]);
        for (number, rare) in self.rare.iter().enumerate() {
            let mut all = self.total(rare.gauge, rare.seams.as_ref());
            if let Some(heads) = heads {
                all.merge(&heads[number]);
            }
            glance.rare(number, &all, &self.empty_of_gauge(&self.gauges[rare.gauge]));
        }
        let windows = (0..WINDOWS).map(Stretch::Window);
        for stretch in windows.chain([Stretch::All]) {
            let decks = match stretch {
                Stretch::All => at,
                Stretch::Window(window) => {
                    match self.decks % window_decks(window) + (at - self.decks) {
                        // It was full, was looked at and put aside.
                        0 => continue,
                        decks => decks,
                    }
                }
            };
            let tallies = self.sums(stretch, heads.is_some());
            glance.look(stretch, &seen(&self.keys, &tallies, decks));
        }
        glance.alarmed()
    }

    /// Looks where looks are due, and adds full windows to longer ones. True if `glance` is alarmed.
    fn climb(&mut self, glance: &mut dyn Glance) -> bool {
        // The last block of a stream may be short: nothing comes after it.
        let whole = self.decks.is_multiple_of(BLOCK as u64);
        let mut window = 0;
        while whole && window < WINDOWS {
            let length = window_decks(window);
            let unit = (length / STEP).max(BLOCK as u64);
            let decks = (self.decks - 1) % length + 1;
            if !decks.is_multiple_of(unit) || !(decks / unit).is_power_of_two() {
                break;
            }
            self.counting.settle(&mut self.windows[0]);
            let counts = seen(&self.keys, &self.windows[window], decks);
            glance.look(Stretch::Window(window), &counts);
            if decks < length {
                break;
            }
            self.hand_on(window);
            glance.turn(window);
            window += 1;
        }
        if self.decks >= self.next {
            self.next = look_after(self.decks, self.large);
            let sums = self.sums(Stretch::All, false);
            glance.look(Stretch::All, &seen(&self.keys, &sums, self.decks));
        }
        glance.alarmed()
    }

    /// Adds a full window to the next longer one, and to all where that is due; it is empty then.
    fn hand_on(&mut self, window: usize) {
        let (shorter, longer) = self.windows.split_at_mut(window + 1);
        let full = &mut shorter[window];
        for (at, tally) in full.iter_mut().enumerate() {
            if let Some(next) = longer.first_mut()
                && (window < HANDS_ON || !self.keeps[at])
            {
                next[at].merge(tally);
            }
            if window == HANDS_ON {
                self.all[at].merge(tally);
            }
            tally.clear();
        }
        if window == 0 {
            self.rare
                .iter_mut()
                .for_each(|rare| rare.seen = rare.in_seams());
        }
    }

    /// The counts of a stretch, put together; with those of the decks in `head` or without.
    fn sums(&mut self, stretch: Stretch, head: bool) -> Vec<Tally> {
        self.counting.settle(&mut self.windows[0]);
        let (mut sums, parts) = match stretch {
            Stretch::All => (self.all.clone(), &self.windows[..=HANDS_ON]),
            Stretch::Window(window) => (self.windows[window].clone(), &self.windows[..window]),
        };
        let head = head.then_some(&self.head);
        // The decks that are kept stay in their order: longer windows hold earlier ones.
        for part in parts.iter().rev().chain(head) {
            for (sum, tally) in sums.iter_mut().zip(part) {
                sum.merge(tally);
            }
        }
        sums
    }

    /// The counts of one gauge over all decks, and at seams.
    fn total(&self, gauge: usize, seams: Option<&Tally>) -> Tally {
        let mut total = self.all[gauge].clone();
        let windows = self.windows[..=HANDS_ON].iter();
        let parts = windows.map(|window| &window[gauge]).chain(seams);
        parts.for_each(|part| total.merge(part));
        total
    }

    /// The last deck before `block` and its first one.
    fn seam_of(&mut self, block: &mut Block) -> Option<&mut Block> {
        block.index_decks();
        let first = block.decks().next()?;
        let [pair, relative] = &mut self.seam;
        if self.last.is_empty() {
            return None;
        }
        pair.clear(self.decks - 1);
        pair.push(&self.last);
        pair.push(first);
        pair.relative(1, relative);
        Some(relative)
    }

    /// Counts the seam before `block`, and keeps its last deck for the next one.
    fn join(&mut self, block: &mut Block) {
        if self.rare.iter().any(|rare| rare.seams.is_some()) {
            let mut seam = self.seam_of(block).cloned();
            for rare in &mut self.rare {
                if let (Some(seams), Some(seam)) = (&mut rare.seams, &mut seam) {
                    seam_counted(&self.gauges[rare.gauge], seams, seam);
                }
            }
        }
        if let Some(last) = block.decks().last() {
            self.last.clear();
            self.last.extend_from_slice(last);
        }
    }

    /// Tells of rare decks in `block`, which was counted; true if `glance` is alarmed.
    fn told_of_rare(&mut self, block: &mut Block, glance: &mut dyn Glance) -> bool {
        let mut told = false;
        for at in 0..self.rare.len() {
            let rare = &self.rare[at];
            let now = rare.in_bins(&self.windows[0][rare.gauge]) + rare.in_seams();
            if now == rare.seen {
                continue;
            }
            self.rare[at].seen = now;
            let rare = &self.rare[at];
            let all = self.total(rare.gauge, rare.seams.as_ref());
            let own = self.of_block(rare.gauge, block);
            glance.rare(at, &all, &own);
            told = true;
        }
        told && glance.alarmed()
    }

    /// The counts of one gauge in the block that was counted last, the seam before it included.
    fn of_block(&self, gauge: usize, block: &Block) -> Tally {
        let gauge = &self.gauges[gauge];
        let (mut block, mut tallies) = (block.head(block.len()), vec![self.empty_of_gauge(gauge)]);
        let mut counting = Counting::new(&[*gauge], self.size);
        counting.count(&mut block, &mut tallies);
        counting.settle(&mut tallies);
        let mut tally = tallies.swap_remove(0);
        let mut seam = self.seam[1].clone();
        if gauge.lag == 1 && !seam.is_empty() {
            seam_counted(gauge, &mut tally, &mut seam);
        }
        tally
    }

    fn empty_of_gauge(&self, gauge: &Gauge<'a, Block>) -> Tally {
        Tally::empty(gauge.counter, self.size)
    }
}

/// The number of decks at the look at all of them after the one at `decks`: after every deck of the first block, every
/// block of the first batch, and then a sixty-fourth of what was seen, in whole batches; of large decks, whose counts are
/// large, seldom in the first batch.
fn look_after(decks: u64, large: bool) -> u64 {
    const SHARE: u64 = 64;
    let block = BLOCK as u64;
    match decks {
        BATCH.. => {
            let batches = decks / BATCH;
            (batches + (batches / SHARE).max(1)) * BATCH
        }
        _ if large => (2 * decks).clamp(block, BATCH),
        _ if decks < block => decks + 1,
        _ => (decks / block + 1) * block,
    }
}

fn seen<'s>(keys: &'s Keys, tallies: &'s [Tally], subjects: u64) -> Seen<'s> {
    Seen {
        keys,
        tallies,
        subjects,
    }
}

/// Counts the pair of decks at a seam, one relative to the other.
fn seam_counted(gauge: &Gauge<'_, Block>, tally: &mut Tally, seam: &mut Block) {
    seam.lay_out(gauge.counter.layout());
    tally.count(gauge.counter, seam);
}

#[cfg(test)]
mod tests;
