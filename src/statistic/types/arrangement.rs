//! Which cards are of which type, read from a line such as `24 land, 36 spell`.

use crate::params::{ParamError, Params};

/// The first type of a deck, and its cards.
#[derive(Debug)]
pub(super) struct Types {
    /// Its name.
    pub first: String,
    /// Whether each card, by its place before the shuffle, is of it.
    pub marked: Vec<bool>,
}

/// A number of cards of a type.
pub(super) type Lot = (usize, String);

/// Reads the keys `types` and `arrangement` for decks of `cards` cards.
pub(super) fn read(params: &Params, cards: usize) -> Result<Types, ParamError> {
    let types = if let Some(text) = params.text("types")? {
        lots(text, "types", cards)?
    } else {
        // Without types, the statistic looks at the upper half of the deck.
        let upper = cards / 2;
        vec![
            (upper, "upper half".to_owned()),
            (cards - upper, "lower half".to_owned()),
        ]
    };
    let mut kinds: Vec<Lot> = Vec::new();
    for (count, name) in &types {
        match kinds.iter_mut().find(|(_, known)| known == name) {
            Some((all, _)) => *all += count,
            None => kinds.push((*count, name.clone())),
        }
    }
    let listed;
    let places = match params.text("arrangement")? {
        None | Some("sorted") => in_turn(&types),
        Some("alternating") => alternating(&kinds),
        Some("played") => played(&kinds, cards),
        Some(list) => {
            listed = lots(list, "arrangement", cards)?;
            for (count, name) in &kinds {
                let found = listed.iter().filter(|(_, known)| known == name);
                let found: usize = found.map(|(count, _)| count).sum();
                if found != *count {
                    return Err(wrong(
                        "arrangement",
                        list,
                        &format!(
                            "\"sorted\", \"alternating\", \"played\", or a list that has all {count} cards of the type `{name}` (found {found})"
                        ),
                    ));
                }
            }
            in_turn(&listed)
        }
    };
    let first = kinds[0].1.clone();
    Ok(Types {
        marked: places.iter().map(|name| **name == first).collect(),
        first,
    })
}

/// Reads `24 land, 36 spell`, which must have as many cards as the deck.
pub(super) fn lots(text: &str, key: &str, cards: usize) -> Result<Vec<Lot>, ParamError> {
    let accepted = format!(
        "numbers and names with commas between that come to {cards} cards, as in \"24 land, 36 spell\""
    );
    let lot = |part: &str| -> Option<Lot> {
        let (count, name) = part.trim().split_once(char::is_whitespace)?;
        let (count, name) = (count.parse().ok()?, name.trim());
        let good = count > 0 && !name.is_empty();
        good.then(|| (count, name.to_owned()))
    };
    let lots: Option<Vec<Lot>> = text.split(',').map(lot).collect();
    let lots = lots.ok_or_else(|| wrong(key, text, &accepted))?;
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

/// As left after a game: a third of the deck was drawn and is put back on top, type by type; the rest lies
/// as evenly as before.
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
    use crate::params::Parameter;

    fn of(text: &str) -> Result<String, ParamError> {
        const KNOWN: &[Parameter] = &[super::super::TYPES, super::super::ARRANGEMENT];
        let params = Params::new("type-runs", text.parse().unwrap(), KNOWN).unwrap();
        let marks = read(&params, 10)?.marked.into_iter();
        Ok(marks.map(|marked| if marked { 'x' } else { '.' }).collect())
    }

    #[test]
    fn arrangements_are_what_they_say() {
        let types = "types = \"4 land, 6 spell\"\n";
        for (arrangement, places) in [
            ("", "xxxx......"),
            ("arrangement = \"sorted\"", "xxxx......"),
            ("arrangement = \"alternating\"", ".x.x..x.x."),
            ("arrangement = \"2 spell, 4 land, 4 spell\"", "..xxxx...."),
        ] {
            assert_eq!(of(&format!("{types}{arrangement}")).unwrap(), places);
        }
        let played = of(&format!("{types}arrangement = \"played\"")).unwrap();
        assert_eq!(played, "x..x..x.x.");
        assert_eq!(of("").unwrap(), "xxxxx.....");
    }

    #[test]
    fn wrong_lists_say_what_is_accepted() {
        for (text, part) in [
            ("types = \"4 land, 5 spell\"", "these come to 9"),
            ("types = \"10 land\"", "two types or more"),
            ("types = \"4 land 6 spell\"", "come to 10 cards"),
            ("types = \"four land, 6 spell\"", "numbers and names"),
            (
                "types = \"4 land, 6 spell\"\narrangement = \"5 land, 5 spell\"",
                "all 4 cards of the type `land` (found 5)",
            ),
            ("types = 3", "text"),
        ] {
            let error = of(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
