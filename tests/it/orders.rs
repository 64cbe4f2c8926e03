//! Long orders and epochs: `colddeck order`, from files and from models of loaders.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::{run, write};
use serde_json::Value;

fn asked(here: &Path, words: &str, code: i32) -> Value {
    let words = format!("order {words} --json --quiet");
    run(here, split(&words)).ends(code).json()
}

/// Words between blanks; those in quotes are one.
fn split(text: &str) -> Vec<String> {
    let parts = text.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| {
        if at % 2 == 1 {
            vec![part.to_owned()]
        } else {
            part.split_whitespace().map(str::to_owned).collect()
        }
    });
    words.collect()
}

fn figures<'a>(record: &'a Value, statistic: &str) -> &'a Value {
    &record["routines"][0]["statistics"][statistic]
}

/// A buffer on the old order is named by its size, shards with a buffer by limits that hold it, a fair order by nothing.
#[test]
fn loaders_are_told_by_their_orders() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let of =
        |loader: &str, code| asked(here, &format!("--loader \"{loader}\" --items 50000"), code);
    let fair = of("fair", 0);
    assert_eq!(figures(&fair, "shuffle-buffer")["like"], Value::Null);
    let buffer = of("buffer 700", 1);
    assert_eq!(figures(&buffer, "shuffle-buffer")["buffer"], 700.0);
    let shards = of("shards 50, buffer 2000", 1);
    let found = figures(&shards, "shuffle-buffer");
    assert_eq!(
        (&found["like"], &found["shard"]),
        (&"shards".into(), &50.0.into())
    );
    let limit = |key: &str| found[key].as_f64().unwrap();
    assert!(
        limit("least") < 2_000.0 && 2_000.0 < limit("most"),
        "{found}"
    );
    assert!(limit("most") < 1.2 * limit("least"), "{found}");
    let turns = of("interleave 8, buffer 300", 1);
    assert_eq!(figures(&turns, "shuffle-buffer")["like"], Value::Null);
}

/// The same order in the next epoch fails, and orders of their own pass.
#[test]
fn epochs_are_looked_at_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let epochs = |loader: &str, code| {
        asked(
            here,
            &format!("--loader \"{loader}\" --items 2000 --epochs 3"),
            code,
        )
    };
    let fair = epochs("fair", 0);
    assert_eq!(fair["routines"][0]["decks"], 3);
    let once = epochs("fair, once", 1);
    let tests = once["routines"][0]["tests"].as_array().unwrap().iter();
    let failed: Vec<&Value> = tests.filter(|test| test["verdict"] == "fail").collect();
    assert!(
        !failed.is_empty() && failed.iter().all(|test| test["lag"] != 0),
        "{failed:?}"
    );
    let shown = run(
        here,
        split("order --loader \"fair, once\" --items 2000 --epochs 3"),
    )
    .ends(1)
    .out;
    let words: Vec<&str> = shown.split_whitespace().collect();
    let words = words.join(" ");
    assert!(
        words.contains("Chance does not explain these orders. An epoch is like the one before it:"),
        "{shown}"
    );
    for never in ["deck", "card", "opponent"] {
        assert!(
            !words.replace("colddeck", "").contains(never),
            "{never}: {shown}"
        );
    }
}

/// A batch of four of a hundred files holds the variety of four draws, and the first screen says so.
#[test]
fn batches_of_few_files_are_told_by_their_variety() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let words = "order --loader \"shards 100\" --items 10000 --files 100 --batch 400";
    let shown = run(here, split(words)).ends(1).out;
    let words: Vec<&str> = shown.split_whitespace().collect();
    let words = words.join(" ");
    for says in [
        "It looks like shards of 100 items in random order, each in its old order.",
        "A batch of 400 holds the variety of 4.1 fair draws: two items of one file meet in one 25.1 times as often as by chance.",
    ] {
        assert!(words.contains(says), "{says}: {shown}");
    }
}

/// Ranks are put together in turns; items that are missing or came again are named.
#[test]
fn ranks_and_missing_items_are_accounted_for() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let rank = |first: u32| {
        let mut text = String::new();
        for at in 0..50 {
            let _ = writeln!(text, "{}", (at * 37 + first) % 100);
        }
        text
    };
    write(here, "r0.txt", rank(0));
    write(here, "r1.txt", format!("{}0\n", rank(50)));
    let shown = run(here, split("order r0.txt r1.txt --ranks --items 101")).out;
    let words: Vec<&str> = shown.split_whitespace().collect();
    let words = words.join(" ");
    assert!(words.contains("2 ranks"), "{shown}");
    assert!(
        words.contains("1 of 101 items is missing (item 100)"),
        "{shown}"
    );
    assert!(words.contains("came again (item"), "{shown}");
}

#[test]
fn wrong_orders_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "a.txt", "0\n1\n2\nx\n");
    write(here, "b.txt", "0 1 2 1 0 2");
    write(here, "c.txt", "1 2 3 4");
    for (words, says) in [
        (
            "order a.txt",
            "a.txt, line 4: found `x`; accepted: the numbers of the items",
        ),
        (
            "order b.txt",
            "found 3 items 2 times; accepted: --epoch-size 3 if these are epochs",
        ),
        (
            "order c.txt --batch 2",
            "--batch: found it without --labels or --files",
        ),
        (
            "order c.txt --labels a.txt --files 2 --batch 2",
            "cannot be used with",
        ),
        (
            "order c.txt --labels c.txt",
            "--labels: found it without --batch",
        ),
        ("order c.txt --ranks", "--ranks: found one file"),
        (
            "order c.txt --epoch-size 3",
            "no whole number of epochs of 3",
        ),
        ("order c.txt - ", "found standard input among several files"),
        (
            "order --loader \"bufer 3\" --items 9",
            "did you mean `buffer`?",
        ),
        ("order --loader fair", "--items"),
        ("order missing.npy", "missing.npy: cannot read it"),
    ] {
        run(here, split(words)).ends(2).says(says);
    }
    run(here, split("order b.txt --epoch-size 3")).ends(3);
    run(here, split("order c.txt --export base.json -q")).ends(3);
    run(here, split("order c.txt --baseline base.json"))
        .ends(2)
        .says("found orders of items in base.json");
}
