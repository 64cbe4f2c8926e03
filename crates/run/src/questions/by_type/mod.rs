//! Riffled decks of which no more is seen than the types of the cards, the first cards, or hands: limits of distances.

mod part;
mod start;
#[cfg(test)]
mod tests;

use deck::rng::shuffle_items;
use part::{by_orders, of_part};

pub(super) use start::{ARRANGEMENT, Start, TYPES, VIEW, WITHIN, classes, start};

use super::unanswered::Unanswered;
use super::written::number;
use laws::grouped::separation::Reversed;
use laws::grouped::starts::AnyStart;
use laws::grouped::two_types::{Distances, TwoTypes};
use laws::grouped::words::{Grouped, ratios};
use laws::gsr::{self, Packets};
use laws::order_law::next_order;
use record::answers::distance::{Repeated, Seen};
use search::advise::Crew;
use search::distance::ERROR;
use search::distance::sampled::{self, Decks, Limits, Rising};
use shuffle::routine::{Plan, Then};
use text::names::{grouped, percent};

/// The riffles that a routine begins with, and what is seen after the moves that follow them.
///
/// # Errors
///
/// If other moves are among them.
pub(super) fn riffled(plan: &Plan, start: &Start) -> Result<(u32, Start), Unanswered> {
    let found = plan.riffles_first(start.cards());
    let found = found.filter(|found| found.riffles > 0 || found.then == Then::Nothing);
    let found = found.ok_or_else(|| {
        Unanswered::Unknown(
            "what types or a part of the deck show is known after riffles (Gilbert-Shannon-Reeds), and after a cut or a fixed \
             rearrangement that comes last; accepted: a routine such as \"G*7\" or \"G*7 C\" (`colddeck exact quantity` answers \
             for one thing that is seen, after any routine)"
                .to_owned(),
        )
    })?;
    Ok((found.riffles, start.followed_by(&found)))
}

/// Riffles of which each is shown, at the most.
pub(super) const SHOWN: u32 = 20;

/// The riffles that are shown go on until they are this near to ideal.
pub(super) const NEAR: f64 = 0.01;

/// The assumption of [`Repeated`].
const ASSUMPTION: &str = "the deck starts sorted by type, from the top as given; the arrangement with the types in \
     reverse order is then the least likely one (Assaf, Diaconis and Soundararajan, 2011)";

/// How the distance is known where it would take too long.
const LIMITS: &str = "total variation is no more than separation, and no more than that of orders";

/// How the upper limit is known where no law is.
const NO_MORE: &str = "no more than over all orders";

/// How the lower limit is known there.
const NOTHING: &str = "no distance is negative";

/// How it is known where each card has a type of its own.
const ORDERS: &str = "law of orders (Bayer and Diaconis, 1992), as each card has a type of its own";

/// All arrangements are gone through where they are so many at the most.
const ALL: u64 = 40_000;

/// A deck after one number of packets.
#[derive(Clone, Copy)]
struct Row {
    riffles: Option<u32>,
    asked: bool,
    packets: Packets,
    /// The same packets, where they are few enough to be drawn.
    drawn: Option<u32>,
}

impl Row {
    fn riffled(riffles: u32, asked: bool) -> Self {
        Self {
            riffles: Some(riffles),
            asked,
            packets: Packets::riffles(riffles),
            drawn: 1_u32.checked_shl(riffles).filter(|_| riffles <= MOST_DRAWN),
        }
    }
}

/// Riffles beyond this are not drawn: 2²⁰ packets leave hardly anything to see.
const MOST_DRAWN: u32 = 20;

/// The distances of the types after a riffle of so many packets, and after each of `riffles` where it is made of such.
pub(super) fn repeated(
    start: &Start,
    (packets, count): (Packets, Option<u64>),
    riffles: Option<u32>,
    crew: &dyn Crew,
) -> Result<Repeated, Unanswered> {
    let drawn = count.and_then(|count| u32::try_from(count).ok());
    let one = Row {
        riffles: None,
        asked: true,
        packets,
        drawn: drawn.filter(|drawn| *drawn <= 1 << MOST_DRAWN),
    };
    let rows = limits(start, &rows(one, riffles), crew)?;
    let asked = rows.iter().find(|(seen, _)| seen.asked);
    let found = start
        .is_grouped()
        .then(|| Reversed::new(&start.counts).separation(packets));
    let after = until_near(rows.iter().map(|(seen, _)| seen.clone()));
    Ok(Repeated {
        types: start.types(),
        start: start.words.clone(),
        view: start.seen(),
        then: start.then.clone(),
        separation: found.as_ref().map(|found| found.distance),
        gap: found.as_ref().map(|found| number(found.gap)),
        assumption: found.map(|_| ASSUMPTION.to_owned()),
        by: asked.map(|(_, by)| match by {
            [at_least, at_most] if at_least == at_most => at_least.says.clone(),
            [at_least, at_most] => {
                format!("at least: {}; at most: {}", at_least.says, at_most.says)
            }
        }),
        left_out: left_out(&rows),
        after,
    })
}

