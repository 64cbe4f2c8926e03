//! Rank sums of groups: do the cards of one group lie high in the deck, and those of another low?
//!
//! The places of the cards of each group are added up over all decks. Their squared departures from
//! what chance gives, each by the size of its group, are the statistic of Kruskal and Wallis
//! (1952), of several decks its sum: [`laws::kruskal_wallis`] has the formula and says
//! where it is exact, counted in random orders, or chi-squared.

use super::counter::{AnyCounter, Counter};
use super::law::too_few;
use super::{
    Assessment, Column, Compares, Design, Evidence, Kind, Notes, Outcome, Statistic, Test,
};
use deck::subject::Orders;
use deck::{Block, Layout, MAX_CARDS};
use laws::kruskal_wallis::{FEWEST_PLACES, Groups};
use laws::tail::PValue;
use text::figures::{Declaration, Shape, json};
use text::params::{ParamError, Parameter, Params};

pub(super) const KIND: Kind = Kind {
    name: "group-ranks",
    about: "do some groups of cards lie high in the deck, and others low? Kruskal-Wallis test, exact where there are few ways, else \
            by random orders or chi-squared",
    plain: "the mean places of groups",
    causes: "groups that went in one after the other and were mixed too little",
    example: "The 31 days of December have the mean number 121.5 in the draft lottery of 1970, those of March 225.8; in a fair lottery each month has 183.5, give or take 18.",
    compares: &Compares::Nothing,
    source: "Kruskal and Wallis (1952), Use of ranks in one-criterion variance analysis",
    parameters: &[Parameter {
        name: "groups",
        about: "the group of each card, as a whole number from 1; if absent, the two halves of the deck",
    }],
    cards: 3..=MAX_CARDS,
    covers: &[crate::Feature::Trend],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: true,
    build: |params, design| {
        let groups = groups(params, design.size)?;
        Ok(Box::new(GroupRanks::new(groups, Vec::new())))
    },
};

/// The name of its test.
pub(super) const RANKS: &str = "kruskal-wallis";

/// The group of each card, from 0.
fn groups(params: &Params, cards: usize) -> Result<Vec<u32>, ParamError> {
    let Some(groups) = params.wholes("groups", 1..=MAX_CARDS as u32)? else {
        return Ok((0..cards)
            .map(|card| u32::from(2 * card >= cards))
            .collect());
    };
    let most = groups.iter().max().copied().unwrap_or(0);
    let problem = if groups.len() != cards {
        format!(
            "found {} of them; accepted: {cards}, one for each card",
            groups.len()
        )
    } else if let Some(empty) = (1..=most).find(|group| !groups.contains(group)) {
        format!("found no card of group {empty}; accepted: groups 1, 2, 3 … without a gap")
    } else if most < 2 || most as usize >= cards {
        format!("found groups 1 to {most}; accepted: two or more, fewer than cards")
    } else {
        return Ok(groups.iter().map(|group| group - 1).collect());
    };
    Err(Params::refuse("groups", problem))
}

/// The places of the groups.
#[derive(Debug)]
pub(super) struct GroupRanks {
    counter: Places,
    groups: Groups,
    sizes: Vec<u64>,
    names: Vec<String>,
}

/// Adds up the places of each group, from 0.
#[derive(Debug)]
struct Places {
    /// True if orders are counted, and not decks.
    of_orders: bool,
    of: Vec<u32>,
    count: usize,
}

impl Counter for Places {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _cards: usize) -> usize {
        self.count
    }

    /// All places together, as if all cards were of one group.
    fn most(&self, cards: usize) -> u64 {
        let cards = cards as u64;
        cards * cards.saturating_sub(1) / 2
    }

    fn layout(&self) -> Layout {
        Layout::Positions
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        for places in block.positions() {
            for (group, place) in self.of.iter().zip(places) {
                cells[*group as usize] += u64::from(*place);
            }
        }
    }
}

impl Counter<Orders> for Places {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _items: usize) -> usize {
        self.count
    }

    fn most(&self, items: usize) -> u64 {
        Counter::<Block>::most(self, items)
    }

    fn layout(&self) {}

    fn count(&self, orders: &Orders, cells: &mut [u64], _: &mut Notes) {
        for order in orders.orders() {
            for (place, item) in (0_u64..).zip(order.iter()) {
                cells[self.of[*item as usize] as usize] += place;
            }
        }
    }
}

