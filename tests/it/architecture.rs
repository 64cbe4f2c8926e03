//! Data flows one way: a module knows only those before it. This reads the sources and fails on an import
//! that runs backwards, on rayon outside the simulation, and on printing or exiting where it does not
//! belong.
//!
//! `syn` takes out the items under `#[cfg(test)]`; what is left is searched as tokens, in macros too, so
//! that comments and strings do not count.

use std::fs;
use std::path::Path;

use crate::common;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

/// The rooms that have several modules, each with these in the order in which data flows; a module may use those before it,
/// and itself. Cargo says which crate may use which.
const ORDER: &[(&str, &str)] = &[
    (
        "text",
        "sorting files harmless found names whole duration pieces judgement shown figures params",
    ),
    ("deck", "kernel batch cube subject rng"),
    ("shuffle", "draws routine policy theory"),
    ("engine", "count simulate verdict"),
    ("search", "advise distance fit loader"),
    (
        "run",
        "questions explain inventory spec pages claims conduct calibrate checkpoint",
    ),
    ("colddeck", "options embedded cli main"),
];

/// The program is no more than its command line.
const ONLY: &[(&str, &[&str])] = &[("main", &["cli"])];

/// Texts that the sources may have only here: the modules that may have them, and why. The streams are reserved as
/// functions, since those of other programs are called so, too.
const RESERVED: &[(&str, &[&str], &str)] = &[
    ("rayon", &["simulate"], "only the simulation has threads"),
    (PRINTING, &["cli", "main"], "only the command line prints"),
    ("dbg!", &[], "it is for debugging"),
    ("process::exit", &["main"], "only main exits"),
    ("process::abort", &[], "only main exits"),
];
const PRINTING: &str = "println! print! eprintln! eprint! stdout() stderr()";

/// Empties the items under `#[cfg(test)]`.
struct WithoutTests;

