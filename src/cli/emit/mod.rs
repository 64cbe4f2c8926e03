//! `colddeck emit`: decks, or the bits that they carry, for other programs; and the numbers of other programs, or code
//! that draws them.

mod code;
mod like;

use std::io::{ErrorKind, IsTerminal, Write};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use self::code::Language;
use self::like::Drawn;
use super::{Exit, stdio};
use crate::options::{self, decks::format};
use ::run::conduct;
use ::run::spec::{self, MOST_DECKS, Overrides};
use deck::rng::Generator;
use deck::{Bits, Block, MAX_CARDS};
use engine::simulate::InOrder;
use reader::{Format, Input, Reading};
use shuffle::random_list;
use source::Source;
use text::names;
use text::whole;

/// The help that goes beyond that of the options.
const HELP: &str = "\
Decks are those that `run` counts with the same routine, deck and seed, in that order.

Bits: of a fair deck each Lehmer digit (how many smaller cards lie below a card) is uniform and independent \
of the others; each gives its bits without bias (Elias, 1972). A deck of 52 cards gives 179 bits, of the \
226 that it has: digit by digit, as joined digits would hide a flaw from whoever tests the bits. Raw bytes, \
the first bit highest:

    colddeck emit \"G*7\" --deck 52 --as bits | dieharder -g 200 -a
    my-shuffle | colddeck emit --from - --deck 52 --as bits | RNG_test stdin

Lists of piles, with --as piles:PILES: on each line says a number from 1 on to which pile each card goes, as many of each \
as the pile holds, the first piles one more if it does not come out even. The deck stands for such a list in order; shuffled \
ideally each list is equally likely:

    colddeck emit S --deck 540 --as piles:8 --trials 1
    colddeck emit S --deck 540 --as piles:8 --trials 1 --generator python --seed 1     as random.shuffle makes it of [1] * 68 + …

With --like, no routine: what another program gives from the same seed, bit for bit, a line for each number \
or list. Numbers below BOUND count from 0, and each list is a fresh 0, 1, ... before it is shuffled:

    colddeck emit --like python --seed 1 --as doubles --trials 5        r = random.Random(1); r.random()
    colddeck emit --like python --seed 1 --as ints:6 --trials 5         r.randrange(6)
    colddeck emit --like numpy --seed 1 --as shuffle:52 --trials 5      numpy.random.RandomState(1).shuffle(list(range(52)))
    colddeck emit --like numpy --seed '[1, 2]' --as ints:2^32           numpy.random.RandomState([1, 2]).randint(2**32)
    colddeck emit --like c++ --seed 1 --as doubles                      std::mt19937, uniform_real_distribution<double> of GCC
    colddeck emit --like c++-default --seed 1 --as ints:6               std::default_random_engine of GCC, which is minstd_rand0
    colddeck emit --like matlab --seed 0 --as doubles                   rng(0); rand
    colddeck emit --like numpy --seed 1 --as code:javascript            a program that draws the same in another language

Each kind of draw starts from the seed. The program of code:LANGUAGE (python, c++, javascript or rust) holds the draws in \
functions to take over, and prints the same numbers. `colddeck list generators` says what each is; specs take them as `generator`.

Without --trials it goes on until the reader closes the pipe.";

/// Options of `colddeck emit`.
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    /// A routine, such as "RRH"
    #[arg(required_unless_present_any = ["from", "like"], value_name = "ROUTINE")]
    routine: Option<String>,
    /// Instead of a routine: a file of decks, or - for standard input
    #[arg(long, value_name = "FILE|-", conflicts_with = "routine")]
    from: Option<String>,
    /// How the decks of --from are written, as in `test --format`
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = format)]
    from_format: Format,
    /// Instead of a routine: the program whose numbers it gives: python (random.Random), numpy (numpy.random.RandomState), c++ or c++-default (libstdc++), matlab
    #[arg(long, value_name = "PROGRAM", value_parser = like::program,
          conflicts_with_all = ["routine", "from", "deck", "format", "names", "shuffles", "generator", "seeding", "memory"])]
    like: Option<Generator>,
    /// Cards in a deck
    #[arg(long, alias = "cards", value_name = "N", required_unless_present = "like", value_parser = options::cards::<u16>())]
    deck: Option<u16>,
    /// decks (top card first), bits: the uniform bits that fair decks carry, or piles:PILES: random lists that say which pile each card goes to; with --like: doubles, ints:BOUND (up to 2^32), shuffle:ITEMS, or code:LANGUAGE: a program in python, c++, javascript or rust that draws the same
    #[arg(long = "as", value_name = "WHAT", value_parser = what)]
    what: What,
    /// How decks are written: text (a line for each), u8 or u16 (bytes, the low one first); text if absent
    #[arg(long, value_enum)]
    format: Option<Written>,
    /// The cards' names, as the deck lies before it is shuffled, in the place of numbers from 0
    #[arg(long, value_name = "LIST")]
    names: Option<String>,
    /// Decks to shuffle, or lines with --like; without it, as many as are read from the pipe
    #[arg(long, alias = "decks", value_name = "N", value_parser = whole::within::<u64>(1..=MOST_DECKS))]
    trials: Option<u64>,
    /// Seed, decimal or 0x…; with --like python or numpy also a list of words, as in "[1, 2]"
    #[arg(
        long,
        value_name = "S",
        conflicts_with = "from",
        allow_negative_numbers = true
    )]
    seed: Option<String>,
    /// Define a letter, as in M=mash or 'M=riffle max-streak=3'; may be repeated
    #[arg(
        long = "shuffle",
        value_name = "LETTER=SHUFFLE",
        conflicts_with = "from"
    )]
    shuffles: Vec<String>,
    /// The generator of random numbers, as in `colddeck list generators`
    #[arg(long, value_name = "GENERATOR", conflicts_with = "from")]
    generator: Option<String>,
    /// Seed the generator for each deck: N-bit, clock, one, or numbers (the seed, then the next ones)
    #[arg(long, value_name = "N-bit|clock|one|numbers", conflicts_with = "from")]
    seeding: Option<String>,
    /// Keep decks: in-place or kept
    #[arg(long, value_name = "in-place|kept", conflicts_with = "from")]
    memory: Option<String>,
}

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// The decks themselves, top card first
    Decks,
    /// The bits of their Lehmer digits
    Bits,
    /// Lists that say to which of so many piles each card goes
    Piles(usize),
    /// The draws of a program
    Drawn(Drawn),
    /// A program in this language that draws as another does
    Code(&'static Language),
}

