use super::*;
use crate::conduct;
use crate::questions;
use deck::rng;
use deck::subject::{OwnDecks, WholeDeck};
use record::explain::plain;
use shuffle::policy;
use statistic::{Design, KINDS, build_on};
use text::judgement::{Agreement, Change, ClaimVerdict, Decision, Uniformity, Verdict};

use crate::spec;

/// The names of the pages that are found.
fn found(name: &str) -> Vec<(Group, String)> {
    let pages = dictionary()
        .find(name)
        .unwrap_or_else(|error| panic!("{error}"));
    pages
        .into_iter()
        .map(|page| (page.group, page.name))
        .collect()
}

#[track_caller]
fn has(group: Group, name: &str) {
    let found = found(name);
    assert!(
        found.iter().any(|(of, _)| *of == group),
        "{name}: {found:?}"
    );
}

#[test]
fn whatever_has_a_list_has_a_page() {
    for kind in KINDS {
        assert!(!kind.example.is_empty(), "{}", kind.name);
        has(Group::Statistics, kind.name);
    }
    for kind in shuffle::KINDS {
        has(Group::Shuffles, kind.name);
    }
    for (letter, ..) in shuffle::DEFAULT_LETTERS {
        has(Group::Shuffles, &letter.to_string());
    }
    for about in statistic::SUITES {
        has(Group::Suites, about.name);
    }
    for about in rng::GENERATORS {
        has(Group::Generators, about.name);
    }
    for (name, _) in rng::Seeding::WORDS {
        has(Group::Sources, name);
    }
    for (name, ..) in policy::Memory::NAMES {
        has(Group::Sources, name);
    }
    for kind in questions::QUESTIONS {
        has(Group::Questions, kind.name);
    }
}

#[test]
fn every_verdict_has_a_page() {
    let mut names: Vec<&str> = Vec::new();
    names.extend(Verdict::NAMES.iter().map(|(name, _)| *name));
    names.extend(Agreement::NAMES.iter().map(|(name, _)| *name));
    names.extend(Decision::NAMES.iter().map(|(name, _)| *name));
    names.extend(ClaimVerdict::NAMES.iter().map(|(name, _)| *name));
    names.extend(Change::NAMES.iter().map(|(name, _)| *name));
    names.extend(Uniformity::NAMES.iter().map(|(name, _)| *name));
    names.extend([
        "not fair",
        "fair for practical purposes",
        "measurements within delta",
        "real, size not known yet",
    ]);
    for name in names {
        has(Group::Verdicts, name);
    }
}

#[test]
fn every_title_of_a_test_and_every_column_is_explained() {
    let text = "name = \"one\"\ndeck = 12\ntrials = 40\nroutines = [\"G\"]\nsuite = \"deep\"\n";
    let overrides = spec::Overrides::default();
    let experiment = spec::parse(std::path::Path::new("one.toml"), text, &overrides).unwrap();
    let record = conduct::run(&experiment, 1.into(), &conduct::Unwatched).unwrap();
    let tests = &record.routines[0].tests;
    assert!(tests.len() > 100, "{}", tests.len());
    for test in tests {
        let found = found(&test.title);
        // `lag-1/position-matrix` is one statistic with `position-matrix`.
        let of = test.statistic.rsplit('/').next().unwrap();
        let whose = found.iter().any(|(_, name)| name == of);
        // Both statistics of positions have that title.
        let shared = of == "position-drift" && test.title.starts_with("positions");
        assert!(whose || shared, "{}: {found:?}", test.title);
    }
    for kind in KINDS
        .iter()
        .filter(|kind| kind.on == deck::subject::Kind::DECK)
    {
        let size = 52.clamp(*kind.cards.start(), *kind.cards.end());
        let design = Design {
            size,
            trials: 40,
            replicates: 1,
        };
        let probe = build_on(&WholeDeck, kind.name, toml::Table::new(), &design).unwrap();
        for column in probe.statistic().columns() {
            found(&column.title);
        }
    }
}

