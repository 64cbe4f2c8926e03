//! Quantities whose law is known.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use deck::quantity::{Measure, Quantity, Set};
use laws::eulerian;
use laws::features::first_cards::FirstCards;
use laws::gsr::{self, Packets};
use laws::matrix::Matrix;
use laws::order_law::OrderLaw;
use laws::permutation::Permutation;
use record::answers::quantity::Law;
use shuffle::Mixing;
use shuffle::routine::Plan;
use shuffle::theory::{Whole, whole};

/// All orders are gone through of decks of so many cards at the most: 40,320.
const FEW_CARDS: usize = 8;

/// Shares that rounding leaves.
const NOTHING: f64 = 1e-15;

/// Multiplications of a one-card chain at the most.
const MOST_PRODUCTS: f64 = 1e9;

/// Makes a law of probabilities by value.
pub(super) fn law(of: BTreeMap<i64, f64>, by: &str) -> Law {
    let of: Vec<(i64, f64)> = of.into_iter().filter(|(_, p)| *p > 0.0).collect();
    Law {
        mean: of.iter().map(|(value, p)| *value as f64 * p).sum(),
        values: of.iter().map(|(value, _)| *value).collect(),
        probabilities: of.iter().map(|(_, p)| p.min(1.0)).collect(),
        by: by.to_owned(),
        sampled: None,
    }
}

/// The law of a quantity of one measure, from that of the measure by value.
fn through(of: &Quantity, measured: impl Iterator<Item = (i64, f64)>, by: &str) -> Law {
    let mut all = BTreeMap::new();
    for (value, p) in measured {
        *all.entry(of.with(&[value])).or_insert(0.0) += p;
    }
    law(all, by)
}

/// The law in an ideal deck, where it is known.
pub(super) fn fair(of: &Quantity) -> Option<Law> {
    let known = laws::features::fair(of)?;
    Some(law(known.probabilities, known.by))
}

/// Laws after routines, of which some serve all numbers of riffles.
pub(super) struct Riffled<'a> {
    of: &'a Quantity,
    /// The law of the one count among the first cards, if there is one: worked out when it is asked for.
    first: OnceCell<Option<FirstCards>>,
    /// All orders of few cards by the value and the rising sequences, with their number.
    orders: OnceCell<BTreeMap<(i64, usize), f64>>,
}

impl<'a> Riffled<'a> {
    pub fn new(of: &'a Quantity) -> Self {
        Self {
            of,
            first: OnceCell::new(),
            orders: OnceCell::new(),
        }
    }

    /// The law after a routine, where it is known.
    pub fn after(&self, plan: &Plan) -> Option<Law> {
        let (of, cards) = (self.of, self.of.cards());
        if cards <= FEW_CARDS
            && let Some(packets) = packets(plan)
        {
            return Some(self.riffled_orders(packets));
        }
        if cards <= FEW_CARDS
            && let Ok(orders) = plan.orders(cards, FEW_CARDS)
        {
            let mut all = BTreeMap::new();
            orders.for_each(|deck, p| *all.entry(of.of(deck)).or_insert(0.0) += p);
            return Some(law(all, "all orders"));
        }
        if whole(plan) == Some(Whole::Fixed)
            && let Ok(moved) = plan.permutation(cards)
        {
            return Some(of_one_order(of, &moved));
        }
        let by = "law of one card";
        match of.measures() {
            [Measure::PlaceOf { card }] => {
                let chain = chain(plan, cards)?;
                let row = chain.row(card.numbers().next()?).to_vec();
                Some(through(of, (1..).zip(row), by))
            }
            [Measure::Count { class, places }] => {
                if class.len() == 1 || places.len() == 1 {
                    let p = sum(&chain(plan, cards)?, class, places).clamp(0.0, 1.0);
                    return Some(through(of, [(0, 1.0 - p), (1, p)].into_iter(), by));
                }
                self.riffled(packets(plan)?, class, places)
            }
            _ => None,
        }
    }

    /// The law over all orders after a riffle of so many packets: all with as many rising sequences are as likely.
    fn riffled_orders(&self, packets: Packets) -> Law {
        let cards = self.of.cards();
        let orders = self.orders.get_or_init(|| {
            let mut all = BTreeMap::new();
            let mut places = Vec::new();
            let every = OrderLaw::uniform(cards).expect("few cards");
            every.for_each(|deck, _| {
                let rising = gsr::rising_sequences(deck, &mut places);
                *all.entry((self.of.of(deck), rising)).or_insert(0.0) += 1.0;
            });
            all
        });
        let number = eulerian::law(cards);
        let factorial: f64 = (1..=cards).map(|card| card as f64).product();
        let rising = gsr::Law::riffled(cards, packets).rising();
        let mut all = BTreeMap::new();
        for ((value, sequences), of) in orders {
            let at = sequences - 1;
            let each = rising[at] / (number[at] * factorial);
            *all.entry(*value).or_insert(0.0) += of * each;
        }
        law(all, "all orders")
    }

    /// Counts among the first or the last cards after a riffle of so many packets.
    fn riffled(&self, packets: Packets, class: &Set, places: &Set) -> Option<Law> {
        let first = self.first.get_or_init(|| {
            // A riffle that is turned upside down is a riffle.
            let turned = |set: &Set| set.members().iter().rev().copied().collect::<Vec<bool>>();
            let len = places.len();
            if places.first().is_some() {
                FirstCards::new(class.members(), len)
            } else if turned(places)[..len].iter().all(|is| *is) {
                FirstCards::new(&turned(class), len)
            } else {
                None
            }
        });
        let law = first.as_ref()?.law(packets);
        let law = (0..).zip(law.into_iter().map(|p| if p < NOTHING { 0.0 } else { p }));
        let by = "all ways to cut the deck into packets (Bayer and Diaconis, 1992)";
        Some(through(self.of, law, by))
    }
}

/// The law where the cards were moved so, and never otherwise.
pub(super) fn of_one_order(of: &Quantity, moved: &Permutation) -> Law {
    let mut deck = vec![0; moved.cards()];
    for (card, place) in (0..).zip(moved.to()) {
        deck[*place] = card;
    }
    let value = BTreeMap::from([(of.of(&deck), 1.0)]);
    law(value, "the one order that it gives")
}

/// The one-card chain of a routine, where it takes a second at the most.
fn chain(plan: &Plan, cards: usize) -> Option<Matrix> {
    let is_short = plan.chain_effort(cards) <= MOST_PRODUCTS;
    is_short.then(|| plan.one_card(cards))?
}

/// The expected number of cards of a class in some places.
fn sum(chain: &Matrix, class: &Set, places: &Set) -> f64 {
    let cells = class.numbers().flat_map(|card| {
        let row = chain.row(card);
        places.numbers().map(move |place| row[place])
    });
    cells.sum()
}

/// The packets of the one riffle that a routine is.
fn packets(plan: &Plan) -> Option<Packets> {
    let each = plan.steps().iter().map(|step| match step.mixing() {
        Mixing::Gsr => Some(Packets::riffles(1)),
        Mixing::Packets(packets) => Packets::new(u64::from(packets)),
        Mixing::Nothing => Packets::new(1),
        _ => None,
    });
    each.reduce(|all, next| Some(all?.then(next?)))?
}
