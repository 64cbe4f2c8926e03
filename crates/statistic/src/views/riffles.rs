//! Riffles: how much likelier is what is seen after a few riffles than after an ideal shuffle?
//!
//! After an a-shuffle of a deck whose order is known but for its copies, the probability of what is seen, the first
//! cards in order or a hand as a set, is known exactly (Bayer and Diaconis 1992; [`laws::views::rising`]). Its
//! ratio to the probability in an ideal deck has mean 1 over ideal decks, so that for each a the product over all
//! decks is an e-value, and the mean of these products over a = 2, 4, 8, … (one riffle, two, three, …) is one too. It
//! exceeds 1/p with a probability of at most p (Markov), whatever the number of decks, so that a single deal can be
//! tested; and it may be looked at at any time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::{OF_VIEW, Seen};
use crate::counter::{AnyCounter, Counter};
use crate::suite::Suite;
use crate::wager::{LogE, Wager};
use crate::{
    Assessment, Column, Compares, Design, Evidence, Kind, MIN_CARDS, Notes, Outcome, Statistic,
    Tally, Test,
};
use deck::batch::Batch;
use deck::subject::{Classes, Hands, Shape, Told};
use laws::tail::PValue;
use laws::views::rising::{MOST_CARDS, log_ratio};
use laws::views::{hands, words};
use text::figures::{self, Declaration, json};

pub(crate) const KIND: Kind = Kind {
    name: "riffle-likelihood",
    about: "are the cards seen likelier after one to eight riffles than after an ideal shuffle? exact, with copies too, for the first 1,000 decks, or 100 where there are few classes",
    plain: "the likelihood of riffles",
    causes: "too few riffles of a deck whose order before is known, or a shuffle that moves cards like riffles",
    example: "Take thirty decks of 20 lands and ten playsets, each riffled four times. What they show is 10^13 times likelier after four riffles than after a fair shuffle.",
    compares: &Compares::Nothing,
    source: "Bayer and Diaconis (1992), Trailing the dovetail shuffle to its lair; Ville (1939)",
    parameters: OF_VIEW,
    cards: MIN_CARDS..=MOST_CARDS,
    covers: &[crate::Feature::OrderInHand],
    suite: Some(Suite::Quick),
    on: deck::subject::Kind::VIEW,
    lagged: false,
    build: |params, design| {
        let seen = Seen::of(params, design)?;
        let sorted = seen.view.classes.as_ref().is_none_or(Classes::is_sorted);
        if !sorted || seen.view.shape.hands() > 1 || seen.view.told != Told::Places {
            let accepted = "the first cards or one hand (first:7, hand:7), where each class lay in one piece before";
            return Err(seen.refuse(KIND.name, accepted));
        }
        Ok(Box::new(Riffles {
            counter: Likelihoods::new(&seen),
        }))
    },
};

/// Packets of the shuffles that are looked for: one riffle to eight.
const PACKETS: [u64; 8] = [2, 4, 8, 16, 32, 64, 128, 256];

/// Decks that are looked at: each takes a programme of its own, a tenth of a millisecond and more.
const LOOKED_AT: u64 = 1_000;

/// The number of classes below which hands show little of riffles, and their programmes take ten
/// times as long.
const FEW_CLASSES: usize = 8;
const LOOKED_AT_OF_FEW: u64 = 100;

/// Parts of a natural logarithm that are counted.
const PARTS: f64 = (1 << 20) as f64;

/// The least logarithm that is counted, with its sign changed: e⁻⁶⁴ instead of 0 adds as good as nothing to an e-value.
const LEAST: f64 = 64.0;

#[derive(Debug)]
struct Riffles {
    counter: Likelihoods,
}

/// Adds up logarithms of likelihood ratios.
#[derive(Debug)]
struct Likelihoods {
    in_order: bool,
    /// The number of cards of each block of equal cards, from the top of the old deck.
    copies: Vec<usize>,
    /// The block of each class.
    block: Vec<u16>,
    /// The ratios of what was seen, where there are few classes, so that the same comes again and again.
    known: Mutex<HashMap<Vec<u16>, Option<Ratios>>>,
}

/// ln of the ratio for each number of packets.
type Ratios = [f64; PACKETS.len()];

/// Ratios that are kept at the most.
const MOST_KNOWN: usize = 1 << 12;

impl Likelihoods {
    fn new(seen: &Seen) -> Self {
        let in_order = matches!(seen.view.shape, Shape::First(_));
        let Some(classes) = &seen.view.classes else {
            return Self {
                in_order,
                copies: vec![1; seen.cards],
                block: (0..seen.cards as u16).collect(),
                known: Mutex::default(),
            };
        };
        let mut block = vec![0; classes.names().len()];
        let mut copies = Vec::new();
        for (number, run) in classes.of().chunk_by(|a, b| a == b).enumerate() {
            block[usize::from(run[0])] = number as u16;
            copies.push(run.len());
        }
        Self {
            in_order,
            copies,
            block,
            known: Mutex::default(),
        }
    }

    /// Returns true if there are few classes.
    fn is_of_few(&self) -> bool {
        self.copies.len() < FEW_CLASSES
    }

