//! A law for one size of deck: exact, and in doubles.

use std::fmt;
use std::sync::Arc;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::big_numbers::factorial;
use crate::lattice::SumLaw;
use crate::lattice::sum::Sum;
use crate::tail::Tails;

/// The exact number of orders that have each value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exact {
    least: u64,
    counts: Vec<UBig>,
    orders: UBig,
}

impl Exact {
    pub(crate) fn new(least: u64, counts: Vec<UBig>, cards: usize) -> Self {
        Self {
            least,
            counts,
            orders: factorial(cards),
        }
    }

    /// The numbers of orders with the values `least`, `least + 1`, …; they sum to n!.
    pub fn counts(&self) -> &[UBig] {
        &self.counts
    }

    /// n!, the number of all orders.
    #[cfg(test)]
    pub fn orders(&self) -> &UBig {
        &self.orders
    }

    /// P(X = x), in lowest terms.
    pub fn probability(&self, x: u64) -> RBig {
        let from = self.index(x);
        let to = self.index(x.saturating_add(1));
        self.share(&self.counts[from..to])
    }

    /// P(X ≤ x), in lowest terms.
    pub fn at_most(&self, x: u64) -> RBig {
        self.share(&self.counts[..self.index(x.saturating_add(1))])
    }

    /// P(X ≥ x), in lowest terms.
    pub fn at_least(&self, x: u64) -> RBig {
        self.share(&self.counts[self.index(x)..])
    }

    /// The number of counts that belong to values below x.
    fn index(&self, x: u64) -> usize {
        index(self.least, x, self.counts.len())
    }

    fn share(&self, counts: &[UBig]) -> RBig {
        let sum: UBig = counts.iter().sum();
        RBig::from_parts(IBig::from(sum), self.orders.clone())
    }
}

/// The probability of each value, in doubles.
#[derive(Debug, Clone, PartialEq)]
pub struct Floats {
    least: u64,
    probabilities: Vec<f64>,
}

impl Floats {
    pub(super) fn new(least: u64, probabilities: Vec<f64>) -> Self {
        Self {
            least,
            probabilities,
        }
    }

    /// The probabilities of the values `least`, `least + 1`, …
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// P(X = x).
    pub fn probability(&self, x: u64) -> f64 {
        let place = x.checked_sub(self.least);
        place
            .and_then(|place| self.probabilities.get(place as usize))
            .copied()
            .unwrap_or(0.0)
    }

    /// P(X ≤ x) and P(X ≥ x) of one deck, each a sum of its own: as accurate as the probabilities,
    /// but for the values that are given as 0. 1 where they are certain.
    pub fn tails(&self, x: u64) -> Tails {
        let total = |from: usize, to: usize| {
            if from == 0 && to == self.probabilities.len() {
                return 1.0;
            }
            let terms = self.probabilities[from..to].iter().copied();
            Sum::of(terms).value().min(1.0)
        };
        let len = self.probabilities.len();
        Tails {
            lower: total(0, index(self.least, x.saturating_add(1), len)),
            upper: total(index(self.least, x, len), len),
        }
    }

    fn of_decks(&self, decks: u64) -> SumOfDecks {
        if decks == 1 {
            return SumOfDecks(Way::One(self.clone()));
        }
        SumOfDecks(Way::Table {
            least: self.least * decks,
            law: SumLaw::new(&self.probabilities, decks),
        })
    }
}

/// The parts that tails of sums over decks are made of, prepared once for a size of deck.
#[derive(Debug, Clone)]
pub struct Sums {
    parts: Parts,
}

#[derive(Debug, Clone)]
enum Parts {
    Table(Floats),
    /// The table while the sum has fewer values than [`PRODUCT_FROM`].
    Either(Floats, Product),
    Product(Product),
}

/// The law of a sum over decks that comes from a product.
pub(super) trait ProductLaw: fmt::Debug + Send + Sync {
    /// P(S ≤ sum) and P(S ≥ sum).
    fn tails(&self, sum: u64) -> Tails;
}

