//! Good specs that look unusual: what is special about each, and its text.

use super::tables::{BASE, CLAIM_KINDS, FIGURE};
use super::{good_claim, with_claim, with_value, without_claims};

/// Values of keys of the base.
#[rustfmt::skip]
const VALUES: &[(&str, &[&str])] = &[
    ("seed", &["0", "0xC7", "9223372036854775807", "\"0xC7\"", "\" 7 \"", "\"1_000\""]),
    ("seed", &["\"9223372036854775808\"", "\"340282366920938463463374607431768211455\""]),
    ("alpha", &["0.05", "1e-9", "1e-3"]),
    ("control", &["false", "true"]),
    ("deck", &["2", "0x10", "1_00"]),
    ("replicates", &["1", "3"]),
    ("source", &["{}", "{ seeding = \"16-bit\" }", "{ seeding = { bits = 64 }, memory = \"kept\" }"]),
    ("source", &["{ others = { routine = \"RH\", every = 7 } }", "{ others = { routine = \"R\", from = 7 }, quotas = \"descents\" }"]),
    ("source", &["{ memory = \"in-place\" }", "{ seeding = \"clock\" }", "{ seeding = { clock = \"milliseconds\" } }"]),
    ("source", &["{ seeding = { clock = \"seconds\", decks-per-second = 0.5 } }", "{ seeding = \"one\" }"]),
    ("trials", &["1", "65"]),
    ("question", &["\"\"", "'''\nseveral\nlines'''"]),
    ("statistics", &["[\"duplicates\"]", "[{ kind = \"rising-sequences\" }, \"duplicates\"]"]),
    ("statistics", &["[\"position-matrix\", \"position-lines\", \"duplicates\", \"rising-sequences\"]"]),
    ("routines", &["[\" S \"]", "[\"((S))\"]", "[\"(RS)*2\", \"S*1000\", \"R * 2 ( S H ) * 3\"]"]),
];

/// Seeds that numpy takes.
const NUMPY_SEEDS: &[&str] = &[
    "0",
    "4294967295",
    "\"0xffff_ffff\"",
    "[7]",
    "[0, 4294967295]",
];

/// All of them.
pub fn specs() -> Vec<(String, String)> {
    let mut specs = whole_files();
    for (key, values) in VALUES {
        let with = |value: &&str| {
            let text = with_value(without_claims(), key, value).0;
            (format!("{key} = {value}"), text)
        };
        specs.extend(values.iter().map(with));
    }
    let numpy = with_value(without_claims(), "generator", "\"numpy-legacy\"").0;
    for seed in NUMPY_SEEDS {
        let text = with_value(&numpy, "seed", seed).0;
        specs.push((format!("numpy-legacy with seed = {seed}"), text));
    }
    specs.extend(claims());
    specs
}

fn whole_files() -> Vec<(String, String)> {
    let minimal = "name = \"trial\"\ndeck = 2\ntrials = 3\nroutines = [\"S\"]\n";
    let named = |name: &str| minimal.replace("\"trial\"", &format!("\"{name}\""));
    let deep = format!("{}S{}", "(".repeat(64), ")".repeat(64));
    let scripts = "[shuffles]\n\"ß\" = \"cut\"\n\"洗\" = \"riffle\"\n";
    [
        ("every key", BASE.to_owned()),
        ("the smallest", minimal.to_owned()),
        ("a byte order mark", format!("\u{feff}{minimal}")),
        ("CRLF", minimal.replace('\n', "\r\n")),
        ("no newline at the end", minimal.trim_end().to_owned()),
        ("a name of 64 letters", named(&"x".repeat(64))),
        ("a name that is a number", named("7")),
        (
            "letters of other scripts",
            minimal.replace("\"S\"", "\"洗*2 ß\"") + scripts,
        ),
        (
            "a letter redefined",
            format!("{minimal}[shuffles]\nS = \"identity\"\n"),
        ),
        ("parentheses 64 deep", minimal.replace('S', &deep)),
    ]
    .map(|(about, text)| (about.to_owned(), text))
    .to_vec()
}

fn claims() -> Vec<(String, String)> {
    let mut specs = Vec::new();
    for (kind, keys, _) in CLAIM_KINDS {
        specs.push((format!("{kind}, bare"), with_claim(kind, keys)));
        specs.push((format!("{kind}, all keys"), good_claim(kind)));
    }
    let published = |table| with_claim("equals", &[FIGURE, ("published", table)]);
    for (about, text) in [
        (
            "published by routine",
            published("{ S = \"12.5\", RRH = \"3-4\" }"),
        ),
        (
            "published in another spelling",
            published("{ \"R*2 H\" = \".5\" }"),
        ),
        (
            "the control in a claim",
            with_value(&good_claim("less"), "than", "\"control\"").0,
        ),
        (
            "several routines",
            good_claim("at-most").replace("routine = \"S\"", "routines = [\"S\", \"RRH\"]"),
        ),
    ] {
        specs.push((about.to_owned(), text));
    }
    // Figures that one deck, or one routine alone, would not have.
    let (_, bound, _) = CLAIM_KINDS
        .iter()
        .find(|(kind, ..)| *kind == "at-most")
        .expect("a known kind");
    let bound = with_claim("at-most", bound);
    for figure in [
        "duplicates.cells.3",
        "duplicates.cells.3.exact",
        "duplicates.values.1",
        "duplicates.best.mean",
        "duplicates.standard_deviation",
        "rising-sequences.standard_error",
        "tests.1.p",
    ] {
        let figure = format!("\"{figure}\"");
        let text = with_value(&bound, "figure", &figure).0;
        specs.push((format!("figure = {figure}"), text));
    }
    specs
}
