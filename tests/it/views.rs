//! Tests of what people really hold: hands in the formats that they have, decklists, names of cards.

use std::path::Path;

use crate::common::{run, write};

/// Four hands of 13, each board in turn: cards 7 apart, so that no hand is a surprise, and each board another.
fn boards(number: usize, mut line: impl FnMut(usize, [Vec<usize>; 4]) -> String) -> String {
    let mut state = 1_u64;
    let mut next = move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut text = String::new();
    for board in 1..=number {
        let mut deck: Vec<usize> = (0..52).collect();
        for at in (1..52).rev() {
            deck.swap(at, next(at + 1));
        }
        let hands = std::array::from_fn(|hand| deck[13 * hand..13 * (hand + 1)].to_vec());
        text += &line(board, hands);
    }
    text
}

/// The ranks of a suit in a hand, as `KT32`.
fn ranks(hand: &[usize], suit: usize) -> String {
    const RANKS: &str = "A23456789TJQK";
    let mut held: Vec<usize> = hand
        .iter()
        .filter(|card| **card / 13 == suit)
        .map(|card| card % 13)
        .collect();
    held.sort_unstable();
    held.iter().map(|rank| &RANKS[*rank..=*rank]).collect()
}

fn pbn(number: usize) -> String {
    boards(number, |board, hands| {
        let hand = |hand: &Vec<usize>| [0, 1, 2, 3].map(|suit| ranks(hand, suit)).join(".");
        let hands: Vec<String> = hands.iter().map(hand).collect();
        format!(
            "[Event \"club\"]\n[Board \"{board}\"]\n% made up\n[Deal \"N:{}\"]\n\n",
            hands.join(" ")
        )
    })
}

fn lin(number: usize) -> String {
    boards(number, |board, [north, east, south, west]| {
        let hand = |hand: &Vec<usize>| {
            let suits = ["S", "H", "D", "C"].iter().enumerate();
            let suits: Vec<String> = suits
                .map(|(suit, name)| format!("{name}{}", ranks(hand, suit)))
                .collect();
            suits.concat()
        };
        // South first, and the last hand is what is left.
        let hands = [hand(&south), hand(&west), hand(&north)].join(",");
        let _ = east;
        format!("qx|o{board}|md|1{hands},|\n")
    })
}

#[test]
fn the_same_boards_in_pbn_and_lin_are_the_same_deals() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "club.pbn", pbn(40));
    write(here, "club.lin", lin(40));
    let record = |file: &str| run(here, ["test", file, "--json"]).ends(0).json();
    let (one, other) = (record("club.pbn"), record("club.lin"));
    assert_eq!(one["experiment"]["trials"], 40);
    assert_eq!(one["experiment"]["subject"]["view"], "hands:4x13");
    assert_eq!(
        one["routines"][0]["statistics"],
        other["routines"][0]["statistics"]
    );
}

#[test]
fn one_seat_may_be_looked_at_and_a_wrong_view_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "club.pbn", pbn(40));
    let ran = run(here, ["test", "club.pbn", "--view", "hand:13"]).ends(0);
    assert!(
        ran.out.starts_with("Read 40 hands of 52 cards (hand:13)"),
        "{}",
        ran.out
    );
    let ran = run(here, ["test", "club.pbn", "--view", "first:7"]).ends(2);
    assert!(
        ran.err
            .contains("found `first:7` with pbn; accepted: --view hands:4x13"),
        "{}",
        ran.err
    );
}

#[test]
fn a_board_of_two_tables_is_one_deal_and_one_of_two_numbers_is_a_repeat() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let text = pbn(12);
    write(here, "tables.pbn", format!("{text}{text}"));
    let ran = run(here, ["test", "tables.pbn", "--json"]).ends(0).json();
    assert_eq!(ran["experiment"]["trials"], 12);
    let source = ran["experiment"]["source"].as_str().unwrap();
    assert!(
        source.contains("12 seen before and counted once"),
        "{source}"
    );
    let first = text
        .split("\n\n")
        .next()
        .unwrap()
        .replace("\"1\"", "\"13\"");
    write(here, "again.pbn", format!("{text}{first}\n"));
    let ran = run(here, ["test", "again.pbn"]).ends(1);
    assert!(
        ran.out
            .contains("the same deal came up again once in 13 deals"),
        "{}",
        ran.out
    );
}

#[test]
fn broken_deals_are_named_with_their_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let good = pbn(3);
    let hand = good.lines().find(|line| line.contains("Deal")).unwrap();
    for (what, bad) in [
        ("a card too many", good.replacen("N:", "N:A", 1)),
        (
            "no rank",
            good.replacen(hand, &hand.replacen('.', "x.", 1), 1),
        ),
        ("no seat", good.replacen("N:", "Z:", 1)),
        ("no end of the quote", good.replacen("\"]\n\n", "]\n\n", 1)),
    ] {
        write(here, "bad.pbn", &bad);
        let ran = run(here, ["test", "bad.pbn"]).ends(2);
        let placed = ran.err.contains("bad.pbn, line ")
            && ran.err.contains(", column ")
            && ran.err.contains("accepted");
        assert!(placed && ran.out.is_empty(), "{what}: {}", ran.err);
    }
}

