//! Tables of rows with decks of their own: what is read, what is refused, and where.

use super::*;

fn named() -> Names {
    let column = |name: &str| Value::Column(name.to_owned());
    Names {
        deck: column("deck"),
        copies: column("copies"),
        drawn: column("drawn"),
        found: Found::Count(column("found")),
        covariate: None,
        time: None,
        mulligans: None,
    }
}

fn read(names: Names, text: &str) -> Result<(Vec<Row>, PassedOver), Fault> {
    let mut rows = Rows::new(text.as_bytes(), Layout::Named(names), None)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next_row()? {
        found.push(row);
    }
    Ok((found, rows.passed_over()))
}

#[test]
fn columns_are_found_by_their_names_in_any_order() {
    let names = Names {
        covariate: Some("place".to_owned()),
        time: Some("day".to_owned()),
        ..named()
    };
    let text = "day;found;player;place;drawn;copies;deck\n\
                2024-04-01;3;Ann;-1.5;7;24;60\n\
                1969-12-31;0;Bob;2;6;17;40\n";
    let (rows, passed) = read(names, text).unwrap();
    let first = Row {
        deck: 60,
        copies: 24,
        drawn: 7,
        found: 3,
        covariate: Some(-1.5),
        time: Some(19_814),
        dated: true,
        line: 2,
    };
    let second = Row {
        deck: 40,
        copies: 17,
        drawn: 6,
        found: 0,
        covariate: Some(2.0),
        time: Some(-1),
        dated: true,
        line: 3,
    };
    assert_eq!(rows, [first, second]);
    assert_eq!(passed, PassedOver::default());
}

#[test]
fn counts_may_be_the_same_in_each_row() {
    let names = Names {
        deck: Value::Constant(60),
        copies: Value::Constant(24),
        drawn: Value::Constant(7),
        ..named()
    };
    let (rows, _) = read(names, "found\n3\n\n7\n").unwrap();
    let counts: Vec<_> = rows.iter().map(|row| (row.found, row.line)).collect();
    assert_eq!(counts, [(3, 2), (7, 4)]);
}

#[test]
fn cards_of_the_class_are_counted_by_name() {
    let names = |drawn| Names {
        deck: Value::Constant(60),
        copies: Value::Constant(24),
        drawn: Value::Constant(drawn),
        found: Found::Names {
            column: "hand".to_owned(),
            separator: '|',
            class: vec!["Forest".to_owned(), "Snow-Covered \"X\"".to_owned()],
        },
        ..named()
    };
    let text = "hand\n\"Forest | Bear|Snow-Covered \"\"X\"\"\"\nBear|Bear|forest\n";
    let (rows, _) = read(names(3), text).unwrap();
    assert_eq!(rows.iter().map(|row| row.found).collect::<Vec<_>>(), [2, 0]);
    let wrong = read(names(4), text).unwrap_err().told();
    assert!(
        wrong.problem.contains("found 3 names; accepted: 4"),
        "{wrong:?}"
    );
    let wrong = read(names(3), "hand\nBear||Bear\n").unwrap_err().told();
    assert!(wrong.problem.contains("accepted: 3 names"), "{wrong:?}");
}

#[test]
fn hands_after_a_mulligan_are_passed_over() {
    let names = || Names {
        mulligans: Some("mulligans".to_owned()),
        ..named()
    };
    let text = "deck,copies,drawn,found,mulligans\n\
                60,24,7,0,0\n60,24,7,1,1\n60,24,7,3,2\n60,24,7,2,0\n";
    let (rows, passed) = read(names(), text).unwrap();
    assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [2, 5]);
    assert_eq!((passed.mulligans, passed.other), (2, 0));
}

#[test]
fn a_file_of_kept_hands_is_refused() {
    let names = || Names {
        mulligans: Some("mulligans".to_owned()),
        ..named()
    };
    let header = "deck,copies,drawn,found,mulligans\n";
    for (rows, line) in [
        ("60,24,7,1,1\n", 2),
        ("60,24,7,1,0\n60,24,7,1,2\n", 3),
        ("60,24,7,1,0\n60,24,7,1,1\n60,24,7,1,1\n", 4),
    ] {
        let wrong = read(names(), &format!("{header}{rows}"))
            .unwrap_err()
            .told();
        assert_eq!((wrong.line, wrong.column), (line, 11), "{wrong:?}");
        assert!(wrong.problem.contains("are their choice"), "{wrong:?}");
    }
}