impl What {
    /// The word for it on the command line.
    fn word(self) -> String {
        match self {
            Self::Decks => "decks".to_owned(),
            Self::Bits => "bits".to_owned(),
            Self::Piles(piles) => format!("piles:{piles}"),
            Self::Drawn(_) => "numbers of a program".to_owned(),
            Self::Code(language) => language.word(),
        }
    }
}

/// The words for what is made of decks.
const OF_DECKS: [&str; 3] = ["decks", "bits", "piles:PILES"];

/// The words for what is had of programs.
fn of_programs() -> impl Iterator<Item = &'static str> {
    Drawn::WORDS.into_iter().chain([code::WORD])
}

/// Reads how many piles there are in `piles:8`. That they have cards is known only with the deck.
fn piles(text: &str) -> Result<usize, String> {
    let number = text.strip_prefix("piles:").and_then(whole::parse);
    let number = number.filter(|number| (1..=MAX_CARDS as u64).contains(number));
    number.map(|number| number as usize).ok_or_else(|| {
        let most = names::grouped(MAX_CARDS as u64);
        format!(
            "found `{}`; accepted: piles:N, N from 1 to {most}",
            text.escape_debug()
        )
    })
}

fn what(text: &str) -> Result<What, String> {
    match text {
        "decks" => Ok(What::Decks),
        "bits" => Ok(What::Bits),
        _ if text == "piles" || text.starts_with("piles:") => piles(text).map(What::Piles),
        _ => {
            let drawn = Drawn::parse(text).map(|drawn| drawn.map(What::Drawn));
            let code = || Language::parse(text).map(|language| language.map(What::Code));
            drawn.or_else(code).unwrap_or_else(|| {
                let all = || OF_DECKS.into_iter().chain(of_programs());
                Err(format!(
                    "accepted: {}{}",
                    names::list(all()),
                    names::hint(text, all())
                ))
            })
        }
    }
}

/// The notation of decks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Written {
    /// A line for each deck, numbers from 0 separated by blanks
    Text,
    /// A byte for each card
    U8,
    /// Two bytes for each card, the low one first
    U16,
}

/// The most cards that fit in bytes.
const BYTE_CARDS: u16 = 256;

