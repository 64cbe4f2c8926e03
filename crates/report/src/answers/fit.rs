//! `fit`: which model made some decks. The findings and their page; `colddeck fit` makes them; the page.

use crate::table::Page;
use record::answers::fit::{Fit, Known, Parameter, Row, Verdict};
use text::names::{figure, grouped, p_value};

/// Rows of the small table.
const GLANCE: usize = 5;

/// ".61", "1.2", "12"
fn short(value: f64) -> String {
    let text = if value < 10.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.0}")
    };
    text.strip_prefix("0.")
        .map_or(text.clone(), |rest| format!(".{rest}"))
}

fn parameter_text(parameter: &Parameter) -> String {
    let shown = |value: f64| {
        if parameter.whole {
            format!("{value}")
        } else {
            figure(value, 3)
        }
    };
    let value = shown(parameter.value);
    match parameter.high {
        Some(high) if shown(parameter.low) == shown(high) => format!("{} {value}", parameter.name),
        Some(high) => format!(
            "{} {value} ({} to {})",
            parameter.name,
            shown(parameter.low),
            shown(high)
        ),
        None => format!(
            "{} {value} ({} or more)",
            parameter.name,
            shown(parameter.low)
        ),
    }
}

/// The plural by which people call it, if it is done by hand.
fn hands(row: &Row) -> Option<&'static str> {
    let kind = row.shuffle.split(' ').next().unwrap_or_default();
    Some(match kind {
        "mash" => "mashes",
        "riffle" => "riffles",
        "overhand" => "overhand shuffles",
        "hindu" => "Hindu shuffles",
        "cut" => "cuts",
        "shelf" => "passes through the machine",
        "pile" | "piles" => "deals onto piles",
        _ => return None,
    })
}

/// The parameters, with intervals where these are known to hold as often as they say: simulated models have values on a grid.
fn parameters(row: &Row) -> String {
    let all = row.parameters.iter().map(|parameter| match row.known {
        Known::Exact => parameter_text(parameter),
        Known::Simulated => parameter_text(&Parameter {
            low: parameter.value,
            high: Some(parameter.value),
            ..parameter.clone()
        }),
    });
    all.collect::<Vec<_>>().join(", ")
}

fn known_words(known: Known) -> &'static str {
    match known {
        Known::Exact => "exact",
        Known::Simulated => "simulated",
    }
}

/// "once", "twice", "3 times"
fn often(times: u32) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}

/// The shuffles in their order, as one says them: "a cut, then riffle, done twice, then a cut".
fn described(row: &Row, times: u32) -> String {
    let done = match times {
        1 => String::new(),
        times => format!(", done {}", often(times)),
    };
    let once = |other: &String| match other.as_str() {
        "cut" => "one cut".to_owned(),
        other => format!("one {other}"),
    };
    let before = row
        .before
        .as_ref()
        .map(|other| format!("{}, then ", once(other)));
    let after = row
        .after
        .as_ref()
        .map(|other| format!(", then {}", once(other)));
    [
        before.unwrap_or_default(),
        row.shuffle.clone(),
        done,
        after.unwrap_or_default(),
    ]
    .concat()
}

/// The command that goes on with these shuffles.
fn paste(row: &Row, fit: &Fit, cards: usize) -> String {
    let main = match fit.times {
        1 => "X".to_owned(),
        times => format!("X*{times}"),
    };
    let letters = [("A", &row.before), ("B", &row.after)];
    let defined = letters.iter().filter_map(|(letter, other)| {
        let other = other.as_ref().filter(|other| *other != "cut")?;
        Some(format!(" --shuffle '{letter}={other}'"))
    });
    let letter = |(letter, other): &(&str, &Option<String>)| {
        other.as_ref().map(|other| {
            if other == "cut" {
                "C".to_owned()
            } else {
                (*letter).to_owned()
            }
        })
    };
    let moves = [letter(&letters[0]), Some(main), letter(&letters[1])];
    let routine: Vec<String> = moves.into_iter().flatten().collect();
    let routine = match routine.as_slice() {
        [alone] => alone.clone(),
        several => format!("'{}'", several.join(" ")),
    };
    let view = fit.view.as_ref();
    let view = view.map_or_else(String::new, |view| format!(" --view {view}"));
    format!(
        "colddeck run {routine} --deck {cards}{view} --shuffle 'X={}'{}",
        row.shuffle,
        defined.collect::<String>()
    )
}

/// Returns true for an overhand shuffle that draws off nearly every card by itself, which turns the deck upside down.
fn deals(row: &Row) -> bool {
    let mut chance = row.parameters.iter().filter(|one| one.name == "chance");
    row.shuffle.starts_with("overhand ") && chance.any(|chance| chance.value >= 0.9)
}

