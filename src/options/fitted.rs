//! Decks whose maker is sought, from a file or standard input.

use anyhow::bail;
use clap::Args;

use super::decks;
use super::decks::looked::Found;
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::subject::{Hands, View};
use deck::{Block, Card};
use reader::{Input, Reading};
use record::Answer;
use record::answers::fit::Verdict;
use search::fit::{self, MOST_DECKS, Orders, Seen};
use source::{Facts, Outside, Source};

/// Shuffles of one deck at the most: after more of them all hands leave fair decks.
const MOST_TIMES: i64 = 100;

/// The decks that models are fitted to.
#[derive(Debug, Args)]
#[group(id = "fitted")]
pub struct Options {
    /// A file of decks, or - for standard input
    #[arg(default_value = "-", value_name = "FILE|-")]
    file: String,
    /// How often each deck was shuffled, once if absent; a cut or another shuffle beside does not count
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=MOST_TIMES))]
    times: Option<u32>,
    /// Read no decks, but say how many it will take to tell models from each other (with --deck)
    #[arg(long)]
    plan: bool,
    #[command(flatten)]
    decks: decks::Options,
}

/// Decks that were read, or the plan to read some.
pub struct Asked {
    cards: usize,
    times: u32,
    /// True if it was said how often each was shuffled.
    said: bool,
    seed: u128,
    /// Nothing with --plan.
    orders: Option<Orders>,
    /// Remarks that a reader of the answer should know.
    pub remarks: Vec<String>,
}

impl Options {
    /// The decks that were asked about, read.
    pub fn asked(&self) -> anyhow::Result<Asked> {
        let file = Input::from(self.file.as_str());
        // A plan needs no decks.
        let found = if self.plan {
            Found {
                options: self.decks.clone(),
                input: file,
                order: None,
            }
        } else {
            self.decks.looked(file)?
        };
        let decks = &found.options;
        if found.order.is_some() {
            bail!(
                "{}: found one order; accepted: decks, one on each line",
                found.input.name()
            );
        }
        decks.check_decks_or_first_cards("fit")?;
        let reading = decks.reading()?;
        let (times, said, seed) = (
            self.times.unwrap_or(1),
            self.times.is_some(),
            reading.labels,
        );
        if self.plan {
            decks.check_whole_decks("--plan")?;
            let Some(cards) = decks.size(&reading)? else {
                bail!(
                    "--deck: it is missing; accepted with --plan: the number of cards in the deck, as in --deck 60"
                );
            };
            return Ok(Asked {
                cards,
                times,
                said,
                seed,
                orders: None,
                remarks: Vec::new(),
            });
        }
        let (cards, input) = decks.sized(found.input, &reading)?;
        let (orders, remarks) = match decks.first_cards(cards, &reading)? {
            Some(view) => views(&input, view, (cards, times), &reading)?,
            None => whole(&input, (cards, times), &reading)?,
        };
        Ok(Asked {
            cards,
            times,
            said,
            seed,
            orders: Some(orders),
            remarks,
        })
    }
}

/// Whole decks; copies look alike.
fn whole(
    input: &Input,
    (cards, times): (usize, u32),
    reading: &Reading,
) -> anyhow::Result<(Orders, Vec<String>)> {
    if let Err(problem) = reading.check_decks() {
        bail!("--format: {problem}");
    }
    let mut source = input.decks(cards, reading)?;
    let (decks, more) = first(&mut source, Block::new(cards), |block, decks| {
        block.index_decks();
        decks.extend(block.decks().map(<[Card]>::to_vec));
    })?;
    let facts = source.facts();
    let name = input.name();
    if facts.unknown_start {
        bail!(
            "{name}: found names of cards, and nothing says in which order they lay before; accepted: with --start FILE, or --in-place"
        );
    }
    let start = reading.start.as_ref().filter(|start| start.has_copies());
    if facts.copies && (start.is_none() || reading.in_place) {
        bail!(
            "{name}: found cards of the same name, and each deck lay before in an order of its own; accepted: with --start FILE, and without --in-place"
        );
    }
    let seen = start.map_or(Seen::Whole, |start| Seen::Classes(start.symbols().to_vec()));
    let decks = decks.into_iter().map(|deck| seen.standing(&deck)).collect();
    let orders = Orders {
        cards,
        times,
        seen,
        decks,
    };
    Ok((orders, remarks(&facts, more)))
}

/// The first cards of decks, in order or as hands.
fn views(
    input: &Input,
    view: View,
    (cards, times): (usize, u32),
    reading: &Reading,
) -> anyhow::Result<(Orders, Vec<String>)> {
    let seen = Seen::Part(view.shape);
    let mut source = input.numbers::<Hands>(cards, Some(view), reading)?;
    let room = Hands::new(cards, Isa::best());
    let (decks, more) = first(&mut source, room, |hands, views| {
        views.extend(hands.decks().map(|cards| seen.standing_of_view(cards)));
    })?;
    let remarks = remarks(&source.facts(), more);
    let orders = Orders {
        cards,
        times,
        seen,
        decks,
    };
    Ok((orders, remarks))
}

/// The first decks of a source, as many as are fitted, and whether there are more.
fn first<B: Batch>(
    source: &mut impl Source<B>,
    mut room: B,
    add: impl Fn(&mut B, &mut Vec<Vec<Card>>),
) -> anyhow::Result<(Vec<Vec<Card>>, bool)> {
    let mut found = Vec::new();
    while found.len() <= MOST_DECKS {
        source.fill(&mut room)?;
        if room.is_empty() {
            break;
        }
        add(&mut room, &mut found);
        room.clear(found.len() as u64);
    }
    let more = found.len() > MOST_DECKS;
    found.truncate(MOST_DECKS);
    Ok((found, more))
}

fn remarks(facts: &Facts, more: bool) -> Vec<String> {
    let mut remarks = Vec::new();
    if facts.skipped > 0 {
        remarks.push(format!(
            "{} broken decks were skipped: {}",
            facts.skipped, facts.first_skipped
        ));
    }
    if facts.unmoved_first {
        remarks.push("the first deck is in the order from before the shuffle: perhaps it is that order, and no shuffled deck".to_owned());
    }
    if more {
        remarks.push(format!("only the first {MOST_DECKS} decks were fitted"));
    }
    remarks
}

impl Asked {
    /// Fits all models, or makes the plan.
    pub fn answer(&self) -> Answer {
        let found = match &self.orders {
            Some(orders) => {
                let mut found = fit::fit(orders, self.seed);
                if found.verdict == Verdict::None && !self.said {
                    found.other_times = fit::other_times(orders, self.seed);
                }
                found
            }
            None => fit::plan(self.cards, self.times, self.seed),
        };
        Answer::of_fit(found, self.cards)
    }
}
