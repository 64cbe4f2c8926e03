//! `fit`: which model made some decks. The findings and their page; `colddeck fit` makes them.

use serde::{Deserialize, Serialize};

use super::page::{Page, figure};
use crate::names::{grouped, p_value};

/// The name of the command, and of its answer.
pub(super) const NAME: &str = "fit";

/// The way in which a likelihood is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Known {
    /// By the law of whole orders.
    Exact,
    /// By the named statistics of simulated decks.
    Simulated,
}

/// A parameter of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The value for which the likelihood is largest.
    pub value: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end; absent where the decks set none.
    pub high: Option<f64>,
    /// True if it is a whole number.
    pub whole: bool,
}

/// The verdict on the decks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// They look fair.
    Fair,
    /// They look like those of the first model.
    Model,
    /// No model fits.
    None,
    /// There are too few to tell the first model from the next.
    TooFew,
    /// There are none: it is told how many it will take.
    Plan,
}

/// A model beside the decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub model: String,
    /// The shuffle as `--shuffle` takes it after a letter.
    pub shuffle: String,
    /// Its parameters; none where it has none.
    pub parameters: Vec<Parameter>,
    /// The natural logarithm of the likelihood of all decks; absent where they cannot come from it.
    pub log_likelihood: Option<f64>,
    /// The same for each deck, above that of fair decks.
    pub per_deck: Option<f64>,
    /// The way in which it is known.
    pub known: Known,
}

/// The decks that it takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Needed {
    /// The next model, of those that are not cases of the first nor the other way round.
    pub next: String,
    /// The difference by which the first is above it: log-likelihoods, less the penalty of the parameters.
    pub lead: f64,
    /// Decks after which the first is clearly above it with a probability of .95; absent where no number is enough.
    pub decks: Option<u64>,
}

/// A test of the decks against those of the first model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestOfFit {
    /// The p-value.
    pub p: f64,
    /// True if it is above the level.
    pub fits: bool,
    /// Decks that were looked at.
    pub decks: u64,
    /// Simulated sets of as many decks.
    pub sets: u64,
}

/// The number of riffles that move an order as far, for each time that the decks were shuffled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Riffles {
    /// The mean number of neighbours that were kept together.
    pub neighbours: f64,
    /// Its value in fair decks.
    pub fair: f64,
    /// The riffles; absent where the order is moved as far as in fair decks.
    pub value: Option<f64>,
    /// The lower end of the 95% interval.
    pub low: Option<f64>,
    /// The upper end; absent where it may be as far as in fair decks.
    pub high: Option<f64>,
}

/// The decks that a model will take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Planned {
    /// The shuffle.
    pub shuffle: String,
    /// The model that its decks look like.
    pub looks_like: String,
    /// The one that is hardest to tell from it.
    pub next: String,
    /// Decks that it takes to tell the two apart; absent where no number is enough.
    pub decks: Option<u64>,
    /// Decks after which the number of riffles that move the order as far is known to a tenth.
    pub for_riffles: Option<u64>,
}

/// The model that made some decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// Decks that were looked at.
    pub decks: u64,
    /// The number of times that each was shuffled.
    pub times: u32,
    /// The verdict on them.
    pub verdict: Verdict,
    /// The models, the most likely first.
    pub models: Vec<Row>,
    /// The decks that it takes to tell the first from the next.
    pub needed: Option<Needed>,
    /// The test of fit of the first.
    pub test: Option<TestOfFit>,
    /// The riffles that move the order as far.
    pub riffles: Option<Riffles>,
    /// The statistics whose likelihood is simulated.
    pub statistics: Vec<String>,
    /// The decks that it will take, model by model, if that was asked.
    pub plan: Vec<Planned>,
}

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

impl Parameter {
    fn text(&self) -> String {
        let shown = |value: f64| {
            if self.whole {
                format!("{value}")
            } else {
                figure(value, 3)
            }
        };
        let value = shown(self.value);
        match self.high {
            Some(high) if shown(self.low) == shown(high) => format!("{} {value}", self.name),
            Some(high) => format!(
                "{} {value} ({} to {})",
                self.name,
                shown(self.low),
                shown(high)
            ),
            None => format!("{} {value} ({} or more)", self.name, shown(self.low)),
        }
    }
}

