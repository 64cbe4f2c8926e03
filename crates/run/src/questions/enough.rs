//! `enough`: how often a routine must be done until it is near an ideal shuffle.

use super::by_type::{self, Start};
use super::parameter::{Parameter, Read};
use super::quantity::{FOR, Staked};
use super::question::{Given, Kind, Topic, ask};
use super::unanswered::Unanswered;
use super::written::bound;
use deck::MIN_CARDS;
use record::Tolerance;
use record::answers::bound::Bound;
use record::answers::enough::{BY_CALLS, Enough, Groups, NAME, Point, Size, Times};
use search::advise::{self, Crew};
use shuffle::Mixing;
use shuffle::routine::Plan;
use shuffle::theory;
use shuffle::theory::enough::{self, THRESHOLDS, growth, more_riffles, second_eigenvalue};
use text::params::{self, ParamError};

pub(super) const QUESTION: Kind = Kind {
    name: NAME,
    about: "How often to repeat a routine until it is near fair",
    topic: Topic::routine("A routine, such as \"G\""),
    parameters: &[
        Parameter::new(
            BELOW,
            "D,D",
            Read::Near(THRESHOLDS),
            "How near: total variation, .25,.1,.01 if absent; of a stake 1pt of its chance, 1% of a bet",
        ),
        FOR,
        by_type::TYPES,
        by_type::ARRANGEMENT,
        by_type::VIEW,
        by_type::WITHIN,
        SIZES,
    ],
    ask: |given| {
        if let Some(staked) = Staked::read(given, tolerances(given))? {
            return ask(move |about| staked.answer(about));
        }
        let below = below(given)?;
        let start = by_type::start(given)?;
        let sizes = sizes(given)?;
        ask(move |about| {
            let plan = about.plan()?;
            if about.cards == 1 {
                return Ok(of_one_card(&below));
            }
            let found = match &start {
                None => find(plan, about.cards, &below),
                Some(start) => find_by_type(plan, start, &below, about.crew)?,
            };
            let growth = grown(plan, &sizes, &below)?;
            Ok(Enough { growth, ..found })
        })
    },
};

/// The distances that are near enough.
const BELOW: &str = "below";

/// The distances that a routine must be below, where none are named.
const USUAL: [f64; 3] = [0.25, 0.1, 0.01];

/// The distances that were named, each a number or a text that is a tolerance.
fn named(given: &Given<'_>) -> Vec<toml::Value> {
    given.get(BELOW).unwrap_or_default()
}

/// A number, whole or not.
fn number(value: &toml::Value) -> Option<f64> {
    let whole = value.as_integer().map(|whole| whole as f64);
    value.as_float().or(whole)
}

/// How far the chance of a stake may be off: its total variation, where that is a number, is that in points.
fn tolerances(given: &Given<'_>) -> Vec<Tolerance> {
    let each = named(given).into_iter();
    let each = each.filter_map(|value| match value.as_str() {
        Some(text) => text.parse().ok(),
        None => number(&value).map(Tolerance::Points),
    });
    each.collect()
}

/// The total variations that a routine must be below.
fn below(given: &Given<'_>) -> Result<Vec<f64>, ParamError> {
    let named = named(given);
    if named.is_empty() {
        return Ok(USUAL.to_vec());
    }
    let each = named.iter().map(|value| {
        number(value).ok_or_else(|| ParamError::Wrong {
            key: BELOW.to_owned(),
            found: params::show(value),
            accepted: "total variations such as .1; points and edges are those of a stake (for)"
                .to_owned(),
        })
    });
    each.collect()
}

/// The sizes of other decks.
const SIZES: Parameter = Parameter::new(
    "sizes",
    "N..N",
    Read::Text,
    "Decks of these numbers of cards, too: how the number of times grows, as in 10..500, or 32,52,104",
)
.alias("decks");

/// Cards in a deck whose growth is looked at, and sizes of a range, at the most.
const LARGEST: usize = 2_000;
const MOST_SIZES: usize = 40;

