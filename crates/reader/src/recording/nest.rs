//! Finds the decks in lists and objects within each other: JSON, and what Python, JavaScript and other languages print.
//! It passes over what is beside the decks, however long that is: no more than a deck, a key or a text is seen at once.
//!
//! ```text
//! values = {value [","]}
//! value  = deck | list | object
//! list   = ("[" | "(") value {[","] value} [","] ("]" | ")")
//! object = "{" member {"," member} [","] "}"
//! member = key ":" (value if the key leads to decks, or else anything)
//! ```

use super::key::Key;
use super::lists::{self, ACCEPTED, closing, is_closing, is_quote};
use super::quote::quote;
use super::slips::text_of;
use crate::fault::Slip;
use text::found::token;

/// Brackets within each other, at the most.
const DEEPEST: usize = 128;

/// Bytes to walk on.
pub(super) trait Supply {
    /// The end of the bytes, in words.
    const END: &'static str;

    /// The bytes that are seen from here on.
    fn seen(&self) -> &[u8];

    /// Sees more of them; false if that cannot be.
    fn more(&mut self) -> bool;

    /// Returns true if there may be more than can be seen at once.
    fn is_full(&self) -> bool;

    /// Goes past bytes that were seen.
    fn pass(&mut self, bytes: usize);
}

/// Walks from deck to deck.
#[derive(Debug, Default)]
pub(super) struct Nest {
    levels: Vec<Level>,
    state: State,
}

/// The things that may come next.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum State {
    /// A value or a member, or the bracket that closes.
    #[default]
    Fresh,
    /// The value of a key; whether it leads to decks.
    Value { wanted: bool },
    /// A comma, or the bracket that closes: a value has just ended.
    Behind,
}

/// A list or an object that is open.
#[derive(Debug)]
struct Level {
    close: u8,
    /// True if decks are looked for in it.
    wanted: bool,
    /// The facts known of it if it is an object.
    object: Option<Object>,
}

#[derive(Debug, Default)]
struct Object {
    /// Objects that it lies in.
    depth: usize,
    /// True if the key that leads to decks was there.
    found: bool,
    /// The first of its other keys.
    other: Option<String>,
    /// Counts its other keys.
    others: usize,
}

impl Nest {
    /// Returns true if nothing was found yet, right or wrong.
    pub(super) fn is_fresh(&self) -> bool {
        self.levels.is_empty() && self.state == State::Fresh
    }

    /// Goes to the next deck, and gives its bytes, with those of its brackets; none at the end. The
    /// reader of the deck goes past it. Slips are placed from where the supply stands.
    pub(super) fn next<S: Supply>(
        &mut self,
        supply: &mut S,
        key: Option<&Key>,
    ) -> Result<Option<usize>, Slip> {
        while let Some(byte) = blanks_passed(supply) {
            let level = self.levels.last();
            let object = level.is_some_and(|level| level.object.is_some());
            let wanted = level.is_none_or(|level| level.wanted);
            match (self.state, byte) {
                (State::Behind, b',') => {
                    supply.pass(1);
                    self.state = State::Fresh;
                }
                (State::Behind | State::Fresh, _) if is_closing(byte) => {
                    self.close(byte, key)?;
                    supply.pass(1);
                }
                // Decks may stand beside each other with blanks between, as in numpy.
                (State::Behind, _) if object || !wanted => {
                    return Err(strange(
                        supply,
                        "where a comma or a closing bracket should stand",
                    ));
                }
                (State::Fresh, _) if object => self.member(supply, byte, key)?,
                (state, _) => {
                    let wanted = match state {
                        State::Value { wanted } => wanted,
                        _ => wanted,
                    };
                    if let Some(deck) = self.value(supply, byte, wanted, key)? {
                        return Ok(Some(deck));
                    }
                }
            }
        }
        match self.levels.last() {
            None => Ok(None),
            Some(level) => Err(unfinished(supply, level.close)),
        }
    }

    /// Closes what was opened last, which must be what `byte` closes.
    fn close(&mut self, byte: u8, key: Option<&Key>) -> Result<(), Slip> {
        let found = quote(&[byte]);
        let Some(level) = self.levels.last() else {
            let problem = format!(
                "found {found} where no bracket is open; accepted: brackets that are closed once"
            );
            return Err(Slip::new(0, problem));
        };
        if level.close != byte {
            let problem = format!(
                "found {found}; accepted: {}, which closes what was opened last",
                quote(&[level.close])
            );
            return Err(Slip::new(0, problem));
        }
        if let (true, Some(object)) = (level.wanted, &level.object)
            && !object.found
        {
            return Err(Slip::new(0, object.lacks(key)));
        }
        self.levels.pop();
        self.state = State::Behind;
        Ok(())
    }

