//! Malformed specs, each made from the base by one change.

use super::tables::{
    AMONG, BASE, CLAIM_KINDS, FIGURE, NOT_IN_THE_RECORD, THAN, WRONG_BY_KIND, WRONG_CLAIMS,
    WRONG_SHUFFLES, WRONG_SOURCES, WRONG_TOGETHER, WRONG_TYPES, WRONG_VALUES,
};
use super::{Case, good_claim, line_of, with_claim, with_line, with_value, without_claims};

/// A name that is one slip of the finger away from `key`.
fn typo(key: &str) -> String {
    format!("{key}{}", key.chars().last().expect("a key is not empty"))
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let parts = [
        keys_of_the_file(),
        values_of_the_file(),
        sources(),
        shuffles(),
        claims(),
        claims_by_kind(),
        whole_files(),
    ];
    parts.into_iter().flatten().collect()
}

/// The cases without the claims, which have a key of that name too.
fn sources() -> Vec<Case> {
    let mut cases = Vec::new();
    for (value, says) in WRONG_SOURCES {
        let (text, line) = with_value(without_claims(), "source", value);
        let about = format!("source = {value}");
        cases.push(Case::new(about, text).at(line).says(*says));
    }
    for (generator, source, says) in WRONG_TOGETHER {
        let (text, _) = with_value(without_claims(), "source", source);
        let (text, line) = with_value(&text, "generator", &format!("\"{generator}\""));
        let about = format!("{generator} with source = {source}");
        cases.push(Case::new(about, text).at(line).says(*says));
    }
    cases
}

fn keys_of_the_file() -> Vec<Case> {
    let mut cases = Vec::new();
    for (key, values) in WRONG_TYPES {
        for value in *values {
            let (text, line) = with_value(BASE, key, value);
            cases.push(
                Case::new(format!("{key} = {value}"), text)
                    .at(line)
                    .says(*key),
            );
        }
        let line = line_of(BASE, &format!("{key} = "));
        let old = BASE.lines().nth(line - 1).expect("it is there");
        let wrong = typo(key);
        cases.push(
            Case::new(
                format!("{wrong} for {key}"),
                with_line(BASE, line, &old.replacen(key, &wrong, 1)),
            )
            .at(line)
            .says(format!("unknown field `{wrong}`"))
            .says(format!("did you mean `{key}`?")),
        );
        cases.push(
            Case::new(
                format!("{key} twice"),
                with_line(BASE, line, &format!("{old}\n{old}")),
            )
            .at(line + 1)
            .says("duplicate key"),
        );
    }
    for list in ["[{}]", "[{ counts = [1] }]"] {
        let (text, line) = with_value(BASE, "statistics", list);
        cases.push(
            Case::new(format!("statistics = {list}"), text)
                .at(line)
                .says("missing field `kind`"),
        );
    }
    for (key, says) in [
        ("name", "missing field `name`"),
        ("deck", "key `deck`: it is missing"),
        ("routines", "key `routines`: it is missing"),
    ] {
        let line = line_of(BASE, &format!("{key} = "));
        cases.push(Case::new(format!("no {key}"), with_line(BASE, line, "")).says(says));
    }
    for (old, new, says) in [
        ("[shuffles]", "[shuffle]", "did you mean `shuffles`?"),
        ("[[claims]]", "[[claim]]", "did you mean `claims`?"),
        ("[[claims]]", "[claims]", "[claims]"),
        ("[shuffles]", "[[shuffles]]", "[[shuffles]]"),
        (
            "[shuffles]",
            "[experiment.shuffles]",
            "unknown field `experiment`",
        ),
    ] {
        let line = line_of(BASE, old);
        cases.push(
            Case::new(format!("{new} for {old}"), with_line(BASE, line, new))
                .at(line)
                .says(says),
        );
    }
    cases
}

fn values_of_the_file() -> Vec<Case> {
    let mut cases: Vec<Case> = WRONG_VALUES
        .iter()
        .map(|(key, value, says)| {
            let (text, line) = with_value(BASE, key, value);
            Case::new(format!("{key} = {value}"), text)
                .at(line)
                .says(*key)
                .says(*says)
        })
        .collect();
    let (text, line) = with_value(BASE, "name", &format!("\"{}\"", "x".repeat(1000)));
    cases.push(
        Case::new("a name of 1000 letters", text)
            .at(line)
            .says("at most 64"),
    );
    for deep in [
        "(".repeat(10_000),
        "(".repeat(10_000) + "S" + &")".repeat(10_000),
    ] {
        let (text, line) = with_value(BASE, "routines", &format!("[\"{deep}\"]"));
        cases.push(
            Case::new("parentheses 10000 deep", text)
                .at(line)
                .says("column 65: found parentheses more than 64 deep"),
        );
    }
    for (seed, says) in [
        (
            "4294967296",
            "found 4294967296; accepted with `numpy-legacy`: a whole number below 2^32",
        ),
        ("\"0x1_0000_0000\"", "found 4294967296"),
        ("[7, 4294967296]", "found `[7, 4294967296]`"),
        ("[]", "found `[]`"),
    ] {
        let (text, _) = with_value(BASE, "generator", "\"numpy-legacy\"");
        let (text, line) = with_value(&text, "seed", seed);
        cases.push(
            Case::new(format!("numpy-legacy with seed = {seed}"), text)
                .at(line)
                .says(says),
        );
    }
    let (text, _) = with_value(BASE, "trials", "1_000_000_000");
    let (text, _) = with_value(&text, "replicates", "1_000_000");
    let line = line_of(&text, "trials");
    cases.push(
        Case::new("too many decks in all", text)
            .at(line)
            .says("found 1,000,000,000 decks for each of 1,000,000 replicates"),
    );
    cases
}

