//! Finds out slowly what lists in brackets hold: values within each other, then the pieces of each deck.

use super::slow::{Cards, Looks, Wrong, looks};

/// The one deck on a line of lists.
pub fn json_deck(line: &str) -> Option<Vec<String>> {
    let (mut decks, right) = lists(line);
    (right && decks.len() == 1).then(|| decks.remove(0))
}

/// The decks of a document, up to what is wrong with it.
pub fn documents(bytes: &[u8]) -> Vec<Cards> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // The bytes there are wrong in every place.
        Err(error) => {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            good.into_owned() + "\u{1}"
        }
    };
    let (decks, right) = lists(&text);
    let mut rows: Vec<Cards> = decks.into_iter().map(Ok).collect();
    if !right {
        rows.push(Err(Wrong::All));
    }
    rows
}

/// The decks of lists and objects within each other, and whether there is nothing wrong with them.
fn lists(text: &str) -> (Vec<Vec<String>>, bool) {
    let mut walk = Walk {
        chars: text.chars().collect(),
        at: 0,
        decks: Vec::new(),
    };
    loop {
        walk.blanks();
        if walk.at == walk.chars.len() {
            return (walk.decks, true);
        }
        if walk.value(true, 0).is_none() {
            return (walk.decks, false);
        }
        walk.blanks();
        walk.passes(',');
    }
}

struct Walk {
    chars: Vec<char>,
    at: usize,
    decks: Vec<Vec<String>>,
}

/// A piece of a list.
#[derive(Debug, PartialEq)]
enum Piece {
    Quoted(String),
    /// All between commas, or brackets, or quotes, without the blanks around it.
    Bare(String),
    /// A number that numpy has wrapped.
    Number(String),
    Comma,
    Blanks,
}

fn closes(open: char) -> Option<char> {
    let at = "[({".find(open)?;
    "])}".chars().nth(at)
}

