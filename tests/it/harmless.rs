//! Nothing from outside is shown raw: names of files and programs, texts of specs and of records, decks, and what was typed.
//!
//! Each place gets a text that a terminal, GitHub Actions or a page of Markdown would obey; what the program prints and
//! writes is searched for anything but line ends and its own colours.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::{self, Ran};

use colddeck::conduct;
use colddeck::record::{self, Record};
use colddeck::spec;
use report::{Depth, Screen, StoredRecord};
use run::explain;
use serde_json::Value;

/// A text that does harm wherever it is shown raw.
const UGLY: &str = "x\u{1b}]0;t\u{7}\u{1b}[31m\r\n::error::pwned\n \u{1b}[1m::warning::w\u{9b}31m\u{202e}\u{2066}\u{2028}\
                    <script>alert(1)</script>[l](http://e.example) ##[error]y ```\n~~~ | `<b>";

/// The same for a file, whose name cannot be as long and has no slash.
const NAME: &str = "n\n::error::pwned\u{1b}[31m\u{7}\r\u{202e}##[error]x<b>";

/// Runs the program as GitHub Actions would, with colours, and fails if anything harmful comes out.
#[track_caller]
fn run(folder: &Path, arguments: &[&str]) -> Ran {
    let mut command = common::program(folder);
    command
        .env("CLICOLOR_FORCE", "1")
        .env("GITHUB_ACTIONS", "true");
    let ran = common::ran(command.args(arguments));
    assert!(!ran.err.contains("panicked"), "{arguments:?}: {ran:#?}");
    assert_harmless(&ran.out, &format!("stdout of {arguments:?}"));
    assert_harmless(&ran.err, &format!("stderr of {arguments:?}"));
    ran
}

/// Fails if there is anything in `text` but what is seen, line ends and our own colours, or a command to GitHub Actions
/// that is not ours.
#[track_caller]
fn assert_harmless(text: &str, of: &str) {
    let mut plain = text.to_owned();
    for code in ["0", "1", "2", "4", "31", "32", "33", "36"] {
        plain = plain.replace(&format!("\u{1b}[{code}m"), "");
    }
    let bidi = |c: char| matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let harmful = plain
        .chars()
        .find(|&c| (c.is_control() && c != '\n') || bidi(c));
    assert_eq!(harmful, None, "{of}: {plain:?}");
    for line in plain.lines() {
        let ours = ["::error title=colddeck", "::warning title=colddeck"];
        if ours.iter().any(|ours| line.starts_with(ours)) {
            continue;
        }
        let command = line.trim_start().starts_with("::") || line.contains("##[");
        assert!(!command, "{of}: {line:?} is a command in {plain:?}");
    }
}

/// Fails if a page of Markdown holds tags or links from outside.
#[track_caller]
fn assert_plain_page(page: &str, of: &str) {
    let shown = outside_of_code(page);
    for tag in ["<script", "<b>"] {
        assert!(!shown.contains(tag), "{of}: {tag} in {shown}");
    }
    assert!(!shown.contains("](http"), "{of}: a link in {shown}");
    let harmful = page.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(harmful, None, "{of}: {page:?}");
}

/// The page without blocks and spans of code, and without what is escaped.
fn outside_of_code(page: &str) -> String {
    let (mut shown, mut fence) = (String::new(), None);
    for line in page.lines() {
        let marks = line.len() - line.trim_start_matches('`').len();
        match fence {
            Some(open) if marks >= open => fence = None,
            Some(_) => {}
            None if marks >= 3 => fence = Some(marks),
            None => {
                let (mut code, mut escaped) = (false, false);
                for c in line.chars() {
                    if escaped {
                        escaped = false;
                    } else if c == '\\' && !code {
                        escaped = true;
                    } else if c == '`' {
                        code = !code;
                    } else if !code {
                        shown.push(c);
                    }
                }
                shown.push('\n');
            }
        }
    }
    assert_eq!(fence, None, "a block of code has no end: {page}");
    shown
}

/// `text` as a string of TOML.
fn toml(text: &str) -> String {
    let units = text.chars().map(|c| format!("\\U{:08X}", u32::from(c)));
    format!("\"{}\"", units.collect::<String>())
}