impl GroupRanks {
    /// The groups of cards that `of` gives, which count from 0 without a gap; `names` has a name for each, or is empty.
    pub fn new(of: Vec<u32>, names: Vec<String>) -> Self {
        let count = of.iter().max().map_or(0, |most| *most as usize + 1);
        let mut sizes = vec![0; count];
        for group in &of {
            sizes[*group as usize] += 1;
        }
        Self {
            counter: Places {
                of_orders: false,
                of,
                count,
            },
            groups: Groups::new(sizes.clone()),
            sizes,
            names,
        }
    }

    /// The same of orders of items.
    #[cfg(feature = "full")]
    pub(crate) fn of_orders(of: Vec<u32>, names: Vec<String>) -> Self {
        let mut ranks = Self::new(of, names);
        ranks.counter.of_orders = true;
        ranks
    }

    fn name(&self, group: usize) -> String {
        let name = self.names.get(group);
        name.map_or_else(|| format!("group {}", group + 1), Clone::clone)
    }

    /// The mean place of each group, from 1.
    fn means(&self, sums: &[u64], decks: u64) -> Vec<f64> {
        let each = sums.iter().zip(&self.sizes);
        each.map(|(sum, size)| 1.0 + *sum as f64 / (size * decks) as f64)
            .collect()
    }

    /// The mean place of every group in fair decks.
    fn ideal(&self) -> f64 {
        0.5 * (self.counter.of.len() as f64 + 1.0)
    }

    fn test(&self, sums: &[u64], decks: u64, level: f64) -> Test {
        let method = self.groups.method(decks);
        let title = (RANKS, format!("groups (Kruskal-Wallis, {})", method.name()));
        if decks == 0 || self.groups.smallest_p(decks) > level {
            let least = self.sizes.iter().min().copied().unwrap_or(1);
            return too_few(title, FEWEST_PLACES.div_ceil(least));
        }
        let mut test = too_few(title, 0);
        test.value = Some(self.groups.h(sums, decks));
        test.df = Some(self.groups.df());
        test.outcome = Outcome::P(PValue::new(self.groups.p(sums, decks)));
        test.words = self.words(sums, decks);
        test
    }

    /// The groups that lie farthest up and down, each by its own standard deviation.
    fn words(&self, sums: &[u64], decks: u64) -> String {
        let (means, ideal) = (self.means(sums, decks), self.ideal());
        let off = |group: usize| (means[group] - ideal) * (self.sizes[group] as f64).sqrt();
        let by = |a: &usize, b: &usize| off(*a).total_cmp(&off(*b));
        let all = || 0..means.len();
        let (Some(up), Some(down)) = (all().min_by(by), all().max_by(by)) else {
            return String::new();
        };
        format!(
            "the mean place of {} is {:.1} and that of {} {:.1}; by chance each would be {ideal:.1}",
            self.name(up),
            means[up],
            self.name(down),
            means[down]
        )
    }
}

