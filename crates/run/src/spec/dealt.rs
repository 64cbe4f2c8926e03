//! The things that there are to shuffle: a number of cards, types of cards, or a decklist in a file. The command line
//! and specs say it in the same way.

use std::io;
use std::path::Path;

use toml::Spanned;

use super::error::Errors;
use super::place::Place;
use super::wire;
use deck::subject::{Decklist, lot, lots};
use reader::{Format, RECORDED_CARDS, recorded_shape};
use text::files;
use text::harmless;
use text::whole;

/// A deck as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dealt {
    /// Cards, which may be too few or too many.
    pub cards: i64,
    /// The cards of each type, as in `24 land, 36 spell`, if they have types.
    pub types: Option<String>,
    /// True if these stand in a decklist, in which each type is the name of a card.
    pub is_list: bool,
}

/// The accepted texts, in words.
const ACCEPTED: &str = "a number of cards (60), the cards of each type (\"24 land, 36 spell\"), or a file with a decklist";

impl Dealt {
    /// A deck of so many cards.
    pub fn of(cards: i64) -> Self {
        Self {
            cards,
            types: None,
            is_list: false,
        }
    }

    /// A deck of so many cards.
    pub fn of_cards(cards: usize) -> Self {
        Self::of(i64::try_from(cards).unwrap_or(i64::MAX))
    }

    /// The cards of a decklist, on lines of their own.
    pub fn list(&self) -> Option<String> {
        let types = self.types.as_ref().filter(|_| self.is_list)?;
        let lots = lots(types, "deck", usize::try_from(self.cards).ok()?).ok()?;
        let lines = lots.iter().map(|(count, name)| format!("{count} {name}\n"));
        Some(lines.collect())
    }

    /// Reads `60`, `24 land, 36 spell`, or the name of a file in `folder`; the error says what was found and what is
    /// accepted.
    pub fn read(text: &str, folder: &Path) -> Result<Self, String> {
        if let Ok(cards) = whole::parse_signed(text.trim()) {
            return Ok(Self::of(cards));
        }
        let path = folder.join(text);
        let number = text.trim().strip_suffix("cards").map(str::trim_end);
        if let Some(number) = number
            && whole::parse(number).is_some()
            && !files::is_file(&path)
        {
            return Err(format!(
                "did you mean {number}? Found `{}`; accepted: {ACCEPTED}",
                text.escape_debug()
            ));
        }
        let is_types = lot(text.split(',').next().unwrap_or_default()).is_some();
        let alone = is_types && !text.contains(',') && with_commas(text).is_none();
        if alone && !files::is_file(&path) {
            return Err(format!(
                "found one type of cards alone, `{}`; accepted: {ACCEPTED}",
                text.escape_debug()
            ));
        }
        if !files::is_file(&path) && is_types && with_commas(text).is_none() {
            let parts = text.split(',').filter_map(lot);
            // Saturating: a number too large for a deck is refused with the others.
            let cards = parts.fold(0_i64, |all, (count, _)| {
                all.saturating_add(i64::try_from(count).unwrap_or(i64::MAX))
            });
            return Ok(Self {
                cards,
                types: Some(text.to_owned()),
                is_list: false,
            });
        }
        if let (Some(meant), false) = (with_commas(text), files::is_file(&path)) {
            return Err(format!(
                "did you mean \"{meant}\"? Found numbers without commas between the types; accepted: {ACCEPTED}"
            ));
        }
        let list = files::read_to_string(&path);
        let list = list.map_err(|error| {
            let text = text.escape_debug();
            match error.kind() {
                io::ErrorKind::NotFound => {
                    format!("found `{text}`, which is no number, and no file has that name; accepted: {ACCEPTED}")
                }
                _ => format!("found the file `{text}`, which cannot be read ({error}); accepted: {ACCEPTED}"),
            }
        })?;
        let list = Decklist::read(&list).map_err(|wrong| {
            format!(
                "{}, line {}: {}",
                harmless::path(&path),
                wrong.line,
                wrong.problem
            )
        })?;
        let types = (list.lots.len() > 1).then(|| list.types());
        // The types are read again from a line, where a name such as `Fire, 3 Ice` would be two.
        if let Some(types) = &types
            && lots(types, "deck", list.cards()).is_err()
        {
            return Err(format!(
                "{}: found a name with a comma and a number in it; accepted: names without",
                harmless::path(&path)
            ));
        }
        Ok(Self {
            cards: i64::try_from(list.cards()).unwrap_or(i64::MAX),
            types,
            is_list: true,
        })
    }
}

