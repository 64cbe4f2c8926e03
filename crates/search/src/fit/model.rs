//! Laws of whole orders, and models: laws whose parameters were fitted to decks.

use std::rc::Rc;

use toml::{Table, Value};

use super::Orders;
use super::recipe::Recipe;
use deck::Card;
use laws::tail::chi_squared_quantile_upper;
use record::answers::fit::{Known, Parameter};

/// Intervals hold the true value so often, at least roughly: see [`Regular`](Shape::Regular) and [`End`](Shape::End).
const ERROR: f64 = 0.05;

/// A law over the orders of a deck.
pub trait Law: std::fmt::Debug {
    /// The natural logarithm of the probability of this order; minus infinity where it cannot come.
    fn ln(&self, deck: &[Card]) -> f64;
}

/// The way in which the likelihood falls off beside its maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// As a parabola: twice the logarithm of the likelihood ratio is χ² with one degree of freedom (Wilks, 1938).
    Regular,
    /// The end of a range on which something is uniform: twice the logarithm of the ratio is χ² with two degrees of
    /// freedom, since the ratio is (range/range)ᵐ and the largest of m is off by an exponential.
    End,
}

impl Shape {
    /// The largest drop of the log-likelihood below its maximum inside the interval.
    pub(crate) fn drop(self) -> f64 {
        let df = if self == Self::End { 2.0 } else { 1.0 };
        0.5 * chi_squared_quantile_upper(ERROR, df)
    }
}

/// A model that was fitted to decks.
#[derive(Debug, Clone)]
pub(crate) struct Fitted {
    /// The model's name: the same whatever its parameters are.
    pub name: String,
    /// The shuffles that it is.
    pub recipe: Recipe,
    pub parameters: Vec<Parameter>,
    /// The log-likelihood of each deck.
    pub each: Vec<f64>,
    /// The law of whole orders, where it is known.
    pub law: Option<Rc<dyn Law>>,
    /// The variance of the log-likelihood of one deck that comes from simulating the model; 0 where its law is known.
    pub noise: f64,
    /// The amount taken off the log-likelihood before models are compared.
    pub penalty: f64,
    /// The models that are special cases or limits of this one.
    pub holds: &'static [&'static str],
    /// The same model with other parameters, nearly as likely, the likeliest first: where the likelihood hardly tells them
    /// apart, the test of fit does.
    pub near: Vec<Self>,
}

impl Fitted {
    /// The model as an exact law says it. The penalty is Schwarz's (1978), half the logarithm of the number of decks for
    /// each parameter.
    pub fn exact(
        orders: &Orders,
        (name, kind, table): (&str, &'static str, Table),
        law: impl Law + 'static,
        parameters: Vec<Parameter>,
    ) -> Self {
        let each = orders.decks.iter().map(|deck| law.ln(deck)).collect();
        let penalty = 0.5 * libm::log(orders.count()) * parameters.len() as f64;
        Self {
            name: name.to_owned(),
            recipe: Recipe::alone(kind, table),
            parameters,
            each,
            law: Some(Rc::new(law)),
            noise: 0.0,
            penalty,
            holds: &[],
            near: Vec::new(),
        }
    }

    /// So many of its parameters are ends of a range on which something is uniform. Their error shrinks as the number of
    /// decks and not as its root, so that each costs the logarithm of it and not half of that.
    #[must_use]
    pub(crate) fn with_ends(mut self, ends: usize) -> Self {
        self.penalty += 0.5 * libm::log(self.each.len() as f64) * ends as f64;
        self
    }

    /// The way in which its likelihood is known.
    pub(crate) fn known(&self) -> Known {
        match self.law {
            Some(_) => Known::Exact,
            None => Known::Simulated,
        }
    }

    #[must_use]
    pub(crate) fn holding(mut self, holds: &'static [&'static str]) -> Self {
        self.holds = holds;
        self
    }

    /// The log-likelihood of all decks.
    pub fn ln(&self) -> f64 {
        self.each.iter().sum()
    }

    /// The score by which models are compared.
    pub fn score(&self) -> f64 {
        self.ln() - self.penalty
    }

    /// Returns true if all decks can come from it.
    pub(crate) fn is_possible(&self) -> bool {
        self.each.iter().all(|ln| ln.is_finite())
    }
}