fn shuffles() -> Vec<Case> {
    let mut cases: Vec<Case> = WRONG_SHUFFLES
        .iter()
        .map(|(letter, new, says)| {
            let line = line_of(BASE, &format!("{letter} = "));
            Case::new(*new, with_line(BASE, line, new))
                .at(line)
                .says(*says)
        })
        .collect();
    let start = without_claims().find("S = ").expect("the first letter");
    let empty = &without_claims()[..start];
    let line = line_of(empty, "routines");
    cases.push(
        Case::new("an empty table of shuffles", empty)
            .at(line)
            .says("key `routines[0]`")
            .says("unknown letter `S`"),
    );
    cases
}

fn claims() -> Vec<Case> {
    let mut cases: Vec<Case> = WRONG_CLAIMS
        .iter()
        .map(|(key, value, says)| {
            let (text, line) = with_value(BASE, key, value);
            Case::new(format!("claim's {key} = {value}"), text)
                .at(line)
                .says(*key)
                .says(*says)
        })
        .collect();
    let start = line_of(BASE, "[[claims]]");
    for key in ["id", "text", "kind", "expect"] {
        let line = line_of(BASE, &format!("{key} = "));
        cases.push(
            Case::new(format!("a claim without {key}"), with_line(BASE, line, ""))
                .at(start)
                .says(format!("missing field `{key}`")),
        );
    }
    for key in [
        "id", "text", "source", "kind", "expect", "figure", "by", "routine", "than", "margin",
    ] {
        let line = line_of(BASE, &format!("{key} = "));
        let wrong = typo(key);
        let old = BASE.lines().nth(line - 1).expect("it is there");
        cases.push(
            Case::new(
                format!("claim's {wrong} for {key}"),
                with_line(BASE, line, &old.replacen(key, &wrong, 1)),
            )
            .at(line)
            .says(format!("unknown field `{wrong}`"))
            .says("did you mean `"),
        );
    }
    let claim = BASE.split_once("[[claims]]").expect("the claim").1;
    let twice = format!("{BASE}\n[[claims]]{claim}");
    let line = line_of(&twice, "[[claims]]");
    cases.push(
        Case::new("two claims with one id", twice)
            .at(line)
            .says("key `claims[1].id`: found `first` twice"),
    );
    let (text, _) = with_value(BASE, "control", "false");
    let (text, line) = with_value(&text, "than", "\"control\"");
    cases.push(
        Case::new("the control where there is none", text)
            .at(line)
            .says("`control = false`"),
    );
    cases
}

fn claims_by_kind() -> Vec<Case> {
    let mut cases = Vec::new();
    for (kind, keys, more) in CLAIM_KINDS {
        for (missing, _) in *keys {
            let rest: Vec<_> = keys
                .iter()
                .filter(|(key, _)| key != missing)
                .copied()
                .collect();
            let text = with_claim(kind, &rest);
            let line = line_of(&text, "[[claims]]");
            cases.push(
                Case::new(format!("{kind} without {missing}"), text)
                    .at(line)
                    .says(format!("key `claims[0].{missing}`: it is missing"))
                    .says(format!("`{kind}`")),
            );
        }
        let others = [
            FIGURE,
            ("by", "\"exact\""),
            AMONG,
            THAN,
            ("published", "\"3\""),
            ("within", "1"),
            ("margin", "1"),
            ("value", "1"),
            ("test", "\"rising-sequences.mean\""),
            ("is", "\"pass\""),
            ("routines", "[\"S\"]"),
        ];
        let taken = |key: &str| {
            keys.iter().chain(*more).any(|(known, _)| *known == key)
                || (key == "routines" && ["at-least", "at-most", "ideal", "verdict"].contains(kind))
        };
        for (key, value) in others.iter().filter(|(key, _)| !taken(key)) {
            let text = with_claim(kind, &[*keys, &[(*key, *value)]].concat());
            let line = line_of(&text, &format!("{key} = "));
            cases.push(
                Case::new(format!("{kind} with {key}"), text)
                    .at(line)
                    .says(format!("key `claims[0].{key}`"))
                    .says(format!("claims of kind `{kind}` do not take it")),
            );
        }
    }
    for (kind, key, value, says) in WRONG_BY_KIND {
        let (text, line) = with_value(&good_claim(kind), key, value);
        cases.push(
            Case::new(format!("{kind} with {key} = {value}"), text)
                .at(line)
                .says(*key)
                .says(*says),
        );
    }
    // These are found when the record is there, so they have no line.
    for (kind, key, value, says) in NOT_IN_THE_RECORD {
        let (text, _) = with_value(&good_claim(kind), key, value);
        cases.push(
            Case::new(format!("{kind} with {key} = {value}"), text)
                .says(format!("`{key}`"))
                .says(*says),
        );
    }
    cases.extend(claims_on_several_routines());
    cases
}