impl Row {
    /// The plural by which people call it, if it is done by hand.
    fn hands(&self) -> Option<&'static str> {
        let kind = self.shuffle.split(' ').next().unwrap_or_default();
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

    fn parameters(&self) -> String {
        let all = self.parameters.iter().map(Parameter::text);
        all.collect::<Vec<_>>().join(", ")
    }
}

impl Known {
    fn words(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Simulated => "simulated",
        }
    }
}

impl Fit {
    /// The answer in a sentence.
    fn sentence(&self) -> String {
        let Some(first) = self.models.first() else {
            return "How many decks it takes to say what made them.".to_owned();
        };
        let lead = self.needed.as_ref().map(|needed| {
            let lead = if needed.lead < 10.0 {
                format!("{:.1}", needed.lead)
            } else {
                grouped(needed.lead as u64)
            };
            format!(" (log-likelihood {lead} above the next, {})", needed.next)
        });
        let lead = lead.unwrap_or_default();
        let times = match self.times {
            1 => String::new(),
            2 => ", done twice".to_owned(),
            times => format!(", done {times} times"),
        };
        match self.verdict {
            Verdict::Fair => format!("These decks look fair{lead}."),
            Verdict::Model => format!("These decks look like {}{times}{lead}.", first.shuffle),
            Verdict::None => {
                let p = self.test.as_ref().map_or(1.0, |test| test.p);
                format!(
                    "None of these made the decks: the nearest is {}{times}, and it does not fit (p = {}).",
                    first.shuffle,
                    p_value(p)
                )
            }
            Verdict::TooFew | Verdict::Plan => {
                let next = self
                    .needed
                    .as_ref()
                    .map_or("the others", |needed| &needed.next);
                format!(
                    "{} decks are too few to tell {} from {next}.",
                    grouped(self.decks),
                    first.model
                )
            }
        }
    }

    /// The riffles that move the order as far, in a sentence.
    fn riffles(&self) -> Option<String> {
        let found = self.riffles.as_ref()?;
        let one = match self.models.first().and_then(Row::hands) {
            Some(hands) if self.verdict == Verdict::Model => format!("One of your {hands}"),
            _ => "One of your shuffles".to_owned(),
        };
        let end = |end: Option<f64>| end.map(short);
        Some(match (end(found.value), end(found.low), end(found.high)) {
            (Some(value), Some(low), Some(high)) => {
                format!("{one} moves the order as {value} ({low} to {high}) riffles do.")
            }
            (Some(value), Some(low), None) => {
                format!("{one} moves the order as {value} ({low} or more) riffles do.")
            }
            (None, Some(low), _) => format!("{one} moves the order as {low} riffles do, or more."),
            _ => format!("{one} moves the order as far as can be told from neighbours."),
        })
    }

    /// The decks that it takes, in a sentence.
    fn takes(&self) -> Option<String> {
        let needed = self.needed.as_ref()?;
        let first = &self.models.first()?.model;
        Some(match needed.decks {
            Some(decks) => format!(
                "It takes about {} {} to tell {first} from {}; there are {}.",
                grouped(decks),
                if decks == 1 { "deck" } else { "decks" },
                needed.next,
                grouped(self.decks)
            ),
            None => format!(
                "No number of decks seems to tell {first} from {}.",
                needed.next
            ),
        })
    }

    /// The first screen: the answer, and the best models.
    pub(crate) fn glance(&self, cards: usize) -> Page {
        let mut page = Page::default();
        write(&mut page, self, cards, GLANCE);
        page
    }
}

/// The answer on a page, with all models.
pub(super) fn page(page: &mut Page, found: &Fit, _name: &str, cards: usize) {
    write(page, found, cards, usize::MAX);
}

