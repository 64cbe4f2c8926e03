//! Decklists as people write them: a number of copies and a name on each line.
//!
//! ```text
//! Deck                          headings, comments (// or #) and blank lines are no cards
//! 4 Lightning Bolt (M11) 149    what stands behind a name in brackets is no part of it
//! 20x Mountain
//!
//! Sideboard                     what comes after it is not in the deck, nor are lines that begin with SB:
//! 2 Smash to Smithereens
//! ```

use super::classes::{Lot, lot};
use crate::{MAX_CARDS, MIN_CARDS};
use text::found::token;

/// A decklist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decklist {
    /// The cards of the deck, as listed, each name once.
    pub lots: Vec<Lot>,
    /// Cards of the sideboard, which are not in the deck.
    pub sideboard: usize,
}

/// Something that is no decklist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoDecklist {
    /// The line, from 1.
    pub line: usize,
    /// The words that say what was found and what is accepted.
    pub problem: String,
}

/// The forms that are accepted, in words.
const ACCEPTED: &str = "on each line the number of copies and a name, as in `4 Lightning Bolt`; headings, comments (//) \
                        and a sideboard under its heading are passed over";

/// Headings of the parts of a deck, in small letters.
const HEADINGS: &[&str] = &[
    "about",
    "deck",
    "main",
    "maindeck",
    "main deck",
    "mainboard",
    "commander",
    "companion",
    "creatures",
    "creature",
    "lands",
    "land",
    "spells",
    "instants",
    "instant",
    "sorceries",
    "sorcery",
    "artifacts",
    "artifact",
    "enchantments",
    "enchantment",
    "planeswalkers",
    "planeswalker",
    "battles",
    "other",
    "other spells",
    "pokemon",
    "pokémon",
    "trainer",
    "energy",
    "monsters",
    "traps",
    "extra deck",
];

/// Headings of what is not in the deck.
const BESIDE: &[&str] = &[
    "sideboard",
    "side board",
    "side",
    "maybeboard",
    "considering",
    "tokens",
];

/// A deck is complete with as many cards: a block of cards that follows it after a blank line is its sideboard.
const COMPLETE: &[usize] = &[40, 60];

/// Cards of a sideboard without a heading, at the most.
const SIDEBOARD: usize = 15;

impl Decklist {
    /// Reads the text of a list.
    pub fn read(text: &str) -> Result<Self, NoDecklist> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let counted = text.lines().any(|line| copies(line).is_some());
        let mut list = Reading {
            counted,
            ..Reading::default()
        };
        for (at, line) in text.lines().enumerate() {
            list.line(line.trim()).map_err(|problem| NoDecklist {
                line: at + 1,
                problem,
            })?;
        }
        list.ends(text.lines().count().max(1))
    }

    /// The number of cards in the deck.
    pub fn cards(&self) -> usize {
        self.lots.iter().map(|(count, _)| count).sum()
    }

    /// The deck as it is written in a line: `4 Lightning Bolt, 20 Mountain`.
    pub fn types(&self) -> String {
        let lots = self.lots.iter();
        let lots: Vec<String> = lots
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        lots.join(", ")
    }
}

/// A list that is being read.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Reading {
    /// True if numbers of copies stand before names; else each line is a card.
    counted: bool,
    /// The blocks of the deck between blank lines.
    blocks: Vec<Vec<Lot>>,
    open: bool,
    titled: bool,
    beside: bool,
    sideboard: usize,
}

impl Reading {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if line.is_empty() {
            // Under its heading, a sideboard goes on to the next heading.
            self.open = false;
            return Ok(());
        }
        if line.starts_with("//") || line.starts_with('#') {
            let title = line.trim_start_matches(['/', '#', ' ']).to_lowercase();
            if BESIDE.iter().any(|beside| title.starts_with(beside)) {
                self.beside = true;
                self.titled = true;
            }
            return Ok(());
        }
        let (beside, line) = match line.strip_prefix("SB:") {
            Some(rest) => (true, rest.trim()),
            None => (self.beside, line),
        };
        if let Some(found) = copies(line) {
            return self.take(found, beside);
        }
        let title = title(line);
        if BESIDE.contains(&title.as_str()) {
            (self.beside, self.titled) = (true, true);
            return Ok(());
        }
        if HEADINGS.contains(&title.as_str()) || line.starts_with("Name ") && self.blocks.is_empty()
        {
            self.beside = false;
            return Ok(());
        }
        if self.counted {
            return Err(format!(
                "found {} without a number of copies; accepted: {ACCEPTED}",
                token(line.as_bytes())
            ));
        }
        self.take((1, line.to_owned()), beside)
    }

    fn take(&mut self, (count, name): Lot, beside: bool) -> Result<(), String> {
        if count > MAX_CARDS {
            return Err(format!(
                "found {} copies; accepted: at most {MAX_CARDS} cards in all",
                token(count.to_string().as_bytes()).replace('`', "")
            ));
        }
        if beside {
            self.sideboard += count;
            return Ok(());
        }
        if !self.open {
            self.blocks.push(Vec::new());
            self.open = true;
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push((count, bare(&name).to_owned()));
        }
        Ok(())
    }

    fn ends(mut self, line: usize) -> Result<Decklist, NoDecklist> {
        let size = |block: &Vec<Lot>| block.iter().map(|(count, _)| count).sum::<usize>();
        if let (false, [before @ .., last]) = (self.titled, &self.blocks[..]) {
            let (before, last) = (before.iter().map(size).sum::<usize>(), size(last));
            if COMPLETE.contains(&before) && last <= SIDEBOARD {
                self.sideboard += last;
                self.blocks.pop();
            }
        }
        let mut lots: Vec<Lot> = Vec::new();
        for (count, name) in self.blocks.into_iter().flatten() {
            match lots.iter_mut().find(|(_, known)| *known == name) {
                Some((all, _)) => *all += count,
                None => lots.push((count, name)),
            }
        }
        let list = Decklist {
            lots,
            sideboard: self.sideboard,
        };
        let cards = list.cards();
        if (MIN_CARDS..=MAX_CARDS).contains(&cards) {
            return Ok(list);
        }
        let found = match cards {
            0 => "found no card".to_owned(),
            _ => format!("found {cards} cards in all, and accepted are {MIN_CARDS} to {MAX_CARDS}"),
        };
        Err(NoDecklist {
            line,
            problem: format!("{found}; accepted: {ACCEPTED}"),
        })
    }
}

