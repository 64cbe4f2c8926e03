//! Finds out slowly what a file holds: written for the eye, from the description of the formats.

use std::collections::HashMap;

use reader::{Base, Format, Header};

use super::slow_lists::{documents, json_deck, quoted_names};
use super::write::{RANKS, SUITS};
use super::{Case, Deck};

/// The reason why a line is no deck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Wrong {
    /// It is a wrong deck.
    Deck,
    /// Nothing after it can be read.
    All,
}

pub type Cards = Result<Vec<String>, Wrong>;

/// The looks of a name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Looks {
    Empty,
    Number,
    Fraction,
    Playing,
    Other,
}

/// The names of cards.
enum Notation {
    Unknown,
    /// Numbers, from the lowest if it is known.
    Numbers(Option<u64>),
    /// The names in this list, in this order.
    Names(Vec<String>),
}

/// The decks of a file, up to the first fault, whether there is none, and the decks skipped.
pub fn read(case: &Case, bytes: &[u8]) -> (Vec<Deck>, bool, u64) {
    let base = case.base.map(|base| u64::from(base.number()));
    let mut notation = match (&case.start, case.format) {
        (Some((_, names)), _) => match numbered(names) {
            Some(low) => Notation::Numbers(Some(low)),
            None => Notation::Names(names.iter().map(|name| canonical(names, name)).collect()),
        },
        (None, Format::Text | Format::U8 | Format::U16) => Notation::Numbers(base),
        (None, _) => Notation::Unknown,
    };
    let names = case.start.as_ref().map(|(_, names)| names.clone());
    let copies = has_copies(case);
    let mut before: Option<Deck> = Some((0..case.cards as u16).collect());
    let (mut decks, mut skipped, mut first) = (Vec::new(), 0, true);
    for row in rows(case, bytes, &notation) {
        let deck = row.and_then(|row| deck(&row, case, base, &mut notation));
        let deck = match (deck, &names) {
            // As places in the starting deck.
            (Ok(deck), Some(names)) if !matches!(notation, Notation::Names(_)) => {
                let Notation::Numbers(Some(low)) = notation else {
                    unreachable!()
                };
                let place = |card: &u16| {
                    let name = (u64::from(*card) + low).to_string();
                    names
                        .iter()
                        .position(|other| other.parse::<u64>() == name.parse())
                        .unwrap() as u16
                };
                deck.iter().map(place).collect()
            }
            (Ok(deck), _) => deck,
            (Err(Wrong::Deck), _) if skipped < case.skip => {
                skipped += 1;
                before = None;
                continue;
            }
            (Err(_), _) => return (decks, false, skipped),
        };
        if first && case.start.is_none() && matches!(notation, Notation::Names(_)) {
            before = None;
        }
        first = false;
        if !case.in_place {
            decks.push(deck);
            continue;
        }
        if let Some(before) = before.replace(deck.clone()) {
            let place = |card: &u16| before.iter().position(|other| other == card).unwrap() as u16;
            decks.push(if copies {
                vec![0; case.cards]
            } else {
                deck.iter().map(place).collect()
            });
        }
    }
    let right = !decks.is_empty();
    (decks, right, skipped)
}

fn has_copies(case: &Case) -> bool {
    let Some((_, names)) = &case.start else {
        return false;
    };
    let names: Vec<String> = names.iter().map(|name| canonical(names, name)).collect();
    (1..names.len()).any(|at| names[..at].contains(&names[at]))
}

/// A deck as it was handed out, with the first of each card's copies in the place of all, as that is
/// all that a file says. Decks shuffled in place do not even say that.
pub fn unlabelled(case: &Case, deck: &[u16]) -> Deck {
    match &case.start {
        Some(_) if has_copies(case) && case.in_place => vec![0; case.cards],
        Some((_, names)) => {
            let names: Vec<String> = names.iter().map(|name| canonical(names, name)).collect();
            let first = |&label: &u16| {
                let name = &names[usize::from(label)];
                names.iter().position(|other| other == name).unwrap() as u16
            };
            deck.iter().map(first).collect()
        }
        None => deck.to_vec(),
    }
}

