//! Stakes on decks, deals and routines, from the command line and from specs.

use std::fmt::Write as _;

use crate::common::{run, write};
use serde_json::Value;

/// Numbers below a bound, by a congruential generator.
pub(crate) fn numbers() -> impl FnMut(u32) -> u32 {
    let mut state = 7_u64;
    move |bound| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (((state >> 33) * u64::from(bound)) >> 31) as u32
    }
}

/// Decks of 52 cards; of those whose number `is_made` says, the first five cards are hearts.
pub(crate) fn decks(number: u32, is_made: impl Fn(u32) -> bool) -> String {
    let mut below = numbers();
    let (mut text, mut deck): (String, Vec<u32>) = (String::new(), (0..52).collect());
    for at in 0..number {
        for place in (1..52).rev() {
            deck.swap(place, below(place as u32 + 1) as usize);
        }
        if is_made(at) {
            deck.sort_by_key(|card| card / 13 != 1);
        }
        for card in &deck {
            let _ = write!(text, "{card} ");
        }
        text.push('\n');
    }
    text
}

const TEST: [&str; 6] = ["test", "decks.txt", "--deck", "52", "--suite", "quick"];

fn stakes(record: &Value) -> Vec<Value> {
    record["routines"][0]["stakes"].as_array().unwrap().clone()
}

#[test]
fn made_flushes_fail_and_are_told_to_a_gambler() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "decks.txt", decks(2_000, |at| at % 25 == 0));
    let flush = [
        "--stake",
        "first:5 flush pays 500",
        "--stake",
        "first:2 pair pays 11",
    ];
    let said = run(folder.path(), [&TEST[..], &flush].concat()).ends(1);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("is not fair: a flush among the first 5 cards in"),
        "{words}"
    );
    assert!(
        words.contains("A bet on `first:5 flush` at 500 to 1 wins between"),
        "{words}"
    );
    // Two thousand hands do not show that pairs are fair to within 1%.
    let pairs = ["--stake", "first:2 pair pays 11", "--accept-stakes", "1%"];
    let undecided = run(folder.path(), [&TEST[..], &pairs].concat()).ends(3);
    assert!(
        undecided
            .out
            .contains("do not tell how far off this is: first:2 pair"),
        "{undecided:#?}"
    );
    let standard = [
        "--suite",
        "standard",
        "--stake",
        "first:2 pair",
        "--accept-stakes",
        "5pt",
    ];
    let said = run(folder.path(), [&TEST[..4], &standard].concat()).ends(0);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("accepted, since only this stake was asked"),
        "{words}"
    );
    // What is accepted fails no test case, and what is farther off does.
    for (asked, ends, failures, said) in [
        ("first:2 pair", 0, "failures=\"0\"", "stake first:2 pair"),
        ("first:5 flush", 1, "<failure", "farther off than allowed"),
    ] {
        let words = [
            "--stake",
            asked,
            "--accept-stakes",
            if ends == 0 { "5pt" } else { "1pt" },
        ];
        let junit = ["--suite", "standard", "--junit", "cases.xml", "-q"];
        run(folder.path(), [&TEST[..4], &words, &junit].concat()).ends(ends);
        let text = std::fs::read_to_string(folder.path().join("cases.xml")).unwrap();
        assert!(text.contains(failures) && text.contains(said), "{text}");
    }
}

#[test]
fn fair_decks_are_fair_for_what_was_named() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "decks.txt", decks(3_000, |_| false));
    let asked = ["--stakes", "blackjack", "--accept-stakes", "6pt"];
    let said = run(folder.path(), [&TEST[..], &asked].concat()).ends(0);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("is fair for these 10 stakes: none is off by more than 6 points"),
        "{words}"
    );
    let record = run(folder.path(), [&TEST[..], &asked, &["--json"]].concat())
        .ends(0)
        .json();
    for stake in stakes(&record) {
        let (fair, limits) = (stake["fair"].as_f64().unwrap(), &stake["limits"]);
        assert!(
            limits[0].as_f64() < Some(fair) && limits[1].as_f64() > Some(fair),
            "{stake}"
        );
        assert_eq!(stake["standing"], "within");
    }
    let watched = [
        "--stakes",
        "blackjack",
        "--until-decided",
        "--delta",
        "0.2",
        "--json",
    ];
    let record = run(folder.path(), [&TEST[..], &watched].concat())
        .ends(0)
        .json();
    let decks = record["routines"][0]["decks"].as_u64().unwrap();
    let first = &stakes(&record)[0];
    assert_eq!(first["hands"].as_u64(), Some(decks));
    assert!(first["limits"][0].as_f64().unwrap() < 0.0483);
}