/// Tells how much likelier than fair a deck is, in the logarithm.
fn above(ln: f64) -> String {
    let text = format!("{ln:+.2}");
    if text == "-0.00" {
        "+0.00".to_owned()
    } else {
        text
    }
}

fn write(page: &mut Page, found: &Fit, cards: usize, most: usize) {
    page.line(found.sentence());
    if found.verdict == Verdict::Plan {
        plan(page, found);
        return;
    }
    if let Some(sentence) = found.riffles() {
        page.line(sentence);
    }
    if let Some(sentence) = found.takes() {
        page.line(sentence);
    }
    let routine = match found.times {
        1 => "X".to_owned(),
        times => format!("X*{times}"),
    };
    let paste = |row: &Row| {
        format!(
            "colddeck run {routine} --deck {cards} --shuffle 'X={}'",
            row.shuffle
        )
    };
    match (found.verdict, found.models.first()) {
        (Verdict::Model, Some(first)) => page.line(format!("To go on with it: {}", paste(first))),
        (Verdict::TooFew, _) => page.line("Record more decks, or accept that the two are alike."),
        (Verdict::None, _) => page.line(format!(
            "Perhaps each deck was shuffled more than {}, in two ways, or not from the order that is assumed (--times, --start).",
            if found.times == 1 { "once" } else { "so often" }
        )),
        _ => {}
    }
    let rows = found.models.iter().take(most);
    page.table(rows)
        .left("model", |row| &row.model)
        .left("parameters (95%)", |row| row.parameters())
        .right("log-likelihood", |row| match row.log_likelihood {
            Some(ln) => format!("{ln:.1}"),
            None => "impossible".to_owned(),
        })
        .right("a deck", |row| {
            row.per_deck.map_or_else(|| "–".to_owned(), above)
        })
        .faint("known", |row| row.known.words());
    notes(page, found, most);
}

fn notes(page: &mut Page, found: &Fit, most: usize) {
    if let Some(test) = &found.test {
        page.note(format!(
            "test of fit: p = {}, from {} simulated sets of {} decks; a model with p below .01 is refused",
            p_value(test.p),
            grouped(test.sets),
            grouped(test.decks)
        ));
    }
    if let Some(riffles) = &found.riffles {
        page.note(format!(
            "riffles: as many as keep as many neighbours together, c + 1 directly below c: {:.1} on average here, {:.1} in \
             fair decks; real numbers of riffles are packets 2^x in the law of a riffle's neighbours",
            riffles.neighbours, riffles.fair
        ));
    }
    if most == usize::MAX {
        page.note(
            "models are compared by the log-likelihood, less half the logarithm of the number of decks for each parameter \
             (Schwarz), so that of a model and its special case the simpler one is preferred; one is named if it is 3 above \
             the next, 20 times as likely",
        );
    }
    page.note("a deck: its log-likelihood above that of fair decks, on average");
    let shown = || found.models.iter().take(most);
    if shown().any(|row| row.known == Known::Simulated) {
        page.note(format!(
            "simulated: no law of whole orders is known; likelihood of named statistics of simulated decks, taken as \
             normal ({})",
            if most == usize::MAX { found.statistics.join(", ") } else { "--full names them".to_owned() }
        ));
    }
    if shown().len() < found.models.len() {
        page.note(format!("--full shows all {} models", found.models.len()));
    }
}

fn plan(page: &mut Page, found: &Fit) {
    let decks = |decks: Option<u64>| decks.map_or_else(|| "no number".to_owned(), grouped);
    page.table(&found.plan)
        .left("decks made by", |row| &row.shuffle)
        .left("look like", |row| &row.looks_like)
        .left("the next", |row| &row.next)
        .right("decks to tell them", |row| decks(row.decks))
        .right("decks for riffles to a tenth", |row| {
            row.for_riffles.map_or_else(|| "–".to_owned(), grouped)
        });
    page.note(
        "decks to tell them: the log-likelihood is then 3 above the next (20 times as likely) in 95 of 100 such records; from \
         simulated decks, right to a fifth or so",
    );
}