/// The lowest of numbers that are each there once, from 0 or from 1.
fn numbered(names: &[String]) -> Option<u64> {
    let numbers: Option<Vec<u64>> = names
        .iter()
        .map(|name| (looks(name) == Looks::Number).then(|| name.parse().unwrap_or(u64::MAX)))
        .collect();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    let low = numbers[0];
    let right = low < 2 && numbers.into_iter().eq(low..low + names.len() as u64);
    right.then_some(low)
}

/// A name in the spelling in which names of these are compared.
fn canonical(names: &[String], name: &str) -> String {
    if names.iter().all(|name| looks(name) == Looks::Playing) {
        playing(name).map_or(format!("no card {name}"), |at| format!("{at:02}"))
    } else {
        name.to_owned()
    }
}

/// The deck of a row: numbers from 0, or the places of names.
fn deck(
    row: &[String],
    case: &Case,
    base: Option<u64>,
    notation: &mut Notation,
) -> Result<Deck, Wrong> {
    if row.len() != case.cards {
        return Err(Wrong::Deck);
    }
    let common = looks(&row[0]);
    let uniform = row.iter().all(|name| looks(name) == common);
    match notation {
        Notation::Numbers(low) => {
            let found = numbered(row).filter(|found| low.is_none_or(|low| low == *found));
            let found = found.ok_or(Wrong::Deck)?;
            *low = Some(found);
            let number = |name: &String| (name.parse::<u64>().unwrap() - found) as u16;
            Ok(row.iter().map(number).collect())
        }
        Notation::Names(names) => {
            let playing = names.iter().all(|name| name.parse::<u8>().is_ok());
            let of = |name: &String| match looks(name) {
                _ if !playing => name.clone(),
                Looks::Playing => canonical(std::slice::from_ref(name), name),
                _ => "none".to_owned(),
            };
            let row: Vec<String> = row.iter().map(of).collect();
            let (mut one, mut other) = (row.clone(), names.clone());
            one.sort();
            other.sort();
            if one != other {
                return Err(Wrong::Deck);
            }
            let place = |name: &String| names.iter().position(|other| other == name).unwrap();
            Ok(row.iter().map(|name| place(name) as u16).collect())
        }
        Notation::Unknown if !uniform => Err(Wrong::Deck),
        Notation::Unknown if common == Looks::Number => {
            let mut numbers = Notation::Numbers(base);
            let deck = deck(row, case, base, &mut numbers)?;
            *notation = numbers;
            Ok(deck)
        }
        Notation::Unknown if matches!(common, Looks::Playing | Looks::Other) => {
            let mut names: Vec<String> = row.iter().map(|name| canonical(row, name)).collect();
            names.sort();
            if names.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(Wrong::Deck);
            }
            // None of these decks is the standard one.
            if case.skip > 0 {
                return Err(Wrong::All);
            }
            let mut names = Notation::Names(names);
            let deck = deck(row, case, base, &mut names)?;
            *notation = names;
            Ok(deck)
        }
        Notation::Unknown => Err(Wrong::Deck),
    }
}

pub fn looks(name: &str) -> Looks {
    if name.is_empty() {
        return Looks::Empty;
    }
    if name.chars().all(|c| c.is_ascii_digit()) {
        return Looks::Number;
    }
    let first = name.chars().next().unwrap();
    if (first.is_ascii_digit() || "+-.".contains(first)) && name.parse::<f64>().is_ok() {
        return Looks::Fraction;
    }
    match playing(name) {
        Some(_) => Looks::Playing,
        None => Looks::Other,
    }
}

