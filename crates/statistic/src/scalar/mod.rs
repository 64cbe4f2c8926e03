//! Statistics that are one whole number for each deck, with a null law that is known exactly.
//!
//! Decks are counted by their number, those with even and those with odd index apart, so that an event
//! that one half suggests can be tested on the other. Two tests: the mean, through the exact law of
//! the sum over all decks (both tails; valid as soon as any sum at all could fail: of so few decks of so
//! few cards that the rarest sum is no surprise, a pass would mean nothing), and the full law, by the
//! likelihood ratio with rare values pooled ([`fit`]): a shuffle may have the right mean of everything
//! and be wrong all the same.

mod change;
mod of_one;
mod quotas;
mod rarest;

use std::sync::OnceLock;

use super::batches;
use super::counter::{AnyCounter, Counted, Counter};
use super::grain::{CHANGE, QUOTAS, RAREST};
use super::law::{
    LastSums, Nouns, Pooled, fewest_to_fail, law_test, mean_test, name_farthest, named_mean,
    too_few,
};
use super::tally::Notes;
use super::wager::Categories;
use super::{Assessment, Column, Design, Evidence, Statistic, Test, Verification, Wager, rounded};
use crate::Halves;
use deck::batch::Batch;
use deck::{BLOCK, Block, Layout};
use laws::known::Known;
use laws::null::{self, Sums};
use text::figures::{Declaration, json};

use of_one::OfOne;

/// The description of one such statistic. Its name is that of its null law in [`null::LAWS`].
#[derive(Debug)]
pub(super) struct Scalar {
    /// Its name, and that of its null law.
    pub name: &'static str,
    /// A word or two for the titles of its tests and columns.
    pub title: &'static str,
    /// The name of what is counted in a deck: `inversions`.
    pub unit: &'static str,
    /// Its name for those who look at the deck and not at its statistics; empty if they would not care.
    pub seen: &'static str,
    /// The smallest and the greatest value for decks of so many cards.
    pub range: fn(usize) -> (u64, u64),
    /// The side of a block that it reads.
    pub layout: Layout,
    /// The value of each deck.
    pub values: fn(&Block, &mut [u32; BLOCK]),
    /// The exact mean of a routine, where it is known.
    pub known_mean: fn(&Known) -> Option<f64>,
    /// True if the full law is tested beside the mean: pointless where there are but two values.
    pub law_test: bool,
    /// A sentence on what a mean that is not the ideal one means.
    pub words: fn(mean: f64, ideal: f64) -> String,
}

/// One whole number for each deck.
pub(super) trait Number<B: Batch = Block>: Counter<B> {
    /// Its name; without a law of its own, that of its null law in [`null::LAWS`].
    fn label(&self) -> &'static str;

    /// Names what is counted: numbers with the same name count the same.
    fn counted(&self) -> &str {
        self.label()
    }

    /// The hand that it is a number of, from 0, if it is one of several.
    fn hand(&self) -> Option<usize> {
        None
    }

    /// Who has what is counted, of several: `North`, `North and South`.
    fn holder(&self) -> Option<&str> {
        None
    }

