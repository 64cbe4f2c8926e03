//! Finds out how many decks it takes to catch a shuffle that is known to be bad, and which statistics catch it.

use std::collections::BTreeMap;

use crate::conduct::{Bench, ladder};
use deck::rng::{Generator, Seed, Seeding};
use deck::subject::{self, View};
use engine::simulate::{self, Job, Never, Seeing, SimulateError, Supply};
use engine::verdict::battery::{level, members, tested_on, tests};
use engine::verdict::family::judge;
use record::calibration::Power;
use shuffle::policy::{Memory, Policy};
use shuffle::routine::{Lettered, Plan};
use statistic::{Design, Effort, Outcome, Probe, Suite, Test, Wanted};
use text::judgement::Verdict;
use text::sorting;

/// A known-bad shuffle.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// The shuffle in words.
    pub about: &'static str,
    /// The routine.
    pub routine: &'static str,
    /// Letters that it uses besides the usual ones, each with its kind and the kind's parameters.
    pub letters: &'static [Lettered],
    /// The seeding of the source.
    pub seeding: Seeding,
    /// The decks that it begins with.
    pub memory: Memory,
    /// Numbers of decks beyond this are not tried.
    pub most: u64,
}

impl Subject {
    pub(super) fn plan(&self) -> Plan {
        Plan::written(self.routine, self.letters)
    }

    /// Returns true if it is riffles of a sorted deck and nothing else.
    fn is_riffles(&self) -> bool {
        self.routine.starts_with('G') && self.memory == Memory::None
    }

    /// Gives the job of one run of `plan`; `label` names its random stream.
    pub(super) fn job(&self, plan: &Plan, label: String, seed: u64) -> Job {
        Job {
            plan: plan.clone(),
            label,
            generator: Generator::DEFAULT,
            seed: Seed::Integer(u128::from(seed)),
            policy: Policy {
                seeding: self.seeding,
                memory: self.memory,
                ..Policy::default()
            },
        }
    }
}

/// Gives the bad shuffles that the battery must catch.
pub fn known_bad() -> &'static [Subject] {
    KNOWN_BAD
}

/// Gives the bad shuffles that are tried on up to `most` deals of what is seen of decks, of which nobody knows beforehand
/// how soon they are caught, nor whether they are: those by hand, done more and more often, and those of [`known_bad`].
pub fn tried_on_views(most: u64) -> Vec<Subject> {
    let others = KNOWN_BAD.iter().filter(|bad| !bad.is_riffles());
    let all = BY_HAND.iter().chain(others);
    all.map(|bad| Subject { most, ..*bad }).collect()
}

const fn routine(about: &'static str, routine: &'static str, most: u64) -> Subject {
    Subject {
        about,
        routine,
        letters: &[],
        seeding: Seeding::Batches,
        memory: Memory::None,
        most,
    }
}

/// A shuffle of the zoo, as the letter Z.
const fn zoo(about: &'static str, letters: &'static [Lettered], most: u64) -> Subject {
    Subject {
        letters,
        ..routine(about, "Z", most)
    }
}

/// A perfect shuffle under a policy that spoils it.
const fn spoilt(about: &'static str, seeding: Seeding, memory: Memory, most: u64) -> Subject {
    Subject {
        seeding,
        memory,
        ..routine(about, "S", most)
    }
}