#[test]
fn hands_are_read_in_any_quoting_and_as_names_of_classes() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let cards = |line: &str| {
        write(here, "hands.txt", format!("{line}\n").repeat(30));
        run(
            here,
            [
                "test",
                "hands.txt",
                "--deck",
                "52",
                "--view",
                "hand:3",
                "--json",
            ],
        )
        .ends(1)
        .json()
    };
    let plain = cards("AS 10h ♣4");
    for line in [
        "['AS', '10h', '♣4']",
        "[\"AS\",\"10h\",\"♣4\"]",
        "1, 23, 43",
        "(AS; 10h; 4C)",
    ] {
        assert_eq!(
            cards(line)["routines"][0]["statistics"],
            plain["routines"][0]["statistics"],
            "{line}"
        );
    }
    let lands = ["--deck", "24 land, 36 spell", "--view", "hand:7"];
    write(
        here,
        "lands.txt",
        "land spell spell land spell spell spell\n".repeat(5),
    );
    let ran = run(here, [&["test", "lands.txt"][..], &lands].concat()).ends(0);
    assert!(
        ran.out.contains("cards of the class land in the hand"),
        "{}",
        ran.out
    );
    write(
        here,
        "lands.txt",
        "land spell spell land spell spell bear\n",
    );
    let ran = run(here, [&["test", "lands.txt"][..], &lands].concat()).ends(2);
    assert!(
        ran.err.contains("line 1, byte 34: found `bear`")
            && ran.err.contains("or the names `land`, `spell`"),
        "{}",
        ran.err
    );
}

#[test]
fn a_hand_cannot_hold_more_copies_than_the_deck() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(
        here,
        "list.txt",
        "Deck\n2 Elf\n18 Forest\n\nSideboard\n3 Bear\n",
    );
    write(here, "hands.txt", "Elf, Elf, Elf\n");
    let ran = run(
        here,
        [
            "test",
            "hands.txt",
            "--deck",
            "list.txt",
            "--view",
            "hand:3",
        ],
    )
    .ends(2);
    assert!(
        ran.err
            .contains("found more cards of `Elf` than the deck has; accepted: 2 at most"),
        "{}",
        ran.err
    );
}

/// A decklist says what is simulated, and which cards are alike in decks that are read.
#[test]
fn a_decklist_says_what_is_in_the_deck() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(
        here,
        "list.txt",
        "Deck\n4 Elf (M11) 17\n16 Forest\n\nSideboard\n3 Bear\n",
    );
    let view = ["--deck", "list.txt", "--view", "hand:5", "--trials", "2000"];
    let ran = run(here, [&["run", "G"][..], &view].concat()).ends(1);
    assert!(
        ran.out.contains("cards of the class Elf in the hand"),
        "{}",
        ran.out
    );
    let deck = "Elf Forest Forest Forest Elf Forest Forest Forest Forest Forest Elf Forest Forest Forest Forest Elf Forest Forest Forest Forest\n";
    write(here, "decks.txt", deck.repeat(3));
    let ran = run(here, ["test", "decks.txt", "--deck", "list.txt", "--json"]);
    assert!([0, 1, 3].contains(&ran.code), "{ran:#?}");
    assert_eq!(ran.json()["experiment"]["deck"], 20);
    write(here, "bad.txt", "4 Elf\nsixteen Forest\n");
    let ran = run(here, ["run", "G", "--deck", "bad.txt"]).ends(2);
    assert!(
        ran.err
            .contains("bad.txt, line 2: found `sixteen…` without a number of copies"),
        "{}",
        ran.err
    );
}

/// A spec that names such a file needs neither deck nor view.
#[test]
fn specs_may_name_a_file_of_boards() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "club.pbn", pbn(40));
    let path = write(
        here,
        "club.toml",
        "name = \"club\"\nsource = { file = \"club.pbn\" }\n",
    );
    let of_spec = run(here, ["run", path.to_str().unwrap(), "--json"])
        .ends(0)
        .json();
    let of_file = run(here, ["test", "club.pbn", "--json"]).ends(0).json();
    assert_eq!(
        of_spec["routines"][0]["tests"],
        of_file["routines"][0]["tests"]
    );
    assert_eq!(of_spec["experiment"]["subject"]["view"], "hands:4x13");
}

/// Checks that hands show a bad shuffle, too, which whole decks show at once.
#[test]
fn specs_may_look_at_hands_of_types() {
    let folder = tempfile::tempdir().unwrap();
    let here: &Path = folder.path();
    let spec = "name = \"hands\"\ndeck = \"24 land, 36 spell\"\nview = \"first:7\"\ntrials = 3000\nroutines = [\"GGG\", \"S\"]\n";
    let path = write(here, "hands.toml", spec);
    let record = run(here, ["run", path.to_str().unwrap(), "--json"])
        .ends(1)
        .json();
    let failed = |routine: usize| {
        let tests = record["routines"][routine]["tests"]
            .as_array()
            .unwrap()
            .iter();
        tests.filter(|test| test["verdict"] == "fail").count()
    };
    assert!(failed(0) > 3 && failed(1) == 0);
    let wrong = spec.replace(
        "deck = \"24 land, 36 spell\"",
        "deck = \"24 land, 36 spell\"\ntypes = \"20 land, 40 spell\"",
    );
    let path = write(here, "wrong.toml", wrong);
    let ran = run(here, ["run", path.to_str().unwrap()]).ends(2);
    assert!(
        ran.err
            .contains("key `types`: found it beside a deck that says its types"),
        "{}",
        ran.err
    );
}

/// Types are numbered as they are listed, even where the first card of the deck is of another: a fair deck stays fair.
#[test]
fn hands_of_types_are_judged_in_whatever_order_the_deck_lay() {
    let folder = tempfile::tempdir().unwrap();
    let here: &Path = folder.path();
    let spec = "name = \"hands\"\ndeck = 60\nview = \"hand:7\"\ntypes = \"17 land, 43 spell\"\narrangement = \"alternating\"\ntrials = 3000\nroutines = [\"S\"]\n";
    let path = write(here, "hands.toml", spec);
    run(here, ["run", path.to_str().unwrap()]).ends(0);
}
