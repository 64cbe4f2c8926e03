//! Riffled decks of which the types of the cards alone are seen: the parameters that say them, and limits of distances.

mod event;

use super::parameter::{Parameter, Read};
use super::question::Given;
use super::unanswered::Unanswered;
use super::written::number;
use deck::rng::{PcgDraws, shuffle_items};
use deck::subject::Classes;
use laws::bounded_mean::{empirical_bernstein, hoeffding};
use laws::grouped::separation::Reversed;
use laws::grouped::starts::AnyStart;
use laws::grouped::two_types::{Distances, TwoTypes};
use laws::grouped::words::{Grouped, ratios};
use laws::gsr::{self, Packets};
use laws::order_law::next_order;
use record::answers::distance::{Repeated, Seen};
use search::advise::{Crew, made};
use text::params::ParamError;

/// The types of the cards, for questions about what is seen of them.
pub(super) const TYPES: Parameter = Parameter::new(
    "types",
    "TYPES",
    Read::Text,
    "Cards of each type, as in \"26 red, 26 black\" or 26,26, for someone who sees types alone; --deck can say them, too",
);

/// How the types lie before the riffles.
pub(super) const ARRANGEMENT: Parameter = Parameter::new(
    "arrangement",
    "LIST",
    Read::Text,
    "How the types lie before: sorted, alternating, played, or a list from the top",
);

/// The types of the cards before the riffles.
pub(super) struct Start {
    /// The type at each place from the top: 0 for the first, 1 for the next that is another, and so on.
    word: Vec<usize>,
    /// Cards of each type, in that order.
    pub counts: Vec<usize>,
    /// How they lie, in words.
    pub words: String,
}

impl Start {
    fn new(types: &str, arrangement: Option<&str>, cards: usize) -> Result<Self, ParamError> {
        let types = named(types);
        let classes = Classes::read(&types, arrangement, cards)?;
        let mut first: Vec<u16> = Vec::new();
        let mut word = Vec::with_capacity(cards);
        for class in classes.of() {
            let known = first.iter().position(|known| known == class);
            word.push(known.unwrap_or(first.len()));
            if known.is_none() {
                first.push(*class);
            }
        }
        let copies = classes.copies();
        let words = match arrangement {
            Some(how) if !how.contains(|c: char| c.is_ascii_digit()) && how != "sorted" => {
                format!("{types}, {how}")
            }
            _ => classes.to_string(),
        };
        Ok(Self {
            counts: first
                .iter()
                .map(|class| copies[usize::from(*class)])
                .collect(),
            word,
            words,
        })
    }

    /// True if each type lies in one piece.
    fn is_grouped(&self) -> bool {
        self.word.is_sorted()
    }

    fn cards(&self) -> usize {
        self.word.len()
    }
}

/// The types with names: numbers alone are called A, B, and so on.
fn named(types: &str) -> String {
    let counts: Option<Vec<usize>> = types
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    let Some(counts) = counts else {
        return types.to_owned();
    };
    let name = |at: usize| match u8::try_from(at) {
        Ok(at @ 0..26) => char::from(b'A' + at).to_string(),
        _ => format!("type {}", at + 1),
    };
    let lots = counts.iter().enumerate();
    let lots: Vec<String> = lots
        .map(|(at, count)| format!("{count} {}", name(at)))
        .collect();
    lots.join(", ")
}

/// The types of the cards, if they are given.
///
/// # Errors
///
/// If they are fewer than two, or not those of the deck.
pub(super) fn start(given: &Given<'_>) -> Result<Option<Start>, ParamError> {
    let arrangement = given.get::<String>(ARRANGEMENT.name);
    let Some(types) = given.get::<String>(TYPES.name) else {
        return match arrangement {
            None => Ok(None),
            Some(found) => Err(ParamError::Wrong {
                key: ARRANGEMENT.name.to_owned(),
                found,
                accepted: "it beside types, as in \"26 red, 26 black\"".to_owned(),
            }),
        };
    };
    Start::new(&types, arrangement.as_deref(), given.cards).map(Some)
}

