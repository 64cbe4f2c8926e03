//! Stakes on histories of poker hands, and on decks that are watched while they come.

use std::fmt::Write as _;

use crate::common::{Ran, run, write};
use crate::stakes::{decks, numbers};
use serde_json::Value;

/// Hands of two cards; of those whose number `is_made` says, both are aces.
fn hands(number: u32, is_made: impl Fn(u32) -> bool) -> Vec<[String; 2]> {
    let mut below = numbers();
    let name = |card: u32| {
        let (rank, suit) = ((card / 4) as usize, (card % 4) as usize);
        let rank = char::from(b"A23456789TJQK"[rank]);
        format!("{rank}{}", char::from(b"shdc"[suit]))
    };
    let hands = (0..number).map(|at| {
        let cards = if is_made(at) { 4 } else { 52 };
        let first = below(cards);
        let second = (first + 1 + below(cards - 1)) % cards;
        [name(first), name(second)]
    });
    hands.collect()
}

/// The histories of hands as files of both formats, each with its name and what it is called.
fn histories(hands: &[[String; 2]]) -> [(&'static str, &'static str, String); 2] {
    let (mut phh, mut stars) = (String::new(), String::new());
    for (at, [first, second]) in hands.iter().enumerate() {
        let _ = write!(
            phh,
            "[{}]\nvariant = \"NT\"\nantes = [0, 0]\nactions = [\"d dh p1 {first}{second}\", \"d dh p2 ????\", \"p1 f\"]\n",
            at + 1
        );
        let _ = write!(
            stars,
            "PokerStars Hand #{}: Hold'em No Limit ($1/$2 USD) - 2024/01/01\nSeat 1: Ann ($9 in chips)\n\
             Seat 2: Bob ($9 in chips)\n*** HOLE CARDS ***\nDealt to Ann [{first} {second}]\nAnn: folds\n\
             *** SUMMARY ***\n\n\n",
            at + 1
        );
    }
    [
        ("session.phhs", "poker hands (PHH)", phh),
        ("stars.txt", "poker hands (PokerStars)", stars),
    ]
}

/// All that was said, on one line.
fn words(ran: &Ran) -> String {
    let all = format!("{} {}", ran.out, ran.err);
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn histories_of_poker_hands_choose_the_stakes_of_poker() {
    let folder = tempfile::tempdir().unwrap();
    let test = |file: &str, asked: &[&str]| {
        let task = ["test", file, "--suite", "quick", "--stakes"];
        run(folder.path(), [&task[..], asked].concat())
    };
    for (file, format, text) in histories(&hands(400, |_| false)) {
        write(folder.path(), file, text);
        let said = test(file, &["auto"]).ends(0);
        let said = words(&said);
        assert!(said.contains(format), "{said}");
        // Boards are not seen: the stakes of two cards are left.
        assert!(said.contains("None of the 3 stakes is shown"), "{said}");
        let stakes = |set: &str| {
            let record = test(file, &[set, "--json"]).ends(0).json();
            record["routines"][0]["stakes"].clone()
        };
        let auto = stakes("auto");
        let of = |stake: &Value| stake["of"].as_str().unwrap().to_owned();
        let named: Vec<String> = auto.as_array().unwrap().iter().map(of).collect();
        assert_eq!(
            named,
            [
                "first:2 pair",
                "first:2 aces = 2",
                "first:2 longest suit = 2"
            ]
        );
        // 6 of 1,326 pairs of cards are aces.
        let fair = auto[1]["fair"].as_f64().unwrap();
        assert!((fair - 6.0 / 1326.0).abs() < 1e-12, "{fair}");
        assert_eq!(auto, stakes("poker"));
    }
    for (file, format, text) in histories(&hands(400, |at| at % 10 == 0)) {
        write(folder.path(), file, text);
        let said = words(&test(file, &["auto"]).ends(1));
        assert!(said.contains(format), "{said}");
        assert!(said.contains("is not fair: exactly 2 aces"), "{said}");
        assert!(
            said.contains("A bet on `first:2 aces = 2` at fair odds wins between +"),
            "{said}"
        );
    }
}

#[test]
fn a_watch_fails_once_a_stake_is_farther_off_than_was_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let watch = |accepted: &'static str, more: &[&'static str]| {
        let task = ["test", "decks.txt", "--deck", "52", "--suite", "quick"];
        let asked = [
            "--follow",
            "--stake",
            "first:5 flush pays 500",
            "--accept-stakes",
            accepted,
        ];
        run(folder.path(), [&task[..], &asked, more].concat())
    };
    write(folder.path(), "decks.txt", decks(2_000, |at| at % 25 == 0));
    let said = words(&watch("1pt", &[]).ends(1));
    assert!(
        said.contains("they are not those of a fair shuffle; a flush among the first 5 cards in"),
        "{said}"
    );
    assert!(
        said.contains("that is off by more than was accepted"),
        "{said}"
    );
    let status = watch("1pt", &["--json"]).ends(1).json();
    let stake = &status["found"]["stake"];
    assert_eq!(stake["standing"], "beyond", "{status}");
    let (low, fair) = (stake["limits"][0].as_f64(), stake["fair"].as_f64());
    assert!(low.unwrap() > fair.unwrap() + 0.01, "{status}");
    // It ends as soon as that is shown, and not with the file.
    assert!(status["decks"].as_u64().unwrap() < 2_000, "{status}");
    // With a wide tolerance no stake ends it: what does is other evidence.
    let wide = watch("30pt", &["--json"]).ends(1).json();
    assert_eq!(wide["found"]["stake"], Value::Null, "{wide}");
    assert_ne!(wide["stakes"][0]["standing"], "beyond", "{wide}");
}
