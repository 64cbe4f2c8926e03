//! Pages and pictures: each format of every command, the parts of a page in their order, and what it takes to fit them on
//! a screen. The check `.ci/pages` sees that a browser draws them well.

use std::fs;
use std::path::Path;

use crate::common::{files, record, run, write};
use ::run::explain;

/// The file `name` in `folder`, as text.
fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Panics unless all of `parts` stand in the page, one after the other.
fn in_order(page: &str, parts: &[&str]) {
    let mut rest = page;
    for part in parts {
        let (_, after) = rest
            .split_once(part)
            .unwrap_or_else(|| panic!("no `{part}` where it should be"));
        rest = after;
    }
}

#[test]
fn every_command_that_finds_something_exports_every_format_that_fits_it() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let all = ["html", "svg", "md", "json", "xml", "csv"];
    let exports = |name: &str, endings: &[&str]| -> Vec<String> {
        endings
            .iter()
            .flat_map(|ending| ["--export".to_owned(), format!("{name}.{ending}")])
            .collect()
    };
    let deck = ["--deck", "8", "--trials", "300", "-q"].map(str::to_owned);
    let run_of = |name: &str, routine: &str| {
        let start = ["run".to_owned(), routine.to_owned()];
        run(
            here,
            start
                .into_iter()
                .chain(deck.clone())
                .chain(exports(name, &all)),
        )
        .ends(1);
    };
    run_of("a", "G");
    run_of("b", "GG");
    let decks: String = (0..300).map(|_| "3 1 2 0 4\n").collect();
    write(here, "decks.txt", decks);
    let start = ["test", "decks.txt", "-q"].map(str::to_owned);
    run(here, start.into_iter().chain(exports("c", &all))).ends(1);
    let start = ["compare", "a.json", "b.json"].map(str::to_owned);
    run(here, start.into_iter().chain(exports("d", &all))).ends(1);
    // An answer has no tests.
    let answered = ["html", "svg", "md", "json", "csv"];
    let start = ["exact", "tv", "G*3", "--deck", "52"].map(str::to_owned);
    run(here, start.into_iter().chain(exports("e", &answered))).ends(0);
    run(
        here,
        ["exact", "tv", "G", "--deck", "8", "--export", "e.xml"],
    )
    .ends(2)
    .says("has none");
    for name in ["a", "c", "d", "e"] {
        let page = text(here, &format!("{name}.html"));
        assert!(
            page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"),
            "{name}"
        );
        assert_eq!(page.matches("<h1").count(), 1, "{name}");
        assert!(
            !page.contains("http://") || page.contains("http://www.w3.org/2000/svg"),
            "{name}"
        );
    }
    for name in ["a", "c", "d", "e"] {
        assert!(
            text(here, &format!("{name}.svg"))
                .starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        );
    }
    // The stored record is shown again, and gives the same pages.
    run(
        here,
        [
            "report", "a.json", "-q", "--export", "a2.html", "--export", "a2.svg",
        ],
    )
    .ends(0);
    assert_eq!(text(here, "a.html"), text(here, "a2.html"));
    assert_eq!(text(here, "a.svg"), text(here, "a2.svg"));
    run(
        here,
        [
            "report", "e.json", "d.json", "a.json", "-q", "--export", "all.html",
        ],
    )
    .ends(0);
    in_order(
        &text(here, "all.html"),
        &[
            "<h1>3 results",
            "<article id=\"r1-article\"",
            "<article id=\"c1-article\"",
            "<article id=\"a1-article\"",
        ],
    );
    run(here, ["run", "G", "--deck", "8", "--export", "a.bmp"])
        .ends(2)
        .says("`.html`");
}

#[test]
fn a_page_has_its_parts_in_the_order_in_which_one_reads() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let arguments = [
        "run", "GGG", "S", "--deck", "20", "--trials", "2000", "--seed", "3", "-q", "--export",
        "a.html",
    ];
    run(here, arguments).ends(1);
    in_order(
        &text(here, "a.html"),
        &[
            "Content-Security-Policy",
            "<h1>GGG, S on 20 cards",
            "<p class=\"answer bad\">",
            "G = riffle",
            "<section id=\"meaning\">",
            "<section id=\"pictures\">",
            "data-picture=\"heat-map\"",
            "data-picture=\"law\"",
            "data-picture=\"calls\"",
            "<section id=\"routines\">",
            "<section id=\"tests\">",
            "popovertarget=\"explain-rising-sequences\"",
            "<section id=\"how\">",
            "colddeck run &quot;GGG&quot; &quot;S&quot; --deck 20 --trials 2000 --seed 3",
            "<section id=\"record\">",
            "id=\"record-data\"",
            "id=\"explain-rising-sequences\"",
        ],
    );
}

#[test]
fn pages_are_the_same_bytes_on_every_level_and_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let start = ["run", "RRH", "S", "--deck", "52", "--trials", "3000", "-q"];
    for (name, more) in [
        ("a", ["--isa", "portable", "--threads", "1"]),
        ("b", ["--threads", "2", "--seed", "1"]),
    ] {
        let exports = ["html", "svg"].map(|ending| format!("{name}.{ending}"));
        let exports = ["--export", &exports[0], "--export", &exports[1]];
        run(here, start.iter().chain(&more).chain(&exports)).ends(1);
    }
    for ending in ["html", "svg"] {
        assert_eq!(
            text(here, &format!("a.{ending}")),
            text(here, &format!("b.{ending}")),
            "{ending}"
        );
    }
}

