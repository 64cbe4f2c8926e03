//! Pictures of where cards go, exactly: how likely each place is for each card, beside the fair share.

use maud::html;

use super::super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch, at};
use super::super::cells::{MOST, OFTENER, RARER, SIZE, columns, place as cell_at, square};
use super::super::of_decks;
use super::words::{letters, one_in, percent, place, short};
use super::{LINES, Named, ONE_OF, Of, PANELS, class, of, some_of, thinned};
use record::Record;
use record::answers::Position;
use record::answers::position::Card;
use text::names::grouped;

/// Times the fair share at which colours change; rarer ones by the same factors.
const STEPS: [f64; 5] = [1.1, 1.25, 1.5, 2.0, 4.0];

/// The share of cells that cannot come up from which on it is what the title says.
const MANY: f64 = 0.25;

/// A departure from fair that is rounding.
const NONE: f64 = 1e-9;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Position);
    all.retain(|of| {
        let matrix = &of.found.matrix;
        let square = matrix.iter().all(|row| row.len() == matrix.len());
        // Bins are of the cards that are there: a record from elsewhere may say anything.
        let bins = of.found.bin.is_none_or(|bin| {
            bin > 0 && matrix.len() <= MOST && matrix.len() == of.found.size().div_ceil(bin)
        });
        matrix.len() > 1 && square && bins
    });
    let all: Vec<(Of<'_, Position>, Map)> = all
        .into_iter()
        .map(|of| {
            let map = Map::of(of.found);
            (of, map)
        })
        .collect();
    // Answers beside each other are compared on one scale.
    if all.iter().any(|(of, map)| map.hides(of.found)) {
        let all: Vec<Of<'_, Position>> = all.into_iter().map(|(of, _)| of).collect();
        return card_by_card(&all).into_iter().collect();
    }
    (!all.is_empty()).then(|| maps(all)).into_iter().collect()
}

/// The square maps of answers.
fn maps(all: Vec<(Of<'_, Position>, Map)>) -> Picture {
    let number = all.len();
    let (shown, maps): (Vec<_>, Vec<_>) = all.into_iter().take(PANELS).unzip();
    let title = match shown.as_slice() {
        [first] => of_one(first),
        shown => of_several(shown),
    };
    let take = maps.iter().map(|map| map.take).max().unwrap_or(1);
    let together = if take > 1 {
        format!(" Of the largest, a cell stands for {take} by {take} places.")
    } else {
        String::new()
    };
    Picture {
        quiet: false,
        name: "positions",
        title,
        about: format!(
            "Where cards go, exactly. Across: the place of a card before the shuffle, top first; down: its place after it. Colours \
             are its probability as a multiple of the fair one.{together}{}{}",
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), number)
        ),
        legend: keys(),
        panels: shown
            .iter()
            .zip(&maps)
            .map(|(of, map)| map.panel(of))
            .collect(),
    }
}