#[test]
fn wrong_stakes_are_refused_where_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "decks.txt", decks(100, |_| false));
    for (asked, says) in [
        (&["--stake", "first:5 flash"][..], "`flash`"),
        (&["--stake", "spades in N"], "an event here"),
        (
            &["--stakes", "chess"],
            "unknown set `chess`; accepted: `bridge`, `poker`",
        ),
        (&["--stakes", "magic"], "none of its stakes can be read off"),
        (&["--accept-stakes", "1%"], "with --stake or --stakes"),
        (&["--stake", "top is AS", "--accept-stakes", "much"], "1pt"),
    ] {
        run(folder.path(), [&TEST[..], asked].concat())
            .ends(2)
            .says(says);
    }
    let spec = "name = \"s\"\ndeck = 60\ntrials = 100\nroutines = [\"G\"]\ntypes = \"24 land, 36 spell\"\n\
                [stakes.flood]\nof = \"hand:7 lands >= \"\n";
    write(folder.path(), "wrong.toml", spec);
    run(folder.path(), ["run", "wrong.toml"])
        .ends(2)
        .says("at its end");
}

#[test]
fn specs_and_routines_have_stakes() {
    let folder = tempfile::tempdir().unwrap();
    let spec = "name = \"s\"\ndeck = 60\ntrials = 2000\nroutines = [\"G\", \"S\"]\ntypes = \"24 land, 36 spell\"\n\
                [stakes.flood]\nof = \"hand:7 land >= 5\"\n[stakes.screw]\nof = \"hand:7 land 0..1 pays 6\"\n\
                [[claims]]\nid = \"flood\"\ntext = \"one riffle floods\"\nsource = \"ours\"\nkind = \"at-least\"\nroutine = \"G\"\n\
                figure = \"stakes-of-decks.share.0\"\nvalue = 0.2\nexpect = \"confirmed\"\n";
    write(folder.path(), "s.toml", spec);
    let said = run(folder.path(), ["run", "s.toml", "--out", "out", "--json"]);
    assert!(said.code < 2, "{said:#?}");
    let record = said.json();
    let of = |routine: usize| record["routines"][routine]["stakes"].clone();
    assert_eq!(of(0)[0]["of"], "hand:7 land >= 5");
    assert!(of(0)[0]["limits"][0].as_f64() > of(1)[0]["limits"][1].as_f64());
    assert_eq!(of(1)[1]["odds"].as_f64(), Some(6.0));
}

#[test]
fn a_routine_is_repeated_until_a_stake_is_fair() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |asked: &[&str]| run(folder.path(), [&["exact", "enough"], asked].concat());
    let lands = [
        "G",
        "--deck",
        "24 land, 36 spell",
        "--for",
        "hand:7 land 0..1",
    ];
    let said = ask(&lands).ends(0);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains(
            "within 1 point of fair from 6 riffles on (13.39%); after 5 riffles it is not (12.56%)."
        ),
        "{words}"
    );
    assert!(
        words.contains("A bet on it is within 1% of fair from 9 riffles on"),
        "{words}"
    );
    // The chances are those of `exact quantity`.
    let answer = ask(&[&lands[..], &["--json", "--below", "0.01"]].concat())
        .ends(0)
        .json();
    let near = &answer["stake"]["near"][0];
    assert_eq!(
        (near["within"].as_str(), near["from"].as_u64()),
        (Some("1pt"), Some(6))
    );
    let quantity = [
        "exact",
        "quantity",
        "hand:7 land 0..1",
        "G*6",
        "--deck",
        "24 land, 36 spell",
        "--json",
    ];
    let quantity = run(folder.path(), quantity).ends(0).json();
    for at in 0..6 {
        assert_eq!(
            quantity["after"][at]["law"]["mean"],
            answer["stake"]["quantity"]["after"][at]["law"]["mean"]
        );
    }
    let cut = ask(&["C", "--deck", "52", "--for", "first:5 flush pays 500"]).ends(0);
    assert!(
        cut.out.contains("A bet on it never comes within 1%"),
        "{cut:#?}"
    );
    for (wrong, says) in [
        (&["G", "--deck", "52", "--below", "1%"][..], "of a stake"),
        (
            &["G", "--deck", "52", "--for", "top is AS", "--below", "x"],
            "1pt",
        ),
        (
            &["G", "--deck", "52", "--for", "top is AS", "--sizes", "3..5"],
            "by itself",
        ),
    ] {
        ask(wrong).ends(2).says(says);
    }
}