/// The sizes of decks that were asked about, in their order.
fn sizes(given: &Given<'_>) -> Result<Vec<usize>, ParamError> {
    let Some(text) = given.get::<String>(SIZES.name) else {
        return Ok(Vec::new());
    };
    let accepted = MIN_CARDS..=LARGEST;
    let one = |text: &str| {
        let cards = text.trim().parse().ok();
        cards.filter(|cards| accepted.contains(cards))
    };
    let mut all: Option<Vec<usize>> = match text.split_once("..") {
        Some((first, last)) => one(first)
            .zip(one(last))
            .filter(|(first, last)| first < last)
            .map(|(first, last)| spread(first, last, given.cards)),
        None => text.split(',').map(one).collect(),
    };
    if let Some(all) = &mut all {
        all.sort_unstable();
        all.dedup();
    }
    all.ok_or_else(|| ParamError::Wrong {
        key: SIZES.name.to_owned(),
        found: format!("`{text}`"),
        accepted: format!(
            "two numbers of cards from {MIN_CARDS} to {LARGEST} as in 10..500, the smaller one first, or a list as in 32,52,104"
        ),
    })
}

/// All sizes from the first to the last, or some of them in equal proportions to each other, and that of the deck if it lies
/// between.
fn spread(first: usize, last: usize, deck: usize) -> Vec<usize> {
    if last - first < MOST_SIZES {
        return (first..=last).collect();
    }
    let ratio = last as f64 / first as f64;
    let each = (0..MOST_SIZES).map(|at| {
        let share = at as f64 / (MOST_SIZES - 1) as f64;
        libm::round(first as f64 * libm::pow(ratio, share)) as usize
    });
    let deck = Some(deck).filter(|deck| (first..=last).contains(deck));
    each.chain(deck).collect()
}

/// The growth with the size of the deck.
fn grown(plan: &Plan, sizes: &[usize], below: &[f64]) -> Result<Vec<Size>, Unanswered> {
    let all = growth(plan, sizes, below).ok_or_else(|| {
        Unanswered::Unknown(
            "no law of decks of any size is known for this routine; `--sizes` is answered for riffles \
             (Gilbert-Shannon-Reeds) with equal packets, perhaps after a cut, their inverses, and shelf shuffles"
                .to_owned(),
        )
    })?;
    let each = all.into_iter().map(|size| Size {
        cards: size.cards,
        times: size.times,
        cutoff: size.cutoff,
    });
    Ok(each.collect())
}

/// The confidence of limits that simulated decks show.
const CONFIDENCE: f64 = 0.999;

/// The law of a deck of one card, in words.
pub(super) const ONE_CARD: &str = "one card has one order";

/// A deck of one card is fair as it is.
fn of_one_card(below: &[f64]) -> Enough {
    let each = below.iter().map(|below| Times {
        below: *below,
        exact: Some(0),
        never: false,
        at_least: Some(0),
        stopped: false,
        too_few: None,
        at_most: Some(0),
        enough: Some(Bound {
            value: 0.0,
            gap: 1.0,
            by: ONE_CARD.to_owned(),
        }),
    });
    Enough {
        thresholds: each.collect(),
        ..Enough::unknown(false)
    }
}

/// Finds how often `plan` must be done until its total variation is below each of `below`.
fn find(plan: &Plan, cards: usize, below: &[f64]) -> Enough {
    let riffles = matches!(plan.steps(), [one] if one.mixing() == Mixing::Gsr);
    let found = enough::found(plan, cards, below);
    let second = second_eigenvalue(plan, cards);
    let mut enough = Enough {
        thresholds: found.thresholds.into_iter().map(times).collect(),
        more_riffles: more_riffles(plan, cards, below).filter(|_| !riffles),
        curve: found.curve.into_iter().map(point).collect(),
        groups: found.groups.map(|found| groups(&found, cards)),
        second_eigenvalue: second.map(|known| known.modulus),
        second_eigenvalue_by: second.map(|known| known.source.to_owned()),
        ..Enough::unknown(riffles)
    };
    // What is known exactly needs no decks.
    if enough
        .thresholds
        .iter()
        .any(|times| times.exact.is_none() && !times.never)
    {
        by_kept_decks(&mut enough, &shown(plan, cards));
    }
    enough
}

