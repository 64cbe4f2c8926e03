//! `colddeck exact`: answers without simulating.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, Subcommand};

use super::{Exit, memory, output};
use crate::answer::{
    Answer, BOOSTER, Besides, Cube, CubeQuestion, Cycles, Distance, Duplicates, Found, HAND,
    Hitting, Law, Null, Pairs, Position, Support,
};
use crate::deck::{MAX_CARDS, MIN_CARDS};
use crate::exact::gsr::Packets;
use crate::exact::orders::{MOST_CARDS, ORDINARY_CARDS};
use crate::exact::pairs::Effort;
use crate::record::to_json;
use crate::routine::{Plan, Routine};
use crate::spec::{self, ALPHAS, DEFAULT_ALPHA, Experiment, Overrides};
use crate::statistic::POWER;
use crate::{conduct, report};

/// Options of `colddeck exact`.
#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Total variation from an ideal shuffle over all orders, separation, information left
    Tv {
        /// A routine, such as "G*7"
        #[arg(required_unless_present = "packets")]
        routine: Option<String>,
        /// Instead of a routine: one riffle of so many packets (an a-shuffle)
        #[arg(long, value_name = "A", conflicts_with = "routine", value_parser = clap::value_parser!(u64).range(1..))]
        packets: Option<u64>,
        /// Cards of each type from the top, as in 26,26: the types are all that can be seen
        #[arg(long, value_name = "N,N", value_delimiter = ',')]
        types: Vec<usize>,
        #[command(flatten)]
        about: About,
    },
    /// Where each card goes: the one-card matrix, and what a test of positions would see
    Position {
        /// A routine, such as "RRH"
        routine: String,
        /// Error level of the test
        #[arg(long, value_name = "P", default_value_t = DEFAULT_ALPHA)]
        alpha: f64,
        /// Power for which decks are counted
        #[arg(long, value_name = "P", default_value_t = POWER)]
        power: f64,
        /// State the power for so many decks
        #[arg(long, alias = "trials", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=spec::MOST_DECKS))]
        decks: Option<u64>,
        #[command(flatten)]
        about: About,
    },
    /// Where two cards go together: expected rising sequences, descents, successions, inversions
    Pairs {
        /// A routine, such as "RRH"
        routine: String,
        /// Take as long, and as much memory, as it takes
        #[arg(long)]
        large: bool,
        #[command(flatten)]
        about: About,
    },
    /// The expected "number of duplicates", the refuted metric
    Duplicates {
        /// A routine, such as "HRR"
        routine: String,
        /// Decks in a replicate
        #[arg(long, alias = "decks", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=spec::MOST_DECKS))]
        trials: u64,
        /// Counts that make a cell a duplicate; default: trials/deck rounded down, and one more
        #[arg(long, value_name = "K,K", value_delimiter = ',')]
        counts: Option<Vec<u64>>,
        #[command(flatten)]
        about: About,
    },
    /// How often to repeat a routine until a card is first at a position
    Hit {
        /// A routine, such as "G"
        routine: String,
        /// The position, from 1
        #[arg(long, value_name = "POSITION")]
        to: usize,
        #[command(flatten)]
        about: About,
    },
    /// How many orders can be reached
    Support {
        /// A routine, such as "HHH"
        routine: String,
        #[command(flatten)]
        about: About,
    },
    /// The law over all orders of a small deck; of riffles, the law of rising sequences
    Law {
        /// A routine, such as "RRH"
        routine: String,
        /// Enumerate nine cards as well: seconds, for 362,880 orders
        #[arg(long)]
        nine: bool,
        #[command(flatten)]
        about: About,
    },
    /// What a card game counts in an ideal deck (snap, war, frustration, ...), and how often nothing
    Game(Deal),
    /// A routine without chance, again and again: its cycles, and how often until the deck is as it was
    Cycles {
        /// A routine of shuffles in which nothing is random, such as "O"
        routine: String,
        /// Followed by each cut of 0 to all but one card
        #[arg(long)]
        each_cut: bool,
        /// Compare it with another routine: the same, its inverse, the deck turned?
        #[arg(long, value_name = "ROUTINE")]
        compare: Option<String>,
        /// Also for each deck of 2 to so many cards
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1000))]
        decks_to: Option<u64>,
        #[command(flatten)]
        about: About,
    },
    /// How many piles for a cube? Dealt onto piles and each shuffled, twice: where a card can be
    Piles(PileOptions),
    /// How a statistic is distributed on ideal decks; without a name, the statistics
    Null {
        /// The statistic, such as rising-sequences
        law: Option<String>,
        /// Cards in a deck
        #[arg(long, alias = "cards", value_name = "N", required_unless_present_any = ["list"], value_parser = deck)]
        deck: Option<usize>,
        /// Sum over so many decks
        #[arg(long, alias = "trials", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        decks: u64,
        /// The tails at this value
        #[arg(long, value_name = "X")]
        at: Option<u64>,
        /// List the statistics
        #[arg(long)]
        list: bool,
        /// Print the answer as JSON
        #[arg(long)]
        json: bool,
    },
}

