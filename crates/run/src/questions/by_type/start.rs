//! The types of the cards before the riffles, and what is seen of them after: the parameters that say them.

use std::collections::BTreeMap;

use super::super::parameter::{Parameter, Read};
use super::super::question::Given;
use deck::MIN_CARDS;
use deck::subject::{Classes, Shape};
use search::distance::Showing;
use shuffle::routine::{RifflesFirst, Then};
use text::params::ParamError;

/// The types of the cards, for questions about what is seen of them.
pub(in super::super) const TYPES: Parameter = Parameter::new(
    "types",
    "TYPES",
    Read::Text,
    "Cards of each type, as in \"26 red, 26 black\" or 26,26, for someone who sees types alone; --deck can say them, too",
);

/// How the types lie before the riffles.
pub(in super::super) const ARRANGEMENT: Parameter = Parameter::new(
    "arrangement",
    "LIST",
    Read::Text,
    "Start: sorted, alternating, played, or a list: \"red, black, red\"",
);

/// The part of each deck that is seen.
pub(in super::super) const VIEW: Parameter = Parameter::new(
    "view",
    "VIEW",
    Read::Text,
    "What is seen: first:7 (in order), hand:7 (as a set), hands:4x13 (dealt in turn; or :back-and-forth, :blocks)",
);

/// How near limits must be.
pub(in super::super) const WITHIN: Parameter = Parameter::new(
    "within",
    "D",
    Read::Number(0.000_5..=0.1),
    "Look at more decks, until limits are so near to their middle: .001",
);

/// The types of the cards before the riffles, and what is seen of them after.
#[derive(Debug, Clone)]
pub(in super::super) struct Start {
    /// The type at each place from the top: 0 for the first, 1 for the next that is another, and so on.
    pub(super) word: Vec<usize>,
    /// The cell of each place, from the top: what is seen is the types in each.
    pub(super) cells: Vec<usize>,
    /// The part that is seen; none if it is the whole deck.
    pub(super) view: Option<Shape>,
    /// Cards of each type, in that order.
    pub counts: Vec<usize>,
    /// How they lie, in words.
    pub words: Option<String>,
    /// How near limits must be to their middle, where more decks bring them nearer.
    pub(super) within: Option<f64>,
    /// True if a cut at a random place follows the riffles.
    pub(super) turned: bool,
    /// What follows the riffles, in words.
    pub then: Option<String>,
}

impl Start {
    pub(super) fn new(
        types: Option<&str>,
        arrangement: Option<&str>,
        view: Option<Shape>,
        cards: usize,
    ) -> Result<Self, ParamError> {
        let cells = match view {
            Some(Shape::First(seen)) if seen + 1 >= cards => (0..cards).collect(),
            Some(view) => view.cell_of_places(cards),
            None => (0..cards).collect(),
        };
        let Some(types) = types else {
            return Ok(Self {
                word: (0..cards).collect(),
                cells,
                view,
                counts: vec![1; cards],
                words: None,
                within: None,
                turned: false,
                then: None,
            });
        };
        let types = named(types);
        let classes = Classes::read(&types, arrangement, cards)?;
        let mut first: Vec<u16> = Vec::new();
        let mut word = Vec::with_capacity(cards);
        for class in classes.of() {
            let known = first.iter().position(|known| known == class);
            word.push(known.unwrap_or(first.len()));
            if known.is_none() {
                first.push(*class);
            }
        }
        let copies = classes.copies();
        let words = match arrangement {
            Some(how @ ("alternating" | "played")) => format!("{types}, {how}"),
            _ => classes.to_string(),
        };
        Ok(Self {
            counts: first
                .iter()
                .map(|class| copies[usize::from(*class)])
                .collect(),
            word,
            cells,
            view,
            words: Some(words),
            within: None,
            turned: false,
            then: None,
        })
    }

    /// The same deck, of which the types of all cards are seen.
    pub(super) fn whole(&self) -> Self {
        Self {
            cells: (0..self.cards()).collect(),
            view: None,
            turned: false,
            ..self.clone()
        }
    }

    /// The same deck, where moves follow its riffles: each place after the riffles is in the cell that its card comes to.
    pub(super) fn followed_by(&self, moves: &RifflesFirst) -> Self {
        let cells = match &moves.then {
            Then::Fixed(moves) => named_anew(moves.to().iter().map(|to| self.cells[*to])),
            Then::Nothing | Then::RandomCut => self.cells.clone(),
        };
        Self {
            cells,
            turned: moves.then == Then::RandomCut,
            then: moves.says.clone(),
            ..self.clone()
        }
    }

