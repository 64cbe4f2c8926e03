//! Poker hand histories: what is read, what is refused and where, and what may be pooled.

use super::*;

/// A hand of no-limit hold'em with three players.
fn hand(actions: &str, more: &str) -> String {
    format!(
        "variant = \"NT\"\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n\
         starting_stacks = [200, 200.5, inf]\nactions = [{actions}]\n{more}\n"
    )
}

fn file(all: &[String]) -> String {
    let tables = (1..).zip(all).map(|(at, hand)| format!("[{at}]\n{hand}"));
    tables.collect::<Vec<_>>().concat()
}

fn read(text: &str) -> Vec<Hand> {
    hands(text).unwrap()
}

const NAMES: &str = "players = ['Ann', 'Bob', 'Cid']";

const ALL: &str = "'d dh p1 As2s', 'd dh p2 KhTd', 'd dh p3 9c9d'";

#[test]
fn one_hand_of_the_published_example_is_read() {
    let text = "# A big pot between Dwan and Ivey.\nvariant = \"NT\"\nante_trimming_status = true\n\
        antes = [500, 500, 500]\nblinds_or_straddles = [1000, 2000, 0]\nmin_bet = 2000\n\
        starting_stacks = [1125600, 2000000, 553500]\nactions = [\n  # Pre-flop\n\
        \"d dh p1 Ac2d\",  # Ivey\n\"d dh p2 ????\",\n\"d dh p3 7h6h\",\n\"p3 cbr 7000\",\n\
        \"p1 cbr 23000\",\n\"p2 f\",\n\"p3 cc\",\n\"d db Jc3d5c\",\n\"p1 cbr 35000\",\n\
        \"p3 cc # thinks\",\n\"d db 4h\",\n\"# all in\", \"\", \"p1 sm Ac2d\",\n\
        \"p3 sm 7h6h\",\n\"d db Jh\"]\nyear = 2009\n\
        players = [\"Phil Ivey\", \"Patrik Antonius\", \"Tom Dwan\"]\n";
    let expected = Hand {
        holes: vec![Some(vec![39, 27]), None, Some(vec![19, 18])],
        players: ["Phil Ivey", "Patrik Antonius", "Tom Dwan"]
            .map(str::to_owned)
            .to_vec(),
        shown: vec![true, false, true],
        line: 2,
    };
    assert_eq!(read(text), [expected]);
    assert!(pooled(&read(text)).unwrap_err().contains("`Patrik…`"));
}

#[test]
fn later_cards_of_draws_and_studs_are_no_first_cards() {
    let draw = "variant = 'F2L3D'\nantes = [0, 0]\nactions = ['d dh p1 7h6c4c3d2c', \
        'd dh p2 AsQs6s5c3c', 'p1 cc', 'p2 cc', 'p1 sd', 'p2 sd AsQs', 'd dh p2 2hAs', \
        'p1 sm 7h6c4c3d2c', 'p2 sm 2hAs6s5c3c']\n";
    let hands = read(draw);
    assert_eq!(hands[0].holes[1], Some(vec![0, 11, 5, 43, 41]));
    let stud = "variant = 'F7S/8'\nantes = [0, 0]\nactions = ['d dh p1 ????', 'd dh p2 2c3c', \
        'd dh p1 4c', 'd dh p2 5c', 'p1 pb', 'p2 cc', 'd dh p1 6c', 'd dh p2 ??', 'p2 sm -']\n";
    let hands = read(stud);
    assert_eq!(hands[0].holes, [None, Some(vec![40, 41, 43])]);
    assert_eq!(hands[0].shown, [false, true]);
}

#[test]
fn players_without_names_have_seats_or_places() {
    let places = read(&hand(ALL, "players = ['', 'Bob', '']"));
    assert_eq!(places[0].players, ["p1", "Bob", "p3"]);
    let seats = read(&hand(ALL, "seats = [4, 6, 1]"));
    assert_eq!(seats[0].players, ["seat 4", "seat 6", "seat 1"]);
}

#[test]
fn several_hands_stand_in_numbered_tables() {
    let text = file(&[hand(ALL, NAMES), hand(ALL, "_site = 'x'")]);
    let hands = read(&text);
    assert_eq!(
        hands.iter().map(|hand| hand.line).collect::<Vec<_>>(),
        [1, 9]
    );
    assert_eq!(pooled(&hands), Ok(Pooled::Everyone));
    let holes = Pooled::Everyone.holes(&hands[1]);
    assert_eq!(holes.len(), 3);
    assert_eq!(
        (holes[1].player, &holes[1].cards[..]),
        (1, &[25, 22 + 13][..])
    );
}