#[test]
fn a_folder_of_results_gets_its_pages_from_its_records_alone() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for name in ["one", "two"] {
        let spec = format!(
            "name = \"{name}\"\nquestion = \"Is {name} fair?\"\ndeck = 8\ntrials = 200\nroutines = [\"G\"]\n"
        );
        write(here, &format!("specs/{name}.toml"), spec);
    }
    run(here, ["run", "specs", "-q"]).ends(1);
    let expected = [
        "machine.json",
        "pictures.svg",
        "record.json",
        "report.html",
        "report.md",
    ];
    assert_eq!(files(&here.join("results/specs/one")), expected);
    let page = text(here, "results/specs/one/report.html");
    fs::remove_file(here.join("results/specs/one/report.html")).unwrap();
    write(
        here,
        "results/README.md",
        "# Mine\n\n## What matters\n\n1. **All of it.**\n\n## Else\n\nNo.\n",
    );
    write(
        here,
        "results/notes.md",
        "# Notes on `x`\n\nSee [one](specs/one/report.md).\n",
    );
    run(here, ["report", "results"])
        .ends(0)
        .says("index.html, and the pages of 2 results");
    // The same page, between its ways.
    let linked = text(here, "results/specs/one/report.html");
    in_order(
        &linked,
        &[
            "href=\"../../index.html\">All results",
            "href=\"../../index.html#topic-specs\"",
            "<h1>Is one fair?",
            "</section>",
            "<nav class=\"ways end\"",
        ],
    );
    let (_, body) = page.split_once("<header>").unwrap();
    let (body, _) = body.split_once("</main>").unwrap();
    assert!(linked.contains(body), "{linked}");
    let index = text(here, "results/index.html");
    in_order(
        &index,
        &[
            "All of it.",
            "href=\"notes.html\">Notes on x",
            "<div class=\"filter\" role=\"search\"",
            "<h3 id=\"topic-specs\">specs",
            "Is one fair?",
            "class=\"headline\" href=\"specs/one/report.html\">",
        ],
    );
    assert!(!index.contains("<p>No."), "{index}");
    assert!(text(here, "results/notes.html").contains("href=\"specs/one/report.html\""));
    // A result that draws nothing keeps no picture of an earlier one.
    assert!(text(here, "results/specs/one/report.md").contains("](pictures.svg)"));
    run(here, ["report", "results", "--export", "a.html"])
        .ends(2)
        .says("found a folder beside --export");
    run(here, ["report", "results", "--json"])
        .ends(2)
        .says("--json: found a folder");
    run(here, ["report", "specs"])
        .ends(2)
        .says("found no record in it");
    run(here, ["report", "results/notes.md"])
        .ends(2)
        .says("this is no record");
    run(
        here,
        ["report", "results/specs/one/record.json", "--routine", "H"],
    )
    .ends(2)
    .says("accepted: `G`");
}

/// Pages are not committed; those of the committed records are made here.
#[test]
fn pages_of_results_are_small() {
    /// The largest page, and all of them together, in bytes.
    const LARGEST: usize = 5_000_000;
    const TOGETHER: usize = 40_000_000;
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let (mut together, mut made) = (0, 0);
    for file in files(&results) {
        if !file.ends_with("record.json") || file.contains("calibration") {
            continue;
        }
        let found: ::record::Record = serde_json::from_value(record(&results.join(&file))).unwrap();
        let views = report::views(&found, "pictures.svg", explain::dictionary(), None);
        for view in [Some(views.page), views.sheet].into_iter().flatten() {
            assert!(view.len() < LARGEST, "{file}: {}", view.len());
            together += view.len();
            made += 1;
        }
    }
    assert!(made > 150, "{made}");
    assert!(together < TOGETHER, "{together}");
}

/// The committed results are light: records keep large matrices as they are drawn, and pages are made of them.
#[test]
fn committed_results_are_light() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let sizes = files(&results).into_iter().filter_map(|file| {
        let ending = Path::new(&file).extension();
        let made = ending.is_some_and(|ending| ending == "html") || file.ends_with("machine.json");
        (!made).then(|| fs::metadata(results.join(&file)).unwrap().len())
    });
    let together: u64 = sizes.sum();
    assert!(together < 27_200_000, "{together}");
}

/// Forty routines on one page, of 128 cards: each has its pictures, and the page stays small.
#[test]
#[ignore = "some 10 s of processor: .ci/run ignored"]
fn a_page_of_forty_routines_is_small() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let routines: Vec<String> = (1..=40).map(|times| format!("G*{times}")).collect();
    let options = [
        "--deck", "128", "--trials", "400", "-q", "--export", "a.html", "--export", "a.svg",
    ];
    let arguments = ["run"]
        .into_iter()
        .chain(routines.iter().map(String::as_str))
        .chain(options);
    run(here, arguments).ends(1);
    let page = text(here, "a.html");
    assert!(page.len() < 10_000_000, "{}", page.len());
    assert_eq!(page.matches("data-matrix=").count(), 40);
}

/// The committed records make the committed Markdown and pictures, and a page.
#[test]
fn committed_pages_are_those_of_their_records() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    for name in ["refutation/order", "ouroboros/riffles", "sequences/seven"] {
        let at = results.join(name);
        let found: ::record::Record =
            serde_json::from_value(record(&at.join("record.json"))).unwrap();
        let views = report::views(&found, "pictures.svg", explain::dictionary(), None);
        assert!(views.markdown == text(&at, "report.md"), "{name}");
        let sheet = views.sheet.unwrap_or_default();
        assert!(sheet == text(&at, "pictures.svg"), "{name}");
        assert!(views.page.trim_end().ends_with("</html>"), "{name}");
    }
}
