//! A stream that is watched for ever.

mod words;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use thiserror::Error;

use super::ConductError;
use super::memory::{bytes, is_too_large};
use super::stakes;
use crate::spec::Experiment;
use deck::{BLOCK, Block};
use engine::simulate::{Ladder, Machine};
use engine::verdict::follow::{Lifelong, Past, RARE, Winner};
use reader::{Came, Following};
use record::follow::{
    Deck, Drift, Excluded, Found, STATUS_SCHEMA, Status, Stretch, Telling, Watching, Window,
};
use record::{Stake, Standing, Tolerance};
use source::SourceError;
use statistic::stakes::OF_DECKS;
use statistic::wager::HARDLY;
use statistic::{LogE, Probe, build};
use text::sorting;
use words::sentence;

/// The longest time without a look whether the user wants to end it.
const TICK: Duration = Duration::from_millis(50);

/// Evidence of one statistic in one window from which on it is called a drift: of a hundred such windows of fair
/// decks at most one has it, by each statistic.
const DRIFTS: f64 = 2.0;

/// The way in which a program ends that ends well.
const ENDED_WELL: &str = "ended with exit code 0";

/// Statistics that are named as those that tell most.
const NAMED: usize = 6;

/// The reason why a stream cannot be watched.
#[derive(Debug, Error)]
pub enum FollowError {
    /// The counts do not fit into memory.
    #[error(
        "watching decks of {cards} cards in windows of all lengths needs about {} of memory, and {} is available; \
         accepted: fewer statistics (--suite quick), or smaller decks",
        bytes(*.needed),
        bytes(*.available as f64)
    )]
    Memory {
        /// Cards in a deck.
        cards: usize,
        /// Bytes that it needs.
        needed: f64,
        /// Bytes that are available.
        available: u64,
    },
    /// The stream is none.
    #[error("found decks that are simulated here; accepted: a stream, or a program")]
    Origin,
    /// No statistic has a wager.
    #[error("none of the statistics can be decided early; accepted: --suite standard")]
    Blind,
    /// The stream or the program could not be had.
    #[error(transparent)]
    Source(#[from] SourceError),
}

/// An observer is told how a watch stands.
pub trait Observer {
    /// It is asked after each block, and at least some times a second; `status` says how things stand. False ends
    /// the watch.
    fn goes_on(&mut self, status: &mut dyn FnMut() -> Status) -> bool;
}

/// The end of a watch.
#[derive(Debug)]
pub struct Ended {
    /// The state of things at the end.
    pub status: Status,
    /// The reason why the stream could not be read on, if so.
    pub error: Option<SourceError>,
}

impl Ended {
    /// Returns true if decks came too few to say anything.
    pub fn is_too_little(&self) -> bool {
        self.status.decks < BLOCK as u64
    }
}

/// Watches the stream of an experiment until it fails, ends, or `observer` has seen enough.
pub fn follow(
    experiment: &Experiment<'_>,
    machine: Machine,
    observer: &mut dyn Observer,
) -> Result<Ended, ConductError> {
    let cards = experiment.design.size;
    let seen = experiment.statistics.iter();
    let seen = seen.filter(|probe| probe.statistic().wager(&experiment.design).is_some());
    let mut probes: Vec<Probe> = seen.cloned().collect();
    // Small suites do not look from deck to deck; a shuffler that jams repeats the deck before.
    if !probes
        .iter()
        .any(|probe| probe.lag() == 1 && probe.statistic().name() == RARE)
    {
        let lag = toml::Table::from_iter([("lag".to_owned(), 1.into())]);
        probes.extend(build(RARE, lag, &experiment.design).ok());
    }
    if let Some(available) = machine.memory {
        let needed = Ladder::bytes(&probes, cards) as f64;
        if is_too_large(needed, available) {
            return Err(FollowError::Memory {
                cards,
                needed,
                available,
            }
            .into());
        }
    }
    let staked = probes
        .iter()
        .position(|probe| probe.statistic().name() == OF_DECKS);
    let accepted = experiment.accept_stakes.filter(|_| staked.is_some());
    // Limits of stakes that may end the watch have a half of the level.
    let level = match accepted {
        Some(_) => 0.5 * experiment.alpha,
        None => experiment.alpha,
    };
    // Stakes that may be off are judged by what was accepted alone.
    let silent = staked.filter(|_| accepted.is_some());
    let (lifelong, rare) = Lifelong::new(level, &probes, &experiment.design, silent);
    if lifelong.is_blind() {
        return Err(FollowError::Blind.into());
    }
    let origin = &experiment.origin;
    let (source, name) = match (origin.as_stream(), origin.as_program()) {
        (Some((input, reading)), _) => {
            let decks = input.decks(cards, reading)?;
            (Following::stream(decks, cards, machine.isa), input.name())
        }
        (None, Some((program, reading))) => (
            Following::program(
                program,
                reading,
                (cards, machine.isa),
                experiment.seed.number(),
            )?,
            program.shown(),
        ),
        (None, None) => return Err(FollowError::Origin.into()),
    };
    let mut watch = Watch {
        name,
        cards,
        ladder: Ladder::new(&probes, rare, cards, machine.isa),
        lifelong,
        probes: &probes,
        begun: Instant::now(),
        last: None,
        decks: 0,
        skipped: 0,
        hides_order: false,
        alpha: experiment.alpha,
        staked,
        accepted: accepted.map(|tolerance| (tolerance, level)),
        next: 0,
        beyond: None,
    };
    Ok(watch.until_its_end(source, observer))
}