/// The distances that drawn decks do not give, and why, if any of these rows comes from such decks.
fn left_out(rows: &[(Seen, By)]) -> Option<String> {
    let drawn = |by: &By| by.iter().any(|by| by.by_chance);
    let (row, _) = rows.iter().find(|(_, by)| drawn(by))?;
    let extremes = match row.separation {
        None => {
            "separation and L-infinity are left out: the rarest and the likeliest of all that may be seen decide them"
        }
        Some(_) => "L-infinity is left out: the likeliest of all that may be seen decides it",
    };
    let bits = if rows.iter().any(|(row, _)| row.bits_estimate.is_some()) {
        "Bits left are an estimate with its standard error, and no limit; they stand where the decks show no sign of lacking others"
    } else {
        "Bits left are left out, too: likelihoods that are estimates make them larger than they are"
    };
    Some(format!("{extremes}, which drawn decks hardly show. {bits}"))
}

/// Limits of total variation as to types after these numbers of riffles, the fewest first, and how either is known.
pub(super) fn after_riffles(
    start: &Start,
    riffles: &[u32],
    crew: &dyn Crew,
) -> Result<Vec<([f64; 2], By)>, Unanswered> {
    let rows = riffles.iter().map(|riffles| Row::riffled(*riffles, false));
    let rows: Vec<Row> = rows.collect();
    let rows = limits(start, &rows, crew)?.into_iter();
    Ok(rows.map(|(seen, by)| (seen.total_variation, by)).collect())
}

/// How a limit is known.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct How {
    /// The same in words.
    pub says: String,
    /// True if it holds with a probability of 1 - [`ERROR`] alone.
    pub by_chance: bool,
}

impl How {
    /// By a law.
    fn proved(says: impl Into<String>) -> Self {
        Self {
            says: says.into(),
            by_chance: false,
        }
    }

    /// From decks that are drawn by chance; the words get the confidence.
    fn drawn(says: &str) -> Self {
        Self {
            says: format!("{says} (with {} confidence)", percent(1.0 - ERROR)),
            by_chance: true,
        }
    }
}

/// How the lower and the upper limit are known.
type By = [How; 2];

/// The limits of each row, and how they are known.
fn limits(start: &Start, rows: &[Row], crew: &dyn Crew) -> Result<Vec<(Seen, By)>, Unanswered> {
    let types = start.counts.as_slice();
    let reversed = start.is_grouped().then(|| Reversed::new(types));
    let is_order = start.is_whole() && start.all_differ();
    let known = match types {
        _ if is_order => Vec::new(),
        _ if !start.is_whole() => of_part(start, rows, crew)?,
        _ if reversed.is_none() => of_any(start, rows, crew)?,
        [first, second] => known_by(of_two(*first, *second, rows)),
        _ => known_by(of_many(types, start.within, rows, crew)?),
    };
    let number = known.len();
    let of_others = if is_order { ORDERS } else { LIMITS };
    let others = rows.iter().skip(number);
    let unknown = others.map(|row| (unknown(*row), [(); 2].map(|()| How::proved(of_others))));
    let orders = gsr::Law::riffled(start.cards(), Packets::riffles(1));
    let all = known.into_iter().chain(unknown).zip(rows).enumerate();
    Ok(all
        .map(|(at, ((mut seen, mut by), row))| {
            let orders = orders.with(row.packets).total_variation();
            let reversed = reversed.as_ref();
            let separation = reversed.map(|reversed| reversed.separation(row.packets).distance);
            seen.separation = separation.or(seen.separation);
            // Total variation is no more than separation, and what is seen shows no more than orders do.
            let [lower, upper] = seen.total_variation;
            let most = upper.min(seen.separation.unwrap_or(1.0)).min(orders);
            seen.total_variation = if is_order {
                [orders; 2]
            } else {
                [lower.min(most), most]
            };
            if at < number && orders < upper {
                by[1] = How::proved(NO_MORE);
            }
            (seen, by)
        })
        .collect())
}