impl Walk {
    fn next(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn passes(&mut self, wanted: char) -> bool {
        let found = self.next() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn blanks(&mut self) {
        while self.next().is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// A value, in which decks are looked for or not, within so many objects.
    fn value(&mut self, wanted: bool, objects: usize) -> Option<()> {
        let open = self.next()?;
        let Some(close) = closes(open) else {
            return if wanted {
                None
            } else {
                self.scalar().map(|_| ())
            };
        };
        if open == '{' {
            return self.object(wanted, objects);
        }
        let inner = self.chars[self.at + 1..]
            .iter()
            .find(|c| !c.is_ascii_whitespace());
        if wanted && inner.is_none_or(|c| closes(*c).is_none()) {
            let deck = self.deck(close)?;
            self.decks.push(deck);
            return Some(());
        }
        self.at += 1;
        loop {
            self.blanks();
            if self.passes(close) {
                return Some(());
            }
            self.value(wanted, objects)?;
            self.blanks();
            let comma = self.passes(',');
            if !comma && !wanted && self.next() != Some(close) {
                return None;
            }
        }
    }

    fn object(&mut self, wanted: bool, objects: usize) -> Option<()> {
        let keys: &[&str] = match objects {
            _ if !wanted => &[],
            0 => &["deck", "decks"],
            1 => &["deck"],
            _ => return None,
        };
        self.at += 1;
        let mut found = false;
        loop {
            self.blanks();
            if self.passes('}') {
                return (found || !wanted).then_some(());
            }
            let key = self.scalar()?;
            let key = match key.chars().next() {
                Some('"' | '\'') => unquoted(&key)?,
                _ => key,
            };
            let leads = keys.contains(&key.as_str());
            if leads && found {
                return None;
            }
            found |= leads;
            self.blanks();
            if !self.passes(':') {
                return None;
            }
            self.blanks();
            self.value(leads, objects + 1)?;
            self.blanks();
            if !self.passes(',') && self.next() != Some('}') {
                return None;
            }
        }
    }

    /// A text with its quotes, or a word.
    fn scalar(&mut self) -> Option<String> {
        let start = self.at;
        if let quote @ ('"' | '\'') = self.next()? {
            self.at += 1;
            loop {
                let c = self.next()?;
                self.at += 1;
                match c {
                    '\r' | '\n' => return None,
                    '\\' if matches!(self.next()?, '\r' | '\n') => return None,
                    '\\' => self.at += 1,
                    c if c == quote => break,
                    _ => {}
                }
            }
        } else {
            let ends = |c: char| c.is_ascii_whitespace() || "[](){}\"',:".contains(c);
            while self.next().is_some_and(|c| !ends(c)) {
                self.at += 1;
            }
        }
        let found: String = self.chars[start..self.at].iter().collect();
        let control = |c: char| c.is_ascii_control() && c != '\t';
        (!found.is_empty() && !found.contains(control)).then_some(found)
    }

    fn deck(&mut self, close: char) -> Option<Vec<String>> {
        self.at += 1;
        let mut pieces = Vec::new();
        loop {
            let before = self.at;
            while let Some(blank) = self.next().filter(|c| c.is_whitespace()) {
                if matches!(blank, '\u{b}' | '\u{c}') {
                    return None;
                }
                self.at += 1;
            }
            if self.at > before {
                pieces.push(Piece::Blanks);
            }
            let c = self.next()?;
            if c == close {
                self.at += 1;
                return cards_of(&pieces);
            }
            pieces.push(match c {
                ',' => {
                    self.at += 1;
                    Piece::Comma
                }
                '"' | '\'' => Piece::Quoted(unquoted(&self.scalar_of_deck()?)?),
                c if "[](){}".contains(c) => return None,
                _ => self.bare()?,
            });
        }
    }

    fn scalar_of_deck(&mut self) -> Option<String> {
        let found = self.scalar()?;
        (found.len() > 1).then_some(found)
    }

    fn bare(&mut self) -> Option<Piece> {
        let start = self.at;
        let rest: String = self.chars[start..].iter().collect();
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.');
        if let (true, Some(word)) = (rest.starts_with("np."), word)
            && rest[word..].starts_with('(')
        {
            self.at += word + 1;
            let inner = self.scalar()?;
            let piece = match inner.chars().next()? {
                '"' | '\'' => Piece::Quoted(unquoted(&inner)?),
                _ if looks(&inner) == Looks::Number => Piece::Number(inner),
                _ => return None,
            };
            return self.passes(')').then_some(piece);
        }
        while let Some(c) = self.next() {
            let blank = self.at > start && self.chars[self.at - 1].is_whitespace();
            if ",\"[](){}".contains(c) || c == '\'' && blank {
                break;
            }
            self.at += 1;
        }
        while self.at > start && self.chars[self.at - 1].is_whitespace() {
            self.at -= 1;
        }
        let run: String = self.chars[start..self.at].iter().collect();
        let control = |c: char| c.is_ascii_control() && !"\t\r\n".contains(c);
        (!run.contains(control)).then_some(Piece::Bare(run))
    }
}

/// The cards of a list in pieces.
fn cards_of(pieces: &[Piece]) -> Option<Vec<String>> {
    let commas = pieces.contains(&Piece::Comma);
    let mut cards = Vec::new();
    let mut bare = Vec::new();
    let mut split: Vec<Vec<&Piece>> = vec![Vec::new()];
    for piece in pieces {
        match piece {
            Piece::Comma => split.push(Vec::new()),
            Piece::Blanks if !commas => split.push(Vec::new()),
            Piece::Blanks => {}
            piece => split.last_mut().unwrap().push(piece),
        }
    }
    if !commas {
        split.retain(|pieces| !pieces.is_empty());
    } else if split.last().is_some_and(Vec::is_empty) {
        split.pop();
    }
    let mut quoted = false;
    for pieces in split {
        let [piece] = pieces[..] else { return None };
        match piece {
            Piece::Quoted(name) => {
                quoted = true;
                cards.push(name.trim().to_owned());
            }
            Piece::Number(number) => cards.push(number.clone()),
            Piece::Bare(run) if commas => {
                if run.contains('\n') {
                    return None;
                }
                bare.push(run.clone());
                cards.push(run.clone());
            }
            Piece::Bare(run) => {
                let words = run.split_whitespace().map(str::to_owned);
                bare.extend(words.clone());
                cards.extend(words);
            }
            Piece::Comma | Piece::Blanks => unreachable!(),
        }
    }
    let words = "null true false None True False NaN nan nil undefined";
    let wrong = |name: &String| {
        looks(name) == Looks::Fraction
            || words.split(' ').any(|word| word == name)
            || quoted && looks(name) != Looks::Number
    };
    if bare.iter().any(wrong) || cards.iter().any(String::is_empty) {
        return None;
    }
    Some(cards)
}

/// The number of so many hexadecimal digits, and the place behind them.
fn hex(chars: &[char], at: &mut usize, length: usize) -> Option<u32> {
    let digits: String = chars.get(*at..*at + length)?.iter().collect();
    *at += length;
    let hex = digits.chars().all(|c| c.is_ascii_hexdigit());
    hex.then(|| u32::from_str_radix(&digits, 16).ok())?
}

/// The text between quotes, with its escapes as what they stand for.
fn unquoted(text: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    let inner: Vec<char> = text
        .chars()
        .skip(1)
        .take(text.chars().count() - 2)
        .collect();
    let mut at = 0;
    while at < inner.len() {
        let c = inner[at];
        at += 1;
        let mut push = |c: char| units.extend(c.encode_utf16(&mut [0; 2]).iter());
        if c != '\\' {
            push(c);
            continue;
        }
        let escape = *inner.get(at)?;
        at += 1;
        match escape {
            '"' | '\'' | '\\' | '/' => push(escape),
            'b' => push('\u{8}'),
            'f' => push('\u{c}'),
            'n' => push('\n'),
            'r' => push('\r'),
            't' => push('\t'),
            'x' => push(char::from_u32(hex(&inner, &mut at, 2)?)?),
            'U' => push(char::from_u32(hex(&inner, &mut at, 8)?)?),
            'u' if inner.get(at) == Some(&'{') => {
                let end = inner[at..].iter().position(|c| *c == '}')?;
                if !(2..=7).contains(&end) {
                    return None;
                }
                at += 1;
                let code = hex(&inner, &mut at, end - 1)?;
                at += 1;
                push(char::from_u32(code)?);
            }
            'u' => {
                let unit = hex(&inner, &mut at, 4)?;
                units.push(u16::try_from(unit).ok()?);
            }
            _ => return None,
        }
    }
    String::from_utf16(&units).ok()
}

/// Names in quotes on a line, without brackets.
pub fn quoted_names(line: &str) -> Option<Vec<String>> {
    let mut walk = Walk {
        // The line is read as a list whose brackets are not there.
        chars: format!("[{line}\u{1}").chars().collect(),
        at: 0,
        decks: Vec::new(),
    };
    let deck = walk.deck('\u{1}')?;
    (walk.at == walk.chars.len()).then_some(deck)
}
