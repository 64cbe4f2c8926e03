//! Two cards in one hand: the omnibus test of all pairs of cards, of hands and of sides.
//!
//! S[a][b] is the number of deals in which cards a and b are in one hand. With V = S − N p and row sums ρ (0 where all cards
//! are dealt), the part of V that no single card explains has the same variance v N in each of its n(n−3)/2 directions:
//!
//! ```text
//! X² = (Σ V² − Σ ρ²/(n−2)) / (N v),  Σ V² over the pairs a < b,
//! ```
//!
//! follows χ² with n(n−3)/2 degrees of freedom; what single cards explain is the matter of [`super::cells`]. For few deals
//! its law is that of [`laws::squares`], with E[h³] of the pairs that two deals share. The row of one card, where all are
//! dealt, is Σ V²/(N p (1−p) (n−1)/(n−2)) with n − 2 degrees of freedom. Reference: [`laws::views::same_hand`].

use std::cell::LazyCell;

use super::{OF_VIEW, Seen};
use crate::cells::{Cell, FEWEST_EXPECTED as EXPECTED_IN_LINE, SHORTEST_LINE, cell_test};
use crate::counter::{AnyCounter, Counter};
use crate::grain::{CELL, LINE};
use crate::named::DECKS;
use crate::suite::Suite;
use crate::table::{Departure, OMNIBUS, Squares, Uneven, departures, largest, listed};
use crate::wager::{self, Wager};
use crate::{
    Assessment, Column, Compares, Design, Detectable, Evidence, Feature, Kind, Limited, NamedCell,
    Naming, Notes, Outcome, Statistic, Test,
};
use deck::batch::Batch;
use deck::kernel::Isa;
use deck::subject::{self, Hands, Shape, Told};
use laws::squares::SquaredSum;
use laws::tail::PValue;
use laws::views::same_hand::Deal;
use text::figures::{Declaration, json};
use text::params::{ParamError, Params};

pub(crate) const SAME_HAND: Kind = Kind {
    name: "same-hand",
    about: "are any two cards in one hand as often as any other two? one chi-squared test of all pairs",
    plain: "which two cards come into one hand",
    causes: "cards that lie together before they are dealt, as after play; or a dealer who brings two cards together",
    example: "In a fair deal of bridge any two cards are in one hand in 23.5% of deals (12 of 51). Where the ace and the queen of spades are in 40%, somebody is dealt a finesse.",
    compares: &Compares::Nothing,
    source: "chi-squared on the eigenspace of pairs in the Johnson scheme (Delsarte, 1973)",
    parameters: OF_VIEW,
    cards: FEWEST_CARDS..=MOST_CARDS,
    covers: &[Feature::TwoCards],
    suite: Some(Suite::Standard),
    on: subject::Kind::VIEW,
    lagged: false,
    build: |params, design| build(params, design, &SAME_HAND, Of::Hands),
};

pub(crate) const SAME_SIDE: Kind = Kind {
    name: "same-side",
    about: "of four hands, the first and the third against the others: are any two cards with one side equally often?",
    plain: "which two cards come to one side",
    causes: "a dealer who brings two cards to partners; packets that are dealt to every second hand",
    example: "In a fair deal of bridge any two cards are with one side in 49.0% of deals (25 of 51).",
    compares: &Compares::Nothing,
    source: "chi-squared on the eigenspace of pairs in the Johnson scheme (Delsarte, 1973)",
    parameters: OF_VIEW,
    cards: FEWEST_CARDS..=MOST_CARDS,
    covers: &[Feature::TwoWithPartners],
    suite: Some(Suite::Standard),
    on: subject::Kind::VIEW,
    lagged: false,
    build: |params, design| build(params, design, &SAME_SIDE, Of::Sides),
};

/// Smaller decks have no part of pairs that single cards do not explain, or one of two dimensions.
const FEWEST_CARDS: usize = 5;

/// Half a million pairs.
const MOST_CARDS: usize = 1024;

/// Deals in which a pair is expected to be together, and apart, at the least.
const FEWEST_EXPECTED: f64 = 10.0;

/// Cards that are together: in a hand, or with partners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Hands,
    /// The first and the third of four hands, and the second and the fourth.
    Sides,
    /// Blocks of places of a whole deck, called so.
    Blocks(&'static str),
}

impl Of {
    /// The place where cards are together, in words.
    fn place(self) -> &'static str {
        match self {
            Self::Hands => "in one hand",
            Self::Sides => "with one side",
            Self::Blocks(place) => place,
        }
    }
}