    /// The ratios of the classes that were seen.
    fn ratios(&self, seen: &[u16]) -> Option<Ratios> {
        let mut blocks: Vec<u16> = seen
            .iter()
            .map(|class| self.block[usize::from(*class)])
            .collect();
        if !self.in_order {
            blocks.sort_unstable();
        }
        if !self.is_of_few() {
            return self.computed(&blocks);
        }
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&blocks).copied();
        found.unwrap_or_else(|| {
            let ratios = self.computed(&blocks);
            let mut known = known();
            if known.len() < MOST_KNOWN {
                known.insert(blocks, ratios);
            }
            ratios
        })
    }

    /// The ratios of these blocks, from their law.
    fn computed(&self, blocks: &[u16]) -> Option<Ratios> {
        let law = if self.in_order {
            words::rising_sequences(blocks, &self.copies)?
        } else {
            let mut held = vec![0; self.copies.len()];
            for block in blocks {
                held[usize::from(*block)] += 1;
            }
            hands::rising_sequences(&held, &self.copies)?
        };
        Some(PACKETS.map(|packets| log_ratio(&law, packets)))
    }
}

/// The number of decks, and for each number of packets the sum of the logarithms above the least one.
impl Counter<Hands> for Likelihoods {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _cards: usize) -> usize {
        1 + PACKETS.len()
    }

    /// No model gives an order a greater likelihood than 1, and an ideal shuffle gives it 1/n! or more.
    fn most(&self, cards: usize) -> u64 {
        ((libm::lgamma(cards as f64 + 1.0) + LEAST + 1.0) * PARTS) as u64
    }

    fn looks_at(&self) -> u64 {
        LOOKED_AT
    }

    fn layout(&self) {}

    fn count(&self, hands: &Hands, cells: &mut [u64], _: &mut Notes) {
        let most = if self.is_of_few() {
            LOOKED_AT_OF_FEW
        } else {
            LOOKED_AT
        };
        let left = most.saturating_sub(hands.first());
        for deck in hands.decks().take(hands.len()).take(left as usize) {
            let Some(ratios) = self.ratios(deck) else {
                continue;
            };
            cells[0] += 1;
            for (cell, ratio) in cells[1..].iter_mut().zip(ratios) {
                // Rounded down: an e-value may be smaller, not larger.
                *cell += ((ratio.max(-LEAST) + LEAST) * PARTS).floor() as u64;
            }
        }
    }
}

/// ln of the e-value of each number of packets.
fn logs(tally: &Tally) -> (u64, Vec<f64>) {
    let Some((decks, sums)) = tally.cells().split_first() else {
        return (0, Vec::new());
    };
    let log = |sum: &u64| *sum as f64 / PARTS - LEAST * *decks as f64;
    (*decks, sums.iter().map(log).collect())
}

/// The mean of the e-values.
fn mean(logs: &[f64]) -> LogE {
    LogE::mean(logs.iter().map(|ln| LogE::new(*ln)))
}

impl Statistic for Riffles {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Views(&self.counter)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![TEST]
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        Some(Box::new(OfRiffles))
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::whole("looked_at", "decks"),
            Declaration::number("best", "nats a deck"),
            Declaration::whole("riffles", "riffles"),
            Declaration::new(
                "by_riffles",
                figures::Shape::Number.listed(PACKETS.len()),
                "nats a deck",
            ),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("likeliest riffles", "riffles", 0),
            Column::new("nats a deck", "best", 3),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (decks, logs) = logs(evidence.tally);
        let each: Vec<f64> = logs.iter().map(|ln| ln / decks.max(1) as f64).collect();
        let best = (each.iter().copied().enumerate())
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
            .unwrap_or((0, 0.0));
        let mut test = Test::new(TEST, "riffles".to_owned());
        test.outcome = Outcome::TooFew { needed: 1 };
        if decks > 0 {
            let e = mean(&logs);
            test.value = Some(e.ln());
            test.outcome = Outcome::P(PValue::new(libm::exp((-e.ln()).min(0.0))));
            test.words = words_of(decks, best);
        }
        let figures = json!({
            "looked_at": decks,
            "best": best.1,
            "riffles": best.0 + 1,
            "by_riffles": each,
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}

/// The name of its test.
const TEST: &str = "likelihood";

fn words_of(decks: u64, (at, nats): (usize, f64)) -> String {
    let riffles = match at {
        0 => "one riffle".to_owned(),
        more => format!("{} riffles", more + 1),
    };
    let s = if decks == 1 { "" } else { "s" };
    format!(
        "the cards seen of {decks} deck{s} are 10^{:.1} times likelier after {riffles} from the starting order than after a fair shuffle",
        nats * decks as f64 / std::f64::consts::LN_10
    )
}

/// The wager that some number of riffles was done.
#[derive(Debug)]
struct OfRiffles;

impl Wager for OfRiffles {
    fn look(&mut self, total: &Tally) -> LogE {
        let (decks, logs) = logs(total);
        if decks == 0 {
            LogE::new(0.0)
        } else {
            mean(&logs)
        }
    }

    fn limit(&self, _total: &Tally, _error: f64) -> Option<f64> {
        None
    }

    fn bounds(&self) -> String {
        "nothing: it only looks for riffles".to_owned()
    }
}