/// The answer in a sentence.
fn sentence(fit: &Fit) -> String {
    let Some(first) = fit.models.first() else {
        return "This is how many decks it takes to say what made them.".to_owned();
    };
    let lead = fit.needed.as_ref().map(|needed| {
        let lead = if needed.lead < 100.0 {
            format!("{:.1}", needed.lead)
        } else {
            grouped(libm::round(needed.lead) as u64)
        };
        format!(
            " (log-likelihood {lead} above the next rival, {})",
            needed.next
        )
    });
    let lead = lead.unwrap_or_default();
    let shuffles = described(first, fit.times);
    match fit.verdict {
        Verdict::Fair => format!("Taken one by one, these decks look fair{lead}."),
        Verdict::Model => {
            let weak = fit.test.as_ref().filter(|test| test.is_weak());
            let weak = weak.map_or_else(String::new, |test| {
                format!(" It is a weak fit (p = {}).", p_value(test.p))
            });
            format!("These decks look like {shuffles}{lead}.{weak}")
        }
        Verdict::None => {
            let p = fit.test.as_ref().map_or(1.0, |test| test.p);
            format!(
                "None of these models fits the decks: the nearest is {shuffles}, with p = {}.",
                p_value(p)
            )
        }
        Verdict::TooFew | Verdict::Plan => {
            let next = fit
                .needed
                .as_ref()
                .map_or("the others", |needed| &needed.next);
            let decks = match fit.decks {
                1 => "One deck is".to_owned(),
                decks => format!("{} decks are", grouped(decks)),
            };
            format!("{decks} too few to tell {} from {next}.", first.model)
        }
    }
}

/// The riffles that move the order as far, in a sentence.
fn riffles(fit: &Fit) -> Option<String> {
    let found = fit.riffles.as_ref()?;
    let one = match fit.models.first().and_then(hands) {
        Some(hands) if fit.verdict == Verdict::Model => format!("One of your {hands}"),
        _ => "One of your shuffles".to_owned(),
    };
    let end = |end: Option<f64>| end.map(short);
    Some(match (end(found.value), end(found.low), end(found.high)) {
        // Fair decks have no upper limit, but one time in forty.
        (Some(value), Some(low), Some(high)) if fit.verdict == Verdict::Fair => format!(
            "Yet their old neighbours alone are those of decks after {value} riffles ({low} to {high}, with 95% confidence)."
        ),
        (Some(value), Some(low), Some(high)) => {
            format!("{one} moves the order as far as {value} riffles ({low} to {high}).")
        }
        // Without an upper limit the value says nothing: it is far out by chance.
        (_, Some(low), None) | (None, Some(low), _) => {
            format!("{one} moves the order as far as {low} riffles or more.")
        }
        // The mean is that of these decks: it says nothing of others.
        _ => format!(
            "These decks keep {:.1} old neighbours together on average, fewer than riffles ever leave (fair: {:.1}).",
            found.neighbours, found.fair
        ),
    })
}

/// The decks that it takes, in a sentence.
fn takes(fit: &Fit) -> Option<String> {
    let needed = fit
        .needed
        .as_ref()
        .filter(|_| fit.verdict == Verdict::TooFew)?;
    let first = &fit.models.first()?.model;
    Some(match needed.decks {
        Some(decks) if decks <= fit.decks => {
            format!("It takes more decks to tell {first} from {}.", needed.next)
        }
        Some(decks) => format!(
            "It takes about {} {} to tell {first} from {}; there are {}.",
            grouped(decks),
            if decks == 1 { "deck" } else { "decks" },
            needed.next,
            grouped(fit.decks)
        ),
        None => format!(
            "These decks do not say how many it takes to tell {first} from {}.",
            needed.next
        ),
    })
}

/// The first screen: the answer, and the best models.
pub fn glance(fit: &Fit, cards: usize) -> Page {
    let mut page = Page::default();
    write(&mut page, fit, cards, GLANCE);
    page
}

/// The answer on a page, with all models.
pub fn page(page: &mut Page, found: &Fit, _name: &str, cards: usize) {
    write(page, found, cards, usize::MAX);
}

/// The number by which a model is below the first one, with what parameters cost.
fn below(found: &Fit, row: &Row) -> String {
    let first = found.models.first().and_then(|first| first.score);
    match (first, row.score) {
        (Some(first), Some(score)) => format!("{:.1}", (first - score).max(0.0)),
        _ => "impossible".to_owned(),
    }
}

