//! The pages of what has a list of its own: statistics, shuffles, generators, sources and questions.

use crate::questions::QUESTIONS;
use deck::rng::{self, Seeding};
use record::explain::{Group, Page};
use shuffle::draws;
use shuffle::policy::Memory;
use text::params::Parameter;

use statistic::{SUITES, Suite};

/// Other names of statistics: in the titles and columns of reports, and by people.
const ALSO: &[(&str, &[&str])] = &[
    ("position-matrix", &["positions", "position"]),
    ("position-drift", &["positions change"]),
    (
        "rising-sequences",
        &[
            "rising seq.",
            "rising sequence",
            "runs of cards in old order",
            "runs",
            "runs of cards in their old order",
        ],
    ),
    (
        "inversions",
        &[
            "kendall",
            "kendall's tau",
            "pairs of cards that changed their order",
        ],
    ),
    ("descents", &["times that the next card is a lower one"]),
    ("spearman", &["rank correlation"]),
    (
        "group-ranks",
        &["groups", "kruskal-wallis", "group that is farthest off"],
    ),
    (
        "block-table",
        &["old blocks in new blocks", "density of an order"],
    ),
    (
        "block-ranks",
        &["places of old blocks", "mean places of old blocks"],
    ),
    ("near-neighbours", &["neighbours that were near before"]),
    (
        "shuffle-buffer",
        &["farthest forward", "shuffle buffer", "effective buffer"],
    ),
    (
        "batch-mates",
        &[
            "items of one label in a batch",
            "items of one file in a batch",
            "batch variety",
            "variety",
        ],
    ),
    ("index-avalanche", &["avalanche", "avalanche of the index"]),
    ("key-avalanche", &["avalanche of the key"]),
    ("differentials", &["differential", "differences of images"]),
    ("parity", &["odd orders", "odd"]),
    ("fixed-points", &["cards where they were"]),
    (
        "same-half",
        &["top half kept", "cards of the top half still there"],
    ),
    (
        "longest-increasing-subsequence",
        &[
            "longest increasing",
            "longest line of cards in their old order",
        ],
    ),
    (
        "successions",
        &[
            "neighbours that stay together",
            "neighbours that stayed together",
        ],
    ),
    (
        "successions-cyclic",
        &["successions (around)", "successions around"],
    ),
    ("ordinal-patterns", &["commonest pattern"]),
    ("full-order", &["orders seen", "commonest order"]),
    ("gaps", &["distances"]),
    ("successor-matrix", &["neighbours"]),
    ("lehmer-digits", &["lehmer"]),
    ("swap-digits-top", &["swaps from top"]),
    ("swap-digits-bottom", &["swaps from bottom"]),
    ("digit-pairs", &["lehmer pairs"]),
    ("swap-pairs-top", &["swap pairs from top"]),
    ("swap-pairs-bottom", &["swap pairs from bottom"]),
    ("type-runs", &["runs of a type", "runs of … and of others"]),
    (
        "longest-run",
        &["longest run of a type", "cards of the type … in a row"],
    ),
    ("opening-hand", &["cards of the type … in the opening hand"]),
    (
        "fullest-booster",
        &["cards of the type … in the fullest booster"],
    ),
    ("class-in-hand", &["cards of the class … in the hand"]),
    ("longest-suit", &["cards in the longest suit"]),
    ("once-neighbours", &["old neighbours in one hand"]),
    (
        "duplicates",
        &["came out best", "decks in a cell", "cells expected"],
    ),
    ("snap", &["snaps (same rank)", "no snap"]),
    ("war", &["wars (same rank)", "no war"]),
    (
        "war-sweep",
        &[
            "War, won whole",
            "tricks that the better player does not win",
            "one player wins all tricks",
        ],
    ),
    (
        "frustration",
        &[
            "Frustration Solitaire",
            "cards as called (same rank)",
            "no card as called",
        ],
    ),
    (
        "derangement",
        &["cards in their place", "no card in its place"],
    ),
    ("poker-class", &["poker", "at least the median hand"]),
    ("position-lines", &["lines < .05", "tests < .05"]),
    ("repeated-decks", &["repeats"]),
    (
        "opponent",
        &[
            "cards called",
            "cards called right",
            "cards called right, by three rules tried",
        ],
    ),
    ("distinguisher", &["told apart"]),
    ("rows-found", &["cards found", "their spread"]),
    (
        "rows-covariate",
        &["cards found beside the covariate", "slope beside the rows"],
    ),
    (
        "rows-drift",
        &[
            "cards found over time",
            "cards found before",
            "cards found after",
        ],
    ),
    (
        "rows-memory",
        &["hands that go together", "correlation of hands"],
    ),
    ("view-cells", &["hands", "class most off", "in cell"]),
    ("frequency", &["symbol that is farthest off", "its share"]),
    (
        "symbol-gaps",
        &[
            "gaps of symbols",
            "symbol whose gaps are most off",
            "share at that gap",
            "fair share at that gap",
            "gap test",
        ],
    ),
    ("longest-streak", &["streak"]),
    ("longest-drought", &["drought", "symbol that was away"]),
    (
        "serial-pairs",
        &[
            "pairs of neighbours",
            "share of the pair most off",
            "fair share of the pair most off",
            "serial test",
        ],
    ),
    (
        "serial-triples",
        &[
            "triples of neighbours",
            "share of the triple most off",
            "fair share of the triple most off",
        ],
    ),
    (
        "dependence",
        &[
            "entropy",
            "entropy of the next draw",
            "dependence of order 1",
            "dependence of order 2",
            "dependence of order 3",
            "g-test",
        ],
    ),
    (
        "next-draw-calls",
        &[
            "calls of the next draw",
            "next draw called right",
            "draws that the rule excludes",
        ],
    ),
    (
        "predictor",
        &["bets on the next draw", "next draw called by learning"],
    ),
    (
        "pairs-in-first-5",
        &["two cards among the first five cards"],
    ),
    (
        "pairs-in-first-7",
        &["two cards among the first seven cards"],
    ),
    (
        "pairs-in-quarter",
        &["two cards in one quarter of the deck"],
    ),
    (
        "symbol-drift",
        &[
            "shares of symbols (change)",
            "shares change after draw",
            "share before that",
            "share after that",
        ],
    ),
    (
        "corner-places",
        &["places of corners", "corner most off", "in cubicle"],
    ),
    (
        "corner-turns",
        &["turns of corners", "cubicle most off", "turned by"],
    ),
    ("permutation-parity", &["odd arrangements"]),
    ("total-trumps", &["trumps of both sides, …"]),
    ("side-controls", &["controls of partners", "controls, …"]),
    ("side-voids", &["voids of partners", "voids, …"]),
    ("distance", &["moves from solved"]),
    ("state-bins", &["bins that came", "of"]),
    (
        "repeated-states",
        &["equal pairs", "due", "states that undo others"],
    ),
];

