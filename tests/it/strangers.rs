//! Files and routines as people have them, who read no manual: some 400 files of thirty formats, called what they are not,
//! and a hundred routines. Each is read rightly or asked about, and none is read as something else.
//!
//! The messages on wrong inputs stand in `golden/cases/strangers.txt`.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::write;

use deck::Block;
use deck::subject::Shape;
use reader::{Field, Format, Header, Input, Look, Reading};
use shuffle::routine::{Letters, Routine};
use source::Source as _;

/// Files that may be asked about.
const ASKED: usize = 20;

/// Decks in a file.
const DECKS: usize = 12;

/// Numbers that look random and are the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn deck(&mut self, cards: usize) -> Vec<usize> {
        let mut deck: Vec<usize> = (0..cards).collect();
        for at in (1..cards).rev() {
            deck.swap(at, self.below(at + 1));
        }
        deck
    }
}

/// A file, and what it should be taken for.
struct File {
    format: &'static str,
    bytes: Vec<u8>,
    expected: Expected,
}

/// The outcome that is right.
enum Expected {
    /// Decks of so many cards.
    Decks(usize),
    Look(fn(&Look) -> bool),
    /// Refused, with words that say what it is.
    Refused(&'static str),
}

fn lines(decks: &[Vec<usize>], base: usize, between: &str) -> String {
    let line = |deck: &Vec<usize>| {
        let cards: Vec<String> = deck.iter().map(|card| (card + base).to_string()).collect();
        cards.join(between) + "\n"
    };
    decks.iter().map(line).collect()
}

fn playing(deck: &[usize], suits: [&str; 4], ten: &str) -> Vec<String> {
    let ranks = [
        "A", "2", "3", "4", "5", "6", "7", "8", "9", ten, "J", "Q", "K",
    ];
    let card = |card: &usize| format!("{}{}", ranks[card % 13], suits[card / 13]);
    deck.iter().map(card).collect()
}

/// Four hands of a deal, by suits, as bridge files write them.
fn hands(deck: &[usize], between: &str, suited: bool) -> String {
    let ranks = [
        "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
    ];
    let hand = |hand: &[usize]| {
        let suit = |suit: usize| {
            let cards = hand.iter().filter(|card| *card / 13 == suit);
            let ranks: String = cards.map(|card| ranks[card % 13]).collect();
            let letter = if suited {
                ["S", "H", "D", "C"][suit]
            } else {
                ""
            };
            format!("{letter}{ranks}")
        };
        let suits: Vec<String> = (0..4).map(suit).collect();
        suits.join(if suited { "" } else { "." })
    };
    let hands: Vec<String> = deck.chunks(13).map(hand).collect();
    hands.join(between)
}

fn decks_in_text(dice: &mut Dice, cards: usize, files: &mut Vec<File>) {
    let decks: Vec<Vec<usize>> = (0..DECKS).map(|_| dice.deck(cards)).collect();
    let mut add = |format, text: String| {
        files.push(File {
            format,
            bytes: text.into_bytes(),
            expected: Expected::Decks(cards),
        });
    };
    add("numbers from 0", lines(&decks, 0, " "));
    add("numbers from 1", lines(&decks, 1, " "));
    add("numbers and commas", lines(&decks, 0, ", "));
    add("numbers and tabs", lines(&decks, 1, "\t"));
    let names: Vec<String> = (1..=cards).map(|card| format!("c{card}")).collect();
    add(
        "csv with a header",
        names.join(",") + "\n" + &lines(&decks, 1, ","),
    );
    let beside = |between: &str, headed: bool| {
        let mut text = String::new();
        if headed {
            let _ = writeln!(text, "game{between}date{between}{}", names.join(between));
        }
        for (at, line) in lines(&decks, 0, between).lines().enumerate() {
            let _ = writeln!(
                text,
                "{}{between}2024-01-{:02}{between}{line}",
                at * 3 + 900,
                at + 1
            );
        }
        text
    };
    add("csv with numbers and dates beside", beside(",", true));
    add("csv with semicolons", beside(";", true));
    add("csv with tabs and no header", beside("\t", false));
    add("csv with bars", beside("|", true));
    let one =
        (0..)
            .zip(lines(&decks, 1, " ").lines())
            .fold(String::new(), |mut text, (at, line)| {
                let _ = writeln!(text, "{at},\"{line}\"");
                text
            });
    add("csv with a deck in a column", format!("id,cards\n{one}"));
    let lists: Vec<String> = lines(&decks, 0, ", ")
        .lines()
        .map(|line| format!("[{line}]"))
        .collect();
    add("json lines", lists.join("\n"));
    add(
        "a json document",
        format!("[\n  {}\n]\n", lists.join(",\n  ")),
    );
    let objects = |key: &str| -> Vec<String> {
        lists
            .iter()
            .zip(0..)
            .map(|(list, at)| format!("{{\"n\": {at}, \"{key}\": {list}}}"))
            .collect()
    };
    add("json objects with a deck", objects("deck").join("\n"));
    add("json objects with another key", objects("order").join("\n"));
    add(
        "a json document of objects",
        format!("[{}]", objects("order").join(", ")),
    );
}

fn decks_of_cards(dice: &mut Dice, files: &mut Vec<File>) {
    let decks: Vec<Vec<usize>> = (0..DECKS).map(|_| dice.deck(52)).collect();
    let mut add = |format, text: String| {
        files.push(File {
            format,
            bytes: text.into_bytes(),
            expected: Expected::Decks(52),
        });
    };
    let text = |suits, ten, between: &str| -> String {
        decks
            .iter()
            .map(|deck| playing(deck, suits, ten).join(between) + "\n")
            .collect()
    };
    add("playing cards", text(["s", "h", "d", "c"], "T", " "));
    add(
        "playing cards with commas",
        text(["S", "H", "D", "C"], "10", ", "),
    );
    add(
        "playing cards with signs",
        text(["♠", "♥", "♦", "♣"], "10", " "),
    );
    let quoted = decks.iter().fold(String::new(), |mut text, deck| {
        let _ = writeln!(
            text,
            "['{}']",
            playing(deck, ["S", "H", "D", "C"], "10").join("', '")
        );
        text
    });
    add("lists of Python", quoted);
}

fn bytes(dice: &mut Dice, cards: usize, files: &mut Vec<File>) {
    let decks: Vec<usize> = (0..DECKS).flat_map(|_| dice.deck(cards)).collect();
    files.push(File {
        format: "bytes",
        bytes: decks.iter().map(|card| *card as u8).collect(),
        expected: Expected::Look(|look| matches!(look, Look::Bytes(Format::U8, _))),
    });
    files.push(File {
        format: "pairs of bytes",
        bytes: decks
            .iter()
            .flat_map(|card| (*card as u16).to_le_bytes())
            .collect(),
        expected: Expected::Look(|look| matches!(look, Look::Bytes(Format::U16, _))),
    });
}

fn deals(dice: &mut Dice, files: &mut Vec<File>) {
    let decks: Vec<Vec<usize>> = (0..DECKS).map(|_| dice.deck(52)).collect();
    let mut add = |format, text: String, expected| {
        files.push(File {
            format,
            bytes: text.into_bytes(),
            expected: Expected::Look(expected),
        });
    };
    let boards = decks.iter().zip(1..);
    let pbn = boards.clone().fold(String::new(), |mut text, (deck, at)| {
        let _ = write!(
            text,
            "[Event \"Club\"]\n[Board \"{at}\"]\n[Deal \"N:{}\"]\n\n",
            hands(deck, " ", false)
        );
        text
    });
    add("PBN", pbn, |look| {
        matches!(look, Look::Hands(Format::Pbn, _))
    });
    let lin = boards.clone().fold(String::new(), |mut text, (deck, at)| {
        let _ = writeln!(text, "qx|o{at}|md|3{}|sv|o|", hands(deck, ",", true));
        text
    });
    add("LIN", lin, |look| {
        matches!(look, Look::Hands(Format::Lin, _))
    });
    let cards = |deck: &[usize]| playing(&deck[..2], ["s", "h", "d", "c"], "T");
    let phh = boards
        .clone()
        .fold(String::new(), |mut text, (deck, at)| {
            let _ = write!(text,
                "[{at}]\nvariant = \"NT\"\nantes = [0, 0]\nactions = [\"d dh p1 {}\", \"d dh p2 ????\", \"p1 f\"]\n",
                cards(deck).concat()
            );
            text
        });
    add("PHH", phh, |look| {
        matches!(look, Look::Hands(Format::Phh, _))
    });
    let stars = boards
        .fold(String::new(), |mut text, (deck, at)| {
            let _ = write!(text,
                "PokerStars Hand #{at}: Hold'em No Limit ($1/$2 USD) - 2024/01/01\nSeat 1: Ann ($9 in chips)\n\
                 Seat 2: Bob ($9 in chips)\n*** HOLE CARDS ***\nDealt to Ann [{}]\nAnn: folds\n*** SUMMARY ***\n\n\n",
                cards(deck).join(" ")
            );
            text
        });
    add("PokerStars", stars, |look| {
        matches!(look, Look::Hands(Format::Stars, Shape::Hand(2)))
    });
}

fn orders_and_draws(dice: &mut Dice, files: &mut Vec<File>) {
    let mut add = |format, text: String, expected| {
        files.push(File {
            format,
            bytes: text.into_bytes(),
            expected: Expected::Look(expected),
        });
    };
    let items = 30 + dice.below(300);
    let order = dice.deck(items);
    add(
        "one order",
        lines(std::slice::from_ref(&order), 1, "\n"),
        |look| matches!(look, Look::Lines),
    );
    let table = order
        .iter()
        .zip(1..)
        .fold(String::new(), |mut text, (place, at)| {
            let _ = writeln!(text, "item {at};{}", place + 1);
            text
        });
    add(
        "one order in a table",
        format!("who;place\n{table}"),
        |look| matches!(look, Look::Place(column) if column == "place"),
    );
    let rolls: Vec<String> = (0..400).map(|_| (1 + dice.below(6)).to_string()).collect();
    add("rolls on lines", rolls.join("\n") + "\n", |look| {
        *look == Look::Draws(Field::Words)
    });
    add("rolls on a line", rolls.join(" "), |look| {
        *look == Look::Draws(Field::Words)
    });
    let rarity = |dice: &mut Dice| ["Common", "Common", "Rare", "Épic"][dice.below(4)];
    let names: Vec<&str> = (0..300).map(|_| rarity(dice)).collect();
    add("names on lines", names.join("\n") + "\n", |look| {
        *look == Look::Draws(Field::Lines)
    });
    let log = names
        .iter()
        .zip(0..)
        .fold(String::new(), |mut text, (name, at)| {
            let _ = writeln!(text, "{at}.5,player {},{name}", at % 7);
            text
        });
    add(
        "loot in a table",
        format!("time,player,rarity\n{log}"),
        |look| matches!(look, Look::Draws(Field::Column(column)) if column == "rarity"),
    );
    let objects: Vec<String> = (names.iter().zip(0..))
        .map(|(name, at)| {
            format!(
                "{{\"t\": {at}, \"who\": \"p{}\", \"item\": {{\"rarity\": \"{name}\"}}}}",
                at % 7
            )
        })
        .collect();
    let is_rarity = |look: &Look| matches!(look, Look::Draws(Field::Key(Some(key))) if key.to_string() == "item.rarity");
    add("loot in json lines", objects.join("\n"), is_rarity);
    add(
        "loot in a json document",
        format!("[{}]", objects.join(",\n")),
        is_rarity,
    );
    let turns: String = (0..40)
        .map(|_| {
            let turn = |dice: &mut Dice| {
                format!(
                    "{}{}",
                    ["R", "U", "F"][dice.below(3)],
                    ["", "'", "2"][dice.below(3)]
                )
            };
            let turns: Vec<String> = (0..9).map(|_| turn(dice)).collect();
            turns.join(" ") + "\n"
        })
        .collect();
    add("scrambles", turns, |look| *look == Look::Scrambles);
    add(
        "17lands",
        "expansion,event_type,draft_id,candidate_hand_1,deck_Island\nX,TradDraft,1,1|2,17\n"
            .to_owned(),
        |look| *look == Look::Rows,
    );
}

fn others(dice: &mut Dice, files: &mut Vec<File>) {
    let mut add = |format, bytes: &[u8], says| {
        files.push(File {
            format,
            bytes: bytes.to_vec(),
            expected: Expected::Refused(says),
        });
    };
    add("gzip", b"\x1f\x8b\x08\0\0\0\0\0", "gunzip");
    add("zip", b"PK\x03\x04\x14\0\0\0decks.txt", "ZIP");
    add("Excel", b"PK\x03\x04\x14\0\0\0[Content_Types].xml", "Excel");
    add(
        "a page",
        b"<!DOCTYPE html>\n<html><body>1 2 3</body></html>",
        "web page",
    );
    let list = "4 Lightning Bolt\n20 Mountain\n3 Goblin Guide\n";
    add("a decklist", list.as_bytes(), "decklist");
    let hand = |dice: &mut Dice| -> String {
        let cards = dice.deck(60);
        lines(&[cards[..7].to_vec()], 1, " ")
    };
    let hands: String = (0..20).map(|_| hand(dice)).collect();
    add("hands of seven", hands.as_bytes(), "--view hand:7");
}

/// The same text as other programs save it.
fn encoded(text: &str, way: usize) -> Vec<u8> {
    let units = || text.encode_utf16();
    match way {
        1 => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        2 => text.replace('\n', "\r\n").into_bytes(),
        3 => [0xfeff]
            .into_iter()
            .chain(units())
            .flat_map(u16::to_le_bytes)
            .collect(),
        4 => [0xfeff]
            .into_iter()
            .chain(units())
            .flat_map(u16::to_be_bytes)
            .collect(),
        // Without a mark only text in Western letters can be told.
        5 if text.is_ascii() => units().flat_map(u16::to_le_bytes).collect(),
        6 if text.is_ascii() => units().flat_map(u16::to_be_bytes).collect(),
        // Latin-1, where it has all letters.
        7 if text.chars().all(|c| u32::from(c) < 256) => text.chars().map(|c| c as u8).collect(),
        8 => ["\u{feff}", &text.replace('\n', "\r\n")]
            .concat()
            .into_bytes(),
        9 => text.trim_end().as_bytes().to_vec(),
        _ => text.as_bytes().to_vec(),
    }
}

/// Names that promise something else.
const NAMES: [&str; 8] = [
    "a.pbn", "b.csv", "c.json", "d.lin", "e.txt", "f.phh", "g.bin", "h",
];

/// Decks that `input` holds, if it is taken for decks.
fn cards(look: &Look, input: &Input) -> Option<(usize, usize)> {
    let mut reading = Reading::from(Format::Auto);
    match look {
        Look::Plain => {}
        Look::Columns(columns, headed) => {
            reading.columns = Some(columns.clone());
            if *headed {
                reading.header = Header::Yes;
            }
        }
        Look::Key(key) => reading.key = Some(key.clone()),
        _ => return None,
    }
    let (cards, input) = input.sized(&reading).ok()?;
    let mut decks = input.decks(cards, &reading).ok()?;
    let mut block = Block::new(cards);
    decks.fill(&mut block).ok()?;
    Some((cards, block.len()))
}

#[test]
fn files_are_read_rightly_whatever_they_are_called() {
    let folder = tempfile::tempdir().unwrap();
    let dice = &mut Dice(44);
    let (mut count, mut asked, mut formats) = (0, Vec::new(), Vec::new());
    for way in 0..10 {
        let mut files = Vec::new();
        decks_in_text(
            dice,
            [52, 10, 60, 40, 13, 100, 32, 26, 54, 36][way],
            &mut files,
        );
        decks_of_cards(dice, &mut files);
        bytes(
            dice,
            [52, 20, 60, 40, 13, 100, 32, 26, 54, 36][way],
            &mut files,
        );
        deals(dice, &mut files);
        orders_and_draws(dice, &mut files);
        others(dice, &mut files);
        for (at, file) in files.iter().enumerate() {
            let is_text = std::str::from_utf8(&file.bytes).ok();
            let is_text = is_text.filter(|text| !text.contains('\0') && !text.starts_with("PK"));
            let bytes = is_text.map_or_else(|| file.bytes.clone(), |text| encoded(text, way));
            let name = format!("{at}-{way}-{}", NAMES[(at + way) % NAMES.len()]);
            let path = write(folder.path(), &name, bytes);
            count += 1;
            if !formats.contains(&file.format) {
                formats.push(file.format);
            }
            match problem(file, &path) {
                Ok(true) => {}
                Ok(false) => asked.push(format!("{} ({way})", file.format)),
                Err(problem) => panic!("{}, written in way {way}: {problem}", file.format),
            }
        }
    }
    assert!(
        count >= 400 && formats.len() >= 30,
        "{count} files of {} formats",
        formats.len()
    );
    assert!(
        asked.len() <= ASKED,
        "{} asked about: {asked:?}",
        asked.len()
    );
}

/// Looks at a file: true if it is read rightly, false if it is asked about; the error says what is wrong.
fn problem(file: &File, path: &Path) -> Result<bool, String> {
    let looked = Input::from(path.to_str().unwrap()).looked(false);
    let looked = match (looked, &file.expected) {
        (Err(error), Expected::Refused(says)) if error.to_string().contains(says) => {
            return Ok(true);
        }
        (Err(error), _) => return Err(error.to_string()),
        (Ok(looked), _) => looked,
    };
    let look = match (&looked.look, &file.expected) {
        (Err(unclear), Expected::Refused(says)) if unclear.problem.contains(says) => {
            return Ok(true);
        }
        (Err(_), Expected::Decks(_) | Expected::Look(_)) => return Ok(false),
        (Err(unclear), Expected::Refused(_)) => return Err(unclear.problem.clone()),
        (Ok(look), _) => look,
    };
    let right = match &file.expected {
        Expected::Refused(_) => false,
        Expected::Look(is) => is(look),
        Expected::Decks(size) => cards(look, &looked.input) == Some((*size, DECKS)),
    };
    right
        .then_some(true)
        .ok_or_else(|| format!("taken for {look:?}"))
}

#[test]
fn a_hundred_routines_are_understood() {
    let letters = Letters::default();
    let numbers = [("7", 7), ("seven", 7), ("3", 3), ("three", 3), ("12", 12)];
    let kinds = ["mash", "riffle", "cut", "overhand", "wash"];
    let mut typed = Vec::new();
    for (number, times) in numbers {
        for kind in kinds {
            for text in [
                format!("{number} {kind}s").replace("shs", "shes"),
                format!("{kind} {number}"),
                format!("{number} times {kind}"),
                format!("{kind} {number} times, then a cut"),
            ] {
                let more = if text.contains("then") { " cut" } else { "" };
                typed.push((text, format!("{kind}*{times}{more}")));
            }
        }
    }
    assert_eq!(typed.len(), 100);
    for (text, routine) in typed {
        let error = Routine::parse(&text, &letters).expect_err(&text);
        assert_eq!(error.meant.as_deref(), Some(routine.as_str()), "{text}");
        assert!(
            error
                .to_string()
                .starts_with(&format!("did you mean `{routine}`?")),
            "{error}"
        );
    }
}