/// The number of copies and the name on a line.
fn copies(line: &str) -> Option<Lot> {
    lot(line)
}

/// A heading without its number of cards, its colon and its brackets: `creatures` of `[Creatures] (12):`.
fn title(line: &str) -> String {
    let words = line.trim_matches(['[', ']', ':', ' ']).to_lowercase();
    let end = words.find(['(', ']', ':']).unwrap_or(words.len());
    words[..end].trim().to_owned()
}

/// A name without what stands behind it: its set in brackets, its number there, marks of foils and comments.
fn bare(name: &str) -> &str {
    let set = |open: char, close: char| {
        name.match_indices(open).find_map(|(at, _)| {
            let rest = &name[at + 1..];
            let code = &rest[..rest.find(close)?];
            let good =
                (2..=6).contains(&code.len()) && code.chars().all(|c| c.is_ascii_alphanumeric());
            (good && at > 0).then_some(at)
        })
    };
    let ends = [
        set('(', ')'),
        set('[', ']'),
        name.find(" *"),
        name.find(" #"),
    ];
    let end = ends.into_iter().flatten().min().unwrap_or(name.len());
    name[..end].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Decklist {
        Decklist::read(text).unwrap()
    }

    #[test]
    fn lists_are_read_as_programs_export_them() {
        let arena = "About\nName Burn\n\nDeck\n4 Lightning Bolt (M11) 149\n20 Mountain (XLN) 272 *F*\n16 Goblin Guide\n\nSideboard\n2 Smash to Smithereens (ORI) 163\n";
        let list = read(arena);
        assert_eq!(
            list.types(),
            "4 Lightning Bolt, 20 Mountain, 16 Goblin Guide"
        );
        assert_eq!((list.cards(), list.sideboard), (40, 2));
        let grouped =
            "// Creatures (12)\n12x Elf\n\nLands (28):\n20 Forest\n8 Forest\nSB: 3 Naturalize\n";
        let list = read(grouped);
        assert_eq!(
            (list.types().as_str(), list.sideboard),
            ("12 Elf, 28 Forest", 3)
        );
    }

    #[test]
    fn a_block_behind_a_whole_deck_is_its_sideboard() {
        let list = read("40 Forest\n20 Elf\n\n4 Naturalize\n");
        assert_eq!((list.cards(), list.sideboard), (60, 4));
        // Blocks of a deck that is not complete before the last of them are all in it.
        let list = read("20 Elf\n\n4 Naturalize\n\n36 Forest\n");
        assert_eq!((list.cards(), list.sideboard), (60, 0));
    }

    #[test]
    fn a_list_without_numbers_has_each_card_once() {
        let list = read("Lightning Bolt\nJace, the Mind Sculptor\nFire // Ice\n");
        assert_eq!(list.lots.len(), 3);
        assert_eq!(list.lots[2].1, "Fire // Ice");
    }

    #[test]
    fn what_is_no_list_is_refused_with_its_line() {
        for (text, line, says) in [
            ("", 1, "found no card"),
            (
                "4 Elf\n20 Forest\nElvish Mystic\n",
                3,
                "found `Elvish…` without a number",
            ),
            ("1 Elf\n", 1, "found 1 cards in all"),
            (
                "4 Elf\nAKIAIOSFODNN7EXAMPLE x\n",
                2,
                "found a word of 20 characters without",
            ),
            ("4 Elf\n99999999 Forest\n", 2, "found 99999999 copies"),
        ] {
            let error = Decklist::read(text).unwrap_err();
            assert!(
                error.problem.contains(says) && error.line == line,
                "{error:?}"
            );
        }
    }
}
