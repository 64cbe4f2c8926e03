//! Stakes on draws: single ones, what comes next, and waits.
//!
//! A wait for a symbol goes on from the first draw, and from each draw that was that symbol, until it comes. After so many
//! draws without it, it is decided that the wait is a drought, and before if it comes. In independent draws each wait has
//! the same chance to be one, whatever came before it. Waits that are over before would be found sooner than long ones: so
//! none counts that began too near to the end to become a drought. Where it is not known when the stream ends, the wait
//! that is going on may still become one or not, and the limits hold in both cases. So it is with streams of several players:
//! each may stop when he likes, and whoever stops after a short wait would leave too many droughts among those that count.
//!
//! How many waits there are in so many draws depends on how long they take. Their number is a stopping time of the waits,
//! and the binomial law is not that of their droughts: no more is that of what comes next, as a symbol that comes often is
//! often followed. Bets on one wait after the other are fair at any stopping time, and so are the limits that they give.
//!
//! Two draws that follow each other are the same with the sum of the squares of the weights. Where weights differ, that chance is
//! not the one after the first of the two is seen: a frequent symbol is often drawn again. So the chance is that of two draws which are
//! both to come, and a pair of which only the first was drawn is open like a wait. Pairs that share a draw depend on each other:
//! [`Cases::weight`] says how bets count them. Where all weights are the same, each draw after the first is a case by itself.

use super::{Cases, Event, Fair, KIND as OF_DECKS, OF, One, Stakes, each, may_come};
use crate::counter::Counter;
use crate::{Kind, Notes};
use deck::batch::Batch as _;
use deck::quantity::{DrawEvent, OnDraws, Set, Symbols};
use deck::subject::{self, Draws, MOST_SYMBOLS, WEIGHTS, Weights};
use text::params::{Parameter, Params};

/// The name of the statistic of stakes on draws.
pub const OF_DRAWS: &str = "stakes-of-draws";

/// The names of the symbols.
const NAMES: Parameter = Parameter {
    name: "names",
    about: "the names of the symbols, in the order of the weights; if absent, `symbol 1` and so on",
};

pub(crate) const KIND: Kind = Kind {
    name: OF_DRAWS,
    about: "how often do droughts, repeats and single symbols come up on which somebody bets? each beside its fair chance",
    causes: "draws that depend on those before, a symbol that is held back, or weights that are not those that were stated",
    example: "With a weight of 1 in 100, more than 300 draws go by in 4.86% of waits.",
    source: "geometric law; Waudby-Smith and Ramdas (2024), Estimating means of bounded random variables by betting",
    parameters: &[WEIGHTS, NAMES, OF],
    cards: 2..=MOST_SYMBOLS,
    on: subject::Kind::SEQUENCE,
    build: |params, _| {
        let weights: &Weights = params.subject(WEIGHTS.name)?;
        let names: Vec<String> = if params.has(NAMES.name) {
            let names = params.texts(NAMES.name)?;
            names.into_iter().map(str::to_owned).collect()
        } else {
            Vec::new()
        };
        let count = weights.get().len();
        if !names.is_empty() && names.len() != count {
            let found = format!(
                "found {} names; accepted: {count}, one for each weight",
                names.len()
            );
            return Err(Params::refuse(NAMES.name, found));
        }
        let symbols = Symbols::new(&names, weights.get());
        let law = weights.law();
        let of = each(params, "draw is rarest", |text| {
            let stake = OnDraws::read(text, symbols)?;
            Ok(One {
                text: text.to_owned(),
                fair: Fair::among_draws(stake.event(), &law),
                event: Event::Drawn(stake),
            })
        })?;
        Ok(Box::new(Stakes::new(OF_DRAWS, may_come(of)?, None)))
    },
    ..OF_DECKS
};

