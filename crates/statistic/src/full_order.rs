//! The full order: how often each of the n! orders came up, for decks of up to eight cards.
//!
//! Nothing that is wrong with single decks can hide from it: with enough decks it sees all that any
//! other statistic sees. One chi-squared test, df n! − 1, both tails: decks that go through all orders
//! evenly are not random either.

use std::borrow::Cow;

use super::cell_counts::on_lanes;
use super::counter::{AnyCounter, Counter};
use super::ordinal_patterns::{of_rank, uniform_test};
use super::wager::{self, Wager};
use super::{Assessment, Column, Compares, Design, Evidence, Kind, Notes, Statistic, Suite};
use deck::kernel::Cell;
use deck::{BLOCK, Block, Layout, MIN_CARDS};
use text::figures::{Declaration, json};

pub(super) const KIND: Kind = Kind {
    name: "full-order",
    about: "does every order of a small deck come up equally often? tests chi-squared over all n! orders, on both tails",
    plain: "whole orders",
    causes: "a way of drawing that reaches some orders more often than others, such as n^n ways for n! orders",
    example: "A loop that swaps each of 3 cards with any of the 3 can go 27 ways, but there are 6 orders. Three of them come up 5 times in 27 (18.5%) and three 4 times in 27 (14.8%); each should come up in 16.7%.",
    compares: &Compares::Law {
        key: Cow::Borrowed("counts"),
        place: Cow::Borrowed("order {cell} of all, from 0"),
    },
    source: "Pearson (1900); the ranks of orders: Lehmer (1960)",
    parameters: &[],
    cards: MIN_CARDS..=8,
    covers: &[
        crate::Feature::Places,
        crate::Feature::Neighbours,
        crate::Feature::OldOrder,
        crate::Feature::Together,
    ],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |_, _| Ok(Box::new(FullOrder)),
};

/// The longest list of counts that a record shows.
const SHOWN: usize = 120;

#[derive(Debug)]
struct Orders;

impl Counter for Orders {
    fn name(&self) -> &'static str {
        "orders"
    }

    fn cells(&self, cards: usize) -> usize {
        (1..=cards).product()
    }

    fn layout(&self) -> Layout {
        Layout::Lehmer
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        on_lanes!(block, Layout::Lehmer, |digits| {
            for rank in &ranks(digits)[..block.len()] {
                cells[usize::from(*rank)] += 1;
            }
        });
    }
}

/// The rank of each deck in lexicographic order.
fn ranks<T: Cell>(digits: &[[T; BLOCK]]) -> [u16; BLOCK] {
    let cards = digits.len();
    let mut ranks = [0_u16; BLOCK];
    for (at, digits) in digits.iter().enumerate() {
        let below = (cards - at) as u16;
        for (rank, digit) in ranks.iter_mut().zip(digits) {
            *rank = rank.wrapping_mul(below).wrapping_add(digit.index() as u16);
        }
    }
    ranks
}

#[derive(Debug)]
struct FullOrder;

impl Statistic for FullOrder {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(&Orders)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec!["orders"]
    }

    fn wager(&self, design: &Design) -> Option<Box<dyn Wager>> {
        let orders = (1..=design.size).product();
        Some(Box::new(wager::Uniform::new(orders)))
    }

    fn figures(&self, design: &Design) -> Vec<Declaration> {
        let orders = (1..=design.size).product();
        vec![
            Declaration::whole("orders", "orders").known(),
            Declaration::whole("seen", "orders"),
            Declaration::counts("counts", "decks", orders),
            Declaration::counts("largest", "card", design.size),
            Declaration::number("largest_share", "share of decks"),
            Declaration::number("ideal", "share of decks").known(),
            Declaration::number("distance", "total variation"),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::new("orders seen", "seen", 0),
            Column::new("commonest order", "largest_share", 4),
        ]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let cards = evidence.design.size;
        let counts = evidence.tally.cells();
        let decks = evidence.subjects();
        let largest = counts.iter().zip(0..).max_by_key(|(count, _)| **count);
        let (count, rank) = largest.map_or((0, 0), |(count, rank)| (*count, rank));
        let share = count as f64 / decks as f64;
        let order = of_rank(rank, cards);
        // Too large by what chance leaves between the shares of equally likely orders: about sqrt(orders / (2 pi decks)).
        let fair = decks as f64 / counts.len() as f64;
        let apart = counts.iter().map(|count| (*count as f64 - fair).abs());
        let distance = 0.5 * apart.sum::<f64>() / decks as f64;
        let figures = json!({
            "orders": counts.len(),
            "seen": counts.iter().filter(|count| **count > 0).count(),
            "counts": (counts.len() <= SHOWN).then_some(counts),
            "largest": order,
            "largest_share": share,
            "ideal": 1.0 / counts.len() as f64,
            "distance": distance,
        });
        let mut test = uniform_test("orders", "full order", counts, evidence.level);
        let order: Vec<String> = order.iter().map(ToString::to_string).collect();
        test.words = format!(
            "the cards end in the order {} (by where they started) in {:.2}% of the decks; fair is {:.2}%",
            order.join("-"),
            100.0 * share,
            100.0 / counts.len() as f64
        );
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }
}