#[test]
fn rows_can_be_taken_by_a_value() {
    let text = "deck,copies,drawn,found,site\n60,24,7,3,a\n60,24,7,9,b\n60,24,7,2,a\n";
    let rows = Rows::new(text.as_bytes(), Layout::Named(named()), None).unwrap();
    let mut rows = rows.only("site", "a").unwrap();
    assert_eq!(rows.next_row().unwrap().map(|row| row.line), Some(2));
    assert_eq!(rows.next_row().unwrap().map(|row| row.line), Some(4));
    assert_eq!(rows.next_row().unwrap(), None);
    assert_eq!((rows.passed_over().other, rows.best_of_one()), (1, None));
    let rows = Rows::new(text.as_bytes(), Layout::Named(named()), None).unwrap();
    let wrong = rows.only("sites", "a").err().unwrap().told();
    assert!(wrong.problem.contains("did you mean `site`?"), "{wrong:?}");
}

#[test]
fn what_no_deck_can_give_is_found_at_its_place() {
    for (row, column, part) in [
        ("60,24,7,8", 9, "accepted: 0 to 7"),
        ("60,2,7,3", 8, "accepted: 0 to 2"),
        ("60,24,61,3", 7, "found 61 cards drawn from a deck of 60"),
        (
            "60,61,7,3",
            4,
            "found 61 cards of the class in a deck of 60",
        ),
        ("10,8,7,4", 8, "accepted: 5 to 7"),
        ("0,0,0,0", 1, "a deck of 0 cards"),
        ("60,24,0,0", 7, "found 0 cards drawn"),
        ("sixty,24,7,3", 1, "found `sixty`"),
        ("60,,7,3", 4, "found nothing"),
        ("60,24,7.5,3", 7, "found `7.5`"),
        ("60,24,7,-3", 9, "found `-3`"),
        ("60,24,7", 8, "found 3 values; accepted: 4"),
        ("60,24,7,3,1", 11, "found 5 values; accepted: 4"),
        ("60,24,7,\"3", 9, "never closed"),
        ("60,24,7,\"3\"x", 12, "after a closing quote"),
    ] {
        let wrong = read(
            named(),
            &format!("deck,copies,drawn,found\n60,24,7,3\n{row}\n"),
        );
        let wrong = wrong.unwrap_err().told();
        assert_eq!((wrong.line, wrong.column), (3, column), "{wrong:?}");
        assert!(wrong.problem.contains(part), "{wrong:?}");
        assert!(wrong.problem.contains("accepted: "), "{wrong:?}");
    }
}

#[test]
fn the_extremes_of_each_deck_are_accepted() {
    let text = "deck,copies,drawn,found\n10,8,7,5\n10,8,7,7\n60,0,7,0\n7,7,7,7\n";
    assert_eq!(read(named(), text).unwrap().0.len(), 4);
}

#[test]
fn wrong_dates_and_numbers_are_found_at_their_place() {
    let names = || Names {
        covariate: Some("place".to_owned()),
        time: Some("day".to_owned()),
        ..named()
    };
    let header = "deck,copies,drawn,found,place,day\n";
    for (row, column, part) in [
        ("60,24,7,3,far,2024-04-01", 11, "accepted: a number"),
        ("60,24,7,3,,2024-04-01", 11, "found nothing"),
        ("60,24,7,3,1,2024-02-30", 13, "accepted: a date"),
        ("60,24,7,3,1,April", 13, "found `April`"),
    ] {
        let wrong = read(names(), &format!("{header}{row}\n"))
            .unwrap_err()
            .told();
        assert_eq!((wrong.line, wrong.column), (2, column), "{wrong:?}");
        assert!(wrong.problem.contains(part), "{wrong:?}");
    }
}

