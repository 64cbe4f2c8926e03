//! The parser of `--format text`.

use reader::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::Text, bytes));
}
