//! Rows with decks of their own, from tables and specs.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::{run, write};
use serde_json::Value;

/// A number below `bound`, the next of a stream (Steele, Lea and Flood, 2014).
fn below(state: &mut u64, bound: u32) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (((mixed >> 32) * u64::from(bound)) >> 32) as u32
}

/// Hands of seven from 40 cards with 16 to 18 lands, three a day; `more` says in which a land is added to two of three.
fn games(number: u32, more: impl Fn(u32) -> bool) -> String {
    let (mut text, mut state) = ("day;lands;place;found\n".to_owned(), 5);
    for game in 0..number {
        let lands = 16 + below(&mut state, 3);
        let (mut left, mut found) = (lands, 0);
        for card in 0..7 {
            let land = below(&mut state, 40 - card) < left;
            left -= u32::from(land);
            found += u32::from(land);
        }
        if more(game) && below(&mut state, 3) > 0 {
            found = (found + 1).min(7);
        }
        let place = below(&mut state, 100);
        let (month, day) = (1 + game / 84, 1 + game % 84 / 3);
        let _ = writeln!(text, "2024-{month:02}-{day:02};{lands};{place};{found}");
    }
    text
}

const COLUMNS: [&str; 14] = [
    "--subject",
    "rows",
    "--deck",
    "40",
    "--copies",
    "lands",
    "--drawn",
    "7",
    "--found",
    "found",
    "--covariate",
    "place",
    "--time",
    "day",
];

fn tested(folder: &Path, code: i32) -> Value {
    let arguments = [&["test", "games.csv", "--json"][..], &COLUMNS].concat();
    run(folder, arguments).ends(code).json()
}

#[test]
#[ignore = "some 10 s of processor: .ci/run ignored"]
fn fair_rows_pass_and_a_change_half_way_fails_with_its_date() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "games.csv", games(900, |_| false));
    let fair = tested(here, 0);
    let experiment = &fair["experiment"];
    assert_eq!(
        (&experiment["subject"]["kind"], &experiment["deck"]),
        (&"rows".into(), &0.into())
    );
    let source = experiment["source"].as_str().unwrap();
    assert!(source.contains("all taken to be first hands"), "{source}");
    let routines = fair["routines"].as_array().unwrap();
    assert_eq!(
        (
            routines.len(),
            routines[0]["tests"].as_array().unwrap().len()
        ),
        (1, 7)
    );
    write(here, "games.csv", games(900, |game| game >= 84 * 5));
    let changed = tested(here, 1);
    let drift = &changed["routines"][0]["statistics"]["rows-drift"]["mean"];
    let since = drift["since"].as_str().unwrap();
    assert!(
        since.starts_with("2024-05-2") || since.starts_with("2024-06-0"),
        "{since}"
    );
    let screen = run(here, [&["test", "games.csv"][..], &COLUMNS].concat())
        .ends(1)
        .out;
    assert!(screen.contains("900 hands of different decks"), "{screen}");
}

#[test]
fn a_spec_says_the_same_as_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "games.csv", games(300, |_| false));
    let spec = "name = \"games\"\nsubject = \"rows\"\nsource = { file = \"games.csv\", rows = { deck = 40, \
                copies = \"lands\", drawn = 7, found = \"found\", covariate = \"place\", time = \"day\" } }\n";
    write(here, "games.toml", spec);
    let of_spec = run(here, ["run", "games.toml", "--json"]).ends(0).json();
    assert_eq!(of_spec["routines"], tested(here, 0)["routines"]);
    for (from, to, says) in [
        ("subject = \"rows\"\n", "deck = 40\n", "key `source.rows`"),
        ("drawn = 7, ", "", "key `source.rows.drawn`: it is missing"),
        (
            "subject = \"rows\"",
            "subject = \"rows\"\ndeck = 40",
            "key `deck`",
        ),
        (
            "source = {",
            "source = { seeding = \"16-bit\",",
            "key `source.seeding`",
        ),
        ("rows = {", "base = 1, rows = {", "key `source.base`"),
    ] {
        write(here, "wrong.toml", spec.replace(from, to));
        let error = run(here, ["run", "wrong.toml"]).ends(2).err;
        assert!(error.contains(says), "{says}: {error}");
    }
}

#[test]
fn wrong_options_and_tables_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(here, "games.csv", "lands;found\n17;3\n17;8\n");
    for (arguments, says) in [
        (
            "--subject rows --deck 40 --copies lands --drawn 7",
            "--found: it is missing",
        ),
        (
            "--subject rows --deck size --copies lands --drawn 7 --found found",
            "no column `size`",
        ),
        (
            "--subject rows --deck 40 --copies lands --drawn 7 --found found",
            "line 3, column 4: found 8",
        ),
        ("--deck 40 --copies lands", "--copies: found it with decks"),
        ("--deck size", "--deck: found `size`"),
        (
            "--format 17lands --deck 40",
            "--deck: found it with 17lands' layout",
        ),
        (
            "--format 17lands --card-table none.csv",
            "--card-table: found `none.csv`",
        ),
        (
            "--subject rows --deck 40 --copies lands --drawn 7 --found found --in-place",
            "in-place",
        ),
        (
            "--subject rows --deck 40 --copies lands --drawn 7 --found found --view hand:7",
            "--view: found it with rows",
        ),
    ] {
        let arguments = ["test", "games.csv"]
            .into_iter()
            .chain(arguments.split(' '));
        let error = run(here, arguments.collect::<Vec<_>>()).ends(2).err;
        assert!(error.contains(says), "{says}: {error}");
    }
}

#[test]
fn replays_of_17lands_are_read_with_their_table_of_cards() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(
        here,
        "cards.csv",
        "id,name,types\n1,Forest,Basic Land\n2,Bear,Creature\n",
    );
    let mut text =
        "event_type,game_time,candidate_hand_1,opening_hand,deck_Bear,deck_Forest\n".to_owned();
    for game in 0..40 {
        let event = if game % 4 == 0 {
            "PremierDraft"
        } else {
            "TradDraft"
        };
        let hand = ["1|1|1|2|2|2|2", "1|1|2|2|2|2|2", "1|1|1|1|2|2|2"][game % 3];
        let _ = writeln!(
            text,
            "{event},2024-04-0{} 10:00:00,{hand},1|1|1|1|1|1|1,23,17",
            1 + game % 9
        );
    }
    write(here, "replay.csv", &text);
    let of = |more: &[&str]| {
        let arguments = [
            "test",
            "replay.csv",
            "--format",
            "17lands",
            "--card-table",
            "cards.csv",
            "--json",
        ];
        let found = run(here, [&arguments[..], more].concat());
        assert!([0, 1, 3].contains(&found.code), "{found:#?}");
        found.json()
    };
    let all = of(&[]);
    assert_eq!(all["routines"][0]["decks"], 40);
    let source = all["experiment"]["source"].as_str().unwrap();
    assert!(
        source.contains("best-of-one games, in which Arena smooths opening hands: 10 (only"),
        "{source}"
    );
    let only = of(&["--only", "event_type=TradDraft"]);
    assert_eq!(only["routines"][0]["decks"], 30);
    let source = only["experiment"]["source"].as_str().unwrap();
    assert!(
        source.contains("passed over 10 rows with other values")
            && !source.contains("best-of-one games,"),
        "{source}"
    );
}
