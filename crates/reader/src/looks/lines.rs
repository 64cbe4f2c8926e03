//! Lines of words: decks, one order, hands, draws, decklists and scrambles.

use std::collections::BTreeSet;

use super::{FEWEST_ITEMS, Field, Look, permuted};
use crate::recording::playing_card;
use deck::subject::{Decklist, lot};
use deck::{MAX_CARDS, MIN_CARDS};
use text::found::token;
use text::names::{counted, grouped};

/// Lines that are looked at one by one.
const LINES: usize = 20_000;

/// Different symbols that draws may have, at the most: each comes some ten times.
const REPEATS: usize = 10;

/// Cards of the shortest deck that is plain on its first line.
const PLAIN: usize = 5;

/// Returns true if the first line is plainly a deck: nothing else need be looked at.
pub(super) fn are_decks(bytes: &[u8]) -> bool {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
        return false;
    };
    let Ok(line) = std::str::from_utf8(&bytes[..end]) else {
        return false;
    };
    let words: Vec<&str> = words(line).collect();
    words.len() >= PLAIN && is_deck(&words)
}

/// Returns true if the first line is numbers alone, with blanks between.
pub(super) fn are_numbers(bytes: &[u8]) -> bool {
    let line = bytes
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let Ok(line) = std::str::from_utf8(line) else {
        return false;
    };
    let mut words = line.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| word.parse::<u64>().is_ok())
}

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c: char| c.is_whitespace() || ",;|".contains(c));
    words.map(unquoted).filter(|word| !word.is_empty())
}

/// A word without the quotes around it.
fn unquoted(word: &str) -> &str {
    let within = |sign| word.strip_prefix(sign)?.strip_suffix(sign);
    within('"').or_else(|| within('\'')).unwrap_or(word)
}

/// The numbers of words that are all whole numbers.
fn numbers(words: &[&str]) -> Option<Vec<u64>> {
    words.iter().map(|word| word.parse().ok()).collect()
}

/// Lines that are looked at, at the most.
const ROWS: usize = 200;

/// Returns true for lines of several numbers each, all of them in rising order.
pub(super) fn are_sorted(text: &str) -> bool {
    /// Lines that are in rising order by chance alone are fewer.
    const FEWEST: usize = 10;
    const SEVERAL: usize = 3;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut looked = 0;
    for line in lines.take(ROWS) {
        let words: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || ",;|".contains(c))
            .filter(|word| !word.is_empty())
            .collect();
        let rises = |numbers: Vec<u64>| numbers.windows(2).all(|two| two[0] < two[1]);
        if words.len() < SEVERAL || !numbers(&words).is_some_and(rises) {
            return false;
        }
        looked += 1;
    }
    looked >= FEWEST
}

/// Returns true for a permutation of numbers, or the 52 playing cards.
fn is_deck(words: &[&str]) -> bool {
    if let Some(numbers) = numbers(words) {
        permuted(&numbers).is_some()
    } else {
        let cards: Option<BTreeSet<u8>> = words.iter().map(|word| playing_card(word)).collect();
        cards.is_some_and(|cards| cards.len() == 52 && words.len() == 52)
    }
}

/// Finds what lines hold.
pub(super) fn look(text: &str, complete: bool) -> Result<Look, String> {
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    if !complete {
        lines.pop();
    }
    lines.retain(|line| !line.is_empty() && !line.starts_with('#'));
    if lines.is_empty() {
        return Ok(whole(text, complete));
    }
    let cut = lines.len() > LINES;
    lines.truncate(LINES);
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| words(line).collect()).collect();
    if is_decklist(&lines, text) {
        return Err(format!(
            "this is a decklist of {}; it says what there is to shuffle: `colddeck \"mash*7\" --deck FILE` tests a \
             routine on these cards",
            counted(listed(&lines) as u64, "card")
        ));
    }
    if let Some(look) = scrambles(&rows)? {
        return Ok(look);
    }
    let single = rows.iter().all(|row| row.len() == 1) && rows.len() > 2;
    if single {
        let words: Vec<&str> = rows.concat();
        return one_a_line(&words, complete && !cut);
    }
    if is_deck(&rows[0]) {
        return Ok(Look::Plain);
    }
    if let Some(problem) = letters_in_a_row(&rows) {
        return Err(problem);
    }
    several(&lines, &rows, complete && !cut)
}

/// A text without a whole line within the sample.
fn whole(text: &str, complete: bool) -> Look {
    let mut words: Vec<&str> = words(text).collect();
    if !complete {
        words.pop();
    }
    match numbers(&words) {
        Some(numbers) if are_draws(&numbers) => Look::Draws(Field::Words),
        _ => Look::Plain,
    }
}