#[test]
fn titles_of_tests_of_rows_are_explained() {
    let design = Design {
        size: deck::subject::Rows::SIZE,
        trials: 40,
        replicates: 1,
    };
    let subject = OwnDecks { covariate: true };
    let probes = statistic::Suite::Quick
        .probes_on(&subject, &design)
        .unwrap();
    assert_eq!(probes.len(), 3);
    for column in probes.iter().flat_map(|probe| probe.statistic().columns()) {
        found(&column.title);
    }
    for (title, name) in [
        ("cards found (law)", "rows-found"),
        ("cards found (spread)", "rows-found"),
        ("cards found beside the covariate", "rows-covariate"),
        ("cards found over time (mean)", "rows-drift"),
    ] {
        assert!(found(title).iter().any(|(_, page)| page == name), "{title}");
    }
}

#[test]
fn titles_of_tests_of_states_are_explained() {
    let puzzle = deck::subject::Puzzle::PocketCube;
    let design = Design {
        size: puzzle.states(),
        trials: 40,
        replicates: 1,
    };
    let probes = statistic::Suite::Quick.probes_on(&puzzle, &design);
    let columns = probes.unwrap().into_iter().flat_map(|probe| {
        let columns = probe.statistic().columns();
        assert!(!columns.is_empty());
        columns
    });
    columns.for_each(|column| {
        found(&column.title);
    });
    for (title, name) in [
        ("places of corners (one line)", "corner-places"),
        ("turns of corners (law)", "corner-turns"),
        ("odd arrangements (mean)", "permutation-parity"),
        ("distance (rarest state)", "distance"),
        ("state bins", "state-bins"),
        ("repeated states", "repeated-states"),
        ("states that undo others", "repeated-states"),
    ] {
        assert!(found(title).iter().any(|(_, page)| page == name), "{title}");
    }
}

#[test]
fn titles_of_tests_of_permutations_are_explained() {
    for (title, name) in [
        ("fixed points (all keys)", "fixed-points"),
        ("cycles (all keys)", "cycles"),
        ("index avalanche (all bits)", "index-avalanche"),
        ("key avalanche (all bits)", "key-avalanche"),
        ("differentials (xor)", "differentials"),
        ("differentials (modulo n)", "differentials"),
    ] {
        assert!(found(title).iter().any(|(_, page)| page == name), "{title}");
    }
}

#[test]
fn screens_have_no_word_that_is_not_explained() {
    let words = "adjusted p; e-value; total variation; limit; ±; off; exact; std. error; strongest evidence; opening hand; \
                 same half; farthest card; cards called; opponent; rising sequence; Holm; delta; accept-within; alpha; seed; \
                 pile shuffle; Hindu shuffle; overhand; few decks; edge; fair odds; pity; drought; accept-stakes; exit code; verdict; Not Refuted; moved by; lag; G; seven";
    let unknown: Vec<&str> = (words.split("; "))
        .filter(|word| dictionary().find(word).is_err())
        .collect();
    assert_eq!(unknown, ["verdict", "seven"]);
    assert_eq!(
        found("same half"),
        [
            (Group::Figures, "same half".to_owned()),
            (Group::Statistics, "same-half".to_owned())
        ]
    );
}

#[test]
fn no_name_is_twice_in_a_group_and_the_list_is_sorted() {
    let pages = dictionary().pages();
    let order = pages.iter().map(|page| (page.group, plain(&page.name)));
    let order: Vec<(Group, String)> = order.collect();
    assert!(order.is_sorted(), "{order:?}");
    for (at, page) in pages.iter().enumerate() {
        assert!(Group::ALL.contains(&page.group) && !page.parts.is_empty());
        for other in &pages[..at] {
            // Two statistics may look at the same thing.
            let shared =
                |name: &str| page.phrase == other.phrase && page.phrase.as_deref() == Some(name);
            let both = page.names().filter(|name| !shared(name)).find(|name| {
                let has = |other: &str| plain(other) == plain(name);
                page.group == other.group && other.names().any(has)
            });
            assert_eq!(both, None, "{} and {}", page.name, other.name);
        }
    }
}

/// Names between backquotes have pages, and so has each command its place on the command line.
#[test]
fn an_unknown_name_is_told_the_nearest_ones() {
    assert_eq!(
        dictionary().find("rifle").unwrap_err().to_string(),
        "nothing to explain is called `rifle`; accepted: the names that `colddeck explain` lists; did you mean `riffle`?"
    );
    let error = dictionary().find("variation").unwrap_err().to_string();
    assert!(error.contains("`total variation`"), "{error}");
    let error = dictionary().find("\u{1b}[2J").unwrap_err().to_string();
    assert!(
        error.contains("`\\u{1b}[2J`; accepted") && !error.contains("mean"),
        "{error}"
    );
}
