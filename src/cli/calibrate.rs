//! `colddeck calibrate`: colddeck judged by itself.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};

use super::keeping::{self, Book, Clock, Kept};
use super::progress::Console;
use super::screen::screen;
use super::{Exit, machine, stdio};
use crate::options;
use ::run::calibrate::{self, Deals};
use ::run::checkpoint::About;
use ::run::conduct::{Bench, Progress};
use ::run::spec::Dealt;
use deck::subject::{Classes, Shape, Told, View};
use record::calibration::{Anytime, CALIBRATION_SCHEMA, Calibration, Ideal, Power};
use report::Ways;
use statistic::{Design, SUITES, Suite};
use text::files::Noted;
use text::harmless;
use text::sorting;

use text::whole;

/// Options of `colddeck calibrate`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Sizes of deck; of what is seen of decks, also "24 land, 36 spell", or a file with a decklist
    #[arg(long = "deck", alias = "cards", value_name = "N|TYPES|FILE", default_value = "6,20,52,60,100", value_parser = decks)]
    decks: Vec<Decks>,
    /// False alarms, and how soon known-bad shuffles are caught, where no more of each deck is seen than first:7 (in order),
    /// hand:7 (as a set) or hands:4x13 (dealt in turn): with --only ideal or power
    #[arg(long, value_name = "VIEW")]
    view: Option<Shape>,
    /// Deals that are tried at the most, with --view
    #[arg(long, value_name = "N", default_value_t = calibrate::MOST_DEALS, value_parser = whole::within::<u64>(1..=1_000_000))]
    most_deals: u64,
    /// What to judge, everything if absent; what else a record of the same suite and seed in --out holds, of
    /// other sizes of deck too, stays
    #[arg(long, value_delimiter = ',')]
    only: Vec<Part>,
    /// Runs of ideal decks, for each size
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::within::<u32>(1..=10_000_000))]
    replicates: u32,
    /// Decks in each of them: as many runs for each number
    #[arg(long, alias = "decks", value_name = "N", value_delimiter = ',', default_values_t = [100, 5_000],
          value_parser = whole::within::<u32>(1..=u64::from(u32::MAX)))]
    trials: Vec<u32>,
    /// Runs of each test alone, far out in its tail
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = whole::within::<u32>(1..=100_000_000))]
    tail_replicates: u32,
    /// Runs of ideal decks that are watched all along, for each size
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::within::<u32>(1..=10_000_000))]
    anytime_replicates: u32,
    /// Which statistics: quick, standard or deep
    #[arg(long, default_value = "standard", value_parser = options::suite)]
    suite: Suite,
    /// Seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::within::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    keeping: keeping::Options,
    #[command(flatten)]
    machine: machine::Options,
    /// Folder for record.json and report.md
    #[arg(long, value_name = "DIR", default_value = "results/calibration")]
    out: PathBuf,
    /// Print the record as JSON on stdout, and nothing else there
    #[arg(long)]
    json: bool,
    /// Print no table and no progress, only errors
    #[arg(long, short)]
    quiet: bool,
}

/// Parts of a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// P-values and families of runs of ideal decks
    Ideal,
    /// Each test alone, far out in its tail
    Tails,
    /// How soon known-bad shuffles of 52 cards are caught, or of other decks of which no more is seen than a view
    Power,
    /// Runs that stop once they are decided
    Anytime,
}

/// Decks as they were asked for.
#[derive(Debug, Clone)]
struct Decks(Vec<Dealt>);

/// Reads sizes of deck, or a deck that is said in words.
fn decks(text: &str) -> Result<Decks, String> {
    let sizes = text
        .split(',')
        .map(|size| options::cards::<u16>()(size.trim()));
    let sizes: Result<Vec<u16>, String> = sizes.collect();
    match sizes {
        Ok(sizes) => Ok(Decks(
            sizes
                .into_iter()
                .map(|size| Dealt::of(size.into()))
                .collect(),
        )),
        // A number that is too large is no name of a file.
        Err(problem) if text.trim().parse::<f64>().is_ok() => Err(problem),
        Err(_) => {
            let dealt = options::dealt(text)?;
            options::cards::<u16>()(&dealt.cards.to_string())?;
            Ok(Decks(vec![dealt]))
        }
    }
}

impl Options {
    fn dealt(&self) -> impl Iterator<Item = &Dealt> {
        self.decks.iter().flat_map(|decks| &decks.0)
    }

