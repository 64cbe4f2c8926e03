//! Decks that are not shuffled as the others: those whose turn it is, and those that meet a quota.

use deck::rng::Stream;
use deck::{Block, Card};
use shuffle::Scratch;
use shuffle::policy::{Others, Policy, Quotas};
use shuffle::routine::Plan;

/// Shuffles of a deck for one quota: one that does not come by then is dealt as it is.
const TRIES: u32 = 1_000_000;

/// Makes of the decks of a routine those that a policy wants, with draws of its own.
#[derive(Debug)]
pub struct Departing<'a> {
    others: Option<&'a Others>,
    quotas: Option<&'a Quotas>,
    stream: Stream,
    scratch: Scratch,
}

impl<'a> Departing<'a> {
    /// Makes the decks that `policy` wants, if it wants any.
    pub fn new(policy: &'a Policy, stream: impl FnOnce() -> Stream) -> Option<Self> {
        let (others, quotas) = (policy.others.as_ref(), policy.quotas.as_ref());
        (others.is_some() || quotas.is_some()).then(|| Self {
            others,
            quotas,
            stream: stream(),
            scratch: Scratch::default(),
        })
    }

    /// The stream of its draws.
    pub(super) fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Draws on with `stream`; false if it is of another generator.
    pub(super) fn go_on_with(&mut self, stream: Stream) -> bool {
        self.stream.go_on_as(stream)
    }

    /// Puts them in place of decks of `block`, which `plan` shuffled.
    pub(super) fn replace(&mut self, block: &mut Block, plan: &Plan) {
        let (first, len) = (block.first(), block.len() as u64);
        let concerned = |others: &Others| (first..first + len).any(|at| others.which.has(at));
        if self.quotas.is_none() && !self.others.is_some_and(concerned) {
            return;
        }
        block.index_decks();
        let mut decks: Vec<Vec<Card>> = block.decks().map(<[Card]>::to_vec).collect();
        for (at, deck) in (first..).zip(&mut decks) {
            if let Some(others) = self.others.filter(|others| others.which.has(at)) {
                self.shuffle(deck, &others.plan);
            } else if let Some(quotas) = self.quotas {
                let wanted = quotas.turn(at);
                let mut tries = 0;
                while quotas.value(deck) != wanted && tries < TRIES {
                    self.shuffle(deck, plan);
                    tries += 1;
                }
            }
        }
        block.clear(first);
        for deck in &decks {
            block.push(deck);
        }
    }

    /// Shuffles a sorted deck.
    fn shuffle(&mut self, deck: &mut [Card], plan: &Plan) {
        for (at, card) in deck.iter_mut().enumerate() {
            *card = at as Card;
        }
        let cards = deck.len();
        for shuffle in plan.steps() {
            shuffle.apply(deck, cards, &mut self.scratch, &mut self.stream);
        }
    }
}