#[test]
fn routines_are_advised_by_a_stake() {
    let folder = tempfile::tempdir().unwrap();
    let advise = |asked: &[&str]| {
        let task = [
            "advise",
            "--deck",
            "8 land, 12 spell",
            "--within",
            "12s",
            "--moves",
            "M,C",
        ];
        run(folder.path(), [&task[..], asked].concat())
    };
    let by = ["--by", "hand:7 land 0..1", "--decks", "200000"];
    let found = advise(&[&by[..], &["--json"]].concat()).ends(0).json();
    assert_eq!(
        (found["by"].as_str(), found["tie"].as_f64()),
        (Some("stake"), Some(0.1))
    );
    let fair = found["stake"]["fair"].as_f64().unwrap();
    for point in found["frontier"].as_array().unwrap() {
        let figure = &point["figures"]["stake"];
        let off = (figure["mean"].as_f64().unwrap() / fair - 1.0).abs();
        let (low, high) = (&point["score_at_least"], &point["score_at_most"]);
        assert!(
            low.as_f64().unwrap() <= off && off <= high.as_f64().unwrap(),
            "{point}"
        );
    }
    let said = advise(&by).ends(0);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("A bet on it at fair odds is off by"),
        "{words}"
    );
    assert!(words.contains("of the stake (99% confidence"), "{words}");
    for (wrong, says) in [
        ("neighbors", "`neighbours`"),
        ("hand:7 lend 0..1", "`lend`"),
        ("hands:2x5 land 0..1", "one hand"),
    ] {
        advise(&["--by", wrong]).ends(2).says(says);
    }
}

#[test]
fn a_watch_shows_stakes_and_ends_on_them() {
    let folder = tempfile::tempdir().unwrap();
    let watch = |asked: &[&'static str]| {
        let task = [
            "test",
            "decks.txt",
            "--deck",
            "52",
            "--suite",
            "quick",
            "--follow",
            "--json",
        ];
        let mut task = task.to_vec();
        task.extend(asked);
        task
    };
    write(folder.path(), "decks.txt", decks(2_000, |at| at % 25 == 0));
    // A flush in 4% of hands is evidence by itself.
    let flush = watch(&["--stake", "first:5 flush pays 500"]);
    let status = run(folder.path(), flush).ends(1).json();
    let first = &status["stakes"][0];
    assert_eq!(
        status["found"]["statistics"][0]["statistic"],
        "stakes-of-decks"
    );
    let of = |key: &str| first[key].as_f64().unwrap();
    assert!(of("hits") > 10.0 * of("hands") * of("fair"), "{status}");
    assert_eq!(status["alpha"].as_f64(), Some(0.001));
}

