//! Writes decks in every format, in many of the ways that it allows.

use std::fmt::Write;

use deck::rng::{Draws, PcgDraws};
use reader::{Base, Format, Header};

use super::Deck;

/// The names of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Numbers.
    From(Base),
    /// Playing cards.
    Playing,
    /// Other names.
    Other,
}

/// Ranks and suits in the order in which they are numbered.
pub const RANKS: [&str; 13] = [
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];
pub const SUITS: [[&str; 3]; 4] = [
    ["S", "♠", "♤"],
    ["H", "♥", "♡"],
    ["D", "♦", "♢"],
    ["C", "♣", "♧"],
];

const OTHER: [&str; 12] = [
    "Forest",
    "Lightning Bolt",
    "Urza's Tower",
    "the Fool",
    "Ä",
    "x",
    "1S",
    "Joker's end",
    "A-1",
    "7 of cups",
    "#3",
    "K.",
];

/// The names of so many cards.
pub fn names_of(kind: Kind, cards: usize) -> Vec<String> {
    let name = |at: usize| match kind {
        Kind::From(base) => (at + base.number() as usize).to_string(),
        // Every fifth card, so that all suits are there; and a joker.
        Kind::Playing if at == 11 => "JOKER".to_owned(),
        Kind::Playing => format!("{}{}", RANKS[at * 5 % 13], SUITS[at * 5 / 13][0]),
        Kind::Other => OTHER[at].to_owned(),
    };
    (0..cards).map(name).collect()
}

/// Numbers in any format, plainly.
pub fn written(decks: &[Deck], format: Format, base: Base) -> Vec<u8> {
    let numbers = |deck: &Deck| -> Vec<String> {
        let numbers = deck
            .iter()
            .map(|&card| (u32::from(card) + base.number()).to_string());
        numbers.collect()
    };
    let lines = |join: &dyn Fn(Vec<String>) -> String| -> Vec<u8> {
        let lines = decks.iter().map(|deck| join(numbers(deck)) + "\n");
        lines.collect::<String>().into_bytes()
    };
    let values = decks
        .iter()
        .flatten()
        .map(|&card| card + base.number() as u16);
    match format {
        Format::Auto | Format::Text | Format::Cards => lines(&|cards| cards.join(" ")),
        Format::Csv => lines(&|cards| cards.join(",")),
        Format::Jsonl => lines(&|cards| format!("[{}]", cards.join(","))),
        Format::Json => {
            let lists = lines(&|cards| format!("[{}],", cards.join(",")));
            [b"[", lists.trim_ascii_end(), b"]"].concat()
        }
        Format::U8 => values.map(|value| value as u8).collect(),
        Format::U16 => values.flat_map(u16::to_le_bytes).collect(),
        Format::Pbn | Format::Lin | Format::Phh | Format::Stars | Format::Lands17 => {
            unreachable!("decks are no hands")
        }
    }
}

/// Decks of cards with these names, with all the freedom that the format gives.
pub fn write(
    decks: &[Deck],
    names: &[String],
    format: Format,
    header: Header,
    draws: &mut PcgDraws,
) -> Vec<u8> {
    if let Format::U8 | Format::U16 = format {
        let value = |&card: &u16| names[usize::from(card)].parse::<u16>().expect("a number");
        let values = decks.iter().flatten().map(value);
        return match format {
            Format::U8 => values.map(|value| value as u8).collect(),
            _ => values.flat_map(u16::to_le_bytes).collect(),
        };
    }
    let mut file = String::new();
    let style = draws.below(6);
    if format == Format::Csv
        && (header == Header::Yes || header == Header::Auto && style.is_multiple_of(2))
    {
        let heads: Vec<String> = (0..names.len()).map(|at| format!("column-{at}")).collect();
        file = csv(&heads, style, draws) + "\n";
    }
    let document = format == Format::Json && style < 5;
    if document {
        file += [
            "[",
            "(",
            "{\"decks\": [",
            "{n: [1, {}], 'decks' : (",
            "\n[ ",
        ][style as usize];
    }
    for deck in decks {
        let deck: Vec<String> = deck
            .iter()
            .map(|&card| spelt(&names[usize::from(card)], draws))
            .collect();
        file += &match format {
            Format::Csv => csv(&deck, style, draws),
            Format::Jsonl => json(&deck, style, draws),
            Format::Json => json(&deck, draws.below(6), draws) + if document { "," } else { "" },
            _ if deck.iter().any(|name| name.contains(' ')) => deck.join(", "),
            _ => deck.join([" ", ",", ", ", "  ", " ", "\t"][style as usize]),
        };
        if format != Format::Json || draws.below(2) == 0 {
            file.push('\n');
        }
    }
    if document {
        file += ["]", ")", "]}", ")}", "]\n"][style as usize];
    }
    file.into_bytes()
}

