//! Data flows one way: a module knows only those before it. This reads the sources and fails on an
//! import that runs backwards, on rayon outside the simulation, and on printing or exiting where it
//! does not belong.
//!
//! Comments, strings and items under `#[cfg(test)]` do not count.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order in which data flows; each may use those before it, and itself.
const ORDER: &[&str] = &[
    "names",
    "params",
    "kernel",
    "deck",
    "rng",
    "policy",
    "exact",
    "shuffle",
    "routine",
    "theory",
    "statistic",
    "answer",
    "spec",
    "source",
    "simulate",
    "verdict",
    "record",
    "calibrate",
    "report",
    "check",
    "cli",
];

/// Modules that may use even less than all before them: a report is made from a record alone, and
/// the program is no more than its command line.
const ONLY: &[(&str, &[&str])] = &[("report", &["record"]), ("main", &["cli"])];

/// What stands in the sources only here: a text, the modules that may have it, and why.
const RESERVED: &[(&str, &[&str], &str)] = &[
    (
        "rayon",
        &["simulate"],
        "only the simulation knows of threads",
    ),
    ("println!", PRINTING, PRINTING_WHY),
    ("print!", PRINTING, PRINTING_WHY),
    ("eprintln!", PRINTING, PRINTING_WHY),
    ("eprint!", PRINTING, PRINTING_WHY),
    // The functions: streams of other programs are called so, too.
    ("stdout()", PRINTING, PRINTING_WHY),
    ("stderr()", PRINTING, PRINTING_WHY),
    ("dbg!", &[], "it is for debugging"),
    ("process::exit", &["main"], "only main exits"),
    ("process::abort", &[], "only main exits"),
];
const PRINTING: &[&str] = &["cli", "main"];
const PRINTING_WHY: &str = "only the command line prints";

/// Something in the sources that should not be there.
#[derive(Debug, PartialEq, Eq)]
struct Breach {
    file: String,
    line: usize,
    problem: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.problem)
    }
}

/// What is wrong with the source `text` of `file`, a path below `src`.
fn check(file: &str, text: &str) -> Vec<Breach> {
    let module = module_of(file);
    let code = without_tests(&code_of(text));
    let mut breaches = Vec::new();
    let mut breach = |at: usize, problem: String| {
        let line = 1 + code[..at].iter().filter(|c| **c == '\n').count();
        let file = format!("src/{file}");
        breaches.push(Breach {
            file,
            line,
            problem,
        });
    };
    let own = path_of(file);
    for (at, used) in uses(&code, &own) {
        if let Some(problem) = direction(&module, &used) {
            breach(at, problem);
        }
    }
    for (word, modules, why) in RESERVED {
        if modules.contains(&module.as_str()) {
            continue;
        }
        for at in occurrences(&code, word) {
            breach(at, format!("found `{word}` in `{module}`: {why}"));
        }
    }
    breaches.sort_by_key(|breach| breach.line);
    breaches
}

/// Why `module` may not use `used`, if it may not.
fn direction(module: &str, used: &str) -> Option<String> {
    if module == "lib" || module == used {
        return None;
    }
    if used == "*" {
        return Some(format!(
            "`{module}` imports all of the crate; name what it uses"
        ));
    }
    let Some(at) = ORDER.iter().position(|known| *known == used) else {
        return Some(format!(
            "`{module}` uses `{used}`, which has no place in the order of modules"
        ));
    };
    if let Some((_, only)) = ONLY.iter().find(|(known, _)| *known == module) {
        return (!only.contains(&used)).then(|| {
            format!(
                "`{module}` uses `{used}`, but may use nothing but `{}`",
                only.join("`, `")
            )
        });
    }
    match ORDER.iter().position(|known| *known == module) {
        None => Some(format!("`{module}` has no place in the order of modules")),
        Some(own) if at > own => Some(format!("`{module}` uses `{used}`, which comes after it")),
        Some(_) => None,
    }
}

/// The first part of a path below `src`: `spec/check.rs` is in `spec`.
fn module_of(file: &str) -> String {
    let first = file.split('/').next().unwrap_or(file);
    first.trim_end_matches(".rs").to_owned()
}

/// The path of the module in `file` within the crate: `spec/check.rs` is `spec`, `check`.
fn path_of(file: &str) -> Vec<String> {
    let parts = file.trim_end_matches(".rs").split('/');
    parts
        .filter(|part| !["lib", "main", "mod"].contains(part))
        .map(str::to_owned)
        .collect()
}

