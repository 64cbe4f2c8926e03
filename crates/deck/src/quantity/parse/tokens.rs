//! The words of a quantity, and what is wrong with a text that is none.

use std::fmt;

use super::super::names::Faces;

/// A text that is no quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The character where it goes wrong, from 1; 0 at its end.
    pub(super) column: usize,
    pub(super) found: String,
    pub(super) accepted: String,
}

impl Wrong {
    /// The accepted forms, in words.
    pub fn accepted(&self) -> &str {
        &self.accepted
    }

    /// The words that were found, and where.
    pub fn found(&self) -> String {
        if self.column == 0 {
            return "nothing at its end".to_owned();
        }
        format!("{} in column {}", self.found, self.column)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.column == 0 {
            write!(
                f,
                "it ends too early; accepted at its end: {}",
                self.accepted
            )
        } else {
            let (column, found, accepted) = (self.column, &self.found, &self.accepted);
            write!(f, "column {column}: found {found}; accepted: {accepted}")
        }
    }
}

impl std::error::Error for Wrong {}

/// A word of the text, and the column of its first character.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub column: usize,
    pub text: String,
    pub quoted: bool,
}

/// Characters that are words by themselves, or with `=` behind them.
pub(super) const SIGNS: &str = "()+<>=!≤≥≠";

fn tokens(text: &str) -> Result<Vec<Token>, Wrong> {
    let mut all: Vec<Token> = Vec::new();
    let mut rest = text.chars().enumerate().peekable();
    while let Some((at, c)) = rest.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut text = String::new();
        if c == '"' {
            loop {
                match rest.next() {
                    Some((_, '"')) => break,
                    Some((_, c)) => text.push(c),
                    None => {
                        return Err(Wrong {
                            column: at + 1,
                            found: "a quotation mark".to_owned(),
                            accepted: "a name between two of them; it is without a second"
                                .to_owned(),
                        });
                    }
                }
            }
        } else if SIGNS.contains(c) {
            text.push(c);
            if "<>!=".contains(c) && rest.next_if(|(_, c)| *c == '=').is_some() {
                text.push('=');
            }
        } else {
            text.push(c);
            let is_word = |c: char| !c.is_whitespace() && c != '"' && !SIGNS.contains(c);
            while let Some((_, c)) = rest.next_if(|(_, c)| is_word(*c)) {
                text.push(c);
            }
        }
        all.push(Token {
            column: at + 1,
            text,
            quoted: c == '"',
        });
    }
    Ok(all)
}

/// Words without articles, which say nothing: one may be the name of a type.
pub(super) fn said(text: &str, faces: Faces<'_>, cards: usize) -> Result<Vec<Token>, Wrong> {
    let mut tokens = tokens(text)?;
    tokens.retain(|token| {
        let is_article = !token.quoted && ["a", "an", "the"].contains(&token.text.as_str());
        !is_article || faces.class(&token.text, cards).is_some()
    });
    Ok(tokens)
}
