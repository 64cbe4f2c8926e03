//! A single order of items: `colddeck test --place`, and specs with `source.place`.

use crate::common::{run, write};
use serde_json::Value;

/// The committed table of a draft lottery.
fn draft(year: u32) -> String {
    let path = format!("experiments/lotteries/draft-{year}.csv");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).unwrap()
}

fn p(record: &Value, statistic: &str) -> f64 {
    let tests = record["routines"][0]["tests"].as_array().unwrap();
    let test = tests.iter().find(|test| test["statistic"] == statistic);
    test.unwrap()["p"].as_f64().unwrap()
}

/// The figures of scipy 1.17 (`spearmanr`, `kendalltau`, `kruskal`), and Kendall's exactly; Spearman's p-value of 1970 is
/// 1.30e-5 by plain Student's t, and ours is fitted to the fourth moment too.
#[test]
fn the_draft_lottery_of_1970_fails_and_that_of_1972_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (year, code, expected) in [
        (1970, 1, [-0.2257, 1.376e-5, -0.1489, 1.98e-5, 0.0066]),
        (1972, 0, [-0.0664, 0.205, -0.0461, 0.188, 0.114]),
    ] {
        write(here, "draft.csv", draft(year));
        let arguments = "test draft.csv --place number --groups month --json --quiet";
        let ran = run(here, arguments.split(' ')).ends(code);
        let record = ran.json();
        let figures = &record["routines"][0]["statistics"];
        let correlation = |name: &str| figures[name]["correlation"].as_f64().unwrap();
        let found = [
            correlation("spearman"),
            p(&record, "spearman"),
            correlation("inversions"),
            p(&record, "inversions"),
            p(&record, "group-ranks"),
        ];
        for (found, expected) in found.iter().zip(expected) {
            let near = (found / expected - 1.0).abs() < 0.02;
            assert!(near, "{year}: {found} is not {expected}");
        }
        assert_eq!(record["experiment"]["subject"]["kind"], "order");
        assert_eq!(record["experiment"]["deck"], 366);
        assert_eq!(figures["group-ranks"]["names"][11], "December");
    }
}

/// The first screen and the report speak of an order and its items, and say what one order never shows.
#[test]
fn an_order_is_told_in_words_of_orders() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "draft.csv", draft(1970));
    let arguments = "test draft.csv --place number --groups month --full --export page.md";
    let shown = run(here, arguments.split(' ')).ends(1).out;
    let page = std::fs::read_to_string(here.join("page.md")).unwrap();
    // Evidence needs no word on what would have hidden; the page says it all the same.
    assert!(!shown.contains("One order can never show"), "{shown}");
    assert!(
        page.contains("One order can never show how it came about"),
        "{page}"
    );
    for text in [&shown, &page] {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.join(" ");
        for says in [
            "Chance does not explain this order. Items that stood late",
            "366 items",
        ] {
            assert!(words.contains(says), "{says}: {text}");
        }
        for never in ["opponent", "decks", "cards ", "shuffle that", "xoshiro"] {
            assert!(!words.contains(never), "{never}: {text}");
        }
    }
}

/// A column may stand anywhere, other columns beside it, from standard input too.
#[test]
fn orders_of_few_items_have_too_little_to_say() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "raffle.csv", "name;ticket\nAnn;2\nBob;1\nCid;3\n");
    let ran = run(here, "test raffle.csv --place ticket".split(' '));
    let shown = ran.ends(3).out;
    assert!(shown.contains("Too few items to say anything"), "{shown}");
}

#[test]
fn what_is_no_order_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "a.csv", "month,number\n1,2\n1,1\n2,2\n");
    write(here, "b.csv", "number\n1\n2\n3\n");
    for (arguments, says) in [
        (
            "test a.csv --place number",
            "a.csv, line 4, column `number`: found the place 2 twice, on line 2 too; accepted: 1 to 3, each once",
        ),
        ("test a.csv --place nummer", "did you mean `number`?"),
        (
            "test b.csv --place number --groups month",
            "found no column `month` (--groups)",
        ),
        (
            "test b.csv --groups month",
            "--groups: found it without --place",
        ),
        ("test b.csv --place number --deck 3", "cannot be used with"),
        ("test b.csv --place number --format u8", "accepted: csv"),
        (
            "test b.csv --place number --until-decided",
            "found it with one order",
        ),
        (
            "exec --place number -- true",
            "--place: found it with a program",
        ),
    ] {
        run(here, arguments.split(' ')).ends(2).says(says);
    }
    let spec = |source: &str, more: &str| format!("name = \"a\"\nsource = {{ {source} }}\n{more}");
    for (source, more, says) in [
        (
            "file = \"a.csv\", place = \"number\"",
            "",
            "line 4, column `number`: found the place 2 twice",
        ),
        (
            "file = \"b.csv\", place = \"number\"",
            "deck = 3",
            "key `deck`: found it; accepted: only with decks",
        ),
        (
            "place = \"number\"",
            "",
            "key `source.place`: found it without a file",
        ),
        (
            "file = \"b.csv\", groups = \"month\"",
            "deck = 3",
            "key `source.groups`: found it without `place`",
        ),
        (
            "file = \"b.csv\", place = \"number\", base = 1",
            "",
            "key `source.base`",
        ),
        (
            "file = \"b.csv\", place = \"number\"",
            "suite = \"deep\"",
            "key `suite`",
        ),
        (
            "file = \"b.csv\", place = \"number\"",
            "[[claims]]\nid = \"a\"\ntext = \"a\"\nkind = \"verdict\"\ntest = \"inversions.mean\"\nroutine = \"decks\"\n\
             is = \"pass\"\nexpect = \"confirmed\"\n",
            "found `decks`; accepted: `order`",
        ),
    ] {
        write(here, "spec.toml", spec(source, more));
        run(here, ["run", "spec.toml"]).ends(2).says(says);
    }
}
