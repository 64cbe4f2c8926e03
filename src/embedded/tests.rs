use super::*;
use ::run::conduct::Unwatched;

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

fn answered(line: &str) -> Result<Answered, String> {
    answer(&Asked::read(&words(line))?, Host::Page, &Unwatched)
}

#[test]
fn a_routine_is_answered_as_the_command_does() {
    let found = answered("run M*2 GGG --deck 8 --trials 2000").unwrap();
    assert_eq!(found.exit(), 1);
    assert_eq!(found.tone(), "bad");
    assert_eq!(found.records[0].routines.len(), 3);
    let json = found.exported("json").unwrap();
    assert!(json.starts_with("{\n"), "{json}");
    assert!(found.articles().starts_with("<article id=\"r1-article\">"));
    assert!(
        found
            .exported("exe")
            .unwrap_err()
            .contains("accepted: json")
    );
}

#[test]
fn a_question_is_answered() {
    let found = answered("exact tv GGG --deck 52").unwrap();
    assert_eq!((found.exit(), found.tone()), (0, "plain"));
    assert!(found.exported("html").unwrap().contains("<!DOCTYPE html>"));
    assert!(!found.says().is_empty());
}

#[test]
fn files_are_those_that_were_handed_over() {
    let decks = "1 2 3 4\n4 3 2 1\n".repeat(40);
    let list = "1 Forest\n3 Island\n";
    hand_over(Box::new(move |path| {
        let text = match path.to_str()? {
            "from a page.txt" => decks.clone(),
            "list from a page.txt" => list.to_owned(),
            _ => return None,
        };
        Some(Box::new(std::io::Cursor::new(text)))
    }));
    let test = ["test", "from a page.txt"].map(str::to_owned);
    let found = answer(&Asked::read(&test).unwrap(), Host::Page, &Unwatched).unwrap();
    assert_eq!(found.exit(), 1);
    assert_eq!(found.command(), "colddeck test 'from a page.txt'");
    assert_eq!(found.records[0].routines[0].decks, 80);
    let run = [
        "run",
        "GGG",
        "--deck",
        "list from a page.txt",
        "--trials",
        "64",
    ];
    let found = answer(
        &Asked::read(&run.map(str::to_owned)).unwrap(),
        Host::Page,
        &Unwatched,
    )
    .unwrap();
    assert_eq!(found.records[0].experiment.deck, 4);
}

/// A file that lives as long as it is asked for.
fn stored(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("colddeck-browser-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn records_are_shown_again_and_compared() {
    let made = |line: &str| answered(line).unwrap().exported("json").unwrap();
    let base = stored("base.json", &made("run M*2 --deck 8 --trials 2000"));
    let new = stored("new.json", &made("run M*4 --deck 8 --trials 2000"));
    let found = answered(&format!("compare {base} {new}")).unwrap();
    assert_eq!((found.exit(), found.tone()), (1, "bad"));
    assert!(found.says().contains("moved"), "{}", found.says());
    assert!(found.articles().starts_with("<article id=\"c1-article\">"));
    let same = answered(&format!("compare {base} {base}")).unwrap();
    assert_eq!((same.exit(), same.tone()), (0, "good"));
    let again = answered(&format!("report {base}")).unwrap();
    assert_eq!(again.records.len(), 1);
    for path in [base, new] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn decks_are_fitted() {
    let decks = "0 1 2 3 4 5 6 7\n".repeat(40);
    let file = stored("decks.txt", &decks);
    let found = answered(&format!("fit {file} --deck 8")).unwrap();
    assert_eq!(found.exit(), 0, "{}", found.says());
    assert!(found.says().contains("identity"), "{}", found.says());
    assert!(
        found.remarks()[0].contains("the first deck"),
        "{:?}",
        found.remarks()
    );
    std::fs::remove_file(file).unwrap();
}

#[test]
fn wrong_words_are_refused_in_words() {
    for (line, says) in [
        ("exec --deck 52 -- cat", "no programs run here"),
        ("run x.toml --allow-commands", "no programs run here"),
        ("claims", "accepted: run, test, order, exact"),
        ("run M --deck 1e9", "--deck"),
        ("run M --dekc 52", "--dekc"),
        ("run XX --deck 52", "column 1"),
        ("test missing.txt", "missing.txt: cannot read it"),
        ("exact", "accepted: run and routines"),
    ] {
        let error = answered(line).unwrap_err();
        assert!(error.contains(says), "{line}: {error}");
        assert!(!error.contains("--help"), "{line}: {error}");
    }
}

#[test]
fn steps_of_a_routine_come_with_their_counts() {
    let found = steps("(M*2 C)*2 mash", &[]).unwrap();
    let parts: Vec<String> = found["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| format!("{}{}", part["text"].as_str().unwrap(), part["times"]))
        .collect();
    assert_eq!(parts, ["M2", "C1", "M2", "C1", "M1"]);
    assert_eq!(found["shuffles"], 7);
    assert!(steps("M*0", &[]).unwrap_err().contains("routine"));
    assert!(steps("X", &["X=riffle cut=thirds".to_owned()]).is_err());
}

#[test]
fn the_catalogue_names_what_can_be_asked() {
    let all = catalogue();
    let named = |list: &str, name: &str| {
        let list = all[list].as_array().unwrap().clone();
        list.into_iter()
            .find(|one| one["name"] == name)
            .unwrap_or_default()
    };
    assert_eq!(named("moves", "mash")["letter"], "M");
    assert_eq!(named("questions", "enough")["topic"], "routine");
    assert_eq!(named("formats", "csv")["name"], "csv");
    assert_eq!(named("stakes", "bridge")["name"], "bridge");
    let options = all["options"]["test"].as_array().unwrap();
    assert!(
        options
            .iter()
            .any(|option| option["flag"] == "--in-place" && option["value"].is_null())
    );
    let word = all["words"][0].as_str().unwrap();
    assert!(
        !explained(word).unwrap()["pages"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    assert!(explained("no such word").is_err());
}