    /// Sizes of deck.
    fn sizes(&self) -> Vec<usize> {
        let sizes = self.dealt().filter_map(|dealt| dealt.cards.try_into().ok());
        let mut sizes: Vec<usize> = sizes.collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// The decks that are asked for, and what is seen of them: `None` where whole decks are.
    fn views(&self) -> anyhow::Result<Option<Vec<Deals>>> {
        let Some(shape) = self.view else {
            if let Some(types) = self.dealt().find_map(|dealt| dealt.types.as_ref()) {
                bail!(
                    "--deck: found `{types}`; accepted: sizes of deck, or types with --only ideal or power and a --view"
                );
            }
            return Ok(None);
        };
        let of_views = |part: &Part| matches!(part, Part::Ideal | Part::Power);
        if self.only.is_empty() || !self.only.iter().all(of_views) {
            bail!("--view: found it with other parts; accepted: with --only ideal or power");
        }
        let deals = self.dealt().map(|dealt| {
            let cards = usize::try_from(dealt.cards).unwrap_or_default();
            let types = dealt.types.as_ref();
            let classes = types.map(|types| Classes::read(types, None, cards));
            let classes = classes
                .transpose()
                .map_err(|error| anyhow!("--deck: {error}"))?;
            let view = View {
                shape,
                classes,
                told: Told::Places,
            };
            view.check(cards)
                .map_err(|problem| anyhow!("--view: {problem}"))?;
            let view = Some(view);
            Ok(Deals { cards, view })
        });
        let deals: anyhow::Result<Vec<Deals>> = deals.collect();
        deals.map(Some)
    }
}

/// Cards of the decks on which power is measured.
const POWER_CARDS: usize = 52;

/// The error level of each run whose power is measured.
const POWER_ALPHA: f64 = 0.001;

/// The error level of all Kolmogorov-Smirnov tests together.
const UNIFORMITY_ALPHA: f64 = 0.001;

/// Makes the files beside the record of a calibration, from it alone: their names and contents. From the page lead `ways`,
/// if there are any.
pub(super) fn views(found: &Calibration, ways: Option<&Ways>) -> [(&'static str, String); 2] {
    [
        ("report.md", report::calibration_markdown(found)),
        ("report.html", report::calibration_page(found, ways)),
    ]
}

pub(super) fn run(options: &Options, files: &[Noted]) -> anyhow::Result<Exit> {
    let about = About::new("calibrate", keeping::words(), None, files);
    let place = keeping::place(Some(&options.out), "calibrate", &about, &options.keeping)?;
    let (place, _lock) = place.unzip();
    let clock = Clock::start(&options.keeping)?;
    let book = Book::open(&clock, about, place, &options.keeping)?;
    book.until_left(|| {
        let found = calibration(options, &book)?;
        let exit = present(options, found)?;
        book.close();
        Ok(exit)
    })
}

/// Judges, writes and prints what was found.
fn present(options: &Options, mut found: Calibration) -> anyhow::Result<Exit> {
    keep(options, &mut found);
    calibrate::judge_uniformity(&mut found.ideal, UNIFORMITY_ALPHA);
    let json = record::to_json(&found)?;
    let [report, page] = views(&found, None);
    record::write(&options.out, &[("record.json", json.clone()), report, page])?;
    if options.json {
        stdio::print_json(&json)?;
    } else if !options.quiet {
        stdio::print(&report::calibration_terminal(&found, screen()))?;
        stdio::note(&format!(
            "written: {} and report.md",
            harmless::path(&options.out.join("record.json"))
        ));
    }
    Ok(if report::is_calibrated(&found) {
        Exit::NoEvidence
    } else {
        Exit::Evidence
    })
}

/// Parts and sizes of deck that were not asked for stay as they are in the record that is already there, if
/// it was made with the same suite and seed by the same version: a long calibration can be made in parts.
fn keep(options: &Options, found: &mut Calibration) {
    let there = std::fs::read_to_string(options.out.join("record.json")).ok();
    let there = there.and_then(|text| {
        let mut value = serde_json::from_str(&text).ok()?;
        harmless::value(&mut value);
        serde_json::from_value::<Calibration>(value).ok()
    });
    let same = |other: &Calibration| {
        (&other.schema, &other.version, &other.suite, other.seed)
            == (&found.schema, &found.version, &found.suite, found.seed)
    };
    let Some(there) = there.filter(same) else {
        return;
    };
    let sizes = options.sizes();
    let asked = |part, deck| wanted(options, part) && sizes.contains(&deck);
    // Decks, or views of them, that were judged anew replace the old ones; whole decks come first.
    let seen = |ideal: &Ideal| (ideal.view.clone(), ideal.classes.clone(), ideal.deck);
    let mut ideal = there.ideal;
    ideal.retain(|old| !found.ideal.iter().any(|new| seen(new) == seen(old)));
    found.ideal.append(&mut ideal);
    sorting::by_key(&mut found.ideal, seen);
    join(
        &mut found.tails,
        there.tails,
        |tail| tail.deck,
        |deck| asked(Part::Tails, deck),
    );
    join(
        &mut found.anytime.ideal,
        there.anytime.ideal,
        |watched| watched.deck,
        |deck| asked(Part::Anytime, deck),
    );
    // A row that was made anew replaces the old one; the others stay, in the order in which they were made.
    let same =
        |a: &Power, b: &Power| (a.deck, &a.view, &a.classes) == (b.deck, &b.view, &b.classes);
    let mut power = there.power;
    power.retain(|old| !found.power.iter().any(|new| same(old, new)));
    power.append(&mut found.power);
    found.power = power;
    if !wanted(options, Part::Anytime) {
        found.anytime.stopped = there.anytime.stopped;
    }
}

/// Adds those that are `there` for sizes of deck that were not asked for; all in the order of the sizes.
fn join<T>(
    found: &mut Vec<T>,
    there: Vec<T>,
    deck: impl Fn(&T) -> usize,
    asked: impl Fn(usize) -> bool,
) {
    found.extend(there.into_iter().filter(|old| !asked(deck(old))));
    sorting::by_key(found, deck);
}

fn wanted(options: &Options, part: Part) -> bool {
    options.only.is_empty() || options.only.contains(&part)
}

fn calibration(options: &Options, book: &Book<'_>) -> anyhow::Result<Calibration> {
    let wanted = |part| wanted(options, part);
    let machine = options.machine.machine();
    let console = Console::new(options.quiet);
    console.begin("calibration", None);
    let bench = Bench {
        seed: options.seed,
        machine,
        progress: &Kept(&console, book),
    };
    let suite = options.suite;
    let about = SUITES.iter().find(|about| about.suite == suite);
    let mut found = Calibration {
        schema: CALIBRATION_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        suite: about.map_or("", |about| about.name).to_owned(),
        seed: options.seed,
        ideal: Vec::new(),
        tails: Vec::new(),
        power: Vec::new(),
        anytime: Anytime::default(),
        alpha: UNIFORMITY_ALPHA,
    };
    let views = options.views()?;
    let whole = |cards| Deals { cards, view: None };
    let decks = || options.sizes().into_iter().map(whole).collect();
    let mut trials = options.trials.clone();
    trials.sort_unstable();
    trials.dedup();
    if wanted(Part::Ideal) {
        for deals in &views.clone().unwrap_or_else(decks) {
            for &trials in &trials {
                let (of, runs) = ((deals, u64::from(trials)), options.replicates as usize);
                found.ideal.push(calibrate::ideal(&bench, suite, of, runs)?);
            }
        }
    }
    for cards in options.sizes() {
        for &trials in &trials {
            let design = Design {
                size: cards,
                trials: u64::from(trials),
                replicates: 1,
            };
            if wanted(Part::Anytime) {
                let runs = options.anytime_replicates as usize;
                let watched = calibrate::watched(&bench, suite, design, runs)?;
                found.anytime.ideal.push(watched);
            }
        }
        if wanted(Part::Tails) {
            let runs = options.tail_replicates as usize;
            let tails = calibrate::tails(&bench, suite, cards, runs)?;
            found.tails.extend(tails);
        }
    }
    if wanted(Part::Power) {
        for deals in &views.unwrap_or_else(|| vec![whole(POWER_CARDS)]) {
            let subjects = match deals.view {
                None => calibrate::known_bad().to_vec(),
                Some(_) => calibrate::tried_on_views(options.most_deals),
            };
            for subject in &subjects {
                let power = calibrate::power(&bench, suite, deals, subject, POWER_ALPHA)?;
                found.power.push(power);
            }
        }
    }
    if wanted(Part::Anytime) {
        for subject in calibrate::watched_bad() {
            let stopped = calibrate::stopped(&bench, suite, POWER_CARDS, subject, POWER_ALPHA)?;
            found.anytime.stopped.push(stopped);
        }
    }
    console.end();
    Ok(found)
}
