//! The bad ways of making hands, deals and draws that are simulated for the table.

use std::ops::Range;

use super::{of_view, of_weights};
use deck::kernel::Isa;
use deck::rng::{Draws, Generator, PcgDraws, Seed, Streams};
use deck::subject::{Hands, Shape, Told, View, Weights};
use deck::{BLOCK, Block, Card};
use engine::simulate::{Drawing, Job, Seeing, Supply};
use shuffle::draws::{self, Rule};
use shuffle::policy::Policy;
use shuffle::routine::Plan;
use source::{Source, SourceError, Viewed};

/// The seed of all that is simulated for the table.
const SEED: u128 = 1;

/// A kind of subject.
pub(super) enum Kind {
    /// A view of decks of so many cards.
    Hands(usize, View),
    /// Draws.
    Draws(Weights),
}

impl Kind {
    /// The kinds of the table, in its order.
    pub fn all() -> Vec<Self> {
        let view = |cards, shape: &str, told| {
            let shape = shape.parse().unwrap();
            let classes = None;
            Self::Hands(
                cards,
                View {
                    shape,
                    classes,
                    told,
                },
            )
        };
        let draws = |weights: &[u32]| Self::Draws(Weights::new(weights.to_vec()).unwrap());
        vec![
            view(52, "hands:4x13", Told::Playing),
            view(52, "hand:13", Told::Playing),
            view(52, "hand:2", Told::Playing),
            view(52, "hand:5", Told::Places),
            view(60, "hand:7", Told::Places),
            draws(&[10, 5, 4, 1]),
            draws(&[1, 1]),
            draws(&[1; 6]),
        ]
    }

    /// Its name in the table.
    pub fn name(&self) -> String {
        match self {
            Self::Hands(cards, view) => of_view(view, *cards).unwrap(),
            Self::Draws(weights) => of_weights(weights),
        }
    }

    /// The ways that are simulated of it: in words, how often in a row, and what is done.
    pub fn ways(&self) -> Vec<(String, Option<u64>, Way)> {
        match self {
            Self::Hands(_, view) => of_hands(view),
            Self::Draws(weights) => of_draws(weights.get()),
        }
    }
}

fn of_hands(view: &View) -> Vec<(String, Option<u64>, Way)> {
    let (dealt, hand, other) = match view.shape {
        Shape::Hands { dealt, .. } => (format!(" and {}", dealt.words()), "North's hand", "East's"),
        _ => (
            ", the hand its top cards".to_owned(),
            "the hand",
            "as many others",
        ),
    };
    let order = format!("a deck in order, riffled {{times}}{dealt}");
    let riffled = |times| (order.clone(), Some(times), Way::Riffled(times));
    let mut all: Vec<_> = (1..=6).map(riffled).collect();
    let mut add = |text: String, way| all.push((text, None, way));
    add(
        format!("one card put into {hand} in a third of the deals"),
        Way::Card,
    );
    if view.told == Told::Playing {
        add(
            format!(
                "the lowest card of {hand} changed for the highest of {other} in a quarter of the deals"
            ),
            Way::High,
        );
        let suited = Way::suited(view.shape.hand());
        add(
            format!(
                "{hand} dealt anew until {suited} cards are of one suit in a quarter of the deals"
            ),
            Way::Suit(suited),
        );
    }
    all
}

fn of_draws(weights: &[u32]) -> Vec<(String, Option<u64>, Way)> {
    let equal = weights.iter().all(|weight| *weight == weights[0]);
    let whose = if equal {
        "one symbol"
    } else {
        "the rarest symbol"
    };
    let least = weights.iter().min().copied().unwrap();
    let sum: u32 = weights.iter().sum();
    // A rule of weights gives each symbol at times.
    let shares = [
        ("all but never", 1, 100_000),
        ("at half its share", 1, 2),
        ("at 1.5 times its share", 3, 2),
        ("at twice its share", 2, 1),
    ];
    let shares = shares
        .into_iter()
        .filter(|(_, times, of)| times * least < of * sum);
    let shares =
        shares.map(|(share, times, of)| (format!("{whose} {share}"), Way::Share(times, of)));
    let bags = [1, 5].map(|bags| (format!("shuffled bags of {}", bags * sum), Way::Bag(bags)));
    let repeats = (
        "repeats that are drawn once more".to_owned(),
        Way::NoRepeats,
    );
    let all = shares.chain(bags).chain([repeats]);
    all.map(|(text, way)| (text, None, way)).collect()
}

/// A bad way of making subjects.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    /// A sorted deck, riffled so often.
    Riffled(u64),
    /// The first card is put at a random place of the first hand in a third of the deals.
    Card,
    /// In a quarter of the deals the first hand changes its lowest card for the highest of the cards after it.
    High,
    /// In a quarter of the deals cards are dealt anew until so many of the first hand are of one suit.
    Suit(usize),
    /// The last of the rarest symbols comes so many times as often, as a fraction.
    Share(u32, u32),
    /// So many of each symbol for one of its weight, in a bag.
    Bag(u32),
    /// A repeat is drawn once more.
    NoRepeats,
}

impl Way {
    /// The cards of one suit that are many in a hand of so many.
    fn suited(hand: usize) -> usize {
        match hand {
            13 => 6,
            5 => 4,
            2 => 2,
            other => other.div_ceil(2),
        }
    }
}

/// Hands that are dealt in a bad way.
pub(super) struct Dealt<'a> {
    pub cards: usize,
    pub view: &'a View,
    pub way: Way,
    pub label: String,
}