/// A generating function that is a product over the cards, for decks with too many values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Product {
    /// The law of the sum from the number of cards, and of decks, for sums whose greatest value is
    /// at least [`PRODUCT_FROM`].
    pub of_decks: fn(usize, u64) -> Arc<dyn ProductLaw>,
    /// The probabilities of bins of one deck, for so many cards and values in each bin; used where the greatest value is at
    /// least [`PRODUCT_FROM`].
    pub binned: fn(usize, usize) -> Vec<f64>,
    /// The number of cards.
    pub cards: usize,
    /// The greatest value of one deck.
    pub greatest: u64,
}

/// Products serve sums with a greatest value of at least this: smaller ones are convolved quickly,
/// and have ends above 1e-300, which the circle does not reach.
const PRODUCT_FROM: u64 = 16_384;

impl Sums {
    /// Makes tails of a law that is not in this registry, from the probability of each value from 0
    /// on.
    pub fn of_law(probabilities: Vec<f64>) -> Self {
        Self::of(Floats::new(0, probabilities))
    }

    pub(super) fn of(table: Floats) -> Self {
        Self {
            parts: Parts::Table(table),
        }
    }

    /// Makes the law of a product; `table` makes the table, where one is needed.
    pub(super) fn by_product<E>(
        product: Product,
        table: impl FnOnce() -> Result<Floats, E>,
    ) -> Result<Self, E> {
        let parts = if product.greatest < PRODUCT_FROM {
            Parts::Either(table()?, product)
        } else {
            Parts::Product(product)
        };
        Ok(Self { parts })
    }

    /// P(S ≤ sum) and P(S ≥ sum) of the sum S over `decks` independent decks, 1 to 1e9: relative
    /// error below 1e-9 in both tails down to 1e-300, 1e-11 up to a million decks; a smaller tail
    /// comes out as some value below 1e-300, or 0 where it is impossible (see [`crate::lattice::SumLaw`]).
    pub fn tails(&self, decks: u64, sum: u64) -> Tails {
        self.of_decks(decks).tails(sum)
    }

    /// The probability of each bin of one deck, from the bin on that begins with `least`: so many values from there, `width` in
    /// each bin but the last. Those of products, which begin with 0, take the time of some tails, however many values there are: relative
    /// error below 1e-11 above 1e-98, and less likely ones may be 0.
    pub fn binned(&self, least: u64, values: usize, width: usize) -> Vec<f64> {
        match &self.parts {
            Parts::Table(table) | Parts::Either(table, _) => {
                let values: Vec<f64> = (least..)
                    .take(values)
                    .map(|value| table.probability(value))
                    .collect();
                values.chunks(width).map(|bin| bin.iter().sum()).collect()
            }
            Parts::Product(product) => {
                debug_assert_eq!((least, values as u64), (0, product.greatest + 1));
                (product.binned)(product.cards, width)
            }
        }
    }

    /// The law of the sum over `decks` decks, prepared for tails at many values.
    pub fn of_decks(&self, decks: u64) -> SumOfDecks {
        match &self.parts {
            Parts::Either(table, product) if product.greatest * decks < PRODUCT_FROM => {
                table.of_decks(decks)
            }
            Parts::Table(table) => table.of_decks(decks),
            Parts::Either(_, product) | Parts::Product(product) => {
                let law = (product.of_decks)(product.cards, decks);
                SumOfDecks(Way::Product(law))
            }
        }
    }
}

/// The law of the sum over a number of decks: see [`Sums::tails`].
#[derive(Debug, Clone)]
pub struct SumOfDecks(Way);

/// Ways to compute the tails.
#[derive(Debug, Clone)]
enum Way {
    /// The law of one deck.
    One(Floats),
    /// The law of the sum above the least one.
    Table { least: u64, law: SumLaw },
    /// A product over the cards.
    Product(Arc<dyn ProductLaw>),
}

impl SumOfDecks {
    /// P(S ≤ sum) and P(S ≥ sum).
    pub fn tails(&self, sum: u64) -> Tails {
        match &self.0 {
            Way::One(law) => law.tails(sum),
            Way::Table { least, law } => match sum.checked_sub(*least) {
                Some(above) => law.tails(above),
                None => Tails {
                    lower: 0.0,
                    upper: 1.0,
                },
            },
            Way::Product(law) => law.tails(sum),
        }
    }
}

/// Returns the number of values below x, out of `len` values from `least` on.
fn index(least: u64, x: u64, len: usize) -> usize {
    x.saturating_sub(least).min(len as u64) as usize
}
