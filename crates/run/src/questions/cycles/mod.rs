//! `cycles`: how a routine without chance moves a deck when it is done again and again.

use dashu_int::UBig;
use serde_json::{Value, json};

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use laws::permutation;
use laws::permutation::Permutation;
use record::answers::cycles::{Compared, Cut, Cuts, Cycles, Deck, Decks, Length, NAME, Relation};
use shuffle::routine::Plan;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "A routine without chance, done again and again: its cycles, and how many rounds bring the deck back",
    topic: Topic::routine("A routine of shuffles in which nothing is random, such as \"O\""),
    parameters: &[
        Parameter::new(
            "each-cut",
            "",
            Read::Flag,
            "Followed by each cut of 0 to all but one card",
        ),
        Parameter::new(
            "compare",
            "ROUTINE",
            Read::Routine,
            "Compare it with another routine: the same, its inverse, the deck turned?",
        ),
        Parameter::new(
            "decks-to",
            "N",
            Read::Whole(2..=1000),
            "Also for each deck of 2 to this many cards",
        ),
    ],
    ask: |given| {
        let besides = Besides {
            compare: given.routine("compare")?.map(|routine| {
                let plan = routine.plan(given.letters());
                (plan, routine.name().to_owned())
            }),
            each_cut: given.get("each-cut").unwrap_or(false),
            decks_to: given.get("decks-to"),
        };
        ask(move |about| find(about.plan()?, about.cards, &besides))
    },
};

/// Cards and rounds up to which [`Cycles::rounds`] is given.
const ROUNDS_SHOWN: usize = 104;

/// Larger whole numbers are text: no double holds them.
const MOST_NUMBER: u64 = 1 << 53;

/// Further questions that are asked along with it.
#[derive(Debug, Default)]
struct Besides {
    /// Another routine to compare with, and its name.
    compare: Option<(Plan, String)>,
    /// The same followed by each cut.
    each_cut: bool,
    /// The same for all decks of 2 to so many cards.
    decks_to: Option<usize>,
}

/// Finds the cycles of a routine without chance.
fn find(plan: &Plan, cards: usize, besides: &Besides) -> Result<Cycles, Unanswered> {
    let permutation = fixed(plan, cards)?;
    let cycles = permutation.cycles();
    let lengths = permutation.lengths();
    let order = permutation::order(&lengths);
    let mut of = vec![0; cards];
    for cycle in &cycles {
        for &at in cycle {
            of[at] = cycle[0] + 1;
        }
    }
    let (fixed_cards, swapped) = short(&cycles);
    let compared = besides.compare.as_ref().map(|(other, name)| {
        let other = fixed(other, cards)?;
        Ok(find_compared(&permutation, &other, name))
    });
    let decks = besides.decks_to.map(|most| find_decks(plan, most));
    Ok(Cycles {
        order: number(&order),
        order_digits: order.to_string().len(),
        cycles: cycles.len(),
        longest: lengths.keys().next_back().copied().unwrap_or(0),
        uniform: u8::from(cycles.len() == 1),
        occupied: permutation::occupied(&lengths),
        fixed_cards: fixed_cards.len(),
        swapped_pairs: swapped.len(),
        fixed: fixed_cards,
        swapped,
        lengths: lengths
            .iter()
            .rev()
            .map(|(&length, &cycles)| Length { length, cycles })
            .collect(),
        to: permutation.to().iter().map(|at| at + 1).collect(),
        cycle: of,
        rounds: rounds(&permutation),
        compared: compared.transpose()?,
        cuts: besides.each_cut.then(|| find_cuts(&permutation)),
        decks: decks.transpose()?,
    })
}

fn find_compared(one: &Permutation, other: &Permutation, name: &str) -> Compared {
    let relations = permutation::relations(one, other);
    let plain = |inverse| permutation::Relation {
        inverse,
        reversed_before: false,
        reversed_after: false,
    };
    let has = |inverse| u8::from(relations.contains(&plain(inverse)));
    Compared {
        with: name.to_owned(),
        equal: has(false),
        inverse: has(true),
        same_lengths: u8::from(one.lengths() == other.lengths()),
        relations: relations.into_iter().map(relation).collect(),
    }
}

fn relation(found: permutation::Relation) -> Relation {
    Relation {
        inverse: found.inverse,
        reversed_before: found.reversed_before,
        reversed_after: found.reversed_after,
    }
}