impl VisitMut for WithoutTests {
    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        if is_for_tests(item) {
            *item = syn::Item::Verbatim(TokenStream::new());
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_impl_item_mut(&mut self, item: &mut syn::ImplItem) {
        if is_for_tests(item) {
            *item = syn::ImplItem::Verbatim(TokenStream::new());
        }
        visit_mut::visit_impl_item_mut(self, item);
    }
}

pub fn is_for_tests(item: &impl ToTokens) -> bool {
    let mut tokens = item.to_token_stream().into_iter();
    tokens.any(|token| token.to_string().replace(' ', "") == "[cfg(test)]")
}

/// Finds in the source of `file`, a path below `src`, each with its line: reserved texts, and the modules that are
/// used.
fn read(file: &str, text: &str) -> Vec<(usize, String)> {
    let mut code = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
    WithoutTests.visit_file_mut(&mut code);
    let parts = file.trim_end_matches(".rs").split('/');
    let depth = parts.filter(|part| !["lib", "main", "mod"].contains(part));
    let mut found = Vec::new();
    search(code.to_token_stream(), depth.count(), &mut found);
    found
}

/// Searches code of a module that is `depth` below the crate.
fn search(code: TokenStream, depth: usize, found: &mut Vec<(usize, String)>) {
    let (tokens, words) = words(code);
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    for (at, token) in tokens.iter().enumerate() {
        let line = token.span().start().line;
        for text in RESERVED.iter().flat_map(|(texts, ..)| texts.split(' ')) {
            // Few texts start as the token does; only they are worth reading as tokens.
            if text.starts_with(word(at))
                && words[at..].starts_with(&self::words(text.parse().expect("tokens")).1)
            {
                found.push((line, text.to_owned()));
            }
        }
        // A path through several `super` starts at the first.
        let goes_on = at > 2 && [word(at - 3), word(at - 2)] == ["super", ":"];
        let (mut rest, mut above) = (at, depth);
        while let root @ ("crate" | "colddeck" | "super") = word(rest)
            && [word(rest + 1), word(rest + 2)] == [":", ":"]
        {
            rest += 3;
            let left = if root == "super" { 1 } else { above };
            above = above.saturating_sub(left);
        }
        if rest > at && above == 0 && !goes_on {
            let names = tokens.get(rest).map(first_names).unwrap_or_default();
            found.extend(names.into_iter().map(|name| (line, name)));
        }
        if let TokenTree::Group(group) = token {
            let module = group.delimiter() == Delimiter::Brace && at > 1 && word(at - 2) == "mod";
            search(group.stream(), depth + usize::from(module), found);
        }
    }
}

/// Tokens, and each as a word; what is in brackets is one.
fn words(code: TokenStream) -> (Vec<TokenTree>, Vec<String>) {
    code.into_iter()
        .map(|token| (token.clone(), token.to_string()))
        .unzip()
}

/// The first names of a path's rest: one, or that of each item in braces; `self` is the root itself.
fn first_names(token: &TokenTree) -> Vec<String> {
    let TokenTree::Group(group) = token else {
        return vec![token.to_string()];
    };
    let (_, words) = words(group.stream());
    let items = words.split(|word| word == ",");
    let names = items.filter_map(|item| item.first().cloned());
    names.filter(|name| name != "self").collect()
}

/// The reason why `module` of `room` may not have what was found in it, if it may not.
fn objection(room: &str, module: &str, found: &str) -> Option<String> {
    let reserved = |(texts, ..): &&(&str, _, _)| texts.split(' ').any(|text| text == found);
    if let Some((_, modules, why)) = RESERVED.iter().find(reserved) {
        return (!modules.contains(&module)).then(|| format!("has `{found}`: {why}"));
    }
    let (_, order) = ORDER.iter().find(|(known, _)| *known == room)?;
    let place = |name: &str| order.split(' ').position(|known| known == name);
    let only = ONLY.iter().find(|(known, _)| *known == module);
    if let Some((_, only)) = only {
        return (!only.contains(&found))
            .then(|| format!("uses `{found}`, but may use {only:?} only"));
    }
    let (at, other) = (place(module)?, place(found)?);
    (other > at).then(|| format!("uses `{found}`, which comes after it"))
}

/// The problems of the source `text` of `file`.
fn problems(file: &str, text: &str) -> Vec<String> {
    let (room, inside) = room_of(file);
    let module = module_of(inside);
    let problem = |(line, found): (usize, String)| {
        let objection = objection(room, module, &found)?;
        Some(format!("{file}:{line}: `{module}` {objection}"))
    };
    read(inside, text).into_iter().filter_map(problem).collect()
}

/// The crate of a file, and its path below the crate's `src`: `crates/run/src/spec/check.rs` is `spec/check.rs` of `run`.
fn room_of(file: &str) -> (&str, &str) {
    let inside = |file: &'_ str| file.strip_prefix("src/").map(str::len);
    match file
        .strip_prefix("crates/")
        .and_then(|rest| rest.split_once('/'))
    {
        Some((room, rest)) => {
            let length = inside(rest).expect("a source");
            (room, &rest[rest.len() - length..])
        }
        None => ("colddeck", file.strip_prefix("src/").expect("a source")),
    }
}

/// The first part of a path below `src`: `spec/check.rs` is in `spec`.
fn module_of(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.trim_end_matches(".rs")
}

/// All files of the crates but those that their module declares under `#[cfg(test)]`: paths and texts.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of_tests = |part: &str| part == "tests" || part.ends_with("_tests");
    let counts = |path: &str| !path.split('/').any(of_tests);
    let mut found = Vec::new();
    for top in ["src", "crates"] {
        for file in common::files(&root.join(top)) {
            let file = format!("{top}/{}", file.replace('\\', "/"));
            let built = top == "src" || file.contains("/src/");
            if built && file.strip_suffix(".rs").is_some_and(counts) {
                let text = fs::read_to_string(root.join(&file)).expect("text");
                found.push((file, text));
            }
        }
    }
    found
}

