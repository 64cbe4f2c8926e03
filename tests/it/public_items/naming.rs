//! Words of code that name items.

use std::collections::HashSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// All words of code.
pub fn every_word(code: impl ToTokens, found: &mut HashSet<String>) {
    for token in code.to_token_stream() {
        match token {
            TokenTree::Ident(word) => {
                found.insert(word.to_string());
            }
            TokenTree::Group(group) => every_word(group.stream(), found),
            _ => {}
        }
    }
}

/// The crates of the rooms, and the one with their names in public.
const ROOMS: &str = "text record deck laws shuffle statistic source reader engine subjects search check run report colddeck";

/// Finds what code names, one list of tokens at a time.
struct Naming<'a> {
    tokens: &'a [TokenTree],
    found: &'a mut Named,
}

/// What is named: words of paths and imports, methods that are called, and `Type::method`.
#[derive(Default, Clone)]
pub struct Named {
    pub words: HashSet<String>,
    pub called: HashSet<String>,
    pub pairs: HashSet<(String, String)>,
}

impl Naming<'_> {
    fn mark(&self, at: usize, mark: char) -> bool {
        matches!(self.tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
    }

    fn word(&self, at: usize) -> Option<String> {
        match self.tokens.get(at) {
            Some(TokenTree::Ident(word)) => Some(word.to_string()),
            _ => None,
        }
    }

    /// The place after an import that starts at `at`; those from the crate itself name nothing.
    fn import(&mut self, at: usize) -> usize {
        let end = (at..self.tokens.len()).find(|at| self.mark(*at, ';'));
        let end = end.unwrap_or(self.tokens.len());
        let root = (at..end).find_map(|at| self.word(at));
        if root.is_some_and(|root| ROOMS.split(' ').any(|room| room == root)) {
            let tree = self.tokens[at..end]
                .iter()
                .cloned()
                .collect::<TokenStream>();
            every_word(tree, &mut self.found.words);
        }
        end
    }

    /// The place after a path of `first` and what follows `::`.
    fn path(&mut self, first: &str, mut at: usize) -> usize {
        let own = ["crate", "self", "super", "Self"].contains(&first);
        let mut last = first.to_owned();
        while self.mark(at, ':')
            && self.mark(at + 1, ':')
            && let Some(word) = self.word(at + 2)
        {
            if !own {
                self.found.words.insert(last.clone());
                self.found.words.insert(word.clone());
                self.found.pairs.insert((last, word.clone()));
            }
            last = word;
            at += 3;
        }
        at
    }

    fn read(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            let method = at > 0 && self.mark(at - 1, '.');
            // The rest of a path whose type has arguments.
            let rest = at > 2 && self.mark(at - 1, ':') && self.mark(at - 3, '>');
            match &self.tokens[at] {
                TokenTree::Ident(word) if word == "use" => at = self.import(at + 1),
                TokenTree::Ident(word) if method || rest => {
                    self.found.called.insert(word.to_string());
                    at += 1;
                }
                TokenTree::Ident(word) => at = self.path(&word.to_string(), at + 1),
                TokenTree::Group(group) => {
                    if group.delimiter() == Delimiter::Brace && at > 0 && self.mark(at - 1, '!') {
                        every_word(group.stream(), &mut self.found.words);
                        every_word(group.stream(), &mut self.found.called);
                    }
                    naming(group.stream(), self.found);
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }
}

pub fn naming(code: TokenStream, found: &mut Named) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    Naming {
        tokens: &tokens,
        found,
    }
    .read();
}

impl Named {
    pub fn extend(&mut self, other: &Self) {
        self.words.extend(other.words.iter().cloned());
        self.called.extend(other.called.iter().cloned());
        self.pairs.extend(other.pairs.iter().cloned());
    }
}

/// The words of the examples in the docs of a file: other crates compile them.
pub fn examples(text: &str, found: &mut Named) {
    let docs = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or(line.strip_prefix("//!"))
    });
    let mut inside = false;
    for line in docs {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if inside {
            let words = line.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
            let words: Vec<&str> = words.collect();
            found.words.extend(words.iter().copied().map(str::to_owned));
            found.called.extend(words.into_iter().map(str::to_owned));
        }
    }
}