fn find_cuts(permutation: &Permutation) -> Cuts {
    let cards = permutation.cards();
    let mut longest = (UBig::ZERO, 0);
    let mut uniform_cuts = Vec::new();
    let mut cuts = Vec::with_capacity(cards);
    for cut in 0..cards {
        let lengths = permutation.then(&Permutation::cut(cards, cut)).lengths();
        let order = permutation::order(&lengths);
        let cycles = lengths.values().sum();
        if cycles == 1 {
            uniform_cuts.push(cut);
        }
        cuts.push(Cut {
            cut,
            order: number(&order),
            cycles,
            fixed_cards: lengths.get(&1).copied().unwrap_or(0),
        });
        if order > longest.0 {
            longest = (order, cut);
        }
    }
    Cuts {
        uniform: uniform_cuts.len(),
        uniform_cuts,
        longest_cut: longest.1,
        each: cuts,
    }
}

fn find_decks(plan: &Plan, most: usize) -> Result<Decks, Unanswered> {
    let mut found = Decks {
        order_above_cards: 0,
        uniform: 0,
        each: Vec::new(),
    };
    for cards in 2..=most {
        let permutation = fixed(plan, cards)?;
        let cycles = permutation.cycles();
        let order = permutation::order(&permutation.lengths());
        let (fixed, swapped) = short(&cycles);
        found.order_above_cards += usize::from(order > UBig::from(cards));
        found.uniform += usize::from(cycles.len() == 1);
        found.each.push(Deck {
            cards,
            order: number(&order),
            cycles: cycles.len(),
            fixed,
            swapped,
        });
    }
    Ok(found)
}

/// Gives the permutation that the routine makes, if nothing in it is random.
fn fixed(plan: &Plan, cards: usize) -> Result<Permutation, Unanswered> {
    plan.permutation(cards).map_err(|shuffle| {
        Unanswered::Unknown(format!(
            "a routine has cycles if nothing in it is random; found a shuffle that is ({}); accepted: shuffles \
             such as `ouroboros`, `mongean`, `mexican-spiral`, `pile`, `faro`, `cut` of a fixed number of cards",
            shuffle.describe()
        ))
    })
}

/// Positions whose card stays, and pairs whose cards change places, from 1.
fn short(cycles: &[Vec<usize>]) -> (Vec<usize>, Vec<[usize; 2]>) {
    let one = |cycle: &Vec<usize>| match cycle[..] {
        [at] => Some(at + 1),
        _ => None,
    };
    let two = |cycle: &Vec<usize>| match cycle[..] {
        [a, b] => Some([a + 1, b + 1]),
        _ => None,
    };
    (
        cycles.iter().filter_map(one).collect(),
        cycles.iter().filter_map(two).collect(),
    )
}

/// The decks of the first rounds.
fn rounds(permutation: &Permutation) -> Vec<Vec<usize>> {
    let cards = permutation.cards();
    if cards > ROUNDS_SHOWN {
        return Vec::new();
    }
    let start: Vec<usize> = (1..=cards).collect();
    let from = permutation.inverse();
    let mut rounds = vec![start];
    for _ in 0..ROUNDS_SHOWN {
        let before = &rounds[rounds.len() - 1];
        let deck: Vec<usize> = from.to().iter().map(|&at| before[at]).collect();
        let back = deck == rounds[0];
        rounds.push(deck);
        if back {
            break;
        }
    }
    rounds
}

