//! The README of the results, that of the repository and the guide say what the committed results say.

use colddeck::conduct;
use colddeck::record::Record;

fn root(path: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn stored(text: &str) -> Record {
    conduct::parse("record.json", text).unwrap()
}

/// The records of the folder of the refutation, each with the folder that it lies in.
fn refutation() -> Vec<(String, Record)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("results/refutation");
    let records = std::fs::read_dir(folder).unwrap().filter_map(|entry| {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(path.join("record.json")).ok()?;
        let name = path.file_name()?.to_string_lossy();
        Some((format!("refutation/{name}"), stored(&text)))
    });
    records.collect()
}

/// Its tables are those of the records, since its figures are filled in from them.
#[test]
fn the_page_of_the_refutation_is_made_of_its_records() {
    let specs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let written = run::pages::read(&specs).unwrap();
    let page = written.iter().find(|page| page.folder == "refutation");
    let page = page.expect("a page beside the specs of the refutation");
    let records = refutation();
    let records = records
        .iter()
        .map(|(folder, record)| (folder.as_str(), record));
    let made = page.filled(records).unwrap();
    assert_eq!(made, root("results/refutation/README.md"));
    // Both published tables are shown whole.
    for table in [
        "| routine | published | ours | exact |",
        "| routine | published | ours | equally often, exactly? |",
    ] {
        let (_, below) = made.split_once(table).unwrap();
        let rows = below
            .lines()
            .skip(2)
            .take_while(|line| line.starts_with('|'));
        assert_eq!(rows.count(), 13, "{table}");
    }
}

#[test]
fn the_sentence_on_a_single_experiment_is_true() {
    let record = stored(&root("results/refutation/once/record.json"));
    let hrr = record
        .routines
        .iter()
        .find(|routine| routine.name == "HRR")
        .unwrap();
    let share = 100.0 * hrr.statistics["duplicates"].number("best.mean").unwrap();
    let words = |path: &str| root(path).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words("results/README.md").contains(&format!("picks HRR {share:.0}% of the time")),
        "it is {share}%"
    );
    let claims: usize = refutation()
        .iter()
        .map(|(_, record)| record.claims.len())
        .sum();
    assert!(
        words("README.md").contains(&format!("{claims} claims")),
        "there are {claims}"
    );
}

/// The numbers of the inventory are those of the page that is made from it.
#[test]
fn the_guide_says_how_many_items_are_answered() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = run::inventory::read(&folder.join("experiments/inventory")).unwrap();
    let items = || documents.iter().flat_map(|document| &document.items);
    let answered = items().filter(|item| !item.claims.is_empty() || !item.commands.is_empty());
    let not_checkable = items().filter(|item| item.not_checkable.is_some());
    assert_eq!(items().filter(|item| item.to_come.is_some()).count(), 0);
    let page = root("docs/trust.md")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    for part in [
        format!("{} items in their own order", items().count()),
        format!("answer {} of them", answered.count()),
        format!("The other {} are not checkable", not_checkable.count()),
    ] {
        assert!(page.contains(&part), "{part}");
    }
}
