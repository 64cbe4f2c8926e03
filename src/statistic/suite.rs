//! Which statistics a run looks at, and at which lags.
//!
//! | suite | what is in it | a deck of 52 cards takes |
//! | --- | --- | ---: |
//! | `quick` | a few statistics that between them see most of what goes wrong | 0.15 us |
//! | `standard` | all that tests the hypothesis of an ideal shuffle, and the quick ones again on the order of each deck relative to those 1 to 4 before it | 0.9 us |
//! | `deep` | all of them, on relative orders too | 2.7 us |
//!
//! Microseconds of one core with AVX-512, the ideal shuffle included: `results/costs.md` has each
//! statistic's.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{Assessment, Counted, Design, Evidence, Gauge, HAND, KINDS, Kind, Outcome, Statistic};
use crate::deck::BLOCK;
use crate::params::{ParamError, Params};
use crate::subject::Subject;

/// A choice of statistics, from few to all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suite {
    /// The fewest.
    Quick,
    /// The suite that a run has unless told otherwise.
    Standard,
    /// All.
    Deep,
}

/// The words on a suite for lists and messages.
#[derive(Debug, Clone, Copy)]
pub struct AboutSuite {
    /// The suite.
    pub suite: Suite,
    /// Its name in a spec and on the command line.
    pub name: &'static str,
    /// One line for lists.
    pub about: &'static str,
}

/// All suites.
pub const SUITES: &[AboutSuite] = &[
    AboutSuite {
        suite: Suite::Quick,
        name: "quick",
        about: "a few statistics that between them see most of what goes wrong",
    },
    AboutSuite {
        suite: Suite::Standard,
        name: "standard",
        about: "every statistic, and the quick ones again from deck to deck (lags 1 to 4); the default",
    },
    AboutSuite {
        suite: Suite::Deep,
        name: "deep",
        about: "every statistic and variant, all of them from deck to deck too",
    },
];

/// The lags at which suites look from deck to deck.
const LAGS: RangeInclusive<usize> = 1..=4;

/// The largest lag that can be asked for: pairs of decks never cross a block of 64.
pub const MOST_LAG: usize = 32;

impl Suite {
    /// The suite of that name.
    pub fn named(name: &str) -> Option<Self> {
        let mut about = SUITES.iter();
        about
            .find(|about| about.name == name)
            .map(|about| about.suite)
    }

    fn has(self, kind: &Kind, lag: usize) -> bool {
        let least = match (self, lag) {
            (suite, 0) | (suite @ Self::Deep, _) => suite,
            (Self::Standard, _) => Self::Quick,
            (Self::Quick, _) => return false,
        };
        (lag == 0 || kind.lagged) && kind.suite.is_some_and(|suite| suite <= least)
    }

    /// Gives its statistics of whole decks for a design, without those that are not for decks of this size.
    pub fn probes(self, design: &Design) -> Result<Vec<Probe>, ParamError> {
        self.probes_on(&Subject::Deck, design)
    }

    /// Gives its statistics of such subjects.
    pub fn probes_on(self, subject: &Subject, design: &Design) -> Result<Vec<Probe>, ParamError> {
        let lags = [0].into_iter().chain(LAGS);
        let all = lags.flat_map(|lag| KINDS.iter().map(move |kind| (lag, kind)));
        let all = all.filter(|(_, kind)| kind.on == subject.kind());
        let chosen =
            all.filter(|(lag, kind)| self.has(kind, *lag) && kind.cards.contains(&design.size));
        let relative = subject.relative(design.size);
        let mut probes = Vec::new();
        for (lag, kind) in chosen {
            let Some(subject) = (if lag == 0 {
                Some(subject)
            } else {
                relative.as_ref()
            }) else {
                continue;
            };
            let hands = if kind.is_of_a_hand() {
                subject.hands()
            } else {
                1
            };
            for hand in 1..=hands {
                let mut table = subject.parameters();
                if hands > 1 {
                    table.insert(HAND.to_owned(), i64::try_from(hand).unwrap_or(1).into());
                }
                let params = Params::new(kind.name, table, kind.parameters)?;
                match (kind.build)(&params, design) {
                    Ok(statistic) => probes.push(Probe::new(lag, statistic)),
                    // Not all statistics of views are for each of them.
                    Err(ParamError::View { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(probes)
    }
}

/// A statistic, and the decks that it looks at. Copies share what the statistic has prepared.
#[derive(Debug, Clone)]
pub struct Probe {
    lag: usize,
    name: String,
    statistic: Arc<dyn Statistic>,
}

impl Probe {
    /// `statistic` of the decks themselves (`lag` 0), or of the order of each deck relative to the one
    /// `lag` before it.
    pub fn new(lag: usize, statistic: Box<dyn Statistic>) -> Self {
        let mut name = statistic.name().to_owned();
        if let Some(hand) = statistic.hand() {
            name = format!("hand-{}/{name}", hand + 1);
        }
        if lag > 0 {
            name = format!("lag-{lag}/{name}");
        }
        Self {
            lag,
            name,
            statistic: statistic.into(),
        }
    }

    /// 0, or how many decks back it looks.
    pub fn lag(&self) -> usize {
        self.lag
    }

    /// Its name in records: `rising-sequences`, `lag-1/rising-sequences`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The statistic.
    pub fn statistic(&self) -> &dyn Statistic {
        &*self.statistic
    }

    /// Assesses the evidence. With a lag, the titles and words of the tests name it.
    pub fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let mut assessment = self.statistic.assess(evidence);
        if let Some(hand) = self.statistic.hand() {
            for test in &mut assessment.tests {
                test.title = format!("{}, hand {}", test.title, hand + 1);
            }
        }
        let decks = match self.lag {
            0 => return assessment,
            1 => "seen from the deck before it".to_owned(),
            lag => format!("seen from the deck {lag} before it"),
        };
        for test in &mut assessment.tests {
            test.title = format!("{}, lag {}", test.title, self.lag);
            // Without decks, nothing was seen.
            if evidence.subjects() == 0 {
                test.words.clear();
            } else if !test.words.is_empty() {
                test.words = format!("{decks}, {}", test.words);
            }
            if let Outcome::TooFew { needed } = &mut test.outcome {
                // The first decks of each block have none before them to be compared with.
                let compared = (BLOCK - self.lag) as u64;
                *needed += self.lag as u64 * needed.div_ceil(compared);
            }
        }
        assessment
    }

    /// By lag and name of its counter: statistics with the same key read the same counts.
    pub fn key(&self) -> (usize, &str) {
        (self.lag, self.statistic.counter().name())
    }

    /// Gives the counter of the statistic, and the lag that it counts at.
    ///
    /// # Panics
    /// If it is a statistic of other subjects.
    pub fn gauge<B: Counted>(&self) -> Gauge<'_, B> {
        Gauge {
            lag: self.lag,
            counter: B::counter(self.statistic.counter()).expect("a statistic of these subjects"),
        }
    }
}
