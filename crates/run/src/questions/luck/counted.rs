//! What a draw counts, and its law.

use laws::beta::binomial_pmf;
use laws::fit::binomial_tails;
use laws::hypergeometric;
use laws::tail::Tails;
use record::answers::luck::Side;

/// A number that is counted.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Counted {
    /// Cards of a class among those in some places of a fair deck.
    Cards {
        /// Cards of the class.
        class: u64,
        /// Places that are looked at.
        places: u64,
        /// Cards of the deck.
        cards: u64,
    },
    /// Hits among independent draws.
    Draws {
        /// Draws.
        draws: u64,
        /// The probability of a hit in each of them.
        hit: f64,
    },
}

/// The values that are such a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Such {
    /// One of them.
    One(u64),
    /// Several, ascending.
    Values(Vec<u64>),
}

impl Counted {
    /// The least and the most that may come.
    pub fn ends(&self) -> (u64, u64) {
        match *self {
            Self::Cards {
                class,
                places,
                cards,
            } => (class.saturating_sub(cards - places), class.min(places)),
            Self::Draws { draws, .. } => (0, draws),
        }
    }

    pub fn mean(&self) -> f64 {
        match *self {
            Self::Cards {
                class,
                places,
                cards,
            } => (class * places) as f64 / cards as f64,
            Self::Draws { draws, hit } => draws as f64 * hit,
        }
    }

    /// How its law is known.
    pub fn by(&self) -> &'static str {
        match self {
            Self::Cards { .. } => "hypergeometric law",
            Self::Draws { .. } => "binomial law",
        }
    }

    pub(super) fn pmf(&self, value: u64) -> f64 {
        match *self {
            Self::Cards {
                class,
                places,
                cards,
            } => hypergeometric::pmf([value, class - value], [places, cards - places]),
            Self::Draws { draws, hit } => binomial_pmf(value, draws, hit),
        }
    }

    fn tails(&self, value: u64) -> Tails {
        match *self {
            Self::Cards {
                class,
                places,
                cards,
            } => hypergeometric::tails([value, class - value], [places, cards - places]),
            Self::Draws { draws, hit } => binomial_tails(value, draws - value, hit),
        }
    }

    /// The side of the mean on which a value lies.
    pub fn side(&self, value: u64) -> Side {
        if (value as f64) < self.mean() {
            Side::Fewer
        } else {
            Side::More
        }
    }

    /// Returns true if a value is this one, or farther from the mean on its side.
    pub(super) fn is_beyond(&self, value: u64, this: u64) -> bool {
        match self.side(this) {
            Side::Fewer => value <= this,
            Side::More => value >= this,
        }
    }

    /// The probability of a value and all beyond it; none where there are none beyond.
    pub fn beyond(&self, value: u64, side: Side) -> Option<f64> {
        let (first, last) = self.ends();
        let tails = self.tails(value);
        match side {
            Side::Fewer => (value > first).then_some(tails.lower),
            Side::More => (value < last).then_some(tails.upper),
        }
    }

    /// The probability of such values: of a tail from its law, so that a small one keeps its digits.
    pub fn chance(&self, such: &Such) -> f64 {
        let (first, last) = self.ends();
        let values = match such {
            Such::One(value) => return self.pmf(*value),
            Such::Values(values) => values,
        };
        let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
            return 0.0;
        };
        let in_one = most - least + 1 == values.len() as u64;
        if in_one && least == first {
            self.tails(most).lower
        } else if in_one && most == last {
            self.tails(least).upper
        } else {
            values.iter().map(|value| self.pmf(*value)).sum()
        }
    }
}