/// A whole number, as text where no double holds it.
fn number(value: &UBig) -> Value {
    match u64::try_from(value.clone()) {
        Ok(small) if small <= MOST_NUMBER => json!(small),
        _ => json!(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle::routine::{Letters, Routine};

    fn plan(text: &str) -> Plan {
        let mut letters = Letters::default();
        for (letter, kind, parameters) in [
            ('O', "ouroboros", ""),
            ('M', "mongean", "first = \"bottom\""),
            ('T', "mongean", "first = \"top\""),
            ('X', "mexican-spiral", ""),
            ('P', "pile", "piles = 5"),
        ] {
            let shuffle = shuffle::build(kind, parameters.parse().unwrap()).unwrap();
            letters.define(letter, shuffle.into());
        }
        Routine::parse(text, &letters).unwrap().plan(&letters)
    }

    fn cycles(text: &str, cards: usize, besides: &Besides) -> Cycles {
        find(&plan(text), cards, besides).unwrap()
    }

    /// The list of orders printed in Toponce, The Ouroboros Card Shuffle.
    const PUBLISHED: [u64; 52] = [
        51, 52, 51, 272, 168, 210, 217, 52, 418, 52, 24, 350, 387, 252, 1020, 144, 1972, 34, 651,
        6090, 175, 90, 235, 60, 2002, 144, 12, 50, 24, 10, 44, 72, 297, 90, 45, 132, 12, 210, 207,
        104, 420, 348, 30, 198, 35, 140, 390, 246, 28, 12, 36, 30,
    ];

    #[test]
    fn the_published_orders_of_the_ouroboros_shuffle() {
        let each_cut = Besides {
            each_cut: true,
            ..Besides::default()
        };
        let cuts = cycles("O", 52, &each_cut).cuts.unwrap();
        let orders: Vec<u64> = cuts
            .each
            .iter()
            .map(|cut| cut.order.as_u64().unwrap())
            .collect();
        assert_eq!(orders, PUBLISHED);
        assert_eq!(cuts.uniform_cuts, [1, 7, 9]);
        assert_eq!(cuts.longest_cut, 19);
    }

    /// Fixed cards and pairs that change places as a reader found them at 26 to 29 cards, in the form in
    /// which the last card goes beneath.
    #[test]
    fn what_a_reader_saw_at_26_to_29_cards() {
        for (text, cards, order, fixed, swapped) in [
            ("M", 26, 8, vec![9, 26], vec![]),
            ("T", 27, 26, vec![27], vec![]),
            ("M", 28, 20, vec![28], vec![[6, 17]]),
            ("T", 29, 9, vec![10, 29], vec![]),
        ] {
            let besides = Besides {
                compare: Some((plan("O"), "O".to_owned())),
                ..Besides::default()
            };
            let found = cycles(text, cards, &besides);
            assert_eq!(found.order, json!(order));
            assert_eq!((found.fixed, found.swapped), (fixed, swapped));
            let compared = found.compared.unwrap();
            assert_eq!((compared.inverse, compared.equal), (1, 0));
            assert_eq!(compared.same_lengths, 1);
        }
    }

    #[test]
    fn the_ouroboros_shuffle_is_the_inverse_of_one_mongean_shuffle_for_every_deck() {
        for cards in 2..=120 {
            let (own, other) = if cards % 2 == 0 {
                ("M", "T")
            } else {
                ("T", "M")
            };
            for (text, inverse) in [(own, 1), (other, 0)] {
                let besides = Besides {
                    compare: Some((plan(text), text.to_owned())),
                    ..Besides::default()
                };
                let compared = cycles("O", cards, &besides).compared.unwrap();
                // Two cards have so few orders that both are.
                assert!(compared.inverse == inverse || cards == 2, "{cards}");
            }
        }
    }

    #[test]
    fn orders_of_other_decks_are_counted() {
        let besides = Besides {
            decks_to: Some(300),
            ..Besides::default()
        };
        for text in ["M", "T", "O"] {
            assert_eq!(
                cycles(text, 52, &besides).decks.unwrap().order_above_cards,
                0
            );
        }
        let spiral = cycles("X", 52, &besides);
        assert_eq!(spiral.order, json!(510));
        let decks = spiral.decks.unwrap();
        assert!(decks.order_above_cards > 100);
        assert_eq!(
            (decks.each[9].cards, &decks.each[9].order),
            (11, &json!(15))
        );
        assert_eq!(cycles("P", 52, &Besides::default()).order, json!(2280));
    }

    #[test]
    fn rounds_end_where_the_deck_is_back() {
        let found = cycles("M", 26, &Besides::default());
        assert_eq!(found.rounds.len(), 9);
        assert_eq!(found.rounds[0], found.rounds[8]);
        assert_eq!(found.rounds[1][25], 26);
        assert!(cycles("O", 105, &Besides::default()).rounds.is_empty());
        assert_eq!(cycles("O*51", 52, &Besides::default()).order, json!(1));
    }

    #[test]
    fn a_large_deck_has_a_large_order_and_chance_has_none() {
        let found = cycles("XPX", 10_000, &Besides::default());
        assert_eq!(
            found.order.as_str().map_or(16, str::len),
            found.order_digits.max(16)
        );
        let error = find(&plan("OG"), 52, &Besides::default()).unwrap_err();
        assert!(error.to_string().contains("riffle"), "{error}");
    }
}
