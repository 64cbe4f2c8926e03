use super::super::build;
use record::answers::Found;
use record::answers::enough::OfStake;
use record::answers::quantity::Quantity;
use search::advise::Alone;
use shuffle::routine::{Letters, Routine};
use toml::{Table, Value};

fn asked(of: &str, routine: Option<&str>, cards: usize, types: Option<&str>) -> Quantity {
    ask(of, routine, cards, types).unwrap()
}

/// How often a routine must be done for a stake, with these tolerances.
fn enough(
    stake: &str,
    routine: &str,
    (cards, types): (usize, Option<&str>),
    below: &[&str],
) -> Result<OfStake, String> {
    let mut letters = Letters::default();
    let faro = shuffle::build("faro", Table::new()).unwrap();
    letters.define('F', faro.into());
    let mut table = Table::new();
    table.insert("for".to_owned(), stake.into());
    if !below.is_empty() {
        let each = below.iter().map(|one| Value::from(*one));
        table.insert("below".to_owned(), Value::Array(each.collect()));
    }
    if let Some(types) = types {
        table.insert("types".to_owned(), types.into());
    }
    let question = build("enough", table, cards, &letters).map_err(|error| error.to_string())?;
    let routine = Routine::parse(routine, &letters).unwrap();
    let answer = question.answer(Some(&routine), &letters, false, &Alone);
    match answer.map_err(|error| error.to_string())?.found {
        Found::Enough(found) => Ok(found.stake.unwrap()),
        _ => unreachable!("it was asked how often"),
    }
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

/// The law over all orders of seven cards, time after time: the number from which on no chance is farther off.
#[test]
fn a_stake_is_near_from_the_time_that_all_orders_say() {
    let types = "3 red, 4 black";
    let letters = Letters::default();
    // P(2 or 3 of 3 red cards among the first 3 of 7) = (3 · 4 + 1) / 35.
    let fair = 13.0 / 35.0;
    let of = |deck: &[u16]| deck[..3].iter().filter(|card| **card < 3).count() >= 2;
    for (routine, odds, below, bound) in [
        ("G", " pays 3", "1%", 0.01 / 4.0),
        ("G", "", "1%", 0.01 * fair),
        ("G", "", "5pt", 0.05),
        ("M", "", "1pt", 0.01),
        ("GC", "", "0.5pt", 0.005),
    ] {
        let once = Routine::parse(routine, &letters).unwrap().plan(&letters);
        let off = (1..=40).map(|times| {
            let orders = once.repeated(times).orders(7, 7).unwrap();
            let mut chance = 0.0;
            orders.for_each(|deck, p| chance += if of(deck) { p } else { 0.0 });
            (chance - fair).abs()
        });
        let off: Vec<f64> = off.collect();
        let last = off.iter().rposition(|off| *off > bound);
        let from = last.map_or(1, |last| last as u32 + 2);
        let stake = format!("red in first:3 >= 2{odds}");
        let found = enough(&stake, routine, (7, Some(types)), &[below]).unwrap();
        let near = &found.near[0];
        assert_eq!(
            (near.from, near.at_least),
            (Some(from), Some(from)),
            "{routine} {below}"
        );
        assert!(near.proved && near.within == below, "{routine} {below}");
        for (row, off) in found.quantity.after.iter().zip(&off) {
            assert!((row.total_variation[1] - off).abs() < 1e-12, "{routine}");
        }
    }
}

#[test]
fn a_cut_and_a_faro_never_stay_near() {
    let usual = |stake: &str, routine: &str, deck| enough(stake, routine, deck, &[]).unwrap();
    let lands = (60, Some("24 land, 36 spell"));
    let cut = usual("hand:7 land 0..1", "C", lands);
    assert_eq!(cut.near.len(), 2);
    assert!(
        cut.near
            .iter()
            .all(|near| near.at_least.is_none() && near.from.is_none())
    );
    // Each card is on top as often as any other after a cut.
    let top = usual("top is AS pays 51", "C", (52, None));
    assert!(
        top.near
            .iter()
            .all(|near| near.from == Some(1) && near.proved)
    );
    // The top card stays on top; eight faros bring all 52 cards back.
    let faro = usual("top is AS", "F", (52, None));
    assert!(faro.near.iter().all(|near| near.at_least.is_none()));
    assert_eq!((faro.looked_at, faro.quantity.after.len()), (8, 8));
    assert!(
        faro.quantity
            .after
            .iter()
            .all(|row| row.law.sampled.is_none())
    );
}

/// An event of two measures has no law here; the same event of one has.
#[test]
fn limits_from_decks_hold_the_number_of_times() {
    let deck = (12, Some("5 red, 7 black"));
    let exact = enough("red in first:4 >= 2", "G", deck, &["1pt"]).unwrap();
    let drawn = "red in first:4 >= 2 and black in last:8 >= 0";
    let drawn = enough(drawn, "G", deck, &["1pt"]).unwrap();
    let (exact, near) = (exact.near[0].from.unwrap(), &drawn.near[0]);
    assert!(drawn.quantity.after[0].law.sampled.is_some());
    assert!(
        near.at_least.unwrap() <= exact && exact <= near.from.unwrap(),
        "{near:?} {exact}"
    );
}

#[test]
fn stakes_that_are_none_are_refused() {
    for (stake, cards, below, says) in [
        ("spades in N", 52, "1pt", "a number"),
        ("first:5 flsh", 52, "1pt", "column 9"),
        ("top is AS", 1, "1pt", "one order"),
        ("top is AS", 52, "1", "1pt"),
    ] {
        let error = enough(stake, "G", (cards, None), &[below]).unwrap_err();
        assert!(error.contains(says), "{stake}: {error}");
    }
}

#[test]
fn several_hands_have_the_law_of_one() {
    for (several, one, types) in [
        ("hands:4x13 points >= 13", "hand:13 points >= 13", None),
        ("hands:10x5 flush pays 500", "first:5 flush pays 500", None),
        (
            "hands:2x7 land 0..1",
            "hand:7 land 0..1",
            Some("20 land, 32 spell"),
        ),
    ] {
        let (several, one) = (asked(several, None, 52, types), asked(one, None, 52, types));
        assert!(several.fair.sampled.is_none() && several.proofs.is_empty());
        assert!(
            (several.fair.mean - one.fair.mean).abs() < 1e-12,
            "{several:?}"
        );
        assert_eq!(several.odds, one.odds);
    }
    let error = ask("hands:4x13 points >= 13", Some("G"), 52, None).unwrap_err();
    assert!(error.contains("one hand, such as"), "{error}");
}
