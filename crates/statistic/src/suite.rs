//! Suites: the statistics that a run looks at, and their lags.
//!
//! | suite | what is in it | a deck of 52 cards takes |
//! | --- | --- | ---: |
//! | `quick` | a few statistics that between them see most of what goes wrong | 0.2 us |
//! | `standard` | all that tests the hypothesis of an ideal shuffle, and the quick ones again on the order of each deck relative to those 1 to 4 before it | 0.9 us |
//! | `deep` | all of them but those that must be asked for, on relative orders too | 2.8 us |
//!
//! Microseconds of one core with AVX2, the ideal shuffle included, over 10⁶ decks: `results/costs.md` has each
//! statistic's.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::AnyCounter;
use super::{
    Assessment, Counted, Design, Evidence, Gauge, HAND, KINDS, Kind, Outcome, Statistic, rounded,
};
use deck::BLOCK;
use deck::subject::{Subject, WholeDeck};
use text::figures::Shape;
use text::params::{ParamError, Params, Table};

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
pub static SUITES: &[AboutSuite] = &[
    AboutSuite {
        suite: Suite::Quick,
        name: "quick",
        about: "a few statistics that together find most of what goes wrong",
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

/// Statistics of decks of 52 playing cards: others are looked at for them only where a spec says so.
const OF_52: &[&str] = &["poker-class"];

/// The key of the figure that has the number of decks in each bin of a statistic's law.
const HISTOGRAM: &str = "histogram";

/// The largest lag that can be asked for: pairs of decks never cross a block of 64.
pub(crate) const MOST_LAG: usize = 32;

impl Suite {
    /// The suite of that name.
    pub fn named(name: &str) -> Option<Self> {
        let mut about = SUITES.iter();
        about
            .find(|about| about.name == name)
            .map(|about| about.suite)
    }

    /// Its name in a spec and on the command line.
    pub fn name(self) -> &'static str {
        let mut about = SUITES.iter();
        about
            .find(|about| about.suite == self)
            .map_or("", |about| about.name)
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
        self.probes_on(&WholeDeck, design)
    }

    /// Gives its statistics of such subjects.
    pub fn probes_on(
        self,
        subject: &dyn Subject,
        design: &Design,
    ) -> Result<Vec<Probe>, ParamError> {
        let lags = [0].into_iter().chain(LAGS);
        let all = lags.flat_map(|lag| KINDS.iter().map(move |kind| (lag, kind)));
        let all = all.filter(|(_, kind)| kind.on == subject.kind());
        let chosen = all.filter(|(lag, kind)| {
            let usual = design.size == 52 || !OF_52.contains(&kind.name);
            usual && self.has(kind, *lag) && kind.cards.contains(&design.size)
        });
        let relative = subject.relative(design.size);
        let mut probes = Vec::new();
        for (lag, kind) in chosen {
            let Some(subject) = (if lag == 0 {
                Some(subject)
            } else {
                relative.as_deref()
            }) else {
                continue;
            };
            let hands = if kind.is_of_a_hand() {
                subject.hands()
            } else {
                1
            };
            for hand in 1..=hands {
                let mut table = Table::new();
                #[cfg(feature = "full")]
                if hands > 1 {
                    table.insert(HAND.to_owned(), i64::try_from(hand).unwrap_or(1).into());
                }
                let params = Params::new(kind.name, table, kind.parameters)?;
                let params = params.about(subject.value());
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

    /// The probability of each bin of its figure `histogram` on ideal decks, rounded for the record: of decks themselves, of
    /// a number whose law is known bin by bin.
    pub fn histogram_law(&self, design: &Design) -> Option<Vec<f64>> {
        let figures = self.statistic.figures(design);
        let mut figures = figures.iter().filter(|figure| figure.key == HISTOGRAM);
        let Shape::List(bins, _) = figures.next().filter(|_| self.lag == 0)?.shape else {
            return None;
        };
        let law = self.statistic.law().filter(|law| law.len() == bins)?;
        Some(law.into_iter().map(rounded).collect())
    }

    /// Assesses the evidence. With a lag, the titles and words of the tests name it.
    pub fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let mut assessment = self.statistic.assess(evidence);
        if let Some(hand) = self.statistic.hand() {
            for test in &mut assessment.tests {
                test.title = format!("{}, hand {}", test.title, hand + 1);
            }
        }
        let one = match self.statistic.counter() {
            AnyCounter::Orders(_) => "epoch",
            _ => "deck",
        };
        let decks = match self.lag {
            0 => return assessment,
            1 => format!("seen from the {one} before it"),
            lag => format!("seen from the {one} {lag} before it"),
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

    /// The lag and the name of its counter: statistics with the same key read the same counts.
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

#[cfg(test)]
mod tests {
    use super::*;
    use deck::subject::{Puzzle, Told, View, Weights};

    /// All statistics of all suites, of such subjects.
    fn probes(subject: &dyn Subject, size: usize) -> Vec<Probe> {
        let design = Design {
            size,
            trials: 1_000,
            replicates: 1,
        };
        let suites = SUITES.iter();
        let probes = suites.map(|about| about.suite.probes_on(subject, &design).unwrap());
        probes.flatten().collect()
    }

    #[test]
    fn every_law_beside_a_histogram_has_its_bins_and_sums_to_1() {
        let hand = View {
            shape: "hand:7".parse().unwrap(),
            classes: None,
            told: Told::Places,
        };
        let weights = Weights::new(vec![1, 2, 3]).unwrap();
        let subjects: [(&dyn Subject, usize, usize); 7] = [
            (&WholeDeck, 2, 1),
            (&WholeDeck, 9, 10),
            (&WholeDeck, 52, 10),
            (&WholeDeck, 540, 8),
            (&hand, 52, 1),
            (&weights, 3, 0),
            (&Puzzle::PocketCube, 3_674_160, 1),
        ];
        for (subject, size, least) in subjects {
            let mut found = 0;
            for probe in probes(subject, size) {
                let design = Design {
                    size,
                    trials: 1_000,
                    replicates: 1,
                };
                let figures = probe.statistic().figures(&design);
                let histogram = figures.iter().find(|figure| figure.key == HISTOGRAM);
                let bins = histogram.map(|histogram| match histogram.shape {
                    Shape::List(bins, _) => bins,
                    _ => 0,
                });
                let law = probe.histogram_law(&design);
                let known = probe.statistic().law().filter(|_| probe.lag() == 0);
                assert_eq!(
                    law.is_some(),
                    known.is_some() && bins.is_some(),
                    "{}",
                    probe.name()
                );
                let Some(law) = law else { continue };
                found += 1;
                assert_eq!(Some(law.len()), bins, "{}", probe.name());
                let total: f64 = law.iter().sum();
                assert!((total - 1.0).abs() < 1e-9, "{}: {total}", probe.name());
                assert!(law.iter().all(|p| (0.0..=1.0).contains(p)));
            }
            println!("{size}: {found} laws");
            assert!(found >= least, "{size}: {found} laws");
        }
    }

    #[test]
    fn a_law_is_that_of_the_number() {
        let design = Design {
            size: 4,
            trials: 1,
            replicates: 1,
        };
        let probes = probes(&WholeDeck, 4);
        let law = |name: &str| {
            let mut named = probes.iter().filter(|probe| probe.name() == name);
            named.next().unwrap().histogram_law(&design)
        };
        // Among the 24 orders of four cards 9, 8, 6, 0 and 1 have 0, 1, 2, 3 and 4 fixed points.
        let fixed = law("fixed-points").unwrap();
        let wanted = [9.0, 8.0, 6.0, 0.0, 1.0].map(|orders| orders / 24.0);
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
        assert!(
            fixed.len() == 5 && fixed.iter().zip(&wanted).all(near),
            "{fixed:?}"
        );
        assert_eq!(law("parity"), Some(vec![0.5, 0.5]));
        assert_eq!(law("lag-1/parity"), None);
        // Its histogram is of pairs of cards, not of decks.
        assert_eq!(law("gaps"), None);
    }
}