/// Riffles that are looked at, at the most.
const MOST_RIFFLES: u32 = 40;

/// Finds how often `plan`, riffles alone, must be done until the types of cards are within each of `below`.
fn find_by_type(
    plan: &Plan,
    start: &Start,
    below: &[f64],
    crew: &dyn Crew,
) -> Result<Enough, Unanswered> {
    let (each, start) = by_type::riffled(plan, start)?;
    // Moves after the riffles come once, at the end: riffles are counted one by one.
    let each = if start.then.is_some() { 1 } else { each.max(1) };
    let riffles: Vec<u32> = (1..=(MOST_RIFFLES / each).max(1))
        .map(|done| done * each)
        .collect();
    let limits = by_type::after_riffles(&start, &riffles, crew)?;
    let limit = |(at, end): (usize, usize)| Bound {
        value: limits[at].0[end],
        gap: 1.0 - limits[at].0[end],
        by: limits[at].1[end].says.clone(),
    };
    let thresholds = below.iter().map(|below| {
        // One more riffle never takes a deck farther from fair.
        let too_few = limits.iter().rposition(|([lower, _], _)| lower >= below);
        let enough = limits.iter().position(|([_, upper], _)| upper < below);
        let (least, most) = (too_few.map_or(0, |at| at + 1), enough.map(|at| at + 1));
        let (least, most) = (least as u32 + 1, most.map(|most| most as u32));
        Times {
            below: *below,
            exact: most.filter(|most| *most == least),
            never: false,
            at_least: Some(least),
            stopped: false,
            too_few: too_few.map(|at| limit((at, 0))),
            at_most: most,
            enough: enough.map(|at| limit((at, 1))),
        }
    });
    let thresholds: Vec<Times> = thresholds.collect();
    let last = thresholds.iter().filter_map(|times| times.at_most).max();
    let shown = last.map_or(limits.len(), |last| last as usize + 2);
    let curve = (1..).zip(&limits).take(shown);
    let by_chance = limits
        .iter()
        .take(shown)
        .any(|(_, by)| by.iter().any(|by| by.by_chance));
    let riffles =
        start.then.is_some() || matches!(plan.steps(), [one] if one.mixing() == Mixing::Gsr);
    Ok(Enough {
        then: start.then.clone(),
        confidence: by_chance.then_some(CONFIDENCE),
        types: Some(start.types()),
        start: start.words.clone(),
        view: start.seen(),
        curve: curve
            .map(|(times, ([lower, upper], _))| Point {
                times,
                lower: *lower,
                upper: *upper,
                limit: None,
            })
            .collect(),
        thresholds,
        ..Enough::unknown(riffles)
    })
}

/// The total variation that simulated decks show to be left at least after the routine was done 1, 2, … times, where it is one
/// move that is done again and again, and its curve is kept.
fn shown(plan: &Plan, cards: usize) -> Vec<f64> {
    let Some((once, each)) = plan.one_move() else {
        return Vec::new();
    };
    let curve = advise::distances(&**once, cards, CONFIDENCE).unwrap_or_default();
    let each = each as usize;
    curve.into_iter().skip(each - 1).step_by(each).collect()
}