/// A playing card in one of its spellings; any other name as it is.
fn spelt(name: &str, draws: &mut PcgDraws) -> String {
    let Some((rank, suit)) = RANKS.iter().find_map(|&rank| {
        let suit = name.strip_prefix(rank)?;
        SUITS
            .iter()
            .find(|signs| signs[0] == suit)
            .map(|signs| (rank, signs))
    }) else {
        return name.to_owned();
    };
    let rank = if rank == "10" && draws.below(2) == 0 {
        "T"
    } else {
        rank
    };
    let suit = suit[draws.below(3) as usize];
    match draws.below(4) {
        0 => format!("{rank}{suit}"),
        1 => format!("{suit}{rank}"),
        2 => format!("{rank}{suit}").to_lowercase(),
        _ if suit.len() > 1 => format!("{rank}{suit}\u{fe0f}"),
        _ => format!("{suit}{rank}"),
    }
}

fn csv(fields: &[String], style: u32, draws: &mut PcgDraws) -> String {
    let mut line = String::new();
    for (at, field) in fields.iter().enumerate() {
        if at > 0 {
            line.push([',', ';', '\t', '|'][style as usize % 4]);
        }
        match draws.below(8) {
            0 => write!(line, "\"{}\"", field.replace('"', "\"\"")),
            1 => write!(line, " {field} "),
            2 => write!(line, " \"{field}\" "),
            _ => write!(line, "{field}"),
        }
        .expect("a string takes all");
    }
    line
}

fn json(cards: &[String], style: u32, draws: &mut PcgDraws) -> String {
    let card = |name: &String| {
        if name.bytes().all(|byte| byte.is_ascii_digit()) && draws.below(4) > 0 {
            return name.clone();
        }
        match draws.below(10) {
            8 if !name.contains('\'') => format!("'{name}'"),
            9 => format!("'{}'", name.replace('\'', "\\'")),
            0 => {
                let escaped = name.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
                format!("\"{}\"", escaped.collect::<String>())
            }
            1 => format!("\" {name}\\t\""),
            _ => format!("\"{name}\""),
        }
    };
    let deck = cards
        .iter()
        .map(card)
        .collect::<Vec<_>>()
        .join([",", ", "][style as usize % 2]);
    match style {
        3 => format!("({deck},)"),
        0 => format!("{{\"deck\":[{deck}]}}"),
        1 => format!("{{\"n\": -1.5e+3, \"by\": [{{}}, null, \"\\\"\"], \"deck\" : [ {deck} ] }}"),
        _ => format!("[{deck}]"),
    }
}

/// A starting deck in one of its notations.
pub fn list(names: &[String], draws: &mut PcgDraws) -> String {
    match draws.below(4) {
        0 => names.join(", "),
        1 => format!("[\"{}\"]", names.join("\", \"")),
        2 => format!("\"{}\"\n", names.join("\";\"")),
        _ => {
            let mut lines = String::new();
            for name in names {
                // A number before a name is that of its copies.
                let counted = name.starts_with(|c: char| c.is_ascii_digit()) && name.contains(' ');
                let one = ["1x ", "1X  ", ""][draws.below(if counted { 2 } else { 3 }) as usize];
                writeln!(lines, "{one}{name}").expect("a string takes all");
            }
            lines
        }
    }
}