/// A watch on its way.
struct Watch<'a> {
    name: String,
    cards: usize,
    ladder: Ladder<'a>,
    lifelong: Lifelong<'a>,
    probes: &'a [Probe],
    begun: Instant,
    /// The time at which the last deck came.
    last: Option<SystemTime>,
    /// Decks that were looked at, those of a block that is not full included.
    decks: u64,
    skipped: u64,
    /// The order before the shuffle is hidden or not known, so that nothing says how well a deck was shuffled from it.
    hides_order: bool,
    alpha: f64,
    /// The place of the probe that counts stakes.
    staked: Option<usize>,
    /// How far they may be off, and the level of limits that end the watch.
    accepted: Option<(Tolerance, f64)>,
    /// Decks from which on their limits are looked at again.
    next: u64,
    /// The stake that is off by more.
    beyond: Option<Stake>,
}

/// Limits of stakes are looked at again after so many more decks, as one in so many: they hold at all times.
const LOOKED: u64 = 32;

impl Watch<'_> {
    /// The stakes by all decks so far.
    fn stakes(&self) -> Vec<Stake> {
        let Some(probe) = self.staked.map(|at| &self.probes[at]) else {
            return Vec::new();
        };
        let staked = probe.statistic().staked(&self.ladder.total_of_probe(probe));
        let level = self.accepted.map_or(self.alpha, |(_, level)| level);
        let accepted = self.accepted.map(|(tolerance, _)| tolerance);
        stakes::watched(staked, level, accepted)
    }

    /// True once a stake is shown to be off by more than was accepted.
    fn is_beyond(&mut self) -> bool {
        let decks = self.ladder.decks();
        if self.accepted.is_none() || decks < self.next {
            return false;
        }
        self.next = decks + decks / LOOKED + 1;
        let mut all = self.stakes().into_iter();
        self.beyond = all.find(|stake| stake.standing == Some(Standing::Beyond));
        self.beyond.is_some()
    }

    fn until_its_end(&mut self, mut source: Following, observer: &mut dyn Observer) -> Ended {
        let mut known = 0;
        let (state, error) = loop {
            let came = source.next(TICK, known);
            let (failed, end) = match came {
                Ok(Came::Block(mut block)) => {
                    known = 0;
                    let failed = self.ladder.take(&mut block, &mut self.lifelong);
                    self.came(self.ladder.looked_at());
                    (failed || self.is_beyond(), None)
                }
                Ok(Came::Begun(mut head)) => {
                    known = head.len();
                    let failed = self.peeked(&mut head);
                    self.came(self.ladder.decks() + known as u64);
                    (failed, None)
                }
                Ok(Came::Nothing) => (false, None),
                Ok(Came::End) => (false, Some((Watching::Ended, None))),
                // A program that ended well wrote all that it had.
                Err(SourceError::Ended { how, .. }) if how == ENDED_WELL => {
                    (false, Some((Watching::Ended, None)))
                }
                Err(error) => (false, Some((Watching::Broken, Some(error)))),
            };
            self.skipped = source.skipped();
            self.hides_order = source.hides_order();
            if failed {
                break (Watching::Failed, None);
            }
            if let Some(end) = end {
                break end;
            }
            if !observer.goes_on(&mut || self.status(Watching::Watching)) {
                break (Watching::Interrupted, None);
            }
        };
        // A program has ended before anything is said of it.
        drop(source);
        Ended {
            status: self.status(state),
            error,
        }
    }

    /// Looks at the decks of a block that is not full, one after the other.
    fn peeked(&mut self, head: &mut Block) -> bool {
        let looked = (self.decks - self.ladder.decks()) as usize;
        (looked + 1..=head.len()).any(|len| {
            let mut head = head.head(len);
            self.ladder.peek(&mut head, &mut self.lifelong)
        })
    }

    fn came(&mut self, decks: u64) {
        self.decks = decks;
        self.last = Some(SystemTime::now());
    }

    fn status(&self, state: Watching) -> Status {
        let windows: Vec<Window> = self.windows();
        let mut status = Status {
            schema: STATUS_SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            source: self.name.clone(),
            state,
            words: String::new(),
            decks: self.decks,
            cards: self.cards,
            alpha: self.alpha,
            log10_e: log10(self.lifelong.capital()),
            log10_enough: -libm::log10(self.lifelong.alpha()),
            log10_e_all: log10(self.lifelong.of_all()),
            log10_e_rare: log10(self.lifelong.of_rare()),
            hardly_shuffled: self.excluded(),
            windows,
            drift: self.drift(),
            found: (state == Watching::Failed).then(|| self.found()),
            stakes: self.stakes(),
            skipped: self.skipped,
            seconds: self.begun.elapsed().as_secs_f64(),
            written: since_1970(SystemTime::now()),
            last_deck: self.last.map(since_1970),
        };
        status.words = sentence(&status);
        status
    }

    fn name(&self, probe: usize) -> String {
        self.probes[probe].name().to_owned()
    }

    fn telling(&self, (probe, e): &(usize, LogE)) -> Telling {
        Telling {
            statistic: self.name(*probe),
            log10_e: log10(*e),
        }
    }

    fn windows(&self) -> Vec<Window> {
        let stretch = |past: &Past, decks: u64| Stretch {
            from: past.from,
            decks,
            log10_e: log10(past.e),
            loudest: past.loudest.first().map(|loudest| self.telling(loudest)),
        };
        let begun = self.lifelong.windows();
        let begun = begun.filter(|of| of.last.is_some() || of.decks > 0);
        let windows = begun.map(|of| Window {
            length: of.length,
            last: of.last.as_ref().map(|last| stretch(last, of.length)),
            running: stretch(&of.running, of.decks),
        });
        windows.collect()
    }

    /// Statistics that tell much in the last full window of some length or in the one that runs, each with the window in
    /// which it tells most.
    fn drift(&self) -> Vec<Drift> {
        let mut moved: Vec<Drift> = Vec::new();
        for of in self.lifelong.windows() {
            let last = of.last.iter().map(|last| (last, of.length));
            for (past, decks) in last.chain([(&of.running, of.decks)]) {
                let telling = past.loudest.iter().filter(|(_, e)| e.log10() >= DRIFTS);
                for (probe, e) in telling {
                    let drift = Drift {
                        statistic: self.name(*probe),
                        log10_e: log10(*e),
                        since: past.from,
                        decks,
                    };
                    let mut known = moved.iter_mut();
                    match known.find(|known| known.statistic == drift.statistic) {
                        Some(known) if known.log10_e < drift.log10_e => *known = drift,
                        Some(_) => {}
                        None => moved.push(drift),
                    }
                }
            }
        }
        sorting::by(&mut moved, |a, b| b.log10_e.total_cmp(&a.log10_e));
        moved
    }

    fn excluded(&self) -> Vec<Excluded> {
        if self.hides_order {
            return Vec::new();
        }
        let watches = self.lifelong.watches().enumerate();
        let excluded = watches.filter_map(|(watch, probe)| {
            let all = self.ladder.total_of(watch);
            let excluded = self.lifelong.excluded(watch, &all)?;
            Some(Excluded {
                statistic: self.name(probe),
                rising_at_most: HARDLY,
                decks: excluded.decks,
                share: excluded.share,
            })
        });
        excluded.collect()
    }

    fn found(&self) -> Found {
        if let Some(stake) = &self.beyond {
            return Found {
                statistics: Vec::new(),
                since: 0,
                decks: self.ladder.decks(),
                began: 0,
                deck: None,
                stake: Some(stake.clone()),
            };
        }
        match self.lifelong.winner(self.decks) {
            Winner::Rare { probe, sighting } => Found {
                statistics: vec![self.telling(&(probe, self.lifelong.of_rare()))],
                since: sighting.deck - 1,
                decks: 1,
                began: sighting.deck - 1,
                deck: Some(Deck {
                    number: sighting.deck,
                    lag: sighting.lag,
                    rising: sighting.rising,
                    fair: sighting.fair,
                    log10_p: sighting.log10_p,
                }),
                stake: None,
            },
            Winner::Stretch {
                from,
                decks,
                began,
                loudest,
            } => Found {
                statistics: loudest
                    .iter()
                    .take(NAMED)
                    .map(|of| self.telling(of))
                    .collect(),
                since: from,
                decks,
                began,
                deck: None,
                stake: None,
            },
        }
    }
}

/// The decimal logarithm, for JSON, which has no infinities.
fn log10(e: LogE) -> f64 {
    e.log10().max(f64::MIN)
}

fn since_1970(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}
