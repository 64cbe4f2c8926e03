//! The parser of `--format u16`.

use reader::Format;

fn main() {
    afl::fuzz!(|bytes: &[u8]| colddeck_fuzz::decks(Format::U16, bytes));
}
