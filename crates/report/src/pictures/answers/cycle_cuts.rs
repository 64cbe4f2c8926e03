//! Shuffles without chance, each followed by a cut: how often until the deck is back, by the cut.

use super::super::super::chart::{Axis, Key, Mark, Picture, Plot, Swatch};
use super::cycles::order;
use super::words::{all_of, letters};
use super::{ALONE, MARKS, Named, Of, PANELS, of, thinned};
use record::answers::Cycles;
use text::names::grouped;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let all = of!(answers, Cycles);
    all.iter().filter_map(by_cut).take(PANELS).collect()
}

/// The order by the number of cards that are cut after each round.
fn by_cut(of: &Of<'_, Cycles>) -> Option<Picture> {
    let cuts = of.found.cuts.as_ref()?;
    let orders: Vec<(usize, f64, String, bool)> = cuts
        .each
        .iter()
        .filter_map(|cut| {
            let (rounds, said) = order(&cut.order)?;
            Some((cut.cut, rounds, said, cut.cycles == 1))
        })
        .collect();
    let longest = orders
        .iter()
        .position(|(cut, ..)| *cut == cuts.longest_cut)?;
    let (last, most) = (orders.last()?.0, orders[longest].1);
    let whole: Vec<usize> = orders
        .iter()
        .enumerate()
        .filter(|(_, cut)| cut.3)
        .map(|(at, _)| at)
        .collect();
    let always: Vec<usize> = whole.iter().copied().take(MARKS).chain([longest]).collect();
    let mut plot = Plot::new(
        ALONE,
        Axis::new("cards cut after each round", 0.0, last as f64).whole(),
        Axis::log("rounds until the deck is back", 1.0, 1.5 * most).whole(),
    );
    let mark = |at: usize| {
        let (cut, rounds, said, whole) = &orders[at];
        let all = if *whole {
            "; all cards in one cycle"
        } else {
            ""
        };
        Mark::new(
            *cut as f64,
            *rounds,
            format!("cut of {cut}: {said} rounds{all}"),
        )
    };
    let (one, others): (Vec<usize>, Vec<usize>) = thinned(orders.len(), &always)
        .into_iter()
        .partition(|at| orders[*at].3);
    plot.dots("s0", &others.into_iter().map(mark).collect::<Vec<_>>());
    plot.dots("s1", &one.iter().copied().map(mark).collect::<Vec<_>>());
    let cut = |number: usize| format!("a cut of {}", grouped(number as u64));
    let uniform = match cuts.uniform_cuts.as_slice() {
        [] => "no cut brings every card to every place".to_owned(),
        [one] => format!("{} brings every card to every place", cut(*one)),
        few if few.len() <= 6 => {
            let few: Vec<String> = few.iter().map(|cut| grouped(*cut as u64)).collect();
            format!("cuts of {} bring every card to every place", all_of(&few))
        }
        many => format!(
            "{} of {} cuts bring every card to every place",
            many.len(),
            orders.len()
        ),
    };
    let done = of.done();
    let words = format!(
        "{} and {} must be done {} times until the deck is as it was; {uniform}.",
        of.begins(),
        cut(cuts.longest_cut),
        orders[longest].2
    );
    Some(Picture {
        quiet: false,
        name: "cycles-cuts",
        title: words.clone(),
        about: format!(
            "Rounds of {done} and a cut until {} cards are as they were, by the number of cards cut.{}",
            grouped(of.cards() as u64),
            letters([of.answer])
        ),
        legend: vec![
            Key {
                class: "s1",
                swatch: Swatch::Dot,
                means: "every card comes to every place".to_owned(),
            },
            Key {
                class: "s0",
                swatch: Swatch::Dot,
                means: "several cycles".to_owned(),
            },
        ],
        panels: vec![plot.panel("", &words)],
    })
}