fn build(
    params: &Params,
    design: &Design,
    kind: &Kind,
    of: Of,
) -> Result<Box<dyn Statistic>, ParamError> {
    let seen = Seen::of(params, design)?;
    let shape = seen.view.shape;
    let known = seen.view.is_distinct() && seen.view.told != Told::Before;
    let fits = match (of, shape) {
        (Of::Hands, Shape::Hand(hand) | Shape::Hands { cards: hand, .. }) => {
            // The complement of a hand of all cards but one is one card.
            (2..=seen.cards - 2).contains(&hand)
        }
        (
            Of::Sides,
            Shape::Hands {
                hands: 4, cards, ..
            },
        ) => 4 * cards == seen.cards,
        _ => false,
    };
    if !known || !fits {
        let accepted = if of == Of::Sides {
            "four hands of all cards, without copies"
        } else {
            "hands of two cards or more, without copies"
        };
        return Err(seen.refuse(kind.name, accepted));
    }
    Ok(Box::new(SameHand::new(kind.name, seen, of)))
}

/// Counts n(n−1)/2 cells: the pairs (0, 1), (0, 2), … of cards, each the deals with both in one hand or with one side.
#[derive(Debug, Clone, Copy)]
struct Together {
    name: &'static str,
    of: Of,
    /// Cards in a hand.
    hand: usize,
    /// Hands of a deal.
    hands: usize,
}

impl Together {
    /// Counts the pairs of `one` and `other`, or of `one` alone where they are the same.
    fn add(cards: usize, one: &[u16], other: &[u16], counts: &mut [u64]) {
        let same = std::ptr::eq(one, other);
        for (at, &a) in one.iter().enumerate() {
            for &b in &other[if same { at + 1 } else { 0 }..] {
                let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
                counts[pair(cards, low, high)] += 1;
            }
        }
    }
}

impl Counter<Hands> for Together {
    fn name(&self) -> &'static str {
        self.name
    }

    fn cells(&self, cards: usize) -> usize {
        cards * (cards - 1) / 2
    }

    fn layout(&self) {}

    fn count(&self, hands: &Hands, counts: &mut [u64], _: &mut Notes) {
        let cards = hands.size();
        let deals: Vec<&[u16]> = hands.decks().take(Batch::len(hands)).collect();
        if self.is_dense(cards) {
            self.count_masks(cards, &deals, counts);
        } else {
            self.count_lists(cards, &deals, counts);
        }
    }
}

impl Together {
    /// Returns true if so many pairs of a deal are together that it is faster to look at all pairs of 64 deals at once.
    fn is_dense(&self, cards: usize) -> bool {
        const MASKS_FOR_A_PAIR: usize = 16;
        let each = if self.of == Of::Sides { 2 } else { 1 };
        let together = self.hands * self.hand * (each * self.hand - 1) / 2;
        cards * (cards - 1) / 2 < MASKS_FOR_A_PAIR * together
    }

    /// Counts the pairs that each hand lists.
    fn count_lists(&self, cards: usize, deals: &[&[u16]], counts: &mut [u64]) {
        for deal in deals {
            for hand in deal.chunks(self.hand) {
                Self::add(cards, hand, hand, counts);
            }
            if self.of == Of::Sides {
                let hand = |at: usize| &deal[at * self.hand..(at + 1) * self.hand];
                Self::add(cards, hand(0), hand(2), counts);
                Self::add(cards, hand(1), hand(3), counts);
            }
        }
    }

    /// Counts each pair in all deals at once: see [`Masks`].
    fn count_masks(&self, cards: usize, deals: &[&[u16]], counts: &mut [u64]) {
        for deals in deals.chunks(u64::BITS as usize) {
            let mut masks = Masks::new(self, cards);
            for (at, deal) in deals.iter().enumerate() {
                for (hand, held) in deal.chunks(self.hand).enumerate() {
                    for &card in held {
                        masks.add(self.number(hand), usize::from(card), 1 << at);
                    }
                }
            }
            masks.count(Isa::best(), counts);
        }
    }

    /// The number of a hand or of its side, from 0.
    fn number(&self, hand: usize) -> usize {
        if self.of == Of::Sides { hand % 2 } else { hand }
    }
}

/// For each card a mask of each binary digit of the number of the hand that it is in, with a bit for each of up to 64 deals.
struct Masks {
    digits: Vec<Vec<u64>>,
    /// The deals in which each card is in a hand.
    dealt: Vec<u64>,
}

impl Masks {
    fn new(of: &Together, cards: usize) -> Self {
        let numbers = (0..of.hands).map(|hand| of.number(hand) + 1).max();
        let digits = numbers.unwrap_or(1).next_power_of_two().trailing_zeros();
        Self {
            digits: vec![vec![0; cards]; digits as usize],
            dealt: vec![0; cards],
        }
    }

