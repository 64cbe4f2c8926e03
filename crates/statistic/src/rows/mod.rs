//! Statistics of hands from decks that differ from row to row: how many cards of a class are among those drawn.
//!
//! Each row has a hypergeometric law of its own, and all of them are independent if the decks are ideally shuffled.
//! The tests look at sums over rows of departures from these laws: their means are 0, and their variances are those
//! of the laws, added up. Rows in which the number is certain tell nothing and are left out.
//!
//! For up to [`FEW_ROWS`] rows p-values come from ideal rows with the same decks (the module
//! `few`), for more from limits: the normal law, corrected for the skewness of the sum (Cornish and
//! Fisher, 1937), chi-squared, and Kolmogorov's law.

mod covariate;
mod drift;
mod few;
mod found;
mod memory;
mod order;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::counter::{Counter, Keeps};
use super::tally::Kept;
use super::{Detectable, Evidence, Notes, Outcome, POWER, Test};
use deck::batch::Batch as _;
use deck::subject::{COVARIATE as HAS_COVARIATE, Row, Rows};
use laws::marked_cards::hand;
use laws::power::normal_shift;
use laws::tail::{PValue, normal_upper, two_sided};
use text::names::grouped;

pub(super) use covariate::KIND as COVARIATE;
pub(super) use drift::KIND as DRIFT;
pub(super) use found::KIND as FOUND;
pub(super) use memory::KIND as MEMORY;

/// Rows that are looked at, at the most: 40 MiB of them.
const MOST_ROWS: u64 = 1 << 20;

/// Rows up to which p-values come from ideal rows.
const FEW_ROWS: usize = 1_000;

/// Below this variance of a sum over many rows no limit law holds: the rows are nearly certain.
const LEAST_VARIANCE: f64 = 25.0;

/// The counter that keeps rows.
#[derive(Debug)]
pub(crate) struct Keeping;

impl Counter<Rows> for Keeping {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn cells(&self, _size: usize) -> usize {
        0
    }

    fn layout(&self) {}

    fn count(&self, _rows: &Rows, _cells: &mut [u64], _: &mut Notes) {}

    fn keeps(&self, _size: usize) -> Keeps {
        Keeps {
            decks: MOST_ROWS,
            width: Row::WIDTH,
            ..Keeps::default()
        }
    }

    fn keep(&self, rows: &Rows, kept: &mut Kept) {
        for (row, index) in rows.rows().iter().zip(rows.first()..) {
            kept.push(index, row.bytes());
        }
    }
}

/// The law of the number of cards of the class in a hand, with its central moments.
#[derive(Debug)]
struct Law {
    /// The probability of each number from 0 on.
    p: Vec<f64>,
    mean: f64,
    variance: f64,
    /// E(X − μ)³.
    third: f64,
    /// E((X − μ)² − σ²)².
    spread: f64,
    /// E((X − μ)² − σ²)³.
    spread_third: f64,
}

impl Law {
    /// The law for `drawn` of `deck` cards, `copies` of which are of the class.
    fn new(deck: u32, copies: u32, drawn: u32) -> Self {
        let p = hand(deck as usize, copies as usize, drawn as usize);
        let mean = f64::from(drawn) * f64::from(copies) / f64::from(deck);
        let moment = |of: &dyn Fn(f64) -> f64| -> f64 {
            let terms = p.iter().zip(0u32..);
            terms.map(|(p, x)| p * of(f64::from(x) - mean)).sum()
        };
        let certain = p.iter().filter(|p| **p > 0.0).count() < 2;
        let variance = if certain { 0.0 } else { moment(&|d| d * d) };
        Self {
            mean,
            variance,
            third: moment(&|d| d * d * d),
            spread: moment(&|d| (d * d - variance) * (d * d - variance)),
            spread_third: moment(&|d| (d * d - variance).powi(3)),
            p,
        }
    }
}

/// A row whose number is not certain.
#[derive(Debug)]
struct Hand {
    row: Row,
    /// Its law's place in the list.
    law: usize,
}

/// The rows that are looked at.
#[derive(Debug)]
struct Sheet {
    /// Hands in the order of the file.
    hands: Vec<Hand>,
    laws: Vec<Law>,
    /// Rows in which the number is certain.
    certain: u64,
}

impl Sheet {
    /// The rows that were kept.
    fn of(kept: &Kept) -> Self {
        let rows = kept.in_order().into_iter();
        Self::new(rows.filter_map(|(_, bytes)| Row::of_bytes(bytes)))
    }

    fn new(rows: impl Iterator<Item = Row>) -> Self {
        let mut known: BTreeMap<(u32, u32, u32), usize> = BTreeMap::new();
        let (mut hands, mut laws, mut certain) = (Vec::new(), Vec::new(), 0);
        for row in rows {
            let key = (row.deck, row.copies, row.drawn);
            let law = *known.entry(key).or_insert_with(|| {
                laws.push(Law::new(row.deck, row.copies, row.drawn));
                laws.len() - 1
            });
            if laws[law].variance > 0.0 {
                hands.push(Hand { row, law });
            } else {
                certain += 1;
            }
        }
        Self {
            hands,
            laws,
            certain,
        }
    }