    /// Reads the value that starts with `byte`, or its opening bracket; its bytes if it is a deck.
    fn value<S: Supply>(
        &mut self,
        supply: &mut S,
        byte: u8,
        wanted: bool,
        key: Option<&Key>,
    ) -> Result<Option<usize>, Slip> {
        let close = closing(byte);
        if wanted && close.is_some() && byte != b'{' && !holds_more(supply) {
            self.state = State::Behind;
            return deck(supply).map(Some);
        }
        let depth = self.levels.iter().filter(|level| level.object.is_some());
        let depth = depth.count();
        if wanted && (close.is_none() || byte == b'{' && !Key::reaches(key, depth)) {
            return Err(strange(supply, "where a deck should stand"));
        }
        let Some(close) = close else {
            let length = scalar(supply, byte)?;
            text_of(&supply.seen()[..length])?;
            supply.pass(length);
            self.state = State::Behind;
            return Ok(None);
        };
        if self.levels.len() == DEEPEST {
            let problem = format!("within {DEEPEST} brackets");
            return Err(strange(supply, &problem));
        }
        let object = (byte == b'{').then(|| Object {
            depth,
            ..Object::default()
        });
        self.levels.push(Level {
            close,
            wanted,
            object,
        });
        self.state = State::Fresh;
        supply.pass(1);
        Ok(None)
    }

    /// Reads the key of an object's member, which starts with `byte`, and the colon behind it.
    fn member<S: Supply>(
        &mut self,
        supply: &mut S,
        byte: u8,
        key: Option<&Key>,
    ) -> Result<(), Slip> {
        let length = scalar(supply, byte)?;
        let name = name(&supply.seen()[..length])?;
        let leads = match self.levels.last_mut() {
            Some(Level {
                wanted: true,
                object: Some(object),
                ..
            }) => object.leads(name, key)?,
            _ => false,
        };
        supply.pass(length);
        match blanks_passed(supply) {
            Some(b':') => {
                supply.pass(1);
                self.state = State::Value { wanted: leads };
                Ok(())
            }
            Some(_) => Err(strange(supply, "where a colon should stand, behind a key")),
            None => Err(unfinished(supply, b'}')),
        }
    }
}

impl Object {
    /// Returns true if its key `name` leads to decks.
    fn leads(&mut self, name: String, key: Option<&Key>) -> Result<bool, Slip> {
        let leads = Key::leads(key, self.depth, &name);
        if leads && self.found {
            let name = quote(name.as_bytes());
            let problem = format!(
                "found the key {name} in an object that has had its decks; accepted: once in each object"
            );
            return Err(Slip::new(0, problem));
        }
        if leads {
            self.found = true;
        } else {
            self.other.get_or_insert(name);
            self.others += 1;
        }
        Ok(leads)
    }

    /// Says in words that the key to decks is missing.
    fn lacks(&self, key: Option<&Key>) -> String {
        let wanted = quote(Key::at(key, self.depth).as_bytes());
        let first = self.other.as_deref().map(|name| token(name.as_bytes()));
        let has = match (first, self.others) {
            (None, _) => String::new(),
            (Some(first), 1) => format!(", but {first}"),
            (Some(first), others) => format!(", but {first} and {} more", others - 1),
        };
        format!(
            "found an object without the key {wanted}{has}; accepted: objects that have it; --key says which \
             key holds the deck"
        )
    }
}

/// Goes past blanks; the byte behind them, if there is one.
fn blanks_passed<S: Supply>(supply: &mut S) -> Option<u8> {
    loop {
        let seen = supply.seen();
        let blanks = seen.iter().take_while(|byte| byte.is_ascii_whitespace());
        let blanks = blanks.count();
        let found = seen.get(blanks).copied();
        supply.pass(blanks);
        if found.is_some() || !supply.more() {
            return found;
        }
    }
}

/// Returns true if the list that starts here holds lists or objects: then it is no deck.
fn holds_more<S: Supply>(supply: &mut S) -> bool {
    loop {
        let mut rest = supply.seen()[1..].iter();
        if let Some(byte) = rest.find(|byte| !byte.is_ascii_whitespace()) {
            return closing(*byte).is_some();
        }
        if !supply.more() {
            return false;
        }
    }
}