fn claims_on_several_routines() -> Vec<Case> {
    let mut cases = Vec::new();
    for (published, routine, says) in [
        ("{ S = \"3\", X = \"4\" }", "", "unknown letter `X`"),
        (
            "{ S = \"3\", HHH = \"4\" }",
            "",
            "found `HHH`, which is not among the routines",
        ),
        ("{}", "", "found `{}`"),
        ("{ S = 3 }", "", "found `3`"),
        ("{ S = \"three\" }", "", "found `\"three\"`"),
        (
            "{ S = \"3\" }",
            "routine = \"S\"",
            "found it beside a table of routines",
        ),
    ] {
        let mut text = with_claim("equals", &[FIGURE, ("published", published)]);
        text.push_str(routine);
        cases.push(
            Case::new(format!("published = {published} {routine}"), text)
                .says("key `claims[0].")
                .says(says),
        );
    }
    for kind in ["at-least", "verdict"] {
        for (routines, says) in [
            ("[]", "found an empty list"),
            (
                "[\"S\", \"RR\"]",
                "found `RR`, which is not among the routines",
            ),
        ] {
            let text =
                good_claim(kind).replace("routine = \"S\"", &format!("routines = {routines}"));
            let line = line_of(&text, "routines = ");
            cases.push(
                Case::new(format!("{kind} with routines = {routines}"), text)
                    .at(line)
                    .says("key `claims[0].routines`")
                    .says(says),
            );
        }
        let text = good_claim(kind) + "routines = [\"S\"]\n";
        cases.push(
            Case::new(format!("{kind} with routine and routines"), text)
                .says("key `claims[0].routines`: found `routine` beside it"),
        );
    }
    cases
}

fn whole_files() -> Vec<Case> {
    let mut cases = vec![
        Case::new("an empty file", "").says("missing field `name`"),
        Case::new("blank lines", "\n\n\n").says("missing field `name`"),
        Case::new("a comment alone", "# a spec\n").says("missing field `name`"),
        Case::new("a routine in a file", "RRH").at(1).says("| RRH"),
        Case::new("JSON", "{ \"name\": \"trial\", \"deck\": 6 }").at(1),
        Case::new("a page", "<!doctype html>\n<html></html>\n").at(1),
        Case::new("a line without value", "name = \"trial\"\ndeck =\n")
            .at(2)
            .says("| deck ="),
        Case::new("a string without end", "name = \"trial\ndeck = 6\n").at(1),
        Case::new(
            "a list without end",
            "name = \"trial\"\nroutines = [\"S\"\n",
        )
        .at(2),
        Case::new("NUL bytes", vec![0; 64]).at(1),
        Case::new("a NUL in a line", BASE.replace("deck = 6", "deck = 6\0")).at(4),
        Case::new("a control character", BASE.replace("fair", "fa\u{7}ir")).at(2),
        Case::new("lines that end in CR alone", BASE.replace('\n', "\r")).at(1),
        Case::new("UTF-16", utf16(BASE)).at(1).says("not UTF-8"),
        Case::new(
            "a byte order mark before a wrong value",
            "\u{feff}".to_owned() + &BASE.replace("deck = 6", "deck = 1"),
        )
        .at(4)
        .says("key `deck`"),
        Case::new(
            "CRLF before a wrong value",
            BASE.replace('\n', "\r\n").replace("deck = 6", "deck = 1"),
        )
        .at(4)
        .says("key `deck`"),
    ];
    for line in [1, 2, 9, BASE.lines().count() + 1] {
        let start: String = BASE.split_inclusive('\n').take(line - 1).collect();
        let mut bytes = start.into_bytes();
        bytes.extend(b"question = \"caf\xe9\"\n");
        cases.push(
            Case::new(format!("not UTF-8 in line {line}"), bytes)
                .at(line)
                .says("not UTF-8"),
        );
    }
    let lists = "[".repeat(100_000) + &"]".repeat(100_000);
    let tables = "{a=".repeat(100_000) + "1" + &"}".repeat(100_000);
    let dots = format!("seed{} = 1", ".a".repeat(100_000));
    let head = format!("[{}a]", "a.".repeat(100_000));
    for (about, line) in [
        ("lists", format!("seed = {lists}")),
        ("tables", format!("seed = {tables}")),
        ("dotted keys", dots),
        ("a dotted table", head),
    ] {
        let text = format!("name = \"trial\"\ndeck = 6\nroutines = [\"S\"]\n{line}\n");
        cases.push(Case::new(format!("{about} 100000 deep"), text).says("recur"));
    }
    cases
}

fn utf16(text: &str) -> Vec<u8> {
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    [0xff, 0xfe].into_iter().chain(units).collect()
}