/// The answer where a routine is not made of riffles alone.
pub(super) fn no_law() -> Unanswered {
    Unanswered::Unknown(
        "the law of types is known for riffles (Gilbert-Shannon-Reeds) alone; accepted: a routine such as \"G*7\""
            .to_owned(),
    )
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

/// How it is known where each card has a type of its own.
const ORDERS: &str = "law of orders (Bayer and Diaconis, 1992), as each card has a type of its own";

/// Words that are drawn together.
const BLOCK: usize = 250;

/// The fewest and the most blocks.
const BLOCKS: [usize; 2] = [8, 160];

/// Multiplications that all words take, about.
const EFFORT: u64 = 12_000_000_000;

/// All arrangements are gone through where they are so many at the most.
const ALL: u64 = 40_000;

/// The chance that a limit from drawn words does not hold.
const ERROR: f64 = 0.001;

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
    Ok(Repeated {
        types: start.counts.clone(),
        start: Some(start.words.clone()),
        separation: found.as_ref().map(|found| found.distance),
        gap: found.as_ref().map(|found| number(found.gap)),
        assumption: found.map(|_| ASSUMPTION.to_owned()),
        by: asked.map(|(_, by)| match by {
            [at_least, at_most] if at_least == at_most => at_least.clone(),
            [at_least, at_most] => format!("at least: {at_least}; at most: {at_most}"),
        }),
        after: until_near(rows.into_iter().map(|(seen, _)| seen)),
    })
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

/// How the lower and the upper limit are known.
type By = [String; 2];

/// The limits of each row, and how they are known.
fn limits(start: &Start, rows: &[Row], crew: &dyn Crew) -> Result<Vec<(Seen, By)>, Unanswered> {
    let types = start.counts.as_slice();
    let both = |(seen, by): (Vec<Seen>, String)| (seen, [by.clone(), by]);
    let reversed = start.is_grouped().then(|| Reversed::new(types));
    let (known, by) = match types {
        _ if all_differ(types) => (Vec::new(), By::default()),
        _ if reversed.is_none() => of_any(start, rows, crew)?,
        [first, second] => both(of_two(*first, *second, rows)),
        _ => both(of_many(types, rows, crew)?),
    };
    let number = known.len();
    let of_others = if all_differ(types) { ORDERS } else { LIMITS };
    let unknown = rows.iter().skip(number).map(|row| unknown(*row));
    let orders = gsr::Law::riffled(start.cards(), Packets::riffles(1));
    let all = known.into_iter().chain(unknown).zip(rows).enumerate();
    Ok(all
        .map(|(at, (seen, row))| {
            let orders = orders.with(row.packets).total_variation();
            let reversed = reversed.as_ref();
            let separation = reversed.map(|reversed| reversed.separation(row.packets).distance);
            let seen = within(seen, types, separation, orders);
            let by = if at < number {
                by.clone()
            } else {
                [(); 2].map(|()| of_others.to_owned())
            };
            (seen, by)
        })
        .collect())
}

/// True if each type has one card, so that types show orders.
fn all_differ(types: &[usize]) -> bool {
    types.iter().all(|count| *count == 1)
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
    }
}

/// The row with what is known of all distances: total variation is no more than separation, and types show no more than
/// orders do.
fn within(mut seen: Seen, types: &[usize], separation: Option<f64>, orders: f64) -> Seen {
    seen.separation = separation.or(seen.separation);
    let [lower, upper] = seen.total_variation;
    let upper = upper.min(seen.separation.unwrap_or(1.0)).min(orders);
    seen.total_variation = if all_differ(types) {
        [orders; 2]
    } else {
        [lower.min(upper), upper]
    };
    seen
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
fn of_two(first: usize, second: usize, rows: &[Row]) -> (Vec<Seen>, String) {
    let laws = rows.iter().map_while(|row| {
        let law = TwoTypes::new(first, second, row.packets)?;
        let Distances {
            total_variation,
            information_left,
            separation,
            l_infinity,
        } = law.distances();
        Some(Seen {
            riffles: row.riffles,
            asked: row.asked,
            total_variation: [total_variation.lower, total_variation.upper],
            separation: Some(separation),
            l_infinity: Some(l_infinity),
            information_left_bits: Some([information_left.lower, information_left.upper]),
        })
    });
    let by = "exact likelihoods of all arrangements (Conger and Viswanath, 2006), summed with a lower and an upper limit";
    (laws.collect(), by.to_owned())
}

/// More types: the exact likelihoods of all words, or of those that an ideal deck shows.
fn of_many(
    types: &[usize],
    rows: &[Row],
    crew: &dyn Crew,
) -> Result<(Vec<Seen>, String), Unanswered> {
    let Some(deck) = Grouped::new(types) else {
        return Ok((Vec::new(), String::new()));
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
            Some(rising)
        });
        return Ok((of_all(words, rows, &laws), by));
    }
    let blocks = EFFORT / (deck.effort().max(1) * BLOCK) as u64;
    let blocks = (blocks as usize).clamp(BLOCKS[0], BLOCKS[1]);
    let words = blocks * BLOCK;
    crew.begin("words of types", words as u64);
    let sums = made(crew, blocks, |block| {
        let sums = of_block(&deck, &laws, block);
        crew.advance(BLOCK as u64);
        sums
    });
    crew.end();
    let sums = sums.map_err(Unanswered::Left)?;
    let seen = rows.iter().enumerate().map(|(at, row)| {
        let total = |part: usize| sums.iter().map(|sums| sums[at][part]).sum::<f64>();
        Seen {
            riffles: row.riffles,
            asked: row.asked,
            total_variation: limits_of_mean(total(0), total(1), words as u64),
            separation: None,
            l_infinity: None,
            information_left_bits: None,
        }
    });
    let by = format!(
        "exact likelihoods (Conger and Viswanath, 2006) of {words} arrangements of an ideal deck; the limits of each line \
         hold with a probability of {}",
        1.0 - ERROR
    );
    Ok((seen.collect(), by))
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