    /// The things that have this number: `decks`, `deals`.
    fn subjects(&self) -> &'static str {
        "decks"
    }

    /// A word or two for titles.
    fn title(&self) -> String;

    /// Names what is counted in a deck: `inversions`.
    fn unit(&self) -> String;

    /// Names it for those who look at the deck and not at its statistics; `None` if they would not care.
    fn seen(&self) -> Option<String> {
        Some(self.unit())
    }

    /// The smallest and the greatest value for decks of `cards` cards.
    fn range(&self, cards: usize) -> (u64, u64);

    /// Says what a subject has that has this value, where there is a name for it: `a flush`.
    fn called(&self, _value: u64) -> Option<String> {
        None
    }

    /// The side of a batch that it reads.
    fn layout_read(&self) -> B::Layout;

    /// The value of each deck.
    fn values(&self, batch: &B, values: &mut [u32; BLOCK]);

    /// The exact mean of a routine, where it is known.
    fn known_mean(&self, _known: &Known) -> Option<f64> {
        None
    }

    /// Returns true if the full law is tested beside the mean.
    fn has_law_test(&self) -> bool {
        true
    }

    /// The probability of each value, from 0, on ideal decks, if it depends on more than the number of cards.
    fn own_law(&self) -> Option<Vec<f64>> {
        None
    }

    /// A wager that knows more of the number than its law: of decks of `cards` cards, counted in bins of
    /// `width` values whose probabilities are `law`.
    fn own_wager(&self, _law: &[f64], _cards: usize, _width: usize) -> Option<Box<dyn Wager>> {
        None
    }

    /// Says in a sentence what a mean that is not the ideal one means.
    fn words(&self, mean: f64, ideal: f64) -> String;
}

impl Number for &'static Scalar {
    fn label(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> String {
        self.title.to_owned()
    }

    fn seen(&self) -> Option<String> {
        (!self.seen.is_empty()).then(|| self.seen.to_owned())
    }

    fn unit(&self) -> String {
        self.unit.to_owned()
    }

    fn range(&self, cards: usize) -> (u64, u64) {
        (self.range)(cards)
    }

    fn layout_read(&self) -> Layout {
        self.layout
    }

    fn values(&self, block: &Block, values: &mut [u32; BLOCK]) {
        (self.values)(block, values);
    }

    fn known_mean(&self, known: &Known) -> Option<f64> {
        (self.known_mean)(known)
    }

    fn has_law_test(&self) -> bool {
        self.law_test
    }

    fn words(&self, mean: f64, ideal: f64) -> String {
        (self.words)(mean, ideal)
    }
}

/// Values that share a bin, so that there are at most so many bins.
const MOST_BINS: u64 = 1024;

/// The name of the test of the mean.
const MEAN: &str = "mean";

/// The name of the test of the full law.
const LAW: &str = "law";

/// Bins in which the values of decks of one size are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bins {
    least: u64,
    /// Number of values.
    values: usize,
    /// Values in each bin, but the last.
    width: usize,
}

impl Bins {
    fn of<B: Batch>(number: &(impl Number<B> + ?Sized), cards: usize) -> Self {
        let (least, greatest) = number.range(cards);
        let values = greatest - least + 1;
        Self {
            least,
            values: values as usize,
            width: values.div_ceil(MOST_BINS) as usize,
        }
    }

    fn len(self) -> usize {
        self.values.div_ceil(self.width)
    }

    /// The bins of values that are so much above the least.
    fn of_all(self, above: [u32; BLOCK]) -> [u32; BLOCK] {
        const ONE: u64 = 1 << 32;
        match self.width as u64 {
            1 => above,
            // The inverse is too large by less than 1, so that a product is by less than its value: too little to reach the
            // next bin where that, times the width, is below 2³².
            width if self.values as u64 * width < ONE => {
                let inverse = ONE / width + 1;
                above.map(|above| ((u64::from(above) * inverse) >> 32) as u32)
            }
            width => above.map(|above| (u64::from(above) / width) as u32),
        }
    }
}

/// Two halves, each the bins and, last, the sum of all values above the least. The notes take extremes, batches and, for
/// each part of the run, its decks, the sum of their values above the least, and that of the numbers of their bins.
impl<B: Batch, N: Number<B>> Counter<B> for N {
    fn name(&self) -> &str {
        self.counted()
    }

    fn cells(&self, cards: usize) -> usize {
        2 * (Bins::of(self, cards).len() + 1)
    }

    /// The greatest value: figures add the least one again.
    fn most(&self, cards: usize) -> u64 {
        self.range(cards).1.max(1)
    }

    fn layout(&self) -> B::Layout {
        self.layout_read()
    }

