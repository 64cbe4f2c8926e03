//! `bag`: what a shuffle bag does to a sequence of draws.

use super::parameter::{Parameter, Read};
use super::question::{Kind, Topic, ask};
use super::unanswered::Unanswered;
use laws::sequences::Refused;
use laws::sequences::bags::calls::right_calls;
use laws::sequences::bags::longest::{Longest, longest_absence, longest_run};
use laws::sequences::bags::runs::Runs;
use laws::sequences::bags::{Bag as Drawn, windows};
use laws::sequences::gaps::FromBag;
use record::answers::bag::{Adding, Bag, Growth, NAME, Step, Symbol, Work};
use shuffle::draws::bag::ShuffleBag;
use text::params::ParamError;

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "A shuffle bag: what it leaves to chance, what someone who counts calls right, how long streaks and droughts get",
    topic: Topic::Alone,
    parameters: &[
        Parameter::new(
            "items",
            "N,N,…",
            Read::Wholes(1..=1_000_000),
            "How many of each symbol there are in a full bag, as in 50,25,20,5",
        )
        .required()
        .bare(),
        Parameter::new(
            "take",
            "K",
            Read::Whole(1..=1_000_000),
            "Draws until the bag is full again; all items if absent",
        ),
        Parameter::new(
            "window",
            "N",
            Read::Whole(1..=1_000_000),
            "Draws in a row in which each symbol is counted; as many as the bag has items if absent",
        ),
        Parameter::new(
            "bags",
            "N",
            Read::Whole(1..=1_000_000),
            "The longest streak in this many bags in a row, on average; for small bags",
        ),
        Parameter::new(
            "picks",
            "I,I,…",
            Read::Wholes(0..=1_000_000),
            "Indices that the bag's program picks, one draw after the other: its array after each",
        ),
        Parameter::new(
            "add",
            "S,S,…",
            Read::Wholes(1..=1_000_000),
            "Symbols, counted from 1, that are added after the draws of --picks or --after; after the latter, also new ones",
        ),
        Parameter::new(
            "after",
            "K",
            Read::Whole(1..=1_000_000),
            "Draws from a full bag until the symbols of --add are added: how far the shares and the next draw are off",
        ),
        Parameter::new(
            "work",
            "",
            Read::Flag,
            "Count what a program moves to draw all items once: a list from its front or end, one that is filled again, the bag",
        ),
        Parameter::new(
            "grow",
            "Q,Q,…",
            Read::Wholes(1..=1_000_000),
            "Items that are added to an empty bag at a time: how its array grows",
        ),
        Parameter::new(
            "places",
            "N",
            Read::Whole(1..=1_000_000),
            "Places of that array at first",
        )
        .default("10"),
    ],
    ask: |given| {
        let items: Vec<u32> = given.value("items");
        let size: u64 = items.iter().map(|items| u64::from(*items)).sum();
        let take = given.get("take").unwrap_or(size as u32);
        let window = given.get("window").unwrap_or(size);
        let wrong = |key: &str, problem: String| ParamError::Within {
            key: key.to_owned(),
            problem,
        };
        let bag = Drawn::new(&items, take).map_err(|error| match error {
            Refused::Domain { .. } if u64::from(take) > size => wrong("take", error.to_string()),
            _ => wrong("items", error.to_string()),
        })?;
        let bags = given.get::<u64>("bags");
        let picks = given.get::<Vec<usize>>("picks");
        let added = given.get::<Vec<u16>>("add").unwrap_or_default();
        let trace = picks.map(|picks| traced(&items, &picks, &added));
        let trace = trace
            .transpose()
            .map_err(|(key, problem)| wrong(key, problem))?;
        let adding = given.get("after").map(|after| price(&bag, after, &added));
        let adding = adding
            .transpose()
            .map_err(|(key, problem)| wrong(key, problem))?;
        let work = given.get::<bool>("work").unwrap_or(false);
        let grow = given.get::<Vec<u64>>("grow");
        let growth = grow.map(|quantities| grown(given.value("places"), &quantities));
        ask(move |_| {
            let found = find(&bag, (window, bags), trace.clone())?;
            Ok(Bag {
                work: work.then(|| work_of(size)),
                growth: growth.clone(),
                adding,
                ..found
            })
        })
    },
};