const KNOWN_BAD: &[Subject] = &[
    routine("one cut", "C", 10),
    routine("one riffle", "G", 10),
    routine("four riffles", "G*4", 10),
    routine("five riffles", "G*5", 100),
    routine("six riffles", "G*6", 200),
    routine("seven riffles", "G*7", 500),
    routine("eight riffles", "G*8", 2_000),
    routine("nine riffles", "G*9", 5_000),
    routine("ten riffles", "G*10", 20_000),
    zoo(
        "every card swapped with any",
        &[('Z', "swap-with-any", "")],
        1_000,
    ),
    zoo("random(51) + 1", &[('Z', "asf-poker", "")], 1_000),
    zoo("Sattolo's cycles", &[('Z', "sattolo", "")], 10),
    zoo("even orders only", &[('Z', "even-only", "")], 100),
    zoo(
        "random comparisons, binary insertion",
        &[('Z', "random-comparator", "algorithm = \"binary-insertion\"")],
        1_000,
    ),
    zoo(
        "random comparisons, insertion sort",
        &[('Z', "random-comparator", "algorithm = \"insertion\"")],
        1_000,
    ),
    zoo(
        "random comparisons, merge sort",
        &[('Z', "random-comparator", "algorithm = \"merge\"")],
        1_000,
    ),
    zoo(
        "random comparisons, quicksort",
        &[('Z', "random-comparator", "algorithm = \"quick\"")],
        1_000,
    ),
    zoo("seven piles", &[('Z', "pile", "piles = 7")], 10),
    zoo("a perfect riffle", &[('Z', "faro", "")], 10),
    spoilt("seeds of 16 bits", Seeding::Bits(16), Memory::None, 2_000),
    spoilt("one seed", Seeding::One, Memory::None, 10),
    spoilt("never reshuffled", Seeding::Batches, Memory::DealtAgain, 10),
    Subject {
        about: "three riffles, on from the last deck",
        memory: Memory::InPlace,
        ..routine("", "GGG", 100)
    },
];

/// Deals of what is seen of decks beyond this number are not tried, unless another is asked for.
pub const MOST_DEALS: u64 = 2_000;

const MASH: &[Lettered] = &[('M', "mash", "")];
const OVERHAND: &[Lettered] = &[('O', "overhand", "")];

/// Riffles on from the last deck.
const fn in_place(about: &'static str, letters: &'static str) -> Subject {
    Subject {
        memory: Memory::InPlace,
        ..routine(about, letters, MOST_DEALS)
    }
}

const fn mash(about: &'static str, letters: &'static str) -> Subject {
    Subject {
        letters: MASH,
        ..routine(about, letters, MOST_DEALS)
    }
}

const fn overhand(about: &'static str, letters: &'static str) -> Subject {
    Subject {
        letters: OVERHAND,
        ..routine(about, letters, MOST_DEALS)
    }
}

/// Shuffles by hand, done more and more often.
const BY_HAND: &[Subject] = &[
    routine("one riffle", "G", MOST_DEALS),
    routine("two riffles", "G*2", MOST_DEALS),
    routine("three riffles", "G*3", MOST_DEALS),
    routine("four riffles", "G*4", MOST_DEALS),
    routine("five riffles", "G*5", MOST_DEALS),
    routine("six riffles", "G*6", MOST_DEALS),
    routine("seven riffles", "G*7", MOST_DEALS),
    routine("eight riffles", "G*8", MOST_DEALS),
    mash("one mash shuffle", "M"),
    mash("two mash shuffles", "M*2"),
    mash("three mash shuffles", "M*3"),
    mash("four mash shuffles", "M*4"),
    mash("five mash shuffles", "M*5"),
    mash("six mash shuffles", "M*6"),
    mash("seven mash shuffles", "M*7"),
    mash("eight mash shuffles", "M*8"),
    overhand("one overhand shuffle", "O"),
    overhand("four overhand shuffles", "O*4"),
    overhand("eight overhand shuffles", "O*8"),
    overhand("sixteen overhand shuffles", "O*16"),
    routine("one Hindu shuffle", "H", MOST_DEALS),
    routine("two Hindu shuffles", "H*2", MOST_DEALS),
    routine("four Hindu shuffles", "H*4", MOST_DEALS),
    routine("eight Hindu shuffles", "H*8", MOST_DEALS),
    in_place("two riffles, on from the last deck", "G*2"),
    in_place("four riffles, on from the last deck", "G*4"),
    in_place("five riffles, on from the last deck", "G*5"),
    in_place("six riffles, on from the last deck", "G*6"),
];