/// Rows of which both limits are known in one way.
fn known_by((rows, by): (Vec<Seen>, How)) -> Vec<(Seen, By)> {
    let rows = rows.into_iter();
    rows.map(|row| (row, [by.clone(), by.clone()])).collect()
}

/// A row whose distance takes too long.
fn unknown(row: Row) -> Seen {
    Seen {
        riffles: row.riffles,
        asked: row.asked,
        total_variation: [0.0, 1.0],
        separation: None,
        l_infinity: None,
        information_left_bits: None,
        bits_estimate: None,
    }
}

/// All riffles from the first to [`SHOWN`] at least, or the one row of several packets.
fn rows(one: Row, riffles: Option<u32>) -> Vec<Row> {
    let Some(asked) = riffles else {
        return vec![one];
    };
    let last = SHOWN.max(asked);
    let first = (last + 1).saturating_sub(SHOWN).clamp(1, asked.max(1));
    (first..=last)
        .map(|riffles| Row::riffled(riffles, riffles == asked))
        .collect()
}

/// Rows up to the first that is near ideal, and to the one that was asked about.
fn until_near(rows: impl Iterator<Item = Seen>) -> Vec<Seen> {
    let (mut all, mut is_asked): (Vec<Seen>, bool) = (Vec::new(), false);
    for row in rows {
        is_asked |= row.asked;
        let is_near = row.total_variation[1] < NEAR;
        all.push(row);
        if is_asked && is_near {
            break;
        }
    }
    all
}

/// Two types: enclosed by following the lattice of their words.
fn of_two(first: usize, second: usize, rows: &[Row]) -> (Vec<Seen>, How) {
    let laws = rows.iter().map_while(|row| {
        let law = TwoTypes::new(first, second, row.packets)?;
        let Distances {
            total_variation,
            information_left,
            separation,
            l_infinity,
        } = law.distances();
        Some(Seen {
            total_variation: [total_variation.lower, total_variation.upper],
            separation: Some(separation),
            l_infinity: Some(l_infinity),
            information_left_bits: Some([information_left.lower, information_left.upper]),
            ..unknown(*row)
        })
    });
    let by = "exact likelihoods of all arrangements (Conger and Viswanath, 2006), summed with a lower and an upper limit";
    (laws.collect(), How::proved(by))
}

/// More types: the exact likelihoods of all words, or of those that an ideal deck shows.
fn of_many(
    types: &[usize],
    within: Option<f64>,
    rows: &[Row],
    crew: &dyn Crew,
) -> Result<(Vec<Seen>, How), Unanswered> {
    let Some(deck) = Grouped::new(types) else {
        return Ok((Vec::new(), How::proved("")));
    };
    let laws = laws(types.iter().sum(), rows);
    if let Some(all) = arrangements(types) {
        let by =
            format!("exact likelihoods of all {all} arrangements (Conger and Viswanath, 2006)");
        let mut word = Some(sorted(&deck));
        let words = std::iter::from_fn(|| {
            let mut this = word.take()?;
            let rising = deck.rising(&this);
            word = next_order(&mut this).then_some(this);
            Some((1.0 / all as f64, rising))
        });
        return Ok((of_all(words, rows, &laws), How::proved(by)));
    }
    let decks = Decks::exact("words of types", deck.effort());
    let start = sorted(&deck);
    let (limits, decks) = sampled::limits_within(decks, within, &laws, crew, |draws| {
        let mut word = start.clone();
        shuffle_items(draws, &mut word);
        Rising::Law(deck.rising(&word))
    })
    .map_err(Unanswered::Left)?;
    let by = exact_of_some("Conger and Viswanath, 2006", decks);
    Ok((with_limits(rows, limits), by))
}

/// How limits from exact likelihoods of some ideal decks are known.
fn exact_of_some(source: &str, decks: Decks) -> How {
    How {
        says: format!(
            "exact likelihoods ({source}) of {} arrangements of an ideal deck; the limits of each line hold with {} confidence",
            grouped(decks.number() as u64),
            percent(1.0 - ERROR)
        ),
        by_chance: true,
    }
}

/// Rows of which limits of total variation are known alone, and perhaps an estimate of the bits that are left.
fn with_limits(rows: &[Row], limits: Vec<Limits>) -> Vec<Seen> {
    let rows = rows.iter().zip(limits);
    rows.map(|(row, limits)| Seen {
        total_variation: limits.total_variation,
        bits_estimate: limits.bits,
        ..unknown(*row)
    })
    .collect()
}