impl Statistic for GroupRanks {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        if self.counter.of_orders {
            return AnyCounter::Orders(&self.counter);
        }
        AnyCounter::Decks(&self.counter)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![RANKS]
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        let groups = self.sizes.len();
        vec![
            Declaration::new("names", Shape::Text.listed(groups), "groups"),
            Declaration::counts("sizes", "cards", groups),
            Declaration::new("means", Shape::Number.listed(groups), "mean place"),
            Declaration::number("farthest", "mean place"),
            Declaration::number("ideal", "mean place").known(),
        ]
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column {
            seen: Some("mean place of the group that is farthest off".to_owned()),
            fair: Some("ideal"),
            ..Column::new("group that is farthest off", "farthest", 1)
        }]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let decks = evidence.subjects();
        let sums = evidence.tally.cells();
        let test = self.test(sums, decks, evidence.level);
        let figures = evidence.in_full(|| {
            let means = self.means(sums, decks.max(1));
            let off =
                |at: &usize| (means[*at] - self.ideal()).abs() * (self.sizes[*at] as f64).sqrt();
            let farthest = (0..means.len()).max_by(|a, b| off(a).total_cmp(&off(b)));
            json!({
                "names": (0..means.len()).map(|group| self.name(group)).collect::<Vec<_>>(),
                "sizes": self.sizes,
                "means": means,
                "farthest": farthest.map(|group| means[group]).filter(|_| decks > 0),
                "ideal": self.ideal(),
            })
        });
        Assessment {
            figures: figures.into(),
            tests: vec![test],
            checks: Vec::new(),
        }
    }

    // A small group's tail is counted in a hundred thousand random orders.
    fn effort(&self) -> super::Effort {
        match self.groups.method(1) {
            laws::kruskal_wallis::Method::ChiSquared => super::Effort::Counts,
            _ => super::Effort::Simulates,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deck::rng::{Draws, PcgDraws};
    use laws::testing::binomial_upper;

    /// The p-value of orders that `deal` makes of sorted decks.
    fn p(statistic: &GroupRanks, decks: u64, mut deal: impl FnMut(&mut [u16])) -> f64 {
        let cards = statistic.counter.of.len();
        let mut block = Block::new(cards);
        block.fill_sorted(decks as usize, 0);
        block
            .decks_mut()
            .chunks_exact_mut(cards)
            .for_each(&mut deal);
        block.index_positions();
        let mut sums = vec![0; statistic.sizes.len()];
        statistic
            .counter
            .count(&block, &mut sums, &mut Notes::default());
        match statistic.test(&sums, decks, 0.05).outcome {
            Outcome::P(p) => p.get(),
            Outcome::TooFew { needed } => panic!("{needed} decks are needed"),
        }
    }

    fn of(sizes: &[usize]) -> GroupRanks {
        let groups = (0_u32..).zip(sizes);
        let of = groups.flat_map(|(group, size)| std::iter::repeat_n(group, *size));
        GroupRanks::new(of.collect(), Vec::new())
    }

    /// Counts failures in 2,000 runs: no more at .05 and at .01 than chance lets happen once in a
    /// thousand (binomial).
    #[test]
    fn ideal_decks_fail_as_often_as_they_should() {
        let mut draws = PcgDraws::for_batch(12, "group-ranks", 0, 0);
        for (sizes, decks, runs) in [
            (&[4, 4][..], 1, 2_000),
            (&[3, 3, 3], 1, 2_000),
            (&[30, 30, 40], 1, 2_000),
            (&[31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], 1, 2_000),
            (&[5, 20], 4, 2_000),
            (&[1, 9], 30, 2_000),
            // Each run counts a hundred thousand random orders.
            (&[8, 8, 8], 1, 60),
        ] {
            let statistic = of(sizes);
            let all: Vec<f64> = (0..runs)
                .map(|_| p(&statistic, decks, |deck| draws.shuffle(deck)))
                .collect();
            for level in [0.05, 0.01] {
                let fails = all.iter().filter(|p| **p <= level).count() as u64;
                let chance = binomial_upper(fails, runs, level);
                assert!(chance > 0.001, "{sizes:?} × {decks}: {fails} at {level}");
            }
        }
    }

    #[test]
    fn groups_that_stay_together_are_seen() {
        for (sizes, decks) in [(&[31; 12][..], 1), (&[10, 10][..], 1), (&[2, 10][..], 20)] {
            assert!(p(&of(sizes), decks, |_| ()) < 0.001, "{sizes:?}");
        }
    }

    #[test]
    fn groups_are_read_and_bad_ones_are_refused() {
        let read = |text: &str| {
            let params = Params::new(KIND.name, text.parse().unwrap(), KIND.parameters);
            groups(&params.unwrap(), 5)
        };
        assert_eq!(read(""), Ok(vec![0, 0, 0, 1, 1]));
        assert_eq!(read("groups = [2, 1, 2, 1, 3]"), Ok(vec![1, 0, 1, 0, 2]));
        for (text, says) in [
            ("groups = [1, 2]", "found 2 of them; accepted: 5"),
            ("groups = [1, 3, 1, 3, 1]", "found no card of group 2"),
            ("groups = [1, 1, 1, 1, 1]", "found groups 1 to 1"),
            ("groups = [1, 2, 3, 4, 5]", "found groups 1 to 5"),
            ("groups = [0, 1, 1, 2, 2]", "whole numbers from 1"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