    /// Adds a card that is in the hand of that number in these deals.
    fn add(&mut self, number: usize, card: usize, deals: u64) {
        for (digit, masks) in self.digits.iter_mut().enumerate() {
            if number >> digit & 1 == 1 {
                masks[card] |= deals;
            }
        }
        self.dealt[card] |= deals;
    }

    /// Counts the deals in which two cards are in one hand, for each pair.
    fn count(&self, isa: Isa, counts: &mut [u64]) {
        isa.kernel().alike(&self.dealt, &self.digits, counts);
    }
}

/// The place of two cards among the pairs of a deck, the lower one first.
fn pair(cards: usize, low: usize, high: usize) -> usize {
    low * (2 * cards - low - 1) / 2 + high - low - 1
}

/// The pairs of a deck, as the counter has them.
fn pairs(cards: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..cards).flat_map(move |one| (one + 1..cards).map(move |other| (one, other)))
}

#[derive(Debug)]
struct SameHand {
    name: &'static str,
    seen: Seen,
    deal: Deal,
    counter: Together,
}

impl SameHand {
    fn new(name: &'static str, seen: Seen, of: Of) -> Self {
        let shape = seen.view.shape;
        let each = if of == Of::Sides { 2 } else { 1 };
        Self {
            name,
            deal: Deal {
                cards: seen.cards,
                hands: shape.hands() / each,
                hand: shape.hand() * each,
            },
            counter: Together {
                name,
                of,
                hand: shape.hand(),
                hands: shape.hands(),
            },
            seen,
        }
    }

    /// The title of its tests.
    fn title(&self) -> String {
        format!("two cards {}", self.counter.of.place())
    }

    /// The counts of all pairs together, in words.
    fn all(&self) -> String {
        format!("pairs of cards {}", self.counter.of.place())
    }

    /// Says of two cards that they are together.
    fn are_together(&self, (one, other): (usize, usize)) -> String {
        let alone = self.counter.of == Of::Hands && self.seen.view.shape.hands() == 1;
        let place = if alone {
            "in the hand"
        } else {
            self.counter.of.place()
        };
        let (one, other) = (self.seen.class(one), self.seen.class(other));
        format!("{one} and {other} are {place}")
    }

    /// Σ V² and the row sums ρ.
    fn sums(&self, counts: &[u64], decks: u64) -> (f64, Vec<f64>) {
        let fair = decks as f64 * self.deal.together();
        let mut rows = vec![0.0; self.deal.cards];
        let mut squares = 0.0;
        for ((one, other), &count) in pairs(self.deal.cards).zip(counts) {
            let off = count as f64 - fair;
            squares += off * off;
            rows[one] += off;
            rows[other] += off;
        }
        (squares, rows)
    }

    fn squares(&self, counts: &[u64], decks: u64) -> Squares {
        let (deal, n) = (&self.deal, self.deal.cards as f64);
        let (squares, rows) = self.sums(counts, decks);
        let of_cards: f64 = rows.iter().map(|row| row * row).sum::<f64>() / (n - 2.0);
        let rest = (squares - of_cards).max(0.0);
        // The part of single cards is constant only where all are dealt.
        let cube = deal
            .uses_all()
            .then(|| deal.third_moment() / deal.variance().powi(3));
        Squares {
            value: rest / (decks.max(1) as f64 * deal.variance()),
            degrees: deal.degrees(),
            cube,
            fewest: self.fewest_decks(),
        }
    }

    /// Fewest deals for which the law holds: see the test of its calibration.
    fn fewest_decks(&self) -> u64 {
        let p = self.deal.together();
        (FEWEST_EXPECTED / p.min(1.0 - p)).ceil() as u64
    }

    /// The test of the pairs of one card.
    fn row_test(&self, counts: &[u64], decks: u64) -> Test {
        let (n, p) = (self.deal.cards as f64, self.deal.together());
        let mut test = Test::new(LINE, format!("{} (one card)", self.title()));
        let needed = (EXPECTED_IN_LINE as f64 / p.min(1.0 - p)).ceil() as u64;
        test.outcome = Outcome::TooFew { needed };
        if decks < needed {
            return test;
        }
        let fair = decks as f64 * p;
        let mut rows = vec![0.0; self.deal.cards];
        for ((one, other), &count) in pairs(self.deal.cards).zip(counts) {
            let off = (count as f64 - fair) * (count as f64 - fair);
            rows[one] += off;
            rows[other] += off;
        }
        let scale = decks as f64 * p * (1.0 - p) * (n - 1.0) / (n - 2.0);
        let farthest = rows.into_iter().enumerate();
        let Some((card, sum)) = farthest.max_by(|(_, a), (_, b)| a.total_cmp(b)) else {
            return test;
        };
        let law = SquaredSum::new(n - 2.0, self.cube_of_row(), decks);
        test.value = Some(sum / scale);
        test.df = Some(n - 2.0);
        test.outcome = Outcome::P(PValue::new((n * law.upper(sum / scale)).min(1.0)));
        test.words = format!(
            "{} is {} with some cards more often than with others",
            self.seen.class(card),
            self.counter.of.place()
        );
        let of_card = pairs(self.deal.cards).zip(counts);
        let of_card = of_card.filter(|((one, other), _)| *one == card || *other == card);
        let off = |count: u64| (count as f64 - fair).abs();
        let worst = of_card.max_by(|(_, a), (_, b)| off(**a).total_cmp(&off(**b)));
        test.named = worst.map(|(_, &count)| {
            Limited::Cell(NamedCell {
                what: test.words.clone(),
                count,
                of: decks,
                fair: p,
                among: counts.len() as u64,
                unit: DECKS,
                by: Naming::Line,
            })
        });
        test
    }