/// Gives the bytes of the deck that starts here, with those of its brackets. It ends with the bracket that
/// closes it; or with what cannot stand in it, whatever that is.
fn deck<S: Supply>(supply: &mut S) -> Result<usize, Slip> {
    /// The things that may stand at a byte of a list.
    enum At {
        /// There is nothing of a card yet.
        Start,
        /// A name without quotes.
        Bare,
        Quoted(u8),
        Escaped(u8),
    }
    let (mut at, mut depth, mut length) = (At::Start, 0_usize, 1);
    loop {
        for &byte in &supply.seen()[length..] {
            length += 1;
            at = match at {
                At::Escaped(close) => At::Quoted(close),
                At::Quoted(close) => match byte {
                    b'\\' => At::Escaped(close),
                    b'\r' | b'\n' => return Ok(length),
                    _ if byte == close => At::Bare,
                    _ => At::Quoted(close),
                },
                At::Start | At::Bare if is_closing(byte) => match depth.checked_sub(1) {
                    Some(less) => {
                        depth = less;
                        At::Bare
                    }
                    None => return Ok(length),
                },
                At::Bare if byte == b'(' => {
                    depth += 1;
                    At::Start
                }
                At::Start | At::Bare if closing(byte).is_some() => return Ok(length),
                At::Start | At::Bare if byte == b',' || byte.is_ascii_whitespace() => At::Start,
                At::Start if is_quote(byte) => At::Quoted(byte),
                At::Start | At::Bare => At::Bare,
            };
        }
        if !supply.more() {
            if supply.is_full() {
                return Err(endless(supply, "the deck"));
            }
            let close = match at {
                At::Quoted(quote) | At::Escaped(quote) => quote,
                At::Start | At::Bare => closing(supply.seen()[0]).unwrap_or(b']'),
            };
            return Err(unfinished(supply, close));
        }
    }
}

/// The bytes of a key, a text or a word that starts here with `byte`.
fn scalar<S: Supply>(supply: &mut S, byte: u8) -> Result<usize, Slip> {
    let mut length = 1;
    let mut escaped = false;
    loop {
        for &next in &supply.seen()[length..] {
            if !is_quote(byte) {
                let ends = b",:".contains(&next)
                    || next.is_ascii_whitespace()
                    || is_quote(next)
                    || is_closing(next)
                    || closing(next).is_some();
                if ends {
                    return whole_word(supply, byte, length);
                }
            } else if matches!(next, b'\r' | b'\n') {
                return Err(strange(supply, "without a closing quote on its line"));
            } else if next == byte && !escaped {
                return Ok(length + 1);
            }
            escaped = next == b'\\' && !escaped;
            length += 1;
        }
        if !supply.more() {
            return match (supply.is_full(), is_quote(byte)) {
                (true, _) => Err(endless(supply, "a text or a word")),
                (false, true) => Err(unfinished(supply, byte)),
                (false, false) => whole_word(supply, byte, length),
            };
        }
    }
}

/// The bytes of a word, which must not be a bracket, a comma or a colon.
fn whole_word<S: Supply>(supply: &mut S, byte: u8, length: usize) -> Result<usize, Slip> {
    if b",:".contains(&byte) || is_closing(byte) || closing(byte).is_some() {
        return Err(strange(supply, "where a value or a key should stand"));
    }
    Ok(length)
}

/// The name of a key, in quotes or not.
fn name(bytes: &[u8]) -> Result<String, Slip> {
    let text = text_of(bytes)?;
    if bytes.first().copied().is_some_and(is_quote) {
        return lists::string(text, 0).map(|(name, _)| name);
    }
    Ok(text.to_owned())
}

#[cold]
fn strange<S: Supply>(supply: &mut S, place: &str) -> Slip {
    /// Bytes that a message quotes, at the most.
    const ENOUGH: usize = 100;
    // The same bytes, however the stream came.
    while supply.seen().len() < ENOUGH && !supply.seen().contains(&b'\n') && supply.more() {}
    let seen = supply.seen();
    let line = seen.split(|byte| *byte == b'\n').next().unwrap_or(seen);
    let found = token(&line[..line.len().min(ENOUGH)]);
    Slip::new(
        0,
        format!(
            "found {found} {place}; accepted: {ACCEPTED}, lists of them, and objects that hold them"
        ),
    )
}

#[cold]
fn endless<S: Supply>(supply: &S, what: &str) -> Slip {
    let bytes = supply.seen().len();
    Slip::new(
        0,
        format!("found no end of {what} within {bytes} bytes; accepted: {ACCEPTED}"),
    )
}

/// The bytes end before what is open is closed.
#[cold]
fn unfinished<S: Supply>(supply: &S, close: u8) -> Slip {
    Slip {
        ended: true,
        ..Slip::new(
            supply.seen().len(),
            format!(
                "found the end of the {} where {} should close what is open; accepted: brackets and quotes \
                 that are closed",
                S::END,
                quote(&[close])
            ),
        )
    }
}