/// Other names of shuffles.
const SHUFFLES_ALSO: &[(&str, &[&str])] = &[
    ("fisher-yates", &["knuth shuffle"]),
    ("riffle", &["riffle shuffle", "gsr"]),
    ("hindu", &["hindu shuffle"]),
    ("overhand", &["overhand shuffle"]),
    ("mash", &["mash shuffle"]),
    ("pile", &["pile shuffle"]),
    ("strip", &["strip cut", "strip shuffle"]),
    ("box", &["box shuffle"]),
    ("wash", &["smooshing", "washing"]),
    ("faro", &["perfect riffle"]),
    ("random-transpositions", &["random transposition"]),
    ("top-to-random", &["top in at random"]),
    ("random-to-top", &["tsetlin library", "move to front"]),
    ("random-to-random", &["random insertions"]),
    ("adjacent-transpositions", &["neighbour swaps"]),
    ("thorp", &["thorp shuffle"]),
    ("rudvalis", &["rudvalis shuffle"]),
    ("borel", &["borel shuffle"]),
    ("inverse-riffle", &["inverse gsr"]),
];

/// Other names of rules of drawing.
const DRAWS_ALSO: &[(&str, &[&str])] = &[
    ("bag", &["shuffle bag", "seven-piece bag", "k of a bag"]),
    ("thresholds", &["if-else chain"]),
];