    /// The numbers that were found, in order.
    fn found(&self) -> Vec<u32> {
        self.hands.iter().map(|hand| hand.row.found).collect()
    }

    fn law(&self, hand: &Hand) -> &Law {
        &self.laws[hand.law]
    }

    /// Returns true if p-values come from ideal rows.
    fn is_few(&self) -> bool {
        self.hands.len() <= FEW_ROWS
    }

    /// The sum over all hands of `of`.
    fn sum(&self, of: impl Fn(&Law) -> f64) -> f64 {
        self.hands.iter().map(|hand| of(self.law(hand))).sum()
    }

    /// The sum over all hands of `of`, when they have these numbers.
    fn total(&self, sample: &[u32], of: impl Fn(&Self, &Hand, u32) -> f64) -> f64 {
        let hands = self.hands.iter().zip(sample);
        hands.map(|(hand, found)| of(self, hand, *found)).sum()
    }

    /// A hand's departure from its mean, when it has `found`.
    fn departure(&self, hand: &Hand, found: u32) -> f64 {
        f64::from(found) - self.law(hand).mean
    }

    /// The departure of its square from the variance.
    fn spread(&self, hand: &Hand, found: u32) -> f64 {
        let departure = self.departure(hand, found);
        departure * departure - self.law(hand).variance
    }
}

/// A sum whose mean is 0 if the decks are ideally shuffled.
#[derive(Debug, Clone, Copy)]
struct Sum {
    total: f64,
    variance: f64,
    /// Its third cumulant.
    third: f64,
}

impl Sum {
    /// The sum in standard deviations; 0 where nothing varies.
    fn z(self) -> f64 {
        if self.variance > 0.0 {
            self.total / self.variance.sqrt()
        } else {
            0.0
        }
    }

    /// The two-sided tail in the limit of many rows, corrected for the skewness.
    fn tail(self) -> f64 {
        let (z, skewness) = (
            self.z(),
            self.third / (self.variance * self.variance.sqrt()),
        );
        // Beyond this the correction would turn back.
        let most = 1.5 / skewness.abs().max(f64::MIN_POSITIVE);
        let within = z.clamp(-most, most);
        let corrected = z - skewness * (within * within - 1.0) / 6.0;
        two_sided(normal_upper(-corrected), normal_upper(corrected))
    }
}

/// Puts the size of a sum, in standard deviations, into words.
fn errors(z: f64) -> String {
    format!("{:.1} standard errors", z.abs())
}

/// Checks that there are rows enough for limits, and says else how many are needed.
fn enough(sheet: &Sheet, variance: f64) -> Result<(), Outcome> {
    let rows = sheet.hands.len() as u64 + sheet.certain;
    if sheet.hands.is_empty() || variance <= 0.0 {
        return Err(Outcome::TooFew { needed: rows + 1 });
    }
    if sheet.is_few() || variance >= LEAST_VARIANCE {
        return Ok(());
    }
    let needed = (rows as f64 * LEAST_VARIANCE / variance).ceil() as u64;
    Err(Outcome::TooFew { needed })
}

/// The smallest departure that a two-sided test of a sum shows, per `unit` of the sum, in words.
fn detectable(sum: Sum, per: f64, level: f64, unit: &str) -> Detectable {
    Detectable {
        value: normal_shift(level, POWER) * sum.variance.sqrt() / per,
        unit: unit.to_owned(),
    }
}

/// Fills in the p-value of a test that has rows enough.
fn settled(mut test: Test, p: f64) -> Test {
    test.outcome = Outcome::P(PValue::new(p));
    test
}

/// `2.91 cards`, as of a mean.
fn cards(mean: f64) -> String {
    format!("{mean:.3} cards of the class")
}

/// The rows that are looked at, if not all of them are.
fn only_first(evidence: &Evidence<'_>) -> String {
    if evidence.subjects() > MOST_ROWS {
        format!(" (of the first {} rows)", grouped(MOST_ROWS))
    } else {
        String::new()
    }
}

/// A day as it is written: 0 is 1970-01-01 of the Gregorian calendar (after Hinnant, 2013: eras of 400 years that begin
/// in March).
fn date(days: i64) -> String {
    const DAYS_TO_1970: i64 = 719_468;
    const DAYS_OF_ERA: i64 = 146_097;
    let days = days.saturating_add(DAYS_TO_1970);
    let (era, day) = (days.div_euclid(DAYS_OF_ERA), days.rem_euclid(DAYS_OF_ERA));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{of_month:02}", year + era * 400 + next)
}