/// The runs in which a shuffle must be caught, of how many.
const CAUGHT: (u64, u64) = (199, 200);

/// The number of runs that are made first: if they miss a shuffle too often already, the others are not made.
const PILOT: u64 = 20;

/// The subjects that are judged: decks, or what is seen of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deals {
    /// Cards in a deck.
    pub cards: usize,
    /// The view of each; `None`: all of it.
    pub view: Option<View>,
}

impl Deals {
    pub(super) fn subject(&self) -> &dyn subject::Subject {
        match &self.view {
            Some(view) => view,
            None => &subject::WholeDeck,
        }
    }

    /// The view and the classes of cards, as records say them; `None` if the whole deck is seen.
    pub(super) fn view(&self) -> Option<(String, Option<String>)> {
        let view = self.view.as_ref()?;
        let classes = view.classes.as_ref().map(ToString::to_string);
        Some((view.shape.to_string(), classes))
    }

    /// The view of the decks of a job.
    ///
    /// # Panics
    /// If the whole deck is seen.
    pub(super) fn seen_of(&self, decks: Job, bench: &Bench<'_>) -> Seeing {
        Seeing {
            decks,
            view: self.view.clone().expect("a part of each deck is seen"),
            cards: self.cards,
            isa: bench.machine.isa,
        }
    }
}

/// Finds how soon `suite` catches `subject` at the error level `alpha`.
pub fn power(
    bench: &Bench<'_>,
    suite: Suite,
    deals: &Deals,
    subject: &Subject,
    alpha: f64,
) -> Result<Power, SimulateError> {
    let ladder = ladder(subject.most);
    let at = |decks: u64, runs: u64| at(bench, (suite, alpha), deals, subject, (decks, runs));
    // The first rung at which enough runs catch it; more decks catch no fewer.
    let (mut low, mut high) = (0, ladder.len());
    let mut best = None;
    while low < high {
        let middle = usize::midpoint(low, high);
        let mut found = at(ladder[middle], PILOT)?;
        if found.runs - found.caught <= CAUGHT.1 - CAUGHT.0 {
            found = at(ladder[middle], CAUGHT.1)?;
        }
        if found.caught >= CAUGHT.0 {
            high = middle;
            best = Some(found);
        } else {
            low = middle + 1;
        }
    }
    if let Some(found) = best {
        return Ok(found);
    }
    // The last rung, where the search ended.
    Ok(Power {
        decks: None,
        ..at(subject.most, PILOT)?
    })
}

/// The same at one number of decks, by so many runs.
fn at(
    bench: &Bench<'_>,
    (suite, alpha): (Suite, f64),
    deals: &Deals,
    subject: &Subject,
    (decks, runs): (u64, u64),
) -> Result<Power, SimulateError> {
    let design = Design {
        size: deals.cards,
        trials: decks,
        replicates: 1,
    };
    let probes = tested_on(suite, deals.subject(), &design, Effort::Learns);
    let judged = Judged {
        bench,
        design,
        probes: &probes,
        alpha,
        runs: runs as usize,
    };
    let plan = subject.plan();
    let job = |run| {
        let label = format!("power {} {run}", subject.about);
        subject.job(&plan, label, bench.seed)
    };
    let found = match &deals.view {
        None => judged.culprits(job),
        Some(_) => judged.culprits(|run| deals.seen_of(job(run), bench)),
    }?;
    let (view, classes) = deals.view().unzip();
    Ok(Power {
        shuffle: subject.about.to_owned(),
        routine: subject.routine.to_owned(),
        deck: deals.cards,
        view,
        classes: classes.flatten(),
        decks: Some(decks),
        tried_up_to: subject.most,
        runs,
        caught: found.iter().flatten().count() as u64,
        by: commonest(found.iter().flatten()),
    })
}

/// Runs that are judged by the same tests.
struct Judged<'a> {
    bench: &'a Bench<'a>,
    design: Design,
    probes: &'a [Probe],
    alpha: f64,
    runs: usize,
}

