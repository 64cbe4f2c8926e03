//! The table for the wall, made of the curves that are kept with the program: what each move leaves.

use std::fmt::Write;
use std::path::Path;

use laws::counting::harmonic;
use laws::gsr::{Law, Packets};
use search::advise::{CARDS, curve};
use toml::Table;

/// The moves of the table, in words and as kinds.
const MOVES: [(&str, &str); 8] = [
    ("mash (sleeved)", "mash"),
    ("push together on the table (sleeved)", "table-riffle"),
    ("overhand", "overhand"),
    ("Hindu", "hindu"),
    ("riffle (bare)", "riffle"),
    ("strip", "strip"),
    ("box", "box"),
    ("wash, half a minute", "wash"),
];

const TIMES: u32 = 12;

/// So many cards too many do not matter.
const LITTLE: f64 = 0.1;

const CONFIDENCE: f64 = 0.99;

fn wall() -> String {
    let mut text = String::from(
        "# A table for the wall\n\n\
         Somebody knew the order of a deck and has watched thousands of decks shuffled as yours is. He names each card before it is \
         turned. The table says how many more he calls right than of a fair deck. **Bold** is at most a tenth of a card.\n\n",
    );
    let mut widest = 0.0_f64;
    let mut tables = String::new();
    for cards in CARDS {
        let heads: Vec<String> = (1..=TIMES).map(|times| times.to_string()).collect();
        let fair = harmonic(cards);
        let _ = write!(
            tables,
            "## {cards} cards\n\nOf a fair deck he calls {fair:.2}.\n\n| times | {} |\n| --- |{}\n",
            heads.join(" | "),
            " ---: |".repeat(heads.len())
        );
        for (name, kind) in MOVES {
            let shuffle = shuffle::build(kind, Table::new()).unwrap();
            let points = curve(&*shuffle, cards, CONFIDENCE).unwrap();
            assert_eq!(points.len(), TIMES as usize);
            let cells = points.iter().map(|point| {
                let off = (point.mean - point.fair).max(0.0);
                widest = widest.max(point.score.1 - point.score.0);
                let number = if off < 9.95 {
                    format!("{off:.2}")
                } else {
                    format!("{off:.1}")
                };
                if point.score.1 <= LITTLE {
                    format!("**{number}**")
                } else {
                    number
                }
            });
            let cells: Vec<String> = cells.collect();
            let _ = writeln!(tables, "| {name} | {} |", cells.join(" | "));
        }
        let law = Law::riffled(cards, Packets::riffles(1));
        let distances = (1..=TIMES).map(|riffles| {
            let distance = law.with(Packets::riffles(riffles)).total_variation();
            format!("{distance:.2}")
        });
        let distances: Vec<String> = distances.collect();
        let _ = writeln!(
            tables,
            "| riffle, to a program: total variation | {} |\n",
            distances.join(" | ")
        );
    }
    let _ = writeln!(
        text,
        "- Each number comes from 65,536 decks. With {}% confidence it is at most {:.2} off, if hands are as our models of them; bold ones are \
         at most {LITTLE} with that confidence. Other rules may call more.\n\
         - The last row is exact (Bayer and Diaconis, 1992): 1 is as far from fair as can be, 0 is fair. Nobody knows this law of the \
         other moves.\n\
         - `colddeck advise --check \"M*7\" --deck 60` asks for one routine, with cleaner and with clumsier hands.\n",
        100.0 * CONFIDENCE,
        0.005 + (widest * 100.0).ceil() / 100.0
    );
    text + tables.trim_end() + "\n"
}

#[test]
fn the_table_for_the_wall_is_that_of_the_kept_curves() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/wall.md");
    let made = wall();
    if std::env::var("COLDDECK_GOLDEN").is_ok_and(|what| what == "write") {
        std::fs::write(&file, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == made,
        "COLDDECK_GOLDEN=write makes results/wall.md anew"
    );
}
