//! Tests of how programs are named; tests/it/exec.rs runs real ones.

use super::*;

#[test]
fn a_program_is_shown_as_in_a_shell() {
    let shown = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Program::new(words, None).map(|program| program.shown())
    };
    assert_eq!(shown(&[]), None);
    assert_eq!(
        shown(&["python3", "-u", "my shuffle.py", "", "it's", "a\nb"]).unwrap(),
        "python3 -u 'my shuffle.py' '' 'it'\\''s' 'a\\nb'"
    );
}
