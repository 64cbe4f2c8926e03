//! The key of an object that holds the deck.

use std::fmt;
use std::str::FromStr;

/// The keys that lead to a deck through objects within each other: `cards`, or `game.deck`. Lists on the
/// way are walked through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key(Vec<String>);

/// The keys that are looked for where none is asked for: `deck`, which may stand in a list of `decks`.
const USUAL: [&[&str]; 2] = [&["deck", "decks"], &["deck"]];

impl Key {
    /// Returns true if the key `name` of an object that lies in so many others leads to the deck; without a key, the
    /// usual ones do.
    pub(super) fn leads(key: Option<&Self>, depth: usize, name: &str) -> bool {
        match key {
            Some(Self(names)) => names.get(depth).is_some_and(|wanted| wanted == name),
            None => USUAL.get(depth).is_some_and(|names| names.contains(&name)),
        }
    }

    /// Returns true if the deck may lie in an object that lies in so many others.
    pub(super) fn reaches(key: Option<&Self>, depth: usize) -> bool {
        depth < key.map_or(USUAL.len(), |Self(names)| names.len())
    }

    /// The keys, the outermost first.
    pub(crate) fn names(&self) -> Vec<String> {
        self.0.clone()
    }

    /// The key that an object must have that lies in so many others.
    pub(super) fn at(key: Option<&Self>, depth: usize) -> &str {
        let name = key.and_then(|Self(names)| names.get(depth));
        name.map_or(USUAL[0][0], String::as_str)
    }
}

/// Writes it as in `game.deck`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("."))
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<String> = text.split('.').map(str::to_owned).collect();
        if names.iter().any(String::is_empty) {
            return Err(
                "accepted: a key, as in cards, or keys with dots between them, as in game.deck"
                    .to_owned(),
            );
        }
        Ok(Self(names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_through_objects_in_their_order() {
        let key: Key = "game.deck".parse().unwrap();
        assert_eq!(key.to_string(), "game.deck");
        for (depth, name, leads) in [
            (0, "game", true),
            (0, "deck", false),
            (1, "deck", true),
            (1, "game", false),
            (2, "deck", false),
        ] {
            assert_eq!(Key::leads(Some(&key), depth, name), leads, "{depth} {name}");
        }
        assert!(Key::reaches(Some(&key), 1) && !Key::reaches(Some(&key), 2));
        assert!(Key::leads(None, 0, "decks") && Key::leads(None, 1, "deck"));
        assert!(!Key::leads(None, 1, "decks") && !Key::leads(None, 0, "cards"));
        for wrong in ["", ".", "a..b", "a."] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
    }
}
