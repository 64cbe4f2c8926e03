//! The inventory of the documents against the specs: nothing unanswered, and nothing answered that is not there.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::run;
use colddeck::spec;
use colddeck::spec::claim::Statement;
use record::inventory::Document;
use run::inventory;

/// Folders, and specs, whose claims no document makes.
const OURS: &[&str] = &[
    "tournament",
    "casino",
    "features",
    "stakes",
    "hands",
    "lotteries",
    "pocket-cube/scrambles",
    "zoo",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn documents() -> Vec<Document> {
    inventory::read(&root().join("experiments").join(inventory::FOLDER)).unwrap()
}

/// All claims of committed specs, as `folder/name#id`, with the figures that they call published.
fn claims() -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for path in spec::in_folder(&root().join("experiments")).unwrap() {
        let folder = path.parent().and_then(Path::file_name).unwrap();
        let folder = folder.to_str().unwrap();
        let experiment = spec::read(&path, &spec::Overrides::default()).unwrap();
        for claim in &experiment.claims {
            let name = format!("{folder}/{}#{}", experiment.name, claim.id);
            let published = match &claim.states {
                Statement::Equals { cases, .. } => {
                    cases.iter().map(|(_, printed)| printed.clone()).collect()
                }
                _ => Vec::new(),
            };
            assert!(all.insert(name, published).is_none());
        }
    }
    all
}

#[test]
fn every_claim_that_it_names_is_there_and_none_is_left_out() {
    let (documents, claims) = (documents(), claims());
    let there: Vec<String> = claims.keys().cloned().collect();
    let wrong = inventory::mismatches(&documents, &there);
    assert!(wrong.is_empty(), "{wrong:#?}");
    let named: Vec<&str> = (documents.iter())
        .flat_map(|document| document.claims().map(|(_, claim)| claim))
        .collect();
    let left_out: Vec<&String> = there
        .iter()
        .filter(|name| !OURS.iter().any(|folder| name.starts_with(folder)))
        .filter(|name| !named.contains(&name.as_str()))
        .collect();
    assert!(left_out.is_empty(), "{left_out:#?}");
}

#[test]
fn there_are_five_documents_in_their_order_and_ten_findings() {
    let documents = documents();
    let keys: Vec<&str> = documents
        .iter()
        .map(|document| document.key.as_str())
        .collect();
    assert_eq!(
        keys,
        ["cube", "ouroboros", "sequences", "articles", "refutation"]
    );
    let items = documents.iter().flat_map(|document| &document.items);
    let mut findings: Vec<u32> = items.filter_map(|item| item.finding).collect();
    findings.sort_unstable();
    assert_eq!(findings, (1..=10).collect::<Vec<_>>());
}

/// Only what a document prints is called published: digits apart from separators.
#[test]
fn published_figures_are_those_that_the_documents_print() {
    let plain = |text: &str| {
        text.replace([',', ' ', '_'], "")
            .trim_start_matches('0')
            .to_owned()
    };
    let claims = claims();
    let mut wrong = Vec::new();
    for document in documents() {
        // Lists and tables stand for their parts, and a number may be in words.
        let printed = document.items.iter().flat_map(|item| &item.published);
        let printed: Vec<String> = printed
            .flat_map(|text| text.split([' ', ';']).chain([text.as_str()]))
            .map(|text| plain(&text.replace("fourth", "4")))
            .collect();
        for item in &document.items {
            // A formula that is printed stands for its values.
            if item.published == ["2n"] {
                continue;
            }
            for name in &item.claims {
                for figure in &claims[name] {
                    if !printed.contains(&plain(figure)) {
                        wrong.push(format!(
                            "{} {}: {name} calls `{figure}` published; printed are {:?}",
                            document.key, item.number, item.published
                        ));
                    }
                }
            }
            for name in &item.prompted {
                if !claims[name].is_empty() {
                    wrong.push(format!("{name} is ours, and calls a figure published"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
#[ignore = "some 40 s of processor: .ci/run ignored"]
fn every_command_that_it_names_has_an_answer() {
    for document in documents() {
        for (number, command) in document.items.iter().flat_map(|item| {
            item.commands
                .iter()
                .map(move |command| (item.number, command))
        }) {
            let words = shell(command);
            assert_eq!(words[0], "colddeck", "{} {number}", document.key);
            if words[1] == "run" {
                // Each spec is run by another test.
                assert!(root().join(&words[2]).exists(), "{command}");
                continue;
            }
            let ran = run(root(), &words[1..]);
            assert!(
                ran.code < 2,
                "{} {number}: {command}: {ran:#?}",
                document.key
            );
            assert!(!ran.out.is_empty(), "{} {number}: {command}", document.key);
        }
    }
}

/// The words of a command, as a shell splits them: blanks between, quotation marks around.
fn shell(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in command.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => words.push(String::new()),
            (c, _) => words.last_mut().expect("there is one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
