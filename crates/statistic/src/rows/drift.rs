//! Rows in order of time: did the shuffler change on the way?
//!
//! Sₖ is the sum of the departures of the first k rows, Vₖ its variance. (Sₖ − Sₙ Vₖ/Vₙ)/√Vₙ is a Brownian bridge
//! in the time Vₖ/Vₙ, in the limit of many rows, whatever the decks; its largest value either way has Kolmogorov's law.
//! Rows of one day have no order: the bridge is looked at between days only, which makes the limit err on the side of
//! passing.
//!
//! A shuffler that is not ideal, and is so all the time, has not changed: where its departures vary more about their mean
//! than ideal ones do, they are measured by their own variance.

use super::few::tails;
use super::order::Order;
use super::{HAS_COVARIATE, Hand, Keeping, Law, Sheet, date, enough, settled};
use crate::counter::AnyCounter;
use crate::suite::Suite;
use crate::{Assessment, Column, Compares, Design, Effort, Evidence, Kind, Statistic, Test};
use deck::subject::{self, Row, Rows};
use laws::kolmogorov;
use text::figures::{Declaration, Shape, Value, json};
use text::names::grouped;

pub(crate) const KIND: Kind = Kind {
    name: "rows-drift",
    about: "did the shuffler change over time? finds the largest change of mean and spread, and its date, in rows ordered by time",
    plain: "whether what comes into the hands changed over time",
    causes: "a shuffler that was changed: a new release, another machine, another dealer",
    example: "In 10,000 fair hands of seven from 40 cards, the means before and after any day differ by a few hundredths of a land. If hands have 3.2 lands after a release, and 3.0 before, the change shows, and its date.",
    compares: &Compares::Nothing,
    source: "Kolmogorov (1933); cumulative sums as in Brown, Durbin and Evans (1975)",
    parameters: &[HAS_COVARIATE],
    cards: Rows::SIZE..=Rows::SIZE,
    covers: &[crate::Feature::Change],
    suite: Some(Suite::Quick),
    on: subject::Kind::ROWS,
    lagged: false,
    build: |_, _| Ok(Box::new(RowsDrift)),
};

#[derive(Debug)]
struct RowsDrift;

/// A quantity that may change.
struct Quantity {
    name: &'static str,
    /// The departure of a hand with that number.
    of: fn(&Sheet, &Hand, u32) -> f64,
    variance: fn(&Law) -> f64,
}

const MEAN: Quantity = Quantity {
    name: "mean",
    of: Sheet::departure,
    variance: |law| law.variance,
};

const SPREAD: Quantity = Quantity {
    name: "spread",
    of: Sheet::spread,
    variance: |law| law.spread,
};

/// The bridge of a quantity.
struct Bridge<'a> {
    sheet: &'a Sheet,
    order: &'a Order,
    quantity: &'a Quantity,
    /// Vₖ/Vₙ after each end.
    shares: Vec<f64>,
    variance: f64,
}

/// The largest change.
#[derive(Debug, Clone, Copy, Default)]
struct Change {
    /// The bridge there, without its sign.
    size: f64,
    /// Rows before it.
    before: usize,
    /// The sums before and after it.
    sums: [f64; 2],
}

impl<'a> Bridge<'a> {
    fn new(sheet: &'a Sheet, order: &'a Order, quantity: &'a Quantity) -> Self {
        let variance = sheet.sum(quantity.variance);
        let (mut ends, mut sum, mut shares) = (order.ends.iter().peekable(), 0.0, Vec::new());
        for (before, at) in order.order.iter().enumerate() {
            if ends.next_if(|end| **end == before).is_some() {
                shares.push(sum / variance);
            }
            sum += (quantity.variance)(sheet.law(&sheet.hands[*at]));
        }
        Self {
            sheet,
            order,
            quantity,
            shares,
            variance,
        }
    }

    /// The variance of all rows together: that of ideal ones, or their own about the same share for each, if that is
    /// larger.
    fn measure(&self, sample: &[u32], total: f64) -> f64 {
        let hands = self.sheet.hands.iter().zip(sample);
        let squares = hands.map(|(hand, found)| {
            let share = (self.quantity.variance)(self.sheet.law(hand)) / self.variance;
            let off = (self.quantity.of)(self.sheet, hand, *found) - share * total;
            off * off
        });
        squares.sum::<f64>().max(self.variance)
    }

    /// The largest change when the hands have these numbers.
    fn largest(&self, sample: &[u32]) -> Change {
        let total = self.sheet.total(sample, self.quantity.of);
        let measure = self.measure(sample, total).sqrt();
        let (mut sum, mut at, mut largest) = (0.0, 0, Change::default());
        for (end, share) in self.order.ends.iter().zip(&self.shares) {
            for place in &self.order.order[at..*end] {
                sum += (self.quantity.of)(self.sheet, &self.sheet.hands[*place], sample[*place]);
            }
            at = *end;
            let size = (sum - share * total).abs() / measure;
            if size > largest.size {
                largest = Change {
                    size,
                    before: at,
                    sums: [sum, total - sum],
                };
            }
        }
        largest
    }

