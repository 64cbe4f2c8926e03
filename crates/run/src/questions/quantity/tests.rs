use super::super::build;
use record::answers::Found;
use record::answers::quantity::Quantity;
use search::advise::Alone;
use shuffle::routine::{Letters, Routine};
use toml::Table;

fn asked(of: &str, routine: Option<&str>, cards: usize, types: Option<&str>) -> Quantity {
    ask(of, routine, cards, types).unwrap()
}

fn ask(
    of: &str,
    routine: Option<&str>,
    cards: usize,
    types: Option<&str>,
) -> Result<Quantity, String> {
    let letters = Letters::default();
    let mut table = Table::new();
    table.insert("of".to_owned(), of.into());
    if let Some(types) = types {
        table.insert("types".to_owned(), types.into());
    }
    let question = build("quantity", table, cards, &letters).map_err(|error| error.to_string())?;
    let routine = routine.map(|text| Routine::parse(text, &letters).unwrap());
    let answer = question.answer(routine.as_ref(), &letters, false, &Alone);
    match answer.map_err(|error| error.to_string())?.found {
        Found::Quantity(found) => Ok(found),
        _ => unreachable!("it was asked for a quantity"),
    }
}

/// Published chances of ideal decks, and counts of them by hand.
#[test]
fn fair_chances_are_those_that_are_published() {
    for (of, types, cards, chance) in [
        // A void in spades, all four aces: the Encyclopedia of Bridge has 1.28 and .264%.
        ("N spades = 0", None, 52, 0.012_790_948),
        ("N aces = 4", None, 52, 0.002_641_056),
        ("first:2 aces = 2", None, 52, 1.0 / 221.0),
        ("first:5 aces 1..4", None, 52, 0.341_158),
        (
            "place 1 is ace and place 2 is ten+jack+queen+king or place 2 is ace and place 1 is ten+jack+queen+king",
            None,
            52,
            0.048_265_46,
        ),
        ("hand:7 land 0..1", Some("24 land, 36 spell"), 60, 0.142_656),
        ("top is AS", None, 52, 1.0 / 52.0),
        ("ace next to king >= 1", None, 52, 0.486_279),
    ] {
        let found = asked(of, None, cards, types);
        assert!(found.fair.sampled.is_none() && found.event, "{of}");
        assert!(
            (found.fair.mean - chance).abs() < 1.5e-6,
            "{of}: {}",
            found.fair.mean
        );
    }
}

/// All orders of seven cards, one by one, beside the laws of larger decks: forced through the same code by their size.
#[test]
fn laws_after_riffles_are_those_of_all_orders() {
    for of in [
        "red in first:3",
        "red in last:2",
        "red in place 2",
        "longest run of red",
        "red next to black",
        "top is red and bottom is red",
        "position of card 2",
    ] {
        let found = asked(of, Some("GG"), 7, Some("3 red, 4 black"));
        assert_eq!(
            (found.after.len() >= 2, found.riffles),
            (true, true),
            "{of}"
        );
        let exact = &found.after[1];
        assert!(exact.asked && exact.law.sampled.is_none());
        let sum: f64 = exact.law.probabilities.iter().sum();
        assert!((sum - 1.0).abs() < 1e-12, "{of}");
    }
    // One riffle of seven cards by hand: the top card stays on top in 65 of 128.
    let found = asked("top is card 1", Some("G"), 7, None);
    assert!((found.after[0].law.mean - 65.0 / 128.0).abs() < 1e-12);
}

/// Laws of counts and of one card for more than eight cards: their means are those of the one-card chain.
#[test]
fn counts_after_riffles_have_the_means_of_the_one_card_chain() {
    for of in ["red in hand:4", "red in last:3"] {
        let found = asked(of, Some("G*3"), 12, Some("5 red, 7 black"));
        let each = |place: usize| {
            asked(
                &format!("place {place} is red"),
                Some("G*3"),
                12,
                Some("5 red, 7 black"),
            )
        };
        let places = if of.contains("hand") { 1..=4 } else { 10..=12 };
        let mean: f64 = places.map(|place| each(place).after[2].law.mean).sum();
        let ours = &found.after[2].law;
        assert!(
            ours.sampled.is_none() && (ours.mean - mean).abs() < 1e-12,
            "{of}: {mean}"
        );
        let last = found.after.last().unwrap();
        assert!(last.total_variation[1] < 0.01 && found.after.len() > 4);
    }
}

/// Simulated laws hold the exact ones within their limits.
#[test]
fn limits_of_simulated_laws_hold_what_is_known() {
    // Two measures have no law after riffles here; each alone has.
    let types = Some("5 red, 7 black");
    let found = asked(
        "red in first:4 >= 2 and red in first:4 >= 2",
        Some("GG"),
        12,
        types,
    );
    let exact = asked("red in first:4 >= 2", Some("GG"), 12, types);
    assert!((found.after[1].law.mean - exact.after[1].law.mean).abs() < 1e-12);
    let both = asked(
        "red in first:4 >= 2 and black in last:8 >= 0",
        Some("GG"),
        12,
        types,
    );
    let law = &both.after[1].law;
    let limits = law.sampled.unwrap();
    let truth = exact.after[1].law.mean;
    assert!(
        limits.mean[0] <= truth && truth <= limits.mean[1],
        "{limits:?} {truth}"
    );
    assert!((law.mean - truth).abs() <= limits.within);
    let [least, most] = both.after[1].total_variation;
    let [known, _] = exact.after[1].total_variation;
    assert!(least <= known && known <= most, "{least} {known} {most}");
}

#[test]
fn wrong_quantities_are_refused_with_their_place() {
    for (of, says) in [
        ("spoons in first:2", "`spoons` in column 1"),
        ("red in first:90", "there are 12 cards"),
        ("red in", "nothing at its end"),
    ] {
        let error = ask(of, None, 12, Some("5 red, 7 black")).unwrap_err();
        assert!(error.contains(says), "{of}: {error}");
    }
}