/// A playing card's number: suit by suit, then jokers.
fn playing(name: &str) -> Option<usize> {
    thread_local! {
        static ALL: HashMap<String, usize> = spellings();
    }
    let mut plain = String::new();
    for (at, c) in name.chars().enumerate() {
        if at == 0 || !['\u{fe0e}', '\u{fe0f}'].contains(&c) {
            plain.extend(c.to_lowercase());
        }
    }
    // A character that becomes a letter only in lower case is none.
    if !name.chars().all(|c| c.is_ascii() || !c.is_alphabetic()) {
        return None;
    }
    ALL.with(|all| all.get(&plain).copied())
}

fn spellings() -> HashMap<String, usize> {
    const PICTURES: &str = "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂭🂮🂱🂲🂳🂴🂵🂶🂷🂸🂹🂺🂻🂽🂾🃁🃂🃃🃄🃅🃆🃇🃈🃉🃊🃋🃍🃎🃑🃒🃓🃔🃕🃖🃗🃘🃙🃚🃛🃝🃞🃏🂿🃟";
    let mut all = HashMap::new();
    for (at, picture) in PICTURES.chars().enumerate() {
        all.insert(picture.to_string(), at);
    }
    for (at, signs) in SUITS.iter().enumerate() {
        for (number, rank) in RANKS.iter().enumerate() {
            for rank in [*rank, if *rank == "10" { "t" } else { *rank }] {
                for sign in signs {
                    all.insert(format!("{rank}{sign}").to_lowercase(), 13 * at + number);
                    all.insert(format!("{sign}{rank}").to_lowercase(), 13 * at + number);
                }
            }
        }
    }
    for joker in ["joker", "jk"] {
        all.insert(joker.to_owned(), 52);
        for number in 1..10 {
            all.insert(format!("{joker}{number}"), 52 + number);
        }
    }
    all
}

/// The rows of a file, header rows and blank lines left out.
fn rows(case: &Case, bytes: &[u8], notation: &Notation) -> Vec<Cards> {
    let longest = match case.format {
        Format::U8 | Format::U16 => return values(case, bytes),
        Format::Json => {
            return documents(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
        }
        Format::Text => 4096.max(32 * case.cards),
        _ => (1 << 16) + 256 * case.cards,
    };
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let end = lines.iter().position(|line| line.len() > longest);
    let too_long = end.is_some();
    lines.truncate(end.unwrap_or(lines.len()));
    let mut rows: Vec<Cards> = if case.format == Format::Text {
        let row = |line: &&[u8]| match std::str::from_utf8(line) {
            Ok(line) => numbers(line).transpose(),
            Err(_) => Some(Err(Wrong::Deck)),
        };
        lines.iter().filter_map(row).collect()
    } else {
        lines.retain(|line| !line.trim_ascii().is_empty());
        let lines: Vec<Result<&str, Wrong>> = lines.iter().map(|line| text(line)).collect();
        let each = |parse: fn(&str) -> Option<Vec<String>>| {
            let row = |line: &Result<&str, Wrong>| parse((*line)?).ok_or(Wrong::Deck);
            lines.iter().map(row).collect()
        };
        match case.format {
            Format::Csv => separated(case, &lines, notation),
            Format::Jsonl => each(json_deck),
            _ => each(named),
        }
    };
    if too_long {
        rows.push(Err(Wrong::All));
    }
    rows
}

fn values(case: &Case, bytes: &[u8]) -> Vec<Cards> {
    let width = if case.format == Format::U8 { 1 } else { 2 };
    let value = |bytes: &[u8]| {
        let high = bytes.get(1).map_or(0, |&byte| 256 * u32::from(byte));
        (u32::from(bytes[0]) + high).to_string()
    };
    bytes
        .chunks(width * case.cards)
        .map(|deck| {
            if deck.len() < width * case.cards {
                return Err(Wrong::Deck);
            }
            Ok(deck.chunks(width).map(value).collect())
        })
        .collect()
}

/// A line as text.
fn text(line: &[u8]) -> Result<&str, Wrong> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = std::str::from_utf8(line).map_err(|_| Wrong::Deck)?;
    let control = |c: char| c.is_ascii_control() && c != '\t';
    if text.contains(control) {
        return Err(Wrong::Deck);
    }
    Ok(text)
}