    /// The same for searches.
    pub(super) fn showing(&self) -> Showing<'_> {
        Showing {
            types: &self.word,
            cells: &self.cells,
            turned: self.turned,
        }
    }

    /// True if the type of the card at each place is seen, and no cut hides what place it was before.
    pub(super) fn is_whole(&self) -> bool {
        self.sees_all() && !self.turned
    }

    /// True if the type of the card at each place is seen.
    pub(super) fn sees_all(&self) -> bool {
        self.showing().sees_all()
    }

    /// True if that is so, and each type lies in one piece.
    pub(super) fn is_grouped(&self) -> bool {
        self.word.is_sorted() && self.is_whole()
    }

    /// True if each type has one card, so that cards are seen.
    pub(super) fn all_differ(&self) -> bool {
        self.showing().all_differ()
    }

    /// Places in each cell.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let cells = self.cells.iter().max().map_or(0, |last| last + 1);
        let mut sizes = vec![0; cells];
        for cell in &self.cells {
            sizes[*cell] += 1;
        }
        sizes
    }

    pub(super) fn cards(&self) -> usize {
        self.word.len()
    }

    /// The part that is seen, in words.
    pub fn seen(&self) -> Option<String> {
        self.view.map(Shape::words)
    }

    /// Cards of each type, where types were given.
    pub fn types(&self) -> Vec<usize> {
        match self.words {
            Some(_) => self.counts.clone(),
            None => Vec::new(),
        }
    }
}

/// The cells with new names, in the order in which they come: what is seen does not depend on them.
fn named_anew(cells: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut names: BTreeMap<usize, usize> = BTreeMap::new();
    let new = |cell| {
        let next = names.len();
        *names.entry(cell).or_insert(next)
    };
    cells.map(new).collect()
}

/// The types with names: numbers alone are called A, B, and so on.
fn named(types: &str) -> String {
    let counts: Option<Vec<usize>> = types
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    let Some(counts) = counts else {
        return types.to_owned();
    };
    let name = |at: usize| match u8::try_from(at) {
        Ok(at @ 0..26) => char::from(b'A' + at).to_string(),
        _ => format!("type {}", at + 1),
    };
    let lots = counts.iter().enumerate();
    let lots: Vec<String> = lots
        .map(|(at, count)| format!("{count} {}", name(at)))
        .collect();
    lots.join(", ")
}

/// The types of the cards and what is seen of them, if either is given.
///
/// # Errors
///
/// If types are fewer than two or not those of the deck, or the deck has no such part.
pub(in super::super) fn start(given: &Given<'_>) -> Result<Option<Start>, ParamError> {
    let arrangement = given.get::<String>(ARRANGEMENT.name);
    let view = view(given)?;
    let types = given.get::<String>(TYPES.name);
    let within = given.get::<f64>(WITHIN.name);
    match (&types, arrangement) {
        (None, Some(found)) => Err(without_types(&found)),
        (None, None) if view.is_none() => match within {
            None => Ok(None),
            Some(found) => Err(ParamError::Wrong {
                key: WITHIN.name.to_owned(),
                found: found.to_string(),
                accepted: "it beside types, or a view".to_owned(),
            }),
        },
        (_, arrangement) => {
            let (types, how) = (types.as_deref(), arrangement.as_deref());
            let start = Start::new(types, how, view, given.cards)?;
            Ok(Some(Start { within, ..start }))
        }
    }
}

/// The types of the cards, if they are given, as they lie before.
///
/// # Errors
///
/// If they are not those of the deck, or an arrangement is given without types.
pub(in super::super) fn classes(given: &Given<'_>) -> Result<Option<Classes>, ParamError> {
    let arrangement = given.get::<String>(ARRANGEMENT.name);
    match (given.get::<String>(TYPES.name), arrangement) {
        (None, None) => Ok(None),
        (None, Some(found)) => Err(without_types(&found)),
        (Some(types), how) => Classes::read(&named(&types), how.as_deref(), given.cards).map(Some),
    }
}

/// The error of an arrangement of nothing.
fn without_types(found: &str) -> ParamError {
    ParamError::Wrong {
        key: ARRANGEMENT.name.to_owned(),
        found: format!("`{found}`, but no types of cards that lie so"),
        accepted: "it beside types, as in `--deck \"26 red, 26 black\"` (in a spec, `types`)"
            .to_owned(),
    }
}

/// The part that is seen, if one is given.
fn view(given: &Given<'_>) -> Result<Option<Shape>, ParamError> {
    let Some(found) = given.get::<String>(VIEW.name) else {
        return Ok(None);
    };
    let wrong = |found: String, accepted: &str| ParamError::Wrong {
        key: VIEW.name.to_owned(),
        found,
        accepted: accepted.to_owned(),
    };
    let shape: Shape = found
        .parse()
        .map_err(|_| wrong(found.clone(), Shape::ACCEPTED))?;
    if given.cards < MIN_CARDS {
        return Err(wrong(found, "no view of one card, which has one order"));
    }
    shape.check(given.cards).map_err(|accepted| {
        let accepted = format!("{accepted}, in a deck of {}", given.cards);
        wrong(found, &accepted)
    })?;
    Ok(Some(shape))
}