    /// The row that is the first after the change.
    fn first_after(&self, change: Change) -> Option<&Row> {
        let at = self.order.order.get(change.before)?;
        Some(&self.sheet.hands[*at].row)
    }

    /// The time of the change, in words.
    fn since(&self, change: Change) -> Option<String> {
        let row = self.first_after(change).filter(|_| self.order.timed)?;
        let time = row.time?;
        Some(if row.dated {
            date(time)
        } else {
            time.to_string()
        })
    }

    /// The sums of `of` over the rows before and after the change.
    fn parts(&self, change: Change, of: fn(&Law) -> f64) -> [f64; 2] {
        let sum = |places: &[usize]| -> f64 {
            let hands = places.iter().map(|at| &self.sheet.hands[*at]);
            hands.map(|hand| of(self.sheet.law(hand))).sum()
        };
        let (before, after) = self.order.order.split_at(change.before);
        [sum(before), sum(after)]
    }

    /// Mean departures or relative variances before and after, and what they are beside in a fair shuffle.
    fn sides(&self, change: Change) -> [[f64; 2]; 2] {
        if self.quantity.name == MEAN.name {
            let ([before, after], rows) = (
                self.parts(change, |law| law.mean),
                self.parts(change, |_| 1.0),
            );
            let fair = [before / rows[0], after / rows[1]];
            let found = [0, 1].map(|side| fair[side] + change.sums[side] / rows[side]);
            return [found, fair];
        }
        let of = self.parts(change, |law| law.variance);
        let found = [0, 1].map(|side| 1.0 + change.sums[side] / of[side]);
        [found, [1.0; 2]]
    }

    fn words(&self, change: Change) -> String {
        let rows = grouped(change.before as u64 + 1);
        let since = match self.since(change) {
            Some(since) => format!("from {since} on"),
            None => format!("from row {rows} on"),
        };
        let [[before, after], [fair_before, fair_after]] = self.sides(change);
        if self.quantity.name == MEAN.name {
            format!(
                "{since} hands have {after:.3} cards of the class on average (fair: {fair_after:.3}); before that {before:.3} (fair: {fair_before:.3})"
            )
        } else {
            format!(
                "{since} their number varies {after:.3} times as much as in a fair shuffle; before that {before:.3} times"
            )
        }
    }

    fn test(&self, sample: &[u32]) -> (Test, Change) {
        let name = self.quantity.name;
        let mut test = Test::new(name, format!("cards found over time ({name})"));
        let change = self.largest(sample);
        test.value = Some(change.size);
        let whole = self.variance.min(self.sheet.sum(|law| law.variance));
        let whole = if self.order.ends.is_empty() {
            0.0
        } else {
            whole
        };
        if let Err(outcome) = enough(self.sheet, whole) {
            return (Test { outcome, ..test }, change);
        }
        test.words = self.words(change);
        let p = if self.sheet.is_few() {
            let label = format!("rows: change of {name}");
            let [p] = tails(self.sheet, &label, |sample| [self.largest(sample).size]);
            p
        } else {
            kolmogorov::bridge(change.size)
        };
        (settled(test, p), change)
    }
}

impl Statistic for RowsDrift {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Rows(&Keeping)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![MEAN.name, SPREAD.name]
    }

    fn effort(&self) -> Effort {
        Effort::Simulates
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        [MEAN, SPREAD]
            .map(|quantity| {
                let unit = match quantity.name {
                    "mean" => "cards of the class in a hand",
                    _ => "of the variance of fair hands",
                };
                let figures = vec![
                    Declaration::new("since", Shape::Text, "date, or time as in the file"),
                    Declaration::whole("rows_before", "rows"),
                    Declaration::number("before", unit),
                    Declaration::number("after", unit),
                    Declaration::number("fair_before", unit).known(),
                    Declaration::number("fair_after", unit).known(),
                ];
                Declaration::group(quantity.name, figures)
            })
            .into()
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("cards found before", "mean.before", 3),
            Column::new("cards found after", "mean.after", 3),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let sheet = Sheet::of(evidence.tally.kept());
        let (order, sample) = (Order::of(&sheet), sheet.found());
        let of = |quantity: &Quantity| {
            let bridge = Bridge::new(&sheet, &order, quantity);
            let (test, change) = bridge.test(&sample);
            let [found, fair] = bridge.sides(change);
            let finite = |number: f64| number.is_finite().then_some(number);
            let figures: Value = json!({
                "since": bridge.since(change),
                "rows_before": change.before,
                "before": finite(found[0]),
                "after": finite(found[1]),
                "fair_before": finite(fair[0]),
                "fair_after": finite(fair[1]),
            });
            (test, figures)
        };
        let ((mean, of_mean), (spread, of_spread)) = (of(&MEAN), of(&SPREAD));
        Assessment {
            figures: json!({ "mean": of_mean, "spread": of_spread }).into(),
            tests: vec![mean, spread],
            checks: Vec::new(),
        }
    }
}