/// All pages that are made of lists.
pub(super) fn pages() -> Vec<Page> {
    let mut pages: Vec<Page> = statistic::KINDS.iter().map(of_statistic).collect();
    pages.extend(shuffle::KINDS.iter().map(of_shuffle));
    let one = |group, name: &str, about: &str| {
        let mut page = Page::new(group, name);
        page.say("", about);
        page
    };
    let suites = SUITES.iter();
    pages.extend(suites.map(|about| one(Group::Suites, about.name, about.about)));
    let generators = rng::GENERATORS.iter();
    pages.extend(generators.map(|about| one(Group::Generators, about.name, about.about)));
    pages.extend(draws::KINDS.iter().map(|kind| {
        let mut page = one(Group::Draws, kind.name, kind.about);
        page.also = also(kind.name, DRAWS_ALSO);
        keys(&mut page, kind.parameters);
        page.say("How", "draws = [...] in a spec with subject = \"sequence\"");
        page.say("Source", kind.source);
        page
    }));
    let seeding = Seeding::WORDS.iter();
    pages.extend(seeding.map(|(name, about)| {
        let mut page = one(Group::Sources, name, about);
        page.also.push(format!("seeding {name}"));
        page.say("How", "--seeding, or source = { seeding = ... } in a spec");
        page
    }));
    pages.extend(Memory::NAMES.iter().map(|(name, _, about)| {
        let mut page = one(Group::Sources, name, about);
        page.also.push(format!("memory {name}"));
        page.say("How", "--memory, or source = { memory = ... } in a spec");
        page
    }));
    pages.extend(QUESTIONS.iter().map(|kind| {
        let mut page = one(Group::Questions, kind.name, kind.about);
        let command = if kind.is_own_command() {
            "colddeck advise".to_owned()
        } else {
            page.also.push(format!("exact {}", kind.name));
            format!("colddeck exact {}", kind.name)
        };
        page.say("How", format!("{command} --help"));
        page
    }));
    pages
}

fn also(name: &str, table: &[(&str, &[&str])]) -> Vec<String> {
    let of = table.iter().filter(|(known, _)| *known == name);
    of.flat_map(|(_, also)| also.iter().map(|&also| also.into()))
        .collect()
}

fn of_statistic(kind: &statistic::Kind) -> Page {
    let mut page = Page::new(Group::Statistics, kind.name);
    page.also = also(kind.name, ALSO);
    let phrase = kind.plain.trim_start_matches("the ");
    page.phrase = (phrase != kind.name).then(|| phrase.to_owned());
    page.say("", format!("Looks at {}. {}", kind.plain, kind.example));
    page.say("What it asks", kind.about);
    page.say("What makes it fail", kind.causes);
    page.say(
        "Statistic of",
        format!("{}; {}", kind.on.plural(), within(kind.suite)),
    );
    keys(&mut page, kind.parameters);
    page.say("Source", kind.source);
    page
}

/// The suites that a statistic is part of.
fn within(smallest: Option<Suite>) -> String {
    let Some(smallest) = smallest else {
        return "in no suite: it must be asked for".to_owned();
    };
    let of = SUITES.iter().filter(|about| about.suite >= smallest);
    let names: Vec<&str> = of.map(|about| about.name).collect();
    match names.as_slice() {
        [name] => format!("in the suite {name}"),
        names => format!("in the suites {}", names.join(", ")),
    }
}

fn of_shuffle(kind: &shuffle::Kind) -> Page {
    let mut page = Page::new(Group::Shuffles, kind.name);
    page.also = also(kind.name, SHUFFLES_ALSO);
    page.say("", kind.about);
    let letters = shuffle::DEFAULT_LETTERS.iter();
    for (letter, _, parameters) in letters.filter(|(_, of, _)| *of == kind.name) {
        page.also.push(letter.to_string());
        let with = if parameters.is_empty() {
            String::new()
        } else {
            format!(" with {parameters}")
        };
        page.say("Letter", format!("{letter}{with}"));
    }
    page.say("Group", kind.group.title());
    keys(&mut page, kind.parameters);
    if let Some(time) = kind.time {
        page.say("Time", time.in_words(60));
    }
    page.say("Source", kind.source);
    page
}

fn keys(page: &mut Page, parameters: &[Parameter]) {
    for Parameter { name, about } in parameters {
        page.say("Key", format!("{name}: {about}"));
    }
}
