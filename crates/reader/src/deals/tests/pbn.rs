//! Files in Portable Bridge Notation.

use super::super::{Bridge, Deal, Pbn};
use super::{gather, is_sound, refused};

const A: &str = "N:J954.AQ653.K96.T A82.T94.AJ82.764 T763.KJ872..Q953 KQ..QT7543.AKJ82";
const B: &str = "E:KJ93.AJ3.963.AQ9 A75.KQ9.KQJ52.K2 62.86542.AT74.73 QT84.T7.8.JT8654";
const C: &str = "N:6.JT43.K64.AJ982 JT7543.92.J85.64 A2.A8765.Q92.KQ7 KQ98.KQ.AT73.T53";

fn read(file: &str) -> Result<(Vec<Deal>, u64), (u64, usize, String)> {
    let mut pbn = Pbn::new(file.as_bytes());
    let deals = gather(|| pbn.next())?;
    Ok((deals, pbn.again()))
}

/// The lines of the deals that are handed out, and how many stood again.
fn lines(file: &str) -> (Vec<u64>, u64) {
    let (deals, again) = read(file).unwrap();
    (deals.iter().map(|deal| deal.line).collect(), again)
}

/// The file with `A`, `B` and `C` for the deals, as tags.
fn filled(file: &str) -> String {
    [("<A>", A), ("<B>", B), ("<C>", C)]
        .iter()
        .fold(file.to_string(), |file, (name, deal)| {
            file.replace(name, &format!("[Deal \"{deal}\"]"))
        })
}

/// Expects an error at `^`, which is no part of the file, with these words.
fn refuses(file: &str, words: &str) {
    let file = filled(file);
    refused(&file, words, |file| read(file).map(|_| ()));
}

/// A game as the export format has it, and everything in it that looks like a deal and is none.
fn game(board: &str, deal: &str) -> String {
    format!(
        "[Event \"Club\"]\n[Site \"\"]\n[Date \"2024.05.17\"]\n[Board \"{board}\"]\n[West \"Zoë \
         \\\"Z\\\" [x]\"]\n[Dealer \"N\"]\n[Deal \"{deal}\"]\n[Declarer \"E\"]\n[Auction \"N\"]\n1C \
         =1= Pass 1H ; [Deal \"no\"]\n[Note \"1:{{no ; comment\"]\n[Play \"W\"]\nSK H3 - *\n\
         [OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\nN NT  4\nE  S 10\n\
         [ScoreTable \"Names;Score\"]\n\"A ] B\" 12.5\n{{ over\n\n[Deal \"no\"] two }} {{lines}}\n\n"
    )
}

#[test]
fn a_file_of_a_club_gives_each_board_once() {
    let mut file = String::from("% PBN 2.1\n% EXPORT\n%[Deal \"no\"]\n;[Deal \"no\"]\n");
    for (board, deal) in [("1", A), ("1", A), ("2", B), ("1", A), ("3", C), ("2", B)] {
        file += &game(board, deal);
    }
    for file in [
        file.clone(),
        file.replace('\n', "\r\n"),
        format!("\u{feff}{file}"),
        file.trim_end().into(),
        file.to_uppercase().replace("NO\"", "no\""),
    ] {
        let (deals, again) = read(&file).unwrap();
        assert_eq!(again, 3);
        assert_eq!(deals.len(), 3);
        assert!(deals.iter().all(is_sound));
        assert_eq!(deals[0].line, 11);
        assert_eq!(
            deals[1].hands[1],
            Some([2, 8, 10, 12, 13, 15, 23, 28, 31, 34, 39, 47, 50])
        );
    }
}

#[test]
fn other_encodings_are_read() {
    let file = game("1", A).replace('ë', "@");
    let file: Vec<u8> = file
        .bytes()
        .map(|b| if b == b'@' { 0xeb } else { b })
        .collect();
    let mut pbn = Pbn::new(&file[..]);
    assert_eq!(gather(|| pbn.next()).unwrap().len(), 1);
}

#[test]
fn the_same_cards_are_another_deal_under_another_number_event_or_date() {
    for (file, new, again) in [
        ("[Board \"1\"]\n<A>\n\n[Board \"1\"]\n<A>", 1, 1),
        ("[Board \"1\"]\n<A>\n\n[Board \"2\"]\n<A>", 2, 0),
        ("[Board \"1\"]\n<A>\n\n[Board \"1\"]\n<B>", 2, 0),
        ("<A>\n\n<A>", 2, 0),
        ("[Board \"?\"]<A>\n\n[Board \"?\"]<A>", 2, 0),
        (
            "[Event \"x\"][Board \"1\"]<A>\n\n[Event \"y\"][Board \"1\"]<A>",
            2,
            0,
        ),
        (
            "[Date \"x\"][Board \"1\"]<A>\n\n[Date \"y\"][Board \"1\"]<A>",
            2,
            0,
        ),
        (
            "[Site \"x\"][Board \"1\"]<A>\n\n[Site \"y\"][Board \"1\"]<A>",
            1,
            1,
        ),
        (
            "[Event \"x\"][Board \"1\"]<A>\n\n[Event \"#\"][Board \"#\"]<A>",
            1,
            1,
        ),
        ("[Event \"##x\"][Board \"1\"]<A>\n\n[Board \"1\"]<A>", 1, 1),
        (
            "[Event \"##x\"][Board \"1\"]<A>\n\n[Event \"x\"][Board \"1\"]<A>",
            1,
            1,
        ),
        ("[Event \"x\"][Board \"1\"]<A>\n\n[Board \" 1\"]<A>", 1, 1),
    ] {
        let (deals, counted) = read(&filled(file)).unwrap();
        assert_eq!((deals.len(), counted), (new, again), "{file}");
    }
}