/// Types with commas between, where there are none: `24 land 36 spell` or `24 land and 36 spell`.
fn with_commas(text: &str) -> Option<String> {
    let text = text.trim_end_matches([',', ';', ' ']);
    if text.contains(',') {
        return None;
    }
    let (mut lots, mut last): (Vec<String>, Option<bool>) = (Vec::new(), None);
    for word in text.split([' ', '\t', ';', '+', '&', '/']) {
        let is_number = word.parse::<usize>().is_ok();
        match (is_number, lots.last_mut()) {
            _ if word.is_empty() || word == "and" => continue,
            (true, _) => lots.push(word.to_owned()),
            (false, Some(lot)) => *lot = format!("{lot} {word}"),
            (false, None) => return None,
        }
        // Two numbers side by side are no types.
        if is_number && last == Some(true) {
            return None;
        }
        last = Some(is_number);
    }
    (lots.len() > 1 && last == Some(false)).then(|| lots.join(", "))
}

/// The format of hands that the source of a spec is in, as it says or its file's ending does.
pub(super) fn recorded(file: &wire::File) -> Option<Format> {
    let source = file.source.as_ref()?.get_ref();
    let format = match &source.format {
        Some(format) => Format::named(format.get_ref()),
        None => Format::by_ending(Path::new(source.file.as_ref()?.get_ref())),
    };
    format.filter(|format| recorded_shape(*format).is_some())
}

/// Fills in what a format of hands tells: the format itself, the deck, and what is seen of it.
pub(super) fn settle_recorded(file: &mut wire::File) {
    let Some(format) = recorded(file) else { return };
    if let Some(source) = &mut file.source {
        let span = source.span();
        let named = Spanned::new(span.clone(), format.name().to_owned());
        source.get_mut().format.get_or_insert(named);
        let cards = wire::Deck::Whole(wire::Whole(Dealt::of_cards(RECORDED_CARDS).cards));
        file.deck
            .get_or_insert_with(|| Spanned::new(span.clone(), cards));
        let shape = recorded_shape(format).map(|shape| Spanned::new(span, shape.to_string()));
        file.view = file.view.take().or(shape);
    }
}

/// Replaces a deck that the spec says in words by its number of cards and its types.
pub(super) fn settle(place: &Place<'_>, file: &mut wire::File, errors: &mut Errors) {
    let Some(deck) = &file.deck else { return };
    let wire::Deck::Text(text) = deck.get_ref() else {
        return;
    };
    let span = deck.span();
    let read = match whole::parse_signed(text) {
        // A number is a number in TOML.
        Ok(_) => Err(format!(
            "found `\"{text}\"`, a number in quotes; accepted: {ACCEPTED}"
        )),
        Err(_) => Dealt::read(text, &place.folder()),
    };
    let read = errors.keep(read.map_err(|problem| place.key(span.clone(), "deck", problem)));
    file.deck = None;
    let Some(dealt) = read else {
        errors.leave_out(vec!["deck".to_owned()]);
        return;
    };
    file.deck = Some(Spanned::new(
        span.clone(),
        wire::Deck::Whole(wire::Whole(dealt.cards)),
    ));
    match (dealt.types, &file.types) {
        (Some(_), Some(types)) => {
            let problem = "found it beside a deck that says its types; accepted: one of the two";
            errors.add(place.key(types.span(), "types", problem));
        }
        (Some(types), None) => file.types = Some(Spanned::new(span, types)),
        (None, _) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_is_a_number_or_types_or_a_list() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("list.txt"),
            "Deck\n4 Elf\n20 Forest\n\nSideboard\n1 Bear\n",
        )
        .unwrap();
        let read = |text: &str| Dealt::read(text, folder.path());
        assert_eq!(read("60"), Ok(Dealt::of(60)));
        let typed = read("24 land, 36 spell").unwrap();
        assert_eq!(
            (typed.cards, typed.types.as_deref()),
            (60, Some("24 land, 36 spell"))
        );
        let list = read("list.txt").unwrap();
        assert_eq!(
            (list.cards, list.types.as_deref()),
            (24, Some("4 Elf, 20 Forest"))
        );
        assert!(list.is_list && !typed.is_list);
        for text in [
            "24 land 36 spell",
            "24 land; 36 spell",
            "24 land and 36 spell",
            "24 land + 36 spell",
        ] {
            let problem = read(text).unwrap_err();
            assert!(
                problem.starts_with("did you mean \"24 land, 36 spell\"?"),
                "{problem}"
            );
        }
        for wrong in ["lits.txt", "sixty", ""] {
            let problem = read(wrong).unwrap_err();
            assert!(
                problem.contains("accepted: a number of cards (60)"),
                "{problem}"
            );
        }
        std::fs::write(folder.path().join("bad.txt"), "4 Elf\nforest and more\n").unwrap();
        let problem = read("bad.txt").unwrap_err();
        assert!(
            problem.contains("bad.txt, line 2: found `forest…`"),
            "{problem}"
        );
    }
}