/// Rings the cell that the answer of a record speaks of, which is the likeliest or the rarest place of a card, and says it in
/// the title.
pub(super) fn ring(drawn: &mut [Picture], record: &Record, answers: &[Named<'_>]) {
    let Some((named, rest)) = record.named.iter().find_map(|named| {
        let rest = named.figure.strip_prefix("cards.")?;
        Some((named, rest.split_once('.')?))
    }) else {
        return;
    };
    let all = of!(answers, Position);
    let mut all = all.iter().enumerate();
    let Some((panel, of)) = all.find(|(_, of)| named.answer.as_deref() == Some(of.name)) else {
        return;
    };
    let (card, figure) = rest;
    let card: Option<usize> = card.parse().ok();
    let Some(card) = card.and_then(|at| of.found.cards.get(at)) else {
        return;
    };
    let (found, from) = (of.found, card.from.saturating_sub(1));
    let (Some(row), None) = (found.matrix.get(from), found.bin) else {
        return;
    };
    let places = row.iter().enumerate();
    let (to, p) = match figure {
        "largest" => (card.likeliest.saturating_sub(1), card.largest),
        // Many are 0 once they are rounded; of these the one that is farthest from where the card most likely comes is the
        // rarest, if it is an end of the deck.
        "smallest" => {
            let likeliest = card.likeliest.saturating_sub(1);
            let far = |to: usize| to.abs_diff(likeliest);
            let rarest = places.min_by(|(x, a), (y, b)| a.total_cmp(b).then(far(*y).cmp(&far(*x))));
            match rarest {
                Some((to, _)) if to == 0 || to + 1 == row.len() => (to, card.smallest),
                _ => return,
            }
        }
        _ => return,
    };
    let n = row.len();
    let picture = drawn
        .iter_mut()
        .find(|picture| picture.name == "positions" && panel < picture.panels.len());
    // Of cells of several places a ring would be round others as well.
    let Some(picture) = picture.filter(|_| n <= MOST) else {
        return;
    };
    let (left, top, side) = cell_at(n);
    let (x, y) = (
        left + (from as f64 + 0.5) * side,
        top + (to as f64 + 0.5) * side,
    );
    let drawn = &mut picture.panels[panel];
    let radius = 1.2 * side + 3.0;
    // At the edge of the map it stays within the picture, and off the numbers beside it.
    let (x, y) = (
        x.max(left + radius - 2.0).min(drawn.size.0 - radius - 1.0),
        y.max(radius + 1.0),
    );
    drawn.body = html! {
        (drawn.body)
        @for class in ["ring around", "ring"] {
            circle class=(class) cx=(at(x)) cy=(at(y)) r=(at(radius)) {}
        }
    };
    let done = of.done_of(&of!(answers, Position));
    let goes = if from == to {
        "stays there".to_owned()
    } else {
        format!("ends at {}", place(to + 1, n))
    };
    picture.title = format!(
        "After {done}, the card from {} {goes} with a probability of {}; fair is {}.",
        place(from + 1, n),
        short(p, 3),
        one_in(1.0 / n as f64)
    );
    picture.about = format!("The ring is round that place. {}", picture.about);
}

/// The likeliest place of each card, and its distance from even, where maps would hide them: in cells of several places the
/// departures of single places cancel out.
fn card_by_card(all: &[Of<'_, Position>]) -> Option<Picture> {
    fn times(of: &Of<'_, Position>, card: &Card) -> f64 {
        card.largest * cards_of(of.found)
    }
    fn far(_: &Of<'_, Position>, card: &Card) -> f64 {
        card.distance
    }
    let shown = &all[..all.len().min(LINES)];
    let most = shown.iter().map(|of| of.found.cards.len()).max()?;
    let highest = |value: &dyn Fn(&Of<'_, Position>, &Card) -> f64| {
        let all = shown.iter();
        let all = all.flat_map(|of| of.found.cards.iter().map(move |card| value(of, card)));
        all.fold(0.0, f64::max)
    };
    let x = || Axis::new("place before, top first", 1.0, most as f64);
    let y = Axis::new("times fair", 0.0, 1.06 * highest(&times));
    let mut likeliest = Plot::new(ONE_OF, x(), y);
    likeliest.level("fair thin dashed", 1.0, "fair");
    let y = Axis::new("distance from even", 0.0, 1.06 * highest(&far));
    let mut distance = Plot::new(ONE_OF, x(), y);
    for (at, of) in shown.iter().enumerate() {
        // The farthest card is not left out.
        let farthest = |value: &dyn Fn(&Of<'_, Position>, &Card) -> f64| {
            let cards = of.found.cards.iter().enumerate();
            let most = cards.max_by(|(_, a), (_, b)| value(of, a).total_cmp(&value(of, b)));
            most.map_or(0, |(at, _)| at)
        };
        let always = [farthest(&times), farthest(&far)];
        let marks = |value: &dyn Fn(&Of<'_, Position>, &Card) -> f64| -> Vec<Mark> {
            let cards = thinned(of.found.cards.len(), &always).into_iter();
            let marks = cards.map(|at| {
                let card = &of.found.cards[at];
                let says = format!(
                    "{}, from place {}: {} from even; most often at {}, {} times fair",
                    of.label(),
                    card.from,
                    short(card.distance, 3),
                    card.likeliest,
                    short(times(of, card), 3)
                );
                Mark::new(card.from as f64, value(of, card), says)
            });
            marks.collect()
        };
        likeliest.curve(class(at), &marks(&times));
        distance.curve(class(at), &marks(&far));
    }
    let on_each_other = likeliest.has_lines_on_each_other() || distance.has_lines_on_each_other();
    let together = if on_each_other {
        " Where lines lie on each other, their colours take turns."
    } else {
        ""
    };
    let legend = shown.iter().enumerate().map(|(at, of)| Key {
        class: class(at),
        swatch: Swatch::Line,
        means: of.label(),
    });
    let words: Vec<String> = shown.iter().map(of_one).collect();
    let words = words.join(" ");
    Some(Picture {
        quiet: false,
        name: "places",
        title: match shown {
            [first] => of_one(first),
            shown => of_several(shown),
        },
        about: format!(
            "Each card by its place before, exactly. Left: how many times as likely as by chance it is at its likeliest place. Right: \
             how far its place is from even, as total variation. Maps in cells of several places would hide both: within a cell \
             the likelier and the rarer places cancel out.{together}{}{}",
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), all.len())
        ),
        legend: legend.collect(),
        panels: vec![
            likeliest.panel("at the likeliest place", &words),
            distance.panel("distance from even", &words),
        ],
    })
}

