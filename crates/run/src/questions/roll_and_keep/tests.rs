use super::*;
use crate::questions::build;
use record::answers::Found;
use shuffle::routine::Letters;

fn rolled(text: &str) -> Result<RollAndKeep, String> {
    let letters = Letters::none();
    let question = build("roll-and-keep", text.parse().unwrap(), 2, &letters);
    let question = question.map_err(|problem| problem.to_string())?;
    match question.answer(None, &letters, false, &search::advise::Alone) {
        Ok(answer) => match answer.found {
            Found::RollAndKeep(found) => Ok(found),
            other => panic!("{other:?}"),
        },
        Err(problem) => Err(problem.to_string()),
    }
}

#[test]
fn five_dice_have_their_law_and_what_is_printed_of_it() {
    let found = rolled("roll = \"5d6k3\"\nscore = 18").unwrap();
    assert_eq!(
        (found.lowest, found.highest, found.scores.len()),
        (3, 18, 16)
    );
    assert_eq!(found.rolls, 7_776);
    let score = found.score.unwrap();
    assert_eq!(score.ways.as_deref(), Some("276"));
    assert!((score.at_least.unwrap() - 276.0 / 7_776.0).abs() < 1e-15);
    let printed = found.printed.unwrap();
    assert_eq!(printed.rolls, 7_776 + 15 * 276 - 355);
    assert_eq!(printed.ways[1], "281");
    assert!(found.coefficient.equal);
}

#[test]
fn both_laws_and_one_score_agree_where_all_are_there() {
    let text = "roll = \"900d6k400\"\nscore = 2_300";
    let found = rolled(text).unwrap();
    let dice = read("900d6k400").unwrap();
    let law = nearly(&dice);
    let score = found.score.unwrap();
    let probability = score.probability.as_f64().unwrap();
    assert!((law[2_300 - 400] / probability - 1.0).abs() < 1e-10);
    let digits = score.ways.unwrap().len();
    assert_eq!(wide(&dice.rolls()).decimal().1, 700);
    assert!(digits < 700, "{digits}");
}

#[test]
fn a_long_number_keeps_its_first_digits() {
    for text in [
        "0",
        "1",
        "340282366920938463463374607431768211456",
        "18446744073709551617",
    ] {
        let value: UBig = text.parse().unwrap();
        let found = wide(&value).value();
        assert_eq!(found.to_bits(), text.parse::<f64>().unwrap().to_bits());
    }
    assert_eq!(long(&UBig::from(276u32)), 276);
    assert_eq!(
        long(&UBig::from(6u32).pow(10_000))
            .as_str()
            .map(|text| text.ends_with("e7781")),
        Some(true)
    );
}

#[test]
fn dice_are_read_as_players_write_them_and_wrong_ones_refused() {
    let dice = |text| read(text).map(|dice| (dice.dice, dice.sides, dice.keep));
    assert_eq!(dice("5d6k3"), Ok((5, 6, 3)));
    assert_eq!(dice("10,000D6K5_000"), Ok((10_000, 6, 5_000)));
    assert_eq!(dice("d20"), Ok((1, 20, 1)));
    for text in [
        "", "d", "5", "5d", "5d6k", "5d6k6", "5d6k0", "0d6", "5d1", "10001d6", "5d1001", "-5d6",
        "5d6k3k2", "5d٦",
    ] {
        let error = dice(text).unwrap_err();
        assert!(error.contains("accepted: dice as in 5d6k3"), "{error}");
    }
    for (text, part) in [
        (
            "roll = \"5d6k3\"\nscore = 19",
            "accepted: a score of 5d6k3, from 3 to 18",
        ),
        ("roll = \"10000d1000k5000\"", "takes about"),
        ("", "key `roll` is missing"),
    ] {
        let error = rolled(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}