#[test]
fn recorded_deals_choose_their_stakes() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "decks.txt", decks(100, |_| false));
    run(folder.path(), [&TEST[..], &["--stakes", "auto"]].concat())
        .ends(2)
        .says("which do not tell their game");
    run(
        folder.path(),
        ["run", "G", "--deck", "52", "--stakes", "auto"],
    )
    .ends(2)
    .says("simulated decks");
    let boards = (0..64).map(|board| {
        let text = decks(board + 1, |_| false);
        let deck = text.lines().last().unwrap().split(' ');
        let deck: Vec<usize> = deck.filter_map(|card| card.parse().ok()).collect();
        let hands = deck.chunks_exact(13).map(|hand| {
            let suit = |suit: usize| {
                let cards = hand.iter().filter(|card| **card / 13 == suit);
                cards
                    .map(|card| char::from(b"A23456789TJQK"[card % 13]))
                    .collect::<String>()
            };
            (0..4).map(suit).collect::<Vec<_>>().join(".")
        });
        let hands: Vec<String> = hands.collect();
        format!(
            "[Board \"{}\"]\n[Deal \"N:{}\"]\n\n",
            board + 1,
            hands.join(" ")
        )
    });
    write(folder.path(), "club.pbn", boards.collect::<String>());
    let of = |set: &str| {
        let asked = [
            "test", "club.pbn", "--suite", "quick", "--stakes", set, "--json",
        ];
        let said = run(folder.path(), asked);
        assert!(said.code != 2, "{said:#?}");
        stakes(&said.json())
    };
    let auto = of("auto");
    assert!(auto.len() > 10);
    assert_eq!(auto, of("bridge"));
}

/// A player and a draw on each line: a Rare comes in 5 of 100 draws, and surely once `surely` of a player's went by without.
fn loot(players: usize, draws: usize, surely: u32) -> String {
    let (mut below, mut text) = (numbers(), "player,rarity\n".to_owned());
    let mut away = vec![0; players];
    for draw in 0..players * draws {
        let player = draw % players;
        let is_rare = below(100) < 5 || away[player] >= surely;
        away[player] = if is_rare { 0 } else { away[player] + 1 };
        let rarity = if is_rare { "Rare" } else { "Common" };
        let _ = writeln!(text, "p{player},{rarity}");
    }
    text
}

const LOOT: [&str; 9] = [
    "test",
    "loot.csv",
    "--column",
    "rarity",
    "--by",
    "player",
    "--weights",
    "Common=95,Rare=5",
    "--json",
];

#[test]
fn draws_have_stakes() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "loot.csv", loot(20, 500, u32::MAX));
    let of_loot = [
        "--stakes",
        "loot",
        "--stake",
        "next after Rare is Rare pays 19",
    ];
    let record = run(folder.path(), [&LOOT[..], &of_loot].concat())
        .ends(0)
        .json();
    let all = stakes(&record);
    assert_eq!(
        (all.len(), &all[0]["cases"]),
        (15, &Value::from("draws after Rare"))
    );
    for stake in &all {
        let (fair, limits) = (stake["fair"].as_f64().unwrap(), &stake["limits"]);
        let within = limits[0].as_f64() <= Some(fair) && limits[1].as_f64() >= Some(fair);
        assert!(within, "{stake}");
    }
    // A wait of a player counts if it begins 61 draws before his end, or more.
    let drought = [
        "--stake",
        "drought of Rare > 60",
        "--stake",
        "drought of Rare < 10",
    ];
    let record = run(folder.path(), [&LOOT[..], &drought].concat())
        .ends(0)
        .json();
    let [long, short] = &stakes(&record)[..] else {
        panic!("{record}");
    };
    assert!(long["hands"].as_u64() < short["hands"].as_u64());
    assert!((long["fair"].as_f64().unwrap() - 0.95_f64.powi(61)).abs() < 1e-12);

    write(folder.path(), "loot.csv", loot(20, 1_500, 40));
    let said = run(folder.path(), [&LOOT[..8], &drought[..2]].concat()).ends(1);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("is not fair: more than 60 draws without Rare in 0 to"),
        "{words}"
    );
    assert!(words.contains("% of waits; fair is 4.377%"), "{words}");
}

