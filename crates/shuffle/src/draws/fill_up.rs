//! A bag that is filled up: after the k-th draw, counted from 0, one item of symbol k modulo s goes into it.
//!
//! A reader's answer to the complaint that a bag's last items are known: call `next`, then `add(k % 3)`.
//! Read literally, nothing is ever removed, as the bag keeps its items and `add` puts all of them back inside.
//! So the draws *are* independent, though not identically distributed: the law of a draw depends on its
//! number alone, and tends to equal parts. After a bag with one of each of three, the second draw has ½, ¼
//! and ¼.
//!
//! Every draw picks among all items of the bag, so their order in the array means nothing, and only how
//! many there are of each is kept: a sequence of any length needs no more memory.

use std::sync::Arc;

use super::items::{self, ITEMS};
use super::{Kind, Rule};
use deck::rng::Draws;
use text::params::Parameter;

pub(super) const KIND: Kind = Kind {
    name: "fill-up",
    about: "a bag that gets one more symbol in turn after each draw and never loses one: draws are independent, but not alike",
    source: "Never-ending Shuffled Sequences: a reader's comment, to fill up the bag after calling next",
    parameters: &[Parameter {
        name: ITEMS,
        about: "how many of each symbol there are at the start; default one of each",
    }],
    build: |params, fair| {
        let symbols = fair.get().len();
        let items = items::read(params, symbols, || vec![1; symbols])?;
        Ok(Box::new(FillUp::new(&items)))
    },
};

#[derive(Debug, Clone)]
struct FillUp {
    /// Items at the start, of each symbol and those before it.
    start: Arc<[u64]>,
    /// Draws so far.
    drawn: u64,
}

impl FillUp {
    fn new(items: &[u32]) -> Self {
        let start = items.iter().scan(0, |sum, &items| {
            *sum += u64::from(items);
            Some(*sum)
        });
        Self {
            start: start.collect(),
            drawn: 0,
        }
    }

    /// Items of the first `symbols` symbols.
    fn first(&self, symbols: usize) -> u64 {
        let Some(last) = symbols.checked_sub(1) else {
            return 0;
        };
        let (symbols, all) = (symbols as u64, self.start.len() as u64);
        self.start[last] + self.drawn / all * symbols + (self.drawn % all).min(symbols)
    }
}

/// A whole number below `bound`; words are drawn again until one of as many bits is below it.
fn below(bound: u64, draws: &mut dyn Draws) -> u64 {
    match u32::try_from(bound) {
        Ok(bound) => u64::from(draws.below(bound)),
        Err(_) => loop {
            let number = draws.word() >> (bound - 1).leading_zeros();
            if number < bound {
                break number;
            }
        },
    }
}

impl Rule for FillUp {
    fn weights(&self, into: &mut Vec<f64>) {
        let symbols = 0..self.start.len();
        into.clear();
        into.extend(symbols.map(|symbol| (self.first(symbol + 1) - self.first(symbol)) as f64));
    }

    fn draw(&mut self, draws: &mut dyn Draws) -> u16 {
        let symbols = self.start.len();
        let at = below(self.first(symbols), draws);
        // Halves what is possible: the symbol is neither below `low` nor above `high`.
        let (mut low, mut high) = (0, symbols - 1);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.first(middle + 1) > at {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        self.drawn += 1;
        low as u16
    }

    fn see(&mut self, symbol: u16) -> bool {
        let symbol = usize::from(symbol);
        let possible = symbol < self.start.len() && self.first(symbol + 1) > self.first(symbol);
        self.drawn += u64::from(possible);
        possible
    }

    fn boxed(&self) -> Box<dyn Rule> {
        Box::new(self.clone())
    }

    fn state(&self) -> Vec<u8> {
        super::state_of(&self.drawn)
    }

    fn restore(&mut self, state: &[u8]) -> bool {
        super::restored(&mut self.drawn, state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bag::ShuffleBag;
    use super::super::testing::{self, made, refusal};
    use super::*;

    #[test]
    fn draws_have_the_weights_of_the_filled_bag() {
        for text in ["", "items = [3, 0, 1]"] {
            testing::draws_follow_the_weights(&*made("fill-up", text, &[5, 2, 3]), 6);
        }
    }

    /// Whatever is drawn: the law of a draw depends on its number alone.
    #[test]
    fn draws_are_independent_and_not_alike() {
        for first in 0..3 {
            let mut rule = made("fill-up", "", &[1, 1, 1]);
            assert_eq!(testing::weights(&*rule), [1.0, 1.0, 1.0]);
            assert!(rule.see(first));
            assert_eq!(testing::law(&*rule), [0.5, 0.25, 0.25]);
            assert!(rule.see(2) && rule.see(first));
            assert_eq!(testing::weights(&*rule), [2.0, 2.0, 2.0]);
        }
    }

    /// The reader's program with the document's bag, all outcomes of six draws.
    #[test]
    fn the_law_is_that_of_the_bag_that_is_added_to() {
        let rule = made("fill-up", "", &[1, 1, 1]);
        let ours = testing::law_of_draws(&*rule, 6);
        let theirs = testing::law_of(6, |draws| {
            let mut bag = ShuffleBag::new(&[1, 1, 1]);
            (0..6_u16)
                .map(|k| {
                    let symbol = bag.next(draws.below(bag.cursor() as u32 + 1) as usize);
                    bag.add(k % 3, 1);
                    symbol
                })
                .collect()
        });
        testing::same_law(&ours, &theirs);
    }

    #[test]
    fn a_symbol_that_is_not_yet_in_the_bag_cannot_come() {
        let mut rule = made("fill-up", "items = [2, 0, 0]", &[1, 1, 1]);
        assert!(!rule.see(1) && !rule.see(3));
        assert!(rule.see(0) && rule.see(0) && rule.see(1));
        assert_eq!(testing::weights(&*rule), [3.0, 1.0, 1.0]);
        let error = refusal("fill-up", "items = [0, 0]", &[1, 1]);
        assert!(
            error.starts_with("key `items`: found no item at all"),
            "{error}"
        );
    }

    #[test]
    fn past_the_numbers_of_32_bits_the_law_goes_on() {
        let mut rule = FillUp::new(&[1, 1]);
        rule.drawn = 1 << 33;
        assert_eq!(rule.first(2), (1 << 33) + 2);
        // 34 bits: the largest word is refused for ever, all bits but the top one are a number in the middle.
        assert_eq!(rule.draw(&mut testing::Words(u64::MAX >> 1)), 1);
        assert_eq!(rule.draw(&mut testing::Words(u64::MAX >> 2)), 0);
        assert_eq!(rule.drawn, (1 << 33) + 2);
    }
}
