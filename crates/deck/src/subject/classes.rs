//! Classes of cards: cards of the same class look alike, copies of a card for instance, or lands and spells.

use std::fmt;

use text::harmless;
use text::params::ParamError;

/// A number of cards of a class, one under the other.
pub type Lot = (usize, String);

/// The class of each card, by its place before the shuffle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes {
    /// The name of each class, in the order in which they were listed.
    names: Vec<String>,
    /// The class of each card, from the top.
    of: Vec<u16>,
}

impl Classes {
    /// Reads `24 land, 36 spell` for decks of `cards` cards, which lie before the shuffle as `arrangement` says:
    /// `sorted` (as listed, and where nothing is said), `alternating`, `played`, or a list from the top.
    pub fn read(types: &str, arrangement: Option<&str>, cards: usize) -> Result<Self, ParamError> {
        let types = lots(types, TYPES, cards)?;
        let mut kinds: Vec<Lot> = Vec::new();
        for (count, name) in &types {
            match kinds.iter_mut().find(|(_, known)| known == name) {
                Some((all, _)) => *all += count,
                None => kinds.push((*count, name.clone())),
            }
        }
        let listed = match arrangement {
            None | Some("sorted" | "alternating" | "played") => None,
            Some(list) => Some(listed(list, &kinds, cards)?),
        };
        let places = match (&listed, arrangement) {
            (Some(listed), _) => in_turn(listed),
            (None, Some("alternating")) => alternating(&kinds),
            (None, Some("played")) => played(&kinds, cards),
            (None, _) => in_turn(&types),
        };
        let class = |name: &str| kinds.iter().position(|(_, known)| known == name);
        let of = places
            .into_iter()
            .filter_map(class)
            .map(|class| class as u16);
        Ok(Self {
            of: of.collect(),
            names: kinds.into_iter().map(|(_, name)| name).collect(),
        })
    }

    /// The upper and the lower half of a deck.
    pub fn halves(cards: usize) -> Self {
        let upper = cards / 2;
        Self {
            names: vec!["upper half".to_owned(), "lower half".to_owned()],
            of: (0..cards).map(|place| u16::from(place >= upper)).collect(),
        }
    }

    /// The name of each class.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The class of each card, by its place before the shuffle.
    pub fn of(&self) -> &[u16] {
        &self.of
    }

    /// The number of cards of each class.
    pub fn copies(&self) -> Vec<usize> {
        let mut copies = vec![0; self.names.len()];
        for class in &self.of {
            copies[usize::from(*class)] += 1;
        }
        copies
    }

    /// Returns true if each class lies in one piece before the shuffle.
    pub fn is_sorted(&self) -> bool {
        self.runs().count() == self.names.len()
    }

    fn runs(&self) -> impl Iterator<Item = &[u16]> {
        self.of.chunk_by(|a, b| a == b)
    }
}

/// Writes them as they are read, from the top: `24 land, 36 spell`.
impl fmt::Display for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, run) in self.runs().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(
                f,
                "{comma}{} {}",
                run.len(),
                self.names[usize::from(run[0])]
            )?;
        }
        Ok(())
    }
}

/// The keys that name classes and their places.
const TYPES: &str = "types";
const ARRANGEMENT: &str = "arrangement";

/// Reads types from the top, each part a name alone or a number and a name; none where a part is neither.
fn by_names(list: &str, kinds: &[Lot]) -> Option<Vec<Lot>> {
    let known = |name: &str| kinds.iter().any(|(_, known)| known == name);
    let parts = list.split(',').map(|part| match part.trim() {
        name if known(name) => Some((1, name.to_owned())),
        part => lot(part).filter(|(_, name)| known(name)),
    });
    parts.collect()
}

/// Reads a list of types from the top, which must have all cards of each.
fn listed(list: &str, kinds: &[Lot], cards: usize) -> Result<Vec<Lot>, ParamError> {
    let listed = match by_names(list, kinds) {
        Some(listed) => listed,
        None if list.contains(|c: char| c.is_ascii_digit()) => lots(list, ARRANGEMENT, cards)?,
        None => {
            let accepted = "`sorted`, `alternating`, `played`, or the types from the top, with numbers or one by one, as in \
                            \"12 land, 36 spell, 12 land\" or \"red, black, red\"";
            return Err(wrong(ARRANGEMENT, list, accepted));
        }
    };
    check_listed(kinds, &listed, list)?;
    Ok(listed)
}

/// Refuses an arrangement that has not as many cards of each class as the deck.
fn check_listed(kinds: &[Lot], listed: &[Lot], text: &str) -> Result<(), ParamError> {
    for (count, name) in kinds {
        let found = listed.iter().filter(|(_, known)| known == name);
        let found: usize = found.map(|(count, _)| count).sum();
        if found != *count {
            let accepted = format!(
                "\"sorted\", \"alternating\", \"played\", or a list that has all {count} cards of the type `{name}` (found {found})"
            );
            return Err(wrong(ARRANGEMENT, text, &accepted));
        }
    }
    Ok(())
}