#[test]
fn lotteries_have_stakes_and_other_subjects_refuse_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut below = numbers();
    let lines = (0..400).map(|_| {
        let mut left: Vec<u32> = (1..=49).collect();
        let hand = (0..6).map(|_| {
            left.swap_remove(below(left.len() as u32) as usize)
                .to_string()
        });
        hand.collect::<Vec<_>>().join(" ") + "\n"
    });
    write(folder.path(), "lotto.txt", lines.collect::<String>());
    write(folder.path(), "loot.csv", loot(5, 40, u32::MAX));
    write(folder.path(), "decks.txt", decks(100, |_| false));
    let lotto = ["test", "lotto.txt", "--deck", "49", "--view", "hand:6"];
    let asked = ["--stakes", "lottery", "--json"];
    let record = run(folder.path(), [&lotto[..], &asked].concat())
        .ends(0)
        .json();
    let neighbours = stakes(&record)
        .into_iter()
        .find(|stake| stake["of"] == "hand consecutive = 0");
    // C(44, 6)/C(49, 6)
    let fair = neighbours.unwrap()["fair"].as_f64().unwrap();
    assert!((fair - 7_059_052.0 / 13_983_816.0).abs() < 1e-12);
    write(
        folder.path(),
        "rows.csv",
        "deck,lands,found\n60,24,3\n60,24,2\n",
    );
    for (test, asked, says) in [
        (
            &LOOT[..],
            ["--stake", "first:5 flush"],
            "places, hands and cards are of decks",
        ),
        (
            &LOOT,
            ["--stake", "draw is Epic"],
            "accepted: a symbol (`Common`, `Rare`)",
        ),
        (
            &LOOT,
            ["--stakes", "poker"],
            "none of its stakes can be read off",
        ),
        (
            &TEST,
            ["--stake", "drought of red > 100"],
            "droughts and what is drawn next are of draws",
        ),
        (
            &lotto,
            ["--stakes", "loot"],
            "none of its stakes can be read off",
        ),
        (
            &ROWS,
            ["--stake", "draw is 1"],
            "accepted: numbers of a row: `found`",
        ),
    ] {
        run(folder.path(), [test, &asked].concat())
            .ends(2)
            .says(says);
    }
}

/// Rows of hands of seven, each with its deck.
const ROWS: [&str; 12] = [
    "test",
    "rows.csv",
    "--subject",
    "rows",
    "--deck",
    "deck",
    "--copies",
    "lands",
    "--drawn",
    "7",
    "--found",
    "found",
];

/// A stake on rows is judged beside the mean of the chances of their decks.
#[test]
fn rows_with_decks_of_their_own_have_stakes() {
    let folder = tempfile::tempdir().unwrap();
    let mut below = numbers();
    let mut table = |bad: u32| {
        let rows = (0..2_000).map(|row| {
            let (deck, lands) = if row % 2 == 0 { (40, 17) } else { (60, 24) };
            let drawn = (0..7).fold(0, |found, drawn| {
                found + u32::from(below(deck - drawn) < lands - found)
            });
            let found = if below(10) < bad { 1 } else { drawn };
            format!("{deck},{lands},{found}\n")
        });
        format!("deck,lands,found\n{}", rows.collect::<String>())
    };
    let asked = ["--stake", "found <= 1 pays 6", "--accept-stakes", "60%"];
    let words = [&ROWS[..], &asked].concat();
    write(folder.path(), "rows.csv", table(0));
    let fair = run(folder.path(), [&words[..], &["--json"]].concat())
        .ends(0)
        .json();
    let stake = &stakes(&fair)[0];
    // C(23, 7) + 17 C(23, 6) of C(40, 7), and C(36, 7) + 24 C(36, 6) of C(60, 7).
    let chances = [
        (245_157.0 + 17.0 * 100_947.0) / 18_643_560.0,
        (8_347_680.0 + 24.0 * 1_947_792.0) / 386_206_920.0,
    ];
    let mean = 0.5 * (chances[0] + chances[1]);
    assert!((stake["fair"].as_f64().unwrap() - mean).abs() < 1e-12);
    assert_eq!(stake["standing"], "within");
    write(folder.path(), "rows.csv", table(2));
    let said = run(folder.path(), words).ends(1).out;
    for part in [
        "is not fair: at most 1 found in",
        "of rows",
        "more than it should",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}
