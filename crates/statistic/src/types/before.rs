//! Places of the cards of each type, read off the deck before the shuffle.

use super::arrangement;
use super::{ARRANGEMENT, KINDS_OF_TYPES, TYPES};
use deck::Card;
use deck::subject::{Lot, lots};
use text::names;
use text::params::{ParamError, Params};

/// The name of a type that stands for all cards that the other types do not name.
const REST: &str = "other";

/// Names that a message shows.
const MOST_TO_NAME: usize = 8;

/// The deck before the shuffle, as its file names the cards.
pub struct Before<'a> {
    /// The file.
    pub file: &'a str,
    /// True if each deck was shuffled from the one before it, so that only the first one lay so.
    pub in_place: bool,
    /// The names; `None` where cards are numbers.
    pub named: Option<Named<'a>>,
}

/// Cards with names; copies have the same name, and the same symbol.
pub struct Named<'a> {
    /// The symbols of the cards, from the top.
    pub deck: &'a [Card],
    /// The name of each symbol.
    pub written: &'a [String],
    /// Finds the symbol of a name.
    pub find: Find<'a>,
}

/// A way to find the symbol of a name.
pub type Find<'a> = Box<dyn Fn(&str) -> Option<Card> + 'a>;

/// Makes sure that types which `parameters` of a statistic name are those of the deck `before` the
/// shuffle, and puts their places there into the arrangement, unless it is given.
pub fn settle(
    parameters: &mut toml::Table,
    before: &Before<'_>,
    cards: usize,
) -> Result<(), ParamError> {
    let Some(types) = parameters.get(TYPES.name).and_then(toml::Value::as_str) else {
        // A list that is no text is refused where it is read.
        return Ok(());
    };
    let types = types.to_owned();
    let wrong = |found: &str, accepted: &str| ParamError::Wrong {
        key: TYPES.name.to_owned(),
        found: format!("`{}`, {found}", types.escape_debug()),
        accepted: accepted.to_owned(),
    };
    if before.in_place {
        return Err(wrong(
            "for decks that are each shuffled from the one before (in-place): the types lie elsewhere in each",
            "types only where all decks are shuffled from the same start",
        ));
    }
    if let Some(arrangement) = parameters.get(ARRANGEMENT.name) {
        let alone: toml::Table = [
            (TYPES.name.to_owned(), types.clone().into()),
            (ARRANGEMENT.name.to_owned(), arrangement.clone()),
        ]
        .into_iter()
        .collect();
        let params = Params::new(KINDS_OF_TYPES[1], alone, &[TYPES, ARRANGEMENT])?;
        let read = arrangement::read(&params, cards)?;
        return match &before.named {
            Some(named) => one_type_each(before.file, named, &read),
            None => Ok(()),
        };
    }
    let Some(named) = &before.named else {
        return Err(wrong(
            &format!("but only numbers in {}", before.file),
            "types with an arrangement, which says how they lie there from the top, or a start that names the cards as \
             the types do",
        ));
    };
    let lots = lots(&types, TYPES.name, cards)?;
    let places = places(before.file, named, &lots)?;
    let runs = places.chunk_by(|a, b| a == b);
    let runs: Vec<String> = runs
        .map(|run| format!("{} {}", run.len(), run[0]))
        .collect();
    parameters.insert(ARRANGEMENT.name.to_owned(), runs.join(", ").into());
    Ok(())
}

/// The type of each place from the top.
fn places<'t>(file: &str, named: &Named<'_>, lots: &'t [Lot]) -> Result<Vec<&'t str>, ParamError> {
    let refuse = |problem: String| ParamError::Within {
        key: TYPES.name.to_owned(),
        problem,
    };
    let mut types: Vec<Option<&'t str>> = vec![None; named.written.len()];
    let mut rest = None;
    for (_, name) in lots {
        match (named.find)(name) {
            Some(symbol) => types[usize::from(symbol)] = Some(name),
            None if name == REST => rest = Some(name.as_str()),
            None => {
                let hint = names::hint(name, named.written.iter().map(String::as_str));
                return Err(refuse(format!(
                    "found the type `{}`, but no card in {file} has this name; accepted: the names there ({}), and \
                     `{REST}` for all cards that have no other type; or an arrangement, which says how the types lie \
                     there from the top{hint}",
                    name.escape_debug(),
                    shown(named)
                )));
            }
        }
    }
    let mut places = Vec::with_capacity(named.deck.len());
    for symbol in named.deck {
        let symbol = usize::from(*symbol);
        let Some(of) = types[symbol].or(rest) else {
            return Err(refuse(format!(
                "found no type for the card `{}` of {file}; accepted: every name there as a type, or the type `{REST}` \
                 for all others",
                named.written[symbol].escape_debug()
            )));
        };
        places.push(of);
    }
    for (_, name) in lots {
        let typed: usize = (lots.iter().filter(|(_, of)| of == name))
            .map(|(count, _)| count)
            .sum();
        let there = places.iter().filter(|of| *of == name).count();
        if typed != there {
            return Err(refuse(format!(
                "found {typed} cards of the type `{}`; accepted: {there}, as many as {file} has",
                name.escape_debug()
            )));
        }
    }
    Ok(places)
}