/// Returns true if each of a few symbols comes often.
fn are_draws<T: Ord>(all: &[T]) -> bool {
    let different = all.iter().collect::<BTreeSet<_>>().len();
    different > 1 && all.len() >= REPEATS * different
}

/// Returns true for lines of copies and names: `4 Lightning Bolt`.
fn is_decklist(lines: &[&str], text: &str) -> bool {
    let named = |line: &&&str| {
        lot(line).is_some_and(|(copies, name)| {
            copies <= 250 && name.starts_with(|c: char| c.is_alphabetic()) && !is_card(&name)
        })
    };
    let lists = lines.iter().filter(named).count();
    lists > 2 && lists * 10 >= lines.len() * 6 && Decklist::read(text).is_ok()
}

/// Returns true if it begins with a playing card: such a line is a deck or a hand.
fn is_card(name: &str) -> bool {
    words(name)
        .next()
        .is_some_and(|word| playing_card(word).is_some())
}

/// The cards of a decklist.
fn listed(lines: &[&str]) -> usize {
    let list = Decklist::read(&lines.join("\n"));
    list.map_or(0, |list| list.cards())
}

/// Lines of turns of a cube.
fn scrambles(rows: &[Vec<&str>]) -> Result<Option<Look>, String> {
    let turn = |word: &&str| {
        let mut signs = word.chars();
        let face = signs.next().is_some_and(|face| "RULDFB".contains(face));
        face && matches!(signs.as_str(), "" | "'" | "’" | "2" | "2'")
    };
    let turned = rows.iter().flatten().any(|word| word.len() > 1);
    if !turned || !rows.iter().all(|row| row.len() > 2 && row.iter().all(turn)) {
        return Ok(None);
    }
    let others = rows
        .iter()
        .flatten()
        .any(|word| word.starts_with(['L', 'D', 'B']));
    if others {
        return Err(
            "these are scrambles of a puzzle with six faces that turn; accepted: scrambles of the pocket cube, of \
             which R, U and F turn"
                .to_owned(),
        );
    }
    Ok(Some(Look::Scrambles))
}

/// Draws without anything between them: `HTHHT`.
fn letters_in_a_row(rows: &[Vec<&str>]) -> Option<String> {
    const FEWEST: usize = 20;
    const SYMBOLS: usize = 6;
    let [row] = rows else { return None };
    let [word] = row[..] else { return None };
    let signs: BTreeSet<char> = word.chars().collect();
    let few = (2..=SYMBOLS).contains(&signs.len());
    let plain = signs.iter().all(char::is_ascii_alphanumeric);
    if word.len() < FEWEST || !few || !plain {
        return None;
    }
    let equal: Vec<String> = signs.iter().map(|sign| format!("{sign}=1")).collect();
    Some(format!(
        "these look like {} draws with nothing between them; write one on each line, as `fold -w1 FILE | colddeck - \
         --weights {}` does",
        grouped(word.len() as u64),
        equal.join(",")
    ))
}

/// A word on each line.
fn one_a_line(words: &[&str], complete: bool) -> Result<Look, String> {
    let headed = numbers(&words[..1]).is_none() && numbers(&words[1..]).is_some();
    let words = if headed { &words[1..] } else { words };
    if let Some(numbers) = numbers(words) {
        return numbers_a_line(&numbers, complete);
    }
    let decimal = |word: &&str| word.parse::<f64>().is_ok();
    if words.iter().all(decimal) {
        return Err(format!(
            "found {} with decimals, one on each line, which are measurements and no cards; accepted: whole numbers \
             or names",
            counted(words.len() as u64, "number")
        ));
    }
    let different: BTreeSet<&str> = words.iter().copied().collect();
    if different.len() == words.len() {
        return Err(format!(
            "found {}, one on each line and all different: one deck, or one order. Write a deck on each line, as \
             `paste -sd, FILE | colddeck - --header no` does; of one order, give the place of each item, with --place",
            counted(words.len() as u64, "name")
        ));
    }
    if let Some(cards) = blocks(words) {
        return Err(of_blocks(words.len(), cards));
    }
    if are_draws(words) {
        return Ok(Look::Draws(Field::Lines));
    }
    Err(format!(
        "found {} one on each line, {} of them different; as draws of symbols they are read with --subject sequence \
         and --weights",
        counted(words.len() as u64, "name"),
        different.len()
    ))
}