/// A line's numbers: nothing for a blank line.
fn numbers(line: &str) -> Result<Option<Vec<String>>, Wrong> {
    const BLANKS: [char; 2] = [' ', '\t'];
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.trim_matches(BLANKS).is_empty() {
        return Ok(None);
    }
    let mut row = Vec::new();
    for field in line.split(',') {
        let tokens: Vec<&str> = field
            .split(BLANKS)
            .filter(|token| !token.is_empty())
            .collect();
        if tokens.is_empty() || tokens.iter().any(|token| looks(token) != Looks::Number) {
            return Err(Wrong::Deck);
        }
        row.extend(tokens.into_iter().map(str::to_owned));
    }
    Ok(Some(row))
}

/// The names on a line.
fn named(line: &str) -> Option<Vec<String>> {
    let words =
        |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    if line.trim_start().starts_with(['\'', '"']) {
        return quoted_names(line);
    }
    if !line.contains(',') {
        return Some(words(line));
    }
    let mut row = Vec::new();
    for field in line.split(',') {
        let words = words(field);
        let all = |wanted| words.iter().all(|word| looks(word) == wanted);
        if words.is_empty() {
            return None;
        } else if all(Looks::Playing) || all(Looks::Number) {
            row.extend(words);
        } else {
            row.push(field.trim().to_owned());
        }
    }
    Some(row)
}

/// The rows of separated values.
fn separated(case: &Case, lines: &[Result<&str, Wrong>], notation: &Notation) -> Vec<Cards> {
    let mut lines = lines;
    if case.header == Header::Yes {
        lines = lines.get(1..).unwrap_or_default();
    }
    let Some(first) = lines.iter().find_map(|line| line.ok()) else {
        return lines.iter().map(|_| Err(Wrong::Deck)).collect();
    };
    let delimiter = delimiter(first, case.cards);
    let mut rows: Vec<Cards> = lines
        .iter()
        .map(|line| fields((*line)?, delimiter).ok_or(Wrong::Deck))
        .collect();
    if case.header == Header::Auto {
        match is_header(&rows, case.cards, notation) {
            Ok(true) => drop(rows.remove(0)),
            Ok(false) => {}
            Err(wrong) => rows[0] = Err(wrong),
        }
    }
    rows
}

fn delimiter(line: &str, cards: usize) -> char {
    let outside: String = line.split('"').step_by(2).collect();
    let counts = [',', ';', '\t', '|'].map(|sign| (sign, outside.matches(sign).count()));
    if let Some((sign, _)) = counts.iter().find(|(_, count)| count + 1 == cards) {
        return *sign;
    }
    let mut best = (',', 0);
    for (sign, count) in counts {
        if count > best.1 {
            best = (sign, count);
        }
    }
    best.0
}