/// Every top-level module that the code names by a path, with the place of the path: through
/// `crate::`, through `colddeck::`, or by enough `super::` to leave its own.
fn uses(code: &[char], own: &[String]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for root in ["crate", "colddeck"] {
        for at in occurrences(code, root) {
            if let Some(rest) = after_colons(code, at + root.len()) {
                found.extend(names(code, rest).into_iter().map(|name| (at, name)));
            }
        }
    }
    for at in occurrences(code, "super") {
        // Only the first of several `super` counts: the others continue its path.
        let before: String = code[..at].iter().rev().take(7).rev().collect();
        if before == "super::" {
            continue;
        }
        let mut rest = at;
        let mut depth = inline_depth(code, at) + own.len();
        while code[rest..].starts_with(&['s', 'u', 'p', 'e', 'r']) {
            let Some(next) = after_colons(code, rest + "super".len()) else {
                break;
            };
            (rest, depth) = (next, depth.saturating_sub(1));
        }
        if depth == 0 {
            found.extend(names(code, rest).into_iter().map(|name| (at, name)));
        }
    }
    found
}

/// How many inline modules (`mod name { … }`) are open at a place.
fn inline_depth(code: &[char], at: usize) -> usize {
    let opened = occurrences(code, "mod")
        .into_iter()
        .filter(|start| *start < at);
    opened
        .filter(|start| {
            let end = item_end(code, *start);
            code[*start..end].contains(&'{') && at < end
        })
        .count()
}

/// The place after `::`, if that is what follows.
fn after_colons(code: &[char], at: usize) -> Option<usize> {
    let at = skip_blanks(code, at);
    (code.get(at) == Some(&':') && code.get(at + 1) == Some(&':'))
        .then(|| skip_blanks(code, at + 2))
}

fn skip_blanks(code: &[char], at: usize) -> usize {
    let blanks = code[at..].iter().take_while(|c| c.is_whitespace()).count();
    at + blanks
}

/// The first names at a place: one, or the first of each item in braces. `self` is the root itself.
fn names(code: &[char], at: usize) -> Vec<String> {
    if code.get(at) != Some(&'{') {
        return vec![name(code, at)];
    }
    let mut names = Vec::new();
    let (mut depth, mut expect) = (0, true);
    for (at, c) in code.iter().enumerate().skip(at) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => expect = true,
            c if c.is_whitespace() => {}
            _ if depth == 1 && expect => {
                expect = false;
                names.push(name(code, at));
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| name != "self");
    names
}