/// Draws `size` items once, as each program does, and counts.
fn work_of(size: u64) -> Work {
    // A list from its front: all that are left move up. The end has none behind it.
    let front = || (0..size).rev();
    // A list that is filled when it is empty: additions, the swaps of the shuffle, and one item off the end.
    let refill = |draw: u64| if draw == 0 { size + (size - 1) + 1 } else { 1 };
    // The bag: a swap for each draw but the last of a pass.
    let bag = |draw: u64| u64::from(draw + 1 < size);
    Work {
        front_moves: front().sum(),
        front_most: front().max().unwrap_or(0),
        end_moves: 0,
        refill_most: (0..size).map(refill).max().unwrap_or(0),
        refill_least: (0..size).map(refill).min().unwrap_or(0),
        refill_all: (0..size).map(refill).sum(),
        bag_most: (0..size).map(bag).max().unwrap_or(0),
        bag_all: (0..size).map(bag).sum(),
    }
}

/// The array of the bag's program after each addition: a full one is made half as large again and one more, or as large
/// as it must be, and what it holds is copied.
fn grown(places: u64, quantities: &[u64]) -> Vec<Growth> {
    let (mut places, mut items) = (places, 0);
    let add = |&added: &u64| {
        let before = items;
        items += added;
        let full = items > places;
        if full {
            places = (places * 3 / 2 + 1).max(items);
        }
        Growth {
            added,
            items,
            places,
            copied: if full { before } else { 0 },
        }
    };
    quantities.iter().map(add).collect()
}

fn find(
    bag: &Drawn,
    (window, bags): (u64, Option<u64>),
    trace: Option<Vec<Step>>,
) -> Result<Bag, Unanswered> {
    let unknown = |error: Refused| Unanswered::Unknown(error.to_string());
    let streak = bags.map(|bags| Runs::of_all(bag)?.mean(bags)).transpose();
    let right = right_calls(bag).ok();
    let most = bag.copies().iter().max().copied().unwrap_or(0);
    let size = f64::from(bag.size());
    let symbols = (0..bag.copies().len()).map(|symbol| find_symbol(bag, symbol, window));
    Ok(Bag {
        items: bag.copies().to_vec(),
        take: bag.take(),
        entropy: bag.entropy(),
        entropy_independent: bag.entropy_if_independent(),
        right: right.as_ref().map(|right| right.mean),
        right_deviation: right.map(|right| right.variance.sqrt()),
        right_independent: f64::from(bag.take()) * f64::from(most) / size,
        symbols: symbols.collect::<Result<_, _>>().map_err(unknown)?,
        window,
        bags,
        streak_in_bags: streak.map_err(unknown)?,
        trace,
        work: None,
        growth: None,
        adding: None,
    })
}

fn find_symbol(bag: &Drawn, symbol: usize, window: u64) -> Result<Symbol, Refused> {
    let streak = longest_run(bag, symbol)?;
    let drought = longest_absence(bag, symbol)?;
    let (fewest, most) = windows::range(bag, symbol, window)?;
    let share = f64::from(bag.copies()[symbol]) / f64::from(bag.size());
    let mean = share * window as f64;
    // A law that takes too long is left out.
    let law = windows::counts(bag, symbol, window).ok();
    let deviation = |law: &Vec<f64>| {
        let squares = law.iter().zip(0_u32..);
        let squares = squares.map(|(p, times)| {
            let off = f64::from(times) - mean;
            p * off * off
        });
        squares.sum::<f64>().sqrt()
    };
    let (size, copies, take) = (bag.size(), bag.copies()[symbol], bag.take());
    let gaps = FromBag::new(size.into(), copies.into(), take.into());
    Ok(Symbol {
        share,
        at_once: gaps.ok().map(|gaps| gaps.probability(1)),
        longest_streak: streak.map(|Longest { draws, .. }| draws),
        streak_log10: streak
            .map(|Longest { ln_probability, .. }| ln_probability / std::f64::consts::LN_10),
        longest_drought: drought.map(|Longest { draws, .. }| draws),
        fewest,
        most,
        deviation: law.as_ref().map(deviation),
        absent: law.as_ref().map(|law| law[0]),
    })
}