/// Refuses an arrangement by which copies of one card are of two types.
fn one_type_each(
    file: &str,
    named: &Named<'_>,
    read: &arrangement::Types,
) -> Result<(), ParamError> {
    let mut seen: Vec<Option<(bool, usize)>> = vec![None; named.written.len()];
    for (place, (symbol, marked)) in named.deck.iter().zip(&read.marked).enumerate() {
        let symbol = usize::from(*symbol);
        let (before, first) = *seen[symbol].get_or_insert((*marked, place));
        if before != *marked {
            return Err(ParamError::Within {
                key: ARRANGEMENT.name.to_owned(),
                problem: format!(
                    "found `{}`, cards {} and {} of {file}, once as `{}` and once as another type; accepted: all copies \
                     of a card as one type",
                    named.written[symbol].escape_debug(),
                    first + 1,
                    place + 1,
                    read.first.escape_debug()
                ),
            });
        }
    }
    Ok(())
}

/// The names and how often each comes.
fn shown(named: &Named<'_>) -> String {
    let copies = |symbol: usize| {
        let cards = named.deck.iter();
        cards.filter(|card| usize::from(**card) == symbol).count()
    };
    let all = named.written.iter().enumerate();
    let first = all.take(MOST_TO_NAME);
    let mut shown: Vec<String> = first
        .map(|(symbol, name)| format!("{} {}", copies(symbol), name.escape_debug()))
        .collect();
    if named.written.len() > MOST_TO_NAME {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(types: &str, arrangement: Option<&str>) -> Result<String, String> {
        let written = ["Forest", "Bolt", "Bear"].map(str::to_owned);
        let deck = [0, 0, 1, 0, 2, 2, 0, 1];
        let before = Before {
            file: "start.txt",
            in_place: false,
            named: Some(Named {
                deck: &deck,
                written: &written,
                find: Box::new(|name| {
                    let at = written.iter().position(|known| known == name);
                    at.map(|at| at as Card)
                }),
            }),
        };
        let mut table = toml::Table::new();
        table.insert("types".to_owned(), types.into());
        if let Some(arrangement) = arrangement {
            table.insert("arrangement".to_owned(), arrangement.into());
        }
        settle(&mut table, &before, 8).map_err(|error| error.to_string())?;
        Ok(table["arrangement"].as_str().unwrap().to_owned())
    }

    #[test]
    fn types_lie_where_the_start_has_their_names() {
        for (types, arrangement) in [
            (
                "4 Forest, 4 other",
                "2 Forest, 1 other, 1 Forest, 2 other, 1 Forest, 1 other",
            ),
            (
                "2 Bear, 4 Forest, 2 Bolt",
                "2 Forest, 1 Bolt, 1 Forest, 2 Bear, 1 Forest, 1 Bolt",
            ),
        ] {
            assert_eq!(settled(types, None).unwrap(), arrangement);
        }
        let given = "3 land, 1 spell, 2 spell, 2 land";
        let error = settled("5 land, 3 spell", Some(given)).unwrap_err();
        assert!(
            error.contains("`Forest`, cards 1 and 4 of start.txt"),
            "{error}"
        );
        let given = "4 land, 2 spell, 2 land";
        assert_eq!(settled("6 land, 2 spell", Some(given)).unwrap(), given);
    }

    #[test]
    fn names_that_are_not_there_are_refused() {
        for (types, part) in [
            (
                "4 land, 4 spell",
                "found the type `land`, but no card in start.txt has this name; accepted: the names there (4 Forest, 2 Bolt, 2 Bear)",
            ),
            ("4 Forrest, 4 other", "did you mean `Forest`?"),
            (
                "5 Forest, 3 other",
                "found 5 cards of the type `Forest`; accepted: 4, as many as start.txt has",
            ),
            ("6 Forest, 2 Bolt", "found no type for the card `Bear`"),
            ("4 Forest, 5 other", "these come to 9"),
        ] {
            let error = settled(types, None).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