fn name(code: &[char], at: usize) -> String {
    if code.get(at) == Some(&'*') {
        return "*".to_owned();
    }
    code[at..].iter().take_while(|c| is_word(**c)).collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where `word` stands by itself.
fn occurrences(code: &[char], word: &str) -> Vec<usize> {
    let word: Vec<char> = word.chars().collect();
    let alone = |at: usize| {
        let before = at > 0 && is_word(code[at - 1]);
        let after = is_word(word[word.len() - 1])
            && code.get(at + word.len()).copied().is_some_and(is_word);
        !before && !after
    };
    (0..code.len())
        .filter(|&at| code[at..].starts_with(&word) && alone(at))
        .collect()
}

/// The code without comments and without what stands in strings: blanks take their place, so that
/// lines stay where they are.
fn code_of(text: &str) -> Vec<char> {
    let mut code: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < code.len() {
        let end = token_end(&code, at);
        if end > at + 1 {
            for c in &mut code[at..end] {
                if *c != '\n' {
                    *c = ' ';
                }
            }
        }
        at = end.max(at + 1);
    }
    code
}

/// The end of the comment, string or character that starts here, or `at` if none does.
fn token_end(code: &[char], at: usize) -> usize {
    let starts = |text: &str, at: usize| {
        let text: Vec<char> = text.chars().collect();
        code[at..].starts_with(&text)
    };
    let find = |text: &str, from: usize| {
        let found = (from..code.len()).find(|&at| starts(text, at));
        found.map_or(code.len(), |found| found + text.chars().count())
    };
    let word_before = at > 0 && is_word(code[at - 1]);
    if starts("//", at) {
        return (at..code.len())
            .find(|&at| code[at] == '\n')
            .unwrap_or(code.len());
    }
    if starts("/*", at) {
        let (mut depth, mut end) = (1, at + 2);
        while depth > 0 && end < code.len() {
            if starts("/*", end) {
                (depth, end) = (depth + 1, end + 2);
            } else if starts("*/", end) {
                (depth, end) = (depth - 1, end + 2);
            } else {
                end += 1;
            }
        }
        return end;
    }
    if code[at] == 'r' && (!word_before || starts("br", at - 1)) {
        let hashes = code[at + 1..].iter().take_while(|c| **c == '#').count();
        if code.get(at + 1 + hashes) == Some(&'"') {
            return find(&format!("\"{}", "#".repeat(hashes)), at + 2 + hashes);
        }
    }
    if code[at] == '"' {
        return quoted_end(code, at, '"');
    }
    // A character, not a lifetime: 'a' or an escape.
    if code[at] == '\'' && (code.get(at + 1) == Some(&'\\') || code.get(at + 2) == Some(&'\'')) {
        return quoted_end(code, at, '\'');
    }
    at
}

fn quoted_end(code: &[char], at: usize, quote: char) -> usize {
    let mut end = at + 1;
    while end < code.len() && code[end] != quote {
        end += if code[end] == '\\' { 2 } else { 1 };
    }
    (end + 1).min(code.len())
}

/// The code with blanks in place of the items under `#[cfg(test)]`.
fn without_tests(code: &[char]) -> Vec<char> {
    let mut code = code.to_vec();
    let marker: Vec<char> = "#[cfg(test)]".chars().collect();
    let mut at = 0;
    while at < code.len() {
        if code[at..].starts_with(&marker) {
            let end = item_end(&code, at + marker.len());
            for c in &mut code[at..end] {
                if *c != '\n' {
                    *c = ' ';
                }
            }
            at = end;
        }
        at += 1;
    }
    code
}

/// The end of the item that starts here: its closing brace, or a semicolon before any brace.
fn item_end(code: &[char], at: usize) -> usize {
    let mut depth = 0;
    for (at, c) in code.iter().enumerate().skip(at) {
        match c {
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

/// All files below `src`, as paths relative to it with their text.
fn sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !is_of_tests(&path)
            {
                let within = path.strip_prefix(&src).expect("below src");
                let name = within.to_string_lossy().replace('\\', "/");
                files.push((name, fs::read_to_string(&path).expect("text")));
            }
        }
    }
    files.sort();
    files
}

/// Files that their module declares under `#[cfg(test)]`: tests may use all that there is.
fn is_of_tests(path: &Path) -> bool {
    let named = |name: &str| name == "tests" || name == "tests.rs" || name.ends_with("_tests.rs");
    path.components()
        .any(|part| part.as_os_str().to_str().is_some_and(named))
}

#[test]
fn data_flows_one_way() {
    let files = sources();
    assert!(files.len() >= ORDER.len(), "{} files", files.len());
    let breaches: Vec<String> = files
        .iter()
        .flat_map(|(file, text)| check(file, text))
        .map(|breach| breach.to_string())
        .collect();
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

#[test]
fn every_module_has_a_place_in_the_order() {
    let files = sources();
    let mut modules: Vec<String> = files
        .iter()
        .map(|(file, _)| module_of(file))
        .filter(|module| module != "lib" && module != "main")
        .collect();
    modules.sort();
    modules.dedup();
    let mut order = ORDER.to_vec();
    order.sort_unstable();
    assert_eq!(modules, order);
    let (_, lib) = files
        .iter()
        .find(|(file, _)| file == "lib.rs")
        .expect("lib.rs");
    for module in ORDER {
        assert!(lib.contains(&format!("pub mod {module};")), "{module}");
    }
}

/// The imports that there are show that the checker sees them at all.
#[test]
fn the_checker_finds_the_imports_of_this_crate() {
    let seen: usize = sources()
        .iter()
        .map(|(file, text)| uses(&code_of(text), &path_of(file)).len())
        .sum();
    assert!(seen > 100, "{seen}");
}

fn problems(file: &str, text: &str) -> Vec<String> {
    check(file, text).iter().map(Breach::to_string).collect()
}

#[test]
fn a_planted_import_that_runs_backwards_is_found() {
    assert_eq!(
        problems("deck.rs", "//! Decks.\n\nuse crate::shuffle::Shuffle;\n"),
        ["src/deck.rs:3: `deck` uses `shuffle`, which comes after it"]
    );
    for (file, text, count) in [
        ("rng/mod.rs", "use crate::deck::Card;", 0),
        ("rng/mod.rs", "use crate::rng::Seed;", 0),
        ("rng/mod.rs", "use crate::{deck, names};", 0),
        (
            "rng/mod.rs",
            "use crate::{deck, cli::{Cli, Exit}, names};",
            1,
        ),
        (
            "rng/mod.rs",
            "use crate::{\n    deck::{self, Card},\n    spec,\n    verdict,\n};",
            2,
        ),
        ("rng/mod.rs", "use crate::*;", 1),
        ("rng/mod.rs", "use crate::unheard_of::Thing;", 1),
        ("rng/mod.rs", "use crate :: spec :: Experiment;", 1),
        (
            "rng/mod.rs",
            "fn f() -> crate::spec::Experiment { crate::spec::read() }",
            2,
        ),
        ("rng/mod.rs", "pub(crate) fn f() {}", 0),
        ("rng/pcg64.rs", "use super::Draws;", 0),
        ("rng/pcg64.rs", "use super::super::spec::Experiment;", 1),
        ("rng/pcg64.rs", "use super::super::deck::Card;", 0),
        ("rng/pcg64.rs", "mod inner { use super::super::spec; }", 0),
        (
            "rng/pcg64.rs",
            "mod inner { use super::super::super::spec; }",
            1,
        ),
        ("rng/mod.rs", "use super::spec::Experiment;", 1),
        ("routine.rs", "use super::simulate;", 1),
        (
            "rng/mod.rs",
            "// use crate::spec;\n/* crate::spec /* crate::cli */ */\n/// [`crate::spec`]\n",
            0,
        ),
        (
            "rng/mod.rs",
            "const A: &str = \"crate::spec\"; const B: &str = r#\"\"crate::spec\"#;",
            0,
        ),
        (
            "rng/mod.rs",
            "const A: char = '\"'; use crate::spec; const B: char = '\"';",
            1,
        ),
        (
            "rng/mod.rs",
            "fn f<'a>(a: &'a str) {} use crate::spec; fn g<'a>(a: &'a str) {}",
            1,
        ),
        (
            "rng/mod.rs",
            "#[cfg(test)]\nmod tests {\n    use crate::spec::{self, Experiment};\n}\n",
            0,
        ),
        (
            "rng/mod.rs",
            "#[cfg(test)]\nuse crate::spec;\nuse crate::cli;\n",
            1,
        ),
        (
            "rng/mod.rs",
            "#[cfg(test)]\nmod tests { fn f() {} }\nuse crate::spec;\n",
            1,
        ),
        (
            "report/markdown.rs",
            "use crate::record::Record;\nuse crate::report::table;",
            0,
        ),
        ("report/markdown.rs", "use crate::verdict::family;", 1),
        ("report/markdown.rs", "use crate::names;", 1),
        (
            "cli/run.rs",
            "use crate::{names, report, simulate, spec};",
            0,
        ),
        ("main.rs", "use colddeck::cli::Cli;", 0),
        ("main.rs", "use colddeck::spec;", 1),
        ("novelty.rs", "use crate::deck;", 1),
        ("lib.rs", "pub mod cli;", 0),
    ] {
        let found = problems(file, text);
        assert_eq!(found.len(), count, "{file}: {text}\n{found:#?}");
    }
}

#[test]
fn planted_printing_exiting_and_threads_are_found() {
    for (file, text, count) in [
        ("simulate.rs", "use rayon::prelude::*;", 0),
        ("verdict/family.rs", "use rayon::prelude::*;", 1),
        ("verdict/family.rs", "// rayon would be wrong here\n", 0),
        ("record/mod.rs", "fn f() { println!(\"{}\", 1); }", 1),
        (
            "record/mod.rs",
            "fn f() { anstream::eprintln!(); eprint!(); print!(); dbg!(1); }",
            4,
        ),
        ("record/mod.rs", "fn f() { std::io::stdout().flush(); }", 1),
        ("report/terminal.rs", "fn f() { print!(); }", 1),
        (
            "cli/run.rs",
            "fn f() { anstream::println!(); eprintln!(); }",
            0,
        ),
        (
            "main.rs",
            "fn main() { eprintln!(); std::process::exit(1) }",
            0,
        ),
        ("cli/run.rs", "fn f() { std::process::exit(1) }", 1),
        ("cli/run.rs", "fn f(exit: Exit) -> process::ExitCode {}", 0),
        ("spec/mod.rs", "fn f() { std::process::abort() }", 1),
    ] {
        let found = problems(file, text);
        assert_eq!(found.len(), count, "{file}: {text}\n{found:#?}");
    }
}
