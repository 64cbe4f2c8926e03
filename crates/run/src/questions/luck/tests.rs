use super::super::build;
use record::answers::Found;
use record::answers::luck::{Luck, Side};
use search::advise::Alone;
use shuffle::routine::Letters;
use toml::Table;

fn ask(draw: &str, types: Option<&str>, numbers: &[(&str, i64)]) -> Result<Luck, String> {
    let letters = Letters::none();
    let mut table = Table::new();
    table.insert("draw".to_owned(), draw.into());
    if let Some(types) = types {
        table.insert("types".to_owned(), types.into());
    }
    for (key, number) in numbers {
        table.insert((*key).to_owned(), (*number).into());
    }
    let question = build("luck", table, 2, &letters).map_err(|problem| problem.to_string())?;
    let answer = question.answer(None, &letters, false, &Alone);
    match answer.map_err(|problem| problem.to_string())?.found {
        Found::Luck(found) => Ok(found),
        _ => unreachable!("it was asked about luck"),
    }
}

/// Fifty draws: the chance of just this, of this and all beyond it, and of so many of these games. Made from binomial
/// coefficients as whole numbers, and 60 digits for the games.
const EXPECTED: &str = include_str!("expected.txt");

#[test]
fn chances_have_twelve_digits() {
    let mut seen = 0;
    for line in EXPECTED.lines() {
        let parts: Vec<&str> = line.split("; ").collect();
        let [times, of] = [1, 2].map(|at| parts[at].parse().unwrap());
        let known: Vec<f64> = parts[3..].iter().map(|it| it.parse().unwrap()).collect();
        let found = ask(parts[0], None, &[("times", times), ("of", of)]).unwrap();
        let ours = [found.exactly, found.chance(), found.games.unwrap().chance];
        for (ours, known) in ours.into_iter().zip(&known) {
            // Smaller ones than doubles hold are none.
            let off = (ours - known).abs();
            assert!(
                off <= 1e-12 * known || *known < 1e-300 && ours < 1e-300,
                "{line}: {ours:e}"
            );
        }
        let law = found.law;
        if let Some(law) = law {
            let sum: f64 = law.probabilities.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{line}: {sum}");
        }
        seen += 1;
    }
    assert_eq!(seen, 50);
}

/// The short form, and the same in the language of quantities.
#[test]
fn a_short_draw_is_an_event_of_its_deck() {
    let types = Some("16 land, 44 spell");
    for (short, event) in [
        ("0 of 16 land in first:20 of 60", "first:20 land = 0"),
        ("0 of 16 land in first:20 of 60", "no land in first:20"),
        ("3 of 16 land in last:20 of 60", "land in last:20 = 3"),
        (
            "9 of 16 \"land\" in hand:20 of 60",
            "exactly 9 land in hand:20",
        ),
    ] {
        let (short, event) = (
            ask(short, None, &[]).unwrap(),
            ask(event, types, &[]).unwrap(),
        );
        assert_eq!(
            (short.exactly, short.tail, &short.log, &short.proofs),
            (event.exactly, event.tail, &event.log, &event.proofs)
        );
        let laws = [short.law, event.law].map(Option::unwrap);
        assert_eq!(laws[0].probabilities, laws[1].probabilities);
    }
    let few = ask("land in first:20 <= 3", types, &[]).unwrap();
    let aces = ask("3 of 4 ace in first:20 of 52", None, &[]).unwrap();
    assert_eq!(aces.words, "3 of 4 aces among the first 20 cards");
    let three = ask("3 of 16 land in first:20 of 60", None, &[]).unwrap();
    assert_eq!((few.exactly, few.tail), (three.chance(), None));
    let tail = three.tail.unwrap();
    assert_eq!(tail.side, Side::Fewer);
    let middle = ask("land in first:20 3..4", types, &[]).unwrap();
    let four = ask("land in first:20 = 4", types, &[]).unwrap();
    assert!((middle.exactly - three.exactly - four.exactly).abs() < 1e-15);
}

/// Events of several counts, and of a pack: published, or counted by hand.
#[test]
fn other_events_have_the_chances_of_the_question_of_quantities() {
    for (event, deck, chance) in [
        ("N+S spades >= 10", "52", 0.026_114_424_722_592_962),
        ("top is AS or bottom is AS", "52", 2.0 / 52.0),
        (
            "first:2 aces = 2 and last:1 kings = 1",
            "52",
            6.0 / 1_326.0 * 4.0 / 50.0,
        ),
        ("position of AS <= 3", "52", 3.0 / 52.0),
    ] {
        let found = ask(event, Some(deck), &[]).unwrap();
        let off = found.exactly / chance - 1.0;
        assert!(off.abs() < 1e-12, "{event}: {} {off:e}", found.exactly);
    }
}

