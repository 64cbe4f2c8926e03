use super::super::testing::{self, law_of_draws, made, refusal, same_law};
use super::*;

const CURSORS: [&str; 3] = ["backward", "forward", "refill"];

fn bag(text: &str, cursor: &str, weights: &[u32]) -> Box<dyn Rule> {
    made("bag", &format!("{text}\ncursor = \"{cursor}\""), weights)
}

#[test]
fn draws_have_the_weights_of_what_is_inside() {
    for cursor in CURSORS {
        for text in [
            "items = [1, 1, 1]",
            "items = [2, 1, 1]",
            "items = [1, 0, 3]",
            "items = [2, 2, 1]",
            "items = [0, 1, 0]",
            "items = [2, 1, 1]\ntake = 1",
            "items = [2, 1, 1]\ntake = 2",
            "items = [2, 2, 1]\ntake = 3",
            "items = [1, 1, 1]\ntake = 3",
        ] {
            // A list that is shuffled for every draw or two has too many outcomes to go on for long.
            let long = cursor != "refill" || !text.contains("take");
            let length = if long { 6 } else { 4 };
            testing::draws_follow_the_weights(&*bag(text, cursor, &[1, 1, 1]), length);
        }
    }
}

#[test]
fn the_three_programs_have_one_law() {
    for text in [
        "items = [2, 1, 1]",
        "items = [3, 1]\ntake = 2",
        "items = [2, 3]",
    ] {
        let symbols = vec![1; text.split(']').next().unwrap().matches(',').count() + 1];
        let laws = CURSORS.map(|cursor| law_of_draws(&*bag(text, cursor, &symbols), 6));
        same_law(&laws[1], &laws[0]);
        same_law(&laws[2], &laws[0]);
    }
}

/// Watches a pass and a draw more, with four items: the page's last draw of a pass picks nothing,
/// the reader's picks one of one, and the list is shuffled at once.
#[test]
fn each_program_asks_for_its_own_numbers() {
    for (cursor, bounds) in [
        ("backward", &[4, 3, 2, 4][..]),
        ("forward", &[4, 3, 2, 1, 4]),
        ("refill", &[4, 3, 2, 4, 3, 2]),
    ] {
        let (mut rule, mut asked) = (bag("", cursor, &[1; 4]), testing::Asked::default());
        for _ in 0..5 {
            rule.draw(&mut asked);
        }
        assert_eq!(asked.0, bounds, "{cursor}");
    }
}

/// 6!/(2!2!2!) orders of a pass: each has the same probability, and nothing else comes.
#[test]
fn a_pass_is_any_order_of_the_items_and_all_are_equally_likely() {
    let orders = testing::law_of_weights(&*bag("items = [2, 2, 2]", "backward", &[1, 1, 1]), 6);
    assert_eq!(orders.len(), 90);
    for (order, p) in orders {
        assert!((p * 90.0 - 1.0).abs() < 1e-12, "{order:?}");
    }
}

#[test]
fn without_items_the_stated_weights_are_in_the_bag() {
    let rule = made("bag", "", &[10, 5, 4, 1]);
    assert_eq!(testing::weights(&*rule), [10.0, 5.0, 4.0, 1.0]);
}

/// One item taken from the bag and put back: independent draws, whatever the program.
#[test]
fn to_take_one_is_to_draw_independently() {
    let independent = law_of_draws(&*made("independent", "", &[2, 1, 1]), 4);
    for cursor in CURSORS {
        same_law(
            &law_of_draws(&*bag("take = 1", cursor, &[2, 1, 1]), 4),
            &independent,
        );
    }
}

/// The reader's half of a bag twice as large: no symbol comes more often than it has items, and it may come
/// that often.
#[test]
fn to_take_half_leaves_the_rest_aside() {
    let orders = law_of_draws(
        &*bag("items = [2, 2, 2]\ntake = 3", "backward", &[1, 1, 1]),
        6,
    );
    let most = |order: &[u16]| {
        (0..3)
            .map(|symbol| order.iter().filter(|&&s| s == symbol).count())
            .max()
    };
    for order in orders.keys() {
        assert!(
            most(&order[..3]) <= Some(2) && most(&order[3..]) <= Some(2),
            "{order:?}"
        );
    }
    assert!(orders.contains_key(&vec![0, 0, 1, 0, 0, 1]));
}

#[test]
fn additions_are_made_after_their_draws_and_fill_the_bag() {
    for cursor in ["backward", "forward"] {
        for text in [
            "items = [1, 1, 1]\nadd = { after = 2, symbol = 3, quantity = 2 }",
            "items = [1, 2, 0]\nadd = [{ after = 4, symbol = 1 }, { after = 1, symbol = 3 }]",
            "items = [2, 1, 1]\ntake = 2\nadd = { after = 3, symbol = 1 }",
            "items = [1, 1, 1]\nadd = { after = 3, symbol = 2, quantity = 1 }",
        ] {
            testing::draws_follow_the_weights(&*bag(text, cursor, &[1, 1, 1]), 6);
        }
    }
    let text = "items = [1, 1, 1]\nadd = { after = 2, symbol = 3, quantity = 2 }";
    let mut rule = bag(text, "backward", &[1, 1, 1]);
    assert!(rule.see(2) && testing::weights(&*rule) == [1.0, 1.0, 0.0]);
    // Everything is inside again, the two items that were drawn as well.
    assert!(rule.see(0) && testing::weights(&*rule) == [1.0, 1.0, 3.0]);
    assert!((0..5).all(|at| rule.see([2, 2, 1, 0, 2][at])));
    assert_eq!(testing::weights(&*rule), [1.0, 1.0, 3.0]);
}