/// How many arrangements there are, where all can be gone through.
fn arrangements(types: &[usize]) -> Option<u64> {
    let (mut all, mut cards) = (1_u64, 0_u64);
    for count in types {
        // C(cards + count, count) more, a factor at a time.
        for placed in 1..=*count as u64 {
            cards += 1;
            all = all * cards / placed;
            if all > ALL {
                return None;
            }
        }
    }
    Some(all)
}

/// All orders of a few cards.
fn of_few(start: &Start, rows: &[Row]) -> Option<Vec<(Seen, By)>> {
    // No more can be seen than there are words, or ways to deal cards that all differ.
    let few = arrangements(&start.counts).or_else(|| arrangements(&start.sizes()));
    few?;
    let deck = if start.turned {
        AnyStart::cut(&start.word, &start.cells)?
    } else {
        AnyStart::new(&start.word, &start.cells)?
    };
    let laws = laws(start.cards(), rows);
    let seen = deck.seen().map(|(p, law)| (p, law.to_vec()));
    let by = format!("all orders of {} cards", start.cards());
    Some(known_by((of_all(seen, rows, &laws), How::proved(by))))
}

/// A start that is not grouped: all orders of a few cards, else orders that show the same.
fn of_any(start: &Start, rows: &[Row], crew: &dyn Crew) -> Result<Vec<(Seen, By)>, Unanswered> {
    of_few(start, rows).map_or_else(|| by_orders(start, rows, crew), Ok)
}

/// How many times as likely as in an ideal deck orders are, for each row.
fn laws(cards: usize, rows: &[Row]) -> Vec<Vec<f64>> {
    rows.iter().map(|row| ratios(cards, row.packets)).collect()
}

/// The rows of a deck of which all that may be seen is gone through: its ideal probability, and the law of its rising sequences.
fn of_all(
    seen: impl Iterator<Item = (f64, Vec<f64>)>,
    rows: &[Row],
    laws: &[Vec<f64>],
) -> Vec<Seen> {
    let mut found = vec![Sums::NONE; rows.len()];
    for (ideal, rising) in seen {
        for (sums, law) in found.iter_mut().zip(laws) {
            sums.add(ideal, mean(&rising, law));
        }
    }
    let rows = rows.iter().zip(found);
    rows.map(|(row, sums)| sums.of_row(*row)).collect()
}

/// The same, by how many times as likely as in an ideal deck each is, for each row.
fn of_ratios(ideal: &[f64], ratios: &[Vec<f64>], rows: &[Row]) -> Vec<Seen> {
    let rows = rows.iter().zip(ratios);
    rows.map(|(row, ratios)| {
        let mut sums = Sums::NONE;
        for (ideal, ratio) in ideal.iter().zip(ratios) {
            sums.add(*ideal, *ratio);
        }
        sums.of_row(*row)
    })
    .collect()
}

/// Sums over all that may be seen after one number of riffles.
#[derive(Clone, Copy)]
struct Sums {
    lacking: f64,
    bits: f64,
    least: f64,
    most: f64,
}

impl Sums {
    const NONE: Self = Self {
        lacking: 0.0,
        bits: 0.0,
        least: f64::INFINITY,
        most: 0.0,
    };

    /// Adds what an ideal deck shows with this probability, and what is so many times as likely now.
    fn add(&mut self, ideal: f64, ratio: f64) {
        self.lacking += ideal * (1.0 - ratio).max(0.0);
        if ratio > 0.0 {
            self.bits += ideal * ratio * ratio.log2();
        }
        self.least = self.least.min(ratio);
        self.most = self.most.max(ratio);
    }

    fn of_row(self, row: Row) -> Seen {
        Seen {
            total_variation: [self.lacking; 2],
            separation: Some((1.0 - self.least).max(0.0)),
            l_infinity: Some((self.most - 1.0).max(1.0 - self.least)),
            information_left_bits: Some([self.bits; 2]),
            ..unknown(row)
        }
    }
}

/// The arrangement with all types together.
fn sorted(deck: &Grouped) -> Vec<usize> {
    let types = deck.types().iter().enumerate();
    types.flat_map(|(kind, count)| vec![kind; *count]).collect()
}

/// How many times as likely as in an ideal deck a word is.
fn mean(rising: &[f64], law: &[f64]) -> f64 {
    rising.iter().zip(law).map(|(p, q)| p * q).sum()
}
