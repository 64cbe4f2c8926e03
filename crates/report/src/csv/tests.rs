use super::*;

#[test]
fn a_cell_is_no_formula_unless_it_is_a_number() {
    for (text, shown) in [
        ("-1.5", "-1.5"),
        ("+2e-7", "+2e-7"),
        ("7.01e-32650", "7.01e-32650"),
        ("-inf", "'-inf"),
        ("-", "'-"),
        ("＝1", "'＝1"),
        ("a=b", "a=b"),
        ("", ""),
    ] {
        assert_eq!(cell(text), shown);
    }
}

#[test]
fn the_columns_are_those_that_the_docs_name() {
    let docs = include_str!("../../../../docs/records.md");
    let docs = docs.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        docs.contains(&format!(": {}. ", COLUMNS.join(", "))),
        "{docs}"
    );
}