#[test]
fn data_flows_one_way() {
    let files = sources();
    assert!(files.len() > 100, "{} files", files.len());
    let breaches = files.iter().flat_map(|(file, text)| problems(file, text));
    let breaches: Vec<String> = breaches.collect();
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

#[test]
fn every_module_of_a_room_with_several_has_a_place_in_its_order() {
    let files = sources();
    for (room, order) in ORDER {
        let inside = files.iter().map(|(file, _)| room_of(file));
        let inside = inside.filter(|(of, _)| of == room);
        let there: Vec<&str> = inside.map(|(_, file)| module_of(file)).collect();
        for module in order.split(' ') {
            assert!(there.contains(&module), "{room}: {module}");
        }
        // The other rooms have modules of their own subject beside those.
        if !["deck", "shuffle"].contains(room) {
            for module in there.iter().filter(|module| **module != "lib") {
                assert!(
                    order.split(' ').any(|known| known == *module),
                    "{room}: {module}"
                );
            }
        }
    }
}

/// Packages by the order in which they may know each other: Cargo refuses circles, this refuses shortcuts upwards.
#[test]
fn crates_know_only_those_below_them() {
    const BELOW: &[(&str, &str)] = &[
        ("text", ""),
        ("record", "text"),
        ("deck", "text"),
        ("laws", "text deck"),
        ("shuffle", "text deck laws"),
        ("statistic", "text deck laws shuffle"),
        ("source", "text deck laws shuffle"),
        ("reader", "text deck laws shuffle source"),
        ("engine", "text deck laws shuffle statistic source"),
        (
            "subjects",
            "text record deck laws shuffle statistic source reader engine",
        ),
        (
            "search",
            "text record deck laws shuffle statistic source engine",
        ),
        (
            "run",
            "text record deck laws shuffle statistic source reader engine subjects search",
        ),
        (
            "check",
            "text record deck laws shuffle statistic source engine search",
        ),
        ("report", "text record"),
    ];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut found: Vec<String> = fs::read_dir(&crates)
        .expect("crates")
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().expect("a name"))
        .collect();
    found.sort();
    let mut known: Vec<&str> = BELOW.iter().map(|(room, _)| *room).collect();
    known.sort_unstable();
    assert_eq!(found, known);
    for (room, below) in BELOW {
        let text = fs::read_to_string(crates.join(room).join("Cargo.toml")).expect("a manifest");
        let own = text.split("[dev-dependencies]").next().unwrap_or(&text);
        for line in own.lines() {
            let name = line.split(['.', ' ']).next().unwrap_or(line);
            let a_room = known.contains(&name);
            assert!(
                !a_room || below.split(' ').any(|known| known == name),
                "{room}: {line}"
            );
        }
    }
}

/// The imports that there are show that the checker sees them at all.
#[test]
fn the_checker_finds_the_imports_that_there_are() {
    let files = sources();
    let found = files
        .iter()
        .flat_map(|(file, text)| read(room_of(file).1, text));
    let named = |found: &str| ORDER.iter().any(|(_, order)| order.contains(found));
    let seen = found.filter(|(_, found)| named(found)).count();
    assert!(seen > 80, "{seen}");
}

/// Checks one part of the planted breaches: lines of how many there are, the file, and its text.
fn planted(part: usize) {
    let parts = include_str!("../data/breaches.txt");
    for case in parts.split("\n\n").nth(part).expect("a part").lines() {
        let mut case = case.splitn(3, ' ');
        let [count, file, text] = [(); 3].map(|()| case.next().expect("three fields"));
        let found = problems(file, text);
        assert_eq!(count, found.len().to_string(), "{text}\n{found:#?}");
    }
}

#[test]
fn a_planted_import_that_runs_backwards_is_found() {
    assert_eq!(
        problems(
            "crates/run/src/spec/mod.rs",
            "//! Specs.\n\nuse crate::conduct::Machine;\n"
        ),
        ["crates/run/src/spec/mod.rs:3: `spec` uses `conduct`, which comes after it"]
    );
    planted(0);
}

#[test]
fn planted_printing_exiting_and_threads_are_found() {
    planted(1);
}

#[test]
fn a_module_stands_in_one_place() {
    let files: Vec<String> = sources().into_iter().map(|(file, _)| file).collect();
    let twice = files.iter().filter(|file| {
        let folder = format!("{}/", file.trim_end_matches(".rs"));
        files.iter().any(|other| other.starts_with(&folder))
    });
    let twice: Vec<&String> = twice.collect();
    assert!(twice.is_empty(), "in mod.rs instead: {twice:?}");
}
