//! Columns of separated values by number and by name, a deck in one of them, and what separates them.

use super::*;

fn with_columns(bytes: &str, columns: &str, separator: Option<&str>) -> Reading {
    assert!(!bytes.is_empty());
    Reading {
        columns: (!columns.is_empty()).then(|| columns.parse().unwrap()),
        separator: separator.map(|separator| separator.parse().unwrap()),
        ..Reading::from(Format::Auto)
    }
}

#[test]
fn columns_are_found_by_number_and_by_name() {
    let expected = vec![vec![2, 0, 1], vec![0, 1, 2]];
    for (bytes, columns, separator, said) in [
        ("7,3,1,2\n8,1,2,3\n", "2-4", None, "commas, columns 2-4"),
        (
            "deal;c1;c2;c3;who\n7;3;1;2;a\n8;1;2;3;b\n",
            "c1-c3",
            None,
            "semicolons after a header row, columns `c1-c3` (2-4)",
        ),
        (
            "deal|first card|x|last-card\n7|3|1|2\n8|1|2|3\n",
            "first card..last-card",
            None,
            "bars after a header row, columns `first card..last-card` (2-4)",
        ),
        (
            "id,deck\n7,3 1 2\n8,\"1, 2, 3\"\n",
            "deck",
            None,
            "commas after a header row, columns `deck` (2)",
        ),
        (
            "\u{feff}\"id\"\t\"the deck\"\r\n7\t[3,1,2]\r\n8\t1|2|3\r\n",
            "the deck",
            Some("tab"),
            "tabs after a header row, columns `the deck` (2)",
        ),
        ("7:3 1 2\n8:1 2 3\n", "2", Some(":"), "`:`, column 2"),
        ("3:1:2\n1:2:3\n", "", Some(":"), "`:`"),
        ("3|1|2\n1|2|3\n", "", None, "bars"),
    ] {
        let reading = with_columns(bytes, columns, separator);
        let source = || Recorded::new(bytes.as_bytes(), "it".to_owned(), 3, &reading);
        assert_eq!(read_all(source(), 3), (expected.clone(), None), "{bytes}");
        let mut source = source();
        source.fill(&mut Block::new(3)).unwrap();
        let said = format!("it, csv separated by {said}, cards counted from 1");
        assert_eq!(source.described(), said);
        // The number of cards is found out too.
        let (cards, _) = sized(bytes.as_bytes(), "it", &reading).unwrap();
        assert_eq!(cards, 3, "{bytes}");
    }
    // A header row that is said to be there is not read as a deck.
    let bytes = "id,deck\n7,3 1 2\n8,1 2 3\n";
    let reading = Reading {
        header: Header::Yes,
        ..with_columns(bytes, "2", None)
    };
    let source = Recorded::new(bytes.as_bytes(), "it".to_owned(), 3, &reading);
    assert_eq!(read_all(source, 3), (expected, None));
}

#[test]
fn what_is_wrong_with_columns_is_found_at_its_place() {
    for (bytes, columns, header, message) in [
        (
            "id,deck\n7,3 1 2\n",
            "cards",
            Header::Auto,
            "line 1, byte 0: found a header row without `cards`; accepted: one or two of its 2 names, as in \
             deck or c1-c52",
        ),
        (
            "id,deck\n7,3 1 2\n",
            "deck",
            Header::No,
            "line 1, byte 0: found the columns `deck` and --header no; accepted: columns by name where",
        ),
        (
            "id,deck\n7,3 1 2\n8,1 2\n",
            "deck",
            Header::Auto,
            "line 3, byte 16: found 2 cards on the line; accepted: 3 on each line",
        ),
        (
            "id,deck\n7,3 1 2\n8,1 2 2\n",
            "deck",
            Header::Auto,
            "line 3, byte 22: found `2` twice, as cards 2 and 3",
        ),
        (
            "id,deck\n7,3 1 2\n8\n",
            "deck",
            Header::Auto,
            "line 3, byte 16: found 1 column; accepted: 2 or more, of which 2 holds the deck",
        ),
        (
            "id,c1,c2,c3\n7,3,1,2\n8,3,1\n",
            "c1-c3",
            Header::Auto,
            "line 3, byte 20: found 3 columns; accepted: 4 or more, of which 2-4 hold the deck",
        ),
        (
            "id,deck\n7,3 1 2\n",
            "2",
            Header::Auto,
            "line 1, byte 0: found 1 card on the line; accepted: 3 on each line",
        ),
    ] {
        let reading = Reading {
            header,
            skip_invalid: 0,
            ..with_columns(bytes, columns, None)
        };
        let source = Recorded::new(bytes.as_bytes(), "it".to_owned(), 3, &reading);
        let error = read_all(source, 3).1.unwrap();
        assert!(error.starts_with(&format!("it, {message}")), "{error}");
    }
}