fn write(page: &mut Page, found: &Fit, cards: usize, most: usize) {
    page.line(sentence(found));
    if found.verdict == Verdict::Plan {
        plan(page, found);
        return;
    }
    if let Some(sentence) = riffles(found) {
        page.line(sentence);
    }
    if let Some(sentence) = takes(found) {
        page.line(sentence);
    }
    if found.verdict == Verdict::Model && found.models.first().is_some_and(deals) {
        page.line(
            "So small packets turn the order upside down: were the decks written from the bottom to the top?",
        );
    }
    match (found.verdict, found.models.first()) {
        (Verdict::Model, Some(first)) => {
            page.line(format!("To go on with it: {}", paste(first, found, cards)));
        }
        (Verdict::TooFew, _) => page.line("Record more decks, or accept that the two are alike."),
        (Verdict::None, first) => refused(page, found, first),
        _ => {}
    }
    let rows = found.models.iter().take(most);
    page.table(rows)
        .left("model", |row| &row.model)
        .left("parameters (95%, if exact)", |row| parameters(row))
        .right("below the first", |row| below(found, row))
        .faint("known", |row| known_words(row.known));
    notes(page, found, most);
}

/// The ways in which decks may have been made that no model fits.
fn refused(page: &mut Page, found: &Fit, first: Option<&Row>) {
    page.line(format!(
        "I took each deck to be shuffled {}; --times K says how often it was.",
        often(found.times)
    ));
    if let Some(other) = &found.other_times {
        page.line(format!(
            "Shuffled {} each, they look like {}: --times {}.",
            often(other.times),
            other.model,
            other.times
        ));
        return;
    }
    let order = if found.view.is_some() {
        "a sorted deck"
    } else {
        "the assumed order (--start)"
    };
    page.line(format!(
        "Perhaps each deck was shuffled in two ways, or did not start from {order}."
    ));
    let first = first.filter(|first| first.known == Known::Simulated);
    if let Some(first) = first.filter(|first| !first.parameters.is_empty()) {
        page.line(format!(
            "Or it was {} with other parameters: this model is simulated, so only some were tried.",
            first.model
        ));
    }
}

fn notes(page: &mut Page, found: &Fit, most: usize) {
    if let Some(test) = &found.test {
        page.note(format!(
            "test of fit: p = {}, from {} simulated sets of {} {}; a model with p below .01 is refused, and below .05 its fit is weak",
            p_value(test.p),
            grouped(test.sets),
            grouped(test.decks),
            if test.decks == 1 { "deck" } else { "decks" }
        ));
    }
    if let Some(riffles) = &found.riffles {
        page.note(format!(
            "riffles: the number that keeps as many old neighbours together (c + 1 directly below c): {:.1} on average \
             here, {:.1} in fair decks; x riffles are one riffle of 2^x packets, also where x is not whole",
            riffles.neighbours, riffles.fair
        ));
    }
    if most == usize::MAX {
        page.note(
            "models are compared by the log-likelihood, less half the logarithm of the number of decks for each parameter \
             (Schwarz). So of a model and its special case the simpler one is preferred. A model is named if it is 4.6 \
             above the next (100 times as likely), and by two standard errors more where a likelihood is simulated",
        );
    }
    if most == usize::MAX && !found.no_models.is_empty() {
        page.note(format!(
            "no models: I did not look for decks of these kinds: {}. Of routines of several kinds, I looked for a cut, a \
             strip, a box, an overhand shuffle or a wash beside riffles or mashes",
            found.no_models.join(", ")
        ));
    }
    page.note(
        "below the first: by how much the score is lower, that is the log-likelihood less half the logarithm of the number \
         of decks for each parameter; 4.6 below is a hundredth of the probability",
    );
    let shown = || found.models.iter().take(most);
    if let Some(view) = &found.view {
        page.note(format!(
            "simulated: only {view} is seen of each deck. Its likelihood is that of one coarse statistic: a few counts put \
             views into classes, and the share of each class in simulated decks counts. Within a class every model is \
             taken to be fair. {}",
            if most == usize::MAX {
                format!("The counts: {}", found.statistics.join("; "))
            } else {
                "--full names the counts".to_owned()
            }
        ));
    } else if shown().any(|row| row.known == Known::Simulated) {
        page.note(format!(
            "simulated: no law of whole orders is known; the likelihood is that of named statistics of simulated decks, \
             taken as normal ({})",
            if most == usize::MAX { found.statistics.join(", ") } else { "--full names them".to_owned() }
        ));
    }
    if found.needed.is_some() {
        page.note("rival: a model that is neither a case of the first nor has it as a case");
    }
    if shown().len() < found.models.len() {
        page.note(format!("--full shows all {} models", found.models.len()));
    }
}

fn plan(page: &mut Page, found: &Fit) {
    let decks = |decks: Option<u64>| decks.map_or_else(|| "not known".to_owned(), grouped);
    page.table(&found.plan)
        .left("decks made by", |row| &row.shuffle)
        .left("look like", |row| &row.looks_like)
        .left("the next", |row| &row.next)
        .right("decks to tell them", |row| decks(row.decks))
        .right("decks for riffles to a tenth", |row| {
            row.for_riffles.map_or_else(|| "–".to_owned(), grouped)
        });
    page.note(
        "decks to tell them: with this many, the log-likelihood is 4.6 above the next (100 times as likely) in 95 of 100 \
         such records; this is simulated, and right to about a fifth",
    );
}