/// A card game on ideal decks.
#[derive(Debug, Args)]
struct Deal {
    /// The game, by the name of its statistic, such as snap or poker-class
    game: String,
    /// Cards in a deck
    #[arg(long, alias = "cards", value_name = "N", value_parser = deck)]
    deck: usize,
    /// Ranks in each suit
    #[arg(long, value_name = "N")]
    ranks: Option<u32>,
    /// Suits in the deck; default 4, 3 or 2, whichever divides it first
    #[arg(long, value_name = "N")]
    suits: Option<u32>,
    /// What matches: rank (the default), suit, or rank-or-suit
    #[arg(long = "match", value_name = "WHAT")]
    what: Option<String>,
    /// Players of snap; default 2
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// Games to deal where no law is known; default 10,000
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// What is asked about piles for a cube.
#[derive(Debug, Args)]
struct PileOptions {
    /// Cards in the cube
    #[arg(long, alias = "deck", value_name = "N", value_parser = deck)]
    cards: usize,
    /// Look at so many piles, sensible or not
    #[arg(long, value_name = "P")]
    piles: Option<usize>,
    /// Cards in a booster; default 15, or the deck if that is less
    #[arg(long, value_name = "N")]
    booster: Option<usize>,
    /// The most cards that can be shuffled by hand
    #[arg(long, value_name = "N", default_value_t = HAND)]
    hand: usize,
    /// Cards of one colour; default: as many as in the first pile
    #[arg(long, value_name = "N")]
    colour: Option<usize>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

impl Deal {
    fn answer(&self) -> anyhow::Result<Exit> {
        let mut table = toml::Table::new();
        table.insert("game".to_owned(), self.game.clone().into());
        for (key, number) in [
            ("ranks", self.ranks),
            ("suits", self.suits),
            ("players", self.players),
            ("games", self.games),
        ] {
            table.extend(number.map(|number| (key.to_owned(), i64::from(number).into())));
        }
        table.extend((self.what.clone()).map(|what| ("match".to_owned(), what.into())));
        let question = crate::answer::build("game", table, self.deck)?;
        let found = question.answer(None, self.deck)?;
        answer("game", None, self.deck, BTreeMap::new(), found, self.json)
    }
}

/// What a question about a routine needs.
#[derive(Debug, Args)]
struct About {
    /// Cards in a deck; a spec has its own
    #[arg(long, alias = "cards", value_name = "N", required_unless_present = "spec", value_parser = deck)]
    deck: Option<usize>,
    /// Take the letters, and the deck, from a spec
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// Define a letter, as in 'M={kind="riffle", max-streak=3}'; may be repeated
    #[arg(long = "shuffle", value_name = "LETTER=SHUFFLE")]
    shuffles: Vec<String>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

fn deck(text: &str) -> Result<usize, String> {
    let found: Option<usize> = text.parse().ok();
    found
        .filter(|cards| (MIN_CARDS..=MAX_CARDS).contains(cards))
        .ok_or_else(|| format!("accepted: a whole number from {MIN_CARDS} to {MAX_CARDS}"))
}

/// A routine that something is asked about.
struct Subject {
    plan: Plan,
    name: String,
    cards: usize,
    letters: BTreeMap<String, String>,
}

impl About {
    fn subject(&self, text: &str) -> anyhow::Result<Subject> {
        let overrides = Overrides {
            deck: self.deck.map(|cards| cards as u32).map(i64::from),
            shuffles: self.shuffles.clone(),
            ..Overrides::default()
        };
        let experiment = match &self.spec {
            Some(file) => spec::read(file, &overrides)?,
            None => spec::of_routines(&[text.to_owned()], &overrides)?,
        };
        let routine = Routine::parse(text, &experiment.letters)?;
        Ok(Subject {
            plan: routine.plan(&experiment.letters),
            name: routine.name().to_owned(),
            cards: experiment.design.cards,
            letters: legend(&experiment, &routine),
        })
    }
}

/// The letters of `routine`.
fn legend(experiment: &Experiment, routine: &Routine) -> BTreeMap<String, String> {
    let used = routine.letters().iter();
    used.filter_map(|letter| {
        let shuffle = experiment.letters.get(*letter)?;
        Some((letter.to_string(), shuffle.describe()))
    })
    .collect()
}

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    match &options.what {
        What::Tv {
            routine,
            packets,
            types,
            about,
        } => distance(routine.as_deref(), *packets, types, about),
        What::Position {
            routine,
            alpha,
            power,
            decks,
            about,
        } => {
            within("alpha", *alpha, &ALPHAS)?;
            within("power", *power, &POWERS)?;
            of_routine("position", routine, about, |subject| {
                let found = Position::of(&subject.plan, subject.cards, *alpha, *power, *decks)?;
                Ok(Found::Position(found))
            })
        }
        What::Pairs {
            routine,
            large,
            about,
        } => of_routine("pairs", routine, about, |subject| {
            let found = Pairs::of(&subject.plan, subject.cards, &limit(subject, *large)?)?;
            Ok(Found::Pairs(found))
        }),
        What::Duplicates {
            routine,
            trials,
            counts,
            about,
        } => of_routine("duplicates", routine, about, |subject| {
            let found = Duplicates::of(&subject.plan, subject.cards, *trials, counts.clone())?;
            Ok(Found::Duplicates(found))
        }),
        What::Hit { routine, to, about } => of_routine("hit", routine, about, |subject| {
            if !(1..=subject.cards).contains(to) {
                bail!(
                    "--to: found {to}; accepted: a position from 1 to {}",
                    subject.cards
                );
            }
            let found = Hitting::of(&subject.plan, subject.cards, *to)?;
            Ok(Found::Hitting(found))
        }),
        What::Support { routine, about } => of_routine("support", routine, about, |subject| {
            Ok(Found::Support(Support::of(&subject.plan, subject.cards)))
        }),
        What::Law {
            routine,
            nine,
            about,
        } => of_routine("law", routine, about, |subject| {
            let most = if *nine { MOST_CARDS } else { ORDINARY_CARDS };
            Ok(Found::Law(Law::of(&subject.plan, subject.cards, most)?))
        }),
        What::Game(deal) => deal.answer(),
        What::Cycles {
            routine,
            each_cut,
            compare,
            decks_to,
            about,
        } => {
            let besides = (compare.as_deref(), *each_cut, *decks_to);
            cycles(routine, besides, about)
        }
        What::Piles(options) => piles(options),
        What::Null {
            law,
            deck,
            decks,
            at,
            json,
            ..
        } => match (law, deck) {
            (Some(law), Some(cards)) => {
                let found = Null::of(law, *cards, *decks, *at)?;
                answer(
                    "null",
                    None,
                    *cards,
                    BTreeMap::new(),
                    Found::Null(found),
                    *json,
                )
            }
            _ => super::list::null_laws(),
        },
    }
}

/// Powers that decks can be counted for.
const POWERS: std::ops::RangeInclusive<f64> = 0.01..=0.9999;

fn within(flag: &str, found: f64, accepted: &std::ops::RangeInclusive<f64>) -> anyhow::Result<()> {
    if !accepted.contains(&found) {
        bail!(
            "--{flag}: found {found}; accepted: from {:e} to {}",
            accepted.start(),
            accepted.end()
        );
    }
    Ok(())
}

/// What a two-card chain may take; a large one is announced, and must fit.
fn limit(subject: &Subject, large: bool) -> anyhow::Result<Effort> {
    if !large {
        return Ok(Effort::SECONDS);
    }
    let effort = Pairs::effort(&subject.plan, subject.cards)?;
    memory::check_bytes("this two-card chain", effort.bytes)?;
    output::note(&format!(
        "the two-card chain takes about {:.1e} multiplications and {} of memory",
        effort.multiplications,
        conduct::bytes(effort.bytes)
    ));
    Ok(Effort {
        multiplications: f64::INFINITY,
        bytes: effort.bytes,
    })
}

fn piles(options: &PileOptions) -> anyhow::Result<Exit> {
    let cards = options.cards;
    let found = Cube::of(&CubeQuestion {
        cards,
        piles: options.piles,
        booster: options.booster.unwrap_or(BOOSTER.min(cards)),
        hand: options.hand,
        colour: options.colour,
    })?;
    let (letters, found) = (BTreeMap::new(), Found::Cube(found));
    answer("piles", None, cards, letters, found, options.json)
}

fn cycles(
    routine: &str,
    (compare, each_cut, decks_to): (Option<&str>, bool, Option<u64>),
    about: &About,
) -> anyhow::Result<Exit> {
    let other = compare.map(|other| about.subject(other)).transpose()?;
    of_routine("cycles", routine, about, |subject| {
        let other = other.as_ref();
        let besides = Besides {
            compare: other.map(|other| (&other.plan, other.name.as_str())),
            each_cut,
            decks_to: decks_to.map(|most| most as usize),
        };
        let found = Cycles::of(&subject.plan, subject.cards, &besides)?;
        Ok(Found::Cycles(found))
    })
}

fn distance(
    routine: Option<&str>,
    packets: Option<u64>,
    types: &[usize],
    about: &About,
) -> anyhow::Result<Exit> {
    let (found, cards, name, letters, packets) = match (routine, packets.and_then(Packets::new)) {
        (_, Some(packets)) => {
            let Some(cards) = about.deck else {
                bail!("--packets needs --deck; accepted: a whole number of cards");
            };
            let found = Distance::of_packets(packets, cards);
            (found, cards, None, BTreeMap::new(), Some(packets))
        }
        (routine, None) => {
            let subject = about.subject(routine.unwrap_or_default())?;
            let found = Distance::of_routine(&subject.plan, subject.cards);
            let riffles = subject.plan.riffles_alone().map(Packets::riffles);
            (
                found,
                subject.cards,
                Some(subject.name),
                subject.letters,
                riffles,
            )
        }
    };
    let found = match (types, packets) {
        ([], _) => found,
        (types, _) if types.iter().sum::<usize>() != cards || types.contains(&0) => bail!(
            "--types: found {} cards in all; accepted: numbers of cards from 1 that add up to the deck's {cards}",
            types.iter().sum::<usize>()
        ),
        (types, Some(packets)) => found.with_types(types, packets),
        (_, None) => bail!(
            "--types: the law of types is known for riffles (Gilbert-Shannon-Reeds) alone; accepted: a routine such as \"G*7\", or --packets"
        ),
    };
    answer(
        "tv",
        name,
        cards,
        letters,
        Found::Distance(found),
        about.json,
    )
}

fn of_routine(
    what: &str,
    routine: &str,
    about: &About,
    find: impl FnOnce(&Subject) -> anyhow::Result<Found>,
) -> anyhow::Result<Exit> {
    let subject = about.subject(routine)?;
    let found = find(&subject)?;
    answer(
        what,
        Some(subject.name),
        subject.cards,
        subject.letters,
        found,
        about.json,
    )
}

fn answer(
    what: &str,
    routine: Option<String>,
    deck: usize,
    letters: BTreeMap<String, String>,
    found: Found,
    json: bool,
) -> anyhow::Result<Exit> {
    let answer = Answer::new(what, routine, deck, letters, found);
    output::print(&if json {
        to_json(&answer)?
    } else {
        report::answer(&answer)
    })?;
    Ok(Exit::NoEvidence)
}
