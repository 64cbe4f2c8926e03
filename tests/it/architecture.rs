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

/// The modules in the order in which data flows; each may use those before it, and itself.
const ORDER: &str = "sorting files harmless names whole duration pieces judgement figures params record kernel batch deck cube subject rng \
                     exact draws shuffle routine policy theory statistic source simulate verdict subjects advise questions explain fit inventory \
                     spec claims conduct calibrate checkpoint report options browser check cli";

/// Modules that may use even less than all before them: a record is data, a report is made from a record alone,
/// and the program is no more than its command line.
const ONLY: &[(&str, &[&str])] = &[
    ("record", &["harmless", "judgement", "figures", "names"]),
    (
        "report",
        &[
            "harmless",
            "judgement",
            "figures",
            "names",
            "explain",
            "inventory",
            "record",
        ],
    ),
    ("main", &["cli"]),
];

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

fn is_for_tests(item: &impl ToTokens) -> bool {
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

/// The reason why `module` may not have what was found in it, if it may not.
fn objection(module: &str, found: &str) -> Option<String> {
    let reserved = |(texts, ..): &&(&str, _, _)| texts.split(' ').any(|text| text == found);
    if let Some((_, modules, why)) = RESERVED.iter().find(reserved) {
        return (!modules.contains(&module)).then(|| format!("has `{found}`: {why}"));
    }
    let place = |name: &str| ORDER.split(' ').position(|known| known == name);
    let only = ONLY.iter().find(|(known, _)| *known == module);
    if module == "lib" || module == found {
        None
    } else if place(found).is_none() {
        Some(format!(
            "uses `{found}`, which has no place in the order of modules"
        ))
    } else if let Some((_, only)) = only {
        (!only.contains(&found)).then(|| format!("uses `{found}`, but may use {only:?} only"))
    } else if place(module).is_none() {
        Some("has no place in the order of modules".to_owned())
    } else {
        (place(found) > place(module)).then(|| format!("uses `{found}`, which comes after it"))
    }
}

/// The problems of the source `text` of `file`.
fn problems(file: &str, text: &str) -> Vec<String> {
    let module = module_of(file);
    let problem = |(line, found): (usize, String)| {
        let objection = objection(module, &found)?;
        Some(format!("src/{file}:{line}: `{module}` {objection}"))
    };
    read(file, text).into_iter().filter_map(problem).collect()
}

/// The first part of a path below `src`: `spec/check.rs` is in `spec`.
fn module_of(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.trim_end_matches(".rs")
}

/// All files below `src` but those that their module declares under `#[cfg(test)]`: paths and texts.
fn sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let of_tests = |part: &str| part == "tests" || part.ends_with("_tests");
    let counts = |path: &str| !path.split('/').any(of_tests);
    let files = common::files(&src).into_iter();
    let files = files.map(|file| file.replace('\\', "/"));
    let files = files.filter(|file| file.strip_suffix(".rs").is_some_and(counts));
    let read = |file: String| {
        let text = fs::read_to_string(src.join(&file)).expect("text");
        (file, text)
    };
    files.map(read).collect()
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
fn every_module_has_a_place_in_the_order() {
    let files = sources();
    let mut modules: Vec<&str> = files.iter().map(|(file, _)| module_of(file)).collect();
    modules.retain(|module| !["lib", "main"].contains(module));
    modules.sort_unstable();
    modules.dedup();
    let mut order: Vec<&str> = ORDER.split(' ').collect();
    order.sort_unstable();
    assert_eq!(modules, order);
    let (_, lib) = files.iter().find(|(file, _)| file == "lib.rs").unwrap();
    let there = |module: &&str| lib.contains(&format!("mod {module};"));
    assert!(order.iter().all(there), "{lib}");
}

/// The imports that there are show that the checker sees them at all.
#[test]
fn the_checker_finds_the_imports_of_this_crate() {
    let files = sources();
    let found = files.iter().flat_map(|(file, text)| read(file, text));
    let seen = found
        .filter(|(_, found)| ORDER.contains(found.as_str()))
        .count();
    assert!(seen > 100, "{seen}");
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
            "deck/mod.rs",
            "//! Decks.\n\nuse crate::shuffle::Shuffle;\n"
        ),
        ["src/deck/mod.rs:3: `deck` uses `shuffle`, which comes after it"]
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
