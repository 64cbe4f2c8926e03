//! Pictures of how near what is seen of a deck comes to fair with each riffle, beside all orders.

use super::super::super::chart::{Key, Picture, Swatch};
use super::words::{brief, capital, counted, distance, letters};
use super::{LINES, MARKS, Named, Of, banded, by_riffles, class, limits, of, some_of};
use record::answers::Distance;
use record::answers::distance::Repeated;
use text::names::grouped;

/// The class of all orders.
const ORDERS: &str = "s0";

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let all = of!(answers, Distance);
    let of_seen: Vec<&Of<'_, Distance>> = all.iter().filter(|of| is_drawn(of.found)).collect();
    let lines: Vec<Line<'_>> = of_seen.iter().filter_map(|of| Line::of(of)).collect();
    // All orders are a line as well.
    let shown = &lines[..lines.len().min(LINES - 1)];
    let Some(first) = shown.first() else {
        return Vec::new();
    };
    let riffles = shown
        .iter()
        .flat_map(|line| line.rows.iter().map(|row| row.0));
    let orders = orders(shown);
    let riffles = riffles.chain(orders.iter().map(|row| row.0));
    let (from, to) = (
        riffles.clone().fold(f64::INFINITY, f64::min),
        riffles.fold(1.0, f64::max),
    );
    let mut plot = by_riffles(from, to);
    let mut legend = Vec::new();
    let mut key = |class, means| {
        legend.push(Key {
            class,
            swatch: Swatch::Line,
            means,
        });
    };
    let said = |what: String| {
        move |riffles: f64, far: &str| {
            format!(
                "{}, {what}: {far}",
                counted(riffles as u64, "riffle", "riffles")
            )
        }
    };
    if !orders.is_empty() {
        banded(&mut plot, ORDERS, &orders, said("all orders".to_owned()));
        key(ORDERS, "all orders".to_owned());
    }
    for (at, line) in shown.iter().enumerate() {
        let class = class(at + 1);
        banded(&mut plot, class, &line.rows, said(line.seen.clone()));
        key(class, line.seen.clone());
    }
    let words: Vec<String> = shown.iter().map(Line::in_words).collect();
    let known = match shown {
        [one] => one.types.by.as_ref().map(|by| format!(" Source: {by}.")),
        _ => None,
    };
    vec![Picture {
        quiet: false,
        name: "seen",
        title: match shown {
            [_] => first.title(),
            _ => "How far what is seen is from fair after each riffle.".to_owned(),
        },
        about: format!(
            "The total variation from fair lies in the band, or on the line where it is known.{}{}{}",
            known.unwrap_or_default(),
            letters(of_seen.iter().map(|of| of.answer)),
            some_of(shown.len(), lines.len())
        ),
        legend,
        panels: vec![plot.panel("", &words.join(" "))],
    }]
}

/// True if an answer says what is seen after each of several riffles.
pub(super) fn is_drawn(found: &Distance) -> bool {
    let rows = found.repeated.iter().flat_map(|types| &types.after);
    rows.filter(|row| row.riffles.is_some()).count() > 1
}

/// A deck as it is seen after each of some riffles.
struct Line<'a> {
    seen: String,
    cards: usize,
    found: &'a Distance,
    types: &'a Repeated,
    /// The riffles, and the limits of the distance.
    rows: Vec<(f64, f64, f64)>,
}

impl<'a> Line<'a> {
    fn of(of: &Of<'a, Distance>) -> Option<Self> {
        let types = of.found.repeated.as_ref()?;
        let rows = types.after.iter().filter_map(|row| {
            let [lower, upper] = row.total_variation;
            Some((f64::from(row.riffles?), lower, upper))
        });
        let start = types.start.clone().unwrap_or_else(|| {
            let counts: Vec<String> = types.types.iter().map(ToString::to_string).collect();
            counts.join(", ")
        });
        let start = Some(brief(&start)).filter(|_| !types.types.is_empty());
        let parts: Vec<String> = types.view.clone().into_iter().chain(start).collect();
        Some(Self {
            seen: parts.join(" of "),
            cards: of.cards(),
            found: of.found,
            types,
            rows: rows.take(MARKS).collect(),
        })
    }

    /// The distances one after the other.
    fn in_words(&self) -> String {
        let each = self
            .rows
            .iter()
            .map(|(_, lower, upper)| limits(*lower, *upper));
        let each: Vec<String> = each.collect();
        format!("{}: {}.", self.seen, each.join(", "))
    }

    fn title(&self) -> String {
        let asked = self.types.after.iter().find(|row| row.asked);
        let Some((asked, riffles)) = asked.and_then(|row| Some((row, row.riffles?))) else {
            return format!("How far {} is from fair after each riffle.", self.seen);
        };
        let [lower, upper] = asked.total_variation;
        let leave = if riffles == 1 { "leaves" } else { "leave" };
        let orders = self.found.total_variation.as_ref();
        let orders = orders.map_or_else(String::new, |orders| {
            format!("; all orders are {} from fair", distance(orders.value))
        });
        format!(
            "{} of {} cards {leave} {} {} from fair{orders}.",
            capital(&counted(u64::from(riffles), "riffle", "riffles")),
            grouped(self.cards as u64),
            self.seen,
            limits(lower, upper)
        )
    }
}

/// The distance over all orders, where all decks have as many cards: after the most riffles.
fn orders(lines: &[Line<'_>]) -> Vec<(f64, f64, f64)> {
    let same = lines.windows(2).all(|two| two[0].cards == two[1].cards);
    let longest = lines.iter().max_by_key(|line| line.found.after.len());
    let Some(line) = longest.filter(|_| same) else {
        return Vec::new();
    };
    let rows = line.found.after.iter().take(MARKS);
    rows.map(|row| {
        (
            f64::from(row.riffles),
            row.total_variation,
            row.total_variation,
        )
    })
    .collect()
}
