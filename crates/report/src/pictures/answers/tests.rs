//! The sentences that pictures of answers say.

use serde_json::{Value, json};

use super::super::super::chart::sheet;
use super::*;

/// An answer to `what` about a routine of 52 cards.
pub(super) fn answer(what: &str, figures: Value) -> Answer {
    let mut whole = json!({
        "schema": "colddeck.exact/1", "version": "0.2.0", "what": what, "routine": "GG", "deck": 52,
        "letters": {"G": "riffle (Gilbert-Shannon-Reeds)"},
    });
    let Value::Object(figures) = figures else {
        panic!("figures are an object")
    };
    let keys = whole.as_object_mut().unwrap();
    keys.extend(figures);
    serde_json::from_value(whole).unwrap()
}

fn titles(answers: &[Named<'_>]) -> Vec<String> {
    let pictures = pictures(answers);
    pictures.into_iter().map(|picture| picture.title).collect()
}

pub(super) fn fall(riffles: &[(u32, f64)], asked: u32) -> Value {
    let after = riffles.iter().map(|&(riffles, tv)| {
        json!({
            "riffles": riffles, "asked": riffles == asked, "total_variation": tv, "gap": 1.0 - tv, "separation": tv,
            "information_left_bits": 1.0, "rising_sequences": 2.0,
        })
    });
    json!({
        "total_variation": null, "at_least": [], "at_most": [], "separation": null, "separation_gap": null,
        "l_infinity": null, "information_left_bits": null, "rising_sequences": null,
        "after": after.collect::<Vec<_>>(), "repeated": null,
    })
}

#[test]
fn the_fall_says_what_was_asked_and_until_when_nothing_happens() {
    let all = [(1, 1.0), (2, 0.95), (3, 0.4), (4, 0.2)];
    let title = |asked| titles(&[("", &answer("tv", fall(&all, asked)))]).remove(0);
    assert_eq!(
        title(3),
        "Three riffles of 52 cards leave a total variation of 0.4 from fair; after two it is still 0.95."
    );
    assert_eq!(
        title(1),
        "One riffle of 52 cards leaves a total variation of nearly 1 from fair; it takes four to come below 0.25."
    );
    let mut small = answer("tv", fall(&[(1, 0.4)], 1));
    small.deck = Some(4);
    let large = answer("tv", fall(&all, 3));
    assert_eq!(
        titles(&[("a", &small), ("b", &large)]),
        ["Total variation from fair falls below a half with one riffle of 4 cards, three of 52."]
    );
}

pub(super) fn position(matrix: &[Vec<f64>]) -> Value {
    let all = || matrix.iter().flatten().copied();
    json!({
        "largest_distance": 0.5, "smallest": all().fold(1.0, f64::min), "largest": all().fold(0.0, f64::max),
        "impossible": all().filter(|p| *p == 0.0).count(), "same_half": 0.5, "same_half_ideal": 0.5,
        "test": {"alpha": 0.001, "noncentrality_per_deck": 0.0, "power": 0.9, "decks_needed": null, "decks": null,
                 "power_with_decks": null},
        "cards": [], "matrix": matrix,
    })
}

/// Checks a deck of 300: three by three places are one cell; a card of the last place may have fewer.
#[test]
fn places_of_large_decks_are_taken_together() {
    let n = 300;
    let even = vec![vec![1.0 / n as f64; n]; n];
    let fair = answer("position", position(&even));
    assert_eq!(
        titles(&[("", &fair)]),
        ["After two riffles, each of 300 places is equally likely for every card."]
    );
    let stay: Vec<Vec<f64>> = (0..n)
        .map(|from| (0..n).map(|to| f64::from(u8::from(from == to))).collect())
        .collect();
    let stay = answer("position", position(&stay));
    let all = pictures(&[("", &stay)]);
    assert!(
        all[0]
            .title
            .starts_with("After two riffles a card can be at 1 of 300 places"),
        "{}",
        all[0].title
    );
    let size = sheet("x", &all).len();
    assert!(size < 30_000, "{size}");
}

#[test]
fn cycles_are_told_with_their_cuts() {
    let figures = json!({
        "order": "123456789012345678901234567890", "order_digits": 30, "cycles": 2, "longest": 51, "uniform": 0,
        "occupied": 0.962, "fixed_cards": 1, "swapped_pairs": 0, "fixed": [52], "swapped": [],
        "lengths": [{"length": 51, "cycles": 1}, {"length": 1, "cycles": 1}], "to": [], "cycle": [], "rounds": [],
        "cuts": {"uniform": 1, "uniform_cuts": [1], "longest_cut": 0, "each": [
            {"cut": 0, "order": 51, "cycles": 2, "fixed_cards": 1}, {"cut": 1, "order": 52, "cycles": 1, "fixed_cards": 0}]},
    });
    let mut found = answer("cycles", figures);
    found
        .letters
        .insert("G".to_owned(), "Ouroboros shuffle".to_owned());
    found.routine = Some("G".to_owned());
    assert_eq!(
        titles(&[("", &found)]),
        [
            "One Ouroboros shuffle again and again brings 52 cards to 96.2% of their places, and the deck is as it was after a 30-digit number of rounds; one card never moves.",
            "One Ouroboros shuffle and a cut of 0 must be done 51 times until the deck is as it was; a cut of 1 brings every card \
             to every place."
        ]
    );
}

#[test]
fn power_says_how_many_decks_it_takes() {
    let with = |needed: Option<u64>, power: &[(u64, f64)]| {
        let mut figures = position(&[vec![0.6, 0.4], vec![0.4, 0.6]]);
        figures["test"]["decks_needed"] = json!(needed);
        let power = power
            .iter()
            .map(|(decks, power)| json!({"decks": decks, "power": power}));
        figures["power"] = power.collect();
        answer("position", figures)
    };
    let few = with(Some(1), &[(1, 0.9), (20, 1.0)]);
    let mut many = with(Some(4000), &[(200, 0.1), (4000, 0.9)]);
    many.routine = Some("G*9".to_owned());
    assert_eq!(
        titles(&[("", &few)])[1],
        "A test of where cards go needs one deck to see two riffles of 52 cards in 90% of tests."
    );
    assert_eq!(
        titles(&[("few", &few), ("many", &many)])[1],
        "One deck shows two riffles in 90% of tests, but it takes 4,000 to show nine riffles."
    );
    assert_eq!(titles(&[("", &with(None, &[]))]).len(), 1);
}

#[test]
fn how_often_is_enough_is_said_as_far_as_it_is_proved() {
    let enough = |riffles: bool, least: Option<u32>, most: Option<u32>| {
        answer(
            "enough",
            json!({
                "riffles": riffles, "more_riffles": null,
                "thresholds": [{"below": 0.25, "exact": null, "never": least.is_none(), "at_least": least, "too_few": null,
                                "at_most": most, "enough": null}],
                "curve": [{"times": 1, "lower": 0.9, "upper": 1.0}, {"times": 2, "lower": 0.0, "upper": 0.2}],
            }),
        )
    };
    let title = |riffles, least, most| titles(&[("", &enough(riffles, least, most))]).remove(0);
    assert_eq!(
        title(true, Some(8), Some(8)),
        "It takes eight riffles until 52 cards are within 0.25 of fair."
    );
    assert_eq!(
        title(false, Some(3), Some(5)),
        "It takes three to five times GG until 52 cards are within 0.25 of fair."
    );
    assert_eq!(
        title(false, Some(3), None),
        "It takes at least three times GG until 52 cards are within 0.25 of fair."
    );
    assert_eq!(
        title(false, None, None),
        "GG never comes within 0.25 of fair, however often it is done."
    );
}

/// Riffles bring the top one of two cards to the bottom after four on average; a line has a gap where a card never
/// comes.
#[test]
fn hitting_times_are_told_from_the_far_end() {
    let time = |mean: f64| json!({"mean": mean, "standard_deviation": 1.0});
    let hit = |to: usize, from: &[Value], routine: &str| {
        let mut found = answer("hit", json!({"to": to, "from": from, "mean_return": null}));
        (found.deck, found.routine) = (Some(from.len()), Some(routine.to_owned()));
        found
    };
    let three = hit(3, &[time(6.0), time(5.0), time(0.0)], "G");
    assert_eq!(
        titles(&[("", &three)]),
        [
            "A card from the top of 3 is first at the bottom after 6 riffles on average; from place 2, where it takes the least, \
          after 5."
        ]
    );
    let never = hit(3, &[Value::Null, time(5.0), time(0.0)], "G");
    assert_eq!(
        titles(&[("", &never)]),
        ["A card from the top of 3 may never come to the bottom."]
    );
    let two = hit(2, &[time(4.0), time(0.0)], "G");
    let four = hit(4, &[time(8.0), time(7.0), time(7.0), time(0.0)], "G");
    assert_eq!(
        titles(&[("a", &two), ("b", &three), ("c", &four)]),
        [
            "From the top to the bottom of a deck a card takes two riffles for each card in it, on average."
        ]
    );
    let other = hit(3, &[time(12.0), time(5.0), time(0.0)], "GC");
    assert_eq!(
        titles(&[("a", &three), ("b", &other)]),
        [
            "A card from the top is first at the bottom after 12 rounds of GC on average, after 6 of G."
        ]
    );
}

#[test]
fn quarter_turns_say_why_they_never_come_near() {
    let cube = |metric: &str, never: bool| {
        answer(
            "pocket-cube",
            json!({
                "metric": metric, "no_repeat": false, "states": 10, "farthest": 2, "distances": [1, 6, 3], "mean_distance": 1.2,
                "thresholds": [{"below": 0.25, "moves": if never { Value::Null } else { json!(2) }, "never": never,
                                "of_reached_half": null}],
                "total_variation": [0.9, 0.6, 0.2], "of_reached_half": null, "after": [], "rules": null,
            }),
        )
    };
    let (half, quarter) = (cube("half", false), cube("quarter", true));
    let all = titles(&[("", &half)]);
    assert_eq!(
        all,
        [
            "Two moves bring a pocket cube within 0.25 of fair (total variation 0.2).",
            "Three of the 10 states of a pocket cube need two moves to solve; on average 1.2 are enough."
        ]
    );
    let both = titles(&[("a", &half), ("b", &quarter)]);
    assert!(
        both[0].starts_with("Two moves bring") && both[0].contains("Quarter turns alone never"),
        "{}",
        both[0]
    );
}

#[test]
fn growth_is_a_line_for_each_threshold_beside_the_cutoff() {
    let size = |cards: usize, times: [Option<u32>; 2]| json!({"cards": cards, "times": times, "cutoff": 1.5 * libm::log2(cards as f64)});
    let times = |below: f64| {
        json!({
            "below": below, "exact": 8, "never": false, "at_least": 8, "too_few": null, "at_most": 8, "enough": null,
        })
    };
    let figures = json!({
        "riffles": true, "thresholds": [times(0.25), times(0.1)], "more_riffles": null,
        "growth": [size(16, [Some(5), Some(7)]), size(52, [Some(8), Some(9)]), size(500, [Some(13), Some(14)])],
    });
    let asked = answer("enough", figures);
    let drawn = pictures(&[("", &asked)]);
    let [picture] = &drawn[..] else {
        panic!("{} pictures", drawn.len())
    };
    assert_eq!(
        picture.title,
        "16 cards take five riffles until they are within 0.25 of fair; 500 cards take 13."
    );
    let keys: Vec<&str> = picture
        .legend
        .iter()
        .map(|key| key.means.as_str())
        .collect();
    assert_eq!(keys.len(), 3, "{keys:?}");
    assert!(keys[2].starts_with("cutoff: 3/2 log₂ n"));
    let body = picture.panels[0].body.clone().into_string();
    assert!(
        body.contains("52 cards: eight riffles until within 0.25"),
        "{body}"
    );
}

#[test]
fn orders_of_few_cards_are_a_tree() {
    let order = |order: [usize; 3], probability: f64| json!({"order": order, "probability": probability, "times": 6.0 * probability});
    let orders = [
        order([1, 2, 3], 0.5),
        order([1, 3, 2], 0.25),
        order([3, 1, 2], 0.25),
    ];
    let figures = json!({
        "reachable": 3, "total_variation": 0.5, "separation": 1.0, "entropy_bits": 1.5, "information_left_bits": 1.0,
        "likeliest": [], "orders": orders, "rising_sequences": [],
    });
    let mut asked = answer("law", figures);
    asked.deck = Some(3);
    let drawn = pictures(&[("", &asked)]);
    assert_eq!(
        drawn[0].title,
        "After two riffles, three of six orders can come; the deck is as it was with probability 1/2."
    );
    // Two top cards, three second ones, three last ones.
    let body = drawn[0].panels[0].body.clone().into_string();
    assert_eq!(body.matches("<path").count(), 8, "{body}");
    assert!(body.contains("1/4"));
}

#[test]
fn what_is_seen_is_drawn_beside_all_orders() {
    let mut figures = fall(&[(1, 1.0), (2, 0.95), (3, 0.4)], 2);
    let row = |riffles: u32, lower: f64, upper: f64| {
        json!({
            "riffles": riffles, "asked": riffles == 2, "total_variation": [lower, upper], "separation": null,
            "l_infinity": null, "information_left_bits": null,
        })
    };
    figures["total_variation"] = json!({"value": 0.95, "gap": 0.05, "by": "law"});
    figures["repeated"] = json!({
        "types": [26, 26], "start": "26 red, 26 black", "view": "the first 7 cards (in any order)", "separation": null, "gap": null,
        "assumption": null, "after": [row(1, 0.5, 0.5), row(2, 0.1, 0.2)], "by": "a law",
    });
    let one = answer("tv", figures.clone());
    assert_eq!(
        titles(&[("", &one)]),
        [
            "Two riffles of 52 cards leave the first 7 cards (in any order) of 26 red, 26 black 0.1 to 0.2 from fair; all orders are \
             0.95 from fair."
        ]
    );
    let two = titles(&[("one", &one), ("other", &one)]);
    assert_eq!(
        two[1],
        "How far what is seen is from fair after each riffle."
    );
    // One row is no line: all orders have the picture alone.
    figures["repeated"]["after"].as_array_mut().unwrap().pop();
    let titles = titles(&[("", &answer("tv", figures))]);
    assert!(
        titles.len() == 1 && titles[0].contains("leave a total variation"),
        "{titles:?}"
    );
}