impl Supply for Dealt<'_> {
    type Batch = Hands;
    type Source<'b>
        = Box<dyn Source<Hands> + Send + 'b>
    where
        Self: 'b;

    fn streams(&self) -> Streams {
        Streams::Batches
    }

    fn source(&self, _replicate: u64, batch: u64, deals: Range<u64>) -> Self::Source<'_> {
        let decks = Decks {
            of: self,
            next: deals.start,
            end: deals.end,
            draws: PcgDraws::for_batch(SEED, &self.label, 0, batch),
            deck: (0..self.cards).map(|card| card as Card).collect(),
        };
        Box::new(Viewed::new(
            decks,
            self.view,
            Block::with_isa(self.cards, Isa::best()),
        ))
    }
}

struct Decks<'a> {
    of: &'a Dealt<'a>,
    next: u64,
    end: u64,
    draws: PcgDraws,
    deck: Vec<Card>,
}

impl Source for Decks<'_> {
    fn fill(&mut self, block: &mut Block) -> Result<(), SourceError> {
        block.clear(self.next);
        while self.next < self.end && block.len() < BLOCK {
            self.deal();
            block.push(&self.deck);
            self.next += 1;
        }
        Ok(())
    }
}

impl Decks<'_> {
    fn deal(&mut self) {
        self.draws.shuffle(&mut self.deck);
        let shape = self.of.view.shape;
        let hand: Vec<usize> = shape.places().take(shape.hand()).collect();
        match self.of.way {
            Way::Card => {
                if self.draws.below(3) == 0 {
                    let at = self.deck.iter().position(|card| *card == 0).unwrap();
                    if !hand.contains(&at) {
                        let place = self.draws.below(hand.len() as u32) as usize;
                        self.deck.swap(at, hand[place]);
                    }
                }
            }
            Way::High => {
                if self.draws.below(4) == 0 {
                    // The ace is high.
                    let rank = |deck: &[Card], place: usize| (deck[place] % 13 + 12) % 13;
                    let others: Vec<usize> = match shape {
                        Shape::Hands { cards, .. } => {
                            shape.places().skip(cards).take(cards).collect()
                        }
                        _ => (hand.len()..2 * hand.len()).collect(),
                    };
                    let low = hand
                        .iter()
                        .copied()
                        .min_by_key(|place| rank(&self.deck, *place));
                    let high = others
                        .into_iter()
                        .max_by_key(|place| rank(&self.deck, *place));
                    self.deck.swap(low.unwrap(), high.unwrap());
                }
            }
            Way::Suit(many) => {
                if self.draws.below(4) == 0 {
                    while !is_suited(&self.deck, &hand, many) {
                        self.draws.shuffle(&mut self.deck);
                    }
                }
            }
            _ => unreachable!("it is no way of dealing"),
        }
    }
}

/// Returns true if so many cards at these places are of one suit.
fn is_suited(deck: &[Card], hand: &[usize], many: usize) -> bool {
    (0..4).any(|suit| {
        hand.iter()
            .filter(|place| deck[**place] / 13 == suit)
            .count()
            >= many
    })
}

/// Views of a sorted deck that is riffled so often.
pub(super) fn riffled(cards: usize, view: &View, times: u64, label: String) -> Seeing {
    Seeing {
        decks: Job {
            plan: Plan::written(&format!("G*{times}"), &[]),
            label,
            generator: Generator::DEFAULT,
            seed: Seed::Integer(SEED),
            policy: Policy::default(),
        },
        view: view.clone(),
        cards,
        isa: Isa::best(),
    }
}

/// Draws that are made in a bad way.
pub(super) fn drawn(weights: &Weights, way: Way, label: String) -> Drawing {
    let fair = weights.get();
    let rule: Box<dyn Rule> = match way {
        Way::Share(times, of) => {
            let sum: u32 = fair.iter().sum();
            let least = fair.iter().min().copied().unwrap();
            let at = fair.iter().rposition(|weight| *weight == least).unwrap();
            let off = fair.iter().enumerate().map(|(symbol, weight)| {
                if symbol == at {
                    times * weight * (sum - least)
                } else {
                    weight * (of * sum - times * least)
                }
            });
            draws::independent(&Weights::new(off.collect()).unwrap())
        }
        Way::Bag(bags) => {
            let items = fair.iter().map(|weight| i64::from(weight * bags).into());
            let table = [("items".to_owned(), toml::Value::Array(items.collect()))];
            draws::build("bag", table.into_iter().collect(), weights)
                .unwrap()
                .rule
        }
        Way::NoRepeats => Box::new(NoRepeats {
            fair: draws::independent(weights),
            last: None,
        }),
        _ => unreachable!("it is no way of drawing"),
    };
    Drawing {
        rule,
        symbols: fair.len(),
        label,
        generator: Generator::DEFAULT,
        seed: Seed::Integer(SEED),
    }
}

/// A draw that repeats the one before is drawn once more.
#[derive(Debug)]
struct NoRepeats {
    fair: Box<dyn Rule>,
    last: Option<u16>,
}

impl Rule for NoRepeats {
    fn weights(&self, into: &mut Vec<f64>) {
        self.fair.weights(into);
        let sum: f64 = into.iter().sum();
        if let Some(last) = self.last {
            let repeats = into[usize::from(last)] / sum;
            for (symbol, weight) in into.iter_mut().enumerate() {
                let first = f64::from(u8::from(symbol != usize::from(last)));
                *weight *= first + repeats;
            }
        }
    }

    fn draw(&mut self, draws: &mut dyn Draws) -> u16 {
        let mut symbol = self.fair.draw(draws);
        if self.last == Some(symbol) {
            symbol = self.fair.draw(draws);
        }
        self.last = Some(symbol);
        symbol
    }

    fn see(&mut self, symbol: u16) -> bool {
        self.last = Some(symbol);
        true
    }

    fn boxed(&self) -> Box<dyn Rule> {
        Box::new(Self {
            fair: self.fair.boxed(),
            last: self.last,
        })
    }
}