fn numbers_a_line(numbers: &[u64], complete: bool) -> Result<Look, String> {
    let different = numbers.iter().collect::<BTreeSet<_>>().len();
    if different == numbers.len() && complete {
        if permuted(numbers).is_some() && numbers.len() >= FEWEST_ITEMS {
            return Ok(Look::Lines);
        }
        let most = numbers.iter().max().copied().unwrap_or(0);
        let found = counted(numbers.len() as u64, "number");
        return Err(if numbers.len() < FEWEST_ITEMS {
            format!(
                "found {found}, one on each line, too few for one order; write a deck on each line"
            )
        } else {
            format!(
                "found {found}, one on each line, all different and the largest {most}: some of the items of one \
                 order; accepted: all of them, from 1 to their number, each once; or `colddeck order FILE`, which takes some of them"
            )
        });
    }
    // Cut short: all of them are read to find out.
    if different == numbers.len() {
        return Ok(Look::Lines);
    }
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(cards) = blocks(&words) {
        return Err(of_blocks(numbers.len(), cards));
    }
    if are_draws(numbers) {
        return Ok(Look::Draws(Field::Words));
    }
    Err(format!(
        "found {} one on each line, {different} of them different. One order has each number once; draws are read \
         with --subject sequence and --weights; a deck stands on one line",
        counted(numbers.len() as u64, "number")
    ))
}

/// The cards of decks that are written one card on a line.
fn blocks(words: &[&str]) -> Option<usize> {
    let cards = words.iter().collect::<BTreeSet<_>>().len();
    let whole = (PLAIN..=MAX_CARDS).contains(&cards) && words.len().is_multiple_of(cards);
    let each_once = |deck: &[&str]| deck.iter().collect::<BTreeSet<_>>().len() == cards;
    let decks = whole && words.len() > cards && words.chunks_exact(cards).all(each_once);
    decks.then_some(cards)
}

fn of_blocks(words: usize, cards: usize) -> String {
    format!(
        "found {} of {cards} cards with one card on each line; write a deck on each line, as `xargs -n {cards} < FILE | \
         colddeck -` does. Draws from a bag look so, too: as draws they are read with --weights equal",
        counted((words / cards) as u64, "deck")
    )
}

/// Lines of several numbers, each the same number of different ones if `distinct`; `hands` says how many there are.
fn of_numbers(all: &[Vec<u64>], distinct: bool, whole: bool, hands: &str) -> Result<Look, String> {
    let (width, joined) = (all[0].len(), all.concat());
    let most = joined.iter().max().copied().unwrap_or(0);
    let alike = |row: &Vec<u64>| {
        let (mut row, mut first) = (row.clone(), all[0].clone());
        row.sort_unstable();
        first.sort_unstable();
        row == first
    };
    if all.len() > 1 && all.iter().all(alike) {
        return Ok(Look::Plain);
    }
    if !distinct {
        let draws = are_draws(&joined);
        return Ok(if draws {
            Look::Draws(Field::Words)
        } else {
            Look::Plain
        });
    }
    let least = joined.iter().min().copied().unwrap_or(0);
    let cards = most + u64::from(least == 0);
    let sized = usize::try_from(cards).is_ok_and(|cards| (MIN_CARDS..=MAX_CARDS).contains(&cards));
    let counts = |row: (&Vec<u64>, u64)| row.0[0] == row.1;
    if width == 2 && sized && all.len() as u64 == most && all.iter().zip(1..).all(counts) {
        return Err(format!(
            "this looks like one order: 1 to {most}, and a number beside each; with commas between it is read so: \
             `tr -s ' \\t' , < FILE | colddeck -`"
        ));
    }
    let deck = if sized && whole {
        cards.to_string()
    } else {
        "N".to_owned()
    };
    // A number that no card has may be anything: it is not told.
    let up_to = if sized && !whole {
        format!("go up to {most} or more")
    } else if sized {
        format!("go up to {most}")
    } else {
        "are larger than any card's".to_owned()
    };
    Err(format!(
        "these look like {hands} of {width} cards each, not like whole decks: the numbers on each line differ and {up_to}; \
         of a deck of {deck} cards say --deck {deck} --view hand:{width}, or first:{width} if their order counts"
    ))
}

