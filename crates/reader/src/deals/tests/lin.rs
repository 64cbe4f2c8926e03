//! Files in LIN.

use std::fmt::Write;

use super::super::{Bridge, Deal, Lin};
use super::{gather, is_sound, refused};

const A: &str = "3ST763HKJ872DCQ953,SKQHDQT7543CAKJ82,SJ954HAQ653DK96CT,SA82HT94DAJ82C764";
const B: &str = "4SA75HKQ9DKQJ52CK2,S62H86542DAT74C73,SQT84HT7D8CJT8654,";
const C: &str = "1SA2HA8765DQ92CKQ7,SKQ98HKQDAT73CT53,S6HJT43DK64CAJ982";

fn read(file: &str) -> Result<(Vec<Deal>, u64), (u64, usize, String)> {
    let mut lin = Lin::new(file.as_bytes());
    let deals = gather(|| lin.next())?;
    Ok((deals, lin.again()))
}

/// The file with `<A>`, `<B>` and `<C>` for the tokens with the deals.
fn filled(file: &str) -> String {
    [("<A>", A), ("<B>", B), ("<C>", C)]
        .iter()
        .fold(file.to_string(), |file, (name, deal)| {
            file.replace(name, &format!("md|{deal}|"))
        })
}

/// Expects an error at `^`, which is no part of the file, with these words.
fn refuses(file: &str, words: &str) {
    refused(&filled(file), words, |file| read(file).map(|_| ()));
}

/// A match in two rooms, as it is broadcast.
fn broadcast() -> String {
    let mut file = String::from(
        "vg|Final,Segment 1,I,1,3,Zoë,0,Team,0|\nrs|4SN=,4SN-1|\npn|S,W,N,E,s,w,n,e|pg||\n\n",
    );
    for (number, deal) in [(1, "<A>"), (2, "<B>"), (3, "<C>")] {
        for room in ['o', 'c'] {
            write!(
                file,
                "qx|{room}{number}|{deal}sv|b|mb|p|mb|1S!|an|five, or more\n no md|nt|x\ny|pg||\n\
                 pc|SA|pc|s2|pg||\nmc|9|pg||\n\n"
            )
            .unwrap();
        }
    }
    filled(&file)
}

#[test]
fn a_broadcast_of_two_rooms_gives_each_board_once() {
    let file = broadcast();
    for file in [
        file.clone(),
        file.replace('\n', "\r\n"),
        format!("\u{feff}{file}"),
        file.replace("qx|", "QX|").replace("md|", "MD|"),
        file.replace("\n\n", ""),
    ] {
        let (deals, again) = read(&file).unwrap();
        assert_eq!((deals.len(), again), (3, 3));
        assert!(deals.iter().all(is_sound));
        let line = file[..file.find(A).unwrap()].matches('\n').count() as u64 + 1;
        assert_eq!(deals[0].line, line);
        assert_eq!(
            deals[0].hands[2],
            Some([2, 5, 6, 9, 14, 19, 20, 23, 25, 41, 43, 47, 50])
        );
        assert_eq!(
            deals[1].hands[1],
            Some([2, 8, 10, 12, 13, 15, 23, 28, 31, 34, 39, 47, 50])
        );
    }
}

#[test]
fn a_player_s_boards_stand_on_a_line_each() {
    let line = |deal: &str, board: u32| {
        format!("pn|a,b,c,d|st||{deal}rh||ah|Board {board}|sv|o|mb|1N|mb|p|mb|p|mb|p|pc|H2|mc|8|\n")
    };
    let file = line("<A>", 5) + &line("<B>", 6) + &line("<A>", 5) + &line("<A>", 7);
    let (deals, again) = read(&filled(&file)).unwrap();
    assert_eq!(again, 1);
    let lines: Vec<_> = deals.iter().map(|deal| deal.line).collect();
    assert_eq!(lines, [1, 2, 4]);
}

#[test]
fn the_same_cards_are_another_deal_under_another_number_or_event() {
    for (file, new, again) in [
        ("qx|o1|<A>qx|c1|<A>", 1, 1),
        ("qx|o1,BOARD 1|<A>qx|c01|<A>", 1, 1),
        ("qx|o1|<A>qx|1|<A>", 1, 1),
        ("qx|o1|<A>qx|o2|<A>", 2, 0),
        ("qx|o1|<A>qx|c1|<B>", 2, 0),
        ("<A><A>", 2, 0),
        ("st||<A>st||<A>", 2, 0),
        ("qx||<A>qx|open|<A>", 2, 0),
        ("ah||<A>ah|Opening|<A>", 2, 0),
        ("qx|o1|<A><A>", 1, 1),
        ("ah|Board 1|<A>ah|BOARD 1|<A>", 1, 1),
        ("<A>ah|Board 1|<A>ah|Board 1|", 1, 1),
        (
            "ah|Board 1|<A>ah|Board 2|<B>ah|Board 1|<A>ah|Board 3|<A>",
            3,
            1,
        ),
        (
            "<A>ah|Board 1|<B>ah|Board 2|<A>ah|Board 1|<A>ah|Board 3|",
            3,
            1,
        ),
        ("<A>ah|Board 1|st||ah|Board 1|<A>", 1, 1),
        ("qx|o1|rh||ah|Board 1|<A>qx|c1|rh||ah|Board 1|<A>", 1, 1),
        ("st||<A>st||ah|Board 1|<B>st||ah|Board 1|<B>", 2, 1),
        ("qx|o1|ah|Board 9|<A>qx|o1|ah|Board 8|<A>", 1, 1),
        ("qx|o1|ah|Final 8|ah|Board 2|<A>qx|c1|<A>", 1, 1),
        ("vg|x|qx|o1|<A>vg|y|qx|o1|<A>", 2, 0),
        ("vg|x|qx|o1|<A>vg|x|qx|c1|<A>", 1, 1),
        (
            "qx|o99999999999999999999|<A>qx|o99999999999999999999|<A>",
            2,
            0,
        ),
        ("qx|o+1|<A>qx|c+1|<A>", 2, 0),
    ] {
        let (deals, counted) = read(&filled(file)).unwrap();
        assert_eq!((deals.len(), counted), (new, again), "{file}");
    }
}