#[test]
fn files_without_header_columns_or_rows_are_refused() {
    for (text, part) in [
        ("", "an empty file"),
        ("deck,copies,drawn,found\n", "a header without rows"),
        ("deck,copies,drawn\n60,24,7\n", "no column `found`"),
        (
            "deck,copies,drawn,found,found\n",
            "the column `found` twice",
        ),
        ("60,24,7,3\n60,24,7,3\n", "no column `deck`"),
    ] {
        let wrong = read(named(), text).unwrap_err().told();
        assert!(wrong.problem.contains(part), "{wrong:?}");
        assert!(wrong.problem.contains("accepted: "), "{wrong:?}");
    }
}

/// Numbers that are mixed well enough to damage files: splitmix64 (Steele, Lea and Flood, 2014).
fn mixed(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 1) as usize
}

const GOOD: &str = "deck,copies,drawn,found,place,day,mulligans\n\
    60,24,7,3,1.5,2024-04-01,0\n60,24,7,1,2,2024-04-02 12:00:00,1\n\"40\",17,7,7,3,2024-04-03,0\n";

#[test]
fn damaged_files_never_panic_and_never_give_an_impossible_row() {
    let names = || Names {
        covariate: Some("place".to_owned()),
        time: Some("day".to_owned()),
        mulligans: Some("mulligans".to_owned()),
        ..named()
    };
    assert_eq!(read(names(), GOOD).unwrap().0.len(), 2);
    let (mut state, mut errors) = (1, 0);
    for _ in 0..10_000 {
        let mut bytes = GOOD.as_bytes().to_vec();
        for _ in 0..=mixed(&mut state) % 4 {
            let at = mixed(&mut state) % bytes.len().max(1);
            let byte = b"\",;\t\n\r0179-.:| x\xc3\xa9\xff\x00"[mixed(&mut state) % 20];
            match mixed(&mut state) % 4 {
                0 if !bytes.is_empty() => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 if !bytes.is_empty() => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
        }
        let Ok(mut rows) = Rows::new(&bytes[..], Layout::Named(names()), None) else {
            errors += 1;
            continue;
        };
        loop {
            match rows.next_row() {
                Ok(Some(row)) => {
                    assert!(row.copies <= row.deck && row.drawn <= row.deck, "{row:?}");
                    assert!(row.found <= row.drawn.min(row.copies), "{row:?}");
                    let rest = row.deck - row.copies;
                    assert!(row.drawn - row.found <= rest, "{row:?}");
                }
                Ok(None) => break,
                Err(wrong) => {
                    let wrong = wrong.told();
                    assert!(wrong.line > 0 && wrong.column > 0, "{wrong:?}");
                    errors += 1;
                    break;
                }
            }
        }
    }
    assert!(errors > 5_000, "{errors}");
}

#[test]
fn five_hundred_files_with_a_broken_rule_are_all_refused() {
    let header = "deck,copies,drawn,found\n";
    let mut state = 2;
    for _ in 0..500 {
        let mut rows: Vec<[u64; 4]> = (0..20).map(|_| [60, 24, 7, 3]).collect();
        let at = mixed(&mut state) % 20;
        let extra = mixed(&mut state) as u64 % 50;
        let mut row = |column: usize, value| rows[at][column] = value;
        match mixed(&mut state) % 7 {
            0 => row(3, 8 + extra),
            1 => row(2, 61 + extra),
            2 => row(1, 61 + extra),
            3 => row(1, extra % 3),
            4 => row(0, 24 + extra % 4),
            5 => row(0, 1 << 32),
            _ => row(2, 0),
        }
        let lines = rows
            .iter()
            .map(|[deck, copies, drawn, found]| format!("{deck},{copies},{drawn},{found}\n"));
        let text = format!("{header}{}", lines.collect::<String>());
        let wrong = read(named(), &text).unwrap_err().told();
        assert_eq!(wrong.line, at as u64 + 2, "{wrong:?}\n{text}");
        assert!(wrong.problem.contains("accepted: "), "{wrong:?}");
    }
}
