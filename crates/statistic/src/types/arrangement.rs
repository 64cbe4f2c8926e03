//! Types of cards, read from a line such as `24 land, 36 spell`.

use deck::subject::Classes;
use text::params::{ParamError, Params};

/// The first type of a deck, and its cards.
#[derive(Debug)]
pub(super) struct Types {
    /// Its name.
    pub first: String,
    /// True for each card, by its place before the shuffle, that is of it.
    pub marked: Vec<bool>,
}

/// Reads the keys `types` and `arrangement` for decks of `cards` cards. Without types, the statistic looks at the
/// upper half of the deck.
pub(super) fn read(params: &Params, cards: usize) -> Result<Types, ParamError> {
    let classes = match (params.text("types")?, params.text("arrangement")?) {
        (Some(types), arrangement) => Classes::read(types, arrangement, cards)?,
        (None, None) => Classes::halves(cards),
        (None, arrangement) => {
            let halves = Classes::halves(cards).to_string();
            Classes::read(&halves, arrangement, cards)?
        }
    };
    Ok(Types {
        first: classes.names()[0].clone(),
        marked: classes.of().iter().map(|class| *class == 0).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use text::params::Parameter;

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
