//! The class of a poker hand: the first five cards of the deck, as dealt to one player. Hands of one class
//! tie; a deck of 52 has 7,462 of them. And the number of high cards among the five: aces to jacks.

use super::suits::{ORDER, RANKS, SUITS, Suited};
use super::{AnyCounter, Design, EventName, Share};
use crate::cell_counts::on_lanes;
use crate::law::{Nouns, law_test, name_farthest, named_mean};
use crate::suite::Suite;
use crate::wager::{Categories, LogE, Wager};
use crate::{Assessment, Column, Compares, Counter, Evidence, Kind, Statistic, Test, rounded};
use crate::{Notes, Tally};
use deck::kernel::Cell;
use deck::{BLOCK, Block, Card, Layout};
use laws::counting::choose;
use laws::games::MOST_CARDS;
use laws::games::poker::{self, CATEGORIES, Classes, HAND, MOST_RANKS};
use text::figures::{Declaration, Shape, json};
use text::params::{KindError, ParamError, Params};

pub(crate) const KIND: Kind = Kind {
    name: "poker-class",
    about: "the poker hand of the first five cards: its category, how often it is at least the median hand, and its high cards",
    plain: "poker hands of the first five cards",
    causes: "cards that were dealt together and stay together",
    example: "The first five cards of a fair deck of 52 are only a high card in 50.1% of decks. They are one pair in 42.3%, and two pairs in 4.8%. After one riffle of a new deck 56% of hands (fair: 50%) reach the median hand.",
    compares: &Compares::Number,
    source: "7,462 classes of hands, with the exact number of hands in each",
    parameters: &[RANKS, SUITS, ORDER],
    // With fewer cards, all hands may be of one category.
    cards: 8..=MOST_CARDS,
    covers: &[crate::Feature::HandHolds],
    suite: Some(Suite::Standard),
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| {
        let suited = suited(params, design.size)?;
        let classes = Classes::of(suited.ranks, suited.suits);
        let high = HIGH.min(suited.ranks / 2);
        Ok(Box::new(PokerClass(Hands {
            suited,
            classes,
            high,
        })))
    },
};

/// Ranks of high cards: ace, king, queen and jack; half of the ranks where there are fewer than eight.
const HIGH: usize = 4;

fn suited(params: &Params, cards: usize) -> Result<Suited, ParamError> {
    let suited = Suited::read(params, cards)?;
    if !(2..=MOST_RANKS).contains(&suited.ranks) || suited.suits < 2 {
        return Err(ParamError::Wrong {
            key: RANKS.name.to_owned(),
            found: format!("{} ranks of {} suits", suited.ranks, suited.suits),
            accepted: format!("2 to {MOST_RANKS} ranks, of two suits or more"),
        });
    }
    Ok(suited)
}

/// The classes of hands of a deck of `cards` cards with the parameters in `table`.
pub fn poker_classes(table: toml::Table, cards: usize) -> Result<Classes, KindError> {
    if !KIND.cards.contains(&cards) {
        return Err(ParamError::Deck {
            kind: KIND.name.to_owned(),
            cards,
            least: *KIND.cards.start(),
            most: *KIND.cards.end(),
        }
        .into());
    }
    let params = Params::new(KIND.name, table, KIND.parameters)?;
    let suited = suited(&params, cards)?;
    Ok(Classes::of(suited.ranks, suited.suits))
}

const AT_LEAST_MEDIAN: EventName = EventName {
    key: "at_least_median",
    error: "at_least_median_error",
    words: "at least the median hand",
};

/// The name of the test of the number of high cards.
const HIGH_CARDS: &str = "high-cards";

/// Counts hands by their class, and then by their high cards.
#[derive(Debug)]
struct Hands {
    suited: Suited,
    classes: Classes,
    /// Ranks of high cards.
    high: usize,
}

impl Hands {
    /// The high cards in words.
    fn high_words(&self) -> String {
        match self.suited.ranks {
            13 => "aces, kings, queens and jacks".to_owned(),
            _ => format!("cards of the {} highest ranks", self.high),
        }
    }

    /// The probability of each number of high cards.
    fn high_cards(&self) -> Vec<f64> {
        let (ranks, suits) = (self.suited.ranks, self.suited.suits);
        let (cards, high) = (ranks * suits, self.high * suits);
        let share = |k: usize| choose(high, k) as f64 * choose(cards - high, HAND - k) as f64;
        let all = choose(cards, HAND) as f64;
        (0..=HAND).map(|k| share(k) / all).collect()
    }
}

impl Counter for Hands {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _cards: usize) -> usize {
        self.classes.all().len() + HAND + 1
    }

    fn layout(&self) -> Layout {
        Layout::PlaceLanes
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        let decks = block.len();
        on_lanes!(block, Layout::PlaceLanes, |lanes| self
            .count_lanes(lanes, decks, cells));
    }
}