#[test]
fn tags_stand_in_any_order_and_games_may_lack_the_empty_line() {
    for (file, expected) in [
        ("<A>[Board\n\n\"1\"]\n\n<A>[Board \"1\"]", vec![1]),
        ("<A>\n[Board \"1\"]\n\n<A>\n[Board \"1\"]", vec![1]),
        (
            "[Board \"1\"]\n<A>\n[Board \"1\"]\n<A>\n[Board \"2\"]\n<A>",
            vec![2, 6],
        ),
        (
            "<A>\n[Board \"1\"]\n<B>\n[Board \"2\"]\n<A>\n[Board \"1\"]",
            vec![1, 3],
        ),
        ("<A> <B>\n<C>", vec![1, 1, 2]),
        (
            "[Board \"1\"]\n\n<A>\n\n[Dealer \"N\"]\n\n[Board \"1\"]\n\n<A>",
            vec![3],
        ),
        (
            "[Board\n\"1\"\n]\n[\nDeal {x\n} \"N:- - - -\" ; x\n] \n<A>",
            vec![8],
        ),
    ] {
        assert_eq!(lines(&filled(file)).0, expected, "{file}");
    }
}

#[test]
fn braces_may_stand_in_a_comment() {
    for file in [
        "{ one {two}\n}\n<A>\n}",
        "{ <A>\n<B>\n } <A>",
        "{ {\n [Board \"1\"] }<A>",
        "{}<A>{}",
    ] {
        assert_eq!(lines(&filled(file)).0.len(), 1, "{file}");
    }
}

#[test]
fn a_deal_may_be_the_one_before() {
    assert_eq!(
        lines(&filled("<A>\n\n[Deal \"#\"]\n\n<B>")),
        (vec![1, 5], 1)
    );
    assert_eq!(
        lines(&filled("[Deal \"\"]\n\n[Deal \"#\"]\n\n<B>")),
        (vec![5], 0)
    );
    refuses(
        "[Deal \"^#\"]",
        "found `#`, which means the deal of the game before",
    );
}

#[test]
fn a_broken_rule_has_a_place() {
    for (file, words) in [
        ("<A>\n[Deal \"N:J9X4^\"]", "found 1 suit"),
        ("<A>\n[Deal \"N:J9^X4... - - -\"]", "found `X`"),
        ("<A>\r\n[Deal \"N^\"]", "a colon after the seat"),
        ("<A>\n{ë} [Deal \"^J\"]", "found `J`"),
        ("<A>\n[^]", "found `]`; accepted: the name of a tag"),
        (
            "<A>\n[Board ^5]",
            "found `5`; accepted: a text in double quotes",
        ),
        ("<A>\n[Board^]", "found `]`; accepted: a text"),
        (
            "<A>\n[Board \"1\"\n^[Deal \"\"]",
            "found `[`; accepted: `]`",
        ),
        ("<A>\n[Board ^\"1]\n", "found a quote"),
        ("<A>\n[Board ^\"1\\\"]\n", "found a quote"),
        ("<A>\n^\"1\n", "found a quote"),
        ("<A>\n^]", "found `]` without"),
        (
            "<A>\n ^{ x\n\n<B>\n{ x }",
            "found `{` without `}` up to the next comment",
        ),
        (
            "<A>\nx ^{ \n\n[Deal]",
            "found `{` and then the end of the file",
        ),
        (
            "<A>\nx ^[ Board\n\n",
            "found `[` and then the end of the file",
        ),
        (
            "<A>\nx ^[Board \"1\"",
            "found `[` and then the end of the file",
        ),
    ] {
        refuses(file, words);
    }
}

#[test]
fn a_file_without_a_deal_is_none() {
    for file in [
        "^",
        "\n^",
        "[Board \"1\"]\n\n^%",
        "^{<A>}",
        "^% <A>",
        "^; <A>",
        "^[Deal \"N:- - - -\"]",
    ] {
        let problem = "found no deal in the whole file";
        // The end of an empty file is on its first line, any other on the last that there is.
        refuses(file.strip_prefix('\n').unwrap_or(file), problem);
    }
}

#[test]
fn nothing_is_read_behind_an_error_or_the_end() {
    let file = filled("<A>\n]\n<B>");
    let mut pbn = Pbn::new(file.as_bytes());
    assert!(pbn.next().is_err());
    assert!(matches!(pbn.next(), Ok(None)));
    let file = filled("<A>");
    let mut pbn = Pbn::new(file.as_bytes());
    assert!(matches!(pbn.next(), Ok(Some(_))));
    assert!(matches!(pbn.next(), Ok(None)) && matches!(pbn.next(), Ok(None)));
}

#[test]
fn any_changed_byte_gives_sound_deals_or_an_error() {
    let file = game("1", A) + &game("2", B).replace("62.86542.AT74.73", "-") + &game("3", C);
    let hands = file.find("N:").unwrap() + 2..file.find("AKJ82").unwrap() + 5;
    let good = read(&file).unwrap().0;
    for at in 0..file.len() {
        for byte in (0..=127).chain([0xc3, 0xff]) {
            let mut bytes = file.clone().into_bytes();
            let old = std::mem::replace(&mut bytes[at], byte);
            let mut pbn = Pbn::new(&bytes[..]);
            let result = gather(|| pbn.next());
            let Ok(deals) = result else { continue };
            assert!(deals.iter().all(is_sound));
            // Only a blank for a blank and a letter in the other case leave the hands as they are.
            let same = old.eq_ignore_ascii_case(&byte)
                || old.is_ascii_whitespace() && byte.is_ascii_whitespace();
            if hands.contains(&at) {
                assert!(same && deals == good, "{at}: {byte} for {old}");
            }
        }
    }
}