#[test]
fn one_hidden_card_leaves_out_all_hands_but_those_of_the_player_who_is_always_known() {
    let hidden = "'d dh p1 ????', 'd dh p2 2d4s', 'd dh p3 ????', 'p3 f'";
    let showdown = "'d dh p1 ????', 'd dh p2 KhTd', 'd dh p3 9c9d', 'p3 sm 9c9d', 'p2 sm'";
    let hands = read(&file(&[
        hand(ALL, NAMES),
        hand(hidden, NAMES),
        hand(showdown, NAMES),
    ]));
    let bob = Pooled::Player("Bob".to_owned());
    assert_eq!(pooled(&hands), Ok(bob.clone()));
    let holes = bob.holes(&hands[0]);
    assert_eq!((holes.len(), holes[0].player), (1, 1));
    let other = "players = ['Ann', 'Dan', 'Cid']";
    let hands = read(&file(&[hand(ALL, NAMES), hand(hidden, other)]));
    let refused = pooled(&hands).unwrap_err();
    assert!(refused.contains("`Ann` in the hand on line 9"), "{refused}");
    assert!(refused.contains("accepted: "), "{refused}");
}

#[test]
fn a_player_who_is_known_only_by_showing_is_censored() {
    let shows = "'d dh p1 ????', 'd dh p2 KhTd', 'd dh p3 ????', 'p2 sm KhTd'";
    assert!(pooled(&read(&hand(shows, NAMES))).is_err());
    let all = format!("{ALL}, 'p1 sm As2s', 'p2 sm -', 'p3 sm 9c??'");
    let refused = pooled(&read(&hand(&all, NAMES))).unwrap_err();
    assert!(refused.contains("every player showed"), "{refused}");
    let folded = hand(&format!("{ALL}, 'p1 f', 'p2 sm KhTd', 'p3 sm 9c9d'"), NAMES);
    let hands = read(&file(&[hand(&all, NAMES), folded]));
    assert_eq!(pooled(&hands), Ok(Pooled::Everyone));
}

#[test]
fn cards_that_were_hidden_at_the_deal_may_be_shown_but_do_not_count_as_dealt() {
    let shows = "'d dh p1 ????', 'd dh p2 KhTd', 'd dh p3 ????', 'p1 sm As2s', 'p3 sm ??9c'";
    let hands = read(&hand(shows, NAMES));
    assert_eq!(hands[0].holes, [None, Some(vec![25, 35]), None]);
    assert_eq!(hands[0].shown, [true, false, true]);
    assert_eq!(pooled(&hands), Ok(Pooled::Player("Bob".to_owned())));
}

#[test]
fn a_hand_that_was_not_recorded_from_the_deal_on_hides_its_cards() {
    let hands = read(&file(&[hand(ALL, NAMES), hand("'p1 f'", NAMES)]));
    assert_eq!(hands[1].holes, [None, None, None]);
    assert!(pooled(&hands).is_err());
    assert!(pooled(&[]).is_err());
}

#[test]
fn several_games_are_not_pooled() {
    let omaha = hand(
        "'d dh p1 As2s3s4s', 'd dh p2 5s6s7s8s', 'd dh p3 9sTsJsQs'",
        NAMES,
    );
    let omaha = omaha.replace("NT", "PO");
    let refused = pooled(&read(&file(&[hand(ALL, NAMES), omaha]))).unwrap_err();
    assert!(
        refused.contains("2 cards and, on line 9, with 4"),
        "{refused}"
    );
}

#[test]
fn wrong_actions_are_found_at_their_place() {
    for (actions, column, part) in [
        ("'d dh p1 AsKx'", 23, "found `Kx`; accepted: a rank"),
        ("'d dh p1 As1'", 23, "found `1`"),
        ("'d dh p1 A?'", 21, "found `A?`"),
        ("'d dh p1 10h2h'", 21, "found `10`"),
        ("'d dh p1 AsAs'", 23, "found `As` twice"),
        (
            "'d dh p1 AsKs', 'd dh p2 2cKs'",
            39,
            "`Ks` again, but p1 has it",
        ),
        (
            "'d dh p1 AsKs', 'd db 2cKs3c'",
            36,
            "`Ks` again, but p1 has it",
        ),
        (
            "'d db 2cKs3c', 'd db Ks'",
            33,
            "`Ks` again, but the board has it",
        ),
        (
            "'d dh p1 AsKs', 'p1 sm AsKc'",
            37,
            "`Kc` shown by p1, who was not dealt it",
        ),
        (
            "'d dh p1 AsKs', 'p2 sm Ks2c'",
            35,
            "`Ks` again, but p1 has it",
        ),
        (
            "'d dh p1 As'",
            21,
            "found 1 card dealt to p1 before anyone acts; accepted: 2 in NT",
        ),
        ("'d dh p1 As2s3s', 'p1 f'", 21, "found 3 cards dealt to p1"),
        ("'d dh p4 As2s'", 18, "found `p4`; accepted: `p1` to `p3`"),
        ("'d dh p0 As2s'", 18, "found `p0`"),
        ("'d dh p+1 As2s'", 18, "found `p+1`"),
        ("'x f'", 13, "found `x`"),
        ("'d xx p1'", 13, "accepted: a deal as in"),
        ("'p1 fold'", 16, "found `fold` after the player"),
        ("'p1'", 15, "found nothing after the player"),
        ("'p1 cbr'", 16, "found `cbr` after"),
        ("'p1 cbr x'", 16, "found `cbr…` after"),
        ("'p1 sd Kx'", 19, "found `Kx`"),
        ("\"\\u0070 f\"", 12, "found `p`"),
        ("7", 12, "found an action, which is not text"),
    ] {
        let wrong = hands(&hand(actions, "")).unwrap_err().told();
        assert_eq!((wrong.line, wrong.column), (6, column), "{wrong:?}");
        assert!(wrong.problem.contains(part), "{wrong:?}");
        assert!(wrong.problem.contains("accepted: "), "{wrong:?}");
    }
}

