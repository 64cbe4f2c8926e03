//! Quantities of a deck: the law after a routine beside that of a fair deck, and how far it is from fair, time by time.

use super::super::super::chart::{Axis, Key, Mark, Panel, Picture, Plot, Swatch};
use super::law::{Value, plot};
use super::words::{brief, capital, counted, letters};
use super::{ALONE, LINES, Named, Of, PANELS, class, of, size, some_of};
use record::answers::Quantity;
use record::answers::quantity::NEAR;
use text::names::{figure, grouped, percent_even_if_rare};

type Found<'a> = Of<'a, Quantity>;

pub(super) fn pictures(answers: &[Named<'_>]) -> Vec<Picture> {
    let mut all = of!(answers, Quantity);
    let of_stakes = of!(answers, Enough).into_iter();
    all.extend(of_stakes.filter_map(|of| {
        let found = &of.found.stake.as_ref()?.quantity;
        Some(Of {
            name: of.name,
            answer: of.answer,
            found,
        })
    }));
    laws(&all).into_iter().chain(times(&all)).collect()
}

/// The quantity in words, or its name in a record.
fn named(of: &Found<'_>) -> String {
    brief(&capital(&of.found.words))
}

/// The laws of numbers, value by value.
fn laws(all: &[Found<'_>]) -> Option<Picture> {
    let numbers: Vec<&Found<'_>> = all.iter().filter(|of| !of.found.event).collect();
    let shown = &numbers[..numbers.len().min(PANELS)];
    let first = shown.first()?;
    let panels = shown.iter().filter_map(|of| law(of, size(shown.len())));
    let panels: Vec<Panel> = panels.collect();
    let means = |of: &Found<'_>| {
        let fair = figure(of.found.fair.mean, 3);
        match of.found.asked() {
            None => format!("{}: {fair} on average in a fair deck", named(of)),
            Some(row) => format!(
                "{}: {} on average after {}, {fair} in a fair deck",
                named(of),
                figure(row.law.mean, 3),
                brief(of.answer.routine.as_deref().unwrap_or_default())
            ),
        }
    };
    let has_rows = shown.iter().any(|of| of.found.asked().is_some());
    let key = |class, means: &str| Key {
        class,
        swatch: Swatch::Line,
        means: means.to_owned(),
    };
    Some(Picture {
        quiet: false,
        name: "quantities",
        title: match shown {
            [one] => format!("{}.", means(one)),
            _ => format!("{}. Beside it: {} more.", means(first), shown.len() - 1),
        },
        about: format!(
            "Bars are chances {}.{}{}",
            match (has_rows, shown.iter().all(|of| of.found.asked().is_some())) {
                (false, _) => "in a fair deck",
                (true, true) => "after the routine",
                (true, false) => "after the routine, or in a fair deck where there is none",
            },
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), numbers.len())
        ),
        legend: if has_rows {
            vec![key("fair", "a fair deck")]
        } else {
            Vec::new()
        },
        panels,
    })
}

/// The law of a number in a panel.
fn law(of: &Found<'_>, size: (f64, f64)) -> Option<Panel> {
    let fair = &of.found.fair;
    let law = of.found.asked().map_or(fair, |row| &row.law);
    let ends = [law, fair].map(|law| Some((*law.values.first()?, *law.values.last()?)));
    let first = ends.iter().flatten().map(|ends| ends.0).min()?;
    let last = ends.iter().flatten().map(|ends| ends.1).max()?;
    let beside = of.found.asked().is_some();
    let values = (first..=last).filter_map(|value| {
        let number = u64::try_from(value).ok()?;
        let fair = beside.then(|| fair.chance(value));
        Some((number, law.chance(value), fair))
    });
    let values: Vec<Value> = values.collect();
    let plot = plot(size, &of.found.words, ("", ""), &values)?;
    Some(plot.panel("", &named(of)))
}

/// How far it is from fair, time by time.
fn times(all: &[Found<'_>]) -> Option<Picture> {
    let rows: Vec<&Found<'_>> = all.iter().filter(|of| of.found.after.len() > 1).collect();
    let shown = &rows[..rows.len().min(LINES)];
    let first = shown.first()?;
    let points = shown.iter().flat_map(|of| &of.found.after);
    let (mut last, mut highest) = (1, NEAR);
    for row in points {
        last = last.max(row.times.unwrap_or_default());
        highest = row.total_variation[1].max(highest);
    }
    let riffles = shown.iter().all(|of| of.found.riffles);
    let mut plot = Plot::new(
        ALONE,
        Axis::new(
            if riffles { "riffles" } else { "times" },
            1.0,
            f64::from(last),
        )
        .whole(),
        Axis::shares("off by at most", highest),
    );
    plot.level("s5 thin dashed", NEAR, "");
    let mut legend = Vec::new();
    for (at, of) in shown.iter().enumerate() {
        draw(&mut plot, class(at), of);
        if shown.len() > 1 {
            legend.push(Key {
                class: class(at),
                swatch: Swatch::Line,
                means: format!("{} ({})", named(of), of.label()),
            });
        }
    }
    legend.push(Key {
        class: "s5 thin dashed",
        swatch: Swatch::Line,
        means: "one point".to_owned(),
    });
    let told: Vec<String> = shown.iter().map(|of| near(of)).collect();
    let sampled = shown
        .iter()
        .any(|of| of.found.after.iter().any(|row| row.law.sampled.is_some()));
    let title = match shown {
        [_] => format!("{}.", near(first)),
        _ => format!("{}. Beside it: {} more.", told[0], shown.len() - 1),
    };
    Some(Picture {
        quiet: false,
        name: "quantities-by-times",
        title,
        about: format!(
            "The line is the most by which a chance is off: of the event, or of any values together.{}{}{}",
            if sampled {
                " It lies in the band, each end from simulated decks with 99.9% confidence."
            } else {
                ""
            },
            letters(shown.iter().map(|of| of.answer)),
            some_of(shown.len(), rows.len())
        ),
        legend,
        panels: vec![plot.panel("", &told.join(" "))],
    })
}

/// From when on a quantity is near fair.
fn near(of: &Found<'_>) -> String {
    let unit = |times: u32| {
        let (one, many) = of.found.unit();
        counted(u64::from(times), one, many)
    };
    if let Some(times) = of.found.near_from() {
        return format!(
            "{}: within one point of fair from {} on",
            named(of),
            unit(times)
        );
    }
    let last = of.found.after.last();
    let off = last.map_or(1.0, |row| row.total_variation[1]);
    let times = last.and_then(|row| row.times).unwrap_or_default();
    format!(
        "{}: off by at most {} points after {} of {} cards",
        named(of),
        figure(100.0 * off, 2),
        unit(times),
        grouped(of.cards() as u64)
    )
}

fn draw(plot: &mut Plot, class: &str, of: &Found<'_>) {
    let rows = of.found.after.iter();
    let points = rows.filter_map(|row| {
        let [low, high] = row.total_variation;
        Some((f64::from(row.times?), low, high))
    });
    let points: Vec<(f64, f64, f64)> = points.collect();
    if points.iter().any(|(_, low, high)| high - low > 1e-9) {
        plot.band(class, &points);
    }
    let marks = points.iter().map(|&(times, _, high)| {
        Mark::new(
            times,
            high,
            format!("{times}: at most {}", percent_even_if_rare(high)),
        )
    });
    plot.curve(class, &marks.collect::<Vec<_>>());
}
