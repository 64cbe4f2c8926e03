//! The README of the results and that of the repository say what the committed results say.

use colddeck::conduct;
use colddeck::record::{Record, Verdict};

fn root(path: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Cells of the first table, without its head.
fn rows(readme: &str) -> Vec<Vec<String>> {
    let (_, below) = readme.split_once("## The refutation in a table").unwrap();
    let lines = below
        .lines()
        .skip_while(|line| !line.starts_with("| ---"))
        .skip(1);
    let cells = |line: &str| {
        line.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    lines
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect()
}

fn stored(text: &str) -> Record {
    conduct::parse("record.json", text).unwrap()
}

#[test]
fn every_figure_of_the_table_is_in_the_record() {
    let readme = root("results/README.md");
    let record = stored(&root("results/refutation/duplicates/record.json"));
    let table = rows(&readme);
    // Both tables are shown whole.
    assert_eq!(table.len(), 13);
    for row in table {
        let name = row[0].split(',').next().unwrap();
        let name = if name == "GGGGGGG" { "G*7" } else { name };
        let routine = record
            .routines
            .iter()
            .find(|routine| routine.name == name)
            .unwrap();
        let published = |table: &str| {
            let id = format!("{table}/{name}");
            record
                .claims
                .iter()
                .find(|claim| claim.id == id)
                .unwrap()
                .published
                .clone()
                .unwrap()
        };
        let duplicates = &routine.statistics["duplicates"];
        let three = |figure: &str| format!("{:.3}", duplicates.number(figure).unwrap());
        let below = routine.statistics["position-lines"]
            .whole("below")
            .unwrap()
            .to_string();
        let order = routine
            .tests
            .iter()
            .find(|test| test.test == "mean")
            .unwrap();
        let verdict = if order.verdict == Verdict::Fail {
            "**fail**".to_owned()
        } else {
            order.verdict.to_string()
        };
        let expected = [
            published("first-table"),
            three("mean"),
            three("exact"),
            published("second-table"),
            below,
            verdict,
        ];
        assert_eq!(row[1..7], expected, "{name}");
        let distance = routine.total_variation.as_ref().unwrap();
        let shown = match (distance.lower, distance.upper) {
            (lower, _) if lower > 0.999 => format!("at least 1 - {:.1e}", distance.lower_gap),
            (lower, upper) if (lower - upper).abs() < 1e-12 => format!("{lower}"),
            (lower, upper) => format!("{lower:.3} to {upper:.3}"),
        };
        assert_eq!(row[7], shown, "{name}");
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
    let readme = root("README.md")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        readme.contains(&format!("picks HRR {share:.0}% of the time")),
        "it is {share}%"
    );
    let refutation = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("results/refutation");
    let claims: usize = std::fs::read_dir(refutation)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path().join("record.json")).unwrap())
        .map(|text| stored(&text).claims.len())
        .sum();
    assert!(
        readme.contains(&format!("{claims} claims")),
        "there are {claims}"
    );
}

/// The numbers of the inventory are those of the page that is made from it.
#[test]
fn the_readme_says_how_many_items_are_answered() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = run::inventory::read(&folder.join("experiments/inventory")).unwrap();
    let items = || documents.iter().flat_map(|document| &document.items);
    let answered = items().filter(|item| !item.claims.is_empty() || !item.commands.is_empty());
    let not_checkable = items().filter(|item| item.not_checkable.is_some());
    assert_eq!(items().filter(|item| item.to_come.is_some()).count(), 0);
    let readme = root("README.md")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    for part in [
        format!("{} items in their own order", items().count()),
        format!("{} of them answered", answered.count()),
        format!("{} not checkable", not_checkable.count()),
    ] {
        assert!(readme.contains(&part), "{part}");
    }
}