fn is_header(rows: &[Cards], cards: usize, notation: &Notation) -> Result<bool, Wrong> {
    let Some(Ok(first)) = rows.first() else {
        return Ok(false);
    };
    if first.len() != cards {
        return Ok(false);
    }
    let count = |row: &[String], wanted| row.iter().filter(|name| looks(name) == wanted).count();
    match notation {
        Notation::Numbers(_) => return Ok(count(first, Looks::Number) == 0),
        Notation::Names(names) => {
            let playing = names.iter().all(|name| name.parse::<u8>().is_ok());
            let known = |name: &String| match looks(name) {
                Looks::Playing if playing => {
                    names.contains(&canonical(std::slice::from_ref(name), name))
                }
                _ => !playing && names.contains(name),
            };
            let known = first.iter().filter(|name| known(name)).count();
            return Ok(if playing {
                2 * known < cards
            } else {
                known == 0
            });
        }
        Notation::Unknown => {}
    }
    let all = |row: &[String], wanted| count(row, wanted) == cards;
    if all(first, Looks::Number) || all(first, Looks::Playing) {
        return Ok(false);
    }
    if let Some(Ok(second)) = rows.get(1)
        && second.len() == cards
    {
        for kind in [Looks::Number, Looks::Playing] {
            if all(second, kind) {
                return Ok(2 * count(first, kind) < cards);
            }
        }
        if all(second, Looks::Other) {
            let (mut one, mut other) = (first.clone(), second.clone());
            one.sort();
            other.sort();
            if one == other {
                return Ok(false);
            }
            if !one.iter().any(|name| other.contains(name)) {
                return Ok(true);
            }
        }
    }
    if all(first, Looks::Other) {
        return Err(Wrong::All);
    }
    Ok(false)
}

/// The values of a row.
fn fields(line: &str, delimiter: char) -> Option<Vec<String>> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let blank = |c: char| c == ' ' || c == '\t' && delimiter != '\t';
        let field = rest.trim_start_matches(blank);
        let (value, behind) = if let Some(quoted) = field.strip_prefix('"') {
            // A pair of quotes is one; the first that is alone closes.
            let marked = quoted.replace("\"\"", "\u{1}\u{1}");
            let end = marked.find('"')?;
            let value = marked[..end].replace("\u{1}\u{1}", "\"");
            (value, quoted[end + 1..].trim_start_matches(blank))
        } else {
            let end = field.find(delimiter).unwrap_or(field.len());
            (field[..end].to_owned(), &field[end..])
        };
        if !field.starts_with('"') && value.contains('"') {
            return None;
        }
        let within = |text: &str| {
            let within = text.strip_prefix('\'')?.strip_suffix('\'')?;
            (!within.is_empty() && !within.contains('\'')).then(|| within.to_owned())
        };
        let name = value.trim();
        let bare = !field.starts_with('"');
        fields.push(within(name).filter(|_| bare).unwrap_or(name.to_owned()));
        match behind.strip_prefix(delimiter) {
            Some(next) => rest = next,
            None if behind.is_empty() => return Some(fields),
            None => return None,
        }
    }
}

#[test]
fn the_slow_parser_knows_its_formats() {
    let case = |format, header| Case {
        header,
        ..Case::plain(format, 3, None)
    };
    for (text, format, expected) in [
        ("1,2,3\n2 3 1", Format::Text, Some(2)),
        ("a;b;c\n1;\"2\";3\n", Format::Csv, Some(1)),
        (
            "{\"deck\": [\"AS\", \"\\u0032S\", \"3♠\"]}",
            Format::Jsonl,
            Some(1),
        ),
        ("['AS', 'KD', 'QC']\n(QC, AS, KD)", Format::Jsonl, Some(2)),
        ("[[1 2 3]\n [3,2,\n1,]]", Format::Json, Some(2)),
        (
            "{decks: [{\"deck\": [1,2,3]}], 'x': [{}, None]}",
            Format::Json,
            Some(1),
        ),
        ("[[1,2,3]", Format::Json, None),
        ("AS KD QC\nqc, dk, a♠", Format::Cards, Some(2)),
        ("AS KD QC\nqc, dk, ax", Format::Cards, None),
    ] {
        let (decks, right, _) = read(&case(format, Header::Auto), text.as_bytes());
        assert_eq!(right.then_some(decks.len()), expected, "{text}");
    }
    let bytes = [0, 1, 2, 2, 1, 0];
    assert_eq!(read(&case(Format::U8, Header::Auto), &bytes).0.len(), 2);
    assert_eq!(spellings()["🃞"], 51);
    assert_eq!(Case::plain(Format::U8, 3, Some(Base::One)).cards, 3);
}