/// Lines of several words of which the first is no deck.
fn several(lines: &[&str], rows: &[Vec<&str>], whole: bool) -> Result<Look, String> {
    // Of a sample nobody knows how many there are.
    let hands = || {
        if whole {
            counted(rows.len() as u64, "hand")
        } else {
            "hands".to_owned()
        }
    };
    let width = rows[0].len();
    let even = rows.iter().all(|row| row.len() == width);
    let once = |row: &Vec<&str>| row.iter().collect::<BTreeSet<_>>().len() == row.len();
    let all: Option<Vec<Vec<u64>>> = rows.iter().map(|row| numbers(row)).collect();
    if let Some(all) = all {
        let distinct = rows.len() > 1 && even && width > 1 && rows.iter().all(once);
        return of_numbers(&all, distinct, whole, &hands());
    }
    // Names with blanks, each of which comes again and again.
    if are_draws(lines) {
        return Ok(Look::Draws(Field::Lines));
    }
    let playing = |row: &Vec<&str>| row.iter().all(|word| playing_card(word).is_some());
    if even
        && width > 1
        && width < 52
        && rows.len() > 1
        && rows.iter().all(|row| playing(row) && once(row))
    {
        let sets: BTreeSet<BTreeSet<&str>> = rows
            .iter()
            .map(|row| row.iter().copied().collect())
            .collect();
        if sets.len() > 1 {
            return Err(format!(
                "these look like {} of {width} playing cards each, not like whole decks; of a deck of 52 cards say \
                 --deck 52 --view hand:{width}, or first:{width} if their order counts",
                hands()
            ));
        }
        return Ok(Look::Plain);
    }
    // Names of cards may have blanks; a few words that come again and again are classes or draws.
    let few: BTreeSet<&str> = rows.iter().flatten().copied().collect();
    let plain = lines
        .iter()
        .all(|line| !line.contains([',', ';', '|', '"']));
    let sorted = |row: &Vec<&str>| {
        let mut row: Vec<String> = row.iter().map(|word| (*word).to_owned()).collect();
        row.sort_unstable();
        row
    };
    let first = sorted(&rows[0]);
    // Decks with copies of cards are for those who say how many.
    if rows.iter().all(|row| sorted(row) == first) {
        return Ok(Look::Plain);
    }
    let named = few.iter().all(|word| word.chars().all(char::is_alphabetic));
    if even && plain && named && width > 1 && rows.len() > 1 && few.len() * 2 <= width.max(4) {
        let first = few.first().map_or("", |name| *name);
        return Err(format!(
            "these look like {} of {width} cards each, of {}, {} among them; say what there is to shuffle, as in --deck \
             \"24 land, 36 spell\" --view hand:{width}",
            hands(),
            counted(few.len() as u64, "type"),
            token(first.as_bytes())
        ));
    }
    Ok(Look::Plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Look, String> {
        look(text, true)
    }

    #[test]
    fn lines_are_told_apart() {
        let order: Vec<String> = (1..=20).map(|at| (at * 7 % 23).to_string()).collect();
        let order = order.join("\n") + "\n";
        let rolls = "3\n1\n4\n1\n5\n2\n6\n6\n".repeat(20);
        for (text, look) in [
            ("3 1 2\n2 3 1\n", Look::Plain),
            ("3 1 1 2\n2 3 1 1\n", Look::Plain),
            (rolls.as_str(), Look::Draws(Field::Words)),
            (
                &"Common\nRare\nCommon\n".repeat(9),
                Look::Draws(Field::Lines),
            ),
            (&"1 2 2 1 ".repeat(30), Look::Draws(Field::Words)),
            ("R U2 F'\nF R' U\n", Look::Scrambles),
        ] {
            assert_eq!(found(text), Ok(look), "{text}");
        }
        let order: Vec<String> = order.lines().map(str::to_owned).collect();
        assert!(found(&order.join("\n")).is_err());
        let whole: Vec<String> = (1..=22).map(|at| (at * 7 % 23).to_string()).collect();
        assert_eq!(found(&whole.join("\n")), Ok(Look::Lines));
    }

    #[test]
    fn likely_mistakes_are_named() {
        for (text, says) in [
            ("4 Forest\n2 Elf\n3 Bear\n", "a decklist of 9 cards"),
            ("1 9 30\n60 2 7\n", "--deck 60 --view hand:3"),
            ("AS KD\n2C 3H\n", "--deck 52 --view hand:2"),
            (
                "land spell land land\nspell spell land land\n",
                "of 2 types, `land` among them",
            ),
            ("1.5\n2.5\n3.5\n", "measurements"),
            ("AS\nKD\nQC\nJH\n", "paste -sd,"),
            ("R L' D2\nF B U'\n", "pocket cube"),
            ("HTHHTTHTHTHHHTTTHTHTHTHH\n", "--weights H=1,T=1"),
            ("1 3\n2 1\n3 4\n4 2\n", "this looks like one order: 1 to 4"),
            ("1\n4\n90\n13\n17\n25\n33\n48\n", "largest 90"),
        ] {
            let problem = found(text).unwrap_err();
            assert!(problem.contains(says), "{text:?}: {problem}");
        }
        let deck = ["1", "2", "3", "4", "5", "6"];
        let decks: Vec<&str> = deck.iter().chain(deck.iter().rev()).copied().collect();
        let problem = found(&decks.join("\n")).unwrap_err();
        assert!(problem.contains("xargs -n 6"), "{problem}");
    }
}