/// The cases of which the event of a stake has a share.
pub(super) fn cases(stake: &OnDraws) -> Cases {
    match stake.event() {
        DrawEvent::Draw { .. } => Cases::Draws,
        DrawEvent::Next { .. } | DrawEvent::Repeat { even: true } => Cases::Next,
        DrawEvent::Repeat { even: false } => Cases::Pairs,
        DrawEvent::Drought { .. } => Cases::Waits,
    }
}

impl Counter<Draws> for Stakes {
    fn name(&self) -> &str {
        &self.counted
    }

    fn cells(&self, _symbols: usize) -> usize {
        self.number_of_cells()
    }

    fn layout(&self) {}

    fn count(&self, draws: &Draws, mut cells: &mut [u64], _: &mut Notes) {
        for one in &self.of {
            let (own, others) = cells.split_at_mut(one.event.cases().cells());
            cells = others;
            let Event::Drawn(stake) = &one.event else {
                continue;
            };
            match stake.event() {
                DrawEvent::Draw { of } => {
                    for symbol in draws.drawn() {
                        own[usize::from(is(of, *symbol))] += 1;
                    }
                    if draws.rest().is_none() {
                        own[2] += draws.len() as u64;
                    }
                }
                DrawEvent::Next { after, of } => {
                    let mut before = draws.past().last()[0];
                    for symbol in draws.drawn() {
                        if before.is_some_and(|before| is(after, before)) {
                            own[usize::from(is(of, *symbol))] += 1;
                        }
                        before = Some(*symbol);
                    }
                }
                DrawEvent::Repeat { even } => {
                    let [others, repeats, begun] = pairs(draws);
                    own[0] += others;
                    own[1] += repeats;
                    if !even {
                        own[2] += begun;
                    }
                }
                DrawEvent::Drought {
                    of,
                    draws: long,
                    comes,
                } => {
                    let [short, drought, begun] = waits(draws, of, *long);
                    own[usize::from(!comes)] += drought;
                    own[usize::from(*comes)] += short;
                    own[2] += begun;
                }
            }
        }
    }
}

fn is(of: &Set, symbol: u16) -> bool {
    of.members()[usize::from(symbol)]
}

/// The draws that are not the symbol before them, those that are, and the draws after which another comes, or may come where the
/// end of the stream is not known.
fn pairs(draws: &Draws) -> [u64; 3] {
    let (mut before, mut counts) = (draws.past().last()[0], [0, 0]);
    for symbol in draws.drawn() {
        if let Some(before) = before {
            counts[usize::from(before == *symbol)] += 1;
        }
        before = Some(*symbol);
    }
    let is_last = draws.rest() == Some(0);
    let begun = draws.len() as u64;
    [counts[0], counts[1], begun - u64::from(is_last).min(begun)]
}

/// The waits for these symbols that are over before `long` draws, those that get as long, and those that begin, each with its
/// first draw: of all that begin so many draws before the end of the stream, or more, where that is known.
fn waits(draws: &Draws, of: &Set, long: u64) -> [u64; 3] {
    let (past, len) = (draws.past(), draws.len() as u64);
    let counts =
        |begin_to_end: Option<u64>| u64::from(begin_to_end.is_none_or(|draws| draws >= long));
    // Draws from the first of the batch to the end of the stream.
    let ahead = draws.rest().map(|rest| len + rest);
    let mut away = of
        .numbers()
        .map(|symbol| past.gap(symbol as u16) - 1)
        .min()
        .unwrap_or(0);
    let (mut short, mut drought, mut begun) = (0, 0, 0);
    for (symbol, at) in draws.drawn().iter().zip(0_u64..) {
        if away == 0 {
            begun += counts(ahead.map(|ahead| ahead - at));
        }
        if is(of, *symbol) {
            if away < long {
                short += counts(ahead.map(|ahead| ahead - at + away));
            }
            away = 0;
        } else {
            away += 1;
            drought += u64::from(away == long);
        }
    }
    [short, drought, begun]
}