/// Gives the cards of the deck as a number to reckon with.
fn cards_of(found: &Position) -> f64 {
    cards(found) as f64
}

/// The scale, from the rarest to the most frequent.
fn keys() -> Vec<Key> {
    let key = |class, means| Key {
        class,
        swatch: Swatch::Area,
        means,
    };
    let last = STEPS.len() - 1;
    let rarer = (0..=last).rev().map(|at| {
        let means = match STEPS.get(at + 1) {
            Some(next) => format!("÷{} to {next}", STEPS[at]),
            None => format!("rarer: below 1/{}", STEPS[at]),
        };
        key(RARER[at], means)
    });
    let oftener = (0..=last).map(|at| {
        let means = match STEPS.get(at + 1) {
            Some(next) => format!("×{} to {next}", STEPS[at]),
            None => format!("likelier: above ×{}", STEPS[at]),
        };
        key(OFTENER[at], means)
    });
    let fair = key("even", "fair, within a tenth".to_owned());
    rarer.chain([fair]).chain(oftener).collect()
}

/// "After one riffle, the card from the top stays there in one deck in 2, where one deck in 52 is fair."
fn of_one(of: &Of<'_, Position>) -> String {
    let (found, done) = (of.found, of.done());
    let n = cards(found);
    let cells = found.impossible as f64 / (n * n) as f64;
    if cells >= MANY {
        let places: Vec<usize> = match found.bin {
            None => (found.matrix.iter())
                .map(|row| row.iter().filter(|p| **p > 0.0).count())
                .collect(),
            Some(_) => (found.cards.iter())
                .map(|card| n.saturating_sub(card.impossible))
                .collect(),
        };
        let fewest = places.iter().copied().min().unwrap_or(n);
        let most = places.iter().copied().max().unwrap_or(n);
        let of = if fewest == most {
            grouped(most as u64)
        } else {
            format!("{} to {}", grouped(fewest as u64), grouped(most as u64))
        };
        return format!(
            "After {done} a card can be at {of} of {} places; {} of all pairs of card and place cannot come up.",
            grouped(n as u64),
            percent(cells)
        );
    }
    let Some((from, to, p)) = likeliest(found) else {
        return String::new();
    };
    let off = |p: f64| (p * n as f64 - 1.0).abs();
    let most = off(p).max(off(found.smallest));
    if most < NONE {
        return format!(
            "After {done}, each of {} places is equally likely for every card.",
            grouped(n as u64)
        );
    }
    if most < STEPS[0] - 1.0 {
        return format!(
            "After {done} no place of {} is more than {} likelier or less likely than fair for any card.",
            grouped(n as u64),
            percent(most)
        );
    }
    let goes = if from == to {
        "stays there".to_owned()
    } else {
        format!("goes to {}", place(to + 1, n))
    };
    let (seen, fair) = (of_decks(p, "deck", "decks"), 1.0 / n as f64);
    let fair = if seen.starts_with("one") {
        one_in(fair)
    } else {
        percent(fair)
    };
    format!(
        "After {done}, the card from {} {goes} in {seen}, where {fair} is fair.",
        place(from + 1, n)
    )
}

/// Gives the cards of the deck.
fn cards(found: &Position) -> usize {
    match found.bin {
        None => found.matrix.len(),
        Some(_) => found.size(),
    }
}

