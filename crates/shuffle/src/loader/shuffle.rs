//! A loader of training data as a shuffle: the deck goes in from the top, and the new deck is what is handed out.
//!
//! A shuffle buffer of B makes all B! · B^(n−B) orders in which no card comes forward by B places or more, each equally often, and
//! the chain of one card is exact: a card goes in when B others, or those before it, have left or wait, each step lets it out
//! with chance 1/B, and what is left at the end comes in random order. Orders of blocks, and of shards, are equally likely, too.

use super::super::prelude::*;
use super::{Loader, Step};
use laws::shuffle_buffer;
use text::params::Params;

pub(in super::super) const KIND: Kind = Kind {
    name: "loader",
    group: Group::Studied,
    time: None,
    about: "what a data loader does: a shuffle buffer, shards, blocks, readers in turns",
    source: "tf.data.Dataset.shuffle, webdataset.shuffle (buffers); Black and Rogaway (2002); Hoang, Morris and Rogaway (2012)",
    parameters: &[Parameter {
        name: STEPS,
        about: "what it does, step after step, as in \"shards 100, buffer 500\" (`colddeck list loaders` lists them); required",
    }],
    build: |params| {
        let Some(text) = params.text(STEPS)? else {
            return Err(Params::refuse(
                STEPS,
                "it is missing; accepted: as in \"buffer 500\"".to_owned(),
            ));
        };
        let loader: Loader = text
            .parse()
            .map_err(|problem| Params::refuse(STEPS, problem))?;
        if loader.is_once() {
            let problem =
                "found `once`; accepted: steps without it: each deck is shuffled anew".to_owned();
            return Err(Params::refuse(STEPS, problem));
        }
        Ok(Box::new(loader))
    },
};

const STEPS: &str = "steps";

impl Step {
    /// The natural logarithm of the number of orders that it can make, or of a larger one.
    fn ln_orders(self, cards: usize) -> f64 {
        match self {
            Self::Buffer(size) => shuffle_buffer::ln_orders(cards, cards.min(size as usize)),
            Self::Shards(size) => ln_factorial(cards.div_ceil(size as usize)),
            Self::Blocks(size) => {
                let size = size as usize;
                ln_factorial(size.min(cards)) * (cards / size) as f64 + ln_factorial(cards % size)
            }
            Self::Interleave(_) => 0.0,
            Self::Fair | Self::Keys(_) | Self::Feistel(_) | Self::SwapOrNot(_) => {
                ln_factorial(cards)
            }
        }
    }

    /// The chances of each new place, of the card at each old one; `None` where nobody worked them out.
    fn one_card(self, cards: usize) -> Option<Matrix> {
        let mut chain = Matrix::zero(cards);
        match self {
            Self::Fair => return Some(Matrix::uniform(cards)),
            Self::Buffer(size) => {
                let size = cards.min(size as usize);
                let (steps, each) = (cards - size, 1.0 / size as f64);
                for from in 0..cards {
                    let mut waits = 1.0;
                    for at in (from + 1).saturating_sub(size)..steps {
                        chain.add(from, at, waits * each);
                        waits *= 1.0 - each;
                    }
                    for at in steps..cards {
                        chain.add(from, at, waits * each);
                    }
                }
            }
            Self::Blocks(size) => {
                let size = size as usize;
                for from in 0..cards {
                    let first = from - from % size;
                    let end = cards.min(first + size);
                    for at in first..end {
                        chain.add(from, at, 1.0 / (end - first) as f64);
                    }
                }
            }
            _ => return None,
        }
        Some(chain)
    }
}

impl Law for Loader {
    fn shuffle<D: Draws>(&self, deck: &mut [Card], scratch: &mut Scratch, draws: &mut D) {
        scratch.deck.clear();
        scratch.deck.extend_from_slice(deck);
        let order = self.order(deck.len() as u32, draws);
        for (slot, from) in deck.iter_mut().zip(order) {
            *slot = scratch.deck[from as usize];
        }
    }

    fn one_card(&self, cards: usize) -> Option<Matrix> {
        match self.steps.as_slice() {
            [step] => step.one_card(cards),
            _ => (self.mixing() == Mixing::Ideal).then(|| Matrix::uniform(cards)),
        }
    }

    fn ln_support(&self, cards: usize) -> f64 {
        let all: f64 = self.steps.iter().map(|step| step.ln_orders(cards)).sum();
        all.min(ln_factorial(cards))
    }

    /// After a fair step the order is fair, whatever comes before or after: that is drawn without looking at the cards.
    fn mixing(&self) -> Mixing {
        match self.steps.as_slice() {
            steps if steps.contains(&Step::Fair) => Mixing::Ideal,
            [Step::Buffer(_) | Step::Shards(_) | Step::Blocks(_) | Step::Interleave(_)] => {
                Mixing::EquallyLikely
            }
            _ => Mixing::Other,
        }
    }

    /// Shuffles in its own way, and not the kernel's: that is what is looked at.
    fn blockwise(&self) -> Blockwise {
        Blockwise::EachDeck
    }

    fn describe(&self) -> String {
        format!("data loader: {self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn loader(steps: &str) -> Loader {
        steps.parse().unwrap()
    }

    #[test]
    fn chains_and_supports_are_those_of_enumeration() {
        for (steps, orders) in [
            ("fair", 120),
            ("buffer 1", 1),
            ("buffer 2", 16),
            ("buffer 3", 54),
            ("buffer 9", 120),
            ("shards 2", 6),
            ("blocks 2", 4),
            ("interleave 2", 1),
            ("shards 2, fair", 120),
        ] {
            let reached = testing::enumeration_agrees(&loader(steps), 5);
            assert_eq!(reached, orders, "{steps}");
        }
        testing::enumeration_agrees(&loader("shards 2, buffer 2"), 5);
    }

    #[test]
    fn simulation_follows_the_chain() {
        for steps in ["buffer 7", "buffer 30", "blocks 9"] {
            testing::simulation_follows_the_chain(&loader(steps), 40, 20_000);
        }
    }

    #[test]
    fn what_is_no_loader_is_refused() {
        for (text, says) in [
            ("", "missing"),
            ("steps = \"bufer 3\"", "did you mean `buffer`?"),
            ("steps = \"fair, once\"", "each deck is shuffled anew"),
        ] {
            let error = crate::build("loader", text.parse().unwrap()).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}