/// Raises the lower limits of an answer to those that simulated decks show.
fn by_kept_decks(enough: &mut Enough, shown: &[f64]) {
    for times in &mut enough.thresholds {
        // One more time never takes a deck farther from fair, so the last that is far enough counts.
        let last = (1..)
            .zip(shown)
            .filter(|(_, shown)| **shown >= times.below)
            .last();
        let known = times.at_least.unwrap_or(u32::MAX);
        let Some((done, value)) = last.filter(|(done, _)| *done >= known) else {
            continue;
        };
        times.at_least = Some(done + 1);
        times.stopped = false;
        times.too_few = Some(Bound {
            value: *value,
            gap: 1.0 - value,
            by: BY_CALLS.to_owned(),
        });
        enough.confidence = Some(CONFIDENCE);
    }
    for (at, point) in (1..).zip(shown) {
        let far = |one: &&mut Point| one.times <= at && one.lower < *point;
        for one in enough.curve.iter_mut().filter(far) {
            one.lower = *point;
            enough.confidence = Some(CONFIDENCE);
        }
    }
    let last = enough.curve.last().map_or(0, |point| point.times);
    let steps = enough
        .curve
        .windows(2)
        .all(|two| two[1].times == two[0].times + 1);
    if enough.confidence.is_some() && steps {
        // The curve goes on as far as decks were kept.
        let upper = enough.curve.last().map_or(1.0, |point| point.upper);
        let more = (1..).zip(shown).filter(|(times, _)| *times > last);
        enough.curve.extend(more.map(|(times, lower)| Point {
            times,
            lower: *lower,
            upper: upper.max(*lower),
            limit: None,
        }));
    }
}

/// Writes the times of a threshold as an answer holds them.
fn times(known: enough::Times) -> Times {
    Times {
        below: known.below,
        exact: known.exact,
        never: known.never,
        at_least: known.at_least,
        stopped: known.stopped,
        too_few: known.too_few.map(bound),
        at_most: known.at_most,
        enough: known.enough.map(bound),
    }
}

fn point(known: enough::Point) -> Point {
    Point {
        times: known.times,
        lower: known.lower,
        upper: known.upper,
        limit: known.limit,
    }
}

/// Writes the groups of a routine as an answer holds them.
fn groups(known: &theory::Groups, cards: usize) -> Groups {
    Groups {
        generated: known.generated.in_words(cards),
        generated_by: known.generated.by.in_words().to_owned(),
        together: known.together.in_words(cards),
        together_by: known.together.by.in_words().to_owned(),
        in_the_end: known.together.is_exact().then(|| known.in_the_end().0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::build;
    use super::*;
    use record::answers::Found;
    use search::advise::Alone;
    use shuffle::routine::{Letters, Routine};
    use toml::Table;

    #[test]
    fn ranges_of_sizes_hold_their_ends_and_the_deck() {
        assert_eq!(spread(10, 14, 52), [10, 11, 12, 13, 14]);
        let all = spread(10, 500, 52);
        assert!([10, 52, 500].iter().all(|cards| all.contains(cards)));
        assert!(all.len() <= MOST_SIZES + 1);
    }

    #[test]
    fn growth_is_answered_or_refused_in_words() {
        let letters = Letters::default();
        let ask = |text: &str, cards: usize, sizes: &str| {
            let table: Table = format!("below = [0.25]\nsizes = \"{sizes}\"")
                .parse()
                .unwrap();
            let question =
                build(NAME, table, cards, &letters).map_err(|error| error.to_string())?;
            let routine = Routine::parse(text, &letters).unwrap();
            let answer = question.answer(Some(&routine), &letters, false, &Alone);
            match answer.map_err(|error| error.to_string())?.found {
                Found::Enough(found) => Ok::<Enough, String>(found),
                _ => unreachable!("it was asked how often"),
            }
        };
        let found = ask("G", 52, "104, 52").unwrap();
        let sizes: Vec<usize> = found.growth.iter().map(|size| size.cards).collect();
        assert_eq!(sizes, [52, 104]);
        assert_eq!(found.growth[0].times, [found.thresholds[0].exact]);
        for wrong in ["500..10", "1..5", "10..9999", "a", "10..", "5..5"] {
            let error = ask("G", 52, wrong).unwrap_err();
            assert!(error.contains("as in 10..500"), "{wrong}: {error}");
        }
        assert!(
            ask("R", 52, "10..20")
                .unwrap_err()
                .contains("no law of decks")
        );
        // One card has one order.
        let one = ask("R", 1, "10..20").unwrap();
        assert_eq!(one.thresholds[0].exact, Some(0));
    }
}