/// A start that is not grouped: all orders of a few cards, else an event.
fn of_any(start: &Start, rows: &[Row], crew: &dyn Crew) -> Result<(Vec<Seen>, By), Unanswered> {
    let few = arrangements(&start.counts).and_then(|_| AnyStart::new(&start.word));
    if let Some(deck) = few {
        let laws = laws(start.cards(), rows);
        let words = deck.words().map(<[f64]>::to_vec);
        let by = format!("all orders of {} cards", start.cards());
        return Ok((of_all(words, rows, &laws), [by.clone(), by]));
    }
    crew.begin("numbers of riffles", rows.len() as u64);
    let least = made(crew, rows.len(), |at| {
        let least = rows[at]
            .drawn
            .map_or(0.0, |packets| event::at_least(&start.word, packets, ERROR));
        crew.advance(1);
        least
    });
    crew.end();
    let least = least.map_err(Unanswered::Left)?;
    let seen = rows.iter().zip(least).map(|(row, least)| Seen {
        total_variation: [least, 1.0],
        ..unknown(*row)
    });
    Ok((seen.collect(), [event::how(ERROR), NO_MORE.to_owned()]))
}

/// How many times as likely as in an ideal deck orders are, for each row.
fn laws(cards: usize, rows: &[Row]) -> Vec<Vec<f64>> {
    rows.iter().map(|row| ratios(cards, row.packets)).collect()
}

/// The rows of a deck whose words are all gone through, each with the law of its rising sequences.
fn of_all(words: impl Iterator<Item = Vec<f64>>, rows: &[Row], laws: &[Vec<f64>]) -> Vec<Seen> {
    let mut found = vec![(0.0, 0.0, f64::INFINITY, 0.0_f64); rows.len()];
    let mut all = 0.0;
    for rising in words {
        for ((lacking, bits, least, most), law) in found.iter_mut().zip(laws) {
            let ratio = mean(&rising, law);
            *lacking += (1.0 - ratio).max(0.0);
            if ratio > 0.0 {
                *bits += ratio * ratio.log2();
            }
            (*least, *most) = (least.min(ratio), most.max(ratio));
        }
        all += 1.0;
    }
    let rows = rows.iter().zip(found);
    rows.map(|(row, (lacking, bits, least, most))| Seen {
        riffles: row.riffles,
        asked: row.asked,
        total_variation: [lacking / all; 2],
        separation: Some((1.0 - least).max(0.0)),
        l_infinity: Some((most - 1.0).max(1.0 - least)),
        information_left_bits: Some([bits / all; 2]),
    })
    .collect()
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

/// The sums, for each row, of the shares that the words of a block lack of their ideal probability, and of their squares.
fn of_block(deck: &Grouped, laws: &[Vec<f64>], block: usize) -> Vec<[f64; 2]> {
    let mut draws = PcgDraws::for_batch(1, "words of types", 0, block as u64);
    let mut word = sorted(deck);
    let mut sums = vec![[0.0; 2]; laws.len()];
    for _ in 0..BLOCK {
        shuffle_items(&mut draws, &mut word);
        let rising = deck.rising(&word);
        for (sums, law) in sums.iter_mut().zip(laws) {
            let lacking = (1.0 - mean(&rising, law)).max(0.0);
            sums[0] += lacking;
            sums[1] += lacking * lacking;
        }
    }
    sums
}

/// Limits of the mean of numbers of [0, 1] with this sum and this sum of squares; the narrower of two on either side.
fn limits_of_mean(sum: f64, squares: f64, of: u64) -> [f64; 2] {
    let mean = sum / of as f64;
    let variance = (squares - sum * mean).max(0.0) / (of as f64 - 1.0);
    let one = empirical_bernstein((mean, variance), of, 0.5 * ERROR);
    let other = hoeffding(mean, of, 0.5 * ERROR);
    [one.start().max(*other.start()), one.end().min(*other.end())]
}