pub(super) fn run(options: &Options) -> anyhow::Result<Exit> {
    if let Some(generator) = options.like {
        let seed = options.seed.as_deref();
        return match options.what {
            What::Code(language) => code::run(language, generator, seed, options.trials),
            what => like::run(generator, what, seed, options.trials),
        };
    }
    let deck = options
        .deck
        .context("--deck: how many cards a deck has is not given")?;
    if options.what == What::Bits && options.format.is_some() {
        bail!("--format is for --as decks; bits are raw bytes");
    }
    if matches!(options.what, What::Piles(_)) && options.format.is_some() {
        bail!("--format is for --as decks; lists of piles are text");
    }
    let form = match (options.what, options.format) {
        (What::Bits, _) => None,
        (What::Decks, form) => Some(form.unwrap_or(Written::Text)),
        (What::Piles(_), _) => Some(Written::Text),
        (What::Drawn(_) | What::Code(_), _) => bail!(
            "--as: found numbers, lists or code of a program, and no --like that names it; accepted without --like: {}",
            names::list(OF_DECKS.into_iter())
        ),
    };
    if form == Some(Written::U8) && deck > BYTE_CARDS {
        bail!(
            "--format: found u8 with decks of {deck} cards; accepted with it: up to {BYTE_CARDS} cards; use u16"
        );
    }
    let names = card_names(options, deck, form)?;
    stdio::check()?;
    if form != Some(Written::Text) && std::io::stdout().is_terminal() {
        bail!(
            "standard output is a terminal, and this would fill it with raw bytes; accepted: a pipe or a file, as in `colddeck emit … | dieharder -g 200 -a`"
        );
    }
    let cards = usize::from(deck);
    let decks = options.trials.unwrap_or(u64::MAX);
    if let Some(file) = &options.from {
        let input = Input::from(file.as_str());
        let reading = Reading::from(options.from_format);
        let mut source = input.decks(cards, &reading)?;
        return pour(&mut source, decks, Sheet::new(names, form));
    }
    let overrides = Overrides {
        deck: Some(deck.into()),
        seed: options.seed.clone(),
        generator: options.generator.clone(),
        seeding: options.seeding.clone(),
        memory: options.memory.clone(),
        shuffles: options.shuffles.clone(),
        ..Overrides::default()
    };
    let routine: Vec<String> = options.routine.iter().cloned().collect();
    let experiment = spec::of_routines(&routine, &overrides)?;
    let jobs = conduct::jobs(&experiment);
    pour(
        &mut InOrder::new(&jobs[0], decks)?,
        decks,
        Sheet::new(names, form),
    )
}

/// The text for each card: its name, its number from 0, or the number from 1 of the pile that it stands for.
fn card_names(options: &Options, deck: u16, form: Option<Written>) -> anyhow::Result<Vec<String>> {
    let cards = usize::from(deck);
    if let What::Piles(piles) = options.what {
        if options.names.is_some() {
            bail!("--names is for --as decks; lists of piles have numbers");
        }
        if piles > cards {
            bail!(
                "--as: found piles:{piles} with a deck of {cards} cards; accepted with it: up to piles:{cards}, so that each pile gets a card"
            );
        }
        let list = random_list::in_order(cards, piles);
        return Ok(list.map(|pile| (pile + 1).to_string()).collect());
    }
    let Some(list) = &options.names else {
        return Ok((0..cards).map(|card| card.to_string()).collect());
    };
    if form != Some(Written::Text) {
        bail!("--names is for --as decks --format text; numbers and bits have no names");
    }
    let names: Vec<String> = (list.split(|c: char| c == ',' || c.is_whitespace()))
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    if names.len() != cards {
        bail!(
            "--names: found {} names; accepted: {cards}, one for each card, separated by blanks or commas",
            names.len()
        );
    }
    Ok(names)
}

/// Writes up to `decks` decks of `source` to standard output.
fn pour(source: &mut dyn Source, decks: u64, mut sheet: Sheet) -> anyhow::Result<Exit> {
    let mut out = std::io::stdout().lock();
    let mut block = Block::new(sheet.names.len());
    let mut left = decks;
    while left > 0 {
        source.fill(&mut block)?;
        if block.is_empty() {
            break;
        }
        if block.len() as u64 > left {
            block.truncate(left as usize);
        }
        left -= block.len() as u64;
        if !put(&mut out, sheet.of(&mut block))? {
            break;
        }
    }
    end(&mut out)
}

/// Writes these bytes; false if whoever reads has seen enough.
fn put(out: &mut dyn Write, bytes: &[u8]) -> anyhow::Result<bool> {
    match out.write_all(bytes) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        written => written
            .context("cannot write to standard output")
            .map(|()| true),
    }
}

/// Writes what is still held back.
fn end(out: &mut dyn Write) -> anyhow::Result<Exit> {
    match out.flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(Exit::NoEvidence),
    }
}

/// The bytes of a block of decks.
struct Sheet {
    form: Option<Written>,
    bytes: Vec<u8>,
    bits: Bits,
    /// Each card's name or number, and the blank behind it.
    names: Vec<String>,
}

impl Sheet {
    fn new(names: Vec<String>, form: Option<Written>) -> Self {
        Self {
            form,
            bytes: Vec::new(),
            bits: Bits::default(),
            names: names.into_iter().map(|name| name + " ").collect(),
        }
    }

    fn of(&mut self, block: &mut Block) -> &[u8] {
        let Some(form) = self.form else {
            self.bits.clear();
            self.bits.block(block);
            return self.bits.bytes();
        };
        self.bytes.clear();
        block.index_decks();
        for deck in block.decks() {
            match form {
                Written::U8 => self.bytes.extend(deck.iter().map(|&card| card as u8)),
                Written::U16 => {
                    let cards = deck.iter().flat_map(|card| card.to_le_bytes());
                    self.bytes.extend(cards);
                }
                Written::Text => {
                    for &card in deck {
                        let name = self.names[usize::from(card)].as_bytes();
                        self.bytes.extend_from_slice(name);
                    }
                    self.bytes.pop();
                    self.bytes.push(b'\n');
                }
            }
        }
        &self.bytes
    }
}
