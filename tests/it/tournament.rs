//! The page for judges: each of its sentences names claims that are confirmed in the committed results, and each row of its
//! table is what the advice there says.

use std::path::{Path, PathBuf};

use serde_json::Value;

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

fn page() -> String {
    std::fs::read_to_string(results().join("tournament.md")).unwrap()
}

fn record(name: &str) -> Value {
    let file = results().join("tournament").join(name).join("record.json");
    let text = std::fs::read_to_string(&file);
    serde_json::from_str(&text.unwrap_or_else(|error| panic!("{}: {error}", file.display())))
        .unwrap()
}

#[test]
fn every_sentence_is_backed_by_confirmed_claims() {
    let page = page();
    let sentences: Vec<&str> = page.lines().filter(|line| line.starts_with("- ")).collect();
    assert!(sentences.len() >= 15);
    for sentence in sentences {
        let backing: Vec<&str> = sentence.split("([").skip(1).collect();
        assert!(!backing.is_empty(), "{sentence}");
        for backing in backing {
            let (name, rest) = backing.split_once("](").unwrap();
            let (link, claims) = rest.split_once("): ").unwrap();
            assert_eq!(link, format!("tournament/{name}/report.md"));
            let record = record(name);
            let claims = claims.split(')').next().unwrap();
            for id in claims.split(", ") {
                let all = record["claims"].as_array().unwrap();
                let claim = all.iter().find(|claim| claim["id"] == id);
                let claim = claim.unwrap_or_else(|| panic!("{name} has no claim {id}"));
                assert_eq!(claim["verdict"], "confirmed", "{name}: {id}");
            }
        }
    }
}

#[test]
fn every_row_is_what_is_advised() {
    let page = page();
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(" s |"));
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [cards, within, routine, takes, calls, fair] = cells[..] else {
            panic!("{row}");
        };
        let (spec, bare) = match cards.split(',').next().unwrap() {
            "40" => ("forty", ""),
            "52" => ("fifty-two", ""),
            "60" if cards.contains("no sleeves") => ("sixty", "bare-"),
            "60" => ("sixty", ""),
            "99" => ("ninety-nine", ""),
            _ => ("five-hundred-forty", ""),
        };
        let answer = match within {
            "15 s" => "fifteen",
            "60 s" => "minute",
            _ => "three-minutes",
        };
        let record = record(spec);
        let best = &record["answers"][format!("{bare}{answer}")]["best"];
        let figure = &best["figures"]["calls"];
        let number = |value: &Value, digits: usize| format!("{:.digits$}", value.as_f64().unwrap());
        assert_eq!(best["routine"], routine, "{row}");
        assert_eq!(format!("{} s", number(&best["seconds"], 1)), takes, "{row}");
        assert_eq!(number(&figure["mean"], 2), calls, "{row}");
        assert_eq!(number(&figure["fair"], 2), fair, "{row}");
        seen += 1;
    }
    assert_eq!(seen, 10);
}