    fn count(&self, block: &B, cells: &mut [u64], notes: &mut Notes) {
        let bins = Bins::of(self, block.size());
        let mut values = [0; BLOCK];
        Number::values(self, block, &mut values);
        let values = &values[..block.len()];
        notes.see(block.first(), values);
        let least = bins.least as u32;
        let mut above = [0; BLOCK];
        for (above, value) in above.iter_mut().zip(values) {
            *above = value - least;
        }
        // Those of the decks with an even place in the block, and of the others.
        let mut sums = [0_u64; 2];
        for two in above.as_chunks::<2>().0 {
            sums[0] += u64::from(two[0]);
            sums[1] += u64::from(two[1]);
        }
        let in_bins = bins.of_all(above);
        let binned: u64 = in_bins.iter().map(|bin| u64::from(*bin)).sum();
        let (even, odd) = cells.split_at_mut(bins.len() + 1);
        let mut halves = [even, odd];
        if block.first() % 2 == 1 {
            sums.reverse();
            halves.reverse();
        }
        let [here, next] = &mut halves;
        let (pairs, last) = in_bins[..values.len()].as_chunks::<2>();
        for two in pairs {
            here[two[0] as usize] += 1;
            next[two[1] as usize] += 1;
        }
        for bin in last {
            here[*bin as usize] += 1;
        }
        if block.first() % 2 == 1 {
            halves.reverse();
        }
        for (half, sum) in halves.iter_mut().zip(sums) {
            half[bins.len()] += sum;
        }
        if let [decks, above, of_bins] = notes.part(block.first(), 3) {
            *decks += values.len() as u64;
            *above += sums[0] + sums[1];
            *of_bins += binned;
        }
        let above = above[..values.len()].iter().map(|above| u64::from(*above));
        notes.batches.add(block.first(), above, sums);
    }
}

/// A number as a statistic of decks of one size, or of what is seen of them, with what its tests need.
#[derive(Debug)]
pub(super) struct OfDecks<B: Counted = Block> {
    number: Box<dyn Number<B>>,
    cards: usize,
    prepared: OnceLock<Prepared>,
    sums: LastSums,
}

#[derive(Debug)]
struct Prepared {
    sums: Sums,
    /// The law of one deck.
    of_one: OfOne,
    /// The null probability of each bin, if the law is known value by value.
    law: Option<Vec<f64>>,
    mean: f64,
    deviation: f64,
    /// The probability of the least or of the greatest value, whichever is rarer; 0 if below all doubles.
    rarest: f64,
}

impl OfDecks {
    /// `scalar` of decks of `cards` cards, for which its null law must be known.
    pub fn new(scalar: &'static Scalar, cards: usize) -> Self {
        Self::of(Box::new(scalar), cards)
    }
}

impl<B: Counted> OfDecks<B> {
    /// A number that has parameters, of decks of `cards` cards.
    pub fn of(number: Box<dyn Number<B>>, cards: usize) -> Self {
        Self {
            number,
            cards,
            prepared: OnceLock::new(),
            sums: LastSums::default(),
        }
    }

    fn number(&self) -> &dyn Number<B> {
        &*self.number
    }

    fn bins(&self) -> Bins {
        Bins::of(self.number(), self.cards)
    }

    fn prepared(&self) -> &Prepared {
        self.prepared.get_or_init(|| {
            let bins = self.bins();
            if let Some(law) = self.number().own_law() {
                return Prepared::of_law(law, bins);
            }
            let law = null::find(self.number().label()).expect("every scalar has a null law");
            let known = "a kind is built only for decks for which its law is known";
            let moments = law.moments(self.cards).expect(known);
            let sums = law.sums(self.cards).expect(known);
            let binned = (self.cards <= law.floats_up_to)
                .then(|| sums.binned(bins.least, bins.values, bins.width));
            let of_one = OfOne::new(&sums, binned.as_deref(), bins);
            Prepared {
                rarest: rarest(&of_one, bins),
                of_one,
                sums,
                law: binned,
                mean: null::to_f64(&moments.mean),
                deviation: moments.standard_deviation(),
            }
        })
    }

