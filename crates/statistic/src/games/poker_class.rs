//! The class of a poker hand: the first five cards of the deck, as dealt to one player. Hands of one class
//! tie; a deck of 52 has 7,462 of them.

use super::suits::{ORDER, RANKS, SUITS, Suited};
use super::{AnyCounter, Design, EventName, Share};
use crate::Notes;
use crate::law::law_test;
use crate::{Assessment, Column, Compares, Counter, Evidence, Kind, Statistic, Test, rounded};
use deck::{Block, Layout};
use laws::games::MOST_CARDS;
use laws::games::poker::{CATEGORIES, Classes, HAND, MOST_RANKS};
use text::figures::{Declaration, Shape, json};
use text::params::{KindError, ParamError, Params};

pub(crate) const KIND: Kind = Kind {
    name: "poker-class",
    about: "the poker hand of the first five cards: its category, and how often it is at least the median hand",
    plain: "poker hands",
    causes: "cards that were dealt together and stay together",
    example: "The first five cards of a fair deck of 52 are only a high card in 50.1% of decks. They are one pair in 42.3%, and two pairs in 4.8%. After one riffle of a new deck 56% of hands (fair: 50%) reach the median hand.",
    compares: &Compares::Number,
    source: "7,462 classes of hands, with the exact number of hands in each",
    parameters: &[RANKS, SUITS, ORDER],
    // With fewer cards, all hands may be of one category.
    cards: 8..=MOST_CARDS,
    covers: &[crate::Feature::HandHolds],
    suite: None,
    on: deck::subject::Kind::DECK,
    lagged: false,
    build: |params, design| {
        let suited = suited(params, design.size)?;
        let classes = Classes::of(suited.ranks, suited.suits);
        Ok(Box::new(PokerClass(Hands { suited, classes })))
    },
};

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

/// Counts hands by their class.
#[derive(Debug)]
struct Hands {
    suited: Suited,
    classes: Classes,
}

impl Counter for Hands {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn cells(&self, _cards: usize) -> usize {
        self.classes.all().len()
    }

    fn layout(&self) -> Layout {
        Layout::Decks
    }

    fn count(&self, block: &Block, cells: &mut [u64], _: &mut Notes) {
        // The ace, rank 0, is the highest.
        let ranks = self.suited.ranks;
        for deck in block.decks() {
            let hand: [u8; HAND] = std::array::from_fn(|at| {
                ((usize::from(self.suited.rank(deck[at])) + ranks - 1) % ranks) as u8
            });
            let suit = self.suited.suit(deck[0]);
            let flush = deck[..HAND]
                .iter()
                .all(|&card| self.suited.suit(card) == suit);
            cells[self.classes.class(hand, flush)] += 1;
        }
    }
}

#[derive(Debug)]
struct PokerClass(Hands);

/// Tests the number of hands in each cell against their law, with the rare cells pooled.
fn test(name: &'static str, cells: &[(u64, f64)], evidence: &Evidence<'_>) -> Test {
    let (seen, law): (Vec<u64>, Vec<f64>) = cells.iter().copied().unzip();
    let title = (name, format!("poker hands ({name})"));
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
        vec![AT_LEAST_MEDIAN.key, "categories", "classes"]
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
        let by_category: Vec<(u64, f64)> = possible()
            .map(|((seen, hands), _)| (*seen, law(*hands)))
            .collect();
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
            })
            .into(),
            ..Assessment::default()
        };
        let at_least = Share {
            hits: cells[median..].iter().sum(),
            decks,
            ideal: Some(law(all - beaten)),
        };
        at_least.judged(AT_LEAST_MEDIAN, "poker hands", evidence, &mut assessment);
        let mut by_category = test("categories", &by_category, evidence);
        by_category.words = category_words(&categories, decks, all);
        let mut by_class = test("classes", &by_class, evidence);
        "hands of some classes come too often, and hands of others too seldom"
            .clone_into(&mut by_class.words);
        assessment.tests.extend([by_category, by_class]);
        assessment
    }
}

/// The category that is farthest from its share.
fn category_words(categories: &[(u64, u64)], decks: u64, all: u64) -> String {
    let share = |seen: u64, of: u64| 100.0 * seen as f64 / of as f64;
    let departure = |(seen, hands): (u64, u64)| {
        let expected = hands as f64 / all as f64 * decks as f64;
        (seen as f64 - expected).abs() / expected.sqrt()
    };
    let possible = categories
        .iter()
        .copied()
        .zip(CATEGORIES)
        .filter(|((_, hands), _)| *hands > 0);
    let farthest = possible.max_by(|(a, _), (b, _)| departure(*a).total_cmp(&departure(*b)));
    farthest.map_or_else(String::new, |((seen, hands), name)| {
        format!(
            "{:.2}% of the hands are of the category {name}; {:.2}% of fair ones are",
            share(seen, decks),
            share(hands, all)
        )
    })
}