/// A table of one key after the other.
pub fn table<const N: usize>(keys: [(&str, Value); N]) -> Table {
    keys.into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// A span `[low, high]` in a table.
pub fn span(low: usize, high: usize) -> Value {
    Value::Array(vec![whole(low), whole(high)])
}

/// A whole number in a table.
pub fn whole(number: usize) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

/// A number in a table, with as many digits as anybody pastes.
pub fn number(value: f64) -> Value {
    Value::Float((value * 1e6).round() / 1e6)
}

/// A point of a grid of whole parameters, with its log-likelihood.
#[derive(Debug, Clone)]
pub struct Point<const N: usize> {
    pub at: [usize; N],
    pub ln: f64,
}

/// A log-likelihood so far below the best is in no interval.
pub(crate) const HOPELESS: f64 = 20.0;

/// All ranges around one from `least` to `largest`, up to `most`, that are not hopelessly unlikely by the log-likelihood `ln`
/// of their ends.
pub(crate) fn pairs_of_ends(
    (least, largest): (usize, usize),
    most: usize,
    ln: impl Fn(usize, usize) -> f64,
) -> Vec<Point<2>> {
    let mut points: Vec<Point<2>> = Vec::new();
    let mut best = f64::NEG_INFINITY;
    for high in largest..=most {
        let before = points.len();
        for low in (1..=least.min(high)).rev() {
            let ln = ln(low, high);
            best = best.max(ln);
            if ln < best - HOPELESS {
                break;
            }
            points.push(Point {
                at: [low, high],
                ln,
            });
        }
        if points.len() == before {
            break;
        }
    }
    points
}

/// The best point of a grid (the first of equals), and the parameters with their likelihood intervals: the range of each
/// over all points whose log-likelihood is not much lower. A value at its `most` has no upper end.
pub(crate) fn on_grid<const N: usize>(
    points: &[Point<N>],
    names: [(&str, Shape, usize); N],
) -> Option<([usize; N], Vec<Parameter>)> {
    let finite = || points.iter().filter(|point| point.ln.is_finite());
    let best = finite().reduce(|best, point| if point.ln > best.ln { point } else { best })?;
    let parameters = names.iter().enumerate().map(|(axis, (name, shape, most))| {
        let near = finite().filter(|point| point.ln >= best.ln - shape.drop());
        let values: Vec<usize> = near.map(|point| point.at[axis]).collect();
        let low = values.iter().min().copied().unwrap_or(best.at[axis]);
        let high = values.iter().max().copied().unwrap_or(best.at[axis]);
        Parameter {
            name: (*name).to_owned(),
            value: best.at[axis] as f64,
            low: low as f64,
            high: (high < *most).then_some(high as f64),
            whole: true,
        }
    });
    Some((best.at, parameters.collect()))
}

/// The place from `low` to `high` at which `of`, which rises and then falls, is largest.
pub(crate) fn maximum((low, high): (f64, f64), of: impl Fn(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (low, high);
    let (mut left, mut right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_left, mut at_right) = (of(left), of(right));
    // 0.618⁶⁰ is 3·10⁻¹³ of the range.
    for _ in 0..60 {
        if at_left < at_right {
            (low, left, at_left) = (left, right, at_right);
            right = low + GOLDEN * (high - low);
            at_right = of(right);
        } else {
            (high, right, at_right) = (right, left, at_left);
            left = high - GOLDEN * (high - low);
            at_left = of(left);
        }
    }
    0.5 * (low + high)
}

/// The likelihood interval around `best`, inside `low` to `high`, of a log-likelihood `of` that falls off on both sides.
pub(crate) fn interval(range: (f64, f64), best: f64, of: impl Fn(f64) -> f64) -> (f64, f64) {
    interval_of_chosen(range, best, of, 1)
}

/// The same for the one that was chosen by its likelihood among `choices`: the intervals of all of them hold together
/// (Bonferroni).
pub(crate) fn interval_of_chosen(
    (low, high): (f64, f64),
    best: f64,
    of: impl Fn(f64) -> f64,
    choices: usize,
) -> (f64, f64) {
    let least = of(best) - 0.5 * chi_squared_quantile_upper(ERROR / choices as f64, 1.0);
    let edge = |outside: f64| {
        if of(outside) >= least {
            return outside;
        }
        let (mut inside, mut outside) = (best, outside);
        for _ in 0..60 {
            let middle = 0.5 * (inside + outside);
            if of(middle) >= least {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    (edge(low), edge(high))
}

#[cfg(test)]
pub(super) mod testing {
    //! Laws against an enumeration of what the shuffle itself does.

    use super::*;
    use shuffle::enumeration::Orders as Enumerated;

    /// Lists every order of `cards` cards.
    pub fn all(cards: usize) -> Vec<Vec<Card>> {
        let mut orders = vec![Vec::new()];
        for card in 0..cards as Card {
            let insert = |order: Vec<Card>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, card);
                    longer
                })
            };
            orders = orders.into_iter().flat_map(insert).collect();
        }
        orders
    }

    /// The law of the orders of a sorted deck after `times` shuffles, by enumeration.
    pub fn enumerated(shuffle: &str, cards: usize, times: u32) -> Enumerated {
        let (kind, rest) = shuffle.split_once(' ').unwrap_or((shuffle, ""));
        let once = shuffle::build(kind, rest.parse().unwrap())
            .unwrap()
            .orders(cards);
        let sorted = (0..cards as Card).collect();
        let mut law = Enumerated::from([(sorted, 1.0)]);
        for _ in 0..times {
            let mut next = Enumerated::new();
            for (before, p) in &law {
                for (moved, q) in &once {
                    let deck = moved.iter().map(|&card| before[usize::from(card)]);
                    *next.entry(deck.collect()).or_insert(0.0) += p * q;
                }
            }
            law = next;
        }
        law
    }

    /// Checks that every order has the probability that enumeration gives it, to 1e-12, and that
    /// together they have 1.
    pub fn agrees(law: &impl Law, shuffle: &str, cards: usize, times: u32) {
        let walked = enumerated(shuffle, cards, times);
        let mut sum = 0.0;
        for deck in all(cards) {
            let ours = libm::exp(law.ln(&deck));
            let theirs = walked.get(&deck).copied().unwrap_or(0.0);
            assert!(
                (ours - theirs).abs() < 1e-12,
                "{shuffle}, {cards} cards {times} times: {deck:?} has {ours}, enumerated {theirs}"
            );
            sum += ours;
        }
        assert!((sum - 1.0).abs() < 1e-10, "{shuffle}: {sum}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maximum_and_its_interval_are_found() {
        let of = |x: f64| -50.0 * (x - 0.3) * (x - 0.3);
        let best = maximum((0.0, 1.0), of);
        assert!((best - 0.3).abs() < 1e-6);
        let (low, high) = interval((0.0, 1.0), best, of);
        // A normal law with a standard deviation of a tenth.
        assert!((low - (0.3 - 0.195_996)).abs() < 1e-5 && (high - (0.3 + 0.195_996)).abs() < 1e-5);
    }
}
