//! Good specs that look unusual.

use super::tables::{BASE, CLAIM_KINDS, FIGURE};
use super::{good_claim, with_claim, with_value, without_claims};

/// Good specs: what is special about each, and its text.
pub fn specs() -> Vec<(String, String)> {
    let minimal = "name = \"trial\"\ndeck = 2\ntrials = 3\nroutines = [\"S\"]\n";
    let mut specs: Vec<(String, String)> = vec![
        ("every key".into(), BASE.into()),
        ("the smallest".into(), minimal.into()),
        ("a byte order mark".into(), format!("\u{feff}{minimal}")),
        ("CRLF".into(), minimal.replace('\n', "\r\n")),
        ("no newline at the end".into(), minimal.trim_end().into()),
        (
            "a name of 64 letters".into(),
            minimal.replace("trial\"", &format!("{}\"", "x".repeat(64))),
        ),
        (
            "a name that is a number".into(),
            minimal.replace("trial\"", "7\""),
        ),
        (
            "letters of other scripts".into(),
            format!(
                "{}[shuffles]\n\"ß\" = \"cut\"\n\"洗\" = \"riffle\"\n",
                minimal.replace("\"S\"", "\"洗*2 ß\"")
            ),
        ),
        (
            "a letter redefined".into(),
            format!("{minimal}[shuffles]\nS = \"identity\"\n"),
        ),
    ];
    for (key, values) in [
        (
            "seed",
            &[
                "0",
                "0xC7",
                "9223372036854775807",
                "\"0xC7\"",
                "\" 7 \"",
                "\"1_000\"",
                "\"340282366920938463463374607431768211455\"",
            ][..],
        ),
        ("alpha", &["0.05", "1e-9", "1e-3"]),
        ("control", &["false", "true"]),
        ("deck", &["2", "0x10", "1_00"]),
        ("replicates", &["1", "3"]),
        ("trials", &["1", "65"]),
        ("question", &["\"\"", "'''\nseveral\nlines'''"]),
        (
            "statistics",
            &[
                "[\"duplicates\"]",
                "[{ kind = \"rising-sequences\" }, { kind = \"duplicates\" }]",
                "[\"position-matrix\", \"position-lines\", \"duplicates\", \"rising-sequences\"]",
            ],
        ),
        (
            "routines",
            &[
                "[\" S \"]",
                "[\"((S))\"]",
                "[\"(RS)*2\", \"S*1000\", \"R * 2 ( S H ) * 3\"]",
            ],
        ),
    ] {
        for value in values {
            let text = with_value(without_claims(), key, value).0;
            specs.push((format!("{key} = {value}"), text));
        }
    }
    let deep = "(".repeat(64) + "S" + &")".repeat(64);
    specs.push((
        "parentheses 64 deep".into(),
        with_value(without_claims(), "routines", &format!("[\"{deep}\"]")).0,
    ));
    for seed in [
        "0",
        "4294967295",
        "\"0xffff_ffff\"",
        "[7]",
        "[0, 4294967295]",
    ] {
        let text = with_value(without_claims(), "generator", "\"numpy-legacy\"").0;
        specs.push((
            format!("numpy-legacy with seed = {seed}"),
            with_value(&text, "seed", seed).0,
        ));
    }
    for (kind, keys, _) in CLAIM_KINDS {
        specs.push((format!("{kind}, bare"), with_claim(kind, keys)));
        specs.push((format!("{kind}, all keys"), good_claim(kind)));
    }
    for (about, text) in [
        (
            "published by routine",
            with_claim(
                "equals",
                &[FIGURE, ("published", "{ S = \"12.5\", RRH = \"3-4\" }")],
            ),
        ),
        (
            "published in another spelling",
            with_claim("equals", &[FIGURE, ("published", "{ \"R*2 H\" = \".5\" }")]),
        ),
        (
            "the control in a claim",
            good_claim("less").replace("\"RRH\"\nmargin", "\"control\"\nmargin"),
        ),
        (
            "several routines",
            good_claim("at-most").replace("routine = \"S\"", "routines = [\"S\", \"RRH\"]"),
        ),
        (
            "a figure deep down",
            with_value(
                &good_claim("at-most"),
                "figure",
                "\"duplicates.cells.0.mean\"",
            )
            .0,
        ),
    ] {
        specs.push((about.into(), text));
    }
    specs
}