/// Reads `24 land, 36 spell`, which must have as many cards as the deck; `key` names it in messages. Names may have
/// commas: a lot begins where a number stands behind one.
pub fn lots(text: &str, key: &str, cards: usize) -> Result<Vec<Lot>, ParamError> {
    let accepted = format!(
        "numbers and names with commas between that come to {cards} cards, as in \"24 land, 36 spell\""
    );
    let mut lots: Vec<Lot> = Vec::new();
    for part in text.split(',') {
        match (lot(part), lots.last_mut()) {
            (Some(lot), _) => lots.push(lot),
            (None, Some((_, name))) if !part.trim().is_empty() => {
                name.push(',');
                name.push_str(&harmless::words(part.trim_end()));
            }
            (None, _) => return Err(wrong(key, text, &accepted)),
        }
    }
    // Saturating: a number too large for a deck is just wrong.
    let all = lots
        .iter()
        .fold(0usize, |all, (count, _)| all.saturating_add(*count));
    let several = lots.iter().any(|(_, name)| *name != lots[0].1);
    if all != cards || !several {
        let found = if several {
            format!("{accepted}; these come to {all}")
        } else {
            format!("{accepted}; two types or more")
        };
        return Err(wrong(key, text, &found));
    }
    Ok(lots)
}

/// A number of cards, an `x` behind it or not, and their name.
pub fn lot(part: &str) -> Option<Lot> {
    let (count, name) = part.trim().split_once(char::is_whitespace)?;
    let digits = count.strip_suffix(['x', 'X']).unwrap_or(count);
    let (count, name) = (digits.parse().ok()?, name.trim());
    let good = count > 0 && !name.is_empty();
    good.then(|| (count, harmless::words(name).into_owned()))
}

fn wrong(key: &str, found: &str, accepted: &str) -> ParamError {
    ParamError::Wrong {
        key: key.to_owned(),
        found: format!("`{}`", found.escape_debug()),
        accepted: accepted.to_owned(),
    }
}

/// All cards of each lot, lot after lot.
fn in_turn(lots: &[Lot]) -> Vec<&str> {
    let all = lots.iter();
    all.flat_map(|(count, name)| std::iter::repeat_n(name.as_str(), *count))
        .collect()
}

/// All types as evenly spread as can be: next comes the type that is farthest behind its share.
fn alternating(kinds: &[Lot]) -> Vec<&str> {
    let cards: usize = kinds.iter().map(|(count, _)| count).sum();
    let mut dealt = vec![0; kinds.len()];
    let places = (1..=cards).map(|so_far| {
        // The amount by which it is behind, in cards times cards, but for a sum that is the same for all.
        let behind = |at: &usize| kinds[*at].0 * so_far + (so_far - dealt[*at]) * cards;
        let next = (0..kinds.len())
            .max_by_key(|at| (behind(at), std::cmp::Reverse(*at)))
            .unwrap_or(0);
        dealt[next] += 1;
        kinds[next].1.as_str()
    });
    places.collect()
}

/// Arranges a deck as it is left after a game: a third of it was drawn and is put back on top, type
/// by type; the rest lies as evenly as before.
fn played(kinds: &[Lot], cards: usize) -> Vec<&str> {
    let even = alternating(kinds);
    let (drawn, rest) = even.split_at(cards / 3);
    let mut piles = Vec::with_capacity(cards);
    for (_, name) in kinds {
        piles.extend(drawn.iter().filter(|drawn| *drawn == name));
    }
    piles.extend(rest);
    piles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_have_commas_and_numbers_an_x() {
        let text = "4 Jace, the Mind Sculptor, 2x Liliana, Heretical Healer, 3 Island";
        let classes = Classes::read(text, None, 9).unwrap();
        assert_eq!(
            classes.names(),
            [
                "Jace, the Mind Sculptor",
                "Liliana, Heretical Healer",
                "Island"
            ]
        );
        assert_eq!(classes.copies(), [4, 2, 3]);
        assert_eq!(classes.of(), [0, 0, 0, 0, 1, 1, 2, 2, 2]);
        let written = classes.to_string();
        assert_eq!(written, text.replace("2x", "2"));
        assert_eq!(Classes::read(&written, None, 9), Ok(classes));
    }

    #[test]
    fn a_list_may_name_one_card_after_the_other() {
        let read = |list: &str| Classes::read("2 red, 3 black", Some(list), 5);
        let classes = read("black, red, black, red, black").unwrap();
        assert_eq!(classes.of(), [1, 0, 1, 0, 1]);
        assert_eq!(read("black, 2 red, 2 black").unwrap().of(), [1, 0, 0, 1, 1]);
        for (wrong, says) in [
            ("red, black", "all 2 cards of the type `red` (found 1)"),
            ("red, blue, red, black, black", "one by one"),
            ("in turn", "`alternating`"),
        ] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn a_class_may_lie_in_several_pieces() {
        let list = "2 land, 3 spell, 2 land, 3 spell";
        for (text, arrangement) in [(list, None), ("4 land, 6 spell", Some(list))] {
            let classes = Classes::read(text, arrangement, 10).unwrap();
            assert_eq!(classes.copies(), [4, 6]);
            assert!(!classes.is_sorted());
            assert_eq!(classes.to_string(), list);
        }
        assert!(
            Classes::read("4 land, 6 spell", None, 10)
                .unwrap()
                .is_sorted()
        );
        assert_eq!(Classes::halves(5).of(), [0, 0, 1, 1, 1]);
    }
}