#[test]
fn wrong_fields_are_found_at_their_place() {
    let good = hand(ALL, NAMES);
    for (from, to, line, column, part) in [
        (
            "\"NT\"",
            "\"NS\"",
            1,
            11,
            "found the variant `NS`; accepted: those with a deck of 52",
        ),
        ("\"NT\"", "\"Kuhn\"", 1, 11, "`FT`, `NT`, `PO`"),
        ("\"NT\"", "3", 1, 11, "`variant`, which is not text"),
        ("variant", "variants", 6, 1, "without `variant`"),
        ("actions", "action", 1, 1, "without `actions`"),
        (
            "[1, 2, 0]",
            "[1, 2]",
            3,
            23,
            "found 2 values in `blinds_or_straddles`",
        ),
        ("[0, 0, 0]", "0", 2, 9, "`antes`, which is not a list"),
        ("'Bob'", "'Ann'", 7, 19, "found the player `Ann` twice"),
        ("'Bob'", "7", 7, 19, "a player, which is not text"),
        ("min_bet = 2", "min_bet = ", 4, 11, "found no TOML"),
        ("]\nplayers", "\nplayers", 7, 1, "found no TOML"),
    ] {
        assert!(good.contains(from), "{from}");
        let wrong = hands(&good.replacen(from, to, 1)).unwrap_err().told();
        assert_eq!((wrong.line, wrong.column), (line, column), "{wrong:?}");
        assert!(wrong.problem.contains(part), "{wrong:?}");
        assert!(wrong.problem.contains("accepted: "), "{wrong:?}");
    }
}

#[test]
fn files_without_hands_are_refused() {
    for (text, part) in [
        ("", "found no hand"),
        ("# nothing\n", "found no hand"),
        ("[1]\n", "without `variant`"),
        ("[x]\nvariant = 'NT'\n", "found `x`"),
        ("year = 2009\n", "found `year`"),
        (
            "variant = 'NT'\nactions = []\n",
            "no list with a value for each player",
        ),
        (
            "variant = 'NT'\nactions = []\nantes = [0]",
            "2 or more players",
        ),
        ("a,b\n1,2\n", "found no TOML"),
    ] {
        let wrong = hands(text).unwrap_err().told();
        assert!(wrong.problem.contains(part), "{wrong:?}");
        assert!(wrong.problem.contains("accepted: "), "{wrong:?}");
    }
}

/// Numbers that are mixed well enough to damage files: splitmix64 (Steele, Lea and Flood, 2014).
fn mixed(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 1) as usize
}

#[test]
fn damaged_files_never_panic_and_never_deal_a_card_twice() {
    let play = format!("{ALL}, 'p1 f # é', 'd db 2c3c4c', 'p2 sm KhTd', 'p3 sm -'");
    let good = file(&[hand(&play, NAMES), hand(&play, "")]);
    assert_eq!(read(&good).len(), 2);
    let (mut state, mut errors) = (1, 0);
    for _ in 0..5_000 {
        let mut chars: Vec<char> = good.chars().collect();
        for _ in 0..=mixed(&mut state) % 3 {
            let at = mixed(&mut state) % chars.len().max(1);
            let c = [
                '"', '\'', '[', ']', ',', 'A', 's', '?', 'p', '3', '#', '\n', '\\', 'é',
            ];
            let c = c[mixed(&mut state) % c.len()];
            match mixed(&mut state) % 7 {
                0..=1 if !chars.is_empty() => chars[at] = c,
                2..=3 => chars.insert(at, c),
                4..=5 if !chars.is_empty() => drop(chars.remove(at)),
                _ => chars.truncate(at),
            }
        }
        let text: String = chars.iter().collect();
        match hands(&text) {
            Ok(hands) => {
                for hand in &hands {
                    let mut cards = hand.holes.iter().flatten().flatten().collect::<Vec<_>>();
                    let count = cards.len();
                    cards.sort();
                    cards.dedup();
                    assert_eq!(cards.len(), count, "{text}");
                }
                let _ = pooled(&hands).map(|pooled| pooled.holes(&hands[0]));
            }
            Err(wrong) => {
                let wrong = wrong.told();
                errors += 1;
                assert!(wrong.line > 0 && wrong.column > 0, "{wrong:?}");
            }
        }
    }
    assert!(errors > 2_500, "{errors}");
}