/// Finds the likeliest pair of a card and a place, both from 0, and its probability: the first of several.
fn likeliest(found: &Position) -> Option<(usize, usize, f64)> {
    let first_largest = |best: (usize, usize, f64), cell: (usize, usize, f64)| {
        if cell.2 > best.2 { cell } else { best }
    };
    match found.bin {
        None => {
            let rows = found.matrix.iter().enumerate();
            rows.flat_map(|(from, row)| row.iter().enumerate().map(move |(to, p)| (from, to, *p)))
                .reduce(first_largest)
        }
        // Bins do not tell the cell; each card does.
        Some(_) => (found.cards.iter())
            .map(|card| {
                let from = card.from.saturating_sub(1);
                (
                    from,
                    card.likeliest.saturating_sub(1),
                    to_twelve_decimals(card.largest),
                )
            })
            .reduce(first_largest),
    }
}

/// Rounds as whole matrices are: what differs by less is a tie.
fn to_twelve_decimals(p: f64) -> f64 {
    (p * 1e12).round_ties_even() / 1e12
}

/// Answers that a title names one by one.
const EACH: usize = 3;

/// Says how far the place of a card is from even, and how likely its likeliest place is: of each of a few, of more of the
/// two that are farthest apart.
fn of_several(all: &[Of<'_, Position>]) -> String {
    let far = |of: &Of<'_, Position>| of.found.largest_distance;
    let high = all.iter().max_by(|a, b| far(a).total_cmp(&far(b)));
    let low = all.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
    let (Some(high), Some(low)) = (high, low) else {
        return String::new();
    };
    if far(high) < NONE {
        return "After each of these, every place is equally likely for every card.".to_owned();
    }
    let told: Vec<&Of<'_, Position>> = if all.len() <= EACH {
        all.iter().collect()
    } else {
        vec![high, low]
    };
    let mut told = told;
    text::sorting::by(&mut told, |a, b| far(b).total_cmp(&far(a)));
    let each = told.iter().enumerate().map(|(at, of)| {
        let even = if at == 0 { " from even" } else { "" };
        let value = if far(of) < NONE {
            "0".to_owned()
        } else {
            short(far(of), 2)
        };
        format!("{value}{even} after {}", of.done_of(all))
    });
    let each = each.collect::<Vec<_>>().join(", ");
    let times = short(high.found.largest * cards(high.found) as f64, 3);
    let which = if told.len() > 1 {
        format!(" after {}", high.done_of(all))
    } else {
        String::new()
    };
    format!(
        "A card's place is up to {each}; its likeliest place has {times} times the fair share{which}."
    )
}

/// The matrix as it is drawn: rows are places after the shuffle.
struct Map {
    take: usize,
    /// Times the fair share.
    times: Vec<Vec<f64>>,
}

impl Map {
    fn of(found: &Position) -> Self {
        let n = cards(found);
        let take = found.bin.unwrap_or_else(|| n.div_ceil(MOST));
        let blocks = n.div_ceil(take);
        let within = if found.bin.is_some() { 1 } else { take };
        let mut sums = vec![vec![0.0; blocks]; blocks];
        for (from, row) in found.matrix.iter().enumerate() {
            for (to, p) in row.iter().enumerate() {
                sums[to / within][from / within] += p;
            }
        }
        // Cards in a block; the last one may have fewer.
        let held = |at: usize| ((at + 1) * take).min(n) - at * take;
        let times =
            |to: usize, from: usize, sum: f64| n as f64 * sum / (held(to) * held(from)) as f64;
        let rows = sums.into_iter().enumerate();
        Self {
            take,
            times: rows
                .map(|(to, row)| {
                    let row = row.into_iter().enumerate();
                    row.map(|(from, sum)| times(to, from, sum)).collect()
                })
                .collect(),
        }
    }

    /// Returns true if each cell is nearer to fair, by a step of the colours, than the likeliest place of a card by itself.
    fn hides(&self, found: &Position) -> bool {
        let step = |times: f64| STEPS.iter().filter(|step| times > **step).count();
        let cells = self.times.iter().flatten();
        let strongest = cells.map(|times| step(*times)).max().unwrap_or(0);
        self.take > 1 && step(found.largest * cards_of(found)) > strongest
    }