#[test]
fn additions_come_in_the_order_of_their_time_however_they_are_listed() {
    let text = "items = [1, 2, 0]\nadd = [{ after = 4, symbol = 1 }, { after = 1, symbol = 3 }]";
    let mut rule = bag(text, "backward", &[1, 1, 1]);
    assert!(rule.see(1) && testing::weights(&*rule) == [1.0, 2.0, 1.0]);
    assert!(rule.see(2) && rule.see(1) && testing::weights(&*rule) == [1.0, 1.0, 0.0]);
    assert!(rule.see(1) && testing::weights(&*rule) == [2.0, 2.0, 1.0]);
}

/// The figures, through the rule: the cursor starts at the last index, and B, C, A and D are drawn.
#[test]
fn the_rule_draws_as_the_figures_do() {
    let mut rule = made("bag", "", &[1, 1, 1, 1]);
    let drawn = [1, 2, 0, 0].map(|grab| rule.draw(&mut testing::Below(grab)));
    assert_eq!(drawn, [1, 2, 0, 3]);
    assert_eq!(testing::weights(&*rule), [1.0; 4]);
}

/// The page's longest runs: 20 of the first item, ten at the end of a pass and ten at the start of the next.
#[test]
fn the_first_item_comes_at_most_twice_its_number_in_a_row() {
    let mut rule = made("bag", "", &[10, 5, 4, 1]);
    let rest = [1, 1, 1, 1, 1, 2, 2, 2, 2, 3];
    let probability = (0..20).fold(
        rest.iter().fold(1.0, |_, &symbol| {
            assert!(rule.see(symbol));
            1.0
        }),
        |p, _| {
            let p = p * testing::law(&*rule)[0];
            assert!(rule.see(0));
            p
        },
    );
    assert!(!rule.see(0));
    // The first ten are all that is left; the next ten have probability 1/C(20, 10).
    assert!(
        (probability * 184_756.0 - 1.0).abs() < 1e-12,
        "{probability}"
    );
}

/// The calls that somebody who knows the rule makes right, and the bits that a draw still has for them, on average over
/// so many draws of a full bag.
fn calls_and_bits(text: &str, symbols: usize, length: usize) -> (f64, f64) {
    let rule = bag(text, "backward", &vec![1; symbols]);
    let (mut calls, mut bits) = (0.0, 0.0);
    for (order, p) in testing::law_of_weights(&*rule, length) {
        let mut rule = rule.boxed();
        for symbol in order {
            let law = testing::law(&*rule);
            calls += p * law.iter().copied().fold(0.0, f64::max);
            bits -= p * law[usize::from(symbol)].log2();
            assert!(rule.see(symbol));
        }
    }
    (calls, bits / length as f64)
}

#[test]
fn who_knows_the_rule_calls_as_many_as_the_bag_gives_away() {
    let near = |x: f64, y: f64| assert!((x - y).abs() < 5e-4, "{x} {y}");
    let nine = calls_and_bits("items = [3, 3, 3]", 3, 9);
    near(nine.0, 4.787);
    near(nine.1, 1.190);
    near(calls_and_bits("items = [6, 6, 6]\ntake = 9", 3, 9).1, 1.555);
    // The seven pieces: 1/7 + 1/6 + … + 1.
    near(
        calls_and_bits("items = [1, 1, 1, 1, 1, 1, 1]", 7, 7).0,
        2.593,
    );
}

#[test]
fn a_bag_of_a_million_items_is_emptied_and_filled_again() {
    for cursor in CURSORS {
        let mut rule = bag("items = [999999, 1]", cursor, &[1, 1]);
        let mut rare = 0;
        for _ in 0..1_000_000 {
            rare += u32::from(rule.draw(&mut testing::Below(7)));
        }
        assert_eq!((rare, testing::weights(&*rule)), (1, vec![999_999.0, 1.0]));
    }
}

#[test]
fn what_is_no_bag_is_refused() {
    for (text, found) in [
        (
            "take = 0",
            "key `take`: found `0`; accepted: a whole number from 1 to 4",
        ),
        (
            "take = 5",
            "key `take`: found `5`; accepted: a whole number from 1 to 4",
        ),
        (
            "cursor = \"up\"",
            "key `cursor`: found `\"up\"`; accepted: `backward`, `forward`, `refill`",
        ),
        (
            "add = 3",
            "key `add`: found `3`; accepted: { after = 30, symbol = 2, quantity = 5 }",
        ),
        ("add = []", "key `add`: found `[]`; accepted: { after = 30"),
        (
            "add = { symbol = 2 }",
            "key `add`: key `after` is missing for `add`; accepted: a whole number from 1 to 4294967295",
        ),
        (
            "add = { after = 0, symbol = 2 }",
            "key `add`: key `after`: found `0`; accepted: a whole number from 1",
        ),
        (
            "add = { after = 1, symbol = 4 }",
            "key `add`: key `symbol`: found `4`; accepted: a whole number from 1 to 3",
        ),
        (
            "add = { after = 1, symbol = 1, quantity = 0 }",
            "key `add`: key `quantity`: found `0`; accepted: a whole number from 1",
        ),
        (
            "add = { after = 1, symbol = 1, count = 2 }",
            "key `add`: unknown key `count` for `add`; accepted: `after`",
        ),
        (
            "add = { after = 1, symbol = 1, quantity = 999997 }",
            "key `add`: found 1,000,001 items in the end; accepted: at most 1,000,000",
        ),
        (
            "cursor = \"refill\"\nadd = { after = 1, symbol = 1 }",
            "key `add`: found it with cursor = \"refill\"",
        ),
        (
            "put-back = true",
            "unknown key `put-back` for `bag`; accepted: `items`, `take`, `cursor`, `add`",
        ),
    ] {
        let error = refusal("bag", text, &[2, 1, 1]);
        assert!(error.starts_with(found), "{error}");
    }
}