    fn has_law_test(&self) -> bool {
        let number = self.number();
        number.has_law_test()
            && (number.own_law().is_some()
                || null::find(number.label()).is_ok_and(|law| self.cards <= law.floats_up_to))
    }
}

impl Prepared {
    fn of_law(law: Vec<f64>, bins: Bins) -> Self {
        let values = || (0u32..).map(f64::from).zip(&law);
        let mean: f64 = values().map(|(value, p)| value * p).sum();
        let variance: f64 = values()
            .map(|(value, p)| (value - mean) * (value - mean) * p)
            .sum();
        let binned: Vec<f64> = law.chunks(bins.width).map(|bin| bin.iter().sum()).collect();
        let sums = Sums::of_law(law);
        let of_one = OfOne::new(&sums, Some(&binned), bins);
        Self {
            rarest: rarest(&of_one, bins),
            of_one,
            law: Some(binned),
            sums,
            mean,
            deviation: variance.sqrt(),
        }
    }
}

/// The probability of the least or of the greatest value, whichever is rarer. One that cannot be is not
/// meant.
fn rarest(of_one: &OfOne, bins: Bins) -> f64 {
    let greatest = bins.least + bins.values as u64 - 1;
    let ends = [of_one.tails(bins.least).lower, of_one.tails(greatest).upper];
    let possible = ends.into_iter().filter(|p| *p > 0.0);
    possible.reduce(f64::min).unwrap_or(0.0)
}

impl<B: Counted> Statistic for OfDecks<B> {
    fn name(&self) -> &'static str {
        self.number().label()
    }

    fn hand(&self) -> Option<usize> {
        self.number().hand()
    }

    fn counter(&self) -> AnyCounter<'_> {
        B::any(self.number())
    }

    fn tests(&self) -> Vec<&'static str> {
        let law = self.has_law_test().then_some(LAW);
        let quotas = self.has_quotas_test().then_some(QUOTAS);
        let rarest = self.has_rarest_test().then_some(RAREST);
        let all = [MEAN].into_iter().chain(law).chain(quotas);
        all.chain([CHANGE]).chain(rarest).collect()
    }

    fn law(&self) -> Option<Vec<f64>> {
        self.prepared().law.clone()
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        let law = self.law()?;
        let own = self.number().own_wager(&law, self.cards, self.bins().width);
        own.or_else(|| Some(Box::new(Categories::new(&law)?)))
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        let unit = self.number().unit();
        let bins = self.bins().len();
        let per_deck = |key: &'static str| Declaration::number(key, format!("{unit} per deck"));
        vec![
            per_deck("mean")
                .with_error("standard_error")
                .with_exact("exact")
                .with_ideal("ideal"),
            Declaration::number("difference", "standard errors"),
            per_deck("ideal").known(),
            Declaration::whole("least", unit.clone()).known(),
            Declaration::whole("bin", "values").known(),
            Declaration::counts("histogram", "decks", bins),
            Declaration::counts("histogram_even", "decks", bins),
            Declaration::counts("histogram_odd", "decks", bins),
            batches::declared(unit),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column {
                seen: self.number().seen(),
                fair: Some("ideal"),
                ..Column::new(self.number().title(), "mean", 4)
            },
            Column::new("exact", "exact", 4),
            Column::new("off", "difference", 1),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let decks = evidence.subjects();
        let (bins, prepared) = (self.bins(), self.prepared());
        let halves = Halves::of(evidence.tally);
        let histogram = halves.whole();
        let total = halves.sum() + bins.least * decks;
        let mean = total as f64 / decks as f64;
        let standard_error = standard_error(&histogram, bins, decks);
        let exact = self.number().known_mean(evidence.known);
        let check = exact.map(|exact| {
            let varying = decks - histogram.iter().max().copied().unwrap_or(0);
            Verification::of_mean("mean", mean, exact, standard_error, decks, varying)
        });
        let figures = evidence.in_full(|| {
            json!({
                "mean": mean,
                "standard_error": standard_error,
                "exact": exact.map(rounded),
                "difference": check.as_ref().and_then(Verification::difference),
                "ideal": rounded(prepared.mean),
                "least": bins.least,
                "bin": bins.width,
                "histogram": histogram,
                "histogram_even": halves.even,
                "histogram_odd": halves.odd,
                "batches": batches::figures(evidence.tally.batches(), bins.least),
            })
        });
        let mut tests = vec![self.mean_test((total, &histogram), decks, evidence.level)];
        if self.has_law_test() {
            let law = prepared.law.as_deref().unwrap_or_default();
            let (test, pooled) = self.law_test(&histogram, law, decks, evidence.level);
            tests.push(test);
            if self.has_quotas_test() {
                tests.push(self.quotas_test(&pooled, decks));
            }
        }
        tests.push(self.change_test(evidence));
        if self.has_rarest_test() {
            tests.push(self.rarest_test(evidence));
        }
        Assessment {
            figures: figures.into(),
            tests,
            checks: check.into_iter().collect(),
        }
    }
}

