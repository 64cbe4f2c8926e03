//! Quantities whose law is seen in simulated decks.

use std::collections::BTreeMap;

use super::super::unanswered::Unanswered;
use super::{MANY_CARDS, exact};
use deck::Block;
use deck::quantity::Quantity;
use deck::rng::{Generator, PcgDraws, Seed, shuffle_items};
use laws::beta::{clopper_pearson_lower, clopper_pearson_upper};
use record::answers::quantity::{Law, Sampled};
use search::advise::{Crew, made};
use shuffle::routine::Plan;
use source::{Simulated, Source as _};
use text::names::grouped;

/// Decks of each row, and of an ideal one, at the most and at the least.
const DECKS: u64 = 1 << 18;
const LEAST: u64 = 1 << 12;

/// Cards that are moved for all rows together, where it can be done with fewer decks.
const MOVES: u64 = 1_200_000_000;

/// The same of large decks, whose cards do not stay in the nearest memory: they take longer each.
const MOVES_OF_LARGE: u64 = 500_000_000;

/// The number of decks for so many moves of all cards: a power of two, so that few more moves change nothing.
pub(super) fn decks(cards: usize, moves: u64) -> u64 {
    let all = if cards > MANY_CARDS {
        MOVES_OF_LARGE
    } else {
        MOVES
    };
    let most = all / (cards as u64 * moves.max(1)).max(1);
    let power = most.checked_ilog2().map_or(1, |log| 1 << log);
    power.clamp(LEAST, DECKS)
}

/// Pieces that they come in.
const PIECES: usize = 16;

/// The chance that limits of a law do not hold, if it is the only one.
pub(super) const ERROR: f64 = 0.001;

/// The generator of all these decks.
const GENERATOR: Generator = Generator::Xoshiro256ppX8;

/// The law in ideal decks, with such a chance that its limits do not hold.
pub(super) fn fair(of: &Quantity, error: f64, crew: &dyn Crew) -> Result<Law, Unanswered> {
    simulated(
        of,
        (decks(of.cards(), 2), error),
        crew,
        &|piece, decks, seen| {
            let mut draws = PcgDraws::for_batch(1, "quantity: ideal decks", piece, 0);
            let mut deck: Vec<u16> = (0..of.cards() as u16).collect();
            for _ in 0..decks {
                shuffle_items(&mut draws, &mut deck);
                seen(of.of(&deck));
            }
        },
    )
}

/// The law after a routine, from so many decks, and with so large a chance that its limits do not hold.
pub(super) fn after(
    of: &Quantity,
    plan: &Plan,
    decks: (u64, f64),
    crew: &dyn Crew,
) -> Result<Law, Unanswered> {
    let label = plan.steps().iter().map(|step| step.describe());
    let label = format!("quantity: {}", label.collect::<Vec<_>>().join(" "));
    simulated(of, decks, crew, &|piece, decks, seen| {
        let Ok(stream) = GENERATOR.stream(&Seed::Integer(1), &label, 0, piece) else {
            return;
        };
        let mut source = Simulated::new(plan, stream, GENERATOR.streams(), 0, decks);
        let mut block = Block::new(of.cards());
        while source.fill(&mut block).is_ok() && !block.is_empty() {
            block.index_decks();
            for deck in block.decks() {
                seen(of.of(deck));
            }
        }
    })
}

/// Makes the decks of a piece, and shows the value of each.
type Make<'a> = &'a (dyn Fn(u64, u64, &mut dyn FnMut(i64)) + Sync);

fn simulated(
    of: &Quantity,
    (decks, error): (u64, f64),
    crew: &dyn Crew,
    make: Make<'_>,
) -> Result<Law, Unanswered> {
    crew.begin("decks", decks);
    let each = decks / PIECES as u64;
    let pieces = made(crew, PIECES, |piece| {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        make(piece as u64, each, &mut |value| {
            *counts.entry(value).or_default() += 1;
        });
        crew.advance(each);
        counts
    });
    crew.end();
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for (value, count) in pieces.map_err(Unanswered::Left)?.into_iter().flatten() {
        *counts.entry(value).or_default() += count;
    }
    let shares = counts.iter();
    let shares = shares.map(|(value, count)| (*value, *count as f64 / decks as f64));
    let by = format!("{} simulated decks", grouped(decks));
    let mut law = exact::law(shares.collect(), &by);
    let mean = if of.is_event() {
        let came = counts.get(&1).copied().unwrap_or(0);
        [
            clopper_pearson_lower(came, decks, 0.5 * error),
            clopper_pearson_upper(came, decks, 0.5 * error),
        ]
    } else {
        let (least, most) = ends(of);
        let open = (most - least) as f64 * hoeffding(decks, 2.0, error);
        [law.mean - open, law.mean + open]
    };
    let values = values(of) as f64;
    law.sampled = Some(Sampled {
        decks,
        confidence: 1.0 - error,
        // Two sides of each value, seen or not.
        within: hoeffding(decks, 2.0 * values, error),
        mean,
    });
    Ok(law)
}

/// The half width of limits that hold together on so many sides (Hoeffding, 1963).
fn hoeffding(decks: u64, sides: f64, error: f64) -> f64 {
    (libm::log(sides / error) / (2.0 * decks as f64)).sqrt()
}

/// The least and the largest value that a quantity may have: no measure is larger than the number of cards.
fn ends(of: &Quantity) -> (i64, i64) {
    if of.is_event() {
        (0, 1)
    } else {
        (0, i64::from(of.cards() as u32))
    }
}

/// How far total variation of that law may lie below what decks show, and above it, if there are so many values. The mean of
/// what they show is no less than the truth (Jensen), and more by at most ½ √((values - 1) / decks); the rest are bounded
/// differences (`McDiarmid`, 1989).
pub(super) fn open(decks: u64, values: usize) -> [f64; 2] {
    let of_chance = hoeffding(decks, 2.0, ERROR);
    let bias = 0.5 * (values.saturating_sub(1) as f64 / decks as f64).sqrt();
    [bias + of_chance, of_chance]
}

/// The number of values that a quantity may have.
pub(super) fn values(of: &Quantity) -> usize {
    let (least, most) = ends(of);
    (most - least) as usize + 1
}