/// A spec whose texts are all ugly; one of its claims does not come out as it expects.
fn ugly_spec() -> String {
    let ugly = toml(UGLY);
    let claim = |id: &str, more: &str| {
        format!(
            "[[claims]]\nid = \"{id}\"\ntext = {ugly}\nsource = {ugly}\nkind = \"verdict\"\n\
             test = \"rising-sequences.mean\"\nroutine = \"GG\"\nis = \"pass\"\n{more}\n"
        )
    };
    format!(
        "name = \"ugly\"\nquestion = {ugly}\ndeck = 8\ntrials = 300\nroutines = [\"GG\", \"S\"]\n\
         statistics = [\"rising-sequences\", \"position-matrix\"]\n{}{}",
        claim("one", &format!("expect = \"refuted\"\ntruth = {ugly}")),
        claim("two", "expect = \"not-refuted\"")
    )
}

#[test]
fn texts_of_specs_are_shown_and_not_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let spec = format!("{NAME}/{NAME}.toml");
    common::write(folder, &spec, ugly_spec());
    let [md, xml, json, csv] =
        ["md", "xml", "json", "csv"].map(|ending| format!("{NAME}.{ending}"));
    let mut arguments = vec!["run", &spec, "--out", NAME];
    for file in [&md, &xml, &json, &csv] {
        arguments.extend(["--export", file]);
    }
    run(folder, &arguments).ends(1);
    let page = fs::read_to_string(folder.join(&md)).unwrap();
    assert_plain_page(&page, "the page");
    assert!(page.contains("&lt;script&gt;"), "{page}");
    let xml = fs::read_to_string(folder.join(&xml)).unwrap();
    assert_harmless(&xml.replace("##[", ""), "XML");
    assert!(!xml.contains("<script>"), "{xml}");
    let table = fs::read_to_string(folder.join(&csv)).unwrap();
    assert_harmless(&table.replace("##[", ""), "CSV");
    let text = fs::read_to_string(folder.join(&json)).unwrap();
    let found: Value = serde_json::from_str(&text).unwrap();
    assert!(
        found["experiment"]["question"]
            .as_str()
            .unwrap()
            .contains("\\u{1b}"),
        "{text}"
    );

    let printed = run(folder, &["run", &spec, "--out", "o", "--json"]).ends(1);
    assert_eq!(printed.json(), found);
    run(folder, &["list", "experiments", "--folder", NAME]).ends(0);

    // The stored record is compared, and listed among the claims.
    run(folder, &["compare", &json, &json]).ends(0);
    run(
        folder,
        &[
            "run",
            &spec,
            "--out",
            "o",
            "--baseline",
            &json,
            "--export",
            "two.md",
        ],
    )
    .ends(1);
    let page = fs::read_to_string(folder.join("two.md")).unwrap();
    assert_plain_page(&page, "the page with a comparison");
    run(folder, &["claims", NAME, "--out", &md]).ends(1);
    let page = fs::read_to_string(folder.join(&md)).unwrap();
    assert_plain_page(&page, "the claims");
}

#[test]
fn wrong_specs_are_refused_without_being_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = format!("{NAME}.toml");
    run(folder, &["run", &file])
        .ends(2)
        .says("\\n::error::pwned");
    let ugly = toml(UGLY);
    let good = "name = \"a\"\ndeck = 8\n";
    let cases = [
        // No TOML: the line is quoted.
        "name = \"a\u{1b}[31m\r::error::x\" = 3".to_owned(),
        format!("{ugly} = 1"),
        format!("name = {ugly}"),
        format!("{good}routines = [{ugly}]"),
        format!("{good}routines = [\"G\"]\nseed = {ugly}"),
        format!("{good}routines = [\"G\"]\nsuite = {ugly}"),
        format!("{good}routines = [\"G\"]\nstatistics = [{ugly}]"),
        format!("{good}routines = [\"G\"]\ngenerator = {ugly}"),
        format!("{good}routines = [\"G\"]\n[shuffles]\n{ugly} = \"cut\""),
        format!("{good}routines = [\"G\"]\n[shuffles]\nG = {ugly}"),
        format!("{good}routines = [\"G\"]\n[shuffles]\nG = {{ kind = \"cut\", {ugly} = 1 }}"),
        format!("{good}routines = [\"G\"]\n[[claims]]\nid = {ugly}"),
        format!("{good}routines = [\"G\"]\n[[claims]]\nid = \"a\"\nkind = {ugly}"),
        format!("{good}source = {{ decks = {ugly} }}"),
        format!("{good}source = {{ command = [{ugly}] }}"),
        format!("{good}source = {{ decks = \"-\", start = {ugly} }}"),
        format!("{good}types = {ugly}\nroutines = [\"G\"]"),
        format!("{good}[answers.{ugly}]\nkind = \"total-variation\""),
    ];
    for spec in cases {
        common::write(folder, &file, &spec);
        let ran = run(folder, &["run", &file]);
        assert_eq!(ran.code, 2, "{spec}: {ran:#?}");
    }
}