    /// The class of so many times the fair share; `None` for one that is fair within the first step.
    fn class(times: f64) -> Option<&'static str> {
        let (classes, factor) = if times < 1.0 {
            (RARER, 1.0 / times)
        } else {
            (OFTENER, times)
        };
        Some(classes[STEPS.iter().rposition(|step| factor > *step)?])
    }

    fn panel(&self, of: &Of<'_, Position>) -> Panel {
        let rows = self.times.iter();
        let classes: Vec<Vec<_>> = rows
            .map(|row| row.iter().map(|times| Self::class(*times)).collect())
            .collect();
        Panel {
            label: of.label(),
            size: SIZE,
            words: of_one(of),
            matrix: None,
            body: html! {
                (square(&classes, cards(of.found)))
                (columns(&self.says(cards(of.found))))
            },
        }
    }

    /// Describes each column: the likeliest place of its card, and the least likely.
    fn says(&self, cards: usize) -> Vec<String> {
        let named = |at: usize| {
            let (first, last) = (at * self.take + 1, ((at + 1) * self.take).min(cards));
            if first == last {
                first.to_string()
            } else {
                format!("{first} to {last}")
            }
        };
        let column = |card: usize| {
            let places = || {
                self.times
                    .iter()
                    .enumerate()
                    .map(|(place, row)| (place, row[card]))
            };
            let most = places().reduce(|best, cell| if cell.1 > best.1 { cell } else { best });
            let least = places().reduce(|best, cell| if cell.1 < best.1 { cell } else { best });
            let said = |cell: Option<(usize, f64)>| {
                cell.map_or_else(String::new, |(place, times)| {
                    format!("{} ({} times fair)", named(place), short(times, 3))
                })
            };
            format!(
                "from place {}: most often at {}, least at {}",
                named(card),
                said(most),
                said(least)
            )
        };
        (0..self.times.len()).map(column).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::answers::position;

    #[test]
    fn a_record_keeps_as_many_entries_as_are_drawn() {
        assert_eq!(position::DRAWN, MOST);
    }

    /// Two cards that change places within a cell: the cell as a whole is fair.
    #[test]
    fn a_map_whose_cells_hide_what_their_cards_do_is_not_drawn() {
        let blank = Map {
            take: 2,
            times: vec![vec![1.0; 2]; 2],
        };
        let coloured = Map {
            take: 2,
            times: vec![vec![1.5, 0.5], vec![0.5, 1.5]],
        };
        let card = |from| serde_json::json!({"from": from, "distance": 0.25, "likeliest": 1, "largest": 0.5, "smallest": 0.0, "impossible": 0, "first": 1, "last": 4, "same_half": 0.5});
        let cards: Vec<_> = (1..=4).map(card).collect();
        let found = |largest: f64| -> Position {
            serde_json::from_value(serde_json::json!({
                "largest_distance": 0.25, "smallest": 0.0, "largest": largest, "impossible": 0, "same_half": 0.5,
                "same_half_ideal": 0.5,
                "test": {
                    "alpha": 0.001, "noncentrality_per_deck": 1.0, "power": 0.9, "decks_needed": 9, "decks": null,
                    "power_with_decks": null,
                },
                "cards": cards, "matrix": vec![vec![1.0; 2]; 2], "bin": 2,
            }))
            .unwrap()
        };
        let n = found(0.5).size() as f64;
        assert!(blank.hides(&found(4.0 / n)));
        assert!(!blank.hides(&found(1.0 / n)), "nothing to hide");
        assert!(!coloured.hides(&found(1.5 / n)));
        assert!(
            coloured.hides(&found(4.0 / n)),
            "its colour is that of a smaller one"
        );
        assert!(
            !Map { take: 1, ..blank }.hides(&found(4.0 / n)),
            "each cell is one card"
        );
    }

    #[test]
    fn colours_are_factors_either_way() {
        assert_eq!(Map::class(1.05), None);
        assert_eq!(Map::class(1.0 / 1.05), None);
        assert_eq!(Map::class(1.3), Some("o2"));
        assert_eq!(Map::class(1.0 / 1.3), Some("r2"));
        assert_eq!(Map::class(0.0), Some("r5"));
        assert_eq!(Map::class(40.0), Some("o5"));
    }
}