impl Hands {
    fn count_lanes<T: Cell>(&self, lanes: &[[T; BLOCK]], decks: usize, cells: &mut [u64]) {
        // The ace, rank 0, is the highest.
        let ranks = self.suited.ranks;
        let mut held = [[0_u8; BLOCK]; HAND];
        let (mut suits, mut flush) = ([0; BLOCK], [true; BLOCK]);
        for (at, (held, lane)) in held.iter_mut().zip(lanes).enumerate() {
            for (deck, card) in lane[..decks].iter().enumerate() {
                let card = card.index() as Card;
                let rank = usize::from(self.suited.rank(card));
                held[deck] = if rank == 0 { ranks - 1 } else { rank - 1 } as u8;
                let suit = self.suited.suit(card);
                if at == 0 {
                    suits[deck] = suit;
                }
                flush[deck] &= suits[deck] == suit;
            }
        }
        let mut high = [0_u8; BLOCK];
        for held in &held {
            for (high, rank) in high.iter_mut().zip(held) {
                *high += u8::from(*rank >= (ranks - self.high) as u8);
            }
        }
        sort(&mut held);
        let (of_class, of_high) = cells.split_at_mut(self.classes.all().len());
        for deck in 0..decks {
            let hand = held.each_ref().map(|lane| lane[deck]);
            of_class[self.classes.class_of_sorted(hand, flush[deck])] += 1;
            of_high[usize::from(high[deck])] += 1;
        }
    }
}

/// Sorts the hands of all decks at once, the lowest rank first (Knuth, TAOCP 3, 5.3.4: nine comparisons are the fewest).
fn sort(held: &mut [[u8; BLOCK]; HAND]) {
    let steps = [
        (0, 3),
        (1, 4),
        (0, 2),
        (1, 3),
        (0, 1),
        (2, 4),
        (1, 2),
        (3, 4),
        (2, 3),
    ];
    for (low, high) in steps {
        let (below, from) = held.split_at_mut(high);
        for (a, b) in below[low].iter_mut().zip(&mut from[0]) {
            (*a, *b) = ((*a).min(*b), (*a).max(*b));
        }
    }
}

#[derive(Debug)]
struct PokerClass(Hands);

/// Bets on the category of each hand, and on its high cards.
#[derive(Debug)]
struct Bets {
    /// The category of each class.
    of_class: Vec<usize>,
    categories: Categories,
    high: Categories,
}

impl Bets {
    /// Counts of categories, and of numbers of high cards.
    fn counts(&self, total: &Tally) -> ([u64; CATEGORIES.len()], Vec<u64>) {
        let mut categories = [0; CATEGORIES.len()];
        for (category, seen) in self.of_class.iter().zip(total.cells()) {
            categories[*category] += seen;
        }
        (categories, total.cells()[self.of_class.len()..].to_vec())
    }
}

impl Wager for Bets {
    fn look(&mut self, total: &Tally) -> LogE {
        let (categories, high) = self.counts(total);
        let each = [
            self.categories.of_counts(&categories),
            self.high.of_counts(&high),
        ];
        LogE::mean(each.into_iter())
    }

    fn limit(&self, total: &Tally, error: f64) -> Option<f64> {
        Some(
            self.categories
                .limit_of_counts(&self.counts(total).0, error),
        )
    }

    fn bounds(&self) -> String {
        "the shares of the categories of poker hands".to_owned()
    }
}

/// Tests the number of hands in each cell against their law, with the rare cells pooled.
fn test(name: &'static str, cells: &[(u64, f64)], evidence: &Evidence<'_>) -> Test {
    let (seen, law): (Vec<u64>, Vec<f64>) = cells.iter().copied().unzip();
    let title = (name, format!("poker hands ({})", name.replace('-', " ")));
    law_test(
        title,
        "hands",
        (&seen, &law),
        evidence.subjects(),
        evidence.level,
    )
    .0
}