#[test]
fn what_was_typed_is_shown_and_not_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let routine = ["run", "G", "--deck", "8"];
    for option in [
        "--seed",
        "--suite",
        "--statistic",
        "--types",
        "--shuffle",
        "--seeding",
        "--memory",
        "--view",
        "--lags",
        "--trials",
        "--threads",
        "--isa",
        "--export",
        "--baseline",
    ] {
        let arguments = [&routine[..], &[option, UGLY]].concat();
        run(folder, &arguments).ends(2);
    }
    // Any name will do for this file.
    run(
        folder,
        &["run", "G", "--deck", "8", "--trials", "50", "--junit", UGLY],
    );
    for arguments in [
        &[UGLY][..],
        &["run", UGLY],
        &["run", UGLY, "--deck", "8"],
        &["test", UGLY, "--deck", "8"],
        &["test", "--format", UGLY],
        &["exec", "--deck", "8", "--", UGLY],
        &["compare", UGLY, UGLY],
        &["claims", UGLY],
        &["new", UGLY],
        &["list", UGLY],
        &["list", "experiments", "--folder", UGLY],
        &["emit", "--deck", "8", UGLY],
        &["emit", "--deck", "8", "--from", UGLY],
        &["exact", UGLY],
        &["exact", "game", UGLY, "--deck", "8"],
        &["calibrate", "--only", UGLY],
    ] {
        run(folder, arguments).ends(2);
    }
}

#[test]
fn decks_and_programs_are_shown_and_not_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let decks = format!("{NAME}.txt");
    let test = |options: &[&str]| run(folder, &[&["test", &decks], options].concat());
    for wrong in [
        "1 2 3 4\n1 2 \u{1b}[31m 4\n",
        "a,b,c,d\n1,\"\u{1b}]0;x\u{7}\",3,4\n",
        "\u{202e}1 2 3 4\n",
        "::error::x\n",
    ] {
        common::write(folder, &decks, wrong);
        for format in ["auto", "text", "csv", "jsonl", "json", "cards"] {
            test(&["--deck", "4", "--format", format]).ends(2);
        }
    }
    let good: String = (0..50)
        .map(|turn| ["1 2 3 4\n", "2 4 1 3\n", "4 3 1 2\n"][turn % 3])
        .collect();
    common::write(folder, &decks, good);
    let exports = ["--deck", "4", "--export", "a.md", "--export", "a.xml"];
    test(&exports);
    let page = fs::read_to_string(folder.join("a.md")).unwrap();
    assert!(page.contains("::error::pwned"), "{page}");
    assert_plain_page(&page, "the page of decks");
    let script = "printf '\\033[31m\\r::error::x\\n ::error::y\\n' >&2; exit 3";
    run(folder, &["exec", "--deck", "4", "--", "sh", "-c", script])
        .ends(2)
        .says("\\u{1b}[31m");
}

/// The record of a spec, by the library.
fn record_of(text: &str) -> Record {
    let experiment =
        spec::parse(Path::new("ugly.toml"), text, &spec::Overrides::default()).unwrap();
    conduct::run(&experiment, 2.into(), &conduct::Unwatched).unwrap()
}

/// Finds the places of all texts in `value`, keys of objects too, by their shape: the items of a list are alike.
fn places(value: &Value, at: &str, shape: &str, found: &mut BTreeMap<String, String>) {
    match value {
        Value::String(_) => {
            found.insert(shape.to_owned(), at.to_owned());
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                places(
                    item,
                    &format!("{at}/{number}"),
                    &format!("{shape}/*"),
                    found,
                );
            }
        }
        Value::Object(object) => {
            for (key, item) in object {
                let (at, shape) = (format!("{at}/{key}"), format!("{shape}/{key}"));
                found.insert(format!("{shape}#"), format!("{at}#"));
                places(item, &at, &shape, found);
            }
        }
        _ => {}
    }
}