    /// E[h³] of the row of one card: the others of its hand are k − 1 of n − 1, and two deals share a hypergeometric number.
    fn cube_of_row(&self) -> f64 {
        let (others, mates) = (self.deal.cards as f64 - 1.0, self.deal.hand as f64 - 1.0);
        let rest = others - mates;
        let variance = (mates * rest / others).powi(2) / (others - 1.0);
        let skewness = (others - 2.0 * mates).powi(2) * (others - 1.0).sqrt()
            / (mates * rest * (others - 2.0));
        let p = mates / others;
        let scale = p * (1.0 - p) * others / (others - 1.0);
        (skewness * variance.powf(1.5) / scale.powi(3)).max(0.0)
    }
}

impl Statistic for SameHand {
    fn name(&self) -> &'static str {
        self.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        match self.counter.of {
            Of::Blocks(_) => AnyCounter::Decks(&self.counter),
            _ => AnyCounter::Views(&self.counter),
        }
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        let bounds = format!(
            "whether the worst two cards are {}",
            self.counter.of.place()
        );
        Some(Box::new(wager::Hands::of_events(
            self.deal.together(),
            bounds,
        )))
    }

    fn tests(&self) -> Vec<&'static str> {
        let row = self.deal.uses_all() && self.deal.cards > SHORTEST_LINE;
        [OMNIBUS, CELL]
            .into_iter()
            .chain(row.then_some(LINE))
            .collect()
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        vec![
            Declaration::number("fair", "decks").known(),
            departures(&[("one", "card"), ("other", "card")]),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (counts, decks) = (evidence.tally.cells(), evidence.subjects());
        let (cards, p) = (self.deal.cards, self.deal.together());
        let fair = decks as f64 * p;
        let deviation = (fair * (1.0 - p)).sqrt();
        let found = pairs(cards).zip(counts).map(|(cell, &count)| Departure {
            cell,
            count,
            fair,
            off: if decks > 0 {
                (count as f64 - fair) / deviation
            } else {
                0.0
            },
        });
        let largest = LazyCell::new(|| largest(found));
        // Shares p + δ of pairs give noncentrality N Σ δ²/v.
        let detectable = |noncentrality: f64| Detectable {
            value: (noncentrality * self.deal.variance() / (counts.len() as f64 * decks as f64))
                .sqrt(),
            unit:
                "departure of the share of deals in which two cards are together (root mean square)"
                    .to_owned(),
        };
        let words = || {
            evidence.in_full(|| {
                largest.first().map_or_else(Uneven::default, |departure| {
                    let seen = (decks, counts.len() as u64);
                    departure.words(self.are_together(departure.cell), &self.all(), seen)
                })
            })
        };
        let mut tests = vec![self.squares(counts, decks).test(
            &self.title(),
            (decks, evidence.level),
            detectable,
            (&self.all(), words),
        )];
        let cells = pairs(cards).zip(counts);
        let cells = cells.map(|(at, &count)| Cell {
            at,
            count,
            share: p,
        });
        let seen = (decks, evidence.level);
        tests.push(cell_test(&self.title(), seen, cells, |at| {
            self.are_together(at)
        }));
        if self.tests().contains(&LINE) {
            tests.push(self.row_test(counts, decks));
        }
        let figures = evidence.in_full(|| {
            json!({
                "fair": fair,
                "largest": listed(&largest, |(one, other)| json!({ "one": one + 1, "other": other + 1 })),
            })
        });
        Assessment {
            figures: figures.into(),
            tests,
            checks: Vec::new(),
        }
    }
}

mod blocks;
#[cfg(test)]
mod tests;

pub(crate) use blocks::{FIRST_5, FIRST_7, QUARTER};