impl Judged<'_> {
    /// Finds for each run the test with the strongest evidence, if it fails.
    fn culprits<S: Supply>(
        &self,
        job: impl Fn(usize) -> S + Sync,
    ) -> Result<Vec<Option<String>>, SimulateError> {
        let Self {
            bench,
            design,
            probes,
            alpha,
            runs,
        } = *self;
        let (_, share) = level(alpha, probes, 1);
        simulate::each(
            runs,
            |run| (job(run), Never),
            &design,
            probes,
            bench.machine,
            bench.progress,
            |_, _, counts| {
                let tests = tests(probes, &design, counts, (share, Wanted::PValues));
                let judged = judge(&members(probes, tests.iter().map(|(_, test)| test)), alpha);
                let failed = judged.iter().zip(&tests);
                let failed = failed.filter(|(judged, _)| judged.verdict == Verdict::Fail);
                let p = |test: &Test| match test.outcome {
                    Outcome::P(p) => p.get(),
                    Outcome::TooFew { .. } => 1.0,
                };
                failed
                    .min_by(|(_, (_, a)), (_, (_, b))| p(a).total_cmp(&p(b)))
                    .map(|(_, (name, _))| name.clone())
            },
        )
    }
}

/// Names and how often each comes, the commonest first.
pub(super) fn commonest<'a>(names: impl Iterator<Item = &'a String>) -> Vec<(String, u64)> {
    let mut by: BTreeMap<String, u64> = BTreeMap::new();
    for name in names {
        *by.entry(name.clone()).or_default() += 1;
    }
    let mut by: Vec<(String, u64)> = by.into_iter().collect();
    sorting::by(&mut by, |a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    by
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::simulate::Unwatched;

    const ALPHA: f64 = 0.001;

    fn found(deals: &Deals, routine: &str, most: u64, threads: usize) -> Power {
        let bench = Bench {
            seed: 1,
            machine: threads.into(),
            progress: &Unwatched,
        };
        let all = tried_on_views(most);
        let subject = all.iter().find(|subject| subject.routine == routine);
        power(&bench, Suite::Quick, deals, subject.unwrap(), ALPHA).unwrap()
    }

    fn seen(shape: &str) -> Deals {
        let view = View {
            shape: shape.parse().unwrap(),
            classes: None,
            told: subject::Told::Places,
        };
        let view = Some(view);
        Deals { cards: 20, view }
    }

    /// Checks that views of decks show no shuffle sooner than whole decks do, and the same for any number of threads.
    #[test]
    #[ignore = "some 15 s of processor: .ci/run ignored"]
    fn hands_take_no_fewer_deals_than_decks() {
        let decks = Deals {
            cards: 20,
            view: None,
        };
        for routine in ["G", "G*3", "M*2"] {
            let whole = found(&decks, routine, 200, 2);
            assert!(whole.view.is_none());
            for shape in ["first:5", "hand:5", "hands:4x5"] {
                let found = found(&seen(shape), routine, 200, 2);
                assert_eq!(found.view.as_deref(), Some(shape));
                let deals = |power: &Power| power.decks.unwrap_or(u64::MAX);
                assert!(deals(&whole) <= deals(&found), "{whole:?}, {found:?}");
            }
        }
        let one = found(&seen("hand:5"), "G", 200, 1);
        assert!(one.decks.is_some_and(|deals| deals > 1) && one.caught >= CAUGHT.0);
        assert_eq!(one, found(&seen("hand:5"), "G", 200, 3));
    }

    /// A shuffle that is not seen up to the largest number says so.
    #[test]
    fn what_is_not_seen_is_said() {
        let found = found(&seen("hand:5"), "G*8", 20, 2);
        assert_eq!(
            (found.decks, found.tried_up_to, found.runs),
            (None, 20, PILOT)
        );
        assert!(found.caught < 3, "{found:?}");
    }
}