#[test]
fn hands_that_nobody_told_are_no_deal() {
    let (deals, again) = read(&filled("qx|o1|md|,,,|qx|o2|<A>qx|c1|md|3,,,|md|3|")).unwrap();
    assert_eq!((deals.len(), again), (1, 0));
    for file in ["^", "^pg||", "md|,,,|\n\n^pg||\n", "^qx|o1|"] {
        refuses(file, "found no deal in the whole file");
    }
}

#[test]
fn the_end_of_a_deal_may_stand_on_the_next_line() {
    let file = filled("qx|o1|<A>qx|c1|<A>").replace("C764|", "C764 \r\n\n | ");
    let (deals, again) = read(&file).unwrap();
    assert_eq!((deals.len(), again), (1, 1));
}

#[test]
fn remarks_are_passed_over() {
    let file =
        "movie.lin\n%% a | b\n%%%<B>\nbt||  Black 1\n  % |\nqx|o1| % md|\n$$$ Board 1\n<A>\n0\n";
    let (deals, again) = read(&filled(file)).unwrap();
    assert_eq!((deals.len(), again), (1, 0));
    assert_eq!(deals[0].line, 8);
    // A value is no place for a remark.
    refuses("<A>\nat|x\n%% | ^y%% |", "found `y…` before `|`");
}

#[test]
fn other_encodings_are_read() {
    let mut file = filled("pn|Zo@|<A>").into_bytes();
    file[5] = 0xeb;
    let mut lin = Lin::new(&file[..]);
    assert_eq!(gather(|| lin.next()).unwrap().len(), 1);
}

#[test]
fn a_broken_rule_has_a_place() {
    for (file, words) in [
        ("<A>\nmd|3S^X,,,|", "found `X` in South's hand"),
        ("<A>\npn|Zoë|md|^7S,,,|", "found `7`; accepted: the dealer"),
        ("<A>\n  md | ^SA,,,|", "found 1 card in South's hand"),
        ("<A>\n ^md|,,,", "found `md|` and then the end of the file"),
        (
            "<A>\r\nmd|,,,\r\n ^pg||",
            "found `p` on the line after the deal",
        ),
        (
            "<A>\r\nmd|,,\r\n ^,|",
            "found `,` on the line after the deal",
        ),
        ("<A>\n^md,,,", "found `md…` without `|`"),
        ("<A>\n^Md ", "found `Md` without `|`"),
        (
            "<A>\n^m|1|",
            "found `m` before `|`; accepted: a name of two",
        ),
        ("<A>\n^Board 1 of 16|", "found `Board…` before `|`"),
        ("<A>\npg||^|", "found `|` without a name"),
        ("<A>\nqx|o1|^ë|", "found `ë` before `|`"),
        (
            "<A>\npg||  ^mb|1C\n\n",
            "found `mb|` and then the end of the file",
        ),
        ("<A>\npg||^mb|", "found `mb|` and then the end of the file"),
        ("<A>\nah|Board 5sv|^o|", "found `o` before `|`"),
    ] {
        refuses(file, words);
    }
}

#[test]
fn nothing_is_read_behind_an_error_or_the_end() {
    let file = filled("<A>\nqx|o2|\n|");
    let mut lin = Lin::new(file.as_bytes());
    assert!(matches!(lin.next(), Ok(Some(_))));
    assert!(lin.next().is_err());
    assert!(matches!(lin.next(), Ok(None)));
}

#[test]
fn any_changed_byte_gives_sound_deals_or_an_error() {
    let file = broadcast();
    let hands = file.find(A).unwrap() + 1..file.find(A).unwrap() + A.len();
    let good = read(&file).unwrap().0;
    for at in 0..file.len() {
        for byte in (0..=127).chain([0xc3, 0xff]) {
            let mut bytes = file.clone().into_bytes();
            let old = std::mem::replace(&mut bytes[at], byte);
            let mut lin = Lin::new(&bytes[..]);
            let Ok(deals) = gather(|| lin.next()) else {
                continue;
            };
            assert!(deals.iter().all(is_sound));
            // All four hands are told, so a change shows, or it is only one of the writing: a letter
            // in the other case, a blank for the suit of a void.
            if hands.contains(&at) {
                assert_eq!(deals, good, "{at}: {byte} for {old}");
            }
        }
    }
}