impl Statistic for PokerClass {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn counter(&self) -> AnyCounter<'_> {
        AnyCounter::Decks(&self.0)
    }

    fn tests(&self) -> Vec<&'static str> {
        vec![AT_LEAST_MEDIAN.key, "categories", "classes", HIGH_CARDS]
    }

    fn wager(&self, _: &Design) -> Option<Box<dyn Wager>> {
        let classes = &self.0.classes;
        let mut categories = [0.0; CATEGORIES.len()];
        for class in classes.all() {
            categories[class.category] += class.hands as f64 / classes.hands() as f64;
        }
        Some(Box::new(Bets {
            of_class: classes.all().iter().map(|class| class.category).collect(),
            categories: Categories::new(&categories)?,
            high: Categories::new(&self.0.high_cards())?,
        }))
    }

    fn figures(&self, _: &Design) -> Vec<Declaration> {
        let category = vec![
            Declaration::new("category", Shape::Text, ""),
            Declaration::whole("decks", "decks"),
            Declaration::number("mean", "share of decks"),
            Declaration::number("ideal", "share of decks").known(),
            Declaration::whole("hands_exact", "hands").known(),
        ];
        let categories = Shape::Group(category).listed(CATEGORIES.len());
        let mut figures = vec![
            Declaration::whole("classes_exact", "classes").known(),
            Declaration::whole("classes_seen", "classes"),
            Declaration::new("median", Shape::Text, "").known(),
            Declaration::number("beaten_by_median_exact", "share of hands").known(),
            Declaration::new("categories", categories, ""),
            Declaration::number("high_cards", "cards per deck"),
            Declaration::number("high_cards_ideal", "cards per deck").known(),
        ];
        figures.extend(AT_LEAST_MEDIAN.figures());
        figures
    }

    fn columns(&self) -> Vec<Column> {
        vec![Column::new(AT_LEAST_MEDIAN.words, AT_LEAST_MEDIAN.key, 4)]
    }

    fn assess(&self, evidence: &Evidence<'_>) -> Assessment {
        let (decks, classes) = (evidence.subjects(), &self.0.classes);
        let (cells, all) = (evidence.tally.cells(), classes.hands());
        let law = |hands: u64| hands as f64 / all as f64;
        let by_class: Vec<(u64, f64)> = cells
            .iter()
            .zip(classes.all())
            .map(|(&seen, class)| (seen, law(class.hands)))
            .collect();
        let high_cards = &cells[classes.all().len()..];
        let total: u64 = (0..).zip(high_cards).map(|(high, seen)| high * seen).sum();
        let mean = total as f64 / decks as f64;
        let by_high: Vec<(u64, f64)> = high_cards
            .iter()
            .copied()
            .zip(self.0.high_cards())
            .collect();
        let ideal = (HAND * self.0.high) as f64 / self.0.suited.ranks as f64;
        let mut categories = [(0, 0); CATEGORIES.len()];
        for (&seen, class) in cells.iter().zip(classes.all()) {
            categories[class.category].0 += seen;
            categories[class.category].1 += class.hands;
        }
        let possible = || {
            categories
                .iter()
                .zip(CATEGORIES)
                .filter(|((_, hands), _)| *hands > 0)
        };
        let by_category = categories.map(|(seen, hands)| (seen, law(hands)));
        let (median, beaten) = classes.median();
        let list = possible().map(|((seen, hands), name)| {
            json!({
                "category": name,
                "decks": seen,
                "mean": *seen as f64 / decks as f64,
                "ideal": rounded(law(*hands)),
                "hands_exact": hands,
            })
        });
        let mut assessment = Assessment {
            figures: json!({
                "classes_exact": classes.all().len(),
                "classes_seen": cells.iter().filter(|seen| **seen > 0).count(),
                "median": classes.name(median),
                "beaten_by_median_exact": rounded(law(beaten)),
                "categories": list.collect::<Vec<_>>(),
                "high_cards": mean,
                "high_cards_ideal": rounded(ideal),
            })
            .into(),
            ..Assessment::default()
        };
        let at_least = Share {
            hits: cells[median..classes.all().len()].iter().sum(),
            decks,
            ideal: Some(law(all - beaten)),
        };
        at_least.judged(AT_LEAST_MEDIAN, "poker hands", evidence, &mut assessment);
        let by_category = category_test(&by_category, evidence);
        let mut by_class = test("classes", &by_class, evidence);
        "hands of some classes come too often, and hands of others too seldom"
            .clone_into(&mut by_class.words);
        let mut by_high = test(HIGH_CARDS, &by_high, evidence);
        by_high.words = format!(
            "the first five cards have {mean:.3} of the {} on average; fair is {ideal:.3}",
            self.0.high_words()
        );
        let unit = self.0.high_words() + " among the first five";
        let range = ((0, HAND as u64), 1);
        by_high.named = named_mean(&by_high, &unit, (total, high_cards), range, ideal);
        assessment.tests.extend([by_category, by_class, by_high]);
        assessment
    }
}

/// Tests how often each category came, the lowest first. The one that is farthest from its share is named.
fn category_test(cells: &[(u64, f64)], evidence: &Evidence<'_>) -> Test {
    let (seen, law): (Vec<u64>, Vec<f64>) = cells.iter().copied().unzip();
    let (decks, level) = (evidence.subjects(), evidence.level);
    let title = ("categories", "poker hands (categories)".to_owned());
    let (mut test, pooled) = law_test(title, "hands", (&seen, &law), decks, level);
    let values = (0, law.len(), 1);
    let name = |category| Some(poker::called(category as usize)? + " in the first five cards");
    let nouns = Nouns::of_decks("hands");
    name_farthest(
        &mut test,
        (&pooled, decks),
        (&seen, &law),
        nouns,
        values,
        name,
    );
    test
}