#[test]
fn many_players_and_the_games_that_would_show_it() {
    let asked = [("times", 2), ("of", 50), ("players", 100_000)];
    let found = ask("0 of 16 land in first:20 of 60", None, &asked).unwrap();
    let players = found.players.unwrap();
    assert!((players.expected - 21.331_893_888_819).abs() < 1e-9);
    assert_eq!(players.unluckiest, 2);
    assert!(players.some > 0.999_999);
    // Three are seen by one of them in 13% of such weeks alone.
    assert_eq!(players.unluckiest_chance.to_bits(), players.some.to_bits());
    let [twice, half] = &found.proofs[..] else {
        panic!("{:?}", found.proofs);
    };
    assert!(twice.games < half.games && twice.at_least < half.at_least);
    let often = ask("hand:7 land >= 3", Some("24 land, 36 spell"), &[]).unwrap();
    assert_eq!(often.proofs.len(), 1);
    assert!(
        ask("hand:7 land >= 1", Some("24 land, 36 spell"), &[])
            .unwrap()
            .proofs
            .is_empty()
    );
}

/// A wrong draw, its deck and its numbers, and words of the error.
type Wrong = (
    &'static str,
    Option<&'static str>,
    &'static [(&'static str, i64)],
    &'static str,
);

const WRONG: &[Wrong] = &[
    (
        "17 of 16 land in first:20 of 60",
        None,
        &[],
        "found 17 of 16 land; accepted: 0 to 16",
    ),
    (
        "12 of 16 land in hand:7 of 60",
        None,
        &[],
        "found 12 of them in 7 places; accepted: 0 to 7",
    ),
    (
        "0 of 50 land in first:20 of 60",
        None,
        &[],
        "accepted: 10 to 20",
    ),
    (
        "0 of 70 land in first:20 of 60",
        None,
        &[],
        "found 70 land of 60 cards; accepted: 1 to 59",
    ),
    (
        "0 of 16 land in first:80 of 60",
        None,
        &[],
        "found `first:80`; accepted",
    ),
    ("0 of 16 land in first:60 of 60", None, &[], "always lie"),
    (
        "0 of 16 land in first:20 > 1 of 60",
        None,
        &[],
        "found the places",
    ),
    (
        "0 of 16 land in first:20 of 1",
        None,
        &[],
        "a deck of 1 cards",
    ),
    (
        "0 of 16 land in first:20",
        None,
        &[],
        "\"0 of 16 land in first:20 of 60\"",
    ),
    ("0 of 16", None, &[], "\"0 of 100 draws at 2%\""),
    (
        "0 of 16 land in first:20 of 60",
        Some("52"),
        &[],
        "a draw that says its own",
    ),
    ("5 of 3 draws at 2%", None, &[], "found 5 of 3 draws"),
    ("0 of 100 draws at often", None, &[], "a chance, as in 2%"),
    (
        "0 of 100 draws at 0%",
        None,
        &[],
        "more than 0 and less than 1",
    ),
    ("no land in first:20", None, &[], "key `types` is missing"),
    (
        "land in first:20",
        Some("16 land, 44 spell"),
        &[],
        "an event, which compares it",
    ),
    (
        "land in first:20 > 20",
        Some("16 land, 44 spell"),
        &[],
        "never comes",
    ),
    (
        "land in first:20 >= 0",
        Some("16 land, 44 spell"),
        &[],
        "always comes",
    ),
    (
        "spoons in first:20 = 1",
        Some("16 land, 44 spell"),
        &[],
        "`spoons` in column 1",
    ),
    ("no land in hand:7", Some("1 land"), &[], "accepted"),
    (
        "0 of 9 draws at 2%",
        None,
        &[("times", 3), ("of", 2)],
        "found 3 of 2 games",
    ),
    (
        "0 of 9 draws at 2%",
        None,
        &[("times", 3)],
        "without the number of games",
    ),
    (
        "0 of 9 draws at 2%",
        None,
        &[("players", 3)],
        "without the number of games",
    ),
];

#[test]
fn wrong_draws_are_refused_with_what_is_accepted() {
    for (draw, types, numbers, says) in WRONG {
        let error = ask(draw, *types, numbers).unwrap_err();
        assert!(error.contains(says), "{draw}: {error}");
    }
}