/// The price of adding these symbols, counted from 1, after so many draws. Those that the bag has not are new. What is
/// wrong has its key.
fn price(bag: &Drawn, after: u32, added: &[u16]) -> Result<Adding, (&'static str, String)> {
    let symbols = bag.copies().len() + added.len();
    let mut items = vec![0; symbols];
    for &symbol in added {
        let Some(of) = usize::from(symbol)
            .checked_sub(1)
            .and_then(|at| items.get_mut(at))
        else {
            return Err((
                "add",
                format!("found symbol {symbol}; accepted: 1 to {symbols}"),
            ));
        };
        *of += 1;
    }
    let key = if added.is_empty() { "add" } else { "after" };
    let skew = bag
        .adding(after, &items)
        .map_err(|error| (key, error.to_string()))?;
    Ok(Adding {
        after,
        added: added.len(),
        items: skew.items,
        shares: skew.shares,
        next: skew.next,
    })
}

/// The array of the bag's program, draw after draw; a wrong pick or symbol has its key and what is wrong.
fn traced(
    items: &[u32],
    picks: &[usize],
    added: &[u16],
) -> Result<Vec<Step>, (&'static str, String)> {
    let mut bag = ShuffleBag::new(items);
    let from_one = |bag: &ShuffleBag| bag.data().iter().map(|symbol| symbol + 1).collect();
    let mut steps = Vec::new();
    for &pick in picks {
        let cursor = bag.cursor();
        if pick > cursor {
            return Err((
                "picks",
                format!(
                    "found {pick} at draw {}; accepted: 0 to {cursor}, where the cursor is",
                    steps.len() + 1
                ),
            ));
        }
        let drawn = bag.next(pick);
        steps.push(Step {
            picked: Some(pick),
            drawn: Some(drawn + 1),
            array: from_one(&bag),
            cursor: bag.cursor(),
        });
    }
    for &symbol in added {
        if symbol == 0 || usize::from(symbol) > items.len() {
            return Err((
                "add",
                format!("found symbol {symbol}; accepted: 1 to {}", items.len()),
            ));
        }
        bag.add(symbol - 1, 1);
    }
    if !added.is_empty() {
        steps.push(Step {
            picked: None,
            drawn: None,
            array: from_one(&bag),
            cursor: bag.cursor(),
        });
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four items, figure by figure: B, C, A and D are drawn, and then items are added.
    #[test]
    fn the_figures_of_the_document_are_the_trace_of_its_picks() {
        let steps = traced(&[1; 5], &[1, 2], &[]).unwrap();
        assert_eq!(steps[0].array, [1, 5, 3, 4, 2]);
        let steps = traced(&[1; 4], &[1, 2, 0, 0], &[1, 1]).unwrap();
        let arrays: Vec<&[u16]> = steps.iter().map(|step| &*step.array).collect();
        assert_eq!(
            arrays,
            [
                &[1, 4, 3, 2][..],
                &[1, 4, 3, 2],
                &[4, 1, 3, 2],
                &[4, 1, 3, 2],
                &[4, 1, 3, 2, 1, 1]
            ]
        );
        let drawn: Vec<u16> = steps.iter().filter_map(|step| step.drawn).collect();
        let cursors: Vec<usize> = steps.iter().map(|step| step.cursor).collect();
        assert_eq!((drawn, cursors), (vec![2, 3, 1, 4], vec![2, 1, 0, 3, 5]));
        let (key, problem) = traced(&[1; 4], &[1, 3], &[]).unwrap_err();
        assert_eq!(key, "picks");
        assert!(
            problem.starts_with("found 3 at draw 2; accepted: 0 to 2"),
            "{problem}"
        );
        assert_eq!(traced(&[1; 4], &[], &[5]).unwrap_err().0, "add");
    }

    /// n(n − 1)/2 moves off the front and none off the end; bursts of 2n steps, and one swap a draw at most.
    #[test]
    fn programs_that_draw_move_so_much() {
        let nine = work_of(9);
        assert_eq!(
            (nine.front_moves, nine.front_most, nine.end_moves),
            (36, 8, 0)
        );
        assert_eq!(
            (nine.refill_most, nine.refill_least, nine.refill_all),
            (18, 1, 26)
        );
        assert_eq!((nine.bag_most, nine.bag_all), (1, 8));
        assert_eq!(work_of(100).front_moves, 4_950);
        assert_eq!((work_of(1).refill_most, work_of(1).bag_all), (2, 0));
    }

    /// "if the initial capacity is set to 1000, then 1 element is added and then 1000": one is copied, not a thousand.
    #[test]
    fn the_array_of_the_document_grows_as_it_says() {
        let grown_to = |places, added: &[u64]| -> Vec<(u64, u64)> {
            let grown = grown(places, added);
            grown
                .iter()
                .map(|step| (step.places, step.copied))
                .collect()
        };
        assert_eq!(grown_to(1_000, &[1, 1_000]), [(1_000, 0), (1_501, 1)]);
        // More than half as many again: just what is needed.
        assert_eq!(grown_to(10, &[10_000]), [(10_000, 0)]);
        assert_eq!(
            grown_to(10, &[50, 25, 20, 5]),
            [(50, 0), (76, 50), (115, 75), (115, 0)]
        );
    }

    /// A, B, C and D, of which two are drawn, and then E is added.
    #[test]
    fn the_price_of_the_documents_figure() {
        let bag = Drawn::plain(&[1; 4]).unwrap();
        let found = price(&bag, 2, &[5]).unwrap();
        assert_eq!((found.after, found.added, found.items), (2, 1, 5));
        assert!((found.shares - 6.0 / 35.0).abs() < 1e-15 && (found.next - 0.4).abs() < 1e-15);
        for (after, added, key) in [
            (2, &[6][..], "add"),
            (2, &[0], "add"),
            (2, &[], "add"),
            (4, &[1], "after"),
        ] {
            assert_eq!(
                price(&bag, after, added).unwrap_err().0,
                key,
                "{after} {added:?}"
            );
        }
    }

    #[test]
    fn bags_of_the_document_have_their_bits_and_calls() {
        let of = |items: &[u32], take: u32| {
            find(
                &Drawn::new(items, take).unwrap(),
                (u64::from(take), None),
                None,
            )
            .unwrap()
        };
        let nine = of(&[3, 3, 3], 9);
        assert!(
            (nine.entropy - 1.190).abs() < 5e-4 && (nine.right_independent - 3.0).abs() < 1e-12
        );
        assert!((nine.right.unwrap() - 4.787).abs() < 5e-4);
        let large = of(&[50, 25, 20, 5], 100);
        assert_eq!(large.symbols[0].longest_streak, Some(100));
        assert_eq!((large.symbols[3].fewest, large.symbols[3].most), (0, 10));
        assert!((large.symbols[0].streak_log10.unwrap() + 58.0078).abs() < 1e-3);
        // The last of a bag of seven pieces is the first of the next in one of seven, and so each piece in one of 49.
        let seven = Drawn::new(&[1; 7], 7).unwrap();
        let seven = find(&seven, (7, Some(100)), None).unwrap();
        assert!((seven.symbols[0].at_once.unwrap() - 1.0 / 49.0).abs() < 1e-12);
        let streak = 2.0 - (6.0_f64 / 7.0).powi(99);
        assert!((seven.streak_in_bags.unwrap() - streak).abs() < 1e-9);
        let half = of(&[6, 6, 6], 9);
        assert!((half.entropy - 1.555).abs() < 5e-4);
    }
}