impl<B: Counted> OfDecks<B> {
    /// The mean, by the exact law of the sum over all decks.
    fn mean_test(&self, (total, histogram): (u64, &[u64]), decks: u64, level: f64) -> Test {
        let title = format!("{} (mean)", self.number().title());
        let needed = fewest_to_fail(self.prepared().rarest, level);
        // Single decks have no order relative to an earlier one.
        if decks < needed {
            return too_few((MEAN, title), needed);
        }
        let prepared = self.prepared();
        let sums = self.sums.of(&prepared.sums, decks);
        let (unit, seen) = (self.number().unit(), (total, decks));
        let mut test = mean_test((MEAN, title), &unit, seen, &sums, prepared.deviation, level);
        let mean = total as f64 / decks as f64;
        test.words = self.number().words(mean, prepared.mean);
        let (range, bins_least) = (
            (self.number().range(self.cards), self.bins().width),
            self.bins().least,
        );
        // A mean of values that have names says nothing.
        if self.number().called(bins_least).is_none() {
            test.named = named_mean(&test, &unit, (total, histogram), range, prepared.mean);
        }
        test
    }

    /// The full law, the rare values pooled.
    fn law_test(
        &self,
        histogram: &[u64],
        law: &[f64],
        decks: u64,
        level: f64,
    ) -> (Test, Vec<Pooled>) {
        let title = (LAW, format!("{} (law)", self.number().title()));
        let unit = self.number().unit();
        let (mut test, pooled) = law_test(title, &unit, (histogram, law), decks, level);
        let Bins {
            least,
            values,
            width,
        } = self.bins();
        let values = (least, values, width);
        let nouns = Nouns {
            unit: &unit,
            holder: self.number().holder(),
            subjects: self.number().subjects(),
        };
        let called = |value| self.number().called(value);
        let cells = (histogram, law);
        name_farthest(&mut test, (&pooled, decks), cells, nouns, values, called);
        (test, pooled)
    }
}

/// Computes the standard error of the mean from the bins; `None` for fewer than two decks.
fn standard_error(histogram: &[u64], bins: Bins, decks: u64) -> Option<f64> {
    let moment = |power: u32| -> u128 {
        let terms = (0u128..).zip(histogram);
        terms
            .map(|(bin, &decks)| bin.pow(power) * u128::from(decks))
            .sum()
    };
    let (total, squares, count) = (moment(1), moment(2), u128::from(decks));
    let spread = count * squares - total * total;
    let variance = spread as f64 / (count * count.saturating_sub(1)) as f64;
    (decks > 1).then(|| (variance / decks as f64).sqrt() * bins.width as f64)
}

#[cfg(test)]
mod tests;