/// `value` with an ugly text at `place`; a place that ends in `#` is a key.
fn with_ugly(value: &Value, place: &str) -> Value {
    let mut value = value.clone();
    if let Some(key) = place.strip_suffix('#') {
        let (object, key) = key.rsplit_once('/').unwrap();
        let object = value.pointer_mut(object).unwrap().as_object_mut().unwrap();
        let item = object.remove(key).unwrap();
        object.insert(format!("{key}{UGLY}"), item);
    } else {
        let text = value.pointer_mut(place).unwrap();
        *text = format!("{}{UGLY}", text.as_str().unwrap()).into();
    }
    value
}

const DEPTHS: [Depth; 3] = [Depth::Brief, Depth::Glance, Depth::Full];
/// Takes commands of GitHub Actions out of text that is printed as a part of more: the last net breaks them up there.
fn without_commands(text: &str) -> String {
    let commands = ["##[", "::error::", "::warning::"];
    let text = text.to_owned();
    commands
        .iter()
        .fold(text, |text, command| text.replace(command, ""))
}

/// Every view of a record, and of how it compares with `other`.
fn views(record: &Record, other: &Record) -> Vec<(&'static str, String)> {
    let stored = StoredRecord {
        folder: "a/b".to_owned(),
        record: record.clone(),
    };
    let found = report::Found {
        records: vec![record],
        ..report::Found::new(explain::dictionary())
    };
    let mut views = vec![
        ("markdown", report::markdown(record, None)),
        ("claims", report::claims(&[stored], &[])),
        ("junit", report::junit([record], [])),
        ("csv", report::csv(&found).unwrap()),
        ("annotations", report::annotations(record).join("\n")),
        ("words", report::words(record)),
    ];
    let beside = report::views(record, "pictures.svg", explain::dictionary(), None);
    views.push(("html", beside.page));
    views.extend(beside.sheet.map(|sheet| ("svg", sheet)));
    let screen = Screen::default();
    views.extend(DEPTHS.map(|depth| ("terminal", report::terminal(record, depth, screen))));
    let pairs = [
        ((UGLY, record), ("b", other)),
        (("a", other), (UGLY, record)),
    ];
    for (base, new) in pairs {
        if let Ok(comparison) = conduct::compare(base, new, 0.01, true) {
            let annotations = report::comparison_annotations(&comparison).join("\n");
            let compared = report::Found {
                comparisons: vec![&comparison],
                ..report::Found::new(explain::dictionary())
            };
            views.extend([
                ("junit", report::junit([], [&comparison])),
                ("csv", report::csv(&compared).unwrap()),
                ("annotations", annotations),
            ]);
            let page = |depth| report::comparison_terminal(&comparison, depth, screen);
            views.extend(DEPTHS.map(|depth| ("comparison", page(depth))));
        }
    }
    views
}

#[test]
fn every_text_of_a_record_is_shown_and_not_obeyed() {
    let until = "name = \"until\"\ndeck = 8\nroutines = [\"G\"]\nstatistics = [\"rising-sequences\"]\n\
                 until-decided = { max-trials = 2_000 }\n";
    for spec in [ugly_spec(), until.to_owned()] {
        let record = record_of(&spec);
        let value: Value = serde_json::from_str(&record::to_json(&record).unwrap()).unwrap();
        let mut found = BTreeMap::new();
        places(&value, "", "", &mut found);
        assert!(found.len() > 30, "{found:?}");
        let mut shown = 0;
        for place in found.into_values() {
            let text = with_ugly(&value, &place).to_string();
            let ugly = match conduct::parse("a.json", &text) {
                Ok(ugly) => ugly,
                Err(error) => {
                    assert_harmless(&without_commands(&error.to_string()), &place);
                    continue;
                }
            };
            shown += 1;
            for (view, text) in views(&ugly, &record) {
                let of = format!("{view} with {place}");
                let text = without_commands(&text);
                assert_harmless(&text, &of);
                if ["markdown", "claims"].contains(&view) {
                    assert_plain_page(&text, &of);
                }
                if ["html", "svg"].contains(&view) {
                    // The only scripts are the page's own.
                    let own = text.matches("<script>\"use strict\"").count();
                    let all = text.to_lowercase().matches("<script>").count();
                    assert!(all == own && own <= 1, "{of}");
                    assert!(!text.contains("<img"), "{of}");
                }
            }
        }
        assert!(shown > 20, "{shown}");
    }
}
